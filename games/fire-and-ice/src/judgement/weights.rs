//! What computer players go by: the numbers of `judgement.toml`.

use engine::{DataError, Files};
use serde::Deserialize;
use std::collections::BTreeMap;

const FILE: &str = "judgement.toml";
/// The sides as the file names them.
const SIDES: [&str; 2] = ["un", "com"];

/// The weights of a side; what each is for stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    pub(crate) advance: f32,
    pub(crate) goal: f32,
    pub(crate) keep: f32,
    pub(crate) hold: f32,
    pub(crate) danger: f32,
    pub(crate) group: f32,
    pub(crate) cover: f32,
    pub(crate) line: f32,
    pub(crate) cut: f32,
    pub(crate) post: f32,
    pub(crate) relief: f32,
    pub(crate) shock: f32,
    pub(crate) risk: f32,
    pub(crate) least: f32,
    pub(crate) ground: f32,
    pub(crate) first: f32,
    pub(crate) second: f32,
    pub(crate) third: f32,
    pub(crate) zone: f32,
    pub(crate) replacement: f32,
    pub(crate) point: f32,
    pub(crate) unit: f32,
    pub(crate) american: f32,
    pub(crate) cadre: f32,
    pub(crate) clear: f32,
    pub(crate) activate: f32,
    pub(crate) scarce: f32,
    pub(crate) pace: f32,
    pub(crate) road: f32,
    pub(crate) reserve: f32,
    pub(crate) fresh: f32,
    pub(crate) weeks: f32,
    pub(crate) stand: f32,
    pub(crate) crowd: f32,
    pub(crate) rear: f32,
    pub(crate) garrison: f32,
    pub(crate) ashore: f32,
    pub(crate) pursuit: f32,
    pub(crate) aid: f32,
    pub(crate) claim: f32,
    pub(crate) cover_air: f32,
    pub(crate) idle_air: f32,
    pub(crate) support_air: f32,
    pub(crate) interdict_air: f32,
    pub(crate) strike_air: f32,
    pub(crate) field_air: f32,
    pub(crate) alley_air: f32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    weights: BTreeMap<String, toml::Table>,
}

/// The weights of both sides in each scenario.
pub(crate) fn read(files: &Files, scenarios: &[&str]) -> Result<Vec<[Weights; 2]>, DataError> {
    let file: File = files.toml(FILE)?;
    let named = |name: &str| scenarios.iter().any(|s| SIDES.iter().any(|side| name == format!("{s}-{side}")));
    if let Some(name) = file.weights.keys().find(|name| *name != "common" && !named(name)) {
        return Err(DataError::new(FILE, format!("weights.{name} is of no scenario and side")));
    }
    let of = |scenario: &str, side: &str| {
        let mut table = file.weights.get("common").cloned().unwrap_or_default();
        table.extend(file.weights.get(&format!("{scenario}-{side}")).cloned().unwrap_or_default());
        let read = toml::Value::Table(table).try_into::<Weights>();
        read.map_err(|e| {
            DataError::new(FILE, format!("weights of {scenario}, {side}: {}", e.to_string().trim()))
        })
    };
    scenarios.iter().map(|s| Ok([of(s, SIDES[0])?, of(s, SIDES[1])?])).collect()
}
