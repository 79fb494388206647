//! The program `parallel38`.

mod admin;
mod bench;
mod chart;
mod contender;
mod elo;
mod engine_io;
mod fit;
mod league;
mod ledger;
mod map;
mod numbers;
mod play;
mod puzzles;
mod registry;
mod replay;
mod report;
mod serve;
mod simulate;
mod train;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays Korean War wargames with every rule enforced.
///
/// Without a command it serves: open the printed address in a browser and play.
#[derive(Parser)]
#[command(
    name = "parallel38",
    version,
    after_help = "Examples:\n  parallel38\n  parallel38 play korean-battles chosin --against recruit\n  parallel38 bench war-625 --json\n  parallel38 verify game.json"
)]
struct Cli {
    /// Replaces data files of games by your own: DIR/<game>/<file>
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the games to browsers (the default)
    #[command(
        after_help = "Examples:\n  parallel38 serve\n  parallel38 serve --listen 0.0.0.0:3838 --database postgres://user@host/p38"
    )]
    Serve(serve::Args),
    /// Writes a consistent copy of the database, also while a server uses it
    #[command(after_help = "Example:\n  parallel38 backup matches-2026-07-27.db")]
    Backup(admin::BackupArgs),
    /// Puts a backup in the place of the database; no server may be using it
    #[command(after_help = "Example:\n  parallel38 restore matches-2026-07-27.db")]
    Restore(admin::RestoreArgs),
    /// Lists, exports and removes matches
    #[command(
        after_help = "Examples:\n  parallel38 admin list\n  parallel38 admin export MATCH game.json\n  parallel38 admin remove MATCH --yes"
    )]
    Admin(admin::AdminArgs),
    /// Speaks the protocol for programs: JSON Lines on standard input and output
    #[command(after_help = "Example:\n  echo '{\"id\":1,\"cmd\":\"games\"}' | parallel38 engine")]
    Engine,
    /// Plays a game in the terminal, line by line
    #[command(
        after_help = "Examples:\n  parallel38 play korean-battles chosin\n  parallel38 play war-625 war --seat nk,ch --against officer"
    )]
    Play(play::Args),
    /// Lets computers play many games against each other
    #[command(
        after_help = "Examples:\n  parallel38 simulate korean-battles chosin --players officer,recruit --games 200 --jobs 2 --out results\n  parallel38 simulate korean-battles inchon --players general@4000,general@1000 --games 200 --sprt 0,30\n  parallel38 simulate korean-battles inchon --players officer:tuned,officer --games 400\n  parallel38 simulate war-625 --players \"general@500,general@500:program:old/parallel38 engine\""
    )]
    Simulate(simulate::Args),
    /// Tunes the numbers that computer players go by, and proves that they play better
    #[command(
        after_help = "Examples:\n  parallel38 train korean-battles inchon --minutes 10 --jobs 2 --out tuned\n  parallel38 train korean-battles chosin --fit --minutes 5 --out fitted\n  parallel38 simulate korean-battles inchon --players officer:tuned,officer --games 400\n  parallel38 train --worker --database postgres://trainer@host/parallel38"
    )]
    Train(train::Args),
    /// Tries players on positions with what a sensible commander does there
    #[command(after_help = "Example:\n  parallel38 puzzles korean-battles --players officer,general@1000")]
    Puzzles(puzzles::Args),
    /// Measures random play: actions and games a second, bytes a position, time and size of a scene
    #[command(
        after_help = "Examples:\n  parallel38 bench\n  parallel38 bench korean-battles pusan --seconds 5 --json"
    )]
    Bench(bench::Args),
    /// Shows a recorded game action by action
    #[command(after_help = "Example:\n  parallel38 replay game.json --to 120")]
    Replay(replay::ReplayArgs),
    /// Checks a record: its seed against the published hash, every action against the rules, the final position
    #[command(after_help = "Example:\n  parallel38 verify game.json")]
    Verify(replay::VerifyArgs),
    /// Draws a map, with a scenario's set-up if asked
    #[command(
        after_help = "Examples:\n  parallel38 map korean-battles pusan --svg pusan.svg\n  parallel38 map korean-battles --png map.png --units chosin --theme print"
    )]
    Map(map::Args),
    /// Shows the rule ledger: every rule, where the code enforces it, which test proves it
    #[command(
        after_help = "Examples:\n  parallel38 rules\n  parallel38 rules korean-battles --all\n  parallel38 rules --check"
    )]
    Rules(ledger::Args),
}

/// What a command ends with: nothing, or one sentence for standard error and exit code 2.
type Done = Result<(), String>;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let run = |data: Option<PathBuf>| -> Done {
        let games = registry::games(data.as_deref())?;
        match cli.command.unwrap_or(Command::Serve(serve::Args::default())) {
            Command::Serve(args) => serve::run(games, args),
            Command::Backup(args) => admin::backup(args),
            Command::Restore(args) => admin::restore(args),
            Command::Admin(args) => admin::run(&games, args),
            Command::Engine => engine_io::run(games),
            Command::Play(args) => play::run(&games, &args),
            Command::Simulate(args) => simulate::run(&games, &args),
            Command::Train(args) => train::run(&games, data.as_deref(), &args),
            Command::Puzzles(args) => puzzles::run(&games, data.as_deref(), &args),
            Command::Bench(args) => bench::run(&games, &args),
            Command::Replay(args) => replay::replay(&games, &args),
            Command::Verify(args) => replay::verify(&games, &args),
            Command::Map(args) => map::run(&games, &args),
            Command::Rules(args) => ledger::run(&games, &args),
        }
    };
    match run(cli.data) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("parallel38: {sentence}");
            ExitCode::from(2)
        }
    }
}
