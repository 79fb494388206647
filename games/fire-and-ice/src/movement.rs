//! 4: what a step costs, how far pieces get, how far headquarters reach.

use crate::game::FireAndIce;
use crate::ground::{Ground, PROHIBITED};
use crate::state::{COM, HexBits, HexIdSlot, PIECES, PieceId, Spot, State, UN, other};
use board::{Direction, FORBIDDEN, HexId, MoveRules, Reach, Scratch};
use std::cell::RefCell;

/// A question that a search answers: everything its answer depends on.
#[derive(Clone, PartialEq, Default)]
struct Question {
    serial: u64,
    full_map: bool,
    side: u8,
    reverse: bool,
    rear: bool,
    halves: u16,
    starts: Vec<(HexId, u16)>,
    struck: Vec<HexIdSlot>,
    shut: HexBits,
    zoned: HexBits,
}

/// A search and what was asked.
#[derive(Default)]
struct Searched {
    scratch: Scratch,
    question: Option<Question>,
}

/// The last searches: a list is made and then one of its actions played, and the waves of an intervention set out from the
/// same sources one after the other, so the same question often comes again.
#[derive(Default)]
struct Searching {
    last: [Searched; 4],
    /// Which of them was made last: the next new one takes the place after it.
    newest: usize,
}

/// What a search found, and in which hexes the move may not end.
#[derive(Clone, Copy)]
pub(crate) struct Found<'a> {
    reach: Reach<'a>,
    no_end: &'a HexBits,
}

impl<'a> Found<'a> {
    /// Points to reach a hex, `None` if it is out of reach.
    pub(crate) fn cost(&self, hex: HexId) -> Option<u16> {
        self.reach.cost(hex)
    }
    /// The way to a hex, written into `path`; says whether there is one.
    pub(crate) fn path(&self, hex: HexId, path: &mut Vec<HexId>) -> bool {
        self.reach.path(hex, path)
    }
    /// The hex from which the way enters this one; none for a start.
    pub(crate) fn previous(&self, hex: HexId) -> Option<HexId> {
        self.reach.previous(hex)
    }
    /// Every hex in reach with its cost, cheapest first.
    pub(crate) fn hexes(&self) -> impl Iterator<Item = (HexId, u16)> + use<'a> {
        self.reach.hexes()
    }
    /// Whether the move may end in a hex.
    pub(crate) fn may_end(&self, hex: HexId) -> bool {
        self.reach.cost(hex).is_some() && !self.no_end.has(hex.index())
    }
    /// The hexes in which the move may end, with their costs, cheapest first.
    pub(crate) fn destinations(&self) -> impl Iterator<Item = (HexId, u16)> + use<'a> {
        let no_end = self.no_end;
        self.reach.hexes().filter(move |(hex, _)| !no_end.has(hex.index()))
    }
    /// The hexes in which the move may end.
    pub(crate) fn ends(&self) -> HexBits {
        let mut out = HexBits::default();
        self.reach.hexes().for_each(|(hex, _)| out.set(hex.index(), true));
        out.0.iter_mut().zip(self.no_end.0).for_each(|(word, full)| *word &= !full);
        out
    }
}

/// The hexes near the enemies of a side, and the enemies they were worked out from.
#[derive(Clone, Copy, Default)]
struct Nearness {
    serial: Option<(u64, bool)>,
    enemies: HexBits,
    near: HexBits,
}

thread_local! {
    static SEARCHING: RefCell<Searching> = RefCell::default();
    static NEARNESS: RefCell<[Nearness; 2]> = RefCell::default();
}

