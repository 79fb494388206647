//! 17.0 Airborne landings. The shipped order of battle has no airborne unit, so a regiment and its battalions are made airborne.

use crate::common::{Board, board, marked, place, working};
use chosin::Chosin;
use serde_json::{Value, json};
use std::sync::OnceLock;
use testkit::Table;

/// The game with the 31st Infantry as an airborne regiment.
fn airborne() -> &'static Chosin {
    static GAME: OnceLock<Chosin> = OnceLock::new();
    GAME.get_or_init(|| {
        let mut files = chosin::files();
        let mut text = String::new();
        for line in files.get("units.toml").unwrap().lines() {
            let jumps = ["\"us-31-7\"", "\"us-31-7-b1\"", "\"us-31-7-b2\"", "\"us-17-7\""]
                .iter()
                .any(|id| line.contains(id));
            let line = if jumps {
                line.replace("motorized-infantry", "airborne").replace("us-128", "airborne-128")
            } else {
                line.to_owned()
            };
            text.push_str(&line);
            text.push('\n');
        }
        files.replace("units.toml", text).unwrap();
        Chosin::new(&files).unwrap_or_else(|e| panic!("{e}"))
    })
}
fn lay(laid: Board) -> Table<'static, Chosin> {
    Table::lay(airborne(), &laid.json())
}
/// MAC in the parachute box and a battalion at Yonpo.
fn yonpo(mac: u8, more: &[(&str, &str)]) -> Board {
    board("un-movement").units(&[("us-31-7-b1", "3612"), ("us-3-b1", "3612")]).units(more).air(2, 6, mac)
}

#[test]
fn airborne_units_jump_from_an_airfield_with_mac() {
    // [proves: ch 17.0, ch 17.1, ch 17.2, ch 17.3]
    let table = lay(yonpo(2, &[("us-31-7", "3612"), ("us-31-7-b2", "3212"), ("c-172-58", "1720")]));
    table.refuses("emplane us-3-b1", "ch 17.0", "no airborne unit");
    table.refuses("emplane us-31-7", "ch 17.1", "three a regiment");
    table.refuses("emplane us-31-7-b2", "ch 17.1", "not at an airfield");
    lay(yonpo(0, &[])).refuses("emplane us-31-7-b1", "ch 17.1", "one MAC");
    let mut table = lay(yonpo(2, &[("c-172-58", "1720"), ("c-173-58", "3713")]));
    table.act("emplane us-31-7-b1");
    table.refuses("to 1720", "ch 17.3", "nobody jumps");
    table.refuses("to 1519", "ch 17.3", "nobody jumps");
    table.dice(&[5]).act("to 1719");
    assert_eq!((place(&table, "us-31-7-b1"), table.at("/air/boxes/2/0")), ("1719".to_owned(), json!(1)));
    table.refuses("move us-31-7-b1", "ch 6.1", "has moved");
    let mut table =
        lay(yonpo(1, &[]).set("/phase", json!("un-air")).air(2, 0, 1).set("/air/ready", json!([0, 0, 1])));
    table.act("assign 1 mac parachute");
    assert_eq!(table.at("/air/boxes/2/6"), 2);
}

#[test]
fn a_landed_unit_attacks_and_is_fed_by_drops() {
    // [proves: ch 17.3, ch 17.6]
    let mut table = lay(yonpo(1, &[("c-172-58", "1720")]).air(2, 4, 1));
    table.act("emplane us-31-7-b1").dice(&[6]).act("to 1618");
    assert!(!crate::common::supplied(&table, "us-31-7-b1"));
    table.act("drop 1618");
    assert!(crate::common::supplied(&table, "us-31-7-b1"));
    let mut table = lay(yonpo(1, &[("c-172-58", "1720")]));
    table.act("emplane us-31-7-b1").dice(&[6]).act("to 1719");
    table.quietly_until(|t| t.at("/phase") == "un-combat");
    table.act("attack 1720");
    assert!(table.offers("add us-31-7-b1"));
}

