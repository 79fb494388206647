//! 10: airfields, commitment, MiG Alley, strikes, interception, interdiction.

use crate::table::{Lay, air, has, on, start, until};
use fire_and_ice::FireAndIce;
use serde_json::json;
use testkit::Table;

fn display() -> Lay {
    Lay::empty("campaign", 23, "CommitUn")
        .set("/weather", json!("Clear"))
        .set("/fleet", json!("Japan"))
        .set("/united_nations/airfields", json!({ "japan": [0, 1, 0, 0], "south-korea": [2, 1, 0, 0] }))
        .set("/communist/airfields", json!({ "north-korea": [1, 0, 0, 0], "china": [0, 3, 0, 0] }))
}

fn available(lay: Lay, ids: &[&str]) -> Lay {
    ids.iter().fold(lay, |lay, id| lay.set(&format!("/aircraft/{id}"), json!({ "at": "available" })))
}

// [proves: fi 10.1-airfields, fi 10.1-capacity, fi 10.2-commit, fi 11.4, fi 10.3.1-zero]
#[test]
fn w10b_airfields_serve_two_aircraft_each() {
    let ids = [
        "4-fi", "27-fe", "19-bomb", "22-bomb", "8-fb", "136-fb", "18-fb", "92-bomb", "35-fi", "1-mar",
        "cvg-2",
    ];
    let mut t = available(display(), &ids).table();
    t.acts(&["commit 4-fi mig-alley south-korea", "commit 27-fe mig-alley south-korea"]);
    t.acts(&["commit 19-bomb airfield japan", "commit 22-bomb infrastructure japan"]);
    t.refuses("commit 92-bomb infrastructure japan", "fi 10.1-capacity", "no airfield left");
    t.acts(&["commit 8-fb top-cover south-korea", "commit 136-fb top-cover south-korea"]);
    t.act("commit 18-fb ground-support south-korea");
    t.act("commit 35-fi ground-support south-korea");
    t.refuses("commit 1-mar ground-support south-korea", "fi 10.1-capacity", "no airfield left");
    t.refuses("commit 1-mar mig-alley japan", "fi 10.3.1-zero", "worth nothing");
    t.refuses("commit cvg-2 ground-support south-korea", "fi 11.4", "carriers");
    t.act("commit cvg-2 ground-support carriers");
    assert_eq!(air(&t, "cvg-2"), "ground-support");
}

// [proves: fi 14.1-snow, fi 14.1-rain, fi 10.1-long]
#[test]
fn w11_w16_values_by_range_and_weather() {
    let value = |lay: Lay, id: &str, action: &str| {
        let t = available(lay, &[id]).table();
        let view = engine::View::of(t.rules(), t.state(), t.to_act());
        let scene = engine::scene_of(t.rules(), &view);
        scene.actions.iter().find(|a| a.text == action).map(|a| a.note.to_string()).unwrap_or_default()
    };
    assert_eq!(value(display(), "4-fi", "commit 4-fi mig-alley japan"), "value 4");
    assert_eq!(value(display(), "4-fi", "commit 4-fi mig-alley south-korea"), "value 5");
    let rain = || display().set("/weather", json!("Rain"));
    assert_eq!(value(rain(), "4-fi", "commit 4-fi mig-alley south-korea"), "value 4");
    let t = available(display().set("/weather", json!("Snow")), &["4-fi"]);
    let t = Lay(t.0).set("/step", json!("CommitUn")).table();
    assert!(!t.legal().iter().any(|a| a.starts_with("commit")), "nobody flies in snow");
}

/// The Strategic Missions step with aircraft in place.
fn missions(fly: &[(&str, &str, &str)]) -> Lay {
    let lay = Lay::empty("campaign", 23, "Strategic").set("/weather", json!("Clear"));
    let lay = lay.set("/communist/airfields", json!({ "china": [1, 2, 0, 0] }));
    fly.iter().fold(lay, |lay, (id, mission, base)| lay.fly(id, mission, base))
}

fn shot(t: &mut Table<'_, FireAndIce>, action: &str, die: u32) {
    t.dice(&[die]).act(action);
}

// [proves: fi 10.3.1-order]
#[test]
fn w12_the_highest_value_fires_first() {
    let mut t = missions(&[
        ("4-fi", "mig-alley", "south-korea"),
        ("8-fb", "mig-alley", "south-korea"),
        ("4-ad", "mig-alley", "china"),
        ("6-ad", "mig-alley", "china"),
    ])
    .table();
    shot(&mut t, "shoot 4-fi 4-ad", 10);
    shot(&mut t, "shoot 4-ad 4-fi", 10);
    t.refuses("shoot 6-ad 8-fb", "fi 10.3.1-order", "not");
    shot(&mut t, "shoot 8-fb 6-ad", 10);
    shot(&mut t, "shoot 6-ad 8-fb", 10);
    assert_eq!(t.at("/points"), json!(0), "both sides are left");
}

