//! The map in one side's eyes: how far every hex is from where the side wants to be.

use super::campaign::{Stage, is_trapped};
use crate::data::Kind;
use crate::game::{Chosin, enemy};
use crate::state::{COM, HexBits, State, UN, UnitId};
use board::HexId;

/// Distances, in steps of about a day's fraction, that pull units.
#[derive(Debug)]
pub(crate) struct Outlook {
    /// Steps to the nearest goal: ports for the UN, UN troops and unheld towns for the Communists.
    pub(crate) goal: Vec<u16>,
    /// Steps to the nearest enemy.
    pub(crate) enemy: Vec<u16>,
    /// Steps to the south edge, for the Communists.
    south: Vec<u16>,
    /// Hexes within reach of a headquarters in touch.
    pub(crate) fed: HexBits,
    /// Hexes in which a headquarters of a radius is in touch with the sources.
    touch: Vec<(u8, HexBits)>,
    /// Columns that support would bring a UN attack on each hex of the Communists.
    support: Vec<(HexId, i8)>,
    pub(crate) stage: Stage,
}

/// Steps from one of some hexes over land, roads counting half: breadth first over two layers.
pub(crate) fn spread(
    game: &Chosin,
    from: impl Iterator<Item = HexId>,
    closed: impl Fn(HexId) -> bool,
) -> Vec<u16> {
    let mut cost = vec![u16::MAX; game.data.ground.len()];
    let mut rings: Vec<Vec<HexId>> = vec![Vec::new()];
    for hex in from {
        cost[hex.index()] = 0;
        rings[0].push(hex);
    }
    let mut at = 0;
    while at < rings.len() {
        let ring = std::mem::take(&mut rings[at]);
        for hex in ring {
            if usize::from(cost[hex.index()]) != at {
                continue;
            }
            for edge in game.data.ground.edges[hex.index()].iter().filter(|e| e.open) {
                let step = if edge.road { 1 } else { 3 };
                let next = at + step;
                if !closed(edge.to) && next < usize::from(cost[edge.to.index()]) {
                    cost[edge.to.index()] = next as u16;
                    if rings.len() <= next {
                        rings.resize(next + 1, Vec::new());
                    }
                    rings[next].push(edge.to);
                }
            }
        }
        at += 1;
    }
    cost
}

/// How far a unit is from the nearest port as the crow flies.
pub(crate) fn port_distance(game: &Chosin, state: &State, unit: UnitId) -> u8 {
    let ports = crate::event::hexes(&game.data.ground.port).filter(|p| game.port_open(state, *p));
    ports.map(|p| game.data.ground.distance(p, state.field.at(unit))).min().unwrap_or(60)
}

impl Outlook {
    pub(crate) fn new(game: &Chosin, state: &State, side: u8) -> Self {
        let foe = enemy(side);
        let foes = crate::event::hexes(&state.field.held[foe as usize]);
        let enemy = spread(game, foes, |_| false);
        let stage = Stage::of(game, state, side);
        let goal = if side == UN { un_goal(game, state) } else { com_goal(game, state, stage) };
        let edge = crate::event::hexes(&game.data.ground.south);
        let south = if side == COM { spread(game, edge, |h| state.field.holds(UN, h)) } else { Vec::new() };
        let supply = game.data.supply(state, side);
        let mut touch: Vec<(u8, HexBits)> = Vec::new();
        for unit in game.on_map(state, side).filter(|u| game.data.quick(*u).kind == Kind::Hq) {
            let radius = game.data.radius(state, unit);
            if touch.iter().all(|t| t.0 != radius) {
                touch.push((radius, game.data.in_touch(state, &supply, radius)));
            }
        }
        let mut support = Vec::new();
        if side == UN && game.weights_of(state, UN).hunt > 0.0 {
            let held = crate::event::hexes(&state.field.held[COM as usize]);
            support.extend(held.map(|h| (h, game.likely_support(state, UN, h))));
        }
        Self { goal, enemy, south, fed: supply.reach[0], touch, support, stage }
    }
    pub(crate) fn support(&self, hex: HexId) -> i8 {
        self.support.binary_search_by_key(&hex, |s| s.0).map_or(0, |i| self.support[i].1)
    }
    /// Whether a headquarters of a radius would be in touch in a hex.
    pub(crate) fn in_touch(&self, radius: u8, hex: HexId) -> bool {
        self.touch.iter().any(|(r, hexes)| *r == radius && hexes.has(hex.index()))
    }
    pub(crate) fn south(&self, hex: HexId) -> u16 {
        self.south.get(hex.index()).map_or(400, |s| (*s).min(400))
    }
    pub(crate) fn goal(&self, hex: HexId) -> f32 {
        f32::from(self.goal[hex.index()].min(200))
    }
    pub(crate) fn enemy(&self, hex: HexId) -> f32 {
        f32::from(self.enemy[hex.index()].min(200))
    }
}

/// The UN falls back on its ports; roads held by the enemy are closed.
fn un_goal(game: &Chosin, state: &State) -> Vec<u16> {
    let ports = crate::event::hexes(&game.data.ground.port).filter(|p| game.port_open(state, *p));
    spread(game, ports, |h| state.field.holds(COM, h))
}

/// The Communists go for the troops in the trap, then for all they can still catch and the cities, at last for every town.
fn com_goal(game: &Chosin, state: &State, stage: Stage) -> Vec<u16> {
    let trapped = |h: &HexId| state.field.units_in(*h).any(|u| is_trapped(game, state, u));
    let troops = crate::event::hexes(&state.field.held[UN as usize]);
    let troops = troops.filter(|h| stage == Stage::Pursue || stage == Stage::Ring && trapped(h));
    let places = game.data.schedule.end_control.iter();
    let wanted = places.filter(|(h, points)| {
        let dear = *points > 2 && stage == Stage::Pursue;
        !state.field.holds(COM, *h) && (stage == Stage::Race || dear)
    });
    spread(game, troops.chain(wanted.map(|(h, _)| *h)), |_| false)
}
