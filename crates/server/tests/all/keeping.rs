//! What a seat keeps for itself: standing orders that answer for it, notes, and details on demand.

use crate::support::{self, Client, Duel, Running, action_body};
use serde_json::{Value, json};
use server::Server;

fn never() -> Value {
    json!({ "order": { "question": "reserve" } })
}

/// Lets both sides play on until red has attacked, and blue was asked for its reserve or had left an answer.
async fn until_attacked(duel: &mut Duel) -> Value {
    let mut update = duel.red.fetch(&duel.path("")).await;
    for _ in 0..400 {
        let legal = {
            let path = duel.path("/legal");
            duel.player(&update).fetch(&path).await
        };
        let texts: Vec<String> = serde_json::from_value(legal["actions"].clone()).unwrap();
        let red = update["status"]["to_act"][0] == "red";
        // The sides walk towards each other: red to the right, blue to the left, and only red attacks.
        let liking = |text: &&String| {
            let words: &[&str] = if red { &["attack", "move", "unit"] } else { &["move", "unit", "end"] };
            words.iter().position(|w| text.starts_with(w)).unwrap_or(9)
        };
        let best = texts.iter().map(|t| liking(&t)).min().unwrap();
        let mut best = texts.iter().filter(|t| liking(t) == best);
        let best = if red { best.next_back() } else { best.next() }.unwrap().clone();
        let id = duel.id.clone();
        update = duel.player(&update).act(&id, update["version"].as_u64().unwrap(), &best).await;
        // Dummies fall without a question.
        let answered = duel.blue.fetch(&duel.path("")).await["answered"].is_array();
        let asked = red && update["status"]["to_act"] == json!(["blue"]);
        if best.starts_with("attack") && (asked || answered) {
            return update;
        }
    }
    panic!("red never came to attack");
}

#[tokio::test]
async fn a_standing_order_answers_at_once_and_is_its_owners_secret() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let mut stream = duel.blue.follow(&duel.id, None).await;
    let given = duel.blue.post(&duel.path("/orders"), &never()).await;
    assert_eq!(given.status, 200, "{}", given.json);
    let order = json!({ "question": "reserve", "when": "always" });
    assert_eq!(given.json["orders"], json!([{ "seat": "blue", "order": order }]));
    assert_eq!(stream.wait("orders").await.data, given.json, "the owner's other screens hear of it");
    let update = until_attacked(&mut duel).await;
    assert_ne!(update["scene"]["prompt"]["question"]["question"], "reserve", "nobody has to answer");
    let version = update["version"].as_u64().unwrap();
    let told = stream.version(version).await;
    assert_eq!(told["answered"], json!([["blue", "decline"]]), "the owner is told of it");
    assert!(!duel.red.received.contains("answered"), "and nobody else");
    let sentences = update["log"]["events"].as_array().unwrap();
    let last = sentences.last().unwrap()["text"].as_str().unwrap();
    assert!(last.contains("destroys") || last.contains("holds against"), "the attack is resolved: {last}");
    let truth =
        server::admin::record(&support::config(&running.scratch), &support::registry(), &duel.id).await;
    let (seat, action) = truth.unwrap().actions.last().unwrap().clone();
    assert_eq!((seat.as_str(), action.as_str()), ("blue", "decline"), "recorded as the action it became");
    assert_eq!(duel.red.fetch(&duel.path("/orders")).await["orders"], json!([]), "red's own are none");
    running.server.stop().await;
}

#[tokio::test]
async fn an_order_survives_a_restart_and_is_taken_back() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.blue.post(&duel.path("/orders"), &never()).await;
    let again = duel.blue.post(&duel.path("/orders"), &never()).await;
    assert_eq!(again.json["orders"].as_array().unwrap().len(), 1, "the same order twice is one");
    running.server.stop().await;
    let server = Server::start(support::config(&running.scratch), support::registry()).await.unwrap();
    let mut blue = Client::new(server.address(), &duel.blue.token);
    let kept = blue.fetch(&duel.path("/orders")).await;
    assert_eq!(kept["orders"][0]["order"]["question"], "reserve");
    let back = blue.post(&duel.path("/orders/revoke"), &json!({ "order": kept["orders"][0]["order"] })).await;
    assert_eq!((back.status, &back.json["orders"]), (200, &json!([])));
    let twice = blue.post(&duel.path("/orders/revoke"), &never()).await;
    assert_eq!((twice.status, &twice.json["code"]), (404, &json!("unknown-order")));
    duel.red = Client::new(server.address(), &duel.red.token);
    duel.blue = blue;
    let update = until_attacked(&mut duel).await;
    assert_eq!(update["status"]["to_act"], json!(["blue"]), "without the order blue is asked");
    // An order given now answers the question that waits.
    duel.blue.post(&duel.path("/orders"), &never()).await;
    assert_ne!(duel.blue.fetch(&duel.path("")).await["status"]["to_act"], json!(["blue"]));
    server.stop().await;
}

