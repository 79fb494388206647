//! 4.1, 4.5 to 4.7: units move, declare combats and exploit; the headquarters ends the activation; stacking.

use crate::actions::Action;
use crate::combat::begin_combat;
use crate::game::{FireAndIce, not_now};
use crate::movement::{Found, Walk};
use crate::names::{Now, at, chit, seats};
use crate::sequence::push;
use crate::state::{Attack, COM, Declared, HexBits, PieceId, Spot, State, UN, did, mark, other};
use board::HexId;
use engine::{Ask, Decision, Effect, Halves, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The kinds of movement inside an activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Initial movement (4.1).
    #[default]
    Initial,
    /// Reserve movement (4.6).
    Reserve,
    /// Early exploitation (4.7).
    Early,
    /// Exploitation after a combat (4.7).
    Exploit,
}

/// The next unit to move is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movers {
    /// Whose.
    pub side: u8,
    /// How they move.
    pub kind: Kind,
}

/// A unit on the move: who and how much is left stands in the activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moving {
    /// Whose.
    pub side: u8,
    /// How it moves.
    pub kind: Kind,
}

/// One of several chits is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChooseChit {
    side: u8,
    declared: Declared,
    chits: [u8; 3],
    count: u8,
}

/// 4.1 The headquarters moves, is refreshed, or neither. [rule: fi 4.1-hq]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HqEnd {
    /// Whose.
    pub side: u8,
}

/// Overfull hexes are cleared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stacking;

