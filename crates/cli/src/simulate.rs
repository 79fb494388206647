//! `parallel38 simulate`: many games between computers, with results that can be checked.

use crate::Done;
use crate::play::{options, scenario};
use crate::report::{GameResult, OPENING, Played, report};
use engine::{Game, Habits, Memory, Options, Random, Registry, Seed};
use indicatif::{ProgressBar, ProgressStyle};
use players::Budget;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The scenario; without it the first
    scenario: Option<String>,
    /// The levels of the two sides, or of two players who swap sides
    #[arg(long, value_delimiter = ',', default_value = "recruit,random")]
    pub(crate) players: Vec<String>,
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
    let done: Mutex<Played> = Mutex::default();
    let fault: Mutex<Option<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.clamp(1, 64) {
            scope.spawn(|| {
                while let Some(number) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < args.games)
                {
                    match one(game, &name, &wanted, args, number) {
                        Ok(one) => {
                            let Ok(mut done) = done.lock() else { return };
                            done.add(one);
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
    let mut played = done.into_inner().map_err(|e| e.to_string())?;
    played.sort();
    let report = report(game, &name, args, &mut played);
    report.print();
    match &args.out {
        Some(folder) => report.write(folder, &played.results),
        None => Ok(()),
    }
}

/// Plays one game. The second player has the first side in every other game, unless told not to.
fn one(game: &dyn Game, name: &str, options: &Options, args: &Args, number: usize) -> Result<Played, String> {
    let info = game.info();
    let levels = game.levels();
    let swapped = !args.no_swap && number % 2 == 1;
    let player_of_side = |side: usize| if swapped { 1 - side.min(1) } else { side.min(1) };
    let seed = args.seed + number as u64;
    let mut table = game.start(name, options, Seed::from_number(seed)).map_err(|e| e.to_string())?;
    let mut random = Random::new(seed ^ 0x5eed);
    let mut memories: BTreeMap<usize, Memory> = BTreeMap::new();
    let mut played = Played::default();
    // Seconds that each player spent deciding in each game turn.
    let mut turns: BTreeMap<(usize, u16), f64> = BTreeMap::new();
    let mut habits = Habits::default();
    let mut opening = Vec::with_capacity(OPENING);
    let begun = Instant::now();
    while let Some(seat) = table.to_act().first() {
        let player = player_of_side(info.seats[seat.index()].side as usize);
        let level = &args.players[player];
        let own = levels.iter().find(|l| l.level == *level).map_or(1_000, |l| l.millis);
        let millis = args.millis.unwrap_or(own);
        let budget = Budget::new(millis);
        let memory = memories.entry(seat.index()).or_default();
        let choice = table.choose(seat, level, random.next(), memory, &budget).map_err(|e| e.to_string())?;
        let taken = budget.elapsed();
        played.thoughts.entry(level.clone()).or_default().decided(taken, millis);
        *turns.entry((player, table.status().turn)).or_default() += taken.as_secs_f64();
        table
            .act_watched(seat, &choice.action, &mut habits)
            .map_err(|e| format!("game {number}: {level} chose \"{}\": {e}", choice.action))?;
        if opening.len() < OPENING {
            opening.push(choice.action);
        }
    }
    for ((player, _), seconds) in turns {
        played.thoughts.entry(args.players[player].clone()).or_default().turns.push(seconds as f32);
    }
    for side in 0..info.sides.len() {
        let who = played.conduct.entry((args.players[player_of_side(side)].clone(), side)).or_default();
        who.add(0, &habits, side as u8);
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
        opening,
    };
    played.results.push(result);
    Ok(played)
}
