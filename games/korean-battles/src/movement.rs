//! Movement (5.0): the movement phases, and the unit on its way.

use crate::actions::Action;
use crate::data::Scenario;
use crate::game::KoreanBattles;
use crate::hidden::VEIL_COUNTERS;
use crate::range::Mover;
use crate::reinforcements::Leaving;
use crate::sequence::{Kb, Verdict, another_moment, ensure, no};
use crate::state::{Hex, NOWHERE, Phase, Side, State, UN, UnitId, flag};
use crate::supply::Lines;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Halves, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 4.1 The Movement Phase or the Mobile Movement Phase: the player chooses a unit, brings one in, or does what else
/// belongs there. [rule: kb 4.1-movement, kb 4.1-mobile-movement]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement;

impl Decision<KoreanBattles> for Movement {
    fn seats(&self, game: &KoreanBattles, st: &State) -> SeatSet {
        if !st.held && game.of(st).nobody_moves(st) { SeatSet::NONE } else { st.player.alone() }
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        if now.state.phase == Phase::Movement {
            return Ask::new("kb 4.1-movement", say!("Choose a unit to move or bring in, or end the phase."));
        }
        Ask::new("kb 4.1-mobile-movement", say!("Choose a mobile unit to move, or end the phase."))
    }
    fn list(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let (sc, st) = (now.game.of(now.state), now.state);
        let lines = Lines::new(sc, st, st.player);
        let fresh = sc.deployed(st, st.player).filter(|&u| !st.has(u, flag::MOVED));
        let movers = fresh.filter(|&u| sc.may_select(st, u, &lines).is_ok());
        out.extend(movers.map(|unit| Action::Select { unit }));
        if st.phase == Phase::Movement {
            sc.list_entries(st, out);
            let leaving = sc.withdrawals.iter().map(|w| w.unit);
            let mut leaving: Vec<UnitId> =
                leaving.filter(|&u| sc.may_withdraw(st, u, &lines).is_ok()).collect();
            leaving.sort_unstable();
            out.extend(leaving.into_iter().map(|unit| Action::Withdraw { unit }));
        }
        sc.list_bridges(st, out);
        sc.list_air(st, out);
        sc.list_end(st, out);
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let (sc, st) = (now.game.of(now.state), now.state);
        let lines = Lines::new(sc, st, st.player);
        match action {
            Action::Select { unit } => sc.may_select(st, unit, &lines),
            Action::Enter { unit, hex } => sc.may_enter_at(st, unit, hex),
            Action::Withdraw { unit } => sc.may_withdraw(st, unit, &lines),
            Action::Bridge { unit, over } => sc.may_bridge(st, unit, over),
            _ => sc.check_anytime(st, action),
        }
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        let sc = game.of(st);
        match action {
            Action::Select { unit } => st.push(Moving::from_rest(unit)),
            Action::Enter { unit, hex } => sc.enter(st, unit, hex, play),
            Action::Withdraw { unit } => sc.withdraw(st, unit, play),
            Action::Bridge { unit, over } => sc.lay_bridge(st, unit, over, play),
            _ => sc.perform_anytime(st, action, play),
        }
    }
    fn offer(&self, now: Kb<'_>, action: Action) -> Offer {
        let (sc, st) = (now.game.of(now.state), now.state);
        match action {
            Action::Select { unit } => Offer::new(ActionKind::Select, "kb 5.0", say!("{unit}", unit)),
            Action::Enter { unit, hex } => {
                let mp = Halves(sc.entry_cost(st, unit, hex).into());
                Offer::new(ActionKind::Move, "kb 26.0-cost", say!("{unit} enters at {hex}", unit, hex))
                    .cost(say!("{mp} MP", mp))
            }
            Action::Withdraw { unit } => {
                Offer::new(ActionKind::Choose, "kb 27-withdrawals", say!("Withdraw {unit}", unit))
            }
            Action::Bridge { unit, over } => {
                let label = say!("{unit} bridges {a}/{b}", unit, a = over.a, b = over.b);
                Offer::new(ActionKind::Choose, "kb 12.0", label)
            }
            _ => sc.offer_anytime(action),
        }
    }
    /// A mobile phase in which nobody can do anything passes by itself, where that tells nothing hidden.
    fn step(&self, game: &KoreanBattles, st: &mut State, play: &mut Play) -> bool {
        game.of(st).next_phase(st, play);
        true
    }
}

