//! Who takes the hits, and the duties of aircraft in a round.

use crate::actions::Action;
use crate::battle::Target;
use crate::game::War625;
use crate::kinds::{Kind, NOWHERE, Side, Status, Unit};
use crate::movement::so_many;
use crate::names::some;
use crate::sequence::{asked_in_battle, done_offer, first_of, need, no, until_done};
use crate::state::State;
use engine::scene::ActionKind;
use engine::{Ask, Count, Decision, Effect, Illegal, Now, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The seat that speaks for a side in the battle.
pub(crate) fn speaker(game: &War625, s: &State, side: Side) -> SeatSet {
    SeatSet::one(game.commander(s, s.battle.place, side).seat())
}

/// CL-12 The owner chooses who takes the hits, where there is a choice. [rule: war CL-12, war CL-13]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    pub(crate) side: Side,
    pub(crate) left: u16,
    pub(crate) at: Target,
}

impl Loss {
    /// Kinds of victims, their number, and the last of them.
    fn victims(self, game: &War625, s: &State) -> (u16, u16, Unit) {
        let (mut kinds, mut total, mut only) = (0, 0, Unit::default());
        game.victims(s, self.side, self.at, |u, n| {
            kinds += 1;
            total += n;
            only = u;
        });
        (kinds, total, only)
    }
    fn after(self, s: &mut State, lost: u16) {
        s.frames.pop();
        if self.left > lost {
            s.frames.push(Self { left: self.left - lost, ..self }.into());
        }
    }
}

impl Decision<War625> for Loss {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        let (kinds, total, _) = self.victims(game, s);
        if kinds > 1 && total > self.left && self.left > 0 {
            speaker(game, s, self.side)
        } else {
            SeatSet::NONE
        }
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        let at = now.state.battle.place;
        let left = self.left;
        Ask::new("war CL-12", say!("{at}: choose losses for {left} {left|hit|hits}.", at, left)).place(at)
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        now.game.victims(now.state, self.side, self.at, |unit, _| out.push(Action::Lose { unit }));
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let Action::Lose { unit } = action else { return no("war CL-12", say!("the hits are taken first")) };
        let mut found = false;
        now.game.victims(now.state, self.side, self.at, |u, _| found |= u == unit);
        need(found, "war CL-12", || say!("this hit cannot fall on that unit"))
    }
    fn perform(&self, game: &War625, s: &mut State, _: Seat, action: Action, play: &mut Play) {
        if let Action::Lose { unit } = action {
            game.lose(s, play, unit, 1);
            self.after(s, 1);
        }
    }
    fn quiet(&self, now: Now<'_, War625>) -> Option<Action> {
        first_of(self, now)
    }
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Lose { unit } if !unit.cargo().is_empty() => {
                let label = say!("Lose {unit} with {cargo}", unit, cargo = unit.cargo());
                Offer::new(ActionKind::Choose, "war CL-12", label)
            }
            Action::Lose { unit } => Offer::new(ActionKind::Choose, "war CL-12", say!("Lose {unit}", unit)),
            _ => done_offer("war CL-12", say!("Go on")),
        }
    }
    /// Losses that leave no choice are taken at once.
    fn step(&self, game: &War625, s: &mut State, play: &mut Play) -> bool {
        let (kinds, total, only) = self.victims(game, s);
        if self.left == 0 || kinds == 0 {
            s.frames.pop();
            return true;
        }
        let lost = if kinds == 1 { self.left.min(total) } else { s.count(only) };
        game.lose(s, play, only, lost);
        self.after(s, lost);
        true
    }
    fn question(&self, now: Now<'_, War625>) -> Option<Question> {
        asked_in_battle(now, "losses", say!("Choosing losses in battle"), self.left)
    }
}

/// DZ-3 The owner of tank destroyers puts their hits on units of its choice. [rule: war DZ-3]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Directing {
    pub(crate) side: Side,
    pub(crate) left: u16,
}

