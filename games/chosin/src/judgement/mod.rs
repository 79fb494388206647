//! What Chosin knows about playing it: an evaluation, a plan for each phase, and the worth of single actions.
//!
//! `campaign` says what a side is about by phase of the campaign, `outlook` is the map in its eyes, `place` how much a unit would
//! like to stand somewhere, `odds` the worth of attacks, `worth` that of any action.

mod campaign;
mod first_glance;
mod genes;
pub(crate) mod habits;
mod odds;
mod outlook;
mod place;
pub(crate) mod weights;
mod worth;

use crate::actions::Action;
use crate::frames::Frame;
use crate::game::{Chosin, enemy};
use crate::state::{COM, Phase, State, UN, UnitId, off};
use board::HexId;
use engine::{Gene, Judgement, Random, Rules, Seat};
use genes::Part;
use outlook::Outlook;
use std::sync::{Arc, OnceLock};
use weights::Weights;

/// What the air units are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sky {
    /// Close support first, then strikes, the rest interdicts.
    #[default]
    Balanced,
    Support,
    Strikes,
    Interdiction,
}

impl Sky {
    const ALL: [Self; 4] = [Self::Balanced, Self::Support, Self::Strikes, Self::Interdiction];
}

/// What makes one plan different from another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// How much more than usual an attack must promise.
    pub(crate) caution: f32,
    /// How much danger counts.
    pub(crate) danger: f32,
    /// How much the goals pull.
    pub(crate) pull: f32,
    /// How much the enemy's weak places attract.
    pub(crate) prey: f32,
    pub(crate) sky: Sky,
}

impl Temper {
    const PLAIN: Self = Self { caution: 0.0, danger: 1.0, pull: 1.0, prey: 1.0, sky: Sky::Balanced };
    const VARIED: [Self; 6] = [
        Self::PLAIN,
        Self { caution: -0.35, danger: 0.6, sky: Sky::Support, ..Self::PLAIN },
        Self { caution: 0.35, danger: 1.6, pull: 0.9, sky: Sky::Strikes, ..Self::PLAIN },
        Self { caution: -0.15, danger: 0.8, pull: 1.5, ..Self::PLAIN },
        Self { caution: 0.15, danger: 1.2, pull: 0.6, sky: Sky::Interdiction, ..Self::PLAIN },
        Self { caution: -0.55, danger: 0.4, pull: 1.3, prey: 1.6, ..Self::PLAIN },
    ];
}

/// An intention for a phase: where the side wants to be, its temper, and what a search has decided beside it.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) outlook: Arc<Outlook>,
    pub(crate) temper: Temper,
    /// What is added to the promise of attacks on single hexes.
    pub(crate) biases: Arc<[(HexId, f32)]>,
    /// Where single units go in any case.
    pub(crate) orders: Arc<[(UnitId, HexId)]>,
    /// What a search may vary, once it has asked.
    parts: Arc<OnceLock<Vec<Part>>>,
}

impl Chosin {
    /// What a side goes by.
    pub(crate) fn weights_of(&self, state: &State, side: u8) -> &Weights {
        self.mind.of(state.scenario, side)
    }
}

impl Plan {
    fn new(outlook: Arc<Outlook>, temper: Temper) -> Self {
        let (biases, orders) = (Arc::default(), Arc::default());
        Self { outlook, temper, biases, orders, parts: Arc::default() }
    }
    fn order(&self, unit: UnitId) -> Option<HexId> {
        self.orders.iter().find(|o| o.0 == unit).map(|o| o.1)
    }
    fn bias(&self, hex: HexId) -> f32 {
        self.biases.iter().find(|b| b.0 == hex).map_or(0.0, |b| b.1)
    }
}

impl Judgement for Chosin {
    type Plan = Plan;

    fn stretch(&self, state: &State) -> u64 {
        u64::from(state.turn) * 64 + state.phase as u64
    }

    fn plans(&self, state: &State, seat: Seat, count: usize, _: &mut Random, out: &mut Vec<Plan>) {
        out.clear();
        let outlook = Arc::new(Outlook::new(self, state, seat.0));
        let tempers = Temper::VARIED.into_iter().take(count.max(1));
        out.extend(tempers.map(|temper| Plan::new(outlook.clone(), temper)));
    }

