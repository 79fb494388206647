//! 3.411-3.413 What a step costs, and where a force can go.

use crate::data::{Kind, UN};
use crate::game::Scope;
use crate::ground::{COAST, HexBits, JAPAN, LAND, RIVER, TERRAIN, WAY, each_hex};
use crate::plane::Plane;
use crate::state::{ForceId, HEXES, State};
use board::HexId;
use std::cell::RefCell;

/// A hex in reach: what is left of the points there, and the hex before it.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    pub hex: HexId,
    pub left: u8,
    pub from: HexId,
}

/// Where a force can go, in the order of hexes. The start is among them.
#[derive(Clone, Debug)]
pub struct Reach {
    start: HexId,
    stops: Vec<Stop>,
}

impl Reach {
    fn stop(&self, hex: HexId) -> Option<&Stop> {
        self.stops.binary_search_by_key(&hex, |s| s.hex).ok().map(|i| &self.stops[i])
    }
    /// What is left of the points in a hex.
    pub fn points_left(&self, hex: HexId) -> Option<u8> {
        self.stop(hex).map(|s| s.left)
    }
    /// The hex before one on the cheapest way.
    pub fn before(&self, hex: HexId) -> HexId {
        self.stop(hex).map_or(HexId::NONE, |s| s.from)
    }
    /// The hexes in reach, without the start.
    pub fn stops(&self) -> impl Iterator<Item = &Stop> {
        self.stops.iter().filter(|s| s.hex != self.start)
    }
}

/// What a force pays this turn, worked out once for all hexes.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    side: u8,
    terrain: [u8; 4],
    road: [u8; 4],
    bridged: u8,
    unbridged: u8,
    congestion: u8,
    enemy: u8,
    disengage: u8,
    full: usize,
    /// 3.12 The last frozen row, and that of coasts; below 0 nothing is frozen.
    frozen: [i32; 2],
}

/// A hex that can't be entered.
const CLOSED: u8 = u8::MAX;

/// What it takes to enter a hex across open country and by road.
#[derive(Clone, Copy, Debug)]
struct Price {
    plain: u8,
    road: u8,
}

const SHUT: Price = Price { plain: CLOSED, road: CLOSED };

/// What a search knows of a hex, if it has looked at it at all.
#[derive(Clone, Copy)]
struct Cell {
    /// The search that looked at it last: cells of earlier ones count for nothing.
    search: u32,
    /// The points left there; below 0 where the search has not come.
    left: i16,
    from: HexId,
    price: Price,
}

const UNSEEN: Cell = Cell { search: 0, left: -1, from: HexId::NONE, price: SHUT };

/// The workings of a search. Between searches all rings are empty.
struct Search {
    number: u32,
    cells: Vec<Cell>,
    reached: HexBits,
    /// Hexes beside an enemy that the side knows of, and what they rest on: mostly the same as in the search before.
    shadow: HexBits,
    enemies: (HexBits, u64),
    /// Hexes by points spent.
    rings: Vec<Vec<HexId>>,
}

thread_local! {
    static SEARCH: RefCell<Search> = RefCell::new(Search {
        number: 0,
        cells: vec![UNSEEN; HEXES],
        reached: HexBits::default(),
        shadow: HexBits::default(),
        enemies: (HexBits::default(), 0),
        rings: vec![Vec::new(); 1 + u8::MAX as usize],
    });
}

impl Search {
    fn begin(&mut self, start: HexId, points: u8) {
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            self.cells.fill(UNSEEN);
            self.number = 1;
        }
        self.reached.clear();
        self.reached.set(start.index(), true);
        self.cells[start.index()] = Cell { search: self.number, left: i16::from(points), ..UNSEEN };
        self.rings[0].push(start);
    }

    fn clear(&mut self, points: u8) {
        self.rings[..=usize::from(points)].iter_mut().for_each(Vec::clear);
    }

    /// What is left in a hex that was reached.
    fn left(&self, hex: HexId) -> Option<u8> {
        self.reached.has(hex.index()).then(|| self.cells[hex.index()].left as u8)
    }

    /// What was reached, in the order of hexes.
    fn stops(&self) -> Vec<Stop> {
        let mut stops = Vec::with_capacity(self.reached.len());
        each_hex(&self.reached, |hex| {
            let cell = &self.cells[hex.index()];
            stops.push(Stop { hex, left: cell.left as u8, from: cell.from });
        });
        stops
    }

    /// The way to a hex that was reached, without the start.
    fn way(&self, to: HexId) -> Vec<HexId> {
        let mut way = Vec::with_capacity(16);
        let mut hex = to;
        while self.cells[hex.index()].from.is_some() {
            way.push(hex);
            hex = self.cells[hex.index()].from;
        }
        way.reverse();
        way
    }
}

