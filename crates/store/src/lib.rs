//! Matches on disk.
//!
//! A match is one row that says how it began, one row a chair, and one small row appended for everything that
//! happened in it. Nothing is ever rewritten: the position follows from the rows by replay. Of a long match a moment is
//! kept now and then, so that the replay is short; whatever is kept so may be lost.
//!
//! * An append is durable when it returns: SQLite runs with a write-ahead log and `synchronous = FULL`, PostgreSQL
//!   with its own commit.
//! * The primary key of an entry is its match and its number, so of two simultaneous appends exactly one is
//!   accepted, on one server or on several that share a PostgreSQL database.
//! * What waits to be written at one moment shares a transaction, and all entries in it one statement (`writer.rs`).
//! * A SQLite file has one server at a time, is checked when it is opened, and can be backed up meanwhile (`file.rs`).

mod error;
mod file;
mod jobs;
mod migrate;
mod postgres;
mod read;
mod rows;
mod work;
mod writer;

pub use error::StoreError;
pub use file::{backup, restore};
pub use jobs::{Job, Jobs};
pub use rows::{Chair, Entry, Kept, Kind, Listed, NewMatch, StoredMatch};

use sqlx::postgres::PgPool;
use sqlx::sqlite::{SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast;
use work::Work;
use writer::{Target, Writer};

/// What came of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The entry is on disk.
    Done,
    /// Another entry has that number, or that key was used before: nothing was written.
    Taken,
}

/// Something that another server may have written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A match has an entry of this number now.
    Entry(String, u64),
    /// Something else about a match changed: archived, or played again.
    Match(String),
    /// Messages may have been lost: everything in memory may be old.
    Unknown,
}

/// The database of matches.
#[derive(Clone)]
pub struct Store {
    backend: Backend,
    changes: broadcast::Sender<Change>,
    /// Held while this is the one server of a SQLite file.
    lock: Arc<Mutex<Option<File>>>,
}

#[derive(Clone)]
enum Backend {
    Sqlite { pool: SqlitePool, writer: Writer },
    Postgres { pool: PgPool, writer: Writer },
}

