//! A game's data files: embedded in the program, each replaceable by a file of the user's.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The data files of one game.
#[derive(Clone, Debug, Default)]
pub struct Files {
    files: BTreeMap<String, String>,
    replaced: Vec<String>,
}

impl Files {
    /// The files as embedded, by their names relative to the game's `data` folder.
    #[must_use]
    pub fn embedded(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect();
        Self { files, replaced: Vec::new() }
    }
    /// Replaces a file by the user's own.
    pub fn replace(&mut self, name: &str, text: String) -> Result<(), DataError> {
        if !self.files.contains_key(name) {
            let all: Vec<_> = self.files.keys().map(String::as_str).collect();
            return Err(DataError::new(name, format!("no such data file; there are: {}", all.join(", "))));
        }
        self.files.insert(name.to_owned(), text);
        self.replaced.push(name.to_owned());
        Ok(())
    }
    /// The text of a file.
    pub fn get(&self, name: &str) -> Result<&str, DataError> {
        self.files.get(name).map(String::as_str).ok_or_else(|| DataError::new(name, "the file is missing"))
    }
    /// Reads a TOML file into a type.
    pub fn toml<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<T, DataError> {
        toml::from_str(self.get(name)?)
            .map_err(|e| DataError::new(name, e.to_string().trim().replace('\n', " ")))
    }
    /// The names of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
    /// Empty for the data as shipped, else a hash of all files: a record says which data it was played with.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        if self.replaced.is_empty() {
            return String::new();
        }
        let mut hash = Sha256::new();
        for (name, text) in &self.files {
            hash.update(name);
            hash.update([0]);
            hash.update(text);
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
