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
use hyper::body::Bytes;
use serde::Deserialize;
use serde_json::{Value, json};
use server::Server;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::Scratch;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
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
    /// Processor time used so far by the threads that there are, to the microsecond (Linux).
    fn threads(&self) -> Duration {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.0.id())).into_iter().flatten().flatten();
        let used = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("schedstat")).ok());
        Duration::from_nanos(used.filter_map(|text| text.split(' ').next()?.parse::<u64>().ok()).sum())
    }
    /// Kilobytes in memory (Linux).
    fn memory(&self) -> f64 {
        self.resident("VmRSS:")
    }
    /// Kilobytes of its own in memory, without the pages of its program file that have been used so far (Linux).
    fn own_memory(&self) -> f64 {
        self.resident("RssAnon:")
    }
    fn resident(&self, kind: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let line = status.lines().find_map(|l| l.strip_prefix(kind)).unwrap_or("0 kB");
        line.trim().trim_end_matches(" kB").parse().unwrap_or(0.0)
    }
}

/// What a client knows of its match. Of a whole update only the version is read before the client moves: it shares the
/// machine with the server.
#[derive(Clone, Default)]
struct News {
    version: u64,
    offers: Offers,
}

#[derive(Clone)]
enum Offers {
    /// The last update as it came.
    Unread(Bytes),
    Read(Vec<Offer>),
}

impl Default for Offers {
    fn default() -> Self {
        Self::Read(Vec::new())
    }
}

#[derive(Clone, Default, Deserialize)]
struct Offer {
    text: String,
    #[serde(default)]
    places: Vec<String>,
}

/// Where the list of actions is in an update.
fn actions(update: &[u8]) -> &str {
    let text = std::str::from_utf8(update).unwrap_or_default();
    text.rsplit_once("\"actions\":").map_or("[]", |(_, list)| list)
}

impl News {
    fn can_move(&self) -> bool {
        match &self.offers {
            Offers::Unread(update) => !actions(update).starts_with("[]"),
            Offers::Read(offers) => !offers.is_empty(),
        }
    }
    fn offers(&self) -> Vec<Offer> {
        match &self.offers {
            Offers::Unread(update) => {
                let mut list = serde_json::Deserializer::from_str(actions(update)).into_iter();
                list.next().and_then(Result::ok).unwrap_or_default()
            }
            Offers::Read(offers) => offers.clone(),
        }
    }
}

/// What a client needs of a change.
#[derive(Default, Deserialize)]
struct Changed {
    changes: Changes,
}

#[derive(Default, Deserialize)]
struct Changes {
    #[serde(default)]
    fields: Fields,
    #[serde(default)]
    lists: Lists,
}

#[derive(Default, Deserialize)]
struct Fields {
    actions: Option<Vec<Offer>>,
}

#[derive(Default, Deserialize)]
struct Lists {
    actions: Option<Vec<Part>>,
}

#[derive(Deserialize)]
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

/// A connection, and no more HTTP on it than this needs.
struct Line {
    address: SocketAddr,
    token: String,
    stream: BufReader<TcpStream>,
    head: String,
}

impl Line {
    async fn open(address: SocketAddr, token: &str) -> Result<Self, String> {
        let stream = TcpStream::connect(address).await.map_err(|e| e.to_string())?;
        let _ = stream.set_nodelay(true);
        let stream = BufReader::with_capacity(2_048, stream);
        Ok(Self { address, token: token.to_owned(), stream, head: String::new() })
    }

    /// Sends a request and reads the head of its answer: the status, and how long the body is if that is said.
    async fn ask(&mut self, method: &str, path: &str, body: &str) -> std::io::Result<(u16, Option<usize>)> {
        let Self { address, token, .. } = self;
        let asked = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.write_all(asked.as_bytes()).await?;
        let (mut status, mut length) = (None, None);
        loop {
            self.head.clear();
            if self.stream.read_line(&mut self.head).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let line = self.head.trim_end();
            match (status, line.split_once(": ")) {
                (None, _) => status = line.split(' ').nth(1).and_then(|s| s.parse().ok()).or(Some(0)),
                (Some(_), Some(("content-length", value))) => length = value.parse().ok(),
                (Some(status), None) => return Ok((status, length)),
                _ => {}
            }
        }
    }

    async fn body(&mut self, length: usize) -> std::io::Result<Vec<u8>> {
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        Ok(body)
    }

    /// The next piece of a body whose length is not said: an event of a stream.
    async fn piece(&mut self) -> std::io::Result<Vec<u8>> {
        self.head.clear();
        self.stream.read_line(&mut self.head).await?;
        let length = usize::from_str_radix(self.head.trim_end(), 16).map_err(std::io::Error::other)?;
        let mut piece = self.body(length + 2).await?;
        piece.truncate(length);
        Ok(piece)
    }

