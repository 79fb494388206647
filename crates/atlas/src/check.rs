//! Checks maps against their facts: what the rules and the record say about each hex.
//!
//! A facts file under `data/maps-src/facts` holds one fact a line, a bar, and where the fact comes from:
//! `terrain 0215 city | UN source`. See [`Fact`] for the kinds. [`sound`] holds what must be true of any map.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;

use board::{AreaMap, Border, Course, HexId, HexMap, Map, Side};

use crate::geo::{LonLat, geography};
use crate::project::{HEX, Lattice, Point, Projection};
use crate::waters::{self, River};

/// A fact and what was found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The fact as its file has it.
    pub fact: String,
    /// Where it comes from.
    pub about: String,
    /// What stands on the map.
    pub found: String,
    /// Whether the fact holds.
    pub holds: bool,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.holds { "ok  " } else { "FAIL" };
        write!(f, "{sign} {:<44} {:<44} {}", self.fact, self.found, self.about)
    }
}

/// The kinds of facts, by the word that begins the line.
pub struct Fact;

impl Fact {
    /// Every kind with its words.
    pub const KINDS: [(&'static str, &'static str); 25] = [
        ("terrain", "HEX CLASS: the hex has this terrain"),
        ("land", "HEX: the hex exists and ground units can enter it"),
        ("sea", "HEX: the hex is water"),
        ("coast", "HEX: land next to water, or tagged coast"),
        ("edge", "HEX: the hex lies on the edge of the map"),
        ("tag", "HEX TAG[=VALUE]: the hex carries the tag"),
        ("place", "HEX NAME: a place of this name lies there"),
        ("near", "HEX LAT LON HEXES: the real place lies within so many hexes"),
        ("on", "HEX road|rail|trail|narrow-rail|river: the hex has such a hexside"),
        ("side", "HEX HEX KIND: the hexside between them is or carries that"),
        ("no-side", "HEX HEX KIND: it does not"),
        ("distance", "HEX HEX STEPS: so many hexes apart"),
        ("joined", "HEX HEX KIND[+KIND]: links of these kinds lead from one to the other"),
        ("bank", "HEX left|right RIVER: the hex lies on that bank, looking downstream"),
        ("crossings", "HEX HEX KIND[+KIND] COUNT: the shortest way along such links crosses rivers so often"),
        (
            "river-reaches-sea",
            "sea|lake|river|edge RIVER: it ends there, and has no other dry end than its source",
        ),
        ("link-on-land", "KIND: no link of this kind enters the sea, a lake or land out of play"),
        ("no-way-round", "HEX HEX STEPS: no way of so many steps leads there without crossing a river"),
        ("larger", "HEX HEX: more hexes of its terrain hang together there than at the other"),
        ("share", "CLASS LOW HIGH: per cent of the land hexes"),
        ("area", "CODE WORD[=VALUE]: the area has the attribute"),
        ("border", "CODE CODE KIND: the two areas share such a border"),
        ("no-border", "CODE CODE: they share none"),
        ("steps", "land|sea|air CODE CODE STEPS: so many steps apart"),
        ("total", "ATTRIBUTE KEY=VALUE SUM: the sum over the areas with that attribute"),
    ];
}

/// Checks every fact of a file.
pub fn facts(map: &Map, grid: &str, text: &str) -> Vec<Finding> {
    let mut out = Vec::new();
    // Decisions about differences belong to the comparison with the geography.
    let decision = |l: &str| l.starts_with("differs ") || l.starts_with("omits ");
    let told = |l: &&str| !l.is_empty() && !l.starts_with('#') && !decision(l);
    for line in text.lines().map(str::trim).filter(told) {
        let (fact, about) = line.split_once('|').unwrap_or((line, ""));
        let words: Vec<&str> = fact.split_whitespace().collect();
        let found = match map {
            Map::Hex(map) => river_fact(map, grid, text, &words).or_else(|| hex_fact(map, grid, &words)),
            Map::Area(map) => area_fact(map, &words),
        };
        let (holds, found) = found.unwrap_or_else(|| (false, "the fact cannot be read".to_owned()));
        out.push(Finding { fact: words.join(" "), about: about.trim().to_owned(), found, holds });
    }
    out
}

fn water(map: &HexMap, hex: HexId) -> bool {
    matches!(map.terrain_name(hex), "sea" | "ocean" | "estuary")
}

fn closed(map: &HexMap, hex: HexId) -> bool {
    water(map, hex) || matches!(map.terrain_name(hex), "lake" | "out-of-play")
}

/// Terrain, place and tags of a hex in a few words.
fn describe(map: &HexMap, hex: HexId) -> String {
    let place = map.place(hex).map(|p| format!(", {}", p.name)).unwrap_or_default();
    format!("{}{place}", map.terrain_name(hex))
}

