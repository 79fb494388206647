//! Movement (5.0): ranges, paths, and the move itself.

use crate::data::Scenario;
use crate::ground::{PROHIBITED, printed};
use crate::rules::Action;
use crate::state::{Frame, HEXES, NOBODY, NOWHERE, Phase, State, UN, flag};
use engine::Play;
use std::cell::RefCell;

const LAYERS: usize = 2;
/// The most half points a unit can have.
const MOST: usize = 64;

/// What a search knows of a hex, before and after leaving an enemy zone.
#[derive(Clone, Copy, Default)]
struct Spot {
    /// The search that wrote it.
    seen: u32,
    from: u16,
    cost: u8,
}

/// The memory of a search, used again and again.
pub(crate) struct Range {
    round: u32,
    spots: Box<[[Spot; LAYERS]; HEXES]>,
    buckets: Vec<Vec<u16>>,
    reached: [u64; 13],
}

thread_local! {
    static RANGE: RefCell<Range> = RefCell::new(Range {
        round: 0,
        spots: Box::new([[Spot::default(); LAYERS]; HEXES]),
        buckets: vec![Vec::new(); MOST],
        reached: [0; 13],
    });
}

impl Range {
    fn begin(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.spots.fill([Spot::default(); LAYERS]);
            self.round = 1;
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        self.reached = [0; 13];
    }
    /// Notes a way to a hex unless one as cheap is known. A unit that has not left a zone can do all that one that has
    /// can, so the second layer is kept only where it is cheaper.
    #[inline]
    fn relax(&mut self, hex: u16, layer: usize, cost: u8, from: u16) {
        let h = hex as usize;
        let spots = &mut self.spots[h];
        for spot in &spots[..=layer] {
            if spot.seen == self.round && spot.cost <= cost {
                return;
            }
        }
        spots[layer] = Spot { seen: self.round, from, cost };
        self.buckets[cost as usize].push(hex * LAYERS as u16 + layer as u16);
        self.reached[h / 64] |= 1 << (h % 64);
    }
    fn layer(&self, hex: u16) -> Option<usize> {
        let h = hex as usize;
        let cost = |l: usize| (self.spots[h][l].seen == self.round).then(|| self.spots[h][l].cost);
        match (cost(0), cost(1)) {
            (Some(a), Some(b)) => Some(usize::from(b < a)),
            (Some(_), None) => Some(0),
            (None, Some(_)) => Some(1),
            (None, None) => None,
        }
    }
    /// The least cost of reaching a hex, in half points.
    pub(crate) fn cost(&self, hex: u16) -> Option<u8> {
        self.layer(hex).map(|l| self.spots[hex as usize][l].cost)
    }
    /// The hex before this one on the cheapest way.
    pub(crate) fn before(&self, hex: u16) -> Option<u16> {
        let layer = self.layer(hex)?;
        let node = self.spots[hex as usize][layer].from;
        (node != NOWHERE).then_some(node / LAYERS as u16)
    }
    /// The reached hexes in rising order, the start among them.
    pub(crate) fn hexes(&self) -> impl Iterator<Item = u16> + '_ {
        self.reached.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors((word != 0).then_some(word), |w| {
                let rest = w & (w - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |w| (i * 64) as u16 + w.trailing_zeros() as u16)
        })
    }
    /// The cheapest way to a hex, from the first hex after the start; returns its length.
    fn path(&self, to: u16, out: &mut [u16; MOST]) -> usize {
        let mut length = 0;
        let Some(mut layer) = self.layer(to) else { return 0 };
        let mut hex = to;
        loop {
            let node = self.spots[hex as usize][layer].from;
            if node == NOWHERE || length == MOST {
                break;
            }
            out[length] = hex;
            length += 1;
            hex = node / LAYERS as u16;
            layer = (node % LAYERS as u16) as usize;
        }
        out[..length].reverse();
        length
    }
}

/// A unit on its way: what it has spent and whether it has left an enemy zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Going {
    pub(crate) unit: u8,
    pub(crate) spent: u8,
    pub(crate) exited: bool,
}

/// A unit about to step, with what every step asks of it looked up once.
struct Mover<'a> {
    scenario: &'a Scenario,
    st: &'a State,
    unit: u8,
    side: u8,
    kind: usize,
    mobile: bool,
    /// Commandos pay no heed to zones.
    heedless: bool,
    allowance: u8,
    /// The bits of the enemy's zones.
    zones: u8,
    bridges: bool,
}

