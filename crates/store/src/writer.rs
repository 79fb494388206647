//! The one that writes. Everything that waits at one moment is written in one transaction, and all entries in it by
//! one statement, so that a hundred matches share one wait for the disk.
//!
//! After a transaction that failed, its connection is given up and another one opened: what is wrong with the one (a full
//! disk, a lost server) must not stop the writing for longer than it lasts.

use crate::work::{self, Work};
use crate::{Appended, Entry, StoreError};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{mpsc, oneshot};

/// The most jobs in one transaction.
const MOST_TOGETHER: usize = 512;
/// How many jobs may wait before senders do.
const QUEUE: usize = 4_096;

struct Job {
    work: Work,
    done: oneshot::Sender<Answer>,
}

type Answer = Result<Appended, StoreError>;

/// The sender's end of the writer's queue.
#[derive(Clone)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Job>,
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    commits: AtomicU64,
    jobs: AtomicU64,
    failures: AtomicU64,
}

/// Where to write.
pub(crate) enum Target {
    Sqlite(Box<SqliteConnectOptions>),
    Postgres(Box<PgConnectOptions>),
}

enum Link {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Writer {
    pub(crate) async fn start(target: Target) -> Result<Self, sqlx::Error> {
        let link = target.connect().await?;
        let (queue, jobs) = mpsc::channel(QUEUE);
        let counts = Arc::new(Counts::default());
        tokio::spawn(run(target, link, jobs, counts.clone()));
        Ok(Self { queue, counts })
    }

    /// Has something written; returns once it is on disk.
    pub(crate) async fn ask(&self, work: Work) -> Answer {
        let closed = || StoreError::new("the database is closed");
        let (done, answer) = oneshot::channel();
        self.queue.send(Job { work, done }).await.map_err(|_| closed())?;
        let lost = StoreError { unchanged: false, ..closed() };
        answer.await.map_err(|_| lost)?
    }

    /// Has something written that nobody waits for, if there is room for it in the queue.
    pub(crate) fn tell(&self, work: Work) {
        let _ = self.queue.try_send(Job { work, done: oneshot::channel().0 });
    }

    pub(crate) async fn stop(&self) {
        let _ = self.ask(Work::Stop).await;
    }

