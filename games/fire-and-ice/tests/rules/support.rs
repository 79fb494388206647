//! 5.3: tanks and artillery of a defender, and who commands them.

use crate::combat::attack;
use crate::table::{Lay, has, support};
use serde_json::json;

// [proves: fi 5.3.1-planning, fi 5.3.1-formula, fi 4.1-terrain]
#[test]
fn e20_a_defender_in_the_mountains() {
    let lay = Lay::empty("campaign", 8, "ActivateCom")
        .levels("communist", 0, 0)
        .levels("united_nations", 7, 8)
        .put(&[("kpa-I", "3862"), ("nk-3", "3864"), ("rok-I", "3966")])
        .marked("rok-1", "3865", &["spent"]);
    let mut t = attack(lay, "kpa-I", "nk-3", "hasty", "3865", 1);
    assert!(t.offers("tank 1") && t.offers("artillery 1"), "four by four, five by three: {:?}", t.legal());
    t.refuses("tank 2", "fi 5.3.1-formula", "at most 1");
    t.refuses("artillery 2", "fi 5.3.1-formula", "at most 1");
    assert_eq!(support(&mut t, &[], [false, true])[1], 4, "and two of the mountain");
}

// [proves: fi 5.3.1-trace, fi 14.5-unit]
#[test]
fn e54_a_line_alone_brings_no_tanks() {
    let lay = |step: &str| {
        Lay::empty("campaign", 4, step)
            .levels("communist", 0, 0)
            .levels("united_nations", 9, 9)
            .fly("18-fb", "ground-support", "japan")
            .fly("35-fi", "ground-support", "japan")
            .put(&[("kpa-I", "2369"), ("nk-6", "2371"), ("rok-9", "2373"), ("rok-I", "2550")])
            .marked("rok-5", "2372", &["spent"])
    };
    let t = lay("FlipUn").table();
    assert!(!has(&t, "rok-5", "spent") && !has(&t, "rok-5", "cut-off"), "the road to Pusan is free");
    let mut t = attack(lay("ActivateCom"), "kpa-I", "nk-6", "prepared", "2372", 2);
    assert_eq!(t.legal(), ["everything", "support rok-9", "fly 18-fb", "fly 35-fi", "done"]);
    t.refuses("tank 1", "fi 5.3.1-formula", "at most 0");
    t.act("fly 18-fb");
    assert_eq!(
        support(&mut t, &[], [false, true])[1],
        5,
        "the friend 2, the city 2, the bridged Yongsan 1; the aircraft come later"
    );
    // The same with the headquarters at hand.
    let near = lay("ActivateCom").put(&[("rok-I", "2473")]);
    let t = attack(near, "kpa-I", "nk-6", "prepared", "2372", 2);
    assert!(t.offers("tank 2") && t.offers("artillery 6"), "{:?}", t.legal());
    // Ships are no matter of command: P'ohang from P'ohang's own coast.
    let coast = Lay::empty("campaign", 4, "ActivateCom")
        .levels("communist", 0, 0)
        .levels("united_nations", 9, 9)
        .set("/fleet", json!("Japan"))
        .set("/bombardment", json!(8))
        .put(&[("kpa-II", "4560"), ("nk-5", "4662"), ("rok-I", "2550")])
        .marked("rok-3", "4663", &["spent"]);
    let t = attack(coast, "kpa-II", "nk-5", "prepared", "4663", 2);
    assert!(t.offers("guns 6") && !t.legal().iter().any(|a| a.starts_with("tank")), "{:?}", t.legal());
}