impl<'a> Mover<'a> {
    fn new(scenario: &'a Scenario, st: &'a State, unit: u8) -> Self {
        let quick = &scenario.quick[unit as usize];
        Self {
            scenario,
            st,
            unit,
            side: quick.side,
            kind: usize::from(quick.mobile),
            mobile: quick.mobile,
            heedless: quick.commando,
            allowance: scenario.allowance(st, unit),
            zones: if quick.side == UN { 240 } else { 15 },
            bridges: quick.side == UN && !st.bridges.is_empty(),
        }
    }

    #[inline]
    fn in_zone(&self, hex: u16) -> bool {
        self.st.zoc[hex as usize] & self.zones != 0
    }

    /// What one step costs with the zones of control in it; none if the unit may not take it. `leaves` says whether
    /// the hex left lies in a zone. The third value says whether the unit has then left a zone in this move.
    ///
    /// A leg unit in a zone goes to another zone only as its whole move; a mobile unit that has left a zone pays half
    /// its allowance to enter one; commandos pay no heed.
    /// [rule: kb 5.1.1-leg-exit, kb 5.1.1-mobile, kb 5.1.2-leg, kb 5.1.2-mobile, kb 5.1.2-commando]
    #[inline]
    fn step(&self, from: u16, d: usize, leaves: bool, exited: bool, fresh: bool) -> Option<(u16, u8, bool)> {
        let edge = self.scenario.ground.edge(self.kind, from, d);
        let mut cost = edge.cost;
        if self.bridges && edge.to != NOWHERE {
            cost = self.scenario.step_cost(self.st, self.unit, from, d);
        }
        if cost == PROHIBITED {
            return None;
        }
        let first = self.st.first[edge.to as usize];
        if first != NOBODY && self.scenario.side(first) != self.side {
            return None;
        }
        if self.heedless {
            return Some((edge.to, cost, false));
        }
        let enters = self.in_zone(edge.to);
        if self.mobile {
            let exited = exited || leaves;
            let surcharge = if exited && enters { self.allowance / 4 * 2 } else { 0 };
            return Some((edge.to, cost + surcharge, exited));
        }
        if leaves && enters {
            let allowed = fresh && !self.scenario.ground.fort[edge.to as usize];
            return allowed.then_some((edge.to, self.allowance, false));
        }
        Some((edge.to, cost, false))
    }

    /// Everything within reach, by the least cost. A leg unit goes no farther than the first enemy zone.
    /// [rule: kb 5.0, kb 5.1-edge, kb 5.1.1-leg]
    /// With a goal, the search ends as soon as the cheapest way there is known.
    fn search(&self, going: Going, most: u8, goal: u16, range: &mut Range) {
        let Going { spent, exited, .. } = going;
        let start = self.st.hex(self.unit);
        range.begin();
        let most = most.min(MOST as u8 - 1);
        if spent > most {
            return;
        }
        let stops = !self.mobile && !self.heedless;
        range.relax(start, usize::from(exited), spent, NOWHERE);
        for cost in spent..=most {
            if goal != NOWHERE && range.cost(goal).is_some_and(|c| c <= cost) {
                return;
            }
            while let Some(node) = range.buckets[cost as usize].pop() {
                let (hex, layer) = (node / LAYERS as u16, (node % LAYERS as u16) as usize);
                if range.spots[hex as usize][layer].cost < cost || cost == most {
                    continue;
                }
                let leaves = !self.heedless && self.in_zone(hex);
                if leaves && stops && hex != start {
                    continue;
                }
                let fresh = hex == start && spent == 0;
                for d in 0..6 {
                    let Some((to, step, exited)) = self.step(hex, d, leaves, layer == 1, fresh) else {
                        continue;
                    };
                    let total = cost.saturating_add(step);
                    if total <= most {
                        range.relax(to, usize::from(exited), total, node);
                    }
                }
            }
        }
    }
}

impl Scenario {
    /// The movement allowance of the face that is up, in half points. [rule: kb 5.1-allowance, kb 2.3.2-movement]
    #[inline]
    pub(crate) fn allowance(&self, st: &State, unit: u8) -> u8 {
        self.quick[unit as usize].allowance[st.step(unit) as usize]
    }

    /// What a step costs a unit, engineers' bridges included; they serve United Nations movement only.
    /// [rule: kb 5.2, kb 12.0]
    #[inline]
    pub(crate) fn step_cost(&self, st: &State, unit: u8, from: u16, direction: usize) -> u8 {
        let def = &self.units[unit as usize];
        let kind = usize::from(def.mobile);
        if !st.bridges.is_empty() && def.side == UN {
            let to = self.ground.near[from as usize][direction];
            if to != NOWHERE && self.engineers_bridge(st, from, to) {
                return self.ground.step_bridged(kind, from, direction);
            }
        }
        self.ground.step(kind, from, direction)
    }

