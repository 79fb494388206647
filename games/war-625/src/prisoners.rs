//! Prisoners of war: the capture roll, salvage, liberation and exchange (PW-1 to PW-6).

use crate::actions::{Action, Home};
use crate::battle::{Outcome, Stage};
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Kind, NOWHERE, Nation, PRISONER, Place, Side, Status, Unit};
use crate::names::{kinds, some, symbol};
use crate::sequence::{done_offer, need, no, until_done};
use crate::state::State;
use crate::victory::answer_offer;
use engine::scene::ActionKind;
use engine::{Ask, Count, Decision, Effect, Illegal, Now, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// PW-6 An exchange of prisoners may be offered once in a nation's turn. [rule: war PW-6]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchanging;

impl Decision<War625> for Exchanging {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        game.open_seats(s)
    }
    fn ask(&self, _: Now<'_, War625>) -> Ask {
        Ask::new("war PW-6", say!("Offer an exchange of prisoners, or go on."))
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        out.push(Action::Done);
        let own = now.state.active();
        let give = Count(now.game.captives(now.state, own.enemy()));
        if !now.state.offered && give.0 > 0 {
            out.extend((1..=now.game.captives(now.state, own)).map(|take| Action::Exchange { give, take }));
        }
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Exchange { give, take } => {
                let s = now.state;
                need(!s.offered, "war PW-6", || say!("one offer is made in a nation's turn"))?;
                let (have, ours) =
                    (now.game.captives(s, s.active().enemy()), now.game.captives(s, s.active()));
                let there = (1..=have).contains(&give.0) && (1..=ours).contains(&take);
                need(there, "war PW-6", || say!("{have} of theirs and {ours} of ours are held", have, ours))
            }
            _ => no("war PW-6", say!("the talks come first")),
        }
    }
    fn perform(&self, _: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        let Action::Exchange { give, take } = action else {
            s.passed |= 1 << seat.0;
            play.say(seat, "war PW-6", say!("{seat} ends its talks.", seat));
            return;
        };
        s.offered = true;
        s.passed = 0xff;
        let give = give.0;
        s.frames.push(Offered { give, take }.into());
        play.say(seat, "war PW-6", say!("An exchange is offered: {give} prisoners for {take}.", give, take));
    }
    until_done!();
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Exchange { take, .. } => {
                Offer::new(ActionKind::Choose, "war PW-6", say!("Offer prisoners for {take}", take))
            }
            _ => done_offer("war PW-6", say!("Done")),
        }
    }
}

/// PW-6 The other side answers the offer. [rule: war PW-6]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offered {
    pub(crate) give: u16,
    pub(crate) take: u16,
}

impl Decision<War625> for Offered {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        SeatSet::one(game.most_captive(s, s.active().enemy()).seat())
    }
    fn ask(&self, _: Now<'_, War625>) -> Ask {
        let Self { give, take } = *self;
        Ask::new("war PW-6", say!("They offer {give} of your men for {take} of theirs.", give, take))
    }
    fn candidates(&self, _: Now<'_, War625>, out: &mut Vec<Action>) {
        out.extend([Action::Accept, Action::Decline]);
    }
    fn check(&self, _: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let answers = matches!(action, Action::Accept | Action::Decline);
        need(answers, "war PW-6", || say!("the offer of an exchange is answered first"))
    }
    fn perform(&self, _: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        s.frames.pop();
        if action == Action::Decline {
            play.say(seat, "war PW-6", say!("{seat} declines.", seat));
            return;
        }
        play.say(seat, "war PW-6", say!("{seat} agrees.", seat));
        let own = s.active();
        s.frames.push(Returning { side: own.enemy(), left: self.give }.into());
        s.frames.push(Returning { side: own, left: self.take }.into());
    }
    fn quiet(&self, _: Now<'_, War625>) -> Option<Action> {
        Some(Action::Decline)
    }
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        answer_offer("war PW-6", action)
    }
    fn question(&self, _: Now<'_, War625>) -> Option<Question> {
        let value = i32::from(self.give) - i32::from(self.take);
        Some(Question { kind: "exchange", title: say!("Exchanges of prisoners"), place: None, value })
    }
}

