//! The position: flat arrays, a stack of frames, the attack under way.

use crate::crt::CombatResult;
use engine::flat::{Array, Bits, Stack};
use serde::{Deserialize, Serialize};

/// The most counters a scenario has.
pub(crate) const UNITS: usize = 128;
/// The most hexes a map has.
pub(crate) const HEXES: usize = 777;
/// No unit.
pub(crate) const NOBODY: u8 = u8::MAX;
/// No hex: takes no part in the game.
pub(crate) const NOWHERE: u16 = 0xFFFF;
/// Eliminated.
pub(crate) const DEAD: u16 = 0xFFFE;
/// Comes on its turn.
pub(crate) const WAITING: u16 = 0xFFFD;
/// May enter now.
pub(crate) const DUE: u16 = 0xFFFC;
/// Left the map or was withdrawn.
pub(crate) const LEFT: u16 = 0xFFFB;
/// Still to be set up.
pub(crate) const UNPLACED: u16 = 0xFFFA;
/// A division exchanged for its regiments, or a Chinese division in its other form.
pub(crate) const BROKEN: u16 = 0xFFF9;
/// Somewhere face down or out of the game: the viewer cannot tell.
pub(crate) const UNKNOWN: u16 = 0xFFF8;
/// Everything from here on is no hex.
pub(crate) const OFF_MAP: u16 = 0xFFF0;

/// A set of hexes.
pub(crate) type HexBits = Bits<13>;
/// A set of units.
pub(crate) type UnitBits = Bits<2>;

/// What a unit has done and how it stands, in bits.
pub(crate) mod flag {
    pub(crate) const STEP: u16 = 0b11;
    pub(crate) const HIDDEN: u16 = 1 << 2;
    pub(crate) const MOVED: u16 = 1 << 3;
    pub(crate) const ATTACKED: u16 = 1 << 4;
    pub(crate) const ADVANCED: u16 = 1 << 5;
    pub(crate) const RETREATED: u16 = 1 << 6;
    pub(crate) const ENTERED: u16 = 1 << 7;
    /// Attacked by the enemy in this combat phase.
    pub(crate) const TARGETED: u16 = 1 << 8;
    pub(crate) const AIR: u16 = 1 << 9;
    /// What is forgotten when a player turn begins.
    pub(crate) const DEEDS: u16 = MOVED | ATTACKED | ADVANCED | RETREATED | ENTERED | TARGETED;
    /// A face-down counter's number begins at this bit.
    pub(crate) const TAG: u16 = 10;
}

/// The United Nations.
pub(crate) const UN: u8 = 0;
/// North Korea or China.
pub(crate) const RED: u8 = 1;

/// The phase of the player turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    #[default]
    Setup,
    Movement,
    /// The Combat Phase while bombardment is still open.
    Combat,
    /// The Combat Phase after bombardment.
    Attack,
    MobileMovement,
    MobileCombat,
    Rebuild,
    Over,
}

/// How a retreat goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Way {
    /// Through vacant hexes only.
    #[default]
    Vacant,
    /// Friends may be passed.
    Through,
    /// To the hex that a displaced friend has left.
    Cleared,
    /// As far as it goes, then a loss.
    Short,
    /// Nearer to an enemy after bombardment, then a loss.
    Closer,
    /// The same, and not the full length.
    CloserShort,
}

/// A procedure that waits for a decision or for its next automatic step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Frame {
    #[default]
    Nothing,
    /// A cadre arrives and has a choice of hexes.
    Arrive(u8),
    /// A unit is chosen and on its way.
    Moving {
        unit: u8,
        spent: u8,
        exited: bool,
    },
    /// A unit stands on the exit hex.
    Exit(u8),
    /// An attack is declared and gathers units.
    Building,
    /// Human wave.
    Waves,
    /// Support slot: 0 attacker, 1 defender, 2 attacker, 3 defender.
    Support(u8),
    Resolve,
    /// A side loses a step: its owner chooses.
    Loss {
        defender: bool,
    },
    /// The closest friend of a bombardment gone wrong: its owner chooses among equals.
    FriendlyFire {
        dead: bool,
    },
    /// Stand or retreat.
    Stiff {
        defender: bool,
    },
    /// Units still have to retreat: their owner chooses the order.
    Retreats {
        defender: bool,
    },
    /// A unit on its retreat.
    Retreat {
        unit: u8,
        left: u8,
        way: Way,
    },
    /// A friend may be displaced to make room for the unit.
    Displace(u8),
    /// Advance after combat.
    Advance,
    /// Wave losses and the end of the combat.
    Aftermath,
}

