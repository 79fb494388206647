//! Computer opponents.
//!
//! A player gets a [`engine::View`] of its seat, a budget and a source of randomness of its own, and returns one legal
//! action. It never sees the truth: there is no way to get from a view to the state behind it. What a game knows about
//! playing it well stands in the game's own crate ([`engine::Judgement`]); how to search stands here. Before a game knows
//! anything it has an opponent all the same: [`Flat`] needs its rules and its evaluation, nothing else.

mod answer;
mod budget;
mod cma;
mod flat;
mod general;
mod junior;
mod officer;
mod playout;
mod race;
mod random;
mod search;

pub use budget::{Budget, Report};
pub use cma::Evolution;
pub use flat::Flat;
pub use general::General;
pub use junior::Junior;
pub use officer::Officer;
pub use random::RandomPlayer;

use engine::{Judgement, Player};

/// All levels, weakest first.
#[must_use]
pub fn levels<R: Judgement>() -> Vec<Box<dyn Player<R>>> {
    vec![
        Box::new(RandomPlayer::default()),
        Box::new(Junior::recruit()),
        Box::new(Junior::sergeant()),
        Box::new(Officer::default()),
        Box::new(General::colonel()),
        Box::new(General::default()),
    ]
}
