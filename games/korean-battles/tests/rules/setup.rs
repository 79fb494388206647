//! Set-up: choices, breakdown, defaults (3.0, 11.0, 16.0, 27 to 29).

use crate::common::{Battle, Board, historical, rules, set, start};
use engine::Rules;

const SCENARIOS: [&str; 3] = ["pusan", "inchon", "chosin"];

/// Pusan with the UN placed.
fn north_koreans_turn() -> Board {
    let mut board = start("pusan", &[]);
    board.place_all();
    board
}

/// [proves: kb 3.0, kb 27-length, kb 28-length, kb 29-length, kb 4.0]
#[test]
fn the_order_of_set_up_and_of_play() {
    for (scenario, first, turns) in [("pusan", "nk", 21), ("inchon", "un", 14), ("chosin", "cn", 14)] {
        let board = start(scenario, &[]);
        assert_eq!(board.moment().0, 0);
        assert_eq!(board.info().scenario(scenario).unwrap().turns, turns);
        let board = historical(scenario, &[]);
        assert_eq!((board.moment().0, board.side()), (1, first), "{scenario}");
    }
    let un_first = start("inchon", &[]);
    assert_eq!(un_first.side(), "un", "the UN sets up first");
}

/// The game ends after its last turn. [proves: kb 27-length, kb 28-length, kb 29-length, kb 4.0]
#[test]
fn a_game_turn_is_two_player_turns_and_the_game_ends() {
    for (scenario, turns) in [("pusan", 21), ("inchon", 14), ("chosin", 14)] {
        let mut board = historical(scenario, &[]);
        let mut turns_seen = std::collections::BTreeSet::new();
        let mut order = Vec::new();
        for _ in 0..9000 {
            if board.over() {
                break;
            }
            turns_seen.insert(board.moment().0);
            let player = board.position()["player"].as_str().unwrap_or_default().to_owned();
            if order.last() != Some(&player) {
                order.push(player);
            }
            board.idle();
        }
        assert!(board.over(), "{scenario}");
        assert_eq!(turns_seen.len(), turns, "{scenario}");
        assert_eq!(order.len(), 2 * turns, "{scenario}: two player turns a game turn");
    }
}

/// The one-click placement puts every listed unit where the book has it. [proves: kb 3.0, kb 2.0]
#[test]
fn the_historical_set_up() {
    let pusan = historical("pusan", &[]);
    for (id, hex, step) in [
        ("us-5-1c", "2205", 1),
        ("us-21-24", "1105", 1),
        ("usmc-5", "0509", 1),
        ("us-5rct", "0308", 1),
        ("rok-cap", "3416", 2),
        ("rok-1", "2705", 1),
        ("rok-6", "3305", 2),
        ("rok-3", "3121", 2),
        ("rok-mp-ma", "0308", 1),
        ("nk-6", "0303", 2),
        ("nk-3", "2104", 2),
        ("nk-4", "1203", 1),
        ("nk-13", "3603", 1),
        ("nk-109", "3603", 1),
        ("nk-83", "0105", 1),
        ("nk-hq-2", "3710", 1),
    ] {
        assert_eq!((pusan.where_is(id).as_deref(), pusan.step(id)), (Some(hex), step), "{id}");
    }
    let inchon = historical("inchon", &[]);
    for (id, hex, step) in [
        ("usmc-1", "0209", 1),
        ("usmc-5", "0109", 1),
        ("rok-km1", "0108", 2),
        ("nk-226", "0208", 1),
        ("nk-18-70", "1412", 1),
    ] {
        assert_eq!((inchon.where_is(id).as_deref(), inchon.step(id)), (Some(hex), step), "{id}");
    }
    let chosin = historical("chosin", &[]);
    for (id, hex) in [
        ("us-hq-1m", "0907"),
        ("usmc-1", "0907"),
        ("usmc-5", "0710"),
        ("usmc-7", "0709"),
        ("us-31-7", "0706"),
        ("cn-hq-27", "0407"),
    ] {
        assert_eq!(chosin.where_is(id).as_deref(), Some(hex), "{id}");
    }
}

