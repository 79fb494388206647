//! What the game knows about playing it well: `evaluate` says how a side stands, `plan` what a nation sets out to do in a
//! phase, `advice` which decision follows from that.

mod advice;
mod air;
mod assault;
mod buying;
mod evaluate;
mod fleet;
mod genes;
mod idle;
mod march;
mod plan;

pub(crate) use plan::Weights;

use crate::actions::Action;
use crate::frames::Frame;
use crate::game::War625;
use crate::state::State;
use engine::playout::few_counts;
use engine::{Gene, Judgement, Random, Seat};
use plan::Plan;

/// How much chance there is between decisions of equal worth.
const WHIM: f32 = 0.05;

impl Judgement for War625 {
    type Plan = Plan;

    fn stretch(&self, state: &State) -> u64 {
        (u64::from(state.turn) << 16) | (u64::from(state.group) << 8) | state.step as u64
    }

    fn plans(&self, state: &State, seat: Seat, count: usize, random: &mut Random, out: &mut Vec<Plan>) {
        out.push(self.sensible_plan(state, seat));
        for _ in 1..count {
            out.push(self.other_plan(state, seat, random));
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
        for action in legal.iter().flat_map(|&a| few_counts::<Self, _>(a)) {
            let value = self.advise(state, seat, plan, action) + random.unit() * WHIM;
            if value > best.0 {
                best = (value, action);
            }
        }
        best.1
    }

    fn promise(&self, state: &State, seat: Seat, action: Action) -> f32 {
        self.advise(state, seat, &self.timid_plan(state, seat), action)
    }

    /// Through own combat and movement to the end of the other side's combat.
    fn far_enough(&self, _from: &State, _now: &State, passed: usize) -> bool {
        passed > 10
    }

    fn genome(&self, state: &State, seat: Seat, plan: &Plan) -> Vec<Gene> {
        self.genes(state, seat, plan)
    }

    fn express(&self, state: &State, seat: Seat, plan: &Plan, choice: &[u8]) -> Plan {
        self.expressed(state, seat, plan, choice)
    }

    /// War or peace, and a truce: one answer decides much. Losses and rounds of battle are left to the plan.
    fn is_answer(&self, state: &State, _seat: Seat) -> bool {
        matches!(state.frames.last(), Some(Frame::Enter(_) | Frame::Truce(_)))
    }

    fn words(&self, state: &State, _seat: Seat, plan: &Plan) -> String {
        self.told(state, plan)
    }
}
