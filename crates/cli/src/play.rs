//! `parallel38 play`: a plain line-mode game. It prints sentences and numbers only, so that it works through a pipe
//! and for a screen reader.

use crate::Done;
use crate::engine_io::fresh_seed;
use engine::{Event, Match, Memory, Options, Record, Registry, Seat, SeatSet, Seed};
use players::Budget;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as korean-battles
    game: String,
    /// The scenario; without it the first
    scenario: Option<String>,
    /// Seats that you play, such as un or nk,ch; without it the first seat's whole side
    #[arg(long, value_delimiter = ',')]
    seat: Vec<String>,
    /// Level of the computer that plays the other seats; `nobody` to play all seats yourself
    #[arg(long, default_value = "recruit")]
    against: String,
    /// Options, such as --option human-wave=off
    #[arg(long = "option", value_name = "OPTION=VALUE")]
    options: Vec<String>,
    /// Seed: 64 hexadecimal digits, or n: and a number
    #[arg(long)]
    seed: Option<String>,
    /// Where to save the record at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Goes on from a saved record
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
}

/// Reads `option=value` pairs.
pub(crate) fn options(pairs: &[String]) -> Result<Options, String> {
    let split = |pair: &String| {
        let (option, value) =
            pair.split_once('=').ok_or_else(|| format!("--option {pair}: write OPTION=VALUE"))?;
        Ok((option.to_owned(), value.to_owned()))
    };
    Ok(Options(pairs.iter().map(split).collect::<Result<_, String>>()?))
}

/// The scenario by name, or the game's first.
pub(crate) fn scenario(games: &Registry, game: &str, scenario: Option<&str>) -> Result<String, String> {
    let info = games.game(game).map_err(|e| e.to_string())?.info();
    let first = info.scenarios.first().map(|s| s.scenario.as_str());
    scenario.or(first).map(str::to_owned).ok_or_else(|| format!("{game} has no scenario"))
}

