//! Computer players: what they get and what they must give.

use crate::{Random, Rules, Seat, View};
use schemars::JsonSchema;
use serde::Serialize;
use std::any::Any;

/// Somebody who chooses actions. Gets a view, never the truth.
pub trait Player<R: Rules>: Send + Sync {
    /// The level's id and title.
    fn level(&self) -> &Level;
    /// Chooses one of the legal actions of `seat`, which is to act.
    ///
    /// Must return before `thinking.spent()` reaches 1, whatever happens.
    fn choose(
        &self,
        rules: &R,
        view: &View<R::State>,
        seat: Seat,
        random: &mut Random,
        memory: &mut Memory,
        thinking: &dyn Thinking,
    ) -> R::Action;
}

/// A level of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Level {
    /// Id: `officer`.
    pub level: String,
    /// In plain words: `Officer: plans a phase`.
    pub title: String,
    /// Milliseconds it may take for a decision.
    pub millis: u32,
}

/// The budget of a decision, and whom to tell of progress. Cancelling makes `spent` jump to 1.
pub trait Thinking: Sync {
    /// The share of the budget that is used up; at 1 the player must answer at once.
    fn spent(&self) -> f32;
    /// Tells how far the player is, from 0 to 1, and what it looks at.
    fn report(&self, _progress: f32, _note: &str) {}
    /// How many playouts a search makes, where it is measured by its work and not by the clock: then the same random
    /// numbers give the same answer on any machine.
    fn playouts(&self) -> Option<u32> {
        None
    }
    /// On how many threads a search may run.
    fn cores(&self) -> usize {
        1
    }
}

/// A budget of so many playouts; the clock of `within` ends it only as a last resort.
pub struct Counted<'a> {
    /// How many playouts.
    pub playouts: u32,
    /// The clock behind it.
    pub within: &'a dyn Thinking,
}

impl Thinking for Counted<'_> {
    fn spent(&self) -> f32 {
        if self.within.spent() >= 1.0 { 1.0 } else { 0.0 }
    }
    fn report(&self, progress: f32, note: &str) {
        self.within.report(progress, note);
    }
    fn playouts(&self) -> Option<u32> {
        Some(self.playouts)
    }
    fn cores(&self) -> usize {
        self.within.cores()
    }
}

/// Passes everything on to another budget and keeps the last note.
pub(crate) struct Noted<'a> {
    pub(crate) within: &'a dyn Thinking,
    pub(crate) last: std::sync::Mutex<String>,
}

impl Thinking for Noted<'_> {
    fn spent(&self) -> f32 {
        self.within.spent()
    }
    fn report(&self, progress: f32, note: &str) {
        if let Ok(mut last) = self.last.lock() {
            note.clone_into(&mut last);
        }
        self.within.report(progress, note);
    }
    fn playouts(&self) -> Option<u32> {
        self.within.playouts()
    }
    fn cores(&self) -> usize {
        self.within.cores()
    }
}

/// A budget that never ends, for players that answer at once.
pub struct Unhurried;

impl Thinking for Unhurried {
    fn spent(&self) -> f32 {
        0.0
    }
}

/// What a player keeps in mind between the decisions of one seat in one match. May be lost at any time.
#[derive(Default)]
pub struct Memory(Option<Box<dyn Any + Send>>);

impl Memory {
    /// What is remembered, if it is of this type.
    pub fn get<T: Any + Send>(&mut self) -> Option<&mut T> {
        self.0.as_mut()?.downcast_mut()
    }
    /// Remembers something instead of what was there.
    pub fn put<T: Any + Send>(&mut self, value: T) {
        self.0 = Some(Box::new(value));
    }
    /// Forgets.
    pub fn clear(&mut self) {
        self.0 = None;
    }
}
