//! Who may know what: invitations, tokens, sealed saves, imports.

use crate::support::{self, Client, Duel, Running, chairs, create, join};
use serde_json::{Value, json};

#[tokio::test]
async fn a_link_is_an_invitation_and_only_who_follows_it_has_the_key() {
    let running = Running::start().await;
    let made = create(running.address, "here", "link").await;
    let id = made["match"].as_str().unwrap();
    assert_eq!(made["chairs"][1].get("token"), None, "the maker never has the other's token");
    let invite = made["chairs"][1]["invite"].as_str().unwrap();
    let path = format!("/api/matches/{id}");
    let mut red = Client::new(running.address, made["chairs"][0]["token"].as_str().unwrap());
    let mut stream = red.follow(id, None).await;
    let first = stream.wait("update").await.data;
    assert_eq!((&first["chairs"][0]["joined"], &first["chairs"][1]["joined"]), (&json!(true), &json!(false)));
    // The invitation itself opens nothing.
    assert_eq!(Client::new(running.address, invite).get(&path).await.status, 401);
    let joined = join(running.address, id, invite).await;
    assert_eq!(joined["seats"], json!(["blue"]));
    loop {
        let news = stream.wait("presence").await.data;
        if news["chairs"][1]["joined"] == true {
            break;
        }
    }
    let mut blue = Client::new(running.address, joined["token"].as_str().unwrap());
    assert_eq!(blue.fetch(&path).await["seats"], json!(["blue"]));
    let again =
        Client::new(running.address, "").post(&format!("{path}/join"), &json!({ "invite": invite })).await;
    assert_eq!((again.status, &again.json["code"]), (410, &json!("invitation-used")));
    // A joined chair is invited to by its owner alone.
    let taken = red.post(&format!("{path}/invite"), &json!({ "seats": ["blue"] })).await;
    assert_eq!((taken.status, &taken.json["code"]), (403, &json!("not-your-chair")));
    running.server.stop().await;
}

