//! Reading area maps.

use super::Fault;
use super::hex::{attribute, id_word, refuse_repeats};
use super::text::{Statement, Word, is_word};
use crate::{Area, AreaId, AreaMap, Border, Corner, Point};

pub(super) fn read(statements: &[Statement<'_>], faults: &mut Vec<Fault>) -> Option<AreaMap> {
    refuse_repeats(statements, &["id", "title", "areas"], faults);
    let mut map = AreaMap::default();
    // Nodes and areas come first, so that borders and rings may name what stands below them.
    for statement in statements {
        let outcome = match statement.keyword {
            "id" => id_word(statement).map(|id| map.id = id),
            "title" => {
                map.title = statement.joined();
                Ok(())
            }
            "note" => {
                map.notes.push(statement.joined());
                Ok(())
            }
            "area" | "zone" => read_area(statement, &mut map),
            "node" => read_node(statement, &mut map),
            "areas" if statement.words.is_empty() => Ok(()),
            "areas" => Err(statement.fault("nothing may follow on this line")),
            "border" | "ring" => Ok(()),
            word => Err(statement.fault(format!("`{word}` is not a keyword of area maps"))),
        };
        faults.extend(outcome.err());
    }
    for statement in statements {
        let outcome = match statement.keyword {
            "border" => read_border(statement, &mut map),
            "ring" => read_ring(statement, &mut map),
            _ => Ok(()),
        };
        faults.extend(outcome.err());
    }
    let end = statements.last().map_or(1, |statement| statement.line);
    if !statements.iter().any(|statement| statement.keyword == "id") {
        faults.push(Fault::new(end, "id", "the file has no `id` line"));
    }
    if map.is_empty() {
        faults.push(Fault::new(end, "area", "the file has no areas"));
    }
    Some(map)
}

fn read_area(statement: &Statement<'_>, map: &mut AreaMap) -> Result<(), Fault> {
    let [code, name, rest @ ..] = &statement.words[..] else {
        return Err(statement.fault("expected a code and a name, as in SEO \"Seoul\" ipc=4"));
    };
    if !is_word(&code.text) {
        return Err(statement.fault_at(code, format!("`{}` is not a plain code", code.text)));
    }
    let mut area = Area::new(&code.text, &name.text);
    area.sea = statement.keyword == "zone";
    for word in rest {
        let (key, value) = attribute(&word.text);
        if key == "at" {
            let message = format!("`{value}` is not a point; write latitude,longitude");
            let found = point(&value).ok_or_else(|| statement.fault_at(word, message))?;
            if area.label.replace(found).is_some() {
                return Err(statement.fault_at(word, "`at` is given twice"));
            }
        } else if !is_word(&key) || !(value.is_empty() || is_word(&value)) {
            return Err(statement.fault_at(word, format!("`{}` is not a plain word", word.text)));
        } else if area.has(&key) {
            return Err(statement.fault_at(word, format!("`{key}` is given twice")));
        } else {
            area.attributes.push((key, value));
        }
    }
    match map.add_area(area) {
        Some(_) => Ok(()),
        None => Err(statement.fault(format!("the code `{}` is already taken", code.text))),
    }
}

/// A point as `latitude,longitude` in degrees.
fn point(text: &str) -> Option<Point> {
    let (lat, lon) = text.split_once(',')?;
    let degrees = |part: &str, most: f64| {
        let plain = part.len() <= 24 && part.bytes().all(|b| b.is_ascii_digit() || b"-.".contains(&b));
        let value = if plain { part.parse::<f64>().ok() } else { None };
        value.filter(|value| value.is_finite() && value.abs() <= most)
    };
    Some(Point { lat: degrees(lat, 90.0)?, lon: degrees(lon, 360.0)? })
}

fn read_node(statement: &Statement<'_>, map: &mut AreaMap) -> Result<(), Fault> {
    let expected = "expected names and points, as in Y0 39.85,124.30";
    if statement.words.is_empty() || !statement.words.len().is_multiple_of(2) {
        return Err(statement.fault(expected));
    }
    for pair in statement.words.chunks(2) {
        let [name, at] = pair else { continue };
        let point = point(&at.text).filter(|_| is_word(&name.text));
        let point = point.ok_or_else(|| statement.fault_at(name, expected))?;
        if map.add_node(&name.text, point).is_none() {
            let message = format!("the node `{}` is given twice", name.text);
            return Err(statement.fault_at(name, message));
        }
    }
    Ok(())
}

fn find(statement: &Statement<'_>, map: &AreaMap, word: &Word) -> Result<AreaId, Fault> {
    let message = || format!("`{}` is not an area of this map", word.text);
    map.area(&word.text).ok_or_else(|| statement.fault_at(word, message()))
}

fn read_border(statement: &Statement<'_>, map: &mut AreaMap) -> Result<(), Fault> {
    let [first, second, kinds @ ..] = &statement.words[..] else {
        return Err(statement.fault("expected two areas and a kind, as in SEO INC land"));
    };
    let (a, b) = (find(statement, map, first)?, find(statement, map, second)?);
    let mut border = Border::default();
    for word in kinds {
        let kind = Border::from_keyword(&word.text);
        let message = format!("`{}` is not a kind of border", word.text);
        border = border.with(kind.ok_or_else(|| statement.fault_at(word, message))?);
    }
    if !border.any(Border::LAND.with(Border::SEA).with(Border::COAST)) {
        return Err(statement.fault("a border must be `land`, `sea` or `coast`"));
    }
    let (sea_a, sea_b) = (map.get(a).sea, map.get(b).sea);
    let fitting = match (sea_a, sea_b) {
        (false, false) => (Border::LAND, "land"),
        (true, true) => (Border::SEA, "sea"),
        _ => (Border::COAST, "coast"),
    };
    if !border.any(fitting.0) {
        let message = format!("a border between these two must be `{}`", fitting.1);
        return Err(statement.fault(message));
    }
    if !map.add_border(a, b, border) {
        let message = if a == b { "an area has no border with itself" } else { "this border is given twice" };
        return Err(statement.fault(message));
    }
    Ok(())
}

fn read_ring(statement: &Statement<'_>, map: &mut AreaMap) -> Result<(), Fault> {
    let [code, corners @ ..] = &statement.words[..] else {
        return Err(statement.fault("expected an area and its corners"));
    };
    let area = find(statement, map, code)?;
    let mut ring = Vec::with_capacity(corners.len());
    for word in corners {
        let corner = match map.node(&word.text) {
            Some(node) => Some(Corner::Node(node)),
            None => point(&word.text).map(Corner::Free),
        };
        let message = || format!("`{}` is neither a node nor a point", word.text);
        ring.push(corner.ok_or_else(|| statement.fault_at(word, message()))?);
    }
    if ring.len() < 3 {
        return Err(statement.fault("a ring needs at least three corners"));
    }
    map.add_ring(area, ring);
    Ok(())
}
