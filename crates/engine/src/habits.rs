//! Bad habits: what a sensible player doesn't do, counted over whole games.
//!
//! A game names the habits it can recognise ([`Rules::habits`](crate::Rules::habits)) and counts them action by action
//! ([`Rules::watch`](crate::Rules::watch)): how often there was occasion for one, and how often it was a lapse.

use serde::Serialize;

/// A habit that a game can recognise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Habit {
    /// A few words: `key hex left empty`.
    pub habit: &'static str,
    /// What counts as an occasion and what as a lapse, in the game's own words.
    pub counts: &'static str,
}

/// How often there was occasion for a habit, and how often it was a lapse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Times there was occasion.
    pub occasions: u64,
    /// Times it was a lapse.
    pub lapses: u64,
}

impl Tally {
    /// The share of lapses; 0 without an occasion.
    pub fn rate(self) -> f64 {
        if self.occasions == 0 { 0.0 } else { self.lapses as f64 / self.occasions as f64 }
    }
}

/// The habits of each side, in the order in which the game names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    sides: Vec<Vec<Tally>>,
}

impl Habits {
    /// Notes occasions and lapses of a habit (by its place in the game's list).
    pub fn note(&mut self, side: u8, habit: usize, occasions: u64, lapses: u64) {
        let count = self.at(side, habit);
        count.occasions += occasions;
        count.lapses += lapses;
    }
    /// What was counted.
    pub fn count(&self, side: u8, habit: usize) -> Tally {
        self.sides.get(side as usize).and_then(|s| s.get(habit)).copied().unwrap_or_default()
    }
    /// Adds what was counted for `from` in other games to `side`.
    pub fn add(&mut self, side: u8, other: &Self, from: u8) {
        let counts = other.sides.get(from as usize).into_iter().flatten();
        for (habit, count) in counts.enumerate() {
            self.note(side, habit, count.occasions, count.lapses);
        }
    }
    fn at(&mut self, side: u8, habit: usize) -> &mut Tally {
        let (side, sides) = (side as usize, &mut self.sides);
        if sides.len() <= side {
            sides.resize_with(side + 1, Vec::new);
        }
        let counts = &mut sides[side];
        if counts.len() <= habit {
            counts.resize_with(habit + 1, Tally::default);
        }
        &mut counts[habit]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_many_games_add_up_side_by_side() {
        let mut game = Habits::default();
        game.note(1, 2, 4, 1);
        game.note(0, 0, 1, 0);
        let mut all = Habits::default();
        all.add(0, &game, 1);
        all.add(0, &game, 1);
        assert_eq!(all.count(0, 2), Tally { occasions: 8, lapses: 2 });
        assert_eq!(all.count(0, 0), Tally::default(), "the other side's are not mixed in");
        assert!((all.count(0, 2).rate() - 0.25).abs() < 1e-12);
        assert!(all.count(1, 2).rate().abs() < 1e-12, "no occasion, no rate");
    }
}
