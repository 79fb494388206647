//! Flat containers for game states: fixed arrays, bounded stacks and bit sets that clone as one copy of memory
//! and serialise as plain sequences.

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// An array of any length that serialises as a sequence (serde itself stops at 32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Array<T, const N: usize>(pub [T; N]);

impl<T: Copy, const N: usize> Array<T, N> {
    /// Every element equal to `value`.
    pub const fn filled(value: T) -> Self {
        Self([value; N])
    }
}

impl<T: Copy + Default, const N: usize> Default for Array<T, N> {
    fn default() -> Self {
        Self([T::default(); N])
    }
}

impl<T, const N: usize> Deref for Array<T, N> {
    type Target = [T; N];
    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T, const N: usize> DerefMut for Array<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<T: Serialize, const N: usize> Serialize for Array<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Array<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stack: Stack<T, N> = Stack::deserialize(deserializer)?;
        if stack.len() == N {
            Ok(Self(stack.items))
        } else {
            Err(D::Error::custom(format!("expected {N} entries, found {}", stack.len())))
        }
    }
}

/// A stack of at most `N` small values, stored in place. Frames of procedures, short lists of units.
///
/// ```
/// let mut frames: engine::flat::Stack<u8, 4> = Default::default();
/// frames.push(7);
/// frames.push(9);
/// assert_eq!(frames.pop(), Some(9));
/// assert_eq!(frames.last(), Some(&7));
/// ```
#[derive(Clone, Copy)]
pub struct Stack<T, const N: usize> {
    len: u16,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> Default for Stack<T, N> {
    fn default() -> Self {
        Self { len: 0, items: [T::default(); N] }
    }
}

impl<T: Copy + Default, const N: usize> Stack<T, N> {
    /// Puts `value` on top.
    ///
    /// # Panics
    /// When the stack is full: its bound is chosen by the game so that its rules cannot exceed it.
    #[inline]
    pub fn push(&mut self, value: T) {
        assert!((self.len as usize) < N, "a flat stack of {N} overflows");
        self.items[self.len as usize] = value;
        self.len += 1;
    }
    /// Puts `value` on top unless the stack is full; says whether it did.
    #[inline]
    pub fn try_push(&mut self, value: T) -> bool {
        let room = (self.len as usize) < N;
        if room {
            self.push(value);
        }
        room
    }
    /// Takes the top value off. The freed slot is reset, so that equal stacks are equal in memory.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let top = *self.last()?;
        self.len -= 1;
        self.items[self.len as usize] = T::default();
        Some(top)
    }
    /// Removes the value at `index`, keeping the order of the rest.
    pub fn remove(&mut self, index: usize) -> T {
        let value = self[index];
        let len = self.len as usize;
        self.items.copy_within(index + 1..len, index);
        self.pop();
        value
    }
    /// Empties the stack.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
    /// Keeps the values for which `keep` answers true, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let old = *self;
        self.clear();
        old.iter().filter(|v| keep(v)).for_each(|v| self.push(*v));
    }
}

impl<T, const N: usize> Deref for Stack<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T, const N: usize> DerefMut for Stack<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Stack<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Stack<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Stack<T, N> {}

impl<T: Serialize, const N: usize> Serialize for Stack<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.len as usize))?;
        for item in self.iter() {
            seq.serialize_element(item)?;
        }
        seq.end()
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Stack<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T, const N: usize>(PhantomData<T>);
        impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Visitor<'de> for Items<T, N> {
            type Value = Stack<T, N>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {N} entries")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut stack = Stack::default();
                while let Some(item) = seq.next_element()? {
                    if !stack.try_push(item) {
                        return Err(A::Error::custom(format!("more than {N} entries")));
                    }
                }
                Ok(stack)
            }
        }
        deserializer.deserialize_seq(Items(PhantomData))
    }
}

/// A set of small numbers below `64 * W`, stored in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> Bits<W> {
    /// Whether `i` is in the set.
    #[inline]
    #[must_use]
    pub fn has(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }
    /// Puts `i` in or takes it out.
    #[inline]
    pub fn set(&mut self, i: usize, on: bool) {
        if on {
            self.0[i / 64] |= 1 << (i % 64);
        } else {
            self.0[i / 64] &= !(1 << (i % 64));
        }
    }
    /// Empties the set.
    pub fn clear(&mut self) {
        self.0 = [0; W];
    }
    /// How many numbers below `i` are in the set.
    #[must_use]
    pub fn before(&self, i: usize) -> usize {
        let full: u32 = self.0[..i / 64].iter().map(|w| w.count_ones()).sum();
        (full + (self.0[i / 64] & ((1 << (i % 64)) - 1)).count_ones()) as usize
    }
    /// How many numbers are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }
    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }
    /// The numbers in rising order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors((word != 0).then_some(word), |w| {
                let rest = w & (w - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |w| i * 64 + w.trailing_zeros() as usize)
        })
    }
}

impl<const W: usize> Serialize for Bits<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, const W: usize> Deserialize<'de> for Bits<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let members = Vec::<usize>::deserialize(deserializer)?;
        let mut bits = Self::default();
        for i in members {
            if i >= 64 * W {
                return Err(D::Error::custom(format!("{i} is not below {}", 64 * W)));
            }
            bits.set(i, true);
        }
        Ok(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_iterate_in_order_and_survive_json() {
        let mut bits = Bits::<2>::default();
        for i in [0, 3, 63, 64, 127] {
            bits.set(i, true);
        }
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 3, 63, 64, 127]);
        assert_eq!([0, 1, 63, 64, 65, 127].map(|i| bits.before(i)), [0, 1, 2, 3, 4, 4]);
        let text = serde_json::to_string(&bits).unwrap();
        assert_eq!(text, "[0,3,63,64,127]");
        assert_eq!(serde_json::from_str::<Bits<2>>(&text).unwrap(), bits);
        assert!(serde_json::from_str::<Bits<1>>(&text).is_err(), "64 does not fit into one word");
    }

    #[test]
    fn stacks_refuse_more_than_they_hold() {
        assert!(serde_json::from_str::<Stack<u8, 2>>("[1,2,3]").is_err());
        assert!(serde_json::from_str::<Array<u8, 40>>("[1,2,3]").is_err());
        let mut stack: Stack<u8, 3> = serde_json::from_str("[1,2,3]").unwrap();
        assert!(!stack.try_push(4));
        assert_eq!(stack.remove(1), 2);
        assert_eq!(&stack[..], [1, 3]);
    }
}
