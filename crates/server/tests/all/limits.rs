//! Limits, headers, and what is served beside matches.

use crate::support::{self, Client, Duel, Running, chairs};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

#[tokio::test]
async fn every_limit_answers_with_a_problem_document() {
    let running = Running::with(|config| {
        config.limits.body = 1_000;
        config.limits.creations = 1.0;
        config.limits.creation_burst = 2.0;
        config.limits.streams_per_client = 1;
        config.limits.sessions = 1;
    })
    .await;
    let mut duel = Duel::new(running.address).await;
    let long = json!({ "version": 0, "action": "x".repeat(2_000), "key": "k" });
    let answer = duel.red.post(&duel.path("/actions"), &long).await;
    assert_eq!((answer.status, &answer.json["code"]), (413, &json!("too-large")));
    let body = json!({ "game": "skirmish", "scenario": "field", "chairs": chairs("here", "here") });
    assert_eq!(duel.red.post("/api/matches", &body).await.status, 201);
    let answer = duel.red.post("/api/matches", &body).await;
    assert_eq!((answer.status, &answer.json["code"]), (429, &json!("too-many-new-matches")));
    assert!(answer.headers["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 30);
    let stream = duel.red.follow(&duel.id, None).await;
    let answer = duel.red.get(&duel.path("/events")).await;
    assert_eq!((answer.status, &answer.json["code"]), (429, &json!("too-many-streams")));
    drop(stream);
    // What begins no match, or can't even be read, takes nobody's session.
    for line in
        [json!({ "id": 1, "cmd": "games" }), json!("junk"), json!({ "id": 1, "cmd": "new", "game": "go" })]
    {
        let answer = duel.red.post("/api/protocol", &line).await;
        assert_eq!((answer.status, answer.headers.get("parallel38-session")), (200, None), "{line}");
    }
    let line = json!({ "id": 1, "cmd": "new", "game": "skirmish", "scenario": "field" });
    assert_eq!(duel.red.post("/api/protocol", &line).await.status, 200);
    let answer = duel.red.post("/api/protocol", &line).await;
    assert_eq!((answer.status, &answer.json["code"]), (503, &json!("too-many-sessions")));
    running.server.stop().await;
}

#[tokio::test]
async fn who_asks_too_fast_is_told_to_wait() {
    let running = Running::with(|config| {
        config.limits.requests = 1.0;
        config.limits.burst = 5.0;
    })
    .await;
    let mut client = Client::new(running.address, "");
    for _ in 0..5 {
        assert_eq!(client.get("/api/games").await.status, 200);
    }
    let answer = client.get("/api/games").await;
    assert_eq!((answer.status, &answer.json["code"]), (429, &json!("too-many-requests")));
    assert_eq!(answer.headers["content-type"], "application/problem+json");
    assert_eq!(answer.headers["retry-after"], "1");
    running.server.stop().await;
}

#[tokio::test]
async fn whatever_is_sent_is_answered() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let path = duel.path("/actions");
    for body in
        ["", "{", "[]", "null", "\u{0}", "{\"version\":-1}", "{\"version\":0,\"action\":5,\"key\":\"k\"}"]
    {
        let answer = duel.red.ask("POST", &path, &[], body.as_bytes().to_vec()).await;
        assert_eq!((answer.status, &answer.json["code"]), (400, &json!("bad-request")), "{body:?}");
    }
    assert_eq!(duel.red.ask("POST", &path, &[], vec![0xff; 100]).await.status, 400);
    let no_key = json!({ "version": 0, "action": "end", "key": "" });
    assert_eq!(duel.red.post(&path, &no_key).await.status, 400);
    for (method, path, status) in [
        ("GET", "/api/nothing".to_owned(), 404),
        ("GET", "/api/matches/nothing".to_owned(), 404),
        ("GET", format!("/api/matches/{}", "x".repeat(300)), 404),
        ("DELETE", duel.path(""), 405),
        ("PUT", "/".to_owned(), 405),
        ("GET", duel.path("/at/99999999999999999999999"), 400),
        ("GET", duel.path("/events?from=abc"), 400),
        ("GET", "/api/games/chess/rules".to_owned(), 404),
        ("GET", "/api/games/skirmish/hill/sheet".to_owned(), 404),
        ("GET", "/maps/skirmish/field.svg".to_owned(), 404),
        ("GET", "/maps/skirmish/field.svg?theme=pink".to_owned(), 400),
        ("GET", "/../../etc/passwd.txt".to_owned(), 404),
    ] {
        let answer = duel.red.ask(method, &path, &[], Vec::new()).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.json);
        assert_eq!(answer.headers["content-type"], "application/problem+json", "{method} {path}");
    }
    running.server.stop().await;
}

