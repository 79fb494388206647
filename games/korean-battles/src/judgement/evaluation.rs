//! How well the sides stand: a sum of what can be seen at a glance, weighted as games between officers came out.

use super::Judge;
use crate::data::Kind;
use crate::state::{DUE, Hex, NOWHERE, Phase, RED, Side, State, UN, UnitId, WAITING};
use staff::{FAR, Stress};

/// What is looked at. Each has two weights in `judgement.toml`: at the end of the game, and added to it at the start.
pub(crate) const FEATURES: [&str; 26] = [
    "even",
    "points",
    "keys",
    "out",
    "un-attack",
    "un-defence",
    "un-stake",
    "un-worn",
    "un-coming",
    "un-posts",
    "un-hungry",
    "un-trapped",
    "un-pressed",
    "un-far",
    "un-hand",
    "red-attack",
    "red-defence",
    "red-stake",
    "red-worn",
    "red-coming",
    "red-posts",
    "red-hungry",
    "red-trapped",
    "red-pressed",
    "red-far",
    "red-hand",
];
const EVEN: usize = 0;
const POINTS: usize = 1;
const KEYS: usize = 2;
const OUT: usize = 3;
/// The first of a side's own features, and how many there are.
const OWN: usize = 4;
const EACH: usize = 11;
const ATTACK: usize = 0;
const DEFENCE: usize = 1;
const STAKE: usize = 2;
const WORN: usize = 3;
const COMING: usize = 4;
const POSTS: usize = 5;
const HUNGRY: usize = 6;
const TRAPPED: usize = 7;
const PRESSED: usize = 8;
const DISTANT: usize = 9;
const HAND: usize = 10;
/// What winning counts beside the points.
pub(crate) const VICTORY: f32 = 6.0;

/// The weights of one scenario: at the end, and added at the start.
pub(crate) type Scales = [[f32; 2]; FEATURES.len()];

/// Where fitted weights stand in `judgement.toml`: for each feature the end's, and what is added at the start. The constant
/// comes last.
pub(crate) fn fitted(scenario: &str, weights: &[f64]) -> Vec<(String, String)> {
    let at = |i: usize| weights.get(i).copied().unwrap_or(0.0);
    let row = |(i, name): (usize, &&str)| {
        let extra = if i == EVEN { at(2 * FEATURES.len()) } else { 0.0 };
        let value = format!("[{:.4}, {:.4}]", at(i) + extra, at(FEATURES.len() + i));
        (format!("evaluation.{scenario}.{name}"), value)
    };
    FEATURES.iter().enumerate().map(row).collect()
}

impl Judge<'_> {
    /// What is weighed: the features as they are, and again by the share of the game that is still to come.
    pub(crate) fn columns(&self, st: &State) -> Vec<f32> {
        let (left, seen) = (self.left(st), self.features(st));
        seen.iter().copied().chain(seen.iter().map(|f| f * left)).collect()
    }

    /// Positive when the United Nations stand better: the margin in points to be expected, and some more for the winner.
    pub(crate) fn evaluate(&self, st: &State) -> f32 {
        if st.phase == Phase::Over {
            let points = self.s.points(st);
            let margin = points[UN.index()] - points[1 - UN.index()];
            return margin as f32 + VICTORY * margin.signum() as f32;
        }
        let left = self.left(st);
        let features = self.features(st);
        let weighed = features.iter().zip(&self.m.scales).map(|(f, [end, start])| f * (end + start * left));
        weighed.sum()
    }

    /// The share of the game that is still to come.
    pub(crate) fn left(&self, st: &State) -> f32 {
        f32::from(self.s.turns.saturating_sub(st.turn)) / f32::from(self.s.turns)
    }

    /// What there is to see, by the names above.
    pub(crate) fn features(&self, st: &State) -> [f32; FEATURES.len()] {
        let mut f = [0.0; FEATURES.len()];
        let points = self.s.points(st);
        f[EVEN] = 1.0;
        f[POINTS] = (points[0] - points[1]) as f32;
        for key in self.m.keys.iter() {
            let worth = self.m.worth[key.index()].max(1.0);
            let held = |side: Side| if self.s.holds(st, side, key) { worth } else { 0.0 };
            f[KEYS] += held(UN) - held(RED);
        }
        let field = self.goal_field(st, self.m.driver, &Stress::PLAIN);
        for side in Side::BOTH {
            let own = &mut f[OWN + EACH * side.index()..][..EACH];
            own[HAND] = (0..7).map(|v| f32::from(st.hand[side.index()][v]) * (v as f32 + 1.0)).sum();
            let supply = self.s.supply(st, side);
            for unit in self.s.ids() {
                let def = &self.s.units[unit.index()];
                if def.side != side || def.dummy() {
                    continue;
                }
                let [attack, defence, _] = def.faces[st.step(unit) as usize].map(f32::from);
                let at = st.at[unit.index()];
                if at == WAITING || at == DUE {
                    own[COMING] += attack + defence;
                }
                if !st.on_map(unit) {
                    continue;
                }
                let stake = def.dead.1.abs() as f32;
                let hex = st.hex(unit);
                own[ATTACK] += attack;
                own[DEFENCE] += defence;
                own[STAKE] += stake;
                own[WORN] += if st.step(unit) > 0 { stake.max(0.5) } else { 0.0 };
                own[POSTS] += if matches!(def.kind, Kind::Hq | Kind::Depot) { 1.0 } else { 0.0 };
                own[HUNGRY] += if self.s.supplied(st, &supply, unit) { 0.0 } else { attack };
                own[DISTANT] += attack * f32::from(field[hex.index()].min(FAR)).min(80.0) / 20.0;
                let pressure = self.pressure(st, side, hex);
                if pressure > 0.0 {
                    own[PRESSED] += (pressure - defence).clamp(0.0, 12.0);
                    let stuck = self.s.enemy_zone(st, side, hex) && !self.can_flee(st, hex, side);
                    own[TRAPPED] += if stuck { 1.0 + stake } else { 0.0 };
                }
            }
        }
        f[OUT] = self.out(st, &field);
        f
    }

    /// The attack strength of the enemies next to a hex.
    fn pressure(&self, st: &State, side: Side, hex: Hex) -> f32 {
        let mut sum = 0;
        for &n in &self.s.ground.near[hex.index()] {
            if n != NOWHERE && self.s.enemy_in(st, side, n) {
                let attack = |u: UnitId| u32::from(self.s.units[u.index()].faces[st.step(u) as usize][0]);
                sum += st.units_in(n).map(attack).sum::<u32>();
            }
        }
        sum as f32
    }

    /// The points that units on the map will probably bring by leaving it in time.
    fn out(&self, st: &State, field: &[u16]) -> f32 {
        if self.s.exit.is_none() {
            return 0.0;
        }
        let left = f32::from(self.s.turns.saturating_sub(st.turn)) + 1.0;
        let mut sum = 0.0;
        for unit in self.s.deployed(st, self.m.driver) {
            let def = &self.s.units[unit.index()];
            let far = f32::from(field[st.hex(unit).index()].min(FAR)) / 2.0;
            let pace = f32::from(def.faces[st.step(unit) as usize][2]) * 0.6;
            let slack = (left * pace - far) / 6.0;
            sum += (def.exit_points + def.left_points) as f32 / (1.0 + (-slack).exp());
        }
        sum
    }
}
