//! A match: a state, its dice, its history; acting, undoing, recording.

mod begin;
mod desk;

pub use begin::lay;

use crate::action::ActionText;
use crate::decision::{Decision, Now};
use crate::game::{Desk, Entry, Forgotten};
use crate::journal;
use crate::record::{Note, Reseeded, Script, Snapshot};
use crate::scene::{action_text, detail_in, quantity, scene_of};
use crate::steps::{Step, Steps};
use crate::view::{moment_in, outcome_of, read};
use crate::{
    Catalogue, Detail, Dice, Event, GameInfo, Habits, Illegal, Match, Options, Order, Outcomes, Overlay,
    Play, Record, Refusal, Seat, SeatSet, Seed, Status, Thinking, Title, View, outcomes_within,
};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many standing orders and how many notes a seat may have at once, and how long a note may be.
const MOST_ORDERS: usize = 64;
const MOST_NOTES: usize = 500;
const LONGEST_NOTE: usize = 400;

/// A match of a known game.
pub(crate) struct TypedMatch<R: Title> {
    game: Arc<Entry<R>>,
    options: Options,
    scenario: String,
    seed: Seed,
    /// The seed that the dice follow from now.
    current: Seed,
    origin: Option<serde_json::Value>,
    state: R::State,
    play: Play,
    /// How many actions were played before the first of `steps`, and how many sentences were said in them to whom.
    skipped: usize,
    said: Vec<(SeatSet, u32)>,
    steps: Steps,
    opening: Box<[journal::Entry]>,
    /// The last actions, which may still be taken back, and the position before them. The positions between follow
    /// from it by playing again: kept, they would be most of a match's memory.
    loose: Vec<R::Action>,
    base: Option<Box<R::State>>,
    scripts: Vec<Script>,
    /// The seeds after the first, with the number of actions before them.
    reseeds: Vec<(usize, Seed)>,
    orders: Vec<(Seat, Order)>,
    notes: Vec<(Seat, String, String)>,
}

/// The bit of a [`SeatSet`] that stands for those who see only what is public.
const PUBLIC: Seat = Seat(15);

/// The SHA-256 of a state in its serialised form.
pub fn state_hash<S: serde::Serialize>(state: &S) -> String {
    let bytes = serde_json::to_vec(state).unwrap_or_default();
    crate::dice::hex(&Sha256::digest(bytes))
}

impl<R: Title> TypedMatch<R> {
    fn view(&self, seats: SeatSet) -> View<R::State> {
        View::of(&self.game.rules, &self.state, seats)
    }

    fn illegal(&self, seat: Seat, illegal: &Illegal) -> Refusal {
        Refusal {
            code: "illegal-action",
            rule: Some(illegal.rule.to_owned()),
            message: read(&self.game.rules, &self.state, SeatSet::one(seat), &illegal.why),
        }
    }

    /// Who means an action that comes without a seat: the one for whom it is legal, else the first to act.
    fn actor(&self, seat: Option<Seat>, action: R::Action) -> Option<Seat> {
        let rules = &self.game.rules;
        let mut legal = Vec::new();
        seat.or_else(|| {
            rules.may_act(&self.state).iter().find(|&s| {
                rules.legal(&self.state, s, &mut legal);
                legal.contains(&action) || rules.allows(&self.state, s, action).is_ok()
            })
        })
        .or(rules.to_act(&self.state).first())
    }

    fn read(&self, seat: Option<Seat>, text: &str) -> Result<(Seat, R::Action), Refusal> {
        let rules = &self.game.rules;
        if rules.to_act(&self.state).is_empty() {
            return Err(Refusal::new("game-over", "the game is over"));
        }
        let action = R::Action::read(rules, &self.state, text).map_err(|m| Refusal::new("bad-action", m))?;
        let seat = self.actor(seat, action).ok_or_else(|| Refusal::new("game-over", "the game is over"))?;
        if !rules.may_act(&self.state).contains(seat) {
            let who = rules.info().seat_name(seat);
            return Err(Refusal::new("not-your-turn", format!("it is not {who} that has to decide now")));
        }
        Ok((seat, action))
    }

    fn events(&self, log: &[journal::Entry], seats: SeatSet) -> Vec<Event> {
        let readable = log.iter().filter(|e| e.may_read(seats));
        readable.map(|e| e.event(&self.game.rules, &self.state, seats)).collect()
    }

