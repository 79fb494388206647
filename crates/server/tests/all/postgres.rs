//! Two servers on one PostgreSQL, the real one from the system's packages.

#![cfg(unix)]

use crate::support::{self, Client, Duel, Scratch, create};
use serde_json::{Value, json};
use server::{Config, Server};
use std::time::{Duration, Instant};
use store::{Appended, Entry, Kept, Store};
use testkit::Postgres;

async fn server(postgres: &Postgres, config: &Scratch) -> Server {
    let config = Config { database: Some(postgres.url()), ..support::config(config) };
    Server::start(config, support::registry()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_matches() {
    let Some(postgres) = Postgres::start() else { return };
    let scratch = Scratch::new();
    let (one, two) = tokio::join!(server(&postgres, &scratch), server(&postgres, &scratch));
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
        postgres.fill(&name, old);
        let store = Store::open(&postgres.url_of(&name)).await.unwrap();
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
