//! What is hidden from a chair never reaches it: everything it receives is kept and searched.

use crate::support::{self, Client, Duel, Running};
use serde_json::{Value, json};

/// Everything a chair can ask for, asked.
async fn ask_everything(client: &mut Client, id: &str, length: u64) {
    let path = |rest: &str| format!("/api/matches/{id}{rest}");
    for rest in ["", "/position", "/record", "/log", "/legal", "/statistics", "/overlay/zoc"] {
        client.get(&path(rest)).await;
    }
    for n in 0..=length {
        client.get(&path(&format!("/at/{n}"))).await;
    }
    for seat in ["red", "blue"] {
        client.get(&path(&format!("/legal?seat={seat}"))).await;
        client.get(&path(&format!("/preview?seat={seat}&action=end"))).await;
    }
    client.get("/api/matches").await;
    client.get("/metrics").await;
}

#[tokio::test]
async fn the_other_chair_and_spectators_never_receive_what_is_hidden() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let own = duel.red.fetch(&duel.path("")).await;
    let whisper = own["log"]["events"][0]["text"].as_str().unwrap().to_owned();
    assert!(whisper.starts_with("red-") && whisper.ends_with(" is the dummy."), "{whisper}");
    let dummy = whisper.split(' ').next().unwrap().to_owned();
    let mut watching = duel.blue.follow(&duel.id, None).await;
    let mut looking_on = duel.spectator.follow(&duel.id, None).await;
    // The dummy moves about; nothing is shown by that.
    for (version, action) in (0..).zip([&format!("unit {dummy}"), "stay", "end"]) {
        duel.red.act(&duel.id, version, action).await;
    }
    watching.version(3).await;
    looking_on.version(3).await;
    ask_everything(&mut duel.blue, &duel.id, 3).await;
    ask_everything(&mut duel.spectator, &duel.id, 3).await;
    let seed = {
        let config = support::config(&running.scratch);
        server::admin::record(&config, &support::registry(), &duel.id).await.unwrap().seed
    };
    for (who, heard) in [
        ("blue", &duel.blue.received),
        ("blue's stream", &watching.received),
        ("a spectator", &duel.spectator.received),
        ("a spectator's stream", &looking_on.received),
    ] {
        assert!(heard.contains(&dummy), "{who} sees the piece");
        assert!(!heard.contains(&format!("{dummy} is the dummy")), "{who} was told of the dummy");
        assert!(!heard.contains(&seed), "{who} was told the seed");
        for token in [&duel.red.token, &duel.blue.token, &duel.spectator.token] {
            assert!(!heard.contains(token.as_str()), "{who} was told a token");
        }
        hidden_in(who, heard, &dummy);
    }
    // A spectator knows of neither dummy.
    assert!(!duel.spectator.received.contains("is the dummy"));
    assert!(!duel.spectator.received.contains("\"factors\":\"dummy\""));
    running.server.stop().await;
}

/// Every picture and position in what was received shows the piece as unknown.
fn hidden_in(who: &str, heard: &str, dummy: &str) {
    fn visit(who: &str, value: &Value, dummy: &str, seen: &mut u32) {
        match value {
            Value::Object(map) => {
                let is_piece = map.contains_key("def") && map.contains_key("at");
                if is_piece && map.get("id").and_then(Value::as_str) == Some(dummy) {
                    assert_eq!(map["face"], "hidden", "{who} sees {dummy}");
                    *seen += 1;
                }
                if let Some(unit) = map.get("units").and_then(|u| u.get(dummy)) {
                    assert_eq!(unit["kind"], "unknown", "{who} sees {dummy} in a position");
                    *seen += 1;
                }
                map.values().for_each(|v| visit(who, v, dummy, seen));
            }
            Value::Array(items) => items.iter().for_each(|v| visit(who, v, dummy, seen)),
            _ => {}
        }
    }
    let mut seen = 0;
    for line in heard.lines() {
        let text = line.strip_prefix("data: ").or_else(|| line.strip_prefix("data:")).unwrap_or(line);
        if let Ok(value) = serde_json::from_str::<Value>(text) {
            visit(who, &value, dummy, &mut seen);
        }
    }
    assert!(seen > 0, "{who} received no picture at all");
}

#[tokio::test]
async fn a_spectator_watches_and_can_do_nothing() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let update = duel.spectator.fetch(&duel.path("")).await;
    assert_eq!((&update["seats"], &update["undo"]), (&json!([]), &json!(false)));
    assert_eq!(update["scene"]["actions"], json!([]));
    for (rest, body) in [
        ("/actions", json!({ "version": 0, "action": "end", "key": "k" })),
        ("/undo", json!({ "version": 0, "key": "k" })),
        ("/resign", json!({})),
        ("/archive", json!({})),
        ("/cancel", json!({})),
    ] {
        let answer = duel.spectator.post(&duel.path(rest), &body).await;
        assert_eq!((answer.status, &answer.json["code"]), (403, &json!("spectator")), "{rest}");
    }
    assert_eq!(duel.spectator.get(&duel.path("/legal")).await.status, 409);
    running.server.stop().await;
}

