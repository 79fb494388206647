//! Serves the reference game: `cargo run -p server --example skirmish -- [WEB_FOLDER]`.

use engine::{Entry, Registry};
use server::{Config, serve};
use testkit::skirmish::{LEDGER, Skirmish};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    server::log_to_stderr(false);
    let entry = Entry::new(Skirmish::default(), LEDGER, Vec::new(), players::levels(), String::new())
        .map_err(|e| e.to_string())?;
    let folder = std::env::temp_dir().join("parallel38-skirmish");
    let web_dir = std::env::args_os().nth(1).map(Into::into);
    let config = Config { data_dir: Some(folder), web_dir, ..Config::default() };
    serve(config, Registry::default().with(entry)).await?;
    Ok(())
}
