//! Aircraft: ranges, missions, landings, carrying, and the guns below them.

use crate::War625;
use crate::action::{Action, Mission};
use crate::data::{Distances, bit, each};
use crate::geography::closed_air;
use crate::kinds::{AREAS, Cargo, Item, Kind, NOWHERE, Side, Status, Unit, WHERE};
use crate::movement::numbers;
use crate::sea::{Goods, parts};
use crate::state::State;
use engine::Play;

/// Levels of danger that are told apart: a way past more gun areas counts as the last of them.
const DANGERS: usize = 8;

/// The places within reach by number of steps, for each number of enemy gun areas passed on the way.
pub(crate) struct Routes {
    reach: [[u64; 13]; DANGERS],
    most: u8,
}

impl Routes {
    /// The steps of the safest way within `budget`: fewest guns, then fewest steps.
    pub(crate) fn safest(&self, to: u8, budget: u8) -> u8 {
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
    fn closed_to_air(&self, s: &State, side: Side) -> u64 {
        closed_air(self.flight_state(s, side), self.c.manchuria, self.c.soviet, self.c.japan)
    }
    /// Enemy areas with anti-aircraft guns that fire at a side's planes. Neutral guns are silent.
    fn enemy_guns(&self, s: &State, side: Side) -> u64 {
        s.guns[side.enemy() as usize] & !self.neutral(s)
    }
    pub(crate) fn routes(&self, s: &State, side: Side, from: u8, most: u8) -> Routes {
        let (guns, closed) = (self.enemy_guns(s, side), self.closed_to_air(s, side));
        let most = most.min(12);
        let mut reach = [[0u64; 13]; DANGERS];
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
    fn hops(&self, places: u64) -> u64 {
        each(places).fold(0, |m, p| m | self.c.hop[p as usize])
    }
    /// The gun areas on the way, in the order in which they are passed: the way with fewest guns, then fewest steps,
    /// then first in the alphabet. [rule: war AG-1, war CL-07]
    pub(crate) fn guns_on_way(
        &self,
        s: &State,
        side: Side,
        from: u8,
        to: u8,
        steps: u8,
    ) -> ([u8; 13], usize) {
        let (guns, closed) = (self.enemy_guns(s, side), self.closed_to_air(s, side));
        let (mut passed, mut n) = ([NOWHERE; 13], 0);
        if guns == 0 || from == to {
            return (passed, n);
        }
        let cost = |p: u8| u8::from(guns & bit(p) != 0);
        let steps = steps.min(12) as usize;
        // left[k][p]: fewest guns on k steps from p to the goal.
        let mut left = [[99u8; WHERE]; 13];
        left[0][to as usize] = 0;
        for k in 1..=steps {
            for p in 0..WHERE as u8 {
                let on = each(self.c.hop[p as usize] & !closed)
                    .map(|q| left[k - 1][q as usize].saturating_add(cost(q)))
                    .min();
                left[k][p as usize] = on.unwrap_or(99);
            }
        }
        let least = (0..=steps).map(|k| left[k][from as usize]).min().unwrap_or(99);
        if least >= 99 {
            return (passed, n);
        }
        let mut k = (0..=steps).find(|&k| left[k][from as usize] == least).unwrap_or(steps);
        let mut here = from;
        while k > 0 {
            let need = left[k][here as usize];
            let next = each(self.c.hop[here as usize] & !closed)
                .filter(|&q| left[k - 1][q as usize].saturating_add(cost(q)) == need)
                .min_by_key(|&q| self.c.rank[q as usize]);
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
    fn airfields(&self, s: &State, unit: Unit) -> u64 {
        let side = unit.side();
        // Neutral China stays in Manchuria (CE-7).
        let home = unit.nation() == crate::kinds::Nation::Ch && !s.china.war;
        let ground = if home { self.c.manchuria } else { u64::MAX };
        s.held & s.friendly[side as usize] & !self.closed_to_air(s, side) & ground
    }
    /// Zones whose decks could take a plane that comes from `base`, counting carriers that can still move.
    /// [rule: war CL-08, war CL-27]
    fn decks(&self, s: &State, unit: Unit, moving: bool) -> u64 {
        if !unit.kind().is_light_plane() {
            return 0;
        }
        let lift = self.c.values(s.opts.d12, unit.nation(), Kind::Carrier).lift;
        let mut zones = 0;
        for z in State::zones() {
            let own_slot = unit.place() == z && unit.status() == Status::Ready;
            let mut room = None;
            for (u, _) in s.at(z).filter(|(u, _)| u.kind() == Kind::Carrier && u.side() == unit.side()) {
                let free = *room.get_or_insert_with(|| s.deck_room(z, unit.side(), lift) > 0 || own_slot);
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
    /// Fewest steps from a place to somewhere the plane can land.
    fn nearest_landing(&self, air: &Distances, fields: u64, place: u8) -> u8 {
        each(fields).map(|f| air[place as usize][f as usize]).min().unwrap_or(99)
    }
    fn landing_places(&self, s: &State, unit: Unit, moving: bool) -> u64 {
        self.airfields(s, unit) | self.decks(s, unit, moving)
    }

    /// Targets of a mission before range is asked for. [rule: war CL-15, war CAS-1, war BO-4, war BO-6, war AT-8]
    fn mission_targets(&self, s: &State, unit: Unit, mission: Mission) -> u64 {
        let side = unit.side();
        let enemy = side.enemy() as usize;
        let ground = self.enemy_ground(s, side);
        let land_based = (unit.place() as usize) < AREAS;
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
    fn missions(&self, s: &State, unit: Unit) -> impl Iterator<Item = Mission> {
        let loaded = !unit.cargo().is_empty();
        let drops = unit.cargo().items().any(|i| i == Item::Infantry);
        let bomber = unit.kind() == Kind::Bomber && !loaded;
        let atomic = bomber && unit.nation() == crate::kinds::Nation::Us && s.atomic.stock > 0;
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
    fn reachable(&self, s: &State, unit: Unit, targets: u64, fields: u64) -> u64 {
        let air = self.air(s, unit.side());
        let (here, range) = (unit.place() as usize, unit.range());
        each(targets)
            .filter(|&t| {
                let out = air[here][t as usize];
                out <= range && out + self.nearest_landing(air, fields, t).min(90) <= range
            })
            .fold(0, |m, t| m | bit(t))
    }
    fn out_of_neutral(&self, s: &State, unit: Unit) -> bool {
        bit(unit.place()) & self.neutral(s) == 0
    }
    /// Whether any target of the mission can be reached, tried on the way back to the base first.
    fn has_target(&self, s: &State, unit: Unit, mission: Mission) -> bool {
        let targets = self.mission_targets(s, unit, mission);
        if targets == 0 {
            return false;
        }
        let air = self.air(s, unit.side());
        let here = unit.place() as usize;
        if here < AREAS && each(targets).any(|t| air[here][t as usize] * 2 <= unit.range()) {
            return true;
        }
        let fields = self.landing_places(s, unit, true);
        self.reachable(s, unit, targets, fields) != 0
    }

    pub(crate) fn air_can_act(&self, s: &State, unit: Unit, count: u16, combat: bool) -> bool {
        if combat {
            return unit.status() == Status::Ready
                && self.out_of_neutral(s, unit)
                && (self.missions(s, unit).any(|m| self.has_target(s, unit, m))
                    || self.air_load(s, unit, true, |_| {}) > 0);
        }
        match unit.status() {
            Status::Ready | Status::Flown => {}
            _ => return false,
        }
        let air = self.air(s, unit.side());
        let here = unit.place() as usize;
        let fields = self.airfields(s, unit);
        let near = |p: u8| p != unit.place() && air[here][p as usize] <= unit.range();
        if each(fields).any(near) {
            return true;
        }
        let mut found = Vec::new();
        self.air_options(s, unit, count, false, &mut found);
        !found.is_empty()
    }
    pub(crate) fn air_options(&self, s: &State, unit: Unit, count: u16, combat: bool, out: &mut Vec<Action>) {
        if combat {
            self.sortie_options(s, unit, count, out);
        } else {
            self.landing_options(s, unit, count, out);
        }
    }
    fn sortie_options(&self, s: &State, unit: Unit, count: u16, out: &mut Vec<Action>) {
        let fields = self.landing_places(s, unit, true);
        let air = self.air(s, unit.side());
        let guns = self.enemy_guns(s, unit.side()) != 0;
        let routes = guns.then(|| self.routes(s, unit.side(), unit.place(), unit.range()));
        for mission in self.missions(s, unit) {
            let targets = self.mission_targets(s, unit, mission);
            let most = match mission {
                Mission::Economic | Mission::Military => count.min(u16::from(s.atomic.stock)),
                _ => count,
            };
            for to in each(self.reachable(s, unit, targets, fields)) {
                out.extend(numbers(most).map(|count| Action::Fly { to, direct: false, mission, count }));
                let budget = unit.range() - self.nearest_landing(air, fields, to);
                let short = air[unit.place() as usize][to as usize];
                if routes.as_ref().is_some_and(|r| r.safest(to, budget) > short) {
                    out.extend(numbers(most).map(|count| Action::Fly { to, direct: true, mission, count }));
                }
            }
        }
        self.air_load(s, unit, true, |cargo| out.push(Action::Load { from: unit.place(), cargo }));
    }
    /// What the plane can take aboard where it stands; says how many loads there are. In combat movement only if there
    /// is somewhere to drop infantry. [rule: war BO-1, war BO-2, war CP-1, war FP-12, war BO-7]
    fn air_load(&self, s: &State, unit: Unit, combat: bool, mut offer: impl FnMut(Cargo)) -> usize {
        let loads = &self.c.loads[unit.kind() as usize];
        let here = unit.place();
        if loads.is_empty() || here as usize >= AREAS || unit.status() != Status::Ready {
            return 0;
        }
        let tokens = if self.out_of_neutral(s, unit) { s.tokens[here as usize] } else { 0 };
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
    fn landing_options(&self, s: &State, unit: Unit, count: u16, out: &mut Vec<Action>) {
        let air = self.air(s, unit.side());
        let here = unit.place();
        let fields = self.landing_places(s, unit, false);
        let lift = self.c.values(s.opts.d12, unit.nation(), Kind::Carrier).lift;
        for to in each(fields).filter(|&f| air[here as usize][f as usize] <= unit.range()) {
            if to == here && unit.status() == Status::Ready {
                continue;
            }
            let room = if to as usize >= AREAS { s.deck_room(to, unit.side(), lift) } else { u16::MAX };
            out.extend(numbers(count.min(room)).map(|count| Action::Land { to, count }));
        }
        self.air_load(s, unit, false, |cargo| out.push(Action::Load { from: here, cargo }));
        if unit.cargo().is_empty() {
            return;
        }
        let ground = self.friendly_ground(s, unit.nation()) & !self.neutral(s) & !bit(here);
        for to in each(self.reachable(s, unit, ground, self.landing_places(s, unit, false))) {
            parts(unit.cargo(), |cargo| out.push(Action::DropAt { to, cargo }));
        }
    }

    /// A plane takes a load aboard. [rule: war BO-2]
    pub(crate) fn do_air_load(&self, s: &mut State, play: &mut Play, unit: Unit, cargo: Cargo) {
        self.take_items(s, unit.place(), unit.nation(), cargo);
        let Some(full) = unit.cargo().join(cargo) else { return };
        s.shift(unit, unit.loaded(full), 1);
        let rule = if unit.kind() == Kind::Chopper { "war CP-1" } else { "war BO-1" };
        play.say(
            unit.nation().seat(),
            rule,
            format_args!("{} loads {} in {}.", self.label(unit), Goods(cargo), self.c.name(unit.place())),
        );
    }
    /// Planes go out. Steps are paid now, guns fire when Combat opens. [rule: war CL-07, war AG-1, war ST-4]
    pub(crate) fn do_fly(&self, s: &mut State, play: &mut Play, unit: Unit, order: Sortie) {
        let Sortie { to, direct, mission, count } = order;
        let air = self.air(s, unit.side());
        let from = unit.place();
        let short = air[from as usize][to as usize];
        let fields = self.landing_places(s, unit, true);
        let budget = unit.range() - self.nearest_landing(air, fields, to).min(unit.range());
        let steps = if direct || self.enemy_guns(s, unit.side()) == 0 {
            short
        } else {
            self.routes(s, unit.side(), from, unit.range()).safest(to, budget.max(short))
        };
        let (status, words) = match mission {
            Mission::Battle => (Status::Battle, "to battle"),
            Mission::Bomb => (Status::Bomb, "to bomb the factory"),
            Mission::Drop => (Status::Drop, "to drop infantry"),
            Mission::Economic => (Status::Economic, "an atomic weapon against the economy"),
            Mission::Military => (Status::Military, "an atomic weapon against the troops"),
        };
        play.say(
            unit.nation().seat(),
            "war CL-07",
            format_args!(
                "{} from {} to {}: {words}.",
                self.some(count, unit),
                self.c.name(from),
                self.c.name(to)
            ),
        )
        .at(self.c.id(to));
        if matches!(mission, Mission::Economic | Mission::Military) {
            s.atomic.stock -= count as u8;
            s.atomic.used += count as u8;
        }
        let away = |u: Unit| u.at(to).coming(from).doing(status).ranging(u.range() - steps);
        let needs_token = (from as usize) < AREAS && (to as usize) < AREAS;
        let paid = match mission {
            Mission::Battle | Mission::Drop if needs_token => self.open_pair(s, play, unit, to),
            _ => unit,
        };
        if paid != unit {
            s.take(unit, 1);
            s.add(away(paid), 1);
            s.shift(unit, away(unit), count - 1);
        } else {
            s.shift(unit, away(unit), count);
        }
    }
    /// Planes land; guns on the way fire at once. [rule: war CL-08, war AG-1]
    pub(crate) fn do_land(&self, s: &mut State, play: &mut Play, unit: Unit, to: u8, count: u16) {
        play.say(
            unit.nation().seat(),
            "war CL-08",
            format_args!(
                "{} from {}: to land in {}.",
                self.some(count, unit),
                self.c.name(unit.place()),
                self.c.name(to)
            ),
        )
        .at(self.c.id(to));
        let (left, _) = self.fly_leg(s, play, unit, to, count);
        let down = unit.at(to).doing(Status::Moved).coming(NOWHERE).by(NOWHERE).loaded(Cargo::EMPTY);
        let full = self.c.values(s.opts.d12, unit.nation(), unit.kind()).moves;
        s.add(down.ranging(full), left);
        if (to as usize) < AREAS {
            let base = if unit.from() == NOWHERE { unit.place() } else { unit.from() };
            self.bring_isolation(s, unit, base, to);
            for _ in 0..left {
                self.put_items(s, to, unit.nation(), unit.cargo(), Status::Moved);
            }
        }
    }
    /// One leg of a non-combat flight: the planes leave their place, guns on the safest way fire at each.
    /// Returns how many get through and the steps flown. [rule: war AG-1, war BO-5, war FI-1, war CP-1]
    fn fly_leg(&self, s: &mut State, play: &mut Play, unit: Unit, to: u8, count: u16) -> (u16, u8) {
        let side = unit.side();
        let air = self.air(s, side);
        let mut steps = air[unit.place() as usize][to as usize];
        s.take(unit, count);
        if self.enemy_guns(s, side) == 0 {
            return (count, steps);
        }
        let fields = self.landing_places(s, unit, false);
        let rest = self.nearest_landing(air, fields, to).min(unit.range());
        let budget = (unit.range() - rest).max(steps);
        steps = self.routes(s, side, unit.place(), unit.range()).safest(to, budget);
        let (guns, n) = self.guns_on_way(s, side, unit.place(), to, steps);
        let left = guns[..n].iter().fold(count, |left, &area| self.guns_fire(s, play, unit, area, left));
        (left, steps)
    }
    /// Guns of one area fire at planes overhead, one die a plane; cargo goes down with its plane. Returns the survivors.
    /// [rule: war AG-1, war FP-5, war BO-5, war DZ-4]
    pub(crate) fn guns_fire(&self, s: &State, play: &mut Play, unit: Unit, area: u8, count: u16) -> u16 {
        if count == 0 {
            return 0;
        }
        let pool = &self.c.pool[usize::from(s.opts.d12)];
        let gun = s
            .at(area)
            .find(|(u, _)| u.kind() == Kind::AntiAircraft && u.side() != unit.side())
            .map_or(unit.nation(), |(u, _)| u.nation());
        let values = &pool.values[gun as usize][Kind::AntiAircraft as usize];
        let target = if unit.kind() == Kind::Bomber { values.aa_bomber } else { values.aa };
        let hits = (0..count)
            .filter(|_| play.roll(u32::from(pool.sides), "anti-aircraft") <= u32::from(target))
            .count();
        play.outcome(
            "war AG-1",
            format_args!(
                "Guns in {} fire at {}: {hits} shot down.",
                self.c.name(area),
                self.some(count, unit)
            ),
        )
        .at(self.c.id(area));
        count - hits as u16
    }
    /// A loaded plane flies over a friendly area and lets items fall, then flies on. [rule: war BO-3, war BO-4]
    pub(crate) fn do_drop(&self, s: &mut State, play: &mut Play, unit: Unit, to: u8, cargo: Cargo) {
        play.say(
            unit.nation().seat(),
            "war BO-3",
            format_args!("{} drops {} on {}.", self.label(unit), Goods(cargo), self.c.name(to)),
        )
        .at(self.c.id(to));
        let (left, steps) = self.fly_leg(s, play, unit, to, 1);
        if left == 0 {
            return;
        }
        let rest = cargo.items().fold(unit.cargo(), Cargo::without);
        let base = if unit.from() == NOWHERE { unit.place() } else { unit.from() };
        s.add(
            unit.at(to)
                .doing(Status::Flown)
                .coming(base)
                .loaded(rest)
                .ranging(unit.range() - steps.min(unit.range())),
            1,
        );
        self.put_items(s, to, unit.nation(), cargo, Status::Moved);
    }
    /// Aircraft still in the air when the phase ends land at their base or the nearest place in reach; others are
    /// lost. [rule: war TS-5, war CL-08]
    pub(crate) fn bring_down(&self, s: &mut State, play: &mut Play) {
        loop {
            let next = s.units().find(|(u, _)| u.status() == Status::Flown && s.is_active(u.nation()));
            let Some((unit, count)) = next else { return };
            let air = self.air(s, unit.side());
            let lift = self.c.values(s.opts.d12, unit.nation(), Kind::Carrier).lift;
            let place = each(self.landing_places(s, unit, false))
                .map(|f| (air[unit.place() as usize][f as usize], f != unit.from(), f))
                .filter(|&(far, _, _)| far <= unit.range())
                .min_by_key(|&(far, away, f)| (away, far, f));
            let Some((_, _, to)) = place else {
                play.note("war CL-08", format_args!("{} lost: no place to land.", self.some(count, unit)));
                s.take(unit, count);
                continue;
            };
            let room = if to as usize >= AREAS { s.deck_room(to, unit.side(), lift) } else { count };
            self.do_land(s, play, unit, to, count.min(room));
        }
    }
}

/// An order to aircraft.
#[derive(Clone, Copy)]
pub(crate) struct Sortie {
    pub(crate) to: u8,
    pub(crate) direct: bool,
    pub(crate) mission: Mission,
    pub(crate) count: u16,
}
