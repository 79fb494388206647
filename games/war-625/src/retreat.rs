//! Leaving a battle: the defender's leavers and planes, the attacker's retreat, aircraft called in (DR, DAS, CL-17, CL-19).

use crate::War625;
use crate::action::Action;
use crate::combat::attacks;
use crate::data::{bit, each};
use crate::kinds::{AREAS, Cargo, Kind, NOWHERE, Nation, Side, Status, Unit};
use crate::movement::numbers;
use crate::state::State;
use engine::Play;

impl War625 {
    /// Where land units of a nation may go that leave the battle: adjacent, their side's, no battle in it.
    /// [rule: war DR-1]
    fn leave_goals(&self, s: &State, nation: Nation) -> u64 {
        let near = self.c.land[s.battle.place as usize];
        near & self.friendly_ground(s, nation) & !self.neutral(s) & !s.holds[s.active() as usize]
    }
    /// [rule: war DR-1, war DR-5]
    pub(crate) fn leave_options(&self, s: &State, out: &mut Vec<Action>) {
        let enemy = s.active().enemy();
        for (unit, n) in self.fighters(s, enemy) {
            if unit.kind().is_land() && unit.status() != Status::Leaving {
                for to in each(self.leave_goals(s, unit.nation())) {
                    out.extend(numbers(n).map(|count| Action::Leave { unit, to, count }));
                }
            }
        }
    }
    pub(crate) fn can_leave(&self, s: &State) -> bool {
        let enemy = s.active().enemy();
        self.fighters(s, enemy).any(|(u, _)| {
            u.kind().is_land() && u.status() != Status::Leaving && self.leave_goals(s, u.nation()) != 0
        })
    }
    pub(crate) fn do_leave(&self, s: &mut State, play: &mut Play, unit: Unit, to: u8, count: u16) {
        s.shift(unit, unit.doing(Status::Leaving).by(to), count);
        play.say(
            unit.nation().seat(),
            "war DR-1",
            format_args!("{} will leave for {}.", self.some(count, unit), self.c.name(to)),
        );
    }

    /// Aircraft that can be called in: fighters and choppers of an adjacent area or deck that is not attacked itself.
    /// [rule: war DAS-1, war DAS-3, war CE-7]
    pub(crate) fn support_options(&self, s: &State, out: &mut Vec<Action>) {
        let place = s.battle.place as usize;
        let bases = (self.c.land[place] | self.c.coast[place]) & !s.attacked & !self.neutral(s);
        let side = s.active().enemy();
        for base in each(bases) {
            if s.tallies(base, side)[1] == 0 {
                continue;
            }
            for (u, _) in s.at(base) {
                let free = u.kind().is_light_plane() && u.side() == side && u.status() == Status::Ready;
                if free && u.cargo().is_empty() {
                    out.push(Action::CallSupport(u));
                }
            }
        }
    }
    pub(crate) fn do_call(&self, s: &mut State, play: &mut Play, unit: Unit) {
        let place = s.battle.place;
        s.shift(unit, unit.at(place).coming(unit.place()).doing(Status::Das), 1);
        play.say(
            unit.nation().seat(),
            "war DAS-1",
            format_args!("{} is called in from {}.", self.label(unit), self.c.name(unit.place())),
        );
    }
    /// Called aircraft go back to their base, else to a friendly area next to the battle, else they are lost.
    /// [rule: war DAS-2]
    pub(crate) fn support_returns(&self, s: &mut State, play: &mut Play) {
        let place = s.battle.place;
        while let Some((u, n)) = s.first_at(place, |u| u.status() == Status::Das) {
            let base = u.from();
            let home = if (base as usize) < AREAS {
                s.side_at(base) == u.side()
            } else {
                let lift = self.c.values(s.opts.d12, u.nation(), Kind::Carrier).lift;
                s.deck_room(base, u.side(), lift) >= n
            };
            let near = self.c.land[place as usize] & self.friendly_ground(s, u.nation()) & !self.neutral(s);
            let goal = if home { Some(base) } else { each(near).min_by_key(|&a| self.c.rank[a as usize]) };
            match goal {
                Some(to) => {
                    let back = u.at(to).coming(NOWHERE).by(NOWHERE).doing(Status::DasUsed);
                    s.shift(u, back, n);
                }
                None => {
                    play.note("war DAS-2", format_args!("{} lost: no base to land on.", self.some(n, u)));
                    s.take(u, n);
                }
            }
        }
    }

