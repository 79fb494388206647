//! What a person reads of a game: the briefing of each side, guided first games (a record with cues), and pictures of rules.
//!
//! All of it is data: `briefings.toml`, `pictures.toml` and `guides/*.toml` in a game's `data` folder. Nothing here is a rule.

use crate::data::{DataError, Files};
use crate::{GameInfo, Options};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The reading matter of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Papers {
    /// One for every scenario and side.
    pub briefings: Vec<Briefing>,
    /// A counter of each scenario taken apart.
    pub counters: Vec<CounterKey>,
    /// Guided games.
    pub guides: Vec<Guide>,
    /// Pictures of rules.
    pub pictures: Vec<Picture>,
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

/// A picture of a rule: a few cells (hexes, or areas where the map has areas) with counters on them. Cells are named by the letter of
/// their column and the number of their row, from the upper left: `B2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// The rule, by its id in the ledger.
    pub rule: String,
    /// What is to be seen.
    pub caption: String,
    /// The last cell at the lower right.
    pub to: String,
    /// The ground of cells that are not clear: a word of [`GROUND`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ground: BTreeMap<String, String>,
    /// The counters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<PictureCounter>,
    /// Cells that are shaded: a zone, a range, a line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zone: Vec<String>,
    /// Ways that can be gone, from cell to cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Vec<String>>,
    /// Ways that are barred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Vec<String>>,
    /// Words in cells.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, String>,
}

/// The kinds of ground that pictures know.
pub const GROUND: [&str; 6] = ["hills", "woods", "town", "water", "river", "road"];

/// A counter in a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PictureCounter {
    /// Its cell.
    pub at: String,
    /// Colour and pattern key, as on the sheet: `us`.
    pub nation: String,
    /// Symbol key: `infantry`.
    pub symbol: String,
    /// Size key, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub size: String,
    /// What is printed below the symbol.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub front: String,
    /// Whether its reverse lies up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reverse: bool,
}

impl Picture {
    /// The cells it names.
    fn cells(&self) -> impl Iterator<Item = &String> {
        let ways = self.ways.iter().chain(&self.barred).flatten();
        let counters = self.counters.iter().map(|counter| &counter.at);
        let keyed = self.ground.keys().chain(self.words.keys());
        [&self.to].into_iter().chain(&self.zone).chain(ways).chain(counters).chain(keyed)
    }

    /// Cells must lie in the picture, and its ground must be known.
    fn check(&self) -> Result<(), DataError> {
        let bad =
            |what: String| DataError::new("pictures.toml", format!("the picture of {}: {what}", self.rule));
        let last = cell(&self.to).ok_or_else(|| bad(format!("\"{}\" is no cell", self.to)))?;
        for name in self.cells() {
            let inside = cell(name).is_some_and(|(column, row)| column <= last.0 && row <= last.1);
            if !inside {
                return Err(bad(format!("there is no cell \"{name}\"")));
            }
        }
        match self.ground.values().find(|word| !GROUND.contains(&word.as_str())) {
            Some(word) => Err(bad(format!("there is no ground \"{word}\""))),
            None => Ok(()),
        }
    }
}

/// Column and row of a cell, from 0.
fn cell(name: &str) -> Option<(u8, u8)> {
    let (column, row) = (*name.as_bytes().first()?, name.get(1..)?.parse::<u8>().ok()?);
    (column.is_ascii_uppercase() && (1..=9).contains(&row)).then(|| (column - b'A', row - 1))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pictures {
    picture: Vec<Picture>,
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
        if files.names().any(|name| name == "pictures.toml") {
            papers.pictures = files.toml::<Pictures>("pictures.toml")?.picture;
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
        self.pictures.iter().try_for_each(Picture::check)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(more: &str) -> Picture {
        let text = format!("rule = \"6.0\"\ncaption = \"A zone.\"\nto = \"C2\"\n{more}");
        toml::from_str(&text).unwrap()
    }

    #[test]
    fn what_a_picture_names_lies_in_it() {
        assert_eq!(picture("zone = [\"A1\", \"C2\"]\nwords = { B2 = \"+1\" }").check(), Ok(()));
        for (more, fault) in [
            ("zone = [\"D1\"]", "\"D1\""),
            ("ways = [[\"A1\", \"A3\"]]", "\"A3\""),
            ("words = { b2 = \"+1\" }", "\"b2\""),
            ("ground = { A1 = \"lava\" }", "\"lava\""),
            ("counters = [{ at = \"A0\", nation = \"us\", symbol = \"infantry\" }]", "\"A0\""),
        ] {
            let error = picture(more).check().unwrap_err();
            assert!(
                error.message.contains(fault) && error.message.contains("6.0"),
                "{more}: {}",
                error.message
            );
        }
    }
}
