//! Movement range and cheapest paths in whole movement points.

use crate::{Direction, HexGrid, HexId};

/// What a game says about moving one unit. Every hook is small and is called in the inner loop;
/// games count in the smallest unit they use (half points, if roads cost a half).
///
/// Only [`MoveRules::cost`] must be given. Zones of control fit in three ways: as `must_stop`
/// (entering ends the move), as `zone` (a price or a ban between two hexes, such as from one
/// enemy zone into the next), or as part of `cost`.
pub trait MoveRules {
    /// No step costs less than this. A game without free steps may say 1 or more: the search then
    /// does not try to leave hexes with too few points left.
    const LEAST_STEP: u16 = 0;

    /// Points to go from a hex across one of its sides into the next, `None` if that is forbidden.
    fn cost(&self, from: HexId, direction: Direction, to: HexId) -> Option<u16>;

    /// Points on top of `cost` for zones of control on either side, `None` if they forbid the step.
    #[inline]
    fn zone(&self, from: HexId, to: HexId) -> Option<u16> {
        let _ = (from, to);
        Some(0)
    }

    /// The points of all six steps out of a hex, [`FORBIDDEN`] or more where one may not be taken or leads off the map. A
    /// game that looks a whole row of prices up in a table answers faster than by six single questions.
    #[inline]
    fn steps(&self, from: HexId, around: &[HexId; 6]) -> [u32; 6] {
        std::array::from_fn(|number| {
            let to = around[number];
            if !to.is_some() {
                return FORBIDDEN;
            }
            // What is forbidden costs more than any budget, so that one comparison decides.
            let points = |cost: Option<u16>| cost.map_or(FORBIDDEN, u32::from);
            points(self.cost(from, Direction::new(number), to)) + points(self.zone(from, to))
        })
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

/// The cost of every step on a map for one kind of unit, worked out once: terrain, hexsides, roads.
/// What changes during play (zones, stacking, mud) stays with the other hooks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepCosts {
    steps: Vec<[u16; 6]>,
}

impl StepCosts {
    /// Asks for the cost of every step from a hex to its neighbour. A cost of 65,535 or more is
    /// forbidden like `None`.
    pub fn new(grid: &HexGrid, mut cost: impl FnMut(HexId, Direction, HexId) -> Option<u16>) -> StepCosts {
        let step = |from: HexId| {
            let around = grid.neighbours(from);
            Direction::ALL.map(|direction| {
                let to = around[direction.index()];
                let points = if to.is_some() { cost(from, direction, to) } else { None };
                points.unwrap_or(u16::MAX)
            })
        };
        StepCosts { steps: grid.hexes().map(step).collect() }
    }

    /// The cost of a step, `None` if it is forbidden or leads off the map.
    #[inline]
    pub fn get(&self, from: HexId, direction: Direction) -> Option<u16> {
        let points = self.steps[from.index()][direction.index()];
        if points == u16::MAX { None } else { Some(points) }
    }
}

/// What a search knows of a hex, in one number so that one comparison decides: points first, then the
/// direction of the step that led here, then whether the move may end.
///
/// Points are kept as `base + points`. Every search takes a base so much lower than the one before
/// that all its marks lie below whatever earlier searches left: nothing needs to be cleared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Mark(u32);

impl Mark {
    /// Arrival of a hex in which the search began.
    const START: u32 = 0;

    /// `arrival` is one more than the direction of the last step, or [`Mark::START`].
    #[inline]
    const fn new(key: u32, arrival: u32) -> Mark {
        Mark(key << 4 | arrival << 1)
    }

    #[inline]
    const fn key(self) -> u32 {
        self.0 >> 4
    }

    #[inline]
    const fn arrival(self) -> u32 {
        self.0 >> 1 & 7
    }

    #[inline]
    const fn may_end(self) -> bool {
        self.0 & 1 != 0
    }
}

const NIL: u32 = u32::MAX;
/// Keys begin so low that two forbidden steps on top of one still fit into a mark.
const HIGHEST: u32 = (1 << 28) - (1 << 19);
/// Stands for a forbidden step: more than any budget.
pub const FORBIDDEN: u32 = 1 << 17;
const NOWHERE: Mark = Mark::new(HIGHEST, 0);

/// Working memory for searches. Keep one and use it again: after the first search on a map no
/// search allocates, and nothing is cleared between searches.
#[derive(Clone, Debug)]
pub struct Scratch {
    marks: Vec<Mark>,
    /// Key of zero points in the latest search, and the first key beyond its budget.
    base: u32,
    end: u32,
    /// Hexes waiting, as linked lists, one list for each number of points.
    waiting: Vec<(u32, HexId)>,
    heads: Vec<u32>,
    settled: Vec<HexId>,
    count: usize,
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch {
            marks: Vec::new(),
            base: HIGHEST,
            end: HIGHEST,
            waiting: Vec::new(),
            heads: Vec::new(),
            settled: Vec::new(),
            count: 0,
        }
    }
}

