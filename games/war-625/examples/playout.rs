//! Plays random games and prints how fast: `cargo run --release -p war-625 --example playout -- 5`.

use engine::{Options, Rules};
use std::time::Instant;

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(5.0);
    let rules = match war_625::War625::new(&war_625::files()) {
        Ok(rules) => rules,
        Err(e) => return eprintln!("{e}"),
    };
    let scenario = &rules.info().scenarios[0];
    let mut options = Options::default();
    for pair in std::env::args().skip(2) {
        if let Some((option, value)) = pair.split_once('=') {
            options = options.with(option, value);
        }
    }
    let options = match options.complete(scenario) {
        Ok(options) => options,
        Err(e) => return eprintln!("{e}"),
    };
    let start = Instant::now();
    let done =
        engine::playout::run(&rules, "war", &options, 1, &mut |_| start.elapsed().as_secs_f64() < seconds);
    let took = start.elapsed().as_secs_f64();
    if let Ok(done) = done {
        println!("{done:?}");
        println!(
            "{:.0} actions a second, {:.1} games a second",
            done.actions as f64 / took,
            done.games as f64 / took
        );
    }
}
