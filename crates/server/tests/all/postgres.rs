//! Two servers on one PostgreSQL, the real one from the system's packages.

#![cfg(unix)]

use crate::support::{self, Client, Duel, Scratch, create};
use serde_json::{Value, json};
use server::{Config, Server};
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use store::{Appended, Entry, Kept, Store};

/// A PostgreSQL of the test's own, on a socket in a folder of its own.
struct Postgres {
    bin: PathBuf,
    folder: Scratch,
    port: u16,
}

/// The folder of the newest PostgreSQL that is installed.
fn installed() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let bins = versions.flatten().map(|v| v.path().join("bin")).filter(|b| b.join("initdb").exists());
    bins.max().or_else(|| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    })
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).trim() == "0")
}

impl Postgres {
    fn start() -> Option<Self> {
        let Some(bin) = installed() else {
            eprintln!("SKIPPED: PostgreSQL is not installed (Debian: apt install postgresql)");
            return None;
        };
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let postgres = Self { bin, folder: Scratch::new(), port };
        if is_root() {
            // PostgreSQL refuses to run as root.
            let owned = Command::new("chown").arg("postgres").arg(&postgres.folder.0).status().unwrap();
            assert!(owned.success(), "the user postgres does not exist");
        }
        let data = postgres.data();
        let made =
            postgres.run("initdb", &["-D", &data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8"]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let socket = postgres.folder.0.display().to_string();
        let options = format!("-p {port} -c listen_addresses=127.0.0.1 -k {socket}");
        let log = format!("{socket}/log");
        let begun = postgres.run("pg_ctl", &["-D", &data, "-o", &options, "-l", &log, "-w", "start"]);
        assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stdout));
        Some(postgres)
    }

    fn data(&self) -> String {
        self.folder.0.join("data").display().to_string()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let program = self.bin.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.args(arguments).current_dir(&self.folder.0).output().unwrap()
    }