impl FireAndIce {
    /// 4.1 Where the mover can go with what is left. [rule: fi 4.1-initial, fi 4.7-exploit]
    pub(crate) fn mover_reach<T>(
        &self,
        state: &State,
        kind: Kind,
        look: impl FnOnce(&Found<'_>) -> T,
    ) -> Option<T> {
        self.as_mover(state, kind, |walk| {
            let start = self.start(walk, state.piece(state.act.mover).at)?;
            Some(self.search(walk, &[start], state.act.left.into(), look))
        })
    }

    /// How the mover walks.
    fn as_mover<T>(&self, state: &State, kind: Kind, look: impl FnOnce(&Walk<'_>) -> T) -> T {
        let id = state.act.mover;
        let walk = Walk::of(self, state, id);
        look(&match kind {
            Kind::Reserve => walk.behind(self.reserve_rows(state, id)),
            Kind::Early => walk.out_of_zones(),
            Kind::Initial | Kind::Exploit => walk,
        })
    }

    /// 4.1 The one step that a unit may always take: unmoved, unable to pay, not from enemy zone to enemy zone.
    /// [rule: fi 4.1-least]
    fn least_step(&self, state: &State, walk: &Walk<'_>, kind: Kind, to: HexId) -> bool {
        let id = state.act.mover;
        let side = self.unit(id).side;
        let Some(from) = state.hex_of(id) else { return false };
        let ground = self.ground(state);
        let Some(direction) = ground.direction(from, to) else { return false };
        if state.act.stepped || !matches!(kind, Kind::Initial | Kind::Reserve) || self.unit(id).hq() {
            return false;
        }
        let cost = board::MoveRules::cost(walk, from, direction, to);
        let zones = self.zone_upon(state, id, from) && state.field.enemy_zone(side, to);
        let rows = if kind == Kind::Reserve { self.reserve_rows(state, id).end } else { None };
        let behind = rows.is_none_or(|r| if side == UN { ground.row(to) >= r } else { ground.row(to) <= r });
        cost.is_some_and(|c| c > u16::from(state.act.left)) && !zones && behind && !state.is_struck(to)
    }

    /// 4.5, 6.2 What a declaration costs in half points. [rule: fi 4.5-cost, fi 6.2j]
    pub(crate) fn declaration_cost(&self, state: &State, id: PieceId, kind: Attack) -> u8 {
        let low = if state.piece(id).has(mark::LOW_MORALE) { self.data.numbers.low_morale } else { 0 };
        self.data.numbers.declaration[kind as usize] + low
    }

    /// 5.2.1 The chits of an attack's cup that can be drawn. [rule: fi 5.2.1-cups]
    pub(crate) fn cup(&self, state: &State, kind: Attack) -> Vec<u8> {
        let first = if matches!(kind, Attack::Meeting | Attack::Hasty) { 0 } else { 12 };
        let fighting = state.combat.attacker != crate::state::NOBODY;
        let out = |c: u8| {
            state.declared.iter().any(|d| d.chit == c) || (fighting && state.combat.declared.chit == c)
        };
        (first..first + 12).filter(|&c| !out(c)).collect()
    }

    /// 4.4, 4.5, 5.1 Whether the mover may declare a combat. [rule: fi 4.4-declare, fi 5.1-once, fi 4.5-deliberate]
    fn may_declare(&self, state: &State, kind: Attack, hex: HexId) -> Result<(), Illegal> {
        let id = state.act.mover;
        let side = self.unit(id).side;
        let piece = state.piece(id);
        let ground = self.ground(state);
        let beside = match (piece.at.on_map(), piece.at.in_box()) {
            (Some(from), _) => ground.distance(from, hex) == 1,
            (None, Some(index)) => ground.boxes[usize::from(index)] == hex,
            _ => false,
        };
        if !beside || !ground.open(side, hex) || self.units_in(state, other(side), hex).next().is_none() {
            return Err(Illegal::new(
                "fi 4.4-declare",
                say!("no enemy unit that it could reach stands in {hex} beside it", hex = at(hex)),
            ));
        }
        if piece.has(mark::ROUTED | mark::BUG_OUT) {
            return Err(Illegal::new("fi 6.2f", say!("a routed unit does not attack")));
        }
        if piece.done(did::DECLARED) {
            return Err(Illegal::new(
                "fi 5.1-once",
                say!("{unit} has declared its combat of this turn", unit = id),
            ));
        }
        if state.declared.iter().any(|d| d.hex == hex) {
            return Err(Illegal::new("fi 5.1-chit", say!("a chit lies on {hex} already", hex = at(hex))));
        }
        if kind == Attack::Deliberate && (state.act.stepped || piece.has(mark::LOW_MORALE)) {
            return Err(Illegal::new(
                "fi 4.5-deliberate",
                say!("a Deliberate Attack takes a unit that has not moved, of good morale"),
            ));
        }
        let cost = self.declaration_cost(state, id, kind);
        if cost > state.act.left {
            return Err(Illegal::new(
                "fi 4.5-cost",
                say!("that costs {mp} MP, more than are left", mp = Halves(cost.into())),
            ));
        }
        if self.cup(state, kind).is_empty() {
            return Err(Illegal::new("fi 5.2.1-cups", say!("the cup of that attack is empty")));
        }
        Ok(())
    }

    /// 4.1, 4.7 What a unit may spend in half points. [rule: fi 4.1-initial, fi 14.6-exploitation]
    fn allowance(&self, state: &State, id: PieceId, kind: Kind) -> u8 {
        let numbers = &self.data.numbers;
        let surprise = if state.surprise == self.unit(id).side { numbers.surprise } else { 0 };
        match kind {
            Kind::Initial => numbers.initial,
            Kind::Reserve => numbers.reserve,
            Kind::Early => numbers.early + surprise,
            Kind::Exploit => self.data.chits[usize::from(state.combat.declared.chit)].advance * 2 + surprise,
        }
    }

    /// A unit begins to move.
    pub(crate) fn set_out(&self, state: &mut State, id: PieceId, kind: Kind) {
        state.act.mover = id;
        state.act.left = self.allowance(state, id, kind);
        state.act.stepped = false;
        push(state, Moving { side: self.unit(id).side, kind });
    }

    /// 4.4 Pays for a headquarters that stayed. [rule: fi 4.4-refresh]
    pub(crate) fn refresh(&self, state: &mut State, who: Seat, hq: PieceId, play: &mut Play) {
        let cost = self.refresh_cost(state, hq);
        self.spend(state, who.0, cost);
        state.piece_mut(hq).marks &= !mark::SPENT;
        play.say(who, "fi 4.4-refresh", say!("{hq} is refreshed for {cost} supply", hq, cost))
            .on(state.piece(hq).at);
    }
}

impl Movers {
    fn ready(self, game: &FireAndIce, state: &State, id: PieceId) -> bool {
        let piece = state.piece(id);
        let hq = game.unit(id).hq();
        piece.at.in_play()
            && match self.kind {
                Kind::Initial => !hq && piece.done(did::ACTIVE) && !piece.done(did::MOVED),
                Kind::Early => !hq && piece.done(did::ACTIVE) && !piece.done(did::EXPLOITED),
                Kind::Reserve if hq => id == state.act.reserve && !piece.done(did::HQ_MOVED | did::DISPLACED),
                Kind::Reserve => piece.done(did::RESERVE) && !piece.done(did::RESERVE_MOVED),
                Kind::Exploit => false,
            }
    }
}

impl Decision<FireAndIce> for Movers {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let any = game.pieces_of(self.side).any(|id| self.ready(game, state, id));
        if any { seats(self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        match self.kind {
            Kind::Initial => Ask::new("fi 4.1-initial", say!("Which active unit moves or attacks next?")),
            Kind::Reserve => Ask::new("fi 4.6-hq", say!("Which reserve unit moves?")),
            _ => Ask::new("fi 4.7-early", say!("Early exploitation: which unit goes on?")),
        }
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let ready = |id: &PieceId| self.ready(now.game, now.state, *id);
        out.extend(now.game.pieces_of(self.side).filter(ready).map(|unit| Action::Move { unit }));
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Move { unit }
                if now.game.unit(unit).side == self.side && self.ready(now.game, now.state, unit) =>
            {
                Ok(())
            }
            Action::Move { unit } => {
                Err(Illegal::new("fi 4.1-initial", say!("{unit} does not move now", unit)))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, _: &mut Play) {
        match action {
            Action::Move { unit } => game.set_out(state, unit, self.kind),
            _ => {
                state.frames.pop();
            }
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}

impl Moving {
    /// Whether the unit can surely go on.
    pub(crate) fn open(self, now: Now<'_>) -> bool {
        let (at, left) = (now.state.piece(now.state.act.mover).at, now.state.act.left);
        left > 0 && now.game.as_mover(now.state, self.kind, |walk| now.game.can_step(walk, at, left.into()))
    }

    fn finish(self, game: &FireAndIce, state: &mut State) {
        state.frames.pop();
        let id = state.act.mover;
        if !id.is_some() {
            return;
        }
        let hq = game.unit(id).hq();
        state.piece_mut(id).did |= match self.kind {
            Kind::Initial => did::MOVED,
            Kind::Early => did::EXPLOITED,
            Kind::Reserve if hq => did::HQ_MOVED,
            Kind::Reserve => did::RESERVE_MOVED,
            Kind::Exploit => 0,
        };
        state.act.mover = PieceId::NONE;
        state.act.left = 0;
        state.act.stepped = false;
    }

    fn rule(self) -> &'static str {
        match self.kind {
            Kind::Initial => "fi 4.1-initial",
            Kind::Reserve => "fi 4.6-hq",
            Kind::Early => "fi 4.7-early",
            Kind::Exploit => "fi 4.7-exploit",
        }
    }

    fn go(self, game: &FireAndIce, state: &mut State, who: Seat, hex: HexId, play: &mut Play) {
        let id = state.act.mover;
        let from = state.piece(id).at;
        let mut path = Vec::new();
        let cost = game.as_mover(state, self.kind, |walk| {
            let start = game.start(walk, from)?;
            game.way(walk, start, state.act.left.into(), hex, &mut path)
        });
        let cost = cost.unwrap_or(0);
        self.moved(state, who, hex, cost, play);
        let steps = if from.on_map().is_some() { path.get(1..).unwrap_or(&[]) } else { &path[..] };
        game.go(state, id, steps, play);
    }

    fn moved(self, state: &mut State, who: Seat, hex: HexId, cost: u16, play: &mut Play) {
        let id = state.act.mover;
        let from = state.piece(id).at;
        state.act.left = state.act.left.saturating_sub(cost as u8);
        state.act.stepped = true;
        play.say(
            who,
            self.rule(),
            say!("{unit} moves to {to} for {mp} MP", unit = id, to = at(hex), mp = Halves(cost.into())),
        )
        .on(at(hex))
        .effect(Effect::Moved { unit: id.into(), from: from.into(), to: at(hex) });
    }

    fn declare(
        self,
        game: &FireAndIce,
        state: &mut State,
        who: Seat,
        kind: Attack,
        hex: HexId,
        play: &mut Play,
    ) {
        let unit = state.act.mover;
        play.say(who, "fi 4.4-declare", say!("{unit} declares a {kind} on {hex}", unit, kind, hex = at(hex)))
            .on(at(hex));
        let mut cup = game.cup(state, kind);
        let wanted = if game.draws_three(state, self.side) { game.data.numbers.chits } else { 1 };
        let count = wanted.min(cup.len());
        let mut chits = [0; 3];
        for slot in chits.iter_mut().take(count) {
            *slot = cup.remove(play.draw(cup.len(), "chit"));
        }
        self.finish(game, state);
        state.piece_mut(unit).did |= did::DECLARED;
        let declared = Declared { hex, unit, kind, chit: chits[0] };
        if count > 1 {
            push(state, ChooseChit { side: self.side, declared, chits, count: count as u8 });
        } else {
            place_chit(game, state, self.side, declared, play);
        }
    }
}

/// 5.1 The chit goes face up on its hex; a Meeting Engagement is fought at once. [rule: fi 5.1-chit, fi 5.2.2]
fn place_chit(game: &FireAndIce, state: &mut State, side: u8, declared: Declared, play: &mut Play) {
    play.note(
        "fi 5.1-chit",
        say!("chit {chit} lies on {hex}", chit = chit(declared.chit), hex = at(declared.hex)),
    );
    state.declared.push(declared);
    if declared.kind == Attack::Meeting {
        begin_combat(game, state, side, declared.hex, play);
    }
}

/// The hexes in which a move may end, in order, but for the one it begins in.
pub(crate) fn list_ends(mut ends: HexBits, from: Spot, out: &mut Vec<Action>) {
    if let Some(start) = from.on_map() {
        ends.set(start.index(), false);
    }
    for (i, word) in ends.0.into_iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            out.push(Action::To { hex: HexId((i * 64) as u16 + rest.trailing_zeros() as u16) });
            rest &= rest - 1;
        }
    }
}

impl Decision<FireAndIce> for Moving {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        let there = state.act.mover.is_some() && state.piece(state.act.mover).at.in_play();
        if there { seats(self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let (unit, left) = (now.state.act.mover, Halves(now.state.act.left.into()));
        Ask::new(self.rule(), say!("{unit} has {left} MP", unit, left)).piece(unit)
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        let at = state.piece(state.act.mover).at;
        if state.act.left > 0 {
            game.mover_reach(state, self.kind, |found| list_ends(found.ends(), at, out));
        }
        let mut near = match (at.on_map(), at.in_box()) {
            (Some(hex), _) => *game.ground(state).near(hex),
            (None, Some(index)) => {
                let port = game.ground(state).boxes[usize::from(index)];
                [port, HexId::NONE, HexId::NONE, HexId::NONE, HexId::NONE, HexId::NONE]
            }
            _ => [HexId::NONE; 6],
        };
        near.sort_unstable();
        let near = || near.into_iter().filter(|h| h.is_some());
        if !state.act.stepped && matches!(self.kind, Kind::Initial | Kind::Reserve) {
            let walk = Walk::of(game, state, state.act.mover);
            let least = near().filter(|&h| game.least_step(state, &walk, self.kind, h));
            out.extend(least.map(|hex| Action::Least { hex }));
        }
        if self.kind == Kind::Initial {
            let enemies = || near().filter(|&h| state.field.enemy(self.side, h));
            for kind in Attack::ALL {
                out.extend(
                    enemies()
                        .filter(|&h| game.may_declare(state, kind, h).is_ok())
                        .map(|hex| Action::Declare { kind, hex }),
                );
            }
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Done => Ok(()),
            Action::To { hex } => {
                let stays = state.hex_of(state.act.mover) == Some(hex);
                let reach = state.act.left > 0
                    && game.mover_reach(state, self.kind, |r| r.may_end(hex)).unwrap_or(false);
                if reach && !stays {
                    return Ok(());
                }
                Err(Illegal::new(
                    self.rule(),
                    say!(
                        "{hex} is out of reach with {left} MP",
                        hex = at(hex),
                        left = Halves(state.act.left.into())
                    ),
                ))
            }
            Action::Least { hex } => {
                if game.least_step(state, &Walk::of(game, state, state.act.mover), self.kind, hex) {
                    return Ok(());
                }
                Err(Illegal::new(
                    "fi 4.1-least",
                    say!("the step that is always allowed is for an unmoved unit that cannot pay"),
                ))
            }
            Action::Declare { kind, hex } if self.kind == Kind::Initial => game.may_declare(state, kind, hex),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        match action {
            Action::To { hex } => self.go(game, state, who, hex, play),
            Action::Least { hex } => {
                self.moved(state, who, hex, state.act.left.into(), play);
                game.go(state, state.act.mover, &[hex], play);
            }
            Action::Declare { kind, hex } => self.declare(game, state, who, kind, hex, play),
            _ => self.finish(game, state),
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, game: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        self.finish(game, state);
        true
    }
}

impl Decision<FireAndIce> for ChooseChit {
    fn seats(&self, _: &FireAndIce, _: &State) -> SeatSet {
        seats(self.side)
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 14.6-chits", say!("Which chit is used on {hex}?", hex = at(self.declared.hex)))
    }
    fn candidates(&self, _: Now<'_>, out: &mut Vec<Action>) {
        out.extend(self.chits[..usize::from(self.count)].iter().map(|&chit| Action::Chit { chit }));
        out.sort_unstable();
    }
    fn check(&self, _: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Chit { chit } if self.chits[..usize::from(self.count)].contains(&chit) => Ok(()),
            Action::Chit { .. } => Err(Illegal::new("fi 14.6-chits", say!("that chit was not drawn"))),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        if let Action::Chit { chit } = action {
            place_chit(game, state, self.side, Declared { chit, ..self.declared }, play);
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
}

impl HqEnd {
    /// Whether the headquarters can surely move or be refreshed.
    pub(crate) fn open(self, now: Now<'_>) -> bool {
        let (game, state) = (now.game, now.state);
        let walk = Walk::new(game, state, self.side);
        let halves = game.data.numbers.headquarters.into();
        game.may_refresh(state, state.act.hq).is_ok()
            || game.can_step(&walk, state.piece(state.act.hq).at, halves)
    }

    /// How far the headquarters may move.
    pub(crate) fn reach<T>(self, now: Now<'_>, look: impl FnOnce(&Found<'_>) -> T) -> Option<T> {
        let (game, state) = (now.game, now.state);
        let walk = Walk::new(game, state, self.side);
        let start = game.start(&walk, state.piece(state.act.hq).at)?;
        Some(game.search(&walk, &[start], game.data.numbers.headquarters.into(), look))
    }
}

impl Decision<FireAndIce> for HqEnd {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        let piece = state.piece(state.act.hq);
        let able = piece.at.in_play() && !piece.done(did::HQ_MOVED);
        if able { seats(self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let (hq, cost) = (now.state.act.hq, now.game.refresh_cost(now.state, now.state.act.hq));
        Ask::new("fi 4.1-hq", say!("{hq} may move, or stay and be refreshed for {cost} supply", hq, cost))
            .piece(hq)
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let at = now.state.piece(now.state.act.hq).at;
        self.reach(now, |found| list_ends(found.ends(), at, out));
        if now.game.may_refresh(now.state, now.state.act.hq).is_ok() {
            out.push(Action::Refresh);
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Refresh => now.game.may_refresh(now.state, now.state.act.hq),
            Action::To { hex } => {
                let stays = now.state.hex_of(now.state.act.hq) == Some(hex);
                if !stays && self.reach(now, |r| r.may_end(hex)).unwrap_or(false) {
                    return Ok(());
                }
                Err(Illegal::new("fi 4.1-hq", say!("the headquarters does not get to {hex}", hex = at(hex))))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        let hq = state.act.hq;
        match action {
            Action::To { hex } => {
                state.piece_mut(hq).did |= did::HQ_MOVED;
                play.say(who, "fi 4.1-hq", say!("{hq} moves to {hex}", hq, hex = at(hex))).on(at(hex));
                game.go(state, hq, &[hex], play);
            }
            Action::Refresh => game.refresh(state, who, hq, play),
            _ => {}
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}

impl Stacking {
    /// 4.2 The first hex with more than one unit; never sources, nor those that have not left their arrival hex.
    /// [rule: fi 4.2]
    pub(crate) fn surplus(game: &FireAndIce, state: &State) -> Option<(u8, HexId)> {
        for side in [COM, UN].into_iter().filter(|&side| state.field.crowded(side)) {
            let mut once = HexBits::default();
            for id in game.units_of(side) {
                let piece = state.piece(id);
                let Some(hex) = piece.at.on_map().filter(|_| !piece.done(did::ARRIVED)) else { continue };
                if side == COM && game.ground(state).sources.contains(&hex) {
                    continue;
                }
                if once.has(hex.index()) {
                    return Some((side, hex));
                }
                once.set(hex.index(), true);
            }
        }
        None
    }
}

impl Decision<FireAndIce> for Stacking {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        Self::surplus(game, state).map_or(SeatSet::NONE, |(side, _)| seats(side))
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let hex = Self::surplus(now.game, now.state).map_or(HexId::NONE, |s| s.1);
        Ask::new("fi 4.2", say!("Too many units in {hex}: which is removed?", hex = at(hex))).place(at(hex))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        if let Some((side, hex)) = Self::surplus(now.game, now.state) {
            out.extend(now.game.units_in(now.state, side, hex).map(|unit| Action::Remove { unit }));
        }
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let Action::Remove { unit } = action else { return Err(not_now()) };
        match Self::surplus(now.game, now.state) {
            Some((side, hex)) if now.game.units_in(now.state, side, hex).any(|id| id == unit) => Ok(()),
            _ => Err(Illegal::new("fi 4.2", say!("{unit} is not in the overfull hex", unit))),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        if let Action::Remove { unit } = action {
            game.eliminate(state, unit, "fi 4.2", play);
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}
