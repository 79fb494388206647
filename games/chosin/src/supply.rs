//! 20.0 Supply: blocked hexes, lines from the sources, linked headquarters, supplied units, in that order.
//! [rule: ch supply-algorithm]

use crate::data::{Data, Kind, Nation};
use crate::state::{COM, HEXES, HexBits, State, Stock, UN, UnitBits, UnitId, flag, off, rule};
use board::HexId;

/// Whom a headquarters serves (28.11): everybody of its side, or by nation.
const KOREAN: usize = 1;

/// What is in supply on one side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Supply {
    pub(crate) side: u8,
    pub(crate) blocked: HexBits,
    /// Hexes of roads and railways that lead to a source.
    pub(crate) lines: HexBits,
    pub(crate) linked: UnitBits,
    /// Hexes in reach of a linked headquarters, for other units and for Koreans of the UN (28.11 parts them).
    pub(crate) reach: [HexBits; 2],
    /// 28.14 What each linked army headquarters reaches, where its limit counts; otherwise empty.
    pub(crate) armies: Vec<(UnitId, HexBits)>,
}

/// A queue of hexes in place: no search allocates.
struct Queue {
    hexes: [u16; HEXES],
    head: usize,
    tail: usize,
}

impl Queue {
    fn new() -> Self {
        Self { hexes: [0; HEXES], head: 0, tail: 0 }
    }
    fn clear(&mut self) {
        (self.head, self.tail) = (0, 0);
    }
    #[inline]
    fn push(&mut self, hex: HexId) {
        self.hexes[self.tail] = hex.0;
        self.tail += 1;
    }
    #[inline]
    fn pop(&mut self) -> Option<HexId> {
        if self.head == self.tail {
            return None;
        }
        self.head += 1;
        Some(HexId(self.hexes[self.head - 1]))
    }
}

/// Which steps a path may take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Any ground.
    Any,
    /// Any ground but not over a destroyed bridge (20.42).
    Whole,
    /// Along roads only.
    Road,
    /// Along roads only, not over a destroyed bridge.
    WholeRoad,
    /// Along roads and railways, not over a destroyed bridge.
    Line,
}

impl Data {
    /// 20.4 Hexes that a line may not enter. [rule: ch 7.7, ch 20.4, ch 20.41]
    pub(crate) fn blocked(&self, state: &State, side: u8) -> HexBits {
        let mut blocked = self.closed(state, side);
        for hex in state.atomic.fallout.iter() {
            blocked.set(usize::from(*hex), true);
        }
        blocked
    }

    /// Water, the enemy, and zones of control that no friend negates (7.2).
    fn closed(&self, state: &State, side: u8) -> HexBits {
        let (field, enemy) = (&state.field, 1 - side);
        let mut zones = HexBits::default();
        if !(enemy == UN && state.surprised()) {
            let shift = 4 * enemy;
            for (word, chunk) in zones.0.iter_mut().zip(field.zoc.0.chunks(64)) {
                for (bit, zone) in chunk.iter().enumerate() {
                    *word |= u64::from(zone >> shift & 15 != 0) << bit;
                }
            }
        }
        let mut blocked = HexBits::default();
        for (i, word) in blocked.0.iter_mut().enumerate() {
            *word = !self.ground.land.0[i]
                | field.held[enemy as usize].0[i]
                | zones.0[i] & !field.held[side as usize].0[i];
        }
        blocked
    }

    /// 20.5 The sources of a side that work. [rule: ch 20.51, ch 20.54, ch 20.6]
    fn sources<'a>(&'a self, state: &'a State, side: u8) -> impl Iterator<Item = HexId> + 'a {
        let depots = state
            .depots
            .iter()
            .filter(move |d| side == UN && d.stock == Stock::Standing && d.hex < off::FIRST);
        self.ground.sources[side as usize].iter().copied().chain(depots.map(|d| HexId(d.hex)))
    }

    fn may_step(&self, state: &State, from: HexId, direction: usize, way: Way) -> bool {
        let edge = self.ground.edge(from, direction);
        let whole = self.intact(state, edge.bridge);
        edge.to.is_some()
            && match way {
                Way::Any => true,
                Way::Whole => whole,
                Way::Road => edge.road,
                Way::WholeRoad => edge.road && whole,
                Way::Line => (edge.road || edge.rail) && whole,
            }
    }