    async fn server(&self, config: &Scratch) -> Server {
        let database = Some(format!("postgres://postgres@127.0.0.1:{}/postgres", self.port));
        let config = Config { database, ..support::config(config) };
        Server::start(config, support::registry()).await.unwrap()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_matches() {
    let Some(postgres) = Postgres::start() else { return };
    let scratch = Scratch::new();
    let (one, two) = tokio::join!(postgres.server(&scratch), postgres.server(&scratch));
    sees_moves_at_once(&one, &two).await;
    exactly_one_wins(&one, &two).await;
    the_same_key_on_both_servers_is_applied_once(&one, &two).await;
    computers_play_once(&one, &two).await;
    rematch_is_told(&one, &two).await;
    one.stop().await;
    two.stop().await;
    old_tables_are_brought_up_to_date(&postgres).await;
}

/// The tables of every released version, as `crates/store/tests/all/keeping.rs` has them on SQLite.
async fn old_tables_are_brought_up_to_date(postgres: &Postgres) {
    let released = [
        include_str!("../../../store/tests/all/schemas/1.sql"),
        include_str!("../../../store/tests/all/schemas/2.sql"),
        include_str!("../../../store/tests/all/schemas/3.sql"),
    ];
    for (i, old) in released.into_iter().enumerate() {
        let name = format!("old{i}");
        let (port, host) = (postgres.port.to_string(), "127.0.0.1");
        let ask = |database: &str, text: &str| {
            let to = ["-h", host, "-p", &port, "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-d", database];
            let done = postgres.run("psql", &[&to[..], &["-c", text]].concat());
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        };
        ask("postgres", &format!("CREATE DATABASE {name}"));
        ask(&name, old);
        let store = Store::open(&format!("postgres://postgres@{host}:{port}/{name}")).await.unwrap();
        let found = store.load("m1").await.unwrap().unwrap().begun;
        assert_eq!((found.game.as_str(), found.entries.len()), ("skirmish", 2));
        let tokens: Vec<_> = found.chairs.iter().map(|c| c.tokens.concat()).collect();
        assert_eq!(tokens, ["hash-of-red", "", "hash-of-spectators"]);
        let next = Entry { seq: 3, seat: "red".to_owned(), text: "end".to_owned(), ..Entry::default() };
        assert_eq!(store.append("m1", next).await.unwrap(), Appended::Done);
        let moment = Kept { length: 2, seq: 3, maker: "me".to_owned(), body: "a position".to_owned() };
        for body in ["an earlier one", "a position"] {
            store.keep("m1", Kept { body: body.to_owned(), ..moment.clone() });
        }
        store.probe(1).await.unwrap();
        assert_eq!(store.kept_by_entry("m1", "me", 3).await.unwrap(), Some(moment.clone()));
        assert_eq!(store.kept_by_length("m1", "me", 9).await.unwrap(), Some(moment));
        assert_eq!(store.kept_by_length("m1", "me", 1).await.unwrap(), None);
        assert!(store.remove("m1").await.unwrap());
        store.close().await;
    }
}

/// A player on each server: what one does, the other is told without asking.
async fn sees_moves_at_once(one: &Server, two: &Server) {
    let mut duel = Duel::new(one.address()).await;
    duel.blue = Client::new(two.address(), &duel.blue.token);
    let mut red_hears = duel.red.follow(&duel.id, None).await;
    let mut blue_hears = duel.blue.follow(&duel.id, None).await;
    let begun = Instant::now();
    let mut version = 0;
    for (mover, action) in [
        ("red", "unit red-1"),
        ("red", "stay"),
        ("red", "end"),
        ("blue", "unit blue-1"),
        ("blue", "stay"),
        ("blue", "end"),
    ] {
        let client = if mover == "red" { &mut duel.red } else { &mut duel.blue };
        client.act(&duel.id, version, action).await;
        version += 1;
        let (red, blue) = tokio::join!(red_hears.version(version), blue_hears.version(version));
        assert_eq!(red["status"], blue["status"]);
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "six moves took {:?}", begun.elapsed());
    // An undo as well.
    duel.red.act(&duel.id, 6, "unit red-2").await;
    blue_hears.version(7).await;
    duel.red.post(&duel.path("/undo"), &json!({ "version": 7, "key": "u" })).await;
    assert_eq!(blue_hears.version(8).await["length"], 6);
}

/// The same chair acts through both servers at the same moment, again and again.
async fn exactly_one_wins(one: &Server, two: &Server) {
    let duel = Duel::new(one.address()).await;
    let both = format!("{},{}", duel.red.token, duel.blue.token);
    let mut left = Client::new(one.address(), &both);
    let mut right = Client::new(two.address(), &both);
    let mut update = left.fetch(&duel.path("")).await;
    let mut rounds = 0;
    while rounds < 25 && update["status"]["over"].is_null() {
        let version = update["version"].as_u64().unwrap();
        let actions = update["scene"]["actions"].as_array().unwrap();
        let (first, last) = (&actions[0]["text"], &actions[actions.len() - 1]["text"]);
        let body = |action: &Value| support::action_body(version, action.as_str().unwrap());
        let (path, first, last) = (duel.path("/actions"), body(first), body(last));
        let (a, b) = tokio::join!(left.post(&path, &first), right.post(&path, &last));
        let mut statuses = [a.status, b.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", a.json, b.json);
        let (won, lost) = if a.status == 200 { (a, b) } else { (b, a) };
        assert_eq!(won.json["version"], version + 1);
        let fresh = &lost.json["update"];
        assert_eq!((&fresh["version"], &fresh["scene"]), (&won.json["version"], &won.json["scene"]));
        update = won.json;
        rounds += 1;
    }
    assert!(rounds >= 10);
}

async fn the_same_key_on_both_servers_is_applied_once(one: &Server, two: &Server) {
    let duel = Duel::new(one.address()).await;
    let mut left = Client::new(one.address(), &duel.red.token);
    let mut right = Client::new(two.address(), &duel.red.token);
    let body = json!({ "version": 0, "action": "unit red-1", "key": "same" });
    let path = duel.path("/actions");
    let (a, b) = tokio::join!(left.post(&path, &body), right.post(&path, &body));
    assert_eq!((a.status, b.status), (200, 200), "{} {}", a.json, b.json);
    assert_eq!((&a.json["version"], &b.json["version"]), (&json!(1), &json!(1)));
}

/// A computer's seat is played although two servers have the match in memory.
async fn computers_play_once(one: &Server, two: &Server) {
    let made = create(one.address(), "here", "computer random").await;
    let id = made["match"].as_str().unwrap();
    let token = made["chairs"][0]["token"].as_str().unwrap();
    let mut here = Client::new(one.address(), token);
    let mut there = Client::new(two.address(), token).follow(id, None).await;
    here.act(id, 0, "end").await;
    loop {
        let update = there.wait("update").await.data;
        if update["version"].as_u64() > Some(1) && update["status"]["to_act"] == json!(["red"]) {
            break;
        }
    }
}

async fn rematch_is_told(one: &Server, two: &Server) {
    let mut duel = Duel::new(one.address()).await;
    duel.blue = Client::new(two.address(), &duel.blue.token);
    duel.blue.post(&duel.path("/resign"), &json!({})).await;
    let mut stream = duel.blue.follow(&duel.id, None).await;
    stream.wait("update").await;
    let mut over = duel.red.follow(&duel.id, None).await;
    while over.wait("update").await.data["status"]["over"].is_null() {}
    let again = duel.red.post(&duel.path("/rematch"), &json!({})).await;
    assert_eq!(again.status, 201, "{}", again.json);
    assert_eq!(stream.wait("rematch").await.data["match"], again.json["match"]);
}
