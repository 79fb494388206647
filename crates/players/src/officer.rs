//! The officer: makes one plan for a phase and follows it.

use engine::{ActionText, Judgement, Level, Memory, Player, Random, Seat, Thinking, View};

/// A plan kept in mind for its stretch of decisions.
pub(crate) struct Kept<P> {
    pub(crate) stretch: u64,
    pub(crate) plan: P,
    /// The game turn, and how many budgets of a decision went into it so far.
    pub(crate) turn: u16,
    pub(crate) used: f32,
}

impl<P> Kept<P> {
    /// A plan that took no time.
    pub(crate) fn new(stretch: u64, plan: P) -> Self {
        Self { stretch, plan, turn: 0, used: 0.0 }
    }
}

/// A plan and how much of a budget it took.
pub(crate) struct Thought<P> {
    pub(crate) plan: P,
    pub(crate) took: f32,
}

/// Plans a phase by the game's own judgement.
pub struct Officer {
    level: Level,
}

impl Default for Officer {
    fn default() -> Self {
        let title = "Officer: plans each phase, counts odds, keeps its line and its supply".to_owned();
        Self { level: Level { level: "officer".to_owned(), title, millis: 2_000 } }
    }
}

impl<R: Judgement> Player<R> for Officer {
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
        let make = |state: &R::State, random: &mut Random, _: f32| Thought {
            plan: first_plan(rules, state, seat, random),
            took: 0.0,
        };
        keep_to_plan(rules, view, seat, random, memory, make, |_, _, action, _| action)
    }
}

/// Follows the plan kept in memory; where a new stretch has begun, `make` makes a new one first. It is told how many
/// budgets of a decision this turn has used up, and tells how much of one it took. `ponder` may change the action.
pub(crate) fn keep_to_plan<R: Judgement>(
    rules: &R,
    view: &View<R::State>,
    seat: Seat,
    random: &mut Random,
    memory: &mut Memory,
    make: impl FnOnce(&R::State, &mut Random, f32) -> Thought<R::Plan>,
    ponder: impl FnOnce(&R::State, &[R::Action], R::Action, &mut Kept<R::Plan>) -> R::Action,
) -> R::Action {
    let mut legal = Vec::new();
    rules.legal(view.state(), seat, &mut legal);
    if legal.len() == 1 && legal[0].count().is_none() {
        return legal[0];
    }
    // The same numbers for the action whether the plan is made now or was made before.
    let mut own = Random::new(random.next());
    let state = rules.sample(view, &mut own);
    let stretch = rules.stretch(&state);
    let kept = memory.get::<Kept<R::Plan>>();
    if kept.as_ref().is_none_or(|kept| kept.stretch != stretch) {
        let turn = rules.turn(&state);
        let before = kept.filter(|kept| kept.turn == turn).map_or(0.0, |kept| kept.used);
        let Thought { plan, took } = make(&state, random, before);
        memory.put(Kept { stretch, plan, turn, used: before + took });
    }
    let Some(kept) = memory.get::<Kept<R::Plan>>() else { return legal[0] };
    let action = rules.follow(&state, seat, &kept.plan, &legal, &mut own);
    ponder(&state, &legal, action, kept)
}

/// The most sensible plan of the game's own judgement.
pub(crate) fn first_plan<R: Judgement>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    random: &mut Random,
) -> R::Plan {
    let mut plans = Vec::new();
    rules.plans(state, seat, 1, random, &mut plans);
    plans.swap_remove(0)
}
