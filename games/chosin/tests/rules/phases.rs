//! 2.0 The sequence, 3.0 events, 4.0 reinforcements, 5.0 reorganization, 12 recovery, 13 air, 20 depots, 23 repair.

use crate::common::{board, event, marked, place, points};
use engine::Seat;
use serde_json::json;

/// A position from which one `end` leads to the next turn's events.
fn evening() -> crate::common::Board {
    board("com-recovery").units(&[("us-3-b1", "3212"), ("c-172-58", "1323"), ("c-173-58", "1322")])
}

#[test]
fn w2_an_event_needs_its_lead_when_it_is_rolled() {
    // [proves: ch 3.1, ch 3.2, ch 3.3-11-12, ch 3.3-51-66, ch 2.0]
    let mut table = evening().score(5, 15).lay();
    table.dice(&[1, 2]).act("end");
    assert_eq!(table.at("/events/current"), event::BUG_OUT);
    let mut table = evening().score(5, 14).lay();
    table.dice(&[1, 2]).act("end");
    assert_eq!(table.at("/events/current"), 255);
    assert!(table.said("nothing happens"));
}

#[test]
fn a_blizzard_skips_the_turn() {
    // [proves: ch 3.3-31]
    let mut table = evening().lay();
    table.dice(&[3, 1, 6, 6]).act("end");
    assert_eq!(table.at("/turn"), 8, "7 was skipped: {:?}", table.log());
}

#[test]
fn disease_lets_the_communists_choose() {
    // [proves: ch 3.3-21-22]
    let mut table = evening().lay();
    table.dice(&[2, 1, 3]).act("end");
    assert!(table.offers("eliminate c-172-58") && table.offers("disrupt c-173-58"), "{:?}", table.legal());
    table.act("disrupt c-172-58");
    table.refuses("eliminate c-173-58", "ch 3.3-21-22", "counts as two");
    table.act("disrupt c-172-58");
    assert_eq!(points(&table, 0), 2, "a second disruption eliminates");
}

#[test]
fn e43_bad_weather_grounds_half() {
    // [proves: ch 3.3-23-26, ch 13.0]
    let mut table = evening().air(0, 0, 8).air(1, 0, 1).air(2, 0, 2).lay();
    table.dice(&[2, 4]).act("end");
    assert_eq!(table.at("/air/to_ground"), 6, "five of eleven fly");
    table.refuses("assign 1 tac strike", "ch 3.3-23-26", "grounded first");
    table.refuses("ground 2 sac", "ch 3.3-23-26", "1 of that kind");
    table.refuses("ground 7 tac", "ch 3.3-23-26", "6 of that kind");
    table.acts(&["ground 3 tac", "ground 1 sac", "ground 2 mac"]);
    assert!(table.offers("assign 5 tac strike"));
}

#[test]
fn e55_hordes_come_early_in_their_own_phase() {
    // [proves: ch 3.3-43, ch 4.1, ch 4.33, ch S1 5.1]
    let waiting = ["c-26-hq", "c-226-76", "c-227-76", "c-241-81"];
    let due = json!({ "c-26-hq": 7, "c-226-76": 7, "c-227-76": 7, "c-241-81": 12 });
    let mut table = board("com-recovery")
        .turn(1)
        .units(&[("us-3-b1", "3212"), ("c-172-58", "1323")])
        .set("/off", json!({ "waiting": waiting }))
        .set("/due", due)
        .lay();
    table.dice(&[4, 3, 3]).act("end");
    table.acts(&["early c-226-76", "early c-241-81"]);
    assert_eq!(place(&table, "c-226-76"), "waiting", "it is placed in the Communist reinforcement phase");
    table.quietly_until(|t| t.offers("set c-226-76"));
    table.act("set c-226-76");
    table.refuses("place 0602", "ch 4.31", "may not come on");
    table.act("place 0514");
    assert_eq!(place(&table, "c-226-76"), "0514");
}

