//! Lines of supply, depots and air supply (10.0).

use crate::data::Scenario;
use crate::sequence::{Verdict, ensure};
use crate::state::{Bridge, Hex, HexSet, NOWHERE, RED, Side, State, UN, UnitId, flag};
use board::{HexId, Wave};
use engine::flat::Stack;
use engine::{Play, say};
use std::cell::{OnceCell, RefCell};

thread_local! {
    /// The memory of floods: mostly a unit that moves changes nothing of what lines may pass.
    static FLOODS: RefCell<Floods> = RefCell::default();
}

/// How many floods are remembered: those of units and of depots, of either side.
const REMEMBERED: usize = 4;

#[derive(Default)]
struct Floods {
    wave: Wave,
    last: Vec<(Course, HexSet)>,
    /// Which of them is forgotten next.
    oldest: usize,
}

/// All that a flood depends on.
#[derive(Clone, PartialEq)]
struct Course {
    /// Which scenario's data.
    data: u64,
    side: Side,
    open: HexSet,
    sources: HexSet,
    bridges: Stack<Bridge, 8>,
}

/// Where a side's lines of supply run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Supply {
    /// Hexes joined to a source of units.
    units: HexSet,
    /// Hexes joined to a map symbol that feeds depots.
    depots: HexSet,
}

/// The lines of supply of a side, found when they are first asked for.
pub(crate) struct Lines<'a> {
    scenario: &'a Scenario,
    st: &'a State,
    side: Side,
    found: OnceCell<Supply>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(scenario: &'a Scenario, st: &'a State, side: Side) -> Self {
        Self { scenario, st, side, found: OnceCell::new() }
    }
    /// Whether a unit of the side is in supply.
    pub(crate) fn feed(&self, unit: UnitId) -> bool {
        let supply = self.found.get_or_init(|| self.scenario.supply(self.st, self.side));
        self.scenario.supplied(self.st, supply, unit)
    }
}

impl Scenario {
    /// 10.2 Whether a line may cross a hexside: the United Nations cross rivers only where a bridge stands.
    /// [rule: kb 10.2-limits]
    #[inline]
    fn line_crosses(&self, st: &State, side: Side, hex: Hex, direction: usize) -> bool {
        side == RED
            || self.ground.supply_sides[hex.index()] >> direction & 1 == 1
            || self.engineers_bridge(st, hex, self.ground.near[hex.index()][direction])
    }

    /// 10.0 The hexes that a line of `side` may pass: no enemy in them, and no enemy zone unless a friend is there (a
    /// dummy is none). [rule: kb 10.0, kb 10.2-limits]
    fn passable(&self, st: &State, side: Side) -> HexSet {
        let mut open = self.line_ground[side.index()];
        for unit in self.ids() {
            if !st.on_map(unit) || self.side(unit) == side {
                continue;
            }
            open.set(st.hex(unit), false);
            if self.projects(st, unit) {
                for &n in &self.ground.near[st.hex(unit).index()] {
                    if n != NOWHERE {
                        open.set(n, false);
                    }
                }
            }
        }
        for unit in self.deployed(st, side).filter(|&u| !self.quick[u.index()].dummy) {
            let hex = st.hex(unit);
            open.set(hex, self.line_ground[side.index()].has(hex));
        }
        open
    }

    /// The hexes that lines from the sources light: what was asked lately is remembered.
    fn flood(&self, st: &State, side: Side, sources: impl Iterator<Item = Hex>, open: &HexSet) -> HexSet {
        let sources = sources.collect();
        let course = Course { data: self.number, side, open: *open, sources, bridges: st.bridges };
        FLOODS.with_borrow_mut(|floods| {
            if let Some((_, lit)) = floods.last.iter().find(|(known, _)| *known == course) {
                return *lit;
            }
            let lit = self.spread(st, &course, &mut floods.wave);
            if floods.last.len() < REMEMBERED {
                floods.last.push((course, lit));
            } else {
                floods.last[floods.oldest] = (course, lit);
                floods.oldest = (floods.oldest + 1) % REMEMBERED;
            }
            lit
        })
    }

    /// Spreads from the sources over open hexes.
    fn spread(&self, st: &State, course: &Course, wave: &mut Wave) -> HexSet {
        let Course { side, open, .. } = *course;
        let mut dark = open;
        let sources = course.sources.iter().map(|h| HexId(h.0));
        let grid = self.ground.map.grid();
        if side == RED {
            return HexSet(wave.spread(grid, sources, &open.0));
        }
        if st.bridges.is_empty() {
            wave.flood(grid, sources, None, &mut dark.0, |from| self.ground.supply_sides[from.index()]);
        } else {
            wave.flood(grid, sources, None, &mut dark.0, |from| {
                let over = |d: &usize| self.line_crosses(st, side, Hex(from.0), *d);
                (0..6).filter(over).fold(0, |mask, d| mask | 1 << d)
            });
        }
        let mut lit = open;
        lit.0.0.iter_mut().zip(dark.0.0).for_each(|(lit, dark)| *lit &= !dark);
        lit
    }

