//! A server with the reference game, and clients that speak to it over real connections.
#![allow(dead_code, unreachable_pub, reason = "every test uses a part of it")]

use engine::{Entry, Registry};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use server::{Config, Limits, Server};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use testkit::skirmish::{LEDGER, Skirmish};
use tokio::net::TcpStream;

/// The reference game with all computer players.
pub fn registry() -> Registry {
    let entry =
        Entry::new(Skirmish::default(), LEDGER, Vec::new(), players::levels(), String::new()).unwrap();
    Registry::default().with(entry)
}

/// A folder that goes away.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("parallel38-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Limits that do not get in the way of a test.
pub fn wide() -> Limits {
    Limits {
        requests: 1e6,
        burst: 1e6,
        creations: 1e6,
        creation_burst: 1e6,
        streams_per_client: 10_000,
        streams: 10_000,
        connections_per_client: 10_000,
        ..Limits::default()
    }
}

/// The processor time that this process has used so far (Linux, where a tick is a hundredth of a second). Unlike the clock it
/// does not depend on what else the machine does.
pub fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace().skip(11).take(2);
    Duration::from_millis(10 * fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>())
}

pub fn config(scratch: &Scratch) -> Config {
    Config {
        listen: Some(SocketAddr::from(([127, 0, 0, 1], 0))),
        data_dir: Some(scratch.0.clone()),
        limits: wide(),
        ..Config::default()
    }
}

pub struct Running {
    pub server: Server,
    pub address: SocketAddr,
    pub scratch: Scratch,
}

impl Running {
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let scratch = Scratch::new();
        let mut config = config(&scratch);
        change(&mut config);
        let server = Server::start(config, registry()).await.unwrap();
        let address = server.address();
        Self { server, address, scratch }
    }
}

/// A connection that is kept open.
pub struct Client {
    address: SocketAddr,
    sender: Option<http1::SendRequest<Full<Bytes>>>,
    pub token: String,
    /// Everything that was ever received, for searching.
    pub received: String,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: hyper::HeaderMap,
    pub bytes: Bytes,
    pub json: Value,
}

impl Client {
    pub fn new(address: SocketAddr, token: &str) -> Self {
        Self { address, sender: None, token: token.to_owned(), received: String::new() }
    }

    async fn connect(address: SocketAddr) -> std::io::Result<http1::SendRequest<Full<Bytes>>> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(std::io::Error::other)?;
        tokio::spawn(connection);
        Ok(sender)
    }

    fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Request<Full<Bytes>> {
        let mut request =
            Request::builder().method(method).uri(path).header("host", self.address.to_string());
        if !self.token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", self.token));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Full::new(Bytes::from(body))).unwrap()
    }

    async fn send(&mut self, request: Request<Full<Bytes>>) -> std::io::Result<Response<Incoming>> {
        if self.sender.as_ref().is_none_or(http1::SendRequest::is_closed) {
            self.sender = Some(Self::connect(self.address).await?);
        }
        let sender = self.sender.as_mut().unwrap();
        sender.ready().await.map_err(std::io::Error::other)?;
        sender.send_request(request).await.map_err(std::io::Error::other)
    }

    /// Asks and waits for the whole answer; an error means that the server is gone.
    pub async fn try_ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> std::io::Result<Answer> {
        let request = self.request(method, path, headers, body);
        let response = match self.send(request).await {
            Ok(response) => response,
            Err(error) => {
                self.sender = None;
                return Err(error);
            }
        };
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.map_err(std::io::Error::other)?.to_bytes();
        self.received.push_str(&String::from_utf8_lossy(&bytes));
        self.received.push('\n');
        let json = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Ok(Answer { status: parts.status.as_u16(), headers: parts.headers, bytes, json })
    }

    pub async fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Answer {
        self.try_ask(method, path, headers, body).await.unwrap()
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, &[], Vec::new()).await
    }

    /// Gets something that must be there.
    pub async fn fetch(&mut self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.json);
        answer.json
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[("content-type", "application/json")], body.to_string().into_bytes()).await
    }

    /// Plays an action that must succeed; gives the update.
    pub async fn act(&mut self, id: &str, version: u64, action: &str) -> Value {
        let answer = self.post(&format!("/api/matches/{id}/actions"), &action_body(version, action)).await;
        assert_eq!(answer.status, 200, "{action}: {}", answer.json);
        answer.json
    }

    /// Opens a stream of updates on a connection of its own.
    pub async fn follow(&self, id: &str, from: Option<u64>) -> Stream {
        let path = match from {
            Some(version) => format!("/api/matches/{id}/events?from={version}"),
            None => format!("/api/matches/{id}/events"),
        };
        self.follow_at(path).await
    }

    /// Opens the stream of an address.
    pub async fn follow_at(&self, path: String) -> Stream {
        let mut connection = Self::connect(self.address).await.unwrap();
        let response = connection.send_request(self.request("GET", &path, &[], Vec::new())).await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Stream {
            body: response.into_body(),
            pending: String::new(),
            received: String::new(),
            _open: connection,
        }
    }
}

