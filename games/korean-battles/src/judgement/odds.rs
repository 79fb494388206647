//! What an attack is worth: the combat table's row in victory points, exactly.

use super::{Hand, Judge};
use crate::crt::{CombatResult, Crt};
use crate::state::{Hex, NOWHERE, Side, State, UnitId, UnitSet};
use crate::supply::Supply;
use staff::Stress;

/// The share of a hex that a step lost by its defenders is worth: it will fall the sooner.
const WORN: f32 = 0.4;

/// What is at stake in a combat.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stakes {
    pub(crate) attackers: f32,
    pub(crate) attacker_step: f32,
    pub(crate) attacker_retreat: f32,
    pub(crate) defenders: f32,
    pub(crate) defender_step: f32,
    pub(crate) defender_retreat: f32,
    /// The hex, for the attacker; whether a step empties it.
    pub(crate) ground: f32,
    pub(crate) last_step: bool,
}

/// How many faces of the die in six give each result: De, D, Ex, A, (A), Ae.
pub(crate) type Faces = [f32; 6];

/// The faces of every column of a table.
pub(crate) fn faces(crt: &Crt) -> [Faces; 12] {
    let mut out = [[0.0; 6]; 12];
    for (column, faces) in (1..).zip(&mut out) {
        for die in 1..=6 {
            let kind = match crt.result(column, die) {
                CombatResult::De => 0,
                CombatResult::D(_) => 1,
                CombatResult::Ex => 2,
                CombatResult::A(_) => 3,
                CombatResult::Paren => 4,
                CombatResult::Ae => 5,
                CombatResult::None => continue,
            };
            faces[kind] += 1.0;
        }
    }
    out
}

impl Stakes {
    /// What each result comes to.
    fn worths(&self) -> Faces {
        let taken = if self.last_step { self.ground } else { WORN * self.ground };
        [
            self.defenders + self.ground,
            (self.defender_step + WORN * self.ground).min(self.defender_retreat + self.ground),
            self.defender_step + taken - self.attacker_step,
            -self.attacker_step.min(self.attacker_retreat),
            -self.attacker_step,
            -self.attackers,
        ]
    }
}

/// An attack as it could be made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Attack {
    pub(crate) gain: f32,
    pub(crate) column: u8,
    pub(crate) units: UnitSet,
}

