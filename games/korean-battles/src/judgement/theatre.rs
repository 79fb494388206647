//! The theatre in the eyes of one side, as the staff's craft wants it told.

use super::odds::Stakes;
use super::{Hand, Judge, Plan};
use crate::data::{Entry, Kind, Scenario};
use crate::movement::Moving;
use crate::state::{DUE, Hex, HexSet, NOWHERE, Phase, RED, Side, State, UN, UnitId, WAITING, flag};
use crate::supply::Lines;
use staff::{Aim, FAR, Id, Outlook, Role, Stress, Supply, Theatre, Weights};
use std::borrow::Cow;

impl Id for UnitId {
    fn index(self) -> usize {
        self.0.into()
    }
    fn of(index: usize) -> Self {
        Self(index as u8)
    }
}

impl Id for Hex {
    fn index(self) -> usize {
        self.0.into()
    }
    fn of(index: usize) -> Self {
        Self(index as u16)
    }
}

/// A position in the eyes of a side; orders given so far are carried out in it.
pub(crate) struct Front<'a> {
    j: Judge<'a>,
    st: Cow<'a, State>,
    side: Side,
}

impl<'a> Judge<'a> {
    pub(crate) fn front(&self, st: &'a State, side: Side) -> Front<'a> {
        Front { j: *self, st: Cow::Borrowed(st), side }
    }

    /// How well a unit stands in a hex by the outlook of a plan.
    pub(crate) fn stand(&self, st: &State, plan: &Plan, o: &Outlook, unit: UnitId, hex: Hex) -> f32 {
        let front = Front { j: *self, st: Cow::Borrowed(st), side: self.s.side(unit) };
        staff::stand(&front, o, &plan.stress, unit, hex)
    }

    /// Half movement points to the goals that are still to be taken.
    pub(crate) fn goal_field(&self, st: &State, side: Side, stress: &Stress) -> Vec<u16> {
        let mut field = vec![FAR; self.s.ground.hexes];
        let goals = &self.m.goals[side.index()];
        let mut open = false;
        for (i, goal) in goals.iter().enumerate() {
            let done = self.s.holds(st, side, goal.hex) && self.s.exit.is_none();
            if !done && st.turn <= goal.until {
                open = true;
                staff::lay(&mut field, &goal.far, goal.later + stress.detour[i % stress.detour.len()]);
            }
        }
        if !open {
            goals.iter().for_each(|goal| staff::lay(&mut field, &goal.far, 0));
        }
        field
    }

    /// Whether a unit of a side would be in supply in a hex, by the hexes that supply reaches.
    pub(crate) fn fed_by(&self, side: Side, lit: &HexSet, hex: Hex) -> bool {
        if self.s.sources[side.index()].contains(&hex) || lit.has(hex) {
            return true;
        }
        self.s.ground.near[hex.index()].iter().enumerate().any(|(d, &n)| {
            n != NOWHERE
                && lit.has(n)
                && (side == RED || self.s.ground.supply_sides[hex.index()] >> d & 1 == 1)
        })
    }

    /// The hexes that supply of a side reaches.
    pub(crate) fn lit(&self, st: &State, side: Side) -> HexSet {
        Scenario::lines(&self.s.supply(st, side)).collect()
    }

    /// Whether a unit is one of the last that fight in a city of several hexes: a share of them is kept manned however far away
    /// the enemy is.
    fn is_city_guard(&self, st: &State, side: Side, unit: UnitId) -> bool {
        let (hex, share) = (st.hex(unit), self.m.weights[side.index()].city);
        let Some(city) = self.s.cities.iter().find(|c| c.hexes.len() > 2 && c.hexes.contains(&hex)) else {
            return false;
        };
        let fights = |u: UnitId| {
            let def = &self.s.units[u.index()];
            def.side == side && !matches!(def.kind, Kind::Depot | Kind::Dummy | Kind::Hq | Kind::Engineer)
        };
        let guards = city.hexes.iter().flat_map(|&h| st.units_in(h)).filter(|&u| fights(u)).count();
        fights(unit) && guards <= (share * city.hexes.len() as f32).round() as usize
    }

    /// The line that an attack from the enemy's side would have.
    fn shelter(&self, o: &Outlook, hex: Hex) -> u8 {
        let own = self.s.hex_line[hex.index()];
        let here = o.front[hex.index()];
        let mut over = false;
        for (d, &n) in self.s.ground.near[hex.index()].iter().enumerate() {
            if n == NOWHERE || !self.s.ground.land[n.index()] || o.front[n.index()] >= here {
                continue;
            }
            let water = self.s.ground.water[hex.index()][d];
            if !water.river || water.bridge {
                return own;
            }
            over = true;
        }
        let river = self.s.river_line;
        if over && self.s.crt.shift(river) > self.s.crt.shift(own) { river } else { own }
    }
}

impl Front<'_> {
    fn printed(&self, unit: UnitId) -> [u8; 3] {
        self.j.s.units[unit.index()].faces[self.st.step(unit) as usize]
    }
    fn kind(&self, unit: UnitId) -> Kind {
        self.j.s.units[unit.index()].kind
    }
    fn others(&self, unit: UnitId, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.st.units_in(hex).filter(move |&u| u != unit)
    }
}

