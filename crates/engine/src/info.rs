//! What a game says of itself: title, seats, scenarios, options.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game's catalogue entry.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameInfo {
    /// The slug: `korean-battles`.
    pub game: String,
    /// The title as published.
    pub title: String,
    /// One sentence on what it is.
    pub blurb: String,
    /// The rules version: records made under another are refused by name.
    pub version: u32,
    /// The sides that can win, in the order of side numbers.
    pub sides: Vec<SideInfo>,
    /// The seats, in the order of [`crate::Seat`] numbers.
    pub seats: Vec<SeatInfo>,
    /// The scenarios.
    pub scenarios: Vec<ScenarioInfo>,
}

/// A side: seats that win and lose together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SideInfo {
    /// Short id: `un`.
    pub side: String,
    /// Name: `United Nations`.
    pub name: String,
    /// Colour key of the side's counters, as the atlas knows it: `us`, `rok`, `nk`, `ccf`, `su`, `cw`, `un`.
    pub nation: String,
}

/// A seat: a role that one person or computer plays.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeatInfo {
    /// Short id: `un`, `rok`.
    pub seat: String,
    /// Name in full.
    pub name: String,
    /// Index of its side in [`GameInfo::sides`].
    pub side: u8,
}

/// A scenario.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ScenarioInfo {
    /// Short id: `pusan`.
    pub scenario: String,
    /// Title.
    pub title: String,
    /// One or two sentences for the lobby.
    pub blurb: String,
    /// Game turns.
    pub turns: u16,
    /// Ids of the seats that take part.
    pub seats: Vec<String>,
    /// What the sides are called in this scenario, in the order of side numbers; empty where they have their usual names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SideInfo>,
    /// What the seats are called in this scenario, in the order of the game's seats; empty for their usual names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seat_names: Vec<String>,
    /// How long people need for it, in minutes.
    pub minutes: u16,
    /// How hard it is to learn: 1 to 5.
    pub difficulty: u8,
    /// The options that can be set.
    pub options: Vec<OptionInfo>,
}

/// An option of a scenario.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OptionInfo {
    /// Short id: `human-wave`.
    pub option: String,
    /// Title in plain words.
    pub title: String,
    /// What it changes, in one sentence, with its rule.
    pub blurb: String,
    /// The values it can have.
    pub values: Vec<OptionValue>,
    /// The value it has when nothing is said.
    pub default: String,
}

/// A value of an option.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OptionValue {
    /// Short id: `on`.
    pub value: String,
    /// In plain words.
    pub title: String,
}

impl OptionInfo {
    /// An option that is on or off.
    #[must_use]
    pub fn switch(option: &str, title: &str, blurb: &str, default: bool) -> Self {
        let value =
            |value: &str, title: &str| OptionValue { value: value.to_owned(), title: title.to_owned() };
        Self {
            option: option.to_owned(),
            title: title.to_owned(),
            blurb: blurb.to_owned(),
            values: vec![value("off", "Off"), value("on", "On")],
            default: if default { "on" } else { "off" }.to_owned(),
        }
    }
}

impl GameInfo {
    /// The scenario of that id.
    #[must_use]
    pub fn scenario(&self, id: &str) -> Option<&ScenarioInfo> {
        self.scenarios.iter().find(|s| s.scenario == id)
    }
    /// The seat of that id.
    #[must_use]
    pub fn seat(&self, id: &str) -> Option<crate::Seat> {
        self.seats.iter().position(|s| s.seat == id).map(|i| crate::Seat(i as u8))
    }
    /// The id of a seat.
    #[must_use]
    pub fn seat_id(&self, seat: crate::Seat) -> &str {
        self.seats.get(seat.index()).map_or("", |s| &s.seat)
    }
    /// The ids of a set of seats.
    #[must_use]
    pub fn seat_name(&self, seat: crate::Seat) -> &str {
        self.seats.get(seat.index()).map_or("that seat", |s| &s.name)
    }
    /// Ids of the seats of a set.
    #[must_use]
    pub fn seat_ids(&self, seats: crate::SeatSet) -> Vec<String> {
        seats.iter().filter(|s| s.index() < self.seats.len()).map(|s| self.seat_id(s).to_owned()).collect()
    }
    /// The seats of a side.
    #[must_use]
    pub fn side_seats(&self, side: u8) -> crate::SeatSet {
        (0..self.seats.len() as u8).map(crate::Seat).filter(|s| self.seats[s.index()].side == side).collect()
    }
}

/// The chosen options of a match: option id to value id. What is not said has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Options(pub BTreeMap<String, String>);

impl Options {
    /// Checks the options against a scenario and fills in the defaults.
    pub fn complete(&self, scenario: &ScenarioInfo) -> Result<Self, String> {
        for (option, value) in &self.0 {
            let known = scenario.options.iter().find(|o| &o.option == option);
            let Some(known) = known else {
                let all: Vec<_> = scenario.options.iter().map(|o| o.option.as_str()).collect();
                return Err(format!(
                    "{} has no option \"{option}\" (it has: {})",
                    scenario.scenario,
                    all.join(", ")
                ));
            };
            if !known.values.iter().any(|v| &v.value == value) {
                let all: Vec<_> = known.values.iter().map(|v| v.value.as_str()).collect();
                return Err(format!("option {option} can't be \"{value}\" (it can be: {})", all.join(", ")));
            }
        }
        let full = scenario
            .options
            .iter()
            .map(|o| (o.option.clone(), self.0.get(&o.option).unwrap_or(&o.default).clone()));
        Ok(Self(full.collect()))
    }
    /// The value of an option.
    #[must_use]
    pub fn get(&self, option: &str) -> &str {
        self.0.get(option).map_or("", String::as_str)
    }
    /// Whether an on/off option is on.
    #[must_use]
    pub fn on(&self, option: &str) -> bool {
        self.get(option) == "on"
    }
    /// Sets an option.
    #[must_use]
    pub fn with(mut self, option: &str, value: &str) -> Self {
        self.0.insert(option.to_owned(), value.to_owned());
        self
    }
}
