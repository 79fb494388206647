//! Games and matches without their types: what server, command line and protocol work with.

use crate::data::DataError;
use crate::matches::TypedMatch;
use crate::playout::{self, Playout};
use crate::record::{Note, Script, Snapshot};
use crate::scene::{Quantity, sheet_of};
use crate::{
    Detail, Event, GameInfo, Habit, Habits, Ledger, Level, Memory, Options, Order, Outcome, Outcomes,
    Overlay, Papers, Player, Record, Seat, SeatSet, Seed, Sheet, Thinking, Title, Unhurried,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// A refusal on the wire: a code for programs, a rule and one sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refusal {
    /// `illegal-action`, `bad-action`, `unknown-game`, `bad-position`, `bad-record`, `bad-dice`, `no-undo`, ...
    pub code: &'static str,
    /// The rule that forbids it, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// One sentence.
    pub message: String,
}

impl Refusal {
    /// A refusal without a rule.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, rule: None, message: message.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            Some(rule) => write!(f, "{} [{rule}]", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// Where a match stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Status {
    /// The game turn, from 1; 0 during set-up.
    pub turn: u16,
    /// Date or name of the turn.
    pub label: String,
    /// The phase in words.
    pub phase: String,
    /// The ids of the seats that are to act.
    pub to_act: Vec<String>,
    /// How it ended, once it has.
    pub over: Option<Outcome>,
}

/// What a computer player chose.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Choice {
    /// The seat it chose for.
    pub seat: String,
    /// The action's text.
    pub action: String,
    /// What it says of its thinking.
    pub info: String,
}

/// A game, its data loaded, its computer players at hand.
pub trait Game: Send + Sync {
    /// Title, seats, scenarios, options.
    fn info(&self) -> &GameInfo;
    /// The rule ledger.
    fn ledger(&self) -> &Ledger;
    /// The game's map files: name and text.
    fn maps(&self) -> &[(String, String)];
    /// What a person reads of it: briefings and guided games.
    fn papers(&self) -> &Papers;
    /// The levels of its computer players, weakest first.
    fn levels(&self) -> Vec<Level>;
    /// The bad habits that [`Match::act_watched`] counts.
    fn habits(&self) -> &'static [Habit];
    /// The numbers that the players of a side go by in a scenario, by their place in `judgement.toml`.
    fn weights(&self, scenario: &str, side: u8) -> Vec<(String, f64)>;
    /// Where weights of the evaluation's features stand in `judgement.toml`, and what is written there.
    fn fitted(&self, scenario: &str, weights: &[f64]) -> Vec<(String, String)>;
    /// Fingerprint of replaced data files; empty for the data as shipped.
    fn fingerprint(&self) -> &str;
    /// What never changes in a scenario.
    fn sheet(&self, scenario: &str) -> Result<Sheet, Refusal>;
    /// Begins a scenario.
    fn start(&self, scenario: &str, options: &Options, seed: Seed) -> Result<Box<dyn Match>, Refusal>;
    /// Begins from a position.
    fn load_position(&self, position: &serde_json::Value, seed: Seed) -> Result<Box<dyn Match>, Refusal>;
    /// Plays a record again, to its end.
    fn load_record(&self, record: &Record) -> Result<Box<dyn Match>, Refusal>;
    /// Plays a scenario at random, whole games one after the other, until `more` says no.
    fn playout(
        &self,
        scenario: &str,
        options: &Options,
        seed: u64,
        more: &mut dyn FnMut(&Playout) -> bool,
    ) -> Result<Playout, Refusal>;
}

/// What a match no longer knows of ([`Match::forget`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Who did what.
    pub actions: Vec<(Seat, String)>,
    /// The dice that were laid down by hand before them.
    pub dice: Vec<Script>,
    /// The seeds that took the place of an earlier one, with the number of actions before.
    pub reseeded: Vec<(usize, Seed)>,
}

