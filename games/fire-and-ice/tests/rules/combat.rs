//! 5, 6: combat, events, losses, markers.

use crate::movement::example;
use crate::table::{Lay, has, on, spot, support, until};
use fire_and_ice::FireAndIce;
use serde_json::json;
use testkit::Table;

/// The example of movement, played up to the attacker's choice of support.
pub(crate) fn example_combat(lay: Lay) -> Table<'static, FireAndIce> {
    let mut t = lay.table();
    t.acts(&["activate kpa-III", "add nk-3", "add nk-15", "add nk-7", "move nk-3", "to 2542"]);
    t.dice(&[1]).act("declare prepared 2543");
    t.acts(&["move nk-15", "to 2442"]);
    until(&mut t, "move nk-7");
    t.acts(&["move nk-7", "to 2642"]);
    until(&mut t, "activate rok-I");
    t.acts(&["activate rok-I", "add rok-3", "move rok-3", "to 2544"]);
    until(&mut t, "everything");
    t
}

// [proves: fi 5.3.1-formula, fi 5.3.1-planning, fi 5.3.1-road, fi 5.3.3-attacker, fi 5.4.3-order, fi 8.2, fi 5.3.1-trace]
#[test]
fn w4_modifiers_of_the_books_example() {
    let mut t = example_combat(example());
    // Tank 4, artillery 5, adjacency 3, chit -1; tank 1, artillery 1, adjacency 2, town 1.
    assert_eq!(support(&mut t, &["road"], [true, true]), [11, 5]);
    let mut printed = example_combat(example().levels("communist", 6, 7).levels("united_nations", 5, 4));
    assert_eq!(
        support(&mut printed, &["road"], [true, true]),
        [12, 4],
        "five less three, by three, are none"
    );
}

// [proves: fi 5.4.1, fi 5.4.1-fresh, fi 5.4.2-natural, fi 5.5, fi 6.1-place, fi 6.1b, fi 8.3-invoke, fi 5.6-cap]
#[test]
fn w5_both_roll_a_one() {
    let mut t = example_combat(example());
    support(&mut t, &["road"], [true, true]);
    t.dice(&[1, 1]).act("roll D10");
    t.act("quality nk-7").dice(&[6, 6]).act("quality rok-3");
    t.act("snafu ammo-out nk-3");
    t.act("invoke rok-3");
    t.act("invoke nk-7");
    on(&mut t, |t| t.prompt().contains("to be paid"));
    assert!(t.prompt().starts_with("1 loss"), "7 to 6: {}", t.prompt());
    assert!(has(&t, "nk-7", "poor") && has(&t, "rok-3", "poor") && has(&t, "nk-3", "ammo-out"));
    assert!(
        t.legal().iter().all(|a| !a.starts_with("retreat rok-6 2542")),
        "north is no retreat for the South"
    );
    t.act("pay");
    assert_eq!(t.at("/points"), json!(1));
    on(&mut t, |t| t.offers("refresh"));
    assert_eq!(t.at("/communist/tank"), json!(4), "the price of the road");
}

// [proves: fi 5.6-tie, fi 5.4.2-quality, fi 5.6-retreat]
#[test]
fn w5b_a_tie_costs_the_attacker_one() {
    let mut t = example_combat(example().levels("united_nations", 6, 5));
    assert_eq!(support(&mut t, &["road"], [true, true]), [11, 6]);
    t.dice(&[1, 1]).act("roll D10");
    t.act("quality nk-7").dice(&[6, 6]).act("quality rok-3");
    t.act("snafu ammo-out nk-3");
    t.act("invoke rok-3");
    t.act("invoke nk-7");
    on(&mut t, |t| t.prompt().contains("to be paid"));
    assert!(t.prompt().starts_with("1 loss"), "a tie, one for the poor loser, one off for the poor winner");
    t.act("retreat nk-15 2441");
    assert_eq!(spot(&t, "nk-15"), "2441");
    assert!(!has(&t, "nk-15", "disrupted"));
    on(&mut t, |t| t.offers("refresh"));
    assert_eq!(t.at("/communist/artillery"), json!(7));
    assert_eq!(t.at("/communist/tank"), json!(4));
}

