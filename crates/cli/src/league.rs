//! Training on several machines: the games of a generation are jobs in a PostgreSQL, and every worker that shares it plays some.
//! The program that trains plays too, so that it gets on without any worker.

use crate::Done;
use crate::registry::with_judgement;
use crate::train::{End, Round, School, play};
use engine::{Game, Registry};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use store::Jobs;
use tokio::runtime::Runtime;

/// How long a worker waits before it looks for a job again.
const PAUSE: Duration = Duration::from_millis(300);
/// So many games with other numbers are kept at hand.
const KNOWN: usize = 200;

/// A game to be played by somebody: the files of both heads by name.
#[derive(Serialize, Deserialize)]
struct Task {
    game: String,
    scenario: String,
    level: String,
    seed: u64,
    heads: [String; 2],
    /// The fingerprint of the trainer's data files: whoever has others must not play.
    data: String,
}

/// What came of it.
type Outcome = Result<End, String>;

/// The database that trainings and workers share.
pub(crate) struct League {
    runtime: Runtime,
    jobs: Jobs,
}

/// Games by the name of the file that their players go by.
#[derive(Clone, Default)]
struct Known(HashMap<String, Arc<dyn Game>>);

/// The fingerprint of a game's data files.
fn fingerprint(games: &Registry, slug: &str) -> Result<String, String> {
    Ok(games.game(slug).map_err(|e| e.to_string())?.fingerprint().to_owned())
}

impl League {
    pub(crate) fn join(url: &str) -> Result<Self, String> {
        let runtime = Runtime::new().map_err(|e| e.to_string())?;
        let jobs = runtime.block_on(Jobs::open(url)).map_err(|e| e.to_string())?;
        Ok(Self { runtime, jobs })
    }

    fn ask<T>(&self, work: impl Future<Output = Result<T, store::StoreError>>) -> Result<T, String> {
        self.runtime.block_on(work).map_err(|e| e.to_string())
    }

    /// Plays whatever there is to play until it is stopped.
    pub(crate) fn work(&self, games: &Registry, data: Option<&Path>) -> Done {
        let mut known = Known::default();
        loop {
            if !self.play_one(None, games, data, &mut known)? {
                std::thread::sleep(PAUSE);
            }
        }
    }

    /// Plays one job that nobody holds, of one batch or of any; false if there is none.
    fn play_one(
        &self,
        batch: Option<&str>,
        games: &Registry,
        data: Option<&Path>,
        known: &mut Known,
    ) -> Result<bool, String> {
        let Some(job) = self.ask(self.jobs.take(batch))? else { return Ok(false) };
        let task: Task = serde_json::from_str(&job.task).map_err(|e| e.to_string())?;
        if fingerprint(games, &task.game)? != task.data {
            return Err(format!("{} is trained with other data files than these", task.game));
        }
        let outcome: Outcome = self.play(&task, data, known);
        let result = serde_json::to_string(&outcome).map_err(|e| e.to_string())?;
        self.ask(job.done(&result))?;
        Ok(true)
    }

    fn play(&self, task: &Task, data: Option<&Path>, known: &mut Known) -> Outcome {
        for name in &task.heads {
            if known.0.contains_key(name) {
                continue;
            }
            let file = self.ask(self.jobs.file(name))?.ok_or("a file of the training is missing")?;
            if known.0.len() >= KNOWN {
                known.0.clear();
            }
            known.0.insert(name.clone(), with_judgement(data, &task.game, &file)?);
        }
        match task.heads.each_ref().map(|name| known.0.get(name)) {
            [Some(one), Some(two)] => play([one, two], &task.scenario, &task.level, task.seed),
            // The store of games was emptied between the two.
            _ => self.play(task, data, known),
        }
    }

    /// Has games played by whoever shares the database, this program among them.
    pub(crate) fn play_all(&self, school: &School<'_>, rounds: &[Round<'_>]) -> Result<Vec<End>, String> {
        static BATCH: AtomicU32 = AtomicU32::new(0);
        let batch = format!("{}-{}-{}", std::process::id(), now(), BATCH.fetch_add(1, Ordering::Relaxed));
        let mut known = Known::default();
        let tasks = self.tasks(school, rounds, &mut known)?;
        self.ask(self.jobs.post(&batch, &tasks))?;
        let results = loop {
            let results = self.ask(self.jobs.results(&batch))?;
            if results.iter().all(Option::is_some) {
                break results;
            }
            let played = school.share(school.args.jobs, |_| {
                let (mut known, mut any) = (known.clone(), false);
                while self.play_one(Some(&batch), school.games, school.data, &mut known)? {
                    any = true;
                }
                Ok(any)
            })?;
            if !played.contains(&true) {
                std::thread::sleep(PAUSE);
            }
        };
        self.ask(self.jobs.clear(&batch))?;
        results.into_iter().flatten().map(|text| read(&text)).collect()
    }

    /// The rounds as tasks, their files kept for all workers.
    fn tasks(
        &self,
        school: &School<'_>,
        rounds: &[Round<'_>],
        known: &mut Known,
    ) -> Result<Vec<String>, String> {
        let data = fingerprint(school.games, school.game)?;
        let mut names: HashMap<&str, String> = HashMap::new();
        for head in rounds.iter().flat_map(|r| r.heads) {
            if !names.contains_key(&*head.text) {
                let name = self.ask(self.jobs.keep(&head.text))?;
                known.0.insert(name.clone(), head.game.clone());
                names.insert(&head.text, name);
            }
        }
        let task = |round: &Round<'_>| {
            let task = Task {
                game: school.game.to_owned(),
                scenario: school.scenario.clone(),
                level: school.args.level.clone(),
                seed: round.seed,
                heads: round.heads.map(|h| names[&*h.text].clone()),
                data: data.clone(),
            };
            serde_json::to_string(&task).map_err(|e| e.to_string())
        };
        rounds.iter().map(task).collect()
    }
}

fn read(text: &str) -> Outcome {
    serde_json::from_str::<Outcome>(text).map_err(|e| e.to_string())?
}

/// Nanoseconds of the clock: two trainings on one database must not share a batch.
fn now() -> u128 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos())
}
