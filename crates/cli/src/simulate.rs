//! `parallel38 simulate`: many games between computers, with results that can be checked.

use crate::Done;
use crate::chart;
use crate::play::{options, scenario};
use engine::{Game, Memory, Options, Random, Registry, Seed};
use indicatif::{ProgressBar, ProgressStyle};
use players::Budget;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The scenario; without it the first
    scenario: Option<String>,
    /// The levels of the two sides, or of two players who swap sides
    #[arg(long, value_delimiter = ',', default_value = "recruit,random")]
    players: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// How many at once
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// The first game's seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keeps the first player on the first side instead of swapping after each game
    #[arg(long)]
    no_swap: bool,
    /// Milliseconds a decision may take, instead of the levels' own
    #[arg(long)]
    millis: Option<u32>,
    /// Options, such as --option d12=on
    #[arg(long = "option", value_name = "OPTION=VALUE")]
    options: Vec<String>,
    /// Writes results.json, results.csv and chart.svg into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also writes each game's record into the folder of --out
    #[arg(long, requires = "out")]
    records: bool,
}

/// One game's result.
#[derive(Clone, Serialize)]
struct GameResult {
    number: usize,
    seed: u64,
    /// The level that played each side.
    sides: Vec<String>,
    winner: Option<String>,
    /// Which of the two players won: 0 or 1.
    winner_player: Option<usize>,
    result: String,
    points: Vec<i32>,
    turns: u16,
    actions: usize,
    seconds: f64,
}

/// How long a level thought.
#[derive(Clone, Default)]
struct Thought {
    micros: Vec<u32>,
    overrun: Duration,
}