/// An attack of one side from hexes on a hex, with a chit.
pub(crate) fn attack(
    lay: Lay,
    hq: &str,
    lead: &str,
    kind: &str,
    hex: &str,
    chit: u32,
) -> Table<'static, FireAndIce> {
    let mut t = lay.table();
    t.acts(&[&format!("activate {hq}"), &format!("add {lead}")]);
    until(&mut t, &format!("move {lead}"));
    t.act(&format!("move {lead}"));
    t.dice(&[chit]).act(&format!("declare {kind} {hex}"));
    on(&mut t, |t| {
        t.prompt().starts_with("Attack on") || t.prompt().starts_with("Defence of") || t.offers("roll D10")
    });
    t
}

fn seoul(lead: &str, at: &str) -> Lay {
    Lay::empty("campaign", 12, "ActivateUn").levels("united_nations", 5, 11).put(&[
        ("un-I", "2553"),
        ("us-2-c", "2552"),
        (lead, at),
        ("nk-18", "2550"),
    ])
}

#[test]
fn w2_tanks_in_a_city_come_by_road() {
    let mut none = attack(seoul("us-2-23", "2650"), "un-I", "us-2-23", "prepared", "2550", 2);
    none.refuses("road", "fi 5.3.1-road", "no road");
    assert_eq!(support(&mut none, &[], [true, false])[0], 10, "tank 1, artillery 9");
    let mut road = attack(seoul("us-2-38", "2551"), "un-I", "us-2-38", "prepared", "2550", 2);
    assert_eq!(support(&mut road, &["road"], [true, false])[0], 13, "tank 4, artillery 9");
    on(&mut road, |t| t.offers("refresh"));
    assert_eq!(road.at("/united_nations/tank"), json!(4), "whatever the result");
}

// [proves: fi 5.3.3-who]
#[test]
fn w3_adjacent_units_add_up() {
    let around = [("us-2-9", "2650"), ("us-2-38", "2552"), ("us-25-24", "2649"), ("us-25-27", "2450")];
    let lay = || seoul("us-2-23", "2551").put(&around).levels("united_nations", 0, 0);
    let mut hasty = attack(lay(), "un-I", "us-2-23", "hasty", "2550", 1);
    assert_eq!(support(&mut hasty, &[], [true, false])[0], 6, "three are adjacent, 2552 is not");
    let mut deliberate = attack(lay(), "un-I", "us-2-23", "deliberate", "2550", 2);
    let two = support(&mut deliberate, &["support us-2-9", "support us-25-24"], [false, false]);
    assert_eq!(two[0], 6, "two supporters are 3, doubled");
}

// [proves: fi 5.4.3-river]
#[test]
fn e15_e16_e17_the_han_at_seoul() {
    let lay = |extra: &[(&str, &str)], lead: &str| {
        Lay::empty("campaign", 12, "ActivateUn")
            .levels("united_nations", 0, 0)
            .put(&[
                ("un-I", "2553"),
                ("us-2-c", "2552"),
                ("us-2-23", lead),
                ("nk-18", "2549"),
                ("nk-2", "2448"),
            ])
            .put(extra)
    };
    let defence = |lay: Lay| {
        let mut t = attack(lay, "un-I", "us-2-23", "prepared", "2549", 2);
        support(&mut t, &[], [true, false])[1]
    };
    assert_eq!(defence(lay(&[("us-2-9", "2649")], "2550")), 3, "city 2 and the bridged Han 1");
    assert_eq!(
        defence(lay(&[("us-2-9", "2649"), ("us-2-38", "2648")], "2550")),
        2,
        "one from the north bank"
    );
    assert_eq!(defence(lay(&[("us-2-9", "2651")], "2649")), 4, "no bridge from 2649");
}

