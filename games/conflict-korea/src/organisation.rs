//! 3.422, 3.423 Units change forces; forces change names.

use crate::data::{Kind, Nation};
use crate::game::Scope;
use crate::names;
use crate::state::{BUGGED, ForceId, SPECIAL, State, Status, Unit, UnitId};
use board::HexId;
use engine::{Illegal, Play, Seat, SeatSet, say};

impl Scope<'_> {
    /// The other force in the hex of a force.
    pub fn companion(&self, st: &State, force: ForceId) -> Option<ForceId> {
        st.in_hex(st.force(force).hex).find(|&f| f != force)
    }

    /// 3.422 Whether a unit may leave its force: into the other force of the hex, or into a new one. [rule: ck 3.422, ck 3.422-limits]
    /// [rule: ck 3.422-assault]
    pub fn may_transfer(&self, st: &State, force: ForceId, unit: UnitId) -> Result<(), Illegal> {
        let rule = "ck 3.422";
        let no = |why: engine::Sentence| Err(Illegal::new(rule, why));
        if st.unit(unit).force != force || st.unit(unit).status != Status::OnMap {
            return no(say!("{unit} is not in this force", unit = names::unit(unit)));
        }
        let Some(to) = self.companion(st, force) else {
            if st.force(force).units.len() < 2 {
                return no(say!("a force of one unit has nobody to send away"));
            }
            return Ok(());
        };
        let (target, def) = (st.force(to), &self.world.units[unit.index()]);
        let smith = self.world.tables.smith;
        if target.units.iter().any(|u| smith == Some(u.0)) {
            return no(say!("nothing joins Task Force Smith"));
        }
        if self.separate(def.nation, names::look(target.look).0) {
            return no(say!("these armies never form one force"));
        }
        let m = &self.world.numbers.movement;
        if target.order != crate::state::NO_ORDER && i32::from(st.force(force).points) < m.assault_needs {
            return no(say!(
                "a unit joins a force about to assault only with {n} MP left",
                n = m.assault_needs
            ));
        }
        if smith == Some(unit.0) && self.smith_joins(st, to).is_some() {
            return Ok(());
        }
        if target.units.len() >= m.units_in_force as usize {
            return no(say!("a force has at most {n} units", n = m.units_in_force));
        }
        let infantry = target.units.iter().filter(|u| self.world.units[u.index()].kind.infantry()).count();
        if def.kind.infantry() && infantry >= m.infantry_in_force as usize {
            return no(say!("a force has at most {n} infantry units", n = m.infantry_in_force));
        }
        Ok(())
    }

    /// 3.422 ROK and other United Nations, Chinese and North Koreans are never mixed.
    fn separate(&self, a: Nation, b: Nation) -> bool {
        a.army() != b.army()
    }

    /// 3.422 The unit that Task Force Smith would dissolve into: the weakest United States infantry unit of a force.
    fn smith_joins(&self, st: &State, to: ForceId) -> Option<UnitId> {
        let us = |u: &UnitId| {
            let def = &self.world.units[u.index()];
            def.nation == Nation::Us && matches!(def.kind, Kind::Inf | Kind::Abn)
        };
        let lethality = |u: &UnitId| -> u32 {
            let pieces = st.unit(*u).pieces;
            pieces
                .iter()
                .zip(&self.world.equipment)
                .map(|(&n, k)| u32::from(n) * u32::from(k.lethality))
                .sum()
        };
        st.units_of(to).filter(us).min_by_key(lethality)
    }

    /// 3.422 The unit goes over. The receiving force has the fewer movement points of the two. [rule: ck 3.422, ck 3.422-smith]
    /// [rule: ck 3.422-points]
    pub fn transfer(&self, st: &mut State, force: ForceId, unit: UnitId, play: &mut Play) {
        let side = force.side();
        let seat = Seat(side);
        let from = *st.force(force);
        let who = names::unit(unit);
        st.force_mut(force).units.retain(|u| *u != unit);
        if let Some(to) = self.companion(st, force) {
            let joined =
                if self.world.tables.smith == Some(unit.0) { self.smith_joins(st, to) } else { None };
            if let Some(into) = joined {
                let pieces = st.unit(unit).pieces;
                crate::forces::add_pieces(&mut st.unit_mut(into).pieces, &pieces);
                *st.unit_mut(unit) = Unit { status: Status::Gone, ..Unit::default() };
                st.roster[side as usize].retain(|u| *u != unit);
                let told = say!("{who} disbands into {into}", who, into = names::unit(into));
                play.whisper(SeatSet::one(seat), seat, "ck 3.422", told);
            } else {
                st.unit_mut(unit).force = to;
                let t = st.force_mut(to);
                t.units.push(unit);
                t.points = t.points.min(from.points);
                t.spent = t.spent.max(from.spent);
                t.flags |= from.flags & (SPECIAL | BUGGED);
                self.try_no_more(st, force, to);
                let told = say!("{who} joins {force}", who, force = names::force(st, to));
                play.whisper(SeatSet::one(seat), seat, "ck 3.422", told);
            }
            self.tidy(st, to);
        } else {
            let name = self.world.units[unit.index()].force_name;
            let new = self.raise(st, side, name, &[unit], from.hex);
            let f = st.force_mut(new);
            (f.points, f.allowance, f.spent, f.flags) = (from.points, from.allowance, from.spent, from.flags);
            self.try_no_more(st, force, new);
            let told = say!("{who} forms a force of its own", who);
            play.whisper(SeatSet::one(seat), seat, "ck 3.422", told);
        }
        if st.force(force).units.is_empty() {
            self.cancel(st, force);
        }
        self.tidy(st, force);
    }

    /// 3.41203 What a force failed to overrun this turn is not tried again by those whom its units join.
    /// [rule: ck 3.41203-overrun]
    fn try_no_more(&self, st: &mut State, from: ForceId, to: ForceId) {
        let tried = st.tried;
        for t in tried.iter().filter(|t| t.force == from) {
            st.tries(to, HexId(t.hex));
        }
    }

    /// 3.423 Whether a force may bear a name: two or more units, one of its own side's names that nobody bears.
    /// [rule: ck 3.423]
    pub fn may_rename(&self, st: &State, force: ForceId, name: u16) -> Result<(), Illegal> {
        let no = |why: engine::Sentence| Err(Illegal::new("ck 3.423", why));
        if st.force(force).units.len() < 2 {
            return no(say!("only a force of two or more units has a name of its own"));
        }
        let known = self.world.names.get(name as usize);
        if !known.is_some_and(|n| n.free && n.nation.side() == force.side()) {
            return no(say!("this name is not for this side's forces"));
        }
        if st.forces_of(force.side()).any(|f| st.force(f).name == name) {
            return no(say!("a force of this name exists"));
        }
        Ok(())
    }

    /// 3.423 The names that a side's forces may still be given. [rule: ck 3.423]
    pub fn free_names(&self, st: &State, side: u8) -> Vec<u16> {
        let mut open: Vec<bool> =
            self.world.names.iter().map(|n| n.free && n.nation.side() == side).collect();
        for force in st.forces_of(side) {
            if let Some(open) = open.get_mut(st.force(force).name as usize) {
                *open = false;
            }
        }
        (0u16..).zip(open).filter(|(_, open)| *open).map(|(n, _)| n).collect()
    }
}
