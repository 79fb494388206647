//! The contract with the engine: actions, and what becomes of them.

use crate::data::Scenario;
use crate::judgement::Mind;
use crate::movement::Going;
use crate::state::{Frame, Phase, RED, State, UN, flag};
use engine::{
    DataError, Files, GameInfo, Habit, Habits, Illegal, Moment, OptionInfo, OptionValue, Options, Outcome,
    Overlay, Play, PositionError, Random, Rules, ScenarioInfo, Scene, Seat, SeatInfo, SeatSet, SetupError,
    Sheet, SideInfo, View,
};
use std::cell::RefCell;

/// One small decision. The order is the order of legal lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The rest of a side's set-up as history had it.
    SetupDefault,
    /// A Chinese division as one counter or as regiments.
    #[allow(missing_docs)]
    Form { unit: u8, division: bool },
    /// Breaks a division down into regiments.
    Break(u8),
    /// Sets a unit up.
    #[allow(missing_docs)]
    Place { unit: u8, hex: u16, hidden: bool },
    /// Places a dummy.
    Dummy(u16),
    /// Ends set-up, waves or advances.
    Done,
    /// Chooses a unit to move.
    Select(u8),
    /// The destination of a move, or the next hex of a retreat.
    To(u16),
    /// One step by a route of one's own; the move goes on.
    Via(u16),
    /// Ends a move where the unit is.
    Stay,
    /// Leaves the map.
    Exit,
    /// Brings a reinforcement in.
    #[allow(missing_docs)]
    Enter { unit: u8, hex: u16 },
    /// Withdraws a unit.
    Withdraw(u8),
    /// Engineers bridge a hexside.
    #[allow(missing_docs)]
    Bridge { unit: u8, a: u16, b: u16 },
    /// Supplies a unit by air.
    Air(u8),
    /// Bombards a hex with a first marker.
    #[allow(missing_docs)]
    Bombard { hex: u16, marker: u8 },
    /// Declares an attack on a hex.
    Attack(u16),
    /// Adds a unit to the attack.
    Add(u8),
    /// Takes a unit out of it again.
    Remove(u8),
    /// Confirms the attack.
    Fight,
    /// Doubles a unit by a human wave.
    Wave(u8),
    /// Plays a support marker.
    Support(u8),
    /// Plays none in this slot.
    Decline,
    /// Stiff resistance with a unit.
    Stand(u8),
    /// Retreats.
    Retreat,
    /// Chooses the unit that loses a step.
    Lose(u8),
    /// Chooses the next unit to retreat.
    RetreatUnit(u8),
    /// Displaces a friend.
    #[allow(missing_docs)]
    Displace { unit: u8, hex: u16 },
    /// Displaces nobody.
    Refuse,
    /// Advances after combat.
    #[allow(missing_docs)]
    Advance { unit: u8, hex: u16 },
    /// Rebuilds a unit.
    Rebuild(u8),
    /// Ends the phase.
    Pass,
}

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

thread_local! {
    static LISTED: RefCell<Vec<Action>> = const { RefCell::new(Vec::new()) };
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

fn info(scenarios: &[Scenario]) -> GameInfo {
    let side = |side: &str, name: &str, nation: &str| SideInfo {
        side: side.to_owned(),
        name: name.to_owned(),
        nation: nation.to_owned(),
    };
    let seat =
        |seat: &str, name: &str, side: u8| SeatInfo { seat: seat.to_owned(), name: name.to_owned(), side };
    GameInfo {
        game: "korean-battles".to_owned(),
        title: "Korean Battles".to_owned(),
        blurb: "Three battles of 1950: the Pusan Perimeter, Inchon and Seoul, the Chosin Reservoir. Support fire, \
                hidden units, a combat table with the terrain built in."
            .to_owned(),
        version: 1,
        sides: vec![side("un", "United Nations", "us"), side("communist", "North Korea or China", "nk")],
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
            "Headquarters 26, the 76th and 77th Divisions arrive on turn 9, the 78th and 88th on turn 11; two Chinese markers are lost (21.0).",
            false,
        ));
    }
    out
}

