//! The position: flat arrays, a stack of frames, the combat under way.

use crate::tables::CombatResult;
use board::HexId;
use engine::flat::{Array, Bits, Stack};
use serde::{Deserialize, Serialize};

/// The most counters.
pub(crate) const UNITS: usize = 192;
/// The most Communist army headquarters.
pub(crate) const ARMIES: usize = 4;
/// The most hexes.
pub(crate) const HEXES: usize = 1674;

/// A set of hexes.
pub(crate) type HexBits = Bits<27>;
/// A set of units.
pub(crate) type UnitBits = Bits<3>;

/// A unit: an index into the counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Nobody.
    pub(crate) const NONE: UnitId = UnitId(u8::MAX);
    /// As an array index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// Whether this is a unit at all.
    #[inline]
    pub(crate) const fn is_some(self) -> bool {
        self.0 != u8::MAX
    }
}

impl Default for UnitId {
    fn default() -> Self {
        Self::NONE
    }
}

/// Where a unit is when it is on no hex.
pub(crate) mod off {
    use board::HexId;
    /// Takes no part in the game.
    pub(crate) const OUT: HexId = HexId(0xFFFE);
    /// Eliminated.
    pub(crate) const DEAD: HexId = HexId(0xFFFD);
    /// Left the map for good and scored.
    pub(crate) const EXITED: HexId = HexId(0xFFFC);
    /// Comes on a later turn.
    pub(crate) const WAITING: HexId = HexId(0xFFFB);
    /// Is to be placed now.
    pub(crate) const DUE: HexId = HexId(0xFFFA);
    /// Set aside to arrive by air or sea.
    pub(crate) const ASIDE: HexId = HexId(0xFFF9);
    /// In the reorganization box.
    pub(crate) const POOL: HexId = HexId(0xFFF8);
    /// Taken off the map without points, or never received.
    pub(crate) const GONE: HexId = HexId(0xFFF7);
    /// Still to be set up.
    pub(crate) const UNPLACED: HexId = HexId(0xFFF6);
    /// The viewer cannot tell.
    pub(crate) const UNKNOWN: HexId = HexId(0xFFF5);
    /// Everything from here on is no hex.
    pub(crate) const FIRST: u16 = 0xFFF0;
}

/// What a unit has done and how it stands, in bits.
pub(crate) mod flag {
    pub(crate) const DISRUPTED: u32 = 1;
    /// Its movement of this phase is over.
    pub(crate) const MOVED: u32 = 1 << 1;
    /// Force-marched in this player turn.
    pub(crate) const FORCED: u32 = 1 << 2;
    /// Moved by rail: no attack.
    pub(crate) const RAILED: u32 = 1 << 3;
    pub(crate) const ATTACKED: u32 = 1 << 4;
    /// Fire mission of the UN player turn and of the Communist player turn.
    pub(crate) const FIRED_UN: u32 = 1 << 5;
    pub(crate) const FIRED_COM: u32 = 1 << 6;
    /// Its hex has been attacked in this game turn (11.556).
    pub(crate) const HIT: u32 = 1 << 7;
    /// Its recovery roll of this game turn is used.
    pub(crate) const RECOVERED: u32 = 1 << 8;
    /// Belongs to the US 3rd Division.
    pub(crate) const THIRD: u32 = 1 << 9;
    /// Rolled to entrench: does not move, does not barrage.
    pub(crate) const DUG: u32 = 1 << 10;
    /// Its demolition or repair of this phase is used.
    pub(crate) const SAPPED: u32 = 1 << 11;
    /// Was put on top in this phase.
    pub(crate) const TOPPED: u32 = 1 << 12;
    /// Fought a meeting engagement in this phase.
    pub(crate) const MET: u32 = 1 << 13;
    /// The fire of its own player turn was a barrage.
    pub(crate) const BARRAGED: u32 = 1 << 14;
    /// Has made its one airborne landing (17.31).
    pub(crate) const JUMPED: u32 = 1 << 15;
    /// Shown to the enemy for the procedure under way.
    pub(crate) const SHOWN: u32 = 1 << 16;
    /// Landed where nobody expected it: a column in this player turn (17.5).
    pub(crate) const SWOOPED: u32 = 1 << 17;
    /// Points of its barrage used in the two player turns (27.1): three bits each.
    pub(crate) const SPLIT_UN: u32 = 18;
    pub(crate) const SPLIT_COM: u32 = 21;
    /// Fog of war box, 1 to 9: four bits.
    pub(crate) const BOX: u32 = 24;
    pub(crate) const BOX_MASK: u32 = 15 << BOX;
    /// Hexes advanced in the combat under way: two bits.
    pub(crate) const STEPS: u32 = 28;
    pub(crate) const STEPS_MASK: u32 = 3 << STEPS;
}

