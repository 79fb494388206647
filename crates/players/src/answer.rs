//! Single decisions weighed action by action: flat racing over the legal list. It also makes an opponent of a game that has
//! nothing but an evaluation.

use crate::playout::{Candidate, Question};
use crate::race::{Effort, Runner, best, finals};
use engine::Judgement;
use engine::playout::few_counts;

/// How many actions are raced at most.
const MOST: usize = 8;

/// The best action: `first`, which follows the plan, unless another comes out clearly ahead. Those that promise most race.
pub(crate) fn weigh<R: Judgement>(
    q: &Question<'_, R>,
    state: &R::State,
    plan: &R::Plan,
    legal: &[R::Action],
    first: R::Action,
    most: f32,
) -> (R::Action, u32) {
    let mut effort = Effort::new(q.thinking, most);
    let mut others: Vec<(f32, R::Action)> = legal
        .iter()
        .flat_map(|&a| few_counts::<R, _>(a))
        .filter(|a| *a != first)
        .map(|a| (q.rules.promise(state, q.seat, a), a))
        .collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let actions = std::iter::once(first).chain(others.into_iter().take(MOST - 1).map(|o| o.1));
    let mut field: Vec<Runner<R>> = actions
        .map(|action| Runner::new(Candidate { action: Some(action), plan: plan.clone() }, 0, Vec::new()))
        .collect();
    if field.len() < 2 || effort.is_over() {
        return (first, 0);
    }
    finals(q, &mut effort, &mut field, 0);
    let (won, _) = best(&field, 0);
    (field[won].candidate.action.unwrap_or(first), effort.playouts)
}
