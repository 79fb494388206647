//! 5.5, 5.6, 6: events, markers and payments, one by one.

use crate::combat::{attack, beaten, example_combat, near_seoul};
use crate::movement::example;
use crate::table::{Lay, air, has, on, support, until};
use fire_and_ice::FireAndIce;
use serde_json::json;
use testkit::Table;

/// The hasty attack on 2644 with chit M1 (table A), both dice showing 2, and this event.
fn event(lay: Lay, roll: u32) -> Table<'static, FireAndIce> {
    let mut t = attack(lay.marked("rok-7", "2644", &["spent"]), "kpa-I", "nk-3", "hasty", "2644", 1);
    t.dice(&[2, 2, roll]);
    support(&mut t, &[], [true, true]);
    t
}

// [proves: fi 5.5]
#[test]
fn events_take_levels_points_and_support() {
    let tank = event(near_seoul().levels("communist", 7, 0), 2);
    assert_eq!(tank.at("/communist/tank"), json!(6));
    let replacement = event(near_seoul(), 3);
    assert_eq!(replacement.at("/communist/replacements"), json!([7, 0, 0]), "of the lead's nation");
    // 2 + 1 of the friend against 2 + rough ground 1, and nothing of the friend at 2745.
    let alone = event(near_seoul().put(&[("rok-1", "2745")]), 4);
    assert!(alone.said("3 against 3"), "{:?}", alone.log());
}

// [proves: fi 5.5-reporters]
#[test]
fn reporters_find_nothing_where_a_marker_lies() {
    let there = json!([{ "hex": "2644", "side": "un", "value": 0 }]);
    let t = event(near_seoul().set("/objectives", there.clone()), 1);
    assert_eq!(t.at("/objectives"), there);
}

/// The book's combat with both dice at 1, up to the SNAFU marker of this kind.
fn drawn(lay: Lay, kind: u32) -> Table<'static, FireAndIce> {
    let mut t = example_combat(lay);
    support(&mut t, &["road"], [true, true]);
    t.dice(&[1, 1]).act("roll D10");
    t.act("quality nk-7").dice(&[8, kind]).act("quality rok-3");
    t
}

// [proves: fi 6.1-place, fi 6.1b]
#[test]
fn leaders_go_on_the_lead_and_two_shortages_are_out() {
    let leader = drawn(example(), 4);
    assert_eq!(leader.legal(), ["snafu great-leader nk-3", "snafu incompetent-leader nk-3"]);
    let mut twice = drawn(example().marked("nk-15", "2441", &["ammo-shortage"]), 6);
    twice.act("snafu ammo-shortage nk-15");
    assert!(has(&twice, "nk-15", "ammo-out") && !has(&twice, "nk-15", "ammo-shortage"));
}

// [proves: fi 6.2f, fi 6.2g, fi 4.3-zone]
#[test]
fn routed_units_have_no_zone_and_give_no_support() {
    let moved = |marks: &[&str]| {
        let mut t = Lay::empty("campaign", 2, "ActivateCom")
            .put(&[("kpa-I", "2541"), ("nk-3", "2543")])
            .marked("rok-7", "2644", marks)
            .table();
        t.acts(&["activate kpa-I", "add nk-3", "move nk-3", "to 2544"]);
        t.said("for 1/2 MP")
    };
    assert!(!moved(&[]) && !moved(&["disrupted"]) && moved(&["routed"]) && moved(&["bug-out"]));
    let helped = |marks: &[&str]| {
        let lay = near_seoul().levels("communist", 9, 9).marked("rok-7", "2644", &["spent"]);
        let lay = lay.marked("nk-4", "2545", marks);
        attack(lay, "kpa-I", "nk-3", "prepared", "2644", 2).offers("support nk-4")
    };
    assert!(helped(&["spent"]) && !helped(&["routed"]) && !helped(&["bug-out"]));
}

