//! What all requests share.

use crate::config::Config;
use crate::limits::Gate;
use crate::listening::Connections;
use crate::maps::Maps;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::room::{Caller, Room};
use crate::rooms::Rooms;
use crate::seal::Seal;
use crate::sessions::Sessions;
use crate::tokens;
use crate::turns::Turns;
use crate::web::Web;
use axum::http::{HeaderMap, StatusCode};
use engine::Registry;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use store::{Store, StoreError};
use tokio::sync::{Semaphore, watch};

/// What all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) registry: Registry,
    pub(crate) store: Store,
    /// The name under which this program keeps moments of matches.
    pub(crate) maker: String,
    pub(crate) rooms: Rooms,
    pub(crate) limits: Arc<Gate>,
    pub(crate) metrics: Metrics,
    pub(crate) sessions: Sessions,
    pub(crate) web: Web,
    pub(crate) maps: Maps,
    /// Whose computer thinks next.
    pub(crate) turns: Arc<Turns>,
    pub(crate) connections: Connections,
    /// The names under which this server may be addressed; none if any will do.
    pub(crate) hosts: Option<crate::hosts::Hosts>,
    pub(crate) seal: Seal,
    /// Whether something could be written when that was last tried, and when.
    pub(crate) probed: tokio::sync::Mutex<Option<(Instant, Result<(), StoreError>)>>,
    /// As many permits as long computations (previews, replays) may run at the same time.
    pub(crate) workers: Arc<Semaphore>,
    /// The same for matches that are loaded, for imports, and for the protocol for programs.
    pub(crate) loaders: Arc<Semaphore>,
    pub(crate) imports: Arc<Semaphore>,
    pub(crate) programs: Arc<Semaphore>,
    /// Becomes true when the server ends.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl App {
    /// The room of a match, and who asks there.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        id: &str,
        headers: &HeaderMap,
    ) -> Result<(Arc<Room>, Caller), Problem> {
        let hashes = tokens::bearer(headers)?;
        if id.len() > 64 {
            return Err(Problem::not_found("match"));
        }
        let wrong =
            || Problem::new(StatusCode::UNAUTHORIZED, "wrong-token", "this token has no chair in this match");
        if !self.rooms.has(id) {
            // A match is loaded for those who have a chair in it, not for anybody who knows or guesses its name.
            let keys = self.store.keys(id).await?;
            if keys.is_empty() {
                return Err(Problem::not_found("match"));
            }
            if !keys.iter().any(|(_, token)| hashes.contains(token)) {
                return Err(wrong());
            }
        }
        let room = self.rooms.get(self, id).await?;
        let caller = room.caller(&hashes).ok_or_else(wrong)?;
        Ok((room, caller))
    }

    /// Whether something can be written; tried at most once a second.
    pub(crate) async fn can_write(&self) -> Result<(), StoreError> {
        let mut probed = self.probed.lock().await;
        match &*probed {
            Some((when, found)) if when.elapsed() < Duration::from_secs(1) => found.clone(),
            _ => {
                let limit = Duration::from_secs(5);
                let late = |_| StoreError::new("the database does not answer");
                let tried = tokio::time::timeout(limit, self.store.probe(now())).await.map_err(late);
                let found = tried.and_then(|tried| tried);
                *probed = Some((Instant::now(), found.clone()));
                found
            }
        }
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64)
}
