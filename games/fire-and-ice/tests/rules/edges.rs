//! Limits and corners: what the plain situations pass by.

use crate::combat::{attack, near_seoul};
use crate::table::{Lay, air, game, has, on, spot, support, until};
use engine::{Rules, Seat};
use fire_and_ice::{Action, FireAndIce};
use serde_json::json;
use testkit::Table;

/// Aid of the Communist side, which faces so many points of the United Nations'.
fn aid(points: i32) -> Lay {
    Lay::empty("chinese", 19, "Foreign")
        .set("/points", json!(-points))
        .set("/colour", json!("un"))
        .marked("nk-1", "1813", &["poor"])
        .put(&[("nk-2", "1813"), ("nk-3", "destroyed"), ("nk-4", "destroyed"), ("rok-1", "1334")])
}

// [proves: fi 12.2.2]
#[test]
fn advisors_take_a_marker_off_or_make_an_elite_unit() {
    let mut t = aid(4).table();
    t.acts(&["ask aid", "relieve nk-1 poor"]);
    assert!(!has(&t, "nk-1", "poor"));
    let mut h = aid(4).table();
    h.act("ask aid");
    h.refuses("honour nk-1", "fi 12.2.2", "nothing of the kind");
    h.act("honour nk-2");
    assert!(has(&h, "nk-2", "elite"));
}

// [proves: fi 12.2.2]
#[test]
fn small_aid_recalls_nobody_and_great_aid_two() {
    let mut small = aid(4).table();
    small.acts(&["ask aid", "honour nk-2"]);
    assert!(!small.legal().iter().any(|a| a.starts_with("recall")), "{}", small.prompt());
    let mut great = aid(10).table();
    great.acts(&["ask aid", "honour nk-2", "recall nk-3"]);
    assert_eq!(spot(&great, "nk-3"), "replacements");
    assert!(great.offers("recall nk-4") && !great.offers("recall nk-3"));
}

// [proves: fi 12.2.2]
#[test]
fn aid_restores_two_aircraft_from_five_points_on() {
    let reduced = |points| {
        let lay = ["4-ad", "6-ad", "1-aar"].iter().fold(aid(points), |lay, id| {
            lay.set(&format!("/aircraft/{id}"), json!({ "at": "available", "reduced": true }))
        });
        let mut t = lay.table();
        t.acts(&["ask aid", "honour nk-2"]);
        t
    };
    assert!(!reduced(4).prompt().contains("Restore"), "none for up to four points");
    let mut t = reduced(10);
    t.acts(&["recall nk-3", "recall nk-4", "restore 4-ad"]);
    assert!(t.offers("restore 6-ad") && t.offers("restore 1-aar") && !t.offers("restore 4-ad"));
    t.act("restore 6-ad");
    assert!(!t.offers("restore 1-aar") && !t.prompt().contains("Restore"), "{}", t.prompt());
    assert_eq!(t.at("/aircraft/1-aar/reduced"), json!(true));
}

/// A hasty attack with chit M1 (table A) in which both roll a 2 and the attacker loses a replacement point.
fn loses_a_point(lay: Lay, hq: &str, lead: &str, hex: &str) -> Table<'static, FireAndIce> {
    let mut t = attack(lay, hq, lead, "hasty", hex, 1);
    t.dice(&[2, 2, 3]);
    support(&mut t, &[], [false, false]);
    t
}

// [proves: fi 5.5]
#[test]
fn an_event_takes_a_point_of_another_nation_where_the_lead_has_none() {
    let near = |points| {
        near_seoul().marked("rok-7", "2644", &["spent"]).set("/communist/replacements", json!(points))
    };
    let only = loses_a_point(near([0, 2, 0]), "kpa-I", "nk-3", "2644");
    assert_eq!(only.at("/communist/replacements"), json!([0, 1, 0]));
    let nothing = loses_a_point(near([0, 0, 0]), "kpa-I", "nk-3", "2644");
    assert_eq!(nothing.at("/communist/replacements"), json!([0, 0, 0]));
    // The Commonwealth has no points of its own: any may be given.
    let lay = Lay::empty("campaign", 12, "ActivateUn")
        .levels("united_nations", 0, 0)
        .levels("communist", 0, 0)
        .set("/united_nations/replacements", json!([1, 1, 1]))
        .put(&[("un-I", "2553"), ("cw-27", "2552"), ("rok-1", "2651")])
        .marked("nk-18", "2551", &["spent"]);
    let mut any = loses_a_point(lay, "un-I", "cw-27", "2551");
    assert_eq!(any.legal(), ["forfeit rok", "forfeit us", "forfeit un"]);
    any.act("forfeit us");
    assert_eq!(any.at("/united_nations/replacements"), json!([1, 0, 1]));
}

