//! Skirmish: a game small enough to read in a quarter of an hour that uses everything the contract has: a stack of
//! frames, a decision of the other side inside an attack, dummies and unseen units, dice, options; and by night secret
//! choices at the same time, an interruption, quantities, standing orders and a resolution in beats.
//!
//! One file a chapter: `setup` (4), `turn` (1, 2, 7), `combat` (3), `night` (6, 8, 9); `picture` and `position` show it.

mod combat;
mod judgement;
mod night;
mod picture;
mod position;
mod setup;
mod turn;

use combat::Reserve;
use engine::flat::{Array, Stack};
use engine::{
    Arg, Attached, Count, Ending, GameInfo, Judge, OptionInfo, Options, Play, PositionError, Random, Rules,
    ScenarioInfo, Seat, SeatInfo, SeatSet, SetupError, SideInfo, View, Word, say,
};
use night::{Dusk, Flare};
pub use position::Position;
use serde::{Deserialize, Serialize};
use setup::Dummies;
use turn::{Choose, Chosen};

/// The ledger.
pub const LEDGER: &str = include_str!("rules.toml");
const COLUMNS: u8 = 6;
const ROWS: u8 = 4;
const PER_SIDE: usize = 4;
const UNITS: usize = 2 * PER_SIDE;

/// A unit: red has the first four numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(u8);

/// A hex by column and row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hex(u8);

/// Destroyed.
const DEAD: Hex = Hex(255);
/// Somewhere, as far as the viewer knows.
const UNSEEN: Hex = Hex(254);

/// What a unit is. `Unknown` stands in views only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Unknown,
    Real,
    Dummy,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Unit {
    at: Hex,
    kind: Kind,
    /// Everybody knows what it is.
    shown: bool,
    /// The enemy does not know where it is (6).
    unseen: bool,
    done: bool,
}

