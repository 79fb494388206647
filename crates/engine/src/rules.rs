//! The contract. A game is a pure, deterministic function: position + action + dice -> position + log.
//!
//! A game implements [`Rules`] (how it is played), [`Picture`] (how it looks) and [`Judge`] (what is good play); everything
//! else in the program (server, client, protocol, computer players, tests) follows from them. The conformance suite in
//! `testkit` checks each property stated here on every scenario.
//!
//! # How to think of it
//! * **State** is a flat value: ids are small integers, arrays and bit sets in place ([`crate::flat`]), no strings,
//!   no floats. Cloning it is one copy of memory. It knows its own scenario and options.
//! * **Procedures are a stack of frames** inside the state ([`crate::flat::Stack`] of a small `Copy` enum): a retreat
//!   inside a combat inside a phase. A frame is a [`Decision`]: who decides, what is asked, what can be chosen and why
//!   something else can't, what happens, what goes on by itself, all in one place. Nothing waits in code; anything can be
//!   cloned, saved, resumed.
//! * **Legality is told once**: [`Decision::check`] says yes or gives the refusal; the list is what passes.
//! * **Actions are small** and `Copy`: choose a unit; choose its destination; add a unit to an attack; commit a chit; done.
//!   A move is two actions (unit, then destination by the cheapest path), never a list of all units times all hexes.
//! * **Illegal is a value** that names its rule. `apply` checks everything first: on `Err` the state is untouched.
//! * **Sentences are data** ([`crate::words`]): templates with typed arguments, rendered when somebody looks.
//! * **Hidden things**: [`Rules::redact`] removes what a set of seats may not know. The result is again a state on
//!   which `legal`, `scene` and `position` work, and on which every action that reveals nothing can be applied.
//!   What a seat can do never depends on what it can't see: `legal` on the view equals `legal` on the truth.
//! * **Dice and log** come with [`Play`]. Each sentence names its rule; it carries the dice rolled just before it.