// [proves: fi 5.4.2-natural]
#[test]
fn the_best_number_of_the_die_makes_an_elite_unit() {
    let fight = |chit: u32, kind: &str, dice: [u32; 2]| {
        let lay = near_seoul().marked("rok-7", "2644", &["spent"]);
        let mut t = attack(lay, "kpa-I", "nk-3", kind, "2644", chit);
        t.dice(&dice);
        support(&mut t, &[], [false, false]);
        t
    };
    // P2 rolls a D10, a spent defender a D6; M1 rolls a D6.
    assert!(has(&fight(2, "prepared", [10, 3]), "nk-3", "elite"));
    assert!(!has(&fight(2, "prepared", [6, 3]), "nk-3", "elite"), "a 6 on a D10 is nothing");
    assert!(has(&fight(1, "hasty", [6, 3]), "nk-3", "elite"));
    assert!(has(&fight(2, "prepared", [4, 6]), "rok-7", "elite"));
}

// [proves: fi 13.2, fi 13.1-boxes]
#[test]
fn a_rebuilt_unit_is_fresh() {
    let mut t = Lay::empty("campaign", 8, "ReinforceUn")
        .set("/united_nations/replacements", json!([3, 0, 0]))
        .marked("rok-2", "replacements", &["spent"])
        .put(&[("rok-5", "replacements"), ("rok-1", "3965"), ("nk-1", "2549")])
        .table();
    t.acts(&["rebuild rok-2 rok", "place rok-2 box-pusan"]);
    assert!(spot(&t, "rok-2") == "box-pusan" && !has(&t, "rok-2", "spent"));
}

// [proves: fi 13.2, fi 13.1-sources]
#[test]
fn what_rebuilding_asks_for() {
    let un = |replacements| {
        Lay::empty("campaign", 8, "ReinforceUn")
            .set("/united_nations/replacements", replacements)
            .put(&[("rok-2", "replacements"), ("rok-5", "replacements"), ("rok-1", "3965"), ("nk-1", "2549")])
            .table()
    };
    let t = un(json!([0, 1, 1]));
    assert!(t.offers("rebuild rok-5 un") && t.offers("done"), "a UN point serves all, and nobody has to");
    t.refuses("rebuild rok-2 rok", "fi 13.2", "no RoK replacements");
    t.refuses("rebuild rok-2 us", "fi 13.2", "do not serve");
    t.refuses("rebuild rok-1 un", "fi 13.2", "not in the Replacements box");
    assert!(un(json!([1, 0, 0])).offers("rebuild rok-2 rok"));
    let none = un(json!([0, 1, 0]));
    assert!(!none.legal().iter().any(|a| a.starts_with("rebuild")), "US points serve no RoK unit");
    // What is rebuilt comes over a source that no enemy stands on; the United Nations come by sea.
    let taken =
        [("rok-1", "0123"), ("rok-3", "1416"), ("rok-6", "1813"), ("rok-7", "2407"), ("rok-8", "3510")];
    let com = |last: &str| {
        Lay::empty("campaign", 8, "ReinforceCom")
            .set("/communist/replacements", json!([1, 0, 0]))
            .put(&taken)
            .put(&[("rok-9", last), ("nk-1", "replacements"), ("nk-2", "replacements")])
            .table()
    };
    com("3965").act("rebuild nk-1 nk");
    let shut_out = com("4701");
    assert!(!shut_out.legal().iter().any(|a| a.starts_with("rebuild")), "no source is free");
    let shut = Lay::empty("campaign", 8, "ReinforceUn")
        .set("/united_nations/replacements", json!([1, 0, 0]))
        .put(&taken)
        .put(&[("rok-9", "4701"), ("rok-2", "replacements"), ("rok-5", "replacements"), ("nk-1", "2549")])
        .table();
    assert!(shut.offers("rebuild rok-2 rok"));
}

// [proves: fi 4.2, fi 12.2.1-roc]
#[test]
fn arrivals_at_pusan_may_share_its_hex() {
    let mut t = Lay::empty("campaign", 14, "Foreign")
        .set("/points", json!(4))
        .set("/colour", json!("com"))
        .put(&[("rok-1", "3965"), ("rok-I", "3965"), ("nk-1", "2549"), ("kpa-I", "2040")])
        .table();
    t.dice(&[2]).act("roll intervention");
    t.acts(&["place roc-1 4371", "place roc-2 4371", "place roc-3 box-pusan"]);
    until(&mut t, "activate rok-I");
    t.act("activate rok-I");
    on(&mut t, |t| {
        t.prompt().starts_with("Activate a headquarters") || t.prompt().contains("Replacements box")
    });
    assert_eq!((spot(&t, "roc-1"), spot(&t, "roc-2")), ("4371".to_owned(), "4371".to_owned()));
}