    /// Where a defending plane without ground troops may fly: an adjacent friendly area or a deck. [rule: war CL-19]
    fn fly_out_goals(&self, s: &State, unit: Unit) -> u64 {
        let place = s.battle.place as usize;
        let mut goals = if s.battle.is_sea() { 0 } else { self.c.land[place] }
            & self.friendly_ground(s, unit.nation())
            & !self.neutral(s)
            & !s.holds[s.active() as usize];
        if unit.kind().is_light_plane() && !s.battle.is_sea() {
            let lift = self.c.values(s.opts.d12, unit.nation(), Kind::Carrier).lift;
            let decks = each(self.c.coast[place]).filter(|&z| s.deck_room(z, unit.side(), lift) > 0);
            goals |= decks.fold(0, |m, z| m | bit(z));
        }
        goals
    }
    pub(crate) fn fly_out_options(&self, s: &State, out: &mut Vec<Action>) {
        let side = s.active().enemy();
        for (unit, _) in self.fighters(s, side).filter(|(u, _)| u.kind().is_air()) {
            out.extend(each(self.fly_out_goals(s, unit)).map(|to| Action::FlyOut { unit, to }));
        }
    }
    pub(crate) fn do_fly_out(&self, s: &mut State, play: &mut Play, unit: Unit, to: u8) {
        s.shift(unit, unit.at(to).coming(NOWHERE).by(NOWHERE).doing(Status::DasUsed), 1);
        play.say(
            unit.nation().seat(),
            "war CL-19",
            format_args!("{} flies out to {}.", self.label(unit), self.c.name(to)),
        );
    }
    pub(crate) fn planes_stage(&self, s: &mut State) -> crate::state::Stage {
        let enemy = s.active().enemy();
        let ground = self.strength(s, enemy, |u| u.kind().is_land());
        let planes = self.strength(s, enemy, |u| u.kind().is_air());
        if ground == 0 && planes > 0 && self.strength(s, s.active(), |_| true) > 0 {
            self.clear_sky(s);
            s.frames.push(crate::state::Frame::FlyOut);
        }
        crate::state::Stage::Check
    }