#[test]
fn e44_arrivals_with_every_hex_taken_are_lost() {
    // [proves: ch S1 3.3, ch 4.31, ch 4.311]
    let arriving = |units: &[(&str, &str)]| {
        let mut table = board("com-recovery")
            .turn(8)
            .units(units)
            .set("/off", json!({ "waiting": ["us-17-7"] }))
            .set("/due", json!({ "us-17-7": 9 }))
            .lay();
        table.dice(&[6, 6]).act("end");
        table
    };
    let mut table =
        arriving(&[("us-3-b1", "3212"), ("c-172-58", "1101"), ("c-173-58", "1801"), ("c-174-58", "2701")]);
    table.act("set us-17-7");
    table.refuses("place 1101", "ch 4.31", "may not come on");
    assert!(
        ["1102", "1001", "1201"].iter().all(|h| table.offers(&format!("place {h}"))),
        "{:?}",
        table.legal()
    );
    let beside = ["1001", "1102", "1201", "1701", "1702", "1802", "1901", "1902", "2601", "2702"];
    let regiments = [
        "c-172-58", "c-173-58", "c-174-58", "c-175-59", "c-176-59", "c-177-59", "c-178-60", "c-179-60",
        "c-180-60", "c-265-89", "c-266-89", "c-267-89", "c-235-79", "c-236-79",
    ];
    let mut taken = vec![("us-3-b1", "3212")];
    taken.extend(regiments.iter().zip(["1101", "1801", "2701"].iter().chain(&beside)).map(|(u, h)| (*u, *h)));
    let table = arriving(&taken);
    assert_eq!((place(&table, "us-17-7"), points(&table, 1)), ("gone".to_owned(), 0), "lost without points");
}

#[test]
fn e56_units_set_aside_come_by_sea_or_wait() {
    // [proves: ch 4.321, ch 15.22, ch 15.24, ch 19.1]
    let units = [("us-3-b1", "3612"), ("us-3-b2", "3212")];
    let mut table = board("un-movement")
        .turn(9)
        .units(&units)
        .set("/off", json!({ "aside": ["us-73-7", "us-17-7"] }))
        .air(2, 5, 2)
        .lay();
    table.refuses("fly us-73-7 3612", "ch 15.24", "armor");
    table.refuses("fly us-17-7 3612", "ch 15.0", "three a regiment");
    table.act("ship us-17-7 3511");
    assert_eq!(place(&table, "us-17-7"), "3511");
    assert_eq!(table.at("/used/shipped"), 3);
}

#[test]
fn w14_a_regiment_breaks_down_and_forms_again() {
    // [proves: ch 5.1, ch 5.2, ch 5.3, ch 5.4, ch 5.5, ch pool, ch 2.1.b3]
    let mut table = board("un-reorganization").units(&[("us-5-1m", "1321")]).lay();
    table.act("break us-5-1m");
    let stack = table.at("/stacks/1321");
    assert_eq!(stack.as_array().unwrap().len(), 3);
    assert_eq!(place(&table, "us-5-1m"), "reorganization");
    table.act("form us-1-1m 1321");
    assert_eq!(table.at("/stacks/1321"), json!(["us-1-1m"]), "any waiting regiment of the printed kind");
    let table = board("un-reorganization")
        .units(&[("us-7-1m", "1321")])
        .disrupted("us-7-1m")
        .units(&[("us-5-1m", "1420")])
        .lay();
    table.refuses("break us-7-1m", "ch 5.4", "effective");
}

#[test]
fn e39_a_depot_is_blown_on_four() {
    // [proves: ch 20.63]
    let laid = || board("un-reorganization").units(&[("us-58mp", "3511")]).lay();
    let mut table = laid();
    table.dice(&[4]).act("demolish 3511");
    assert_eq!(table.at("/depots/0/stock"), "gone");
    let mut table = laid();
    table.dice(&[5]).act("demolish 3511");
    assert_eq!(table.at("/depots/0/stock"), "standing");
}

#[test]
fn e38_a_captured_depot_feeds_its_hex_for_the_turn() {
    // [proves: ch 20.62, ch 20.6, ch 24.2]
    let mut table = board("com-movement").units(&[("c-172-58", "5615"), ("us-3-b1", "3212")]).lay();
    table.acts(&["move c-172-58", "to 5614"]);
    assert_eq!(table.at("/depots/1/stock"), "captured");
    assert_eq!(points(&table, 1), 3);
    table.acts(&["done"]).quietly_until(|t| t.at("/turn") == 7);
    assert_eq!(table.at("/depots/1/stock"), "gone");
}

#[test]
fn e40_yonpo_is_lost_once() {
    // [proves: ch 13.9]
    let mut table =
        board("com-movement").units(&[("c-172-58", "3513"), ("us-3-b1", "4319")]).air(0, 0, 8).lay();
    table.acts(&["move c-172-58", "to 3612"]);
    assert_eq!(table.at("/air/to_lose"), 2);
    table.acts(&["lose reserve", "lose reserve", "to 3513", "done"]);
    assert_eq!(table.at("/air/boxes/0/0"), 6);
    assert_eq!(table.at("/air/yonpo_lost"), true);
}

