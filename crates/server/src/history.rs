//! Past moments of a match: played again from the nearest moment that is still at hand.

use crate::leash::Leash;
use crate::table;
use engine::{Game, Match, Record, Refusal, SeatSet, Seed, Snapshot};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::NewMatch;

/// A moment is kept every so many actions at least on the way to the one asked for.
const EVERY: usize = 64;
/// How many moments are kept on the way through a whole game; some more are kept where somebody looked.
const ALONG: usize = 40;
/// How many moments are kept in all.
const MOST: usize = 48;

/// Moments of a match that were asked for or passed.
#[derive(Default)]
pub(crate) struct History {
    moments: BTreeMap<usize, Box<dyn Match>>,
    /// How often something had been taken back when the moments were made: undoing makes them wrong.
    undos: u32,
}

/// How a match went on from a moment that was kept, or from its start.
pub(crate) struct Course {
    pub(crate) begun: NewMatch,
    pub(crate) moment: Option<Snapshot>,
    /// Its actions from that moment on.
    pub(crate) record: Record,
    /// How often something had been taken back.
    pub(crate) undos: u32,
}

impl Course {
    /// The number of the first action of the record.
    fn first(&self) -> usize {
        self.moment.as_ref().map_or(0, |moment| moment.length)
    }

    fn begin(&self, game: &dyn Game) -> Result<Box<dyn Match>, Refusal> {
        let mut played = table::begin(game, &self.begun)?;
        if let Some(moment) = &self.moment {
            let bad = |e| Refusal::new("bad-record", e);
            let latest = self.record.reseeded.iter().rev().find(|r| r.before < moment.length);
            let seed = match latest {
                Some(reseeded) => reseeded.seed().map_err(bad)?,
                None => Seed::parse(&self.record.seed).map_err(bad)?,
            };
            played.skip_to(moment, seed)?;
        }
        Ok(played)
    }
}

impl History {
    /// The match as it was after `at` actions, later than the course's moment.
    pub(crate) fn at(
        &mut self,
        game: &Arc<dyn Game>,
        course: &Course,
        at: usize,
        leash: &Leash,
    ) -> Result<Box<dyn Match>, Refusal> {
        if self.undos != course.undos {
            self.moments.clear();
            self.undos = course.undos;
        }
        let first = course.first();
        let end = first + course.record.actions.len();
        let every = EVERY.max(end / ALONG);
        let mut played = match self.moments.range(first..=at).next_back() {
            Some((_, moment)) => moment.fork(),
            None => course.begin(game.as_ref())?,
        };
        for i in played.length()..at.min(end) {
            leash.check()?;
            step(played.as_mut(), &course.record, first, i)?;
            if played.length() % every == 0 {
                self.keep(played.as_ref(), every);
            }
        }
        self.keep(played.as_ref(), every);
        Ok(played)
    }

    fn keep(&mut self, moment: &dyn Match, every: usize) {
        if self.moments.len() >= MOST && !self.moments.contains_key(&moment.length()) {
            // The moments on the way are worth more than those that were asked for in between.
            let loose = self.moments.keys().copied().find(|at| at % every != 0);
            let victim = loose.or_else(|| self.moments.keys().next_back().copied());
            victim.and_then(|at| self.moments.remove(&at));
        }
        self.moments.entry(moment.length()).or_insert_with(|| moment.fork());
    }
}

/// Plays the action `i` on a match that has played those before it; the record has the actions from `first` on.
pub(crate) fn step(played: &mut dyn Match, record: &Record, first: usize, i: usize) -> Result<(), Refusal> {
    let from = record.reseeded.partition_point(|r| r.before < i);
    for next in record.reseeded[from..].iter().take_while(|r| r.before == i) {
        played.reseed(next.seed().map_err(|e| Refusal::new("bad-record", e))?);
    }
    let from = record.dice.partition_point(|s| s.before < i);
    for script in record.dice[from..].iter().take_while(|s| s.before == i) {
        played.script(&script.rolls)?;
    }
    let (seat, text) = &record.actions[i - first];
    let seat = played.info().seat(seat);
    // Nobody asks a past moment who saw how it came about.
    played.play(seat, text, Some(SeatSet::ALL))
}