#[tokio::test]
async fn without_a_token_or_with_a_wrong_one_nothing_is_told() {
    let running = Running::start().await;
    let duel = Duel::new(running.address).await;
    let other = Duel::new(running.address).await;
    for token in ["", "wrong", &other.red.token] {
        let mut stranger = Client::new(running.address, token);
        for rest in ["", "/log", "/record", "/position", "/events", "/at/0"] {
            let answer = stranger.get(&duel.path(rest)).await;
            assert_eq!(answer.status, 401, "{rest} with \"{token}\"");
            assert!(answer.json.get("scene").is_none());
        }
        let answer = stranger.post(&duel.path("/actions"), &support::action_body(0, "end")).await;
        assert_eq!(answer.status, 401);
    }
    running.server.stop().await;
}

/// A finished game can be looked at as each side saw it; before that nobody borrows another's eyes.
#[tokio::test]
async fn a_finished_game_is_seen_with_either_sides_eyes() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let dummies = |scene: &Value| -> Vec<String> {
        let pieces = scene["pieces"].as_array().unwrap().iter();
        pieces.filter(|p| p["face"] == "hidden").map(|p| p["id"].as_str().unwrap().to_owned()).collect()
    };
    let own = duel.red.fetch(&duel.path("/at/0?eyes=red")).await;
    let hidden = dummies(&own["scene"]);
    assert!(!hidden.is_empty() && hidden.iter().all(|id| id.starts_with("blue-")), "{hidden:?}");
    for rest in ["/at/0?eyes=blue", "/at/0?eyes=red,blue", "/log?eyes=blue"] {
        let answer = duel.red.get(&duel.path(rest)).await;
        assert_eq!((answer.status, &answer.json["code"]), (403, &json!("not-your-seat")), "{rest}");
    }
    assert_eq!(duel.red.get(&duel.path("/at/0?eyes=green")).await.status, 400);
    duel.finish().await;
    let [truth, red, blue, log] =
        ["/at/0", "/at/0?eyes=red", "/at/0?eyes=blue", "/log?eyes=blue"].map(|rest| duel.path(rest));
    assert!(dummies(&duel.red.fetch(&truth).await["scene"]).is_empty(), "the truth");
    assert_eq!(duel.red.fetch(&red).await["scene"], own["scene"], "as red saw it");
    let theirs = dummies(&duel.red.fetch(&blue).await["scene"]);
    assert!(!theirs.is_empty() && theirs.iter().all(|id| id.starts_with("red-")), "{theirs:?}");
    let told = duel.red.fetch(&log).await;
    let whispers = told["events"].as_array().unwrap().iter().filter_map(|e| e["text"].as_str());
    let whispers: Vec<_> = whispers.filter(|text| text.ends_with(" is the dummy.")).collect();
    assert!(whispers.len() == 1 && whispers[0].starts_with("blue-"), "{whispers:?}");
    running.server.stop().await;
}

#[tokio::test]
async fn once_the_game_is_over_the_truth_is_everybodys() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let commitment = duel.red.fetch(&duel.path("")).await["commitment"].clone();
    let last = duel.finish().await;
    assert!(last["status"]["over"]["result"].is_string());
    let public = duel.spectator.fetch(&duel.path("")).await;
    assert_eq!(public["log"]["from"], 0);
    let text = public["log"].to_string();
    assert!(text.matches("is the dummy").count() == 2, "the whole log is readable");
    let record = duel.spectator.fetch(&duel.path("/record")).await;
    assert_eq!((&record["seed"], &record["commitment"]), (&public["seed"], &commitment));
    let figures = duel.blue.fetch(&duel.path("/statistics")).await;
    assert_eq!(figures["verification"]["fair"], true, "{figures}");
    assert_eq!(
        figures["points"].as_array().unwrap().last().unwrap()["totals"],
        last["status"]["over"]["points"]
    );
    let rolls: u64 = figures["dice"].as_array().unwrap().iter().map(|d| d["rolls"].as_u64().unwrap()).sum();
    let logged: usize = public["log"]["events"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|e| e["dice"].as_array().into_iter().flatten())
        .filter(|die| die["cup"].is_null() && die["dice"].is_null())
        .count();
    assert_eq!(rolls as usize, logged);
    running.server.stop().await;
}