#[test]
fn e42_headquarters_repair_bridges() {
    // [proves: ch 23.3, ch 2.1.b8]
    let laid = |more: &[(&str, &str)]| {
        board("un-reorganization")
            .units(&[("us-1m-hq", "2217")])
            .units(more)
            .set("/blown", json!(["2117/2217"]))
            .lay()
    };
    laid(&[("c-172-58", "2117")]).refuses("repair us-1m-hq 2117/2217", "ch 23.3", "enemy");
    let mut table = laid(&[]);
    table.dice(&[2]).act("repair us-1m-hq 2117/2217");
    assert_eq!(table.at("/blown"), json!([]));
    let mut table = laid(&[]);
    table.dice(&[3]).act("repair us-1m-hq 2117/2217");
    assert_eq!(table.at("/blown"), json!(["2117/2217"]));
}

#[test]
fn e34_e35_recovery_and_its_modifiers() {
    // [proves: ch 12.31, ch 12.32, ch 12.322, ch 12.323, ch 12.4]
    let commando = || {
        board("un-recovery")
            .units(&[("cw-41rmc", "3414"), ("us-x-hq", "3212"), ("c-172-58", "3415")])
            .disrupted("cw-41rmc")
            .lay()
    };
    let mut table = commando();
    table.dice(&[5]).act("recover cw-41rmc");
    assert!(marked(&table, "cw-41rmc", "disrupted"), "5-1-1 fails");
    table.refuses("recover cw-41rmc", "ch 12.31", "one try");
    let mut table = commando();
    table.dice(&[6]).act("recover cw-41rmc");
    assert!(!marked(&table, "cw-41rmc", "disrupted"));
    let hq = |com: i16| {
        board("un-recovery").units(&[("us-1m-hq", "2017")]).disrupted("us-1m-hq").score(0, com).lay()
    };
    let mut table = hq(12);
    table.dice(&[3]).act("recover all");
    assert!(marked(&table, "us-1m-hq", "disrupted"), "3+1-1");
    let mut table = hq(0);
    table.dice(&[3]).act("recover all");
    assert!(!marked(&table, "us-1m-hq", "disrupted"), "3+1");
}

#[test]
fn w1_what_modifies_a_die_is_added_up() {
    // [proves: ch 1.7, ch 12.323]
    let tried = |die: u32| {
        let mut table = board("un-recovery")
            .units(&[("us-1m-hq", "2017")])
            .disrupted("us-1m-hq")
            .event(event::UN_RALLIES)
            .lay();
        table.dice(&[die]).act("recover all");
        !marked(&table, "us-1m-hq", "disrupted")
    };
    assert!(tried(3) && tried(2), "one for a headquarters, one for the rally: 3 counts as 5, 2 as 4");
    assert!(!tried(1), "1 counts as 3");
}

#[test]
fn e47_nobody_recovers_in_a_crowd() {
    // [proves: ch 8.43]
    let units = [("c-172-58", "1323"), ("c-173-58", "1323"), ("c-174-58", "1323"), ("us-3-b1", "3212")];
    let table = board("com-recovery").units(&units).disrupted("c-172-58").lay();
    table.refuses("recover c-172-58", "ch 8.43", "over-stacked");
}

#[test]
fn airborne_supply_comes_at_any_moment_for_one_phase() {
    // [proves: ch 16.0, ch 16.1, ch 16.2, ch 16.3, ch 20.7]
    let units = [("us-17-7", "2017"), ("us-3-b1", "2018"), ("c-172-58", "1618")];
    let mut table = board("un-recovery")
        .units(&units)
        .disrupted("us-17-7")
        .air(2, 4, 2)
        .set("/depots/0/stock", json!("gone"))
        .set("/depots/1/stock", json!("gone"))
        .lay();
    table.refuses("recover us-17-7", "ch 12.32", "out of supply");
    table.act("drop 2017");
    assert!(table.offers("recover us-17-7"));
    assert_eq!(table.at("/air/boxes/2/0"), 1);
    table.act("end");
    assert_eq!(table.at("/drops/0/at"), "");
    assert_eq!(table.at("/drops/0/used"), true);
}

