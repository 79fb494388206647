//! Whole random games with every promise of the contract checked, and positions changed in one place.

use fire_and_ice::{FireAndIce, LEDGER, files};
use testkit::{Suite, mutations};

fn game() -> FireAndIce {
    FireAndIce::new(&files()).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn invasion_keeps_the_contract() {
    Suite::new(&game(), LEDGER).scenario("invasion").games(6).translatable().run();
}

#[test]
fn inchon_keeps_the_contract() {
    Suite::new(&game(), LEDGER).scenario("inchon").games(6).translatable().run();
}

#[test]
fn chinese_intervention_keeps_the_contract() {
    Suite::new(&game(), LEDGER).scenario("chinese").games(3).translatable().run();
}

#[test]
fn the_campaign_keeps_the_contract() {
    Suite::new(&game(), LEDGER).scenario("campaign").games(5).translatable().run();
}

#[test]
fn a_changed_position_is_refused_or_playable() {
    assert!(mutations(&game(), 60, 7) < 60, "most changes are refused");
}

#[test]
fn positions_and_records_open_as_matches() {
    let files = files();
    let entry =
        engine::Entry::new(game(), LEDGER, fire_and_ice::maps(&files), Vec::new(), files.fingerprint());
    testkit::reopens(entry.unwrap_or_else(|e| panic!("{e}")));
}