impl Judge<'_> {
    /// What a unit is worth as it stands.
    #[inline]
    pub(crate) fn value(&self, st: &State, unit: UnitId) -> f32 {
        self.m.value[unit.index()][st.step(unit) as usize]
    }
    /// What its next step is worth.
    #[inline]
    pub(crate) fn step_value(&self, st: &State, unit: UnitId) -> f32 {
        let step = st.step(unit) as usize;
        let after = if step + 1 < self.s.units[unit.index()].faces.len() { step + 1 } else { 4 };
        self.m.value[unit.index()][step] - self.m.value[unit.index()][after]
    }
    #[inline]
    pub(crate) fn is_last_step(&self, st: &State, unit: UnitId) -> bool {
        st.step(unit) as usize + 1 >= self.s.units[unit.index()].faces.len()
    }

    /// The mean of the table's column.
    pub(crate) fn mean(&self, column: u8, stakes: &Stakes) -> f32 {
        self.weigh(column, &stakes.worths())
    }

    fn weigh(&self, column: u8, worths: &Faces) -> f32 {
        let faces = &self.m.faces[usize::from(column) - 1];
        faces.iter().zip(worths).map(|(n, worth)| n * worth).sum::<f32>() / 6.0
    }

    /// The mean for a differential that is not a whole number.
    pub(crate) fn mean_at(&self, line: u8, differential: f32, stakes: &Stakes) -> f32 {
        let worths = stakes.worths();
        let low = differential.floor();
        let part = differential - low;
        let at = |d: f32| self.weigh(self.s.crt.column(line, d as i32), &worths);
        if part < 0.01 { at(low) } else { at(low) * (1.0 - part) + at(low + 1.0) * part }
    }

    /// What the defenders of a hex have to lose, and the hex itself.
    pub(crate) fn defender_stakes(&self, st: &State, target: Hex, side: Side) -> (Stakes, i32) {
        let mut stakes = Stakes { defender_step: f32::MAX, ..Stakes::default() };
        let mut defence = 0;
        let mut count = 0;
        for unit in st.units_in(target) {
            if self.s.units[unit.index()].dummy() {
                continue;
            }
            defence += self.s.defence_strength(st, unit);
            stakes.defenders += self.value(st, unit);
            let step = self.step_value(st, unit);
            if step < stakes.defender_step {
                stakes.defender_step = step;
                stakes.last_step = self.is_last_step(st, unit);
            }
            count += 1;
        }
        if count == 0 {
            stakes.defender_step = 0.0;
        }
        stakes.last_step &= count == 1;
        let w = &self.m.weights[side.index()];
        stakes.ground = w.ground + w.craft.key * self.m.worth[target.index()];
        if side == self.m.driver {
            // Whoever stands near the goal stands in the way.
            let goals = self.m.goals[side.index()].iter();
            let far = goals.map(|g| g.far[target.index()]).min().unwrap_or(0);
            stakes.ground += w.open * 40.0 / (40.0 + f32::from(far));
        }
        stakes.defender_retreat =
            if self.can_flee(st, target, side.other()) { w.retreat } else { stakes.defenders };
        (stakes, defence)
    }

    /// Whether a unit of `side` in a hex has any hex to retreat to.
    pub(crate) fn can_flee(&self, st: &State, hex: Hex, side: Side) -> bool {
        self.s.ground.near[hex.index()].iter().any(|&n| {
            n != NOWHERE
                && self.s.ground.land[n.index()]
                && !self.s.enemy_in(st, side, n)
                && !self.s.enemy_zone(st, side, n)
        })
    }

    /// The units that could attack a hex from where they stand.
    pub(crate) fn hands(&self, st: &State, target: Hex, supply: &Supply, out: &mut Vec<Hand>) {
        for n in self.s.ground.neighbours(target) {
            for unit in st.units_in(n) {
                if self.s.side(unit) != st.player || !self.s.may_attack(st, unit) {
                    continue;
                }
                let fed = self.s.supplied(st, supply, unit);
                if st.phase == crate::state::Phase::MobileCombat && !fed {
                    continue;
                }
                let strength = self.s.attack_strength(st, unit, !fed, false);
                if strength > 0 {
                    out.push(Hand { unit, from: n, strength, price: 0.0 });
                }
            }
        }
    }

    /// The line of the table for units attacking from some hexes.
    fn line(&self, st: &State, hands: &[Hand], target: Hex) -> u8 {
        let mut units = UnitSet::default();
        let own = self.s.hex_line[target.index()];
        let placed = hands.iter().all(|h| st.hex(h.unit) == h.from);
        if placed {
            hands.iter().for_each(|h| units.set(h.unit, true));
            let side = self.s.hexside_line(st, &units, target);
            return side.filter(|&l| self.s.crt.shift(l) > self.s.crt.shift(own)).unwrap_or(own);
        }
        let over = hands.iter().all(|h| {
            if self.s.frozen && self.s.ground.ice[h.from.index()] {
                return !self.s.ground.ice[target.index()];
            }
            self.s.unbridged(st, h.from, target).is_some_and(|(unbridged, _)| unbridged)
        });
        let river = self.s.river_line;
        if over && self.s.crt.shift(river) > self.s.crt.shift(own) { river } else { own }
    }

    /// The support that the defender is expected to play: some of what he holds.
    pub(crate) fn expected_support(&self, st: &State, side: Side) -> f32 {
        let s = side as usize;
        let count = f32::from(st.hand_size(side).min(2));
        let stock: u32 = st.stock[s].iter().map(|&n| u32::from(n)).sum();
        let points: u32 = st.stock[s].iter().enumerate().map(|(v, &n)| (v as u32 + 1) * u32::from(n)).sum();
        0.55 * count * points as f32 / stock.max(1) as f32
    }

    /// The best attack on a hex with some of the units at hand, support counted at its price.
    pub(crate) fn best_attack(
        &self,
        st: &State,
        target: Hex,
        hands: &mut [Hand],
        side: Side,
        stress: &Stress,
    ) -> Attack {
        let (base, defence) = self.defender_stakes(st, target, side);
        let w = &self.m.weights[side.index()];
        hands.sort_by(|a, b| {
            let keen = |h: &Hand| h.strength as f32 - 4.0 * h.price;
            keen(b).total_cmp(&keen(a)).then(a.unit.cmp(&b.unit))
        });
        let against = self.expected_support(st, side.other());
        let support = self.support_on_offer(st, side);
        let mut best = Attack { gain: f32::NEG_INFINITY, ..Attack::default() };
        if base.defenders <= 0.0 {
            return self.unmask(&base, hands);
        }
        let mut units = UnitSet::default();
        let mut stakes = Stakes { attacker_step: f32::MAX, attacker_retreat: w.retreat, ..base };
        let mut sum = 0;
        let mut given_up = 0.0;
        let join = w.join * stress.join;
        for k in 0..hands.len() {
            let hand = hands[k];
            sum += hand.strength;
            given_up += hand.price;
            units.set(hand.unit, true);
            stakes.attackers += self.value(st, hand.unit);
            stakes.attacker_step = stakes.attacker_step.min(self.step_value(st, hand.unit));
            let line = self.line(st, &hands[..=k], target);
            for (points, price) in support {
                let d = sum + points - defence;
                let mean = self.mean_at(line, d as f32 - against, &stakes) - price * w.price * stress.price;
                let gain = join * mean - given_up;
                let column = self.s.crt.column(line, d);
                if gain > best.gain && (column >= w.column || best.gain == f32::NEG_INFINITY) {
                    best = Attack { gain, column, units };
                }
            }
        }
        if best.column < w.column {
            best.gain = best.gain.min(-0.5);
        }
        best
    }

    /// An attack on what seems to be a dummy: the weakest unit will do.
    fn unmask(&self, base: &Stakes, hands: &[Hand]) -> Attack {
        let Some(hand) =
            hands.iter().min_by(|a, b| a.price.total_cmp(&b.price).then(a.strength.cmp(&b.strength)))
        else {
            return Attack { gain: f32::NEG_INFINITY, ..Attack::default() };
        };
        let mut units = UnitSet::default();
        units.set(hand.unit, true);
        Attack { gain: 0.2 + 0.3 * base.ground - hand.price, column: 12, units }
    }

    /// No support, the best marker, the two best: points and what they count at the price.
    fn support_on_offer(&self, st: &State, side: Side) -> [(i32, f32); 3] {
        let hand = &st.hand[side.index()];
        let mut found = [0i32; 2];
        let mut k = 0;
        'all: for v in (0..7).rev() {
            for _ in 0..hand[v] {
                if k == 2 {
                    break 'all;
                }
                found[k] = v as i32 + 1;
                k += 1;
            }
        }
        let price = self.scarcity(st, side);
        let (one, two) = (found[0], found[0] + found[1]);
        [(0, 0.0), (one, one as f32 * price), (two, two as f32 * price)]
    }

    /// How dear support is at this moment: markers go back when the game turn ends, and few are left for the other half.
    pub(crate) fn scarcity(&self, st: &State, side: Side) -> f32 {
        let last_half = st.player != self.s.first;
        let mine = st.player == side;
        match (mine, last_half) {
            (true, false) => 1.0,
            (true, true) => 0.35,
            (false, false) => 0.9,
            (false, true) => 0.3,
        }
    }
}
