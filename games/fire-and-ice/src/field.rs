//! 4.2, 4.3: who stands where and whose zones of control lie where. Kept in the position by the few functions that move a
//! piece or change whether it has a zone; `FireAndIce::survey` makes the same anew, and every position is held to it.

use crate::data::Nation;
use crate::game::FireAndIce;
use crate::ground::Ground;
use crate::state::{COM, HexBits, PieceId, Spot, State, UN, mark, other};
use board::HexId;

/// Units and zones of both sides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Field {
    /// Hexes with units of each side.
    pub(crate) units: [HexBits; 2],
    /// Hexes with more than one unit of a side.
    stacks: [HexBits; 2],
    /// Hexes with a unit that has a zone.
    firm: [HexBits; 2],
    /// Hexes in a zone of control of each side.
    pub(crate) zones: [HexBits; 2],
}

/// It follows from the pieces: positions with the same pieces are the same, and one that is read back out of a file has its
/// field only after `FireAndIce::survey`.
impl PartialEq for Field {
    #[inline]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Field {
    /// Whether this is what another survey found.
    pub(crate) fn agrees(&self, other: &Field) -> bool {
        (self.units, self.stacks, self.firm, self.zones)
            == (other.units, other.stacks, other.firm, other.zones)
    }
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
    /// Whether several units of a side share some hex.
    #[inline]
    pub(crate) fn crowded(&self, side: u8) -> bool {
        !self.stacks[usize::from(side)].is_empty()
    }
    /// Whether several units of a side share a hex.
    #[inline]
    pub(crate) fn stacked(&self, side: u8, hex: HexId) -> bool {
        self.stacks[usize::from(side)].has(hex.index())
    }
}

impl FireAndIce {
    /// 4.3 The enemy zone that a unit in a hex is in: it never negates a zone for itself. [rule: fi 4.3-negation]
    #[inline]
    pub(crate) fn zone_upon(&self, state: &State, id: PieceId, hex: HexId) -> bool {
        let side = self.unit(id).side;
        let field = &state.field;
        let alone = !self.unit(id).hq() && state.hex_of(id) == Some(hex) && !field.stacked(side, hex);
        field.zones[usize::from(other(side))].has(hex.index()) && (alone || !field.friend(side, hex))
    }

    /// 4.3, 6.2 Whether a unit has a zone of control. [rule: fi 4.3-first, fi 6.2f, fi 6.2g]
    fn exerts(&self, state: &State, id: PieceId) -> bool {
        let early = self.scenario_of(state).rules.no_zone_first_turn && state.turn == 1;
        !(state.piece(id).has(mark::ROUTED | mark::BUG_OUT) || early && self.unit(id).nation == Nation::Rok)
    }

    /// The units and zones worked out from the pieces.
    pub(crate) fn survey(&self, state: &State) -> Field {
        let mut field = Field::default();
        let ground = self.ground(state);
        for side in [UN, COM] {
            let own = usize::from(side);
            for id in self.units_of(side) {
                let Some(hex) = state.hex_of(id) else { continue };
                field.stacks[own].set(hex.index(), field.units[own].has(hex.index()));
                field.units[own].set(hex.index(), true);
                if self.exerts(state, id) {
                    field.firm[own].set(hex.index(), true);
                    spread(ground, &mut field.zones[own], side, hex);
                }
            }
        }
        field
    }

    /// A piece goes to a hex or a box: the only way in which pieces move.
    pub(crate) fn put(&self, state: &mut State, id: PieceId, to: Spot) {
        let from = std::mem::replace(&mut state.piece_mut(id).at, to);
        let unit = self.unit(id);
        if unit.hq() || from == to {
            return;
        }
        if let Some(hex) = from.on_map() {
            // Whoever was alone leaves nobody behind.
            if state.field.stacked(unit.side, hex) {
                self.recount(state, unit.side, hex);
            } else {
                self.count(state, unit.side, hex, 0, false);
            }
        }
        if let Some(hex) = to.on_map() {
            if state.field.friend(unit.side, hex) {
                self.recount(state, unit.side, hex);
            } else {
                self.count(state, unit.side, hex, 1, self.exerts(state, id));
            }
        }
    }