engine::frames! {
    /// A decision or procedure under way.
    pub enum Frame for Skirmish {
        Choose(Choose),
        Chosen(Chosen),
        Reserve(Reserve),
        Dummies(Dummies),
        Dusk(Dusk),
        Flare(Flare),
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    units: Array<Unit, UNITS>,
    frames: Stack<Frame, 4>,
    reserve: [bool; 2],
    flares: [bool; 2],
    shells: [u8; 2],
    turn: u8,
    turns: u8,
    side: u8,
    night: bool,
}

engine::actions! {
    /// An action.
    pub enum Action for Skirmish {
        /// Chooses a unit.
        Unit { unit: UnitId } = "unit {unit}";
        /// Moves it to a hex.
        Move { hex: Hex } = "move {hex}";
        /// Attacks an enemy with it.
        Attack { target: UnitId } = "attack {target}";
        /// Leaves it where it is.
        Stay = "stay";
        /// Fires shells at an enemy.
        Shell { count: Count, target: UnitId } = "shell {count} {target}";
        /// Commits the reserve.
        Commit = "commit";
        /// Keeps the reserve.
        Decline = "decline";
        /// Makes one of its own units the dummy.
        Dummy { unit: UnitId } = "dummy {unit}";
        /// Shows the enemy's unseen units.
        Flare = "flare";
        /// Ends the turn.
        End = "end";
    }
}

/// The rules.
pub struct Skirmish {
    info: GameInfo,
}

impl Default for Skirmish {
    fn default() -> Self {
        let side = |side: &str, name: &str, nation: &str| SideInfo {
            side: side.to_owned(),
            name: name.to_owned(),
            nation: nation.to_owned(),
        };
        let seat =
            |seat: &str, name: &str, side| SeatInfo { seat: seat.to_owned(), name: name.to_owned(), side };
        let scenario = |id: &str, title: &str, blurb: &str| ScenarioInfo {
            scenario: id.to_owned(),
            title: title.to_owned(),
            blurb: blurb.to_owned(),
            turns: 6,
            seats: vec!["red".to_owned(), "blue".to_owned()],
            minutes: 5,
            difficulty: 1,
            options: vec![OptionInfo::switch("long", "Long game", "Twelve turns instead of six [1].", false)],
            ..ScenarioInfo::default()
        };
        let info = GameInfo {
            game: "skirmish".to_owned(),
            title: "Skirmish".to_owned(),
            blurb: "A reference game for trying the platform.".to_owned(),
            version: 1,
            sides: vec![side("red", "Red", "nk"), side("blue", "Blue", "us")],
            seats: vec![seat("red", "Red", 0), seat("blue", "Blue", 1)],
            scenarios: vec![
                scenario("field", "The Field", "Four units a side, one of them a dummy."),
                scenario(
                    "night",
                    "The Night",
                    "One unit of each side lurks unseen; shells, flares and desertion.",
                ),
            ],
        };
        Self { info }
    }
}

impl UnitId {
    fn all() -> impl Iterator<Item = Self> {
        (0..UNITS as u8).map(Self)
    }
    fn index(self) -> usize {
        self.0 as usize
    }
    fn side(self) -> u8 {
        u8::from(self.index() >= PER_SIDE)
    }
    fn seat(self) -> Seat {
        Seat(self.side())
    }
    fn name(self) -> String {
        format!("{}-{}", ["red", "blue"][self.side() as usize], self.index() % PER_SIDE + 1)
    }
    fn named(name: &str) -> Option<Self> {
        Self::all().find(|u| u.name() == name)
    }
}

impl Hex {
    fn all() -> impl Iterator<Item = Self> {
        (0..COLUMNS * ROWS).map(Self)
    }
    fn name(self) -> String {
        format!("{:02}{:02}", self.0 / ROWS + 1, self.0 % ROWS + 1)
    }
    fn named(name: &str) -> Option<Self> {
        Self::all().find(|h| h.name() == name)
    }
    /// The hexes next to it: flat tops, even columns half a hex lower.
    fn neighbours(self) -> impl Iterator<Item = Self> {
        let (c, r) = ((self.0 / ROWS) as i8, (self.0 % ROWS) as i8);
        let low = c % 2;
        [(0, -1), (0, 1), (-1, low - 1), (-1, low), (1, low - 1), (1, low)].into_iter().filter_map(
            move |(dc, dr)| {
                let (c, r) = (c + dc, r + dr);
                ((0..COLUMNS as i8).contains(&c) && (0..ROWS as i8).contains(&r))
                    .then_some(Self((c * ROWS as i8 + r) as u8))
            },
        )
    }
}

impl From<UnitId> for Arg {
    fn from(unit: UnitId) -> Self {
        Self::unit(unit.0.into())
    }
}
impl From<Hex> for Arg {
    fn from(hex: Hex) -> Self {
        Self::place(hex.0.into())
    }
}

impl Word<Skirmish> for UnitId {
    fn write(&self, _: &Skirmish, _: &State, out: &mut String) {
        out.push_str(&self.name());
    }
    fn read(_: &Skirmish, _: &State, text: &str) -> Result<Self, String> {
        Self::named(text).ok_or_else(|| format!("there is no unit \"{text}\""))
    }
    fn any(_: &Skirmish, _: &State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below(UNITS) as u8))
    }
    fn attach(&self, _: &Skirmish, _: &State, to: &mut Attached) {
        to.piece = Some(self.name());
    }
}

impl Word<Skirmish> for Hex {
    fn write(&self, _: &Skirmish, _: &State, out: &mut String) {
        out.push_str(&self.name());
    }
    fn read(_: &Skirmish, _: &State, text: &str) -> Result<Self, String> {
        Self::named(text).ok_or_else(|| format!("there is no hex \"{text}\""))
    }
    fn any(_: &Skirmish, _: &State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below((COLUMNS * ROWS) as usize) as u8))
    }
    fn attach(&self, _: &Skirmish, _: &State, to: &mut Attached) {
        to.place = Some(self.name());
    }
}

