//! The database file over the years: one server at a time, old tables, a full disk, backups.

use crate::common::{Scratch, act, begun, moment};
use sqlx::{ConnectOptions, Connection};
use std::process::Command;
use std::time::Duration;
use store::{Appended, Kind, Store};

#[tokio::test]
async fn a_second_server_on_the_same_file_is_refused() {
    let scratch = Scratch::new("lock");
    let store = Store::open(&scratch.url()).await.unwrap();
    let second = Store::open(&scratch.url()).await.err().unwrap();
    assert!(second.to_string().starts_with("another server uses "), "{second}");
    // Looking at it is no second server.
    let looking = Store::look(&scratch.url()).await.unwrap();
    assert_eq!(looking.list().await.unwrap(), []);
    looking.close().await;
    store.close().await;
    Store::open(&scratch.url()).await.unwrap().close().await;
}

async fn sqlite(file: &std::path::Path) -> sqlx::SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).create_if_missing(true);
    options.connect().await.unwrap()
}

#[tokio::test]
async fn a_database_of_every_released_version_is_brought_up_to_date() {
    let released =
        [include_str!("schemas/1.sql"), include_str!("schemas/2.sql"), include_str!("schemas/3.sql")];
    for old in released {
        let scratch = Scratch::new("old");
        let mut connection = sqlite(&scratch.file("matches.db")).await;
        sqlx::raw_sql(old).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let store = Store::open(&scratch.url()).await.unwrap();
        let found = store.load("m1").await.unwrap().unwrap().begun;
        assert_eq!((found.game.as_str(), found.rules, found.data.as_str()), ("skirmish", 1, ""));
        let tokens: Vec<_> = found.chairs.iter().map(|c| c.tokens.concat()).collect();
        assert_eq!(tokens, ["hash-of-red", "", "hash-of-spectators"]);
        assert_eq!(found.chairs[1].level.as_deref(), Some("officer"));
        let kinds: Vec<_> = found.entries.iter().map(|e| (e.seq, e.kind)).collect();
        assert_eq!(kinds, [(1, Kind::Act), (2, Kind::Undo)]);
        assert_eq!(store.by_token("hash-of-red").await.unwrap(), ["m1"]);
        assert_eq!(store.append("m1", act(3, "end", Some("0:k2"))).await.unwrap(), Appended::Done);
        assert_eq!(store.kept_by_entry("m1", "me", 99).await.unwrap(), None);
        store.keep("m1", moment(2, "me"));
        store.probe(1).await.unwrap();
        assert_eq!(store.kept_by_entry("m1", "me", 99).await.unwrap(), Some(moment(2, "me")));
        store.close().await;
    }
}

#[tokio::test]
async fn a_damaged_file_is_told_at_the_start() {
    let scratch = Scratch::new("damaged");
    let store = Store::open(&scratch.url()).await.unwrap();
    for i in 0..200 {
        store.create(begun(&format!("m{i}"))).await.unwrap();
    }
    store.close().await;
    let file = scratch.file("matches.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(0x55);
    std::fs::write(&file, bytes).unwrap();
    let error = Store::open(&scratch.url()).await.err().unwrap().to_string();
    assert!(error.contains("is damaged") && error.contains("parallel38 restore"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_is_whole_and_can_be_restored() {
    let scratch = Scratch::new("backup");
    let store = Store::open(&scratch.url()).await.unwrap();
    for i in 0..8 {
        store.create(begun(&format!("m{i}"))).await.unwrap();
    }
    let writing: Vec<_> = (0..8)
        .map(|i| {
            let store = store.clone();
            tokio::spawn(async move {
                for seq in 1..=300 {
                    store.append(&format!("m{i}"), act(seq, "move", None)).await.unwrap();
                }
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(20)).await;
    let copy = scratch.file("copy.db");
    assert_eq!(store::backup(&scratch.url(), &copy).await.unwrap(), 8);
    assert!(store::backup(&scratch.url(), &copy).await.is_err(), "a backup is never written over");
    let refused = store::restore(&copy, &scratch.url()).await.unwrap_err().to_string();
    assert!(refused.contains("another server uses"), "{refused}");
    for task in writing {
        task.await.unwrap();
    }
    store.append("m0", act(301, "after the backup", None)).await.unwrap();
    store.close().await;
    assert_eq!(store::restore(&copy, &scratch.url()).await.unwrap(), 8);
    let restored = Store::open(&scratch.url()).await.unwrap();
    for i in 0..8 {
        // A consistent moment: the entries of every match without a gap, none after the backup.
        let entries = restored.entries(&format!("m{i}"), 0).await.unwrap();
        assert!(entries.len() <= 300);
        assert!(entries.iter().zip(1..).all(|(entry, seq)| entry.seq == seq));
    }
    let next = restored.entries("m0", 0).await.unwrap().len() as u64 + 1;
    assert_eq!(restored.append("m0", act(next, "goes on", None)).await.unwrap(), Appended::Done);
    restored.close().await;
    assert!(scratch.file("matches.db.before-restore").exists(), "what was there is kept");
    let no_backup = scratch.file("text");
    std::fs::write(&no_backup, "not a database").unwrap();
    assert!(store::restore(&no_backup, &scratch.url()).await.is_err());
    assert!(store::backup("postgres://host/db", &copy).await.unwrap_err().to_string().contains("pg_dump"));
}

/// A file system of two megabytes, for as long as the value lives.
struct Small(Scratch);

impl Small {
    /// None where the system does not let this user mount one.
    fn new() -> Option<Self> {
        let folder = Scratch::new("full");
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(&folder.0).status();
        mounted.is_ok_and(|status| status.success()).then_some(Self(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0.0).status();
    }
}

#[tokio::test]
async fn after_a_full_disk_it_writes_again() {
    let Some(small) = Small::new() else {
        eprintln!("a small file system can't be mounted here: the full disk was not tried");
        return;
    };
    let store = Store::open(&small.0.url()).await.unwrap();
    store.create(begun("m1")).await.unwrap();
    let ballast = small.0.file("ballast");
    let mut seq = 0;
    for _round in 0..2 {
        while std::fs::write(&ballast, vec![1; 3 << 20]).is_ok() {}
        let error = loop {
            match store.append("m1", act(seq + 1, &"long ".repeat(2_000), None)).await {
                Ok(answer) => {
                    assert_eq!(answer, Appended::Done);
                    seq += 1;
                }
                Err(error) => break error,
            }
        };
        assert!(error.full && error.unchanged, "{error:?}");
        assert!(
            store.probe(1).await.is_err()
                || store.append("m1", act(seq + 1, &"long ".repeat(2_000), None)).await.is_err()
        );
        std::fs::remove_file(&ballast).unwrap();
        assert_eq!(store.append("m1", act(seq + 1, "room again", None)).await.unwrap(), Appended::Done);
        seq += 1;
        store.probe(1).await.unwrap();
    }
    assert_eq!(store.entries("m1", 0).await.unwrap().len() as u64, seq);
    store.close().await;
}