/// The combat under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Combat {
    pub(crate) active: bool,
    pub(crate) bombardment: bool,
    pub(crate) target: u16,
    /// The attacking side.
    pub(crate) side: u8,
    pub(crate) attackers: UnitBits,
    pub(crate) defenders: UnitBits,
    pub(crate) waves: UnitBits,
    /// Attackers out of supply when the attack was confirmed.
    pub(crate) weak: UnitBits,
    pub(crate) markers: [[u8; 2]; 2],
    pub(crate) result: CombatResult,
    pub(crate) length: u8,
    /// Units that still have to retreat.
    pub(crate) pending: UnitBits,
    /// Where the unit now retreating began, and where a displaced friend made room.
    pub(crate) start: u16,
    pub(crate) cleared: u16,
    /// The path of the unit now retreating.
    pub(crate) path: Stack<u16, 5>,
    /// Hexes open to advance after combat, path by path.
    pub(crate) paths: [Stack<u16, 5>; 2],
    pub(crate) path_count: u8,
    pub(crate) stood: bool,
    /// Hexes taken by advance.
    pub(crate) advanced: Stack<u16, 8>,
    /// Friends to be displaced, each with its hex.
    pub(crate) chain: Stack<(u8, u16), 6>,
}

/// An engineers' bridge of this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Bridge {
    pub(crate) a: u16,
    pub(crate) b: u16,
    pub(crate) unit: u8,
}

/// Points and losses that events have left behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ledger {
    /// Game turns each withdrawal was overdue.
    pub(crate) overdue: [u8; 2],
    /// Cities that the Communist side has taken whole at some moment.
    pub(crate) taken: u8,
    /// Cities that the United Nations have held whole at some moment.
    pub(crate) un_held: u8,
    /// Who holds each city whole: one bit a city.
    pub(crate) red_cities: u8,
    /// Cities raided by a supplied regiment.
    pub(crate) raided: u8,
    /// Critical hexes lost, one bit each (18.0).
    pub(crate) critical: u8,
    /// Sources lost for good, one bit each (10.0).
    pub(crate) lost_sources: u8,
    /// Withdrawals whose unit died before its turn, one bit each.
    pub(crate) died_early: u8,
    /// Optional regiments that entered, one bit each in the order of the list.
    pub(crate) optional: u8,
    /// The Army Cadre came early or was flipped.
    pub(crate) cadre_done: bool,
    /// Points carried into a position from outside.
    pub(crate) carried: [i16; 2],
    /// Markers lost for good, carried into a position from outside.
    pub(crate) lost_support: [u8; 2],
}

/// A position of Korean Battles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(crate) scenario: u8,
    /// 21.0: the 26th Army comes early.
    pub(crate) accelerated: bool,
    /// 25.0: die, whether the other game was won, junctions held there.
    pub(crate) link: (u8, bool, u8),
    /// What this position leaves out: bit 0 and 1 the hands of the sides, bit 2 the face-down counters.
    pub(crate) veil: u8,
    pub(crate) turn: u8,
    pub(crate) player: u8,
    pub(crate) phase: Phase,
    pub(crate) frames: Stack<Frame, 6>,
    pub(crate) at: Array<u16, UNITS>,
    pub(crate) flags: Array<u16, UNITS>,
    /// The next unit in the same hex, in rising order.
    pub(crate) next: Array<u8, UNITS>,
    pub(crate) first: Array<u8, HEXES>,
    /// Zones of control: United Nations in the low four bits, Communist in the high four.
    pub(crate) zoc: Array<u8, HEXES>,
    /// Markers in hand by value; the last entry counts those the viewer does not know.
    pub(crate) hand: [[u8; 8]; 2],
    pub(crate) pool: [[u8; 7]; 2],
    /// Every marker a side has in this game.
    pub(crate) stock: [[u8; 7]; 2],
    pub(crate) combat: Combat,
    pub(crate) control: [u16; 2],
    pub(crate) bombarded: HexBits,
    pub(crate) bridges: Stack<Bridge, 2>,
    /// Entry hexes used in this phase, once for each unit.
    pub(crate) entries: Stack<u16, 24>,
    /// Units that found their entry closed in an earlier turn.
    pub(crate) widened: UnitBits,
    pub(crate) air_left: u8,
    /// Markers fewer next turn for air supply.
    pub(crate) air_less: u8,
    /// Chinese divisions whose form is settled.
    pub(crate) formed: u16,
    pub(crate) ledger: Ledger,
}

