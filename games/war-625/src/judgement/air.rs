//! Aircraft: whom they help, what they bomb, where they land.

use super::advice::NO;
use super::plan::{Force, Plan};
use crate::actions::{Action, Mission};
use crate::data::bit;
use crate::game::War625;
use crate::kinds::{Kind, Place, Side, Status, Unit};
use crate::state::State;
use engine::{Count, Seat};

/// A raid that takes less than this off the enemy's income is not flown.
const LEAST_DAMAGE: f32 = 0.7;

impl War625 {
    /// What a sortie is worth.
    pub(super) fn advise_sortie(
        &self,
        s: &State,
        seat: Seat,
        plan: &Plan,
        unit: Unit,
        action: Action,
    ) -> f32 {
        let side = Side::from_seat(seat);
        let Action::Fly { to, mission, direct: false, count: Count(count) } = action else { return NO };
        let guns = self.enemy_guns(s, side) & bit(to) != 0;
        match mission {
            Mission::Battle if to.is_zone() => self.strike_at_sea(s, side, unit, to, count),
            Mission::Battle => {
                let sent = self.committed(s, to, side);
                let held = self.defence(s, to, side.enemy());
                let joined = plan.attack & bit(to) != 0 || plan.landing.is_some_and(|l| l.target == to);
                let wanted = sent.against(held) < plan.risk * self.weights.plan.enough;
                if guns || !joined || sent.bodies < 1.0 || !wanted {
                    return NO;
                }
                4.0 + self.worth(s, to) * 0.1 + f32::from(count) * 0.1
            }
            Mission::Bomb if count == 1 && !guns => {
                let damage = self.raid(s, to);
                if damage < LEAST_DAMAGE { NO } else { 1.5 + damage * 0.3 }
            }
            _ => NO,
        }
    }
    /// What one more bomber takes off the enemy's income at a factory, beside those on their way to it.
    pub(super) fn raid(&self, s: &State, factory: Place) -> f32 {
        let out: u16 = s.at(factory).filter(|(u, _)| u.status() == Status::Bomb).map(|(_, n)| n).sum();
        let faces = f32::from(self.c.bombing_die);
        let left = f32::from(s.ipc[factory.i()]) - f32::from(out) * (faces + 1.0) * 0.5;
        (1..=self.c.bombing_die).map(|face| f32::from(face).min(left).max(0.0)).sum::<f32>() / faces
    }
    /// Ships without cover are struck from the air, two planes or more a ship.
    fn strike_at_sea(&self, s: &State, side: Side, unit: Unit, zone: Place, count: u16) -> f32 {
        let ships: Vec<(Unit, u16)> =
            s.at(zone).filter(|(u, _)| u.side() != side && u.kind().is_sea() && !u.is_submerged()).collect();
        let soft = ships.iter().all(|(u, _)| matches!(u.kind(), Kind::Transport | Kind::Submarine));
        let bodies: u16 = ships.iter().map(|(_, n)| n).sum();
        let sent: u16 = s.at(zone).filter(|(u, _)| u.status() == Status::Battle).map(|(_, n)| n).sum();
        if unit.kind() != Kind::Fighter || !soft || sent >= bodies * 2 {
            return NO;
        }
        2.0 + f32::from(count.min(bodies * 2 - sent)) * 0.2
            - f32::from(count.saturating_sub(bodies * 2)) * 0.3
    }

    /// What landing in a place is worth: behind the front, near enough to help there, where tokens lie.
    pub(super) fn airfield(&self, s: &State, side: Side, plan: &Plan, to: Place, count: u16) -> f32 {
        if !to.is_area() {
            return if to.is_zone() { 2.2 } else { 2.0 + f32::from(to.0) * 0.01 };
        }
        let near = plan.near[to.i()];
        let tokens = if s.tokens[to.i()] > 0 { 0.3 } else { 0.0 };
        let safe = if to == self.c.base {
            2.0
        } else if near == 0 && self.exposure(s, side, to, Force::default()) > 0.7 {
            0.2
        } else {
            2.5 - f32::from(near) * 0.2
        };
        safe + tokens + f32::from(count) * 0.05
    }

    /// The fire of a seat's ready planes that can help at a place and come back.
    pub(super) fn air_help(&self, s: &State, seat: Seat, target: Place) -> Force {
        let mut force = Force::default();
        let side = Side::from_seat(seat);
        if self.enemy_guns(s, side) & bit(target) != 0 {
            return force;
        }
        let air = self.air(s, side);
        let faces = f32::from(self.c.pool[usize::from(s.opts.d12)].sides);
        for (u, n) in s.units().filter(|(u, _)| u.kind().is_air() && u.nation().seat() == seat) {
            let ready = u.status() == Status::Ready && u.place().on_map() && s.is_active(u.nation());
            let steps = if ready { air[u.place().i()][target.i()] } else { u8::MAX };
            if steps.saturating_mul(2) > u.range() || (u.place().is_area() && s.tokens[u.place().i()] == 0) {
                continue;
            }
            let fire = f32::from(self.c.values(s.opts.d12, u.nation(), u.kind()).attack.unsigned_abs());
            force.hits += f32::from(n) * fire / faces;
            force.bodies += f32::from(n);
        }
        force
    }
}