#[tokio::test]
async fn answers_carry_the_security_headers_and_other_sites_cant_write() {
    let running = Running::start().await;
    let mut client = Client::new(running.address, "");
    let mut last = 0;
    for path in ["/", "/api/games", "/healthz", "/api/nothing"] {
        let answer = client.get(path).await;
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["referrer-policy"], "no-referrer");
        let number = answer.headers["x-request-id"].to_str().unwrap().parse::<u64>().unwrap();
        assert!(number > last, "every answer has a number of its own");
        last = number;
    }
    let body = json!({ "game": "skirmish", "scenario": "field", "chairs": chairs("here", "here") });
    let evil = [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")];
    let answer = client.ask("POST", "/api/matches", &evil, body.to_string().into_bytes()).await;
    assert_eq!((answer.status, &answer.json["code"]), (403, &json!("cross-site")));
    running.server.stop().await;
}

#[tokio::test]
async fn programs_speak_the_protocol_and_keep_their_session() {
    let running = Running::start().await;
    let mut bot = Client::new(running.address, "");
    let new = json!({ "id": 1, "cmd": "new", "game": "skirmish", "scenario": "field", "seed": 7 });
    let first = bot.post("/api/protocol", &new).await;
    assert_eq!(first.json["ok"], true, "{}", first.json);
    let session = first.headers["parallel38-session"].to_str().unwrap().to_owned();
    let act = json!({ "id": 2, "cmd": "act", "match": first.json["match"], "action": "end" });
    let keep = [("parallel38-session", session.as_str())];
    let second = bot.ask("POST", "/api/protocol", &keep, act.to_string().into_bytes()).await;
    assert_eq!((&second.json["ok"], &second.json["status"]["to_act"]), (&json!(true), &json!(["blue"])));
    let junk = bot.ask("POST", "/api/protocol", &keep, b"junk".to_vec()).await;
    assert_eq!((junk.status, &junk.json["error"]["code"]), (200, &json!("bad-request")));
    let lost =
        bot.ask("POST", "/api/protocol", &[("parallel38-session", "x")], act.to_string().into_bytes()).await;
    assert_eq!(lost.status, 404);
    running.server.stop().await;
}

#[tokio::test]
async fn the_openapi_document_names_every_address_that_answers() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let document = duel.red.fetch("/api/openapi.json").await;
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 20);
    for (path, methods) in paths {
        let real = path
            .replace("{match}", &duel.id)
            .replace("{game}", "skirmish")
            .replace("{scenario}", "field")
            .replace("{overlay}", "zoc")
            .replace("{n}", "0")
            .replace("{file}", "nothing.svg");
        // A stream never ends, and a file that is not there is tested elsewhere.
        if path.ends_with("/events") || path.starts_with("/maps") {
            continue;
        }
        for method in methods.as_object().unwrap().keys() {
            let answer = duel.red.ask(&method.to_uppercase(), &real, &[], b"{}".to_vec()).await;
            let nowhere = answer.json["detail"] == "there is no such address" || answer.status == 405;
            assert!(!nowhere, "{method} {real}: {}", answer.json);
        }
    }
    running.server.stop().await;
}

