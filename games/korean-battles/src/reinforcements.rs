//! Reinforcements, withdrawals and exits (26.0, 27, 28, 29).

use crate::actions::Action;
use crate::data::{Arrival, Entry, Scenario, When};
use crate::game::KoreanBattles;
use crate::ground::PROHIBITED;
use crate::movement::Moving;
use crate::sequence::{Kb, Verdict, ensure, no};
use crate::state::{DEAD, DUE, Hex, HexSet, LEFT, NOBODY, RED, Side, State, UN, UnitId, WAITING, flag};
use crate::supply::Lines;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Halves, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 29 A unit that has moved to the exit hex leaves or stays. [rule: kb 29-exit]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaving {
    pub(crate) unit: UnitId,
}

impl Decision<KoreanBattles> for Leaving {
    fn seats(&self, _: &KoreanBattles, _: &State) -> SeatSet {
        UN.alone()
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        let unit = self.unit;
        Ask::new("kb 29-exit", say!("Does {unit} leave the map?", unit))
            .piece(unit)
            .place(now.state.hex(unit))
    }
    fn candidates(&self, _: Kb<'_>, out: &mut Vec<Action>) {
        out.extend([Action::Stay, Action::Exit]);
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let (sc, st, unit) = (now.game.of(now.state), now.state, self.unit);
        match action {
            Action::Stay => ensure(sc.may_stack(st, unit, st.hex(unit)), "kb 20.0-stacking", || {
                say!("at most two units may share a hex, one of them small")
            }),
            Action::Exit => sc.may_leave(st, unit, st.hex(unit)),
            _ => no("kb 29-exit", say!("{unit} leaves the map or stays first", unit)),
        }
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        st.frames.pop();
        if action == Action::Exit {
            game.of(st).leave(st, self.unit, play);
        }
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::Exit => Offer::new(ActionKind::Choose, "kb 29-exit", say!("Leave the map")),
            _ => Offer::new(ActionKind::Done, "kb 5.3", say!("Stay")),
        }
    }
}

impl Scenario {
    /// How a unit arrives; a breakdown regiment comes as its division would have.
    pub(crate) fn arrival(&self, unit: UnitId) -> Option<&Arrival> {
        let def = &self.units[unit.index()];
        match (&def.arrival, def.division) {
            (Some(arrival), _) => Some(arrival),
            (None, NOBODY) => None,
            (None, division) if self.divisions.is_empty() => self.units[division.index()].arrival.as_ref(),
            (None, _) => None,
        }
    }

    /// The game turn on which a unit arrives, if it takes part. [rule: kb 21.0, kb 29-arrivals, kb 29-ch-arrivals]
    pub(crate) fn arrival_turn(&self, st: &State, unit: UnitId) -> Option<u8> {
        let arrival = self.arrival(unit)?;
        if arrival.only_accelerated && !st.accelerated {
            return None;
        }
        Some(arrival.accelerated.filter(|_| st.accelerated).unwrap_or(arrival.turn))
    }

    /// Units whose turn has come may enter. [rule: kb 26.0-cost, kb 29-optional, kb 28-187]
    pub(crate) fn call_up(&self, st: &mut State, play: &mut Play) {
        for unit in self.ids() {
            if st.at[unit.index()] != WAITING {
                continue;
            }
            let Some(arrival) = self.arrival(unit) else { continue };
            let due = match arrival.when {
                When::Turn | When::Airfield => self.arrival_turn(st, unit).is_some_and(|t| t <= st.turn),
                When::ArmyCadre => st.turn >= arrival.turn || self.rct_is_dead(st),
                When::MarineCadre => self.marine_cadre_is_called(st),
            };
            if due {
                st.at[unit.index()] = DUE;
                if arrival.when != When::Airfield {
                    play.note("kb 26.0-cost", say!("{unit} is due", unit));
                }
            }
        }
    }

