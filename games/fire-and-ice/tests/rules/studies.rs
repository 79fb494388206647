//! The worked studies of `docs/studies` load and play as written.

use crate::table::{game, has, spot, until};
use serde_json::Value;
use testkit::Table;

/// Plays the lines of a study: actions, `dice`, `expect`, and `until` an action is on offer.
fn follow(position: &str, line: &str) {
    let position: Value = serde_json::from_str(position).unwrap_or_else(|e| panic!("{e}"));
    let mut t = Table::lay(game(), &position);
    let mut expected = 0;
    for text in line.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["dice", ref rolls @ ..] => {
                let rolls: Vec<u32> = rolls.iter().filter_map(|r| r.parse().ok()).collect();
                t.dice(&rolls);
                continue;
            }
            ["until", ..] => {
                until(&mut t, text.trim_start_matches("until "));
                continue;
            }
            ["expect", unit, "has", marker] => assert!(has(&t, unit, marker), "{text}"),
            ["expect", unit, place] if unit.contains('-') => assert_eq!(spot(&t, unit), place, "{text}"),
            ["expect", track, number] => {
                assert_eq!(t.at(&format!("/{track}")).to_string(), number, "{text}");
            }
            _ => {
                t.act(text);
                continue;
            }
        }
        expected += 1;
    }
    assert!(expected >= 4 && t.dice_left() == 0, "a study says what comes of it");
}

#[test]
fn yonchon() {
    follow(
        include_str!("../../../../docs/studies/fire-and-ice-yonchon.json"),
        include_str!("../../../../docs/studies/fire-and-ice-yonchon.line"),
    );
}

#[test]
fn bug_out() {
    follow(
        include_str!("../../../../docs/studies/fire-and-ice-bug-out.json"),
        include_str!("../../../../docs/studies/fire-and-ice-bug-out.line"),
    );
}
