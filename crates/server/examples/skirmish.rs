//! Serves the reference game alone: what the browser tests play. The client comes from a folder, so that no build is
//! needed between a change and a test.
//!
//! `cargo run -p server --example skirmish -- 127.0.0.1:0 DATABASE-FOLDER WEB-FOLDER`

use engine::{Entry, Files, Registry};
use testkit::skirmish::{LEDGER, Skirmish};

const MAP: &str = include_str!("skirmish.map");

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let listen = args.next().unwrap_or_else(|| "127.0.0.1:0".to_owned());
    let config = server::Config {
        listen: Some(listen.parse().map_err(|e| format!("{listen}: {e}"))?),
        data_dir: args.next().map(Into::into),
        web_dir: args.next().map(Into::into),
        ..server::Config::default()
    };
    let maps = vec![("field".to_owned(), MAP.to_owned())];
    let files = Files::embedded(&[
        ("briefings.toml", include_str!("skirmish-briefings.toml")),
        ("guides/first.toml", include_str!("skirmish-guide.toml")),
    ]);
    let game = Entry::new(Skirmish::default(), LEDGER, maps, players::levels(), String::new())
        .and_then(|entry| entry.with_papers(&files));
    let games = Registry::default().with(game.map_err(|e| e.to_string())?);
    let runtime = tokio::runtime::Runtime::new().map_err(|e| e.to_string())?;
    runtime.block_on(server::serve(config, games)).map_err(|e| e.to_string())
}