impl Store {
    /// Opens a database, `sqlite://FILE` or `postgres://...`, as a server does: checks it, keeps other servers off a
    /// SQLite file, and brings its tables up to date.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_as(url, true).await
    }

    /// Opens a database beside a server that may be using it. The tables must be up to date.
    pub async fn look(url: &str) -> Result<Self, StoreError> {
        Self::open_as(url, false).await
    }

    async fn open_as(url: &str, alone: bool) -> Result<Self, StoreError> {
        let (changes, _) = broadcast::channel(1_024);
        let mut lock = None;
        let backend = match url.split_once("://").map(|(scheme, _)| scheme) {
            Some("sqlite") => {
                let path = file::options(url)?.get_filename().to_owned();
                if alone {
                    lock = Some(file::lock(&path)?);
                } else if !path.exists() {
                    return Err(StoreError::new(format!("there is no database {}", path.display())));
                }
                Self::open_sqlite(url, alone).await?
            }
            Some("postgres" | "postgresql") => postgres::open(url, changes.clone()).await?,
            _ => {
                return Err(StoreError::new(format!(
                    "a database is sqlite://FILE or postgres://USER@HOST/NAME, not \"{}\"",
                    without_password(url)
                )));
            }
        };
        Ok(Self { backend, changes, lock: Arc::new(Mutex::new(lock)) })
    }

    async fn open_sqlite(url: &str, alone: bool) -> Result<Backend, StoreError> {
        let options = file::options(url)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            .foreign_keys(true);
        let path = options.get_filename().to_owned();
        let named = |e: sqlx::Error| StoreError::new(format!("{url} can't be opened: {e}"));
        let pool =
            SqlitePoolOptions::new().max_connections(4).connect_with(options.clone()).await.map_err(named)?;
        if alone {
            file::check(&mut *pool.acquire().await.map_err(named)?, &path).await?;
            migrate::sqlite(&pool).await?;
        }
        let writer = Writer::start(Target::Sqlite(Box::new(options))).await.map_err(named)?;
        Ok(Backend::Sqlite { pool, writer })
    }

    /// What other servers write, as far as they share this database.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    fn writer(&self) -> &Writer {
        match &self.backend {
            Backend::Sqlite { writer, .. } | Backend::Postgres { writer, .. } => writer,
        }
    }

    /// Writes a new match with its chairs and entries. Returns once it is on disk.
    pub async fn create(&self, new: NewMatch) -> Result<(), StoreError> {
        match self.writer().ask(Work::Create(Box::new(new))).await? {
            Appended::Done => Ok(()),
            Appended::Taken => Err(work::exists()),
        }
    }

    /// Appends an entry. Returns once it is on disk, or once it is clear that its number is taken.
    pub async fn append(&self, id: &str, entry: Entry) -> Result<Appended, StoreError> {
        self.writer().ask(Work::Append(id.to_owned(), entry)).await
    }

    /// Puts a match away with its record. Nothing can be appended by a server that knows of it.
    pub async fn archive(&self, id: &str, record: String, at: i64) -> Result<(), StoreError> {
        self.writer().ask(Work::Archive { id: id.to_owned(), record, at }).await.map(drop)
    }

    /// Follows an invitation: its chair gets the token of this hash, and the invitation is used up. False if there is
    /// no such invitation (any more).
    pub async fn join(&self, id: &str, invite: String, token: String) -> Result<bool, StoreError> {
        let join = Work::Join { id: id.to_owned(), invite, token };
        Ok(self.writer().ask(join).await? == Appended::Done)
    }

    /// Invites to a chair by the code of this hash, in place of an earlier code.
    pub async fn invite(&self, id: &str, chair: usize, invite: String) -> Result<(), StoreError> {
        self.writer().ask(Work::Invite { id: id.to_owned(), chair, invite }).await.map(drop)
    }

    /// Leaves a chair these tokens only, and takes back an invitation that waits.
    pub async fn revoke(&self, id: &str, chair: usize, keep: Vec<String>) -> Result<(), StoreError> {
        self.writer().ask(Work::Revoke { id: id.to_owned(), chair, keep }).await.map(drop)
    }

    /// Removes a match with everything that belongs to it. False if there is none.
    pub async fn remove(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.writer().ask(Work::Remove(id.to_owned())).await? == Appended::Done)
    }

    /// Keeps a moment of a match. Nobody waits for it, and nothing depends on it.
    pub fn keep(&self, id: &str, kept: Kept) {
        self.writer().tell(Work::Keep(id.to_owned(), kept));
    }

    /// Tries to write something.
    pub async fn probe(&self, at: i64) -> Result<(), StoreError> {
        self.writer().ask(Work::Probe(at)).await.map(drop)
    }

    /// One of the server's own secrets; the one given if there is none yet.
    pub async fn secret(&self, name: &str, fresh: String) -> Result<String, StoreError> {
        self.writer().ask(Work::Secret { name: name.to_owned(), value: fresh }).await?;
        self.known_secret(name).await
    }

    /// How many transactions were committed, how much was in them, and how many failed.
    #[must_use]
    pub fn group_commits(&self) -> (u64, u64, u64) {
        self.writer().counts()
    }

    /// How much waits to be written.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.writer().waiting()
    }

    /// Closes the database after what is under way.
    pub async fn close(&self) {
        self.writer().stop().await;
        match &self.backend {
            Backend::Sqlite { pool, .. } => pool.close().await,
            Backend::Postgres { pool, .. } => pool.close().await,
        }
        drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// A database address as it may be shown: without the password.
#[must_use]
pub fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    match rest.split_once('@') {
        Some((user, host)) => format!("{scheme}://{}@{host}", user.split(':').next().unwrap_or("")),
        None => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        assert_eq!(without_password("postgres://kim:secret@host/db"), "postgres://kim@host/db");
        assert_eq!(without_password("sqlite:///tmp/a.db"), "sqlite:///tmp/a.db");
    }
}
