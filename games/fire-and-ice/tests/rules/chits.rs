//! 5.2.1, 6.1: the cups of chits and of SNAFU.

use crate::combat::example_combat;
use crate::movement::example;
use crate::table::{Lay, has, on, support, until};
use engine::Seat;
use serde_json::json;

/// Thirteen United Nations units on one row, each with an enemy before it, on a turn of surprise.
fn long_line() -> Lay {
    let enemies = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "15"];
    let units = [
        "cw-27", "us-24-19", "us-24-c", "us-24-21", "us-24-34", "us-25-24", "us-25-c", "us-25-27",
        "us-25-35", "us-1c-5", "us-1c-c", "us-1c-7", "us-1c-8",
    ];
    let mut lay = Lay::empty("campaign", 14, "ActivateUn")
        .set("/surprise", json!("un"))
        .put(&[("un-I", "1943"), ("kpa-I", "1836")]);
    for (index, (unit, enemy)) in units.into_iter().zip(enemies).enumerate() {
        let column = index + 12;
        lay = lay.put(&[(unit, &format!("{column}42")), (&format!("nk-{enemy}"), &format!("{column}41"))]);
    }
    lay
}

// [proves: fi 5.2.1-cups, fi 14.6-chits]
#[test]
fn e46_a_cup_runs_out() {
    let mut t = long_line().table();
    t.act("activate un-I");
    t.acts(&["add cw-27", "add us-24-c", "add us-25-c", "add us-1c-c"]);
    for mate in [
        "us-24-19", "us-24-21", "us-24-34", "us-25-24", "us-25-27", "us-25-35", "us-1c-5", "us-1c-7",
        "us-1c-8",
    ] {
        t.act(&format!("add {mate}"));
    }
    until(&mut t, "move us-24-19");
    let line = [
        "us-24-19", "us-24-c", "us-24-21", "us-24-34", "us-25-24", "us-25-c", "us-25-27", "us-25-35",
        "us-1c-5", "us-1c-c",
    ];
    for (index, unit) in line.into_iter().enumerate() {
        t.act(&format!("move {unit}")).dice(&[1, 1, 1]).act(&format!("declare hasty {}41", index + 13));
        let chits = t.legal();
        assert_eq!(chits.len(), 3, "three are drawn: {chits:?}");
        t.act(&chits[0].clone());
    }
    t.act("move us-1c-7").dice(&[1, 1]).act("declare hasty 2341");
    assert_eq!(t.legal(), ["chit 10", "chit 11"], "both that are left");
    t.act("chit 11");
    t.act("move us-1c-8").dice(&[1]).act("declare hasty 2441");
    assert!(t.said("chit M11"), "the other had gone back into the cup: {:?}", t.log());
    t.act("move cw-27");
    t.refuses("declare hasty 1241", "fi 5.2.1-cups", "empty");
    t.refuses("declare meeting 1241", "fi 5.2.1-cups", "empty");
    assert!(t.offers("declare prepared 1241") && t.offers("declare deliberate 1241"));
}

// [proves: fi 6.1-place, fi 5.5, fi 6.1c]
#[test]
fn w7_who_places_a_fuel_marker() {
    let rolled = |event: u32| {
        let mut t = example_combat(example());
        support(&mut t, &["road"], [true, true]);
        t.dice(&[1, 1]).act("roll D10");
        // The event, and the Communist fuel marker out of the cup.
        t.act("quality nk-7").dice(&[event, 5]).act("quality rok-3");
        t
    };
    let mut own = rolled(8);
    assert!(own.to_act().contains(Seat(1)), "the attacker places");
    let faces = ["fuel-shortage", "fuel-out"];
    let all: Vec<String> =
        faces.iter().flat_map(|f| ["nk-3", "nk-7", "nk-15"].map(|u| format!("snafu {f} {u}"))).collect();
    assert_eq!(own.legal(), all, "either face, any of its own units");
    own.act("snafu fuel-shortage nk-15");
    on(&mut own, |t| t.prompt().contains("to be paid"));
    assert!(
        own.prompt().starts_with("5 losses"),
        "12 against 6: on a supporter it does no harm: {}",
        own.prompt()
    );
    let mut enemy = rolled(6);
    assert!(enemy.to_act().contains(Seat(0)), "the defender places");
    assert_eq!(enemy.legal(), all, "the marker is a Communist one");
    enemy.act("snafu fuel-out nk-3");
    assert!(has(&enemy, "nk-3", "fuel-out"));
    on(&mut enemy, |t| t.prompt().contains("to be paid"));
    assert!(enemy.prompt().starts_with("2 losses"), "tank 4 is gone, 8 against 6: {}", enemy.prompt());
}
