//! The store on SQLite: what is written is found again, and a number is given once.

use std::path::PathBuf;
use store::{Appended, Chair, Entry, Kind, NewMatch, Store};

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("parallel38-store-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }
    fn url(&self) -> String {
        format!("sqlite://{}/matches.db", self.0.display())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn begun(id: &str) -> NewMatch {
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
            level: None,
            token: Some(format!("hash-{id}")),
        }],
        ..NewMatch::default()
    }
}

fn act(seq: u64, text: &str, key: Option<&str>) -> Entry {
    Entry {
        seq,
        kind: Kind::Act,
        seat: "blue".to_owned(),
        text: text.to_owned(),
        key: key.map(str::to_owned),
        at: 1,
    }
}

#[tokio::test]
async fn what_is_written_is_found_after_reopening() {
    let scratch = Scratch::new("reopen");
    let store = Store::open(&scratch.url()).await.unwrap();
    store.create(begun("m1")).await.unwrap();
    assert_eq!(store.append("m1", act(1, "move", Some("k1"))).await.unwrap(), Appended::Done);
    let undo = Entry { kind: Kind::Undo, seq: 2, ..act(2, "", None) };
    assert_eq!(store.append("m1", undo.clone()).await.unwrap(), Appended::Done);
    store.close().await;
    assert!(store.append("m1", act(3, "late", None)).await.is_err());

    let store = Store::open(&scratch.url()).await.unwrap();
    let found = store.load("m1").await.unwrap().unwrap();
    assert_eq!(found.begun.chairs, begun("m1").chairs);
    assert_eq!(found.begun.entries, [act(1, "move", Some("k1")), undo.clone()]);
    assert_eq!(store.entries("m1", 1).await.unwrap(), [undo]);
    assert_eq!(store.by_token("hash-m1").await.unwrap(), ["m1"]);
    assert_eq!(store.load("m2").await.unwrap(), None);
    store.archive("m1", "{}".to_owned(), 9).await.unwrap();
    assert_eq!(store.load("m1").await.unwrap().unwrap().archived, Some(9));
    assert_eq!(store.archived_record("m1").await.unwrap().as_deref(), Some("{}"));
    assert_eq!(store.count_open().await.unwrap(), 0);
    store.close().await;
}

#[tokio::test]
async fn a_number_and_a_key_are_given_once() {
    let scratch = Scratch::new("once");
    let store = Store::open(&scratch.url()).await.unwrap();
    store.create(begun("m1")).await.unwrap();
    let both = tokio::join!(
        store.append("m1", act(1, "a", Some("ka"))),
        store.append("m1", act(1, "b", Some("kb")))
    );
    let mut answers = [both.0.unwrap(), both.1.unwrap()];
    answers.sort_by_key(|a| *a == Appended::Taken);
    assert_eq!(answers, [Appended::Done, Appended::Taken]);
    let first = store.entries("m1", 0).await.unwrap();
    assert_eq!(first.len(), 1);
    let again = act(2, "a", first[0].key.as_deref());
    assert_eq!(store.append("m1", again).await.unwrap(), Appended::Taken);
    assert!(store.create(begun("m1")).await.is_err());
    store.close().await;
}

#[tokio::test]
async fn appends_of_many_matches_share_transactions() {
    let scratch = Scratch::new("group");
    let store = Store::open(&scratch.url()).await.unwrap();
    for i in 0..50 {
        store.create(begun(&format!("m{i}"))).await.unwrap();
    }
    let (before, _) = store.group_commits().unwrap();
    let mut tasks = Vec::new();
    for i in 0..50 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            for seq in 1..=20 {
                let answer = store.append(&format!("m{i}"), act(seq, "move", None)).await.unwrap();
                assert_eq!(answer, Appended::Done);
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let (after, _) = store.group_commits().unwrap();
    assert!(after - before < 500, "1,000 appends took {} transactions", after - before);
    store.close().await;
}

#[tokio::test]
async fn a_wrong_address_is_one_sentence_without_the_password() {
    let error = Store::open("mysql://kim:secret@host/db").await.err().unwrap();
    assert_eq!(
        error.to_string(),
        "a database is sqlite://FILE or postgres://USER@HOST/NAME, not \"mysql://kim@host/db\""
    );
}
