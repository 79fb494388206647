//! 4.8: strategic moves; 14.3: the drop of the 187th.

use crate::actions::Action;
use crate::data::Nation;
use crate::game::{FireAndIce, not_now};
use crate::movement::{Found, Walk};
use crate::moves::list_ends;
use crate::names::{Now, at, seats};
use crate::sequence::become_frame;
use crate::state::{AirBox, HexBits, PieceId, State, UN, did, mark, other};
use crate::tactical::What;
use board::HexId;
use engine::{Ask, Decision, Effect, Halves, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The strategic moves of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// Whose.
    pub side: u8,
    /// 0: a piece is chosen; 1: the enemy may interdict it; 2: it goes somewhere.
    pub stage: u8,
    /// The piece on the move.
    pub unit: PieceId,
}

impl FireAndIce {
    /// 4.8 Whether a piece may begin a strategic move. [rule: fi 4.8-who, fi 4.8-enemies, fi 4.8-bug-out]
    fn may_march(&self, state: &State, side: u8, id: PieceId, near: &HexBits) -> Result<(), Illegal> {
        let piece = state.piece(id);
        if self.unit(id).side != side || !piece.at.in_play() {
            return Err(Illegal::new("fi 4.8-who", say!("{unit} is no own piece on the map", unit = id)));
        }
        if piece.has(mark::SPENT) {
            return Err(Illegal::new("fi 4.8-who", say!("{unit} is spent", unit = id)));
        }
        if piece.done(did::STRATEGIC) {
            return Err(Illegal::new("fi 4.8-who", say!("{unit} has marched in this turn", unit = id)));
        }
        if !self.excepted(id) && piece.at.on_map().is_some_and(|h| near.has(h.index())) {
            return Err(Illegal::new(
                "fi 4.8-enemies",
                say!("{unit} stands within two hexes of an enemy unit", unit = id),
            ));
        }
        Ok(())
    }

