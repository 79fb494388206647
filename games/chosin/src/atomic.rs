//! 37.0 Atomic warfare: the call, the attack, World War III, fallout.

use crate::game::{Chosin, at, no};
use crate::ground::CITY;
use crate::state::{COM, State, UN, UnitId, reason, rule};
use board::{Direction, HexId};
use engine::{Decision, Illegal, Play, say};
use serde::{Deserialize, Serialize};

/// How the game ends by the table of 37.10.
pub(crate) const WORLD_WAR: u8 = 1;
pub(crate) const CEASEFIRE: u8 = 2;

impl Chosin {
    /// 37.1 Whether the UN may call for bombs now. [rule: ch 37.1]
    pub(crate) fn may_call(&self, state: &State) -> Result<(), Illegal> {
        self.uses(state, rule::ATOMIC, "ch 37.1")?;
        if state.atomic.called {
            return no("ch 37.1", say!("bombs were called for"));
        }
        Ok(())
    }

    /// 37.1, 37.2 The call, and its price. [rule: ch 37.1, ch 37.2]
    pub(crate) fn call_bombs(&self, state: &mut State, play: &mut Play) {
        state.atomic.called = true;
        let bombs = play.d6("bombs").div_ceil(2) as u8;
        state.atomic.bombs = bombs;
        let points = i16::from(bombs) * i16::from(self.data.schedule.bomb);
        state.score.add(COM, reason::ATOMIC, points);
        play.outcome(
            "ch 37.1",
            say!(
                "The United Nations receive {n} atomic {n|bomb|bombs}: {points} VP to the Communists.",
                n = bombs,
                points
            ),
        );
    }

    /// 37.3 Whether a hex may be bombed. [rule: ch 37.3]
    pub(crate) fn may_bomb(&self, state: &State, hex: HexId) -> Result<(), Illegal> {
        if state.atomic.bombs == 0 {
            return no("ch 37.3", say!("there is no bomb"));
        }
        if !self.data.ground.is_land(hex) || state.field.holds(UN, hex) {
            return no("ch 37.3", say!("a bomb is not dropped on {hex}", hex = at(hex)));
        }
        if state.shelled.has(hex.index()) || state.atomic.struck.contains(&hex.0) {
            return no("ch 37.3", say!("one attack a turn on that hex"));
        }
        Ok(())
    }

    /// 37.7, 37.8 The attack. [rule: ch 37.7, ch 37.8, ch S2 5.6, ch 37.6]
    pub(crate) fn bomb(&self, state: &mut State, hex: HexId, play: &mut Play) {
        state.atomic.bombs -= 1;
        state.atomic.attacks += 1;
        state.atomic.struck.push(hex.0);
        self.unmask(state, hex, play);
        if state.scenario == 1 && state.atomic.attacks == 1 {
            play.note(
                "ch S2 5.6",
                say!(
                    "The deployment is revealed: {what}.",
                    what = crate::game::term::of(crate::game::term::DEPLOYMENT, state.deployment)
                ),
            );
        }
        let city = self.data.ground.terrain(hex) == CITY && !self.data.tainted(state, hex);
        let die = play.d6("atomic attack") as i8 + i8::from(city)
            - i8::from(self.data.ground.rough(hex))
            - i8::from(state.entrenched.has(hex.index()));
        match die {
            ..=1 => self.bomb_astray(state, hex, play),
            2..=5 => {
                play.outcome("ch 37.8", say!("The bomb hits {hex}.", hex = at(hex))).on(at(hex));
                self.disrupt_hex(state, hex, play);
                self.fall_out(state, hex);
            }
            _ => {
                play.outcome("ch 37.8", say!("{hex} is devastated.", hex = at(hex))).on(at(hex));
                for unit in state.field.units_in(hex).collect::<Vec<_>>() {
                    self.eliminate(state, unit, "ch 37.8", play);
                }
                for near in self.data.ground.around(hex).collect::<Vec<_>>() {
                    self.disrupt_hex(state, near, play);
                }
                self.fall_out(state, hex);
            }
        }
        self.world_war(state, play);
    }

