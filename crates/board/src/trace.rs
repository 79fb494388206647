//! Supply traces: how far lines reach from their sources.

use crate::lines::LineScratch;
use crate::{Direction, HexGrid, HexId, HexMap, HexSet, Side};

/// Whether a line of supply may run into a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// It may not.
    Closed,
    /// It may end there, but runs no further: a unit there is supplied, those behind it are not.
    Ends,
    /// It may run through.
    Open,
}

/// A stretch of a line of supply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The most hexes it may be long, `None` for any length.
    pub limit: Option<u16>,
    /// It must follow one of these links, [`Side::NONE`] for any ground.
    pub along: Side,
}

impl Leg {
    /// Any ground, any length.
    pub const ANY: Leg = Leg { limit: None, along: Side::NONE };

    /// Any ground, at most so many hexes.
    pub const fn within(hexes: u16) -> Leg {
        Leg { limit: Some(hexes), along: Side::NONE }
    }

    /// Any length along one of these links.
    pub const fn along(links: Side) -> Leg {
        Leg { limit: None, along: links }
    }
}

/// Words in a set with a bit for every possible id.
const WORDS: usize = 1 << 10;
const UNREACHED: u16 = u16::MAX;
/// Arrival of a hex in which lines begin.
const SOURCE: u8 = 6;
/// Marks the arrival of a hex in which lines end.
const ENDS: u8 = 1 << 7;

/// Working memory for traces. Keep one and use it again: after the first trace on a map none
/// allocates.
#[derive(Clone, Debug)]
pub struct Tracer {
    /// Hexes still to be found. Every id has a bit, so that looking one up needs no check.
    wanted: Box<[u64; WORDS]>,
    queue: Vec<HexId>,
    distance: Vec<u16>,
    arrival: Vec<u8>,
    legs: HexSet,
    lines: LineScratch,
}

impl Default for Tracer {
    fn default() -> Tracer {
        Tracer {
            wanted: Box::new([0; WORDS]),
            queue: Vec::new(),
            distance: Vec::new(),
            arrival: Vec::new(),
            legs: HexSet::default(),
            lines: LineScratch::default(),
        }
    }
}

impl Tracer {
    /// Working memory for maps of this size; it grows by itself on a larger map.
    pub fn new(hexes: usize) -> Tracer {
        let mut tracer = Tracer::default();
        tracer.make_room(hexes);
        tracer.legs = HexSet::new(hexes);
        tracer
    }

    fn make_room(&mut self, hexes: usize) {
        if self.queue.len() <= hexes {
            self.queue.resize(hexes + 1, HexId::NONE);
            self.distance.resize(hexes, UNREACHED);
            self.arrival.resize(hexes, SOURCE);
        }
    }

    /// Every open hex that is joined to a source through open hexes, within `limit` steps of one
    /// if there is a limit. Sources that are not open count for nothing. The quickest way when
    /// hexsides do not matter.
    pub fn spread(
        &mut self,
        grid: &HexGrid,
        sources: &HexSet,
        open: &HexSet,
        limit: Option<u16>,
        reached: &mut HexSet,
    ) {
        if let Some(lines) = grid.lines() {
            return self.lines.spread(lines, grid.len(), (sources, open), limit, reached);
        }
        self.make_room(grid.len());
        self.want(open, grid.len());
        let mut tail = 0;
        for hex in sources.iter() {
            tail += self.take(hex, tail);
        }
        let (mut head, mut level) = (0, 0);
        while head < tail && limit.is_none_or(|limit| level < limit) {
            let end = tail;
            while head < end {
                // Writing first and counting after keeps the loop free of guesses: most
                // neighbours of a hex have been found before.
                for &to in grid.neighbours(self.queue[head]) {
                    tail += self.take(to, tail);
                }
                head += 1;
            }
            level = level.saturating_add(1);
        }
        reached.assign_difference(open, &self.wanted[..], grid.len());
    }

    fn want(&mut self, open: &HexSet, hexes: usize) {
        let words = hexes.div_ceil(64);
        let given = open.words();
        let common = words.min(given.len());
        self.wanted[..common].copy_from_slice(&given[..common]);
        self.wanted[common..words].fill(0);
        // A longer set, or an earlier and larger map, must not leave bits beyond this map.
        if !hexes.is_multiple_of(64) {
            self.wanted[words - 1] &= (1 << (hexes % 64)) - 1;
        }
        self.wanted[words..].fill(0);
    }

    /// Puts a hex at the end of the queue; one if it was wanted and the end must move on.
    #[inline]
    fn take(&mut self, hex: HexId, tail: usize) -> usize {
        let word = &mut self.wanted[usize::from(hex.0 >> 6) % WORDS];
        let found = *word >> (hex.0 & 63) & 1;
        *word &= !(found << (hex.0 & 63));
        self.queue[tail] = hex;
        found as usize
    }

