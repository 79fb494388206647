//! Matches on disk.
//!
//! A match is one row that says how it began, one row a chair, and one small row appended for everything that
//! happened in it. Nothing is ever rewritten: the position follows from the rows by replay.
//!
//! * An append is durable when it returns: SQLite runs with a write-ahead log and `synchronous = FULL`, PostgreSQL
//!   with its own commit.
//! * The primary key of an entry is its match and its number, so of two simultaneous appends exactly one is
//!   accepted, on one server or on several that share a PostgreSQL database.
//! * SQLite appends of all matches that wait at one moment share a transaction (`writer.rs`).

mod migrate;
mod postgres;
mod read;
mod rows;
mod writer;

pub use rows::{Chair, Entry, Kind, NewMatch, StoredMatch};

use sqlx::postgres::PgPool;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use tokio::sync::broadcast;
use writer::Writer;

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

/// Why the database did not do what it was asked: one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self(format!("the database: {error}"))
    }
}

/// The database of matches.
#[derive(Clone)]
pub struct Store {
    backend: Backend,
    changes: broadcast::Sender<Change>,
}

#[derive(Clone)]
enum Backend {
    Sqlite { pool: SqlitePool, writer: Writer },
    Postgres { pool: PgPool },
}

impl Store {
    /// Opens a database, `sqlite://FILE` or `postgres://...`, and brings its tables up to date.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let (changes, _) = broadcast::channel(1_024);
        let backend = match url.split_once("://").map(|(scheme, _)| scheme) {
            Some("sqlite") => Self::open_sqlite(url).await?,
            Some("postgres" | "postgresql") => postgres::open(url, changes.clone()).await?,
            _ => {
                return Err(StoreError(format!(
                    "a database is sqlite://FILE or postgres://USER@HOST/NAME, not \"{}\"",
                    without_password(url)
                )));
            }
        };
        Ok(Self { backend, changes })
    }

    async fn open_sqlite(url: &str) -> Result<Backend, StoreError> {
        let options = SqliteConnectOptions::from_str(url)
            .map_err(|e| StoreError(format!("the database address: {e}")))?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            .foreign_keys(true);
        let named = |e: sqlx::Error| StoreError(format!("{url} can't be opened: {e}"));
        let pool =
            SqlitePoolOptions::new().max_connections(4).connect_with(options.clone()).await.map_err(named)?;
        migrate::sqlite(&pool).await?;
        let writer = Writer::start(&options).await.map_err(named)?;
        Ok(Backend::Sqlite { pool, writer })
    }

    /// What other servers write, as far as they share this database.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// Whether several servers may share this database.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.backend, Backend::Postgres { .. })
    }

    /// Writes a new match with its chairs and entries. Returns once it is on disk.
    pub async fn create(&self, new: NewMatch) -> Result<(), StoreError> {
        match &self.backend {
            Backend::Sqlite { writer, .. } => writer.create(new).await,
            Backend::Postgres { pool } => postgres::create(pool, &new).await,
        }
    }

    /// Appends an entry. Returns once it is on disk, or once it is clear that its number is taken.
    pub async fn append(&self, id: &str, entry: Entry) -> Result<Appended, StoreError> {
        match &self.backend {
            Backend::Sqlite { writer, .. } => writer.append(id.to_owned(), entry).await,
            Backend::Postgres { pool } => postgres::append(pool, id, &entry).await,
        }
    }

    /// Puts a match away with its record. Nothing can be appended by a server that knows of it.
    pub async fn archive(&self, id: &str, record: String, at: i64) -> Result<(), StoreError> {
        match &self.backend {
            Backend::Sqlite { writer, .. } => writer.archive(id.to_owned(), record, at).await,
            Backend::Postgres { pool } => postgres::archive(pool, id, &record, at).await,
        }
    }

    /// How many transactions the writer has committed and how many appends were in them (SQLite only).
    #[must_use]
    pub fn group_commits(&self) -> Option<(u64, u64)> {
        match &self.backend {
            Backend::Sqlite { writer, .. } => Some(writer.counts()),
            Backend::Postgres { .. } => None,
        }
    }

    /// Closes the database after what is under way.
    pub async fn close(&self) {
        match &self.backend {
            Backend::Sqlite { pool, writer } => {
                writer.stop().await;
                pool.close().await;
            }
            Backend::Postgres { pool } => pool.close().await,
        }
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
