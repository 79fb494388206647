//! A set of hexes as bits.

use crate::HexId;
use serde::{Deserialize, Serialize};

/// A set of hexes, one bit each: cheap to copy, to join and to ask.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexSet {
    words: Vec<u64>,
}

impl HexSet {
    /// An empty set with room for a map of this many hexes.
    pub fn new(hexes: usize) -> HexSet {
        HexSet { words: vec![0; hexes.div_ceil(64)] }
    }

    /// Adds a hex; says whether it was new. A set grows when a hex lies beyond its room.
    #[inline]
    pub fn insert(&mut self, hex: HexId) -> bool {
        let (word, bit) = (hex.index() / 64, 1u64 << (hex.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes a hex out; says whether it was there.
    #[inline]
    pub fn remove(&mut self, hex: HexId) -> bool {
        let (word, bit) = (hex.index() / 64, 1u64 << (hex.index() % 64));
        let Some(slot) = self.words.get_mut(word) else { return false };
        let was = *slot & bit != 0;
        *slot &= !bit;
        was
    }

    /// Whether the hex is in the set.
    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        self.words.get(hex.index() / 64).is_some_and(|word| word >> (hex.index() % 64) & 1 != 0)
    }

    /// How many hexes are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set holds nothing.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Takes everything out and keeps the room.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds every hex of the other set.
    pub fn union_with(&mut self, other: &HexSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
    }

    /// Keeps only what the other set also holds.
    pub fn intersect_with(&mut self, other: &HexSet) {
        for (index, mine) in self.words.iter_mut().enumerate() {
            *mine &= other.words.get(index).copied().unwrap_or(0);
        }
    }

    /// Takes out every hex of the other set.
    pub fn subtract(&mut self, other: &HexSet) {
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine &= !theirs;
        }
    }

    /// The hexes in rising order.
    pub fn iter(&self) -> impl Iterator<Item = HexId> + '_ {
        self.words.iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Some(HexId((index * 64) as u16 + bit as u16))
            })
        })
    }
}

impl FromIterator<HexId> for HexSet {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> HexSet {
        let mut set = HexSet::default();
        set.extend(hexes);
        set
    }
}

impl Extend<HexId> for HexSet {
    fn extend<I: IntoIterator<Item = HexId>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}
