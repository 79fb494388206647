//! The contract's properties on whole random games of every scenario and option.
//!
//! `P38_GAMES=2000 cargo test --release -p korean-battles --test rules` makes the long run.

use korean_battles::{KoreanBattles, LEDGER};

fn suite(scenario: &str, games: usize) {
    testkit::Suite::new(&KoreanBattles::default(), LEDGER)
        .scenario(scenario)
        .games(games)
        .translatable()
        .run();
}

#[test]
fn pusan_keeps_the_contract() {
    suite("pusan", 20);
}

#[test]
fn inchon_keeps_the_contract() {
    suite("inchon", 15);
}

#[test]
fn chosin_keeps_the_contract() {
    suite("chosin", 15);
}
