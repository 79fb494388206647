//! A match: a state, its dice, its history; acting, undoing, recording.

use crate::game::Entry;
use crate::record::{Die, Script};
use crate::{
    Choice, Dice, Event, GameInfo, Habits, Match, Memory, Options, Outcomes, Overlay, Play, Random, Record,
    Refusal, Rules, Seat, SeatSet, Seed, Status, Thinking, View, outcomes,
};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// A match of a known game.
pub(crate) struct TypedMatch<R: Rules> {
    game: Arc<Entry<R>>,
    options: Options,
    scenario: String,
    seed: Seed,
    origin: Option<serde_json::Value>,
    state: R::State,
    play: Play,
    steps: Vec<Step>,
    opening: Vec<(SeatSet, Event)>,
    /// The states before the last actions that can still be undone, oldest first.
    undo: Vec<R::State>,
    scripts: Vec<Script>,
}

#[derive(Clone)]
struct Step {
    seat: Seat,
    text: String,
    log: Vec<(SeatSet, Event)>,
}

/// The SHA-256 of a state in its serialised form.
pub fn state_hash<S: serde::Serialize>(state: &S) -> String {
    let bytes = serde_json::to_vec(state).unwrap_or_default();
    crate::dice::hex(&Sha256::digest(bytes))
}

impl<R: Rules> TypedMatch<R> {
    pub(crate) fn start(
        game: Arc<Entry<R>>,
        scenario: &str,
        options: Options,
        seed: Seed,
    ) -> Result<Self, Refusal> {
        let mut play = Play::new(Dice::seeded(seed));
        let state = game
            .rules
            .setup(scenario, &options, &mut play)
            .map_err(|e| Refusal::new("bad-option", e.to_string()))?;
        let opening = events(game.rules.info(), &play);
        Ok(Self {
            game,
            options,
            scenario: scenario.to_owned(),
            seed,
            origin: None,
            state,
            play,
            steps: Vec::new(),
            opening,
            undo: Vec::new(),
            scripts: Vec::new(),
        })
    }

    pub(crate) fn from_position(
        game: Arc<Entry<R>>,
        position: &serde_json::Value,
        seed: Seed,
    ) -> Result<Self, Refusal> {
        let bad = |e: crate::PositionError| Refusal::new("bad-position", e.to_string());
        let state = game.rules.read_position(position).map_err(bad)?;
        let scenario = game.rules.scenario(&state).to_owned();
        let options: Options = match position.get("options") {
            Some(value) => serde_json::from_value(value.clone())
                .map_err(|e| Refusal::new("bad-position", format!("options: {e}")))?,
            None => Options::default(),
        };
        let known = game.rules.info().scenario(&scenario);
        let known = known.ok_or_else(|| Refusal::new("bad-position", "scenario: unknown"))?;
        let options =
            options.complete(known).map_err(|e| Refusal::new("bad-position", format!("options: {e}")))?;
        Ok(Self {
            game,
            options,
            scenario,
            seed,
            origin: Some(position.clone()),
            state,
            play: Play::new(Dice::seeded(seed)),
            steps: Vec::new(),
            opening: Vec::new(),
            undo: Vec::new(),
            scripts: Vec::new(),
        })
    }

