//! The rooms in memory: loaded when somebody asks, kept while somebody looks, caught up when another server writes.

use crate::app::App;
use crate::problem::Problem;
use crate::room::Room;
use crate::table::Table;
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use store::{Change, NewMatch};
use tokio::sync::OnceCell;

type Slot = Arc<OnceCell<Arc<Room>>>;

/// The rooms in memory.
#[derive(Default)]
pub(crate) struct Rooms {
    slots: Mutex<HashMap<String, Slot>>,
}

impl Rooms {
    fn slots(&self) -> std::sync::MutexGuard<'_, HashMap<String, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many matches are in memory.
    pub(crate) fn loaded(&self) -> usize {
        self.slots().len()
    }

    /// The room of a match, loaded if need be. Two who ask at once wait for the same load.
    pub(crate) async fn get(&self, app: &Arc<App>, id: &str) -> Result<Arc<Room>, Problem> {
        let slot = self.slots().entry(id.to_owned()).or_default().clone();
        let loaded = slot
            .get_or_try_init(|| async {
                let (begun, table) = self.load_table(app, id).await?;
                let info = app.registry.game(&begun.game)?.info().clone();
                Ok::<_, Problem>(Arc::new(Room::new(begun, &info, table)))
            })
            .await
            .cloned();
        let room = match loaded {
            Ok(room) => room,
            Err(problem) => {
                self.slots().retain(|key, slot| key != id || slot.initialized());
                return Err(problem);
            }
        };
        if room.is_new.swap(false, Ordering::Relaxed) {
            crate::computer::drive(app, &room, Duration::ZERO);
        }
        Ok(room)
    }

    /// Reads a match and plays it again.
    pub(crate) async fn load_table(&self, app: &App, id: &str) -> Result<(NewMatch, Table), Problem> {
        let stored = app.store.load(id).await?.ok_or_else(|| Problem::not_found("match"))?;
        let game = app.registry.game(&stored.begun.game)?.clone();
        let replay = move || {
            let table = Table::replay(&game, &stored);
            (stored.begun, table)
        };
        let (begun, table) = tokio::task::spawn_blocking(replay)
            .await
            .map_err(|_| Problem::internal("the match can't be played again"))?;
        Ok((begun, table?))
    }

    /// Forgets matches that nobody has looked at for a while.
    fn tidy(&self, idle: Duration) {
        let old = crate::app::now() - idle.as_millis() as i64;
        self.slots().retain(|_, slot| {
            slot.get().is_none_or(|room| {
                room.touched.load(Ordering::Relaxed) > old || room.is_followed() || room.computer.is_busy()
            })
        });
    }

    fn in_memory(&self, id: &str) -> Option<Arc<Room>> {
        self.slots().get(id).and_then(|slot| slot.get().cloned())
    }

    fn all(&self) -> Vec<Arc<Room>> {
        self.slots().values().filter_map(|slot| slot.get().cloned()).collect()
    }
}

/// Keeps the rooms in order until the server ends: forgets old ones, follows what other servers write.
pub(crate) async fn keep(app: Weak<App>) {
    let Some(mut changes) = app.upgrade().map(|app| app.store.changes()) else { return };
    let mut tidying = tokio::time::interval(Duration::from_secs(30));
    loop {
        let change = tokio::select! {
            _ = tidying.tick() => None,
            change = changes.recv() => match change {
                Ok(change) => Some(change),
                Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => Some(Change::Unknown),
                Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
            },
        };
        let Some(app) = app.upgrade() else { return };
        match change {
            None => {
                app.rooms.tidy(Duration::from_secs(app.config.limits.idle));
                app.limits.tidy();
                app.sessions.tidy();
            }
            Some(Change::Entry(id, seq)) => {
                if let Some(room) = app.rooms.in_memory(&id) {
                    tokio::spawn(follow(app, room, seq));
                }
            }
            Some(Change::Match(id)) => {
                if let Some(room) = app.rooms.in_memory(&id) {
                    tokio::spawn(renew(app, room));
                }
            }
            Some(Change::Unknown) => {
                for room in app.rooms.all() {
                    tokio::spawn(follow(app.clone(), room, u64::MAX));
                }
            }
        }
    }
}

/// Catches up with another server's entry, if it is news.
async fn follow(app: Arc<App>, room: Arc<Room>, seq: u64) {
    let known = match room.table(&app).await {
        Ok(table) => table.version,
        Err(_) => return,
    };
    if known >= seq {
        return;
    }
    if let Err(problem) = room.catch_up(&app).await {
        tracing::warn!(room = room.id(), problem = &*problem.detail, "a match can't be caught up with");
    }
    // The other server plays the computers' seats; this one only if nothing comes of that.
    crate::computer::drive(&app, &room, Duration::from_secs(5));
}

/// Reads again whether a match was put away or has a rematch.
async fn renew(app: Arc<App>, room: Arc<Room>) {
    let Ok(Some(stored)) = app.store.load(room.id()).await else { return };
    let Ok(mut table) = room.table(&app).await else { return };
    table.archived = stored.archived.is_some();
    if table.rematch != stored.rematch {
        table.rematch.clone_from(&stored.rematch);
        if let Some(id) = stored.rematch {
            room.tell_all("rematch", &crate::wire::RematchNews { r#match: id });
        }
    }
}