use crate::action::ActionText;
use crate::decision::{Decision, Now};
use crate::{
    Arg, Detail, Eyes, GameInfo, Habit, Habits, Options, Overlay, Play, Random, Scene, Seat, SeatSet,
    Sentence, Sheet, View, say,
};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// How a game is played. The engine plays it through its decisions ([`Rules::frame`]).
pub trait Rules: Send + Sync + Sized + 'static {
    /// A position: flat, cheap to clone, free of strings.
    type State: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// One small decision ([`crate::actions!`]). Its order is the order of the legal list.
    type Action: ActionText<Self>;
    /// A decision or procedure under way ([`crate::frames!`]).
    type Frame: Decision<Self>;
    /// The readable form of a position: printed hex numbers, unit names. Unknown fields are refused by its type.
    type Position: Serialize + DeserializeOwned + JsonSchema;

    /// The rule that says whose decision it is: the sequence of play.
    const SEQUENCE: &'static str;

    /// Title, sides, seats, scenarios, options.
    fn info(&self) -> &GameInfo;

    /// The start of a scenario. `options` are complete and checked. What goes on by itself then follows at once.
    fn setup(&self, scenario: &str, options: &Options, play: &mut Play) -> Result<Self::State, SetupError>;

    /// The id of the scenario that a state belongs to.
    fn scenario(&self, state: &Self::State) -> &str;

    /// The frame on top of the stack: the decision to be taken or the step to be done; none when the game is over.
    fn frame(&self, state: &Self::State) -> Option<Self::Frame>;

    /// What a seat may do out of its turn, though nobody waits for it: drop supplies, turn up a marker.
    fn interruption(&self, state: &Self::State, seat: Seat) -> Option<Self::Frame> {
        let _ = (state, seat);
        None
    }

    /// Who won and how; asked only when nobody is to act.
    fn outcome(&self, state: &Self::State) -> Ending;

    /// The game turn, from 1; 0 during set-up.
    fn turn(&self, state: &Self::State) -> u16;

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

    /// The readable form of a position. A redacted state gives the seat's position.
    fn position(&self, state: &Self::State) -> Self::Position;

    /// Makes a legal position out of what somebody laid on the map; the error names the field and what is wrong.
    fn lay(&self, position: Self::Position) -> Result<Self::State, PositionError>;

    /// Checks what must hold of every reachable position (stacking, counts conserved, caches true), for the tests.
    fn check(&self, state: &Self::State) -> Result<(), String>;

    // What follows is made from the decisions.

    /// The seats that have a decision to take; nobody when the game is over.
    fn to_act(&self, state: &Self::State) -> SeatSet {
        self.frame(state).map_or(SeatSet::NONE, |frame| frame.seats(self, state))
    }

    /// The seats that may do something now: those to act, and those that may interrupt.
    fn may_act(&self, state: &Self::State) -> SeatSet {
        let to_act = self.to_act(state);
        if to_act.is_empty() {
            return to_act;
        }
        let seats = (0..self.info().seats.len() as u8).map(Seat);
        seats.filter(|&s| to_act.contains(s) || self.interruption(state, s).is_some()).collect()
    }

    /// Everything `seat` may do now, sorted and without repetition, in place of what `out` held. Never empty for a seat
    /// that is to act. Everything else is illegal. Taking back a choice is the engine's undo, never an action.
    fn legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>) {
        self.legal_of(state, seat, self.to_act(state), out);
    }

    /// [`Rules::legal`] for somebody who knows already which seats are to act.
    fn legal_of(&self, state: &Self::State, seat: Seat, to_act: SeatSet, out: &mut Vec<Self::Action>) {
        out.clear();
        if to_act.is_empty() {
            return;
        }
        let now = Now { game: self, state, seat };
        if let Some(frame) = self.frame(state).filter(|_| to_act.contains(seat)) {
            frame.list(now, out);
        }
        if let Some(frame) = self.interruption(state, seat) {
            let mut more = Vec::new();
            frame.list(now, &mut more);
            merge(out, more);
        }
    }

    /// The decision in which an action of the seat is allowed now, or why there is none.
    fn allows(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Result<Self::Frame, Illegal> {
        let now = Now { game: self, state, seat };
        let Some(frame) = self.frame(state) else {
            return Err(Illegal::new(Self::SEQUENCE, say!("the game is over")));
        };
        let seats = frame.seats(self, state);
        let mut refusal = None;
        if seats.contains(seat) {
            match frame.check(now, action) {
                Ok(()) => return Ok(frame),
                Err(illegal) => refusal = Some(illegal),
            }
        }
        if let Some(frame) = self.interruption(state, seat).filter(|_| !seats.is_empty()) {
            match frame.check(now, action) {
                Ok(()) => return Ok(frame),
                Err(illegal) => refusal = refusal.or(Some(illegal)),
            }
        }
        let other = || Illegal::new(Self::SEQUENCE, say!("it is not {seat} that has to decide now", seat));
        Err(refusal.unwrap_or_else(other))
    }

    /// Plays an action. On `Err` the state is untouched.
    fn apply(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        play: &mut Play,
    ) -> Result<(), Illegal> {
        let frame = self.allows(state, seat, action)?;
        frame.perform(self, state, seat, action, play);
        self.settle(state, play);
        Ok(())
    }

    /// Plays an action that comes from the seat's own legal list: nothing is checked again. Gives the seats that are to
    /// act then.
    fn apply_listed(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        play: &mut Play,
    ) -> SeatSet {
        let now = Now { game: self, state, seat };
        let interrupts = self.interruption(state, seat).is_some_and(|f| f.check(now, action).is_ok());
        match self.frame(state) {
            Some(frame) if !interrupts => {
                frame.perform(self, state, seat, action, play);
                self.settle(state, play)
            }
            _ => {
                let _ = self.apply(state, seat, action, play);
                self.to_act(state)
            }
        }
    }

    /// Runs what goes on by itself until somebody has to decide. Gives the seats that do.
    fn settle(&self, state: &mut Self::State, play: &mut Play) -> SeatSet {
        while let Some(frame) = self.frame(state) {
            let seats = frame.seats(self, state);
            if !seats.is_empty() || !frame.step(self, state, play) {
                return seats;
            }
        }
        SeatSet::NONE
    }

    /// The action that stands for doing nothing more in this decision (decline, done), where there is one that leads
    /// on towards the dice. Previews follow it through decisions that come before the roll.
    fn quiet(&self, state: &Self::State, seat: Seat) -> Option<Self::Action> {
        self.frame(state)?.quiet(Now { game: self, state, seat })
    }
}

/// Puts one sorted list into another. What interrupts is mostly of one kind, so that it goes in as one piece.
fn merge<A: Ord>(out: &mut Vec<A>, mut more: Vec<A>) {
    let (Some(first), Some(last)) = (more.first(), more.last()) else { return };
    let at = out.partition_point(|a| a < first);
    if out.get(at).is_none_or(|next| last < next) {
        out.splice(at..at, more);
    } else {
        out.append(&mut more);
        out.sort_unstable();
        out.dedup();
    }
}