impl State {
    pub(crate) fn take_options(&mut self, options: &Options) {
        self.accelerated = options.on("acceleration");
        let number = |option: &str| options.get(option).parse::<u8>().unwrap_or(0);
        self.link =
            (number("naktong-link").min(6), options.on("naktong-won"), number("naktong-junctions").min(10));
    }
}

impl Scenario {
    /// Whether an action is among the legal ones. The frequent ones are answered without making the list.
    pub(crate) fn allows(&self, st: &State, action: Action) -> bool {
        match (st.top(), action) {
            (Frame::Nothing, Action::Select(unit)) => {
                matches!(st.phase, Phase::Movement | Phase::MobileMovement)
                    && self.may_move(st, unit)
                    && (st.phase == Phase::Movement || self.supplied(st, &self.supply(st, st.player), unit))
            }
            (Frame::Nothing, Action::Pass) => !matches!(st.phase, Phase::Setup | Phase::Over),
            (Frame::Moving { unit, spent, exited }, Action::To(hex)) => {
                self.may_go_to(st, Going { unit, spent, exited }, hex)
            }
            (Frame::Moving { unit, spent, exited }, Action::Via(hex)) => {
                self.may_step_to(st, Going { unit, spent, exited }, hex)
            }
            (Frame::Support(_), Action::Decline) => true,
            (Frame::Building, Action::Remove(unit)) => st.combat.attackers.has(unit as usize),
            (Frame::Building, Action::Fight) => !st.combat.attackers.is_empty(),
            (Frame::Nothing, Action::Attack(hex)) => {
                matches!(st.phase, Phase::Combat | Phase::Attack | Phase::MobileCombat)
                    && (hex as usize) < self.ground.hexes
                    && self.targets(st).has(hex as usize)
            }
            _ => LISTED.with_borrow_mut(|listed| {
                listed.clear();
                self.list(st, listed);
                listed.binary_search(&action).is_ok()
            }),
        }
    }

    /// Carries out a legal action; automatic steps follow.
    fn perform(&self, st: &mut State, action: Action, play: &mut Play) {
        let top = st.top();
        match (top, action) {
            (Frame::Nothing, _) if st.phase == Phase::Setup => self.perform_setup(st, action, play),
            (Frame::Nothing, _) => self.perform_phase(st, action, play),
            (Frame::Arrive(_), Action::Enter { unit, hex }) => {
                st.frames.pop();
                self.place_cadre(st, unit, hex, play);
            }
            (Frame::Moving { unit, spent, exited }, _) => {
                self.perform_move(st, Going { unit, spent, exited }, action, play);
            }
            (Frame::Exit(unit), _) => {
                st.frames.pop();
                if action == Action::Exit {
                    self.leave(st, unit, play);
                }
            }
            (Frame::Building, Action::Add(unit)) => st.combat.attackers.set(unit as usize, true),
            (Frame::Building, Action::Remove(unit)) => st.combat.attackers.set(unit as usize, false),
            (Frame::Building, Action::Fight) => self.confirm(st, play),
            (Frame::Waves, Action::Wave(unit)) => {
                st.combat.waves.set(unit as usize, true);
                let name = self.name(unit);
                play.say(self.seat(st.player), "kb 14.0", format_args!("{name} attacks in a human wave"));
            }
            (Frame::Waves, Action::Done) => st.replace_top(Frame::Support(0)),
            (Frame::Support(slot), Action::Support(marker)) => self.play_support(st, slot, marker, play),
            (Frame::Support(slot), _) => self.next_slot(st, slot),
            _ => self.perform_result(st, top, action, play),
        }
    }

    fn perform_setup(&self, st: &mut State, action: Action, play: &mut Play) {
        match action {
            Action::SetupDefault => {
                self.set_up_default(st, play);
                self.finish_setup(st, play);
            }
            Action::Form { unit, division } => {
                if let Some(index) = self.divisions.iter().position(|d| d.unit == unit) {
                    self.form(st, index, division, play);
                }
            }
            Action::Break(unit) => self.break_down(st, unit, play),
            Action::Place { unit, hex, hidden } => self.set_up(st, unit, hex, hidden, play),
            Action::Dummy(hex) => self.set_dummy(st, hex, play),
            _ => self.finish_setup(st, play),
        }
    }

