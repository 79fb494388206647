//! Placing and lifting counters, and the zones of control that go with them (6.0, 20.0).
//!
//! Everything that changes where a counter stands or whether it projects a zone passes through here.

use crate::data::Scenario;
use crate::state::{Hex, NOBODY, NOWHERE, RED, Side, State, UnitId, flag};

impl Scenario {
    #[inline]
    pub(crate) fn side(&self, unit: UnitId) -> Side {
        self.quick[unit.index()].side
    }

    /// Whether a unit projects a zone of control now. Small units have none outside their hex; a face-down counter
    /// always has one; RCT 31 has none on turn 1. [rule: kb 20.0-zoc, kb hidden-zoc, kb 29-rct31, kb 16.0-dummies]
    pub(crate) fn projects(&self, st: &State, unit: UnitId) -> bool {
        let def = &self.units[unit.index()];
        st.hidden(unit) || (def.zoc && !(def.no_zoc_first_turn && st.turn <= 1))
    }

    fn zone(&self, st: &mut State, unit: UnitId, add: bool) {
        let weight = if self.side(unit) == RED { 16 } else { 1 };
        for &n in &self.ground.near[st.hex(unit).index()] {
            if n != NOWHERE {
                let z = &mut st.zoc[n.index()];
                *z = if add { z.wrapping_add(weight) } else { z.wrapping_sub(weight) };
            }
        }
    }

    /// Whether a hex lies in a zone of control of the enemy of `side`. Zones reach into all six hexes over every
    /// hexside and lie over each other. [rule: kb 6.0, kb 6.1]
    #[inline]
    pub(crate) fn enemy_zone(&self, st: &State, side: Side, hex: Hex) -> bool {
        let z = st.zoc[hex.index()];
        if side == RED { z & 15 != 0 } else { z & 240 != 0 }
    }

    /// Puts a unit that is off the map into a hex.
    pub(crate) fn put(&self, st: &mut State, unit: UnitId, hex: Hex) {
        st.at[unit.index()] = hex;
        let mut before = NOBODY;
        let mut after = st.first[hex.index()];
        while after != NOBODY && after < unit {
            before = after;
            after = st.next[after.index()];
        }
        st.next[unit.index()] = after;
        if before == NOBODY {
            st.first[hex.index()] = unit;
        } else {
            st.next[before.index()] = unit;
        }
        if self.projects(st, unit) {
            self.zone(st, unit, true);
        }
    }

    /// Takes a unit off the map; `fate` says what becomes of it.
    pub(crate) fn lift(&self, st: &mut State, unit: UnitId, fate: Hex) {
        if self.projects(st, unit) {
            self.zone(st, unit, false);
        }
        let hex = st.hex(unit).index();
        if st.first[hex] == unit {
            st.first[hex] = st.next[unit.index()];
        } else {
            let mut before = st.first[hex];
            while st.next[before.index()] != unit {
                before = st.next[before.index()];
            }
            st.next[before.index()] = st.next[unit.index()];
        }
        st.next[unit.index()] = NOBODY;
        st.at[unit.index()] = fate;
    }

    /// Moves a unit from hex to hex.
    pub(crate) fn shift_to(&self, st: &mut State, unit: UnitId, hex: Hex) {
        self.lift(st, unit, NOWHERE);
        self.put(st, unit, hex);
    }

    /// Turns a counter face up or down.
    pub(crate) fn turn_over(&self, st: &mut State, unit: UnitId, hidden: bool) {
        if st.hidden(unit) == hidden {
            return;
        }
        let was = self.projects(st, unit);
        st.flags[unit.index()] ^= flag::HIDDEN;
        st.set_tag(unit, 0);
        let is = self.projects(st, unit);
        if st.on_map(unit) && was != is {
            self.zone(st, unit, is);
        }
    }

    /// The side that holds a hex with its counters.
    #[inline]
    pub(crate) fn occupier(&self, st: &State, hex: Hex) -> Option<Side> {
        let first = st.first[hex.index()];
        (first != NOBODY).then(|| self.side(first))
    }
    /// Whether an enemy of `side` stands in a hex; a face-down dummy does. [rule: kb 5.1-enemy]
    #[inline]
    pub(crate) fn enemy_in(&self, st: &State, side: Side, hex: Hex) -> bool {
        self.occupier(st, hex).is_some_and(|s| s != side)
    }
    /// Whether a unit of `side` other than a dummy stands in a hex.
    pub(crate) fn real_unit_in(&self, st: &State, side: Side, hex: Hex) -> bool {
        st.units_in(hex).any(|u| self.side(u) == side && !self.quick[u.index()].dummy)
    }
    /// Whether any unit of the enemy of `side` stands next to a hex.
    pub(crate) fn enemy_beside(&self, st: &State, side: Side, hex: Hex) -> bool {
        self.ground.neighbours(hex).any(|n| self.enemy_in(st, side, n))
    }

    /// Rebuilds lists and zones from the units' places.
    pub(crate) fn rebuild(&self, st: &mut State) {
        st.first.0.fill(NOBODY);
        st.next.0.fill(NOBODY);
        st.zoc.0.fill(0);
        for unit in self.ids() {
            if st.on_map(unit) {
                let hex = st.hex(unit);
                self.put(st, unit, hex);
            }
        }
    }
    /// All units of a side that stand on the map.
    pub(crate) fn deployed<'a>(&'a self, st: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        self.of_side[side.index()].iter().copied().filter(move |&u| st.on_map(u))
    }
}
