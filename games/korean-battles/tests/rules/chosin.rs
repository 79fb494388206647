//! The Chosin Few (24.0, 29).

use crate::common::{Battle, chosin, historical};

/// K09 [proves: kb 24.0]
#[test]
fn a_marine_regiment_has_four_steps() {
    let factors = |step: u8| {
        let board = chosin().turn(3).player("un").weak("usmc-5", "0907", step).load();
        let view = engine::View::of(crate::common::rules(), board.state(), engine::SeatSet::ALL);
        let sheet = engine::sheet_of(crate::common::rules(), "chosin");
        let scene = engine::scene_of(crate::common::rules(), &view);
        let piece =
            scene.pieces.iter().find(|p| sheet.pieces[p.def as usize].id.starts_with("usmc-5")).unwrap();
        let printed = &sheet.pieces[piece.def as usize];
        let face = if piece.face == engine::scene::Face::Back {
            printed.back.clone().unwrap()
        } else {
            printed.front.clone()
        };
        piece.factors.as_ref().map_or(face, ToString::to_string)
    };
    for (step, values) in [(1, "8-7-5"), (2, "6-6-5"), (3, "4-5-5"), (4, "2-4-4")] {
        assert_eq!(factors(step), values);
    }
    // Ae apart, each loss takes one step: three Ex in a row, then the fourth kills.
    for step in 1..=4 {
        let mut board = chosin()
            .turn(3)
            .phase("attack")
            .weak("usmc-5", "0907", step)
            .unit("cn-79", "0906")
            .hand("cn", &[4, 3])
            .load();
        let defence = [7, 6, 5, 4][step as usize - 1];
        let differential = 10 + 7 - defence;
        let die = (1..=6).find(|&d| crate::printed::column_result(differential, 3, d) == "Ex").unwrap();
        board.dice(&[die as u32]).attack("0907", &["cn-79"]).spend_all();
        assert_eq!(board.result(), "Ex");
        if step < 4 {
            assert_eq!(board.step("usmc-5"), u64::from(step) + 1);
            assert_eq!(board.where_is("usmc-5").as_deref(), Some("0907"));
        } else {
            assert_eq!(board.fate("usmc-5"), "dead");
        }
    }
}

/// Two steps elsewhere. [proves: kb 24.0]
#[test]
fn at_inchon_the_marines_have_two_steps() {
    let error = crate::common::inchon().weak("usmc-5", "0109", 3).refused();
    assert!(error.contains("usmc-5"), "{error}");
}

/// [proves: kb 29-cadre]
#[test]
fn the_cadre_of_koto_ri_stays_on_turn_one() {
    let at = |turn| chosin().turn(turn).player("un").unit("us-cadre-a", "1206").unit("usmc-1", "0907").load();
    assert!(!at(1).offers("move us-cadre-a"));
    assert!(at(2).offers("move us-cadre-a"));
}

/// [proves: kb 29-exit, kb 5.1-edge]
#[test]
fn units_leave_at_1903_from_turn_three() {
    let at = |turn| {
        chosin()
            .turn(turn)
            .player("un")
            .unit("usmc-1", "1803")
            .unit("us-mar", "1903")
            .unit("us-cadre-a", "1903")
            .unit("cn-172", "0107")
            .load()
    };
    let mut board = at(3);
    board.act("move usmc-1").act("to 1903");
    assert!(board.offers("exit"));
    board.act("exit");
    assert_eq!(board.fate("usmc-1"), "left");
    assert_eq!(board.points().0, 2, "a regiment");
    board.act("move us-mar").act("exit");
    assert_eq!(board.points().0, 3, "and a battalion");
    let mut early = at(2);
    early.act("move usmc-1");
    assert!(!early.offers("to 1903"), "the tanks are there, and nobody leaves before turn 3");
    let mut empty = chosin().turn(2).player("un").unit("usmc-1", "1803").unit("cn-172", "0107").load();
    empty.act("move usmc-1").act("to 1903");
    assert!(!empty.offers("exit"));
}

/// Headquarters and cadres score nothing, but do not count as left behind; a headquarters that left is no loss.
/// [proves: kb 29-exit, kb 17.0]
#[test]
fn a_headquarters_that_left_is_not_lost() {
    let mut board = chosin()
        .turn(5)
        .player("un")
        .unit("us-hq-1m", "1803")
        .unit("usmc-1", "1206")
        .unit("cn-172", "0107")
        .load();
    board.act("move us-hq-1m").act("to 1903").act("exit");
    assert_eq!(board.points().0, 0);
    board.until(6, "cn", "Movement");
    assert_eq!(board.hand("un").len(), 6, "no marker is lost");
}

/// Not in the turn it entered. [proves: kb 29-exit]
#[test]
fn nobody_turns_round_at_once() {
    let mut board = chosin().turn(10).player("un").off("due", &["us-65-3"]).unit("cn-172", "0107").load();
    board.act("enter us-65-3 1903");
    assert!(!board.offers("exit"));
    board.act("stay").until(11, "un", "Movement");
    board.act("move us-65-3");
    assert!(board.offers("exit"));
}

