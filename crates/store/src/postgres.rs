//! PostgreSQL: several servers on one database. Every append is one statement, which also tells the other servers.

use crate::migrate::{self, statement};
use crate::{Appended, Backend, Change, Entry, NewMatch, StoreError, without_password};
use sqlx::postgres::{PgListener, PgPool, PgPoolOptions};
use std::time::Duration;
use tokio::sync::broadcast;

/// The channel of NOTIFY on which servers tell each other `match:number`.
const CHANNEL: &str = "parallel38";

/// Appends and, if that worked, tells; both become visible with the same commit.
const APPEND: &str = "WITH written AS (
        INSERT INTO entries (match, seq, kind, seat, text, key, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING match, seq
    ) SELECT pg_notify('parallel38', match || ':' || seq) FROM written";

pub(crate) async fn open(url: &str, changes: broadcast::Sender<Change>) -> Result<Backend, StoreError> {
    let named = |e: sqlx::Error| StoreError(format!("{} can't be opened: {e}", without_password(url)));
    let pool = PgPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(Duration::from_secs(10))
        .connect(url)
        .await
        .map_err(named)?;
    migrate::postgres(&pool).await?;
    let mut listener = PgListener::connect_with(&pool).await.map_err(named)?;
    listener.listen(CHANNEL).await.map_err(named)?;
    tokio::spawn(listen(listener, pool.clone(), changes));
    Ok(Backend::Postgres { pool })
}

/// Passes on what other servers tell, until the pool is closed.
async fn listen(mut listener: PgListener, pool: PgPool, changes: broadcast::Sender<Change>) {
    loop {
        tokio::select! {
            () = pool.close_event() => return,
            heard = listener.try_recv() => match heard {
                Ok(Some(message)) => {
                    if let Some(change) = read(message.payload()) {
                        let _ = changes.send(change);
                    }
                }
                // The connection was lost and will be made anew: what was told in between is lost.
                Ok(None) => {
                    let _ = changes.send(Change::Unknown);
                }
                Err(error) => {
                    tracing::warn!(%error, "the database does not tell of changes; trying again");
                    let _ = changes.send(Change::Unknown);
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            },
        }
    }
}

fn read(payload: &str) -> Option<Change> {
    let (id, seq) = payload.split_once(':')?;
    match seq.parse().ok()? {
        0 => Some(Change::Match(id.to_owned())),
        seq => Some(Change::Entry(id.to_owned(), seq)),
    }
}

pub(crate) async fn append(pool: &PgPool, id: &str, entry: &Entry) -> Result<Appended, StoreError> {
    let written = sqlx::query(APPEND)
        .bind(id)
        .bind(entry.seq as i64)
        .bind(entry.kind.word())
        .bind(&entry.seat)
        .bind(&entry.text)
        .bind(&entry.key)
        .bind(entry.at)
        .fetch_optional(pool)
        .await?;
    Ok(if written.is_some() { Appended::Done } else { Appended::Taken })
}

pub(crate) async fn create(pool: &PgPool, new: &NewMatch) -> Result<(), StoreError> {
    let mut at_work = pool.begin().await?;
    let written = sqlx::query(statement::MATCH)
        .bind(&new.id)
        .bind(&new.game)
        .bind(new.rules)
        .bind(&new.scenario)
        .bind(&new.options)
        .bind(&new.seed)
        .bind(&new.position)
        .bind(new.created)
        .bind(&new.parent)
        .bind(&new.relation)
        .execute(&mut *at_work)
        .await?;
    if written.rows_affected() == 0 {
        return Err(StoreError("the match exists already".to_owned()));
    }
    for (i, chair) in new.chairs.iter().enumerate() {
        sqlx::query(statement::CHAIR)
            .bind(&new.id)
            .bind(i as i64)
            .bind(&chair.seats)
            .bind(&chair.kind)
            .bind(&chair.level)
            .bind(&chair.token)
            .execute(&mut *at_work)
            .await?;
    }
    for entry in &new.entries {
        sqlx::query(statement::ENTRY)
            .bind(&new.id)
            .bind(entry.seq as i64)
            .bind(entry.kind.word())
            .bind(&entry.seat)
            .bind(&entry.text)
            .bind(&entry.key)
            .bind(entry.at)
            .execute(&mut *at_work)
            .await?;
    }
    if let Some(parent) = &new.parent {
        tell(&mut at_work, parent).await?;
    }
    Ok(at_work.commit().await?)
}

pub(crate) async fn archive(pool: &PgPool, id: &str, record: &str, at: i64) -> Result<(), StoreError> {
    let mut at_work = pool.begin().await?;
    sqlx::query(statement::ARCHIVED).bind(id).bind(at).execute(&mut *at_work).await?;
    sqlx::query(statement::ARCHIVE).bind(id).bind(record).bind(at).execute(&mut *at_work).await?;
    tell(&mut at_work, id).await?;
    Ok(at_work.commit().await?)
}

async fn tell(connection: &mut sqlx::PgConnection, id: &str) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT pg_notify('parallel38', $1 || ':0')").bind(id).execute(connection).await?;
    Ok(())
}