/// A match in progress.
pub trait Match: Send {
    /// The game it belongs to.
    fn info(&self) -> &GameInfo;
    /// The scenario's id.
    fn scenario(&self) -> &str;
    /// The options.
    fn options(&self) -> &Options;
    /// Turn, phase, who is to act, outcome.
    fn status(&self) -> Status;
    /// The seats that are to act.
    fn to_act(&self) -> SeatSet;
    /// The seats that may do something: those to act, and those that may interrupt.
    fn may_act(&self) -> SeatSet;
    /// How many actions have been played and not undone.
    fn length(&self) -> usize;
    /// The legal actions of a seat, as text.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// The actions of a seat's legal list that stand for many: their text, and the counts they stand for.
    fn quantities(&self, seat: Seat) -> Vec<(String, Quantity)>;
    /// Why a seat may not play an action now, as far as it can know; none if it may.
    fn why_not(&self, seat: Seat, action: &str) -> Option<Refusal>;
    /// Plays an action. Without a seat, the one that is to act (the first for whom it is legal).
    fn act(&mut self, seat: Option<Seat>, action: &str) -> Result<Vec<Event>, Refusal>;
    /// Plays an action without putting into words what happens. Where it was played before, who saw something of it may be
    /// known ([`Match::seen`]) and need not be found out again.
    fn play(&mut self, seat: Option<Seat>, action: &str, seen: Option<SeatSet>) -> Result<(), Refusal>;
    /// Plays an action and counts what it shows of the seat's habits.
    fn act_watched(&mut self, seat: Seat, action: &str, habits: &mut Habits) -> Result<Vec<Event>, Refusal>;
    /// The next answer that a standing order gives: who answers, and what. It is played like any other action.
    fn due(&self) -> Option<(Seat, String)>;
    /// Leaves an answer for a kind of question.
    fn give_order(&mut self, seat: Seat, order: Order) -> Result<(), Refusal>;
    /// Takes a standing order back, by its place in [`Match::orders`].
    fn revoke_order(&mut self, seat: Seat, number: usize) -> Result<(), Refusal>;
    /// The standing orders of a seat.
    fn orders(&self, seat: Seat) -> Vec<Order>;
    /// Writes a seat's own note on a piece, a place or the match; an empty text removes it.
    fn jot(&mut self, seat: Seat, thing: &str, text: &str) -> Result<(), Refusal>;
    /// The notes of these seats.
    fn notes(&self, seats: SeatSet) -> Vec<Note>;
    /// The next draws come from this list.
    fn script(&mut self, rolls: &[u32]) -> Result<(), Refusal>;
    /// From now on the dice follow from this seed. Nothing that was laid down by hand is left, nothing can be undone.
    fn reseed(&mut self, seed: Seed);
    /// What will probably come of an action, as far as the seat can tell.
    fn preview(&self, seat: Option<Seat>, action: &str) -> Result<Outcomes, Refusal> {
        self.preview_within(seat, action, &Unhurried)
    }
    /// The same, but no longer than the budget lasts.
    fn preview_within(
        &self,
        seat: Option<Seat>,
        action: &str,
        thinking: &dyn Thinking,
    ) -> Result<Outcomes, Refusal>;
    /// The SHA-256 of the position.
    fn hash(&self) -> String;
    /// The position as these seats see it.
    fn position(&self, seats: SeatSet) -> serde_json::Value;
    /// Writes the scene for these seats, as JSON.
    fn write_scene(&self, seats: SeatSet, out: &mut Vec<u8>);
    /// The scene for these seats, as JSON.
    fn scene(&self, seats: SeatSet) -> String {
        let mut out = Vec::new();
        self.write_scene(seats, &mut out);
        String::from_utf8(out).unwrap_or_default()
    }
    /// An overlay for these seats.
    fn overlay(&self, seats: SeatSet, overlay: &str) -> Result<Overlay, Refusal>;
    /// All about a place or a piece, as these seats may know it.
    fn inspect(&self, seats: SeatSet, thing: &str) -> Result<Detail, Refusal>;
    /// Whether one of these seats may undo now.
    fn can_undo(&self, seats: SeatSet) -> bool;
    /// Whether these seats saw anything of the action `index`: a change on the map, a sentence.
    fn seen_by(&self, index: usize, seats: SeatSet) -> bool;
    /// Who saw anything of the action `index`; the last bit is the public's.
    fn seen(&self, index: usize) -> SeatSet;
    /// The number of the action that [`Match::undo`] would take back.
    fn undoes(&self, seats: SeatSet) -> Option<usize>;
    /// Takes the last action of these seats back, if neither dice, nor a revelation, nor a decision that rests on it lies
    /// between. What other seats chose beside it stays.
    fn undo(&mut self, seats: SeatSet) -> Result<(), Refusal>;
    /// The log of the action `index`, as these seats may read it.
    fn log(&self, index: usize, seats: SeatSet) -> Vec<Event>;
    /// How many sentences the log of the action `index` has for these seats.
    fn sentences(&self, index: usize, seats: SeatSet) -> usize;
    /// How many of the first actions were skipped ([`Match::skip_to`]): nothing is known of them but how many sentences were said.
    fn skipped(&self) -> usize;
    /// How many sentences the skipped actions had for these seats.
    fn sentences_skipped(&self, seats: SeatSet) -> usize;
    /// This moment, to be kept. None where something may still be taken back, where dice that were laid down by hand are left,
    /// and when the game is over.
    fn snapshot(&self) -> Option<Snapshot>;
    /// Goes to a moment that was kept of this match, with the seed that its dice followed from then. What was played so far is
    /// forgotten; orders and notes stay. The record tells only of what is played from here on.
    fn skip_to(&mut self, snapshot: &Snapshot, seed: Seed) -> Result<(), Refusal>;
    /// What was played and said from an action on, in bytes for [`Match::recall`]; none if that action was skipped.
    fn written_from(&self, action: usize) -> Option<Vec<u8>>;
    /// Knows again what was skipped: all that was written of it (or more), in its order, with the dice that were laid down by
    /// hand and the seeds. Bytes are worth something only to the very program that wrote them; on an error nothing has changed.
    fn recall(
        &mut self,
        written: &[Vec<u8>],
        dice: &[Script],
        reseeded: &[(usize, Seed)],
    ) -> Result<(), Refusal>;
    /// Forgets what was played and said before an action, or a part of it, and tells what was done. It counts as skipped from then on.
    fn forget(&mut self, before: usize) -> Forgotten;
    /// The record. The seed, and the log of all seats, are in it only when `whole`.
    fn record(&self, whole: bool) -> Record;
    /// The record without notes, log and hash: what is needed to play it again.
    fn moves(&self, whole: bool) -> Record;
    /// The hash of the seed.
    fn commitment(&self) -> String;
    /// What a seat that is to act sees, for a computer player to think about while the match goes its way.
    fn desk(&self, seat: Seat) -> Result<Box<dyn Desk>, Refusal>;
    /// Lets a computer player of the given level choose for a seat that is to act.
    fn choose(
        &self,
        seat: Seat,
        level: &str,
        random: u64,
        memory: &mut Memory,
        thinking: &dyn Thinking,
    ) -> Result<Choice, Refusal> {
        self.desk(seat)?.choose(level, random, memory, thinking)
    }
    /// How well a side stands, as the game's own judgement sees the truth (for charts of finished games).
    fn evaluate(&self, side: u8) -> f32;
    /// What the evaluation weighs in this position.
    fn features(&self) -> Vec<f32>;
    /// How well each side would stand on average after an action, over its dice; none if no dice decide about it.
    fn expected(&self, seat: Seat, action: &str) -> Option<Vec<f32>>;
    /// Copies the position so many times and forgets the copies: what `bench` times. Says how many bytes one has.
    fn copy_position(&self, times: usize) -> usize;
    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn Match>;
}

