//! The Combat phase: flights meet the guns, raids and drops, sea battles, landings, then land battles (TS-4, 1.2).

use crate::actions::Action;
use crate::battle::{Battle, Fight};
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Cargo, Item, Kind, NOWHERE, Nation, Place, Side, Status, Unit, unpack};
use crate::names::some;
use crate::sequence::{first_of, need};
use crate::state::State;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// Whether a land or air unit takes part as an attacker.
pub(crate) const fn attacks(status: Status) -> bool {
    matches!(status, Status::Attack | Status::Landed | Status::Dropped | Status::Battle)
}

/// TS-4 The Combat phase: the attackers choose the next battle. [rule: war TS-4]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat;

impl Decision<War625> for Combat {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        let waiting = game.waiting_battles(s);
        if waiting == 0 {
            return SeatSet::NONE;
        }
        game.active_seats(s).iter().filter(|&seat| game.battles_of(s, seat, waiting) != 0).collect()
    }
    fn ask(&self, _: Now<'_, War625>) -> Ask {
        Ask::new("war TS-4", say!("Choose the next battle."))
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        let own = now.game.battles_of(now.state, now.seat, now.game.waiting_battles(now.state));
        out.extend(each(own).map(|place| Action::Battle { place }));
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let Action::Battle { place } = action else {
            return Err(Illegal::new("war TS-4", say!("the next battle is chosen first")));
        };
        let waiting = now.game.waiting_battles(now.state);
        need(waiting & bit(place) != 0, "war TS-4", || say!("no battle waits at {place} now", place))?;
        let own = now.game.battles_of(now.state, now.seat, waiting);
        need(own & bit(place) != 0, "war TS-4", || say!("your nations do not fight at {place}", place))
    }
    fn perform(&self, game: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        if let Action::Battle { place } = action {
            game.pick(s, play, seat, place);
        }
    }
    fn quiet(&self, now: Now<'_, War625>) -> Option<Action> {
        first_of(self, now)
    }
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        let Action::Battle { place } = action else {
            return crate::sequence::done_offer("war TS-4", say!("Go on"));
        };
        Offer::new(ActionKind::Attack, "war TS-4", say!("Fight at {place}", place)).dice()
    }
    /// What comes before, between and after the battles.
    fn step(&self, game: &War625, s: &mut State, play: &mut Play) -> bool {
        play.beat();
        match s.opened {
            0 => {
                game.crossings(s);
                game.guns_meet_flights(s, play);
                game.raids(s, play);
                game.atomic_strikes(s, play);
                game.drops(s);
                s.attacked = game.attacked_places(s);
                s.fought = 0;
                s.opened = 1;
            }
            1 => {
                game.landings(s, play);
                game.walk_in(s, play);
                s.opened = 2;
            }
            _ => {
                game.end_combat(s, play);
                s.frames.pop();
            }
        }
        true
    }
}

