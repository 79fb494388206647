//! Long matches: loaded from a moment that was kept, and yet all of them is there.

use crate::support::{self, Client, Scratch};
use engine::{Entry, Options, Random, Record, Registry, Seed};
use serde_json::{Value, json};
use server::Server;
use std::time::{Duration, Instant};
use store::{Kept, Store};

/// More than two moments, and many entries after the last.
const ACTIONS: usize = 760;

fn registry() -> Registry {
    let rules = korean_battles::KoreanBattles::new(&korean_battles::files()).unwrap();
    let entry = Entry::new(rules, korean_battles::LEDGER, Vec::new(), Vec::new(), String::new()).unwrap();
    Registry::default().with(entry)
}

/// A game played at random for a while.
fn played() -> Record {
    let game = registry().game("korean-battles").unwrap().clone();
    let mut played = game.start("pusan", &Options::default(), Seed::from_number(38)).unwrap();
    let mut random = Random::new(38);
    while played.length() < ACTIONS {
        let seat = played.to_act().first().expect("a campaign is longer");
        let legal = played.legal(seat);
        played.play(Some(seat), &legal[random.below(legal.len())], None).unwrap();
    }
    Record { hash: played.hash(), ..played.moves(true) }
}

struct House {
    scratch: Scratch,
    id: String,
    token: String,
}

impl House {
    async fn open(&self) -> (Server, Client) {
        let server = Server::start(support::config(&self.scratch), registry()).await.unwrap();
        let client = Client::new(server.address(), &self.token);
        (server, client)
    }
    fn path(&self, rest: &str) -> String {
        format!("/api/matches/{}{rest}", self.id)
    }
    /// What is shown without all that was ever said, and what is shown with it.
    async fn shown(&self, client: &mut Client) -> (Vec<Value>, Vec<Value>) {
        let (mut short, mut whole) = (Vec::new(), Vec::new());
        for rest in ["?log=40", "?log=0", "/legal", "/position", "/at/759", "/at/600", "/at/300", "/at/0"] {
            short.push(client.fetch(&self.path(rest)).await);
        }
        for rest in ["", "/log", "/record", "/moments", "/at/301"] {
            whole.push(client.fetch(&self.path(rest)).await);
        }
        (short, whole)
    }
}

/// One of the server's figures.
async fn figure(client: &mut Client, name: &str) -> u64 {
    let text = String::from_utf8(client.get("/metrics").await.bytes.to_vec()).unwrap();
    let line = text.lines().find_map(|l| l.strip_prefix(&format!("parallel38_{name} "))).unwrap();
    line.trim().parse().unwrap()
}

/// How many matches were played again from their start, and from a moment.
async fn loads(client: &mut Client) -> (u64, u64) {
    (figure(client, "loads_total").await, figure(client, "short_loads_total").await)
}

