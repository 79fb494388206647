//! 2.2 The turn: what happens by itself between the decisions of the players.

use crate::data::{COM, Mission, UN};
use crate::dice::chance;
use crate::frames::{Frame, Orders, Strikes};
use crate::game::{ConflictKorea, Scope};
use crate::names;
use crate::state::{
    ARRIVED, AirId, BLOCKED, BUGGED, ENTRENCHED, FIRED, ForceId, NO_ORDER, Phase, SAILED, SPECIAL, State,
};
use engine::{Decision, Play, say};
use serde::{Deserialize, Serialize};

/// The course of the turn: it goes on by itself and asks the players in between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sequence;

impl Decision<ConflictKorea> for Sequence {
    /// 2.2 The sequence of a turn. [rule: ck 2.2, ck 2.0]
    fn step(&self, game: &ConflictKorea, st: &mut State, play: &mut Play) -> bool {
        let scope = game.scope(st);
        match st.phase {
            Phase::Dawn => scope.begin_turn(st, play),
            Phase::FirstA => scope.second_player(st, Phase::FirstB),
            Phase::FirstB => scope.begin_strikes(st, play),
            Phase::Strikes => scope.after_strikes(st, play),
            Phase::SecondA => scope.second_player(st, Phase::SecondB),
            Phase::SecondB => scope.end_turn(st, play),
            Phase::Over => return false,
        }
        true
    }
}

