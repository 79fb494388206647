//! Computer against computer: how a scenario goes on average, for the calibration of what is ours.
//!
//! `cargo run --release -p conflict-korea --example course -- dragon-wakes 200 1 [option=value ...]`
//!
//! `judgement=FILE` plays by other weights, `picture=TURN` prints who stands where at the start of a turn of the first game.
//! The levels of every turn are counted, and how long the planning and the automatic parts of a turn took.

use conflict_korea::actions::Action;
use conflict_korea::{ConflictKorea, Plan, State, files};
use engine::{Dice, Judgement, Options, Play, Random, Rules, SeatSet, Seed, View};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What a game took: a side's planning, and what goes on by itself in a turn.
#[derive(Default)]
struct Times {
    plans: Vec<Duration>,
    turns: Vec<Duration>,
}

impl Times {
    fn print(&mut self) {
        for (what, all) in [("a plan", &mut self.plans), ("a turn's resolution", &mut self.turns)] {
            all.sort_unstable();
            let (mid, most) = (all.get(all.len() / 2).copied(), all.last().copied());
            println!("{what}: median {:?}, most {:?}", mid.unwrap_or_default(), most.unwrap_or_default());
        }
    }
}

/// Points of the United Nations less those of the Communists.
fn difference(game: &ConflictKorea, state: &State) -> i32 {
    let points = game.outcome(state).points;
    points[1] - points[0]
}

/// Who stands where, and whose the cities are.
fn picture(game: &ConflictKorea, state: &State) {
    let position = serde_json::to_value(game.position(state)).unwrap_or_default();
    for key in ["turn", "stockpiles", "cil", "interdiction", "china", "un_cities"] {
        println!("{key}: {}", position[key]);
    }
    for force in position["forces"].as_array().into_iter().flatten() {
        let units = force["units"].as_array().map_or(0, Vec::len);
        println!(
            "{} {} {} units {} points {}",
            force["slot"], force["at"], force["name"], units, force["points"]
        );
    }
}

/// Plays a game by the plans of both sides; the difference of points at the start of every turn.
fn play(
    game: &ConflictKorea,
    scenario: &str,
    options: &Options,
    seed: u64,
    show: Option<u16>,
    times: &mut Times,
) -> (Vec<(u16, i32)>, String) {
    let mut random = Random::new(seed);
    let mut play = Play::muted(Dice::seeded(Seed::from_number(seed)));
    let mut state = match game.setup(scenario, options, &mut play) {
        Ok(state) => state,
        Err(e) => panic!("{e}"),
    };
    let mut kept: Option<(u64, Plan)> = None;
    let (mut legal, mut course, mut resolution) = (Vec::new(), Vec::new(), Duration::ZERO);
    while let Some(seat) = game.to_act(&state).first() {
        let turn = game.turn(&state);
        if course.last().is_none_or(|(t, _)| *t != turn) {
            course.push((turn, difference(game, &state)));
            if show == Some(turn) {
                picture(game, &state);
            }
        }
        let view = View::of(game, &state, SeatSet::one(seat));
        let known = game.sample(&view, &mut random);
        let stretch = game.stretch(&state);
        if kept.as_ref().is_none_or(|(s, _)| *s != stretch) {
            let (mut plans, begun) = (Vec::new(), Instant::now());
            game.plans(&known, seat, 1, &mut random, &mut plans);
            times.plans.push(begun.elapsed());
            kept = plans.pop().map(|plan| (stretch, plan));
        }
        let Some((_, plan)) = &kept else { break };
        game.legal(view.state(), seat, &mut legal);
        let action = game.follow(&known, seat, plan, &legal, &mut random);
        play.begin();
        let begun = Instant::now();
        game.apply_listed(&mut state, seat, action, &mut play);
        if matches!(action, Action::EndPhase | Action::Strike { .. } | Action::Forgo) {
            resolution += begun.elapsed();
        }
        if game.turn(&state) != turn {
            times.turns.push(std::mem::take(&mut resolution));
        }
    }
    course.push((game.turn(&state) + 1, difference(game, &state)));
    (course, engine::outcome_of(game, &state).result)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let scenario = arguments.first().map_or("dragon-wakes", String::as_str);
    let games: u64 = arguments.get(1).and_then(|n| n.parse().ok()).unwrap_or(20);
    let first: u64 = arguments.get(2).and_then(|n| n.parse().ok()).unwrap_or(1);
    let given: Vec<(&str, &str)> = arguments.iter().skip(3).filter_map(|a| a.split_once('=')).collect();
    let asked = |what: &str| given.iter().find(|(name, _)| *name == what).map(|(_, value)| *value);
    let mut data = files();
    if let Some(path) = asked("judgement") {
        let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
        data.replace("judgement.toml", text).unwrap_or_else(|e| panic!("{e}"));
    }
    let show = asked("picture").and_then(|turn| turn.parse().ok());
    let game = ConflictKorea::new(&data).unwrap_or_else(|e| panic!("{e}"));
    let given = given.into_iter().filter(|(name, _)| !matches!(*name, "judgement" | "picture"));
    let given = given.fold(Options::default(), |all, (option, value)| all.with(option, value));
    let Some(info) = game.info().scenario(scenario) else { panic!("there is no scenario {scenario}") };
    let options = given.complete(info).unwrap_or_else(|e| panic!("{e}"));
    let baseline = if scenario == "tomorrows-war" { 583 } else { 159 };
    let mut turns: BTreeMap<u16, Vec<i32>> = BTreeMap::new();
    let mut results: BTreeMap<String, u32> = BTreeMap::new();
    let mut times = Times::default();
    for seed in first..first + games {
        let shown = show.filter(|_| seed == first);
        let (course, result) = play(&game, scenario, &options, seed, shown, &mut times);
        course.iter().for_each(|(turn, d)| turns.entry(*turn).or_default().push(d - baseline));
        *results.entry(result).or_default() += 1;
    }
    println!("{scenario}, {games} games: D before each turn (games, mean, least, most, games by level)");
    for (turn, all) in &turns {
        let mean = all.iter().sum::<i32>() / all.len() as i32;
        let mut levels: BTreeMap<i32, u32> = BTreeMap::new();
        all.iter().for_each(|d| *levels.entry(d / 200).or_default() += 1);
        let levels: Vec<String> = levels.iter().map(|(level, n)| format!("{level}:{n}")).collect();
        println!(
            "{turn:3} {:4} {mean:6} {:6} {:6}  {}",
            all.len(),
            all.iter().min().unwrap_or(&0),
            all.iter().max().unwrap_or(&0),
            levels.join(" ")
        );
    }
    results.iter().for_each(|(result, n)| println!("{n:4} {result}"));
    times.print();
    let state = game.setup(scenario, &options, &mut Play::muted(Dice::seeded(Seed::from_number(first))));
    let Ok(state) = state else { return };
    let copy = |_| {
        let begun = Instant::now();
        let copy = std::hint::black_box(&state).clone();
        std::hint::black_box(&copy);
        begun.elapsed()
    };
    println!("a copy of the position: {:?} at best", (0..5000).map(copy).min().unwrap_or_default());
}
