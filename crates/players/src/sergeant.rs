//! The sergeant: plans like an officer, but errs as people do: now too bold, now too careful, now set on one place, and hasty
//! when something has to be answered at once.

use crate::officer::{Kept, Thought, keep_to_plan};
use crate::recruit::best;
use engine::{Judgement, Level, Memory, Player, Random, Seat, Thinking, View};

/// The plans it looks at: the sensible one, and some that stress one thing too much.
const PLANS: usize = 6;
/// In so many of ten phases it takes one of those, and in so many of ten answers the first that comes to mind.
const LOPSIDED: usize = 6;
const HASTY: usize = 4;

/// Plans a phase with the faults of a temper.
pub struct Sergeant {
    level: Level,
}

impl Default for Sergeant {
    fn default() -> Self {
        let title =
            "Sergeant: has a plan, but is now too bold, now too careful, and answers in haste".to_owned();
        Self { level: Level { level: "sergeant".to_owned(), title, millis: 1_000 } }
    }
}

impl<R: Judgement> Player<R> for Sergeant {
    fn level(&self) -> &Level {
        &self.level
    }
    fn choose(
        &self,
        rules: &R,
        view: &View<R::State>,
        seat: Seat,
        random: &mut Random,
        memory: &mut Memory,
        _thinking: &dyn Thinking,
    ) -> R::Action {
        let mut mood = Random::new(random.next());
        let make = |state: &R::State, random: &mut Random, _: f32| {
            let mut plans = Vec::new();
            let count = if random.below(10) < LOPSIDED { PLANS } else { 1 };
            rules.plans(state, seat, count, random, &mut plans);
            let at = if plans.len() > 1 { 1 + random.below(plans.len() - 1) } else { 0 };
            Thought { plan: plans.swap_remove(at), took: 0.0 }
        };
        let haste = |state: &R::State, legal: &[R::Action], action, _: &mut Kept<R::Plan>| {
            if rules.is_answer(state, seat) && mood.below(10) < HASTY {
                best(rules, state, seat, legal, 0.35, &mut mood)
            } else {
                action
            }
        };
        keep_to_plan(rules, view, seat, random, memory, make, haste)
    }
}