/// A seat's view of a match at one decision: enough to think, and nothing else of the match.
pub trait Desk: Send {
    /// Lets a computer player of the given level choose.
    fn choose(
        &self,
        level: &str,
        random: u64,
        memory: &mut Memory,
        thinking: &dyn Thinking,
    ) -> Result<Choice, Refusal>;
}

/// A game with its ledger, maps and players: the typed thing behind [`Game`].
pub struct Entry<R: Title> {
    pub(crate) rules: R,
    pub(crate) ledger: Ledger,
    pub(crate) maps: Vec<(String, String)>,
    pub(crate) players: Vec<Box<dyn Player<R>>>,
    pub(crate) fingerprint: String,
    pub(crate) papers: Papers,
}

impl<R: Title> Entry<R> {
    /// Puts a game together. `ledger` is the text of its `rules.toml`, `maps` its map files by name.
    pub fn new(
        rules: R,
        ledger: &str,
        maps: Vec<(String, String)>,
        players: Vec<Box<dyn Player<R>>>,
        fingerprint: String,
    ) -> Result<Self, DataError> {
        let ledger = Ledger::parse(ledger).map_err(|message| DataError::new("rules.toml", message))?;
        Ok(Self { rules, ledger, maps, players, fingerprint, papers: Papers::default() })
    }
    /// The same with what a person reads of it.
    pub fn with_papers(self, files: &crate::Files) -> Result<Self, DataError> {
        let papers = Papers::read(files, self.rules.info())?;
        Ok(Self { papers, ..self })
    }
    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }
}

