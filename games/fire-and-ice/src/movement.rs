//! 4: what a step costs, how far pieces get, how far headquarters reach.

use crate::field::Field;
use crate::game::FireAndIce;
use crate::ground::{Ground, PROHIBITED};
use crate::state::{COM, HexBits, PIECES, PieceId, Spot, State, UN};
use board::{Direction, HexId, MoveRules, Reach, Scratch};
use std::cell::RefCell;

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::default());
}

/// Out of reach.
pub(crate) const FAR: u16 = u16::MAX;

/// Limits by row number (4.6, 4.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    /// The foremost row that may be entered.
    pub(crate) enter: Option<i16>,
    /// The foremost row in which the move may end.
    pub(crate) end: Option<i16>,
    /// Only steps to the rear.
    pub(crate) rear: bool,
}

impl Rows {
    /// Whether a row lies in front of a limit.
    fn before(side: u8, row: i16, limit: Option<i16>) -> bool {
        limit.is_some_and(|limit| if side == UN { row < limit } else { row > limit })
    }
}

/// How a piece of a side may move over the map (4.1).
pub(crate) struct Walk<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) state: &'a State,
    pub(crate) field: &'a Field,
    pub(crate) side: u8,
    /// Traced from the goal back to the pieces: costs are those of moving towards the goal.
    pub(crate) reverse: bool,
    /// May not enter enemy zones (4.7).
    pub(crate) no_zone: bool,
    /// Hexes that may not be entered (4.8).
    pub(crate) barred: Option<&'a HexBits>,
    pub(crate) rows: Rows,
    /// Hexes in which a move may not end.
    pub(crate) no_end: Option<&'a HexBits>,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(game: &'a FireAndIce, state: &'a State, field: &'a Field, side: u8) -> Self {
        Self {
            ground: game.ground(state),
            state,
            field,
            side,
            reverse: false,
            no_zone: false,
            barred: None,
            rows: Rows::default(),
            no_end: None,
        }
    }
    pub(crate) fn back(self) -> Self {
        Self { reverse: true, ..self }
    }
    /// 4.1 The cost of the enemy zone on a hex.
    #[inline]
    fn zone_cost(&self, hex: HexId) -> u16 {
        if self.field.enemy_zone(self.side, hex) { self.ground.enemy_zone.into() } else { 0 }
    }
}

impl MoveRules for Walk<'_> {
    const LEAST_STEP: u16 = 1;

    /// 4.1 Terrain, roads, rivers and enemy zones in one number. [rule: fi 4.1-cost, fi 4.1-zone]
    #[inline]
    fn cost(&self, from: HexId, direction: Direction, to: HexId) -> Option<u16> {
        if !self.ground.open(self.side, to) || self.field.enemy(self.side, to) {
            return None;
        }
        let (a, way, b) = if self.reverse { (to, direction.opposite(), from) } else { (from, direction, to) };
        let plain = !self.state.struck.is_empty() && (self.state.is_struck(a) || self.state.is_struck(b));
        let step = self.ground.step(a, way, plain);
        if step == PROHIBITED || (self.no_zone && self.field.enemy_zone(self.side, to)) {
            return None;
        }
        if self.barred.is_some_and(|b| b.has(to.index()))
            || Rows::before(self.side, self.ground.row(to), self.rows.enter)
            || (self.rows.rear && !Ground::rear(self.side, direction))
        {
            return None;
        }
        Some(u16::from(step) + self.zone_cost(b))
    }

    #[inline]
    fn may_end(&self, hex: HexId) -> bool {
        !Rows::before(self.side, self.ground.row(hex), self.rows.end)
            && !self.no_end.is_some_and(|n| n.has(hex.index()))
            && (self.state.struck.is_empty() || !self.state.is_struck(hex))
    }
}