/// A text as a part of an address.
pub fn escaped(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
    text.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

/// A fresh key for every call.
pub fn action_body(version: u64, action: &str) -> Value {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let key = format!("k{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    json!({ "version": version, "action": action, "key": key })
}

/// A stream of updates.
pub struct Stream {
    body: Incoming,
    pending: String,
    pub received: String,
    _open: http1::SendRequest<Full<Bytes>>,
}

#[derive(Debug)]
pub struct Heard {
    pub event: String,
    pub id: Option<u64>,
    pub data: Value,
}

impl Stream {
    /// The next event, or none when the stream ends.
    pub async fn next(&mut self) -> Option<Heard> {
        loop {
            if let Some(end) = self.pending.find("\n\n") {
                let block: String = self.pending.drain(..end + 2).collect();
                if let Some(heard) = parse(&block) {
                    return Some(heard);
                }
                continue;
            }
            let frame = self.body.frame().await?.ok()?;
            if let Ok(data) = frame.into_data() {
                let text = String::from_utf8_lossy(&data);
                self.pending.push_str(&text);
                self.received.push_str(&text);
            }
        }
    }

    /// The next event of a kind, within a minute: a busy machine is no fault of the server.
    pub async fn wait(&mut self, event: &str) -> Heard {
        let found = async {
            loop {
                let heard = self.next().await.expect("the stream ended");
                if heard.event == event {
                    return heard;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(60), found).await.expect("nothing came for a minute")
    }

    /// The update of a version.
    pub async fn version(&mut self, version: u64) -> Value {
        loop {
            let heard = self.wait("update").await;
            if heard.id == Some(version) {
                return heard.data;
            }
        }
    }
}

fn parse(block: &str) -> Option<Heard> {
    let field = |name: &str| {
        let found = block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        found.map(|value| value.strip_prefix(' ').unwrap_or(value))
    };
    Some(Heard {
        event: field("event")?.to_owned(),
        id: field("id").and_then(|id| id.parse().ok()),
        data: serde_json::from_str(field("data")?).unwrap_or(Value::Null),
    })
}

/// A match of the reference game with a person on each side.
pub struct Duel {
    pub id: String,
    pub red: Client,
    pub blue: Client,
    pub spectator: Client,
}

pub fn chairs(red: &str, blue: &str) -> Value {
    let player = |kind: &str| match kind.split_once(' ') {
        Some((kind, level)) => json!({ "kind": kind, "level": level }),
        None => json!({ "kind": kind }),
    };
    json!([{ "seats": ["red"], "player": player(red) }, { "seats": ["blue"], "player": player(blue) }])
}

pub async fn create(address: SocketAddr, red: &str, blue: &str) -> Value {
    let mut anyone = Client::new(address, "");
    let body = json!({ "game": "skirmish", "scenario": "field", "chairs": chairs(red, blue) });
    let made = anyone.post("/api/matches", &body).await;
    assert_eq!(made.status, 201, "{}", made.json);
    made.json
}

/// Follows an invitation.
pub async fn join(address: SocketAddr, id: &str, invite: &str) -> Value {
    let path = format!("/api/matches/{id}/join");
    let joined = Client::new(address, "").post(&path, &json!({ "invite": invite })).await;
    assert_eq!(joined.status, 201, "{}", joined.json);
    joined.json
}

impl Duel {
    /// Red made the match; blue has followed the link.
    pub async fn new(address: SocketAddr) -> Self {
        let made = create(address, "here", "link").await;
        let client = |token: &Value| Client::new(address, token.as_str().unwrap());
        let id = made["match"].as_str().unwrap().to_owned();
        let invite = made["chairs"][1]["invite"].as_str().unwrap();
        let token = join(address, &id, invite).await;
        Self {
            red: client(&made["chairs"][0]["token"]),
            blue: client(&token["token"]),
            spectator: client(&made["spectator"]),
            id,
        }
    }
    /// Both at one screen.
    pub async fn hot_seat(address: SocketAddr) -> Self {
        let made = create(address, "here", "here").await;
        let client = |token: &Value| Client::new(address, token.as_str().unwrap());
        Self {
            id: made["match"].as_str().unwrap().to_owned(),
            red: client(&made["chairs"][0]["token"]),
            blue: client(&made["chairs"][1]["token"]),
            spectator: client(&made["spectator"]),
        }
    }
    pub fn path(&self, rest: &str) -> String {
        format!("/api/matches/{}{rest}", self.id)
    }
    /// The client whose seat is to act.
    pub fn player(&mut self, update: &Value) -> &mut Client {
        if update["status"]["to_act"][0] == "red" { &mut self.red } else { &mut self.blue }
    }
    /// Plays the game to its end, always the first action that attacks, moves or does anything.
    pub async fn finish(&mut self) -> Value {
        let mut update = self.red.fetch(&self.path("")).await;
        while update["status"]["over"].is_null() {
            let id = self.id.clone();
            let legal_path = self.path("/legal");
            let client = self.player(&update);
            let legal = client.fetch(&legal_path).await;
            let texts: Vec<&str> =
                legal["actions"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            let liking =
                |text: &&&str| ["attack", "commit", "unit", "move"].iter().position(|w| text.starts_with(w));
            let best = texts.iter().min_by_key(|t| liking(t).unwrap_or(9)).unwrap();
            update = client.act(&id, update["version"].as_u64().unwrap(), best).await;
        }
        update
    }
}
