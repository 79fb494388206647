//! Movement range and cheapest paths in whole movement points.

use crate::{Direction, HexGrid, HexId};

/// What a game says about moving one unit. Every hook is small and is called in the inner loop;
/// games count in the smallest unit they use (half points, if roads cost a half).
///
/// Only [`MoveRules::cost`] must be given. Zones of control fit in three ways: as `must_stop`
/// (entering ends the move), as `zone` (a price or a ban between two hexes, such as from one
/// enemy zone into the next), or as part of `cost`.
pub trait MoveRules {
    /// Points to go from a hex across one of its sides into the next, `None` if that is forbidden.
    fn cost(&self, from: HexId, direction: Direction, to: HexId) -> Option<u16>;

    /// Points on top of `cost` for zones of control on either side, `None` if they forbid the step.
    #[inline]
    fn zone(&self, from: HexId, to: HexId) -> Option<u16> {
        let _ = (from, to);
        Some(0)
    }

    /// Whether a unit that enters this hex may go no further. Not asked of the hex it starts in.
    #[inline]
    fn must_stop(&self, hex: HexId) -> bool {
        let _ = hex;
        false
    }

    /// Whether the unit may end its move here; stacking usually decides. It may still pass.
    #[inline]
    fn may_end(&self, hex: HexId) -> bool {
        let _ = hex;
        true
    }
}

#[derive(Clone, Copy, Default, Debug)]
struct Node {
    stamp: u32,
    cost: u16,
    /// Direction of the step that led here, [`START`] where the search began.
    arrival: u8,
    may_end: bool,
}

const START: u8 = 6;
const NIL: u32 = u32::MAX;

/// Working memory for searches. Keep one and use it again: after the first search on a map no
/// search allocates, and nothing is cleared between searches.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    nodes: Vec<Node>,
    stamp: u32,
    /// Hexes waiting, as linked lists, one list for each number of points.
    waiting: Vec<(u32, HexId)>,
    heads: Vec<u32>,
    settled: Vec<HexId>,
}

impl Scratch {
    /// Working memory for maps of this size; it grows by itself on a larger map.
    pub fn new(hexes: usize) -> Scratch {
        let mut scratch = Scratch::default();
        scratch.make_room(hexes, 0);
        scratch
    }

    fn make_room(&mut self, hexes: usize, budget: u16) {
        if self.nodes.len() < hexes {
            self.nodes.resize(hexes, Node::default());
            // A hex waits at most once for each neighbour and once as a start.
            self.waiting.reserve(7 * hexes);
            self.settled.reserve(hexes);
        }
        if self.heads.len() <= usize::from(budget) {
            self.heads.resize(usize::from(budget) + 1, NIL);
        }
    }

