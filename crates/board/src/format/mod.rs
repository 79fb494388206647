//! The map file: reading, writing, and saying exactly what is wrong and where.

mod area;
mod doubts;
mod hex;
mod text;
mod write;

use crate::{AreaMap, HexMap};
use std::fmt;
use text::Statement;
pub(crate) use text::is_word;

/// What is wrong with a map file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapError {
    /// The file's name as the caller gave it.
    pub file: String,
    /// The line, counted from one.
    pub line: usize,
    /// The keyword of the statement.
    pub field: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}, {}: {}", self.file, self.line, self.field, self.message)
    }
}

impl std::error::Error for MapError {}

/// A fault before the file's name is known to it.
#[derive(Clone, Debug)]
struct Fault {
    line: usize,
    field: String,
    message: String,
}

impl Fault {
    fn new(line: usize, field: &str, message: impl Into<String>) -> Fault {
        Fault { line, field: field.to_owned(), message: message.into() }
    }
}

/// A map of hexes or of areas.
#[derive(Clone, Debug)]
pub enum Map {
    /// A hex map.
    Hex(Box<HexMap>),
    /// An area map.
    Area(Box<AreaMap>),
}

/// After so many faults a file is not read on.
const MOST_FAULTS: usize = 50;

impl Map {
    /// Reads a map file; `file` is the name that errors give.
    pub fn parse(file: &str, text: &str) -> Result<Map, MapError> {
        match read(text) {
            (Some(map), faults) if faults.is_empty() => Ok(map),
            (_, faults) => Err(name_first(file, faults)),
        }
    }

    /// Reads a map file from bytes, which need not be text.
    pub fn parse_bytes(file: &str, bytes: &[u8]) -> Result<Map, MapError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Map::parse(file, text),
            Err(error) => {
                let before = &bytes[..error.valid_up_to()];
                let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
                let fault = Fault::new(line, "text", "the line is not valid UTF-8");
                Err(name_first(file, vec![fault]))
            }
        }
    }

    /// Everything that is wrong with a map file, up to fifty faults, in the order of lines.
    pub fn check(file: &str, text: &str) -> Vec<MapError> {
        read(text).1.into_iter().map(|fault| name(file, fault)).collect()
    }

    /// What a sound file may still have wrong and a person should look at: roads that end in the middle of
    /// nowhere, bridges over nothing. Empty for a file with faults; see [`Map::check`].
    pub fn doubts(file: &str, text: &str) -> Vec<MapError> {
        let mut faults = Vec::new();
        let statements = text::statements(text, &mut faults);
        match read_statements(&statements, &mut faults) {
            Some(Map::Hex(map)) if faults.is_empty() => {
                doubts::find(&map, &statements).into_iter().map(|fault| name(file, fault)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Short name, used by programs.
    pub fn id(&self) -> &str {
        match self {
            Map::Hex(map) => &map.id,
            Map::Area(map) => &map.id,
        }
    }

    /// Title for people.
    pub fn title(&self) -> &str {
        match self {
            Map::Hex(map) => &map.title,
            Map::Area(map) => &map.title,
        }
    }

    /// The hex map, if it is one.
    pub fn into_hex(self) -> Option<HexMap> {
        match self {
            Map::Hex(map) => Some(*map),
            Map::Area(_) => None,
        }
    }

    /// The area map, if it is one.
    pub fn into_area(self) -> Option<AreaMap> {
        match self {
            Map::Area(map) => Some(*map),
            Map::Hex(_) => None,
        }
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Map::Hex(map) => map.fmt(f),
            Map::Area(map) => map.fmt(f),
        }
    }
}

impl HexMap {
    /// Reads a file that must hold a hex map.
    pub fn parse(file: &str, text: &str) -> Result<HexMap, MapError> {
        Map::parse(file, text)?
            .into_hex()
            .ok_or_else(|| name(file, Fault::new(1, "map", "this is an area map where a hex map is needed")))
    }
}

impl AreaMap {
    /// Reads a file that must hold an area map.
    pub fn parse(file: &str, text: &str) -> Result<AreaMap, MapError> {
        Map::parse(file, text)?
            .into_area()
            .ok_or_else(|| name(file, Fault::new(1, "map", "this is a hex map where an area map is needed")))
    }
}

fn name(file: &str, fault: Fault) -> MapError {
    MapError { file: file.to_owned(), line: fault.line, field: fault.field, message: fault.message }
}

fn name_first(file: &str, faults: Vec<Fault>) -> MapError {
    let first = faults.into_iter().next();
    name(file, first.unwrap_or_else(|| Fault::new(1, "map", "the file holds no map")))
}

fn read(text: &str) -> (Option<Map>, Vec<Fault>) {
    let mut faults = Vec::new();
    let statements = text::statements(text, &mut faults);
    let map = read_statements(&statements, &mut faults);
    faults.sort_by_key(|fault| fault.line);
    faults.truncate(MOST_FAULTS);
    (map, faults)
}

fn read_statements(statements: &[Statement<'_>], faults: &mut Vec<Fault>) -> Option<Map> {
    match statements.first() {
        Some(first) if first.keyword == "map" && first.words() == ["1"] => {}
        Some(first) => {
            let message = "the file must begin with `map 1`";
            faults.push(Fault::new(first.line, first.keyword, message));
            return None;
        }
        None => {
            faults.push(Fault::new(1, "map", "the file is empty; it must begin with `map 1`"));
            return None;
        }
    }
    let rest = &statements[1..];
    if rest.iter().any(|statement| statement.keyword == "areas") {
        area::read(rest, faults).map(|map| Map::Area(Box::new(map)))
    } else {
        hex::read(rest, faults).map(|map| Map::Hex(Box::new(map)))
    }
}