/// A game behind a pointer that its matches share.
pub struct Shared<R: Title>(pub Arc<Entry<R>>);

impl<R: Title> Shared<R> {
    fn options(&self, scenario: &str, options: &Options) -> Result<Options, Refusal> {
        let info = self.0.rules.info();
        let known = info.scenario(scenario).ok_or_else(|| {
            let all: Vec<_> = info.scenarios.iter().map(|s| s.scenario.as_str()).collect();
            Refusal::new(
                "unknown-scenario",
                format!("{} has no scenario \"{scenario}\" (it has: {})", info.game, all.join(", ")),
            )
        })?;
        options.complete(known).map_err(|message| Refusal::new("bad-option", message))
    }
}

impl<R: Title> Game for Shared<R> {
    fn info(&self) -> &GameInfo {
        self.0.rules.info()
    }
    fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }
    fn maps(&self) -> &[(String, String)] {
        &self.0.maps
    }
    fn papers(&self) -> &Papers {
        &self.0.papers
    }
    fn levels(&self) -> Vec<Level> {
        self.0.players.iter().map(|p| p.level().clone()).collect()
    }
    fn habits(&self) -> &'static [Habit] {
        self.0.rules.habits()
    }
    fn weights(&self, scenario: &str, side: u8) -> Vec<(String, f64)> {
        self.0.rules.weights(scenario, side)
    }
    fn fitted(&self, scenario: &str, weights: &[f64]) -> Vec<(String, String)> {
        self.0.rules.fitted(scenario, weights)
    }
    fn fingerprint(&self) -> &str {
        &self.0.fingerprint
    }
    fn sheet(&self, scenario: &str) -> Result<Sheet, Refusal> {
        self.options(scenario, &Options::default())?;
        Ok(sheet_of(&self.0.rules, scenario))
    }
    fn start(&self, scenario: &str, options: &Options, seed: Seed) -> Result<Box<dyn Match>, Refusal> {
        let options = self.options(scenario, options)?;
        Ok(Box::new(TypedMatch::start(self.0.clone(), scenario, options, seed)?))
    }
    fn load_position(&self, position: &serde_json::Value, seed: Seed) -> Result<Box<dyn Match>, Refusal> {
        Ok(Box::new(TypedMatch::from_position(self.0.clone(), position, seed)?))
    }
    fn load_record(&self, record: &Record) -> Result<Box<dyn Match>, Refusal> {
        Ok(Box::new(TypedMatch::replay(self.0.clone(), record)?))
    }
    fn playout(
        &self,
        scenario: &str,
        options: &Options,
        seed: u64,
        more: &mut dyn FnMut(&Playout) -> bool,
    ) -> Result<Playout, Refusal> {
        let options = self.options(scenario, options)?;
        playout::run(&self.0.rules, scenario, &options, seed, more)
            .map_err(|e| Refusal::new("bad-option", e.to_string()))
    }
}

/// The games that a program offers.
#[derive(Clone, Default)]
pub struct Registry {
    games: Vec<Arc<dyn Game>>,
}

impl Registry {
    /// Adds a game.
    #[must_use]
    pub fn with<R: Title>(mut self, entry: Entry<R>) -> Self {
        self.games.push(Arc::new(Shared(Arc::new(entry))));
        self
    }
    /// The games.
    pub fn games(&self) -> impl Iterator<Item = &Arc<dyn Game>> {
        self.games.iter()
    }
    /// The game of a slug.
    pub fn game(&self, slug: &str) -> Result<&Arc<dyn Game>, Refusal> {
        self.games.iter().find(|g| g.info().game == slug).ok_or_else(|| {
            let all: Vec<_> = self.games.iter().map(|g| g.info().game.as_str()).collect();
            Refusal::new(
                "unknown-game",
                format!("there is no game \"{slug}\" (there are: {})", all.join(", ")),
            )
        })
    }
    /// Plays a record again with the game it names.
    pub fn load_record(&self, record: &Record) -> Result<Box<dyn Match>, Refusal> {
        self.game(&record.game)?.load_record(record)
    }
    /// Begins from a position with the game that its field `game` names.
    pub fn load_position(&self, position: &serde_json::Value, seed: Seed) -> Result<Box<dyn Match>, Refusal> {
        let slug = position.get("game").and_then(serde_json::Value::as_str);
        let slug =
            slug.ok_or_else(|| Refusal::new("bad-position", "game: a position names its game here"))?;
        self.game(slug)?.load_position(position, seed)
    }
}
