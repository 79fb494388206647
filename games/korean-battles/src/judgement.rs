//! How well the sides stand, for computer players.
//!
//! The unit of the scale is a victory point. Everything is seen from the United Nations' side.

use crate::data::{Kind, Scenario};
use crate::state::{NOBODY, NOWHERE, RED, State, UN};

impl Scenario {
    /// Positive when the United Nations stand better: points, steps by what is at stake, ground towards the
    /// objectives, supply, support, and the attacks that each side's next combat phase offers.
    pub(crate) fn judge(&self, st: &State) -> f32 {
        let points = self.points(st);
        let mut value = (points[UN as usize] - points[RED as usize]) as f32;
        let supplies = [self.supply(st, UN), self.supply(st, RED)];
        for unit in 0..self.units.len() as u8 {
            if !st.on_map(unit) || self.quick[unit as usize].dummy {
                continue;
            }
            let side = self.side(unit);
            let mut worth = self.worth(st, unit) + self.place_worth(st, unit);
            if !self.supplied(st, &supplies[side as usize], unit) {
                worth -= 0.05 * f32::from(self.units[unit as usize].faces[st.step(unit) as usize][0]) + 0.1;
            }
            value += if side == UN { worth } else { -worth };
        }
        value += self.ground_held(st) + self.pressure(st);
        value + 0.12 * (self.support_left(st, 0) - self.support_left(st, 1))
    }

    /// What a unit is worth while it stands: its strength, less what its death would cost as it comes nearer.
    fn worth(&self, st: &State, unit: u8) -> f32 {
        let def = &self.units[unit as usize];
        let [attack, defence, _] = def.faces[st.step(unit) as usize];
        let strength = f32::from(attack) * 0.14 + f32::from(defence) * 0.14;
        let lost = f32::from(st.step(unit)) / def.faces.len() as f32;
        let post = if matches!(def.kind, Kind::Hq | Kind::Depot) { 1.5 } else { 0.0 };
        // Units that should leave the map are counted against their side while they stay; that is no loss yet.
        let staying = if self.exit.is_some() { def.left_points as f32 * self.patience(st) } else { 0.0 };
        strength + post - def.dead.1 as f32 * lost * 0.5 + staying
    }

    /// How much of the game is still to come, from 1 to 0.
    fn patience(&self, st: &State) -> f32 {
        let left = f32::from(self.turns.saturating_sub(st.turn));
        (left / f32::from(self.turns)).clamp(0.0, 1.0)
    }

    /// Formations are worth more the nearer they stand to what the scenario is about; headquarters stay behind.
    fn place_worth(&self, st: &State, unit: u8) -> f32 {
        let def = &self.units[unit as usize];
        let hex = st.hex(unit);
        if matches!(def.kind, Kind::Hq | Kind::Depot) {
            let exposed = self.enemy_beside(st, def.side, hex);
            return if exposed { -0.8 } else { 0.0 };
        }
        let nearest =
            |hexes: &mut dyn Iterator<Item = u16>| hexes.map(|h| self.ground.distance(h, hex)).min();
        let goal = match (&self.exit, def.side) {
            (Some((exit, _)), UN) => Some(self.ground.distance(*exit, hex)),
            (Some((exit, _)), _) => {
                let prey = self.deployed(st, UN).map(|u| st.hex(u));
                nearest(&mut prey.chain([*exit]))
            }
            (None, side) => {
                let wanted = self.tracked.iter().copied().filter(|&h| !self.holds(st, side, h));
                nearest(&mut wanted.into_iter())
            }
        };
        let Some(distance) = goal else { return 0.0 };
        let weight = 0.012 * f32::from(def.faces[st.step(unit) as usize][0]) + 0.01;
        -weight * f32::from(distance.min(20))
    }

    /// Objectives held and garrisoned.
    fn ground_held(&self, st: &State) -> f32 {
        let mut value = 0.0;
        for (i, &hex) in self.tracked.iter().enumerate() {
            let sign = f32::from((st.control[0] >> i & 1) as u8) - f32::from((st.control[1] >> i & 1) as u8);
            let guarded = if st.first[hex as usize] == NOBODY { 0.3 } else { 0.6 };
            value += sign * guarded;
        }
        value
    }

    fn support_left(&self, st: &State, side: usize) -> f32 {
        let known: u32 = (0..7).map(|v| u32::from(st.hand[side][v]) * (v as u32 + 1)).sum();
        known as f32 + f32::from(st.hand[side][7]) * 2.5
    }

    /// Good attacks on offer: for every occupied hex the strength around it against the strength in it, on the line of
    /// its terrain. The side whose player turn it is counts more.
    fn pressure(&self, st: &State) -> f32 {
        let mut value = 0.0;
        for unit in 0..self.units.len() as u8 {
            if !st.on_map(unit) || st.first[st.hex(unit) as usize] != unit {
                continue;
            }
            let (side, hex) = (self.side(unit), st.hex(unit));
            let (mut attack, mut closed) = (0, 0);
            for &n in &self.ground.near[hex as usize] {
                if n == NOWHERE {
                    closed += 1;
                    continue;
                }
                closed += i32::from(self.enemy_zone(st, side, n) || self.enemy_in(st, side, n));
                for enemy in st.units_in(n).filter(|&u| self.side(u) != side) {
                    attack += i32::from(self.units[enemy as usize].faces[st.step(enemy) as usize][0]);
                }
            }
            if attack == 0 {
                continue;
            }
            let defence: i32 = st.units_in(hex).map(|u| self.defence_strength(st, u)).sum();
            let column = i32::from(self.crt.column(self.hex_line[hex as usize], attack - defence));
            let stake: i32 = st.units_in(hex).map(|u| self.units[u as usize].dead.1).sum();
            let danger =
                (column - 6).max(0) as f32 * 0.05 * (1.0 + 0.3 * stake as f32) * (1.0 + 0.15 * closed as f32);
            let soon = if st.player == side { 0.6 } else { 1.0 };
            value += if side == UN { -danger * soon } else { danger * soon };
        }
        value
    }
}