    /// 6.2 A unit gets a marker that takes its zone away.
    pub(crate) fn shake(&self, state: &mut State, id: PieceId, marks: u16) {
        state.piece_mut(id).marks |= marks;
        if let Some(hex) = state.hex_of(id) {
            self.recount(state, self.unit(id).side, hex);
        }
    }

    /// 6.2 A unit is rid of markers.
    pub(crate) fn steady(&self, state: &mut State, id: PieceId, marks: u16) {
        state.piece_mut(id).marks &= !marks;
        if let Some(hex) = state.hex_of(id) {
            self.recount(state, self.unit(id).side, hex);
        }
    }

    /// A unit won or lost its zone, or shares its hex: the hex is looked at again.
    pub(crate) fn recount(&self, state: &mut State, side: u8, hex: HexId) {
        let (mut count, mut firm) = (0, false);
        for id in self.units_of(side) {
            if state.piece(id).at == Spot::hex(hex) {
                count += 1;
                firm |= self.exerts(state, id);
            }
        }
        self.count(state, side, hex, count, firm);
    }

    /// So many units of a side are in a hex now, one of them with a zone or none.
    fn count(&self, state: &mut State, side: u8, hex: HexId, count: u8, firm: bool) {
        let (own, ground) = (usize::from(side), self.ground(state));
        let field = &mut state.field;
        field.units[own].set(hex.index(), count > 0);
        field.stacks[own].set(hex.index(), count > 1);
        let was = field.firm[own].has(hex.index());
        field.firm[own].set(hex.index(), firm);
        if firm && !was {
            spread(ground, &mut field.zones[own], side, hex);
        } else if was && !firm {
            shrink(ground, &mut field.zones[own], &field.firm[own], hex);
        }
    }

    /// The units of a side in a hex, in the order of the counters.
    #[inline]
    pub(crate) fn units_in<'a>(
        &'a self,
        state: &'a State,
        side: u8,
        hex: HexId,
    ) -> impl Iterator<Item = PieceId> + 'a {
        let there = state.field.friend(side, hex);
        let all: &[PieceId] = if there { &self.units[usize::from(side)] } else { &[] };
        all.iter().copied().filter(move |&id| state.piece(id).at == Spot::hex(hex))
    }

    /// The headquarters of a side in a hex.
    pub(crate) fn hqs_in<'a>(
        &'a self,
        state: &'a State,
        side: u8,
        hex: HexId,
    ) -> impl Iterator<Item = PieceId> + 'a {
        self.hqs_of(side).filter(move |&id| state.piece(id).at == Spot::hex(hex))
    }

    /// The side that controls a hex (1.0).
    #[inline]
    pub(crate) fn controller(&self, state: &State, hex: HexId) -> u8 {
        if state.control.has(hex.index()) { COM } else { UN }
    }

    /// 13.1 Which invasion boxes serve the United Nations: their port is friendly or they hold friends. [rule: fi 13.1-boxes]
    pub(crate) fn open_boxes(&self, state: &State) -> [bool; 4] {
        let ports = self.ground(state).boxes;
        let mut open = ports.map(|port| self.controller(state, port) == UN);
        if open != [true; 4] {
            for index in self.pieces_of(UN).filter_map(|id| state.piece(id).at.in_box()) {
                open[usize::from(index)] = true;
            }
        }
        open
    }

    /// 13.1 Whether one of them does.
    #[inline]
    pub(crate) fn box_open(&self, state: &State, index: u8) -> bool {
        self.open_boxes(state)[usize::from(index)]
    }
}

/// 4.3 The zone of a unit: all six hexes around it that its side could ever enter. [rule: fi 4.3-zone]
fn spread(ground: &Ground, zones: &mut HexBits, side: u8, hex: HexId) {
    for &near in ground.near(hex) {
        if near.is_some() && ground.open(side, near) {
            zones.set(near.index(), true);
        }
    }
}

/// Takes away what zone a hex gave, where no other hex gives it.
fn shrink(ground: &Ground, zones: &mut HexBits, firm: &HexBits, hex: HexId) {
    for &near in ground.near(hex).iter().filter(|n| n.is_some()) {
        let kept = ground.near(near).iter().any(|&n| n.is_some() && firm.has(n.index()));
        if !kept {
            zones.set(near.index(), false);
        }
    }
}
