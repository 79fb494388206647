//! A room: a match in memory with everybody who follows it. All changes of a match go through `Room::commit`.

use crate::app::App;
use crate::changes::Last;
use crate::problem::Problem;
use crate::table::Table;
use crate::wire::{ChairState, LogPart, PlayerKind, Update};
use axum::body::Bytes;
use engine::{Game, GameInfo, SeatSet};
use std::cell::Cell;
use std::collections::HashMap;
use std::io::Write;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use store::{Entry, Kind, NewMatch};
use tokio::sync::{MutexGuard, broadcast};

/// How many updates a slow follower may lag behind before it is given the newest state at once.
const LAG: usize = 8;

thread_local! {
    /// Where updates are written before it is known how long they are.
    static DRAFT: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The longest draft that is kept for the next.
const LONGEST_DRAFT: usize = 128 << 10;

/// Something that is told to those who follow a match, as it goes over the wire.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The audience's version, in an update.
    pub(crate) version: Option<u64>,
    bytes: Bytes,
    /// Where in it the data begin.
    data: usize,
    /// The same as a change of what was told before, and the version that was.
    change: Option<(u64, Bytes)>,
}

impl Frame {
    pub(crate) fn new(event: &str, news: &impl serde::Serialize) -> Self {
        let data = serde_json::to_string(news).unwrap_or_default();
        let bytes = format!("event: {event}\ndata: {data}\n\n").into();
        Self { version: None, bytes, data: 0, change: None }
    }
    /// As an event of a stream.
    pub(crate) fn event(&self) -> Bytes {
        self.bytes.clone()
    }
    /// As an event of a stream whose reader knows what was told with the version `known`.
    pub(crate) fn change(&self, known: u64) -> Bytes {
        match &self.change {
            Some((from, bytes)) if *from == known => bytes.clone(),
            _ => self.event(),
        }
    }
    /// The data alone, as an answer.
    pub(crate) fn json(&self) -> Bytes {
        self.bytes.slice(self.data..self.bytes.len() - 2)
    }
}

/// A chair of a match in memory.
pub(crate) struct Chair {
    pub(crate) seats: SeatSet,
    /// None for spectators.
    pub(crate) kind: Option<PlayerKind>,
    pub(crate) level: Option<String>,
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

/// How the chairs can be come to: the hashes of each one's tokens.
type Keys = Vec<Vec<String>>;

#[derive(Default)]
struct Followers {
    audiences: HashMap<u16, broadcast::Sender<Frame>>,
    /// Of audiences some of whose readers want changes only: the scene that they were last told of.
    last: HashMap<u16, Last>,
    online: Vec<u32>,
}

/// A match with its chairs and followers.
pub(crate) struct Room {
    pub(crate) begun: NewMatch,
    pub(crate) game: Arc<dyn Game>,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) all_seats: SeatSet,
    table: tokio::sync::Mutex<Table>,
    followers: Mutex<Followers>,
    keys: Mutex<Keys>,
    /// Who made the match, as far as that is known: one maker's computers share their time.
    maker: OnceLock<String>,
    pub(crate) history: Arc<Mutex<crate::history::History>>,
    pub(crate) computer: crate::computer::Driver,
    pub(crate) touched: AtomicI64,
    pub(crate) is_new: AtomicBool,
}

impl Room {
    pub(crate) fn new(begun: NewMatch, game: Arc<dyn Game>, table: Table) -> Self {
        let chairs: Vec<_> = begun
            .chairs
            .iter()
            .map(|c| Chair {
                seats: crate::table::seats(game.info(), &c.seats),
                kind: PlayerKind::parse(&c.kind),
                level: c.level.clone(),
            })
            .collect();
        let followers = Followers { online: vec![0; chairs.len()], ..Followers::default() };
        Self {
            all_seats: chairs.iter().fold(SeatSet::NONE, |all, c| all.union(c.seats)),
            game,
            chairs,
            keys: Mutex::new(begun.chairs.iter().map(|c| c.tokens.clone()).collect()),
            begun: NewMatch { entries: Vec::new(), chairs: Vec::new(), ..begun },
            table: tokio::sync::Mutex::new(table),
            followers: Mutex::new(followers),
            maker: OnceLock::new(),
            history: Arc::default(),
            computer: crate::computer::Driver::default(),
            touched: AtomicI64::new(crate::app::now()),
            is_new: AtomicBool::new(true),
        }
    }

    /// Title, seats, scenarios of the game.
    pub(crate) fn info(&self) -> &GameInfo {
        self.game.info()
    }

    /// Whom the time of this match's computers is counted for.
    pub(crate) fn creator(&self) -> &str {
        self.maker.get().map_or(self.id(), String::as_str)
    }

    /// Says who made the match.
    pub(crate) fn made_by(&self, maker: &str) {
        let _ = self.maker.set(maker.to_owned());
    }

    fn keys(&self) -> std::sync::MutexGuard<'_, Keys> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether anybody has a token of a chair.
    pub(crate) fn is_taken(&self, chair: usize) -> bool {
        self.keys().get(chair).is_some_and(|tokens| !tokens.is_empty())
    }

