//! 3, 7, 11 to 14: the month, supply, the sea, aid and intervention, reinforcements, objectives, the end.

use crate::table::{Lay, game, has, on, spot, start, until};
use serde_json::json;
use testkit::Table;

fn ground() -> Lay {
    Lay::empty("campaign", 23, "FlipHqUn").set("/weather", json!("Clear"))
}

// [proves: fi 7.0b, fi 7.0d, fi 7.0]
#[test]
fn e28_headquarters_cost_more_abroad_and_double_in_winter() {
    let lay = |turn: u8, weather: &str| {
        Lay::empty("campaign", turn, "FlipHqUn")
            .set("/weather", json!(weather))
            .set("/united_nations/supply", json!(7))
            .marked("un-I", "2043", &["spent"])
            .marked("un-IX", "1339", &["spent"])
            .marked("rok-I", "4804", &["spent"])
            .put(&[("nk-1", "4703"), ("nk-2", "1813")])
            .table()
    };
    let mut winter = lay(17, "Winter");
    winter.act("flip un-IX");
    assert_eq!(winter.at("/united_nations/supply"), json!(3), "four in the North in December");
    winter.act("flip un-I");
    assert_eq!(winter.at("/united_nations/supply"), json!(1), "two in the South");
    let mut spring = lay(23, "Clear");
    spring.acts(&["flip un-IX", "flip un-I"]);
    assert_eq!(spring.at("/united_nations/supply"), json!(4));
}

// [proves: fi 7.0a, fi 14.1-weather, fi 3.0]
#[test]
fn w8_supply_is_set_once_a_month() {
    let mut t = Lay::empty("campaign", 26, "CheckUn")
        .set("/communist/infrastructure", json!(12))
        .set("/communist/supply", json!(1))
        .put(&[("rok-1", "2551"), ("nk-1", "2549"), ("kpa-I", "2547"), ("rok-I", "2553")])
        .table();
    t.dice(&[2]);
    on(&mut t, |t| t.at("/turn") == json!(27) && t.at("/communist/supply") == json!(12));
    assert_eq!(t.at("/weather"), json!("Rain"), "2 or less in May");
}

// [proves: fi 6.2b, fi 6.2c, fi 10.1-repair]
#[test]
fn works_and_repairs_are_bought() {
    let mut t = ground()
        .set("/step", json!("BuyCom"))
        .set("/communist/supply", json!(9))
        .set("/communist/airfields", json!({ "north-korea": [0, 0, 1, 1] }))
        .put(&[("nk-1", "2043"), ("kpa-I", "1942"), ("rok-1", "2860")])
        .table();
    t.act("position 2043");
    assert_eq!(t.at("/positions"), json!(["2043"]));
    t.refuses("position 2043", "fi 6.2b", "already");
    t.act("trenches 2043");
    assert_eq!((t.at("/positions"), t.at("/trenches")), (json!([]), json!(["2043"])));
    t.refuses("trenches 2044", "fi 6.2b", "no own unit");
    t.acts(&["repair north-korea improved", "repair north-korea"]);
    assert_eq!(t.at("/communist/supply"), json!(9 - 1 - 2 - 2 - 1));
    assert_eq!(t.at("/communist/airfields/north-korea"), json!([1, 1, 0, 0]));
}

// [proves: fi 6.1b, fi 6.2-removal]
#[test]
fn shortages_and_markers_are_removed() {
    let mut t = ground()
        .set("/step", json!("ActivateCom"))
        .set("/communist/supply", json!(3))
        .marked("nk-1", "2043", &["ammo-out", "spent", "routed"])
        .put(&[("kpa-I", "1942"), ("rok-1", "2860")])
        .table();
    t.act("supply nk-1 ammo-out");
    assert_eq!(t.at("/communist/supply"), json!(1));
    t.acts(&["activate kpa-I", "clear nk-1 routed"]);
    assert!(has(&t, "nk-1", "low-morale") && !has(&t, "nk-1", "routed"));
}