#[test]
fn the_wind_scatters_a_landing() {
    // [proves: ch 17.4, ch 17.9, ch 12.2]
    let jump = |die: u32, hex: &str| {
        let mut table = lay(board("un-movement")
            .units(&[("us-17-7", "3612"), ("c-172-58", "1720"), ("us-3-b1", "5416"), ("c-173-58", "3415")])
            .air(2, 6, 3));
        table.act("emplane us-17-7").dice(&[die]).act(&format!("to {hex}"));
        (marked(&table, "us-17-7", "disrupted"), marked(&table, "us-17-7", "swooped"))
    };
    assert_eq!(jump(2, "3212"), (true, false), "clear ground: two and less disrupts");
    assert_eq!(jump(3, "3212"), (false, false));
    assert_eq!(jump(4, "3212"), (false, true), "four gives the column");
    assert_eq!(jump(5, "3212"), (false, false));
    assert_eq!(jump(3, "2016"), (true, false), "rough: one less");
    assert_eq!(jump(5, "2016"), (false, true));
    assert_eq!(jump(3, "3414"), (true, false), "an enemy zone: one less");
    assert_eq!(jump(4, "1719"), (true, false), "both: two less");
    assert_eq!(jump(3, "5416"), (false, true), "an airfield: one more");
}

#[test]
fn one_column_for_any_number_of_such_landings() {
    // [proves: ch 17.5]
    let laid = |marks: &[&str]| {
        let mut board = board("un-combat").units(&[
            ("us-17-7", "3415"),
            ("us-31-7", "3415"),
            ("us-3-b1", "3516"),
            ("c-172-58", "3416"),
        ]);
        for unit in marks {
            board = board.marks(unit, &["swooped"]);
        }
        let mut table = lay(board);
        table.acts(&["attack 3416", "add us-17-7", "add us-31-7", "add us-3-b1", "lock"]);
        working(&table, "Airborne surprise")
    };
    assert_eq!(laid(&[]), "");
    assert_eq!(laid(&["us-17-7"]), "+1", "for the whole attack");
    assert_eq!(laid(&["us-17-7", "us-31-7"]), "+1");
    let mut table = lay(board("un-recovery")
        .units(&[("us-17-7", "3415"), ("c-172-58", "1323")])
        .marks("us-17-7", &["swooped"]));
    table.act("end");
    assert!(!marked(&table, "us-17-7", "swooped"), "that player turn only");
}

#[test]
fn one_landing_in_a_game() {
    // [proves: ch 17.31]
    let mut table = lay(yonpo(2, &[("us-31-7-b2", "3612")]).marks("us-31-7-b1", &["jumped"]));
    table.refuses("emplane us-31-7-b1", "ch 17.31", "has made its landing");
    table.act("emplane us-31-7-b2");
    let formed = |marks: Value| {
        let mut table = lay(board("un-reorganization")
            .units(&[("us-31-7-b1", "3612"), ("us-31-7-b2", "3612")])
            .set("/marks", marks));
        table.act("form us-31-7 3612");
        marked(&table, "us-31-7", "jumped")
    };
    assert!(!formed(json!({})));
    assert!(formed(json!({ "us-31-7-b1": ["jumped"] })), "a battalion's jump is the regiment's");
    let mut table = lay(board("un-reorganization")
        .units(&[("us-31-7", "3612")])
        .marks("us-31-7", &["jumped"])
        .off("reorganization", &["us-31-7-b1", "us-31-7-b2"]));
    table.act("break us-31-7");
    assert!(marked(&table, "us-31-7-b1", "jumped") && marked(&table, "us-31-7-b2", "jumped"));
}

#[test]
fn reinforcements_may_jump_in() {
    // [proves: ch 17.7]
    let mut table =
        lay(board("un-movement").units(&[("us-3-b1", "3212")]).off("aside", &["us-17-7"]).air(2, 6, 3));
    table.act("emplane us-17-7").dice(&[5]).act("to 2017");
    assert_eq!(place(&table, "us-17-7"), "2017");
}
