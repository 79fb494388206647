//! Purchases and where they are placed.

use super::advice::NO;
use super::plan::Plan;
use crate::actions::Action;
use crate::data::{bit, each};
use crate::game::War625;
use crate::habits::{FLIGHT, PASSAGE};
use crate::kinds::{Kind, Nation, Place, Side};
use crate::state::State;
use engine::Count;

/// Turns from a port to the front.
const FRONT: u8 = 2;
/// How much more aircraft are wanted when nothing else comes in time.
const LATE_WINGS: f32 = 4.0;
/// What a port is worth that is never left empty.
const PORT: f32 = 2.0;

impl War625 {
    pub(super) fn advise_purchase(&self, s: &State, plan: &Plan, action: Action) -> f32 {
        let Action::Buy { nation, kind, count: Count(count) } = action else {
            return match action {
                Action::Done => 0.12,
                Action::BuyWeapon if s.china.war => 0.3,
                _ => NO,
            };
        };
        let taste = plan.taste[nation as usize][kind as usize] * self.in_time(s, nation, kind);
        if taste == 0.0 {
            return NO;
        }
        // Costly pieces are weighed one by one: each changes what the next is worth.
        if count > 1 && !matches!(kind, Kind::Infantry | Kind::Token) {
            return NO;
        }
        let bought = f32::from(s.bought(nation, kind));
        let hunger = match kind {
            Kind::Token => self.token_hunger(s, nation, plan),
            Kind::Transport => self.lift_hunger(s),
            Kind::AntiAircraft => self.gun_hunger(s, nation),
            _ => 1.0,
        };
        let lot = if count == 1 { 0.0 } else { -0.02 * f32::from(count) };
        taste * hunger / (1.0 + bought * 0.35) + lot
    }
    /// How much what comes over the Track still counts: towards the end aircraft alone come in time to fight.
    fn in_time(&self, s: &State, nation: Nation, kind: Kind) -> f32 {
        if self.c.nation[nation as usize].track & (1 << kind as u16) == 0 {
            return 1.0;
        }
        let late = s.turn + PASSAGE + FRONT > s.opts.length;
        match (kind.is_air(), late) {
            (true, true) if s.turn + FLIGHT <= s.opts.length => LATE_WINGS,
            (_, false) => 1.0,
            _ => 0.0,
        }
    }
    /// Guns are wanted at factories that bombers can raid, one each.
    fn gun_hunger(&self, s: &State, nation: Nation) -> f32 {
        let bare = each(self.bare_factories(s, nation.side())).count() as u16;
        let bought: u16 = nation.side().nations().into_iter().map(|n| s.bought(n, Kind::AntiAircraft)).sum();
        if bare > bought { 8.0 } else { 0.0 }
    }
    /// Factories of a side that count, without guns, while the enemy has bombers.
    pub(super) fn bare_factories(&self, s: &State, side: Side) -> u64 {
        let raiders = s.units().any(|(u, _)| u.kind() == Kind::Bomber && u.side() != side);
        let open = s.friendly[side as usize] & !s.guns[side as usize] & !self.neutral(s);
        let worth = |a: &Place| raiders && s.has_factory(*a) && s.ipc[a.i()] > 1;
        each(open).filter(worth).fold(0, |m, a| m | bit(a))
    }
    /// Where a purchase goes: near the front; guns to factories without any, and nobody leaves a port empty.
    pub(super) fn advise_placement(
        &self,
        s: &State,
        plan: &Plan,
        kind: Kind,
        nation: Nation,
        to: Place,
    ) -> f32 {
        if !to.is_area() {
            return 1.5;
        }
        let side = nation.side();
        let gun = kind == Kind::AntiAircraft && self.bare_factories(s, side) & bit(to) != 0;
        let port = self.is_port(s, side, to) && s.tallies(to, side)[0] < self.weights.plan.coast;
        12.0 - f32::from(plan.near[to.i()]) + if gun { 20.0 } else { 0.0 } + if port { 10.0 } else { 0.0 }
    }
    /// An area of the coast behind the front that is worth a landing while the enemy has transports at sea.
    pub(super) fn is_port(&self, s: &State, side: Side, area: Place) -> bool {
        let ships =
            s.units().any(|(u, _)| u.kind() == Kind::Transport && u.side() != side && u.place().is_zone());
        ships && self.c.coast[area.i()] != 0 && self.c.korea & bit(area) != 0 && self.worth(s, area) >= PORT
    }
    /// Transports are wanted as long as more waits on the Track than they can lift in a turn.
    fn lift_hunger(&self, s: &State) -> f32 {
        let (mut freight, mut lift) = (0, 0);
        for space in Place::spaces() {
            for (u, n) in s.at(space) {
                freight += if u.kind().is_land() { n } else { 0 };
                lift += if u.kind() == Kind::Transport { 2 * n } else { 0 };
            }
        }
        if freight > lift { 4.0 } else { 0.0 }
    }
    /// Tokens are wanted for every front area from which troops attack or guns fire.
    fn token_hunger(&self, s: &State, nation: Nation, plan: &Plan) -> f32 {
        let side = nation.side();
        let (mut want, mut have) = (0.0, f32::from(s.bought(nation, Kind::Token)));
        for area in each(s.friendly[side as usize] & self.c.korea) {
            have += f32::from(s.tokens[area.i()].min(4));
            if plan.near[area.i()] == 0 && s.troops[side as usize] & bit(area) != 0 {
                let guns: u16 = s
                    .at(area)
                    .filter(|(u, _)| u.side() == side && u.kind().snipes() && !u.is_prisoner())
                    .map(|(_, n)| n)
                    .sum();
                want += 1.0 + f32::from(guns.min(4)) * 0.5;
            }
        }
        if side == Side::Allied {
            have += Place::spaces().map(|p| f32::from(s.tokens[p.i()])).sum::<f32>() * 0.7;
        }
        let w = self.weights.plan.tokens;
        if have < want * w {
            3.0
        } else if have < want * w * 2.0 {
            1.0
        } else {
            0.05
        }
    }
}