/// 5.0 A unit on its way: what it has spent, in half points, and whether it has left an enemy zone. [rule: kb 5.0]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moving {
    pub(crate) unit: UnitId,
    pub(crate) spent: u8,
    pub(crate) exited: bool,
}

impl Moving {
    /// A unit that has not begun to move.
    pub(crate) fn from_rest(unit: UnitId) -> Self {
        Self { unit, spent: 0, exited: false }
    }
}

impl Decision<KoreanBattles> for Moving {
    fn seats(&self, _: &KoreanBattles, st: &State) -> SeatSet {
        st.player.alone()
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        let (sc, st, unit) = (now.game.of(now.state), now.state, self.unit);
        let left = Halves(sc.allowance(st, unit).saturating_sub(self.spent).into());
        let ask = if st.hidden(unit) && st.veil & VEIL_COUNTERS != 0 {
            Ask::new("kb 5.0", say!("Move the face-down counter."))
        } else {
            Ask::new("kb 5.0", say!("Move {unit}: {left} movement points.", unit, left))
        };
        ask.piece(unit).place(st.hex(unit))
    }
    fn list(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let (sc, st) = (now.game.of(now.state), now.state);
        let from = st.hex(self.unit);
        sc.range(st, *self, |range| {
            let ends = range.hexes().filter(|&h| h != from && sc.may_end(st, self.unit, h));
            out.extend(ends.map(|hex| Action::To { hex }));
        });
        let mark = out.len();
        let steps = (0..6).filter(|&d| sc.step_goes_on(st, *self, d));
        out.extend(steps.map(|d| Action::Via { hex: sc.ground.near[from.index()][d] }));
        out[mark..].sort_unstable();
        let rest = [Action::Stay, Action::Exit].into_iter();
        out.extend(rest.filter(|&a| self.check(now, a).is_ok()));
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let (sc, st) = (now.game.of(now.state), now.state);
        match action {
            Action::To { hex } => sc.may_go_to(st, *self, hex),
            Action::Via { hex } => sc.may_go_via(st, *self, hex),
            Action::Stay => sc.may_stay(st, *self),
            Action::Exit => sc.may_leave(st, self.unit, st.hex(self.unit)),
            _ => no(
                "kb 5.0",
                say!("{unit} is on its way: it moves on or stays first", unit = st.told(self.unit)),
            ),
        }
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        let sc = game.of(st);
        match action {
            Action::To { hex } => sc.move_to(st, *self, hex, play),
            Action::Via { hex } => sc.step_to(st, *self, hex, play),
            Action::Exit => {
                st.frames.pop();
                sc.leave(st, self.unit, play);
            }
            _ => {
                st.frames.pop();
                st.mark(self.unit, flag::MOVED);
            }
        }
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::To { hex } => Offer::new(ActionKind::Move, "kb 5.0", say!("{hex}", hex)),
            Action::Via { hex } => {
                Offer::new(ActionKind::Step, "kb 5.0", say!("Step to {hex} and go on", hex))
            }
            Action::Exit => Offer::new(ActionKind::Choose, "kb 29-exit", say!("Leave the map")),
            _ => Offer::new(ActionKind::Done, "kb 5.3", say!("Stay")),
        }
    }
}

impl Scenario {
    /// The movement allowance of the face that is up, in half points. [rule: kb 5.1-allowance, kb 2.3.2-movement]
    #[inline]
    pub(crate) fn allowance(&self, st: &State, unit: UnitId) -> u8 {
        self.quick[unit.index()].allowance[st.step(unit) as usize]
    }

