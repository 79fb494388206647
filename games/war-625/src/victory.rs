//! The truce count (VI-1 to VI-4).

use crate::actions::Action;
use crate::data::bit;
use crate::game::War625;
use crate::kinds::{Place, Side};
use crate::sequence::{Step, need, out_of_place};
use crate::state::State;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Ending, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The seats of a side.
const fn seats_of(side: Side) -> u16 {
    match side {
        Side::Communist => 0b00011,
        Side::Allied => 0b11100,
    }
}
const ALL_SEATS: u16 = 0b11111;

/// HO-2 Everybody answers the offer of an armistice. [rule: war HO-2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truce {
    pub(crate) agreed: u8,
}

impl Decision<War625> for Truce {
    fn seats(&self, _: &War625, _: &State) -> SeatSet {
        SeatSet(ALL_SEATS & !u16::from(self.agreed))
    }
    fn ask(&self, _: Now<'_, War625>) -> Ask {
        Ask::new("war HO-2", say!("An armistice is offered: agree?"))
    }
    fn candidates(&self, _: Now<'_, War625>, out: &mut Vec<Action>) {
        out.extend([Action::Accept, Action::Decline]);
    }
    fn check(&self, _: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let answers = matches!(action, Action::Accept | Action::Decline);
        need(answers, "war HO-2", || say!("the offer of an armistice is answered first"))
    }
    fn perform(&self, _: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        s.frames.pop();
        if action == Action::Decline {
            play.say(seat, "war HO-2", say!("{seat} declines.", seat));
            return;
        }
        play.say(seat, "war HO-2", say!("{seat} agrees.", seat));
        let agreed = self.agreed | 1 << seat.0;
        if u16::from(agreed) == ALL_SEATS {
            s.armistice = true;
        } else {
            s.frames.push(Self { agreed }.into());
        }
    }
    fn quiet(&self, _: Now<'_, War625>) -> Option<Action> {
        Some(Action::Decline)
    }
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        answer_offer("war HO-2", action)
    }
}

/// VI-4 The seats of a side agree to give up, or do not. [rule: war VI-4]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resigning {
    pub(crate) side: Side,
    pub(crate) agreed: u8,
}

impl Decision<War625> for Resigning {
    fn seats(&self, _: &War625, _: &State) -> SeatSet {
        SeatSet(seats_of(self.side) & !u16::from(self.agreed))
    }
    fn ask(&self, _: Now<'_, War625>) -> Ask {
        Ask::new("war VI-4", say!("Give up the war?"))
    }
    fn candidates(&self, _: Now<'_, War625>, out: &mut Vec<Action>) {
        out.extend([Action::Accept, Action::Decline]);
    }
    fn check(&self, _: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let answers = matches!(action, Action::Accept | Action::Decline);
        need(answers, "war VI-4", || say!("the proposal to resign is answered first"))
    }
    fn perform(&self, _: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        s.frames.pop();
        if action == Action::Decline {
            play.say(seat, "war VI-4", say!("{seat} declines.", seat));
            return;
        }
        play.say(seat, "war VI-4", say!("{seat} agrees.", seat));
        s.frames.push(Self { agreed: self.agreed | 1 << seat.0, ..*self }.into());
    }
    fn quiet(&self, _: Now<'_, War625>) -> Option<Action> {
        Some(Action::Decline)
    }
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        answer_offer("war VI-4", action)
    }
    /// A side resigns when all its seats agree.
    fn step(&self, game: &War625, s: &mut State, play: &mut Play) -> bool {
        s.resigned = self.side as u8 + 1;
        game.finish(s, play);
        true
    }
}

/// Agree or decline.
pub(crate) fn answer_offer(rule: &'static str, action: Action) -> Offer {
    let label = if action == Action::Accept { say!("Agree") } else { say!("Decline") };
    Offer::new(ActionKind::Choose, rule, label)
}

