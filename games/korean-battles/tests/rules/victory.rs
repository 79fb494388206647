//! Victory points, levels and the optional link (22.0, 25.0, 27 to 29).

use crate::common::{Battle, chosin, historical, inchon, pusan};
use serde_json::json;

/// K66 [proves: kb 27-victory, kb 22.0]
#[test]
fn the_reckoning_of_pusan() {
    let mut board = pusan()
        .turn(21)
        .player("un")
        .phase("rebuild")
        .unit("us-cadre", "0216")
        .unit("nk-12", "1908")
        .off("dead", &["us-21-24", "us-34-24", "rok-6", "us-89", "rok-hq-2"])
        .off(
            "dead",
            &["nk-1", "nk-2", "nk-3", "nk-5", "nk-4div-5", "nk-4div-16", "nk-83", "nk-109", "nk-dep-d"],
        )
        .off("left", &["usmc-5", "rok-17"])
        .field("points", json!({ "nk": 3 }))
        .load();
    let outcome = board.finish();
    assert_eq!(outcome.points, vec![12, 32], "UN 6 + 4 + 2, North Korea 5 + 5 + 2 + 2 + 5 + 10 + 3");
    assert_ne!(outcome.winner.as_deref(), Some("un"));
    assert!(outcome.winner.is_some());
    let result = outcome.result.to_lowercase();
    assert!(result.contains("decisive victory"), "{result}");
}

/// What scores nothing: cadres, police, dummies, divisions broken down. [proves: kb 27-victory, kb hidden-never]
#[test]
fn what_scores_nothing() {
    let board = pusan()
        .turn(9)
        .player("un")
        .unit("us-9-2", "1111")
        .off("dead", &["us-cadre", "rok-mp-ma", "nk-dummy-1"])
        .load();
    assert_eq!(board.points(), (0, 0));
}

/// Each kind of unit at its price. [proves: kb 27-victory]
#[test]
fn what_a_dead_unit_is_worth_at_pusan() {
    let price =
        |id: &str| pusan().turn(9).player("un").unit("us-9-2", "1111").off("dead", &[id]).load().points();
    for (id, points) in [
        ("rok-1", (0, 2)),
        ("rok-1div-11", (0, 2)),
        ("us-6", (0, 2)),
        ("us-38-2", (0, 5)),
        ("cw-27", (0, 5)),
        ("us-hq-2", (0, 5)),
        ("rok-hq-1", (0, 5)),
        ("nk-2", (1, 0)),
        ("nk-766", (1, 0)),
        ("nk-16", (2, 0)),
        ("nk-83", (2, 0)),
        ("nk-hq-1", (2, 0)),
        ("nk-dep-b", (2, 0)),
    ] {
        assert_eq!(price(id), points, "{id}");
    }
}

/// Pusan counts once all three hexes were held at the same moment, even if retaken. [proves: kb 27-victory]
#[test]
fn pusan_taken_and_lost_again() {
    let mut board = pusan()
        .turn(5)
        .unit("nk-766", "0316")
        .unit("nk-4div-5", "0215")
        .unit("nk-4div-16", "0217")
        .unit("us-9-2", "1111")
        .load();
    let before = board.points().1;
    board.go("nk-4div-16", "0216");
    assert_eq!(board.points().1 - before, 25);
    let partly =
        pusan().turn(5).unit("nk-766", "0316").unit("nk-4div-5", "0215").unit("us-9-2", "1111").load();
    assert_eq!(partly.points().1, 0, "two of three hexes are not Pusan");
}

/// Taegu counts only if held at the end. [proves: kb 27-victory]
#[test]
fn taegu_retaken_scores_nothing() {
    let mut board = pusan().turn(5).unit("nk-766", "1907").unit("us-9-2", "1811").load();
    board.go("nk-766", "1908");
    assert_eq!(board.points().1, 10);
    board.until(6, "nk", "Movement");
    board.go("nk-766", "1907").until(6, "un", "Movement");
    board.go("us-9-2", "1909").until(7, "un", "Movement");
    board.until(7, "nk", "Movement");
    assert_eq!(board.points().1, 10, "empty, but last held by North Korea");
}

