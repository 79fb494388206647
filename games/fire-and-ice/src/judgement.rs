//! What good play looks like: a value of positions and a promise of actions, on which computer players rest. Months, weeks
//! and points are here; the ground and its combats in `tactics`.

use crate::actions::{Action, Marker};
use crate::frames::Frame;
use crate::game::FireAndIce;
use crate::state::{AirBox, COM, Commander, PieceId, Sea, Spot, State, UN, mark, other};
use crate::tactics::Mind;
use engine::{Judge, Judgement, Random, Seat};

/// An intention for a player turn: how bold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// 0.5 holds, 1 plays on, 1.5 attacks whatever it can.
    bold: f32,
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

impl Judgement for FireAndIce {
    type Plan = Plan;

    fn stretch(&self, state: &State) -> u64 {
        u64::from(state.turn) * 64 + state.step as u64
    }

    fn plans(&self, _: &State, _: Seat, count: usize, random: &mut Random, out: &mut Vec<Plan>) {
        for bold in [1.0, 1.5, 0.5].into_iter().take(count.max(1)) {
            out.push(Plan { bold });
        }
        for _ in out.len()..count {
            out.push(Plan { bold: 0.5 + random.unit() });
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
        let mind = Mind::new(self, state, seat.0, plan.bold);
        for &action in legal {
            let worth = mind.worth(action) + random.unit() * 0.02;
            if worth > best.0 {
                best = (worth, action);
            }
        }
        best.1
    }

    fn promise(&self, state: &State, seat: Seat, action: Action) -> f32 {
        Mind::new(self, state, seat.0, 1.0).worth(action)
    }
}

impl Mind<'_> {
    pub(crate) fn worth(&self, action: Action) -> f32 {
        self.month(action)
            .or_else(|| self.air(action))
            .or_else(|| self.week(action))
            .or_else(|| self.activation(action))
            .or_else(|| self.points(action))
            .unwrap_or_else(|| self.fight(action))
    }

    fn month(&self, action: Action) -> Option<f32> {
        let state = self.state;
        Some(match action {
            Action::AskAid => 0.4,
            Action::RollIntervention => {
                let ripe = self.side == COM && self.game.china_modifier(state) >= 2;
                if ripe { 0.6 } else { 0.1 }
            }
            // 8.2 The intervention waits until the United Nations stand deep in the North, but not for ever.
            Action::Intervene => {
                let ground = self.game.ground(state);
                let north = self.enemies.iter().filter(|h| ground.north.has(h.index())).count();
                if north >= 6 || state.turn >= 17 { 1.0 } else { -0.5 }
            }
            Action::Relieve { .. } => 0.3,
            Action::Honour { unit } => 0.5 - 0.01 * self.far(unit, 30.0),
            Action::Recall { .. } | Action::Restore { .. } => 1.0,
            Action::FlipHq { hq } => 1.0 - 0.01 * self.far(hq, 5.0),
            Action::Repair { .. } => 0.5,
            Action::Position { hex } | Action::Trenches { hex } => {
                let threatened = self.nearest(hex, &self.enemies) <= 2.0 && self.key(hex) > 0.0;
                if threatened && self.spare() > 4.0 { 0.3 } else { -0.5 }
            }
            Action::Supply { unit, .. } => 0.4 - 0.05 * self.far(unit, 20.0),
            Action::Fleet { sea } => {
                let landing = !state.invaded && state.amphibious > 0;
                match (sea, landing) {
                    (Sea::Yellow, true) => 0.5,
                    (Sea::Japan, false) => 0.1,
                    _ => -0.2,
                }
            }
            Action::Infiltrate { .. } => 0.5,
            _ => return None,
        })
    }

    fn air(&self, action: Action) -> Option<f32> {
        let (game, state, weights) = (self.game, self.state, self.weights);
        Some(match action {
            Action::Commit { air, mission, base } => {
                let value = f32::from(game.air_value(state, air, mission, base));
                let flies = |at: AirBox| game.planes_in(state, other(self.side), at).next().is_some();
                let hostile = [AirBox::GroundSupport, AirBox::Interdiction, AirBox::TopCover].map(flies);
                let weight = match mission {
                    AirBox::GroundSupport => weights.support_air,
                    AirBox::Infrastructure => weights.strike_air,
                    AirBox::Interdiction => weights.interdict_air,
                    AirBox::TopCover if hostile.contains(&true) => weights.cover_air,
                    AirBox::TopCover => weights.idle_air,
                    AirBox::Airfield => weights.field_air,
                    AirBox::Atomic => 2.0,
                    _ => weights.alley_air,
                };
                value * weight * 0.3
            }
            Action::Shoot { .. } | Action::Strike { .. } | Action::Target { .. } => 0.8,
            Action::TopCover { .. } => 0.3,
            Action::Bomb { hex } => 0.5 * self.enemies.iter().filter(|&&e| e == hex).count() as f32,
            Action::Hit { improved } => 0.1 + f32::from(u8::from(improved)) * 0.4,
            Action::Lose { air } => -f32::from(game.air_type(air).ground_support) * 0.1,
            Action::Interdict { .. } => 0.4,
            Action::Harass { unit, .. } => 0.6 - 0.1 * self.place(unit).map_or(9.0, |h| self.nearest_goal(h)),
            _ => return None,
        })
    }