    /// What a step costs a unit, engineers' bridges included; they serve United Nations movement only.
    /// [rule: kb 5.2, kb 12.0]
    #[inline]
    pub(crate) fn step_cost(&self, st: &State, unit: UnitId, from: Hex, direction: usize) -> u8 {
        let def = &self.units[unit.index()];
        let kind = usize::from(def.mobile);
        if !st.bridges.is_empty() && def.side == UN {
            let to = self.ground.near[from.index()][direction];
            if to != NOWHERE && self.engineers_bridge(st, from, to) {
                return self.ground.step_bridged(kind, from, direction);
            }
        }
        self.ground.step(kind, from, direction)
    }

    /// Whether a unit must stop in a hex: a leg unit that enters an enemy zone. [rule: kb 5.1.1-leg]
    #[inline]
    pub(crate) fn must_stop(&self, st: &State, unit: UnitId, hex: Hex) -> bool {
        let quick = &self.quick[unit.index()];
        !quick.mobile && !quick.commando && self.enemy_zone(st, quick.side, hex)
    }

    /// 4.1 Whether a mobile phase has nothing for anybody; whether units are supplied is not asked, for that may be secret.
    fn nobody_moves(&self, st: &State) -> bool {
        st.phase == Phase::MobileMovement
            && !self
                .deployed(st, st.player)
                .any(|u| self.quick[u.index()].mobile && !st.has(u, flag::MOVED | flag::ADVANCED))
            && !self.can_bridge(st)
    }

    /// 5.0 Whether a unit may be chosen to move in this phase. In the mobile phase only supplied ones move.
    /// [rule: kb 5.0, kb 5.1-timing, kb 4.1-movement, kb 4.1-mobile-movement, kb 29-cadre, kb 10.4, kb hidden-movement]
    pub(crate) fn may_select(&self, st: &State, unit: UnitId, lines: &Lines<'_>) -> Verdict {
        let def = &self.units[unit.index()];
        if def.side != st.player {
            return no("kb 5.1-timing", say!("that is a unit of the enemy"));
        }
        if !st.on_map(unit) {
            return no("kb 5.0", say!("{unit} is not on the map", unit));
        }
        if st.phase == Phase::MobileMovement {
            ensure(def.mobile, "kb 2.3.2-mobile", || say!("only mobile units use the mobile phases"))?;
            let advanced = || say!("a unit that advanced does nothing else this player turn");
            ensure(!st.has(unit, flag::ADVANCED), "kb 7.9", advanced)?;
            let moved = || say!("{unit} moved in the Movement Phase", unit);
            ensure(!st.has(unit, flag::MOVED), "kb 4.1-mobile-movement", moved)?;
        }
        ensure(!st.has(unit, flag::MOVED), "kb 5.1-allowance", || say!("{unit} has moved", unit))?;
        let held = def.may_not_move_first_turn && st.turn == 1;
        ensure(!held, "kb 29-cadre", || say!("{unit} may not move on the first turn", unit))?;
        let goes = self.can_go(st, Moving::from_rest(unit)) || self.may_exit(st, unit, st.hex(unit));
        ensure(goes, "kb 5.2", || say!("{unit} has nowhere to go", unit))?;
        let fed = st.phase == Phase::Movement || lines.feed(unit);
        ensure(fed, "kb 10.4", || say!("{unit} is out of supply", unit))
    }

    /// 5.0 Whether the moving unit may end its move in a hex, and why not. [rule: kb 5.1-enemy]
    fn may_go_to(&self, st: &State, going: Moving, hex: Hex) -> Verdict {
        let unit = going.unit;
        ensure(hex != st.hex(unit), "kb 5.0", || say!("{unit} stands there", unit = st.told(unit)))?;
        self.may_pass(st, self.side(unit), hex)?;
        if !self.range_to(st, going, hex, |range| range.cost(hex).is_some()) {
            return self.why_out_of_reach(st, going);
        }
        let stacks = || say!("at most two units may share a hex, one of them small");
        ensure(self.may_end(st, unit, hex), "kb 20.0-stacking", stacks)
    }

