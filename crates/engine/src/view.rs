//! What a set of seats may know. Computer players get a view, never a state, so they can't see the truth.

use crate::{Rules, SeatSet};

/// A redacted state together with the seats whose eyes it was made for. Only [`View::of`] makes one.
#[derive(Clone, Debug, PartialEq)]
pub struct View<S> {
    state: S,
    seats: SeatSet,
}

impl<S> View<S> {
    /// The state as `seats` may know it.
    pub fn of<R: Rules<State = S>>(rules: &R, truth: &S, seats: SeatSet) -> Self {
        Self { state: rules.redact(truth, seats), seats }
    }
    /// The redacted state.
    pub fn state(&self) -> &S {
        &self.state
    }
    /// Whose eyes it is made for.
    pub fn seats(&self) -> SeatSet {
        self.seats
    }
}