    /// The pieces of a side that may begin one, without the reasons of the others.
    fn marchers<'a>(
        &'a self,
        state: &'a State,
        side: u8,
        near: &'a HexBits,
    ) -> impl Iterator<Item = PieceId> + 'a {
        self.pieces_of(side).filter(move |&id| {
            let piece = state.piece(id);
            piece.at.in_play()
                && !piece.has(mark::SPENT)
                && !piece.done(did::STRATEGIC)
                && (self.excepted(id) || piece.at.on_map().is_none_or(|h| !near.has(h.index())))
        })
    }

    /// 4.8 US units and those of minor powers may come near the enemy, and bug out. [rule: fi 4.8-bug-out]
    fn excepted(&self, id: PieceId) -> bool {
        let unit = self.unit(id);
        !unit.hq() && unit.nation.may_bug_out() && unit.nation != Nation::Un
    }

    /// 4.8 Where a strategic move leads, near the enemy or not. [rule: fi 4.8-move]
    fn march_reach<T>(
        &self,
        state: &State,
        id: PieceId,
        near: Option<&HexBits>,
        look: impl FnOnce(&Found<'_>) -> T,
    ) -> Option<T> {
        self.as_marcher(state, id, near, |walk| {
            let start = self.start(walk, state.piece(id).at)?;
            Some(self.search(walk, &[start], self.data.numbers.strategic.into(), look))
        })
    }

    /// How a marching piece walks.
    fn as_marcher<T>(
        &self,
        state: &State,
        id: PieceId,
        near: Option<&HexBits>,
        look: impl FnOnce(&Walk<'_>) -> T,
    ) -> T {
        let side = self.unit(id).side;
        let mut full = HexBits::default();
        if !self.unit(id).hq() {
            full = state.field.units[usize::from(side)];
            if let Some(hex) = state.hex_of(id) {
                full.set(hex.index(), state.field.stacked(side, hex));
            }
        }
        if side == other(UN) {
            self.ground(state).sources.iter().for_each(|h| full.set(h.index(), false));
        }
        let rows = self.strategic_rows(state, id);
        let mut walk = Walk::of(self, state, id).behind(rows).not_ending(&full);
        if let Some(near) = near {
            walk = walk.barring(near);
        }
        look(&walk)
    }

    /// 14.3 The 187th drops within six hexes, out of enemy zones, under own Top Cover, once a month. [rule: fi 14.3]
    fn may_drop(&self, state: &State, hex: HexId) -> Result<(), Illegal> {
        let rule = "fi 14.3";
        let from = self.may_fly(state)?;
        let (field, ground) = (&state.field, self.ground(state));
        if ground.distance(from, hex) > self.data.numbers.drop || from == hex {
            return Err(Illegal::new(rule, say!("{hex} is not within six hexes", hex = at(hex))));
        }
        let blocked = !ground.open(UN, hex)
            || field.enemy(UN, hex)
            || field.friend(UN, hex)
            || field.enemy_zone(UN, hex)
            || self.zone_upon(state, self.airborne, from)
            || state.is_struck(hex);
        if blocked {
            return Err(Illegal::new(
                rule,
                say!("a drop neither begins nor ends in an enemy zone, nor on another unit"),
            ));
        }
        Ok(())
    }

    fn list_drops(&self, state: &State, out: &mut Vec<Action>) {
        let Ok(from) = self.may_fly(state) else { return };
        let mut around = HexBits::default();
        around.set(from.index(), true);
        let around = self.ground(state).within(&around, self.data.numbers.drop);
        let hexes = around.iter().map(|i| HexId(i as u16));
        out.extend(hexes.filter(|&h| self.may_drop(state, h).is_ok()).map(|hex| Action::Drop { hex }));
    }

    /// 14.3 Whether the 187th can take off at all, and from where.
    fn may_fly(&self, state: &State) -> Result<HexId, Illegal> {
        let rule = "fi 14.3";
        let id = self.airborne;
        let Some(from) = id.is_some().then(|| state.hex_of(id)).flatten() else {
            return Err(Illegal::new(rule, say!("the 187th is not on the map")));
        };
        let piece = state.piece(id);
        if state.dropped || piece.has(mark::SPENT) || piece.done(did::STRATEGIC) {
            return Err(Illegal::new(rule, say!("the 187th has dropped in this month, or is spent")));
        }
        if self.planes_in(state, UN, AirBox::TopCover).next().is_none() {
            return Err(Illegal::new(rule, say!("no United Nations aircraft flies Top Cover")));
        }
        Ok(from)
    }
}

impl March {
    /// Whether somebody can surely march, or the piece in hand go somewhere.
    pub(crate) fn open(self, now: Now<'_>) -> bool {
        let (game, state) = (now.game, now.state);
        let near = game.near_enemies(state, self.side);
        if self.stage == 0 {
            return game.marchers(state, self.side, &near).next().is_some();
        }
        let at = state.piece(self.unit).at;
        let begins = at.on_map().is_some_and(|h| near.has(h.index()));
        let halves = game.data.numbers.strategic.into();
        !begins && game.as_marcher(state, self.unit, Some(&near), |walk| game.can_step(walk, at, halves))
    }

    /// Where the piece in hand gets to without coming near the enemy.
    pub(crate) fn quiet_ends(self, game: &FireAndIce, state: &State) -> HexBits {
        let near = game.near_enemies(state, self.side);
        if state.hex_of(self.unit).is_some_and(|h| near.has(h.index())) {
            return HexBits::default();
        }
        game.march_reach(state, self.unit, Some(&near), |found| found.ends()).unwrap_or_default()
    }

    /// Where the piece in hand can go: out of the enemy's way or, where it may come near the enemy, anywhere.
    fn ends(self, game: &FireAndIce, state: &State) -> HexBits {
        if game.excepted(self.unit) {
            return game.march_reach(state, self.unit, None, |found| found.ends()).unwrap_or_default();
        }
        self.quiet_ends(game, state)
    }

    /// The way to a hex, its cost, and whether it needs the exception near the enemy.
    fn way(self, now: Now<'_>, hex: HexId) -> Option<(Vec<HexId>, u16, bool)> {
        let (game, state) = (now.game, now.state);
        let near = game.near_enemies(state, self.side);
        let begins = state.hex_of(self.unit).is_some_and(|h| near.has(h.index()));
        let take = |r: &Found<'_>| {
            let mut path = Vec::new();
            (r.may_end(hex) && r.path(hex, &mut path)).then(|| (path, r.cost(hex).unwrap_or(0)))
        };
        if !begins && let Some((path, cost)) = game.march_reach(state, self.unit, Some(&near), take).flatten()
        {
            return Some((path, cost, false));
        }
        if !game.excepted(self.unit) {
            return None;
        }
        game.march_reach(state, self.unit, None, take).flatten().map(|(path, cost)| (path, cost, true))
    }

    fn go(self, game: &FireAndIce, state: &mut State, who: Seat, hex: HexId, play: &mut Play) {
        let Some((path, cost, bug)) = self.way(Now { game, state, seat: who }, hex) else { return };
        let from = state.piece(self.unit).at;
        state.piece_mut(self.unit).did |= did::STRATEGIC;
        become_frame(state, March { stage: 0, unit: PieceId::NONE, ..self });
        play.say(
            who,
            "fi 4.8-move",
            say!(
                "{unit} marches to {to} for {mp} MP",
                unit = self.unit,
                to = at(hex),
                mp = Halves(cost.into())
            ),
        )
        .on(at(hex))
        .effect(Effect::Moved { unit: self.unit.into(), from: from.into(), to: at(hex) });
        let steps = if from.on_map().is_some() { &path[1..] } else { &path[..] };
        game.go(state, self.unit, steps, play);
        if bug {
            game.bug_out(state, self.unit, play);
        }
    }
}

