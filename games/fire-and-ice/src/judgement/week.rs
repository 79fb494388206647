//! The week: the landing, evacuation, arrivals, strategic moves; and the check of objectives.

use super::mind::Mind;
use crate::actions::{Action, Marker};
use crate::state::{Commander, Objective, Spot, UN, other};

/// An objective marker that nobody has seen, on the average.
const HIDDEN: f32 = 2.7;

impl Mind<'_> {
    pub(crate) fn week(&self, action: Action) -> Option<f32> {
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
                // 4.8 Nearer than that it would be a Bug Out, or is forbidden.
                if self.far(unit, 10.0) > 2.0 { 0.2 } else { -0.3 }
            }
            Action::Drop { hex } => 0.4 - 0.05 * self.nearest_goal(hex),
            Action::TaskForce { .. } => -0.3,
            _ => return None,
        })
    }

    /// What a marker is worth to its side.
    fn marker(&self, marker: &Objective) -> f32 {
        let value = if marker.value == 0 { HIDDEN } else { f32::from(marker.value) };
        let double = marker.side == UN && self.state.commander == Commander::MacArthur;
        if double { 2.0 * value } else { value }
    }

    /// 12.1.3 Objectives.
    pub(crate) fn points(&self, action: Action) -> Option<f32> {
        let (game, state) = (self.game, self.state);
        let clear = |m: &&Objective| {
            let enemies = if m.side == self.side { &self.enemies } else { &self.friends };
            self.nearest(m.hex, enemies) > 3.0
        };
        let own = || state.objectives.iter().filter(|m| m.side == self.side);
        Some(match action {
            Action::Claim => {
                own().filter(|m| m.value > 0).filter(clear).map(|m| self.marker(m)).sum::<f32>()
                    * self.claiming()
            }
            Action::Uproot { hex } => {
                let found = state.objectives.iter().find(|m| m.hex == hex);
                let urgent = found.is_some_and(|m| m.value > 0 && self.nearest(m.hex, &self.enemies) <= 6.0);
                found.map_or(0.0, |m| self.marker(m)) * if urgent { 0.8 } else { 0.55 }
            }
            Action::Reveal => {
                let beside = own().filter(|m| m.value == 0 && self.nearest(m.hex, &self.friends) <= 1.0);
                beside.map(|m| self.marker(m) * if clear(&m) { 0.5 } else { 0.2 }).sum()
            }
            Action::Objective { hex } => {
                let marker = Objective { hex, side: self.side, value: 0 };
                let near = self.nearest(hex, &self.friends);
                let strong = self.strength_at(hex) - 1.0;
                self.marker(&marker) * 0.4 / (1.0 + 0.12 * near + 0.1 * strong.max(0.0))
            }
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

    /// How urgent a claim is: at once where it wins or the game ends, else it can wait a little for others.
    fn claiming(&self) -> f32 {
        let state = self.state;
        let last = state.turn >= self.game.scenario_of(state).last;
        let close = state.points_of(self.side) >= 14 || state.points_of(other(self.side)) >= 14;
        if last || close { 3.0 } else { 1.0 }
    }
}
