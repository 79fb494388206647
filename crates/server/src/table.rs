//! A match in memory: the engine's match and what the server keeps beside it.

use crate::past::Past;
use crate::problem::Problem;
use crate::snapshots::{Chapter, Moment};
use engine::{Event, Game, GameInfo, Match, Options, Order, Outcome, Refusal, Seat, SeatSet, Seed, Status};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use store::{Entry, Kind, NewMatch, StoredMatch};

/// A hash of the position is kept with every so many entries.
const HASHED: u64 = 64;
/// How many keys of requests are remembered.
const MOST_KEYS: usize = 32;
/// The mark of an entry that everybody noticed.
pub(crate) const EVERYBODY: u16 = u16::MAX;
/// The bit of who saw an action that stands for those who see only what is public.
const PUBLIC: Seat = Seat(15);

/// A match in memory.
///
/// What an audience is told (versions, lengths, moments) counts what it could notice, never what happened: how often
/// somebody else decided something in secret is a secret too.
pub(crate) struct Table {
    pub(crate) game: Box<dyn Match>,
    /// The actions before the first one that `game` knows of.
    pub(crate) past: Past,
    /// The number of the last entry after which a moment was kept, and how many actions stood then.
    pub(crate) kept: u64,
    pub(crate) kept_at: usize,
    /// How many actions stood at the moment before.
    pub(crate) settled: usize,
    /// The number of the last entry.
    pub(crate) version: u64,
    /// How many actions stood after each entry as they had stood before; the first is the start's 0.
    lengths: Vec<u32>,
    /// The number of the action that was last taken back.
    pub(crate) cut: usize,
    /// The seats of each chair; spectators have none.
    chairs: Vec<SeatSet>,
    /// For each entry, which chairs noticed it: a bit a chair.
    seen: Vec<u16>,
    /// The same for each action that stands.
    pub(crate) steps: Vec<u16>,
    /// When something last happened that a chair noticed.
    changed: Vec<i64>,
    /// The last entries that came with a key: key, kind and text. A request is sent again within moments; the database
    /// knows all keys.
    keys: VecDeque<(String, Kind, String)>,
    /// For each audience, how many sentences of its log the first so many actions made.
    pub(crate) sentences: HashMap<u16, Vec<u32>>,
    pub(crate) resigned: Option<Outcome>,
    pub(crate) archived: bool,
    pub(crate) rematch: Option<String>,
    /// The seed that the dice now follow from.
    pub(crate) seed: Seed,
    /// How many of the first actions were brought from a file.
    pub(crate) imported: Option<usize>,
    /// Why nothing more can be played here, although the game is not over.
    pub(crate) frozen: Option<String>,
    pub(crate) undos: u32,
    /// What standing orders answered to the last action.
    pub(crate) answered: Vec<(Seat, String)>,
    /// Whether standing orders are silent: an answer of theirs may just have been taken back.
    held: bool,
    /// Set while the match is being changed: whoever finds it set must load the match anew.
    pub(crate) unsure: bool,
}

/// The match of a game as it begins.
pub(crate) fn begin(game: &dyn Game, begun: &NewMatch) -> Result<Box<dyn Match>, Refusal> {
    let bad = |message: String| Refusal::new("bad-match", message);
    let seed = Seed::parse(&begun.seed).map_err(bad)?;
    match &begun.position {
        Some(text) => {
            let position =
                serde_json::from_str(text).map_err(|e| bad(format!("the match's position: {e}")))?;
            game.load_position(&position, seed)
        }
        None => {
            let options: Options =
                serde_json::from_str(&begun.options).map_err(|e| bad(format!("the match's options: {e}")))?;
            game.start(&begun.scenario, &options, seed)
        }
    }
}