#[tokio::test]
async fn figures_and_compression_and_caching_work() {
    let running = Running::start().await;
    let mut client = Client::new(running.address, "");
    let page = client.ask("GET", "/symbols.svg", &[("accept-encoding", "gzip")], Vec::new()).await;
    assert_eq!((page.status, page.headers["content-encoding"].to_str().unwrap()), (200, "gzip"));
    let etag = page.headers["etag"].to_str().unwrap().to_owned();
    let known = client.ask("GET", "/symbols.svg", &[("if-none-match", &etag)], Vec::new()).await;
    assert_eq!((known.status, known.bytes.len()), (304, 0));
    let document = client.ask("GET", "/api/openapi.json", &[("accept-encoding", "gzip")], Vec::new()).await;
    assert_eq!(document.headers["content-encoding"], "gzip");
    let figures = client.get("/metrics").await;
    let text = String::from_utf8_lossy(&figures.bytes).into_owned();
    assert!(text.contains("parallel38_requests_total{status=\"2xx\"}"));
    assert!(text.contains("parallel38_request_seconds_bucket{route=\"/symbols.svg\",le=\"+Inf\"}"));
    assert!(text.lines().all(|l| l.starts_with('#') || l.rsplit(' ').next().unwrap().parse::<f64>().is_ok()));
    assert!(
        text.contains("parallel38_database_errors_total 0") && text.contains("parallel38_writes_waiting")
    );
    assert_eq!(client.get("/healthz").await.bytes.as_ref(), b"ok\n");
    assert_eq!(client.get("/readyz").await.bytes.as_ref(), b"ready\n");
    running.server.stop().await;
}

#[tokio::test]
async fn sessions_and_figures_are_counted_by_address() {
    let running = Running::with(|config| {
        config.limits.sessions_per_client = 1;
        config.behind_proxy = true;
        config.metrics_token = Some("figures".to_owned());
    })
    .await;
    let mut client = Client::new(running.address, "");
    let line = json!({ "id": 1, "cmd": "new", "game": "skirmish", "scenario": "field" }).to_string();
    let from = |address: &'static str| [("x-forwarded-for", address)];
    let mut ask = async |address| {
        client.ask("POST", "/api/protocol", &from(address), line.clone().into_bytes()).await.status
    };
    assert_eq!((ask("192.0.2.1").await, ask("192.0.2.1").await, ask("192.0.2.2").await), (200, 429, 200));
    let figures = client.ask("GET", "/metrics", &from("192.0.2.1"), Vec::new()).await;
    assert_eq!(figures.status, 403);
    client.token = "figures".to_owned();
    assert_eq!(client.ask("GET", "/metrics", &from("192.0.2.1"), Vec::new()).await.status, 200);
    running.server.stop().await;
}

#[tokio::test]
async fn a_request_for_another_name_is_turned_away() {
    let running = Running::start().await;
    let mut stream = tokio::net::TcpStream::connect(running.address).await.unwrap();
    let request = "GET /api/games HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 421") && answer.contains("wrong-host"), "{answer}");
    running.server.stop().await;
}

#[tokio::test]
async fn a_request_with_a_body_that_nobody_needs_keeps_its_connection() {
    let running = Running::start().await;
    let duel = Duel::new(running.address).await;
    let mut stream = tokio::net::TcpStream::connect(running.address).await.unwrap();
    let body = "x".repeat(60_000);
    let path = duel.path("/cancel");
    let (address, token) = (running.address, &duel.red.token);
    let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n");
    for _ in 0..3 {
        let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut bytes = [0; 4_096];
        let count = stream.read(&mut bytes).await.unwrap();
        let answer = String::from_utf8_lossy(&bytes[..count]).into_owned();
        assert!(answer.starts_with("HTTP/1.1 200") && !answer.contains("connection: close"), "{answer}");
    }
    running.server.stop().await;
}

#[tokio::test]
async fn whoever_guesses_a_name_loads_no_match() {
    let running = Running::start().await;
    let duel = Duel::new(running.address).await;
    let Running { server, scratch, .. } = running;
    server.stop().await;
    let server = server::Server::start(support::config(&scratch), support::registry()).await.unwrap();
    let mut stranger = Client::new(server.address(), "wrong");
    assert_eq!(stranger.get(&duel.path("")).await.status, 401);
    assert_eq!(stranger.get("/api/matches/nothing").await.status, 404);
    let figures = stranger.get("/metrics").await;
    let text = String::from_utf8_lossy(&figures.bytes).into_owned();
    assert!(text.contains("parallel38_matches_loaded 0"), "{text}");
    server.stop().await;
}

