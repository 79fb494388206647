//! 10.0 Barrage, 14.2 air strikes, 27 split fire, 37 atomic weapons.

use crate::common::{board, marked, place, points};
use engine::Seat;
use serde_json::json;

#[test]
fn e30_four_tac_strike_a_rough_hex_and_flak_helps() {
    // [proves: ch 14.2, ch 14.23, ch 10.9, ch 10.10-D, ch 10.10-R, ch 1.7, ch barrage-table]
    let two = [("c-172-58", "1720"), ("c-173-58", "1720"), ("us-3-b1", "3212")];
    let mut table = board("un-strike").units(&two).air(0, 2, 4).lay();
    table.dice(&[6]).act("strike 4 tac 1720");
    assert!(
        marked(&table, "c-172-58", "disrupted") && marked(&table, "c-173-58", "disrupted"),
        "{:?}",
        table.log()
    );
    let mut table = board("un-strike").units(&two).units(&[("c-ixaa", "1721")]).air(0, 2, 4).lay();
    table.dice(&[6]).act("strike 4 tac 1720");
    table.act("disrupt c-173-58");
    assert!(!marked(&table, "c-172-58", "disrupted") && marked(&table, "c-173-58", "disrupted"));
    let mut table =
        board("un-strike").units(&two).units(&[("c-ixaa", "1721")]).disrupted("c-ixaa").air(0, 2, 4).lay();
    table.dice(&[6]).act("strike 4 tac 1720");
    assert!(marked(&table, "c-172-58", "disrupted"), "a disrupted battery does not fire");
}

#[test]
fn e31_bombs_may_fall_among_friends() {
    // [proves: ch 10.10-C, ch 10.10-none]
    let units = [("c-172-58", "3415"), ("us-3-b1", "3414")];
    let mut table = board("un-strike").units(&units).air(0, 2, 2).lay();
    table.dice(&[1, 1]).act("strike 2 tac 3415");
    table.act("disrupt us-3-b1");
    assert_eq!((points(&table, 0), points(&table, 1)), (-1, 2));
    let mut table = board("un-strike").units(&units).air(0, 2, 2).lay();
    table.dice(&[1, 2]).act("strike 2 tac 3415");
    assert_eq!(place(&table, "us-3-b1"), "3414");
}

#[test]
fn a_strike_may_take_a_bridge() {
    // [proves: ch 14.2-bridge, ch 10.10-DD]
    let units = [("c-172-58", "2217"), ("us-3-b1", "3212")];
    let mut table = board("un-strike").units(&units).air(0, 2, 5).lay();
    table.refuses("strike 1 tac 3212", "ch 14.2-bridge", "nothing to strike");
    table.dice(&[6]).act("strike 5 tac 2217");
    table.act("wreck 2117/2217");
    assert_eq!(table.at("/blown"), json!(["2117/2217"]));
    assert!(!marked(&table, "c-172-58", "disrupted"));
    table.refuses("strike 1 tac 2217", "ch 14.2", "can strike one hex");
}

#[test]
fn guns_need_range_supply_and_a_target() {
    // [proves: ch 10.0, ch 10.1, ch 10.21, ch 10.3, ch 10.5, ch 10.22, ch 10.31, ch 10.4, ch 10.7, ch 18.3]
    let units = [
        ("us-5art", "3212"),
        ("us-x-hq", "3212"),
        ("c-172-58", "3215"),
        ("c-173-58", "3216"),
        ("us-3-art", "2017"),
    ];
    let mut table = board("un-barrage").units(&units).lay();
    table.refuses("barrage 3216", "ch 10.3", "nothing can fire");
    table.refuses("barrage 3214", "ch 10.1", "no enemy");
    table.act("barrage 3215");
    table.refuses("fire us-3-art", "ch 10.3", "out of range");
    table.act("fire us-5art").dice(&[6]).act("done");
    assert!(marked(&table, "us-5art", "barraged"), "{:?}", table.log());
    table.refuses("barrage 3215", "ch 10.5", "one attack");
}

#[test]
fn w11_fire_is_divided_with_rule_27() {
    // [proves: ch 27.1, ch 10.6]
    let units = [
        ("us-5art", "3212"),
        ("us-x-hq", "3212"),
        ("c-172-58", "3215"),
        ("c-173-58", "3115"),
        ("c-174-58", "3014"),
    ];
    let mut table = board("un-barrage").units(&units).option("split-barrage", "on").lay();
    table.act("barrage 3215").act("fire 1 us-5art").dice(&[1]).act("done");
    assert!(table.said("with 1 point"), "{:?}", table.log());
    assert_eq!(table.at("/split_fire"), json!({ "us-5art": [1, 0] }), "in the UN's player turn");
    table.act("barrage 3115").act("fire 1 us-5art").dice(&[1]).act("done");
    table.refuses("barrage 3014", "ch 10.3", "nothing can fire");
    let mut table = board("un-barrage").units(&units).lay();
    table.act("barrage 3215");
    table.refuses("fire 1 us-5art", "ch 10.6", "not divided");
}

