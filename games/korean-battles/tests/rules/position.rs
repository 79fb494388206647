//! Positions: what is wrong is named, nothing panics, and everything reads back.

use crate::common::{Battle, Board, chosin, historical, inchon, pusan, rules};
use engine::{Random, Rules};
use korean_battles::inside::{FATES, NOWHERE, OFF_MAP};
use serde_json::{Value, json};

#[test]
fn the_offending_field_is_named() {
    let base = || pusan().unit("us-9-2", "1111");
    for (setup, field) in [
        (base().unit("us-21-24", "9999"), "units.us-21-24.at"),
        (base().unit("us-21-24", "0116"), "units.us-21-24.at"),
        (base().unit("us-21-24", "1111"), "units."),
        (base().unit("nk-4", "1111"), "units."),
        (base().unit("us-99-9", "1105"), "units.us-99-9"),
        (base().unit("usmc-1", "1105"), "units.usmc-1"),
        (base().weak("us-21-24", "1105", 3), "units.us-21-24.step"),
        (base().with("us-21-24", json!("lost")), "units.us-21-24"),
        (base().with("us-21-24", json!({ "step": 1 })), "units.us-21-24.at"),
        (base().hand("un", &[7, 7]), "support.un"),
        (base().hand("cn", &[1]), "support.cn"),
        (base().turn(22), "turn"),
        (base().player("cn"), "player"),
        (base().phase("tea"), "phase"),
        (base().field("scenario", json!("seoul")), "scenario"),
        (base().field("game", json!("chess")), "game"),
        (base().field("options", json!({ "weather": "on" })), "options"),
        (base().field("bridges", json!(["0804-0805"])), "bridges"),
        (base().field("bombarded", json!(["0000"])), "bombarded"),
        (base().field("control", json!({ "un": ["1410"] })), "control.un"),
        (base().field("air_supply", json!({ "left": 9 })), "air_supply.left"),
    ] {
        let error = setup.refused();
        assert!(error.starts_with(field), "{field}: {error}");
        assert!(error.len() > field.len() + 5, "a sentence: {error}");
    }
}

/// Every value of a position replaced by something else: an error or a sound position, never a panic.
#[test]
fn mangled_positions_never_panic() {
    let mut random = Random::new(7);
    let positions = [
        historical("pusan", &[]).position(),
        historical("inchon", &[]).position(),
        chosin().turn(4).unit("usmc-5", "0710").unit("cn-175", "0711").hand("un", &[4]).json().clone(),
        inchon().turn(4).phase("combat").unit("usmc-5", "0607").hidden("nk-31", "0708").json().clone(),
        battle_in_progress(),
    ];
    for position in &positions {
        let mut paths = Vec::new();
        collect(position, &mut Vec::new(), &mut paths);
        for path in &paths {
            let mut mangled = position.clone();
            if let Some(place) = mangled.pointer_mut(path) {
                *place = odd(&mut random);
            }
            if let Ok(state) = engine::lay(rules(), &mangled) {
                rules().check(&state).unwrap_or_else(|e| panic!("{path} is accepted: {e}"));
                play_on(state, path, &mut random);
            }
        }
    }
}

/// Whatever is accepted can be played.
fn play_on(mut state: crate::common::State, path: &str, random: &mut Random) {
    let mut play = engine::Play::new(engine::Dice::seeded(engine::Seed::from_number(38)));
    for _ in 0..40 {
        let Some(seat) = rules().to_act(&state).first() else { return };
        let mut legal = Vec::new();
        rules().legal(&state, seat, &mut legal);
        assert!(!legal.is_empty(), "{path} leaves nothing to do");
        let action = legal[random.below(legal.len())];
        play.begin();
        rules()
            .apply(&mut state, seat, action, &mut play)
            .unwrap_or_else(|e| panic!("{path}: {action:?}: {e}"));
        rules().check(&state).unwrap_or_else(|e| panic!("{path}, after {action:?}: {e}"));
    }
}

fn battle_in_progress() -> Value {
    let mut board =
        pusan().phase("combat").unit("nk-4", "1104").unit("nk-10", "1204").unit("us-21-24", "1105").load();
    board.battle("1105", &["nk-4", "nk-10"], 2).act("retreat");
    board.position()
}

fn collect(value: &Value, path: &mut Vec<String>, out: &mut Vec<String>) {
    let here =
        path.iter().map(|p| format!("/{}", p.replace('~', "~0").replace('/', "~1"))).collect::<String>();
    out.push(here);
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields {
                path.push(key.clone());
                collect(inner, path, out);
                path.pop();
            }
        }
        Value::Array(items) => {
            for (i, inner) in items.iter().enumerate() {
                path.push(i.to_string());
                collect(inner, path, out);
                path.pop();
            }
        }
        _ => {}
    }
}

