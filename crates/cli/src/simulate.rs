//! `parallel38 simulate`: many games between computers, with results that can be checked.

use crate::Done;
use crate::contender::Contender;
use crate::elo::Sprt;
use crate::play::{options, scenario};
use crate::report::{GameResult, OPENING, Played, report};
use engine::{Game, Habits, Options, Random, Registry, Seed};
use indicatif::{ProgressBar, ProgressStyle};
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
    /// The two players: LEVEL, LEVEL@MILLISECONDS or LEVEL@PLAYOUTSp, each with :DIR for a data folder of its own or
    /// :program:COMMAND for another program that speaks the protocol
    #[arg(long, value_delimiter = ',', default_value = "recruit,random")]
    pub(crate) players: Vec<String>,
    /// How many games: two and two with the same seed, sides swapped
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// How many at once
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// The first game's seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keeps the first player on the first side, each game with a seed of its own
    #[arg(long)]
    pub(crate) no_swap: bool,
    /// Milliseconds a decision may take, for players who name no budget
    #[arg(long)]
    millis: Option<u32>,
    /// Threads that one search may use
    #[arg(long, default_value_t = 1)]
    cores: usize,
    /// Ends early once it is clear which is nearer: that the first player is LOWER Elo stronger, or UPPER
    #[arg(long, value_name = "LOWER,UPPER", value_parser = Sprt::parse, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
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
    if args.players.len() != 2 || args.games == 0 {
        return Err("--players takes two players, and --games at least one".to_owned());
    }
    let named = |text: &String| match args.millis {
        Some(millis) if !text.contains(['@', ':']) => format!("{text}@{millis}"),
        _ => text.clone(),
    };
    let read = |text: &String| Contender::parse(&named(text), game, args.cores.clamp(1, 64));
    let players = args.players.iter().map(read).collect::<Result<Vec<_>, _>>()?;
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
                    match one(game, &name, &wanted, args, &players, number) {
                        Ok(one) => {
                            let Ok(mut done) = done.lock() else { return };
                            done.add(one);
                            bar.inc(1);
                            let verdict = args.sprt.and_then(|test| test.verdict(&done.scores(args.no_swap)));
                            if verdict.is_some() {
                                next.store(args.games, Ordering::Relaxed);
                            }
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
    let names: Vec<String> = players.iter().map(|p| p.name.clone()).collect();
    let report = report(game, &name, &names, args, &mut played);
    report.print();
    match &args.out {
        Some(folder) => report.write(folder, &played.results),
        None => Ok(()),
    }
}

/// Plays one game. The second player has the first side in every other game, unless told not to.
fn one(
    game: &dyn Game,
    name: &str,
    options: &Options,
    args: &Args,
    players: &[Contender],
    number: usize,
) -> Result<Played, String> {
    let info = game.info();
    let swapped = !args.no_swap && number % 2 == 1;
    let player_of_side = |side: usize| if swapped { 1 - side.min(1) } else { side.min(1) };
    let seed = args.seed + if args.no_swap { number } else { number / 2 } as u64;
    let mut table = game.start(name, options, Seed::from_number(seed)).map_err(|e| e.to_string())?;
    let mut random = Random::new(seed ^ 0x5eed);
    let sit = |player| Contender::sit(player, &info.game, name, options, seed);
    let mut sitting = [sit(&players[0])?, sit(&players[1])?];
    let mut played = Played::default();
    // Seconds that each player spent deciding in each game turn.
    let mut turns: BTreeMap<(usize, u16), f64> = BTreeMap::new();
    let mut habits = Habits::default();
    let mut opening = Vec::with_capacity(OPENING);
    let begun = Instant::now();
    while let Some(seat) = table.to_act().first() {
        let player = player_of_side(info.seats[seat.index()].side as usize);
        let level = &players[player].name;
        let begun = Instant::now();
        let action = sitting[player].choose(table.as_ref(), seat, random.next())?;
        let taken = begun.elapsed();
        played.thoughts.entry(level.clone()).or_default().decided(taken, players[player].millis());
        *turns.entry((player, table.status().turn)).or_default() += taken.as_secs_f64();
        table
            .act_watched(seat, &action, &mut habits)
            .map_err(|e| format!("game {number}: {level} chose \"{action}\": {e}"))?;
        for who in &mut sitting {
            who.follow(seat, &action, table.as_ref())?;
        }
        if opening.len() < OPENING {
            opening.push(action);
        }
    }
    for ((player, _), seconds) in turns {
        played.thoughts.entry(players[player].name.clone()).or_default().turns.push(seconds as f32);
    }
    for side in 0..info.sides.len() {
        let who = played.conduct.entry((players[player_of_side(side)].name.clone(), side)).or_default();
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
        sides: (0..info.sides.len()).map(|s| players[player_of_side(s)].name.clone()).collect(),
        winner: over.winner,
        winner_player: side_index.map(player_of_side),
        first_side: player_of_side(0),
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
