//! Edges of rules that the worked situations pass by: second tries, limits reached exactly, exceptions of exceptions.

use crate::common::{board, event, game, marked, place, supplied, working};
use engine::Rules;
use serde_json::json;

#[test]
fn refugees_close_the_road_off_the_map_too() {
    // [proves: ch 9.1, ch 3.3-15-16]
    let laid = |event: u8| {
        let units = [("nk-2", "6113"), ("us-3-b1", "2017")];
        let mut table =
            board("com-movement").units(&units).event(event).set("/spent", json!({ "nk-2": 11 })).lay();
        table.act("move nk-2");
        table
    };
    assert!(laid(255).offers("exit"), "half a point by road");
    laid(event::REFUGEES).refuses("exit", "ch 9.1", "too few");
}

#[test]
fn a_chain_of_headquarters_is_twice_as_long_along_a_road() {
    // [proves: ch 20.311, ch 20.32]
    let units = [
        ("us-1m-hq", "1618"),
        ("us-7-hq", "1323"),
        ("us-3-b1", "1321"),
        ("c-172-58", "1217"),
        ("c-173-58", "1220"),
        ("c-174-58", "1818"),
        ("c-175-59", "0920"),
    ];
    let west = ("us-3-b2", "1423");
    let table = board("un-movement").units(&units).units(&[west]).lay();
    assert!(supplied(&table, "us-7-hq"), "six road hexes to the headquarters at Hagaru-ri");
    assert!(supplied(&table, "us-3-b2"), "and it serves others in its turn");
    let others: Vec<_> = units.into_iter().filter(|(unit, _)| *unit != "us-7-hq").collect();
    let table = board("un-movement").units(&others).units(&[west]).lay();
    assert!(!supplied(&table, "us-3-b2"), "Hagaru-ri itself is too far");
    let table = board("un-movement").units(&units).marks("us-1m-hq", &["forced"]).lay();
    assert!(!supplied(&table, "us-7-hq"), "which relays nothing after a forced march");
}

#[test]
fn a_retreat_uses_no_bridge_among_refugees() {
    // [proves: ch 3.3-15-16, ch 11.11]
    let units = [
        ("us-3-b4", "3212"),
        ("c-172-58", "3113"),
        ("c-173-58", "3112"),
        ("c-174-58", "3211"),
        ("c-175-59", "3312"),
    ];
    let mut table =
        board("com-combat").units(&units).event(event::REFUGEES).set("/fleet", json!("5612")).lay();
    table.acts(&["attack 3212", "add all", "lock"]).dice(&[6]).act("table probe");
    assert_eq!(place(&table, "us-3-b4"), "reorganization", "{:?}", table.log());
}