impl Decision<FireAndIce> for March {
    fn seats(&self, _: &FireAndIce, _: &State) -> SeatSet {
        if self.stage == 1 { SeatSet::NONE } else { seats(self.side) }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        if self.stage == 2 {
            Ask::new("fi 4.8-move", say!("Where does {unit} march?", unit = self.unit)).piece(self.unit)
        } else {
            Ask::new("fi 4.8-who", say!("Strategic moves: which fresh piece marches behind the front?"))
        }
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        if self.stage == 2 {
            list_ends(self.ends(game, state), state.piece(self.unit).at, out);
        } else {
            let near = game.near_enemies(state, self.side);
            out.extend(game.marchers(state, self.side, &near).map(|unit| Action::March { unit }));
            if self.side == UN {
                game.list_drops(state, out);
            }
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Done => Ok(()),
            Action::March { unit } if self.stage == 0 => {
                let near = game.near_enemies(state, self.side);
                game.may_march(state, self.side, unit, &near)
            }
            Action::Drop { hex } if self.stage == 0 && self.side == UN => game.may_drop(state, hex),
            Action::To { hex } if self.stage == 2 => {
                let stays = state.hex_of(self.unit) == Some(hex);
                if !stays && self.way(now, hex).is_some() {
                    return Ok(());
                }
                Err(Illegal::new(
                    "fi 4.8-move",
                    say!("{hex} is too far, too far forward, too near the enemy or full", hex = at(hex)),
                ))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        match action {
            Action::March { unit } => {
                become_frame(state, March { stage: 1, unit, ..*self });
                game.interdiction(state, other(self.side), What::March, unit);
            }
            Action::To { hex } => self.go(game, state, who, hex, play),
            Action::Drop { hex } => {
                state.dropped = true;
                state.piece_mut(game.airborne).did |= did::STRATEGIC;
                play.say(who, "fi 14.3", say!("{unit} drops on {hex}", unit = game.airborne, hex = at(hex)))
                    .on(at(hex));
                game.go(state, game.airborne, &[hex], play);
            }
            _ if self.stage == 2 => {
                state.piece_mut(self.unit).did |= did::STRATEGIC;
                become_frame(state, March { stage: 0, unit: PieceId::NONE, ..*self });
            }
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
        if state.mission.stopped {
            state.piece_mut(self.unit).did |= did::STRATEGIC;
            become_frame(state, March { stage: 0, unit: PieceId::NONE, ..*self });
        } else {
            become_frame(state, March { stage: 2, ..*self });
        }
        true
    }
}
