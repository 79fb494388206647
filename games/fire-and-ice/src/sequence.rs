//! 3.0: the sequence of play.

use crate::activation::ChooseHq;
use crate::air::{CommitAir, FleetFirst, StrategicAir};
use crate::data::Arrival;
use crate::files::{CommanderWord, StartWord};
use crate::flips::Flip;
use crate::foreign::{ChinaChoice, Foreign, Waves};
use crate::frames::Frame;
use crate::game::FireAndIce;
use crate::march::March;
use crate::names::{month, seat, side as named, week};
use crate::naval::{Evacuation, FleetMove, Invasion};
use crate::reinforcements::{Arrivals, Rebuilding};
use crate::state::{
    AirBox, COM, China, Commander, NOBODY, PieceId, Spot, State, Step, UN, Weather, did, mark, other,
};
use crate::supply::{Buy, FlipHqs};
use crate::victory::{Check, Scrap};
use engine::{Decision, Play, say};
use serde::{Deserialize, Serialize};

/// The sequence of play itself: always at the bottom of the stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sequence;

impl Decision<FireAndIce> for Sequence {
    /// 3.0 Begins a step, or goes on to the next. [rule: fi 3.0]
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        if state.begun {
            state.step = game.next(state);
            state.begun = false;
        } else {
            state.begun = true;
            game.begin(state, play);
        }
        true
    }
}

impl FireAndIce {
    /// 3.0 The step after this one. Scenarios 17 and 18 begin in the middle of a turn. [rule: fi 3.0-start]
    fn next(&self, state: &State) -> Step {
        let scenario = self.scenario_of(state);
        let first = state.turn == scenario.first && scenario.start == StartWord::Air;
        match state.step {
            Step::FirstFleet => Step::CommitCom,
            Step::FirstWaves => Step::StrategicCom,
            Step::Weather => Step::Foreign,
            Step::Foreign => Step::Supply,
            Step::Supply => Step::FlipHqUn,
            Step::FlipHqUn => Step::FlipHqCom,
            Step::FlipHqCom => Step::BuyUn,
            Step::BuyUn => Step::BuyCom,
            Step::BuyCom => Step::AirReinforcements,
            Step::AirReinforcements => Step::CommitCom,
            Step::CommitCom => Step::CommitUn,
            Step::CommitUn => Step::Strategic,
            Step::Strategic if first => Step::Invasion,
            Step::Strategic => Step::Fleet,
            Step::Fleet => Step::Invasion,
            Step::Invasion if first => Step::StrategicUn,
            Step::Invasion => Step::Evacuation,
            Step::Evacuation => Step::ReinforceUn,
            Step::ReinforceUn => Step::ReinforceCom,
            Step::ReinforceCom => Step::FlipUn,
            Step::FlipUn => Step::StrategicCom,
            Step::StrategicCom => Step::ActivateCom,
            Step::ActivateCom => Step::FlipCom,
            Step::FlipCom => Step::StrategicUn,
            Step::StrategicUn => Step::ActivateUn,
            Step::ActivateUn => Step::ScrapCom,
            Step::ScrapCom => Step::ScrapUn,
            Step::ScrapUn => Step::CheckCom,
            Step::CheckCom => Step::CheckUn,
            Step::CheckUn => Step::Verdict,
            Step::Verdict => Step::Advance,
            Step::Advance if self.month_begins(state.turn) => Step::Weather,
            Step::Advance => Step::Fleet,
        }
    }

    fn month_begins(&self, turn: u8) -> bool {
        self.data.months[self.month(turn)].first == turn
    }

    fn begin(&self, state: &mut State, play: &mut Play) {
        match state.step {
            Step::FirstFleet => push(state, FleetFirst),
            Step::FirstWaves => self.waves_wait(state),
            Step::Weather => self.weather(state, play),
            Step::Foreign => self.begin_foreign(state, play),
            Step::Supply => self.resupply(state, play),
            Step::FlipHqUn => push(state, FlipHqs { side: UN }),
            Step::FlipHqCom => push(state, FlipHqs { side: COM }),
            Step::BuyUn => {
                push(state, Buy { side: UN });
                self.ridgway(state);
            }
            Step::BuyCom => push(state, Buy { side: COM }),
            Step::AirReinforcements => self.air_reinforcements(state, play),
            Step::CommitCom => self.begin_commit(state, COM, play),
            Step::CommitUn => self.begin_commit(state, UN, play),
            Step::Strategic => push(state, StrategicAir::default()),
            Step::Fleet => push(state, FleetMove),
            Step::Invasion => push(state, Invasion),
            Step::Evacuation => {
                state.evacuated = 0;
                push(state, Evacuation::default());
            }
            Step::ReinforceUn => self.begin_reinforcements(state, UN, play),
            Step::ReinforceCom => self.begin_reinforcements(state, COM, play),
            Step::FlipUn => push(state, Flip { side: UN, stage: 0, unit: PieceId::NONE }),
            Step::FlipCom => push(state, Flip { side: COM, stage: 0, unit: PieceId::NONE }),
            Step::StrategicCom => {
                self.chinese_surprise(state, play);
                push(state, March { side: COM, stage: 0, unit: PieceId::NONE });
            }
            Step::StrategicUn => push(state, March { side: UN, stage: 0, unit: PieceId::NONE }),
            Step::ActivateCom => push(state, ChooseHq { side: COM }),
            Step::ActivateUn => push(state, ChooseHq { side: UN }),
            Step::ScrapCom => push(state, Scrap { side: COM }),
            Step::ScrapUn => push(state, Scrap { side: UN }),
            Step::CheckCom => push(state, Check { side: COM }),
            Step::CheckUn => push(state, Check { side: UN }),
            Step::Verdict => self.check_end(state, play),
            Step::Advance => self.advance_turn(state, play),
        }
    }

