//! Computer seats: progress, haste, a hard budget, and people who never wait for them.

use crate::support::{self, Client, Scratch, Stream, create};
use engine::{Entry, Level, Memory, Player, Random, Registry, Rules, Seat, Thinking, View};
use serde_json::{Value, json};
use server::Server;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use testkit::skirmish::{LEDGER, Skirmish};

/// The processor time within which something happens at once, in a development build.
const MOMENT: Duration = Duration::from_millis(250);

/// How many of the stubborn are thinking.
static STUBBORN: AtomicU32 = AtomicU32::new(0);

/// A player that uses its budget up, or does not care for it at all.
struct Slow {
    level: Level,
    ignores: Option<Duration>,
}

impl Player<Skirmish> for Slow {
    fn level(&self) -> &Level {
        &self.level
    }
    fn choose(
        &self,
        rules: &Skirmish,
        view: &View<<Skirmish as Rules>::State>,
        seat: Seat,
        _random: &mut Random,
        _memory: &mut Memory,
        thinking: &dyn Thinking,
    ) -> <Skirmish as Rules>::Action {
        let begun = Instant::now();
        let counts = u32::from(self.level.level == "stubborn");
        STUBBORN.fetch_add(counts, Ordering::SeqCst);
        while self.ignores.map_or(thinking.spent() < 1.0, |long| begun.elapsed() < long) {
            thinking.report(0.5, "looks at blue-2, which is the dummy");
            std::thread::sleep(Duration::from_millis(2));
        }
        STUBBORN.fetch_sub(counts, Ordering::SeqCst);
        let mut legal = Vec::new();
        rules.legal(view.state(), seat, &mut legal);
        legal[legal.len() - 1]
    }
}

fn registry() -> Registry {
    let level = |level: &str, millis| Level { level: level.to_owned(), title: level.to_owned(), millis };
    let players: Vec<Box<dyn Player<Skirmish>>> = vec![
        Box::new(Slow { level: level("slow", 1_500), ignores: None }),
        Box::new(Slow { level: level("endless", 600_000), ignores: None }),
        Box::new(Slow { level: level("deaf", 100), ignores: Some(Duration::from_secs(100)) }),
        Box::new(Slow { level: level("stubborn", 100), ignores: Some(Duration::from_millis(800)) }),
    ];
    Registry::default()
        .with(Entry::new(Skirmish::default(), LEDGER, Vec::new(), players, String::new()).unwrap())
}

struct Game {
    server: Server,
    id: String,
    red: Client,
    stream: Stream,
    _scratch: Scratch,
}

