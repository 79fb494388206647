//! How the map looks to one side at the start of a phase: threats, ways to bar, distances, supply.

use super::mind::{FAR, spread};
use super::odds::Stakes;
use super::{Judge, Knobs};
use crate::data::{Entry, Kind};
use crate::state::{DUE, HEXES, Hex, HexSet, NOWHERE, RED, Side, State, UN, UnitId, WAITING};

/// The map in the eyes of one side.
#[derive(Clone)]
pub(crate) struct Outlook {
    pub(crate) side: Side,
    /// Enemy attack strength that could bear on a hex next turn.
    pub(crate) threat: [f32; HEXES],
    /// How much a hex wants a unit to bar the enemy's way.
    pub(crate) need: [f32; HEXES],
    /// Half movement points to where this side wants to be.
    pub(crate) field: Vec<u16>,
    /// Hexes to the nearest enemy.
    pub(crate) front: [u8; HEXES],
    /// Hexes joined to a source of supply.
    pub(crate) lit: HexSet,
    /// Where this side's reinforcements come in next.
    pub(crate) doors: HexSet,
}

/// How many hexes ahead of a driving unit its way is barred.
const GATES: usize = 4;

impl Judge<'_> {
    pub(crate) fn outlook(&self, st: &State, side: Side, knobs: &Knobs) -> Outlook {
        let lit = self.lit(st, side);
        let mut o = Outlook {
            side,
            threat: [0.0; HEXES],
            need: [0.0; HEXES],
            field: Vec::new(),
            front: [u8::MAX; HEXES],
            lit,
            doors: self.doors(st, side),
        };
        self.measure_front(st, &mut o);
        self.measure_threat(st, &mut o);
        self.measure_keys(st, &mut o);
        if side == self.m.driver {
            o.field = self.goal_field(st, side, Some(knobs));
        } else {
            let theirs = self.goal_field(st, side.other(), None);
            self.measure_gates(st, &theirs, &mut o);
            o.field = self.gate_field(&o);
        }
        o
    }

    fn measure_front(&self, st: &State, o: &mut Outlook) {
        let mut queue = [Hex(0); HEXES];
        let (mut head, mut tail) = (0, 0);
        for unit in self.s.deployed(st, o.side.other()) {
            let hex = st.hex(unit);
            if o.front[hex.index()] != 0 {
                o.front[hex.index()] = 0;
                queue[tail] = hex;
                tail += 1;
            }
        }
        while head < tail {
            let hex = queue[head];
            head += 1;
            let next = o.front[hex.index()].saturating_add(1);
            for &n in &self.s.ground.near[hex.index()] {
                if n != NOWHERE && o.front[n.index()] == u8::MAX {
                    o.front[n.index()] = next;
                    queue[tail] = n;
                    tail += 1;
                }
            }
        }
    }

    fn measure_threat(&self, st: &State, o: &mut Outlook) {
        for unit in self.s.deployed(st, o.side.other()) {
            let [attack, _, pace] = self.s.units[unit.index()].faces[st.step(unit) as usize];
            if attack == 0 {
                continue;
            }
            let reach = if pace >= 6 { 5 } else { 3 };
            let hex = st.hex(unit).index();
            for &(h, d) in &self.m.rings[hex] {
                if d > reach {
                    break;
                }
                let share = if d <= 2 { 1.0 } else { 0.5 };
                o.threat[h.index()] += share * f32::from(attack);
            }
        }
    }

    /// Hexes that count and are ours want a unit when an enemy is near.
    fn measure_keys(&self, st: &State, o: &mut Outlook) {
        for key in self.m.keys.iter() {
            let enemy_worth = self.m.worth[key.index()].max(1.0);
            let near = o.front[key.index()];
            if self.s.holds(st, o.side, key) && near <= 6 {
                o.need[key.index()] += 0.12 * enemy_worth * f32::from(7 - near) / 3.0;
            }
        }
    }

    /// Half movement points to the goals that are still to be taken.
    pub(crate) fn goal_field(&self, st: &State, side: Side, knobs: Option<&Knobs>) -> Vec<u16> {
        let mut field = vec![FAR; self.s.ground.hexes];
        let mut open = 0;
        for (i, goal) in self.m.goals[side.index()].iter().enumerate() {
            let done = self.s.holds(st, side, goal.hex) && self.s.exit.is_none();
            if done || st.turn > goal.until {
                continue;
            }
            open += 1;
            let shift = goal.later + knobs.map_or(0, |k| k.detour[i % k.detour.len()]);
            for (f, &far) in field.iter_mut().zip(&goal.far) {
                *f = (*f).min(far.saturating_add(shift));
            }
        }
        if open == 0 {
            for goal in &self.m.goals[side.index()] {
                for (f, &far) in field.iter_mut().zip(&goal.far) {
                    *f = (*f).min(far);
                }
            }
        }
        field
    }

    /// Follows each driving unit's way to its goal and marks the hexes on it.
    fn measure_gates(&self, st: &State, theirs: &[u16], o: &mut Outlook) {
        for unit in self.s.deployed(st, o.side.other()) {
            let def = &self.s.units[unit.index()];
            let [attack, defence, _] = def.faces[st.step(unit) as usize];
            if def.dummy() || def.kind == Kind::Depot {
                continue;
            }
            let force =
                if self.s.exit.is_some() { self.value(st, unit) } else { f32::from(attack.max(defence / 2)) };
            let mut at = st.hex(unit);
            let near = 24.0 / (12.0 + f32::from(theirs[at.index()].min(200)) / 2.0);
            let mut weight = 0.06 * force * near;
            for _ in 0..GATES {
                let next = self.s.ground.neighbours(at).filter(|&n| self.s.ground.land[n.index()]);
                let Some(next) = next.min_by_key(|&n| theirs[n.index()]) else { break };
                if theirs[next.index()] >= theirs[at.index()] {
                    break;
                }
                at = next;
                o.need[at.index()] += weight;
                weight *= 0.75;
            }
        }
    }

    fn gate_field(&self, o: &Outlook) -> Vec<u16> {
        let mut field = vec![FAR; self.s.ground.hexes];
        let most = o.need.iter().copied().fold(0.0f32, f32::max);
        if most <= 0.0 {
            field.fill(0);
            return field;
        }
        let mut sources = Vec::with_capacity(64);
        for (h, &need) in o.need[..self.s.ground.hexes].iter().enumerate() {
            if need > 0.1 * most {
                sources.push((Hex(h as u16), (12.0 * (1.0 - need / most)) as u16));
            }
        }
        spread(self.s, &sources, &mut field);
        field
    }

    /// Whether a unit of this side would be in supply in a hex.
    pub(crate) fn fed(&self, o: &Outlook, hex: Hex) -> bool {
        self.fed_by(o.side, &o.lit, hex)
    }

    /// The same for the hexes that supply reaches.
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
        let mut lit = HexSet::default();
        crate::data::Scenario::lines(&self.s.supply(st, side)).for_each(|h| lit.set(h, true));
        lit
    }

    /// The loss to expect when the enemy attacks a unit in a hex.
    pub(crate) fn danger(&self, st: &State, o: &Outlook, unit: UnitId, hex: Hex) -> f32 {
        let threat = o.threat[hex.index()];
        if threat <= 0.0 {
            return 0.0;
        }
        let w = &self.m.weights[o.side.index()];
        let mut defence = self.s.defence_strength(st, unit);
        let mut all = self.value(st, unit);
        let mut step = self.step_value(st, unit);
        for other in st.units_in(hex).filter(|&u| u != unit) {
            defence += self.s.defence_strength(st, other);
            all += 0.5 * self.value(st, other);
            step = step.min(self.step_value(st, other));
        }
        let stakes = Stakes {
            attackers: 2.0,
            attacker_step: 0.8,
            attacker_retreat: 0.2,
            defenders: all,
            defender_step: step,
            defender_retreat: if self.hemmed(st, o, hex) { all } else { 0.3 },
            ground: 0.1 + 0.5 * self.m.worth[hex.index()],
            last_step: false,
        };
        let line = self.shelter(o, hex);
        let differential = threat * w.focus - defence as f32;
        self.mean_at(line, differential.clamp(-12.0, 14.0), &stakes).max(0.0)
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

    /// Whether a retreat from a hex would find enemy zones all around.
    pub(crate) fn hemmed(&self, st: &State, o: &Outlook, hex: Hex) -> bool {
        !self.can_flee(st, hex, o.side)
    }

    /// What barring the way from a hex is worth.
    pub(crate) fn cover(&self, o: &Outlook, unit: UnitId, hex: Hex) -> f32 {
        let mut sum = o.need[hex.index()];
        if !self.s.units[unit.index()].zoc {
            return 0.6 * sum;
        }
        for &n in &self.s.ground.near[hex.index()] {
            if n != NOWHERE {
                sum += 0.5 * o.need[n.index()];
            }
        }
        sum
    }

    /// A unit bars the way from a hex: less is wanted there.
    pub(crate) fn fill(&self, o: &mut Outlook, unit: UnitId, hex: Hex) {
        o.need[hex.index()] *= 0.2;
        if self.s.units[unit.index()].zoc {
            for &n in &self.s.ground.near[hex.index()] {
                if n != NOWHERE {
                    o.need[n.index()] *= 0.5;
                }
            }
        }
    }

    /// How well a unit stands in a hex.
    pub(crate) fn stand_score(&self, st: &State, o: &Outlook, unit: UnitId, hex: Hex, knobs: &Knobs) -> f32 {
        let w = &self.m.weights[o.side.index()];
        let def = &self.s.units[unit.index()];
        let h = hex.index();
        let far = f32::from(o.field[h].min(FAR)) / 2.0;
        let mut score = 0.0;
        let post = matches!(def.kind, Kind::Hq | Kind::Depot | Kind::Engineer);
        let pulled = if post && self.s.exit.is_none() { 0.35 } else { 1.0 };
        score -= w.advance * knobs.advance * pulled * far;
        if post || def.kind == Kind::Cadre {
            let company = self.company(st, unit, hex);
            score += 0.5 * w.rear * company;
            let near = o.front[h];
            if near < 3 {
                score -= w.rear * f32::from(3 - near) * (1.3 - company);
            }
        } else {
            score += w.cover * knobs.cover * self.cover(o, unit, hex);
        }
        score -= w.danger * knobs.danger * self.danger(st, o, unit, hex);
        if !self.fed(o, hex) {
            score -= w.unsupplied;
        }
        if o.front[h] <= 1 {
            if self.hemmed(st, o, hex) {
                score -= w.trap;
            }
            if st.step(unit) > 0 && self.s.rebuilding && !def.usmc {
                score -= w.contact;
            }
        }
        if o.doors.has(hex) {
            score -= w.door;
        }
        score + self.key_score(st, o, unit, hex)
    }

    /// The hexes where units of a side are to come in this turn or the next.
    fn doors(&self, st: &State, side: Side) -> HexSet {
        let mut doors = HexSet::default();
        for unit in self.s.ids().filter(|&u| self.s.side(u) == side) {
            let soon = self.s.arrival_turn(st, unit).is_some_and(|turn| turn <= st.turn + 1);
            if soon
                && matches!(st.at[unit.index()], WAITING | DUE)
                && let Some(Entry::At(hexes) | Entry::Placed(hexes)) = self.s.arrival(unit).map(|a| &a.entry)
            {
                hexes.iter().for_each(|&h| doors.set(h, true));
            }
        }
        doors
    }

    /// Whether a hex must be manned before anything else is thought of: a hex that counts and is held, or one of a few
    /// sources of supply, with an enemy near enough.
    pub(crate) fn is_duty(&self, st: &State, o: &Outlook, hex: Hex) -> bool {
        let near = f32::from(o.front[hex.index()]) <= self.m.weights[o.side.index()].watch;
        let key = || self.m.keys.has(hex) && self.s.holds(st, o.side, hex);
        near && (key() || self.is_lifeline(st, o, hex))
    }

    /// Whether a hex is one of at most two sources that still feed a side.
    fn is_lifeline(&self, st: &State, o: &Outlook, hex: Hex) -> bool {
        let sources = &self.s.sources[o.side.index()];
        let live = |h: &Hex| !self.s.enemy_in(st, o.side, *h) && o.lit.has(*h);
        sources.contains(&hex) && live(&hex) && sources.iter().filter(|h| live(h)).count() <= 2
    }

    /// How well a weak unit is guarded: with a fighting friend in its hex, or next to one.
    fn company(&self, st: &State, unit: UnitId, hex: Hex) -> f32 {
        let fights = |u: UnitId| {
            u != unit
                && self.s.side(u) == self.s.side(unit)
                && self.s.units[u.index()].faces[st.step(u) as usize][0] > 1
        };
        if st.units_in(hex).any(fights) {
            return 1.0;
        }
        let beside = self.s.ground.neighbours(hex).filter(|&n| st.units_in(n).any(fights)).count();
        0.25 * beside.min(2) as f32
    }

    /// Standing on a hex that counts: to take it, or to keep it.
    fn key_score(&self, st: &State, o: &Outlook, unit: UnitId, hex: Hex) -> f32 {
        let w = &self.m.weights[o.side.index()];
        let h = hex.index();
        if let Some((exit, turn)) = self.s.exit {
            let leaves = o.side == UN && hex == exit && st.turn >= turn;
            return if leaves { 6.0 } else { 0.0 };
        }
        if !self.m.keys.has(hex) || self.s.units[unit.index()].dummy() {
            return 0.0;
        }
        let worth = self.m.worth[h].max(1.0);
        if !self.s.holds(st, o.side, hex) {
            return if st.hidden(unit) { 0.2 } else { w.key * worth };
        }
        let alone = st.units_in(hex).all(|u| u == unit);
        if alone && f32::from(o.front[h]) <= w.watch { w.hold + 0.1 * worth } else { 0.0 }
    }
}
