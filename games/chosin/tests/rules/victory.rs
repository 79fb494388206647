//! 24.0 Victory points: the schedule, control with a path, perimeters, levels.

use crate::common::{Board, board, place, points};
use engine::Rules;
use serde_json::json;

type Table = testkit::Table<'static, chosin::Chosin>;

/// Play ends now.
fn ended(laid: Board) -> Table {
    let mut table = laid.lay();
    table.act("end");
    assert!(table.to_act().is_empty(), "play has ended");
    table
}
fn last_day(units: &[(&str, &str)]) -> Board {
    board("com-recovery").turn(28).units(units)
}
fn totals(table: &Table) -> [i32; 2] {
    let points = table.rules().outcome(table.state()).points;
    [points[0], points[1]]
}

#[test]
fn w16_levels_of_victory() {
    // [proves: ch 24.1]
    for (un, com, result) in [
        (92, 62, "United Nations: marginal victory"),
        (20, 0, "Draw"),
        (0, 21, "Communists: marginal victory"),
        (50, 0, "United Nations: marginal victory"),
        (51, 0, "United Nations: operational victory"),
        (0, 80, "Communists: operational victory"),
        (81, 0, "United Nations: strategic victory"),
    ] {
        let table = ended(last_day(&[("us-3-b1", "2018"), ("c-172-58", "1722")]).score(un, com));
        assert_eq!(engine::outcome_of(table.rules(), table.state()).result, result, "{un}:{com}");
    }
}

#[test]
fn e45_the_hungnam_perimeter() {
    // [proves: ch S1 5.4]
    let quick =
        |units: &[(&str, &str)]| ended(board("com-recovery").turn(14).units(units).option("quick", "on"));
    let three = [("us-3-b1", "3212"), ("us-3-b2", "3414"), ("us-3-b3", "3616")];
    assert_eq!(totals(&quick(&three)), [2 + 8 + 1 + 1, 0], "two exits, Hamhung and two towns");
    let shut = [("us-3-b2", "3414"), ("c-172-58", "3312"), ("c-173-58", "3512"), ("c-174-58", "3412")];
    assert_eq!(totals(&quick(&shut))[0], 1, "its town; the ways to Hungnam lie in enemy zones");
    let normal = ended(last_day(&three));
    assert_eq!(totals(&normal), [10, 0], "only the quick game counts the perimeter");
}

#[test]
fn control_needs_a_unit_and_a_path_to_a_printed_source() {
    // [proves: ch 24.2, ch 24.21, ch victory-schedule]
    let hamhung = |more: &[(&str, &str)]| {
        let mut table =
            board("com-movement").units(&[("c-172-58", "3112"), ("us-3-b1", "5614")]).units(more).lay();
        table.acts(&["move c-172-58", "to 3212", "done", "end"]);
        points(&table, 1)
    };
    assert_eq!(hamhung(&[]), 3, "first control of Hamhung");
    let ring = [("us-17-7", "3114"), ("us-32-7", "3211"), ("us-5-1m", "3313"), ("us-7-1m", "3111")];
    assert_eq!(hamhung(&ring), 0, "no way to a source: every neighbour is in a zone of control");
    let end = |units: &[(&str, &str)]| {
        totals(&ended(last_day(units).no_depots().set(
            "/score",
            json!({ "points": [[0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]], "first_control": 255 }),
        )))
    };
    assert_eq!(end(&[("c-172-58", "3212"), ("us-3-b1", "5614")]), [8, 8], "Hamhung and Wonsan");
    assert_eq!(end(&[("c-172-58", "4319"), ("us-3-b1", "3511")]), [6, 5], "a Hungnam hex and Yonghung");
    assert_eq!(end(&[("c-172-58", "1618"), ("us-3-b1", "5912")]), [1, 1], "towns");
    let sealed = [
        ("us-3-b1", "3511"),
        ("c-172-58", "3312"),
        ("c-173-58", "3512"),
        ("c-174-58", "3310"),
        ("c-175-59", "3212"),
    ];
    assert_eq!(end(&sealed)[0], 0, "a surrounded Hungnam counts for nobody");
}

