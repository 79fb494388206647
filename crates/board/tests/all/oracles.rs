//! Random maps, checked against two independent libraries.

use board::{
    Direction, GridSpec, HexGrid, HexId, HexSet, MoveRules, Notch, Numbering, Parity, Scratch, Span, Top,
    Wave,
};
use engine::flat::Bits;
use hexx::Hex;
use pathfinding::prelude::{bfs_reach, dijkstra_all};
use proptest::prelude::*;

fn span() -> impl Strategy<Value = Span> {
    (0u16..12, 0u16..11, any::<bool>()).prop_map(|(first, more, reversed)| Span {
        first,
        last: first + more,
        reversed,
    })
}

fn grid() -> impl Strategy<Value = HexGrid> {
    let pattern = prop_oneof![Just("CCRR"), Just("RRCC"), Just("C,R"), Just("R.C")];
    let notch = (0u16..20, 0u16..4, 0u16..20, 0u16..4)
        .prop_map(|(c, w, r, h)| Notch { columns: (c, c + w), rows: (r, r + h) });
    (any::<bool>(), pattern, span(), span(), any::<bool>(), proptest::collection::vec(notch, 0..2))
        .prop_filter_map("nothing left", |(flat, pattern, columns, rows, odd, notches)| {
            HexGrid::new(GridSpec {
                top: if flat { Top::Flat } else { Top::Pointed },
                numbering: Numbering::from_pattern(pattern)?,
                columns,
                rows,
                shifted: if odd { Parity::Odd } else { Parity::Even },
                notches,
            })
            .ok()
        })
}

/// Random costs with bans, zones and full hexes, drawn from one number.
#[derive(Clone, Copy, Debug)]
struct Chance(u64);

impl Chance {
    fn draw(self, a: u64, b: u64, c: u64) -> u64 {
        let mut x = self.0 ^ (a << 40) ^ (b << 20) ^ c;
        for _ in 0..3 {
            x ^= x >> 31;
            x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        x >> 33
    }

    fn in_zone(self, hex: HexId) -> bool {
        self.draw(1, u64::from(hex.0), 0).is_multiple_of(5)
    }
}

impl MoveRules for Chance {
    fn cost(&self, from: HexId, direction: Direction, _: HexId) -> Option<u16> {
        let roll = self.draw(2, u64::from(from.0), direction.index() as u64) % 16;
        (roll != 15).then_some((roll / 2) as u16)
    }

    fn zone(&self, from: HexId, to: HexId) -> Option<u16> {
        match (self.in_zone(from) && self.in_zone(to), self.0 % 3) {
            (false, _) | (true, 0) => Some(0),
            (true, 1) => Some(2),
            _ => None,
        }
    }

    fn must_stop(&self, hex: HexId) -> bool {
        self.0.is_multiple_of(2) && self.in_zone(hex)
    }

