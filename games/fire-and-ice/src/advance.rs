//! 5.7, 4.7: advance into the combat hex and exploitation.

use crate::actions::Action;
use crate::game::{FireAndIce, not_now};
use crate::moves::Kind;
use crate::names::{Now, at, seats};
use crate::state::{PieceId, State, did};
use crate::support::ATTACKER;
use engine::{Ask, Decision, Effect, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// Victorious attackers advance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advancing;

impl Advancing {
    /// 5.7 The declarer and active supporters beside the hex; not one whose own chit waits, nor one that has advanced.
    /// [rule: fi 5.7, fi 5.1-waiting]
    fn may(game: &FireAndIce, state: &State, unit: PieceId) -> Result<(), Illegal> {
        let combat = &state.combat;
        let piece = state.piece(unit);
        let ground = game.ground(state);
        let hex = combat.declared.hex;
        // 5.1 Into a hex found empty every active unit beside it may go.
        let took_part = combat.participants(ATTACKER).has(unit.index()) || !combat.defender.is_some();
        if game.unit(unit).side != combat.attacker
            || game.unit(unit).hq()
            || !took_part
            || !piece.done(did::ACTIVE)
        {
            return Err(Illegal::new("fi 5.7", say!("{unit} is no active unit of this attack", unit)));
        }
        if piece.done(did::ADVANCED | did::MEETING) {
            return Err(Illegal::new("fi 5.7", say!("{unit} has ended its activation", unit)));
        }
        if state.declared.iter().any(|d| d.unit == unit) {
            return Err(Illegal::new(
                "fi 5.1-waiting",
                say!("{unit} has an attack of its own to come", unit),
            ));
        }
        let beside = match (piece.at.on_map(), piece.at.in_box()) {
            (Some(from), _) => ground.distance(from, hex) == 1,
            (None, Some(index)) => ground.boxes[usize::from(index)] == hex,
            _ => false,
        };
        if !beside || state.is_struck(hex) {
            return Err(Illegal::new("fi 5.7", say!("{unit} is not beside {hex}", unit, hex = at(hex))));
        }
        Ok(())
    }
}

impl Decision<FireAndIce> for Advancing {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let side = state.combat.attacker;
        let any = game.pieces_of(side).any(|id| Self::may(game, state, id).is_ok());
        if any { seats(side) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let hex = now.state.combat.declared.hex;
        Ask::new("fi 5.7", say!("{hex} is empty: who advances?", hex = at(hex))).place(at(hex))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let active = |id: &PieceId| now.state.piece(*id).done(did::ACTIVE);
        out.extend(
            now.game.pieces_of(now.state.combat.attacker).filter(active).map(|unit| Action::Advance { unit }),
        );
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Advance { unit } => Self::may(now.game, now.state, unit),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        let Action::Advance { unit } = action else {
            state.frames.pop();
            return;
        };
        let hex = state.combat.declared.hex;
        let from = state.piece(unit).at;
        state.piece_mut(unit).did |= did::ADVANCED;
        play.say(who, "fi 5.7", say!("{unit} advances into {hex}", unit, hex = at(hex)))
            .on(at(hex))
            .effect(Effect::Moved { unit: unit.into(), from: from.into(), to: at(hex) });
        game.set_out(state, unit, Kind::Exploit);
        game.go(state, unit, &[hex], play);
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
