//! Ground combat (7.0) and both combat tables.

use crate::common::{Battle, chosin, inchon, pusan, set};
use serde_json::json;

/// Two North Korean divisions on the west bank of the Naktong against 21/24 on the east bank.
fn chogye() -> crate::common::Setup {
    pusan().phase("combat").unit("nk-4", "1104").unit("nk-10", "1204").unit("us-21-24", "1105")
}

/// K03 [proves: kb 8.3, kb 7.3, kb crt, kb 2.3.2-modifier]
#[test]
fn support_of_both_sides_enters_the_differential() {
    let expected = ["D2", "Ex", "Ex", "Ex", ".", "A1"];
    for (die, result) in (1..).zip(expected) {
        let mut board = inchon()
            .turn(9)
            .player("nk")
            .phase("attack")
            .unit("nk-18-1", "0610")
            .unit("nk-18-22", "0710")
            .unit("us-7-3", "0609")
            .hand("nk", &[2, 2])
            .hand("un", &[6])
            .load();
        board.dice(&[die]).attack("0609", &["nk-18-1", "nk-18-22"]);
        board.acts(&["support +2", "support +6", "support +2"]).quietly();
        assert_eq!(board.result(), result, "12 against 9 in clear, die {die}");
    }
}

/// K11 [proves: kb 7.4]
#[test]
fn only_the_best_terrain_counts() {
    let mut board = pusan().phase("combat").unit("nk-7", "3404").unit("rok-1", "3305").load();
    board.battle("3305", &["nk-7"], 1);
    assert_eq!(board.result(), "Ex", "hill and river are shift 2 together, not 4: +1 is column 5");
}

/// K22 [proves: kb 7.4, kb 7.6-d, kb 7.7-away, kb 7.8, kb retreat-1]
#[test]
fn two_divisions_across_the_naktong() {
    let mut board = chogye().load();
    board.battle("1105", &["nk-4", "nk-10"], 2);
    assert_eq!(board.result(), "D2", "17 across the river: column 10");
    assert_eq!(board.side(), "un");
    assert_eq!(board.options(), set(&["stand us-21-24", "retreat"]));
    let mut stiff = board.clone();
    stiff.act("stand us-21-24");
    assert_eq!((stiff.where_is("us-21-24").as_deref(), stiff.step("us-21-24")), (Some("1105"), 2));
    assert!(stiff.choices("advance").is_empty(), "no advance against stiff resistance");
    board.act("retreat");
    assert_eq!(board.retreat_ends("us-21-24"), set(&["0906", "1006", "1107"]));
}

/// K23 [proves: kb 7.9, kb retreat-8, kb retreat-9]
#[test]
fn attackers_advance_along_the_path_of_retreat() {
    let mut board = chogye().load();
    board.battle("1105", &["nk-4", "nk-10"], 2).acts(&["retreat", "to 1106", "to 1107"]);
    assert_eq!(board.choices("advance"), set(&["nk-4 1105", "nk-4 1106", "nk-10 1105", "nk-10 1106"]));
    board.act("advance nk-4 1106");
    assert_eq!(board.choices("advance"), set(&["nk-10 1105"]), "one unit to a hex");
    board.act("advance nk-10 1105");
    assert_eq!(
        board.where_is("nk-4").as_deref(),
        Some("1106"),
        "the enemy zone around 1107 does not hinder it"
    );
    assert!(!board.options().iter().any(|t| t.starts_with("attack")), "neither may do anything else");
}

/// K24 [proves: kb 7.6-d, kb 7.7-length]
#[test]
fn a_retreat_of_three_hexes() {
    let mut board = chogye().load();
    board.battle("1105", &["nk-4", "nk-10"], 1);
    assert_eq!(board.result(), "D3");
    board.act("retreat");
    assert_eq!(board.retreat_ends("us-21-24"), set(&["0806", "0907", "1007", "1108"]));
}

