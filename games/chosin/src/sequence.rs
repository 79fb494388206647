//! 2.0 The sequence of play: what opens and closes every phase, and what goes on by itself between them.

use crate::actions::{Action, OptionId};
use crate::air::Allocation;
use crate::atomic::Fallout;
use crate::barrage::Barrages;
use crate::combat::Combats;
use crate::data::option;
use crate::frames::Frame;
use crate::game::{Chosin, Ctx, Judged, at, enemy, judged, no, only, seat, term};
use crate::interdiction::Interdictions;
use crate::movement::Movement;
use crate::recovery::Recovery;
use crate::reinforcement::Reinforcement;
use crate::reorganization::Reorganization;
use crate::state::{
    COM, HexBits, MISSIONS, Mission, Phase, State, Stock, TAC, UN, Used, flag, off, reason, rule,
};
use crate::strike::Strikes;
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, Sentence, say};
use serde::{Deserialize, Serialize};

/// The bottom of the stack: closes the phase that is over and opens the next. [rule: ch 2.0, ch 2.2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sequence;

impl Decision<Chosin> for Sequence {
    fn step(&self, game: &Chosin, state: &mut State, play: &mut Play) -> bool {
        if state.phase == Phase::Over {
            return false;
        }
        game.close(state, play);
        state.phase = game.next_phase(state);
        // Which of the next phases are left out, and what the other side has to decide, may depend on what is hidden: the
        // end of a phase stands.
        play.reveal();
        game.open(state, play);
        true
    }
}

/// The phases of a turn in order and in words; in all but the last something can be seen to happen.
pub(crate) const ORDER: [(Phase, fn() -> Sentence); 18] = [
    (Phase::Events, || say!("Events")),
    (Phase::UnReinforcement, || say!("UN reinforcement")),
    (Phase::UnAir, || say!("UN air allocation")),
    (Phase::UnReorganization, || say!("UN reorganization")),
    (Phase::UnMovement, || say!("UN movement")),
    (Phase::UnStrike, || say!("UN air strikes")),
    (Phase::UnBarrage, || say!("UN barrage")),
    (Phase::UnCombat, || say!("UN combat")),
    (Phase::UnRecovery, || say!("UN recovery")),
    (Phase::UnInterdiction, || say!("UN interdiction")),
    (Phase::ComSurprise, || say!("Communist surprise")),
    (Phase::ComReinforcement, || say!("Communist reinforcement")),
    (Phase::ComReorganization, || say!("Communist reorganization")),
    (Phase::ComMovement, || say!("Communist movement")),
    (Phase::ComBarrage, || say!("Communist barrage")),
    (Phase::ComCombat, || say!("Communist combat")),
    (Phase::ComRecovery, || say!("Communist recovery")),
    (Phase::TurnEnd, || say!("End of turn")),
];

/// A phase in words.
pub(crate) fn phase_words(phase: Phase) -> Sentence {
    match ORDER.iter().find(|p| p.0 == phase) {
        Some((_, words)) => words(),
        None if phase == Phase::Over => say!("The game is over"),
        None => say!("Set-up"),
    }
}

impl Chosin {
    /// How many turns are played.
    pub(crate) fn turns(&self, state: &State) -> u8 {
        if state.rule(rule::QUICK) { self.data.quick_turns } else { self.data.turns }
    }

    /// The phase after the present one. [rule: ch S1 5.2, ch S2 5.3, ch S1 1.1]
    fn next_phase(&self, state: &mut State) -> Phase {
        match state.phase {
            Phase::Setup => self.next_day(state),
            Phase::TurnEnd if state.turn >= self.turns(state) || state.atomic.end > 0 => Phase::Over,
            Phase::TurnEnd => self.next_day(state),
            Phase::Events if state.events.skipped => Phase::TurnEnd,
            _ if state.atomic.end > 0 => Phase::Over,
            phase => {
                let at = ORDER.iter().position(|p| p.0 == phase).unwrap_or(ORDER.len() - 2);
                ORDER[at + 1].0
            }
        }
    }

    fn next_day(&self, state: &mut State) -> Phase {
        state.turn += 1;
        match (state.turn, state.scenario) {
            (1, 0) => Phase::ComSurprise,
            (1, _) => Phase::UnReinforcement,
            _ => Phase::Events,
        }
    }

