//! The names of things in sentences.

use crate::data::Scenario;
use crate::ids::{Hex, Side, UnitId};
use crate::state::{RED, State};
use engine::scene::Text;
use engine::{Arg, Class, Eyes, say};
use std::fmt::Write;

/// Things of this game that sentences speak of, beside units and hexes.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Term {
    Side,
    Country,
    People,
    Spot,
    City,
    Line,
    Date,
    Signed,
    Markers,
    Level,
}

const TERMS: [Term; 10] = [
    Term::Side,
    Term::Country,
    Term::People,
    Term::Spot,
    Term::City,
    Term::Line,
    Term::Date,
    Term::Signed,
    Term::Markers,
    Term::Level,
];

const fn term(term: Term, id: u32) -> Arg {
    Arg::term(term as u8, id)
}

impl From<Side> for Arg {
    /// `The United Nations`, at the beginning of a sentence.
    fn from(side: Side) -> Self {
        term(Term::Side, side as u32)
    }
}

/// `North Korea`.
pub(crate) fn country(side: Side) -> Arg {
    term(Term::Country, side as u32)
}
/// `North Koreans`.
pub(crate) fn people(side: Side) -> Arg {
    term(Term::People, side as u32)
}
/// `Taegu`: the name of a place, or its number.
pub(crate) fn spot(hex: Hex) -> Arg {
    term(Term::Spot, hex.0.into())
}
/// A city of the victory table.
pub(crate) fn city(city: usize) -> Arg {
    term(Term::City, city as u32)
}
/// A line of the combat table.
pub(crate) fn line(line: u8) -> Arg {
    term(Term::Line, line.into())
}
/// The date of a turn.
pub(crate) fn date(turn: u8) -> Arg {
    term(Term::Date, turn.into())
}
/// A number with its sign.
pub(crate) fn signed(number: i32) -> Arg {
    term(Term::Signed, number.cast_unsigned())
}
/// Support markers, so many of each value.
pub(crate) fn markers(counts: [u8; 7]) -> Arg {
    let packed = counts.iter().rev().fold(0, |all, &n| all << 4 | u32::from(n.min(15)));
    term(Term::Markers, packed)
}
/// The level of victory for some points.
pub(crate) fn level(points: i32) -> Arg {
    term(Term::Level, points.cast_unsigned())
}

impl Scenario {
    /// Writes the English name of a thing.
    pub(crate) fn write_name(&self, arg: Arg, out: &mut String) {
        match arg.class {
            Class::UNIT => out.push_str(self.units.get(arg.id as usize).map_or("?", |u| &u.name)),
            Class::PLACE => out.push_str(self.ground.label(Hex(arg.id as u16))),
            Class(class) => {
                if let Some(&term) = TERMS.get(usize::from(class.wrapping_sub(Class::OWN))) {
                    self.write_term(term, arg, out);
                }
            }
        }
    }

    fn write_term(&self, term: Term, arg: Arg, out: &mut String) {
        let side = Side::BOTH[usize::from(arg.id != 0)];
        match term {
            Term::Side => out.push_str(self.side_name(side)),
            Term::Country => out.push_str(self.country(side)),
            Term::People => out.push_str(&self.side_name(side)["The ".len()..]),
            Term::Spot => out.push_str(self.ground.place(Hex(arg.id as u16))),
            Term::City => out.push_str(self.cities.get(arg.id as usize).map_or("?", |c| &c.title)),
            Term::Line => out.push_str(&self.crt.names(arg.id as u8)),
            Term::Date => out.push_str(self.date(arg.id as u8)),
            Term::Signed => {
                let _ = write!(out, "{:+}", arg.value());
            }
            Term::Markers => write_markers(arg.id, out),
            Term::Level => out.push_str(self.level(arg.value())),
        }
    }

    /// Writes the id that a piece or a place has in the scene.
    pub(crate) fn write_id(&self, st: &State, arg: Arg, out: &mut String) {
        match arg.class {
            Class::UNIT => out.push_str(&self.piece_id(st, UnitId(arg.id as u8))),
            _ => out.push_str(self.ground.label(Hex(arg.id as u16))),
        }
    }

    /// The side as a sentence begins with it.
    pub(crate) fn side_name(&self, side: Side) -> &'static str {
        match (side, self.divisions.is_empty()) {
            (RED, true) => "The North Koreans",
            (RED, false) => "The Chinese",
            _ => "The United Nations",
        }
    }
    pub(crate) fn country(&self, side: Side) -> &'static str {
        if side == RED { self.red_name() } else { "United Nations" }
    }
    pub(crate) fn red_name(&self) -> &'static str {
        if self.divisions.is_empty() { "North Korea" } else { "China" }
    }
    pub(crate) fn name(&self, unit: UnitId) -> &str {
        &self.units[unit.index()].name
    }
    /// The date of a turn.
    /// The date of a turn in words.
    pub(crate) fn turn_words(&self, turn: u8, eyes: &Eyes<'_>) -> Text<'_> {
        if turn == 0 { eyes.text(&say!("Set-up")) } else { eyes.term(self.date(turn)) }
    }
    pub(crate) fn date(&self, turn: u8) -> &str {
        usize::from(turn).checked_sub(1).and_then(|t| self.dates.get(t)).map_or("", String::as_str)
    }
}

/// The markers of a hand, so many of each value.
pub fn listed(counts: [u8; 7]) -> String {
    let mut out = String::new();
    write_markers(markers(counts).id, &mut out);
    out
}

/// `+2 +2 +4`.
fn write_markers(packed: u32, out: &mut String) {
    let start = out.len();
    for value in 0..7 {
        for _ in 0..packed >> (4 * value) & 15 {
            let _ = write!(out, "{}+{}", if out.len() > start { " " } else { "" }, value + 1);
        }
    }
    if out.len() == start {
        out.push_str("no markers");
    }
}

impl State {
    /// A unit in a sentence: what lies face down is known to its owner alone.
    pub(crate) fn told(&self, unit: UnitId) -> Arg {
        if self.hidden(unit) { Arg::from(unit).only(RED.alone()) } else { Arg::from(unit) }
    }
}
