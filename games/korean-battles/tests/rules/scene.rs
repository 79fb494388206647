//! What a player is shown: the sum before an attack, the odds, panels, points with reasons; and how small it is.

use crate::common::{Battle, Board, State, chosin, historical, inchon, pusan, rules, start};
use engine::scene::PanelBody;
use engine::{Judge, Picture};
use engine::{Rules, Seat, SeatSet, View};

fn scene_json(board: &Board, seat: Seat) -> String {
    let view = View::of(rules(), board.state(), SeatSet::one(seat));
    serde_json::to_string(&engine::scene_of(rules(), &view)).unwrap()
}

/// The differential, the column and the six results are shown before the attack is confirmed. [proves: kb 7.3, kb crt]
#[test]
fn the_sum_of_an_attack_is_shown_before_it_is_confirmed() {
    let mut board =
        pusan().phase("combat").unit("nk-4", "1104").unit("nk-10", "1204").unit("us-21-24", "1105").load();
    board.acts(&["attack 1105", "add nk-4", "add nk-10"]);
    let view = View::of(rules(), board.state(), SeatSet::one(board.seat()));
    let scene = engine::scene_of(rules(), &view);
    let value = |label: &str| {
        let line = scene.workings.iter().find(|w| w.label == label);
        line.unwrap_or_else(|| panic!("no line {label}")).value.to_string()
    };
    assert_eq!(value("Differential"), "+17");
    assert_eq!(value("Column"), "10 of 12");
    assert_eq!(value("Results for die 1 to 6"), "D3  D2  D2  Ex  Ex  Ex");
}

/// The exact odds of an attack, by the engine's preview.
#[test]
fn the_odds_of_an_attack() {
    let mut board = inchon()
        .turn(9)
        .phase("attack")
        .unit("usmc-1", "1107")
        .unit("usmc-5", "1207")
        .unit("nk-18-22", "1206")
        .load();
    board.acts(&["attack 1206", "add usmc-1", "add usmc-5"]);
    let seat = board.seat();
    let view = View::of(rules(), board.state(), SeatSet::one(seat));
    let fight = engine::read_action(rules(), board.state(), "fight").unwrap();
    let odds = engine::outcomes(rules(), &view, seat, fight).unwrap();
    assert!((odds.outcomes.iter().map(|o| o.probability).sum::<f64>() - 1.0).abs() < 1e-9);
    let chance = |code: &str| -> f64 {
        odds.outcomes.iter().filter(|o| o.text.contains(code)).map(|o| o.probability).sum()
    };
    // Column 9: D2 D2 Ex Ex Ex dot.
    assert!((chance("D2") - 2.0 / 6.0).abs() < 1e-9, "{odds:?}");
    assert!((chance("Ex") - 3.0 / 6.0).abs() < 1e-9, "{odds:?}");
}

/// Odds are shown while attackers are still being added: what would come if the attack were made so. [proves: kb crt]
#[test]
fn the_odds_while_attackers_gather() {
    let mut board = inchon().turn(9).phase("attack").unit("usmc-1", "1107").unit("nk-18-22", "1206").load();
    board.act("attack 1206");
    let seat = board.seat();
    let view = View::of(rules(), board.state(), SeatSet::one(seat));
    let add = engine::read_action(rules(), board.state(), "add usmc-1").unwrap();
    let odds = engine::outcomes(rules(), &view, seat, add).unwrap();
    assert!(odds.outcomes.len() > 1, "the die has more than one result: {odds:?}");
}

/// A face-down defender keeps its strength to itself. [proves: kb hidden-knowledge]
#[test]
fn the_sum_against_a_face_down_counter_is_unknown() {
    let mut board =
        pusan().player("un").phase("attack").unit("us-21-24", "1105").hidden("nk-2div-4", "1005").load();
    board.acts(&["attack 1005", "add us-21-24"]);
    let text = scene_json(&board, board.seat());
    assert!(text.contains("unknown until revealed"));
    assert!(!text.contains("Differential"));
}

/// Panels: turn track, hands, due and dead units; points with their reasons and rules.
#[test]
fn panels_and_points() {
    let board = pusan()
        .turn(15)
        .player("un")
        .unit("usmc-5", "0509")
        .off("dead", &["us-21-24", "nk-83"])
        .off("due", &["cw-27"])
        .hand("un", &[7])
        .load();
    let view = View::of(rules(), board.state(), SeatSet::one(board.seat()));
    let scene = engine::scene_of(rules(), &view);
    let track = scene.panels.iter().find_map(|p| match &p.body {
        PanelBody::Track(cells) => Some(cells),
        _ => None,
    });
    let track = track.expect("a turn track");
    assert_eq!(track.len(), 21);
    assert!(track[14].current && track[15].note.contains("5th Marines"), "the withdrawal is announced");
    for id in ["hand-un", "hand-communist", "due-un", "dead"] {
        assert!(scene.panels.iter().any(|p| p.id == id), "{id}");
    }
    let at = |place: &str| scene.pieces.iter().filter(|p| p.at == place).count();
    assert_eq!((at("dead"), at("due-un")), (2, 1));
    let reasons: Vec<_> = scene.points.iter().flat_map(|p| &p.reasons).collect();
    assert_eq!(reasons.len(), 2);
    assert!(reasons.iter().all(|r| r.rule.starts_with("kb ") && !r.text.is_empty()));
}