/// K25 [proves: kb 7.4]
#[test]
fn one_attacker_on_the_near_bank_removes_the_river() {
    let position =
        pusan().phase("combat").unit("nk-4", "1104").unit("nk-10", "1205").unit("us-21-24", "1105");
    for (die, result) in [(3, "D3"), (6, "Ex")] {
        let mut board = position.load();
        board.battle("1105", &["nk-4", "nk-10"], die);
        assert_eq!(board.result(), result, "clear, column 12, die {die}");
    }
}

/// K26 [proves: kb 12.0, kb crt, kb 7.6-a, kb 7.6-ex]
#[test]
fn an_engineer_bridge_serves_the_enemy_in_attack() {
    let position = inchon().turn(9).player("nk").phase("attack").unit("nk-78", "0905").unit("rok-r1", "0906");
    let mut han = position.load();
    han.battle("0906", &["nk-78"], 3);
    assert_eq!(han.result(), "A2", "+3 over the Han: column 5");
    let mut bridged = position.field("bridges", json!(["0905/0906"])).load();
    bridged.battle("0906", &["nk-78"], 3);
    assert_eq!(bridged.result(), "Ex", "+3 over a bridge: column 7");
    assert_eq!((bridged.fate("nk-78").as_str(), bridged.fate("rok-r1").as_str()), ("dead", "dead"));
    assert!(bridged.choices("advance").is_empty(), "nobody is left to advance");
}

/// K27 [proves: kb 7.4]
#[test]
fn an_attacker_on_the_same_bank_makes_it_clear_bridge_or_not() {
    for bridges in [json!([]), json!(["0905/0906"])] {
        let mut board = inchon()
            .turn(9)
            .player("nk")
            .phase("attack")
            .unit("nk-78", "0905")
            .unit("nk-18-70", "0907")
            .unit("rok-r1", "0906")
            .field("bridges", bridges)
            .load();
        board.battle("0906", &["nk-78", "nk-18-70"], 6);
        assert_eq!(board.result(), "Ex", "+7 in clear: column 10");
    }
}

/// K28 [proves: kb 7.4, kb 7.1]
#[test]
fn city_and_han_are_not_added() {
    for (die, result) in [(2, "D2"), (3, "Ex")] {
        let mut board = inchon()
            .turn(9)
            .phase("attack")
            .unit("usmc-1", "1107")
            .unit("usmc-5", "1207")
            .unit("nk-18-22", "1206")
            .load();
        board.battle("1206", &["usmc-1", "usmc-5"], die);
        assert_eq!(board.result(), result, "+12, shift 3: column 9, die {die}");
    }
}

/// K29 [proves: kb 7.6-ex, kb 7.9, kb retreat-8, kb 7.0]
#[test]
fn an_exchange_that_empties_the_hex_lets_a_survivor_in() {
    let position =
        inchon().turn(5).phase("attack").unit("us-32-7", "0508").unit("us-mar", "0607").unit("nk-31", "0608");
    for loser in ["us-32-7", "us-mar"] {
        let mut board = position.load();
        board.battle("0608", &["us-32-7", "us-mar"], 2);
        assert_eq!(board.result(), "Ex", "+5 against a hill: column 7");
        assert_eq!(board.choices("lose"), set(&["us-32-7", "us-mar"]));
        board.act(&format!("lose {loser}"));
        assert_eq!(board.step(loser), 2);
        assert_eq!(board.fate("nk-31"), "dead");
        assert_eq!(board.choices("advance"), set(&["us-32-7 0608", "us-mar 0608"]));
        board.act("advance us-mar 0608");
        assert_eq!(board.where_is("us-mar").as_deref(), Some("0608"));
        assert!(board.choices("advance").is_empty(), "one unit to a hex, though the two could stack there");
    }
}

/// K30 [proves: kb 7.8]
#[test]
fn stiff_resistance_holds_masan() {
    let mut board =
        pusan().phase("combat").unit("nk-1", "0307").unit("nk-8", "0407").unit("us-5rct", "0308").load();
    board.battle("0308", &["nk-1", "nk-8"], 1);
    assert_eq!(board.result(), "D2", "+16 against a city: column 9");
    board.act("stand us-5rct");
    assert_eq!((board.where_is("us-5rct").as_deref(), board.step("us-5rct")), (Some("0308"), 2));
    assert!(board.choices("advance").is_empty());
}

