//! 11.0 Land combat, with its support, results, retreats and advances.

use crate::common::{board, event, hagaru, marked, place, points};
use serde_json::json;

/// Adds the three regiments of the classic attack and declares it.
fn three(table: &mut testkit::Table<'_, chosin::Chosin>) {
    table.acts(&["attack 1718", "add us-5-1m", "add us-7-1m", "add us-17-7", "lock"]);
}

#[test]
fn w6_fourteen_against_five_is_two_to_one() {
    // [proves: ch 11.0, ch 11.1, ch 11.21, ch 11.28, ch 11.31, ch 11.4, ch 11.51, ch 11.9-BB, ch crt, ch 11.6, ch 12.1, ch 12.2]
    let mut table = hagaru(&["c-172-58", "c-ixart"]).lay();
    three(&mut table);
    table.dice(&[4]).act("table assault");
    table.act("done");
    assert!(table.said("at 2:1: BB"), "{:?}", table.log());
    assert!(marked(&table, "us-5-1m", "disrupted") && marked(&table, "c-172-58", "disrupted"));
    assert_eq!((place(&table, "us-5-1m"), place(&table, "c-172-58")), ("1817".to_owned(), "1718".to_owned()));
    table.refuses("attack 1718", "ch 11.21", "nobody can attack");
}

#[test]
fn w7_shifts_are_summed_and_the_column_read_off() {
    // [proves: ch 11.53, ch 11.55, ch 11.55A, ch 11.552, ch 14.3, ch 11.9-DT+, ch 11.72, ch 11.8, ch 13.4]
    let mut table = hagaru(&["c-172-58"]).units(&[("c-ixart", "1619")]).air(0, 3, 3).lay();
    three(&mut table);
    table.acts(&["table mobile", "cas 3"]);
    table.dice(&[6]).act("fire c-ixart");
    assert!(table.said("at 5:1: DT+"), "{:?}", table.log());
    assert_eq!(table.at("/air/boxes/0/0"), 3, "the TAC have flown");
    table.refuses("done", "ch 11.11", "retreats come first");
}

#[test]
fn w8_odds_are_clamped_before_the_shifts() {
    // [proves: ch 11.53, ch 11.54, ch 11.556, ch 11.9-BD]
    let units = [
        ("us-5-1m", "1718"),
        ("us-7-1m", "1718"),
        ("us-1m-hq", "2017"),
        ("c-20-hq", "1520"),
        ("c-ixart", "1719"),
    ];
    let mut table = board("un-combat").units(&units).lay();
    table.acts(&["attack 1719", "add us-5-1m", "add us-7-1m", "lock", "table assault"]);
    table.dice(&[3]).act("done");
    assert!(table.said("at 5:1: B/D"), "{:?}", table.log());
    assert_eq!(table.legal(), ["stand", "give way"]);
    table.act("stand");
    assert!(marked(&table, "us-5-1m", "disrupted") && marked(&table, "c-ixart", "disrupted"));
}

#[test]
fn w9_support_is_capped_and_everybody_who_fired_is_marked() {
    // [proves: ch 11.551, ch 11.553, ch 11.554]
    let mut table = hagaru(&["c-172-58"]).units(&[("us-5art", "1917"), ("us-3-art", "1917")]).lay();
    three(&mut table);
    table.acts(&["table assault", "fire us-3-art"]);
    table.dice(&[1]).act("fire us-5art");
    assert!(marked(&table, "us-5art", "fired-un") && marked(&table, "us-3-art", "fired-un"));
    assert!(table.said("at 7:1: BB"), "3:1 and four columns: {:?}", table.log());
    assert!(!marked(&table, "us-5art", "disrupted"), "supporting artillery suffers nothing");
}