/// Why a match can't be gone on with by this program: it was played under other rules or with other data.
pub(crate) fn foreign(game: &dyn Game, begun: &NewMatch) -> Option<String> {
    let info = game.info();
    if begun.rules != i64::from(info.version) {
        return Some(format!(
            "this match is played under rules version {} of {}, and this program has version {}: it can be looked at and saved, not gone on with",
            begun.rules, info.title, info.version
        ));
    }
    (begun.data != game.fingerprint()).then(|| {
        format!(
            "this match of {} is played with other data files than this program has: it can be looked at and saved, not gone on with",
            info.title
        )
    })
}

/// The seats that a chair's list of ids names.
pub(crate) fn seats(info: &GameInfo, ids: &str) -> SeatSet {
    ids.split(',').filter_map(|id| info.seat(id)).collect()
}

impl Table {
    /// Plays everything again that is stored of a match; under other rules, as far as they allow. Gives the moments on the way
    /// that are worth keeping.
    pub(crate) fn replay(
        game: &Arc<dyn Game>,
        stored: &StoredMatch,
    ) -> Result<(Self, Vec<(Moment, Chapter)>), Refusal> {
        let mut table = Self::fresh(game, stored)?;
        let mut moments = Vec::new();
        if table.frozen.is_some() || !table.hurry_through(&stored.begun.entries, &mut moments) {
            moments.clear();
            table = Self::fresh(game, stored)?;
            table.feel_through(&stored.begun.entries);
        }
        Ok((table, moments))
    }

    /// A match before anything has happened in it.
    pub(crate) fn fresh(game: &Arc<dyn Game>, stored: &StoredMatch) -> Result<Self, Refusal> {
        let begun = &stored.begun;
        let chairs: Vec<_> = begun.chairs.iter().map(|c| seats(game.info(), &c.seats)).collect();
        let brought = begun.position.is_some() && begun.relation.as_deref() == Some("import");
        Ok(Self {
            game: begin(game.as_ref(), begun)?,
            past: Past::default(),
            kept: 0,
            kept_at: 0,
            settled: 0,
            version: 0,
            lengths: vec![0],
            cut: 0,
            changed: vec![begun.created; chairs.len()],
            chairs,
            seen: Vec::new(),
            steps: Vec::new(),
            keys: VecDeque::new(),
            sentences: HashMap::new(),
            resigned: None,
            archived: stored.archived.is_some(),
            rematch: stored.rematch.clone(),
            seed: Seed::parse(&begun.seed).map_err(|e| Refusal::new("bad-match", e))?,
            imported: brought.then_some(0),
            frozen: foreign(game.as_ref(), begun),
            undos: 0,
            answered: Vec::new(),
            held: false,
            unsure: false,
        })
    }

    /// Plays entries again; whether all went as it did when they were played. Only the last hash is compared.
    pub(crate) fn hurry_through(&mut self, entries: &[Entry], moments: &mut Vec<(Moment, Chapter)>) -> bool {
        let last = entries.iter().rposition(|e| e.hash.is_some());
        for (i, entry) in entries.iter().enumerate() {
            let Ok(noticed) = self.apply(entry) else { return false };
            self.count(entry, noticed);
            moments.extend(self.moment_due(entry));
            if Some(i) == last && entry.hash.as_ref().is_some_and(|hash| self.game.hash() != *hash) {
                return false;
            }
        }
        true
    }

    /// Plays entries again as far as they can be, and says how far that is.
    fn feel_through(&mut self, entries: &[Entry]) {
        let foreign = self.frozen.is_some();
        for entry in entries {
            let stop = match self.apply(entry) {
                Err(refusal) => Some(refusal.message),
                Ok(noticed) => {
                    self.count(entry, noticed);
                    let kept = entry.hash.as_ref().filter(|_| !foreign);
                    let other = kept.is_some_and(|hash| self.game.hash() != *hash);
                    other.then(|| "the position is another one than when it was played".to_owned())
                }
            };
            if let Some(why) = stop {
                let played = self.game.length();
                let sentence = self.frozen.take().unwrap_or_else(|| {
                    "this match was played with another edition of the rules: it can be looked at and saved, not gone on with".to_owned()
                });
                self.frozen = Some(format!("{sentence} (shown as far as action {played}: {why})"));
                return;
            }
        }
    }