    fn begin(&mut self, grid: &HexGrid, budget: u16) {
        self.make_room(grid.len(), budget);
        self.settled.clear();
        self.waiting.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.nodes.fill(Node::default());
            self.stamp = 1;
        }
    }

    /// Every hex a unit can reach from `start` with `budget` points.
    ///
    /// Of several cheapest ways into a hex, the one whose last step has the lowest direction wins,
    /// hex by hex back to the start: the same question always gets the same path.
    pub fn range<'a, R: MoveRules>(
        &'a mut self,
        grid: &'a HexGrid,
        start: HexId,
        budget: u16,
        rules: &R,
    ) -> Reach<'a> {
        self.range_from(grid, &[(start, 0)], budget, rules)
    }

    /// As [`Scratch::range`], from several hexes, each with points already spent.
    pub fn range_from<'a, R: MoveRules>(
        &'a mut self,
        grid: &'a HexGrid,
        starts: &[(HexId, u16)],
        budget: u16,
        rules: &R,
    ) -> Reach<'a> {
        self.search(grid, starts, budget, rules, HexId::NONE);
        Reach { nodes: &self.nodes, stamp: self.stamp, settled: &self.settled, grid }
    }

    /// The cheapest path from `start` to `goal`, both included, written into `path`. Returns its
    /// cost, or `None`, with `path` empty, if the budget or the rules do not allow it. It is the
    /// path that [`Reach::path`] gives.
    pub fn path<R: MoveRules>(
        &mut self,
        grid: &HexGrid,
        start: HexId,
        goal: HexId,
        budget: u16,
        rules: &R,
        path: &mut Vec<HexId>,
    ) -> Option<u16> {
        self.search(grid, &[(start, 0)], budget, rules, goal);
        let reach = Reach { nodes: &self.nodes, stamp: self.stamp, settled: &self.settled, grid };
        let cost = reach.cost(goal).filter(|_| self.settled.last() == Some(&goal));
        path.clear();
        if cost.is_some() {
            reach.path(goal, path);
        }
        cost
    }

    fn search<R: MoveRules>(
        &mut self,
        grid: &HexGrid,
        starts: &[(HexId, u16)],
        budget: u16,
        rules: &R,
        goal: HexId,
    ) {
        self.begin(grid, budget);
        for &(hex, spent) in starts {
            let node = self.nodes[hex.index()];
            if spent <= budget && (node.stamp != self.stamp || spent < node.cost) {
                self.enter(hex, spent, START);
            }
        }
        let mut left = self.waiting.len();
        for cost in 0..=budget {
            if left == 0 {
                break;
            }
            while let Some(hex) = self.next_waiting(cost) {
                left -= 1;
                if self.nodes[hex.index()].cost != cost {
                    continue;
                }
                let was = self.waiting.len();
                self.settle(grid, hex, budget, rules);
                left += self.waiting.len() - was;
                if hex == goal {
                    return self.heads.fill(NIL);
                }
            }
        }
    }

    #[inline]
    fn enter(&mut self, hex: HexId, cost: u16, arrival: u8) {
        self.nodes[hex.index()] = Node { stamp: self.stamp, cost, arrival, may_end: false };
        let head = &mut self.heads[usize::from(cost)];
        self.waiting.push((*head, hex));
        *head = self.waiting.len() as u32 - 1;
    }

    #[inline]
    fn next_waiting(&mut self, cost: u16) -> Option<HexId> {
        let head = &mut self.heads[usize::from(cost)];
        let &(next, hex) = self.waiting.get(*head as usize)?;
        *head = next;
        Some(hex)
    }

    #[inline]
    fn settle<R: MoveRules>(&mut self, grid: &HexGrid, hex: HexId, budget: u16, rules: &R) {
        let node = &mut self.nodes[hex.index()];
        let (cost, started) = (node.cost, node.arrival == START);
        node.may_end = rules.may_end(hex);
        self.settled.push(hex);
        if !started && rules.must_stop(hex) {
            return;
        }
        for (number, &to) in grid.neighbours(hex).iter().enumerate() {
            let Some(&next) = self.nodes.get(to.index()) else { continue };
            let seen = next.stamp == self.stamp;
            if seen && next.cost <= cost {
                continue;
            }
            let Some(step) = rules.cost(hex, Direction::new(number), to) else { continue };
            let Some(zone) = rules.zone(hex, to) else { continue };
            let total = u32::from(cost) + u32::from(step) + u32::from(zone);
            if total > u32::from(budget) {
                continue;
            }
            let total = total as u16;
            if !seen || total < next.cost {
                self.enter(to, total, number as u8);
            } else if total == next.cost && (number as u8) < next.arrival && next.arrival != START {
                self.nodes[to.index()].arrival = number as u8;
            }
        }
    }
}

/// What a search found. It borrows the working memory until the next search.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    nodes: &'a [Node],
    stamp: u32,
    settled: &'a [HexId],
    grid: &'a HexGrid,
}

impl<'a> Reach<'a> {
    fn node(&self, hex: HexId) -> Option<&'a Node> {
        self.nodes.get(hex.index()).filter(|node| node.stamp == self.stamp)
    }

    /// Points to reach a hex, `None` if it is out of reach.
    pub fn cost(&self, hex: HexId) -> Option<u16> {
        self.node(hex).map(|node| node.cost)
    }

    /// Every hex within reach with its cost, the start included, cheapest first and in a fixed
    /// order within one cost. A unit can pass all of them; see [`Reach::destinations`].
    pub fn hexes(&self) -> impl Iterator<Item = (HexId, u16)> + use<'a> {
        let nodes = self.nodes;
        self.settled.iter().map(move |&hex| (hex, nodes[hex.index()].cost))
    }

    /// The hexes within reach in which the move may end, in the order of [`Reach::hexes`].
    pub fn destinations(&self) -> impl Iterator<Item = (HexId, u16)> + use<'a> {
        let nodes = self.nodes;
        self.hexes().filter(move |(hex, _)| nodes[hex.index()].may_end)
    }

    /// Whether the move may end in this hex.
    pub fn may_end(&self, hex: HexId) -> bool {
        self.node(hex).is_some_and(|node| node.may_end)
    }

    /// The hex from which the cheapest path enters this one; `None` for a start and out of reach.
    pub fn previous(&self, hex: HexId) -> Option<HexId> {
        let node = self.node(hex).filter(|node| node.arrival != START)?;
        self.grid.neighbour(hex, Direction::new(usize::from(node.arrival)).opposite())
    }

    /// Writes the cheapest path into `path`, from the start to the hex, both included; says
    /// whether there is one.
    pub fn path(&self, to: HexId, path: &mut Vec<HexId>) -> bool {
        path.clear();
        if self.node(to).is_none() {
            return false;
        }
        path.push(to);
        let mut here = to;
        while let Some(before) = self.previous(here) {
            path.push(before);
            here = before;
        }
        path.reverse();
        true
    }
}
