//! Counts of legal action paths, as chess engines keep them: a change of the rules shows as a change of a count.

use engine::{Dice, Options, Play, Rules, Seed};

/// The number of action paths of each length from 1 to `depth` from the start of a scenario; every action rolls the
/// dice of a fixed seed.
pub fn perft<R: Rules>(rules: &R, scenario: &str, options: &Options, depth: usize) -> Vec<u64> {
    let seed = Seed::from_number(38);
    let Some(options) = rules.info().scenario(scenario).and_then(|s| options.complete(s).ok()) else {
        return Vec::new();
    };
    let mut play = Play::muted(Dice::seeded(seed));
    let Ok(state) = rules.setup(scenario, &options, &mut play) else { return Vec::new() };
    let mut counts = vec![0; depth];
    walk(rules, &state, seed, &mut counts);
    counts
}

fn walk<R: Rules>(rules: &R, state: &R::State, seed: Seed, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else { return };
    for seat in rules.to_act(state).iter() {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        *here += legal.len() as u64;
        if deeper.is_empty() {
            continue;
        }
        for action in legal {
            let mut next = state.clone();
            let mut play = Play::muted(Dice::seeded(seed));
            if rules.apply(&mut next, seat, action, &mut play).is_ok() {
                walk(rules, &next, seed, deeper);
            }
        }
    }
}
