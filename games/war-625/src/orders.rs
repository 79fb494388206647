//! Carrying out a legal action, and saying why another is refused.

use crate::War625;
use crate::action::Action;
use crate::air::Sortie;
use crate::kinds::{Side, Status, TRACK};
use crate::state::{Frame, State};
use engine::{Illegal, Play, Seat};
use std::cell::RefCell;

thread_local! {
    static SCRATCH: RefCell<Vec<Action>> = const { RefCell::new(Vec::new()) };
}

impl War625 {
    /// Lends an empty list whose memory is kept from call to call.
    pub(crate) fn with_scratch<T>(&self, work: impl FnOnce(&mut Vec<Action>) -> T) -> T {
        SCRATCH.with(|cell| match cell.try_borrow_mut() {
            Ok(mut list) => {
                list.clear();
                work(&mut list)
            }
            Err(_) => work(&mut Vec::new()),
        })
    }
    /// Plays an action that the seat may take, then whatever follows by itself.
    pub(crate) fn play(
        &self,
        s: &mut State,
        seat: Seat,
        action: Action,
        play: &mut Play,
    ) -> Result<(), Illegal> {
        if !self.deciders(s).contains(seat) {
            return Err(Illegal::new("war OP-1", "this is not that seat's decision now"));
        }
        if !self.is_legal(s, seat, action) {
            return Err(self.refuse(s, seat, action));
        }
        self.perform(s, seat, action, play);
        self.advance(s, play);
        Ok(())
    }
    fn is_legal(&self, s: &State, seat: Seat, action: Action) -> bool {
        match (s.frame(), action) {
            (Frame::CombatMove, Action::Select(u)) => {
                let n = s.count(u);
                n > 0 && s.stacks.len() < crate::state::FULL && self.can_select(s, seat, u, n, true)
            }
            (Frame::NonCombat, Action::Select(u)) => {
                let n = s.count(u);
                n > 0 && s.stacks.len() < crate::state::FULL && self.can_select(s, seat, u, n, false)
            }
            (
                Frame::Talks | Frame::Purchase | Frame::CombatMove | Frame::NonCombat | Frame::Place,
                Action::Done,
            ) => true,
            _ => self.with_scratch(|list| {
                self.list(s, seat, list);
                list.binary_search(&action).is_ok()
            }),
        }
    }

