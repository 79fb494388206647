//! The officer: makes one plan for a phase and follows it.

use engine::{Judgement, Level, Memory, Player, Random, Seat, Thinking, View};

/// A plan kept in mind for its stretch of decisions.
pub(crate) struct Kept<P> {
    pub(crate) stretch: u64,
    pub(crate) plan: P,
    /// The game turn, and how many budgets of a decision went into its plans so far.
    pub(crate) turn: u16,
    pub(crate) used: f32,
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
        keep_to_plan(rules, view, seat, random, memory, |state, random, _| {
            (first_plan(rules, state, seat, random), 0.0)
        })
    }
}

/// Follows the plan kept in memory; where a new stretch has begun, `make` makes a new one first. It is told how many
/// budgets of a decision this turn has used up, and tells how much of one it took.
pub(crate) fn keep_to_plan<R: Judgement>(
    rules: &R,
    view: &View<R::State>,
    seat: Seat,
    random: &mut Random,
    memory: &mut Memory,
    make: impl FnOnce(&R::State, &mut Random, f32) -> (R::Plan, f32),
) -> R::Action {
    let mut legal = Vec::new();
    rules.legal(view.state(), seat, &mut legal);
    if legal.len() == 1 {
        return legal[0];
    }
    let state = rules.sample(view, random);
    let stretch = rules.stretch(&state);
    let kept = memory.get::<Kept<R::Plan>>();
    if kept.as_ref().is_none_or(|kept| kept.stretch != stretch) {
        let turn = rules.moment(&state).turn;
        let before = kept.filter(|kept| kept.turn == turn).map_or(0.0, |kept| kept.used);
        let (plan, took) = make(&state, random, before);
        memory.put(Kept { stretch, plan, turn, used: before + took });
    }
    match memory.get::<Kept<R::Plan>>() {
        Some(kept) => rules.follow(&state, seat, &kept.plan, &legal, random),
        None => legal[0],
    }
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
