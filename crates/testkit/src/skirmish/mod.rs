//! Skirmish: a game small enough to read in ten minutes that uses everything the contract has: a stack of frames, a
//! decision of the other side inside an attack, hidden units, a reserve chit, dice, options.

mod interface;
mod judgement;

use engine::flat::{Array, Stack};
use engine::{
    GameInfo, Illegal, Moment, OptionInfo, Options, Outcome, Overlay, Play, PositionError, Random, Rules,
    ScenarioInfo, Scene, Seat, SeatInfo, SeatSet, SetupError, Sheet, SideInfo, View,
};
use serde::{Deserialize, Serialize};

/// The ledger.
pub const LEDGER: &str = include_str!("rules.toml");
const COLUMNS: u8 = 6;
const ROWS: u8 = 4;
const PER_SIDE: usize = 4;
const UNITS: usize = 2 * PER_SIDE;
const DEAD: u8 = 255;

/// What a unit is. `Unknown` stands in views only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Unknown,
    Real,
    Dummy,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Unit {
    at: u8,
    kind: Kind,
    shown: bool,
    done: bool,
}

/// A decision or procedure under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Frame {
    /// The side chooses a unit or ends its turn.
    #[default]
    Choose,
    /// The chosen unit moves, attacks or stays.
    Unit(u8),
    /// The defender of an attack commits its reserve or not.
    Reserve { attacker: u8, target: u8 },
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    units: Array<Unit, UNITS>,
    frames: Stack<Frame, 4>,
    reserve: [bool; 2],
    turn: u8,
    turns: u8,
    side: u8,
}

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Chooses a unit.
    Unit(u8),
    /// Moves it to a hex.
    Move(u8),
    /// Attacks an enemy with it.
    Attack(u8),
    /// Leaves it where it is.
    Stay,
    /// Commits the reserve.
    Commit,
    /// Keeps the reserve.
    Decline,
    /// Ends the turn.
    End,
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
        let info = GameInfo {
            game: "skirmish".to_owned(),
            title: "Skirmish".to_owned(),
            blurb: "A reference game for trying the platform.".to_owned(),
            version: 1,
            sides: vec![side("red", "Red", "nk"), side("blue", "Blue", "us")],
            seats: vec![seat("red", "Red", 0), seat("blue", "Blue", 1)],
            scenarios: vec![ScenarioInfo {
                scenario: "field".to_owned(),
                title: "The Field".to_owned(),
                blurb: "Four units a side, one of them a dummy.".to_owned(),
                turns: 6,
                seats: vec!["red".to_owned(), "blue".to_owned()],
                minutes: 5,
                difficulty: 1,
                options: vec![OptionInfo::switch(
                    "long",
                    "Long game",
                    "Twelve turns instead of six [1].",
                    false,
                )],
            }],
        };
        Self { info }
    }
}

/// The hexes next to a hex: flat tops, even columns half a hex lower.
fn neighbours(hex: u8) -> impl Iterator<Item = u8> {
    let (c, r) = ((hex / ROWS) as i8, (hex % ROWS) as i8);
    let low = c % 2;
    [(0, -1), (0, 1), (-1, low - 1), (-1, low), (1, low - 1), (1, low)].into_iter().filter_map(
        move |(dc, dr)| {
            let (c, r) = (c + dc, r + dr);
            ((0..COLUMNS as i8).contains(&c) && (0..ROWS as i8).contains(&r))
                .then_some((c * ROWS as i8 + r) as u8)
        },
    )
}

fn side_of(unit: u8) -> u8 {
    u8::from(unit as usize >= PER_SIDE)
}

fn hex_name(hex: u8) -> String {
    format!("{:02}{:02}", hex / ROWS + 1, hex % ROWS + 1)
}

fn unit_name(unit: u8) -> String {
    format!("{}-{}", ["red", "blue"][side_of(unit) as usize], unit as usize % PER_SIDE + 1)
}