/// PW-6 A side names the men who come back, and where. [rule: war PW-6]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returning {
    pub(crate) side: Side,
    pub(crate) left: u16,
}

impl Decision<War625> for Returning {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        if self.left == 0 || game.captives(s, self.side) == 0 {
            return SeatSet::NONE;
        }
        SeatSet::one(game.most_captive(s, self.side).seat())
    }
    fn ask(&self, _: Now<'_, War625>) -> Ask {
        Ask::new("war PW-6", say!("Name the men who come back: {left} left.", left = self.left))
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        for nation in self.side.nations().into_iter().filter(|&n| captive(now.state, n).is_some()) {
            let homes = now.game.homes(now.state, nation);
            if homes == 0 {
                out.push(Action::Return { nation, area: Home(NOWHERE) });
            }
            out.extend(each(homes).map(|area| Action::Return { nation, area: Home(area) }));
        }
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let Action::Return { nation, area } = action else {
            return no("war PW-6", say!("the men who come back are named first"));
        };
        let held = nation.side() == self.side && captive(now.state, nation).is_some();
        need(held, "war PW-6", || say!("nobody of {nation} is held", nation))?;
        let homes = now.game.homes(now.state, nation);
        let fits = if area.0 == NOWHERE { homes == 0 } else { homes & bit(area.0) != 0 };
        need(fits, "war PW-6", || {
            say!("returned infantry appear in an area of their own, or go home where there is none")
        })
    }
    fn perform(&self, _: &War625, s: &mut State, _: Seat, action: Action, play: &mut Play) {
        let Action::Return { nation, area: Home(area) } = action else { return };
        let Some(unit) = captive(s, nation) else { return };
        s.take(unit, 1);
        let who = symbol(nation);
        if area == NOWHERE {
            let words = say!("A {who} infantry is released and goes home.", who);
            play.note("war PW-6", words).effect(Effect::Left { unit: some(1, unit) });
        } else {
            let back = Unit::new(area, nation, Kind::Infantry);
            s.add(back, 1);
            play.note("war PW-6", say!("A {who} infantry returns to {area}.", who, area))
                .on(area)
                .effect(Effect::Placed { unit: some(1, back), at: area.into() });
        }
        s.frames.pop();
        s.frames.push(Self { left: self.left - 1, ..*self }.into());
    }
    fn quiet(&self, now: Now<'_, War625>) -> Option<Action> {
        let mut list = Vec::new();
        self.list(now, &mut list);
        list.first().copied()
    }
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Return { nation, area: Home(area) } if area != NOWHERE => {
                let label = say!("{who} infantry to {area}", who = symbol(nation), area);
                Offer::new(ActionKind::Choose, "war PW-6", label)
            }
            Action::Return { nation, .. } => {
                let label = say!("{who} infantry home", who = symbol(nation));
                Offer::new(ActionKind::Choose, "war PW-6", label)
            }
            _ => done_offer("war PW-6", say!("Go on")),
        }
    }
    fn step(&self, _: &War625, s: &mut State, _: &mut Play) -> bool {
        s.frames.pop();
        true
    }
}

/// PW-2 The captor takes captured guns and vehicles over, or scraps them, one after the other. [rule: war PW-2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Salvaging;