    /// Takes in who holds the chairs now, and tells everybody.
    pub(crate) fn renew_chairs(&self, chairs: Vec<store::Chair>) {
        *self.keys() = chairs.into_iter().map(|c| c.tokens).collect();
        self.tell_all("presence", &crate::wire::Presence { chairs: self.chair_states() });
    }

    /// The match's id.
    pub(crate) fn id(&self) -> &str {
        &self.begun.id
    }

    /// Who holds these tokens here.
    pub(crate) fn caller(&self, hashes: &[String]) -> Option<Caller> {
        let keys = self.keys();
        let holds = |tokens: &[String]| tokens.iter().any(|t| hashes.contains(t));
        let chairs: Vec<usize> = (0..keys.len()).filter(|&i| holds(&keys[i])).collect();
        let seats = chairs.iter().fold(SeatSet::NONE, |all, &i| all.union(self.chairs[i].seats));
        (!chairs.is_empty()).then_some(Caller { chairs, seats })
    }

    /// The match, once nobody else works on it. A match in doubt is loaded anew.
    pub(crate) async fn table(&self, app: &App) -> Result<MutexGuard<'_, Table>, Problem> {
        self.touched.store(crate::app::now(), Ordering::Relaxed);
        let mut table = self.table.lock().await;
        if table.unsure {
            *table = Box::pin(app.rooms.load_table(app, self.id())).await?.1;
        }
        Ok(table)
    }

    /// The match with all its actions: for those who want to know what was said in them.
    pub(crate) async fn whole_table(&self, app: &App) -> Result<MutexGuard<'_, Table>, Problem> {
        let mut table = self.table(app).await?;
        self.complete(app, &mut table).await?;
        Ok(table)
    }

    /// Reads what the match in memory no longer knows of, or plays it again if it was not kept.
    pub(crate) async fn complete(&self, app: &App, table: &mut Table) -> Result<(), Problem> {
        if table.is_whole() {
            return Ok(());
        }
        let chapters = app.kept_chapters(self.id(), table.game.skipped()).await;
        if chapters.is_some_and(|chapters| table.recall(&chapters)) {
            app.metrics.recalls.add(1);
        } else {
            let answered = std::mem::take(&mut table.answered);
            *table = Box::pin(app.rooms.load_whole(app, self.id())).await?;
            table.answered = answered;
        }
        Ok(())
    }

    /// The same, if an update of these seats needs it: see [`Room::update`].
    pub(crate) async fn complete_for(
        &self,
        app: &App,
        table: &mut Table,
        seats: SeatSet,
        since: Option<u64>,
        most: Option<usize>,
    ) -> Result<(), Problem> {
        if !table.is_whole() && table.told_from(seats, since, most) < table.game.skipped() {
            self.complete(app, table).await?;
        }
        Ok(())
    }

    pub(crate) fn tell(&self, audience: u16, frame: Frame) {
        if let Some(sender) = self.followers().audiences.get(&audience) {
            let _ = sender.send(frame);
        }
    }

    /// Tells everybody the same.
    pub(crate) fn tell_all(&self, event: &str, news: &impl serde::Serialize) {
        let frame = Frame::new(event, news);
        for sender in self.followers().audiences.values() {
            let _ = sender.send(frame.clone());
        }
    }

    /// Follows the match with the eyes of these seats, by changes if they are wanted.
    pub(crate) fn follow(&self, seats: SeatSet, changes: bool) -> broadcast::Receiver<Frame> {
        let mut followers = self.followers();
        if changes {
            followers.last.entry(seats.0).or_default();
        }
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
        let person = |(i, chair): (usize, &Chair)| {
            matches!(chair.kind, Some(PlayerKind::Here | PlayerKind::Link)) && self.followers().online[i] > 0
        };
        self.computer.set_watched(self.chairs.iter().enumerate().any(person));
        self.tell_all("presence", &crate::wire::Presence { chairs: self.chair_states() });
    }

    /// Whether anybody follows the match.
    pub(crate) fn is_followed(&self) -> bool {
        self.followers().online.iter().any(|&n| n > 0)
    }

    /// The audiences that somebody follows with.
    pub(crate) fn audiences(&self) -> Vec<u16> {
        let mut followers = self.followers();
        let Followers { audiences, last, .. } = &mut *followers;
        audiences.retain(|_, sender| sender.receiver_count() > 0);
        last.retain(|audience, _| audiences.contains_key(audience));
        followers.audiences.keys().copied().collect()
    }

    fn followers(&self) -> std::sync::MutexGuard<'_, Followers> {
        self.followers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The chairs as everybody sees them.
    pub(crate) fn chair_states(&self) -> Vec<ChairState> {
        let followers = self.followers();
        let keys = self.keys();
        let state = |(i, chair): (usize, &Chair)| {
            let kind = chair.kind?;
            Some(ChairState {
                joined: kind != PlayerKind::Link || keys.get(i).is_some_and(|tokens| !tokens.is_empty()),
                seats: self.info().seat_ids(chair.seats),
                kind,
                level: chair.level.clone(),
                online: kind == PlayerKind::Computer || followers.online[i] > 0,
            })
        };
        self.chairs.iter().enumerate().filter_map(state).collect()
    }

    /// How the match stands for these seats, with what was said since a version (without one: everything), of which
    /// at most the last `most` sentences. The scene is left out. [`Room::complete_for`] comes before it.
    pub(crate) fn update(
        &self,
        table: &mut Table,
        seats: SeatSet,
        since: Option<u64>,
        most: Option<usize>,
    ) -> Update {
        let eyes = table.eyes(seats);
        let over = table.is_over();
        let actions = table.told_from(seats, since, most);
        let mut from = table.sentences_before(actions, eyes);
        let mut events = table.sentences_from(actions, eyes);
        if let Some(surplus) = most.and_then(|most| events.len().checked_sub(most)) {
            events.drain(..surplus);
            from += surplus;
        }
        Update {
            r#match: self.id().to_owned(),
            game: self.begun.game.clone(),
            scenario: table.game.scenario().to_owned(),
            options: table.game.options().clone(),
            version: table.version_for(seats),
            length: table.length_for(seats),
            at: None,
            seats: self.info().seat_ids(seats),
            chairs: self.chair_states(),
            status: table.status(),
            undo: !over && !table.archived && table.frozen.is_none() && table.game.can_undo(seats),
            commitment: table.game.commitment(),
            seed: over.then(|| table.seed.to_string()),
            archived: table.archived,
            imported: table.imported,
            frozen: table.frozen.clone(),
            rematch: table.rematch.clone(),
            answered: table.answered_for(seats),
            log: LogPart { from, events },
            scene: Box::default(),
        }
    }

    /// [`Room::update`] with its scene, as an event of a stream.
    pub(crate) fn write(
        &self,
        table: &mut Table,
        seats: SeatSet,
        since: Option<u64>,
        most: Option<usize>,
    ) -> Frame {
        let update = self.update(table, seats, since, most);
        written(&update, table, table.eyes(seats)).0
    }

    /// The same for everybody who follows with these eyes: also as a change, if somebody wants that.
    pub(crate) fn write_news(&self, table: &mut Table, seats: SeatSet, since: u64) -> Frame {
        let update = self.update(table, seats, Some(since), None);
        let (mut frame, scene) = written(&update, table, table.eyes(seats));
        if let Some(last) = self.followers().last.get_mut(&seats.0) {
            let scene = std::str::from_utf8(&frame.bytes[scene]).unwrap_or_default();
            let change = last.renew(update.version, scene);
            frame.change = change.map(|(from, changes)| {
                let write = |out: &mut Vec<u8>| out.extend_from_slice(changes.as_bytes());
                (from, event("change", &update, "changes", write).0)
            });
        }
        frame
    }

    /// An entry that is still to be numbered.
    pub(crate) fn entry(kind: Kind, seat: String, text: String, key: Option<String>) -> Entry {
        Entry { kind, seat, text, key, ..Entry::default() }
    }
}

