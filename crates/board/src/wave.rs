//! Lines over flat sets of hexes: how far they run from their sources.

use crate::lines::LineScratch;
use crate::{HexGrid, HexId};
use engine::flat::Bits;

/// Lines that run outwards from where they begin. Keep one and use it again: after the first run on a map none allocates.
///
/// A line of several legs is several floods: along the roads without limit, then so many hexes over any ground from all that
/// the first has reached. Stations that hand a line on are floods of their own.
///
/// ```
/// # use board::{GridSpec, HexGrid, HexId, Numbering, Parity, Span, Top, Wave};
/// # use engine::flat::Bits;
/// # let spec = GridSpec { top: Top::Flat, numbering: Numbering::from_pattern("CCRR").unwrap(), columns: Span::new(1, 9),
/// #     rows: Span::new(1, 9), shifted: Parity::Odd, notches: vec![] };
/// let grid = HexGrid::new(spec).unwrap();
/// let mut open = Bits::<2>::default();
/// grid.hexes().filter(|&h| h != HexId(41)).for_each(|h| open.set(h.index(), true));
/// let (mut wave, mut free) = (Wave::default(), open);
/// wave.flood(&grid, [HexId(40)].into_iter(), Some(2), &mut free, |_| Wave::ALL);
/// assert_eq!(open.len() - free.len(), 17, "two rings, less the closed hex and what lay behind it");
/// assert_eq!(wave.spread(&grid, [HexId(40)].into_iter(), &open).len(), 80, "all that hangs together");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Wave {
    hexes: Vec<HexId>,
    head: usize,
    lines: LineScratch,
}

impl Wave {
    /// All six directions.
    pub const ALL: u8 = 0b11_1111;

    /// Floods whatever is free around these hexes, at most so many steps, and takes what it reaches out of `free`. `ways` gives
    /// the directions in which a hex may be left, a bit each; a way over the edge leads nowhere.
    pub fn flood<const N: usize>(
        &mut self,
        grid: &HexGrid,
        from: impl Iterator<Item = HexId>,
        limit: Option<u16>,
        free: &mut Bits<N>,
        ways: impl Fn(HexId) -> u8,
    ) {
        self.hexes.clear();
        self.head = 0;
        for hex in from {
            self.take(hex, free);
        }
        let (mut level, mut left) = (self.hexes.len(), limit.unwrap_or(u16::MAX));
        while let Some(&hex) = self.hexes.get(self.head).filter(|_| left > 0) {
            self.head += 1;
            let near = grid.neighbours(hex);
            let mut ways = ways(hex) & Self::ALL;
            while ways != 0 {
                self.take(near[ways.trailing_zeros() as usize], free);
                ways &= ways - 1;
            }
            if self.head == level {
                level = self.hexes.len();
                left -= u16::from(limit.is_some());
            }
        }
    }

    /// Every open hex that is joined to one of these through open hexes: the quickest way where hexsides and distance do not
    /// matter, since a whole column or row of hexes is one number. Where a line begins on a closed hex, it does not.
    pub fn spread<const N: usize>(
        &mut self,
        grid: &HexGrid,
        from: impl Iterator<Item = HexId>,
        open: &Bits<N>,
    ) -> Bits<N> {
        let mut found = Bits::default();
        if let Some(lines) = grid.lines() {
            let mut sources = Bits::<N>::default();
            from.for_each(|hex| sources.set(hex.index(), true));
            self.lines.spread(lines, &sources.0, &open.0, &mut found.0);
            return found;
        }
        let mut free = *open;
        self.flood(grid, from, None, &mut free, |_| Self::ALL);
        for (found, (open, free)) in found.0.iter_mut().zip(open.0.iter().zip(free.0)) {
            *found = open & !free;
        }
        found
    }

    #[inline]
    fn take<const N: usize>(&mut self, hex: HexId, free: &mut Bits<N>) {
        let (word, bit) = (hex.index() / 64, 1 << (hex.index() % 64));
        if let Some(word) = free.0.get_mut(word).filter(|word| **word & bit != 0) {
            *word &= !bit;
            self.hexes.push(hex);
        }
    }
}
