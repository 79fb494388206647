//! 6.0 to 9.0 What a march costs: the terrain chart, roads, rails, rivers, zones of control, crowds, the edge of the map.

use crate::common::{Board, board, event, reach};
use serde_json::json;
use std::collections::BTreeMap;

const CCF: &str = "c-172-58";
const US: &str = "us-3-b1";

/// What a unit reaches when it is chosen, by march or forced march.
fn from(laid: Board, verb: &str, unit: &str) -> BTreeMap<String, String> {
    let mut table = laid.lay();
    table.act(&format!("{verb} {unit}"));
    reach(&table)
}
fn un(units: &[(&str, &str)]) -> Board {
    board("un-movement").units(units)
}
fn com(units: &[(&str, &str)]) -> Board {
    board("com-movement").units(units)
}
fn cost<'a>(reach: &'a BTreeMap<String, String>, hex: &str) -> Option<&'a str> {
    reach.get(hex).map(String::as_str)
}

#[test]
fn e1_a_battalion_marches_down_the_road() {
    // [proves: ch 6.6, ch 6.61, ch 6.2, ch 6.0, ch terrain-chart]
    let found = from(un(&[(US, "2017")]), "move", US);
    assert_eq!(cost(&found, "2517"), Some("5"), "five rough hexes of road at 1");
    assert_eq!(cost(&found, "2616"), Some("5 1/2"), "clear road at a half");
    assert_eq!(cost(&found, "3013"), Some("8"), "exactly eight points");
    assert_eq!(cost(&found, "3113"), None);
    let mut table = un(&[(US, "2017")]).lay();
    table.act(&format!("move {US}"));
    table.refuses("to 3113", "ch 6.2", "out of reach");
}

#[test]
fn e2_e3_rough_and_rivers_cost_each_column_its_own() {
    // [proves: ch 6.0, ch 6.2, ch 6.3, ch terrain-chart]
    let us = from(un(&[(US, "2017")]), "move", US);
    assert_eq!((cost(&us, "2015"), cost(&us, "2014")), (Some("8"), None));
    let rok = from(un(&[("rok-bn-1", "2017")]), "move", "rok-bn-1");
    assert_eq!((cost(&rok, "2015"), cost(&rok, "2014")), (Some("6"), None));
    let ccf = from(com(&[(CCF, "2017")]), "move", CCF);
    assert_eq!((cost(&ccf, "2014"), cost(&ccf, "2013")), (Some("6"), None));
    for (phase, unit, minor, major) in [
        ("un-movement", US, "6", "5"),
        ("un-movement", "rok-bn-1", "4", "4"),
        ("com-movement", CCF, "3", "3"),
    ] {
        let found = from(board(phase).units(&[(unit, "2616")]), "move", unit);
        assert_eq!(cost(&found, "2617"), Some(minor), "{unit} over the minor river into rough");
        let found =
            from(board(phase).units(&[(unit, "3212")]).set("/blown", json!(["3212/3313"])), "move", unit);
        assert_eq!(cost(&found, "3213"), Some(major), "{unit} over the major river");
    }
    let mut table = un(&[(US, "1618")]).lay();
    table.act(&format!("move {US}"));
    table.refuses("to 1519", "ch 6.3", "water");
}

#[test]
fn e4_a_destroyed_bridge_is_a_river() {
    // [proves: ch 23.1, ch 23.4, ch 6.7]
    assert_eq!(cost(&from(un(&[(US, "3212")]), "move", US), "3414"), Some("1 1/2"));
    let blown = json!(["3212/3313", "3511/3512"]);
    assert_eq!(cost(&from(un(&[(US, "3212")]).set("/blown", blown), "move", US), "3414"), Some("6"));
}

#[test]
fn e5_e6_e7_zones_of_control_cost_extra() {
    // [proves: ch 7.0, ch 7.1, ch 7.3, ch 7.51, ch 7.52, ch 7.53, ch 6.4, ch 6.62]
    let found = from(un(&[(CCF, "2118"), (US, "2017")]), "move", US);
    assert_eq!((cost(&found, "1917"), cost(&found, "2117")), (Some("1 1/2"), Some("3")));
    let found = from(un(&[(CCF, "2118"), (US, "2017")]).disrupted(CCF), "move", US);
    assert_eq!((cost(&found, "1917"), cost(&found, "2117")), (Some("1/2"), Some("1")));
    let found = from(com(&[(US, "2118"), (CCF, "2017")]), "move", CCF);
    assert_eq!((cost(&found, "1917"), cost(&found, "2117")), (Some("1"), Some("2")));
    let found = from(un(&[(CCF, "2016"), (US, "1817")]), "move", US);
    assert_eq!(cost(&found, "1917"), Some("1/2"), "entering a zone costs nothing");
}