#[tokio::test]
async fn connections_are_counted_by_address_and_in_all() {
    for (connections, connections_per_client) in [(1_000, 20), (20, 1_000)] {
        let running = Running::with(|config| {
            config.limits.connections = connections;
            config.limits.connections_per_client = connections_per_client;
        })
        .await;
        let mut open = Vec::new();
        for _ in 0..21 {
            open.push(tokio::net::TcpStream::connect(running.address).await.unwrap());
        }
        let mut told = [0; 12];
        open[20].read_exact(&mut told).await.unwrap();
        assert_eq!(&told, b"HTTP/1.1 503", "{connections} in all, {connections_per_client} of one address");
        // Whoever goes makes room.
        open.clear();
        let begun = std::time::Instant::now();
        let healthy = async || {
            let asked = Client::new(running.address, "").try_ask("GET", "/healthz", &[], Vec::new()).await;
            asked.is_ok_and(|answer| answer.status == 200)
        };
        while !healthy().await {
            assert!(begun.elapsed().as_secs() < 60, "the places are still taken");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        running.server.stop().await;
    }
}

#[tokio::test]
async fn streams_and_dawdlers_take_nobodys_turn() {
    let running = Running::start().await;
    let mut duel = Duel::new(running.address).await;
    let (mut streams, mut half) = (Vec::new(), Vec::new());
    for _ in 0..40 {
        streams.push(duel.red.follow(&duel.id, None).await);
        let mut stream = tokio::net::TcpStream::connect(running.address).await.unwrap();
        stream.write_all(b"GET /api/games HTTP/1.1\r\nx-slow: ").await.unwrap();
        half.push(stream);
    }
    let begun = std::time::Instant::now();
    loop {
        let figures = duel.red.get("/metrics").await;
        let text = String::from_utf8_lossy(&figures.bytes).into_owned();
        let answering = text.lines().find_map(|l| l.strip_prefix("parallel38_answering ")).unwrap();
        // The one that asks.
        if answering == "1" {
            break;
        }
        assert!(begun.elapsed().as_secs() < 60, "{answering} turns are taken");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    running.server.stop().await;
}

/// Sends this, and reads until the other side hangs up.
async fn converse(address: std::net::SocketAddr, parts: &[&str]) -> String {
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    for part in parts {
        // It may have hung up already.
        let _ = stream.write_all(part.as_bytes()).await;
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    let mut heard = Vec::new();
    let _ = stream.read_to_end(&mut heard).await;
    String::from_utf8(heard).unwrap()
}

#[tokio::test]
async fn requests_ahead_of_their_answers_and_in_pieces_are_all_answered() {
    let running = Running::start().await;
    let duel = Duel::new(running.address).await;
    let to = |method: &str, path: &str, rest: &str| {
        format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n{rest}", running.address)
    };
    let ask = to("GET", "/healthz", "\r\n");
    let last = to("GET", "/healthz", "connection: close\r\n\r\n");
    // Three at once, one in pieces, one more.
    let (head, tail) = ask.split_at(20);
    let heard =
        converse(running.address, &[&format!("{ask}{ask}{ask}{head}"), tail, &format!("{ask}{last}")]).await;
    assert_eq!((heard.matches("HTTP/1.1 200").count(), heard.matches("ok\n").count()), (6, 6), "{heard}");
    // A body that nobody reads, in one piece and in chunks, is no request.
    let body = to("GET", "/api/inside", "\r\n");
    let length = format!("content-length: {}\r\n\r\n{body}", body.len());
    let chunks = format!("transfer-encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    for rest in [length, chunks] {
        for path in ["/healthz", "/api/nothing", "/api/protocol"] {
            let asked = to("POST", path, &rest);
            // At once, and long after the head.
            let (head, late) = asked.split_at(asked.len() - rest.len() + 40);
            for parts in [&[&*asked, &last][..], &[head, late, &last]] {
                let heard = converse(running.address, parts).await;
                let nowhere = usize::from(path == "/api/nothing");
                assert!(heard.matches("HTTP/1.1").count() <= 2, "{asked}\n{heard}");
                assert!(heard.matches("HTTP/1.1 404").count() <= nowhere, "{asked}\n{heard}");
            }
        }
    }
    // Who asks for the head of a stream gets no stream.
    let token = format!("authorization: Bearer {}\r\n\r\n", duel.red.token);
    let heard = converse(running.address, &[&to("HEAD", &duel.path("/events"), &token), &last]).await;
    assert!(heard.contains("text/event-stream") && !heard.contains("event: "), "{heard}");
    assert!(heard.ends_with("ok\n"), "{heard}");
    running.server.stop().await;
}
