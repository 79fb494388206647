//! A match in memory: the engine's match and what the server keeps beside it.

use crate::problem::Problem;
use engine::{Event, Game, Match, Options, Outcome, Refusal, Seat, SeatSet, Seed, Status};
use std::collections::HashMap;
use std::sync::Arc;
use store::{Entry, Kind, NewMatch, StoredMatch};

/// A match in memory.
pub(crate) struct Table {
    pub(crate) game: Box<dyn Match>,
    /// The number of the last entry.
    pub(crate) version: u64,
    /// How many actions stood after each entry; the first is the start's 0.
    lengths: Vec<u32>,
    /// The entries that came with a key: number, kind and text.
    keys: HashMap<String, (u64, Kind, String)>,
    /// For each audience, how many sentences of its log the first so many actions made.
    sentences: HashMap<u16, Vec<u32>>,
    pub(crate) resigned: Option<Outcome>,
    pub(crate) archived: bool,
    pub(crate) rematch: Option<String>,
    pub(crate) changed: i64,
    pub(crate) seed: Seed,
    pub(crate) undos: u32,
    /// Set while the match is being changed: whoever finds it set must load the match anew.
    pub(crate) unsure: bool,
}

/// The match of a game as it begins.
pub(crate) fn begin(game: &dyn Game, begun: &NewMatch) -> Result<Box<dyn Match>, Refusal> {
    let bad = |message: String| Refusal::new("bad-match", message);
    if begun.rules != i64::from(game.info().version) {
        return Err(bad(format!(
            "the match was played under rules version {} of {}, and this program has version {}",
            begun.rules,
            begun.game,
            game.info().version
        )));
    }
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

impl Table {
    /// Plays everything again that is stored of a match.
    pub(crate) fn replay(game: &Arc<dyn Game>, stored: &StoredMatch) -> Result<Self, Refusal> {
        let begun = &stored.begun;
        let mut table = Self {
            game: begin(game.as_ref(), begun)?,
            version: 0,
            lengths: vec![0],
            keys: HashMap::new(),
            sentences: HashMap::new(),
            resigned: None,
            archived: stored.archived.is_some(),
            rematch: stored.rematch.clone(),
            changed: begun.created,
            seed: Seed::parse(&begun.seed).map_err(|e| Refusal::new("bad-match", e))?,
            undos: 0,
            unsure: false,
        };
        for entry in &begun.entries {
            table.apply(entry)?;
            table.count(entry);
        }
        Ok(table)
    }

    /// Lets an entry happen. On an error nothing has changed.
    pub(crate) fn apply(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let seat = self.game.info().seat(&entry.seat);
        match entry.kind {
            Kind::Act => self.game.act(seat, &entry.text).map(drop),
            Kind::Undo => {
                self.game.undo(seat.map_or(SeatSet::NONE, SeatSet::one))?;
                self.undos += 1;
                Ok(())
            }
            Kind::Dice => {
                let rolls: Vec<u32> = serde_json::from_str(&entry.text)
                    .map_err(|e| Refusal::new("bad-dice", format!("the dice laid down: {e}")))?;
                self.game.script(&rolls)
            }
            Kind::Resign => {
                self.resigned = Some(self.resignation(&entry.text));
                Ok(())
            }
        }
    }

    /// Takes note of an entry that has happened and is on disk.
    pub(crate) fn count(&mut self, entry: &Entry) {
        self.version = entry.seq;
        let length = self.game.length();
        self.lengths.push(length as u32);
        self.changed = entry.at;
        if let Some(key) = &entry.key {
            self.keys.insert(key.clone(), (entry.seq, entry.kind, entry.text.clone()));
        }
        // After an undo the last action's number will be given again.
        for counts in self.sentences.values_mut() {
            counts.truncate(length.max(1));
        }
    }

    /// The entry that came with this key.
    pub(crate) fn keyed(&self, key: &str) -> Option<&(u64, Kind, String)> {
        self.keys.get(key)
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
        if self.resigned.is_some() || self.archived { SeatSet::NONE } else { self.game.to_act() }
    }

    /// What these seats may look at: once the game is over, everything.
    pub(crate) fn eyes(&self, seats: SeatSet) -> SeatSet {
        if self.is_over() { SeatSet::ALL } else { seats }
    }

    /// The number of actions that stayed as they were since a version.
    pub(crate) fn unchanged_since(&self, version: u64) -> usize {
        let from = usize::try_from(version).unwrap_or(usize::MAX);
        self.lengths.get(from..).and_then(|l| l.iter().min()).map_or(0, |&l| l as usize)
    }

    /// How many sentences of their log the first `actions` actions made. What was said before the first action counts
    /// with the first.
    pub(crate) fn sentences_before(&mut self, actions: usize, eyes: SeatSet) -> usize {
        let counts = self.sentences.entry(eyes.0).or_insert_with(|| vec![0]);
        while counts.len() <= actions {
            let action = counts.len() - 1;
            let said = self.game.log(action, eyes).len() as u32;
            counts.push(counts[action] + said);
        }
        counts[actions] as usize
    }

    /// The sentences of the actions from `actions` on.
    pub(crate) fn sentences_from(&self, actions: usize, eyes: SeatSet) -> Vec<Event> {
        let end = self.game.length().max(usize::from(actions == 0));
        (actions..end).flat_map(|i| self.game.log(i, eyes)).collect()
    }

    /// Which of these seats means an action that came without a seat.
    pub(crate) fn actor(&self, own: SeatSet, action: &str) -> Result<Seat, Problem> {
        let able = self.to_act().intersection(own);
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
        let info = self.game.info();
        let names: Vec<_> =
            self.to_act().iter().filter_map(|s| info.seats.get(s.index())).map(|s| s.name.as_str()).collect();
        Problem::conflict("not-your-turn", format!("it is {} that has to decide now", names.join(" or ")))
    }
}
