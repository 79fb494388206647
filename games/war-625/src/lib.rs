//! Korean: 6.25 War. The whole war on 40 Korean areas: five nations, money, production, battles in rounds of dice.
//!
//! One file per chapter: [`sequence`](self) runs the turn, `purchase`, `movement`, `air`, `sea` and `track` move, `combat`, `battle`,
//! `losses` and `retreat` fight, `supply`, `prisoners`, `china`, `atomic` and `victory` hold the rest. The charts are in `data`.

mod action;
mod air;
mod atomic;
mod battle;
mod cargo;
mod china;
mod combat;
mod data;
mod frames;
mod geography;
mod habits;
mod judgement;
mod kinds;
mod losses;
mod movement;
mod odds;
mod offers;
mod orders;
mod panels;
mod position;
mod position_check;
mod position_read;
mod prisoners;
mod purchase;
mod raw;
mod refusals;
mod retreat;
mod scene;
mod sea;
mod sequence;
mod state;
mod supply;
mod text;
mod track;
mod victory;

pub use action::{Action, Mission};
pub use data::Charts;
pub use kinds::{Cargo, Kind, Nation, Side, Unit};
pub use odds::Odds;
pub use state::State;

use engine::{
    DataError, Files, GameInfo, Habit, Habits, Illegal, Moment, OptionInfo, OptionValue, Options, Outcome,
    Overlay, Play, PositionError, Random, Rules, ScenarioInfo, Scene, Seat, SeatInfo, SeatSet, SetupError,
    Sheet, SideInfo, View,
};
use kinds::AREAS;
use state::{Frame, Opts, Step};

/// The rule ledger.
pub const LEDGER: &str = include_str!("../rules.toml");

/// The data files as shipped.
#[must_use]
pub fn files() -> Files {
    Files::embedded(&[
        ("areas.toml", include_str!("../data/areas.toml")),
        ("atomic.toml", include_str!("../data/atomic.toml")),
        ("china.toml", include_str!("../data/china.toml")),
        ("combat.toml", include_str!("../data/combat.toml")),
        ("economy.toml", include_str!("../data/economy.toml")),
        ("forces.toml", include_str!("../data/forces.toml")),
        ("judgement.toml", include_str!("../data/judgement.toml")),
        ("maps/korea.map", include_str!("../data/maps/korea.map")),
        ("nations.toml", include_str!("../data/nations.toml")),
        ("options.toml", include_str!("../data/options.toml")),
        ("prisoners.toml", include_str!("../data/prisoners.toml")),
        ("setup.toml", include_str!("../data/setup.toml")),
        ("soviet.toml", include_str!("../data/soviet.toml")),
        ("timeline.toml", include_str!("../data/timeline.toml")),
        ("track.toml", include_str!("../data/track.toml")),
        ("zones.toml", include_str!("../data/zones.toml")),
    ])
}

/// The map files: name and text.
#[must_use]
pub fn maps(files: &Files) -> Vec<(String, String)> {
    files
        .names()
        .filter_map(|name| {
            let map = name.strip_prefix("maps/")?.strip_suffix(".map")?;
            Some((map.to_owned(), files.get(name).ok()?.to_owned()))
        })
        .collect()
}

/// The rules of the game with its charts.
pub struct War625 {
    pub(crate) c: Charts,
    pub(crate) info: GameInfo,
    pub(crate) weights: judgement::Weights,
}

impl War625 {
    /// Reads the data files.
    pub fn new(files: &Files) -> Result<Self, DataError> {
        let c = Charts::read(files)?;
        let info = info(&c);
        Ok(Self { c, info, weights: judgement::Weights::read(files)? })
    }
    /// The charts.
    #[must_use]
    pub fn charts(&self) -> &Charts {
        &self.c
    }
    fn options_of(&self, options: &Options) -> Opts {
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
        for a in 0..AREAS {
            let area = &self.c.area[a];
            s.set_control(a as u8, Nation::from_index(area.owner));
            s.ipc[a] = area.ipc;
            s.factory[a] = if area.factory { area.owner + 1 } else { 0 };
        }
        for nation in Nation::ALL {
            s.treasury[nation as usize] = self.c.nation[nation as usize].treasury;
        }
        s.frames.push(Frame::Turn);
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
        version: 1,
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
            title: "The whole war".to_owned(),
            blurb: "From the invasion of June 1950 to the truce of July 1953, a month a turn. Who holds more of Korea at the end wins."
                .to_owned(),
            turns: c.date.len() as u16,
            seats: seats.iter().map(|(id, _)| (*id).to_owned()).collect(),
            minutes: 360,
            difficulty: 3,
            options: options.collect(),
        }],
    }
}