impl Decision<War625> for Salvaging {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        if game.first_heavy(s).is_some() { SeatSet::one(s.battle.leader.seat()) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        Ask::new("war PW-2", say!("Take captured equipment over?")).place(now.state.battle.place)
    }
    fn candidates(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        if let Some((kind, nation)) = now.game.first_heavy(now.state) {
            out.extend([false, true].map(|take| Action::Salvage { nation, kind, take }));
        }
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let next = now.game.first_heavy(now.state);
        match action {
            Action::Salvage { nation, kind, take } if next == Some((kind, nation)) => {
                let usable = now.game.c.salvage >> kind as u16 & 1 == 1;
                need(!take || usable, "war PW-2", || {
                    say!("{kind} cannot be taken over", kind = kinds(kind, 2))
                })
            }
            _ => no("war PW-2", say!("the captured piece is taken over or scrapped first")),
        }
    }
    fn perform(&self, game: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        let Action::Salvage { nation, kind, take } = action else { return };
        s.battle.captured[kind as usize * 6 + nation as usize] -= 1;
        let what = kinds(kind, 1);
        if take {
            let at = game.spoils_place(s);
            let taken = Unit::new(at, s.battle.leader, kind);
            s.add(taken.doing(Status::Moved), 1);
            play.say(seat, "war PW-2", say!("A captured {what} is taken over.", what))
                .effect(Effect::Placed { unit: some(1, taken), at: at.into() });
        } else {
            play.say(seat, "war PW-2", say!("A captured {what} is scrapped.", what));
        }
    }
    fn quiet(&self, now: Now<'_, War625>) -> Option<Action> {
        let mut list = Vec::new();
        self.list(now, &mut list);
        list.first().copied()
    }
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        let Action::Salvage { kind, take, .. } = action else {
            return done_offer("war PW-2", say!("Go on"));
        };
        let what = kinds(kind, 1);
        let label = if take { say!("Take over the {what}", what) } else { say!("Scrap the {what}", what) };
        Offer::new(ActionKind::Choose, "war PW-2", label)
    }
    fn step(&self, _: &War625, s: &mut State, _: &mut Play) -> bool {
        s.frames.pop();
        true
    }
}

/// A prisoner of a nation.
fn captive(s: &State, nation: Nation) -> Option<Unit> {
    s.units().map(|(u, _)| u).find(|u| u.is_prisoner() && u.nation() == nation)
}

