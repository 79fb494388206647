//! What goes wrong around a server: slow clients, work that nobody waits for, a full disk, the end.

use crate::support::{self, Client, Duel, Running, Scratch, create};
use engine::{Entry, Registry};
use serde_json::json;
use server::Server;
use std::process::Command;
use std::time::{Duration, Instant};
use testkit::skirmish::{LEDGER, Skirmish};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_sent_requests_keep_nobody_out() {
    let running = Running::with(|config| {
        config.limits.head_time = Duration::from_secs(5);
        config.limits.connections_per_client = 100;
        config.limits.connections = 100;
    })
    .await;
    let mut slow = Vec::new();
    for _ in 0..300 {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        let _ = stream.write_all(b"GET /api/games HTTP/1.1\r\nhost: x\r\nx-slow: ").await;
        slow.push(stream);
    }
    // Those beyond the number were told so at once.
    let mut told = String::new();
    let _ = slow[299].read_to_string(&mut told).await;
    assert!(told.is_empty() || told.starts_with("HTTP/1.1 503"), "{told}");
    let begun = Instant::now();
    loop {
        let mut client = Client::new(running.address, "");
        if client.try_ask("GET", "/healthz", &[], Vec::new()).await.is_ok_and(|a| a.status == 200) {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "the slow ones keep everybody out");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let figures = Client::new(running.address, "").get("/metrics").await;
    let text = String::from_utf8_lossy(&figures.bytes).into_owned();
    let refused = text.lines().find_map(|l| l.strip_prefix("parallel38_connections_refused_total "));
    assert!(refused.unwrap().parse::<u32>().unwrap() >= 200, "a hundred at a time are let in: {refused:?}");
    running.server.stop().await;
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let running = Running::with(|config| config.limits.body_time = Duration::from_millis(300)).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    let head = format!("POST /api/matches HTTP/1.1\r\nhost: {}\r\n", running.address);
    stream.write_all(format!("{head}content-length: 1000\r\n\r\n{{").as_bytes()).await.unwrap();
    let mut told = [0; 12];
    let heard = tokio::time::timeout(Duration::from_secs(20), stream.read_exact(&mut told)).await;
    assert!(heard.is_ok_and(|read| read.is_ok()), "it is still waited for");
    assert_eq!(&told, b"HTTP/1.1 408");
    running.server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_that_nobody_reads_is_closed() {
    let running = Running::with(|config| config.limits.stall_time = Duration::from_secs(1)).await;
    let mut duel = Duel::new(running.address).await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream = socket.connect(running.address).await.unwrap();
    let request = format!(
        "GET {} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\r\n",
        duel.path("/events"),
        running.address,
        duel.spectator.token
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    // Two people choose and take back for a while; the spectator's line fills up.
    let begun = Instant::now();
    let mut version = 0;
    loop {
        for _ in 0..100 {
            duel.red.act(&duel.id, version, "unit red-1").await;
            let undo = json!({ "version": version + 1, "key": format!("u{version}") });
            assert_eq!(duel.red.post(&duel.path("/undo"), &undo).await.status, 200);
            version += 2;
        }
        let figures = duel.red.get("/metrics").await;
        let text = String::from_utf8_lossy(&figures.bytes).into_owned();
        if text.contains("parallel38_streams 0") {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "the stream stays open");
    }
    running.server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn previews_of_a_great_war_end_in_time_and_with_their_client() {
    let rules = war_625::War625::new(&war_625::files()).unwrap();
    let entry = Entry::new(rules, war_625::LEDGER, Vec::new(), players::levels(), String::new()).unwrap();
    let scratch = Scratch::new();
    let mut config = support::config(&scratch);
    config.limits.work_time = Duration::from_millis(500);
    let server = Server::start(config, Registry::default().with(entry)).await.unwrap();
    let everybody = json!([{ "seats": ["nk", "ch", "rok", "us", "un"], "player": { "kind": "here" } }]);
    let body = json!({ "game": "war-625", "scenario": "war", "chairs": everybody });
    let mut client = Client::new(server.address(), "");
    let made = client.post("/api/matches", &body).await.json;
    client.token = made["chairs"][0]["token"].as_str().unwrap().to_owned();
    let path = format!("/api/matches/{}", made["match"].as_str().unwrap());
    // A position with absurd numbers of units is not believed.
    let mut position = client.fetch(&format!("{path}/position")).await;
    position["areas"]["SEO"]["units"] = json!(["9999 ROK infantry"]);
    let body = json!({ "position": position, "chairs": everybody });
    let refused = client.post("/api/matches/import", &body).await;
    assert_eq!((refused.status, &refused.json["code"]), (422, &json!("bad-position")), "{}", refused.json);
    assert!(refused.json["detail"].as_str().unwrap().contains("of a piece"), "{}", refused.json);
    // A hundred clients ask for previews and hang up; nobody else waits for what they left behind.
    let legal = client.fetch(&format!("{path}/legal")).await;
    let action = legal["actions"][0].as_str().unwrap().replace(' ', "%20");
    for _ in 0..100 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let request = format!(
            "GET {path}/preview?action={action} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\r\n",
            server.address(),
            client.token
        );
        stream.write_all(request.as_bytes()).await.unwrap();
    }
    let begun = Instant::now();
    assert_eq!(client.get(&format!("{path}/preview?action={action}")).await.status, 200);
    assert!(begun.elapsed() < Duration::from_secs(30), "it waited {:?}", begun.elapsed());
    let begun = Instant::now();
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(20), "the end took {:?}", begun.elapsed());
}

#[tokio::test]
async fn a_computation_that_takes_too_long_is_given_up() {
    let running = Running::with(|config| config.limits.work_time = Duration::from_nanos(1)).await;
    let mut duel = Duel::new(running.address).await;
    let answer = duel.red.get(&duel.path("/moments")).await;
    assert_eq!(answer.json["code"], "too-long", "{}", answer.json);
    // A preview says what it has found until then.
    let preview = duel.red.get(&duel.path("/preview?action=end")).await;
    assert_eq!(preview.status, 200, "{}", preview.json);
    running.server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_ends_within_five_seconds_whatever_its_clients_do() {
    let running = Running::start().await;
    let duel = Duel::new(running.address).await;
    let _stream = duel.red.follow(&duel.id, None).await;
    let mut half = TcpStream::connect(running.address).await.unwrap();
    let head = format!("POST /api/matches HTTP/1.1\r\nhost: {}\r\n", running.address);
    half.write_all(format!("{head}content-length: 1000\r\n\r\n{{").as_bytes()).await.unwrap();
    create(running.address, "computer general", "computer general").await;
    let begun = Instant::now();
    running.server.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(20), "the end took {:?}", begun.elapsed());
}

/// A file system of three megabytes, for as long as the value lives.
struct Small(Scratch);

impl Small {
    /// None where the system does not let this user mount one.
    fn new() -> Option<Self> {
        let folder = Scratch::new();
        let mount =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=3m", "tmpfs"]).arg(&folder.0).status();
        mount.is_ok_and(|status| status.success()).then_some(Self(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0.0).status();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_told_and_got_over() {
    let Some(small) = Small::new() else {
        eprintln!("a small file system can't be mounted here: the full disk was not tried");
        return;
    };
    let server = Server::start(support::config(&small.0), support::registry()).await.unwrap();
    let mut duel = Duel::hot_seat(server.address()).await;
    let ballast = small.0.0.join("ballast");
    while std::fs::write(&ballast, vec![1; 4 << 20]).is_ok() {}
    // Every turn of choosing and taking back is a row; soon there is no room for one.
    let (mut version, mut key) = (0, 0);
    let refused = loop {
        let undo = version % 2 == 1;
        key += 1;
        let answer = if undo {
            duel.red.post(&duel.path("/undo"), &json!({ "version": version, "key": format!("{key}") })).await
        } else {
            duel.red.post(&duel.path("/actions"), &support::action_body(version, "unit red-1")).await
        };
        if answer.status != 200 {
            break answer;
        }
        version += 1;
        assert!(version < 50_000, "the disk never fills");
    };
    assert_eq!((refused.status, &refused.json["code"]), (503, &json!("database")), "{}", refused.json);
    assert!(
        refused.json["detail"].as_str().unwrap().contains("full; nothing was changed"),
        "{}",
        refused.json
    );
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(duel.red.get("/healthz").await.status, 200, "the program is alive");
    let ready = duel.red.get("/readyz").await.status;
    std::fs::remove_file(&ballast).unwrap();
    assert_eq!(ready, 503, "but it can't do what it is for");
    let update = duel.red.fetch(&duel.path("")).await;
    assert_eq!(update["version"], version, "nothing was changed");
    let action = if version % 2 == 1 { "stay" } else { "end" };
    duel.red.act(&duel.id, version, action).await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(duel.red.get("/readyz").await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_other_rules_stays_and_can_be_looked_at_and_saved() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    duel.red.act(&duel.id, 0, "unit red-1").await;
    let before = duel.red.act(&duel.id, 1, "move 0201").await;
    let Running { server, scratch, .. } = running;
    server.stop().await;
    // The program comes back with other data files.
    let entry = Entry::new(Skirmish::default(), LEDGER, Vec::new(), players::levels(), "other".to_owned());
    let registry = Registry::default().with(entry.unwrap());
    let server = Server::start(support::config(&scratch), registry).await.unwrap();
    let mut red = Client::new(server.address(), &duel.red.token);
    let update = red.fetch(&duel.path("")).await;
    assert!(update["frozen"].as_str().unwrap().contains("other data files"), "{update}");
    assert_eq!((&update["scene"]["pieces"], &update["undo"]), (&before["scene"]["pieces"], &json!(false)));
    let answer = red.post(&duel.path("/actions"), &support::action_body(2, "unit red-2")).await;
    assert_eq!((answer.status, &answer.json["code"]), (409, &json!("read-only")), "{}", answer.json);
    assert_eq!(red.fetch(&duel.path("/at/1")).await["at"], 1);
    let own = red.fetch("/api/matches").await;
    assert_eq!(own["matches"][0]["match"], json!(duel.id));
    assert!(own["matches"][0]["frozen"].is_string());
    let saved = red.fetch(&duel.path("/record")).await;
    assert!(saved["sealed"].is_string(), "{saved}");
    server.stop().await;
    // A program that does not even know the game any more still lists it and gives it out.
    let server = Server::start(support::config(&scratch), Registry::default()).await.unwrap();
    let mut red = Client::new(server.address(), &duel.red.token);
    let own = red.fetch("/api/matches").await;
    assert_eq!(own["matches"].as_array().map(Vec::len), Some(1), "{own}");
    server.stop().await;
    // With the old data it goes on, and what was saved opens.
    let server = Server::start(support::config(&scratch), support::registry()).await.unwrap();
    let mut red = Client::new(server.address(), &duel.red.token);
    red.act(&duel.id, 2, "unit red-2").await;
    let opened = red.post("/api/matches/import", &json!({ "sealed": saved["sealed"] })).await;
    assert_eq!(opened.status, 201, "{}", opened.json);
    server.stop().await;
}

#[tokio::test]
async fn a_replay_that_comes_to_another_position_is_shown_and_not_gone_on_with() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    for round in 0..32 {
        duel.red.act(&duel.id, 2 * round, "unit red-1").await;
        let undo = json!({ "version": 2 * round + 1, "key": format!("u{round}") });
        assert_eq!(duel.red.post(&duel.path("/undo"), &undo).await.status, 200);
    }
    let Running { server, scratch, .. } = running;
    server.stop().await;
    // A copy of the match that says of its 64th entry that the position was another.
    let store = store::Store::open(&support::config(&scratch).database_url().unwrap()).await.unwrap();
    let mut copy = store.load(&duel.id).await.unwrap().unwrap().begun;
    copy.id = "changed".to_owned();
    copy.entries[63].hash.as_mut().expect("every 64th entry has a hash").replace_range(..1, "x");
    store.create(copy).await.unwrap();
    store.close().await;
    let server = Server::start(support::config(&scratch), support::registry()).await.unwrap();
    let mut red = Client::new(server.address(), &duel.red.token);
    assert!(red.fetch(&duel.path("")).await["frozen"].is_null());
    let update = red.fetch("/api/matches/changed").await;
    assert!(update["frozen"].as_str().unwrap().contains("another edition of the rules"), "{update}");
    let answer = red.post("/api/matches/changed/actions", &support::action_body(64, "unit red-1")).await;
    assert_eq!((answer.status, &answer.json["code"]), (409, &json!("read-only")), "{}", answer.json);
    server.stop().await;
}

#[tokio::test]
async fn the_number_of_descriptors_is_raised() {
    let hard = rlimit::Resource::NOFILE.get_hard().unwrap();
    rlimit::Resource::NOFILE.set(200.min(hard), hard).unwrap();
    let running = Running::start().await;
    assert_eq!(rlimit::Resource::NOFILE.get_soft().unwrap(), hard);
    running.server.stop().await;
}

#[tokio::test]
async fn unplayed_matches_expire() {
    let running = Running::start().await;
    let played = Duel::new(running.address).await;
    let mut red = Client::new(running.address, &played.red.token);
    red.act(&played.id, 0, "end").await;
    let unplayed = Duel::new(running.address).await;
    let Running { server, scratch, .. } = running;
    server.stop().await;
    tokio::time::sleep(Duration::from_millis(5)).await;
    let mut config = support::config(&scratch);
    config.limits.unplayed_days = 0;
    let server = Server::start(config, support::registry()).await.unwrap();
    let begun = Instant::now();
    let mut gone = Client::new(server.address(), &unplayed.red.token);
    while gone.get(&unplayed.path("")).await.status != 404 {
        assert!(begun.elapsed() < Duration::from_secs(60), "it is still there");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(Client::new(server.address(), &played.red.token).get(&played.path("")).await.status, 200);
    server.stop().await;
}
