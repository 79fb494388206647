//! How well the sides stand.

use super::Judge;
use super::mind::FAR;
use crate::data::Kind;
use crate::state::{DEAD, DUE, RED, State, UN, WAITING};

impl Judge<'_> {
    /// Positive when the United Nations stand better: points, units, the way to the goals, support.
    pub(crate) fn evaluate(&self, st: &State) -> f32 {
        let points = self.s.points(st);
        let mut value = (points[UN as usize] - points[RED as usize]) as f32;
        if st.phase == crate::state::Phase::Over {
            let won = (points[UN as usize] - points[RED as usize]).signum() as f32;
            return value + 6.0 * won;
        }
        let field = self.goal_field(st, self.m.driver, None);
        let left = f32::from(self.s.turns.saturating_sub(st.turn)) + 1.0;
        for unit in 0..self.s.units.len() as u8 {
            let def = &self.s.units[unit as usize];
            let sign = if def.side == UN { 1.0 } else { -1.0 };
            let at = st.at[unit as usize];
            if st.on_map(unit) {
                value += sign * self.standing(st, unit, &field, left);
            } else if at == WAITING || at == DUE {
                value += sign * self.spared(unit, 0);
            } else if at == DEAD && matches!(def.kind, Kind::Hq | Kind::Depot) {
                value -= sign * 0.12 * left;
            }
        }
        value += self.hold(st);
        let hand = |side: usize| (0..7).map(|v| f32::from(st.hand[side][v]) * (v as f32 + 1.0)).sum::<f32>();
        value + 0.04 * (hand(0) - hand(1))
    }

    /// What a unit is worth without the points that its death would cost: those are counted when it dies.
    fn spared(&self, unit: u8, step: usize) -> f32 {
        let def = &self.s.units[unit as usize];
        let stake = (def.dead.1.abs() + def.exit_points) as f32;
        (self.m.value[unit as usize][step] - stake).max(-stake)
    }

    fn standing(&self, st: &State, unit: u8, field: &[u16], left: f32) -> f32 {
        let def = &self.s.units[unit as usize];
        let w = &self.m.weights[def.side as usize];
        let mut value = self.spared(unit, st.step(unit) as usize);
        let hex = st.hex(unit);
        let far = f32::from(field[hex as usize].min(FAR)) / 2.0;
        if def.side == self.m.driver {
            if self.s.exit.is_some() {
                // The chance to be out in time, with the points that hang on it.
                let pace = f32::from(def.faces[st.step(unit) as usize][2]) * 0.6;
                let slack = (left * pace - far) / 6.0;
                let chance = 1.0 / (1.0 + (-slack).exp());
                value += chance * (def.exit_points + def.left_points) as f32 * 0.8 - w.progress * far;
            } else {
                let force = f32::from(def.faces[st.step(unit) as usize][0]);
                value -= w.progress * force * far.min(40.0);
            }
        }
        if self.s.enemy_zone(st, def.side, hex) && !self.can_flee(st, hex, def.side) {
            value -= 0.12 * self.m.value[unit as usize][st.step(unit) as usize];
        }
        value
    }

    /// Hexes that count, beyond the points that they bring as things stand.
    fn hold(&self, st: &State) -> f32 {
        let mut value = 0.0;
        for key in self.m.keys.iter() {
            let worth = 0.25 * self.m.worth[key].max(1.0);
            if self.s.holds(st, UN, key as u16) {
                value += worth;
            }
            if self.s.holds(st, RED, key as u16) {
                value -= worth;
            }
        }
        value
    }
}
