//! Bad habits, counted where they are and not where they are not.

use crate::common::{Board, Setup, inchon, pusan, rules};
use engine::{Count, Habits, Rules};

/// Plays and counts; gives lapses and occasions of a habit of the side that plays first.
fn conduct(setup: &Setup, texts: &[&str], habit: &str) -> (u64, u64) {
    let mut board = setup.load();
    let side = board.seat().0;
    let mut habits = Habits::default();
    for text in texts {
        watched(&mut board, text, &mut habits);
    }
    let index = rules().habits().iter().position(|h| h.habit == habit).expect("a habit of the game");
    let Count { occasions, lapses } = habits.count(side, index);
    (lapses, occasions)
}

fn watched(board: &mut Board, text: &str, habits: &mut Habits) {
    let (before, seat) = (board.state.clone(), board.seat());
    let action = rules().read_action(&before, text).expect("an action");
    board.act(text);
    rules().watch(&before, seat, action, &board.state, habits);
}

#[test]
fn a_good_attack_is_passed_over() {
    let passed = |setup: Setup| conduct(&setup, &["pass"], "useful action passed over");
    let weak = || pusan().player("un").phase("attack").unit("nk-12div-30", "1005").unit("us-9-2", "1105");
    let strong = || weak().unit("us-9-2", "1004").unit("us-38-2", "1105").unit("us-23-2", "1006");
    assert_eq!(passed(strong()), (1, 1), "9 against 2 in clear is +7: column 10");
    assert_eq!(passed(weak()), (0, 1), "2 against 2 in clear is 0: column 6");
    let unknown = strong().without("nk-12div-30").hidden("nk-12div-30", "1005");
    assert_eq!(passed(unknown), (0, 1), "nobody knows what stands there");
}

#[test]
fn a_hopeless_attack_is_made() {
    let fight = |setup: Setup| conduct(&setup, &["attack 1005", "add us-9-2", "fight"], "hopeless attack");
    let base = || pusan().player("un").phase("attack").unit("nk-12div-30", "1005");
    assert_eq!(fight(base().weak("us-9-2", "1105", 2)), (1, 1), "1 against 2 in clear is -1: column 5");
    assert_eq!(fight(base().unit("us-9-2", "1105")), (0, 1), "2 against 2: column 6");
    let supported = base().weak("us-9-2", "1105", 2).hand("un", &[1]);
    assert_eq!(fight(supported), (0, 1), "a marker makes it 0");
}

#[test]
fn a_key_hex_is_left_empty() {
    let turn = |setup: Setup| conduct(&setup, &["pass"], "key hex left empty");
    let base = || inchon().turn(3).phase("mobile-combat").unit("nk-42-1", "0208");
    assert_eq!(turn(base().unit("usmc-1", "0310")), (2, 2), "both hexes of Inchon, an enemy beside them");
    assert_eq!(turn(base().unit("usmc-1", "0109")), (1, 2), "one is manned");
    let far = inchon().turn(3).phase("mobile-combat").unit("nk-42-1", "1207").unit("usmc-1", "0310");
    assert_eq!(turn(far), (0, 0), "no enemy is near");
}

#[test]
fn a_unit_sits_out_of_supply() {
    let turn = |setup: Setup| conduct(&setup, &["pass"], "idle without supply");
    let base = || pusan().player("un").phase("mobile-combat").unit("us-7-1c", "2205");
    assert_eq!(turn(base()), (0, 1), "a line of supply on its own side of the Naktong");
    assert_eq!(turn(base().unit("us-5-1c", "2104")), (1, 2), "no line crosses the Naktong");
    let engaged = base().unit("us-5-1c", "2104").unit("nk-9div-85", "2103");
    assert_eq!(turn(engaged), (0, 2), "it has an enemy before it");
}
