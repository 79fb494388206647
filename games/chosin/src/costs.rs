//! 6.0 What a step costs, and how far a group comes.

use crate::data::Kind;
use crate::data::{Data, Nation, Step, option};
use crate::events::Event;
use crate::ground::set;
use crate::stacking::Load;
use crate::state::{COM, HEXES, HexBits, Interdiction, State, UN, UNITS, UnitBits, UnitId, off, rule};
use board::{Direction, HexId, MoveRules, Reach, Scratch};
use engine::flat::{Array, Bits, Stack};
use std::cell::{Cell, RefCell};

thread_local! {
    static SEARCHED: RefCell<Searched> = RefCell::default();
}

/// The last search and what was asked: a list is made and then one of its actions played, so the same question comes twice.
#[derive(Default)]
struct Searched {
    scratch: Scratch,
    question: Option<Question>,
}

/// All that a search depends on.
struct Question {
    terms: Terms,
    over: Stack<Interdiction, 14>,
    fallout: Stack<u16, 3>,
    enemies: HexBits,
    friends: HexBits,
    zones: HexBits,
    /// Who stands on whom: what the stacks hold.
    first: Array<u8, HEXES>,
    next: Array<u8, UNITS>,
}

/// The small part of a question.
#[derive(Clone, Copy, PartialEq)]
struct Terms {
    /// Which data: another map has other roads.
    data: u64,
    start: HexId,
    points: u8,
    group: UnitBits,
    pace: Pace,
    forced: bool,
    refugees: bool,
    bug_out: bool,
    /// How wide interdiction zones are.
    radius: u8,
    blown: u64,
}

/// Which line of the chart a unit uses for ground and for zones of control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    pub(crate) column: u8,
    /// 0 UN, 1 Korean, 2 Chinese.
    pub(crate) zone: u8,
}

impl Data {
    /// 6.0 The columns of a unit. Partisans (31.1) and special operations (32.1) march like the Chinese; options 38.5.4 and
    /// 38.6.2 change columns. [rule: ch 6.0, ch 31.1, ch 32.1, ch 38.5.4, ch 38.6.2]
    pub(crate) fn pace(&self, state: &State, unit: UnitId) -> Pace {
        let quick = self.quick(unit);
        let off_road = state.option(option::OFF_ROAD);
        if quick.kind == Kind::Partisan && state.rule(rule::PARTISANS)
            || quick.kind == Kind::SpecialOperations && state.rule(rule::SPECIAL)
        {
            return Pace { column: 2, zone: 2 };
        }
        match quick.nation {
            Nation::Us | Nation::Cw => {
                Pace { column: if off_road && quick.less_road_bound() { 3 } else { 0 }, zone: 0 }
            }
            Nation::Rok => Pace { column: if off_road && quick.less_road_bound() { 4 } else { 1 }, zone: 1 },
            Nation::Nk => Pace { column: 1, zone: 1 },
            Nation::Ccf => {
                let artillery = state.option(option::ARTILLERY);
                Pace {
                    column: if artillery { 1 } else { 2 },
                    zone: if artillery || off_road { 1 } else { 2 },
                }
            }
        }
    }

    /// The movement allowance of a unit in halves, doubled for a forced march (6.5). [rule: ch 6.5]
    pub(crate) fn allowance(&self, state: &State, unit: UnitId, forced: bool) -> u8 {
        let points = self.quick(unit).faces[state.field.face(unit)][2];
        points * if forced { 4 } else { 2 }
    }

    /// 14.13 Whether a hex is in an interdiction zone: radius two, or one while surprise lasts. [rule: ch 14.13.1]
    pub(crate) fn interdicted(&self, state: &State, hex: HexId) -> bool {
        let radius = self.zone_radius(state);
        state.air.over.iter().any(|z| self.ground.distance(HexId(z.hex), hex) <= radius)
    }
    pub(crate) fn zone_radius(&self, state: &State) -> u8 {
        if state.surprised() { self.parameters.zone_surprised } else { self.parameters.zone }
    }
    /// 37.9 Whether a hex carries a fallout marker or lies beside one.
    pub(crate) fn tainted(&self, state: &State, hex: HexId) -> bool {
        state.atomic.fallout.iter().any(|f| self.ground.distance(HexId(*f), hex) <= 1)
    }
    /// Whether the bridge of a hexside stands, or none is needed.
    #[inline]
    pub(crate) fn intact(&self, state: &State, bridge: u8) -> bool {
        bridge == crate::ground::NO_BRIDGE || state.blown >> bridge & 1 == 0
    }
}

/// No zones: while surprise lasts the UN has none.
const NO_ZONES: &HexBits = &Bits([0; 27]);