/// K67 [proves: kb 28-victory]
#[test]
fn a_depot_in_seoul_denies_the_city() {
    let end = |seoul: bool| {
        let setup = inchon()
            .turn(14)
            .player("nk")
            .phase("rebuild")
            .unit("usmc-1", "1206")
            .off("dead", &["nk-42-1", "us-32-7"]);
        let setup = if seoul { setup.unit("nk-dep-a", "1406") } else { setup };
        setup.load().finish().points
    };
    assert_eq!(end(true), vec![0, 5]);
    assert_eq!(end(false), vec![10, 5]);
}

/// A battalion in Seoul is not enough; a dummy in Seoul does not matter. [proves: kb 28-victory, kb hidden-never]
#[test]
fn seoul_needs_a_regiment_and_ignores_dummies() {
    let end = |setup: crate::common::Setup| setup.load().finish().points[0];
    let base = || inchon().turn(14).player("nk").phase("rebuild");
    assert_eq!(end(base().unit("us-mar", "1206")), 0);
    assert_eq!(end(base().unit("usmc-1", "1206").hidden("nk-dummy-1", "1406")), 10);
}

/// A raid into Inchon by a supplied regiment from turn 5 on. [proves: kb 28-victory]
#[test]
fn a_raid_into_inchon() {
    let raid = |turn: u16, id: &str| {
        let mut board = inchon().turn(turn).player("nk").unit(id, "0208").unit("usmc-1", "0709").load();
        let before = board.points().1;
        board.go(id, "0108");
        board.points().1 - before
    };
    assert_eq!(raid(5, "nk-31"), 20);
    assert_eq!(raid(4, "nk-31"), 0, "too early");
    assert_eq!(raid(5, "nk-877"), 0, "a battalion");
    let mut hungry = inchon()
        .without("nk-dep-b")
        .without("nk-dep-c")
        .turn(5)
        .player("nk")
        .unit("nk-31", "0208")
        .unit("usmc-1", "0709")
        .load();
    let before = hungry.points().1;
    hungry.go("nk-31", "0108");
    assert_eq!(hungry.points().1 - before, 0, "out of supply");
}

/// Cities the UN took and North Korea took back. [proves: kb 28-victory]
#[test]
fn a_city_retaken() {
    let mut board = inchon()
        .turn(9)
        .player("un")
        .unit("usmc-1", "1008")
        .unit("nk-31", "1108")
        .unit("nk-18-1", "1209")
        .load();
    board.go("usmc-1", "1007");
    assert_eq!(board.points().1, 0);
    board.until(10, "un", "Movement");
    board.go("usmc-1", "0908").until(10, "nk", "Movement");
    board.go("nk-31", "1007");
    assert_eq!(board.points().1, 5, "Yongdungpo");
    let never = inchon().turn(9).player("un").unit("usmc-1", "0708").unit("nk-31", "1007").load();
    assert_eq!(never.points().1, 0, "a city the UN never held");
}

/// A city that the UN holds in a laid position was taken by it. [proves: kb 28-victory]
#[test]
fn a_city_held_when_the_position_is_laid_can_be_retaken() {
    let mut board = inchon()
        .turn(10)
        .player("nk")
        .field("control", json!({ "un": ["1007"] }))
        .unit("usmc-1", "0908")
        .unit("nk-31", "1108")
        .load();
    assert_eq!(board.points().1, 0);
    board.go("nk-31", "1007");
    assert_eq!(board.points().1, 5, "Yongdungpo");
}

/// K68 [proves: kb 29-victory, kb 29-exit]
#[test]
fn the_reckoning_of_chosin() {
    let outcome = chosin()
        .turn(14)
        .player("un")
        .phase("mobile-combat")
        .unit("us-hq-1m", "1206")
        .unit("us-cadre-a", "1205")
        .unit("cn-172", "0907")
        .off("left", &["usmc-1", "usmc-5", "us-mar"])
        .off("dead", &["us-31-7", "cw-41", "usmc-7", "us-cadre-b"])
        .load()
        .finish();
    assert_eq!(outcome.points, vec![5, 14], "UN 2 + 2 + 1; China 2 + 2 on the map, 4 + 2 + 4 dead");
}

