//! The conformance suite on every option, secrecy of the hidden infantry, golden games and path counts.

use engine::{Dice, Entry, Options, Play, Record, Rules, Seat, SeatSet, Seed, View};
use std::path::Path;
use testkit::{Suite, golden, perft};
use war_625::{LEDGER, State, War625, files, maps};

fn rules() -> War625 {
    War625::new(&files()).expect("the data is sound")
}

fn entry() -> Entry<War625> {
    let files = files();
    Entry::new(rules(), LEDGER, maps(&files), Vec::new(), files.fingerprint()).expect("the ledger is sound")
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Whole random games with every property of the contract checked. `P38_GAMES` asks for more of them.
#[test]
fn random_games_keep_the_contract() {
    Suite::new(&rules(), LEDGER).games(1).translatable().run();
}

/// Finished games replay to the same end, and undo never crosses dice.
#[test]
fn golden_games_replay() {
    golden(entry(), Some(&folder()));
}

/// Legal action paths of length 1, 2 and 3 from the start. A change of the rules shows here.
// [proves: war HC-1]
#[test]
fn path_counts() {
    let rules = rules();
    // The first decision: a number in one of ten areas, or an empty line. The second: an empty line after all eighteen in one
    // area, and the same eleven choices after an empty line.
    let counts = perft(&rules, "war", &Options::default(), 2);
    assert_eq!(counts[0], 10 + 1);
    assert_eq!(counts[1], 10 + 11);
}

fn play() -> Play {
    Play::new(Dice::seeded(Seed::from_number(625)))
}

fn act(rules: &War625, state: &mut State, text: &str, play: &mut Play) {
    let action = engine::read_action(rules, state, text).expect("a readable action");
    let seats: Vec<Seat> = rules.to_act(state).iter().collect();
    play.begin();
    let done = seats.iter().any(|&seat| rules.apply(state, seat, action, play).is_ok());
    assert!(done, "{text}");
}

/// The same war with two ways of hiding: what each seat may know.
// [proves: war HC-2]
#[test]
fn the_allies_never_see_the_hidden_infantry() {
    let rules = rules();
    let hidden = |split: &[&str]| {
        let mut play = play();
        let options = Options::default().complete(&rules.info().scenarios[0]).expect("defaults");
        let mut state = rules.setup("war", &options, &mut play).expect("a set-up");
        let mut heard = Vec::new();
        for action in split.iter().copied().chain(["done"]) {
            act(&rules, &mut state, action, &mut play);
            let allied = SeatSet(0b11100);
            let lines = play.lines().filter(|l| !l.audience.intersection(allied).is_empty());
            heard.extend(lines.map(|l| engine::read(&rules, &state, SeatSet::ALL, l.text)));
        }
        (state, heard)
    };
    let (west, west_log) = hidden(&["hide 8 HUI", "hide 6 SIN", "hide 4 CHA"]);
    let (east, east_log) = hidden(&["hide 10 HAM", "hide 4 SON", "hide 4 CHO"]);
    assert_eq!(west_log, east_log, "the log tells the Allies where");
    for seat in 0..5u8 {
        let eyes = SeatSet::one(Seat(seat));
        let views = [View::of(&rules, &west, eyes), View::of(&rules, &east, eyes)];
        let positions =
            views.each_ref().map(|v| serde_json::to_string(&rules.position(v.state())).expect("a position"));
        let scenes =
            views.each_ref().map(|v| serde_json::to_string(&engine::scene_of(&rules, v)).expect("a scene"));
        if seat < 2 {
            assert_ne!(positions[0], positions[1], "North Korea and China know");
            continue;
        }
        assert_eq!(views[0], views[1]);
        assert_eq!(positions[0], positions[1]);
        assert_eq!(scenes[0], scenes[1]);
        for word in ["HUI", "SIN", "CHA"] {
            let hidden = format!("\"{word}\":8");
            assert!(!positions[0].contains(&hidden));
        }
    }
    let spectator = View::of(&rules, &west, SeatSet::NONE);
    assert_eq!(spectator, View::of(&rules, &east, SeatSet::NONE));
}

/// Writes the golden games anew: `P38_GOLDEN=1 cargo test -p war-625 --test rules write_golden`.
#[test]
fn write_golden() {
    if std::env::var_os("P38_GOLDEN").is_none() {
        return;
    }
    let registry = engine::Registry::default().with(entry());
    let game = registry.game("war-625").expect("the game");
    let sets: [&[(&str, &str)]; 3] = [
        &[],
        &[("dice", "d12"), ("soviet", "on"), ("length", "20")],
        &[("atomic", "on"), ("armistice", "on"), ("capitals", "on"), ("length", "14")],
    ];
    for (number, set) in sets.iter().enumerate() {
        let options = set.iter().fold(Options::default(), |all, (o, v)| all.with(o, v));
        let mut begun = game.start("war", &options, Seed::from_number(number as u64)).expect("a start");
        let mut random = engine::Random::new(number as u64);
        while let Some(seat) = begun.to_act().first() {
            let legal = begun.legal(seat);
            let action = legal[random.below(legal.len())].clone();
            begun.act(Some(seat), &action).expect("a legal action");
        }
        let mut record: Record = begun.record(true);
        record.log.clear();
        let text = serde_json::to_string(&record).expect("a record");
        std::fs::write(folder().join(format!("random-{number}.json")), text).expect("the folder is there");
    }
}
