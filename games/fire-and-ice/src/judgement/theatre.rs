//! The theatre as a side sees it: what is to be taken, what is to be kept, and how far it is from everywhere.

use super::weights::Weights;
use crate::field::Field;
use crate::game::FireAndIce;
use crate::ground::{Ground, PROHIBITED};
use crate::state::{Commander, HEXES, HexBits, Objective, State, UN, other};
use board::{Direction, HexId, MoveRules, Scratch};
use std::cell::RefCell;

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::default());
}

/// An objective marker that nobody has seen, on the average.
const HIDDEN: f32 = 2.7;
/// Half points beyond which nothing draws a unit.
const FARTHEST: u16 = 240;
/// What a way through an enemy unit costs more.
const THROUGH: u16 = 4;

/// A place worth a unit, and how much.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) hex: HexId,
    /// To one more unit, and to the one that holds it.
    pub(crate) worth: f32,
    pub(crate) full: f32,
    /// It is the enemy's and to be taken, not ours and to be kept.
    pub(crate) taken: bool,
}

/// What draws the units of a side, hex by hex.
#[derive(Debug)]
pub(crate) struct Pull {
    cost: Box<[u16; HEXES]>,
    best: f32,
    advance: f32,
}

impl Pull {
    /// The worth of the best place as seen from a hex.
    pub(crate) fn at(&self, hex: HexId) -> f32 {
        self.best - self.advance * f32::from(self.cost[hex.index()])
    }
}

/// How a way to a place is measured: enemies slow it down and do not bar it.
struct Approach<'a> {
    ground: &'a Ground,
    field: &'a Field,
    side: u8,
}

impl MoveRules for Approach<'_> {
    const LEAST_STEP: u16 = 1;
    fn cost(&self, from: HexId, direction: Direction, to: HexId) -> Option<u16> {
        let step = self.ground.step(to, direction.opposite(), false);
        if step == PROHIBITED || !self.ground.open(self.side, to) {
            return None;
        }
        let zone = if self.field.enemy_zone(self.side, from) { 2 } else { 0 };
        let through = if self.field.enemy(self.side, from) { THROUGH } else { 0 };
        Some(u16::from(step) + zone + through)
    }
}

fn hexes(set: &HexBits) -> Vec<HexId> {
    set.iter().map(|i| HexId(i as u16)).collect()
}

/// What is looked at once for all places.
pub(crate) struct Survey<'a> {
    game: &'a FireAndIce,
    state: &'a State,
    side: u8,
    weights: &'a Weights,
    friends: Vec<HexId>,
    enemies: Vec<HexId>,
}

impl<'a> Survey<'a> {
    pub(crate) fn new(game: &'a FireAndIce, state: &'a State, side: u8) -> Self {
        let field = &state.field;
        let friends = hexes(&field.units[usize::from(side)]);
        let enemies = hexes(&field.units[usize::from(other(side))]);
        Self { game, state, side, weights: game.weights(state, side), friends, enemies }
    }

    fn around(&self, of: &[HexId], hex: HexId, reach: u32) -> f32 {
        let ground = self.game.ground(self.state);
        of.iter().filter(|&&h| ground.distance(h, hex) <= reach).count() as f32
    }

    fn nearest(&self, of: &[HexId], hex: HexId) -> f32 {
        let ground = self.game.ground(self.state);
        of.iter().map(|&h| ground.distance(h, hex)).min().map_or(40.0, |d| d as f32)
    }

    /// 14.4 What a point is worth to a side.
    fn point(&self, side: u8) -> f32 {
        if side == UN && self.state.commander == Commander::MacArthur { 2.0 } else { 1.0 }
    }

    /// All places that draw units, with what they are worth now that friends are near them.
    pub(crate) fn places(&self) -> Vec<Place> {
        let Weights { goal, keep, .. } = *self.weights;
        let mut out = Vec::new();
        for marker in self.state.objectives.iter() {
            out.push(self.marked(marker));
            self.in_the_way(marker, &mut out);
        }
        let ground = self.game.ground(self.state);
        let ports = ground.port.iter().filter(|&p| !ground.city.has(p));
        for index in ground.city.iter().chain(ports) {
            let hex = HexId(index as u16);
            out.push(self.city(hex));
        }
        self.on_the_road(&mut out);
        for place in &mut out {
            place.full = place.worth * if place.taken { goal } else { keep };
            place.worth = place.full * self.wanting(place);
        }
        out.retain(|p| p.full > 0.02);
        out
    }

    /// 12.1.3 A marker: an own one is to be revealed and rid of enemies, one of the enemy's to be taken away or kept in reach.
    fn marked(&self, marker: &Objective) -> Place {
        let value = if marker.value == 0 { HIDDEN } else { f32::from(marker.value) };
        let value = value * self.point(marker.side);
        let hex = marker.hex;
        if marker.side == self.side {
            let clear = self.nearest(&self.enemies, hex) > 3.0;
            let worth = match (marker.value > 0, clear) {
                (true, true) => 0.0,
                (true, false) => 0.7,
                (false, _) => 0.8,
            };
            return Place { hex, worth: worth * value, full: 0.0, taken: true };
        }
        let threat = self.nearest(&self.enemies, hex);
        let urgent = if marker.value > 0 { 1.0 } else { 0.6 };
        let near = 1.0 / (1.0 + self.weights.rear * (threat - 4.0).max(0.0));
        Place {
            hex,
            worth: urgent * near * value,
            full: 0.0,
            taken: self.game.controller(self.state, hex) != self.side,
        }
    }