impl Scratch {
    /// Working memory for maps of this size; it grows by itself on a larger map.
    pub fn new(hexes: usize) -> Scratch {
        let mut scratch = Scratch::default();
        scratch.make_room(hexes, 0);
        scratch
    }

    fn make_room(&mut self, hexes: usize, budget: u16) {
        if self.marks.len() < hexes {
            self.marks.resize(hexes, NOWHERE);
            // A hex waits at most once for each neighbour and once as a start.
            self.waiting.resize(7 * hexes, (NIL, HexId::NONE));
            self.settled.resize(hexes, HexId::NONE);
        }
        if self.heads.len() <= usize::from(budget) {
            self.heads.resize(usize::from(budget) + 1, NIL);
        }
    }

    fn begin(&mut self, grid: &HexGrid, budget: u16) {
        self.make_room(grid.len(), budget);
        let points = u32::from(budget) + 1;
        if self.base < points {
            self.marks.fill(NOWHERE);
            self.base = HIGHEST;
        }
        self.end = self.base;
        self.base -= points;
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
        self.reach(grid)
    }

    /// What the latest search found, once more: for who knows that the question is the same.
    pub fn reach<'a>(&'a self, grid: &'a HexGrid) -> Reach<'a> {
        Reach {
            marks: &self.marks,
            base: self.base,
            end: self.end,
            settled: &self.settled[..self.count],
            grid,
        }
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
        path.clear();
        if self.settled[..self.count].last() != Some(&goal) {
            return None;
        }
        let reach = self.reach(grid);
        reach.path(goal, path);
        reach.cost(goal)
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
        let (base, end) = (self.base, self.end);
        let settled = &mut self.settled[..];
        let mut front = Front {
            marks: &mut self.marks[..grid.len()],
            base,
            limit: Mark::new(end, Mark::START),
            lists: Lists { heads: &mut self.heads, waiting: &mut self.waiting, entered: 0 },
        };
        front.start(starts);
        let (mut taken, mut count) = (0, 0);
        'search: for here in base..end {
            if taken == front.lists.entered {
                break;
            }
            while let Some(hex) = front.lists.pop((here - base) as usize) {
                taken += 1;
                let mark = &mut front.marks[hex.index()];
                if mark.key() != here {
                    continue;
                }
                mark.0 |= u32::from(rules.may_end(hex));
                settled[count] = hex;
                count += 1;
                if hex == goal {
                    front.lists.heads.fill(NIL);
                    break 'search;
                }
                let stops = mark.arrival() != Mark::START && rules.must_stop(hex);
                if !stops && here + u32::from(R::LEAST_STEP) < end {
                    let around = grid.neighbours(hex);
                    front.enter(here, around, keys_around(hex, here, around, rules), R::LEAST_STEP == 0);
                }
            }
        }
        self.count = count;
    }
}

/// The part of the working memory that the inner loop touches, as locals.
struct Front<'a> {
    marks: &'a mut [Mark],
    lists: Lists<'a>,
    base: u32,
    /// The first mark beyond the budget.
    limit: Mark,
}

impl Front<'_> {
    fn start(&mut self, starts: &[(HexId, u16)]) {
        for &(hex, spent) in starts {
            let mark = Mark::new(self.base + u32::from(spent), Mark::START);
            if mark < self.marks[hex.index()].min(self.limit) {
                self.marks[hex.index()] = mark;
                self.lists.push(spent.into(), hex);
            }
        }
    }

    /// Marks those neighbours to which the way from here is better than any before.
    #[inline(always)]
    fn enter(&mut self, here: u32, around: &[HexId; 6], keys: [u32; 6], may_be_free: bool) {
        let last = self.marks.len() - 1;
        for number in 0..6 {
            let (to, key) = (around[number], keys[number]);
            // Off the map the key is too high for any hex.
            let old = &mut self.marks[to.index().min(last)];
            let new = Mark::new(key, number as u32 + 1);
            // A free step never replaces an equal one: paths could turn in circles.
            let free = may_be_free && key == here;
            let bar = Mark(new.0 | if free { 15 } else { 0 });
            if bar < (*old).min(self.limit) {
                let fresh = old.key() != key;
                *old = new;
                if fresh {
                    self.lists.push((key - self.base) as usize, to);
                }
            }
        }
    }
}

/// The keys at which the six neighbours would be entered. Asking all six first keeps the loop that
/// compares them short.
#[inline]
fn keys_around<R: MoveRules>(hex: HexId, here: u32, around: &[HexId; 6], rules: &R) -> [u32; 6] {
    let mut keys = rules.steps(hex, around);
    for key in &mut keys {
        *key += here;
    }
    keys
}

