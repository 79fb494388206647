//! The action that follows a plan.

use super::{Hand, Judge, Plan};
use crate::actions::{Action, Hexside};
use crate::frames::Frame;
use crate::movement::Moving;
use crate::state::{Hex, NOWHERE, Phase, Side, State, UnitId, flag};
use crate::supply::Supply;
use engine::Random;
use staff::Stress;
use std::cell::RefCell;

thread_local! {
    static HANDS: RefCell<Vec<Hand>> = const { RefCell::new(Vec::new()) };
}

/// The first action of a list that fits, or the last of all.
fn first(legal: &[Action], fits: impl Fn(&Action) -> bool) -> Option<Action> {
    legal.iter().copied().find(fits)
}

impl Judge<'_> {
    pub(crate) fn advise(
        &self,
        st: &State,
        side: Side,
        plan: &Plan,
        legal: &[Action],
        random: &mut Random,
    ) -> Action {
        let fallback = *legal.last().unwrap_or(&Action::Pass);
        match st.top() {
            Some(Frame::SetUp(_)) => self.open(st, side, plan, legal),
            Some(Frame::Movement(_) | Frame::Fighting(_) | Frame::Rebuilding(_)) => {
                self.advise_phase(st, side, plan, legal).unwrap_or(fallback)
            }
            Some(Frame::Moving(Moving { unit, .. })) => self.advise_move(st, unit, plan, legal, random),
            Some(Frame::Leaving(_)) => Action::Exit,
            Some(Frame::Building(_)) => self.advise_building(st, side, plan, legal),
            _ => self.answer(st, side, plan, legal),
        }
    }

    fn advise_phase(&self, st: &State, side: Side, plan: &Plan, legal: &[Action]) -> Option<Action> {
        match st.phase {
            Phase::Movement | Phase::MobileMovement => self.advise_movement(st, plan, legal),
            Phase::Combat | Phase::Attack | Phase::MobileCombat => self.advise_combat(st, side, plan, legal),
            Phase::Rebuild => self.best_rebuild(st, legal),
            _ => None,
        }
    }

    /// The depleted unit whose step is worth most.
    pub(crate) fn best_rebuild(&self, st: &State, legal: &[Action]) -> Option<Action> {
        let gain = |unit: UnitId| {
            let step = st.step(unit) as usize;
            self.m.value[unit.index()][step - 1] - self.m.value[unit.index()][step]
        };
        let rebuilds = legal.iter().filter_map(|a| match *a {
            Action::Rebuild { unit } => Some((gain(unit), *a)),
            _ => None,
        });
        rebuilds.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, a)| a)
    }

    fn advise_movement(&self, st: &State, plan: &Plan, legal: &[Action]) -> Option<Action> {
        let leaves = |unit: UnitId| self.s.may_exit(st, unit, st.hex(unit));
        if let Some(exit) = first(legal, |a| matches!(a, Action::Select { unit } if leaves(*unit))) {
            return Some(exit);
        }
        if let Some(entry) = self.best_entry(st, plan, legal) {
            return Some(entry);
        }
        if let Some(away) =
            first(legal, |a| matches!(a, Action::Withdraw { unit } if self.is_time_to_go(st, *unit)))
        {
            return Some(away);
        }
        if let Some(bridge) = self.best_bridge(st, plan, legal) {
            return Some(bridge);
        }
        // Orders whose hex is free first; one that waits for a friend to leave comes later.
        let open = |unit: UnitId| legal.binary_search(&Action::Select { unit }).is_ok();
        for order in plan.orders.iter().filter(|o| open(o.unit) && st.hex(o.unit) != o.to) {
            if self.s.may_stack(st, order.unit, order.to) {
                return Some(Action::Select { unit: order.unit });
            }
        }
        Some(Action::Pass)
    }

    /// Reinforcements come in at once, except those that cost points.
    fn best_entry(&self, st: &State, plan: &Plan, legal: &[Action]) -> Option<Action> {
        let mut best: Option<(f32, Action)> = None;
        for &action in legal {
            let Action::Enter { unit, hex } = action else { continue };
            if self.s.optional_points.iter().any(|&(u, _)| u == unit) {
                continue;
            }
            let score = match &plan.outlook {
                Some(o) => -f32::from(o.field[hex.index()]) - f32::from(self.s.entry_cost(st, unit, hex)),
                None => 0.0,
            };
            if best.is_none_or(|b| score > b.0) {
                best = Some((score, action));
            }
        }
        best.map(|b| b.1)
    }

    /// 27 A unit due to leave goes in the turn after, before it costs points; at once if it is in contact.
    pub(crate) fn is_time_to_go(&self, st: &State, unit: UnitId) -> bool {
        let due = self.s.withdrawals.iter().find(|w| w.unit == unit).map_or(u8::MAX, |w| w.turn);
        st.turn > due || st.turn == due && self.s.enemy_zone(st, self.s.side(unit), st.hex(unit))
    }

    /// 12.0 A bridge where most strength waits for supply or for the crossing, nearest to the goal.
    fn best_bridge(&self, st: &State, plan: &Plan, legal: &[Action]) -> Option<Action> {
        let o = plan.outlook.as_ref()?;
        let mut best: Option<(f32, Action)> = None;
        for &action in legal {
            let Action::Bridge { over: Hexside { a, b }, .. } = action else { continue };
            let far = |h: Hex| f32::from(o.field[h.index()]);
            let (near_goal, behind) = if far(a) < far(b) { (a, b) } else { (b, a) };
            let mut score = 0.3 - 0.02 * far(near_goal);
            if o.fed[behind.index()] && !o.fed[near_goal.index()] {
                score += 0.5;
            }
            for &(h, d) in &self.m.rings[near_goal.index()] {
                if d > 2 {
                    break;
                }
                let cut = !o.fed[h.index()];
                let mine = st.units_in(h).filter(|&u| self.s.side(u) == st.player);
                score += mine.map(|u| self.value(st, u)).sum::<f32>() * if cut { 0.5 } else { 0.02 };
            }
            if score > 0.0 && best.is_none_or(|x| score > x.0) {
                best = Some((score, action));
            }
        }
        best.map(|x| x.1)
    }

    /// The destination of the unit that is moving: as ordered, or the best there is.
    fn advise_move(
        &self,
        st: &State,
        unit: UnitId,
        plan: &Plan,
        legal: &[Action],
        random: &mut Random,
    ) -> Action {
        if legal.contains(&Action::Exit) {
            return Action::Exit;
        }
        let ordered = plan.order(unit).map(|hex| Action::To { hex });
        if let Some(action) = ordered.filter(|a| legal.binary_search(a).is_ok()) {
            return action;
        }
        let mut best: Option<(f32, Action)> = None;
        for &action in legal {
            let hex = match action {
                Action::To { hex } => hex,
                Action::Stay => st.hex(unit),
                _ => continue,
            };
            let score = match &plan.outlook {
                Some(o) => self.stand(st, plan, o, unit, hex) + plan.stress.jitter * random.unit(),
                None => self.glance_hex(st, unit, hex),
            };
            if best.is_none_or(|b| score > b.0) {
                best = Some((score, action));
            }
        }
        best.map_or(legal[0], |b| b.1)
    }

    /// The best attack or bombardment, air supply for a strong attacker without it, or the end of the phase.
    fn advise_combat(&self, st: &State, side: Side, plan: &Plan, legal: &[Action]) -> Option<Action> {
        let supply = self.s.supply(st, side);
        let mut best: Option<(f32, Hex)> = None;
        for &action in legal {
            let Action::Attack { hex: target } = action else { continue };
            let gain = self.attack_on(st, side, target, &supply, &plan.stress).gain
                + staff::bias(&plan.biases, target);
            if best.is_none_or(|b| gain > b.0) {
                best = Some((gain, target));
            }
        }
        let least = self.m.weights[side.index()].craft.least + plan.stress.caution;
        let bombardment = self.best_bombardment(st, side, plan, legal).filter(|b| b.0 > least.max(0.1));
        if let Some((_, action)) = bombardment {
            return Some(action);
        }
        match best.filter(|b| b.0 > least) {
            Some((_, target)) => {
                self.air_for(st, side, target, &supply, plan, legal).or(Some(Action::Attack { hex: target }))
            }
            None => Some(Action::Pass),
        }
    }

    pub(crate) fn attack_on(
        &self,
        st: &State,
        side: Side,
        target: Hex,
        supply: &Supply,
        stress: &Stress,
    ) -> super::odds::Attack {
        HANDS.with_borrow_mut(|hands| {
            hands.clear();
            self.hands(st, target, supply, hands);
            self.best_attack(st, target, hands, side, stress)
        })
    }

    /// 10.2 Air supply for a strong unit that is about to attack at half strength.
    fn air_for(
        &self,
        st: &State,
        side: Side,
        target: Hex,
        supply: &Supply,
        plan: &Plan,
        legal: &[Action],
    ) -> Option<Action> {
        if st.air_left == 0 {
            return None;
        }
        let attack = self.attack_on(st, side, target, supply, &plan.stress);
        let starved = attack.units.iter().find(|&u| {
            let strong = self.s.units[u.index()].faces[st.step(u) as usize][0] >= 5;
            strong && !self.s.supplied(st, supply, u)
        })?;
        first(legal, |a| *a == Action::Air { unit: starved })
    }

    /// Adds the units of the best attack one by one, then fights.
    fn advise_building(&self, st: &State, side: Side, plan: &Plan, legal: &[Action]) -> Action {
        let supply = self.s.supply(st, side);
        let attack = self.attack_on(st, side, st.combat.target, &supply, &plan.stress);
        let missing = first(legal, |a| matches!(a, Action::Add { unit: u } if attack.units.has(*u)));
        if let Some(add) = missing {
            return add;
        }
        if st.combat.attackers.is_empty() {
            return first(legal, |a| matches!(a, Action::Add { .. })).unwrap_or(legal[0]);
        }
        self.fodder(st, legal).unwrap_or(Action::Fight)
    }

    /// A unit of no strength that can take a loss in place of a better one: a cadre or a military police company.
    fn fodder(&self, st: &State, legal: &[Action]) -> Option<Action> {
        let cheapest = st.combat.attackers.iter().map(|u| self.step_value(st, u)).fold(f32::MAX, f32::min);
        first(legal, |a| match *a {
            Action::Add { unit: u } => {
                let def = &self.s.units[u.index()];
                def.kind == crate::data::Kind::Cadre && self.step_value(st, u) + 0.4 < cheapest
            }
            _ => false,
        })
    }

    /// Whether advancing would leave a hex that counts empty.
    pub(crate) fn leaves_key(&self, st: &State, unit: UnitId) -> bool {
        let hex = st.hex(unit);
        hex != NOWHERE
            && self.m.keys.has(hex)
            && !st.has(unit, flag::HIDDEN)
            && st.units_in(hex).all(|u| u == unit || self.s.units[u.index()].dummy())
    }
}