impl War625 {
    /// Whether an armistice may be offered now. [rule: war HO-2]
    fn may_offer_truce(&self, s: &State) -> Result<(), Illegal> {
        let turn = self.c.armistice_turn;
        need(s.opts.armistice, "war HO-2", || say!("an armistice is offered with its option only"))?;
        need(s.turn >= turn, "war HO-2", || say!("an armistice is offered from turn {turn} on", turn))?;
        need(!s.armistice, "war HO-2", || say!("the armistice is agreed already"))?;
        need(!s.truce_offered, "war HO-2", || say!("one offer is made in a nation's turn"))
    }
    /// Whether giving up may be proposed now. [rule: war VI-4]
    fn may_resign(&self, s: &State) -> Result<(), Illegal> {
        need(s.opts.resign, "war VI-4", || say!("resigning is open with its option only"))?;
        need(!s.truce_offered, "war VI-4", || say!("one proposal is made in a nation's turn"))
    }
    /// Offers that can be made in any phase of one's own. [rule: war HO-2, war VI-4]
    pub(crate) fn table_options(&self, s: &State, out: &mut Vec<Action>) {
        if self.may_offer_truce(s).is_ok() {
            out.push(Action::OfferArmistice);
        }
        if self.may_resign(s).is_ok() {
            out.push(Action::Resign);
        }
    }
    pub(crate) fn check_table(&self, s: &State, action: Action) -> Result<(), Illegal> {
        match action {
            Action::OfferArmistice => self.may_offer_truce(s),
            Action::Resign => self.may_resign(s),
            _ => Err(out_of_place()),
        }
    }
    pub(crate) fn perform_table(&self, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        s.truce_offered = true;
        let agreed = 1 << seat.0;
        if action == Action::OfferArmistice {
            s.frames.push(Truce { agreed }.into());
            play.say(seat, "war HO-2", say!("An armistice is offered."));
        } else {
            s.frames.push(Resigning { side: s.active(), agreed }.into());
            play.say(seat, "war VI-4", say!("{seat} proposes to resign.", seat));
        }
    }
    pub(crate) fn table_offer(&self, action: Action) -> Offer {
        if action == Action::OfferArmistice {
            Offer::new(ActionKind::Choose, "war HO-2", say!("Offer an armistice"))
        } else {
            Offer::new(ActionKind::Choose, "war VI-4", say!("Resign"))
        }
    }

    /// Korean IPC of a side. The Allies get nothing for an area that an atomic weapon struck.
    /// [rule: war VI-2, war VI-3, war AT-6]
    pub(crate) fn points(&self, s: &State, side: Side) -> i32 {
        let mut areas = s.friendly[side as usize] & self.c.korea;
        if side == Side::Allied {
            areas &= !s.struck;
        }
        Place::areas().filter(|&a| areas & bit(a) != 0).map(|a| i32::from(s.ipc[a.i()])).sum()
    }
    /// The war is over: the count, or a resignation. [rule: war VI-1, war VI-4]
    pub(crate) fn finish(&self, s: &mut State, play: &mut Play) {
        s.step = Step::Over;
        s.frames.clear();
        let (red, blue) = (self.points(s, Side::Communist), self.points(s, Side::Allied));
        play.outcome("war VI-2", say!("The truce count: Communists {red}, Allies {blue}.", red, blue));
    }
    pub(crate) fn result(&self, s: &State) -> Ending {
        let points = vec![self.points(s, Side::Communist), self.points(s, Side::Allied)];
        let winner = if s.resigned > 0 {
            Some(2 - s.resigned as usize)
        } else {
            match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Less => Some(1),
                std::cmp::Ordering::Equal => None,
            }
        };
        let result = match (winner, s.resigned > 0) {
            (None, _) => say!("Draw"),
            (Some(0), false) => say!("Communist victory"),
            (Some(_), false) => say!("Allied victory"),
            (Some(0), true) => say!("Communist victory by resignation"),
            (Some(_), true) => say!("Allied victory by resignation"),
        };
        Ending {
            winner: winner.map(|w| ["communist", "allied"][w].to_owned()),
            result,
            rule: "war VI-2",
            points,
        }
    }
}
