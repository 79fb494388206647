//! Computer players against each other: whoever knows the game beats whoever does not.

use crate::table::{Lay, spot};
use engine::{Dice, Memory, Options, Play, Player, Random, Rules, SeatSet, Seed, Unhurried, View};
use fire_and_ice::{FireAndIce, files};
use players::{Junior, Officer, RandomPlayer};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::OnceLock;

const SCENARIOS: &str = "invasion inchon chinese campaign";

/// The game; with the weights of another file where `P38_JUDGEMENT` names one.
fn game() -> &'static FireAndIce {
    static GAME: OnceLock<FireAndIce> = OnceLock::new();
    GAME.get_or_init(|| {
        let mut files = files();
        if let Ok(path) = std::env::var("P38_JUDGEMENT") {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
            files.replace("judgement.toml", text).unwrap_or_else(|e| panic!("{e}"));
        }
        FireAndIce::new(&files).unwrap_or_else(|e| panic!("{e}"))
    })
}

/// How a game went.
struct Played {
    winner: Option<String>,
    /// Points of the Communist side.
    points: i32,
    result: String,
    turn: u16,
    /// Points of the Communist side by the rule that moved the marker.
    why: BTreeMap<String, i32>,
}

/// Plays a game.
fn play(scenario: &str, players: [&dyn Player<FireAndIce>; 2], seed: u64) -> Played {
    let rules = game();
    let info = rules.info().scenario(scenario).unwrap_or_else(|| panic!("no {scenario}"));
    let options = Options::default().complete(info).unwrap_or_else(|e| panic!("{e}"));
    let mut log = Play::new(Dice::seeded(Seed::from_number(seed)));
    let mut state = rules.setup(scenario, &options, &mut log).unwrap_or_else(|e| panic!("{e}"));
    let mut random = Random::new(seed);
    let mut memories = [Memory::default(), Memory::default()];
    let mut why = BTreeMap::new();
    let mut points = rules.outcome(&state).points[1];
    while let Some(seat) = rules.to_act(&state).first() {
        let view = View::of(rules, &state, SeatSet::one(seat));
        let memory = &mut memories[seat.index()];
        let action = players[seat.index()].choose(rules, &view, seat, &mut random, memory, &Unhurried);
        log.begin();
        rules.apply(&mut state, seat, action, &mut log).unwrap_or_else(|e| panic!("{:?}", e.rule));
        let now = rules.outcome(&state).points[1];
        if now != points {
            let scored = ["12.1", "5.6-points", "6.2g", "4.8-bug", "16-", "17-", "12.2", "10.3"];
            let rule = log.lines().map(|l| l.rule).find(|r| scored.iter().any(|s| r.contains(s)));
            *why.entry(rule.unwrap_or("other").to_owned()).or_default() += now - points;
            points = now;
        }
    }
    let outcome = engine::outcome_of(rules, &state);
    let turn = rules.turn(&state);
    Played { winner: outcome.winner, points, result: outcome.result, turn, why }
}

/// Games won by each side: United Nations, Communist.
fn won(scenario: &str, players: [&dyn Player<FireAndIce>; 2], games: u64) -> [usize; 2] {
    let mut won = [0; 2];
    for seed in 0..games {
        match play(scenario, players, seed).winner.as_deref() {
            Some("un") => won[0] += 1,
            Some("com") => won[1] += 1,
            _ => {}
        }
    }
    won
}

#[test]
fn a_recruit_beats_chance_on_both_sides() {
    let (recruit, random) = (Junior::recruit(), RandomPlayer::default());
    let defending = won("invasion", [&recruit, &random], 8);
    let attacking = won("invasion", [&random, &recruit], 8);
    assert!(defending[0] > defending[1] && attacking[1] > attacking[0], "{defending:?} {attacking:?}");
}

#[test]
fn an_officer_beats_a_recruit_on_both_sides_of_the_invasion() {
    let (officer, recruit) = (Officer::default(), Junior::recruit());
    let defending = won("invasion", [&officer, &recruit], 8);
    let attacking = won("invasion", [&recruit, &officer], 8);
    assert!(defending[0] >= 6 && attacking[1] >= 6, "{defending:?} {attacking:?}");
}

