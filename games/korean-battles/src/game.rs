//! The rules type with its data: how the game is played, how it looks, what is good play.

use crate::actions::Action;
use crate::data::Scenario;
use crate::frames::Frame;
use crate::judgement::Mind;
use crate::position::Position;
use crate::state::{Phase, Side, State, UN};
use engine::{
    Arg, DataError, Ending, Eyes, Files, GameInfo, Habit, Habits, Judge, Moment, OptionInfo, OptionValue,
    Options, Overlay, Picture, Play, PositionError, Random, Rules, ScenarioInfo, Scene, Seat, SeatInfo,
    SeatSet, SetupError, Sheet, SideInfo, View, say,
};

/// The game with its data.
pub struct KoreanBattles {
    info: GameInfo,
    pub(crate) scenarios: Vec<Scenario>,
    pub(crate) minds: Vec<Mind>,
}

impl Default for KoreanBattles {
    /// The game with the data it is shipped with, which its tests prove to be sound.
    fn default() -> Self {
        match Self::new(&crate::files()) {
            Ok(game) => game,
            Err(e) => panic!("the embedded data are unsound: {e}"),
        }
    }
}

impl KoreanBattles {
    /// The game with these data files.
    pub fn new(files: &Files) -> Result<Self, DataError> {
        let load = |(i, id): (usize, &&str)| Scenario::load(files, i as u8, id);
        let scenarios =
            ["pusan", "inchon", "chosin"].iter().enumerate().map(load).collect::<Result<Vec<_>, _>>()?;
        let minds = scenarios.iter().map(|s| Mind::load(files, s)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { info: info(&scenarios), scenarios, minds })
    }
    pub(crate) fn of(&self, st: &State) -> &Scenario {
        &self.scenarios[(st.scenario as usize).min(self.scenarios.len() - 1)]
    }
}

fn sides(red: &str, nation: &str) -> Vec<SideInfo> {
    let side = |side: &str, name: &str, nation: &str| SideInfo {
        side: side.to_owned(),
        name: name.to_owned(),
        nation: nation.to_owned(),
    };
    vec![side("un", "United Nations", "us"), side("communist", red, nation)]
}

fn info(scenarios: &[Scenario]) -> GameInfo {
    let seat =
        |seat: &str, name: &str, side: u8| SeatInfo { seat: seat.to_owned(), name: name.to_owned(), side };
    GameInfo {
        game: "korean-battles".to_owned(),
        title: "Korean Battles".to_owned(),
        blurb: "Three battles of 1950: the Pusan Perimeter, Inchon and Seoul, the Chosin Reservoir. Support fire, \
                hidden units, a combat table with the terrain built in."
            .to_owned(),
        version: 2,
        sides: sides("North Korea or China", "nk"),
        seats: vec![seat("un", "United Nations", 0), seat("communist", "North Korea or China", 1)],
        scenarios: scenarios.iter().map(scenario_info).collect(),
    }
}

fn scenario_info(s: &Scenario) -> ScenarioInfo {
    let (blurb, minutes, difficulty) = match s.id.as_str() {
        "pusan" => (
            "North Korea drives on Pusan, August and September 1950. Thirteen divisions against a thin line along the Naktong.",
            360,
            3,
        ),
        "inchon" => (
            "The Marines land at Inchon and fight for Seoul, September 1950. Hidden defenders, rivers to bridge, a city to clear.",
            120,
            2,
        ),
        _ => (
            "Chinese armies close on the Chosin Reservoir, November and December 1950. The Marines attack in another direction.",
            150,
            2,
        ),
    };
    ScenarioInfo {
        scenario: s.id.clone(),
        title: s.title.clone(),
        blurb: blurb.to_owned(),
        turns: s.turns.into(),
        seats: vec!["un".to_owned(), "communist".to_owned()],
        minutes,
        difficulty,
        options: options(s),
        sides: sides(s.red_name(), if s.red == "cn" { "ccf" } else { "nk" }),
        seat_names: vec!["United Nations".to_owned(), s.red_name().to_owned()],
    }
}

/// 21.0 and 25.0 are the options of the book.
fn options(s: &Scenario) -> Vec<OptionInfo> {
    let mut out = Vec::new();
    let numbered = |range: std::ops::RangeInclusive<u8>| {
        range.map(|n| OptionValue { value: n.to_string(), title: n.to_string() }).collect::<Vec<_>>()
    };
    if s.naktong_link {
        let mut die = vec![OptionValue { value: "none".to_owned(), title: "No link".to_owned() }];
        die.extend(numbered(1..=6));
        out.push(OptionInfo {
            option: "naktong-link".to_owned(),
            title: "Link with the Naktong battle".to_owned(),
            blurb: "A die's worth of extra support was used in the other battle and is deducted from North Korea's points (25.0)."
                .to_owned(),
            values: die,
            default: "none".to_owned(),
        });
        out.push(OptionInfo::switch(
            "naktong-won",
            "North Korea won the Naktong battle",
            "With the link, its junctions held there are added to its points (25.0).",
            false,
        ));
        out.push(OptionInfo {
            option: "naktong-junctions".to_owned(),
            title: "Junctions held in the Naktong battle".to_owned(),
            blurb: "Counted only with the link and a victory there (25.0).".to_owned(),
            values: numbered(0..=10),
            default: "0".to_owned(),
        });
    }
    if s.divisions.iter().any(|d| d.optional) {
        out.push(OptionInfo::switch(
            "acceleration",
            "The 26th Army comes early",
            &format!(
                "The 26th Army arrives from turn {} on; {} Chinese support markers are lost (21.0).",
                s.acceleration_turn(),
                s.parameters.acceleration
            ),
            false,
        ));
    }
    out
}

