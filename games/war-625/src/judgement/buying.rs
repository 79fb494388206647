//! Purchases and where they are placed.

use super::advice::NO;
use super::plan::Plan;
use crate::actions::Action;
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Kind, Nation, Place, Side};
use crate::state::State;
use engine::Count;

impl War625 {
    pub(super) fn advise_purchase(&self, s: &State, plan: &Plan, action: Action) -> f32 {
        let Action::Buy { nation, kind, count: Count(count) } = action else {
            return match action {
                Action::Done => 0.12,
                Action::BuyWeapon if s.china.war => 0.3,
                _ => NO,
            };
        };
        let taste = plan.taste[nation as usize][kind as usize];
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
            _ => 1.0,
        };
        let lot = if count == 1 { 0.0 } else { -0.02 * f32::from(count) };
        taste * hunger / (1.0 + bought * 0.35) + lot
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
