//! The craft of computer players on the ground: where to stand, whom to attack, how to pay for a lost combat.

use crate::actions::Action;
use crate::data::Size;
use crate::frames::Frame;
use crate::game::FireAndIce;
use crate::moves::Kind;
use crate::state::{Attack, Commander, HexBits, PieceId, State, UN, did, mark, other};
use crate::support::{ATTACKER, attackers_adjacency};
use crate::weights::Weights;
use board::HexId;

/// A place worth having, and how much.
struct Goal {
    hex: HexId,
    worth: f32,
}

/// What is looked at once for all actions of a decision.
pub(crate) struct Mind<'a> {
    pub(crate) game: &'a FireAndIce,
    pub(crate) state: &'a State,
    pub(crate) side: u8,
    pub(crate) weights: &'a Weights,
    pub(crate) bold: f32,
    pub(crate) enemies: Vec<HexId>,
    pub(crate) friends: Vec<HexId>,
    posts: Vec<HexId>,
    /// On a march: where it leads without a Bug Out.
    quiet: Option<HexBits>,
    /// What is to be taken.
    goals: Vec<Goal>,
    /// What is to be kept.
    keys: Vec<Goal>,
}

impl<'a> Mind<'a> {
    pub(crate) fn new(game: &'a FireAndIce, state: &'a State, side: u8, bold: f32) -> Self {
        let hexes = |s: u8, hq: bool| {
            let pieces = game.pieces_of(s).filter(move |&id| game.unit(id).hq() == hq);
            pieces.filter_map(|id| state.hex_of(id)).collect::<Vec<HexId>>()
        };
        let mut mind = Self {
            game,
            state,
            side,
            weights: game.weights(state, side),
            bold,
            enemies: hexes(other(side), false),
            friends: hexes(side, false),
            posts: hexes(side, true),
            quiet: match state.frames.last() {
                Some(Frame::March(march)) if march.unit.is_some() => Some(march.quiet_ends(game, state)),
                _ => None,
            },
            goals: Vec::new(),
            keys: Vec::new(),
        };
        mind.look_around();
        mind
    }

    /// Goals: own objective markers, enemy cities and ports. Keys: own cities and ports, enemy markers on own ground.
    fn look_around(&mut self) {
        let (game, state) = (self.game, self.state);
        let ground = game.ground(state);
        let double = if self.side == UN && state.commander == Commander::MacArthur { 2.0 } else { 1.0 };
        for marker in state.objectives.iter() {
            let value = if marker.value == 0 { 2.7 } else { f32::from(marker.value) };
            let held = game.controller(state, marker.hex) == self.side;
            if marker.side == self.side {
                let worth = if held { 0.4 } else { 1.0 } * value * double;
                self.goals.push(Goal { hex: marker.hex, worth: worth * self.weights.goal });
            } else if held {
                self.keys.push(Goal { hex: marker.hex, worth: value });
            }
        }
        for i in ground.city.iter().chain(ground.port.iter().filter(|&p| !ground.city.has(p))) {
            let hex = HexId(i as u16);
            let capital = ground.pyongyang.contains(&hex) || ground.seoul.contains(&hex);
            let port = ground.boxes.contains(&hex);
            let worth = 0.8 + f32::from(u8::from(capital)) + f32::from(u8::from(port));
            if game.controller(state, hex) == self.side {
                self.keys.push(Goal { hex, worth });
            } else {
                self.goals.push(Goal { hex, worth: worth * self.weights.goal });
            }
        }
    }

    pub(crate) fn nearest(&self, hex: HexId, of: &[HexId]) -> f32 {
        let ground = self.game.ground(self.state);
        of.iter().map(|&h| ground.distance(h, hex)).min().map_or(30.0, |d| d as f32)
    }