    /// Whether a unit must stop in a hex: a leg unit that enters an enemy zone. [rule: kb 5.1.1-leg]
    #[inline]
    pub(crate) fn must_stop(&self, st: &State, unit: u8, hex: u16) -> bool {
        let quick = &self.quick[unit as usize];
        !quick.mobile && !quick.commando && self.enemy_zone(st, quick.side, hex)
    }

    /// Everything the unit can reach from where it is, handed to `read`.
    pub(crate) fn range<T>(&self, st: &State, going: Going, read: impl FnOnce(&Range) -> T) -> T {
        RANGE.with_borrow_mut(|range| {
            let mover = Mover::new(self, st, going.unit);
            mover.search(going, mover.allowance, NOWHERE, range);
            read(range)
        })
    }

    /// The cheapest way to one hex; it stays at hand for [`Scenario::last_range`].
    fn finds(&self, st: &State, going: Going, goal: u16) -> bool {
        RANGE.with_borrow_mut(|range| {
            let mover = Mover::new(self, st, going.unit);
            mover.search(going, mover.allowance, goal, range);
            range.cost(goal).is_some()
        })
    }

    /// The result of the last search on this thread: for a move that has just been found legal.
    fn last_range<T>(&self, read: impl FnOnce(&Range) -> T) -> T {
        RANGE.with_borrow(|range| read(range))
    }

    /// Hexes within a distance in movement points, zones ignored, handed to `read`.
    pub(crate) fn walk<T>(&self, st: &State, unit: u8, most: u8, read: impl FnOnce(&Range) -> T) -> T {
        RANGE.with_borrow_mut(|range| {
            let mover = Mover { heedless: true, ..Mover::new(self, st, unit) };
            mover.search(Going { unit, spent: 0, exited: false }, most, NOWHERE, range);
            read(range)
        })
    }

    /// Whether the moving unit may end its move in a hex; the search stays at hand for the move itself.
    pub(crate) fn may_go_to(&self, st: &State, going: Going, hex: u16) -> bool {
        hex != st.hex(going.unit) && self.may_end(st, going.unit, hex) && self.finds(st, going, hex)
    }

    /// Whether the moving unit may step into a hex and go on.
    pub(crate) fn may_step_to(&self, st: &State, going: Going, hex: u16) -> bool {
        self.ground.direction(st.hex(going.unit), hex).is_some_and(|d| self.step_goes_on(st, going, d))
    }

    /// Whether a unit may end its move in a hex: by stacking, or because it can leave the map from there.
    #[inline]
    fn may_end(&self, st: &State, unit: u8, hex: u16) -> bool {
        self.may_stack(st, unit, hex) || self.may_exit(st, unit, hex)
    }

    /// Whether a unit has anywhere to go. Units that can walk next door are found without a search.
    pub(crate) fn can_go(&self, st: &State, going: Going) -> bool {
        let from = st.hex(going.unit);
        let mover = Mover::new(self, st, going.unit);
        let (leaves, fresh) = (mover.in_zone(from), going.spent == 0);
        for d in 0..6 {
            if let Some((to, step, _)) = mover.step(from, d, leaves, going.exited, fresh) {
                let fits = going.spent.saturating_add(step) <= mover.allowance;
                if fits && self.may_end(st, going.unit, to) {
                    return true;
                }
            }
        }
        if !st.units_in_reach_blocked(self, from) {
            return false;
        }
        self.range(st, going, |r| r.hexes().any(|h| h != from && self.may_end(st, going.unit, h)))
    }

    /// 5.0 Whether a unit may be chosen to move in this phase.
    /// [rule: kb 5.0, kb 5.1-timing, kb 4.1-movement, kb 4.1-mobile-movement, kb 29-cadre, kb 10.4, kb hidden-movement]
    pub(crate) fn may_move(&self, st: &State, unit: u8) -> bool {
        if self.side(unit) != st.player || !st.on_map(unit) || st.has(unit, flag::MOVED) {
            return false;
        }
        let def = &self.units[unit as usize];
        if def.may_not_move_first_turn && st.turn == 1 {
            return false;
        }
        if st.phase == Phase::MobileMovement && (!def.mobile || st.has(unit, flag::ADVANCED)) {
            return false;
        }
        let going = Going { unit, spent: 0, exited: false };
        self.can_go(st, going) || self.may_exit(st, unit, st.hex(unit))
    }