impl FireAndIce {
    /// Runs a search and looks at what it found.
    pub(crate) fn search<T>(
        &self,
        walk: &Walk<'_>,
        starts: &[(HexId, u16)],
        halves: u16,
        look: impl FnOnce(&Reach<'_>) -> T,
    ) -> T {
        SCRATCH.with_borrow_mut(|scratch| {
            let grid = walk.ground.map.grid();
            look(&scratch.range_from(grid, starts, halves, walk))
        })
    }

    /// Whether one step leads somewhere the move may end: what shows without a search that a piece can move.
    pub(crate) fn can_step(&self, walk: &Walk<'_>, at: Spot, halves: u16) -> bool {
        let Some(from) = at.on_map() else { return false };
        Direction::ALL.into_iter().any(|direction| {
            let to = walk.ground.near(from)[direction.index()];
            to.is_some() && walk.cost(from, direction, to).is_some_and(|c| c <= halves) && walk.may_end(to)
        })
    }

    /// 4.1 Where a move begins: the hex, or the port of the box at the price of leaving it. [rule: fi 4.1-box]
    pub(crate) fn start(&self, walk: &Walk<'_>, at: Spot) -> Option<(HexId, u16)> {
        if let Some(hex) = at.on_map() {
            return Some((hex, 0));
        }
        let port = walk.ground.boxes[usize::from(at.in_box()?)];
        let barred = walk.field.enemy(walk.side, port)
            || (walk.no_zone && walk.field.enemy_zone(walk.side, port))
            || walk.barred.is_some_and(|b| b.has(port.index()))
            || Rows::before(walk.side, walk.ground.row(port), walk.rows.enter);
        (!barred).then(|| (port, u16::from(walk.ground.box_step) + walk.zone_cost(port)))
    }

    /// The cost of a forward search to reach a spot: a box costs a step from its port.
    pub(crate) fn cost_to(&self, state: &State, reach: &Reach<'_>, from: Spot, to: Spot) -> u16 {
        if from == to {
            return 0;
        }
        match (to.on_map(), to.in_box()) {
            (Some(hex), _) => reach.cost(hex).unwrap_or(FAR),
            (None, Some(index)) => {
                let ground = self.ground(state);
                reach.cost(ground.boxes[usize::from(index)]).map_or(FAR, |c| c + u16::from(ground.box_step))
            }
            _ => FAR,
        }
    }

    /// 4.4 The movement points that each piece of a side needs to the goal, as the pieces would move. [rule: fi 4.4-range]
    pub(crate) fn ranges(
        &self,
        state: &State,
        field: &Field,
        side: u8,
        goals: &[Spot],
        halves: u8,
    ) -> [u16; PIECES] {
        let mut out = [FAR; PIECES];
        let walk = Walk::new(self, state, field, side).back();
        let step = u16::from(walk.ground.box_step);
        let mut starts = [(HexId::NONE, 0); 20];
        let mut count = 0;
        for goal in goals.iter().take(starts.len()) {
            if let Some(hex) = goal.on_map() {
                starts[count] = (hex, 0);
                count += 1;
            } else if let Some(index) = goal.in_box() {
                let port = walk.ground.boxes[usize::from(index)];
                if !field.enemy(side, port) {
                    starts[count] = (port, step);
                    count += 1;
                }
            }
        }
        let halves = u16::from(halves);
        self.search(&walk, &starts[..count], halves, |reach| {
            for id in self.pieces_of(side) {
                let at = state.piece(id).at;
                let cost = if goals.contains(&at) {
                    0
                } else if let Some(hex) = at.on_map() {
                    reach.cost(hex).unwrap_or(FAR)
                } else if let Some(index) = at.in_box() {
                    let port = walk.ground.boxes[usize::from(index)];
                    reach.cost(port).map_or(FAR, |c| c + step + walk.zone_cost(port))
                } else {
                    FAR
                };
                out[id.index()] = if cost <= halves { cost } else { FAR };
            }
        });
        out
    }

    /// 4.6, 4.8 The foremost row with a unit of a side, leaving out what stands on one spot.
    pub(crate) fn foremost(&self, state: &State, side: u8, without: Spot) -> Option<i16> {
        let ground = self.ground(state);
        let rows = self
            .pieces_of(side)
            .filter(|&id| !self.unit(id).hq() && state.piece(id).at != without)
            .filter_map(|id| state.hex_of(id))
            .map(|hex| ground.row(hex));
        if side == UN { rows.min() } else { rows.max() }
    }

    /// 4.6 How far forward a reserve move may go. A piece in front of the limit may pass the rows between on its way back.
    /// [rule: fi 4.6-rows]
    pub(crate) fn reserve_rows(&self, state: &State, id: PieceId) -> Rows {
        let side = self.unit(id).side;
        let at = state.piece(id).at;
        let end = self.foremost(state, side, at);
        let own = at.on_map().map(|hex| self.ground(state).row(hex));
        let enter = match (end, own) {
            (Some(limit), Some(own)) if Rows::before(side, own, Some(limit)) => Some(own),
            _ => end,
        };
        Rows { enter, end, rear: false }
    }

    /// 4.8 How far forward a strategic move may go; none where the piece may not move at all. [rule: fi 4.8-rows]
    pub(crate) fn strategic_rows(&self, state: &State, id: PieceId) -> Rows {
        let unit = self.unit(id);
        let (side, ground) = (unit.side, self.ground(state));
        let own = state.hex_of(id).map(|hex| ground.row(hex));
        let rows = || {
            self.pieces_of(side)
                .filter(|&other| !self.unit(other).hq() && other != id)
                .filter_map(|other| state.hex_of(other))
                .map(|hex| ground.row(hex))
        };
        let others = if side == UN { rows().min() } else { rows().max() };
        let Some(others) = others else { return Rows::default() };
        let Some(own) = own else { return Rows { enter: Some(others), end: Some(others), rear: false } };
        if !Rows::before(side, own, Some(others)) {
            return Rows { enter: Some(others), end: Some(others), rear: false };
        }
        if unit.hq() {
            return Rows { enter: Some(own), end: Some(others), rear: false };
        }
        let behind = if side == COM { others - 1 } else { others + 1 };
        Rows { enter: Some(own), end: Some(behind), rear: true }
    }

    /// 4.8 Hexes within two of an enemy unit. [rule: fi 4.8-enemies]
    pub(crate) fn near_enemies(&self, state: &State, field: &Field, side: u8) -> HexBits {
        let ground = self.ground(state);
        let enemies: Vec<HexId> =
            field.units[usize::from(1 - side)].iter().map(|i| HexId(i as u16)).collect();
        ground.within(&enemies, self.data.numbers.keep_away)
    }
}
