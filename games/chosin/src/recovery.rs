//! 12.3 Recovery of disrupted units.

use crate::actions::Action;
use crate::data::Kind;
use crate::events::Event;
use crate::game::{Chosin, Ctx, Judged, at, enemy, judged, no, only};
use crate::state::{State, UN, UnitId, flag};
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 12.31 The recovery phase of a side. [rule: ch 12.31, ch 12.32, ch 8.43]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recovery {
    pub(crate) side: u8,
}

impl Chosin {
    /// 12.5 What is added to the die. [rule: ch 12.322, ch 12.323, ch 3.3-44]
    pub(crate) fn recovery_modifier(&self, state: &State, unit: UnitId) -> i8 {
        let side = self.side(unit);
        let quick = self.data.quick(unit);
        let lead = i32::from(self.data.parameters.lead_recovery);
        let sign = |yes: bool| i8::from(yes);
        sign(state.score.lead(side) >= lead) - sign(state.score.lead(enemy(side)) >= lead)
            + sign(quick.kind == Kind::Hq)
            - sign(!quick.regiment)
            - sign(state.enemy_zone(side, state.field.at(unit)))
            - sign(state.event(Event::BadWeather))
            + sign(side == UN && state.event(Event::UnRallies))
    }

    /// 12.4 One roll of recovery. [rule: ch 12.4]
    fn recover(&self, state: &mut State, unit: UnitId, play: &mut Play) {
        let side = self.side(unit);
        self.charge(state, unit);
        state.field.mark(unit, flag::RECOVERED);
        let die = play.d6("recovery") as i8 + self.recovery_modifier(state, unit);
        let name = self.named(state, unit);
        let hex = state.field.at(unit);
        if die >= self.data.parameters.recovery as i8 {
            state.field.turn_over(&self.data.ground, side, unit, false);
            play.outcome("ch 12.4", say!("{unit} recovers.", unit = name))
                .on(at(hex))
                .effect(Effect::Shown { unit: name });
        } else {
            play.outcome("ch 12.4", say!("{unit} does not recover.", unit = name)).on(at(hex));
        }
    }
}

impl Recovery {
    fn may_recover(self, now: Now<'_, Chosin>, ctx: &Ctx, unit: UnitId) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        game.mine(state, self.side, unit)?;
        if !state.field.disrupted(unit) {
            return no("ch 12.31", say!("{unit} is not disrupted", unit));
        }
        if state.field.has(unit, flag::RECOVERED) {
            return no("ch 12.31", say!("one try a turn"));
        }
        if game.data.overstacked(state, self.side, state.field.at(unit)) {
            return no("ch 8.43", say!("nobody recovers in an over-stacked hex"));
        }
        if !ctx.supplied(now, unit) {
            return no("ch 12.32", say!("{unit} is out of supply", unit));
        }
        Ok(())
    }
    fn able(self, game: &Chosin, state: &State) -> Vec<UnitId> {
        let now = Now { game, state, seat: crate::game::seat(self.side) };
        let ctx = Ctx::default();
        game.on_map(state, self.side).filter(|u| self.may_recover(now, &ctx, *u).is_ok()).collect()
    }
}

impl Judged for Recovery {
    fn judge(&self, now: Now<'_, Chosin>, ctx: &Ctx, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Recover { unit } => self.may_recover(now, ctx, unit),
            Action::RecoverAll => {
                let mut mine = now.game.on_map(now.state, self.side);
                if mine.any(|u| self.may_recover(now, ctx, u).is_ok()) {
                    return Ok(());
                }
                no("ch 12.31", say!("nobody can recover"))
            }
            Action::End => Ok(()),
            _ => no("ch 12.31", say!("this is the recovery phase")),
        }
    }
}

impl Decision<Chosin> for Recovery {
    judged!();
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(self.side)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 12.31", say!("Recover disrupted units."))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let disrupted = |u: &UnitId| now.state.field.disrupted(*u);
        out.extend(
            now.game.on_map(now.state, self.side).filter(disrupted).map(|unit| Action::Recover { unit }),
        );
        out.extend([Action::RecoverAll, Action::End]);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::End)
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Recover { unit } => game.recover(state, unit, play),
            Action::RecoverAll => {
                for unit in self.able(game, state) {
                    // 28.14 Those before it may have used up the headquarters.
                    let now = Now { game, state, seat: crate::game::seat(self.side) };
                    if self.may_recover(now, &Ctx::default(), unit).is_err() {
                        continue;
                    }
                    play.beat();
                    game.recover(state, unit, play);
                }
            }
            _ => state.pop(),
        }
    }
    fn offer(&self, now: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Recover { unit } => {
                let bonus = now.game.recovery_modifier(now.state, unit);
                Offer::new(ActionKind::Choose, "ch 12.31", say!("Recover {unit}", unit))
                    .cost(say!("die {bonus}", bonus))
                    .dice()
            }
            Action::RecoverAll => {
                Offer::new(ActionKind::Choose, "ch 12.31", say!("Try to recover all")).dice()
            }
            _ => Offer::new(ActionKind::EndPhase, "ch 12.31", say!("End recovery")),
        }
    }
}