impl Rules for War625 {
    type State = State;
    type Action = Action;

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
            let range = if piece.kind.is_land() {
                0
            } else {
                self.c.values(opts.d12, piece.nation, piece.kind).moves
            };
            s.add(Unit::new(piece.at, piece.nation, piece.kind).ranging(range), 1);
        }
        for &(place, count) in &self.c.setup_tokens {
            s.tokens[place as usize] += u16::from(count);
        }
        s.frames.push(Frame::Hidden);
        self.advance(&mut s, play);
        Ok(s)
    }
    fn scenario(&self, _state: &State) -> &str {
        "war"
    }
    fn to_act(&self, state: &State) -> SeatSet {
        self.deciders(state)
    }
    fn outcome(&self, state: &State) -> Outcome {
        self.result(state)
    }
    fn moment(&self, state: &State) -> Moment<'_> {
        let label = self.c.date.get(state.turn as usize - 1).map_or("", |d| d.month.as_str());
        Moment { turn: u16::from(state.turn), label: label.into(), phase: self.phase_words(state).into() }
    }
    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if self.deciders(state).contains(seat) {
            self.list(state, seat, out);
        }
    }
    fn apply(&self, state: &mut State, seat: Seat, action: Action, play: &mut Play) -> Result<(), Illegal> {
        self.play(state, seat, action, play)
    }
    fn quiet(&self, state: &State, seat: Seat) -> Option<Action> {
        self.quiet_action(state, seat)
    }
    /// Only North Korea and China know the hidden infantry. [rule: war HC-2]
    fn redact(&self, state: &State, seats: SeatSet) -> State {
        let mut view = state.clone();
        if !view.china.revealed && seats.intersection(china::KNOWING).is_empty() {
            view.china.hidden = Default::default();
            view.china.unseen = true;
        }
        view
    }
    fn sample(&self, view: &View<State>, random: &mut Random) -> State {
        let mut s = view.state().clone();
        if !s.china.unseen {
            return s;
        }
        s.china.unseen = false;
        if s.frame() == Frame::Hidden {
            return s;
        }
        let mut left = self.c.hidden_count;
        for last in [false, false, true] {
            let i = random.below(self.c.hidden_areas.len());
            let n = if last { left } else { random.below(left as usize + 1) as u8 };
            s.china.hidden[i] += n;
            left -= n;
        }
        s
    }
    fn write_action(&self, state: &State, action: Action, out: &mut String) {
        self.action_text(state, action, out);
    }
    fn read_action(&self, state: &State, text: &str) -> Result<Action, String> {
        self.parse_action(state, text)
    }
    fn sheet(&self, _scenario: &str) -> Sheet {
        self.draw_sheet()
    }
    fn scene<'a>(&'a self, view: &'a View<State>) -> Scene<'a> {
        self.draw(view)
    }
    fn overlay(&self, view: &View<State>, overlay: &str) -> Option<Overlay> {
        self.draw_overlay(view.state(), overlay)
    }
    fn position(&self, state: &State) -> serde_json::Value {
        self.write_position(state)
    }
    fn read_position(&self, position: &serde_json::Value) -> Result<State, PositionError> {
        self.parse_position(position)
    }
    fn evaluate(&self, state: &State, side: u8) -> f32 {
        self.judge(state, side)
    }
    fn habits(&self) -> &'static [Habit] {
        &habits::HABITS
    }
    fn watch(&self, before: &State, seat: Seat, action: Action, after: &State, habits: &mut Habits) {
        self.count_habits(before, seat, action, after, habits);
    }
    fn check(&self, state: &State) -> Result<(), String> {
        state.check()?;
        self.check_position(state)
    }
}

