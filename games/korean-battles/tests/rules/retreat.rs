//! Retreat, displacement and advance in detail (7.7 to 7.9).

use crate::common::{Battle, chosin, inchon, pusan, set};
use serde_json::json;

/// K34 [proves: kb 7.7-length, kb 7.8, kb retreat-4, kb 6.1]
#[test]
fn a_surrounded_unit_stands_or_dies() {
    let mut board = chosin()
        .turn(2)
        .phase("attack")
        .unit("us-31-7", "0706")
        .unit("cn-238", "0705")
        .unit("cn-239", "0707")
        .unit("cn-240", "0606")
        .unit("cn-241", "0806")
        .load();
    board.battle("0706", &["cn-238", "cn-239", "cn-240", "cn-241"], 1);
    assert_eq!(board.result(), "D2", "+6 on a road in clear: column 9");
    let mut stiff = board.clone();
    stiff.act("stand us-31-7");
    assert_eq!(stiff.step("us-31-7"), 2);
    board.act("retreat");
    assert_eq!(board.fate("us-31-7"), "dead", "0605 and 0805 are in enemy zones");
}

/// The Yongdok coast: 3rd ROK in 3121 with its retreat narrowed to the shore.
fn kanggu(step: u8, marker: u8) -> crate::common::Board {
    let mut board = pusan()
        .phase("attack")
        .weak("rok-3", "3121", step)
        .unit("nk-5", "3220")
        .unit("nk-2div-4", "2919")
        .unit("nk-2div-6", "2720")
        .hand("nk", &[marker])
        .load();
    board.dice(&[1]).attack("3121", &["nk-5"]).act("done").act(&format!("support +{marker}")).quietly();
    assert_eq!(board.result(), "D3");
    board
}

/// K35 [proves: kb 7.7-length, kb retreat-4, kb 7.7-vacant, kb retreat-8]
#[test]
fn a_short_retreat_costs_a_step_in_the_last_hex() {
    let mut board = kanggu(1, 4);
    board.act("retreat");
    assert_eq!((board.where_is("rok-3").as_deref(), board.step("rok-3")), (Some("2921"), 2));
    assert_eq!(board.choices("advance"), set(&["nk-5 3121", "nk-5 3020"]));
}

/// K36 [proves: kb 7.7-length, kb 7.9, kb retreat-8]
#[test]
fn a_short_retreat_of_the_last_step_ends_the_unit_and_opens_its_last_hex() {
    let mut board = kanggu(2, 1);
    board.act("retreat");
    assert_eq!(board.fate("rok-3"), "dead");
    assert_eq!(board.choices("advance"), set(&["nk-5 3121", "nk-5 3020", "nk-5 2921"]));
}

/// K37 [proves: kb 7.7.2, kb retreat-3, kb retreat-2]
#[test]
fn a_friend_in_the_only_last_hex_may_be_displaced() {
    let attacked = || {
        let mut board = pusan()
            .phase("attack")
            .unit("rok-3", "3121")
            .unit("rok-17", "2921")
            .unit("nk-5", "3220")
            .unit("nk-2div-4", "2919")
            .load();
        board.battle("3121", &["nk-5"], 1);
        assert_eq!(board.result(), "D2", "+2 in clear: column 8");
        board
    };
    assert!(attacked().offers("stand rok-3"));
    let mut displaced = attacked();
    displaced.act("retreat");
    assert_eq!(displaced.options(), set(&["displace rok-17 2820", "refuse"]));
    assert!(engine::lay(crate::common::rules(), &displaced.position()).is_ok(), "it can be saved there");
    displaced.act("displace rok-17 2820");
    assert_eq!(
        (displaced.where_is("rok-3").as_deref(), displaced.where_is("rok-17").as_deref()),
        (Some("2921"), Some("2820"))
    );
    assert_eq!(displaced.step("rok-3"), 1);
    // A defender pushed back in the enemy's turn attacks freely in its own.
    displaced.until(1, "un", "Movement").go("rok-17", "2819").act("pass");
    assert!(displaced.offers("attack 2919"));
    let mut refused = attacked();
    refused.acts(&["retreat", "refuse"]);
    assert_eq!((refused.where_is("rok-3").as_deref(), refused.step("rok-3")), (Some("3020"), 2));
    assert_eq!(refused.where_is("rok-17").as_deref(), Some("2921"));
}

/// A friend displaced in its own side's turn may not attack in that turn. [proves: kb 7.7.2]
#[test]
fn a_displaced_unit_does_not_attack_that_turn() {
    let position = pusan()
        .player("un")
        .phase("attack")
        .unit("rok-3", "3121")
        .unit("rok-17", "2921")
        .unit("nk-5", "3220")
        .unit("nk-2div-4", "2919")
        .unit("nk-dep-b", "2720")
        .hand("un", &[4]);
    let mut board = position.load();
    // 6 + 4 against 10 in a town: 0 is column 4, die 2: A2.
    board.dice(&[2]).attack("3220", &["rok-3"]).act("support +4").quietly();
    assert_eq!(board.result(), "A2");
    board.acts(&["retreat", "displace rok-17 2820"]);
    assert_eq!(board.field("rok-17", "retreated"), json!(true));
    assert!(
        !board.offers("attack 2720"),
        "the depot is next to 2820, but the displaced regiment may not attack"
    );
    let control = position.without("rok-17").unit("rok-17", "2820").load();
    assert!(control.offers("attack 2720"));
}