// [proves: fi 12.1.3-claim, fi 12.1.3-one, fi 12.1.1]
#[test]
fn e29_e31_claiming_objectives() {
    let lay = |un: &str| {
        Lay::empty("campaign", 23, "CheckCom")
            .set("/objectives", json!([{ "hex": "2549", "side": "com", "value": 5 }]))
            .put(&[("rok-1", un), ("nk-1", "2549")])
            .table()
    };
    lay("2552").refuses("claim", "fi 12.1.3-one", "allows");
    let mut t = lay("2553");
    t.act("claim");
    assert_eq!((t.at("/points"), t.at("/objectives")), (json!(5), json!([])));
    let mut doubled = Lay::empty("campaign", 23, "CheckUn")
        .set("/points", json!(3))
        .set("/colour", json!("com"))
        .set("/commander", json!("MacArthur"))
        .set("/objectives", json!([{ "hex": "2549", "side": "un", "value": 5 }, { "hex": "2151", "side": "com", "value": 0 }]))
        .put(&[("rok-1", "2549"), ("rok-2", "2151"), ("nk-1", "1943")])
        .table();
    assert!(doubled.offers("uproot 2151"), "another choice");
    doubled.act("claim");
    assert_eq!(doubled.at("/points"), json!(-7), "ten points");
}

// [proves: fi 12.1.3-penalty, fi 12.1.3-place, fi 12.1.3-remove, fi 12.1.3-reveal, fi 12.1.3-pool]
#[test]
fn e32_nothing_to_do_costs_a_point() {
    let t = Lay::empty("campaign", 23, "CheckCom").put(&[("nk-1", "1943"), ("rok-1", "2860")]).table();
    assert!(t.offers("objective 2860"), "an enemy-occupied city");
    assert!(t.offers("objective 2549"), "an enemy-controlled hex of Seoul");
    assert!(!t.offers("objective 2043"));
    let every: Vec<_> =
        ["2449", "2549", "2550"].map(|h| json!({ "hex": h, "side": "un", "value": 0 })).to_vec();
    let mut none = Lay::empty("campaign", 23, "CheckCom")
        .set("/objectives", json!(every))
        .put(&[("nk-1", "1943"), ("rok-1", "2760")])
        .table();
    on(&mut none, |t| t.at("/points") != json!(0));
    assert_eq!(none.at("/points"), json!(-1), "the Communist side can do nothing");
    let mut reveal = Lay::empty("campaign", 23, "CheckCom")
        .set("/objectives", json!([{ "hex": "2043", "side": "com", "value": 0 }, { "hex": "2860", "side": "com", "value": 0 }]))
        .put(&[("nk-1", "1943"), ("rok-1", "2860")])
        .table();
    reveal.dice(&[3]).act("reveal");
    assert_eq!(reveal.at("/objectives/0/value"), json!(5));
    assert_eq!(reveal.at("/objectives/1/value"), json!(0), "not beside an own unit");
}

// [proves: fi 14.4-relief]
#[test]
fn e30_e51_macarthur_is_relieved_when_blue_turns_red() {
    let lay = |points: i8| {
        Lay::empty("campaign", 18, "StrategicUn")
            .set("/points", json!(points))
            .set("/colour", json!("un"))
            .set("/commander", json!("MacArthur"))
            .put(&[("us-24-19", "2860"), ("us-24-21", "2556"), ("nk-3", "2858")])
            .table()
    };
    let mut zero = lay(-1);
    zero.acts(&["march us-24-19", "to 2963"]);
    assert_eq!(
        (zero.at("/points"), zero.at("/commander")),
        (json!(0), json!("MacArthur")),
        "at zero he stays"
    );
    let mut t = Lay::empty("campaign", 18, "StrategicUn")
        .set("/points", json!(0))
        .set("/colour", json!("un"))
        .set("/commander", json!("MacArthur"))
        .put(&[("us-24-19", "2860"), ("us-24-21", "2556"), ("nk-3", "2858")])
        .table();
    t.acts(&["march us-24-19", "to 2963"]);
    assert_eq!((t.at("/points"), t.at("/commander")), (json!(1), json!("Relieved")));
}

