//! What goes over the wire beside the engine's own types. The OpenAPI document and the client's types come from here.

use engine::{Event, GameInfo, Level, Options, Record, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The games on offer.
#[derive(Serialize, JsonSchema)]
pub struct Games {
    /// The games.
    pub games: Vec<GameEntry>,
}

/// A game on offer.
#[derive(Serialize, JsonSchema)]
pub struct GameEntry {
    /// The catalogue entry.
    #[serde(flatten)]
    pub info: GameInfo,
    /// Its computer players, weakest first.
    pub players: Vec<Level>,
    /// The names of its maps.
    pub maps: Vec<String>,
}

/// A game's rules in our words.
#[derive(Serialize, JsonSchema)]
pub struct RuleBook {
    /// What rule ids begin with: `kb`.
    pub prefix: String,
    /// The rules, in the order of the book.
    pub rules: Vec<engine::ledger::LedgerRule>,
}

/// Who plays a chair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// Somebody at the screen that made the match.
    Here,
    /// Somebody who gets a link.
    Link,
    /// The computer.
    Computer,
}

impl PlayerKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Link => "link",
            Self::Computer => "computer",
        }
    }
    pub(crate) fn parse(word: &str) -> Option<Self> {
        [Self::Here, Self::Link, Self::Computer].into_iter().find(|k| k.word() == word)
    }
}

/// A chair that is asked for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChairRequest {
    /// The ids of its seats.
    pub seats: Vec<String>,
    /// Who plays it.
    pub player: PlayerRequest,
}

/// Who is to play a chair.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerRequest {
    /// Which kind of player.
    pub kind: PlayerKind,
    /// The computer's level; without it the middle one.
    #[serde(default)]
    pub level: Option<String>,
}

/// Asks for a match.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateRequest {
    /// The game's slug.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: Options,
    /// The chairs: every seat of the scenario in exactly one of them.
    pub chairs: Vec<ChairRequest>,
}

/// Asks for a match that goes on from a file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// A record, to be replayed and gone on with.
    #[serde(default)]
    pub record: Option<Record>,
    /// A position.
    #[serde(default)]
    pub position: Option<serde_json::Value>,
    /// The chairs.
    pub chairs: Vec<ChairRequest>,
}

/// Asks for a match that goes its own way from a moment of another.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForkRequest {
    /// The number of actions after which it begins.
    pub at: usize,
    /// The chairs.
    pub chairs: Vec<ChairRequest>,
}

/// A match that was made.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Created {
    /// The match's id.
    pub r#match: String,
    /// Its chairs, with their secrets.
    pub chairs: Vec<CreatedChair>,
    /// The spectators' token. Empty in a rematch, where the tokens stay what they were.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub spectator: String,
}

/// A chair that was made.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CreatedChair {
    /// The ids of its seats.
    pub seats: Vec<String>,
    /// Who plays it.
    pub kind: PlayerKind,
    /// The secret of whoever plays it; none for a computer, and none in a rematch, where it stays what it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A chair as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChairState {
    /// The ids of its seats.
    pub seats: Vec<String>,
    /// Who plays it.
    pub kind: PlayerKind,
    /// The computer's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Whether somebody on it follows the match now; a computer always does.
    pub online: bool,
}

/// How a match stands, for one chair.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Update {
    /// The match's id.
    pub r#match: String,
    /// The game's slug.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Every option with its value.
    pub options: Options,
    /// Grows by one with everything that happens: actions, undoing, resigning.
    pub version: u64,
    /// How many actions were played and not undone.
    pub length: usize,
    /// In an answer about a past moment: after how many actions it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// The ids of the seats that this chair holds.
    pub seats: Vec<String>,
    /// All chairs.
    pub chairs: Vec<ChairState>,
    /// Turn, phase, who is to act, how it ended.
    pub status: Status,
    /// Whether this chair can take its last action back.
    pub undo: bool,
    /// The hash of the seed, published from the start.
    pub commitment: String,
    /// The seed, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Whether the match was put away.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub archived: bool,
    /// The match that is played as its rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// What is to be drawn.
    #[schemars(with = "engine::Scene<'static>")]
    pub scene: Box<RawValue>,
    /// What was said since.
    pub log: LogPart,
}

