//! The search of movement (5.0, 5.1): how far a unit gets, by the cheapest ways.

use crate::data::Scenario;
use crate::ground::PROHIBITED;
use crate::movement::Moving;
use crate::state::{Bridge, HEXES, Hex, HexSet, NOBODY, NOWHERE, Side, State, UN, UnitId};
use board::{Direction, HexId, LayerReach, LayerRules, LayerScratch, Start};
use engine::flat::{Array, Stack};
use std::cell::RefCell;

/// More half points than any unit can have.
pub(crate) const MOST: usize = 64;

thread_local! {
    /// The memory of searches, used again and again; every search begins it anew, unless it asks what one before has answered.
    static SEARCHED: RefCell<Searched> = RefCell::default();
}

/// How many walks are remembered: engineers look around from where they stand again and again.
const WALKS: usize = 4;

#[derive(Default)]
struct Searched {
    /// The last search of a mover that has one layer, and of one that has two.
    moves: [Search; 2],
    walks: [Search; WALKS],
    /// Which walk is forgotten next.
    oldest: usize,
}

#[derive(Default)]
struct Search {
    scratch: LayerScratch,
    /// What was asked, if it was everything in reach.
    question: Option<Question>,
}

/// All that a search depends on: a move that was searched for the list is not searched again when it is made.
struct Question {
    terms: Terms,
    zoc: Array<u8, HEXES>,
}

/// The small part of a question.
#[derive(Clone, Copy, PartialEq)]
struct Terms {
    /// Which scenario's data.
    data: u64,
    going: Moving,
    from: Hex,
    heedless: bool,
    allowance: u8,
    enemies: HexSet,
    bridges: Stack<Bridge, 8>,
}

impl Search {
    fn knows(&self, terms: &Terms, st: &State) -> bool {
        let same = |q: &Question| q.terms == *terms && (terms.heedless || q.zoc == st.zoc);
        self.question.as_ref().is_some_and(same)
    }
}

impl Searched {
    /// The search that knows the answer, or one to be made anew.
    fn of(&mut self, mover: &Mover<'_>, terms: &Terms) -> &mut Search {
        if !mover.heedless {
            return &mut self.moves[usize::from(mover.mobile)];
        }
        let known = self.walks.iter().position(|walk| walk.knows(terms, mover.st));
        let walk = known.unwrap_or_else(|| {
            self.oldest = (self.oldest + 1) % WALKS;
            self.oldest
        });
        &mut self.walks[walk]
    }
}

/// What a search found.
pub(crate) struct Range<'a>(LayerReach<'a>);

impl Range<'_> {
    /// The least cost of reaching a hex, in half points.
    pub(crate) fn cost(&self, hex: Hex) -> Option<u8> {
        self.0.cost(HexId(hex.0)).map(|cost| cost as u8)
    }
    /// The hex before this one on the cheapest way.
    pub(crate) fn before(&self, hex: Hex) -> Option<Hex> {
        self.0.before(HexId(hex.0)).map(|h| Hex(h.0))
    }
    /// The reached hexes in rising order, the start among them.
    pub(crate) fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.0.hexes().map(|h| Hex(h.0))
    }
    /// The cheapest way to a hex, from the first hex after the start.
    pub(crate) fn path(&self, to: Hex) -> Vec<HexId> {
        let mut path = Vec::new();
        self.0.path(HexId(to.0), &mut path);
        path
    }
}

/// A unit about to step, with what every step asks of it looked up once.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a> {
    scenario: &'a Scenario,
    st: &'a State,
    unit: UnitId,
    side: Side,
    kind: usize,
    mobile: bool,
    /// Commandos pay no heed to zones.
    heedless: bool,
    pub(crate) allowance: u8,
    /// The bits of the enemy's zones.
    zones: u8,
    bridges: bool,
    /// Whether it has spent nothing yet.
    fresh: bool,
}

impl<'a> Mover<'a> {
    pub(crate) fn new(scenario: &'a Scenario, st: &'a State, unit: UnitId) -> Self {
        let quick = &scenario.quick[unit.index()];
        Self {
            scenario,
            st,
            unit,
            side: quick.side,
            kind: usize::from(quick.mobile),
            mobile: quick.mobile,
            heedless: quick.commando,
            allowance: scenario.allowance(st, unit),
            zones: if quick.side == UN { 240 } else { 15 },
            bridges: quick.side == UN && !st.bridges.is_empty(),
            fresh: true,
        }
    }

    /// Whether it matters to its steps that it has left an enemy zone.
    fn is_layered(&self) -> bool {
        self.mobile && !self.heedless
    }

    #[inline]
    pub(crate) fn in_zone(&self, hex: Hex) -> bool {
        self.st.zoc[hex.index()] & self.zones != 0
    }

