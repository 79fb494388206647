//! Playing over HTTP: actions, versions, keys, streams, undo, the end.

use crate::support::{self, Client, Duel, Running, action_body, create};
use serde_json::{Value, json};

#[tokio::test]
async fn two_people_play_and_each_hears_of_the_other() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let mut stream = duel.blue.follow(&duel.id, None).await;
    let first = stream.wait("update").await.data;
    assert_eq!((first["version"].as_u64(), &first["seats"]), (Some(0), &json!(["blue"])));
    let update = duel.red.act(&duel.id, 0, "unit red-1").await;
    assert_eq!(update["version"], 1);
    assert_eq!(update["undo"], true);
    assert_eq!(update["scene"]["prompt"]["piece"], "red-1");
    let heard = stream.version(1).await;
    assert_eq!(heard["seats"], json!(["blue"]));
    assert_eq!(heard["undo"], false);
    let update = duel.red.act(&duel.id, 1, "move 0201").await;
    assert_eq!(update["log"]["events"][0]["text"], "red-1 moves from 0101 to 0201.");
    assert_eq!(stream.version(2).await["log"], update["log"], "what is public is the same for both");
    running.server.stop().await;
}

#[tokio::test]
async fn a_stale_version_gets_409_with_the_fresh_update() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.red.act(&duel.id, 0, "unit red-1").await;
    let stale = duel.red.post(&duel.path("/actions"), &action_body(0, "unit red-2")).await;
    assert_eq!((stale.status, &stale.json["code"]), (409, &json!("stale")));
    assert_eq!(stale.headers["content-type"], "application/problem+json");
    assert_eq!(stale.json["update"]["version"], 1);
    assert_eq!(stale.json["update"]["scene"]["prompt"]["piece"], "red-1");
    running.server.stop().await;
}

#[tokio::test]
async fn the_same_key_is_applied_once() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let body = json!({ "version": 0, "action": "unit red-1", "key": "once" });
    let first = duel.red.post(&duel.path("/actions"), &body).await;
    let again = duel.red.post(&duel.path("/actions"), &body).await;
    assert_eq!((first.status, again.status), (200, 200));
    assert_eq!(first.json["version"], again.json["version"]);
    assert_eq!(duel.red.fetch(&duel.path("")).await["version"], 1);
    // Even after others have acted since.
    duel.red.act(&duel.id, 1, "stay").await;
    duel.red.act(&duel.id, 2, "end").await;
    let late = duel.red.post(&duel.path("/actions"), &body).await;
    assert_eq!((late.status, &late.json["version"]), (200, &json!(3)));
    // The other chair's keys are its own.
    let other = json!({ "version": 3, "action": "unit blue-1", "key": "once" });
    assert_eq!(duel.blue.post(&duel.path("/actions"), &other).await.json["version"], 4);
    let different = json!({ "version": 4, "key": "once" });
    let refused = duel.blue.post(&duel.path("/undo"), &different).await;
    assert_eq!((refused.status, &refused.json["code"]), (422, &json!("key-used")));
    running.server.stop().await;
}

#[tokio::test]
async fn an_illegal_action_names_its_rule_and_changes_nothing() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.red.act(&duel.id, 0, "unit red-1").await;
    let far = duel.red.post(&duel.path("/actions"), &action_body(1, "move 0604")).await;
    assert_eq!((far.status, &far.json["rule"]), (422, &json!("sk 2")));
    assert_eq!(far.json["detail"], "it can't get there through free hexes in two steps");
    let nonsense = duel.red.post(&duel.path("/actions"), &action_body(1, "dance")).await;
    assert_eq!((nonsense.status, &nonsense.json["code"]), (422, &json!("bad-action")));
    let not_mine = duel.blue.post(&duel.path("/actions"), &action_body(1, "end")).await;
    assert_eq!((not_mine.status, &not_mine.json["code"]), (409, &json!("not-your-turn")));
    let mut other = action_body(1, "stay");
    other["seat"] = json!("red");
    let stolen = duel.blue.post(&duel.path("/actions"), &other).await;
    assert_eq!((stolen.status, &stolen.json["code"]), (403, &json!("not-your-seat")));
    assert_eq!(duel.red.fetch(&duel.path("")).await["version"], 1);
    running.server.stop().await;
}

