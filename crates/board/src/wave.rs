//! Lines over flat sets of hexes: how far they run from their sources, and how one station hands on to the next.

use crate::{Direction, HexGrid, HexId};
use engine::flat::Bits;

/// A wave that runs outwards from where it was set. Keep one and use it again: after the first run on a map none allocates.
///
/// ```
/// # use board::{GridSpec, HexGrid, HexId, Numbering, Parity, Span, Top, Wave};
/// # let spec = GridSpec { top: Top::Flat, numbering: Numbering::from_pattern("CCRR").unwrap(), columns: Span::new(1, 9),
/// #     rows: Span::new(1, 9), shifted: Parity::Odd, notches: vec![] };
/// let grid = HexGrid::new(spec).unwrap();
/// let mut wave = Wave::default();
/// let mut found = engine::flat::Bits::<2>::default();
/// wave.set(HexId(40), &mut found);
/// wave.run(&grid, Some(2), &mut found, |_, _, to| to != HexId(41));
/// assert_eq!(found.iter().count(), 17, "two rings, less the closed hex and what lay behind it");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Wave {
    hexes: Vec<HexId>,
    head: usize,
}

impl Wave {
    /// Forgets where it is.
    pub fn clear(&mut self) {
        self.hexes.clear();
        self.head = 0;
    }

    /// Puts a hex under water and lets the wave begin there. Nothing happens where it has been.
    #[inline]
    pub fn set<const N: usize>(&mut self, hex: HexId, found: &mut Bits<N>) {
        if !found.has(hex.index()) {
            found.set(hex.index(), true);
            self.hexes.push(hex);
        }
    }

    /// Runs on, at most so many steps from where it stands, over every step that `may` allows. What it reaches is
    /// found; it stands then at its edge, ready for another leg. `may` is asked only of hexes that are not found yet.
    pub fn run<const N: usize>(
        &mut self,
        grid: &HexGrid,
        limit: Option<u16>,
        found: &mut Bits<N>,
        mut may: impl FnMut(HexId, Direction, HexId) -> bool,
    ) {
        let mut level = 0;
        while self.head < self.hexes.len() && limit.is_none_or(|limit| level < limit) {
            let end = self.hexes.len();
            while self.head < end {
                let from = self.hexes[self.head];
                self.head += 1;
                for (d, &to) in grid.neighbours(from).iter().enumerate() {
                    if to.is_some() && !found.has(to.index()) && may(from, Direction::new(d), to) {
                        found.set(to.index(), true);
                        self.hexes.push(to);
                    }
                }
            }
            level += 1;
        }
    }

    /// Floods whatever is free around these hexes, without limit, and takes what it reaches out of `free`. `ways` gives the
    /// directions in which a hex may be left, a bit each; a way over the edge leads nowhere.
    pub fn flood<const N: usize>(
        &mut self,
        grid: &HexGrid,
        from: impl Iterator<Item = HexId>,
        free: &mut Bits<N>,
        ways: impl Fn(HexId) -> u8,
    ) {
        self.clear();
        for hex in from {
            self.take(hex, free);
        }
        while let Some(&hex) = self.hexes.get(self.head) {
            self.head += 1;
            let near = grid.neighbours(hex);
            let mut ways = ways(hex) & 0b11_1111;
            while ways != 0 {
                self.take(near[ways.trailing_zeros() as usize], free);
                ways &= ways - 1;
            }
        }
    }

    #[inline]
    fn take<const N: usize>(&mut self, hex: HexId, free: &mut Bits<N>) {
        let (word, bit) = (hex.index() / 64, 1 << (hex.index() % 64));
        if let Some(word) = free.0.get_mut(word).filter(|word| **word & bit != 0) {
            *word &= !bit;
            self.hexes.push(hex);
        }
    }

    /// Stands again on everything that was reached since the last [`Wave::clear`]: the next leg begins anywhere on it.
    pub fn from_all(&mut self) {
        self.head = 0;
    }
}

/// A station that hands a line on: a headquarters, a depot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Station {
    /// Where it stands.
    pub hex: HexId,
    /// How many steps its own lines reach.
    pub reach: u16,
}

/// Who feeds whom: for every station the one that feeds it, or that it draws from the first lines itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feeder {
    /// Nobody: it is cut off.
    Nobody,
    /// The first lines.
    Lines,
    /// Another station, by its place in the list.
    Station(u16),
}