    /// What closes every phase: supplies dropped in it are used up (16.1), first control is scored (24.2).
    /// [rule: ch 16.1, ch 2.1.b9, ch 2.1.c4]
    fn close(&self, state: &mut State, play: &mut Play) {
        if matches!(state.phase, Phase::Setup) {
            return;
        }
        for drop in &mut state.drops {
            drop.hex = off::OUT.0;
        }
        self.data.all_units().for_each(|u| state.field.unmark(u, flag::SHOWN));
        state.charged = Default::default();
        let won = self.data.score_first_control(state);
        for (i, (hex, points)) in self.data.schedule.first_control.iter().enumerate() {
            if won >> i & 1 == 1 {
                play.note(
                    "ch 24.2",
                    say!("The Communists control {hex}: {points} VP.", hex = at(*hex), points = *points),
                )
                .on(at(*hex));
            }
        }
        match state.phase {
            Phase::UnRecovery => {
                self.administer(state, UN);
                state.atomic.struck.clear();
            }
            Phase::ComMovement => self.end_interdiction(state),
            Phase::ComRecovery => self.administer(state, COM),
            _ => {}
        }
    }

    /// 2.1.b9, 2.1.c8 The administrative phase of a side. [rule: ch 2.1.b9]
    fn administer(&self, state: &mut State, side: u8) {
        for unit in self.data.side_units[side as usize].iter().map(|u| crate::state::UnitId(u as u8)) {
            state.field.unmark(
                unit,
                flag::FORCED
                    | flag::RAILED
                    | flag::MOVED
                    | flag::ATTACKED
                    | flag::DUG
                    | flag::MET
                    | flag::TOPPED
                    | flag::SWOOPED,
            );
        }
        for depot in &mut state.depots {
            if depot.stock == Stock::Captured {
                depot.stock = Stock::Gone;
            }
        }
    }

    /// 23.21, 23.3 Each player may try each bridge once a turn with each unit, to repair and to blow it: once in the one phase
    /// that he has for it. [rule: ch 23.2, ch 23.3]
    fn forget_tries(&self, state: &mut State) {
        state.sapped = 0;
        self.data.all_units().for_each(|u| state.field.unmark(u, flag::SAPPED));
    }

    /// 14.11 Interdicting air units go to reserve after Communist movement.
    fn end_interdiction(&self, state: &mut State) {
        for zone in state.air.over.iter().copied().collect::<Vec<_>>() {
            state.air.boxes[zone.kind as usize][Mission::Reserve as usize] += zone.count;
        }
        state.air.over.clear();
    }

    /// What opens a phase.
    fn open(&self, state: &mut State, play: &mut Play) {
        let side = state.player();
        match state.phase {
            Phase::Events => {
                play.beat();
                let date = term::of(term::DATE, state.turn);
                play.note("ch 2.0", say!("{date}.", date));
                self.roll_event(state, play);
            }
            Phase::UnReinforcement => {
                self.release(state, UN, play);
                self.air_arrivals(state, play);
                self.offer_phase(
                    state,
                    Frame::from(Reinforcement { side: UN, unit: crate::state::UnitId::NONE }),
                );
            }
            Phase::UnAir => {
                self.open_air(state, play);
                self.offer_phase(state, Frame::from(Allocation));
            }
            Phase::UnReorganization | Phase::ComReorganization => {
                self.forget_tries(state);
                self.offer_phase(state, Frame::from(Reorganization { side }));
            }
            Phase::UnMovement | Phase::ComMovement => {
                for unit in self.data.side_units[side as usize].iter().map(|u| crate::state::UnitId(u as u8))
                {
                    state.spent[unit.index()] = 0;
                    state.field.unmark(unit, flag::MOVED | flag::TOPPED | flag::MET);
                }
                self.forget_tries(state);
                self.offer_phase(state, Frame::from(Movement { side, sailed: false }));
            }
            Phase::UnStrike => {
                state.shelled = HexBits::default();
                self.offer_phase(state, Frame::from(Strikes));
            }
            Phase::UnBarrage | Phase::ComBarrage => {
                state.shelled = HexBits::default();
                self.offer_phase(state, Frame::from(Barrages { side }));
            }
            Phase::UnCombat | Phase::ComCombat => {
                self.data.all_units().for_each(|u| state.field.unmark(u, flag::ATTACKED));
                self.offer_phase(state, Frame::from(Combats { side }));
            }
            Phase::UnRecovery | Phase::ComRecovery => self.offer_phase(state, Frame::from(Recovery { side })),
            Phase::UnInterdiction => self.offer_phase(state, Frame::from(Interdictions)),
            Phase::ComSurprise => {
                if state.turn == 1 && state.scenario == 0 {
                    self.first_day_air(state);
                }
                self.offer_phase(state, Frame::from(SurpriseChoice));
            }
            Phase::ComReinforcement => {
                self.release(state, COM, play);
                self.offer_phase(
                    state,
                    Frame::from(Reinforcement { side: COM, unit: crate::state::UnitId::NONE }),
                );
            }
            Phase::TurnEnd => self.end_turn(state, play),
            Phase::Setup | Phase::Over => {}
        }
    }

