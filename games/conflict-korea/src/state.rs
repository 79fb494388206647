//! The position: flat, cheap to copy, free of strings.

use crate::data::{COM, Experience, KINDS, Mission, Pieces, UN, Weather};
use crate::frames::Frame;
use crate::ground::HexBits;
use crate::sparse::Sparse;
use board::HexId;
use engine::flat::{Array, Bits, Stack};
use serde::{Deserialize, Serialize};

/// Hexes of the map.
pub const HEXES: usize = 2800;
/// The most units of one war.
pub const UNITS: usize = 224;
/// The most units of one side.
pub const SIDE_UNITS: usize = 120;
/// The most forces of one side: one for every unit.
pub const SIDE_FORCES: usize = 120;
/// The most air units of one war.
pub const AIR: usize = 32;
/// The most reinforcements of one war.
pub const ARRIVALS: usize = 128;

/// A force by its slot; the Communists have the first half of the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ForceId(pub u8);

impl ForceId {
    pub const NONE: Self = Self(u8::MAX);
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
    #[inline]
    pub fn side(self) -> u8 {
        if (self.0 as usize) < SIDE_FORCES { COM } else { UN }
    }
    #[inline]
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }
}

impl Default for ForceId {
    fn default() -> Self {
        Self::NONE
    }
}

/// A unit by its place in the order of battle of its war.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    pub const NONE: Self = Self(u8::MAX);
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for UnitId {
    fn default() -> Self {
        Self::NONE
    }
}

/// An air unit by its place in the list of its war.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AirId(pub u8);

/// Whether a unit is in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// What a side that may not know sees.
    #[default]
    Unknown,
    /// Not yet arrived.
    Due,
    OnMap,
    /// Destroyed; it can be rebuilt (6.21).
    Destroyed,
    /// Rebuilt and waiting for room on the map (6.22).
    Rebuilt,
    /// Lost for good.
    Gone,
}

/// 4.23 Dug in since the start of the turn.
pub const ENTRENCHED: u8 = 1;
/// 6.1 Supplied in the last general phase.
pub const SUPPLIED: u8 = 2;
/// 6.12 Supplied by air in the last general phase.
pub const AIR_SUPPLIED: u8 = 4;
/// 6.32 Heavy artillery that fired this turn.
pub const FIRED: u8 = 8;
/// 4.23 Came this turn.
pub const ARRIVED: u8 = 16;

/// A unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub status: Status,
    pub force: ForceId,
    pub readiness: u8,
    pub experience: Experience,
    pub flags: u8,
    pub pieces: Pieces,
}

impl Unit {
    #[inline]
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
    pub fn set(&mut self, flag: u8, on: bool) {
        if on {
            self.flags |= flag;
        } else {
            self.flags &= !flag;
        }
    }
    /// Readiness falls, never below 0.
    #[inline]
    pub fn tire(&mut self, points: i32) {
        self.readiness = (i32::from(self.readiness) - points).max(0) as u8;
    }
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.pieces == [0; KINDS]
    }
}

/// Moved by rail, sea or air this turn.
pub const SPECIAL: u8 = 1;
/// 5.22 Bugged out this turn.
pub const BUGGED: u8 = 2;
/// 4.252 Its retreat was blocked this turn.
pub const BLOCKED: u8 = 4;
/// 6.32 Reported as understrength, rightly or not.
pub const WEAK: u8 = 8;
/// 3.41207 Went by sea this turn.
pub const SAILED: u8 = 16;
/// No assault ordered.
pub const NO_ORDER: u8 = 6;
/// No name known.
pub const NO_NAME: u16 = u16::MAX;

/// A force: one to six units that move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    pub hex: HexId,
    pub units: Stack<UnitId, 6>,
    pub name: u16,
    /// Nation and kind of its strongest unit: what the enemy sees at level 1.
    pub look: u8,
    pub points: u8,
    pub allowance: u8,
    pub spent: u8,
    pub flags: u8,
    /// The direction of its assault.
    pub order: u8,
    /// The force that came into its hex after it.
    pub mate: ForceId,
    /// Counts up with every force of its side.
    pub born: u16,
}

impl Default for Force {
    fn default() -> Self {
        Self {
            hex: HexId::NONE,
            units: Stack::default(),
            name: NO_NAME,
            look: 0,
            points: 0,
            allowance: 0,
            spent: 0,
            flags: 0,
            order: NO_ORDER,
            mate: ForceId::NONE,
            born: 0,
        }
    }
}

impl Force {
    #[inline]
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
    pub fn set(&mut self, flag: u8, on: bool) {
        if on {
            self.flags |= flag;
        } else {
            self.flags &= !flag;
        }
    }
    #[inline]
    pub fn exists(&self) -> bool {
        self.hex.is_some()
    }
    /// 3.411 No movement point spent and no special movement this turn.
    #[inline]
    pub fn unmoved(&self) -> bool {
        self.spent == 0 && !self.has(SPECIAL)
    }
}