impl War625 {
    /// The battles that wait now: at sea before the landings, on land after them.
    fn waiting_battles(&self, s: &State) -> u64 {
        match s.opened {
            0 => 0,
            1 => self.sea_battles(s),
            _ => self.land_battles(s),
        }
    }
    fn attacked_places(&self, s: &State) -> u64 {
        let land = s.units().filter(|(u, _)| s.is_active(u.nation()) && attacks(u.status()));
        let ships = s.ships[s.active() as usize] & s.ships[s.active().enemy() as usize];
        land.fold(ships, |m, (u, _)| m | bit(u.place()))
    }
    /// Allied land units that attack over the parallel start the clock. [rule: war CE-1]
    fn crossings(&self, s: &mut State) {
        if s.china.clock != 0 {
            return;
        }
        let north =
            s.units().find(|(u, _)| u.status() == Status::Attack && self.c.north & bit(u.place()) != 0);
        if let Some((unit, _)) = north {
            self.cross(s, unit, unit.place());
        }
    }
    /// Guns fire at every combat flight along its way. [rule: war AG-1, war DI-1, war BO-5]
    fn guns_meet_flights(&self, s: &mut State, play: &mut Play) {
        if s.guns[s.active().enemy() as usize] == 0 {
            return self.forget_routes(s);
        }
        let old = s.stacks;
        for kind in [Kind::Fighter, Kind::Chopper, Kind::Bomber] {
            for &stack in old.iter() {
                let (unit, count) = unpack(stack);
                let out = matches!(
                    unit.status(),
                    Status::Battle | Status::Bomb | Status::Economic | Status::Military | Status::Drop
                );
                if unit.kind() != kind || !out || !s.is_active(unit.nation()) {
                    continue;
                }
                let left = match unit.route().and_then(|r| s.routes.get(r).copied()) {
                    Some(way) => {
                        let guns = self.enemy_guns(s, unit.side());
                        let passed = way.iter().filter(|&&p| guns & bit(p) != 0);
                        passed.fold(count, |left, &area| self.guns_fire(s, play, unit, area, left))
                    }
                    None => {
                        let steps = self.full_range(s, unit) - unit.range();
                        let (guns, n) = self.guns_on_way(s, unit.side(), unit.from(), unit.place(), steps);
                        guns[..n].iter().fold(count, |left, &area| self.guns_fire(s, play, unit, area, left))
                    }
                };
                s.take(unit, count - left);
            }
        }
        self.forget_routes(s);
    }
    /// Ways of their own are flown.
    fn forget_routes(&self, s: &mut State) {
        while let Some((u, n)) = s.first(|u| u.route().is_some()) {
            s.shift(u, u.by(NOWHERE), n);
        }
        s.routes.clear();
    }
    /// Bombing raids: a die a bomber, together no more than the area is worth in one game turn.
    /// [rule: war BO-6, war CL-31]
    fn raids(&self, s: &mut State, play: &mut Play) {
        while let Some((unit, count)) = s.first(|u| u.status() == Status::Bomb) {
            let area = unit.place().i();
            let die = u32::from(self.c.bombing_die);
            let rolled: u32 = (0..count).map(|_| play.roll(die, "bombing")).sum();
            let cap = u32::from(s.ipc[area].saturating_sub(s.bombed[area]));
            let harm = rolled.min(cap) as u16;
            s.bombed[area] += harm as u8;
            s.damage[s.control[area] as usize] += harm;
            s.shift(unit, unit.doing(Status::Flown).by(NOWHERE), count);
            let at = unit.place();
            let words =
                say!("{count} {count|bomber raids|bombers raid} {at}: {harm} IPC lost.", count, at, harm);
            play.outcome("war BO-6", words).on(at);
        }
    }
    /// Carried infantry jump; their planes do nothing else. [rule: war BO-4, war BO-7, war CP-1]
    fn drops(&self, s: &mut State) {
        while let Some((unit, count)) = s.first(|u| u.status() == Status::Drop) {
            let foot = unit.cargo().count(Item::Infantry);
            let rest = (0..foot).fold(unit.cargo(), |c, _| c.without(Item::Infantry));
            s.shift(unit, unit.doing(Status::Flown).loaded(rest).by(NOWHERE), count);
            let jumper = Unit::new(unit.place(), unit.nation(), Kind::Infantry)
                .doing(Status::Dropped)
                .coming(unit.from());
            s.add(jumper, count * u16::from(foot));
            self.cross(s, jumper, unit.place());
        }
    }
    /// Zones with a battle still to fight. [rule: war CL-10, war CL-20]
    pub(crate) fn sea_battles(&self, s: &State) -> u64 {
        let (own, enemy) = (s.active(), s.active().enemy());
        let contested = s.ships[enemy as usize] & !s.fought;
        if contested == 0 {
            return 0;
        }
        let mut found = 0;
        for z in each(contested) {
            let fights = s.at(z).any(|(u, _)| {
                u.side() == own
                    && s.is_active(u.nation())
                    && s.at_war(u.nation())
                    && (u.status() == Status::Battle || (u.kind().is_sea() && !u.is_submerged()))
            });
            if fights {
                found |= bit(z);
            }
        }
        found
    }
    /// Areas with a battle or a snipe still to resolve.
    pub(crate) fn land_battles(&self, s: &State) -> u64 {
        let enemy = s.active().enemy() as usize;
        let mut found = 0;
        for (u, _) in s.units().filter(|(u, _)| s.is_active(u.nation())) {
            if u.status() == Status::Snipe {
                found |= bit(u.via()) & s.troops[enemy];
            } else if attacks(u.status()) && u.place().is_area() {
                found |= bit(u.place()) & s.holds[enemy];
            }
        }
        found
    }
    /// Battles that the seat can pick: those its nations fight in. [rule: war TS-4]
    fn battles_of(&self, s: &State, seat: Seat, all: u64) -> u64 {
        if s.group != 0 {
            return if self.active_seats(s).contains(seat) { all } else { 0 };
        }
        let mut own = 0;
        let mine = |u: Unit| s.is_active(u.nation()) && s.at_war(u.nation()) && u.nation().seat() == seat;
        for (u, _) in s.units().filter(|(u, _)| mine(*u)) {
            if u.status() == Status::Snipe {
                own |= bit(u.via());
            } else if attacks(u.status()) || u.kind().is_sea() {
                own |= bit(u.place());
            }
        }
        all & own
    }
    pub(crate) fn pick(&self, s: &mut State, play: &mut Play, seat: Seat, place: Place) {
        let only_snipe =
            place.is_area() && !s.at(place).any(|(u, _)| s.is_active(u.nation()) && attacks(u.status()));
        s.battle = Battle { place, only_snipe, ..Battle::default() };
        s.battle.leader = self.commander(s, place, s.active());
        s.battle.entries = self.entries(s, place);
        s.frames.push(Fight.into());
        if only_snipe {
            play.say(seat, "war AR-3", say!("Guns fire into {place}.", place)).on(place);
        } else {
            play.say(seat, "war TS-4", say!("The battle of {place}.", place)).on(place);
        }
    }

