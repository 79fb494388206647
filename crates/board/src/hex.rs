//! Small identifiers: a hex, a direction, the set of features of a hexside.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A hex of one map: a dense index, counted in the order of the printed numbers.
///
/// Ids are only meaningful together with the [`HexGrid`](crate::HexGrid) that issued them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexId(pub u16);

impl HexId {
    /// Stands in neighbour tables where the map ends.
    pub const NONE: HexId = HexId(u16::MAX);

    /// The id as an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is a hex at all, that is, not [`HexId::NONE`].
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }
}

/// One of the six sides of a hex, counted clockwise as seen on the printed sheet.
///
/// Flat tops begin at the top (N, NE, SE, S, SW, NW); pointed tops begin at the upper right
/// (NE, E, SE, SW, W, NW). The names speak of the sheet: a map may be printed with west on top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Direction(u8);

impl Direction {
    /// All six, in their fixed order.
    pub const ALL: [Direction; 6] =
        [Direction(0), Direction(1), Direction(2), Direction(3), Direction(4), Direction(5)];

    /// The direction with this number; numbers wrap around after five.
    #[inline]
    pub const fn new(number: usize) -> Direction {
        Direction((number % 6) as u8)
    }

    /// Zero to five.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The direction that leads back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction((self.0 + 3) % 6)
    }

    /// Turned clockwise by this many hexsides.
    #[inline]
    pub const fn clockwise(self, steps: usize) -> Direction {
        Direction::new(self.0 as usize + steps % 6)
    }
}

/// What lies on or leads across one hexside: a set of features as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Side(pub u16);

impl Side {
    /// Nothing.
    pub const NONE: Side = Side(0);
    /// A river along the hexside.
    pub const RIVER: Side = Side(1);
    /// A wide river along the hexside.
    pub const MAJOR_RIVER: Side = Side(1 << 1);
    /// A bridge that carries a road (or, where a game knows one kind only, any bridge).
    pub const BRIDGE: Side = Side(1 << 2);
    /// A bridge that carries a railway.
    pub const RAIL_BRIDGE: Side = Side(1 << 3);
    /// A lake along the hexside.
    pub const LAKE: Side = Side(1 << 4);
    /// Sea shore along the hexside.
    pub const COAST: Side = Side(1 << 5);
    /// A national border.
    pub const BORDER: Side = Side(1 << 6);
    /// The 38th parallel.
    pub const PARALLEL: Side = Side(1 << 7);
    /// Nothing on the ground crosses here.
    pub const IMPASSABLE: Side = Side(1 << 8);
    /// A road across the hexside.
    pub const ROAD: Side = Side(1 << 9);
    /// A main road across the hexside.
    pub const MAIN_ROAD: Side = Side(1 << 10);
    /// A trail or track across the hexside.
    pub const TRAIL: Side = Side(1 << 11);
    /// A railway across the hexside.
    pub const RAIL: Side = Side(1 << 12);
    /// A narrow-gauge railway across the hexside.
    pub const NARROW_RAIL: Side = Side(1 << 13);
    /// A ferry: a road goes on beyond the river, but nothing carries it across.
    pub const FERRY: Side = Side(1 << 14);

    /// Every single feature with its keyword in map files, in the order in which files list them.
    pub const KINDS: [(Side, &'static str); 15] = [
        (Side::COAST, "coast"),
        (Side::LAKE, "lake"),
        (Side::RIVER, "river"),
        (Side::MAJOR_RIVER, "major-river"),
        (Side::BRIDGE, "bridge"),
        (Side::RAIL_BRIDGE, "rail-bridge"),
        (Side::FERRY, "ferry"),
        (Side::BORDER, "border"),
        (Side::PARALLEL, "parallel"),
        (Side::IMPASSABLE, "impassable"),
        (Side::MAIN_ROAD, "main-road"),
        (Side::ROAD, "road"),
        (Side::TRAIL, "trail"),
        (Side::RAIL, "rail"),
        (Side::NARROW_RAIL, "narrow-rail"),
    ];

    /// Features that lead from hex to hex and are written as chains (`0101-0102-0203`).
    pub const LINKS: Side =
        Side(Side::ROAD.0 | Side::MAIN_ROAD.0 | Side::TRAIL.0 | Side::RAIL.0 | Side::NARROW_RAIL.0);

    /// Whether this set and the other share a feature.
    #[inline]
    pub const fn any(self, of: Side) -> bool {
        self.0 & of.0 != 0
    }

    /// Whether every feature of the other set is in this one.
    #[inline]
    pub const fn all(self, of: Side) -> bool {
        self.0 & of.0 == of.0
    }

    /// Both sets together.
    #[inline]
    pub const fn with(self, other: Side) -> Side {
        Side(self.0 | other.0)
    }

    /// This set without the features of the other.
    #[inline]
    pub const fn without(self, other: Side) -> Side {
        Side(self.0 & !other.0)
    }

    /// The keyword of a single feature, if this is one.
    pub fn keyword(self) -> Option<&'static str> {
        Side::KINDS.iter().find(|(kind, _)| *kind == self).map(|(_, word)| *word)
    }

    /// The single feature with this keyword.
    pub fn from_keyword(word: &str) -> Option<Side> {
        Side::KINDS.iter().find(|(_, name)| *name == word).map(|(kind, _)| *kind)
    }
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = f.debug_set();
        for (kind, word) in Side::KINDS {
            if self.any(kind) {
                list.entry(&format_args!("{word}"));
            }
        }
        list.finish()
    }
}

impl From<HexId> for engine::Arg {
    /// A hex in a sentence.
    fn from(hex: HexId) -> Self {
        Self::place(hex.0.into())
    }
}
