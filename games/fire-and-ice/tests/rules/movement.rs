//! 4, 9, 14.5: movement, reach, reserves, strategic moves, lines.

use crate::table::{Lay, has, on, spot, until};
use serde_json::json;

/// The position of the book's example of movement and combat (4.1, 5).
pub(crate) fn example() -> Lay {
    Lay::empty("campaign", 2, "ActivateCom")
        .put(&[("kpa-III", "2345"), ("nk-3", "2641"), ("nk-15", "2441"), ("nk-7", "2742")])
        .put(&[("rok-6", "2543"), ("rok-3", "2546"), ("rok-I", "2547")])
        .levels("communist", 5, 7)
        .levels("united_nations", 6, 4)
}

// [proves: fi 4.1-cost, fi 4.1-zone, fi 4.1-initial, fi 4.4-range, fi 4.4-declare, fi 4.5-cost, fi 5.1-chit, fi 9.2, fi 4.6-hq]
// [proves: fi 4.6-zone, fi 4.4-refresh, fi 7.0c, fi 4.1-terrain, fi 4.3-negation, fi 4.1-hq]
#[test]
fn w1_the_books_example_of_movement() {
    let mut t = example().table();
    t.act("activate kpa-III");
    assert!(t.offers("add nk-3") && t.offers("add nk-15") && t.offers("add nk-7"));
    t.acts(&["add nk-3", "add nk-15", "add nk-7"]);
    assert!(has(&t, "kpa-III", "spent") && has(&t, "nk-3", "spent"), "all are spent at once");
    t.acts(&["move nk-3", "to 2542"]);
    assert!(t.said("for 1 1/2 MP"), "half a point of road and one for the enemy zone");
    t.dice(&[1]).act("declare prepared 2543");
    assert!(t.said("chit P1 lies on 2543"));
    t.acts(&["move nk-15", "to 2442"]);
    assert!(t.said("for 2 MP"), "clear 1 and the enemy zone 1");
    until(&mut t, "move nk-7");
    t.acts(&["move nk-7", "to 2642"]);
    assert!(t.said("for 3 MP"), "rough 2 and the enemy zone 1");
    until(&mut t, "activate rok-I");
    t.act("activate rok-I");
    assert!(!t.offers("add rok-6"), "in an enemy zone");
    t.act("add rok-3");
    t.acts(&["move rok-3", "to 2544"]);
    assert!(t.said("for 1 1/2 MP"), "three road hexes");
    on(&mut t, |t| t.offers("refresh") && t.prompt().contains("III KPA"));
    assert!(t.offers("to 2346"), "it may move instead");
    let supply = t.at("/communist/supply").as_u64().unwrap_or(0);
    t.act("refresh");
    assert_eq!(t.at("/communist/supply"), json!(supply - 2), "two in South Korea");
    assert!(!has(&t, "kpa-III", "spent"));
}

// [proves: fi 4.3-first, fi 4.3-zone]
#[test]
fn e1_south_koreans_have_no_zone_on_the_first_turn() {
    let lay = |turn| {
        let mut t = Lay::empty("campaign", turn, "ActivateCom")
            .put(&[("kpa-I", "2541"), ("nk-3", "2543"), ("rok-7", "2644")])
            .table();
        t.acts(&["activate kpa-I", "add nk-3", "move nk-3", "to 2544"]);
        t
    };
    assert!(lay(1).said("for 1/2 MP"));
    assert!(lay(2).said("for 1 1/2 MP"), "from the second turn on the zone costs a point");
}

// [proves: fi 4.5-deliberate, fi 6.2j]
#[test]
fn e2_e3_deliberate_attacks_and_low_morale() {
    let base = || Lay::empty("campaign", 2, "ActivateCom").put(&[("kpa-II", "2941"), ("rok-6", "3043")]);
    let mut t = base().put(&[("nk-2", "3042")]).table();
    t.acts(&["activate kpa-II", "add nk-2", "move nk-2"]);
    assert!(t.offers("declare deliberate 3043"));
    t.act("to 3143");
    t.refuses("declare deliberate 3043", "fi 4.5-deliberate", "has not moved");
    let mut low = base().marked("nk-2", "2941", &["low-morale"]).table();
    low.acts(&["activate kpa-II", "add nk-2", "move nk-2", "to 3042"]);
    assert!(low.said("for 2 MP"), "road 1/2 twice and the enemy zone");
    low.refuses("declare prepared 3043", "fi 4.5-cost", "4 MP");
    assert!(low.offers("declare hasty 3043") && low.offers("declare meeting 3043"));
    low.refuses("declare deliberate 3043", "fi 4.5-deliberate", "good morale");
}

