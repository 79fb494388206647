//! 14.5: lines of communication.

use crate::data::{Nation, Size};
use crate::field::Field;
use crate::game::FireAndIce;
use crate::movement::{FAR, Walk};
use crate::state::{HexBits, PieceBits, PieceId, Spot, State, UN, Weather, other};
use board::{Direction, HexId};

/// The lines of a side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// Road, rail and city hexes joined to a source.
    pub(crate) net: HexBits,
    /// Pieces with a line.
    pub(crate) pieces: PieceBits,
}

impl FireAndIce {
    /// 14.5 Whether a line may run into a hex: no enemies, no enemy zone unless a friend stands there. [rule: fi 14.5-hq]
    fn passable(&self, state: &State, field: &Field, side: u8, hex: HexId) -> bool {
        self.ground(state).open(side, hex) && !field.enemy(side, hex) && !field.enemy_zone(side, hex)
    }

    /// 14.5 The hexes on which lines end: Communist sources, ports whose box serves. [rule: fi 1.0-sources]
    pub(crate) fn sources(&self, state: &State, side: u8) -> impl Iterator<Item = HexId> + '_ {
        let ground = self.ground(state);
        let open: [bool; 4] = std::array::from_fn(|i| side == UN && self.box_open(state, i as u8));
        let ports = (0..4).filter(move |&i| open[i]).map(|i| ground.boxes[i]);
        let red: &[HexId] = if side == UN { &[] } else { &ground.sources };
        ports.chain(red.iter().copied())
    }

    /// 14.5 Road, rail and city chains of any length from the sources, then three hexes over any ground.
    fn trace(&self, state: &State, field: &Field, side: u8) -> (HexBits, HexBits) {
        let ground = self.ground(state);
        let mut passable = HexBits::default();
        let enemy = &field.units[usize::from(other(side))];
        let (zones, own) = (&field.zones[usize::from(other(side))], &field.units[usize::from(side)]);
        for word in 0..passable.0.len() {
            let open = ground.land.0[word] & !(if side == UN { ground.china.0[word] } else { 0 });
            passable.0[word] = open & !enemy.0[word] & (!zones.0[word] | own.0[word]);
        }
        let mut net = HexBits::default();
        let mut queue: Vec<HexId> = Vec::with_capacity(1024);
        for source in self.sources(state, side) {
            if passable.has(source.index()) && !net.has(source.index()) {
                net.set(source.index(), true);
                queue.push(source);
            }
        }
        let mut at = 0;
        while at < queue.len() {
            let from = queue[at];
            at += 1;
            let links = if state.is_struck(from) { 0 } else { ground.links[from.index()] };
            for direction in Direction::ALL {
                if links >> direction.index() & 1 == 0 {
                    continue;
                }
                let to = ground.near(from)[direction.index()];
                if to.is_some() && passable.has(to.index()) && !net.has(to.index()) && !state.is_struck(to) {
                    net.set(to.index(), true);
                    queue.push(to);
                }
            }
        }
        let mut direct = net;
        let (mut from, mut to) = (0, queue.len());
        for _ in 0..self.data.numbers.road {
            for i in from..to {
                for &near in ground.near(queue[i]) {
                    if near.is_some() && !direct.has(near.index()) {
                        // The hex in which a line begins is not entered: its enemy zone is no bar.
                        direct.set(near.index(), true);
                        if passable.has(near.index()) {
                            queue.push(near);
                        }
                    }
                }
            }
            (from, to) = (to, queue.len());
        }
        for source in self.sources(state, side) {
            direct.set(source.index(), true);
        }
        (net, direct)
    }

    /// 14.1, 14.5 How far a unit may be from its headquarters. [rule: fi 14.1-winter]
    pub(crate) fn line_reach(&self, state: &State, side: u8) -> u8 {
        if side == UN && self.cold(state) {
            self.data.numbers.communication_un_winter
        } else {
            self.data.numbers.communication
        }
    }

    /// 14.1 Whether winter rules hold.
    pub(crate) fn cold(&self, state: &State) -> bool {
        matches!(state.weather, Weather::Winter | Weather::Snow)
    }

    /// 14.5 The lines of communication of a side. [rule: fi 14.5-unit, fi 14.5-hq]
    pub(crate) fn lines(&self, state: &State, field: &Field, side: u8) -> Lines {
        let (net, direct) = self.trace(state, field, side);
        let mut pieces = PieceBits::default();
        let joined = |at: Spot| at.in_box().is_some() || at.on_map().is_some_and(|h| direct.has(h.index()));
        let mut hqs = [Spot::COMING; 20];
        let mut count = 0;
        for id in self.pieces_of(side).filter(|&id| joined(state.piece(id).at)) {
            pieces.set(id.index(), true);
            if self.unit(id).hq() && count < hqs.len() {
                hqs[count] = state.piece(id).at;
                count += 1;
            }
        }
        let reach = self.ranges(state, field, side, &hqs[..count], self.line_reach(state, side));
        for id in self.pieces_of(side) {
            let near = !self.unit(id).hq() && reach[id.index()] != FAR;
            if near || (id == self.airborne && state.piece(id).at.in_play()) {
                pieces.set(id.index(), true);
            }
        }
        Lines { net, pieces }
    }

    /// 5.3.1, 9.4 Whether a lead unit can use tanks and artillery: an HQ or cadre with a line in reach, and for a US unit
    /// its own cadre within six points. [rule: fi 5.3.1-trace, fi 9.4-cadre]
    pub(crate) fn commanded(&self, state: &State, field: &Field, lines: &Lines, lead: PieceId) -> bool {
        let unit = self.unit(lead);
        let side = unit.side;
        let at = state.piece(lead).at;
        let walk = Walk::new(self, state, field, side);
        let limit = u16::from(self.line_reach(state, side));
        let halves = limit.max(self.data.numbers.cadre.into());
        let Some(start) = self.start(&walk, at) else { return false };
        self.search(&walk, &[start], halves, |reach| {
            let mut general = at.in_box().is_some();
            let mut own = unit.nation != Nation::Us || unit.division.is_none();
            for id in self.pieces_of(side) {
                let other = self.unit(id);
                let cadre = other.size == Size::Cadre;
                if !(cadre || other.hq()) || !state.piece(id).at.in_play() {
                    continue;
                }
                let cost = self.cost_to(state, reach, at, state.piece(id).at);
                general |= cost <= limit && lines.pieces.has(id.index());
                own |= cadre && other.division == unit.division && cost <= u16::from(self.data.numbers.cadre);
            }
            general && own
        })
    }

    /// 5.6 Whether a unit can be made good with replacements: an HQ with a line in reach, a US unit its own cadre.
    /// [rule: fi 5.6-replacement]
    pub(crate) fn replaceable(&self, state: &State, field: &Field, lines: &Lines, id: PieceId) -> bool {
        let unit = self.unit(id);
        let at = state.piece(id).at;
        let walk = Walk::new(self, state, field, unit.side);
        let limit = u16::from(self.line_reach(state, unit.side));
        let american = unit.nation == Nation::Us && unit.division.is_some();
        let Some(start) = self.start(&walk, at) else { return false };
        self.search(&walk, &[start], limit.max(self.data.numbers.cadre.into()), |reach| {
            self.pieces_of(unit.side).any(|to| {
                let other = self.unit(to);
                let cost = self.cost_to(state, reach, at, state.piece(to).at);
                if american {
                    other.size == Size::Cadre
                        && other.division == unit.division
                        && state.piece(to).at.in_play()
                        && cost <= u16::from(self.data.numbers.cadre)
                } else {
                    other.hq() && lines.pieces.has(to.index()) && cost <= limit
                }
            })
        })
    }

    /// Whether a hex is passable for lines, for overlays.
    pub(crate) fn line_passes(&self, state: &State, field: &Field, side: u8, hex: HexId) -> bool {
        self.passable(state, field, side, hex)
    }
}