fn hex_fact(map: &HexMap, grid: &str, words: &[&str]) -> Option<(bool, String)> {
    let (kind, rest) = words.split_first()?;
    if *kind == "share" {
        return share(map, rest);
    }
    let Some(hex) = map.hex(rest.first()?) else { return Some((false, "no such hex".to_owned())) };
    let other = || map.hex(rest.get(1)?);
    let stands = describe(map, hex);
    let holds = match *kind {
        "terrain" => map.terrain_name(hex) == *rest.get(1)?,
        "land" => !closed(map, hex),
        "sea" => water(map, hex),
        "coast" => {
            map.has_tag(hex, "coast")
                || map.grid().neighbours(hex).iter().any(|n| n.is_some() && water(map, *n))
        }
        "edge" => map.grid().on_edge(hex),
        "tag" => {
            let (name, value) =
                rest.get(1)?.split_once('=').map_or((*rest.get(1)?, None), |(n, v)| (n, Some(v)));
            let tags: Vec<String> = map
                .tags()
                .iter()
                .filter(|t| t.hexes.contains(&hex))
                .map(|t| format!("{}={}", t.name, t.value))
                .collect();
            return Some((map.tagged(name, value).contains(hex), tags.join(" ").replace("= ", " ")));
        }
        "place" => map.places().iter().any(|p| p.hexes.contains(&hex) && p.name == rest[1..].join(" ")),
        "near" => return near(map, grid, hex, rest),
        "on" => {
            let kind = Side::from_keyword(rest.get(1)?)?;
            map.sides(hex).iter().any(|s| s.any(kind))
        }
        "side" | "no-side" => {
            let kind_of_side = Side::from_keyword(rest.get(2)?)?;
            let there = map.between(hex, other()?);
            return Some((there.any(kind_of_side) == (*kind == "side"), format!("{there:?}")));
        }
        "distance" => {
            let steps = map.grid().distance(hex, other()?);
            return Some((steps == rest.get(2)?.parse::<u32>().ok()?, format!("{steps} hexes")));
        }
        "larger" => {
            let (here, there) = (expanse(map, hex), expanse(map, other()?));
            return Some((here > there, format!("{here} hexes, {there} there")));
        }
        "joined" => {
            let kinds = rest.get(2)?.split('+').filter_map(Side::from_keyword).fold(Side::NONE, Side::with);
            joined(map, hex, other()?, kinds)
        }
        _ => return None,
    };
    Some((holds, stands))
}

/// Facts about rivers, and links that are named by kind alone.
fn river_fact(map: &HexMap, grid: &str, text: &str, words: &[&str]) -> Option<(bool, String)> {
    let (kind, rest) = words.split_first()?;
    let kinds = |list: &str| list.split('+').filter_map(Side::from_keyword).fold(Side::NONE, Side::with);
    match *kind {
        "bank" => {
            let (hex, name) = (map.hex(rest.first()?)?, rest.get(2..)?.join(" "));
            let (bank, hexes) = River::of(map, grid, &name, course(text, &name))?.bank(hex);
            Some((bank.word() == *rest.get(1)?, format!("{} bank, {hexes:.1} hexes off", bank.word())))
        }
        "crossings" => {
            let (from, to) = (map.hex(rest.first()?)?, map.hex(rest.get(1)?)?);
            let count = waters::crossings(map, from, to, kinds(rest.get(2)?));
            let found = count.map_or("no such way".to_owned(), |c| format!("{c} crossings"));
            Some((count == rest.get(3)?.parse().ok(), found))
        }
        "river-reaches-sea" => {
            let name = rest.get(1..)?.join(" ");
            let reaches = waters::reaches(map, &name);
            let fault = waters::fault(map, &name);
            let there = reaches.iter().any(|r| r.ends.iter().any(|(_, e)| e.word() == rest[0]));
            let ends: Vec<&str> = reaches.iter().flat_map(|r| &r.ends).map(|(_, e)| e.word()).collect();
            Some((there && fault.is_none(), format!("ends in {}", ends.join(", "))))
        }
        "link-on-land" => {
            let chosen = kinds(rest.first()?);
            let wet = wet_links(map).find(|(feature, _)| feature.kind.any(chosen));
            let found = wet.map_or("on land".to_owned(), |(f, h)| format!("{} in {}", f.name, map.label(h)));
            Some((wet.is_none() && chosen != Side::NONE, found))
        }
        "no-way-round" => {
            let (from, to) = (map.hex(rest.first()?)?, map.hex(rest.get(1)?)?);
            let way = waters::way_round(map, from, to, rest.get(2)?.parse().ok()?);
            let path =
                |w: Vec<HexId>| w.iter().map(|h| map.label(*h).to_string()).collect::<Vec<_>>().join("-");
            Some((way.is_none(), way.map_or("no way".to_owned(), path)))
        }
        _ => None,
    }
}