    /// The decision that a phase opens with, for laid positions.
    pub(crate) fn phase_frame(&self, phase: Phase, side: u8) -> Option<Frame> {
        let none = crate::state::UnitId::NONE;
        Some(match phase {
            Phase::UnReinforcement | Phase::ComReinforcement => {
                Frame::from(Reinforcement { side, unit: none })
            }
            Phase::UnAir => Frame::from(Allocation),
            Phase::UnReorganization | Phase::ComReorganization => Frame::from(Reorganization { side }),
            Phase::UnMovement | Phase::ComMovement => Frame::from(Movement { side, sailed: false }),
            Phase::UnStrike => Frame::from(Strikes),
            Phase::UnBarrage | Phase::ComBarrage => Frame::from(Barrages { side }),
            Phase::UnCombat | Phase::ComCombat => Frame::from(Combats { side }),
            Phase::UnRecovery | Phase::ComRecovery => Frame::from(Recovery { side }),
            Phase::UnInterdiction => Frame::from(Interdictions),
            Phase::ComSurprise => Frame::from(SurpriseChoice),
            Phase::Setup | Phase::Events | Phase::TurnEnd | Phase::Over => return None,
        })
    }

    /// Asks for a phase's decisions unless there is nothing but to end it.
    fn offer_phase(&self, state: &mut State, frame: Frame) {
        state.frames.push(frame);
        let Some(asked) = frame.seats(self, state).first() else { return };
        let mut list = Vec::new();
        frame.list(Now { game: self, state, seat: asked }, &mut list);
        if list == [Action::End] {
            state.frames.pop();
        }
    }

    /// S1 5.2, 39.5 On 27 November three TAC give close support and one MAC drops supplies. [rule: ch 39.5]
    fn first_day_air(&self, state: &mut State) {
        let p = &self.data.parameters;
        let boxes = &mut state.air.boxes;
        let cas = p.first_turn_cas.min(boxes[TAC][0]);
        boxes[TAC][0] -= cas;
        boxes[TAC][Mission::Support as usize] += cas;
        let supply = p.first_turn_supply.min(boxes[crate::state::MAC][0]);
        boxes[crate::state::MAC][0] -= supply;
        boxes[crate::state::MAC][Mission::Supply as usize] += supply;
    }

    /// The end of a game turn: fallout, the sources of 6 December, marks and air units return.
    /// [rule: ch S2 5.5, ch 13.4, ch 13.5, ch 16.3]
    fn end_turn(&self, state: &mut State, play: &mut Play) {
        if state.scenario == 1 && state.turn == self.data.schedule.source_turn && !state.rule(rule::EXTRAS) {
            let held = |h: &&HexId| state.field.holds(UN, **h);
            let count = self.data.ground.sources[COM as usize].iter().filter(held).count() as i16;
            let points = count * i16::from(self.data.schedule.source);
            state.score.add(UN, reason::CONTROL, points);
            if count > 0 {
                play.note(
                    "ch S2 5.5",
                    say!(
                        "The United Nations hold {count} Communist {count|source|sources}: {points} VP.",
                        count,
                        points
                    ),
                );
            }
        }
        if !state.events.skipped {
            self.close_turn(state);
            if !state.atomic.fallout.is_empty() {
                state.push(Fallout { next: 0 });
            }
        }
        state.events.skipped = false;
        state.events.current = u8::MAX;
    }

    fn close_turn(&self, state: &mut State) {
        state.surprise.left = state.surprise.left.saturating_sub(1);
        state.events.redeployed = state.events.redeployed.saturating_sub(1);
        let marks = flag::FIRED_UN
            | flag::FIRED_COM
            | flag::HIT
            | flag::RECOVERED
            | flag::BARRAGED
            | 63 << flag::SPLIT_UN;
        self.data.all_units().for_each(|u| state.field.unmark(u, marks));
        state.fleet_used = [0; 2];
        state.fleet_barraged = false;
        state.used = Used::default();
        state.drops.iter_mut().for_each(|d| d.used = false);
        state.depots.iter_mut().for_each(|d| d.tried = false);
        for boxes in &mut state.air.boxes {
            let all: u8 = boxes.iter().sum();
            *boxes = [0; MISSIONS];
            boxes[0] = all;
        }
        state.air.ready = [0; 3];
        state.air.to_ground = 0;
        state.air.unbased = 0;
    }
}