// [proves: fi 10.3.1-hit, fi 10.2-elite]
#[test]
fn w13_hits_and_the_elite_divisions() {
    let mut t = missions(&[
        ("4-fi", "mig-alley", "south-korea"),
        ("27-fe", "mig-alley", "south-korea"),
        ("324-iad", "mig-alley", "china"),
        ("4-ad", "mig-alley", "china"),
        ("6-ad", "mig-alley", "china"),
    ])
    .table();
    shot(&mut t, "shoot 324-iad 4-fi", 8);
    shot(&mut t, "shoot 4-fi 324-iad", 4);
    assert_eq!(air(&t, "324-iad"), "gone");
    shot(&mut t, "shoot 4-ad 27-fe", 2);
    assert_eq!(air(&t, "27-fe"), "damaged");
    assert_eq!(t.at("/aircraft/27-fe/reduced"), json!(true));
    shot(&mut t, "shoot 6-ad 4-fi", 7);
    assert_eq!(t.at("/points"), json!(0));
}

// [proves: fi 10.3.1-victory, fi 14.4-macarthur]
#[test]
fn a_side_left_alone_in_mig_alley_gains_a_point() {
    let duel = [("4-fi", "mig-alley", "south-korea"), ("6-ad", "mig-alley", "china")];
    let mut t = missions(&duel).table();
    shot(&mut t, "shoot 4-fi 6-ad", 1);
    assert_eq!(t.at("/points"), json!(-1));
    let mut doubled = missions(&duel).set("/commander", json!("MacArthur")).table();
    shot(&mut doubled, "shoot 4-fi 6-ad", 1);
    assert_eq!(doubled.at("/points"), json!(-2));
}

// [proves: fi 10.3.1-lone]
#[test]
fn e38_alone_in_mig_alley_a_mig_attacks_the_bombers() {
    let lay = missions(&[("4-ad", "mig-alley", "china"), ("19-bomb", "infrastructure", "japan")]);
    let mut t = lay.table();
    shot(&mut t, "shoot 4-ad 19-bomb", 4);
    assert_eq!(air(&t, "19-bomb"), "damaged");
    assert_eq!(t.at("/aircraft/19-bomb/reduced"), json!(true));
    assert_eq!(t.at("/communist/infrastructure"), json!(12), "no strike");
}

// [proves: fi 10.3.2, fi 10.3.3, fi 10.3.3-boxes, fi 10.3, fi 7.0e]
#[test]
fn w14_strikes_on_infrastructure_and_airfields() {
    let lay = missions(&[
        ("19-bomb", "infrastructure", "japan"),
        ("3-bomb", "infrastructure", "south-korea"),
        ("22-bomb", "airfield", "japan"),
    ]);
    let mut t =
        lay.set("/commander", json!("MacArthur")).set("/aircraft/6-ad", json!({ "at": "available" })).table();
    assert!(t.offers("strike infrastructure") && t.offers("strike airfield"));
    t.dice(&[6, 1]).act("strike infrastructure");
    assert_eq!(t.at("/communist/infrastructure"), json!(10), "a natural 1 takes two");
    assert_eq!(air(&t, "3-bomb"), "damaged");
    assert_eq!(t.at("/aircraft/3-bomb/reduced"), json!(null), "damaged, not reduced");
    if t.offers("target china") {
        t.dice(&[3]).act("target china");
    }
    t.act("hit improved");
    assert_eq!(t.at("/communist/airfields/china"), json!([1, 1, 0, 1]));
    assert_eq!(air(&t, "6-ad"), "gone", "the only aircraft on the ground");
}

// [proves: fi 10.3.2]
#[test]
fn e34_infrastructure_is_never_bombed_below_two() {
    let both = [("19-bomb", "infrastructure", "japan"), ("22-bomb", "airfield", "japan")];
    let mut t = missions(&both).set("/communist/infrastructure", json!(3)).table();
    t.dice(&[1]).act("strike infrastructure");
    assert_eq!(t.at("/communist/infrastructure"), json!(2));
}

