//! Supply, rebuilding and engineers (10.0, 12.0, 15.0).

use crate::common::{Battle, Setup, chosin, inchon, pusan, set};
use serde_json::json;

fn supplied(setup: &Setup, id: &str) -> bool {
    setup.load().supplied(id)
}

/// K52 [proves: kb 10.2-limits, kb 10.4]
#[test]
fn a_line_of_supply_does_not_cross_the_naktong() {
    let position = pusan()
        .player("un")
        .phase("attack")
        .unit("us-5-1c", "2104")
        .unit("us-7-1c", "2205")
        .unit("nk-9div-85", "2103");
    assert!(!supplied(&position, "us-5-1c"));
    assert!(supplied(&position, "us-7-1c"));
    let mut board = position.load();
    board.battle("2103", &["us-5-1c"], 1);
    // Half of 2 is 1, against 2 in clear.
    let expected = crate::printed::column_result(1 - 2, 0, 1);
    assert_eq!(board.result(), expected);
}

/// K53 [proves: kb 10.0, kb 10.2-limits]
#[test]
fn the_unit_s_own_mountain_does_not_count_and_a_friend_opens_an_enemy_zone() {
    let base = || pusan().player("un").unit("us-9-2", "2309");
    assert!(supplied(&base(), "us-9-2"), "by way of 2409");
    assert!(!supplied(&base().unit("nk-2div-4", "2410"), "us-9-2"), "2409 is in the enemy zone");
    assert!(
        supplied(&base().unit("nk-2div-4", "2410").unit("us-21-24", "2409"), "us-9-2"),
        "a friend stands there"
    );
}

/// K54 [proves: kb 10.0, kb 12.0-ice, kb 10.2-limits]
#[test]
fn supply_runs_over_the_ice() {
    let base = || chosin().turn(2).player("un").unit("usmc-7", "0709").unit("cn-175", "0909");
    assert!(supplied(&base(), "usmc-7"), "0708, 0807, 0907");
    assert!(!supplied(&base().unit("cn-176", "0707"), "usmc-7"));
}

/// K55 [proves: kb 10.0-depots]
#[test]
fn a_depot_supplies_only_while_it_is_supplied_itself() {
    let cut_off =
        || pusan().without("nk-dep-a").without("nk-dep-c").unit("nk-dep-b", "2104").unit("nk-3", "2004");
    assert!(supplied(&cut_off(), "nk-3"), "with a way to 2501 the depot works");
    let ring = ["2202", "2205", "2006", "1903", "1906"];
    let units = ["us-5-1c", "us-7-1c", "us-8-1c", "us-19-24", "us-21-24"];
    let surrounded = units.iter().zip(ring).fold(cut_off(), |s, (id, hex)| s.unit(id, hex));
    assert!(!supplied(&surrounded, "nk-3"), "the depot beside it reaches no map symbol");
}

/// Symbols feed depots, not units. [proves: kb 10.0-depots, kb 10.0-sources]
#[test]
fn a_printed_symbol_does_not_supply_units() {
    let position = pusan().without("nk-dep-a").without("nk-dep-c").unit("nk-2", "2501");
    assert!(!supplied(&position, "nk-2"), "no depot is left");
    assert!(supplied(&position.unit("nk-dep-b", "2501"), "nk-2"), "stacked with a valid depot");
}

/// [proves: kb 10.0-depots]
#[test]
fn a_depleted_depot_still_supplies() {
    let position =
        pusan().without("nk-dep-a").without("nk-dep-c").weak("nk-dep-b", "2501", 2).unit("nk-2", "2502");
    assert!(supplied(&position, "nk-2"));
}

/// [proves: kb 10.0-sources]
#[test]
fn each_scenario_has_its_sources() {
    let un = |hex: &str| supplied(&pusan().player("un").unit("us-9-2", hex), "us-9-2");
    assert!(un("0215") && un("0308"), "a unit on a source is supplied");
    assert!(supplied(&inchon().unit("usmc-5", "0109"), "usmc-5"));
    let cn = chosin().unit("cn-172", "0612").unit("cn-173", "0107");
    assert!(supplied(&cn, "cn-172") && supplied(&cn, "cn-173"));
}

/// 0907 is lost for good once a Chinese unit enters it. [proves: kb 10.0-sources]
#[test]
fn hagaru_ceases_to_be_a_source() {
    // Chinese regiments at 1106 and 1108 cut the Marines at 0807 off from the south; Hagaru alone feeds them.
    let position = chosin()
        .turn(3)
        .unit("usmc-5", "0807")
        .unit("cn-172", "0909")
        .unit("cn-173", "1106")
        .unit("cn-174", "1108");
    let mut board = position.load();
    assert!(board.supplied("usmc-5"));
    board.go("cn-172", "0908").until(4, "cn", "Movement");
    board.go("cn-172", "0907");
    board.until(5, "cn", "Movement").go("cn-172", "0908");
    board.until(6, "cn", "Movement").go("cn-172", "0909");
    assert!(!board.zone("cn").contains("0907"), "nothing bars 0907 any more");
    assert!(!board.supplied("usmc-5"), "but the source does not return");
}