fn regiment_and_hq() -> crate::common::Board {
    let mut board = chogye().weak("us-21-24", "1105", 2).unit("us-hq-24", "1105").load();
    board.battle("1105", &["nk-4", "nk-10"], 2);
    assert_eq!(board.result(), "D2", "16 across the river: column 10");
    board
}

/// K31 [proves: kb 7.8, kb 20.0-stacks]
#[test]
fn one_depletion_holds_the_whole_hex() {
    let mut board = regiment_and_hq();
    assert_eq!(board.choices("stand"), set(&["us-21-24", "us-hq-24"]));
    board.act("stand us-hq-24");
    assert_eq!(board.step("us-hq-24"), 2);
    assert_eq!(board.where_is("us-21-24").as_deref(), Some("1105"));
    assert_eq!(board.step("us-21-24"), 2);
}

/// K32 [proves: kb 7.8]
#[test]
fn stiff_resistance_can_cost_the_last_step() {
    let mut board = regiment_and_hq();
    board.act("stand us-21-24");
    assert_eq!(board.fate("us-21-24"), "dead");
    assert_eq!(board.where_is("us-hq-24").as_deref(), Some("1105"));
    assert!(board.choices("advance").is_empty());
}

/// Alone and depleted: the hex empties, and stays empty. [proves: kb 7.8]
#[test]
fn nobody_enters_a_hex_emptied_by_stiff_resistance() {
    let mut board = chogye().weak("us-21-24", "1105", 2).load();
    board.battle("1105", &["nk-4", "nk-10"], 2).act("stand us-21-24");
    assert_eq!(board.fate("us-21-24"), "dead");
    assert!(board.choices("advance").is_empty());
}

/// K33 [proves: kb 7.6-a, kb 7.7-away, kb retreat-5]
#[test]
fn attackers_retreat_or_one_of_them_pays() {
    let mut board = chogye().hand("un", &[7, 6]).load();
    board.dice(&[5]).attack("1105", &["nk-4", "nk-10"]).act("done");
    board.acts(&["support +7", "support +6"]);
    assert_eq!(board.result(), "A2", "20 against 16 across the river: column 7");
    assert_eq!(board.side(), "nk");
    assert_eq!(board.options(), set(&["stand nk-4", "stand nk-10", "retreat"]));
    let mut stiff = board.clone();
    stiff.act("stand nk-4");
    assert_eq!((stiff.step("nk-4"), stiff.step("nk-10")), (2, 1));
    assert_eq!(
        (stiff.where_is("nk-4").as_deref(), stiff.where_is("nk-10").as_deref()),
        (Some("1104"), Some("1204"))
    );
    board.act("retreat");
    assert_eq!(board.choices("retreat"), set(&["nk-4", "nk-10"]), "in the owner's order");
    let mut four = board.clone();
    four.act("retreat nk-4");
    assert_eq!(four.retreat_ends("nk-4"), set(&["0903", "1002", "1102", "1202", "1303"]));
    board.act("retreat nk-10");
    assert_eq!(board.retreat_ends("nk-10"), set(&["1202", "1303", "1403", "1404", "1405"]));
}

/// K38 [proves: kb 7.9, kb 4.1-mobile-movement, kb 4.1-mobile-combat]
#[test]
fn a_unit_that_advanced_is_done_for_the_turn() {
    let position = pusan()
        .player("un")
        .phase("combat")
        .unit("us-89", "1007")
        .unit("usmc-5", "1008")
        .unit("us-6", "0216")
        .unit("nk-4div-5", "1108");
    let fought = || {
        let mut board = position.load();
        // 11 against 3 in the mountains: column 7, die 1.
        board.battle("1108", &["us-89", "usmc-5"], 1);
        assert_eq!(board.result(), "D2");
        board.fall_back();
        board
    };
    let mut advanced = fought();
    advanced.act("advance us-89 1108").until(1, "un", "Mobile Movement");
    assert!(!advanced.offers("move us-89"));
    let mut stayed = fought();
    stayed.act("done").until(1, "un", "Mobile Movement");
    assert!(stayed.offers("move us-89"));
    stayed.until(1, "un", "Mobile Combat");
    assert!(stayed.options().iter().all(|t| !t.starts_with("attack")), "it attacked in the Combat Phase");
}

