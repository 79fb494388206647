//! 6.0 to 9.0 Movement, and 15 to 19 transport.

use crate::common::{board, event, heard_by, hex_number, marked, place, points, reach};
use serde_json::json;

#[test]
fn a_stack_marches_together_and_leaves_a_unit_behind() {
    // [proves: ch 6.1, ch 6.2]
    let mut table = board("un-movement").units(&[("us-3-b1", "3212"), ("us-3-b2", "3212")]).lay();
    table.acts(&["move us-3-b1", "join us-3-b2", "to 3113"]);
    assert_eq!(place(&table, "us-3-b2"), "3113");
    assert!(table.said("for 1/2 MP"), "{:?}", table.log());
    table.acts(&["leave us-3-b2", "to 3013", "done"]);
    assert_eq!((place(&table, "us-3-b1"), place(&table, "us-3-b2")), ("3013".to_owned(), "3113".to_owned()));
    table.refuses("move us-3-b2", "ch 6.1", "has moved");
}

#[test]
fn forced_marches_need_supply_and_open_ground() {
    // [proves: ch 6.5, ch 6.51, ch 6.52, ch 6.53, ch 3.3-23-26]
    let units = [
        ("us-3-b1", "2017"),
        ("us-3-b2", "3212"),
        ("us-x-hq", "3212"),
        ("us-3-b3", "3414"),
        ("c-172-58", "3415"),
    ];
    let table = board("un-movement").units(&units).lay();
    table.refuses("march us-3-b1", "ch 6.51", "out of supply");
    table.refuses("march us-3-b3", "ch 6.52", "zone of control");
    assert!(table.offers("march us-3-b2"));
    board("un-movement").units(&units).event(event::BAD_WEATHER).lay().refuses(
        "march us-3-b2",
        "ch 3.3-23-26",
        "weather",
    );
    let mut table = board("un-movement").units(&units).lay();
    table.acts(&["march us-x-hq", "to 3113"]);
    assert!(marked(&table, "us-x-hq", "forced"));
}

#[test]
fn e12_the_railway_carries_three_battalions() {
    // [proves: ch 6.82]
    let units = [("us-3-b1", "4319"), ("us-3-b2", "4319"), ("us-xmp", "4115"), ("us-3-b3", "4115")];
    let mut table = board("un-movement").units(&units).lay();
    for unit in ["us-3-b1", "us-3-b2", "us-xmp"] {
        table.act(&format!("entrain {unit}")).act("to 3212");
        assert_eq!(place(&table, unit), "3212");
        assert!(marked(&table, unit, "railed"));
    }
    table.refuses("entrain us-3-b3", "ch 6.82", "one regiment or three battalions");
    let mut table = board("un-movement").units(&units).set("/blown", json!(["3716/3815"])).lay();
    table.act("entrain us-3-b1");
    table.refuses("to 3212", "ch 6.82", "does not lead");
    assert!(table.offers("to 3815"));
}

#[test]
fn communist_units_leave_by_the_south_edge() {
    // [proves: ch 9.12, ch 9.5, ch 24.4]
    let mut table = board("com-movement").units(&[("c-172-58", "6113"), ("us-3-b1", "2017")]).lay();
    table.acts(&["move c-172-58", "exit"]);
    assert_eq!(place(&table, "c-172-58"), "exited");
    assert_eq!(points(&table, 1), 2);
    let mut table = board("un-movement").units(&[("us-3-b1", "6113")]).lay();
    table.act("move us-3-b1");
    table.refuses("exit", "ch 9.12", "Communist");
}

#[test]
fn e36_what_the_transports_carry() {
    // [proves: ch 15.0, ch 15.21, ch 15.24, ch 15.3]
    let units = [("us-3-b1", "3612"), ("us-31-7", "3612"), ("us-64-3", "3612")];
    let mut table = board("un-movement").units(&units).air(2, 5, 2).lay();
    table.refuses("fly us-31-7 out", "ch 15.0", "three a regiment");
    table.refuses("fly us-64-3 out", "ch 15.24", "armor");
    table.act("fly us-3-b1 out");
    assert_eq!(points(&table, 0), 1);
    assert_eq!(table.at("/air/boxes/2/0"), 1);
}

#[test]
fn e37_ships_carry_two_regiments_or_evacuate_one() {
    // [proves: ch 19.1, ch 19.2, ch 19.3, ch 19.4, ch 24.4]
    let units = [
        ("us-3-art", "3511"),
        ("us-3-b1", "3511"),
        ("us-3-b2", "3511"),
        ("us-3-b3", "3410"),
        ("us-58mp", "3410"),
        ("us-17-7", "3308"),
    ];
    let mut table = board("un-movement").units(&units).lay();
    table.acts(&["ship us-3-art out", "ship us-3-b1 out", "ship us-3-b2 out", "ship us-3-b3 out"]);
    assert_eq!(points(&table, 0), 3 + 3);
    table.refuses("ship us-58mp out", "ch 19.3", "full");
    table.refuses("evacuate us-17-7", "ch 19.3", "transfers");
}

