//! The plan of a movement phase: first who gathers for which attack, then where everybody else stands.

use super::odds::{Attack, Hand};
use super::outlook::Outlook;
use super::{Judge, Knobs, Order, bias};
use crate::data::Kind;
use crate::movement::Moving;
use crate::state::{Hex, HexSet, NOWHERE, Phase, Side, State, UnitId, flag};
use crate::supply::Lines;
use engine::Random;

/// A unit that can move, and where to.
pub(crate) struct Mover {
    pub(crate) unit: UnitId,
    pub(crate) reach: HexSet,
    placed: bool,
    /// How well it could stand without an attack.
    otherwise: f32,
}

/// The most attacks that are prepared.
const ATTACKS: usize = 8;

impl Judge<'_> {
    /// Orders for every unit that had better move.
    pub(crate) fn orders(
        &self,
        st: &State,
        o: &mut Outlook,
        knobs: &Knobs,
        biases: &[(Hex, f32)],
        random: &mut Random,
    ) -> Vec<Order> {
        let mut scratch = st.clone();
        let mut movers = self.movers(st, o.side);
        let mut orders = Vec::with_capacity(movers.len());
        for unit in self.s.deployed(st, o.side) {
            if !movers.iter().any(|m| m.unit == unit) && !self.s.units[unit.index()].dummy() {
                self.fill(o, unit, st.hex(unit));
            }
        }
        self.relieve(&mut scratch, o, &mut movers, &mut orders);
        self.man(&mut scratch, o, knobs, &mut movers, &mut orders);
        if st.phase == Phase::Movement || st.phase == Phase::MobileMovement {
            for mover in &mut movers {
                mover.otherwise = self.best_score(st, o, mover, knobs);
            }
            self.prepare_attacks(&mut scratch, o, knobs, biases, &mut movers, &mut orders);
        }
        let mut rest: Vec<usize> = (0..movers.len()).filter(|&i| !movers[i].placed).collect();
        rest.sort_by_key(|&i| (o.front[st.hex(movers[i].unit).index()], movers[i].unit));
        for i in rest {
            let unit = movers[i].unit;
            let from = scratch.hex(unit);
            let to = self.best_hex(&scratch, o, unit, &movers[i].reach, knobs, random);
            if to != from {
                self.s.shift_to(&mut scratch, unit, to);
                orders.push(Order { unit, to });
            }
            if !self.s.units[unit.index()].dummy() {
                self.fill(o, unit, to);
            }
        }
        orders
    }

    pub(crate) fn movers(&self, st: &State, side: Side) -> Vec<Mover> {
        let mover = |(unit, reach)| Mover { unit, reach, placed: false, otherwise: 0.0 };
        self.reaches(st, side).into_iter().map(mover).collect()
    }

    /// The units that can move, and where to.
    pub(crate) fn reaches(&self, st: &State, side: Side) -> Vec<(UnitId, HexSet)> {
        let lines = Lines::new(self.s, st, side);
        let mut out = Vec::new();
        for unit in self.s.deployed(st, side) {
            if self.s.may_select(st, unit, &lines).is_err() {
                continue;
            }
            let mut reach = HexSet::default();
            let going = Moving { unit, spent: 0, exited: false };
            self.s.range(st, going, |range| range.hexes().for_each(|h| reach.set(h, true)));
            out.push((unit, reach));
        }
        out
    }

    /// Sends weak units to hexes that count, so that strong ones there are free to go.
    fn relieve(&self, st: &mut State, o: &mut Outlook, movers: &mut [Mover], orders: &mut Vec<Order>) {
        let attack = |st: &State, unit: UnitId| self.s.units[unit.index()].faces[st.step(unit) as usize][0];
        for key in self.m.keys.iter() {
            let hex = key;
            let guard = st.units_in(hex).next();
            let Some(guard) = guard.filter(|&g| attack(st, g) >= 4 && self.is_garrison(st, o, g)) else {
                continue;
            };
            let fits = |m: &&mut Mover| {
                let def = &self.s.units[m.unit.index()];
                !m.placed
                    && m.reach.has(key)
                    && m.unit != guard
                    && attack(st, m.unit) < attack(st, guard)
                    && !matches!(def.kind, Kind::Depot | Kind::Dummy | Kind::Hq | Kind::Engineer)
                    && !self.is_garrison(st, o, m.unit)
            };
            let Some(relief) = movers.iter_mut().filter(fits).min_by_key(|m| (attack(st, m.unit), m.unit))
            else {
                continue;
            };
            self.post(st, o, relief, hex, orders);
        }
    }

    /// Sends a unit to a hex where it is to stay.
    fn post(&self, st: &mut State, o: &mut Outlook, mover: &mut Mover, hex: Hex, orders: &mut Vec<Order>) {
        mover.placed = true;
        orders.push(Order { unit: mover.unit, to: hex });
        self.s.shift_to(st, mover.unit, hex);
        self.fill(o, mover.unit, hex);
    }

    /// Sends somebody to every post that stands empty: whoever gives up least. Sources of supply come first.
    fn man(
        &self,
        st: &mut State,
        o: &mut Outlook,
        knobs: &Knobs,
        movers: &mut [Mover],
        orders: &mut Vec<Order>,
    ) {
        let sources = self.s.sources[o.side.index()].iter().copied();
        let mut posts: Vec<Hex> = sources.chain(self.m.keys.iter()).collect();
        posts.retain(|&hex| st.vacant(hex) && self.is_duty(st, o, hex));
        posts.sort_by(|&a, &b| {
            let urgent = |h: Hex| self.s.sources[o.side.index()].contains(&h);
            let worth = |h: Hex| self.m.worth[h.index()];
            urgent(b).cmp(&urgent(a)).then(worth(b).total_cmp(&worth(a))).then(a.cmp(&b))
        });
        posts.dedup();
        for hex in posts {
            let mut best: Option<(f32, usize)> = None;
            for (i, mover) in movers.iter().enumerate() {
                let unit = mover.unit;
                let def = &self.s.units[unit.index()];
                if mover.placed
                    || !mover.reach.has(hex)
                    || def.dummy()
                    || matches!(def.kind, Kind::Depot | Kind::Hq)
                    || self.is_garrison(st, o, unit)
                {
                    continue;
                }
                let gives_up = self.stand_score(st, o, unit, st.hex(unit), knobs)
                    + 0.1 * f32::from(def.faces[st.step(unit) as usize][0]);
                if best.is_none_or(|b| gives_up < b.0) {
                    best = Some((gives_up, i));
                }
            }
            let Some((_, i)) = best else { continue };
            self.post(st, o, &mut movers[i], hex, orders);
        }
    }

    /// Whether a unit must stay where it is: alone on a hex that counts, with an enemy near.
    pub(crate) fn is_garrison(&self, st: &State, o: &Outlook, unit: UnitId) -> bool {
        let hex = st.hex(unit);
        self.is_duty(st, o, hex) && !st.units_in(hex).any(|u| u != unit && !self.s.units[u.index()].dummy())
    }

    /// How well a unit could stand if it took part in no attack.
    fn best_score(&self, st: &State, o: &Outlook, mover: &Mover, knobs: &Knobs) -> f32 {
        let unit = mover.unit;
        let here = self.stand_score(st, o, unit, st.hex(unit), knobs);
        if self.is_garrison(st, o, unit) {
            return here;
        }
        let open = |h: &Hex| self.s.may_stack(st, unit, *h) || self.s.may_exit(st, unit, *h);
        let hexes = mover.reach.iter().filter(open);
        hexes.map(|h| self.stand_score(st, o, unit, h, knobs)).fold(here, f32::max)
    }

    /// The best hex for a unit that takes part in no attack.
    fn best_hex(
        &self,
        st: &State,
        o: &Outlook,
        unit: UnitId,
        reach: &HexSet,
        knobs: &Knobs,
        random: &mut Random,
    ) -> Hex {
        let from = st.hex(unit);
        if self.is_garrison(st, o, unit) {
            return from;
        }
        let mut best =
            (self.stand_score(st, o, unit, from, knobs) + self.m.weights[o.side.index()].settle, from);
        for hex in reach.iter() {
            if hex == from || !self.s.may_stack(st, unit, hex) && !self.s.may_exit(st, unit, hex) {
                continue;
            }
            let score = self.stand_score(st, o, unit, hex, knobs) + knobs.jitter * random.unit();
            if score > best.0 {
                best = (score, hex);
            }
        }
        best.1
    }

    /// Chooses the attacks that promise most, one after the other, and moves the units for them.
    fn prepare_attacks(
        &self,
        st: &mut State,
        o: &mut Outlook,
        knobs: &Knobs,
        biases: &[(Hex, f32)],
        movers: &mut [Mover],
        orders: &mut Vec<Order>,
    ) {
        let targets = self.enemy_hexes(st, o.side);
        let mut done = HexSet::default();
        for _ in 0..ATTACKS {
            let mut best: Option<(f32, Hex, Vec<Hand>)> = None;
            for &target in targets.iter().filter(|&&t| !done.has(t)) {
                let Some((gain, hands)) = self.gather(st, o, knobs, movers, target) else { continue };
                let gain = gain + bias(biases, target);
                if best.as_ref().is_none_or(|b| gain > b.0) {
                    best = Some((gain, target, hands));
                }
            }
            let Some((gain, target, hands)) = best else { break };
            done.set(target, true);
            if gain < self.m.weights[o.side.index()].least {
                break;
            }
            for hand in hands {
                if let Some(mover) = movers.iter_mut().find(|m| m.unit == hand.unit) {
                    mover.placed = true;
                }
                if st.hex(hand.unit) != hand.from {
                    self.s.shift_to(st, hand.unit, hand.from);
                    orders.push(Order { unit: hand.unit, to: hand.from });
                }
                st.mark(hand.unit, flag::ATTACKED);
                self.fill(o, hand.unit, hand.from);
            }
        }
    }

    /// The hexes with enemies of a side.
    pub(crate) fn enemy_hexes(&self, st: &State, side: Side) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = Vec::new();
        for unit in self.s.deployed(st, side.other()) {
            let hex = st.hex(unit);
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        hexes
    }

    /// What each attack that units could move up for promises, as things stand.
    pub(crate) fn prospects(
        &self,
        st: &State,
        o: &Outlook,
        knobs: &Knobs,
        movers: &mut [Mover],
    ) -> Vec<(Hex, f32)> {
        for mover in movers.iter_mut() {
            mover.otherwise = self.best_score(st, o, mover, knobs);
        }
        let gain = |target| Some((target, self.gather(st, o, knobs, movers, target)?.0));
        self.enemy_hexes(st, o.side).into_iter().filter_map(gain).collect()
    }

    /// The units that could attack a hex together, each with the hex it would do so from, and the gain.
    fn gather(
        &self,
        st: &State,
        o: &Outlook,
        knobs: &Knobs,
        movers: &[Mover],
        target: Hex,
    ) -> Option<(f32, Vec<Hand>)> {
        let mut hands: Vec<Hand> = Vec::new();
        let mut candidates: Vec<(u8, usize)> = Vec::new();
        let near = &self.s.ground.near[target.index()];
        for (i, mover) in movers.iter().enumerate() {
            let def = &self.s.units[mover.unit.index()];
            let attack = def.faces[st.step(mover.unit) as usize][0];
            let idle = mover.placed || st.has(mover.unit, flag::ATTACKED);
            if idle || attack == 0 || matches!(def.kind, Kind::Depot | Kind::Dummy) {
                continue;
            }
            if near.iter().any(|&n| n != NOWHERE && mover.reach.has(n)) {
                candidates.push((attack, i));
            }
        }
        self.add_standing(st, movers, target, &mut hands);
        candidates.sort_by_key(|&(attack, i)| std::cmp::Reverse((attack, i)));
        let mut taken: Vec<(Hex, bool)> = Vec::new();
        for (_, i) in candidates {
            let unit = movers[i].unit;
            let garrison = self.is_garrison(st, o, unit);
            let mut best: Option<(f32, Hex)> = None;
            for &n in near.iter().filter(|&&n| n != NOWHERE && movers[i].reach.has(n)) {
                if garrison && n != st.hex(unit) || !self.room(st, unit, n, &taken) {
                    continue;
                }
                let dry = self.s.unbridged(st, n, target).is_some_and(|(unbridged, _)| !unbridged);
                let score = self.stand_score(st, o, unit, n, knobs) + if dry { 0.4 } else { 0.0 };
                if best.is_none_or(|b| score > b.0) {
                    best = Some((score, n));
                }
            }
            if let Some((_, n)) = best {
                taken.push((n, !self.s.units[unit.index()].small()));
                let strength = self.s.attack_strength(st, unit, !self.fed(o, n), false);
                hands.push(Hand { unit, from: n, strength, price: 0.0 });
            }
        }
        if hands.is_empty() {
            return None;
        }
        // What each gives up for standing there instead of where it would stand best.
        for hand in &mut hands {
            if let Some(mover) = movers.iter().find(|m| m.unit == hand.unit) {
                let there = self.stand_score(st, o, hand.unit, hand.from, knobs);
                hand.price = (mover.otherwise - there).max(0.0);
            }
        }
        let attack: Attack = self.best_attack(st, target, &mut hands, o.side, knobs);
        hands.retain(|h| attack.units.has(h.unit));
        Some((attack.gain, hands))
    }

    /// Units next to the target that cannot move but can attack.
    fn add_standing(&self, st: &State, movers: &[Mover], target: Hex, hands: &mut Vec<Hand>) {
        for n in self.s.ground.neighbours(target) {
            for unit in st.units_in(n) {
                let def = &self.s.units[unit.index()];
                let attack = def.faces[st.step(unit) as usize][0];
                if def.side != st.player
                    || attack == 0
                    || st.has(unit, flag::ATTACKED | flag::ADVANCED | flag::RETREATED)
                    || matches!(def.kind, Kind::Depot | Kind::Dummy)
                    || movers.iter().any(|m| m.unit == unit)
                    || st.phase == Phase::MobileMovement && !def.mobile
                {
                    continue;
                }
                hands.push(Hand { unit, from: n, strength: i32::from(attack), price: 0.0 });
            }
        }
    }

    /// Whether a unit finds room in a hex beside those already there and those told to go there.
    fn room(&self, st: &State, unit: UnitId, hex: Hex, taken: &[(Hex, bool)]) -> bool {
        let large = !self.s.units[unit.index()].small();
        let (mut count, mut heavy) = (0, usize::from(large));
        for other in st.units_in(hex).filter(|&u| u != unit) {
            count += 1;
            heavy += usize::from(!self.s.units[other.index()].small());
        }
        for &(_, big) in taken.iter().filter(|t| t.0 == hex) {
            count += 1;
            heavy += usize::from(big);
        }
        count < 2 && heavy <= 1
    }
}
