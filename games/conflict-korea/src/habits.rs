//! Bad habits of players, counted: what the dossier calls the typical mistakes of these wars.

use crate::data::{COM, Kind, UN};
use crate::game::Scope;
use crate::names;
use crate::state::{ForceId, State};
use board::HexId;
use engine::{Habit, Habits};

/// The habits, in the order of their numbers below.
pub(crate) const HABITS: [Habit; 5] = [
    Habit {
        habit: "hopeless assault",
        counts: "Enemy hexes that an army is to assault when its first orders phase ends; a lapse where the forecast promises \
                 the defender less than 8 per cent, and less than the attacker.",
    },
    Habit {
        habit: "artillery in the front line",
        counts: "Forces led by heavy artillery when the second orders phase ends; a lapse where one stands beside a known enemy \
                 with no other force in its hex.",
    },
    Habit {
        habit: "late commandos",
        counts: "Commandos of 1995 that are to assault when the first orders phase ends; a lapse after the third turn, when they \
                 count once.",
    },
    Habit {
        habit: "port without a garrison",
        counts: "Communist cities on the coast or beside it when the second orders phase ends, in the 1950s and before China; a \
                 lapse where nobody stands in it or beside it.",
    },
    Habit {
        habit: "stays to be cut off",
        counts: "Communist forces south of row 40 when the second orders phase ends while the United Nations hold Seoul; a lapse \
                 where one has points left, no enemy beside it, and is no further north than Taejon.",
    },
];
const HOPELESS: usize = 0;
const FRONT_GUNS: usize = 1;
const LATE: usize = 2;
const UNGUARDED: usize = 3;
const CUT_OFF: usize = 4;

/// Losses in per cent below which an assault is hopeless.
const LEAST_LOSS: u8 = 8;
/// Turns on which commandos count more than once.
const COMMANDO_TURNS: u16 = 3;
/// 6.11 The first row where a lost Seoul endangers supply, and that of Taejon.
const BEHIND_SEOUL: i32 = 41;
const TAEJON: i32 = 47;

impl Scope<'_> {
    /// Counts what the end of an orders phase shows.
    pub(crate) fn count_habits(&self, st: &State, side: u8, habits: &mut Habits) {
        if st.phase.first_orders() {
            self.count_assaults(st, side, habits);
            return;
        }
        for force in st.forces_of(side) {
            let hex = st.force(force).hex;
            if names::look(st.force(force).look).1 == Kind::Harty {
                let alone = st.stack(hex) == 1 && self.beside_enemy(st, side, hex);
                habits.note(side, FRONT_GUNS, 1, u64::from(alone));
            }
            if side == COM && self.ground.row(hex) >= BEHIND_SEOUL && self.seoul_is_lost(st) {
                let stays = st.force(force).points > 0
                    && !self.beside_enemy(st, side, hex)
                    && self.ground.row(hex) > TAEJON;
                habits.note(side, CUT_OFF, 1, u64::from(stays));
            }
        }
        if side == COM && !self.world.era.modern() && st.china.first == 0 {
            self.count_ports(st, habits);
        }
    }

    fn seoul_is_lost(&self, st: &State) -> bool {
        self.friendly(st, UN, self.world.tables.seoul)
    }

    fn count_assaults(&self, st: &State, side: u8, habits: &mut Habits) {
        let mut seen: Vec<(HexId, u8)> = Vec::new();
        for force in st.forces_of(side) {
            let Some(hex) = self.target(st, force) else { continue };
            let army = self.army(st, force);
            if self.lone(st, force).is_some_and(|(_, kind)| kind == Kind::Cdo) && self.world.era.modern() {
                habits.note(side, LATE, 1, u64::from(self.turn_number(st) > COMMANDO_TURNS));
            }
            if seen.contains(&(hex, army)) || !st.known_enemy(side, hex) {
                continue;
            }
            seen.push((hex, army));
            let with = |&f: &ForceId| self.target(st, f) == Some(hex) && self.army(st, f) == army;
            let forces: Vec<ForceId> = st.forces_of(side).filter(with).collect();
            let b = self.forecast(st, side, hex, &forces);
            let hopeless = b.defender_loss < LEAST_LOSS && b.defender_loss < b.attacker_loss;
            habits.note(side, HOPELESS, 1, u64::from(hopeless));
        }
    }

    fn count_ports(&self, st: &State, habits: &mut Habits) {
        for hex in self.cities(st, COM).iter().map(|i| HexId(i as u16)) {
            let coast = |h: HexId| self.ground.coastal.has(h.index());
            let near = |h: HexId| st.holder(h) == Some(COM);
            if coast(hex) || self.ground.neighbours(hex).any(|(_, n)| coast(n)) {
                let guarded = near(hex) || self.ground.neighbours(hex).any(|(_, n)| near(n));
                habits.note(COM, UNGUARDED, 1, u64::from(!guarded));
            }
        }
    }
}