/// How a game looks and what its things are called.
pub trait Picture: Rules {
    /// What never changes in a scenario: the map, the pieces' definitions, the overlays on offer. Its words are read with the
    /// looker's `eyes`: what the code says by [`Eyes::text`], names of data files by [`Eyes::term`].
    fn sheet(&self, scenario: &str, eyes: &Eyes<'_>) -> Sheet;

    /// Where the game stands, in words as in [`Picture::sheet`].
    fn moment<'a>(&'a self, state: &Self::State, eyes: &Eyes<'_>) -> Moment<'a>;

    /// What a client draws for the seats of this view, in words as in [`Picture::sheet`]. Prompt and actions are the engine's
    /// ([`crate::scene_of`]).
    fn scene<'a>(&'a self, view: &'a View<Self::State>, eyes: &Eyes<'_>) -> Scene<'a>;

    /// One of the overlays that the sheet offers (zones of control, supply, ...).
    fn overlay(&self, view: &View<Self::State>, overlay: &str) -> Option<Overlay>;

    /// What is too long for every scene: all about a place or a piece, by its id in the scene.
    fn inspect(&self, view: &View<Self::State>, thing: &str, eyes: &Eyes<'_>) -> Option<Detail> {
        let _ = (view, thing, eyes);
        None
    }

    /// Writes the English name of a thing in a sentence.
    fn name(&self, state: &Self::State, arg: Arg, out: &mut String);

    /// Writes what somebody reads who may not know the thing.
    fn cover(&self, state: &Self::State, arg: Arg, out: &mut String) {
        let _ = (state, arg);
        out.push_str("a hidden unit");
    }

    /// Writes the id that a piece or a place has in the scene. A name is not an id: `5th Marines` is `us-5-1m`.
    fn id(&self, state: &Self::State, arg: Arg, out: &mut String);
}

/// What a game knows about playing it well or badly, for computer players and their examiners.
pub trait Judge: Rules {
    /// How well `side` stands: about 0 when even, larger is better.
    fn evaluate(&self, state: &Self::State, side: u8) -> f32;

    /// The numbers that the players of a side go by in a scenario: where each stands in `judgement.toml`
    /// (`weights.chosin-un.advance`), and its value. What training tunes.
    fn weights(&self, _scenario: &str, _side: u8) -> Vec<(String, f64)> {
        Vec::new()
    }

    /// What the evaluation weighs, for fitting it to how games ended; nothing where it is not a weighted sum.
    fn features(&self, _state: &Self::State) -> Vec<f32> {
        Vec::new()
    }

    /// Where the weights of the features stand in `judgement.toml`, and what is written there.
    fn fitted(&self, _scenario: &str, _weights: &[f64]) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The bad habits that [`Judge::watch`] can recognise in how somebody plays.
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
}

/// A whole game: rules, picture and judgement.
pub trait Title: Rules + Picture + Judge {}

impl<R: Rules + Picture + Judge> Title for R {}

/// Why an action is refused: the rule and one sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Illegal {
    /// The rule that forbids it, such as `kb 5.3`.
    pub rule: &'static str,
    /// One sentence in plain words.
    pub why: Sentence,
}

impl Illegal {
    /// A refusal.
    #[inline]
    pub fn new(rule: &'static str, why: impl Into<Sentence>) -> Self {
        Self { rule, why: why.into() }
    }
}

impl fmt::Display for Illegal {
    /// The template, for messages of tests; people read it through [`crate::read`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.why.pattern(), self.rule)
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

/// How a game ended, as its rules say it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// The id of the side that won; none for a draw.
    pub winner: Option<String>,
    /// The level of victory: `UN marginal victory`.
    pub result: Sentence,
    /// The rule that says who has won.
    pub rule: &'static str,
    /// The points of each side, in the order of the sides.
    pub points: Vec<i32>,
}

/// How a game ended, as people read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The id of the side that won; none for a draw.
    pub winner: Option<String>,
    /// The level of victory in words: `UN marginal victory`.
    pub result: String,
    /// The points of each side, in the order of the sides.
    pub points: Vec<i32>,
}

/// Where a game stands, as somebody reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment<'a> {
    /// The date or name of the turn.
    pub label: Cow<'a, str>,
    /// The phase in words, with whose it is.
    pub phase: Cow<'a, str>,
}
