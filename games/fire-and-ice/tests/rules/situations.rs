//! The working specification's test situations to their last word, where the plain tests stop earlier.

use crate::combat::{attack, near_seoul};
use crate::table::{Lay, air, has, support, until};
use serde_json::json;

// [proves: fi 4.7-early, fi 4.3-negation]
#[test]
fn e6_early_exploitation_along_the_road_and_never_into_a_zone() {
    let lay = |extra: &[(&str, &str)]| {
        let mut t = Lay::empty("campaign", 2, "ActivateCom")
            .put(&[("kpa-I", "1942"), ("nk-1", "1943"), ("rok-1", "2860")])
            .put(extra)
            .table();
        t.acts(&["activate kpa-I", "add nk-1"]);
        until(&mut t, "move nk-1");
        t.acts(&["move nk-1", "done"]);
        until(&mut t, "move nk-1");
        t.act("move nk-1");
        t
    };
    let mut free = lay(&[]);
    free.act("to 2347");
    assert!(free.said("for 3 MP"), "six road hexes: {:?}", free.log());
    let held = lay(&[("rok-2", "2348")]);
    assert!(held.offers("to 2346"));
    held.refuses("to 2347", "fi 4.7-early", "out of reach");
    assert!(lay(&[("rok-2", "2348"), ("nk-2", "2347")]).offers("to 2347"), "a friend negates the zone");
}

// [proves: fi 5.3.3-attacker, fi 5.3.3-who]
#[test]
fn w3_four_supporters_are_ten_and_three_of_a_defender_six() {
    let lay = || {
        Lay::empty("campaign", 12, "ActivateUn").levels("united_nations", 0, 0).levels("communist", 0, 0).put(
            &[
                ("un-I", "2553"),
                ("us-2-23", "2551"),
                ("us-2-9", "2650"),
                ("us-2-38", "2649"),
                ("us-25-24", "2450"),
                ("us-25-27", "2449"),
                ("nk-18", "2550"),
            ],
        )
    };
    let mut hasty = attack(lay(), "un-I", "us-2-23", "hasty", "2550", 1);
    assert_eq!(support(&mut hasty, &[], [true, false])[0], 10);
    let mut deliberate = attack(lay(), "un-I", "us-2-23", "deliberate", "2550", 2);
    assert_eq!(support(&mut deliberate, &[], [true, false])[0], 20);
    let lay = near_seoul().put(&[("rok-1", "2745"), ("rok-2", "2645"), ("rok-6", "2744")]);
    let mut t = attack(lay.marked("rok-7", "2644", &["spent"]), "kpa-I", "nk-3", "prepared", "2644", 2);
    assert_eq!(support(&mut t, &[], [true, true])[1], 7, "three friends 6, rough ground 1");
}

// [proves: fi 10.4.1-intercept, fi 10.3.1-hit]
#[test]
fn w15b_a_hit_spoils_ground_support() {
    let lay = Lay::empty("campaign", 23, "ActivateUn")
        .set("/weather", json!("Clear"))
        .levels("united_nations", 0, 0)
        .fly("4-ad", "top-cover", "china")
        .fly("18-fb", "ground-support", "south-korea")
        .put(&[("un-I", "2552"), ("us-2-38", "2551"), ("us-2-c", "2652"), ("nk-18", "2550")]);
    let mut t = attack(lay, "un-I", "us-2-38", "prepared", "2550", 2);
    t.act("fly 18-fb");
    if !t.offers("shoot 4-ad 18-fb") {
        t.act("done");
    }
    t.dice(&[2, 6]).act("shoot 4-ad 18-fb");
    assert_eq!((air(&t, "18-fb"), t.at("/aircraft/18-fb/reduced")), ("damaged".to_owned(), json!(true)));
    assert_eq!(air(&t, "4-ad"), "available", "station 2, rolled 6");
    t.dice(&[5, 4]).act("roll D10");
    assert!(t.said("5 against 6"), "no support came; the city 2: {:?}", t.log());
}

// [proves: fi 10.4.3-level, fi 10.4.3-use]
#[test]
fn w16_aircraft_fill_the_level_that_planning_leaves() {
    let lay = Lay::empty("campaign", 23, "ActivateCom")
        .set("/weather", json!("Clear"))
        .levels("communist", 0, 0)
        .levels("united_nations", 0, 0)
        .set("/aircraft/20-ad", json!({ "at": "ground-support", "base": "china", "reduced": true }))
        .fly("1-aar", "ground-support", "north-korea")
        .put(&[("kpa-I", "2541"), ("nk-3", "2542"), ("rok-I", "2648")])
        .marked("rok-6", "2543", &["spent"]);
    let mut t = attack(lay, "kpa-I", "nk-3", "prepared", "2543", 2);
    t.act("fly 20-ad");
    // Both stay on station; then 3 + 4 of the air against 2 + 1 of the town.
    t.dice(&[1, 1, 3, 2]).act("fly 1-aar");
    assert!(t.said("7 against 3"), "1 + 4 less 1 of planning: {:?}", t.log());
}

