//! Korean Battles: Pusan Perimeter, Inchon and the Battle for Seoul, The Chosin Few.
//!
//! One file a chapter: [`state`](crate::State) is the position, `sequence` the sequence of play, and the others are
//! called as the rulebook's chapters. `data` reads the files under `data/`.

mod advance;
mod combat;
mod crt;
mod data;
mod files;
mod ground;
mod habits;
mod hidden;
mod judgement;
mod lists;
mod load;
mod movement;
mod position;
mod prompts;
mod reading;
mod refusal;
mod reinforcements;
mod retreat;
mod rules;
mod scene;
mod sequence;
mod setup;
mod special;
mod stacking;
mod state;
mod supply;
mod support;
mod text;
mod victory;
mod zoc;

pub use judgement::Plan;
pub use rules::{Action, KoreanBattles};
pub use state::State;

/// The rule ledger.
pub const LEDGER: &str = include_str!("../rules.toml");

/// The data files as shipped.
#[must_use]
pub fn files() -> engine::Files {
    engine::Files::embedded(&[
        ("units.toml", include_str!("../data/units.toml")),
        ("support.toml", include_str!("../data/support.toml")),
        ("terrain.toml", include_str!("../data/terrain.toml")),
        ("crt.toml", include_str!("../data/crt.toml")),
        ("parameters.toml", include_str!("../data/parameters.toml")),
        ("judgement.toml", include_str!("../data/judgement.toml")),
        ("scenarios/pusan.toml", include_str!("../data/scenarios/pusan.toml")),
        ("scenarios/inchon.toml", include_str!("../data/scenarios/inchon.toml")),
        ("scenarios/chosin.toml", include_str!("../data/scenarios/chosin.toml")),
        ("maps/pusan.map", include_str!("../data/maps/pusan.map")),
        ("maps/inchon.map", include_str!("../data/maps/inchon.map")),
        ("maps/chosin.map", include_str!("../data/maps/chosin.map")),
    ])
}

/// The maps: name and text of each.
#[must_use]
pub fn maps(files: &engine::Files) -> Vec<(String, String)> {
    ["pusan", "inchon", "chosin"]
        .iter()
        .filter_map(|&map| Some((map.to_owned(), files.get(&format!("maps/{map}.map")).ok()?.to_owned())))
        .collect()
}
