//! Movement, zones of control and stacking (5.0, 6.0, 20.0).

use crate::common::{Battle, chosin, inchon, pusan, set};
use serde_json::json;

/// A UN regiment at 1007, a North Korean one at 1206.
fn near_changnyong(unit: &str, hex: &str) -> crate::common::Setup {
    pusan().player("un").unit(unit, hex).unit("nk-4div-5", "1206")
}

/// K12 [proves: kb 5.1.1-leg]
#[test]
fn a_leg_unit_stops_on_entering_an_enemy_zone() {
    let reach = near_changnyong("us-9-2", "1007").load().reach("us-9-2");
    assert_eq!(reach["1107"], "1/2");
    assert_eq!(reach.get("1207"), None, "the trail on from 1107 would cost one, but the unit stops there");
    let free = pusan().player("un").unit("us-9-2", "1007").load().reach("us-9-2");
    assert_eq!(free["1207"], "1 1/2", "without the enemy the same way is open");
}

/// K13 [proves: kb 5.1.2-leg, kb 5.1.1-leg-exit]
#[test]
fn a_leg_unit_infiltrates_for_its_whole_allowance_or_steps_out_at_normal_cost() {
    // A headquarters in 1006 shuts the way round through hexes outside the zone.
    let mut board = near_changnyong("us-9-2", "1107").unit("nk-hq-1", "1006").load();
    let reach = board.reach("us-9-2");
    assert_eq!(reach["1106"], "4", "marsh, and the whole allowance because both hexes are in the enemy zone");
    assert_eq!(reach["1108"], "3", "a mountain outside the zone at its own cost");
    assert_eq!(reach["1007"], "1/2", "the road out of the zone");
    assert!(reach.contains_key("0907"), "and on");
    board.go("us-9-2", "1106");
    assert!(!board.offers("move us-9-2"), "the move is over");
}

/// Out of the zone and into it again is not infiltration: it costs the terrain. [proves: kb 5.1.1-leg-exit]
#[test]
fn a_leg_unit_may_go_round_through_a_free_hex() {
    let reach = near_changnyong("us-9-2", "1107").load().reach("us-9-2");
    assert_eq!(reach["1106"], "3", "1006 for one, then the marsh for two, and it stops there");
}

/// K14 [proves: kb 5.1.2-mobile, kb 5.1.1-mobile]
#[test]
fn a_mobile_unit_goes_from_zone_to_zone_for_half_its_allowance() {
    let reach = near_changnyong("us-89", "1107").load().reach("us-89");
    assert_eq!(reach["1207"], "5", "half of eight, and one for the trail");
    assert_eq!(reach["1308"], "6", "on along the trail, out of the zone: two points left");
}

/// K15 [proves: kb 5.1.1-mobile]
#[test]
fn a_mobile_unit_enters_a_zone_freely_and_pays_once_it_has_left_one() {
    let reach = near_changnyong("us-89", "1007").load().reach("us-89");
    assert_eq!(reach["1107"], "1/2", "first entry: no surcharge, no stop");
    assert_eq!(reach["1207"], "5 1/2", "then half the allowance and the trail");
}

/// K16 [proves: kb 5.2, kb 5.2.2]
#[test]
fn an_unbridged_river_voids_the_trail_and_adds_its_cost() {
    let board = pusan().unit("nk-2div-4", "1204").load();
    assert_eq!(board.reach("nk-2div-4")["1205"], "2", "clear 1 and river 1");
    let mobile = pusan().unit("nk-83", "1204").load();
    assert_eq!(mobile.reach("nk-83")["1205"], "3", "clear 1 and river 2");
    let dry = pusan().unit("nk-2div-4", "1202").load();
    assert_eq!(dry.reach("nk-2div-4")["1203"], "1", "the trail on the same bank");
}

/// K17 [proves: kb 5.2, kb 12.0]
#[test]
fn the_han_stops_mobile_units_unless_bridged() {
    let position = inchon().turn(4).player("un").unit("usmc-5", "0805").unit("us-mar", "0706");
    let reach = position.load().reach("usmc-5");
    assert_eq!(reach["0804"], "5", "hill 2 and Han 3: the whole allowance of the Marines");
    let tanks = position.clone().without("usmc-5").unit("us-mar", "0805");
    assert!(!tanks.load().reach("us-mar").contains_key("0804"));
    let bridged = json!(["0804/0805"]);
    assert_eq!(position.field("bridges", bridged.clone()).load().reach("usmc-5")["0804"], "2");
    assert_eq!(tanks.field("bridges", bridged).load().reach("us-mar")["0804"], "2");
}

