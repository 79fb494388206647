//! What a side may do at any moment: drop supplies (16), take a fog of war marker off (25.2).

use crate::actions::Action;
use crate::event::hexes;
use crate::frames::Frame;
use crate::game::{Chosin, Ctx, Judged, at, judged, no, seat};
use crate::state::{COM, MAC, Mission, Phase, State, UN, off};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Illegal, Now, Offer, Play, Seat, say};
use serde::{Deserialize, Serialize};

impl Chosin {
    /// What a seat may do now though nobody waits for it; supply markers are counted (1.54). [rule: ch 1.54]
    pub(crate) fn interrupting(&self, state: &State, by: Seat) -> Option<Frame> {
        if matches!(state.phase, Phase::Setup | Phase::Over | Phase::TurnEnd) {
            return None;
        }
        if by == seat(UN) {
            let marker = state
                .drops
                .iter()
                .take(self.data.parameters.supply_markers.into())
                .any(|d| !d.used && d.hex >= off::FIRST);
            let plane = state.air.boxes[MAC][Mission::Supply as usize] > 0;
            return (marker && plane).then_some(Frame::Dropping(Dropping));
        }
        (by == seat(COM) && state.fog.iter().any(|f| *f < off::FIRST)).then_some(Frame::Unmasking(Unmasking))
    }
}

/// 16.1 The UN drops supplies on a hex with its units. [rule: ch 16.0, ch 16.1, ch 16.3]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropping;

impl Judged for Dropping {
    fn judge(&self, now: Now<'_, Chosin>, ctx: &Ctx, action: Action) -> Result<(), Illegal> {
        let Action::Drop { hex } = action else {
            return no("ch 16.1", say!("supplies are dropped out of turn, nothing else"));
        };
        if !now.state.field.holds(UN, hex) {
            return no("ch 16.2", say!("no UN unit is at {hex}", hex = at(hex)));
        }
        if now.state.drops.iter().any(|d| d.hex == hex.0) {
            return no("ch 16.2", say!("supplies lie at {hex}", hex = at(hex)));
        }
        if now.state.field.units_in(hex).all(|u| ctx.supplied(now, u)) {
            return no("ch 16.2", say!("everybody at {hex} is in supply", hex = at(hex)));
        }
        Ok(())
    }
}

impl Decision<Chosin> for Dropping {
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 16.1", say!("Drop supplies?"))
    }
    judged!();
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend(hexes(&now.state.field.held[UN as usize]).map(|hex| Action::Drop { hex }));
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        let Action::Drop { hex } = action else { return };
        game.spend_air(state, MAC, Mission::Supply, 1);
        if let Some(drop) = state.drops.iter_mut().find(|d| !d.used && d.hex >= off::FIRST) {
            drop.hex = hex.0;
            drop.used = true;
        }
        play.say(by, "ch 16.1", say!("Supplies are dropped at {hex} for this phase.", hex = at(hex)))
            .on(at(hex));
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::Drop { hex } = action else {
            return Offer::new(ActionKind::Choose, "ch 16.1", say!("Go on"));
        };
        Offer::new(ActionKind::Choose, "ch 16.1", say!("Drop supplies at {hex}", hex = at(hex)))
    }
}

/// 25.2.4 The Communists take a marker off. [rule: ch 25.2.4]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unmasking;

impl Decision<Chosin> for Unmasking {
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 25.2.4", say!("Take a marker off?"))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend(
            now.state.fog.iter().filter(|f| **f < off::FIRST).map(|f| Action::Unmask { hex: HexId(*f) }),
        );
        out.sort_unstable();
        out.dedup();
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Unmask { hex } if now.state.fog.contains(&hex.0) => Ok(()),
            _ => no("ch 25.2.4", say!("a fog of war marker is taken off out of turn, nothing else")),
        }
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        if let Action::Unmask { hex } = action {
            game.unmask(state, hex, play);
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::Unmask { hex } = action else {
            return Offer::new(ActionKind::Choose, "ch 25.2.4", say!("Go on"));
        };
        Offer::new(ActionKind::Choose, "ch 25.2.4", say!("Take the marker off {hex}", hex = at(hex)))
    }
}
