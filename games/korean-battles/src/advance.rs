//! Advance after combat (7.9).

use crate::data::Scenario;
use crate::ground::PROHIBITED;
use crate::rules::Action;
use crate::state::{HexBits, State, flag};
use engine::Play;

impl Scenario {
    /// 7.9 The hexes of the path of retreat that an attacker may enter: from its own hex into the defender's, then along
    /// the path, one unit a hex, zones ignored, never where the ground is closed to it or an enemy stands.
    /// [rule: kb 7.9, kb retreat-8, kb retreat-9, kb 5.1.2-combat]
    fn advance_hexes(&self, st: &State, unit: u8) -> HexBits {
        let mut out = HexBits::default();
        for path in &st.combat.paths[..usize::from(st.combat.path_count)] {
            let mut from = st.hex(unit);
            for &hex in path.iter() {
                let Some(d) = self.ground.direction(from, hex) else { break };
                let closed = self.step_cost(st, unit, from, d) == PROHIBITED;
                if closed || self.enemy_in(st, st.combat.side, hex) {
                    break;
                }
                if !st.combat.advanced.contains(&hex) && self.may_stack(st, unit, hex) {
                    out.set(hex as usize, true);
                }
                from = hex;
            }
        }
        out
    }

    /// The advances on offer; none after stiff resistance. [rule: kb 7.9, kb 7.8]
    pub(crate) fn list_advances(&self, st: &State, out: &mut Vec<Action>) {
        if st.combat.stood || st.combat.path_count == 0 {
            return;
        }
        for unit in st.combat.attackers.iter() {
            let unit = unit as u8;
            if st.on_map(unit) && !st.has(unit, flag::ADVANCED | flag::RETREATED) {
                let hexes = self.advance_hexes(st, unit);
                out.extend(hexes.iter().map(|h| Action::Advance { unit, hex: h as u16 }));
            }
        }
    }

    /// An attacker advances and does nothing more in this player turn. [rule: kb 7.9]
    pub(crate) fn advance(&self, st: &mut State, unit: u8, hex: u16, play: &mut Play) {
        let from = st.hex(unit);
        self.shift_to(st, unit, hex);
        for k in 0..usize::from(st.combat.path_count) {
            let path = st.combat.paths[k];
            let Some(end) = path.iter().position(|&h| h == hex) else { continue };
            for &passed in &path[..=end] {
                self.take(st, unit, passed, play);
            }
            break;
        }
        st.mark(unit, flag::ADVANCED);
        st.combat.advanced.try_push(hex);
        let (a, b) = (self.ground.label(from), self.ground.label(hex));
        let seat = self.seat(st.combat.side);
        play.say(seat, "kb 7.9", format_args!("{} advances {a}-{b}", self.name(unit))).at(a).at(b);
    }
}
