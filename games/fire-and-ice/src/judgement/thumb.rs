//! Rules of thumb on the ground, for whoever looks one step ahead: towards the nearest goal, attack where one is more.

use super::mind::Mind;
use crate::actions::Action;
use crate::frames::Frame;
use crate::state::{Attack, PieceId, mark, other};
use board::HexId;

impl Mind<'_> {
    /// What a step on the ground looks like at first sight; none for everything else.
    pub(crate) fn thumb(&self, action: Action) -> Option<f32> {
        let w = self.weights;
        Some(match action {
            Action::To { hex } => self.towards(hex),
            Action::Declare { kind, hex } => self.odds_at_sight(kind, hex),
            Action::Advance { .. } => {
                let taken = self.beside_or_in(self.state.combat.declared.hex);
                if taken { -1.0 } else { 0.4 }
            }
            Action::Roll { ten } => 0.2 + if ten { 0.3 } else { 0.0 },
            Action::Retreat { unit, hex } => {
                let combat = &self.state.combat;
                let gone = if combat.retreating == unit { combat.gone } else { 0 };
                let zone = self.field.enemy_zone(self.side, hex);
                -[w.first, w.second, w.third][usize::from(gone.min(2))] - if zone { w.zone } else { 0.0 }
            }
            Action::GiveUp => {
                let role = self.state.combat.role(self.side);
                -w.unit * self.game.present(self.state, role).len() as f32
            }
            _ => return None,
        })
    }

    fn beside_or_in(&self, hex: HexId) -> bool {
        self.game.units_in(self.state, self.side, hex).next().is_some()
    }

    /// How far it is to the nearest own marker or enemy city.
    fn goal_at_sight(&self, hex: HexId) -> f32 {
        let (game, state) = (self.game, self.state);
        let ground = game.ground(state);
        let markers = state.objectives.iter().filter(|m| m.side == self.side).map(|m| m.hex);
        let cities = ground.city.iter().map(|i| HexId(i as u16));
        let cities = cities.filter(|&c| game.controller(state, c) != self.side);
        markers.chain(cities).map(|goal| ground.distance(goal, hex)).min().map_or(30.0, |d| d as f32)
    }

    fn towards(&self, hex: HexId) -> f32 {
        let mover = self.mover();
        if !mover.is_some() {
            return 0.0;
        }
        if self.game.unit(mover).hq() {
            return self.post(mover, hex);
        }
        let marches = matches!(self.state.frames.last(), Some(Frame::March(_)));
        if marches && self.nearest(hex, &self.enemies) <= 2.0 {
            return -1.0;
        }
        let Some(here) = self.stands(mover) else { return 0.0 };
        let full = self.game.units_in(self.state, self.side, hex).any(|id| id != mover);
        let worth = |at: HexId| {
            let enemies = self.beside(other(self.side), at);
            let cover = f32::from(self.game.ground(self.state).terrain[at.index()].defence);
            0.1 * self.beside(self.side, at).min(2.0) + 0.1 * enemies.min(1.0) + 0.04 * cover
                - 0.12 * self.goal_at_sight(at)
        };
        worth(hex) - worth(here) - if full { 2.0 } else { 0.0 }
    }

    /// More friends than enemies beside the hex, and the ground against it.
    fn odds_at_sight(&self, kind: Attack, hex: HexId) -> f32 {
        let state = self.state;
        let friends = self.beside(self.side, hex) - 1.0;
        let enemies = self.beside(other(self.side), hex);
        let cover = f32::from(self.game.ground(state).terrain[hex.index()].defence);
        let spent = |id: PieceId| state.piece(id).has(mark::SPENT);
        let tired = self.game.units_in(state, other(self.side), hex).all(spent);
        let time = if kind == Attack::Meeting { -0.3 } else { 0.1 * f32::from(kind as u8) };
        0.3 * friends - 0.3 * enemies - 0.15 * cover + time + if tired { 0.2 } else { 0.0 }
    }
}
