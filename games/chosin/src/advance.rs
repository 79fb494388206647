//! 11.7 Advance after combat, and 11.8 breakthrough.

use crate::actions::Action;
use crate::combat::Gather;
use crate::data::Nation;
use crate::event::hexes;
use crate::game::{Chosin, Ctx, Judged, at, enemy, judged, no, only, seat};
use crate::movement::units;
use crate::state::{COM, Combat, Occasion, State, UN, UnitBits, UnitId, flag};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Illegal, Now, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 11.7 The winners advance. [rule: ch 11.7, ch 11.72, ch 7.6]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance;

impl Chosin {
    fn steps(&self, state: &State, unit: UnitId) -> u8 {
        (state.field.flags[unit.index()] >> flag::STEPS & 3) as u8
    }

    fn may_advance(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        let combat = &state.combat;
        if !combat.winners.has(unit.index()) || !state.field.on_map(unit) {
            return no("ch 11.72", say!("{unit} does not advance", unit));
        }
        if self.factors(state, unit)[0] == 0 {
            return no("ch 11.7", say!("{unit} has no attack strength and does not advance", unit));
        }
        if self.steps(state, unit) >= combat.range {
            return no("ch 11.72", say!("{unit} has advanced as far as it may", unit));
        }
        if self.stands(state, unit) {
            return no("ch 3.3-34-36", say!("the 3rd Division is being redeployed"));
        }
        Ok(())
    }

    fn may_advance_to(&self, state: &State, unit: UnitId, to: HexId) -> Result<(), Illegal> {
        self.may_advance(state, unit)?;
        let from = state.field.at(unit);
        let open = self.data.ground.direction(from, to).is_some_and(|d| self.data.ground.edge(from, d).open);
        if !open || state.field.holds(enemy(self.side(unit)), to) {
            return no("ch 11.72", say!("{unit} cannot advance to {hex}", unit, hex = at(to)));
        }
        if self.steps(state, unit) == 0 && !state.combat.vacated.contains(&to.0) {
            return no("ch 11.72", say!("the first hex of an advance is one the enemy left"));
        }
        Ok(())
    }

    /// 9.4 Leaving the map by advance. [rule: ch 9.4]
    fn may_advance_out(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        self.may_advance(state, unit)?;
        let edge = self.data.ground.south.has(state.field.at(unit).index());
        if self.side(unit) != COM || !edge || self.steps(state, unit) == 0 {
            return no("ch 9.4", say!("{unit} cannot leave the map here", unit));
        }
        Ok(())
    }

    fn take_step(&self, state: &mut State, unit: UnitId) {
        state.field.flags[unit.index()] += 1 << flag::STEPS;
    }

    /// The end of a combat: marks, and what a meeting engagement or its breakthrough stops. [rule: ch 11.556, ch 26.8]
    pub(crate) fn end_combat(&self, state: &mut State, play: &mut Play) {
        if state.marching() {
            // Whether the march goes on depends on who is left, and the enemy does not see all of them.
            play.reveal();
        }
        let combat = state.combat;
        let advanced = units(&combat.attackers).any(|u| state.field.on_map(u) && self.steps(state, u) > 0);
        for unit in units(&combat.attackers).filter(|u| state.field.on_map(*u)).collect::<Vec<_>>() {
            // 26.8 The force goes on from the hex it took.
            let left_behind = advanced && self.steps(state, unit) == 0;
            if state.marching() && (combat.checked || left_behind) {
                state.field.mark(unit, flag::MOVED);
            }
            if combat.occasion != Occasion::Meeting {
                state.field.mark(unit, flag::ATTACKED);
            }
        }
        for unit in units(&combat.defenders).filter(|u| state.field.on_map(*u)).collect::<Vec<_>>() {
            state.field.mark(unit, flag::HIT);
        }
        self.data.all_units().for_each(|u| state.field.unmark(u, flag::SHOWN | flag::STEPS_MASK));
        state.combat = Combat::default();
        state.pop();
    }

    /// 11.81, 11.82 Units that may fight again after a breakthrough result. [rule: ch 11.8, ch 11.81, ch 22.0]
    fn breakers(&self, state: &State) -> UnitBits {
        let mut bits = UnitBits::default();
        let combat = &state.combat;
        if !combat.result.plus() || combat.side != UN {
            return bits;
        }
        for unit in units(&combat.attackers).filter(|u| state.field.on_map(*u)) {
            let nation = matches!(self.data.quick(unit).nation, Nation::Us | Nation::Cw);
            let able = self.factors(state, unit)[0] > 0 && self.steps(state, unit) > 0;
            bits.set(unit.index(), nation && able);
        }
        bits
    }
}

impl Judged for Advance {
    fn judge(&self, now: Now<'_, Chosin>, _: &Ctx, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Advance { unit, hex } => now.game.may_advance_to(now.state, unit, hex),
            Action::AdvanceOut { unit } => now.game.may_advance_out(now.state, unit),
            Action::Done => Ok(()),
            _ => no("ch 11.72", say!("the advance after combat comes first")),
        }
    }
}