    /// Transactions, what was in them, transactions that failed.
    pub(crate) fn counts(&self) -> (u64, u64, u64) {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        (of(&self.counts.commits), of(&self.counts.jobs), of(&self.counts.failures))
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }
}

impl Target {
    async fn connect(&self) -> Result<Link, sqlx::Error> {
        Ok(match self {
            Self::Sqlite(options) => Link::Sqlite(options.connect().await?),
            Self::Postgres(options) => Link::Postgres(options.connect().await?),
        })
    }
}

async fn run(target: Target, link: Link, mut jobs: mpsc::Receiver<Job>, counts: Arc<Counts>) {
    let mut link = Some(link);
    let mut batch = Vec::with_capacity(MOST_TOGETHER);
    while jobs.recv_many(&mut batch, MOST_TOGETHER).await > 0 {
        let stop = batch.iter().any(|job| matches!(job.work, Work::Stop));
        let (works, askers): (Vec<_>, Vec<_>) = batch.drain(..).map(|job| (job.work, job.done)).unzip();
        let answers = write(&target, &mut link, &works, &counts).await;
        counts.jobs.fetch_add(works.len() as u64, Ordering::Relaxed);
        for (asker, answer) in askers.into_iter().zip(answers) {
            let _ = asker.send(answer);
        }
        if stop {
            break;
        }
    }
    match link {
        Some(Link::Sqlite(connection)) => drop(connection.close().await),
        Some(Link::Postgres(connection)) => drop(connection.close().await),
        None => {}
    }
}

/// Writes all of it in one transaction; where that can't be, piece by piece, so that one can't spoil the others'.
async fn write(target: &Target, link: &mut Option<Link>, works: &[Work], counts: &Counts) -> Vec<Answer> {
    match attempt(target, link, works, counts).await {
        Ok(answers) => answers.into_iter().map(Ok).collect(),
        Err(error) if works.len() > 1 && error.unchanged && !error.full => {
            let mut answers = Vec::with_capacity(works.len());
            for work in works {
                let one = attempt(target, link, std::slice::from_ref(work), counts).await;
                answers.push(one.map(|a| a[0]));
            }
            answers
        }
        Err(error) => works.iter().map(|_| Err(error.clone())).collect(),
    }
}

async fn attempt(
    target: &Target,
    link: &mut Option<Link>,
    works: &[Work],
    counts: &Counts,
) -> Result<Vec<Appended>, StoreError> {
    let mut at_hand = match link.take() {
        Some(link) => link,
        None => target.connect().await.map_err(|error| {
            counts.failures.fetch_add(1, Ordering::Relaxed);
            StoreError { unchanged: true, ..StoreError::from(error) }
        })?,
    };
    let written = match &mut at_hand {
        Link::Sqlite(connection) => together_sqlite(connection, works).await,
        Link::Postgres(connection) => together_postgres(connection, works).await,
    };
    match written {
        Ok(answers) => {
            counts.commits.fetch_add(1, Ordering::Relaxed);
            *link = Some(at_hand);
            Ok(answers)
        }
        Err(error) => {
            counts.failures.fetch_add(1, Ordering::Relaxed);
            let error = StoreError::from(error);
            if works.len() == 1 || !error.unchanged {
                tracing::error!(%error, "a transaction failed; the connection is made anew");
            }
            Err(error)
        }
    }
}

/// One statement for all entries: SQLite takes them as one text, and makes rows of it by itself.
const ENTRIES: &str = "INSERT INTO entries (match, seq, kind, seat, text, key, at, hash, seen)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
        json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
        json_extract(value, '$[6]'), json_extract(value, '$[7]'), json_extract(value, '$[8]')
    FROM json_each($1)";

async fn together_sqlite(
    connection: &mut SqliteConnection,
    works: &[Work],
) -> Result<Vec<Appended>, sqlx::Error> {
    if let [work] = works {
        // Alone, an entry whose number is taken is no error.
        let mut at_work = connection.begin_with("BEGIN IMMEDIATE").await?;
        let answer = work::sqlite::perform(&mut at_work, work).await?;
        if matches!(work, Work::Create(_)) && answer == Appended::Done {
            sqlx::query(ENTRIES).bind(json(work.entries())).execute(&mut *at_work).await?;
        }
        at_work.commit().await?;
        return Ok(vec![answer]);
    }
    let entries: Vec<_> = works.iter().flat_map(Work::entries).collect();
    if works.iter().all(|work| matches!(work, Work::Append(..))) {
        // The usual case: one statement is a transaction of its own.
        sqlx::query(ENTRIES).bind(json(entries.into_iter())).execute(connection).await?;
        return Ok(vec![Appended::Done; works.len()]);
    }
    // A deferred transaction could fail half-way when another program writes to the same file.
    let mut at_work = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut answers = Vec::with_capacity(works.len());
    for work in works {
        answers.push(match work {
            Work::Append(..) => Appended::Done,
            other => work::sqlite::perform(&mut at_work, other).await?,
        });
    }
    let made = |work: &&Work| matches!(work, Work::Append(..) | Work::Create(_));
    let entries = works.iter().zip(&answers).filter(|(w, a)| made(w) && **a == Appended::Done);
    let entries = json(entries.flat_map(|(work, _)| work.entries()));
    sqlx::query(ENTRIES).bind(entries).execute(&mut *at_work).await?;
    at_work.commit().await?;
    Ok(answers)
}

/// Entries as a list of lists.
fn json<'a>(entries: impl Iterator<Item = (&'a str, &'a Entry)>) -> String {
    let row = |(id, e): (&'a str, &'a Entry)| {
        (id, e.seq, e.kind.word(), &e.seat, &e.text, &e.key, e.at, &e.hash, e.seen)
    };
    serde_json::to_string(&entries.map(row).collect::<Vec<_>>()).unwrap_or_default()
}