    fn may_end(&self, hex: HexId) -> bool {
        !self.draw(3, u64::from(hex.0), 0).is_multiple_of(7)
    }
}

fn steps(grid: &HexGrid, rules: Chance, start: HexId, from: HexId) -> Vec<(HexId, u32)> {
    if from != start && rules.must_stop(from) {
        return vec![];
    }
    Direction::ALL
        .into_iter()
        .filter_map(|direction| {
            let to = grid.neighbour(from, direction)?;
            let cost = rules.cost(from, direction, to)? + rules.zone(from, to)?;
            Some((to, u32::from(cost)))
        })
        .collect()
}

fn some_hex(grid: &HexGrid, number: usize) -> HexId {
    HexId((number % grid.len()) as u16)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn range_agrees_with_dijkstra(grid in grid(), seed: u64, at: usize, budget in 0u16..30) {
        let (rules, start) = (Chance(seed), some_hex(&grid, at));
        let parents = dijkstra_all(&start, |from| steps(&grid, rules, start, *from));
        let mut scratch = Scratch::default();
        // A search that ran before must leave no trace.
        scratch.range(&grid, some_hex(&grid, at / 7), budget / 2, &Chance(!seed));
        let reach = scratch.range(&grid, start, budget, &rules);
        for hex in grid.hexes() {
            let best = if hex == start { Some(0) } else { parents.get(&hex).map(|(_, cost)| *cost) };
            let best = best.filter(|cost| *cost <= u32::from(budget));
            prop_assert_eq!(reach.cost(hex).map(u32::from), best);
            prop_assert_eq!(reach.may_end(hex), best.is_some() && rules.may_end(hex));
        }
        let listed: HexSet = reach.hexes().map(|(hex, _)| hex).collect();
        prop_assert_eq!(listed.len(), reach.hexes().count(), "each hex once");
    }

    #[test]
    fn paths_cost_what_they_say_and_do_not_depend_on_the_question(
        grid in grid(), seed: u64, at: usize, to: usize, budget in 0u16..60,
    ) {
        let (rules, start, goal) = (Chance(seed), some_hex(&grid, at), some_hex(&grid, to));
        let (mut scratch, mut path, mut direct) = (Scratch::default(), Vec::new(), Vec::new());
        let reach = scratch.range(&grid, start, budget, &rules);
        let (cost, found) = (reach.cost(goal), reach.path(goal, &mut path));
        prop_assert_eq!(found, cost.is_some());
        prop_assert_eq!(scratch.path(&grid, start, goal, budget, &rules, &mut direct), cost);
        prop_assert_eq!(&direct, &path);
        // The same path from a memory that has just been left in the middle of a search.
        prop_assert_eq!(scratch.range(&grid, start, budget, &rules).cost(goal), cost);
        if let Some(cost) = cost {
            prop_assert_eq!((path[0], *path.last().unwrap()), (start, goal));
            let mut sum = 0;
            for pair in path.windows(2) {
                let step = steps(&grid, rules, start, pair[0]).into_iter().find(|(to, _)| *to == pair[1]);
                prop_assert!(step.is_some(), "every step is allowed");
                sum += step.map_or(0, |(_, cost)| cost);
            }
            prop_assert_eq!(sum, u32::from(cost));
        }
    }

    #[test]
    fn spread_and_flood_agree_with_breadth_first_search(
        grid in grid(), seed: u64, ats in proptest::collection::vec(any::<usize>(), 0..5), limit in 0u16..12,
    ) {
        let chance = Chance(seed);
        let open: HexSet = grid.hexes().filter(|hex| !chance.draw(4, u64::from(hex.0), 0).is_multiple_of(3)).collect();
        let sources: HexSet = ats.iter().map(|at| some_hex(&grid, *at)).collect();
        let good: Vec<HexId> = sources.iter().filter(|hex| open.contains(*hex)).collect();
        // A node before the first joins all sources, so that every distance comes out one too large.
        let next = |hex: &Option<HexId>| -> Vec<Option<HexId>> {
            match hex {
                None => good.iter().copied().map(Some).collect(),
                Some(hex) => grid.neighbours(*hex).iter().copied().filter(|to| open.contains(*to)).map(Some).collect(),
            }
        };
        let joined: HexSet = bfs_reach(None, next).flatten().collect();
        let far = dijkstra_all(&None, |hex| next(hex).into_iter().map(|to| (to, 1u16)));
        let expected = |hex: HexId| far.get(&Some(hex)).map(|(_, steps)| steps - 1);
        let (mut wave, bits) = (Wave::default(), flat(&open));
        let reached = wave.spread(&grid, sources.iter(), &bits);
        let (mut rest, mut near) = (bits, bits);
        wave.flood(&grid, sources.iter(), None, &mut rest, |_| Wave::ALL);
        wave.flood(&grid, sources.iter(), Some(limit), &mut near, |_| Wave::ALL);
        for hex in grid.hexes() {
            let at = hex.index();
            prop_assert_eq!(reached.has(at), joined.contains(hex));
            prop_assert_eq!(open.contains(hex) && !rest.has(at), joined.contains(hex));
            let within = expected(hex).is_some_and(|steps| steps <= limit);
            prop_assert_eq!(open.contains(hex) && !near.has(at), within);
        }
    }

    /// Sides that are closed here and there: a flood takes exactly the steps that are open.
    #[test]
    fn a_flood_keeps_to_the_ways_out_of_a_hex(grid in grid(), seed: u64, at: usize) {
        let (chance, start) = (Chance(seed), some_hex(&grid, at));
        let ways = |hex: HexId| chance.draw(6, u64::from(hex.0), 0) as u8 & Wave::ALL;
        let next = |hex: &HexId| -> Vec<HexId> {
            let near = grid.neighbours(*hex).iter().enumerate();
            let open = near.filter(|(d, to)| to.is_some() && ways(*hex) >> d & 1 == 1);
            open.map(|(_, to)| *to).collect()
        };
        let wanted: HexSet = bfs_reach(start, next).collect();
        let all: HexSet = grid.hexes().collect();
        let mut free = flat(&all);
        Wave::default().flood(&grid, [start].into_iter(), None, &mut free, ways);
        for hex in grid.hexes() {
            prop_assert_eq!(!free.has(hex.index()), wanted.contains(hex));
        }
    }

    #[test]
    fn geometry_agrees_with_hexx(grid in grid(), a: usize, b: usize, radius in 0u32..8) {
        let (a, b) = (some_hex(&grid, a), some_hex(&grid, b));
        let axial = |hex| { let (q, r) = grid.axial(hex); Hex::new(q, r) };
        let (ha, hb) = (axial(a), axial(b));
        prop_assert_eq!(grid.distance(a, b), ha.unsigned_distance_to(hb));
        let known = |hexes: Vec<Hex>| {
            let set: HexSet = hexes.iter().filter_map(|hex| grid.hex_at_axial(hex.x, hex.y)).collect();
            set.iter().collect::<Vec<_>>()
        };
        let sorted = |hexes: Vec<HexId>| { let mut hexes = hexes; hexes.sort(); hexes };
        prop_assert_eq!(sorted(grid.ring(a, radius).collect()), known(ha.ring(radius).collect()));
        prop_assert_eq!(sorted(grid.spiral(a, radius).collect()), known(ha.range(radius).collect()));
        prop_assert_eq!(grid.within(a, radius).collect::<Vec<_>>(), known(ha.range(radius).collect()));
        for to in grid.hexes() {
            prop_assert_eq!(grid.neighbours(a).contains(&to), ha.all_neighbors().contains(&axial(to)));
        }
    }

    #[test]
    fn lines_are_shortest_straight_and_the_same_both_ways(grid in grid(), a: usize, b: usize) {
        let (a, b) = (some_hex(&grid, a), some_hex(&grid, b));
        let there: Vec<HexId> = grid.line(a, b).collect();
        let mut back: Vec<HexId> = grid.line(b, a).collect();
        back.reverse();
        prop_assert_eq!(&there, &back);
        prop_assert_eq!((there[0], *there.last().unwrap()), (a, b));
        let ((ax, ay), (bx, by)) = (grid.centre(a), grid.centre(b));
        let length = (bx - ax).hypot(by - ay).max(1e-9);
        for hex in &there {
            prop_assert_eq!(grid.distance(a, *hex) + grid.distance(*hex, b), grid.distance(a, b));
            let (x, y) = grid.centre(*hex);
            let off = ((x - ax) * (by - ay) - (y - ay) * (bx - ax)).abs() / length;
            prop_assert!(off <= 0.578, "the line passes through every hex on it");
        }
        if grid.spec().notches.is_empty() && there.len() == grid.distance(a, b) as usize + 1 {
            prop_assert!(there.windows(2).all(|two| grid.distance(two[0], two[1]) == 1));
        }
    }
}

/// A set as flat bits, with room for every grid of these tests.
fn flat(set: &HexSet) -> Bits<128> {
    let mut bits = Bits::default();
    set.iter().for_each(|hex| bits.set(hex.index(), true));
    bits
}

/// Lines as long as a word of the fast spread, just longer, and numbers that run across the lines.
#[test]
fn spread_does_not_depend_on_how_hexes_are_numbered() {
    for (pattern, rows) in [("CCCRRR", 128), ("CCCRRR", 127), ("CCCRRR", 129), ("RRRCCC", 128)] {
        let grid = HexGrid::new(GridSpec {
            top: Top::Flat,
            numbering: Numbering::from_pattern(pattern).unwrap(),
            columns: Span::new(1, 40),
            rows: Span::new(1, rows),
            shifted: Parity::Even,
            notches: vec![Notch { columns: (3, 5), rows: (60, 70) }],
        })
        .unwrap();
        for seed in 0..20 {
            let chance = Chance(seed);
            let open: HexSet =
                grid.hexes().filter(|hex| !chance.draw(5, u64::from(hex.0), 0).is_multiple_of(3)).collect();
            let sources: HexSet =
                [some_hex(&grid, seed as usize * 977), some_hex(&grid, grid.len() - 1)].into_iter().collect();
            let (mut wave, bits) = (Wave::default(), flat(&open));
            let reached = wave.spread(&grid, sources.iter(), &bits);
            let mut rest = bits;
            wave.flood(&grid, sources.iter(), None, &mut rest, |_| Wave::ALL);
            for hex in grid.hexes() {
                let at = hex.index();
                assert_eq!(reached.has(at), bits.has(at) && !rest.has(at));
            }
        }
    }
}
