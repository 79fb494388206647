//! Engineers and rivers (12.0).

use crate::actions::{Action, Hexside};
use crate::data::{Kind, Scenario};
use crate::sequence::{Verdict, ensure, no};
use crate::state::{Bridge, Hex, NOWHERE, State, UN, UnitId};
use engine::{Play, say};

impl Scenario {
    /// Whether an engineers' bridge of this turn joins two hexes. [rule: kb 12.0]
    #[inline]
    pub(crate) fn engineers_bridge(&self, st: &State, a: Hex, b: Hex) -> bool {
        let side = Hexside::between(a, b);
        st.bridges.iter().any(|bridge| bridge.a == side.a && bridge.b == side.b)
    }

    /// 12.0 Whether a unit may lay a bridge now: an engineer that has not laid all it may this turn. [rule: kb 12.0]
    fn may_build(&self, st: &State, unit: UnitId) -> Verdict {
        let rule = "kb 12.0";
        ensure(self.engineer_bridges, rule, || say!("no bridges are laid in this battle"))?;
        ensure(st.player == UN, rule, || {
            say!("engineers bridge rivers in the United Nations' movement phases")
        })?;
        let engineer = self.units[unit.index()].kind == Kind::Engineer && st.on_map(unit);
        ensure(engineer, rule, || say!("{unit} is no engineer on the map", unit))?;
        let laid = st.bridges.iter().filter(|b| b.unit == unit).count();
        let spent = laid >= usize::from(self.parameters.bridges);
        ensure(!spent, rule, || say!("{unit} has laid its bridge for this game turn", unit))
    }

    /// 12.0 Whether a hexside can take a bridge: an unbridged river, away from enemies and their zones. [rule: kb 12.0]
    fn may_span(&self, st: &State, over: Hexside) -> Verdict {
        let rule = "kb 12.0";
        let Some(d) = self.ground.direction(over.a, over.b) else {
            return no(rule, say!("{a} and {b} are no neighbours", a = over.a, b = over.b));
        };
        let water = self.ground.water[over.a.index()][d];
        let wet = water.river && self.ground.land[over.a.index()] && self.ground.land[over.b.index()];
        ensure(wet, rule, || say!("no river runs between {a} and {b}", a = over.a, b = over.b))?;
        let open = !water.bridge && !self.engineers_bridge(st, over.a, over.b);
        ensure(open, rule, || say!("a bridge stands between {a} and {b}", a = over.a, b = over.b))?;
        let quiet = |h: Hex| !self.enemy_in(st, UN, h) && !self.enemy_zone(st, UN, h);
        ensure(quiet(over.a) && quiet(over.b), rule, || {
            say!("bridges are laid away from enemy units and their zones of control")
        })
    }

    /// 12.0 Whether an engineer may bridge a hexside, and why not. [rule: kb 12.0]
    pub(crate) fn may_bridge(&self, st: &State, unit: UnitId, over: Hexside) -> Verdict {
        self.may_build(st, unit)?;
        self.may_span(st, over)?;
        let reach = self.parameters.engineer_reach;
        let near = self.walk(st, unit, reach, |r| r.cost(over.a).is_some() || r.cost(over.b).is_some());
        ensure(near, "kb 12.0", || {
            say!("{unit} is not within {mp} movement points", unit, mp = engine::Halves(reach.into()))
        })
    }

    /// The bridges that engineers may lay: one search an engineer.
    pub(crate) fn list_bridges(&self, st: &State, out: &mut Vec<Action>) {
        if !self.engineer_bridges || st.player != UN {
            return;
        }
        for unit in self.deployed(st, UN).filter(|&u| self.quick[u.index()].engineer) {
            if self.may_build(st, unit).is_err() {
                continue;
            }
            let mark = out.len();
            self.each_span(st, unit, &mut |over| out.push(Action::Bridge { unit, over }));
            out[mark..].sort_unstable();
        }
    }

    fn each_span(&self, st: &State, unit: UnitId, found: &mut dyn FnMut(Hexside)) {
        self.walk(st, unit, self.parameters.engineer_reach, |range| {
            for a in range.hexes().filter(|&h| self.ground.shore[h.index()]) {
                for (d, &b) in self.ground.near[a.index()].iter().enumerate() {
                    let twice = b < a && range.cost(b).is_some();
                    if b == NOWHERE || twice || !self.ground.water[a.index()][d].river {
                        continue;
                    }
                    let over = Hexside::between(a, b);
                    if self.may_span(st, over).is_ok() {
                        found(over);
                    }
                }
            }
        });
    }

    /// Whether any bridge can be laid.
    pub(crate) fn can_bridge(&self, st: &State) -> bool {
        let mut any = false;
        for unit in self.deployed(st, UN).filter(|&u| self.quick[u.index()].engineer) {
            if self.may_build(st, unit).is_ok() {
                self.each_span(st, unit, &mut |_| any = true);
            }
        }
        any
    }

    pub(crate) fn lay_bridge(&self, st: &mut State, unit: UnitId, over: Hexside, play: &mut Play) {
        let Hexside { a, b } = over;
        st.bridges.push(Bridge { a, b, unit });
        play.say(UN.seat(), "kb 12.0", say!("{unit} bridges {a}/{b} for this game turn", unit, a, b))
            .on(a)
            .on(b);
    }

    /// Whether a hexside between neighbours is a river without a bridge of any kind, and whether it is one with.
    pub(crate) fn unbridged(&self, st: &State, from: Hex, to: Hex) -> Option<(bool, bool)> {
        let d = self.ground.direction(from, to)?;
        let water = self.ground.water[from.index()][d];
        let bridge = water.bridge || self.engineers_bridge(st, from, to);
        Some((water.river && !bridge, water.river && bridge))
    }
    pub(crate) fn wide(&self, from: Hex, to: Hex) -> bool {
        self.ground.direction(from, to).is_some_and(|d| self.ground.water[from.index()][d].wide)
    }
}