// [proves: fi 11.3.2]
#[test]
fn an_evacuation_can_be_declined() {
    let t = Lay::empty("campaign", 18, "Evacuation")
        .put(&[("us-1m-1", "3025"), ("us-1m-5", "4318"), ("nk-1", "1813")])
        .table();
    assert!(t.offers("evacuate us-1m-1 box-pusan") && t.offers("done"));
}

// [proves: fi 10.4.3-use]
#[test]
fn only_aircraft_on_ground_support_fly_in_a_combat() {
    let lay = Lay::empty("campaign", 23, "ActivateUn")
        .set("/weather", json!("Clear"))
        .levels("united_nations", 0, 0)
        .fly("8-fb", "top-cover", "south-korea")
        .fly("18-fb", "ground-support", "south-korea")
        .fly("35-fi", "ground-support", "south-korea")
        .put(&[("un-I", "2552"), ("us-2-38", "2551"), ("us-2-c", "2652"), ("nk-18", "2550")]);
    let mut t = attack(lay, "un-I", "us-2-38", "prepared", "2550", 2);
    t.refuses("fly 8-fb", "fi 10.4.3-use", "adds nothing");
    t.act("fly 18-fb");
}

// [proves: fi 10.3.1-lone, fi 10.3.1-zero]
#[test]
fn an_aircraft_worth_one_still_goes_to_top_cover() {
    // A MiG-15 is worth 4; reduced, from China and in rain 1.
    let lay = Lay::empty("campaign", 23, "Strategic")
        .set("/weather", json!("Rain"))
        .set("/communist/airfields", json!({ "china": [1, 2, 0, 0] }))
        .set("/aircraft/4-ad", json!({ "at": "mig-alley", "base": "china", "reduced": true }))
        .fly("19-bomb", "infrastructure", "japan");
    let mut t = lay.table();
    t.act("top-cover 4-ad");
    assert_eq!(air(&t, "4-ad"), "top-cover");
}

// [proves: fi 10.4.1-intercept]
#[test]
fn an_aircraft_worth_nothing_intercepts_nobody() {
    // An F-80 is worth 3 in Top Cover; reduced, from Japan and in rain nothing.
    let meets = |weather: &str| {
        let mut t = Lay::empty("campaign", 23, "ActivateCom")
            .set("/weather", json!(weather))
            .levels("communist", 0, 0)
            .set("/aircraft/8-fb", json!({ "at": "top-cover", "base": "japan", "reduced": true }))
            .fly("1-aar", "ground-support", "north-korea")
            .put(&[("kpa-I", "2541"), ("nk-3", "2543"), ("rok-7", "2544"), ("rok-I", "2648")])
            .table();
        t.acts(&["activate kpa-I", "add nk-3"]);
        until(&mut t, "move nk-3");
        t.act("move nk-3").dice(&[12]).act("declare prepared 2544");
        until(&mut t, "fly 1-aar");
        t.act("fly 1-aar");
        if t.prompt().starts_with("Attack on") {
            t.act("done");
        }
        t.offers("shoot 8-fb 1-aar")
    };
    assert!(meets("Clear") && !meets("Rain"));
}

// [proves: fi 4.7-early, fi 4.4-declare]
#[test]
fn no_attack_is_declared_in_early_exploitation() {
    let mut t = Lay::empty("campaign", 1, "ActivateCom")
        .put(&[("kpa-I", "2541"), ("nk-13", "2542"), ("nk-1", "1943"), ("rok-7", "2644")])
        .set("/surprise", json!("none"))
        .table();
    t.acts(&["activate kpa-I", "add nk-13"]);
    until(&mut t, "move nk-13");
    t.acts(&["move nk-13", "to 2543", "done"]);
    until(&mut t, "move nk-13");
    // On the first turn the South has no zones: it goes on to a hex beside the division.
    t.acts(&["move nk-13", "to 2544"]);
    t.refuses("declare meeting 2644", "fi 3.0", "not what is to be decided");
}

// [proves: fi 16-cities]
#[test]
fn cities_of_the_perimeter_score_in_their_scenario_alone() {
    let mut t = Lay::empty("campaign", 5, "ActivateCom")
        .put(&[("kpa-II", "4560"), ("nk-2", "4562"), ("rok-3", "4371"), ("rok-I", "4371")])
        .table();
    t.acts(&["activate kpa-II", "add nk-2"]);
    until(&mut t, "move nk-2");
    t.acts(&["move nk-2", "to 4663"]);
    assert_eq!((spot(&t, "nk-2"), t.at("/points")), ("4663".to_owned(), json!(0)));
}