/// A hidden friend that is displaced retreats, and so is turned up. [proves: kb hidden-revealed, kb 7.7.2]
#[test]
fn a_hidden_friend_that_makes_room_shows_itself() {
    let mut board = pusan()
        .player("un")
        .phase("attack")
        .unit("nk-2div-6", "3121")
        .hidden("nk-2div-4", "2921")
        .unit("rok-3", "3220")
        .unit("rok-17", "2919")
        .hand("un", &[3])
        .load();
    board.dice(&[1]).attack("3121", &["rok-3"]).act("support +3").quietly();
    assert_eq!(board.result(), "D2", "half of 6, without supply, and 3 against 3 in clear: +3 is column 8");
    assert!(board.is_hidden("nk-2div-4"));
    board.acts(&["retreat", "displace nk-2div-4 2820"]);
    assert_eq!(board.where_is("nk-2div-4").as_deref(), Some("2820"));
    assert!(!board.is_hidden("nk-2div-4"));
}

/// Vacant hexes must be used when there is such a way. [proves: kb 7.7-vacant, kb retreat-2]
#[test]
fn vacant_hexes_come_first() {
    let position = || {
        pusan()
            .phase("attack")
            .unit("nk-4", "1104")
            .unit("nk-10", "1204")
            .unit("us-21-24", "1105")
            .unit("us-hq-24", "1106")
    };
    let mut board = position().load();
    board.battle("1105", &["nk-4", "nk-10"], 2).act("retreat");
    assert_eq!(
        board.retreat_ends("us-21-24"),
        set(&["0906", "1006"]),
        "only through 1005: a friend stands in 1106"
    );
    // With 1005 in an enemy zone the way through the friend opens.
    let mut through = position().unit("nk-2div-4", "0905").load();
    through.battle("1105", &["nk-4", "nk-10"], 2).act("retreat");
    assert_eq!(through.retreat_ends("us-21-24"), set(&["1006", "1107"]), "past the headquarters");
}

/// Friends in a hex do not lift an enemy zone for a retreat. [proves: kb 7.7-vacant, kb 6.1]
#[test]
fn a_friend_does_not_open_an_enemy_zone_for_retreat() {
    let mut board = pusan()
        .phase("attack")
        .unit("nk-4", "1104")
        .unit("nk-10", "1204")
        .unit("us-21-24", "1105")
        .unit("us-hq-24", "1106")
        .unit("nk-2div-4", "1206")
        .unit("nk-2div-6", "0905")
        .load();
    board.battle("1105", &["nk-4", "nk-10"], 2).act("retreat");
    assert_eq!(board.fate("us-21-24"), "dead", "1106 and 1005 are both in enemy zones");
}

/// Mobile units cannot retreat over the Han, leg units can; an engineer bridge opens it to UN units only.
/// [proves: kb retreat-6]
#[test]
fn the_han_in_retreat() {
    let base = |unit: &str, bridges: serde_json::Value| {
        let mut board = inchon()
            .turn(9)
            .player("nk")
            .phase("attack")
            .unit(unit, "0804")
            .unit("nk-18-1", "0803")
            .unit("nk-18-22", "0904")
            .unit("nk-78", "0905")
            .field("bridges", bridges)
            .hand("nk", &[5])
            .load();
        board.dice(&[1]).attack("0804", &["nk-18-1", "nk-18-22", "nk-78"]).act("support +5").quietly();
        assert!(board.result().starts_with('D'), "{}", board.result());
        board.act("retreat");
        board
    };
    assert_eq!(base("us-mar", json!([])).fate("us-mar"), "dead", "the only way is over the unbridged Han");
    assert_ne!(base("us-mar", json!(["0705/0804"])).fate("us-mar"), "dead");
    assert_ne!(base("us-187", json!([])).fate("us-187"), "dead", "leg units cross");
}

/// Units of one hex retreat one after the other. [proves: kb retreat-5]
#[test]
fn a_stack_retreats_unit_by_unit() {
    let mut board = pusan()
        .phase("attack")
        .unit("nk-4", "1104")
        .unit("nk-10", "1204")
        .unit("us-21-24", "1105")
        .unit("us-hq-24", "1105")
        .load();
    board.battle("1105", &["nk-4", "nk-10"], 2).act("retreat");
    assert_eq!(board.choices("retreat"), set(&["us-21-24", "us-hq-24"]));
    board.acts(&["retreat us-hq-24", "to 1106", "to 1107"]);
    let mut ends = board.clone();
    if ends.offers("retreat us-21-24") {
        ends.act("retreat us-21-24");
    }
    assert!(ends.retreat_ends("us-21-24").contains("0906"), "its own path");
    board = ends;
    board.acts(&["to 1005", "to 0906"]);
    assert_eq!(
        board.choices("advance").iter().filter(|t| t.starts_with("nk-4 ")).count(),
        3,
        "1105 and either path"
    );
}