async fn against(level: &str, thinking: u32) -> Game {
    let scratch = Scratch::new();
    let mut config = support::config(&scratch);
    config.limits.thinking = thinking;
    let server = Server::start(config, registry()).await.unwrap();
    let made = create(server.address(), "here", &format!("computer {level}")).await;
    let id = made["match"].as_str().unwrap().to_owned();
    let mut red = Client::new(server.address(), made["chairs"][0]["token"].as_str().unwrap());
    let mut stream = red.follow(&id, None).await;
    stream.wait("update").await;
    red.act(&id, 0, "end").await;
    stream.version(1).await;
    Game { server, id, red, stream, _scratch: scratch }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn progress_comes_five_times_a_second_and_says_nothing_hidden() {
    let mut game = against("slow", 3_000).await;
    let begun = Instant::now();
    let mut news = Vec::new();
    loop {
        let heard = game.stream.next().await.unwrap();
        match heard.event.as_str() {
            "thinking" => news.push(heard.data),
            "update" => break,
            _ => {}
        }
    }
    let took = begun.elapsed();
    assert!(news.len() > 5, "{} in {took:?}, of which a second and a half were for thinking", news.len());
    assert!(news.iter().all(|n| n["seat"] == "blue" && n["progress"].as_f64().is_some()));
    assert!(!game.stream.received.contains("looks at"), "what it looks at is its own affair");
    assert!(took < Duration::from_secs(50), "a budget of 1.5 seconds took {took:?}");
    game.server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_are_answered_while_computers_think_and_can_ask_for_haste() {
    let mut game = against("endless", 600_000).await;
    let begun = Instant::now();
    for _ in 0..20 {
        game.red.fetch(&format!("/api/matches/{}", game.id)).await;
    }
    let requests = begun.elapsed();
    assert!(
        requests < Duration::from_secs(50),
        "twenty requests took {requests:?}, and it thinks for minutes"
    );
    let answer = game.red.post(&format!("/api/matches/{}/cancel", game.id), &json!({})).await;
    assert_eq!(answer.status, 200);
    let asked = Instant::now();
    game.stream.version(2).await;
    assert!(asked.elapsed() < Duration::from_secs(50), "haste took {:?}", asked.elapsed());
    game.server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_servers_budget_overrules_the_levels() {
    let mut game = against("endless", 3_000).await;
    let begun = Instant::now();
    game.stream.version(2).await;
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(50), "3 seconds are allowed, and it took {took:?}");
    game.server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_that_does_not_answer_is_not_waited_for() {
    let mut game = against("deaf", 3_000).await;
    let begun = Instant::now();
    game.stream.version(2).await;
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(50), "it was waited for {took:?}");
    game.server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn programs_take_no_place_of_a_computer_player() {
    let mut game = against("slow", 600_000).await;
    let mut program = Client::new(game.server.address(), "");
    let new = json!({ "id": 1, "cmd": "new", "game": "skirmish", "scenario": "field" });
    let begun = program.post("/api/protocol", &new).await;
    let session = begun.headers["parallel38-session"].to_str().unwrap().to_owned();
    let choose = |millis: u32| json!({ "id": 2, "cmd": "choose", "match": begun.json["match"], "player": "endless", "millis": millis });
    let (long, own) = (choose(600_000).to_string().into_bytes(), session.clone());
    let thinking = tokio::spawn(async move {
        program.ask("POST", "/api/protocol", &[("parallel38-session", &own)], long).await.json
    });
    tokio::time::sleep(Duration::from_secs(1)).await;
    // A person's computer answers, again and again, while the program's question is thought about.
    game.stream.version(2).await;
    let second = create(game.server.address(), "here", "computer slow").await;
    let id = second["match"].as_str().unwrap();
    let mut red = Client::new(game.server.address(), second["chairs"][0]["token"].as_str().unwrap());
    let mut stream = red.follow(id, None).await;
    red.act(id, 0, "end").await;
    stream.version(2).await;
    assert!(!thinking.is_finished(), "the computer waited for the program");
    // Once the program has hung up, nothing is thought about for it: its session and its place are free.
    thinking.abort();
    let short = choose(50).to_string().into_bytes();
    let mut again = Client::new(game.server.address(), "");
    let answer = again.ask("POST", "/api/protocol", &[("parallel38-session", &session)], short).await.json;
    assert_eq!(answer["ok"], true, "{answer}");
    game.server.stop().await;
}

/// Lets a program begin a match and think in it for a moment.
async fn think(address: SocketAddr, player: &'static str) -> Value {
    let mut program = Client::new(address, "");
    let new = json!({ "id": 1, "cmd": "new", "game": "skirmish", "scenario": "field" });
    let begun = program.post("/api/protocol", &new).await;
    let session = begun.headers["parallel38-session"].to_str().unwrap().to_owned();
    let choose =
        json!({ "id": 2, "cmd": "choose", "match": begun.json["match"], "player": player, "millis": 50 });
    let keep = [("parallel38-session", session.as_str())];
    program.ask("POST", "/api/protocol", &keep, choose.to_string().into_bytes()).await.json
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computation_has_its_place_until_it_has_really_ended() {
    let scratch = Scratch::new();
    let mut config = support::config(&scratch);
    config.limits.programs = 1;
    let server = Server::start(config, registry()).await.unwrap();
    // One that does not care for its budget, nor that its program has hung up.
    let first = tokio::spawn(think(server.address(), "stubborn"));
    while STUBBORN.load(Ordering::SeqCst) == 0 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    first.abort();
    let second = think(server.address(), "endless").await;
    assert_eq!(second["ok"], true, "{second}");
    assert_eq!(STUBBORN.load(Ordering::SeqCst), 0, "two at once");
    server.stop().await;
}

/// A whole war in which a person has only the United Nations, and generals with a minute a decision the rest.
async fn war_of_generals() -> (Server, Scratch, Client, String) {
    let rules = war_625::War625::new(&war_625::files()).unwrap();
    let entry = Entry::new(rules, war_625::LEDGER, Vec::new(), vec![Box::new(patient())], String::new());
    let scratch = Scratch::new();
    let mut config = support::config(&scratch);
    config.limits.thinking = 60_000;
    let server = Server::start(config, Registry::default().with(entry.unwrap())).await.unwrap();
    let computer =
        |seat: &str| json!({ "seats": [seat], "player": { "kind": "computer", "level": "general" } });
    let mut chairs: Vec<_> = ["nk", "ch", "rok", "us"].into_iter().map(computer).collect();
    chairs.push(json!({ "seats": ["un"], "player": { "kind": "here" } }));
    let body = json!({ "game": "war-625", "scenario": "war", "chairs": chairs });
    let made = Client::new(server.address(), "").post("/api/matches", &body).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let person = Client::new(server.address(), made.json["chairs"][4]["token"].as_str().unwrap());
    let id = made.json["match"].as_str().unwrap().to_owned();
    (server, scratch, person, id)
}

/// The general with far more time than it needs, which uses it up.
fn patient() -> Patient {
    let general = players::General::default();
    let title = "General".to_owned();
    Patient { level: Level { level: "general".to_owned(), title, millis: 60_000 }, general }
}

struct Patient {
    level: Level,
    general: players::General,
}

impl Player<war_625::War625> for Patient {
    fn level(&self) -> &Level {
        &self.level
    }
    fn choose(
        &self,
        rules: &war_625::War625,
        view: &View<war_625::State>,
        seat: Seat,
        random: &mut Random,
        memory: &mut Memory,
        thinking: &dyn Thinking,
    ) -> war_625::Action {
        let begun = Instant::now();
        let action = self.general.choose(rules, view, seat, random, memory, thinking);
        // A search may be over long before its budget is: then it begins again. Following a plan takes no time.
        while begun.elapsed() > Duration::from_millis(5) && thinking.spent() < 1.0 {
            self.general.choose(rules, view, seat, random, &mut Memory::default(), thinking);
        }
        action
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_call_ends_the_thinking_of_all_generals_of_a_match_at_once() {
    let (server, _scratch, mut person, id) = war_of_generals().await;
    let mut stream = person.follow(&id, None).await;
    // A search is under way: nothing is played for some seconds.
    let mut version = stream.wait("update").await.id;
    while let Ok(heard) = tokio::time::timeout(Duration::from_secs(4), stream.wait("update")).await {
        version = heard.id;
    }
    let asked = support::processor();
    assert_eq!(person.post(&format!("/api/matches/{id}/cancel"), &json!({})).await.status, 200);
    let first = stream.wait("update").await;
    let took = support::processor() - asked;
    assert!(first.id > version);
    assert!(took < MOMENT, "the search under way ended after {took:?} of processor time");
    // The others have no more patience either: four nations play their turns, and the person is asked.
    let (mut seats, mut longest) = (std::collections::BTreeSet::new(), Duration::ZERO);
    let mut update = first.data;
    loop {
        let to_act = update["status"]["to_act"].as_array().unwrap().clone();
        if to_act.iter().any(|s| s == "un") {
            break;
        }
        seats.extend(to_act.iter().map(|s| s.as_str().unwrap().to_owned()));
        let waited = support::processor();
        update = stream.wait("update").await.data;
        longest = longest.max(support::processor() - waited);
    }
    assert_eq!(seats.into_iter().collect::<Vec<_>>(), ["ch", "nk", "rok", "us"]);
    assert!(longest < MOMENT, "a decision after the call took {longest:?} of processor time");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computers_among_themselves_never_keep_a_person_waiting() {
    let scratch = Scratch::new();
    let server = Server::start(support::config(&scratch), support::registry()).await.unwrap();
    for _ in 0..120 {
        create(server.address(), "computer general", "computer general").await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let made = create(server.address(), "here", "computer recruit").await;
    let id = made["match"].as_str().unwrap().to_owned();
    let mut red = Client::new(server.address(), made["chairs"][0]["token"].as_str().unwrap());
    let mut stream = red.follow(&id, None).await;
    stream.wait("update").await;
    red.act(&id, 0, "end").await;
    let asked = support::processor();
    stream.version(2).await;
    // Half a second on a machine that has nothing else to do, with two cores for those who think.
    let took = support::processor() - asked;
    assert!(took < Duration::from_secs(1), "the recruit's first answer took {took:?} of processor time");
    server.stop().await;
}
