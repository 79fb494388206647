//! Computer opponents.
//!
//! A player gets a [`engine::View`] of its seat, a budget and a source of randomness of its own, and returns one legal
//! action. It never sees the truth: there is no way to get from a view to the state behind it.

mod budget;
mod random;

pub use budget::Budget;
pub use random::RandomPlayer;