/// Retreat and advance cost no movement and use no infiltration. [proves: kb 5.1-timing, kb 5.1.2-combat]
#[test]
fn retreat_never_enters_an_enemy_zone_though_movement_might() {
    let mut board = pusan()
        .phase("attack")
        .unit("nk-4", "1104")
        .unit("nk-10", "1204")
        .unit("us-21-24", "1105")
        .unit("nk-2div-4", "1107")
        .load();
    board.battle("1105", &["nk-4", "nk-10"], 2).act("retreat");
    let ends = board.retreat_ends("us-21-24");
    assert_eq!(ends, set(&["0906"]), "1106 and 1006 are in the zone of 1107");
    board.until(1, "un", "Movement");
    assert!(board.offers("move us-21-24"), "it moves freely in its own turn: the retreat was no movement");
}

/// The hexside into the combat hex must be open to the advancing unit. [proves: kb retreat-9]
#[test]
fn tanks_do_not_advance_over_the_han() {
    let mut board = inchon()
        .turn(9)
        .phase("attack")
        .unit("us-mar", "1207")
        .unit("usmc-5", "1107")
        .unit("usmc-1", "1306")
        .unit("nk-seoul", "1206")
        .load();
    board.battle("1206", &["us-mar", "usmc-5", "usmc-1"], 1);
    assert_eq!(board.result(), "D2", "+17 against a city: column 9");
    board.fall_back();
    let advancing = board.choices("advance");
    assert!(advancing.contains("usmc-5 1206") && advancing.contains("usmc-1 1206"));
    assert!(!advancing.iter().any(|t| t.starts_with("us-mar")), "the Han is closed to tanks");
}

/// A bombardment's retreat leads away from the closest enemy. [proves: kb 7.7.1, kb retreat-7]
#[test]
fn a_bombarded_unit_flees_from_the_closest_enemy() {
    let mut board = pusan()
        .player("un")
        .phase("combat")
        .unit("us-hq-24", "1007")
        .weak("nk-dep-b", "1205", 2)
        .unit("us-21-24", "1305")
        .hand("un", &[7, 6])
        .load();
    // 13 against 0 in clear: column 12, die 5: D2.
    board.dice(&[5]).act("bombard 1205 +7").act("support +6").quietly();
    assert_eq!(board.result(), "D2");
    assert_eq!(board.side(), "nk");
    assert!(board.offers("stand nk-dep-b"));
    board.act("retreat");
    let ends = board.retreat_ends("nk-dep-b");
    assert!(!ends.is_empty() && !ends.contains("1305") && !ends.contains("1306"), "{ends:?}");
    for hex in &ends {
        assert!(hex == "dead" || distance(hex, "1305") == 3, "{hex} is two farther from 21/24 than 1205");
    }
    assert!(board.choices("advance").is_empty(), "no advance after a bombardment");
}

/// If every way comes nearer to an enemy the unit may keep its distance and pays a step. [proves: kb 7.7.1, kb retreat-7]
#[test]
fn a_bombarded_unit_between_enemies_pays() {
    let mut board = pusan()
        .player("un")
        .phase("combat")
        .unit("us-hq-1c", "1203")
        .unit("us-hq-2", "1207")
        .unit("us-hq-24", "1004")
        .unit("us-hq-25", "1006")
        .unit("us-89", "1404")
        .unit("us-6", "1406")
        .unit("nk-dep-b", "1205")
        .hand("un", &[7, 6])
        .load();
    board.dice(&[5]).act("bombard 1205 +7").act("support +6").quietly();
    assert_eq!(board.result(), "D2");
    board.act("retreat");
    let ends = board.retreat_ends("nk-dep-b");
    assert!(!ends.is_empty() && ends.iter().all(|hex| distance(hex, "1205") == 2), "{ends:?}");
    while !board.choices("to").is_empty() {
        let hex = board.choices("to").first().unwrap().clone();
        board.act(&format!("to {hex}"));
    }
    assert_eq!(
        board.step("nk-dep-b"),
        2,
        "every first step comes next to one of the six, none of which has a zone"
    );
}

fn distance(a: &str, b: &str) -> i32 {
    let cube = |h: &str| {
        let (c, r): (i32, i32) = (h[..2].parse().unwrap(), h[2..].parse().unwrap());
        let q = c - 1;
        (q, r - 1 - q.div_euclid(2))
    };
    let ((q1, w1), (q2, w2)) = (cube(a), cube(b));
    let (dq, dw) = (q1 - q2, w1 - w2);
    dq.abs().max(dw.abs()).max((dq + dw).abs())
}
