//! What Chosin knows about playing it: an evaluation, a plan for each phase, and the worth of single actions.
//!
//! `campaign` says what a side is about by phase of the campaign, `outlook` is the map in its eyes, `place` how much a unit would
//! like to stand somewhere, `odds` the worth of attacks, `worth` that of any action.

mod campaign;
pub(crate) mod habits;
mod odds;
mod outlook;
mod place;
mod worth;

use crate::actions::Action;
use crate::frames::Frame;
use crate::game::{Chosin, enemy};
use crate::state::{COM, State, UN, UnitId, off};
use engine::{Judgement, Random, Rules, Seat};
use outlook::Outlook;
use std::sync::Arc;

/// What makes one plan different from another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// How much an attack must promise.
    pub(crate) caution: f32,
    /// How much danger counts.
    pub(crate) danger: f32,
    /// How much the goals pull.
    pub(crate) pull: f32,
}

impl Temper {
    const PLAIN: Self = Self { caution: 0.15, danger: 1.0, pull: 1.0 };
    const VARIED: [Self; 6] = [
        Self::PLAIN,
        Self { caution: -0.2, danger: 0.6, pull: 1.0 },
        Self { caution: 0.5, danger: 1.6, pull: 0.9 },
        Self { caution: 0.0, danger: 0.8, pull: 1.5 },
        Self { caution: 0.3, danger: 1.2, pull: 0.6 },
        Self { caution: -0.4, danger: 0.4, pull: 1.3 },
    ];
}

/// An intention for a phase: where the side wants to be, and its temper.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) outlook: Arc<Outlook>,
    pub(crate) temper: Temper,
}

impl Plan {
    fn new(game: &Chosin, state: &State, side: u8, temper: Temper) -> Self {
        Self { outlook: Arc::new(Outlook::new(game, state, side)), temper }
    }
}

impl Judgement for Chosin {
    type Plan = Plan;

    fn stretch(&self, state: &State) -> u64 {
        u64::from(state.turn) * 64 + state.phase as u64
    }

    fn plans(&self, state: &State, seat: Seat, count: usize, _: &mut Random, out: &mut Vec<Plan>) {
        out.clear();
        let plan = Plan::new(self, state, seat.0, Temper::PLAIN);
        for temper in Temper::VARIED.into_iter().take(count.max(1)) {
            out.push(Plan { outlook: plan.outlook.clone(), temper });
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

    fn words(&self, _: &State, _: Seat, plan: &Plan) -> String {
        plan.outlook.stage.words().to_owned()
    }

    fn promise(&self, state: &State, seat: Seat, action: Action) -> f32 {
        let temper = Temper { caution: 0.4, ..Temper::PLAIN };
        self.worth(state, seat.0, &Plan::new(self, state, seat.0, temper), action)
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
pub(crate) fn threat(game: &Chosin, state: &State, side: u8, hex: board::HexId) -> f32 {
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