/// An update with its scene, and where in it the scene is.
fn written(update: &Update, table: &Table, eyes: SeatSet) -> (Frame, Range<usize>) {
    let write = |out: &mut Vec<u8>| table.game.write_scene(eyes, out);
    let (bytes, data, scene) = event("update", update, "scene", write);
    (Frame { version: Some(update.version), bytes, data, change: None }, scene)
}

/// An update as an event, with another last field in the place of its scene; where in it the data begin, and where that field is.
fn event(
    name: &str,
    update: &Update,
    field: &str,
    write: impl FnOnce(&mut Vec<u8>),
) -> (Bytes, usize, Range<usize>) {
    let mut bytes = DRAFT.take();
    bytes.clear();
    let _ = write!(bytes, "event: {name}\nid: {}\ndata: ", update.version);
    let data = bytes.len();
    let _ = serde_json::to_writer(&mut bytes, update);
    // The scene is the last field, and empty so far.
    bytes.truncate(bytes.len() - "\"scene\":null}".len());
    let _ = write!(bytes, "\"{field}\":");
    let begun = bytes.len();
    write(&mut bytes);
    let ended = bytes.len();
    bytes.extend_from_slice(b"}\n\n");
    let exact = Bytes::copy_from_slice(&bytes);
    if bytes.capacity() <= LONGEST_DRAFT {
        DRAFT.set(bytes);
    }
    (exact, data, begun..ended)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::past::tests::{begun, game};
    use engine::Seat;

    #[test]
    fn nothing_is_written_for_those_who_have_no_stream() {
        let (game, stored) = (game(), begun());
        let table = Table::fresh(&game, &stored).unwrap();
        let room = Room::new(stored.begun, game, table);
        assert!(room.audiences().is_empty());
        let red = SeatSet::one(Seat(0));
        let (one, other) = (room.follow(red, true), room.follow(red, false));
        assert_eq!(room.audiences(), [red.0]);
        drop(one);
        assert_eq!(room.audiences(), [red.0], "somebody is still there");
        drop(other);
        assert!(room.audiences().is_empty());
        assert!(room.followers().last.is_empty(), "nor is the last scene kept for anybody");
    }
}
