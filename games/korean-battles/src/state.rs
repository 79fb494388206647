//! The position: flat arrays, a stack of frames, the attack under way.

use crate::crt::CombatResult;
use crate::frames::Frame;
pub(crate) use crate::ids::{
    BROKEN, DEAD, DUE, HEXES, Hex, HexSet, LEFT, NOBODY, NOWHERE, OFF_MAP, RED, Side, UN, UNITS, UNKNOWN,
    UNPLACED, UnitId, UnitSet, WAITING,
};
use engine::flat::{Array, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// The phase of the player turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// The combat under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Combat {
    pub(crate) active: bool,
    pub(crate) bombardment: bool,
    pub(crate) target: Hex,
    /// The attacking side.
    pub(crate) side: Side,
    pub(crate) attackers: UnitSet,
    pub(crate) defenders: UnitSet,
    pub(crate) waves: UnitSet,
    /// Attackers out of supply when the attack was confirmed.
    pub(crate) weak: UnitSet,
    pub(crate) markers: [[u8; 2]; 2],
    pub(crate) result: CombatResult,
    pub(crate) length: u8,
    /// Units that still have to retreat.
    pub(crate) pending: UnitSet,
    /// Where the unit now retreating began, and where a displaced friend made room.
    pub(crate) start: Hex,
    pub(crate) cleared: Hex,
    /// The path of the unit now retreating.
    pub(crate) path: Stack<Hex, 5>,
    /// Hexes open to advance after combat, path by path.
    pub(crate) paths: [Stack<Hex, 5>; 2],
    pub(crate) path_count: u8,
    pub(crate) stood: bool,
    /// Hexes taken by advance.
    pub(crate) advanced: Stack<Hex, 12>,
    /// Friends to be displaced, each with its hex.
    pub(crate) chain: Stack<(UnitId, Hex), 6>,
}

/// An engineers' bridge of this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Bridge {
    pub(crate) a: Hex,
    pub(crate) b: Hex,
    pub(crate) unit: UnitId,
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
    /// Face-down units that entered a city in supply: the raid counts when they are turned up.
    pub(crate) raiders: UnitSet,
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
    pub(crate) player: Side,
    pub(crate) phase: Phase,
    pub(crate) frames: Stack<Frame, 6>,
    pub(crate) at: Array<Hex, UNITS>,
    pub(crate) flags: Array<u16, UNITS>,
    /// The next unit in the same hex, in rising order.
    pub(crate) next: Array<UnitId, UNITS>,
    pub(crate) first: Array<UnitId, HEXES>,
    /// Zones of control: United Nations in the low four bits, Communist in the high four.
    pub(crate) zoc: Array<u8, HEXES>,
    /// Markers in hand by value; the last entry counts those the viewer does not know.
    pub(crate) hand: [[u8; 8]; 2],
    pub(crate) pool: [[u8; 7]; 2],
    /// Every marker a side has in this game.
    pub(crate) stock: [[u8; 7]; 2],
    pub(crate) combat: Combat,
    pub(crate) control: [u16; 2],
    pub(crate) bombarded: HexSet,
    pub(crate) bridges: Stack<Bridge, 8>,
    /// Entry hexes used in this phase, once for each unit.
    pub(crate) entries: Stack<Hex, 48>,
    /// Units that found their entry closed in an earlier turn.
    pub(crate) widened: UnitSet,
    pub(crate) air_left: u8,
    /// Markers fewer next turn for air supply.
    pub(crate) air_less: u8,
    /// Chinese divisions whose form is settled.
    pub(crate) formed: u16,
    pub(crate) ledger: Ledger,
    /// Units rebuilt in this player turn.
    pub(crate) rebuilt: u8,
    /// A position was laid in a phase that would pass by itself: it waits for its player.
    pub(crate) held: bool,
}

impl State {
    pub(crate) fn empty(scenario: u8) -> Self {
        Self {
            scenario,
            accelerated: false,
            link: (0, false, 0),
            veil: 0,
            turn: 0,
            player: UN,
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
            bombarded: HexSet::default(),
            bridges: Stack::default(),
            entries: Stack::default(),
            widened: UnitSet::default(),
            air_left: 0,
            air_less: 0,
            formed: 0,
            ledger: Ledger::default(),
            rebuilt: 0,
            held: false,
        }
    }
    #[inline]
    pub(crate) fn on_map(&self, unit: UnitId) -> bool {
        self.at[unit.index()] < OFF_MAP
    }
    #[inline]
    pub(crate) fn hex(&self, unit: UnitId) -> Hex {
        self.at[unit.index()]
    }
    #[inline]
    pub(crate) fn has(&self, unit: UnitId, flags: u16) -> bool {
        self.flags[unit.index()] & flags != 0
    }
    #[inline]
    pub(crate) fn mark(&mut self, unit: UnitId, flags: u16) {
        self.flags[unit.index()] |= flags;
    }
    #[inline]
    pub(crate) fn step(&self, unit: UnitId) -> u8 {
        (self.flags[unit.index()] & flag::STEP) as u8
    }
    pub(crate) fn set_step(&mut self, unit: UnitId, step: u8) {
        let f = &mut self.flags[unit.index()];
        *f = (*f & !flag::STEP) | u16::from(step);
    }
    #[inline]
    pub(crate) fn hidden(&self, unit: UnitId) -> bool {
        self.has(unit, flag::HIDDEN)
    }
    /// The number of a face-down counter.
    pub(crate) fn tag(&self, unit: UnitId) -> u8 {
        (self.flags[unit.index()] >> flag::TAG) as u8
    }
    pub(crate) fn set_tag(&mut self, unit: UnitId, tag: u8) {
        let f = &mut self.flags[unit.index()];
        *f = (*f & ((1 << flag::TAG) - 1)) | u16::from(tag) << flag::TAG;
    }
    /// The units in a hex, in rising order.
    #[inline]
    pub(crate) fn units_in(&self, hex: Hex) -> UnitsIn<'_> {
        UnitsIn { state: self, next: self.first[hex.index()] }
    }
    #[inline]
    pub(crate) fn vacant(&self, hex: Hex) -> bool {
        self.first[hex.index()] == NOBODY
    }
    /// How many markers a side holds, known or not.
    pub(crate) fn hand_size(&self, side: Side) -> u8 {
        self.hand[side.index()].iter().sum()
    }
    /// Puts a decision or procedure on the stack.
    pub(crate) fn push(&mut self, frame: impl Into<Frame>) {
        self.frames.push(frame.into());
    }
    pub(crate) fn replace_top(&mut self, frame: impl Into<Frame>) {
        self.frames.pop();
        self.frames.push(frame.into());
    }
}

/// The units of one hex.
pub(crate) struct UnitsIn<'a> {
    state: &'a State,
    next: UnitId,
}

impl Iterator for UnitsIn<'_> {
    type Item = UnitId;
    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        let unit = self.next;
        if unit == NOBODY {
            return None;
        }
        self.next = self.state.next[unit.index()];
        Some(unit)
    }
}
