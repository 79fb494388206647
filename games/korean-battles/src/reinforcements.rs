//! Reinforcements, withdrawals and exits (26.0, 27, 28, 29).

use crate::data::{Arrival, Entry, Scenario, When};
use crate::ground::{PROHIBITED, printed};
use crate::movement::Going;
use crate::rules::Action;
use crate::state::{DEAD, DUE, Frame, HexBits, LEFT, NOBODY, State, UN, WAITING, flag};
use engine::Play;

impl Scenario {
    /// How a unit arrives; a breakdown regiment comes as its division would have.
    pub(crate) fn arrival(&self, unit: u8) -> Option<&Arrival> {
        let def = &self.units[unit as usize];
        match (&def.arrival, def.division) {
            (Some(arrival), _) => Some(arrival),
            (None, NOBODY) => None,
            (None, division) if self.divisions.is_empty() => self.units[division as usize].arrival.as_ref(),
            (None, _) => None,
        }
    }

    /// The game turn on which a unit arrives, if it takes part. [rule: kb 21.0, kb 29-arrivals, kb 29-ch-arrivals]
    pub(crate) fn arrival_turn(&self, st: &State, unit: u8) -> Option<u8> {
        let arrival = self.arrival(unit)?;
        if arrival.only_accelerated && !st.accelerated {
            return None;
        }
        Some(arrival.accelerated.filter(|_| st.accelerated).unwrap_or(arrival.turn))
    }

    /// Units whose turn has come may enter. [rule: kb 26.0-cost, kb 29-optional, kb 28-187]
    pub(crate) fn call_up(&self, st: &mut State, play: &mut Play) {
        for unit in 0..self.units.len() as u8 {
            if st.at[unit as usize] != WAITING {
                continue;
            }
            let Some(arrival) = self.arrival(unit) else { continue };
            let due = match arrival.when {
                When::Turn | When::Airfield => self.arrival_turn(st, unit).is_some_and(|t| t <= st.turn),
                When::ArmyCadre => st.turn >= arrival.turn || self.rct_is_dead(st),
                When::MarineCadre => self.marine_cadre_is_called(st),
            };
            if due {
                st.at[unit as usize] = DUE;
                if arrival.when != When::Airfield {
                    let name = self.name(unit);
                    play.note("kb 26.0-cost", format_args!("{name} is due"));
                }
            }
        }
    }

    /// 26.0 Whether an entry hex is open to `side`: no enemy in it, and no enemy zone unless a friend stands there.
    /// [rule: kb 26.0-blocked]
    fn entry_is_open(&self, st: &State, side: u8, hex: u16) -> bool {
        !self.enemy_in(st, side, hex) && (!self.enemy_zone(st, side, hex) || self.real_unit_in(st, side, hex))
    }
    fn substitute_is_open(&self, st: &State, side: u8, hex: u16) -> bool {
        !self.enemy_in(st, side, hex) && !self.enemy_zone(st, side, hex)
    }

    /// 26.0 What entering a hex costs before it is multiplied. [rule: kb 26.0-cost]
    fn base_cost(&self, unit: u8, hex: u16) -> u8 {
        let listed = self.entry_costs.iter().find(|(h, _)| *h == hex).map(|&(_, c)| c);
        listed
            .unwrap_or_else(|| self.ground.enter[usize::from(self.units[unit as usize].mobile)][hex as usize])
    }

    /// The n-th unit through a hex in a phase pays n times. [rule: kb 26.0-cost]
    pub(crate) fn entry_cost(&self, st: &State, unit: u8, hex: u16) -> u8 {
        let base = match self.arrival(unit).map(|a| &a.entry) {
            Some(Entry::Placed(_)) => return 0,
            Some(Entry::On(on)) if st.on_map(*on) => {
                if self.arrival(unit).is_some_and(|a| a.when == When::MarineCadre) {
                    return 0;
                }
                self.on_unit_cost
            }
            _ if self.arrival(unit).is_some_and(|a| a.when == When::ArmyCadre) => return 0,
            _ => self.base_cost(unit, hex),
        };
        if base == PROHIBITED {
            return PROHIBITED;
        }
        let nth = st.entries.iter().filter(|&&h| h == hex).count() as u8 + 1;
        base.saturating_mul(nth)
    }

