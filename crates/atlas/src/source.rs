//! Builds map files from the hand-kept sources under `data/maps-src`.
//!
//! A source names the grid fit of `data/geo/grids.json` that its hexes lie on and lists terrain, hexsides, links, places and tags.
//! [`build`] checks it and turns it into a map of `crates/board`; the written map is what games and drawings read.

use board::{
    Area, AreaMap, Axis, Border, Corner, Course, Feature, GridSpec, HexGrid, HexId, HexMap, Map, North,
    Notch, Numbering, Parity, Place, Point, Side, Span, Tag, TerrainClass, TerrainLayout, Top,
};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A map source and the file it is built into.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// The game's slug.
    pub game: &'static str,
    /// The map's id within the game.
    pub map: &'static str,
    /// The source's name under `data/maps-src`, without its ending.
    pub source: &'static str,
    /// The grid fit, empty for an area map.
    pub grid: &'static str,
    /// The era of a source that knows several, empty for its first.
    pub era: &'static str,
}

/// The seven maps, one of them in two eras.
pub const SHEETS: [Sheet; 8] = [
    Sheet { game: "fire-and-ice", map: "korea", source: "fire-and-ice", grid: "fire_and_ice", era: "" },
    Sheet { game: "korean-battles", map: "pusan", source: "korean-battles-pusan", grid: "kb_pusan", era: "" },
    Sheet {
        game: "korean-battles",
        map: "inchon",
        source: "korean-battles-inchon",
        grid: "kb_inchon",
        era: "",
    },
    Sheet {
        game: "korean-battles",
        map: "chosin",
        source: "korean-battles-chosin",
        grid: "kb_chosin",
        era: "",
    },
    Sheet { game: "chosin", map: "chosin", source: "chosin", grid: "chosin", era: "" },
    Sheet { game: "conflict-korea", map: "korea", source: "conflict-korea", grid: "conflict_korea", era: "" },
    Sheet {
        game: "conflict-korea",
        map: "korea-1995",
        source: "conflict-korea",
        grid: "conflict_korea",
        era: "1995",
    },
    Sheet { game: "war-625", map: "korea", source: "war-625", grid: "", era: "" },
];

impl Sheet {
    /// The sheet of a game's map.
    pub fn find(game: &str, map: &str) -> Option<&'static Sheet> {
        SHEETS.iter().find(|s| s.game == game && s.map == map)
    }

    /// The name of its facts under `data/maps-src/facts`, without the ending.
    pub fn facts(&self) -> String {
        if self.era.is_empty() { self.source.to_owned() } else { format!("{}-{}", self.source, self.era) }
    }

    /// Where the built map stands in the repository.
    pub fn file(&self) -> String {
        format!("games/{}/data/maps/{}.map", self.game, self.map)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HexSource {
    game: String,
    map: String,
    title: String,
    subtitle: String,
    grid: String,
    first: [u16; 2],
    second: [u16; 2],
    era: Option<Vec<EraSource>>,
    notch: Option<NotchSource>,
    terrain: BTreeMap<String, String>,
    rows: Vec<Rows>,
    #[serde(default)]
    place: Vec<PlaceSource>,
    #[serde(default)]
    side: Vec<SideSource>,
    #[serde(default)]
    link: Vec<LinkSource>,
    #[serde(default)]
    tag: Vec<TagSource>,
}

/// Another time on the same ground: its drawing shows the tags with this value, and the hexes of the tag `urban` are of that terrain.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EraSource {
    name: String,
    title: String,
    subtitle: String,
    urban: String,
}

#[derive(Deserialize)]
struct NotchSource {
    columns: [u16; 2],
    rows: [u16; 2],
}

#[derive(Deserialize)]
struct Rows {
    #[serde(default)]
    reversed: bool,
    text: String,
}

#[derive(Deserialize)]
struct PlaceSource {
    hex: String,
    name: String,
    kind: String,
    #[serde(default)]
    also: String,
}

#[derive(Deserialize)]
struct SideSource {
    kind: String,
    #[serde(default)]
    name: String,
    sides: String,
}

#[derive(Deserialize)]
struct LinkSource {
    kind: String,
    name: String,
    hexes: String,
}

#[derive(Deserialize)]
struct TagSource {
    tag: String,
    hexes: String,
    source: String,
}

/// Builds a map from the text of its source. The error says which entry is wrong and why.
pub fn build(text: &str) -> Result<Map, String> {
    build_era(text, "")
}

