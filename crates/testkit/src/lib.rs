//! The conformance suite that every game passes, and a small reference game to try the platform on.
//!
//! A game's own test is one line:
//! ```
//! let rules = testkit::skirmish::Skirmish::default();
//! testkit::Suite::new(&rules, testkit::skirmish::LEDGER).games(5).run();
//! ```

mod mutations;
mod perft;
#[cfg(unix)]
mod postgres;
pub mod skirmish;
mod suite;
mod table;
mod translatable;

pub use mutations::mutations;
pub use perft::perft;
#[cfg(unix)]
pub use postgres::Postgres;
pub use suite::{Suite, golden, option_sets, reopens};
pub use table::Table;