/// Hexes waiting, as linked lists, one list for each number of points.
struct Lists<'a> {
    heads: &'a mut [u32],
    waiting: &'a mut [(u32, HexId)],
    entered: usize,
}

impl Lists<'_> {
    #[inline]
    fn push(&mut self, points: usize, hex: HexId) {
        let head = &mut self.heads[points];
        self.waiting[self.entered] = (*head, hex);
        *head = self.entered as u32;
        self.entered += 1;
    }

    #[inline]
    fn pop(&mut self, points: usize) -> Option<HexId> {
        let head = &mut self.heads[points];
        let &(next, hex) = self.waiting.get(*head as usize)?;
        *head = next;
        Some(hex)
    }
}

/// What a search found. It borrows the working memory until the next search.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    marks: &'a [Mark],
    base: u32,
    end: u32,
    settled: &'a [HexId],
    grid: &'a HexGrid,
}

impl<'a> Reach<'a> {
    fn mark(&self, hex: HexId) -> Option<Mark> {
        self.marks.get(hex.index()).copied().filter(|mark| mark.key() < self.end)
    }

    /// Points to reach a hex, `None` if it is out of reach.
    pub fn cost(&self, hex: HexId) -> Option<u16> {
        self.mark(hex).map(|mark| (mark.key() - self.base) as u16)
    }

    /// Every hex within reach with its cost, the start included, cheapest first and in a fixed
    /// order within one cost. A unit can pass all of them; see [`Reach::destinations`].
    pub fn hexes(&self) -> impl Iterator<Item = (HexId, u16)> + use<'a> {
        let (marks, base) = (self.marks, self.base);
        self.settled.iter().map(move |&hex| (hex, (marks[hex.index()].key() - base) as u16))
    }

    /// The hexes within reach in which the move may end, in the order of [`Reach::hexes`].
    pub fn destinations(&self) -> impl Iterator<Item = (HexId, u16)> + use<'a> {
        let marks = self.marks;
        self.hexes().filter(move |(hex, _)| marks[hex.index()].may_end())
    }

    /// Whether the move may end in this hex.
    pub fn may_end(&self, hex: HexId) -> bool {
        self.mark(hex).is_some_and(Mark::may_end)
    }

    /// The hex from which the cheapest path enters this one; `None` for a start and out of reach.
    pub fn previous(&self, hex: HexId) -> Option<HexId> {
        let arrival = self.mark(hex)?.arrival();
        let last = Direction::new(arrival.checked_sub(1)? as usize);
        self.grid.neighbour(hex, last.opposite())
    }

    /// Writes the cheapest path into `path`, from the start to the hex, both included; says
    /// whether there is one.
    pub fn path(&self, to: HexId, path: &mut Vec<HexId>) -> bool {
        path.clear();
        if self.mark(to).is_none() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GridSpec, Numbering, Parity, Span, Top};

    struct Flat;

    impl MoveRules for Flat {
        fn cost(&self, _: HexId, _: Direction, to: HexId) -> Option<u16> {
            (!to.0.is_multiple_of(7)).then_some(1 + to.0 % 3)
        }
    }

    fn grid() -> Option<HexGrid> {
        let numbering = Numbering::from_pattern("CCRR")?;
        let (columns, rows) = (Span::new(1, 30), Span::new(1, 30));
        let spec =
            GridSpec { top: Top::Flat, numbering, columns, rows, shifted: Parity::Odd, notches: vec![] };
        HexGrid::new(spec).ok()
    }

    #[test]
    fn a_second_search_does_not_allocate() {
        let grid = grid().unwrap();
        let (mut scratch, mut path) = (Scratch::new(grid.len()), Vec::with_capacity(grid.len()));
        let room = |scratch: &Scratch| {
            let marks = (scratch.marks.as_ptr() as usize, scratch.marks.capacity());
            let waiting = (scratch.waiting.as_ptr() as usize, scratch.waiting.capacity());
            let heads = (scratch.heads.as_ptr() as usize, scratch.heads.capacity());
            (marks, waiting, heads, scratch.settled.as_ptr() as usize)
        };
        scratch.range(&grid, HexId(0), 40, &Flat);
        let before = room(&scratch);
        for start in grid.hexes() {
            scratch.range(&grid, start, 40, &Flat);
            scratch.path(&grid, start, HexId(450), 40, &Flat, &mut path);
        }
        assert_eq!(room(&scratch), before);
    }

    #[test]
    fn searches_stay_right_when_the_marks_run_out() {
        let grid = grid().unwrap();
        let mut scratch = Scratch::new(grid.len());
        let expected: Vec<_> = scratch.range(&grid, HexId(401), 20, &Flat).hexes().collect();
        scratch.base = 50;
        for _ in 0..5 {
            let found: Vec<_> = scratch.range(&grid, HexId(401), 20, &Flat).hexes().collect();
            assert_eq!(found, expected);
        }
        assert!(scratch.base > 50, "the marks began again from the top");
    }
}
