//! Finished games replayed in every build, undo, and counts of legal action paths.

use crate::common::rules;
use engine::{Entry, Options, Random, Registry, Seed};
use korean_battles::KoreanBattles;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn entry() -> Entry<KoreanBattles> {
    let files = korean_battles::files();
    let maps = korean_battles::maps(&files);
    let game = KoreanBattles::default();
    Entry::new(game, korean_battles::LEDGER, maps, Vec::new(), files.fingerprint()).expect("the ledger reads")
}

/// Undo never crosses dice, and every stored game plays again to the same end.
#[test]
fn golden_games_replay() {
    testkit::golden(entry(), Some(&folder()));
}

/// Plays one game of each scenario at random and stores it, after a change of the rules that is meant to change games:
/// `cargo test -p korean-battles --test rules store_golden_games -- --ignored`
#[test]
#[ignore = "it writes the golden games anew"]
fn store_golden_games() {
    let registry = Registry::default().with(entry());
    let game = registry.game("korean-battles").expect("it is registered");
    for (scenario, option, value) in
        [("pusan", "naktong-link", "3"), ("inchon", "", ""), ("chosin", "acceleration", "on")]
    {
        let options =
            if option.is_empty() { Options::default() } else { Options::default().with(option, value) };
        let mut play = game.start(scenario, &options, Seed::from_number(1950)).expect("it starts");
        let mut random = Random::new(1950);
        while let Some(seat) = play.to_act().first() {
            let legal = play.legal(seat);
            play.act(Some(seat), &legal[random.below(legal.len())]).expect("it is legal");
        }
        let mut record = play.record(true);
        record.log.clear();
        let text = serde_json::to_string(&record).expect("it can be written");
        std::fs::write(folder().join(format!("{scenario}.json")), text).expect("the folder is there");
    }
}

/// The number of action paths from the first decision, as a change of the rules would change it.
#[test]
fn counts_of_action_paths() {
    for (scenario, counts) in [("pusan", [125, 15_481]), ("inchon", [2, 258]), ("chosin", [2, 6])] {
        assert_eq!(testkit::perft(rules(), scenario, &Options::default(), 2), counts, "{scenario}");
    }
}
