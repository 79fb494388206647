//! 7.0 Zones of control, and where units stand: the functions that move a counter keep the zones true.

use crate::ground::Ground;
use crate::state::{Field, State, UN, UnitId, flag, off};
use board::HexId;

impl Field {
    /// 7.0 Whether a hex exerts zones of control: an effective land unit stands in it; air and naval units have none (7.8).
    /// [rule: ch 7.0, ch 7.3, ch 7.8]
    fn projects(&self, hex: HexId) -> bool {
        self.units_in(hex).any(|u| !self.disrupted(u))
    }
    /// 7.1 Adds or takes a hex's zone over the land around it. [rule: ch 7.1]
    fn spread(&mut self, ground: &Ground, hex: HexId, side: u8, on: bool) {
        let one = 1u8 << (4 * side);
        for edge in &ground.edges[hex.index()] {
            if edge.open {
                let zone = &mut self.zoc[edge.to.index()];
                *zone = if on { *zone + one } else { *zone - one };
                let any = *zone >> (4 * side) & 15 > 0;
                self.zoned[side as usize].set(edge.to.index(), any);
            }
        }
    }
    /// Does something to a hex and brings its zone up to date.
    fn change(&mut self, ground: &Ground, hex: HexId, side: u8, change: impl FnOnce(&mut Self)) {
        let before = self.projects(hex);
        change(self);
        let after = self.projects(hex);
        if before != after {
            self.spread(ground, hex, side, after);
            self.active.set(hex.index(), after);
        }
        let here = self.first[hex.index()] != u8::MAX;
        self.held[side as usize].set(hex.index(), here);
    }
    /// Puts a unit on top of a hex; it must be off the map.
    pub(crate) fn place(&mut self, ground: &Ground, side: u8, unit: UnitId, hex: HexId) {
        self.change(ground, hex, side, |field| {
            field.next[unit.index()] = field.first[hex.index()];
            field.first[hex.index()] = unit.0;
            field.at[unit.index()] = hex.0;
        });
        self.present[side as usize].set(unit.index(), true);
    }
    /// Takes a unit off its hex.
    pub(crate) fn lift(&mut self, ground: &Ground, side: u8, unit: UnitId, to: HexId) {
        let hex = self.at(unit);
        if hex.0 < off::FIRST {
            self.change(ground, hex, side, |field| {
                let below = field.next[unit.index()];
                if field.first[hex.index()] == unit.0 {
                    field.first[hex.index()] = below;
                } else {
                    let above = field.units_in(hex).find(|u| field.next[u.index()] == unit.0);
                    if let Some(above) = above {
                        field.next[above.index()] = below;
                    }
                }
                field.next[unit.index()] = u8::MAX;
            });
        }
        self.at[unit.index()] = to.0;
        self.present[side as usize].set(unit.index(), false);
    }
    /// Moves a unit from hex to hex, on top.
    pub(crate) fn shift(&mut self, ground: &Ground, side: u8, unit: UnitId, to: HexId) {
        self.lift(ground, side, unit, off::OUT);
        self.place(ground, side, unit, to);
    }
    /// 12.1 Turns a unit over.
    pub(crate) fn turn_over(&mut self, ground: &Ground, side: u8, unit: UnitId, disrupted: bool) {
        let set = |field: &mut Self| {
            if disrupted {
                field.mark(unit, flag::DISRUPTED);
            } else {
                field.unmark(unit, flag::DISRUPTED);
            }
        };
        if self.on_map(unit) {
            let hex = self.at(unit);
            self.change(ground, hex, side, set);
        } else {
            set(self);
        }
    }
    /// 21.1 Puts a unit on top of its stack.
    pub(crate) fn raise(&mut self, ground: &Ground, side: u8, unit: UnitId) {
        let hex = self.at(unit);
        self.shift(ground, side, unit, hex);
    }
}

impl State {
    /// 7.1 Whether a hex is in a zone of control of the enemy of `side`. [rule: ch 7.4]
    #[inline]
    pub(crate) fn enemy_zone(&self, side: u8, hex: HexId) -> bool {
        let enemy = 1 - side;
        self.field.zoned[enemy as usize].has(hex.index()) && !(enemy == UN && self.surprised())
    }
}
