//! 8 Flares and 9 dusk, by night.

use super::{Action, Dummies, Frame, Skirmish, State, UnitId};
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Illegal, Now, Offer, Play, Seat, say};
use serde::{Deserialize, Serialize};

/// 8 Flares [rule: sk 8]: once a game, at any moment of either side's turn, a side shows the enemy's unseen units. Nobody
/// waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flare;

impl Flare {
    /// Whether the seat may send one up now.
    pub(super) fn may(state: &State, seat: Seat) -> bool {
        let set_up = !Dummies::pending(state, Seat(0)) && !Dummies::pending(state, Seat(1));
        set_up && state.flares.get(seat.index()).is_some_and(|&left| left)
    }
}

impl Decision<Skirmish> for Flare {
    fn ask(&self, _: Now<'_, Skirmish>) -> Ask {
        Ask::new("sk 8", say!("Send up a flare?"))
    }
    fn candidates(&self, _: Now<'_, Skirmish>, out: &mut Vec<Action>) {
        out.push(Action::Flare);
    }
    fn check(&self, _: Now<'_, Skirmish>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Flare => Ok(()),
            _ => Err(Illegal::new(
                "sk 8",
                say!("out of its turn a side sends up a flare and does nothing else"),
            )),
        }
    }
    fn perform(&self, _: &Skirmish, state: &mut State, seat: Seat, _: Action, play: &mut Play) {
        state.flares[seat.index()] = false;
        play.say(seat, "sk 8", say!("sends up a flare."));
        play.reveal();
        for unit in UnitId::all().filter(|u| u.seat() != seat) {
            if state.unit(unit).unseen && state.alive(unit) {
                state.units[unit.index()].unseen = false;
                let at = state.unit(unit).at;
                play.note("sk 8", say!("{unit} is seen in {at}.", unit, at))
                    .on(at)
                    .effect(Effect::Shown { unit: unit.into() });
            }
        }
    }
    fn offer(&self, _: Now<'_, Skirmish>, _: Action) -> Offer {
        Offer::new(ActionKind::Choose, "sk 8", say!("Send up a flare"))
    }
}

/// 9 Dusk [rule: sk 9]: after both turns, unit by unit: one that everybody sees and that has no friend next to it runs on a one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dusk {
    pub(super) next: UnitId,
}

impl Decision<Skirmish> for Dusk {
    fn step(&self, _: &Skirmish, state: &mut State, play: &mut Play) -> bool {
        state.frames.pop();
        let Some(unit) = UnitId::all().find(|u| *u >= self.next && alone(state, *u)) else {
            state.turn += 1;
            return true;
        };
        state.frames.push(Frame::Dusk(Dusk { next: UnitId(unit.0 + 1) }));
        play.beat();
        let at = state.unit(unit).at;
        if play.d6("dusk") > 1 {
            play.note("sk 9", say!("{unit} stays alone at dusk.", unit)).on(at);
        } else {
            super::combat::destroy(state, unit);
            state.units[unit.index()].shown = true;
            play.note("sk 9", say!("{unit} runs.", unit)).on(at).effect(Effect::Lost { unit: unit.into() });
        }
        true
    }
}

fn alone(state: &State, unit: UnitId) -> bool {
    let friend = |u: UnitId| u.side() == unit.side() && !state.unit(u).unseen;
    let at = state.unit(unit).at;
    state.alive(unit)
        && !state.unit(unit).unseen
        && !at.neighbours().any(|h| state.occupant(h).is_some_and(friend))
}
