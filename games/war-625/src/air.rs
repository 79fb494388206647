//! Aircraft: ranges, missions, landings, carrying, and the guns below them.

use crate::actions::{Action, Mission};
use crate::data::{Distances, Within, bit, each};
use crate::game::War625;
use crate::geography::closed_air;
use crate::kinds::{Cargo, Item, Kind, NOWHERE, Nation, Place, SEA, Side, Status, Unit, WHERE};
use crate::movement::so_many;
use crate::sea::parts;
use crate::sequence::{need, no};
use crate::state::{LONGEST, State};
use engine::{Count, Illegal, say};

/// Levels of danger that are told apart: a way past more gun areas counts as the last of them.
const DANGERS: usize = 8;

/// The places within reach by number of steps, for each number of enemy gun areas passed on the way.
pub(crate) struct Routes {
    reach: [[u64; LONGEST + 1]; DANGERS],
    most: u8,
}

impl Routes {
    /// The steps of the safest way within `budget`: fewest guns, then fewest steps.
    pub(crate) fn safest(&self, to: Place, budget: u8) -> u8 {
        let budget = budget.min(self.most) as usize;
        for steps in &self.reach {
            if steps[budget] & bit(to) != 0 {
                return (0..=budget).find(|&k| steps[k] & bit(to) != 0).unwrap_or(budget) as u8;
            }
        }
        budget as u8
    }
}

impl War625 {
    pub(crate) fn flight_state(&self, s: &State, side: Side) -> usize {
        side as usize * 4 + usize::from(s.china.war) * 2 + usize::from(s.soviet == 2)
    }
    /// Air distances for a side now. [rule: war CL-07]
    pub(crate) fn air(&self, s: &State, side: Side) -> &Distances {
        &self.c.distance[self.flight_state(s, side)]
    }
    /// Of each place those within so many steps by air, for a side now.
    fn air_within(&self, s: &State, side: Side) -> &Within {
        &self.c.air_within[self.flight_state(s, side)]
    }
    /// The places within a plane's range of a place it has flown `steps` to. [rule: war CL-07]
    fn in_range(&self, s: &State, unit: Unit, at: Place, steps: u8) -> u64 {
        let left = usize::from(unit.range()).checked_sub(steps.into());
        left.map_or(0, |left| self.air_within(s, unit.side())[at.i()][left.min(LONGEST)])
    }
    pub(crate) fn closed_to_air(&self, s: &State, side: Side) -> u64 {
        closed_air(self.flight_state(s, side), self.c.manchuria, self.c.soviet, self.c.japan)
    }
    /// Enemy areas with anti-aircraft guns that fire at a side's planes. Neutral guns are silent.
    pub(crate) fn enemy_guns(&self, s: &State, side: Side) -> u64 {
        s.guns[side.enemy() as usize] & !self.neutral(s)
    }
    pub(crate) fn routes(&self, s: &State, side: Side, from: Place, most: u8) -> Routes {
        let (guns, closed) = (self.enemy_guns(s, side), self.closed_to_air(s, side));
        let mut reach = [[0u64; LONGEST + 1]; DANGERS];
        for danger in 0..DANGERS {
            reach[danger][0] = bit(from);
            for k in 1..=most as usize {
                let open = self.hops(reach[danger][k - 1]) & !closed;
                let mut here = reach[danger][k - 1];
                if danger > 0 {
                    here |= self.hops(reach[danger - 1][k - 1]) & !closed;
                }
                let last = danger == DANGERS - 1;
                here |= if last { open } else { open & !guns };
                reach[danger][k] = here;
            }
            if danger > 0 && reach[danger] == reach[danger - 1] {
                for rest in danger + 1..DANGERS {
                    reach[rest] = reach[danger];
                }
                break;
            }
        }
        Routes { reach, most }
    }
    /// Every place one step from a set of places.
    pub(crate) fn hops(&self, places: u64) -> u64 {
        each(places).fold(0, |m, p| m | self.c.hop[p.i()])
    }
    /// The gun areas on the way, in the order in which they are passed: the way with fewest guns, then fewest steps,
    /// then first in the alphabet. [rule: war AG-1, war CL-07]
    pub(crate) fn guns_on_way(
        &self,
        s: &State,
        side: Side,
        from: Place,
        to: Place,
        steps: u8,
    ) -> ([Place; LONGEST + 1], usize) {
        let (guns, closed) = (self.enemy_guns(s, side), self.closed_to_air(s, side));
        let (mut passed, mut n) = ([NOWHERE; LONGEST + 1], 0);
        if guns == 0 || from == to {
            return (passed, n);
        }
        let cost = |p: Place| u8::from(guns & bit(p) != 0);
        let steps = steps as usize;
        // left[k][p]: fewest guns on k steps from p to the goal.
        let mut left = [[99u8; WHERE]; LONGEST + 1];
        left[0][to.i()] = 0;
        let near = &self.air_within(s, side)[from.i()];
        for k in 1..=steps {
            // What is farther away is on no such way.
            for p in each(near[(steps - k).min(LONGEST)]) {
                let next = each(self.c.hop[p.i()] & !closed);
                let on = next.map(|q| left[k - 1][q.i()].saturating_add(cost(q))).min();
                left[k][p.i()] = on.unwrap_or(99);
            }
        }
        let least = (0..=steps).map(|k| left[k][from.i()]).min().unwrap_or(99);
        if least >= 99 {
            return (passed, n);
        }
        let mut k = (0..=steps).find(|&k| left[k][from.i()] == least).unwrap_or(steps);
        let mut here = from;
        while k > 0 {
            let need = left[k][here.i()];
            let next = each(self.c.hop[here.i()] & !closed)
                .filter(|&q| left[k - 1][q.i()].saturating_add(cost(q)) == need)
                .min_by_key(|&q| self.c.rank[q.i()]);
            let Some(next) = next else { break };
            here = next;
            k -= 1;
            if cost(here) == 1 {
                passed[n] = here;
                n += 1;
            }
        }
        (passed, n)
    }

