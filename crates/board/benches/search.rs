//! How fast searches are, told as ratios measured side by side in one run:
//! `cargo bench -p board --bench search`.
//!
//! Movement range: a 100 x 100 map with terrain, hexside and zone costs and a budget of 24, against
//! `pathfinding::dijkstra_reach` and against a bare Dijkstra on arrays with a bucket queue, written below.
//! Supply: one side on 4,000 hexes with 8 sources, against `pathfinding::bfs_reach`.

use board::{
    Direction, GridSpec, HexGrid, HexId, HexSet, MoveRules, Numbering, Parity, Scratch, Span, StepCosts, Top,
    Wave,
};
use engine::flat::Bits;
use pathfinding::prelude::{bfs_reach, dijkstra_reach};
use std::hint::black_box;
use std::time::{Duration, Instant};

const BUDGET: u16 = 24;
const ROUNDS: usize = 400;

fn grid(columns: u16, rows: u16) -> HexGrid {
    HexGrid::new(GridSpec {
        top: Top::Flat,
        numbering: Numbering::from_pattern("CCRR").expect("a pattern"),
        columns: Span::new(0, columns - 1),
        rows: Span::new(0, rows - 1),
        shifted: Parity::Odd,
        notches: vec![],
    })
    .expect("a grid")
}

fn noise(seed: u32, value: u32) -> u32 {
    let mut x = value.wrapping_mul(0x9E37_79B9) ^ seed.wrapping_mul(0x85EB_CA6B);
    x ^= x >> 15;
    x = x.wrapping_mul(0x2C1B_3C6D);
    x ^ (x >> 13)
}

/// Smooth noise from 0 to 255: hexes close to each other get similar values.
fn relief(seed: u32, grid: &HexGrid, hex: HexId) -> u32 {
    const CELL: u32 = 6;
    let (column, row) = grid.column_row(hex);
    let (x, y) = (u32::from(column), u32::from(row));
    let corner = |x: u32, y: u32| noise(seed, ((x / CELL) << 8) | (y / CELL)) % 256;
    let (dx, dy) = (x % CELL, y % CELL);
    let top = corner(x, y) * (CELL - dx) + corner(x + CELL, y) * dx;
    let bottom = corner(x, y + CELL) * (CELL - dx) + corner(x + CELL, y + CELL) * dx;
    (top * (CELL - dy) + bottom * dy) / (CELL * CELL)
}

/// Costs of a made-up country in half points: clear 2, hill 4, mountain 8, sea forbidden, a river 2
/// more, a road 1 whatever it crosses; from one enemy zone into the next 4 more. Ranges, rivers and
/// roads hang together as they do on a map.
struct Country {
    steps: StepCosts,
    /// Whether an enemy's zone of control covers the hex.
    zone: Vec<bool>,
}

impl Country {
    fn new(grid: &HexGrid) -> Country {
        let road = |hex: HexId| {
            let (column, row) = grid.column_row(hex);
            column % 9 == 4 || row % 11 == 5
        };
        let steps = StepCosts::new(grid, |from, _, to| {
            let ground = match relief(1, grid, to) {
                0..55 => return None,
                55..125 => 2,
                125..165 => 4,
                _ => 8,
            };
            let river = (relief(2, grid, from) > 128) != (relief(2, grid, to) > 128);
            Some(if road(from) && road(to) { 1 } else { ground + 2 * u16::from(river) })
        });
        let mut zone = vec![false; grid.len()];
        for hex in grid.hexes().filter(|hex| noise(4, u32::from(hex.0)).is_multiple_of(60)) {
            grid.spiral(hex, 1).for_each(|near| zone[near.index()] = true);
        }
        Country { steps, zone }
    }

    #[inline]
    fn total(&self, from: HexId, direction: usize, to: HexId) -> Option<u16> {
        Some(self.cost(from, Direction::new(direction), to)? + self.zone(from, to)?)
    }
}

impl MoveRules for Country {
    const LEAST_STEP: u16 = 1;

    #[inline]
    fn cost(&self, from: HexId, direction: Direction, _: HexId) -> Option<u16> {
        self.steps.get(from, direction)
    }

    #[inline]
    fn zone(&self, from: HexId, to: HexId) -> Option<u16> {
        Some(4 * u16::from(self.zone[from.index()] & self.zone[to.index()]))
    }
}

/// Nothing but arrays: what a search for this one map, written by hand, would be.
struct Bare {
    best: Vec<u16>,
    before: Vec<u16>,
    buckets: Vec<Vec<u16>>,
    found: Vec<u16>,
}

impl Bare {
    fn new(hexes: usize) -> Bare {
        let buckets = vec![Vec::new(); usize::from(BUDGET) + 1];
        Bare { best: vec![u16::MAX; hexes], before: vec![0; hexes], buckets, found: Vec::new() }
    }

    fn range(&mut self, grid: &HexGrid, country: &Country, start: HexId) -> u32 {
        for hex in self.found.drain(..) {
            self.best[usize::from(hex)] = u16::MAX;
        }
        self.best[start.index()] = 0;
        self.found.push(start.0);
        self.buckets[0].push(start.0);
        let mut sum = 0;
        for cost in 0..=BUDGET {
            while let Some(hex) = self.buckets[usize::from(cost)].pop() {
                if self.best[usize::from(hex)] != cost {
                    continue;
                }
                sum += 1 + u32::from(cost);
                for (direction, &to) in grid.neighbours(HexId(hex)).iter().enumerate() {
                    if !to.is_some() || self.best[to.index()] <= cost {
                        continue;
                    }
                    let Some(step) = country.total(HexId(hex), direction, to) else { continue };
                    let total = cost + step;
                    if total <= BUDGET && total < self.best[to.index()] {
                        if self.best[to.index()] == u16::MAX {
                            self.found.push(to.0);
                        }
                        self.best[to.index()] = total;
                        self.before[to.index()] = hex;
                        self.buckets[usize::from(total)].push(to.0);
                    }
                }
            }
        }
        sum
    }
}

