//! Recruit and sergeant: they plan as an officer does and err as people do. Some of their phases are too bold, too careful or
//! set on one place, and now and then they lose sight of the plan and do what looks best at first glance
//! ([`Judgement::promise`]), blind to what is two steps away: a threat, a way out, the odds after support.

use crate::officer::{Kept, Thought, keep_to_plan};
use engine::playout::few_counts;
use engine::{Judgement, Level, Memory, Player, Random, Seat, Thinking, View};

/// The plans they look at: the sensible one, and some that stress one thing too much.
const PLANS: usize = 6;
/// How much chance there is in a first glance: the spread added to every promise.
const SPREAD: f32 = 0.35;

/// Plans a phase with the faults of a temper.
pub struct Junior {
    level: Level,
    /// In so many of a hundred phases it takes a plan that stresses one thing too much.
    lopsided: usize,
    /// In so many of a hundred decisions, and answers, it goes by the first glance.
    astray: usize,
    hasty: usize,
}

impl Junior {
    /// The recruit.
    #[must_use]
    pub fn recruit() -> Self {
        let title = "Recruit: has a plan, but often does what looks best at first glance".to_owned();
        let level = Level { level: "recruit".to_owned(), title, millis: 200 };
        Self { level, lopsided: 90, astray: 45, hasty: 90 }
    }
    /// The sergeant.
    #[must_use]
    pub fn sergeant() -> Self {
        let title =
            "Sergeant: has a plan, but is now too bold, now too careful, and answers in haste".to_owned();
        let level = Level { level: "sergeant".to_owned(), title, millis: 1_000 };
        Self { level, lopsided: 75, astray: 6, hasty: 60 }
    }
}

impl<R: Judgement> Player<R> for Junior {
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
            let count = if random.below(100) < self.lopsided { PLANS } else { 1 };
            rules.plans(state, seat, count, random, &mut plans);
            let at = if plans.len() > 1 { 1 + random.below(plans.len() - 1) } else { 0 };
            Thought { plan: plans.swap_remove(at), took: 0.0 }
        };
        let err = |state: &R::State, legal: &[R::Action], action, _: &mut Kept<R::Plan>| {
            let often = if rules.is_answer(state, seat) { self.hasty } else { self.astray };
            if mood.below(100) < often { first_glance(rules, state, seat, legal, &mut mood) } else { action }
        };
        keep_to_plan(rules, view, seat, random, memory, make, err)
    }
}

/// The action of the highest promise, with some chance.
fn first_glance<R: Judgement>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    legal: &[R::Action],
    random: &mut Random,
) -> R::Action {
    let mut chosen = (f32::NEG_INFINITY, legal[0]);
    for action in legal.iter().flat_map(|&a| few_counts::<R, _>(a)) {
        let promise = rules.promise(state, seat, action) + SPREAD * random.unit();
        if promise > chosen.0 {
            chosen = (promise, action);
        }
    }
    chosen.1
}
