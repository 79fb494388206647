//! Chances of what takes many decisions and many dice: a battle in rounds, fought to its end.
//!
//! Where what is left of a side follows from how many it lost, a battle is a walk over pairs of losses ([`Rounds`]), and every
//! course of it is counted with equal states merged. [`sampled`] plays the rules themselves: the judge of such a count, in tests.

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
        // Nothing at all is nought: the sum of no numbers would be minus nought, and be written so.
        self.shares.iter().filter(|(t, _)| of(t)).fold(0.0, |sum, (_, p)| sum + p)
    }
    /// The mean of a value of the outcomes.
    pub fn mean(&self, of: impl Fn(&T) -> f64) -> f64 {
        self.shares.iter().fold(0.0, |sum, (t, p)| sum + of(t) * p)
    }
}

/// What comes of a position when it is played on by `next` (which says who does what; none at the end), as `read` tells it, from
/// so many runs under imagined dice, always the same ones.
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

/// Chances too small to be followed.
const SLIGHT: f64 = 1e-10;
/// A share of rounds without a hit from which on a battle never ends.
const STUCK: f64 = 1.0 - 1e-12;

/// A battle in rounds by the losses of both sides, the attacker's first. A round has early fire, which strikes before the rest, and
/// late fire, of both sides at the same time. Each fire is the chances of 0, 1, 2 ... hits, by what both sides have lost.
pub trait Rounds {
    /// The units of both sides.
    fn units(&self) -> [usize; 2];
    /// Defenders lost before the first round.
    fn opening(&self) -> &[f64];
    /// The fire of a side that strikes first.
    fn early(&self, side: usize, lost: [usize; 2]) -> &[f64];
    /// The rest of its fire.
    fn late(&self, side: usize, lost: [usize; 2]) -> &[f64];
    /// Whether the early fire of both sides comes at the same time; else the attacker's first.
    fn at_once(&self) -> bool;

    /// The early fire of the defender, when the attacker's early fire has brought its losses to `after`.
    fn answer(&self, lost: [usize; 2], after: usize) -> &[f64] {
        self.early(1, [lost[0], if self.at_once() { lost[1] } else { after }])
    }

    /// The losses at the end over every course of the battle. They only grow, and a round without a hit leads back to where it began.
    fn counted(&self) -> Chances<[usize; 2]> {
        let [attackers, defenders] = self.units();
        let width = defenders + 1;
        let at = |lost: [usize; 2]| lost[0] * width + lost[1];
        let mut before = vec![0.0; (attackers + 1) * width];
        let mut between = before.clone();
        for (lost, &p) in self.opening().iter().enumerate() {
            before[lost.min(defenders)] += p;
        }
        for a in 0..attackers {
            for d in 0..defenders {
                let (here, lost) = (at([a, d]), [a, d]);
                if before[here] + between[here] < SLIGHT {
                    continue;
                }
                let (attack, defence) = (self.late(0, lost), self.late(1, lost));
                let calm = self.early(0, lost)[0] * self.early(1, lost)[0];
                let again = attack[0] * defence[0];
                if calm * again > STUCK {
                    continue;
                }
                let rounds = (before[here] + again * between[here]) / (1.0 - calm * again);
                let shots = between[here] + calm * rounds;
                for (hits, p) in self.early(0, lost).iter().enumerate() {
                    let after = (d + hits).min(defenders);
                    for (back, q) in self.answer(lost, after).iter().enumerate() {
                        between[at([(a + back).min(attackers), after])] += rounds * p * q;
                    }
                }
                for (hits, p) in defence.iter().enumerate() {
                    let row = (a + hits).min(attackers) * width + d;
                    volley(&mut before[row..row + width - d], attack, shots * p);
                }
                (before[here], between[here]) = (0.0, 0.0);
            }
        }
        before.iter_mut().zip(&between).for_each(|(sum, more)| *sum += more);
        let ends = before.iter().enumerate().filter(|(_, p)| **p > 0.0);
        Chances { exact: true, shares: ends.map(|(i, &p)| ([i / width, i % width], p)).collect() }
    }

