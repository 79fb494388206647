//! The worked study of docs/war-625.md: the file loads, and the line goes as told there.

use crate::common::{self, Game};

const POSITION: &str = include_str!("../../../../docs/studies/war-625-cut-at-seoul.json");
const LINE: &str = include_str!("../../../../docs/studies/war-625-cut-at-seoul.line");

/// Plays the lines of a study: actions, `dice`, `expect`, and `quiet` up to a moment.
fn follow(game: &mut Game, line: &str) {
    for text in line.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["dice", ref rolls @ ..] => {
                let rolls: Vec<u32> = rolls.iter().map(|r| r.parse().expect("a roll")).collect();
                game.tell(&rolls);
            }
            ["quiet", nation, phase] => game.skip_to(nation, phase),
            ["expect", "tokens", area, n] => assert_eq!(game.tokens(area).to_string(), n, "{text}"),
            ["expect", "control", area, nation] => assert_eq!(game.control(area), nation, "{text}"),
            ["expect", "isolation", area, nation, n] => {
                assert_eq!(game.isolation(area, nation).to_string(), n, "{text}");
            }
            _ => game.act(text),
        }
    }
    game.all_dice_used();
}

#[test]
fn cut_at_seoul() {
    let mut game = common::load(POSITION);
    assert_eq!(game.moment(), ("US", "combat-move"));
    follow(&mut game, LINE);
}
