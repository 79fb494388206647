//! PostgreSQL: several servers on one database, which tell each other what they write.

use crate::writer::{Target, Writer};
use crate::{Backend, Change, StoreError, migrate, without_password};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPool, PgPoolOptions};
use std::str::FromStr;
use std::time::Duration;
use tokio::sync::broadcast;

/// The channel of NOTIFY on which servers tell each other `match:number`.
const CHANNEL: &str = "parallel38";

pub(crate) async fn open(url: &str, changes: broadcast::Sender<Change>) -> Result<Backend, StoreError> {
    let named = |e: sqlx::Error| StoreError::new(format!("{} can't be opened: {e}", without_password(url)));
    let options = PgConnectOptions::from_str(url).map_err(named)?;
    let pool = PgPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(Duration::from_secs(10))
        .connect_with(options.clone())
        .await
        .map_err(named)?;
    migrate::postgres(&pool).await?;
    let mut listener = PgListener::connect_with(&pool).await.map_err(named)?;
    listener.listen(CHANNEL).await.map_err(named)?;
    tokio::spawn(listen(listener, pool.clone(), changes));
    let writer = Writer::start(Target::Postgres(Box::new(options))).await.map_err(named)?;
    Ok(Backend::Postgres { pool, writer })
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