// [proves: fi 12.2, fi 12.2.1-china, fi 12.2.2, fi 12.2.2-price, fi 12.2.2-rolls, fi 1.0-korea]
#[test]
fn e33_aid_and_the_chinese_roll() {
    let lay = || {
        Lay::empty("campaign", 14, "Foreign")
            .set("/points", json!(-12))
            .set("/colour", json!("un"))
            .set("/fleet", json!("Japan"))
            .put(&[("rok-1", "1334"), ("nk-1", "1813"), ("kpa-I", "1813")])
            .table()
    };
    for (die, possible) in [(2, true), (3, false)] {
        let mut t = lay();
        t.act("ask aid");
        assert_eq!(t.at("/communist/infrastructure"), json!(14));
        assert_eq!(t.at("/communist/replacements"), json!([8, 4, 0]));
        assert_eq!((t.at("/communist/tank"), t.at("/communist/artillery")), (json!(10), json!(8)));
        t.dice(&[die]).act("done");
        assert_eq!(t.at("/points"), json!(-13));
        assert_eq!(t.offers("intervene"), possible, "{die} - 1 - 1");
    }
}

// [proves: fi 12.2.1-waves, fi 12.2.1-infiltration]
#[test]
fn china_comes_in_with_three_waves() {
    let mut t = Lay::empty("campaign", 16, "Foreign")
        .set("/points", json!(-12))
        .set("/colour", json!("un"))
        .set("/china", json!("Delayed"))
        .put(&[("rok-1", "1334"), ("rok-I", "1334"), ("nk-1", "1918"), ("kpa-I", "1813")])
        .table();
    t.act("intervene");
    assert_eq!((t.at("/china"), t.at("/peng")), (json!("In"), json!(true)));
    assert_eq!(t.at("/communist/artillery"), json!(8));
    t.act("infiltrate prc-112");
    assert!(t.offers("to 1813"), "it may stay at the source");
    assert!(!t.offers("to 1918"), "one unit a hex");
    t.act("to 1820");
    assert_eq!(spot(&t, "prc-112"), "1820");
    t.act("infiltrate prc-76");
    assert!(!t.offers("to 1820"));
    assert!(t.offers("to 1723") && !t.offers("to 1822"), "five points by road from Ch'osan, and no more");
}

// [proves: fi 12.2.2-scenarios]
#[test]
fn no_intervention_in_the_short_scenarios() {
    let t = Lay::of("invasion")
        .set("/turn", json!(6))
        .set("/step", json!("Foreign"))
        .set("/points", json!(5))
        .table();
    t.refuses("roll intervention", "fi 12.2.2-scenarios", "no intervention");
    assert!(t.offers("ask aid"));
}

// [proves: fi 12.2.1-roc, fi 13.1-boxes]
#[test]
fn nationalist_china_comes_to_pusan() {
    let mut t = Lay::empty("campaign", 14, "Foreign")
        .set("/points", json!(4))
        .set("/colour", json!("com"))
        .put(&[("rok-1", "3965"), ("nk-1", "2549")])
        .table();
    t.dice(&[2]).act("roll intervention");
    assert_eq!(t.at("/points"), json!(4), "a direct roll shifts no points");
    t.acts(&["place roc-1 4371", "place roc-2 4371", "place roc-3 box-pusan"]);
    assert_eq!((spot(&t, "roc-1"), spot(&t, "roc-3")), ("4371".to_owned(), "box-pusan".to_owned()));
}

// [proves: fi 12.2.1-atomic, fi 12.2.1-soviet]
#[test]
fn from_fifteen_points_on_bombs_and_soviets() {
    let mut t = Lay::empty("campaign", 20, "Foreign")
        .set("/points", json!(15))
        .set("/colour", json!("com"))
        .set("/facts", json!(["roc"]))
        .put(&[("rok-1", "3965"), ("nk-1", "2549")])
        .table();
    t.act("ask aid").dice(&[1]).act("done");
    assert!(t.at("/facts").as_array().is_some_and(|f| f.contains(&json!("atomic"))));
    assert_eq!(t.at("/china"), json!("In"), "China comes in at once");
    assert_eq!(t.at("/points"), json!(14), "the asker gains the point");
    let mut s = Lay::empty("campaign", 20, "Foreign")
        .set("/points", json!(-16))
        .set("/colour", json!("un"))
        .set("/china", json!("In"))
        .set("/china_turn", json!(16))
        .put(&[("rok-1", "1334"), ("nk-1", "1813")])
        .table();
    s.act("ask aid").dice(&[3]).act("done");
    assert!(s.at("/facts").as_array().is_some_and(|f| f.contains(&json!("soviet"))), "3 - 1 - 1");
}

