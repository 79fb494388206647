//! The course of officers' games: who wins by what, and, for one game, where both sides stand at the end of each turn.
//!
//! `cargo run --profile quick -p fire-and-ice --example course -- inchon 100 7001`
//! `cargo run --profile quick -p fire-and-ice --example course -- inchon 1 7001 told`

use engine::{Dice, Memory, Options, Play, Player, Random, Rules, SeatSet, Seed, Unhurried, View};
use fire_and_ice::{FireAndIce, State, files};
use players::Officer;
use serde_json::Value;
use std::collections::BTreeMap;

/// A game played to its end: who won, the Communist side's points, and those points by the rule that moved them.
struct Played {
    winner: Option<String>,
    points: i32,
    turn: u16,
    why: BTreeMap<String, i32>,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let scenario = args.next().unwrap_or_else(|| "inchon".to_owned());
    let games: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(20);
    let seed: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    let told = args.next().unwrap_or_default();
    let mut files = files();
    if let Ok(folder) = std::env::var("P38_DATA") {
        for name in
            ["judgement.toml", "scenarios/inchon.toml", "scenarios/chinese.toml", "scenarios/invasion.toml"]
        {
            if let Ok(text) = std::fs::read_to_string(format!("{folder}/{name}")) {
                files.replace(name, text).unwrap_or_else(|e| panic!("{e}"));
            }
        }
    }
    let game = FireAndIce::new(&files).unwrap_or_else(|e| panic!("{e}"));
    let played: Vec<Played> = (seed..seed + games).map(|s| play(&game, &scenario, s, &told)).collect();
    let won = |side: Option<&str>| played.iter().filter(|p| p.winner.as_deref() == side).count();
    let mut why: BTreeMap<&str, i32> = BTreeMap::new();
    for (rule, points) in played.iter().flat_map(|p| &p.why) {
        *why.entry(rule).or_default() += points;
    }
    let mean = |sum: i32| f64::from(sum) / games as f64;
    println!(
        "{scenario}: United Nations {}, Communist {}, drawn {} of {games}; points {:+.1}, last turn {:.1}",
        won(Some("un")),
        won(Some("com")),
        won(None),
        mean(played.iter().map(|p| p.points).sum()),
        mean(played.iter().map(|p| i32::from(p.turn)).sum())
    );
    for (rule, points) in why {
        println!("  {rule}: {:+.1}", mean(points));
    }
}

fn play(game: &FireAndIce, scenario: &str, seed: u64, told: &str) -> Played {
    let info = game.info().scenario(scenario).unwrap_or_else(|| panic!("no {scenario}"));
    let options = Options::default().complete(info).unwrap_or_else(|e| panic!("{e}"));
    let mut log = Play::new(Dice::seeded(Seed::from_number(seed)));
    let mut state = game.setup(scenario, &options, &mut log).unwrap_or_else(|e| panic!("{e}"));
    let mut random = Random::new(seed);
    let mut memories = [Memory::default(), Memory::default()];
    let officer = Officer::default();
    let (mut why, mut points, mut turn) = (BTreeMap::new(), 0, 0);
    if let Some(p) = game.outcome(&state).points.get(1) {
        points = *p;
    }
    while let Some(seat) = game.to_act(&state).first() {
        if game.turn(&state) != turn {
            turn = game.turn(&state);
            if !told.is_empty() {
                tell(game, &state, points);
            }
        }
        let view = View::of(game, &state, SeatSet::one(seat));
        let memory = &mut memories[seat.index()];
        let action = officer.choose(game, &view, seat, &mut random, memory, &Unhurried);
        log.begin();
        game.apply(&mut state, seat, action, &mut log).unwrap_or_else(|e| panic!("{:?}", e.rule));
        if told == "all" {
            for line in log.lines() {
                println!(
                    "    {} {} [{}]",
                    seat.index(),
                    engine::read(game, &state, SeatSet::ALL, line.text),
                    line.rule
                );
            }
        }
        let now = game.outcome(&state).points[1];
        if now != points {
            let scored = ["12.1", "5.6-points", "6.2g", "4.8-bug", "16-", "17-", "12.2", "10.3"];
            let rule = log.lines().map(|l| l.rule).find(|r| scored.iter().any(|s| r.contains(s)));
            let side = if seat.index() == 0 { "un" } else { "com" };
            *why.entry(format!("{} {side}", rule.unwrap_or("other"))).or_default() += now - points;
            points = now;
        }
    }
    if !told.is_empty() {
        tell(game, &state, points);
    }
    let outcome = engine::outcome_of(game, &state);
    Played { winner: outcome.winner, points, turn: game.turn(&state), why }
}

fn tell(game: &FireAndIce, state: &State, points: i32) {
    let position = serde_json::to_value(game.position(state)).unwrap_or_default();
    let say = |p: &str| position.pointer(p).cloned().unwrap_or_default().to_string();
    println!(
        "== turn {} points {points:+} weather {} supply UN {}/{} Com {}/{} air {}",
        position["turn"],
        position["weather"],
        say("/united_nations/supply"),
        say("/united_nations/infrastructure"),
        say("/communist/supply"),
        say("/communist/infrastructure"),
        position["aircraft"].as_object().map_or(0, |a| a.len())
    );
    println!("  objectives {}", position["objectives"]);
    let Some(units) = position["units"].as_object() else { return };
    let row = |un: bool| {
        let list = units.iter().filter(|(id, v)| {
            let com = ["nk", "prc", "su", "kpa", "ag"].iter().any(|p| id.starts_with(p));
            com != un && !matches!(v["at"].as_str(), Some("coming" | "gone"))
        });
        let words: Vec<String> = list
            .map(|(id, v)| {
                let marks: Vec<&str> =
                    v["marks"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                let marks: String = marks.iter().map(|m| &m[..2]).collect::<Vec<_>>().join(",");
                format!(
                    "{id}@{}{}{marks}",
                    v["at"].as_str().unwrap_or("?"),
                    if marks.is_empty() { "" } else { "!" }
                )
            })
            .collect();
        words.join(" ")
    };
    println!("  UN {}\n  COM {}", row(true), row(false));
}