#[test]
fn surprise_is_declared_once_and_lasts_two_communist_turns() {
    // [proves: ch S1 5.3, ch S1 5.2]
    let mut table = testkit::Table::start(crate::common::game(), "advancing", &[("open", "on")]);
    table.acts(&["default", "end", "default", "end"]);
    assert_eq!((table.at("/turn"), table.at("/phase")), (json!(1), json!("com-surprise")));
    assert_eq!((table.at("/air/boxes/0/3"), table.at("/air/boxes/2/4")), (json!(3), json!(1)));
    table.act("surprise");
    assert_eq!(table.at("/surprise/left"), 2);
    table.quietly_until(|t| t.at("/turn") == 2);
    assert_eq!(table.at("/surprise/left"), 1);
    table.quietly_until(|t| t.at("/turn") == 3);
    assert_eq!(table.at("/surprise/left"), 0);
}

#[test]
fn the_ready_made_set_up_lies_in_its_zones_and_within_the_limits() {
    // [proves: ch S1 2.0, ch S1 3.1.1, ch S1 3.1.2, ch S1 3.1.3, ch S1 3.1.8, ch S1 4.1, ch 8.45, ch setup-default, ch S1 3.1.15]
    let mut table = testkit::Table::start(crate::common::game(), "advancing", &[]);
    table.act("set us-31-7-b2");
    table.refuses("place 1218", "ch 6.3", "water");
    table.refuses("place 1216", "ch S1 3.1.1", "may not be set up");
    table.act("place 1217").act("default");
    assert_eq!(place(&table, "us-5-1m"), "1321");
    assert_eq!(place(&table, "us-1-1m-b"), "2017");
    table.acts(&["end", "default", "end"]);
    assert_eq!(place(&table, "c-20-hq"), "1622");
    assert_eq!(place(&table, "c-26-hq"), "waiting");
    assert_eq!(
        table.at("/air/boxes/0/0").as_i64().unwrap() + table.at("/air/boxes/0/3").as_i64().unwrap(),
        6
    );
}

#[test]
fn the_other_side_sees_only_the_top_of_a_stack() {
    // [proves: ch 21.1, ch S2 4.0, ch 38.1]
    let laid = board("un-movement").units(&[
        ("c-172-58", "1723"),
        ("c-173-58", "1723"),
        ("us-3-b1", "3212"),
        ("us-3-b2", "3212"),
    ]);
    let table = laid.option("open", "off").lay();
    let seen = table.position_for(Seat(0));
    assert_eq!(seen["stacks"]["1723"][0], "c-172-58");
    assert_ne!(seen["stacks"]["1723"][1], "c-173-58", "a stand-in: {}", seen["stacks"]["1723"]);
    assert_eq!(seen["stacks"]["3212"], json!(["us-3-b1", "us-3-b2"]));
    let mut table = testkit::Table::start(crate::common::game(), "envelopment", &[]);
    table.act("deploy maximum");
    assert_eq!(table.position_for(Seat(0))["deployment"], "historical");
    assert_eq!(table.at("/deployment"), "maximum");
}

#[test]
fn scenario_two_begins_with_the_united_nations() {
    // [proves: ch S2 5.3, ch S2 4.1, ch S2 4.2, ch S2 4.3, ch S2 5.2, ch 25.1]
    let mut table = testkit::Table::start(crate::common::game(), "envelopment", &[]);
    table.acts(&["deploy minimal", "default", "end"]);
    assert!(!table.legal().iter().any(|l| l.contains("c-27-hq")), "the 27th Army stays away");
    table.acts(&["default", "mask 1723", "end"]);
    assert_eq!(table.at("/turn"), 1);
    assert!(table.at("/phase").as_str().unwrap().starts_with("un-"), "{}", table.at("/phase"));
    let seen = table.position_for(Seat(0));
    assert!(seen["stacks"].get("1723").is_none(), "what the marker covers is not seen");
    assert_eq!(seen["fog"][0], "1723");
}

#[test]
fn positions_that_cannot_be_are_refused_by_field() {
    // [proves: ch 8.44]
    let shared = board("un-movement").units(&[("us-3-b1", "3212"), ("c-172-58", "3212")]).json();
    assert!(testkit::Table::cannot_lay(crate::common::game(), &shared).starts_with("stacks.3212"));
    let water = board("un-movement").units(&[("us-3-b1", "1519")]).json();
    assert!(testkit::Table::cannot_lay(crate::common::game(), &water).contains("water"));
    let unknown = board("un-movement").units(&[("us-99", "3212")]).json();
    assert!(testkit::Table::cannot_lay(crate::common::game(), &unknown).contains("us-99"));
    let flat = board("un-movement").units(&[("us-3-b1", "3212")]).disrupted("us-3-b1").json();
    assert!(testkit::Table::cannot_lay(crate::common::game(), &flat).starts_with("marks.us-3-b1"));
}