    /// 3.0 C3 The next turn.
    fn advance_turn(&self, state: &mut State, play: &mut Play) {
        state.turn += 1;
        // 4.3 The Republic of Korea has no zones on the first turn only.
        state.field = self.survey(state);
        state.surprise = NOBODY;
        for piece in state.pieces.iter_mut() {
            piece.did &= did::DISPLACED | did::ARRIVED;
        }
        let (week, month) = (week(state.turn), month(self.month(state.turn)));
        play.note("fi 3.0", say!("Week {week}, {month}, begins", week, month));
    }

    /// 14.1 The weather of the month; aircraft come home; the monthly limits begin anew. [rule: fi 14.1-weather, fi 10.2-home]
    fn weather(&self, state: &mut State, play: &mut Play) {
        let month = &self.data.months[self.month(state.turn)];
        let wet = play.roll(10, "weather") <= u32::from(month.rain);
        state.weather = match (month.winter, wet) {
            (false, false) => Weather::Clear,
            (false, true) => Weather::Rain,
            (true, false) => Weather::Winter,
            (true, true) => Weather::Snow,
        };
        play.note("fi 14.1-weather", say!("the weather of the month: {weather}", weather = state.weather));
        for index in 0..self.data.planes.len() {
            if state.air[index].at.mission() {
                self.home(state, crate::state::AirId(index as u8), AirBox::Available);
            }
        }
        state.dropped = false;
        for piece in state.pieces.iter_mut() {
            piece.did &= !did::DISPLACED;
        }
        if state.commander == Commander::Relieved {
            state.commander = Commander::Ridgway;
            play.note("fi 14.4-ridgway", say!("Ridgway takes command"));
        }
    }

    /// 3.0 A3a Supply is what the infrastructure gives; lines that are open again take markers off. [rule: fi 7.0a, fi 6.2i]
    fn resupply(&self, state: &mut State, play: &mut Play) {
        for side in [UN, COM] {
            let tracks = &mut state.sides[usize::from(side)];
            tracks.supply = tracks.infrastructure;
            play.note(
                "fi 7.0a",
                say!("{side} has {supply} supply", side = named(side), supply = tracks.supply),
            );
            let lines = self.lines(state, side);
            for id in self.pieces_of(side).filter(|id| lines.pieces.has(id.index())) {
                state.piece_mut(id).marks &= !mark::OOC;
            }
        }
    }

    /// 14.6 The first turn of the Chinese intervention surprises the United Nations. [rule: fi 14.6-surprise]
    fn chinese_surprise(&self, state: &mut State, play: &mut Play) {
        let surprise = self.scenario_of(state).rules.surprise;
        if surprise && state.china == China::In && state.china_turn == state.turn && state.surprise == NOBODY
        {
            self.surprise(state, COM, play);
        }
    }

    /// 14.6 Everything fresh of the enemy becomes spent.
    pub(crate) fn surprise(&self, state: &mut State, by: u8, play: &mut Play) {
        state.surprise = by;
        for id in self.pieces_of(other(by)) {
            if state.piece(id).at.in_play() {
                state.piece_mut(id).marks |= mark::SPENT;
            }
        }
        play.say(
            seat(by),
            "fi 14.6-surprise",
            say!("surprise: all units and headquarters of {side} are spent", side = named(other(by))),
        );
    }

    /// 10.1, 13 Scheduled aircraft, airfields, withdrawals and commanders of the month. [rule: fi 13.1-schedule]
    fn air_reinforcements(&self, state: &mut State, play: &mut Play) {
        if state.fighters {
            for &id in &self.data.fighters {
                self.join(state, id, play);
            }
        }
        let month = self.month(state.turn);
        for row in self.data.schedule.iter().filter(|r| r.month == Some(month)) {
            self.receive(state, row, play);
        }
    }

    /// An aircraft arrives, unless it has been here before.
    pub(crate) fn join(&self, state: &mut State, id: crate::state::AirId, play: &mut Play) {
        if state.air[id.index()].at == AirBox::Coming {
            state.air[id.index()].at = AirBox::Available;
            play.note("fi 13.1-schedule", say!("{air} arrives", air = id));
        }
    }

