//! The worked studies of `docs/studies` load and play as written.

use crate::common::{game, marked, place, points};
use testkit::Table;

fn play(position: &str, line: &str) {
    let position: serde_json::Value = serde_json::from_str(position).expect("the study is JSON");
    let mut table = Table::lay(game(), &position);
    for text in line.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["dice", ref rolls @ ..] => {
                let rolls: Vec<u32> = rolls.iter().map(|r| r.parse().expect("a roll")).collect();
                table.dice(&rolls);
            }
            ["expect", unit, "disrupted"] => assert!(marked(&table, unit, "disrupted"), "{unit}"),
            ["expect", unit, at] => assert_eq!(place(&table, unit), at, "{unit}"),
            ["points", side, n] => {
                assert_eq!(points(&table, usize::from(side == "com")).to_string(), n, "{side}");
            }
            _ => {
                table.act(text);
            }
        }
    }
    assert_eq!(table.dice_left(), 0, "every die of the line is thrown");
}

#[test]
fn the_first_night() {
    // [proves: ch 11.9-BB, ch S1 5.31]
    play(
        include_str!("../../../../docs/studies/chosin-first-night.json"),
        include_str!("../../../../docs/studies/chosin-first-night.line"),
    );
}

#[test]
fn the_road_south() {
    // [proves: ch 11.84, ch 16.2, ch 11.9-DT+]
    play(
        include_str!("../../../../docs/studies/chosin-road-south.json"),
        include_str!("../../../../docs/studies/chosin-road-south.line"),
    );
}