    /// Asks and waits for the whole answer, which must be a success.
    async fn fetch(&mut self, method: &str, path: &str, body: &str) -> Result<Vec<u8>, String> {
        let (status, length) = match self.ask(method, path, body).await {
            Ok(head) => head,
            // The server has closed a connection that was idle for long: another one, once.
            Err(_) => {
                self.stream = Self::open(self.address, "").await?.stream;
                self.ask(method, path, body).await.map_err(|e| e.to_string())?
            }
        };
        let answer = self.body(length.unwrap_or(0)).await.map_err(|e| e.to_string())?;
        if status / 100 == 2 {
            return Ok(answer);
        }
        Err(format!("{path}: {status} {}", String::from_utf8_lossy(&answer)))
    }
}

/// One of the two clients of a match.
struct Player {
    line: Line,
    told: watch::Receiver<News>,
}

/// Who sent the last move of a match and when, until its news arrives at the other one.
type Sent = Arc<Mutex<Option<(usize, Instant)>>>;
type Durations = Arc<Mutex<Vec<Duration>>>;

async fn follow(mut line: Line, tell: watch::Sender<News>, chair: usize, sent: Sent, took: Durations) {
    while let Ok(piece) = line.piece().await {
        let change = piece.starts_with(b"event: change\n");
        if !change && !piece.starts_with(b"event: update\n") {
            continue;
        }
        let news = sent.lock().unwrap_or_else(|e| e.into_inner()).take_if(|(mover, _)| *mover != chair);
        if let Some((_, sent)) = news {
            took.lock().unwrap_or_else(|e| e.into_inner()).push(sent.elapsed());
        }
        let id = piece["event: update\nid: ".len()..].iter().take_while(|b| b.is_ascii_digit());
        let version = id.fold(0, |number, digit| number * 10 + u64::from(digit - b'0'));
        let offers = if change {
            let data = piece.windows(6).position(|w| w == b"data: ").map_or(&[][..], |at| &piece[at + 6..]);
            let changed: Changed = serde_json::from_slice(data).unwrap_or_default();
            let before = tell.borrow().offers();
            Offers::Read(changed.changes.after(&before))
        } else {
            Offers::Unread(piece.into())
        };
        let _ = tell.send(News { version, offers });
    }
}

struct Match {
    id: String,
    players: [Player; 2],
    sent: Sent,
}

async fn seat(address: SocketAddr, wanted: &Wanted, took: &Durations) -> Result<Match, String> {
    let (scenario, chairs) = chairs(&wanted.game)?;
    let body = json!({ "game": wanted.game, "scenario": scenario, "chairs": chairs });
    let made = Line::open(address, "").await?.fetch("POST", "/api/matches", &body.to_string()).await?;
    let made: Value = serde_json::from_slice(&made).map_err(|e| e.to_string())?;
    let id = made["match"].as_str().ok_or_else(|| made.to_string())?.to_owned();
    let sent = Sent::default();
    let mut players = Vec::new();
    for chair in 0..2 {
        let token = made["chairs"][chair]["token"].as_str().unwrap_or("");
        let (tell, mut told) = watch::channel(News::default());
        let mut stream = Line::open(address, token).await?;
        let how = if wanted.changes { "?scenes=changes" } else { "" };
        stream.ask("GET", &format!("/api/matches/{id}/events{how}"), "").await.map_err(|e| e.to_string())?;
        tokio::spawn(follow(stream, tell, chair, sent.clone(), took.clone()));
        told.changed().await.map_err(|e| e.to_string())?;
        players.push(Player { line: Line::open(address, token).await?, told });
    }
    let players = players.try_into().map_err(|_| "two players".to_owned())?;
    Ok(Match { id, players, sent })
}

