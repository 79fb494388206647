//! 20.0 Supply: blocked hexes, lines from the sources, linked headquarters, supplied units, in that order.
//! [rule: ch supply-algorithm]

use crate::data::{Data, Nation};
use crate::game::Chosin;
use crate::state::{COM, HexBits, State, Stock, UN, UnitBits, UnitId, flag, off, rule};
use board::{HexId, Wave};
use engine::flat::Stack;
use std::cell::RefCell;
use std::rc::Rc;

/// The most headquarters of a side.
pub(crate) const HQS: usize = 16;

thread_local! {
    /// The memory of floods, used again and again; every one begins it anew.
    static WAVE: RefCell<Wave> = RefCell::default();
    /// What was found last for each side, and from what.
    static FOUND: RefCell<[Found; 2]> = const { RefCell::new([None, None]) };
}

type Found = Option<(Basis, Rc<Supply>)>;

/// All that a determination of supply depends on.
#[derive(Clone, PartialEq)]
struct Basis {
    /// Which data: another map has other lines.
    data: u64,
    blown: u64,
    depots: [u16; 2],
    integrity: bool,
    fallout: Stack<u16, 3>,
    /// Each headquarters on the map, its hex and what counts of its marks.
    hqs: [(u8, u16, u32); HQS],
    blocked: HexBits,
}

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
    /// What each headquarters that serves others reaches.
    pub(crate) served: Vec<(UnitId, HexBits)>,
    /// Headquarters that trace through another one, and through which.
    pub(crate) chains: Vec<(UnitId, UnitId)>,
}

/// How far a headquarters traces its own line.
struct Circle {
    hq: UnitId,
    near: HexBits,
    /// No line passes within its radius: it looks for another headquarters.
    waits: bool,
}
type Circles = Vec<Circle>;

/// What is not in a set.
fn complement(set: &HexBits) -> HexBits {
    let mut rest = *set;
    rest.0.iter_mut().for_each(|word| *word = !*word);
    rest
}

