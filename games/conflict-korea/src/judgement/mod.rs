//! What the computer commander goes by: `outlook` is the map in one side's eyes, `planning` the orders of a phase,
//! `assaults` and `marches` two parts of them.
//!
//! Everything here uses a side's own forces exactly and the enemy as far as he is spotted.

pub mod assaults;
pub mod genes;
pub mod marches;
pub mod outlook;
pub mod planning;

use crate::actions::Action;
use crate::data::{Mission, UN};
use crate::frames::Frame;
use crate::game::{ConflictKorea, Scope};
use crate::habits::HABITS;
use crate::state::{AirId, ForceId, NO_ORDER, State};
use board::HexId;
use engine::{Gene, Habit, Habits, Judge, Judgement, Random, Seat, SeatSet};
use genes::Part;
pub use planning::Knobs;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// What a force is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Go(HexId),
    Assault(HexId),
    Rail(HexId),
    Land(HexId),
}

/// An order to a force that stands in a hex.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    pub force: ForceId,
    pub from: HexId,
    pub what: What,
}

/// An intention for one orders phase.
#[derive(Clone, Debug)]
pub struct Plan {
    orders: Arc<[Order]>,
    missions: Arc<[(AirId, Mission)]>,
    /// What it stresses.
    knobs: Knobs,
    /// What a search may decide otherwise in it, once somebody has asked.
    parts: Arc<OnceLock<Vec<Part>>>,
}

impl Scope<'_> {
    /// 2.112 A computer plays by limited intelligence even where people see everything. [rule: ck 2.112-computer]
    fn as_computer<'a>(&self, st: &'a State, seat: Seat, random: &mut Random) -> Cow<'a, State> {
        if !st.choices.complete {
            return Cow::Borrowed(st);
        }
        let seats = SeatSet::one(seat);
        Cow::Owned(self.sample(&self.redact(&st.as_spotted(), seats), seats, random))
    }

    /// Whether an order can be carried out now. Only what the side knows decides, so that following a plan always ends.
    fn pending(&self, st: &State, order: &Order) -> bool {
        let f = st.force(order.force);
        if !f.exists() || f.hex != order.from || f.units.is_empty() {
            return false;
        }
        match order.what {
            What::Go(hex) => {
                f.order == NO_ORDER
                    && !st.known_enemy(order.force.side(), hex)
                    && self.points_left(st, order.force, hex).is_some()
            }
            What::Assault(hex) => f.order == NO_ORDER && self.may_attack(st, order.force, hex).is_ok(),
            What::Rail(hex) => {
                self.may_entrain(st, order.force).is_ok() && self.rail_reach(st, order.force).0.contains(&hex)
            }
            What::Land(hex) => {
                self.may_embark(st, order.force).is_ok() && self.may_land(st, order.force, hex).is_ok()
            }
        }
    }

    fn answer(&self, st: &State, frame: Frame, plan: &Plan) -> Option<Action> {
        let order_of = |force: ForceId| {
            let here = st.force(force).hex;
            plan.orders.iter().find(|o| o.force == force && o.from == here).map(|o| o.what)
        };
        match frame {
            Frame::Orders(_) => {
                let open = plan.missions.iter().any(|(a, m)| st.wings[a.0 as usize].mission != *m);
                if open && st.phase.first_orders() && !st.choices.program_air {
                    return Some(Action::Operations);
                }
                let next = plan.orders.iter().find(|o| self.pending(st, o));
                Some(next.map_or(Action::EndPhase, |o| Action::Select { force: o.force }))
            }
            Frame::Command(c) => Some(match order_of(c.force)? {
                What::Go(hex) => Action::Go { hex },
                What::Assault(hex) => Action::Assault { hex },
                What::Rail(_) => Action::Entrain,
                What::Land(_) => Action::Embark,
            }),
            Frame::Trains(t) => Some(match order_of(t.force) {
                Some(What::Rail(hex)) => Action::Rail { hex },
                _ => Action::Rail { hex: st.force(t.force).hex },
            }),
            Frame::Voyage(v) => match order_of(v.force) {
                Some(What::Land(hex)) => Some(Action::Land { hex }),
                _ => Some(Action::Done),
            },
            Frame::Operations(_) => {
                let next = plan.missions.iter().find(|(a, m)| st.wings[a.0 as usize].mission != *m);
                Some(next.map_or(Action::Done, |&(air, mission)| Action::Order { air, mission }))
            }
            Frame::Strikes(s) => {
                let side = self.air_def(AirId(s.air)).side;
                Some(self.program_target(st, side).map_or(Action::Forgo, |hex| Action::Strike { hex }))
            }
            _ => Some(Action::Done),
        }
    }
}

