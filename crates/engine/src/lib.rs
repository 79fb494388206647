//! The engine: the contract that every game fulfils ([`Rules`]), and what follows from it for all games alike:
//! dice, log, matches with undo, records, previews, the protocol for programs.
//!
//! Start reading at [`rules`]. No I/O and no clock in here.

pub mod action;
mod chances;
pub mod data;
mod decision;
pub mod dice;
pub mod flat;
mod fortune;
pub mod game;
mod habits;
pub mod info;
mod journal;
mod judgement;
pub mod ledger;
mod matches;
mod orders;
mod outcomes;
mod packing;
pub mod papers;
mod play;
pub mod player;
pub mod playout;
pub mod protocol;
pub mod record;
pub mod rows;
pub mod rules;
pub mod scene;
mod seat;
mod steps;
mod view;
pub mod words;

pub use action::{ActionText, Attached, Count, Word};
pub use chances::{Chances, Rounds, sampled, spread};
pub use data::{DataError, Files};
pub use decision::{Ask, Decision, Now, Offer, Question};
pub use dice::{Dice, Draw, Random, SHARES, Seed};
pub use game::{Choice, Desk, Entry, Forgotten, Game, Match, Refusal, Registry, Status};
pub use habits::{Habit, Habits, Tally};
pub use info::{GameInfo, OptionInfo, OptionValue, Options, ScenarioInfo, SeatInfo, SideInfo};
pub use judgement::{Gene, Judgement};
pub use ledger::Ledger;
pub use matches::{lay, state_hash};
pub use orders::{Order, Scope};
pub use outcomes::{OutcomeLine, Outcomes, outcomes, outcomes_within};
pub use papers::Papers;
pub use play::{Effect, Line, Play};
pub use player::{Counted, Level, Memory, Player, Thinking, Unhurried};
pub use record::{Event, Note, Record, Snapshot};
pub use rules::{Ending, Illegal, Judge, Moment, Outcome, Picture, PositionError, Rules, SetupError, Title};
pub use scene::{
    Detail, Overlay, Scene, Sheet, action_text, detail_in, read_action, scene_in, scene_of, sheet_in,
    sheet_of,
};
pub use seat::{Seat, SeatSet};
pub use view::{View, moment_in, outcome_of, read};
pub use words::{Arg, Catalogue, Class, Eyes, Halves, Naming, Sentence, many};