/// Forgets what was asked last.
pub(crate) fn forget() {
    SEARCHING.with_borrow_mut(|searching| searching.last.iter_mut().for_each(|s| s.question = None));
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

/// How a piece of a side may move over the map (4.1): what each hex allows, worked out once for a whole search.
pub(crate) struct Walk<'a> {
    pub(crate) ground: &'a Ground,
    serial: u64,
    steps: [&'a [[u8; 6]]; 2],
    struck: &'a [HexIdSlot],
    side: u8,
    /// Traced from the goal back to the pieces: costs are those of moving towards the goal.
    reverse: bool,
    /// Only steps to the rear (4.8).
    rear: bool,
    /// Hexes that may not be entered.
    shut: HexBits,
    /// Hexes in an enemy zone that nobody negates.
    zoned: HexBits,
    /// Hexes in which a move may not end.
    no_end: HexBits,
}

fn add(set: &mut HexBits, more: &HexBits) {
    set.0.iter_mut().zip(more.0).for_each(|(word, bits)| *word |= bits);
}

impl<'a> Walk<'a> {
    pub(crate) fn new(game: &'a FireAndIce, state: &'a State, side: u8) -> Self {
        let ground = game.ground(state);
        let field = &state.field;
        let (own, enemy) = (usize::from(side), usize::from(other(side)));
        let mut shut = *ground.closed(side);
        add(&mut shut, &field.units[enemy]);
        let mut zoned = field.zones[enemy];
        zoned.0.iter_mut().zip(field.units[own].0).for_each(|(word, friends)| *word &= !friends);
        let mut no_end = HexBits::default();
        state.struck.iter().for_each(|s| no_end.set(s.0.index(), true));
        let steps = ground.steps(false);
        let (serial, struck) = (game.serial, &state.struck[..]);
        Self { ground, serial, steps, struck, side, reverse: false, rear: false, shut, zoned, no_end }
    }
    /// The walk of a unit, which never negates a zone for itself (4.3). [rule: fi 4.3-negation]
    pub(crate) fn of(game: &'a FireAndIce, state: &'a State, id: PieceId) -> Self {
        let mut walk = Self::new(game, state, game.unit(id).side);
        if let Some(hex) = state.hex_of(id) {
            walk.zoned.set(hex.index(), game.zone_upon(state, id, hex));
        }
        walk
    }
    /// The same from the goal.
    pub(crate) fn back(mut self) -> Self {
        self.reverse = true;
        self.steps = self.ground.steps(true);
        self
    }
    /// 4.7 Without entering enemy zones.
    pub(crate) fn out_of_zones(mut self) -> Self {
        add(&mut self.shut, &self.zoned);
        self
    }
    /// 4.8 Without entering some hexes.
    pub(crate) fn barring(mut self, hexes: &HexBits) -> Self {
        add(&mut self.shut, hexes);
        self
    }
    /// 4.2 Without ending in some hexes.
    pub(crate) fn not_ending(mut self, hexes: &HexBits) -> Self {
        add(&mut self.no_end, hexes);
        self
    }
    /// 4.6, 4.8 Behind some rows.
    pub(crate) fn behind(mut self, rows: Rows) -> Self {
        if let Some(row) = rows.enter {
            add(&mut self.shut, &self.ground.in_front(self.side, row));
        }
        if let Some(row) = rows.end {
            add(&mut self.no_end, &self.ground.in_front(self.side, row));
        }
        self.rear = rows.rear;
        self
    }
    /// Whether this is what was asked, with these starts and points.
    fn asked(&self, question: &Option<Question>, starts: &[(HexId, u16)], halves: u16) -> bool {
        question.as_ref().is_some_and(|q| {
            (q.serial, q.full_map, q.side, q.reverse, q.rear, q.halves) == self.flags(halves)
                && q.starts == starts
                && q.struck == self.struck
                && (&q.shut, &q.zoned) == (&self.shut, &self.zoned)
        })
    }
    fn flags(&self, halves: u16) -> (u64, bool, u8, bool, bool, u16) {
        (self.serial, self.ground.full, self.side, self.reverse, self.rear, halves)
    }
    /// Writes down what is asked.
    fn ask(&self, question: &mut Option<Question>, starts: &[(HexId, u16)], halves: u16) {
        let q = question.get_or_insert_default();
        (q.serial, q.full_map, q.side, q.reverse, q.rear, q.halves) = self.flags(halves);
        q.starts.clear();
        q.starts.extend_from_slice(starts);
        q.struck.clear();
        q.struck.extend_from_slice(self.struck);
        (q.shut, q.zoned) = (self.shut, self.zoned);
    }
    /// 4.1 The cost of the enemy zone on a hex.
    #[inline]
    fn zone_cost(&self, hex: HexId) -> u16 {
        if self.zoned.has(hex.index()) { self.ground.enemy_zone.into() } else { 0 }
    }
    #[inline]
    fn is_struck(&self, hex: HexId) -> bool {
        self.struck.iter().any(|s| s.0 == hex)
    }
}

impl MoveRules for Walk<'_> {
    const LEAST_STEP: u16 = 1;

    /// 4.1 Terrain, roads, rivers and enemy zones in one number. [rule: fi 4.1-cost, fi 4.1-zone]
    #[inline]
    fn cost(&self, from: HexId, direction: Direction, to: HexId) -> Option<u16> {
        if self.shut.has(to.index()) {
            return None;
        }
        let plain = !self.struck.is_empty() && (self.is_struck(from) || self.is_struck(to));
        let step = self.steps[usize::from(plain)][from.index()][direction.index()];
        if step == PROHIBITED || (self.rear && !Ground::rear(self.side, direction)) {
            return None;
        }
        let entered = if self.reverse { from } else { to };
        Some(u16::from(step) + self.zone_cost(entered))
    }

    /// The same for all six at once: prices come as a row, and what is off the map is no step.
    #[inline]
    fn steps(&self, from: HexId, around: &[HexId; 6]) -> [u32; 6] {
        let mut out = [FORBIDDEN; 6];
        if self.rear || !self.struck.is_empty() {
            for direction in Direction::ALL {
                let to = around[direction.index()];
                let cost = if to.is_some() { self.cost(from, direction, to) } else { None };
                out[direction.index()] = cost.map_or(FORBIDDEN, u32::from);
            }
            return out;
        }
        let row = &self.steps[0][from.index()];
        let leaving = if self.reverse { self.zone_cost(from) } else { 0 };
        for d in 0..6 {
            if row[d] != PROHIBITED && !self.shut.has(around[d].index()) {
                let zone = if self.reverse { leaving } else { self.zone_cost(around[d]) };
                out[d] = u32::from(row[d]) + u32::from(zone);
            }
        }
        out
    }
}

