//! The tables, version by version. A database of an older version is brought up to date when it is opened.

use crate::StoreError;
use sqlx::postgres::PgPool;
use sqlx::sqlite::SqlitePool;

/// Statements that lead from each version to the next. Both databases understand all of them. A step that was once
/// released is never changed: `tests/all/schemas` holds a database of every version.
const STEPS: &[&[&str]] = &[
    &[
        "CREATE TABLE matches (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        rules BIGINT NOT NULL,
        scenario TEXT NOT NULL,
        options TEXT NOT NULL,
        seed TEXT NOT NULL,
        position TEXT,
        created BIGINT NOT NULL,
        parent TEXT,
        relation TEXT,
        archived BIGINT
    )",
        // Two players who both ask for a rematch get the same one.
        "CREATE UNIQUE INDEX one_rematch ON matches (parent) WHERE relation = 'rematch'",
        "CREATE TABLE chairs (
        match TEXT NOT NULL REFERENCES matches (id),
        chair BIGINT NOT NULL,
        seats TEXT NOT NULL,
        kind TEXT NOT NULL,
        level TEXT,
        token TEXT,
        PRIMARY KEY (match, chair)
    )",
        "CREATE INDEX chairs_by_token ON chairs (token)",
        "CREATE TABLE entries (
        match TEXT NOT NULL REFERENCES matches (id),
        seq BIGINT NOT NULL,
        kind TEXT NOT NULL,
        seat TEXT NOT NULL,
        text TEXT NOT NULL,
        key TEXT,
        at BIGINT NOT NULL,
        PRIMARY KEY (match, seq)
    )",
        "CREATE UNIQUE INDEX entries_by_key ON entries (match, key)",
        "CREATE TABLE archives (
        match TEXT PRIMARY KEY REFERENCES matches (id),
        record TEXT NOT NULL,
        at BIGINT NOT NULL
    )",
    ],
    &[
        "ALTER TABLE matches ADD COLUMN data TEXT NOT NULL DEFAULT ''",
        // A hash of the position, on some entries: a replay under other rules is noticed.
        "ALTER TABLE entries ADD COLUMN hash TEXT",
        // A chair may be held on several devices, and is invited to by a code that works once.
        "CREATE TABLE keys (
        match TEXT NOT NULL REFERENCES matches (id),
        chair BIGINT NOT NULL,
        token TEXT NOT NULL,
        PRIMARY KEY (match, chair, token)
    )",
        "INSERT INTO keys (match, chair, token) SELECT match, chair, token FROM chairs WHERE token IS NOT NULL",
        "CREATE INDEX keys_by_token ON keys (token)",
        "DROP INDEX chairs_by_token",
        "ALTER TABLE chairs DROP COLUMN token",
        "ALTER TABLE chairs ADD COLUMN invite TEXT",
        // What is written to see whether anything can be.
        "CREATE TABLE probe (id BIGINT PRIMARY KEY, at BIGINT NOT NULL)",
        // The server's own secrets, such as the key that seals saved games.
        "CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ],
    // Who saw something of an action, so that a replay need not find it out again.
    &["ALTER TABLE entries ADD COLUMN seen BIGINT"],
    // Moments of matches, so that a long one need not be played again from its start. They follow from the entries: any of
    // them may be missing.
    &["CREATE TABLE snapshots (
        match TEXT NOT NULL REFERENCES matches (id),
        length BIGINT NOT NULL,
        seq BIGINT NOT NULL,
        maker TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (match, length)
    )"],
];

const VERSIONS: &str = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)";
pub(crate) const NEWEST: &str = "SELECT COALESCE(MAX(version), 0) FROM schema_version";
const REACHED: &str = "INSERT INTO schema_version (version) VALUES ($1)";

/// The steps that a database of version `found` lacks, each with the version it leads to.
pub(crate) fn missing(
    found: i64,
) -> Result<impl Iterator<Item = (i64, &'static [&'static str])>, StoreError> {
    let found = usize::try_from(found).unwrap_or(usize::MAX);
    if found > STEPS.len() {
        return Err(StoreError::new(format!(
            "the database has tables of version {found}, and this program knows them up to version {}",
            STEPS.len()
        )));
    }
    Ok(STEPS.iter().enumerate().skip(found).map(|(i, step)| (i as i64 + 1, *step)))
}

pub(crate) async fn sqlite(pool: &SqlitePool) -> Result<(), StoreError> {
    // Taking the write lock first lets two programs open a new file at the same moment.
    let mut at_work = pool.begin_with("BEGIN IMMEDIATE").await?;
    sqlx::query(VERSIONS).execute(&mut *at_work).await?;
    let found: i64 = sqlx::query_scalar(NEWEST).fetch_one(&mut *at_work).await?;
    for (version, statements) in missing(found)? {
        for statement in statements {
            sqlx::query(statement).execute(&mut *at_work).await?;
        }
        sqlx::query(REACHED).bind(version).execute(&mut *at_work).await?;
    }
    Ok(at_work.commit().await?)
}

pub(crate) async fn postgres(pool: &PgPool) -> Result<(), StoreError> {
    let mut at_work = pool.begin().await?;
    // The number is arbitrary; it is the lock that servers starting at the same moment queue at.
    sqlx::query("SELECT pg_advisory_xact_lock(38038)").execute(&mut *at_work).await?;
    sqlx::query(VERSIONS).execute(&mut *at_work).await?;
    let found: i64 = sqlx::query_scalar(NEWEST).fetch_one(&mut *at_work).await?;
    for (version, statements) in missing(found)? {
        for statement in statements {
            sqlx::query(statement).execute(&mut *at_work).await?;
        }
        sqlx::query(REACHED).bind(version).execute(&mut *at_work).await?;
    }
    Ok(at_work.commit().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_from_the_future_is_refused() {
        assert!(missing(STEPS.len() as i64 + 1).is_err());
        assert_eq!(missing(STEPS.len() as i64).unwrap().count(), 0);
    }
}
