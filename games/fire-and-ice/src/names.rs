//! How things are named in sentences.

use crate::actions::{Marker, Pool};
use crate::game::FireAndIce;
use crate::setup::{AIR_BOXES, BASES};
use crate::state::{AirBox, AirId, Attack, Base, PieceId, Sea, Spot, State, Weather};
use board::HexId;
use engine::{Arg, Class, Seat, SeatSet};

pub(crate) type Now<'a> = engine::Now<'a, FireAndIce>;

const AIR: u8 = 0;
const BOX: u8 = 1;
const BASE: u8 = 2;
const MARKER: u8 = 3;
const ATTACK: u8 = 4;
const POOL: u8 = 5;
const SEA: u8 = 6;
const CHIT: u8 = 7;
const WEATHER: u8 = 8;
const MONTH: u8 = 9;
const WEEK: u8 = 10;

/// The seat of a side.
pub(crate) const fn seat(side: u8) -> Seat {
    Seat(side)
}
/// The seat of a side, as a set.
pub(crate) fn seats(side: u8) -> SeatSet {
    SeatSet::one(Seat(side))
}
/// A side in a sentence.
pub(crate) const fn side(side: u8) -> Arg {
    Arg::side(side)
}
/// A hex in a sentence.
pub(crate) const fn at(hex: HexId) -> Arg {
    Arg::place(hex.0 as u32)
}
/// A chit in a sentence.
pub(crate) const fn chit(chit: u8) -> Arg {
    Arg::term(CHIT, chit as u32)
}

/// A month in a sentence, by its place in the calendar.
pub(crate) const fn month(index: usize) -> Arg {
    Arg::term(MONTH, index as u32)
}
/// The week of a turn in a sentence.
pub(crate) const fn week(turn: u8) -> Arg {
    Arg::term(WEEK, turn as u32)
}

impl From<PieceId> for Arg {
    fn from(id: PieceId) -> Self {
        Arg::unit(id.0.into())
    }
}
impl From<Spot> for Arg {
    fn from(spot: Spot) -> Self {
        Arg::place(spot.0.into())
    }
}
impl From<AirId> for Arg {
    fn from(id: AirId) -> Self {
        Arg::term(AIR, id.0.into())
    }
}
impl From<AirBox> for Arg {
    fn from(air_box: AirBox) -> Self {
        Arg::term(BOX, air_box as u32)
    }
}
impl From<Base> for Arg {
    fn from(base: Base) -> Self {
        Arg::term(BASE, base as u32)
    }
}
impl From<Marker> for Arg {
    fn from(marker: Marker) -> Self {
        Arg::term(MARKER, marker as u32)
    }
}
impl From<Attack> for Arg {
    fn from(attack: Attack) -> Self {
        Arg::term(ATTACK, attack as u32)
    }
}
impl From<Pool> for Arg {
    fn from(pool: Pool) -> Self {
        Arg::term(POOL, pool.0.into())
    }
}
impl From<Sea> for Arg {
    fn from(sea: Sea) -> Self {
        Arg::term(SEA, sea as u32)
    }
}
impl From<Weather> for Arg {
    fn from(weather: Weather) -> Self {
        Arg::term(WEATHER, weather as u32)
    }
}

/// English words of the boxes of the air display, in their order.
const BOX_WORDS: [&str; 11] = [
    "not arrived",
    "Available",
    "Damaged",
    "out of the game",
    "MiG Alley",
    "Infrastructure Strike",
    "Airfield Strike",
    "Atomic Strike",
    "Top Cover",
    "Interdiction",
    "Ground Support",
];
/// English words of the bases.
pub(crate) const BASE_WORDS: [&str; 5] = ["Japan", "South Korea", "North Korea", "China", "the carriers"];
const MARKER_WORDS: [&str; 11] = [
    "Great Leader",
    "Incompetent Leader",
    "Fuel Shortage",
    "Fuel Out",
    "Ammo Shortage",
    "Ammo Out",
    "Disrupted",
    "Routed",
    "Bug Out",
    "Poor",
    "Elite",
];
const ATTACK_WORDS: [&str; 4] =
    ["Meeting Engagement", "Hasty Attack", "Prepared Attack", "Deliberate Attack"];