#[tokio::test]
async fn a_reader_that_comes_back_is_told_what_it_missed_and_nothing_twice() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let mut stream = duel.blue.follow(&duel.id, None).await;
    stream.wait("update").await;
    let mut log: Vec<Value> =
        duel.blue.fetch(&duel.path("")).await["log"]["events"].as_array().unwrap().clone();
    drop(stream);
    duel.red.act(&duel.id, 0, "unit red-1").await;
    duel.red.act(&duel.id, 1, "move 0201").await;
    duel.red.act(&duel.id, 2, "end").await;
    let mut stream = duel.blue.follow(&duel.id, Some(0)).await;
    let missed = stream.wait("update").await;
    assert_eq!(missed.id, Some(3));
    let keep = |log: &mut Vec<Value>, part: &Value| {
        log.truncate(part["from"].as_u64().unwrap() as usize);
        log.extend(part["events"].as_array().unwrap().iter().cloned());
    };
    keep(&mut log, &missed.data["log"]);
    let whole = duel.blue.fetch(&duel.path("/log")).await;
    assert_eq!(whole["events"], Value::Array(log.clone()));
    // Nothing new: the next that comes is the next that happens.
    drop(stream);
    let mut stream = duel.blue.follow(&duel.id, Some(3)).await;
    duel.blue.act(&duel.id, 3, "unit blue-1").await;
    let next = stream.wait("update").await;
    assert_eq!(next.id, Some(4));
    keep(&mut log, &next.data["log"]);
    let undone = duel.blue.post(&duel.path("/undo"), &json!({ "version": 4, "key": "u" })).await;
    assert_eq!((undone.status, &undone.json["version"]), (200, &json!(5)));
    keep(&mut log, &stream.version(5).await["log"]);
    let whole = duel.blue.fetch(&duel.path("/log")).await;
    assert_eq!(whole["events"], Value::Array(log));
    running.server.stop().await;
}

#[tokio::test]
async fn undo_takes_back_a_choice_but_not_a_roll_nor_anothers_action() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.red.act(&duel.id, 0, "unit red-1").await;
    let theirs = duel.blue.post(&duel.path("/undo"), &json!({ "version": 1, "key": "a" })).await;
    assert_eq!((theirs.status, &theirs.json["code"]), (409, &json!("no-undo")));
    let update = duel.red.post(&duel.path("/undo"), &json!({ "version": 1, "key": "b" })).await;
    assert_eq!((update.status, &update.json["length"]), (200, &json!(0)));
    assert_eq!(update.json["scene"]["prompt"]["text"], "Choose a unit, or end your turn.");
    duel.red.act(&duel.id, 2, "end").await;
    let late = duel.red.post(&duel.path("/undo"), &json!({ "version": 3, "key": "c" })).await;
    assert_eq!(late.status, 409);
    running.server.stop().await;
}

#[tokio::test]
async fn a_match_survives_a_restart() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.red.act(&duel.id, 0, "unit red-1").await;
    duel.red.post(&duel.path("/undo"), &json!({ "version": 1, "key": "u" })).await;
    duel.red.act(&duel.id, 2, "unit red-2").await;
    let before = duel.red.fetch(&duel.path("")).await;
    let scratch = running.scratch;
    running.server.stop().await;
    let server = server::Server::start(support::config(&scratch), support::registry()).await.unwrap();
    let mut red = Client::new(server.address(), &duel.red.token);
    assert_eq!(red.fetch(&duel.path("")).await, before);
    let mut own = Client::new(server.address(), &format!("{},{}", duel.red.token, duel.blue.token));
    let list = own.fetch("/api/matches").await;
    assert_eq!(list["matches"][0]["match"], duel.id.as_str());
    assert_eq!(list["matches"][0]["seats"], json!(["red", "blue"]));
    assert_eq!(list["matches"][0]["your_turn"], true);
    server.stop().await;
}