/// North Korean movement does not use the engineers' bridge. [proves: kb 12.0]
#[test]
fn the_enemy_does_not_move_over_an_engineer_bridge() {
    let position =
        inchon().turn(6).player("nk").unit("nk-42-1", "0804").field("bridges", json!(["0804/0805"]));
    assert!(!position.load().reach("nk-42-1").contains_key("0805"));
    let leg = inchon().turn(6).player("nk").unit("nk-78", "0804").field("bridges", json!(["0804/0805"]));
    assert_eq!(leg.load().reach("nk-78")["0805"], "4", "clear 1 and Han 3, as without a bridge");
}

/// K18 [proves: kb 20.0-zoc]
#[test]
fn a_battalion_stops_nobody() {
    let battalion = inchon().turn(3).player("un").unit("usmc-5", "0508").unit("nk-42-1", "0708");
    let reach = battalion.load().reach("usmc-5");
    assert_eq!(reach["0607"], "1/2");
    assert_eq!(reach["0707"], "1 1/2", "past the tanks and on");
    let regiment = inchon().turn(3).player("un").unit("usmc-5", "0508").unit("nk-31", "0708");
    assert_eq!(
        regiment.load().reach("usmc-5")["0707"],
        "2",
        "a regiment does stop it at 0607: only the long way round is left"
    );
}

/// K19 [proves: kb 20.0-stacking, kb 5.3, kb 1.0]
#[test]
fn two_units_stack_when_one_of_them_is_small() {
    let base = || pusan().player("un").unit("us-9-2", "1007").unit("us-hq-24", "1007");
    let full = base().unit("us-89", "0907").load().reach("us-89");
    assert_eq!(full.get("1007"), None, "two units at most");
    assert!(full.contains_key("1107"), "but passing through is free");
    let two_hqs =
        pusan().player("un").unit("us-hq-24", "1007").unit("us-hq-25", "0907").load().reach("us-hq-25");
    assert!(two_hqs.contains_key("1007"), "two headquarters");
    let regiments =
        pusan().player("un").unit("us-9-2", "1007").unit("us-21-24", "0907").load().reach("us-21-24");
    assert_eq!(regiments.get("1007"), None, "two regiments");
    assert!(regiments.contains_key("1107"));
    let mixed = pusan().player("un").unit("us-9-2", "1007").unit("us-89", "0907").load().reach("us-89");
    assert!(mixed.contains_key("1007"), "a regiment and a battalion: the battle's own rule beats 5.3");
}

/// K20 [proves: kb 29-rct31]
#[test]
fn the_surprised_regiment_has_no_zone_on_turn_one() {
    let position = |turn| chosin().turn(turn).unit("us-31-7", "0706").unit("cn-238", "0505").load();
    assert_eq!(position(1).reach("cn-238")["0607"], "2 1/2", "0506, 0606 and on past 31/7");
    let second = position(2).reach("cn-238");
    assert_eq!(second["0606"], "1 1/2");
    assert_eq!(second["0607"], "3", "on turn 2 it must stop at 0606: only the way over the ice is left");
}

/// K21 [proves: kb 5.2.2, kb 20.0-zoc]
#[test]
fn the_western_ridge_track_leads_past_the_cadre() {
    let reach = chosin().unit("us-cadre-a", "1206").unit("cn-172", "1110").load().reach("cn-172");
    assert_eq!(reach["1107"], "3");
    assert!(reach.values().any(|c| c == "4"), "it could go on with one point");
    assert!(
        chosin().unit("us-cadre-a", "1206").load().zone("un").is_empty(),
        "the cadre has no zone of control"
    );
}

/// [proves: kb 5.2.1]
#[test]
fn roads_cost_half_a_point_and_only_along_the_road() {
    let reach = pusan().player("un").unit("us-9-2", "1112").load().reach("us-9-2");
    assert_eq!(reach["1211"], "1/2");
    assert_eq!(reach["1311"], "1");
    assert_eq!(reach["1410"], "1 1/2");
    assert_eq!(reach["1012"], "2", "a hill beside the road at its own cost");
}

