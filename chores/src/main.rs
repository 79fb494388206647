//! Chores that need the program's own code; `cargo xtask` calls them.

mod atlas;
mod schema;
mod types;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first().map(String::as_str) {
        Some("atlas") => atlas::run(rest),
        Some("schema") => schema::run(rest),
        Some("types") => types::run(rest),
        _ => Err("usage: chores atlas|schema|types [--check]; see cargo xtask".to_owned()),
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