impl State {
    fn occupant(&self, hex: u8) -> Option<u8> {
        self.units.iter().position(|u| u.at == hex).map(|i| i as u8)
    }
    fn frame(&self) -> Frame {
        self.frames.last().copied().unwrap_or_default()
    }
    fn is_over(&self) -> bool {
        self.turn > self.turns
    }
    fn real(&self, side: u8) -> i32 {
        let alive =
            |(i, u): &(usize, &Unit)| side_of(*i as u8) == side && u.at != DEAD && u.kind == Kind::Real;
        self.units.iter().enumerate().filter(alive).count() as i32
    }
    fn reach(&self, unit: u8) -> Vec<u8> {
        let from = self.units[unit as usize].at;
        let free = |h: &u8| self.occupant(*h).is_none();
        let near: Vec<u8> = neighbours(from).filter(free).collect();
        let mut reach = near.clone();
        reach.extend(near.iter().flat_map(|&h| neighbours(h)).filter(|h| *h != from && free(h)));
        reach.sort_unstable();
        reach.dedup();
        reach
    }
    fn targets(&self, unit: u8) -> Vec<u8> {
        let enemy = |u: &u8| side_of(*u) != side_of(unit);
        let mut targets: Vec<u8> =
            neighbours(self.units[unit as usize].at).filter_map(|h| self.occupant(h)).filter(enemy).collect();
        targets.sort_unstable();
        targets
    }
    fn end_turn(&mut self) {
        self.side = 1 - self.side;
        if self.side == 0 {
            self.turn += 1;
        }
        self.units.iter_mut().for_each(|u| u.done = false);
    }
}

/// 4 Dummies [rule: sk 4]: a unit that fights is shown; a dummy is removed. Says whether it was real.
fn show(state: &mut State, unit: u8, play: &mut Play) -> bool {
    let shown = &mut state.units[unit as usize];
    if !shown.shown {
        shown.shown = true;
        play.reveal();
    }
    if shown.kind == Kind::Dummy {
        shown.at = DEAD;
        play.outcome("sk 4", format_args!("{} was a dummy.", unit_name(unit)));
        return false;
    }
    true
}

/// 3 Combat [rule: sk 3]: five or six destroys; a committed reserve takes one from the die.
fn resolve(state: &mut State, attacker: u8, target: u8, reserve: bool, play: &mut Play) {
    let roll = play.d6("combat") - u32::from(reserve);
    if roll >= 5 {
        state.units[target as usize].at = DEAD;
        play.outcome("sk 3", format_args!("{} destroys {}.", unit_name(attacker), unit_name(target)));
    } else {
        play.outcome("sk 3", format_args!("{} holds against {}.", unit_name(target), unit_name(attacker)));
    }
}

impl Rules for Skirmish {
    type State = State;
    type Action = Action;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn setup(&self, _scenario: &str, options: &Options, play: &mut Play) -> Result<State, SetupError> {
        let mut units = Array::filled(Unit { kind: Kind::Real, ..Unit::default() });
        for (i, unit) in units.iter_mut().enumerate() {
            unit.at = if i < PER_SIDE { i as u8 } else { (COLUMNS - 1) * ROWS + (i - PER_SIDE) as u8 };
        }
        for side in 0..2 {
            let dummy = side * PER_SIDE + play.draw(PER_SIDE, "dummy");
            units[dummy].kind = Kind::Dummy;
            let owner = Seat(side as u8);
            let name = unit_name(dummy as u8);
            play.whisper(SeatSet::one(owner), owner, "sk 4", format_args!("{name} is the dummy."));
        }
        let mut frames = Stack::default();
        frames.push(Frame::Choose);
        let turns = if options.on("long") { 12 } else { 6 };
        Ok(State { units, frames, reserve: [true; 2], turn: 1, turns, side: 0 })
    }

    fn scenario(&self, _state: &State) -> &str {
        "field"
    }

    /// 1 Sequence [rule: sk 1]: the side whose turn it is, or the defender of an attack.
    fn to_act(&self, state: &State) -> SeatSet {
        match state.frame() {
            _ if state.is_over() => SeatSet::NONE,
            Frame::Reserve { target, .. } => SeatSet::one(Seat(side_of(target))),
            _ => SeatSet::one(Seat(state.side)),
        }
    }

