//! What all requests share.

use crate::config::Config;
use crate::limits::Gate;
use crate::maps::Maps;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::room::{Caller, Room};
use crate::rooms::Rooms;
use crate::sessions::Sessions;
use crate::tokens;
use crate::web::Web;
use axum::http::{HeaderMap, StatusCode};
use engine::Registry;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use store::Store;
use tokio::sync::{Semaphore, watch};

/// What all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) registry: Registry,
    pub(crate) store: Store,
    pub(crate) rooms: Rooms,
    pub(crate) limits: Arc<Gate>,
    pub(crate) metrics: Metrics,
    pub(crate) sessions: Sessions,
    pub(crate) web: Web,
    pub(crate) maps: Maps,
    /// As many permits as decisions that computers may think about at the same time.
    pub(crate) computers: Arc<Semaphore>,
    /// As many permits as other long computations (previews, replays) may run at the same time.
    pub(crate) workers: Arc<Semaphore>,
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
        let room = self.rooms.get(self, id).await?;
        let caller = room.caller(&hashes).ok_or_else(|| {
            Problem::new(StatusCode::UNAUTHORIZED, "wrong-token", "this token has no chair in this match")
        })?;
        Ok((room, caller))
    }

    /// Runs a long computation where it keeps nobody waiting.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let _permit = self.workers.acquire().await.map_err(|_| Problem::internal("the server is ending"))?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Problem::internal("the computation failed"))
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64)
}
