//! One-step judgement: how an action looks by itself, without a plan. What a recruit goes by: the nearest port or the nearest
//! enemy, printed strengths, no thought of supply, of the road or of what the enemy answers.

use crate::actions::Action;
use crate::frames::Frame;
use crate::game::Chosin;
use crate::state::{COM, Mission, State, UN, UnitId};
use board::HexId;

/// What a hex nearer to the goal counts.
const NEARER: f32 = 0.3;
/// From how many to one an attack looks good.
const GOOD_ODDS: f32 = 2.5;

impl Chosin {
    /// How promising an action looks; ending a phase looks like nothing.
    pub(super) fn glance(&self, state: &State, side: u8, action: Action) -> f32 {
        match action {
            Action::Move { unit } => {
                let away = f32::from(self.glance_goal(state, side, state.field.at(unit)));
                if away > 1.0 { 0.3 + 0.01 * away } else { -0.3 }
            }
            Action::To { hex } => self.glance_step(state, side, hex),
            Action::Attack { hex } => self.glance_odds(state, side, hex) - GOOD_ODDS,
            Action::Table { table } => {
                [0.3, if self.sum(state).column > 4 { 1.0 } else { 0.0 }, 0.2][usize::from(table.0)]
            }
            Action::Retreat { hex, .. } => 1.0 - if state.enemy_zone(side, hex) { 1.0 } else { 0.0 },
            Action::Advance { hex, .. } => {
                if state.enemy_zone(side, hex) {
                    -0.2
                } else {
                    0.2
                }
            }
            Action::ShipOut { unit } | Action::FlyOut { unit } => {
                let late = 2 * state.turn > self.turns(state);
                if late || self.factors(state, unit)[0] < 2 { 1.0 } else { -0.5 }
            }
            Action::Cas { .. }
            | Action::Fire { .. }
            | Action::FireFleet
            | Action::FirePart { .. }
            | Action::FireFleetPart { .. } => 0.3,
            Action::Strike { hex, .. } => 0.3 * self.known_units(state, hex),
            Action::Interdict { hex, .. } => {
                if state.field.holds(COM, hex) {
                    0.3
                } else {
                    -1.0
                }
            }
            Action::Assign { mission, .. } => match mission {
                Mission::Support => 1.0,
                Mission::Strike => 0.9,
                Mission::Interdiction | Mission::Supply => 0.6,
                _ => 0.3,
            },
            Action::Disrupt { unit } | Action::Eliminate { unit } => self.glance_victim(side, unit),
            Action::Place { .. } => 0.5,
            Action::Drop { .. } => -0.5,
            Action::March { .. } | Action::Evacuate { .. } => -0.3,
            _ => self.plain_worth(state, side, action),
        }
    }

    /// Hexes from one to the nearest goal: an open port for the UN, an enemy for the Communists.
    fn glance_goal(&self, state: &State, side: u8, hex: HexId) -> u8 {
        let far = |h: HexId| self.data.ground.distance(h, hex);
        let ports = || crate::event::hexes(&self.data.ground.port).filter(|p| self.port_open(state, *p));
        let enemies = || crate::event::hexes(&state.field.held[UN as usize]);
        let nearest = if side == UN { ports().map(far).min() } else { enemies().map(far).min() };
        nearest.unwrap_or(0)
    }

    fn glance_step(&self, state: &State, side: u8, hex: HexId) -> f32 {
        let Some(Frame::Moving(moving)) = state.frames.last() else { return 0.1 };
        let Some(leader) = moving.leader() else { return 0.0 };
        let goal = |h: HexId| f32::from(self.glance_goal(state, side, h).max(1));
        let crowd = f32::from(u8::from(self.data.crowded(
            state,
            side,
            hex,
            &moving.group,
            self.data.load_of(leader),
        )));
        NEARER * (goal(state.field.at(leader)) - goal(hex)) - crowd - 0.1
    }

    /// Printed strengths beside a hex against those in it.
    fn glance_odds(&self, state: &State, side: u8, hex: HexId) -> f32 {
        let defence: f32 = state.field.units_in(hex).map(|u| f32::from(self.factors(state, u)[1])).sum();
        super::threat(self, state, 1 - side, hex) / defence.max(1.0)
    }

    fn known_units(&self, state: &State, hex: HexId) -> f32 {
        state.field.units_in(hex).count() as f32 - 1.0
    }

    fn glance_victim(&self, side: u8, unit: UnitId) -> f32 {
        let points = f32::from(self.data.unit(unit).dead);
        let sign = if self.side(unit) == side { -0.3 } else { 0.3 };
        1.0 + sign * points
    }
}