    /// Hexes at most `limit` steps from those in the queue, through hexes that are not blocked.
    fn flood(
        &self,
        state: &State,
        blocked: &HexBits,
        (way, limit): (Way, u16),
        queue: &mut Queue,
        found: &mut HexBits,
    ) {
        let (mut level_end, mut steps) = (queue.tail, 0);
        while let Some(from) = queue.pop() {
            if steps == limit {
                break;
            }
            for direction in 0..6 {
                let to = self.ground.edge(from, direction).to;
                if to.is_some()
                    && !found.has(to.index())
                    && !blocked.has(to.index())
                    && self.may_step(state, from, direction, way)
                {
                    found.set(to.index(), true);
                    queue.push(to);
                }
            }
            if queue.head == level_end {
                level_end = queue.tail;
                steps += 1;
            }
        }
    }

    /// The hexes within so many steps of one, itself included.
    fn circle(
        &self,
        state: &State,
        blocked: &HexBits,
        hex: HexId,
        way: (Way, u16),
        queue: &mut Queue,
    ) -> HexBits {
        let mut found = HexBits::default();
        found.set(hex.index(), true);
        if way.1 > 0 {
            queue.clear();
            queue.push(hex);
            self.flood(state, blocked, way, queue, &mut found);
        }
        found
    }

    /// 20.3 Who is in supply on a side. [rule: ch 20.3, ch 20.32, ch 20.42, ch 20.53, ch 20.56]
    pub(crate) fn supply(&self, state: &State, side: u8) -> Supply {
        let blocked = self.blocked(state, side);
        let mut queue = Queue::new();
        let mut lines = HexBits::default();
        for hex in self.sources(state, side) {
            if !blocked.has(hex.index()) && !lines.has(hex.index()) {
                lines.set(hex.index(), true);
                queue.push(hex);
            }
        }
        self.flood(state, &blocked, (Way::Line, u16::MAX), &mut queue, &mut lines);
        let mut supply = Supply {
            side,
            blocked,
            lines,
            linked: UnitBits::default(),
            reach: [HexBits::default(); 2],
            armies: Vec::new(),
        };
        self.link(state, &mut supply, &mut queue);
        self.serve(state, &mut supply, &mut queue);
        supply
    }

