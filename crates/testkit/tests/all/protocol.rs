//! The protocol: every command as documented, and anything at all on a line.
#![allow(clippy::needless_pass_by_value, reason = "requests are written in place, where they are sent")]

use engine::protocol::{LONGEST_LINE, Outside, Session};
use engine::{Entry, Registry, Seed, Thinking, Unhurried};
use proptest::prelude::*;
use serde_json::{Value, json};
use testkit::skirmish::{LEDGER, Skirmish};

struct Fixed;

impl Outside for Fixed {
    fn seed(&mut self) -> Seed {
        Seed::from_number(7)
    }
    fn budget(&mut self, _millis: u32) -> Box<dyn Thinking> {
        Box::new(Unhurried)
    }
}

fn session() -> Session {
    let entry = Entry::new(Skirmish::default(), LEDGER, Vec::new(), Vec::new(), String::new()).unwrap();
    Session::new(Registry::default().with(entry), Box::new(Fixed))
}

fn ask(session: &mut Session, request: &Value) -> Value {
    serde_json::from_str(&session.answer_line(request.to_string().as_bytes())).unwrap()
}

fn ok(session: &mut Session, request: Value) -> Value {
    let reply = ask(session, &request);
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    reply
}

fn refused(session: &mut Session, request: Value, code: &str) -> Value {
    let reply = ask(session, &request);
    assert_eq!(reply["ok"], false, "{request}: {reply}");
    assert_eq!(reply["error"]["code"], code, "{request}: {reply}");
    assert!(!reply["error"]["message"].as_str().unwrap().is_empty());
    reply
}

#[test]
fn a_game_is_played_recorded_and_loaded_again() {
    let mut s = session();
    let games = ok(&mut s, json!({"id": 1, "cmd": "games"}));
    assert_eq!(games["games"][0]["scenarios"][0]["options"][0]["default"], "off");
    let new =
        ok(&mut s, json!({"id": "a", "cmd": "new", "game": "skirmish", "scenario": "field", "seed": 38}));
    assert_eq!(new["id"], "a", "the id comes back as it was sent");
    assert_eq!(new["match"], "m1");
    assert_eq!(new["status"]["to_act"], json!(["red"]));
    let mut actions = 0;
    loop {
        let legal = ok(&mut s, json!({"id": 2, "cmd": "legal", "match": "m1"}));
        let list = legal["actions"].as_array().unwrap();
        let action = list[actions * 7 % list.len()].clone();
        let done = ok(&mut s, json!({"id": 3, "cmd": "act", "match": "m1", "action": action}));
        actions += 1;
        if !done["status"]["over"].is_null() {
            break;
        }
    }
    let record = ok(&mut s, json!({"id": 4, "cmd": "record", "match": "m1"}))["record"].clone();
    assert_eq!(record["actions"].as_array().unwrap().len(), actions);
    let loaded = ok(&mut s, json!({"id": 5, "cmd": "load", "record": record}));
    assert_eq!(loaded["match"], "m2");
    assert!(!loaded["status"]["over"].is_null());
    let mut forged = record.clone();
    forged["hash"] = json!("00");
    refused(&mut s, json!({"id": 6, "cmd": "load", "record": forged}), "bad-record");
    let mut other = record;
    other["seed"] = json!(Seed::from_number(1).to_string());
    refused(&mut s, json!({"id": 7, "cmd": "load", "record": other}), "bad-record");
    refused(&mut s, json!({"id": 8, "cmd": "act", "match": "m1", "action": "end"}), "game-over");
}

#[test]
fn dice_positions_scenes_undo_and_previews_answer() {
    let mut s = session();
    ok(
        &mut s,
        json!({"id": 1, "cmd": "new", "game": "skirmish", "scenario": "field", "options": {"long": "on"}}),
    );
    ok(&mut s, json!({"id": 2, "cmd": "act", "match": "m1", "action": "unit red-1"}));
    let scene = ok(&mut s, json!({"id": 3, "cmd": "scene", "match": "m1", "seat": "red"}));
    assert_eq!(scene["scene"]["prompt"]["piece"], "red-1");
    let preview = ok(&mut s, json!({"id": 4, "cmd": "preview", "match": "m1", "action": "stay"}));
    assert_eq!(preview["outcomes"].as_array().unwrap().len(), 1);
    ok(&mut s, json!({"id": 5, "cmd": "undo", "match": "m1"}));
    refused(&mut s, json!({"id": 6, "cmd": "undo", "match": "m1"}), "no-undo");
    let truth = ok(&mut s, json!({"id": 7, "cmd": "position", "match": "m1"}));
    let seen = ok(&mut s, json!({"id": 8, "cmd": "position", "match": "m1", "seat": "red"}));
    assert_ne!(truth, seen, "red does not see which blue unit is the dummy");
    ok(&mut s, json!({"id": 9, "cmd": "load", "position": truth["position"]}));
    let mut broken = truth["position"].clone();
    broken["units"]["red-1"]["at"] = json!("9999");
    let reply = refused(&mut s, json!({"id": 10, "cmd": "load", "position": broken}), "bad-position");
    assert!(reply["error"]["message"].as_str().unwrap().starts_with("units.red-1.at"), "{reply}");
    ok(&mut s, json!({"id": 11, "cmd": "dice", "match": "m1", "rolls": [6]}));
    refused(&mut s, json!({"id": 12, "cmd": "dice", "match": "m1", "rolls": [-1]}), "bad-request");
}

