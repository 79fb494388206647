//! 24.0 Victory points: control, losses, exits, levels.

use crate::data::Data;
use crate::state::{COM, HexBits, State, Stock, UN, UnitId, off, reason, rule};
use board::HexId;

/// Points at the end of play, as they are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FinalPoints {
    pub(crate) play: [i32; 2],
    pub(crate) control: [i32; 2],
    pub(crate) options: [i32; 2],
    pub(crate) deployment: [i32; 2],
    pub(crate) perimeter: i32,
}

impl FinalPoints {
    pub(crate) fn total(&self, side: u8) -> i32 {
        let i = side as usize;
        let perimeter = if side == UN { self.perimeter } else { 0 };
        self.play[i] + self.control[i] + self.options[i] + self.deployment[i] + perimeter
    }
}

impl Data {
    /// 24.2 Whether a side controls an objective: a land unit in it and a path to a printed source. Fallout leaves no city
    /// or town to control (37.9). [rule: ch 24.2, ch 37.9]
    pub(crate) fn controls(&self, state: &State, connected: &HexBits, side: u8, hex: HexId) -> bool {
        state.field.holds(side, hex) && connected.has(hex.index()) && !self.tainted(state, hex)
    }

    /// 24.2 First Communist control, scored at the end of the phase in which it is first true.
    pub(crate) fn score_first_control(&self, state: &mut State) -> u8 {
        let open = |i: usize| state.score.first_control >> i & 1 == 0;
        let candidates = self.schedule.first_control.iter().enumerate();
        let any = candidates.clone().any(|(i, (hex, _))| open(i) && state.field.holds(COM, *hex));
        if !any {
            return 0;
        }
        let connected = self.connected(state, COM);
        let mut won = 0;
        for (i, (hex, points)) in candidates {
            if state.score.first_control >> i & 1 == 0 && self.controls(state, &connected, COM, *hex) {
                state.score.first_control |= 1 << i;
                state.score.add(COM, reason::CONTROL, i16::from(*points));
                won |= 1 << i;
            }
        }
        won
    }

    /// 24.2 Points for cities and towns at the end. [rule: ch 24.21]
    pub(crate) fn end_control(&self, state: &State) -> [i32; 2] {
        [UN, COM].map(|side| {
            let connected = self.connected(state, side);
            let held = self.schedule.end_control.iter();
            held.filter(|(hex, _)| self.controls(state, &connected, side, *hex))
                .map(|(_, p)| i32::from(*p))
                .sum()
        })
    }

    /// S1 5.4 Whether a UN unit is inside the Hungnam perimeter. [rule: ch S1 5.4]
    pub(crate) fn in_perimeter(&self, state: &State, unit: UnitId) -> bool {
        let hex = state.field.at(unit);
        let field = &state.field;
        let open = |h: HexId| self.ground.is_land(h) && !field.holds(COM, h) && !state.enemy_zone(UN, h);
        let ruined = |h: HexId| {
            let depot = state.depots.iter().any(|d| HexId(d.hex) == h && d.stock != Stock::Standing);
            depot || self.tainted(state, h)
        };
        let goal = |h: HexId| self.ground.hungnam.contains(&h) && open(h) && !ruined(h);
        if goal(hex) {
            return true;
        }
        let mut seen = HexBits::default();
        let mut rim = vec![hex];
        seen.set(hex.index(), true);
        for _ in 0..4 {
            let mut next = Vec::new();
            for from in rim {
                for to in self.ground.around(from) {
                    if open(to) && !seen.has(to.index()) {
                        if goal(to) {
                            return true;
                        }
                        seen.set(to.index(), true);
                        next.push(to);
                    }
                }
            }
            rim = next;
        }
        false
    }

    /// The points as they stand if play ended now. [rule: ch 24.1, ch 38.1, ch S2 4.2, ch S2 4.3]
    pub(crate) fn final_points(&self, state: &State) -> FinalPoints {
        let mut options = [0; 2];
        for (i, row) in self.options.iter().enumerate() {
            if state.option(i as u8) {
                options[1 - row.side as usize] += i32::from(row.pays);
            }
        }
        let deployment = match state.deployment {
            1 => [0, self.schedule.minimal.into()],
            2 => [self.schedule.maximum.into(), 0],
            _ => [0, 0],
        };
        let inside = self.side_units[UN as usize].iter().map(|u| UnitId(u as u8));
        let perimeter = if state.rule(rule::QUICK) {
            let inside = inside.filter(|u| state.field.on_map(*u) && self.in_perimeter(state, *u));
            inside.map(|u| i32::from(self.unit(u).exited)).sum()
        } else {
            0
        };
        FinalPoints {
            play: [state.score.total(UN), state.score.total(COM)],
            control: self.end_control(state),
            options,
            deployment: if state.scenario == 1 { deployment } else { [0, 0] },
            perimeter,
        }
    }

    /// 24.11 The level of a lead, by its place in the schedule: strategic, operational, marginal or none.
    pub(crate) fn level(&self, lead: i32) -> Option<usize> {
        self.schedule.levels.iter().position(|(least, _)| lead >= *least)
    }

    /// 24.3 Removes a unit as destroyed and scores it. [rule: ch 24.3, ch 12.11]
    pub(crate) fn destroy(&self, state: &mut State, unit: UnitId) {
        let side = self.quick(unit).side;
        self.take_off(state, unit, off::DEAD);
        state.score.add(1 - side, reason::DEAD, i16::from(self.unit(unit).dead));
        if state.rule(rule::AIRFIELDS) && self.quick(unit).kind == crate::data::Kind::Airfield {
            self.lose_based_tac(state);
            state.score.add(COM, reason::DEAD, i16::from(self.schedule.airfield_lost));
        }
    }

    /// 24.4 Removes a unit as exited and scores it. [rule: ch 24.4, ch 9.5]
    pub(crate) fn exit(&self, state: &mut State, unit: UnitId) {
        let side = self.quick(unit).side;
        self.take_off(state, unit, off::EXITED);
        state.score.add(side, reason::EXITED, i16::from(self.unit(unit).exited));
        if state.rule(rule::AIRFIELDS) && self.quick(unit).kind == crate::data::Kind::Airfield {
            self.lose_based_tac(state);
            state.score.add(UN, reason::EXITED, i16::from(self.schedule.airfield_exited));
        }
    }

    /// 35.21, 35.22 The TAC of an airfield group goes with it. [rule: ch 35.21, ch 35.22]
    fn lose_based_tac(&self, state: &mut State) {
        state.air.to_lose += 1;
    }

    /// Takes a unit off the map; an entrenchment without its garrison goes with it (29.5). An eliminated counter of
    /// reorganization waits again (5.5). [rule: ch 5.5]
    pub(crate) fn take_off(&self, state: &mut State, unit: UnitId, to: HexId) {
        let (side, hex) = (self.quick(unit).side, state.field.at(unit));
        let reusable = to == off::DEAD && (self.unit(unit).part > 0 || !self.unit(unit).parts.is_empty());
        state.field.lift(&self.ground, side, unit, if reusable { off::POOL } else { to });
        state.field.turn_over(&self.ground, side, unit, false);
        state.field.flags[unit.index()] = 0;
        self.left(state, hex);
    }

    /// 29.5 What happens when a hex may have lost its last unit.
    pub(crate) fn left(&self, state: &mut State, hex: HexId) {
        if crate::costs::is_hex(hex) && !state.field.top(hex).is_some() {
            state.entrenched.set(hex.index(), false);
        }
    }
}
