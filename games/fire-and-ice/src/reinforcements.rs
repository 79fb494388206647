//! 13: reinforcements and rebuilding.

use crate::actions::{Action, Pool};
use crate::data::{Nation, wildcard};
use crate::game::{FireAndIce, not_now};
use crate::names::{Now, seats};
use crate::sequence::become_frame;
use crate::state::{COM, PieceId, Spot, State, UN, did, mark};
use board::HexId;
use engine::{Ask, Decision, Effect, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// Pieces that arrive, or wait at sea, are placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrivals {
    /// Whose.
    pub side: u8,
    /// The rebuilt unit that must be placed now.
    pub unit: PieceId,
}

/// Units are rebuilt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rebuilding {
    /// Whose.
    pub side: u8,
    /// The unit that is being rebuilt, while another is given up for it.
    pub unit: PieceId,
    /// The points that pay for it.
    pub pool: u8,
}

impl FireAndIce {
    /// 13.1 Communist sources without enemies. [rule: fi 13.1-sources]
    pub(crate) fn free_sources<'a>(&'a self, state: &'a State) -> impl Iterator<Item = HexId> + 'a {
        let sources = &self.ground(state).sources;
        sources.iter().copied().filter(move |&h| self.units_in(state, UN, h).next().is_none())
    }

    /// 13.1 The spots where an arriving piece may go. [rule: fi 13.1-boxes, fi 13.1-sources]
    fn entries(&self, state: &State, id: PieceId) -> Vec<Spot> {
        let unit = self.unit(id);
        let from = state.piece(id).at;
        if unit.side == COM {
            return self.free_sources(state).map(Spot::hex).collect();
        }
        let open = self.open_boxes(state);
        let mut out: Vec<Spot> =
            (0..4).filter(|&i| open[usize::from(i)]).map(Spot::invasion_box).filter(|&s| s != from).collect();
        if from != Spot::SEA {
            out.push(Spot::SEA);
        }
        // 12.2.1 The Republic of China may come straight to Pusan. [rule: fi 12.2.1-roc]
        let pusan = self.ground(state).boxes[2];
        if unit.nation == Nation::Roc && from == Spot::WAITING && self.controller(state, pusan) == UN {
            out.push(Spot::hex(pusan));
        }
        out.sort_unstable();
        out
    }
}

impl FireAndIce {
    /// Whether [`FireAndIce::entries`] has anything for a piece: only at sea, with every box closed, nothing is open to
    /// the United Nations.
    fn may_arrive(&self, state: &State, id: PieceId) -> bool {
        if self.unit(id).side == COM {
            return self.free_sources(state).next().is_some();
        }
        state.piece(id).at != Spot::SEA || self.open_boxes(state).contains(&true)
    }
}

impl Arrivals {
    /// Whether a piece is to be placed: it waits, lies at sea, or came by sea in this turn.
    fn movable(self, game: &FireAndIce, state: &State, id: PieceId) -> bool {
        let piece = state.piece(id);
        if game.unit(id).side != self.side || (self.unit.is_some() && id != self.unit) {
            return false;
        }
        piece.at == Spot::WAITING
            || (!self.unit.is_some() && piece.at == Spot::SEA)
            || (!self.unit.is_some() && piece.at.in_box().is_some() && piece.done(did::ARRIVED))
    }
    /// Whether somebody must still be placed.
    fn unfinished(self, game: &FireAndIce, state: &State) -> bool {
        game.pieces_of(self.side).any(|id| {
            state.piece(id).at == Spot::WAITING
                && (!self.unit.is_some() || id == self.unit)
                && game.may_arrive(state, id)
        })
    }
}

