//! Turns that a person can finish: the common case in one press, and questions that a standing order can answer.

use crate::common::{board, marked, place, scene};
use engine::{Rules, Seat};
use serde_json::json;

#[test]
fn everybody_attacks_in_one_press() {
    // [proves: ch 11.21]
    let units = [
        ("us-31-7-b2", "1217"),
        ("c-238-80", "1117"),
        ("c-239-80", "1117"),
        ("c-240-80", "1117"),
        ("c-ixart", "1216"),
        ("c-235-79", "1317"),
    ];
    let mut table = board("com-combat").units(&units).marks("c-235-79", &["attacked"]).lay();
    table.acts(&["attack 1217", "add all"]);
    assert_eq!(table.legal(), ["lock"], "two of the three in rough; no guns, nobody twice");
    table.refuses("add all", "ch 11.21", "nobody else");
    table.act("lock");
    assert!(crate::common::working(&table, "Odds").starts_with("3 to"), "two regiments out of supply");
}

#[test]
fn reinforcements_come_on_in_one_press() {
    // [proves: ch 4.1, ch 4.33]
    let due = ["c-26-hq", "c-226-76", "c-227-76"];
    let mut table = board("com-reinforcement").turn(7).units(&[("us-3-b1", "3212")]).off("due", &due).lay();
    table.act("default");
    assert!(due.iter().all(|u| place(&table, u).starts_with("05")), "on the north edge");
    assert_eq!(table.legal(), ["end"]);
}

#[test]
fn a_march_without_points_is_over_by_itself() {
    // [proves: ch 6.1]
    let mut table = board("com-movement").units(&[("c-172-58", "2017"), ("us-3-b1", "5614")]).lay();
    table.acts(&["move c-172-58", "to 2014"]);
    assert!(marked(&table, "c-172-58", "moved"));
    assert!(table.offers("end"));
}

#[test]
fn recovery_of_all_is_one_press() {
    // [proves: ch 12.31]
    let units = [("us-17-7", "3414"), ("us-32-7", "3313"), ("us-x-hq", "3212"), ("c-172-58", "1323")];
    let mut table = board("un-recovery").units(&units).disrupted("us-17-7").disrupted("us-32-7").lay();
    table.dice(&[6, 1]).act("recover all");
    assert_eq!(
        (marked(&table, "us-17-7", "disrupted"), marked(&table, "us-32-7", "disrupted")),
        (false, true)
    );
}

#[test]
fn what_is_asked_in_the_enemys_turn_can_be_left_to_a_standing_order() {
    // [proves: ch 14.13.2, ch 11.55]
    let asked = |table: &testkit::Table<'static, chosin::Chosin>, kind: &str, answer: &str| {
        let prompt = scene(table)["prompt"]["question"]["question"].clone();
        assert_eq!(prompt, kind, "{}", table.prompt());
        assert_eq!(table.to_act().first(), Some(Seat(0)));
        let quiet = table.rules().quiet(table.state(), Seat(0)).expect("a quiet answer");
        assert_eq!(engine::scene::action_text(table.rules(), table.state(), quiet), answer);
    };
    let mut table =
        board("com-movement").units(&[("c-172-58", "1723"), ("us-3-b1", "3212")]).over("1720", 3).lay();
    table.acts(&["move c-172-58", "to 1722"]);
    asked(&table, "interdiction", "done");
    let units = [("us-17-7", "3415"), ("us-3-art", "3414"), ("us-x-hq", "3414"), ("c-172-58", "3416")];
    let mut table = board("com-combat").units(&units).air(0, 3, 1).lay();
    table.acts(&["attack 3415", "add all", "lock", "table assault"]);
    asked(&table, "air-support", "done");
    table.act("done");
    asked(&table, "fire-support", "done");
    table.dice(&[1]).act("done");
    asked(&table, "advance", "done");
    let three = [
        ("us-17-7", "3415"),
        ("c-172-58", "3416"),
        ("c-173-58", "3416"),
        ("c-174-58", "3316"),
        ("c-175-59", "3316"),
        ("c-176-59", "3516"),
        ("c-177-59", "3516"),
    ];
    let mut table = board("com-combat").units(&three).lay();
    table.acts(&["attack 3415", "add all", "lock"]).dice(&[5]).act("table assault");
    assert!(table.said("at 3:1: B/D"), "nine to three: {:?}", table.log());
    asked(&table, "stand", "give way");
}

#[test]
fn nobody_is_interrupted_without_a_plane_or_a_marker() {
    // [proves: ch 16.1]
    let units = [("c-172-58", "1723"), ("us-3-b1", "3212")];
    let laid = |supply: u8, used: bool| {
        board("com-movement")
            .units(&units)
            .air(2, 4, supply)
            .set("/drops", json!([{ "used": used }, { "used": used }]))
            .lay()
    };
    assert!(laid(1, false).legal_for(Seat(0)).contains(&"drop 3212".to_owned()));
    assert!(laid(0, false).legal_for(Seat(0)).is_empty());
    assert!(laid(1, true).legal_for(Seat(0)).is_empty());
    let table = board("com-movement")
        .units(&[("c-172-58", "1723"), ("us-3-b1", "3212"), ("us-x-hq", "3511"), ("us-3-b2", "1217")])
        .air(2, 4, 1)
        .lay();
    assert_eq!(table.legal_for(Seat(0)), ["drop 1217"], "only where somebody is out of supply");
}