#[tokio::test]
async fn a_computer_answers_and_tells_of_its_thinking() {
    let running = Running::start().await;
    let made = create(running.address, "here", "computer random").await;
    let id = made["match"].as_str().unwrap();
    assert!(made["chairs"][1].get("token").is_none());
    let mut red = Client::new(running.address, made["chairs"][0]["token"].as_str().unwrap());
    let mut stream = red.follow(id, None).await;
    stream.wait("update").await;
    red.act(id, 0, "end").await;
    loop {
        let update = stream.wait("update").await.data;
        if update["version"].as_u64() > Some(1) && update["status"]["to_act"] == json!(["red"]) {
            break;
        }
    }
    running.server.stop().await;
}

#[tokio::test]
async fn a_press_that_means_nothing_is_told_its_rule() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.red.act(&duel.id, 0, "unit red-1").await;
    let far = duel.red.get(&duel.path("/why?place=0604")).await;
    assert_eq!((far.status, &far.json["rule"]), (200, &json!("sk 2")), "{:?}", far.json);
    assert!(far.json["message"].as_str().is_some_and(|m| !m.is_empty()));
    let other = duel.blue.get(&duel.path("/why?place=0604")).await;
    assert_eq!(other.json["rule"], Value::Null, "whoever is not to act is told nothing");
    running.server.stop().await;
}

#[tokio::test]
async fn moments_say_where_turns_begin() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.red.act(&duel.id, 0, "end").await;
    duel.blue.act(&duel.id, 1, "end").await;
    let found = duel.red.get(&duel.path("/moments")).await;
    assert_eq!(found.json["turns"][0]["at"], 0);
    assert_eq!((&found.json["turns"][1]["at"], &found.json["turns"][1]["turn"]), (&json!(2), &json!(2)));
    running.server.stop().await;
}

/// A scene after what changed in it, as a client puts it together.
fn changed(scene: &Value, changes: &Value) -> Value {
    let mut next = scene.clone();
    for (name, value) in changes["fields"].as_object().into_iter().flatten() {
        next[name] = value.clone();
    }
    for (name, parts) in changes["lists"].as_object().into_iter().flatten() {
        let mut list = Vec::new();
        for part in parts.as_array().unwrap() {
            match part["keep"].as_array() {
                Some(keep) => {
                    let (from, count) =
                        (keep[0].as_u64().unwrap() as usize, keep[1].as_u64().unwrap() as usize);
                    list.extend(scene[name].as_array().unwrap()[from..from + count].iter().cloned());
                }
                None => list.extend(part["new"].as_array().unwrap().iter().cloned()),
            }
        }
        next[name] = Value::Array(list);
    }
    for name in changes["gone"].as_array().into_iter().flatten() {
        next.as_object_mut().unwrap().remove(name.as_str().unwrap());
    }
    next
}

#[tokio::test]
async fn a_stream_of_changes_leads_to_the_same_scenes() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let path = duel.path("/events?scenes=changes");
    let mut stream = duel.blue.follow_at(path).await;
    let first = stream.wait("update").await;
    let (mut scene, mut version) = (first.data["scene"].clone(), first.id.unwrap());
    let mut changes = 0;
    let mut update = duel.red.fetch(&duel.path("")).await;
    while update["status"]["over"].is_null() {
        let id = duel.id.clone();
        let legal_path = duel.path("/legal");
        let client = duel.player(&update);
        let legal = client.fetch(&legal_path).await;
        let action = legal["actions"][changes % legal["actions"].as_array().unwrap().len()].clone();
        update = client.act(&id, update["version"].as_u64().unwrap(), action.as_str().unwrap()).await;
        let heard = loop {
            let heard = stream.next().await.unwrap();
            if heard.event == "update" || heard.event == "change" {
                break heard;
            }
        };
        if heard.event == "change" {
            assert_eq!(heard.data["changes"]["from"], version);
            assert!(heard.data.get("scene").is_none());
            scene = changed(&scene, &heard.data["changes"]);
            changes += 1;
        } else {
            scene = heard.data["scene"].clone();
        }
        version = heard.id.unwrap();
        let whole = duel.blue.fetch(&duel.path("")).await;
        assert_eq!((&scene, version), (&whole["scene"], whole["version"].as_u64().unwrap()));
    }
    assert!(changes > 0, "some scenes were told by what changed");
    running.server.stop().await;
}
