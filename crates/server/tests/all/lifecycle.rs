//! The life of a match: made, imported, resigned, forked, played again, put away.

use crate::support::{self, Client, Duel, Running, chairs, create};
use serde_json::{Value, json};

#[tokio::test]
async fn every_seat_must_have_one_chair() {
    let running = Running::start().await;
    let mut anyone = Client::new(running.address, "");
    let one = |seats: Value| json!([{ "seats": seats, "player": { "kind": "here" } }]);
    let cases = [
        (one(json!(["red"])), "nobody plays blue"),
        (
            one(json!(["red", "blue", "green"])),
            "the seat \"green\" is not in this scenario, or in two chairs (the seats are: red, blue)",
        ),
        (json!([{ "seats": [], "player": { "kind": "here" } }]), "a chair has at least one seat"),
        (
            chairs("here", "computer genius"),
            "there is no computer player of that level (there are: random, recruit, sergeant, officer, colonel, general)",
        ),
    ];
    for (chairs, detail) in cases {
        let body = json!({ "game": "skirmish", "scenario": "field", "chairs": chairs });
        let answer = anyone.post("/api/matches", &body).await;
        assert_eq!((answer.status, &answer.json["detail"]), (422, &json!(detail)));
    }
    let unknown = json!({ "game": "chess", "scenario": "field", "chairs": [] });
    assert_eq!(anyone.post("/api/matches", &unknown).await.status, 404);
    let option = json!({ "game": "skirmish", "scenario": "field", "options": { "long": "maybe" }, "chairs": chairs("here", "here") });
    let answer = anyone.post("/api/matches", &option).await;
    assert_eq!((answer.status, &answer.json["code"]), (422, &json!("bad-option")));
    let whole = json!({ "game": "skirmish", "scenario": "field", "options": { "long": "on" }, "chairs": one(json!(["red", "blue"])) });
    let made = anyone.post("/api/matches", &whole).await;
    assert_eq!(made.status, 201);
    let mut both = Client::new(running.address, made.json["chairs"][0]["token"].as_str().unwrap());
    let update = both.fetch(&format!("/api/matches/{}", made.json["match"].as_str().unwrap())).await;
    assert_eq!((&update["options"]["long"], &update["seats"]), (&json!("on"), &json!(["red", "blue"])));
    running.server.stop().await;
}

#[tokio::test]
async fn who_resigns_loses_and_nothing_more_can_be_played() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let mut stream = duel.red.follow(&duel.id, None).await;
    let over = duel.blue.post(&duel.path("/resign"), &json!({})).await;
    assert_eq!(over.status, 200);
    assert_eq!(
        over.json["status"]["over"],
        json!({ "winner": "red", "result": "Blue resigned", "points": [3, 3] })
    );
    assert!(over.json["seed"].is_string());
    assert_eq!(stream.version(1).await["status"]["to_act"], json!([]));
    let late = duel.red.post(&duel.path("/actions"), &support::action_body(1, "end")).await;
    assert_eq!((late.status, &late.json["code"]), (409, &json!("game-over")));
    assert_eq!(duel.red.post(&duel.path("/resign"), &json!({})).await.status, 409);
    running.server.stop().await;
}

#[tokio::test]
async fn a_rematch_swaps_sides_keeps_tokens_and_is_the_same_for_both() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    assert_eq!(duel.red.post(&duel.path("/rematch"), &json!({})).await.status, 409);
    duel.blue.post(&duel.path("/resign"), &json!({})).await;
    let mut stream = duel.blue.follow(&duel.id, Some(1)).await;
    let again = duel.red.post(&duel.path("/rematch"), &json!({})).await;
    assert_eq!(again.status, 201);
    let id = again.json["match"].as_str().unwrap();
    assert_eq!(stream.wait("rematch").await.data["match"], id);
    assert_eq!(duel.blue.post(&duel.path("/rematch"), &json!({})).await.json["match"], id);
    assert_eq!(duel.blue.fetch(&duel.path("")).await["rematch"], id);
    let update = duel.red.fetch(&format!("/api/matches/{id}")).await;
    assert_eq!((&update["seats"], &update["version"]), (&json!(["blue"]), &json!(0)));
    duel.blue.act(id, 0, "end").await;
    assert!(!again.bytes.is_empty() && !String::from_utf8_lossy(&again.bytes).contains("token"));
    running.server.stop().await;
}

#[tokio::test]
async fn a_record_is_saved_imported_and_gone_on_with() {
    let running = Running::start().await;
    let mut duel = Duel::hot_seat(running.address).await;
    duel.red.act(&duel.id, 0, "unit red-1").await;
    duel.red.act(&duel.id, 1, "move 0201").await;
    let mut both = Client::new(running.address, &format!("{},{}", duel.red.token, duel.blue.token));
    let record = both.fetch(&duel.path("/record")).await;
    let made = both
        .post(
            "/api/matches/import",
            &json!({ "record": record, "chairs": chairs("here", "computer random") }),
        )
        .await;
    assert_eq!(made.status, 201, "{}", made.json);
    let id = made.json["match"].as_str().unwrap();
    let mut red = Client::new(running.address, made.json["chairs"][0]["token"].as_str().unwrap());
    let update = red.fetch(&format!("/api/matches/{id}")).await;
    assert_eq!((&update["length"], &update["imported"]), (&json!(2), &json!(2)));
    assert_ne!(update["commitment"], record["commitment"], "whoever has the file knows its seed");
    red.act(id, update["version"].as_u64().unwrap(), "unit red-2").await;
    let mut forged = record.clone();
    forged["actions"][1][1] = json!("move 0604");
    let refused = both
        .post("/api/matches/import", &json!({ "record": forged, "chairs": chairs("here", "here") }))
        .await;
    assert_eq!(refused.status, 422);
    running.server.stop().await;
}