/// K39 [proves: kb 14.0]
#[test]
fn a_human_wave_is_paid_for_whatever_the_result() {
    let mut board = pusan().phase("combat").unit("nk-2", "2204").unit("us-5-1c", "2205").load();
    board.dice(&[4]).attack("2205", &["nk-2"]).acts(&["wave nk-2", "done"]).quietly();
    assert_eq!(board.result(), "Ex", "20 against 3 in a town over the river: column 10");
    assert_eq!(board.step("us-5-1c"), 2);
    assert_eq!(board.fate("nk-2"), "dead", "one step for the exchange, one for the wave");
}

/// K40 [proves: kb 14.0, kb 7.9]
#[test]
fn a_wave_advances_first_and_pays_then() {
    let mut board = pusan().phase("combat").unit("nk-2", "2204").unit("us-5-1c", "2205").load();
    board.dice(&[1]).attack("2205", &["nk-2"]).acts(&["wave nk-2", "done"]).quietly();
    assert_eq!(board.result(), "D3");
    board.fall_back();
    assert_eq!(board.step("nk-2"), 1, "not yet");
    board.act("advance nk-2 2205");
    board.quietly();
    if board.offers("done") {
        board.act("done");
    }
    assert_eq!((board.where_is("nk-2").as_deref(), board.step("nk-2")), (Some("2205"), 2));
}

/// K41 [proves: kb 10.4, kb 14.0]
#[test]
fn halved_for_supply_first_and_then_doubled() {
    let expected = ["Ex", "Ex", ".", "A2", "A3", "(A)"];
    for (die, result) in (1..).zip(expected) {
        let mut board = pusan()
            .without("nk-dep-a")
            .without("nk-dep-c")
            .phase("combat")
            .weak("nk-2", "2204", 2)
            .unit("us-5-1c", "2205")
            .load();
        assert!(!board.supplied("nk-2"));
        board.dice(&[die]).attack("2205", &["nk-2"]).acts(&["wave nk-2", "done"]).quietly();
        assert_eq!(board.result(), result, "half of 5 up is 3, doubled 6; less 3 is +3: column 6, die {die}");
    }
}

/// Only North Korea at Pusan waves. [proves: kb 14.0]
#[test]
fn nobody_else_attacks_in_waves() {
    let mut un = pusan().player("un").phase("combat").unit("us-5-1c", "2205").unit("nk-2", "2204").load();
    un.attack("2204", &["us-5-1c"]);
    assert!(un.over() || !un.options().iter().any(|t| t.starts_with("wave")));
    let mut cn = chosin().turn(2).phase("attack").unit("cn-238", "0606").unit("us-31-7", "0706").load();
    cn.attack("0706", &["cn-238"]);
    assert!(cn.over() || !cn.options().iter().any(|t| t.starts_with("wave")));
}

/// K42 [proves: kb 13.0]
#[test]
fn a_unit_of_zero_strength_attacks_with_support() {
    let mut board = pusan()
        .player("un")
        .phase("attack")
        .unit("us-hq-24", "1007")
        .unit("nk-dep-b", "0907")
        .hand("un", &[5])
        .load();
    board.dice(&[1]).attack("0907", &["us-hq-24"]).act("support +5").quietly();
    assert_eq!(board.result(), "D2", "0 + 5 - 1 is +4 in clear: column 9");
}

/// [proves: kb 13.0, kb 10.3]
#[test]
fn a_depot_never_attacks() {
    let mut board =
        pusan().phase("attack").unit("nk-dep-b", "0907").unit("nk-4", "1006").unit("us-hq-24", "1007").load();
    board.act("attack 1007");
    assert_eq!(board.choices("add"), set(&["nk-4"]));
    let refusal = board.refusal("add nk-dep-b");
    assert_eq!(refusal.rule, "kb 10.3");
}

