//! 20.0 Supply, and 28.0 whom a headquarters serves.

use crate::common::{Board, board, place, supplied, working};
use serde_json::json;

const CCF: &str = "c-172-58";

fn un(units: &[(&str, &str)]) -> Board {
    board("un-movement").units(units)
}

/// The Marine headquarters at Hagaru-ri with the northern loop and the road south closed.
const CUT_OFF: [(&str, &str); 4] =
    [("us-1m-hq", "1618"), (CCF, "1217"), ("c-173-58", "1220"), ("c-174-58", "1818")];

#[test]
fn e13_e14_e15_a_headquarters_traces_round_the_enemy() {
    // [proves: ch 20.3, ch 20.32, ch 20.4, ch 7.7, ch supply-algorithm]
    assert!(supplied(&un(&CUT_OFF).lay(), "us-1m-hq"), "1617-1717-1816-1917 reaches the road");
    let closed = || un(&CUT_OFF).units(&[("c-175-59", "1816")]);
    assert!(!supplied(&closed().lay(), "us-1m-hq"));
    let held = closed().units(&[("us-3-b1", "1718"), ("us-3-b2", "1817"), ("us-3-b3", "1917")]);
    assert!(supplied(&held.lay(), "us-1m-hq"), "friends negate the zones");
}

#[test]
fn e16_the_radius_doubles_along_the_road() {
    // [proves: ch 20.311, ch 20.53]
    let table = un(&[("us-3-hq", "5614"), ("us-3-b1", "5821"), ("us-3-b2", "5822")]).lay();
    assert!(supplied(&table, "us-3-b1"), "eight hexes of road");
    assert!(!supplied(&table, "us-3-b2"), "nine");
    assert!(
        !supplied(&un(&[("us-3-b1", "5613")]).lay(), "us-3-b1"),
        "nobody but a headquarters traces to a source"
    );
}

#[test]
fn e17_a_disrupted_headquarters_has_no_radius() {
    // [proves: ch 12.321, ch 20.42]
    let laid = || {
        un(&[("us-1m-hq", "2017"), (CCF, "1217"), ("c-173-58", "1220")]).set("/blown", json!(["2117/2217"]))
    };
    assert!(supplied(&laid().lay(), "us-1m-hq"), "by 2118 and 2217");
    assert!(!supplied(&laid().disrupted("us-1m-hq").lay(), "us-1m-hq"));
    let table =
        un(&[("us-1m-hq", "2017"), ("us-3-b1", "2017"), ("us-3-b2", "2016")]).disrupted("us-1m-hq").lay();
    assert!(supplied(&table, "us-3-b1") && !supplied(&table, "us-3-b2"), "it serves its own hex");
    let river = un(&[("us-1m-hq", "2317"), ("us-3-b1", "2117")]).set("/blown", json!(["2117/2217"]));
    assert!(supplied(&river.lay(), "us-3-b1"), "from unit to headquarters a destroyed bridge is no bar");
}

#[test]
fn e53_another_road_leads_to_another_source() {
    // [proves: ch 20.51, ch 20.32, ch 20.54]
    let laid =
        || un(&[("us-3-hq", "5431"), (CCF, "5821"), ("c-173-58", "5912"), ("c-174-58", "4319")]).no_depots();
    assert!(supplied(&laid().lay(), "us-3-hq"), "R23 leads to 6129");
    assert!(!supplied(&laid().units(&[("c-175-59", "5830")]).lay(), "us-3-hq"));
    assert!(!supplied(&laid().units(&[("c-175-59", "6129")]).lay(), "us-3-hq"), "an occupied source is shut");
}

#[test]
fn a_depot_feeds_those_whom_no_printed_source_reaches() {
    // [proves: ch 20.51, ch 20.6]
    let south = [(CCF, "5821"), ("c-173-58", "5912"), ("c-174-58", "4319"), ("c-175-59", "5830")];
    let laid = || un(&south).units(&[("us-x-hq", "3212")]);
    assert!(supplied(&laid().lay(), "us-x-hq"), "the depot at Hungnam");
    assert!(!supplied(&laid().no_depots().lay(), "us-x-hq"), "all roads to the south edge are cut");
}

#[test]
fn partisans_and_sources_need_no_line() {
    // [proves: ch 20.11, ch 31.3, ch 20.54, ch 20.62, ch 32.1]
    let units = [("nk-p1", "4525"), (CCF, "5614"), ("us-8227", "2219"), ("us-3-b1", "6106")];
    let table = un(&units).lay();
    assert!(supplied(&table, "nk-p1") && supplied(&table, "us-8227") && supplied(&table, "us-3-b1"));
    assert!(!supplied(&table, CCF));
    let table = un(&units).set("/depots/1/stock", json!("captured")).lay();
    assert!(supplied(&table, CCF), "a captured depot feeds the units in its hex");
}

#[test]
fn supply_is_asked_at_every_action() {
    // [proves: ch 20.1, ch 20.56, ch 20.9]
    let mut table = un(&[("us-1m-hq", "2017"), ("us-3-b1", "1816"), ("rok-bn-1", "2116")]).lay();
    assert!(table.offers("march us-3-b1"));
    assert!(supplied(&table, "rok-bn-1"), "a headquarters serves all friendly units");
    table.acts(&["move us-1m-hq", "to 2517", "done"]);
    table.refuses("march us-3-b1", "ch 6.51", "out of supply");
    let cut = un(&CUT_OFF).units(&[("c-175-59", "1816"), ("us-3-b1", "1618")]).lay();
    assert!(
        !supplied(&cut, "us-1m-hq") && !supplied(&cut, "us-3-b1"),
        "no headquarters is supplied by itself"
    );
    let mut table =
        board("un-reinforcement").turn(9).units(&[("us-3-b1", "3212")]).off("due", &["us-17-7"]).lay();
    table.acts(&["set us-17-7", "place 1101"]);
    assert_eq!(place(&table, "us-17-7"), "1101");
    assert!(!supplied(&table, "us-17-7"), "arrivals trace like everybody");
}

