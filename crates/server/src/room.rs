//! A room: a match in memory with everybody who follows it. All changes of a match go through [`Room::commit`].

use crate::app::App;
use crate::problem::Problem;
use crate::table::Table;
use crate::wire::{ChairState, LogPart, PlayerKind, Update};
use engine::{GameInfo, SeatSet};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use store::{Appended, Entry, Kind, NewMatch};
use tokio::sync::{MutexGuard, broadcast};

/// How many updates a slow follower may lag behind before it is given the newest state at once.
const LAG: usize = 32;

/// Something that is told to those who follow a match.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) event: &'static str,
    /// The match's version, in an update.
    pub(crate) version: Option<u64>,
    pub(crate) data: Arc<str>,
}

/// A chair of a match in memory.
pub(crate) struct Chair {
    pub(crate) seats: SeatSet,
    /// None for spectators.
    pub(crate) kind: Option<PlayerKind>,
    pub(crate) level: Option<String>,
    pub(crate) token: Option<String>,
}

/// Who is asking: the chairs whose tokens came with the request, and all their seats.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) chairs: Vec<usize>,
    pub(crate) seats: SeatSet,
}

impl Caller {
    /// Refuses those who only watch.
    pub(crate) fn must_play(&self, why: &'static str) -> Result<(), Problem> {
        if self.seats.is_empty() { Err(Problem::forbidden("spectator", why)) } else { Ok(()) }
    }
}

#[derive(Default)]
struct Followers {
    audiences: HashMap<u16, broadcast::Sender<Frame>>,
    online: Vec<u32>,
}

/// A match with its chairs and followers.
pub(crate) struct Room {
    pub(crate) begun: NewMatch,
    pub(crate) info: GameInfo,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) all_seats: SeatSet,
    table: tokio::sync::Mutex<Table>,
    followers: Mutex<Followers>,
    pub(crate) history: Arc<Mutex<crate::history::History>>,
    pub(crate) computer: crate::computer::Driver,
    pub(crate) touched: AtomicI64,
    pub(crate) is_new: AtomicBool,
}

impl Room {
    pub(crate) fn new(begun: NewMatch, info: &GameInfo, table: Table) -> Self {
        let set = |ids: &str| ids.split(',').filter_map(|id| info.seat(id)).collect::<SeatSet>();
        let chairs: Vec<_> = begun
            .chairs
            .iter()
            .map(|c| Chair {
                seats: set(&c.seats),
                kind: PlayerKind::parse(&c.kind),
                level: c.level.clone(),
                token: c.token.clone(),
            })
            .collect();
        let followers = Followers { online: vec![0; chairs.len()], ..Followers::default() };
        Self {
            all_seats: chairs.iter().fold(SeatSet::NONE, |all, c| all.union(c.seats)),
            info: info.clone(),
            chairs,
            begun: NewMatch { entries: Vec::new(), ..begun },
            table: tokio::sync::Mutex::new(table),
            followers: Mutex::new(followers),
            history: Arc::default(),
            computer: crate::computer::Driver::default(),
            touched: AtomicI64::new(crate::app::now()),
            is_new: AtomicBool::new(true),
        }
    }

    /// The match's id.
    pub(crate) fn id(&self) -> &str {
        &self.begun.id
    }

    /// Who holds these tokens here.
    pub(crate) fn caller(&self, hashes: &[String]) -> Option<Caller> {
        let holds = |c: &Chair| c.token.as_ref().is_some_and(|t| hashes.contains(t));
        let chairs: Vec<usize> = (0..self.chairs.len()).filter(|&i| holds(&self.chairs[i])).collect();
        let seats = chairs.iter().fold(SeatSet::NONE, |all, &i| all.union(self.chairs[i].seats));
        (!chairs.is_empty()).then_some(Caller { chairs, seats })
    }