// [proves: fi 13.2]
#[test]
fn e40_rebuilding_takes_another_unit() {
    let lay = |second: &str| {
        Lay::empty("campaign", 8, "ReinforceUn")
            .set("/united_nations/replacements", json!([3, 0, 0]))
            .put(&[("rok-2", "replacements"), ("rok-5", second), ("rok-1", "3965"), ("nk-1", "2549")])
            .table()
    };
    assert!(!lay("coming").legal().iter().any(|a| a.starts_with("rebuild")));
    let mut t = lay("replacements");
    t.acts(&["rebuild rok-2 rok", "place rok-2 box-pusan"]);
    assert_eq!((spot(&t, "rok-2"), spot(&t, "rok-5")), ("box-pusan".to_owned(), "destroyed".to_owned()));
    assert_eq!(t.at("/united_nations/replacements"), json!([2, 0, 0]));
}

// [proves: fi 11.3.1-once, fi 11.3.1-fleet, fi 11.3.1-bombard, fi 11.1, fi 3.0-start]
#[test]
fn e35_the_landing_at_inchon() {
    let mut t = start("inchon");
    t.act("fleet yellow-sea");
    until(&mut t, "invade 2151");
    t.refuses("invade 4371", "fi 11.3.1-fleet", "wrong sea");
    t.act("invade 2151");
    for unit in ["us-1m-c", "us-1m-1", "us-1m-5", "us-1m-7", "us-7-c", "us-7-17", "us-7-31", "us-7-32"] {
        t.act(&format!("embark {unit}"));
    }
    assert_eq!(t.at("/amphibious"), json!(0));
    t.act("embark un-X");
    assert!(!t.legal().iter().any(|a| a.starts_with("bombard")), "nobody within two hexes of the port");
    let mut near = Lay::of("inchon")
        .set("/step", json!("Invasion"))
        .set("/turn", json!(12))
        .set("/fleet", json!("Yellow"))
        .put(&[("nk-19", "2350"), ("nk-27", "2449")])
        .table();
    near.acts(&["invade 2151", "embark us-1m-1", "launch"]);
    near.refuses("bombard nk-27", "fi 11.3.1-bombard", "two hexes");
    near.dice(&[10]).act("bombard nk-19");
    assert_eq!(spot(&near, "nk-19"), "replacements");
}

// [proves: fi 11.3.2, fi 11.3.2-bug-out, fi 1.0-sides]
#[test]
fn evacuation_by_sea() {
    let mut t = Lay::empty("campaign", 18, "Evacuation")
        .put(&[
            ("us-1m-1", "3025"),
            ("rok-1", "2832"),
            ("un-X", "3025"),
            ("prc-79", "2925"),
            ("nk-1", "1813"),
        ])
        .marked("us-1m-5", "4318", &["spent"])
        .table();
    t.refuses("evacuate rok-1 box-pusan", "fi 11.3.2", "US units");
    t.refuses("evacuate us-1m-5 box-pusan", "fi 11.3.2", "spent");
    t.act("evacuate us-1m-1 box-pusan");
    assert!(has(&t, "us-1m-1", "bug-out"), "from a port in an enemy zone");
    assert_eq!(spot(&t, "us-1m-1"), "box-pusan");
    t.act("evacuate un-X box-pusan");
}

// [proves: fi 13.1-ports]
#[test]
fn e41_every_port_lost_is_the_end() {
    let mut t = Lay::empty("campaign", 8, "ActivateCom")
        .set("/communist_in_south", json!(["2151", "2264", "4046"]))
        .put(&[("nk-4", "4270"), ("kpa-II", "4269"), ("rok-1", "4663")])
        .table();
    t.acts(&["activate kpa-II", "add nk-4"]);
    until(&mut t, "move nk-4");
    t.acts(&["move nk-4", "to 4371"]);
    assert!(t.to_act().is_empty() && t.said("every invasion port"));
}

