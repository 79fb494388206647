//! A server in its own process, and the commands for whoever runs it.

use crate::{PROGRAM, folder, refuses, run, text};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct Serving {
    process: Child,
    address: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Serving {
    fn start(database: &str) -> Self {
        let mut process = Command::new(PROGRAM)
            .args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--database", database])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address: {said}")).to_owned();
        Self { process, address }
    }

    /// Asks over a connection of its own.
    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let mut line = TcpStream::connect(&self.address).unwrap();
        let body = body.to_string();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        line.write_all(head.as_bytes()).unwrap();
        line.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        line.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// A match of a person against a computer of that level; the person's token.
    fn make(&self, level: &str) -> (String, String) {
        let computer = json!({ "kind": "computer", "level": level });
        let chairs = json!([
            { "seats": ["un"], "player": { "kind": "here" } },
            { "seats": ["communist"], "player": computer },
        ]);
        let body = json!({ "game": "korean-battles", "scenario": "chosin", "chairs": chairs });
        let (status, made) = self.ask("POST", "/api/matches", "", &body);
        assert_eq!(status, 201, "{made}");
        let word = |value: &Value| value.as_str().unwrap().to_owned();
        (word(&made["match"]), word(&made["chairs"][0]["token"]))
    }

    /// Tells it to end, as a system does; says how long that took and whether it ended well.
    fn terminate(mut self) -> (Duration, bool) {
        let begun = Instant::now();
        assert!(
            Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap().success()
        );
        let ended = self.process.wait().unwrap();
        (begun.elapsed(), ended.success())
    }
}

fn database(folder: &std::path::Path) -> String {
    format!("sqlite://{}", folder.join("matches.db").display())
}

fn listed(database: &str) -> Vec<Value> {
    let output = run(&["admin", "list", "--json", "--database", database]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_server_is_backed_up_restored_and_administered() {
    let folder = folder("serving");
    let url = database(&folder);
    let shown = |path: &PathBuf| path.to_string_lossy().into_owned();
    let copy = folder.join("copy.db");
    let serving = Serving::start(&url);
    let (id, token) = serving.make("random");
    // A second server on the same file is refused; a backup is not.
    refuses(&["serve", "--no-open", "--listen", "127.0.0.1:0", "--database", &url], "another server uses");
    let backed_up = run(&["backup", &shown(&copy), "--database", &url]);
    assert!(backed_up.status.success(), "{}", text(&backed_up.stderr));
    assert!(text(&backed_up.stdout).contains("1 matches"), "{}", text(&backed_up.stdout));
    refuses(&["backup", &shown(&copy), "--database", &url], "exists already");
    refuses(&["restore", &shown(&copy), "--database", &url], "another server uses");
    assert_eq!(listed(&url)[0]["match"], json!(id));
    let record = folder.join("record.json");
    let exported = run(&["admin", "export", &id, &shown(&record), "--database", &url]);
    assert!(exported.status.success(), "{}", text(&exported.stderr));
    let verified = run(&["verify", &shown(&record)]);
    assert!(verified.status.success(), "{}", text(&verified.stderr));
    refuses(&["admin", "remove", &id, "--database", &url], "--yes");
    assert!(serving.terminate().1, "it ends well");
    let removed = run(&["admin", "remove", &id, "--yes", "--database", &url]);
    assert!(removed.status.success(), "{}", text(&removed.stderr));
    assert!(listed(&url).is_empty());
    refuses(&["admin", "export", &id, "--database", &url], "there is no match");
    refuses(&["admin", "export", "-Ab3", "--database", &url], "there is no match");
    refuses(&["admin", "remove", "-Ab3", "--yes", "--database", &url], "there is no match");
    refuses(&["restore", &shown(&folder.join("record.json")), "--database", &url], "record.json");
    let restored = run(&["restore", &shown(&copy), "--database", &url]);
    assert!(restored.status.success(), "{}", text(&restored.stderr));
    assert_eq!(listed(&url).len(), 1);
    let serving = Serving::start(&url);
    let (status, update) = serving.ask("GET", &format!("/api/matches/{id}"), &token, &json!({}));
    assert_eq!((status, &update["match"]), (200, &json!(id)), "the token works as before");
    assert!(serving.terminate().1);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_server_that_is_busy_ends_within_five_seconds() {
    let folder = folder("ending");
    let serving = Serving::start(&database(&folder));
    // Generals think, somebody follows, somebody has sent half a request.
    let mut lines = Vec::new();
    for _ in 0..4 {
        let (id, token) = serving.make("general");
        let mut stream = TcpStream::connect(&serving.address).unwrap();
        let head = format!(
            "GET /api/matches/{id}/events HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\r\n",
            serving.address
        );
        stream.write_all(head.as_bytes()).unwrap();
        assert!(stream.read(&mut [0; 64]).unwrap() > 0, "the stream has begun");
        let mut half = TcpStream::connect(&serving.address).unwrap();
        half.write_all(b"POST /api/matches HTTP/1.1\r\ncontent-le").unwrap();
        lines.push((stream, half));
    }
    let (took, well) = serving.terminate();
    assert!(well && took < Duration::from_secs(5), "it took {took:?}");
    let _ = std::fs::remove_dir_all(folder);
}