#[tokio::test]
async fn a_position_is_imported_and_a_bad_one_is_refused_by_field() {
    let running = Running::start().await;
    let duel = Duel::new(running.address).await;
    let mut both = Client::new(running.address, &format!("{},{}", duel.red.token, duel.blue.token));
    let mut position = both.fetch(&duel.path("/position")).await;
    position["units"]["red-1"]["at"] = json!("0301");
    let made = both
        .post("/api/matches/import", &json!({ "position": position, "chairs": chairs("here", "here") }))
        .await;
    assert_eq!(made.status, 201, "{}", made.json);
    let id = made.json["match"].as_str().unwrap();
    let mut red = Client::new(running.address, made.json["chairs"][0]["token"].as_str().unwrap());
    let update = red.fetch(&format!("/api/matches/{id}")).await;
    assert_eq!(update["scene"]["pieces"][0]["at"], "0301");
    position["units"]["red-1"]["at"] = json!("9999");
    let bad = both
        .post("/api/matches/import", &json!({ "position": position, "chairs": chairs("here", "here") }))
        .await;
    assert_eq!((bad.status, &bad.json["detail"]), (422, &json!("units.red-1.at: there is no hex \"9999\"")));
    running.server.stop().await;
}

#[tokio::test]
async fn a_finished_game_can_be_looked_through_and_forked_from_any_moment() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let start = duel.red.fetch(&duel.path("")).await;
    let early =
        duel.red.post(&duel.path("/fork"), &json!({ "at": 0, "chairs": chairs("here", "here") })).await;
    assert_eq!((early.status, &early.json["code"]), (403, &json!("not-over")));
    let last = duel.finish().await;
    let length = last["length"].as_u64().unwrap();
    let first = duel.red.fetch(&duel.path("/at/0")).await;
    assert_eq!((&first["at"], &first["status"]), (&json!(0), &start["status"]));
    let end = duel.red.fetch(&duel.path(&format!("/at/{length}"))).await;
    assert_eq!(end["scene"], last["scene"]);
    // Backwards as well as forwards, every moment is the same.
    let mut turns = Vec::new();
    for n in 0..=length {
        turns.push(duel.blue.fetch(&duel.path(&format!("/at/{n}"))).await["scene"].clone());
    }
    for n in (0..=length).rev().step_by(7) {
        assert_eq!(duel.blue.fetch(&duel.path(&format!("/at/{n}"))).await["scene"], turns[n as usize]);
    }
    let beyond = duel.red.get(&duel.path(&format!("/at/{}", length + 1))).await;
    assert_eq!((beyond.status, &beyond.json["code"]), (422, &json!("no-such-moment")));
    let middle = length / 2;
    let forked =
        duel.red.post(&duel.path("/fork"), &json!({ "at": middle, "chairs": chairs("here", "here") })).await;
    assert_eq!(forked.status, 201, "{}", forked.json);
    let tokens: Vec<_> = (0..2).map(|i| forked.json["chairs"][i]["token"].as_str().unwrap()).collect();
    let mut both = Client::new(running.address, &tokens.join(","));
    let update = both.fetch(&format!("/api/matches/{}", forked.json["match"].as_str().unwrap())).await;
    assert_eq!(update["scene"]["pieces"], turns[middle as usize]["pieces"]);
    assert_ne!(update["commitment"], last["commitment"], "a fork has dice of its own");
    running.server.stop().await;
}

#[tokio::test]
async fn an_archived_match_is_read_only_and_no_longer_counts() {
    let running = Running::with(|config| config.limits.open_matches = 1).await;
    let made = create(running.address, "here", "computer random").await;
    let mut anyone = Client::new(running.address, "");
    let body = json!({ "game": "skirmish", "scenario": "field", "chairs": chairs("here", "here") });
    let full = anyone.post("/api/matches", &body).await;
    assert_eq!((full.status, &full.json["code"]), (503, &json!("too-many-matches")));
    let id = made["match"].as_str().unwrap();
    let mut red = Client::new(running.address, made["chairs"][0]["token"].as_str().unwrap());
    assert_eq!(red.post(&format!("/api/matches/{id}/archive"), &json!({})).await.status, 200);
    let update = red.fetch(&format!("/api/matches/{id}")).await;
    assert_eq!(update["archived"], true);
    let late = red.post(&format!("/api/matches/{id}/actions"), &support::action_body(0, "end")).await;
    assert_eq!(late.status, 409);
    assert_eq!(anyone.post("/api/matches", &body).await.status, 201);
    running.server.stop().await;
}

#[tokio::test]
async fn a_duel_of_two_people_is_not_put_away_by_one() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let answer = duel.red.post(&duel.path("/archive"), &json!({})).await;
    assert_eq!((answer.status, &answer.json["code"]), (403, &json!("not-over")));
    duel.red.post(&duel.path("/resign"), &json!({})).await;
    assert_eq!(duel.red.post(&duel.path("/archive"), &json!({})).await.status, 200);
    running.server.stop().await;
}

#[tokio::test]
async fn a_folder_with_a_strange_name_holds_the_database() {
    let running = Running::with(|config| {
        let folder = config.data_dir.take().unwrap().join("100% sure? #1");
        config.data_dir = Some(folder);
    })
    .await;
    create(running.address, "here", "here").await;
    assert!(running.scratch.0.join("100% sure? #1/matches.db").is_file());
    running.server.stop().await;
}
