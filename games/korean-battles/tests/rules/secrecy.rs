//! What a player may not know stays unknown: hidden units, dummies, drawn markers (16.0, 23.1).

use crate::common::{Battle, Board, Setup, chosin, inchon, pusan, rules};
use engine::Picture;
use engine::{Rules, Seat, SeatSet, View};

/// A position as it is written.
fn shown(state: &crate::common::State) -> String {
    serde_json::to_string(&rules().position(state)).unwrap()
}

/// Everything that seat gets to see of a position.
fn seen(board: &Board, seat: Seat) -> String {
    let view = View::of(rules(), board.state(), SeatSet::one(seat));
    let scene = serde_json::to_string(&engine::scene_of(rules(), &view)).unwrap();
    let mut legal = Vec::new();
    rules().legal(view.state(), seat, &mut legal);
    let sheet = engine::sheet_of(rules(), rules().scenario(board.state()));
    let overlays: Vec<String> = sheet
        .overlays
        .iter()
        .map(|o| serde_json::to_string(&rules().overlay(&view, &o.id).unwrap()).unwrap())
        .collect();
    format!("{} {scene} {legal:?} {overlays:?}", shown(view.state()))
}

fn un() -> Seat {
    rules().info().seat("un").unwrap()
}

fn communist() -> Seat {
    (0..2).map(Seat).find(|&s| s != un()).unwrap()
}

fn same_to(seat: Seat, one: &Setup, other: &Setup) {
    let (one, other) = (one.load(), other.load());
    assert_ne!(one.position(), other.position(), "the truths differ");
    assert_eq!(seen(&one, seat), seen(&other, seat));
}

/// [proves: kb 23.1, kb 8.3]
#[test]
fn the_markers_in_the_enemy_s_hand_are_unknown() {
    let base = || pusan().player("un").unit("us-9-2", "1111").unit("nk-4", "1203");
    same_to(un(), &base().hand("nk", &[1, 2]), &base().hand("nk", &[4, 5]));
    same_to(communist(), &base().hand("un", &[7]), &base().hand("un", &[1]));
    let chosin_base = || chosin().turn(2).unit("cn-172", "0107").unit("usmc-1", "0907");
    same_to(un(), &chosin_base().hand("cn", &[1]), &chosin_base().hand("cn", &[4]));
}

/// A player sees his own markers and all his own hidden units.
#[test]
fn a_player_knows_his_own() {
    let base = || pusan().unit("us-9-2", "1111").hidden("nk-766", "3418");
    let two = (base().hand("nk", &[1, 2]).load(), base().hand("nk", &[4, 5]).load());
    assert_ne!(seen(&two.0, communist()), seen(&two.1, communist()));
    assert!(seen(&two.0, communist()).contains("nk-766"));
}

/// [proves: kb hidden-knowledge, kb 16.0]
#[test]
fn what_lies_face_down_is_unknown() {
    let base =
        || inchon().turn(3).player("un").unit("usmc-5", "0508").unit("us-hq-7", "0408").hand("un", &[3, 4]);
    for id in ["nk-31", "nk-877", "nk-18at", "nk-dep-a"] {
        let one = base().hidden(id, "0708").hidden("nk-dummy-1", "0905");
        same_to(un(), &one, &base().hidden("nk-dummy-1", "0708").hidden(id, "0905"));
    }
    let regiment = base().hidden("nk-31", "0708").hidden("nk-877", "0905");
    same_to(un(), &regiment, &base().hidden("nk-877", "0708").hidden("nk-31", "0905"));
}

/// In combat, the enemy's choice of marker is known only when it is played. [proves: kb 8.3]
#[test]
fn a_marker_is_known_once_it_is_played() {
    let fight = |hand: &[u8]| {
        let mut board = inchon()
            .turn(9)
            .player("nk")
            .phase("attack")
            .unit("nk-18-1", "0610")
            .unit("us-7-3", "0609")
            .hand("nk", &[3])
            .hand("un", hand)
            .load();
        board.attack("0609", &["nk-18-1"]);
        board
    };
    assert_eq!(seen(&fight(&[2]), communist()), seen(&fight(&[5]), communist()));
}

/// A spectator sees neither hand nor hidden unit.
#[test]
fn a_spectator_sees_what_is_public() {
    let base = || inchon().turn(3).player("un").unit("usmc-5", "0508");
    let look = |setup: &Setup| {
        let board = setup.load();
        let view = View::of(rules(), board.state(), SeatSet::NONE);
        format!(
            "{} {}",
            shown(view.state()),
            serde_json::to_string(&engine::scene_of(rules(), &view)).unwrap()
        )
    };
    assert_eq!(
        look(&base().hidden("nk-31", "0708").hidden("nk-dummy-1", "0905").hand("un", &[1])),
        look(&base().hidden("nk-dummy-1", "0708").hidden("nk-31", "0905").hand("un", &[7]))
    );
}