/// A part of the log as a chair reads it. Whoever keeps a log cuts it to `from` entries and adds `events`.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LogPart {
    /// How many entries of this chair's log come before.
    pub from: usize,
    /// The entries.
    pub events: Vec<Event>,
}

/// An action.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActRequest {
    /// The version that it answers to.
    pub version: u64,
    /// The action's text.
    pub action: String,
    /// The seat; needed only where two seats of a chair could mean the same text.
    #[serde(default)]
    pub seat: Option<String>,
    /// Up to 64 characters of the sender's choice: the same key is applied once.
    pub key: String,
}

/// Takes the last action back.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoRequest {
    /// The version that it answers to.
    pub version: u64,
    /// As in an action.
    pub key: String,
}

/// The legal actions of a seat.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Legal {
    /// The seat.
    pub seat: String,
    /// The actions' texts.
    pub actions: Vec<String>,
}

/// The matches of some tokens.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Own {
    /// The matches, the newest first.
    pub matches: Vec<Summary>,
}

/// A match in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Summary {
    /// The match's id.
    pub r#match: String,
    /// The game's slug.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Its version.
    pub version: u64,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When something last happened.
    pub changed: i64,
    /// The seats of the tokens.
    pub seats: Vec<String>,
    /// All chairs.
    pub chairs: Vec<ChairState>,
    /// Turn, phase, who is to act, how it ended.
    pub status: Status,
    /// Whether one of the tokens' seats is to act.
    pub your_turn: bool,
    /// Whether it was put away.
    pub archived: bool,
}

/// In a stream: a computer thinks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ThinkingNews {
    /// For which seat.
    pub seat: String,
    /// How far it is, from 0 to 1.
    pub progress: f32,
}

/// In a stream: who follows the match.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Presence {
    /// All chairs.
    pub chairs: Vec<ChairState>,
}

/// In a stream: the match is played again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RematchNews {
    /// The new match. The tokens are the same.
    pub r#match: String,
}

/// Something was done.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Done {
    /// Always true.
    pub ok: bool,
}

/// Figures of a finished game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Statistics {
    /// The points of each side at the end of each turn.
    pub points: Vec<TurnTotals>,
    /// How many pieces each side has lost by the end of each turn.
    pub losses: Vec<TurnTotals>,
    /// How well each side stood at the end of each turn, in the eyes of the game's own judgement.
    pub standing: Vec<TurnStanding>,
    /// How often each face of each kind of die fell.
    pub dice: Vec<DiceTotals>,
    /// The dice of each seat.
    pub luck: Vec<Luck>,
    /// Whether the dice were those that the published hash stands for.
    pub verification: Verification,
}

/// A number for each side at the end of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TurnTotals {
    /// The turn.
    pub turn: u16,
    /// In the order of the sides.
    pub totals: Vec<i32>,
}

/// The judgement of each side at the end of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TurnStanding {
    /// The turn.
    pub turn: u16,
    /// In the order of the sides.
    pub totals: Vec<f32>,
}

/// The dice of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DiceTotals {
    /// Sides of the die.
    pub sides: u32,
    /// How many rolls.
    pub rolls: u32,
    /// Their mean.
    pub mean: f64,
    /// The mean of a fair die.
    pub expected: f64,
    /// How often each face fell, from 1.
    pub counts: Vec<u32>,
}

/// The dice of one seat, six-sided ones and others alike.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Luck {
    /// The seat.
    pub seat: String,
    /// How many rolls.
    pub rolls: u32,
    /// The mean of the rolls, each as a share of its die from 0 (lowest) to 1 (highest).
    pub mean: f64,
    /// What fair dice give: 0.5.
    pub expected: f64,
    /// How many standard deviations the sum of the rolls is above that of fair dice.
    pub sigma: f64,
}

/// What a check of the dice found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verification {
    /// Whether all is as it should be.
    pub fair: bool,
    /// In one sentence.
    pub detail: String,
}
