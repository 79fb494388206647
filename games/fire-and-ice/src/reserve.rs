//! 4.6: the reserve of the side whose turn it is not.

use crate::actions::Action;
use crate::activation::ChooseUnits;
use crate::game::{FireAndIce, not_now};
use crate::moves::{Kind, Movers};
use crate::names::{Now, seats};
use crate::sequence::{become_frame, push};
use crate::state::{PieceId, State, did, mark, other};
use crate::tactical::What;
use engine::{Ask, Decision, Illegal, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The reserve activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reserve {
    /// Whose reserve.
    pub side: u8,
    /// 0: a headquarters is chosen; 1: it may be interdicted; 2: units; 3: moves; 4: refresh.
    pub stage: u8,
}

impl FireAndIce {
    /// 4.6 Whether a headquarters can lead the reserve: fresh, with a line, not in an enemy zone. [rule: fi 4.6-hq, fi 4.6-zone]
    fn may_lead_reserve(&self, state: &State, side: u8, hq: PieceId) -> Result<(), Illegal> {
        self.may_activate(state, side, hq)?;
        if state.hex_of(hq).is_some_and(|h| state.field.enemy_zone(side, h)) {
            return Err(Illegal::new("fi 4.6-zone", say!("{hq} is in an enemy zone of control", hq)));
        }
        Ok(())
    }
}

impl Decision<FireAndIce> for Reserve {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let asked = match self.stage {
            0 => game.pieces_of(self.side).any(|hq| {
                game.unit(hq).hq()
                    && !state.piece(hq).has(mark::SPENT)
                    && game.may_lead_reserve(state, self.side, hq).is_ok()
            }),
            4 => game.may_refresh(state, state.act.reserve).is_ok(),
            _ => false,
        };
        if asked { seats(self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        if self.stage == 4 {
            let cost = now.game.refresh_cost(now.state, now.state.act.reserve);
            return Ask::new(
                "fi 4.4-refresh",
                say!("Refresh {hq} for {cost} supply?", hq = now.state.act.reserve, cost),
            );
        }
        Ask::new("fi 4.6-hq", say!("Bring up the reserve of one headquarters?"))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        if self.stage == 4 {
            out.push(Action::Refresh);
        } else {
            let fresh = |hq: &PieceId| now.game.unit(*hq).hq() && !now.state.piece(*hq).has(mark::SPENT);
            out.extend(now.game.pieces_of(self.side).filter(fresh).map(|hq| Action::Activate { hq }));
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Refresh if self.stage == 4 => now.game.may_refresh(now.state, now.state.act.reserve),
            Action::Activate { hq } if self.stage == 0 => now.game.may_lead_reserve(now.state, self.side, hq),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Activate { hq } => {
                state.act.reserve = hq;
                state.act.reserve_slots = game.slots(state, self.side);
                become_frame(state, Reserve { stage: 1, ..*self });
                play.say(who, "fi 4.6-hq", say!("{hq} brings up its reserve", hq)).on(state.piece(hq).at);
                game.interdiction(state, other(self.side), What::Hq, hq);
            }
            Action::Refresh => {
                state.frames.pop();
                game.refresh(state, who, state.act.reserve, play);
            }
            _ => {
                state.frames.pop();
            }
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        let hq = state.act.reserve;
        match self.stage {
            // 10.4.2 Stopped: it stays fresh, and another may be tried. [rule: fi 4.6-interdicted]
            1 if state.mission.stopped => {
                state.piece_mut(hq).did |= did::BARRED;
                state.act.reserve = PieceId::NONE;
                become_frame(state, Reserve { stage: 0, ..*self });
            }
            1 => {
                state.piece_mut(hq).marks |= mark::SPENT;
                become_frame(state, Reserve { stage: 2, ..*self });
                push(state, ChooseUnits { side: self.side, reserve: true });
            }
            2 => {
                become_frame(state, Reserve { stage: 4, ..*self });
                push(state, Movers { side: self.side, kind: Kind::Reserve });
            }
            _ => {
                state.frames.pop();
            }
        }
        true
    }
    fn question(&self, _: Now<'_>) -> Option<Question> {
        (self.stage == 0).then(|| Question {
            kind: "reserve",
            title: say!("Bringing up reserves"),
            place: None,
            value: 1,
        })
    }
}