// [proves: fi 5.3.1-formula, fi 5.3.1-planning, fi 11.2]
#[test]
fn e18_tanks_and_guns_in_rough_ground_far_from_the_coast() {
    let lay = Lay::empty("campaign", 12, "ActivateUn")
        .levels("united_nations", 7, 8)
        .levels("communist", 0, 0)
        .set("/fleet", json!("Japan"))
        .set("/bombardment", json!(10))
        .put(&[("un-I", "3864"), ("cw-27", "3863"), ("nk-18", "3963")]);
    let mut t = attack(lay, "un-I", "cw-27", "prepared", "3963", 3);
    assert!(t.offers("tank 3") && t.offers("artillery 3"), "{:?}", t.legal());
    t.refuses("tank 4", "fi 5.3.1-formula", "at most 3");
    t.refuses("artillery 4", "fi 5.3.1-formula", "at most 3");
    t.refuses("guns 1", "fi 5.3.1-formula", "at most 0");
    assert_eq!(support(&mut t, &[], [true, false])[0], 6);
    t.dice(&[5, 4]).act("roll D10");
    assert!(t.said("11 against 5"), "rough ground 1: {:?}", t.log());
}

// [proves: fi 6.2e]
#[test]
fn e21_a_disrupted_defender_has_aircraft_and_friends_alone() {
    let lay = Lay::empty("campaign", 12, "ActivateCom")
        .levels("communist", 0, 0)
        .levels("united_nations", 9, 9)
        .fly("cvg-2", "ground-support", "carriers")
        .fly("cvg-3", "ground-support", "carriers")
        .fly("cvg-5", "ground-support", "carriers")
        .put(&[("kpa-I", "2558"), ("nk-3", "2559"), ("rok-1", "2660"), ("rok-I", "2562")])
        .marked("rok-7", "2560", &["spent", "disrupted"]);
    let mut t = attack(lay, "kpa-I", "nk-3", "prepared", "2560", 2);
    assert!(
        !t.legal().iter().any(|a| a.starts_with("tank") || a.starts_with("artillery")),
        "{:?}",
        t.legal()
    );
    t.acts(&["support rok-1", "fly cvg-2"]);
    // The second fills the 9 - 3: nothing is left to choose. Both stay on station, then 9 against 2.
    t.dice(&[1, 1, 9, 2]).act("fly cvg-3");
    assert!(t.said("9 against 10"), "2 + 6 of the air + 2 of the friend: {:?}", t.log());
}

// [proves: fi 5.1-once, fi 5.2.2]
#[test]
fn e5_a_meeting_engagement_is_the_declaration_of_its_turn() {
    let mut t = near_seoul().marked("rok-7", "2644", &["spent"]).put(&[("nk-2", "2743")]).table();
    t.acts(&["activate kpa-I", "add nk-3", "add nk-2"]);
    until(&mut t, "move nk-3");
    t.act("move nk-3").dice(&[12]).act("declare meeting 2644");
    t.dice(&[9, 3]);
    support(&mut t, &[], [true, false]);
    crate::table::on(&mut t, |t| t.prompt().contains("to be paid"));
    t.act("give up");
    let did = t.at("/units/nk-3/did");
    assert!(did.as_array().is_some_and(|d| d.contains(&json!("declared"))), "one chit a turn: {did}");
}

// [proves: fi 13.1-boxes]
#[test]
fn arrivals_are_fresh_even_after_a_surprise() {
    let mut t = Lay::empty("campaign", 14, "ReinforceUn")
        .marked("us-24-19", "waiting", &["spent"])
        .put(&[("rok-1", "3965"), ("nk-1", "2549")])
        .table();
    t.act("place us-24-19 box-pusan");
    assert!(!has(&t, "us-24-19", "spent"));
}

// [proves: fi 6.2f]
#[test]
fn e22_a_routed_defender_in_a_city_has_its_walls_alone() {
    let lay = Lay::empty("campaign", 12, "ActivateCom")
        .levels("communist", 0, 0)
        .levels("united_nations", 9, 9)
        .put(&[("kpa-I", "2546"), ("nk-3", "2548"), ("rok-1", "2649"), ("rok-2", "2550"), ("rok-I", "2552")])
        .marked("rok-7", "2549", &["spent", "routed"]);
    let mut t = lay.table();
    t.acts(&["activate kpa-I", "add nk-3"]);
    until(&mut t, "move nk-3");
    // Nobody has anything to choose before the dice.
    t.act("move nk-3").dice(&[2, 9, 3]).act("declare prepared 2549");
    crate::table::on(&mut t, |t| t.prompt().contains("to be paid"));
    assert!(t.prompt().starts_with("4 losses"), "9 against 3 and the city's 2: {}", t.prompt());
    assert!(!t.legal().iter().any(|a| a.starts_with("retreat")), "no way back: {:?}", t.legal());
}

