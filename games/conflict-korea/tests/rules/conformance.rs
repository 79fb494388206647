//! The contract's properties on whole random games of every scenario and option.
//!
//! `P38_GAMES=1000 cargo test --release -p conflict-korea conformance` makes the long run.

use conflict_korea::{ConflictKorea, LEDGER, files};

fn suite(scenario: &str, games: usize) {
    let rules = ConflictKorea::new(&files()).unwrap_or_else(|e| panic!("{e}"));
    testkit::Suite::new(&rules, LEDGER).scenario(scenario).games(games).run();
}

/// The same, and every word of every picture could be translated: in the shorter scenario of each war.
fn suite_in_words(scenario: &str, games: usize) {
    let rules = ConflictKorea::new(&files()).unwrap_or_else(|e| panic!("{e}"));
    testkit::Suite::new(&rules, LEDGER).scenario(scenario).games(games).translatable().run();
}

#[test]
fn the_dragon_wakes_keeps_the_contract() {
    suite("dragon-wakes", 1);
}

#[test]
fn operation_chromite_keeps_the_contract() {
    suite("chromite", 1);
}

#[test]
fn cold_steel_keeps_the_contract() {
    suite_in_words("cold-steel", 1);
}

#[test]
fn tomorrows_war_keeps_the_contract() {
    suite_in_words("tomorrows-war", 1);
}

/// Positions of random games changed in one place, in the middle of procedures too.
#[test]
fn a_changed_position_is_refused_or_playable() {
    let rules = ConflictKorea::new(&files()).unwrap_or_else(|e| panic!("{e}"));
    let loaded = testkit::mutations(&rules, 160, 16);
    assert!((10..150).contains(&loaded), "{loaded} of 160 load");
}

#[test]
fn positions_and_records_open_as_matches() {
    let files = files();
    let entry = engine::Entry::new(
        ConflictKorea::new(&files).unwrap_or_else(|e| panic!("{e}")),
        LEDGER,
        conflict_korea::maps(&files),
        Vec::new(),
        files.fingerprint(),
    );
    testkit::reopens(entry.unwrap_or_else(|e| panic!("{e}")));
}