impl State {
    fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }
    fn alive(&self, unit: UnitId) -> bool {
        self.unit(unit).at != DEAD
    }
    fn occupant(&self, hex: Hex) -> Option<UnitId> {
        UnitId::all().find(|&u| self.unit(u).at == hex)
    }
    /// Who stands in a hex as far as a side knows (6).
    fn known_occupant(&self, hex: Hex, side: u8) -> Option<UnitId> {
        self.occupant(hex).filter(|&u| u.side() == side || !self.unit(u).unseen)
    }
    fn is_over(&self) -> bool {
        self.turn > self.turns
    }
    fn real(&self, side: u8) -> i32 {
        let counts = |&u: &UnitId| u.side() == side && self.alive(u) && self.unit(u).kind == Kind::Real;
        UnitId::all().filter(counts).count() as i32
    }
}

impl Rules for Skirmish {
    type State = State;
    type Action = Action;
    type Frame = Frame;
    type Position = Position;
    const SEQUENCE: &'static str = "sk 1";

    fn info(&self) -> &GameInfo {
        &self.info
    }
    fn setup(&self, scenario: &str, options: &Options, play: &mut Play) -> Result<State, SetupError> {
        Ok(setup::lay_out(scenario == "night", options.on("long"), play))
    }
    fn scenario(&self, state: &State) -> &str {
        if state.night { "night" } else { "field" }
    }
    fn frame(&self, state: &State) -> Option<Frame> {
        if state.is_over() { None } else { state.frames.last().copied() }
    }
    fn interruption(&self, state: &State, seat: Seat) -> Option<Frame> {
        Flare::may(state, seat).then_some(Frame::Flare(Flare))
    }

    /// 5 Victory [rule: sk 5]: more real units.
    fn outcome(&self, state: &State) -> Ending {
        let points = vec![state.real(0), state.real(1)];
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some("red"),
            std::cmp::Ordering::Less => Some("blue"),
            std::cmp::Ordering::Equal => None,
        };
        let result = match winner {
            Some("red") => say!("Victory of red"),
            Some(_) => say!("Victory of blue"),
            None => say!("Draw"),
        };
        Ending { winner: winner.map(str::to_owned), result, rule: "sk 5", points }
    }
    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }

    fn redact(&self, state: &State, seats: SeatSet) -> State {
        let mut view = *state;
        for unit in UnitId::all().filter(|u| !seats.contains(u.seat())) {
            let seen = &mut view.units[unit.index()];
            if !seen.shown {
                seen.kind = Kind::Unknown;
            }
            if seen.unseen && seen.at != DEAD {
                (seen.at, seen.done) = (UNSEEN, false);
                Chosen::forget(&mut view.frames, unit);
            }
        }
        view
    }
    fn sample(&self, view: &View<State>, random: &mut Random) -> State {
        let mut state = *view.state();
        for side in 0..2u8 {
            let own = |u: &UnitId| u.side() == side;
            let unknown: Vec<UnitId> =
                UnitId::all().filter(own).filter(|&u| state.unit(u).kind == Kind::Unknown).collect();
            unknown.iter().for_each(|u| state.units[u.index()].kind = Kind::Real);
            let chosen = !Dummies::pending(&state, Seat(side));
            let known = UnitId::all().filter(own).any(|u| state.unit(u).kind == Kind::Dummy);
            if chosen && !unknown.is_empty() && !known {
                state.units[unknown[random.below(unknown.len())].index()].kind = Kind::Dummy;
            }
            for unit in UnitId::all().filter(own).filter(|&u| state.unit(u).at == UNSEEN).collect::<Vec<_>>()
            {
                let free: Vec<Hex> = Hex::all().filter(|&h| state.occupant(h).is_none()).collect();
                state.units[unit.index()].at = free[random.below(free.len())];
            }
        }
        state
    }

    fn position(&self, state: &State) -> Position {
        position::write(self, state)
    }
    fn lay(&self, position: Position) -> Result<State, PositionError> {
        position::lay(self, &position)
    }
    fn check(&self, state: &State) -> Result<(), String> {
        position::sound(state)
    }
}

impl Judge for Skirmish {
    fn evaluate(&self, state: &State, side: u8) -> f32 {
        (state.real(side) - state.real(1 - side)) as f32
    }
}
