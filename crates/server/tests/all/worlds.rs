//! Two worlds that differ only in what a chair may not know look alike to it, through everything the server answers: by
//! bytes, by numbers, by the updates that come.

use crate::support::{self, Client, Scratch};
use engine::{
    ActionText, Dice, Entry, Level, Memory, Options, Play, Player, Random, Registry, Rules, SeatSet, Seed,
    Thinking, Title, View,
};
use serde_json::{Value, json};
use server::Server;
use std::collections::BTreeMap;
use std::time::Duration;

/// Two positions that these seats can't tell apart, and actions that somebody might try in them.
struct Pair {
    one: Value,
    two: Value,
    tries: Vec<String>,
}

/// A position after some random actions that somebody has to go on with.
fn random_state<R: Title>(rules: &R, scenario: &str, random: &mut Random) -> Option<R::State> {
    let options = Options::default().complete(rules.info().scenario(scenario)?).ok()?;
    let mut play = Play::muted(Dice::seeded(Seed::from_number(random.next())));
    let mut state = rules.setup(scenario, &options, &mut play).ok()?;
    let mut legal = Vec::new();
    for _ in 0..random.below(400) {
        let seat = rules.to_act(&state).first()?;
        rules.legal(&state, seat, &mut legal);
        let action = legal[random.below(legal.len())];
        play.begin();
        rules.apply(&mut state, seat, action, &mut play).ok()?;
    }
    rules.to_act(&state).first().map(|_| state)
}

/// A random position and another that these seats can't tell from it, also when both are read again; or why not. In a game
/// without secrets it is twice the same: only the dice to come are others.
fn pair<R: Title>(
    rules: &R,
    scenario: &str,
    seats: SeatSet,
    random: &mut Random,
) -> Result<Pair, &'static str> {
    let state = random_state(rules, scenario, random).ok_or("over")?;
    let other = rules.sample(&View::of(rules, &state, seats), random);
    let text = |state: &R::State| serde_json::to_value(rules.position(state)).unwrap();
    let (one, two) = (text(&state), text(&other));
    let seen =
        |position: &Value| engine::lay(rules, position).map(|laid| rules.redact(&laid, seats)).map_err(drop);
    if seen(&one) != Ok(rules.redact(&state, seats)) {
        return Err("the truth is read back as another position");
    }
    if seen(&two) != seen(&one) {
        return Err("what was sampled looks otherwise when it is read again");
    }
    if other == state && rules.redact(&state, SeatSet::NONE) != state {
        return Err("the same again");
    }
    let made_up: Vec<_> = (0..12).filter_map(|_| R::Action::any(rules, &state, random)).collect();
    let tries = made_up.into_iter().map(|a| engine::action_text(rules, &state, a)).collect();
    Ok(Pair { one, two, tries })
}

async fn serve<R: Title>(rules: R, ledger: &str) -> (Server, Scratch) {
    let entry = Entry::new(rules, ledger, Vec::new(), Vec::new(), String::new()).unwrap();
    let scratch = Scratch::new();
    let mut config = support::config(&scratch);
    // A busy machine must not cut a preview short by the clock: then two of them differ.
    config.limits.work_time = Duration::from_secs(600);
    let server = Server::start(config, Registry::default().with(entry)).await.unwrap();
    (server, scratch)
}

/// What a position becomes: the match, and the tokens of its chairs, the spectators' last.
async fn import(client: &mut Client, position: &Value, seats: &[&[&str]]) -> Option<(String, Vec<String>)> {
    let chair = |seats: &&[&str]| json!({ "seats": seats, "player": { "kind": "here" } });
    let chairs: Vec<Value> = seats.iter().map(chair).collect();
    let made = client.post("/api/matches/import", &json!({ "position": position, "chairs": chairs })).await;
    let token = |i: usize| made.json["chairs"][i]["token"].as_str().map(str::to_owned);
    let mut tokens: Vec<String> = (0..seats.len()).map_while(token).collect();
    tokens.push(made.json["spectator"].as_str()?.to_owned());
    Some((made.json["match"].as_str()?.to_owned(), tokens))
}

