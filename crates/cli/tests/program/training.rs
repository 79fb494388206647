//! Training on several machines: games as jobs in a PostgreSQL, the real one from the system's packages.

use crate::{PROGRAM, folder, text};
use std::process::{Child, Command, Stdio};
use store::Jobs;
use testkit::Postgres;

#[test]
fn a_worker_that_dies_loses_nothing_but_its_own_game() {
    let Some(postgres) = Postgres::start() else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (one, two) =
            (Jobs::open(&postgres.url()).await.unwrap(), Jobs::open(&postgres.url()).await.unwrap());
        one.post("batch", &["first".to_owned(), "second".to_owned()]).await.unwrap();
        let (mine, yours) = (one.take(None).await.unwrap().unwrap(), two.take(None).await.unwrap().unwrap());
        assert_eq!(
            (mine.task.as_str(), yours.task.as_str()),
            ("first", "second"),
            "nobody gets what another holds"
        );
        assert!(two.take(None).await.unwrap().is_none());
        assert!(two.take(Some("another")).await.unwrap().is_none());
        yours.done("2:1").await.unwrap();
        // The first worker dies: its connection is gone, and its job is there again.
        drop(mine);
        drop(one);
        assert_eq!(two.results("batch").await.unwrap(), [None, Some("2:1".to_owned())]);
        let again = loop {
            if let Some(job) = two.take(None).await.unwrap() {
                break job;
            }
        };
        assert_eq!(again.task, "first");
        again.done("0:3").await.unwrap();
        let results = two.results("batch").await.unwrap();
        assert_eq!(
            results,
            [Some("0:3".to_owned()), Some("2:1".to_owned())],
            "in the order they were posted"
        );
        two.clear("batch").await.unwrap();
        assert!(two.results("batch").await.unwrap().is_empty());
        let name = two.keep("numbers").await.unwrap();
        assert_eq!(two.keep("numbers").await.unwrap(), name);
        assert_eq!(two.file(&name).await.unwrap().as_deref(), Some("numbers"));
    });
}

fn train(arguments: &[&str], url: &str) -> Child {
    let mut command = Command::new(PROGRAM);
    command.arg("train").args(arguments).args(["--database", url]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_training_shares_its_games_with_workers_and_ends_without_them_too() {
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.url();
    let out = folder("league").join("tuned").to_string_lossy().into_owned();
    let mut workers = [train(&["--worker"], &url), train(&["--worker"], &url)];
    let arguments =
        ["korean-battles", "chosin", "--side", "un", "--minutes", "0.03", "--games", "2", "--out", &out];
    let trainer = train(&arguments, &url);
    // One worker dies in the middle of it.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    workers[0].kill().unwrap();
    let output = trainer.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("fresh games"), "{}", text(&output.stdout));
    workers[1].kill().unwrap();
    for worker in workers {
        let said = worker.wait_with_output().unwrap();
        assert!(said.stderr.is_empty(), "{}", text(&said.stderr));
    }
    std::fs::read_to_string(std::path::Path::new(&out).join("korean-battles/judgement.toml")).unwrap();
}
