//! The game: its data, what it says of itself, and the helpers that every chapter uses.

use crate::actions::Action;
use crate::data::Data;
use crate::frames::Frame;
use crate::judgement::weights::Mind;
use crate::state::{COM, State, UN, UnitId, flag, rule};
use crate::supply::Supply;
use board::HexId;
use engine::{Arg, DataError, Decision, Files, GameInfo, Illegal, Now, Seat, SeatSet, Sentence};
use std::cell::OnceCell;
use std::rc::Rc;

/// Chosin: X Corps Escapes the Trap.
#[derive(Debug)]
pub struct Chosin {
    pub(crate) data: Data,
    pub(crate) info: GameInfo,
    pub(crate) mind: Mind,
}

impl Chosin {
    /// The game from its data files.
    pub fn new(files: &Files) -> Result<Self, DataError> {
        let data = Data::load(files)?;
        let info = crate::info::info(&data);
        Ok(Self { data, info, mind: Mind::read(files)? })
    }

    /// The game as shipped.
    ///
    /// # Panics
    /// Never: the shipped files are read by every test.
    #[must_use]
    pub fn shipped() -> Self {
        Self::new(&crate::files()).unwrap_or_else(|e| panic!("{e}"))
    }
}

impl From<UnitId> for Arg {
    fn from(unit: UnitId) -> Self {
        Self::unit(unit.0.into())
    }
}

/// A hex as an argument of a sentence.
pub(crate) fn at(hex: HexId) -> Arg {
    Arg::place(hex.0.into())
}

/// Terms of the game in sentences.
pub(crate) mod term {
    use engine::Arg;
    pub(crate) const EVENT: u8 = 0;
    pub(crate) const MISSION: u8 = 1;
    pub(crate) const AIR: u8 = 2;
    pub(crate) const TABLE: u8 = 3;
    pub(crate) const ODDS: u8 = 4;
    pub(crate) const RESULT: u8 = 5;
    pub(crate) const OPTION: u8 = 6;
    pub(crate) const BRIDGE: u8 = 7;
    pub(crate) const DATE: u8 = 8;
    pub(crate) const FIRE: u8 = 9;
    pub(crate) const LEVEL: u8 = 10;
    pub(crate) const DEPLOYMENT: u8 = 11;
    /// A strength in quarters.
    pub(crate) const QUARTERS: u8 = 12;
    /// Regiments in thirds.
    pub(crate) const THIRDS: u8 = 13;
    /// What a combat result does.
    pub(crate) const MEANING: u8 = 14;

    pub(crate) fn of(class: u8, id: impl Into<u32>) -> Arg {
        Arg::term(class, id.into())
    }
}

/// The seat of a side.
pub(crate) fn seat(side: u8) -> Seat {
    Seat(side)
}

/// One side alone.
pub(crate) fn only(side: u8) -> SeatSet {
    SeatSet::one(seat(side))
}

/// A refusal.
pub(crate) fn no<T>(rule: &'static str, why: Sentence) -> Result<T, Illegal> {
    Err(Illegal::new(rule, why))
}

/// What a list asks for many actions, worked out once.
#[derive(Default)]
pub(crate) struct Ctx {
    supply: [OnceCell<Rc<Supply>>; 2],
}

impl Ctx {
    /// Who is in supply on a side.
    pub(crate) fn supply(&self, now: Now<'_, Chosin>, side: u8) -> &Supply {
        self.supply[side as usize].get_or_init(|| now.game.data.supply(now.state, side))
    }
    pub(crate) fn supplied(&self, now: Now<'_, Chosin>, unit: UnitId) -> bool {
        let side = now.game.data.quick(unit).side;
        now.game.data.supplied(now.state, self.supply(now, side), unit)
    }
}