    pub(crate) fn replay(game: Arc<Entry<R>>, record: &Record) -> Result<Self, Refusal> {
        let bad = |message: String| Refusal::new("bad-record", message);
        let info = game.rules.info();
        if record.version != info.version {
            return Err(bad(format!(
                "version: the record was played under rules version {} of {}, and this program has version {}",
                record.version, record.game, info.version
            )));
        }
        if record.data != game.fingerprint {
            return Err(bad("data: the record was played with other data files".to_owned()));
        }
        let seed = Seed::parse(&record.seed).map_err(|e| bad(format!("seed: {e}")))?;
        if seed.commitment() != record.commitment {
            return Err(
                bad("commitment: the seed does not match the hash published at the start".to_owned()),
            );
        }
        let mut played = match &record.position {
            Some(position) => Self::from_position(game, position, seed)?,
            None => {
                let known = info.scenario(&record.scenario);
                let known =
                    known.ok_or_else(|| bad(format!("scenario: there is no \"{}\"", record.scenario)))?;
                let options = record.options.complete(known).map_err(|e| bad(format!("options: {e}")))?;
                Self::start(game, &record.scenario, options, seed)?
            }
        };
        let mut scripts = record.dice.iter().peekable();
        for (i, (seat, text)) in record.actions.iter().enumerate() {
            while let Some(script) = scripts.next_if(|s| s.before <= i) {
                played.script(&script.rolls)?;
            }
            let id =
                played.info().seat(seat).ok_or_else(|| bad(format!("actions[{i}]: no seat \"{seat}\"")))?;
            played.act(Some(id), text).map_err(|e| bad(format!("actions[{i}] ({text}): {e}")))?;
        }
        for script in scripts {
            played.script(&script.rolls)?;
        }
        if state_hash(&played.state) != record.hash {
            return Err(bad("hash: the replay ends in another position".to_owned()));
        }
        Ok(played)
    }

    fn view(&self, seats: SeatSet) -> View<R::State> {
        View::of(&self.game.rules, &self.state, seats)
    }

    /// Who means an action that comes without a seat: the one for whom it is legal, else the first to act.
    fn actor(&self, seat: Option<Seat>, action: R::Action) -> Option<Seat> {
        let to_act = self.game.rules.to_act(&self.state);
        let mut legal = Vec::new();
        seat.or_else(|| {
            to_act.iter().find(|&s| {
                legal.clear();
                self.game.rules.legal(&self.state, s, &mut legal);
                legal.contains(&action)
            })
        })
        .or(to_act.first())
    }

    fn read(&self, seat: Option<Seat>, text: &str) -> Result<(Seat, R::Action), Refusal> {
        let rules = &self.game.rules;
        let to_act = rules.to_act(&self.state);
        if to_act.is_empty() {
            return Err(Refusal::new("game-over", "the game is over"));
        }
        let action = rules.read_action(&self.state, text).map_err(|m| Refusal::new("bad-action", m))?;
        let seat = self.actor(seat, action).ok_or_else(|| Refusal::new("game-over", "the game is over"))?;
        if !to_act.contains(seat) {
            let who = rules.info().seats.get(seat.index()).map_or("that seat", |s| &s.name);
            return Err(Refusal::new("not-your-turn", format!("it is not {who} that has to decide now")));
        }
        Ok((seat, action))
    }
}

/// The sentences of a play on the wire, each with its audience.
fn events(info: &GameInfo, play: &Play) -> Vec<(SeatSet, Event)> {
    play.lines()
        .map(|line| {
            let event = Event {
                seat: line.seat.map(|s| info.seat_id(s).to_owned()),
                text: line.text.to_owned(),
                rule: line.rule.to_owned(),
                dice: line
                    .dice
                    .iter()
                    .map(|d| Die { sides: d.sides, roll: d.roll, label: d.label.to_owned() })
                    .collect(),
                at: line.places().map(str::to_owned).collect(),
            };
            (line.audience, event)
        })
        .collect()
}

fn readable(log: &[(SeatSet, Event)], seats: SeatSet) -> Vec<Event> {
    let may_read = |audience: SeatSet| audience == SeatSet::ALL || !audience.intersection(seats).is_empty();
    log.iter().filter(|(audience, _)| may_read(*audience)).map(|(_, event)| event.clone()).collect()
}