    pub(crate) fn nearest_goal(&self, hex: HexId) -> f32 {
        let ground = self.game.ground(self.state);
        self.goals.iter().map(|g| ground.distance(g.hex, hex)).min().map_or(30.0, |d| d as f32)
    }

    pub(crate) fn place(&self, id: PieceId) -> Option<HexId> {
        self.state.hex_of(id)
    }

    /// How far a piece is from the enemy, or a number where it is not on the map.
    pub(crate) fn far(&self, id: PieceId, without: f32) -> f32 {
        self.place(id).map_or(without, |h| self.nearest(h, &self.enemies))
    }

    /// What a hex is worth keeping.
    pub(crate) fn key(&self, hex: HexId) -> f32 {
        self.keys.iter().find(|k| k.hex == hex).map_or(0.0, |k| k.worth)
    }

    /// Units of the other side around a hex.
    pub(crate) fn strength_at(&self, hex: HexId) -> f32 {
        let ground = self.game.ground(self.state);
        self.enemies.iter().filter(|&&e| ground.distance(e, hex) <= 2).count() as f32
    }

    /// How many units that matter a headquarters can command; those that are fresh, or all.
    pub(crate) fn in_reach(&self, hq: PieceId, fresh: bool) -> usize {
        let (game, state) = (self.game, self.state);
        let at = state.piece(hq).at;
        let port = at.in_box().map(|i| game.ground(state).boxes[usize::from(i)]);
        let Some(from) = at.on_map().or(port) else { return 0 };
        let matters = |id: &PieceId| {
            let piece = state.piece(*id);
            !game.unit(*id).hq()
                && game.commands(hq, *id)
                && !(fresh && piece.has(mark::SPENT))
                && (piece.at.in_box().is_some_and(|_| piece.at == at)
                    || self.place(*id).is_some_and(|h| game.ground(state).distance(h, from) <= 7))
                && self.far(*id, 1.0) <= 10.0
        };
        game.pieces_of(self.side).filter(matters).count()
    }

    /// What a hex is worth to a unit.
    fn standing(&self, unit: PieceId, hex: HexId) -> f32 {
        let (game, state, weights) = (self.game, self.state, self.weights);
        let ground = game.ground(state);
        let near = self.nearest(hex, &self.enemies);
        let crowd = |at: HexId| {
            let close = |h: &&HexId| ground.distance(**h, at) <= 1;
            let here = state.hex_of(unit).is_some_and(|h| ground.distance(h, at) <= 1);
            self.friends.iter().filter(close).count() as f32 - f32::from(u8::from(here))
        };
        let aim = |g: &Goal| {
            let distance = ground.distance(g.hex, hex) as f32;
            g.worth * self.bold * (1.0 - 0.15 * crowd(g.hex)).max(0.2) - weights.advance * distance
        };
        let goal = self.goals.iter().map(aim).fold(-4.0, f32::max);
        let watch = |k: &Goal| {
            let threat = self.nearest(k.hex, &self.enemies);
            let distance = ground.distance(k.hex, hex) as f32;
            let need = k.worth / (1.0 + 0.25 * (threat - 3.0).max(0.0)) / (1.0 + 0.5 * crowd(k.hex));
            need * (1.0 - 0.12 * distance).max(0.0)
        };
        let hold = self.keys.iter().map(watch).fold(0.0, f32::max);
        let defence = f32::from(ground.terrain[hex.index()].defence);
        let beside = |of: &[HexId]| of.iter().filter(|&&h| ground.distance(h, hex) == 1).count() as f32;
        let here = state.hex_of(unit);
        let friends =
            beside(&self.friends) - f32::from(u8::from(here.is_some_and(|h| ground.distance(h, hex) == 1)));
        let enemies = beside(&self.enemies);
        let outweighed = (enemies * (enemies + 1.0) / 2.0 - defence - 2.0 * friends).max(0.0);
        let behind = (self.nearest(hex, &self.posts) - 7.0).max(0.0);
        let full = game.units_in(state, self.side, hex).any(|id| id != unit);
        goal + weights.hold * hold / self.bold
            + if near <= 3.0 { weights.cover * defence } else { 0.0 }
            + weights.group * friends.min(2.0)
            - weights.danger * outweighed / self.bold
            - weights.line * behind
            - if full { 2.0 } else { 0.0 }
    }