impl State {
    pub(crate) fn empty(scenario: u8) -> Self {
        Self {
            scenario,
            accelerated: false,
            link: (0, false, 0),
            veil: 0,
            turn: 0,
            player: 0,
            phase: Phase::Setup,
            frames: Stack::default(),
            at: Array::filled(NOWHERE),
            flags: Array::filled(0),
            next: Array::filled(NOBODY),
            first: Array::filled(NOBODY),
            zoc: Array::filled(0),
            hand: [[0; 8]; 2],
            pool: [[0; 7]; 2],
            stock: [[0; 7]; 2],
            combat: Combat::default(),
            control: [0; 2],
            bombarded: HexBits::default(),
            bridges: Stack::default(),
            entries: Stack::default(),
            widened: UnitBits::default(),
            air_left: 0,
            air_less: 0,
            formed: 0,
            ledger: Ledger::default(),
        }
    }
    #[inline]
    pub(crate) fn on_map(&self, unit: u8) -> bool {
        self.at[unit as usize] < OFF_MAP
    }
    #[inline]
    pub(crate) fn hex(&self, unit: u8) -> u16 {
        self.at[unit as usize]
    }
    #[inline]
    pub(crate) fn has(&self, unit: u8, flags: u16) -> bool {
        self.flags[unit as usize] & flags != 0
    }
    #[inline]
    pub(crate) fn mark(&mut self, unit: u8, flags: u16) {
        self.flags[unit as usize] |= flags;
    }
    #[inline]
    pub(crate) fn step(&self, unit: u8) -> u8 {
        (self.flags[unit as usize] & flag::STEP) as u8
    }
    pub(crate) fn set_step(&mut self, unit: u8, step: u8) {
        let f = &mut self.flags[unit as usize];
        *f = (*f & !flag::STEP) | u16::from(step);
    }
    #[inline]
    pub(crate) fn hidden(&self, unit: u8) -> bool {
        self.has(unit, flag::HIDDEN)
    }
    /// The number of a face-down counter.
    pub(crate) fn tag(&self, unit: u8) -> u8 {
        (self.flags[unit as usize] >> flag::TAG) as u8
    }
    pub(crate) fn set_tag(&mut self, unit: u8, tag: u8) {
        let f = &mut self.flags[unit as usize];
        *f = (*f & ((1 << flag::TAG) - 1)) | u16::from(tag) << flag::TAG;
    }
    /// The units in a hex, in rising order.
    #[inline]
    pub(crate) fn units_in(&self, hex: u16) -> UnitsIn<'_> {
        UnitsIn { state: self, next: self.first[hex as usize] }
    }
    #[inline]
    pub(crate) fn vacant(&self, hex: u16) -> bool {
        self.first[hex as usize] == NOBODY
    }
    /// How many markers a side holds, known or not.
    pub(crate) fn hand_size(&self, side: u8) -> u8 {
        self.hand[side as usize].iter().sum()
    }
    pub(crate) fn top(&self) -> Frame {
        self.frames.last().copied().unwrap_or_default()
    }
    pub(crate) fn replace_top(&mut self, frame: Frame) {
        self.frames.pop();
        self.frames.push(frame);
    }
}

/// The units of one hex.
pub(crate) struct UnitsIn<'a> {
    state: &'a State,
    next: u8,
}

impl Iterator for UnitsIn<'_> {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        let unit = self.next;
        if unit == NOBODY {
            return None;
        }
        self.next = self.state.next[unit as usize];
        Some(unit)
    }
}
