//! 3 Combat, with the defender's reserve inside it.

use super::{Action, DEAD, Kind, Skirmish, State, UnitId};
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Illegal, Now, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 3 A unit attacks a neighbouring enemy that it sees. [rule: sk 3]
pub(super) fn may_attack(state: &State, unit: UnitId, target: UnitId) -> Result<(), Illegal> {
    let near = state.unit(unit).at.neighbours().any(|h| state.known_occupant(h, unit.side()) == Some(target));
    if near && target.side() != unit.side() {
        return Ok(());
    }
    Err(Illegal::new("sk 3", say!("{target} is no enemy next to {unit}", target, unit)))
}

/// 4 Dummies [rule: sk 4]: a unit that fights is shown; a dummy is removed. Says whether it was real.
pub(super) fn show(state: &mut State, unit: UnitId, play: &mut Play) -> bool {
    let shown = &mut state.units[unit.index()];
    if !shown.shown || shown.unseen {
        (shown.shown, shown.unseen) = (true, false);
        play.reveal();
    }
    if shown.kind != Kind::Dummy {
        return true;
    }
    let at = shown.at;
    destroy(state, unit);
    play.outcome("sk 4", say!("{unit} was a dummy.", unit)).on(at).effect(Effect::Lost { unit: unit.into() });
    false
}

/// Takes a unit off the field.
pub(super) fn destroy(state: &mut State, unit: UnitId) {
    state.units[unit.index()].at = DEAD;
    state.units[unit.index()].unseen = false;
}

/// 3 The defender of an attack commits its reserve or not; then the die falls. [rule: sk 3]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reserve {
    pub(super) attacker: UnitId,
    pub(super) target: UnitId,
}

impl Decision<Skirmish> for Reserve {
    fn seats(&self, _: &Skirmish, state: &State) -> SeatSet {
        let asked = state.reserve[self.target.side() as usize];
        if asked { SeatSet::one(self.target.seat()) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, Skirmish>) -> Ask {
        Ask::new("sk 3", say!("Commit your reserve for {target}?", target = self.target))
            .piece(self.target)
            .place(now.state.unit(self.target).at)
    }
    fn candidates(&self, _: Now<'_, Skirmish>, out: &mut Vec<Action>) {
        out.extend([Action::Commit, Action::Decline]);
    }
    fn check(&self, _: Now<'_, Skirmish>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Commit | Action::Decline => Ok(()),
            _ => Err(Illegal::new(
                "sk 3",
                say!("the attack on {target} is answered first", target = self.target),
            )),
        }
    }
    fn perform(&self, _: &Skirmish, state: &mut State, seat: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        let reserve = action == Action::Commit;
        if reserve {
            state.reserve[seat.index()] = false;
            play.say(seat, "sk 3", say!("commits its reserve."));
        }
        self.resolve(state, reserve, play);
    }
    fn quiet(&self, _: Now<'_, Skirmish>) -> Option<Action> {
        Some(Action::Decline)
    }
    fn offer(&self, _: Now<'_, Skirmish>, action: Action) -> Offer {
        let label =
            if action == Action::Commit { say!("Commit the reserve") } else { say!("Keep the reserve") };
        Offer::new(ActionKind::Choose, "sk 3", label).dice()
    }
    fn step(&self, _: &Skirmish, state: &mut State, play: &mut Play) -> bool {
        state.frames.pop();
        self.resolve(state, false, play);
        true
    }
    fn question(&self, now: Now<'_, Skirmish>) -> Option<Question> {
        Some(Question {
            kind: "reserve",
            title: say!("Committing the reserve"),
            place: Some(now.state.unit(self.target).at.into()),
            value: now.state.turn.into(),
        })
    }
}

impl Reserve {
    /// 3 Combat [rule: sk 3]: five or six destroys; a committed reserve takes one from the die.
    fn resolve(self, state: &mut State, reserve: bool, play: &mut Play) {
        let Self { attacker, target } = self;
        let at = state.unit(target).at;
        let roll = play.d6("combat") - u32::from(reserve);
        if roll >= 5 {
            destroy(state, target);
            play.outcome("sk 3", say!("{attacker} destroys {target}.", attacker, target))
                .on(at)
                .effect(Effect::Lost { unit: target.into() });
        } else {
            play.outcome("sk 3", say!("{target} holds against {attacker}.", target, attacker)).on(at);
        }
    }
}