    /// What the best attack out of a hex would promise.
    fn chance(&self, unit: PieceId, hex: HexId) -> f32 {
        let ground = self.game.ground(self.state);
        let beside = |e: &&HexId| ground.distance(**e, hex) == 1;
        let margin = |e: &HexId| self.margin(Attack::Hasty, *e, unit, hex) - self.weights.least;
        self.enemies.iter().filter(beside).map(margin).fold(0.0, f32::max).min(6.0)
    }

    /// What going to a hex is worth to the piece in hand.
    fn going(&self, hex: HexId) -> f32 {
        let (game, state, weights) = (self.game, self.state, self.weights);
        let mover = self.mover();
        if !mover.is_some() {
            return 0.0;
        }
        if game.unit(mover).hq() {
            return self.post(mover, hex);
        }
        // 4.8 A march near the enemy bugs out: that is a point.
        if self.quiet.is_some_and(|quiet| !quiet.has(hex.index())) {
            return -1.0;
        }
        let port = |i: u8| game.ground(state).boxes[usize::from(i)];
        let at = state.piece(mover).at;
        let Some(here) = at.on_map().or_else(|| at.in_box().map(port)) else {
            return self.standing(mover, hex);
        };
        let ashore = if at.on_map().is_none() { 0.3 } else { 0.0 };
        let attacks = matches!(state.frames.last(), Some(Frame::Moving(m)) if m.kind == Kind::Initial)
            && !state.piece(mover).done(did::DECLARED);
        let join = |at: HexId| if attacks { weights.join * self.bold * self.chance(mover, at) } else { 0.0 };
        self.standing(mover, hex) + join(hex) - self.standing(mover, here) - join(here) + ashore - 0.02
    }

    /// A headquarters keeps behind the front and near its units; one that moves in its activation is lost for the month.
    fn post(&self, hq: PieceId, hex: HexId) -> f32 {
        let state = self.state;
        let near = |h: HexId| {
            let units = self.nearest(h, &self.friends);
            -0.08 * (self.nearest(h, &self.enemies) - self.weights.stand).abs() - 0.03 * units
        };
        let gain = near(hex) - self.place(hq).map_or(-3.0, near);
        let lost = matches!(state.frames.last(), Some(Frame::HqEnd(_)));
        let month = &self.game.data.months[self.game.month(state.turn)];
        let last = usize::from(state.turn) + 1 >= usize::from(month.first) + month.weeks.len();
        let stranded = self.in_reach(hq, false) == 0;
        gain - if lost && !last && !stranded { 1.0 } else { 0.05 }
    }

