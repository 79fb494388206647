//! Reading matches back.

use crate::{Backend, Chair, Entry, Kept, Kind, Listed, NewMatch, Store, StoreError, StoredMatch};
use sqlx::{FromRow, Row};

const ONE_MATCH: &str =
    "SELECT m.id, m.game, m.rules, m.data, m.scenario, m.options, m.seed, m.position, m.created,
        m.parent, m.relation, m.archived,
        (SELECT r.id FROM matches r WHERE r.parent = m.id AND r.relation = 'rematch') AS rematch
    FROM matches m WHERE m.id = $1";
const CHAIRS: &str = "SELECT seats, kind, level, invite FROM chairs WHERE match = $1 ORDER BY chair";
const KEYS: &str = "SELECT chair, token FROM keys WHERE match = $1 ORDER BY chair, token";
/// All entries as one text: a row each would be handed from thread to thread thousands of times.
const ENTRIES_SQLITE: &str =
    "SELECT json_group_array(json_array(seq, kind, seat, text, key, at, hash, seen)) FROM
    (SELECT seq, kind, seat, text, key, at, hash, seen FROM entries WHERE match = $1 AND seq > $2 ORDER BY seq)";
const ENTRIES_POSTGRES: &str =
    "SELECT COALESCE(json_agg(json_build_array(seq, kind, seat, text, key, at, hash, seen) ORDER BY seq), '[]')::text
    FROM entries WHERE match = $1 AND seq > $2";
const BY_TOKEN: &str = "SELECT DISTINCT match FROM keys WHERE token = $1";
const SECRET: &str = "SELECT value FROM secrets WHERE name = $1";
/// Made long ago, and nothing has happened in them since.
const UNPLAYED: &str = "SELECT m.id FROM matches m WHERE m.created < $1 AND m.archived IS NULL
    AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.match = m.id) LIMIT 1000";
const ALL: &str = "SELECT m.id, m.game, m.rules, m.scenario, m.created, m.archived,
        (SELECT COUNT(*) FROM entries e WHERE e.match = m.id) AS entries,
        COALESCE((SELECT MAX(e.at) FROM entries e WHERE e.match = m.id), m.created) AS changed
    FROM matches m ORDER BY m.created";
const OPEN: &str = "SELECT COUNT(*) FROM matches WHERE archived IS NULL";
/// The last moment that a program kept of a match, up to an entry, and up to a number of actions.
const KEPT_BY_ENTRY: &str = "SELECT length, seq, maker, body FROM snapshots
    WHERE match = $1 AND maker = $2 AND seq <= $3 ORDER BY length DESC LIMIT 1";
const KEPT_BY_LENGTH: &str = "SELECT length, seq, maker, body FROM snapshots
    WHERE match = $1 AND maker = $2 AND length <= $3 ORDER BY length DESC LIMIT 1";
const ALL_KEPT: &str =
    "SELECT length, seq, maker, body FROM snapshots WHERE match = $1 AND maker = $2 ORDER BY length";
const RECORD: &str = "SELECT record FROM archives WHERE match = $1";

/// Runs the same query on whichever database it is.
macro_rules! on {
    ($store:expr, $pool:ident => $query:expr) => {
        match &$store.backend {
            Backend::Sqlite { pool: $pool, .. } => $query,
            Backend::Postgres { pool: $pool, .. } => $query,
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
            data: row.try_get("data")?,
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
            invite: row.try_get("invite")?,
            tokens: Vec::new(),
        })
    }
}

/// An entry as the database writes it into a text.
type Written = (u64, String, String, String, Option<String>, i64, Option<String>, Option<u16>);

/// A moment as the database gives it.
type Moment = (i64, i64, String, String);

fn kept((length, seq, maker, body): Moment) -> Kept {
    Kept { length: length as u64, seq: seq as u64, maker, body }
}

/// Reads entries back from one text.
fn entries(text: &str) -> Result<Vec<Entry>, StoreError> {
    let bad = |what: String| StoreError::new(format!("the entries of a match can't be read: {what}"));
    let written: Vec<Written> = serde_json::from_str(text).map_err(|e| bad(e.to_string()))?;
    let entry = |(seq, word, seat, text, key, at, hash, seen): Written| {
        let kind =
            Kind::parse(&word).ok_or_else(|| bad(format!("an entry of the unknown kind \"{word}\"")))?;
        Ok(Entry { seq, kind, seat, text, key, at, hash, seen })
    };
    written.into_iter().map(entry).collect()
}

