//! 6.3, 7.0 What each side may know of the other, and positions that could be the truth behind a view.

use crate::data::{COM, Entry, Mission, Nation, UN, Weather};
use crate::estimate::GUESSED_READINESS;
use crate::frames::{Frame, Orders, Strikes};
use crate::game::Scope;
use crate::names;
use crate::sparse::Sparse;
use crate::state::{
    AirId, China, ENTRENCHED, Force, ForceId, NO_NAME, Phase, State, Status, UNITS, Unit, UnitId, WEAK, Wing,
};
use board::HexId;
use engine::flat::Stack;
use engine::{Random, Seat, SeatSet};

fn sees(seats: SeatSet, side: u8) -> bool {
    seats.contains(Seat(side))
}

impl Scope<'_> {
    /// 6.32 The position as these seats may know it. [rule: ck 6.32, ck 7.0]
    pub fn redact(&self, truth: &State, seats: SeatSet) -> State {
        let mut st = truth.clone();
        if (sees(seats, COM) && sees(seats, UN)) || truth.phase == Phase::Over {
            return st;
        }
        st.coming = [Weather::default(); 3];
        for enemy in [COM, UN] {
            if !sees(seats, enemy) {
                self.hide(&mut st, truth, enemy, sees(seats, 1 - enemy));
            }
        }
        st
    }

    /// Hides a side from the other (`watched`), or from everybody.
    fn hide(&self, st: &mut State, truth: &State, enemy: u8, watched: bool) {
        let e = enemy as usize;
        self.hide_frames(st, enemy);
        if enemy == COM {
            if st.choices.random_capability {
                st.choices.capability = 2;
            }
            if self.scenario.start.first_china == 0 {
                st.china.first = 0;
            }
        } else {
            (st.sealift, st.sea_assaults, st.sea_moves, st.dropped) = (0, 0, 0, false);
        }
        st.seen[e] = Sparse::default();
        st.railed[e] = 0;
        st.births[e] = 0;
        st.destroyed[e] = Stack::default();
        st.rebuilt[e] = Stack::default();
        for nation in Nation::ALL.into_iter().filter(|n| n.side() == enemy) {
            st.pools[nation as usize] = [0; crate::data::KINDS];
        }
        for (i, arrival) in self.world.arrivals.iter().enumerate() {
            if arrival.side == enemy {
                st.arrived.set(i, false);
            }
        }
        for (i, def) in self.world.air.iter().enumerate() {
            if def.side == enemy {
                st.wings[i] = Wing::default();
            }
        }
        if watched && st.choices.complete {
            // Everything on the map is known; what is off it is not.
            self.forget_units(st, enemy, |st, unit| st.unit(unit).status != Status::OnMap);
            return;
        }
        st.roster[e] = Stack::default();
        st.tried.retain(|t| t.force.side() != enemy);
        self.forget_units(st, enemy, |_, _| true);
        for id in State::slots(enemy).map(|i| ForceId(i as u8)) {
            let f = *st.force(id);
            if !f.exists() {
                *st.force_mut(id) = Force::default();
                continue;
            }
            let level = if watched { truth.level(1 - enemy, f.hex) } else { 0 };
            if level == 0 {
                st.vanish(id);
                continue;
            }
            let (name, flags) = if level == 2 { (f.name, f.flags & WEAK) } else { (NO_NAME, 0) };
            let mate = st.force(id).mate;
            *st.force_mut(id) = Force { hex: f.hex, look: f.look, mate, name, flags, ..Force::default() };
        }
    }

    fn forget_units(&self, st: &mut State, enemy: u8, which: impl Fn(&State, UnitId) -> bool) {
        for i in 0..UNITS {
            let unit = UnitId(i as u8);
            let theirs = self.world.units.get(i).is_some_and(|u| u.nation.side() == enemy);
            if theirs && which(st, unit) {
                *st.unit_mut(unit) = Unit::default();
            }
        }
    }

    /// What the other side is about to choose is not shown: only that it is its turn.
    fn hide_frames(&self, st: &mut State, enemy: u8) {
        if let Some(&Frame::Strikes(s)) = st.frames.last() {
            if self.air_def(AirId(s.air)).side == enemy {
                st.frames.pop();
                let first = self.world.air.iter().position(|a| a.side == enemy).unwrap_or(0);
                st.frames.push(Frame::Strikes(Strikes { air: first as u8 }));
            }
        } else if st.mover() == Some(enemy) {
            while st.frames.len() > 1 {
                st.frames.pop();
            }
            st.frames.push(Frame::Orders(Orders { side: enemy }));
        }
    }

    /// A position that could be the truth behind a view.
    pub fn sample(&self, view: &State, seats: SeatSet, random: &mut Random) -> State {
        let mut st = view.clone();
        if (sees(seats, COM) && sees(seats, UN)) || view.phase == Phase::Over {
            return st;
        }
        for ahead in 0..3 {
            st.coming[ahead] = st.forecast[ahead];
        }
        for enemy in [COM, UN] {
            if !sees(seats, enemy) {
                self.imagine(&mut st, enemy, sees(seats, 1 - enemy), random);
            }
        }
        st
    }

    fn imagine(&self, st: &mut State, enemy: u8, watched: bool, random: &mut Random) {
        if enemy == COM {
            if st.choices.random_capability {
                st.choices.capability = random.below(5) as u8;
            }
            self.imagine_china(&mut st.china, random);
        } else {
            st.sealift = self.world.numbers.sea.points_a_turn as i8;
        }
        for (i, def) in self.world.air.iter().enumerate() {
            if def.side == enemy {
                let mission = Mission::ALL[random.below(3)];
                st.wings[i] = Wing { mission, base: def.base, field: u16::MAX, a2g: def.a2g, a2a: def.a2a };
            }
        }
        let due: Vec<usize> = (0..self.world.arrivals.len())
            .filter(|&i| {
                let a = &self.world.arrivals[i];
                let turn = self.due(st, a);
                a.side == enemy && turn.is_some_and(|t| t <= st.turn && t > self.scenario.first_turn)
            })
            .collect();
        due.iter().for_each(|&i| st.arrived.set(i, true));
        if watched && st.choices.complete {
            self.settle_unknown(st, enemy);
            return;
        }
        self.name_the_seen(st, enemy, random);
        let mut groups: Vec<(u16, &[Entry])> = self
            .scenario
            .openings
            .iter()
            .filter(|o| o.side == enemy)
            .map(|o| (o.name, &o.units[..]))
            .chain(due.iter().map(|&i| (self.world.arrivals[i].name, &self.world.arrivals[i].units[..])))
            .collect();
        random.shuffle(&mut groups);
        let mut open = self.unseen_ground(st, enemy, watched);
        for (name, entries) in groups {
            self.hide_somewhere(st, enemy, &mut open, name, entries, random);
        }
        self.settle_unknown(st, enemy);
    }

    /// 6.5 What the United Nations must reckon with.
    fn imagine_china(&self, china: &mut China, random: &mut Random) {
        let c = &self.world.numbers.china;
        if china.trigger > 0 && china.first == 0 && random.below(100) < c.chance as usize {
            let delay = c.least_delay as usize + random.below((c.most_delay - c.least_delay + 1) as usize);
            china.first = china.trigger + delay as u8;
        }
    }

    /// Every force that is seen gets a unit that looks like it, and then what else its name is known for.
    fn name_the_seen(&self, st: &mut State, enemy: u8, random: &mut Random) {
        let seen: Vec<ForceId> = st.forces_of(enemy).collect();
        for &id in &seen {
            let look = st.force(id).look;
            let fits = |i: usize| {
                let def = &self.world.units[i];
                names::look_of(def.nation, def.kind) == look && st.units[i].status == Status::Unknown
            };
            let known: Vec<Entry> = self.known_as(st.force(id).name, enemy).copied().collect();
            let unit = known.iter().map(|e| e.unit as usize).find(|&i| fits(i));
            let unit = unit.or_else(|| (0..self.world.units.len()).find(|&i| fits(i)));
            if let Some(unit) = unit {
                self.join(st, id, UnitId(unit as u8), random);
            }
            st.births[enemy as usize] += 1;
            let allowance = if st.force(id).units.is_empty() { 0 } else { self.allowance(st, id) };
            let f = st.force_mut(id);
            (f.allowance, f.points) = (allowance, allowance);
        }
        for &id in &seen {
            for entry in self.known_as(st.force(id).name, enemy) {
                let unit = UnitId(entry.unit);
                let mut units: Vec<UnitId> = st.units_of(id).collect();
                units.push(unit);
                let same = self.world.look(&units) == st.force(id).look;
                if st.unit(unit).status == Status::Unknown
                    && same
                    && units.len() <= 6
                    && self.balanced(&units)
                {
                    self.join(st, id, unit, random);
                }
            }
        }
    }

    fn balanced(&self, units: &[UnitId]) -> bool {
        let infantry = units.iter().filter(|u| self.world.units[u.index()].kind.infantry()).count();
        let army = |u: &UnitId| self.world.units[u.index()].nation.army();
        infantry <= self.world.numbers.movement.infantry_in_force as usize
            && units.iter().all(|u| army(u) == army(&units[0]))
    }

    /// A unit as it may stand on the map: ready, and dug in or not, which nobody can see.
    fn imagined(&self, unit: UnitId, random: &mut Random) -> Unit {
        Unit {
            status: Status::OnMap,
            readiness: GUESSED_READINESS as u8,
            flags: if random.below(2) == 0 { ENTRENCHED } else { 0 },
            pieces: self.world.units[unit.index()].pieces,
            ..Unit::default()
        }
    }

    fn join(&self, st: &mut State, force: ForceId, unit: UnitId, random: &mut Random) {
        *st.unit_mut(unit) = Unit { force, ..self.imagined(unit, random) };
        st.force_mut(force).units.push(unit);
        st.roster[force.side() as usize].push(unit);
    }

    /// Land of a side where the other side would not see a force.
    fn unseen_ground(&self, st: &State, enemy: u8, watched: bool) -> Vec<HexId> {
        let viewer = 1 - enemy;
        let beside = |hex: HexId| self.ground.neighbours(hex).any(|(_, n)| st.holder(n) == Some(viewer));
        let ground = self.ground.land.iter().map(|i| HexId(i as u16));
        ground
            .filter(|&hex| self.friendly(st, enemy, hex) && st.stack(hex) < 2)
            .filter(|&hex| !watched || (st.level(viewer, hex) == 0 && !beside(hex)))
            .collect()
    }

    /// Puts what is left of a force somewhere on its side's unseen ground.
    fn hide_somewhere(
        &self,
        st: &mut State,
        enemy: u8,
        open: &mut Vec<HexId>,
        name: u16,
        entries: &[Entry],
        random: &mut Random,
    ) {
        let free: Vec<UnitId> = entries
            .iter()
            .map(|e| UnitId(e.unit))
            .filter(|u| st.unit(*u).status == Status::Unknown)
            .collect();
        if free.is_empty() || open.is_empty() {
            return;
        }
        let at = random.below(open.len());
        let hex = open[at];
        if st.stack(hex) > 0 {
            open.swap_remove(at);
        }
        for &unit in &free {
            *st.unit_mut(unit) = self.imagined(unit, random);
            st.roster[enemy as usize].push(unit);
        }
        let id = self.raise(st, enemy, name, &free, hex);
        let allowance = self.allowance(st, id);
        let f = st.force_mut(id);
        (f.allowance, f.points) = (allowance, allowance);
    }

    /// Whatever is not on the map is yet to come or lost.
    fn settle_unknown(&self, st: &mut State, enemy: u8) {
        for i in 0..self.world.units.len() {
            if self.world.units[i].nation.side() == enemy && st.units[i].status == Status::Unknown {
                st.units[i].status = Status::Due;
            }
        }
    }
}
