//! What a person reads of a game: the briefing of each side, and guided first games (a record with cues).
//!
//! All of it is data: `briefings.toml` and `guides/*.toml` in a game's `data` folder. Nothing here is a rule.

use crate::data::{DataError, Files};
use crate::{GameInfo, Options};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The reading matter of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Papers {
    /// One for every scenario and side.
    pub briefings: Vec<Briefing>,
    /// A counter of each scenario taken apart.
    pub counters: Vec<CounterKey>,
    /// Guided games.
    pub guides: Vec<Guide>,
}

/// What somebody should know before the first turn of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Briefing {
    /// The scenario.
    pub scenario: String,
    /// The id of the side.
    pub side: String,
    /// Who you are and where the war stands.
    pub who: String,
    /// How to win, in one or two sentences.
    pub goal: String,
    /// The levels of victory, best first.
    pub levels: Vec<VictoryLevel>,
    /// How long it is.
    pub length: String,
    /// What the first turn is about.
    pub first: String,
    /// Three pieces of advice.
    pub advice: Vec<String>,
    /// The rules behind the goal.
    pub rule: String,
}

/// A level of victory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryLevel {
    /// What it takes: `more than 10 points`.
    pub points: String,
    /// What it is called: `decisive victory`.
    pub result: String,
}

/// A counter taken apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterKey {
    /// The scenario.
    pub scenario: String,
    /// The piece, by the id of its definition in the sheet.
    pub piece: String,
    /// What is on it, and what that means.
    pub parts: Vec<CounterPart>,
}

/// Something printed on a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterPart {
    /// What is printed: `6-6-8`.
    pub mark: String,
    /// What it means.
    pub meaning: String,
}

/// A guided game: a record with cues. Its dice follow from its seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// Short id: `first-steps`.
    pub guide: String,
    /// Title.
    pub title: String,
    /// What one learns in it.
    pub blurb: String,
    /// The scenario it is played in.
    pub scenario: String,
    /// The options that differ from their defaults.
    #[serde(default)]
    pub options: Options,
    /// The seat of the person who is guided.
    pub seat: String,
    /// How long it takes, in minutes.
    pub minutes: u16,
    /// The seed of the dice.
    pub seed: String,
    /// The steps, in order.
    #[serde(rename = "step")]
    pub steps: Vec<Cue>,
}

/// One step of a guided game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cue {
    /// What the card says; empty where moves are only shown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub say: String,
    /// The actions of this step, seat and text each: what the person is asked to do, or what is played for anybody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub play: Vec<(String, String)>,
    /// Whether the actions are played by themselves, the person's own among them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shown: bool,
    /// The place to press where the rules will say no: the step waits for the refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The place that the card points at, if the action does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The button or part of the page that the card points at: `goal`, `log`, `workings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Briefings {
    briefing: Vec<Briefing>,
    #[serde(default)]
    counter: Vec<CounterKey>,
}

impl Papers {
    /// Reads the papers of a game from its data files; a game without them has none.
    pub fn read(files: &Files, info: &GameInfo) -> Result<Self, DataError> {
        let mut papers = Self::default();
        if files.names().any(|name| name == "briefings.toml") {
            let read: Briefings = files.toml("briefings.toml")?;
            papers.briefings = read.briefing;
            papers.counters = read.counter;
        }
        for name in files.names().filter(|name| name.starts_with("guides/")) {
            papers.guides.push(files.toml(name)?);
        }
        papers.check(info)?;
        Ok(papers)
    }

    /// Scenarios, sides and seats must exist.
    fn check(&self, info: &GameInfo) -> Result<(), DataError> {
        let bad = |file: &str, what: &str, name: &str| {
            DataError::new(file, format!("there is no {what} \"{name}\""))
        };
        for briefing in &self.briefings {
            info.scenario(&briefing.scenario)
                .ok_or_else(|| bad("briefings.toml", "scenario", &briefing.scenario))?;
            if !info.sides.iter().any(|side| side.side == briefing.side) {
                return Err(bad("briefings.toml", "side", &briefing.side));
            }
        }
        for counter in &self.counters {
            info.scenario(&counter.scenario)
                .ok_or_else(|| bad("briefings.toml", "scenario", &counter.scenario))?;
        }
        for guide in &self.guides {
            let file = format!("guides/{}.toml", guide.guide);
            info.scenario(&guide.scenario).ok_or_else(|| bad(&file, "scenario", &guide.scenario))?;
            let seats = guide.steps.iter().flat_map(|step| &step.play).map(|(seat, _)| seat);
            for seat in seats.chain([&guide.seat]) {
                info.seat(seat).ok_or_else(|| bad(&file, "seat", seat))?;
            }
        }
        Ok(())
    }

    /// The guide of that id.
    #[must_use]
    pub fn guide(&self, id: &str) -> Option<&Guide> {
        self.guides.iter().find(|guide| guide.guide == id)
    }
}
