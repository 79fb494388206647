//! Load on one machine: many matches of a real game with two clients each, every client with a stream of its own.
//!
//! `cargo run --release -p server --example load -- [--game korean-battles] [--matches 200] [--seconds 20] [--rate N]`
//!
//! The server runs as a process of its own, with its database on disk (or `--database postgres://...`). A move is a POST by one
//! client; it is over when the answer has arrived, and told when the update has arrived at the other one. Without a rate every
//! match moves as fast as it can; with one, all together make so many moves a second, each match at its own times.
//! `--scenes changes` follows by what changed; `--long 8900` loads one long match cold and steps back through it.

#[path = "../tests/all/support/mod.rs"]
mod support;

use engine::{Entry, Registry};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::SendRequest;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::{Value, json};
use server::Server;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::Scratch;
use tokio::sync::watch;

const FOLDER: &str = "PARALLEL38_LOAD_FOLDER";
const DATABASE: &str = "PARALLEL38_LOAD_DATABASE";

#[derive(Clone)]
struct Wanted {
    game: String,
    matches: usize,
    seconds: u64,
    /// Moves a second of all matches together; 0 for as fast as they can.
    rate: u64,
    database: Option<String>,
    /// Streams that say what changed.
    changes: bool,
    /// Instead of load: one match of so many actions, loaded cold and stepped through backwards.
    long: usize,
}

fn wanted() -> Result<Wanted, String> {
    let mut wanted = Wanted {
        game: "korean-battles".to_owned(),
        matches: 200,
        seconds: 20,
        rate: 0,
        database: None,
        changes: false,
        long: 0,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{name}: \"{value}\" is not a number"));
        match name.as_str() {
            "--game" => wanted.game.clone_from(&value),
            "--database" => wanted.database = Some(value.clone()),
            "--matches" => wanted.matches = number()?.clamp(1, 2_000) as usize,
            "--seconds" => wanted.seconds = number()?.clamp(1, 600),
            "--scenes" => wanted.changes = value == "changes",
            "--long" => wanted.long = number()?.min(100_000) as usize,
            "--rate" => wanted.rate = number()?.min(100_000),
            _ => {
                return Err(format!(
                    "{name} is unknown; there are --game, --matches, --seconds, --rate, --database, --scenes, --long"
                ));
            }
        }
    }
    Ok(wanted)
}

/// The chairs of a game for two clients.
fn chairs(game: &str) -> Result<(&'static str, Value), String> {
    let (scenario, seats) = match game {
        "korean-battles" => ("pusan", [vec!["un"], vec!["communist"]]),
        "war-625" => ("war", [vec!["rok", "us", "un"], vec!["nk", "ch"]]),
        "skirmish" => ("field", [vec!["red"], vec!["blue"]]),
        _ => return Err(format!("there is no game \"{game}\" here")),
    };
    let chair = |seats: &Vec<&str>| json!({ "seats": seats, "player": { "kind": "here" } });
    Ok((scenario, seats.iter().map(chair).collect()))
}

fn registry() -> Result<Registry, String> {
    let say = |e: engine::DataError| e.to_string();
    let battles = korean_battles::KoreanBattles::new(&korean_battles::files()).map_err(say)?;
    let war = war_625::War625::new(&war_625::files()).map_err(say)?;
    let battles = Entry::new(battles, korean_battles::LEDGER, Vec::new(), players::levels(), String::new());
    let war = Entry::new(war, war_625::LEDGER, Vec::new(), players::levels(), String::new());
    Ok(support::registry().with(battles.map_err(say)?).with(war.map_err(say)?))
}

fn main() -> Result<(), String> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|e| e.to_string())?;
    match std::env::var_os(FOLDER) {
        Some(folder) => runtime.block_on(serve(folder.into())),
        None => match wanted()? {
            wanted if wanted.long > 0 => runtime.block_on(step_back(wanted)),
            wanted => runtime.block_on(drive(wanted)),
        },
    }
}