// [proves: fi 6.2i]
#[test]
fn e23_a_unit_out_of_communication_attacks_alone() {
    let lay = near_seoul()
        .levels("communist", 9, 9)
        .fly("1-aar", "ground-support", "north-korea")
        .marked("nk-3", "2544", &["cut-off"])
        .marked("rok-7", "2644", &["spent"]);
    // M3: D6 + 1.
    let mut t = lay.table();
    t.acts(&["activate kpa-I", "add nk-3"]);
    until(&mut t, "move nk-3");
    t.act("move nk-3");
    t.dice(&[3, 4, 2]).act("declare hasty 2644");
    crate::table::on(&mut t, |t| t.prompt().contains("to be paid"));
    assert!(t.said("5 against 3"), "{:?}", t.log());
}

// [proves: fi 4.4-refresh, fi 7.0c, fi 7.0d]
#[test]
fn e28_refreshing_costs_more_than_a_monthly_flip() {
    let refreshed = |step: &str, side: &str, hq: &str, at: &str| {
        let mut t = Lay::empty("campaign", 17, step)
            .set("/weather", json!("Winter"))
            .set(&format!("/{side}/supply"), json!(9))
            .put(&[(hq, at), ("nk-1", "1813"), ("rok-1", "2860")])
            .table();
        t.act(&format!("activate {hq}"));
        until(&mut t, "refresh");
        t.act("refresh");
        t.at(&format!("/{side}/supply"))
    };
    assert_eq!(refreshed("ActivateUn", "united_nations", "un-IX", "1339"), json!(3), "six in the North");
    assert_eq!(refreshed("ActivateUn", "united_nations", "un-IX", "2043"), json!(5), "four in the South");
    assert_eq!(refreshed("ActivateCom", "communist", "kpa-I", "1339"), json!(8), "the Communist pays one");
}

// [proves: fi 5.1-chit, fi 5.3.3-who]
#[test]
fn e4_the_second_unit_beside_a_chit_supports() {
    let mut t = Lay::empty("campaign", 2, "ActivateCom")
        .put(&[("kpa-II", "2941"), ("rok-6", "3043"), ("nk-2", "3042"), ("nk-12", "3143")])
        .table();
    t.acts(&["activate kpa-II", "add nk-2", "add nk-12", "move nk-2"]);
    t.dice(&[1]).act("declare hasty 3043");
    t.acts(&["move nk-12", "done"]);
    until(&mut t, "support nk-12");
    assert!(!has(&t, "rok-6", "spent"), "nothing is rolled yet");
}

// [proves: fi 9.2, fi 9.4-division]
#[test]
fn w9_a_refreshed_headquarters_activates_once_more() {
    let mut t = Lay::empty("campaign", 12, "ActivateUn")
        .set("/united_nations/supply", json!(9))
        .put(&[
            ("un-I", "3965"),
            ("us-1c-c", "3964"),
            ("us-1c-7", "3864"),
            ("us-1c-5", "3863"),
            ("us-1c-8", "4063"),
        ])
        .put(&[("cw-29", "3966"), ("rok-cap", "4066"), ("nk-1", "3560")])
        .table();
    t.acts(&["activate un-I", "add us-1c-c", "add cw-29", "add rok-cap", "add us-1c-7"]);
    until(&mut t, "refresh");
    t.act("refresh");
    assert_eq!(t.at("/united_nations/supply"), json!(7), "two in South Korea");
    t.acts(&["activate un-I", "add us-1c-5"]);
    assert!(t.prompt().contains("3 left") && t.offers("add us-1c-8"), "regiments one by one: {}", t.prompt());
}

// [proves: fi 7.0a]
#[test]
fn w8_what_happens_to_infrastructure_counts_next_month() {
    let mut t = Lay::empty("campaign", 23, "Strategic")
        .set("/weather", json!("Clear"))
        .set("/communist/infrastructure", json!(12))
        .set("/communist/supply", json!(12))
        .fly("19-bomb", "infrastructure", "japan")
        .fly("22-bomb", "infrastructure", "japan")
        .fly("92-bomb", "airfield", "japan")
        .set("/communist/airfields", json!({ "north-korea": [1, 0, 0, 0] }))
        .put(&[("rok-1", "2551"), ("nk-1", "2549")])
        .table();
    t.dice(&[1, 1]).act("strike infrastructure");
    assert_eq!((t.at("/communist/infrastructure"), t.at("/communist/supply")), (json!(8), json!(12)));
}

// [proves: fi 14.1-winter, fi 14.5-unit]
#[test]
fn e50_winter_shortens_the_lines_of_the_united_nations_alone() {
    // The enemy's zone lies across the coast road to Ongjin: only the way to the headquarters at Kaesong, longer than eight
    // points and no longer than ten, is left.
    let lay = |turn: u8, weather: &str, step: &str, [unit, hq, enemy]: [&str; 3]| {
        let t = Lay::empty("campaign", turn, step)
            .set("/weather", json!(weather))
            .marked(unit, "1045", &["spent"])
            .put(&[(hq, "2043"), (enemy, "1144")])
            .table();
        !has(&t, unit, "spent")
    };
    let south = ["rok-1", "rok-I", "nk-1"];
    assert!(lay(14, "Clear", "FlipUn", south) && !lay(17, "Winter", "FlipUn", south));
    assert!(lay(17, "Winter", "FlipCom", ["nk-1", "kpa-I", "rok-1"]), "the Communist side keeps ten");
}