    /// The expected margin of an attack: friends around and on their way, support, dice and ground on both sides.
    fn margin(&self, kind: Attack, hex: HexId, lead: PieceId, from: HexId) -> f32 {
        let (game, state) = (self.game, self.state);
        let ground = game.ground(state);
        let enemy = other(self.side);
        let able = |id: &PieceId| !game.unit(*id).hq() && !state.piece(*id).has(mark::ROUTED | mark::BUG_OUT);
        let beside = |id: &PieceId| self.place(*id).is_some_and(|h| ground.distance(h, hex) == 1);
        let friends = game.pieces_of(self.side).filter(able).filter(|&id| id != lead);
        let there = friends.filter(beside).count() as f32;
        let coming = |id: &PieceId| {
            let piece = state.piece(*id);
            piece.done(did::ACTIVE)
                && !piece.done(did::MOVED)
                && *id != lead
                && self.place(*id).is_some_and(|h| (2..=4).contains(&ground.distance(h, hex)))
        };
        let more = game.pieces_of(self.side).filter(coming).count() as f32 * self.weights.come;
        let helpers = (there + more).min(5.0);
        let whole = attackers_adjacency(helpers as i16, kind);
        let next = attackers_adjacency(helpers as i16 + 1, kind);
        let adjacency = f32::from(whole) + f32::from(next - whole) * helpers.fract();
        let (die, lost) = match kind {
            Attack::Meeting | Attack::Hasty => (5.0, 3.2),
            _ => (6.1, 1.5),
        };
        let three = if game.draws_three(state, self.side) { 1.5 } else { 0.0 };
        let road = ground.road(from, hex) && !ground.river(from, hex);
        let own = die + three + adjacency + self.support(self.side, hex, lost, road);
        let defenders: Vec<PieceId> = game.units_in(state, enemy, hex).collect();
        let spent = defenders.iter().all(|&id| state.piece(id).has(mark::SPENT));
        let broken =
            defenders.iter().all(|&id| state.piece(id).has(mark::ROUTED | mark::BUG_OUT | mark::OOC));
        let beside = game.pieces_of(enemy).filter(able).filter(beside).count() as f32;
        let works = if state.trenches.has(hex.index()) {
            2.0
        } else {
            f32::from(u8::from(state.positions.has(hex.index())))
        };
        let river = if there < 1.0 && ground.river(from, hex) { 1.5 } else { 0.0 };
        let mut against =
            if spent { 3.5 } else { 5.5 } + f32::from(ground.terrain[hex.index()].defence) + works + river;
        if !broken {
            against += 2.0 * beside + self.support(enemy, hex, 3.0, false);
        }
        own - against
    }

    /// What a side's tanks, artillery, aircraft and ships are worth in a combat.
    fn support(&self, side: u8, hex: HexId, lost: f32, road: bool) -> f32 {
        let (game, state) = (self.game, self.state);
        let ground = game.ground(state);
        let terrain = ground.terrain[hex.index()];
        let tracks = &state.sides[usize::from(side)];
        let share = |level: f32, divisor: u8| ((level - lost).max(0.0) / f32::from(divisor.max(1))).floor();
        let command = game
            .pieces_of(side)
            .filter(|&id| game.unit(id).hq() || game.unit(id).size == Size::Cadre)
            .filter_map(|id| state.hex_of(id))
            .any(|h| ground.distance(h, hex) <= 7);
        let mut sum = share(f32::from(game.air_level(state, side)), terrain.artillery) * 0.7;
        if command {
            sum += share(tracks.tank.into(), if road { 1 } else { terrain.tank });
            sum += share(tracks.artillery.into(), terrain.artillery);
        }
        if side == UN
            && ground
                .guns
                .iter()
                .enumerate()
                .any(|(sea, near)| state.fleet as usize == sea + 1 && near[0].has(hex.index()))
        {
            sum += share(state.bombardment.into(), terrain.artillery);
        }
        sum
    }

    /// How an attack looks.
    fn declaring(&self, kind: Attack, hex: HexId) -> f32 {
        let weights = self.weights;
        let lead = self.state.act.mover;
        let Some(from) = self.place(lead).or_else(|| {
            let index = self.state.piece(lead).at.in_box()?;
            Some(self.game.ground(self.state).boxes[usize::from(index)])
        }) else {
            return 0.0;
        };
        let margin = self.margin(kind, hex, lead, from) - weights.least / self.bold;
        // A Meeting Engagement gains no ground.
        let ground = if kind == Attack::Meeting { 0.4 } else { 1.0 };
        let prize = 1.0 + 0.15 * self.goals.iter().find(|g| g.hex == hex).map_or(0.0, |g| g.worth);
        (weights.attack * margin.min(8.0) + 0.1) * if margin > 0.0 { ground * prize } else { 1.0 }
    }

