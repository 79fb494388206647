//! Movement after combat on land: forward where an area can be held, back where it cannot.

use super::advice::{ENOUGH, NO};
use super::plan::{Force, Plan};
use crate::actions::Action;
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Kind, Place, Side, Status, TRACK, Unit};
use crate::state::State;
use engine::Count;

impl War625 {
    /// What one more defender in an area is worth: how much the neighbours outweigh those who hold it.
    fn need(&self, s: &State, side: Side, area: Place) -> f32 {
        let held = self.defence(s, area, side);
        let enemies = each(self.c.land[area.i()] & s.troops[side.enemy() as usize]);
        let threat: f32 = enemies.map(|a| self.force(s, a, true, |u| u.side() != side).bodies).sum();
        (threat - held.bodies) * (1.0 + 0.2 * self.worth(s, area))
    }

    pub(super) fn advise_march_choice(&self, s: &State, side: Side, plan: &Plan, action: Action) -> f32 {
        let Action::Select { unit } = action else { return if action == Action::Done { ENOUGH } else { NO } };
        let kind = unit.kind();
        if unit.is_prisoner() {
            return NO;
        }
        if unit.place() >= TRACK {
            return self.track_choice(s, unit);
        }
        if kind.is_air() {
            return if unit.status() == Status::Ready { NO } else { 9.0 };
        }
        if kind.is_land() {
            return self.march_choice(s, side, plan, unit);
        }
        self.voyage_choice(s, side, plan, unit)
    }
    /// How far the enemies next to an area outweigh those who hold it, with `more` of ours beside them.
    pub(super) fn exposure(&self, s: &State, side: Side, area: Place, more: Force) -> f32 {
        let mut threat = Force::default();
        for a in each(self.c.land[area.i()] & s.troops[side.enemy() as usize]) {
            let force = self.force(s, a, true, |u| u.side() != side);
            threat.hits += force.hits;
            threat.bodies += force.bodies;
        }
        let held = self.defence(s, area, side);
        let held = Force { hits: held.hits + more.hits, bodies: held.bodies + more.bodies };
        threat.against(held)
    }
    /// The force of all units of a stack's area that could go together with it.
    fn column(&self, s: &State, unit: Unit) -> Force {
        self.force(s, unit.place(), false, |u| {
            u.kind().is_land() && u.side() == unit.side() && u.status() == Status::Ready
        })
    }
    /// Areas of Korea worth something that the side holds with nobody in them, enemies next to them.
    fn unmanned(&self, s: &State, side: Side) -> u64 {
        let empty = s.friendly[side as usize] & self.c.korea & !s.troops[side as usize];
        each(empty)
            .filter(|&a| s.ipc[a.i()] > 0 && self.c.land[a.i()] & s.troops[side.enemy() as usize] != 0)
            .fold(0, |m, a| m | bit(a))
    }
    /// Whether an area can spare a unit to man another.
    fn sends_guard(&self, s: &State, side: Side, area: Place) -> bool {
        let threat = self.c.land[area.i()] & s.troops[side.enemy() as usize];
        s.tallies(area, side)[0] > 1 + u16::from(threat != 0)
    }
    /// Units behind the front go to it where it can be held; at the front, those who can't hold fall back.
    fn march_choice(&self, s: &State, side: Side, plan: &Plan, unit: Unit) -> f32 {
        let here = unit.place();
        let near = plan.near[here.i()];
        let targets = self.march_targets(s, unit, false);
        if self.sends_guard(s, side, here) && targets & self.unmanned(s, side) != 0 {
            return 3.5;
        }
        if near > 0 {
            let only_gun = unit.kind() == Kind::AntiAircraft
                && s.has_factory(here)
                && s.at(here).filter(|(u, _)| u.kind() == Kind::AntiAircraft).map(|(_, n)| n).sum::<u16>()
                    < 2;
            let guards = self.is_port(s, side, here) && s.tallies(here, side)[0] <= self.weights.plan.coast;
            if only_gun || guards {
                return NO;
            }
            let column = self.column(s, unit);
            let good = |t: Place| {
                let closer = plan.near[t.i()] < near;
                closer && (plan.near[t.i()] > 0 || self.exposure(s, side, t, column) < plan.hold)
            };
            return if near < 9 && each(targets).any(good) { 3.0 } else { NO };
        }
        let stand = plan.hold * (1.5 + 0.15 * self.worth(s, here));
        if self.exposure(s, side, here, Force::default()) > stand && s.tallies(here, side)[0] > 1 {
            return if each(targets).any(|t| plan.near[t.i()] > 0) { 2.0 } else { NO };
        }
        NO
    }

    pub(super) fn advise_march(&self, s: &State, side: Side, plan: &Plan, unit: Unit, action: Action) -> f32 {
        let here = unit.place();
        let near = |place: Place| plan.near.get(place.i()).copied().unwrap_or(9);
        match action {
            Action::Go { to, count: Count(count) }
                if unit.kind().is_land() && self.unmanned(s, side) & bit(to) != 0 =>
            {
                if count == 1 && self.sends_guard(s, side, here) { 7.0 + self.worth(s, to) * 0.1 } else { NO }
            }
            Action::Go { to, count: Count(count) } | Action::Ride { to, count: Count(count) }
                if unit.kind().is_land() =>
            {
                let front = self.c.land[here.i()] & s.troops[side.enemy() as usize] != 0;
                let last = front && count >= s.tallies(here, side)[0];
                let worth = self.march_worth(s, side, plan, unit, to);
                worth - 0.05 * f32::from(s.count(unit).abs_diff(count)) - if last { 9.0 } else { 0.0 }
            }
            Action::Carry { count: Count(count) } if near(here) > 0 => 8.0 + f32::from(count) * 0.1,
            Action::Land { to, count: Count(count) } => self.airfield(s, side, plan, to, count),
            _ => self.advise_voyage(s, side, plan, unit, action),
        }
    }
    /// What going to an area is worth: forward where it can be held, back where it can't.
    fn march_worth(&self, s: &State, side: Side, plan: &Plan, unit: Unit, to: Place) -> f32 {
        let here = unit.place();
        let (from, goal) = (plan.near[here.i()], plan.near[to.i()]);
        if from > 0 {
            let column = self.column(s, unit);
            if goal == 0 {
                let exposure = self.exposure(s, side, to, column);
                let need = self.need(s, side, to).clamp(-5.0, 10.0) * 0.1;
                return if exposure < plan.hold {
                    3.0 + need + self.worth(s, to) * 0.1
                } else {
                    -2.0 - exposure.min(4.0)
                };
            }
            return (f32::from(from) - f32::from(goal)) * 2.0;
        }
        if goal > 0 {
            return 1.0;
        }
        self.need(s, side, to).clamp(-5.0, 10.0) * 0.1
    }
}
