//! 3.0 B5: units become fresh if they have a line of communication; the others are cut off.

use crate::actions::Action;
use crate::game::{FireAndIce, not_now};
use crate::names::{Now, seat, seats, side as named};
use crate::sequence::become_frame;
use crate::state::{AirId, PieceBits, PieceId, State, did, mark, other};
use engine::{Ask, Decision, Illegal, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The units of a side become fresh; the enemy may harass them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flip {
    /// Whose units.
    pub side: u8,
    /// 0: the enemy is asked; 1: an aircraft is on its way; 2: all is done.
    pub stage: u8,
    /// The unit that is harassed.
    pub unit: PieceId,
}

impl FireAndIce {
    /// 3.0, 6.2 Units that would become fresh now. [rule: fi 3.0-flip, fi 6.2i]
    pub(crate) fn recovering(&self, state: &State, side: u8) -> PieceBits {
        let lines = self.lines(state, side);
        let mut out = PieceBits::default();
        for id in self.pieces_of(side) {
            let piece = state.piece(id);
            let fits = !self.unit(id).hq() && piece.has(mark::SPENT) && !piece.has(mark::OOC);
            out.set(id.index(), fits && lines.pieces.has(id.index()) && !piece.done(did::ASKED));
        }
        out
    }

    /// 3.0 The flips themselves, then the markers of those without a line. [rule: fi 3.0-flip, fi 3.0-ooc]
    fn recover(&self, state: &mut State, side: u8, play: &mut Play) {
        let fresh = self.recovering(state, side);
        let lines = self.lines(state, side);
        let mut cut = 0;
        for id in self.pieces_of(side) {
            let unit = !self.unit(id).hq() && state.piece(id).at.in_play();
            let piece = state.piece_mut(id);
            if fresh.has(id.index()) {
                piece.marks &= !mark::SPENT;
            }
            if unit && !lines.pieces.has(id.index()) && !piece.has(mark::OOC) {
                piece.marks |= mark::OOC;
                cut += 1;
            }
            // 10.4.2 Held by interdiction: it stays spent for this flip only.
            piece.did &= !did::ASKED;
        }
        let count = fresh.len();
        play.say(
            seat(side),
            "fi 3.0-flip",
            say!("{side}: {count} units become fresh, {cut} are cut off", side = named(side), count, cut),
        );
    }
}

impl Decision<FireAndIce> for Flip {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let enemy = other(self.side);
        let asked = self.stage == 0
            && game.interdictors(state, enemy).next().is_some()
            && !game.recovering(state, self.side).is_empty();
        if asked { seats(enemy) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 10.4.2", say!("Enemy units recover: keep some of them from it by interdiction?"))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let units = now.game.recovering(now.state, self.side);
        for air in now.game.interdictors(now.state, other(self.side)) {
            out.extend(units.iter().map(|u| Action::Harass { air, unit: PieceId(u as u8) }));
        }
        out.push(Action::Done);
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        self.candidates(now, out);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Harass { air, unit } => {
                let flies = now.game.interdictors(now.state, other(self.side)).any(|a: AirId| a == air);
                if flies && now.game.recovering(now.state, self.side).has(unit.index()) {
                    return Ok(());
                }
                Err(Illegal::new(
                    "fi 10.4.2",
                    say!("{air} cannot interdict, or {unit} does not recover now", air, unit),
                ))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, _: &mut Play) {
        match action {
            Action::Harass { air, unit } => {
                become_frame(state, Flip { stage: 1, unit, ..*self });
                game.send(state, air);
            }
            _ => become_frame(state, Flip { stage: 2, ..*self }),
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        if self.stage == 1 {
            become_frame(state, Flip { stage: 0, unit: PieceId::NONE, ..*self });
            if state.mission.stopped {
                state.piece_mut(self.unit).did |= did::ASKED;
            } else {
                self.free(game, state, play);
            }
            return true;
        }
        state.frames.pop();
        game.recover(state, self.side, play);
        true
    }
    fn question(&self, _: Now<'_>) -> Option<Question> {
        Some(Question {
            kind: "harass",
            title: say!("Interdiction of units that recover"),
            place: None,
            value: 1,
        })
    }
}

impl Flip {
    /// 10.4.2 One attempt for each unit: one that got through is fresh at once. [rule: fi 10.4.2-once]
    fn free(self, game: &FireAndIce, state: &mut State, play: &mut Play) {
        state.piece_mut(self.unit).marks &= !mark::SPENT;
        play.say(
            seat(game.unit(self.unit).side),
            "fi 3.0-flip",
            say!("{unit} becomes fresh", unit = self.unit),
        );
    }
}