    /// The choices of the unit that is moving.
    pub(crate) fn list_moving(&self, st: &State, going: Going, out: &mut Vec<Action>) {
        let unit = going.unit;
        let from = st.hex(unit);
        self.range(st, going, |range| {
            for hex in range.hexes() {
                if hex != from && self.may_end(st, unit, hex) {
                    out.push(Action::To(hex));
                }
            }
        });
        let mark = out.len();
        for d in 0..6 {
            if self.step_goes_on(st, going, d) {
                out.push(Action::Via(self.ground.near[from as usize][d]));
            }
        }
        out[mark..].sort_unstable();
        if (going.spent > 0 || st.has(unit, flag::ENTERED)) && self.may_stack(st, unit, from) {
            out.push(Action::Stay);
        }
        if self.may_exit(st, unit, from) {
            out.push(Action::Exit);
        }
    }

    /// Whether the unit may take one step and then go on: it is not stopped, and can stay there or reach a hex beyond.
    fn step_goes_on(&self, st: &State, going: Going, direction: usize) -> bool {
        let from = st.hex(going.unit);
        let mover = Mover::new(self, st, going.unit);
        let Some((to, step, exited)) = mover.step(from, direction, mover.in_zone(from), going.exited, false)
        else {
            return false;
        };
        let spent = going.spent.saturating_add(step);
        if spent > mover.allowance || self.must_stop(st, going.unit, to) {
            return false;
        }
        if self.may_stack(st, going.unit, to) {
            return true;
        }
        let leaves = mover.in_zone(to);
        (0..6).any(|d| {
            let Some((next, more, _)) = mover.step(to, d, leaves, exited, false) else { return false };
            spent.saturating_add(more) <= mover.allowance && self.may_end(st, going.unit, next)
        })
    }

    /// 5.0 Moves the unit to its destination by the cheapest way and ends its move, or offers the exit.
    /// [rule: kb 5.0, kb 29-exit]
    pub(crate) fn move_to(&self, st: &mut State, going: Going, to: u16, play: &mut Play) {
        let mut path = [NOWHERE; MOST];
        let (length, cost) = self.last_range(|r| (r.path(to, &mut path), r.cost(to).unwrap_or(0)));
        let from = st.hex(going.unit);
        self.shift_to(st, going.unit, to);
        for &hex in &path[..length] {
            self.take(st, going.unit, hex, play);
        }
        st.mark(going.unit, flag::MOVED);
        st.frames.pop();
        self.tell_move(st, going.unit, from, to, cost, play);
        if self.may_exit(st, going.unit, to) {
            st.frames.push(Frame::Exit(going.unit));
        }
    }

    fn tell_move(&self, st: &State, unit: u8, from: u16, to: u16, cost: u8, play: &mut Play) {
        let seat = self.seat(self.side(unit));
        let (a, b) = (self.ground.label(from), self.ground.label(to));
        if st.hidden(unit) {
            play.say(seat, "kb hidden-movement", format_args!("A face-down counter moves {a}-{b}"))
                .at(a)
                .at(b);
            play.whisper(
                engine::SeatSet::one(seat),
                seat,
                "kb hidden-knowledge",
                format_args!("It is {}", self.name(unit)),
            );
        } else {
            let mp = printed(cost);
            play.say(seat, "kb 5.0", format_args!("{} moves {a}-{b} for {mp} MP", self.name(unit)))
                .at(a)
                .at(b);
        }
    }

    /// One step by a route of the player's own; the move goes on.
    pub(crate) fn step_to(&self, st: &mut State, going: Going, to: u16, play: &mut Play) {
        let from = st.hex(going.unit);
        let Some(direction) = self.ground.direction(from, to) else { return };
        let mover = Mover::new(self, st, going.unit);
        let taken = mover.step(from, direction, mover.in_zone(from), going.exited, false);
        let Some((_, step, exited)) = taken else { return };
        self.shift_to(st, going.unit, to);
        self.take(st, going.unit, to, play);
        st.mark(going.unit, flag::MOVED);
        st.replace_top(Frame::Moving { unit: going.unit, spent: going.spent + step, exited });
        self.tell_move(st, going.unit, from, to, step, play);
    }

    /// 29 Whether a unit standing in that hex in its own move may leave the map. [rule: kb 29-exit]
    pub(crate) fn may_exit(&self, st: &State, unit: u8, hex: u16) -> bool {
        let Some((exit, from_turn)) = self.exit else { return false };
        hex == exit && st.turn >= from_turn && self.side(unit) == UN && !st.has(unit, flag::ENTERED)
    }
}

impl State {
    /// Whether a friend stands next to the hex, so that a move could lead through it to a hex beyond.
    fn units_in_reach_blocked(&self, scenario: &Scenario, hex: u16) -> bool {
        scenario.ground.neighbours(hex).any(|n| !self.vacant(n))
    }
}