/// Support that is played is shown on the combat hex.
#[test]
fn played_support_is_shown_on_the_hex() {
    let mut board = inchon()
        .turn(9)
        .player("nk")
        .phase("attack")
        .unit("nk-18-1", "0610")
        .unit("us-7-3", "0609")
        .hand("nk", &[3])
        .hand("un", &[2])
        .load();
    board.attack("0609", &["nk-18-1"]).act("support +3");
    let view = View::of(rules(), board.state(), SeatSet::one(board.seat()));
    let scene = engine::scene_of(rules(), &view);
    let shown = scene.markers.iter().find(|m| m.kind == "support").expect("a marker");
    assert_eq!((shown.at.as_ref(), shown.label.as_ref()), ("0609", "+3"));
}

/// A position is small, and so is what a client gets.
#[test]
fn positions_and_scenes_are_small() {
    assert!(size_of::<State>() < 4096, "{} bytes", size_of::<State>());
    for scenario in ["pusan", "inchon", "chosin"] {
        let mut board = historical(scenario, &[]);
        for _ in 0..6 {
            let json = scene_json(&board, board.seat());
            assert!(json.len() < 40_000, "{scenario}: {} bytes", json.len());
            let first = board
                .options()
                .into_iter()
                .find(|t| t.starts_with("move "))
                .unwrap_or_else(|| "pass".to_owned());
            board.act(&first);
            let json = scene_json(&board, board.seat());
            assert!(json.len() < 40_000, "{scenario}, {first}: {} bytes", json.len());
            if let Some(to) = board.choices("to").into_iter().next() {
                board.act(&format!("to {to}"));
            }
        }
    }
}

/// The seat that is not to act is told who is, and offered nothing.
#[test]
fn the_other_seat_waits() {
    let board = chosin().turn(2).player("un").unit("usmc-1", "0907").unit("cn-172", "0107").load();
    let other = Seat(1 - board.seat().0);
    let view = View::of(rules(), board.state(), SeatSet::one(other));
    let scene = engine::scene_of(rules(), &view);
    assert!(scene.actions.is_empty());
    assert!(scene.prompt.text.contains("United Nations"), "{}", scene.prompt.text);
}

/// After the die the sum is gone: an attacker may be dead while the defender still chooses his loss.
#[test]
fn no_sum_is_shown_for_units_that_are_gone() {
    let mut board = pusan()
        .phase("attack")
        .weak("nk-4", "1104", 2)
        .unit("us-21-24", "1105")
        .unit("us-hq-24", "1105")
        .hand("nk", &[5, 4])
        .load();
    // 5 + 9 against 5 across the river: +9, column 9, die 3: Ex. The division dies, the UN has a choice of two.
    board.dice(&[3]).attack("1105", &["nk-4"]).quietly_waves().spend_all();
    assert_eq!(board.fate("nk-4"), "dead");
    assert_eq!(board.choices("lose").len(), 2);
    for seat in [Seat(0), Seat(1)] {
        assert!(!scene_json(&board, seat).contains("Differential"));
    }
}

/// Every position of some random games can be drawn for both sides and for a spectator, judged, and overlaid.
#[test]
fn every_position_of_random_games_can_be_drawn() {
    for (scenario, seed) in [("pusan", 1), ("inchon", 2), ("inchon", 3), ("chosin", 4), ("chosin", 5)] {
        let mut board = start(scenario, &[]);
        let mut random = engine::Random::new(seed);
        let sheet = engine::sheet_of(rules(), scenario);
        while let Some(seat) = rules().to_act(board.state()).first() {
            for eyes in [SeatSet::one(Seat(0)), SeatSet::one(Seat(1)), SeatSet::NONE] {
                let view = View::of(rules(), board.state(), eyes);
                let scene = engine::scene_of(rules(), &view);
                assert!(!scene.prompt.text.is_empty());
                let overlay = &sheet.overlays[random.below(sheet.overlays.len())].id;
                assert!(rules().overlay(&view, overlay).is_some());
                assert!((0..2).all(|side| rules().evaluate(view.state(), side).is_finite()));
            }
            let mut legal = Vec::new();
            rules().legal(board.state(), seat, &mut legal);
            if let Some(quiet) = rules().quiet(board.state(), seat) {
                assert!(legal.contains(&quiet), "the quiet action is legal");
            }
            let action = legal[random.below(legal.len())];
            board.act_for(seat, &engine::action_text(rules(), board.state(), action));
        }
    }
}
