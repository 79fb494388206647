//! The charts: areas, zones, forces, money and dates, read from the data files and laid out for fast questions.

use crate::files;
use crate::kinds::{AREAS, Kind, NATIONS, Nation, PLACES, Place, WHERE, ZONES};
use crate::state::LONGEST;
use engine::DataError;

/// Values of one kind of unit for one nation (FP-1, DZ-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Values {
    pub(crate) cost: u8,
    pub(crate) moves: u8,
    pub(crate) attack: i8,
    pub(crate) defence: i8,
    pub(crate) snipe: i8,
    pub(crate) dogfight: i8,
    pub(crate) bombard: i8,
    pub(crate) aa: u8,
    pub(crate) aa_bomber: u8,
    pub(crate) lift: u8,
    pub(crate) exists: bool,
    pub(crate) buys: bool,
}

/// A force pool: its dice and the values of every nation's units.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    pub(crate) sides: u8,
    pub(crate) support: i8,
    pub(crate) values: [[Values; 16]; NATIONS],
}

/// One legal load of a carrier: at most so many of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) infantry: u8,
    pub(crate) token: u8,
    pub(crate) heavy: u8,
}

/// An area as printed.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    pub(crate) owner: u8,
    pub(crate) ipc: u8,
    pub(crate) factory: bool,
    pub(crate) note: String,
}

/// A turn of the timeline.
#[derive(Clone, Debug)]
pub(crate) struct Date {
    /// The id of its cell on the timeline.
    pub(crate) cell: String,
    pub(crate) month: String,
    pub(crate) label: String,
    pub(crate) event: String,
}

/// A nation as the charts describe it.
#[derive(Clone, Debug)]
pub(crate) struct NationChart {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) adjective: String,
    pub(crate) treasury: u16,
    pub(crate) base: u16,
    pub(crate) neutral_share: u16,
    pub(crate) collects: bool,
    /// Bit per kind that is placed at factories and on the Supply Track.
    pub(crate) factory: u16,
    pub(crate) track: u16,
    pub(crate) capital: Option<Place>,
}

/// A piece of the set-up.
#[derive(Clone, Debug)]
pub(crate) struct SetupPiece {
    pub(crate) nation: Nation,
    pub(crate) kind: Kind,
    pub(crate) at: Place,
    pub(crate) name: String,
}

/// Air distances between places for one state of neutrality.
pub(crate) type Distances = Vec<[u8; WHERE]>;
/// Of each place those within 0, 1, 2 ... steps by air.
pub(crate) type Within = Vec<[u64; LONGEST + 1]>;

/// Everything that the data files say.
#[derive(Clone, Debug)]
pub struct Charts {
    pub(crate) area: Vec<Area>,
    /// Ids and names of every place: areas, zones, track spaces.
    pub(crate) place_id: Vec<String>,
    pub(crate) place_name: Vec<String>,
    /// Rank of each place in alphabetical order of ids (for ties between paths).
    pub(crate) rank: [u8; PLACES],
    /// Adjacent land areas.
    pub(crate) land: [u64; AREAS],
    /// Zones of an area's coast, as place bits.
    pub(crate) coast: [u64; AREAS],
    /// Zones next to a zone, and areas on its shore, as place bits.
    pub(crate) sea: [u64; ZONES],
    pub(crate) shore: [u64; ZONES],
    /// One air step from each area or zone.
    pub(crate) hop: [u64; WHERE],
    pub(crate) north: u64,
    pub(crate) korea: u64,
    pub(crate) manchuria: u64,
    pub(crate) soviet: u64,
    pub(crate) japan: u64,
    pub(crate) roundel: [u64; 2],
    pub(crate) named_source: [u64; 2],
    pub(crate) base: Place,
    pub(crate) base_zones: u64,
    pub(crate) return_zones: u64,
    pub(crate) arrivals: u64,
    pub(crate) track_note: Vec<String>,
    pub(crate) plane_steps: u8,
    pub(crate) pool: [Pool; 2],
    pub(crate) loads: [Vec<Load>; 16],
    pub(crate) carry: [u8; 16],
    pub(crate) nation: Vec<NationChart>,
    pub(crate) date: Vec<Date>,
    pub(crate) setup: Vec<SetupPiece>,
    pub(crate) setup_tokens: Vec<(Place, u8)>,
    pub(crate) hidden_areas: Vec<Place>,
    pub(crate) hidden_count: u8,
    pub(crate) hidden_most: u8,
    pub(crate) hidden_token: u8,
    pub(crate) hidden_names: Vec<String>,
    pub(crate) hidden_default: Vec<(Place, u8)>,
    pub(crate) clock: files::Clock,
    pub(crate) factory: files::FactoryRules,
    pub(crate) bombing_die: u8,
    pub(crate) takes_treasury: bool,
    pub(crate) isolation: i8,
    pub(crate) das_round: u8,
    pub(crate) capture_die: u8,
    /// What each face of the capture die does, from 0: 0 destroyed, 1 captured, 2 escapes.
    pub(crate) capture: Vec<u8>,
    pub(crate) salvage: u16,
    pub(crate) atomic: files::Atomic,
    pub(crate) soviet_area: Place,
    pub(crate) soviet_tokens: u8,
    pub(crate) soviet_force: Vec<(Kind, u8)>,
    pub(crate) title: String,
    pub(crate) options: Vec<files::OptionRow>,
    pub(crate) armistice_turn: u8,
    /// Air distances by side, Chinese war and Soviet entry.
    pub(crate) distance: [Distances; 8],
    /// The same as sets: the places within so many steps.
    pub(crate) air_within: [Within; 8],
}

pub(crate) fn bad(file: &str, message: impl Into<String>) -> DataError {
    DataError::new(file, message)
}

/// The bit of a place.
#[inline]
pub(crate) const fn bit(place: Place) -> u64 {
    1 << place.0
}

/// The places of a mask in rising order.
#[inline]
pub(crate) fn each(mut mask: u64) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let next = mask.trailing_zeros() as u8;
        mask &= mask - 1;
        Some(Place(next))
    })
}

impl Charts {
    /// The place of an id.
    pub(crate) fn place(&self, id: &str) -> Option<Place> {
        self.place_id.iter().position(|p| p == id).map(|p| Place(p as u8))
    }
    /// The space of the Supply Track next to Korea.
    pub(crate) fn last_space(&self) -> Place {
        Place((PLACES - 1) as u8)
    }
    /// The values of a unit.
    pub(crate) fn values(&self, d12: bool, nation: Nation, kind: Kind) -> &Values {
        &self.pool[usize::from(d12)].values[nation as usize][kind as usize]
    }
    /// The zones and areas as a text id.
    pub(crate) fn id(&self, place: Place) -> &str {
        self.place_id.get(place.i()).map_or("?", String::as_str)
    }
    /// The name of a place.
    pub(crate) fn name(&self, place: Place) -> &str {
        self.place_name.get(place.i()).map_or("?", String::as_str)
    }
}

/// The nation of an id.
pub(crate) fn nation_of(file: &str, id: &str) -> Result<Nation, DataError> {
    Nation::parse(id).ok_or_else(|| bad(file, format!("there is no nation \"{id}\"")))
}
