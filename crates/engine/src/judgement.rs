//! A game's own judgement, on which the computer players of all levels rest. It lives in the game's crate: it knows
//! what an objective, a line and a hopeless attack are. The players know how to search.

use crate::{Random, Rules, Seat};

/// What a game knows about playing it well.
///
/// Everything here works on a position that could be the truth: a view whose hidden parts were sampled. It must not
/// rely on what the seat can't see being right.
pub trait Judgement: Rules {
    /// An intention for a stretch of decisions (a phase): objectives, groups, how much risk.
    type Plan: Clone + Send + 'static;

    /// The stretch that the present decision belongs to: a number that changes with turn, player turn and phase, not with
    /// who has to decide inside it. A plan holds for one stretch.
    fn stretch(&self, state: &Self::State) -> u64;

    /// Plans worth trying from here, the most sensible first, at most `count`, at least one.
    /// `random` varies them, so that games differ.
    fn plans(
        &self,
        state: &Self::State,
        seat: Seat,
        count: usize,
        random: &mut Random,
        out: &mut Vec<Self::Plan>,
    );

    /// The action that follows the plan in this decision. `legal` is never empty.
    fn follow(
        &self,
        state: &Self::State,
        seat: Seat,
        plan: &Self::Plan,
        legal: &[Self::Action],
        random: &mut Random,
    ) -> Self::Action;

    /// How promising one action looks by itself, without a plan: what a recruit goes by. Higher is better.
    fn promise(&self, state: &Self::State, seat: Seat, action: Self::Action) -> f32;

    /// Whether a search that began at `from` has looked ahead far enough at `now`, so many stretches later: far enough to
    /// see the other's answer.
    fn far_enough(&self, _from: &Self::State, _now: &Self::State, passed: usize) -> bool {
        passed > 2
    }
}
