//! Long matches: loaded from a moment that was kept, and yet all of them is there.

use crate::support::{self, Client, Scratch};
use engine::{Entry, Options, Random, Record, Registry, Seed};
use serde_json::{Value, json};
use server::Server;
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

/// How many matches were played again from their start, and from a moment.
async fn loads(client: &mut Client) -> (u64, u64) {
    let text = String::from_utf8(client.get("/metrics").await.bytes.to_vec()).unwrap();
    let number = |name: &str| {
        let line = text.lines().find_map(|l| l.strip_prefix(name)).unwrap();
        line.trim().parse::<u64>().unwrap()
    };
    (number("parallel38_loads_total "), number("parallel38_short_loads_total "))
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
    assert_eq!(loads(&mut client).await, (0, 1), "nobody asked for what was said long ago");
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
    assert_eq!(loads(&mut client).await, (1, 1), "all that was ever said needs all that was ever played");
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