impl Directing {
    fn targets<'a>(self, game: &'a War625, s: &'a State) -> impl Iterator<Item = Unit> + 'a {
        let hit = |u: &Unit| game.row(Target::Ground, *u) == Some(0) && u.kind() != Kind::Infantry;
        game.fighters(s, self.side.enemy()).map(|(u, _)| u).filter(hit)
    }
    /// What is not directed becomes ordinary hits.
    fn end(self, s: &mut State) {
        s.frames.pop();
        if let Some(crate::frames::Frame::Loss(loss)) = s.frames.last_mut() {
            loss.left += self.left;
        }
    }
}

impl Decision<War625> for Directing {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        let any = self.left > 0 && self.targets(game, s).next().is_some();
        if any { speaker(game, s, self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        let left = self.left;
        let text = say!("Put {left} {left|hit|hits} of tank destroyers on units of your choice.", left);
        Ask::new("war DZ-3", text).place(now.state.battle.place)
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(self.targets(now.game, now.state).map(|unit| Action::Direct { unit }));
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Direct { unit } => {
                need(self.targets(now.game, now.state).any(|u| u == unit), "war DZ-3", || {
                    say!("a tank destroyer's hit is put on an enemy unit that is not infantry")
                })
            }
            _ => no("war DZ-3", say!("the hits of tank destroyers are put first")),
        }
    }
    fn perform(&self, game: &War625, s: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Direct { unit } => {
                game.lose(s, play, unit, 1);
                s.frames.pop();
                s.frames.push(Self { left: self.left - 1, ..*self }.into());
            }
            _ => self.end(s),
        }
    }
    fn quiet(&self, _: Now<'_, War625>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Direct { unit } => Offer::new(ActionKind::Choose, "war DZ-3", say!("Hit {unit}", unit)),
            _ => done_offer("war DZ-3", say!("Let the enemy choose")),
        }
    }
    fn step(&self, _: &War625, s: &mut State, _: &mut Play) -> bool {
        self.end(s);
        true
    }
}

/// AC-1 A side says which of its aircraft fight in the sky. [rule: war AC-1, war CAS-2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duty {
    pub(crate) side: Side,
}

impl Duty {
    fn planes<'a>(self, game: &'a War625, s: &'a State) -> impl Iterator<Item = (Unit, u16)> + 'a {
        game.fighters(s, self.side).filter(|(u, _)| u.kind().is_air() && !u.in_sky())
    }
}

impl Decision<War625> for Duty {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        if self.planes(game, s).next().is_some() { speaker(game, s, self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        let at = now.state.battle.place;
        Ask::new("war AC-1", say!("{at}: which aircraft fight in the sky?", at)).place(at)
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        if now.game.sky_missing(now.state, self.side) == 0 {
            out.push(Action::Done);
        }
        let planes = self.planes(now.game, now.state);
        out.extend(planes.map(|(unit, n)| Action::Sky { count: Count(n), unit }));
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => {
                let missing = now.game.sky_missing(now.state, self.side);
                need(missing == 0, "war CAS-2", || {
                    say!(
                        "aircraft match the enemy's in the sky before they support the ground: {missing} more",
                        missing
                    )
                })
            }
            Action::Sky { count, unit } => {
                let have = self.planes(now.game, now.state).find(|(u, _)| *u == unit).map_or(0, |(_, n)| n);
                need(have > 0, "war AC-1", || say!("no such aircraft fight here over the ground"))?;
                so_many(count, have, "war AC-1")
            }
            _ => no("war AC-1", say!("the aircraft are given their duties first")),
        }
    }
    fn perform(&self, _: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Sky { count, unit } => {
                s.shift(unit, unit.to_sky(true), count.0);
                let words = say!("{who} to fight in the sky.", who = some(count.0, unit));
                play.say(seat, "war AC-1", words);
            }
            _ => {
                s.frames.pop();
            }
        }
    }
    fn quiet(&self, now: Now<'_, War625>) -> Option<Action> {
        first_of(self, now)
    }
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Sky { unit, .. } => {
                Offer::new(ActionKind::Add, "war AC-1", say!("{unit} to the sky", unit))
            }
            _ => done_offer("war AC-1", say!("The others over the ground")),
        }
    }
    fn step(&self, _: &War625, s: &mut State, _: &mut Play) -> bool {
        s.frames.pop();
        true
    }
    fn question(&self, now: Now<'_, War625>) -> Option<Question> {
        asked_in_battle(now, "sky", say!("Duties of aircraft in battle"), 0)
    }
}