    /// Lets an entry happen; says which chairs noticed it. On an error nothing has changed.
    pub(crate) fn apply(&mut self, entry: &Entry) -> Result<u16, Refusal> {
        let seat = self.game.info().seat(&entry.seat);
        match entry.kind {
            Kind::Act => {
                self.game.play(seat, &entry.text, entry.seen.map(SeatSet))?;
                Ok(self.noticed(self.game.length() - 1) | self.own(seat))
            }
            Kind::Undo => {
                let seats = seat.map_or(SeatSet::NONE, SeatSet::one);
                let index = self.game.undoes(seats);
                self.game.undo(seats)?;
                self.undos += 1;
                self.cut = index.unwrap_or(0);
                Ok(self.steps.get(self.cut).copied().unwrap_or(EVERYBODY))
            }
            Kind::Dice => {
                let rolls: Vec<u32> = serde_json::from_str(&entry.text)
                    .map_err(|e| Refusal::new("bad-dice", format!("the dice laid down: {e}")))?;
                self.game.script(&rolls)?;
                Ok(EVERYBODY)
            }
            Kind::Resign => {
                self.resigned = Some(self.resignation(&entry.text));
                Ok(EVERYBODY)
            }
            Kind::Seed => {
                self.seed = Seed::parse(&entry.text).map_err(|e| Refusal::new("bad-match", e))?;
                self.game.reseed(self.seed);
                self.imported = Some(self.game.length());
                Ok(EVERYBODY)
            }
            Kind::Order | Kind::Revoke | Kind::Note => {
                let seat = seat.ok_or_else(|| Refusal::new("unknown-seat", "there is no such seat"))?;
                self.keep(entry, seat)?;
                Ok(0)
            }
        }
    }

    /// What a seat keeps for itself: nobody notices, and no version counts it.
    pub(crate) fn keep(&mut self, entry: &Entry, seat: Seat) -> Result<(), Refusal> {
        let bad = |e: serde_json::Error| Refusal::new("bad-order", e.to_string());
        match entry.kind {
            Kind::Order => self.game.give_order(seat, serde_json::from_str(&entry.text).map_err(bad)?),
            Kind::Revoke => {
                let order: Order = serde_json::from_str(&entry.text).map_err(bad)?;
                let number = self.game.orders(seat).iter().position(|o| *o == order);
                self.game.revoke_order(
                    seat,
                    number.ok_or_else(|| Refusal::new("unknown-order", "there is no such order"))?,
                )
            }
            _ => {
                let (thing, text): (String, String) = serde_json::from_str(&entry.text).map_err(bad)?;
                self.game.jot(seat, &thing, &text)
            }
        }
    }

    /// The answer that a standing order gives now.
    pub(crate) fn due(&self) -> Option<(Seat, String)> {
        if self.held || self.to_act().is_empty() { None } else { self.game.due() }
    }

    /// The answer that a standing order would give, had it not been taken back.
    pub(crate) fn held_back(&self) -> Option<(Seat, String)> {
        if self.held && !self.to_act().is_empty() { self.game.due() } else { None }
    }

    /// What standing orders of these seats answered to the last action.
    pub(crate) fn answered_for(&self, seats: SeatSet) -> Vec<(String, String)> {
        let own = self.answered.iter().filter(|(seat, _)| seats.contains(*seat));
        own.map(|(seat, text)| (self.game.info().seat_id(*seat).to_owned(), text.clone())).collect()
    }

    /// How far the match is, for whoever thinks about it: what seats keep for themselves does not count.
    pub(crate) fn stage(&self) -> (usize, u32, bool) {
        (self.game.length(), self.undos, self.to_act().is_empty())
    }