#[test]
fn w18_between_zones_two_points_are_paid_and_not_three() {
    // [proves: ch 7.53]
    let found = from(un(&[(CCF, "2118"), ("c-173-58", "2016"), (US, "2017")]), "move", US);
    assert_eq!(cost(&found, "2117"), Some("3"), "one for the road, two on top");
}

#[test]
fn e8_an_overstacked_hex_loses_road_and_bridge() {
    // [proves: ch 8.3, ch 8.41]
    let found = from(un(&[("us-3-b2", "2217"), ("us-3-b3", "2217"), (US, "2117")]), "move", US);
    assert_eq!(cost(&found, "2217"), Some("6"), "rough 4 and the gorge 2");
    let crowd = [("us-3-b2", "2217"), ("us-3-b3", "2217"), (US, "2217")];
    assert_eq!(cost(&from(un(&crowd), "move", "us-3-b2"), "2317"), Some("4"));
    let two = [("us-3-b2", "2217"), ("us-3-b3", "2217")];
    assert_eq!(cost(&from(un(&two), "move", "us-3-b2"), "2317"), Some("1"), "two may use the road");
}

#[test]
fn e9_refugees_close_roads_and_bridges_but_not_rails() {
    // [proves: ch 3.3-15-16]
    let found = from(un(&[(US, "2017")]).event(event::REFUGEES), "move", US);
    assert_eq!((cost(&found, "1917"), cost(&found, "2117")), (Some("1"), Some("4")));
    let found = from(un(&[(US, "3308")]).event(event::REFUGEES), "move", US);
    assert_eq!(cost(&found, "3309"), Some("1"), "the rail rate remains");
}

#[test]
fn along_a_railway_a_hex_costs_one() {
    // [proves: ch 6.81]
    let found = from(un(&[(US, "3308")]), "move", US);
    assert_eq!(
        (cost(&found, "3309"), cost(&found, "3310")),
        (Some("1"), Some("2")),
        "rough otherwise costs 4"
    );
    let found = from(un(&[(US, "3212")]), "move", US);
    assert_eq!(cost(&found, "3313"), Some("1/2"), "where a road runs too, the cheaper of both");
}

#[test]
fn e10_e11_a_forced_march_avoids_zones() {
    // [proves: ch 6.5, ch 6.52, ch S1 5.31]
    let laid = || com(&[(CCF, "1723"), (US, "1618")]).set("/turn", json!(2));
    let found = from(laid(), "march", CCF);
    assert_eq!((cost(&found, "1720"), cost(&found, "1719")), (Some("6"), None));
    let surprise = json!({ "left": 2, "declared": 1 });
    let found = from(laid().set("/surprise", surprise.clone()), "march", CCF);
    assert_eq!(cost(&found, "1719"), Some("8"), "UN zones are gone while surprise lasts");
    let beside = || com(&[(CCF, "1719"), (US, "1618")]).set("/turn", json!(2));
    beside().lay().refuses(&format!("march {CCF}"), "ch 6.52", "does not begin in an enemy zone");
    let table = beside().set("/surprise", surprise.clone()).lay();
    assert!(table.offers(&format!("march {CCF}")), "nor do they keep a march from beginning");
    let found = from(com(&[(CCF, "1723"), ("us-17-7", "1618")]).disrupted("us-17-7"), "march", CCF);
    assert_eq!(cost(&found, "1719"), Some("8"));
    let fight = |unit: &str| {
        board("com-combat").turn(2).units(&[(CCF, "1719"), (unit, "1618")]).marks(CCF, &["forced"])
    };
    fight(US).set("/surprise", surprise).lay().refuses("attack 1618", "ch 11.21", "nobody can attack");
    assert!(fight("us-17-7").disrupted("us-17-7").lay().offers("attack 1618"), "disrupted units only");
}

#[test]
fn bug_out_lets_the_un_leave_zones_free() {
    // [proves: ch 3.3-11-12]
    let found = from(un(&[(CCF, "2118"), (US, "2017")]).event(event::BUG_OUT), "move", US);
    assert_eq!(
        (cost(&found, "1917"), cost(&found, "2117")),
        (Some("1/2"), Some("3")),
        "infiltration still costs 2"
    );
}

#[test]
fn e52_partisans_march_like_the_chinese() {
    // [proves: ch 31.1]
    let laid = || com(&[("nk-p2", "2710"), (US, "3212")]);
    let found = from(laid(), "move", "nk-p2");
    assert_eq!((cost(&found, "2711"), cost(&found, "2611")), (Some("2"), Some("4")));
    let found = from(laid().option("partisans", "off"), "move", "nk-p2");
    assert_eq!(cost(&found, "2711"), Some("3"), "as Koreans where rule 31 is not used");
}

