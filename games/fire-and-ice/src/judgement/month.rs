//! The month: aid and intervention, supply, the air war.

use super::mind::Mind;
use crate::actions::Action;
use crate::state::{AirBox, COM, Commander, Sea, UN, other};

impl Mind<'_> {
    pub(crate) fn month(&self, action: Action) -> Option<f32> {
        let state = self.state;
        Some(match action {
            Action::AskAid => self.asking(),
            Action::RollIntervention => {
                let ripe = self.side == COM && self.game.china_modifier(state) >= 2;
                if ripe { 0.6 } else { 0.1 }
            }
            // 8.2 The intervention waits until the United Nations stand deep in the North, but not for ever.
            Action::Intervene => {
                let ground = self.game.ground(state);
                let north = self.enemies.iter().filter(|h| ground.north.has(h.index())).count();
                if north >= 6 || state.turn >= 17 { 1.0 } else { -0.5 }
            }
            Action::Relieve { .. } => 0.3,
            Action::Honour { unit } => 0.5 - 0.01 * self.far(unit, 30.0),
            Action::Recall { .. } | Action::Restore { .. } => 1.0,
            Action::FlipHq { hq } => {
                let led = if self.in_reach(hq, false) > 0 { 1.0 } else { 0.4 };
                led - 0.01 * self.far(hq, 5.0)
            }
            Action::Repair { .. } => 0.5,
            Action::Position { hex } | Action::Trenches { hex } => {
                let threatened = self.nearest(hex, &self.enemies) <= 2.0 && self.worth_of(hex) > 0.0;
                if threatened && self.spare() > 4.0 { 0.3 } else { -0.5 }
            }
            Action::Supply { unit, .. } => 0.4 - 0.05 * self.far(unit, 20.0),
            Action::Fleet { sea } => {
                let landing = !state.invaded && state.amphibious > 0;
                match (sea, landing) {
                    (Sea::Yellow, true) => 0.5,
                    (Sea::Japan, false) => 0.1,
                    _ => -0.2,
                }
            }
            Action::Infiltrate { .. } => 0.5,
            _ => return None,
        })
    }

    /// 12.2.2 Aid: levels, replacements and supply for the months to come, for a point of the enemy's; the last resort is free.
    fn asking(&self) -> f32 {
        let (game, state) = (self.game, self.state);
        let enemy = other(self.side);
        let against = state.points_of(enemy);
        let last = game.month(game.scenario_of(state).last);
        let months = last.saturating_sub(game.month(state.turn)).min(3) as f32;
        let brings = self.weights.aid * (1.0 + 0.4 * months);
        let double = if enemy == UN && state.commander == Commander::MacArthur { 2.0 } else { 1.0 };
        brings + if against >= 15 { 1.0 } else { -double }
    }

    pub(crate) fn air(&self, action: Action) -> Option<f32> {
        let (game, state, weights) = (self.game, self.state, self.weights);
        Some(match action {
            Action::Commit { air, mission, base } => {
                let value = f32::from(game.air_value(state, air, mission, base));
                let flies = |at: AirBox| game.planes_in(state, other(self.side), at).next().is_some();
                let hostile = [AirBox::GroundSupport, AirBox::Interdiction, AirBox::TopCover].map(flies);
                let weight = match mission {
                    AirBox::GroundSupport => weights.support_air,
                    AirBox::Infrastructure => weights.strike_air,
                    AirBox::Interdiction => weights.interdict_air,
                    AirBox::TopCover if hostile.contains(&true) => weights.cover_air,
                    AirBox::TopCover => weights.idle_air,
                    AirBox::Airfield => weights.field_air,
                    AirBox::Atomic => 2.0,
                    _ => weights.alley_air,
                };
                value * weight * 0.3
            }
            Action::Shoot { .. } | Action::Strike { .. } | Action::Target { .. } => 0.8,
            Action::TopCover { .. } => 0.3,
            Action::Bomb { hex } => 0.5 * self.enemies.iter().filter(|&&e| e == hex).count() as f32,
            Action::Hit { improved } => 0.1 + f32::from(u8::from(improved)) * 0.4,
            Action::Lose { air } => -f32::from(game.air_type(air).ground_support) * 0.1,
            Action::Interdict { .. } => 0.4,
            Action::Harass { unit, .. } => 0.6 - 0.1 * self.place(unit).map_or(9.0, |h| self.nearest_goal(h)),
            _ => return None,
        })
    }
}
