//! Forces and units: made, changed, worn down, destroyed (1.3, 3.422, 4.251, 5.22).

use crate::data::{Entry, Kind, Pieces, World};
use crate::dice::each;
use crate::game::Scope;
use crate::names;
use crate::state::{BUGGED, ENTRENCHED, Force, ForceId, NO_ORDER, State, Status, Unit, UnitId};
use board::HexId;
use engine::flat::Stack;
use engine::{Play, Seat, SeatSet, say};

/// Adds pieces to a pool, at most 255 of a kind.
pub fn add_pieces(pool: &mut Pieces, pieces: &Pieces) {
    for (have, more) in pool.iter_mut().zip(pieces) {
        *have = have.saturating_add(*more);
    }
}

impl World {
    /// What a force looks like from outside: nation and kind of its strongest unit by authorised lethality.
    pub fn look(&self, units: &[UnitId]) -> u8 {
        let strongest = units.iter().max_by_key(|u| {
            let def = &self.units[u.index()];
            (self.organisations[def.organisation as usize].lethality, std::cmp::Reverse(u.0))
        });
        strongest.map_or(0, |u| {
            let def = &self.units[u.index()];
            names::look_of(def.nation, def.kind)
        })
    }
}

impl Scope<'_> {
    /// 1.3 A new force of these units in a hex. [rule: ck 1.3]
    pub fn raise(&self, st: &mut State, side: u8, name: u16, units: &[UnitId], hex: HexId) -> ForceId {
        let free = State::slots(side).map(|i| ForceId(i as u8)).find(|f| !st.force(*f).exists());
        // There is a slot for every unit of a side, and a force has at least one.
        let id = free.unwrap_or(ForceId(State::slots(side).start as u8));
        st.births[side as usize] = st.births[side as usize].saturating_add(1);
        let mut list = Stack::default();
        units.iter().for_each(|&u| list.push(u));
        *st.force_mut(id) = Force {
            units: list,
            name,
            look: self.world.look(units),
            born: st.births[side as usize],
            ..Force::default()
        };
        for &unit in units {
            st.unit_mut(unit).force = id;
        }
        st.put(id, hex);
        id
    }

    /// Brings units into play as a force.
    pub fn enter(&self, st: &mut State, side: u8, name: u16, entries: &[Entry], hex: HexId) -> ForceId {
        let mut units = Vec::with_capacity(entries.len());
        for entry in entries {
            let id = UnitId(entry.unit);
            *st.unit_mut(id) = Unit {
                status: Status::OnMap,
                force: ForceId::NONE,
                readiness: entry.readiness,
                experience: entry.experience,
                flags: 0,
                pieces: entry.pieces,
            };
            st.roster[side as usize].push(id);
            units.push(id);
        }
        self.raise(st, side, name, &units, hex)
    }

    /// Takes the last trace of a force off the map when it has no units. Its hex keeps its owner.
    pub fn tidy(&self, st: &mut State, force: ForceId) {
        if st.force(force).exists() && st.force(force).units.is_empty() {
            st.vanish(force);
        } else {
            let look = self.world.look(&st.force(force).units);
            st.force_mut(force).look = look;
        }
    }

    /// 4.251 A unit is destroyed; it may be rebuilt, except Task Force Smith. `half` of its equipment goes to the pool.
    /// [rule: ck 4.251, ck 3.422]
    pub fn destroy(&self, st: &mut State, unit: UnitId, half: bool, play: &mut Play) {
        let def = &self.world.units[unit.index()];
        let side = def.nation.side();
        let force = st.unit(unit).force;
        let pieces = st.unit(unit).pieces;
        // The enemy hears of it where he sees the place.
        let seen = force.is_some() && st.level(1 - side, st.force(force).hex) > 0;
        let seats = if seen { SeatSet::ALL } else { SeatSet::one(Seat(side)) };
        if half {
            add_pieces(&mut st.pools[def.nation as usize], &pieces.map(|n| n / 2));
        }
        let for_good = self.world.tables.smith == Some(unit.0);
        *st.unit_mut(unit) =
            Unit { status: if for_good { Status::Gone } else { Status::Destroyed }, ..Unit::default() };
        st.roster[side as usize].retain(|u| *u != unit);
        if !for_good {
            st.destroyed[side as usize].push(unit);
        }
        play.whisper(seats, Seat(side), "ck 4.251", say!("{unit} is destroyed", unit = names::unit(unit)));
        if force.is_some() {
            st.force_mut(force).units.retain(|u| *u != unit);
            self.tidy(st, force);
        }
    }

    /// Each piece of a unit is lost with so many per cent; says how many were. The owner is told.
    pub fn lose(
        &self,
        st: &mut State,
        unit: UnitId,
        per_cent: impl Fn(usize) -> i32,
        label: &'static str,
        play: &mut Play,
    ) -> u32 {
        let mut total = 0;
        for kind in 0..self.world.equipment.len() {
            let count = st.unit(unit).pieces[kind];
            let lost = each(play, count, per_cent(kind), label);
            st.unit_mut(unit).pieces[kind] -= lost;
            total += u32::from(lost);
        }
        // Told even when nothing was lost, so that the dice stay with their owner.
        let side = self.world.units[unit.index()].nation.side();
        play.whisper(
            SeatSet::one(Seat(side)),
            Seat(side),
            "ck 4.251",
            say!("{unit} loses {n} {n|piece|pieces} of equipment", unit = names::unit(unit), n = total),
        );
        total
    }

    /// A unit whose last piece is gone outside of combat is destroyed.
    pub fn sweep_empty(&self, st: &mut State, unit: UnitId, play: &mut Play) -> bool {
        let empty = st.unit(unit).status == Status::OnMap && st.unit(unit).is_empty();
        if empty {
            self.destroy(st, unit, false, play);
        }
        empty
    }

    /// 5.22 A unit bugs out: readiness falls to 50 and every piece survives with 7 per cent for each point of
    /// survivability. [rule: ck 5.22]
    pub fn bug_out(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        let movement = &self.world.numbers.movement;
        let side = self.world.units[unit.index()].nation.side();
        let force = st.unit(unit).force;
        let u = st.unit_mut(unit);
        u.readiness = u.readiness.min(movement.bug_out_readiness as u8);
        u.set(ENTRENCHED, false);
        play.whisper(
            SeatSet::one(Seat(side)),
            Seat(side),
            "ck 5.22",
            say!("{unit} bugs out", unit = names::unit(unit)),
        );
        let survival = movement.bug_out_survival;
        let lost = |kind: usize| 100 - survival * i32::from(self.world.equipment[kind].survivability);
        self.lose(st, unit, lost, "bugging out", play);
        if force.is_some() {
            st.force_mut(force).set(BUGGED, true);
        }
        self.sweep_empty(st, unit, play);
    }

    /// 5.22 Every unit of a force bugs out. Says whether the force is still there.
    pub fn bug_out_force(&self, st: &mut State, force: ForceId, play: &mut Play) -> bool {
        for unit in st.units_of(force) {
            self.bug_out(st, unit, play);
        }
        st.force(force).exists()
    }

    /// A force loses its trenches.
    /// [rule: ck 4.23-left]
    pub fn leave_trenches(&self, st: &mut State, force: ForceId) {
        for unit in st.units_of(force) {
            st.unit_mut(unit).set(ENTRENCHED, false);
        }
    }

    /// 3.411 Movement points are spent: every unit of the force loses as much readiness. [rule: ck 3.411]
    pub fn spend(&self, st: &mut State, force: ForceId, cost: u8) {
        let f = st.force_mut(force);
        f.points -= cost;
        f.spent = f.spent.saturating_add(cost);
        for unit in st.units_of(force) {
            st.unit_mut(unit).tire(i32::from(cost));
        }
        if cost > 0 {
            self.leave_trenches(st, force);
        }
    }

    /// Whether a force is one unit of a kind alone.
    pub fn lone(&self, st: &State, force: ForceId) -> Option<(UnitId, Kind)> {
        match st.force(force).units[..] {
            [unit] => Some((unit, self.world.units[unit.index()].kind)),
            _ => None,
        }
    }

    /// A force no longer has an order to assault.
    pub fn stand_down(&self, st: &mut State, force: ForceId) {
        st.force_mut(force).order = NO_ORDER;
    }
}