#[tokio::test]
async fn a_chair_moves_to_another_device_and_old_tokens_are_revoked() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let invited = duel.blue.post(&duel.path("/invite"), &json!({})).await;
    assert_eq!((invited.status, &invited.json["seats"]), (201, &json!(["blue"])));
    let joined = join(running.address, &duel.id, invited.json["invite"].as_str().unwrap()).await;
    let mut tablet = Client::new(running.address, joined["token"].as_str().unwrap());
    assert_eq!(duel.blue.fetch(&duel.path("")).await["seats"], tablet.fetch(&duel.path("")).await["seats"]);
    let waiting = duel.blue.post(&duel.path("/invite"), &json!({})).await.json;
    assert_eq!(tablet.post(&duel.path("/revoke"), &json!({})).await.status, 200);
    assert_eq!(duel.blue.get(&duel.path("")).await.status, 401, "the lost device is out");
    assert_eq!(tablet.get(&duel.path("")).await.status, 200);
    let late = json!({ "invite": waiting["invite"] });
    assert_eq!(duel.red.post(&duel.path("/join"), &late).await.status, 410);
    // All of that is on disk.
    let Running { server, scratch, .. } = running;
    server.stop().await;
    let server = server::Server::start(support::config(&scratch), support::registry()).await.unwrap();
    assert_eq!(Client::new(server.address(), &duel.blue.token).get(&duel.path("")).await.status, 401);
    assert_eq!(Client::new(server.address(), &tablet.token).get(&duel.path("")).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn an_invitation_that_nobody_followed_can_be_made_anew() {
    let running = Running::start().await;
    let made = create(running.address, "here", "link").await;
    let id = made["match"].as_str().unwrap();
    let mut red = Client::new(running.address, made["chairs"][0]["token"].as_str().unwrap());
    let path = format!("/api/matches/{id}");
    let fresh = red.post(&format!("{path}/invite"), &json!({ "seats": ["blue"] })).await;
    assert_eq!(fresh.status, 201, "{}", fresh.json);
    let old = red.post(&format!("{path}/join"), &json!({ "invite": made["chairs"][1]["invite"] })).await;
    assert_eq!(old.status, 410, "the earlier one is worth nothing now");
    join(running.address, id, fresh.json["invite"].as_str().unwrap()).await;
    running.server.stop().await;
}

#[tokio::test]
async fn the_seed_of_a_running_game_is_for_one_screen_only() {
    let running = Running::start().await;
    let duel = Duel::new(running.address).await;
    let both = format!("{},{}", duel.red.token, duel.blue.token);
    let record = Client::new(running.address, &both).fetch(&duel.path("/record")).await;
    assert_eq!(record.get("seed"), None, "one of them sits elsewhere");
    let here = Duel::hot_seat(running.address).await;
    assert_eq!(
        Client::new(running.address, &here.red.token).fetch(&here.path("/record")).await.get("seed"),
        None
    );
    let both = format!("{},{}", here.red.token, here.blue.token);
    let record = Client::new(running.address, &both).fetch(&here.path("/record")).await;
    assert_eq!(record["seed"].as_str().map(str::len), Some(64));
    running.server.stop().await;
}

#[tokio::test]
async fn a_running_game_against_the_computer_is_saved_sealed_and_opened_where_it_stood() {
    let running = Running::start().await;
    let made = create(running.address, "here", "computer officer").await;
    let id = made["match"].as_str().unwrap();
    let mut red = Client::new(running.address, made["chairs"][0]["token"].as_str().unwrap());
    red.act(id, 0, "unit red-1").await;
    let before = red.act(id, 1, "move 0201").await;
    let saved = red.fetch(&format!("/api/matches/{id}/record")).await;
    assert_eq!((saved.get("seed"), saved.get("actions")), (None, None));
    let sealed = saved["sealed"].as_str().unwrap();
    // It holds nothing that can be read.
    let config = support::config(&running.scratch);
    let truth = server::admin::record(&config, &support::registry(), id).await.unwrap();
    assert!(!saved.to_string().contains(&truth.seed) && !saved.to_string().contains("move 0201\""));
    let Running { server, scratch, .. } = running;
    server.stop().await;
    let server = server::Server::start(support::config(&scratch), support::registry()).await.unwrap();
    let mut anyone = Client::new(server.address(), "");
    let opened = anyone.post("/api/matches/import", &json!({ "sealed": sealed })).await;
    assert_eq!(opened.status, 201, "{}", opened.json);
    assert_eq!(opened.json["chairs"][1], json!({ "seats": ["blue"], "kind": "computer" }));
    let again = opened.json["match"].as_str().unwrap();
    let mut red = Client::new(server.address(), opened.json["chairs"][0]["token"].as_str().unwrap());
    let update = red.fetch(&format!("/api/matches/{again}")).await;
    assert_eq!(
        (&update["scene"]["pieces"], &update["status"]),
        (&before["scene"]["pieces"], &before["status"])
    );
    assert_eq!(update["chairs"][1]["level"], "officer");
    assert_eq!(update["log"]["events"], saved["log"], "and the log goes on from there");
    let mut broken = sealed.to_owned();
    broken.replace_range(40..41, if &broken[40..41] == "A" { "B" } else { "A" });
    let refused = anyone.post("/api/matches/import", &json!({ "sealed": broken })).await;
    assert_eq!((refused.status, &refused.json["code"]), (422, &json!("bad-seal")));
    server.stop().await;
    // Another server has another key.
    let other = Running::start().await;
    let refused =
        Client::new(other.address, "").post("/api/matches/import", &json!({ "sealed": sealed })).await;
    assert_eq!((refused.status, &refused.json["code"]), (422, &json!("bad-seal")));
    other.server.stop().await;
}

#[tokio::test]
async fn opening_a_saved_duel_gives_nobody_the_others_chair() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.red.act(&duel.id, 0, "end").await;
    let saved = duel.red.fetch(&duel.path("/record")).await;
    let opened = duel
        .red
        .post("/api/matches/import", &json!({ "sealed": saved["sealed"], "chairs": chairs("here", "here") }))
        .await;
    assert_eq!(opened.status, 201, "{}", opened.json);
    let blue = &opened.json["chairs"][1];
    assert_eq!((blue.get("token"), blue.get("invite")), (None, None), "{blue}");
    // The other goes on with the token it always had.
    let path = format!("/api/matches/{}", opened.json["match"].as_str().unwrap());
    let update = duel.blue.fetch(&path).await;
    assert_eq!((&update["seats"], &update["status"]["to_act"]), (&json!(["blue"]), &json!(["blue"])));
    assert_eq!(duel.spectator.fetch(&duel.path("/record")).await.get("sealed"), None);
    running.server.stop().await;
}

/// A record of the reference game with dice laid down.
async fn record_with_dice(address: std::net::SocketAddr, dice: &Value) -> Value {
    let mut bot = Client::new(address, "");
    let new = json!({ "id": 1, "cmd": "new", "game": "skirmish", "scenario": "field", "seed": 7 });
    let first = bot.post("/api/protocol", &new).await;
    let session = first.headers["parallel38-session"].to_str().unwrap().to_owned();
    let keep = [("parallel38-session", session.as_str())];
    for line in [
        json!({ "id": 2, "cmd": "act", "match": "m1", "action": "end" }),
        json!({ "id": 3, "cmd": "dice", "match": "m1", "rolls": dice }),
    ] {
        let done = bot.ask("POST", "/api/protocol", &keep, line.to_string().into_bytes()).await;
        assert_eq!(done.json["ok"], true, "{}", done.json);
    }
    let record = json!({ "id": 4, "cmd": "record", "match": "m1" });
    let record = bot.ask("POST", "/api/protocol", &keep, record.to_string().into_bytes()).await;
    record.json["record"].clone()
}