    /// 26.0 Whether an entry hex is open to `side`: no enemy in it, and no enemy zone unless a friend stands there.
    /// [rule: kb 26.0-blocked]
    fn entry_is_open(&self, st: &State, side: Side, hex: Hex) -> bool {
        !self.enemy_in(st, side, hex) && (!self.enemy_zone(st, side, hex) || self.real_unit_in(st, side, hex))
    }
    fn substitute_is_open(&self, st: &State, side: Side, hex: Hex) -> bool {
        !self.enemy_in(st, side, hex) && !self.enemy_zone(st, side, hex)
    }

    /// 26.0 What entering a hex costs before it is multiplied. [rule: kb 26.0-cost]
    fn base_cost(&self, unit: UnitId, hex: Hex) -> u8 {
        let listed = self.entry_costs.iter().find(|(h, _)| *h == hex).map(|&(_, c)| c);
        listed.unwrap_or_else(|| self.ground.enter[usize::from(self.units[unit.index()].mobile)][hex.index()])
    }

    /// The n-th unit through a hex in a phase pays n times. [rule: kb 26.0-cost]
    pub(crate) fn entry_cost(&self, st: &State, unit: UnitId, hex: Hex) -> u8 {
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
    fn entry_hexes_of(&self, st: &State, unit: UnitId, out: &mut HexSet) {
        let Some(arrival) = self.arrival(unit) else { return };
        let side = self.side(unit);
        match &arrival.entry {
            Entry::At(_) if arrival.when == When::ArmyCadre => {}
            Entry::At(hexes) if arrival.when == When::Airfield => {
                for &h in hexes {
                    let held = self.holds(st, UN, h);
                    out.set(h, held && st.vacant(h) && !self.enemy_zone(st, side, h));
                }
            }
            Entry::At(hexes) => hexes.iter().for_each(|&h| self.edge_hexes(st, unit, h, out)),
            Entry::On(on) if st.on_map(*on) => {
                let hex = st.hex(*on);
                if self.may_stack(st, unit, hex) || !self.enemy_zone(st, side, hex) {
                    out.set(hex, true);
                }
                if self.enemy_zone(st, side, hex) && !self.may_stack(st, unit, hex) {
                    let around =
                        self.ground.neighbours(hex).filter(|&n| self.substitute_is_open(st, side, n));
                    around.for_each(|n| out.set(n, true));
                }
            }
            Entry::On(_) => {
                if let Some(hex) = self.on_unit_lost {
                    self.edge_hexes(st, unit, hex, out);
                }
            }
            Entry::Placed(hexes) => {
                let open = hexes.iter().filter(|&&h| self.substitute_is_open(st, side, h));
                open.filter(|&&h| self.may_stack(st, unit, h)).for_each(|&h| out.set(h, true));
            }
        }
    }

    fn edge_hexes(&self, st: &State, unit: UnitId, hex: Hex, out: &mut HexSet) {
        let side = self.side(unit);
        let row = self.entry_hexes.iter().find(|e| e.hex == hex);
        if self.entry_is_open(st, side, hex) {
            out.set(hex, true);
        } else if let Some(row) = row {
            let open = row.adjacent.iter().filter(|&&h| self.substitute_is_open(st, side, h));
            open.for_each(|&h| out.set(h, true));
        }
        if st.widened.has(unit) {
            let wide = row.map_or(&[][..], |r| &r.widened);
            let open = wide.iter().filter(|&&h| self.substitute_is_open(st, side, h));
            open.for_each(|&h| out.set(h, true));
        }
    }

    /// 26.0 Whether a reinforcement may enter at a hex, and why not. [rule: kb 26.0-cost, kb 26.0-blocked]
    pub(crate) fn may_enter_at(&self, st: &State, unit: UnitId, hex: Hex) -> Verdict {
        ensure(self.side(unit) == st.player, "kb 4.1-movement", || say!("that is a unit of the enemy"))?;
        if st.phase != crate::state::Phase::Movement {
            return no("kb 4.1-movement", say!("reinforcements enter in the Movement Phase"));
        }
        ensure(st.at[unit.index()] == DUE, "kb 26.0-cost", || say!("{unit} is not due", unit))?;
        let mut hexes = HexSet::default();
        self.entry_hexes_of(st, unit, &mut hexes);
        if !hexes.has(hex) {
            let closed = self.enemy_in(st, st.player, hex) || self.enemy_zone(st, st.player, hex);
            ensure(!closed, "kb 26.0-blocked", || say!("{hex} is closed by the enemy", hex))?;
            return no("kb 26.0-blocked", say!("{unit} does not enter at {hex}", unit, hex));
        }
        let pays =
            || say!("{unit} cannot pay for {hex}, or not go on from there where it cannot stay", unit, hex);
        ensure(self.can_enter(&mut st.clone(), unit, hex), "kb 26.0-cost", pays)
    }

    /// Whether a due unit can enter at an open hex: it can pay, and it can stay there or move on. [rule: kb 26.0-cost]
    fn can_enter(&self, st: &mut State, unit: UnitId, hex: Hex) -> bool {
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
        let on = self.can_go(st, Moving { unit, spent: cost, exited: false });
        st.flags[unit.index()] &= !flag::ENTERED;
        self.lift(st, unit, DUE);
        on
    }

    /// The entries of a side's due units; one copy of the position serves all trials.
    pub(crate) fn list_entries(&self, st: &State, out: &mut Vec<Action>) {
        let mut trial = None;
        for unit in self.ids() {
            if st.at[unit.index()] != DUE || self.side(unit) != st.player {
                continue;
            }
            let mut hexes = HexSet::default();
            self.entry_hexes_of(st, unit, &mut hexes);
            let trial = trial.get_or_insert_with(|| st.clone());
            let open = hexes.iter().filter(|&hex| self.can_enter(trial, unit, hex));
            out.extend(open.map(|hex| Action::Enter { unit, hex }));
        }
    }

    /// Brings a unit in; it then moves on with what is left, unless a zone stops it. [rule: kb 26.0-cost, kb 4.1-movement]
    pub(crate) fn enter(&self, st: &mut State, unit: UnitId, hex: Hex, play: &mut Play) {
        let cost = self.entry_cost(st, unit, hex);
        if cost > 0 {
            st.entries.try_push(hex);
        }
        let arrival = self.arrival(unit);
        if let Some(arrival) = arrival {
            if self.units[unit.index()].division == NOBODY {
                st.set_step(unit, arrival.step);
            }
            if let Some(index) = arrival.optional {
                st.ledger.optional |= 1 << index;
                let points = self.optional_points[usize::from(index)].1;
                play.note(
                    "kb 29-optional",
                    say!("{side} score {points} for {unit}", side = RED, points, unit),
                );
            }
        }
        self.put(st, unit, hex);
        st.mark(unit, flag::ENTERED | flag::MOVED);
        st.widened.set(unit, false);
        let mp = Halves(cost.into());
        play.say(
            self.side(unit).seat(),
            "kb 26.0-cost",
            say!("{unit} enters at {hex} for {mp} MP", unit, hex, mp),
        )
        .on(hex)
        .effect(Effect::Placed { unit: unit.into(), at: hex.into() });
        self.take(st, unit, hex, play);
        let going = Moving { unit, spent: cost, exited: false };
        if !self.must_stop(st, unit, hex) && (self.can_go(st, going) || !self.may_stack(st, unit, hex)) {
            st.push(going);
        }
    }

    /// At the end of a Movement Phase, due units that found no way in may use more hexes next turn.
    /// [rule: kb 26.0-blocked]
    pub(crate) fn widen_entries(&self, st: &mut State) {
        for unit in self.ids() {
            if st.at[unit.index()] != DUE || self.side(unit) != st.player {
                continue;
            }
            let mut hexes = HexSet::default();
            self.entry_hexes_of(st, unit, &mut hexes);
            let mut trial = st.clone();
            if !hexes.iter().any(|h| self.can_enter(&mut trial, unit, h)) {
                st.widened.set(unit, true);
            }
        }
    }

    /// 27 Whether a unit may be withdrawn now: in supply, its turn come. [rule: kb 27-withdrawals]
    pub(crate) fn may_withdraw(&self, st: &State, unit: UnitId, lines: &Lines<'_>) -> Verdict {
        let rule = "kb 27-withdrawals";
        let Some(w) = self.withdrawals.iter().find(|w| w.unit == unit) else {
            return no(rule, say!("{unit} is not to be withdrawn", unit));
        };
        let own = st.player == UN && st.phase == crate::state::Phase::Movement;
        ensure(own, rule, || say!("units are withdrawn in the United Nations' Movement Phase"))?;
        ensure(st.turn >= w.turn, rule, || {
            say!("{unit} is withdrawn from turn {turn} on", unit, turn = w.turn)
        })?;
        ensure(st.on_map(unit), rule, || say!("{unit} is not on the map", unit))?;
        ensure(lines.feed(unit), rule, || say!("{unit} is out of supply", unit))
    }

    pub(crate) fn withdraw(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        self.lift(st, unit, LEFT);
        st.flags[unit.index()] &= flag::STEP;
        play.say(UN.seat(), "kb 27-withdrawals", say!("{unit} is withdrawn", unit))
            .effect(Effect::Left { unit: unit.into() });
    }

    /// 29 Whether a unit standing in that hex in its own move may leave the map. [rule: kb 29-exit]
    #[inline]
    pub(crate) fn may_exit(&self, st: &State, unit: UnitId, hex: Hex) -> bool {
        let Some((exit, from_turn)) = self.exit else { return false };
        hex == exit && st.turn >= from_turn && self.side(unit) == UN && !st.has(unit, flag::ENTERED)
    }
    /// The same with the reason.
    pub(crate) fn may_leave(&self, st: &State, unit: UnitId, hex: Hex) -> Verdict {
        let Some((exit, turn)) = self.exit else {
            return no("kb 29-exit", say!("nobody leaves the map in this battle"));
        };
        ensure(self.may_exit(st, unit, hex), "kb 29-exit", || {
            say!(
                "United Nations units leave from {exit}, from turn {turn} on, and not in the turn they entered",
                exit,
                turn
            )
        })
    }

    /// 29 A unit leaves by the exit hex for good. [rule: kb 29-exit]
    pub(crate) fn leave(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        self.lift(st, unit, LEFT);
        st.flags[unit.index()] &= flag::STEP;
        let points = self.units[unit.index()].exit_points;
        let text = say!("{unit} leaves the map: {points} points for the United Nations", unit, points);
        play.say(UN.seat(), "kb 29-exit", text).effect(Effect::Left { unit: unit.into() });
    }

    /// 27 Points for units that should have been withdrawn, counted at the end of a game turn after the due turn.
    /// [rule: kb 27-withdrawals]
    pub(crate) fn count_overdue(&self, st: &mut State, play: &mut Play) {
        for (i, w) in self.withdrawals.iter().enumerate() {
            if st.turn > w.turn && st.on_map(w.unit) {
                st.ledger.overdue[i] += 1;
                let text = say!(
                    "{unit} is overdue: {points} points for North Korea",
                    unit = w.unit,
                    points = w.overdue
                );
                play.note("kb 27-withdrawals", text);
            }
        }
    }

    /// 27 A withdrawal unit that dies before its turn costs a marker from that turn on. [rule: kb 27-withdrawals]
    pub(crate) fn note_early_death(&self, st: &mut State, unit: UnitId) {
        for (i, w) in self.withdrawals.iter().enumerate() {
            if w.unit == unit && st.turn < w.turn && st.at[unit.index()] == DEAD {
                st.ledger.died_early |= 1 << i;
            }
        }
    }
}