// [proves: fi 5.3.1-planning, fi 5.3.1-road, fi 6.2b, fi 6.2c]
#[test]
fn planning_of_a_meeting_roads_over_rivers_and_works() {
    let lay = Lay::empty("campaign", 8, "ActivateCom")
        .levels("communist", 0, 0)
        .levels("united_nations", 7, 8)
        .put(&[("kpa-I", "3862"), ("nk-3", "3864"), ("rok-I", "3966")])
        .marked("rok-1", "3865", &["spent"]);
    let t = attack(lay, "kpa-I", "nk-3", "meeting", "3865", 1);
    assert_eq!(
        t.legal(),
        ["everything", "artillery 1", "done"],
        "three by four are no tanks, four by three one"
    );
    let han = Lay::empty("campaign", 12, "ActivateUn").levels("united_nations", 9, 0).put(&[
        ("un-I", "2553"),
        ("us-2-c", "2552"),
        ("us-2-23", "2550"),
        ("nk-18", "2549"),
    ]);
    attack(han, "un-I", "us-2-23", "prepared", "2549", 2).refuses("road", "fi 5.3.1-road", "river");
    let works = |field: &str| {
        let lay = near_seoul().marked("rok-7", "2644", &["spent"]).set(field, json!(["2644"]));
        let mut t = attack(lay, "kpa-I", "nk-3", "prepared", "2644", 2);
        support(&mut t, &[], [true, false])[1]
    };
    assert_eq!((works("/positions"), works("/trenches")), (2, 3), "rough ground 1, and 1 or 2");
}

// [proves: fi 5.6-retreat, fi 6.2e, fi 5.6-losses]
#[test]
fn who_may_go_back_and_how_far() {
    let mut t = beaten(near_seoul().marked("rok-7", "2644", &["spent"]), "nk-3", "2644", [9, 2]);
    t.acts(&["retreat rok-7 2745", "retreat rok-7 2746", "retreat rok-7 2747"]);
    t.refuses("retreat rok-7 2748", "fi 5.6-retreat", "three hexes");
    t.refuses("eliminate rok-7", "fi 5.6-losses", "gone back");
    let shaken =
        beaten(near_seoul().marked("rok-7", "2644", &["spent", "disrupted"]), "nk-3", "2644", [9, 2]);
    shaken.refuses("retreat rok-7 2745", "fi 6.2e", "cannot retreat");
    let mut fresh = attack(near_seoul().put(&[("rok-7", "2644")]), "kpa-I", "nk-3", "prepared", "2644", 2);
    support(&mut fresh, &[], [true, false]);
    fresh.dice(&[5, 4]).act("roll D6");
    assert!(!has(&fresh, "rok-7", "spent"), "a D6 leaves it fresh");
    fresh.act("retreat rok-7 2745");
    assert!(has(&fresh, "rok-7", "spent"), "a retreat does not");
}

// [proves: fi 5.6-replacement]
#[test]
fn replacements_need_their_nation_and_a_line_to_a_headquarters() {
    let lay = |hq: &str| {
        let lay = near_seoul()
            .put(&[("rok-I", hq)])
            .marked("rok-7", "2644", &["spent"])
            .set("/united_nations/replacements", json!([1, 1, 1]));
        beaten(lay, "nk-3", "2644", [9, 2])
    };
    let near = lay("2648");
    near.refuses("replace rok-7 us", "fi 5.6-replacement", "do not serve");
    assert!(near.offers("replace rok-7 rok") && near.offers("replace rok-7 un"), "{:?}", near.legal());
    lay("4371").refuses("replace rok-7 rok", "fi 5.6-replacement", "no line");
}

// [proves: fi 5.6-levels, fi 5.6-snafu]
#[test]
fn levels_are_lost_where_they_were_used_and_markers_fit_their_side() {
    let lay = near_seoul().levels("united_nations", 3, 8).put(&[("rok-I", "2648")]).marked(
        "rok-7",
        "2644",
        &["spent"],
    );
    // 9 + 1 against 3 + artillery 2 + rough ground 1.
    let mut t = beaten(lay, "nk-3", "2644", [9, 3]);
    t.acts(&["retreat rok-7 2745", "retreat rok-7 2746", "retreat rok-7 2747"]);
    t.dice(&[4, 2]).act("pay");
    assert_eq!(
        (t.at("/united_nations/tank"), t.at("/united_nations/artillery")),
        (json!(3), json!(6)),
        "no tanks were used; a rout costs two of artillery where more than one was"
    );
    on(&mut t, |t| t.legal().iter().any(|a| a.starts_with("snafu")));
    assert_eq!(
        t.legal(),
        ["snafu fuel-shortage rok-7", "snafu fuel-out rok-7", "done"],
        "the Communist leader does not fit"
    );
}

// [proves: fi 6.2j, fi 6.2-removal]
#[test]
fn morale_comes_back_with_a_victory_and_order_without_harm() {
    let lay = near_seoul().marked("nk-3", "2544", &["low-morale"]).marked("rok-7", "2644", &["spent"]);
    let t = beaten(lay, "nk-3", "2644", [9, 2]);
    assert!(!has(&t, "nk-3", "low-morale"));
    let mut order = near_seoul().marked("nk-4", "2545", &["disrupted"]).put(&[("rok-1", "2860")]).table();
    order.acts(&["activate kpa-I", "clear nk-4 disrupted"]);
    assert!(!has(&order, "nk-4", "disrupted") && !has(&order, "nk-4", "low-morale"));
}