/// Plays until the time is over; the choice follows from the number of the move. Gives the durations of its moves.
async fn play(
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
    let path = format!("/api/matches/{}/actions", game.id);
    let mut due = start;
    for i in 0usize.. {
        if Instant::now() >= end {
            break;
        }
        let able = game.players.iter().position(|p| p.told.borrow().can_move());
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
        let offers = news.offers();
        let offer = &offers[(i * 5 + number) % offers.len()];
        let action = offer.text.replace("{place}", offer.places.first().map_or("", String::as_str));
        let body = json!({ "version": news.version, "action": action, "key": format!("{number}-{i}") });
        let sent = Instant::now();
        *game.sent.lock().unwrap_or_else(|e| e.into_inner()) = Some((mover, sent));
        player.line.fetch("POST", &path, &body.to_string()).await?;
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
    let database = wanted.database.as_deref();
    let (record, chairs) = played(&wanted)?;
    let length = record.actions.len();
    let (process, address) = Process::start(&folder, database)?;
    let body = json!({ "record": record, "chairs": chairs }).to_string();
    let made = Line::open(address, "").await?.fetch("POST", "/api/matches/import", &body).await?;
    let made: Value = serde_json::from_slice(&made).map_err(|e| e.to_string())?;
    let id = made["match"].as_str().ok_or_else(|| made.to_string())?.to_owned();
    let token = made["chairs"][0]["token"].as_str().unwrap_or("").to_owned();
    let path = format!("/api/matches/{id}");
    // As the page asks.
    let look = format!("{path}?log=240");
    // A match that this program has never played has no moments yet.
    Line::open(address, &token).await?.fetch("GET", &look, "").await?;
    // Long enough for the moments to be written.
    tokio::time::sleep(Duration::from_millis(500)).await;
    drop(process);
    std::fs::remove_file(folder.0.join("address")).map_err(|e| e.to_string())?;
    let (process, address) = Process::start(&folder, database)?;
    let mut line = Line::open(address, &token).await?;
    let mut ask = async |path: &str| -> Result<(Duration, Value), String> {
        let begun = Instant::now();
        let answer = line.fetch("GET", path, "").await?;
        let took = begun.elapsed();
        Ok((took, serde_json::from_slice(&answer).map_err(|e| e.to_string())?))
    };
    let mut used = vec![process.threads()];
    let (cold, update) = ask(&look).await?;
    used.push(process.threads());
    let (warm, _) = ask(&look).await?;
    let end = update["length"].as_u64().unwrap_or(0) as usize;
    let loaded = process.memory();
    let (first, _) = ask(&format!("{path}/at/{}", end - 1)).await?;
    used.push(process.threads());
    let mut steps = Vec::new();
    for back in 2..=60.min(end) {
        steps.push(ask(&format!("{path}/at/{}", end - back)).await?.0);
    }
    let stepped = process.memory();
    let (whole, _) = ask(&format!("{path}/log")).await?;
    steps.sort_unstable();
    let ms = |took: Duration| took.as_secs_f64() * 1_000.0;
    println!("a match of {} with {length} actions", wanted.game);
    println!("  loaded cold, then warm        {:.1}, {:.1} ms", ms(cold), ms(warm));
    println!("  first step back               {:.1} ms", ms(first));
    println!(
        "  of which processor time       {:.1} and {:.1} ms",
        ms(used[1] - used[0]),
        ms(used[2] - used[1])
    );
    println!("  all that was ever said        {:.1} ms", ms(whole));
    println!(
        "  later ones, p50 / p99         {:.1} / {:.1} ms",
        quantile(&steps, 0.5),
        quantile(&steps, 0.99)
    );
    println!("  memory for the steps          {:.1} MB", (stepped - loaded) / 1e3);
    Ok(())
}

fn quantile(sorted: &[Duration], share: f64) -> f64 {
    let at = ((sorted.len() as f64 - 1.0) * share).max(0.0) as usize;
    sorted.get(at).map_or(0.0, |d| d.as_secs_f64() * 1_000.0)
}

async fn drive(wanted: Wanted) -> Result<(), String> {
    let folder = Scratch::new();
    let (process, address) = Process::start(&folder, wanted.database.as_deref())?;
    let (empty, own_empty) = (process.memory(), process.own_memory());
    let told = Durations::default();
    let mut games = Vec::new();
    for _ in 0..wanted.matches {
        games.push(seat(address, &wanted, &told).await?);
    }
    let (new, own_new) = (process.memory(), process.own_memory());
    told.lock().unwrap_or_else(|e| e.into_inner()).clear();
    let (processor, own, begin) = (process.processor(), support::processor(), Instant::now());
    let play = |(i, game)| tokio::spawn(play(game, i, wanted.clone(), begin));
    let tasks: Vec<_> = games.into_iter().enumerate().map(play).collect();
    let mut took = Vec::new();
    for task in tasks {
        took.extend(task.await.map_err(|e| e.to_string())??);
    }
    let (length, used) = (begin.elapsed().as_secs_f64(), process.processor() - processor);
    let own = (support::processor() - own).as_secs_f64();
    let (played, own_played) = (process.memory(), process.own_memory());
    let mut told = told.lock().unwrap_or_else(|e| e.into_inner()).clone();
    took.sort_unstable();
    told.sort_unstable();
    let (moves, per) = (took.len() as f64, wanted.matches as f64);
    println!("{} matches of {}, {:.0} moves in {length:.1} s", wanted.matches, wanted.game, moves);
    println!("  moves a second                {:.0}", moves / length);
    println!("  answer, p50 / p99             {:.1} / {:.1} ms", quantile(&took, 0.5), quantile(&took, 0.99));
    println!("  at the other, p50 / p99       {:.1} / {:.1} ms", quantile(&told, 0.5), quantile(&told, 0.99));
    println!("  the server's processor time   {:.3} ms a move", used * 1_000.0 / moves.max(1.0));
    println!("  the clients'                  {:.3} ms a move", own * 1_000.0 / moves.max(1.0));
    println!(
        "  memory: empty {:.0} MB, a new match {:.0} kB, a played one {:.0} kB",
        empty / 1e3,
        (new - empty) / per,
        (played - empty) / per
    );
    println!(
        "  of which not the program file's pages: {:.0} MB, {:.0} kB, {:.0} kB",
        own_empty / 1e3,
        (own_new - own_empty) / per,
        (own_played - own_empty) / per
    );
    Ok(())
}