/// The United Nations.
pub(crate) const UN: u8 = 0;
/// The Communists.
pub(crate) const COM: u8 = 1;

/// Optional rules of the match, in bits.
pub(crate) mod rule {
    pub(crate) const QUICK: u32 = 1;
    pub(crate) const FOG: u32 = 1 << 1;
    pub(crate) const MEETING: u32 = 1 << 2;
    pub(crate) const SPLIT: u32 = 1 << 3;
    pub(crate) const INTEGRITY: u32 = 1 << 4;
    pub(crate) const ENTRENCH: u32 = 1 << 5;
    pub(crate) const ARMOR: u32 = 1 << 6;
    pub(crate) const PARTISANS: u32 = 1 << 7;
    pub(crate) const SPECIAL: u32 = 1 << 8;
    pub(crate) const AMPHIBIOUS: u32 = 1 << 9;
    pub(crate) const PORT: u32 = 1 << 10;
    pub(crate) const AIRFIELDS: u32 = 1 << 11;
    pub(crate) const EXTRAS: u32 = 1 << 12;
    pub(crate) const ATOMIC: u32 = 1 << 13;
    pub(crate) const OPEN: u32 = 1 << 14;
    pub(crate) const WHAT_IF: u32 = 1 << 15;
    /// What is on when nothing is said (4.11).
    pub(crate) const DEFAULT: u32 = PARTISANS | SPECIAL | AMPHIBIOUS;
}

/// The units and what they stand on: the part of the position that most rules read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Field {
    pub(crate) at: Array<u16, UNITS>,
    pub(crate) flags: Array<u32, UNITS>,
    /// The next unit below in the same hex.
    pub(crate) next: Array<u8, UNITS>,
    /// The unit on top of each hex.
    pub(crate) first: Array<u8, HEXES>,
    /// Hexes beside each hex from which a side exerts zones of control: UN in the low four bits, Communist in the high.
    pub(crate) zoc: Array<u8, HEXES>,
    /// Hexes with land units of a side.
    pub(crate) held: [HexBits; 2],
    /// Hexes with an effective unit.
    pub(crate) active: HexBits,
    /// Hexes in a zone of control of a side.
    pub(crate) zoned: [HexBits; 2],
    /// Units of a side on the map.
    pub(crate) present: [UnitBits; 2],
}

impl Field {
    pub(crate) fn new() -> Self {
        Self {
            at: Array::filled(off::OUT.0),
            flags: Array::filled(0),
            next: Array::filled(u8::MAX),
            first: Array::filled(u8::MAX),
            zoc: Array::filled(0),
            held: [HexBits::default(); 2],
            active: HexBits::default(),
            zoned: [HexBits::default(); 2],
            present: [UnitBits::default(); 2],
        }
    }
    #[inline]
    pub(crate) fn at(&self, unit: UnitId) -> HexId {
        HexId(self.at[unit.index()])
    }
    #[inline]
    pub(crate) fn on_map(&self, unit: UnitId) -> bool {
        self.at[unit.index()] < off::FIRST
    }
    #[inline]
    pub(crate) fn has(&self, unit: UnitId, flags: u32) -> bool {
        self.flags[unit.index()] & flags != 0
    }
    #[inline]
    pub(crate) fn mark(&mut self, unit: UnitId, flags: u32) {
        self.flags[unit.index()] |= flags;
    }
    #[inline]
    pub(crate) fn unmark(&mut self, unit: UnitId, flags: u32) {
        self.flags[unit.index()] &= !flags;
    }
    #[inline]
    pub(crate) fn disrupted(&self, unit: UnitId) -> bool {
        self.has(unit, flag::DISRUPTED)
    }
    /// 0 front, 1 back.
    #[inline]
    pub(crate) fn face(&self, unit: UnitId) -> usize {
        usize::from(self.disrupted(unit))
    }
    /// The units in a hex from the top down.
    #[inline]
    pub(crate) fn units_in(&self, hex: HexId) -> UnitsIn<'_> {
        UnitsIn { field: self, next: self.first[hex.index()] }
    }
    #[inline]
    pub(crate) fn top(&self, hex: HexId) -> UnitId {
        UnitId(self.first[hex.index()])
    }
    #[inline]
    pub(crate) fn holds(&self, side: u8, hex: HexId) -> bool {
        self.held[side as usize].has(hex.index())
    }
    /// From how many hexes beside this one a side exerts zones of control.
    #[inline]
    pub(crate) fn zones(&self, side: u8, hex: HexId) -> u8 {
        self.zoc[hex.index()] >> (4 * side) & 15
    }
    /// Whether an effective unit stands in a hex: everybody can tell by its zone of control.
    #[inline]
    pub(crate) fn active(&self, hex: HexId) -> bool {
        self.active.has(hex.index())
    }
    /// The fog of war box of a unit, from 1; 0 for none.
    #[inline]
    pub(crate) fn fog_box(&self, unit: UnitId) -> u8 {
        (self.flags[unit.index()] >> flag::BOX & 15) as u8
    }
}

