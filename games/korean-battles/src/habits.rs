//! Bad habits of players, counted: what a sensible commander of these battles does not do.

use crate::actions::Action;
use crate::data::Kind;
use crate::frames::Frame;
use crate::game::KoreanBattles;
use crate::state::{Hex, Phase, Side, State, flag};
use engine::{Habit, Habits, Rules};

/// The habits, in the order of their numbers below.
pub(crate) const HABITS: [Habit; 6] = [
    Habit {
        habit: "useful action passed over",
        counts: "Phases ended; a lapse where a rebuilding, a reinforcement that costs no points, or an attack on defenders \
                 in sight in column 9 or better with a gain above 0.6 points was open.",
    },
    Habit {
        habit: "hopeless attack",
        counts: "Attacks made on defenders in sight; a lapse in column 5 or less even with the two best markers in hand.",
    },
    Habit {
        habit: "key hex left empty",
        counts: "Hexes of the victory table and critical hexes that the side holds at the end of its player turn, an enemy \
                 within three hexes; a lapse where nobody stands in it though a unit stands within two hexes that could have: \
                 one that fights, faces no enemy and is not the only one on another such hex.",
    },
    Habit {
        habit: "idle without supply",
        counts: "Units at the end of their player turn; a lapse where one is out of supply, with no enemy next to it, and has \
                 neither moved nor fought in that player turn.",
    },
    Habit {
        habit: "source unguarded",
        counts: "Sources of supply at the end of their side's player turn, an enemy within three hexes; a lapse where nobody \
                 stands in it or next to it.",
    },
    Habit {
        habit: "own troops hit",
        counts: "Bombardments that were resolved; a lapse where one's own unit lost a step or was lost.",
    },
];
const PASSED_OVER: usize = 0;
const HOPELESS: usize = 1;
const EMPTY_KEY: usize = 2;
const CUT_OFF: usize = 3;
const UNGUARDED: usize = 4;
const OWN_TROOPS: usize = 5;

/// The column and the gain from which an attack is too good to be passed over.
const GOOD_COLUMN: u8 = 9;
const GOOD_GAIN: f32 = 0.6;
/// The last column that is hopeless.
const HOPELESS_COLUMN: u8 = 5;
/// Hexes within which an enemy threatens a key hex.
const THREAT: u8 = 3;
/// Hexes from which a spare unit could have gone there.
const SPARE: u8 = 2;

impl KoreanBattles {
    /// Counts what an action shows.
    pub(crate) fn count_habits(&self, before: &State, action: Action, after: &State, habits: &mut Habits) {
        let side = before.player;
        match (before.top(), action) {
            (_, Action::Pass) => {
                let useful = self.useful_left(before, side);
                habits.note(side as u8, PASSED_OVER, 1, u64::from(useful));
            }
            (Some(Frame::Building(_)), Action::Fight) if !self.hides(before, before.combat.target) => {
                habits.note(side as u8, HOPELESS, 1, u64::from(self.hopeless(before, side)));
            }
            _ => {}
        }
        let shelling = |st: &State| st.combat.active && st.combat.bombardment;
        if shelling(before) && !shelling(after) {
            self.count_misfire(before, after, habits);
        }
        let turned = (after.turn, after.player) != (before.turn, before.player) || after.phase == Phase::Over;
        if turned && before.phase != Phase::Setup {
            self.take_stock(before, after, side, habits);
        }
    }

    /// A bombardment that is over: whether a friend paid for it.
    fn count_misfire(&self, before: &State, after: &State, habits: &mut Habits) {
        let (s, side) = (self.of(before), before.combat.side);
        let hurt = |u| !after.on_map(u) || after.step(u) > before.step(u);
        let lapse = s.deployed(before, side).any(hurt);
        habits.note(side as u8, OWN_TROOPS, 1, u64::from(lapse));
    }

    fn hides(&self, st: &State, hex: Hex) -> bool {
        st.units_in(hex).any(|u| st.hidden(u))
    }

    /// Whether something useful is open to a side that ends its phase.
    fn useful_left(&self, st: &State, side: Side) -> bool {
        let judge = self.judge(st);
        let supply = judge.s.supply(st, side);
        let mut legal = Vec::new();
        self.legal(st, side.seat(), &mut legal);
        legal.into_iter().any(|action| match action {
            Action::Rebuild { .. } => true,
            Action::Enter { unit, .. } => !judge.s.optional_points.iter().any(|&(u, _)| u == unit),
            Action::Attack { hex } if !self.hides(st, hex) => {
                let attack = judge.attack_on(st, side, hex, &supply, &staff::Stress::PLAIN);
                attack.column >= GOOD_COLUMN && attack.gain > GOOD_GAIN
            }
            _ => false,
        })
    }

    /// Whether the attack that is about to be fought has no chance even with the best support at hand.
    fn hopeless(&self, st: &State, side: Side) -> bool {
        let s = self.of(st);
        let sum = s.sum(st);
        let markers = (0..7)
            .rev()
            .flat_map(|v| std::iter::repeat_n(v + 1, usize::from(st.hand[side.index()][v as usize])));
        let best: i32 = markers.take(2).sum();
        s.crt.column(sum.line, sum.differential() + best) <= HOPELESS_COLUMN
    }

    /// Whether a unit near a key hex has nothing better to do than to stand in it.
    fn spare_unit_near(&self, st: &State, side: Side, key: Hex) -> bool {
        let judge = self.judge(st);
        let (s, keys) = (judge.s, &judge.m.keys);
        s.deployed(st, side).any(|u| {
            let hex = st.hex(u);
            let post = keys.has(hex) && st.units_in(hex).all(|other| other == u);
            let fights = !matches!(s.units[u.index()].kind, Kind::Hq | Kind::Depot | Kind::Dummy);
            fights && !post && s.ground.distance(hex, key) <= SPARE && !s.enemy_beside(st, side, hex)
        })
    }

    /// At the end of a side's player turn: key hexes left empty, units out of supply away from the enemy.
    fn take_stock(&self, before: &State, st: &State, side: Side, habits: &mut Habits) {
        let judge = self.judge(st);
        for key in judge.m.keys.iter() {
            let near = judge.s.deployed(st, side.other()).any(|u| {
                !judge.s.units[u.index()].dummy() && judge.s.ground.distance(st.hex(u), key) <= THREAT
            });
            if judge.s.holds(st, side, key) && near {
                let lapse = st.vacant(key) && self.spare_unit_near(st, side, key);
                habits.note(side as u8, EMPTY_KEY, 1, u64::from(lapse));
            }
        }
        for &source in &judge.s.sources[side.index()] {
            let enemy = |u| judge.s.ground.distance(st.hex(u), source) <= THREAT;
            if judge.s.enemy_in(st, side, source) || !judge.s.deployed(st, side.other()).any(enemy) {
                continue;
            }
            let guard = |u| judge.s.ground.distance(st.hex(u), source) <= 1;
            let lapse = !judge.s.deployed(st, side).any(guard);
            habits.note(side as u8, UNGUARDED, 1, u64::from(lapse));
        }
        let supply = judge.s.supply(st, side);
        for unit in judge.s.deployed(st, side).filter(|&u| !judge.s.units[u.index()].dummy()) {
            let busy = before.has(unit, flag::DEEDS) || judge.s.enemy_beside(st, side, st.hex(unit));
            let idle = !busy && !judge.s.supplied(st, &supply, unit);
            habits.note(side as u8, CUT_OFF, 1, u64::from(idle));
        }
    }
}
