//! The contract. A game is a pure, deterministic function: position + action + dice -> position + log.
//!
//! A game implements [`Rules`]; everything else in the program (server, client, protocol, computer players, tests)
//! follows from it. The conformance suite in `testkit` checks each property stated here on every scenario.
//!
//! # How to think of it
//! * **State** is a flat value: ids are small integers, arrays and bit sets in place ([`crate::flat`]), no strings,
//!   no floats. Cloning it is one copy of memory. It knows its own scenario and options.
//! * **Procedures are a stack of frames** inside the state ([`crate::flat::Stack`] of a small `Copy` enum): a retreat
//!   inside a combat inside a phase. `apply` pops and pushes frames and then runs automatic steps until a frame needs
//!   somebody's decision. Nothing waits in code; anything can be cloned, saved, resumed.
//! * **Actions are small** and `Copy`: choose a unit; choose its destination; add a unit to an attack; commit a chit; done.
//!   A move is two actions (unit, then destination by the cheapest path), never a list of all units times all hexes.
//! * **Illegal is a value** that names its rule. `apply` checks everything first: on `Err` the state is untouched.
//! * **Hidden things**: [`Rules::redact`] removes what a set of seats may not know. The result is again a state on
//!   which `legal`, `scene` and `position` work, and on which every action that reveals nothing can be applied.
//!   What a seat can do never depends on what it can't see: `legal` on the view equals `legal` on the truth.
//! * **Dice and log** come with [`Play`]. Each sentence names its rule; it carries the dice rolled just before it.

use crate::{GameInfo, Habit, Habits, Options, Overlay, Play, Random, Scene, Seat, SeatSet, Sheet, View};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;

/// What every game fulfils.
pub trait Rules: Send + Sync + Sized + 'static {
    /// A position: flat, cheap to clone, free of strings.
    type State: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// One small decision. Its order is the order of the legal list.
    type Action: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync;

    /// Title, sides, seats, scenarios, options.
    fn info(&self) -> &GameInfo;

    /// The start of a scenario. `options` are complete and checked.
    fn setup(&self, scenario: &str, options: &Options, play: &mut Play) -> Result<Self::State, SetupError>;

    /// The id of the scenario that a state belongs to.
    fn scenario(&self, state: &Self::State) -> &str;

    /// The seats that have a decision to take; nobody when the game is over.
    /// More than one only where the rules let several act in any order.
    fn to_act(&self, state: &Self::State) -> SeatSet;

    /// Who won and how; asked only when nobody is to act.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// Turn number and the name of the phase.
    fn moment(&self, state: &Self::State) -> Moment<'_>;

    /// Everything `seat` may do now, sorted and without repetition; empty if it is not to act. Never empty if it is.
    /// Everything else is illegal. Taking back a choice is the engine's undo, never an action.
    fn legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);

    /// Plays an action. On `Err` the state is untouched.
    fn apply(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        play: &mut Play,
    ) -> Result<(), Illegal>;

    /// The action that stands for doing nothing more in this decision (decline, done), where there is one that leads
    /// on towards the dice. Previews follow it through decisions that come before the roll.
    fn quiet(&self, _state: &Self::State, _seat: Seat) -> Option<Self::Action> {
        None
    }

    /// The state as `seats` may know it: what is hidden from all of them is replaced by one canonical value,
    /// so that two truths which differ only in hidden things give equal results.
    fn redact(&self, state: &Self::State, seats: SeatSet) -> Self::State {
        let _ = seats;
        state.clone()
    }

    /// A whole position that could be the truth behind a view. What is known stays as it is.
    fn sample(&self, view: &View<Self::State>, random: &mut Random) -> Self::State {
        let _ = random;
        view.state().clone()
    }

    /// The canonical text of an action: `5/1M 1321-1618`. It reads back to the same action.
    fn write_action(&self, state: &Self::State, action: Self::Action, out: &mut String);

    /// Reads the text of an action; whether it is legal is for `apply` to say. The error is one sentence.
    fn read_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, String>;

    /// What never changes in a scenario: the map, the pieces' definitions, the overlays on offer.
    fn sheet(&self, scenario: &str) -> Sheet;

    /// What a client draws for the seats of this view, with the actions they may take.
    fn scene<'a>(&'a self, view: &'a View<Self::State>) -> Scene<'a>;

    /// One of the overlays that the sheet offers (zones of control, supply, ...).
    fn overlay(&self, view: &View<Self::State>, overlay: &str) -> Option<Overlay>;

    /// The readable form of a position: printed hex numbers, unit names. A redacted state gives the seat's position.
    fn position(&self, state: &Self::State) -> serde_json::Value;

    /// Reads and checks a position; the error names the field.
    fn read_position(&self, position: &serde_json::Value) -> Result<Self::State, PositionError>;

    /// How well `side` stands, for computer players: about 0 when even, larger is better.
    fn evaluate(&self, state: &Self::State, side: u8) -> f32;

    /// The bad habits that [`Rules::watch`] can recognise in how somebody plays.
    fn habits(&self) -> &'static [Habit] {
        &[]
    }

    /// Counts what an action shows of the habits, with the position before and after it.
    fn watch(
        &self,
        _before: &Self::State,
        _seat: Seat,
        _action: Self::Action,
        _after: &Self::State,
        _habits: &mut Habits,
    ) {
    }

    /// Checks what must hold of every reachable position (stacking, counts conserved, caches true), for the tests.
    fn check(&self, state: &Self::State) -> Result<(), String>;
}

/// Why an action is refused: the rule and one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The rule that forbids it, such as `kb 5.3`.
    pub rule: &'static str,
    /// One sentence in plain words.
    pub why: Cow<'static, str>,
}

impl Illegal {
    /// A refusal.
    pub fn new(rule: &'static str, why: impl Into<Cow<'static, str>>) -> Self {
        Self { rule, why: why.into() }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.why, self.rule)
    }
}

/// Why a scenario can't be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(pub String);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a position can't be read: the field and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// Where: `units.us-5-1m.at`.
    pub field: String,
    /// What is wrong, in one sentence.
    pub message: String,
}

impl PositionError {
    /// An error in a field.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The id of the side that won; none for a draw.
    pub winner: Option<String>,
    /// The level of victory in words: `UN marginal victory`.
    pub result: String,
    /// The points of each side, in the order of the sides.
    pub points: Vec<i32>,
}

/// Where a game stands: turn and phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment<'a> {
    /// The game turn, from 1; 0 during set-up.
    pub turn: u16,
    /// The date or name of the turn.
    pub label: Cow<'a, str>,
    /// The phase in words, with whose it is.
    pub phase: Cow<'a, str>,
}