/// Links that enter water or land out of play, with the first such hex of each.
fn wet_links(map: &HexMap) -> impl Iterator<Item = (&board::Feature, HexId)> {
    map.features().iter().filter_map(|feature| {
        let Course::Chains(chains) = &feature.course else { return None };
        let wet = |h: &HexId| closed(map, *h) || map.terrain_name(*h) == "reservoir";
        Some((feature, chains.iter().flatten().copied().find(wet)?))
    })
}

/// The river of `data/geo` that a river of the map is, from a line `# course NAME = REAL NAME` of the facts.
fn course<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    courses(text).find(|(river, _)| *river == name).map(|(_, real)| real)
}

pub(crate) fn courses(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|l| l.strip_prefix("# course ")?.split_once(" = "))
}

/// How many hex centres lie on the other side of the real coast than the map says, of how many in play; then how many of them are
/// islands that the map leaves to the sea.
pub fn coast_fit(map: &HexMap, grid: &str) -> Option<(usize, usize, usize)> {
    let projection = Projection::hex(grid, Point::new(0.0, 0.0))?;
    let lattice = Lattice::of(grid);
    let (mut wrong, mut all, mut islands) = (0, 0, 0);
    for hex in map.grid().hexes() {
        let name = map.terrain_name(hex);
        if matches!(name, "out-of-play" | "japan") || name.starts_with("china") {
            continue;
        }
        let (column, row) = map.grid().column_row(hex);
        let (first, second) = if lattice.flat { (column, row) } else { (row, column) };
        let centre = lattice.to_drawing(lattice.fit_units(i32::from(first), i32::from(second)));
        let at = projection.lonlat(centre);
        let land = geography().land.iter().find(|l| l.holds(at));
        all += 1;
        if land.is_some() == water(map, hex) {
            wrong += 1;
            islands += usize::from(land.is_some_and(|l| l.class != "mainland"));
        }
    }
    Some((wrong, all, islands))
}

fn share(map: &HexMap, rest: &[&str]) -> Option<(bool, String)> {
    let (low, high): (f64, f64) = (rest.get(1)?.parse().ok()?, rest.get(2)?.parse().ok()?);
    let land: Vec<HexId> = map.grid().hexes().filter(|h| !closed(map, *h)).collect();
    let count = land.iter().filter(|h| map.terrain_name(**h) == rest[0]).count();
    let per_cent = 100.0 * count as f64 / land.len().max(1) as f64;
    Some(((low..=high).contains(&per_cent), format!("{per_cent:.1} per cent")))
}

/// How far the real place is from the hex on the fitted grid.
fn near(map: &HexMap, grid: &str, hex: HexId, rest: &[&str]) -> Option<(bool, String)> {
    let number = |k: usize| rest.get(k)?.parse::<f64>().ok();
    let lattice = Lattice::of(grid);
    let projection = Projection::hex(grid, Point::new(0.0, 0.0))?;
    let (column, row) = map.grid().column_row(hex);
    let (first, second) = if lattice.flat { (column, row) } else { (row, column) };
    let here = lattice.to_drawing(lattice.fit_units(i32::from(first), i32::from(second)));
    let real = projection.point(LonLat { lat: number(1)?, lon: number(2)? });
    let hexes = here.distance(real) / HEX;
    Some((hexes <= number(3)?, format!("{hexes:.2} hexes away")))
}

/// How many hexes of a hex's terrain hang together with it.
fn expanse(map: &HexMap, hex: HexId) -> usize {
    let mut seen = BTreeSet::from([hex]);
    let mut queue = VecDeque::from([hex]);
    while let Some(h) = queue.pop_front() {
        for n in map.grid().neighbours(h).iter().filter(|n| n.is_some()) {
            if map.terrain(*n) == map.terrain(hex) && seen.insert(*n) {
                queue.push_back(*n);
            }
        }
    }
    seen.len()
}

fn joined(map: &HexMap, from: HexId, to: HexId, kinds: Side) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut queue = VecDeque::from([from]);
    while let Some(h) = queue.pop_front() {
        if h == to {
            return true;
        }
        for (k, n) in map.grid().neighbours(h).iter().enumerate() {
            if n.is_some() && map.sides(h)[k].any(kinds) && seen.insert(*n) {
                queue.push_back(*n);
            }
        }
    }
    false
}

