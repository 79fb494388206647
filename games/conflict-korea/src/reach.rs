//! 3.411-3.413 What a step costs, and where a force can go.

use crate::data::{Kind, UN};
use crate::game::Scope;
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
    /// The way to a hex, without the start.
    pub fn path(&self, start: HexId, to: HexId) -> Vec<HexId> {
        let mut path = vec![to];
        while let Some(&last) = path.last() {
            let before = self.before(last);
            if before == start || !before.is_some() {
                break;
            }
            path.push(before);
        }
        path.reverse();
        path
    }
}

/// What a force pays this turn, worked out once for all hexes.
struct Pace {
    side: u8,
    terrain: [u8; 4],
    road: [u8; 4],
    bridged: u8,
    unbridged: u8,
    congestion: u8,
    enemy: u8,
    disengage: u8,
    full: usize,
}

const UNREACHED: u8 = u8::MAX;

/// The workings of a search. Between searches nothing is reached and all rings are empty.
struct Search {
    left: Vec<u8>,
    from: Vec<HexId>,
    touched: Vec<HexId>,
    /// Hexes by points spent.
    rings: Vec<Vec<HexId>>,
}

thread_local! {
    static SEARCH: RefCell<Search> = RefCell::new(Search {
        left: vec![UNREACHED; HEXES],
        from: vec![HexId::NONE; HEXES],
        touched: Vec::new(),
        rings: vec![Vec::new(); 1 + u8::MAX as usize],
    });
}

impl Search {
    fn begin(&mut self, start: HexId, points: u8) {
        self.left[start.index()] = points;
        self.touched.push(start);
        self.rings[0].push(start);
    }

    #[inline]
    fn arrive(&mut self, to: HexId, from: HexId, rest: u8, spent: u8) {
        let best = self.left[to.index()];
        if best == UNREACHED || best < rest {
            if best == UNREACHED {
                self.touched.push(to);
            }
            self.left[to.index()] = rest;
            self.from[to.index()] = from;
            self.rings[usize::from(spent)].push(to);
        }
    }

    /// What was reached, and everything is as before the search.
    fn finish(&mut self, start: HexId) -> Reach {
        self.touched.sort_unstable();
        let stops = self
            .touched
            .iter()
            .map(|&hex| Stop { hex, left: self.left[hex.index()], from: self.from[hex.index()] })
            .collect();
        for &hex in &self.touched {
            self.left[hex.index()] = UNREACHED;
            self.from[hex.index()] = HexId::NONE;
        }
        self.touched.clear();
        self.rings.iter_mut().for_each(Vec::clear);
        Reach { start, stops }
    }
}

