//! The project's own chores: `cargo xtask <chore>`.

mod atlas;
mod schema;
mod test;
mod types;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask <chore>
  test               format, lints, all tests, ledger, maps, schema, web checks; installs what they need
  rules [args]       the rule ledger's table; fails on a rule marked done that lacks code or test
  atlas [--check]    builds the map files from geography and corrections, or checks them against the facts
  schema [--check]   writes docs/protocol.schema.json from the types, or checks that it is up to date
  types [--check]    writes the client's wire types from the Rust types, or checks that they are up to date";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first().map(String::as_str) {
        Some("test") => test::run(rest),
        Some("rules") => test::ledger(rest),
        Some("atlas") => atlas::run(rest),
        Some("schema") => schema::run(rest),
        Some("types") => types::run(rest),
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

/// The folder of the project.
fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