    /// The match, once nobody else works on it. A match in doubt is loaded anew.
    pub(crate) async fn table(&self, app: &App) -> Result<MutexGuard<'_, Table>, Problem> {
        self.touched.store(crate::app::now(), Ordering::Relaxed);
        let mut table = self.table.lock().await;
        if table.unsure {
            *table = app.rooms.load_table(app, self.id()).await?.1;
        }
        Ok(table)
    }

    /// Lets something happen: in memory, on disk, and to everybody who follows. Must not be cancelled half-way, so
    /// callers run it in a task of its own.
    pub(crate) async fn commit(
        &self,
        app: &App,
        table: &mut Table,
        mut entry: Entry,
    ) -> Result<HashMap<u16, Arc<str>>, Problem> {
        if table.archived {
            return Err(Problem::conflict("archived", "the match was put away"));
        }
        entry.seq = table.version + 1;
        entry.at = crate::app::now();
        table.unsure = true;
        if let Err(refusal) = table.apply(&entry) {
            table.unsure = false;
            return Err(refusal.into());
        }
        match app.store.append(self.id(), entry.clone()).await {
            Ok(Appended::Done) => {
                table.count(&entry);
                table.unsure = false;
                app.metrics.entry(entry.kind);
                Ok(self.announce(table, entry.seq - 1))
            }
            Ok(Appended::Taken) => {
                app.metrics.conflicts.add(1);
                *table = app.rooms.load_table(app, self.id()).await?.1;
                self.announce(table, entry.seq - 1);
                Err(Problem::conflict("stale", "somebody else acted first"))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Takes in what another server wrote.
    pub(crate) async fn catch_up(&self, app: &App) -> Result<(), Problem> {
        let mut table = self.table(app).await?;
        for entry in app.store.entries(self.id(), table.version).await? {
            table.unsure = true;
            table.apply(&entry)?;
            table.count(&entry);
            table.unsure = false;
            self.announce(&mut table, entry.seq - 1);
        }
        Ok(())
    }

    /// Tells every follower how the match stands now; they all know it up to the version `since`. Gives back what was
    /// said to whom.
    pub(crate) fn announce(&self, table: &mut Table, since: u64) -> HashMap<u16, Arc<str>> {
        let audiences: Vec<u16> = {
            let mut followers = self.followers();
            followers.audiences.retain(|_, sender| sender.receiver_count() > 0);
            followers.audiences.keys().copied().collect()
        };
        let mut said = HashMap::new();
        for audience in audiences {
            let data = self.write(table, SeatSet(audience), Some(since), None);
            said.insert(audience, data.clone());
            self.tell(audience, Frame { event: "update", version: Some(table.version), data });
        }
        said
    }

    fn tell(&self, audience: u16, frame: Frame) {
        if let Some(sender) = self.followers().audiences.get(&audience) {
            let _ = sender.send(frame);
        }
    }

    /// Tells everybody the same.
    pub(crate) fn tell_all(&self, event: &'static str, news: &impl serde::Serialize) {
        let data: Arc<str> = serde_json::to_string(news).unwrap_or_default().into();
        for sender in self.followers().audiences.values() {
            let _ = sender.send(Frame { event, version: None, data: data.clone() });
        }
    }

    /// Follows the match with the eyes of these seats.
    pub(crate) fn follow(&self, seats: SeatSet) -> broadcast::Receiver<Frame> {
        let mut followers = self.followers();
        followers.audiences.entry(seats.0).or_insert_with(|| broadcast::channel(LAG).0).subscribe()
    }

    /// Somebody on these chairs came (or went).
    pub(crate) fn attend(&self, chairs: &[usize], came: bool) {
        {
            let mut followers = self.followers();
            for &chair in chairs {
                let count = &mut followers.online[chair];
                *count = if came { *count + 1 } else { count.saturating_sub(1) };
            }
        }
        self.tell_all("presence", &crate::wire::Presence { chairs: self.chair_states() });
    }

    /// Whether anybody follows the match.
    pub(crate) fn is_followed(&self) -> bool {
        self.followers().online.iter().any(|&n| n > 0)
    }

    fn followers(&self) -> std::sync::MutexGuard<'_, Followers> {
        self.followers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The chairs as everybody sees them.
    pub(crate) fn chair_states(&self) -> Vec<ChairState> {
        let followers = self.followers();
        let state = |(i, chair): (usize, &Chair)| {
            let kind = chair.kind?;
            Some(ChairState {
                seats: self.info.seat_ids(chair.seats),
                kind,
                level: chair.level.clone(),
                online: kind == PlayerKind::Computer || followers.online[i] > 0,
            })
        };
        self.chairs.iter().enumerate().filter_map(state).collect()
    }

    /// How the match stands for these seats, with what was said since a version (without one: everything), of which
    /// at most the last `most` sentences.
    pub(crate) fn update(
        &self,
        table: &mut Table,
        seats: SeatSet,
        since: Option<u64>,
        most: Option<usize>,
    ) -> Update {
        let eyes = table.eyes(seats);
        let over = table.is_over();
        // When the truth comes out, the whole log is another one.
        let actions = if over { 0 } else { since.map_or(0, |version| table.unchanged_since(version)) };
        let mut from = table.sentences_before(actions, eyes);
        let mut events = table.sentences_from(actions, eyes);
        if let Some(surplus) = most.and_then(|most| events.len().checked_sub(most)) {
            events.drain(..surplus);
            from += surplus;
        }
        let scene = RawValue::from_string(table.game.scene(eyes)).unwrap_or_default();
        Update {
            r#match: self.id().to_owned(),
            game: self.begun.game.clone(),
            scenario: table.game.scenario().to_owned(),
            options: table.game.options().clone(),
            version: table.version,
            length: table.game.length(),
            at: None,
            seats: self.info.seat_ids(seats),
            chairs: self.chair_states(),
            status: table.status(),
            undo: !over && !table.archived && table.game.can_undo(seats),
            commitment: table.game.commitment(),
            seed: over.then(|| table.seed.to_string()),
            archived: table.archived,
            rematch: table.rematch.clone(),
            scene,
            log: LogPart { from, events },
        }
    }

    /// [`Room::update`] as text.
    pub(crate) fn write(
        &self,
        table: &mut Table,
        seats: SeatSet,
        since: Option<u64>,
        most: Option<usize>,
    ) -> Arc<str> {
        serde_json::to_string(&self.update(table, seats, since, most)).unwrap_or_default().into()
    }

    /// An entry that is still to be numbered.
    pub(crate) fn entry(kind: Kind, seat: String, text: String, key: Option<String>) -> Entry {
        Entry { seq: 0, kind, seat, text, key, at: 0 }
    }
}