pub(crate) fn run(games: &Registry, args: &Args) -> Done {
    let said = |e: engine::Refusal| e.to_string();
    let game = games.game(&args.game).map_err(said)?;
    let mut table = if let Some(path) = &args.load {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let record = Record::parse(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        games.load_record(&record).map_err(|e| format!("{}: {e}", path.display()))?
    } else {
        let name = scenario(games, &args.game, args.scenario.as_deref())?;
        let seed = args.seed.as_deref().map_or_else(|| Ok(fresh_seed()), Seed::parse)?;
        game.start(&name, &options(&args.options)?, seed).map_err(said)?
    };
    let mine = seats(table.as_ref(), &args.seat, &args.against)?;
    if args.against != "nobody" && !game.levels().iter().any(|l| l.level == args.against) {
        let all: Vec<_> = game.levels().into_iter().map(|l| l.level).collect();
        return Err(format!("--against {}: there are {} and nobody", args.against, all.join(", ")));
    }
    println!("{}. The dice follow from a seed whose SHA-256 is {}.", game.info().title, table.commitment());
    println!("Type a number or an action; also: list, undo, log, save FILE, quit.");
    let outcome = table_talk(table.as_mut(), mine, &args.against);
    if let Some(path) = &args.save {
        save(table.as_ref(), path)?;
    }
    outcome
}

fn seats(table: &dyn Match, wanted: &[String], against: &str) -> Result<SeatSet, String> {
    let info = table.info();
    if against == "nobody" {
        return Ok(SeatSet::ALL);
    }
    if wanted.is_empty() {
        return Ok(info.side_seats(info.seats.first().map_or(0, |s| s.side)));
    }
    let find = |id: &String| {
        let all: Vec<_> = info.seats.iter().map(|s| s.seat.as_str()).collect();
        info.seat(id).ok_or_else(|| format!("--seat {id}: there are {}", all.join(", ")))
    };
    wanted.iter().map(find).collect()
}

fn save(table: &dyn Match, path: &std::path::Path) -> Done {
    let text = serde_json::to_string_pretty(&table.record(true)).map_err(|e| e.to_string())?;
    std::fs::write(path, text + "\n").map_err(|e| format!("{}: {e}", path.display()))?;
    println!("Saved to {}.", path.display());
    Ok(())
}

/// The loop of the game: the computer's decisions are played, the person's are asked for.
fn table_talk(table: &mut dyn Match, mine: SeatSet, against: &str) -> Done {
    let mut memories: BTreeMap<Seat, Memory> = BTreeMap::new();
    let mut input = std::io::stdin().lock().lines();
    let mut said = String::new();
    loop {
        let status = table.status();
        let moment = format!("Turn {}, {}: {}.", status.turn, status.label, status.phase);
        if moment != said {
            println!("\n{moment}");
            said = moment;
        }
        if let Some(over) = status.over {
            let points: Vec<_> = over.points.iter().map(i32::to_string).collect();
            println!("The game is over: {}. Points: {}.", over.result, points.join(" to "));
            return Ok(());
        }
        let person = table.to_act().intersection(mine).first();
        if let Some(seat) = person {
            if !ask(table, seat, &mut input)? {
                return Ok(());
            }
        } else if let Some(seat) = table.to_act().first() {
            let memory = memories.entry(seat).or_default();
            let random = u64::from_le_bytes(fresh_seed().0[..8].try_into().unwrap_or_default());
            let choice = table
                .choose(seat, against, random, memory, &Budget::new(10_000))
                .map_err(|e| e.to_string())?;
            table.act(Some(seat), &choice.action).map_err(|e| e.to_string())?;
            tell(&table.log(table.length() - 1, mine));
        }
    }
}

fn tell(events: &[Event]) {
    for event in events {
        let who = event.seat.as_ref().map(|s| format!("{s}: ")).unwrap_or_default();
        let dice: Vec<_> =
            event.dice.iter().map(|d| format!("{} of {} for {}", d.roll, d.sides, d.label)).collect();
        let dice = if dice.is_empty() { String::new() } else { format!(" (dice: {})", dice.join(", ")) };
        println!("  {who}{}{dice} [{}]", event.text, event.rule);
    }
}

/// Asks for one action; false when the person leaves.
fn ask(
    table: &mut dyn Match,
    seat: Seat,
    input: &mut impl Iterator<Item = std::io::Result<String>>,
) -> Result<bool, String> {
    let legal = table.legal(seat);
    println!("{}: {}", table.info().seats[seat.index()].name, prompt(table, seat));
    list(&legal, 20);
    loop {
        print!("> ");
        let _ = std::io::stdout().flush();
        let Some(line) = input.next() else { return Ok(false) };
        let line = line.map_err(|e| e.to_string())?;
        let line = line.trim();
        match line {
            "" => continue,
            "quit" => return Ok(false),
            "list" => list(&legal, usize::MAX),
            "log" => (0..table.length()).for_each(|i| tell(&table.log(i, SeatSet::one(seat)))),
            "undo" => match table.undo(SeatSet::one(seat)) {
                Ok(()) => return Ok(true),
                Err(e) => println!("{e}"),
            },
            _ if line.starts_with("save ") => {
                if let Err(e) = save(table, line[5..].trim().as_ref()) {
                    println!("{e}");
                }
            }
            _ => {
                let number = line.parse::<usize>().ok().and_then(|n| legal.get(n.wrapping_sub(1)));
                let action = number.map_or(line, String::as_str).to_owned();
                match table.act(Some(seat), &action) {
                    Ok(_) => {
                        tell(&table.log(table.length() - 1, SeatSet::one(seat)));
                        return Ok(true);
                    }
                    Err(e) => println!("{e}"),
                }
            }
        }
    }
}

fn prompt(table: &dyn Match, seat: Seat) -> String {
    let scene: serde_json::Value = serde_json::from_str(&table.scene(SeatSet::one(seat))).unwrap_or_default();
    scene["prompt"]["text"].as_str().unwrap_or("Your decision.").to_owned()
}

fn list(legal: &[String], most: usize) {
    for (i, action) in legal.iter().enumerate().take(most) {
        println!("  {}. {action}", i + 1);
    }
    if legal.len() > most {
        println!("  and {} more: type list", legal.len() - most);
    }
}