    /// What one step costs with the zones of control in it; none if the unit may not take it. `leaves` says whether
    /// the hex left lies in a zone. The third value says whether the unit has then left a zone in this move.
    ///
    /// A leg unit in a zone goes to another zone only as its whole move; a mobile unit that has left a zone pays half
    /// its allowance to enter one; commandos pay no heed.
    /// [rule: kb 5.1.1-leg-exit, kb 5.1.1-mobile, kb 5.1.2-leg, kb 5.1.2-mobile, kb 5.1.2-commando]
    #[inline(always)]
    pub(crate) fn step(
        &self,
        from: Hex,
        d: usize,
        leaves: bool,
        exited: bool,
        fresh: bool,
    ) -> Option<(Hex, u8, bool)> {
        let edge = self.scenario.ground.edge(self.kind, from, d);
        let mut cost = edge.cost;
        if self.bridges && edge.to != NOWHERE {
            cost = self.scenario.step_cost(self.st, self.unit, from, d);
        }
        if cost == PROHIBITED {
            return None;
        }
        let first = self.st.first[edge.to.index()];
        if first != NOBODY && self.scenario.side(first) != self.side {
            return None;
        }
        if self.heedless {
            return Some((edge.to, cost, false));
        }
        let enters = self.in_zone(edge.to);
        if self.mobile {
            let exited = exited || leaves;
            let surcharge = if exited && enters { self.allowance / 4 * 2 } else { 0 };
            return Some((edge.to, cost + surcharge, exited));
        }
        if leaves && enters {
            let allowed = fresh && !self.scenario.ground.fort[edge.to.index()];
            return allowed.then_some((edge.to, self.allowance, false));
        }
        Some((edge.to, cost, false))
    }
}

/// A hex that is left: whether it lies in an enemy zone, whether one was left before, whether it is where the move begins.
pub(crate) struct Leaving {
    hex: Hex,
    zone: bool,
    exited: bool,
    fresh: bool,
}

/// A leg unit goes no farther than the first enemy zone; the second layer is a mobile unit that has left one.
/// [rule: kb 5.0, kb 5.1-edge, kb 5.1.1-leg]
impl LayerRules for Mover<'_> {
    const LAYERS: usize = 2;
    type Leaving = Leaving;

    #[inline]
    fn leaving(&self, from: HexId, layer: usize) -> Leaving {
        let hex = Hex(from.0);
        Leaving {
            hex,
            zone: !self.heedless && self.in_zone(hex),
            exited: layer == 1,
            fresh: self.fresh && hex == self.st.hex(self.unit),
        }
    }
    #[inline(always)]
    fn step(&self, from: &Leaving, direction: Direction, _: HexId) -> Option<(u16, usize)> {
        let (_, cost, exited) = self.step(from.hex, direction.index(), from.zone, from.exited, from.fresh)?;
        Some((cost.into(), usize::from(exited)))
    }
    #[inline]
    fn must_stop(&self, hex: HexId) -> bool {
        !self.mobile && !self.heedless && self.in_zone(Hex(hex.0))
    }
}

/// A mover that keeps to the first layer: it is searched for in half the time.
struct Plain<'a>(Mover<'a>);

impl LayerRules for Plain<'_> {
    const LAYERS: usize = 1;
    type Leaving = Leaving;

    #[inline]
    fn leaving(&self, from: HexId, layer: usize) -> Leaving {
        self.0.leaving(from, layer)
    }
    #[inline]
    fn step(&self, from: &Leaving, direction: Direction, to: HexId) -> Option<(u16, usize)> {
        LayerRules::step(&self.0, from, direction, to).map(|(cost, _)| (cost, 0))
    }
    #[inline]
    fn must_stop(&self, hex: HexId) -> bool {
        self.0.must_stop(hex)
    }
}

impl Scenario {
    /// Everything the unit can reach from where it is, handed to `read`.
    pub(crate) fn range<T>(&self, st: &State, going: Moving, read: impl FnOnce(&Range<'_>) -> T) -> T {
        self.search(&Mover::new(self, st, going.unit), going, None, read)
    }
    /// The same, but no farther than it takes to find the cheapest way to a goal.
    pub(crate) fn range_to<T>(
        &self,
        st: &State,
        going: Moving,
        goal: Hex,
        read: impl FnOnce(&Range<'_>) -> T,
    ) -> T {
        self.search(&Mover::new(self, st, going.unit), going, Some(goal), read)
    }
    /// Hexes within a distance in movement points, zones ignored, handed to `read`.
    pub(crate) fn walk<T>(
        &self,
        st: &State,
        unit: UnitId,
        most: u8,
        read: impl FnOnce(&Range<'_>) -> T,
    ) -> T {
        let mover = Mover { heedless: true, allowance: most, ..Mover::new(self, st, unit) };
        self.search(&mover, Moving::from_rest(unit), None, read)
    }

    fn search<T>(
        &self,
        mover: &Mover<'_>,
        going: Moving,
        goal: Option<Hex>,
        read: impl FnOnce(&Range<'_>) -> T,
    ) -> T {
        let start = Start {
            hex: HexId(mover.st.hex(going.unit).0),
            spent: going.spent.into(),
            layer: usize::from(going.exited),
        };
        let mover = Mover { fresh: going.spent == 0, ..*mover };
        let (from, budget) = (mover.st.hex(going.unit), mover.allowance);
        let terms = Terms {
            data: self.number,
            going,
            from,
            heedless: mover.heedless,
            allowance: budget,
            enemies: self.deployed(mover.st, mover.side.other()).map(|u| mover.st.hex(u)).collect(),
            bridges: mover.st.bridges,
        };
        let goal = goal.map(|g| HexId(g.0));
        let grid = self.ground.map.grid();
        SEARCHED.with_borrow_mut(|searched| {
            let search = searched.of(&mover, &terms);
            if search.knows(&terms, mover.st) {
                return read(&Range(search.scratch.last()));
            }
            search.question = goal.is_none().then_some(Question { terms, zoc: mover.st.zoc });
            let reach = if mover.is_layered() {
                search.scratch.range(grid, start, budget.into(), goal, &mover)
            } else {
                let start = Start { layer: 0, ..start };
                search.scratch.range(grid, start, budget.into(), goal, &Plain(mover))
            };
            read(&Range(reach))
        })
    }
}
