//! Leaving a battle: the defender's leavers and planes, the attacker's retreat, aircraft called in (DR, DAS, CL-17, CL-19).

use crate::actions::Action;
use crate::battle::{Outcome, Stage};
use crate::combat::attacks;
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Cargo, Kind, NOWHERE, Nation, Place, Status, Unit};
use crate::losses::speaker;
use crate::movement::so_many;
use crate::names::some;
use crate::sequence::{asked_in_battle, done_offer, need, no, until_done};
use crate::state::State;
use engine::scene::ActionKind;
use engine::{Ask, Count, Decision, Effect, Illegal, Now, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The seat that speaks for the defenders.
fn defender(game: &War625, s: &State) -> SeatSet {
    speaker(game, s, s.active().enemy())
}

/// DAS-1 The defender calls aircraft in. [rule: war DAS-1, war DAS-3]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Support;

impl Decision<War625> for Support {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        if game.callable(s).next().is_some() { defender(game, s) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        let at = now.state.battle.place;
        Ask::new("war DAS-1", say!("Call aircraft in to defend {at}?", at)).place(at)
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(now.game.callable(now.state).map(|unit| Action::Call { unit }));
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let (game, s) = (now.game, now.state);
        match action {
            Action::Done => Ok(()),
            Action::Call { unit } if game.callable(s).any(|u| u == unit) => Ok(()),
            Action::Call { unit } => {
                need(s.count(unit) > 0, "war DAS-1", || say!("there is no such aircraft"))?;
                need(unit.kind().is_light_plane(), "war DAS-3", || {
                    say!("only fighters and choppers are called in")
                })?;
                need(game.may_fight(s, unit), "war CE-7", || {
                    say!("nobody flies support from neutral ground")
                })?;
                no(
                    "war DAS-1",
                    say!(
                        "only ready aircraft of an adjacent base that is not attacked itself can be called in"
                    ),
                )
            }
            _ => no("war DAS-1", say!("aircraft are called in first, or nobody is")),
        }
    }
    fn perform(&self, _: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Call { unit } => {
                let (place, from) = (s.battle.place, unit.place());
                s.shift(unit, unit.at(place).coming(from).doing(Status::Das), 1);
                play.say(seat, "war DAS-1", say!("{unit} is called in from {from}.", unit, from))
                    .effect(Effect::Moved { unit: some(1, unit), from: from.into(), to: place.into() });
            }
            _ => {
                s.frames.pop();
            }
        }
    }
    until_done!();
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Call { unit } => {
                let label = say!("Call {unit} from {at}", unit, at = unit.place());
                Offer::new(ActionKind::Add, "war DAS-1", label)
            }
            _ => done_offer("war DAS-1", say!("Call nobody else")),
        }
    }
    fn question(&self, now: Now<'_, War625>) -> Option<Question> {
        asked_in_battle(
            now,
            "air-support",
            say!("Calling aircraft in to defend"),
            now.state.battle.round.into(),
        )
    }
}

/// DR-1 Before a round the defender names land units that leave after it. [rule: war DR-1, war DR-5]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaving;

impl Decision<War625> for Leaving {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        if game.can_leave(s) { defender(game, s) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        let (at, round) = (now.state.battle.place, now.state.battle.round);
        Ask::new("war DR-1", say!("{at}, round {round}: which units leave after it?", at, round)).place(at)
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        out.push(Action::Done);
        for (unit, n) in now.game.stayers(now.state) {
            let goals = each(now.game.leave_goals(now.state, unit.nation()));
            out.extend(goals.map(|to| Action::Leave { count: Count(n), to, unit }));
        }
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let (game, s) = (now.game, now.state);
        match action {
            Action::Done => Ok(()),
            Action::Leave { count, to, unit } => {
                let have = game.stayers(s).find(|(u, _)| *u == unit).map_or(0, |(_, n)| n);
                need(have > 0, "war DR-1", || say!("land units that defend here and stay can leave"))?;
                need(game.leave_goals(s, unit.nation()) & bit(to) != 0, "war DR-1", || {
                    say!("a unit leaves for an adjacent friendly area without a battle")
                })?;
                so_many(count, have, "war DR-1")
            }
            _ => no("war DR-1", say!("the units that leave are named first")),
        }
    }
    fn perform(&self, _: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Leave { count, to, unit } => {
                s.shift(unit, unit.doing(Status::Leaving).by(to), count.0);
                let words = say!("{who} will leave for {to}.", who = some(count.0, unit), to);
                play.say(seat, "war DR-1", words);
            }
            _ => {
                s.frames.pop();
            }
        }
    }
    until_done!();
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Leave { unit, to, .. } => {
                Offer::new(ActionKind::Add, "war DR-1", say!("{unit} to leave for {to}", unit, to))
            }
            _ => done_offer("war DR-1", say!("Everybody else stays")),
        }
    }
    fn question(&self, now: Now<'_, War625>) -> Option<Question> {
        asked_in_battle(now, "leaving", say!("Leaving a battle"), now.state.battle.round.into())
    }
}

