//! Bad habits of players, counted: the mistakes that the campaign punishes.

use crate::actions::{Action, TableId};
use crate::data::Kind;
use crate::frames::Frame;
use crate::game::Chosin;
use crate::marching::Moving;
use crate::movement::alone;
use crate::state::{Phase, State, UN, UnitId, off};
use crate::supply::Supply;
use board::HexId;
use engine::{Habit, Habits};

/// The habits, in the order of their numbers below.
pub(crate) const HABITS: [Habit; 6] = [
    Habit {
        habit: "battalion left alone",
        counts: "Hexes with a single UN battalion at the end of UN movement; a lapse where nine or more points of attack stand beside it.",
    },
    Habit {
        habit: "ships left empty",
        counts: "UN movement phases that end with ships used, or with a unit in an open port that has no duty there: headquarters, \
                 the port brigade and airfield groups have one. A lapse where such a unit would still have found room.",
    },
    Habit {
        habit: "guns or headquarters in front",
        counts: "Artillery and headquarters on the map at the end of a side's movement; a lapse where the enemy stands beside \
                 them and no other friend with them.",
    },
    Habit {
        habit: "over-stacked",
        counts: "Stacks at the end of a side's movement; a lapse above the stacking limit.",
    },
    Habit {
        habit: "hopeless attack",
        counts: "Land attacks declared; a lapse on Assault or Mobile in the columns 1:3 and 1:2 before support.",
    },
    Habit {
        habit: "headquarters out of touch",
        counts: "Headquarters on the map at the end of a side's movement; a lapse without a line of communication, where a hex \
                 within a day's march would have given it one.",
    },
];
const ALONE: usize = 0;
const EMPTY_SHIPS: usize = 1;
const IN_FRONT: usize = 2;
const CROWDED: usize = 3;
const HOPELESS: usize = 4;
const OUT_OF_TOUCH: usize = 5;

/// Three Chinese regiments.
const TOO_MANY: f32 = 9.0;
/// The column 1:2.
const SLIM: u8 = 1;
const PROBE: TableId = TableId(0);

impl Chosin {
    /// Counts what an action shows.
    pub(crate) fn count_habits(&self, before: &State, action: Action, habits: &mut Habits) {
        if let (Some(Frame::Movement(moves)), Action::End) = (before.frames.last(), action)
            && matches!(before.phase, Phase::UnMovement | Phase::ComMovement)
        {
            self.count_march(before, moves.side, habits);
        }
        if let (Some(Frame::Table(_)), Action::Table { table }) = (before.frames.last(), action) {
            let hopeless = table != PROBE && self.sum(before).column <= SLIM;
            habits.note(before.combat.side, HOPELESS, 1, u64::from(hopeless));
        }
    }

    fn count_march(&self, state: &State, side: u8, habits: &mut Habits) {
        if side == UN {
            self.count_alone(state, habits);
            self.count_ships(state, habits);
        }
        for hex in crate::event::hexes(&state.field.held[side as usize]) {
            habits.note(side, CROWDED, 1, u64::from(self.data.overstacked(state, side, hex)));
        }
        let supply = self.data.supply(state, side);
        for unit in self.on_map(state, side) {
            let kind = self.data.quick(unit).kind;
            if matches!(kind, Kind::Hq | Kind::Artillery) {
                let hex = state.field.at(unit);
                let exposed = self.beside_enemy(state, side, hex) && self.company(state, unit) == 0;
                habits.note(side, IN_FRONT, 1, u64::from(exposed));
            }
            if kind == Kind::Hq {
                let lapse = !supply.linked.has(unit.index()) && self.could_be_in_touch(state, unit, &supply);
                habits.note(side, OUT_OF_TOUCH, 1, u64::from(lapse));
            }
        }
    }

    fn count_alone(&self, state: &State, habits: &mut Habits) {
        for hex in crate::event::hexes(&state.field.held[UN as usize]) {
            let mut stack = state.field.units_in(hex);
            let (Some(unit), None) = (stack.next(), stack.next()) else { continue };
            if !self.data.quick(unit).regiment {
                let lapse = super::threat(self, state, UN, hex) >= TOO_MANY;
                habits.note(UN, ALONE, 1, u64::from(lapse));
            }
        }
    }

    fn count_ships(&self, state: &State, habits: &mut Habits) {
        let could = |u: UnitId| {
            !matches!(self.data.quick(u).kind, Kind::Hq | Kind::Port | Kind::Airfield)
                && super::in_port(self, state, u)
                && state.used.evacuated == 0
                && state.used.shipped + self.thirds(u) <= self.sea_capacity(state, u)
                && self.may_move(state, UN, u).is_ok()
        };
        let idle = self.on_map(state, UN).any(could);
        if idle || state.used.shipped > 0 {
            habits.note(UN, EMPTY_SHIPS, 1, u64::from(idle));
        }
    }

    /// Whether a headquarters could go somewhere from where it would have a line of communication by itself.
    fn could_be_in_touch(&self, state: &State, hq: UnitId, supply: &Supply) -> bool {
        let touch = self.data.in_touch(state, supply, self.data.radius(state, hq));
        let mut fresh = state.clone();
        fresh.spent[hq.index()] = 0;
        let moving = Moving { group: alone(hq), forced: false, started: false, goal: off::OUT.0 };
        let mut could = false;
        moving.reach(self, &fresh, |hex, _| could |= touch.has(hex.index()));
        could
    }

    fn beside_enemy(&self, state: &State, side: u8, hex: HexId) -> bool {
        self.data.ground.around(hex).any(|h| state.field.holds(1 - side, h))
    }

    /// How many fighting units stand with a unit.
    fn company(&self, state: &State, unit: UnitId) -> usize {
        let stack = state.field.units_in(state.field.at(unit));
        stack.filter(|u| *u != unit && self.factors(state, *u)[0] > 0).count()
    }
}