    /// Runs lines from the sources over whatever `passage` allows, at most `limit` steps. Lines
    /// run from source to unit; `passage` is asked once for each step that could find a new hex.
    pub fn flood<'a>(
        &'a mut self,
        grid: &'a HexGrid,
        sources: &HexSet,
        limit: Option<u16>,
        mut passage: impl FnMut(HexId, Direction, HexId) -> Passage,
    ) -> Flood<'a> {
        self.make_room(grid.len());
        let distance = &mut self.distance[..grid.len()];
        let arrival = &mut self.arrival[..grid.len()];
        let queue = &mut self.queue[..];
        distance.fill(UNREACHED);
        let mut tail = 0;
        for hex in sources.iter().take_while(|hex| hex.index() < grid.len()) {
            distance[hex.index()] = 0;
            arrival[hex.index()] = SOURCE;
            queue[tail] = hex;
            tail += 1;
        }
        let limit = limit.unwrap_or(UNREACHED - 1).min(UNREACHED - 1);
        let mut head = 0;
        while head < tail {
            let from = queue[head];
            head += 1;
            let next = distance[from.index()] + 1;
            if arrival[from.index()] & ENDS != 0 || next > limit {
                continue;
            }
            let around = grid.neighbours(from);
            let mut fresh = 0u32;
            for (number, &to) in around.iter().enumerate() {
                // Off the map stands the hex itself, which is not fresh.
                let to = if to.is_some() { to } else { from };
                fresh |= u32::from(distance[to.index()] == UNREACHED) << number;
            }
            while fresh != 0 {
                let number = fresh.trailing_zeros() as usize;
                fresh &= fresh - 1;
                let to = around[number];
                let ends = match passage(from, Direction::new(number), to) {
                    Passage::Closed => continue,
                    Passage::Ends => ENDS,
                    Passage::Open => 0,
                };
                distance[to.index()] = next;
                arrival[to.index()] = number as u8 | ends;
                queue[tail] = to;
                tail += 1;
            }
        }
        Flood { distance, arrival, found: &queue[..tail], grid }
    }

    /// Runs lines through several legs, told from the source outwards: each leg begins wherever
    /// the one before it may run. `[Leg::along(Side::ROAD), Leg::within(4)]` is "at most four hexes
    /// to a road, then any length along it to a source". Writes every hex in supply into `reached`.
    ///
    /// A leg begins in no hex where a line only [`Passage::Ends`], but such hexes are in supply.
    pub fn trace(
        &mut self,
        map: &HexMap,
        sources: &HexSet,
        legs: &[Leg],
        mut passage: impl FnMut(HexId, Direction, HexId) -> Passage,
        reached: &mut HexSet,
    ) {
        let mut begin = std::mem::take(&mut self.legs);
        begin.clear();
        begin.union_with(sources);
        reached.clear();
        reached.union_with(sources);
        for leg in legs {
            let flood = self.flood(map.grid(), &begin, leg.limit, |from, direction, to| {
                if leg.along == Side::NONE || map.side(from, direction).any(leg.along) {
                    passage(from, direction, to)
                } else {
                    Passage::Closed
                }
            });
            begin.clear();
            for (hex, _) in flood.hexes() {
                reached.insert(hex);
                if !flood.ends(hex) {
                    begin.insert(hex);
                }
            }
        }
        self.legs = begin;
    }
}

/// What a flood found. It borrows the working memory until the next trace.
#[derive(Clone, Copy, Debug)]
pub struct Flood<'a> {
    distance: &'a [u16],
    arrival: &'a [u8],
    found: &'a [HexId],
    grid: &'a HexGrid,
}

impl<'a> Flood<'a> {
    /// Steps to the nearest source, `None` if no line reaches the hex.
    pub fn distance(&self, hex: HexId) -> Option<u16> {
        self.distance.get(hex.index()).copied().filter(|steps| *steps != UNREACHED)
    }

    /// Whether a line reaches the hex.
    pub fn contains(&self, hex: HexId) -> bool {
        self.distance(hex).is_some()
    }

    /// Whether lines end in this hex and run no further.
    pub fn ends(&self, hex: HexId) -> bool {
        self.contains(hex) && self.arrival[hex.index()] & ENDS != 0
    }

    /// Every hex reached with its distance, nearest first.
    pub fn hexes(&self) -> impl Iterator<Item = (HexId, u16)> + use<'a> {
        let distance = self.distance;
        self.found.iter().map(move |&hex| (hex, distance[hex.index()]))
    }

    /// Writes a shortest line into `line`, from its source to the hex, both included; says whether
    /// there is one.
    pub fn line(&self, to: HexId, line: &mut Vec<HexId>) -> bool {
        line.clear();
        if !self.contains(to) {
            return false;
        }
        let mut here = Some(to);
        while let Some(hex) = here {
            line.push(hex);
            let arrival = usize::from(self.arrival[hex.index()] & !ENDS);
            here = if arrival == usize::from(SOURCE) {
                None
            } else {
                self.grid.neighbour(hex, Direction::new(arrival).opposite())
            };
        }
        line.reverse();
        true
    }
}