    /// Areas that aircraft of the active side may land in: friendly since the start of this nation's turn.
    /// [rule: war CL-08]
    pub(crate) fn airfields(&self, s: &State, unit: Unit) -> u64 {
        let side = unit.side();
        // Neutral China stays in Manchuria (CE-7).
        let ground = if s.at_war(unit.nation()) { u64::MAX } else { self.c.manchuria };
        s.held & s.friendly[side as usize] & !self.closed_to_air(s, side) & ground
    }
    /// Zones whose decks could take a plane, counting carriers that can still move. [rule: war CL-08, war CL-27]
    pub(crate) fn decks(&self, s: &State, unit: Unit, moving: bool) -> u64 {
        if !unit.kind().is_light_plane() {
            return 0;
        }
        let lift = self.deck_lift(s, unit.nation());
        let mut zones = 0;
        for z in each(self.carrier_zones(s, unit.nation())) {
            let own_slot = unit.place() == z && unit.status() == Status::Ready;
            let mut room = None;
            let carriers = s.at(z).filter(|(u, _)| u.kind() == Kind::Carrier);
            for (u, _) in carriers.filter(|(u, _)| s.share_decks(u.nation(), unit.nation())) {
                let free = *room.get_or_insert_with(|| s.deck_room(z, unit.nation(), lift) > 0 || own_slot);
                if !free {
                    break;
                }
                zones |= bit(z);
                if moving && s.is_active(u.nation()) && u.status() == Status::Ready {
                    zones |= self.sea_targets(s, u, false);
                }
            }
        }
        zones
    }
    /// Zones where there may be carriers that a nation's aircraft use.
    fn carrier_zones(&self, s: &State, nation: Nation) -> u64 {
        // Ships of neutral China are counted nowhere, and it shares decks with nobody.
        if s.at_war(nation) { s.ships[nation.side() as usize] } else { SEA }
    }
    /// Aircraft that a carrier of a nation holds. [rule: war FP-9]
    pub(crate) fn deck_lift(&self, s: &State, nation: Nation) -> u8 {
        self.c.values(s.opts.d12, nation, Kind::Carrier).lift
    }
    /// How many of a stack may be sent out to a place: where no airfield is in reach after it, each needs a deck place that no
    /// other needs. [rule: war CL-08, war CL-27]
    pub(crate) fn deck_limit(&self, s: &State, unit: Unit, to: Place, steps: u8, count: u16) -> u16 {
        let ashore =
            |u: Unit, at: Place, steps: u8| self.in_range(s, u, at, steps) & self.airfields(s, u) != 0;
        if !unit.kind().is_light_plane() || ashore(unit, to, steps.min(unit.range())) {
            return count;
        }
        let lift = self.deck_lift(s, unit.nation());
        let zones = each(self.carrier_zones(s, unit.nation()));
        let room: u16 = zones.map(|z| s.deck_room(z, unit.nation(), lift)).sum();
        let out = |u: Unit| {
            matches!(u.status(), Status::Battle | Status::Drop | Status::Flown)
                && u.kind().is_light_plane()
                && s.is_active(u.nation())
                && s.share_decks(u.nation(), unit.nation())
                && !ashore(u, u.place(), 0)
        };
        let taken: u16 = s.units().filter(|(u, _)| out(*u)).map(|(_, n)| n).sum();
        if unit.place().is_zone() {
            // Those who leave a deck leave their own places behind.
            return if room >= taken { count } else { 0 };
        }
        room.saturating_sub(taken).min(count)
    }
    /// Fewest steps from a place to somewhere a plane of a side can land; more than any range if that is too far.
    pub(crate) fn nearest_landing(&self, s: &State, side: Side, fields: u64, place: Place) -> u8 {
        let within = &self.air_within(s, side)[place.i()];
        within.iter().position(|near| near & fields != 0).map_or(99, |steps| steps as u8)
    }
    pub(crate) fn landing_places(&self, s: &State, unit: Unit, moving: bool) -> u64 {
        self.airfields(s, unit) | self.decks(s, unit, moving)
    }