// [proves: fi 5.1-once]
#[test]
fn e4_a_hex_holds_one_chit_and_a_unit_declares_once() {
    let mut t = Lay::empty("campaign", 2, "ActivateCom")
        .put(&[("kpa-II", "2941"), ("rok-6", "3043"), ("nk-2", "3042"), ("nk-12", "3143")])
        .table();
    t.acts(&["activate kpa-II", "add nk-2", "add nk-12", "move nk-2"]);
    t.dice(&[1]).act("declare hasty 3043");
    t.act("move nk-12");
    t.refuses("declare hasty 3043", "fi 5.1-chit", "already");
    let declared = t.at("/units/nk-2/did");
    assert!(declared.as_array().is_some_and(|d| d.contains(&json!("declared"))));
}

// [proves: fi 4.7-early, fi 14.6-exploitation, fi 5.2]
#[test]
fn e6_e7_e44_early_exploitation() {
    let lay = |surprise: &str| {
        let mut t = Lay::empty("campaign", 1, "ActivateCom")
            .put(&[
                ("kpa-I", "2541"),
                ("nk-3", "2543"),
                ("nk-13", "2542"),
                ("nk-1", "1943"),
                ("rok-7", "2644"),
            ])
            .set("/surprise", json!(surprise))
            .table();
        t.acts(&["activate kpa-I", "add nk-3", "add nk-13"]);
        until(&mut t, "move nk-3");
        t.acts(&["move nk-3", "to 2544"]);
        t.dice(&[1, 1, 1]).act("declare hasty 2644");
        if t.offers("chit 0") {
            t.act("chit 0");
        }
        t.acts(&["move nk-13", "to 2543"]);
        until(&mut t, "move nk-13");
        assert!(!t.offers("move nk-3"), "a declaration ends the movement");
        t.act("move nk-13");
        t
    };
    assert!(lay("none").prompt().contains("3 MP"));
    assert!(lay("com").prompt().contains("4 MP"), "one more on a turn of surprise");
}

// [proves: fi 4.8-rows, fi 4.8-who, fi 4.8-move, fi 1.0-directions]
#[test]
fn w18_e45_strategic_moves_and_rows() {
    let mut t =
        Lay::empty("campaign", 14, "StrategicUn").put(&[("rok-1", "2036"), ("rok-6", "2240")]).table();
    t.act("march rok-6");
    assert!(t.legal().iter().all(|a| a == "done" || a[5..].parse::<u32>().is_ok_and(|h| h % 100 >= 36)));
    assert!(t.offers("to 2136"), "row 36 is allowed");
    t.act("done");
    t.act("march rok-1");
    for hex in ["2035", "1936", "2136", "2040"] {
        t.refuses(&format!("to {hex}"), "fi 4.8-move", "forward");
    }
    // 2037, 2038, 2039 and 2140 for a point each, then the road by 2141: half a point twice.
    t.act("to 2041");
    assert!(t.said("for 5 MP"), "{:?}", t.log());
    assert!(!has(&t, "rok-1", "spent"), "it stays fresh");
}

// [proves: fi 4.8-enemies, fi 4.8-bug-out, fi 6.2g]
#[test]
fn e43_americans_may_march_near_the_enemy_and_bug_out() {
    let mut t = Lay::empty("campaign", 5, "StrategicUn")
        .put(&[("us-24-19", "2860"), ("rok-2", "2760"), ("nk-3", "2858"), ("us-24-21", "2556")])
        .table();
    t.refuses("march rok-2", "fi 4.8-enemies", "two hexes");
    t.acts(&["march us-24-19", "to 2963"]);
    assert!(has(&t, "us-24-19", "bug-out"));
    assert_eq!(t.at("/points"), json!(1));
}

// [proves: fi 4.6-rows]
#[test]
fn e52_a_reserve_passes_but_does_not_end_in_front() {
    let mut t = Lay::empty("campaign", 3, "ActivateCom")
        .put(&[
            ("kpa-II", "2840"),
            ("nk-2", "2741"),
            ("rok-8", "3844"),
            ("rok-6", "3748"),
            ("rok-II", "3946"),
        ])
        .table();
    t.acts(&["activate kpa-II", "add nk-2"]);
    until(&mut t, "activate rok-II");
    t.acts(&["activate rok-II", "add rok-8"]);
    until(&mut t, "move rok-8");
    t.act("move rok-8");
    for hex in ["3945", "3946", "4046", "4047"] {
        assert!(!t.offers(&format!("to {hex}")), "{hex} lies in front of row 48");
    }
    assert!(t.offers("to 4149"));
    t.act("to 4048");
    assert!(t.said("for 2 1/2 MP"));
}