    /// Which chairs could notice an action; what a spectator notices, everybody does.
    fn noticed(&self, index: usize) -> u16 {
        if self.game.to_act().is_empty() { EVERYBODY } else { self.noticed_of(self.game.seen(index)) }
    }

    /// Which chairs could notice what these seats saw.
    pub(crate) fn noticed_of(&self, seen: SeatSet) -> u16 {
        if seen.contains(PUBLIC) {
            return EVERYBODY;
        }
        let bit = |(i, seats): (usize, &SeatSet)| {
            if seen.intersection(*seats).is_empty() { 0 } else { 1 << i }
        };
        self.chairs.iter().enumerate().map(bit).sum()
    }

    /// Whether everybody would notice an action.
    pub(crate) fn would_notice(&self, seat: Seat, action: &str) -> bool {
        let mut copy = self.game.fork();
        let played = copy.play(Some(seat), action, None);
        played.is_err() || copy.to_act().is_empty() || copy.seen_by(copy.length() - 1, SeatSet::NONE)
    }

    /// Whether everybody noticed the last thing that happened.
    pub(crate) fn noticed_last(&self) -> bool {
        self.seen.last().is_none_or(|&seen| seen == EVERYBODY)
    }

    pub(crate) fn own(&self, seat: Option<Seat>) -> u16 {
        let holds = |seats: &SeatSet| seat.is_some_and(|seat| seats.contains(seat));
        self.chairs.iter().position(holds).map_or(0, |chair| 1 << chair)
    }

    /// The bits of an audience: its chairs, and the spectators, who know nothing that others do not.
    fn bits(&self, audience: SeatSet) -> u16 {
        let within = |seats: &SeatSet| seats.intersection(audience) == *seats;
        self.chairs.iter().enumerate().filter(|(_, seats)| within(seats)).map(|(i, _)| 1 << i).sum()
    }

    /// The version of an audience: how many entries it could notice.
    pub(crate) fn version_for(&self, audience: SeatSet) -> u64 {
        let bits = self.bits(audience);
        self.seen.iter().filter(|&&seen| seen & bits != 0).count() as u64
    }

    /// How many entries after the entry `since` an audience could notice.
    pub(crate) fn count_since(&self, since: u64, audience: SeatSet) -> u64 {
        let bits = self.bits(audience);
        self.seen.iter().skip(since as usize).filter(|&&seen| seen & bits != 0).count() as u64
    }

    /// How many actions that stand an audience could notice; all of them once the game is over.
    pub(crate) fn length_for(&self, audience: SeatSet) -> usize {
        if self.is_over() {
            return self.game.length();
        }
        let bits = self.bits(audience);
        self.steps.iter().filter(|&&seen| seen & bits != 0).count()
    }

    /// After how many actions an audience had noticed `length` of them.
    pub(crate) fn moment_for(&self, audience: SeatSet, length: usize) -> Option<usize> {
        if self.is_over() || length == 0 {
            return (length <= self.game.length()).then_some(length);
        }
        let bits = self.bits(audience);
        let mut noticed = (0..self.steps.len()).filter(|&i| self.steps[i] & bits != 0);
        noticed.nth(length - 1).map(|i| i + 1)
    }

    /// For the start and for each action that stands, how many an audience had noticed by then.
    pub(crate) fn noticed_by(&self, audience: SeatSet) -> Vec<usize> {
        let bits = if self.is_over() { EVERYBODY } else { self.bits(audience) };
        let mut count = 0;
        let counted = self.steps.iter().map(|seen| {
            count += usize::from(seen & bits != 0);
            count
        });
        std::iter::once(0).chain(counted).collect()
    }

    /// When something last happened that an audience noticed.
    pub(crate) fn changed_for(&self, audience: SeatSet) -> i64 {
        let bits = self.bits(audience);
        (0..self.chairs.len()).filter(|i| bits & 1 << i != 0).map(|i| self.changed[i]).max().unwrap_or(0)
    }

