//! Support fire, bombardment and counter-battery (8.0, 19.0, 23.0).

use crate::common::{Battle, historical, inchon, pusan, set};

/// K02 [proves: kb 8.0, kb 3.0, kb 4.1-support]
#[test]
fn the_track_gives_first_and_second_player_their_markers() {
    let pusan = historical("pusan", &[]);
    assert_eq!((pusan.hand("nk").len(), pusan.hand("un").len()), (6, 7));
    let inchon = historical("inchon", &[]);
    assert_eq!((inchon.hand("un").len(), inchon.hand("nk").len()), (9, 2), "here the UN is the first player");
}

/// The draw is blind and follows the dice, not the values. [proves: kb 23.1, kb 8.1]
#[test]
fn markers_are_drawn_at_random() {
    let hands: std::collections::BTreeSet<Vec<u64>> = (0..12)
        .map(|seed| {
            let mut board = pusan().turn(1).player("un").phase("rebuild").unit("us-5-1c", "1908").load();
            board.seed(seed);
            board.until(2, "nk", "Movement").hand("un")
        })
        .collect();
    assert!(hands.len() > 3, "{hands:?}");
    assert!(hands.iter().all(|h| h.len() == 7));
    assert!(hands.iter().any(|h| h.iter().sum::<u64>() > 14), "not the lowest values first");
}

/// K04 [proves: kb 8.4, kb 8.4.1, kb 8.4.2]
#[test]
fn counter_battery_turns_a_bombardment_against_its_own_side() {
    let fired = |die| {
        let mut board = pusan()
            .player("un")
            .phase("combat")
            .unit("us-hq-24", "1206")
            .unit("us-21-24", "1105")
            .unit("nk-109", "1203")
            .unit("nk-hq-1", "1201")
            .hand("un", &[4])
            .hand("nk", &[4])
            .load();
        board.dice(&[die]).act("bombard 1203 +4").act("support +4").quietly();
        board
    };
    for die in [1, 2] {
        let board = fired(die);
        assert_eq!(
            (board.step("us-21-24"), board.step("us-hq-24"), board.step("nk-109")),
            (1, 1, 1),
            "A{die} is ignored"
        );
    }
    for die in 3..=6 {
        let board = fired(die);
        assert_eq!(board.step("us-21-24"), 2, "0 less 3 is column 3, die {die}: (A) hits the closest unit");
        assert_eq!((board.step("us-hq-24"), board.step("nk-109")), (1, 1));
    }
}

/// K05 [proves: kb 19.0]
#[test]
fn a_marker_reaches_as_far_as_its_value() {
    let board = pusan()
        .player("un")
        .phase("combat")
        .unit("us-hq-1c", "1908")
        .unit("nk-2", "1901")
        .unit("nk-3", "1108")
        .hand("un", &[7])
        .load();
    assert_eq!(
        board.choices("bombard"),
        set(&["1901 +7"]),
        "seven hexes, not eight; mountains do not matter"
    );
}

/// K44 [proves: kb 8.3]
#[test]
fn each_slot_is_used_or_lost_in_its_turn() {
    let mut board = inchon()
        .turn(9)
        .player("nk")
        .phase("attack")
        .unit("nk-18-1", "0610")
        .unit("us-7-3", "0609")
        .hand("nk", &[3, 3, 1])
        .hand("un", &[2, 2])
        .load();
    board.dice(&[1]).attack("0609", &["nk-18-1"]);
    for (side, action) in [("nk", "decline"), ("un", "decline"), ("nk", "support +3"), ("un", "support +2")] {
        assert_eq!(board.side(), side);
        board.act(action);
    }
    assert_eq!(board.result(), "D2", "4 + 3 against 3 + 2 is +2: column 8");
    assert_eq!((board.hand("nk"), board.hand("un")), (vec![1, 3], vec![2]));
}