// [proves: fi 4.2, fi 13.1-sources]
#[test]
fn e27_e48_stacking() {
    let mut t = Lay::empty("campaign", 17, "ActivateCom")
        .put(&[
            ("kpa-I", "2140"),
            ("nk-1", "2140"),
            ("nk-2", "2141"),
            ("prc-112", "1813"),
            ("prc-113", "1813"),
        ])
        .table();
    t.acts(&["activate kpa-I", "add nk-2"]);
    until(&mut t, "move nk-2");
    t.acts(&["move nk-2", "to 2140"]);
    until(&mut t, "remove nk-1");
    assert!(t.offers("remove nk-2") && !t.offers("remove prc-112"));
    t.act("remove nk-1");
    assert_eq!(spot(&t, "nk-1"), "replacements");
    assert_eq!(spot(&t, "prc-112"), "1813", "sources hold any number");
}

// [proves: fi 9.1-displaced, fi 1.0-control]
#[test]
fn e26_an_overrun_headquarters_is_displaced() {
    let mut t = Lay::empty("campaign", 2, "ActivateCom")
        .put(&[("kpa-I", "2545"), ("nk-3", "2549"), ("rok-I", "2550"), ("rok-1", "2860")])
        .table();
    t.acts(&["activate kpa-I", "add nk-3", "move nk-3", "to 2550"]);
    t.refuses("to 2552", "fi 9.1-displaced", "three hexes");
    t.act("to 2553");
    assert!(has(&t, "rok-I", "spent"));
    assert_eq!(spot(&t, "rok-I"), "2553");
    let held = t.at("/communist_in_south");
    assert!(
        held.as_array().is_some_and(|h| h.contains(&json!("2550"))),
        "the unit controls the hex it entered"
    );
}

// [proves: fi 9.4-division, fi 9.1-nations, fi 4.1-units]
#[test]
fn w9_cadres_open_their_divisions() {
    let mut t = Lay::empty("campaign", 12, "ActivateUn")
        .put(&[
            ("un-I", "3965"),
            ("us-1c-c", "3964"),
            ("us-1c-7", "3864"),
            ("us-1c-5", "3863"),
            ("us-1c-8", "4063"),
        ])
        .put(&[("cw-29", "3966"), ("rok-cap", "4066"), ("nk-1", "3560")])
        .table();
    t.act("activate un-I");
    t.acts(&["add us-1c-c", "add cw-29", "add rok-cap"]);
    assert!(t.prompt().contains("1 left"), "three choices used: {}", t.prompt());
    t.act("add us-1c-7");
    assert!(t.prompt().contains("1 left"), "a division mate takes no choice");
    let mut rok = Lay::empty("campaign", 12, "ActivateUn")
        .put(&[("rok-I", "3965"), ("us-24-19", "3966"), ("rok-1", "3964"), ("nk-1", "3560")])
        .table();
    rok.act("activate rok-I");
    rok.refuses("add us-24-19", "fi 9.1-nations", "does not command");
}

// [proves: fi 14.5-hq, fi 4.4-line, fi 1.0-sources, fi 7.0-line]
#[test]
fn headquarters_need_a_road_to_a_source() {
    let lay = |nk: &str| {
        Lay::empty("campaign", 5, "ActivateUn")
            .put(&[("rok-I", "2860"), ("rok-2", "2859"), ("nk-3", nk)])
            .table()
    };
    assert!(lay("2345").offers("activate rok-I"));
    // Every port Communist but Kunsan, and the roads there cut by units and zones.
    let ring = [
        ("nk-1", "2761"),
        ("nk-2", "2961"),
        ("nk-4", "2759"),
        ("nk-5", "2857"),
        ("nk-6", "2659"),
        ("nk-8", "2963"),
    ];
    let t = Lay::empty("campaign", 5, "ActivateUn")
        .put(&[("rok-I", "2860"), ("un-I", "4371")])
        .put(&ring)
        .table();
    t.refuses("activate rok-I", "fi 7.0-line", "no line");
    assert!(t.offers("activate un-I"));
}

// [proves: fi 4.1-box, fi 14.5-unit]
#[test]
fn e53_boxes_lie_one_point_from_their_ports() {
    let mut t = Lay::empty("campaign", 12, "ActivateUn")
        .put(&[("un-X", "box-inchon"), ("us-1m-5", "box-inchon"), ("us-1m-1", "2250"), ("nk-18", "2547")])
        .table();
    t.act("activate un-X");
    t.acts(&["add us-1m-5", "add us-1m-1", "move us-1m-5", "to 2151"]);
    assert!(t.said("for 1 MP"));
}

