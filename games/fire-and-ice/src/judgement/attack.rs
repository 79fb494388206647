//! Attacks by their expected losses, on both sides.

use super::mind::Mind;
use super::odds::Spread;
use crate::data::Size;
use crate::ground::Ground;
use crate::state::{Attack, PieceId, Sea, UN, did, mark, other};
use crate::support::{attackers_adjacency, share};
use board::{Direction, HexId};

/// Planning of a defender.
const DEFENDER_ROW: usize = 5;

/// Who would pay for a lost combat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Payer {
    /// Units that took part, and those of them that can go back.
    pub(crate) units: f32,
    pub(crate) free: f32,
    /// What the first hex back costs, and a unit.
    pub(crate) first: f32,
    pub(crate) unit: f32,
    pub(crate) replacement: bool,
    pub(crate) points: bool,
}

/// An attack as it would be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blow {
    pub(crate) kind: Attack,
    pub(crate) hex: HexId,
    pub(crate) lead: PieceId,
    pub(crate) from: HexId,
    /// Units beside the target besides the lead.
    pub(crate) helpers: f32,
}

impl Mind<'_> {
    /// What so many losses cost, paid in the cheapest way.
    pub(crate) fn bill(&self, payer: &Payer, losses: usize) -> f32 {
        let w = self.weights;
        let mut left = losses as f32;
        let mut sum = 0.0;
        let mut pay = |count: f32, each: f32| {
            let now = count.min(left).max(0.0);
            left -= now;
            sum += now * each;
        };
        pay(payer.free, payer.first);
        pay(f32::from(u8::from(payer.replacement)), w.replacement);
        pay(payer.free, w.second);
        pay(payer.free, w.third);
        pay(if payer.points { 2.0 } else { 0.0 }, w.point);
        pay(payer.units - payer.free, payer.unit);
        let everything = payer.units * payer.unit;
        if left > 0.0 { everything } else { sum.min(everything) }
    }

    /// Whether a unit could go back out of a hex, and whether that would be a Bug Out.
    pub(crate) fn way_back(&self, side: u8, unit: PieceId, hex: HexId, target: HexId) -> Option<bool> {
        let ground = self.game.ground(self.state);
        if self.state.piece(unit).has(mark::DISRUPTED | mark::ROUTED | mark::BUG_OUT) {
            return None;
        }
        let crosses = self.game.may_cross_zones(unit);
        let mut best = None;
        for direction in Direction::ALL.into_iter().filter(|d| Ground::rear(side, *d)) {
            let to = ground.near(hex)[direction.index()];
            let open = to.is_some() && ground.open(side, to) && !self.field.enemy(side, to);
            if !open || ground.distance(to, target) <= ground.distance(hex, target) {
                continue;
            }
            match self.field.enemy_zone(side, to) {
                false => return Some(false),
                true if crosses => best = Some(true),
                true => {}
            }
        }
        best
    }

    fn supplied(&self, side: u8, hex: HexId) -> bool {
        let (game, state) = (self.game, self.state);
        let ground = game.ground(state);
        let commands = |id: &PieceId| game.unit(*id).hq() || game.unit(*id).size == Size::Cadre;
        let near = |id: PieceId| self.stands(id).is_some_and(|h| ground.distance(h, hex) <= 8);
        game.pieces_of(side).filter(commands).any(near)
    }

    /// 5.3 What a side's tanks, artillery, aircraft and ships add to a combat.
    pub(crate) fn support(&self, side: u8, hex: HexId, kind: Option<Attack>, road: bool) -> f32 {
        let (game, state) = (self.game, self.state);
        let ground = game.ground(state);
        let terrain = ground.terrain[hex.index()];
        let tracks = &state.sides[usize::from(side)];
        let comes = |support: usize, level: i16, divisor: u8| match kind {
            Some(kind) => game.odds.share(kind, support, level, divisor),
            None => f32::from(share(level, game.data.planning[DEFENDER_ROW][support], divisor)),
        };
        let mut sum = comes(2, game.air_level(state, side), terrain.artillery) * 0.7;
        if self.supplied(side, hex) {
            sum += comes(0, tracks.tank.into(), if road { 1 } else { terrain.tank });
            sum += comes(1, tracks.artillery.into(), terrain.artillery);
        }
        let sea = match state.fleet {
            Sea::None => None,
            Sea::Yellow => Some(0),
            Sea::Japan => Some(1),
        };
        if side == UN && sea.is_some_and(|sea: usize| ground.guns[sea][0].has(hex.index())) {
            let planning = game.data.numbers.bombardment_planning;
            sum += f32::from(share(state.bombardment.into(), planning, terrain.artillery));
        }
        sum
    }

    /// Adjacency of so many helpers, between whole numbers too.
    pub(crate) fn adjacency(helpers: f32, kind: Attack) -> f32 {
        let whole = attackers_adjacency(helpers as i16, kind);
        let next = attackers_adjacency(helpers as i16 + 1, kind);
        f32::from(whole) + f32::from(next - whole) * helpers.fract()
    }

    /// What the ground and the friends of a defender add.
    pub(crate) fn holding(&self, side: u8, hex: HexId, friends: f32, broken: bool) -> f32 {
        let ground = self.game.ground(self.state);
        let works = if self.state.trenches.has(hex.index()) {
            ground.defence_trenches
        } else if self.state.positions.has(hex.index()) {
            ground.defence_position
        } else {
            0
        };
        let bare = f32::from(ground.terrain[hex.index()].defence + works);
        if broken { bare } else { bare + 2.0 * friends + self.support(side, hex, None, false) }
    }

    /// How an attack goes.
    pub(crate) fn chances(&self, blow: &Blow) -> &Spread {
        let (game, state) = (self.game, self.state);
        let ground = game.ground(state);
        let enemy = other(self.side);
        let lead = state.piece(blow.lead);
        let road = ground.road(blow.from, blow.hex) && !ground.river(blow.from, blow.hex);
        let own = if lead.has(mark::OOC) {
            0.0
        } else {
            Self::adjacency(blow.helpers, blow.kind)
                + self.support(self.side, blow.hex, Some(blow.kind), road)
        };
        let marks = |id: PieceId| state.piece(id).marks;
        let units = || game.units_in(state, enemy, blow.hex);
        let ten = units().any(|id| marks(id) & mark::SPENT == 0);
        let broken = units().all(|id| marks(id) & (mark::ROUTED | mark::BUG_OUT | mark::OOC) != 0);
        let river = if blow.helpers < 1.0 && ground.river(blow.from, blow.hex) { 1.5 } else { 0.0 };
        let against = self.holding(enemy, blow.hex, self.beside(enemy, blow.hex), broken) + river;
        game.odds.spread(blow.kind, game.draws_three(state, self.side), ten, own - against)
    }

    /// What an attack is worth: what the enemy would pay and the ground, less what a defeat would cost.
    pub(crate) fn blow(&self, blow: &Blow) -> f32 {
        let (game, state, w) = (self.game, self.state, self.weights);
        let enemy = other(self.side);
        let spread = self.chances(blow);
        let lead = game.units_in(state, enemy, blow.hex).next();
        let back = lead.and_then(|id| self.way_back(enemy, id, blow.hex, blow.hex));
        let mates = self.beside(enemy, blow.hex);
        let theirs = Payer {
            units: 1.0 + mates,
            free: mates + f32::from(u8::from(back.is_some())),
            first: if back == Some(true) && mates < 1.0 { w.zone } else { w.first },
            unit: lead.map_or(w.unit, |id| self.value(id)),
            replacement: state.sides[usize::from(enemy)].replacements.iter().any(|&r| r > 0),
            points: true,
        };
        let ours = Payer {
            units: 1.0 + blow.helpers,
            free: 1.0 + blow.helpers,
            first: w.first,
            unit: self.value(blow.lead),
            replacement: state.sides[usize::from(self.side)].replacements.iter().any(|&r| r > 0),
            points: true,
        };
        // A Meeting Engagement gains no ground.
        let gain =
            if blow.kind == Attack::Meeting { 0.0 } else { w.ground * (0.6 + self.worth_of(blow.hex)) };
        let mut sum = 0.0;
        for (index, chance) in spread.iter().enumerate() {
            sum += chance
                * match index {
                    6.. => {
                        let losses = index - 5;
                        let leaves = ((losses as f32 - mates) / 2.0).clamp(0.1, 1.0);
                        w.shock * self.bill(&theirs, losses) + gain * leaves
                    }
                    5 => -w.risk * self.bill(&ours, 1),
                    _ => -w.risk * self.bill(&ours, 5 - index),
                };
        }
        sum
    }

    /// What the attack that the enemies around could make on a unit in a hex would cost it.
    pub(crate) fn danger(&self, unit: PieceId, hex: HexId) -> f32 {
        let (game, state, w) = (self.game, self.state, self.weights);
        let ground = game.ground(state);
        let enemy = other(self.side);
        let mut coming = 0.0f32;
        for &e in &self.enemies {
            coming += match ground.distance(e, hex) {
                0..=2 => 1.0,
                3 => 0.7,
                4 => 0.4,
                _ => 0.0,
            };
        }
        if coming <= 0.0 {
            return 0.0;
        }
        let here = state.hex_of(unit);
        let beside = here.is_some_and(|h| ground.distance(h, hex) == 1);
        let friends = self.beside(self.side, hex) - f32::from(u8::from(beside));
        let open = ground.near(hex).iter().filter(|n| {
            n.is_some()
                && ground.open(enemy, **n)
                && (!self.field.friend(self.side, **n) || here == Some(**n))
        });
        let attackers = coming.min(open.count() as f32).min(f32::from(game.slots(state, enemy)));
        let own = Self::adjacency((attackers - 1.0).max(0.0), Attack::Hasty)
            + self.support(enemy, hex, Some(Attack::Hasty), false);
        let against = self.holding(self.side, hex, friends, state.piece(unit).has(mark::OOC));
        let spread = game.odds.spread(Attack::Hasty, game.draws_three(state, enemy), true, own - against);
        let back = self.way_back(self.side, unit, hex, hex);
        let payer = Payer {
            units: 1.0 + friends,
            free: friends + f32::from(u8::from(back.is_some())),
            first: if back == Some(true) { w.zone } else { w.first },
            unit: self.value(unit),
            replacement: state.sides[usize::from(self.side)].replacements.iter().any(|&r| r > 0),
            points: true,
        };
        let loss: f32 = (6..spread.len()).map(|i| spread[i] * self.bill(&payer, i - 5)).sum();
        loss * attackers.min(1.0)
    }

    /// How an attack looks that the unit in hand could declare, with the friends that are there and on their way.
    pub(crate) fn declaring(&self, kind: Attack, hex: HexId, coming: f32) -> f32 {
        let (game, state) = (self.game, self.state);
        let ground = game.ground(state);
        let lead = state.act.mover;
        let Some(from) = self.stands(lead) else { return -1.0 };
        let able = |id: &PieceId| {
            *id != lead
                && !game.unit(*id).hq()
                && !state.piece(*id).has(mark::ROUTED | mark::BUG_OUT)
                && self.place(*id).map_or_else(
                    || state.piece(*id).at.in_box().is_some() && self.stands(*id) == Some(hex),
                    |h| ground.distance(h, hex) == 1,
                )
        };
        let helpers = game.pieces_of(self.side).filter(able).count() as f32 + coming;
        self.blow(&Blow { kind, hex, lead, from, helpers }) - self.weights.least / self.bold
    }

    /// Active units that could still come to a target, as a recruit guesses them.
    pub(crate) fn on_their_way(&self, hex: HexId) -> f32 {
        let (game, state) = (self.game, self.state);
        let coming = |id: &PieceId| {
            let piece = state.piece(*id);
            piece.done(did::ACTIVE)
                && !piece.done(did::MOVED)
                && *id != state.act.mover
                && self.place(*id).is_some_and(|h| (2..=3).contains(&game.ground(state).distance(h, hex)))
        };
        game.pieces_of(self.side).filter(coming).count() as f32 * 0.6
    }
}