/// The shortest time of each contender over many rounds. They take turns, so that all meet the same
/// machine, and must give the same answer.
fn race<const N: usize>(contenders: &mut [&mut dyn FnMut() -> u32; N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    let mut answers = [0; N];
    for _ in 0..ROUNDS {
        for at in 0..N {
            let begun = Instant::now();
            answers[at] = black_box(contenders[at]());
            best[at] = best[at].min(begun.elapsed());
        }
    }
    assert!(answers.windows(2).all(|two| two[0] == two[1]), "the contenders disagree: {answers:?}");
    best
}

fn micros(time: Duration, runs: usize) -> f64 {
    time.as_secs_f64() * 1e6 / runs as f64
}

fn movement() {
    let grid = grid(100, 100);
    let country = Country::new(&grid);
    let starts: Vec<HexId> = (0..40).map(|at| HexId((noise(5, at) % 10_000) as u16)).collect();
    let (mut scratch, mut bare) = (Scratch::new(grid.len()), Bare::new(grid.len()));
    let mut hexes = 0;
    let mut ours = || {
        hexes = 0;
        let mut sum = 0;
        for &start in &starts {
            for (_, cost) in scratch.range(&grid, start, BUDGET, &country).hexes() {
                sum += 1 + u32::from(cost);
                hexes += 1;
            }
        }
        sum
    };
    let mut by_hand = || starts.iter().map(|&start| bare.range(&grid, &country, start)).sum();
    let mut library = || {
        let mut sum = 0;
        for start in &starts {
            let (grid, country) = (&grid, &country);
            let next = |from: &HexId| {
                let from = *from;
                grid.neighbours(from).iter().enumerate().filter_map(move |(direction, &to)| {
                    if !to.is_some() {
                        return None;
                    }
                    Some((to, country.total(from, direction, to)?))
                })
            };
            for found in dijkstra_reach(start, next) {
                if found.total_cost > BUDGET {
                    break;
                }
                sum += 1 + u32::from(found.total_cost);
            }
        }
        sum
    };
    let [ours, by_hand, library] = race(&mut [&mut ours, &mut by_hand, &mut library]);
    let per = |time| micros(time, starts.len());
    println!(
        "movement range, 100 x 100 hexes, budget {BUDGET}, {} hexes reached on average",
        hexes / starts.len()
    );
    println!("  board                        {:8.2} us", per(ours));
    println!(
        "  bare arrays and buckets      {:8.2} us   board takes {:.2} times as long",
        per(by_hand),
        ours.as_secs_f64() / by_hand.as_secs_f64()
    );
    println!(
        "  pathfinding::dijkstra_reach  {:8.2} us   board is {:.1} times faster",
        per(library),
        library.as_secs_f64() / ours.as_secs_f64()
    );
}

fn supply() {
    let grid = grid(80, 50);
    let closed = |hex: HexId| noise(6, u32::from(hex.0)).is_multiple_of(5);
    let open: HexSet = grid.hexes().filter(|hex| !closed(*hex)).collect();
    let sources: HexSet =
        open.iter().filter(|hex| noise(7, u32::from(hex.0)).is_multiple_of(64)).take(8).collect();
    assert_eq!(sources.len(), 8);
    let ways = vec![Wave::ALL; grid.len()];
    let mut bits = Bits::<64>::default();
    open.iter().for_each(|hex| bits.set(hex.index(), true));
    let (mut spreader, mut flooder) = (Wave::default(), Wave::default());
    let mut spread = || spreader.spread(&grid, sources.iter(), &bits).len() as u32;
    let mut flood = || {
        let mut free = bits;
        flooder.flood(&grid, sources.iter(), None, &mut free, |hex| ways[hex.index()]);
        (bits.len() - free.len()) as u32
    };
    let mut library = || {
        let (grid, open, sources) = (&grid, &open, &sources);
        let next = |hex: &Option<HexId>| {
            let first = hex.is_none().then(|| sources.iter());
            let around = hex.map(|hex| grid.neighbours(hex).iter().copied().filter(|to| open.contains(*to)));
            first.into_iter().flatten().chain(around.into_iter().flatten()).map(Some)
        };
        bfs_reach(None, next).count() as u32 - 1
    };
    let [spread, flood, library] = race(&mut [&mut spread, &mut flood, &mut library]);
    println!("supply of one side, 4,000 hexes, 8 sources");
    println!("  board, open hexes only       {:8.2} us", micros(spread, 1));
    println!("  board, by hexsides           {:8.2} us", micros(flood, 1));
    println!(
        "  pathfinding::bfs_reach       {:8.2} us   board is {:.1} times faster, by hexsides {:.1}",
        micros(library, 1),
        library.as_secs_f64() / spread.as_secs_f64(),
        library.as_secs_f64() / flood.as_secs_f64()
    );
}

fn main() {
    movement();
    supply();
}