/// Builds a map of a source as it is in one of its eras; the empty name is the first.
pub fn build_era(text: &str, era: &str) -> Result<Map, String> {
    let value: toml::Value = toml::from_str(text).map_err(|e| e.message().to_owned())?;
    if value.get("area").is_some() {
        let source: AreaSource = value.try_into().map_err(|e: toml::de::Error| e.message().to_owned())?;
        return build_areas(&source).map(|map| Map::Area(Box::new(map)));
    }
    let source: HexSource = value.try_into().map_err(|e: toml::de::Error| e.message().to_owned())?;
    build_hexes(&source, era).map(|map| Map::Hex(Box::new(map)))
}

/// Puts a source into another era: the id, the titles and the built-up hexes.
fn change_era(map: &mut HexMap, s: &HexSource, era: &str) -> Result<(), String> {
    let eras = s.era.as_deref().unwrap_or_default();
    let era = eras.iter().find(|e| e.name == era).ok_or_else(|| format!("there is no era {era}"))?;
    map.id = format!("{}-{}", s.map, era.name);
    map.title.clone_from(&era.title);
    map.notes = notes(&s.game, &era.subtitle);
    let urban = map.class(&era.urban).ok_or_else(|| format!("era {}: no terrain {}", era.name, era.urban))?;
    for h in map.tagged(&era.urban, Some(&era.name)).iter() {
        map.set_terrain(h, urban);
    }
    Ok(())
}

/// The grid of a sheet, north up whichever way the printed numbers run.
fn grid(s: &HexSource) -> Result<HexGrid, String> {
    let (first, second) = ((s.first[0], s.first[1]), (s.second[0], s.second[1]));
    let span = |(a, b): (u16, u16)| Span::new(a, b);
    let back = |(a, b): (u16, u16)| Span::reversed(a, b);
    let (top, pattern, columns, rows, shifted) = match s.grid.as_str() {
        "kb_pusan" => (Top::Pointed, "RRCC", span(second), back(first), Parity::Even),
        "kb_chosin" | "chosin" => (Top::Pointed, "RRCC", back(second), span(first), Parity::Even),
        "conflict_korea" => (Top::Flat, "C,R", span(first), span(second), Parity::Odd),
        "kb_inchon" | "fire_and_ice" => (Top::Flat, "CCRR", span(first), span(second), Parity::Even),
        other => return Err(format!("`{other}` is not a known grid")),
    };
    let numbering = Numbering::from_pattern(pattern).ok_or("the number pattern is wrong")?;
    let notches = s
        .notch
        .iter()
        .map(|n| Notch { columns: (n.columns[0], n.columns[1]), rows: (n.rows[0], n.rows[1]) })
        .collect();
    HexGrid::new(GridSpec { top, numbering, columns, rows, shifted, notches }).map_err(|e| e.to_string())
}

fn build_hexes(s: &HexSource, era: &str) -> Result<HexMap, String> {
    let grid = grid(s)?;
    let column_first = grid.spec().numbering.first == Axis::Column;
    let mut legend = Vec::new();
    for (letter, name) in &s.terrain {
        let letter = letter.chars().next().ok_or("a terrain letter is empty")?;
        legend.push(TerrainClass { letter, name: name.clone() });
    }
    let mut map = HexMap::new(&s.map, &s.title, grid, legend);
    map.north = North::Up;
    map.notes = notes(&s.game, &s.subtitle);
    // Flat sheets of the theatre kind are read row by row, all others by their first number.
    let by_rows = !column_first || s.grid == "fire_and_ice" || s.grid == "conflict_korea";
    map.layout = TerrainLayout { lines: if by_rows { Axis::Row } else { Axis::Column }, reversed: false };
    for block in &s.rows {
        map.layout.reversed = block.reversed;
        terrain(&mut map, block, by_rows)?;
    }
    for p in &s.place {
        let mut hexes = vec![hex(&map, &p.hex)?];
        for also in p.also.split_whitespace() {
            hexes.push(hex(&map, also)?);
        }
        map.add_place(Place { hexes, kind: p.kind.clone(), name: p.name.clone() })
            .map_err(|e| format!("place {}: {e}", p.name))?;
    }
    for t in &s.tag {
        tag(&mut map, t)?;
    }
    if !era.is_empty() {
        change_era(&mut map, s, era)?;
    }
    for side in &s.side {
        let course = sides(&map, &side.sides)?;
        feature(&mut map, &side.kind, &side.name, course)?;
    }
    for link in &s.link {
        let chain: Result<Vec<HexId>, String> = link.hexes.split('-').map(|h| hex(&map, h.trim())).collect();
        feature(&mut map, &link.kind, &link.name, Course::Chains(vec![chain?]))?;
    }
    Ok(map)
}

fn notes(game: &str, subtitle: &str) -> Vec<String> {
    vec![
        subtitle.to_owned(),
        format!(
            "Built by `cargo xtask atlas` from data/maps-src ({game}) and data/geo; see docs/maps.md for what is reconstructed."
        ),
    ]
}

