//! Draws the scene of the acting seat after every action of random games and prints what one takes:
//! `cargo run --release -p war-625 --example scenes -- 4000 dice=d12`. Under `valgrind --tool=callgrind` it counts instructions.

use engine::{Options, Play, Random, Rules, SeatSet, Seed, View};
use std::time::Instant;

fn main() {
    let wanted: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(4_000);
    let rules = match war_625::War625::new(&war_625::files()) {
        Ok(rules) => rules,
        Err(e) => return eprintln!("{e}"),
    };
    let pairs: Vec<String> = std::env::args().skip(2).collect();
    let options = pairs
        .iter()
        .filter_map(|pair| pair.split_once('='))
        .fold(Options::default(), |all, (option, value)| all.with(option, value));
    let options = match options.complete(&rules.info().scenarios[0]) {
        Ok(options) => options,
        Err(e) => return eprintln!("{e}"),
    };
    let (mut drawn, mut bytes, mut micros, mut legal) = (0, 0, Vec::new(), Vec::new());
    for seed in 38.. {
        let mut play = Play::muted(engine::Dice::seeded(Seed::from_number(seed)));
        let mut random = Random::new(seed);
        let Ok(mut state) = rules.setup("war", &options, &mut play) else { return };
        while let Some(seat) = rules.to_act(&state).first().filter(|_| drawn < wanted) {
            let begun = Instant::now();
            let view = View::of(&rules, &state, SeatSet::one(seat));
            let text = serde_json::to_string(&engine::scene_of(&rules, &view)).unwrap_or_default();
            micros.push(begun.elapsed().as_secs_f64() * 1e6);
            (drawn, bytes) = (drawn + 1, bytes + text.len());
            rules.legal(&state, seat, &mut legal);
            let action = engine::playout::any_count::<war_625::War625, _>(
                legal[random.below(legal.len())],
                &mut random,
            );
            if rules.apply(&mut state, seat, action, &mut play).is_err() {
                return eprintln!("a listed action was refused");
            }
        }
        if drawn >= wanted {
            break;
        }
    }
    let mean = micros.iter().sum::<f64>() / drawn as f64;
    micros.sort_by(f64::total_cmp);
    let most = |share: usize| micros[(drawn * share / 1_000).min(drawn - 1)];
    println!(
        "{drawn} scenes of {} bytes: {mean:.1} us in the mean, {:.1} in the middle, 99 of 100 below {:.1}, all below {:.1}",
        bytes / drawn,
        most(500),
        most(990),
        most(999)
    );
}
