//! Chosin: X Corps Escapes the Trap. Northeast Korea, 27 November to 24 December 1950, in daily turns.
//!
//! One file a chapter: `state` is the position, `sequence` the sequence of play, and the others are called as the
//! rulebook's chapters. `data` holds what `load` reads from the files under `data/`.

mod actions;
mod advance;
mod air;
mod airborne;
mod atomic;
mod barrage;
mod combat;
mod costs;
mod data;
mod effects;
mod event;
mod events;
mod files;
mod frames;
mod game;
mod ground;
mod hidden;
mod info;
mod integrity;
mod interdiction;
mod interrupt;
mod judgement;
mod load;
mod load_charts;
mod marching;
mod movement;
mod names;
mod panels;
mod position;
mod position_check;
mod recovery;
mod reinforcement;
mod reorganization;
mod results;
mod retreat;
mod rules;
mod scene;
mod sequence;
mod setup;
mod stacking;
mod state;
mod strength;
mod strike;
mod supply;
mod support;
mod tables;
mod transport;
mod victory;
mod zoc;
mod zones;

pub use actions::{Action, AirKind, BridgeId, Deployment, OptionId, TableId};
pub use barrage::Cause;
pub use frames::Frame;
pub use game::Chosin;
pub use judgement::Plan;
pub use position::Position;
pub use state::{State, UnitId};

/// What the tests in `tests/rules` look into, and nobody else.
#[doc(hidden)]
pub mod inside {
    pub use crate::ground::Ground;
    pub use crate::tables::{ODDS, odds_column, shifted};

    /// The map of a game.
    pub fn ground(game: &crate::Chosin) -> &Ground {
        &game.data.ground
    }
}

/// The rule ledger.
pub const LEDGER: &str = include_str!("../rules.toml");

/// The data files as shipped.
#[must_use]
pub fn files() -> engine::Files {
    engine::Files::embedded(&[
        ("units.toml", include_str!("../data/units.toml")),
        ("crt.toml", include_str!("../data/crt.toml")),
        ("barrage.toml", include_str!("../data/barrage.toml")),
        ("terrain.toml", include_str!("../data/terrain.toml")),
        ("parameters.toml", include_str!("../data/parameters.toml")),
        ("events.toml", include_str!("../data/events.toml")),
        ("victory.toml", include_str!("../data/victory.toml")),
        ("track.toml", include_str!("../data/track.toml")),
        ("setup.toml", include_str!("../data/setup.toml")),
        ("arrivals.toml", include_str!("../data/arrivals.toml")),
        ("options.toml", include_str!("../data/options.toml")),
        ("judgement.toml", include_str!("../data/judgement.toml")),
        ("judgement-puzzles.toml", include_str!("../data/judgement-puzzles.toml")),
        ("briefings.toml", include_str!("../data/briefings.toml")),
        ("pictures.toml", include_str!("../data/pictures.toml")),
        ("guides/first-night.toml", include_str!("../data/guides/first-night.toml")),
        ("maps/chosin.map", include_str!("../data/maps/chosin.map")),
    ])
}

/// The maps: name and text of each.
#[must_use]
pub fn maps(files: &engine::Files) -> Vec<(String, String)> {
    files.get("maps/chosin.map").map(|text| ("chosin".to_owned(), text.to_owned())).into_iter().collect()
}