    pub(crate) fn perform(&self, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Done => self.do_done(s, seat, play),
            Action::HiddenPut { area, count } => self.do_hidden(s, play, area, count),
            Action::DeclareWar => {
                s.frames.pop();
                self.declare(s, play);
            }
            Action::Withhold => {
                s.frames.pop();
                play.say(seat, "war CE-4", format_args!("China waits."));
            }
            Action::AtomicRoll => {
                s.frames.pop();
                self.do_ask(s, play);
            }
            Action::AtomicPass => {
                s.frames.pop();
                play.say(seat, "war AT-2", format_args!("The United States do not ask for atomic weapons."));
            }
            Action::PowOffer { give, take } => {
                s.offered = true;
                s.passed = 0xff;
                s.frames.push(Frame::Offer { give, take });
                play.say(
                    seat,
                    "war PW-6",
                    format_args!("An exchange is offered: {give} prisoners for {take}."),
                );
            }
            Action::Accept | Action::Decline => self.do_answer(s, seat, action == Action::Accept, play),
            Action::PowReturn { nation, area } => self.do_return(s, play, nation, area),
            Action::OfferArmistice => {
                s.truce_offered = true;
                s.frames.push(Frame::Armistice { agreed: 1 << seat.0 });
                play.say(seat, "war HO-2", format_args!("An armistice is offered."));
            }
            Action::Resign => {
                s.truce_offered = true;
                play.say(seat, "war VI-4", format_args!("A seat proposes to resign."));
                s.frames.push(Frame::Resign { side: s.active(), agreed: 1 << seat.0 });
                self.settle_resignation(s, play);
            }
            Action::Buy { nation, kind, count } => self.do_buy(s, play, nation, kind, count),
            Action::BuyWeapon => self.do_buy_weapon(s, play),
            Action::Select(unit) => s.frames.push(Frame::Selected { unit, seat: seat.0 }),
            Action::Place { nation, kind, to, count } => self.do_place(s, play, (nation, kind, to, count)),
            Action::PickBattle { place } => self.do_pick(s, play, seat, place),
            Action::CallSupport(unit) => self.do_call(s, play, unit),
            Action::Bombard(unit) => s.shift(unit, unit.doing(Status::Attack), 1),
            Action::Leave { unit, to, count } => self.do_leave(s, play, unit, to, count),
            Action::Sky { unit, count } => self.do_sky(s, play, unit, count),
            Action::Lose(unit) => self.do_lose(s, play, unit),
            Action::Direct(unit) => self.do_direct(s, play, Some(unit)),
            Action::FlyOut { unit, to } => self.do_fly_out(s, play, unit, to),
            Action::Submerge(unit) => self.do_submerge(s, play, unit),
            Action::Salvage { kind, nation, take } => self.do_salvage(s, play, kind, nation, take),
            Action::Continue => {
                s.frames.pop();
                play.say(seat, "war CL-17", format_args!("The attack goes on."));
            }
            Action::Retreat { to } => {
                s.frames.pop();
                self.do_retreat(s, play, to);
            }
            _ => self.perform_selected(s, action, play),
        }
    }
    /// What the chosen stack does.
    fn perform_selected(&self, s: &mut State, action: Action, play: &mut Play) {
        let Some(Frame::Selected { unit, .. }) = s.frames.pop() else { return };
        let combat = s.frame() == Frame::CombatMove;
        match action {
            Action::Go { to, count } if unit.is_prisoner() => self.do_escort(s, play, unit, to, count),
            Action::Go { to, count } if unit.kind().is_sea() => self.do_sea(s, play, unit, to, count),
            Action::Go { to, count } => self.do_go(s, play, unit, to, count, combat),
            Action::Ride { to, count } => self.do_ride(s, play, unit, to, count, combat),
            Action::Fly { to, direct, mission, count } => {
                self.do_fly(s, play, unit, Sortie { to, direct, mission, count });
            }
            Action::Land { to, count } if unit.place() >= TRACK => {
                self.do_track_flight(s, play, unit, to, count);
            }
            Action::Land { to, count } => self.do_land(s, play, unit, to, count),
            Action::DropAt { to, cargo } => self.do_drop(s, play, unit, to, cargo),
            Action::Carry { count } => self.do_carry(s, play, unit, count),
            Action::Load { cargo, .. } if unit.kind().is_air() => self.do_air_load(s, play, unit, cargo),
            Action::Load { from, cargo } => self.do_load(s, play, unit, from, cargo),
            Action::Unload { to, cargo } => self.do_unload(s, play, unit, to, cargo),
            Action::Assault { to, count, cargo } => self.do_assault(s, play, unit, (to, count, cargo)),
            Action::Snipe { target, count } => self.do_snipe(s, play, unit, target, count),
            Action::Sail { to, planes } => self.do_sail(s, play, unit, to, planes),
            Action::Lift { to, along, cargo } => self.do_lift(s, play, unit, to, along, cargo),
            _ => {}
        }
    }
    fn do_done(&self, s: &mut State, seat: Seat, play: &mut Play) {
        match s.frame() {
            Frame::Hidden => {
                s.frames.pop();
                play.say(seat, "war HC-1", format_args!("China has written down its hidden infantry."));
            }
            Frame::Begin => {
                s.frames.pop();
            }
            Frame::Direct { .. } => self.do_direct(s, play, None),
            Frame::Das
            | Frame::Bombard
            | Frame::Leave
            | Frame::Duty { .. }
            | Frame::FlyOut
            | Frame::Submerge { .. } => {
                s.frames.pop();
            }
            frame => {
                s.passed |= 1 << seat.0;
                let (rule, what) = match frame {
                    Frame::Talks => ("war PW-6", "ends its talks"),
                    Frame::Purchase => ("war TS-2", "ends its purchases"),
                    Frame::CombatMove => ("war TS-3", "ends its combat movement"),
                    Frame::NonCombat => ("war TS-5", "ends its non-combat movement"),
                    _ => ("war TS-6", "ends its placement"),
                };
                play.say(seat, rule, format_args!("{} {what}.", self.info.seats[seat.index()].name));
            }
        }
    }
    fn do_answer(&self, s: &mut State, seat: Seat, yes: bool, play: &mut Play) {
        let words = if yes { "agrees" } else { "declines" };
        let name = &self.info.seats[seat.index()].name;
        match s.frame() {
            Frame::Offer { give, take } => {
                play.say(seat, "war PW-6", format_args!("{name} {words}."));
                if yes {
                    self.accept_offer(s, give, take);
                } else {
                    s.frames.pop();
                }
            }
            Frame::Armistice { .. } => {
                play.say(seat, "war HO-2", format_args!("{name} {words}."));
                if let Some(Frame::Armistice { agreed }) = s.frames.last_mut() {
                    *agreed |= 1 << seat.0;
                    let all = *agreed == 0b11111;
                    if !yes || all {
                        s.armistice = yes && all;
                        s.frames.pop();
                    }
                }
            }
            _ => {
                play.say(seat, "war VI-4", format_args!("{name} {words}."));
                if yes {
                    if let Some(Frame::Resign { agreed, .. }) = s.frames.last_mut() {
                        *agreed |= 1 << seat.0;
                    }
                    self.settle_resignation(s, play);
                } else {
                    s.frames.pop();
                }
            }
        }
    }
    /// A side resigns when all its seats agree. [rule: war VI-4]
    fn settle_resignation(&self, s: &mut State, play: &mut Play) {
        let Frame::Resign { side, agreed } = s.frame() else { return };
        let seats = if side == Side::Communist { 0b00011 } else { 0b11100 };
        if agreed & seats == seats {
            s.resigned = side as u8 + 1;
            self.finish(s, play);
        }
    }
}