    fn perform_phase(&self, st: &mut State, action: Action, play: &mut Play) {
        match action {
            Action::Select(unit) => st.frames.push(Frame::Moving { unit, spent: 0, exited: false }),
            Action::Enter { unit, hex } => self.enter(st, unit, hex, play),
            Action::Withdraw(unit) => self.withdraw(st, unit, play),
            Action::Bridge { unit, a, b } => self.lay_bridge(st, unit, a, b, play),
            Action::Air(unit) => self.fly_supply(st, unit, play),
            Action::Bombard { hex, marker } => self.bombard(st, hex, marker, play),
            Action::Attack(hex) => self.declare(st, hex),
            Action::Rebuild(unit) => {
                self.restore(st, unit, play);
                self.next_phase(st, play);
            }
            _ => self.next_phase(st, play),
        }
    }

    fn perform_move(&self, st: &mut State, going: Going, action: Action, play: &mut Play) {
        match action {
            Action::To(hex) => self.move_to(st, going, hex, play),
            Action::Via(hex) => self.step_to(st, going, hex, play),
            Action::Exit => {
                st.frames.pop();
                self.leave(st, going.unit, play);
            }
            _ => {
                st.frames.pop();
                st.mark(going.unit, flag::MOVED);
            }
        }
    }

    fn perform_result(&self, st: &mut State, top: Frame, action: Action, play: &mut Play) {
        match (top, action) {
            (Frame::Loss { defender }, Action::Lose(unit)) => self.take_loss(st, unit, defender, play),
            (Frame::FriendlyFire { dead }, Action::Lose(unit)) => self.friendly_fire(st, unit, dead, play),
            (Frame::Stiff { .. }, Action::Stand(unit)) => self.stand(st, unit, play),
            (Frame::Stiff { defender }, _) => self.start_retreats(st, defender),
            (Frame::Retreats { .. }, Action::RetreatUnit(unit)) => self.begin_retreat(st, unit, play),
            (Frame::Retreat { unit, left, way }, Action::To(hex)) => {
                self.retreat_to(st, unit, left, way, hex, play);
            }
            (Frame::Displace(unit), Action::Displace { unit: friend, hex }) => {
                self.displace(st, unit, friend, hex, play);
            }
            (Frame::Displace(unit), _) => self.refuse_displacement(st, unit, play),
            (Frame::Advance, Action::Advance { unit, hex }) => self.advance(st, unit, hex, play),
            (Frame::Advance, _) => {
                st.frames.pop();
            }
            _ => {}
        }
    }
}

impl Rules for KoreanBattles {
    type State = State;
    type Action = Action;

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

    fn to_act(&self, state: &State) -> SeatSet {
        let scenario = self.of(state);
        scenario.decider(state).map_or(SeatSet::NONE, |side| SeatSet::one(scenario.seat(side)))
    }

    fn outcome(&self, state: &State) -> Outcome {
        self.of(state).outcome(state)
    }

