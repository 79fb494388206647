//! Korean Battles: Pusan Perimeter, Inchon and the Battle for Seoul, The Chosin Few.
//!
//! `game` is the rules type, `actions` and `frames` what can be done and decided, [`state`](crate::State) the position;
//! one file a chapter of the book beside them. `files`, `load` and `roster` read the files under `data/`.

mod actions;
mod advance;
mod cadres;
mod charts;
mod combat;
mod control;
mod crt;
mod data;
mod engineers;
mod files;
mod frames;
mod game;
mod ground;
mod habits;
mod hidden;
mod ids;
mod judgement;
mod load;
mod movement;
mod names;
mod panels;
mod position;
mod procedure;
mod range;
mod reading;
mod rebuilding;
mod reinforcements;
mod retreat;
mod room;
mod roster;
mod scene;
mod sequence;
mod setup;
mod stacking;
mod state;
mod strength;
mod supply;
mod support;
mod victory;
mod zoc;

pub use actions::{Action, Hexside, Marker};
pub use frames::Frame;
pub use game::KoreanBattles;
pub use ids::{Hex, UnitId};
pub use judgement::Plan;
pub use position::Position;
pub use state::State;

/// What the tests in `tests/rules` look into, and nobody else.
#[doc(hidden)]
pub mod inside {
    pub use crate::ids::{NOWHERE, OFF_MAP};
    pub use crate::names::listed;
    pub use crate::position::FATES;
}

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
        ("judgement-puzzles.toml", include_str!("../data/judgement-puzzles.toml")),
        ("judgement.toml", include_str!("../data/judgement.toml")),
        ("scenarios/pusan.toml", include_str!("../data/scenarios/pusan.toml")),
        ("scenarios/inchon.toml", include_str!("../data/scenarios/inchon.toml")),
        ("scenarios/chosin.toml", include_str!("../data/scenarios/chosin.toml")),
        ("briefings.toml", include_str!("../data/briefings.toml")),
        ("pictures.toml", include_str!("../data/pictures.toml")),
        ("guides/chosin.toml", include_str!("../data/guides/chosin.toml")),
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