    /// Whether an attacker can retreat with the others; landed troops never do. [rule: war CL-17, war CL-18]
    fn can_retreat(&self, u: Unit) -> bool {
        matches!(u.status(), Status::Attack | Status::Dropped)
    }
    /// Areas or zones the attacker may go back to. [rule: war CL-17, war CL-18, war CL-26, war HC-3]
    pub(crate) fn retreat_goals(&self, s: &State) -> u64 {
        let own = s.active();
        let place = s.battle.place as usize;
        if s.battle.is_sea() {
            return s.battle.entries & self.c.sea[place - AREAS] & !s.ships[own.enemy() as usize];
        }
        let mut goals = 0;
        for (u, _) in self.fighters(s, own).filter(|(u, _)| self.can_retreat(*u) && u.kind().is_land()) {
            goals |= s.battle.entries;
            if u.status() == Status::Attack && u.via() == NOWHERE {
                goals |= self.c.land[place] & self.friendly_ground(s, u.nation());
            }
        }
        goals & self.c.land[place] & s.friendly[own as usize] & !self.neutral(s)
    }
    pub(crate) fn decide_options(&self, s: &State, out: &mut Vec<Action>) {
        let own = s.active();
        out.push(Action::Continue);
        let ground = self.strength(s, own, |u| u.kind().is_land() || u.kind().is_sea());
        if ground == 0 {
            out.push(Action::Retreat { to: NOWHERE });
            return;
        }
        out.extend(each(self.retreat_goals(s)).map(|to| Action::Retreat { to }));
    }
    /// The attackers who can go back do so together. [rule: war CL-17, war CL-26, war ST-3]
    pub(crate) fn do_retreat(&self, s: &mut State, play: &mut Play, to: u8) {
        let own = s.active();
        let place = s.battle.place;
        let words = if to == NOWHERE { "break off" } else { "retreat" };
        play.outcome(
            if s.battle.is_sea() { "war CL-26" } else { "war CL-17" },
            format_args!("The {} {words} from {}.", own.name(), self.c.name(place)),
        )
        .at(self.c.id(place));
        if to != NOWHERE {
            if s.battle.is_sea() {
                self.ships_go_back(s, to);
            } else {
                self.troops_go_back(s, to);
            }
        }
        s.battle.goal = to;
        let stays = self.strength(s, own, |u| u.kind().is_land() || u.kind().is_sea()) > 0;
        s.battle.stage = if stays { crate::state::Stage::Round } else { crate::state::Stage::End };
        if !stays {
            s.battle.result = 3;
        }
    }
    fn ships_go_back(&self, s: &mut State, to: u8) {
        let (place, own) = (s.battle.place, s.active());
        let goes = |s: &State, u: Unit| {
            u.side() == own && s.is_active(u.nation()) && u.kind().is_sea() && !u.is_submerged()
        };
        let lift = u16::from(self.c.values(s.opts.d12, s.battle.leader, Kind::Carrier).lift);
        let decks = self.strength(s, own, |u| u.kind() == Kind::Carrier) * lift;
        while let Some((u, n)) = s.first_at(place, |u| goes(s, u)) {
            s.shift(u, u.at(to).coming(NOWHERE).by(NOWHERE).doing(Status::Moved).ranging(0), n);
        }
        for _ in 0..decks {
            let aboard = s.at(place).map(|(u, _)| u).find(|u| u.side() == own && self.is_aboard(*u));
            let Some(u) = aboard else { break };
            s.shift(u, u.at(to), 1);
        }
    }
    fn troops_go_back(&self, s: &mut State, to: u8) {
        let place = s.battle.place;
        let goes =
            |s: &State, u: &Unit| s.is_active(u.nation()) && self.can_retreat(*u) && u.kind().is_land();
        while let Some((u, n)) = s.first_at(place, |u| goes(s, &u)) {
            s.tokens[to as usize] += u16::from(u.cargo().tokens()) * n;
            self.bring_isolation(s, u, u.from(), to);
            s.shift(u, u.at(to).loaded(Cargo::EMPTY).doing(Status::Moved).coming(NOWHERE).by(NOWHERE), n);
        }
    }
    /// An attack that can no longer hit is broken off: those who cannot go back are lost. [rule: war CL-14]
    pub(crate) fn break_off(&self, s: &mut State, play: &mut Play) {
        let own = s.active();
        let goal = each(self.retreat_goals(s)).min_by_key(|&a| self.c.rank[a as usize]);
        if let Some(to) = goal {
            if s.battle.is_sea() {
                self.ships_go_back(s, to);
            } else {
                self.troops_go_back(s, to);
            }
            s.battle.goal = to;
        }
        let place = s.battle.place;
        let stuck = |s: &State, u: &Unit| {
            u.side() == own
                && s.is_active(u.nation())
                && ((u.kind().is_land() && attacks(u.status()))
                    || (s.battle.is_sea() && u.kind().is_sea() && !u.is_submerged()))
        };
        while let Some((u, n)) = s.first_at(place, |u| stuck(s, &u)) {
            play.note("war CL-14", format_args!("{} lost: no way back.", self.some(n, u)));
            s.take(u, n);
        }
    }
    /// Planes whose carrier is gone need an adjacent place or are lost. [rule: war CL-27]
    pub(crate) fn drown_planes(&self, s: &mut State, play: &mut Play) {
        for zone in State::zones() {
            for side in [Side::Communist, Side::Allied] {
                if s.tallies(zone, side)[1] > 0 {
                    self.leave_decks(s, play, zone, side);
                }
            }
        }
    }
    fn leave_decks(&self, s: &mut State, play: &mut Play, zone: u8, side: Side) {
        loop {
            let (mut room, mut aboard, mut last) = (0u16, 0u16, None);
            for (u, n) in s.at(zone).filter(|(u, _)| u.side() == side) {
                if u.kind() == Kind::Carrier {
                    room += n * u16::from(self.c.values(s.opts.d12, u.nation(), Kind::Carrier).lift);
                } else if self.is_aboard(u) {
                    aboard += n;
                    last = Some(u);
                }
            }
            let (true, Some(u)) = (aboard > room, last) else { return };
            let shores = self.c.shore[zone as usize - AREAS] & self.friendly_ground(s, u.nation());
            let near = each(shores & !self.neutral(s)).min_by_key(|&a| self.c.rank[a as usize]);
            let lift = self.c.values(s.opts.d12, u.nation(), Kind::Carrier).lift;
            let deck = each(self.c.sea[zone as usize - AREAS]).find(|&z| s.deck_room(z, side, lift) > 0);
            match near.or(deck) {
                Some(to) => s.shift(u, u.at(to).coming(NOWHERE).by(NOWHERE), 1),
                None => {
                    play.note("war CL-27", format_args!("{} is lost with its carrier.", self.label(u)));
                    s.take(u, 1);
                }
            }
        }
    }
}
