//! The game: its data, and how the engine plays it.

use crate::actions::Action;
use crate::data::{AirType, Data, Scenario, Unit};
use crate::field::Field;
use crate::frames::Frame;
use crate::ground::Ground;
use crate::judgement::odds::Odds;
use crate::judgement::weights::Weights;
use crate::position::Position;
use crate::state::{AirId, COM, End, PieceId, State, UN};
use engine::{
    ActionText, DataError, Decision, Ending, Files, GameInfo, Illegal, OptionInfo, OptionValue, Options,
    Play, PositionError, Rules, ScenarioInfo, SeatInfo, SeatSet, SetupError, SideInfo,
};
use std::sync::atomic::{AtomicU64, Ordering};

static SERIAL: AtomicU64 = AtomicU64::new(0);

/// Bits of [`State::options`].
pub(crate) mod options {
    /// Bombardment near all-sea hexes (5.3.2) in place of the coast (11.2).
    pub(crate) const ALL_SEA: u8 = 1;
    /// The fleet in the Yellow Sea provokes nobody.
    pub(crate) const NO_PROVOCATION: u8 = 2;
}

/// Korea: Fire and Ice.
#[derive(Debug)]
pub struct FireAndIce {
    pub(crate) data: Data,
    info: GameInfo,
    own: [Vec<PieceId>; 2],
    pub(crate) units: [Vec<PieceId>; 2],
    pub(crate) hqs: [Vec<PieceId>; 2],
    /// Tells this game's data from that of another one in the same program.
    pub(crate) serial: u64,
    planes: [Vec<AirId>; 2],
    /// The 187th Regimental Combat Team (14.3).
    pub(crate) airborne: PieceId,
    /// Task forces that are made, not scheduled (14.2).
    pub(crate) task_forces: Vec<PieceId>,
    weights: Vec<[Weights; 2]>,
    /// What comes of combats, for computer players.
    pub(crate) odds: Odds,
}

