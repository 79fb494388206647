//! Computer against computer: how a scenario goes on average, what the points come from, and which habits show.
//!
//! `cargo run --profile quick -p chosin --example days -- advancing 40 1 officer,recruit [option=value ...]`
//!
//! `first=FILE` and `second=FILE` give the players judgement files of their own. Games come in pairs with the same seed, sides swapped, when the players differ. `cargo run --profile quick -p chosin --example days -- speed`
//! measures a determination of both sides' supply, a copy of the position and a scene, on positions of officers' games, `random` random play.

use chosin::{Chosin, State};
use engine::{
    Dice, Habits, Judge, Memory, Options, Play, Player, Random, Rules, Seat, SeatSet, Seed, Unhurried, View,
    outcome_of, scene_of,
};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

type Mind = Box<dyn Player<Chosin>>;

/// The game, with other numbers for its computer players if a file is given.
fn game_with(judgement: Option<&str>) -> Chosin {
    let mut files = chosin::files();
    if let Some(path) = judgement {
        let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
        files.replace("judgement.toml", text).unwrap_or_else(|e| panic!("{e}"));
    }
    Chosin::new(&files).unwrap_or_else(|e| panic!("{e}"))
}

fn mind(level: &str) -> Mind {
    let all = players::levels::<Chosin>();
    all.into_iter().find(|p| p.level().level == level).unwrap_or_else(|| panic!("there is no level {level}"))
}

/// Plays a game; `seen` is shown every position.
fn play(
    game: &Chosin,
    scenario: &str,
    options: &Options,
    seed: u64,
    minds: [(&Chosin, &Mind); 2],
    habits: &mut Habits,
    mut seen: impl FnMut(&State),
) -> State {
    let mut random = [Random::new(seed), Random::new(!seed)];
    let mut play = Play::muted(Dice::seeded(Seed::from_number(seed)));
    let mut state = game.setup(scenario, options, &mut play).unwrap_or_else(|e| panic!("{e}"));
    let mut memories = [Memory::default(), Memory::default()];
    while let Some(seat) = game.to_act(&state).first() {
        seen(&state);
        let i = seat.index();
        let view = View::of(game, &state, SeatSet::one(seat));
        let action = minds[i].1.choose(minds[i].0, &view, seat, &mut random[i], &mut memories[i], &Unhurried);
        play.begin();
        let before = state.clone();
        game.apply(&mut state, seat, action, &mut play).unwrap_or_else(|e| panic!("{e}"));
        game.watch(&before, seat, action, &state, habits);
    }
    state
}