#[test]
fn an_illegal_action_names_its_rule_and_changes_nothing() {
    let mut s = session();
    ok(&mut s, json!({"id": 1, "cmd": "new", "game": "skirmish", "scenario": "field"}));
    let before = ok(&mut s, json!({"id": 2, "cmd": "position", "match": "m1"}));
    let reply = refused(
        &mut s,
        json!({"id": 2, "cmd": "act", "match": "m1", "action": "move 0202"}),
        "illegal-action",
    );
    assert_eq!(reply["error"]["rule"], "sk 1");
    refused(&mut s, json!({"id": 2, "cmd": "act", "match": "m1", "action": "fly away"}), "bad-action");
    refused(
        &mut s,
        json!({"id": 2, "cmd": "act", "match": "m1", "seat": "blue", "action": "end"}),
        "not-your-turn",
    );
    assert_eq!(ok(&mut s, json!({"id": 2, "cmd": "position", "match": "m1"})), before);
}

#[test]
fn quantities_orders_notes_details_and_reasons_answer() {
    let mut s = session();
    ok(&mut s, json!({"id": 1, "cmd": "new", "game": "skirmish", "scenario": "night", "seed": 3}));
    ok(&mut s, json!({"id": 2, "cmd": "act", "match": "m1", "seat": "red", "action": "dummy red-1"}));
    ok(&mut s, json!({"id": 3, "cmd": "act", "match": "m1", "seat": "blue", "action": "dummy blue-1"}));
    let legal = ok(&mut s, json!({"id": 4, "cmd": "legal", "match": "m1"}));
    assert_eq!(
        legal["quantities"]["shell 6 blue-2"],
        json!({"least": 1, "most": 6, "form": "shell {n} blue-2"})
    );
    let why = ok(&mut s, json!({"id": 5, "cmd": "why", "match": "m1", "action": "unit blue-1"}));
    assert_eq!(why["refusal"]["rule"], "sk 1");
    let fine = ok(&mut s, json!({"id": 5, "cmd": "why", "match": "m1", "action": "end"}));
    assert!(fine["refusal"].is_null());
    let detail =
        ok(&mut s, json!({"id": 6, "cmd": "inspect", "match": "m1", "thing": "red-1", "seat": "blue"}));
    assert_eq!(detail["detail"]["sections"][0]["rows"][1][1], "unknown");
    let order = json!({"question": "reserve", "when": {"below": 3}});
    let given = ok(&mut s, json!({"id": 7, "cmd": "order", "match": "m1", "seat": "blue", "order": order}));
    assert_eq!(given["orders"][0]["question"], "reserve");
    let revoked = ok(&mut s, json!({"id": 8, "cmd": "revoke", "match": "m1", "seat": "blue", "number": 0}));
    assert_eq!(revoked["orders"], json!([]));
    refused(
        &mut s,
        json!({"id": 8, "cmd": "revoke", "match": "m1", "seat": "blue", "number": 0}),
        "unknown-order",
    );
    let noted = ok(
        &mut s,
        json!({"id": 9, "cmd": "note", "match": "m1", "seat": "red", "thing": "0303", "text": "trap"}),
    );
    assert_eq!(noted["notes"][0]["text"], "trap");
    assert_eq!(
        ok(&mut s, json!({"id": 9, "cmd": "notes", "match": "m1", "seat": "blue"}))["notes"],
        json!([])
    );
}