/// Relayed lines: stations that stand in `found` are fed; each of them reaches on as far as it can, over steps that `may`
/// allows, and feeds the stations that it reaches. `found` grows by everything in reach of a fed station; `feeders` says who
/// feeds whom.
pub fn relay<const N: usize>(
    grid: &HexGrid,
    stations: &[Station],
    wave: &mut Wave,
    found: &mut Bits<N>,
    feeders: &mut Vec<Feeder>,
    mut may: impl FnMut(HexId, Direction, HexId) -> bool,
) {
    feeders.clear();
    let fed = |s: &Station| if found.has(s.hex.index()) { Feeder::Lines } else { Feeder::Nobody };
    feeders.extend(stations.iter().map(fed));
    let mut queue: Vec<usize> = (0..stations.len()).filter(|&i| feeders[i] == Feeder::Lines).collect();
    let mut next = 0;
    while let Some(&index) = queue.get(next) {
        next += 1;
        let mut own = Bits::<N>::default();
        wave.clear();
        wave.set(stations[index].hex, &mut own);
        wave.run(grid, Some(stations[index].reach), &mut own, &mut may);
        for (i, station) in stations.iter().enumerate() {
            if feeders[i] == Feeder::Nobody && own.has(station.hex.index()) {
                feeders[i] = Feeder::Station(index as u16);
                queue.push(i);
            }
        }
        for (word, more) in found.0.iter_mut().zip(own.0) {
            *word |= more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GridSpec, Numbering, Parity, Span, Top};

    fn grid() -> Option<HexGrid> {
        let numbering = Numbering::from_pattern("CCRR")?;
        let (columns, rows) = (Span::new(1, 30), Span::new(1, 3));
        let spec =
            GridSpec { top: Top::Flat, numbering, columns, rows, shifted: Parity::Odd, notches: vec![] };
        HexGrid::new(spec).ok()
    }

    /// A strip 30 hexes long, one station every few hexes: each reaches four.
    #[test]
    fn stations_hand_on_until_one_is_out_of_reach() {
        let grid = grid().unwrap();
        let hex = |column: u16| HexId(column * 3 + 1);
        let stations = [2, 5, 9, 16, 19].map(|c| Station { hex: hex(c), reach: 4 });
        let (mut wave, mut found, mut feeders) = (Wave::default(), Bits::<2>::default(), Vec::new());
        wave.set(hex(0), &mut found);
        wave.run(&grid, Some(2), &mut found, |_, _, _| true);
        relay(&grid, &stations, &mut wave, &mut found, &mut feeders, |_, _, _| true);
        let wanted = [Feeder::Lines, Feeder::Station(0), Feeder::Station(1), Feeder::Nobody, Feeder::Nobody];
        assert_eq!(feeders, wanted, "the fourth is seven hexes from the third");
        assert!(found.has(hex(13).index()) && !found.has(hex(14).index()));
    }

    /// A flood over sides that are closed here and there reaches what a wave over the same steps does.
    #[test]
    fn a_flood_reaches_what_a_wave_does() {
        let grid = grid().unwrap();
        let mut random = engine::Random::new(38);
        let mut wave = Wave::default();
        for _ in 0..200 {
            let ways: Vec<u8> = grid.hexes().map(|_| random.below(256) as u8).collect();
            let mut open = Bits::<2>::default();
            grid.hexes().for_each(|h| open.set(h.index(), random.below(4) > 0));
            let start = HexId(random.below(grid.len()) as u16);
            let (mut free, mut found) = (open, Bits::<2>::default());
            wave.flood(&grid, [start].into_iter(), &mut free, |hex| ways[hex.index()]);
            wave.clear();
            if open.has(start.index()) {
                wave.set(start, &mut found);
            }
            wave.run(&grid, None, &mut found, |from, d, to| {
                open.has(to.index()) && ways[from.index()] >> d.index() & 1 == 1
            });
            let taken: Vec<_> = open.iter().filter(|&i| !free.has(i)).collect();
            assert_eq!(taken, found.iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_closed_step_cuts_the_chain() {
        let grid = grid().unwrap();
        let hex = |column: u16| HexId(column * 3 + 1);
        let stations = [3, 6].map(|c| Station { hex: hex(c), reach: 5 });
        let (mut wave, mut found, mut feeders) = (Wave::default(), Bits::<2>::default(), Vec::new());
        wave.set(hex(3), &mut found);
        let wall = |_: HexId, _: Direction, to: HexId| to.0 / 3 != 5;
        relay(&grid, &stations, &mut wave, &mut found, &mut feeders, wall);
        assert_eq!(feeders, [Feeder::Lines, Feeder::Nobody]);
    }

    #[test]
    fn a_second_leg_begins_on_all_of_the_first() {
        let grid = grid().unwrap();
        let road = |hex: HexId| hex.0 % 3 == 1;
        let (mut wave, mut found) = (Wave::default(), Bits::<2>::default());
        wave.set(HexId(1), &mut found);
        wave.run(&grid, None, &mut found, |_, _, to| road(to));
        assert_eq!(found.iter().count(), 30, "any length along the road");
        wave.from_all();
        wave.run(&grid, Some(1), &mut found, |_, _, _| true);
        assert_eq!(found.iter().count(), 90, "then one hex to either side");
    }
}
