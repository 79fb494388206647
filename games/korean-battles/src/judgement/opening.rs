//! The set-up: sensible, and different from plan to plan, so that a search has something to choose from.

use super::{Judge, Plan};
use crate::actions::Action;
use crate::data::Kind;
use crate::state::{Hex, Side, State, UN, UnitId};
use engine::Random;

/// The lot that makes a plan set up as in history; no first plan draws it.
const HISTORY: u16 = 13;

impl Judge<'_> {
    /// One decision of the set-up. Good places are preferred, the plan's lots decide among them.
    pub(crate) fn open(&self, st: &State, side: Side, plan: &Plan, legal: &[Action]) -> Action {
        if plan.stress.detour[0] == HISTORY && legal.contains(&Action::SetupDefault) {
            return Action::SetupDefault;
        }
        // The same lots in the same position: a plan is carried out alike however often it is tried.
        let mix = |h: u64, more: u64| (h ^ more).wrapping_mul(0x0100_0000_01b3);
        let lots = plan.stress.detour.iter().fold(0xcbf2_9ce4_8422_2325, |h, &d| mix(h, d.into()));
        let lots = st.at.iter().fold(lots, |h, &at| mix(h, u64::from(at.0)));
        let mut random = Random::new(lots);
        let mut best = (f32::NEG_INFINITY, legal[0]);
        for &action in legal {
            let score = self.opening_score(st, side, action) + random.unit();
            if score > best.0 {
                best = (score, action);
            }
        }
        best.1
    }

    /// How good an action of the set-up looks.
    pub(crate) fn opening_score(&self, st: &State, side: Side, action: Action) -> f32 {
        match action {
            Action::Form { division, .. } => {
                if division {
                    -0.9
                } else {
                    0.0
                }
            }
            Action::Place { unit, hex, hidden } => {
                self.opening_place(st, side, unit, hex) + if hidden { 0.6 } else { 0.0 }
            }
            Action::Dummy { hex } => 1.0 + 0.3 * f32::from(self.s.crt.shift(self.s.hex_line[hex.index()])),
            Action::Done => 0.0,
            _ => -20.0,
        }
    }

    fn opening_place(&self, st: &State, side: Side, unit: UnitId, hex: Hex) -> f32 {
        let def = &self.s.units[unit.index()];
        let shift = f32::from(self.s.crt.shift(self.s.hex_line[hex.index()]));
        let usual = def.setup.as_ref().and_then(|p| p.default) == Some(hex);
        let mut score = 5.0 + if usual { 0.5 } else { 0.0 };
        let enemy = self
            .s
            .deployed(st, side.other())
            .map(|u| self.s.ground.distance(st.hex(u), hex))
            .min()
            .unwrap_or(9);
        match def.kind {
            Kind::Hq | Kind::Depot => {
                score += 0.3 * f32::from(enemy.min(4)) + if st.vacant(hex) { 0.0 } else { 0.4 };
            }
            _ if side == UN => score += 0.2 * shift,
            _ if self.s.divisions.is_empty() => {
                score += 0.15 * shift + if st.vacant(hex) { 0.3 } else { 0.0 };
            }
            _ => score -= 0.5 * f32::from(enemy.min(6)) - 0.1 * shift,
        }
        score
    }
}
