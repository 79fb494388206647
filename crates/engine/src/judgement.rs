//! A game's own judgement, on which the computer players of all levels rest. It lives in the game's crate: it knows
//! what an objective, a line and a hopeless attack are. The players know how to search.

use crate::{Judge, Random, Seat};

/// A part of a plan that can be decided otherwise: where a unit goes, whether an attack is made, what is bought.
#[derive(Clone, Debug, PartialEq)]
pub struct Gene {
    /// How promising each option looks, higher is better. The first option is what the plan does now.
    pub options: Vec<f32>,
}

/// What a game knows about playing it well.
///
/// Everything here works on a position that could be the truth: a view whose hidden parts were sampled. It must not
/// rely on what the seat can't see being right.
pub trait Judgement: Judge {
    /// An intention for a stretch of decisions (a phase): objectives, groups, how much risk.
    type Plan: Clone + Send + Sync + 'static;

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

    /// The parts of a plan that a search may decide otherwise, three to eight options each; none where a plan is one piece.
    fn genome(&self, _state: &Self::State, _seat: Seat, _plan: &Self::Plan) -> Vec<Gene> {
        Vec::new()
    }

    /// The plan with option `choice[g]` of each part `g` of its genome.
    fn express(&self, _state: &Self::State, _seat: Seat, plan: &Self::Plan, _choice: &[u8]) -> Self::Plan {
        plan.clone()
    }

    /// Whether the present decision is an answer of its own (support, a loss, stand or retreat, a purchase) that a search
    /// should weigh action by action, and not a step of the plan.
    fn is_answer(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }

    /// A plan in a few words, for its owner: what is to be done.
    fn words(&self, _state: &Self::State, _seat: Seat, _plan: &Self::Plan) -> String {
        String::new()
    }
}