fn hex(map: &HexMap, printed: &str) -> Result<HexId, String> {
    map.hex(printed).ok_or_else(|| format!("{}: there is no hex {printed}", map.id))
}

fn terrain(map: &mut HexMap, block: &Rows, by_rows: bool) -> Result<(), String> {
    for line in block.text.lines().filter(|l| !l.trim().is_empty()) {
        let (number, letters) =
            line.trim().split_once(' ').ok_or_else(|| format!("terrain line `{line}` has no letters"))?;
        let number: u16 = number.parse().map_err(|_| format!("terrain line `{line}` has no number"))?;
        let across = if by_rows { map.grid().spec().columns } else { map.grid().spec().rows };
        let mut letters: Vec<char> = letters.chars().filter(|c| !c.is_whitespace()).collect();
        if block.reversed {
            letters.reverse();
        }
        for (k, letter) in letters.iter().enumerate() {
            let other = across.first + k as u16;
            let found =
                if by_rows { map.grid().hex_at(other, number) } else { map.grid().hex_at(number, other) };
            let here = found.ok_or_else(|| format!("terrain line {number:02} is too long"))?;
            let class = map.legend().iter().position(|c| c.letter == *letter);
            let class =
                class.ok_or_else(|| format!("terrain line {number:02}: `{letter}` is not in the legend"))?;
            map.set_terrain(here, board::Terrain(class as u8));
        }
    }
    Ok(())
}

fn tag(map: &mut HexMap, t: &TagSource) -> Result<(), String> {
    if t.source != "book" && t.source != "ours" {
        return Err(format!("tag {}: the source is `book` or `ours`, not `{}`", t.tag, t.source));
    }
    let (name, value) = t.tag.split_once('=').unwrap_or((&t.tag, ""));
    let hexes: Result<Vec<HexId>, String> = t.hexes.split_whitespace().map(|h| hex(map, h)).collect();
    let mut hexes = hexes?;
    hexes.sort_unstable();
    let tag = Tag { name: name.to_owned(), value: value.to_owned(), hexes };
    map.add_tag(tag).map_err(|e| format!("tag {}: {e}", t.tag))
}

fn sides(map: &HexMap, text: &str) -> Result<Course, String> {
    let mut list = Vec::new();
    for pair in text.split_whitespace() {
        let (a, b) = pair.split_once('/').ok_or_else(|| format!("`{pair}` is not a hexside"))?;
        list.push((hex(map, a)?, hex(map, b)?));
    }
    Ok(Course::Sides(list))
}