#[test]
fn a_battalion_takes_the_place_of_the_regiment_to_be_evacuated() {
    // [proves: ch 19.3]
    let mut table = board("un-movement").units(&[("cw-41rmc", "3308"), ("us-17-7", "3308")]).lay();
    table.act("evacuate cw-41rmc");
    table.refuses("evacuate us-17-7", "ch 19.3", "one regiment is evacuated");
}

#[test]
fn e54_evacuation_is_for_units_with_a_reverse() {
    // [proves: ch 19.2, ch 12.11]
    let table = board("un-movement").units(&[("us-4ch", "3308")]).lay();
    table.refuses("evacuate us-4ch", "ch 19.2", "would not survive");
    for disrupted in [false, true] {
        let mut laid = board("un-movement").units(&[("us-17-7", "3308")]);
        if disrupted {
            laid = laid.disrupted("us-17-7");
        }
        let mut table = laid.lay();
        table.act("evacuate us-17-7");
        assert_eq!((place(&table, "us-17-7"), points(&table, 0)), ("exited".to_owned(), 3));
    }
}

#[test]
fn e41_a_bridge_is_tried_once_a_turn() {
    // [proves: ch 23.2, ch 23.4]
    let units = [("us-3-b1", "2217"), ("us-3-b2", "2117")];
    let mut table = board("un-movement").units(&units).lay();
    table.dice(&[5]).act("blow us-3-b1 2117/2217");
    assert_eq!(table.at("/blown"), json!(["2117/2217"]));
    table.refuses("blow us-3-b2 2117/2217", "ch 23.2", "destroyed");
    let mut table = board("un-movement").units(&units).lay();
    table.dice(&[6]).act("blow us-3-b1 2117/2217");
    table.refuses("blow us-3-b2 2117/2217", "ch 23.2", "one try");
}

#[test]
fn refugees_halve_the_ships() {
    // [proves: ch 3.3-15-16, ch 19.3]
    let units = [("us-3-art", "3511"), ("us-11m", "3511")];
    let mut table = board("un-movement").units(&units).event(event::REFUGEES).lay();
    table.act("ship us-3-art out");
    table.refuses("ship us-11m out", "ch 19.3", "full");
}

#[test]
fn amphibious_units_take_a_passenger_along_the_coast() {
    // [proves: ch 33.0, ch 33.2, ch 33.3, ch 33.4, ch 33.5, ch 33.6]
    let units = [
        ("us-56", "3511"),
        ("us-58mp", "3511"),
        ("us-3-b1", "3511"),
        ("us-3-b2", "3410"),
        ("us-17-7", "3410"),
        ("c-172-58", "5614"),
    ];
    let mut table = board("un-movement").units(&units).set("/depots/1/stock", json!("gone")).lay();
    table.act("embark us-56");
    table.refuses("carry us-3-b2", "ch 33.2", "of the same hex");
    table.act("carry us-58mp");
    table.refuses("carry us-3-b1", "ch 33.2", "one battalion");
    table.refuses("to 5614", "ch 33.5", "without enemies");
    table.refuses("to 3013", "ch 33.5", "coastal");
    table.act("to 3308");
    assert_eq!((place(&table, "us-56"), place(&table, "us-58mp")), ("3308".to_owned(), "3308".to_owned()));
    let mut table = board("un-movement").units(&units).lay();
    table.acts(&["embark us-56", "exit"]);
    assert_eq!(points(&table, 0), 1);
    board("un-movement").units(&units).option("amphibious", "off").lay().refuses(
        "embark us-56",
        "ch 33.0",
        "without that optional rule",
    );
}

#[test]
fn the_fleet_goes_to_any_sea_hex_once() {
    // [proves: ch 18.1, ch 18.2]
    let mut table = board("un-movement").units(&[("us-3-b1", "3212")]).lay();
    table.acts(&["fleet", "sail 5612"]);
    assert_eq!(table.at("/fleet"), "5612");
    table.refuses("fleet", "ch 18.1", "once");
}

