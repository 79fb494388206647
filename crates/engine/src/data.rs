//! A game's data files: embedded in the program, each replaceable by a file of the user's.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The data files of one game.
#[derive(Clone, Debug, Default)]
pub struct Files {
    files: BTreeMap<String, String>,
}

impl Files {
    /// The files as embedded, by their names relative to the game's `data` folder.
    #[must_use]
    pub fn embedded(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect();
        Self { files }
    }
    /// Replaces a file by the user's own.
    pub fn replace(&mut self, name: &str, text: String) -> Result<(), DataError> {
        if !self.files.contains_key(name) {
            let all: Vec<_> = self.files.keys().map(String::as_str).collect();
            return Err(DataError::new(name, format!("no such data file; there are: {}", all.join(", "))));
        }
        self.files.insert(name.to_owned(), text);
        Ok(())
    }
    /// The text of a file.
    pub fn get(&self, name: &str) -> Result<&str, DataError> {
        self.files.get(name).map(String::as_str).ok_or_else(|| DataError::new(name, "the file is missing"))
    }
    /// Reads a TOML file into a type.
    pub fn toml<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<T, DataError> {
        crate::rows::DataFile::read(self, name).map(|(_, rows)| rows)
    }
    /// The names of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
    /// A hash of what the rules read: a match and a record say which data they were played with. Comments and the order of
    /// fields do not count, nor do what computer players go by (`judgement*`) and what people read (briefings, guides, pictures).
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        let beside = |name: &str| {
            ["judgement", "briefings", "pictures", "guides/"].iter().any(|b| name.starts_with(b))
        };
        for (name, text) in self.files.iter().filter(|(name, _)| !beside(name)) {
            let values = toml::from_str::<toml::Table>(text).ok().filter(|_| name.ends_with(".toml"));
            hash.update(name);
            hash.update([0]);
            hash.update(values.map_or_else(|| text.clone(), |table| table.to_string()));
            hash.update([0]);
        }
        crate::dice::hex(&hash.finalize()[..8])
    }
}

/// What is wrong with a data file: the file and a sentence naming the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    /// The file, relative to the game's `data` folder.
    pub file: String,
    /// What is wrong and where.
    pub message: String,
}

impl DataError {
    /// An error in a file.
    pub fn new(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { file: file.into(), message: message.into() }
    }
}

impl std::fmt::Display for DataError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.file, self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_of_values_that_rules_read() {
        let of = |units: &str, judgement: &str| {
            Files::embedded(&[("units.toml", units), ("judgement.toml", judgement)]).fingerprint()
        };
        let one = of("a = 1\nb = 2", "w = 1.0");
        assert_eq!(one, of("# why\nb = 2\na = 1", "w = 1.0"), "comments and order");
        assert_eq!(one, of("a = 1\nb = 2", "w = 2.5"), "what players go by");
        assert_ne!(one, of("a = 1\nb = 3", "w = 1.0"), "a value");
    }
}
