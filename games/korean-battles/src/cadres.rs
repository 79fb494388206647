//! The Army Cadre and the Marine Cadre (29).

use crate::actions::Action;
use crate::data::{Entry, Kind, Scenario, When};
use crate::game::KoreanBattles;
use crate::sequence::{Kb, Verdict, ensure, no};
use crate::state::{DEAD, DUE, Hex, LEFT, NOWHERE, State, UN, UnitId, WAITING, flag};
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 29 A cadre arrives and has a choice of hexes. [rule: kb 29-army-cadre, kb 29-marine-cadre]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrive {
    pub(crate) unit: UnitId,
}

impl Decision<KoreanBattles> for Arrive {
    fn seats(&self, game: &KoreanBattles, st: &State) -> SeatSet {
        if game.of(st).cadre_hexes(st, self.unit).is_empty() { SeatSet::NONE } else { UN.alone() }
    }
    fn ask(&self, _: Kb<'_>) -> Ask {
        Ask::new("kb 29-army-cadre", say!("Choose a hex for {unit}.", unit = self.unit))
    }
    fn candidates(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let unit = self.unit;
        out.extend(
            now.game
                .of(now.state)
                .cadre_hexes(now.state, unit)
                .into_iter()
                .map(|hex| Action::Enter { unit, hex }),
        );
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let Action::Enter { unit, hex } = action else {
            return no("kb 29-army-cadre", say!("{unit} arrives first", unit = self.unit));
        };
        ensure(unit == self.unit, "kb 29-army-cadre", || say!("{unit} arrives first", unit = self.unit))?;
        let open = now.game.of(now.state).cadre_hexes(now.state, unit);
        ensure(open.contains(&hex), "kb 29-army-cadre", || say!("{unit} does not arrive at {hex}", unit, hex))
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        let Action::Enter { unit, hex } = action else { return };
        st.frames.pop();
        game.of(st).place_cadre(st, unit, hex, play);
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::Enter { unit, hex } => {
                Offer::new(ActionKind::Move, "kb 26.0-cost", say!("{unit} enters at {hex}", unit, hex))
            }
            _ => Offer::new(ActionKind::Choose, "kb 29-army-cadre", say!("{unit}", unit = self.unit)),
        }
    }
    /// A cadre that finds no room waits for the next turn.
    fn step(&self, _: &KoreanBattles, st: &mut State, _: &mut Play) -> bool {
        st.frames.pop();
        true
    }
}

impl Scenario {
    /// Whether RCT 31 has died in this game. [rule: kb 29-army-cadre]
    pub(crate) fn rct_is_dead(&self, st: &State) -> bool {
        self.ids().any(|u| self.units[u.index()].no_zoc_first_turn && st.at[u.index()] == DEAD)
    }

    /// 29 The Marine Cadre is called when a Marine regiment is dead or six Marine steps are lost.
    /// [rule: kb 29-marine-cadre]
    pub(crate) fn marine_cadre_is_called(&self, st: &State) -> bool {
        let mut steps = 0;
        for unit in self.ids() {
            let def = &self.units[unit.index()];
            if !def.usmc || def.kind == Kind::Cadre {
                continue;
            }
            match st.at[unit.index()] {
                DEAD if def.formation() => return true,
                DEAD => steps += def.faces.len() as u8,
                NOWHERE | WAITING | DUE => {}
                _ => steps += st.step(unit),
            }
        }
        steps >= self.parameters.cadre_steps
    }

    /// The cadres come in at the start of the UN Movement Phase, by themselves where one hex is possible.
    /// [rule: kb 29-army-cadre, kb 29-marine-cadre]
    pub(crate) fn bring_cadres(&self, st: &mut State, play: &mut Play) {
        for unit in self.ids() {
            let Some(arrival) = self.arrival(unit) else { continue };
            match arrival.when {
                When::ArmyCadre if st.on_map(unit) => self.strengthen_cadre(st, unit, play),
                When::ArmyCadre | When::MarineCadre if st.at[unit.index()] == DUE => {
                    self.bring_cadre(st, unit, play);
                }
                _ => {}
            }
        }
    }

    /// A dead RCT 31 turns the Army Cadre already in play to its stronger side, once. [rule: kb 29-army-cadre]
    fn strengthen_cadre(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        if self.rct_is_dead(st) && !st.ledger.cadre_done {
            st.ledger.cadre_done = true;
            if st.step(unit) > 0 {
                st.set_step(unit, 0);
                play.note("kb 29-army-cadre", say!("{unit} gathers the survivors of RCT 31", unit));
            }
        }
    }

    fn cadre_home(&self, st: &State, unit: UnitId) -> Option<Hex> {
        match &self.arrival(unit)?.entry {
            Entry::On(on) => st.on_map(*on).then(|| st.hex(*on)),
            Entry::At(hexes) => hexes.first().copied().filter(|&h| self.holds(st, UN, h)),
            Entry::Placed(_) => None,
        }
    }

    /// The hexes where a cadre may appear: its home, or a free hex beside it when that is full.
    pub(crate) fn cadre_hexes(&self, st: &State, unit: UnitId) -> Vec<Hex> {
        let Some(home) = self.cadre_home(st, unit) else { return Vec::new() };
        if self.may_stack(st, unit, home) && !self.enemy_in(st, UN, home) {
            return vec![home];
        }
        let mut around: Vec<Hex> = self.ground.neighbours(home).collect();
        around.retain(|&h| {
            self.ground.land[h.index()] && !self.enemy_in(st, UN, h) && self.may_stack(st, unit, h)
        });
        around.sort_unstable();
        around
    }

    fn bring_cadre(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        if self.cadre_home(st, unit).is_none() {
            st.at[unit.index()] = LEFT;
            play.note("kb 29-army-cadre", say!("{unit} is lost: its place is not held", unit))
                .effect(Effect::Left { unit: unit.into() });
            return;
        }
        match self.cadre_hexes(st, unit)[..] {
            [] => {}
            [hex] => self.place_cadre(st, unit, hex, play),
            _ => st.push(Arrive { unit }),
        }
    }

    fn place_cadre(&self, st: &mut State, unit: UnitId, hex: Hex, play: &mut Play) {
        let army = self.arrival(unit).is_some_and(|a| a.when == When::ArmyCadre);
        let early = army && self.rct_is_dead(st);
        let step = if early { 0 } else { self.arrival(unit).map_or(0, |a| a.step) };
        st.ledger.cadre_done |= early;
        st.set_step(unit, step);
        self.put(st, unit, hex);
        st.mark(unit, flag::ENTERED);
        let rule = if army { "kb 29-army-cadre" } else { "kb 29-marine-cadre" };
        play.note(rule, say!("{unit} arrives at {hex}", unit, hex))
            .on(hex)
            .effect(Effect::Placed { unit: unit.into(), at: hex.into() });
        self.take(st, unit, hex, play);
    }
}