impl Scope<'_> {
    /// 3.413 Costs of a force by terrain, weather and era. [rule: ck 3.413]
    /// [rule: ck 3.413-1995]
    pub fn pace(&self, st: &State, force: ForceId) -> Pace {
        let (m, side) = (&self.world.numbers.movement, force.side());
        let chinese = self.chinese(st, force);
        let terrain = self.world.tables.terrain.each_ref();
        let costs = terrain.map(|t| if chinese { t.cost_china } else { t.cost });
        let open = self.roads_open(st, side);
        let mut road = terrain.map(|t| match (t.rough, self.world.era.modern()) {
            (false, _) => m.road as u8,
            (true, false) => m.road_rough as u8,
            (true, true) => m.road_rough_1995 as u8,
        });
        for (road, cost) in road.iter_mut().zip(costs) {
            *road = if open { cost.min(*road) } else { cost };
        }
        let commando =
            self.world.era.modern() && self.lone(st, force).is_some_and(|(_, kind)| kind == Kind::Cdo);
        Pace {
            side,
            terrain: costs,
            road,
            bridged: m.bridged_river as u8,
            unbridged: if st.weather.storm() { m.unbridged_in_storm } else { m.unbridged_river } as u8,
            congestion: m.congestion as u8,
            enemy: m.enemy_hex as u8,
            disengage: if commando { 0 } else { m.disengage as u8 },
            full: m.forces_in_hex as usize,
            frozen: self.freeze_rows(st),
        }
    }

    /// 3.413 What it costs to enter a hex, without leaving the enemy behind; closed where it can't be entered.
    /// [rule: ck 3.413, ck 3.41204, ck 3.41205, ck 3.41206]
    #[inline]
    fn price(&self, st: &State, pace: &Pace, to: HexId) -> Price {
        let (i, lie) = (to.index(), self.ground.lie[to.index()]);
        if lie & LAND == 0 {
            return SHUT;
        }
        let mut friends = 0;
        if let Some(holder) = st.holder(to) {
            if holder == pace.side {
                friends = st.stack(to);
            } else if st.level(pace.side, to) > 0 {
                return SHUT;
            }
        }
        if friends >= pace.full {
            return SHUT;
        }
        let mine = (lie & JAPAN != 0 || st.owner.has(i)) == (pace.side == UN);
        let mut more = if mine { 0 } else { pace.enemy };
        if lie & RIVER != 0 && i32::from(self.ground.row[i]) > pace.frozen[usize::from(lie & COAST != 0)] {
            more += if mine && lie & WAY != 0 { pace.bridged } else { pace.unbridged };
        }
        if friends > 0 {
            more += pace.congestion;
        }
        let terrain = usize::from(lie & TERRAIN);
        Price { plain: pace.terrain[terrain] + more, road: pace.road[terrain] + more }
    }

    /// 3.413 What it costs a force to enter a hex out of another, without leaving the enemy behind.
    pub fn entry_cost(&self, st: &State, force: ForceId, from: HexId, to: HexId) -> Option<u8> {
        self.entry(st, &self.pace(st, force), from, to)
    }

    fn entry(&self, st: &State, pace: &Pace, from: HexId, to: HexId) -> Option<u8> {
        let price = self.price(st, pace, to);
        let road = self.ground.direction(from, to).is_some_and(|d| self.ground.road(from, d));
        Some(if road { price.road } else { price.plain }).filter(|&cost| cost != CLOSED)
    }

    /// 3.41202 What it costs to leave a hex beside the enemy; lone commandos of 1995 slip away. [rule: ck 3.41202]
    /// [rule: ck 3.41202-commandos]
    pub fn leaving_cost(&self, st: &State, force: ForceId, from: HexId) -> u8 {
        if self.beside_enemy(st, force.side(), from) { self.pace(st, force).disengage } else { 0 }
    }

    /// 3.411 The whole cost of a step. [rule: ck 3.411]
    pub fn step_cost(&self, st: &State, force: ForceId, from: HexId, to: HexId) -> Option<u8> {
        self.paced_cost(st, &self.pace(st, force), from, to)
    }

    /// 3.411 The whole cost of a step at a known pace.
    pub fn paced_cost(&self, st: &State, pace: &Pace, from: HexId, to: HexId) -> Option<u8> {
        let leaving = if self.beside_enemy(st, pace.side, from) { pace.disengage } else { 0 };
        Some(self.entry(st, pace, from, to)?.saturating_add(leaving))
    }

    /// Every hex in reach of a force by what its side knows, cheapest way first.
    pub fn reach(&self, st: &State, force: ForceId) -> Reach {
        let start = st.force(force).hex;
        Reach { start, stops: self.search(st, force, HexId::NONE, Search::stops).unwrap_or_default() }
    }

    /// What a force would have left in a hex, if it can go there.
    pub fn points_left(&self, st: &State, force: ForceId, to: HexId) -> Option<u8> {
        self.search(st, force, to, |s| s.left(to)).flatten()
    }

    /// Every hex that a force can march to, in order.
    pub fn each_stop(&self, st: &State, force: ForceId, mut tell: impl FnMut(HexId)) {
        let start = st.force(force).hex;
        self.search(st, force, HexId::NONE, |s| {
            each_hex(&s.reached, |hex| {
                if hex != start {
                    tell(hex);
                }
            });
        });
    }

    /// The cheapest way to a hex, without the start; empty where there is none.
    pub fn way(&self, st: &State, force: ForceId, to: HexId) -> Vec<HexId> {
        self.search(st, force, to, |s| s.left(to).map(|_| s.way(to))).flatten().unwrap_or_default()
    }

    /// Searches as far as the points of a force last, or as it takes to find a goal; nothing where there is nothing to find.
    fn search<T>(
        &self,
        st: &State,
        force: ForceId,
        goal: HexId,
        tell: impl FnOnce(&Search) -> T,
    ) -> Option<T> {
        let (start, points) = (st.force(force).hex, st.force(force).points);
        let far = |hex: HexId, left: u8| goal.is_some() && self.ground.distance(hex, goal) > u32::from(left);
        // Every step costs a point at least.
        if self.ground.is_ocean(start) || far(start, points) {
            return None;
        }
        let pace = self.pace(st, force);
        Some(SEARCH.with_borrow_mut(|search| {
            search.begin(start, points);
            self.cast_shadow(st, pace.side, search);
            'rings: for spent in 0..=points {
                let mut at = 0;
                while let Some(&hex) = search.rings[usize::from(spent)].get(at) {
                    at += 1;
                    if hex == goal {
                        break 'rings;
                    }
                    let left = points - spent;
                    // From hexes that are too far away nothing on a way to the goal is reached either.
                    if search.cells[hex.index()].left == i16::from(left) && !far(hex, left) {
                        self.step_on(st, &pace, hex, points, spent, search);
                    }
                }
            }
            let told = tell(search);
            search.clear(points);
            told
        }))
    }

    /// The hexes beside an enemy on land that a side knows of.
    fn cast_shadow(&self, st: &State, side: u8, search: &mut Search) {
        let mut known = HexBits::default();
        for hex in st.forces_of(1 - side).map(|f| st.force(f).hex) {
            if st.level(side, hex) > 0 && self.ground.is_land(hex) {
                known.set(hex.index(), true);
            }
        }
        let enemies = (known, self.ground.low);
        if search.enemies != enemies {
            search.shadow = Plane::from(&known).grown(self.ground).into();
            search.enemies = enemies;
        }
    }

    /// All steps out of a hex that was reached for so many points.
    fn step_on(&self, st: &State, pace: &Pace, hex: HexId, points: u8, spent: u8, search: &mut Search) {
        let beside = search.shadow.has(hex.index());
        let Some(left) = (points - spent).checked_sub(if beside { pace.disengage } else { 0 }) else {
            return;
        };
        let roads = self.ground.roads[hex.index()];
        for (d, &to) in self.ground.next[hex.index()].iter().enumerate() {
            let Some(cell) = search.cells.get_mut(to.index()) else { continue };
            if cell.search != search.number {
                *cell = Cell { search: search.number, price: self.price(st, pace, to), ..UNSEEN };
            }
            let step = if roads >> d & 1 == 1 { cell.price.road } else { cell.price.plain };
            if step > left || step == CLOSED || cell.left >= i16::from(left - step) {
                continue;
            }
            (cell.left, cell.from) = (i16::from(left - step), hex);
            search.reached.set(to.index(), true);
            search.rings[usize::from(points - (left - step))].push(to);
        }
    }

    /// 1.4 Whether a hex belongs to a side; Japan is the United Nations'. [rule: ck 1.4]
    #[inline]
    pub fn friendly(&self, st: &State, side: u8, hex: HexId) -> bool {
        let un = st.owner.has(hex.index()) || self.ground.japan.has(hex.index());
        self.ground.is_land(hex) && un == (side == UN)
    }

    /// All land that belongs to a side.
    pub fn friendly_land(&self, st: &State, side: u8) -> HexBits {
        let mut out = self.ground.land;
        for ((land, owner), japan) in out.0.iter_mut().zip(&st.owner.0).zip(&self.ground.japan.0) {
            let un = owner | japan;
            *land &= if side == UN { un } else { !un };
        }
        out
    }

    /// Whether an enemy force on land that the side knows of is next to a hex.
    pub fn beside_enemy(&self, st: &State, side: u8, hex: HexId) -> bool {
        self.ground.neighbours(hex).any(|(_, n)| self.ground.is_land(n) && st.known_enemy(side, n))
    }
}
