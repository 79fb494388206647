//! Advance after combat (7.9).

use crate::actions::Action;
use crate::data::Scenario;
use crate::game::KoreanBattles;
use crate::ground::PROHIBITED;
use crate::sequence::{Kb, Verdict, ensure, no};
use crate::state::{Hex, HexSet, State, UnitId, flag};
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 7.9 Attackers advance along the path of retreat, or not. [rule: kb 7.9]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance;

impl Decision<KoreanBattles> for Advance {
    fn seats(&self, game: &KoreanBattles, st: &State) -> SeatSet {
        let sc = game.of(st);
        let any = st.combat.attackers.iter().any(|u| !sc.advance_hexes(st, u).is_empty());
        if any { st.combat.side.alone() } else { SeatSet::NONE }
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        Ask::new("kb 7.9", say!("Advance along the path of retreat?")).place(now.state.combat.target)
    }
    fn list(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let (sc, st) = (now.game.of(now.state), now.state);
        out.push(Action::Done);
        for unit in st.combat.attackers.iter() {
            out.extend(sc.advance_hexes(st, unit).iter().map(|hex| Action::Advance { unit, hex }));
        }
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let (sc, st) = (now.game.of(now.state), now.state);
        match action {
            Action::Done => Ok(()),
            Action::Advance { unit, hex } => {
                sc.may_advance(st, unit)?;
                let on = sc.advance_hexes(st, unit).has(hex);
                ensure(on, "kb 7.9", || {
                    say!("attackers advance along the path of retreat from its beginning, one unit a hex")
                })
            }
            _ => no("kb 7.9", say!("the advance is decided first")),
        }
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Advance { unit, hex } => game.of(st).advance(st, unit, hex, play),
            _ => {
                st.frames.pop();
            }
        }
    }
    fn quiet(&self, _: Kb<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::Advance { unit, hex } => {
                Offer::new(ActionKind::Move, "kb 7.9", say!("{unit} advances to {hex}", unit, hex))
            }
            _ => Offer::new(ActionKind::Done, "kb 7.9", say!("Done")),
        }
    }
    /// Where nobody can advance the combat is over.
    fn step(&self, _: &KoreanBattles, st: &mut State, _: &mut Play) -> bool {
        st.frames.pop();
        true
    }
    fn question(&self, now: Kb<'_>) -> Option<Question> {
        Some(Question {
            kind: "advance",
            title: say!("Advance after combat"),
            place: Some(now.state.combat.target.into()),
            value: now.game.of(now.state).stake(now.state, now.state.combat.side),
        })
    }
}

impl Scenario {
    /// 7.9 Whether a unit may advance: an attacker that has neither advanced nor retreated; nobody after stiff
    /// resistance. [rule: kb 7.9, kb 7.8]
    fn may_advance(&self, st: &State, unit: UnitId) -> Verdict {
        let attacker = st.combat.attackers.has(unit) && st.on_map(unit);
        ensure(attacker, "kb 7.9", || say!("only attackers of this combat advance"))?;
        let done = st.has(unit, flag::ADVANCED | flag::RETREATED);
        ensure(!done, "kb 7.9", || say!("{unit} has advanced or retreated", unit))?;
        ensure(!st.combat.stood, "kb 7.8", || say!("nobody advances after stiff resistance"))
    }

    /// 7.9 The hexes of the path of retreat that an attacker may enter: from its own hex into the defender's, then along
    /// the path, one unit a hex, zones ignored, never where the ground is closed to it or an enemy stands.
    /// [rule: kb 7.9, kb retreat-8, kb retreat-9, kb 5.1.2-combat]
    fn advance_hexes(&self, st: &State, unit: UnitId) -> HexSet {
        let mut out = HexSet::default();
        if st.combat.path_count == 0 || self.may_advance(st, unit).is_err() {
            return out;
        }
        for path in &st.combat.paths[..usize::from(st.combat.path_count)] {
            let mut from = st.hex(unit);
            for &hex in path.iter() {
                let Some(d) = self.ground.direction(from, hex) else { break };
                let closed = self.step_cost(st, unit, from, d) == PROHIBITED;
                if closed || self.enemy_in(st, st.combat.side, hex) {
                    break;
                }
                if !st.combat.advanced.contains(&hex) && self.may_stack(st, unit, hex) {
                    out.set(hex, true);
                }
                from = hex;
            }
        }
        out
    }

    /// An attacker advances and does nothing more in this player turn. [rule: kb 7.9]
    fn advance(&self, st: &mut State, unit: UnitId, hex: Hex, play: &mut Play) {
        let from = st.hex(unit);
        self.shift_to(st, unit, hex);
        for k in 0..usize::from(st.combat.path_count) {
            let path = st.combat.paths[k];
            let Some(end) = path.iter().position(|&h| h == hex) else { continue };
            for &passed in &path[..=end] {
                self.take(st, unit, passed, play);
            }
            break;
        }
        st.mark(unit, flag::ADVANCED);
        st.combat.advanced.try_push(hex);
        play.say(st.combat.side.seat(), "kb 7.9", say!("{unit} advances {from}-{hex}", unit, from, hex))
            .on(from)
            .on(hex)
            .effect(Effect::Moved { unit: unit.into(), from: from.into(), to: hex.into() });
    }
}
