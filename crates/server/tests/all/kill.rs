//! A server that is killed at any moment has lost no action that it acknowledged, and its database opens.

use crate::support::{self, Client, Duel, Scratch};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const FOLDER: &str = "PARALLEL38_TEST_FOLDER";
const KILLS: u32 = 12;
const MATCHES: usize = 6;

/// The server that is killed: this test program starts itself again with the folder in its environment.
#[tokio::test]
#[ignore = "it is the server of the test below, which starts it"]
async fn child() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    // The folder is the parent's to remove.
    let folder = std::mem::ManuallyDrop::new(Scratch(folder.into()));
    let config = support::config(&folder);
    let server = server::Server::start(config, support::registry()).await.unwrap();
    let address = server.address().to_string();
    std::fs::write(folder.0.join("address.new"), address).unwrap();
    std::fs::rename(folder.0.join("address.new"), folder.0.join("address")).unwrap();
    // Ends by itself should its parent be gone.
    tokio::time::sleep(Duration::from_secs(120)).await;
}

struct Killable(Child);

impl Drop for Killable {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(folder: &Scratch) -> (Killable, SocketAddr) {
    let written = folder.0.join("address");
    let _ = std::fs::remove_file(&written);
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["kill::child", "--exact", "--ignored", "--nocapture"])
        .env(FOLDER, &folder.0)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let child = Killable(child);
    let begun = Instant::now();
    loop {
        if let Ok(text) = std::fs::read_to_string(&written) {
            return (child, text.parse().unwrap());
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "the server does not start");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What one player knows for certain: the version and text of every action that was acknowledged.
struct Player {
    id: String,
    tokens: [String; 2],
    acknowledged: Vec<(u64, String)>,
    /// The last version that it was told of, by an answer to an action or to a question.
    told: u64,
}

/// Acts as fast as it can until the server is gone.
async fn play(address: SocketAddr, mut player: Player) -> Player {
    let token = player.tokens.join(",");
    let mut client = Client::new(address, &token);
    let path = format!("/api/matches/{}", player.id);
    let Ok(answer) = client.try_ask("GET", &path, &[], Vec::new()).await else { return player };
    let mut update = answer.json;
    for i in 0.. {
        player.told = update["version"].as_u64().unwrap();
        let legal = update["scene"]["actions"].as_array().cloned().unwrap_or_default();
        if legal.is_empty() {
            return player;
        }
        let action = legal[i * 7 % legal.len()]["text"].as_str().unwrap().to_owned();
        let body = support::action_body(update["version"].as_u64().unwrap(), &action);
        let sent =
            client.try_ask("POST", &format!("{path}/actions"), &[], body.to_string().into_bytes()).await;
        match sent {
            Ok(answer) if answer.status == 200 => {
                player.told = answer.json["version"].as_u64().unwrap();
                player.acknowledged.push((player.told, action));
                update = answer.json;
            }
            Ok(answer) if answer.status == 409 => update = answer.json["update"].clone(),
            _ => return player,
        }
    }
    player
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killing_the_server_loses_no_acknowledged_action() {
    let folder = Scratch::new();
    let (mut child, mut address) = start(&folder);
    let mut players = Vec::new();
    let mut acknowledged = 0;
    for round in 0..KILLS {
        for _ in 0..MATCHES {
            let duel = Duel::hot_seat(address).await;
            players.push(Player {
                id: duel.id.clone(),
                tokens: [duel.red.token.clone(), duel.blue.token.clone()],
                acknowledged: Vec::new(),
                told: 0,
            });
        }
        let at_work: Vec<_> = players.drain(..).map(|p| tokio::spawn(play(address, p))).collect();
        tokio::time::sleep(Duration::from_millis(u64::from(40 + round * 17))).await;
        child.0.kill().unwrap();
        child.0.wait().unwrap();
        for task in at_work {
            players.push(task.await.unwrap());
        }
        (child, address) = start(&folder);
        for player in &players {
            acknowledged += check(address, player).await;
        }
        // The older matches are over or rest; a few go on.
        players.drain(..players.len().saturating_sub(MATCHES));
    }
    assert!(acknowledged > 200, "only {acknowledged} actions were acknowledged");
}

/// Every acknowledged action is in the record, in its place.
async fn check(address: SocketAddr, player: &Player) -> usize {
    let mut client = Client::new(address, &player.tokens.join(","));
    let record = client.fetch(&format!("/api/matches/{}/record", player.id)).await;
    let actions: Vec<Value> = record["actions"].as_array().unwrap().clone();
    for (version, action) in &player.acknowledged {
        assert_eq!(actions[*version as usize - 1][1], json!(action), "version {version} of {}", player.id);
    }
    // At most one action was under way when the server was killed.
    let told = player.told as usize;
    assert!((told..=told + 1).contains(&actions.len()), "{} actions, told of {told}", actions.len());
    player.acknowledged.len()
}