impl Scope<'_> {
    /// 4.4.1 Whether the Communists go first: with the smaller stockpile in the first phase, with the larger in the second.
    /// [rule: ck 2.2, ck 5.0]
    pub fn communists_first(&self, st: &State, first_phase: bool) -> i32 {
        let o = &self.world.numbers.order;
        let ahead = (i32::from(st.stock[0]) - i32::from(st.stock[1])) / o.stockpile_divisor;
        let p = if first_phase { o.even_chance - ahead } else { o.even_chance + ahead };
        p.clamp(o.least, o.most)
    }

    fn decide_order(&self, st: &mut State, first_phase: bool, play: &mut Play) {
        let odds = self.communists_first(st, first_phase);
        st.leader = if chance(play, odds, "who moves first") { COM } else { UN };
        let rule = if first_phase { "ck 2.2" } else { "ck 5.0" };
        play.note(
            rule,
            say!(
                "{side} move first ({odds} % for the Communists)",
                side = engine::Arg::side(st.leader),
                odds
            ),
        );
    }

    /// 6.13 The movement allowance of a force, by army and average readiness. [rule: ck 6.13]
    pub fn allowance(&self, st: &State, force: ForceId) -> u8 {
        let row = self.world.tables.allowance[self.army(st, force) as usize];
        match st.readiness(force) {
            ..=50 => row[0],
            51..=74 => row[1],
            75.. => row[2],
        }
    }

    /// 3.0, 4.23, 6.13 The start of a turn: allowances, trenches, counters, bases. [rule: ck 4.23, ck 6.13]
    /// [rule: ck 3.41207-afloat]
    pub fn dawn(&self, st: &mut State) {
        let dug_in = self.world.numbers.combat.entrench_readiness as u8;
        for side in [COM, UN] {
            let forces: Vec<ForceId> = st.forces_of(side).collect();
            for force in forces {
                let allowance = if self.at_sea(st, force) { 0 } else { self.allowance(st, force) };
                let f = st.force_mut(force);
                (f.allowance, f.points, f.spent, f.order) = (allowance, allowance, 0, NO_ORDER);
                f.flags &= !(SPECIAL | BUGGED | BLOCKED | SAILED);
                let land = !self.at_sea(st, force);
                for unit in st.units_of(force) {
                    let u = st.unit_mut(unit);
                    let ready = u.readiness >= dug_in && !u.has(ARRIVED) && land;
                    u.set(ENTRENCHED, ready);
                    u.set(ARRIVED | FIRED, false);
                }
            }
        }
        st.tried.clear();
        st.railed = [0; 2];
        st.sealift = self.world.numbers.sea.points_a_turn as i8;
        (st.sea_assaults, st.sea_moves, st.dropped, st.retreats) = (0, 0, false, 0);
        st.un_hexes = self.un_hexes(st) as u16;
        st.un_urban = self.cities(st, UN);
        self.find_bases(st);
        self.meet(st);
    }

    /// 3.0 A turn begins. On the first turn of some scenarios the United Nations have no first orders phase.
    /// [rule: ck 3.0]
    fn begin_turn(&self, st: &mut State, play: &mut Play) {
        self.dawn(st);
        play.note(
            "ck 2.2",
            say!("turn {turn}, {date}", turn = self.turn_number(st), date = names::date(st.turn)),
        );
        if self.withheld(st) {
            st.leader = COM;
        } else {
            self.decide_order(st, true, play);
        }
        st.first_leader = st.leader;
        st.phase = Phase::FirstA;
        st.frames.push(Frame::Orders(Orders { side: st.leader }));
    }

    /// 3.0 Whether the United Nations' first orders phase is withheld. [rule: ck 3.0]
    pub fn withheld(&self, st: &State) -> bool {
        st.turn == self.scenario.first_turn && !self.scenario.un_first_phase
    }

    /// The other player's orders.
    fn second_player(&self, st: &mut State, phase: Phase) {
        st.phase = phase;
        if phase == Phase::FirstB && self.withheld(st) {
            return;
        }
        st.frames.push(Frame::Orders(Orders { side: 1 - st.leader }));
    }

    /// 4.1 The air war, then the strikes. [rule: ck 4.1]
    fn begin_strikes(&self, st: &mut State, play: &mut Play) {
        for side in [COM, UN] {
            if self.programmed(st, side) && !(self.withheld(st) && side == UN) {
                self.program_missions(st, side);
            }
        }
        // What the air war brings tells of the other side's orders.
        play.reveal();
        self.air_war(st, play);
        st.phase = Phase::Strikes;
        self.next_strike(st, None, play);
    }

    /// The next air unit with a target to choose. The program strikes at once.
    pub fn next_strike(&self, st: &mut State, after: Option<AirId>, play: &mut Play) {
        let first = st.first_leader;
        let all = |side: u8| {
            (0..self.world.air.len() as u8).map(AirId).filter(move |a| self.air_def(*a).side == side)
        };
        let order: Vec<AirId> = all(first).chain(all(1 - first)).collect();
        let done = after.and_then(|a| order.iter().position(|&b| a == b)).map_or(0, |i| i + 1);
        for &air in order.get(done..).unwrap_or_default() {
            let side = self.air_def(air).side;
            let there = self.wings(st, side).any(|a| a == air);
            if !there || st.wings[air.0 as usize].mission != Mission::GroundAttack {
                continue;
            }
            if !self.programmed(st, side) {
                st.frames.push(Frame::Strikes(Strikes { air: air.0 }));
                return;
            }
            if let Some(hex) = self.program_target(st, side) {
                self.strike(st, air, hex, play);
            }
        }
    }

    /// 4.2, 5.0 Ground combat, then the second orders phase. [rule: ck 5.0]
    fn after_strikes(&self, st: &mut State, play: &mut Play) {
        self.ground_combat(st, play);
        play.beat();
        self.decide_order(st, false, play);
        st.phase = Phase::SecondA;
        st.frames.push(Frame::Orders(Orders { side: st.leader }));
    }

    /// 6 The general phase and the end of the turn.
    fn end_turn(&self, st: &mut State, play: &mut Play) {
        self.general(st, play);
        if self.ends(st) {
            self.finish(st, play);
        } else {
            st.turn += 1;
            st.phase = Phase::Dawn;
        }
    }

    /// 6.9 The game is over. [rule: ck 6.9]
    pub fn finish(&self, st: &mut State, play: &mut Play) {
        st.phase = Phase::Over;
        st.frames.clear();
        play.reveal();
        play.note(
            "ck 8.0",
            say!("the game is over at level {level}", level = names::level(self.final_level(st))),
        );
    }
}
