//! The rooms in memory: loaded when somebody asks, kept while somebody looks, caught up when another server writes.

use crate::app::App;
use crate::problem::Problem;
use crate::room::Room;
use crate::snapshots::{Chapter, Moment};
use crate::table::Table;
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use store::{Change, NewMatch, StoredMatch};
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

    /// Whether a match is in memory.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.in_memory(id).is_some()
    }

    /// The room of a match, loaded if need be. Two who ask at once wait for the same load.
    pub(crate) async fn get(&self, app: &Arc<App>, id: &str) -> Result<Arc<Room>, Problem> {
        let slot = self.slots().entry(id.to_owned()).or_default().clone();
        let loaded = slot
            .get_or_try_init(|| async {
                let (begun, table) = self.load_table(app, id).await?;
                let game = app.registry.game(&begun.game)?.clone();
                Ok::<_, Problem>(Arc::new(Room::new(begun, game, table)))
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
            crate::commit::wake(app, &room);
        }
        Ok(room)
    }

    /// Reads a match and plays it again, from the last moment that was kept of it.
    pub(crate) async fn load_table(&self, app: &App, id: &str) -> Result<(NewMatch, Table), Problem> {
        let stored = app.store.load(id).await?.ok_or_else(|| Problem::not_found("match"))?;
        let entries = stored.begun.entries.last().map_or(0, |e| e.seq);
        let moment = app.kept_lately(id, entries).await;
        let (begun, table, moments) = replay(app, stored, moment).await?;
        app.metrics.load(table.is_whole());
        moments.iter().for_each(|kept| app.keep(id, kept));
        Ok((begun, table))
    }

    /// Reads a match and plays it again from its start.
    pub(crate) async fn load_whole(&self, app: &App, id: &str) -> Result<Table, Problem> {
        let stored = app.store.load(id).await?.ok_or_else(|| Problem::not_found("match"))?;
        app.metrics.load(true);
        Ok(replay(app, stored, None).await?.1)
    }

    /// Forgets a match that was removed.
    pub(crate) fn forget(&self, id: &str) {
        self.slots().remove(id);
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

/// Plays a match again on a thread of its own: from a moment, or from its start if there is none or if it leads elsewhere. Gives
/// also the moments on the way that are worth keeping.
async fn replay(
    app: &App,
    stored: StoredMatch,
    moment: Option<Moment>,
) -> Result<(NewMatch, Table, Vec<(Moment, Chapter)>), Problem> {
    let game = app.registry.game(&stored.begun.game).map_err(|r| unreadable(&r))?.clone();
    let work = move || {
        let resumed = moment.and_then(|moment| Table::resume(&game, &stored, &moment));
        let table = match resumed {
            Some(table) => Ok((table, Vec::new())),
            None => Table::replay(&game, &stored),
        };
        (stored.begun, table)
    };
    let closed = |_| Problem::internal("the server is ending");
    let _place = app.loaders.acquire().await.map_err(closed)?;
    let (begun, table) = tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| Problem::internal("the match can't be played again"))?;
    let (table, moments) = table.map_err(|r| unreadable(&r))?;
    Ok((begun, table, moments))
}

/// Says of a match that can't even be begun under this program's rules that it is still there.
fn unreadable(refusal: &engine::Refusal) -> Problem {
    let detail = format!(
        "this match can't be shown by this program ({}); it is kept, and can be saved as a file",
        refusal.message
    );
    Problem::conflict("unreadable", detail)
}

/// Removes matches that were made long ago and never played.
async fn expire(app: Arc<App>) {
    let old = crate::app::now() - (app.config.limits.unplayed_days * 86_400_000) as i64;
    let found = match app.store.unplayed(old).await {
        Ok(found) => found,
        Err(error) => return tracing::warn!(%error, "unplayed matches can't be looked for"),
    };
    for id in found {
        if app.rooms.in_memory(&id).is_some_and(|room| room.is_followed()) {
            continue;
        }
        match app.store.remove(&id).await {
            Ok(_) => app.rooms.forget(&id),
            Err(error) => return tracing::warn!(%error, "an unplayed match can't be removed"),
        }
    }
}

/// Keeps the rooms in order until the server ends: forgets old ones, follows what other servers write.
pub(crate) async fn keep(app: Weak<App>) {
    let Some(mut changes) = app.upgrade().map(|app| app.store.changes()) else { return };
    let mut tidying = tokio::time::interval(Duration::from_secs(30));
    let mut expiring = tokio::time::interval(Duration::from_secs(3_600));
    loop {
        let change = tokio::select! {
            _ = tidying.tick() => None,
            _ = expiring.tick() => {
                if let Some(app) = app.upgrade() {
                    tokio::spawn(expire(app));
                }
                continue;
            }
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
                app.turns.tidy();
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

/// Reads again who holds the chairs of a match, and whether it was put away or has a rematch.
async fn renew(app: Arc<App>, room: Arc<Room>) {
    let Ok(Some(stored)) = app.store.load(room.id()).await else { return };
    room.renew_chairs(stored.begun.chairs);
    let Ok(mut table) = room.table(&app).await else { return };
    table.archived = stored.archived.is_some();
    if table.rematch != stored.rematch {
        table.rematch.clone_from(&stored.rematch);
        if let Some(id) = stored.rematch {
            room.tell_all("rematch", &crate::wire::RematchNews { r#match: id });
        }
    }
}