/// Every UN unit of every historical set-up has a line of supply. [proves: kb 10.0]
#[test]
fn everybody_starts_in_supply() {
    for scenario in SCENARIOS {
        let board = historical(scenario, &[]);
        let units = board.position()["units"].as_object().unwrap().clone();
        for (id, unit) in units {
            let un = id.starts_with("us") || id.starts_with("rok") || id.starts_with("cw");
            if un && unit.get("at").is_some() {
                assert!(board.supplied(&id), "{scenario}: {id}");
            }
        }
    }
}

/// [proves: kb 27-hq]
#[test]
fn free_headquarters_start_beside_a_united_nations_unit() {
    let mut board = start("pusan", &[]);
    let legal = board.choices("place us-hq-1c");
    assert!(legal.contains("1106"), "next to 21/24 in 1105");
    assert!(legal.contains("1105"), "or with it");
    assert!(!legal.contains("1410"), "far from everybody");
    assert!(!legal.contains("0308"), "Masan is full");
    for reserved in ["0105", "3220", "3610", "3002", "2104"] {
        assert!(!legal.contains(reserved), "{reserved} is a North Korean set-up hex");
    }
    board.act("place us-hq-1c 1106");
    assert!(
        !board.choices("place us-hq-24").contains("1107"),
        "next to another headquarters, which does not count"
    );
    let refusal = board.refusal("place us-hq-24 1410");
    assert!(refusal.rule.starts_with("kb "), "{refusal}");
}

/// K10 [proves: kb 11.0-swap, kb 11.0-place, kb 27-nk-setup]
#[test]
fn the_second_division_breaks_down() {
    let mut board = north_koreans_turn();
    board.act("break nk-2");
    assert_eq!(board.where_is("nk-2"), None);
    assert_eq!(board.choices("place nk-2div-4"), set(&["2502", "2502 hidden"]), "one in the division's hex");
    board.act("place nk-2div-4 2502");
    let around = set(&["2501", "2503", "2401", "2402", "2601", "2602"]);
    for id in ["nk-2div-6", "nk-2div-17"] {
        let hexes = board.choices(&format!("place {id}"));
        assert!(hexes.len() > 2, "{hexes:?}");
        assert!(hexes.iter().all(|t| around.contains(&t[..4])), "the others next to it: {hexes:?}");
        board.act(&format!("place {id} {}", if id == "nk-2div-6" { "2402" } else { "2602" }));
    }
    board.place_all();
    for id in ["nk-2div-4", "nk-2div-6", "nk-2div-17"] {
        assert!(board.where_is(id).is_some(), "{id}");
    }
    assert_eq!(board.where_is("nk-2"), None);
    assert_eq!(board.points(), (0, 0), "the division is no loss");
}

/// Regiments of fixed values; no American division breaks down. [proves: kb 11.0-swap]
#[test]
fn which_divisions_break_down_into_what() {
    let board = start("pusan", &[]);
    let un = board.choices("break");
    for id in ["rok-cap", "rok-1", "rok-3", "rok-6", "rok-8"] {
        assert!(un.contains(id), "{id}");
    }
    assert!(un.iter().all(|id| id.starts_with("rok")), "{un:?}");
    let nk = north_koreans_turn().choices("break");
    for id in ["nk-1", "nk-2", "nk-6", "nk-10", "nk-7", "nk-9"] {
        assert!(nk.contains(id), "{id}, reinforcements too");
    }
    let sheet = engine::sheet_of(rules(), "pusan");
    let front = |id: &str| sheet.pieces.iter().find(|p| p.id == id).unwrap().front.clone();
    for (id, values) in [
        ("nk-1div-1", "3-4-4"),
        ("nk-2div-4", "3-3-4"),
        ("nk-6div-13", "3-2-4"),
        ("rok-capdiv-1", "3-4-4"),
        ("rok-3div-22", "2-3-4"),
        ("rok-8div-10", "2-2-4"),
    ] {
        assert_eq!(front(id), values, "{id}");
    }
}

