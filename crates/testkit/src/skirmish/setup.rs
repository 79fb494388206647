//! 4 Set-up and dummies.

use super::turn::Choose;
use super::{Action, COLUMNS, Frame, Hex, Kind, PER_SIDE, ROWS, Skirmish, State, Unit, UnitId};
use engine::flat::{Array, Stack};
use engine::scene::ActionKind;
use engine::{Ask, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The units on their edges; by day the dice say which are dummies, by night the sides choose.
pub(super) fn lay_out(night: bool, long: bool, play: &mut Play) -> State {
    let mut units = Array::filled(Unit { kind: Kind::Real, ..Unit::default() });
    for (i, unit) in units.iter_mut().enumerate() {
        unit.at = Hex(if i < PER_SIDE { i as u8 } else { (COLUMNS - 1) * ROWS + (i - PER_SIDE) as u8 });
        unit.unseen = night && i % PER_SIDE == PER_SIDE - 1;
    }
    let mut frames = Stack::default();
    frames.push(Frame::Choose(Choose));
    if night {
        frames.push(Frame::Dummies(Dummies { chosen: SeatSet::NONE }));
    }
    for side in (0..2).filter(|_| !night) {
        let dummy = UnitId((side * PER_SIDE + play.draw(PER_SIDE, "dummy")) as u8);
        units[dummy.index()].kind = Kind::Dummy;
        play.whisper(SeatSet::one(dummy.seat()), dummy.seat(), "sk 4", say!("{dummy} is the dummy.", dummy));
    }
    State {
        units,
        frames,
        reserve: [true; 2],
        flares: [night; 2],
        shells: [if night { 6 } else { 0 }; 2],
        turn: 1,
        turns: if long { 12 } else { 6 },
        side: 0,
        night,
    }
}

/// 4 By night both sides name their dummies at the same time, each in secret. [rule: sk 4]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dummies {
    chosen: SeatSet,
}

impl Dummies {
    /// Whether a seat still has to name its dummy.
    pub(super) fn pending(state: &State, seat: Seat) -> bool {
        matches!(state.frames.last(), Some(Frame::Dummies(d)) if !d.chosen.contains(seat))
    }
    /// Who has named a dummy.
    pub(super) fn chosen(self) -> SeatSet {
        self.chosen
    }
}

impl Decision<Skirmish> for Dummies {
    fn seats(&self, _: &Skirmish, _: &State) -> SeatSet {
        [Seat(0), Seat(1)].into_iter().filter(|&s| !self.chosen.contains(s)).collect()
    }
    fn ask(&self, _: Now<'_, Skirmish>) -> Ask {
        Ask::new("sk 4", say!("Which of your units is the dummy?"))
    }
    fn candidates(&self, _: Now<'_, Skirmish>, out: &mut Vec<Action>) {
        out.extend(UnitId::all().map(|unit| Action::Dummy { unit }));
    }
    fn check(&self, now: Now<'_, Skirmish>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Dummy { unit } if unit.seat() == now.seat => Ok(()),
            Action::Dummy { .. } => Err(Illegal::new("sk 4", say!("that is no unit of yours"))),
            _ => Err(Illegal::new("sk 4", say!("the dummy is named first"))),
        }
    }
    fn perform(&self, _: &Skirmish, state: &mut State, seat: Seat, action: Action, play: &mut Play) {
        let Action::Dummy { unit } = action else { return };
        state.units[unit.index()].kind = Kind::Dummy;
        state.frames.pop();
        state.frames.push(Frame::Dummies(Dummies { chosen: self.chosen.with(seat) }));
        play.whisper(SeatSet::one(seat), seat, "sk 4", say!("{unit} is the dummy.", unit));
    }
    fn offer(&self, _: Now<'_, Skirmish>, action: Action) -> Offer {
        let Action::Dummy { unit } = action else { return Offer::new(ActionKind::Choose, "sk 4", say!("-")) };
        Offer::new(ActionKind::Choose, "sk 4", say!("{unit} is the dummy", unit))
    }
    /// Once both have chosen, the choice stands.
    fn step(&self, _: &Skirmish, state: &mut State, play: &mut Play) -> bool {
        state.frames.pop();
        play.note("sk 4", say!("Both sides have named their dummies.")).on(Hex(0));
        play.reveal();
        true
    }
}
