//! The player that plays anything: for tests and as the measure of the others.

use engine::{Level, Memory, Player, Random, Rules, Seat, Thinking, View};

/// Chooses among the legal actions with equal chances.
pub struct RandomPlayer {
    level: Level,
}

impl Default for RandomPlayer {
    fn default() -> Self {
        let title = "Random: any legal action, for tests".to_owned();
        Self { level: Level { level: "random".to_owned(), title, millis: 100 } }
    }
}

impl<R: Rules> Player<R> for RandomPlayer {
    fn level(&self) -> &Level {
        &self.level
    }
    fn choose(
        &self,
        rules: &R,
        view: &View<R::State>,
        seat: Seat,
        random: &mut Random,
        _memory: &mut Memory,
        _thinking: &dyn Thinking,
    ) -> R::Action {
        let mut legal = Vec::new();
        rules.legal(view.state(), seat, &mut legal);
        legal[random.below(legal.len())]
    }
}