#[test]
fn e32_e33_interdiction_slows_and_hits_a_march() {
    // [proves: ch 14.13.1, ch 14.13.2, ch 14.14, ch 14.15, ch 10.9, ch 10.10-R, ch S1 5.31, ch 14.11]
    let over = json!([{ "hex": hex_number("1720"), "kind": 0, "count": 3, "used": 0 }]);
    let units = [("c-172-58", "1723"), ("us-3-b1", "3212")];
    let mut table = board("com-movement").units(&units).set("/air/over", over.clone()).lay();
    table.acts(&["march c-172-58", "to 1722"]);
    assert!(table.said("for 3 MP"), "{:?}", table.log());
    table.dice(&[4]).act("intercept 3 tac");
    assert!(
        marked(&table, "c-172-58", "disrupted") && marked(&table, "c-172-58", "moved"),
        "{:?}",
        table.log()
    );
    let surprise = json!({ "left": 2, "declared": 1 });
    let mut table =
        board("com-movement").turn(2).units(&units).set("/air/over", over).set("/surprise", surprise).lay();
    table.acts(&["march c-172-58", "to 1722"]);
    assert!(table.said("for 2 MP"), "outside the smaller zone: {:?}", table.log());
}

#[test]
fn meeting_engagements_are_fought_on_the_march() {
    // [proves: ch 26.0, ch 26.2, ch 26.3, ch 26.4, ch 26.7, ch 26.8, ch 26.9]
    let units = [("us-5-1m", "1917"), ("us-1m-hq", "2017"), ("c-20-hq", "1520"), ("c-172-58", "1718")];
    let mut table = board("un-movement").units(&units).option("meeting", "on").lay();
    table.acts(&["move us-5-1m", "to 1817", "meet 1718"]);
    table.dice(&[4]).act("table probe");
    assert!(table.said("at 1:2: NE"), "one column left of 1:1: {:?}", table.log());
    board("un-movement").units(&units).lay().act("move us-5-1m").refuses(
        "meet 1718",
        "ch 26.0",
        "without that optional rule",
    );
}

#[test]
fn who_enters_or_leaves_an_interdiction_zone_is_seen() {
    // [proves: ch 21.1] 21.4: with no attack left too; who stays is not examined
    let units = [("c-172-58", "1723"), ("c-176-59", "1723"), ("us-3-b1", "3212")];
    let used = |hex: &str| json!([{ "hex": hex_number(hex), "kind": 0, "count": 1, "used": 1 }]);
    let told = |zone: &str, to: &str| {
        let mut table =
            board("com-movement").option("open", "off").units(&units).set("/air/over", used(zone)).lay();
        // On its way and at its end only the top of the stack would be known.
        table.acts(&["move c-172-58", "join c-176-59", &format!("to {to}")]);
        assert_eq!(place(&table, "c-172-58"), to);
        let heard = heard_by(&table, 0);
        heard.contains("172 Regiment") && heard.contains("176 Regiment")
    };
    assert!(told("1620", "1722"), "it enters");
    assert!(told("1823", "1721"), "it leaves");
    assert!(!told("2323", "1722"), "far from every zone");
}

#[test]
fn the_last_unit_blows_the_bridge_behind_it_and_marches_on() {
    // [proves: ch 23.2] at any time of the movement phase
    let mut table = board("un-movement").units(&[("us-3-b1", "2117"), ("us-3-b2", "3212")]).lay();
    table.acts(&["move us-3-b1", "to 2217"]);
    table.refuses("blow us-3-b2 2117/2217", "ch 6.1", "ended first");
    table.dice(&[5]).act("blow us-3-b1 2117/2217");
    assert_eq!(table.at("/blown"), json!(["2117/2217"]));
    assert_eq!(reach(&table)["2317"], "1", "it has lost nothing of its march");
    table.act("to 2317");
    assert_eq!(place(&table, "us-3-b1"), "2317");
}

#[test]
fn each_player_tries_a_bridge_once_a_turn() {
    // [proves: ch 23.2, ch 23.3] one demolition by each player, and to repair is another try
    let units = [("us-3-b1", "2217"), ("c-20-hq", "2116"), ("c-172-58", "2117"), ("us-3-b2", "3212")];
    let mut table = board("un-movement").units(&units).lay();
    table.dice(&[6]).act("blow us-3-b1 2117/2217");
    table.quietly_until(|t| t.at("/phase") == "com-movement");
    table.dice(&[5]).act("blow c-172-58 2117/2217");
    assert_eq!(table.at("/blown"), json!(["2117/2217"]), "{:?}", table.log());
    // Blown by the one player and repaired by the other in the same turn.
    let units = [("us-3-b1", "2217"), ("c-20-hq", "2117"), ("us-3-b2", "3212")];
    let mut table = board("un-movement").units(&units).lay();
    table.act("move us-3-b1").dice(&[5]).act("blow us-3-b1 2117/2217").acts(&["to 2317", "done"]);
    table.quietly_until(|t| t.at("/phase") == "com-reorganization");
    table.dice(&[2]).act("repair c-20-hq 2117/2217");
    assert_eq!(table.at("/blown"), json!([]), "{:?}", table.log());
}