fn odd(random: &mut Random) -> Value {
    let odd = [
        json!(null),
        json!(-1),
        json!(0),
        json!(3),
        json!(255),
        json!(65_535),
        json!(1e300),
        json!(""),
        json!("1111"),
        json!("dead"),
        json!("due"),
        json!("waiting"),
        json!("unplaced"),
        json!("rebuild"),
        json!("over"),
        json!("un"),
        json!(true),
        json!([]),
        json!([1, 2, 3]),
        json!({}),
        json!({ "at": "1111" }),
    ];
    odd[random.below(odd.len())].clone()
}

/// Words thrown together: an error in one sentence or an action, never a panic.
#[test]
fn mangled_actions_never_panic() {
    let mut random = Random::new(11);
    let words = [
        "move",
        "to",
        "via",
        "attack",
        "add",
        "fight",
        "support",
        "+3",
        "+99",
        "bombard",
        "bridge",
        "0804/0805",
        "1105",
        "9999",
        "us-21-24",
        "nk-4",
        "nk-dummy-1",
        "retreat",
        "stand",
        "enter",
        "0216",
        "done",
        "pass",
        "exit",
        "x",
        "/",
        "place",
        "hidden",
        "form",
        "division",
        "advance",
        "displace",
        "é",
        "withdraw",
        "usmc-5",
        "air",
        "rebuild",
    ];
    let board = historical("pusan", &[]);
    for _ in 0..4000 {
        let count = random.below(5);
        let text: Vec<&str> = (0..count).map(|_| words[random.below(words.len())]).collect();
        let text = text.join(" ");
        match engine::read_action(rules(), board.state(), &text) {
            Err(why) => assert!(!why.is_empty() && !why.contains('\n'), "{why}"),
            Ok(_) if board.offers(&text) => {}
            Ok(_) => {
                let refusal = board.refusal(&text);
                assert!(refusal.rule.starts_with("kb ") && !refusal.why.is_empty());
            }
        }
    }
}

#[test]
fn fates_have_distinct_names() {
    for (i, fate) in FATES.iter().enumerate() {
        assert!(FATES[i + 1..].iter().all(|f| f.1 != fate.1 && f.0 != fate.0));
        assert!(fate.0 >= OFF_MAP && fate.0 != NOWHERE);
    }
}

/// A position reads back as itself, in the middle of a battle too.
#[test]
fn positions_read_back() {
    let position = battle_in_progress();
    let state = engine::lay(rules(), &position).unwrap();
    assert_eq!(serde_json::to_value(rules().position(&state)).unwrap(), position);
}

/// What can't be is refused by its field. [proves: kb 20.0-stacking, kb 11.0-swap, kb 12.0, kb 16.0-dummies]
#[test]
fn impossible_positions_are_refused() {
    let base = || pusan().unit("us-9-2", "1111");
    for (setup, field) in [
        (base().with("us-21-24", json!({ "at": "1105", "setp": 2 })), "units.us-21-24"),
        (base().field("trun", json!(3)), "trun"),
        (base().with("nk-dummy-1", json!({ "at": "1203" })), "units.nk-dummy-1.hidden"),
        (base().unit("nk-2", "2502").unit("nk-2div-4", "2402"), "units.nk-2div-4"),
        (base().with("us-21-24", json!({ "fate": "dead", "moved": true })), "units.us-21-24"),
        (base().with("us-21-24", json!("unplaced")), "units.us-21-24"),
        (base().with("nk-766", json!({ "at": "3418", "counter": 3 })), "units.nk-766.counter"),
        (base().field("events", json!({ "raiders": ["nk-766"] })), "events.raiders"),
        (base().field("control", json!({ "un": ["1908"], "nk": ["1908"] })), "control"),
        (base().field("air_supply", json!({ "on": ["nk-4"] })), "air_supply.on"),
        (base().field("procedure", json!({ "frames": [], "combat": {} })), "procedure.combat"),
        (inchon().field("bridges", json!(["1211/1212"])), "bridges"),
        (inchon().field("bridges", json!(["0804/0805 us-32-7"])), "bridges"),
    ] {
        let error = setup.refused();
        assert!(error.starts_with(field), "{field}: {error}");
    }
}

