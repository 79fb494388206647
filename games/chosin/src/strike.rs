//! 14.2 Air strikes.

use crate::actions::{Action, AirKind};
use crate::barrage::{Cause, Fire, fire_code};
use crate::event::hexes;
use crate::game::{Chosin, Ctx, Judged, at, judged, no, only, term};
use crate::ground::NO_BRIDGE;
use crate::state::{COM, Mission, State, UN};
use crate::tables::Shooter;
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Count, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 14.2 The air strike phase. [rule: ch 14.2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strikes;

impl Chosin {
    /// The most air units of a kind over one hex (14.12, 14.22), 0 for MAC. [rule: ch 14.12, ch 14.2]
    pub(crate) fn air_limit(&self, kind: AirKind) -> u8 {
        self.data.parameters.strike.get(kind.index()).copied().unwrap_or(0)
    }

    fn standing_bridge(&self, state: &State, hex: HexId) -> bool {
        self.data.ground.edges[hex.index()]
            .iter()
            .any(|e| e.bridge != NO_BRIDGE && state.blown >> e.bridge & 1 == 0)
    }

    fn may_strike(&self, state: &State, count: Count, kind: AirKind, hex: HexId) -> Result<(), Illegal> {
        let ready = state.air.boxes[kind.index()][Mission::Strike as usize];
        let most = ready.min(self.air_limit(kind));
        if count.0 == 0 || count.0 > most.into() {
            return no("ch 14.2", say!("{most} of that kind can strike one hex", most));
        }
        let target =
            state.field.holds(COM, hex) || !state.field.holds(UN, hex) && self.standing_bridge(state, hex);
        if !target {
            return no("ch 14.2-bridge", say!("there is nothing to strike at {hex}", hex = at(hex)));
        }
        if state.shelled.has(hex.index()) {
            return no("ch 14.2", say!("one strike a phase on a hex"));
        }
        if state.atomic.struck.contains(&hex.0) {
            return no("ch 37.3", say!("nothing else is fired at a hex that was bombed"));
        }
        Ok(())
    }

    /// 14.2 A strike. [rule: ch 14.2, ch 14.23, ch 10.9]
    fn strike(&self, state: &mut State, count: u8, kind: AirKind, hex: HexId, play: &mut Play) {
        self.spend_air(state, kind.index(), Mission::Strike, count);
        state.shelled.set(hex.index(), true);
        let targets = self.examine(state, hex, play);
        let shooter = if kind == AirKind::TAC { Shooter::Tac } else { Shooter::Sac };
        let column = self.data.barrage.column(shooter, count).map_or(-1, |c| c as i8);
        let rough = self.data.ground.rough(hex);
        let die = play.d6("air strike") as i8 - i8::from(rough) - i8::from(self.flak(state, hex));
        let result = self.data.barrage.result(column, die);
        play.outcome(
            "ch 14.2",
            say!(
                "{n} {air} {n|strikes|strike} {hex}: {result}.",
                n = count,
                air = term::of(term::AIR, kind.0),
                hex = at(hex),
                result = term::of(term::FIRE, fire_code(result))
            ),
        )
        .on(at(hex));
        self.fire_result(state, &Fire { hex, targets, source: Cause::Strike, by: UN }, result, play);
    }
}

impl Judged for Strikes {
    fn judge(&self, now: Now<'_, Chosin>, _: &Ctx, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Strike { count, air, hex } => game.may_strike(state, count, air, hex),
            Action::Bomb { hex } => game.may_bomb(state, hex),
            Action::End => Ok(()),
            _ => no("ch 14.2", say!("this is the air strike phase")),
        }
    }
}

impl Decision<Chosin> for Strikes {
    judged!();
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(UN)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 14.2", say!("Strike from the air, or end the phase."))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        for air in [AirKind::TAC, AirKind::SAC] {
            let ready = state.air.boxes[air.index()][Mission::Strike as usize].min(game.air_limit(air));
            if ready == 0 {
                continue;
            }
            let count = Count(ready.into());
            out.extend(hexes(&state.field.held[COM as usize]).map(|hex| Action::Strike { count, air, hex }));
            let ends = game.data.ground.bridges.iter().flat_map(|(a, b)| [*a, *b]);
            out.extend(ends.map(|hex| Action::Strike { count, air, hex }));
        }
        if state.atomic.bombs > 0 {
            out.extend(hexes(&game.data.ground.land).map(|hex| Action::Bomb { hex }));
        }
        out.push(Action::End);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::End)
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Strike { count, air, hex } => game.strike(state, count.0 as u8, air, hex, play),
            Action::Bomb { hex } => game.bomb(state, hex, play),
            _ => state.pop(),
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Strike { air, hex, .. } => Offer::new(
                ActionKind::Attack,
                "ch 14.2",
                say!("{air} strikes {hex}", air = term::of(term::AIR, air.0), hex = at(hex)),
            )
            .dice(),
            Action::Bomb { .. } => {
                Offer::new(ActionKind::Attack, "ch 37.3", say!("Drop an atomic bomb on")).dice().spread()
            }
            _ => Offer::new(ActionKind::EndPhase, "ch 14.2", say!("End air strikes")),
        }
    }
}
