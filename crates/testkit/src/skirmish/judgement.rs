//! What Skirmish knows about playing it: go where an enemy is, attack when it pays.

use super::{Action, Frame, Hex, Skirmish, State};
use engine::{Judgement, Random, Rules, Seat};

/// How eager a side is to attack, and how eager to close in.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    attack: f32,
    close_in: f32,
}

const SENSIBLE: Plan = Plan { attack: 3.0, close_in: 1.0 };

/// Steps from a hex to the nearest living enemy, at most eight.
fn distance(state: &State, from: Hex, side: u8) -> u8 {
    let mut ring = vec![from];
    for steps in 0..8 {
        let enemy = |h: &Hex| state.known_occupant(*h, side).is_some_and(|u| u.side() != side);
        if ring.iter().any(enemy) {
            return steps;
        }
        ring = ring.iter().flat_map(|h| h.neighbours()).collect();
        ring.sort_unstable();
        ring.dedup();
    }
    8
}

fn worth(state: &State, seat: Seat, plan: &Plan, action: Action) -> f32 {
    let Some(Frame::Chosen(chosen)) = state.frames.last() else {
        return match action {
            Action::Unit { .. } => 1.0,
            Action::Commit | Action::Shell { .. } => 0.5,
            _ => 0.0,
        };
    };
    match action {
        Action::Attack { .. } => plan.attack,
        Action::Move { hex } => {
            let now = distance(state, state.unit(chosen.unit).at, seat.0);
            plan.close_in * (f32::from(now) - f32::from(distance(state, hex, seat.0)))
        }
        _ => 0.1,
    }
}

impl Judgement for Skirmish {
    type Plan = Plan;

    fn stretch(&self, state: &State) -> u64 {
        u64::from(state.turn) * 2 + u64::from(state.side)
    }
    fn plans(&self, _state: &State, _seat: Seat, count: usize, random: &mut Random, out: &mut Vec<Plan>) {
        out.push(SENSIBLE);
        for _ in 1..count {
            out.push(Plan { attack: random.unit() * 4.0 - 1.0, close_in: random.unit() * 3.0 - 1.5 });
        }
    }
    fn follow(
        &self,
        state: &State,
        seat: Seat,
        plan: &Plan,
        legal: &[Action],
        random: &mut Random,
    ) -> Action {
        let mut best = (f32::NEG_INFINITY, legal[0]);
        for &action in legal {
            let value = worth(state, seat, plan, action) + random.unit() * 0.1;
            if value > best.0 {
                best = (value, action);
            }
        }
        best.1
    }
    fn promise(&self, state: &State, seat: Seat, action: Action) -> f32 {
        if self.to_act(state).contains(seat) { worth(state, seat, &SENSIBLE, action) } else { 0.0 }
    }
}
