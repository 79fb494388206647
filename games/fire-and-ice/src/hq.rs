//! 9.1: headquarters that the enemy overruns.

use crate::actions::Action;
use crate::game::{FireAndIce, not_now};
use crate::names::{Now, at, seat, seats};
use crate::state::{HexBits, PieceId, Spot, State, UN, did, mark, other};
use board::HexId;
use engine::{Ask, Decision, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// A headquarters is displaced to the rear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Displace {
    /// Which.
    pub hq: PieceId,
}

impl FireAndIce {
    /// 9.1 Where a headquarters may go: three hexes or more to the rear, by steps to the rear alone, where no enemy stands.
    /// [rule: fi 9.1-displaced]
    pub(crate) fn refuges(&self, state: &State, hq: PieceId) -> HexBits {
        let side = self.unit(hq).side;
        let ground = self.ground(state);
        let Some(from) = state.hex_of(hq) else { return HexBits::default() };
        let mut out = *ground.behind(side, from);
        let enemies = &state.field.units[usize::from(other(side))];
        for ((out, closed), enemies) in out.0.iter_mut().zip(ground.closed(side).0).zip(enemies.0) {
            *out &= !closed & !enemies;
        }
        out
    }
}

impl Displace {
    /// 9.1 Spent, counted as moved, not usable again in this month.
    fn go(self, game: &FireAndIce, state: &mut State, to: Spot, play: &mut Play) {
        game.put(state, self.hq, to);
        let piece = state.piece_mut(self.hq);
        piece.marks |= mark::SPENT;
        piece.did |= did::DISPLACED | did::HQ_MOVED;
        play.say(
            seat(game.unit(self.hq).side),
            "fi 9.1-displaced",
            say!("{hq} is displaced to {to}", hq = self.hq, to),
        )
        .on(to);
    }
}

impl Decision<FireAndIce> for Displace {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        if game.refuges(state, self.hq).is_empty() { SeatSet::NONE } else { seats(game.unit(self.hq).side) }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 9.1-displaced", say!("{hq} is overrun: where does it go?", hq = self.hq)).piece(self.hq)
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let refuges = now.game.refuges(now.state, self.hq);
        out.extend(refuges.iter().map(|i| Action::To { hex: HexId(i as u16) }));
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let Action::To { hex } = action else { return Err(not_now()) };
        if now.game.refuges(now.state, self.hq).has(hex.index()) {
            return Ok(());
        }
        Err(Illegal::new(
            "fi 9.1-displaced",
            say!("{hex} is not three hexes to the rear and free", hex = at(hex)),
        ))
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        if let Action::To { hex } = action {
            self.go(game, state, Spot::hex(hex), play);
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        state.frames.pop();
        let side = game.unit(self.hq).side;
        let to = if side == UN {
            (0..4).find(|&i| game.box_open(state, i)).map_or(Spot::SEA, Spot::invasion_box)
        } else {
            game.free_sources(state).next().map_or(Spot::WAITING, Spot::hex)
        };
        self.go(game, state, to, play);
        true
    }
}
