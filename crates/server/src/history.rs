//! Past moments of a match: played again from the nearest moment that is still at hand.

use crate::leash::Leash;
use crate::table;
use engine::{Game, Match, Record, Refusal, SeatSet};
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

impl History {
    /// The match as it was after `at` actions of the record.
    pub(crate) fn at(
        &mut self,
        game: &Arc<dyn Game>,
        begun: &NewMatch,
        record: &Record,
        undos: u32,
        at: usize,
        leash: &Leash,
    ) -> Result<Box<dyn Match>, Refusal> {
        if self.undos != undos {
            self.moments.clear();
            self.undos = undos;
        }
        let every = EVERY.max(record.actions.len() / ALONG);
        let mut played = match self.moments.range(..=at).next_back() {
            Some((_, moment)) => moment.fork(),
            None => table::begin(game.as_ref(), begun)?,
        };
        for i in played.length()..at.min(record.actions.len()) {
            leash.check()?;
            step(played.as_mut(), record, i)?;
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

/// Plays the action `i` of a record on a match that has played those before it.
pub(crate) fn step(played: &mut dyn Match, record: &Record, i: usize) -> Result<(), Refusal> {
    let from = record.reseeded.partition_point(|r| r.before < i);
    for next in record.reseeded[from..].iter().take_while(|r| r.before == i) {
        played.reseed(next.seed().map_err(|e| Refusal::new("bad-record", e))?);
    }
    let from = record.dice.partition_point(|s| s.before < i);
    for script in record.dice[from..].iter().take_while(|s| s.before == i) {
        played.script(&script.rolls)?;
    }
    let (seat, text) = &record.actions[i];
    let seat = played.info().seat(seat);
    // Nobody asks a past moment who saw how it came about.
    played.play(seat, text, Some(SeatSet::ALL))
}