// [proves: fi 5.3.2-bombardment, fi 11.2]
#[test]
fn w17_e18_e19_naval_guns_near_the_coast() {
    let guns = |fleet: &str, hex: &str, lead: &str, level: u8| {
        let lay = Lay::empty("campaign", 12, "ActivateUn")
            .levels("united_nations", 0, 0)
            .set("/fleet", json!(fleet))
            .set("/bombardment", json!(level))
            .put(&[("un-I", lead), ("cw-27", lead), ("nk-18", hex)]);
        let mut t = attack(lay, "un-I", "cw-27", "prepared", hex, 2);
        support(&mut t, &[], [true, false])[0]
    };
    assert_eq!(guns("Yellow", "2562", "2563", 8), 6, "eight less two in a town near 2362");
    assert_eq!(guns("Japan", "4462", "4463", 10), 4, "eight by two in rough ground");
    let none = |fleet: &str, hex: &str, lead: &str| {
        let lay = Lay::empty("campaign", 12, "ActivateUn")
            .levels("united_nations", 2, 0)
            .set("/fleet", json!(fleet))
            .set("/bombardment", json!(10))
            .put(&[("un-I", lead), ("cw-27", lead), ("cw-29", "2660"), ("rok-9", "4064"), ("nk-18", hex)]);
        attack(lay, "un-I", "cw-27", "prepared", hex, 2)
    };
    assert!(!none("Japan", "2562", "2563").offers("guns 8"), "the wrong sea");
    assert!(
        !none("Japan", "3963", "3964").legal().iter().any(|a| a.starts_with("guns")),
        "six hexes from the coast"
    );
}

// [proves: fi 6.2e, fi 6.2f, fi 6.1c]
#[test]
fn e21_to_e24_markers_and_support() {
    let defence = |marks: &[&str]| {
        let lay = Lay::empty("campaign", 12, "ActivateUn")
            .levels("communist", 9, 9)
            .levels("united_nations", 2, 0)
            .put(&[
                ("un-I", "2562"),
                ("cw-27", "2561"),
                ("cw-29", "2460"),
                ("kpa-I", "2459"),
                ("nk-2", "2659"),
            ])
            .marked("nk-18", "2560", marks);
        let mut t = attack(lay, "un-I", "cw-27", "prepared", "2560", 2);
        support(&mut t, &[], [true, true])[1]
    };
    let disrupted = defence(&["disrupted"]);
    assert!(defence(&[]) > disrupted, "tanks and artillery count for a steady unit");
    assert_eq!(defence(&["routed"]) + 2, disrupted, "a routed unit lacks the friend beside it too");
    assert_eq!(defence(&["cut-off"]), defence(&["routed"]), "no support of any kind");
    let attacker = |marks: &[&str]| {
        let lay = Lay::empty("campaign", 12, "ActivateUn")
            .levels("united_nations", 9, 7)
            .put(&[("un-I", "2562"), ("cw-29", "2460"), ("nk-18", "2560")])
            .marked("cw-27", "2561", marks);
        let mut t = attack(lay, "un-I", "cw-27", "prepared", "2560", 2);
        support(&mut t, &[], [true, false])[0]
    };
    let full = attacker(&[]);
    assert_eq!(attacker(&["ammo-shortage"]), full - 3, "five of artillery are two");
    assert_eq!(attacker(&["ammo-out"]), full - 5);
    assert!(attacker(&["fuel-out"]) < full);
    assert_eq!(attacker(&["cut-off"]), 0);
}

