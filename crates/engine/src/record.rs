//! Records: a whole game as one file that replays bit for bit.

use crate::Options;
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
    /// Fingerprint of replaced data files; empty for the data as shipped.
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
    /// Seat and text of every action.
    pub actions: Vec<(String, String)>,
    /// The log, for readers; replaying makes it anew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<Event>,
    /// SHA-256 of the final position.
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

/// A sentence of the log on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
}

/// A die on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Die {
    /// Sides.
    pub sides: u32,
    /// 1 to `sides`.
    pub roll: u32,
    /// What it was for.
    pub label: String,
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