#[test]
fn headquarters_that_force_marched_serve_nobody() {
    // [proves: ch 6.53]
    let table = un(&[("us-1m-hq", "2017"), ("us-3-b1", "2016")]).marks("us-1m-hq", &["forced"]).lay();
    assert!(supplied(&table, "us-1m-hq") && !supplied(&table, "us-3-b1"));
}

#[test]
fn integrity_parts_the_nations() {
    // [proves: ch 28.11]
    let units = [("us-1m-hq", "2017"), ("us-3-b1", "2016"), ("cw-41rmc", "2016"), ("rok-bn-1", "2116")];
    let table = un(&units).option("integrity", "on").lay();
    assert!(supplied(&table, "us-3-b1") && supplied(&table, "cw-41rmc"));
    assert!(!supplied(&table, "rok-bn-1"), "a US division serves no Koreans");
    let corps = [("us-x-hq", "3212"), ("us-3-b1", "3113"), ("rok-bn-1", "3113")];
    let table = un(&corps).option("integrity", "on").lay();
    assert!(supplied(&table, "us-3-b1") && supplied(&table, "rok-bn-1"), "a US corps serves all");
    let korean = [("rok-i-hq", "3212"), ("us-3-b1", "3113"), ("rok-bn-1", "3113")];
    let table = un(&korean).option("integrity", "on").lay();
    assert!(!supplied(&table, "us-3-b1") && supplied(&table, "rok-bn-1"), "a ROK corps serves Koreans");
    assert!(supplied(&un(&korean).lay(), "us-3-b1"), "without the option everybody");
}

#[test]
fn a_disrupted_headquarters_off_the_road_is_served_like_a_unit() {
    // [proves: ch 12.321, ch 28.11, ch supply-algorithm]
    let units = [("c-20-hq", "1422"), ("c-27-hq", "1422"), ("us-3-b1", "3212")];
    let mut table = board("com-recovery").units(&units).disrupted("c-27-hq").option("integrity", "on").lay();
    table.dice(&[6]).act("recover c-27-hq");
    assert_eq!(table.at("/charged/c-20-hq"), json!(["c-27-hq"]), "it has no line of its own");
}

/// Sixteen disrupted Chinese regiments round one army headquarters in the recovery phase.
fn crowd() -> Board {
    let regiments = [
        "172-58", "173-58", "174-58", "175-59", "176-59", "177-59", "178-60", "179-60", "180-60", "265-89",
        "266-89", "267-89", "235-79", "236-79", "237-79", "238-80",
    ];
    let hexes = ["1323", "1322", "1222", "1223", "1422", "1423", "1523", "1522"];
    let mut laid = board("com-recovery").units(&[("c-20-hq", "1421"), ("us-3-b1", "3212")]);
    for (i, regiment) in regiments.iter().enumerate() {
        let id = format!("c-{regiment}");
        laid = laid.units(&[(id.as_str(), hexes[i / 2])]).disrupted(&id);
    }
    laid.option("integrity", "on")
}

#[test]
fn an_army_headquarters_serves_fifteen_chinese_and_one_korean_in_a_phase() {
    // [proves: ch 28.11]
    let mut table = crowd().lay();
    table.dice(&[1; 16]).act("recover all");
    let charged = table.at("/charged/c-20-hq").as_array().unwrap().len();
    assert_eq!(charged, 14, "two stand on the source 1323: {}", table.at("/charged"));
    let mut full = crowd()
        .units(&[("c-239-80", "1421"), ("c-240-80", "1321")])
        .disrupted("c-239-80")
        .disrupted("c-240-80")
        .lay();
    full.dice(&[1; 17]).act("recover all");
    assert_eq!(full.at("/charged/c-20-hq").as_array().unwrap().len(), 15);
    full.refuses("recover c-240-80", "ch 12.32", "out of supply");
    let koreans = [("c-20-hq", "1323"), ("nk-2", "1322"), ("nk-5", "1222"), ("us-3-b1", "3212")];
    let mut table = board("com-recovery")
        .units(&koreans)
        .disrupted("nk-2")
        .disrupted("nk-5")
        .option("integrity", "on")
        .lay();
    table.dice(&[1]).act("recover nk-2");
    table.refuses("recover nk-5", "ch 12.32", "out of supply");
}

#[test]
fn fighting_uses_the_headquarters_up_too() {
    // [proves: ch 28.11]
    let served: Vec<String> = crowd_ids().iter().map(|s| format!("c-{s}")).collect();
    let laid = |served: &[String]| {
        let mut table = board("com-combat")
            .units(&[("c-20-hq", "1323"), ("c-239-80", "1422"), ("us-17-7", "1421"), ("us-1m-hq", "1420")])
            .option("integrity", "on")
            .set("/charged", json!({ "c-20-hq": served }))
            .lay();
        table.acts(&["attack 1421", "add c-239-80", "lock"]);
        working(&table, "Odds")
    };
    assert!(laid(&served[..14]).starts_with("3 to"), "{}", laid(&served[..14]));
    assert!(laid(&served[..15]).starts_with("1 1/2 to"), "{}", laid(&served[..15]));
}

fn crowd_ids() -> [&'static str; 15] {
    [
        "172-58", "173-58", "174-58", "175-59", "176-59", "177-59", "178-60", "179-60", "180-60", "265-89",
        "266-89", "267-89", "235-79", "236-79", "237-79",
    ]
}