    /// 5 Victory [rule: sk 5]: more real units.
    fn outcome(&self, state: &State) -> Outcome {
        let points = vec![state.real(0), state.real(1)];
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some("red"),
            std::cmp::Ordering::Less => Some("blue"),
            std::cmp::Ordering::Equal => None,
        };
        let result = winner.map_or("Draw".to_owned(), |w| format!("Victory of {w}"));
        Outcome { winner: winner.map(str::to_owned), result, points }
    }

    fn moment(&self, state: &State) -> Moment<'_> {
        let phase = ["Red's turn", "Blue's turn"][state.side as usize];
        Moment {
            turn: u16::from(state.turn),
            label: format!("Turn {}", state.turn).into(),
            phase: phase.into(),
        }
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !self.to_act(state).contains(seat) {
            return;
        }
        match state.frame() {
            Frame::Choose => {
                let ready = |u: &u8| {
                    let unit = state.units[*u as usize];
                    side_of(*u) == state.side && unit.at != DEAD && !unit.done
                };
                out.extend((0..UNITS as u8).filter(ready).map(Action::Unit));
                out.push(Action::End);
            }
            Frame::Unit(unit) => {
                out.extend(state.reach(unit).into_iter().map(Action::Move));
                out.extend(state.targets(unit).into_iter().map(Action::Attack));
                out.push(Action::Stay);
            }
            Frame::Reserve { .. } => out.extend([Action::Commit, Action::Decline]),
        }
    }

    fn apply(&self, state: &mut State, seat: Seat, action: Action, play: &mut Play) -> Result<(), Illegal> {
        if !self.to_act(state).contains(seat) {
            return Err(Illegal::new("sk 1", "it is the other side's decision"));
        }
        match (state.frame(), action) {
            (Frame::Choose, Action::Unit(unit)) => {
                let chosen =
                    state.units.get(unit as usize).filter(|u| u.at != DEAD && side_of(unit) == state.side);
                match chosen {
                    None => return Err(Illegal::new("sk 1", "that is no unit of yours")),
                    Some(unit) if unit.done => return Err(Illegal::new("sk 1", "it has acted in this turn")),
                    Some(_) => state.frames.push(Frame::Unit(unit)),
                }
            }
            (Frame::Choose, Action::End) => {
                state.end_turn();
                play.say(seat, "sk 1", format_args!("ends its turn."));
            }
            (Frame::Unit(unit), Action::Move(hex)) => move_unit(state, seat, unit, hex, play)?,
            (Frame::Unit(unit), Action::Attack(target)) => attack(state, seat, unit, target, play)?,
            (Frame::Unit(unit), Action::Stay) => {
                state.frames.pop();
                state.units[unit as usize].done = true;
            }
            (Frame::Reserve { attacker, target }, Action::Commit | Action::Decline) => {
                let reserve = action == Action::Commit;
                state.frames.pop();
                if reserve {
                    state.reserve[seat.index()] = false;
                    play.say(seat, "sk 3", format_args!("commits its reserve."));
                }
                resolve(state, attacker, target, reserve, play);
            }
            _ => return Err(Illegal::new("sk 1", "that is not to be decided now")),
        }
        Ok(())
    }

    fn quiet(&self, state: &State, _seat: Seat) -> Option<Action> {
        matches!(state.frame(), Frame::Reserve { .. }).then_some(Action::Decline)
    }

    fn redact(&self, state: &State, seats: SeatSet) -> State {
        let mut view = *state;
        for (i, unit) in view.units.iter_mut().enumerate() {
            if !unit.shown && !seats.contains(Seat(side_of(i as u8))) {
                unit.kind = Kind::Unknown;
            }
        }
        view
    }

    fn sample(&self, view: &View<State>, random: &mut Random) -> State {
        let mut state = *view.state();
        for side in 0..2 {
            let own = side * PER_SIDE..(side + 1) * PER_SIDE;
            let unknown: Vec<usize> = own.clone().filter(|&i| state.units[i].kind == Kind::Unknown).collect();
            unknown.iter().for_each(|&i| state.units[i].kind = Kind::Real);
            if !unknown.is_empty() && !own.into_iter().any(|i| state.units[i].kind == Kind::Dummy) {
                state.units[unknown[random.below(unknown.len())]].kind = Kind::Dummy;
            }
        }
        state
    }

    fn write_action(&self, _state: &State, action: Action, out: &mut String) {
        interface::write(action, out);
    }
    fn read_action(&self, _state: &State, text: &str) -> Result<Action, String> {
        interface::read(text)
    }
    fn sheet(&self, _scenario: &str) -> Sheet {
        interface::sheet()
    }
    fn scene<'a>(&'a self, view: &'a View<State>) -> Scene<'a> {
        interface::scene(self, view)
    }
    fn overlay(&self, view: &View<State>, overlay: &str) -> Option<Overlay> {
        (overlay == "zoc").then(|| interface::zones(view.state()))
    }
    fn position(&self, state: &State) -> serde_json::Value {
        interface::position(state)
    }
    fn read_position(&self, position: &serde_json::Value) -> Result<State, PositionError> {
        interface::read_position(position)
    }

    fn evaluate(&self, state: &State, side: u8) -> f32 {
        (state.real(side) - state.real(1 - side)) as f32
    }

    fn check(&self, state: &State) -> Result<(), String> {
        for side in 0..2 {
            let own = side * PER_SIDE..(side + 1) * PER_SIDE;
            let dummies = own.filter(|&i| state.units[i].kind == Kind::Dummy).count();
            if dummies != 1 {
                return Err(format!("side {side} has {dummies} dummies"));
            }
        }
        for (i, unit) in state.units.iter().enumerate().filter(|(_, u)| u.at != DEAD) {
            if unit.at >= COLUMNS * ROWS || state.occupant(unit.at) != Some(i as u8) {
                return Err(format!("unit {i} shares its hex or is off the field"));
            }
        }
        Ok(())
    }
}