// [proves: fi 14.2-combat, fi 14.2-create]
#[test]
fn e25_a_beaten_task_force_is_gone() {
    let lay = Lay::empty("campaign", 5, "ActivateCom").levels("communist", 0, 0).put(&[
        ("kpa-I", "2758"),
        ("nk-3", "2760"),
        ("nk-4", "2859"),
        ("nk-2", "2761"),
        ("tf-1", "2860"),
    ]);
    let mut t = attack(lay, "kpa-I", "nk-3", "prepared", "2860", 2);
    assert_eq!(support(&mut t, &[], [true, false])[0], 3);
    t.dice(&[6, 5]).act("roll D10");
    assert_eq!(spot(&t, "tf-1"), "gone", "9 against 7: no payment is offered");
    let mut made = Lay::empty("campaign", 5, "ActivateUn")
        .put(&[("us-24-19", "2860"), ("rok-2", "2557"), ("un-I", "2961")])
        .set("/united_nations/replacements", json!([0, 1, 0]))
        .table();
    made.refuses("task-force 2760 un", "fi 14.2-create", "replacement");
    made.refuses("task-force 2657 us", "fi 14.2-create", "next to a US unit");
    made.act("task-force 2760 us");
    assert!(has(&made, "tf-2", "spent"));
}

/// A Communist attack on a unit with everything lost, up to the payment.
pub(crate) fn beaten(lay: Lay, lead: &str, hex: &str, dice: [u32; 2]) -> Table<'static, FireAndIce> {
    let mut t = attack(lay, "kpa-I", lead, "prepared", hex, 2);
    t.dice(&dice);
    support(&mut t, &[], [true, true]);
    on(&mut t, |t| t.prompt().contains("to be paid"));
    t
}

pub(crate) fn near_seoul() -> Lay {
    Lay::empty("campaign", 3, "ActivateCom").levels("communist", 0, 0).levels("united_nations", 0, 0).put(&[
        ("kpa-I", "2541"),
        ("nk-3", "2544"),
        ("nk-4", "2545"),
    ])
}

// [proves: fi 5.6-markers, fi 5.6-snafu, fi 6.1-cup, fi 4.3-retreat]
#[test]
fn e8_a_south_korean_retreat() {
    let mut t = beaten(near_seoul().marked("rok-7", "2644", &["spent"]), "nk-3", "2644", [5, 3]);
    assert!(t.prompt().starts_with("2 losses"), "5 + 1 against 3 + 1: {}", t.prompt());
    let steps: Vec<String> = t.legal().into_iter().filter(|a| a.starts_with("retreat")).collect();
    assert_eq!(steps, ["retreat rok-7 2745"], "2545 is occupied, 2645 in an enemy zone");
    t.act("retreat rok-7 2745");
    assert!(t.offers("retreat rok-7 2746") && t.offers("retreat rok-7 2845"));
    t.dice(&[1]).act("retreat rok-7 2746");
    assert!(has(&t, "rok-7", "disrupted") && has(&t, "rok-7", "spent"));
    assert!(
        t.offers("snafu great-leader rok-7")
            && t.offers("snafu incompetent-leader rok-7")
            && t.offers("done")
    );
}

// [proves: fi 5.6-levels]
#[test]
fn e9_an_american_bugs_out() {
    let lay = near_seoul()
        .levels("united_nations", 12, 9)
        .put(&[("un-I", "2648"), ("us-24-c", "2647")])
        .marked("us-24-19", "2644", &["spent"]);
    let mut t = attack(lay, "kpa-I", "nk-3", "prepared", "2644", 7);
    // 9 + 2 of the chit + 1 of the friend against 2 + tank 4 + artillery 3 + 1 of the ground.
    t.dice(&[9, 2]);
    support(&mut t, &[], [true, true]);
    on(&mut t, |t| t.prompt().contains("to be paid"));
    assert!(t.prompt().starts_with("2 losses"), "{}", t.prompt());
    t.act("retreat us-24-19 2645");
    t.dice(&[4, 5]).act("retreat us-24-19 2646");
    assert!(has(&t, "us-24-19", "disrupted") && has(&t, "us-24-19", "bug-out"));
    assert_eq!(t.at("/points"), json!(1));
    assert_eq!((t.at("/united_nations/tank"), t.at("/united_nations/artillery")), (json!(11), json!(8)));
}