// [proves: fi 5.7, fi 11.3.1-box]
#[test]
fn units_advance_out_of_their_box() {
    let lay = Lay::empty("campaign", 12, "ActivateUn").levels("united_nations", 0, 0).put(&[
        ("un-X", "box-inchon"),
        ("us-1m-1", "box-inchon"),
        ("us-1m-5", "box-inchon"),
    ]);
    let mut t = attack(lay.marked("nk-18", "2151", &["spent"]), "un-X", "us-1m-1", "prepared", "2151", 2);
    t.dice(&[9, 1]);
    support(&mut t, &[], [true, false]);
    on(&mut t, |t| t.prompt().contains("to be paid"));
    t.act("give up");
    assert!(t.offers("advance us-1m-1") && !t.offers("advance us-1m-5"), "{:?}", t.legal());
    t.act("advance us-1m-1");
    assert_eq!(spot(&t, "us-1m-1"), "2151");
}

// [proves: fi 5.2.2]
#[test]
fn a_meeting_engagement_ends_the_activation_of_its_supporters_too() {
    let mut t =
        near_seoul().marked("rok-7", "2644", &["spent"]).put(&[("nk-2", "2744"), ("nk-12", "2541")]).table();
    t.acts(&["activate kpa-I", "add nk-2", "add nk-3", "add nk-12"]);
    until(&mut t, "move nk-3");
    t.act("move nk-3").dice(&[12]).act("declare meeting 2644");
    t.dice(&[9, 3]);
    // The 2nd Division stands beside 2644 and supports.
    support(&mut t, &[], [true, false]);
    on(&mut t, |t| t.prompt().contains("to be paid"));
    t.act("give up");
    assert!(t.offers("move nk-12") && !t.offers("move nk-2") && !t.offers("move nk-3"), "{:?}", t.legal());
}

// [proves: fi 4.1-hq]
#[test]
fn a_headquarters_that_does_nothing_lets_the_turn_go_on() {
    let mut t = near_seoul().marked("rok-7", "2644", &["spent"]).table();
    t.acts(&["activate kpa-I", "add nk-3"]);
    until(&mut t, "move nk-3");
    t.acts(&["move nk-3", "done"]);
    on(&mut t, |t| t.offers("refresh"));
    assert_eq!(game().quiet(t.state(), Seat(1)), Some(Action::Done));
    t.act("done");
    assert!(has(&t, "kpa-I", "spent") && spot(&t, "kpa-I") == "2541");
}

// [proves: fi 14.3]
#[test]
fn the_187th_drops_once_a_month_fresh_and_instead_of_a_march() {
    let lay = || {
        Lay::empty("inchon", 14, "StrategicUn")
            .put(&[("us-187", "1433"), ("rok-1", "1338"), ("nk-1", "2336")])
            .fly("18-fb", "top-cover", "south-korea")
    };
    assert!(lay().table().offers("drop 2031"));
    // Each of the three is enough by itself.
    let earlier = lay().set("/facts", json!(["dropped"])).table();
    earlier.refuses("drop 2031", "fi 14.3", "dropped in this month");
    let spent = lay().marked("us-187", "1433", &["spent"]).table();
    spent.refuses("drop 2031", "fi 14.3", "is spent");
    let mut marched = lay().table();
    marched.acts(&["march us-187", "to 1439"]);
    assert!(!has(&marched, "us-187", "spent"), "a march leaves it fresh");
    marched.refuses("drop 1433", "fi 14.3", "dropped in this month");
}

// [proves: fi 10.3.4-hex]
#[test]
fn an_atomic_strike_takes_the_roads_of_its_own_hex_alone() {
    let lay = |struck: &[&str]| {
        let mut t = Lay::empty("campaign", 2, "ActivateCom")
            .set("/struck", json!(struck))
            .put(&[("kpa-I", "2640"), ("nk-3", "2641"), ("rok-1", "2860"), ("rok-I", "2961")])
            .table();
        t.acts(&["activate kpa-I", "add nk-3"]);
        until(&mut t, "move nk-3");
        t.act("move nk-3");
        t
    };
    let cost = |struck: &[&str], mp: &str| {
        let mut t = lay(struck);
        t.act("to 2543");
        assert!(t.said(&format!("for {mp} MP")), "{struck:?}: {:?}", t.log());
    };
    // By road over 2542; after a strike there the rough hex costs two and the town one.
    cost(&[], "1");
    cost(&["4046"], "1");
    cost(&["2542"], "3");
    cost(&["4046", "2542"], "3");
    assert!(lay(&[]).offers("to 2542") && !lay(&["2542"]).offers("to 2542"), "nobody ends there");
}