/// Two markers a side, no more. [proves: kb 8.3, kb 8.3-once]
#[test]
fn two_markers_a_side_and_each_only_once() {
    let mut board = inchon()
        .turn(9)
        .player("nk")
        .phase("attack")
        .unit("nk-18-1", "0610")
        .unit("us-7-3", "0609")
        .unit("nk-31", "0409")
        .unit("rok-17", "0309")
        .hand("nk", &[1, 1, 1])
        .load();
    board.dice(&[6]).attack("0609", &["nk-18-1"]).acts(&["support +1", "support +1"]);
    assert_eq!(board.hand("nk"), vec![1], "two are spent and the combat is over: no third");
    board.stand_fast();
    board.until(9, "nk", "Combat");
    board.attack("0309", &["nk-31"]);
    assert_eq!(board.choices("support"), set(&["+1"]));
    board.act("support +1");
    assert_eq!(board.hand("nk"), Vec::<u64>::new(), "spent markers do not come back in the same turn");
}

/// Support has no range in ground combat, and any nation's units use it. [proves: kb 8.2, kb 23.2]
#[test]
fn support_reaches_any_combat_of_any_nation() {
    let mut board = pusan()
        .phase("attack")
        .unit("nk-5", "3220")
        .unit("rok-3", "3121")
        .unit("us-hq-1c", "0216")
        .hand("un", &[1])
        .load();
    board.attack("3121", &["nk-5"]).quietly_waves();
    assert_eq!(board.side(), "un");
    assert!(board.offers("support +1"), "the ROK division far from any headquarters");
}

/// At the end of the game turn all markers return. [proves: kb 4.1-end, kb 8.6]
#[test]
fn unused_markers_are_not_saved() {
    let mut board =
        pusan().player("un").phase("rebuild").unit("us-5-1c", "1908").hand("un", &[7, 6, 5]).load();
    board.until(2, "nk", "Movement");
    assert_eq!(board.hand("un").len(), 7, "a new draw of turn 2, nothing kept");
    assert_eq!(board.moment().0, 2);
}

fn andong() -> crate::common::Setup {
    pusan()
        .phase("combat")
        .unit("nk-hq-2", "3710")
        .unit("rok-8", "3510")
        .unit("nk-8", "3610")
        .hand("nk", &[4, 3])
}

/// K45 [proves: kb 8.4, kb 8.4.2, kb 19.0, kb 8.5]
#[test]
fn the_bombardment_of_andong() {
    let mut ignored = andong().load();
    ignored.dice(&[1]).act("bombard 3510 +4").act("support +3").quietly();
    assert_eq!(
        (ignored.step("nk-8"), ignored.step("rok-8")),
        (1, 1),
        "-1 against a town: column 3, A2 is ignored"
    );
    let mut friendly = andong().load();
    friendly.dice(&[3]).act("bombard 3510 +4").act("support +3").quietly();
    assert_eq!(friendly.step("nk-8"), 2, "(A): the closest friend");
    assert_eq!(friendly.step("nk-hq-2"), 1);
}

/// Across a river the bombarded hex has its own terrain only. [proves: kb 8.5]
#[test]
fn hexsides_do_not_help_against_bombardment() {
    // The Naktong lies between 3610 and 3510; a clear hex behind the same river shows it.
    let mut board = pusan()
        .phase("combat")
        .unit("nk-hq-1", "1103")
        .unit("us-21-24", "1105")
        .unit("nk-4", "1104")
        .hand("nk", &[5])
        .load();
    // 5 against 3 in clear: +2, column 8, die 1: D2. With a river shift it would be column 6: Ex.
    board.dice(&[1]).act("bombard 1105 +5").quietly();
    assert_eq!(board.result(), "D2");
}