impl Judge for ConflictKorea {
    /// Levels of victory, and what is left of the armies.
    fn evaluate(&self, st: &State, side: u8) -> f32 {
        let scope = self.scope(st);
        let army = |side: u8| -> f32 { st.forces_of(side).map(|f| scope.shown(st, f).0 as f32).sum() };
        let d = scope.difference(st) as f32 / 200.0 + (army(UN) - army(1 - UN)) / 4000.0;
        if side == UN { d } else { -d }
    }
    fn habits(&self) -> &'static [Habit] {
        &HABITS
    }
    fn watch(&self, before: &State, seat: Seat, action: Action, _: &State, habits: &mut Habits) {
        if action == Action::EndPhase {
            self.scope(before).count_habits(before, seat.0, habits);
        }
    }
}

impl Judgement for ConflictKorea {
    type Plan = Plan;
    fn stretch(&self, st: &State) -> u64 {
        u64::from(st.turn) * 16 + st.phase as u64 * 2 + u64::from(st.leader)
    }
    fn plans(&self, st: &State, seat: Seat, count: usize, random: &mut Random, out: &mut Vec<Plan>) {
        let scope = self.scope(st);
        let known = scope.as_computer(st, seat, random);
        for n in 0..count.max(1) {
            let knobs = Knobs::varied(n, random);
            out.push(scope.make_plan(&known, seat.0, &knobs, &[], random));
        }
    }
    fn follow(&self, st: &State, _: Seat, plan: &Plan, legal: &[Action], _: &mut Random) -> Action {
        let scope = self.scope(st);
        let wanted = st.frames.last().and_then(|&frame| scope.answer(st, frame, plan));
        let quiet = [Action::Done, Action::Forgo, Action::EndPhase];
        let allowed = |a: &Action| legal.binary_search(a).is_ok();
        wanted.filter(allowed).or_else(|| quiet.into_iter().find(allowed)).unwrap_or(legal[0])
    }
    fn promise(&self, st: &State, seat: Seat, action: Action) -> f32 {
        self.scope(st).glance(st, seat.0, action)
    }
    fn far_enough(&self, from: &State, now: &State, _: usize) -> bool {
        // To the general phase of this turn and through the other's next orders.
        now.turn > from.turn + 1 || (now.turn > from.turn && !now.phase.first_orders())
    }
    fn genome(&self, st: &State, seat: Seat, plan: &Plan) -> Vec<Gene> {
        self.scope(st).genome(st, seat.0, plan)
    }
    fn express(&self, st: &State, seat: Seat, plan: &Plan, choice: &[u8]) -> Plan {
        self.scope(st).express(st, seat.0, plan, choice)
    }
    /// 4.13 The target of an air strike is a question of its own.
    fn is_answer(&self, st: &State, _: Seat) -> bool {
        matches!(st.frames.last(), Some(Frame::Strikes(_)))
    }
    fn words(&self, st: &State, _: Seat, plan: &Plan) -> String {
        self.scope(st).plan_words(st, plan)
    }
}

impl Scope<'_> {
    /// What an action looks like at first glance.
    fn glance(&self, st: &State, side: u8, action: Action) -> f32 {
        let near = |hex: HexId| {
            let goals =
                self.ground.urban.iter().map(|i| HexId(i as u16)).filter(|&h| !self.friendly(st, side, h));
            let far = goals.map(|h| self.ground.distance(h, hex)).min().unwrap_or(0);
            -(far as f32) / 40.0 + if self.friendly(st, side, hex) { 0.0 } else { 0.2 }
        };
        match action {
            Action::Select { force } => {
                let f = st.force(force);
                if f.spent == 0 && f.points > 0 && f.order == NO_ORDER { 0.3 } else { -0.3 }
            }
            Action::Go { hex } | Action::Rail { hex } | Action::Land { hex } => 0.4 + near(hex),
            Action::Assault { hex } => {
                let Some(&Frame::Command(c)) = st.frames.last() else { return 0.0 };
                let b = self.forecast(st, side, hex, &[c.force]);
                0.2 + (f32::from(b.defender_loss) - f32::from(b.attacker_loss)) / 50.0
            }
            Action::Strike { hex } => 0.3 + self.guessed(st, side, hex) as f32 / 2000.0,
            Action::EndPhase => 0.15,
            Action::Done | Action::Forgo => 0.1,
            Action::Operations | Action::Organise | Action::Entrain | Action::BugOut => -0.4,
            _ => 0.0,
        }
    }
}