#[test]
fn special_operations_march_like_the_chinese() {
    // [proves: ch 32.1]
    let laid = || un(&[("us-8227", "2017"), (CCF, "2118")]);
    let found = from(laid(), "move", "us-8227");
    assert_eq!(
        (cost(&found, "2016"), cost(&found, "2117")),
        (Some("2"), Some("2")),
        "no point to leave a zone"
    );
    let found = from(laid().option("special-operations", "off"), "move", "us-8227");
    assert_eq!(cost(&found, "2016"), Some("5"), "the UN's rough and its zone where rule 32 is not used");
}

#[test]
fn w5_leaving_the_map_costs_the_hex_left() {
    // [proves: ch 9.1]
    for (unit, hex, halves) in [(CCF, "6112", 2), (CCF, "6113", 2), (CCF, "6130", 4), ("nk-2", "6113", 1)] {
        let laid = |spent: u8| {
            let mut table = com(&[(unit, hex), (US, "2017")]).set("/spent", json!({ unit: spent })).lay();
            table.act(&format!("move {unit}"));
            table
        };
        assert!(laid(12 - halves).offers("exit"), "{unit} leaves {hex} for {halves} halves");
        laid(13 - halves).refuses("exit", "ch 9.1", "too few movement points");
    }
}

#[test]
fn options_change_the_columns_of_the_chart() {
    // [proves: ch 38.5.4, ch 38.6.2]
    let artillery = |unit: &str| com(&[(unit, "2017"), (US, "2118")]).chosen(&["artillery"]);
    let found = from(artillery(CCF), "move", CCF);
    assert_eq!(
        (cost(&found, "2016"), cost(&found, "2117")),
        (Some("4"), Some("3")),
        "Korean ground and zones"
    );
    assert_eq!(cost(&from(artillery("nk-p1"), "move", "nk-p1"), "2016"), Some("2"), "partisans keep theirs");
    let road = |unit: &str| un(&[(unit, "2017")]).chosen(&["off-road"]);
    for (unit, points) in [
        (US, "2"),
        ("us-5-1m", "2"),
        ("rok-1m", "2"),
        ("rok-cav-cap", "2"),
        ("us-64-3", "4"),
        ("rok-bn-1", "3"),
        ("us-11m", "4"),
    ] {
        assert_eq!(cost(&from(road(unit), "move", unit), "2016"), Some(points), "{unit}");
    }
    let ccf = from(com(&[(CCF, "2017"), (US, "2118")]).chosen(&["off-road"]), "move", CCF);
    assert_eq!((cost(&ccf, "2016"), cost(&ccf, "2117")), (Some("3"), Some("3")), "own ground, Korean zones");
}

#[test]
fn interdiction_costs_once_where_zones_overlap_and_never_blocks_supply() {
    // [proves: ch 14.13.1, ch 14.14, ch 20.41]
    let laid = || com(&[(CCF, "1723"), ("c-20-hq", "1323"), (US, "3212")]);
    assert_eq!(cost(&from(laid(), "move", CCF), "1722"), Some("2"));
    let zones = json!([1720, 1621].map(|h| {
        json!({ "hex": crate::common::hex_number(&h.to_string()), "kind": 0, "count": 1, "used": 0 })
    }));
    let laid = laid().set("/air/over", zones);
    assert_eq!(cost(&from(laid, "move", CCF), "1722"), Some("3"), "both zones reach it, one point");
    let table = com(&[(CCF, "1522"), ("c-20-hq", "1323"), (US, "3212")]).over("1422", 5).lay();
    assert!(crate::common::supplied(&table, CCF), "the line runs through the zone");
}

#[test]
fn air_and_naval_units_have_no_zones_and_mind_none() {
    // [proves: ch 7.4, ch 7.8, ch 8.6, ch 13.7]
    let laid = || com(&[(CCF, "3513"), (US, "5614")]).set("/fleet", json!("3611"));
    assert!(from(laid(), "march", CCF).contains_key("3512"), "a forced march passes the fleet");
    let found = from(laid().over("3512", 3), "move", CCF);
    assert_eq!(cost(&found, "3512"), Some("2"), "one point of interdiction, no zone of control");
    let mut table = un(&[(CCF, "3612"), (US, "5614")]).lay();
    table.acts(&["fleet", "sail 3611"]);
    assert_eq!(table.at("/fleet"), "3611", "beside an effective regiment");
    let mut table = board("un-interdiction").units(&[(CCF, "0501"), (US, "3212")]).air(0, 1, 3).lay();
    table.act("interdict 3 tac 0501");
    assert_eq!(table.at("/air/over/0/count"), 3, "over the enemy, in the farthest corner");
}