impl<'r, R: Row> FromRow<'r, R> for Listed
where
    &'static str: sqlx::ColumnIndex<R>,
    String: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    i64: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    Option<i64>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
{
    fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            game: row.try_get("game")?,
            rules: row.try_get("rules")?,
            scenario: row.try_get("scenario")?,
            created: row.try_get("created")?,
            changed: row.try_get("changed")?,
            entries: row.try_get("entries")?,
            archived: row.try_get("archived")?,
        })
    }
}

impl Store {
    /// A match with its chairs and everything that happened in it.
    pub async fn load(&self, id: &str) -> Result<Option<StoredMatch>, StoreError> {
        let found: Option<StoredMatch> =
            on!(self, pool => sqlx::query_as(ONE_MATCH).bind(id).fetch_optional(pool).await)?;
        let Some(mut found) = found else { return Ok(None) };
        found.begun.chairs = self.chairs(id).await?;
        found.begun.entries = self.entries(id, 0).await?;
        Ok(Some(found))
    }

    /// The chairs of a match with their tokens.
    pub async fn chairs(&self, id: &str) -> Result<Vec<Chair>, StoreError> {
        let mut chairs: Vec<Chair> =
            on!(self, pool => sqlx::query_as(CHAIRS).bind(id).fetch_all(pool).await)?;
        for (chair, token) in self.keys(id).await? {
            if let Some(chair) = chairs.get_mut(chair) {
                chair.tokens.push(token);
            }
        }
        Ok(chairs)
    }

    /// The hashes of all tokens of a match, each with its chair. A match that does not exist has none.
    pub async fn keys(&self, id: &str) -> Result<Vec<(usize, String)>, StoreError> {
        let keys: Vec<(i64, String)> =
            on!(self, pool => sqlx::query_as(KEYS).bind(id).fetch_all(pool).await)?;
        Ok(keys.into_iter().map(|(chair, token)| (chair as usize, token)).collect())
    }

    pub(crate) async fn known_secret(&self, name: &str) -> Result<String, StoreError> {
        Ok(on!(self, pool => sqlx::query_scalar(SECRET).bind(name).fetch_one(pool).await)?)
    }

    /// Some of the matches that were made before `made` and in which nothing has ever happened.
    pub async fn unplayed(&self, made: i64) -> Result<Vec<String>, StoreError> {
        Ok(on!(self, pool => sqlx::query_scalar(UNPLAYED).bind(made).fetch_all(pool).await)?)
    }

    /// All matches, the oldest first.
    pub async fn list(&self) -> Result<Vec<Listed>, StoreError> {
        Ok(on!(self, pool => sqlx::query_as(ALL).fetch_all(pool).await)?)
    }

    /// What happened in a match after the entry `after`.
    pub async fn entries(&self, id: &str, after: u64) -> Result<Vec<Entry>, StoreError> {
        let after = after as i64;
        let text: String = match &self.backend {
            Backend::Sqlite { pool, .. } => {
                sqlx::query_scalar(ENTRIES_SQLITE).bind(id).bind(after).fetch_one(pool).await?
            }
            Backend::Postgres { pool, .. } => {
                sqlx::query_scalar(ENTRIES_POSTGRES).bind(id).bind(after).fetch_one(pool).await?
            }
        };
        entries(&text)
    }

    /// The last moment that `maker` kept of a match before the entry `seq` or with it.
    pub async fn kept_by_entry(&self, id: &str, maker: &str, seq: u64) -> Result<Option<Kept>, StoreError> {
        self.kept(KEPT_BY_ENTRY, id, maker, seq).await
    }

    /// The last moment that `maker` kept of a match at which at most `length` actions had been played.
    pub async fn kept_by_length(
        &self,
        id: &str,
        maker: &str,
        length: u64,
    ) -> Result<Option<Kept>, StoreError> {
        self.kept(KEPT_BY_LENGTH, id, maker, length).await
    }

    async fn kept(
        &self,
        query: &'static str,
        id: &str,
        maker: &str,
        most: u64,
    ) -> Result<Option<Kept>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let found: Option<Moment> = on!(self, pool => {
            sqlx::query_as(query).bind(id).bind(maker).bind(most).fetch_optional(pool).await
        })?;
        Ok(found.map(kept))
    }

    /// All moments that `maker` kept of a match, the earliest first.
    pub async fn all_kept(&self, id: &str, maker: &str) -> Result<Vec<Kept>, StoreError> {
        let found: Vec<Moment> = on!(self, pool => {
            sqlx::query_as(ALL_KEPT).bind(id).bind(maker).fetch_all(pool).await
        })?;
        Ok(found.into_iter().map(kept).collect())
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
}