impl<R: Rules> Match for TypedMatch<R> {
    fn info(&self) -> &GameInfo {
        self.game.rules.info()
    }
    fn scenario(&self) -> &str {
        &self.scenario
    }
    fn options(&self) -> &Options {
        &self.options
    }
    fn status(&self) -> Status {
        let rules = &self.game.rules;
        let moment = rules.moment(&self.state);
        let to_act = rules.to_act(&self.state);
        Status {
            turn: moment.turn,
            label: moment.label.into_owned(),
            phase: moment.phase.into_owned(),
            to_act: rules.info().seat_ids(to_act),
            over: to_act.is_empty().then(|| rules.outcome(&self.state)),
        }
    }
    fn to_act(&self) -> SeatSet {
        self.game.rules.to_act(&self.state)
    }
    fn length(&self) -> usize {
        self.steps.len()
    }
    fn legal(&self, seat: Seat) -> Vec<String> {
        let rules = &self.game.rules;
        let mut actions = Vec::new();
        rules.legal(&self.state, seat, &mut actions);
        let write = |&action: &R::Action| {
            let mut text = String::new();
            rules.write_action(&self.state, action, &mut text);
            text
        };
        actions.iter().map(write).collect()
    }
    fn act(&mut self, seat: Option<Seat>, text: &str) -> Result<Vec<Event>, Refusal> {
        let (seat, action) = self.read(seat, text)?;
        let rules = &self.game.rules;
        let before = self.state.clone();
        let acting = rules.to_act(&before);
        self.play.begin();
        if let Err(illegal) = rules.apply(&mut self.state, seat, action, &mut self.play) {
            return Err(Refusal {
                code: "illegal-action",
                rule: Some(illegal.rule.to_owned()),
                message: illegal.why.into_owned(),
            });
        }
        if let Some(fault) = self.play.dice_mut().take_fault() {
            self.state = before;
            self.play.dice_mut().clear_script();
            return Err(Refusal::new("bad-dice", fault));
        }
        let mut canonical = String::new();
        rules.write_action(&before, action, &mut canonical);
        let log = events(rules.info(), &self.play);
        if self.play.is_final()
            || rules.to_act(&self.state) != acting
            || self.last_seat().is_some_and(|s| s != seat)
        {
            self.undo.clear();
        }
        if !self.play.is_final() && rules.to_act(&self.state) == acting {
            self.undo.push(before);
        }
        self.steps.push(Step { seat, text: canonical, log });
        Ok(readable(&self.steps[self.steps.len() - 1].log, SeatSet::ALL))
    }
    fn act_watched(&mut self, seat: Seat, text: &str, habits: &mut Habits) -> Result<Vec<Event>, Refusal> {
        let (seat, action) = self.read(Some(seat), text)?;
        let before = self.state.clone();
        let events = self.act(Some(seat), text)?;
        self.game.rules.watch(&before, seat, action, &self.state, habits);
        Ok(events)
    }
    fn script(&mut self, rolls: &[u32]) -> Result<(), Refusal> {
        if let Some(bad) = rolls.iter().find(|&&r| r == 0) {
            return Err(Refusal::new("bad-dice", format!("a roll is 1 or more, not {bad}")));
        }
        self.play.dice_mut().script(rolls.iter().copied());
        self.scripts.push(Script { before: self.steps.len(), rolls: rolls.to_vec() });
        Ok(())
    }
    fn preview(&self, seat: Option<Seat>, text: &str) -> Result<Outcomes, Refusal> {
        let (seat, action) = self.read(seat, text)?;
        outcomes(&self.game.rules, &self.view(SeatSet::one(seat)), seat, action).map_err(|illegal| Refusal {
            code: "illegal-action",
            rule: Some(illegal.rule.to_owned()),
            message: illegal.why.into_owned(),
        })
    }
    fn position(&self, seats: SeatSet) -> serde_json::Value {
        self.game.rules.position(self.view(seats).state())
    }
    fn scene(&self, seats: SeatSet) -> String {
        let view = self.view(seats);
        serde_json::to_string(&self.game.rules.scene(&view)).unwrap_or_default()
    }
    fn overlay(&self, seats: SeatSet, overlay: &str) -> Result<Overlay, Refusal> {
        self.game
            .rules
            .overlay(&self.view(seats), overlay)
            .ok_or_else(|| Refusal::new("unknown-overlay", format!("there is no overlay \"{overlay}\"")))
    }
    fn can_undo(&self, seats: SeatSet) -> bool {
        !self.undo.is_empty() && self.last_seat().is_some_and(|s| seats.contains(s))
    }
    fn undo(&mut self, seats: SeatSet) -> Result<(), Refusal> {
        if !self.can_undo(seats) {
            let why = "nothing can be taken back: dice, a revelation or another's decision came last";
            return Err(Refusal::new("no-undo", why));
        }
        if let Some(before) = self.undo.pop() {
            self.state = before;
            self.steps.pop();
            let length = self.steps.len();
            self.scripts.iter_mut().for_each(|s| s.before = s.before.min(length));
        }
        Ok(())
    }
    fn log(&self, index: usize, seats: SeatSet) -> Vec<Event> {
        let opening = if index == 0 { readable(&self.opening, seats) } else { Vec::new() };
        let step = self.steps.get(index).map(|s| readable(&s.log, seats)).unwrap_or_default();
        opening.into_iter().chain(step).collect()
    }
    fn record(&self, whole: bool) -> Record {
        let info = self.info();
        Record {
            format: 1,
            game: info.game.clone(),
            version: info.version,
            data: self.game.fingerprint.clone(),
            scenario: self.scenario.clone(),
            options: self.options.clone(),
            seed: if whole { self.seed.to_string() } else { String::new() },
            commitment: self.seed.commitment(),
            position: self.origin.clone(),
            dice: self.scripts.clone(),
            actions: self.steps.iter().map(|s| (info.seat_id(s.seat).to_owned(), s.text.clone())).collect(),
            log: (0..self.steps.len().max(1))
                .flat_map(|i| self.log(i, if whole { SeatSet::ALL } else { SeatSet::NONE }))
                .collect(),
            hash: state_hash(&self.state),
        }
    }
    fn commitment(&self) -> String {
        self.seed.commitment()
    }
    fn choose(
        &self,
        seat: Seat,
        level: &str,
        random: u64,
        memory: &mut Memory,
        thinking: &dyn Thinking,
    ) -> Result<Choice, Refusal> {
        let rules = &self.game.rules;
        let player = self.game.players.iter().find(|p| p.level().level == level).ok_or_else(|| {
            let all: Vec<_> = self.game.players.iter().map(|p| p.level().level.as_str()).collect();
            Refusal::new(
                "unknown-player",
                format!("there is no player \"{level}\" (there are: {})", all.join(", ")),
            )
        })?;
        if !rules.to_act(&self.state).contains(seat) {
            return Err(Refusal::new("not-your-turn", "that seat is not to act"));
        }
        let view = self.view(SeatSet::one(seat));
        let action = player.choose(rules, &view, seat, &mut Random::new(random), memory, thinking);
        let mut text = String::new();
        rules.write_action(&self.state, action, &mut text);
        Ok(Choice {
            seat: rules.info().seat_id(seat).to_owned(),
            action: text,
            info: player.level().title.clone(),
        })
    }
    fn evaluate(&self, side: u8) -> f32 {
        self.game.rules.evaluate(&self.state, side)
    }
    fn copy_position(&self, times: usize) -> usize {
        for _ in 0..times {
            std::hint::black_box(std::hint::black_box(&self.state).clone());
        }
        size_of::<R::State>()
    }
    fn fork(&self) -> Box<dyn Match> {
        Box::new(Self {
            game: self.game.clone(),
            options: self.options.clone(),
            scenario: self.scenario.clone(),
            seed: self.seed,
            origin: self.origin.clone(),
            state: self.state.clone(),
            play: self.play.clone(),
            steps: self.steps.clone(),
            opening: self.opening.clone(),
            undo: self.undo.clone(),
            scripts: self.scripts.clone(),
        })
    }
}

impl<R: Rules> TypedMatch<R> {
    fn last_seat(&self) -> Option<Seat> {
        self.steps.last().map(|s| s.seat)
    }
}