#[test]
fn garbage_gets_one_error_each_and_the_session_lives_on() {
    let mut s = session();
    ok(&mut s, json!({"id": 1, "cmd": "new", "game": "skirmish", "scenario": "field"}));
    let deep = "[".repeat(100_000);
    let lines: [&[u8]; 14] = [
        b"not JSON",
        b"\xff\xfe\x00",
        b"[1,2,3]",
        b"null",
        b"{}",
        b"{\"cmd\":\"fly\"}",
        b"{\"cmd\":7}",
        b"{\"cmd\":\"act\",\"match\":1,\"action\":[]}",
        b"{\"cmd\":\"act\",\"match\":\"m99\",\"action\":\"end\"}",
        b"{\"cmd\":\"new\",\"game\":\"chess\",\"scenario\":\"x\"}",
        b"{\"cmd\":\"new\",\"game\":\"skirmish\",\"scenario\":\"x\"}",
        b"{\"cmd\":\"new\",\"game\":\"skirmish\",\"scenario\":\"field\",\"options\":{\"long\":\"perhaps\"}}",
        b"{\"cmd\":\"legal\",\"match\":\"m1\",\"surplus\":1}",
        deep.as_bytes(),
    ];
    for line in lines {
        let reply: Value = serde_json::from_str(&s.answer_line(line)).unwrap();
        assert_eq!(reply["ok"], false, "{}", String::from_utf8_lossy(&line[..line.len().min(80)]));
    }
    let long = vec![b'x'; LONGEST_LINE + 1];
    let reply: Value = serde_json::from_str(&s.answer_line(&long)).unwrap();
    assert_eq!(reply["error"]["code"], "bad-request");
    ok(&mut s, json!({"id": 1, "cmd": "status", "match": "m1"}));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_get_an_answer(line in proptest::collection::vec(any::<u8>(), 0..200)) {
        let reply: Value = serde_json::from_str(&session().answer_line(&line)).unwrap();
        prop_assert_eq!(&reply["ok"], &json!(false));
    }

    /// A valid request with one byte changed is answered too, whatever it became.
    #[test]
    fn mutated_requests_get_an_answer(at in 0usize..60, byte in any::<u8>()) {
        let mut s = session();
        ok(&mut s, json!({"id": 1, "cmd": "new", "game": "skirmish", "scenario": "field"}));
        let mut line = br#"{"id":1,"cmd":"act","match":"m1","seat":"red","action":"unit red-1"}"#.to_vec();
        let at = at % line.len();
        line[at] = byte;
        let reply: Value = serde_json::from_str(&s.answer_line(&line)).unwrap();
        prop_assert!(reply["ok"].is_boolean());
    }

    /// A position with any value changed to any other loads or is refused with its field; nothing panics.
    #[test]
    fn mutated_positions_are_answered(field in 0usize..12, value in 0usize..8) {
        let mut s = session();
        ok(&mut s, json!({"id": 1, "cmd": "new", "game": "skirmish", "scenario": "field"}));
        let mut position = ok(&mut s, json!({"id": 1, "cmd": "position", "match": "m1"}))["position"].clone();
        let fields = ["/game", "/scenario", "/options", "/turn", "/side", "/reserve", "/units", "/frames",
            "/units/red-1", "/units/red-1/at", "/units/red-1/kind", "/frames/0"];
        let values = [Value::Null, json!(-1), json!(255), json!(1e30), json!("x"), json!([]), json!({}), json!({"unit": 200})];
        *position.pointer_mut(fields[field]).unwrap() = values[value].clone();
        let reply = ask(&mut s, &json!({"id": 2, "cmd": "load", "position": position}));
        prop_assert!(reply["ok"].is_boolean());
        if reply["ok"] == json!(true) {
            ok(&mut s, json!({"id": 3, "cmd": "legal", "match": "m2"}));
        }
    }

    /// The same for records.
    #[test]
    fn mutated_records_are_answered(field in 0usize..10, value in 0usize..7) {
        let mut s = session();
        ok(&mut s, json!({"id": 1, "cmd": "new", "game": "skirmish", "scenario": "field"}));
        ok(&mut s, json!({"id": 1, "cmd": "act", "match": "m1", "action": "end"}));
        let mut record = ok(&mut s, json!({"id": 1, "cmd": "record", "match": "m1"}))["record"].clone();
        let fields = ["/format", "/game", "/version", "/scenario", "/options", "/seed", "/commitment", "/actions",
            "/actions/0", "/hash"];
        let values = [Value::Null, json!(-1), json!("x"), json!([]), json!({}), json!([["red", "fly"]]), json!([["x", "end"]])];
        *record.pointer_mut(fields[field]).unwrap() = values[value].clone();
        let reply = ask(&mut s, &json!({"id": 2, "cmd": "load", "record": record}));
        let unchanged_meaning = reply["ok"] == json!(true);
        prop_assert!(!unchanged_meaning || field == 4, "{} accepted", fields[field]);
    }
}
