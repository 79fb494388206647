//! What counts how much, and what makes one plan different from another.

use engine::Random;
use serde::{Deserialize, Serialize};

/// What counts how much in the choice of a place, in victory points.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Weights {
    /// One movement point nearer to the goal.
    pub advance: f32,
    /// Standing in the enemy's way.
    pub cover: f32,
    /// The loss to be expected from the enemy's next attack.
    pub danger: f32,
    /// The share of a place's worth that standing on it counts.
    pub key: f32,
    /// Standing on a threatened place that counts, besides its worth.
    pub hold: f32,
    /// Ending out of supply.
    pub unsupplied: f32,
    /// Ending with no way of retreat.
    pub trap: f32,
    /// A unit that helps others near the enemy.
    pub rear: f32,
    /// What an attack must promise.
    pub least: f32,
    /// Places within which an enemy makes a place that counts, or a source of supply, be manned first of all.
    pub watch: f32,
    /// How much better another place must be than the present one.
    pub settle: f32,
    /// Standing where own reinforcements are about to come in.
    pub door: f32,
}

/// Factors on the weights.
#[derive(Clone, Copy, Debug)]
pub struct Stress {
    /// On the way to the goal.
    pub advance: f32,
    /// On danger.
    pub danger: f32,
    /// On barring the enemy's way.
    pub cover: f32,
    /// On what attacks promise.
    pub join: f32,
    /// On what support costs.
    pub price: f32,
    /// Added to what an attack must promise.
    pub caution: f32,
    /// How much chance there is in the choice of places.
    pub jitter: f32,
    /// Points by which goals seem farther away.
    pub detour: [u16; 8],
}

impl Stress {
    /// The weights as they are.
    pub const PLAIN: Self = Self {
        advance: 1.0,
        danger: 1.0,
        cover: 1.0,
        join: 1.0,
        price: 1.0,
        caution: 0.0,
        jitter: 0.05,
        detour: [0; 8],
    };

    /// The n-th plan's: the first is plain, then some that stress one thing, then chance.
    #[must_use]
    pub fn varied(n: usize, random: &mut Random) -> Self {
        let mut s = Self::PLAIN;
        for d in &mut s.detour {
            *d = random.below(if n == 0 { 5 } else { 20 }) as u16;
        }
        match n {
            0 => {}
            1 => s.danger = 0.4,
            2 => (s.danger, s.caution) = (1.8, 0.15),
            3 => (s.advance, s.join) = (1.8, 1.3),
            4 => (s.cover, s.caution) = (1.8, 0.1),
            5 => (s.join, s.caution, s.price) = (1.6, -0.15, 0.5),
            _ => {
                let mut factor = |low: f32, high: f32| low * (high / low).powf(random.unit());
                s.advance = factor(0.4, 2.5);
                s.danger = factor(0.3, 2.5);
                s.cover = factor(0.4, 2.5);
                s.join = factor(0.5, 2.0);
                s.price = factor(0.4, 2.0);
                s.caution = factor(0.5, 2.0) - 1.0;
                s.jitter = 0.15;
            }
        }
        s
    }
}
