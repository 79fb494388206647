//! What Korean Battles knows about playing it: an evaluation, plans for the phases, and advice for single decisions.
//!
//! `mind` holds tables and weights, `odds` the worth of attacks, `theatre` what the staff's craft ([`staff`]) is told to make plans
//! of, `advice` the action that follows a plan, `answers` support, losses, retreats and advances, `opening`
//! the set-up, `first_glance` the one-step judgement, `evaluation` how well the sides stand.

mod advice;
mod answers;
mod evaluation;
mod first_glance;
mod mind;
mod odds;
mod opening;
mod theatre;
mod words;

use crate::actions::Action;
use crate::data::Scenario;
use crate::frames::Frame;
use crate::game::KoreanBattles;
use crate::state::{Hex, Phase, RED, Side, State, UnitId};
use engine::{Gene, Judgement, Random, Seat};
pub(crate) use evaluation::fitted;
pub(crate) use mind::Mind;
use staff::Stress;

/// A scenario with what is known about playing it.
#[derive(Clone, Copy)]
pub(crate) struct Judge<'a> {
    pub(crate) s: &'a Scenario,
    pub(crate) m: &'a Mind,
}

/// A plan for one phase.
pub type Plan = staff::Plan<UnitId, Hex>;

/// A unit that could join an attack.
pub(crate) type Hand = staff::Hand<UnitId, Hex>;

impl KoreanBattles {
    pub(crate) fn judge(&self, st: &State) -> Judge<'_> {
        let i = (st.scenario as usize).min(self.scenarios.len() - 1);
        Judge { s: &self.scenarios[i], m: &self.minds[i] }
    }
}

impl Judge<'_> {
    /// A plan under some stress; there is nothing to plan in the other's phases, at set-up and when units are rebuilt.
    fn plan(&self, st: &State, side: Side, stress: Stress, random: &mut Random) -> Plan {
        let still = matches!(st.phase, Phase::Setup | Phase::Rebuild | Phase::Over);
        if still || st.player != side {
            Plan::idle(stress)
        } else {
            Plan::new(self.front(st, side), stress, &[], random)
        }
    }
}

impl Judgement for KoreanBattles {
    type Plan = Plan;

    fn stretch(&self, st: &State) -> u64 {
        let phase = match st.phase {
            Phase::Setup | Phase::Movement => 0,
            Phase::Combat | Phase::Attack => 1,
            Phase::MobileMovement => 2,
            Phase::MobileCombat | Phase::Rebuild | Phase::Over => 3,
        };
        let half =
            u64::from(st.turn > 0 && st.player != self.of(st).first || st.turn == 0 && st.player == RED);
        (u64::from(st.turn) * 2 + half) * 4 + phase
    }

    fn plans(&self, st: &State, seat: Seat, count: usize, random: &mut Random, out: &mut Vec<Plan>) {
        let judge = self.judge(st);
        let own = st.player == Side::of(seat);
        let moving = matches!(st.phase, Phase::Movement | Phase::MobileMovement);
        let most = match (own, moving || st.phase == Phase::Setup) {
            (true, true) => count,
            (true, false) => count.min(6),
            _ => 1,
        };
        for n in 0..most.max(1) {
            let stress = Stress::varied(n, random);
            out.push(judge.plan(st, Side::of(seat), stress, random));
        }
    }

    fn follow(&self, st: &State, seat: Seat, plan: &Plan, legal: &[Action], random: &mut Random) -> Action {
        self.judge(st).advise(st, Side::of(seat), plan, legal, random)
    }

    fn promise(&self, st: &State, seat: Seat, action: Action) -> f32 {
        self.judge(st).glance(st, Side::of(seat), action)
    }

    /// So many player turns on as the weights say.
    fn far_enough(&self, from: &State, now: &State, _passed: usize) -> bool {
        self.stretch(now) / 4 >= self.stretch(from) / 4 + self.judge(from).m.horizon
    }

    fn genome(&self, st: &State, seat: Seat, plan: &Plan) -> Vec<Gene> {
        plan.genome(|| self.judge(st).front(st, Side::of(seat)))
    }

    fn express(&self, st: &State, seat: Seat, plan: &Plan, choice: &[u8]) -> Plan {
        plan.express(|| self.judge(st).front(st, Side::of(seat)), choice)
    }

    /// Support, waves, losses, stand or retreat, the way of a retreat, advances.
    fn is_answer(&self, st: &State, _seat: Seat) -> bool {
        matches!(
            st.top(),
            Some(
                Frame::Support(_)
                    | Frame::Waves(_)
                    | Frame::Loss(_)
                    | Frame::Stiff(_)
                    | Frame::Retreat(_)
                    | Frame::Displace(_)
                    | Frame::Advance(_)
            )
        )
    }

    fn words(&self, st: &State, _seat: Seat, plan: &Plan) -> String {
        self.judge(st).words(plan)
    }
}