    /// Who saw something of the action that was just played.
    pub(crate) fn seen_last(&self, entry: &Entry) -> Option<u16> {
        (entry.kind == Kind::Act).then(|| self.game.seen(self.game.length() - 1).0)
    }

    /// The hash to be kept with the entry of this number, if it is one of those that have one.
    pub(crate) fn hash_at(&self, seq: u64) -> Option<String> {
        seq.is_multiple_of(HASHED).then(|| self.game.hash())
    }

    /// Takes note of an entry that has happened and is on disk.
    pub(crate) fn count(&mut self, entry: &Entry, noticed: u16) {
        self.version = entry.seq;
        self.held = match entry.kind {
            Kind::Undo => true,
            Kind::Note | Kind::Revoke => self.held,
            _ => false,
        };
        let stood = match entry.kind {
            // Others may have acted since: what they did stays, and moves up.
            Kind::Undo => {
                self.steps.remove(self.cut.min(self.steps.len() - 1));
                self.cut
            }
            Kind::Act => {
                self.steps.push(noticed);
                self.steps.len()
            }
            _ => self.steps.len(),
        };
        self.lengths.push(stood as u32);
        self.seen.push(noticed);
        for (i, changed) in self.changed.iter_mut().enumerate() {
            if noticed & 1 << i != 0 {
                *changed = entry.at;
            }
        }
        if let Some(key) = &entry.key {
            if self.keys.len() >= MOST_KEYS {
                self.keys.pop_front();
            }
            self.keys.push_back((key.clone(), entry.kind, entry.text.clone()));
        }
        // After an undo the last action's number will be given again.
        let known = stood.saturating_sub(self.game.skipped());
        for counts in self.sentences.values_mut() {
            counts.truncate(known.max(1));
        }
    }

    /// The entry that came with this key.
    pub(crate) fn keyed(&self, key: &str) -> Option<&(String, Kind, String)> {
        self.keys.iter().rev().find(|(known, ..)| known == key)
    }

    /// How it ends when the seats of a chair (ids with commas between them) give up.
    fn resignation(&self, seats: &str) -> Outcome {
        let info = self.game.info();
        let given: Vec<&str> = seats.split(',').collect();
        let mut losing: Vec<u8> =
            info.seats.iter().filter(|s| given.contains(&s.seat.as_str())).map(|s| s.side).collect();
        losing.sort_unstable();
        losing.dedup();
        let staying: Vec<_> = (0..info.sides.len() as u8).filter(|s| !losing.contains(s)).collect();
        let name = |side: &u8| info.sides[usize::from(*side)].name.clone();
        let names: Vec<_> = losing.iter().map(name).collect();
        let winner = match staying[..] {
            [one] if !losing.is_empty() => Some(info.sides[usize::from(one)].side.clone()),
            _ => None,
        };
        let result = match winner {
            Some(_) => format!("{} resigned", names.join(" and ")),
            None => "given up".to_owned(),
        };
        Outcome { winner, result, points: crate::statistics::points(self.game.as_ref()) }
    }

    /// Turn, phase, who is to act, outcome.
    pub(crate) fn status(&self) -> Status {
        let mut status = self.game.status();
        if let (Some(outcome), None) = (&self.resigned, &status.over) {
            status.over = Some(outcome.clone());
            status.to_act.clear();
        }
        status
    }

