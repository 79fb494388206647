//! 4.21-4.25 Lethality and survivability, exact: numbers are kept in parts of [`SCALE`], never as fractions.

use crate::data::{COM, Kind, Nation, World};
use crate::files::Class;
use crate::game::Scope;
use crate::state::{ENTRENCHED, ForceId, State, UnitId};
use board::HexId;

/// One point of lethality or survivability: readiness in hundredths, experience in quarters, capability in tenths, terrain
/// in halves, entrenchment in hundredths.
pub const SCALE: u64 = 100 * 4 * 10 * 2 * 100;
const WHOLE: u64 = 100;

/// Strengths of what fights, in parts of [`SCALE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    pub lethality: u64,
    pub survivability: u64,
}

impl std::ops::AddAssign for Strength {
    fn add_assign(&mut self, other: Self) {
        self.lethality += other.lethality;
        self.survivability += other.survivability;
    }
}

/// 4.4.5 The loss ratio in per cent: the constant times lethality over survivability, rounded half up, at most 100.
/// [rule: ck 4.25]
pub fn loss_ratio(constant: i32, lethality: u64, survivability: u64) -> u8 {
    if survivability == 0 {
        return 100;
    }
    let ratio = (2 * constant as u64 * lethality + survivability) / (2 * survivability);
    ratio.min(100) as u8
}

impl World {
    /// 4.22 The army of a nation's capability: the Communists' strengths rise and fall with it. [rule: ck 4.22, ck 4.22-capability]
    pub fn tenths(&self, nation: Nation, capability: u8) -> u64 {
        if nation.side() == COM { u64::from(self.tables.strength_tenths[capability as usize]) } else { 10 }
    }
}