/// A decision whose list and refusals come from one judgement with shared working.
pub(crate) trait Judged: Decision<Chosin> {
    /// Whether the rules allow an action.
    fn judge(&self, now: Now<'_, Chosin>, ctx: &Ctx, action: Action) -> Result<(), Illegal>;
    /// Sieves the candidates.
    fn sieve(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let ctx = Ctx::default();
        self.candidates(now, out);
        out.retain(|&action| self.judge(now, &ctx, action).is_ok());
        if !out.is_sorted() {
            out.sort_unstable();
        }
        out.dedup();
    }
}

/// Writes `list` and `check` of a [`Judged`] decision.
macro_rules! judged {
    () => {
        fn list(&self, now: engine::Now<'_, crate::game::Chosin>, out: &mut Vec<crate::actions::Action>) {
            crate::game::Judged::sieve(self, now, out);
        }
        fn check(
            &self,
            now: engine::Now<'_, crate::game::Chosin>,
            action: crate::actions::Action,
        ) -> Result<(), engine::Illegal> {
            crate::game::Judged::judge(self, now, &crate::game::Ctx::default(), action)
        }
    };
}
pub(crate) use judged;

impl State {
    /// Puts a procedure on top.
    pub(crate) fn push(&mut self, frame: impl Into<Frame>) {
        self.frames.push(frame.into());
    }
    /// Takes the procedure on top away.
    pub(crate) fn pop(&mut self) {
        self.frames.pop();
    }
    /// Puts one procedure in the place of the one on top.
    pub(crate) fn replace(&mut self, frame: impl Into<Frame>) {
        self.frames.pop();
        self.frames.push(frame.into());
    }
    /// 21.0 Whether the enemy may see what a unit is. [rule: ch 21.1]
    pub(crate) fn visible(&self, unit: UnitId) -> bool {
        if self.rule(rule::OPEN) || self.field.has(unit, flag::SHOWN) {
            return true;
        }
        let field = &self.field;
        if !field.on_map(unit) {
            return false;
        }
        let hex = field.at(unit);
        if self.rule(rule::FOG) && self.fog.contains(&hex.0) {
            return false;
        }
        let uncovered = field.units_in(hex).find(|u| field.fog_box(*u) == 0);
        uncovered == Some(unit)
    }
}

impl Chosin {
    pub(crate) fn side(&self, unit: UnitId) -> u8 {
        self.data.quick(unit).side
    }
    /// A unit in a sentence: those who may not know it read "a unit".
    pub(crate) fn named(&self, state: &State, unit: UnitId) -> Arg {
        let name = Arg::from(unit);
        if state.visible(unit) { name } else { name.only(only(self.side(unit))) }
    }
    /// The units of a side that are on the map, in rising order.
    pub(crate) fn on_map<'a>(&self, state: &'a State, side: u8) -> impl Iterator<Item = UnitId> + 'a {
        state.field.present[side as usize].iter().map(|u| UnitId(u as u8))
    }
    /// The units of a side that are in one of the places off the map.
    pub(crate) fn off_map<'a>(
        &'a self,
        state: &'a State,
        side: u8,
        place: HexId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let mine = self.data.side_units[side as usize];
        self.data.all_units().filter(move |u| mine.has(u.index()) && state.field.at(*u) == place)
    }
    /// Whether a unit is a piece of the scene.
    pub(crate) fn in_scene(&self, state: &State, unit: UnitId) -> bool {
        crate::scene::drawn(state, unit)
    }
    /// 1.1 Whether a unit is on the map and belongs to the side. [rule: ch 1.1]
    pub(crate) fn mine(&self, state: &State, side: u8, unit: UnitId) -> Result<(), Illegal> {
        let known = unit.index() < self.data.units.len() && self.side(unit) == side;
        if known && state.field.on_map(unit) {
            return Ok(());
        }
        no("ch 1.1", engine::say!("that is no unit of yours on the map"))
    }
    /// The factors of the side showing: attack, defence, movement.
    pub(crate) fn factors(&self, state: &State, unit: UnitId) -> [u8; 3] {
        self.data.quick(unit).faces[state.field.face(unit)]
    }
}

/// The other side.
pub(crate) const fn enemy(side: u8) -> u8 {
    if side == UN { COM } else { UN }
}
