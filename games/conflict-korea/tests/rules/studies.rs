//! The worked studies of `docs/studies` load and play as written.

use crate::common::*;
use testkit::Table;

/// What a line expects of the force of a unit.
fn expect(st: &State, what: &str, id: &str, value: &str) {
    let f = st.unit(unit(st, id)).force;
    let label = |h: HexId| scope(st).ground.label(h).to_string();
    let found = match what {
        "at" => label(st.force(f).hex),
        "assaults" => scope(st).target(st, f).map(label).unwrap_or_default(),
        "points" => st.force(f).points.to_string(),
        "readiness" => readiness(st, id).to_string(),
        other => panic!("a study can't expect {other}"),
    };
    assert_eq!(found, value, "{what} {id}");
}

fn play(position: &str, line: &str) {
    let position: serde_json::Value = serde_json::from_str(position).unwrap_or_else(|e| panic!("{e}"));
    let mut table = Table::lay(game(), &position);
    for text in line.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["dice", ref rolls @ ..] => {
                let rolls: Vec<u32> =
                    rolls.iter().map(|r| r.parse().unwrap_or_else(|e| panic!("{e}"))).collect();
                table.dice(&rolls);
            }
            ["expect", what, id, value] => expect(table.state(), what, id, value),
            _ => {
                table.act(text);
            }
        }
    }
    assert_eq!(table.dice_left(), 0, "{:?}", table.log());
}

/// [proves: ck 4.24, ck 4.25]
#[test]
fn two_armies_on_the_chongchon() {
    play(
        include_str!("../../../../docs/studies/ck-chongchon.json"),
        include_str!("../../../../docs/studies/ck-chongchon.line"),
    );
}

/// [proves: ck 4.253, ck 3.41207]
#[test]
fn the_landing_at_inchon() {
    play(
        include_str!("../../../../docs/studies/ck-inchon.json"),
        include_str!("../../../../docs/studies/ck-inchon.line"),
    );
}
