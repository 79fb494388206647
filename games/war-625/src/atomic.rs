//! Atomic weaponry (option): authorisation, purchase, strikes (AT-1 to AT-8).

use crate::actions::Action;
use crate::data::bit;
use crate::game::War625;
use crate::kinds::{Kind, NOWHERE, Nation, Place, Side, Status, Unit};
use crate::names::{month, some};
use crate::sequence::need;
use crate::state::State;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// AT-2 The United States ask for atomic weapons, or do not. [rule: war AT-2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authorise;

impl Decision<War625> for Authorise {
    fn seats(&self, _: &War625, _: &State) -> SeatSet {
        SeatSet::one(Nation::Us.seat())
    }
    fn ask(&self, _: Now<'_, War625>) -> Ask {
        Ask::new("war AT-2", say!("Ask for atomic weapons?"))
    }
    fn candidates(&self, _: Now<'_, War625>, out: &mut Vec<Action>) {
        out.extend([Action::Ask, Action::DoNotAsk]);
    }
    fn check(&self, _: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let known = matches!(action, Action::Ask | Action::DoNotAsk);
        need(known, "war AT-2", || say!("the United States ask for authorisation or do not"))
    }
    fn perform(&self, game: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        s.frames.pop();
        if action == Action::Ask {
            game.ask_for_weapons(s, play);
        } else {
            play.say(seat, "war AT-2", say!("The United States do not ask for atomic weapons."));
        }
    }
    fn quiet(&self, _: Now<'_, War625>) -> Option<Action> {
        Some(Action::DoNotAsk)
    }
    fn offer(&self, now: Now<'_, War625>, action: Action) -> Offer {
        let rules = &now.game.c.atomic.authorisation;
        if action == Action::DoNotAsk {
            return Offer::new(ActionKind::Choose, "war AT-2", say!("Do not ask"));
        }
        let label =
            say!("Ask for authorisation ({target} or more on {die})", target = rules.target, die = rules.die);
        Offer::new(ActionKind::Choose, "war AT-2", label).dice()
    }
}

impl War625 {
    /// Whether the United States may ask for authorisation. [rule: war AT-1, war AT-2]
    pub(crate) fn may_ask(&self, s: &State) -> bool {
        s.opts.atomic && s.turn >= self.c.atomic.authorisation.first_turn && !s.atomic.authorised
    }
    fn ask_for_weapons(&self, s: &mut State, play: &mut Play) {
        let rules = &self.c.atomic.authorisation;
        let roll = play.roll(u32::from(rules.die), "authorisation");
        s.atomic.authorised = roll >= u32::from(rules.target);
        let words = if s.atomic.authorised {
            say!("Authorisation rolls {roll}: atomic weapons are authorised.", roll)
        } else {
            say!("Authorisation rolls {roll}: atomic weapons are refused.", roll)
        };
        play.outcome("war AT-2", words);
    }
    /// Whether a weapon may be bought now. [rule: war AT-1, war AT-2, war AT-3]
    pub(crate) fn may_buy_weapon(&self, s: &State, seat: Seat) -> Result<(), Illegal> {
        let rules = &self.c.atomic;
        let own = s.is_active(Nation::Us) && seat == Nation::Us.seat();
        need(own, "war AT-3", || say!("the United States buy atomic weapons, in their own turn"))?;
        need(s.opts.atomic, "war AT-1", || say!("atomic weapons come with their option only"))?;
        need(s.turn >= rules.authorisation.first_turn, "war AT-1", || {
            say!("atomic weapons come from {turn} on", turn = month(rules.authorisation.first_turn))
        })?;
        need(s.atomic.authorised, "war AT-2", || say!("atomic weapons are not authorised"))?;
        need(self.governs(s, Nation::Us), "war HO-3", || {
            say!("a nation without its capital builds nothing")
        })?;
        let total = rules.weapon.total;
        need(s.atomic.bought < total, "war AT-3", || {
            say!("all {total} weapons of the game have been bought", total)
        })?;
        let (cost, purse) = (rules.weapon.cost, s.treasury[Nation::Us as usize]);
        need(purse >= u16::from(cost), "war AT-3", || {
            say!("a weapon costs {cost} IPC, and the treasury holds {purse}", cost, purse)
        })
    }
    pub(crate) fn buy_weapon(&self, s: &mut State, play: &mut Play) {
        s.treasury[Nation::Us as usize] -= u16::from(self.c.atomic.weapon.cost);
        s.atomic.bought += 1;
        s.atomic.stock += 1;
        play.say(Nation::Us.seat(), "war AT-3", say!("The United States buy an atomic weapon."));
    }
    /// Bombers that got through strike. [rule: war AT-4]
    pub(crate) fn atomic_strikes(&self, s: &mut State, play: &mut Play) {
        let strikes = |u: &Unit| matches!(u.status(), Status::Economic | Status::Military);
        while let Some((unit, count)) = s.first(|u| strikes(&u)) {
            for _ in 0..count {
                if unit.status() == Status::Economic {
                    self.strike_economy(s, play, unit.place());
                } else {
                    self.strike_troops(s, play, unit.place());
                }
            }
            s.shift(unit, unit.doing(Status::Flown).by(NOWHERE), count);
            s.struck |= bit(unit.place());
            self.provoke(s, play);
        }
    }
    /// [rule: war AT-5, war AT-6, war FA-3]
    fn strike_economy(&self, s: &mut State, play: &mut Play, area: Place) {
        let roll = play.roll(u32::from(self.c.atomic.economic.die), "atomic strike") as u8;
        let a = area.i();
        s.ipc[a] = s.ipc[a].saturating_sub(roll);
        s.atomic_loss[a] = s.atomic_loss[a].saturating_add(roll);
        let left = s.ipc[a];
        let words =
            say!("An atomic weapon destroys {roll} IPC of {area}: {left} are left.", roll, area, left);
        play.outcome("war AT-5", words).on(area);
    }
    /// [rule: war AT-8]
    fn strike_troops(&self, s: &mut State, play: &mut Play, area: Place) {
        let rules = &self.c.atomic.military;
        let mut dead = 0;
        let mut at = 0;
        let (mut lost, mut lines) = ([some(0, Unit::default()); 16], 0);
        // Stacks are walked by their order, so that every unit rolls once although some vanish on the way.
        while let Some((u, n)) =
            s.first_at(area, |u| u.0 > at && u.kind().is_land() && u.side() == Side::Communist)
        {
            at = u.0;
            let target = u32::from(if u.kind() == Kind::Infantry { rules.infantry } else { rules.other });
            // So many faces of the die kill.
            let deadly = u32::from(rules.die) + 1 - target.min(u32::from(rules.die) + 1);
            let hits = play.hits(n.into(), rules.die.into(), deadly, "atomic strike") as u16;
            s.take(u, hits);
            dead += hits;
            if hits > 0 {
                lost[lines] = some(hits, u);
                lines = (lines + 1).min(lost.len() - 1);
            }
        }
        play.outcome("war AT-8", say!("An atomic weapon destroys {dead} units in {area}.", dead, area))
            .on(area);
        lost[..lines].iter().for_each(|&unit| {
            play.effect(Effect::Lost { unit });
        });
    }
    /// The first weapon dropped brings China, and with its option the Soviet Union, into the war.
    /// [rule: war AT-7, war CE-8]
    fn provoke(&self, s: &mut State, play: &mut Play) {
        if !s.china.war {
            s.begin_chinese_war();
            s.china.permission = true;
            play.note("war AT-7", say!("The weapon brings China into the war."));
        }
        if s.opts.soviet && s.soviet == 0 {
            s.soviet = 1;
        }
    }
}