impl War625 {
    /// Leavers roll, then they are gone: destroyed, captured, or away with tokens nobody else can guard.
    /// [rule: war PW-1, war DR-4, war ST-3, war DZ-7]
    pub(crate) fn capture_stage(&self, s: &mut State, play: &mut Play) -> Stage {
        let place = s.battle.place;
        let enemy = s.active().enemy();
        let guards = self.fighters(s, enemy).any(|(u, _)| u.status() != Status::Leaving);
        let captors = self.strength(s, s.active(), |u| u.kind().is_land()) > 0;
        while let Some((u, n)) = s.first_at(place, |u| u.status() == Status::Leaving) {
            for _ in 0..n {
                let roll = play.roll(u32::from(self.c.capture_die), "capture");
                let result = self.c.capture.get(roll as usize).copied().unwrap_or(2);
                s.take(u, 1);
                let (words, effect) = match result {
                    0 => (say!("{u} is destroyed.", u), Effect::Lost { unit: some(1, u) }),
                    1 if captors => {
                        let cell = &mut s.battle.captured[u.kind() as usize * 6 + u.nation() as usize];
                        *cell = cell.saturating_add(1);
                        (say!("{u} is captured.", u), Effect::Lost { unit: some(1, u) })
                    }
                    _ => {
                        self.escape(s, u, guards);
                        let moved =
                            Effect::Moved { unit: some(1, u), from: place.into(), to: u.via().into() };
                        (say!("{u} escapes.", u), moved)
                    }
                };
                play.outcome("war PW-1", words).effect(effect);
            }
        }
        Stage::Planes
    }
    fn escape(&self, s: &mut State, u: Unit, guards: bool) {
        let (from, to) = (u.place(), u.via());
        self.bring_isolation(s, u, from, to);
        s.add(u.at(to).doing(Status::Ready).by(NOWHERE), 1);
        if !guards {
            let taken = s.tokens[from.i()].min(u16::from(self.c.carry[u.kind() as usize]));
            s.tokens[from.i()] -= taken;
            s.tokens[to.i()] += taken;
        }
    }
    /// What was captured goes to the winner, or back to the defender if the attackers are gone. [rule: war PW-3, war PW-5]
    pub(crate) fn spoils_stage(&self, s: &mut State) -> Stage {
        if s.battle.captured.iter().all(|&n| n == 0) {
            return Stage::Over;
        }
        let place = s.battle.place;
        if s.battle.result != Outcome::Won && s.battle.goal == NOWHERE {
            for kind in 0..6u8 {
                for nation in Nation::ALL {
                    let n = std::mem::take(&mut s.battle.captured[kind as usize * 6 + nation as usize]);
                    s.add(Unit::new(place, nation, Kind::from_index(kind)), u16::from(n));
                }
            }
            return Stage::Over;
        }
        let to = self.spoils_place(s);
        for nation in Nation::ALL {
            let n = std::mem::take(&mut s.battle.captured[nation as usize]);
            let unit = Unit::new(to, nation, PRISONER).held_by(s.battle.leader).doing(Status::Moved);
            s.add(unit, u16::from(n));
        }
        s.frames.push(Salvaging.into());
        Stage::Over
    }
    fn spoils_place(&self, s: &State) -> Place {
        if s.battle.goal != NOWHERE && s.battle.result != Outcome::Won {
            s.battle.goal
        } else {
            s.battle.place
        }
    }
    fn first_heavy(&self, s: &State) -> Option<(Kind, Nation)> {
        (6..36)
            .find(|&i| s.battle.captured[i] > 0)
            .map(|i| (Kind::from_index((i / 6) as u8), Nation::from_index((i % 6) as u8)))
    }
    /// Prisoners are free when their side takes the area. [rule: war PW-4]
    pub(crate) fn free_prisoners(&self, s: &mut State, play: &mut Play, area: Place, side: Side) {
        while let Some((u, n)) = s.first_at(area, |u| u.is_prisoner() && u.side() == side) {
            let status = if s.is_active(u.nation()) { Status::Moved } else { Status::Ready };
            s.take(u, n);
            s.add(Unit::new(area, u.nation(), Kind::Infantry).doing(status), n);
            let who = symbol(u.nation());
            play.note(
                "war PW-4",
                say!("{n} {who} {n|prisoner is|prisoners are} free in {area}.", n, who, area),
            )
            .on(area);
        }
    }

    /// Prisoners of a side in enemy hands.
    pub(crate) fn captives(&self, s: &State, side: Side) -> u16 {
        s.units().filter(|(u, _)| u.is_prisoner() && u.side() == side).map(|(_, n)| n).sum()
    }
    /// An exchange can be offered once in a nation's turn when both sides hold prisoners. [rule: war PW-6]
    pub(crate) fn can_talk(&self, s: &State) -> bool {
        !s.offered && self.captives(s, Side::Communist) > 0 && self.captives(s, Side::Allied) > 0
    }
    /// Who speaks for a side's prisoners: the nation with most of them. [rule: war PW-6]
    fn most_captive(&self, s: &State, side: Side) -> Nation {
        let mut men = [0u32; 6];
        s.units()
            .filter(|(u, _)| u.is_prisoner())
            .for_each(|(u, n)| men[u.nation() as usize] += u32::from(n));
        let nations = side.nations();
        nations.into_iter().rev().max_by_key(|&n| men[n as usize]).unwrap_or(nations[0])
    }
    /// Where returned infantry of a nation appear: a factory of theirs, else any area of theirs; US and UN in a held
    /// roundel area, else Japan. [rule: war PW-6]
    fn homes(&self, s: &State, nation: Nation) -> u64 {
        if matches!(nation, Nation::Us | Nation::Un) {
            let ports = self.c.roundel[1] & s.friendly[1];
            return if ports != 0 { ports } else { bit(self.c.base) };
        }
        let own = Place::areas().filter(|&a| s.control[a.i()] == nation as u8);
        let (mut factories, mut any) = (0, 0);
        for a in own {
            any |= bit(a);
            if s.has_factory(a) {
                factories |= bit(a);
            }
        }
        if factories != 0 { factories } else { any }
    }
}
