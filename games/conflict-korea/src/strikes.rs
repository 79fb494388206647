//! 4.13 Air strikes: each unit on ground attack chooses one hex.

use crate::actions::Action;
use crate::game::ConflictKorea;
use crate::ground::each_hex;
use crate::names;
use crate::orders::{elsewhere, refuse};
use crate::state::{AirId, HEXES, State};
use engine::scene::ActionKind;
use engine::{Ask, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

type Game = ConflictKorea;

/// 4.13 An air unit over its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strikes {
    pub air: u8,
}

impl Decision<Game> for Strikes {
    fn seats(&self, game: &Game, st: &State) -> SeatSet {
        SeatSet::one(Seat(game.scope(st).air_def(AirId(self.air)).side))
    }
    fn ask(&self, now: Now<'_, Game>) -> Ask {
        let scope = now.game.scope(now.state);
        let (g, _) = scope.air_strength(now.state, AirId(self.air));
        let text = say!(
            "{air} (air to ground {g}): which hex does it strike?",
            air = names::air(AirId(self.air)),
            g
        );
        let ask = Ask::new("ck 4.13", text);
        // The map turns to the strongest stack that is known beside one's own forces: the targets are half of Korea.
        let side = scope.air_def(AirId(self.air)).side;
        match scope.program_target(now.state, side) {
            Some(hex) => ask.place(names::hex(hex)),
            None => ask,
        }
    }
    fn candidates(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        let scope = now.game.scope(now.state);
        let side = scope.air_def(AirId(self.air)).side;
        each_hex(&scope.strike_targets(now.state, side), |hex| out.push(Action::Strike { hex }));
        out.push(Action::Forgo);
    }
    fn list(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        // The targets are the enemy's land, no more and no less.
        self.candidates(now, out);
    }
    fn check(&self, now: Now<'_, Game>, action: Action) -> Result<(), Illegal> {
        let scope = now.game.scope(now.state);
        let side = scope.air_def(AirId(self.air)).side;
        match action {
            Action::Strike { hex }
                if hex.index() < HEXES
                    && scope.ground.korea.has(hex.index())
                    && !scope.friendly(now.state, side, hex) =>
            {
                Ok(())
            }
            Action::Strike { .. } => refuse("ck 4.13", say!("a strike goes against the enemy's land")),
            Action::Forgo => Ok(()),
            _ => elsewhere("ck 4.13"),
        }
    }
    fn perform(&self, game: &Game, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        let scope = game.scope(st);
        st.frames.pop();
        if let Action::Strike { hex } = action {
            scope.strike(st, AirId(self.air), hex, play);
        }
        scope.next_strike(st, Some(AirId(self.air)), play);
    }
    fn quiet(&self, _: Now<'_, Game>) -> Option<Action> {
        Some(Action::Forgo)
    }
    fn offer(&self, now: Now<'_, Game>, action: Action) -> Offer {
        match action {
            Action::Strike { hex } => {
                let l = now.game.scope(now.state).strike_lethality(now.state, AirId(self.air), hex, false);
                Offer::new(ActionKind::Attack, "ck 4.13", say!("Strike here"))
                    .note(say!("lethality {l} against troops that are not dug in", l))
                    .dice()
                    .spread()
            }
            _ => Offer::new(ActionKind::Done, "ck 4.13", say!("No strike")),
        }
    }
}
