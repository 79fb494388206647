//! Reading matches back.

use crate::{Backend, Chair, Entry, Kind, NewMatch, Store, StoreError, StoredMatch};
use sqlx::{FromRow, Row};

const ONE_MATCH: &str = "SELECT m.id, m.game, m.rules, m.scenario, m.options, m.seed, m.position, m.created,
        m.parent, m.relation, m.archived,
        (SELECT r.id FROM matches r WHERE r.parent = m.id AND r.relation = 'rematch') AS rematch
    FROM matches m WHERE m.id = $1";
const CHAIRS: &str = "SELECT seats, kind, level, token FROM chairs WHERE match = $1 ORDER BY chair";
const ENTRIES: &str =
    "SELECT seq, kind, seat, text, key, at FROM entries WHERE match = $1 AND seq > $2 ORDER BY seq";
const BY_TOKEN: &str = "SELECT DISTINCT c.match FROM chairs c WHERE c.token = $1";
const OPEN: &str = "SELECT COUNT(*) FROM matches WHERE archived IS NULL";
const RECORD: &str = "SELECT record FROM archives WHERE match = $1";

/// Runs the same query on whichever database it is.
macro_rules! on {
    ($store:expr, $pool:ident => $query:expr) => {
        match &$store.backend {
            Backend::Sqlite { pool: $pool, .. } => $query,
            Backend::Postgres { pool: $pool } => $query,
        }
    };
}

impl<'r, R: Row> FromRow<'r, R> for StoredMatch
where
    &'static str: sqlx::ColumnIndex<R>,
    String: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    i64: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    Option<String>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    Option<i64>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
{
    fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
        let begun = NewMatch {
            id: row.try_get("id")?,
            game: row.try_get("game")?,
            rules: row.try_get("rules")?,
            scenario: row.try_get("scenario")?,
            options: row.try_get("options")?,
            seed: row.try_get("seed")?,
            position: row.try_get("position")?,
            created: row.try_get("created")?,
            parent: row.try_get("parent")?,
            relation: row.try_get("relation")?,
            chairs: Vec::new(),
            entries: Vec::new(),
        };
        Ok(Self { begun, archived: row.try_get("archived")?, rematch: row.try_get("rematch")? })
    }
}

impl<'r, R: Row> FromRow<'r, R> for Chair
where
    &'static str: sqlx::ColumnIndex<R>,
    String: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    Option<String>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
{
    fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
        Ok(Self {
            seats: row.try_get("seats")?,
            kind: row.try_get("kind")?,
            level: row.try_get("level")?,
            token: row.try_get("token")?,
        })
    }
}

impl<'r, R: Row> FromRow<'r, R> for Entry
where
    &'static str: sqlx::ColumnIndex<R>,
    String: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    i64: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    Option<String>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
{
    fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
        let word: String = row.try_get("kind")?;
        let kind = Kind::parse(&word)
            .ok_or_else(|| sqlx::Error::Decode(format!("an entry of the unknown kind \"{word}\"").into()))?;
        Ok(Self {
            seq: row.try_get::<i64, _>("seq")? as u64,
            kind,
            seat: row.try_get("seat")?,
            text: row.try_get("text")?,
            key: row.try_get("key")?,
            at: row.try_get("at")?,
        })
    }
}

impl Store {
    /// A match with its chairs and everything that happened in it.
    pub async fn load(&self, id: &str) -> Result<Option<StoredMatch>, StoreError> {
        let found: Option<StoredMatch> =
            on!(self, pool => sqlx::query_as(ONE_MATCH).bind(id).fetch_optional(pool).await)?;
        let Some(mut found) = found else { return Ok(None) };
        found.begun.chairs = on!(self, pool => sqlx::query_as(CHAIRS).bind(id).fetch_all(pool).await)?;
        found.begun.entries = self.entries(id, 0).await?;
        Ok(Some(found))
    }

    /// What happened in a match after the entry `after`.
    pub async fn entries(&self, id: &str, after: u64) -> Result<Vec<Entry>, StoreError> {
        Ok(on!(self, pool => sqlx::query_as(ENTRIES).bind(id).bind(after as i64).fetch_all(pool).await)?)
    }

    /// The matches in which the token of this hash has a chair.
    pub async fn by_token(&self, hash: &str) -> Result<Vec<String>, StoreError> {
        Ok(on!(self, pool => sqlx::query_scalar(BY_TOKEN).bind(hash).fetch_all(pool).await)?)
    }

    /// How many matches are not put away.
    pub async fn count_open(&self) -> Result<u64, StoreError> {
        let count: i64 = on!(self, pool => sqlx::query_scalar(OPEN).fetch_one(pool).await)?;
        Ok(count as u64)
    }

    /// The record of a match that was put away.
    pub async fn archived_record(&self, id: &str) -> Result<Option<String>, StoreError> {
        Ok(on!(self, pool => sqlx::query_scalar(RECORD).bind(id).fetch_optional(pool).await)?)
    }

    /// Whether the database answers.
    pub async fn is_alive(&self) -> bool {
        on!(self, pool => sqlx::query("SELECT 1").execute(pool).await.is_ok())
    }
}
