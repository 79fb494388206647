//! Everything that is ever written, in the same words for both databases.

use crate::{Appended, NewMatch, StoreError};
use sqlx::{PgConnection, SqliteConnection};

/// Something to be written.
pub(crate) enum Work {
    Append(String, crate::Entry),
    Create(Box<NewMatch>),
    Archive {
        id: String,
        record: String,
        at: i64,
    },
    /// The chair that this invitation leads to gets this token, and the invitation is used up.
    Join {
        id: String,
        invite: String,
        token: String,
    },
    /// A chair is invited to by this code, in place of an earlier one.
    Invite {
        id: String,
        chair: usize,
        invite: String,
    },
    /// Only these tokens stay; an invitation that waits is taken back.
    Revoke {
        id: String,
        chair: usize,
        keep: Vec<String>,
    },
    /// A moment of a match, in place of another program's.
    Keep(String, crate::Kept),
    Remove(String),
    Probe(i64),
    Secret {
        name: String,
        value: String,
    },
    Stop,
}

const MATCH: &str = "INSERT INTO matches
    (id, game, rules, data, scenario, options, seed, position, created, parent, relation)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING";
const CHAIR: &str =
    "INSERT INTO chairs (match, chair, seats, kind, level, invite) VALUES ($1, $2, $3, $4, $5, $6)";
const KEY: &str = "INSERT INTO keys (match, chair, token) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
pub(crate) const ENTRY: &str = "INSERT INTO entries (match, seq, kind, seat, text, key, at, hash, seen)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
const ARCHIVED: &str = "UPDATE matches SET archived = $2 WHERE id = $1 AND archived IS NULL";
const ARCHIVE: &str = "INSERT INTO archives (match, record, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
const JOIN: &str = "INSERT INTO keys (match, chair, token)
    SELECT match, chair, $3 FROM chairs WHERE match = $1 AND invite = $2";
const JOINED: &str = "UPDATE chairs SET invite = NULL WHERE match = $1 AND invite = $2";
const INVITE: &str = "UPDATE chairs SET invite = $3 WHERE match = $1 AND chair = $2";
const KEYS: &str = "SELECT token FROM keys WHERE match = $1 AND chair = $2";
const REVOKE: &str = "DELETE FROM keys WHERE match = $1 AND chair = $2 AND token = $3";
const UNINVITE: &str = "UPDATE chairs SET invite = NULL WHERE match = $1 AND chair = $2";
/// Children first; what refers to a removed match as its parent keeps the name only.
const REMOVE: [&str; 6] = [
    "DELETE FROM snapshots WHERE match = $1",
    "DELETE FROM archives WHERE match = $1",
    "DELETE FROM entries WHERE match = $1",
    "DELETE FROM keys WHERE match = $1",
    "DELETE FROM chairs WHERE match = $1",
    "DELETE FROM matches WHERE id = $1",
];
/// A match may have been removed meanwhile: then there is nothing to keep.
const KEEP: &str = "INSERT INTO snapshots (match, length, seq, maker, body)
    SELECT id, $2, $3, $4, $5 FROM matches WHERE id = $1
    ON CONFLICT (match, length) DO UPDATE SET seq = excluded.seq, maker = excluded.maker, body = excluded.body";
const PROBE: &str =
    "INSERT INTO probe (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at";
const SECRET: &str = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";