/// A road over a standing bridge, and a road whose bridge is down. [proves: kb 5.2.1]
#[test]
fn a_road_crosses_a_river_only_where_a_bridge_stands() {
    let reach = pusan().player("un").unit("us-5-1c", "1908").load().reach("us-5-1c");
    assert_eq!(reach["2007"], "1/2", "the bridge north of Taegu");
    let down = pusan().player("un").unit("us-5-1c", "2205").load().reach("us-5-1c");
    assert_eq!(down["2204"], "3", "Waegwan: hill 2 and river 1, the road is void");
}

/// [proves: kb 5.1-enemy, kb 12.0-ice]
#[test]
fn nobody_enters_enemy_hexes_or_water_but_ice_carries() {
    let reach = pusan().player("un").unit("us-9-2", "1107").unit("nk-766", "1207").load().reach("us-9-2");
    assert_eq!(reach.get("1207"), None);
    let coast = pusan().player("un").unit("us-9-2", "0216").load().reach("us-9-2");
    assert_eq!(coast.get("0116"), None, "the sea");
    let ice = chosin().unit("cn-238", "0606").load().reach("cn-238");
    assert_eq!(ice["0607"], "1", "the frozen reservoir");
    assert!(ice.contains_key("0707"));
}

/// A face-down dummy holds its hex like any unit. [proves: kb 5.1-enemy]
#[test]
fn a_face_down_dummy_bars_its_hex() {
    let reach = pusan().player("un").unit("us-89", "1007").hidden("nk-dummy-1", "1107").load().reach("us-89");
    assert_eq!(reach.get("1107"), None);
}

/// [proves: kb 5.1-edge]
#[test]
fn no_unit_walks_off_the_map() {
    let mut board = chosin().turn(5).player("un").unit("us-mar", "1906").unit("usmc-1", "1905").load();
    board.act("move us-mar");
    assert!(!board.offers("exit"), "only 1903 is an exit");
    assert!(board.choices("to").iter().all(|h| h[..2].parse::<u8>().unwrap() <= 19));
}

/// [proves: kb 5.0, kb 5.1-allowance, kb 2.3.2-movement]
#[test]
fn a_unit_spends_its_allowance_and_moves_once() {
    let mut board = pusan().player("un").unit("us-9-2", "0907").weak("usmc-5", "1310", 1).load();
    let reach = board.reach("us-9-2");
    assert!(reach.values().all(|c| points(c) <= 8), "{reach:?}");
    assert!(reach.values().any(|c| points(c) == 8));
    board.go("us-9-2", "1007");
    assert!(!board.offers("move us-9-2"));
    assert!(board.offers("move usmc-5"), "units move one at a time, in any order");
}

/// The depleted side's allowance counts. [proves: kb 5.1-allowance]
#[test]
fn the_last_face_of_the_marines_has_less_movement() {
    let reach = |step| chosin().turn(3).player("un").weak("usmc-1", "1206", step).load().reach("usmc-1");
    let longest = |step| reach(step).values().map(|c| points(c)).max().unwrap();
    assert_eq!(longest(3), 10);
    assert_eq!(longest(4), 8);
}

fn points(cost: &str) -> u32 {
    let half = u32::from(cost.ends_with("1/2"));
    let whole = cost.trim_end_matches("1/2").trim();
    whole.parse::<u32>().unwrap_or(0) * 2 + half
}

/// [proves: kb 5.1.2-commando]
#[test]
fn the_commando_ignores_zones_when_it_moves() {
    let with = |unit: &str| {
        chosin().turn(3).player("un").unit(unit, "1206").unit("cn-172", "1106").load().reach(unit)
    };
    assert_eq!(with("cw-41")["1107"], "1/2");
    assert_eq!(with("cw-41")["1007"], "1", "through the zone and on, at the road's cost");
    assert_eq!(with("us-cadre-a").get("1007"), None, "another leg unit stops at 1107");
}

/// [proves: kb 6.0, kb 6.1]
#[test]
fn zones_cover_all_six_hexes_whatever_lies_between() {
    let board =
        pusan().player("un").unit("us-9-2", "1107").unit("nk-4div-5", "1206").without("nk-dep-a").load();
    assert_eq!(
        board.zone("nk"),
        set(&["1205", "1207", "1106", "1107", "1306", "1307"]),
        "the depot has none"
    );
    assert!(board.zone("un").contains("1206"), "zones of both sides coexist");
    let river = pusan().player("un").unit("us-9-2", "1105").unit("nk-2div-4", "1203").load();
    assert_eq!(river.reach("us-9-2")["1104"], "3", "hill 2 and river 1, and it stops there");
    assert_eq!(river.reach("us-9-2").get("1103"), None);
}

