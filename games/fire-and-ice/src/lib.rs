//! Korea: Fire and Ice: the whole theatre in seven-mile hexes, June 1950 to July 1951.
//!
//! Units have no factors; headquarters activate them, chits and support decide combats, and an air war, foreign aid and
//! interventions run beside. One file a chapter of the book: `sequence` is the sequence of play (3), `movement`, `moves`, `march`
//! and `reserve` chapter 4, `combat`, `support`, `dice`, `events`, `losses` and `advance` chapter 5, and so on.
//!
//! Nothing is hidden: chits lie face up, the air display is open, and the value of an objective marker is drawn when it is
//! revealed, since neither player knows it before (12.1.3).

mod actions;
mod activation;
mod advance;
mod air;
mod charts;
mod combat;
mod combat_card;
mod communication;
mod data;
mod dice;
mod effects;
mod events;
mod field;
mod files;
mod flips;
mod foreign;
mod frames;
mod game;
mod ground;
mod hq;
mod judgement;
mod kinds;
mod load;
mod losses;
mod march;
mod movement;
mod moves;
mod names;
mod naval;
mod offers;
mod panels;
mod position;
mod probe;
mod reinforcements;
mod reserve;
mod scene;
mod sequence;
mod setup;
mod state;
mod strikes;
mod supply;
mod support;
mod supporting;
mod tactical;
mod victory;

pub use actions::{Action, Marker, Pool};
pub use frames::Frame;
pub use game::FireAndIce;
pub use judgement::Plan;
pub use position::Position;
pub use state::State;

/// What the tests in `tests/rules` look into, and nobody else.
#[doc(hidden)]
pub mod inside {
    pub use crate::judgement::odds::{Odds, Spread};
    pub use crate::state::Attack;

    /// The odds by the data as shipped.
    pub fn odds() -> Odds {
        let data = crate::load::load(&crate::files()).unwrap_or_else(|e| panic!("{e}"));
        Odds::new(&data)
    }
}

/// The rule ledger.
pub const LEDGER: &str = include_str!("../rules.toml");

/// The data files as shipped.
#[must_use]
pub fn files() -> engine::Files {
    engine::Files::embedded(&[
        ("units.toml", include_str!("../data/units.toml")),
        ("aircraft.toml", include_str!("../data/aircraft.toml")),
        ("chits.toml", include_str!("../data/chits.toml")),
        ("terrain.toml", include_str!("../data/terrain.toml")),
        ("turns.toml", include_str!("../data/turns.toml")),
        ("schedule.toml", include_str!("../data/schedule.toml")),
        ("parameters.toml", include_str!("../data/parameters.toml")),
        ("judgement.toml", include_str!("../data/judgement.toml")),
        ("judgement-puzzles.toml", include_str!("../data/judgement-puzzles.toml")),
        ("briefings.toml", include_str!("../data/briefings.toml")),
        ("pictures.toml", include_str!("../data/pictures.toml")),
        ("guides/parallel.toml", include_str!("../data/guides/parallel.toml")),
        ("scenarios/invasion.toml", include_str!("../data/scenarios/invasion.toml")),
        ("scenarios/inchon.toml", include_str!("../data/scenarios/inchon.toml")),
        ("scenarios/chinese.toml", include_str!("../data/scenarios/chinese.toml")),
        ("scenarios/campaign.toml", include_str!("../data/scenarios/campaign.toml")),
        ("maps/korea.map", include_str!("../data/maps/korea.map")),
    ])
}

/// The maps: name and text of each.
#[must_use]
pub fn maps(files: &engine::Files) -> Vec<(String, String)> {
    files.get("maps/korea.map").map(|text| vec![("korea".to_owned(), text.to_owned())]).unwrap_or_default()
}