/// 3.41203 A hex that a force tried to overrun this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Tried {
    pub force: ForceId,
    pub hex: u16,
}

/// An air unit in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wing {
    pub mission: Mission,
    pub base: crate::data::Basing,
    /// The field in Korea, where it has one.
    pub field: u16,
    /// Strengths before weather; they shrink in 1995.
    pub a2g: u8,
    pub a2a: u8,
}

/// Where the turn stands: the part that was begun last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    #[default]
    Dawn,
    FirstA,
    FirstB,
    Strikes,
    SecondA,
    SecondB,
    Over,
}

impl Phase {
    /// 3.0, 5.0 Whether it is the first or the second orders phase.
    #[inline]
    pub fn first_orders(self) -> bool {
        matches!(self, Self::FirstA | Self::FirstB)
    }
}

/// The options of the set-up screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// 2.111 China comes for sure when the parallel is crossed.
    pub fixed_china: bool,
    /// 2.111 Pushover 0 to Hideous 4.
    pub capability: u8,
    /// Drawn by lot and not shown to the United Nations before the end.
    pub random_capability: bool,
    /// 2.112 The program runs the air war of both sides.
    pub program_air: bool,
    /// 2.112 Everything is spotted to level 2 with full data.
    pub complete: bool,
    /// 3.3 Either side may end the game in its orders phase.
    pub early_end: bool,
}

/// 6.5 What China does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct China {
    /// The turn at whose end the parallel was crossed; 0 before.
    pub trigger: u8,
    /// The first Chinese turn; 0 while nothing is decided or China bluffs. Secret until it comes.
    pub first: u8,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub scenario: u8,
    pub choices: Choices,
    pub turn: u8,
    pub phase: Phase,
    /// Who is player A of the present orders phase.
    pub leader: u8,
    /// Who was player A of the first orders phase: he strikes first in 1995.
    pub first_leader: u8,
    pub weather: Weather,
    pub freeze: i8,
    /// 4.4.10 The true weather of the next three turns: nobody knows it.
    pub coming: [Weather; 3],
    pub forecast: [Weather; 3],
    pub stock: [u8; 2],
    pub cil: u8,
    /// Interdiction level of each side in the last combat phase.
    pub interdiction: [u8; 2],
    pub china: China,
    /// Hexes of Korea that the United Nations hold.
    pub owner: HexBits,
    /// Mined ports by number.
    pub mined: u16,
    /// What each side has seen of each hex: a bit for every method, the highest for level 2.
    pub seen: [Sparse<u8, HEXES>; 2],
    /// The force that came first into a hex; it knows the second.
    pub(crate) here: Sparse<ForceId, HEXES>,
    pub forces: Sparse<Force, { 2 * SIDE_FORCES }>,
    /// 3.41203 What was tried this turn, by force and hex.
    pub(crate) tried: Stack<Tried, 128>,
    pub units: Array<Unit, UNITS>,
    /// Units on the map in the order of set-up and arrival.
    pub roster: [Stack<UnitId, SIDE_UNITS>; 2],
    /// Destroyed units in the order of their destruction.
    pub destroyed: [Stack<UnitId, SIDE_UNITS>; 2],
    /// Rebuilt units that wait for room.
    pub rebuilt: [Stack<UnitId, SIDE_UNITS>; 2],
    pub arrived: Bits<{ ARRIVALS / 64 }>,
    pub births: [u16; 2],
    pub pools: [Pieces; 7],
    pub wings: Array<Wing, AIR>,
    /// Forces railed this turn, by side.
    pub railed: [u8; 2],
    /// Sealift points left; below 0 while one is owed.
    pub sealift: i8,
    pub sea_assaults: u8,
    pub sea_moves: u8,
    pub dropped: bool,
    pub refugees: bool,
    /// 6.8 Hexes and cities of the United Nations at the start of the turn, and their forces that retreated.
    pub un_hexes: u16,
    pub un_urban: HexBits,
    pub retreats: u8,
    /// The side that ended the game early, if one did: 0 nobody, else side + 1.
    pub ended_by: u8,
    pub frames: Stack<Frame, 4>,
}

/// Seen by a force that moved beside it.
pub const BY_MOVER: u8 = 1;
/// Heavy artillery fired from it.
pub const BY_FIRE: u8 = 2;
/// A long column was seen moving.
pub const BY_COLUMN: u8 = 4;
/// 1995: general reconnaissance.
pub const BY_RECON: u8 = 8;
/// 1995: reconnaissance of roads.
pub const BY_ROAD: u8 = 16;
/// 1995: spies in cities.
pub const BY_SPIES: u8 = 32;
/// An air strike found it.
pub const BY_STRIKE: u8 = 64;
/// Next to a force in the general phase: level 2.
pub const BY_CONTACT: u8 = 128;

/// 6.32, 6.34 The spotting level of what was seen: two methods make level 2. [rule: ck 6.34]
#[inline]
pub fn level_of(seen: u8) -> u8 {
    if seen & BY_CONTACT != 0 { 2 } else { seen.count_ones().min(2) as u8 }
}