/// Frozen rivers bar a UN line unless bridged; the Chinese do not care. [proves: kb 10.2-limits]
#[test]
fn only_united_nations_lines_are_limited() {
    let chinese = chosin().unit("cn-172", "1112");
    assert!(supplied(&chinese, "cn-172"), "through the mountains");
    let marines = chosin().turn(2).player("un").unit("usmc-1", "1110");
    assert!(!supplied(&marines, "usmc-1"), "mountains on every side but the trail does not help");
}

/// K56 [proves: kb 10.2-air, kb 10.4]
#[test]
fn air_supply_serves_one_unit_for_the_turn_and_costs_a_marker() {
    let position = pusan().turn(5).player("un").unit("us-89", "2104").unit("nk-9div-85", "2103");
    let mut without = position.load();
    without.until(5, "un", "Mobile Movement");
    assert!(!without.offers("move us-89"));
    let mut board = position.load();
    board.act("air us-89");
    assert!(board.supplied("us-89"));
    board.until(5, "un", "Mobile Movement");
    assert!(board.offers("move us-89"));
    board.until(6, "nk", "Movement");
    assert_eq!(board.hand("un").len(), 8 - 1, "turn 6 gives eight, less one");
    assert!(!board.supplied("us-89"), "for that game turn only");
    board.until(7, "nk", "Movement");
    assert_eq!(board.hand("un").len(), 8, "one turn's penalty");
}

/// Two counters a game, both in one turn if need be. [proves: kb 10.2-air]
#[test]
fn there_are_two_air_supply_counters() {
    let mut board =
        pusan().turn(5).player("un").unit("us-89", "2104").unit("us-6", "2004").unit("us-70", "1904").load();
    board.acts(&["air us-89", "air us-6"]);
    assert!(board.choices("air").is_empty());
    board.until(6, "nk", "Movement");
    assert_eq!(board.hand("un").len(), 8 - 2);
}

/// A full attack under air supply. [proves: kb 10.2-air, kb 10.4]
#[test]
fn air_supply_restores_the_whole_attack() {
    let mut board = pusan()
        .turn(5)
        .player("un")
        .phase("attack")
        .unit("us-38-2", "2104")
        .unit("nk-9div-85", "2103")
        .load();
    board.act("air us-38-2").battle("2103", &["us-38-2"], 1);
    assert_eq!(board.result(), crate::printed::column_result(5 - 2, 0, 1));
}

/// K57 [proves: kb 15.0]
#[test]
fn rebuilding_needs_supply_and_distance_from_any_enemy() {
    let position = pusan()
        .phase("rebuild")
        .weak("nk-2", "2502", 2)
        .weak("nk-4", "1203", 2)
        .unit("us-hq-24", "1204")
        .weak("nk-hq-1", "2503", 2);
    let mut board = position.load();
    assert_eq!(board.choices("rebuild"), set(&["nk-2", "nk-hq-1"]), "the 4th stands next to a headquarters");
    board.act("rebuild nk-2");
    assert_eq!(board.step("nk-2"), 1);
    assert_eq!(board.step("nk-hq-1"), 2, "one in a turn");
    let unsupplied = position.without("nk-dep-a").without("nk-dep-c").load();
    assert!(unsupplied.over() || unsupplied.side() == "un" || unsupplied.choices("rebuild").is_empty());
}

/// Not stored, regiments stay regiments, and never at Chosin. [proves: kb 15.0]
#[test]
fn no_rebuilding_at_chosin_and_none_is_stored() {
    let mut chosin = chosin().turn(2).player("un").weak("us-31-7", "0907", 2).load();
    for _ in 0..60 {
        if chosin.over() || chosin.moment().0 > 2 {
            break;
        }
        assert!(chosin.choices("rebuild").is_empty());
        chosin.idle();
    }
    let mut pusan =
        pusan().player("un").phase("rebuild").weak("us-9-2", "1111", 2).weak("us-23-2", "0216", 2).load();
    pusan.act("pass").until(2, "un", "End of player");
    pusan.act("rebuild us-9-2");
    assert_eq!((pusan.step("us-9-2"), pusan.step("us-23-2")), (1, 2));
}

/// A depot needs its own line to a symbol. [proves: kb 15.0, kb 10.0-depots]
#[test]
fn a_depot_is_rebuilt_by_its_own_line() {
    let board =
        pusan().without("nk-dep-a").without("nk-dep-c").phase("rebuild").weak("nk-dep-b", "2601", 2).load();
    assert_eq!(board.choices("rebuild"), set(&["nk-dep-b"]));
}

