//! 3.41207-3.41209 The decisions of rail, sea and airborne movement.

use crate::actions::Action;
use crate::game::ConflictKorea;
use crate::names;
use crate::orders::{elsewhere, refuse};
use crate::state::{ForceId, HEXES, State};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

type Game = ConflictKorea;
type Check = Result<(), Illegal>;

/// 3.41208 A force on trains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trains {
    pub force: ForceId,
}

impl Decision<Game> for Trains {
    fn seats(&self, _: &Game, _: &State) -> SeatSet {
        SeatSet::one(Seat(self.force.side()))
    }
    fn ask(&self, now: Now<'_, Game>) -> Ask {
        let force = names::force(now.state, self.force);
        Ask::new("ck 3.41208", say!("Where does {force} go by rail?", force))
            .piece(engine::Arg::unit(u32::from(self.force.0)))
            .place(names::hex(now.state.force(self.force).hex))
    }
    fn list(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        let (ends, _) = now.game.scope(now.state).rail_reach(now.state, self.force);
        out.extend(ends.into_iter().map(|hex| Action::Rail { hex }));
    }
    fn check(&self, now: Now<'_, Game>, action: Action) -> Check {
        let Action::Rail { hex } = action else { return elsewhere("ck 3.41208") };
        let (ends, _) = now.game.scope(now.state).rail_reach(now.state, self.force);
        if ends.contains(&hex) {
            return Ok(());
        }
        refuse(
            "ck 3.41208",
            say!("no friendly railway clear of the enemy leads to {hex}", hex = names::hex(hex)),
        )
    }
    fn perform(&self, game: &Game, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        st.frames.pop();
        if let Action::Rail { hex } = action {
            game.scope(st).ride(st, self.force, hex, play);
        }
    }
    fn quiet(&self, now: Now<'_, Game>) -> Option<Action> {
        Some(Action::Rail { hex: now.state.force(self.force).hex })
    }
    fn offer(&self, now: Now<'_, Game>, action: Action) -> Offer {
        let here = now.state.force(self.force).hex;
        match action {
            Action::Rail { hex } if hex != here => {
                Offer::new(ActionKind::Move, "ck 3.41208", say!("By rail to this place")).spread()
            }
            _ => Offer::new(ActionKind::Done, "ck 3.41208", say!("Stay where it is")),
        }
    }
}

/// 3.41207 A force about to go by sea.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voyage {
    pub force: ForceId,
}

impl Decision<Game> for Voyage {
    fn seats(&self, _: &Game, _: &State) -> SeatSet {
        SeatSet::one(Seat(self.force.side()))
    }
    fn ask(&self, now: Now<'_, Game>) -> Ask {
        let force = names::force(now.state, self.force);
        let points = now.state.sealift.max(0);
        Ask::new(
            "ck 3.41207",
            say!("Where does {force} go by sea? {points} sealift points are left", force, points),
        )
        .piece(engine::Arg::unit(u32::from(self.force.0)))
        .place(names::hex(now.state.force(self.force).hex))
    }
    fn candidates(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        let scope = now.game.scope(now.state);
        let mut waters: Vec<HexId> = scope.ground.landing_water.iter().map(|i| HexId(i as u16)).collect();
        waters.extend(&scope.world.tables.waypoints);
        waters.sort_unstable();
        waters.dedup();
        out.extend(waters.into_iter().map(|hex| Action::Sail { hex }));
        out.extend(scope.ground.coastal.iter().map(|i| Action::Land { hex: HexId(i as u16) }));
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_, Game>, action: Action) -> Check {
        let (scope, st) = (now.game.scope(now.state), now.state);
        match action {
            Action::Sail { hex } if hex.index() < HEXES => scope.may_sail(st, self.force, hex),
            Action::Land { hex } if hex.index() < HEXES => scope.may_land(st, self.force, hex),
            Action::Done => Ok(()),
            _ => elsewhere("ck 3.41207"),
        }
    }
    fn perform(&self, game: &Game, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        st.frames.pop();
        match action {
            Action::Sail { hex } => game.scope(st).sail(st, self.force, hex, play),
            Action::Land { hex } => game.scope(st).land(st, self.force, hex, play),
            _ => {}
        }
    }
    fn quiet(&self, _: Now<'_, Game>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_, Game>, action: Action) -> Offer {
        let st = now.state;
        match action {
            Action::Land { hex } if st.known_enemy(self.force.side(), hex) => Offer::new(
                ActionKind::Attack,
                "ck 4.253",
                say!("Assault {hex} from the sea", hex = names::hex(hex)),
            ),
            Action::Land { .. } => Offer::new(ActionKind::Move, "ck 3.41207", say!("Land here")).spread(),
            Action::Sail { .. } => {
                Offer::new(ActionKind::Move, "ck 3.41207", say!("Wait at sea here")).spread()
            }
            _ => Offer::new(ActionKind::Done, "ck 3.41207", say!("Stay where it is")),
        }
    }
}

/// 3.41209 The airborne regiment on its airfield.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Airborne {
    pub force: ForceId,
}

impl Decision<Game> for Airborne {
    fn seats(&self, _: &Game, _: &State) -> SeatSet {
        SeatSet::one(Seat(self.force.side()))
    }
    fn ask(&self, now: Now<'_, Game>) -> Ask {
        let force = names::force(now.state, self.force);
        Ask::new("ck 3.41209", say!("Where does {force} drop?", force))
            .place(names::hex(now.state.force(self.force).hex))
    }
    fn candidates(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        let scope = now.game.scope(now.state);
        out.extend(scope.ground.land.iter().map(|i| Action::Drop { hex: HexId(i as u16) }));
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_, Game>, action: Action) -> Check {
        match action {
            Action::Drop { hex } if hex.index() < HEXES => {
                now.game.scope(now.state).may_drop(now.state, self.force, hex)
            }
            Action::Done => Ok(()),
            _ => elsewhere("ck 3.41209"),
        }
    }
    fn perform(&self, game: &Game, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        st.frames.pop();
        if let Action::Drop { hex } = action {
            game.scope(st).drop(st, self.force, hex, play);
        }
    }
    fn quiet(&self, _: Now<'_, Game>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_, Game>, action: Action) -> Offer {
        match action {
            Action::Drop { hex } => {
                let loss = now.game.scope(now.state).drop_loss(now.state, hex);
                Offer::new(ActionKind::Move, "ck 3.41209", say!("Drop here"))
                    .cost(say!("{loss} % losses", loss))
                    .dice()
                    .spread()
            }
            _ => Offer::new(ActionKind::Done, "ck 3.41209", say!("Stay on the ground")),
        }
    }
}
