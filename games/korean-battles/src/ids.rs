//! Units, hexes and sides by number, and sets of them.

use engine::flat::Bits;
use engine::{Arg, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A counter of the scenario, by its place in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub(crate) u8);

/// A hex of the map, or where a counter is that stands in none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hex(pub(crate) u16);

/// The United Nations, or North Korea or China.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    #[default]
    Un,
    Red,
}

/// The United Nations.
pub(crate) const UN: Side = Side::Un;
/// North Korea or China.
pub(crate) const RED: Side = Side::Red;

/// The most counters a scenario has.
pub(crate) const UNITS: usize = 128;
/// The most hexes a map has.
pub(crate) const HEXES: usize = 777;
/// No unit.
pub(crate) const NOBODY: UnitId = UnitId(u8::MAX);
/// No hex: takes no part in the game.
pub const NOWHERE: Hex = Hex(0xFFFF);
/// Eliminated.
pub(crate) const DEAD: Hex = Hex(0xFFFE);
/// Comes on its turn.
pub(crate) const WAITING: Hex = Hex(0xFFFD);
/// May enter now.
pub(crate) const DUE: Hex = Hex(0xFFFC);
/// Left the map or was withdrawn.
pub(crate) const LEFT: Hex = Hex(0xFFFB);
/// Still to be set up.
pub(crate) const UNPLACED: Hex = Hex(0xFFFA);
/// A division exchanged for its regiments, or a Chinese division in its other form.
pub(crate) const BROKEN: Hex = Hex(0xFFF9);
/// Somewhere face down or out of the game: the viewer cannot tell.
pub(crate) const UNKNOWN: Hex = Hex(0xFFF8);
/// Everything from here on is no hex.
pub const OFF_MAP: Hex = Hex(0xFFF0);

impl UnitId {
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Hex {
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Side {
    pub(crate) const BOTH: [Self; 2] = [UN, RED];

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
    /// The enemy.
    #[inline]
    pub(crate) const fn other(self) -> Self {
        match self {
            UN => RED,
            RED => UN,
        }
    }
    /// The engine's seat: the United Nations sit first.
    pub(crate) const fn seat(self) -> Seat {
        Seat(self as u8)
    }
    /// Only this side.
    pub(crate) const fn alone(self) -> SeatSet {
        SeatSet::one(self.seat())
    }
    /// The side of a seat.
    pub(crate) const fn of(seat: Seat) -> Self {
        if seat.0 == 0 { UN } else { RED }
    }
}

impl From<UnitId> for Arg {
    fn from(unit: UnitId) -> Self {
        Self::unit(unit.0.into())
    }
}
impl From<Hex> for Arg {
    fn from(hex: Hex) -> Self {
        Self::place(hex.0.into())
    }
}

macro_rules! sets {
    ($($(#[$doc:meta])* $name:ident of $id:ident($raw:ty), $words:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(transparent)]
        pub(crate) struct $name(pub(crate) Bits<$words>);

        impl $name {
            #[inline]
            pub(crate) fn has(&self, id: $id) -> bool {
                self.0.has(id.index())
            }
            #[inline]
            pub(crate) fn set(&mut self, id: $id, on: bool) {
                self.0.set(id.index(), on);
            }
            pub(crate) fn clear(&mut self) {
                self.0.clear();
            }
            pub(crate) fn is_empty(&self) -> bool {
                self.0.is_empty()
            }
            pub(crate) fn len(&self) -> usize {
                self.0.len()
            }
            #[inline]
            pub(crate) fn iter(&self) -> impl Iterator<Item = $id> + '_ {
                self.0.iter().map(|i| $id(i as $raw))
            }
            /// The member, if there is but one.
            pub(crate) fn only(&self) -> Option<$id> {
                let mut all = self.iter();
                all.next().filter(|_| all.next().is_none())
            }
        }

        impl FromIterator<$id> for $name {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> Self {
                let mut out = Self::default();
                ids.into_iter().for_each(|id| out.set(id, true));
                out
            }
        }
    )* };
}

sets! {
    /// A set of hexes.
    HexSet of Hex(u16), 13;
    /// A set of units.
    UnitSet of UnitId(u8), 2;
}