// [proves: fi 12.1.1-win, fi 17-victory, fi 16-victory, fi 16-levels, fi 18-victory]
#[test]
fn e55_the_end_of_each_scenario() {
    let end = |scenario: &str, turn: u8, points: i8| {
        let colour = if points > 0 { "com" } else { "un" };
        let t = Lay::of(scenario)
            .set("/turn", json!(turn))
            .set("/step", json!("Verdict"))
            .set("/points", json!(points))
            .set("/colour", json!(colour))
            .table();
        assert!(t.to_act().is_empty());
        engine::outcome_of(t.rules(), t.state()).result
    };
    assert_eq!(end("inchon", 12, 21), "Communist automatic victory");
    assert_eq!(end("inchon", 16, -9), "Communist victory");
    assert_eq!(end("invasion", 10, 7), "Communist substantial victory");
    assert_eq!(end("invasion", 10, -14), "United Nations decisive victory");
    assert_eq!(end("invasion", 10, 0), "draw");
    assert_eq!(end("chinese", 38, 0), "Communist victory");
    assert_eq!(end("campaign", 38, -3), "United Nations victory");
}

// [proves: fi 16-cities, fi 17-pyongyang]
#[test]
fn cities_score_once() {
    let mut t = Lay::empty("invasion", 5, "ActivateCom")
        .put(&[("kpa-II", "4560"), ("nk-2", "4562"), ("rok-3", "4371"), ("rok-I", "4371")])
        .table();
    t.acts(&["activate kpa-II", "add nk-2"]);
    until(&mut t, "move nk-2");
    t.acts(&["move nk-2", "to 4663"]);
    assert_eq!((t.at("/perimeter"), t.at("/points")), (json!(8), json!(2)), "P'ohang, once");
    let mut p = Lay::empty("inchon", 14, "StrategicUn")
        .set("/points", json!(14))
        .set("/united_nations_in_north", json!(["1334"]))
        .put(&[("rok-1", "1633"), ("rok-6", "1430"), ("nk-1", "1813")])
        .table();
    p.acts(&["march rok-1", "to 1433"]);
    assert_eq!(p.at("/points"), json!(6), "four, doubled");
}

// [proves: fi 16-setup, fi 17-setup, fi 18-setup, fi 19-setup]
#[test]
fn set_ups_as_printed_and_reconstructed() {
    let june = start("invasion");
    assert_eq!(
        (spot(&june, "rok-7"), spot(&june, "nk-5"), spot(&june, "kpa-III")),
        ("2644".into(), "3743".into(), "1341".into())
    );
    assert!(has(&june, "rok-7", "spent") && !has(&june, "rok-I", "spent"));
    assert_eq!(june.at("/objectives").as_array().map(Vec::len), Some(6));
    assert_eq!(june.at("/communist/supply"), json!(12));
    let september = start("inchon");
    let controlled = 71;
    let red_south = september.at("/communist_in_south").as_array().map_or(0, Vec::len);
    let campaign = Lay::of("campaign");
    let all_south = {
        let t = Table::lay(game(), &campaign.set("/step", json!("StrategicCom")).0);
        let everything = south_hexes(&t);
        assert_eq!(t.at("/communist_in_south"), json!([]));
        everything
    };
    assert_eq!(all_south - red_south, controlled, "the perimeter of the September front");
    assert_eq!(september.at("/points"), json!(14));
    let november = start("chinese");
    assert_eq!(november.at("/weather"), json!("Snow"));
    assert!(november.legal().iter().all(|a| a.starts_with("infiltrate")));
}

fn south_hexes(t: &Table<'_, fire_and_ice::FireAndIce>) -> usize {
    let text = fire_and_ice::files();
    let map = board::HexMap::parse("korea.map", text.get("maps/korea.map").unwrap_or_default());
    let _ = t;
    map.map_or(0, |m| m.tagged("nation", Some("south")).len())
}