fn area_fact(map: &AreaMap, words: &[&str]) -> Option<(bool, String)> {
    let (kind, rest) = words.split_first()?;
    match *kind {
        "area" => {
            let area = map.get(map.area(rest.first()?)?);
            let (word, value) =
                rest.get(1)?.split_once('=').map_or((*rest.get(1)?, None), |(w, v)| (w, Some(v)));
            let all: Vec<String> = area
                .attributes
                .iter()
                .map(|(k, v)| if v.is_empty() { k.clone() } else { format!("{k}={v}") })
                .collect();
            Some((area.has(word) && value.is_none_or(|v| area.attribute(word) == Some(v)), all.join(" ")))
        }
        "border" | "no-border" => {
            let (a, b) = (map.area(rest.first()?)?, map.area(rest.get(1)?)?);
            let there = map.border(a, b);
            let holds = match *kind {
                "no-border" => there.is_none(),
                _ => there.is_some_and(|t| {
                    Border::from_keyword(rest.get(2).copied().unwrap_or("land")).is_some_and(|k| t.any(k))
                }),
            };
            Some((holds, format!("{there:?}")))
        }
        "steps" => {
            let (a, b) = (map.area(rest.get(1)?)?, map.area(rest.get(2)?)?);
            let (land, sea) = match *rest.first()? {
                "land" => (true, false),
                "sea" => (false, true),
                _ => (true, true),
            };
            // Aircraft do not cross neutral countries (Chinese and Soviet areas), except where they start or end.
            let neutral = |id| {
                let owner = map.get(id).attribute("owner");
                land && sea && matches!(owner, Some("ch" | "su")) && id != a && id != b
            };
            let open = |to| (if map.get(to).sea { sea } else { land }) && !neutral(to);
            let steps = map.distances(a, |_, to, _| open(to))[b.index()];
            Some((
                steps == rest.get(3)?.parse::<u16>().ok(),
                steps.map_or("no way".to_owned(), |s| format!("{s} steps")),
            ))
        }
        "total" => {
            let (key, value) = rest.get(1)?.split_once('=')?;
            let chosen = map.areas().iter().filter(|a| a.attribute(key) == Some(value));
            let sum: i32 = chosen.filter_map(|a| a.attribute(rest[0])?.parse::<i32>().ok()).sum();
            Some((sum == rest.get(2)?.parse::<i32>().ok()?, sum.to_string()))
        }
        _ => None,
    }
}

/// What must be true of every hex map: no road or railway enters the sea, every bridge and ferry joins a road over a river, no river ends in a field, towns lie on the net unless a
/// fact says `off-net` of them, sources and entries can be entered.
pub fn sound(map: &HexMap, off_net: &[&str]) -> Vec<Finding> {
    let mut out = Vec::new();
    let mut fail = |fact: String, found: String| {
        out.push(Finding { fact, about: "every map".to_owned(), found, holds: false });
    };
    for (feature, h) in wet_links(map) {
        fail(format!("{} {} stays on land", feature.name, map.label(h)), describe(map, h));
    }
    let rivers = Side::RIVER.with(Side::MAJOR_RIVER);
    let over = Side::BRIDGE.with(Side::RAIL_BRIDGE).with(Side::FERRY);
    for feature in map.features().iter().filter(|f| f.kind.any(over)) {
        let Course::Sides(sides) = &feature.course else { continue };
        for &(a, b) in sides {
            let there = map.between(a, b);
            let ferry_and_bridge = there.all(Side::FERRY.with(Side::BRIDGE));
            if !there.any(rivers) || !there.any(Side::LINKS) || ferry_and_bridge {
                fail(
                    format!("bridge {}/{} joins a road over a river", map.label(a), map.label(b)),
                    format!("{there:?}"),
                );
            }
        }
    }
    for river in waters::names(map) {
        if let Some(found) = waters::fault(map, river) {
            fail(format!("{river} runs from its source to water, another river or the edge"), found);
        }
    }
    for place in map.places().iter().filter(|p| matches!(p.kind.as_str(), "city" | "town")) {
        let on_net = place.hexes.iter().any(|h| map.sides(*h).iter().any(|s| s.any(Side::LINKS)));
        if !on_net && !off_net.contains(&place.name.as_str()) {
            fail(
                format!("{} {} is on the road net", map.label(place.hexes[0]), place.name),
                describe(map, place.hexes[0]),
            );
        }
    }
    for tag in map.tags().iter().filter(|t| {
        matches!(t.name.as_str(), "supply-source" | "entry" | "port" | "airfield" | "objective" | "victory")
    }) {
        for h in tag.hexes.iter().filter(|h| closed(map, **h)) {
            fail(format!("{} {} can be entered", tag.name, map.label(*h)), describe(map, *h));
        }
    }
    out
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