    /// Who sees a difference between two positions, or may read of it.
    fn who_saw(&self, before: &R::State, log: &[journal::Entry]) -> SeatSet {
        let rules = &self.game.rules;
        let seats = (0..rules.info().seats.len() as u8).map(|s| (Seat(s), SeatSet::one(Seat(s))));
        let sees = |seats: SeatSet| {
            log.iter().any(|e| e.may_read(seats))
                || rules.redact(before, seats) != rules.redact(&self.state, seats)
        };
        // What is public, everybody sees.
        if sees(SeatSet::NONE) {
            return SeatSet::ALL;
        }
        seats.filter(|&(_, eyes)| sees(eyes)).map(|(seat, _)| seat).collect()
    }

    /// The action that one of these seats may take back: its last one, with nothing after it but other seats' actions that
    /// can be taken back as well and do not rest on it.
    fn reversible(&self, seats: SeatSet) -> Option<usize> {
        let first = self.steps.len() - self.loose.len();
        let own = |i: &usize| self.steps.get(*i).is_some_and(|step| seats.contains(step.seat));
        let index = (first..self.steps.len()).rev().find(own)?;
        let is_last = index + 1 == self.steps.len();
        (is_last || self.without(index).is_some()).then_some(index)
    }

    /// The position without one of the actions that may be taken back; none if a later one rests on it.
    fn without(&self, index: usize) -> Option<R::State> {
        let mut state = self.base.as_deref()?.clone();
        let mut play = Play::muted(Dice::enumerated());
        let first = self.steps.len() - self.loose.len();
        for i in (first..self.steps.len()).filter(|&i| i != index) {
            let (seat, action) = (self.steps.get(i)?.seat, self.loose[i - first]);
            play.begin();
            self.game.rules.apply(&mut state, seat, action, &mut play).ok()?;
            if play.is_final() {
                return None;
            }
        }
        Some(state)
    }

    /// Plays an action. Who saw something of it may be known: it was played before.
    fn perform(&mut self, seat: Seat, action: R::Action, known: Option<SeatSet>) -> Result<(), Refusal> {
        let rules = &self.game.rules;
        let before = self.state.clone();
        let acting = rules.to_act(&before);
        let scripted = self.play.dice().scripted();
        self.play.begin();
        if let Err(illegal) = rules.apply(&mut self.state, seat, action, &mut self.play) {
            return Err(self.illegal(seat, &illegal));
        }
        if let Some(fault) = self.play.dice_mut().take_fault() {
            self.state = before;
            self.forget_scripts(scripted);
            return Err(Refusal::new("bad-dice", fault));
        }
        let text = action_text(rules, &before, action);
        let now_acting = rules.to_act(&self.state);
        let stays =
            !self.play.is_final() && !now_acting.is_empty() && now_acting.intersection(acting) == now_acting;
        let log = journal::entries(&self.play);
        let seen = known.unwrap_or_else(|| self.who_saw(&before, &log));
        if !stays {
            self.settle();
        } else {
            self.base.get_or_insert_with(|| Box::new(before));
            self.loose.push(action);
        }
        self.steps.push(Step { seat, seen, text: &text }, &log);
        if self.loose.is_empty() {
            self.steps.settle();
        }
        Ok(())
    }

    /// What was played so far must stand.
    fn settle(&mut self) {
        self.loose = Vec::new();
        self.base = None;
    }

    /// The action of this number, if it was not skipped.
    fn step(&self, index: usize) -> Option<Step<'_>> {
        index.checked_sub(self.skipped).and_then(|i| self.steps.get(i))
    }

    /// What was said in the action of this number; before the first one too.
    fn said_in(&self, index: usize) -> (&[journal::Entry], Vec<journal::Entry>) {
        let opening = if index == 0 { &*self.opening } else { &[] };
        (opening, index.checked_sub(self.skipped).map(|i| self.steps.log(i)).unwrap_or_default())
    }

    /// How many sentences were said to whom in these actions; before the first one too, if it is among them.
    fn count_said(&self, from_the_start: bool, steps: &Steps) -> BTreeMap<u16, u32> {
        let mut said = BTreeMap::new();
        let mut count = |entry: &journal::Entry| *said.entry(entry.audience().0).or_default() += 1;
        if from_the_start {
            self.opening.iter().for_each(&mut count);
        }
        steps.said().for_each(|entry| count(&entry));
        said
    }

    /// Forgets scripted rolls that were never drawn: the last `count` of those laid down.
    fn forget_scripts(&mut self, count: usize) {
        self.play.dice_mut().clear_script();
        let mut left = count;
        while let Some(script) = self.scripts.last_mut().filter(|_| left > 0) {
            let keep = script.rolls.len().saturating_sub(left);
            left -= script.rolls.len() - keep;
            script.rolls.truncate(keep);
            if script.rolls.is_empty() {
                self.scripts.pop();
            }
        }
    }
}