// [proves: fi 5.6-losses, fi 5.6-points, fi 5.6-replacement]
#[test]
fn e11_any_mix_of_payments_within_the_limits() {
    let lay = near_seoul()
        .put(&[("rok-I", "2646"), ("nk-2", "2743")])
        .marked("rok-7", "2644", &["spent"])
        .set("/united_nations/replacements", json!([3, 0, 0]));
    let mut t = beaten(lay, "nk-3", "2644", [9, 4]);
    let due: u32 = t.prompt().split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0);
    assert!(due >= 4, "{}", t.prompt());
    t.act("replace rok-7 rok");
    t.refuses("replace rok-7 rok", "fi 5.6-replacement", "only one");
    t.acts(&["pay", "pay"]);
    assert_eq!(t.at("/points"), json!(2));
    t.refuses("pay", "fi 5.6-points", "most");
}

// [proves: fi 14.4-no-payment]
#[test]
fn e12_macarthur_pays_no_points() {
    let lay = near_seoul().marked("rok-7", "2644", &["spent"]).set("/commander", json!("MacArthur"));
    let t = beaten(lay, "nk-3", "2644", [5, 3]);
    t.refuses("pay", "fi 14.4-no-payment", "MacArthur");
}

// [proves: fi 5.7, fi 4.7-exploit]
#[test]
fn a_won_combat_lets_active_units_advance_and_exploit() {
    let mut t = beaten(near_seoul().marked("rok-7", "2644", &["spent"]), "nk-3", "2644", [5, 3]);
    t.act("retreat rok-7 2745").dice(&[1]).act("retreat rok-7 2746");
    until(&mut t, "advance nk-3");
    t.refuses("advance nk-4", "fi 5.7", "no active unit");
    t.act("advance nk-3");
    assert_eq!(spot(&t, "nk-3"), "2644");
    assert!(t.prompt().contains("2 MP"), "the chit's exploitation: {}", t.prompt());
}

// [proves: fi 5.2.2, fi 6.0]
#[test]
fn e5_a_meeting_engagement_is_fought_at_once_without_advance() {
    let mut t =
        near_seoul().marked("rok-7", "2644", &["spent", "ammo-shortage"]).put(&[("nk-2", "2743")]).table();
    t.acts(&["activate kpa-I", "add nk-3", "add nk-2"]);
    until(&mut t, "move nk-3");
    t.act("move nk-3").dice(&[12]).act("declare meeting 2644");
    t.dice(&[9, 3]);
    support(&mut t, &[], [true, false]);
    on(&mut t, |t| t.prompt().contains("to be paid"));
    t.act("give up");
    assert_eq!(spot(&t, "rok-7"), "replacements");
    assert_eq!(t.at("/units/rok-7/marks"), json!(null), "its markers are gone");
    assert!(t.offers("move nk-2") && !t.offers("move nk-3"), "no advance; the next unit moves");
    assert_eq!(spot(&t, "nk-3"), "2544");
}

// [proves: fi 5.1-void]
#[test]
fn e49_an_attack_without_its_declarer_falls_away() {
    let mut t = Lay::empty("campaign", 3, "ActivateCom")
        .levels("communist", 0, 0)
        .put(&[("kpa-II", "2941"), ("nk-2", "3143"), ("nk-12", "3243"), ("rok-6", "3043"), ("rok-8", "3144")])
        .put(&[("rok-1", "3145"), ("rok-2", "3044"), ("rok-II", "3145")])
        .table();
    t.acts(&["activate kpa-II", "add nk-2", "add nk-12"]);
    until(&mut t, "move nk-2");
    t.act("move nk-2").dice(&[2]).act("declare prepared 3043");
    t.act("move nk-12").dice(&[2]).act("declare prepared 3144");
    until(&mut t, "fight 3144");
    t.act("fight 3144");
    support(&mut t, &["support nk-2"], [false, true]);
    t.dice(&[2, 9]).act("roll D10");
    on(&mut t, |t| t.prompt().contains("to be paid"));
    t.act("give up");
    assert!(t.said("falls away"), "nk-2 is gone: {:?}", t.log());
    assert_eq!(spot(&t, "nk-2"), "replacements");
}