#[test]
fn e46_in_full_the_first_attack_ties_the_guns_to_their_hex() {
    // [proves: ch 11.556]
    let units = [
        ("us-11m", "1817"),
        ("us-3-b1", "1717"),
        ("us-1m-hq", "2017"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1718"),
        ("c-173-58", "1718"),
    ];
    let mut table = board("com-combat").units(&units).lay();
    table.acts(&["attack 1817", "add c-172-58", "lock", "table probe"]);
    assert!(table.offers("fire us-11m"), "for its own hex");
    table.dice(&[2]).act("done");
    assert!(table.said(": NE."), "{:?}", table.log());
    table.acts(&["attack 1717", "add c-173-58", "lock"]).dice(&[4]).act("table probe");
    assert!(table.ruled("ch 11.1"), "nobody is asked: {:?}", table.log());
    let mut table = board("com-combat").units(&units).lay();
    table.acts(&["attack 1717", "add c-173-58", "lock", "table probe"]).dice(&[6]).act("fire us-11m");
    while !table.offers("attack 1817") {
        let next = table.legal().into_iter().next_back().unwrap();
        table.act(&next);
    }
    table.acts(&["attack 1817", "add c-172-58", "lock"]).dice(&[2]).act("table probe");
    assert!(table.ruled("ch 11.1"), "having fired, it cannot fire for itself: {:?}", table.log());
}

#[test]
fn planes_land_only_beside_a_friend() {
    // [proves: ch 15.21]
    let table = board("un-movement").units(&[("us-3-b1", "3612")]).air(2, 5, 1).lay();
    table.refuses("fly us-3-b1 5416", "ch 15.21", "no other airfield with a friend");
    let table = board("un-movement").units(&[("us-3-b1", "3612"), ("us-3-b2", "5416")]).air(2, 5, 1).lay();
    assert!(table.offers("fly us-3-b1 5416"));
}

#[test]
fn a_bridge_is_tried_once_by_whomever_and_again_next_turn() {
    // [proves: ch 23.3, ch 23.2]
    let units = [("us-1m-hq", "2217"), ("us-3-hq", "2117"), ("us-x-hq", "2317"), ("c-172-58", "1323")];
    let laid = || board("un-reorganization").units(&units).set("/blown", json!(["2117/2217"]));
    let mut table = laid().lay();
    table.dice(&[6]).act("repair us-1m-hq 2117/2217");
    table.refuses("repair us-3-hq 2117/2217", "ch 23.3", "one try");
    let mut table = board("com-recovery").units(&units).set("/tried", json!(["2117/2217"])).lay();
    table.dice(&[6, 6]).act("end");
    assert_eq!(table.at("/tried"), json!(null));
    let table =
        board("un-movement").units(&[("us-17-7", "2217"), ("us-3-b1", "3212")]).disrupted("us-17-7").lay();
    table.refuses("blow us-17-7 2117/2217", "ch 23.2", "only effective units");
}

#[test]
fn attackers_who_vanish_leave_their_hex_to_the_defenders() {
    // [proves: ch 11.9-BB]
    let mut table = board("com-combat").units(&[("rok-5m", "3416"), ("nk-p1", "3415")]).lay();
    table.acts(&["attack 3416", "add nk-p1", "lock"]).dice(&[4]).act("table assault");
    assert!(table.said("at 2:1: BB"), "1 to a half: {:?}", table.log());
    assert_eq!(place(&table, "nk-p1"), "eliminated");
    table.act("advance rok-5m 3415");
    assert_eq!(place(&table, "rok-5m"), "3415");
}

#[test]
fn five_tac_at_most_attack_a_march_and_each_once() {
    // [proves: ch 14.14, ch 14.13.2]
    let over = |hex: &str, count: u8| json!({ "hex": crate::common::hex_number(hex), "kind": 0, "count": count, "used": 0 });
    let mut table = board("com-movement")
        .units(&[("c-172-58", "1723"), ("us-3-b1", "3212")])
        .set("/air/over", json!([over("1721", 4), over("1621", 3)]))
        .lay();
    table.acts(&["move c-172-58", "to 1722"]);
    table.refuses("intercept 6 tac", "ch 14.13.2", "5 of that kind");
    table.dice(&[1]).act("intercept 5 tac");
    table.refuses("intercept 3 tac", "ch 14.13.2", "2 of that kind");
}

#[test]
fn the_perimeter_ends_four_hexes_from_hungnam() {
    // [proves: ch S1 5.4]
    let inside = |hex: &str| {
        let mut table = board("com-recovery").turn(14).units(&[("us-3-b1", hex)]).option("quick", "on").lay();
        table.act("end");
        table.rules().outcome(table.state()).points[0]
    };
    assert_eq!((inside("3515"), inside("3615")), (1, 0));
}

#[test]
fn one_strike_a_phase_on_a_hex() {
    // [proves: ch 14.2, ch 37.3]
    let units = [("c-172-58", "1720"), ("us-3-b1", "3212")];
    let mut table = board("un-strike").units(&units).air(0, 2, 6).lay();
    table.dice(&[2]).act("strike 3 tac 1720");
    table.refuses("strike 2 tac 1720", "ch 14.2", "one strike a phase");
}

#[test]
fn leads_weigh_on_the_world() {
    // [proves: ch 37.10]
    let after = |un: i16, com: i16, die: u32| {
        let atomic =
            json!({ "called": true, "bombs": 1, "attacks": 0, "struck": [], "fallout": [], "end": 0 });
        let units = [("c-172-58", "1720"), ("us-3-b1", "3212")];
        let mut table = board("un-strike")
            .units(&units)
            .option("atomic", "on")
            .set("/atomic", atomic)
            .score(un, com)
            .lay();
        table.dice(&[4, die]).act("bomb 1720");
        table.log().last().unwrap().1.clone()
    };
    assert!(after(9, 0, 3).contains("discredited"), "3-1 is 2");
    assert!(after(10, 0, 3).contains("World War III"), "3-1-1 is 1");
    assert!(after(30, 0, 5).contains("World War III"), "5-1-1-2 is 1: both lines of the lead");
    assert!(after(0, 10, 4).contains("Tensions"), "4-1+1 is 4");
    assert!(after(0, 30, 3).contains("back down"), "3-1+1+2 is 5");
}

#[test]
fn communists_wait_for_a_free_edge_and_nobody_is_lost() {
    // [proves: ch 4.311]
    let garrison = [
        "us-3-b1", "us-3-b2", "us-3-b3", "us-3-b4", "us-3-b5", "us-3-b6", "us-3-b7", "us-5-1m", "us-7-1m",
        "us-11m", "us-17-7", "us-32-7", "us-64-3", "us-3-art", "us-8227", "us-56", "us-4ch", "cw-41rmc",
        "rok-h", "rok-1m", "rok-5m", "us-5art", "rok-2ap",
    ];
    let mut laid = board("com-surprise").turn(7).units(&[("c-172-58", "5223")]);
    for (i, unit) in garrison.iter().enumerate() {
        let hex = format!("05{:02}", i + 1);
        laid = laid.units(&[(unit, hex.as_str())]);
    }
    let mut table = laid.off("waiting", &["c-226-76"]).set("/due", json!({ "c-226-76": 7 })).lay();
    table.act("end");
    assert_eq!(
        (place(&table, "c-226-76"), table.at("/phase")),
        ("waiting".to_owned(), json!("com-movement"))
    );
}

#[test]
fn the_un_sets_up_within_the_limits() {
    // [proves: ch 8.45]
    let mut table = testkit::Table::start(game(), "advancing", &[]);
    for unit in ["us-1m-amph", "us-56", "rok-h"] {
        table.acts(&[&format!("set {unit}"), "place 3511"]);
    }
    table.act("set us-8227");
    table.refuses("place 3511", "ch 8.45", "stacking limits");
}

#[test]
fn the_last_turn_is_never_skipped() {
    // [proves: ch 3.3-31]
    let mut table = board("com-recovery").turn(27).units(&[("us-3-b1", "2018"), ("c-172-58", "1722")]).lay();
    table.dice(&[3, 1]).act("end");
    assert_eq!(table.at("/turn"), 28);
    assert!(!table.to_act().is_empty() && table.at("/events/current") == 255, "no event: {:?}", table.log());
}

#[test]
fn a_town_helps_the_un_alone() {
    // [proves: ch 11.54, ch terrain-chart]
    let terrain = |phase: &str, attacker: &str, defender: &str, hex: &str, from: &str| {
        let mut table = board(phase).units(&[(attacker, from), (defender, hex)]).lay();
        table.acts(&[&format!("attack {hex}"), "add all", "lock"]);
        working(&table, "Terrain")
    };
    assert_eq!(terrain("com-combat", "c-172-58", "us-17-7", "3414", "3415"), "-1");
    assert_eq!(terrain("un-combat", "us-17-7", "c-172-58", "3414", "3415"), "");
    assert_eq!(terrain("com-combat", "c-172-58", "us-17-7", "2317", "2217"), "-2", "rough and town");
}

#[test]
fn the_fleet_that_barraged_gives_no_support_in_its_own_turn() {
    // [proves: ch 10.8, ch 18.3]
    let units = [("us-17-7", "3511"), ("us-5art", "3410"), ("us-x-hq", "3410"), ("c-172-58", "3512")];
    let laid = |barraged: bool| {
        let mut table = board("un-combat")
            .units(&units)
            .option("split-barrage", "on")
            .set("/fleet_used", json!([1, 0]))
            .set("/fleet_barraged", json!(barraged))
            .lay();
        table.acts(&["attack 3512", "add all", "lock", "table probe"]);
        table
    };
    assert!(laid(false).offers("fire 3 fleet"));
    laid(true).refuses("fire 1 fleet", "ch 18.3", "cannot support");
}

#[test]
fn a_unit_attacks_once_in_a_phase() {
    // [proves: ch 11.21]
    let units = [("us-17-7", "3415"), ("us-x-hq", "3413"), ("c-172-58", "3416"), ("c-173-58", "3316")];
    let mut table = board("un-combat").units(&units).lay();
    table.acts(&["attack 3416", "add us-17-7", "lock"]).dice(&[3]).act("table probe");
    assert!(marked(&table, "us-17-7", "attacked"), "{:?}", table.log());
    table.refuses("attack 3316", "ch 11.21", "nobody can attack");
}