/// K43 [proves: kb 7.2, kb 4.1-mobile-combat]
#[test]
fn a_hex_attacked_before_may_be_attacked_again_in_the_mobile_combat_phase() {
    let mut board = pusan()
        .player("un")
        .phase("attack")
        .unit("us-89", "1007")
        .unit("us-6", "1008")
        .unit("nk-4", "1108")
        .load();
    // 3 against 10 in the mountains: column 1, die 1: (A).
    board.battle("1108", &["us-89"], 1);
    assert!(!board.offers("attack 1108"), "once in a phase");
    board.until(1, "un", "Mobile Combat");
    board.act("attack 1108");
    assert_eq!(board.choices("add"), set(&["us-6"]), "the one that has not attacked");
}

/// [proves: kb 7.2]
#[test]
fn a_unit_attacks_once_in_a_phase() {
    let mut board = pusan()
        .phase("attack")
        .unit("nk-4", "1006")
        .unit("nk-hq-1", "1106")
        .unit("us-9-2", "1007")
        .unit("us-21-24", "1005")
        .load();
    assert!(board.offers("attack 1007"));
    board.battle("1005", &["nk-4"], 6);
    assert_eq!(board.result(), "Ex", "7 in clear: column 10");
    assert!(!board.offers("attack 1007"), "the only unit next to it has attacked");
}

/// K80 [proves: kb 7.2]
#[test]
fn a_unit_is_not_attacked_again_where_it_retreated_to() {
    let mut board = chogye().unit("nk-109", "1108").load();
    board.battle("1105", &["nk-4", "nk-10"], 2).acts(&["retreat", "to 1106", "to 1107"]).act("done");
    assert_eq!(board.where_is("us-21-24").as_deref(), Some("1107"));
    assert!(!board.offers("attack 1107"), "the tanks beside it must wait");
    board.until(1, "nk", "Mobile Combat");
    assert!(board.offers("attack 1107"), "in the Mobile Combat Phase it may");
    board.act("attack 1107");
    assert_eq!(board.choices("add"), set(&["nk-109"]));
}

/// [proves: kb 7.0, kb 7.1]
#[test]
fn only_adjacent_enemies_fight_and_nobody_must() {
    let mut board = chogye().unit("us-9-2", "1007").unit("nk-13", "1304").load();
    assert!(board.offers("attack 1105"));
    assert!(!board.offers("attack 1007"), "nobody stands next to it");
    assert!(board.offers("pass"), "no attack is forced");
    board.act("attack 1105");
    assert_eq!(board.choices("add"), set(&["nk-4", "nk-10"]), "the 13th is not next to 1105");
}

/// Ae, De: every unit of the hex. [proves: kb 7.6-ae, kb 7.6-de, kb 20.0-stacks]
#[test]
fn elimination_takes_every_unit() {
    let mut attackers = pusan()
        .player("un")
        .phase("attack")
        .unit("us-21-24", "1105")
        .unit("us-hq-24", "1105")
        .unit("nk-4", "1104")
        .load();
    attackers.battle("1104", &["us-21-24", "us-hq-24"], 6);
    assert_eq!(attackers.result(), "Ae", "2 against 10");
    assert_eq!((attackers.fate("us-21-24").as_str(), attackers.fate("us-hq-24").as_str()), ("dead", "dead"));
    let mut defenders = pusan()
        .phase("combat")
        .unit("nk-4", "1104")
        .unit("nk-10", "1205")
        .unit("us-21-24", "1105")
        .unit("us-hq-24", "1105")
        .load();
    defenders.battle("1105", &["nk-4", "nk-10"], 2);
    assert_eq!(defenders.result(), "De", "15 in clear: column 12");
    assert_eq!((defenders.fate("us-21-24").as_str(), defenders.fate("us-hq-24").as_str()), ("dead", "dead"));
    assert_eq!(defenders.choices("advance"), set(&["nk-4 1105", "nk-10 1105"]));
}