impl FireAndIce {
    /// The game with these data files.
    pub fn new(files: &Files) -> Result<Self, DataError> {
        let data = crate::load::load(files)?;
        let own: [Vec<PieceId>; 2] = [UN, COM].map(|side| {
            (0..data.units.len() as u8).map(PieceId).filter(|p| data.units[p.index()].side == side).collect()
        });
        let kind = |side: usize, hq: bool| -> Vec<PieceId> {
            own[side].iter().copied().filter(|p| data.units[p.index()].hq() == hq).collect()
        };
        let (units, hqs) = ([0, 1].map(|side| kind(side, false)), [0, 1].map(|side| kind(side, true)));
        let planes = [UN, COM].map(|side| {
            let mine = |p: &AirId| data.types[data.planes[p.index()].kind].side == side;
            (0..data.planes.len() as u8).map(AirId).filter(mine).collect()
        });
        let airborne =
            data.units.iter().position(|u| u.id == "us-187").map_or(PieceId::NONE, |i| PieceId(i as u8));
        let scenarios: Vec<&str> = data.scenarios.iter().map(|s| s.id.as_str()).collect();
        let weights = crate::judgement::weights::read(files, &scenarios)?;
        let odds = Odds::new(&data);
        let made = |p: &PieceId| {
            let scheduled = data.schedule.iter().any(|row| row.pieces.contains(p));
            data.units[p.index()].task_force() && !scheduled
        };
        let task_forces = own[usize::from(UN)].iter().copied().filter(made).collect();
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let mut game = Self {
            info: info(&data),
            own,
            units,
            hqs,
            serial,
            planes,
            airborne,
            task_forces,
            weights,
            odds,
            data,
        };
        let fields: Vec<Field> = game.data.scenarios.iter().map(|s| game.survey(&s.state)).collect();
        for (scenario, field) in game.data.scenarios.iter_mut().zip(fields) {
            scenario.state.field = field;
        }
        Ok(game)
    }
    /// What a computer player of a side goes by.
    pub(crate) fn weights(&self, state: &State, side: u8) -> &Weights {
        &self.weights[usize::from(state.scenario)][usize::from(side)]
    }
    pub(crate) fn scenario_of(&self, state: &State) -> &Scenario {
        &self.data.scenarios[usize::from(state.scenario)]
    }
    #[inline]
    pub(crate) fn ground(&self, state: &State) -> &Ground {
        &self.data.grounds[usize::from(self.scenario_of(state).rules.full_map)]
    }
    #[inline]
    pub(crate) fn unit(&self, id: PieceId) -> &Unit {
        &self.data.units[id.index()]
    }
    pub(crate) fn air_type(&self, id: AirId) -> &AirType {
        &self.data.types[self.data.planes[id.index()].kind]
    }
    /// The pieces of a side, in the order of the counters.
    pub(crate) fn pieces_of(&self, side: u8) -> impl Iterator<Item = PieceId> + '_ {
        self.own[usize::from(side)].iter().copied()
    }
    /// The units of a side, headquarters left out, in the order of the counters.
    #[inline]
    pub(crate) fn units_of(&self, side: u8) -> impl Iterator<Item = PieceId> + '_ {
        self.units[usize::from(side)].iter().copied()
    }
    /// The headquarters of a side, in the order of the counters.
    #[inline]
    pub(crate) fn hqs_of(&self, side: u8) -> impl Iterator<Item = PieceId> + '_ {
        self.hqs[usize::from(side)].iter().copied()
    }
    /// The aircraft of a side.
    pub(crate) fn planes_of(&self, side: u8) -> impl Iterator<Item = AirId> + '_ {
        self.planes[usize::from(side)].iter().copied()
    }
    /// The month of a turn.
    pub(crate) fn month(&self, turn: u8) -> usize {
        self.data.months.iter().rposition(|m| m.first <= turn).unwrap_or(0)
    }
    /// The piece of an id.
    pub(crate) fn piece_named(&self, id: &str) -> Option<PieceId> {
        self.data.units.iter().position(|u| u.id == id).map(|i| PieceId(i as u8))
    }
    /// The aircraft of an id.
    pub(crate) fn plane_named(&self, id: &str) -> Option<AirId> {
        self.data.planes.iter().position(|p| p.id == id).map(|i| AirId(i as u8))
    }
}

fn info(data: &Data) -> GameInfo {
    let side = |side: &str, name: &str, nation: &str| SideInfo {
        side: side.to_owned(),
        name: name.to_owned(),
        nation: nation.to_owned(),
    };
    let seat = |seat: &str, name: &str, side| SeatInfo { seat: seat.to_owned(), name: name.to_owned(), side };
    GameInfo {
        game: "fire-and-ice".to_owned(),
        title: "Korea: Fire and Ice".to_owned(),
        blurb: "The whole theatre in seven-mile hexes, week by week: headquarters, chits, an air war, intervention."
            .to_owned(),
        version: 1,
        sides: vec![side("un", "United Nations", "un"), side("com", "Communist", "nk")],
        seats: vec![seat("un", "United Nations", UN), seat("com", "Communist", COM)],
        scenarios: data.scenarios.iter().map(scenario_info).collect(),
    }
}

fn scenario_info(scenario: &Scenario) -> ScenarioInfo {
    let value = |value: &str, title: &str| OptionValue { value: value.to_owned(), title: title.to_owned() };
    let mut options = vec![OptionInfo {
        option: "guns".to_owned(),
        title: "Reach of the fleet's guns".to_owned(),
        blurb: "The book says it twice: within two hexes of a coast hex (11.2), or of a hex all sea (5.3.2)"
            .to_owned(),
        values: vec![value("coast", "From the coast"), value("sea", "From all-sea hexes")],
        default: "coast".to_owned(),
    }];
    if scenario.rules.intervention {
        options.push(OptionInfo::switch(
            "provocation",
            "Yellow Sea provokes China",
            "The fleet in the Yellow Sea takes one off the roll for Chinese intervention (11.1)",
            true,
        ));
    }
    let turns = u16::from(scenario.last - scenario.first) + 1;
    ScenarioInfo {
        scenario: scenario.id.clone(),
        title: scenario.title.clone(),
        blurb: scenario.blurb.clone(),
        turns,
        seats: vec!["un".to_owned(), "com".to_owned()],
        sides: Vec::new(),
        seat_names: Vec::new(),
        minutes: turns * 20,
        difficulty: if scenario.rules.intervention { 5 } else { 4 },
        options,
    }
}

