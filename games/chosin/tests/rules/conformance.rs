//! The conformance suite on both scenarios, the quick game and every option.

use chosin::{Chosin, LEDGER};
use testkit::Suite;

#[test]
fn advancing_to_the_rear_keeps_every_promise_of_the_contract() {
    Suite::new(&Chosin::shipped(), LEDGER).scenario("advancing").translatable().games(1).run();
}

#[test]
fn the_great_envelopment_keeps_every_promise_of_the_contract() {
    Suite::new(&Chosin::shipped(), LEDGER).scenario("envelopment").translatable().games(1).run();
}

/// Positions of random games changed in one place, in the middle of procedures too.
#[test]
fn a_changed_position_is_refused_or_playable() {
    let loaded = testkit::mutations(&Chosin::shipped(), 160, 14);
    assert!((10..150).contains(&loaded), "{loaded} of 160 load");
}

#[test]
fn the_game_enters_the_program_with_its_papers() {
    let files = chosin::files();
    let entry = engine::Entry::new(
        Chosin::shipped(),
        LEDGER,
        chosin::maps(&files),
        players::levels(),
        files.fingerprint(),
    );
    let entry = entry.and_then(|e| e.with_papers(&files)).unwrap_or_else(|e| panic!("{e}"));
    let registry = engine::Registry::default().with(entry);
    assert_eq!(registry.games().count(), 1);
}

#[test]
fn positions_and_records_open_as_matches() {
    let files = chosin::files();
    let entry =
        engine::Entry::new(Chosin::shipped(), LEDGER, chosin::maps(&files), Vec::new(), files.fingerprint());
    testkit::reopens(entry.unwrap_or_else(|e| panic!("{e}")));
}
