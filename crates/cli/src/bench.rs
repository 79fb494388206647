//! `parallel38 bench`: how fast the rules are, by random play.

use crate::Done;
use crate::play::options;
use engine::{Game, Options, Random, Registry, SeatSet, Seed};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game; without it all
    game: Option<String>,
    /// The scenario; without it all
    scenario: Option<String>,
    /// Seconds for each scenario
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// So many actions instead of seconds: the same work on any machine, for counting instructions
    #[arg(long)]
    actions: Option<u64>,
    /// Options, such as --option d12=on
    #[arg(long = "option", value_name = "OPTION=VALUE")]
    options: Vec<String>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// The figures of one scenario.
#[derive(Serialize)]
struct Figures {
    game: String,
    scenario: String,
    actions_per_second: f64,
    games_per_second: f64,
    millis_per_game: f64,
    actions_per_game: f64,
    widest_list: usize,
    bytes_per_position: usize,
    clone_nanos: f64,
    scene_micros: f64,
    scene_bytes_mean: usize,
    scene_bytes_most: usize,
}

pub(crate) fn run(games: &Registry, args: &Args) -> Done {
    let wanted = options(&args.options)?;
    if !(args.seconds > 0.0 && args.seconds <= 3_600.0) {
        return Err(format!("--seconds {}: more than 0 and at most 3600", args.seconds));
    }
    if let Some(game) = &args.game {
        games.game(game).map_err(|e| e.to_string())?;
    }
    let mut figures = Vec::new();
    for game in games.games().filter(|g| args.game.as_ref().is_none_or(|s| *s == g.info().game)) {
        for scenario in &game.info().scenarios {
            if args.scenario.as_ref().is_none_or(|s| *s == scenario.scenario) {
                figures.push(measure(game.as_ref(), &scenario.scenario, &wanted, args)?);
            }
        }
    }
    if figures.is_empty() {
        return Err(format!("there is no scenario \"{}\"", args.scenario.as_deref().unwrap_or_default()));
    }
    if args.json {
        println!("{}", serde_json::to_string_pretty(&figures).map_err(|e| e.to_string())?);
    } else {
        table(&figures);
    }
    Ok(())
}

fn measure(game: &dyn Game, scenario: &str, options: &Options, args: &Args) -> Result<Figures, String> {
    let said = |e: engine::Refusal| e.to_string();
    let seconds = args.seconds;
    let bar = ProgressBar::new((seconds * 1_000.0) as u64)
        .with_style(
            ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} ms")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        )
        .with_message(format!("{} {scenario}", game.info().game));
    let limit = Duration::from_secs_f64(seconds);
    // One short run warms caches and scratch memory up.
    game.playout(scenario, options, 1, &mut |done| done.actions < 2_000).map_err(said)?;
    let begun = Instant::now();
    let done = game
        .playout(scenario, options, 38, &mut |done| {
            bar.set_position(begun.elapsed().as_millis() as u64);
            args.actions.map_or(begun.elapsed() < limit, |most| done.actions < most)
        })
        .map_err(said)?;
    let elapsed = begun.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let scenes = scenes(game, scenario, options)?;
    let actions_per_game = if done.games > 0 { done.actions as f64 / done.games as f64 } else { f64::NAN };
    Ok(Figures {
        game: game.info().game.clone(),
        scenario: scenario.to_owned(),
        actions_per_second: done.actions as f64 / elapsed,
        games_per_second: done.games as f64 / elapsed,
        millis_per_game: elapsed * 1_000.0 / done.games as f64,
        actions_per_game,
        widest_list: done.widest,
        bytes_per_position: done.bytes,
        clone_nanos: scenes.clone_nanos,
        scene_micros: scenes.micros,
        scene_bytes_mean: scenes.bytes,
        scene_bytes_most: scenes.most,
    })
}

struct Scenes {
    micros: f64,
    bytes: usize,
    most: usize,
    clone_nanos: f64,
}

/// Draws the scene of the acting seat after every action of a random game (at most 4,000 actions of it).
fn scenes(game: &dyn Game, scenario: &str, options: &Options) -> Result<Scenes, String> {
    let mut table = game.start(scenario, options, Seed::from_number(38)).map_err(|e| e.to_string())?;
    let mut random = Random::new(38);
    let (mut drawn, mut bytes, mut most, mut time) = (0usize, 0usize, 0usize, Duration::ZERO);
    while let Some(seat) = table.to_act().first().filter(|_| drawn < 4_000) {
        let begun = Instant::now();
        let scene = table.scene(SeatSet::one(seat));
        time += begun.elapsed();
        drawn += 1;
        bytes += scene.len();
        most = most.max(scene.len());
        let legal = table.legal(seat);
        table.act(Some(seat), &legal[random.below(legal.len())]).map_err(|e| e.to_string())?;
    }
    const COPIES: usize = 100_000;
    let begun = Instant::now();
    table.copy_position(COPIES);
    let clone_nanos = begun.elapsed().as_nanos() as f64 / COPIES as f64;
    let drawn = drawn.max(1);
    Ok(Scenes { micros: time.as_secs_f64() * 1e6 / drawn as f64, bytes: bytes / drawn, most, clone_nanos })
}

fn table(figures: &[Figures]) {
    println!(
        "{:<28} {:>11} {:>9} {:>8} {:>7} {:>8} {:>8} {:>8} {:>8}",
        "scenario", "actions/s", "ms/game", "actions", "bytes", "clone ns", "scene us", "scene B", "most B"
    );
    for f in figures {
        println!(
            "{:<28} {:>11.0} {:>9.2} {:>8.0} {:>7} {:>8.0} {:>8.1} {:>8} {:>8}",
            format!("{} {}", f.game, f.scenario),
            f.actions_per_second,
            f.millis_per_game,
            f.actions_per_game,
            f.bytes_per_position,
            f.clone_nanos,
            f.scene_micros,
            f.scene_bytes_mean,
            f.scene_bytes_most
        );
    }
}
