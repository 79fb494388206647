//! Reading hex maps.

use super::Fault;
use super::text::{Statement, Word, is_word, range};
use crate::{
    Axis, Course, Feature, GridError, GridSpec, HexGrid, HexId, HexMap, HexSet, North, Notch, Numbering,
    Parity, Place, Side, Span, Tag, Terrain, TerrainClass, TerrainLayout, Top,
};

/// Keywords that may stand once.
const SINGLE: [&str; 9] = ["id", "title", "hexes", "number", "columns", "rows", "shift", "north", "terrain"];

/// What the head of the file says before the grid can be built.
#[derive(Default)]
struct Head {
    id: String,
    title: String,
    notes: Vec<String>,
    north: North,
    top: Option<Top>,
    numbering: Option<Numbering>,
    columns: Option<Span>,
    rows: Option<Span>,
    shifted: Option<Parity>,
    notches: Vec<Notch>,
    legend: Vec<TerrainClass>,
}

pub(super) fn read(statements: &[Statement<'_>], faults: &mut Vec<Fault>) -> Option<HexMap> {
    refuse_repeats(statements, &SINGLE, faults);
    let mut head = Head::default();
    for statement in statements {
        if let Err(fault) = read_head(statement, &mut head) {
            faults.push(fault);
        }
    }
    let end = statements.last().map_or(1, |statement| statement.line);
    let mut map = build(head, statements, end, faults)?;
    let mut terrain_seen = false;
    for statement in statements {
        let outcome = match statement.keyword {
            "terrain" => {
                terrain_seen = true;
                read_terrain(statement, &mut map, faults);
                Ok(())
            }
            "place" => read_place(statement, &mut map),
            "tag" => read_tag(statement, &mut map),
            word => match Side::from_keyword(word) {
                Some(kind) => read_feature(statement, kind, &mut map),
                None => Ok(()),
            },
        };
        if let Err(fault) = outcome {
            faults.push(fault);
        }
    }
    if !terrain_seen {
        faults.push(Fault::new(end, "terrain", "the file has no terrain block"));
    }
    Some(map)
}

/// Faults every second use of a keyword that may stand only once.
pub(super) fn refuse_repeats(statements: &[Statement<'_>], single: &[&str], faults: &mut Vec<Fault>) {
    for &word in single {
        for statement in statements.iter().filter(|s| s.keyword == word).skip(1) {
            faults.push(statement.fault("this is given twice"));
        }
    }
}

fn read_head(statement: &Statement<'_>, head: &mut Head) -> Result<(), Fault> {
    let words = statement.words();
    match statement.keyword {
        "id" => head.id = id_word(statement)?,
        "title" => head.title = statement.joined(),
        "note" => head.notes.push(statement.joined()),
        "hexes" => head.top = Some(tops(statement)?),
        "number" => {
            let pattern = words.first().filter(|_| words.len() == 1);
            let numbering = pattern.and_then(|pattern| Numbering::from_pattern(pattern));
            let message = "expected a pattern such as CCRR, RRCC or C,R";
            head.numbering = Some(numbering.ok_or_else(|| statement.fault(message))?);
        }
        "columns" => head.columns = Some(span(statement, "right", "left")?),
        "rows" => head.rows = Some(span(statement, "down", "up")?),
        "shift" => {
            head.shifted = Some(match words[..] {
                ["odd"] => Parity::Odd,
                ["even"] => Parity::Even,
                _ => return Err(statement.fault("expected `odd` or `even`")),
            });
        }
        "north" => {
            let known = North::ALL.iter().find(|(_, word)| words == [*word]);
            let message = "expected `up`, `right`, `down` or `left`";
            head.north = known.ok_or_else(|| statement.fault(message))?.0;
        }
        "without" => head.notches.push(notch(statement)?),
        "legend" => head.legend.push(legend_line(statement, &head.legend)?),
        "terrain" | "place" | "tag" => {}
        word if Side::from_keyword(word).is_some() => {}
        word => return Err(statement.fault(format!("`{word}` is not a keyword of hex maps"))),
    }
    Ok(())
}

pub(super) fn id_word(statement: &Statement<'_>) -> Result<String, Fault> {
    match statement.words()[..] {
        [word] if is_word(word) => Ok(word.to_owned()),
        _ => Err(statement.fault("expected one word without blanks")),
    }
}

fn tops(statement: &Statement<'_>) -> Result<Top, Fault> {
    match statement.words()[..] {
        ["flat"] => Ok(Top::Flat),
        ["pointed"] => Ok(Top::Pointed),
        _ => Err(statement.fault("expected `flat` or `pointed`")),
    }
}

fn span(statement: &Statement<'_>, onward: &str, backward: &str) -> Result<Span, Fault> {
    let expected = format!("expected a range and `{onward}` or `{backward}`, as in 01..37 {onward}");
    let words = statement.words();
    let bounds = words.first().and_then(|word| range(word));
    match (bounds, &words[..]) {
        (Some((first, last)), [_]) => Ok(Span { first, last, reversed: false }),
        (Some((first, last)), [_, way]) if *way == onward || *way == backward => {
            Ok(Span { first, last, reversed: *way == backward })
        }
        _ => Err(statement.fault(expected)),
    }
}

fn notch(statement: &Statement<'_>) -> Result<Notch, Fault> {
    if let ["columns", columns, "rows", rows] = statement.words()[..]
        && let (Some(columns), Some(rows)) = (range(columns), range(rows))
    {
        return Ok(Notch { columns, rows });
    }
    Err(statement.fault("expected two ranges, as in columns 24..34 rows 05..28"))
}

fn legend_line(statement: &Statement<'_>, known: &[TerrainClass]) -> Result<TerrainClass, Fault> {
    let words = statement.words();
    let [letter, name] = words[..] else {
        return Err(statement.fault("expected a letter and a name, as in ^ mountain"));
    };
    let mut signs = letter.chars();
    let (Some(letter), None) = (signs.next(), signs.next()) else {
        return Err(statement.fault(format!("`{letter}` must be a single letter")));
    };
    if letter == '"' || letter.is_control() {
        return Err(statement.fault("this sign cannot be a terrain letter"));
    }
    if !is_word(name) {
        return Err(statement.fault(format!("`{name}` is not a plain word")));
    }
    if known.iter().any(|class| class.letter == letter) {
        return Err(statement.fault(format!("the letter `{letter}` is already in the legend")));
    }
    if known.iter().any(|class| class.name == name) {
        return Err(statement.fault(format!("the terrain `{name}` is already in the legend")));
    }
    if known.len() >= 255 {
        return Err(statement.fault("a legend holds at most 255 terrains"));
    }
    Ok(TerrainClass { letter, name: name.to_owned() })
}

/// Builds the empty map; without a sound head nothing below it can be checked.
fn build(head: Head, statements: &[Statement<'_>], end: usize, faults: &mut Vec<Fault>) -> Option<HexMap> {
    let given = |word: &str| statements.iter().find(|s| s.keyword == word);
    let mut missing = false;
    for (word, absent) in [
        ("id", head.id.is_empty()),
        ("hexes", head.top.is_none()),
        ("number", head.numbering.is_none()),
        ("columns", head.columns.is_none()),
        ("rows", head.rows.is_none()),
        ("shift", head.shifted.is_none()),
        ("legend", head.legend.is_empty()),
    ] {
        missing |= absent;
        if absent && given(word).is_none() {
            faults.push(Fault::new(end, word, format!("the file has no `{word}` line")));
        }
    }
    if missing {
        return None;
    }
    let spec = GridSpec {
        top: head.top?,
        numbering: head.numbering?,
        columns: head.columns?,
        rows: head.rows?,
        shifted: head.shifted?,
        notches: head.notches,
    };
    match HexGrid::new(spec) {
        Ok(grid) => {
            let mut map = HexMap::new(&head.id, &head.title, grid, head.legend);
            map.notes = head.notes;
            map.north = head.north;
            Some(map)
        }
        Err(error) => {
            let word = match error {
                GridError::EmptySpan(Axis::Row) | GridError::TooWide(Axis::Row) => "rows",
                GridError::NoHexes => "without",
                _ => "columns",
            };
            let line = given(word).map_or(end, |statement| statement.line);
            faults.push(Fault::new(line, word, error.to_string()));
            None
        }
    }
}

fn read_terrain(statement: &Statement<'_>, map: &mut HexMap, faults: &mut Vec<Fault>) {
    let opening: Vec<&str> = statement
        .words
        .iter()
        .filter(|word| word.line == statement.line)
        .map(|word| word.text.as_str())
        .collect();
    let layout = match opening[..] {
        ["rows"] => TerrainLayout { lines: Axis::Row, reversed: false },
        ["rows", "reversed"] => TerrainLayout { lines: Axis::Row, reversed: true },
        ["columns"] => TerrainLayout { lines: Axis::Column, reversed: false },
        ["columns", "reversed"] => TerrainLayout { lines: Axis::Column, reversed: true },
        _ => {
            let message = "expected `rows` or `columns`, if need be followed by `reversed`";
            return faults.push(statement.fault(message));
        }
    };
    map.layout = layout;
    let mut covered = HexSet::new(map.len());
    let body = &statement.words[opening.len()..];
    for line in body.chunk_by(|a, b| a.line == b.line) {
        if let Err(fault) = read_terrain_line(statement, line, map, &mut covered) {
            faults.push(fault);
        }
    }
    let bare = map.grid().hexes().find(|hex| !covered.contains(*hex));
    if let (Some(hex), true) = (bare, faults.is_empty()) {
        let message = format!("hex {} has no terrain", map.label(hex));
        faults.push(statement.fault(message));
    }
}

fn read_terrain_line(
    statement: &Statement<'_>,
    line: &[Word],
    map: &mut HexMap,
    covered: &mut HexSet,
) -> Result<(), Fault> {
    let fault = |message: String| statement.fault_at(&line[0], message);
    let label = &line[0].text;
    let (axis, spec) = (map.layout.lines, map.grid().spec());
    let what = if axis == Axis::Row { "row" } else { "column" };
    let (span, across) =
        if axis == Axis::Row { (spec.rows, spec.columns) } else { (spec.columns, spec.rows) };
    let digits = label.len() <= 4 && label.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { label.parse::<u16>().ok() } else { None };
    let number = number.filter(|number| (span.first..=span.last).contains(number));
    let number = number.ok_or_else(|| fault(format!("`{label}` is not a {what} of this map")))?;
    let at = |other: u16| match axis {
        Axis::Row => map.grid().hex_at(other, number),
        Axis::Column => map.grid().hex_at(number, other),
    };
    let mut hexes: Vec<HexId> = (across.first..=across.last).filter_map(at).collect();
    if map.layout.reversed {
        hexes.reverse();
    }
    let letters: Vec<char> = line[1..].iter().flat_map(|word| word.text.chars()).collect();
    if letters.len() != hexes.len() {
        let (have, need) = (letters.len(), hexes.len());
        return Err(fault(format!("{what} {label} needs {need} letters but has {have}")));
    }
    for (&letter, &hex) in letters.iter().zip(&hexes) {
        let class = map.legend().iter().position(|class| class.letter == letter);
        let Some(class) = class else {
            let hex = map.label(hex);
            return Err(fault(format!("the letter `{letter}` at {hex} is not in the legend")));
        };
        if !covered.insert(hex) {
            return Err(fault(format!("{what} {label} is given twice")));
        }
        map.set_terrain(hex, Terrain(class as u8));
    }
    Ok(())
}

/// A hex or a straight run of hexes (`0501..0523`) at the head of a word.
fn hexes_of(map: &HexMap, word: &str, into: &mut Vec<HexId>) -> Result<bool, String> {
    let Some((first, last)) = word.split_once("..") else {
        let hex = map.hex(word);
        into.extend(hex);
        return Ok(hex.is_some());
    };
    let (Some(first), Some(last)) = (map.hex(first), map.hex(last)) else {
        return Err(format!("`{word}` must run from one hex of this map to another"));
    };
    let ((c1, r1), (c2, r2)) = (map.grid().column_row(first), map.grid().column_row(last));
    let before = into.len();
    if c1 == c2 {
        into.extend((r1..=r2).filter_map(|row| map.grid().hex_at(c1, row)));
    } else if r1 == r2 {
        into.extend((c1..=c2).filter_map(|column| map.grid().hex_at(column, r1)));
    }
    if into.len() == before {
        return Err(format!("`{word}` must rise along one column or one row"));
    }
    Ok(true)
}

fn looks_like_number(word: &Word) -> bool {
    !word.quoted && word.text.starts_with(|sign: char| sign.is_ascii_digit())
}

fn touching(map: &HexMap, a: HexId, b: HexId) -> Result<(), String> {
    match map.grid().direction(a, b) {
        Some(_) => Ok(()),
        None => Err(format!("hexes {} and {} are not neighbours", map.label(a), map.label(b))),
    }
}

fn unknown_hex(word: &str) -> String {
    format!("`{word}` is not a hex of this map")
}

fn read_place(statement: &Statement<'_>, map: &mut HexMap) -> Result<(), Fault> {
    let mut hexes = Vec::new();
    let mut words = statement.words.iter().peekable();
    while let Some(word) = words.next_if(|word| looks_like_number(word)) {
        let known = hexes_of(map, &word.text, &mut hexes);
        if !known.map_err(|message| statement.fault_at(word, message))? {
            return Err(statement.fault_at(word, unknown_hex(&word.text)));
        }
    }
    let kind = words.next().map(|word| word.text.clone()).unwrap_or_default();
    let name = words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    if hexes.is_empty() || !is_word(&kind) || name.is_empty() {
        return Err(statement.fault("expected hexes, a kind and a name, as in 1908 city Taegu"));
    }
    let place = Place { hexes, kind, name };
    map.add_place(place).map_err(|misfit| statement.fault(misfit.to_string()))
}

fn read_tag(statement: &Statement<'_>, map: &mut HexMap) -> Result<(), Fault> {
    let (mut hexes, mut label) = (Vec::new(), None);
    for word in &statement.words {
        if looks_like_number(word) {
            let known = hexes_of(map, &word.text, &mut hexes);
            if !known.map_err(|message| statement.fault_at(word, message))? {
                return Err(statement.fault_at(word, unknown_hex(&word.text)));
            }
        } else if label.replace(word.text.as_str()).is_some() {
            let message = format!("`{}` is a second word; one tag stands on a line", word.text);
            return Err(statement.fault_at(word, message));
        }
    }
    let (name, value) = attribute(label.unwrap_or_default());
    if hexes.is_empty() || !is_word(&name) || !(value.is_empty() || is_word(&value)) {
        return Err(statement.fault("expected a word and hexes, as in port 0109 or entry=nk 0301"));
    }
    let tag = Tag { name, value, hexes };
    map.add_tag(tag).map_err(|misfit| statement.fault(misfit.to_string()))
}

/// Splits `name=value`.
pub(super) fn attribute(word: &str) -> (String, String) {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    (name.to_owned(), value.to_owned())
}

fn read_feature(statement: &Statement<'_>, kind: Side, map: &mut HexMap) -> Result<(), Fault> {
    let (name, body) = match statement.words.split_first() {
        Some((first, rest)) if first.quoted => (first.text.clone(), rest),
        _ => (String::new(), &statement.words[..]),
    };
    if body.is_empty() {
        let message = "expected a course, as in 0216-0316-0415 for links or 0101/0102 for hexsides";
        return Err(statement.fault(message));
    }
    let course = if kind.any(Side::LINKS) {
        Course::Chains(chains(statement, body, map)?)
    } else {
        Course::Sides(sides(statement, body, map, kind)?)
    };
    map.add_feature(Feature { kind, name, course }).map_err(|misfit| statement.fault(misfit.to_string()))
}

fn chains(statement: &Statement<'_>, body: &[Word], map: &HexMap) -> Result<Vec<Vec<HexId>>, Fault> {
    let mut chains: Vec<Vec<HexId>> = Vec::new();
    let mut open = false;
    for word in body {
        if word.text.contains('/') {
            let message = format!("a {} is a chain of hexes joined by -", statement.keyword);
            return Err(statement.fault_at(word, message));
        }
        if !open {
            chains.push(Vec::new());
        }
        let text = word.text.strip_suffix('-');
        open = text.is_some();
        for part in text.unwrap_or(&word.text).split('-') {
            let hex = map.hex(part);
            let hex = hex.ok_or_else(|| statement.fault_at(word, unknown_hex(part)))?;
            let Some(chain) = chains.last_mut() else { continue };
            if let Some(&before) = chain.last() {
                touching(map, before, hex).map_err(|message| statement.fault_at(word, message))?;
            }
            chain.push(hex);
        }
    }
    if open {
        return Err(statement.fault("the last chain ends with - and leads nowhere"));
    }
    Ok(chains)
}

fn sides(
    statement: &Statement<'_>,
    body: &[Word],
    map: &HexMap,
    kind: Side,
) -> Result<Vec<(HexId, HexId)>, Fault> {
    let mut sides = Vec::with_capacity(body.len());
    let mut seen = std::collections::BTreeSet::new();
    for word in body {
        let Some((a, b)) = word.text.split_once('/') else {
            let word_of = kind.keyword().unwrap_or_default();
            let message =
                format!("`{}` is not a hexside; a {word_of} is written with / between two hexes", word.text);
            return Err(statement.fault_at(word, message));
        };
        let find = |part: &str| map.hex(part).ok_or_else(|| statement.fault_at(word, unknown_hex(part)));
        let (a, b) = (find(a)?, find(b)?);
        touching(map, a, b).map_err(|message| statement.fault_at(word, message))?;
        if !seen.insert((a.min(b), a.max(b))) {
            let message = format!("hexside {} is listed twice", word.text);
            return Err(statement.fault_at(word, message));
        }
        sides.push((a, b));
    }
    Ok(sides)
}
