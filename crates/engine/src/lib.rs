//! The engine: the contract that every game fulfils ([`Rules`]), and what follows from it for all games alike:
//! dice, log, matches with undo, records, previews, the protocol for programs.
//!
//! Start reading at [`rules`]. No I/O and no clock in here.

pub mod data;
pub mod dice;
pub mod flat;
pub mod game;
mod habits;
pub mod info;
mod judgement;
pub mod ledger;
mod matches;
mod outcomes;
mod play;
pub mod player;
pub mod playout;
pub mod protocol;
pub mod record;
pub mod rules;
pub mod scene;
mod seat;
mod view;

pub use data::{DataError, Files};
pub use dice::{Dice, Draw, Random, SHARES, Seed};
pub use game::{Choice, Entry, Game, Match, Refusal, Registry, Status};
pub use habits::{Count, Habit, Habits};
pub use info::{GameInfo, OptionInfo, OptionValue, Options, ScenarioInfo, SeatInfo, SideInfo};
pub use judgement::Judgement;
pub use ledger::Ledger;
pub use matches::state_hash;
pub use outcomes::{OutcomeLine, Outcomes, outcomes};
pub use play::{Line, Play};
pub use player::{Level, Memory, Player, Thinking, Unhurried};
pub use record::{Event, Record};
pub use rules::{Illegal, Moment, Outcome, PositionError, Rules, SetupError};
pub use scene::{Overlay, Scene, Sheet};
pub use seat::{Seat, SeatSet};
pub use view::View;
