//! Chances of what takes many decisions and many dice: a battle in rounds, fought to its end.
//!
//! The rules themselves are run, round by round, under every script of dice; positions that are the same for what is asked
//! are merged after each decision, so that exact answers stay within reach. Where they do not, runs are sampled.

use crate::{Dice, Play, Random, Rules, Seat};
use std::collections::BTreeMap;

/// How often something came out, as shares that sum to 1, in the order of the outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances<T> {
    /// Whether every script of dice was run.
    pub exact: bool,
    /// Outcomes and their shares.
    pub shares: Vec<(T, f64)>,
}

impl<T> Chances<T> {
    /// The share of the outcomes that a question says yes to.
    pub fn share(&self, of: impl Fn(&T) -> bool) -> f64 {
        self.shares.iter().filter(|(t, _)| of(t)).map(|(_, p)| p).sum()
    }
    /// The mean of a value of the outcomes.
    pub fn mean(&self, of: impl Fn(&T) -> f64) -> f64 {
        self.shares.iter().map(|(t, p)| of(t) * p).sum()
    }
}

/// How many runs are sampled where there are too many scripts.
const SAMPLES: usize = 400;

/// What comes of a position when it is played on by `next` (which says who does what; none at the end), as `read` tells it.
/// Positions with the same `key` are taken for the same. At most about `most` runs of one decision are made.
pub fn chances<R: Rules, K: Ord, T: Ord>(
    rules: &R,
    start: &R::State,
    next: impl Fn(&R::State) -> Option<(Seat, R::Action)>,
    key: impl Fn(&R::State) -> K,
    read: impl Fn(&R::State) -> T,
    most: usize,
) -> Chances<T> {
    exact(rules, start, &next, &key, &read, most)
        .unwrap_or_else(|| sampled(rules, start, &next, &read, SAMPLES))
}

fn exact<R: Rules, K: Ord, T: Ord>(
    rules: &R,
    start: &R::State,
    next: &impl Fn(&R::State) -> Option<(Seat, R::Action)>,
    key: &impl Fn(&R::State) -> K,
    read: &impl Fn(&R::State) -> T,
    most: usize,
) -> Option<Chances<T>> {
    let mut ended: BTreeMap<T, f64> = BTreeMap::new();
    let mut open: BTreeMap<K, (R::State, f64)> = BTreeMap::from([(key(start), (start.clone(), 1.0))]);
    let mut runs = 0;
    while let Some((_, (state, share))) = open.pop_first() {
        let Some((seat, action)) = next(&state) else {
            *ended.entry(read(&state)).or_default() += share;
            continue;
        };
        let mut play = Play::muted(Dice::enumerated());
        loop {
            runs += 1;
            if runs > most {
                return None;
            }
            play.begin();
            let mut after = state.clone();
            rules.apply_listed(&mut after, seat, action, &mut play);
            let share = share * play.dice().script_probability();
            open.entry(key(&after)).and_modify(|(_, p)| *p += share).or_insert((after, share));
            if !play.dice_mut().next_script() {
                break;
            }
        }
    }
    Some(Chances { exact: true, shares: ended.into_iter().collect() })
}

/// The same from so many runs under imagined dice, always the same ones.
pub fn sampled<R: Rules, T: Ord>(
    rules: &R,
    start: &R::State,
    next: &impl Fn(&R::State) -> Option<(Seat, R::Action)>,
    read: &impl Fn(&R::State) -> T,
    runs: usize,
) -> Chances<T> {
    let mut ended: BTreeMap<T, f64> = BTreeMap::new();
    for run in 0..runs {
        let mut play = Play::muted(Dice::imagined(Random::new(run as u64)));
        let mut state = start.clone();
        while let Some((seat, action)) = next(&state) {
            play.begin();
            rules.apply_listed(&mut state, seat, action, &mut play);
        }
        *ended.entry(read(&state)).or_default() += 1.0 / runs as f64;
    }
    Chances { exact: false, shares: ended.into_iter().collect() }
}

/// The chances of every number of hits, with dice that hit each with its own chance.
pub fn spread(dice: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut hits = vec![1.0];
    for p in dice {
        hits.push(0.0);
        for i in (0..hits.len()).rev() {
            let below = if i > 0 { hits[i - 1] } else { 0.0 };
            hits[i] = hits[i] * (1.0 - p) + below * p;
        }
    }
    hits
}

/// Chances below this are left out of a walk.
const NEGLIGIBLE: f64 = 1e-10;

/// Where something ends that goes on from state to state by chance, such as a battle known by the losses of both sides: `next`
/// lists what a state leads to, with chances that sum to 1, or nothing where it ends. Equal states are merged, and a state
/// that leads to itself is left by its other ways; one that leads to nothing else is an end. States should grow.
pub fn walk<S: Ord + Clone>(start: S, mut next: impl FnMut(&S, &mut Vec<(S, f64)>)) -> Chances<S> {
    let mut ended: BTreeMap<S, f64> = BTreeMap::new();
    let mut open: BTreeMap<S, f64> = BTreeMap::from([(start, 1.0)]);
    let mut list = Vec::new();
    while let Some((state, share)) = open.pop_first() {
        list.clear();
        next(&state, &mut list);
        let same: f64 = list.iter().filter(|(s, _)| *s == state).map(|(_, p)| p).sum();
        if list.is_empty() || same > 1.0 - 1e-12 {
            *ended.entry(state).or_default() += share;
            continue;
        }
        for (after, p) in list.drain(..).filter(|(s, _)| *s != state) {
            let share = share * p / (1.0 - same);
            if share > NEGLIGIBLE {
                *open.entry(after).or_default() += share;
            }
        }
    }
    Chances { exact: true, shares: ended.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_of_different_chances_are_spread() {
        let hits = spread([0.5, 0.25]);
        assert_eq!(hits, [0.375, 0.5, 0.125]);
        assert_eq!(spread([]), [1.0]);
    }

    /// Two duellists fire at the same time until somebody falls: one hits with a sixth, the other with a third.
    #[test]
    fn a_duel_is_walked_to_its_end_through_rounds_without_hits() {
        let duel = walk((false, false), |&(a, b), out| {
            if !a && !b {
                let (hit, taken) = (1.0 / 6.0, 1.0 / 3.0);
                for (b, p) in [(false, 1.0 - hit), (true, hit)] {
                    out.extend([(false, 1.0 - taken), (true, taken)].map(|(a, q)| ((a, b), p * q)));
                }
            }
        });
        assert!((duel.share(|d| *d == (false, true)) - 0.25).abs() < 1e-9, "4 of 16");
        assert!((duel.share(|d| *d == (true, false)) - 10.0 / 16.0).abs() < 1e-9);
        assert!((duel.mean(|_| 1.0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_leads_nowhere_else_is_an_end() {
        let stuck = walk(3, |&n, out| out.push((n, 1.0)));
        assert_eq!(stuck.shares, [(3, 1.0)]);
    }
}