/// K46 [proves: kb 19.0, kb 8.4.1]
#[test]
fn counter_battery_has_its_range_from_its_own_headquarters() {
    let mut board = andong().unit("rok-hq-2", "3110").hand("un", &[1, 3, 4, 5]).load();
    board.act("bombard 3510 +4");
    assert_eq!(board.side(), "un");
    assert_eq!(board.choices("support"), set(&["+4", "+5"]), "four hexes from 3110");
}

/// K47 [proves: kb 19.0]
#[test]
fn a_headquarters_too_far_cannot_bombard() {
    let board = pusan()
        .phase("combat")
        .unit("nk-hq-1", "2501")
        .unit("us-5-1c", "2205")
        .unit("nk-2", "2204")
        .hand("nk", &[5, 4])
        .load();
    assert!(board.choices("bombard").is_empty(), "six hexes, and no marker above +5");
}

/// K51 [proves: kb 19.0]
#[test]
fn without_headquarters_nobody_bombards() {
    let board = inchon()
        .turn(9)
        .player("nk")
        .phase("combat")
        .unit("nk-31", "0610")
        .unit("us-7-3", "0609")
        .hand("nk", &[5])
        .load();
    assert!(board.choices("bombard").is_empty());
    let mut answer = inchon()
        .turn(9)
        .phase("combat")
        .unit("us-hq-7", "0509")
        .unit("nk-31", "0609")
        .hand("un", &[5])
        .hand("nk", &[5])
        .load();
    answer.dice(&[1]).act("bombard 0609 +5");
    assert!(
        answer.over() || answer.side() == "un" || !answer.offers("support +5"),
        "nor answers a bombardment"
    );
}

/// Any headquarters will do, depleted and cut off as it may be. [proves: kb 19.0]
#[test]
fn the_state_of_the_headquarters_does_not_matter() {
    let board = pusan()
        .without("nk-dep-a")
        .without("nk-dep-c")
        .phase("combat")
        .weak("nk-hq-1", "2203", 2)
        .unit("us-5-1c", "2205")
        .hand("nk", &[2, 1])
        .load();
    assert_eq!(board.choices("bombard"), set(&["2205 +2"]));
}

/// One bombardment of a hex in a game turn, and only before the first ground attack. [proves: kb 8.4, kb 8.6]
#[test]
fn bombardment_comes_before_the_first_attack_and_once_to_a_hex() {
    let mut board = andong().hand("nk", &[4, 3, 2]).unit("rok-1", "3509").load();
    assert!(board.offers("bombard 3510 +4"));
    // 4 - 8 is column 1 in a town, die 1: (A), the 8th Division pays.
    board.dice(&[1]).act("bombard 3510 +4").quietly();
    assert!(!board.offers("bombard 3510 +3"), "3510 has had its bombardment");
    assert!(board.offers("bombard 3509 +3"), "another hex");
    board.dice(&[6]).attack("3510", &["nk-8"]).quietly();
    board.stand_fast();
    assert!(board.choices("bombard").is_empty(), "ground combat has begun");
    board.until(1, "nk", "Mobile Combat");
    assert!(board.over() || board.side() == "un" || board.choices("bombard").is_empty());
}

/// Ex of a bombardment hits the target alone; the owner of a stack chooses. [proves: kb 8.4, kb 20.0-stacks]
#[test]
fn a_bombardment_costs_only_the_target() {
    let mut board = pusan()
        .phase("combat")
        .unit("nk-hq-1", "1103")
        .unit("us-21-24", "1105")
        .unit("us-hq-24", "1105")
        .unit("nk-4", "1104")
        .hand("nk", &[5, 2])
        .load();
    // 7 against 5 in clear: +2, column 8, die 3: Ex.
    board.dice(&[3]).act("bombard 1105 +5").act("support +2").quietly();
    assert_eq!(board.result(), "Ex");
    assert_eq!(board.side(), "un");
    board.act("lose us-hq-24");
    assert_eq!((board.step("us-21-24"), board.step("us-hq-24")), (1, 2));
    assert_eq!((board.step("nk-4"), board.step("nk-hq-1")), (1, 1), "the bombarding side loses nothing");
}

