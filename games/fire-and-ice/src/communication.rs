//! 14.5: lines of communication.

use crate::data::{Nation, Size};
use crate::game::FireAndIce;
use crate::movement::{FAR, Walk};
use crate::state::{HexBits, HexIdSlot, PieceBits, PieceId, Spot, State, UN, Weather, other};
use board::HexId;
use engine::flat::Stack;
use std::cell::RefCell;

/// The lines of a side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lines {
    /// Road, rail and city hexes joined to a source.
    pub(crate) net: HexBits,
    /// Pieces with a line.
    pub(crate) pieces: PieceBits,
}

/// What a side's lines depend on, all of it but the places of its pieces.
#[derive(Clone, Copy, PartialEq, Default)]
struct Grounds {
    serial: u64,
    scenario: u8,
    reach: u8,
    ports: [bool; 4],
    struck: Stack<HexIdSlot, 5>,
    enemies: HexBits,
    passable: HexBits,
}

/// The lines of a side that were traced last, and on what grounds.
#[derive(Default)]
struct Traced {
    grounds: Grounds,
    places: Vec<Spot>,
    lines: Lines,
}

thread_local! {
    static TRACED: RefCell<[Traced; 2]> = RefCell::default();
    static QUEUE: RefCell<Vec<HexId>> = RefCell::default();
}

/// Forgets what was traced last.
pub(crate) fn forget() {
    TRACED.with_borrow_mut(|traced| traced.iter_mut().for_each(|t| t.grounds = Grounds::default()));
}

impl FireAndIce {
    /// 14.5 The hexes into which a line may run: no enemies, no enemy zone unless a friend stands there. [rule: fi 14.5-hq]
    pub(crate) fn passable(&self, state: &State, side: u8) -> HexBits {
        let closed = self.ground(state).closed(side);
        let (own, enemy) = (usize::from(side), usize::from(other(side)));
        let field = &state.field;
        let mut out = HexBits::default();
        for (i, word) in out.0.iter_mut().enumerate() {
            let zones = field.zones[enemy].0[i] & !field.units[own].0[i];
            *word = !(closed.0[i] | field.units[enemy].0[i] | zones);
        }
        out
    }

