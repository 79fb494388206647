//! `parallel38 backup`, `restore` and `admin`: for whoever runs a server.

use crate::Done;
use clap::Subcommand;
use engine::Registry;
use server::Config;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct BackupArgs {
    /// The copy; it must not exist yet
    file: PathBuf,
    /// sqlite://FILE; without it the file in your data folder
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

#[derive(clap::Args)]
pub(crate) struct RestoreArgs {
    /// The backup
    file: PathBuf,
    /// sqlite://FILE; without it the file in your data folder
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

#[derive(clap::Args)]
pub(crate) struct AdminArgs {
    #[command(subcommand)]
    command: Admin,
    /// sqlite://FILE or postgres://...; without it the file in your data folder
    #[arg(long, global = true, value_name = "URL")]
    database: Option<String>,
}

#[derive(Subcommand)]
enum Admin {
    /// Lists all matches, the oldest first
    List {
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Writes a match with its seed and everything hidden as a record
    Export {
        /// The match's id; it may begin with a hyphen
        #[arg(allow_hyphen_values = true)]
        id: String,
        /// The file; without it standard output
        file: Option<PathBuf>,
    },
    /// Removes a match for ever; no server may be using the database
    Remove {
        /// The match's id; it may begin with a hyphen
        #[arg(allow_hyphen_values = true)]
        id: String,
        /// Says that you mean it
        #[arg(long)]
        yes: bool,
    },
}

fn wait<T>(run: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| e.to_string())?
        .block_on(run)
}

fn config(database: Option<String>) -> Config {
    Config { database, ..Config::default() }
}

pub(crate) fn backup(args: BackupArgs) -> Done {
    let matches = wait(server::admin::backup(&config(args.database), &args.file))?;
    println!("{}: {matches} matches.", args.file.display());
    Ok(())
}

pub(crate) fn restore(args: RestoreArgs) -> Done {
    let matches = wait(server::admin::restore(&config(args.database), &args.file))?;
    println!(
        "{matches} matches are in place; what was there before is kept with the ending .before-restore."
    );
    Ok(())
}

pub(crate) fn run(games: &Registry, args: AdminArgs) -> Done {
    let config = config(args.database);
    match args.command {
        Admin::List { json } => list(&config, json),
        Admin::Export { id, file } => export(&config, games, &id, file.as_deref()),
        Admin::Remove { id, yes: true } => {
            wait(server::admin::remove(&config, &id))?;
            println!("{id} is removed.");
            Ok(())
        }
        Admin::Remove { id, yes: false } => {
            Err(format!("{id} would be gone for ever; say --yes if you mean it"))
        }
    }
}

fn list(config: &Config, json: bool) -> Done {
    for m in wait(server::admin::list(config))? {
        if json {
            let line = serde_json::json!({
                "match": m.id, "game": m.game, "rules": m.rules, "scenario": m.scenario, "created": m.created,
                "changed": m.changed, "entries": m.entries, "archived": m.archived,
            });
            println!("{line}");
        } else {
            let state = if m.archived.is_some() { "put away" } else { "open" };
            let days = (m.changed - m.created) / 86_400_000;
            println!(
                "{}  {:<15} {:<12} rules {:>2}  {:>6} entries over {days} days, {state}",
                m.id, m.game, m.scenario, m.rules, m.entries
            );
        }
    }
    Ok(())
}

fn export(config: &Config, games: &Registry, id: &str, file: Option<&Path>) -> Done {
    let record = wait(server::admin::record(config, games, id))?;
    let text = serde_json::to_string_pretty(&record).map_err(|e| e.to_string())?;
    match file {
        Some(path) => std::fs::write(path, text + "\n").map_err(|e| format!("{}: {e}", path.display())),
        None => {
            println!("{text}");
            Ok(())
        }
    }
}