/// A house with one long match in it.
async fn begin() -> (House, Server, Client) {
    let scratch = Scratch::new();
    let server = Server::start(support::config(&scratch), registry()).await.unwrap();
    let chair = |seat: &str| json!({ "seats": [seat], "player": { "kind": "here" } });
    let body = json!({ "record": played(), "chairs": [chair("un"), chair("communist")] });
    let made = Client::new(server.address(), "").post("/api/matches/import", &body).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let token = |i: usize| made.json["chairs"][i]["token"].as_str().unwrap();
    let house = House {
        id: made.json["match"].as_str().unwrap().to_owned(),
        token: format!("{},{}", token(0), token(1)),
        scratch,
    };
    let client = Client::new(server.address(), &house.token);
    (house, server, client)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_match_is_loaded_from_a_moment_and_nothing_is_missing() {
    let (house, server, mut client) = begin().await;
    let first = house.shown(&mut client).await;
    assert_eq!(loads(&mut client).await, (1, 0), "there is no moment yet");
    server.stop().await;

    let (server, mut client) = house.open().await;
    let update = client.fetch(&house.path("?log=40")).await;
    assert_eq!(update["log"]["events"].as_array().map(Vec::len), Some(40));
    for (i, rest) in ["?log=40", "?log=0", "/legal", "/position", "/at/759", "/at/600", "/at/300", "/at/0"]
        .into_iter()
        .enumerate()
    {
        assert_eq!(client.fetch(&house.path(rest)).await, first.0[i], "{rest}");
    }
    assert_eq!(loads(&mut client).await, (0, 1));
    assert_eq!(figure(&mut client, "recalls_total").await, 0, "nobody asked for what was said long ago");
    // What was said long ago is read, and nothing is played again. As many sentences as were asked for, neither more nor fewer:
    // where the part that is at hand begins would tell how much was decided in secret.
    let all = first.1[1]["events"].as_array().unwrap();
    for most in [all.len() - 3, all.len(), 100_000] {
        let told = client.fetch(&house.path(&format!("?log={most}"))).await["log"].clone();
        let from = all.len().saturating_sub(most);
        assert_eq!(
            (told["from"].as_u64(), told["events"].as_array().unwrap().len()),
            (Some(from as u64), all.len() - from)
        );
        assert!(told["events"].as_array().unwrap()[..] == all[from..]);
    }
    assert_eq!(loads(&mut client).await, (0, 1));
    assert_eq!(figure(&mut client, "recalls_total").await, 1);
    // It goes on: an action, a look at it, and back.
    let (version, action) = (update["version"].as_u64().unwrap(), &first.0[2]["actions"][0]);
    let acted = client.act(&house.id, version, action.as_str().unwrap()).await;
    assert_eq!(acted["length"], ACTIONS as u64 + 1);
    let undo = json!({ "version": version + 1, "key": "back" });
    let undone = client.post(&house.path("/undo"), &undo).await;
    if acted["undo"] == true {
        assert_eq!((undone.status, &undone.json["scene"]), (200, &update["scene"]));
    } else {
        assert_eq!((undone.status, &undone.json["code"]), (409, &json!("no-undo")));
    }
    assert_eq!(loads(&mut client).await, (0, 1));
    assert_eq!(client.fetch(&house.path("/at/301")).await["log"], first.1[4]["log"]);
    let log = client.fetch(&house.path("/log")).await;
    let before = first.1[1]["events"].as_array().unwrap();
    assert_eq!(log["events"].as_array().unwrap()[..before.len()], before[..]);
    assert_eq!(loads(&mut client).await, (0, 1));
    if undone.status == 200 {
        assert_eq!(client.fetch(&house.path("/record")).await, first.1[2]);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_match_that_goes_on_reads_again_what_it_forgot() {
    let (house, server, mut client) = begin().await;
    let before = client.fetch(&house.path("/log")).await;
    assert_eq!(figure(&mut client, "recalls_total").await, 0, "all of it was played just now");
    let update = client.fetch(&house.path("?log=0")).await;
    let legal = client.fetch(&house.path("/legal")).await;
    let version = update["version"].as_u64().unwrap();
    let acted = client.act(&house.id, version, legal["actions"][0].as_str().unwrap()).await;
    // Whoever was away since the beginning is told everything in one update.
    let mut stream = client.follow(&house.id, Some(1)).await;
    let told = stream.wait("update").await.data["log"].clone();
    let (from, told) = (told["from"].as_u64().unwrap() as usize, told["events"].as_array().unwrap());
    let all = before["events"].as_array().unwrap();
    let since = from + told.len() - acted["log"]["events"].as_array().unwrap().len();
    assert_eq!((from < 10, since), (true, all.len()));
    assert!(all[from..] == told[..since - from]);
    let log = client.fetch(&house.path("/log")).await;
    assert!(log["events"].as_array().unwrap()[..all.len()] == all[..]);
    assert_eq!(figure(&mut client, "recalls_total").await, 1, "it is read once");
    assert_eq!(loads(&mut client).await, (1, 0), "and nothing is played again");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_program_kept_is_not_gone_on_from() {
    let (house, server, mut client) = begin().await;
    let first = client.fetch(&house.path("?log=40")).await;
    server.stop().await;
    let url = format!("sqlite://{}", house.scratch.0.join("matches.db").display());
    let store = Store::open(&url).await.unwrap();
    let maker = "another program".to_owned();
    // In the place of every moment that may have been kept.
    for length in 0..=ACTIONS as u64 {
        let body = "its position".to_owned();
        store.keep(&house.id, Kept { length, seq: length, maker: maker.clone(), body });
    }
    store.probe(1).await.unwrap();
    assert!(store.kept_by_length(&house.id, &maker, 9_999).await.unwrap().is_some());
    store.close().await;
    let (server, mut client) = house.open().await;
    assert_eq!(client.fetch(&house.path("?log=40")).await, first);
    assert_eq!(loads(&mut client).await, (1, 0));
    server.stop().await;
    // Now it has moments of its own.
    let (server, mut client) = house.open().await;
    assert_eq!(client.fetch(&house.path("?log=40")).await, first);
    assert_eq!(loads(&mut client).await, (0, 1));
    server.stop().await;
}

/// Imports the record with so many of its actions and so many empty scripts of dice; how much processor time it takes, and the
/// longest time for which nothing else was done meanwhile by the one thread that answers, with the whole time.
async fn import(actions: usize, scripts: usize) -> (Duration, Duration, Duration) {
    let mut record = played();
    record.actions.truncate(actions);
    let mut record = serde_json::to_value(record).unwrap();
    record["hash"] = json!("");
    let script = json!({ "before": 0, "rolls": [] });
    record["dice"] = vec![script; scripts].into();
    let chairs = json!([{ "seats": ["un", "communist"], "player": { "kind": "here" } }]);
    let body = json!({ "record": record, "chairs": chairs }).to_string().into_bytes();
    let scratch = Scratch::new();
    let server = Server::start(support::config(&scratch), registry()).await.unwrap();
    let mut client = Client::new(server.address(), "");
    client.get("/healthz").await;
    let (used, begun) = (support::processor(), Instant::now());
    let mut longest = Duration::ZERO;
    let bring = client.ask("POST", "/api/matches/import", &[], body);
    let watch = async {
        loop {
            let before = Instant::now();
            tokio::time::sleep(Duration::from_millis(5)).await;
            longest = longest.max(before.elapsed());
        }
    };
    let made = tokio::select! { made = bring => made, () = watch => unreachable!("it never ends") };
    assert_eq!(made.status, 201, "{}", made.json);
    let (used, took) = (support::processor() - used, begun.elapsed());
    server.stop().await;
    (used, longest, took)
}

#[tokio::test]
async fn scripts_of_dice_are_read_once_and_where_they_keep_nobody_waiting() {
    let (both, longest, took) = import(ACTIONS, 300_000).await;
    let (scripts, ..) = import(1, 300_000).await;
    let (actions, ..) = import(ACTIONS, 0).await;
    let apart = scripts + actions;
    assert!(both < 2 * apart + Duration::from_secs(1), "{both:?} together, {apart:?} apart");
    assert!(longest < took / 2, "for {longest:?} of {took:?} nothing else was done");
}
