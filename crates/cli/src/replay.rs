//! `parallel38 replay` and `verify`: what a record says, and whether it is true.

use crate::Done;
use engine::{Match, Record, Registry, SeatSet};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct ReplayArgs {
    /// The record
    file: PathBuf,
    /// The first action to show
    #[arg(long, default_value_t = 1)]
    from: usize,
    /// The last action to show
    #[arg(long)]
    to: Option<usize>,
}

#[derive(clap::Args)]
pub(crate) struct VerifyArgs {
    /// The records
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

fn read(path: &Path) -> Result<Record, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Record::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn play_again(games: &Registry, path: &Path, record: &Record) -> Result<Box<dyn Match>, String> {
    games.load_record(record).map_err(|e| format!("{}: {e}", path.display()))
}

pub(crate) fn replay(games: &Registry, args: &ReplayArgs) -> Done {
    let record = read(&args.file)?;
    let table = play_again(games, &args.file, &record)?;
    println!("{}, {}, {} actions.", table.info().title, record.scenario, record.actions.len());
    let last = args.to.unwrap_or(usize::MAX).min(record.actions.len());
    for i in args.from.max(1)..=last {
        let (seat, action) = &record.actions[i - 1];
        println!("{i:>5} {seat}: {action}");
        for event in table.log(i - 1, SeatSet::ALL) {
            let dice: Vec<_> = event.dice.iter().map(|d| format!("{}/{}", d.roll, d.sides)).collect();
            let dice = if dice.is_empty() { String::new() } else { format!(" ({})", dice.join(" ")) };
            println!("      {}{dice} [{}]", event.text, event.rule);
        }
    }
    let status = table.status();
    match status.over {
        Some(over) => println!("The game is over: {}.", over.result),
        None => println!("Turn {}, {}. To act: {}.", status.turn, status.phase, status.to_act.join(", ")),
    }
    Ok(())
}

pub(crate) fn verify(games: &Registry, args: &VerifyArgs) -> Done {
    for path in &args.files {
        let record = read(path)?;
        if record.hash.is_empty() {
            return Err(format!("{}: hash: the record has none to check against", path.display()));
        }
        let table = play_again(games, path, &record)?;
        let laid = record.dice.iter().map(|s| s.rolls.len()).sum::<usize>();
        if !record.log.is_empty() && table.record(true).log != record.log {
            return Err(format!("{}: log: the replay tells another story", path.display()));
        }
        let dice = if laid == 0 {
            "all dice follow from the seed".to_owned()
        } else {
            format!("{laid} dice were laid down by hand, the others follow from the seed")
        };
        println!(
            "{}: true. The seed matches the published hash, {} actions are legal, {dice}, the final position is the recorded one.",
            path.display(),
            record.actions.len()
        );
    }
    Ok(())
}