impl Decision<FireAndIce> for Arrivals {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let any =
            game.pieces_of(self.side).any(|id| self.movable(game, state, id) && game.may_arrive(state, id));
        if any { seats(self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 13.1-boxes", say!("Place what arrives"))
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        for unit in now.game.pieces_of(self.side).filter(|&id| self.movable(now.game, now.state, id)) {
            out.extend(now.game.entries(now.state, unit).into_iter().map(|at| Action::Place { unit, at }));
        }
        if !self.unfinished(now.game, now.state) {
            out.push(Action::Done);
        }
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let rule = "fi 13.1-boxes";
        match action {
            Action::Done if self.unfinished(now.game, now.state) => {
                Err(Illegal::new(rule, say!("somebody has not been placed yet")))
            }
            Action::Done => Ok(()),
            Action::Place { unit, .. } if !self.movable(now.game, now.state, unit) => {
                Err(Illegal::new(rule, say!("{unit} does not arrive now", unit)))
            }
            Action::Place { unit, at } if now.game.entries(now.state, unit).contains(&at) => Ok(()),
            Action::Place { unit, at } => {
                Err(Illegal::new(rule, say!("{unit} cannot arrive at {at}", unit, at)))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        let Action::Place { unit, at } = action else {
            state.frames.pop();
            return;
        };
        let fresh = state.piece(unit).at == Spot::WAITING;
        game.put(state, unit, at);
        let piece = state.piece_mut(unit);
        if fresh {
            piece.marks &= !mark::SPENT;
        }
        // 4.2 On a hex it may share it until it leaves.
        if at.on_map().is_some() {
            piece.did |= did::ARRIVED;
        } else {
            piece.did &= !did::ARRIVED;
        }
        play.say(who, "fi 13.1-boxes", say!("{unit} arrives at {at}", unit, at))
            .on(at)
            .effect(Effect::Placed { unit: unit.into(), at: at.into() });
        if self.unit.is_some() {
            state.frames.pop();
        }
    }
    fn quiet(&self, now: Now<'_>) -> Option<Action> {
        (!self.unfinished(now.game, now.state)).then_some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}

impl Rebuilding {
    /// 3.0, 13.2 A unit of the box with a point of its nation, or one that serves all, and another unit to give up.
    /// [rule: fi 13.2]
    fn may(self, game: &FireAndIce, state: &State, unit: PieceId, pool: Pool) -> Result<(), Illegal> {
        let rule = "fi 13.2";
        let kind = game.unit(unit);
        if kind.side != self.side || state.piece(unit).at != Spot::REPLACEMENTS {
            return Err(Illegal::new(rule, say!("{unit} is not in the Replacements box", unit)));
        }
        let Some(index) = pool.index(self.side) else {
            return Err(Illegal::new(rule, say!("{pool} points are the enemy's", pool)));
        };
        if Some(index) != kind.nation.points() && index != wildcard(self.side) {
            return Err(Illegal::new(rule, say!("{pool} points do not serve {unit}", pool, unit)));
        }
        if state.sides[usize::from(self.side)].replacements[index] == 0 {
            return Err(Illegal::new(rule, say!("there are no {pool} replacements", pool)));
        }
        let others =
            game.pieces_of(self.side).any(|id| id != unit && state.piece(id).at == Spot::REPLACEMENTS);
        if !others {
            return Err(Illegal::new(rule, say!("no other unit of the box could be given up")));
        }
        if self.side == COM && game.free_sources(state).next().is_none() {
            return Err(Illegal::new("fi 13.1-sources", say!("no source is free for it")));
        }
        Ok(())
    }
}

impl Decision<FireAndIce> for Rebuilding {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let boxed = game.pieces_of(self.side).filter(|&id| state.piece(id).at == Spot::REPLACEMENTS).count();
        if self.unit.is_some() || boxed > 0 { seats(self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        if self.unit.is_some() {
            Ask::new("fi 13.2", say!("Which unit is given up for {unit}?", unit = self.unit))
        } else {
            Ask::new("fi 13.2", say!("Rebuild units from the Replacements box?"))
        }
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        let boxed = |id: &PieceId| state.piece(*id).at == Spot::REPLACEMENTS;
        if self.unit.is_some() {
            let others = game.pieces_of(self.side).filter(boxed).filter(|&id| id != self.unit);
            out.extend(others.map(|unit| Action::Sacrifice { unit }));
            return;
        }
        // Nobody is asked about pools that are empty, nor about a unit alone in the box.
        let points = &state.sides[usize::from(self.side)].replacements;
        let stocked = |pool: &Pool| pool.index(self.side).is_some_and(|i| points[i] > 0);
        if game.pieces_of(self.side).filter(boxed).nth(1).is_some() {
            for unit in game.pieces_of(self.side).filter(boxed) {
                let pools = (0..3).map(|i| Pool::of(self.side, i)).filter(stocked);
                let may = |pool: &Pool| self.may(game, state, unit, *pool).is_ok();
                out.extend(pools.filter(may).map(|pool| Action::Rebuild { unit, pool }));
            }
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done if !self.unit.is_some() => Ok(()),
            Action::Rebuild { unit, pool } if !self.unit.is_some() => {
                self.may(now.game, now.state, unit, pool)
            }
            Action::Sacrifice { unit } if self.unit.is_some() => {
                let fits = now.game.unit(unit).side == self.side
                    && unit != self.unit
                    && now.state.piece(unit).at == Spot::REPLACEMENTS;
                if fits {
                    Ok(())
                } else {
                    Err(Illegal::new("fi 13.2", say!("{unit} cannot be given up", unit)))
                }
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Rebuild { unit, pool } => {
                become_frame(state, Rebuilding { unit, pool: pool.0, ..*self });
            }
            Action::Sacrifice { unit } => {
                let index = usize::from(self.pool % 3);
                game.replace(state, self.side, index, -1);
                game.put(state, unit, Spot::DESTROYED);
                game.put(state, self.unit, Spot::WAITING);
                state.piece_mut(self.unit).marks = 0;
                play.say(
                    who,
                    "fi 13.2",
                    say!("{unit} is rebuilt, {other} is given up", unit = self.unit, other = unit),
                );
                become_frame(state, Rebuilding { unit: PieceId::NONE, pool: 0, ..*self });
                state.frames.push(Arrivals { side: self.side, unit: self.unit }.into());
            }
            _ => {
                state.frames.pop();
            }
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        (!self.unit.is_some()).then_some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}