    /// Whether nothing more can be played.
    pub(crate) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game.to_act().is_empty()
    }

    /// The seats that are to act.
    pub(crate) fn to_act(&self) -> SeatSet {
        let closed = self.resigned.is_some() || self.archived || self.frozen.is_some();
        if closed { SeatSet::NONE } else { self.game.to_act() }
    }

    /// The seats that may do something: those to act, and those that may interrupt.
    pub(crate) fn may_act(&self) -> SeatSet {
        if self.to_act().is_empty() { SeatSet::NONE } else { self.game.may_act() }
    }

    /// What these seats may look at: once the game is over, everything.
    pub(crate) fn eyes(&self, seats: SeatSet) -> SeatSet {
        if self.is_over() { SeatSet::ALL } else { seats }
    }

    /// The number of actions that stayed as they were since a version of an audience.
    pub(crate) fn unchanged_since(&self, version: u64, audience: SeatSet) -> usize {
        let bits = self.bits(audience);
        let mut noticed = (0..self.seen.len()).filter(|&i| self.seen[i] & bits != 0);
        let from = match usize::try_from(version) {
            Ok(0) => Some(0),
            Ok(version) => noticed.nth(version - 1).map(|i| i + 1),
            Err(_) => None,
        };
        let from = from.unwrap_or(usize::MAX);
        self.lengths.get(from..).and_then(|l| l.iter().min()).map_or(0, |&l| l as usize)
    }

    /// The first action whose sentences are told of what was said since a version (without one: everything), if at most the
    /// last `most` sentences are. It may be one that is not at hand; where that begins tells nobody how much was decided in secret.
    pub(crate) fn told_from(&self, seats: SeatSet, since: Option<u64>, most: Option<usize>) -> usize {
        // When the truth comes out, the whole log is another one.
        let over = self.is_over();
        let actions = if over { 0 } else { since.map_or(0, |version| self.unchanged_since(version, seats)) };
        most.map_or(actions, |most| self.lately(actions, most, self.eyes(seats)))
    }

    /// How many sentences of their log the first `actions` actions made, of which none may be skipped. What was said before
    /// the first action counts with the first.
    pub(crate) fn sentences_before(&mut self, actions: usize, eyes: SeatSet) -> usize {
        let skipped = self.game.skipped();
        let before = self.game.sentences_skipped(eyes) as u32;
        let counts = self.sentences.entry(eyes.0).or_insert_with(|| vec![before]);
        while skipped + counts.len() <= actions {
            let known = counts.len() - 1;
            let said = self.game.sentences(skipped + known, eyes) as u32;
            counts.push(counts[known] + said);
        }
        counts[actions.saturating_sub(skipped)] as usize
    }

    /// The last action that the last `most` sentences begin with or after, and never one before `actions`.
    pub(crate) fn lately(&self, actions: usize, most: usize, eyes: SeatSet) -> usize {
        let mut left = most;
        let mut from = self.game.length().max(usize::from(actions == 0));
        while from > actions && left > 0 {
            from -= 1;
            left = left.saturating_sub(self.game.sentences(from, eyes));
        }
        from
    }

    /// The sentences of the actions from `actions` on.
    pub(crate) fn sentences_from(&self, actions: usize, eyes: SeatSet) -> Vec<Event> {
        let end = self.game.length().max(usize::from(actions == 0));
        (actions..end).flat_map(|i| self.game.log(i, eyes)).collect()
    }

    /// Which of these seats means an action that came without a seat.
    pub(crate) fn actor(&self, own: SeatSet, action: &str) -> Result<Seat, Problem> {
        let able = self.may_act().intersection(own);
        let first = able.first().ok_or_else(|| self.not_your_turn())?;
        if able.len() == 1 {
            return Ok(first);
        }
        let legal = |seat: &Seat| self.game.legal(*seat).iter().any(|text| text == action);
        Ok(able.iter().find(legal).unwrap_or(first))
    }

    /// Why somebody who is not to act can't.
    pub(crate) fn not_your_turn(&self) -> Problem {
        if self.is_over() {
            return Problem::conflict("game-over", "the game is over");
        }
        if let Some(why) = &self.frozen {
            return Problem::conflict("read-only", why.clone());
        }
        let info = self.game.info();
        let names: Vec<_> =
            self.to_act().iter().filter_map(|s| info.seats.get(s.index())).map(|s| s.name.as_str()).collect();
        Problem::conflict("not-your-turn", format!("it is {} that has to decide now", names.join(" or ")))
    }
}