impl FireAndIce {
    /// Runs a search and looks at what it found.
    pub(crate) fn search<T>(
        &self,
        walk: &Walk<'_>,
        starts: &[(HexId, u16)],
        halves: u16,
        look: impl FnOnce(&Found<'_>) -> T,
    ) -> T {
        SEARCHING.with_borrow_mut(|searching| {
            let (grid, no_end) = (walk.ground.map.grid(), &walk.no_end);
            let known = searching.last.iter().position(|s| walk.asked(&s.question, starts, halves));
            if let Some(known) = known {
                return look(&Found { reach: searching.last[known].scratch.reach(grid), no_end });
            }
            searching.newest = (searching.newest + 1) % searching.last.len();
            let Searched { scratch, question } = &mut searching.last[searching.newest];
            walk.ask(question, starts, halves);
            look(&Found { reach: scratch.range_from(grid, starts, halves, walk), no_end })
        })
    }

    /// The way of a search to one hex, and what it costs.
    pub(crate) fn way(
        &self,
        walk: &Walk<'_>,
        start: (HexId, u16),
        halves: u16,
        to: HexId,
        path: &mut Vec<HexId>,
    ) -> Option<u16> {
        self.search(walk, &[start], halves, |reach| {
            reach.path(to, path);
            reach.cost(to)
        })
    }

    /// Whether one step leads somewhere the move may end: what shows without a search that a piece can move.
    pub(crate) fn can_step(&self, walk: &Walk<'_>, at: Spot, halves: u16) -> bool {
        let Some(from) = at.on_map() else { return false };
        Direction::ALL.into_iter().any(|direction| {
            let to = walk.ground.near(from)[direction.index()];
            let ends = to.is_some() && !walk.no_end.has(to.index());
            ends && walk.cost(from, direction, to).is_some_and(|c| c <= halves)
        })
    }

    /// 4.1 Where a move begins: the hex, or the port of the box at the price of leaving it. [rule: fi 4.1-box]
    pub(crate) fn start(&self, walk: &Walk<'_>, at: Spot) -> Option<(HexId, u16)> {
        if let Some(hex) = at.on_map() {
            return Some((hex, 0));
        }
        let port = walk.ground.boxes[usize::from(at.in_box()?)];
        let open = !walk.shut.has(port.index());
        open.then(|| (port, u16::from(walk.ground.box_step) + walk.zone_cost(port)))
    }

    /// The cost of a forward search to reach a spot: a box costs a step from its port.
    pub(crate) fn cost_to(&self, state: &State, reach: &Found<'_>, from: Spot, to: Spot) -> u16 {
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
    pub(crate) fn ranges(&self, state: &State, side: u8, goals: &[Spot], halves: u8) -> [u16; PIECES] {
        let mut out = [FAR; PIECES];
        let walk = Walk::new(self, state, side).back();
        let step = u16::from(walk.ground.box_step);
        let mut starts = [(HexId::NONE, 0); 20];
        let mut count = 0;
        for goal in goals.iter().take(starts.len()) {
            if let Some(hex) = goal.on_map() {
                starts[count] = (hex, 0);
                count += 1;
            } else if let Some(index) = goal.in_box() {
                let port = walk.ground.boxes[usize::from(index)];
                if !walk.shut.has(port.index()) {
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
        let rows = state.field.units[usize::from(side)]
            .iter()
            .map(|hex| HexId(hex as u16))
            .filter(|&hex| Spot::hex(hex) != without)
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
            (Some(limit), Some(own)) if before(side, own, limit) => Some(own),
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
            self.units_of(side)
                .filter(|&other| other != id)
                .filter_map(|other| state.hex_of(other))
                .map(|hex| ground.row(hex))
        };
        let others = if side == UN { rows().min() } else { rows().max() };
        let Some(others) = others else { return Rows::default() };
        let Some(own) = own else { return Rows { enter: Some(others), end: Some(others), rear: false } };
        if !before(side, own, others) {
            return Rows { enter: Some(others), end: Some(others), rear: false };
        }
        if unit.hq() {
            return Rows { enter: Some(own), end: Some(others), rear: false };
        }
        let behind = if side == COM { others - 1 } else { others + 1 };
        Rows { enter: Some(own), end: Some(behind), rear: true }
    }

    /// 4.8 Hexes within two of an enemy unit. [rule: fi 4.8-enemies]
    pub(crate) fn near_enemies(&self, state: &State, side: u8) -> HexBits {
        let enemies = &state.field.units[usize::from(other(side))];
        let ground = self.ground(state);
        NEARNESS.with_borrow_mut(|known| {
            let known = &mut known[usize::from(side)];
            let serial = Some((self.serial, ground.full));
            if known.serial != serial || known.enemies != *enemies {
                let near = ground.within(enemies, self.data.numbers.keep_away);
                *known = Nearness { serial, enemies: *enemies, near };
            }
            known.near
        })
    }
}

/// Whether a row lies in front of another, seen from a side.
fn before(side: u8, row: i16, limit: i16) -> bool {
    if side == UN { row < limit } else { row > limit }
}
