//! `parallel38 rules`: the rule ledger as a table.

use crate::Done;
use engine::Registry;
use engine::ledger::{Tag, tags};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game; without it all
    game: Option<String>,
    /// Lists every rule with where it is enforced and proved
    #[arg(long)]
    all: bool,
    /// Fails if a rule marked done lacks code or test, or if a tag names no rule
    #[arg(long)]
    check: bool,
}

/// The tags of all games' sources, collected when the program was built.
fn collected() -> Vec<Tag> {
    let mut all = Vec::new();
    for row in include_str!(concat!(env!("OUT_DIR"), "/tags.tsv")).lines() {
        let mut fields = row.splitn(3, '\t');
        let (Some(file), Some(number), Some(line)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        all.extend(tags(file, line).into_iter().map(|t| Tag { place: format!("{file}:{number}"), ..t }));
    }
    all
}

pub(crate) fn run(games: &Registry, args: &Args) -> Done {
    if let Some(game) = &args.game {
        games.game(game).map_err(|e| e.to_string())?;
    }
    let tags = collected();
    let mut faults = Vec::new();
    println!("{:<18} {:>6} {:>6} {:>9} {:>7} {:>6}", "game", "rules", "done", "enforced", "tested", "open");
    for game in games.games().filter(|g| args.game.as_ref().is_none_or(|s| *s == g.info().game)) {
        let ledger = game.ledger();
        let rows = ledger.rows(&tags);
        let count = |test: &dyn Fn(&engine::ledger::Row<'_>) -> bool| rows.iter().filter(|r| test(r)).count();
        println!(
            "{:<18} {:>6} {:>6} {:>9} {:>7} {:>6}",
            game.info().game,
            rows.len(),
            count(&|r| r.rule.status == "done"),
            count(&|r| !r.enforced.is_empty()),
            count(&|r| !r.proved.is_empty()),
            count(&|r| r.rule.status == "open"),
        );
        if args.all {
            for row in &rows {
                let list =
                    |places: &[&str]| if places.is_empty() { "-".to_owned() } else { places.join(" ") };
                println!(
                    "  {} {} ({}, {}): {}",
                    ledger.prefix, row.rule.id, row.rule.source, row.rule.status, row.rule.title
                );
                println!("      code: {}", list(&row.enforced));
                println!("      test: {}", list(&row.proved));
            }
        }
        faults.extend(ledger.faults(&tags));
    }
    for fault in &faults {
        println!("fault: {fault}");
    }
    if args.check && !faults.is_empty() {
        return Err(format!("the ledger has {} faults", faults.len()));
    }
    Ok(())
}