#[test]
fn each_loss_and_exit_has_its_price() {
    // [proves: ch victory-schedule, ch 24.3, ch 24.4]
    for (unit, price) in [
        ("us-5-1m", 6),
        ("us-3-b1", 2),
        ("us-58mp", 1),
        ("us-1m-hq", 8),
        ("us-x-hq", 12),
        ("rok-1m", 3),
        ("rok-bn-1", 1),
        ("rok-cap-hq", 4),
        ("rok-i-hq", 6),
        ("rok-1g", 3),
    ] {
        assert_eq!(devastated(unit), [0, price], "{unit}");
    }
    for (unit, price) in [
        ("c-172-58", 2),
        ("c-ixgd", 4),
        ("c-20-hq", 6),
        ("nk-766", 2),
        ("nk-2", 2),
        ("nk-p1", 1),
        ("c-ixart", 2),
        ("c-ixcav", 2),
    ] {
        assert_eq!(devastated(unit), [price, 0], "{unit}");
    }
    for (unit, price) in [("us-5-1m", 3), ("us-1m-hq", 3), ("us-3-b1", 1), ("us-58mp", 1)] {
        let mut table = board("un-movement").units(&[(unit, "3511"), ("us-3-b2", "2017")]).lay();
        table.act(&format!("ship {unit} out"));
        assert_eq!(points(&table, 0), price, "{unit}");
    }
    for (unit, price) in [("c-172-58", 2), ("c-20-hq", 2), ("nk-p1", 1)] {
        let mut table = board("com-movement").units(&[(unit, "6113"), ("us-3-b2", "2017")]).lay();
        table.acts(&[&format!("move {unit}"), "exit"]);
        assert_eq!((points(&table, 1), place(&table, unit)), (price, "exited".to_owned()));
    }
}

/// What is scored when a unit beside a devastated hex is hit a second time (37.8): the two sides' points for losses.
fn devastated(unit: &str) -> [i64; 2] {
    let atomic = json!({ "called": true, "bombs": 1, "attacks": 1, "struck": [], "fallout": [], "end": 0 });
    let has_back = !matches!(unit, "us-3-b1" | "us-58mp" | "rok-bn-1" | "rok-1g" | "nk-p1");
    let mut laid = board("un-strike").units(&[(unit, "3414")]).option("atomic", "on").set("/atomic", atomic);
    if has_back {
        laid = laid.disrupted(unit);
    }
    let mut table = laid.lay();
    table.dice(&[6, 4]).act("bomb 3415");
    assert_ne!(place(&table, unit), "3414", "{unit}: {:?}", table.log());
    [0, 1].map(|side| table.at(&format!("/score/points/{side}/0")).as_i64().unwrap())
}

#[test]
fn sources_held_on_6_december_pay_in_scenario_two() {
    // [proves: ch S2 5.5]
    let after = |turn: u8, scenario: &str, extras: &str| {
        let mut table = board("com-recovery")
            .turn(turn)
            .units(&[("us-17-7", "1323"), ("us-32-7", "0521"), ("c-172-58", "2017")])
            .set("/scenario", json!(scenario))
            .option("extras", extras)
            .lay();
        table.dice(&[6, 6]).act("end");
        points(&table, 0)
    };
    assert_eq!(after(10, "envelopment", "off"), 10, "five for each of two, no path asked");
    assert_eq!(after(9, "envelopment", "off"), 0);
    assert_eq!(after(10, "advancing", "off"), 0);
    assert_eq!(after(10, "envelopment", "on"), 0, "not in the strategic game");
}

#[test]
fn depots_bombs_and_deployments_count() {
    // [proves: ch victory-schedule, ch 37.1, ch 37.2, ch S2 4.2, ch S2 4.3]
    for (die, bombs) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        let mut table = board("un-reinforcement")
            .units(&[("us-3-b1", "3212"), ("c-172-58", "1323")])
            .option("atomic", "on")
            .lay();
        table.dice(&[die]).act("call");
        assert_eq!((table.at("/atomic/bombs"), points(&table, 1)), (json!(bombs), 5 * bombs));
        table.refuses("call", "ch 37.1", "called for");
    }
    let table = board("un-reinforcement").units(&[("us-3-b1", "3212")]).off("due", &["us-17-7"]).lay();
    table.refuses("call", "ch 37.1", "without that optional rule");
    let deployed = |deployment: &str| {
        totals(&ended(last_day(&[("us-3-b1", "2018"), ("c-172-58", "1722")]).envelopment(deployment)))
    };
    assert_eq!(deployed("minimal"), [0, 40]);
    assert_eq!(deployed("maximum"), [50, 0]);
    assert_eq!(deployed("historical"), [0, 0]);
}