/// Breakdown regiments may hide; the division may not. [proves: kb 16.0, kb 27-nk-setup]
#[test]
fn regiments_of_a_division_may_start_hidden_but_not_next_to_the_enemy() {
    let mut board = north_koreans_turn();
    assert!(!board.offers("place nk-3 2104 hidden"));
    board.act("break nk-3");
    assert!(
        board.choices("place nk-3div-7").contains("2104 hidden"),
        "its own hex is always legal, next to the enemy or not"
    );
    board.act("place nk-3div-7 2104");
    let places = board.choices("place nk-3div-8");
    assert!(
        !places.is_empty() && !places.iter().any(|t| t.starts_with("2204")),
        "2204 is next to 5/1C at Waegwan"
    );
}

/// Dummies on or beside hexes where North Koreans really stand. [proves: kb 27-nk-setup, kb 16.0-dummies]
#[test]
fn dummies_start_beside_their_friends() {
    let mut board = north_koreans_turn();
    board.place_units();
    let hexes = board.choices("dummy");
    assert!(
        hexes.contains("1203") && hexes.contains("1104"),
        "with the 4th Division or beside it: {hexes:?}"
    );
    assert!(!hexes.contains("1105"), "the enemy stands there");
    assert!(!hexes.contains("1410"), "far from everybody");
    board.act("dummy 1203");
    assert!(board.is_hidden("nk-dummy-1"));
    assert!(!board.choices("dummy").contains("1104"), "next to a face-down counter");
    for hex in ["3002", "2502", "0303", "3615"] {
        board.act(&format!("dummy {hex}"));
    }
    assert!(board.choices("dummy").is_empty(), "five and no more");
    board.act("done");
    assert_eq!(board.moment().0, 1);
}

/// [proves: kb 28-dummies]
#[test]
fn inchon_s_dummies_keep_away_from_the_enemy() {
    let mut board = start("inchon", &[]);
    board.place_all();
    board.place_units();
    let hexes = board.choices("dummy");
    assert!(hexes.contains("0208"), "with the 226th it may be next to the Marines");
    assert!(!hexes.contains("0309"), "alone next to 0209 it may not");
    assert!(hexes.contains("0308"), "the next hex is far enough");
    assert!(hexes.contains("0804"));
}