/// CL-19 Aircraft whose ground is lost fly out. [rule: war CL-19]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlyingOut;

impl Decision<War625> for FlyingOut {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        let any = game.stranded(s).any(|u| game.fly_out_goals(s, u) != 0);
        if any { defender(game, s) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        let at = now.state.battle.place;
        Ask::new("war CL-19", say!("{at} is lost: where do the aircraft fly?", at)).place(at)
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        out.push(Action::Done);
        for unit in now.game.stranded(now.state) {
            out.extend(each(now.game.fly_out_goals(now.state, unit)).map(|to| Action::FlyOut { to, unit }));
        }
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::FlyOut { to, unit } => {
                let here = now.game.stranded(now.state).any(|u| u == unit);
                need(here, "war CL-19", || say!("no such aircraft defends here"))?;
                need(now.game.fly_out_goals(now.state, unit) & bit(to) != 0, "war CL-19", || {
                    say!("aircraft fly out to an adjacent friendly area without a battle, or a free deck")
                })
            }
            _ => no("war CL-19", say!("the aircraft fly out or stay first")),
        }
    }
    fn perform(&self, _: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::FlyOut { to, unit } => {
                let from = unit.place();
                s.shift(unit, unit.at(to).coming(NOWHERE).by(NOWHERE).doing(Status::DasUsed), 1);
                play.say(seat, "war CL-19", say!("{unit} flies out to {to}.", unit, to))
                    .effect(Effect::Moved { unit: some(1, unit), from: from.into(), to: to.into() });
            }
            _ => {
                s.frames.pop();
            }
        }
    }
    until_done!();
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::FlyOut { to, unit } => {
                Offer::new(ActionKind::Move, "war CL-19", say!("{unit} flies to {to}", unit, to))
            }
            _ => done_offer("war CL-19", say!("The others stay")),
        }
    }
    fn question(&self, now: Now<'_, War625>) -> Option<Question> {
        asked_in_battle(now, "flying-out", say!("Flying out of a lost area"), now.state.battle.round.into())
    }
}

/// CL-17 After a round the attacker goes on or retreats. [rule: war CL-17, war CL-26]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decide;