/// The units of one hex, from the top down.
pub(crate) struct UnitsIn<'a> {
    field: &'a Field,
    next: u8,
}

impl Iterator for UnitsIn<'_> {
    type Item = UnitId;
    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        if self.next == u8::MAX {
            return None;
        }
        let unit = UnitId(self.next);
        self.next = self.field.next[unit.index()];
        Some(unit)
    }
}

/// The phases of a game turn, in order (2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    #[default]
    Setup,
    Events,
    UnReinforcement,
    UnAir,
    UnReorganization,
    UnMovement,
    UnStrike,
    UnBarrage,
    UnCombat,
    UnRecovery,
    UnInterdiction,
    ComSurprise,
    ComReinforcement,
    ComReorganization,
    ComMovement,
    ComBarrage,
    ComCombat,
    ComRecovery,
    TurnEnd,
    Over,
}

impl Phase {
    /// Whether it belongs to the Communist player turn.
    #[inline]
    pub(crate) fn communist(self) -> bool {
        (Phase::ComSurprise..=Phase::ComRecovery).contains(&self)
    }
}

/// What became of a depot (20.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stock {
    #[default]
    Standing,
    /// Taken in this player turn: feeds Communist units in its hex until the turn's end.
    Captured,
    Gone,
}

/// A supply depot of the United Nations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Depot {
    pub(crate) hex: u16,
    pub(crate) stock: Stock,
    /// Its demolition roll of this turn is used.
    pub(crate) tried: bool,
}

/// Kinds of air units.
pub(crate) const TAC: usize = 0;
pub(crate) const SAC: usize = 1;
pub(crate) const MAC: usize = 2;

/// Where an air unit is (13.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Mission {
    /// Reserve: flies no mission, or has flown.
    #[default]
    Reserve,
    Interdiction,
    Strike,
    Support,
    Supply,
    Transfer,
    Parachute,
}

/// How many mission boxes there are, reserve included.
pub(crate) const MISSIONS: usize = 7;

/// Interdicting air units over a hex (14.12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Interdiction {
    pub(crate) hex: u16,
    /// TAC or SAC.
    pub(crate) kind: u8,
    pub(crate) count: u8,
    /// How many have made their attack.
    pub(crate) used: u8,
}

/// The air units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Air {
    /// By kind and box; those over the map are counted in `over`.
    pub(crate) boxes: [[u8; MISSIONS]; 3],
    /// Not yet allocated in this turn, by kind.
    pub(crate) ready: [u8; 3],
    /// How many still have to be grounded (event 23-26, 38.5.2).
    pub(crate) to_ground: u8,
    /// TAC still to be lost (13.9).
    pub(crate) to_lose: u8,
    pub(crate) yonpo_lost: bool,
    /// TAC out of action for want of an airfield (35.2).
    pub(crate) unbased: u8,
    /// TAC left in reserve at allocation, for airfield groups that move (35.11).
    pub(crate) kept: u8,
    /// The last turn whose arrivals have come.
    pub(crate) arrived: u8,
    pub(crate) over: Stack<Interdiction, 14>,
}

/// An airborne supply marker (16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Drop {
    /// Where it lies, [`off::OUT`] when it does not.
    pub(crate) hex: u16,
    pub(crate) used: bool,
}

