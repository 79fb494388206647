//! What good play looks like: a value of positions, a plan for each activation, and the worth of single actions, on which
//! computer players rest. What draws units stands in `theatre`, the counting of combats in `odds` and `attack`, the orders of an
//! activation in `operation`, and the numbers in `judgement.toml`.

mod attack;
mod combat;
mod command;
mod mind;
mod month;
pub(crate) mod odds;
mod operation;
mod stand;
mod theatre;
mod thumb;
mod week;
pub(crate) mod weights;

use crate::actions::Action;
use crate::frames::Frame;
use crate::game::FireAndIce;
use crate::state::{COM, PieceId, State, UN, mark};
use engine::{Judge, Judgement, Random, Seat};
use mind::Mind;
use operation::Operation;
use std::sync::Arc;
use theatre::{Pull, Survey};

/// An intention: how bold, what draws the units, which headquarters is worth what, and the orders of its activation.
#[derive(Clone, Debug)]
pub struct Plan {
    /// 0.5 holds, 1 plays on, 1.5 attacks whatever it can.
    bold: f32,
    pull: Option<Arc<Pull>>,
    choices: Vec<(PieceId, f32)>,
    operation: Operation,
}

impl Judge for FireAndIce {
    /// Points first; then cities and ports held, units in play, levels.
    fn evaluate(&self, state: &State, side: u8) -> f32 {
        let ground = self.ground(state);
        let mut value = f32::from(state.points) / 4.0;
        for i in ground.city.iter().chain(ground.port.iter()) {
            value += if state.control.has(i) { 0.15 } else { -0.15 };
        }
        let strength = |side: u8| {
            let units =
                self.pieces_of(side).filter(|&id| !self.unit(id).hq() && state.piece(id).at.in_play());
            units
                .map(|id| {
                    let piece = state.piece(id);
                    let weak = piece.has(mark::ROUTED | mark::BUG_OUT | mark::DISRUPTED | mark::OOC);
                    if weak { 0.6 } else { 1.0 }
                })
                .sum::<f32>()
        };
        value += (strength(COM) - strength(UN)) * 0.25;
        let [un, com] = &state.sides;
        let level = |t: &crate::state::Tracks| {
            f32::from(t.tank) + f32::from(t.artillery) + f32::from(t.infrastructure)
        };
        value += (level(com) - level(un)) * 0.03;
        for marker in state.objectives.iter() {
            let near = if self.controller(state, marker.hex) == marker.side { 0.5 } else { 0.1 };
            value += if marker.side == COM { near } else { -near };
        }
        if side == COM { value } else { -value }
    }
}

/// Months and turns, then the activation or march that is under way.
fn moment(state: &State) -> (u64, u64) {
    let hand = match state.frames.last() {
        Some(Frame::March(march)) => march.unit.0,
        Some(Frame::Waves(waves)) => waves.unit.0,
        _ => PieceId::NONE.0,
    };
    let turn = u64::from(state.turn) * 64 + state.step as u64;
    (turn, u64::from(state.act.hq.0) * 256 + u64::from(hand))
}

impl Judgement for FireAndIce {
    type Plan = Plan;

    fn stretch(&self, state: &State) -> u64 {
        let (turn, hand) = moment(state);
        turn << 16 | hand
    }

    /// Past the end of the other side's next player turn.
    fn far_enough(&self, from: &State, now: &State, _: usize) -> bool {
        let steps = |state: &State| u32::from(state.turn) * 64 + state.step as u32;
        now.turn > from.turn && steps(now) >= steps(from) + 60
    }

    fn plans(&self, state: &State, seat: Seat, count: usize, random: &mut Random, out: &mut Vec<Plan>) {
        for bold in [1.0, 1.5, 0.7].into_iter().take(count.max(1)) {
            out.push(self.plan(state, seat.0, bold));
        }
        for _ in out.len()..count {
            out.push(self.plan(state, seat.0, 0.6 + random.unit()));
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
        let mind = Mind::new(self, state, seat.0, plan.bold, plan.pull.as_deref());
        for &action in legal {
            let worth = mind.planned(plan, action).unwrap_or_else(|| mind.worth(action));
            let worth = worth + random.unit() * 0.01;
            if worth > best.0 {
                best = (worth, action);
            }
        }
        best.1
    }

    fn promise(&self, state: &State, seat: Seat, action: Action) -> f32 {
        let mind = Mind::new(self, state, seat.0, 1.0, None);
        mind.thumb(action).unwrap_or_else(|| mind.worth(action))
    }

    fn is_answer(&self, state: &State, _: Seat) -> bool {
        matches!(
            state.frames.last(),
            Some(
                Frame::Losses(_)
                    | Frame::Die(_)
                    | Frame::Check(_)
                    | Frame::Foreign(_)
                    | Frame::ChinaChoice(_)
                    | Frame::Reserve(_)
                    | Frame::Invasion(_)
            )
        )
    }

    fn words(&self, state: &State, _: Seat, plan: &Plan) -> String {
        let ground = self.ground(state);
        let order = |o: &operation::Order| {
            let unit = &self.unit(o.unit).name;
            match (o.to.is_some(), o.target.is_some()) {
                (_, true) => format!("{unit} attacks {}", ground.place(o.target)),
                (true, _) => format!("{unit} to {}", ground.place(o.to)),
                _ => unit.clone(),
            }
        };
        plan.operation.orders.iter().map(order).collect::<Vec<_>>().join("; ")
    }
}

impl FireAndIce {
    fn plan(&self, state: &State, side: u8, bold: f32) -> Plan {
        let mut plan = Plan { bold, pull: None, choices: Vec::new(), operation: Operation::default() };
        let moves = state.act.hq.is_some()
            || matches!(state.frames.last(), Some(Frame::March(m)) if m.unit.is_some())
            || matches!(state.frames.last(), Some(Frame::ChooseHq(_) | Frame::Waves(_)));
        if !moves {
            return plan;
        }
        let weights = self.weights(state, side);
        let places = Survey::new(self, state, side).places();
        plan.pull = Some(Arc::new(theatre::pull(self, state, side, &places, weights.advance)));
        let mind = Mind::new(self, state, side, bold, plan.pull.as_deref());
        let (mut choices, mut operation) = (Vec::new(), Operation::default());
        match state.frames.last() {
            Some(Frame::ChooseHq(_)) => {
                let ready = |id: &PieceId| {
                    let piece = state.piece(*id);
                    self.unit(*id).hq() && !piece.has(mark::SPENT) && piece.at.in_play()
                };
                for hq in self.pieces_of(side).filter(ready) {
                    choices.push((hq, mind.operation(hq, false).worth));
                }
            }
            _ if state.act.hq.is_some() && self.unit(state.act.hq).side == side => {
                operation = mind.operation(state.act.hq, true);
            }
            _ => {}
        }
        plan.choices = choices;
        plan.operation = operation;
        plan
    }
}

impl Mind<'_> {
    /// What an action is worth by itself.
    pub(crate) fn worth(&self, action: Action) -> f32 {
        self.month(action)
            .or_else(|| self.air(action))
            .or_else(|| self.week(action))
            .or_else(|| self.activation(action))
            .or_else(|| self.points(action))
            .unwrap_or_else(|| self.fight(action))
    }
}
