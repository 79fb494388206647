//! What goes wrong with a database, and what is certain about it.

use std::fmt;

/// Why the database did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    /// One sentence.
    pub sentence: String,
    /// Whether it is certain that nothing was written.
    pub unchanged: bool,
    /// Whether there is no room left to write.
    pub full: bool,
}

/// SQLite's code for a full disk.
const FULL: i32 = 13;
/// Codes of SQLite after which a transaction is certainly not written: denied, busy, locked, read-only, full, can't be
/// opened, constraint.
const UNCHANGED: [i32; 7] = [3, 5, 6, 8, FULL, 14, 19];

impl StoreError {
    /// An error after which nothing has changed.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), unchanged: true, full: false }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let (unchanged, full) = match &error {
            sqlx::Error::Database(told) => match told.try_downcast_ref::<sqlx::sqlite::SqliteError>() {
                Some(_) => {
                    let code = told.code().and_then(|c| c.parse::<i32>().ok()).unwrap_or(0) & 0xff;
                    (UNCHANGED.contains(&code), code == FULL)
                }
                // PostgreSQL tells of an error only when the statement was undone; class 53 is "no room".
                None => (true, told.code().is_some_and(|c| c.starts_with("53"))),
            },
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Configuration(_) => {
                (true, false)
            }
            _ => (false, false),
        };
        Self { sentence: format!("the database: {error}"), unchanged, full }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_nothing_changed_is_said_only_where_it_is_certain() {
        let of = |error: sqlx::Error| StoreError::from(error).unchanged;
        assert!(of(sqlx::Error::PoolTimedOut), "nothing was sent");
        // A line that broke: what was sent may have been written.
        assert!(!of(sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into())));
        assert!(!of(sqlx::Error::WorkerCrashed));
    }
}
