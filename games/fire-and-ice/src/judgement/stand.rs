//! Where to stand: what a hex is worth to a unit, going there, going back, headquarters behind the front.

use super::mind::Mind;
use crate::frames::Frame;
use crate::moves::Kind;
use crate::state::{PieceId, did};
use crate::support::ATTACKER;
use board::HexId;

/// What a unit would not enter where a friend stands already: the surplus is lost (4.2).
const FULL: f32 = 2.0;
/// Hexes that count as near the enemy.
const NEAR: f32 = 3.0;

impl Mind<'_> {
    /// What a hex is worth to a unit.
    pub(crate) fn standing(&self, unit: PieceId, hex: HexId) -> f32 {
        let (game, state, w) = (self.game, self.state, self.weights);
        let ground = game.ground(state);
        let drawn = self.pull.map_or(0.0, |pull| pull.at(hex));
        let held = self.places().iter().filter(|p| p.hex == hex).map(|p| p.full).fold(0.0, f32::max);
        let near = self.nearest(hex, &self.enemies) <= NEAR;
        let here = state.hex_of(unit);
        let own = here.is_some_and(|h| ground.distance(h, hex) == 1);
        let friends = self.beside(self.side, hex) - f32::from(u8::from(own));
        let line = if near {
            w.group * friends.min(2.0) + w.cover * f32::from(ground.terrain[hex.index()].defence)
        } else {
            0.0
        };
        let behind = (self.nearest(hex, &self.posts) - 7.0).max(0.0);
        let full = game.units_in(state, self.side, hex).any(|id| id != unit);
        self.bold * drawn + w.hold * (held + self.barring(unit, hex)) + line
            - w.danger * self.danger(unit, hex) / self.bold
            - w.line * behind
            - if self.supplied_at(hex) { 0.0 } else { w.cut }
            - if full { FULL } else { 0.0 }
    }

    /// 12.1.3 Within three hexes of a revealed marker of the enemy's a unit keeps it from being claimed, if it is the only one.
    fn barring(&self, unit: PieceId, hex: HexId) -> f32 {
        let (game, state) = (self.game, self.state);
        let (ground, reach) = (game.ground(state), game.data.numbers.objective_reach);
        let mut sum = 0.0;
        for marker in state.objectives.iter().filter(|m| m.side != self.side && m.value > 0) {
            if ground.distance(marker.hex, hex) > reach {
                continue;
            }
            let here = state.hex_of(unit);
            let others = |h: &&HexId| Some(**h) != here && ground.distance(**h, marker.hex) <= reach;
            if !self.friends.iter().any(|h| others(&h)) {
                sum += f32::from(marker.value);
            }
        }
        sum
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

    /// What going to a hex is worth to the piece in hand.
    pub(crate) fn going(&self, hex: HexId) -> f32 {
        let mover = self.mover();
        if !mover.is_some() {
            return 0.0;
        }
        if self.game.unit(mover).hq() {
            return self.post(mover, hex);
        }
        // 4.8 A march near the enemy bugs out: that is a point.
        if self.bugs_out(hex) {
            return -1.0;
        }
        let Some(here) = self.stands(mover) else { return self.standing(mover, hex) };
        let ashore = if self.place(mover).is_none() { self.weights.ashore } else { 0.0 };
        let worth = |at: HexId| self.standing(mover, at) + self.relief(at) + self.chance(mover, at);
        worth(hex) - worth(here) + ashore - 0.02
    }

    /// 4.6 What a reserve does beside a hex that is attacked.
    fn relief(&self, hex: HexId) -> f32 {
        let state = self.state;
        if !matches!(state.frames.last(), Some(Frame::Moving(m)) if m.kind == Kind::Reserve) {
            return 0.0;
        }
        let ground = self.game.ground(state);
        let helped = state.declared.iter().filter(|d| ground.distance(d.hex, hex) == 1).count();
        self.weights.relief * helped as f32
    }

    /// What the best attack out of a hex would promise, while attacks can be declared.
    fn chance(&self, unit: PieceId, hex: HexId) -> f32 {
        let state = self.state;
        let attacks = matches!(state.frames.last(), Some(Frame::Moving(m)) if m.kind == Kind::Initial)
            && !state.piece(unit).done(did::DECLARED);
        if !attacks {
            return 0.0;
        }
        let ground = self.game.ground(state);
        let beside = |e: &&HexId| ground.distance(**e, hex) == 1;
        let worth = |e: &HexId| {
            let own = self.place(unit).is_some_and(|h| ground.distance(h, *e) == 1);
            let there = self.beside(self.side, *e) - f32::from(u8::from(own));
            let helpers = there + self.on_their_way(*e);
            let declared = state.declared.iter().any(|d| d.hex == *e);
            let blow = super::attack::Blow {
                kind: crate::state::Attack::Hasty,
                hex: *e,
                lead: unit,
                from: hex,
                helpers,
            };
            if declared { 0.25 } else { 0.7 * (self.blow(&blow) - self.weights.least) }
        };
        self.enemies.iter().filter(beside).map(worth).fold(0.0, f32::max)
    }

    /// A headquarters keeps behind the front and near its units; one that moves in its activation is lost for the month.
    pub(crate) fn post(&self, hq: PieceId, hex: HexId) -> f32 {
        let (game, state, w) = (self.game, self.state, self.weights);
        let ground = game.ground(state);
        let fits = |h: HexId| {
            let near = self.nearest(h, &self.enemies);
            let units = game.pieces_of(self.side).filter(|&id| !game.unit(id).hq() && game.commands(hq, id));
            let led = units.filter_map(|id| self.place(id)).filter(|&u| ground.distance(u, h) <= 6);
            let busy = |u: HexId| match self.nearest(u, &self.enemies) {
                near if near <= 5.0 => 1.0,
                near if near <= self.weights.pursuit => 0.5,
                _ => 0.1,
            };
            let led = led.map(busy).sum::<f32>().min(8.0);
            let close = (self.weights.stand - near).max(0.0) * 0.15;
            let road = if self.joined(h) { w.post } else { 0.0 };
            0.12 * led - close + road - 0.02 * near
        };
        let gain = fits(hex) - self.stands(hq).map_or(-3.0, fits);
        let lost = matches!(state.frames.last(), Some(Frame::HqEnd(_)));
        gain - if lost && self.weeks_left() > 0.0 { 1.0 } else { 0.1 }
    }

    /// The weeks that the month still has after this one.
    pub(crate) fn weeks_left(&self) -> f32 {
        let month = &self.game.data.months[self.game.month(self.state.turn)];
        let end = usize::from(month.first) + month.weeks.len();
        end.saturating_sub(usize::from(self.state.turn) + 1) as f32
    }

    /// 5.7 Into the hex that was won: one unit, where it stands better.
    pub(crate) fn advancing(&self, unit: PieceId) -> f32 {
        let hex = self.state.combat.declared.hex;
        if self.game.units_in(self.state, self.side, hex).next().is_some() {
            return -1.0;
        }
        let here = self.stands(unit).map_or(0.0, |h| self.standing(unit, h));
        0.25 + self.standing(unit, hex) - here
    }

    /// 5.6 A hex of retreat: the first costs little, above all to a supporter; more of them disrupt and rout.
    pub(crate) fn going_back(&self, unit: PieceId, hex: HexId) -> f32 {
        let (game, state, w) = (self.game, self.state, self.weights);
        let combat = &state.combat;
        let step = if combat.retreating == unit { combat.gone } else { 0 };
        let cost = match step {
            0 => w.first,
            1 => w.second,
            _ => w.third,
        };
        let leads = combat.defender == unit && combat.role(self.side) != ATTACKER && step == 0;
        let zone = game.zone_upon(state, unit, hex);
        let full = game.units_in(state, self.side, hex).next().is_some();
        let left = if leads { w.ground * (0.4 + self.worth_of(combat.declared.hex)) } else { 0.0 };
        -cost - left - if zone && !combat.zone { w.zone } else { 0.0 } - if full { 0.3 } else { 0.0 }
            + 0.02 * self.standing(unit, hex).clamp(-3.0, 3.0)
    }
}
