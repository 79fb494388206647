//! Movement (5.0): ranges, paths, and the move itself.

use crate::data::Scenario;
use crate::ground::{PROHIBITED, printed};
use crate::rules::Action;
use crate::state::{Frame, HEXES, NOWHERE, Phase, State, UN, flag};
use engine::Play;
use std::cell::RefCell;

const LAYERS: usize = 2;
/// The most half points a unit can have.
const MOST: usize = 64;

/// The memory of a search, used again and again.
pub(crate) struct Range {
    round: u32,
    seen: Box<[[u32; LAYERS]; HEXES]>,
    cost: Box<[[u8; LAYERS]; HEXES]>,
    from: Box<[[u16; LAYERS]; HEXES]>,
    buckets: Vec<Vec<u16>>,
    reached: [u64; 13],
}

thread_local! {
    static RANGE: RefCell<Range> = RefCell::new(Range {
        round: 0,
        seen: Box::new([[0; LAYERS]; HEXES]),
        cost: Box::new([[0; LAYERS]; HEXES]),
        from: Box::new([[0; LAYERS]; HEXES]),
        buckets: vec![Vec::new(); MOST],
        reached: [0; 13],
    });
}

impl Range {
    fn begin(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seen.fill([0; LAYERS]);
            self.round = 1;
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        self.reached = [0; 13];
    }
    #[inline]
    fn relax(&mut self, hex: u16, layer: usize, cost: u8, from: u16) {
        let h = hex as usize;
        if self.seen[h][layer] == self.round && self.cost[h][layer] <= cost {
            return;
        }
        self.seen[h][layer] = self.round;
        self.cost[h][layer] = cost;
        self.from[h][layer] = from;
        self.buckets[cost as usize].push(hex * LAYERS as u16 + layer as u16);
        self.reached[h / 64] |= 1 << (h % 64);
    }
    fn layer(&self, hex: u16) -> Option<usize> {
        let h = hex as usize;
        let cost = |l: usize| (self.seen[h][l] == self.round).then(|| self.cost[h][l]);
        match (cost(0), cost(1)) {
            (Some(a), Some(b)) => Some(usize::from(b < a)),
            (Some(_), None) => Some(0),
            (None, Some(_)) => Some(1),
            (None, None) => None,
        }
    }
    /// The least cost of reaching a hex, in half points.
    pub(crate) fn cost(&self, hex: u16) -> Option<u8> {
        self.layer(hex).map(|l| self.cost[hex as usize][l])
    }
    /// The hex before this one on the cheapest way.
    pub(crate) fn before(&self, hex: u16) -> Option<u16> {
        let layer = self.layer(hex)?;
        let node = self.from[hex as usize][layer];
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
            let node = self.from[hex as usize][layer];
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

impl Scenario {
    /// The movement allowance of the face that is up, in half points. [rule: kb 5.1-allowance, kb 2.3.2-movement]
    #[inline]
    pub(crate) fn allowance(&self, st: &State, unit: u8) -> u8 {
        self.units[unit as usize].faces[st.step(unit) as usize][2] * 2
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

    /// What one step of a moving unit costs with the zones of control in it; none if it may not take it.
    /// The second value says whether the unit has then left a zone.
    ///
    /// A leg unit in a zone goes to another zone only as its whole move; a mobile unit that has left a zone pays half
    /// its allowance to enter one; commandos pay no heed.
    /// [rule: kb 5.1.1-leg-exit, kb 5.1.1-mobile, kb 5.1.2-leg, kb 5.1.2-mobile, kb 5.1.2-commando]
    #[inline]
    fn zone_step(
        &self,
        st: &State,
        going: Going,
        from: u16,
        direction: usize,
        fresh: bool,
    ) -> Option<(u8, bool)> {
        let def = &self.units[going.unit as usize];
        let to = self.ground.near[from as usize][direction];
        if to == NOWHERE {
            return None;
        }
        let step = self.step_cost(st, going.unit, from, direction);
        if step == PROHIBITED || self.enemy_in(st, def.side, to) {
            return None;
        }
        if def.commando {
            return Some((step, false));
        }
        let leaves = self.enemy_zone(st, def.side, from);
        let enters = self.enemy_zone(st, def.side, to);
        if def.mobile {
            let exited = going.exited || leaves;
            let half = self.units[going.unit as usize].faces[st.step(going.unit) as usize][2] / 2 * 2;
            return Some((if exited && enters { step + half } else { step }, exited));
        }
        if leaves && enters {
            let allowed = fresh && !self.ground.fort[to as usize];
            return allowed.then(|| (self.allowance(st, going.unit), false));
        }
        Some((step, false))
    }

    /// Whether a unit must stop in a hex: a leg unit that enters an enemy zone. [rule: kb 5.1.1-leg]
    #[inline]
    pub(crate) fn must_stop(&self, st: &State, unit: u8, hex: u16) -> bool {
        let def = &self.units[unit as usize];
        !def.mobile && !def.commando && self.enemy_zone(st, def.side, hex)
    }

    /// Everything the unit can reach from where it is, handed to `read`. [rule: kb 5.0, kb 5.1-edge]
    pub(crate) fn range<T>(&self, st: &State, going: Going, read: impl FnOnce(&Range) -> T) -> T {
        RANGE.with_borrow_mut(|range| {
            self.search(st, going, range);
            read(range)
        })
    }

    fn search(&self, st: &State, going: Going, range: &mut Range) {
        let start = st.hex(going.unit);
        let most = self.allowance(st, going.unit).min(MOST as u8 - 1);
        range.begin();
        if going.spent > most {
            return;
        }
        range.relax(start, usize::from(going.exited), going.spent, NOWHERE);
        for cost in going.spent..=most {
            while let Some(node) = range.buckets[cost as usize].pop() {
                let (hex, layer) = (node / LAYERS as u16, (node % LAYERS as u16) as usize);
                if range.cost[hex as usize][layer] < cost {
                    continue;
                }
                if hex != start && self.must_stop(st, going.unit, hex) {
                    continue;
                }
                let here = Going { exited: layer == 1, ..going };
                let fresh = hex == start && going.spent == 0;
                for d in 0..6 {
                    let Some((step, exited)) = self.zone_step(st, here, hex, d, fresh) else { continue };
                    let total = cost.saturating_add(step);
                    if total <= most {
                        let to = self.ground.near[hex as usize][d];
                        range.relax(to, usize::from(exited), total, node);
                    }
                }
            }
        }
    }

    /// Whether a unit may end its move in a hex: by stacking, or because it can leave the map from there.
    #[inline]
    fn may_end(&self, st: &State, unit: u8, hex: u16) -> bool {
        self.may_stack(st, unit, hex) || self.may_exit(st, unit, hex)
    }

    /// Whether a unit has anywhere to go. Units that can walk next door are found without a search.
    pub(crate) fn can_go(&self, st: &State, going: Going) -> bool {
        let from = st.hex(going.unit);
        let most = self.allowance(st, going.unit);
        let fresh = going.spent == 0;
        for d in 0..6 {
            if let Some((step, _)) = self.zone_step(st, going, from, d, fresh) {
                let to = self.ground.near[from as usize][d];
                if going.spent.saturating_add(step) <= most && self.may_end(st, going.unit, to) {
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
        let def = &self.units[unit as usize];
        if def.side != st.player || !st.on_map(unit) || st.has(unit, flag::MOVED) {
            return false;
        }
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
        let Some((step, exited)) = self.zone_step(st, going, from, direction, false) else { return false };
        let to = self.ground.near[from as usize][direction];
        let most = self.allowance(st, going.unit);
        let spent = going.spent.saturating_add(step);
        if spent > most || self.must_stop(st, going.unit, to) {
            return false;
        }
        if self.may_stack(st, going.unit, to) {
            return true;
        }
        let there = Going { spent, exited, ..going };
        (0..6).any(|d| {
            let Some((more, _)) = self.zone_step(st, there, to, d, false) else { return false };
            let next = self.ground.near[to as usize][d];
            spent.saturating_add(more) <= most && self.may_end(st, going.unit, next)
        })
    }

    /// 5.0 Moves the unit to its destination by the cheapest way and ends its move, or offers the exit.
    /// [rule: kb 5.0, kb 29-exit]
    pub(crate) fn move_to(&self, st: &mut State, going: Going, to: u16, play: &mut Play) {
        let mut path = [NOWHERE; MOST];
        let (length, cost) = self.range(st, going, |r| (r.path(to, &mut path), r.cost(to).unwrap_or(0)));
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
        let Some((step, exited)) = self.zone_step(st, going, from, direction, false) else { return };
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
