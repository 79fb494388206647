//! Combat movement on land: who attacks what, which guns fire.

use super::advice::{ENOUGH, NO, START};
use super::plan::Plan;
use crate::actions::Action;
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Place, Side, TRACK, Unit};
use crate::state::State;
use engine::{ActionText, Count, Seat};

impl War625 {
    /// What sending more units into an area is worth: nothing once enough are on their way, most where too few are.
    fn target_worth(&self, s: &State, seat: Seat, plan: &Plan, target: Place) -> f32 {
        if plan.attack & bit(target) == 0 {
            return NO;
        }
        let side = Side::from_seat(seat);
        let held = self.defence(s, target, side.enemy());
        let sent = self.committed(s, target, side);
        if held.bodies == 0.0 {
            return if sent.bodies >= 1.0 { 0.0 } else { 6.0 + self.worth(s, target) };
        }
        let odds = sent.against(held);
        if sent.bodies > 0.0 && odds > plan.risk * self.weights.plan.enough {
            return 0.0;
        }
        if sent.bodies > 0.0 && odds < plan.risk {
            return 9.0 + self.worth(s, target);
        }
        if sent.bodies == 0.0 {
            let keep = each(plan.origins[target.i()]).map(|a| plan.keep[a.i()]).min().unwrap_or(0);
            let (force, _) = self.muster(s, seat, plan, target, keep, !plan.origins[target.i()]);
            let fair = plan.forced & bit(target) != 0 || force.against(held) >= plan.risk.min(START);
            if force.bodies < 1.0 || !fair {
                return NO;
            }
        }
        4.0 + self.worth(s, target)
    }
    /// Planned targets that a land unit may go for: those of its own area, empty ones, and those where too few are on
    /// their way.
    fn own_targets(&self, s: &State, seat: Seat, plan: &Plan, unit: Unit) -> u64 {
        let side = Side::from_seat(seat);
        each(self.attack_targets(s, unit, false) & plan.attack)
            .filter(|&t| {
                let held = self.defence(s, t, side.enemy());
                let sent = self.committed(s, t, side);
                plan.origins[t.i()] & bit(unit.place()) != 0
                    || held.bodies == 0.0
                    || (sent.bodies > 0.0 && sent.against(held) < plan.risk)
            })
            .fold(0, |m, t| m | bit(t))
    }

    pub(super) fn advise_combat_choice(&self, s: &State, seat: Seat, plan: &Plan, action: Action) -> f32 {
        let side = Side::from_seat(seat);
        let Action::Select { unit } = action else { return if action == Action::Done { ENOUGH } else { NO } };
        if unit.kind().is_land() {
            let here = unit.place();
            if self.spare(s, here, side, plan, 0, plan.keep[here.i()]) == 0 {
                return self.sniping(s, unit);
            }
            let targets = self.own_targets(s, seat, plan, unit);
            let values = self.c.values(s.opts.d12, unit.nation(), unit.kind());
            // Those who attack best go first into a fight, the cheapest into an empty area.
            let rank = |t: Place| {
                let fights = self.defence(s, t, side.enemy()).bodies > 0.0;
                if fights { f32::from(values.attack) } else { -f32::from(values.cost) }
            };
            let worth = |t: Place| (self.target_worth(s, seat, plan, t), rank(t) * 0.1);
            let (best, rank) =
                each(targets).map(worth).fold((0.0, 0.0), |a, b| if b.0 > a.0 { b } else { a });
            return if best > 0.0 { best + rank } else { self.sniping(s, unit) };
        }
        if unit.place() >= TRACK || unit.assaults() {
            return NO;
        }
        let sea = unit.kind().is_sea();
        if sea && plan.landing.is_none() {
            return NO;
        }
        let mut orders = Vec::new();
        let count = s.count(unit);
        if sea {
            self.ship_orders(s, unit, count, true, &mut orders);
            orders.into_iter().map(|o| self.advise_ship(s, plan, unit, o)).fold(NO, f32::max)
        } else {
            self.sortie_orders(s, unit, count, &mut orders);
            let few = orders.into_iter().flat_map(|a| [a.with_one(), a]);
            few.map(|o| self.advise_sortie(s, seat, plan, unit, o)).fold(NO, f32::max)
        }
    }
    /// A sniper that has nothing better to do fires at the neighbours (one token for the pair).
    fn sniping(&self, s: &State, unit: Unit) -> f32 {
        if unit.kind().snipes() && self.snipe_targets(s, unit) != 0 { 2.0 } else { NO }
    }
    pub(super) fn advise_combat(
        &self,
        s: &State,
        seat: Seat,
        plan: &Plan,
        unit: Unit,
        action: Action,
    ) -> f32 {
        let side = Side::from_seat(seat);
        let here = unit.place();
        if unit.kind().is_air() {
            return self.advise_sortie(s, seat, plan, unit, action);
        }
        if unit.kind().is_sea() {
            return self.advise_ship(s, plan, unit, action);
        }
        match action {
            Action::Go { to, count: Count(count) } | Action::Ride { to, count: Count(count) }
                if unit.kind().is_land() =>
            {
                if self.own_targets(s, seat, plan, unit) & bit(to) == 0 {
                    return NO;
                }
                let worth = self.target_worth(s, seat, plan, to);
                let spare = self.spare(s, here, side, plan, 0, plan.keep[here.i()]);
                let walk_in = self.defence(s, to, side.enemy()).bodies == 0.0;
                let cut = plan.cut & bit(here) != 0;
                let wanted =
                    if walk_in && !cut { 1 + u16::from(spare > 3) } else { spare.min(s.count(unit)) };
                let too_many = if count > spare { 5.0 } else { 0.0 };
                worth + 0.5 - f32::from(count.abs_diff(wanted)).min(10.0) * 0.3 - too_many
            }
            Action::Carry { count: Count(count) } => {
                let left = s.tokens[here.i()].saturating_sub(count);
                if left >= 2 && count == 1 { 9.0 } else { NO }
            }
            Action::Snipe { target, count: Count(count) } => {
                let held = self.defence(s, target, side.enemy());
                let kills = (f32::from(count) / 3.0).min(held.bodies);
                let open = s.pair_open(here, target, unit.nation());
                2.0 + kills * 0.5 + if open { 0.5 } else { 0.0 } + held.bodies.min(10.0) * 0.02
            }
            _ => NO,
        }
    }
}

impl Action {
    /// The action for one unit of those it stands for.
    fn with_one(self) -> Self {
        <Self as ActionText<War625>>::with_count(self, 1)
    }
}
