//! Where two rules meet: breakthroughs and stacking, marches that a combat spread out, supplies for defenders.

use crate::common::{board, marked, place, scene};
use engine::Seat;
use serde_json::json;

/// Regiments that break through 1719 by a DT+, with another Chinese regiment behind it.
fn broken_through() -> testkit::Table<'static, chosin::Chosin> {
    let units = [
        ("us-5-1m", "1718"),
        ("us-7-1m", "1718"),
        ("us-17-7", "1818"),
        ("us-1m-hq", "2017"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1719"),
        ("c-173-58", "1720"),
    ];
    let mut table = board("un-combat").units(&units).air(0, 3, 3).lay();
    table.acts(&["attack 1719", "add all", "lock", "table mobile"]);
    table.dice(&[6]).act("cas 3");
    assert!(table.said(": DT+."), "{:?}", table.log());
    table.acts(&["retreat c-172-58 1619", "retreat c-172-58 1620"]);
    table
}

#[test]
fn a_breakthrough_is_fought_by_no_more_than_a_stack() {
    // [proves: ch 8.42, ch 11.82]
    let mut table = broken_through();
    table.acts(&[
        "advance us-5-1m 1719",
        "advance us-7-1m 1719",
        "advance us-17-7 1719",
        "done",
        "attack 1720",
    ]);
    table.acts(&["add us-5-1m", "add us-7-1m"]);
    table.refuses("add us-17-7", "ch 8.42", "within the stacking limit");
    assert_eq!(table.legal(), ["lock"]);
}

/// Two Marine regiments on the march meet the enemy at 1719 and win by DR+; he goes back to 1520.
fn met(behind: &[(&str, &str)]) -> testkit::Table<'static, chosin::Chosin> {
    let units = [
        ("us-5-1m", "1718"),
        ("us-7-1m", "1718"),
        ("us-1m-hq", "2017"),
        ("c-20-hq", "1321"),
        ("c-172-58", "1719"),
    ];
    let mut table =
        board("un-movement").option("meeting", "on").units(&units).units(behind).air(0, 3, 3).lay();
    table.acts(&["move us-5-1m", "join us-7-1m", "meet 1719", "table mobile"]);
    table.dice(&[6]).act("cas 3");
    assert!(table.said("at 2:1: DR+"), "{:?}", table.log());
    table.acts(&["retreat c-172-58 1619", "retreat c-172-58 1520"]);
    table
}

#[test]
fn a_breakthrough_that_is_thrown_back_ends_the_march() {
    // [proves: ch 26.8]
    let mut table = met(&[("c-173-58", "1720")]);
    table.acts(&["advance us-5-1m 1719", "done", "attack 1720", "add us-5-1m", "lock"]);
    table.dice(&[6]).act("table mobile");
    assert!(table.said("at 1:3: AR"), "{:?}", table.log());
    table.acts(&["retreat us-5-1m 1718", "done"]);
    table.refuses("move us-5-1m", "ch 6.1", "has moved");
    table.refuses("move us-7-1m", "ch 6.1", "has moved");
}

#[test]
fn a_force_goes_on_from_where_it_advanced_to() {
    // [proves: ch 26.8]
    let mut table = met(&[]);
    let two =
        ["advance us-5-1m 1719", "advance us-5-1m 1720", "advance us-7-1m 1719", "advance us-7-1m 1720"];
    table.acts(&two);
    assert_eq!((place(&table, "us-5-1m"), place(&table, "us-7-1m")), ("1720".to_owned(), "1720".to_owned()));
    assert!(table.prompt().contains("6 MP left"), "{}", table.prompt());
    table.act("to 1721");
    assert_eq!((place(&table, "us-5-1m"), place(&table, "us-7-1m")), ("1721".to_owned(), "1721".to_owned()));
}

#[test]
fn a_force_that_spreads_out_goes_on_with_one_of_its_parts() {
    // [proves: ch 26.8]
    let mut table = met(&[]);
    table.acts(&["advance us-5-1m 1719", "advance us-7-1m 1719", "advance us-7-1m 1720", "done"]);
    let stopped = |unit: &str| marked(&table, unit, "moved");
    assert_ne!(stopped("us-5-1m"), stopped("us-7-1m"), "one of the two goes on: {}", table.prompt());
}