    /// Combat: what is put in, and how a loss is paid.
    pub(crate) fn fight(&self, action: Action) -> f32 {
        let (game, state, weights) = (self.game, self.state, self.weights);
        let ahead = || {
            let own = state.combat.role(self.side);
            f32::from(game.modifiers(state, own).sum() - game.modifiers(state, 1 - own).sum())
        };
        match action {
            Action::To { hex } => self.going(hex),
            Action::Least { .. } => -0.1,
            Action::Declare { kind, hex } => self.declaring(kind, hex),
            Action::Chit { chit } => {
                let c = &game.data.chits[usize::from(chit)];
                f32::from(c.die) * 0.5 + f32::from(c.modifier)
            }
            Action::Fight { hex } => 0.5 + 0.1 * self.strength_at(hex),
            Action::Defend { .. } => 0.5,
            Action::Everything => 1.0,
            Action::Support { .. } | Action::Tank { .. } | Action::Artillery { .. } | Action::Guns { .. } => {
                0.4
            }
            Action::Road => {
                if ahead() < 3.0 {
                    1.1
                } else {
                    -0.2
                }
            }
            Action::Fly { .. } => {
                if ahead() < 5.0 {
                    0.6
                } else {
                    -0.1
                }
            }
            Action::Roll { ten } => {
                if ten {
                    0.5
                } else {
                    0.2
                }
            }
            Action::Reroll { unit } => {
                let role = state.combat.role(game.unit(unit).side);
                let die = f32::from(state.combat.dice[role]) / f32::from(state.combat.faces[role].max(1));
                if game.unit(unit).side == self.side { 0.5 - die } else { die - 0.5 }
            }
            Action::Quality { .. } | Action::Count { good: true } => 0.5,
            Action::Invoke { unit } => {
                if state.piece(unit).has(mark::BAD) {
                    0.5
                } else {
                    -0.5
                }
            }
            Action::Replace { .. } => weights.replacement,
            Action::Retreat { unit, hex } => self.going_back(unit, hex),
            Action::Pay => weights.pay,
            Action::Eliminate { unit } => {
                let cadre = game.unit(unit).size == Size::Cadre;
                weights.lose - if cadre { weights.cadre } else { 0.0 }
            }
            Action::GiveUp => {
                let role = state.combat.role(self.side);
                weights.lose - weights.each * game.present(state, role).iter().count() as f32
            }
            Action::Scrap { .. } => -1.0,
            Action::Advance { unit } => self.advancing(unit),
            _ => 0.0,
        }
    }

    /// 5.6 A hex of retreat: the first costs little, above all to a supporter; more of them disrupt and rout.
    fn going_back(&self, unit: PieceId, hex: HexId) -> f32 {
        let (game, state, weights) = (self.game, self.state, self.weights);
        let combat = &state.combat;
        let step = if combat.retreating == unit { combat.gone } else { 0 };
        let worth = match step {
            0 => weights.retreat,
            1 => weights.second,
            _ => weights.third,
        };
        let leads = combat.defender == unit && combat.role(self.side) != ATTACKER && step == 0;
        let zone = game.field_without(state, unit).enemy_zone(self.side, hex);
        let full = game.units_in(state, self.side, hex).next().is_some();
        worth
            - if leads { weights.leave * (1.0 + self.key(combat.declared.hex)) } else { 0.0 }
            - if zone { weights.zone } else { 0.0 }
            - if full { 0.1 } else { 0.0 }
            + 0.02 * self.standing(unit, hex).clamp(-3.0, 3.0)
    }

    fn advancing(&self, unit: PieceId) -> f32 {
        let hex = self.state.combat.declared.hex;
        if self.game.units_in(self.state, self.side, hex).next().is_some() {
            return -1.0;
        }
        let here = self.place(unit).map_or(0.0, |h| self.standing(unit, h));
        0.3 + self.standing(unit, hex) - here
    }
}