#[test]
fn an_officer_beats_a_recruit_on_both_sides_of_the_chinese_intervention() {
    let (officer, recruit) = (Officer::default(), Junior::recruit());
    let defending = won("chinese", [&officer, &recruit], 3);
    let attacking = won("chinese", [&recruit, &officer], 3);
    assert!(defending[0] >= 2 && attacking[1] >= 2, "{defending:?} {attacking:?}");
}

/// A corps that has landed does not wait in its box: the officer leads it ashore in the turn of the landing.
#[test]
fn a_corps_that_has_landed_goes_ashore() {
    let corps = ["us-1m-c", "us-1m-1", "us-1m-5", "us-1m-7", "us-7-c", "us-7-17", "us-7-31", "us-7-32"];
    let lay = Lay::of("inchon").set("/step", json!("ActivateUn"));
    let lay = corps.iter().chain(&["un-X"]).fold(lay, |lay, id| lay.put(&[(id, "box-inchon")]));
    let mut table = lay.set("/facts", json!(["invaded"])).table();
    table.seed(1);
    let officer = Officer::default();
    let mut memories = [Memory::default(), Memory::default()];
    let mut random = Random::new(1);
    while table.at("/step") == json!("ActivateUn") {
        let Some(seat) = table.to_act().first() else { break };
        let view = View::of(table.rules(), table.state(), SeatSet::one(seat));
        let memory = &mut memories[seat.index()];
        let action = officer.choose(table.rules(), &view, seat, &mut random, memory, &Unhurried);
        table.act(&engine::action_text(table.rules(), table.state(), action));
    }
    let ashore = corps.iter().filter(|id| !spot(&table, id).starts_with("box")).count();
    assert!(ashore >= 4, "{ashore} of eight are ashore");
}

#[test]
fn a_recruit_plays_a_scenario_to_the_end() {
    let recruit = Junior::recruit();
    let played = play("inchon", [&recruit, &recruit], 1);
    assert!(!played.result.is_empty() && played.points.abs() < 100);
}

/// Shares, for a look; one game of the shortest scenario where nobody asks: `P38_SHARES=20 cargo nextest run -p fire-and-ice shares --no-capture`. `P38_PAIRS` says who
/// plays (United Nations first), `P38_SCENARIOS` what.
#[test]
fn shares() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let games: u64 = number("P38_SHARES").unwrap_or(1);
    let (officer, random, recruit) = (Officer::default(), RandomPlayer::default(), Junior::recruit());
    let player = |name: &str| -> &dyn Player<FireAndIce> {
        match name {
            "random" => &random,
            "recruit" => &recruit,
            _ => &officer,
        }
    };
    let list = |name: &str, all: &str| std::env::var(name).unwrap_or_else(|_| all.to_owned());
    let asked = number("P38_SHARES").is_some();
    let all = "officer-officer officer-random random-officer officer-recruit recruit-officer";
    let pairs = list("P38_PAIRS", if asked { all } else { "officer-officer" });
    let scenarios = list("P38_SCENARIOS", if asked { SCENARIOS } else { "invasion" });
    for scenario in scenarios.split(' ') {
        for pair in pairs.split(' ') {
            let (un, com) = pair.split_once('-').unwrap_or(("officer", "officer"));
            let played: Vec<Played> =
                (0..games).map(|seed| play(scenario, [player(un), player(com)], seed)).collect();
            let won = |side: &str| played.iter().filter(|p| p.winner.as_deref() == Some(side)).count();
            let count = i32::try_from(played.len().max(1)).unwrap_or(1);
            let mean = |of: &dyn Fn(&Played) -> i32| {
                f64::from(played.iter().map(of).sum::<i32>()) / f64::from(count)
            };
            let mut why: BTreeMap<&str, i32> = BTreeMap::new();
            for (rule, points) in played.iter().flat_map(|p| &p.why) {
                *why.entry(rule).or_default() += points;
            }
            let why: Vec<String> =
                why.iter().map(|(r, p)| format!("{r} {:+.1}", f64::from(*p) / f64::from(count))).collect();
            println!(
                "{scenario} {pair}: UN {}, Communist {} of {games}; points {:+.1}, turn {:.1}; {}",
                won("un"),
                won("com"),
                mean(&|p| p.points),
                mean(&|p| p.turn.into()),
                why.join(", ")
            );
            assert!(played.iter().all(|p| !p.result.is_empty() && p.turn > 0), "{scenario} {pair}");
        }
    }
}
