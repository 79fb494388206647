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
    let rules = War625::new(&files()).map_err(|e| e.to_string())?;
    let pairs: Vec<String> = args.collect();
    let chosen = pairs.iter().filter_map(|p| p.split_once('=')).fold(Options::default(), |o, (k, v)| o.with(k, v));
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
            let action = player.choose(&rules, &view, seat, &mut random, &mut memories[seat.index()], &budget);
            play.begin();
            rules.apply(&mut state, seat, action, &mut play).map_err(|e| e.to_string())?;
            actions += 1;
            let now = rules.moment(&state).turn as usize;
            if now != turn {
                turn = now;
                let p = rules.outcome(&state).points;
                by_turn[turn].0 += i64::from(p[0]);
                by_turn[turn].1 += 1;
            }
        }
        let outcome = rules.outcome(&state);
        *results.entry(outcome.winner.unwrap_or_else(|| "draw".to_owned())).or_default() += 1;
        points[0] += i64::from(outcome.points[0]);
        points[1] += i64::from(outcome.points[1]);
        let position = rules.position(&state);
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

/// What a nation would collect next: its areas and its base.
fn income(position: &serde_json::Value, nation: &str) -> u64 {
    let areas: toml::Table = include_str!("../data/areas.toml").parse().unwrap_or_default();
    let rows = areas["area"].as_array().cloned().unwrap_or_default();
    let worth = |area: &toml::Value| {
        let id = area["id"].as_str().unwrap_or_default();
        let now = &position["areas"][id];
        let owner = now["control"].as_str().or(area["owner"].as_str());
        let ipc = now["ipc"].as_u64().unwrap_or(area["ipc"].as_integer().unwrap_or(0) as u64);
        if owner == Some(nation) { ipc } else { 0 }
    };
    let sum: u64 = rows.iter().map(worth).sum();
    let economy: toml::Table = include_str!("../data/economy.toml").parse().unwrap_or_default();
    let nations = economy["nation"].as_array().cloned().unwrap_or_default();
    let base = nations.iter().find(|n| n["id"].as_str() == Some(nation)).map_or(0, |n| n["base"].as_integer().unwrap_or(0));
    sum + base as u64
}