/// How many sentences were said to whom, before and then.
fn together(before: &[(SeatSet, u32)], mut said: BTreeMap<u16, u32>) -> Vec<(SeatSet, u32)> {
    for &(seats, count) in before {
        *said.entry(seats.0).or_default() += count;
    }
    said.into_iter().map(|(seats, count)| (SeatSet(seats), count)).collect()
}

impl<R: Title> Match for TypedMatch<R> {
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
        let moment = moment_in(rules, &self.state, &Catalogue::default());
        let to_act = rules.to_act(&self.state);
        Status {
            turn: rules.turn(&self.state),
            label: moment.label.into_owned(),
            phase: moment.phase.into_owned(),
            to_act: rules.info().seat_ids(to_act),
            over: to_act.is_empty().then(|| outcome_of(rules, &self.state)),
        }
    }
    fn to_act(&self) -> SeatSet {
        self.game.rules.to_act(&self.state)
    }
    fn may_act(&self) -> SeatSet {
        self.game.rules.may_act(&self.state)
    }
    fn length(&self) -> usize {
        self.skipped + self.steps.len()
    }
    fn legal(&self, seat: Seat) -> Vec<String> {
        let rules = &self.game.rules;
        let mut actions = Vec::new();
        rules.legal(&self.state, seat, &mut actions);
        actions.iter().map(|&a| action_text(rules, &self.state, a)).collect()
    }
    fn quantities(&self, seat: Seat) -> Vec<(String, crate::scene::Quantity)> {
        let rules = &self.game.rules;
        let mut actions = Vec::new();
        rules.legal(&self.state, seat, &mut actions);
        let counted =
            |&a: &R::Action| Some((action_text(rules, &self.state, a), quantity(rules, &self.state, a)?));
        actions.iter().filter_map(counted).collect()
    }
    fn why_not(&self, seat: Seat, text: &str) -> Option<Refusal> {
        let rules = &self.game.rules;
        let action = match R::Action::read(rules, &self.state, text) {
            Ok(action) => action,
            Err(message) => return Some(Refusal::new("bad-action", message)),
        };
        // Asked of what the seat sees, so that the answer tells it nothing new.
        let view = self.view(SeatSet::one(seat));
        let mut play = Play::muted(Dice::enumerated());
        let refused = match rules.frame(view.state()) {
            Some(_) => rules.allows(view.state(), seat, action).err(),
            None => rules.apply(&mut view.state().clone(), seat, action, &mut play).err(),
        };
        refused.map(|illegal| self.illegal(seat, &illegal))
    }
    fn act(&mut self, seat: Option<Seat>, text: &str) -> Result<Vec<Event>, Refusal> {
        self.play(seat, text, None)?;
        Ok(self.events(&self.steps.log(self.steps.len() - 1), SeatSet::ALL))
    }
    fn play(&mut self, seat: Option<Seat>, text: &str, seen: Option<SeatSet>) -> Result<(), Refusal> {
        let (seat, action) = self.read(seat, text)?;
        self.perform(seat, action, seen)
    }
    fn act_watched(&mut self, seat: Seat, text: &str, habits: &mut Habits) -> Result<Vec<Event>, Refusal> {
        let (seat, action) = self.read(Some(seat), text)?;
        let before = self.state.clone();
        let events = self.act(Some(seat), text)?;
        self.game.rules.watch(&before, seat, action, &self.state, habits);
        Ok(events)
    }
    fn due(&self) -> Option<(Seat, String)> {
        let rules = &self.game.rules;
        let frame = rules.frame(&self.state)?;
        let turn = rules.turn(&self.state);
        for seat in rules.to_act(&self.state).iter() {
            if !self.orders.iter().any(|(s, _)| *s == seat) {
                continue;
            }
            let view = self.view(SeatSet::one(seat));
            let now = Now { game: rules, state: view.state(), seat };
            let Some(question) = frame.question(now) else { continue };
            let place = question.place.map_or_else(String::new, |p| {
                let mut out = String::new();
                rules.id(&self.state, p, &mut out);
                out
            });
            let answers = |o: &Order| o.answers(question.kind, question.value, &place, turn);
            let order = self.orders.iter().filter(|(s, _)| *s == seat).map(|(_, o)| o).find(|o| answers(o));
            let action = order.and_then(|order| match &order.answer {
                Some(text) => R::Action::read(rules, &self.state, text).ok(),
                None => frame.quiet(now),
            });
            if let Some(action) = action.filter(|&a| frame.check(now, a).is_ok()) {
                return Some((seat, action_text(rules, &self.state, action)));
            }
        }
        None
    }
    fn give_order(&mut self, seat: Seat, order: Order) -> Result<(), Refusal> {
        if self.orders.iter().filter(|(s, _)| *s == seat).count() >= MOST_ORDERS {
            return Err(Refusal::new(
                "too-many-orders",
                format!("{MOST_ORDERS} standing orders are the most"),
            ));
        }
        self.orders.push((seat, order));
        Ok(())
    }
    fn revoke_order(&mut self, seat: Seat, number: usize) -> Result<(), Refusal> {
        let mut own = self.orders.iter().enumerate().filter(|(_, (s, _))| *s == seat).map(|(i, _)| i);
        let index = own
            .nth(number)
            .ok_or_else(|| Refusal::new("unknown-order", format!("there is no order {number}")))?;
        self.orders.remove(index);
        Ok(())
    }
    fn orders(&self, seat: Seat) -> Vec<Order> {
        self.orders.iter().filter(|(s, _)| *s == seat).map(|(_, o)| o.clone()).collect()
    }
    fn jot(&mut self, seat: Seat, thing: &str, text: &str) -> Result<(), Refusal> {
        if text.chars().count() > LONGEST_NOTE || thing.chars().count() > LONGEST_NOTE {
            return Err(Refusal::new("long-note", format!("a note has at most {LONGEST_NOTE} characters")));
        }
        self.notes.retain(|(s, t, _)| *s != seat || t != thing);
        if !text.is_empty() {
            if self.notes.iter().filter(|(s, ..)| *s == seat).count() >= MOST_NOTES {
                return Err(Refusal::new("too-many-notes", format!("{MOST_NOTES} notes are the most")));
            }
            self.notes.push((seat, thing.to_owned(), text.to_owned()));
        }
        Ok(())
    }
    fn notes(&self, seats: SeatSet) -> Vec<Note> {
        let mine = self.notes.iter().filter(|(s, ..)| seats.contains(*s));
        let note = |(seat, thing, text): &(Seat, String, String)| Note {
            seat: self.info().seat_id(*seat).to_owned(),
            thing: thing.clone(),
            text: text.clone(),
        };
        mine.map(note).collect()
    }
    fn script(&mut self, rolls: &[u32]) -> Result<(), Refusal> {
        if rolls.is_empty() {
            return Ok(());
        }
        self.play.dice_mut().script(rolls.iter().copied());
        self.scripts.push(Script { before: self.length(), rolls: rolls.to_vec() });
        Ok(())
    }
    fn reseed(&mut self, seed: Seed) {
        *self.play.dice_mut() = Dice::seeded(seed);
        self.current = seed;
        self.settle();
        self.reseeds.push((self.length(), seed));
    }
    fn preview_within(
        &self,
        seat: Option<Seat>,
        text: &str,
        thinking: &dyn Thinking,
    ) -> Result<Outcomes, Refusal> {
        let (seat, action) = self.read(seat, text)?;
        let view = self.view(SeatSet::one(seat));
        outcomes_within(&self.game.rules, &view, seat, action, thinking)
            .map_err(|illegal| self.illegal(seat, &illegal))
    }
    fn hash(&self) -> String {
        state_hash(&self.state)
    }
    fn position(&self, seats: SeatSet) -> serde_json::Value {
        serde_json::to_value(self.game.rules.position(self.view(seats).state())).unwrap_or_default()
    }
    fn write_scene(&self, seats: SeatSet, out: &mut Vec<u8>) {
        let view = self.view(seats);
        let begun = out.len();
        if serde_json::to_writer(&mut *out, &scene_of(&self.game.rules, &view)).is_err() {
            out.truncate(begun);
        }
    }
    fn overlay(&self, seats: SeatSet, overlay: &str) -> Result<Overlay, Refusal> {
        self.game
            .rules
            .overlay(&self.view(seats), overlay)
            .ok_or_else(|| Refusal::new("unknown-overlay", format!("there is no overlay \"{overlay}\"")))
    }
    fn inspect(&self, seats: SeatSet, thing: &str) -> Result<Detail, Refusal> {
        detail_in(&self.game.rules, &self.view(seats), thing, &Catalogue::default()).ok_or_else(|| {
            Refusal::new("unknown-thing", format!("there is nothing more to tell of \"{thing}\""))
        })
    }
    fn can_undo(&self, seats: SeatSet) -> bool {
        self.reversible(seats).is_some()
    }
    fn undoes(&self, seats: SeatSet) -> Option<usize> {
        self.reversible(seats).map(|index| self.skipped + index)
    }
    fn undo(&mut self, seats: SeatSet) -> Result<(), Refusal> {
        let undone = self.reversible(seats).and_then(|index| Some((index, self.without(index)?)));
        let Some((index, state)) = undone else {
            let why = "nothing can be taken back: dice, a revelation or another's decision came last";
            return Err(Refusal::new("no-undo", why));
        };
        let first = self.steps.len() - self.loose.len();
        self.steps.remove(index);
        self.loose.remove(index - first);
        if self.loose.is_empty() {
            self.base = None;
        }
        self.state = state;
        let length = self.length();
        self.scripts.iter_mut().for_each(|s| s.before = s.before.min(length));
        Ok(())
    }
    fn seen_by(&self, index: usize, seats: SeatSet) -> bool {
        let eyes = if seats.is_empty() { SeatSet::one(PUBLIC) } else { seats };
        self.step(index).is_some_and(|s| !s.seen.intersection(eyes).is_empty())
    }
    fn log(&self, index: usize, seats: SeatSet) -> Vec<Event> {
        let (opening, said) = self.said_in(index);
        [self.events(opening, seats), self.events(&said, seats)].concat()
    }
    fn sentences(&self, index: usize, seats: SeatSet) -> usize {
        let (opening, said) = self.said_in(index);
        opening.iter().chain(&said).filter(|e| e.may_read(seats)).count()
    }
    fn skipped(&self) -> usize {
        self.skipped
    }
    fn sentences_skipped(&self, seats: SeatSet) -> usize {
        let may_read = |said: &&(SeatSet, u32)| journal::may_read(said.0, seats);
        self.said.iter().filter(may_read).map(|&(_, count)| count as usize).sum()
    }
    fn snapshot(&self) -> Option<Snapshot> {
        if !self.loose.is_empty() || self.game.rules.to_act(&self.state).is_empty() {
            return None;
        }
        let dice = self.play.dice().place()?;
        let said = together(&self.said, self.count_said(self.skipped == 0, &self.steps));
        let state = serde_json::to_string(&self.state).ok()?;
        let hash = crate::dice::hex(&Sha256::digest(&state));
        Some(Snapshot { length: self.length(), state, dice, said, hash })
    }
    fn skip_to(&mut self, snapshot: &Snapshot, seed: Seed) -> Result<(), Refusal> {
        let bad = |message: &str| Refusal::new("bad-snapshot", message);
        let state = serde_json::from_str(&snapshot.state).map_err(|e| bad(&e.to_string()))?;
        if state_hash(&state) != snapshot.hash {
            return Err(bad("the position reads back as another one"));
        }
        self.state = state;
        self.play = Play::new(Dice::seeded_from(seed, snapshot.dice));
        self.current = seed;
        self.steps = Steps::default();
        self.scripts.clear();
        self.reseeds.clear();
        self.settle();
        self.skipped = snapshot.length;
        self.said.clone_from(&snapshot.said);
        Ok(())
    }
    fn written_from(&self, action: usize) -> Option<Vec<u8>> {
        Some(self.steps.write_from(action.checked_sub(self.skipped)?))
    }
    fn recall(
        &mut self,
        written: &[Vec<u8>],
        dice: &[Script],
        reseeded: &[(usize, Seed)],
    ) -> Result<(), Refusal> {
        let bad = |message: &str| Refusal::new("bad-snapshot", message);
        let mut steps = Steps::default();
        let read: Option<()> = written.iter().map(|bytes| steps.read(bytes, self.skipped)).collect();
        read.ok_or_else(|| bad("what was said can't be read"))?;
        if steps.len() != self.skipped || together(&[], self.count_said(true, &steps)) != self.said {
            return Err(bad("something else was said"));
        }
        self.steps.put_before(steps);
        self.scripts.splice(0..0, dice.iter().cloned());
        self.reseeds.splice(0..0, reseeded.iter().copied());
        self.skipped = 0;
        self.said.clear();
        Ok(())
    }
    fn forget(&mut self, before: usize) -> Forgotten {
        let gone = self.steps.split_before(before.saturating_sub(self.skipped));
        if gone.len() == 0 {
            return Forgotten::default();
        }
        self.said = together(&self.said, self.count_said(self.skipped == 0, &gone));
        self.skipped += gone.len();
        let skipped = self.skipped;
        let later = self.scripts.partition_point(|script| script.before < skipped);
        let reseeded = self.reseeds.partition_point(|(before, _)| *before < skipped);
        Forgotten {
            actions: gone.iter().map(|step| (step.seat, step.text.to_owned())).collect(),
            dice: self.scripts.drain(..later).collect(),
            reseeded: self.reseeds.drain(..reseeded).collect(),
        }
    }
    fn seen(&self, index: usize) -> SeatSet {
        self.step(index).map_or(SeatSet::NONE, |step| step.seen)
    }
    fn record(&self, whole: bool) -> Record {
        let eyes = if whole { SeatSet::ALL } else { SeatSet::NONE };
        Record {
            notes: self.notes(eyes),
            log: (self.skipped..self.length().max(1)).flat_map(|i| self.log(i, eyes)).collect(),
            hash: state_hash(&self.state),
            ..self.moves(whole)
        }
    }
    fn moves(&self, whole: bool) -> Record {
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
            reseeded: self
                .reseeds
                .iter()
                .map(|(before, seed)| Reseeded {
                    before: *before,
                    seed: if whole { seed.to_string() } else { String::new() },
                    commitment: seed.commitment(),
                })
                .collect(),
            actions: self
                .steps
                .iter()
                .map(|s| (info.seat_id(s.seat).to_owned(), s.text.to_string()))
                .collect(),
            notes: Vec::new(),
            log: Vec::new(),
            hash: String::new(),
        }
    }
    fn commitment(&self) -> String {
        self.current.commitment()
    }
    fn desk(&self, seat: Seat) -> Result<Box<dyn Desk>, Refusal> {
        if !self.game.rules.to_act(&self.state).contains(seat) {
            return Err(Refusal::new("not-your-turn", "that seat is not to act"));
        }
        Ok(Box::new(desk::TypedDesk { game: self.game.clone(), view: self.view(SeatSet::one(seat)), seat }))
    }
    fn evaluate(&self, side: u8) -> f32 {
        self.game.rules.evaluate(&self.state, side)
    }
    fn features(&self) -> Vec<f32> {
        self.game.rules.features(&self.state)
    }
    fn expected(&self, seat: Seat, action: &str) -> Option<Vec<f32>> {
        let (seat, action) = self.read(Some(seat), action).ok()?;
        let sides = self.info().sides.len();
        crate::fortune::expected(&self.game.rules, &self.state, seat, action, sides)
    }
    fn copy_position(&self, times: usize) -> usize {
        for _ in 0..times {
            // Shown by reference: handing the copy over would copy it once more.
            let copy = std::hint::black_box(&self.state).clone();
            std::hint::black_box(&copy);
        }
        size_of::<R::State>()
    }
    fn fork(&self) -> Box<dyn Match> {
        Box::new(Self {
            game: self.game.clone(),
            options: self.options.clone(),
            scenario: self.scenario.clone(),
            seed: self.seed,
            current: self.current,
            origin: self.origin.clone(),
            state: self.state.clone(),
            play: self.play.clone(),
            skipped: self.skipped,
            said: self.said.clone(),
            steps: self.steps.clone(),
            opening: self.opening.clone(),
            loose: self.loose.clone(),
            base: self.base.clone(),
            scripts: self.scripts.clone(),
            reseeds: self.reseeds.clone(),
            orders: self.orders.clone(),
            notes: self.notes.clone(),
        })
    }
}