fn feature(map: &mut HexMap, kind: &str, name: &str, course: Course) -> Result<(), String> {
    let kind = Side::from_keyword(kind).ok_or_else(|| format!("`{kind}` is not a kind of hexside"))?;
    map.add_feature(Feature { kind, name: name.to_owned(), course }).map_err(|e| format!("{name}: {e}"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AreaSource {
    game: String,
    map: String,
    title: String,
    subtitle: String,
    area: Vec<AreaEntry>,
    zone: Vec<ZoneEntry>,
    track: Vec<TrackEntry>,
    borders: BTreeMap<String, String>,
    nodes: toml::Table,
    rings: BTreeMap<String, String>,
    sea_border: Vec<SeaBorder>,
}

#[derive(Deserialize)]
struct AreaEntry {
    code: String,
    name: String,
    at: [f64; 2],
    attributes: toml::Table,
    #[serde(default)]
    land: String,
    #[serde(default)]
    zones: String,
}

#[derive(Deserialize)]
struct ZoneEntry {
    code: String,
    name: String,
    at: [f64; 2],
    sea: String,
    coast: String,
}

#[derive(Deserialize)]
struct TrackEntry {
    code: String,
    name: String,
    next: String,
}

#[derive(Deserialize)]
struct SeaBorder {
    zones: [String; 2],
    line: String,
}

fn build_areas(s: &AreaSource) -> Result<AreaMap, String> {
    let mut map = AreaMap::new(&s.map, &s.title);
    map.notes = notes(&s.game, &s.subtitle);
    map.notes
        .extend(s.sea_border.iter().map(|b| format!("sea border {} {}: {}", b.zones[0], b.zones[1], b.line)));
    for a in &s.area {
        let mut area = Area::new(&a.code, &a.name);
        area.label = Some(Point { lat: a.at[0], lon: a.at[1] });
        for (key, value) in &a.attributes {
            area.attributes.push((key.clone(), value.as_str().unwrap_or_default().to_owned()));
        }
        map.add_area(area).ok_or_else(|| format!("area {} is given twice", a.code))?;
    }
    for z in &s.zone {
        let mut zone = Area::new(&z.code, &z.name);
        zone.sea = true;
        zone.label = Some(Point { lat: z.at[0], lon: z.at[1] });
        map.add_area(zone).ok_or_else(|| format!("zone {} is given twice", z.code))?;
    }
    for t in &s.track {
        let mut space = Area::new(&t.code, &t.name);
        space.attributes = vec![("track".to_owned(), String::new()), ("next".to_owned(), t.next.clone())];
        map.add_area(space).ok_or_else(|| format!("space {} is given twice", t.code))?;
    }
    area_borders(&mut map, s)?;
    area_rings(&mut map, s)?;
    Ok(map)
}

/// Every border is named from both sides; a border named from one side only is an error of the source.
fn area_borders(map: &mut AreaMap, s: &AreaSource) -> Result<(), String> {
    let parallel: Vec<(&str, &str)> = s
        .borders
        .get("parallel")
        .into_iter()
        .flat_map(|t| t.split_whitespace())
        .filter_map(|p| p.split_once('-'))
        .collect();
    let on_parallel = |a: &str, b: &str| parallel.iter().any(|&(x, y)| (x, y) == (a, b) || (x, y) == (b, a));
    let names = |code: &str, list: &str| list.split_whitespace().any(|c| c == code);
    let owner =
        |a: &AreaEntry| a.attributes.get("side").and_then(|v| v.as_str()).unwrap_or_default() == "outside";
    let find = |map: &AreaMap, code: &str| map.area(code).ok_or_else(|| format!("there is no area {code}"));
    for a in &s.area {
        for code in a.land.split_whitespace() {
            let b = s
                .area
                .iter()
                .find(|b| b.code == code)
                .ok_or_else(|| format!("{}: there is no area {code}", a.code))?;
            if !names(&a.code, &b.land) {
                return Err(format!("{} names {code} as its neighbour, but not the other way", a.code));
            }
            let mut kind = Border::LAND;
            if on_parallel(&a.code, code) {
                kind = kind.with(Border::PARALLEL);
            }
            if owner(a) != owner(b) {
                kind = kind.with(Border::NATIONAL).with(Border::RIVER);
            }
            let (x, y) = (find(map, &a.code)?, find(map, code)?);
            map.add_border(x, y, kind);
        }
        for code in a.zones.split_whitespace() {
            let zone = s
                .zone
                .iter()
                .find(|z| z.code == code)
                .ok_or_else(|| format!("{}: there is no zone {code}", a.code))?;
            // The high seas touch Japan too but list it only once in the coastal column of its home waters.
            if !names(&a.code, &zone.coast) {
                return Err(format!("{} lies on {code}, but the zone does not list it", a.code));
            }
            let (x, y) = (find(map, &a.code)?, find(map, code)?);
            map.add_border(x, y, Border::COAST);
        }
    }
    for z in &s.zone {
        for code in z.sea.split_whitespace() {
            let other = s
                .zone
                .iter()
                .find(|o| o.code == code)
                .ok_or_else(|| format!("{}: there is no zone {code}", z.code))?;
            if !names(&z.code, &other.sea) {
                return Err(format!("{} touches {code}, but not the other way", z.code));
            }
            let (x, y) = (find(map, &z.code)?, find(map, code)?);
            map.add_border(x, y, Border::SEA);
        }
    }
    Ok(())
}

fn area_rings(map: &mut AreaMap, s: &AreaSource) -> Result<(), String> {
    for (name, at) in &s.nodes {
        let pair = at.as_array().and_then(|p| Some((number(p.first()?)?, number(p.get(1)?)?)));
        let (lat, lon) = pair.ok_or_else(|| format!("node {name} has no latitude and longitude"))?;
        map.add_node(name, Point { lat, lon });
    }
    for (code, ring) in &s.rings {
        let area = map.area(code).ok_or_else(|| format!("ring: there is no area {code}"))?;
        let mut corners = Vec::new();
        for word in ring.split_whitespace() {
            corners.push(match map.node(word) {
                Some(node) => Corner::Node(node),
                None => Corner::Free(
                    point(word).ok_or_else(|| format!("ring {code}: `{word}` is neither node nor point"))?,
                ),
            });
        }
        map.add_ring(area, corners);
    }
    Ok(())
}

fn number(v: &toml::Value) -> Option<f64> {
    v.as_float().or_else(|| v.as_integer().map(|i| i as f64))
}

fn point(word: &str) -> Option<Point> {
    let (lat, lon) = word.split_once(',')?;
    Some(Point { lat: lat.parse().ok()?, lon: lon.parse().ok()? })
}