    /// 12.1.3 The enemies that keep a revealed marker of ours from being claimed.
    fn in_the_way(&self, marker: &Objective, out: &mut Vec<Place>) {
        if marker.side != self.side || marker.value == 0 {
            return;
        }
        let ground = self.game.ground(self.state);
        let near = |h: &&HexId| ground.distance(**h, marker.hex) <= self.game.data.numbers.objective_reach;
        let barring: Vec<HexId> = self.enemies.iter().filter(near).copied().collect();
        let each = f32::from(marker.value) * self.point(self.side) / barring.len().max(1) as f32;
        out.extend(barring.into_iter().map(|hex| Place { hex, worth: each, full: 0.0, taken: true }));
    }

    /// 14.5 The enemies beside the roads that are open to us, while pieces of ours have no line: they are in its way.
    fn on_the_road(&self, out: &mut Vec<Place>) {
        let (game, state) = (self.game, self.state);
        let lines = game.lines(state, self.side);
        let cut = game.pieces_of(self.side).filter(|id| !lines.pieces.has(id.index()));
        let cut = cut.filter(|id| state.hex_of(*id).is_some()).count();
        if cut < 2 {
            return;
        }
        let near = game.ground(state).within(&lines.net, 2);
        let barring: Vec<HexId> = self.enemies.iter().filter(|h| near.has(h.index())).copied().collect();
        let each = self.weights.road * cut as f32 / barring.len().max(1) as f32;
        out.extend(barring.into_iter().map(|hex| Place { hex, worth: each, full: 0.0, taken: true }));
    }

    /// A city or port: the enemy's draws by itself, an own one as far as it is in danger.
    fn city(&self, hex: HexId) -> Place {
        let (game, state) = (self.game, self.state);
        let ground = game.ground(state);
        let rules = &game.scenario_of(state).rules;
        let mut worth = 0.5;
        if ground.seoul.contains(&hex) || ground.pyongyang.contains(&hex) {
            worth += 0.4;
        }
        if ground.boxes.contains(&hex) {
            worth += 0.5;
        }
        if rules.pyongyang && !state.pyongyang && ground.pyongyang.contains(&hex) {
            worth += f32::from(game.data.numbers.pyongyang) / 2.0 * self.point(UN);
        }
        let city = game.data.perimeter.iter().position(|&c| c == hex);
        if rules.perimeter_cities && city.is_some_and(|c| state.perimeter >> c & 1 == 0) {
            worth += f32::from(game.data.numbers.perimeter_city);
        }
        if game.controller(state, hex) != self.side {
            return Place { hex, worth, full: 0.0, taken: true };
        }
        // 13.1 The last port is the war.
        let last = self.side == UN
            && ground.boxes.contains(&hex)
            && ground.boxes.iter().filter(|&&b| game.controller(state, b) == UN).count() == 1;
        let threat = self.nearest(&self.enemies, hex);
        let near = 1.0 / (1.0 + 0.3 * (threat - 3.0).max(0.0));
        let worth = if last { worth + 6.0 } else { worth };
        // A port is a source of supply: it has a garrison wherever the enemy is.
        let source = self.side == UN && ground.boxes.contains(&hex);
        let near = if source { near.max(self.weights.garrison) } else { near };
        Place { hex, worth: worth * near, full: 0.0, taken: false }
    }

    /// Friends at a place or on their way there: those a march off count in part, so that an army does not crowd one place.
    fn on_hand(&self, hex: HexId) -> f32 {
        let ground = self.game.ground(self.state);
        let count = |&h: &HexId| match ground.distance(h, hex) {
            0 | 1 => 1.0,
            2 | 3 => self.weights.crowd,
            4 | 5 => self.weights.crowd / 2.0,
            _ => 0.0,
        };
        self.friends.iter().map(count).sum()
    }

    /// The share of a place's worth that one more unit has: a place wants as many as the enemies there, and one more.
    fn wanting(&self, place: &Place) -> f32 {
        let against = self.around(&self.enemies, place.hex, 2);
        let there = self.on_hand(place.hex);
        let wanted = if place.taken { 1.0 + 1.5 * against } else { 1.0 + against };
        ((wanted - there) / wanted).clamp(0.12, 1.0)
    }
}

/// The places as a field over the map: one search from all of them.
pub(crate) fn pull(game: &FireAndIce, state: &State, side: u8, places: &[Place], advance: f32) -> Pull {
    let ground = game.ground(state);
    let best = places.iter().map(|p| p.worth).fold(0.0, f32::max);
    let start = |p: &Place| (p.hex, ((best - p.worth) / advance).min(f32::from(FARTHEST)) as u16);
    let mut starts: Vec<(HexId, u16)> = places.iter().map(start).collect();
    starts.sort_by_key(|s| s.1);
    let mut cost = Box::new([FARTHEST; HEXES]);
    let approach = Approach { ground, field: &state.field, side };
    SCRATCH.with_borrow_mut(|scratch| {
        let reach = scratch.range_from(ground.map.grid(), &starts, FARTHEST, &approach);
        for (index, cost) in cost.iter_mut().enumerate() {
            *cost = reach.cost(HexId(index as u16)).unwrap_or(FARTHEST);
        }
    });
    Pull { cost, best, advance }
}
