//! What a person sees: the air display, headquarters, the combat card, objectives, the steps.

use crate::combat::example_combat;
use crate::movement::example;
use crate::table::{Lay, game, start, support, until};
use engine::scene::{PanelBody, scene_of};
use engine::{Scene, Seat, SeatSet, View};
use fire_and_ice::FireAndIce;
use serde_json::json;
use testkit::Table;

fn seen<T>(t: &Table<'_, FireAndIce>, seat: u8, look: impl FnOnce(&Scene<'_>) -> T) -> T {
    let view = View::of(game(), t.state(), SeatSet::one(Seat(seat)));
    look(&scene_of(game(), &view))
}

fn rows(scene: &Scene<'_>, panel: &str) -> Vec<Vec<String>> {
    let panel = scene.panels.iter().find(|p| p.id == panel).unwrap_or_else(|| panic!("no {panel}"));
    match &panel.body {
        PanelBody::Table { rows, .. } => {
            rows.iter().map(|r| r.iter().map(|c| c.clone().into_owned()).collect()).collect()
        }
        PanelBody::Track(cells) => cells
            .iter()
            .map(|c| vec![c.id.clone().into_owned(), c.note.clone().into_owned(), c.current.to_string()])
            .collect(),
        PanelBody::Box => Vec::new(),
    }
}

#[test]
fn aircraft_are_laid_on_the_cell_of_a_mission_and_a_base() {
    let mut t = start("inchon");
    t.act("fleet yellow-sea");
    until(&mut t, "commit 18-fb top-cover south-korea");
    let cell = "air-top-cover-south-korea";
    seen(&t, 0, |scene| {
        let place = |id: &str| scene.panels.iter().position(|p| p.id == id);
        assert!(
            place("air-top-cover") < place("month"),
            "the display is at hand while aircraft are committed"
        );
        assert!(rows(scene, "air-top-cover").iter().any(|c| c[0] == cell));
        assert!(rows(scene, "air-top-cover").iter().any(|c| c[0] == "air-top-cover-carriers"));
        assert!(!rows(scene, "air-infrastructure").iter().any(|c| c[0].contains("carriers")));
        let commit = scene.actions.iter().find(|a| a.text == "commit 18-fb top-cover south-korea");
        let commit = commit.unwrap_or_else(|| panic!("not offered"));
        assert_eq!((commit.piece.as_deref(), commit.place.as_deref()), (Some("18-fb"), Some(cell)));
        let fields = rows(scene, "airfields");
        assert_eq!(fields[1][1], "free: 2 plain, 4 improved", "South Korea, two aircraft each");
    });
    t.act("commit 18-fb top-cover south-korea");
    seen(&t, 0, |scene| {
        assert!(scene.pieces.iter().any(|p| p.id == "18-fb" && p.at == cell));
        assert_eq!(rows(scene, "airfields")[1][1], "free: 1 plain, 4 improved");
        let now: Vec<_> = rows(scene, "month").into_iter().filter(|c| c[2] == "true").collect();
        assert_eq!(now.len(), 1, "one step of the month is the present one");
        assert_eq!(now[0][0], "month-11");
        assert_eq!(rows(scene, "month")[0][1], "done");
    });
}

#[test]
fn the_combat_card_shows_modifiers_dice_and_what_the_spread_costs() {
    let mut t = example_combat(example());
    support(&mut t, &["road"], [true, true]);
    let lines: Vec<(String, String)> = seen(&t, 0, |scene| {
        scene.workings.iter().map(|w| (w.label.clone().into_owned(), w.value.clone().into_owned())).collect()
    });
    let value = |label: &str| lines.iter().find(|l| l.0 == label).map(|l| l.1.as_str());
    // w4: tank 4, artillery 5, adjacency 3, chit -1; tank 1, artillery 1, adjacency 2, town 1.
    for (label, modifier) in [
        ("Attacker: tanks", "+4"),
        ("Attacker: artillery", "+5"),
        ("Attacker: adjacent units", "+3"),
        ("Attacker: chit", "-1"),
        ("Defender: tanks", "+1"),
        ("Defender: artillery", "+1"),
        ("Defender: adjacent units", "+2"),
        ("Defender: terrain", "+1"),
    ] {
        assert_eq!(value(label), Some(modifier), "{label}: {lines:?}");
    }
    assert_eq!(value("Attacker rolls D10"), Some("12 to 21, each 1 in 10"));
    assert_eq!(value("Defender rolls D10"), Some("6 to 15, each 1 in 10"));
    assert_eq!(value("Defender rolls D6"), Some("6 to 11, each 1 in 6"), "a fresh unit has the choice");
    // Six ahead: five are due where the defender's die is at most one higher.
    assert_eq!(value("Defender pays 5 against a D10"), Some("64 of 100 (64 %)"));
    assert_eq!(value("Defender pays 5 against a D6"), Some("50 of 60 (83 %)"));
    // A tie where the defender's die is six higher, which four of a hundred are; three more pairs are seven and more higher.
    assert_eq!(value("Attacker pays 1 against a D10"), Some("7 of 100 (7 %)"));
    assert_eq!(value("Attacker pays 3 against a D10"), Some("1 of 100 (1 %)"));
    assert_eq!(value("Attacker wins against a D10"), Some("90 of 100 (90 %)"));
    seen(&t, 0, |scene| {
        let battle = scene.battle.as_ref().unwrap_or_else(|| panic!("no card"));
        assert_eq!((battle.lines[0].strength.as_ref(), battle.lines[1].strength.as_ref()), ("+11", "+5"));
        assert_eq!(battle.lines[0].pieces, ["nk-3", "nk-7", "nk-15"]);
    });
}

