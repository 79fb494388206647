//! Ships that bombard the shore before a landing (CL-22).

use crate::actions::Action;
use crate::battle::{Salvo, Stage, Target};
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Place, Status, Unit};
use crate::losses::speaker;
use crate::sequence::{done_offer, need, no, until_done};
use crate::state::State;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// CL-22 Where a zone serves several landings, the attacker says which ships bombard here. [rule: war CL-22]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shell;

impl Decision<War625> for Shell {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        let any = Place::zones().any(|z| s.at(z).any(|(u, _)| game.can_bombard(s, u)));
        if any { speaker(game, s, s.active()) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        let at = now.state.battle.place;
        Ask::new("war CL-22", say!("Which ships bombard {at}?", at)).place(at)
    }
    fn candidates(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        out.push(Action::Done);
        let ships = Place::zones().flat_map(|z| now.state.at(z));
        out.extend(ships.map(|(unit, _)| Action::Bombard { unit }));
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Bombard { unit } => {
                let able = now.state.count(unit) > 0 && now.game.can_bombard(now.state, unit);
                need(able, "war CL-22", || {
                    say!("ships with guns bombard from a zone of the landing where they did not fight, once")
                })
            }
            _ => no("war CL-22", say!("the ships that bombard are named first")),
        }
    }
    fn perform(&self, _: &War625, s: &mut State, _: Seat, action: Action, _: &mut Play) {
        match action {
            Action::Bombard { unit } => s.shift(unit, unit.doing(Status::Attack), 1),
            _ => {
                s.frames.pop();
            }
        }
    }
    until_done!();
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Bombard { unit } => {
                Offer::new(ActionKind::Add, "war CL-22", say!("{unit} bombards", unit))
            }
            _ => done_offer("war CL-22", say!("No other ship")),
        }
    }
}

impl War625 {
    /// Zones from which troops have landed here.
    fn landing_zones(&self, s: &State) -> u64 {
        s.at(s.battle.place)
            .filter(|(u, _)| u.status() == Status::Landed)
            .fold(0, |m, (u, _)| m | bit(u.from()))
    }
    /// Whether a ship can bombard: it did not fight at sea and has not fired. [rule: war CL-22]
    pub(crate) fn can_bombard(&self, s: &State, u: Unit) -> bool {
        self.has_guns(s, u) && self.landing_zones(s) & !s.fought & bit(u.place()) != 0
    }
    /// Whether a ship has guns that have not fired.
    pub(crate) fn has_guns(&self, s: &State, u: Unit) -> bool {
        s.is_active(u.nation())
            && u.status() == Status::Ready
            && self.c.values(s.opts.d12, u.nation(), u.kind()).bombard > 0
    }
    /// Ships whose zone serves this landing alone fire here; where it serves several the owner chooses.
    /// [rule: war CL-22, war FP-8]
    pub(crate) fn bombard_stage(&self, s: &mut State) -> Stage {
        let zones = self.landing_zones(s) & !s.fought;
        let mut shared = false;
        for z in each(zones) {
            shared |= s
                .units()
                .any(|(u, _)| u.status() == Status::Landed && u.from() == z && u.place() != s.battle.place);
        }
        if shared {
            s.frames.push(Shell.into());
        } else {
            for z in each(zones) {
                while let Some((u, n)) = s.first_at(z, |u| self.can_bombard(s, u)) {
                    s.shift(u, u.doing(Status::Attack), n);
                }
            }
        }
        Stage::BombardFire
    }
    pub(crate) fn bombard_fire(&self, s: &mut State, play: &mut Play) -> Stage {
        let side = s.active();
        let mut sum = Salvo::default();
        for z in each(self.landing_zones(s)) {
            let aims = |u: &Unit| u.kind().is_sea() && u.status() == Status::Attack && u.side() == side;
            while let Some((u, n)) = s.first_at(z, |u| aims(&u)) {
                let value = self.c.values(s.opts.d12, u.nation(), u.kind()).bombard;
                let salvo = self.volley(s, play, n, value, "bombardment");
                sum.dice += salvo.dice;
                sum.hits += salvo.hits;
                s.shift(u, u.doing(Status::Moved).ranging(0), n);
            }
        }
        let (hits, dice) = (sum.hits, sum.dice);
        let words = say!("{side} bombard the shore: {hits} of {dice} hit.", side, hits, dice);
        self.report(play, s, "war CL-22", sum, words);
        self.push_loss(s, side.enemy(), sum.hits, Target::Land);
        Stage::Round
    }
}
