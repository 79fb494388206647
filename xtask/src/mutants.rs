//! `cargo xtask mutants GAME [--sample N]`: breaks a game's rules on purpose and lists what its tests do not notice.

use std::path::Path;
use std::process::{Command, Stdio};

/// How many mutants a run takes by default.
const SAMPLE: usize = 100;
/// Files that hold no rule: words, pictures, loading, judgement.
const BESIDE: [&str; 14] = [
    "lib.rs",
    "files.rs",
    "load*.rs",
    "data.rs",
    "scene.rs",
    "panels.rs",
    "names.rs",
    "habits.rs",
    "info.rs",
    "words.rs",
    "terms.rs",
    "judgement.rs",
    "judgement/**",
    "situations.rs",
];

/// Runs the sample; fails when fewer than 95 of 100 are noticed.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let usage = || "usage: cargo xtask mutants GAME [--sample N]".to_owned();
    let (game, sample) = match args {
        [game] => (game, SAMPLE),
        [game, flag, n] if flag == "--sample" => (game, n.parse().map_err(|_| usage())?),
        _ => return Err(usage()),
    };
    let folder = crate::root().join("games").join(game);
    if !folder.join("rules.toml").exists() {
        return Err(format!("there is no game \"{game}\""));
    }
    install()?;
    let all = list(game)?;
    let shards = (all / sample.max(1)).max(1);
    println!("== {all} mutants of {game}, about {} of them tried", all / shards);
    let shard = format!("0/{shards}");
    let mut command = mutants(game);
    command.args(["--shard", &shard, "--sharding", "round-robin", "--output", "target", "--no-shuffle"]);
    command.args(["--timeout", "300", "--colors", "never"]);
    let status = command.status().map_err(|e| format!("cargo mutants: {e}"))?;
    report(&crate::root().join("target/mutants.out"), status.success())
}

/// `cargo mutants` on the rule files of a game, with the game's own tests as judge.
fn mutants(game: &str) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(crate::root()).args(["mutants", "--package", game, "--test-package", game]);
    command.args(["--test-tool", "nextest", "--file", &format!("games/{game}/src/**/*.rs")]);
    for file in BESIDE {
        command.args(["--exclude", &format!("games/{game}/src/{file}")]);
    }
    command
}

fn list(game: &str) -> Result<usize, String> {
    let listed = mutants(game).arg("--list").output().map_err(|e| format!("cargo mutants: {e}"))?;
    if !listed.status.success() {
        return Err(String::from_utf8_lossy(&listed.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&listed.stdout).lines().count())
}

fn install() -> Result<(), String> {
    let quiet = |args: &[&str]| {
        Command::new("cargo").args(args).stdout(Stdio::null()).status().is_ok_and(|s| s.success())
    };
    if quiet(&["mutants", "--version"]) || quiet(&["install", "--quiet", "--locked", "cargo-mutants"]) {
        return Ok(());
    }
    Err("cargo-mutants is needed and can't be installed".to_owned())
}

/// Counts what was noticed and lists the survivors.
fn report(folder: &Path, clean: bool) -> Result<(), String> {
    let lines = |name: &str| -> Vec<String> {
        let text = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    };
    let (caught, missed, timed) = (lines("caught.txt"), lines("missed.txt"), lines("timeout.txt"));
    let noticed = caught.len() + timed.len();
    let tried = noticed + missed.len();
    println!("{noticed} of {tried} mutants noticed; the others:");
    for survivor in &missed {
        println!("  {survivor}");
    }
    if tried == 0 {
        return Err(if clean { "no mutant was tried".to_owned() } else { "cargo mutants failed".to_owned() });
    }
    if noticed * 100 >= tried * 95 { Ok(()) } else { Err("fewer than 95 of 100 are noticed".to_owned()) }
}
