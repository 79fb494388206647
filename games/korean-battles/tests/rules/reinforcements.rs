//! Reinforcements and withdrawals (26.0, 27, 28, 29).

use crate::common::{Battle, Board, chosin, historical, inchon, pusan, set};

/// K07 [proves: kb 26.0-blocked]
#[test]
fn a_blocked_entry_hex_moves_aside_and_then_widens() {
    let position = chosin().turn(9).player("un").unit("cn-172", "1903").off("due", &["us-32-7"]);
    let board = position.load();
    assert!(board.choices("enter us-32-7").is_empty(), "1902 and 1904 are next to the enemy in 1903");
    // A battalion-like blocker has no zone: a headquarters in the hex itself.
    let mut aside = chosin().turn(9).player("un").unit("cn-hq-20", "1903").off("due", &["us-32-7"]).load();
    assert_eq!(aside.choices("enter us-32-7"), set(&["1902", "1904"]));
    aside.until(10, "un", "Movement");
    assert_eq!(
        aside.choices("enter us-32-7"),
        set(&["1902", "1904"]),
        "it could have entered on the turn before, so nothing widens"
    );
    let mut widened = position.load();
    widened.until(10, "un", "Movement");
    assert_eq!(
        widened.choices("enter us-32-7"),
        set(&["1906", "1905", "1901", "1801", "1701", "1601"]),
        "within three of 1903, less the hex itself and those next to the enemy"
    );
}

/// K08 [proves: kb 26.0-cost, kb 5.2.1]
#[test]
fn the_second_division_lands_at_pusan() {
    let mut board = pusan().player("un").off("due", &["us-hq-2", "us-23-2", "us-89"]).load();
    for (id, last, beyond) in
        [("us-hq-2", "0813", "0812"), ("us-23-2", "0814", "0813"), ("us-89", "1311", "1410")]
    {
        board.act(&format!("enter {id} 0216"));
        let reach = board.reach_now();
        assert!(reach.contains_key(last), "{id} reaches {last}");
        assert!(!reach.contains_key(beyond), "{id} does not reach {beyond}");
        board.act(&format!("to {last}"));
        assert_eq!(board.where_is(id).as_deref(), Some(last));
    }
}

/// The n-th unit pays n times, each costs what is left. [proves: kb 26.0-cost]
#[test]
fn the_third_unit_pays_three_times() {
    let board = |first: &[&str]| {
        let mut board = pusan().player("un").off("due", &["us-6", "us-70", "us-73"]).load();
        for id in first {
            board.act(&format!("enter {id} 0216")).act("to 0415");
        }
        board
    };
    let reach = |before: &[&str], id: &str| {
        let mut board = board(before);
        board.act(&format!("enter {id} 0216"));
        board.reach_now().len()
    };
    assert!(reach(&[], "us-6") > reach(&["us-70"], "us-6"));
}

/// K64 [proves: kb 26.0-blocked, kb 29-optional]
#[test]
fn an_enemy_beside_the_exit_road() {
    let mut board = chosin().turn(7).player("un").unit("cn-172", "1802").off("due", &["us-32-7"]).load();
    assert_eq!(board.choices("enter us-32-7"), set(&["1904"]), "1903 and 1902 are in the enemy zone");
    assert!(board.offers("pass"), "or it waits");
    board.act("enter us-32-7 1904");
    let reach = board.reach_now();
    assert_eq!(reach["1905"], "2", "one point for 1904 without its road, and one for the next hex");
}

/// An entry hex in an enemy zone is open if a friend stands in it. [proves: kb 26.0-blocked]
#[test]
fn a_friend_keeps_the_port_open() {
    let position = pusan().turn(2).player("un").unit("nk-2div-4", "0317").off("due", &["us-6"]);
    let open = position.clone().unit("us-cadre", "0216").load();
    assert!(open.choices("enter us-6").contains("0216"));
    let closed = position.load();
    assert!(!closed.choices("enter us-6").contains("0216"));
}

/// K65 [proves: kb 28-187]
#[test]
fn the_airborne_regiment_lands_at_kimpo() {
    let due = |setup: crate::common::Setup| setup.off("due", &["us-187"]).load();
    let base = || inchon().turn(9).player("un").unit("usmc-5", "0706");
    let held = base().field("control", serde_json::json!({ "un": ["0805"] }));
    let mut board = due(held.clone());
    assert_eq!(board.choices("enter us-187"), set(&["0805"]));
    board.act("enter us-187 0805");
    assert_eq!(board.reach_now()["0806"], "1 1/2", "half a point for entering");
    board.act("stay");
    assert_eq!(board.where_is("us-187").as_deref(), Some("0805"));
    assert!(due(base()).choices("enter us-187").is_empty(), "North Korea still holds the field");
    assert!(
        due(held.clone().unit("us-mar", "0805")).choices("enter us-187").is_empty(),
        "not while a unit is there"
    );
    assert!(due(held.unit("nk-31", "0905")).choices("enter us-187").is_empty(), "nor in an enemy zone");
}