#[test]
fn once_the_dice_have_fallen_the_card_tells_totals_instead_of_chances() {
    let mut t = example_combat(example());
    support(&mut t, &["road"], [true, true]);
    t.dice(&[1, 1]).act("roll D10");
    seen(&t, 1, |scene| {
        let value = |label: &str| scene.workings.iter().find(|w| w.label == label).map(|w| w.value.as_ref());
        // w4: 11 and 5.
        assert_eq!(value("Attacker in all, with 1 on the die"), Some("12"));
        assert_eq!(value("Defender in all, with 1 on the die"), Some("6"));
        assert!(!scene.workings.iter().any(|w| w.label.contains("wins") || w.label.contains("rolls")));
    });
}

#[test]
fn headquarters_say_what_they_can_do_and_whom_they_reach() {
    let mut t = example().marked("rok-6", "2543", &["spent"]).table();
    seen(&t, 1, |scene| {
        let all = rows(scene, "headquarters");
        assert_eq!(all.len(), 2);
        let kpa = all.iter().find(|r| r[1] == "2345").unwrap_or_else(|| panic!("{all:?}"));
        assert_eq!(kpa[2..], ["fresh", "4", "2"], "four units; two supply in the South");
    });
    let view = View::of(game(), t.state(), SeatSet::one(Seat(1)));
    let detail = engine::detail_in(game(), &view, "kpa-III", &engine::Catalogue::default())
        .unwrap_or_else(|| panic!("no detail"));
    // w1: ranges 4.5, 6.5 and 7.5.
    let reached: Vec<&str> = detail.sections[1].rows.iter().map(|r| r[1].as_str()).collect();
    assert_eq!(reached, ["4 1/2", "6 1/2", "7 1/2"], "{detail:?}");
    t.act("activate kpa-III");
    seen(&t, 1, |scene| {
        let far = scene.reach.iter().find(|r| r.at == "2441").map(|r| r.cost.as_ref());
        assert_eq!(far, Some("4 1/2"), "the reach of the headquarters lies on the map while it chooses");
    });
}

#[test]
fn objectives_say_what_stands_between_them_and_a_claim() {
    let marker = |hex: &str, side: &str, value: u8| json!({ "hex": hex, "side": side, "value": value });
    let t = Lay::empty("campaign", 23, "CheckCom")
        .set(
            "/objectives",
            json!([
                marker("2549", "com", 5),
                marker("2860", "com", 0),
                marker("2043", "com", 0),
                marker("1334", "un", 3)
            ]),
        )
        .put(&[("rok-1", "2552"), ("rok-2", "2860"), ("nk-1", "1943"), ("nk-2", "1236")])
        .table();
    seen(&t, 1, |scene| {
        let words: Vec<String> = rows(scene, "objectives").into_iter().map(|r| r[4].clone()).collect();
        assert_eq!(
            words,
            [
                "an enemy unit is within three hexes",
                "an enemy unit can take it away",
                "can be revealed",
                "an enemy unit is within three hexes"
            ]
        );
    });
}

/// A month of the campaign, answered with as little as possible: each button that ends something says what it ends and by
/// which rule, and the display stands at the end except while aircraft are committed.
#[test]
fn what_ends_a_step_says_which() {
    let mut t = start("campaign");
    let mut ends = std::collections::BTreeMap::new();
    for _ in 0..400 {
        if t.at("/turn") != json!(1) && t.at("/step") == json!("StrategicUn") {
            break;
        }
        let step = t.at("/step").as_str().unwrap_or_default().to_owned();
        let seat = t.to_act().first().map_or(0, |seat| seat.0);
        seen(&t, seat, |scene| {
            if let Some(end) = scene.actions.iter().find(|a| a.text == "done") {
                assert!(end.label != "Done" && end.rule.starts_with("fi "), "{step}: {}", end.label);
                ends.insert(step.clone(), end.label.clone().into_owned());
            }
            let place = |id: &str| scene.panels.iter().position(|p| p.id == id);
            let flying = matches!(step.as_str(), "CommitCom" | "CommitUn" | "Strategic");
            assert_eq!(place("air-top-cover") < place("month"), flying, "{step}");
            assert!(place("month") < place("week"), "the month comes before the week");
        });
        let list = t.legal();
        let answer = list.iter().find(|a| *a == "done").unwrap_or(&list[0]).clone();
        t.act(&answer);
    }
    for (step, label) in [
        ("StrategicCom", "End strategic moves"),
        ("ActivateCom", "End the player turn"),
        ("CommitUn", "The other aircraft stay"),
    ] {
        assert_eq!(ends.get(step).map(String::as_str), Some(label), "{ends:?}");
    }
}
