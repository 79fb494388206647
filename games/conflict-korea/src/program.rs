//! 2.112 The program runs the air war: historical and conservative. It goes by what a side knows.

use crate::data::{Basing, Mission, Service, UN, step_of};
use crate::game::Scope;
use crate::state::{AirId, State};
use board::HexId;

/// A Communist stack of so much lethality beside the United Nations draws the fighter-bombers.
const WORTH_STRIKING: u64 = 500;

impl Scope<'_> {
    /// 8.4 The missions that the program gives before the combat phase. [rule: ck 2.112]
    pub fn program_missions(&self, st: &mut State, side: u8) {
        let units: Vec<AirId> = self.wings(st, side).collect();
        if self.world.era.modern() {
            self.program_1995(st, side, &units);
        } else if side == UN {
            self.program_1950s(st, &units);
        }
    }

    fn program_1950s(&self, st: &mut State, units: &[AirId]) {
        let pressed = self.pressed(st);
        for &air in units {
            let def = self.air_def(air);
            let close = !def.long_range
                && def.service != Service::Naval
                && st.wings[air.0 as usize].base == Basing::Korea;
            let support = close && !def.jet && pressed && !st.weather.storm();
            st.wings[air.0 as usize].mission =
                if support { Mission::GroundAttack } else { Mission::Interdiction };
        }
        if st.turn == 1 {
            units.iter().for_each(|a| st.wings[a.0 as usize].mission = Mission::Superiority);
            return;
        }
        let increase = i32::from(step_of(&self.world.tables.cil, st.turn));
        if increase == 0 {
            return;
        }
        let wanted = 5 * (increase + (i32::from(st.cil) - 5).max(0) / 3);
        let mut fighters: Vec<AirId> =
            units.iter().copied().filter(|a| !self.air_def(*a).long_range).collect();
        fighters.sort_by_key(|&a| (std::cmp::Reverse(self.air_strength(st, a).1), a));
        let mut sum = 0;
        for air in fighters {
            if sum >= wanted {
                break;
            }
            st.wings[air.0 as usize].mission = Mission::Superiority;
            sum += self.air_strength(st, air).1;
        }
    }

    /// Whether a known Communist stack worth striking stands beside the United Nations.
    fn pressed(&self, st: &State) -> bool {
        let worth = |hex| self.guessed(&st.as_spotted(), UN, hex) >= WORTH_STRIKING;
        self.program_target(st, UN).is_some_and(worth)
    }

    fn program_1995(&self, st: &mut State, side: u8, units: &[AirId]) {
        let own = self.wings(st, side).map(|a| self.air_strength(st, a).1).sum::<i32>();
        // What the enemy has left is not known: it is taken as its first strength.
        let theirs: i32 = self.world.air.iter().filter(|a| a.side != side).map(|a| i32::from(a.a2a)).sum();
        let clear = own >= 2 * theirs || st.turn >= 5;
        let mut attackers = 0;
        for (i, &air) in units.iter().enumerate() {
            let def = self.air_def(air);
            let bomber = def.a2a * 4 < def.a2g;
            let fighter = def.a2a >= def.a2g;
            st.wings[air.0 as usize].mission = match () {
                () if bomber => Mission::Interdiction,
                () if !clear && fighter => Mission::Superiority,
                () if clear && side == UN && attackers * 5 < (i + 1) * 2 => {
                    attackers += 1;
                    Mission::GroundAttack
                }
                () => Mission::Interdiction,
            };
        }
    }

    /// 8.4 What the program strikes: the strongest known stack beside its own forces, outside MiG Alley first.
    /// [rule: ck 2.112-computer]
    pub fn program_target(&self, st: &State, side: u8) -> Option<HexId> {
        if st.choices.complete {
            return self.program_target(&st.as_spotted(), side);
        }
        let near = |hex: HexId| self.ground.neighbours(hex).any(|(_, n)| st.holder(n) == Some(side));
        let targets = self.strike_targets(st, side);
        let targets = targets.iter().map(|i| HexId(i as u16));
        targets.filter(|&hex| st.known_enemy(side, hex) && near(hex)).max_by_key(|&hex| {
            let alley = self.ground.mig_alley.has(hex.index());
            (!alley, self.guessed(st, side, hex), std::cmp::Reverse(hex))
        })
    }

    /// Whether the program flies for a side.
    pub fn programmed(&self, st: &State, side: u8) -> bool {
        st.choices.program_air && self.has_air(side)
    }
}
