//! What a headquarters does with an activation: targets, who goes where, what kind of attack.

use super::attack::Blow;
use super::mind::Mind;
use crate::data::Size;
use crate::movement::{FAR, Walk};
use crate::state::{Attack, HexBits, PIECES, PieceId, did, mark};
use board::HexId;

/// What a move must gain, and how many hexes are looked at for one.
const LEAST_GAIN: f32 = 0.06;
const PROMISING: usize = 8;

/// What a unit is to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Order {
    pub(crate) unit: PieceId,
    /// Where it goes; none where it stays.
    pub(crate) to: HexId,
    /// What it attacks; none where it moves or supports.
    pub(crate) target: HexId,
    pub(crate) kind: Attack,
}

/// The orders of an activation and what they are worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Operation {
    pub(crate) orders: Vec<Order>,
    pub(crate) worth: f32,
}

/// A unit that can be activated, and where it gets.
struct Hand {
    unit: PieceId,
    /// The port, where it lies in a box.
    at: HexId,
    afloat: bool,
    /// Hexes and what they cost in half points.
    reach: Vec<(HexId, u16)>,
    used: bool,
}

impl Hand {
    fn cost(&self, hex: HexId) -> Option<u16> {
        if hex == self.at && !self.afloat {
            return Some(0);
        }
        self.reach.iter().find(|r| r.0 == hex).map(|r| r.1)
    }
}

/// The board in mind while orders are made.
struct Draft<'m, 'a> {
    mind: &'m Mind<'a>,
    hands: Vec<Hand>,
    /// Own units as they will stand.
    stand: HexBits,
    slots: usize,
    out: Operation,
}

impl Mind<'_> {
    /// The best that a headquarters can do now; `chosen` once it is activated.
    pub(crate) fn operation(&self, hq: PieceId, chosen: bool) -> Operation {
        let (game, state) = (self.game, self.state);
        let limit = game.data.numbers.activation;
        let range = game.ranges(state, self.side, &[state.piece(hq).at], limit);
        let mut hands = Vec::new();
        for unit in game.pieces_of(self.side) {
            let piece = state.piece(unit);
            let fits = !game.unit(unit).hq() && game.commands(hq, unit) && piece.at.in_play();
            let fresh = !piece.has(mark::SPENT) && range[unit.index()] != FAR;
            let active = piece.done(did::ACTIVE) && !piece.done(did::MOVED);
            if fits && (fresh || active) {
                hands.extend(self.hand(unit));
            }
        }
        let active = hands.iter().filter(|h: &&Hand| state.piece(h.unit).done(did::ACTIVE)).count();
        let slots = if chosen { state.act.slots } else { game.slots(state, self.side) };
        let slots = usize::from(slots) + active;
        let stand = self.field.units[usize::from(self.side)];
        let mut draft = Draft { mind: self, hands, stand, slots, out: Operation::default() };
        while draft.slots > 0 && draft.attack() {}
        draft.clear(hq, &range);
        draft.shift();
        draft.out
    }

    fn hand(&self, unit: PieceId) -> Option<Hand> {
        let (game, state) = (self.game, self.state);
        let walk = Walk::of(game, state, unit);
        let start = game.start(&walk, state.piece(unit).at)?;
        let halves = u16::from(game.data.numbers.initial);
        let reach = game.search(&walk, &[start], halves, |reach| reach.destinations().collect());
        let afloat = state.piece(unit).at.in_box().is_some();
        Some(Hand { unit, at: self.stands(unit)?, afloat, reach, used: false })
    }
}

impl Draft<'_, '_> {
    /// Plans the best attack that is left; false where none is worth it.
    fn attack(&mut self) -> bool {
        let mut best: Option<(f32, Vec<Order>)> = None;
        for &target in &self.mind.enemies {
            let planned = self.out.orders.iter().any(|o| o.target == target);
            let declared = self.mind.state.declared.iter().any(|d| d.hex == target);
            if planned || declared {
                continue;
            }
            if let Some((worth, orders)) = self.assault(target)
                && best.as_ref().is_none_or(|b| worth > b.0)
            {
                best = Some((worth, orders));
            }
        }
        let least = self.mind.weights.least / self.mind.bold;
        let Some((worth, orders)) = best.filter(|b| b.0 > least) else { return false };
        self.out.worth += worth;
        for order in orders {
            self.commit(order);
        }
        true
    }

