//! The rules type with its data, and the contract in a few lines each.

use crate::actions::Action;
use crate::china::Hidden;
use crate::data::Charts;
use crate::frames::Frame;
use crate::kinds::{Nation, Place, Unit};
use crate::position::Position;
use crate::sequence::Turn;
use crate::state::{Opts, State};
use crate::{habits, judgement};
use engine::{
    Arg, DataError, Detail, Ending, Eyes, Files, GameInfo, Habit, Habits, Judge, Moment, OptionInfo,
    OptionValue, Options, Overlay, Picture, Play, PositionError, Random, Rules, ScenarioInfo, Scene, Seat,
    SeatInfo, SeatSet, SetupError, Sheet, SideInfo, View,
};

/// The rules of the game with its charts.
pub struct War625 {
    pub(crate) c: Charts,
    pub(crate) info: GameInfo,
    pub(crate) weights: judgement::Weights,
    pub(crate) battles_counted: crate::chances::CountedOut,
}

impl War625 {
    /// Reads the data files.
    pub fn new(files: &Files) -> Result<Self, DataError> {
        let c = Charts::read(files)?;
        let info = info(&c);
        let weights = judgement::Weights::read(files)?;
        Ok(Self { c, info, weights, battles_counted: crate::chances::CountedOut::default() })
    }
    /// The charts.
    #[must_use]
    pub fn charts(&self) -> &Charts {
        &self.c
    }
    pub(crate) fn options_of(&self, options: &Options) -> Opts {
        Opts {
            d12: options.get("dice") == "d12",
            atomic: options.on("atomic"),
            soviet: options.on("soviet"),
            armistice: options.on("armistice"),
            capitals: options.on("capitals"),
            resign: options.on("resign"),
            length: options.get("length").parse().unwrap_or(self.c.date.len() as u8),
        }
    }
    /// The map as it is before anybody stands on it.
    pub(crate) fn bare(&self, opts: Opts) -> State {
        let mut s = State::empty(opts);
        for a in Place::areas() {
            let area = &self.c.area[a.i()];
            s.set_control(a, Nation::from_index(area.owner));
            s.ipc[a.i()] = area.ipc;
            s.factory[a.i()] = if area.factory { area.owner + 1 } else { 0 };
        }
        for nation in Nation::ALL {
            s.treasury[nation as usize] = self.c.nation[nation as usize].treasury;
        }
        s.frames.push(Turn.into());
        s
    }
}

fn info(c: &Charts) -> GameInfo {
    let side = |side: &str, name: &str, nation: &str| SideInfo {
        side: side.to_owned(),
        name: name.to_owned(),
        nation: nation.to_owned(),
    };
    let seats = [
        ("nk", Nation::Nk),
        ("ch", Nation::Ch),
        ("rok", Nation::Rok),
        ("us", Nation::Us),
        ("un", Nation::Un),
    ];
    let options = c.options.iter().map(|o| OptionInfo {
        option: o.id.clone(),
        title: o.name.clone(),
        blurb: o.summary.clone(),
        values: o
            .values
            .iter()
            .map(|v| OptionValue {
                value: v.clone(),
                title: match v.as_str() {
                    "on" => "On".to_owned(),
                    "off" => "Off".to_owned(),
                    "d6" => "Six-sided dice".to_owned(),
                    "d12" => "Twelve-sided dice".to_owned(),
                    turns => format!("{turns} turns"),
                },
            })
            .collect(),
        default: o.values.first().cloned().unwrap_or_default(),
    });
    GameInfo {
        game: "war-625".to_owned(),
        title: "Korean: 6.25 War".to_owned(),
        blurb: "The whole war by areas: five nations, money, production, and battles in rounds of dice.".to_owned(),
        version: 2,
        sides: vec![side("communist", "Communists", "nk"), side("allied", "Allies", "us")],
        seats: seats
            .iter()
            .map(|(id, nation)| SeatInfo {
                seat: (*id).to_owned(),
                name: c.nation[*nation as usize].name.clone(),
                side: nation.side() as u8,
            })
            .collect(),
        scenarios: vec![ScenarioInfo {
            scenario: "war".to_owned(),
            title: c.title.clone(),
            blurb: "From the invasion of June 1950 to the truce of July 1953, a month a turn. Who holds more of Korea at the end wins."
                .to_owned(),
            turns: c.date.len() as u16,
            seats: seats.iter().map(|(id, _)| (*id).to_owned()).collect(),
            minutes: 360,
            difficulty: 3,
            options: options.collect(),
            ..ScenarioInfo::default()
        }],
    }
}