/// Choices of hexes at set-up. [proves: kb 3.0]
#[test]
fn depots_and_tanks_have_their_choice() {
    let board = north_koreans_turn();
    let plain = |id: &str| -> std::collections::BTreeSet<String> {
        board
            .choices(&format!("place {id}"))
            .iter()
            .map(|t| t.split(' ').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(plain("nk-dep-a"), set(&["3706", "3710"]));
    assert_eq!(plain("nk-dep-b"), set(&["3701", "2501"]));
    assert_eq!(plain("nk-dep-c"), set(&["3721", "0301"]));
    assert_eq!(board.where_is("nk-6").as_deref(), Some("0303"), "who has no choice stands there already");
}

/// Set-up ends only when everything is placed. [proves: kb 3.0]
#[test]
fn set_up_is_complete_before_play() {
    let mut board = start("pusan", &[]);
    assert!(!board.offers("done"), "the headquarters are still to be placed");
    board.place_all();
    assert!(!board.offers("done"));
}

/// [proves: kb 29-ch-setup]
#[test]
fn chinese_regiments_start_within_their_distance() {
    let mut board = start("chosin", &[]);
    board.place_all();
    board.form_up(&[]);
    let hexes = board.choices("place cn-172");
    assert_eq!(hexes, set(&["1010", "1011", "1110", "1111", "1112", "1210", "1211"]), "within one of 1111");
    let eighty = board.choices("place cn-238");
    assert!(
        eighty.contains("0707") && eighty.contains("0506") && eighty.contains("0305"),
        "within two of 0506"
    );
    assert!(!eighty.contains("0706"), "31/7 stands there");
    assert!(!eighty.contains("0806"));
    let hq: std::collections::BTreeSet<String> = board.choices("place cn-hq-20");
    assert_eq!(hq, set(&["0611", "0912"]));
}

/// Forms come before anything else. [proves: kb 29-ch-setup]
#[test]
fn the_form_of_every_division_is_settled_first() {
    let mut board = start("chosin", &[]);
    board.place_all();
    board.refuses("done", "kb 29-ch-setup", "settled first");
    board.refuses("place cn-hq-20 0611", "kb 29-ch-setup", "settled first");
}

/// K71 [proves: kb 29-ch-setup]
#[test]
fn each_division_counter_costs_a_marker() {
    let mut board = start("chosin", &[]);
    board.place_all();
    board.form_up(&["cn-59", "cn-79"]);
    board.place_all();
    assert_eq!(board.where_is("cn-59").as_deref(), Some("0912"));
    assert_eq!(board.where_is("cn-79").as_deref(), Some("0408"));
    assert_eq!(board.where_is("cn-175"), None);
    assert_eq!(board.hand("cn").len(), 6 - 2);
}

/// The 58th as a counter makes the 60th one, not the reverse. [proves: kb 29-ch-setup]
#[test]
fn the_fifty_eighth_takes_the_sixtieth_along() {
    let start = || {
        let mut board = start("chosin", &[]);
        board.place_all();
        board
    };
    let placed = |mut board: Board| {
        board.place_all();
        board
    };
    let mut both = start();
    both.form_up(&["cn-58"]);
    let both = placed(both);
    assert_eq!(both.where_is("cn-58").as_deref(), Some("1112"));
    assert_eq!(both.where_is("cn-178"), None, "the 60th enters whole on turn 5");
    assert_eq!(both.fate("cn-60"), "waiting");
    let mut alone = start();
    alone.form_up(&["cn-60"]);
    let alone = placed(alone);
    assert!(alone.where_is("cn-172").is_some(), "the 58th may still be regiments");
    assert_eq!(alone.where_is("cn-178"), None);
}

/// The three maps and their numbering. [proves: kb 2.1]
#[test]
fn three_maps_with_odd_columns_higher() {
    for scenario in SCENARIOS {
        assert!(engine::sheet_of(rules(), scenario).map.contains(scenario), "{scenario}");
    }
    let reach = crate::common::pusan().player("un").unit("us-9-2", "1310").load().reach("us-9-2");
    assert!(
        reach.contains_key("1210") && reach.contains_key("1209"),
        "an odd column touches the row above in its neighbours"
    );
    assert!(!reach.contains_key("1211") || reach["1211"] != reach["1210"] || reach.contains_key("1311"));
}

/// Names, sizes and values as listed. [proves: kb 2.0, kb 2.3, kb 3.0]
#[test]
fn the_counters() {
    let sheet = engine::sheet_of(rules(), "pusan");
    let piece = |id: &str| sheet.pieces.iter().find(|p| p.id == id).unwrap_or_else(|| panic!("{id}")).clone();
    let tank = piece("us-89");
    assert_eq!(
        (tank.front.as_str(), tank.back.as_deref(), tank.size.as_str()),
        ("3-2-8", Some("2-1-8"), "battalion")
    );
    let division = piece("nk-8");
    assert_eq!(
        (division.front.as_str(), division.back.as_deref(), division.size.as_str()),
        ("11-10-3", Some("6-6-3"), "division")
    );
    assert_eq!(
        piece("us-5-1c").size,
        "regiment",
        "5/1C is a regiment of a division, whatever the label says"
    );
    assert_eq!(piece("cw-27").size, "brigade");
    assert_eq!(piece("nk-766").back, None, "a flag on the reverse");
    assert_eq!(piece("rok-17").back.as_deref(), Some("2-3-3"));
}

/// [proves: kb 2.4]
#[test]
fn the_calendar_follows_the_scale() {
    for (scenario, first, last) in [
        ("pusan", "5-6 August", "14-15 September"),
        ("inchon", "16 September", "29 September"),
        ("chosin", "27 November", "10 December"),
    ] {
        let mut board = historical(scenario, &[]);
        let label = |b: &Board| {
            let english = engine::Catalogue::default();
            engine::moment_in(rules(), b.state(), &english).label.into_owned()
        };
        assert!(label(&board).contains(first), "{}", label(&board));
        let turns = board.info().scenario(scenario).unwrap().turns;
        let second = if scenario == "inchon" { "nk" } else { "un" };
        board.until(turns, second, "Movement");
        assert!(label(&board).contains(last), "{}", label(&board));
    }
}

/// Whoever is still to be placed keeps a hex: small units take no place that a large one needs. [proves: kb 3.0, kb 20.0-stacking]
#[test]
fn nobody_is_left_out_at_inchon() {
    let mut board = start("inchon", &[]);
    board.place_all();
    let mut refused = Vec::new();
    for (unit, hex) in [
        ("nk-18at", "1406"),
        ("nk-42-3", "1106"),
        ("nk-36-11", "1106"),
        ("nk-31", "1205"),
        ("nk-seoul", "1206"),
        ("nk-18-1", "1305"),
        ("nk-18-22", "1306"),
        ("nk-10rr", "1405"),
    ] {
        let text = format!("place {unit} {hex}");
        if board.offers(&text) {
            board.act(&text);
        } else {
            board.refuses(&text, "kb 3.0", "would then find no place");
            refused.push(unit);
        }
    }
    assert!(!refused.is_empty(), "somebody would be left out otherwise");
    board.place_units();
    board.act("done");
    let units = board.position()["units"].as_object().unwrap().clone();
    for id in [
        "nk-dep-a", "nk-dep-b", "nk-dep-c", "nk-31", "nk-seoul", "nk-18-1", "nk-18-22", "nk-10rr", "nk-19aa",
        "nk-18at",
    ] {
        assert!(units.get(id).is_some_and(|u| u.get("at").is_some()), "{id} has a hex");
    }
}

/// The enemy learns where counters lie face down when all are set up, by their hexes: the order of placing would tell the
/// dummies. The historical set-up puts the dummies where the lot falls. [proves: kb 16.0, kb hidden-knowledge]
#[test]
fn placing_does_not_tell_the_dummies() {
    let mut board = start("inchon", &[]);
    board.place_all();
    let un = rules().info().seat("un").unwrap();
    let heard = |board: &Board| -> Vec<String> {
        let lines = board.play().lines().filter(|l| l.audience.contains(un));
        lines.map(|l| engine::read(rules(), board.state(), engine::SeatSet::one(un), l.text)).collect()
    };
    board.act("place nk-107 0805 hidden");
    assert_eq!(heard(&board), Vec::<String>::new(), "not a word to the United Nations");
    assert!(board.said("107th") || board.said("is placed face down in 0805"));
    let view = board.position_for(un);
    assert!(view.get("face_down").is_none(), "nor a counter on the map: {view}");
    board.act("setup default");
    let lines: Vec<String> = heard(&board).into_iter().filter(|l| l.starts_with("A counter lies")).collect();
    let mut sorted = lines.clone();
    sorted.sort();
    assert!(lines.len() > 5 && lines == sorted, "told by their hexes: {lines:?}");
    let dummies = |seed: u64| -> Vec<Option<String>> {
        let mut board = start("pusan", &[]);
        board.seed(seed).acts(&["setup default", "setup default"]);
        (1..=5).map(|i| board.where_is(&format!("nk-dummy-{i}"))).collect()
    };
    assert_ne!(dummies(1), dummies(2), "the lot decides");
    assert!(dummies(3).iter().all(Option::is_some), "all five");
}