    /// The losses at the end of one course.
    fn course(&self, random: &mut Random) -> [usize; 2] {
        let mut draw = |chances: &[f64]| {
            let mut left = f64::from(random.unit());
            let drawn = chances.iter().position(|p| {
                left -= p;
                left < 0.0
            });
            drawn.unwrap_or(0)
        };
        let [attackers, defenders] = self.units();
        let mut lost = [0, draw(self.opening()).min(defenders)];
        while lost[0] < attackers && lost[1] < defenders {
            let calm = self.early(0, lost)[0] * self.early(1, lost)[0];
            if calm * self.late(0, lost)[0] * self.late(1, lost)[0] > STUCK {
                break;
            }
            let after = (lost[1] + draw(self.early(0, lost))).min(defenders);
            let back = draw(self.answer(lost, after));
            lost = [(lost[0] + back).min(attackers), after];
            if lost[0] == attackers || lost[1] == defenders {
                break;
            }
            let (hits, back) = (draw(self.late(0, lost)), draw(self.late(1, lost)));
            lost = [(lost[0] + back).min(attackers), (lost[1] + hits).min(defenders)];
        }
        lost
    }
}

/// Adds the chances of hits to a row of losses; hits beyond its end count for its end.
fn volley(row: &mut [f64], chances: &[f64], share: f64) {
    let end = row.len() - 1;
    for (sum, p) in row.iter_mut().zip(chances) {
        *sum += share * p;
    }
    if let Some(beyond) = chances.get(end + 1..) {
        row[end] += share * beyond.iter().sum::<f64>();
    }
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

    #[test]
    fn what_never_comes_out_is_nought_and_not_minus_nought() {
        let chances = Chances { exact: true, shares: vec![(1, 1.0)] };
        assert_eq!(format!("{:.0}%", chances.share(|n| *n > 5) * 100.0), "0%");
        let none: Chances<u8> = Chances { exact: true, shares: Vec::new() };
        assert_eq!(format!("{:.1}", none.mean(|n| f64::from(*n))), "0.0");
    }

    /// Two duellists: one hits with a sixth, the other with a third, at the same time or the first one early.
    struct Duel {
        fire: [Vec<f64>; 2],
        early: bool,
    }

    impl Rounds for Duel {
        fn units(&self) -> [usize; 2] {
            [1, 1]
        }
        fn opening(&self) -> &[f64] {
            &[1.0]
        }
        fn early(&self, side: usize, _: [usize; 2]) -> &[f64] {
            if self.early && side == 0 { &self.fire[0] } else { &[1.0] }
        }
        fn late(&self, side: usize, _: [usize; 2]) -> &[f64] {
            if self.early && side == 0 { &[1.0] } else { &self.fire[side] }
        }
        fn at_once(&self) -> bool {
            false
        }
    }

    fn duel(early: bool) -> Duel {
        Duel { fire: [spread([1.0 / 6.0]), spread([1.0 / 3.0])], early }
    }

    #[test]
    fn a_battle_is_counted_to_its_end_through_rounds_without_hits() {
        let ends = duel(false).counted();
        let share = |wanted: [usize; 2]| ends.share(|lost| *lost == wanted);
        assert!((share([0, 1]) - 4.0 / 16.0).abs() < 1e-9, "a round ends in 4 of 36 so");
        assert!((share([1, 0]) - 10.0 / 16.0).abs() < 1e-9 && (share([1, 1]) - 2.0 / 16.0).abs() < 1e-9);
        assert!((ends.mean(|_| 1.0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn who_fires_early_is_not_answered_by_the_dead() {
        let ends = duel(true).counted();
        // A round: 1/6 hits first; of the rest 1/3 is hit.
        let (won, lost) = (1.0 / 6.0, 5.0 / 6.0 / 3.0);
        assert!((ends.share(|lost| *lost == [0, 1]) - won / (won + lost)).abs() < 1e-9, "{ends:?}");
    }

    #[test]
    fn courses_come_out_as_they_are_counted() {
        let (battle, mut random) = (duel(true), Random::new(1));
        let won = (0..4_000).filter(|_| battle.course(&mut random) == [0, 1]).count() as f64 / 4_000.0;
        let counted = battle.counted().share(|lost| *lost == [0, 1]);
        assert!((won - counted).abs() < 0.025, "{won} {counted}");
    }

    #[test]
    fn a_battle_without_a_hit_ends_where_it_stands() {
        let idle = Duel { fire: [vec![1.0], vec![1.0]], early: false };
        assert_eq!(idle.counted().shares, [([0, 0], 1.0)]);
        assert_eq!(idle.course(&mut Random::new(1)), [0, 0]);
    }
}