impl Rules for War625 {
    type State = State;
    type Action = Action;
    type Frame = Frame;
    type Position = Position;
    const SEQUENCE: &'static str = "war OP-1";

    fn info(&self) -> &GameInfo {
        &self.info
    }
    /// The set-up of June 1950. [rule: war SU-1, war HC-1, war OP-2]
    fn setup(&self, scenario: &str, options: &Options, play: &mut Play) -> Result<State, SetupError> {
        if scenario != "war" {
            return Err(SetupError(format!("there is no scenario \"{scenario}\"")));
        }
        let opts = self.options_of(options);
        let mut s = self.bare(opts);
        for piece in &self.c.setup {
            let unit = Unit::new(piece.at, piece.nation, piece.kind);
            s.add(unit.ranging(self.full_range(&s, unit)), 1);
        }
        for &(place, count) in &self.c.setup_tokens {
            s.tokens[place.i()] += u16::from(count);
        }
        s.frames.push(Hidden.into());
        self.settle(&mut s, play);
        Ok(s)
    }
    fn scenario(&self, _state: &State) -> &str {
        "war"
    }
    fn frame(&self, state: &State) -> Option<Frame> {
        if state.is_over() { None } else { state.frames.last().copied() }
    }
    fn outcome(&self, state: &State) -> Ending {
        self.result(state)
    }
    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }
    fn redact(&self, state: &State, seats: SeatSet) -> State {
        self.redacted(state, seats)
    }
    fn sample(&self, view: &View<State>, random: &mut Random) -> State {
        self.sampled(view, random)
    }
    fn position(&self, state: &State) -> Position {
        self.write_position(state)
    }
    fn lay(&self, position: Position) -> Result<State, PositionError> {
        self.lay_position(&position)
    }
    fn check(&self, state: &State) -> Result<(), String> {
        state.check()?;
        self.check_position(state)
    }
}

impl Picture for War625 {
    fn sheet(&self, _scenario: &str, eyes: &Eyes<'_>) -> Sheet {
        self.draw_sheet(eyes)
    }
    fn moment<'a>(&'a self, state: &State, eyes: &Eyes<'_>) -> Moment<'a> {
        Moment { label: self.month_words(state.turn, eyes), phase: eyes.text(&self.phase_words(state)) }
    }
    fn scene<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>) -> Scene<'a> {
        self.draw(view, eyes)
    }
    fn overlay(&self, view: &View<State>, overlay: &str) -> Option<Overlay> {
        self.draw_overlay(view.state(), overlay)
    }
    fn inspect(&self, view: &View<State>, thing: &str, eyes: &Eyes<'_>) -> Option<Detail> {
        self.tell_of(view.state(), thing, eyes)
    }
    fn name(&self, state: &State, arg: Arg, out: &mut String) {
        self.write_name(state, arg, out);
    }
    fn id(&self, state: &State, arg: Arg, out: &mut String) {
        self.write_id(state, arg, out);
    }
}

impl Judge for War625 {
    fn evaluate(&self, state: &State, side: u8) -> f32 {
        self.judge(state, side)
    }
    fn habits(&self) -> &'static [Habit] {
        &habits::HABITS
    }
    fn watch(&self, before: &State, seat: Seat, action: Action, after: &State, habits: &mut Habits) {
        self.count_habits(before, seat, action, after, habits);
    }
}