    fn follow(
        &self,
        state: &State,
        seat: Seat,
        plan: &Plan,
        legal: &[Action],
        random: &mut Random,
    ) -> Action {
        // A lost TAC may be asked for in the middle of a movement phase.
        if let Some(Frame::Movement(_)) = self.frame(state) {
            return self.next_move(state, seat.0, plan, legal);
        }
        let mut best = (f32::NEG_INFINITY, legal[0]);
        for &action in legal {
            let worth = self.worth(state, seat.0, plan, action) + 0.02 * random.unit();
            if worth > best.0 {
                best = (worth, action);
            }
        }
        best.1
    }

    fn promise(&self, state: &State, seat: Seat, action: Action) -> f32 {
        self.glance(state, seat.0, action)
    }

    /// A search sees the other's answer: up to the end of the next combat phase that is not the searcher's.
    fn far_enough(&self, from: &State, now: &State, _: usize) -> bool {
        let answered = match from.phase {
            Phase::Setup => (1, Phase::ComRecovery),
            phase if phase.communist() => (from.turn + 1, Phase::UnRecovery),
            _ => (from.turn, Phase::ComRecovery),
        };
        (now.turn, now.phase) >= answered
    }

    fn genome(&self, state: &State, seat: Seat, plan: &Plan) -> Vec<Gene> {
        self.genes(state, seat.0, plan)
    }

    fn express(&self, _: &State, _: Seat, plan: &Plan, choice: &[u8]) -> Plan {
        Self::expressed(plan, choice)
    }

    fn is_answer(&self, state: &State, seat: Seat) -> bool {
        let frame = self.frame(state);
        self.to_act(state).contains(seat)
            && matches!(
                frame,
                Some(
                    Frame::Table(_)
                        | Frame::AirSupport(_)
                        | Frame::Support(_)
                        | Frame::Choice(_)
                        | Frame::PickLoss(_)
                        | Frame::Retreats(_)
                        | Frame::Advance(_)
                        | Frame::Interception(_)
                )
            )
    }

    fn words(&self, state: &State, _: Seat, plan: &Plan) -> String {
        self.plan_words(state, plan)
    }
}

/// How well a side stands: points so far, what the map would give at the end, units that can still get away, units cut off.
pub(crate) fn evaluate(game: &Chosin, state: &State, side: u8) -> f32 {
    let control = game.data.end_control(state);
    let mut un = (state.score.lead(UN)) as f32 + 0.4 * (control[0] - control[1]) as f32;
    let supply = game.data.supply(state, UN);
    for unit in game.on_map(state, UN) {
        let near = outlook::port_distance(game, state, unit);
        let away = 1.0 - f32::from(near.min(60)) / 60.0;
        un += 0.6 * f32::from(game.data.unit(unit).exited) * away;
        if !game.data.supplied(state, &supply, unit) {
            un -= 0.15 * f32::from(game.data.unit(unit).dead);
        }
        if state.field.disrupted(unit) {
            un -= 0.2 * f32::from(game.data.unit(unit).dead);
        }
    }
    for unit in game.on_map(state, COM).filter(|u| state.field.disrupted(*u)) {
        un += 0.2 * f32::from(game.data.unit(unit).dead);
    }
    if side == UN { un } else { -un }
}

/// Whether a unit is worth keeping in the field: it fights.
pub(crate) fn fights(game: &Chosin, unit: UnitId) -> bool {
    game.data.quick(unit).faces[0][0] >= 2
}

/// The strength that the enemy of a side could bring against a hex, in factors.
pub(crate) fn threat(game: &Chosin, state: &State, side: u8, hex: HexId) -> f32 {
    let foe = enemy(side);
    let mut sum = 0.0;
    for near in game.data.ground.around(hex).filter(|h| state.field.holds(foe, *h)) {
        sum += state.field.units_in(near).map(|u| f32::from(game.factors(state, u)[0])).sum::<f32>();
    }
    sum
}

/// Whether a unit can leave by sea from where it stands.
pub(crate) fn in_port(game: &Chosin, state: &State, unit: UnitId) -> bool {
    let hex = state.field.at(unit);
    hex.0 < off::FIRST && game.port_open(state, hex)
}
