//! Load on one machine: many matches with two clients each, every client with a stream of its own.
//!
//! `cargo run --release -p server --example load -- [--matches 200] [--moves 100] [--pause MS] [--seconds 120]`
//!
//! The server runs as a process of its own, with its database on disk. A move is a POST by one client; it is over when
//! the update has arrived at the other one. Without a pause every match moves as fast as it can; with one it waits so
//! long between moves.

#[path = "../tests/support/mod.rs"]
mod support;

use serde_json::Value;
use server::Server;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::{Duel, Scratch, Stream};
use tokio::sync::Barrier;

const FOLDER: &str = "PARALLEL38_LOAD_FOLDER";

struct Wanted {
    matches: usize,
    moves: usize,
    pause: Duration,
    seconds: u64,
}

fn wanted() -> Result<Wanted, String> {
    let mut wanted = Wanted { matches: 200, moves: 100, pause: Duration::ZERO, seconds: 120 };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a number"))?;
        let number: u64 = value.parse().map_err(|_| format!("{name}: \"{value}\" is not a number"))?;
        match name.as_str() {
            "--matches" => wanted.matches = number.clamp(1, 2_000) as usize,
            "--moves" => wanted.moves = number.clamp(1, 10_000) as usize,
            "--pause" => wanted.pause = Duration::from_millis(number.min(60_000)),
            "--seconds" => wanted.seconds = number.clamp(1, 3_600),
            _ => return Err(format!("{name} is unknown; there are --matches, --moves, --pause, --seconds")),
        }
    }
    Ok(wanted)
}

fn main() -> Result<(), String> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|e| e.to_string())?;
    match std::env::var_os(FOLDER) {
        Some(folder) => runtime.block_on(serve(folder.into())),
        None => runtime.block_on(drive(&wanted()?)),
    }
}

/// The server's process.
async fn serve(folder: std::path::PathBuf) -> Result<(), String> {
    let folder = std::mem::ManuallyDrop::new(Scratch(folder));
    let server =
        Server::start(support::config(&folder), support::registry()).await.map_err(|e| e.to_string())?;
    let written = folder.0.join("address");
    std::fs::write(written.with_extension("new"), server.address().to_string()).map_err(|e| e.to_string())?;
    std::fs::rename(written.with_extension("new"), written).map_err(|e| e.to_string())?;
    // Ends when its parent closes the pipe.
    tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new())).await.ok();
    server.stop().await;
    Ok(())
}

struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Process {
    fn start(folder: &Scratch) -> Result<(Self, SocketAddr), String> {
        let program = std::env::current_exe().map_err(|e| e.to_string())?;
        let child = Command::new(program).env(FOLDER, &folder.0).stdin(Stdio::piped()).spawn();
        let process = Self(child.map_err(|e| e.to_string())?);
        for _ in 0..1_000 {
            if let Ok(text) = std::fs::read_to_string(folder.0.join("address")) {
                return Ok((process, text.parse().map_err(|_| "the server's address can't be read")?));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Err("the server does not start".to_owned())
    }
    /// Seconds of processor time used so far (Linux, where a tick is a hundredth of a second).
    fn processor(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap_or_default();
        let after_name = stat.rsplit(')').next().unwrap_or("");
        let ticks: u64 =
            after_name.split_whitespace().skip(11).take(2).filter_map(|t| t.parse::<u64>().ok()).sum();
        ticks as f64 / 100.0
    }
    /// Kilobytes in memory (Linux).
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:")).unwrap_or("0 kB");
        line.trim().trim_end_matches(" kB").parse().unwrap_or(0.0)
    }
}

/// A match with both streams open.
struct Seated {
    duel: Duel,
    streams: [Stream; 2],
    update: Value,
}

async fn seat(address: SocketAddr) -> Seated {
    let mut duel = Duel::new(address).await;
    let mut streams = [duel.red.follow(&duel.id, None).await, duel.blue.follow(&duel.id, None).await];
    for stream in &mut streams {
        stream.wait("update").await;
    }
    let update = duel.red.fetch(&duel.path("")).await;
    Seated { duel, streams, update }
}

/// Plays by the script: the choice follows from the number of the move. Gives the durations of all moves.
async fn play(mut seated: Seated, number: usize, wanted: Arc<Wanted>, start: Arc<Barrier>) -> Vec<Duration> {
    start.wait().await;
    let begun = Instant::now();
    let mut took = Vec::with_capacity(wanted.moves);
    for i in 0..wanted.moves {
        let red = seated.update["status"]["to_act"][0] == "red";
        let version = seated.update["version"].as_u64().unwrap_or(0);
        let path = seated.duel.path("");
        let (mover, other) = if red { (&mut seated.duel.red, 1) } else { (&mut seated.duel.blue, 0) };
        if seated.update["scene"]["actions"].as_array().is_none_or(Vec::is_empty) {
            seated.update = mover.fetch(&path).await;
        }
        let actions = seated.update["scene"]["actions"].as_array().cloned().unwrap_or_default();
        if actions.is_empty() || begun.elapsed().as_secs() >= wanted.seconds {
            break;
        }
        let action = actions[(i * 5 + number) % actions.len()]["text"].as_str().unwrap_or("").to_owned();
        let id = seated.duel.id.clone();
        let (mover, streams) =
            (if red { &mut seated.duel.red } else { &mut seated.duel.blue }, &mut seated.streams);
        let sent = Instant::now();
        let (update, heard) = tokio::join!(mover.act(&id, version, &action), async {
            streams[other].version(version + 1).await;
            sent.elapsed()
        });
        took.push(heard);
        seated.update = update;
        mover.received.clear();
        seated.streams.iter_mut().for_each(|s| s.received.clear());
        if !wanted.pause.is_zero() {
            tokio::time::sleep(wanted.pause).await;
        }
    }
    took
}

async fn drive(wanted: &Wanted) -> Result<(), String> {
    let folder = Scratch::new();
    let (process, address) = Process::start(&folder)?;
    let before = process.memory();
    let mut seated = Vec::new();
    for _ in 0..wanted.matches {
        seated.push(seat(address).await);
    }
    let open = process.memory();
    let start = Arc::new(Barrier::new(wanted.matches + 1));
    let shared = Arc::new(Wanted { ..*wanted });
    let tasks: Vec<_> = seated
        .into_iter()
        .enumerate()
        .map(|(i, s)| tokio::spawn(play(s, i, shared.clone(), start.clone())))
        .collect();
    start.wait().await;
    let begun = Instant::now();
    let used = process.processor();
    let mut took = Vec::new();
    for task in tasks {
        took.extend(task.await.map_err(|e| e.to_string())?);
    }
    let elapsed = begun.elapsed();
    let played = process.memory();
    let used = process.processor() - used;
    took.sort_unstable();
    let at = |share: f64| took.get(((took.len() - 1) as f64 * share) as usize).copied().unwrap_or_default();
    println!("matches {}, clients {}, moves {}", wanted.matches, wanted.matches * 2, took.len());
    println!("moves a second: {:.0}", took.len() as f64 / elapsed.as_secs_f64());
    println!(
        "action to update at the other client: p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
        at(0.5).as_secs_f64() * 1e3,
        at(0.99).as_secs_f64() * 1e3,
        at(1.0).as_secs_f64() * 1e3
    );
    println!("server's processor time: {:.2} ms a move", used * 1e3 / took.len().max(1) as f64);
    let each = |kilobytes: f64| (kilobytes - before) / wanted.matches as f64;
    println!(
        "server's memory: {before:.0} kB empty; a match with two streams {:.0} kB when new, {:.0} kB when played",
        each(open),
        each(played)
    );
    Ok(())
}