    /// The hexes where a due unit may come in, whatever it costs. [rule: kb 26.0-blocked, kb 28-187, kb 29-ch-arrivals]
    fn entry_hexes_of(&self, st: &State, unit: u8, out: &mut HexBits) {
        let Some(arrival) = self.arrival(unit) else { return };
        let side = self.side(unit);
        match &arrival.entry {
            Entry::At(_) if arrival.when == When::ArmyCadre => {}
            Entry::At(hexes) if arrival.when == When::Airfield => {
                for &h in hexes {
                    let held = self.holds(st, UN, h);
                    out.set(h as usize, held && st.vacant(h) && !self.enemy_zone(st, side, h));
                }
            }
            Entry::At(hexes) => hexes.iter().for_each(|&h| self.edge_hexes(st, unit, h, out)),
            Entry::On(on) if st.on_map(*on) => {
                let hex = st.hex(*on);
                if self.may_stack(st, unit, hex) || !self.enemy_zone(st, side, hex) {
                    out.set(hex as usize, true);
                }
                if self.enemy_zone(st, side, hex) && !self.may_stack(st, unit, hex) {
                    let around =
                        self.ground.neighbours(hex).filter(|&n| self.substitute_is_open(st, side, n));
                    around.for_each(|n| out.set(n as usize, true));
                }
            }
            Entry::On(_) => {
                if let Some(hex) = self.on_unit_lost {
                    self.edge_hexes(st, unit, hex, out);
                }
            }
            Entry::Placed(hexes) => {
                let open = hexes.iter().filter(|&&h| self.substitute_is_open(st, side, h));
                open.filter(|&&h| self.may_stack(st, unit, h)).for_each(|&h| out.set(h as usize, true));
            }
        }
    }

    fn edge_hexes(&self, st: &State, unit: u8, hex: u16, out: &mut HexBits) {
        let side = self.side(unit);
        let row = self.entry_hexes.iter().find(|e| e.hex == hex);
        if self.entry_is_open(st, side, hex) {
            out.set(hex as usize, true);
        } else if let Some(row) = row {
            let open = row.adjacent.iter().filter(|&&h| self.substitute_is_open(st, side, h));
            open.for_each(|&h| out.set(h as usize, true));
        }
        if st.widened.has(unit as usize) {
            let wide = row.map_or(&[][..], |r| &r.widened);
            let open = wide.iter().filter(|&&h| self.substitute_is_open(st, side, h));
            open.for_each(|&h| out.set(h as usize, true));
        }
    }

    /// Whether a due unit may enter at a hex: it can pay, and it can stay there or move on. [rule: kb 26.0-cost]
    fn may_enter(&self, st: &mut State, unit: u8, hex: u16) -> bool {
        let cost = self.entry_cost(st, unit, hex);
        if cost == PROHIBITED || cost > self.allowance(st, unit) {
            return false;
        }
        if self.may_stack(st, unit, hex) {
            return true;
        }
        if self.must_stop(st, unit, hex) {
            return false;
        }
        self.put(st, unit, hex);
        st.mark(unit, flag::ENTERED);
        let on = self.can_go(st, Going { unit, spent: cost, exited: false });
        st.flags[unit as usize] &= !flag::ENTERED;
        self.lift(st, unit, DUE);
        on
    }

    /// The entries of a side's due units.
    pub(crate) fn list_entries(&self, st: &State, out: &mut Vec<Action>) {
        let mut trial = None;
        for unit in 0..self.units.len() as u8 {
            if st.at[unit as usize] != DUE || self.side(unit) != st.player {
                continue;
            }
            let mut hexes = HexBits::default();
            self.entry_hexes_of(st, unit, &mut hexes);
            let trial = trial.get_or_insert_with(|| st.clone());
            for hex in hexes.iter() {
                if self.may_enter(trial, unit, hex as u16) {
                    out.push(Action::Enter { unit, hex: hex as u16 });
                }
            }
        }
    }