/// Surprise (S1 5.3, S2 5.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Surprise {
    /// Communist player turns for which it was declared and that are still to come, this one included.
    pub(crate) left: u8,
    /// How often it was declared.
    pub(crate) declared: u8,
}

/// Reasons for points, as the panel lists them.
pub(crate) mod reason {
    pub(crate) const DEAD: usize = 0;
    pub(crate) const EXITED: usize = 1;
    pub(crate) const CONTROL: usize = 2;
    pub(crate) const DEPOTS: usize = 3;
    pub(crate) const EVENTS: usize = 4;
    pub(crate) const ATOMIC: usize = 5;
    pub(crate) const CARRIED: usize = 6;
    pub(crate) const COUNT: usize = 7;
}

/// Victory points won so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Score {
    pub(crate) points: [[i16; reason::COUNT]; 2],
    /// First controls scored, one bit each in the order of the schedule.
    pub(crate) first_control: u8,
}

impl Score {
    #[inline]
    pub(crate) fn total(&self, side: u8) -> i32 {
        self.points[side as usize].iter().map(|p| i32::from(*p)).sum()
    }
    /// By how much a side leads.
    #[inline]
    pub(crate) fn lead(&self, side: u8) -> i32 {
        self.total(side) - self.total(1 - side)
    }
    #[inline]
    pub(crate) fn add(&mut self, side: u8, reason: usize, points: i16) {
        self.points[side as usize][reason] += points;
    }
}

/// What has been used up in this turn, in thirds of a regiment (6.82, 19.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Used {
    pub(crate) rail: u8,
    pub(crate) shipped: u8,
    pub(crate) evacuated: u8,
}

/// Atomic weapons (37).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Atomic {
    pub(crate) called: bool,
    pub(crate) bombs: u8,
    /// Attacks made.
    pub(crate) attacks: u8,
    /// Hexes bombed in this player turn (37.4).
    pub(crate) struck: Stack<u16, 3>,
    pub(crate) fallout: Stack<u16, 3>,
    /// 37.11 How it ended the game: 1 World War III, 2 ceasefire.
    pub(crate) end: u8,
}

/// Events of the game turn (3.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Events {
    /// The event in force, 255 for none.
    pub(crate) current: u8,
    /// Events that happen once and have happened.
    pub(crate) once: u8,
    /// Turns for which the 3rd Division still stands, this one included.
    pub(crate) redeployed: u8,
    pub(crate) skipped: bool,
}

/// Why a combat is fought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Occasion {
    #[default]
    Attack,
    /// 11.8
    Breakthrough,
    /// 26.0
    Meeting,
}

/// The combat under way (11.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Combat {
    /// The attacking side.
    pub(crate) side: u8,
    pub(crate) occasion: Occasion,
    pub(crate) target: u16,
    /// Where the attackers of a breakthrough or meeting engagement stand.
    pub(crate) from: u16,
    pub(crate) table: u8,
    pub(crate) attackers: UnitBits,
    pub(crate) defenders: UnitBits,
    pub(crate) excess: UnitBits,
    /// 28.14 Communist units for which no headquarters had room left.
    #[serde(default)]
    pub(crate) unfed: UnitBits,
    pub(crate) cas: u8,
    /// Points of fire support of attacker and defender.
    pub(crate) support: [u8; 2],
    pub(crate) column: u8,
    pub(crate) die: u8,
    pub(crate) result: CombatResult,
    /// Units that still have to retreat, and how far.
    pub(crate) pending: UnitBits,
    pub(crate) length: u8,
    /// The unit on its retreat and its path, its start included.
    pub(crate) walker: UnitId,
    pub(crate) trail: Stack<u16, 4>,
    /// Units that may advance, how far, and the hexes to be entered first.
    pub(crate) winners: UnitBits,
    pub(crate) range: u8,
    pub(crate) vacated: Stack<u16, 6>,
    /// Attackers of a meeting engagement were hit or had to retreat (26.8).
    pub(crate) checked: bool,
    /// Units that may take part in the breakthrough (11.8).
    pub(crate) may_break: UnitBits,
}