// [proves: fi 10.4.3-use]
#[test]
fn ground_support_goes_home_or_is_damaged() {
    for (die, then) in [(4, "ground-support"), (5, "available"), (6, "damaged")] {
        let mut t = Lay::empty("campaign", 23, "ActivateUn")
            .set("/weather", json!("Clear"))
            .levels("united_nations", 0, 0)
            .fly("18-fb", "ground-support", "south-korea")
            .put(&[("un-I", "2552"), ("us-2-38", "2551"), ("us-2-c", "2652"), ("nk-18", "2550")])
            .table();
        t.acts(&["activate un-I", "add us-2-38"]);
        until(&mut t, "move us-2-38");
        t.act("move us-2-38").dice(&[2]).act("declare prepared 2550");
        until(&mut t, "fly 18-fb");
        t.dice(&[die]).act("fly 18-fb");
        if t.offers("done") {
            t.act("done");
        }
        assert_eq!(air(&t, "18-fb"), then, "station 4, rolled {die}");
    }
}

// [proves: fi 12.1.3-place, fi 3.0-scrap, fi 10.1-capacity]
#[test]
fn towns_near_by_own_units_alone_and_soviet_airfields() {
    let town = |nk: &str| {
        Lay::empty("campaign", 23, "CheckCom")
            .put(&[("nk-1", nk), ("rok-1", "2554")])
            .table()
            .offers("objective 2554")
    };
    assert!(town("2551") && !town("2550"), "three hexes, four hexes");
    let scrap = Lay::empty("campaign", 23, "ScrapCom").put(&[("nk-1", "2043"), ("kpa-I", "1942")]).table();
    scrap.refuses("scrap kpa-I", "fi 3.0-scrap", "no own unit");
    let mut t = Lay::empty("campaign", 23, "CommitCom")
        .set("/weather", json!("Clear"))
        .set("/facts", json!(["soviet"]))
        .set("/communist/airfields", json!({ "china": [0, 1, 0, 0] }));
    for id in ["3-ad", "4-ad", "50-iad", "106-iad", "15-ad"] {
        t = t.set(&format!("/aircraft/{id}"), json!({ "at": "available" }));
    }
    let mut t = t.table();
    for id in ["3-ad", "4-ad", "50-iad", "106-iad"] {
        t.act(&format!("commit {id} top-cover china"));
    }
    assert!(!t.legal().iter().any(|a| a.starts_with("commit")), "four to an airfield, and no more");
}

// [proves: fi 14.2-combat, fi 12.1.3-reveal, fi 5.2.2]
#[test]
fn task_forces_stand_alone_markers_are_seen_from_beside_and_meetings_end_an_activation() {
    let lay = Lay::empty("campaign", 5, "ActivateCom").levels("communist", 0, 0).put(&[
        ("kpa-I", "2758"),
        ("nk-3", "2760"),
        ("tf-1", "2860"),
        ("rok-2", "2961"),
    ]);
    let t = attack(lay, "kpa-I", "nk-3", "prepared", "2860", 2);
    assert_eq!(t.legal(), ["roll D6", "roll D10"], "nobody supports it");
    let marker = json!([{ "hex": "2043", "side": "com", "value": 0 }]);
    let seen = |nk: &str| {
        let lay = Lay::empty("campaign", 23, "CheckCom").set("/objectives", marker.clone());
        lay.put(&[("nk-1", nk), ("rok-1", "2860")]).table().offers("reveal")
    };
    assert!(seen("1943") && !seen("1942"), "one hex, two hexes");
    let mut t = near_seoul().marked("rok-7", "2644", &["spent"]).table();
    t.acts(&["activate kpa-I", "add nk-3", "add nk-4"]);
    until(&mut t, "move nk-3");
    t.act("move nk-3").dice(&[12]).act("declare meeting 2644");
    t.dice(&[9, 3]);
    support(&mut t, &[], [true, false]);
    on(&mut t, |t| t.prompt().contains("to be paid"));
    t.act("give up");
    assert!(!t.legal().iter().any(|a| a.starts_with("move")), "the supporter is done too: {:?}", t.legal());
}