    fn week(&self, action: Action) -> Option<f32> {
        let state = self.state;
        let ground = self.game.ground(state);
        Some(match action {
            Action::Invade { port } => {
                let south = self.enemies.iter().filter(|&&h| ground.row(h) > ground.row(port) + 4).count();
                south as f32 * 0.2 - 0.6
            }
            Action::Embark { .. } => 1.0,
            Action::Launch | Action::Bombard { .. } => 0.5,
            Action::Evacuate { unit, .. } => {
                let danger =
                    self.place(unit).is_some_and(|h| ground.northern(h)) && self.far(unit, 9.0) == 2.0;
                if danger { 0.3 } else { -0.5 }
            }
            Action::Place { unit, at } => match at.on_map() {
                Some(hex) => 1.0 - 0.01 * self.nearest_goal(hex),
                None if at == Spot::SEA => {
                    let waits = self.side == UN && !state.invaded && state.amphibious > 0;
                    if waits && self.game.unit(unit).id.starts_with("us-") { 1.2 } else { 0.1 }
                }
                None => at.in_box().map_or(0.0, |i| {
                    let near = self.nearest(ground.boxes[usize::from(i)], &self.enemies);
                    1.0 - 0.03 * (near - 6.0).abs()
                }),
            },
            Action::Rebuild { .. } => 0.7,
            Action::Sacrifice { unit } => {
                if self.game.unit(unit).id.starts_with("us-") {
                    0.3
                } else {
                    0.5
                }
            }
            Action::March { unit } => {
                if self.far(unit, 10.0) > 3.0 {
                    self.weights.march
                } else {
                    -0.3
                }
            }
            Action::Drop { hex } => 0.4 - 0.05 * self.nearest_goal(hex),
            Action::TaskForce { .. } => -0.3,
            _ => return None,
        })
    }

    /// Headquarters: whom they reach, and what supply is there to keep them going until the month ends.
    fn activation(&self, action: Action) -> Option<f32> {
        let (game, state, weights) = (self.game, self.state, self.weights);
        Some(match action {
            Action::Activate { hq } if state.phasing() != self.side => {
                let attacked = state
                    .declared
                    .iter()
                    .any(|d| self.place(hq).is_some_and(|h| game.ground(state).distance(h, d.hex) <= 6));
                let units = self.in_reach(hq, true);
                if attacked && units > 0 && self.spare() >= f32::from(game.refresh_cost(state, hq)) {
                    weights.reserve * units.min(3) as f32
                } else {
                    -0.3
                }
            }
            Action::Activate { hq } => {
                let units = self.in_reach(hq, true).min(usize::from(game.slots(state, self.side)));
                if units == 0 { -0.2 } else { weights.unit * units as f32 + 0.1 - 0.005 * self.far(hq, 6.0) }
            }
            Action::Add { unit } => 0.8 - 0.03 * self.far(unit, 4.0),
            Action::Clear { .. } => 0.55,
            Action::Move { .. } => 0.5,
            Action::Refresh => {
                let reserve = state.act.reserve;
                let answering = reserve.is_some() && game.unit(reserve).side == self.side;
                let hq = if answering { reserve } else { state.act.hq };
                let left = self.spare() - f32::from(game.refresh_cost(state, hq));
                if self.in_reach(hq, false) == 0 || left < -weights.weeks { -0.1 } else { 0.9 }
            }
            _ => return None,
        })
    }

    /// 12.1.3 Objectives.
    fn points(&self, action: Action) -> Option<f32> {
        let (game, state) = (self.game, self.state);
        let double = if self.side == UN && state.commander == Commander::MacArthur { 2.0 } else { 1.0 };
        let near = |hex| self.nearest(hex, &self.friends);
        Some(match action {
            Action::Claim => {
                let own = state.objectives.iter().filter(|m| m.side == self.side && m.value > 0);
                let free = own.filter(|m| self.nearest(m.hex, &self.enemies) > 3.0);
                0.6 + double * 0.2 * free.map(|m| f32::from(m.value)).sum::<f32>()
            }
            Action::Uproot { hex } => {
                let value = state.objectives.iter().find(|m| m.hex == hex).map_or(0, |m| m.value);
                0.8 + 0.15 * f32::from(value)
            }
            Action::Reveal => 0.7,
            Action::Objective { hex } => 0.6 - 0.02 * near(hex) - 0.01 * self.strength_at(hex),
            Action::Snafu { marker, unit } => {
                let own = game.unit(unit).side == self.side;
                let bad = match marker {
                    Marker::Great => -0.7,
                    Marker::Incompetent => 0.7,
                    Marker::AmmoOut | Marker::FuelOut => 0.6,
                    _ => 0.3,
                };
                if own { -bad } else { bad }
            }
            _ => return None,
        })
    }

    /// The supply that is free to be spent: what later weeks of the month need is kept, as much as each headquarters with
    /// units would cost.
    pub(crate) fn spare(&self) -> f32 {
        let (game, state) = (self.game, self.state);
        let month = &game.data.months[game.month(state.turn)];
        let weeks =
            (usize::from(month.first) + month.weeks.len()).saturating_sub(usize::from(state.turn) + 1);
        let wanted: u32 = game
            .pieces_of(self.side)
            .filter(|&id| game.unit(id).hq() && state.piece(id).at.in_play() && self.in_reach(id, false) > 0)
            .map(|id| u32::from(game.refresh_cost(state, id)))
            .sum();
        let supply = f32::from(state.sides[usize::from(self.side)].supply);
        supply - self.weights.weeks * weeks as f32 * wanted as f32
    }

    /// The unit that is on the move, in an activation or on a march.
    pub(crate) fn mover(&self) -> PieceId {
        match self.state.frames.last() {
            Some(Frame::March(march)) => march.unit,
            Some(Frame::Waves(waves)) => waves.unit,
            Some(Frame::Displace(displace)) => displace.hq,
            Some(Frame::HqEnd(_)) => self.state.act.hq,
            _ => self.state.act.mover,
        }
    }
}