#[test]
fn the_fleet_fires_whole_or_in_parts_as_the_guns_do() {
    // [proves: ch 18.3, ch 27.1, ch 10.6]
    let units = [("us-3-b1", "3212"), ("c-172-58", "3512")];
    let mut table = board("un-barrage").units(&units).lay();
    table.act("barrage 3512");
    table.refuses("fire 2 fleet", "ch 10.6", "not divided");
    table.act("fire fleet");
    let mut table = board("un-barrage").units(&units).option("split-barrage", "on").lay();
    table.act("barrage 3512");
    table.refuses("fire fleet", "ch 27.1", "how many points");
    table.act("fire 2 fleet").dice(&[1]).act("done");
    assert!(table.said("with 2 points"), "{:?}", table.log());
    assert_eq!(table.at("/fleet_used/0"), 2);
}

#[test]
fn air_strikes_may_be_forgone() {
    // [proves: ch 14.2]
    let units = [("c-172-58", "1720"), ("us-17-7", "1817"), ("us-1m-hq", "2017")];
    let mut table = board("un-strike").units(&units).air(0, 2, 1).lay();
    assert!(table.offers("strike 1 tac 1720"));
    table.quietly_until(|t| t.at("/phase") != "un-strike");
    assert!(!marked(&table, "c-172-58", "disrupted"));
}

/// One bomb in hand in the air strike phase.
fn armed(units: &[(&str, &str)]) -> crate::common::Board {
    let atomic = json!({ "called": true, "bombs": 1, "attacks": 0, "struck": [], "fallout": [], "end": 0 });
    board("un-strike").units(units).option("atomic", "on").set("/atomic", atomic)
}

#[test]
fn w17_a_bomb_that_drifts() {
    // [proves: ch 37.3, ch 37.7, ch 37.8, ch 37.10]
    for (die, hex) in [(1, "1619"), (2, "1719"), (3, "1819"), (4, "1820"), (5, "1721"), (6, "1620")] {
        let mut table = armed(&[("c-172-58", hex), ("us-3-b1", "3212")]).lay();
        table.dice(&[1, die, 5]).act("bomb 1720");
        assert!(marked(&table, "c-172-58", "disrupted"), "{die} leads to {hex}: {:?}", table.log());
    }
}

#[test]
fn e49_a_city_is_devastated() {
    // [proves: ch 37.7, ch 37.8, ch 37.6, ch 37.11]
    let units = [("c-172-58", "3212"), ("c-173-58", "3212"), ("us-17-7", "3313"), ("us-3-b1", "5614")];
    let mut table = armed(&units).lay();
    table.dice(&[5, 5]).act("bomb 3212");
    assert_eq!(
        (place(&table, "c-172-58"), place(&table, "c-173-58")),
        ("eliminated".to_owned(), "eliminated".to_owned())
    );
    assert!(marked(&table, "us-17-7", "disrupted"));
    assert_eq!(table.at("/atomic/fallout").as_array().unwrap().len(), 1);
    assert!(table.said("Tensions rise"), "5-1 for the first attack: {:?}", table.log());
    assert_eq!((points(&table, 0), points(&table, 1)), (2 + 2 - 10, -10));
}

#[test]
fn e50_a_ceasefire_ends_the_campaign() {
    // [proves: ch 37.10, ch 37.11, ch S2 5.6]
    let mut table = armed(&[("c-172-58", "1720"), ("us-3-b1", "3212")])
        .set("/scenario", json!("envelopment"))
        .set("/deployment", json!("minimal"))
        .score(0, 31)
        .lay();
    table.dice(&[4, 5]).act("bomb 1720");
    assert!(table.said("ceasefire"), "5-1+1+2+2 is 9: {:?}", table.log());
    assert!(table.to_act().is_empty());
}

#[test]
fn the_first_bomb_of_the_second_scenario_reveals_the_deployment() {
    // [proves: ch S2 5.6]
    let told = |scenario: u8, attacks: u8| {
        let mut laid = armed(&[("c-172-58", "1720"), ("us-3-b1", "3212")]);
        if scenario == 2 {
            laid = laid.envelopment("minimal");
        }
        let mut table = laid.set("/atomic/attacks", json!(attacks)).lay();
        table.dice(&[4, 4]).act("bomb 1720");
        table.ruled("ch S2 5.6")
    };
    assert!(told(2, 0), "the first");
    assert!(!told(2, 1), "not the second");
    assert!(!told(1, 0), "the first scenario has but one deployment");
}

#[test]
fn whoever_fires_at_a_stack_sees_it_whatever_the_die_says() {
    // [proves: ch 21.1] 21.2: any type of combat, land or air
    let units = [
        ("c-172-58", "3215"),
        ("c-176-59", "3215"),
        ("us-5art", "3212"),
        ("us-x-hq", "3212"),
        ("us-3-b1", "3211"),
    ];
    let seen =
        |table: &testkit::Table<'_, chosin::Chosin>| table.position_for(Seat(0))["stacks"]["3215"].clone();
    let whole = json!(["c-172-58", "c-176-59"]);
    let mut table = board("un-strike").option("open", "off").units(&units).air(0, 2, 1).lay();
    assert_ne!(seen(&table), whole, "only the top is known");
    table.dice(&[2]).act("strike 1 tac 3215");
    assert!(table.said("no effect"), "{:?}", table.log());
    assert_eq!(seen(&table), whole);
    let mut table = board("un-barrage").option("open", "off").units(&units).lay();
    table.acts(&["barrage 3215", "fire us-5art"]);
    assert_ne!(seen(&table), whole, "nothing is declared yet");
    table.dice(&[2]).act("done");
    assert!(table.said("no effect"), "{:?}", table.log());
    assert_eq!(seen(&table), whole);
}
