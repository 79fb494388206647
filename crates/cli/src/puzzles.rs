//! `parallel38 puzzles`: positions with what a sensible commander does there, and how many of them each level solves.

use crate::Done;
use crate::contender::Contender;
use engine::{Game, Habits, Match, Options, Random, Registry, Seed, Sheet};
use serde::Deserialize;
use std::path::Path;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// Who tries: players as in simulate
    #[arg(long, value_delimiter = ',', default_value = "recruit,sergeant,officer,colonel@300,general@1000")]
    players: Vec<String>,
    /// Tries of each puzzle, each with other random numbers
    #[arg(long, default_value_t = 3)]
    tries: u64,
}

/// Symbols of pieces that hold no place.
const IDLE: [&str; 3] = ["headquarters", "supply", "dummy"];

/// A game's puzzles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    puzzle: Vec<Puzzle>,
}

/// One of them: a battle that officers have begun, who decides from there, and what must hold when its player turns are over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    name: String,
    scenario: String,
    /// The seed of the battle.
    seed: u64,
    /// The side that is tried.
    side: String,
    /// It decides from the start of this game turn to the end of that one; officers decide everything else.
    from: u16,
    to: u16,
    /// At least `least` of the side's pieces must stand in these places then.
    #[serde(default)]
    places: Vec<String>,
    #[serde(default)]
    least: usize,
    /// The habits that must not show, by their names.
    #[serde(default)]
    without: Vec<String>,
}

pub(crate) fn run(games: &Registry, data: Option<&Path>, args: &Args) -> Done {
    let game = games.game(&args.game).map_err(|e| e.to_string())?.as_ref();
    let text = crate::registry::file(data, &args.game, "judgement-puzzles.toml")?;
    let text = text.ok_or_else(|| format!("{} has no puzzles", args.game))?;
    let file: File = toml::from_str(&text).map_err(|e| format!("judgement-puzzles.toml: {}", e.message()))?;
    let players = args.players.iter().map(|p| Contender::parse(p, game, 1)).collect::<Result<Vec<_>, _>>()?;
    let officer = Contender::parse("officer", game, 1)?;
    let tries = args.tries.max(1);
    let mut solved = vec![0; players.len()];
    for puzzle in &file.puzzle {
        let mut line = Vec::new();
        for (player, all) in players.iter().zip(&mut solved) {
            let mut own = 0;
            for number in 0..tries {
                own += u64::from(attempt(game, puzzle, player, &officer, number)?);
            }
            *all += own;
            line.push(format!("{} {own} of {tries}", player.name));
        }
        println!("{}: {}", puzzle.name, line.join(", "));
    }
    let whole = file.puzzle.len() as u64 * tries;
    for (player, own) in players.iter().zip(solved) {
        println!(
            "  {:<24} solved {own} of {whole} = {:.0} %",
            player.name,
            own as f64 / whole as f64 * 100.0
        );
    }
    Ok(())
}

/// Whether a player solves a puzzle in this try.
fn attempt(
    game: &dyn Game,
    puzzle: &Puzzle,
    player: &Contender,
    officer: &Contender,
    number: u64,
) -> Result<bool, String> {
    let info = game.info();
    let bad = |why: &str| format!("puzzle \"{}\": {why}", puzzle.name);
    let side = info.sides.iter().position(|s| s.side == puzzle.side).ok_or_else(|| bad("no such side"))?;
    let options = Options::default();
    let seed = Seed::from_number(puzzle.seed);
    let mut table = game.start(&puzzle.scenario, &options, seed).map_err(|e| bad(&e.to_string()))?;
    let sit = |who| Contender::sit(who, &info.game, &puzzle.scenario, &options, puzzle.seed);
    let (mut tried, mut other) = (sit(player)?, sit(officer)?);
    let (mut before, mut after) = (Random::new(puzzle.seed), Random::new(number));
    let mut habits = Habits::default();
    while let Some(seat) = table.to_act().first() {
        let turn = table.status().turn;
        if turn > puzzle.to {
            break;
        }
        let own = info.seats[seat.index()].side as usize == side && turn >= puzzle.from;
        let random = if turn < puzzle.from { before.next() } else { after.next() };
        let who = if own { &mut tried } else { &mut other };
        let action = who.choose(table.as_ref(), seat, random)?;
        let mut ignored = Habits::default();
        let watch = if own { &mut habits } else { &mut ignored };
        table.act_watched(seat, &action, watch).map_err(|e| bad(&e.to_string()))?;
        tried.follow(seat, &action, table.as_ref())?;
        other.follow(seat, &action, table.as_ref())?;
    }
    let named = game.habits().iter().enumerate().filter(|(_, h)| puzzle.without.iter().any(|w| w == h.habit));
    let clean = named.clone().all(|(i, _)| habits.count(side as u8, i).lapses == 0);
    if named.count() != puzzle.without.len() {
        return Err(bad("it names a habit that the game doesn't know"));
    }
    let sheet = game.sheet(&puzzle.scenario).map_err(|e| bad(&e.to_string()))?;
    Ok(clean && standing(&sheet, table.as_ref(), side, &puzzle.places) >= puzzle.least)
}

/// How many pieces of a side that can fight stand in some places.
fn standing(sheet: &Sheet, table: &dyn Match, side: usize, places: &[String]) -> usize {
    let scene: serde_json::Value =
        serde_json::from_str(&table.scene(engine::SeatSet::ALL)).unwrap_or_default();
    let fights = |p: &&serde_json::Value| {
        let def = p["def"].as_u64().and_then(|d| sheet.pieces.get(d as usize));
        def.is_some_and(|d| d.side as usize == side && !IDLE.contains(&d.symbol.as_str()))
    };
    let here = |p: &&serde_json::Value| p["at"].as_str().is_some_and(|at| places.iter().any(|l| l == at));
    scene["pieces"].as_array().into_iter().flatten().filter(fights).filter(here).count()
}