    /// Brings a unit in; it then moves on with what is left, unless a zone stops it. [rule: kb 26.0-cost, kb 4.1-movement]
    pub(crate) fn enter(&self, st: &mut State, unit: u8, hex: u16, play: &mut Play) {
        let cost = self.entry_cost(st, unit, hex);
        if cost > 0 {
            st.entries.try_push(hex);
        }
        let arrival = self.arrival(unit);
        if let Some(arrival) = arrival {
            if self.units[unit as usize].division == NOBODY {
                st.set_step(unit, arrival.step);
            }
            if let Some(index) = arrival.optional {
                st.ledger.optional |= 1 << index;
                let points = self.optional_points[index as usize].1;
                play.note(
                    "kb 29-optional",
                    format_args!("The Chinese score {points} for {}", self.name(unit)),
                );
            }
        }
        self.put(st, unit, hex);
        st.mark(unit, flag::ENTERED | flag::MOVED);
        st.widened.set(unit as usize, false);
        let label = self.ground.label(hex);
        let seat = self.seat(self.side(unit));
        let mp = printed(cost);
        play.say(seat, "kb 26.0-cost", format_args!("{} enters at {label} for {mp} MP", self.name(unit)))
            .at(label);
        self.take(st, unit, hex, play);
        let going = Going { unit, spent: cost, exited: false };
        if !self.must_stop(st, unit, hex) && (self.can_go(st, going) || !self.may_stack(st, unit, hex)) {
            st.frames.push(Frame::Moving { unit, spent: cost, exited: false });
        }
    }

    /// At the end of a Movement Phase, due units that found no way in may use more hexes next turn.
    /// [rule: kb 26.0-blocked]
    pub(crate) fn widen_entries(&self, st: &mut State) {
        for unit in 0..self.units.len() as u8 {
            if st.at[unit as usize] != DUE || self.side(unit) != st.player {
                continue;
            }
            let mut hexes = HexBits::default();
            self.entry_hexes_of(st, unit, &mut hexes);
            let mut trial = st.clone();
            if !hexes.iter().any(|h| self.may_enter(&mut trial, unit, h as u16)) {
                st.widened.set(unit as usize, true);
            }
        }
    }

    /// 27 Whether a unit may be withdrawn now. [rule: kb 27-withdrawals]
    pub(crate) fn list_withdrawals(&self, st: &State, out: &mut Vec<Action>) {
        if st.player != UN {
            return;
        }
        let mut supply = None;
        for w in self.withdrawals.iter().filter(|w| st.turn >= w.turn && st.on_map(w.unit)) {
            let supply = supply.get_or_insert_with(|| self.supply(st, UN));
            if self.supplied(st, supply, w.unit) {
                out.push(Action::Withdraw(w.unit));
            }
        }
    }

    pub(crate) fn withdraw(&self, st: &mut State, unit: u8, play: &mut Play) {
        self.lift(st, unit, LEFT);
        st.flags[unit as usize] &= flag::STEP;
        play.say(self.seat(UN), "kb 27-withdrawals", format_args!("{} is withdrawn", self.name(unit)));
    }

    /// 29 A unit leaves by the exit hex for good. [rule: kb 29-exit]
    pub(crate) fn leave(&self, st: &mut State, unit: u8, play: &mut Play) {
        self.lift(st, unit, LEFT);
        st.flags[unit as usize] &= flag::STEP;
        let points = self.units[unit as usize].exit_points;
        play.say(
            self.seat(UN),
            "kb 29-exit",
            format_args!("{} leaves the map: {points} points for the United Nations", self.name(unit)),
        );
    }

    /// 27 Points for units that should have been withdrawn, counted at the end of a game turn after the due turn.
    /// [rule: kb 27-withdrawals]
    pub(crate) fn count_overdue(&self, st: &mut State, play: &mut Play) {
        for (i, w) in self.withdrawals.iter().enumerate().take(2) {
            if st.turn > w.turn && st.on_map(w.unit) {
                st.ledger.overdue[i] += 1;
                let (name, points) = (self.name(w.unit), w.overdue);
                play.note(
                    "kb 27-withdrawals",
                    format_args!("{name} is overdue: {points} points for North Korea"),
                );
            }
        }
    }

    /// 27 A withdrawal unit that dies before its turn costs a marker from that turn on. [rule: kb 27-withdrawals]
    pub(crate) fn note_early_death(&self, st: &mut State, unit: u8) {
        for (i, w) in self.withdrawals.iter().enumerate() {
            if w.unit == unit && st.turn < w.turn && st.at[unit as usize] == DEAD {
                st.ledger.died_early |= 1 << i;
            }
        }
    }
}