/// A position of Chosin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// 0 Advancing to the Rear, 1 The Great Envelopment.
    pub(crate) scenario: u8,
    /// Optional rules in force.
    pub(crate) rules: u32,
    /// Scenario options chosen, one bit each in the order of the file.
    pub(crate) chosen: u16,
    /// Those of them that were chosen during play (38.2).
    pub(crate) late: u16,
    /// 0 historical, 1 minimal, 2 maximum.
    pub(crate) deployment: u8,
    /// Sides whose secrets this position leaves out, one bit each.
    pub(crate) veil: u8,
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
    pub(crate) frames: Stack<crate::frames::Frame, 8>,
    pub(crate) field: Field,
    /// Movement points spent in this phase, in halves.
    pub(crate) spent: Array<u8, UNITS>,
    /// The turn on which a unit is due, 0 for none.
    pub(crate) due: Array<u8, UNITS>,
    /// Destroyed bridges, and hexsides with their roll of this phase used.
    pub(crate) blown: u64,
    pub(crate) sapped: u64,
    pub(crate) depots: [Depot; 2],
    pub(crate) fleet: u16,
    /// Fire of Task Force 90 used in the two player turns, in points.
    pub(crate) fleet_used: [u8; 2],
    pub(crate) fleet_barraged: bool,
    pub(crate) air: Air,
    pub(crate) drops: [Drop; 2],
    /// Fog of war markers: their hexes.
    pub(crate) fog: [u16; 9],
    pub(crate) entrenched: HexBits,
    /// Hexes barraged or struck in this phase.
    pub(crate) shelled: HexBits,
    pub(crate) events: Events,
    pub(crate) surprise: Surprise,
    pub(crate) used: Used,
    pub(crate) atomic: Atomic,
    pub(crate) score: Score,
    pub(crate) combat: Combat,
    /// 28.14 Units served in this phase by each Communist army headquarters, in the order of the counters.
    pub(crate) charged: [UnitBits; ARMIES],
    /// 38.6.3 Turns on which the air units and the brigade come; 0 unknown or not chosen.
    pub(crate) emergency: [u8; 2],
}

impl State {
    pub(crate) fn empty(scenario: u8, rules: u32) -> Self {
        let depot = Depot { hex: off::OUT.0, stock: Stock::Standing, tried: false };
        Self {
            scenario,
            rules,
            chosen: 0,
            late: 0,
            deployment: 0,
            veil: 0,
            turn: 0,
            phase: Phase::Setup,
            frames: Stack::default(),
            field: Field::new(),
            spent: Array::filled(0),
            due: Array::filled(0),
            blown: 0,
            sapped: 0,
            depots: [depot; 2],
            fleet: off::OUT.0,
            fleet_used: [0; 2],
            fleet_barraged: false,
            air: Air::default(),
            drops: [Drop { hex: off::OUT.0, used: false }; 2],
            fog: [off::OUT.0; 9],
            entrenched: HexBits::default(),
            shelled: HexBits::default(),
            events: Events { current: u8::MAX, once: 0, redeployed: 0, skipped: false },
            surprise: Surprise::default(),
            used: Used::default(),
            atomic: Atomic::default(),
            score: Score::default(),
            combat: Combat::default(),
            charged: [UnitBits::default(); ARMIES],
            emergency: [0; 2],
        }
    }
    /// Whether an optional rule is in force.
    #[inline]
    pub(crate) fn rule(&self, rule: u32) -> bool {
        self.rules & rule != 0
    }
    /// Whether a scenario option was chosen.
    #[inline]
    pub(crate) fn option(&self, option: u8) -> bool {
        self.chosen >> option & 1 == 1
    }
    /// Whether an event is in force this turn.
    #[inline]
    pub(crate) fn event(&self, event: crate::events::Event) -> bool {
        self.events.current == event as u8
    }
    /// Whether a side is on the move: combats are meeting engagements and what follows from them.
    #[inline]
    pub(crate) fn marching(&self) -> bool {
        matches!(self.phase, Phase::UnMovement | Phase::ComMovement)
    }
    /// The side whose player turn it is.
    #[inline]
    pub(crate) fn player(&self) -> u8 {
        u8::from(self.phase.communist())
    }
    /// S1 5.31 Whether surprise has taken the UN's zones of control and eased Chinese supply: scenario 1 only,
    /// and only in the Communist player turns it lasts. [rule: ch S1 5.31]
    #[inline]
    pub(crate) fn surprised(&self) -> bool {
        self.scenario == 0 && self.surprise.left > 0 && self.phase.communist()
    }
    /// Whether surprise gives its column in this player turn (S1 5.31, S2 5.4).
    #[inline]
    pub(crate) fn surprise_shift(&self) -> bool {
        self.surprise.left > 0 && self.phase.communist()
    }
}
