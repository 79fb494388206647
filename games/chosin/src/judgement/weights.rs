//! What computer players go by: the numbers of `judgement.toml`.

use crate::info::SCENARIOS;
use engine::{DataError, Files};
use serde::Deserialize;
use std::collections::BTreeMap;

const FILE: &str = "judgement.toml";
/// The sides as the file names them.
const SIDES: [&str; 2] = ["un", "com"];

macro_rules! weights {
    ($($name:ident),* $(,)?) => {
        /// The weights of a side; what each is for stands in the file.
        #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct Weights {
            $(pub(crate) $name: f32,)*
        }
        impl Weights {
            /// Every weight by its name.
            fn all(&self) -> Vec<(&'static str, f32)> {
                vec![$((stringify!($name), self.$name)),*]
            }
        }
    };
}
weights!(
    caution, danger, pull, trapped, outside, idle, hold, embark, crowd, touch, fed, road, company, rough,
    prey, hunt, town, behind, hurt, ground, keep, march,
);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    weights: BTreeMap<String, toml::Table>,
}

/// The weights of both sides in both scenarios.
#[derive(Debug)]
pub(crate) struct Mind([[Weights; 2]; 2]);

impl Mind {
    pub(crate) fn read(files: &Files) -> Result<Self, DataError> {
        let file: File = files.toml(FILE)?;
        let named = |name: &str| SCENARIOS.iter().any(|s| SIDES.iter().any(|side| name == table(s, side)));
        let known = |name: &str| name == "common" || SIDES.contains(&name) || named(name);
        if let Some(name) = file.weights.keys().find(|name| !known(name)) {
            return Err(DataError::new(FILE, format!("weights.{name} is of no scenario and side")));
        }
        let of = |scenario: &str, side: &str| {
            let mut all = toml::Table::new();
            for name in ["common", side, &table(scenario, side)] {
                all.extend(file.weights.get(name).cloned().unwrap_or_default());
            }
            let read = toml::Value::Table(all).try_into::<Weights>();
            read.map_err(|e| {
                DataError::new(FILE, format!("weights of {scenario}, {side}: {}", e.to_string().trim()))
            })
        };
        let both = |scenario: &str| Ok([of(scenario, SIDES[0])?, of(scenario, SIDES[1])?]);
        Ok(Self([both(SCENARIOS[0])?, both(SCENARIOS[1])?]))
    }
    pub(crate) fn of(&self, scenario: u8, side: u8) -> &Weights {
        &self.0[scenario as usize][side as usize]
    }
    /// Where each weight of a side in a scenario stands in the file, and its value.
    pub(crate) fn listed(&self, scenario: &str, side: u8) -> Vec<(String, f64)> {
        let Some(at) = SCENARIOS.iter().position(|s| *s == scenario) else { return Vec::new() };
        let weights = self.of(at as u8, side).all();
        let place = |name| format!("weights.{}.{name}", table(scenario, SIDES[side as usize]));
        weights.into_iter().map(|(name, value)| (place(name), f64::from(value))).collect()
    }
}

fn table(scenario: &str, side: &str) -> String {
    format!("{scenario}-{side}")
}
