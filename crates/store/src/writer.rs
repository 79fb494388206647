//! The one that writes to SQLite. Everything that waits at one moment is written in one transaction, so that a
//! hundred matches share one wait for the disk.

use crate::migrate::statement;
use crate::{Appended, Entry, NewMatch, StoreError};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{mpsc, oneshot};

/// The most jobs in one transaction.
const MOST_TOGETHER: usize = 512;
/// How many jobs may wait before senders do.
const QUEUE: usize = 4_096;

enum Work {
    Append(String, Entry),
    Create(Box<NewMatch>),
    Archive(String, String, i64),
    Stop,
}

struct Job {
    work: Work,
    done: oneshot::Sender<Result<Appended, StoreError>>,
}

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
}

impl Writer {
    pub(crate) async fn start(options: &SqliteConnectOptions) -> Result<Self, sqlx::Error> {
        let connection = options.connect().await?;
        let (queue, jobs) = mpsc::channel(QUEUE);
        let counts = Arc::new(Counts::default());
        tokio::spawn(run(connection, jobs, counts.clone()));
        Ok(Self { queue, counts })
    }

    async fn ask(&self, work: Work) -> Result<Appended, StoreError> {
        let closed = || StoreError("the database is closed".to_owned());
        let (done, answer) = oneshot::channel();
        self.queue.send(Job { work, done }).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    pub(crate) async fn append(&self, id: String, entry: Entry) -> Result<Appended, StoreError> {
        self.ask(Work::Append(id, entry)).await
    }

    pub(crate) async fn create(&self, new: NewMatch) -> Result<(), StoreError> {
        match self.ask(Work::Create(Box::new(new))).await? {
            Appended::Done => Ok(()),
            Appended::Taken => Err(StoreError("the match exists already".to_owned())),
        }
    }

    pub(crate) async fn archive(&self, id: String, record: String, at: i64) -> Result<(), StoreError> {
        self.ask(Work::Archive(id, record, at)).await.map(drop)
    }

    pub(crate) async fn stop(&self) {
        let _ = self.ask(Work::Stop).await;
    }

    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.counts.commits.load(Ordering::Relaxed), self.counts.jobs.load(Ordering::Relaxed))
    }
}

async fn run(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>, counts: Arc<Counts>) {
    let mut batch = Vec::with_capacity(MOST_TOGETHER);
    while jobs.recv_many(&mut batch, MOST_TOGETHER).await > 0 {
        let stop = batch.iter().any(|job| matches!(job.work, Work::Stop));
        let outcome = write(&mut connection, &batch).await;
        match outcome {
            Ok(answers) => {
                counts.commits.fetch_add(1, Ordering::Relaxed);
                counts.jobs.fetch_add(batch.len() as u64, Ordering::Relaxed);
                for (job, answer) in batch.drain(..).zip(answers) {
                    let _ = job.done.send(Ok(answer));
                }
            }
            Err(error) => {
                tracing::error!(%error, "a transaction failed; nothing of it was written");
                let error = StoreError::from(error);
                for job in batch.drain(..) {
                    let _ = job.done.send(Err(error.clone()));
                }
            }
        }
        if stop {
            break;
        }
    }
    let _ = connection.close().await;
}

async fn write(connection: &mut SqliteConnection, batch: &[Job]) -> Result<Vec<Appended>, sqlx::Error> {
    // A deferred transaction could fail half-way when another program writes to the same file.
    let mut at_work = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut answers = Vec::with_capacity(batch.len());
    for job in batch {
        answers.push(perform(&mut at_work, &job.work).await?);
    }
    at_work.commit().await?;
    Ok(answers)
}

async fn perform(connection: &mut SqliteConnection, work: &Work) -> Result<Appended, sqlx::Error> {
    match work {
        Work::Append(id, entry) => append(connection, id, entry).await,
        Work::Create(new) => create(connection, new).await,
        Work::Archive(id, record, at) => {
            sqlx::query(statement::ARCHIVED).bind(id).bind(at).execute(&mut *connection).await?;
            sqlx::query(statement::ARCHIVE).bind(id).bind(record).bind(at).execute(&mut *connection).await?;
            Ok(Appended::Done)
        }
        Work::Stop => Ok(Appended::Done),
    }
}

async fn append(connection: &mut SqliteConnection, id: &str, entry: &Entry) -> Result<Appended, sqlx::Error> {
    let written = sqlx::query(statement::ENTRY)
        .bind(id)
        .bind(entry.seq as i64)
        .bind(entry.kind.word())
        .bind(&entry.seat)
        .bind(&entry.text)
        .bind(&entry.key)
        .bind(entry.at)
        .execute(connection)
        .await?;
    Ok(if written.rows_affected() == 1 { Appended::Done } else { Appended::Taken })
}

async fn create(connection: &mut SqliteConnection, new: &NewMatch) -> Result<Appended, sqlx::Error> {
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
        .execute(&mut *connection)
        .await?;
    if written.rows_affected() == 0 {
        return Ok(Appended::Taken);
    }
    for (i, chair) in new.chairs.iter().enumerate() {
        sqlx::query(statement::CHAIR)
            .bind(&new.id)
            .bind(i as i64)
            .bind(&chair.seats)
            .bind(&chair.kind)
            .bind(&chair.level)
            .bind(&chair.token)
            .execute(&mut *connection)
            .await?;
    }
    for entry in &new.entries {
        append(connection, &new.id, entry).await?;
    }
    Ok(Appended::Done)
}