impl War625 {
    /// What must hold between actions: nobody stands in enemy land outside Combat, aircraft at sea have decks.
    fn check_position(&self, s: &State) -> Result<(), String> {
        let quiet = matches!(s.frame(), Frame::Purchase | Frame::Place | Frame::Hidden);
        for (u, n) in s.units() {
            let area = (u.place() as usize) < AREAS;
            if u.kind().is_land() && !area && u.place() < kinds::TRACK {
                return Err(format!("{n} land units stand in a sea zone: {u:?}"));
            }
            if u.kind().is_sea() && area {
                return Err(format!("{n} ships stand on land: {u:?}"));
            }
            if quiet
                && s.step > Step::NonCombat
                && area
                && !u.is_prisoner()
                && s.side_at(u.place()) != u.side()
            {
                return Err(format!("{u:?} stands in enemy land"));
            }
            if u.is_prisoner() && area && s.side_at(u.place()) == u.side() {
                return Err(format!("{u:?} is held in its own land"));
            }
        }
        let hidden: u8 = s.china.hidden.iter().sum();
        if hidden > self.c.hidden_count {
            return Err("too many hidden infantry".to_owned());
        }
        Ok(())
    }
    /// The action that does nothing more here. Previews follow it to the dice.
    pub(crate) fn quiet_action(&self, s: &State, seat: Seat) -> Option<Action> {
        match s.frame() {
            Frame::China => Some(Action::Withhold),
            Frame::Atomic => Some(Action::AtomicPass),
            Frame::Offer { .. } | Frame::Armistice { .. } | Frame::Resign { .. } => Some(Action::Decline),
            Frame::Decide => Some(Action::Continue),
            Frame::Hidden => Some(self.usual_hiding(s)),
            Frame::Duty { .. }
            | Frame::Selected { .. }
            | Frame::Loss { .. }
            | Frame::Combat
            | Frame::Salvage
            | Frame::Return { .. } => self.with_scratch(|list| {
                self.list(s, seat, list);
                list.first().copied()
            }),
            Frame::Turn | Frame::Battle | Frame::Over => None,
            _ => Some(Action::Done),
        }
    }
    /// The split that a computer writes down, step by step.
    fn usual_hiding(&self, s: &State) -> Action {
        let usual = self.c.hidden_default.iter().map(|&(area, count)| Action::HiddenPut { area, count });
        self.with_scratch(|list| {
            self.hidden_options(s, list);
            usual
                .into_iter()
                .find(|a| list.contains(a))
                .unwrap_or_else(|| list.first().copied().unwrap_or(Action::Done))
        })
    }
    fn phase_words(&self, s: &State) -> String {
        let who =
            ["North Korea and China", "South Korea", "United States", "United Nations"][s.group as usize & 3];
        let what = match s.frame() {
            Frame::Hidden => return "China writes down its hidden infantry".to_owned(),
            Frame::Over => return "The war is over".to_owned(),
            _ => match self.phase_name(s) {
                "combat-move" => "combat movement",
                "non-combat" => "non-combat movement",
                "place" => "placement",
                name => name,
            },
        };
        format!("{who}: {what}")
    }
    /// The name of the phase.
    pub(crate) fn phase_name(&self, s: &State) -> &'static str {
        for frame in s.frames.iter().rev() {
            match frame {
                Frame::Talks
                | Frame::Begin
                | Frame::China
                | Frame::Atomic
                | Frame::Offer { .. }
                | Frame::Return { .. } => {
                    return "intervention";
                }
                Frame::Purchase => return "purchase",
                Frame::CombatMove => return "combat-move",
                Frame::Combat => return "combat",
                Frame::NonCombat => return "non-combat",
                Frame::Place => return "place",
                _ => {}
            }
        }
        "intervention"
    }
}