/// The same code for the connections of both databases.
macro_rules! write_with {
    ($name:ident, $connection:ty) => {
        pub(crate) mod $name {
            use super::*;

            pub(crate) async fn perform(
                connection: &mut $connection,
                work: &Work,
            ) -> Result<Appended, sqlx::Error> {
                let changed = match work {
                    Work::Append(id, entry) => append(connection, id, entry).await?,
                    Work::Create(new) => create(connection, new).await?,
                    Work::Archive { id, record, at } => {
                        sqlx::query(ARCHIVED).bind(id).bind(at).execute(&mut *connection).await?;
                        sqlx::query(ARCHIVE).bind(id).bind(record).bind(at).execute(connection).await?;
                        true
                    }
                    Work::Join { id, invite, token } => {
                        let joined = sqlx::query(JOIN)
                            .bind(id)
                            .bind(invite)
                            .bind(token)
                            .execute(&mut *connection)
                            .await?;
                        sqlx::query(JOINED).bind(id).bind(invite).execute(connection).await?;
                        joined.rows_affected() > 0
                    }
                    Work::Invite { id, chair, invite } => {
                        let done = sqlx::query(INVITE).bind(id).bind(*chair as i64).bind(invite);
                        done.execute(connection).await?.rows_affected() > 0
                    }
                    Work::Revoke { id, chair, keep } => revoke(connection, id, *chair, keep).await?,
                    Work::Keep(id, kept) => {
                        let done = sqlx::query(KEEP)
                            .bind(id)
                            .bind(kept.length as i64)
                            .bind(kept.seq as i64)
                            .bind(&kept.maker)
                            .bind(&kept.body)
                            .execute(connection)
                            .await?;
                        done.rows_affected() > 0
                    }
                    Work::Remove(id) => {
                        let mut removed = 0;
                        for statement in REMOVE {
                            removed = sqlx::query(statement)
                                .bind(id)
                                .execute(&mut *connection)
                                .await?
                                .rows_affected();
                        }
                        removed > 0
                    }
                    Work::Probe(at) => {
                        sqlx::query(PROBE).bind(at).execute(connection).await?;
                        true
                    }
                    Work::Secret { name, value } => {
                        let done = sqlx::query(SECRET).bind(name).bind(value).execute(connection).await?;
                        done.rows_affected() > 0
                    }
                    Work::Stop => true,
                };
                Ok(if changed { Appended::Done } else { Appended::Taken })
            }

            async fn append(
                connection: &mut $connection,
                id: &str,
                entry: &crate::Entry,
            ) -> Result<bool, sqlx::Error> {
                let written = sqlx::query(ENTRY)
                    .bind(id)
                    .bind(entry.seq as i64)
                    .bind(entry.kind.word())
                    .bind(&entry.seat)
                    .bind(&entry.text)
                    .bind(&entry.key)
                    .bind(entry.at)
                    .bind(&entry.hash)
                    .bind(entry.seen.map(i64::from))
                    .execute(connection)
                    .await?;
                Ok(written.rows_affected() == 1)
            }

            async fn create(connection: &mut $connection, new: &NewMatch) -> Result<bool, sqlx::Error> {
                let written = sqlx::query(MATCH)
                    .bind(&new.id)
                    .bind(&new.game)
                    .bind(new.rules)
                    .bind(&new.data)
                    .bind(&new.scenario)
                    .bind(&new.options)
                    .bind(&new.seed)
                    .bind(&new.position)
                    .bind(new.created)
                    .bind(&new.parent)
                    .bind(&new.relation)
                    .execute(&mut *connection)
                    .await?;
                if written.rows_affected() == 0 {
                    return Ok(false);
                }
                for (i, chair) in new.chairs.iter().enumerate() {
                    sqlx::query(CHAIR)
                        .bind(&new.id)
                        .bind(i as i64)
                        .bind(&chair.seats)
                        .bind(&chair.kind)
                        .bind(&chair.level)
                        .bind(&chair.invite)
                        .execute(&mut *connection)
                        .await?;
                    for token in &chair.tokens {
                        let key = sqlx::query(KEY).bind(&new.id).bind(i as i64).bind(token);
                        key.execute(&mut *connection).await?;
                    }
                }
                Ok(true)
            }

            async fn revoke(
                connection: &mut $connection,
                id: &str,
                chair: usize,
                keep: &[String],
            ) -> Result<bool, sqlx::Error> {
                let known: Vec<String> =
                    sqlx::query_scalar(KEYS).bind(id).bind(chair as i64).fetch_all(&mut *connection).await?;
                for token in known.iter().filter(|t| !keep.contains(t)) {
                    let revoke = sqlx::query(REVOKE).bind(id).bind(chair as i64).bind(token);
                    revoke.execute(&mut *connection).await?;
                }
                sqlx::query(UNINVITE).bind(id).bind(chair as i64).execute(connection).await?;
                Ok(true)
            }
        }
    };
}

write_with!(sqlite, SqliteConnection);
write_with!(postgres, PgConnection);

impl Work {
    /// The match that other servers have to be told about, beside those of entries.
    pub(crate) fn concerns(&self) -> Option<&str> {
        match self {
            Self::Archive { id, .. }
            | Self::Join { id, .. }
            | Self::Invite { id, .. }
            | Self::Revoke { id, .. }
            | Self::Remove(id) => Some(id),
            Self::Create(new) => new.parent.as_deref(),
            _ => None,
        }
    }

    /// The entries in it, with their match.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, &crate::Entry)> {
        let (one, many) = match self {
            Self::Append(id, entry) => (Some((id.as_str(), entry)), None),
            Self::Create(new) => (None, Some(new.entries.iter().map(|e| (new.id.as_str(), e)))),
            _ => (None, None),
        };
        one.into_iter().chain(many.into_iter().flatten())
    }
}

/// The error of a match that is there already.
pub(crate) fn exists() -> StoreError {
    StoreError::new("the match exists already")
}