    fn commit(&mut self, order: Order) {
        if let Some(hand) = self.hands.iter_mut().find(|h| h.unit == order.unit) {
            hand.used = true;
            if order.to.is_some() {
                if !hand.afloat {
                    self.stand.set(hand.at.index(), false);
                }
                self.stand.set(order.to.index(), true);
            }
        }
        // 9.4 A cadre's own regiments take no choices.
        let game = self.mind.game;
        let division = game.unit(order.unit).division;
        let led = division.is_some()
            && game.unit(order.unit).size != Size::Cadre
            && self
                .out
                .orders
                .iter()
                .any(|o| game.unit(o.unit).size == Size::Cadre && game.unit(o.unit).division == division);
        if !led {
            self.slots = self.slots.saturating_sub(1);
        }
        self.out.orders.push(order);
    }

    /// The best attack on a hex: who leads it, of what kind, and who comes to help.
    fn assault(&self, target: HexId) -> Option<(f32, Vec<Order>)> {
        let mind = self.mind;
        let (game, state) = (mind.game, mind.state);
        let ground = game.ground(state);
        let open = |h: HexId| h.is_some() && ground.open(mind.side, h) && !mind.field.enemy(mind.side, h);
        let around: Vec<HexId> = ground.near(target).iter().copied().filter(|&h| open(h)).collect();
        if !ground.open(mind.side, target) {
            return None;
        }
        let free: Vec<&Hand> = self.hands.iter().filter(|h| !h.used).collect();
        let there = around.iter().filter(|h| self.stand.has(h.index())).count() as f32;
        let (kind, _, lead, from) = self.lead(&around, &free)?;
        let unmoved = from == lead.at && !lead.afloat;
        let own = if around.contains(&lead.at) { 1.0 } else { 0.0 };
        let helpers = self.helpers(target, &around, lead, from, &free);
        let mut orders = Vec::new();
        let mut best: Option<(f32, Vec<Order>)> = None;
        for count in 0..=helpers.len() {
            let helping = there - own + count as f32;
            let blow = Blow { kind, hex: target, lead: lead.unit, from, helpers: helping };
            let worth = mind.blow(&blow) - 0.04 * (count + 1) as f32;
            if best.as_ref().is_none_or(|b| worth > b.0) {
                let to = if unmoved { HexId::NONE } else { from };
                let mut all = orders.clone();
                all.push(Order { unit: lead.unit, to, target, kind });
                best = Some((worth, all));
            }
            if let Some(&(unit, to)) = helpers.get(count) {
                orders.push(Order { unit, to, target: HexId::NONE, kind: Attack::Hasty });
            }
        }
        best
    }