    /// Targets of a mission before range is asked for. [rule: war CL-15, war CAS-1, war BO-4, war BO-6, war AT-8]
    pub(crate) fn mission_targets(&self, s: &State, unit: Unit, mission: Mission) -> u64 {
        let side = unit.side();
        let enemy = side.enemy() as usize;
        let ground = self.enemy_ground(s, side);
        let land_based = unit.place().is_area();
        match mission {
            Mission::Battle => {
                let areas = ground & s.holds[enemy];
                let areas = if land_based { self.paid_targets(s, unit, areas) } else { areas };
                areas | s.ships[enemy]
            }
            Mission::Bomb => each(ground).filter(|&a| s.has_factory(a)).fold(0, |m, a| m | bit(a)),
            Mission::Drop if land_based => self.paid_targets(s, unit, ground),
            Mission::Drop => 0,
            Mission::Economic | Mission::Military => {
                s.friendly[0] & !self.neutral(s) & (self.c.korea | self.c.manchuria | self.c.soviet)
            }
        }
    }
    /// The missions a plane can be sent on. A plane has one mission a turn. [rule: war BO-7, war CP-1, war AT-4]
    pub(crate) fn missions(&self, s: &State, unit: Unit) -> impl Iterator<Item = Mission> {
        let loaded = !unit.cargo().is_empty();
        let drops = unit.cargo().items().any(|i| i == Item::Infantry);
        let bomber = unit.kind() == Kind::Bomber && !loaded;
        let atomic = bomber && unit.nation() == Nation::Us && s.atomic.stock > 0;
        [
            (Mission::Battle, !loaded),
            (Mission::Bomb, bomber),
            (Mission::Drop, drops),
            (Mission::Economic, atomic),
            (Mission::Military, atomic),
        ]
        .into_iter()
        .filter(|&(_, able)| able)
        .map(|(mission, _)| mission)
    }
    /// Targets in reach with a landing place left. [rule: war CL-08, war CL-07]
    pub(crate) fn reachable(&self, s: &State, unit: Unit, targets: u64, fields: u64) -> u64 {
        let steps = &self.air(s, unit.side())[unit.place().i()];
        each(targets & self.in_range(s, unit, unit.place(), 0))
            .filter(|&t| self.in_range(s, unit, t, steps[t.i()]) & fields != 0)
            .fold(0, |m, t| m | bit(t))
    }
    /// Whether any target of the mission can be reached, tried on the way back to the base first.
    pub(crate) fn has_target(&self, s: &State, unit: Unit, mission: Mission) -> bool {
        let targets = self.mission_targets(s, unit, mission);
        if targets == 0 {
            return false;
        }
        let air = self.air(s, unit.side());
        let here = unit.place().i();
        let there_and_back = self.in_range(s, unit, unit.place(), unit.range().div_ceil(2));
        if unit.place().is_area() && targets & there_and_back != 0 {
            return true;
        }
        let fields = self.landing_places(s, unit, true);
        each(self.reachable(s, unit, targets, fields))
            .any(|t| self.mission_most(s, unit, mission, t, air[here][t.i()], 1) > 0)
    }

