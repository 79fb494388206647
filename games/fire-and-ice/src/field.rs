//! 4.2, 4.3: who stands where and whose zones of control lie where. Made anew for each question; nothing is cached.

use crate::data::Nation;
use crate::game::FireAndIce;
use crate::state::{COM, HexBits, PieceId, State, UN, mark, other};
use board::HexId;

/// Units and zones of both sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// Hexes with units of each side.
    pub(crate) units: [HexBits; 2],
    /// Hexes in a zone of control of each side.
    pub(crate) zones: [HexBits; 2],
}

impl Field {
    /// 4.3 An enemy zone that no friendly unit negates. [rule: fi 4.3-zone, fi 4.3-negation]
    #[inline]
    pub(crate) fn enemy_zone(&self, side: u8, hex: HexId) -> bool {
        self.zones[usize::from(other(side))].has(hex.index())
            && !self.units[usize::from(side)].has(hex.index())
    }
    #[inline]
    pub(crate) fn enemy(&self, side: u8, hex: HexId) -> bool {
        self.units[usize::from(other(side))].has(hex.index())
    }
    #[inline]
    pub(crate) fn friend(&self, side: u8, hex: HexId) -> bool {
        self.units[usize::from(side)].has(hex.index())
    }
}

impl FireAndIce {
    /// The units and zones as they are.
    pub(crate) fn field(&self, state: &State) -> Field {
        self.field_without(state, PieceId::NONE)
    }

    /// The same without one unit: a unit never negates a zone for itself (4.3). [rule: fi 4.3-negation]
    pub(crate) fn field_without(&self, state: &State, without: PieceId) -> Field {
        let mut field = Field { units: [HexBits::default(); 2], zones: [HexBits::default(); 2] };
        let ground = self.ground(state);
        let early = self.scenario_of(state).rules.no_zone_first_turn && state.turn == 1;
        for (index, unit) in self.data.units.iter().enumerate() {
            let piece = &state.pieces[index];
            let Some(hex) = piece.at.on_map() else { continue };
            if unit.hq() || index == without.index() {
                continue;
            }
            let side = usize::from(unit.side);
            field.units[side].set(hex.index(), true);
            // [rule: fi 4.3-first, fi 6.2f, fi 6.2g]
            if piece.has(mark::ROUTED | mark::BUG_OUT) || (early && unit.nation == Nation::Rok) {
                continue;
            }
            for &near in ground.near(hex) {
                if near.is_some() && ground.open(unit.side, near) {
                    field.zones[side].set(near.index(), true);
                }
            }
        }
        field
    }

    /// The units of a side in a hex, in the order of the counters.
    pub(crate) fn units_in<'a>(
        &'a self,
        state: &'a State,
        side: u8,
        hex: HexId,
    ) -> impl Iterator<Item = PieceId> + 'a {
        self.pieces_of(side).filter(move |&id| !self.unit(id).hq() && state.hex_of(id) == Some(hex))
    }

    /// The headquarters of a side in a hex.
    pub(crate) fn hqs_in<'a>(
        &'a self,
        state: &'a State,
        side: u8,
        hex: HexId,
    ) -> impl Iterator<Item = PieceId> + 'a {
        self.pieces_of(side).filter(move |&id| self.unit(id).hq() && state.hex_of(id) == Some(hex))
    }

    /// The side that controls a hex (1.0).
    pub(crate) fn controller(&self, state: &State, hex: HexId) -> u8 {
        if state.control.has(hex.index()) { COM } else { UN }
    }

    /// 13.1 Whether an invasion box serves the United Nations: its port is friendly or it holds friends. [rule: fi 13.1-boxes]
    pub(crate) fn box_open(&self, state: &State, index: u8) -> bool {
        let port = self.ground(state).boxes[usize::from(index)];
        self.controller(state, port) == UN
            || self.pieces_of(UN).any(|id| state.piece(id).at.in_box() == Some(index))
    }
}