// [proves: fi 14.1-reserve, fi 14.1-winter]
#[test]
fn e50_winter_shortens_the_united_nations() {
    let lay = |turn: u8, weather: &str| {
        let mut t = Lay::empty("campaign", turn, "ActivateCom")
            .set("/weather", json!(weather))
            .put(&[
                ("ag-13", "1822"),
                ("prc-112", "1723"),
                ("un-I", "1334"),
                ("us-24-19", "1326"),
                ("us-24-21", "1335"),
            ])
            .table();
        t.acts(&["activate ag-13", "add prc-112"]);
        until(&mut t, "activate un-I");
        t.act("activate un-I");
        t
    };
    assert!(lay(14, "Clear").offers("add us-24-19"), "five points by road in October");
    let winter = lay(17, "Winter");
    assert!(winter.offers("add us-24-21") && !winter.offers("add us-24-19"), "four points in December");
}

// [proves: fi 14.3, fi 14.2-gone]
#[test]
fn e42_the_187th_drops() {
    let lay = |cover: bool| {
        let lay = Lay::empty("inchon", 14, "StrategicUn").put(&[("us-187", "1433"), ("nk-1", "2336")]);
        let lay = if cover { lay.fly("18-fb", "top-cover", "south-korea") } else { lay };
        lay.table()
    };
    let mut t = lay(true);
    assert!(t.offers("drop 2031"));
    t.refuses("drop 1929", "fi 14.3", "six hexes");
    t.act("drop 2031");
    assert_eq!(spot(&t, "us-187"), "2031");
    let dropped = t.at("/facts");
    assert!(dropped.as_array().is_some_and(|f| f.contains(&json!("dropped"))), "once a month");
    lay(false).refuses("drop 2031", "fi 14.3", "Top Cover");
    let mut scrapped = Lay::empty("inchon", 14, "ScrapUn").put(&[("us-187", "1433")]).table();
    scrapped.act("scrap us-187");
    assert_eq!(spot(&scrapped, "us-187"), "gone");
}

// [proves: fi 3.0-flip, fi 3.0-ooc, fi 6.2i]
#[test]
fn units_recover_with_a_line_and_are_cut_off_without() {
    let t = Lay::empty("campaign", 5, "FlipCom")
        .marked("nk-1", "2043", &["spent"])
        .marked("nk-2", "3775", &["spent"])
        .marked("nk-3", "1943", &["spent", "cut-off"])
        .put(&[("kpa-I", "1942"), ("rok-1", "3672"), ("rok-2", "3871"), ("rok-I", "3966")])
        .table();
    assert!(!has(&t, "nk-1", "spent"));
    assert!(has(&t, "nk-2", "spent") && has(&t, "nk-2", "cut-off"));
    assert!(has(&t, "nk-3", "spent"), "a cut-off unit waits for the supply step");
}

// [proves: fi 4.6-interdicted]
#[test]
fn an_interdicted_reserve_headquarters_stays_fresh_and_another_is_tried() {
    let mut t = Lay::empty("campaign", 5, "ActivateCom")
        .fly("1-aar", "interdiction", "north-korea")
        .put(&[("kpa-I", "2545"), ("nk-3", "2547"), ("rok-I", "2860"), ("rok-II", "2961"), ("rok-2", "2760")])
        .table();
    t.acts(&["activate kpa-I", "add nk-3"]);
    until(&mut t, "activate rok-I");
    t.act("activate rok-I").dice(&[1, 1]).act("interdict 1-aar");
    assert!(!has(&t, "rok-I", "spent"));
    assert!(t.offers("activate rok-II") && !t.offers("activate rok-I"));
}

// [proves: fi 4.1-least]
#[test]
fn a_unit_may_always_take_one_step() {
    let mut files = fire_and_ice::files();
    let terrain = files.get("terrain.toml").unwrap_or_default().replacen("cost = \"3\"", "cost = \"6\"", 1);
    files.replace("terrain.toml", terrain).unwrap_or_else(|e| panic!("{e}"));
    let dear = fire_and_ice::FireAndIce::new(&files).unwrap_or_else(|e| panic!("{e}"));
    let lay = Lay::empty("campaign", 2, "ActivateCom").put(&[
        ("kpa-II", "2840"),
        ("nk-15", "2742"),
        ("rok-1", "2860"),
    ]);
    let mut t = testkit::Table::lay(&dear, &lay.0);
    t.acts(&["activate kpa-II", "add nk-15"]);
    for _ in 0..3 {
        if !t.offers("move nk-15") {
            t.act("done");
        }
    }
    t.act("move nk-15");
    assert!(t.offers("least 2842"), "a mountain for six points: {:?}", t.legal());
    t.act("least 2842");
    assert_eq!(t.at("/units/nk-15/at"), json!("2842"));
}
