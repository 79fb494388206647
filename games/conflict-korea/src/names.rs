//! Names of things in sentences. All of them are static: a sentence can be read long after its force is gone.

use crate::data::{Kind, Mission, Nation, World};
use crate::game::Scope;
use crate::state::{AirId, ForceId, NO_NAME, State, UnitId};
use crate::strength::SCALE;
use board::HexId;
use engine::{Arg, Class};

const NAME: u8 = 0;
const UNIT: u8 = 1;
const AIR: u8 = 3;
const WORD: u8 = 4;
const LOOK: u8 = 5;
const REAL: u8 = 6;
const LEVEL: u8 = 7;
const DATE: u8 = 8;

/// Words that sentences choose between.
const WORDS: [&str; 24] = [
    "cold",
    "mild",
    "hot",
    "fair",
    "cloudy",
    "stormy",
    "air superiority",
    "interdiction",
    "ground attack",
    "N",
    "NE",
    "SE",
    "S",
    "SW",
    "NW",
    "pushover",
    "moderate",
    "challenging",
    "hairy",
    "hideous",
    "nothing",
    "green",
    "seasoned (x1.25)",
    "veteran (x1.5)",
];

pub fn hex(hex: HexId) -> Arg {
    Arg::place(u32::from(hex.0))
}
pub fn unit(unit: UnitId) -> Arg {
    Arg::term(UNIT, u32::from(unit.0))
}
pub fn name(name: u16) -> Arg {
    Arg::term(NAME, u32::from(name))
}
/// The id of an air unit's counter on the air display.
pub fn air_piece(air: AirId) -> String {
    format!("w{}", air.0)
}
pub fn air(air: AirId) -> Arg {
    Arg::term(AIR, u32::from(air.0))
}
pub fn temperature(t: crate::data::Temperature) -> Arg {
    Arg::term(WORD, t as u32)
}
pub fn visibility(v: crate::data::Visibility) -> Arg {
    Arg::term(WORD, 3 + v as u32)
}
pub fn mission(m: Mission) -> Arg {
    Arg::term(WORD, 6 + m as u32)
}
pub fn direction(d: usize) -> Arg {
    Arg::term(WORD, 9 + d as u32)
}
pub fn capability(c: u8) -> Arg {
    Arg::term(WORD, 15 + u32::from(c))
}
pub fn experience(e: crate::data::Experience) -> Arg {
    Arg::term(WORD, 21 + e as u32)
}
/// A sum of pieces that is kept in halves.
pub fn halves(halves: u64) -> Arg {
    Arg::term(REAL, (halves * 500).min(u64::from(u32::MAX)) as u32)
}
/// A strength in parts of [`SCALE`], shown with up to three decimals.
pub fn real(parts: u64) -> Arg {
    Arg::term(REAL, (parts * 1000 / SCALE).min(u64::from(u32::MAX)) as u32)
}
pub fn level(level: i32) -> Arg {
    Arg::term(LEVEL, (level + 1000).cast_unsigned())
}
pub fn date(turn: u8) -> Arg {
    Arg::term(DATE, u32::from(turn))
}

/// The force by its name.
pub fn force(st: &State, id: ForceId) -> Arg {
    let f = st.force(id);
    if f.name == NO_NAME { Arg::term(LOOK, u32::from(f.look)) } else { name(f.name) }
}

/// The level in words: `U-3`, `C-2`, `0`.
pub fn level_text(level: i32) -> String {
    match level {
        0 => "0".to_owned(),
        1.. => format!("U-{level}"),
        _ => format!("C-{}", -level),
    }
}

/// Nation and kind from what a force looks like.
pub fn look(look: u8) -> (Nation, Kind) {
    let (nation, kind) = ((look / 10) as usize, (look % 10) as usize);
    (Nation::ALL[nation.min(6)], Kind::ALL[kind])
}
pub fn look_of(nation: Nation, kind: Kind) -> u8 {
    nation as u8 * 10 + kind as u8
}

impl World {
    /// Writes the name of a thing.
    pub fn write_name(&self, arg: Arg, out: &mut String) {
        let id = arg.id as usize;
        match arg.class.0 {
            c if c == Class::PLACE.0 => self.write_place(HexId(arg.id as u16), out),
            c if c == Class::SIDE.0 || c == Class::SEAT.0 => {
                out.push_str(if arg.id == 0 { "the Communists" } else { "the United Nations" });
            }
            c if c >= Class::OWN => match c - Class::OWN {
                NAME => self.names.get(id).into_iter().for_each(|n| {
                    out.push_str(n.nation.word());
                    out.push(' ');
                    out.push_str(&n.text);
                }),
                UNIT => self.units.get(id).into_iter().for_each(|u| {
                    out.push_str(u.nation.word());
                    out.push(' ');
                    out.push_str(&u.name);
                }),
                AIR => out.push_str(self.air.get(id).map_or("?", |a| &a.name)),
                WORD => out.push_str(WORDS.get(id).copied().unwrap_or("?")),
                LOOK => {
                    let (nation, kind) = look(arg.id as u8);
                    out.push_str(nation.word());
                    out.push(' ');
                    out.push_str(kind.word());
                }
                REAL => {
                    let text = format!("{}.{:03}", id / 1000, id % 1000);
                    out.push_str(text.trim_end_matches('0').trim_end_matches('.'));
                }
                LEVEL => out.push_str(&level_text(arg.id.cast_signed() - 1000)),
                DATE => out.push_str(self.turns.get(id.wrapping_sub(1)).map_or("?", |t| &t.date)),
                _ => out.push('?'),
            },
            _ => out.push('?'),
        }
    }
    fn write_place(&self, hex: HexId, out: &mut String) {
        if hex.index() >= self.ground.map.len() {
            out.push('?');
            return;
        }
        match self.ground.place_name(hex) {
            Some(name) => {
                out.push_str(name);
                out.push_str(" (");
                out.push_str(self.ground.label(hex));
                out.push(')');
            }
            None => out.push_str(self.ground.label(hex)),
        }
    }
}

impl Scope<'_> {
    /// The army of a force (4.22).
    pub fn army(&self, st: &State, force: ForceId) -> u8 {
        look(st.force(force).look).0.army()
    }
    /// Whether a force is Chinese.
    pub fn chinese(&self, st: &State, force: ForceId) -> bool {
        look(st.force(force).look).0 == Nation::Cn
    }
}