/// Writes entries and, as far as they are new, tells the other servers; both become visible with the same commit.
const TOLD_ENTRIES: &str = "WITH written AS (
        INSERT INTO entries (match, seq, kind, seat, text, key, at, hash, seen)
        SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[],
            $7::bigint[], $8::text[], $9::bigint[])
        ON CONFLICT DO NOTHING RETURNING match, seq
    ) SELECT match, seq, pg_notify('parallel38', match || ':' || seq)::text FROM written";

async fn together_postgres(
    connection: &mut PgConnection,
    works: &[Work],
) -> Result<Vec<Appended>, sqlx::Error> {
    if works.iter().all(|work| matches!(work, Work::Append(..))) {
        let mut written = entries_postgres(connection, works.iter().flat_map(Work::entries)).await?;
        return Ok(works.iter().map(|work| found(&mut written, work)).collect());
    }
    let mut at_work = connection.begin().await?;
    let mut answers = Vec::with_capacity(works.len());
    for work in works {
        let answer = match work {
            Work::Append(..) => Appended::Taken,
            other => work::postgres::perform(&mut at_work, other).await?,
        };
        if let Some(id) = work.concerns() {
            let tell = sqlx::query("SELECT pg_notify('parallel38', $1 || ':0')").bind(id);
            tell.execute(&mut *at_work).await?;
        }
        answers.push(answer);
    }
    let refused = |i: usize| matches!(works[i], Work::Create(_)) && answers[i] == Appended::Taken;
    let entries = works.iter().enumerate().filter(|(i, _)| !refused(*i)).flat_map(|(_, w)| w.entries());
    let mut written = entries_postgres(&mut at_work, entries).await?;
    at_work.commit().await?;
    for (answer, work) in answers.iter_mut().zip(works) {
        if matches!(work, Work::Append(..)) {
            *answer = found(&mut written, work);
        }
    }
    Ok(answers)
}

/// Of two entries with the same number in one batch the first was written: it takes the number out of the set.
fn found(written: &mut HashSet<(String, i64)>, work: &Work) -> Appended {
    let known = |(id, entry): (&str, &Entry)| written.remove(&(id.to_owned(), entry.seq as i64));
    if work.entries().all(known) { Appended::Done } else { Appended::Taken }
}

async fn entries_postgres<'a>(
    connection: &mut PgConnection,
    entries: impl Iterator<Item = (&'a str, &'a Entry)>,
) -> Result<HashSet<(String, i64)>, sqlx::Error> {
    let entries: Vec<_> = entries.collect();
    if entries.is_empty() {
        return Ok(HashSet::new());
    }
    let column = |of: fn(&Entry) -> String| entries.iter().map(|(_, e)| of(e)).collect::<Vec<_>>();
    let maybe = |of: fn(&Entry) -> Option<String>| entries.iter().map(|(_, e)| of(e)).collect::<Vec<_>>();
    let number = |of: fn(&Entry) -> i64| entries.iter().map(|(_, e)| of(e)).collect::<Vec<_>>();
    let rows: Vec<(String, i64, Option<String>)> = sqlx::query_as(TOLD_ENTRIES)
        .bind(entries.iter().map(|(id, _)| (*id).to_owned()).collect::<Vec<_>>())
        .bind(number(|e| e.seq as i64))
        .bind(column(|e| e.kind.word().to_owned()))
        .bind(column(|e| e.seat.clone()))
        .bind(column(|e| e.text.clone()))
        .bind(maybe(|e| e.key.clone()))
        .bind(number(|e| e.at))
        .bind(maybe(|e| e.hash.clone()))
        .bind(entries.iter().map(|(_, e)| e.seen.map(i64::from)).collect::<Vec<_>>())
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().map(|(id, seq, _)| (id, seq)).collect())
}
