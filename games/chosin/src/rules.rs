//! The contract: how the game is played, for the engine.

use crate::actions::Action;
use crate::atomic::{CEASEFIRE, WORLD_WAR};
use crate::frames::Frame;
use crate::game::{Chosin, term};
use crate::info::{SCENARIOS, rules};
use crate::position::Position;
use crate::state::{COM, Phase, State, UN};
use engine::{
    Arg, Ending, GameInfo, Habit, Habits, Judge, Options, Play, PositionError, Random, Rules, Seat, SeatSet,
    SetupError, View, say,
};

impl Rules for Chosin {
    type State = State;
    type Action = Action;
    type Frame = Frame;
    type Position = Position;
    const SEQUENCE: &'static str = "ch 2.0";

    fn info(&self) -> &GameInfo {
        &self.info
    }
    fn setup(&self, scenario: &str, options: &Options, play: &mut Play) -> Result<State, SetupError> {
        let index = SCENARIOS.iter().position(|s| *s == scenario);
        let index = index.ok_or_else(|| SetupError(format!("there is no scenario \"{scenario}\"")))? as u8;
        Ok(self.begin(index, rules(index, options), play))
    }
    fn scenario(&self, state: &State) -> &str {
        SCENARIOS[state.scenario as usize]
    }
    fn frame(&self, state: &State) -> Option<Frame> {
        if state.phase == Phase::Over {
            return None;
        }
        if state.air.to_lose > 0 {
            return Some(Frame::LoseTac(crate::air::LoseTac));
        }
        state.frames.last().copied()
    }
    fn interruption(&self, state: &State, seat: Seat) -> Option<Frame> {
        self.interrupting(state, seat)
    }

    /// 24.11 The level of victory; 37.11 how bombs may end it. [rule: ch 24.1, ch 37.11]
    fn outcome(&self, state: &State) -> Ending {
        let points = self.data.final_points(state);
        let totals = [points.total(UN), points.total(COM)];
        let (result, winner) = match state.atomic.end {
            WORLD_WAR => (say!("World War III: both sides lose"), None),
            CEASEFIRE => (say!("Ceasefire: a draw"), None),
            _ => {
                let side = usize::from(totals[COM as usize] > totals[UN as usize]);
                let level = self.data.level((totals[0] - totals[1]).abs());
                let info = &self.info.sides[side];
                match level {
                    Some(level) => {
                        let level = term::of(term::LEVEL, level as u32);
                        (
                            say!("{side}: {level}", side = Arg::side(side as u8), level),
                            Some(info.side.clone()),
                        )
                    }
                    None => (say!("Draw"), None),
                }
            }
        };
        Ending { winner, result, rule: "ch 24.1", points: totals.to_vec() }
    }
    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }
    fn redact(&self, state: &State, seats: SeatSet) -> State {
        self.veil(state, seats)
    }
    fn sample(&self, view: &View<State>, random: &mut Random) -> State {
        self.guess(view, random)
    }
    fn position(&self, state: &State) -> Position {
        crate::position::write(self, state)
    }
    fn lay(&self, position: Position) -> Result<State, PositionError> {
        crate::position::lay(self, &position)
    }
    fn check(&self, state: &State) -> Result<(), String> {
        crate::position::sound(self, state)
    }
}

impl Judge for Chosin {
    fn evaluate(&self, state: &State, side: u8) -> f32 {
        crate::judgement::evaluate(self, state, side)
    }
    fn weights(&self, scenario: &str, side: u8) -> Vec<(String, f64)> {
        self.mind.listed(scenario, side)
    }
    fn habits(&self) -> &'static [Habit] {
        &crate::judgement::habits::HABITS
    }
    fn watch(&self, before: &State, _: Seat, action: Action, _: &State, habits: &mut Habits) {
        self.count_habits(before, action, habits);
    }
}
