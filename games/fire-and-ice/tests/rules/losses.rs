//! 5.6, 5.4.2: what the spread costs, and how it is paid.

use crate::combat::{attack, beaten, near_seoul};
use crate::table::{Lay, has, spot, support};
use fire_and_ice::FireAndIce;
use serde_json::json;
use testkit::Table;

/// The losses that are asked for; none where nobody is asked.
fn due(t: &Table<'_, FireAndIce>) -> Option<u32> {
    let prompt = t.prompt();
    prompt.contains("to be paid").then(|| prompt.split(' ').next().and_then(|n| n.parse().ok()))?
}

/// A South Korean division at 2644 with markers, attacked by the 3rd Division, which has markers too.
fn marked(attacker: &[&str], defender: &[&str]) -> Lay {
    near_seoul().marked("nk-3", "2544", attacker).marked("rok-7", "2644", defender)
}

// [proves: fi 5.6-levels, fi 5.6-markers, fi 5.6-snafu]
#[test]
fn e10_a_rout_costs_levels_and_two_draws() {
    let lay = near_seoul().levels("united_nations", 5, 5).put(&[("rok-I", "2648")]).marked(
        "rok-7",
        "2644",
        &["spent"],
    );
    // 8 + 1 of the friend against 3 + tank 1 + artillery 1 + rough ground 1.
    let mut t = beaten(lay, "nk-3", "2644", [8, 3]);
    assert_eq!(due(&t), Some(3), "{}", t.prompt());
    t.acts(&["retreat rok-7 2745", "retreat rok-7 2746"]);
    t.dice(&[1, 2]).act("retreat rok-7 2747");
    assert!(has(&t, "rok-7", "routed") && !has(&t, "rok-7", "disrupted"));
    assert_eq!((t.at("/united_nations/tank"), t.at("/united_nations/artillery")), (json!(3), json!(4)));
    assert_eq!(t.dice_left(), 0, "two markers were drawn");
    assert_eq!(
        t.legal(),
        [
            "snafu great-leader rok-7",
            "snafu incompetent-leader rok-7",
            "snafu fuel-shortage rok-7",
            "snafu fuel-out rok-7",
            "done"
        ],
        "the Communist side may place one of the two"
    );
    t.act("snafu fuel-out rok-7");
    assert!(has(&t, "rok-7", "fuel-out") && !t.legal().iter().any(|a| a.starts_with("snafu")));
}

// [proves: fi 5.6-tie, fi 5.4.2-quality]
#[test]
fn e13_a_tie_costs_an_elite_attacker_nothing() {
    let fight = |marks: &[&str]| {
        let mut t = attack(marked(marks, &["spent"]), "kpa-I", "nk-3", "prepared", "2644", 2);
        // 5 against 4 + rough ground 1.
        t.dice(&[5, 4]);
        support(&mut t, &[], [false, false]);
        t
    };
    assert_eq!(due(&fight(&[])), Some(1));
    let t = fight(&["elite"]);
    assert!(t.said("5 against 5") && due(&t).is_none(), "{}", t.prompt());
    assert!(t.offers("refresh"), "nobody pays, nobody advances: {}", t.prompt());
    assert_eq!((spot(&t, "nk-3"), spot(&t, "rok-7")), ("2544".to_owned(), "2644".to_owned()));
}

// [proves: fi 5.6-cap, fi 5.6-losses, fi 5.7]
#[test]
fn e14_supporters_pay_and_the_hex_is_kept() {
    let lay = near_seoul()
        .levels("communist", 20, 20)
        .put(&[("rok-1", "2745"), ("rok-6", "2645"), ("nk-4", "2541")])
        .marked("rok-7", "2644", &["spent"]);
    // 4 + tank 9 + artillery 9 against 3 + two friends 4 + rough ground 1: by 14.
    let mut t = beaten(lay, "nk-3", "2644", [4, 3]);
    assert_eq!(due(&t), Some(5), "{}", t.prompt());
    t.acts(&["retreat rok-1 2746", "retreat rok-1 2747", "retreat rok-1 2748"]);
    // The markers drawn are Communist ones: none of them fits.
    t.dice(&[4, 4]).act("retreat rok-6 2646").dice(&[4]).act("retreat rok-6 2647");
    assert!(has(&t, "rok-1", "routed") && has(&t, "rok-6", "disrupted"));
    assert!(t.offers("refresh"), "no advance: {}", t.prompt());
    assert_eq!((spot(&t, "rok-7"), spot(&t, "nk-3")), ("2644".to_owned(), "2544".to_owned()));
    assert!(!has(&t, "rok-7", "disrupted"));
}

// [proves: fi 5.6-points, fi 14.4-macarthur]
#[test]
fn e47_a_payment_is_not_doubled() {
    let red = |lay: Lay| {
        lay.set("/points", json!(5)).set("/colour", json!("com")).set("/commander", json!("MacArthur"))
    };
    let mut t = attack(red(marked(&[], &["spent"])), "kpa-I", "nk-3", "prepared", "2644", 2);
    // 3 against 4 + rough ground 1.
    t.dice(&[3, 4]);
    support(&mut t, &[], [false, false]);
    assert_eq!(due(&t), Some(2));
    t.acts(&["pay", "pay"]);
    assert_eq!(t.at("/points"), json!(3));
    let one = |hex: &str, side: &str, value: u8| json!({ "hex": hex, "side": side, "value": value });
    let mut earned = red(Lay::empty("campaign", 23, "CheckUn"))
        .set("/objectives", json!([one("2549", "un", 1), one("2264", "un", 1), one("2151", "com", 0)]))
        .put(&[("rok-2", "2151"), ("nk-1", "1943")])
        .table();
    earned.act("claim");
    assert_eq!(earned.at("/points"), json!(1), "two points earned count four");
}

// [proves: fi 5.4.2-quality, fi 5.6-cap]
#[test]
fn w6_quality_counts_after_the_cap() {
    let won = |attacker: &[&str], defender: &[&str]| {
        // 9 + 1 of the friend against 2 + rough ground 1.
        due(&beaten(marked(attacker, &[defender, &["spent"]].concat()), "nk-3", "2644", [9, 2]))
    };
    assert_eq!(won(&[], &[]), Some(5), "seven, capped");
    assert_eq!(won(&["elite"], &["poor"]), Some(7));
    assert_eq!(won(&["elite"], &["elite"]), Some(5));
    assert_eq!(won(&["poor"], &["elite"]), Some(3));
    let lost = |attacker: &[&str], defender: &[&str]| {
        let mut t = attack(marked(attacker, defender), "kpa-I", "nk-3", "prepared", "2644", 2);
        support(&mut t, &[], [true, false]);
        // 2 + 1 of the friend against 9 + rough ground 1.
        t.dice(&[2, 9]).act("roll D10");
        due(&t)
    };
    assert_eq!(lost(&["poor"], &["poor"]), Some(5), "w6b: one off for the winner, one on for the loser");
    assert_eq!((lost(&[], &["poor"]), lost(&["poor"], &[])), (Some(4), Some(6)));
}
