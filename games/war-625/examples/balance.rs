//! Games between equal computer players: result shares, final incomes and length.
//! `cargo run --release -p war-625 --example balance -- 500 recruit [FIRST_SEED] [OPTION=VALUE ..]`.

use engine::{Dice, Memory, Options, Play, Random, Rules, SeatSet, Seed, View};
use players::Budget;
use std::collections::BTreeMap;
use std::time::Instant;
use war_625::{War625, files};

fn main() {
    if let Err(why) = run() {
        eprintln!("{why}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let games: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let level = args.next().unwrap_or_else(|| "recruit".to_owned());
    let first: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    let rules = War625::new(&data()?).map_err(|e| e.to_string())?;
    let watch: Option<u16> = std::env::var("P38_WATCH").ok().and_then(|n| n.parse().ok());
    let pairs: Vec<String> = args.collect();
    let chosen =
        pairs.iter().filter_map(|p| p.split_once('=')).fold(Options::default(), |o, (k, v)| o.with(k, v));
    let options = chosen.complete(&rules.info().scenarios[0])?;
    let levels = players::levels::<War625>();
    let player = levels.iter().find(|p| p.level().level == level).ok_or("there is no such level")?;
    let mut results: BTreeMap<String, u64> = BTreeMap::new();
    let (mut actions, mut points) = (0u64, [0i64; 2]);
    let mut by_turn = vec![(0i64, 0u64); 39];
    let mut incomes: BTreeMap<&str, u64> = BTreeMap::new();
    let mut entries: BTreeMap<u64, u64> = BTreeMap::new();
    let start = Instant::now();
    for seed in first..first + games {
        let mut play = Play::muted(Dice::seeded(Seed::from_number(seed)));
        let mut state = rules.setup("war", &options, &mut play).map_err(|e| e.to_string())?;
        let mut random = Random::new(seed);
        let mut memories: Vec<Memory> = (0..5).map(|_| Memory::default()).collect();
        let mut turn = 0;
        while let Some(seat) = rules.to_act(&state).first() {
            let view = View::of(&rules, &state, SeatSet::one(seat));
            let budget = Budget::new(player.level().millis);
            let action =
                player.choose(&rules, &view, seat, &mut random, &mut memories[seat.index()], &budget);
            play.begin();
            rules.apply(&mut state, seat, action, &mut play).map_err(|e| e.to_string())?;
            actions += 1;
            let now = rules.turn(&state) as usize;
            if now != turn {
                turn = now;
                let p = rules.outcome(&state).points;
                by_turn[turn].0 += i64::from(p[0]);
                by_turn[turn].1 += 1;
                if watch == Some(turn as u16) {
                    println!("seed {seed}, turn {turn}: {}", strengths(&readable(&rules, &state)));
                }
            }
        }
        let outcome = engine::outcome_of(&rules, &state);
        *results.entry(outcome.winner.unwrap_or_else(|| "draw".to_owned())).or_default() += 1;
        points[0] += i64::from(outcome.points[0]);
        points[1] += i64::from(outcome.points[1]);
        let position = readable(&rules, &state);
        *entries.entry(position["china"]["war"].as_u64().unwrap_or(0)).or_default() += 1;
        for nation in ["NK", "CH", "ROK", "US", "UN"] {
            *incomes.entry(nation).or_default() += income(&position, nation);
        }
    }
    let n = games.max(1) as f64;
    println!("{games} games between {level} players, {:.1} s", start.elapsed().as_secs_f64());
    for (who, count) in &results {
        println!("{who}: {count} ({:.1} %)", *count as f64 * 100.0 / n);
    }
    println!("mean points: Communists {:.1}, Allies {:.1}", points[0] as f64 / n, points[1] as f64 / n);
    println!("mean actions a game: {:.0}", actions as f64 / n);
    let incomes: Vec<String> = incomes.iter().map(|(k, v)| format!("{k} {:.1}", *v as f64 / n)).collect();
    println!("mean final incomes: {}", incomes.join(", "));
    println!("turn of Chinese entry (0: never): {entries:?}");
    let curve: Vec<String> = by_turn
        .iter()
        .enumerate()
        .filter(|(t, v)| v.1 > 0 && (*t < 8 || *t % 5 == 0))
        .map(|(t, v)| format!("{t}:{:.1}", v.0 as f64 / v.1 as f64))
        .collect();
    println!("mean Communist points at the start of turns: {}", curve.join(" "));
    Ok(())
}

/// The data files, with those of the folder `P38_DATA` in place of ours.
fn data() -> Result<engine::Files, String> {
    let mut files = files();
    let Some(folder) = std::env::var_os("P38_DATA") else { return Ok(files) };
    let names: Vec<String> = files.names().map(str::to_owned).collect();
    for name in names {
        if let Ok(text) = std::fs::read_to_string(std::path::Path::new(&folder).join(&name)) {
            files.replace(&name, text).map_err(|e| e.to_string())?;
        }
    }
    Ok(files)
}

/// The position as JSON.
fn readable(rules: &War625, state: &war_625::State) -> serde_json::Value {
    serde_json::to_value(rules.position(state)).unwrap_or_default()
}

/// Units of each nation by where they are, and its money.
fn strengths(position: &serde_json::Value) -> String {
    let mut sums: BTreeMap<String, u64> = BTreeMap::new();
    for group in ["areas", "zones", "track"] {
        for (id, place) in position[group].as_object().into_iter().flatten() {
            let units = if group == "areas" { &place["units"] } else { place };
            for unit in units.as_array().into_iter().flatten().filter_map(|u| u.as_str()) {
                let words: Vec<_> = unit.split([' ', ':']).collect();
                let counted = words[0].parse::<u64>().ok();
                let (n, words) = counted.map_or((1, &words[..]), |n| (n, &words[1..]));
                if words.len() < 2 {
                    continue;
                }
                let at = if group == "areas" && id != "JAP" { "map" } else { id };
                *sums.entry(format!("{} {at} {}", words[0], words[1])).or_default() += n;
            }
        }
    }
    let list: Vec<_> = sums.iter().map(|(k, n)| format!("{k} {n}")).collect();
    format!("{}; money {}", list.join(", "), position["treasury"])
}

/// What a nation would collect next: its areas and its base.
fn income(position: &serde_json::Value, nation: &str) -> u64 {
    let map = board::AreaMap::parse("korea.map", include_str!("../data/maps/korea.map")).unwrap_or_default();
    let worth = |area: &board::Area| {
        let now = &position["areas"][area.code.as_str()];
        let printed = area.attribute("owner").unwrap_or_default().to_uppercase();
        let owner = now["control"].as_str().unwrap_or(&printed);
        let ipc = area.attribute("ipc").and_then(|n| n.parse().ok()).unwrap_or(0);
        if owner == nation { now["ipc"].as_u64().unwrap_or(ipc) } else { 0 }
    };
    let sum: u64 = map.areas().iter().map(worth).sum();
    let economy: toml::Table = include_str!("../data/economy.toml").parse().unwrap_or_default();
    let nations = economy["nation"].as_array().cloned().unwrap_or_default();
    let base = nations
        .iter()
        .find(|n| n["id"].as_str() == Some(nation))
        .map_or(0, |n| n["base"].as_integer().unwrap_or(0));
    sum + base as u64
}
