//! Hidden units and dummies (16.0).

use crate::common::{Battle, inchon, pusan, set, start};
use engine::{SeatSet, View};
use serde_json::json;

/// A UN regiment next to something face down.
fn ambush(id: &str) -> crate::common::Setup {
    pusan().player("un").phase("attack").unit("us-21-24", "1105").hidden(id, "1005").hand("un", &[3])
}

/// K48 [proves: kb hidden-dummy-revealed, kb 16.0-dummies, kb 7.9]
#[test]
fn an_attack_on_a_dummy_ends_at_once() {
    let mut board = ambush("nk-dummy-1").load();
    board.attack("1005", &["us-21-24"]);
    assert_ne!(board.where_is("nk-dummy-1").as_deref(), Some("1005"), "the dummy is removed");
    assert_eq!(board.hand("un"), vec![3], "no support is spent");
    assert!(board.play().dice().drawn().is_empty(), "no die is rolled");
    assert!(board.choices("advance").is_empty());
    assert!(board.play().is_final(), "what has been seen cannot be undone");
    assert_eq!(board.field("us-21-24", "attacked"), json!(true));
}

/// K49 [proves: kb hidden-mixed, kb hidden-real, kb hidden-revealed]
#[test]
fn a_dummy_beside_a_real_unit_goes_and_the_attack_goes_on() {
    let mut board = ambush("nk-dummy-1").hidden("nk-2div-4", "1005").load();
    board.dice(&[1]).attack("1005", &["us-21-24"]);
    assert_ne!(board.where_is("nk-dummy-1").as_deref(), Some("1005"));
    assert_eq!(
        board.where_is("nk-2div-4").as_deref(),
        Some("1005"),
        "a real unit is revealed, not eliminated"
    );
    assert!(!board.is_hidden("nk-2div-4"));
    board.quietly();
    assert_eq!(board.result(), "Ex", "2 against 3 in clear is -1: column 5, die 1");
}

/// K50 [proves: kb hidden-zoc, kb 20.0-zoc]
#[test]
fn every_face_down_counter_has_a_zone_until_it_is_revealed() {
    let base = || inchon().turn(3).player("un").unit("usmc-5", "0508");
    let reach = |setup: crate::common::Setup| setup.load().reach("usmc-5");
    assert_eq!(
        reach(base().hidden("nk-877", "0708"))["0707"],
        "2",
        "a hidden battalion stops the Marines at 0607: the long way round"
    );
    assert_eq!(reach(base().unit("nk-877", "0708"))["0707"], "1 1/2", "once revealed it does not");
    assert_eq!(reach(base().hidden("nk-dummy-2", "0708"))["0707"], "2", "nor does a dummy differ");
}

/// [proves: kb hidden-revealed]
#[test]
fn a_hidden_unit_that_attacks_shows_itself() {
    let mut board = pusan().phase("attack").hidden("nk-2div-4", "1005").unit("us-21-24", "1105").load();
    board.battle("1105", &["nk-2div-4"], 4);
    assert!(!board.is_hidden("nk-2div-4"));
}

/// A bombarded dummy: the first marker is spent, nothing is rolled. [proves: kb hidden-dummy-revealed]
#[test]
fn a_bombarded_dummy_costs_the_first_marker() {
    let mut board = pusan()
        .player("un")
        .phase("combat")
        .unit("us-hq-24", "1007")
        .hidden("nk-dummy-1", "1005")
        .hand("un", &[3, 4])
        .load();
    board.act("bombard 1005 +4");
    assert_ne!(board.where_is("nk-dummy-1").as_deref(), Some("1005"));
    assert_eq!(board.hand("un"), vec![3]);
    assert!(board.play().dice().drawn().is_empty());
}

/// A bombarded hidden unit is revealed. [proves: kb hidden-revealed, kb 16.0]
#[test]
fn bombardment_reveals() {
    let mut board = pusan()
        .player("un")
        .phase("combat")
        .unit("us-hq-24", "1007")
        .hidden("nk-2div-4", "1005")
        .hand("un", &[4])
        .load();
    board.dice(&[5]).act("bombard 1005 +4").quietly();
    assert!(!board.is_hidden("nk-2div-4"));
}

/// [proves: kb hidden-movement]
#[test]
fn hidden_units_move_hidden_with_their_own_allowance() {
    let mut board =
        pusan().hidden("nk-dummy-1", "1203").hidden("nk-hq-1", "2502").hidden("nk-766", "3418").load();
    let farthest = |id: &str| board.reach(id).into_values().map(|c| halves(&c)).max().unwrap();
    assert_eq!(farthest("nk-dummy-1"), 8, "a dummy moves four");
    assert_eq!(farthest("nk-hq-1"), 6, "a headquarters its own three");
    board.go("nk-dummy-1", "1202");
    assert!(board.is_hidden("nk-dummy-1"));
}