// [proves: fi 4.7-early, fi 9.4-division, fi 4.6-zone, fi 7.0a, fi 6.2i]
#[test]
fn zones_divisions_and_lines_one_by_one() {
    let mut t = Lay::empty("campaign", 2, "ActivateCom")
        .put(&[("kpa-I", "2541"), ("nk-3", "2543"), ("nk-13", "2542"), ("rok-7", "2644")])
        .table();
    t.acts(&["activate kpa-I", "add nk-3", "add nk-13"]);
    until(&mut t, "move nk-3");
    t.acts(&["move nk-3", "to 2544", "done", "done"]);
    until(&mut t, "move nk-13");
    assert!(!t.offers("move nk-3"), "it ended its move in an enemy zone");
    let mut far = Lay::empty("campaign", 12, "ActivateUn")
        .put(&[("un-I", "3965"), ("us-1c-c", "3964"), ("us-1c-7", "3864"), ("us-1c-8", "4068")])
        .put(&[("cw-29", "3966"), ("rok-cap", "4066"), ("rok-1", "4067"), ("nk-1", "3560")])
        .table();
    far.acts(&["activate un-I", "add us-1c-c", "add cw-29", "add rok-cap", "add rok-1"]);
    assert!(far.offers("add us-1c-7"), "within three points of its cadre");
    far.refuses("add us-1c-8", "fi 4.1-units", "no more units");
    let mut hq = Lay::empty("campaign", 3, "ActivateCom")
        .put(&[("kpa-II", "2840"), ("nk-2", "2741"), ("nk-3", "2859"), ("rok-I", "2860"), ("rok-II", "3162")])
        .put(&[("rok-6", "3261")])
        .table();
    hq.acts(&["activate kpa-II", "add nk-2"]);
    until(&mut hq, "activate rok-II");
    hq.refuses("activate rok-I", "fi 4.6-zone", "enemy zone");
    let back = Lay::empty("campaign", 27, "Supply")
        .marked("nk-1", "2043", &["cut-off"])
        .marked("nk-2", "3775", &["cut-off"])
        .put(&[("kpa-I", "1942"), ("rok-1", "3672"), ("rok-2", "3871"), ("rok-I", "3966")])
        .table();
    assert!(!has(&back, "nk-1", "cut-off") && has(&back, "nk-2", "cut-off"));
}

// [proves: fi 14.3]
#[test]
fn the_187th_does_not_drop_out_of_an_enemy_zone() {
    let lay = |nk: &str| {
        Lay::empty("inchon", 14, "StrategicUn")
            .put(&[("us-187", "1433"), ("nk-1", nk)])
            .fly("18-fb", "top-cover", "south-korea")
            .table()
    };
    assert!(lay("2336").offers("drop 2031"));
    lay("1432").refuses("drop 2031", "fi 14.3", "enemy zone");
}

// [proves: fi 14.4-peng-chits, fi 14.1-snow, fi 5.6-retreat]
#[test]
fn peng_in_summer_snow_on_airfields_and_ways_back_that_lead_round() {
    let mut t = Lay::empty("campaign", 23, "ActivateCom")
        .set("/weather", json!("Clear"))
        .set("/peng", json!(true))
        .put(&[("ag-13", "1822"), ("prc-112", "1723"), ("us-2-9", "1623"), ("un-I", "1334")])
        .table();
    t.acts(&["activate ag-13", "add prc-112"]);
    until(&mut t, "move prc-112");
    t.act("move prc-112").dice(&[1]).act("declare hasty 1623");
    assert!(t.said("chit M1 lies"), "one chit: {:?}", t.log());
    let flies = |weather: &str| {
        let t = Lay::empty("campaign", 17, "CommitUn")
            .set("/weather", json!(weather))
            .set("/united_nations/airfields", json!({ "japan": [0, 5, 0, 0] }))
            .set("/aircraft/8-fb", json!({ "at": "available" }))
            .put(&[("rok-1", "2860"), ("rok-I", "2860"), ("nk-1", "1813"), ("kpa-I", "1813")])
            .table();
        t.legal().iter().any(|a| a.starts_with("commit"))
    };
    assert!(flies("Winter") && !flies("Snow"));
    let lay = near_seoul().marked("rok-7", "2644", &["spent"]).put(&[("rok-1", "2744")]);
    let t = beaten(lay, "nk-3", "2644", [9, 2]);
    t.refuses("retreat rok-1 2745", "fi 5.6-retreat", "farther");
    assert!(t.offers("retreat rok-1 2844"), "{:?}", t.legal());
}
