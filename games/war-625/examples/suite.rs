//! Runs the conformance suite: `cargo run -p war-625 --example suite -- 20`.

fn main() {
    let games: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(10);
    let seed: u64 = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(1);
    match war_625::War625::new(&war_625::files()) {
        Ok(rules) => testkit::Suite::new(&rules, war_625::LEDGER).games(games).seed(seed).run(),
        Err(e) => eprintln!("{e}"),
    }
}