fn halves(cost: &str) -> u32 {
    let half = u32::from(cost.ends_with("1/2"));
    cost.trim_end_matches("1/2").trim().parse::<u32>().unwrap_or(0) * 2 + half
}

/// Hidden units are leg units whatever they are: they stop in enemy zones. [proves: kb hidden-movement]
#[test]
fn dummies_obey_the_leg_rules() {
    let reach = |setup: crate::common::Setup| setup.hidden("nk-dummy-1", "1007").load().reach("nk-dummy-1");
    assert_eq!(reach(pusan())["1207"], "1 1/2");
    assert_eq!(reach(pusan().unit("us-21-24", "1206")).get("1207"), None, "it stops in 1107");
}

/// [proves: kb hidden-stacking]
#[test]
fn a_dummy_stacks_as_a_battalion() {
    let with_division = pusan().hidden("nk-dummy-1", "1203").unit("nk-4", "1202").load().reach("nk-dummy-1");
    assert!(with_division.contains_key("1202"));
    let third = pusan().hidden("nk-dummy-1", "1203").unit("nk-4", "1202").unit("nk-hq-1", "1202").load();
    assert_eq!(third.reach("nk-dummy-1").get("1202"), None, "two units to a hex");
}

/// K78 [proves: kb hidden-never, kb 16.0, kb 27-victory]
#[test]
fn a_dummy_in_taegu_captures_nothing() {
    let position = |id: &str| {
        pusan().turn(21).hidden(id, "1907").off("left", &["usmc-5", "rok-17"]).unit("us-cadre", "0216").load()
    };
    let mut dummy = position("nk-dummy-1");
    dummy.go("nk-dummy-1", "1908");
    assert_eq!(dummy.points().1, 0);
    assert_eq!(dummy.finish().points[1], 0);
    let mut hidden = position("nk-766");
    hidden.go("nk-766", "1908");
    assert_eq!(
        hidden.points().1,
        0,
        "the score would betray a face-down unit: it counts when it is turned up"
    );
    assert_eq!(hidden.finish().points[1], 10, "at the end at the latest");
    let mut open = pusan().turn(20).unit("nk-766", "1907").unit("us-cadre", "0216").load();
    open.go("nk-766", "1908");
    assert_eq!(open.points().1, 10, "a unit face up takes Taegu at once");
}

/// [proves: kb hidden-never]
#[test]
fn a_dummy_never_attacks() {
    let board = pusan().phase("attack").hidden("nk-dummy-1", "1005").unit("us-21-24", "1105").load();
    assert!(!board.offers("attack 1105"));
    let mut pair = pusan()
        .phase("attack")
        .hidden("nk-dummy-1", "1005")
        .unit("nk-4", "1104")
        .unit("us-21-24", "1105")
        .load();
    pair.act("attack 1105");
    assert_eq!(pair.choices("add"), set(&["nk-4"]));
}

/// Friendly fire never falls on a dummy. [proves: kb hidden-never]
#[test]
fn friendly_fire_spares_dummies() {
    let mut board = pusan()
        .phase("combat")
        .unit("nk-hq-2", "3710")
        .unit("rok-8", "3510")
        .hidden("nk-dummy-1", "3609")
        .hand("nk", &[4])
        .load();
    // 4 against 8 in a town: column 1, die 3: (A).
    board.dice(&[3]).act("bombard 3510 +4").quietly();
    assert_eq!(board.step("nk-hq-2"), 2, "the headquarters two hexes away");
    assert_eq!(board.where_is("nk-dummy-1").as_deref(), Some("3609"));
}

/// [proves: kb hidden-who, kb 16.0]
#[test]
fn only_north_korean_leg_units_below_division_hide() {
    for id in ["nk-4", "nk-109", "nk-83", "us-9-2"] {
        let error = pusan().hidden(id, "1203").refused();
        assert!(error.contains(id), "{error}");
    }
    for id in ["nk-766", "nk-hq-1", "nk-dep-b", "nk-2div-4"] {
        assert!(pusan().hidden(id, "1203").load().is_hidden(id));
    }
    let error = inchon().hidden("nk-42-1", "0708").refused();
    assert!(error.contains("nk-42-1"), "{error}");
}

