//! The sequence of play (4.0) and the combat procedure (4.1).

use crate::common::{Battle, inchon, pusan, set};
use engine::Files;

/// [proves: kb 4.1-combat]
#[test]
fn the_steps_of_an_attack() {
    let mut board = inchon()
        .turn(9)
        .player("nk")
        .phase("attack")
        .unit("nk-18-1", "0610")
        .unit("nk-31", "0710")
        .unit("us-7-3", "0609")
        .hand("nk", &[1])
        .hand("un", &[1])
        .load();
    board.act("attack 0609");
    assert!(!board.offers("fight"), "A: first the attackers");
    board.act("add nk-18-1");
    assert!(board.offers("fight") && board.offers("add nk-31"));
    board.act("fight");
    assert_eq!(board.options(), set(&["support +1", "decline"]), "B: the attacker's support");
    board.act("decline");
    assert_eq!(board.side(), "un", "C: the defender's");
    board.act("decline");
    assert_eq!(board.side(), "nk");
    board.dice(&[5]).act("decline");
    board.act("decline");
    assert_eq!(board.result(), "A2", "D: 4 against 3 is +1, column 7, die 5, applied at once");
}

/// The four phases of a player turn in their order, and what ends them. [proves: kb 4.0, kb 4.1-movement]
#[test]
fn the_phases_follow_each_other() {
    let mut board = pusan()
        .player("un")
        .unit("us-89", "1007")
        .unit("us-6", "1308")
        .unit("nk-4div-5", "1108")
        .weak("us-9-2", "0216", 2)
        .load();
    let mut phases = Vec::new();
    for _ in 0..40 {
        if board.over() || board.side() != "un" || board.moment().0 != 1 {
            break;
        }
        let phase = board.position()["phase"].as_str().unwrap_or_default().to_owned();
        if phases.last() != Some(&phase) {
            phases.push(phase);
        }
        board.idle();
    }
    assert_eq!(phases, ["movement", "combat", "mobile-movement", "mobile-combat", "rebuild"]);
}

/// Mobile units that did not attack may attack in the Mobile Combat Phase, leg units never. [proves: kb 4.1-mobile-combat]
#[test]
fn who_attacks_in_the_mobile_combat_phase() {
    let mut board = pusan()
        .player("un")
        .phase("mobile-combat")
        .unit("us-89", "1007")
        .unit("us-9-2", "1109")
        .unit("us-6", "2104")
        .unit("nk-4div-5", "1108")
        .unit("nk-2", "2204")
        .load();
    assert!(!board.offers("attack 2204"), "6th Tank Battalion is out of supply west of the river");
    board.act("attack 1108");
    assert_eq!(board.choices("add"), set(&["us-89"]), "the regiment at 1109 is leg");
}

/// K01 [proves: kb 3.0, kb 2.3.2-strengths, kb 2.3.2-movement]
#[test]
fn a_counter_reads_attack_defence_movement() {
    let text = include_str!("../../data/units.toml").replacen(
        "faces = [\"3-2-8\", \"2-1-8\"]",
        "faces = [\"5-6-8\", \"2-1-8\"]",
        1,
    );
    let mut files: Files = korean_battles::files();
    files.replace("units.toml", text).unwrap();
    let game = korean_battles::KoreanBattles::new(&files).unwrap();
    let position =
        pusan().player("un").phase("attack").unit("us-89", "1105").unit("nk-12div-30", "1005").json().clone();
    let sheet = engine::sheet_of(&game, "pusan");
    let piece = sheet.pieces.iter().find(|p| p.id == "us-89").unwrap();
    assert_eq!(piece.front, "5-6-8");
    // Attack 5 against 2 in clear is +3: column 8, die 6 is A1 with 5 and (A) with 3.
    let mut table = testkit::Table::lay(&game, &position);
    table.dice(&[6]).acts(&["attack 1005", "add us-89", "fight"]);
    assert!(table.told().iter().any(|line| line.starts_with("A1:")), "{:?}", table.told());
}

/// A bad data file is refused by name.
#[test]
fn a_broken_data_file_is_named() {
    let mut files: Files = korean_battles::files();
    files.replace("crt.toml", "[result]\n".to_owned()).unwrap();
    let error = korean_battles::KoreanBattles::new(&files).err().expect("refused");
    assert_eq!(error.file, "crt.toml");
    assert!(!error.message.is_empty());
}

/// An unsupplied mobile unit does not join an attack in the Mobile Combat Phase. [proves: kb 10.4, kb 4.1-mobile-combat]
#[test]
fn only_supplied_units_join_a_mobile_attack() {
    let mut board = pusan()
        .player("un")
        .phase("mobile-combat")
        .unit("us-89", "2205")
        .unit("us-6", "2104")
        .unit("nk-2", "2204")
        .load();
    assert!(board.supplied("us-89") && !board.supplied("us-6"));
    board.act("attack 2204");
    assert_eq!(board.choices("add"), set(&["us-89"]));
}
