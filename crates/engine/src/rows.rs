//! The shapes of data files: rows that refuse unknown keys, numbers that refuse what is out of range, and the line of
//! whatever is wrong.

use crate::data::{DataError, Files};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use std::ops::RangeInclusive;
pub use toml::Spanned;

/// Where a value comes from. The rules do not read it: it must be there and well spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The rulebook.
    Book,
    /// Reconstructed.
    Ours,
}

/// A whole number within bounds; the reader names the line of one that is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Whole<const LOW: i64, const HIGH: i64>(pub i16);

impl<'de, const LOW: i64, const HIGH: i64> Deserialize<'de> for Whole<LOW, HIGH> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let n = i64::deserialize(deserializer)?;
        match i16::try_from(n) {
            Ok(small) if (LOW..=HIGH).contains(&n) => Ok(Self(small)),
            _ => Err(D::Error::custom(format!("{n} is not from {LOW} to {HIGH}"))),
        }
    }
}

/// Rows of data files: structs whose fields are the keys. An unknown key is refused.
///
/// ```
/// engine::rows! {
///     /// A unit.
///     struct UnitRow {
///         id: String,
///         #[serde(default)]
///         parts: Vec<String>,
///     }
/// }
/// ```
#[macro_export]
macro_rules! rows {
    ($($(#[$about:meta])* struct $name:ident { $($(#[$key:meta])* $field:ident: $type:ty),* $(,)? })*) => { $(
        $(#[$about])*
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name { $($(#[$key])* pub(crate) $field: $type,)* }
    )* };
}

/// A data file while it is read: it finds the line of what is wrong.
#[derive(Clone, Copy, Debug)]
pub struct DataFile<'a> {
    /// Its name, relative to the game's `data` folder.
    pub name: &'a str,
    text: &'a str,
}

impl<'a> DataFile<'a> {
    /// Reads a file into its rows.
    pub fn read<T: DeserializeOwned>(files: &'a Files, name: &'a str) -> Result<(Self, T), DataError> {
        let file = Self { name, text: files.get(name)? };
        let rows = toml::from_str(file.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let field = file.key(at).map_or_else(String::new, |key| format!(", {key}"));
            let why = error.message().replace('\n', " ");
            DataError::new(name, format!("line {}{field}: {why}", file.line(at)))
        })?;
        Ok((file, rows))
    }
    fn line(&self, at: usize) -> usize {
        1 + self.text.bytes().take(at).filter(|&b| b == b'\n').count()
    }
    /// The key whose value begins here, if one does.
    fn key(&self, at: usize) -> Option<&'a str> {
        let before = self.text.get(..at)?.trim_end().strip_suffix('=')?.trim_end();
        before
            .rsplit(|c: char| !c.is_alphanumeric() && !"_-".contains(c))
            .next()
            .filter(|key| !key.is_empty())
    }
    /// What is wrong with a value: file, line, field.
    pub fn wrong<T>(&self, value: &Spanned<T>, field: &str, why: impl std::fmt::Display) -> DataError {
        DataError::new(self.name, format!("line {}, {field}: {why}", self.line(value.span().start)))
    }
    /// A number within bounds.
    pub fn number<N: TryFrom<i64>>(
        &self,
        value: &Spanned<i64>,
        field: &str,
        range: RangeInclusive<i64>,
    ) -> Result<N, DataError> {
        let n = *value.get_ref();
        let small = N::try_from(n).ok().filter(|_| range.contains(&n));
        small.ok_or_else(|| {
            self.wrong(value, field, format!("{n} is not from {} to {}", range.start(), range.end()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::rows! {
        struct UnitRow {
            id: String,
            strength: Spanned<i64>,
            moves: Whole<0, 12>,
            source: Source,
        }
        struct UnitsFile {
            unit: Vec<UnitRow>,
        }
    }

    fn read(text: &str) -> Result<(String, u8, i16), DataError> {
        let files = Files::embedded(&[("units.toml", text)]);
        let (file, rows): (_, UnitsFile) = DataFile::read(&files, "units.toml")?;
        let row = &rows.unit[0];
        assert_eq!(row.source, Source::Ours);
        Ok((row.id.clone(), file.number(&row.strength, "unit.strength", 0..=99)?, row.moves.0))
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let row = |strength: &str, moves: &str| {
            format!("[[unit]]\nid = \"a\"\nstrength = {strength}\nmoves = {moves}\nsource = \"ours\"\n")
        };
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(read(&row("7", "4")), Ok(("a".to_owned(), 7, 4)));
        assert_eq!(error(&row("100", "4")), "units.toml: line 3, unit.strength: 100 is not from 0 to 99");
        assert_eq!(error(&row("7", "13")), "units.toml: line 4, moves: 13 is not from 0 to 12");
        assert!(error(&row("\"7\"", "1")).starts_with("units.toml: line 3, strength: "));
        assert!(error(&format!("{}color = 1\n", row("7", "4"))).contains("line 6: unknown field `color`"));
        assert!(error("[[unit]]\n").contains("missing field"));
    }
}