    /// What a row of the schedule brings; its pieces wait to be placed.
    fn receive(&self, state: &mut State, row: &Arrival, play: &mut Play) {
        if row.only.as_ref().is_some_and(|only| *only != self.scenario_of(state).id) {
            return;
        }
        for &id in &row.aircraft {
            self.join(state, id, play);
        }
        for &id in &row.withdrawn {
            if state.air[id.index()].at != AirBox::Gone {
                self.home(state, id, AirBox::Gone);
                play.note("fi 13.1-schedule", say!("{air} is withdrawn", air = id));
            }
        }
        for (fields, new) in state.fields.iter_mut().zip(&row.fields) {
            fields.whole[0] += new[0];
            fields.whole[1] += new[1];
        }
        let side = usize::from(row.side);
        state.sides[side].tank = self.level(state.sides[side].tank, row.tank);
        state.sides[side].artillery = self.level(state.sides[side].artillery, row.artillery);
        state.bombardment = self.level(state.bombardment, row.bombardment);
        state.amphibious = self.level(state.amphibious, row.amphibious);
        self.build(state, row.side, row.infrastructure);
        for (pool, &points) in row.replacements.iter().enumerate() {
            self.replace(state, row.side, pool, points.into());
        }
        for &id in &row.pieces {
            if state.piece(id).at == Spot::COMING {
                self.put(state, id, Spot::WAITING);
            }
        }
        if row.commander == Some(CommanderWord::Macarthur) {
            state.commander = Commander::MacArthur;
            // 14.4 A commander counts the colour of the marker from now on.
            play.note("fi 14.4-macarthur", say!("MacArthur takes command"));
        }
        if row.fleet {
            push(state, FleetFirst);
        }
    }

    /// 3.0 B4 Arrivals, then rebuilding.
    fn begin_reinforcements(&self, state: &mut State, side: u8, play: &mut Play) {
        let turn = state.turn;
        for row in self.data.schedule.iter().filter(|r| r.turn == Some(turn) && r.side == side) {
            self.receive(state, row, play);
        }
        push(state, Rebuilding { side, unit: PieceId::NONE, pool: 0 });
        push(state, Arrivals { side, unit: PieceId::NONE });
    }

    fn begin_commit(&self, state: &mut State, side: u8, play: &mut Play) {
        self.repair_aircraft(state, side, play);
        if state.weather != Weather::Snow {
            push(state, CommitAir { side });
        }
    }

    fn begin_foreign(&self, state: &mut State, play: &mut Play) {
        // 19 China comes in January 1951 at the latest. [rule: fi 19-january]
        let january = self.data.months.iter().position(|m| m.name == "Jan 1951");
        if self.scenario_of(state).rules.intervention
            && state.china != China::In
            && january.is_some_and(|j| self.month(state.turn) >= j)
        {
            self.china_comes(state, play);
        }
        push(state, Foreign);
        if state.china == China::Delayed {
            push(state, ChinaChoice);
        }
    }

    fn waves_wait(&self, state: &mut State) {
        for wave in &self.data.waves {
            for &id in
                wave.pieces.iter().filter(|id| state.piece(**id).at == Spot::COMING).collect::<Vec<_>>()
            {
                self.put(state, id, Spot::WAITING);
            }
        }
        push(state, Waves { unit: PieceId::NONE });
    }

    /// The week of a turn, as the month's track names it.
    pub(crate) fn week_of(&self, turn: u8) -> &str {
        let month = &self.data.months[self.month(turn)];
        month.weeks.get(usize::from(turn.saturating_sub(month.first))).map_or("", String::as_str)
    }
}

/// The steps in words, in their order.
pub(crate) const STEP_WORDS: [&str; 30] = [
    "The fleet takes station",
    "The Chinese infiltrate",
    "Weather",
    "Foreign intervention and aid",
    "Supply",
    "Headquarters: United Nations",
    "Headquarters: Communist",
    "Supply spending: United Nations",
    "Supply spending: Communist",
    "Air reinforcements",
    "Air commitment: Communist",
    "Air commitment: United Nations",
    "Strategic missions",
    "Fleet",
    "Amphibious invasion",
    "Evacuation",
    "Reinforcements: United Nations",
    "Reinforcements: Communist",
    "United Nations units recover",
    "Strategic moves: Communist",
    "Activations: Communist",
    "Communist units recover",
    "Strategic moves: United Nations",
    "Activations: United Nations",
    "Scrapping: Communist",
    "Scrapping: United Nations",
    "Objectives: Communist",
    "Objectives: United Nations",
    "Victory check",
    "Next turn",
];

/// Puts a frame on top.
pub(crate) fn push(state: &mut State, frame: impl Into<Frame>) {
    state.frames.push(frame.into());
}

/// Puts a frame in the place of the top one.
pub(crate) fn become_frame(state: &mut State, frame: impl Into<Frame>) {
    state.frames.pop();
    state.frames.push(frame.into());
}