    fn moment(&self, state: &State) -> Moment<'_> {
        self.of(state).moment(state)
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let scenario = self.of(state);
        if scenario.decider(state).is_some_and(|side| scenario.seat(side) == seat) {
            scenario.list(state, out);
        }
    }

    fn apply(&self, state: &mut State, seat: Seat, action: Action, play: &mut Play) -> Result<(), Illegal> {
        let scenario = self.of(state);
        match scenario.decider(state) {
            None => return Err(Illegal::new("kb 22.0", "the game is over")),
            Some(side) if scenario.seat(side) != seat => {
                return Err(Illegal::new("kb 4.0", "it is the other side's decision"));
            }
            Some(_) => {}
        }
        if !scenario.names_things(action) || !scenario.allows(state, action) {
            return Err(scenario.refusal(state, action));
        }
        scenario.perform(state, action, play);
        scenario.settle(state, play);
        Ok(())
    }

    fn quiet(&self, state: &State, _seat: Seat) -> Option<Action> {
        match state.top() {
            Frame::Building if !state.combat.attackers.is_empty() => Some(Action::Fight),
            Frame::Waves => Some(Action::Done),
            Frame::Support(_) => Some(Action::Decline),
            _ => None,
        }
    }

    fn redact(&self, state: &State, seats: SeatSet) -> State {
        self.of(state).redacted(state, seats)
    }

    fn sample(&self, view: &View<State>, random: &mut Random) -> State {
        self.of(view.state()).sampled(view.state(), random)
    }

    fn write_action(&self, state: &State, action: Action, out: &mut String) {
        self.of(state).write(action, out);
    }

    fn read_action(&self, state: &State, text: &str) -> Result<Action, String> {
        self.of(state).read(state, text)
    }

    fn sheet(&self, scenario: &str) -> Sheet {
        self.scenarios.iter().find(|s| s.id == scenario).map_or_else(Sheet::default, Scenario::sheet)
    }

    fn scene<'a>(&'a self, view: &'a View<State>) -> Scene<'a> {
        self.of(view.state()).scene(view)
    }

    fn overlay(&self, view: &View<State>, overlay: &str) -> Option<Overlay> {
        self.of(view.state()).overlay(view.state(), overlay)
    }

    fn position(&self, state: &State) -> serde_json::Value {
        self.of(state).position(state)
    }

    fn read_position(&self, position: &serde_json::Value) -> Result<State, PositionError> {
        self.load(position)
    }

    fn evaluate(&self, state: &State, side: u8) -> f32 {
        let own = self.judge(state).evaluate(state);
        if side == UN { own } else { -own }
    }

    fn habits(&self) -> &'static [Habit] {
        &crate::habits::HABITS
    }

    fn watch(&self, before: &State, _seat: Seat, action: Action, after: &State, habits: &mut Habits) {
        self.count_habits(before, action, after, habits);
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.of(state).sound(state)
    }
}

impl Scenario {
    /// Turn and phase in words.
    fn moment(&self, st: &State) -> Moment<'_> {
        let label = if st.turn == 0 {
            "Set-up"
        } else {
            self.dates.get(st.turn as usize - 1).map_or("", String::as_str)
        };
        let who = if st.player == RED { self.red_name() } else { "United Nations" };
        let phase = match st.phase {
            Phase::Setup => "Set-up",
            Phase::Movement => "Movement Phase",
            Phase::Combat => "Combat Phase, bombardment",
            Phase::Attack => "Combat Phase, attacks",
            Phase::MobileMovement => "Mobile Movement Phase",
            Phase::MobileCombat => "Mobile Combat Phase",
            Phase::Rebuild => "End of player turn",
            Phase::Over => {
                return Moment { turn: st.turn.into(), label: label.into(), phase: "Game over".into() };
            }
        };
        Moment { turn: st.turn.into(), label: label.into(), phase: format!("{phase}, {who}").into() }
    }

    /// What holds of every position: lists, zones, stacking, markers and counters conserved.
    fn sound(&self, st: &State) -> Result<(), String> {
        let mut copy = st.clone();
        self.rebuild(&mut copy);
        if copy.first != st.first || copy.next != st.next {
            return Err("the lists of units in hexes are wrong".to_owned());
        }
        if copy.zoc != st.zoc {
            return Err("the zones of control are wrong".to_owned());
        }
        let passing = st
            .frames
            .iter()
            .any(|f| matches!(f, Frame::Moving { .. } | Frame::Retreat { .. } | Frame::Exit(_)));
        for unit in 0..self.units.len() as u8 {
            if !st.on_map(unit) {
                continue;
            }
            let hex = st.hex(unit);
            let label = self.ground.label(hex);
            if hex as usize >= self.ground.hexes || !self.ground.land[hex as usize] {
                return Err(format!("{} stands in water", self.name(unit)));
            }
            if st.units_in(hex).any(|u| self.side(u) != self.side(unit)) {
                return Err(format!("both sides stand in {label}"));
            }
            if !passing && !self.stack_is_legal(st, hex) {
                return Err(format!("too many units stand in {label}"));
            }
            if usize::from(st.step(unit)) >= self.units[unit as usize].faces.len() {
                return Err(format!("{} has no such face", self.name(unit)));
            }
        }
        for side in 0..2 {
            let known: u8 = (0..7).map(|v| st.hand[side][v] + st.pool[side][v]).sum();
            let most: u8 = st.stock[side].iter().sum();
            if known > most {
                return Err("there are more markers than exist".to_owned());
            }
        }
        Ok(())
    }
}
