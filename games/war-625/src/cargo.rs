//! What a unit carries.

use crate::kinds::{Kind, Nation};
use serde::{Deserialize, Serialize};

/// What a unit carries: two slots of four bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cargo(pub(crate) u8);

/// One thing that is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Item {
    Infantry,
    Token,
    Heavy(Kind),
    Prisoner(Nation),
}

impl Item {
    const fn code(self) -> u8 {
        match self {
            Self::Infantry => 1,
            Self::Token => 2,
            Self::Heavy(kind) => kind as u8 + 2,
            Self::Prisoner(nation) => nation as u8 + 8,
        }
    }
    #[inline]
    const fn of(code: u8) -> Option<Self> {
        match code {
            1 => Some(Self::Infantry),
            2 => Some(Self::Token),
            3..=7 => Some(Self::Heavy(Kind::from_index(code - 2))),
            8..=13 => Some(Self::Prisoner(Nation::from_index(code - 8))),
            _ => None,
        }
    }
    /// The land unit that this item is, for its carrier's nation.
    #[inline]
    pub(crate) const fn kind(self) -> Option<Kind> {
        match self {
            Self::Infantry => Some(Kind::Infantry),
            Self::Heavy(kind) => Some(kind),
            Self::Token | Self::Prisoner(_) => None,
        }
    }
}

const TWO_TOKENS: u8 = 15;

impl Cargo {
    pub(crate) const EMPTY: Self = Self(0);
    /// A cargo of `n` tokens, at most three.
    pub(crate) const fn tokens_only(n: u8) -> Self {
        Self(match n {
            0 => 0,
            1 => 2,
            2 => 0x22,
            _ => 0xf2,
        })
    }
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The items aboard.
    #[inline]
    pub(crate) fn items(self) -> impl Iterator<Item = Item> {
        let (low, high) = (self.0 & 15, self.0 >> 4);
        let double = high == TWO_TOKENS;
        let second = if double { Some(Item::Token) } else { Item::of(high) };
        Item::of(low).into_iter().chain(second).chain(double.then_some(Item::Token))
    }
    #[inline]
    pub(crate) fn count(self, item: Item) -> u8 {
        self.items().filter(|&i| i == item).count() as u8
    }
    #[inline]
    pub(crate) fn tokens(self) -> u8 {
        self.count(Item::Token)
    }
    #[inline]
    pub(crate) fn has_troops(self) -> bool {
        self.items().any(|i| i.kind().is_some())
    }
    /// The land units among the items.
    pub(crate) fn troops(self) -> Self {
        Self::pack(self.items().filter(|i| i.kind().is_some())).unwrap_or_default()
    }
    /// Bits of the items that belong to `part`, by their order aboard; tokens do not count.
    pub(crate) fn marks(self, part: Self) -> u8 {
        let (mut rest, mut marks) = (part, 0);
        for (i, item) in self.troops().items().enumerate() {
            if rest.count(item) > 0 {
                rest = rest.without(item);
                marks |= 1 << i;
            }
        }
        marks
    }
    /// The land units that marks stand for.
    pub(crate) fn marked(self, marks: u8) -> Self {
        let chosen =
            self.troops().items().enumerate().filter(|(i, _)| marks >> i & 1 == 1).map(|(_, item)| item);
        Self::pack(chosen).unwrap_or_default()
    }
    /// Items in order packed again; `None` if there are more than a cargo can hold.
    pub(crate) fn pack(items: impl Iterator<Item = Item>) -> Option<Self> {
        let mut codes = [0u8; 4];
        let mut n = 0;
        for item in items {
            if n == 4 {
                return None;
            }
            codes[n] = item.code();
            n += 1;
        }
        codes[..n].sort_unstable();
        match n {
            0 => Some(Self(0)),
            1 => Some(Self(codes[0])),
            2 => Some(Self(codes[0] | codes[1] << 4)),
            3 if codes[..3] == [2, 2, 2] => Some(Self(0xf2)),
            _ => None,
        }
    }
    pub(crate) fn with(self, item: Item) -> Option<Self> {
        Self::pack(self.items().chain([item]))
    }
    pub(crate) fn without(self, item: Item) -> Self {
        let mut gone = false;
        Self::pack(self.items().filter(|&i| {
            let take = !gone && i == item;
            gone |= take;
            !take
        }))
        .unwrap_or_default()
    }
    pub(crate) fn join(self, other: Self) -> Option<Self> {
        Self::pack(self.items().chain(other.items()))
    }
    /// Whether the cargo is part of one of these loads (SE-1, BO-1, CP-1). [rule: war SE-1, war FP-10]
    pub(crate) fn fits(self, loads: &[crate::data::Load]) -> bool {
        let (mut infantry, mut token, mut heavy) = (0, 0, 0);
        for item in self.items() {
            match item {
                Item::Infantry | Item::Prisoner(_) => infantry += 1,
                Item::Token => token += 1,
                Item::Heavy(_) => heavy += 1,
            }
        }
        loads.iter().any(|l| infantry <= l.infantry && token <= l.token && heavy <= l.heavy)
    }
    /// Whether every stored value of this byte is a packed cargo.
    pub(crate) fn is_packed(self) -> bool {
        Self::pack(self.items()) == Some(self)
    }
}