    /// 5.1 Whether units of a side may be in a hex at all. [rule: kb 5.1-enemy]
    pub(crate) fn may_pass(&self, st: &State, side: Side, hex: Hex) -> Verdict {
        ensure(self.ground.land[hex.index()], "kb 5.1-enemy", || say!("water is prohibited"))?;
        ensure(!self.enemy_in(st, side, hex), "kb 5.1-enemy", || say!("an enemy holds that hex"))
    }

    fn why_out_of_reach(&self, st: &State, going: Moving) -> Verdict {
        if self.must_stop(st, going.unit, st.hex(going.unit)) {
            return no("kb 5.1.1-leg-exit", say!("from an enemy zone the unit cannot get there"));
        }
        no("kb 5.1-allowance", say!("the movement allowance does not reach that far, enemy zones considered"))
    }

    /// Whether the moving unit may step into a hex and go on.
    fn may_go_via(&self, st: &State, going: Moving, hex: Hex) -> Verdict {
        let Some(direction) = self.ground.direction(st.hex(going.unit), hex) else {
            return no("kb 5.0", say!("a step leads to a neighbouring hex"));
        };
        self.may_pass(st, self.side(going.unit), hex)?;
        let ends = || say!("the move cannot go on from there, or not lead there at all");
        ensure(self.step_goes_on(st, going, direction), "kb 5.1-allowance", ends)
    }

    /// 5.3 Whether the moving unit may end its move where it is: it has begun it, and may stack there. [rule: kb 5.3]
    fn may_stay(&self, st: &State, going: Moving) -> Verdict {
        let begun = going.spent > 0 || st.has(going.unit, flag::ENTERED);
        ensure(begun, "kb 5.3", || say!("the unit has not begun its move"))?;
        let full = || say!("at most two units may share a hex, one of them small");
        ensure(self.may_stack(st, going.unit, st.hex(going.unit)), "kb 20.0-stacking", full)
    }

    /// Whether a unit may end its move in a hex: by stacking, or because it can leave the map from there.
    #[inline]
    fn may_end(&self, st: &State, unit: UnitId, hex: Hex) -> bool {
        self.may_stack(st, unit, hex) || self.may_exit(st, unit, hex)
    }

    /// Whether a unit has anywhere to go. Units that can walk next door are found without a search.
    pub(crate) fn can_go(&self, st: &State, going: Moving) -> bool {
        let from = st.hex(going.unit);
        let mover = Mover::new(self, st, going.unit);
        let (leaves, fresh) = (mover.in_zone(from), going.spent == 0);
        for d in 0..6 {
            if let Some((to, step, _)) = mover.step(from, d, leaves, going.exited, fresh) {
                let fits = going.spent.saturating_add(step) <= mover.allowance;
                if fits && self.may_end(st, going.unit, to) {
                    return true;
                }
            }
        }
        // Only where a friend stands next door can a move lead through a hex that it could not end in.
        if self.ground.neighbours(from).all(|n| st.vacant(n)) {
            return false;
        }
        self.range(st, going, |r| r.hexes().any(|h| h != from && self.may_end(st, going.unit, h)))
    }

    /// Whether the unit may take one step and then go on: it is not stopped, and can stay there or reach a hex beyond.
    fn step_goes_on(&self, st: &State, going: Moving, direction: usize) -> bool {
        let from = st.hex(going.unit);
        let mover = Mover::new(self, st, going.unit);
        let Some((to, step, exited)) = mover.step(from, direction, mover.in_zone(from), going.exited, false)
        else {
            return false;
        };
        let spent = going.spent.saturating_add(step);
        if spent > mover.allowance || self.must_stop(st, going.unit, to) {
            return false;
        }
        if self.may_stack(st, going.unit, to) {
            return true;
        }
        let leaves = mover.in_zone(to);
        (0..6).any(|d| {
            let Some((next, more, _)) = mover.step(to, d, leaves, exited, false) else { return false };
            spent.saturating_add(more) <= mover.allowance && self.may_end(st, going.unit, next)
        })
    }