impl State {
    #[inline]
    pub fn force(&self, id: ForceId) -> &Force {
        &self.forces[id.index()]
    }
    #[inline]
    pub fn force_mut(&mut self, id: ForceId) -> &mut Force {
        &mut self.forces[id.index()]
    }
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }
    #[inline]
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }
    /// The forces in a hex in order of their coming, with `ForceId::NONE` where there is none.
    #[inline]
    pub fn pair(&self, hex: HexId) -> [ForceId; 2] {
        let first = self.here[hex.index()];
        [first, if first.is_some() { self.force(first).mate } else { ForceId::NONE }]
    }
    /// The forces in a hex.
    #[inline]
    pub fn in_hex(&self, hex: HexId) -> impl Iterator<Item = ForceId> + use<> {
        self.pair(hex).into_iter().filter(|f| f.is_some())
    }
    /// Whether a force came second into its hex.
    #[inline]
    pub fn second(&self, id: ForceId) -> bool {
        self.pair(self.force(id).hex)[1] == id
    }
    /// The side whose forces stand in a hex.
    #[inline]
    pub fn holder(&self, hex: HexId) -> Option<u8> {
        let first = self.here[hex.index()];
        first.is_some().then(|| first.side())
    }
    /// How many forces stand in a hex.
    #[inline]
    pub fn stack(&self, hex: HexId) -> usize {
        let [first, second] = self.pair(hex);
        usize::from(first.is_some()) + usize::from(second.is_some())
    }
    /// The slots of a side's forces.
    pub fn slots(side: u8) -> std::ops::Range<usize> {
        let from = side as usize * SIDE_FORCES;
        from..from + SIDE_FORCES
    }
    /// The forces of a side, by slot.
    #[inline]
    pub fn forces_of(&self, side: u8) -> impl Iterator<Item = ForceId> + '_ {
        Self::slots(side).map(|i| ForceId(i as u8)).filter(|f| self.force(*f).exists())
    }
    /// How much a side knows of a hex: 0, 1 or 2. [rule: ck 6.32]
    #[inline]
    pub fn level(&self, side: u8, hex: HexId) -> u8 {
        if self.choices.complete { 2 } else { level_of(self.seen[side as usize][hex.index()]) }
    }
    /// The same position under limited intelligence.
    pub fn as_spotted(&self) -> Self {
        let mut st = self.clone();
        st.choices.complete = false;
        st
    }
    /// Whether an enemy force that the side knows of stands in the hex.
    #[inline]
    pub fn known_enemy(&self, side: u8, hex: HexId) -> bool {
        self.holder(hex) == Some(1 - side) && self.level(side, hex) > 0
    }
    /// Takes a force out of its hex.
    pub fn lift(&mut self, id: ForceId) {
        let hex = self.force(id).hex;
        if hex.is_some() {
            let [first, second] = self.pair(hex);
            if first == id {
                self.here[hex.index()] = second;
            } else {
                self.force_mut(first).mate = ForceId::NONE;
            }
            let f = self.force_mut(id);
            (f.hex, f.mate) = (HexId::NONE, ForceId::NONE);
        }
    }
    /// Takes a force out of the game.
    pub fn vanish(&mut self, id: ForceId) {
        self.lift(id);
        *self.force_mut(id) = Force::default();
        self.tried.retain(|t| t.force != id);
    }
    /// Puts a force into a hex that has room.
    pub fn put(&mut self, id: ForceId, hex: HexId) {
        self.lift(id);
        let first = self.here[hex.index()];
        if first.is_some() {
            self.force_mut(first).mate = id;
        } else {
            self.here[hex.index()] = id;
        }
        self.force_mut(id).hex = hex;
    }
    /// 3.41203 Remembers that a force tried to overrun a hex; says whether it had not yet. When the list is full nobody
    /// tries any more.
    pub fn tries(&mut self, force: ForceId, hex: HexId) -> bool {
        let once = Tried { force, hex: hex.0 };
        let fresh = !self.tried.contains(&once) && self.tried.try_push(once);
        self.tried.sort_unstable();
        fresh
    }
    /// The units of a force, as they are now: what happens to them does not disturb the walk.
    pub fn units_of(&self, id: ForceId) -> impl Iterator<Item = UnitId> + use<> {
        let units = self.force(id).units;
        (0..units.len()).map(move |i| units[i])
    }
    /// 3.421 The readiness of a force: the average of its units, rounded down.
    pub fn readiness(&self, id: ForceId) -> u8 {
        let units = &self.force(id).units;
        let sum: u32 = units.iter().map(|&u| u32::from(self.unit(u).readiness)).sum();
        (sum / units.len().max(1) as u32) as u8
    }
    /// Whose orders phase it is, if it is one.
    pub fn mover(&self) -> Option<u8> {
        match self.phase {
            Phase::FirstA | Phase::SecondA => Some(self.leader),
            Phase::FirstB | Phase::SecondB => Some(1 - self.leader),
            _ => None,
        }
    }
}
