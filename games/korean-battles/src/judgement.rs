//! What Korean Battles knows about playing it: an evaluation, plans for the phases, and advice for single decisions.
//!
//! `mind` holds tables and weights, `odds` the worth of attacks, `outlook` the map in one side's eyes, `moves` the plan of
//! a movement phase, `advice` the action that follows a plan, `answers` support, losses, retreats and advances, `opening`
//! the set-up, `first_glance` the one-step judgement, `evaluation` how well the sides stand.

mod advice;
mod answers;
mod evaluation;
mod first_glance;
mod genes;
mod mind;
mod moves;
mod odds;
mod opening;
mod outlook;

use crate::actions::Action;
use crate::data::Scenario;
use crate::frames::Frame;
use crate::game::KoreanBattles;
use crate::state::{Hex, Phase, RED, Side, State, UnitId};
use engine::{Gene, Judgement, Random, Seat};
pub(crate) use evaluation::fitted;
pub(crate) use mind::Mind;
use outlook::Outlook;
use std::sync::{Arc, OnceLock};

/// A scenario with what is known about playing it.
#[derive(Clone, Copy)]
pub(crate) struct Judge<'a> {
    pub(crate) s: &'a Scenario,
    pub(crate) m: &'a Mind,
}

/// What makes one plan different from another: factors on the weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knobs {
    pub(crate) advance: f32,
    pub(crate) danger: f32,
    pub(crate) cover: f32,
    pub(crate) join: f32,
    pub(crate) price: f32,
    /// Added to what an attack must promise.
    pub(crate) caution: f32,
    pub(crate) jitter: f32,
    /// Half movement points by which the goals seem farther away.
    pub(crate) detour: [u16; 8],
}

impl Knobs {
    /// The weights as they are.
    pub(crate) const PLAIN: Self = Self {
        advance: 1.0,
        danger: 1.0,
        cover: 1.0,
        join: 1.0,
        price: 1.0,
        caution: 0.0,
        jitter: 0.05,
        detour: [0; 8],
    };

    /// The n-th plan: the first is the plain one, then some that stress one thing, then chance.
    fn varied(n: usize, random: &mut Random) -> Self {
        let mut k = Self::PLAIN;
        for d in &mut k.detour {
            *d = random.below(if n == 0 { 5 } else { 20 }) as u16;
        }
        match n {
            0 => {}
            1 => k.danger = 0.4,
            2 => (k.danger, k.caution) = (1.8, 0.15),
            3 => (k.advance, k.join) = (1.8, 1.3),
            4 => (k.cover, k.caution) = (1.8, 0.1),
            5 => (k.join, k.caution, k.price) = (1.6, -0.15, 0.5),
            _ => {
                let mut factor = |low: f32, high: f32| low * (high / low).powf(random.unit());
                k.advance = factor(0.4, 2.5);
                k.danger = factor(0.3, 2.5);
                k.cover = factor(0.4, 2.5);
                k.join = factor(0.5, 2.0);
                k.price = factor(0.4, 2.0);
                k.caution = factor(0.5, 2.0) - 1.0;
                k.jitter = 0.15;
            }
        }
        k
    }
}

/// A unit and where it goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) unit: UnitId,
    pub(crate) to: Hex,
}

/// A plan for one phase: its stress, the moves it wants, and the map as it looked when the plan was made.
#[derive(Clone)]
pub struct Plan {
    knobs: Knobs,
    orders: Arc<[Order]>,
    outlook: Option<Arc<Outlook>>,
    /// Hexes whose attack seems better or worse than the odds say.
    biases: Arc<[(Hex, f32)]>,
    /// What a search may decide otherwise, once it has asked.
    parts: Arc<OnceLock<Vec<genes::Part>>>,
}

/// What is added to the promise of an attack.
fn bias(biases: &[(Hex, f32)], target: Hex) -> f32 {
    biases.iter().find(|b| b.0 == target).map_or(0.0, |b| b.1)
}

impl KoreanBattles {
    pub(crate) fn judge(&self, st: &State) -> Judge<'_> {
        let i = (st.scenario as usize).min(self.scenarios.len() - 1);
        Judge { s: &self.scenarios[i], m: &self.minds[i] }
    }
}

impl Judge<'_> {
    /// A plan under some stress, with attacks that seem better or worse than the odds say.
    fn plan(&self, st: &State, side: Side, knobs: Knobs, biases: &[(Hex, f32)], random: &mut Random) -> Plan {
        let own = st.player == side;
        let empty = || Plan {
            knobs,
            orders: Arc::new([]),
            outlook: None,
            biases: biases.into(),
            parts: Arc::default(),
        };
        match st.phase {
            Phase::Movement | Phase::MobileMovement if own => {
                let mut outlook = self.outlook(st, side, &knobs);
                let kept = outlook.clone();
                let orders = self.orders(st, &mut outlook, &knobs, biases, random);
                Plan { orders: orders.into(), outlook: Some(Arc::new(kept)), ..empty() }
            }
            Phase::Combat | Phase::Attack | Phase::MobileCombat if own => {
                Plan { outlook: Some(Arc::new(self.outlook(st, side, &knobs))), ..empty() }
            }
            _ => empty(),
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
        let most = match (own, moving) {
            (true, true) => count,
            (true, false) if st.phase != Phase::Setup => count.min(6),
            _ => 1,
        };
        for n in 0..most.max(1) {
            let knobs = Knobs::varied(n, random);
            out.push(judge.plan(st, Side::of(seat), knobs, &[], random));
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
        self.judge(st).genome(st, Side::of(seat), plan)
    }

    fn express(&self, st: &State, seat: Seat, plan: &Plan, choice: &[u8]) -> Plan {
        self.judge(st).express(st, Side::of(seat), plan, choice)
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
