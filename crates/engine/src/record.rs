//! Records: a whole game as one file that replays bit for bit.

use crate::{Options, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game as played. Its dice follow from the seed, so nothing else is needed to play it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this format: 1.
    pub format: u32,
    /// The game's slug.
    pub game: String,
    /// The version of the game's rules.
    pub version: u32,
    /// Fingerprint of the data that the rules read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub data: String,
    /// The scenario.
    pub scenario: String,
    /// Every option with its value.
    pub options: Options,
    /// The seed. Empty as long as the game goes on and the record is not its owner's to see.
    pub seed: String,
    /// The hash of the seed, published at the start.
    pub commitment: String,
    /// The position it started from, if not the scenario's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<serde_json::Value>,
    /// Dice that were laid down by hand (studies, tests).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Script>,
    /// Seeds that took the place of the first one: a game that was brought from a file goes on with new dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reseeded: Vec<Reseeded>,
    /// Seat and text of every action.
    pub actions: Vec<(String, String)>,
    /// Players' own notes on the match: seat, thing, text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// The log, for readers; replaying makes it anew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<Event>,
    /// SHA-256 of the final position. Empty where it is not known: a record saved by a program with other rules.
    pub hash: String,
}

/// Rolls laid down by hand before an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Script {
    /// The number of actions played before.
    pub before: usize,
    /// The rolls.
    pub rolls: Vec<u32>,
}

/// A new seed before an action. What was still laid down by hand is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reseeded {
    /// The number of actions played before.
    pub before: usize,
    /// The seed. Empty where the first one is.
    pub seed: String,
    /// The hash of the seed.
    pub commitment: String,
}

/// A moment of a match, from which it can be gone on with without playing again what came before ([`crate::Match::skip_to`]).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The number of actions played before.
    pub length: usize,
    /// The whole position as the program keeps it, as JSON.
    pub state: String,
    /// How far the dice have got.
    pub dice: u128,
    /// How many sentences were said to each set of seats.
    pub said: Vec<(SeatSet, u32)>,
    /// The SHA-256 of the position.
    pub hash: String,
}

/// A player's own name or note for a piece or a place. No rule knows of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// Whose note it is.
    pub seat: String,
    /// The piece or place by its id in the scene, or `match` for a note on the whole match.
    pub thing: String,
    /// The note.
    pub text: String,
}

/// A sentence of the log on the wire.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// The seat that did it; none for what happens by itself.
    pub seat: Option<String>,
    /// The sentence.
    pub text: String,
    /// The rule.
    pub rule: String,
    /// The dice that led to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    /// The places it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<String>,
    /// Which part of a long resolution it belongs to, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub beat: u16,
    /// What happened to pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<EffectLine>,
}

/// What happened to a piece, on the wire.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EffectLine {
    /// `moved`, `placed`, `reduced`, `lost`, `left`, `shown`.
    pub kind: String,
    /// The piece by its id in the scene; empty where the reader may not know it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub piece: String,
    /// From where.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub from: String,
    /// To where, or where.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub to: String,
    /// How many steps.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub steps: u16,
}

fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// A die on the wire.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Die {
    /// Sides.
    pub sides: u32,
    /// 1 to `sides`; for many dice at once, how many of them hit.
    pub roll: u32,
    /// What it was for.
    pub label: String,
    /// How many dice were thrown at once, where there were many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<u32>,
    /// With many dice: the highest number that counts as a hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
    /// Drawn from a cup or by lot: no die.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cup: bool,
}

impl Reseeded {
    /// The seed, if it is the one that the hash was published of.
    pub fn seed(&self) -> Result<crate::Seed, String> {
        let seed = crate::Seed::parse(&self.seed)?;
        if seed.commitment() == self.commitment {
            Ok(seed)
        } else {
            Err("the seed does not match the hash published for it".to_owned())
        }
    }
}

impl Record {
    /// Reads a record; the error is one sentence with line and column.
    pub fn parse(text: &str) -> Result<Self, String> {
        let record: Self = serde_json::from_str(text).map_err(|e| format!("not a record: {e}"))?;
        if record.format == 1 {
            Ok(record)
        } else {
            Err(format!("a record of format {}, and this program reads format 1", record.format))
        }
    }
}
