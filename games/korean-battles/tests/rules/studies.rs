//! The worked studies of `docs/studies` load and play as written.

use crate::common::{Battle, Board};

fn play(position: &str, line: &str) -> Board {
    let position: serde_json::Value = serde_json::from_str(position).expect("the study is JSON");
    let mut board = Board::lay(crate::common::rules(), &position);
    for text in line.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["dice", ref rolls @ ..] => {
                let rolls: Vec<u32> = rolls.iter().map(|r| r.parse().expect("a roll")).collect();
                board.dice(&rolls);
            }
            ["expect", unit, "dead"] => assert_eq!(board.fate(unit), "dead", "{unit}"),
            ["expect", unit, "gone"] => assert_ne!(board.where_is(unit).as_deref(), Some("0808"), "{unit}"),
            ["expect", unit, hex] => assert_eq!(board.where_is(unit).as_deref(), Some(hex), "{unit}"),
            _ => {
                board.act(text);
            }
        }
    }
    board
}

#[test]
fn the_naktong_crossing() {
    play(
        include_str!("../../../../docs/studies/kb-naktong-crossing.json"),
        include_str!("../../../../docs/studies/kb-naktong-crossing.line"),
    );
}

#[test]
fn toktong_pass() {
    play(
        include_str!("../../../../docs/studies/kb-toktong-pass.json"),
        include_str!("../../../../docs/studies/kb-toktong-pass.line"),
    );
}