/// K74 [proves: kb 22.0]
#[test]
fn the_levels_of_victory() {
    let level = |nk: i32| {
        let outcome = pusan()
            .turn(21)
            .player("un")
            .phase("rebuild")
            .unit("us-cadre", "0216")
            .off("left", &["usmc-5", "rok-17"])
            .field("points", json!({ "nk": nk }))
            .load()
            .finish();
        (outcome.winner, outcome.result.to_lowercase())
    };
    for (points, words) in [
        (31, "decisive victory"),
        (30, "tactical victory"),
        (21, "tactical victory"),
        (20, "pyrrhic victory"),
        (10, "pyrrhic victory"),
        (9, "tactical defeat"),
    ] {
        let (_, text) = level(points);
        assert!(text.contains(words), "{points}: {text}");
    }
    assert_eq!(level(0).0, None, "equal points are a draw");
}

/// K06 [proves: kb 25.0]
#[test]
fn the_naktong_link() {
    let points = |options: &[(&str, &str)]| historical("pusan", options).points().1;
    assert_eq!(points(&[]), 0);
    assert_eq!(points(&[("naktong-link", "2")]), -2);
    assert_eq!(points(&[("naktong-link", "2"), ("naktong-won", "on"), ("naktong-junctions", "4")]), 2);
    assert_eq!(
        points(&[("naktong-link", "2"), ("naktong-junctions", "4")]),
        -2,
        "junctions count only for a victory"
    );
}

/// Supply is asked when the raider enters; face down it scores when it is turned up, in supply or not.
/// [proves: kb 28-victory, kb hidden-claim, kb hidden-revealed]
#[test]
fn a_hidden_raid_counts_when_the_raider_shows_itself() {
    let raided = |supplied: bool| {
        let setup = inchon()
            .turn(5)
            .player("nk")
            .hidden("nk-31", "0208")
            .unit("usmc-1", "0709")
            .unit("usmc-7", "0308");
        let setup = if supplied { setup } else { setup.without("nk-dep-b").without("nk-dep-c") };
        let mut board = setup.without("usmc-7").load();
        board.go("nk-31", "0108");
        assert_eq!(board.points().1, 0, "the score would betray it");
        board
    };
    let mut attacked = raided(true);
    attacked.until(6, "un", "Combat");
    // The Marines cut it off, then attack.
    let mut position = attacked.position();
    position["units"]["usmc-5"] = serde_json::json!({ "at": "0208" });
    position["units"]["usmc-7"] = serde_json::json!({ "at": "0109" });
    let mut attacked = crate::common::Board::lay(crate::common::rules(), &position);
    assert!(!attacked.supplied("nk-31"));
    attacked.battle("0108", &["usmc-5", "usmc-7"], 6);
    assert_eq!(attacked.points().1, 20, "{:?}", attacked.told());
    let mut hungry = raided(false);
    hungry.act("show nk-31");
    assert_eq!(hungry.points().1, 0, "out of supply at entry");
    let mut shown = raided(true);
    shown.act("show nk-31");
    assert_eq!(shown.points().1, 20, "the player turns its own counter up");
    assert!(!shown.is_hidden("nk-31"));
}

/// Only what claims a hex is turned up, and never a dummy. [proves: kb hidden-claim]
#[test]
fn counters_are_turned_up_to_claim_a_hex() {
    let board = pusan()
        .turn(3)
        .hidden("nk-766", "1908")
        .hidden("nk-dummy-1", "2221")
        .hidden("nk-hq-1", "2502")
        .load();
    assert_eq!(board.choices("show"), crate::common::set(&["nk-766"]));
    board.refuses("show nk-dummy-1", "kb hidden-claim", "a dummy claims nothing");
    board.refuses("show nk-hq-1", "kb hidden-claim", "nothing to claim in 2502");
    board.refuses("show nk-dep-a", "kb hidden-claim", "face-down");
    let mut board = board;
    board.act("show nk-766");
    assert_eq!(board.points().1, 10, "Taegu");
    assert!(board.play().is_final(), "what was seen stands");
}

/// A draw has its level too. [proves: kb 22.0]
#[test]
fn a_draw_shows_its_level() {
    let outcome =
        pusan().turn(21).player("un").phase("rebuild").off("left", &["usmc-5", "rok-17"]).load().finish();
    assert_eq!(outcome.winner, None);
    assert_eq!(outcome.result, "Draw at 0 points: tactical defeat for both sides");
}
