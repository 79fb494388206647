//! Games of a training as jobs that any number of programs share over one PostgreSQL.
//!
//! A job is held by the transaction that plays it (`FOR UPDATE SKIP LOCKED`): nobody else takes it meanwhile, and when its
//! worker dies the database lets go of it, and somebody else plays it.

use crate::{StoreError, without_password};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{Postgres, Transaction};
use std::str::FromStr;
use std::time::Duration;

/// The tables are a training's own: no match hangs on them.
const TABLES: [&str; 3] = [
    "CREATE TABLE IF NOT EXISTS training_files (name TEXT PRIMARY KEY, text TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS training_jobs (
        id BIGSERIAL PRIMARY KEY,
        batch TEXT NOT NULL,
        task TEXT NOT NULL,
        result TEXT
    )",
    "CREATE INDEX IF NOT EXISTS training_open ON training_jobs (id) WHERE result IS NULL",
];
/// A connection for each thread that plays, and some to ask by; they are made when they are needed.
const MOST: u32 = 72;
/// The number is arbitrary; it is the lock that programs starting at the same moment queue at.
const LOCK: &str = "SELECT pg_advisory_xact_lock(38039)";
const KEEP: &str = "INSERT INTO training_files (name, text) VALUES (md5($1), $1)
    ON CONFLICT (name) DO UPDATE SET text = excluded.text RETURNING name";
const FILE: &str = "SELECT text FROM training_files WHERE name = $1";
const POST: &str = "INSERT INTO training_jobs (batch, task) SELECT $1, unnest($2::text[])";
const TAKE: &str =
    "SELECT id, task FROM training_jobs WHERE result IS NULL AND ($1::text IS NULL OR batch = $1)
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED";
const DONE: &str = "UPDATE training_jobs SET result = $2 WHERE id = $1";
const RESULTS: &str = "SELECT result FROM training_jobs WHERE batch = $1 ORDER BY id";
const CLEAR: &str = "DELETE FROM training_jobs WHERE batch = $1";

/// The jobs of all trainings on one database.
pub struct Jobs {
    pool: PgPool,
}

/// A job that this program holds until it is done with it, or dies.
pub struct Job {
    id: i64,
    /// What is to be done.
    pub task: String,
    held: Transaction<'static, Postgres>,
}

impl Jobs {
    /// Opens a database, with the tables of trainings.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let named =
            |e: sqlx::Error| StoreError::new(format!("{} can't be opened: {e}", without_password(url)));
        let options = PgConnectOptions::from_str(url).map_err(named)?;
        let pool = PgPoolOptions::new().max_connections(MOST).acquire_timeout(Duration::from_secs(10));
        let pool = pool.connect_with(options).await.map_err(named)?;
        let mut at_work = pool.begin().await?;
        sqlx::query(LOCK).execute(&mut *at_work).await?;
        for table in TABLES {
            sqlx::query(table).execute(&mut *at_work).await?;
        }
        at_work.commit().await?;
        Ok(Self { pool })
    }

    /// Keeps a file for all workers. Its name.
    pub async fn keep(&self, text: &str) -> Result<String, StoreError> {
        Ok(sqlx::query_scalar(KEEP).bind(text).fetch_one(&self.pool).await?)
    }

    /// The file of a name.
    pub async fn file(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(sqlx::query_scalar(FILE).bind(name).fetch_optional(&self.pool).await?)
    }

    /// Puts the jobs of a batch up for whoever has time.
    pub async fn post(&self, batch: &str, tasks: &[String]) -> Result<(), StoreError> {
        sqlx::query(POST).bind(batch).bind(tasks).execute(&self.pool).await?;
        Ok(())
    }

    /// Takes the oldest job that nobody holds, of one batch or of any.
    pub async fn take(&self, batch: Option<&str>) -> Result<Option<Job>, StoreError> {
        let mut held = self.pool.begin().await?;
        let found: Option<(i64, String)> =
            sqlx::query_as(TAKE).bind(batch).fetch_optional(&mut *held).await?;
        Ok(found.map(|(id, task)| Job { id, task, held }))
    }

    /// What came of the jobs of a batch, in the order they were posted; none for one that is still to be done.
    pub async fn results(&self, batch: &str) -> Result<Vec<Option<String>>, StoreError> {
        Ok(sqlx::query_scalar(RESULTS).bind(batch).fetch_all(&self.pool).await?)
    }

    /// Forgets a batch.
    pub async fn clear(&self, batch: &str) -> Result<(), StoreError> {
        sqlx::query(CLEAR).bind(batch).execute(&self.pool).await?;
        Ok(())
    }
}

impl Job {
    /// Writes down what came of it, and lets go.
    pub async fn done(mut self, result: &str) -> Result<(), StoreError> {
        sqlx::query(DONE).bind(self.id).bind(result).execute(&mut *self.held).await?;
        Ok(self.held.commit().await?)
    }
}