/// K58 [proves: kb 24.0]
#[test]
fn depleted_marines_are_never_rebuilt() {
    let board = inchon().turn(5).phase("rebuild").weak("usmc-5", "0109", 2).weak("us-32-7", "0208", 2).load();
    assert_eq!(board.choices("rebuild"), set(&["us-32-7"]));
}

/// K59 [proves: kb 12.0]
#[test]
fn an_engineer_bridges_a_hexside_that_no_enemy_touches() {
    let position = inchon().turn(4).unit("us-eng-a", "0706");
    let mut board = position.load();
    assert!(board.offers("bridge us-eng-a 0804/0805"), "0805 is half a point away");
    board.act("bridge us-eng-a 0804/0805");
    assert!(board.choices("bridge").is_empty(), "one bridge for an engineer and turn");
    assert!(board.offers("move us-eng-a"), "laying it is no movement");
    assert_eq!(board.position()["bridges"], json!(["0804/0805 us-eng-a"]));
    let watched = position.unit("nk-31", "0904").load();
    assert!(!watched.offers("bridge us-eng-a 0804/0805"), "0804 is in the zone of 0904");
    board.until(5, "un", "Movement");
    assert!(board.position()["bridges"].as_array().is_none_or(Vec::is_empty), "gone at the end of the turn");
}

/// Four movement points, no more; in the Mobile Movement Phase too; only where rivers are. [proves: kb 12.0]
#[test]
fn an_engineer_s_reach_is_four_points() {
    let board = inchon().turn(4).unit("us-eng-a", "0706").load();
    let sides = board.choices("bridge us-eng-a");
    assert!(sides.contains("0705/0804"));
    assert!(!sides.contains("1606/1707"), "far away");
    let han = "0201/0301 0301/0302 0302/0401 0401/0402 0402/0502 0502/0503 0503/0602 0602/0603 0603/0703 \
               0703/0704 0704/0803 0704/0804 0705/0804 0804/0805 0805/0905 0905/0906 0906/1005 1005/1006 \
               1006/1106 1106/1107 1107/1206 1206/1207 1206/1307 1306/1307 1307/1406 1406/1407 1406/1507 \
               1506/1507 1507/1606 1606/1707 1706/1707";
    // The bridges of 0906/1006, 0908/1007 and 1606/1607 stand.
    let kalchon = "0907/1006 0907/1007 0908/1008 0909/1008 0909/1009 0910/1009 0910/1010";
    let rivers: Vec<&str> = han.split_whitespace().chain(kalchon.split_whitespace()).collect();
    assert!(sides.iter().all(|s| rivers.contains(&s.as_str())), "only rivers without a bridge: {sides:?}");
    let mut later = inchon().turn(4).unit("us-eng-a", "0706").unit("us-mar", "0109").load();
    later.until(4, "un", "Mobile Movement");
    assert!(later.offers("bridge us-eng-a 0804/0805"));
    let depleted = inchon().turn(4).weak("us-eng-a", "0706", 2).load();
    assert!(depleted.offers("bridge us-eng-a 0804/0805"), "a depleted engineer bridges too");
}

/// The bridge carries the UN line of supply. [proves: kb 12.0, kb 10.2-limits]
#[test]
fn a_bridge_carries_supply_over_the_han() {
    let position = inchon().turn(4).unit("usmc-5", "0803").unit("us-eng-a", "0706").unit("nk-31", "1606");
    assert!(!supplied(&position, "usmc-5"));
    assert!(supplied(&position.field("bridges", json!(["0804/0805"])), "usmc-5"));
}

/// [proves: kb 9.0]
#[test]
fn supply_matters_here() {
    let position = pusan().player("un").unit("us-9-2", "2104");
    assert!(!supplied(&position, "us-9-2"), "the general rules have no supply; these do");
}

/// A dummy does not keep a North Korean line open in an enemy zone, a real unit does. [proves: kb 10.0]
#[test]
fn a_dummy_keeps_no_line_open() {
    // A ring of zones around 2104 with one gap to keep open: 2203.
    let ring = |id: &str| {
        let setup =
            pusan().without("nk-dep-a").without("nk-dep-c").unit("nk-dep-b", "2501").unit("nk-3", "2104");
        let setup = setup
            .unit("us-5-1c", "2202")
            .unit("us-7-1c", "2205")
            .unit("us-8-1c", "1905")
            .unit("us-19-24", "1903");
        setup.hidden(id, "2203").load().supplied("nk-3")
    };
    assert!(!ring("nk-dummy-1"));
    assert!(ring("nk-2div-4"), "2203 is held, and 2303 beyond it is free");
}

/// What is bridged already needs no engineer. [proves: kb 12.0]
#[test]
fn a_standing_bridge_is_not_bridged_again() {
    let sides = inchon().turn(4).unit("us-eng-a", "0908").load().choices("bridge us-eng-a");
    assert!(sides.contains("0907/1007"), "the Kalchon beside it: {sides:?}");
    assert!(!sides.contains("0908/1007"), "the road bridge stands");
}