impl Decision<Chosin> for Advance {
    judged!();
    fn seats(&self, game: &Chosin, state: &State) -> SeatSet {
        let now = Now { game, state, seat: seat(UN) };
        let mut list = Vec::new();
        self.sieve(now, &mut list);
        match units(&state.combat.winners).next() {
            Some(first) if list.len() > 1 => only(game.side(first)),
            _ => SeatSet::NONE,
        }
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let n = now.state.combat.range;
        let hex = at(HexId(now.state.combat.target));
        let text = say!("Advance up to {n} {n|hex|hexes}: press a unit, then where it goes, or stay.", n);
        Ask::new("ch 11.72", text).place(hex)
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        for unit in units(&now.state.combat.winners).filter(|u| now.state.field.on_map(*u)) {
            let from = now.state.field.at(unit);
            out.extend(now.game.data.ground.around(from).map(|hex| Action::Advance { unit, hex }));
            out.push(Action::AdvanceOut { unit });
        }
        out.push(Action::Done);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::Done)
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Advance { unit, hex } => {
                let from = state.field.at(unit);
                game.take_step(state, unit);
                game.step_to(state, unit, hex, play);
                play.say(by, "ch 11.72", say!("{unit} advances to {hex}.", unit, hex = at(hex)))
                    .on(at(hex))
                    .effect(Effect::Moved { unit: unit.into(), from: at(from), to: at(hex) });
            }
            Action::AdvanceOut { unit } => game.leave_map(state, unit, "ch 9.4", play),
            _ => self.finish(game, state, play),
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Advance { unit, hex } => Offer::new(
                ActionKind::Move,
                "ch 11.72",
                say!("{unit} advances to {hex}", unit, hex = at(hex)),
            ),
            Action::AdvanceOut { unit } => {
                Offer::new(ActionKind::Choose, "ch 9.4", say!("{unit} leaves the map", unit))
            }
            _ => Offer::new(ActionKind::Done, "ch 11.72", say!("No further advance")),
        }
    }
    fn question(&self, now: Now<'_, Chosin>) -> Option<Question> {
        Some(Question {
            kind: "advance",
            title: say!("Advance after combat"),
            place: Some(at(HexId(now.state.combat.target))),
            value: now.state.combat.range.into(),
        })
    }
    fn step(&self, game: &Chosin, state: &mut State, play: &mut Play) -> bool {
        self.finish(game, state, play);
        true
    }
}

impl Advance {
    fn finish(self, game: &Chosin, state: &mut State, play: &mut Play) {
        let breakers = game.breakers(state);
        if breakers.is_empty() {
            game.end_combat(state, play);
        } else {
            state.combat.may_break = breakers;
            state.replace(Breakthrough);
        }
    }
}

/// 11.8 A stack of US and Commonwealth attackers may fight again at once. [rule: ch 11.8, ch 11.82, ch 11.83, ch 11.84]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakthrough;

impl Judged for Breakthrough {
    fn judge(&self, now: Now<'_, Chosin>, _: &Ctx, action: Action) -> Result<(), Illegal> {
        let state = now.state;
        match action {
            Action::Attack { hex } => {
                let beside = |u: UnitId| now.game.data.ground.direction(state.field.at(u), hex).is_some();
                let near = units(&state.combat.may_break).any(beside);
                let bombed = state.atomic.struck.contains(&hex.0);
                if near && state.field.holds(COM, hex) && !bombed {
                    return Ok(());
                }
                no("ch 11.83", say!("nobody breaks through to {hex}", hex = at(hex)))
            }
            Action::Done => Ok(()),
            _ => no("ch 11.8", say!("the breakthrough is decided first")),
        }
    }
}

impl Breakthrough {
    fn open(self, game: &Chosin, state: &State) -> bool {
        let near = |u: UnitId| game.data.ground.around(state.field.at(u)).any(|h| state.field.holds(COM, h));
        units(&state.combat.may_break).any(near)
    }
}

impl Decision<Chosin> for Breakthrough {
    judged!();
    fn seats(&self, game: &Chosin, state: &State) -> SeatSet {
        if self.open(game, state) { only(UN) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 11.8", say!("Breakthrough: press a hex to attack again, or stop."))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend(hexes(&now.state.field.held[COM as usize]).map(|hex| Action::Attack { hex }));
        out.push(Action::Done);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::Done)
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        let Action::Attack { hex } = action else {
            return game.end_combat(state, play);
        };
        let may_break = state.combat.may_break;
        game.end_combat(state, play);
        state.combat = Combat {
            side: UN,
            occasion: Occasion::Breakthrough,
            target: hex.0,
            may_break,
            ..Combat::default()
        };
        state.push(Gather);
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Attack { hex } => {
                Offer::new(ActionKind::Attack, "ch 11.8", say!("Break through to {hex}", hex = at(hex)))
            }
            _ => Offer::new(ActionKind::Done, "ch 11.8", say!("No breakthrough")),
        }
    }
    fn step(&self, game: &Chosin, state: &mut State, play: &mut Play) -> bool {
        game.end_combat(state, play);
        true
    }
}
