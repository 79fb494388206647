//! Writing maps in the layout that the reader takes.

use super::text::quote;
use crate::{AreaMap, Axis, Border, Corner, Course, HexId, HexMap, North, Parity, Point, Span, Top};
use std::fmt::{self, Display, Formatter};

/// Lines are broken before they grow longer than this.
const WIDTH: usize = 96;

impl Display for HexMap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_head(self, f)?;
        write_terrain(self, f)?;
        for place in self.places() {
            let hexes = runs(self, &place.hexes).join(" ");
            writeln!(f, "place {hexes} {} {}", place.kind, quote(&place.name))?;
        }
        for tag in self.tags() {
            let mut start = format!("tag {}", tag.name);
            if !tag.value.is_empty() {
                start = format!("{start}={}", tag.value);
            }
            wrapped(f, &start, runs(self, &tag.hexes).iter().map(|run| format!(" {run}")))?;
        }
        for feature in self.features() {
            let mut start = feature.kind.keyword().unwrap_or_default().to_owned();
            if !feature.name.is_empty() {
                start = format!("{start} {}", quote(&feature.name));
            }
            wrapped(f, &start, course(self, &feature.course).into_iter())?;
        }
        Ok(())
    }
}

fn write_head(map: &HexMap, f: &mut Formatter<'_>) -> fmt::Result {
    let spec = map.grid().spec();
    writeln!(f, "map 1\nid {}\ntitle {}", map.id, quote(&map.title))?;
    for note in &map.notes {
        writeln!(f, "note {}", quote(note))?;
    }
    writeln!(f, "hexes {}", if spec.top == Top::Flat { "flat" } else { "pointed" })?;
    writeln!(f, "number {}", spec.numbering.pattern())?;
    let range = |span: Span| format!("{:02}..{:02}", span.first, span.last);
    let way = |span: Span, on, back| if span.reversed { back } else { on };
    writeln!(f, "columns {} {}", range(spec.columns), way(spec.columns, "right", "left"))?;
    writeln!(f, "rows {} {}", range(spec.rows), way(spec.rows, "down", "up"))?;
    writeln!(f, "shift {}", if spec.shifted == Parity::Odd { "odd" } else { "even" })?;
    for notch in &spec.notches {
        let ((c1, c2), (r1, r2)) = (notch.columns, notch.rows);
        writeln!(f, "without columns {c1:02}..{c2:02} rows {r1:02}..{r2:02}")?;
    }
    if let Some((_, word)) = North::ALL.iter().find(|(north, _)| *north == map.north) {
        writeln!(f, "north {word}")?;
    }
    for class in map.legend() {
        writeln!(f, "legend {} {}", class.letter, class.name)?;
    }
    Ok(())
}

fn write_terrain(map: &HexMap, f: &mut Formatter<'_>) -> fmt::Result {
    let (layout, spec) = (map.layout, map.grid().spec());
    let (word, lines, across) = match layout.lines {
        Axis::Row => ("rows", spec.rows, spec.columns),
        Axis::Column => ("columns", spec.columns, spec.rows),
    };
    writeln!(f, "terrain {word}{}", if layout.reversed { " reversed" } else { "" })?;
    for line in lines.first..=lines.last {
        let mut letters: Vec<char> = (across.first..=across.last)
            .map(|other| {
                let hex = match layout.lines {
                    Axis::Row => map.grid().hex_at(other, line),
                    Axis::Column => map.grid().hex_at(line, other),
                };
                // Blanks keep the lines below a notch in step; the reader skips them.
                hex.map_or(' ', |hex| map.legend()[map.terrain(hex).index()].letter)
            })
            .collect();
        if layout.reversed {
            letters.reverse();
        }
        let letters: String = letters.into_iter().collect();
        if !letters.trim().is_empty() {
            writeln!(f, "  {line:02} {}", letters.trim_end())?;
        }
    }
    Ok(())
}

/// Hexes as words, with straight runs of three and more shortened.
fn runs(map: &HexMap, hexes: &[HexId]) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = hexes;
    let by_column = map.grid().spec().numbering.first == Axis::Column;
    let follows = |a: HexId, b: HexId| {
        let ((c1, r1), (c2, r2)) = (map.grid().column_row(a), map.grid().column_row(b));
        if by_column { c1 == c2 && r2 == r1 + 1 } else { r1 == r2 && c2 == c1 + 1 }
    };
    while let Some(&first) = rest.first() {
        let length = 1 + rest.windows(2).take_while(|pair| follows(pair[0], pair[1])).count();
        let taken = if length >= 3 { length } else { 1 };
        let mut word = map.label(first).to_string();
        if taken > 1 {
            word = format!("{word}..{}", map.label(rest[taken - 1]));
        }
        words.push(word);
        rest = &rest[taken..];
    }
    words
}

/// The course in pieces that may be broken before each piece.
fn course(map: &HexMap, course: &Course) -> Vec<String> {
    match course {
        Course::Sides(sides) => {
            sides.iter().map(|&(a, b)| format!(" {}/{}", map.label(a), map.label(b))).collect()
        }
        Course::Chains(chains) => chains
            .iter()
            .flat_map(|chain| {
                chain.iter().enumerate().map(|(at, &hex)| {
                    let lead = if at == 0 { " " } else { "" };
                    let link = if at + 1 < chain.len() { "-" } else { "" };
                    format!("{lead}{}{link}", map.label(hex))
                })
            })
            .collect(),
    }
}

/// Writes a statement, broken into indented lines where it grows long.
fn wrapped(f: &mut Formatter<'_>, start: &str, pieces: impl Iterator<Item = String>) -> fmt::Result {
    let mut width = start.chars().count();
    f.write_str(start)?;
    for piece in pieces {
        if width + piece.len() > WIDTH {
            write!(f, "\n  {}", piece.trim_start())?;
            width = 2 + piece.trim_start().len();
        } else {
            // A first piece that is a chain still needs the blank it brings.
            f.write_str(&piece)?;
            width += piece.len();
        }
    }
    writeln!(f)
}

impl Display for AreaMap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "map 1\nid {}\ntitle {}", self.id, quote(&self.title))?;
        for note in &self.notes {
            writeln!(f, "note {}", quote(note))?;
        }
        writeln!(f, "areas")?;
        for area in self.areas() {
            let word = if area.sea { "zone" } else { "area" };
            write!(f, "{word} {} {}", area.code, quote(&area.name))?;
            if let Some(at) = area.label {
                write!(f, " at={at}")?;
            }
            for (name, value) in &area.attributes {
                write!(f, " {name}{}{value}", if value.is_empty() { "" } else { "=" })?;
            }
            writeln!(f)?;
        }
        for a in self.ids() {
            for &(b, border) in self.neighbours(a).iter().filter(|(b, _)| *b > a) {
                write!(f, "border {} {}", self.get(a).code, self.get(b).code)?;
                for (kind, word) in Border::KINDS {
                    if border.any(kind) {
                        write!(f, " {word}")?;
                    }
                }
                writeln!(f)?;
            }
        }
        for (name, at) in self.nodes() {
            writeln!(f, "node {name} {at}")?;
        }
        for area in self.areas() {
            for ring in &area.rings {
                let corners = ring.iter().map(|corner| match corner {
                    Corner::Node(at) => format!(" {}", self.nodes()[*at].0),
                    Corner::Free(at) => format!(" {at}"),
                });
                wrapped(f, &format!("ring {}", area.code), corners)?;
            }
        }
        Ok(())
    }
}

impl Display for Point {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.lat, self.lon)
    }
}
