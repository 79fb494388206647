//! A folder that goes away, and rows to write.
#![allow(dead_code, unreachable_pub, reason = "every test uses a part of it")]

use std::path::PathBuf;
use store::{Chair, Entry, Kept, Kind, NewMatch};

pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("parallel38-store-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }
    pub fn url(&self) -> String {
        format!("sqlite://{}", self.file("matches.db").display())
    }
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn begun(id: &str) -> NewMatch {
    NewMatch {
        id: id.to_owned(),
        game: "skirmish".to_owned(),
        rules: 1,
        scenario: "ridge".to_owned(),
        options: "{}".to_owned(),
        seed: "00".repeat(32),
        created: 1,
        chairs: vec![Chair {
            seats: "blue".to_owned(),
            kind: "here".to_owned(),
            tokens: vec![format!("hash-{id}")],
            ..Chair::default()
        }],
        ..NewMatch::default()
    }
}

pub fn act(seq: u64, text: &str, key: Option<&str>) -> Entry {
    Entry {
        seq,
        kind: Kind::Act,
        seat: "blue".to_owned(),
        text: text.to_owned(),
        key: key.map(str::to_owned),
        at: 1,
        hash: None,
        seen: None,
    }
}

pub fn moment(length: u64, maker: &str) -> Kept {
    let body = format!("the position after {length} actions");
    Kept { length, seq: length + 10, maker: maker.to_owned(), body }
}
