//! 17.0 Airborne landings: into the planes, out over a hex, and where the wind carries them.

use crate::actions::Action;
use crate::data::Kind;
use crate::game::{Chosin, at, no, only};
use crate::state::{COM, MAC, Mission, State, UN, UnitId, flag};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

impl Chosin {
    /// 17.1 Whether a unit may jump: as for an air transfer, once in the game. [rule: ch 17.0, ch 17.1, ch 17.2, ch 17.31, ch 17.7]
    pub(crate) fn may_emplane(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        let aside = self.may_travel(state, unit)?;
        if self.data.quick(unit).kind != Kind::Airborne {
            return no("ch 17.0", say!("{unit} is no airborne unit", unit));
        }
        if state.field.has(unit, flag::JUMPED) {
            return no("ch 17.31", say!("{unit} has made its landing", unit));
        }
        let from = state.field.at(unit);
        if !aside && (!self.data.ground.airfield.has(from.index()) || self.data.tainted(state, from)) {
            return no("ch 17.1", say!("{unit} is not at an airfield", unit));
        }
        if state.air.boxes[MAC][Mission::Parachute as usize] < self.thirds(unit) {
            return no("ch 17.1", say!("one MAC drops a battalion, three a regiment"));
        }
        Ok(())
    }

    /// 17.3 Whether a unit may land on a hex. [rule: ch 17.3]
    fn may_land(&self, state: &State, hex: HexId) -> Result<(), Illegal> {
        if !self.data.ground.is_land(hex) || state.field.holds(COM, hex) {
            return no("ch 17.3", say!("nobody jumps on {hex}", hex = at(hex)));
        }
        Ok(())
    }

    /// 17.4, 17.8 The scatter die of a landing. [rule: ch 17.4, ch 17.5, ch 17.6, ch 17.9]
    fn scatter(&self, state: &mut State, unit: UnitId, hex: HexId, play: &mut Play) {
        let field = self.data.ground.airfield.has(hex.index()) && !self.data.tainted(state, hex);
        let die = play.d6("scatter") as i8
            - i8::from(self.data.ground.rough(hex))
            - i8::from(state.enemy_zone(UN, hex))
            + i8::from(field);
        match die {
            ..=2 => {
                play.outcome("ch 17.8", say!("{unit} is scattered.", unit)).on(at(hex));
                self.disrupt(state, unit, "ch 17.8", play);
            }
            4 => {
                state.field.mark(unit, flag::SWOOPED);
                play.outcome("ch 17.8", say!("{unit} lands where nobody expects it.", unit)).on(at(hex));
            }
            _ => {
                play.outcome("ch 17.8", say!("{unit} lands.", unit)).on(at(hex));
            }
        }
    }
}

/// 17.1 An airborne unit in the air. [rule: ch 17.1, ch 17.3]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jumping {
    pub(crate) unit: UnitId,
}

impl Decision<Chosin> for Jumping {
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(UN)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 17.1", say!("Where does {unit} jump?", unit = self.unit)).piece(self.unit)
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend(crate::event::hexes(&now.game.data.ground.land).map(|hex| Action::To { hex }));
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::To { hex } => now.game.may_land(now.state, hex),
            _ => no("ch 17.1", say!("{unit} is in the air", unit = self.unit)),
        }
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        let Action::To { hex } = action else { return };
        state.pop();
        game.spend_air(state, MAC, Mission::Parachute, game.thirds(self.unit));
        state.field.mark(self.unit, flag::JUMPED);
        game.carry(state, self.unit, Some(hex), "ch 17.1", play);
        game.scatter(state, self.unit, hex, play);
    }
    fn offer(&self, now: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::To { hex } = action else {
            return Offer::new(ActionKind::Move, "ch 17.1", say!("Go on"));
        };
        let worse = i32::from(now.game.data.ground.rough(hex)) + i32::from(now.state.enemy_zone(UN, hex));
        Offer::new(ActionKind::Move, "ch 17.1", say!("Jump on {hex}", hex = at(hex)))
            .cost(say!("die -{worse}", worse))
            .dice()
    }
}