/// Zones of both sides lie over each other; a friend in the hex does not lift them. [proves: kb 6.0]
#[test]
fn friends_do_not_lift_a_zone_in_movement() {
    let board = near_changnyong("us-9-2", "1007").unit("us-hq-24", "1107").load();
    assert_eq!(board.reach("us-9-2").get("1207"), None, "it would still have to stop in 1107");
}

/// [proves: kb 5.1-timing]
#[test]
fn only_the_player_whose_turn_it_is_moves() {
    let board = pusan().player("un").unit("us-9-2", "1007").unit("nk-2div-4", "1201").load();
    assert_eq!(board.side(), "un");
    assert!(!board.offers("move nk-2div-4"));
    let refusal = board.refusal("move nk-2div-4");
    assert!(refusal.rule.starts_with("kb "), "{refusal}");
}

/// [proves: kb 4.1-movement, kb 4.1-mobile-movement, kb 2.3.2-mobile]
#[test]
fn mobile_units_move_in_one_of_the_two_phases() {
    let mut board =
        pusan().player("un").unit("us-89", "1007").unit("us-6", "1008").unit("us-9-2", "1111").load();
    board.go("us-89", "0907").act("pass");
    board.until(1, "un", "Mobile Movement");
    assert!(!board.offers("move us-89"), "it moved in the Movement Phase");
    assert!(board.offers("move us-6"));
    assert!(!board.offers("move us-9-2"), "leg units have no mobile phase");
}

/// A unit that cannot trace supply stays where it is in the Mobile Movement Phase. [proves: kb 10.4]
#[test]
fn an_unsupplied_mobile_unit_has_no_mobile_movement() {
    let mut board = pusan().player("un").unit("us-89", "2104").unit("us-6", "1008").load();
    assert!(!board.supplied("us-89"));
    assert!(board.offers("move us-89"), "normal movement is unaffected");
    board.until(1, "un", "Mobile Movement");
    assert!(!board.offers("move us-89"));
    assert!(board.offers("move us-6"));
}

/// The step by step choices of a move are its destinations. [proves: kb 5.0]
#[test]
fn a_destination_has_its_cheapest_way() {
    let mut board = pusan().player("un").unit("us-9-2", "1112").load();
    let reach = board.reach("us-9-2");
    board.act("move us-9-2");
    let destinations: std::collections::BTreeSet<String> = board.choices("to");
    assert!(destinations.is_superset(&set(&["1211", "1311", "1410"])));
    assert!(destinations.iter().all(|h| reach.contains_key(h)), "every destination has its cost");
}

/// A click on an enemy is answered with what it is. [proves: kb 5.1-timing]
#[test]
fn an_enemy_is_not_moved() {
    let board = pusan().player("un").unit("us-9-2", "1007").unit("nk-4", "1203").load();
    board.refuses("move nk-4", "kb 5.1-timing", "a unit of the enemy");
}

/// Statistics read moves, losses and revelations off the log. [proves: kb 5.0]
#[test]
fn the_log_says_what_became_of_counters() {
    use engine::Effect;
    let effects = |board: &crate::common::Board| -> Vec<Effect> {
        board.play().lines().flat_map(|l| l.effects.to_vec()).collect()
    };
    let mut board = pusan().hidden("nk-766", "3418").unit("nk-4", "1203").load();
    board.go("nk-4", "1202");
    assert!(matches!(effects(&board)[..], [Effect::Moved { .. }]));
    board.act("move nk-766");
    let hex = board.choices("to").into_iter().next().unwrap();
    board.act(&format!("to {hex}"));
    let un = board.info().seat("un").unwrap();
    let line = board.play().lines().next().unwrap();
    let heard = engine::read(board.rules(), board.state(), engine::SeatSet::one(un), line.text);
    assert_eq!(heard, format!("A face-down counter moves 3418-{hex}"));
    let Effect::Moved { unit, .. } = line.effects[0] else { panic!("it moved") };
    assert!(!unit.known.contains(un), "which one is its owner's secret");
    let mut fight =
        pusan().phase("attack").unit("nk-4", "1104").unit("nk-10", "1204").unit("us-21-24", "1105").load();
    fight.battle("1105", &["nk-4", "nk-10"], 1);
    let lost = |e: &Effect| matches!(e, Effect::Lost { .. } | Effect::Reduced { .. });
    assert!(effects(&fight).iter().any(lost) || fight.result() == "D3", "{:?}", fight.told());
}
