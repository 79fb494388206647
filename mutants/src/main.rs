//! `cargo xtask mutants GAME [--sample N] [--seed N] [--again]`: breaks a game's rules on purpose and lists what its tests
//! do not notice.
//!
//! All mutants of a sample are built at once, each behind a switch of its own (`if mutant::on(17) { a <= b } else { a < b }`), and the
//! game's tests run once for each with that switch on: a build takes a minute, a test run seconds.

mod find;
mod judge;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How many mutants a run takes by default.
const SAMPLE: usize = 100;
/// How many of a hundred must be noticed.
const WANTED: usize = 95;

/// What the command line asks for.
struct Wish {
    game: String,
    sample: usize,
    seed: u64,
    /// Only those that the last run did not notice.
    again: bool,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match wish(&args).and_then(|wish| run(&wish)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn wish(args: &[String]) -> Result<Wish, String> {
    let usage = || "usage: cargo xtask mutants GAME [--sample N] [--seed N] [--again]".to_owned();
    let (game, mut rest) = args.split_first().ok_or_else(usage)?;
    let mut wish = Wish { game: game.clone(), sample: SAMPLE, seed: 1, again: false };
    while let Some((flag, after)) = rest.split_first() {
        let number = || after.first().and_then(|n| n.parse::<u64>().ok()).ok_or_else(usage);
        match flag.as_str() {
            "--sample" => wish.sample = usize::try_from(number()?).map_err(|_| usage())?.max(1),
            "--seed" => wish.seed = number()?,
            "--again" => wish.again = true,
            _ => return Err(usage()),
        }
        rest = if flag == "--again" { after } else { &after[1..] };
    }
    Ok(wish)
}

fn run(wish: &Wish) -> Result<(), String> {
    let root = root();
    let folder = root.join("games").join(&wish.game);
    if !folder.join("rules.toml").exists() {
        return Err(format!("there is no game \"{}\"", wish.game));
    }
    let all = find::all(&folder.join("src"))?;
    let mut tree = tree::Tree::copy(&root, &wish.game)?;
    let sample = tree.plant(&all, wish.sample, wish.seed)?;
    let last = tree.folder.join(format!("{}.missed", wish.game));
    let tried = if wish.again { missed_before(&last, sample)? } else { sample };
    println!("== {} places of {} can be broken; {} of them are", all.len(), wish.game, tried.len());
    let missed = judge::Judge::new(&tree)?.try_all(&tried)?;
    let text: String = missed.iter().map(|m| format!("{}\n", m.key)).collect();
    std::fs::write(&last, text).map_err(|e| format!("{}: {e}", last.display()))?;
    report(tried.len(), &missed, wish.again)
}

/// Those of the sample that the last run did not notice.
fn missed_before(file: &Path, sample: Vec<find::Mutant>) -> Result<Vec<find::Mutant>, String> {
    let text = std::fs::read_to_string(file).map_err(|_| "--again needs a run before it".to_owned())?;
    Ok(sample.into_iter().filter(|m| text.lines().any(|line| line == m.key)).collect())
}

/// Counts what was noticed and lists the survivors.
fn report(tried: usize, missed: &[find::Mutant], again: bool) -> Result<(), String> {
    if tried == 0 {
        return if again { Ok(()) } else { Err("no mutant was tried".to_owned()) };
    }
    let noticed = tried - missed.len();
    println!("{noticed} of {tried} mutants noticed{}", if missed.is_empty() { "" } else { "; the others:" });
    for survivor in missed {
        println!("  {survivor}");
    }
    if again || noticed * 100 >= tried * WANTED {
        return Ok(());
    }
    Err(format!("fewer than {WANTED} of 100 are noticed"))
}

/// The folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