impl Rules for FireAndIce {
    type State = State;
    type Action = Action;
    type Frame = Frame;
    type Position = Position;
    const SEQUENCE: &'static str = "fi 3.0";

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn setup(&self, scenario: &str, chosen: &Options, play: &mut Play) -> Result<State, SetupError> {
        let found = self.data.scenarios.iter().find(|s| s.id == scenario);
        let found = found.ok_or_else(|| SetupError(format!("there is no scenario \"{scenario}\"")))?;
        let mut state = found.state;
        if chosen.get("guns") == "sea" {
            state.options |= options::ALL_SEA;
        }
        if found.rules.intervention && !chosen.on("provocation") {
            state.options |= options::NO_PROVOCATION;
        }
        self.settle(&mut state, play);
        Ok(state)
    }

    fn scenario(&self, state: &State) -> &str {
        &self.scenario_of(state).id
    }

    fn frame(&self, state: &State) -> Option<Frame> {
        if state.end == End::Playing { state.frames.last().copied() } else { None }
    }

    fn outcome(&self, state: &State) -> Ending {
        self.verdict(state)
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }

    /// Goes on while nobody decides, or somebody has one answer only: what can have one answer is not asked.
    fn settle(&self, state: &mut State, play: &mut Play) -> SeatSet {
        while let Some(frame) = self.frame(state) {
            let seats = frame.seats(self, state);
            let Some(seat) = seats.first() else {
                if !frame.step(self, state, play) {
                    break;
                }
                continue;
            };
            match self.only(frame, engine::Now { game: self, state, seat }) {
                Some(only) => frame.perform(self, state, seat, only, play),
                None => return seats,
            }
        }
        SeatSet::NONE
    }

    fn position(&self, state: &State) -> Position {
        crate::position::write(self, state)
    }

    fn lay(&self, position: Position) -> Result<State, PositionError> {
        crate::position::read(self, position)
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.check_state(state)
    }
}

impl FireAndIce {
    /// The answer where there can be one only. That there is another is seen from the first two that are legal; the whole
    /// list, which is asked for right afterwards, is not made for it.
    fn only(&self, frame: Frame, now: engine::Now<'_, Self>) -> Option<Action> {
        let open = match frame {
            Frame::Moving(moving) => moving.open(now),
            Frame::March(march) => march.open(now),
            Frame::HqEnd(end) => end.open(now),
            Frame::ChooseHq(choose) => choose.open(now),
            Frame::ChooseUnits(choose) => choose.open(now),
            Frame::CommitAir(commit) => commit.open(now),
            Frame::Losses(losses) => losses.open(now),
            Frame::Scrap(scrap) => scrap.open(now),
            _ => false,
        };
        if open {
            return None;
        }
        let mut list = Vec::new();
        frame.candidates(now, &mut list);
        let mut legal = list.iter().copied().filter(|&action| frame.check(now, action).is_ok());
        let (first, second) = (legal.next(), legal.next());
        let first = match first {
            Some(_) if second.is_some() => return None,
            Some(first) => first,
            None => {
                list.clear();
                frame.list(now, &mut list);
                match list[..] {
                    [only] => only,
                    _ => return None,
                }
            }
        };
        first.count().is_none().then_some(first)
    }
}

/// A refusal because the action does not belong here.
pub(crate) fn not_now() -> Illegal {
    Illegal::new("fi 3.0", engine::say!("that is not what is to be decided now"))
}