impl Decision<War625> for Decide {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        let choice = game.only_planes(s) || game.retreat_goals(s) != 0;
        if choice { speaker(game, s, s.active()) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        let (at, round) = (now.state.battle.place, now.state.battle.round);
        Ask::new("war CL-17", say!("{at}, after round {round}: go on or retreat?", at, round)).place(at)
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        out.push(Action::Continue);
        if now.game.only_planes(now.state) {
            out.push(Action::BreakOff);
            return;
        }
        out.extend(each(now.game.retreat_goals(now.state)).map(|to| Action::Retreat { to }));
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let (game, s) = (now.game, now.state);
        match action {
            Action::Continue => Ok(()),
            Action::BreakOff => need(game.only_planes(s), "war CL-17", || {
                say!("aircraft alone break off; others retreat to a place")
            }),
            Action::Retreat { to } => {
                let rule = if s.battle.is_sea() { "war CL-26" } else { "war CL-17" };
                need(!game.only_planes(s), rule, || say!("aircraft alone break off and go to no place"))?;
                need(game.retreat_goals(s) & bit(to) != 0, rule, || {
                    say!("the attackers retreat to a friendly place from which some of them came")
                })
            }
            _ if s.battle.is_sea() => no("war CL-26", say!("the fight goes on or is given up first")),
            _ => no("war CL-17", say!("the attack goes on or is given up first")),
        }
    }
    fn perform(&self, game: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        s.frames.pop();
        match action {
            Action::Retreat { to } => game.go_back(s, play, to),
            Action::BreakOff => game.go_back(s, play, NOWHERE),
            _ => {
                play.say(seat, "war CL-17", say!("The attack goes on."));
            }
        }
    }
    fn quiet(&self, _: Now<'_, War625>) -> Option<Action> {
        Some(Action::Continue)
    }
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Continue => Offer::new(ActionKind::Attack, "war CL-17", say!("Go on")).dice(),
            Action::Retreat { to } => {
                Offer::new(ActionKind::Choose, "war CL-17", say!("Retreat to {to}", to))
            }
            _ => Offer::new(ActionKind::Choose, "war CL-17", say!("Break off")),
        }
    }
    fn step(&self, _: &War625, s: &mut State, _: &mut Play) -> bool {
        s.frames.pop();
        true
    }
}

impl War625 {
    /// Where land units of a nation may go that leave the battle: adjacent, their side's, no battle in it.
    /// [rule: war DR-1]
    fn leave_goals(&self, s: &State, nation: Nation) -> u64 {
        let near = self.c.land[s.battle.place.i()];
        near & self.friendly_ground(s, nation) & !self.neutral(s) & !s.holds[s.active() as usize]
    }
    /// Land units of the defender that do not leave. [rule: war DR-1, war DR-5]
    fn stayers<'a>(&'a self, s: &'a State) -> impl Iterator<Item = (Unit, u16)> + 'a {
        self.fighters(s, s.active().enemy())
            .filter(|(u, _)| u.kind().is_land() && u.status() != Status::Leaving)
    }
    fn can_leave(&self, s: &State) -> bool {
        self.stayers(s).any(|(u, _)| self.leave_goals(s, u.nation()) != 0)
    }
    /// Aircraft that can be called in: fighters and choppers of an adjacent area or deck that is not attacked itself.
    /// [rule: war DAS-1, war DAS-3, war CE-7]
    fn callable<'a>(&'a self, s: &'a State) -> impl Iterator<Item = Unit> + 'a {
        let place = s.battle.place.i();
        let near =
            self.c.land.get(place).zip(self.c.coast.get(place)).map_or(0, |(land, coast)| land | coast);
        let bases = near & !s.attacked & !self.neutral(s);
        let side = s.active().enemy();
        each(bases).filter(move |&base| s.tallies(base, side)[1] > 0).flat_map(move |base| {
            let free = move |u: &Unit| {
                u.kind().is_light_plane()
                    && u.side() == side
                    && s.at_war(u.nation())
                    && u.status() == Status::Ready
                    && u.cargo().is_empty()
            };
            s.at(base).map(|(u, _)| u).filter(free)
        })
    }
    /// Called aircraft go back to their base, else to a friendly area next to the battle, else they are lost.
    /// [rule: war DAS-2]
    pub(crate) fn support_returns(&self, s: &mut State, play: &mut Play) {
        let place = s.battle.place;
        while let Some((u, n)) = s.first_at(place, |u| u.status() == Status::Das) {
            let base = u.from();
            let home = if base.is_area() {
                s.side_at(base) == u.side()
            } else {
                let lift = self.c.values(s.opts.d12, u.nation(), Kind::Carrier).lift;
                s.deck_room(base, u.nation(), lift) >= n
            };
            let near = self.c.land[place.i()] & self.friendly_ground(s, u.nation()) & !self.neutral(s);
            let goal = if home { Some(base) } else { each(near).min_by_key(|&a| self.c.rank[a.i()]) };
            match goal {
                Some(to) => {
                    let back = u.at(to).coming(NOWHERE).by(NOWHERE).doing(Status::DasUsed);
                    s.shift(u, back, n);
                }
                None => {
                    let who = some(n, u);
                    play.note("war DAS-2", say!("{who} lost: no base to land on.", who))
                        .effect(Effect::Lost { unit: who });
                    s.take(u, n);
                }
            }
        }
    }

