//! How many markers each side draws (8.0, 17.0, 18.0, 23.0, 27).

use crate::common::{Battle, Setup, chosin, inchon, pusan};
use serde_json::json;

/// The UN's draw in the turn after this position at its end.
fn un_draw(setup: &Setup, turn: u16) -> usize {
    let mut board = setup.load();
    board.until(turn, "nk", "Movement");
    board.hand("un").len()
}

/// K60 [proves: kb 17.0, kb 18.0, kb 10.2-air, kb 27-withdrawals]
#[test]
fn all_reductions_together() {
    let setup = pusan()
        .turn(19)
        .player("un")
        .phase("attack")
        .unit("nk-766", "2221")
        .unit("us-cadre", "0216")
        .off("dead", &["us-hq-24"])
        .off("left", &["usmc-5", "rok-17"])
        .field("air_supply", json!({ "left": 1, "on": ["us-cadre"], "less": 1 }));
    assert_eq!(un_draw(&setup, 20), 10 - 3 - 1 - 1 - 1);
}

/// K61 [proves: kb 18.0]
#[test]
fn yonil_lost_and_retaken() {
    let mut board =
        pusan().turn(7).player("un").phase("attack").unit("nk-766", "2221").unit("us-89", "2118").load();
    board.until(8, "nk", "Movement");
    assert_eq!(board.hand("un").len(), 9 - 1);
    board.go("nk-766", "2321").until(8, "un", "Movement");
    board.go("us-89", "2221");
    board.until(9, "nk", "Movement");
    assert_eq!(board.hand("un").len(), 9, "retaken on turn 8");
}

/// A dummy there does not count; nor does northern Pusan held by friends. [proves: kb 18.0]
#[test]
fn a_dummy_at_yonil_costs_nothing() {
    let base = || pusan().turn(7).player("un").phase("attack").unit("us-9-2", "1111");
    assert_eq!(un_draw(&base().hidden("nk-dummy-1", "2221"), 8), 9);
    assert_eq!(un_draw(&base().unit("nk-766", "0316"), 8), 9 - 1);
    assert_eq!(un_draw(&base().unit("nk-766", "0316").unit("nk-83", "2221"), 8), 9 - 2, "each hex by itself");
}

/// K63 [proves: kb 27-withdrawals]
#[test]
fn a_dead_marine_regiment_costs_a_marker_from_turn_sixteen() {
    let setup = |turn| {
        pusan().turn(turn).player("un").phase("rebuild").unit("us-9-2", "1111").off("dead", &["usmc-5"])
    };
    assert_eq!(un_draw(&setup(14), 15), 10, "not before its turn");
    assert_eq!(un_draw(&setup(15), 16), 10 - 1 - 1);
    let mut board = setup(15).load();
    board.until(18, "nk", "Movement");
    assert_eq!(board.hand("un").len(), 10 - 2 - 1);
    assert_eq!(board.points().1, 5, "the dead regiment scores, nothing is overdue");
}

/// The scheduled reductions of 16, 18 and 20. [proves: kb 27-withdrawals]
#[test]
fn support_leaves_for_inchon() {
    let setup = |turn| {
        pusan()
            .turn(turn)
            .player("un")
            .phase("rebuild")
            .unit("us-9-2", "1111")
            .off("left", &["usmc-5", "rok-17"])
    };
    for (turn, markers) in [(15, 10), (16, 9), (17, 9), (18, 8), (19, 8), (20, 7), (21, 7)] {
        assert_eq!(un_draw(&setup(turn - 1), turn), markers, "turn {turn}");
    }
}

/// K75 [proves: kb 10.3, kb 17.0, kb 23.0]
#[test]
fn a_lost_depot_costs_a_marker_every_later_turn_once() {
    let mut board = inchon()
        .turn(6)
        .phase("attack")
        .without("nk-dep-b")
        .weak("nk-dep-b", "1211", 2)
        .unit("usmc-1", "1210")
        .unit("usmc-5", "1112")
        .unit("nk-31", "1206")
        .load();
    board.battle("1211", &["usmc-1", "usmc-5"], 1);
    board.stand_fast();
    assert_eq!(board.fate("nk-dep-b"), "dead");
    assert_eq!(board.hand("nk").len(), 0, "the hand of this turn is untouched");
    board.until(7, "un", "Movement");
    assert_eq!(board.hand("nk").len(), 4 - 1);
    board.until(12, "un", "Movement");
    assert_eq!(board.hand("nk").len(), 3 - 1);
    let symbol = inchon()
        .turn(6)
        .player("nk")
        .phase("rebuild")
        .without("nk-dep-b")
        .unit("nk-dep-b", "1211")
        .unit("usmc-1", "1412");
    let mut taken = symbol.load();
    taken.until(7, "un", "Movement");
    assert_eq!(taken.hand("nk").len(), 4, "the printed symbol changes nothing");
}

/// K76 [proves: kb 17.0, kb 27-victory]
#[test]
fn a_dead_headquarters_costs_a_marker_a_depleted_one_does_not() {
    let setup = pusan()
        .turn(9)
        .player("un")
        .phase("rebuild")
        .unit("us-9-2", "1111")
        .weak("us-hq-24", "0216", 2)
        .off("dead", &["us-hq-25"]);
    assert_eq!(un_draw(&setup, 10), 9 - 1);
    assert_eq!(setup.load().points().1, 5);
}

/// The Chinese pay for their headquarters too. [proves: kb 17.0]
#[test]
fn the_rule_holds_in_every_scenario() {
    let setup = chosin()
        .turn(3)
        .player("un")
        .phase("mobile-movement")
        .unit("usmc-1", "0907")
        .unit("cn-172", "0107")
        .off("dead", &["cn-hq-20", "us-hq-1m"]);
    let mut board = setup.load();
    board.until(4, "cn", "Movement");
    assert_eq!((board.hand("cn").len(), board.hand("un").len()), (5 - 1, 6 - 1));
}

/// Division counters on the map cost a marker each as long as they are there. [proves: kb 29-ch-setup]
#[test]
fn a_dead_division_counter_costs_no_more() {
    let draw = |setup: Setup| {
        let mut board = setup.load();
        board.until(4, "cn", "Movement");
        board.hand("cn").len()
    };
    let base = || {
        chosin().turn(3).player("un").phase("mobile-movement").unit("usmc-1", "0907").unit("cn-172", "0107")
    };
    assert_eq!(draw(base().unit("cn-79", "0408")), 5 - 1);
    assert_eq!(draw(base().off("dead", &["cn-79"])), 5);
}

/// Never below nothing. [proves: kb 8.0]
#[test]
fn an_allotment_does_not_fall_below_zero() {
    let mut board = inchon()
        .turn(1)
        .player("nk")
        .phase("rebuild")
        .without("nk-dep-b")
        .without("nk-dep-c")
        .unit("nk-31", "1206")
        .off("dead", &["nk-dep-a", "nk-dep-b", "nk-dep-c"])
        .load();
    board.until(2, "un", "Movement");
    assert_eq!(board.hand("nk").len(), 0);
}
