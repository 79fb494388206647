//! Sets of hexes as columns of bits, so that a whole column grows or is flooded at once.

use crate::ground::{Ground, HexBits};

const COLUMNS: usize = 40;
const ROWS: usize = 70;
const COLUMN: u128 = (1 << ROWS) - 1;

/// A set of hexes: a number for each column, a bit for each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane([u128; COLUMNS]);

impl From<&HexBits> for Plane {
    fn from(set: &HexBits) -> Self {
        let word = |i: usize| u128::from(set.0.get(i).copied().unwrap_or(0));
        Self(std::array::from_fn(|x| {
            let (at, shift) = (x * ROWS / 64, x * ROWS % 64);
            let low = (word(at) | word(at + 1) << 64) >> shift;
            let high = if shift > 0 { word(at + 2) << (128 - shift) } else { 0 };
            (low | high) & COLUMN
        }))
    }
}

impl From<Plane> for HexBits {
    fn from(plane: Plane) -> Self {
        let mut set = Self::default();
        for (x, &bits) in plane.0.iter().enumerate() {
            let (at, shift) = (x * ROWS / 64, x * ROWS % 64);
            let low = bits << shift;
            let high = if shift > 0 { bits >> (128 - shift) } else { 0 };
            for (word, part) in set.0[at..].iter_mut().zip([low as u64, (low >> 64) as u64, high as u64]) {
                *word |= part;
            }
        }
        set
    }
}

/// All of a column's open stretches that hold a seed: an addition carries to the end of a stretch.
fn fill(open: u128, seeds: u128) -> u128 {
    let south = ((open + seeds) ^ open) & open | seeds;
    let (back, seeds) = (open.reverse_bits() >> (128 - ROWS), south.reverse_bits() >> (128 - ROWS));
    let north = ((back + seeds) ^ back) & back | seeds;
    north.reverse_bits() >> (128 - ROWS)
}

impl Plane {
    /// The hexes of a column that touch one of the columns beside it.
    fn beside(&self, ground: &Ground, x: usize) -> u128 {
        let west = if x > 0 { self.0[x - 1] } else { 0 };
        let both = west | self.0.get(x + 1).copied().unwrap_or(0);
        // A column that lies half a hex lower touches its neighbours' next row, the others the row before.
        if ground.low >> x & 1 == 1 { both | both >> 1 } else { (both | both << 1) & COLUMN }
    }

    /// The set and all hexes that touch it.
    pub fn grown(&self, ground: &Ground) -> Self {
        Self(std::array::from_fn(|x| {
            let own = self.0[x];
            (own | own << 1 | own >> 1 | self.beside(ground, x)) & COLUMN
        }))
    }

    /// Everything that is open and joined to a seed through open hexes.
    pub fn flood(&self, ground: &Ground, open: &Self) -> Self {
        let mut wet = Self(std::array::from_fn(|x| fill(open.0[x], self.0[x] & open.0[x])));
        loop {
            let before = wet;
            for x in (0..COLUMNS).chain((0..COLUMNS).rev()) {
                wet.0[x] = fill(open.0[x], wet.0[x] | wet.beside(ground, x) & open.0[x]);
            }
            if wet == before {
                return wet;
            }
        }
    }
}