    /// Where a defending plane without ground troops may fly: an adjacent friendly area or a deck. [rule: war CL-19]
    fn fly_out_goals(&self, s: &State, unit: Unit) -> u64 {
        let place = s.battle.place.i();
        let mut goals = if s.battle.is_sea() { 0 } else { self.c.land[place] }
            & self.friendly_ground(s, unit.nation())
            & !self.neutral(s)
            & !s.holds[s.active() as usize];
        if unit.kind().is_light_plane() && !s.battle.is_sea() {
            let lift = self.c.values(s.opts.d12, unit.nation(), Kind::Carrier).lift;
            let decks = each(self.c.coast[place]).filter(|&z| s.deck_room(z, unit.nation(), lift) > 0);
            goals |= decks.fold(0, |m, z| m | bit(z));
        }
        goals
    }
    /// Aircraft that defend where the ground is lost.
    fn stranded<'a>(&'a self, s: &'a State) -> impl Iterator<Item = Unit> + 'a {
        self.fighters(s, s.active().enemy()).map(|(u, _)| u).filter(|u| u.kind().is_air())
    }
    /// Whether the attackers have nothing but aircraft.
    fn only_planes(&self, s: &State) -> bool {
        self.strength(s, s.active(), |u| u.kind().is_land() || u.kind().is_sea()) == 0
    }
    /// Whether the attacker has a way out of the battle.
    pub(crate) fn can_break_off(&self, s: &State) -> bool {
        self.only_planes(s) || self.retreat_goals(s) != 0
    }
    pub(crate) fn planes_stage(&self, s: &mut State) -> Stage {
        let enemy = s.active().enemy();
        let ground = self.strength(s, enemy, |u| u.kind().is_land());
        let planes = self.strength(s, enemy, |u| u.kind().is_air());
        if ground == 0 && planes > 0 && self.strength(s, s.active(), |_| true) > 0 {
            self.clear_sky(s);
            s.frames.push(FlyingOut.into());
        }
        Stage::Check
    }

