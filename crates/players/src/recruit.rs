//! The recruit: takes the action that looks best by itself, and sometimes the second best.

use engine::playout::few_counts;
use engine::{Judgement, Level, Memory, Player, Random, Seat, Thinking, View};

/// One-step judgement, instant.
pub struct Recruit {
    level: Level,
    /// How much chance there is in its judgement: the spread added to every promise.
    spread: f32,
}

impl Default for Recruit {
    fn default() -> Self {
        let title = "Recruit: looks one step ahead, answers at once".to_owned();
        Self { level: Level { level: "recruit".to_owned(), title, millis: 200 }, spread: 0.35 }
    }
}

impl<R: Judgement> Player<R> for Recruit {
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
        let state = rules.sample(view, random);
        let mut legal = Vec::new();
        rules.legal(view.state(), seat, &mut legal);
        best(rules, &state, seat, &legal, self.spread, random)
    }
}

/// The action of the highest promise, with `spread` of chance.
pub(crate) fn best<R: Judgement>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    legal: &[R::Action],
    spread: f32,
    random: &mut Random,
) -> R::Action {
    let mut chosen = (f32::NEG_INFINITY, legal[0]);
    for action in legal.iter().flat_map(|&a| few_counts::<R, _>(a)) {
        let promise = rules.promise(state, seat, action) + spread * random.unit();
        if promise > chosen.0 {
            chosen = (promise, action);
        }
    }
    chosen.1
}