    /// Where the attackers of a battle came in from: by land the area they entered from, at sea the zone.
    fn entries(&self, s: &State, place: Place) -> u64 {
        let own = s.at(place).filter(|(u, _)| s.is_active(u.nation()));
        own.fold(0, |m, (u, _)| {
            let from = match u.status() {
                Status::Attack if u.kind().is_land() => u.via(),
                _ if u.kind().is_sea() => u.from(),
                _ => NOWHERE,
            };
            if from == NOWHERE { m } else { m | bit(from) }
        })
    }
    /// Troops go ashore where no enemy ship is left on the surface; else they stay aboard.
    /// [rule: war CL-20, war CL-21, war CE-1]
    fn landings(&self, s: &mut State, play: &mut Play) {
        while let Some((unit, count)) = s.first(|u| u.assaults()) {
            let (zone, target) = (unit.place(), unit.via());
            let back = unit.doing(Status::Moved).by(NOWHERE).ranging(0);
            if s.hostile(zone, unit.side()) {
                let words = say!("The landing in {target} is cancelled: the sea is not clear.", target);
                play.note("war CL-20", words);
                s.shift(unit, back, count);
                continue;
            }
            let mut rest = unit.cargo();
            for item in unit.landing_party().items() {
                let Some(kind) = item.kind() else { continue };
                rest = rest.without(item);
                let landed = Unit::new(target, unit.nation(), kind).doing(Status::Landed).coming(zone);
                s.add(landed, count);
                self.cross(s, landed, target);
            }
            s.shift(unit, back.loaded(rest), count);
            let landed = some(count, unit);
            play.note("war CL-20", say!("Troops land in {target}.", target))
                .on(target)
                .effect(Effect::Moved { unit: landed, from: zone.into(), to: target.into() });
        }
    }
    /// Empty enemy areas fall without dice. [rule: war CL-06, war HC-3]
    fn walk_in(&self, s: &mut State, play: &mut Play) {
        let own = s.active() as usize;
        let empty = s.troops[own] & s.friendly[1 - own] & !s.holds[1 - own];
        for area in each(empty) {
            self.capture(s, play, area, "war CL-06");
            self.settle_attackers(s, area, area);
        }
    }
    /// What is left over when all battles are done stays for the turn; planes are in the air.
    fn end_combat(&self, s: &mut State, play: &mut Play) {
        self.drown_planes(s, play);
        s.change_all(|s, u, _| {
            if !s.is_active(u.nation()) {
                return Some(u);
            }
            Some(match u.status() {
                Status::Snipe => u.doing(Status::Moved).by(NOWHERE),
                Status::Battle => u.doing(Status::Flown).by(NOWHERE),
                Status::Attack | Status::Landed | Status::Dropped => {
                    u.doing(Status::Moved).coming(NOWHERE).by(NOWHERE).loaded(Cargo::EMPTY)
                }
                _ if u.kind().is_sea() && !u.is_submerged() && u.place().on_map() => u.coming(NOWHERE),
                _ => u,
            })
        });
        s.pairs.clear();
        s.battle = Battle::default();
        s.fought = 0;
        s.attacked = 0;
        s.opened = 0;
    }
    /// The nation that speaks for the units of a side in a battle: most land units (at sea ships, else aircraft), ties by
    /// order. [rule: war CL-34]
    pub(crate) fn commander(&self, s: &State, place: Place, side: Side) -> Nation {
        let active = side == s.active();
        let mut weight = [0u32; 6];
        for (u, n) in s.at(place).filter(|(u, _)| u.side() == side && !u.is_prisoner()) {
            if !s.at_war(u.nation()) && u.kind().is_sea() {
                continue;
            }
            if active && !(s.is_active(u.nation()) && (attacks(u.status()) || u.kind().is_sea())) {
                continue;
            }
            let heavy = u.kind().is_land() || u.kind().is_sea();
            weight[u.nation() as usize] += u32::from(n) * if heavy { 1000 } else { 1 };
        }
        if active && weight.iter().all(|&w| w == 0) {
            let guns = s.units().filter(|(u, _)| u.status() == Status::Snipe && u.via() == place);
            guns.for_each(|(u, n)| weight[u.nation() as usize] += u32::from(n));
        }
        let nations = side.nations();
        nations.into_iter().rev().max_by_key(|&n| weight[n as usize]).unwrap_or(nations[0])
    }
}
