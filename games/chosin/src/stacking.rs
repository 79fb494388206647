//! 8.0 Stacking: how many units a hex holds, and who is in excess.

use crate::data::Data;
use crate::state::{State, UN, UnitBits, UnitId};
use board::HexId;

/// What a stack counts as: all units, and those of the limited class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) units: u8,
    /// 8.1 Regiments of the UN, 8.2 infantry of the Communists.
    pub(crate) limited: u8,
}

impl Load {
    fn plus(self, other: Load) -> Load {
        Load { units: self.units + other.units, limited: self.limited + other.limited }
    }
}

impl Data {
    /// What one unit counts as, whatever its nation (8.5). [rule: ch 8.1, ch 8.11, ch 8.2, ch 8.5]
    #[inline]
    pub(crate) fn load_of(&self, unit: UnitId) -> Load {
        let quick = self.quick(unit);
        let limited = if quick.side == UN { quick.regiment } else { quick.stacks_as_infantry() };
        Load { units: 1, limited: u8::from(limited) }
    }
    /// What units of a hex count as, some left out.
    pub(crate) fn load_in(&self, state: &State, hex: HexId, without: &UnitBits) -> Load {
        let units = state.field.units_in(hex).filter(|u| !without.has(u.index()));
        units.fold(Load::default(), |load, u| load.plus(self.load_of(u)))
    }
    /// What a group counts as.
    pub(crate) fn load_of_group(&self, group: &UnitBits) -> Load {
        group.iter().fold(Load::default(), |load, u| load.plus(self.load_of(UnitId(u as u8))))
    }
    /// 8.1-8.3 Whether that much is too much for a hex. [rule: ch 8.3, ch 8.4]
    #[inline]
    pub(crate) fn too_much(&self, side: u8, hex: HexId, load: Load) -> bool {
        let p = &self.parameters;
        if self.ground.rough(hex) {
            return load.units > p.stack_rough;
        }
        let limit = if side == UN { p.stack_regiments } else { p.stack_infantry };
        load.units > p.stack || load.limited > limit
    }
    /// Whether a side's stack in a hex is over the limit.
    pub(crate) fn overstacked(&self, state: &State, side: u8, hex: HexId) -> bool {
        self.too_much(side, hex, self.load_in(state, hex, &UnitBits::default()))
    }
    /// How many units of a stack are in excess. [rule: ch 8.42]
    pub(crate) fn excess(&self, state: &State, side: u8, hex: HexId) -> u8 {
        let load = self.load_in(state, hex, &UnitBits::default());
        let p = &self.parameters;
        if self.ground.rough(hex) {
            return load.units.saturating_sub(p.stack_rough);
        }
        let limit = if side == UN { p.stack_regiments } else { p.stack_infantry };
        load.units.saturating_sub(p.stack).max(load.limited.saturating_sub(limit))
    }
    /// 8.41 Whether a hex is over-stacked once a group stands in it besides those who are there.
    #[inline]
    pub(crate) fn crowded(&self, state: &State, side: u8, hex: HexId, group: &UnitBits, load: Load) -> bool {
        let others = if state.field.top(hex).is_some() && state.field.holds(side, hex) {
            self.load_in(state, hex, group)
        } else {
            Load::default()
        };
        self.too_much(side, hex, load.plus(others))
    }
}