    pub(crate) fn air_can_act(&self, s: &State, unit: Unit, count: u16, combat: bool) -> bool {
        if combat {
            return unit.status() == Status::Ready
                && self.may_fight(s, unit)
                && (self.missions(s, unit).any(|m| self.has_target(s, unit, m))
                    || self.air_load(s, unit, true, |_| {}) > 0);
        }
        match unit.status() {
            Status::Ready | Status::Flown => {}
            _ => return false,
        }
        let near = self.in_range(s, unit, unit.place(), 0) & !bit(unit.place());
        if self.airfields(s, unit) & near != 0 {
            return true;
        }
        let mut found = Vec::new();
        self.landing_orders(s, unit, count, &mut found);
        !found.is_empty()
    }
    pub(crate) fn air_orders(&self, s: &State, unit: Unit, count: u16, combat: bool, out: &mut Vec<Action>) {
        if combat {
            self.sortie_orders(s, unit, count, out);
        } else {
            self.landing_orders(s, unit, count, out);
        }
    }
    /// How many can be sent on a mission.
    pub(crate) fn mission_most(
        &self,
        s: &State,
        unit: Unit,
        mission: Mission,
        to: Place,
        steps: u8,
        count: u16,
    ) -> u16 {
        match mission {
            Mission::Economic | Mission::Military => count.min(u16::from(s.atomic.stock)),
            _ => self.deck_limit(s, unit, to, steps, count),
        }
    }
    /// Places that planes can fly to on a mission, with the way left to them: `(to, budget)`, budget the most steps that
    /// leave a landing place in reach.
    pub(crate) fn mission_reach(&self, s: &State, unit: Unit, mission: Mission, fields: u64) -> u64 {
        if !self.may_fight(s, unit) || !self.missions(s, unit).any(|m| m == mission) {
            return 0;
        }
        self.reachable(s, unit, self.mission_targets(s, unit, mission), fields)
    }
    pub(crate) fn budget(&self, s: &State, unit: Unit, fields: u64, to: Place) -> u8 {
        unit.range().saturating_sub(self.nearest_landing(s, unit.side(), fields, to))
    }
    /// Whether the straight way is another than the safe one.
    pub(crate) fn has_direct(
        &self,
        s: &State,
        unit: Unit,
        routes: Option<&Routes>,
        fields: u64,
        to: Place,
    ) -> bool {
        let short = self.air(s, unit.side())[unit.place().i()][to.i()];
        routes.is_some_and(|r| r.safest(to, self.budget(s, unit, fields, to)) > short)
    }
    pub(crate) fn sortie_routes(&self, s: &State, unit: Unit) -> Option<Routes> {
        let guns = self.enemy_guns(s, unit.side()) != 0;
        guns.then(|| self.routes(s, unit.side(), unit.place(), unit.range()))
    }
    pub(crate) fn sortie_orders(&self, s: &State, unit: Unit, count: u16, out: &mut Vec<Action>) {
        let fields = self.landing_places(s, unit, true);
        let routes = self.sortie_routes(s, unit);
        let air = self.air(s, unit.side());
        for mission in Mission::ALL {
            for to in each(self.mission_reach(s, unit, mission, fields)) {
                let short = air[unit.place().i()][to.i()];
                let most = self.mission_most(s, unit, mission, to, short, count);
                if most == 0 {
                    continue;
                }
                out.push(Action::Fly { count: Count(most), to, mission, direct: false });
                if self.has_direct(s, unit, routes.as_ref(), fields, to) {
                    out.push(Action::Fly { count: Count(most), to, mission, direct: true });
                }
            }
        }
        let first = self.first_steps(s, unit, count, fields);
        out.extend(first.map(|(to, most)| Action::Way { count: Count(most), to }));
        self.air_load(s, unit, true, |cargo| out.push(Action::Load { cargo, from: unit.place() }));
    }
    /// Whether aircraft may do that. [rule: war CL-07, war CL-08]
    pub(crate) fn may_air(
        &self,
        s: &State,
        unit: Unit,
        count: u16,
        combat: bool,
        action: Action,
    ) -> Result<(), Illegal> {
        let fields = self.landing_places(s, unit, combat);
        match action {
            Action::Fly { count: n, to, mission, direct } if combat => {
                self.may_sortie(s, unit, mission, to, fields)?;
                let routes = self.sortie_routes(s, unit);
                need(!direct || self.has_direct(s, unit, routes.as_ref(), fields, to), "war CL-07", || {
                    say!("the way is the straight one in any case")
                })?;
                let short = self.air(s, unit.side())[unit.place().i()][to.i()];
                self.so_many_planes(n, self.mission_most(s, unit, mission, to, short, count), mission)
            }
            Action::Way { count: n, to } if combat => {
                let most =
                    self.first_steps(s, unit, count, fields).find(|(p, _)| *p == to).map_or(0, |(_, n)| n);
                need(most > 0, "war CL-08", || {
                    say!("from {to} no target is in reach with a place to land after it", to)
                })?;
                so_many(n, most, "war CL-27")
            }
            Action::Step { to } if !combat => {
                need(self.free_steps(s, unit) & bit(to) != 0, "war CL-08", || {
                    say!("aircraft step to an open place next to theirs from which they can still land")
                })
            }
            Action::Land { count: n, to } if !combat => {
                self.may_land(s, unit, to, fields)?;
                let room = self.landing_room(s, unit, to).min(count);
                need((1..=room).contains(&n.0), "war CL-27", || {
                    say!("there is room for {room} in {to}", room, to)
                })
            }
            Action::DropAt { cargo, to } if !combat => self.may_drop(s, unit, cargo, to, fields),
            Action::Load { cargo, from } => {
                need(from == unit.place(), "war BO-2", || say!("cargo starts in the area of the aircraft"))?;
                let mut found = false;
                self.air_load(s, unit, combat, |c| found |= c == cargo);
                let full =
                    unit.cargo().join(cargo).is_none_or(|c| !c.fits(&self.c.loads[unit.kind() as usize]));
                let rule = match (unit.kind(), full) {
                    (Kind::Chopper, _) => "war CP-1",
                    (_, true) => "war BO-1",
                    _ => "war BO-2",
                };
                need(found, rule, || say!("the {unit} cannot take {cargo} aboard here", unit, cargo))
            }
            _ if combat => no("war CL-07", say!("aircraft fly a mission now, and land after combat")),
            _ => no("war CL-08", say!("aircraft land now, load, drop, or step on a way of their own")),
        }
    }
    pub(crate) fn so_many_planes(&self, n: Count, most: u16, mission: Mission) -> Result<(), Illegal> {
        if matches!(mission, Mission::Economic | Mission::Military) {
            return need((1..=most).contains(&n.0), "war AT-3", || {
                say!("{most} can go with the weapons in stock", most)
            });
        }
        need((1..=most).contains(&n.0), "war CL-27", || say!("{most} can go and find a place to land", most))
    }
    /// Whether a mission may be flown to a place. [rule: war CE-7, war BO-4, war BO-6, war BO-7, war AT-3, war AT-4, war ST-1]
    pub(crate) fn may_sortie(
        &self,
        s: &State,
        unit: Unit,
        mission: Mission,
        to: Place,
        fields: u64,
    ) -> Result<(), Illegal> {
        if self.mission_reach(s, unit, mission, fields) & bit(to) != 0 {
            return Ok(());
        }
        need(self.may_fight(s, unit), "war CE-7", || {
            say!("nobody flies a combat mission from neutral ground")
        })?;
        need(bit(to) & self.neutral(s) == 0, "war CE-7", || say!("neutral areas are closed to aircraft"))?;
        let loaded = !unit.cargo().is_empty();
        let atomic = matches!(mission, Mission::Economic | Mission::Military);
        match mission {
            Mission::Drop if unit.cargo().count(Item::Infantry) == 0 => {
                return no("war BO-4", say!("it carries no infantry"));
            }
            Mission::Battle | Mission::Bomb if loaded => {
                return no("war BO-7", say!("an aircraft has one mission a turn"));
            }
            Mission::Bomb if unit.kind() != Kind::Bomber || !to.is_area() || !s.has_factory(to) => {
                return no("war BO-6", say!("bombers raid areas with a factory"));
            }
            _ if atomic && s.atomic.stock == 0 => return no("war AT-3", say!("no weapon is in stock")),
            _ if atomic && (unit.kind() != Kind::Bomber || loaded || unit.nation() != Nation::Us) => {
                return no("war AT-4", say!("a weapon needs an American bomber that does nothing else"));
            }
            _ => {}
        }
        need(to.on_map(), "war CL-07", || say!("nobody flies to the Supply Track"))?;
        let air = self.air(s, unit.side());
        let (out, range) = (air[unit.place().i()][to.i()], unit.range());
        need(out <= range, "war CL-07", || say!("that is out of range"))?;
        let enemy = unit.side().enemy() as usize;
        let battle = matches!(mission, Mission::Battle | Mission::Drop);
        let unpaid = battle
            && unit.place().is_area()
            && self.enemy_ground(s, unit.side()) & s.holds[enemy] & bit(to) != 0
            && self.paid_targets(s, unit, bit(to)) == 0;
        need(!unpaid, "war ST-1", || say!("an attack needs a supply token in the area it starts from"))?;
        let there = self.mission_targets(s, unit, mission) & bit(to) != 0;
        need(there, "war CL-08", || say!("there is no target for that in {to}", to))?;
        no("war CL-08", say!("no place to land is in reach after it"))
    }
    /// Of the places that take a plane those where it may land now. [rule: war CL-08, war FP-9]
    fn landing_spots(&self, s: &State, unit: Unit, fields: u64) -> u64 {
        let stays = if unit.status() == Status::Ready { bit(unit.place()) } else { 0 };
        let decks = if unit.kind() == Kind::Bomber { SEA } else { 0 };
        fields & self.in_range(s, unit, unit.place(), 0) & !stays & !decks
    }
    /// Whether aircraft may land there. [rule: war CL-08, war FP-9, war CL-27]
    pub(crate) fn may_land(&self, s: &State, unit: Unit, to: Place, fields: u64) -> Result<(), Illegal> {
        if to.on_map() && self.landing_spots(s, unit, fields) & bit(to) != 0 {
            return Ok(());
        }
        need(unit.kind() != Kind::Bomber || !to.is_zone(), "war FP-9", || {
            say!("bombers do not use carriers")
        })?;
        need(!to.on_track(), "war TR-8", || say!("aircraft do not fly back to the Supply Track"))?;
        need(!to.is_zone() || fields & bit(to) != 0, "war CL-27", || {
            say!("there is no room on a carrier there")
        })?;
        need(to != unit.place() || unit.status() != Status::Ready, "war CL-08", || {
            say!("they stand there already")
        })?;
        no("war CL-08", say!("aircraft land in reach, in an area friendly since the start of the turn"))
    }
    /// How many find a place where they land.
    pub(crate) fn landing_room(&self, s: &State, unit: Unit, to: Place) -> u16 {
        if to.is_zone() { s.deck_room(to, unit.nation(), self.deck_lift(s, unit.nation())) } else { u16::MAX }
    }
    pub(crate) fn drop_targets(&self, s: &State, unit: Unit, fields: u64) -> u64 {
        if unit.cargo().is_empty() {
            return 0;
        }
        let ground = self.friendly_ground(s, unit.nation()) & !self.neutral(s) & !bit(unit.place());
        self.reachable(s, unit, ground, fields)
    }
    /// Whether a loaded plane may let items fall there. [rule: war BO-3]
    pub(crate) fn may_drop(
        &self,
        s: &State,
        unit: Unit,
        cargo: Cargo,
        to: Place,
        fields: u64,
    ) -> Result<(), Illegal> {
        let mut aboard = false;
        parts(unit.cargo(), |part| aboard |= part == cargo);
        need(aboard, "war BO-3", || say!("it does not carry {cargo}", cargo))?;
        need(self.drop_targets(s, unit, fields) & bit(to) != 0, "war BO-3", || {
            say!("items fall on another friendly area in reach, with a place to land after it")
        })
    }
    pub(crate) fn landing_orders(&self, s: &State, unit: Unit, count: u16, out: &mut Vec<Action>) {
        let here = unit.place();
        let fields = self.landing_places(s, unit, false);
        for to in each(self.landing_spots(s, unit, fields)) {
            let most = self.landing_room(s, unit, to).min(count);
            if most > 0 {
                out.push(Action::Land { count: Count(most), to });
            }
        }
        self.air_load(s, unit, false, |cargo| out.push(Action::Load { cargo, from: here }));
        for to in each(self.drop_targets(s, unit, fields)) {
            parts(unit.cargo(), |cargo| out.push(Action::DropAt { cargo, to }));
        }
        out.extend(each(self.free_steps(s, unit)).map(|to| Action::Step { to }));
    }
    /// What the plane can take aboard where it stands; says how many loads there are. In combat movement only if there
    /// is somewhere to drop infantry. [rule: war BO-1, war BO-2, war CP-1, war FP-12, war BO-7]
    pub(crate) fn air_load(
        &self,
        s: &State,
        unit: Unit,
        combat: bool,
        mut offer: impl FnMut(Cargo),
    ) -> usize {
        let loads = &self.c.loads[unit.kind() as usize];
        let here = unit.place();
        if loads.is_empty()
            || !here.is_area()
            || unit.status() != Status::Ready
            || combat && !self.may_fight(s, unit)
        {
            return 0;
        }
        let tokens = if bit(unit.place()) & self.neutral(s) == 0 { s.tokens[here.i()] } else { 0 };
        let stock = self.loadable(s, here, unit.nation(), tokens);
        if stock.tokens == 0 && stock.units[0] == 0 && stock.prisoners.iter().all(|&n| n == 0) {
            return 0;
        }
        if combat {
            let foot = Cargo::pack([Item::Infantry].into_iter()).unwrap_or_default();
            if stock.units[0] == 0 && !unit.cargo().has_troops() {
                return 0;
            }
            if !self.has_target(s, unit.loaded(foot), Mission::Drop) {
                return 0;
            }
        }
        let mut found = 0;
        stock.loads(unit.cargo(), loads, |cargo| {
            let prisoners = cargo.items().any(|i| matches!(i, Item::Prisoner(_)));
            if !combat || !prisoners {
                found += 1;
                offer(cargo);
            }
        });
        found
    }
}