#[test]
fn w10_close_support_and_artillery_add_up() {
    // [proves: ch 11.55, ch 11.553, ch 11.54, ch 11.9-DR, ch 11.7]
    let units = [
        ("us-17-7", "1718"),
        ("us-1m-hq", "2017"),
        ("us-3-art", "1817"),
        ("us-5art", "1817"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1719"),
    ];
    let mut table = board("un-combat").units(&units).air(0, 3, 3).lay();
    table.acts(&["attack 1719", "add us-17-7", "lock", "table probe", "cas 3", "fire us-3-art"]);
    table.dice(&[4]).act("fire us-5art");
    assert!(table.said("at 6:1: DR"), "{:?}", table.log());
    table.act("retreat c-172-58 1720").act("advance us-17-7 1719");
    assert_eq!(place(&table, "us-17-7"), "1719");
}

#[test]
fn w15_one_mission_in_each_player_turn() {
    // [proves: ch 11.553, ch 10.8]
    let mut table = hagaru(&["c-172-58"]).units(&[("us-5art", "1917")]).marks("us-5art", &["fired-un"]).lay();
    three(&mut table);
    table.dice(&[1]).act("table probe");
    assert!(table.said("at 3:1: RA"), "nobody is asked for support: {:?}", table.log());
    let units = [
        ("us-3-b1", "1817"),
        ("us-5art", "1917"),
        ("us-1m-hq", "2017"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1718"),
    ];
    let defence = |marks: &[&str]| {
        let mut table = board("com-combat").units(&units).marks("us-5art", marks).lay();
        table.acts(&["attack 1817", "add c-172-58", "lock"]);
        table
    };
    let mut table = defence(&["fired-un"]);
    table.act("table probe");
    assert!(table.offers("fire us-5art"), "the mission of the own turn leaves that of the enemy's");
    let mut table = defence(&["fired-un", "fired-com"]);
    table.dice(&[3]).act("table probe");
    assert!(table.ruled("ch 11.1"), "no second defence: {:?}", table.log());
}

#[test]
fn e18_units_out_of_supply_fight_at_half() {
    // [proves: ch 11.52, ch 20.21, ch 11.9-AA]
    let units = [
        ("us-3-b1", "3415"),
        ("us-x-hq", "3413"),
        ("c-172-58", "3416"),
        ("c-173-58", "3416"),
        ("c-174-58", "3316"),
    ];
    let mut table = board("com-combat").units(&units).lay();
    table.acts(&["attack 3415", "add c-172-58", "add c-173-58", "add c-174-58", "lock"]);
    table.dice(&[2]).act("table assault");
    assert!(table.said("at 2:1: AA"), "4 1/2 to 2: {:?}", table.log());
    assert!(["c-172-58", "c-173-58", "c-174-58"].iter().all(|u| marked(&table, u, "disrupted")));
    table.acts(&[
        "retreat c-172-58 3417",
        "retreat c-173-58 3417",
        "retreat c-174-58 3216",
        "advance us-3-b1 3416",
    ]);
    assert_eq!((place(&table, "us-3-b1"), place(&table, "c-174-58")), ("3416".to_owned(), "3216".to_owned()));
}

#[test]
fn e19_odds_above_seven_count_as_seven() {
    // [proves: ch 11.51, ch 11.9-DZ, ch 24.3]
    let units = [
        ("us-3-b1", "1917"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1817"),
        ("c-173-58", "1817"),
        ("c-174-58", "1918"),
    ];
    let mut table = board("com-combat")
        .units(&units)
        .set("/depots/0/stock", json!("gone"))
        .set("/depots/1/stock", json!("gone"))
        .lay();
    table.acts(&["attack 1917", "add c-172-58", "add c-173-58", "add c-174-58", "lock"]);
    table.dice(&[5]).act("table assault");
    assert!(table.said("at 7:1: DZ"), "{:?}", table.log());
    assert_eq!(points(&table, 1), 2);
    assert_eq!(place(&table, "us-3-b1"), "reorganization", "a battalion counter may be used again");
}

#[test]
fn e22_the_first_night_at_1217() {
    // [proves: ch S1 5.31, ch 11.55, ch 11.9-BB, ch 21.1]
    let units = [
        ("us-31-7-b2", "1217"),
        ("us-1m-hq", "1618"),
        ("c-238-80", "1117"),
        ("c-239-80", "1117"),
        ("c-240-80", "1216"),
        ("c-27-hq", "0917"),
    ];
    let mut table = board("com-combat")
        .turn(1)
        .units(&units)
        .air(0, 3, 3)
        .set("/surprise", json!({ "left": 2, "declared": 1 }))
        .lay();
    table.acts(&["attack 1217", "add c-238-80", "add c-239-80", "add c-240-80", "lock", "table assault"]);
    table.dice(&[4]).act("cas 1");
    assert!(table.said("at 3:1: BB"), "{:?}", table.log());
    assert_eq!(points(&table, 1), 2);
    assert!(["c-238-80", "c-239-80", "c-240-80"].iter().all(|u| marked(&table, u, "disrupted")));
    table.act("advance c-238-80 1217");
    assert_eq!(place(&table, "c-238-80"), "1217");
}

#[test]
fn e23_a_commando_that_stands() {
    // [proves: ch 11.9-BD, ch 11.9-BB, ch 1.52]
    let units = [
        ("cw-41rmc", "1817"),
        ("us-1m-hq", "2017"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1718"),
        ("c-173-58", "1718"),
    ];
    let mut table = board("com-combat").units(&units).lay();
    table.acts(&["attack 1817", "add c-172-58", "add c-173-58", "lock"]);
    table.dice(&[5]).act("table assault");
    assert!(table.said("at 3:1: B/D"), "{:?}", table.log());
    table.act("stand");
    assert!(marked(&table, "cw-41rmc", "disrupted") && marked(&table, "c-172-58", "disrupted"));
    assert_eq!(
        (place(&table, "cw-41rmc"), place(&table, "c-172-58")),
        ("1817".to_owned(), "1718".to_owned())
    );
}

/// A battalion in Hudong-ni hit by DR, with Chinese around it.
fn hudong(more: &[(&str, &str)], die: u32) -> testkit::Table<'static, chosin::Chosin> {
    let units = [
        ("us-31-7-b1", "1417"),
        ("c-172-58", "1317"),
        ("c-173-58", "1318"),
        ("c-174-58", "1416"),
        ("c-27-hq", "0917"),
        ("us-1m-hq", "1618"),
    ];
    let mut table = board("com-combat").units(&units).units(more).lay();
    table.acts(&["attack 1417", "add c-172-58", "add c-173-58", "add c-174-58", "lock"]);
    table.dice(&[die]).act("table mobile");
    assert!(table.said(": DR."), "{:?}", table.log());
    table
}

#[test]
fn e24_a_retreat_into_a_zone_of_control_kills_a_battalion() {
    // [proves: ch 11.11, ch 11.12, ch 7.61, ch 12.11]
    let mut table = hudong(&[("c-175-59", "1517")], 3);
    assert_eq!(table.legal(), ["retreat us-31-7-b1 1518"]);
    table.act("retreat us-31-7-b1 1518");
    assert_eq!(place(&table, "us-31-7-b1"), "reorganization");
    let mut table = hudong(&[], 5);
    table.act("retreat us-31-7-b1 1518");
    assert_eq!(place(&table, "us-31-7-b1"), "1518");
}

#[test]
fn e27_an_unbridged_major_river_stops_a_retreat() {
    // [proves: ch 11.11, ch 23.1]
    let units = [
        ("us-3-b4", "3212"),
        ("us-x-hq", "3511"),
        ("c-172-58", "3113"),
        ("c-173-58", "3112"),
        ("c-174-58", "3211"),
        ("c-175-59", "3312"),
    ];
    let attack = |blown: &[&str]| {
        let mut table = board("com-combat")
            .units(&units)
            .set("/blown", json!(blown))
            .set("/options/open", json!("on"))
            .lay();
        table.acts(&[
            "attack 3212",
            "add c-172-58",
            "add c-173-58",
            "add c-174-58",
            "add c-175-59",
            "lock",
            "table probe",
        ]);
        table.dice(&[6]).act("done");
        table
    };
    let table = attack(&["3212/3313"]);
    assert_eq!(place(&table, "us-3-b4"), "reorganization", "{:?}", table.log());
    let mut table = attack(&[]);
    assert_eq!(table.legal(), ["retreat us-3-b4 3313"]);
    table.act("retreat us-3-b4 3313");
    assert_eq!(
        place(&table, "us-3-b4"),
        "reorganization",
        "3313 is in a zone of control: a battalion dies there"
    );
}

#[test]
fn e28_partisans_are_only_probed() {
    // [proves: ch 31.2]
    let units = [("us-5-1m", "2017"), ("us-1m-hq", "2017"), ("nk-p1", "2018")];
    let mut table = board("un-combat").units(&units).lay();
    table.acts(&["attack 2018", "add us-5-1m"]);
    table.dice(&[6]).act("lock");
    assert!(table.ruled("ch 31.2"), "{:?}", table.log());
    assert_eq!(table.at("/combat/table"), 0);
}

#[test]
fn e29_only_us_units_break_through() {
    // [proves: ch 11.8, ch 11.81, ch 11.82, ch 11.83, ch 22.0, ch 11.9-DR+]
    let units = [
        ("us-17-7", "3414"),
        ("rok-1-cap", "3414"),
        ("us-x-hq", "3212"),
        ("c-172-58", "3415"),
        ("c-173-58", "3417"),
    ];
    let mut table = board("un-combat").units(&units).air(0, 3, 3).lay();
    table.acts(&["attack 3415", "add us-17-7", "add rok-1-cap", "lock", "table mobile"]);
    table.dice(&[4]).act("cas 3");
    assert!(table.said("DR+"), "{:?}", table.log());
    while table.legal()[0].starts_with("retreat") {
        let step = table.legal().into_iter().find(|l| !l.ends_with("3416")).unwrap();
        table.act(&step);
    }
    table.acts(&[
        "advance us-17-7 3415",
        "advance rok-1-cap 3415",
        "advance us-17-7 3416",
        "advance rok-1-cap 3416",
    ]);
    assert_eq!(table.legal(), ["attack 3417", "done"]);
    table.act("attack 3417");
    assert_eq!(table.legal(), ["add us-17-7", "add all"]);
    table.refuses("add rok-1-cap", "ch 11.83", "only US");
}

#[test]
fn e46_artillery_whose_hex_was_attacked_supports_no_other() {
    // [proves: ch 11.556, ch 11.555]
    let units = [
        ("us-11m", "1817"),
        ("us-3-b1", "1717"),
        ("us-1m-hq", "2017"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1718"),
        ("c-173-58", "1718"),
    ];
    let mut table = board("com-combat").units(&units).marks("us-11m", &["hit"]).lay();
    table.acts(&["attack 1717", "add c-172-58", "lock"]);
    table.dice(&[5]).act("table probe");
    assert!(table.ruled("ch 11.1"), "nobody is asked: {:?}", table.log());
    table.acts(&["attack 1817", "add c-173-58", "lock", "table probe"]);
    assert!(table.offers("fire us-11m"), "it may still fire for its own hex");
}

#[test]
fn e51_units_above_the_limit_do_not_attack() {
    // [proves: ch 8.42]
    let units = [
        ("us-31-7-b2", "1217"),
        ("us-1m-hq", "1618"),
        ("c-238-80", "1117"),
        ("c-239-80", "1117"),
        ("c-240-80", "1117"),
        ("c-27-hq", "0917"),
    ];
    let mut table = board("com-combat").units(&units).lay();
    table.acts(&["attack 1217", "add c-238-80", "add c-239-80"]);
    table.refuses("add c-240-80", "ch 8.42", "stacking limit");
    let mut attacked =
        vec![("us-5-1m", "1217"), ("us-7-1m", "1217"), ("us-11m", "1317"), ("us-5art", "1317")];
    attacked.extend(&units[1..]);
    let mut table = board("un-combat").units(&attacked).air(0, 3, 3).lay();
    table.acts(&["attack 1117", "add us-5-1m", "add us-7-1m", "lock", "table assault"]);
    assert_eq!(table.legal().len(), 3, "the defender names one unit in excess: {:?}", table.legal());
    table.act("excess c-238-80");
    assert!(table.play().is_final(), "every answer in a declared combat stands");
    table.acts(&["cas 3", "fire us-11m"]).dice(&[4]).act("fire us-5art");
    assert!(table.said("at 6:1: DD"), "10 to 8, two defending: {:?}", table.log());
    assert!(
        ["c-238-80", "c-239-80", "c-240-80"].iter().all(|u| marked(&table, u, "disrupted")),
        "all three are hit"
    );
    assert!(table.legal().iter().any(|l| l.starts_with("retreat c-238-80")), "and retreat");
    let mut table = board("com-combat").units(&units).lay();
    table.acts(&["attack 1217", "add c-238-80", "add c-239-80", "lock"]);
    table.dice(&[2]).act("table assault");
    assert!(table.said("AA"), "{:?}", table.log());
    assert!(
        marked(&table, "c-238-80", "disrupted") && !marked(&table, "c-240-80", "disrupted"),
        "the third stays out of it"
    );
}

/// The 17th Infantry at 1817, out of supply, hit on the mobile table at 4:1 with every way out in a zone of control.
fn encircled(die: u32) -> testkit::Table<'static, chosin::Chosin> {
    let units = [
        ("us-17-7", "1817"),
        ("c-172-58", "1718"),
        ("c-173-58", "1718"),
        ("c-174-58", "1818"),
        ("c-175-59", "1916"),
        ("c-176-59", "1717"),
        ("c-20-hq", "1520"),
    ];
    let mut table = board("com-combat").units(&units).lay();
    table.acts(&["attack 1817", "add c-172-58", "add c-173-58", "add c-174-58", "add c-176-59", "lock"]);
    table.dice(&[die]).act("table mobile");
    table
}

#[test]
fn e25_a_disrupted_unit_dies_in_the_first_zone_of_its_retreat() {
    // [proves: ch 7.61, ch 11.12, ch 11.9-DT+]
    let mut table = encircled(6);
    assert!(table.said("at 4:1: DT+"), "{:?}", table.log());
    assert!(marked(&table, "us-17-7", "disrupted"), "by the result");
    assert_eq!(table.legal(), ["retreat us-17-7 1816", "retreat us-17-7 1917", "retreat us-17-7 1918"]);
    table.act("retreat us-17-7 1816");
    assert_eq!((place(&table, "us-17-7"), points(&table, 1)), ("reorganization".to_owned(), 6));
}

#[test]
fn e26_the_second_zone_kills_an_effective_unit() {
    // [proves: ch 7.61, ch 11.12, ch 11.13, ch 11.9-DR+]
    let mut table = encircled(5);
    assert!(table.said("at 4:1: DR+"), "{:?}", table.log());
    assert!(!marked(&table, "us-17-7", "disrupted"), "not by the result");
    table.act("retreat us-17-7 1816");
    assert!(marked(&table, "us-17-7", "disrupted"), "the first zone disrupts");
    table.refuses("retreat us-17-7 1817", "ch 11.13", "come back");
    table.act("retreat us-17-7 1815");
    assert_eq!((place(&table, "us-17-7"), points(&table, 1)), ("reorganization".to_owned(), 6));
}

#[test]
fn communications_and_the_yalu() {
    // [proves: ch 3.3-32-33, ch 3.3-46]
    let mut table = hagaru(&["c-172-58"]).air(0, 3, 3).event(event::NO_COMMUNICATIONS).lay();
    table.acts(&["attack 1718", "add us-5-1m"]);
    table.refuses("add us-17-7", "ch 3.3-32-33", "nations");
    table.act("lock").dice(&[3]).act("table probe");
    assert!(table.ruled("ch 11.1"), "no close air support today: {:?}", table.log());
    let mut table = hagaru(&["c-172-58"]).event(event::YALU).lay();
    three(&mut table);
    assert_eq!(points(&table, 0), 1);
}

#[test]
fn attacks_need_strength_and_an_enemy() {
    // [proves: ch 11.2, ch 11.27, ch 6.82, ch 11.412]
    let mut table = hagaru(&["c-172-58"])
        .units(&[("us-11m", "1817"), ("us-3-b1", "1617")])
        .marks("us-3-b1", &["railed"])
        .lay();
    table.refuses("attack 1819", "ch 11.0", "no enemy");
    table.act("attack 1718");
    table.refuses("add us-11m", "ch 11.2", "no attack strength");
    table.refuses("add us-3-b1", "ch 6.82", "by rail");
    table.acts(&["add us-5-1m", "lock", "table probe"]);
    table.dice(&[3]).act("done");
    table.acts(&["attack 1718", "add us-7-1m"]);
}

#[test]
fn each_support_tells_what_it_would_do_before_it_is_committed() {
    // [proves: ch 11.55, ch 11.55A]
    let units = [
        ("us-17-7", "1718"),
        ("us-1m-hq", "2017"),
        ("us-3-art", "1817"),
        ("us-5art", "1817"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1719"),
    ];
    let mut table = board("un-combat").units(&units).air(0, 3, 3).lay();
    table.acts(&["attack 1719", "add us-17-7", "lock", "table probe"]);
    let words = |table: &testkit::Table<'_, chosin::Chosin>, text: &str| {
        let actions = crate::common::scene(table)["actions"].clone();
        let found = actions.as_array().unwrap().iter().find(|a| a["text"] == text).cloned();
        let found = found.unwrap_or_else(|| panic!("{text} is not offered: {actions}"));
        format!("{} {}", found["label"].as_str().unwrap(), found["cost"].as_str().unwrap_or_default())
    };
    // The columns of W10: 1:1, two to the left for the hills.
    let support = words(&table, "cas 3");
    assert!(support.contains("with 3, 1:3 becomes 2:1"), "{support}");
    table.act("cas 3");
    let fire = words(&table, "fire us-3-art");
    assert!(fire.contains("3 points: 2:1 becomes 5:1"), "{fire}");
    table.act("fire us-3-art");
    let fire = words(&table, "fire us-5art");
    assert!(fire.contains("2 points: 5:1 becomes 6:1"), "four columns at most: {fire}");
}

#[test]
fn the_card_compares_the_tables_before_one_is_chosen() {
    // [proves: ch 11.4]
    let mut table = hagaru(&["c-172-58"]).lay();
    table.acts(&["attack 1718", "add all", "lock"]);
    let rows = crate::common::scene(&table)["battle"]["rounds"].clone();
    let column = crate::common::working(&table, "Column");
    assert_eq!(rows[0], json!(["Die", "1", "2", "3", "4", "5", "6"]));
    assert_eq!(
        (&rows[1][0], &rows[2][0], &rows[3][0]),
        (&json!("Probe"), &json!("Assault"), &json!("Mobile"))
    );
    // The last row of the Assault table (dossier 4.1), die 6.
    let best = ["AA", "BB", "BB", "B/D", "DD", "DD", "DD", "DZ", "DZ"];
    let columns = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"];
    let expected = columns.iter().zip(best).find(|(c, _)| **c == column).unwrap().1;
    assert_eq!(rows[2][6], expected, "{column}");
    table.dice(&[3]).act("table probe");
    assert_eq!(crate::common::scene(&table)["battle"]["rounds"], json!(null));
}