/// A group on the march, as the search asks for it.
pub(crate) struct March<'a> {
    pub(crate) data: &'a Data,
    pub(crate) state: &'a State,
    pub(crate) side: u8,
    pub(crate) pace: Pace,
    pub(crate) group: UnitBits,
    pub(crate) load: Load,
    pub(crate) forced: bool,
    /// What its steps cost before anything that changes in play.
    steps: &'a [[Step; 6]],
    enemies: &'a HexBits,
    friends: &'a HexBits,
    /// The enemy's zones of control.
    zones: &'a HexBits,
    /// Points to leave a zone and to go from one to the next.
    leave: u8,
    through: u8,
    /// Whether the group alone is too much for open ground and for rough.
    too_many: [bool; 2],
    /// Whether it is too much anywhere.
    large: bool,
    /// Event 15-16: no roads, no bridges.
    refugees: bool,
    /// Event 11-12: the UN pays nothing to leave a zone.
    bug_out: bool,
    interdiction: bool,
    /// 14.13 The interdicted hexes, where a search has asked for all of them.
    hit: Option<HexBits>,
    fallout: bool,
    /// Whether the hex that was looked at last is over-stacked with the group in it.
    start: Cell<(HexId, bool)>,
}

impl<'a> March<'a> {
    pub(crate) fn new(data: &'a Data, state: &'a State, unit: UnitId, group: UnitBits, forced: bool) -> Self {
        let side = data.quick(unit).side;
        let (pace, load, foe) = (data.pace(state, unit), data.load_of_group(&group), 1 - side);
        let bug_out = side == UN && state.event(Event::BugOut);
        let (chart, p) = (&data.chart, &data.parameters);
        let limit = if side == UN { p.stack_regiments } else { p.stack_infantry };
        let too_many = [load.units > p.stack || load.limited > limit, load.units > p.stack_rough];
        Self {
            data,
            state,
            side,
            pace,
            load,
            group,
            forced,
            steps: &data.steps[pace.column as usize],
            enemies: &state.field.held[foe as usize],
            friends: &state.field.held[side as usize],
            zones: if foe == UN && state.surprised() { NO_ZONES } else { &state.field.zoned[foe as usize] },
            leave: if bug_out { 0 } else { chart.leave_zone[pace.zone as usize] },
            through: chart.zone_to_zone[pace.zone as usize],
            too_many,
            large: too_many[0] || too_many[1],
            refugees: state.event(Event::Refugees),
            bug_out,
            interdiction: side == COM && !state.air.over.is_empty(),
            hit: None,
            fallout: !state.atomic.fallout.is_empty(),
            start: Cell::new((HexId::NONE, false)),
        }
    }
    /// Finds every hex in reach, or remembers it, and looks at what was found.
    pub(crate) fn search<T>(mut self, start: HexId, points: u8, look: impl FnOnce(&Reach<'_>) -> T) -> T {
        let grid = self.data.ground.map.grid();
        SEARCHED.with_borrow_mut(|Searched { scratch, question }| {
            let terms = self.terms(start, points);
            if question.as_ref().is_some_and(|q| self.asked(q, terms)) {
                return look(&scratch.reach(grid));
            }
            *question = Some(self.question(terms));
            if self.interdiction {
                let discs = &self.data.discs[usize::from(self.state.surprised())];
                let over = self.state.air.over.iter().flat_map(|z| &discs[usize::from(z.hex)]);
                self.hit = Some(set(over.copied()));
            }
            look(&scratch.range(grid, start, points.into(), &self))
        })
    }
    fn terms(&self, start: HexId, points: u8) -> Terms {
        Terms {
            data: self.data.number,
            start,
            points,
            group: self.group,
            pace: self.pace,
            forced: self.forced,
            refugees: self.refugees,
            bug_out: self.bug_out,
            radius: self.data.zone_radius(self.state),
            blown: self.state.blown,
        }
    }
    fn question(&self, terms: Terms) -> Question {
        let (field, air) = (&self.state.field, &self.state.air);
        Question {
            terms,
            over: air.over,
            fallout: self.state.atomic.fallout,
            enemies: *self.enemies,
            friends: *self.friends,
            zones: *self.zones,
            first: field.first,
            next: field.next,
        }
    }
    /// Whether this is what was asked.
    fn asked(&self, question: &Question, terms: Terms) -> bool {
        let (q, state) = (question, self.state);
        q.terms == terms
            && q.over == state.air.over
            && q.fallout == state.atomic.fallout
            && (&q.enemies, &q.friends, &q.zones) == (self.enemies, self.friends, self.zones)
            && q.next == state.field.next
            && q.first == state.field.first
    }
    #[inline]
    fn interdicted(&self, hex: HexId) -> bool {
        match &self.hit {
            Some(hit) => hit.has(hex.index()),
            None => self.data.interdicted(self.state, hex),
        }
    }
    #[inline]
    fn crowded(&self, hex: HexId) -> bool {
        if !self.friends.has(hex.index()) {
            return self.large && self.too_many[usize::from(self.data.ground.rough(hex))];
        }
        self.data.crowded(self.state, self.side, hex, &self.group, self.load)
    }
    /// The same for the hex from which a search looks around.
    #[inline]
    fn leaves_crowd(&self, hex: HexId) -> bool {
        let (known, crowded) = self.start.get();
        if known == hex {
            return crowded;
        }
        let crowded = self.crowded(hex);
        self.start.set((hex, crowded));
        crowded
    }
    /// 6.6, 6.7, 6.81 The road or rail rate over a hexside, where it may be used. [rule: ch 6.6, ch 6.61, ch 6.7, ch 6.81, ch 8.41, ch 23.1, ch 23.4]
    #[inline]
    fn fast(&self, from: HexId, direction: usize, to: HexId, step: Step) -> Option<u8> {
        let mut rate = step.fast;
        if self.refugees {
            let edge = &self.data.ground.edges[from.index()][direction];
            if !edge.rail || edge.river > 0 {
                return None;
            }
            rate = self.data.chart.rail[self.pace.column as usize];
        }
        let open = self.data.intact(self.state, step.bridge) && !self.leaves_crowd(from) && !self.crowded(to);
        open.then_some(rate)
    }
    /// 6.2 Points for a step without zones of control, in halves; `None` where it is forbidden (6.3, 8.44).
    /// [rule: ch 6.2, ch 6.3, ch 8.44, ch 37.9]
    #[inline]
    pub(crate) fn ground_cost(&self, from: HexId, direction: usize, to: HexId) -> Option<u8> {
        let step = self.steps[from.index()][direction];
        if step.plain == Step::CLOSED || self.enemies.has(to.index()) {
            return None;
        }
        let mut cost = step.plain;
        if step.fast < cost
            && let Some(rate) = self.fast(from, direction, to, step)
        {
            cost = cost.min(rate);
        }
        if self.fallout && self.data.tainted(self.state, to) {
            cost *= 2;
        }
        if self.interdiction && self.interdicted(to) {
            cost += self.data.chart.interdicted;
        }
        Some(cost)
    }
    /// 7.5 Points on top for zones of control; `None` where a forced march may not go (6.52).
    /// [rule: ch 6.4, ch 6.52, ch 6.62, ch 7.51, ch 7.52, ch 7.53]
    #[inline]
    pub(crate) fn zone_cost(&self, from: HexId, to: HexId) -> Option<u8> {
        let enters = self.zones.has(to.index());
        if self.forced && enters {
            return None;
        }
        let mut cost = match (self.zones.has(from.index()), enters) {
            (false, _) => 0,
            (true, true) => self.through,
            (true, false) => self.leave,
        };
        if self.fallout && self.data.tainted(self.state, to) {
            cost *= 2;
        }
        Some(cost)
    }
    /// The whole cost of a step.
    pub(crate) fn step(&self, from: HexId, to: HexId) -> Option<u8> {
        let direction = self.data.ground.direction(from, to)?;
        Some(self.ground_cost(from, direction, to)? + self.zone_cost(from, to)?)
    }
    /// 9.1 Points to leave the map from an edge hex: as for entering that hex. [rule: ch 9.1]
    pub(crate) fn exit_cost(&self, hex: HexId) -> Option<u8> {
        let (data, chart, column) = (self.data, &self.data.chart, self.pace.column as usize);
        let zone = self.zones.has(hex.index());
        if self.forced && zone {
            return None;
        }
        let on_road = data.ground.edges[hex.index()].iter().any(|e| e.road);
        let on_rail = data.ground.edges[hex.index()].iter().any(|e| e.rail);
        let plain = chart.hex[column][data.ground.terrain(hex) as usize];
        let road = chart.road_to(column, data.ground.terrain(hex));
        let mut cost = plain;
        if !self.crowded(hex) {
            if on_road && !self.refugees {
                cost = cost.min(road);
            }
            if on_rail {
                cost = cost.min(chart.rail[column]);
            }
        }
        if zone && !self.bug_out {
            cost += chart.leave_zone[self.pace.zone as usize];
        }
        if self.fallout && data.tainted(self.state, hex) {
            cost *= 2;
        }
        Some(cost)
    }
}

impl MoveRules for March<'_> {
    const LEAST_STEP: u16 = 1;
    #[inline]
    fn cost(&self, from: HexId, direction: Direction, to: HexId) -> Option<u16> {
        let zones = self.zone_cost(from, to)?;
        self.ground_cost(from, direction.index(), to).map(|ground| u16::from(ground + zones))
    }
}

/// Whether a position word is a hex.
pub(crate) fn is_hex(hex: HexId) -> bool {
    hex.0 < off::FIRST
}
