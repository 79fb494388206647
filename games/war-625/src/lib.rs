//! Korean: 6.25 War. The whole war on 40 Korean areas: five nations, money, production, battles in rounds of dice.
//!
//! One file per chapter: `sequence` runs the turn, `purchase`, `movement`, `air`, `sea` and `track` move, `combat`, `battle`,
//! `losses` and `retreat` fight, `supply`, `prisoners`, `china`, `atomic` and `victory` hold the rest. The charts are in `data`.

mod actions;
mod air;
mod atomic;
mod battle;
mod bombard;
mod cargo;
mod chances;
mod charts;
mod china;
mod combat;
mod data;
mod details;
mod estimate;
mod files;
mod flights;
mod frames;
mod game;
mod geography;
mod habits;
mod hidden;
mod judgement;
mod kinds;
mod load;
mod losses;
mod march;
mod movement;
mod names;
mod panels;
mod position;
mod prisoners;
mod purchase;
mod retreat;
mod scene;
mod sea;
mod sequence;
mod sound;
mod state;
mod supply;
mod track;
mod victory;

pub use actions::{Action, Mission};
pub use chances::Odds;
pub use data::Charts;
pub use frames::Frame;
pub use game::War625;
pub use kinds::{Cargo, Kind, Nation, Place, Side, Unit};
pub use position::Position;
pub use state::State;

use engine::Files;

/// The rule ledger.
pub const LEDGER: &str = include_str!("../rules.toml");

/// The data files as shipped.
#[must_use]
pub fn files() -> Files {
    Files::embedded(&[
        ("areas.toml", include_str!("../data/areas.toml")),
        ("atomic.toml", include_str!("../data/atomic.toml")),
        ("briefings.toml", include_str!("../data/briefings.toml")),
        ("pictures.toml", include_str!("../data/pictures.toml")),
        ("guides/invasion.toml", include_str!("../data/guides/invasion.toml")),
        ("china.toml", include_str!("../data/china.toml")),
        ("combat.toml", include_str!("../data/combat.toml")),
        ("economy.toml", include_str!("../data/economy.toml")),
        ("forces.toml", include_str!("../data/forces.toml")),
        ("judgement.toml", include_str!("../data/judgement.toml")),
        ("judgement-puzzles.toml", include_str!("../data/judgement-puzzles.toml")),
        ("maps/korea.map", include_str!("../data/maps/korea.map")),
        ("nations.toml", include_str!("../data/nations.toml")),
        ("options.toml", include_str!("../data/options.toml")),
        ("prisoners.toml", include_str!("../data/prisoners.toml")),
        ("setup.toml", include_str!("../data/setup.toml")),
        ("soviet.toml", include_str!("../data/soviet.toml")),
        ("timeline.toml", include_str!("../data/timeline.toml")),
        ("track.toml", include_str!("../data/track.toml")),
    ])
}

/// The map files: name and text.
#[must_use]
pub fn maps(files: &Files) -> Vec<(String, String)> {
    files
        .names()
        .filter_map(|name| {
            let map = name.strip_prefix("maps/")?.strip_suffix(".map")?;
            Some((map.to_owned(), files.get(name).ok()?.to_owned()))
        })
        .collect()
}
