//! Prisoners of war: the capture roll, salvage, liberation and exchange (PW-1 to PW-6).

use crate::War625;
use crate::action::Action;
use crate::data::{bit, each};
use crate::kinds::{AREAS, Kind, NOWHERE, Nation, PRISONER, Side, Status, Unit};
use crate::state::{Frame, Stage, State};
use engine::Play;

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
                let result = self.c.capture[roll.min(12) as usize];
                s.take(u, 1);
                let words = match result {
                    0 => "is destroyed",
                    1 if captors => {
                        let cell = &mut s.battle.captured[u.kind() as usize * 6 + u.nation() as usize];
                        *cell = cell.saturating_add(1);
                        "is captured"
                    }
                    _ => {
                        self.escape(s, u, guards);
                        "escapes"
                    }
                };
                play.outcome("war PW-1", format_args!("{} {words}.", self.label(u)));
            }
        }
        Stage::Planes
    }
    fn escape(&self, s: &mut State, u: Unit, guards: bool) {
        let (from, to) = (u.place(), u.via());
        self.bring_isolation(s, u, from, to);
        s.add(u.at(to).doing(Status::Ready).by(NOWHERE), 1);
        if !guards {
            let taken = s.tokens[from as usize].min(u16::from(self.c.carry[u.kind() as usize]));
            s.tokens[from as usize] -= taken;
            s.tokens[to as usize] += taken;
        }
    }
    /// What was captured goes to the winner, or back to the defender if the attackers are gone. [rule: war PW-3, war PW-5]
    pub(crate) fn spoils_stage(&self, s: &mut State) -> Stage {
        if s.battle.captured.iter().all(|&n| n == 0) {
            return Stage::Over;
        }
        let place = s.battle.place;
        if s.battle.result != 1 && s.battle.goal == NOWHERE {
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
        s.frames.push(Frame::Salvage);
        Stage::Over
    }
    fn spoils_place(&self, s: &State) -> u8 {
        if s.battle.goal != NOWHERE && s.battle.result != 1 { s.battle.goal } else { s.battle.place }
    }
    fn first_heavy(&self, s: &State) -> Option<(Kind, Nation)> {
        (6..36)
            .find(|&i| s.battle.captured[i] > 0)
            .map(|i| (Kind::from_index((i / 6) as u8), Nation::from_index((i % 6) as u8)))
    }
    /// Captured guns and vehicles may be used by the captor. [rule: war PW-2]
    pub(crate) fn salvage_options(&self, s: &State, out: &mut Vec<Action>) {
        if let Some((kind, nation)) = self.first_heavy(s) {
            out.push(Action::Salvage { kind, nation, take: false });
            if self.c.salvage >> kind as u16 & 1 == 1 {
                out.push(Action::Salvage { kind, nation, take: true });
            }
        }
    }
    pub(crate) fn do_salvage(&self, s: &mut State, play: &mut Play, kind: Kind, nation: Nation, take: bool) {
        s.battle.captured[kind as usize * 6 + nation as usize] -= 1;
        let leader = s.battle.leader;
        let words = if take { "is taken over" } else { "is scrapped" };
        if take {
            s.add(Unit::new(self.spoils_place(s), leader, kind).doing(Status::Moved), 1);
        }
        play.say(leader.seat(), "war PW-2", format_args!("A captured {} {words}.", kind.id()));
        if self.first_heavy(s).is_none() {
            s.frames.pop();
        }
    }
    /// Prisoners are free when their side takes the area. [rule: war PW-4]
    pub(crate) fn free_prisoners(&self, s: &mut State, play: &mut Play, area: u8, side: Side) {
        while let Some((u, n)) = s.first_at(area, |u| u.is_prisoner() && u.side() == side) {
            let status = if s.is_active(u.nation()) { Status::Moved } else { Status::Ready };
            s.take(u, n);
            s.add(Unit::new(area, u.nation(), Kind::Infantry).doing(status), n);
            play.note(
                "war PW-4",
                format_args!("{n} {} prisoners are free in {}.", u.nation().id(), self.c.name(area)),
            );
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
    pub(crate) fn talk_options(&self, s: &State, out: &mut Vec<Action>) {
        let own = s.active();
        if s.offered {
            return;
        }
        let give = self.captives(s, own.enemy()).min(6) as u8;
        let take = self.captives(s, own).min(6) as u8;
        for give in 1..=give {
            out.extend((1..=take).map(|take| Action::PowOffer { give, take }));
        }
    }
    /// Who answers for a side: the nation with most men in captivity. [rule: war PW-6]
    pub(crate) fn answering(&self, s: &State) -> Nation {
        let side = s.active().enemy();
        let mut men = [0u32; 6];
        s.units()
            .filter(|(u, _)| u.is_prisoner())
            .for_each(|(u, n)| men[u.nation() as usize] += u32::from(n));
        let nations = side.nations();
        nations.into_iter().rev().max_by_key(|&n| men[n as usize]).unwrap_or(nations[0])
    }
    pub(crate) fn accept_offer(&self, s: &mut State, give: u8, take: u8) {
        s.frames.pop();
        let own = s.active();
        s.frames.push(Frame::Return { side: own.enemy(), left: give });
        s.frames.push(Frame::Return { side: own, left: take });
    }
    /// Who names the men that come back: the nation of the side with most of them.
    pub(crate) fn returning(&self, s: &State, side: Side) -> Nation {
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
        let own = (0..AREAS as u8).filter(|&a| s.control[a as usize] == nation as u8);
        let (mut factories, mut any) = (0, 0);
        for a in own {
            any |= bit(a);
            if s.has_factory(a) {
                factories |= bit(a);
            }
        }
        if factories != 0 { factories } else { any }
    }
    pub(crate) fn return_options(&self, s: &State, side: Side, out: &mut Vec<Action>) {
        for nation in side.nations() {
            if !s.units().any(|(u, _)| u.is_prisoner() && u.nation() == nation) {
                continue;
            }
            let homes = self.homes(s, nation);
            if homes == 0 {
                out.push(Action::PowReturn { nation, area: NOWHERE });
            }
            out.extend(each(homes).map(|area| Action::PowReturn { nation, area }));
        }
    }
    pub(crate) fn do_return(&self, s: &mut State, play: &mut Play, nation: Nation, area: u8) {
        let held = s.units().find(|(u, _)| u.is_prisoner() && u.nation() == nation);
        let Some((unit, _)) = held else { return };
        s.take(unit, 1);
        if area != NOWHERE {
            s.add(Unit::new(area, nation, Kind::Infantry), 1);
            play.note(
                "war PW-6",
                format_args!("A {} infantry returns to {}.", nation.id(), self.c.name(area)),
            );
        } else {
            play.note("war PW-6", format_args!("A {} infantry is released and goes home.", nation.id()));
        }
        if let Some(Frame::Return { left, .. }) = s.frames.last_mut() {
            *left -= 1;
        }
    }
}