    /// Who leads an attack from one of these hexes: whoever has the time for the best kind.
    fn lead<'h>(&self, around: &[HexId], free: &[&'h Hand]) -> Option<(Attack, u16, &'h Hand, HexId)> {
        let mut best: Option<(Attack, u16, &Hand, HexId)> = None;
        for &lead in free.iter().filter(|h| self.may_lead(h.unit)) {
            for &from in around {
                if self.stand.has(from.index()) && from != lead.at {
                    continue;
                }
                let Some(cost) = lead.cost(from) else { continue };
                let unmoved = from == lead.at && !lead.afloat;
                let Some(kind) = self.kind(lead.unit, cost, unmoved) else { continue };
                if best.is_none_or(|b| (kind, b.1) > (b.0, cost)) {
                    best = Some((kind, cost, lead, from));
                }
            }
        }
        best
    }

    fn may_lead(&self, unit: PieceId) -> bool {
        let piece = self.mind.state.piece(unit);
        !piece.has(mark::ROUTED | mark::BUG_OUT | mark::OOC)
            && !piece.done(did::DECLARED)
            && !self.mind.game.unit(unit).task_force()
    }

    /// 4.5 The best kind of attack that the points allow.
    fn kind(&self, unit: PieceId, cost: u16, unmoved: bool) -> Option<Attack> {
        let (game, state) = (self.mind.game, self.mind.state);
        let left = u16::from(game.data.numbers.initial).checked_sub(cost)?;
        let low = state.piece(unit).has(mark::LOW_MORALE);
        let pays = |kind| u16::from(game.declaration_cost(state, unit, kind)) <= left;
        if unmoved && !low && !game.cup(state, Attack::Deliberate).is_empty() {
            return Some(Attack::Deliberate);
        }
        [Attack::Prepared, Attack::Hasty].into_iter().find(|&k| pays(k) && !game.cup(state, k).is_empty())
    }

    /// Who can come beside the target, each to a hex of its own, the cheapest first.
    fn helpers(
        &self,
        target: HexId,
        around: &[HexId],
        lead: &Hand,
        from: HexId,
        free: &[&Hand],
    ) -> Vec<(PieceId, HexId)> {
        let ground = self.mind.game.ground(self.mind.state);
        let mut out: Vec<(PieceId, HexId)> = Vec::new();
        let vacant: Vec<HexId> = around
            .iter()
            .copied()
            .filter(|&h| h != from && (!self.stand.has(h.index()) || lead.at == h))
            .collect();
        for hex in vacant {
            if out.len() + 1 >= self.slots {
                break;
            }
            let near = |h: &&&Hand| {
                h.unit != lead.unit
                    && ground.distance(h.at, target) != 1
                    && !out.iter().any(|o| o.0 == h.unit)
                    && !self.mind.state.piece(h.unit).has(mark::ROUTED | mark::BUG_OUT)
            };
            let costs = free.iter().filter(near).filter_map(|h| Some((h.cost(hex)?, h.unit)));
            if let Some((_, unit)) = costs.min() {
                out.push((unit, hex));
            }
        }
        out
    }

    /// 6.2 Choices that are left take markers off.
    fn clear(&mut self, hq: PieceId, range: &[u16; PIECES]) {
        let mind = self.mind;
        for unit in mind.game.pieces_of(mind.side) {
            let broken = mind.state.piece(unit).has(mark::ROUTED | mark::BUG_OUT | mark::DISRUPTED);
            if self.slots > 0 && broken && range[unit.index()] != FAR && mind.game.commands(hq, unit) {
                self.slots -= 1;
                self.out.worth += mind.weights.clear;
            }
        }
    }

    /// Units that gain by a move of their own, those that gain most first.
    fn shift(&mut self) {
        let mind = self.mind;
        while self.slots > 0 {
            let mut best = (LEAST_GAIN, None);
            for hand in self.hands.iter().filter(|h| !h.used) {
                let afloat = if hand.afloat { mind.weights.ashore } else { 0.0 };
                let here = mind.standing(hand.unit, hand.at) - afloat;
                for hex in self.promising(hand) {
                    let gain = mind.standing(hand.unit, hex) - here;
                    if gain > best.0 {
                        best = (gain, Some((hand.unit, hex)));
                    }
                }
            }
            let (gain, Some((unit, to))) = best else { return };
            self.out.worth += gain.min(1.0);
            self.commit(Order { unit, to, target: HexId::NONE, kind: Attack::Hasty });
        }
    }

    /// The few hexes in reach that draw a unit most.
    fn promising(&self, hand: &Hand) -> Vec<HexId> {
        let mind = self.mind;
        let drawn = |hex: HexId| mind.pull.map_or(0.0, |p| p.at(hex)) + mind.worth_of(hex);
        let open = |hex: &HexId| (*hex != hand.at || hand.afloat) && !self.stand.has(hex.index());
        let mut hexes: Vec<(f32, HexId)> =
            hand.reach.iter().map(|r| r.0).filter(open).map(|hex| (drawn(hex), hex)).collect();
        hexes.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        hexes.into_iter().take(PROMISING).map(|h| h.1).collect()
    }
}

impl Operation {
    pub(crate) fn of(&self, unit: PieceId) -> Option<&Order> {
        self.orders.iter().find(|o| o.unit == unit)
    }
}