impl Theatre for Front<'_> {
    type Unit = UnitId;
    type Place = Hex;

    fn weights(&self) -> &Weights {
        &self.j.m.weights[self.side.index()].craft
    }
    fn places(&self) -> usize {
        self.j.s.ground.hexes
    }
    fn rings(&self, hex: Hex) -> &[(Hex, u8)] {
        &self.j.m.rings[hex.index()]
    }
    fn step(&self, from: Hex, to: Hex) -> Option<u16> {
        self.j.s.leg_step(from, to)
    }

    fn friends(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.j.s.deployed(&self.st, self.side)
    }
    fn enemies(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.j.s.deployed(&self.st, self.side.other())
    }
    fn at(&self, unit: UnitId) -> Hex {
        self.st.hex(unit)
    }
    fn role(&self, unit: UnitId) -> Role {
        match self.kind(unit) {
            Kind::Dummy => Role::Sham,
            Kind::Hq | Kind::Depot | Kind::Engineer => Role::Helps,
            Kind::Cadre => Role::Guards,
            _ => Role::Fights,
        }
    }
    fn attack(&self, unit: UnitId) -> f32 {
        self.printed(unit)[0].into()
    }
    fn reach(&self, unit: UnitId) -> u8 {
        if self.printed(unit)[2] >= 6 { 5 } else { 3 }
    }
    fn controls(&self, unit: UnitId) -> bool {
        self.j.s.units[unit.index()].zoc
    }
    fn menace(&self, enemy: UnitId) -> f32 {
        let [attack, defence, _] = self.printed(enemy);
        match self.kind(enemy) {
            Kind::Depot => 0.0,
            _ if self.j.s.exit.is_some() => self.j.value(&self.st, enemy),
            _ => attack.max(defence / 2).into(),
        }
    }

    fn movers(&self) -> Vec<(UnitId, Vec<Hex>)> {
        let lines = Lines::new(self.j.s, &self.st, self.side);
        let free = self.friends().filter(|&u| self.j.s.may_select(&self.st, u, &lines).is_ok());
        let reach = |unit| {
            let going = Moving { unit, spent: 0, exited: false };
            (unit, self.j.s.range(&self.st, going, |range| range.hexes().collect()))
        };
        free.map(reach).collect()
    }
    /// [rule: kb 5.0]
    fn room(&self, unit: UnitId, hex: Hex, coming: &[(UnitId, Hex)]) -> bool {
        if coming.is_empty() {
            return self.j.s.may_stack(&self.st, unit, hex) || self.j.s.may_exit(&self.st, unit, hex);
        }
        let more = coming.iter().filter(|c| c.1 == hex).map(|c| c.0);
        let (mut count, mut large) = (0, usize::from(!self.j.s.quick[unit.index()].small));
        for other in self.others(unit, hex).chain(more) {
            count += 1;
            large += usize::from(!self.j.s.quick[other.index()].small);
        }
        count < 2 && large <= 1
    }
    fn shared(&self, unit: UnitId, hex: Hex) -> bool {
        self.others(unit, hex).any(|u| !self.j.s.quick[u.index()].dummy)
    }
    fn vacant(&self, hex: Hex) -> bool {
        self.st.vacant(hex)
    }
    fn shift(&mut self, unit: UnitId, to: Hex) {
        self.j.s.shift_to(self.st.to_mut(), unit, to);
    }
    fn engage(&mut self, unit: UnitId) {
        self.st.to_mut().mark(unit, flag::ATTACKED);
    }

    fn aim(&self, stress: &Stress) -> Aim {
        if self.side == self.j.m.driver {
            Aim::Go(self.j.goal_field(&self.st, self.side, stress))
        } else {
            Aim::Bar(self.j.goal_field(&self.st, self.side.other(), &Stress::PLAIN))
        }
    }
    fn is_key(&self, hex: Hex) -> bool {
        self.j.m.keys.has(hex)
    }
    fn keys(&self) -> impl Iterator<Item = Hex> + '_ {
        self.j.m.keys.iter()
    }
    fn worth(&self, hex: Hex) -> f32 {
        self.j.m.worth[hex.index()]
    }
    fn holds(&self, hex: Hex) -> bool {
        self.j.s.holds(&self.st, self.side, hex)
    }
    fn supply(&self) -> Supply<Hex> {
        let lit = self.j.lit(&self.st, self.side);
        let fed = self.j.s.ground.all().map(|h| self.j.fed_by(self.side, &lit, h)).collect();
        let live = |h: &Hex| !self.j.s.enemy_in(&self.st, self.side, *h) && lit.has(*h);
        let sources = self.j.s.sources[self.side.index()].iter().copied().filter(live).collect();
        Supply { fed, sources }
    }
    fn trapped(&self, hex: Hex) -> bool {
        !self.j.can_flee(&self.st, hex, self.side)
    }
    fn doors(&self) -> Vec<Hex> {
        let mut doors = Vec::new();
        for unit in self.j.s.ids().filter(|&u| self.j.s.side(u) == self.side) {
            let soon = || self.j.s.arrival_turn(&self.st, unit).is_some_and(|turn| turn <= self.st.turn + 1);
            if matches!(self.st.at[unit.index()], WAITING | DUE)
                && soon()
                && let Some(Entry::At(hexes) | Entry::Placed(hexes)) =
                    self.j.s.arrival(unit).map(|a| &a.entry)
            {
                doors.extend(hexes);
            }
        }
        doors
    }

    fn loss(&self, o: &Outlook, unit: UnitId, hex: Hex) -> f32 {
        let (j, st) = (&self.j, &*self.st);
        let mut defence = j.s.defence_strength(st, unit);
        let mut all = j.value(st, unit);
        let mut step = j.step_value(st, unit);
        for other in self.others(unit, hex) {
            defence += j.s.defence_strength(st, other);
            all += 0.5 * j.value(st, other);
            step = step.min(j.step_value(st, other));
        }
        let stakes = Stakes {
            attackers: 2.0,
            attacker_step: 0.8,
            attacker_retreat: 0.2,
            defenders: all,
            defender_step: step,
            defender_retreat: if self.trapped(hex) { all } else { 0.3 },
            ground: 0.1 + 0.5 * j.m.worth[hex.index()],
            last_step: false,
        };
        let differential = o.threat[hex.index()] * j.m.weights[self.side.index()].focus - defence as f32;
        j.mean_at(j.shelter(o, hex), differential.clamp(-12.0, 14.0), &stakes).max(0.0)
    }
    fn special(&self, o: &Outlook, unit: UnitId, hex: Hex) -> f32 {
        let s = self.j.s;
        let leaves = |(exit, turn): (Hex, u8)| self.side == UN && hex == exit && self.st.turn >= turn;
        let mut score = if s.exit.is_some_and(leaves) { 6.0 } else { 0.0 };
        let worn = self.st.step(unit) > 0 && s.rebuilding && !s.units[unit.index()].usmc;
        if worn && o.front[hex.index()] <= 1 {
            score -= self.j.m.weights[self.side.index()].contact;
        }
        score
    }
    /// With a fighting friend in its hex, or next to one.
    fn company(&self, unit: UnitId, hex: Hex) -> f32 {
        let fights = |u: UnitId| u != unit && self.j.s.side(u) == self.side && self.printed(u)[0] > 1;
        if self.st.units_in(hex).any(fights) {
            return 1.0;
        }
        let beside = self.j.s.ground.neighbours(hex).filter(|&n| self.st.units_in(n).any(fights)).count();
        0.25 * beside.min(2) as f32
    }
    /// Who is face down takes nothing.
    fn claim(&self, unit: UnitId, _: Hex) -> f32 {
        if self.st.hidden(unit) { 0.0 } else { 1.0 }
    }
    fn drawn(&self, unit: UnitId) -> f32 {
        if self.role(unit) == Role::Helps && self.j.s.exit.is_none() { 0.35 } else { 1.0 }
    }
    fn bound(&self, unit: UnitId) -> bool {
        self.j.is_city_guard(&self.st, self.side, unit)
    }

    fn strength(&self, o: &Outlook, unit: UnitId, from: Hex, _: Hex) -> Option<i32> {
        let idle = self.st.has(unit, flag::ATTACKED) || matches!(self.kind(unit), Kind::Depot | Kind::Dummy);
        (!idle).then(|| self.j.s.attack_strength(&self.st, unit, !o.fed[from.index()], false))
    }
    /// Dry feet are worth something.
    fn footing(&self, from: Hex, target: Hex) -> f32 {
        let dry = self.j.s.unbridged(&self.st, from, target).is_some_and(|(unbridged, _)| !unbridged);
        if dry { 0.4 } else { 0.0 }
    }
    fn standing(&self, target: Hex, out: &mut Vec<Hand>) {
        for from in self.j.s.ground.neighbours(target) {
            for unit in self.st.units_in(from) {
                let def = &self.j.s.units[unit.index()];
                let strength = self.printed(unit)[0].into();
                if def.side == self.side
                    && strength > 0
                    && !self.st.has(unit, flag::ATTACKED | flag::ADVANCED | flag::RETREATED)
                    && !matches!(def.kind, Kind::Depot | Kind::Dummy)
                    && (self.st.phase != Phase::MobileMovement || def.mobile)
                {
                    out.push(Hand { unit, from, strength, price: 0.0 });
                }
            }
        }
    }
    fn assault(&self, target: Hex, hands: &mut Vec<Hand>, stress: &Stress) -> f32 {
        let attack = self.j.best_attack(&self.st, target, hands, self.side, stress);
        hands.retain(|h| attack.units.has(h.unit));
        attack.gain
    }
    fn strike(&self, target: Hex, stress: &Stress) -> f32 {
        let supply = self.j.s.supply(&self.st, self.side);
        self.j.attack_on(&self.st, self.side, target, &supply, stress).gain
    }
    fn moving(&self) -> bool {
        matches!(self.st.phase, Phase::Movement | Phase::MobileMovement)
    }
}