/// Reinforcements arrive in their turn at their hex. [proves: kb 3.0, kb 4.1-support, kb 4.1-movement]
#[test]
fn arrivals_follow_the_track() {
    let mut board = historical("pusan", &[]);
    assert_eq!(board.choices("enter nk-10"), set(&["2501"]));
    assert_eq!(board.choices("enter nk-dep-d").len(), 6, "any supply hex");
    assert!(board.choices("enter nk-7").is_empty(), "turn 6");
    board.until(1, "un", "Movement");
    assert_eq!(board.choices("enter us-89"), set(&["0216"]));
    assert!(board.choices("enter us-6").is_empty());
    board.until(2, "un", "Movement");
    assert!(board.offers("enter us-6 0216"), "turn 2");
    assert!(board.offers("enter us-89 0216"), "and who has not entered yet");
    board.act("enter us-6 0216").act("stay");
    assert_eq!(board.field("us-6", "moved"), serde_json::json!(true), "entering counts as moving");
    board.until(6, "nk", "Movement");
    assert_eq!(board.choices("enter nk-9"), set(&["1201"]));
    board.act("enter nk-9 1201").act("stay");
    assert_eq!(board.step("nk-9"), 2, "depleted");
}

/// [proves: kb 29-arrivals]
#[test]
fn the_commando_and_the_tanks_choose_their_road() {
    let mut board = historical("chosin", &[]);
    board.until(1, "un", "Movement");
    for id in ["cw-41", "us-mar"] {
        assert_eq!(board.choices(&format!("enter {id}")), set(&["1903", "1909"]), "{id}");
    }
    board.act("enter cw-41 1909");
    board.act("stay");
    assert!(board.offers("enter us-mar 1903"), "each separately");
    assert!(board.choices("enter us-65-3").is_empty());
}

/// [proves: kb 29-optional]
#[test]
fn optional_regiments_cost_points_when_they_enter() {
    let mut board = historical("chosin", &[]);
    board.until(7, "un", "Movement");
    assert!(board.offers("enter us-32-7 1903") && board.offers("enter us-15-3 1903"));
    let before = board.points().1;
    board.act("enter us-32-7 1903").act("stay");
    assert_eq!(board.points().1 - before, 4 + 2, "4 for entering, and 2 as a unit on the map");
    let mut late = historical("chosin", &[]);
    late.until(10, "un", "Movement");
    assert!(late.offers("enter us-15-3 1903"), "any later turn, and nobody must");
}

/// K77 [proves: kb 26.0-cost, kb 29-ch-arrivals]
#[test]
fn the_twenty_sixth_army_enters_in_column() {
    let units = ["cn-hq-26", "cn-226", "cn-227", "cn-228", "cn-229", "cn-230", "cn-231"];
    let mut board = chosin().turn(12).off("due", &units).load();
    for (n, id) in units.iter().enumerate() {
        assert!(board.offers(&format!("enter {id} 0107")), "{id} pays {} halves", n + 1);
        board.act(&format!("enter {id} 0107"));
        let to: Vec<String> = board.choices("to").into_iter().collect();
        match to.last() {
            Some(hex) => board.act(&format!("to {hex}")),
            None => board.act("stay"),
        };
    }
    assert!(units.iter().all(|id| board.where_is(id).is_some()));
}

/// On the headquarters of the 27th Army, or at 0107 when it is dead. [proves: kb 29-ch-arrivals]
#[test]
fn the_eighty_first_joins_its_headquarters() {
    let mut board = chosin().turn(3).unit("cn-hq-27", "0407").off("due", &["cn-242", "cn-243"]).load();
    assert_eq!(board.choices("enter cn-242"), set(&["0407"]));
    board.act("enter cn-242 0407");
    assert_eq!(board.reach_now()["0408"], "2", "one point for the first, one for the trail");
    board.act("stay");
    let dead = chosin().turn(3).off("dead", &["cn-hq-27"]).off("due", &["cn-242", "cn-243"]).load();
    assert_eq!(dead.choices("enter cn-242"), set(&["0107"]));
}

/// On turn 4 a regiment of the 58th and one of the 60th are placed around 1111. [proves: kb 29-ch-arrivals]
#[test]
fn late_regiments_appear_around_the_plateau() {
    let mut board = historical("chosin", &[]);
    board.until(4, "cn", "Movement");
    let hexes = board.choices("enter cn-174");
    assert!(!hexes.is_empty());
    assert!(
        hexes.iter().all(|h| ["1010", "1011", "1110", "1111", "1112", "1210", "1211"].contains(&h.as_str())),
        "{hexes:?}"
    );
    let hex = hexes.first().unwrap().clone();
    board.act(&format!("enter cn-174 {hex}"));
    assert!(
        board.reach_now().values().any(|c| c == "4"),
        "placed, and free to move with the whole allowance"
    );
}

