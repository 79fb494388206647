//! 11.11 Retreats, unit by unit and hex by hex.

use crate::actions::Action;
use crate::advance::Advance;
use crate::events::Event;
use crate::game::{Chosin, at, no, only, seat};
use crate::movement::units;
use crate::state::{State, UnitId};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 11.11 The owner retreats the units that must. [rule: ch 11.11, ch 11.12, ch 11.13]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retreats;

impl Chosin {
    /// 11.11, 11.13 Whether a unit may retreat into a hex. [rule: ch 11.11, ch 11.13]
    fn may_retreat(&self, state: &State, unit: UnitId, to: HexId) -> Result<(), Illegal> {
        let (from, side, combat) = (state.field.at(unit), self.side(unit), &state.combat);
        if !combat.pending.has(unit.index()) || combat.walker.is_some() && combat.walker != unit {
            return no("ch 11.11", say!("{unit} does not retreat now", unit));
        }
        let edge = self.data.ground.direction(from, to).map(|d| self.data.ground.edge(from, d));
        let Some(edge) = edge.filter(|e| e.open) else {
            return no("ch 11.11", say!("there is no way to {hex}", hex = at(to)));
        };
        if state.field.holds(1 - side, to) {
            return no("ch 11.11", say!("the enemy stands at {hex}", hex = at(to)));
        }
        let bridge = edge.bridge != crate::ground::NO_BRIDGE
            && self.data.intact(state, edge.bridge)
            && !state.event(Event::Refugees);
        if edge.river == 2 && !bridge {
            return no("ch 11.11", say!("the river is in the way to {hex}", hex = at(to)));
        }
        if combat.trail.contains(&to.0) {
            return no("ch 11.13", say!("a retreat does not come back to {hex}", hex = at(to)));
        }
        Ok(())
    }

    fn no_way_out(&self, state: &State, unit: UnitId) -> bool {
        let from = state.field.at(unit);
        !self.data.ground.around(from).any(|to| self.may_retreat(state, unit, to).is_ok())
    }

    /// 11.12, 7.61 A step of a retreat; a zone of control disrupts. [rule: ch 11.12, ch 7.61]
    fn retreat_step(&self, state: &mut State, unit: UnitId, to: HexId, play: &mut Play) {
        let (from, side) = (state.field.at(unit), self.side(unit));
        if state.combat.trail.is_empty() {
            state.combat.walker = unit;
            state.combat.trail.push(from.0);
        }
        state.combat.trail.push(to.0);
        self.step_to(state, unit, to, play);
        play.say(seat(side), "ch 11.11", say!("{unit} retreats to {hex}.", unit, hex = at(to)))
            .on(at(to))
            .effect(Effect::Moved { unit: unit.into(), from: at(from), to: at(to) });
        let alive = !state.enemy_zone(side, to) || self.disrupt(state, unit, "ch 11.12", play);
        let done = state.combat.trail.len() > usize::from(state.combat.length);
        if done || !alive {
            self.end_retreat(state, unit);
        }
    }

    fn end_retreat(&self, state: &mut State, unit: UnitId) {
        state.combat.pending.set(unit.index(), false);
        state.combat.walker = UnitId::NONE;
        state.combat.trail.clear();
    }
}

impl Decision<Chosin> for Retreats {
    fn seats(&self, game: &Chosin, state: &State) -> SeatSet {
        let pending = state.combat.pending;
        let Some(first) = units(&pending).next() else { return SeatSet::NONE };
        let stuck = units(&pending).any(|u| {
            (state.combat.walker == u || !state.combat.walker.is_some()) && game.no_way_out(state, u)
        });
        if stuck { SeatSet::NONE } else { only(game.side(first)) }
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let left = usize::from(now.state.combat.length) + 1 - now.state.combat.trail.len().max(1);
        let from = units(&now.state.combat.pending).next().map(|u| at(now.state.field.at(u)));
        let text = say!("Retreat: press a unit, then where it goes; {left} {left|hex|hexes} to go.", left);
        let ask = Ask::new("ch 11.11", text);
        if let Some(hex) = from { ask.place(hex) } else { ask }
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        for unit in units(&now.state.combat.pending) {
            let from = now.state.field.at(unit);
            out.extend(now.game.data.ground.around(from).map(|hex| Action::Retreat { unit, hex }));
        }
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Retreat { unit, hex } => now.game.may_retreat(now.state, unit, hex),
            _ => no("ch 11.11", say!("retreats come first")),
        }
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        if let Action::Retreat { unit, hex } = action {
            game.retreat_step(state, unit, hex, play);
        }
    }
    fn offer(&self, now: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::Retreat { unit, hex } = action else {
            return Offer::new(ActionKind::Move, "ch 11.11", say!("Go on"));
        };
        let offer =
            Offer::new(ActionKind::Move, "ch 11.11", say!("{unit} retreats to {hex}", unit, hex = at(hex)));
        let side = now.game.side(unit);
        if !now.state.enemy_zone(side, hex) {
            return offer;
        }
        let dies = now.state.field.disrupted(unit) || !now.game.data.quick(unit).has_back;
        offer.note(if dies {
            say!("{unit} is eliminated there", unit)
        } else {
            say!("{unit} is disrupted there", unit)
        })
    }
    /// Units without a way out are lost; when nobody has to retreat any more, the winners advance.
    fn step(&self, game: &Chosin, state: &mut State, play: &mut Play) -> bool {
        let pending = state.combat.pending;
        let walker = state.combat.walker;
        let lost =
            units(&pending).find(|u| (walker == *u || !walker.is_some()) && game.no_way_out(state, *u));
        match lost {
            Some(unit) => {
                game.eliminate(state, unit, "ch 11.11", play);
                game.end_retreat(state, unit);
            }
            None => state.replace(Advance),
        }
        true
    }
}