#[test]
fn any_number_of_units_moves_together() {
    // [proves: ch 6.1]
    let names = ["us-3-b1", "us-3-b2", "us-3-b3", "us-3-b4", "us-3-b5", "us-3-b6", "us-3-b7"];
    let units: Vec<(&str, &str)> = names.iter().map(|n| (*n, "3615")).collect();
    let mut table = board("un-movement").units(&units).lay();
    table.act("move us-3-b1");
    for name in &names[1..] {
        table.act(&format!("join {name}"));
    }
    table.act("to 3614");
    assert!(names.iter().all(|n| place(&table, n) == "3614"), "{:?}", table.log());
}

/// Three Chinese regiments attack a battalion that nothing supplies; one MAC can drop supplies.
fn hungry() -> testkit::Table<'static, chosin::Chosin> {
    let units = [
        ("us-3-b1", "1917"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1817"),
        ("c-173-58", "1817"),
        ("c-174-58", "1918"),
    ];
    let mut table = board("com-combat").units(&units).no_depots().air(2, 4, 1).lay();
    table.acts(&["attack 1917", "add all", "lock", "table assault"]);
    table
}

#[test]
fn supplies_are_offered_to_defenders_before_the_die_falls() {
    // [proves: ch 16.1, ch 16.2]
    let mut table = hungry();
    assert!(table.prompt().contains("Drop supplies to the defenders of"), "{}", table.prompt());
    table.dice(&[5]).act_for(Seat(0), "drop 1917");
    assert!(table.said("at 4:1: DD"), "nine to two: {:?}", table.log());
    let mut table = hungry();
    table.dice(&[5]).act("done");
    assert!(table.said("at 7:1: DZ"), "nine to one: {:?}", table.log());
}

#[test]
fn nobody_is_asked_for_supplies_that_would_change_nothing() {
    // [proves: ch 16.1]
    let units = [
        ("us-3-b1", "1917"),
        ("us-1m-hq", "2017"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1817"),
        ("c-173-58", "1817"),
    ];
    let mut table = board("com-combat").units(&units).air(2, 4, 1).lay();
    table.acts(&["attack 1917", "add all", "lock"]);
    table.dice(&[6]).act("table assault");
    assert!(table.ruled("ch 11.1"), "a battalion in supply is fought at once: {:?}", table.log());
}

#[test]
fn interdiction_is_offered_once_for_all_hexes() {
    // [proves: ch 14.12, ch 13.7]
    let table = board("un-interdiction").units(&[("us-5-1m", "1618")]).air(0, 1, 5).air(1, 1, 2).lay();
    let scene = scene(&table);
    let actions = scene["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 3, "TAC, SAC and the end of the phase");
    let tac = actions.iter().find(|a| a["text"] == "interdict 5 tac {place}").unwrap();
    assert_eq!(tac["quantity"]["form"], "interdict {n} tac {place}");
    let places: Vec<&str> = tac["places"].as_array().unwrap().iter().filter_map(|p| p.as_str()).collect();
    assert!(places.contains(&"1520") && places.len() > 1300, "{}", places.len());
    assert_eq!(tac.get("place"), None);
    assert!(scene.to_string().len() < 50_000, "{} bytes", scene.to_string().len());
    assert!(table.offers("interdict 2 sac 1520") && table.offers("interdict 5 tac 0914"));
    assert_eq!(json!(places), tac["places"]);
}

#[test]
fn a_long_list_of_attackers_still_says_whom_they_attack() {
    // [proves: ch 11.28]
    let attackers = [
        ("c-172-58", "3414"),
        ("c-173-58", "3414"),
        ("c-174-58", "3416"),
        ("c-175-59", "3416"),
        ("c-176-59", "3316"),
        ("c-177-59", "3316"),
        ("c-238-80", "3515"),
        ("c-239-80", "3515"),
    ];
    let mut table = board("com-combat").units(&attackers).units(&[("us-17-7", "3415")]).lay();
    table.acts(&["attack 3415", "add all", "lock"]);
    assert!(table.said("and others attack 3415."), "{:?}", table.log());
}