/// Everything that a chair is told, with what is drawn by lot for every match taken out.
async fn everything(server: &Server, id: &str, token: &str, tries: &[String]) -> Vec<String> {
    let mut client = Client::new(server.address(), token);
    let first = client.fetch(&format!("/api/matches/{id}")).await;
    let commitment = first["commitment"].as_str().unwrap().to_owned();
    let mut paths: Vec<String> = [
        "",
        "/position",
        "/legal",
        "/log",
        "/at/0",
        "/moments",
        "/record",
        "/orders",
        "/notes",
        "/inspect?thing=nothing",
    ]
    .map(str::to_owned)
    .to_vec();
    let name = |field: &str| first[field].as_str().unwrap().to_owned();
    let sheet = client.fetch(&format!("/api/games/{}/{}/sheet", name("game"), name("scenario"))).await;
    for overlay in sheet["overlays"].as_array().into_iter().flatten() {
        paths.push(format!("/overlay/{}", overlay["id"].as_str().unwrap_or("zoc")));
    }
    for piece in first["scene"]["pieces"].as_array().into_iter().flatten().step_by(7).take(8) {
        for thing in ["id", "at"].iter().filter_map(|field| piece[*field].as_str()) {
            paths.push(format!("/inspect?thing={}", thing.replace(' ', "%20")));
        }
    }
    let legal = client.get(&format!("/api/matches/{id}/legal")).await.json;
    let legal: Vec<&str> =
        legal["actions"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    // From everywhere in the list: what costs dice often stands at its end.
    for action in legal.iter().step_by(legal.len() / 6 + 1).chain(legal.last()) {
        paths.push(format!("/preview?action={}", support::escaped(action)));
    }
    for action in tries {
        paths.push(format!("/preview?action={}", support::escaped(action)));
    }
    let mut told = Vec::new();
    for path in paths {
        let answer = client.get(&format!("/api/matches/{id}{path}")).await;
        let mut json = answer.json;
        if let Some(sealed) = json.get("sealed").and_then(Value::as_str) {
            // Nobody can read it; that it is there, and how long it is, must not tell either.
            json["sealed"] = json!(sealed.len());
        }
        let text = json.to_string().replace(id, "MATCH").replace(&commitment, "HASH");
        told.push(format!("{path}: {} {text}", answer.status));
    }
    for action in tries.iter().filter(|action| !legal.contains(&action.as_str())) {
        let wish = json!({ "version": first["version"], "action": action, "key": action });
        let answer = client.post(&format!("/api/matches/{id}/actions"), &wish).await;
        if answer.status == 200 {
            // A smaller number of what the list has once. Both worlds must have done it; more can't be compared.
            told.push(format!("{action} is done"));
            return told;
        }
        let text = answer.json.to_string().replace(id, "MATCH").replace(&commitment, "HASH");
        told.push(format!("{action}: {} {text}", answer.status));
    }
    let mut stream = client.follow(id, None).await;
    let heard = stream.wait("update").await;
    told.push(format!(
        "stream: {:?} {}",
        heard.id,
        heard.data.to_string().replace(id, "MATCH").replace(&commitment, "HASH")
    ));
    let own = client.fetch("/api/matches").await["matches"][0].clone();
    told.push(format!("{} {} {}", own["version"], own["status"], own["your_turn"]));
    told
}

/// Compares pairs of worlds in a game whose chairs are these; says how many pairs there were.
async fn compare<R: Title>(
    make: impl Fn() -> R,
    ledger: &str,
    scenario: &str,
    chairs: &[&[&str]],
    pairs: usize,
) {
    let (server, _scratch) = serve(make(), ledger).await;
    let rules = make();
    let mut client = Client::new(server.address(), "");
    let mut random = Random::new(38);
    let mut found = 0;
    let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..pairs * 40 {
        if found == pairs {
            break;
        }
        // One chair after the other, and the spectators.
        let blind = number % (chairs.len() + 1);
        let ids = chairs.get(blind).copied().unwrap_or_default();
        let seats: SeatSet = ids.iter().filter_map(|id| rules.info().seat(id)).collect();
        let pair = match pair(&rules, scenario, seats, &mut random) {
            Ok(pair) => pair,
            Err(why) => {
                *skipped.entry(why).or_default() += 1;
                continue;
            }
        };
        let one = import(&mut client, &pair.one, chairs).await.unwrap();
        let two = import(&mut client, &pair.two, chairs).await.unwrap();
        found += 1;
        let left = everything(&server, &one.0, &one.1[blind], &pair.tries).await;
        let right = everything(&server, &two.0, &two.1[blind], &pair.tries).await;
        for (left, right) in left.iter().zip(&right) {
            assert_eq!(left, right, "{scenario}, chair {blind}, pair {found}");
        }
        assert_eq!(left.len(), right.len());
    }
    println!("{scenario}: {found} pairs; not used: {skipped:?}");
    assert_eq!(found, pairs, "{scenario}: too few pairs of worlds were found: {skipped:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn worlds_of_skirmish_look_alike() {
    compare(
        testkit::skirmish::Skirmish::default,
        testkit::skirmish::LEDGER,
        "field",
        &[&["red"], &["blue"]],
        9,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn worlds_of_korean_battles_look_alike() {
    let make = || korean_battles::KoreanBattles::new(&korean_battles::files()).unwrap();
    for scenario in ["pusan", "inchon", "chosin"] {
        compare(make, korean_battles::LEDGER, scenario, &[&["un"], &["communist"]], 6).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn worlds_of_the_war_look_alike() {
    let make = || war_625::War625::new(&war_625::files()).unwrap();
    compare(make, war_625::LEDGER, "war", &[&["nk", "ch"], &["rok", "us", "un"]], 4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn worlds_of_chosin_look_alike() {
    let make = || chosin::Chosin::new(&chosin::files()).unwrap();
    for scenario in ["advancing", "envelopment"] {
        compare(make, chosin::LEDGER, scenario, &[&["un"], &["com"]], 6).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn worlds_of_fire_and_ice_look_alike() {
    let make = || fire_and_ice::FireAndIce::new(&fire_and_ice::files()).unwrap();
    for scenario in ["invasion", "inchon", "chinese"] {
        compare(make, fire_and_ice::LEDGER, scenario, &[&["un"], &["com"]], 3).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn worlds_of_conflict_korea_look_alike() {
    let make = || conflict_korea::ConflictKorea::new(&conflict_korea::files()).unwrap();
    for scenario in ["cold-steel", "tomorrows-war"] {
        compare(make, conflict_korea::LEDGER, scenario, &[&["com"], &["un"]], 4).await;
    }
}

/// A position in which China is about to write its hidden infantry down.
fn before_china_writes(rules: &war_625::War625) -> Value {
    let known = Rules::info(rules).scenario("war").unwrap().clone();
    let options = Options::default().complete(&known).unwrap();
    let found = (0..400).find_map(|seed| {
        let mut random = Random::new(seed);
        let mut play = Play::muted(Dice::seeded(Seed::from_number(seed)));
        let mut state = rules.setup("war", &options, &mut play).ok()?;
        let mut legal = Vec::new();
        for _ in 0..12_000 {
            let seat = rules.to_act(&state).first()?;
            rules.legal(&state, seat, &mut legal);
            if legal.iter().any(|&a| engine::action_text(rules, &state, a).starts_with("hide ")) {
                return serde_json::to_value(rules.position(&state)).ok();
            }
            let action = legal[random.below(legal.len())];
            play.begin();
            rules.apply(&mut state, seat, action, &mut play).ok()?;
        }
        None
    });
    found.expect("China comes in some of these wars")
}

/// Takes its time over every line, and writes one or three.
struct Writer {
    level: Level,
    lines: usize,
}

impl Player<war_625::War625> for Writer {
    fn level(&self) -> &Level {
        &self.level
    }
    fn choose(
        &self,
        rules: &war_625::War625,
        view: &View<<war_625::War625 as Rules>::State>,
        seat: engine::Seat,
        _random: &mut Random,
        memory: &mut Memory,
        _thinking: &dyn Thinking,
    ) -> <war_625::War625 as Rules>::Action {
        let mut legal = Vec::new();
        rules.legal(view.state(), seat, &mut legal);
        let texts: Vec<_> = legal.iter().map(|&a| engine::action_text(rules, view.state(), a)).collect();
        let Some(hide) = texts.iter().find(|t| t.starts_with("hide ")) else { return legal[0] };
        std::thread::sleep(Duration::from_millis(400));
        let written = memory.get::<usize>().copied().unwrap_or(0);
        memory.put(written + 1);
        let place = hide.rsplit(' ').next().unwrap_or_default();
        let line = match (self.lines, written) {
            (1, 0) => format!("hide 18 {place}"),
            (1, _) => "done".to_owned(),
            _ => format!("hide 6 {place}"),
        };
        engine::read_action(rules, view.state(), &line).unwrap()
    }
}

/// A computer that decides three times in secret seems to think once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_often_a_computer_decides_in_secret_is_not_told() {
    let level = |lines: usize| Level { level: format!("lines-{lines}"), title: String::new(), millis: 3_000 };
    let rules = war_625::War625::new(&war_625::files()).unwrap();
    let position = before_china_writes(&rules);
    let players: Vec<Box<dyn Player<war_625::War625>>> =
        vec![Box::new(Writer { level: level(1), lines: 1 }), Box::new(Writer { level: level(3), lines: 3 })];
    let entry = Entry::new(rules, war_625::LEDGER, Vec::new(), players, String::new()).unwrap();
    let scratch = Scratch::new();
    let server = Server::start(support::config(&scratch), Registry::default().with(entry)).await.unwrap();
    for lines in [1, 3] {
        let computer = json!({ "kind": "computer", "level": format!("lines-{lines}") });
        let chairs = json!([
            { "seats": ["nk", "ch"], "player": computer },
            { "seats": ["rok", "us", "un"], "player": { "kind": "here" } },
        ]);
        let body = json!({ "position": position, "chairs": chairs });
        let made = Client::new(server.address(), "").post("/api/matches/import", &body).await.json;
        let allies = Client::new(server.address(), made["chairs"][1]["token"].as_str().unwrap());
        let mut stream = allies.follow(made["match"].as_str().unwrap(), None).await;
        let first = stream.wait("update").await.id;
        let mut told = Vec::new();
        loop {
            let heard = tokio::time::timeout(Duration::from_secs(90), stream.next()).await.unwrap().unwrap();
            match heard.event.as_str() {
                "thinking" => told.push(heard.data["progress"].as_f64().unwrap()),
                "update" if heard.id > first => break,
                _ => {}
            }
        }
        assert!(told.len() > 5, "{told:?}");
        assert!(told.windows(2).all(|w| w[0] <= w[1]), "it never seems to begin anew: {told:?}");
        // Written at once, either would be over before the half.
        assert!(told.last().is_some_and(|&p| p > 0.7), "it is over when the budget is: {told:?}");
    }
    server.stop().await;
}

/// China writes its hidden infantry down in one area or in three: the others are told the same, as often.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_often_china_writes_is_a_secret() {
    let rules = war_625::War625::new(&war_625::files()).unwrap();
    let position = before_china_writes(&rules);
    let (server, _scratch) = serve(rules, war_625::LEDGER).await;
    let mut client = Client::new(server.address(), "");
    let mut told = Vec::new();
    for areas in [1, 3] {
        let chairs: &[&[&str]] = &[&["nk", "ch"], &["rok", "us", "un"]];
        let (id, tokens) = import(&mut client, &position, chairs).await.unwrap();
        let path = format!("/api/matches/{id}");
        let mut china = Client::new(server.address(), &tokens[0]);
        let mut allies = Client::new(server.address(), &tokens[1]);
        let mut stream = allies.follow(&id, None).await;
        stream.wait("update").await;
        let legal = china.fetch(&format!("{path}/legal")).await;
        let texts = legal["actions"].as_array().unwrap().iter().filter_map(Value::as_str);
        let places: Vec<&str> =
            texts.filter(|t| t.starts_with("hide ")).filter_map(|t| t.rsplit(' ').next()).collect();
        // All eighteen in one area and two empty lines, or six in each of three.
        let lines = match areas {
            1 => vec![format!("hide 18 {}", places[0]), "done".to_owned(), "done".to_owned()],
            _ => places[..3].iter().map(|place| format!("hide 6 {place}")).collect(),
        };
        for line in &lines {
            let update = china.fetch(&path).await;
            china.act(&id, update["version"].as_u64().unwrap(), line).await;
        }
        let update = allies.fetch(&path).await;
        let quiet = tokio::time::timeout(Duration::from_secs(1), stream.wait("update")).await.is_err();
        let own = allies.fetch("/api/matches").await["matches"][0]["changed"].clone();
        let created = allies.fetch("/api/matches").await["matches"][0]["created"].clone();
        assert_eq!(own, created, "not even when it was");
        told.push((update["version"].clone(), update["length"].clone(), update["scene"].clone(), quiet));
    }
    assert_eq!(told[0], told[1]);
    assert!(told[0].3, "the others hear nothing of it");
    server.stop().await;
}
