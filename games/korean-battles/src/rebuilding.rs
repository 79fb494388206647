//! Rebuilding at the end of a player turn (15.0), and the loss of steps (24.0).

use crate::actions::Action;
use crate::data::Scenario;
use crate::game::KoreanBattles;
use crate::sequence::{Kb, Verdict, ensure};
use crate::state::{DEAD, State, UN, UnitId};
use crate::supply::Lines;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 15.0 The end of a player turn: one depleted unit may be rebuilt. [rule: kb 15.0]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rebuilding;

impl Decision<KoreanBattles> for Rebuilding {
    fn seats(&self, game: &KoreanBattles, st: &State) -> SeatSet {
        let sc = game.of(st);
        // What needs no lines of supply is asked first.
        let lines = Lines::new(sc, st, st.player);
        let any = st.held
            || sc.could_fly_to_rebuild(st)
            || sc.rebuilding && sc.depleted(st).any(|u| sc.may_rebuild(st, u, &lines).is_ok());
        if any { st.player.alone() } else { SeatSet::NONE }
    }
    fn ask(&self, _: Kb<'_>) -> Ask {
        Ask::new("kb 15.0", say!("Rebuild a depleted unit, or none."))
    }
    fn list(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let (sc, st) = (now.game.of(now.state), now.state);
        let lines = Lines::new(sc, st, st.player);
        sc.list_air(st, out);
        let worn = sc.depleted(st).filter(|&u| sc.may_rebuild(st, u, &lines).is_ok());
        out.extend(worn.map(|unit| Action::Rebuild { unit }));
        sc.list_end(st, out);
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let (sc, st) = (now.game.of(now.state), now.state);
        match action {
            Action::Rebuild { unit } => sc.may_rebuild(st, unit, &Lines::new(sc, st, st.player)),
            _ => sc.check_anytime(st, action),
        }
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        let sc = game.of(st);
        match action {
            Action::Rebuild { unit } => {
                sc.restore(st, unit, play);
                st.rebuilt += 1;
                if st.rebuilt >= sc.parameters.rebuilds {
                    sc.next_phase(st, play);
                }
            }
            _ => sc.perform_anytime(st, action, play),
        }
    }
    fn offer(&self, now: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::Rebuild { unit } => {
                Offer::new(ActionKind::Choose, "kb 15.0", say!("Rebuild {unit}", unit))
            }
            _ => now.game.of(now.state).offer_anytime(action),
        }
    }
    /// Where nothing can be rebuilt the player turn ends by itself.
    fn step(&self, game: &KoreanBattles, st: &mut State, play: &mut Play) -> bool {
        game.of(st).next_phase(st, play);
        true
    }
}

impl Scenario {
    /// 15.0 Whether a unit may be rebuilt: depleted, with a line of supply, no enemy next to it; never Marines.
    /// [rule: kb 15.0, kb 24.0]
    fn may_rebuild(&self, st: &State, unit: UnitId, lines: &Lines<'_>) -> Verdict {
        ensure(self.rebuilding, "kb 15.0", || say!("units are not rebuilt in this battle"))?;
        let own = self.side(unit) == st.player && st.on_map(unit);
        ensure(own, "kb 15.0", || say!("only one's own units on the map are rebuilt"))?;
        self.is_rebuildable(st, unit)?;
        ensure(lines.feed(unit), "kb 15.0", || say!("{unit} is out of supply", unit))
    }

    /// The player's units that have lost a step.
    fn depleted<'a>(&'a self, st: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        self.deployed(st, st.player).filter(|&u| st.step(u) > 0)
    }

    /// Depleted, no enemy next to it, no Marines. [rule: kb 15.0, kb 24.0]
    fn is_rebuildable(&self, st: &State, unit: UnitId) -> Verdict {
        ensure(st.step(unit) > 0, "kb 15.0", || say!("{unit} is not depleted", unit))?;
        ensure(!self.units[unit.index()].usmc, "kb 24.0", || say!("Marines are never rebuilt"))?;
        let beside = self.enemy_beside(st, self.side(unit), st.hex(unit));
        ensure(!beside, "kb 15.0", || say!("an enemy stands next to {unit}", unit))
    }

    /// Whether Air Supply could still make a rebuilding possible. [rule: kb 10.2-air, kb 15.0]
    fn could_fly_to_rebuild(&self, st: &State) -> bool {
        self.rebuilding
            && st.player == UN
            && st.air_left > 0
            && self.depleted(st).any(|u| self.is_rebuildable(st, u).is_ok())
    }

    fn restore(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        st.set_step(unit, st.step(unit) - 1);
        play.say(st.player.seat(), "kb 15.0", say!("{unit} is rebuilt", unit)).on(st.hex(unit));
    }

    /// A unit loses a step; the last one eliminates it. [rule: kb 24.0, kb 20.0-stacks]
    pub(crate) fn lose_step(&self, st: &mut State, unit: UnitId, rule: &'static str, play: &mut Play) {
        self.reveal(st, unit, play);
        let def = &self.units[unit.index()];
        if usize::from(st.step(unit)) + 1 >= def.faces.len() {
            self.eliminate(st, unit, rule, play);
            return;
        }
        st.set_step(unit, st.step(unit) + 1);
        let [a, d, m] = def.faces[st.step(unit) as usize];
        let hex = st.hex(unit);
        play.note(rule, say!("{unit} is depleted to {a}-{d}-{m} in {hex}", unit, a, d, m, hex))
            .on(hex)
            .effect(Effect::Reduced { unit: unit.into(), steps: 1 });
    }

    /// A unit is eliminated. [rule: kb 17.0, kb 10.3]
    pub(crate) fn eliminate(&self, st: &mut State, unit: UnitId, rule: &'static str, play: &mut Play) {
        self.reveal(st, unit, play);
        if !st.on_map(unit) {
            return;
        }
        let hex = st.hex(unit);
        self.lift(st, unit, DEAD);
        st.flags[unit.index()] = 0;
        self.note_early_death(st, unit);
        play.note(rule, say!("{unit} is eliminated in {hex}", unit, hex))
            .on(hex)
            .effect(Effect::Lost { unit: unit.into() });
    }
}