#[tokio::test]
async fn what_a_seat_keeps_makes_no_action_stale_and_is_bounded() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.red.post(&duel.path("/orders"), &never()).await;
    duel.blue.post(&duel.path("/notes"), &json!({ "thing": "0101", "text": "watch" })).await;
    assert_eq!(duel.red.act(&duel.id, 0, "unit red-1").await["version"], 1);
    let long = json!({ "order": { "question": "x".repeat(2_000) } });
    assert_eq!(duel.red.post(&duel.path("/orders"), &long).await.json["code"], "long-order");
    for number in 0..64 {
        let order = json!({ "order": { "question": "reserve", "when": { "below": number } } });
        duel.red.post(&duel.path("/orders"), &order).await;
    }
    let surplus = json!({ "order": { "question": "reserve", "until": 3 } });
    let refused = duel.red.post(&duel.path("/orders"), &surplus).await;
    assert_eq!((refused.status, &refused.json["code"]), (422, &json!("too-many-orders")));
    for wrong in
        [json!({}), json!({ "order": { "question": "reserve", "when": "now" } }), json!({ "seat": 1 })]
    {
        assert_eq!(duel.red.post(&duel.path("/orders"), &wrong).await.status, 400);
    }
    let others = json!({ "seat": "blue", "order": { "question": "reserve" } });
    assert_eq!(duel.red.post(&duel.path("/orders"), &others).await.json["code"], "not-your-seat");
    assert_eq!(duel.spectator.post(&duel.path("/orders"), &never()).await.json["code"], "spectator");
    assert_eq!(duel.spectator.get(&duel.path("/notes")).await.json["code"], "spectator");
    running.server.stop().await;
}

#[tokio::test]
async fn anothers_order_does_not_stand_in_the_way_of_undoing() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.blue.post(&duel.path("/orders"), &never()).await;
    duel.red.act(&duel.id, 0, "unit red-1").await;
    let undone = duel.red.post(&duel.path("/undo"), &json!({ "version": 1, "key": "back" })).await;
    assert_eq!(undone.status, 200);
    assert_eq!(duel.blue.fetch(&duel.path("/orders")).await.get("due"), None, "nothing of blue's is asked");
    assert_eq!(duel.red.act(&duel.id, 2, "unit red-2").await["version"], 3);
    running.server.stop().await;
}

#[tokio::test]
async fn notes_are_private_and_survive() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let mut other_screen = duel.blue.follow(&duel.id, None).await;
    let text = "the dummy, I think <b>";
    let body = json!({ "thing": "red-2", "text": text });
    let wrote = duel.blue.post(&duel.path("/notes"), &body).await;
    let note = json!({ "seat": "blue", "thing": "red-2", "text": text });
    assert_eq!((wrote.status, &wrote.json["notes"]), (200, &json!([note])));
    assert_eq!(other_screen.wait("notes").await.data["notes"], json!([note]));
    duel.blue.post(&duel.path("/notes"), &json!({ "thing": "0101", "text": "gone soon" })).await;
    duel.blue.post(&duel.path("/notes"), &json!({ "thing": "0101", "text": "" })).await;
    let long = duel.blue.post(&duel.path("/notes"), &json!({ "thing": "a", "text": "y".repeat(401) })).await;
    assert_eq!((long.status, &long.json["code"]), (422, &json!("long-note")));
    assert_eq!(duel.red.fetch(&duel.path("/notes")).await["notes"], json!([]));
    running.server.stop().await;
    let server = Server::start(support::config(&running.scratch), support::registry()).await.unwrap();
    let mut red = Client::new(server.address(), &duel.red.token);
    let mut blue = Client::new(server.address(), &duel.blue.token);
    assert_eq!(blue.fetch(&duel.path("/notes")).await["notes"], json!([note]));
    blue.post(&duel.path("/resign"), &json!({})).await;
    assert_eq!(blue.fetch(&duel.path("/record")).await["notes"], json!([note]), "in one's own file");
    red.fetch(&duel.path("/record")).await;
    red.fetch(&duel.path("/log")).await;
    assert!(!red.received.contains("I think"), "the other never reads it, not even at the end");
    server.stop().await;
}

#[tokio::test]
async fn a_sealed_game_keeps_orders_and_notes() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.red.post(&duel.path("/orders"), &never()).await;
    duel.red.post(&duel.path("/notes"), &json!({ "thing": "match", "text": "round two" })).await;
    duel.red.act(&duel.id, 0, "unit red-1").await;
    let saved = duel.red.fetch(&duel.path("/record")).await;
    let opened = duel.red.post("/api/matches/import", &json!({ "sealed": saved["sealed"] })).await;
    assert_eq!(opened.status, 201, "{}", opened.json);
    let mut red = Client::new(running.address, opened.json["chairs"][0]["token"].as_str().unwrap());
    let path = format!("/api/matches/{}", opened.json["match"].as_str().unwrap());
    assert_eq!(red.fetch(&format!("{path}/orders")).await["orders"][0]["seat"], "red");
    assert_eq!(red.fetch(&format!("{path}/notes")).await["notes"][0]["text"], "round two");
    running.server.stop().await;
}

#[tokio::test]
async fn a_place_is_told_about_as_far_as_one_may_know_it() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let own = duel.red.fetch(&duel.path("/inspect?thing=red-1")).await;
    assert!(own["sections"].as_array().is_some_and(|s| !s.is_empty()), "{own}");
    let none = duel.red.get(&duel.path("/inspect?thing=atlantis")).await;
    assert_eq!((none.status, &none.json["code"]), (404, &json!("unknown-thing")));
    assert_eq!(duel.red.get(&duel.path("/inspect")).await.status, 400);
    let legal = duel.red.fetch(&duel.path("/legal")).await;
    assert!(legal.get("quantities").is_none(), "nothing here is counted");
    let late = duel.red.post(&duel.path("/actions"), &action_body(9, "end")).await;
    assert_eq!(late.status, 409);
    running.server.stop().await;
}