    /// 14.5 The hexes on which lines end: Communist sources, ports whose box serves. [rule: fi 1.0-sources]
    fn sources(&self, state: &State, side: u8, ports: [bool; 4]) -> impl Iterator<Item = HexId> + '_ {
        let ground = self.ground(state);
        let ports = (0..4).filter(move |&i| ports[i]).map(|i| ground.boxes[i]);
        let red: &[HexId] = if side == UN { &[] } else { &ground.sources };
        ports.chain(red.iter().copied())
    }

    /// 14.5 Road, rail and city chains of any length from the sources, then three hexes over any ground.
    fn trace(&self, state: &State, side: u8, grounds: &Grounds, queue: &mut Vec<HexId>) -> [HexBits; 2] {
        let ground = self.ground(state);
        let mut free = grounds.passable;
        queue.clear();
        for source in self.sources(state, side, grounds.ports) {
            if free.has(source.index()) {
                free.set(source.index(), false);
                queue.push(source);
            }
        }
        let sources = queue.len();
        // An atomic strike takes roads away: no line follows them there.
        state.struck.iter().for_each(|s| free.set(s.0.index(), false));
        let mut next = 0;
        while next < queue.len() {
            let from = queue[next];
            next += 1;
            if next <= sources && state.is_struck(from) {
                continue;
            }
            for &to in ground.joined(from) {
                if free.has(to.index()) {
                    free.set(to.index(), false);
                    queue.push(to);
                }
            }
        }
        let mut net = HexBits::default();
        queue.iter().for_each(|h| net.set(h.index(), true));
        // The hex in which a line begins is not entered: its enemy zone is no bar.
        let (mut direct, mut edge) = (net, net);
        for _ in 0..self.data.numbers.road {
            let grown = ground.grown(&edge);
            for (i, word) in grown.0.into_iter().enumerate() {
                direct.0[i] |= word;
                edge.0[i] = word & grounds.passable.0[i];
            }
        }
        self.sources(state, side, grounds.ports).for_each(|h| direct.set(h.index(), true));
        [net, direct]
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

    /// 14.5 The lines of communication of a side. Traced again only when something they depend on has changed.
    pub(crate) fn lines(&self, state: &State, side: u8) -> Lines {
        TRACED.with_borrow_mut(|traced| {
            let traced = &mut traced[usize::from(side)];
            let grounds = self.grounds(state, side);
            let places = || self.pieces_of(side).map(|id| state.piece(id).at);
            if traced.grounds != grounds || !places().eq(traced.places.iter().copied()) {
                traced.grounds = grounds;
                traced.places.clear();
                traced.places.extend(places());
                traced.lines = self.trace_lines(state, side, &grounds);
            }
            traced.lines
        })
    }

    fn grounds(&self, state: &State, side: u8) -> Grounds {
        Grounds {
            serial: self.serial,
            scenario: state.scenario + 1,
            reach: self.line_reach(state, side),
            ports: if side == UN { self.open_boxes(state) } else { [false; 4] },
            struck: state.struck,
            enemies: state.field.units[usize::from(other(side))],
            passable: self.passable(state, side),
        }
    }

    /// 14.5 Pieces by a road that is joined to a source, and units near such a headquarters. [rule: fi 14.5-unit, fi 14.5-hq]
    fn trace_lines(&self, state: &State, side: u8, grounds: &Grounds) -> Lines {
        let [net, direct] = QUEUE.with_borrow_mut(|queue| self.trace(state, side, grounds, queue));
        let mut pieces = PieceBits::default();
        let mut off = false;
        for id in self.pieces_of(side) {
            let at = state.piece(id).at;
            let joined = at.in_box().is_some() || at.on_map().is_some_and(|h| direct.has(h.index()));
            let dropped = id == self.airborne && at.in_play();
            pieces.set(id.index(), joined || dropped);
            off |= !joined && !dropped && at.on_map().is_some();
        }
        if off {
            self.join_units(state, side, &mut pieces);
        }
        Lines { net, pieces }
    }

    /// 14.5 Units off the roads that a headquarters with a line reaches. [rule: fi 14.5-unit]
    fn join_units(&self, state: &State, side: u8, pieces: &mut PieceBits) {
        let reach = self.line_reach(state, side);
        let ground = self.ground(state);
        let off = |id: &PieceId| !pieces.has(id.index()) && state.hex_of(*id).is_some();
        // A step costs half a point at least: who is farther off than that is not looked for.
        let near = |at: Spot| {
            let port = |index: u8| ground.boxes[usize::from(index)];
            let Some(hex) = at.on_map().or_else(|| at.in_box().map(port)) else { return false };
            let mut units = self.units_of(side).filter(off).filter_map(|id| state.hex_of(id));
            units.any(|unit| ground.distance(hex, unit) <= u32::from(reach))
        };
        let mut hqs = [Spot::COMING; 20];
        let mut count = 0;
        for id in self.hqs_of(side).filter(|id| pieces.has(id.index())) {
            if count < hqs.len() && near(state.piece(id).at) {
                hqs[count] = state.piece(id).at;
                count += 1;
            }
        }
        if count == 0 {
            return;
        }
        let ranges = self.ranges(state, side, &hqs[..count], reach);
        for id in self.units_of(side).filter(|id| ranges[id.index()] != FAR) {
            pieces.set(id.index(), true);
        }
    }

    /// 5.3.1, 9.4 Whether a lead unit can use tanks and artillery: an HQ or cadre with a line in reach, and for a US unit
    /// its own cadre within six points. [rule: fi 5.3.1-trace, fi 9.4-cadre]
    pub(crate) fn commanded(&self, state: &State, lead: PieceId) -> bool {
        let unit = self.unit(lead);
        let side = unit.side;
        let at = state.piece(lead).at;
        let lines = self.lines(state, side);
        let walk = Walk::new(self, state, side);
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
    pub(crate) fn replaceable(&self, state: &State, id: PieceId) -> bool {
        let unit = self.unit(id);
        let at = state.piece(id).at;
        let lines = self.lines(state, unit.side);
        let walk = Walk::new(self, state, unit.side);
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
}
