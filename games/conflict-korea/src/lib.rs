//! Conflict: Korea. The Dragon Wakes, Operation Chromite, Cold Steel, and Tomorrow's War of 1995.
//!
//! One file a chapter: `orders`, `reach` and `movement` (3), `transport` and `special` (3.41207-3.41209), `organisation` (3.422), `air`,
//! `strikes` and `program` (4.1), `strength` and `combat` (4.2), `supply` (6.1, 6.2), `spotting` (6.3), `weather` (6.4), `general`
//! (6.5-6.9), `victory` (8). `sequence` is the course of the turn, `load` reads the files under `data/`.
//!
//! The modules are open to the tests in `tests/rules` and to nobody else: what the crate offers is listed below them.

#[doc(hidden)]
pub mod actions;
#[doc(hidden)]
pub mod air;
#[doc(hidden)]
pub mod combat;
#[doc(hidden)]
pub mod data;
#[doc(hidden)]
pub mod details;
#[doc(hidden)]
pub mod dice;
#[doc(hidden)]
pub mod estimate;
#[doc(hidden)]
pub mod files;
#[doc(hidden)]
pub mod forces;
#[doc(hidden)]
pub mod frames;
#[doc(hidden)]
pub mod game;
#[doc(hidden)]
pub mod general;
#[doc(hidden)]
pub mod ground;
mod habits;
#[doc(hidden)]
pub mod hidden;
#[doc(hidden)]
pub mod judgement;
mod load;
mod load_scenarios;
#[doc(hidden)]
pub mod movement;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod orders;
#[doc(hidden)]
pub mod organisation;
#[doc(hidden)]
pub mod panels;
#[doc(hidden)]
pub mod plane;
#[doc(hidden)]
pub mod position;
#[doc(hidden)]
pub mod program;
#[doc(hidden)]
pub mod reach;
#[doc(hidden)]
pub mod scene;
#[doc(hidden)]
pub mod sequence;
#[doc(hidden)]
pub mod setup;
#[doc(hidden)]
pub mod sparse;
#[doc(hidden)]
pub mod special;
#[doc(hidden)]
pub mod spotting;
#[doc(hidden)]
pub mod state;
#[doc(hidden)]
pub mod strength;
#[doc(hidden)]
pub mod strikes;
#[doc(hidden)]
pub mod supply;
#[doc(hidden)]
pub mod transport;
#[doc(hidden)]
pub mod victory;
#[doc(hidden)]
pub mod weather;

pub use actions::Action;
pub use game::ConflictKorea;
pub use judgement::Plan;
pub use position::Position;
pub use state::State;

/// The rule ledger.
pub const LEDGER: &str = include_str!("../rules.toml");

/// The data files as shipped.
#[must_use]
pub fn files() -> engine::Files {
    engine::Files::embedded(&[
        ("equipment.toml", include_str!("../data/equipment.toml")),
        ("organisations.toml", include_str!("../data/organisations.toml")),
        ("units.toml", include_str!("../data/units.toml")),
        ("terrain.toml", include_str!("../data/terrain.toml")),
        ("tables.toml", include_str!("../data/tables.toml")),
        ("parameters.toml", include_str!("../data/parameters.toml")),
        ("pools.toml", include_str!("../data/pools.toml")),
        ("weather.toml", include_str!("../data/weather.toml")),
        ("turns.toml", include_str!("../data/turns.toml")),
        ("air.toml", include_str!("../data/air.toml")),
        ("reinforcements-1950s.toml", include_str!("../data/reinforcements-1950s.toml")),
        ("reinforcements-1995.toml", include_str!("../data/reinforcements-1995.toml")),
        ("scenarios/dragon-wakes.toml", include_str!("../data/scenarios/dragon-wakes.toml")),
        ("scenarios/chromite.toml", include_str!("../data/scenarios/chromite.toml")),
        ("scenarios/cold-steel.toml", include_str!("../data/scenarios/cold-steel.toml")),
        ("scenarios/tomorrows-war.toml", include_str!("../data/scenarios/tomorrows-war.toml")),
        ("judgement.toml", include_str!("../data/judgement.toml")),
        ("judgement-puzzles.toml", include_str!("../data/judgement-puzzles.toml")),
        ("briefings.toml", include_str!("../data/briefings.toml")),
        ("pictures.toml", include_str!("../data/pictures.toml")),
        ("guides/first-orders.toml", include_str!("../data/guides/first-orders.toml")),
        ("maps/korea.map", include_str!("../data/maps/korea.map")),
    ])
}

/// The maps: name and text. The second is the same ground with the cities and airfields of 1995.
#[must_use]
pub fn maps(files: &engine::Files) -> Vec<(String, String)> {
    let first = files.get("maps/korea.map").map(|text| ("korea".to_owned(), text.to_owned()));
    let later = ("korea-1995".to_owned(), include_str!("../data/maps/korea-1995.map").to_owned());
    first.into_iter().chain([later]).collect()
}
