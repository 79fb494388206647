//! How well the sides stand, for computer players.

use crate::data::{Kind, Scenario};
use crate::state::{RED, State, UN};

impl Scenario {
    /// Positive when the United Nations stand better: points now, strength on the map, support, and the objectives.
    pub(crate) fn judge(&self, st: &State) -> f32 {
        let points = self.points(st);
        let mut value = (points[UN as usize] - points[RED as usize]) as f32;
        for unit in 0..self.units.len() as u8 {
            if !st.on_map(unit) {
                continue;
            }
            let sign = if self.side(unit) == UN { 1.0 } else { -1.0 };
            value += sign * self.worth(st, unit);
        }
        for (i, _) in self.tracked.iter().enumerate() {
            value += f32::from((st.control[0] >> i & 1) as u8) * 0.4;
            value -= f32::from((st.control[1] >> i & 1) as u8) * 0.4;
        }
        let hand = |side: usize| {
            let known: u32 = (0..7).map(|v| u32::from(st.hand[side][v]) * (v as u32 + 1)).sum();
            known as f32 + f32::from(st.hand[side][7]) * 2.5
        };
        value + 0.1 * (hand(0) - hand(1))
    }

    /// What a unit is worth while it stands: its strength, and its points when it is about to die.
    fn worth(&self, st: &State, unit: u8) -> f32 {
        let def = &self.units[unit as usize];
        let [attack, defence, _] = def.faces[st.step(unit) as usize];
        let strength = f32::from(attack) * 0.12 + f32::from(defence) * 0.12;
        let stake = def.dead.1 as f32;
        let steps = def.faces.len() as f32;
        let lost = f32::from(st.step(unit)) / steps;
        let post = if matches!(def.kind, Kind::Hq | Kind::Depot) { 1.5 } else { 0.0 };
        strength + post - stake * lost * 0.5
    }
}