/// [proves: kb hidden-setup, kb 16.0]
#[test]
fn face_down_counters_are_not_set_up_in_adjacent_hexes() {
    let mut board = start("inchon", &[]);
    board.place_all();
    board.act("place nk-107 0805 hidden");
    assert!(!board.offers("place nk-877 0906 hidden"), "0906 is next to 0805");
    assert!(board.offers("place nk-877 0906"));
    let refusal = board.refusal("place nk-877 0906 hidden");
    assert_eq!(refusal.rule, "kb hidden-setup");
    board.act("place nk-dep-b 1211 hidden");
    assert_eq!(board.where_is("nk-42-2").as_deref(), Some("1211"), "in one hex with the tanks");
}

/// What the UN sees of a face-down counter. [proves: kb hidden-knowledge, kb 16.0]
#[test]
fn the_enemy_cannot_tell_what_is_face_down() {
    let view = |id: &str| {
        let swapped = if id == "nk-dummy-1" { "nk-766" } else { "nk-dummy-1" };
        let base = pusan()
            .player("un")
            .hidden("nk-hq-1", "2502")
            .hidden("nk-2div-4", "3002")
            .unit("us-21-24", "1105");
        let board = base.hidden(id, "1005").hidden(swapped, "3418").load();
        let un = board.info().seat("un").unwrap();
        let seen = View::of(crate::common::rules(), board.state(), SeatSet::one(un));
        let scene = serde_json::to_string(&engine::scene_of(crate::common::rules(), &seen)).unwrap();
        (board.position_for(un).to_string(), scene, board.options())
    };
    let dummy = view("nk-dummy-1");
    let real = view("nk-766");
    assert_eq!(real.0, dummy.0, "position");
    assert_eq!(real.1, dummy.1, "scene");
    assert_eq!(real.2, dummy.2, "what can be done");
}

/// A retreat or a loss turns a hidden unit up. [proves: kb hidden-revealed]
#[test]
fn a_hidden_unit_hit_by_friendly_fire_shows_itself() {
    let mut board = pusan()
        .phase("combat")
        .unit("nk-hq-2", "3710")
        .unit("rok-8", "3510")
        .hidden("nk-dep-b", "3610")
        .hand("nk", &[4])
        .load();
    board.dice(&[3]).act("bombard 3510 +4").quietly();
    assert_eq!(board.step("nk-dep-b"), 2);
    assert!(!board.is_hidden("nk-dep-b"));
}

/// A hidden unit does not betray a UN line of supply either way: it blocks like a real one. [proves: kb 10.0]
#[test]
fn face_down_counters_block_supply() {
    let cut = |id: &str| {
        let setup = pusan().player("un").unit("us-9-2", "2309");
        setup.hidden(id, "2410").load().supplied("us-9-2")
    };
    assert!(!cut("nk-dummy-1"));
    assert!(!cut("nk-2div-4"));
}

/// Face-down counters are numbered by their hexes: the number of one tells nothing but that. [proves: kb hidden-knowledge]
#[test]
fn counters_are_numbered_by_their_hexes() {
    for seed in 1..=6 {
        let mut board = start("inchon", &[]);
        board.seed(seed).place_all().place_all();
        let position = board.position();
        let units = position["units"].as_object().expect("units");
        let mut counters: Vec<(&str, u64)> = units
            .values()
            .filter(|unit| unit["hidden"] == true)
            .map(|unit| (unit["at"].as_str().expect("a hex"), unit["counter"].as_u64().expect("a number")))
            .collect();
        assert!(counters.len() > 2, "{counters:?}");
        counters.sort_by_key(|&(_, number)| number);
        assert!(counters.is_sorted_by_key(|&(hex, _)| hex), "{counters:?}");
    }
}

/// Two face-down counters in one hex are numbered by lot. [proves: kb hidden-knowledge]
#[test]
fn two_counters_in_one_hex_are_numbered_by_lot() {
    let mut orders = std::collections::BTreeSet::new();
    for seed in 1..=24 {
        let mut board = start("inchon", &[]);
        board.seed(seed).place_all().place_all();
        let position = board.position();
        let units = position["units"].as_object().expect("units");
        let down: Vec<_> = units.iter().filter(|(_, unit)| unit["hidden"] == true).collect();
        for (k, (id, one)) in down.iter().enumerate() {
            let beside = down[k + 1..].iter().filter(|(_, other)| other["at"] == one["at"]);
            orders.extend(beside.map(|(other, two)| {
                let first = one["counter"].as_u64() < two["counter"].as_u64();
                (id.to_string(), other.to_string(), first)
            }));
        }
    }
    let both = orders.iter().any(|(a, b, first)| *first && orders.contains(&(a.clone(), b.clone(), false)));
    assert!(both, "{orders:?}");
}