    /// 37.8 The bomb drifts: 1 north-east, then clockwise.
    fn bomb_astray(&self, state: &mut State, hex: HexId, play: &mut Play) {
        let direction = Direction::new(play.d6("drift") as usize - 1);
        let drifted = self.data.ground.edge(hex, direction.index()).to;
        if !drifted.is_some() || !self.data.ground.is_land(drifted) {
            play.outcome("ch 37.8", say!("The bomb is lost."));
            return;
        }
        play.outcome("ch 37.8", say!("The bomb falls on {hex} instead.", hex = at(drifted))).on(at(drifted));
        self.disrupt_hex(state, drifted, play);
        self.fall_out(state, drifted);
    }

    fn disrupt_hex(&self, state: &mut State, hex: HexId, play: &mut Play) {
        for unit in state.field.units_in(hex).collect::<Vec<_>>() {
            self.disrupt(state, unit, "ch 37.8", play);
        }
    }

    fn fall_out(&self, state: &mut State, hex: HexId) {
        if !state.atomic.fallout.contains(&hex.0) {
            state.atomic.fallout.push(hex.0);
        }
    }

    /// 37.10 What the world makes of it: all modifiers that apply. [rule: ch 37.10, ch 37.11]
    fn world_war(&self, state: &mut State, play: &mut Play) {
        let p = &self.data.parameters;
        let lead = state.score.lead(UN);
        let (some, great) = (i32::from(p.lead_event), i32::from(p.lead_great));
        let mut modifier = -i8::from(state.atomic.attacks == 1);
        modifier -= i8::from(lead >= some) + 2 * i8::from(lead >= great);
        modifier += i8::from(-lead >= some) + 2 * i8::from(-lead >= great);
        if state.scenario == 1 {
            modifier += [0, 2, -2][state.deployment as usize];
        }
        let die = play.d6("World War III") as i8 + modifier;
        match die {
            ..=1 => {
                state.atomic.end = WORLD_WAR;
                play.outcome("ch 37.11", say!("World War III: both sides lose."));
            }
            2..=3 => {
                state.score.add(UN, reason::ATOMIC, -20);
                play.outcome("ch 37.11", say!("The United Nations are discredited: 20 VP less."));
            }
            4 => {
                state.score.add(UN, reason::ATOMIC, -10);
                state.score.add(COM, reason::ATOMIC, -10);
                play.outcome("ch 37.11", say!("Tensions rise: 10 VP less for both sides."));
            }
            5..=6 => {
                state.score.add(COM, reason::ATOMIC, -20);
                play.outcome("ch 37.11", say!("The Communists back down: 20 VP less."));
            }
            _ => {
                state.atomic.end = CEASEFIRE;
                play.outcome("ch 37.11", say!("A ceasefire ends the campaign: a draw."));
            }
        }
        if state.atomic.end > 0 {
            state.frames.clear();
            state.phase = crate::state::Phase::Over;
        }
    }
}

/// 37.9 At the end of the turn fallout disrupts units near it. [rule: ch 37.9]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallout {
    pub(crate) next: u8,
}

impl Decision<Chosin> for Fallout {
    fn step(&self, game: &Chosin, state: &mut State, play: &mut Play) -> bool {
        let exposed = |u: &UnitId| state.field.on_map(*u) && game.data.tainted(state, state.field.at(*u));
        let unit = game.data.all_units().filter(|u| u.0 >= self.next).find(exposed);
        let Some(unit) = unit else {
            state.pop();
            return true;
        };
        state.replace(Fallout { next: unit.0 + 1 });
        play.beat();
        if play.d6("fallout") <= game.data.parameters.fallout.into() {
            game.disrupt(state, unit, "ch 37.9", play);
        }
        true
    }
}
