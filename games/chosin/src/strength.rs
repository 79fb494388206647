//! 11.5 Strengths, terrain and the columns of a land combat.

use crate::data::{Data, Kind, option};
use crate::ground::{CITY, CLEAR, ROUGH, SWAMP};
use crate::state::{COM, State, UN, UnitBits, UnitId, rule};
use crate::supply::Supply;
use board::HexId;

/// Strengths are counted in quarters: half of a half is still whole.
pub(crate) const WHOLE: u16 = 4;

impl Data {
    /// The terrain of a hex for combat and movement: fallout makes a city clear (37.9).
    pub(crate) fn combat_terrain(&self, state: &State, hex: HexId) -> u8 {
        let terrain = self.ground.terrain(hex);
        if terrain == CITY && self.tainted(state, hex) { CLEAR } else { terrain }
    }

    /// 11.52, 30.1 The attack strength of a unit against a hex, in quarters. [rule: ch 11.52, ch 20.21, ch 30.1, ch 30.2]
    pub(crate) fn attack(&self, state: &State, supply: &Supply, unit: UnitId, target: HexId) -> u16 {
        let quick = self.quick(unit);
        let factor = u16::from(quick.faces[state.field.face(unit)][0]);
        let supplied = self.supplied(state, supply, unit);
        if state.rule(rule::ARMOR) && quick.armored() && self.bad_for_tanks(state, unit, target) {
            let divisor = if supplied { 2 } else { 4 };
            return factor.div_ceil(divisor) * WHOLE;
        }
        if supplied { factor * WHOLE } else { factor * WHOLE / 2 }
    }

    /// 30.1 Rough, swamp or city, not entered along a road.
    fn bad_for_tanks(&self, state: &State, unit: UnitId, target: HexId) -> bool {
        let hard = matches!(self.combat_terrain(state, target), ROUGH | SWAMP | CITY);
        let road = self.ground.direction(state.field.at(unit), target);
        hard && !road.is_some_and(|d| self.ground.edge(state.field.at(unit), d).road)
    }

    /// 11.52 The defence strength of a unit, in quarters.
    pub(crate) fn defence(&self, state: &State, supply: &Supply, unit: UnitId) -> u16 {
        let factor = u16::from(self.quick(unit).faces[state.field.face(unit)][1]);
        if self.supplied(state, supply, unit) { factor * WHOLE } else { factor * WHOLE / 2 }
    }

    /// 11.412 Whether the Mobile table is open: half of the strength is of the right kind. [rule: ch 11.412, ch 11.42]
    pub(crate) fn mobile(&self, state: &State, supply: &Supply, attackers: &UnitBits, target: HexId) -> bool {
        let (mut right, mut all) = (0, 0);
        for unit in attackers.iter().map(|u| UnitId(u as u8)) {
            let (quick, strength) = (self.quick(unit), self.attack(state, supply, unit, target));
            all += strength;
            if quick.side == COM && quick.chinese_infantry() || quick.mobile_type() {
                right += strength;
            }
        }
        all > 0 && 2 * right >= all
    }

    /// 11.54 Columns to the left for terrain: hex, town and river, at most the cap. [rule: ch 11.54]
    pub(crate) fn terrain_shift(
        &self,
        state: &State,
        attackers: &UnitBits,
        target: HexId,
        defender: u8,
    ) -> u8 {
        let chart = &self.chart;
        let side = defender as usize;
        let mut shift = chart.hex_shift[side][self.combat_terrain(state, target) as usize];
        if self.ground.town.has(target.index()) && !self.tainted(state, target) {
            shift += chart.town_shift[side];
        }
        let mut river = u8::MAX;
        for unit in attackers.iter().map(|u| UnitId(u as u8)) {
            let from = state.field.at(unit);
            let crossed = self.ground.direction(from, target).map_or(0, |d| self.ground.edge(from, d).river);
            river = river.min(crossed);
        }
        if river != u8::MAX && river > 0 {
            shift += chart.river_shift[side][river as usize - 1];
        }
        shift.min(chart.cap)
    }

    /// 11.558, 29.4 Columns to the left for an entrenchment, beyond the cap. [rule: ch 11.558, ch 29.3]
    pub(crate) fn entrenchment_shift(&self, state: &State, target: HexId) -> u8 {
        if state.entrenched.has(target.index()) { self.chart.entrenchment } else { 0 }
    }

    /// 32.2 A column to the right for special operations attacking rough or swamp. [rule: ch 32.1]
    pub(crate) fn special_shift(&self, state: &State, attackers: &UnitBits, target: HexId) -> u8 {
        let hard = matches!(self.combat_terrain(state, target), ROUGH | SWAMP);
        let there = || {
            let mut units = attackers.iter().map(|u| self.quick[u]);
            units.any(|q| q.kind == Kind::SpecialOperations && q.side == UN)
        };
        u8::from(state.rule(rule::SPECIAL) && hard && there())
    }

    /// S1 5.31, S2 5.4 A column to the right for surprise. [rule: ch S2 5.4]
    pub(crate) fn surprise_column(&self, state: &State, attackers: &UnitBits) -> u8 {
        let infantry =
            || attackers.iter().any(|u| self.quick[u].chinese_infantry() && self.quick[u].regiment);
        u8::from(state.surprise_shift() && !state.option(option::ARTILLERY) && infantry())
    }

    /// 38.5.4 A column for supplied Chinese infantry among the units.
    pub(crate) fn artillery_column(&self, state: &State, supply: &Supply, units: &UnitBits) -> u8 {
        let counts =
            |u: usize| self.quick[u].chinese_infantry() && self.supplied(state, supply, UnitId(u as u8));
        u8::from(state.option(option::ARTILLERY) && supply.side == COM && units.iter().any(counts))
    }

    /// 36.2 A column to the right for combat engineers against terrain or entrenchment. [rule: ch 36.2, ch 36.3]
    pub(crate) fn engineer_column(&self, attackers: &UnitBits, left: u8) -> u8 {
        u8::from(left > 0 && attackers.iter().any(|u| self.quick[u].kind == Kind::CombatEngineer))
    }
}
