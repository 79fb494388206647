//! Who takes the hits, and the duties of aircraft in a round.

use crate::War625;
use crate::action::Action;
use crate::kinds::{Kind, Side, Status, Unit};
use crate::movement::numbers;
use crate::state::{Frame, State, Target};
use engine::{Illegal, Play};

impl War625 {
    /// Whether a hit of this sort can fall on a unit, in the first or the second row of those who stand for it.
    /// [rule: war CL-12, war DR-3, war AC-5, war AC-2, war CL-16, war CL-23]
    fn row(&self, at: Target, u: Unit) -> Option<u8> {
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
    /// Takes losses that leave no choice; false when the owner has to choose.
    pub(crate) fn loss_step(
        &self,
        s: &mut State,
        play: &mut Play,
        side: Side,
        left: u16,
        at: Target,
    ) -> bool {
        let (mut kinds, mut total, mut only) = (0, 0, Unit::default());
        self.victims(s, side, at, |u, n| {
            kinds += 1;
            total += n;
            only = u;
        });
        if left == 0 || kinds == 0 {
            s.frames.pop();
            return true;
        }
        if kinds == 1 {
            let lost = left.min(total);
            self.lose(s, play, only, lost);
            self.set_loss(s, left - lost);
            return true;
        }
        if total <= left {
            let lost = s.count(only);
            self.lose(s, play, only, lost);
            self.set_loss(s, left - lost);
            return true;
        }
        false
    }
    fn set_loss(&self, s: &mut State, now: u16) {
        if let Some(Frame::Loss { left, .. }) = s.frames.last_mut() {
            *left = now;
        }
    }
    /// Units are removed, with what they carry. One hit removes any unit. [rule: war CL-13, war ST-3]
    fn lose(&self, s: &mut State, play: &mut Play, unit: Unit, count: u16) {
        s.take(unit, count);
        play.note(
            "war CL-13",
            format_args!("{} lost in {}.", self.some(count, unit), self.c.name(unit.place())),
        )
        .at(self.c.id(unit.place()));
    }
    pub(crate) fn loss_options(&self, s: &State, side: Side, at: Target, out: &mut Vec<Action>) {
        self.victims(s, side, at, |u, _| out.push(Action::Lose(u)));
    }
    pub(crate) fn refuse_loss(&self) -> Illegal {
        Illegal::new("war CL-12", "this hit cannot fall on that unit")
    }
    pub(crate) fn do_lose(&self, s: &mut State, play: &mut Play, unit: Unit) {
        self.lose(s, play, unit, 1);
        if let Some(Frame::Loss { left, .. }) = s.frames.last_mut() {
            *left -= 1;
        }
    }

    /// Enemy units that a tank destroyer's hit can be put on. [rule: war DZ-3]
    pub(crate) fn direct_options(&self, s: &State, side: Side, out: &mut Vec<Action>) {
        for (u, _) in self.fighters(s, side.enemy()) {
            let can = self.row(Target::Ground, u) == Some(0) && u.kind() != Kind::Infantry;
            if can {
                out.push(Action::Direct(u));
            }
        }
    }
    /// Ends the directing when there is nothing to direct at; the hits become ordinary ones.
    pub(crate) fn direct_step(&self, s: &mut State, side: Side, left: u16) -> bool {
        let any = self
            .fighters(s, side.enemy())
            .any(|(u, _)| self.row(Target::Ground, u) == Some(0) && u.kind() != Kind::Infantry);
        if left > 0 && any {
            return false;
        }
        s.frames.pop();
        if let Some(Frame::Loss { left: plain, .. }) = s.frames.last_mut() {
            *plain += left;
        }
        true
    }
    pub(crate) fn do_direct(&self, s: &mut State, play: &mut Play, unit: Option<Unit>) {
        if let Some(unit) = unit {
            self.lose(s, play, unit, 1);
            if let Some(Frame::Direct { left, .. }) = s.frames.last_mut() {
                *left -= 1;
            }
            return;
        }
        if let Some(Frame::Direct { left, .. }) = s.frames.pop()
            && let Some(Frame::Loss { left: plain, .. }) = s.frames.last_mut()
        {
            *plain += left;
        }
    }

    /// Aircraft the attacker has to send up before any may support the ground. [rule: war CAS-2]
    pub(crate) fn sky_missing(&self, s: &State, side: Side) -> u16 {
        if side != s.active() {
            return 0;
        }
        let foes = self.strength(s, side.enemy(), |u| u.in_sky());
        let own = self.strength(s, side, |u| u.kind().is_air());
        let up = self.strength(s, side, |u| u.in_sky());
        foes.min(own).saturating_sub(up)
    }
    /// [rule: war AC-1, war CAS-2]
    pub(crate) fn duty_options(&self, s: &State, side: Side, out: &mut Vec<Action>) {
        if self.sky_missing(s, side) == 0 {
            out.push(Action::Done);
        }
        for (unit, n) in self.fighters(s, side).filter(|(u, _)| u.kind().is_air() && !u.in_sky()) {
            out.extend(numbers(n).map(|count| Action::Sky { unit, count }));
        }
    }
    pub(crate) fn do_sky(&self, s: &mut State, play: &mut Play, unit: Unit, count: u16) {
        s.shift(unit, unit.to_sky(true), count);
        play.say(
            unit.nation().seat(),
            "war AC-1",
            format_args!("{} to fight in the sky.", self.some(count, unit)),
        );
    }
    /// Submarines that may dive: no enemy destroyer is there. [rule: war CL-25]
    pub(crate) fn submerge_options(&self, s: &State, side: Side, out: &mut Vec<Action>) {
        let hunted = self.fighters(s, side.enemy()).any(|(u, _)| u.kind() == Kind::Destroyer);
        if hunted {
            return;
        }
        for (u, _) in self.fighters(s, side).filter(|(u, _)| u.kind() == Kind::Submarine) {
            out.push(Action::Submerge(u));
        }
    }
    pub(crate) fn do_submerge(&self, s: &mut State, play: &mut Play, unit: Unit) {
        s.shift(unit, unit.doing(Status::Special).ranging(0).coming(crate::kinds::NOWHERE), 1);
        play.say(unit.nation().seat(), "war CL-25", format_args!("{} dives.", self.label(unit)));
    }
}