/// CL-25 Submarines dive, or stay. [rule: war CL-25]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dive {
    pub(crate) side: Side,
}

impl Dive {
    /// Submarines that may dive: no enemy destroyer is there.
    fn boats<'a>(self, game: &'a War625, s: &'a State) -> impl Iterator<Item = Unit> + 'a {
        let hunted = game.fighters(s, self.side.enemy()).any(|(u, _)| u.kind() == Kind::Destroyer);
        let boats = game.fighters(s, self.side).map(|(u, _)| u).filter(|u| u.kind() == Kind::Submarine);
        boats.filter(move |_| !hunted)
    }
}

impl Decision<War625> for Dive {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        if self.boats(game, s).next().is_some() { speaker(game, s, self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        Ask::new("war CL-25", say!("Do submarines dive?")).place(now.state.battle.place)
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(self.boats(now.game, now.state).map(|unit| Action::Submerge { unit }));
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Submerge { unit } => {
                need(self.boats(now.game, now.state).any(|u| u == unit), "war CL-25", || {
                    say!("submarines of this battle dive, and none under an enemy destroyer")
                })
            }
            _ => no("war CL-25", say!("submarines dive or stay first")),
        }
    }
    fn perform(&self, _: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Submerge { unit } => {
                s.shift(unit, unit.doing(Status::Special).ranging(0).coming(NOWHERE), 1);
                play.say(seat, "war CL-25", say!("{unit} dives.", unit));
            }
            _ => {
                s.frames.pop();
            }
        }
    }
    until_done!();
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Submerge { unit } => {
                Offer::new(ActionKind::Choose, "war CL-25", say!("{unit} dives", unit))
            }
            _ => done_offer("war CL-25", say!("The others stay")),
        }
    }
    fn question(&self, now: Now<'_, War625>) -> Option<Question> {
        asked_in_battle(now, "diving", say!("Diving submarines"), 0)
    }
}

impl War625 {
    /// Whether a hit of this sort can fall on a unit, in the first or the second row of those who stand for it.
    /// [rule: war CL-12, war DR-3, war AC-5, war AC-2, war CL-16, war CL-23]
    pub(crate) fn row(&self, at: Target, u: Unit) -> Option<u8> {
        let kind = u.kind();
        match at {
            Target::Ground if u.status() == Status::Leaving => Some(1),
            Target::Ground => (!u.in_sky()).then_some(0),
            Target::Land => kind.is_land().then_some(0),
            Target::Sky => kind.is_air().then_some(u8::from(!u.in_sky())),
            Target::Fleet => (!u.in_sky()).then_some(0),
            Target::Ships => kind.is_sea().then_some(0),
        }
    }
    /// Calls `found` for every stack that can take the next hit.
    pub(crate) fn victims(&self, s: &State, side: Side, at: Target, mut found: impl FnMut(Unit, u16)) {
        for row in 0..2 {
            let mut any = false;
            for (u, n) in self.fighters(s, side) {
                if self.row(at, u) == Some(row) {
                    any = true;
                    found(u, n);
                }
            }
            if any {
                return;
            }
        }
    }
    /// Units are removed, with what they carry. One hit removes any unit. [rule: war CL-13, war ST-3]
    fn lose(&self, s: &mut State, play: &mut Play, unit: Unit, count: u16) {
        s.take(unit, count);
        let (who, at) = (some(count, unit), unit.place());
        play.note("war CL-13", say!("{who} lost in {at}.", who, at))
            .on(at)
            .effect(Effect::Lost { unit: who });
    }
    /// Aircraft the attacker has to send up before any may support the ground. [rule: war CAS-2]
    fn sky_missing(&self, s: &State, side: Side) -> u16 {
        if side != s.active() {
            return 0;
        }
        let foes = self.strength(s, side.enemy(), |u| u.in_sky());
        let own = self.strength(s, side, |u| u.kind().is_air());
        let up = self.strength(s, side, |u| u.in_sky());
        foes.min(own).saturating_sub(up)
    }
}