impl Scope<'_> {
    /// 4.21 Readiness, experience and capability of a unit together. [rule: ck 4.21]
    pub fn factor(&self, st: &State, unit: UnitId) -> u64 {
        let u = st.unit(unit);
        let nation = self.world.units[unit.index()].nation;
        u64::from(u.readiness) * u.experience.quarters() * self.world.tenths(nation, st.choices.capability)
    }

    /// 3.12, 6.4 Whether a hex lies at or north of the freeze line; coasts freeze five rows further north. [rule: ck 3.12]
    pub fn frozen(&self, st: &State, hex: HexId) -> bool {
        self.ground.row(hex) <= self.freeze_rows(st)[usize::from(self.ground.coastal.has(hex.index()))]
    }

    /// 3.12 The last frozen row inland and on coasts; below 0 where nothing is frozen. [rule: ck 3.12]
    pub fn freeze_rows(&self, st: &State) -> [i32; 2] {
        let freeze = &self.world.tables.freeze;
        if st.freeze == freeze.thawed {
            return [-1; 2];
        }
        [0, freeze.coastal].map(|shift| i32::from(st.freeze - shift))
    }

    /// 4.24 Whether an attack out of this hex is halved: it lies on a river that is not frozen. [rule: ck 4.24]
    pub fn river_halves(&self, st: &State, hex: HexId) -> bool {
        self.ground.river.has(hex.index()) && !self.frozen(st, hex)
    }

    /// 4.22 In 1995 commandos attack with four, three, two times their lethality on the first turns. [rule: ck 4.22, ck 4.22-commandos]
    fn commando(&self, st: &State, unit: UnitId) -> u64 {
        if self.world.units[unit.index()].kind != Kind::Cdo {
            return 1;
        }
        let turn = (st.turn - self.scenario.first_turn) as usize;
        u64::from(self.world.tables.commandos.get(turn).copied().unwrap_or(1))
    }

    /// 4.24 The pieces of a unit that attacks, in halves: a river halves all but artillery and commandos; commandos of 1995
    /// count several times on the first turns. [rule: ck 4.24-river]
    pub fn attacking_pieces(&self, st: &State, unit: UnitId, halved: bool) -> Strength {
        let def = &self.world.units[unit.index()];
        let mut sum = Strength::default();
        for (&count, kind) in st.unit(unit).pieces.iter().zip(&self.world.equipment) {
            let halves = if halved && !kind.artillery && def.kind != Kind::Cdo { 1 } else { 2 };
            sum.lethality += u64::from(count) * u64::from(kind.lethality) * halves;
            sum.survivability += u64::from(count) * u64::from(kind.survivability) * 2;
        }
        sum.lethality *= self.commando(st, unit);
        sum
    }

    /// 4.4.5 A unit that attacks out of a hex.
    pub fn attacking_unit(&self, st: &State, unit: UnitId, halved: bool) -> Strength {
        let pieces = self.attacking_pieces(st, unit, halved);
        let factor = self.factor(st, unit) * WHOLE;
        Strength { lethality: pieces.lethality * factor, survivability: pieces.survivability * factor }
    }

    /// 4.24 The pieces of a unit that defends a hex, in halves: the ground shelters soft and hard ones.
    pub fn defending_pieces(&self, st: &State, unit: UnitId, hex: HexId) -> Strength {
        let effect = &self.world.tables.terrain[(self.ground.terrain(hex) as usize).min(3)];
        let mut sum = Strength::default();
        for (&count, kind) in st.unit(unit).pieces.iter().zip(&self.world.equipment) {
            let halves = if kind.class == Class::Soft { effect.soft } else { effect.hard };
            sum.lethality += u64::from(count) * u64::from(kind.lethality) * 2;
            sum.survivability += u64::from(count) * u64::from(kind.survivability) * u64::from(halves);
        }
        sum
    }

    /// 4.23, 4.24, 4.4.5 A unit that defends a hex: ground and trenches protect it. [rule: ck 4.23, ck 4.24]
    pub fn defending_unit(&self, st: &State, unit: UnitId, hex: HexId) -> Strength {
        let pieces = self.defending_pieces(st, unit, hex);
        let combat = &self.world.numbers.combat;
        let dug_in = st.unit(unit).has(ENTRENCHED);
        let (l, s) = if dug_in { (combat.entrench_lethality, combat.entrench_survival) } else { (100, 100) };
        let factor = self.factor(st, unit);
        Strength {
            lethality: pieces.lethality * factor * l as u64,
            survivability: pieces.survivability * factor * s as u64,
        }
    }

    /// A force as it attacks.
    pub fn attacking(&self, st: &State, force: ForceId) -> Strength {
        let f = st.force(force);
        let halved = self.river_halves(st, f.hex);
        let mut sum = Strength::default();
        f.units.iter().for_each(|&u| sum += self.attacking_unit(st, u, halved));
        sum
    }

    /// Everything that defends a hex.
    pub fn defending(&self, st: &State, hex: HexId) -> Strength {
        let mut sum = Strength::default();
        for force in st.in_hex(hex) {
            st.force(force).units.iter().for_each(|&u| sum += self.defending_unit(st, u, hex));
        }
        sum
    }

    /// The lethality and survivability that are shown: without terrain, floored.
    pub fn shown(&self, st: &State, force: ForceId) -> (u32, u32) {
        let mut sum = Strength::default();
        for &unit in st.force(force).units.iter() {
            let plain = self.attacking_unit(st, unit, false);
            sum += Strength { lethality: plain.lethality / self.commando(st, unit), ..plain };
        }
        ((sum.lethality / SCALE) as u32, (sum.survivability / SCALE) as u32)
    }

    /// 4.25 The artillery lethality of a heavy artillery unit that supports from afar. [rule: ck 4.25, ck 4.25-artillery]
    pub fn support_of(&self, st: &State, unit: UnitId) -> u64 {
        let pieces = st.unit(unit).pieces;
        let guns = pieces.iter().zip(&self.world.equipment).filter(|(_, kind)| kind.artillery);
        let sum: u64 = guns.map(|(&n, kind)| u64::from(n) * u64::from(kind.lethality)).sum();
        sum * 2 * WHOLE * self.factor(st, unit)
    }

    /// 4.251 What decides whether a unit goes on: survivability without terrain and capability, in parts of 400.
    pub fn staying_power(&self, st: &State, unit: UnitId) -> u64 {
        let u = st.unit(unit);
        let pieces = u.pieces.iter().zip(&self.world.equipment);
        let sum: u64 = pieces.map(|(&n, kind)| u64::from(n) * u64::from(kind.survivability)).sum();
        sum * u64::from(u.readiness) * u.experience.quarters()
    }

    /// Lethality of the pieces and of what is authorised: below half is "understrength" (6.32).
    pub fn fullness(&self, st: &State, force: ForceId) -> (u32, u32) {
        let (mut have, mut due) = (0, 0);
        for &unit in st.force(force).units.iter() {
            let pieces = st.unit(unit).pieces;
            let sum = pieces.iter().zip(&self.world.equipment);
            have += sum.map(|(&n, k)| u32::from(n) * u32::from(k.lethality)).sum::<u32>();
            due += self.world.organisations[self.world.units[unit.index()].organisation as usize].lethality;
        }
        (have, due)
    }
}