impl State {
    pub(crate) fn take_options(&mut self, options: &Options) {
        self.accelerated = options.on("acceleration");
        let number = |option: &str| options.get(option).parse::<u8>().unwrap_or(0);
        self.link = (number("naktong-link"), options.on("naktong-won"), number("naktong-junctions"));
    }
}

impl Rules for KoreanBattles {
    type State = State;
    type Action = Action;
    type Frame = Frame;
    type Position = Position;
    const SEQUENCE: &'static str = "kb 4.0";

    fn info(&self) -> &GameInfo {
        &self.info
    }
    fn setup(&self, scenario: &str, options: &Options, _play: &mut Play) -> Result<State, SetupError> {
        let found = self.scenarios.iter().find(|s| s.id == scenario);
        let found = found.ok_or_else(|| SetupError(format!("there is no scenario \"{scenario}\"")))?;
        let mut st = State::empty(found.index);
        st.take_options(options);
        found.lay_out(&mut st);
        Ok(st)
    }
    fn scenario(&self, state: &State) -> &str {
        &self.of(state).id
    }
    fn frame(&self, state: &State) -> Option<Frame> {
        state.top()
    }
    fn outcome(&self, state: &State) -> Ending {
        self.of(state).outcome(state)
    }
    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }
    fn redact(&self, state: &State, seats: SeatSet) -> State {
        self.of(state).redacted(state, seats)
    }
    fn sample(&self, view: &View<State>, random: &mut Random) -> State {
        self.of(view.state()).sampled(view.state(), random)
    }
    fn position(&self, state: &State) -> Position {
        self.of(state).position(state)
    }
    fn lay(&self, position: Position) -> Result<State, PositionError> {
        crate::reading::lay(self, &position)
    }
    fn check(&self, state: &State) -> Result<(), String> {
        self.of(state).sound(state)
    }
}

impl Picture for KoreanBattles {
    fn sheet(&self, scenario: &str, eyes: &Eyes<'_>) -> Sheet {
        self.scenarios.iter().find(|s| s.id == scenario).map_or_else(Sheet::default, |s| s.sheet(eyes))
    }
    fn moment<'a>(&'a self, state: &State, eyes: &Eyes<'_>) -> Moment<'a> {
        self.of(state).moment(state, eyes)
    }
    fn scene<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>) -> Scene<'a> {
        self.of(view.state()).scene(view, eyes)
    }
    fn overlay(&self, view: &View<State>, overlay: &str) -> Option<Overlay> {
        self.of(view.state()).overlay(view.state(), overlay)
    }
    fn name(&self, state: &State, arg: Arg, out: &mut String) {
        self.of(state).write_name(arg, out);
    }
    fn cover(&self, _: &State, _: Arg, out: &mut String) {
        out.push_str("A face-down counter");
    }
    fn id(&self, state: &State, arg: Arg, out: &mut String) {
        self.of(state).write_id(state, arg, out);
    }
}

impl Judge for KoreanBattles {
    fn evaluate(&self, state: &State, side: u8) -> f32 {
        let own = self.judge(state).evaluate(state);
        if side == UN as u8 { own } else { -own }
    }
    fn weights(&self, scenario: &str, side: u8) -> Vec<(String, f64)> {
        let at = self.scenarios.iter().position(|s| s.id == scenario);
        at.map_or_else(Vec::new, |at| self.minds[at].tunable(&self.scenarios[at], Side::of(Seat(side))))
    }
    fn features(&self, state: &State) -> Vec<f32> {
        self.judge(state).columns(state)
    }
    fn fitted(&self, scenario: &str, weights: &[f64]) -> Vec<(String, String)> {
        crate::judgement::fitted(scenario, weights)
    }
    fn habits(&self) -> &'static [Habit] {
        &crate::habits::HABITS
    }
    fn watch(&self, before: &State, _seat: Seat, action: Action, after: &State, habits: &mut Habits) {
        self.count_habits(before, action, after, habits);
    }
}

impl Scenario {
    /// The date and the phase in words.
    fn moment(&self, st: &State, eyes: &Eyes<'_>) -> Moment<'_> {
        let who = crate::names::country(st.player);
        let phase = match st.phase {
            Phase::Setup => say!("Set-up, {who}", who),
            Phase::Movement => say!("Movement Phase, {who}", who),
            Phase::Combat => say!("Combat Phase, bombardment, {who}", who),
            Phase::Attack => say!("Combat Phase, attacks, {who}", who),
            Phase::MobileMovement => say!("Mobile Movement Phase, {who}", who),
            Phase::MobileCombat => say!("Mobile Combat Phase, {who}", who),
            Phase::Rebuild => say!("End of player turn, {who}", who),
            Phase::Over => say!("Game over"),
        };
        Moment { label: self.turn_words(st.turn, eyes), phase: eyes.text(&phase) }
    }
}