// [proves: fi 9.4-cadre]
#[test]
fn e39_a_regiment_far_from_its_cadre_has_no_tanks() {
    let with = |cadre: &str| {
        let lay = Lay::empty("campaign", 12, "ActivateUn").levels("united_nations", 9, 9).put(&[
            ("un-I", "2552"),
            ("us-2-38", "2551"),
            ("us-2-c", cadre),
            ("cw-27", "2650"),
            ("nk-18", "2550"),
        ]);
        let mut t = attack(lay, "un-I", "us-2-38", "prepared", "2550", 2);
        support(&mut t, &[], [true, false])[0]
    };
    assert!(with("2553") > 3);
    assert_eq!(with("2965"), 1, "more than six points away: the friend beside it alone");
}

// [proves: fi 5.5-reporters]
#[test]
fn reporters_reveal_an_objective_on_the_combat_hex() {
    let mut t = example_combat(example());
    support(&mut t, &["road"], [true, true]);
    t.dice(&[1, 1]).act("roll D10");
    t.act("quality nk-7").dice(&[1, 3]).act("quality rok-3");
    assert_eq!(t.at("/objectives"), json!([{ "hex": "2543", "side": "com", "value": 5 }]));
}

// [proves: fi 6.1a]
#[test]
fn a_great_leader_has_the_die_rolled_again() {
    let lay = near_seoul().marked("nk-3", "2544", &["great-leader"]).marked("rok-7", "2644", &["spent"]);
    let mut t = attack(lay, "kpa-I", "nk-3", "prepared", "2644", 2);
    t.dice(&[2, 5]);
    support(&mut t, &[], [true, false]);
    t.dice(&[9]).act("reroll nk-3");
    assert!(
        t.said("shows 9") && t.prompt().contains("4 losses"),
        "9 + 1 against 5 + 1: {:?} {}",
        t.log(),
        t.prompt()
    );
}

// [proves: fi 12.1.2-cadre]
#[test]
fn a_lost_us_cadre_is_a_point() {
    let mut t = beaten(near_seoul().marked("us-24-c", "2644", &["spent"]), "nk-3", "2644", [5, 3]);
    t.act("give up");
    assert_eq!(t.at("/points"), json!(1));
}

// [proves: fi 11.3.1-box]
#[test]
fn units_attack_out_of_their_box() {
    let lay = Lay::empty("campaign", 12, "ActivateUn").levels("united_nations", 0, 0).put(&[
        ("un-X", "box-inchon"),
        ("us-1m-1", "box-inchon"),
        ("us-1m-5", "box-inchon"),
        ("nk-18", "2151"),
    ]);
    let mut t = attack(lay, "un-X", "us-1m-1", "prepared", "2151", 2);
    assert_eq!(
        support(&mut t, &[], [true, false])[0],
        1,
        "the other unit of the box is adjacent to the port"
    );
}

// [proves: fi 14.4-peng-chits, fi 14.4-peng]
#[test]
fn peng_activates_six_units_and_chooses_chits_in_winter() {
    let mut t = Lay::empty("campaign", 17, "ActivateCom")
        .set("/weather", json!("Winter"))
        .set("/peng", json!(true))
        .put(&[
            ("ag-13", "1822"),
            ("prc-112", "1723"),
            ("prc-113", "1724"),
            ("us-2-9", "1623"),
            ("un-I", "1334"),
        ])
        .table();
    t.act("activate ag-13");
    assert!(t.prompt().contains("6 left"));
    t.act("add prc-112");
    until(&mut t, "move prc-112");
    t.act("move prc-112").dice(&[1, 1, 1]).act("declare hasty 1623");
    assert_eq!(t.legal(), ["chit 0", "chit 1", "chit 2"]);
}