    /// The sources of a side that still hold; 0907 is gone for good once the Chinese have entered it.
    /// [rule: kb 10.0-sources]
    fn live_sources<'a>(&'a self, st: &'a State, side: Side) -> impl Iterator<Item = Hex> + 'a {
        self.sources[side.index()].iter().copied().filter(move |h| {
            let fragile = self.fragile_sources.iter().position(|f| f == h);
            side == RED || fragile.is_none_or(|i| st.ledger.lost_sources >> i & 1 == 0)
        })
    }

    /// All lines of supply of a side. A depot feeds units while it has its own line to a map symbol.
    /// [rule: kb 10.0-depots, kb 10.0-sources, kb 9.0]
    pub(crate) fn supply(&self, st: &State, side: Side) -> Supply {
        let mut supply = Supply::default();
        let open = self.passable(st, side);
        if side != RED || self.symbols.is_empty() {
            supply.units = self.flood(st, side, self.live_sources(st, side), &open);
            return supply;
        }
        // A valid depot stands in a region that a symbol lights; the region then feeds units too.
        supply.depots = self.flood(st, side, self.symbols.iter().copied(), &open);
        let depots = self.deployed(st, RED).filter(|u| self.quick[u.index()].depot).map(|u| st.hex(u));
        let valid = depots.filter(|&hex| supply.depots.has(hex));
        supply.units = self.flood(st, side, valid, &open);
        supply
    }

    /// Whether a hex is a source, or has a neighbour on a line over a hexside that a line may cross.
    fn joined(&self, st: &State, side: Side, hex: Hex, lit: &HexSet, sources: &[Hex]) -> bool {
        if sources.contains(&hex) {
            return true;
        }
        self.ground.near[hex.index()]
            .iter()
            .enumerate()
            .any(|(d, &n)| n != NOWHERE && lit.has(n) && self.line_crosses(st, side, hex, d))
    }

    /// Whether a unit on the map is in supply: a line from the hexes around it, a source or valid depot in its own
    /// hex, or Air Supply. [rule: kb 10.0, kb 10.0-depots, kb 10.2-air]
    pub(crate) fn supplied(&self, st: &State, supply: &Supply, unit: UnitId) -> bool {
        if st.has(unit, flag::AIR) {
            return true;
        }
        let (side, hex) = (self.side(unit), st.hex(unit));
        if self.quick[unit.index()].depot {
            return self.joined(st, side, hex, &supply.depots, &self.symbols);
        }
        if side == RED && !self.symbols.is_empty() {
            let depot = |u: UnitId| self.quick[u.index()].depot && self.supplied(st, supply, u);
            return st.units_in(hex).any(depot) || self.joined(st, side, hex, &supply.units, &[]);
        }
        let on_source = self.live_sources(st, side).any(|s| s == hex);
        on_source || self.joined(st, side, hex, &supply.units, &[])
    }

    /// The lit hexes, for the overlay.
    pub(crate) fn lines(supply: &Supply) -> impl Iterator<Item = Hex> + '_ {
        supply.units.iter()
    }

    /// 10.2 Air Supply: one United Nations unit is in supply for the whole game turn; one marker fewer next turn.
    /// [rule: kb 10.2-air]
    pub(crate) fn may_fly(&self, st: &State, unit: UnitId) -> Verdict {
        let rule = "kb 10.2-air";
        ensure(st.player == UN, rule, || say!("Air Supply is flown in the United Nations' player turn"))?;
        ensure(st.air_left > 0, rule, || say!("no Air Supply counter is left"))?;
        let there = self.side(unit) == UN && st.on_map(unit);
        ensure(there, rule, || say!("Air Supply is flown to United Nations units on the map"))?;
        ensure(!st.has(unit, flag::AIR), rule, || say!("{unit} is supplied by air already", unit))
    }

    /// One unit is in supply for the whole game turn. [rule: kb 10.2-air]
    pub(crate) fn fly_supply(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        st.air_left -= 1;
        let less = self.parameters.air_cost;
        st.air_less += less;
        st.mark(unit, flag::AIR);
        let text = say!(
            "{unit} is supplied by air this turn; {less} support {less|marker|markers} fewer next turn",
            unit,
            less
        );
        play.say(UN.seat(), "kb 10.2-air", text).on(st.hex(unit));
    }
}