/// Adds one set to another.
fn join(to: &mut HexBits, more: &HexBits) {
    to.0.iter_mut().zip(&more.0).for_each(|(a, b)| *a |= b);
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
        let counted = if enemy == UN && state.surprised() { 0 } else { u64::MAX };
        let mut blocked = HexBits::default();
        for (i, word) in blocked.0.iter_mut().enumerate() {
            *word = !self.ground.land.0[i]
                | field.held[enemy as usize].0[i]
                | field.zoned[enemy as usize].0[i] & counted & !field.held[side as usize].0[i];
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

    /// The hexes at most `limit` steps from these, which a line may enter; with themselves, as far as it may.
    fn flood(
        &self,
        state: &State,
        (way, limit): (Way, Option<u16>),
        from: impl Iterator<Item = HexId>,
        open: &HexBits,
    ) -> HexBits {
        let (ground, cut) = (&self.ground, state.blown != 0 && !matches!(way, Way::Any | Way::Road));
        let ways = |from: HexId| {
            let ways = match way {
                Way::Road | Way::WholeRoad => ground.roads[from.index()],
                Way::Line => ground.lines[from.index()],
                Way::Any | Way::Whole => Wave::ALL,
            };
            let stands = |d: &usize| self.intact(state, ground.edge(from, *d).bridge);
            if cut { (0..6).filter(stands).fold(0, |all, d| all | 1 << d) & ways } else { ways }
        };
        let mut found = *open;
        WAVE.with_borrow_mut(|wave| wave.flood(ground.map.grid(), from, limit, &mut found, ways));
        found.0.iter_mut().zip(&open.0).for_each(|(found, open)| *found = open & !*found);
        found
    }

    /// The hexes within so many steps of one, itself included.
    fn circle(&self, state: &State, open: &HexBits, hex: HexId, (way, radius): (Way, u16)) -> HexBits {
        let mut open = *open;
        open.set(hex.index(), true);
        self.flood(state, (way, Some(radius)), [hex].into_iter(), &open)
    }

    /// 20.3 Who is in supply on a side: as it was found last, if nothing that it depends on has changed since.
    pub(crate) fn supply(&self, state: &State, side: u8) -> Rc<Supply> {
        let basis = self.basis(state, side);
        FOUND.with_borrow_mut(|found| {
            let last = &mut found[side as usize];
            match last {
                Some((known, supply)) if *known == basis => supply.clone(),
                _ => {
                    let supply = Rc::new(self.determine(state, side, basis.blocked));
                    *last = Some((basis, supply.clone()));
                    supply
                }
            }
        })
    }

    /// What a determination of supply depends on.
    fn basis(&self, state: &State, side: u8) -> Basis {
        let mut hqs = [(u8::MAX, 0, 0); HQS];
        for (place, hq) in hqs.iter_mut().zip(self.hqs(state, side)) {
            let marks = state.field.flags[hq.index()] & (flag::DISRUPTED | flag::FORCED);
            *place = (hq.0, state.field.at(hq).0, marks);
        }
        Basis {
            data: self.number,
            blocked: self.blocked(state, side),
            blown: state.blown,
            integrity: state.rule(rule::INTEGRITY),
            depots: state.depots.map(|d| if d.stock == Stock::Standing { d.hex } else { off::OUT.0 }),
            fallout: state.atomic.fallout,
            hqs,
        }
    }

    /// 20.3 Who is in supply on a side. [rule: ch 20.3, ch 20.32, ch 20.42, ch 20.53, ch 20.56]
    fn determine(&self, state: &State, side: u8, blocked: HexBits) -> Supply {
        let open = complement(&blocked);
        let lines = self.flood(state, (Way::Line, None), self.sources(state, side), &open);
        let mut supply = Supply {
            side,
            blocked,
            lines,
            linked: UnitBits::default(),
            reach: [HexBits::default(); 2],
            served: Vec::new(),
            chains: Vec::new(),
        };
        let mut circles = Circles::with_capacity(12);
        self.link(state, &mut supply, &open, &mut circles);
        self.serve(state, &mut supply, &open, &circles);
        supply
    }

    /// The headquarters of a side on the map, in the order of the counters.
    fn hqs<'a>(&'a self, state: &'a State, side: u8) -> impl Iterator<Item = UnitId> + 'a {
        let mine = &self.side_units[side as usize];
        let ids = self.hqs.iter().filter(|u| mine.has(*u)).map(|u| UnitId(u as u8));
        ids.filter(|u| state.field.on_map(*u))
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
    fn link(&self, state: &State, supply: &mut Supply, open: &HexBits, circles: &mut Circles) {
        let side = supply.side;
        for hq in self.hqs(state, side) {
            let (hex, radius) = (state.field.at(hq), u16::from(self.radius(state, hq)));
            let near = self.circle(state, open, hex, (Way::Whole, radius));
            let bombed = state.atomic.fallout.contains(&hex.0);
            let meets = near.0.iter().zip(&supply.lines.0).any(|(a, b)| a & b != 0);
            supply.linked.set(hq.index(), meets && !bombed);
            circles.push(Circle { hq, near, waits: !meets && !bombed && radius > 0 });
        }
        if circles.iter().all(|c| !c.waits) {
            return;
        }
        if side == UN {
            for circle in circles.iter_mut().filter(|c| c.waits) {
                let (hex, radius) = (state.field.at(circle.hq), u16::from(self.radius(state, circle.hq)));
                let road = self.circle(state, open, hex, (Way::WholeRoad, 2 * radius));
                join(&mut circle.near, &road);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for circle in circles.iter().filter(|c| c.waits) {
                let chain = |other: UnitId| {
                    supply.linked.has(other.index())
                        && self.relays(state, other)
                        && self.radius(state, other) > 0
                        && self.may_serve(state, other, circle.hq)
                        && circle.near.has(state.field.at(other).index())
                };
                if supply.linked.has(circle.hq.index()) {
                    continue;
                }
                if let Some(through) = circles.iter().map(|c| c.hq).find(|hq| chain(*hq)) {
                    supply.chains.push((circle.hq, through));
                    supply.linked.set(circle.hq.index(), true);
                    changed = true;
                }
            }
        }
    }

    /// 20.31 What the linked headquarters reach: as far as their own lines, but over destroyed bridges too (20.42).
    /// [rule: ch 20.311, ch 12.321]
    fn serve(&self, state: &State, supply: &mut Supply, open: &HexBits, circles: &Circles) {
        for circle in circles.iter().filter(|c| supply.linked.has(c.hq.index())) {
            let hq = circle.hq;
            if !self.relays(state, hq) {
                continue;
            }
            let (hex, radius) = (state.field.at(hq), u16::from(self.radius(state, hq)));
            let mut near = circle.near;
            if state.blown != 0 {
                join(&mut near, &self.circle(state, open, hex, (Way::Any, radius)));
            }
            if supply.side == UN && radius > 0 {
                join(&mut near, &self.circle(state, open, hex, (Way::Road, 2 * radius)));
            }
            supply.served.push((hq, near));
            let whole = !state.rule(rule::INTEGRITY) || supply.side == COM;
            let korean = self.quick(hq).nation == Nation::Rok;
            let corps = self.unit(hq).size == "XXX";
            for class in 0..2 {
                let serves = whole || if class == KOREAN { korean || corps } else { !korean };
                if serves {
                    join(&mut supply.reach[class], &near);
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
        if quick.always_supplied() || supply.linked.has(unit.index()) {
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

    /// The headquarters through which a unit is supplied: the one that it traces through itself, or the nearest that serves its hex.
    pub(crate) fn through(&self, state: &State, supply: &Supply, unit: UnitId) -> Option<UnitId> {
        if let Some((_, through)) = supply.chains.iter().find(|(hq, _)| *hq == unit) {
            return Some(*through);
        }
        let hex = state.field.at(unit);
        if supply.linked.has(unit.index()) || !supply.served.iter().any(|(_, near)| near.has(hex.index())) {
            return None;
        }
        let serves = |hq: UnitId| self.may_serve(state, hq, unit);
        let near = supply.served.iter().filter(|(hq, near)| near.has(hex.index()) && serves(*hq));
        near.map(|(hq, _)| *hq).min_by_key(|hq| (self.ground.distance(state.field.at(*hq), hex), *hq))
    }

    /// The hexes from which a headquarters of this radius would have a line of communication by itself.
    pub(crate) fn in_touch(&self, state: &State, supply: &Supply, radius: u8) -> HexBits {
        let lines = crate::event::hexes(&supply.lines);
        self.flood(state, (Way::Whole, Some(radius.into())), lines, &complement(&supply.blocked))
    }

    /// 24.21 Hexes from which a path leads to a printed source of a side. [rule: ch 24.21]
    pub(crate) fn connected(&self, state: &State, side: u8) -> HexBits {
        let sources = self.ground.sources[side as usize].iter().copied();
        self.flood(state, (Way::Any, None), sources, &complement(&self.closed(state, side)))
    }
}

impl Chosin {
    /// How many units of each side on the map are in supply: one determination for both sides, made anew.
    #[must_use]
    pub fn in_supply(&self, state: &State) -> [usize; 2] {
        [UN, COM].map(|side| {
            let supply = self.data.determine(state, side, self.data.blocked(state, side));
            self.on_map(state, side).filter(|u| self.data.supplied(state, &supply, *u)).count()
        })
    }
}