/// K72 [proves: kb 21.0]
#[test]
fn acceleration_brings_the_army_early_and_costs_two_markers() {
    let pool = |b: &Board, side: &str| -> u64 {
        let position = b.position();
        let stock = position["stock"][side].as_array();
        stock.map_or(12, |counts| counts.iter().filter_map(serde_json::Value::as_u64).sum())
    };
    let mut fast = historical("chosin", &[("acceleration", "on")]);
    fast.until(9, "cn", "Movement");
    for id in ["cn-hq-26", "cn-226", "cn-229"] {
        assert_eq!(fast.choices(&format!("enter {id}")), set(&["0107"]), "{id}");
    }
    assert_eq!(pool(&fast, "cn"), 10, "two markers left the pool before the draw");
    assert!(fast.choices("enter cn-232").is_empty());
    fast.until(11, "cn", "Movement");
    assert!(fast.offers("enter cn-232 0107") && fast.offers("enter cn-262 0107"), "78th and 88th");
    let mut slow = historical("chosin", &[]);
    slow.until(9, "cn", "Movement");
    assert!(slow.choices("enter cn-hq-26").is_empty());
    assert_eq!(pool(&slow, "cn"), 12);
    slow.until(12, "cn", "Movement");
    assert!(slow.offers("enter cn-hq-26 0107"));
    assert!(slow.choices("enter cn-232").is_empty(), "without acceleration the 78th never comes");
}

/// K62 [proves: kb 27-withdrawals]
#[test]
fn an_overdue_regiment_costs_three_points_a_turn() {
    let mut board = pusan().turn(16).player("un").unit("usmc-5", "0509").off("left", &["rok-17"]).load();
    assert!(board.offers("withdraw usmc-5"), "due on 16");
    board.until(17, "un", "Movement");
    assert_eq!(board.points().1, 0, "nothing for the turn it is due");
    board.until(18, "un", "Movement");
    board.act("withdraw usmc-5");
    assert_eq!(board.where_is("usmc-5"), None);
    assert_eq!(board.fate("usmc-5"), "left");
    board.until(19, "un", "Movement");
    assert_eq!(board.points().1, 3, "the end of turn 17 only");
}

/// Withdrawal needs a line of supply and its turn. [proves: kb 27-withdrawals]
#[test]
fn only_a_supplied_unit_leaves_and_not_before_its_turn() {
    let early = pusan().turn(15).player("un").unit("usmc-5", "0509").load();
    assert!(!early.offers("withdraw usmc-5"));
    let cut = pusan().turn(16).player("un").unit("usmc-5", "2104").load();
    assert!(!cut.offers("withdraw usmc-5"), "west of the Naktong");
    let rok = pusan().turn(20).player("un").unit("rok-17", "0509").load();
    assert!(rok.offers("withdraw rok-17"));
    let mut late = pusan().turn(20).player("un").unit("rok-17", "0509").off("left", &["usmc-5"]).load();
    assert_eq!(late.finish().points[1], 2, "one turn overdue at the end of 21");
}

/// A leg unit that enters at a port in an enemy zone, kept open by a friend, stops there. [proves: kb 26.0-blocked, kb 5.1.1-leg]
#[test]
fn a_leg_reinforcement_stops_in_an_enemy_zone() {
    let position = pusan().turn(8).player("un").unit("us-cadre", "0216").off("due", &["us-38-2"]);
    let mut free = position.load();
    free.act("enter us-38-2 0216");
    assert!(!free.choices("to").is_empty());
    let mut watched = position.unit("nk-2div-4", "0317").load();
    watched.act("enter us-38-2 0216");
    assert!(watched.choices("to").is_empty());
    assert_eq!(
        (watched.where_is("us-38-2").as_deref(), watched.step("us-38-2")),
        (Some("0216"), 2),
        "depleted, and at the port"
    );
}

/// A cadre comes by its own rule, never by an entry hex. [proves: kb 29-army-cadre]
#[test]
fn the_army_cadre_has_no_entry_hex() {
    let base = || chosin().turn(7).player("un").unit("usmc-1", "1206").unit("cn-172", "0107");
    let board = base().off("due", &["us-cadre-b"]).load();
    assert!(board.choices("enter us-cadre-b").is_empty());
    let other = base().off("due", &["us-32-7"]).load();
    assert!(!other.choices("enter us-32-7").is_empty());
}