/// Two attacks side by side: on 3043 and on 3144, whose defenders support each other.
fn two_attacks() -> Table<'static, FireAndIce> {
    let mut t = Lay::empty("campaign", 3, "ActivateCom")
        .levels("communist", 0, 0)
        .levels("united_nations", 0, 0)
        .put(&[("kpa-II", "2941"), ("nk-2", "3042"), ("nk-12", "3143")])
        .marked("rok-6", "3043", &["spent"])
        .marked("rok-8", "3144", &["spent"])
        .table();
    t.acts(&["activate kpa-II", "add nk-2", "add nk-12"]);
    until(&mut t, "move nk-2");
    t.act("move nk-2").dice(&[2]).act("declare prepared 3043");
    t.act("move nk-12").dice(&[2]).act("declare prepared 3144");
    until(&mut t, "fight 3043");
    t.act("fight 3043");
    // 6 + 1 of the supporter against 3 + 1 of the ground + 2 of the friend.
    t.dice(&[6, 3]);
    support(&mut t, &[], [true, true]);
    on(&mut t, |t| t.prompt().contains("to be paid"));
    assert!(t.prompt().starts_with("1 loss"), "{}", t.prompt());
    t
}

// [proves: fi 5.1-empty]
#[test]
fn a_hex_found_empty_is_entered_without_dice() {
    let mut t = two_attacks();
    t.act("retreat rok-8 3145");
    on(&mut t, |t| t.prompt().contains("3144"));
    assert!(t.offers("advance nk-12") && t.dice_left() == 0, "{}", t.prompt());
    t.act("advance nk-12");
    assert_eq!(spot(&t, "nk-12"), "3144");
}

// [proves: fi 5.1-waiting]
#[test]
fn a_unit_with_a_combat_to_come_supports_but_does_not_advance() {
    let mut t = two_attacks();
    let step = t.legal().into_iter().find(|a| a.starts_with("retreat rok-6"));
    t.act(&step.unwrap_or_else(|| panic!("{:?}", t.legal())));
    assert!(t.offers("advance nk-2"));
    t.refuses("advance nk-12", "fi 5.1-waiting", "of its own");
}

// [proves: fi 5.4.2-kinds]
#[test]
fn with_both_kinds_of_marker_the_owner_chooses() {
    let lay = near_seoul().marked("rok-7", "2644", &["spent", "elite"]).marked("rok-1", "2745", &["poor"]);
    let mut t = attack(lay, "kpa-I", "nk-3", "prepared", "2644", 2);
    t.dice(&[7, 3]);
    support(&mut t, &[], [true, true]);
    t.act("invoke rok-1");
    assert_eq!(t.legal(), ["count poor", "count elite"]);
    t.act("count elite");
    assert!(
        t.prompt().starts_with("1 loss"),
        "7 + 1 against 3 + 1 + 2, one off for the elite loser: {}",
        t.prompt()
    );
}

// [proves: fi 5.5-late]
#[test]
fn a_leader_of_the_event_works_at_once() {
    let mut t = example_combat(example());
    support(&mut t, &["road"], [true, true]);
    t.dice(&[1, 1]).act("roll D10");
    t.act("quality nk-7").dice(&[6, 4]).act("quality rok-3");
    t.act("snafu incompetent-leader nk-3");
    t.dice(&[2]).act("reroll nk-3");
    assert!(t.said("shows 2"));
    assert!(!has(&t, "nk-15", "poor") && !has(&t, "nk-3", "poor"), "no second quality marker");
}
