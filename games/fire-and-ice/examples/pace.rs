//! How fast the rules are, question by question, in random play.
//!
//! `cargo run --profile quick -p fire-and-ice --example pace -- campaign 200000`
//!
//! Prints what share of the time each kind of question takes, its mean time (list, choice, what comes of it) and its
//! largest scene; then the time of one headquarters' reach and of one side's lines of communication, traced anew.

use engine::{Dice, Options, Play, Random, Rules, SeatSet, Seed, View};
use fire_and_ice::{FireAndIce, State, files};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// One kind of question.
#[derive(Default)]
struct Kind {
    asked: u32,
    time: Duration,
    scenes: u32,
    drawn: Duration,
    bytes: usize,
}

/// The two long searches: how often asked, and how long that took.
#[derive(Default)]
struct Searches {
    reaches: (u32, Duration),
    lines: (u32, Duration),
}

impl Searches {
    fn ask(&mut self, game: &FireAndIce, state: &State) {
        for side in 0..2 {
            game.forget();
            let begun = Instant::now();
            std::hint::black_box(game.in_communication(state, side));
            self.lines.0 += 1;
            self.lines.1 += begun.elapsed();
            for hq in game.headquarters(state, side) {
                game.forget();
                let begun = Instant::now();
                std::hint::black_box(game.in_reach(state, hq));
                self.reaches.0 += 1;
                self.reaches.1 += begun.elapsed();
            }
        }
    }
}

fn name(game: &FireAndIce, state: &State) -> String {
    let frame = game.frame(state).map(|f| format!("{f:?}")).unwrap_or_default();
    let kind = frame.split('(').next().unwrap_or_default().to_owned();
    let stage = frame.split("stage: ").nth(1).and_then(|s| s.chars().next());
    stage.map_or(kind.clone(), |stage| format!("{kind} {stage}"))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let scenario = arguments.first().map_or("campaign", String::as_str);
    let wanted: u32 = arguments.get(1).and_then(|n| n.parse().ok()).unwrap_or(200_000);
    let game = FireAndIce::new(&files()).expect("the shipped data are right");
    let info = game.info().scenarios.iter().find(|s| s.scenario == scenario);
    let options = Options::default().complete(info.expect("no such scenario")).expect("the defaults");
    let (mut kinds, mut searches) = (BTreeMap::<String, Kind>::new(), Searches::default());
    let (mut random, mut legal, mut asked) = (Random::new(38), Vec::new(), 0);
    while asked < wanted {
        let mut play = Play::new(Dice::seeded(Seed::from_number(random.next())));
        let mut state = game.setup(scenario, &options, &mut play).expect("it begins");
        let mut to_act = game.to_act(&state);
        while let Some(seat) = to_act.first().filter(|_| asked < wanted) {
            let kind = kinds.entry(name(&game, &state)).or_default();
            if asked % 16 == 0 {
                let begun = Instant::now();
                let view = View::of(&game, &state, SeatSet::one(seat));
                let scene = serde_json::to_vec(&engine::scene_of(&game, &view)).unwrap_or_default();
                kind.drawn += begun.elapsed();
                kind.scenes += 1;
                kind.bytes = kind.bytes.max(scene.len());
            }
            if asked % 256 == 0 {
                searches.ask(&game, &state);
            }
            let begun = Instant::now();
            game.legal_of(&state, seat, to_act, &mut legal);
            let Some(&action) = legal.get(random.below(legal.len())) else { break };
            let action = engine::playout::any_count::<FireAndIce, _>(action, &mut random);
            play.begin();
            to_act = game.apply_listed(&mut state, seat, action, &mut play);
            kind.time += begun.elapsed();
            kind.asked += 1;
            asked += 1;
        }
    }
    print(kinds, &searches);
}

fn micros((count, time): (u32, Duration)) -> f64 {
    time.as_secs_f64() * 1e6 / f64::from(count.max(1))
}

fn print(kinds: BTreeMap<String, Kind>, searches: &Searches) {
    let all: Duration = kinds.values().map(|k| k.time).sum();
    let asked: u32 = kinds.values().map(|k| k.asked).sum();
    let drawn = kinds.values().fold((0, Duration::ZERO), |sum, k| (sum.0 + k.scenes, sum.1 + k.drawn));
    let mut rows: Vec<(String, Kind)> = kinds.into_iter().collect();
    rows.sort_by_key(|(_, k)| std::cmp::Reverse(k.time));
    println!(
        "{:<16} {:>8} {:>7} {:>8} {:>9} {:>9}",
        "question", "asked", "share", "us", "scene us", "most B"
    );
    for (name, k) in rows {
        let share = 100.0 * k.time.as_secs_f64() / all.as_secs_f64();
        let (each, scene) = (micros((k.asked, k.time)), micros((k.scenes, k.drawn)));
        println!("{name:<16} {:>8} {share:>6.1}% {each:>8.2} {scene:>9.1} {:>9}", k.asked, k.bytes);
    }
    println!("an action {:.2} us, a scene {:.1} us", micros((asked, all)), micros(drawn));
    println!(
        "reach of a headquarters {:.2} us, lines of a side {:.2} us",
        micros(searches.reaches),
        micros(searches.lines)
    );
}