/// Ae eliminates the closest friendly unit; the bombarding player breaks ties. [proves: kb 8.4.2]
#[test]
fn friendly_fire_can_kill_and_ties_are_chosen() {
    let mut board = andong()
        .unit("nk-13", "3609")
        .unit("rok-cap", "3510")
        .without("rok-8")
        .hand("nk", &[1])
        .unit("nk-766", "3509")
        .without("nk-hq-2")
        .unit("nk-hq-2", "3610")
        .without("nk-8")
        .load();
    // 1 against 9 in a town: column 1, die 6: Ae. 3609, 3509 and 3610 are all next to 3510.
    board.dice(&[6]).act("bombard 3510 +1").quietly();
    assert_eq!(board.choices("lose"), set(&["nk-13", "nk-766", "nk-hq-2"]));
    board.act("lose nk-766");
    assert_eq!(board.fate("nk-766"), "dead");
}

/// A bombardment needs no adjacent unit and is not an attack on the unit. [proves: kb 7.0, kb 7.2]
#[test]
fn a_bombarded_unit_may_still_be_attacked() {
    let mut board = andong().load();
    board.dice(&[1]).act("bombard 3510 +4").act("support +3").quietly();
    assert!(board.offers("attack 3510"));
}

/// A hex may be bombarded again in the next game turn. [proves: kb 8.6]
#[test]
fn a_new_turn_allows_a_new_bombardment() {
    let mut board = andong().field("bombarded", serde_json::json!(["3510"])).load();
    assert!(board.choices("bombard").is_empty());
    board.until(2, "nk", "bombardment");
    let near = board.hand("nk").iter().any(|&v| v >= 2);
    assert_eq!(
        board.choices("bombard").iter().any(|t| t.starts_with("3510")),
        near,
        "if a drawn marker reaches it"
    );
}

/// Counter-battery takes a bombardment down to nothing, not below. [proves: kb 8.4.1]
#[test]
fn counter_battery_goes_no_lower_than_nothing() {
    let mut board = pusan()
        .player("un")
        .phase("combat")
        .unit("us-hq-24", "1204")
        .unit("nk-109", "1203")
        .unit("nk-hq-1", "1201")
        .hand("un", &[1])
        .hand("nk", &[5])
        .load();
    // 0 less 3 is column 3, die 1: A2, ignored. At -7 it would be column 1: (A), and the headquarters would pay.
    board.dice(&[1]).act("bombard 1203 +1").act("support +5").quietly();
    assert_eq!(board.result(), "A2");
    assert_eq!(board.step("us-hq-24"), 1);
}

/// An attack that is declared but meets only a dummy is not resolved: bombardment stays open until one is.
/// [proves: kb 8.4, kb 4.1-combat]
#[test]
fn bombardment_ends_when_an_attack_is_resolved() {
    let mut board = pusan()
        .player("un")
        .phase("combat")
        .unit("us-hq-24", "1007")
        .unit("us-21-24", "1105")
        .unit("us-34-24", "1107")
        .unit("us-19-24", "1305")
        .unit("nk-4", "1304")
        .hidden("nk-dummy-1", "1005")
        .hand("un", &[4, 5, 6])
        .load();
    board.attack("1005", &["us-21-24"]);
    assert!(!board.choices("bombard").is_empty(), "nothing was resolved");
    board.dice(&[4]).attack("1304", &["us-19-24"]).quietly().stand_fast();
    assert!(board.choices("bombard").is_empty());
    board.refuses("bombard 1304 +5", "kb 8.4", "before the first attack");
}

#[test]
fn markers_are_listed_one_by_one() {
    assert_eq!(korean_battles::inside::listed([0, 2, 0, 1, 0, 0, 0]), "+2 +2 +4");
    assert_eq!(korean_battles::inside::listed([0; 7]), "no markers");
}