// [proves: fi 14.4-elite, fi 14.4-ridgway, fi 14.6-chits, fi 5.2.1-cups]
#[test]
fn commanders_and_their_chits() {
    let mut t = ground()
        .set("/step", json!("BuyUn"))
        .set("/commander", json!("Ridgway"))
        .put(&[("us-24-19", "2860"), ("rok-1", "2760"), ("un-I", "2860"), ("nk-1", "2043")])
        .table();
    t.refuses("honour rok-1", "fi 14.4-elite", "no US unit");
    t.act("honour us-24-19");
    assert!(has(&t, "us-24-19", "elite"));
    let mut r = ground()
        .set("/step", json!("ActivateUn"))
        .set("/commander", json!("Ridgway"))
        .put(&[("us-24-19", "2551"), ("un-I", "2553"), ("nk-1", "2550"), ("rok-1", "2552")])
        .table();
    r.act("activate un-I");
    assert!(r.prompt().contains("8 left"));
    r.act("add us-24-19");
    until(&mut r, "move us-24-19");
    r.act("move us-24-19").dice(&[1, 1, 1]).act("declare prepared 2550");
    assert_eq!(r.legal(), ["chit 12", "chit 13", "chit 14"]);
}

// Special rule 3 of Inchon Invasion! gives the choice to the United Nations, special rules 2 and 3 of the others to the other side.
// [proves: fi 16-chits]
#[test]
fn the_side_that_attacks_chooses_among_three_chits_on_the_first_turn() {
    let us = ["us-24-19", "un-I", "nk-1"];
    let nk = ["nk-1", "kpa-I", "us-24-19"];
    for (scenario, turn, step, three) in [
        ("inchon", 11, "ActivateUn", true),
        ("inchon", 12, "ActivateUn", false),
        ("inchon", 11, "ActivateCom", false),
        ("invasion", 1, "ActivateCom", true),
        ("invasion", 1, "ActivateUn", false),
        ("invasion", 2, "ActivateCom", false),
        ("chinese", 16, "ActivateCom", true),
        ("campaign", 1, "ActivateCom", true),
    ] {
        let [lead, hq, enemy] = if step == "ActivateUn" { us } else { nk };
        let mut t =
            Lay::empty(scenario, turn, step).put(&[(lead, "2753"), (hq, "2653"), (enemy, "2752")]).table();
        t.acts(&[&format!("activate {hq}"), &format!("add {lead}")]);
        until(&mut t, &format!("move {lead}"));
        t.act(&format!("move {lead}"))
            .dice(&[1, 1, 1][..if three { 3 } else { 1 }])
            .act("declare prepared 2752");
        let asked = t.legal() == ["chit 12", "chit 13", "chit 14"];
        assert_eq!(asked, three, "{scenario}, turn {turn}, {step}: {:?}", t.legal());
    }
}

// [proves: fi 13.1-schedule, fi 19-january, fi 3.0-scrap]
#[test]
fn the_schedule_brings_its_pieces() {
    let mut t = start("invasion");
    on(&mut t, |t| t.at("/turn") == json!(2) && spot(t, "tf-1") != "coming");
    assert_eq!(t.at("/bombardment"), json!(4));
    let mut january =
        Lay::empty("campaign", 19, "Foreign").put(&[("rok-1", "1334"), ("nk-1", "1813")]).table();
    on(&mut january, |t| t.at("/china") == json!("In"));
    let mut scrap =
        Lay::empty("campaign", 19, "ScrapCom").put(&[("nk-1", "1813"), ("rok-1", "2860")]).table();
    scrap.refuses("scrap rok-1", "fi 3.0-scrap", "no own unit");
    scrap.act("scrap nk-1");
    assert_eq!(spot(&scrap, "nk-1"), "replacements");
}

// [proves: fi 14.6-surprise]
#[test]
fn the_landing_surprises_in_the_campaign() {
    let mut t = Lay::empty("campaign", 12, "Invasion")
        .set("/fleet", json!("Yellow"))
        .set("/amphibious", json!(2))
        .put(&[
            ("us-1m-1", "sea"),
            ("us-1m-5", "sea"),
            ("nk-18", "2549"),
            ("kpa-I", "2547"),
            ("rok-1", "3965"),
        ])
        .table();
    t.acts(&["invade 2151", "embark us-1m-1", "launch"]);
    assert_eq!(t.at("/surprise"), json!("un"));
    assert!(has(&t, "nk-18", "spent") && has(&t, "kpa-I", "spent"));
}
