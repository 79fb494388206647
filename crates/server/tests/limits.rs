//! Limits, headers, and what is served beside matches.

mod support;

use serde_json::json;
use support::{Client, Duel, Running, chairs};

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
    let line = json!({ "id": 1, "cmd": "games" });
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
    for path in ["/", "/api/games", "/healthz", "/api/nothing"] {
        let answer = client.get(path).await;
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["referrer-policy"], "no-referrer");
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
    assert!(text.contains("parallel38_request_seconds_bucket{le=\"+Inf\"}"));
    assert!(text.lines().all(|l| l.starts_with('#') || l.rsplit(' ').next().unwrap().parse::<f64>().is_ok()));
    assert_eq!(client.get("/healthz").await.bytes.as_ref(), b"ok\n");
    running.server.stop().await;
}