impl Scope<'_> {
    /// 3.413 Costs of a force by terrain, weather and era. [rule: ck 3.413]
    /// [rule: ck 3.413-1995]
    fn pace(&self, st: &State, force: ForceId) -> Pace {
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
        }
    }

    /// 3.413 What it costs to enter a hex out of another, without leaving the enemy behind; none where it can't be entered.
    /// [rule: ck 3.413, ck 3.41204, ck 3.41205, ck 3.41206]
    #[inline]
    fn price(&self, st: &State, pace: &Pace, road: bool, to: HexId) -> Option<u8> {
        if !self.ground.is_land(to) {
            return None;
        }
        let friends = if st.holder(to) == Some(pace.side) { st.stack(to) } else { 0 };
        if friends >= pace.full {
            return None;
        }
        let terrain = self.ground.terrain(to) as usize;
        let mut cost = if road { pace.road[terrain] } else { pace.terrain[terrain] };
        let mine = self.friendly(st, pace.side, to);
        if self.ground.river.has(to.index()) && !self.frozen(st, to) {
            cost += if mine && self.ground.has_way(to) { pace.bridged } else { pace.unbridged };
        }
        if friends > 0 {
            cost += pace.congestion;
        }
        Some(if mine { cost } else { cost + pace.enemy })
    }

    /// 3.413 What it costs a force to enter a hex, without leaving the enemy behind.
    pub fn entry_cost(&self, st: &State, force: ForceId, from: HexId, to: HexId) -> Option<u8> {
        let road = self.ground.direction(from, to).is_some_and(|d| self.ground.road(from, d));
        self.price(st, &self.pace(st, force), road, to)
    }

    /// 3.41202 What it costs to leave a hex beside the enemy; lone commandos of 1995 slip away. [rule: ck 3.41202]
    /// [rule: ck 3.41202-commandos]
    pub fn leaving_cost(&self, st: &State, force: ForceId, from: HexId) -> u8 {
        if self.beside_enemy(st, force.side(), from) { self.pace(st, force).disengage } else { 0 }
    }

    /// 3.411 The whole cost of a step. [rule: ck 3.411]
    pub fn step_cost(&self, st: &State, force: ForceId, from: HexId, to: HexId) -> Option<u8> {
        Some(self.entry_cost(st, force, from, to)?.saturating_add(self.leaving_cost(st, force, from)))
    }

    /// Every hex in reach of a force by what its side knows, cheapest way first.
    pub fn reach(&self, st: &State, force: ForceId) -> Reach {
        self.search(st, force, HexId::NONE)
    }

    /// The reach of a force as far as it takes to find a hex, with the same way to it as the whole reach.
    pub fn reach_to(&self, st: &State, force: ForceId, goal: HexId) -> Reach {
        let f = st.force(force);
        // Every step costs a point at least.
        if goal.is_some() && self.ground.distance(f.hex, goal) > u32::from(f.points) {
            return Reach { start: f.hex, stops: Vec::new() };
        }
        self.search(st, force, goal)
    }

    fn search(&self, st: &State, force: ForceId, goal: HexId) -> Reach {
        let (start, points) = (st.force(force).hex, st.force(force).points);
        if self.ground.is_ocean(start) {
            return Reach { start, stops: Vec::new() };
        }
        let pace = self.pace(st, force);
        SEARCH.with_borrow_mut(|search| {
            search.begin(start, points);
            for spent in 0..=points {
                let mut at = 0;
                while let Some(&hex) = search.rings[usize::from(spent)].get(at) {
                    at += 1;
                    if hex == goal {
                        return search.finish(start);
                    }
                    if search.left[hex.index()] == points - spent {
                        self.step_on(st, &pace, hex, points, spent, search);
                    }
                }
            }
            search.finish(start)
        })
    }

    /// All steps out of a hex that was reached for so many points.
    fn step_on(&self, st: &State, pace: &Pace, hex: HexId, points: u8, spent: u8, search: &mut Search) {
        let mut exits = [(HexId::NONE, 0); 6];
        let (mut open, mut beside) = (0, false);
        for (d, &to) in self.ground.next[hex.index()].iter().enumerate().filter(|(_, to)| to.is_some()) {
            if st.known_enemy(pace.side, to) {
                beside |= self.ground.is_land(to);
            } else if let Some(cost) = self.price(st, pace, self.ground.road(hex, d), to) {
                exits[open] = (to, cost);
                open += 1;
            }
        }
        let leaving = if beside { pace.disengage } else { 0 };
        for &(to, cost) in &exits[..open] {
            let spent = spent.saturating_add(cost).saturating_add(leaving);
            if spent <= points {
                search.arrive(to, hex, points - spent, spent);
            }
        }
    }

    /// 1.4 Whether a hex belongs to a side; Japan is the United Nations'. [rule: ck 1.4]
    #[inline]
    pub fn friendly(&self, st: &State, side: u8, hex: HexId) -> bool {
        let un = st.owner.has(hex.index()) || self.ground.japan.has(hex.index());
        self.ground.is_land(hex) && un == (side == UN)
    }

    /// Whether an enemy force on land that the side knows of is next to a hex.
    pub fn beside_enemy(&self, st: &State, side: u8, hex: HexId) -> bool {
        self.ground.neighbours(hex).any(|(_, n)| self.ground.is_land(n) && st.known_enemy(side, n))
    }
}
