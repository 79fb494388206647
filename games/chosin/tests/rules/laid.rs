//! Positions that cannot be: numbers beyond the counters, procedures that do not go with the phase.

use crate::common::{Board, board, game, hex_number, place};
use serde_json::{Value, json};
use testkit::Table;

const UNITS: [(&str, &str); 2] = [("us-3-b1", "3212"), ("c-172-58", "1720")];

fn un_movement() -> Board {
    board("un-movement").units(&UNITS)
}

/// Why a position with these procedures under way cannot be laid.
fn under_way(position: Value, frames: &Value) -> String {
    let mut position = position;
    position["frames"] = frames.clone();
    Table::cannot_lay(game(), &position)
}

#[test]
fn each_number_has_its_own_limit() {
    // [proves: ch 13.0, ch 3.3-34-36, ch 38.6.3]
    for field in ["kept", "unbased"] {
        let laid = |n: u8| un_movement().set(&format!("/air/{field}"), json!(n)).json();
        assert_eq!(Table::lay(game(), &laid(20)).at(&format!("/air/{field}")), 20);
        assert!(Table::cannot_lay(game(), &laid(21)).starts_with("air"), "{field}");
    }
    let ready = |phase: &str| {
        let ready =
            board(phase).units(&[("us-3-b1", "3212")]).air(0, 0, 2).set("/air/ready", json!([2, 0, 0]));
        ready.json()
    };
    assert_eq!(Table::lay(game(), &ready("un-air")).at("/air/ready/0"), 2);
    assert!(
        Table::cannot_lay(game(), &ready("un-movement")).starts_with("air.ready"),
        "missions are given before"
    );
    let standing = |n: u8| un_movement().set("/events/redeployed", json!(n)).json();
    assert_eq!(Table::lay(game(), &standing(2)).at("/events/redeployed"), 2, "two turns");
    assert!(Table::cannot_lay(game(), &standing(3)).starts_with("events"));
    let emergency = un_movement().set("/emergency", json!([41, 0])).json();
    assert!(Table::cannot_lay(game(), &emergency).starts_with("events"));
    let fleet = un_movement().set("/fleet_used", json!([0, 8])).json();
    assert!(Table::cannot_lay(game(), &fleet).starts_with("events"));
}

#[test]
fn fallout_lies_on_the_map() {
    // [proves: ch 37.6]
    let laid = |hex: u16| {
        let atomic =
            json!({ "called": true, "bombs": 0, "attacks": 1, "struck": [], "fallout": [hex], "end": 0 });
        un_movement().option("atomic", "on").set("/atomic", atomic).json()
    };
    let last = hex_number("6134");
    assert_eq!(Table::lay(game(), &laid(last)).at("/atomic/fallout"), json!([last]));
    assert!(Table::cannot_lay(game(), &laid(last + 1)).starts_with("atomic"));
}

#[test]
fn somebody_has_to_decide() {
    let why = under_way(un_movement().json(), &json!([{ "Sequence": null }]));
    assert!(why.contains("nobody would have to decide"), "{why}");
}

#[test]
fn a_procedure_goes_with_its_phase_and_its_side() {
    // [proves: ch 2.0]
    let frames = |side: u8| json!([{ "Sequence": null }, { "Reorganization": { "side": side } }]);
    let in_phase = |phase: &str| board(phase).units(&UNITS).json();
    assert!(under_way(un_movement().json(), &frames(0)).starts_with("frames[1]"), "another phase");
    assert!(under_way(in_phase("un-reorganization"), &frames(1)).starts_with("frames[1]"), "another side");
    let mut right = in_phase("un-reorganization");
    right["frames"] = frames(0);
    assert!(Table::lay(game(), &right).offers("end"));
    let march = json!([{ "Sequence": null }, { "Movement": { "side": 0, "sailed": false } }]);
    assert!(under_way(in_phase("un-combat"), &march).starts_with("frames[1]"), "nobody marches in combat");
    let bare = json!([{ "Reorganization": { "side": 0 } }]);
    assert!(under_way(in_phase("un-reorganization"), &bare).starts_with("frames[0]"), "under nothing");
}