const POOL_WORDS: [&str; 6] = ["RoK", "US", "UN", "NK", "PRC", "SU"];
const SEA_WORDS: [&str; 3] = ["no sea", "the Yellow Sea", "the Sea of Japan"];
/// English words of the weather.
const WEATHER_WORDS: [&str; 4] = ["clear", "rain", "winter without snow", "snow"];
const SPOT_WORDS: [(Spot, &str); 10] = [
    (Spot::invasion_box(0), "the Inch'on box"),
    (Spot::invasion_box(1), "the Kunsan box"),
    (Spot::invasion_box(2), "the Pusan box"),
    (Spot::invasion_box(3), "the Kangnung box"),
    (Spot::SEA, "Sea Transport"),
    (Spot::REPLACEMENTS, "the Replacements box"),
    (Spot::DESTROYED, "the Destroyed box"),
    (Spot::COMING, "the schedule"),
    (Spot::GONE, "out of play"),
    (Spot::WAITING, "the arrivals"),
];

impl FireAndIce {
    /// Writes the name of a thing.
    pub(crate) fn write_name(&self, state: &State, arg: Arg, out: &mut String) {
        let index = arg.id as usize;
        let word = |words: &[&'static str]| words.get(index).copied().unwrap_or("?");
        match arg.class {
            Class::UNIT => out.push_str(self.data.units.get(index).map_or("?", |u| &u.name)),
            Class::PLACE => {
                let spot = Spot(arg.id as u16);
                match spot.on_map() {
                    Some(hex) => self.write_hex(state, hex, out),
                    None => out.push_str(SPOT_WORDS.iter().find(|s| s.0 == spot).map_or("?", |s| s.1)),
                }
            }
            Class::SIDE | Class::SEAT => out.push_str(word(&["the United Nations", "the Communist side"])),
            Class(class) => match class.wrapping_sub(Class::OWN) {
                AIR => match self.data.planes.get(index) {
                    // Nobody knows a regiment by its letters: what it flies stands behind its name.
                    Some(plane) => {
                        let kind = &self.data.types[plane.kind].name;
                        for part in [&plane.name, " (", kind, ")"] {
                            out.push_str(part);
                        }
                    }
                    None => out.push('?'),
                },
                BOX => out.push_str(word(&BOX_WORDS)),
                BASE => out.push_str(word(&BASE_WORDS)),
                MARKER => out.push_str(word(&MARKER_WORDS)),
                ATTACK => out.push_str(word(&ATTACK_WORDS)),
                POOL => out.push_str(word(&POOL_WORDS)),
                SEA => out.push_str(word(&SEA_WORDS)),
                CHIT => out.push_str(self.data.chits.get(index).map_or("?", |c| &c.name)),
                WEATHER => out.push_str(word(&WEATHER_WORDS)),
                MONTH => out.push_str(self.data.months.get(index).map_or("?", |m| &m.name)),
                WEEK => out.push_str(self.week_of(index as u8)),
                _ => out.push('?'),
            },
        }
    }

    fn write_hex(&self, state: &State, hex: HexId, out: &mut String) {
        let ground = self.ground(state);
        let (place, label) = (ground.place(hex), ground.label(hex));
        out.push_str(label);
        if place != label {
            out.push(' ');
            out.push_str(place);
        }
    }

    /// Writes the id of a piece or place in the scene.
    pub(crate) fn write_id(&self, state: &State, arg: Arg, out: &mut String) {
        let index = arg.id as usize;
        match arg.class {
            Class::UNIT => out.push_str(self.data.units.get(index).map_or("", |u| &u.id)),
            Class::PLACE => {
                let spot = Spot(arg.id as u16);
                match spot.on_map() {
                    Some(hex) => out.push_str(self.ground(state).label(hex)),
                    None => {
                        out.push_str(crate::actions::SPOTS.iter().find(|s| s.1 == spot).map_or("", |s| s.0));
                    }
                }
            }
            Class(class) => match class.wrapping_sub(Class::OWN) {
                AIR => out.push_str(self.data.planes.get(index).map_or("", |p| &p.id)),
                BOX => out.push_str(AIR_BOXES.get(index).map_or("", |b| b.0)),
                BASE => out.push_str(BASES.get(index).map_or("", |b| b.0)),
                _ => {}
            },
        }
    }
}
