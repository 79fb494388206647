//! A long array of which little differs from the default: in memory it is an array, written it is a list of exceptions.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// An array that is written as pairs of index and value, without the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sparse<T, const N: usize>([T; N]);

impl<T: Copy + Default, const N: usize> Default for Sparse<T, N> {
    fn default() -> Self {
        Self([T::default(); N])
    }
}

impl<T, const N: usize> Deref for Sparse<T, N> {
    type Target = [T; N];
    #[inline]
    fn deref(&self) -> &[T; N] {
        &self.0
    }
}

impl<T, const N: usize> DerefMut for Sparse<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T; N] {
        &mut self.0
    }
}

impl<T: Serialize + Default + PartialEq, const N: usize> Serialize for Sparse<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let usual = T::default();
        serializer.collect_seq(self.0.iter().enumerate().filter(|(_, value)| **value != usual))
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Sparse<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut out = Self::default();
        for (i, value) in Vec::<(usize, T)>::deserialize(deserializer)? {
            let slot = out.0.get_mut(i).ok_or_else(|| D::Error::custom(format!("{i} is not below {N}")))?;
            *slot = value;
        }
        Ok(out)
    }
}