/// The server's process.
async fn serve(folder: std::path::PathBuf) -> Result<(), String> {
    let folder = std::mem::ManuallyDrop::new(Scratch(folder));
    let mut config = support::config(&folder);
    config.database = std::env::var(DATABASE).ok();
    let server = Server::start(config, registry()?).await.map_err(|e| e.to_string())?;
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
    fn start(folder: &Scratch, database: Option<&str>) -> Result<(Self, SocketAddr), String> {
        let program = std::env::current_exe().map_err(|e| e.to_string())?;
        let mut command = Command::new(program);
        command.env(FOLDER, &folder.0).stdin(Stdio::piped());
        if let Some(url) = database {
            command.env(DATABASE, url);
        }
        let process = Self(command.spawn().map_err(|e| e.to_string())?);
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

/// What a client needs of an update.
#[derive(Clone, Default, Deserialize)]
struct News {
    version: u64,
    #[serde(default)]
    scene: Offered,
    #[serde(default)]
    changes: Changes,
}

/// What a client needs of a change.
#[derive(Clone, Default, Deserialize)]
struct Changes {
    #[serde(default)]
    fields: Fields,
    #[serde(default)]
    lists: Lists,
}

#[derive(Clone, Default, Deserialize)]
struct Fields {
    actions: Option<Vec<Offer>>,
}

#[derive(Clone, Default, Deserialize)]
struct Lists {
    actions: Option<Vec<Part>>,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    Keep(usize, usize),
    New(Vec<Offer>),
}

impl Changes {
    /// The actions on offer, if these were before.
    fn after(self, before: &[Offer]) -> Vec<Offer> {
        let part = |part: Part| match part {
            Part::Keep(from, count) => before[from..from + count].to_vec(),
            Part::New(offers) => offers,
        };
        match (self.fields.actions, self.lists.actions) {
            (Some(actions), _) => actions,
            (None, Some(parts)) => parts.into_iter().flat_map(part).collect(),
            (None, None) => before.to_vec(),
        }
    }
}

#[derive(Clone, Default, Deserialize)]
struct Offered {
    #[serde(default)]
    actions: Vec<Offer>,
}

#[derive(Clone, Default, Deserialize)]
struct Offer {
    text: String,
    #[serde(default)]
    places: Vec<String>,
}

type Line = SendRequest<Full<Bytes>>;

async fn connect(address: SocketAddr) -> Result<Line, String> {
    let stream = tokio::net::TcpStream::connect(address).await.map_err(|e| e.to_string())?;
    let _ = stream.set_nodelay(true);
    let (line, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(|e| e.to_string())?;
    tokio::spawn(connection);
    Ok(line)
}

fn request(address: SocketAddr, token: &str, method: &str, path: &str, body: String) -> Request<Full<Bytes>> {
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", address.to_string())
        .header("authorization", format!("Bearer {token}"))
        .body(Full::new(Bytes::from(body)))
        .unwrap_or_default()
}

/// One of the two clients of a match.
struct Player {
    token: String,
    line: Line,
    told: watch::Receiver<News>,
}

/// Who sent the last move of a match and when, until its news arrives at the other one.
type Sent = Arc<Mutex<Option<(usize, Instant)>>>;
type Durations = Arc<Mutex<Vec<Duration>>>;

async fn follow(mut body: Incoming, tell: watch::Sender<News>, chair: usize, sent: Sent, took: Durations) {
    let mut pending = Vec::new();
    while let Some(Ok(frame)) = body.frame().await {
        let Ok(data) = frame.into_data() else { continue };
        pending.extend_from_slice(&data);
        while let Some(end) = pending.windows(2).position(|w| w == b"\n\n") {
            let block: Vec<u8> = pending.drain(..end + 2).collect();
            let text = String::from_utf8_lossy(&block);
            let change = text.starts_with("event: change");
            if !change && !text.starts_with("event: update") {
                continue;
            }
            let news = sent.lock().unwrap_or_else(|e| e.into_inner()).take_if(|(mover, _)| *mover != chair);
            if let Some((_, sent)) = news {
                took.lock().unwrap_or_else(|e| e.into_inner()).push(sent.elapsed());
            }
            let data = text.lines().find_map(|l| l.strip_prefix("data: "));
            if let Some(mut news) = data.and_then(|d| serde_json::from_str::<News>(d).ok()) {
                if change {
                    let changes = std::mem::take(&mut news.changes);
                    news.scene.actions = changes.after(&tell.borrow().scene.actions);
                }
                let _ = tell.send(news);
            }
        }
    }
}

struct Match {
    id: String,
    players: [Player; 2],
    sent: Sent,
}

async fn seat(address: SocketAddr, wanted: &Wanted, took: &Durations) -> Result<Match, String> {
    let (scenario, chairs) = chairs(&wanted.game)?;
    let mut maker = connect(address).await?;
    let body = json!({ "game": wanted.game, "scenario": scenario, "chairs": chairs });
    let made = maker.send_request(request(address, "", "POST", "/api/matches", body.to_string())).await;
    let made: Value = read(made.map_err(|e| e.to_string())?).await?;
    let id = made["match"].as_str().ok_or_else(|| made.to_string())?.to_owned();
    let sent = Sent::default();
    let mut players = Vec::new();
    for chair in 0..2 {
        let token = made["chairs"][chair]["token"].as_str().unwrap_or("").to_owned();
        let (tell, mut told) = watch::channel(News::default());
        let mut stream = connect(address).await?;
        let how = if wanted.changes { "?scenes=changes" } else { "" };
        let path = format!("/api/matches/{id}/events{how}");
        let opened = stream.send_request(request(address, &token, "GET", &path, String::new())).await;
        let body = opened.map_err(|e| e.to_string())?.into_body();
        let (sent, took) = (sent.clone(), took.clone());
        tokio::spawn(async move {
            // The connection ends with its sender.
            let _stream = stream;
            follow(body, tell, chair, sent, took).await;
        });
        told.changed().await.map_err(|e| e.to_string())?;
        players.push(Player { token, line: connect(address).await?, told });
    }
    let players = players.try_into().map_err(|_| "two players".to_owned())?;
    Ok(Match { id, players, sent })
}

async fn read<T: serde::de::DeserializeOwned>(response: Response<Incoming>) -> Result<T, String> {
    let bytes = response.into_body().collect().await.map_err(|e| e.to_string())?.to_bytes();
    serde_json::from_slice(&bytes).map_err(|e| format!("{e}: {}", String::from_utf8_lossy(&bytes)))
}

/// Plays until the time is over; the choice follows from the number of the move. Gives the durations of its moves.
async fn play(
    address: SocketAddr,
    mut game: Match,
    number: usize,
    wanted: Wanted,
    begin: Instant,
) -> Result<Vec<Duration>, String> {
    let mut took = Vec::new();
    let pause =
        (wanted.rate > 0).then(|| Duration::from_secs_f64(wanted.matches as f64 / wanted.rate as f64));
    let share = number as f64 / wanted.matches as f64;
    let start = begin + pause.unwrap_or(Duration::from_millis(500)).mul_f64(share);
    tokio::time::sleep_until(start.into()).await;
    let end = begin + Duration::from_secs(wanted.seconds);
    let mut due = start;
    for i in 0usize.. {
        if Instant::now() >= end {
            break;
        }
        let able = game.players.iter().position(|p| !p.told.borrow().scene.actions.is_empty());
        let Some(mover) = able else {
            let [a, b] = &mut game.players;
            tokio::select! {
                _ = a.told.changed() => continue,
                _ = b.told.changed() => continue,
                () = tokio::time::sleep(Duration::from_secs(2)) => break,
            }
        };
        let player = &mut game.players[mover];
        let news = player.told.borrow_and_update().clone();
        let offer = &news.scene.actions[(i * 5 + number) % news.scene.actions.len()];
        let action = offer.text.replace("{place}", offer.places.first().map_or("", String::as_str));
        let body = json!({ "version": news.version, "action": action, "key": format!("{number}-{i}") });
        let path = format!("/api/matches/{}/actions", game.id);
        let sent = Instant::now();
        *game.sent.lock().unwrap_or_else(|e| e.into_inner()) = Some((mover, sent));
        let asked = request(address, &player.token, "POST", &path, body.to_string());
        let answer = player.line.send_request(asked).await.map_err(|e| e.to_string())?;
        let status = answer.status();
        let bytes = answer.into_body().collect().await.map_err(|e| e.to_string())?.to_bytes();
        if status != 200 {
            return Err(format!("{action}: {}", String::from_utf8_lossy(&bytes)));
        }
        took.push(sent.elapsed());
        // The mover's own stream brings the same news.
        while player.told.borrow().version <= news.version {
            player.told.changed().await.map_err(|e| e.to_string())?;
        }
        if let Some(pause) = pause {
            due += pause;
            tokio::time::sleep_until(due.into()).await;
        }
    }
    Ok(took)
}

/// A game played at random, as far as asked.
fn played(wanted: &Wanted) -> Result<(engine::Record, Value), String> {
    let (scenario, chairs) = chairs(&wanted.game)?;
    let say = |e: engine::Refusal| e.to_string();
    let registry = registry()?;
    let game = registry.game(&wanted.game).map_err(say)?;
    let mut random = engine::Random::new(38);
    let begun = || game.start(scenario, &engine::Options::default(), engine::Seed::from_number(38));
    let mut played = begun().map_err(say)?;
    while let Some(seat) = played.to_act().first().filter(|_| played.length() < wanted.long) {
        let legal = played.legal(seat);
        let text = &legal[random.below(legal.len())];
        played.play(Some(seat), text, None).map_err(say)?;
    }
    Ok((engine::Record { hash: played.hash(), ..played.moves(true) }, chairs))
}

/// Loads one long match cold, and steps back from its end.
async fn step_back(wanted: Wanted) -> Result<(), String> {
    let folder = Scratch::new();
    let (record, chairs) = played(&wanted)?;
    let length = record.actions.len();
    let (process, address) = Process::start(&folder, None)?;
    let body = json!({ "record": record, "chairs": chairs }).to_string();
    let mut line = connect(address).await?;
    let made = line.send_request(request(address, "", "POST", "/api/matches/import", body)).await;
    let made: Value = read(made.map_err(|e| e.to_string())?).await?;
    let id = made["match"].as_str().ok_or_else(|| made.to_string())?.to_owned();
    let token = made["chairs"][0]["token"].as_str().unwrap_or("").to_owned();
    drop((line, process));
    std::fs::remove_file(folder.0.join("address")).map_err(|e| e.to_string())?;
    let (process, address) = Process::start(&folder, None)?;
    let mut line = connect(address).await?;
    let mut ask = async |path: String| -> Result<(f64, Value), String> {
        line.ready().await.map_err(|e| e.to_string())?;
        let begun = Instant::now();
        let answer = line.send_request(request(address, &token, "GET", &path, String::new())).await;
        let update: Value = read(answer.map_err(|e| e.to_string())?).await?;
        Ok((begun.elapsed().as_secs_f64() * 1_000.0, update))
    };
    let (cold, update) = ask(format!("/api/matches/{id}?log=50")).await?;
    let (warm, _) = ask(format!("/api/matches/{id}?log=50")).await?;
    let end = update["length"].as_u64().unwrap_or(0) as usize;
    let loaded = process.memory();
    let (first, _) = ask(format!("/api/matches/{id}/at/{}", end - 1)).await?;
    let mut steps = Vec::new();
    for back in 2..=60.min(end) {
        steps.push(Duration::from_secs_f64(
            ask(format!("/api/matches/{id}/at/{}", end - back)).await?.0 / 1e3,
        ));
    }
    steps.sort_unstable();
    println!("a match of {} with {length} actions", wanted.game);
    println!("  loaded cold, then warm        {cold:.1}, {warm:.1} ms");
    println!("  first step back               {first:.1} ms");
    println!(
        "  later ones, p50 / p99         {:.1} / {:.1} ms",
        quantile(&steps, 0.5),
        quantile(&steps, 0.99)
    );
    println!("  memory for the steps          {:.1} MB", (process.memory() - loaded) / 1e3);
    Ok(())
}

fn quantile(sorted: &[Duration], share: f64) -> f64 {
    let at = ((sorted.len() as f64 - 1.0) * share).max(0.0) as usize;
    sorted.get(at).map_or(0.0, |d| d.as_secs_f64() * 1_000.0)
}

async fn drive(wanted: Wanted) -> Result<(), String> {
    let folder = Scratch::new();
    let (process, address) = Process::start(&folder, wanted.database.as_deref())?;
    let empty = process.memory();
    let told = Durations::default();
    let mut games = Vec::new();
    for _ in 0..wanted.matches {
        games.push(seat(address, &wanted, &told).await?);
    }
    let new = process.memory();
    told.lock().unwrap_or_else(|e| e.into_inner()).clear();
    let (processor, begin) = (process.processor(), Instant::now());
    let play = |(i, game)| tokio::spawn(play(address, game, i, wanted.clone(), begin));
    let tasks: Vec<_> = games.into_iter().enumerate().map(play).collect();
    let mut took = Vec::new();
    for task in tasks {
        took.extend(task.await.map_err(|e| e.to_string())??);
    }
    let (length, used) = (begin.elapsed().as_secs_f64(), process.processor() - processor);
    let played = process.memory();
    let mut told = told.lock().unwrap_or_else(|e| e.into_inner()).clone();
    took.sort_unstable();
    told.sort_unstable();
    let (moves, per) = (took.len() as f64, wanted.matches as f64);
    println!("{} matches of {}, {:.0} moves in {length:.1} s", wanted.matches, wanted.game, moves);
    println!("  moves a second                {:.0}", moves / length);
    println!("  answer, p50 / p99             {:.1} / {:.1} ms", quantile(&took, 0.5), quantile(&took, 0.99));
    println!("  at the other, p50 / p99       {:.1} / {:.1} ms", quantile(&told, 0.5), quantile(&told, 0.99));
    println!("  the server's processor time   {:.3} ms a move", used * 1_000.0 / moves.max(1.0));
    println!(
        "  memory: empty {:.0} MB, a new match {:.0} kB, a played one {:.0} kB",
        empty / 1e3,
        (new - empty) / per,
        (played - empty) / per
    );
    Ok(())
}
