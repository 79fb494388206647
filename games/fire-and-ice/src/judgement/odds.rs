//! What comes of a combat, counted over the chits of a cup and both dice.

use crate::data::Data;
use crate::state::Attack;

/// Differences of totals that are told apart: the attacker loses by five to wins by five.
pub(crate) const SPREADS: usize = 11;
/// Modifiers beyond this decide every roll.
const FARTHEST: i16 = 20;
/// Levels of the tracks, and divisors of terrain.
const LEVELS: usize = 21;
const DIVISORS: usize = 5;

/// How likely each difference is; index 5 is a tie, which costs the attacker one.
pub type Spread = [f32; SPREADS];

/// The chances of both cups.
#[derive(Debug)]
pub struct Odds {
    /// By cup, whether the best of three chits is taken, whether the defender rolls a D10, and the modifier.
    spreads: Vec<Spread>,
    /// What of a level comes through on the average: by cup, kind of support, level, divisor.
    shares: Vec<f32>,
}

fn cup_of(kind: Attack) -> usize {
    usize::from(matches!(kind, Attack::Prepared | Attack::Deliberate))
}

fn spread_index(cup: usize, three: bool, ten: bool, modifier: i16) -> usize {
    let width = (2 * FARTHEST + 1) as usize;
    let at = (modifier.clamp(-FARTHEST, FARTHEST) + FARTHEST) as usize;
    ((cup * 2 + usize::from(three)) * 2 + usize::from(ten)) * width + at
}

fn share_index(cup: usize, support: usize, level: usize, divisor: usize) -> usize {
    ((cup * 3 + support) * LEVELS + level.min(LEVELS - 1)) * DIVISORS + divisor.min(DIVISORS - 1)
}

impl Odds {
    /// Counts them.
    pub(crate) fn new(data: &Data) -> Self {
        let width = (2 * FARTHEST + 1) as usize;
        let mut odds =
            Self { spreads: vec![[0.0; SPREADS]; 8 * width], shares: vec![0.0; 2 * 3 * LEVELS * DIVISORS] };
        for cup in 0..2 {
            let chits: Vec<_> = (0..12).map(|c| &data.chits[cup * 12 + c]).collect();
            let weights =
                [vec![1.0 / 12.0; 12], best_of_three(&chits.iter().map(|c| c.mean()).collect::<Vec<_>>())];
            for (three, weights) in weights.iter().enumerate() {
                for (chit, weight) in chits.iter().zip(weights) {
                    for ten in [false, true] {
                        for modifier in -FARTHEST..=FARTHEST {
                            let at = spread_index(cup, three == 1, ten, modifier);
                            let faces = (i16::from(chit.die), if ten { 10 } else { 6 });
                            add_rolls(&mut odds.spreads[at], faces, modifier + chit.modifier, *weight);
                        }
                    }
                }
            }
            for chit in &chits {
                for (support, planning) in data.planning[chit.planning].into_iter().enumerate() {
                    for level in 0..LEVELS {
                        for divisor in 1..DIVISORS {
                            let comes = crate::support::share(level as i16, planning, divisor as u8);
                            odds.shares[share_index(cup, support, level, divisor)] += f32::from(comes) / 12.0;
                        }
                    }
                }
            }
        }
        odds
    }

    /// How all combats go: by cup, whether the best of three chits is taken, whether the defender rolls a D10, and the modifier.
    pub fn spreads(&self) -> &[Spread] {
        &self.spreads
    }

    /// How a combat goes: `modifier` is what the attacker has above the defender, chit and dice left out.
    pub fn spread(&self, kind: Attack, three: bool, ten: bool, modifier: f32) -> &Spread {
        &self.spreads[spread_index(cup_of(kind), three, ten, modifier.round() as i16)]
    }

    /// What an attacker's tanks (0), artillery (1) or aircraft (2) add on the average.
    pub fn share(&self, kind: Attack, support: usize, level: i16, divisor: u8) -> f32 {
        self.shares[share_index(cup_of(kind), support, level.max(0) as usize, divisor.max(1).into())]
    }
}

/// How likely each of twelve chits is the best of three drawn.
fn best_of_three(values: &[f32]) -> Vec<f32> {
    let count = values.len() as f32;
    let all = count * (count - 1.0) * (count - 2.0) / 6.0;
    let rank = |i: usize| {
        let below = |j: &usize| (values[*j], *j) < (values[i], i);
        (0..values.len()).filter(below).count() as f32
    };
    (0..values.len()).map(|i| rank(i) * (rank(i) - 1.0) / 2.0 / all).collect()
}

fn add_rolls(spread: &mut Spread, (attacker, defender): (i16, i16), modifier: i16, weight: f32) {
    let each = weight / f32::from(attacker * defender);
    for one in 1..=attacker {
        for two in 1..=defender {
            let difference = (one + modifier - two).clamp(-5, 5);
            spread[(difference + 5) as usize] += each;
        }
    }
}
