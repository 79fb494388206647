//! Zones of control, kept up to date piece by piece.

use crate::{Direction, HexGrid, HexId};
use serde::{Deserialize, Serialize};

/// How many pieces of one side exert a zone of control into each hex. The functions that move a piece
/// add and remove it; every question is then one look into an array.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Zones {
    counts: Vec<u8>,
}

impl Zones {
    /// No zones on a map of this many hexes.
    pub fn new(hexes: usize) -> Zones {
        Zones { counts: vec![0; hexes] }
    }

    /// Adds a piece: its zone covers every neighbour for which `extends` is true.
    pub fn add(&mut self, grid: &HexGrid, hex: HexId, extends: impl Fn(Direction, HexId) -> bool) {
        self.change(grid, hex, extends, |count| count.saturating_add(1));
    }

    /// Removes a piece that was added with the same `extends`.
    pub fn remove(&mut self, grid: &HexGrid, hex: HexId, extends: impl Fn(Direction, HexId) -> bool) {
        self.change(grid, hex, extends, |count| count.saturating_sub(1));
    }

    fn change(
        &mut self,
        grid: &HexGrid,
        hex: HexId,
        extends: impl Fn(Direction, HexId) -> bool,
        to: impl Fn(u8) -> u8,
    ) {
        for direction in Direction::ALL {
            if let Some(near) = grid.neighbour(hex, direction).filter(|near| extends(direction, *near)) {
                self.counts[near.index()] = to(self.counts[near.index()]);
            }
        }
    }

    /// Whether a zone covers the hex.
    #[inline]
    pub fn covers(&self, hex: HexId) -> bool {
        self.counts[hex.index()] != 0
    }

    /// How many pieces cover the hex.
    #[inline]
    pub fn count(&self, hex: HexId) -> u8 {
        self.counts[hex.index()]
    }
}
