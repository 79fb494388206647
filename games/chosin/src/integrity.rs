//! 28.0 Organizational integrity: how many units a Communist army headquarters serves in a phase.

use crate::data::{Data, Nation};
use crate::game::Chosin;
use crate::movement::units;
use crate::state::{ARMIES, COM, State, UnitId, rule};
use crate::supply::Supply;

impl Data {
    /// 28.14 Whether the limits of army headquarters count for a side.
    #[inline]
    pub(crate) fn armies_limited(&self, state: &State, side: u8) -> bool {
        side == COM && state.rule(rule::INTEGRITY)
    }

    /// The Communist army headquarters, in the order of the counters.
    pub(crate) fn armies(&self) -> impl Iterator<Item = UnitId> + '_ {
        let mine = &self.side_units[COM as usize];
        self.hqs.iter().filter(|u| mine.has(*u)).map(|u| UnitId(u as u8)).take(ARMIES)
    }

    /// 28.14 How many more units of a nation an army headquarters serves in this phase. [rule: ch 28.11]
    fn army_room(&self, state: &State, army: usize, nation: Nation) -> u8 {
        let korean = nation == Nation::Nk;
        let served = state.charged[army].iter().filter(|u| (self.quick[*u].nation == Nation::Nk) == korean);
        self.parameters.army[usize::from(korean)].saturating_sub(served.count() as u8)
    }

    /// 28.14 The army headquarters that serves a unit: the one it is charged to, or the one in reach with most room left.
    pub(crate) fn army_for(&self, state: &State, supply: &Supply, unit: UnitId) -> Option<usize> {
        if state.combat.unfed.has(unit.index()) {
            return None;
        }
        let hex = state.field.at(unit);
        let reaches = |army: usize| {
            let hq = self.armies().nth(army);
            supply.served.iter().any(|(u, near)| Some(*u) == hq && near.has(hex.index()))
        };
        if let Some(army) = (0..ARMIES).find(|a| state.charged[*a].has(unit.index())) {
            return reaches(army).then_some(army);
        }
        let room = |army: usize| self.army_room(state, army, self.quick(unit).nation);
        let open = (0..ARMIES).filter(|a| reaches(*a) && room(*a) > 0);
        open.min_by_key(|a| std::cmp::Reverse(room(*a)))
    }
}

impl Chosin {
    /// 28.14 A unit's supply is needed: it is charged to its headquarters for the rest of the phase.
    pub(crate) fn charge(&self, state: &mut State, unit: UnitId) {
        if !self.data.armies_limited(state, self.side(unit)) {
            return;
        }
        let supply = self.data.supply(state, COM);
        if self.data.needs_no_army(state, &supply, unit) {
            return;
        }
        if let Some(army) = self.data.army_for(state, &supply, unit) {
            state.charged[army].set(unit.index(), true);
        }
    }

    /// 28.14 A forced march needs supply, but for the Chinese (6.51).
    pub(crate) fn charge_march(&self, state: &mut State, unit: UnitId) {
        if self.data.quick(unit).nation != Nation::Ccf {
            self.charge(state, unit);
        }
    }

    /// 28.14 The strengths of a combat need supply; those for whom there is no room fight without.
    pub(crate) fn charge_combat(&self, state: &mut State) {
        let combat = state.combat;
        for unit in units(&combat.attackers).chain(units(&combat.defenders)) {
            if !self.data.armies_limited(state, self.side(unit)) {
                continue;
            }
            self.charge(state, unit);
            let supply = self.data.supply(state, COM);
            let fed = self.data.army_for(state, &supply, unit).is_some();
            state.combat.unfed.set(unit.index(), !fed);
        }
    }
}