    /// 5.0 Moves the unit to its destination by the cheapest way and ends its move, or offers the exit.
    /// [rule: kb 5.0, kb 29-exit]
    fn move_to(&self, st: &mut State, going: Moving, to: Hex, play: &mut Play) {
        let (path, cost) = self.range_to(st, going, to, |r| (r.path(to), r.cost(to).unwrap_or(going.spent)));
        let from = st.hex(going.unit);
        self.shift_to(st, going.unit, to);
        for hex in path {
            self.take(st, going.unit, Hex(hex.0), play);
        }
        st.mark(going.unit, flag::MOVED);
        st.frames.pop();
        self.tell_move(st, going.unit, from, to, cost, play);
        if self.may_exit(st, going.unit, to) {
            st.push(Leaving { unit: going.unit });
        }
    }

    fn tell_move(&self, st: &State, unit: UnitId, from: Hex, to: Hex, cost: u8, play: &mut Play) {
        let (seat, told, mp) = (self.side(unit).seat(), st.told(unit), Halves(cost.into()));
        let line = if st.hidden(unit) {
            // What a hex has cost would tell what the counter is.
            play.say(seat, "kb hidden-movement", say!("{unit} moves {from}-{to}", unit = told, from, to))
        } else {
            play.say(seat, "kb 5.0", say!("{unit} moves {from}-{to} for {mp} MP", unit, from, to, mp))
        };
        line.on(from).on(to).effect(Effect::Moved { unit: told, from: from.into(), to: to.into() });
    }

    /// One step by a route of the player's own; the move goes on.
    fn step_to(&self, st: &mut State, going: Moving, to: Hex, play: &mut Play) {
        let from = st.hex(going.unit);
        let Some(direction) = self.ground.direction(from, to) else { return };
        let mover = Mover::new(self, st, going.unit);
        let taken = mover.step(from, direction, mover.in_zone(from), going.exited, false);
        let Some((_, step, exited)) = taken else { return };
        self.shift_to(st, going.unit, to);
        self.take(st, going.unit, to, play);
        st.mark(going.unit, flag::MOVED);
        st.replace_top(Moving { unit: going.unit, spent: going.spent + step, exited });
        self.tell_move(st, going.unit, from, to, step, play);
    }
}

impl Scenario {
    /// 10.2 The units that supply may be flown to.
    pub(crate) fn list_air(&self, st: &State, out: &mut Vec<Action>) {
        if st.player == UN && st.air_left > 0 {
            let hungry = self.deployed(st, UN).filter(|&u| self.may_fly(st, u).is_ok());
            out.extend(hungry.map(|unit| Action::Air { unit }));
        }
    }
    /// The counters that may be turned up, and the end of the phase.
    pub(crate) fn list_end(&self, st: &State, out: &mut Vec<Action>) {
        if self.hidden_units && st.player != UN {
            let down = self.deployed(st, st.player).filter(|&u| st.hidden(u));
            let shy = down.filter(|&u| self.may_show(st, u).is_ok());
            out.extend(shy.map(|unit| Action::Show { unit }));
        }
        out.push(Action::Pass);
    }
    /// What may be done between moves and attacks in every phase of one's own player turn.
    pub(crate) fn check_anytime(&self, st: &State, action: Action) -> Verdict {
        match action {
            Action::Air { unit } => self.may_fly(st, unit),
            Action::Show { unit } => self.may_show(st, unit),
            Action::Pass => Ok(()),
            _ => another_moment(action),
        }
    }
    pub(crate) fn perform_anytime(&self, st: &mut State, action: Action, play: &mut Play) {
        match action {
            Action::Air { unit } => self.fly_supply(st, unit, play),
            Action::Show { unit } => self.reveal(st, unit, play),
            _ => self.next_phase(st, play),
        }
    }
    pub(crate) fn offer_anytime(&self, action: Action) -> Offer {
        match action {
            Action::Air { unit } => {
                Offer::new(ActionKind::Choose, "kb 10.2-air", say!("Supply {unit} by air", unit))
            }
            Action::Show { unit } => {
                Offer::new(ActionKind::Choose, "kb hidden-claim", say!("Turn {unit} up", unit))
            }
            _ => Offer::new(ActionKind::EndPhase, "kb 4.0", say!("End the phase")),
        }
    }
}