/// A procedure excuses the unit on its way from stacking, and nobody else. [proves: kb 20.0-stacking]
#[test]
fn a_procedure_does_not_switch_off_stacking() {
    let mut board = pusan().unit("nk-4", "1203").unit("nk-2", "1202").load();
    board.act("move nk-4");
    let mut position = board.position();
    position["units"]["nk-10"] = json!({ "at": "1202" });
    let error = Board::cannot_lay(rules(), &position);
    assert!(error.contains("20.0"), "{error}");
}

/// An attack without its attackers is no position. [proves: kb 7.1]
#[test]
fn an_attack_needs_attackers() {
    let mut board =
        pusan().phase("attack").unit("nk-4", "1104").unit("us-21-24", "1105").hand("nk", &[2]).load();
    board.attack("1105", &["nk-4"]);
    let whole = board.position();
    assert!(engine::lay(rules(), &whole).is_ok());
    for (path, value) in [
        ("/procedure/combat/attackers", json!([])),
        ("/procedure/combat/defenders", json!([])),
        ("/procedure/combat/target", json!(3)),
        ("/procedure/combat/active", json!(false)),
        ("/procedure/combat/side", json!("un")),
        ("/procedure/combat/markers", json!([[9, 0], [0, 0]])),
    ] {
        let mut broken = whole.clone();
        *broken.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
        let error = Board::cannot_lay(rules(), &broken);
        assert!(error.starts_with("procedure"), "{path}: {error}");
    }
}

/// Positions of random games changed in one place, in the middle of procedures too: refused, or playable. The environment
/// variable `P38_MUTATIONS` makes the run longer.
#[test]
fn changed_positions_are_refused_or_playable() {
    let count = std::env::var("P38_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(240);
    let loaded = testkit::mutations(rules(), count, 38);
    assert!(loaded > 20, "{loaded} of them load");
}

/// A retreat of two hexes from 1105, one way or the other.
fn falling_back() -> Board {
    let mut board =
        pusan().phase("attack").unit("us-21-24", "1105").unit("nk-4", "1104").unit("nk-10", "1204").load();
    board.battle("1105", &["nk-4", "nk-10"], 2).act("retreat");
    board
}

/// The number by which a procedure names a hex.
fn number_of(hex: &str) -> Value {
    let mut board = pusan().player("un").phase("attack").unit("us-21-24", "1105").unit("nk-4", hex).load();
    board.act(&format!("attack {hex}"));
    board.at("/procedure/combat/target")
}

/// A retreat under way names hexes of the map, is no longer than its result, and goes where there is room.
/// [proves: kb 7.7-length, kb 7.7.2]
#[test]
fn a_retreat_under_way_fits_its_combat() {
    let refused = |board: &Board, changes: &[(&str, Value)]| {
        let mut broken = board.position();
        for (path, value) in changes {
            *broken.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value.clone();
        }
        Board::cannot_lay(rules(), &broken)
    };
    let begun = falling_back();
    let map = korean_battles::maps(&korean_battles::files()).into_iter().find(|(name, _)| name == "pusan");
    let map = board::HexMap::parse("pusan", &map.expect("Pusan has a map").1).expect("it can be read");
    let hexes = map.grid().len();
    for beyond in [hexes, 60_000] {
        let error = refused(&begun, &[("/procedure/combat/cleared", json!(beyond))]);
        assert!(error.contains("does not exist"), "{beyond}: {error}");
    }
    let way = "/procedure/frames/3/Retreat/way";
    let full = [(way, json!("Cleared")), ("/procedure/combat/cleared", number_of("1104"))];
    assert!(refused(&begun, &full).contains("made room"), "the enemy stands there");
    let mut half = begun.clone();
    half.act("to 1005");
    assert!(engine::lay(rules(), &half.position()).is_ok());
    let error = refused(&half, &[("/procedure/frames/3/Retreat/left", json!(2))]);
    assert!(error.contains("too long"), "one hex gone, two to go, of two: {error}");
}

/// A cadre arrives once. [proves: kb 29-marine-cadre]
#[test]
fn a_cadre_does_not_arrive_twice() {
    let mut board = chosin()
        .turn(6)
        .player("un")
        .phase("mobile-combat")
        .off("dead", &["usmc-5"])
        .off("waiting", &["usmc-cadre"])
        .unit("cn-172", "0107")
        .unit("us-hq-1m", "0907")
        .unit("usmc-1", "0907")
        .load();
    board.until(7, "un", "Movement");
    let mut position = board.position();
    let frames = position["procedure"]["frames"].as_array_mut().expect("the cadre has a choice of hexes");
    let again = frames.last().cloned().expect("a frame");
    assert!(again.get("Arrive").is_some(), "{again}");
    frames.push(again);
    let error = Board::cannot_lay(rules(), &position);
    assert!(error.contains("arrives once"), "{error}");
}
