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
pub trait Thinking {
    /// The share of the budget that is used up; at 1 the player must answer at once.
    fn spent(&self) -> f32;
    /// Tells how far the player is, from 0 to 1, and what it looks at.
    fn report(&self, _progress: f32, _note: &str) {}
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