#[tokio::test]
async fn dice_left_over_in_a_file_are_nobodys_and_the_match_loads_after_a_restart() {
    let running = Running::start().await;
    // A seven fits no die of this game: whoever drew it could not act, and the match could not be loaded.
    let record = record_with_dice(running.address, &json!([7, 7, 7])).await;
    assert_eq!(record["dice"][0]["before"], 1);
    let mut anyone = Client::new(running.address, "");
    let body = json!({ "record": record, "chairs": chairs("here", "here") });
    let made = anyone.post("/api/matches/import", &body).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let id = made.json["match"].as_str().unwrap().to_owned();
    let token = |i: usize| made.json["chairs"][i]["token"].as_str().unwrap().to_owned();
    let both = format!("{},{}", token(0), token(1));
    let mut duel = Duel {
        red: Client::new(running.address, &token(0)),
        blue: Client::new(running.address, &token(1)),
        spectator: Client::new(running.address, made.json["spectator"].as_str().unwrap()),
        id: id.clone(),
    };
    let last = duel.finish().await;
    let told = duel.spectator.fetch(&duel.path("")).await;
    assert_eq!(told["imported"], 1, "everybody is told");
    let figures = duel.red.fetch(&duel.path("/statistics")).await;
    assert_eq!(figures["verification"]["fair"], false);
    let Running { server, scratch, .. } = running;
    server.stop().await;
    let server = server::Server::start(support::config(&scratch), support::registry()).await.unwrap();
    let mut again = Client::new(server.address(), &both);
    let update = again.fetch(&format!("/api/matches/{id}")).await;
    assert_eq!((&update["status"], &update["scene"]), (&last["status"], &last["scene"]));
    let record = again.fetch(&format!("/api/matches/{id}/record")).await;
    assert_eq!(record["reseeded"].as_array().map(Vec::len), Some(1));
    let third = again
        .post("/api/matches/import", &json!({ "record": record, "chairs": chairs("here", "here") }))
        .await;
    assert_eq!(third.status, 201, "a record with two seeds replays: {}", third.json);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strange_files_cost_little_and_are_refused_or_read() {
    let running = Running::start().await;
    let mut record = record_with_dice(running.address, &json!([1])).await;
    // 230,000 empty lists of dice were read again for every action.
    record["dice"] = (0..230_000).map(|_| json!({ "before": 0, "rolls": [] })).collect();
    let mut anyone = Client::new(running.address, "");
    let begun = std::time::Instant::now();
    let body = json!({ "record": record, "chairs": chairs("here", "here") });
    let made = anyone.post("/api/matches/import", &body).await;
    assert_eq!(made.status, 201, "{}", made.json);
    assert!(begun.elapsed().as_secs() < 60, "it took {:?}", begun.elapsed());
    // Lists in lists take a hundred times their text in memory.
    let lists = format!("{{\"game\":\"skirmish\",\"x\":[{}[]]}}", "[],".repeat(200_000));
    let body = format!("{{\"position\":{lists},\"chairs\":{}}}", chairs("here", "here"));
    let refused = anyone.ask("POST", "/api/matches/import", &[], body.into_bytes()).await;
    assert_eq!((refused.status, &refused.json["code"]), (422, &json!("bad-position")));
    assert!(refused.json["detail"].as_str().unwrap().contains("longer than"), "{}", refused.json);
    let deep = format!("{{\"position\":{}{},\"chairs\":[]}}", "[".repeat(5_000), "]".repeat(5_000));
    let refused = anyone.ask("POST", "/api/matches/import", &[], deep.into_bytes()).await;
    assert_eq!((refused.status, &refused.json["code"]), (422, &json!("bad-position")));
    running.server.stop().await;
}

#[tokio::test]
async fn what_can_not_be_read_is_charged_as_well() {
    let running = Running::with(|config| {
        config.limits.creations = 1.0;
        config.limits.creation_burst = 1.0;
    })
    .await;
    let mut anyone = Client::new(running.address, "");
    let mut bring = async || anyone.post("/api/matches/import", &json!({ "record": 5, "chairs": [] })).await;
    assert_eq!(bring().await.status, 422);
    let refused = bring().await;
    assert_eq!((refused.status, &refused.json["code"]), (429, &json!("too-many-new-matches")));
    running.server.stop().await;
}