/// Enemy zones do not stop the exit. [proves: kb 29-exit]
#[test]
fn an_enemy_beside_1903_does_not_stop_it() {
    let mut board = chosin().turn(5).player("un").unit("usmc-1", "1803").unit("cn-172", "1904").load();
    board.act("move usmc-1").act("to 1903");
    assert!(board.offers("exit"));
}

/// K69 [proves: kb 29-marine-cadre]
#[test]
fn six_marine_steps_bring_the_cadre() {
    let base = |five| {
        chosin()
            .turn(6)
            .player("un")
            .phase("mobile-combat")
            .unit("us-hq-1m", "0907")
            .weak("usmc-5", "1007", five)
            .weak("usmc-7", "1107", 3)
            .weak("usmc-1", "0908", 2)
            .unit("cn-172", "0107")
            .off("waiting", &["usmc-cadre"])
    };
    let mut board = base(4).load();
    board.until(7, "un", "Movement");
    assert_eq!(board.where_is("usmc-cadre").as_deref(), Some("0907"), "3 + 2 + 1 steps");
    let mut five = base(3).load();
    five.until(7, "un", "Movement");
    assert_eq!(five.where_is("usmc-cadre"), None, "five are not enough");
    let mut full = base(4).weak("usmc-1", "0907", 2).load();
    full.until(7, "un", "Movement").settle_cadres();
    let at = full.where_is("usmc-cadre").expect("it arrives");
    assert!(
        ["0906", "0908", "0806", "0807", "1006", "1007"].contains(&at.as_str()),
        "beside a full hex: {at}"
    );
}

/// A dead Marine regiment brings it too; without its headquarters it is lost. [proves: kb 29-marine-cadre]
#[test]
fn a_dead_marine_regiment_brings_the_cadre() {
    let base = || {
        chosin()
            .turn(6)
            .player("un")
            .phase("mobile-combat")
            .off("dead", &["usmc-5"])
            .off("waiting", &["usmc-cadre"])
            .unit("cn-172", "0107")
            .unit("usmc-1", "1206")
    };
    let mut board = base().unit("us-hq-1m", "0907").load();
    board.until(7, "un", "Movement");
    assert_eq!(board.where_is("usmc-cadre").as_deref(), Some("0907"));
    let mut lost = base().off("dead", &["us-hq-1m"]).load();
    lost.until(8, "un", "Movement");
    assert_eq!(lost.where_is("usmc-cadre"), None);
}

/// K70 [proves: kb 29-army-cadre]
#[test]
fn the_army_cadre_comes_early_when_31_7_dies() {
    let base = || {
        chosin()
            .turn(2)
            .player("un")
            .phase("mobile-combat")
            .unit("us-hq-1m", "0907")
            .unit("usmc-1", "0907")
            .unit("cn-172", "0107")
            .off("waiting", &["us-cadre-b"])
    };
    let mut board = base().off("dead", &["us-31-7"]).load();
    board.until(3, "un", "Movement").settle_cadres();
    let at = board.where_is("us-cadre-b").expect("on turn 3");
    assert!(["0906", "0908", "0806", "0807", "1006", "1007"].contains(&at.as_str()), "0907 is full: {at}");
    assert_eq!(board.step("us-cadre-b"), 1, "0-2-4");
    let mut usual = base().unit("us-31-7", "0706").load();
    usual.until(4, "un", "Movement");
    assert_eq!(usual.where_is("us-cadre-b"), None);
    usual.until(5, "un", "Movement").settle_cadres();
    assert_eq!(usual.step("us-cadre-b"), 2, "0-1-4 on turn 5");
}

/// The cadre in play is restored when 31/7 dies later. [proves: kb 29-army-cadre]
#[test]
fn the_army_cadre_in_play_is_restored() {
    let mut board = chosin()
        .turn(6)
        .phase("attack")
        .weak("us-31-7", "0706", 2)
        .weak("us-cadre-b", "0907", 2)
        .unit("cn-238", "0705")
        .unit("cn-239", "0606")
        .unit("cn-240", "0806")
        .load();
    board.battle("0706", &["cn-238", "cn-239", "cn-240"], 1).stand_fast();
    assert_eq!(board.fate("us-31-7"), "dead");
    board.until(7, "un", "Movement");
    assert_eq!(board.step("us-cadre-b"), 1);
}

/// Lost if Hagaru is not in UN hands. [proves: kb 29-army-cadre]
#[test]
fn the_army_cadre_needs_hagaru() {
    let mut board = chosin()
        .turn(4)
        .player("un")
        .phase("mobile-combat")
        .unit("usmc-1", "1206")
        .unit("cn-172", "0907")
        .off("waiting", &["us-cadre-b"])
        .load();
    board.until(6, "un", "Movement");
    assert_eq!(board.where_is("us-cadre-b"), None);
}

/// The 94th one regiment a turn, on the headquarters of the 27th Army. [proves: kb 29-ch-arrivals]
#[test]
fn the_ninety_fourth_trickles_in() {
    let mut board = historical("chosin", &[]);
    for (turn, id) in [(6, "cn-280"), (7, "cn-281"), (8, "cn-282")] {
        board.until(turn, "cn", "Movement");
        assert!(!board.choices(&format!("enter {id}")).is_empty(), "{id} on turn {turn}");
        if turn < 8 {
            assert!(board.choices("enter cn-282").is_empty());
        }
    }
}