    fn hqs(&self, state: &State, side: u8) -> impl Iterator<Item = UnitId> + use<'_> {
        let mine = self.side_units[side as usize];
        let on_map: UnitBits = {
            let mut bits = UnitBits::default();
            let here = self.hqs.iter().filter(|u| mine.has(*u) && state.field.on_map(UnitId(*u as u8)));
            here.for_each(|u| bits.set(u, true));
            bits
        };
        (0..self.units.len()).filter(move |u| on_map.has(*u)).map(|u| UnitId(u as u8))
    }

    /// The support radius of a headquarters as it stands. [rule: ch 12.321]
    pub(crate) fn radius(&self, state: &State, hq: UnitId) -> u8 {
        if state.field.disrupted(hq) { 0 } else { self.quick(hq).radius }
    }

    /// 6.53 Whether a linked headquarters serves others. [rule: ch 6.53]
    fn relays(&self, state: &State, hq: UnitId) -> bool {
        !state.field.has(hq, flag::FORCED) && !state.atomic.fallout.iter().any(|f| *f == state.field.at(hq).0)
    }

    /// 28.1 Whether a headquarters may serve a unit, where organization counts. [rule: ch 28.11]
    fn may_serve(&self, state: &State, hq: UnitId, unit: UnitId) -> bool {
        if !state.rule(rule::INTEGRITY) || self.quick(hq).side == COM {
            return true;
        }
        let korean = self.quick(unit).nation == Nation::Rok;
        match self.quick(hq).nation {
            Nation::Rok => korean,
            _ => !korean || self.unit(hq).size == "XXX",
        }
    }

    /// 20.32 Which headquarters have a line of communication, chain by chain.
    fn link(&self, state: &State, supply: &mut Supply, queue: &mut Queue) {
        let side = supply.side;
        let hqs: UnitBits = {
            let mut bits = UnitBits::default();
            self.hqs(state, side).for_each(|u| bits.set(u.index(), true));
            bits
        };
        let mut circles: [(UnitId, HexBits); 12] = [(UnitId::NONE, HexBits::default()); 12];
        let mut waiting = 0;
        for hq in hqs.iter().map(|u| UnitId(u as u8)) {
            let (hex, radius) = (state.field.at(hq), u16::from(self.radius(state, hq)));
            let near = self.circle(state, &supply.blocked, hex, (Way::Whole, radius), queue);
            let meets = near.0.iter().zip(&supply.lines.0).any(|(a, b)| a & b != 0);
            if meets && !state.atomic.fallout.contains(&hex.0) {
                supply.linked.set(hq.index(), true);
            } else if radius > 0 && waiting < circles.len() && !state.atomic.fallout.contains(&hex.0) {
                let mut all = near;
                if side == UN {
                    let road = self.circle(state, &supply.blocked, hex, (Way::WholeRoad, 2 * radius), queue);
                    all.0.iter_mut().zip(&road.0).for_each(|(a, b)| *a |= b);
                }
                circles[waiting] = (hq, all);
                waiting += 1;
            }
        }
        loop {
            let mut changed = false;
            for (hq, circle) in circles.iter().take(waiting) {
                let chain = |other: UnitId| {
                    supply.linked.has(other.index())
                        && self.relays(state, other)
                        && self.radius(state, other) > 0
                        && self.may_serve(state, other, *hq)
                        && circle.has(state.field.at(other).index())
                };
                if !supply.linked.has(hq.index()) && hqs.iter().any(|u| chain(UnitId(u as u8))) {
                    supply.linked.set(hq.index(), true);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// 20.31 What the linked headquarters reach. [rule: ch 20.311, ch 12.321]
    fn serve(&self, state: &State, supply: &mut Supply, queue: &mut Queue) {
        for hq in supply.linked.iter().map(|u| UnitId(u as u8)) {
            if !self.relays(state, hq) {
                continue;
            }
            let (hex, radius) = (state.field.at(hq), u16::from(self.radius(state, hq)));
            let mut near = self.circle(state, &supply.blocked, hex, (Way::Any, radius), queue);
            if supply.side == UN && radius > 0 {
                let road = self.circle(state, &supply.blocked, hex, (Way::Road, 2 * radius), queue);
                near.0.iter_mut().zip(&road.0).for_each(|(a, b)| *a |= b);
            }
            if self.armies_limited(state, supply.side) {
                supply.armies.push((hq, near));
            }
            let whole = !state.rule(rule::INTEGRITY) || supply.side == COM;
            let korean = self.quick(hq).nation == Nation::Rok;
            let corps = self.unit(hq).size == "XXX";
            for class in 0..2 {
                let serves = whole || if class == KOREAN { korean || corps } else { !korean };
                if serves {
                    supply.reach[class].0.iter_mut().zip(&near.0).for_each(|(a, b)| *a |= b);
                }
            }
        }
    }

    /// 20.11 Whether a unit on the map is in supply. [rule: ch 20.1, ch 20.11, ch 20.62, ch 20.7, ch 20.9, ch 31.3, ch 16.2]
    pub(crate) fn supplied(&self, state: &State, supply: &Supply, unit: UnitId) -> bool {
        let (quick, hex) = (self.quick(unit), state.field.at(unit));
        let class = if quick.nation == Nation::Rok { KOREAN } else { 0 };
        let reached = supply.reach[class].has(hex.index()) && !state.atomic.fallout.contains(&hex.0);
        let served = reached
            && (!self.armies_limited(state, quick.side) || self.army_for(state, supply, unit).is_some());
        served || self.needs_no_army(state, supply, unit)
    }

    /// 20.11 Whether a unit is in supply without being served by a headquarters.
    pub(crate) fn needs_no_army(&self, state: &State, supply: &Supply, unit: UnitId) -> bool {
        let (quick, hex) = (self.quick(unit), state.field.at(unit));
        if matches!(quick.kind, Kind::Partisan | Kind::SpecialOperations) || supply.linked.has(unit.index()) {
            return true;
        }
        if quick.nation == Nation::Ccf && state.surprised() {
            return true;
        }
        let tainted = state.atomic.fallout.contains(&hex.0);
        let at_source = self.sources(state, quick.side).any(|s| s == hex) && !tainted;
        let taken = quick.side == COM
            && state.depots.iter().any(|d| d.stock == Stock::Captured && HexId(d.hex) == hex);
        let dropped = quick.side == UN && state.drops.iter().any(|d| d.hex == hex.0);
        at_source || taken || dropped
    }

    /// 24.21 Hexes from which a path leads to a printed source of a side. [rule: ch 24.21]
    pub(crate) fn connected(&self, state: &State, side: u8) -> HexBits {
        let blocked = self.closed(state, side);
        let (mut queue, mut found) = (Queue::new(), HexBits::default());
        for hex in &self.ground.sources[side as usize] {
            if !blocked.has(hex.index()) {
                found.set(hex.index(), true);
                queue.push(*hex);
            }
        }
        self.flood(state, &blocked, (Way::Any, u16::MAX), &mut queue, &mut found);
        found
    }
}
