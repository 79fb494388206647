//! What goes over the wire beside the engine's own types. The OpenAPI document and the client's types come from here.

use engine::scene::Quantity;
use engine::{Event, GameInfo, Level, Note, Options, Order, Record, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

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
    /// Its guided games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guides: Vec<GuideEntry>,
}

/// A guided game on offer.
#[derive(Serialize, JsonSchema)]
pub struct GuideEntry {
    /// Its id.
    pub guide: String,
    /// Its title.
    pub title: String,
    /// What one learns in it.
    pub blurb: String,
    /// The scenario it is played in.
    pub scenario: String,
    /// The seat of the person who is guided.
    pub seat: String,
    /// How long it takes, in minutes.
    pub minutes: u16,
}

/// Why a press means nothing: the rule that forbids it, if one does.
#[derive(Serialize, JsonSchema)]
pub struct WhyNot {
    /// The rule.
    pub rule: Option<String>,
    /// One sentence.
    pub message: Option<String>,
}

/// The moments of a game that a replay marks.
#[derive(Default, Serialize, JsonSchema)]
pub struct Moments {
    /// Where turns begin.
    pub turns: Vec<Whereabouts>,
    /// Where dice were rolled for a place.
    pub fights: Vec<Whereabouts>,
}

/// A moment of a game.
#[derive(Serialize, JsonSchema)]
pub struct Whereabouts {
    /// After how many actions it is.
    pub at: usize,
    /// What it is called.
    pub text: String,
    /// The turn that begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
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
pub struct ImportRequest<'a> {
    /// A record, to be replayed and gone on with, with new dice.
    #[serde(borrow, default)]
    #[schemars(with = "Option<Record>")]
    pub record: Option<&'a RawValue>,
    /// A position.
    #[serde(borrow, default)]
    #[schemars(with = "Option<serde_json::Value>")]
    pub position: Option<&'a RawValue>,
    /// What a [`SealedGame`] of this server holds.
    #[serde(default)]
    pub sealed: Option<String>,
    /// The chairs; a sealed game brings its own.
    #[serde(default)]
    pub chairs: Vec<ChairRequest>,
}

/// A saved game that goes on: what is hidden in it, the seed among them, only the server that made it can read.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SealedGame {
    /// The version of this format: 1.
    pub format: u32,
    /// The game's slug.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Date or name of the turn.
    pub label: String,
    /// What an import takes; none for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sealed: Option<String>,
    /// The log as the chair read it.
    pub log: Vec<Event>,
}

/// Follows an invitation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The code of the invitation.
    pub invite: String,
}

/// An invitation was followed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Joined {
    /// The match's id.
    pub r#match: String,
    /// The ids of the chair's seats.
    pub seats: Vec<String>,
    /// The token, which nobody else has.
    pub token: String,
}

/// Asks for an invitation.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InviteRequest {
    /// The seats of the chair; without them one's own.
    #[serde(default)]
    pub seats: Option<Vec<String>>,
}

/// An invitation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Invited {
    /// The ids of the chair's seats.
    pub seats: Vec<String>,
    /// The code, which works once: a link is `/play/MATCH#i.CODE`.
    pub invite: String,
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
    /// The secret of whoever plays it at this screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The invitation for somebody elsewhere, which works once. None of both for a computer, and in a rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
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
    /// Whether anybody has come to it: false until the invitation is followed.
    pub joined: bool,
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
    /// Grows by one with everything that this chair could notice: actions, undoing, resigning.
    pub version: u64,
    /// How many actions that this chair could notice were played and not undone; all of them once the game is over.
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
    /// How many of the first actions came from a file; 0 if it began with a position from a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imported: Option<usize>,
    /// Why the match can only be looked at: it was played under other rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frozen: Option<String>,
    /// The match that is played as its rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// What standing orders of the chair answered just now: seat and action each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<(String, String)>,
    /// What was said since.
    pub log: LogPart,
    /// What is to be drawn. It comes last, so that the text of a scene can be put in without being read again.
    #[schemars(with = "engine::Scene<'static>")]
    pub scene: Box<RawValue>,
}

/// In a stream that was asked for with `scenes=changes`: an [`Update`] with this, as `changes`, in the place of its scene.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SceneChanges {
    /// The version whose scene it begins from: the last one that the stream told.
    pub from: u64,
    /// Fields of the scene that are others now.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, serde_json::Value>,
    /// Lists of the scene that are others now, put together from parts.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub lists: BTreeMap<String, Vec<ListPart>>,
    /// Fields that are no more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
}

/// A part of a list that changed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ListPart {
    /// So many items of the list as it was, from this index on.
    Keep(usize, usize),
    /// New items.
    New(Vec<serde_json::Value>),
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

/// A standing order that is given, or taken back.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderRequest {
    /// The seat; needed only where a chair has several.
    #[serde(default)]
    pub seat: Option<String>,
    /// The order. To take one back, exactly as it was given.
    pub order: Order,
}

/// The standing orders of a chair.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Standing {
    /// The orders, in the order in which they were given.
    pub orders: Vec<SeatOrder>,
    /// The seat and the action that an order would answer with now, if its answer was taken back; with the next action it
    /// is no longer held back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<(String, String)>,
}

/// A standing order.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SeatOrder {
    /// Whose it is.
    pub seat: String,
    /// The order.
    pub order: Order,
}

/// A note.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteRequest {
    /// The seat; needed only where a chair has several.
    #[serde(default)]
    pub seat: Option<String>,
    /// The piece or place by its id in the scene, or `match` for a note on the whole match.
    pub thing: String,
    /// The note, of at most 400 characters; an empty one removes it.
    pub text: String,
}

/// The notes of a chair.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Notes {
    /// The notes.
    pub notes: Vec<Note>,
}

/// The legal actions of a seat.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Legal {
    /// The seat.
    pub seat: String,
    /// The actions' texts.
    pub actions: Vec<String>,
    /// Of the actions that stand for every count up to their own, which counts.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub quantities: BTreeMap<String, Quantity>,
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
    /// Why it can only be looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frozen: Option<String>,
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
    /// How many steps each side has lost by the end of each turn, as the log tells.
    pub losses: Vec<TurnTotals>,
    /// How well each side stood at the end of each turn, in the eyes of the game's own judgement.
    pub standing: Vec<TurnStanding>,
    /// How often each face of each kind of die fell.
    pub dice: Vec<DiceTotals>,
    /// What the dice brought each side by the end of each turn against what they bring on average, in the game's own
    /// judgement.
    pub luck: Vec<TurnStanding>,
    /// Whether the dice were those that the published hash stands for.
    pub verification: Verification,
}

/// A number for each side at the end of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TurnTotals {
    /// The turn.
    pub turn: u16,
    /// After how many actions it ended.
    pub at: usize,
    /// In the order of the sides.
    pub totals: Vec<i32>,
}

/// The judgement of each side at the end of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TurnStanding {
    /// The turn.
    pub turn: u16,
    /// After how many actions it ended.
    pub at: usize,
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

/// What a check of the dice found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verification {
    /// Whether all is as it should be.
    pub fair: bool,
    /// In one sentence.
    pub detail: String,
}