/// 2 Movement [rule: sk 2]: one or two hexes through free hexes.
fn move_unit(state: &mut State, seat: Seat, unit: u8, hex: u8, play: &mut Play) -> Result<(), Illegal> {
    if !state.reach(unit).contains(&hex) {
        return Err(Illegal::new("sk 2", "it can't get there through free hexes in two steps"));
    }
    let from = hex_name(state.units[unit as usize].at);
    let to = hex_name(hex);
    state.frames.pop();
    state.units[unit as usize].at = hex;
    state.units[unit as usize].done = true;
    play.say(seat, "sk 2", format_args!("{} moves from {from} to {to}.", unit_name(unit))).at(from).at(to);
    Ok(())
}

fn attack(state: &mut State, seat: Seat, unit: u8, target: u8, play: &mut Play) -> Result<(), Illegal> {
    if !state.targets(unit).contains(&target) {
        return Err(Illegal::new("sk 3", "only a neighbouring enemy can be attacked"));
    }
    let at = hex_name(state.units[target as usize].at);
    state.frames.pop();
    state.units[unit as usize].done = true;
    play.say(seat, "sk 3", format_args!("{} attacks {} in {at}.", unit_name(unit), unit_name(target))).at(at);
    let real = show(state, unit, play) & show(state, target, play);
    if real {
        if state.reserve[side_of(target) as usize] {
            state.frames.push(Frame::Reserve { attacker: unit, target });
        } else {
            resolve(state, unit, target, false, play);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Suite, golden, perft};
    use engine::{Dice, Entry, Seed, outcomes};

    // [proves: sk 1, sk 2, sk 3, sk 4, sk 5]
    #[test]
    fn the_suite_passes() {
        Suite::new(&Skirmish::default(), LEDGER).games(60).run();
    }

    #[test]
    fn undo_and_replay_hold() {
        let entry = Entry::new(Skirmish::default(), LEDGER, Vec::new(), Vec::new(), String::new()).unwrap();
        golden(entry, None);
    }

    #[test]
    fn paths_are_counted() {
        // Four units to choose from and the end of the turn; behind the end of the turn the same for the other side.
        let counts = perft(&Skirmish::default(), "field", &Options::default(), 2);
        assert_eq!(counts[0], 5);
        assert!(counts[1] > 5 * 5);
    }

    #[test]
    fn a_preview_sums_to_one_and_looks_through_the_reserve() {
        let rules = Skirmish::default();
        let mut play = Play::new(Dice::seeded(Seed::from_number(1)));
        let options = Options::default().complete(&rules.info().scenarios[0]).unwrap();
        let mut state = rules.setup("field", &options, &mut play).unwrap();
        let real = |s: &State, side: usize| {
            (side * PER_SIDE..).find(|&i| s.units[i].kind == Kind::Real).unwrap() as u8
        };
        let (attacker, target) = (real(&state, 0), real(&state, 1));
        state.units[target as usize].shown = true;
        state
            .units
            .iter_mut()
            .enumerate()
            .filter(|(i, _)| *i != attacker as usize && *i != target as usize)
            .for_each(|(_, u)| {
                u.at = DEAD;
                u.shown = true;
            });
        state.units[target as usize].at = neighbours(state.units[attacker as usize].at).next().unwrap();
        state.frames.push(Frame::Unit(attacker));
        let view = View::of(&rules, &state, SeatSet::one(Seat(0)));
        let table = outcomes(&rules, &view, Seat(0), Action::Attack(target)).unwrap();
        assert!(table.exact);
        assert_eq!(table.outcomes.len(), 2);
        assert!((table.outcomes[1].probability - 2.0 / 6.0).abs() < 1e-9, "five or six of six: {table:?}");
    }
}
