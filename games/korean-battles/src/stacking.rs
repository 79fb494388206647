//! Stacking (5.3, 20.0).

use crate::data::Scenario;
use crate::state::State;

impl Scenario {
    /// 20.0 Whether a unit may stay in a hex with the friends there: at most two units, one of them small.
    /// Stacks never move as one. [rule: kb 5.3, kb 20.0-stacking, kb hidden-stacking]
    #[inline]
    pub(crate) fn may_stack(&self, st: &State, unit: u8, hex: u16) -> bool {
        let mut others = st.units_in(hex).filter(|&u| u != unit);
        let Some(other) = others.next() else { return true };
        if others.next().is_some() {
            return false;
        }
        self.quick[unit as usize].small || self.quick[other as usize].small
    }

    /// Whether the counters of a hex may stand together.
    pub(crate) fn stack_is_legal(&self, st: &State, hex: u16) -> bool {
        let count = st.units_in(hex).count();
        let large = st.units_in(hex).filter(|&u| !self.units[u as usize].small()).count();
        count <= 2 && large <= 1
    }
}