/// A share of games with its 95 per cent interval (Wilson).
#[derive(Serialize)]
struct Share {
    who: String,
    wins: usize,
    share: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct Times {
    level: String,
    decisions: usize,
    mean_ms: f64,
    p99_ms: f64,
    most_ms: f64,
    most_over_budget_ms: f64,
}

#[derive(Serialize)]
struct Report {
    game: String,
    scenario: String,
    players: Vec<String>,
    games: usize,
    draws: usize,
    by_player: Vec<Share>,
    by_side: Vec<Share>,
    mean_points: Vec<f64>,
    results: BTreeMap<String, usize>,
    times: Vec<Times>,
}

pub(crate) fn run(games: &Registry, args: &Args) -> Done {
    let game = games.game(&args.game).map_err(|e| e.to_string())?.as_ref();
    let name = scenario(games, &args.game, args.scenario.as_deref())?;
    let wanted = options(&args.options)?;
    let levels = game.levels();
    if args.players.len() != 2 || args.games == 0 {
        return Err("--players takes two levels, and --games at least one".to_owned());
    }
    if let Some(bad) = args.players.iter().find(|p| !levels.iter().any(|l| l.level == **p)) {
        let all: Vec<_> = levels.iter().map(|l| l.level.as_str()).collect();
        return Err(format!("--players {bad}: there are {}", all.join(", ")));
    }
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} games, {eta} left");
    let bar = ProgressBar::new(args.games as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_message(format!("{} {name}", args.game));
    let next = AtomicUsize::new(0);
    let done: Mutex<(Vec<GameResult>, BTreeMap<String, Thought>)> = Mutex::default();
    let fault: Mutex<Option<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.clamp(1, 64) {
            scope.spawn(|| {
                while let Some(number) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < args.games)
                {
                    match one(game, &name, &wanted, args, number) {
                        Ok((result, thoughts)) => {
                            let Ok(mut done) = done.lock() else { return };
                            done.0.push(result);
                            for (level, thought) in thoughts {
                                let all = done.1.entry(level).or_default();
                                all.micros.extend(thought.micros);
                                all.overrun = all.overrun.max(thought.overrun);
                            }
                            bar.inc(1);
                        }
                        Err(e) => {
                            next.store(args.games, Ordering::Relaxed);
                            if let Ok(mut fault) = fault.lock() {
                                fault.get_or_insert(e);
                            }
                        }
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    if let Some(fault) = fault.into_inner().ok().flatten() {
        return Err(fault);
    }
    let (mut results, thoughts) = done.into_inner().map_err(|e| e.to_string())?;
    results.sort_by_key(|r| r.number);
    let report = report(game, &name, args, &results, thoughts);
    print(&report);
    match &args.out {
        Some(folder) => write(folder, &report, &results),
        None => Ok(()),
    }
}

/// Plays one game. The second player has the first side in every other game, unless told not to.
fn one(
    game: &dyn Game,
    name: &str,
    options: &Options,
    args: &Args,
    number: usize,
) -> Result<(GameResult, BTreeMap<String, Thought>), String> {
    let info = game.info();
    let levels = game.levels();
    let swapped = !args.no_swap && number % 2 == 1;
    let player_of_side = |side: usize| if swapped { 1 - side.min(1) } else { side.min(1) };
    let seed = args.seed + number as u64;
    let mut table = game.start(name, options, Seed::from_number(seed)).map_err(|e| e.to_string())?;
    let mut random = Random::new(seed ^ 0x5eed);
    let mut memories: BTreeMap<usize, Memory> = BTreeMap::new();
    let mut thoughts: BTreeMap<String, Thought> = BTreeMap::new();
    let begun = Instant::now();
    while let Some(seat) = table.to_act().first() {
        let level = &args.players[player_of_side(info.seats[seat.index()].side as usize)];
        let own = levels.iter().find(|l| l.level == *level).map_or(1_000, |l| l.millis);
        let millis = args.millis.unwrap_or(own);
        let budget = Budget::new(millis);
        let memory = memories.entry(seat.index()).or_default();
        let choice = table.choose(seat, level, random.next(), memory, &budget).map_err(|e| e.to_string())?;
        let taken = budget.elapsed();
        let thought = thoughts.entry(level.clone()).or_default();
        thought.micros.push(taken.as_micros().min(u128::from(u32::MAX)) as u32);
        thought.overrun = thought.overrun.max(taken.saturating_sub(Duration::from_millis(u64::from(millis))));
        table
            .act(Some(seat), &choice.action)
            .map_err(|e| format!("game {number}: {level} chose \"{}\": {e}", choice.action))?;
    }
    let status = table.status();
    let over = status.over.ok_or("the game ended without an outcome")?;
    if let Some(folder) = args.out.as_ref().filter(|_| args.records) {
        let path = folder.join(format!("game-{number:04}.json"));
        let text = serde_json::to_string(&table.record(true)).map_err(|e| e.to_string())?;
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let side_index = over.winner.as_ref().and_then(|w| info.sides.iter().position(|s| &s.side == w));
    let result = GameResult {
        number,
        seed,
        sides: (0..info.sides.len()).map(|s| args.players[player_of_side(s)].clone()).collect(),
        winner: over.winner,
        winner_player: side_index.map(player_of_side),
        result: over.result,
        points: over.points,
        turns: status.turn,
        actions: table.length(),
        seconds: begun.elapsed().as_secs_f64(),
    };
    Ok((result, thoughts))
}

fn share(who: String, wins: usize, games: usize) -> Share {
    let (n, p, z) = (games as f64, wins as f64 / games as f64, 1.96_f64);
    let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    Share { who, wins, share: p, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

fn report(
    game: &dyn Game,
    name: &str,
    args: &Args,
    results: &[GameResult],
    thoughts: BTreeMap<String, Thought>,
) -> Report {
    let info = game.info();
    let n = results.len();
    let player = |i: usize| {
        let label = if args.players[0] == args.players[1] {
            format!("{} #{}", args.players[i], i + 1)
        } else {
            args.players[i].clone()
        };
        share(label, results.iter().filter(|r| r.winner_player == Some(i)).count(), n)
    };
    let side = |s: &engine::SideInfo| {
        share(s.name.clone(), results.iter().filter(|r| r.winner.as_ref() == Some(&s.side)).count(), n)
    };
    let mean = |i: usize| {
        results.iter().map(|r| f64::from(r.points.get(i).copied().unwrap_or(0))).sum::<f64>() / n as f64
    };
    let mut words = BTreeMap::new();
    results.iter().for_each(|r| *words.entry(r.result.clone()).or_insert(0) += 1);
    let times = thoughts.into_iter().map(|(level, mut t)| {
        t.micros.sort_unstable();
        let at = |q: f64| f64::from(t.micros[((t.micros.len() - 1) as f64 * q) as usize]) / 1_000.0;
        Times {
            level,
            decisions: t.micros.len(),
            mean_ms: t.micros.iter().map(|&m| f64::from(m)).sum::<f64>() / t.micros.len() as f64 / 1_000.0,
            p99_ms: at(0.99),
            most_ms: at(1.0),
            most_over_budget_ms: t.overrun.as_secs_f64() * 1_000.0,
        }
    });
    Report {
        game: info.game.clone(),
        scenario: name.to_owned(),
        players: args.players.clone(),
        games: n,
        draws: results.iter().filter(|r| r.winner.is_none()).count(),
        by_player: (0..2).map(player).collect(),
        by_side: info.sides.iter().map(side).collect(),
        mean_points: (0..info.sides.len()).map(mean).collect(),
        results: words,
        times: times.collect(),
    }
}

fn print(report: &Report) {
    println!("{} {}: {} games, {} drawn", report.game, report.scenario, report.games, report.draws);
    for s in report.by_player.iter().chain(&report.by_side) {
        let (share, low, high) = (s.share * 100.0, s.low * 100.0, s.high * 100.0);
        println!("  {:<24} won {:>5} = {share:>5.1} % (95 %: {low:.1} to {high:.1})", s.who, s.wins);
    }
    let points: Vec<_> = report.mean_points.iter().map(|p| format!("{p:.1}")).collect();
    println!("  mean points {}", points.join(" to "));
    for (result, count) in &report.results {
        println!("  {count:>5} x {result}");
    }
    for t in &report.times {
        println!(
            "  {}: {} decisions, mean {:.3} ms, p99 {:.2} ms, most {:.1} ms, {:.1} ms over budget at most",
            t.level, t.decisions, t.mean_ms, t.p99_ms, t.most_ms, t.most_over_budget_ms
        );
    }
}

fn write(folder: &std::path::Path, report: &Report, results: &[GameResult]) -> Done {
    let save = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
    };
    let json = serde_json::json!({ "report": report, "games": results });
    save("results.json", serde_json::to_string_pretty(&json).map_err(|e| e.to_string())?)?;
    let mut csv = "number,seed,first_side,second_side,winner,winner_player,result,points_first,points_second,turns,actions,seconds\n".to_owned();
    for r in results {
        let point = |i: usize| r.points.get(i).copied().unwrap_or(0);
        let _ = writeln!(
            csv,
            "{},{},{},{},{},{},\"{}\",{},{},{},{},{:.3}",
            r.number,
            r.seed,
            r.sides.first().map_or("", String::as_str),
            r.sides.get(1).map_or("", String::as_str),
            r.winner.as_deref().unwrap_or(""),
            r.winner_player.map_or(String::new(), |p| p.to_string()),
            r.result.replace('"', "'"),
            point(0),
            point(1),
            r.turns,
            r.actions,
            r.seconds
        );
    }
    save("results.csv", csv)?;
    let bars: Vec<_> = report
        .by_player
        .iter()
        .chain(&report.by_side)
        .map(|s| (s.who.as_str(), s.share, s.low, s.high))
        .collect();
    let margins: Vec<i32> = results
        .iter()
        .map(|r| r.points.first().copied().unwrap_or(0) - r.points.get(1).copied().unwrap_or(0))
        .collect();
    let title = format!(
        "{} {}, {} against {}, {} games",
        report.game, report.scenario, report.players[0], report.players[1], report.games
    );
    save("chart.svg", chart::draw(&title, &bars, &margins))?;
    println!("  written to {}", folder.display());
    Ok(())
}
