//! Strengths and terrain of a combat (7.3 to 7.5).

use crate::data::Scenario;
use crate::state::{Hex, State, UnitId, UnitSet};

/// The sum of an attack, as it stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) attack: i32,
    pub(crate) defence: i32,
    pub(crate) attack_support: i32,
    pub(crate) defence_support: i32,
    pub(crate) line: u8,
    pub(crate) hex_line: u8,
    pub(crate) side_line: Option<u8>,
}

impl Sum {
    pub(crate) fn differential(&self) -> i32 {
        self.attack + self.attack_support - self.defence - self.defence_support
    }
}

impl Scenario {
    /// The attack strength of a unit: out of supply half, fractions up; then doubled by a human wave.
    /// [rule: kb 10.4, kb 14.0, kb 13.0, kb 7.3-notes]
    pub(crate) fn attack_strength(&self, st: &State, unit: UnitId, weak: bool, wave: bool) -> i32 {
        let printed = i32::from(self.units[unit.index()].faces[st.step(unit) as usize][0]);
        let supplied = if weak { (printed + 1) / 2 } else { printed };
        if wave { supplied * 2 } else { supplied }
    }
    pub(crate) fn defence_strength(&self, st: &State, unit: UnitId) -> i32 {
        i32::from(self.units[unit.index()].faces[st.step(unit) as usize][1])
    }

    /// The line of hexsides, if every attacker has one to cross. [rule: kb 7.4, kb 12.0]
    pub(crate) fn hexside_line(&self, st: &State, attackers: &UnitSet, target: Hex) -> Option<u8> {
        if attackers.is_empty() {
            return None;
        }
        if self.frozen {
            return self.frozen_hexside_line(st, attackers, target);
        }
        let (mut bridge, mut all_wide) = (false, true);
        for unit in attackers.iter() {
            let from = st.hex(unit);
            let (unbridged, bridged) = self.unbridged(st, from, target)?;
            if !unbridged && !bridged {
                return None;
            }
            bridge |= bridged;
            all_wide &= self.wide(from, target);
        }
        Some(match (bridge, all_wide) {
            (true, _) => self.bridge_line,
            (false, true) => self.wide_line,
            (false, false) => self.river_line,
        })
    }

    fn frozen_hexside_line(&self, st: &State, attackers: &UnitSet, target: Hex) -> Option<u8> {
        let from_ice = |u: UnitId| self.ground.ice[st.hex(u).index()];
        let over_river =
            |u: UnitId| self.unbridged(st, st.hex(u), target).is_some_and(|(unbridged, _)| unbridged);
        if !self.ground.ice[target.index()] && attackers.iter().all(from_ice) {
            return Some(self.ice_line);
        }
        attackers.iter().all(|u| from_ice(u) || over_river(u)).then_some(self.river_line)
    }

    /// 7.3, 7.4 The sum of the combat as it stands: only the defender's hex and, if all attackers cross one, its
    /// hexsides count, and of these only the better. [rule: kb 7.3, kb 7.4, kb 7.5, kb 8.5, kb 2.3.2-modifier, kb 23.2]
    pub(crate) fn sum(&self, st: &State) -> Sum {
        let c = &st.combat;
        let add = |markers: [u8; 2]| i32::from(markers[0]) + i32::from(markers[1]);
        let (mut attack_support, mut defence_support) = (add(c.markers[0]), add(c.markers[1]));
        let mut defence: i32 = st
            .units_in(c.target)
            .filter(|&u| self.side(u) != c.side && !st.hidden(u))
            .map(|u| self.defence_strength(st, u))
            .sum();
        if self.ground.fort[c.target.index()] {
            defence *= 2;
            attack_support /= 2;
        }
        let attack = c.attackers.iter().map(|u| self.attack_strength(st, u, c.weak.has(u), c.waves.has(u)));
        let hex_line = self.hex_line[c.target.index()];
        let side_line = if c.bombardment { None } else { self.hexside_line(st, &c.attackers, c.target) };
        let better = side_line.filter(|&l| self.crt.shift(l) > self.crt.shift(hex_line));
        if c.bombardment {
            // Counter-battery takes from the bombardment, never below nothing (8.4.1).
            attack_support = (attack_support - defence_support).max(0);
            defence_support = 0;
        }
        Sum {
            attack: attack.sum(),
            defence,
            attack_support,
            defence_support,
            line: better.unwrap_or(hex_line),
            hex_line,
            side_line,
        }
    }
}