#[test]
fn two_sides_set_up_and_only_their_own_counters() {
    // [proves: ch S1 2.0]
    let position = Table::start(game(), "advancing", &[]).position();
    let posting = |side: u8, unit: u8| json!([{ "Sequence": null }, { "Posting": { "side": side, "late": false, "unit": unit } }]);
    assert_eq!(position["frames"], posting(0, 255));
    assert!(under_way(position.clone(), &posting(2, 255)).starts_with("frames[1]"), "there is no third side");
    assert!(under_way(position, &posting(0, 254)).starts_with("frames[1]"), "there is no such counter");
}

#[test]
fn a_game_that_is_over_can_be_laid_again() {
    // [proves: ch 37.11]
    let over = || board("over").units(&UNITS).json();
    assert!(Table::lay(game(), &over()).to_act().is_empty());
    let mut begun = over();
    begun["frames"] = json!([{ "Sequence": null }]);
    assert!(Table::lay(game(), &begun).to_act().is_empty());
    let why = under_way(over(), &json!([{ "Sequence": null }, { "Strikes": null }]));
    assert!(why.contains("the game is over"), "{why}");
}

#[test]
fn a_meeting_engagement_is_fought_from_a_hex() {
    // [proves: ch 26.7]
    let units = [("us-5-1m", "1817"), ("us-1m-hq", "2017"), ("c-20-hq", "1520"), ("c-172-58", "1718")];
    let mut table = board("un-movement").units(&units).option("meeting", "on").lay();
    table.acts(&["move us-5-1m", "meet 1718"]);
    let mut position = table.position();
    assert_eq!(position["combat"]["occasion"], "meeting");
    assert!(Table::lay(game(), &position).offers("table probe"));
    position["combat"]["from"] = json!(60000);
    assert!(Table::cannot_lay(game(), &position).starts_with("frames"));
}

#[test]
fn a_march_has_its_goal_on_the_map() {
    // [proves: ch 6.1]
    let mut table = un_movement().lay();
    table.act("move us-3-b1");
    let mut position = table.position();
    position["frames"][2]["Moving"]["goal"] = json!(hex_number("6134") + 1);
    assert!(Table::cannot_lay(game(), &position).starts_with("frames[2]"));
}

#[test]
fn an_event_and_a_barrage_name_what_there_is() {
    // [proves: ch 3.2, ch 10.1]
    let event = |event: u8| json!([{ "Sequence": null }, { "Event": { "event": event, "left": 1 } }]);
    let morning = || board("events").units(&UNITS).json();
    let mut disease = morning();
    disease["frames"] = event(3);
    assert!(Table::lay(game(), &disease).offers("disrupt c-172-58"));
    assert!(under_way(morning(), &event(14)).starts_with("frames[1]"), "there are fourteen events");
    let hit = |by: u8| {
        let targets = json!({ "hex": hex_number("1720"), "targets": [], "left": 1, "source": "barrage",
            "by": by, "bridge": false });
        json!([{ "Sequence": null }, { "Barrages": { "side": 0 } }, { "Victims": targets }])
    };
    let why = under_way(board("un-barrage").units(&UNITS).json(), &hit(2));
    assert!(why.starts_with("frames[2]"), "there is no third side: {why}");
}

#[test]
fn a_force_that_is_lost_on_its_march_can_be_laid_while_the_enemy_advances() {
    // [proves: ch 26.8, ch 11.9-AZ]
    let units = [("c-172-58", "3415"), ("us-17-7", "3416"), ("us-x-hq", "3413"), ("c-173-58", "1720")];
    let mut table = board("com-movement").units(&units).option("meeting", "on").lay();
    table.acts(&["move c-172-58", "meet 3416"]).dice(&[1]).act("table assault");
    assert_eq!(place(&table, "c-172-58"), "eliminated", "{:?}", table.log());
    assert!(table.offers("advance us-17-7 3415"), "{:?}", table.legal());
    let mut again = Table::lay(game(), &table.position());
    again.act("advance us-17-7 3415");
    assert!(again.play().is_final(), "whether the march goes on may depend on hidden units");
    assert!(again.offers("move c-173-58"), "the Communists march on: {:?}", again.legal());
}