// [proves: fi 10.2-repair, fi 10.2-home]
#[test]
fn w10_repairs_and_the_new_month() {
    let mut t = Lay::empty("campaign", 26, "CheckUn")
        .set("/aircraft/8-fb", json!({ "at": "damaged", "reduced": true }))
        .fly("18-fb", "ground-support", "south-korea")
        .put(&[("rok-1", "2551"), ("nk-1", "2549"), ("kpa-I", "2547")])
        .table();
    t.dice(&[9]);
    on(&mut t, |t| t.at("/turn") == json!(27));
    assert_eq!(air(&t, "18-fb"), "available");
    t.dice(&[2]);
    on(&mut t, |t| air(t, "8-fb") == "available");
    assert_eq!(t.at("/aircraft/8-fb/reduced"), json!(true), "still reduced");
}

// [proves: fi 10.4.1-intercept, fi 10.4-station, fi 10.4.3-use, fi 10.4.3-level]
#[test]
fn w15_interception_of_ground_support() {
    let lay = Lay::empty("campaign", 23, "ActivateUn")
        .set("/weather", json!("Clear"))
        .levels("united_nations", 0, 0)
        .fly("4-ad", "top-cover", "china")
        .fly("18-fb", "ground-support", "south-korea")
        .fly("35-fi", "ground-support", "south-korea")
        .put(&[("un-I", "2552"), ("us-2-38", "2551"), ("us-2-c", "2652"), ("nk-18", "2550")]);
    let mut t = lay.table();
    t.acts(&["activate un-I", "add us-2-38"]);
    until(&mut t, "move us-2-38");
    t.act("move us-2-38").dice(&[2]).act("declare prepared 2550");
    until(&mut t, "fly 18-fb");
    t.acts(&["fly 18-fb", "done"]);
    assert!(t.offers("shoot 4-ad 18-fb"));
    // 5 misses with a value of 3, station 2 stays; F-51 rolls 3 and stays.
    t.dice(&[5, 2, 3]).act("shoot 4-ad 18-fb");
    assert_eq!(air(&t, "4-ad"), "top-cover");
    assert_eq!(air(&t, "18-fb"), "ground-support");
}

// [proves: fi 10.4.2, fi 10.4.2-once]
#[test]
fn e36_e37_interdiction_of_a_recovery() {
    let lay = || {
        Lay::empty("campaign", 23, "FlipCom")
            .set("/weather", json!("Clear"))
            .fly("3-bomb", "interdiction", "south-korea")
            .marked("nk-1", "2043", &["spent"])
            .marked("nk-2", "1942", &["spent"])
            .put(&[("kpa-I", "1940"), ("rok-1", "2860"), ("rok-I", "2961")])
            .table()
    };
    let mut stopped = lay();
    stopped.dice(&[3, 5]).act("harass 3-bomb nk-1");
    assert!(has(&stopped, "nk-1", "spent") && !has(&stopped, "nk-1", "cut-off"));
    assert_eq!(air(&stopped, "3-bomb"), "available", "station 4, rolled 5: {:?}", stopped.log());
    let mut failed = lay();
    failed.dice(&[6]).act("harass 3-bomb nk-1");
    assert!(!has(&failed, "nk-1", "spent"));
    assert_eq!(air(&failed, "3-bomb"), "damaged");
    assert_eq!(failed.at("/aircraft/3-bomb/reduced"), json!(null));
}

// [proves: fi 10.4.2-support]
#[test]
fn interdiction_of_headquarters_and_of_support() {
    let lay = || {
        Lay::empty("campaign", 23, "ActivateCom")
            .set("/weather", json!("Clear"))
            .levels("communist", 9, 9)
            .fly("3-bomb", "interdiction", "south-korea")
            .fly("452-bomb", "interdiction", "south-korea")
            .put(&[
                ("kpa-I", "2549"),
                ("nk-18", "2550"),
                ("kpa-II", "2547"),
                ("us-2-38", "2551"),
                ("us-2-c", "2652"),
                ("un-I", "2552"),
            ])
    };
    let mut t = lay().table();
    t.act("activate kpa-I").dice(&[1, 1]).act("interdict 3-bomb");
    assert!(!has(&t, "kpa-I", "spent"), "it stays fresh, {:?}", t.log());
    until(&mut t, "activate kpa-II");
    t.refuses("activate kpa-I", "fi 9.2", "interdicted");
    let mut s = lay().table();
    s.acts(&["activate kpa-I", "done", "add nk-18"]);
    until(&mut s, "move nk-18");
    s.act("move nk-18").dice(&[2]).act("declare prepared 2551");
    until(&mut s, "everything");
    s.act("everything");
    s.dice(&[1, 1]).act("interdict 3-bomb");
    assert!(s.said("do not come"));
}

