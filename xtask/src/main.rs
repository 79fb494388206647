//! The project's own chores: `cargo xtask <chore>`.

#[cfg(test)]
mod dependencies;
mod test;
mod words;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask <chore>
  test               format, lints, all tests, ledger, maps, schema, web checks; installs what they need
  rules [args]       the rule ledger's table; fails on a rule marked done that lacks code or test
  atlas [--check]    builds the map files from geography and corrections, or checks them against the facts
  schema [--check]   writes the schemas of protocol and positions from the types, or checks that they are up to date
  types [--check]    writes the client's wire types from the Rust types, or checks that they are up to date
  words [--check]    every template of a sentence with where it stands; fails on one put together from pieces
  mutants GAME [--sample N] [--seed N] [--again]  breaks a game's rules on purpose and lists what its tests do not notice; minutes";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first().map(String::as_str) {
        Some("test") => test::run(rest),
        Some("rules") => hand_over("parallel38", &["rules", "--check"], rest),
        Some("atlas" | "schema" | "types") => hand_over("chores", &[], &args),
        Some("words") => words::run(rest),
        Some("mutants") => hand_over("mutants", &[], rest),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a program of the workspace that knows the games, which this one does not.
fn hand_over(package: &str, first: &[&str], rest: &[String]) -> Result<(), String> {
    let status = std::process::Command::new("cargo")
        .current_dir(root())
        .args(["run", "--quiet", "--package", package, "--"])
        .args(first)
        .args(rest)
        .status()
        .map_err(|e| format!("cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{package} failed")) }
}

/// The folder of the project.
fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