#[derive(Default)]
struct Count {
    won: u32,
    drawn: u32,
    points: i32,
    enemy: i32,
    games: u32,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let game = Chosin::shipped();
    if args.first().is_some_and(|a| a == "speed") {
        return speed(&game);
    }
    if args.first().is_some_and(|a| a == "random") {
        return random_play(&game);
    }
    let scenario = args.first().map_or("advancing", String::as_str);
    let games: u64 = args.get(1).and_then(|n| n.parse().ok()).unwrap_or(20);
    let first: u64 = args.get(2).and_then(|n| n.parse().ok()).unwrap_or(1);
    let levels: Vec<&str> = args.get(3).map_or("officer,officer", String::as_str).split(',').collect();
    let given = args.iter().skip(4).filter_map(|a| a.split_once('='));
    let given = given.filter(|(name, _)| !matches!(*name, "first" | "second"));
    let given = given.fold(Options::default(), |all, (option, value)| all.with(option, value));
    let info = game.info().scenario(scenario).unwrap_or_else(|| panic!("there is no scenario {scenario}"));
    let options = given.complete(info).unwrap_or_else(|e| panic!("{e}"));
    let minds = [mind(levels[0]), mind(levels[1])];
    let asked = |what: &str| args.iter().find_map(|a| a.strip_prefix(what));
    let games_of = [game_with(asked("first=")), game_with(asked("second="))];
    let same = levels[0] == levels[1] && asked("first=") == asked("second=");
    let (mut counts, mut reasons) =
        ([Count::default(), Count::default()], BTreeMap::<(u8, String), i32>::new());
    let mut habits = Habits::default();
    let begun = Instant::now();
    for n in 0..games {
        // The player who has the United Nations.
        let un = if same { 0 } else { (n % 2) as usize };
        let seed = if same { first + n } else { first + n / 2 };
        let state = play(
            &game,
            scenario,
            &options,
            seed,
            [(&games_of[un], &minds[un]), (&games_of[1 - un], &minds[1 - un])],
            &mut habits,
            |_| {},
        );
        let outcome = outcome_of(&game, &state);
        let view = View::of(&game, &state, SeatSet::ALL);
        for points in scene_of(&game, &view).points {
            for reason in points.reasons {
                *reasons.entry((points.side, reason.text.to_string())).or_default() += reason.points;
            }
        }
        for side in 0..2 {
            let count = &mut counts[if side == 0 { un } else { 1 - un }];
            count.won += u32::from(outcome.winner == Some(game.info().sides[side].side.clone()));
            count.drawn += u32::from(outcome.winner.is_none());
            count.points += outcome.points[side];
            count.enemy += outcome.points[1 - side];
            count.games += 1;
        }
    }
    for (level, c) in levels.iter().zip(&counts) {
        let mean = |n: i32| f64::from(n) / f64::from(c.games);
        println!(
            "{level}: {} won, {} drawn of {}; points {:.1} to {:.1}",
            c.won,
            c.drawn,
            c.games,
            mean(c.points),
            mean(c.enemy)
        );
    }
    for ((side, reason), points) in reasons {
        println!(
            "{} {reason}: {:.1}",
            game.info().sides[side as usize].name,
            f64::from(points) / games as f64
        );
    }
    for (i, habit) in game.habits().iter().enumerate() {
        for side in 0..2u8 {
            let tally = habits.count(side, i);
            if tally.occasions > 0 {
                let share = 100.0 * tally.lapses as f64 / tally.occasions as f64;
                println!("side {side} {}: {share:.2} % of {}", habit.habit, tally.occasions);
            }
        }
    }
    println!("{:.2} s a game", begun.elapsed().as_secs_f64() / games as f64);
}

/// The shortest of many rounds counts: other programs can only make it longer.
fn speed(game: &Chosin) {
    let officer = mind("officer");
    let options = Options::default().complete(&game.info().scenarios[0]).unwrap_or_else(|e| panic!("{e}"));
    let mut states: Vec<State> = Vec::new();
    let mut number = 0;
    let scenario = &game.info().scenarios[0].scenario;
    let mut habits = Habits::default();
    play(game, scenario, &options, 1, [(game, &officer), (game, &officer)], &mut habits, |state| {
        number += 1;
        if number % 97 == 0 {
            states.push(state.clone());
        }
    });
    let best = |what: &dyn Fn(&State)| {
        let mut best = f64::INFINITY;
        for _ in 0..200 {
            let begun = Instant::now();
            states.iter().for_each(what);
            best = best.min(begun.elapsed().as_secs_f64() / states.len() as f64);
        }
        best * 1e9
    };
    println!("{} positions of {} bytes", states.len(), size_of::<State>());
    println!(
        "supply of both sides: {:.0} ns",
        best(&|s| {
            black_box(game.in_supply(s));
        })
    );
    println!(
        "copy: {:.0} ns",
        best(&|s| {
            black_box(s.clone());
        })
    );
    let seats = SeatSet::one(Seat(0));
    let views: Vec<_> = states.iter().map(|s| View::of(game, s, seats)).collect();
    let mut shortest = f64::INFINITY;
    for _ in 0..50 {
        let begun = Instant::now();
        views.iter().for_each(|v| {
            black_box(scene_of(game, v));
        });
        shortest = shortest.min(begun.elapsed().as_secs_f64() / views.len() as f64);
    }
    println!("a scene: {:.0} ns", shortest * 1e9);
}

/// Random play of both scenarios, one game after the other.
fn random_play(game: &Chosin) {
    for info in &game.info().scenarios {
        let options = Options::default().complete(info).unwrap_or_else(|e| panic!("{e}"));
        let begun = Instant::now();
        let run = engine::playout::run(game, &info.scenario, &options, 38, &mut |done| done.games < 60);
        let done = run.unwrap_or_else(|e| panic!("{e}"));
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "{}: {} random games, {} actions, {:.2} us each",
            info.title,
            done.games,
            done.actions,
            seconds * 1e6 / done.actions as f64
        );
    }
}
