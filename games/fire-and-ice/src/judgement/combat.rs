//! In a combat: what is put in, which die, and how a loss is paid.

use super::attack::Payer;
use super::mind::Mind;
use crate::actions::Action;
use crate::state::{COM, Commander, mark};
use crate::support::{ATTACKER, DEFENDER};

/// Modifiers beyond this decide the combat: more support is wasted.
const ENOUGH: f32 = 6.0;

impl Mind<'_> {
    /// How far the own modifiers are ahead.
    fn ahead(&self) -> f32 {
        let own = self.state.combat.role(self.side);
        let sum = |role: usize| self.game.modifiers(self.state, role).sum();
        f32::from(sum(own) - sum(1 - own))
    }

    pub(crate) fn fight(&self, action: Action) -> f32 {
        let (game, state) = (self.game, self.state);
        match action {
            Action::To { hex } => self.going(hex),
            Action::Least { .. } => -0.1,
            Action::Declare { kind, hex } => self.declaring(kind, hex, self.on_their_way(hex)),
            Action::Chit { chit } => {
                let c = &game.data.chits[usize::from(chit)];
                c.mean() + 0.1 * f32::from(c.advance) + 0.5 * c.planning as f32
            }
            Action::Fight { hex } => 0.5 + 0.1 * self.strength_at(hex) + 0.2 * self.worth_of(hex),
            Action::Defend { unit } => 0.5 - if state.piece(unit).has(mark::SPENT) { 0.3 } else { 0.0 },
            Action::Everything => 1.0,
            Action::Support { .. } | Action::Tank { .. } | Action::Artillery { .. } | Action::Guns { .. } => {
                0.4
            }
            Action::Road => {
                if self.ahead() < 3.0 {
                    1.1
                } else {
                    -0.2
                }
            }
            // As attacker before the defender has put anything in, as defender knowing all of it.
            Action::Fly { .. } => {
                if self.ahead() < ENOUGH {
                    0.6
                } else {
                    -0.1
                }
            }
            Action::Roll { ten } => self.die(ten),
            Action::Reroll { unit } => {
                let role = state.combat.role(game.unit(unit).side);
                let die = f32::from(state.combat.dice[role]) / f32::from(state.combat.faces[role].max(1));
                if game.unit(unit).side == self.side { 0.5 - die } else { die - 0.5 }
            }
            Action::Quality { .. } | Action::Count { good: true } => 0.5,
            Action::Invoke { unit } => {
                if state.piece(unit).has(mark::BAD) {
                    0.5
                } else {
                    -0.5
                }
            }
            Action::Advance { unit } => self.advancing(unit),
            Action::Scrap { .. } => -1.0,
            _ => self.paying(action).unwrap_or(0.0),
        }
    }

    /// 5.4.1 The ten wins more; the six keeps the unit fresh for its own turn.
    fn die(&self, ten: bool) -> f32 {
        let combat = &self.state.combat;
        let sum = |role: usize| self.game.modifiers(self.state, role).sum();
        let ahead = sum(ATTACKER) - sum(DEFENDER);
        let attacker = i16::from(self.game.data.chits[usize::from(combat.declared.chit)].die);
        let faces = if ten { 10 } else { 6 };
        let payer = self.payer(DEFENDER);
        let mut loss = 0.0;
        for one in 1..=attacker {
            for two in 1..=faces {
                let difference = (one + ahead - two).min(5);
                if difference > 0 {
                    loss += self.bill(&payer, difference as usize);
                } else {
                    loss -= 0.15 * f32::from((-difference).clamp(1, 5));
                }
            }
        }
        let fresh = if ten { 0.0 } else { self.weights.fresh };
        fresh - loss / f32::from(attacker * faces)
    }

    /// Who would pay on one side of the combat under way.
    fn payer(&self, role: usize) -> Payer {
        let (game, state, w) = (self.game, self.state, self.weights);
        let side = state.combat.side(role);
        let present = game.present(state, role);
        let target = state.combat.declared.hex;
        let mut payer = Payer {
            units: 0.0,
            free: 0.0,
            first: w.first,
            unit: 0.0,
            replacement: state.combat.paid[0] == 0
                && state.sides[usize::from(side)].replacements.iter().any(|&r| r > 0),
            points: side == COM || state.commander != Commander::MacArthur,
        };
        for index in present.iter() {
            let id = crate::state::PieceId(index as u8);
            payer.units += 1.0;
            payer.unit += self.value(id);
            let gone = state.combat.retreated.has(index) || game.unit(id).task_force();
            let back = self.place(id).and_then(|h| self.way_back(side, id, h, target));
            match back {
                Some(false) if !gone => payer.free += 1.0,
                Some(true) if !gone => {
                    payer.free += 1.0;
                    payer.first = payer.first.max(w.zone / present.len().max(1) as f32);
                }
                _ => {}
            }
        }
        payer.unit /= payer.units.max(1.0);
        payer
    }

    /// 5.6 How a loss is paid: the cheapest first; where it cannot be met, nothing is paid in vain.
    fn paying(&self, action: Action) -> Option<f32> {
        let (state, w) = (self.state, self.weights);
        let combat = &state.combat;
        let worth = match action {
            Action::Replace { .. } => -w.replacement,
            Action::Retreat { unit, hex } => self.going_back(unit, hex),
            Action::Pay => -w.point * self.stakes(),
            Action::Eliminate { unit } => -self.value(unit),
            Action::GiveUp => {
                let payer = self.payer(combat.role(self.side));
                let everything = payer.units * payer.unit;
                let going = if combat.retreating.is_some() { 1.0 } else { 0.0 };
                let room = 3.0 * payer.free - going * f32::from(combat.gone)
                    + f32::from(u8::from(payer.replacement))
                    + if payer.points { 2.0 - f32::from(combat.paid[1]) } else { 0.0 }
                    + (payer.units - 1.0);
                let left = f32::from(combat.due);
                if room < left || self.bill(&payer, combat.due.into()) >= everything {
                    0.5
                } else {
                    -everything - 1.0
                }
            }
            Action::Forfeit { .. } => 0.1,
            _ => return None,
        };
        Some(worth)
    }

    /// What a victory point weighs: more where it decides the game.
    fn stakes(&self) -> f32 {
        let points = self.state.points_of(crate::state::other(self.side));
        if points >= 18 { 3.0 } else { 1.0 }
    }
}