    /// Whether an attacker can retreat with the others; landed troops never do. [rule: war CL-17, war CL-18]
    fn can_retreat(&self, u: Unit) -> bool {
        matches!(u.status(), Status::Attack | Status::Dropped)
    }
    /// Areas or zones the attacker may go back to. [rule: war CL-17, war CL-18, war CL-26, war HC-3]
    pub(crate) fn retreat_goals(&self, s: &State) -> u64 {
        let own = s.active();
        let place = s.battle.place.i();
        if s.battle.is_sea() {
            return s.battle.entries & self.c.sea[s.battle.place.zone()] & !s.ships[own.enemy() as usize];
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
    /// The attackers who can go back do so together. [rule: war CL-17, war CL-26, war ST-3]
    fn go_back(&self, s: &mut State, play: &mut Play, to: Place) {
        let own = s.active();
        let place = s.battle.place;
        let rule = if s.battle.is_sea() { "war CL-26" } else { "war CL-17" };
        let words = if to == NOWHERE {
            say!("The {own} break off from {place}.", own, place)
        } else {
            say!("The {own} retreat from {place}.", own, place)
        };
        play.outcome(rule, words).on(place);
        if to != NOWHERE {
            if s.battle.is_sea() {
                self.ships_go_back(s, to);
            } else {
                self.troops_go_back(s, to);
            }
        }
        s.battle.goal = to;
        let stays = self.strength(s, own, |u| u.kind().is_land() || u.kind().is_sea()) > 0;
        s.battle.stage = if stays { Stage::Round } else { Stage::End };
        if !stays {
            s.battle.result = Outcome::Left;
        }
    }
    fn ships_go_back(&self, s: &mut State, to: Place) {
        let (place, own) = (s.battle.place, s.active());
        let goes = |s: &State, u: Unit| {
            u.side() == own
                && s.is_active(u.nation())
                && s.at_war(u.nation())
                && u.kind().is_sea()
                && !u.is_submerged()
        };
        let lift = u16::from(self.c.values(s.opts.d12, s.battle.leader, Kind::Carrier).lift);
        let decks = self.strength(s, own, |u| u.kind() == Kind::Carrier) * lift;
        while let Some((u, n)) = s.first_at(place, |u| goes(s, u)) {
            s.shift(u, u.at(to).coming(NOWHERE).by(NOWHERE).doing(Status::Moved).ranging(0), n);
        }
        for _ in 0..decks {
            let aboard = s
                .at(place)
                .map(|(u, _)| u)
                .find(|u| u.side() == own && s.at_war(u.nation()) && self.is_aboard(*u));
            let Some(u) = aboard else { break };
            s.shift(u, u.at(to), 1);
        }
    }
    fn troops_go_back(&self, s: &mut State, to: Place) {
        let place = s.battle.place;
        let goes =
            |s: &State, u: &Unit| s.is_active(u.nation()) && self.can_retreat(*u) && u.kind().is_land();
        while let Some((u, n)) = s.first_at(place, |u| goes(s, &u)) {
            s.tokens[to.i()] += u16::from(u.cargo().tokens()) * n;
            self.bring_isolation(s, u, u.from(), to);
            s.shift(u, u.at(to).loaded(Cargo::EMPTY).doing(Status::Moved).coming(NOWHERE).by(NOWHERE), n);
        }
    }
    /// An attack that can no longer hit is broken off: those who cannot go back are lost. [rule: war CL-14]
    pub(crate) fn break_off(&self, s: &mut State, play: &mut Play) {
        let own = s.active();
        let goal = each(self.retreat_goals(s)).min_by_key(|&a| self.c.rank[a.i()]);
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
                && s.at_war(u.nation())
                && ((u.kind().is_land() && attacks(u.status()))
                    || (s.battle.is_sea() && u.kind().is_sea() && !u.is_submerged()))
        };
        while let Some((u, n)) = s.first_at(place, |u| stuck(s, &u)) {
            let who = some(n, u);
            play.note("war CL-14", say!("{who} lost: no way back.", who)).effect(Effect::Lost { unit: who });
            s.take(u, n);
        }
    }
    /// Planes whose carrier is gone need an adjacent place or are lost. [rule: war CL-27]
    pub(crate) fn drown_planes(&self, s: &mut State, play: &mut Play) {
        for zone in Place::zones() {
            // Neutral China has its decks to itself.
            for nation in [Nation::Nk, Nation::Ch, Nation::Rok] {
                if s.tallies(zone, nation.side())[1] > 0 && (nation != Nation::Ch || !s.china.war) {
                    self.leave_decks(s, play, zone, nation);
                }
            }
        }
    }
    fn leave_decks(&self, s: &mut State, play: &mut Play, zone: Place, nation: Nation) {
        loop {
            let (mut room, mut aboard, mut last) = (0u16, 0u16, None);
            for (u, n) in s.at(zone).filter(|(u, _)| s.share_decks(u.nation(), nation)) {
                if u.kind() == Kind::Carrier {
                    room += n * u16::from(self.deck_lift(s, u.nation()));
                } else if self.is_aboard(u) {
                    aboard += n;
                    last = Some(u);
                }
            }
            let (true, Some(u)) = (aboard > room, last) else { return };
            let shores = self.c.shore[zone.zone()] & self.friendly_ground(s, u.nation());
            let closed = if s.at_war(u.nation()) { self.neutral(s) } else { 0 };
            let near = each(shores & !closed).min_by_key(|&a| self.c.rank[a.i()]);
            let lift = self.deck_lift(s, u.nation());
            let deck = each(self.c.sea[zone.zone()]).find(|&z| s.deck_room(z, u.nation(), lift) > 0);
            match near.or(deck) {
                Some(to) => s.shift(u, u.at(to).coming(NOWHERE).by(NOWHERE), 1),
                None => {
                    play.note("war CL-27", say!("{u} is lost with its carrier.", u))
                        .effect(Effect::Lost { unit: some(1, u) });
                    s.take(u, 1);
                }
            }
        }
    }
}