/// S1 5.3, S2 5.4, 38.3 The start of the Communist player turn: surprise, and the reserves. [rule: ch S1 5.3, ch S2 5.4, ch 38.3]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurpriseChoice;

impl SurpriseChoice {
    fn may_surprise(now: Now<'_, Chosin>) -> Result<(), Illegal> {
        let (data, state) = (&now.game.data, now.state);
        let (rule, most) = if state.scenario == 0 { ("ch S1 5.3", 1) } else { ("ch S2 5.4", 2) };
        if state.turn > data.surprise_last {
            return no(rule, say!("surprise is declared by 1 December"));
        }
        if state.surprise.declared >= most || state.surprise.left > 0 {
            return no(rule, say!("surprise has been declared"));
        }
        Ok(())
    }
}

impl Judged for SurpriseChoice {
    fn judge(&self, now: Now<'_, Chosin>, _: &Ctx, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Surprise => Self::may_surprise(now),
            Action::Late { option } => now.game.may_choose_late(now.state, COM, option),
            Action::End => Ok(()),
            _ => no("ch S1 5.3", say!("the Communist player turn begins: declare surprise or go on")),
        }
    }
}

impl Decision<Chosin> for SurpriseChoice {
    judged!();
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(COM)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch S1 5.3", say!("Declare surprise now, or go on without?"))
    }
    fn candidates(&self, _: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend((0..option::ALL.len() as u8).map(|o| Action::Late { option: OptionId(o) }));
        out.extend([Action::Surprise, Action::End]);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::End)
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Surprise => {
                state.surprise.declared += 1;
                state.surprise.left = if state.scenario == 0 { 2 } else { 1 };
                play.say(
                    by,
                    "ch S1 5.3",
                    say!(
                        "Surprise! It lasts for {n} Communist player {n|turn|turns}.",
                        n = state.surprise.left
                    ),
                );
                state.pop();
            }
            Action::Late { option } => game.choose_late(state, COM, option, play),
            _ => state.pop(),
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Surprise => Offer::new(ActionKind::Choose, "ch S1 5.3", say!("Declare surprise")),
            Action::Late { option } => Offer::new(
                ActionKind::Choose,
                "ch 38.3",
                say!("Choose the option {option}", option = term::of(term::OPTION, option.0)),
            ),
            _ => Offer::new(ActionKind::EndPhase, "ch S1 5.3", say!("Go on")),
        }
    }
}

impl Chosin {
    /// 38.3, 38.4 Whether a scenario option may be chosen during play. [rule: ch 38.3, ch 38.4]
    pub(crate) fn may_choose_late(&self, state: &State, side: u8, option: OptionId) -> Result<(), Illegal> {
        let (late, rule) = match (option.0, side) {
            (option::RESERVES, COM) => (self.data.reserves_late, "ch 38.3"),
            (option::EVACUEES, UN) => (self.data.evacuees_late, "ch 38.4"),
            _ => return no("ch 38.1", say!("this option is chosen before play or not at all")),
        };
        if !state.rule(rule::WHAT_IF) {
            return no(rule, say!("this match has no scenario options"));
        }
        if state.option(option.0) {
            return no(rule, say!("this option has been chosen"));
        }
        if option.0 == option::RESERVES && state.deployment == 2 {
            return no(rule, say!("the maximum deployment has these units already"));
        }
        if state.turn < late.from_turn {
            return no(rule, say!("it is too early for this option"));
        }
        if state.score.lead(enemy(side)) < i32::from(self.data.parameters.lead_event) {
            return no(rule, say!("the enemy must lead by ten victory points"));
        }
        Ok(())
    }

    pub(crate) fn choose_late(&self, state: &mut State, side: u8, option: OptionId, play: &mut Play) {
        state.chosen |= 1 << option.0;
        state.late |= 1 << option.0;
        let (lists, late, rule) = if option.0 == option::RESERVES {
            (&self.data.reserves, self.data.reserves_late, "ch 38.3")
        } else {
            (&self.data.evacuees, self.data.evacuees_late, "ch 38.4")
        };
        for unit in lists.iter().flat_map(|a| &a.units) {
            if state.field.at(*unit) == off::OUT {
                state.field.at[unit.index()] = off::WAITING.0;
                state.due[unit.index()] = state.turn + late.delay;
            }
        }
        let who = term::of(term::OPTION, option.0);
        play.whisper(
            only(side),
            seat(side),
            rule,
            say!("Chosen: {who}. The units come in {delay} turns.", who, delay = late.delay),
        );
    }
}