// [proves: fi 10.4.1-counter, fi 10.4.1-fight]
#[test]
fn both_sides_in_top_cover_fight_and_shoot_first() {
    let mut t = missions(&[("18-fb", "top-cover", "south-korea"), ("4-ad", "top-cover", "china")]).table();
    shot(&mut t, "shoot 4-ad 18-fb", 10);
    shot(&mut t, "shoot 18-fb 4-ad", 10);
    assert_eq!(t.at("/points"), json!(0));
    let mut s = Lay::empty("campaign", 23, "FlipCom")
        .set("/weather", json!("Clear"))
        .fly("3-bomb", "interdiction", "south-korea")
        .fly("18-fb", "top-cover", "south-korea")
        .fly("4-ad", "top-cover", "china")
        .marked("nk-1", "2043", &["spent"])
        .put(&[("kpa-I", "1940"), ("rok-1", "2860"), ("rok-I", "2961")])
        .table();
    s.act("harass 3-bomb nk-1");
    s.act("shoot 4-ad 3-bomb");
    s.dice(&[1, 1, 6]).act("shoot 18-fb 4-ad");
    assert_eq!(air(&s, "4-ad"), "damaged", "shot first");
    assert_eq!(air(&s, "3-bomb"), "damaged", "its own six: {:?}", s.log());
}

// [proves: fi 10.3.4, fi 10.3.4-hex]
#[test]
fn atomic_strikes() {
    let lay = || {
        missions(&[])
            .set("/facts", json!(["atomic"]))
            .fly("19-bomb", "atomic", "japan")
            .put(&[("nk-1", "2549"), ("kpa-I", "2549"), ("rok-1", "2551")])
            .set("/commander", json!("MacArthur"))
    };
    let mut hex = lay().table();
    hex.refuses("bomb 2551", "fi 10.3.4-hex", "no target");
    hex.act("bomb 2549");
    assert_eq!(hex.at("/units/nk-1/at"), json!("replacements"));
    assert_eq!(hex.at("/struck"), json!(["2549"]));
    assert!(hex.prompt().contains("overrun"), "the headquarters goes: {}", hex.prompt());
    let mut base = lay().set("/aircraft/6-ad", json!({ "at": "available" })).table();
    base.act("target china");
    base.acts(&["hit improved", "hit improved"]);
    assert_eq!(base.at("/communist/airfields/china"), json!([1, 0, 0, 0]), "no repair");
    assert_eq!(air(&base, "6-ad"), "gone");
}

#[test]
fn the_display_of_june_has_two_aircraft_on_one_airfield() {
    let t = start("invasion");
    assert_eq!(air(&t, "1-far"), "top-cover");
    assert_eq!(air(&t, "1-aar"), "ground-support");
}

// [proves: fi 16-fighters]
#[test]
fn a_communist_victory_in_mig_alley_brings_the_f86() {
    for (die, sent) in [(4, true), (5, false)] {
        let mut t = missions(&[("8-fb", "mig-alley", "south-korea"), ("4-ad", "mig-alley", "china")]).table();
        t.dice(&[1, die]).act("shoot 4-ad 8-fb");
        assert_eq!(t.at("/points"), json!(1));
        assert_eq!(t.at("/facts").as_array().is_some_and(|f| f.contains(&json!("fighters"))), sent);
    }
}

// Special rule 1 of three scenarios; Chinese Intervention! has none.
// [proves: fi 16-fighters]
#[test]
fn the_f86_is_sent_in_every_scenario_but_the_third() {
    for (scenario, turn, sent) in
        [("invasion", 6, true), ("inchon", 14, true), ("campaign", 23, true), ("chinese", 23, false)]
    {
        let lay = Lay::empty(scenario, turn, "Strategic").set("/weather", json!("Clear"));
        let lay = lay.set("/communist/airfields", json!({ "china": [1, 2, 0, 0] }));
        let lay = lay.fly("8-fb", "mig-alley", "south-korea").fly("4-ad", "mig-alley", "china");
        let mut t = lay.set("/points", json!(0)).table();
        t.dice(&[1, 4][..if sent { 2 } else { 1 }]).act("shoot 4-ad 8-fb");
        assert_eq!(t.at("/points"), json!(1), "{scenario}");
        let facts = t.at("/facts");
        assert_eq!(facts.as_array().is_some_and(|f| f.contains(&json!("fighters"))), sent, "{scenario}");
    }
}