/// (A): one attacker, its owner's choice, no retreat instead. [proves: kb 7.6-paren]
#[test]
fn one_attacker_loses_a_step() {
    let mut board = chogye()
        .weak("nk-4", "1104", 2)
        .weak("nk-10", "1204", 2)
        .without("us-21-24")
        .unit("us-5rct", "1105")
        .hand("un", &[7])
        .load();
    board.dice(&[2]).attack("1105", &["nk-4", "nk-10"]).act("done").act("support +7").quietly();
    assert_eq!(board.result(), "(A)", "10 against 13 across the river: column 1");
    assert_eq!(board.choices("lose"), set(&["nk-4", "nk-10"]), "and no retreat instead");
    board.act("lose nk-10");
    assert_eq!(board.fate("nk-10"), "dead");
}

/// [proves: kb 7.6-dot]
#[test]
fn a_dot_changes_nothing() {
    // 2 against 2 (depleted) in clear: 0 is column 6, die 3.
    let mut board = pusan()
        .player("un")
        .phase("attack")
        .unit("us-21-24", "1105")
        .unit("nk-13div-19", "1005")
        .without("nk-dep-a")
        .hand("un", &[2])
        .load();
    board.dice(&[3]).attack("1005", &["us-21-24"]).act("support +2").quietly();
    assert_eq!(board.result(), ".");
    assert_eq!((board.step("us-21-24"), board.where_is("nk-13div-19").as_deref()), (1, Some("1005")));
}

/// Attack when attacking, defence when defending, never both, never split. [proves: kb 2.3.2-strengths, kb 7.3-notes]
#[test]
fn strengths_are_not_mixed() {
    // The 38th attacks with 5, not 6, and defends with 6, not 5.
    let mut attack =
        pusan().player("un").phase("attack").unit("us-38-2", "1105").unit("nk-12div-30", "1005").load();
    attack.battle("1005", &["us-38-2"], 1);
    assert_eq!(attack.result(), "D2", "5 against 2 is +3: column 8");
    let mut defence = pusan().phase("attack").unit("us-38-2", "1005").unit("nk-766", "1105").load();
    defence.battle("1005", &["nk-766"], 1);
    assert_eq!(defence.result(), ".", "4 against 6 is -2: column 4");
    attack.act("retreat");
    assert!(!attack.offers("add us-38-2"), "its strength is spent");
}

/// Ex against a stack: the owner of the stack chooses. [proves: kb 7.6-ex, kb 20.0-stacks]
#[test]
fn the_defender_chooses_which_unit_of_a_stack_is_hit() {
    let mut board = chogye().unit("us-hq-24", "1105").load();
    board.battle("1105", &["nk-4", "nk-10"], 4);
    assert_eq!(board.result(), "Ex", "15 across the river: column 10");
    assert_eq!(board.side(), "nk", "the attacker names his loss first");
    board.act("lose nk-4");
    assert_eq!(board.side(), "un");
    assert_eq!(board.choices("lose"), set(&["us-21-24", "us-hq-24"]));
    board.act("lose us-hq-24");
    assert_eq!((board.step("us-21-24"), board.step("us-hq-24"), board.step("nk-4")), (1, 2, 2));
    assert!(board.choices("advance").is_empty(), "the hex is still held");
}

/// The refusal tells the one reason that holds. [proves: kb 7.2, kb 7.9, kb 7.7.2]
#[test]
fn why_a_unit_does_not_join_an_attack() {
    let mut board = pusan()
        .phase("attack")
        .unit("us-21-24", "1105")
        .unit("nk-4", "1104")
        .with("nk-10", json!({ "at": "1204", "advanced": true }))
        .with("nk-2div-4", json!({ "at": "1005", "retreated": true }))
        .with("nk-2div-6", json!({ "at": "1106", "attacked": true }))
        .load();
    board.act("attack 1105");
    board.refuses("add nk-10", "kb 7.9", "advanced");
    board.refuses("add nk-2div-4", "kb 7.7.2", "retreated");
    board.refuses("add nk-2div-6", "kb 7.2", "has attacked");
}
