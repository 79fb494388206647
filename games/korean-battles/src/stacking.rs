//! Stacking (5.3, 20.0).

use crate::data::Scenario;
use crate::state::{Hex, State, UnitId};

impl Scenario {
    /// 20.0 Whether a unit may stay in a hex with the friends there: at most two units, one of them small.
    /// Stacks never move as one. [rule: kb 5.3, kb 20.0-stacking, kb hidden-stacking]
    #[inline]
    pub(crate) fn may_stack(&self, st: &State, unit: UnitId, hex: Hex) -> bool {
        let mut others = st.units_in(hex).filter(|&u| u != unit);
        let Some(other) = others.next() else { return true };
        if others.next().is_some() {
            return false;
        }
        self.quick[unit.index()].small || self.quick[other.index()].small
    }
}
