//! The geography the maps are made from: coast, lakes, rivers, borders and heights.
//!
//! The files live under `data/geo` in the repository, with their sources and licences in the README there, and are
//! embedded in the program, so that drawing reads nothing from disk.

use std::sync::OnceLock;

use serde_json::Value;

/// A point in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LonLat {
    /// Degrees east.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
}

/// One line or outline of a geographic file.
#[derive(Clone, Debug)]
pub struct Feature {
    /// Its name, empty where the file gives none.
    pub name: String,
    /// Its class: `major`, `minor`, `mainland` and the like; of a railway also its gauge, as `branch narrow`.
    pub class: String,
    /// Whether it existed in 1950.
    pub in_1950: bool,
    /// Its line, or the outline and then the holes of an area.
    pub lines: Vec<Vec<LonLat>>,
}

/// The embedded geography.
#[derive(Debug)]
pub struct Geography {
    /// Land outlines.
    pub land: Vec<Feature>,
    /// Lakes and reservoirs.
    pub lakes: Vec<Feature>,
    /// Named rivers.
    pub rivers: Vec<Feature>,
    /// Borders and the parallel.
    pub borders: Vec<Feature>,
    /// Heights every five minutes of arc.
    pub heights: Heights,
}

/// A matrix of heights in metres.
#[derive(Debug)]
pub struct Heights {
    west: f64,
    north: f64,
    step: f64,
    columns: usize,
    rows: usize,
    metres: Vec<f32>,
}

/// One line of a `hex_<grid>.csv` file: where a hex lies and how high it is.
#[derive(Clone, Copy, Debug)]
pub struct HexHeight {
    /// The centre of the hex.
    pub at: LonLat,
    /// Mean height of its land in metres.
    pub mean: f32,
    /// Its highest point in metres.
    pub high: f32,
    /// Highest minus lowest point in metres.
    pub relief: f32,
    /// Share of the hex that is land.
    pub land: f32,
}

impl Feature {
    /// Whether a point lies inside the outline.
    pub fn holds(&self, p: LonLat) -> bool {
        let crosses = |(a, b): &(&LonLat, &LonLat)| {
            (a.lat > p.lat) != (b.lat > p.lat)
                && p.lon < (b.lon - a.lon) * (p.lat - a.lat) / (b.lat - a.lat) + a.lon
        };
        let count = |line: &Vec<LonLat>| line.iter().zip(line.iter().cycle().skip(1)).filter(crosses).count();
        self.lines.iter().map(count).sum::<usize>() % 2 == 1
    }
}

/// The geography, parsed once.
pub fn geography() -> &'static Geography {
    static GEOGRAPHY: OnceLock<Geography> = OnceLock::new();
    GEOGRAPHY.get_or_init(|| Geography {
        land: features(include_str!("../../../data/geo/land.geojson")),
        lakes: features(include_str!("../../../data/geo/lakes.geojson")),
        rivers: features(include_str!("../../../data/geo/rivers.geojson")),
        borders: features(include_str!("../../../data/geo/borders.geojson")),
        heights: Heights::parse(include_str!("../../../data/geo/elevation_5min.csv")),
    })
}

/// The per-hex heights of a grid, or nothing for a map without one.
pub fn hex_heights(grid: &str) -> Vec<HexHeight> {
    let text = match grid {
        "fire_and_ice" => include_str!("../../../data/geo/hex_fire_and_ice.csv"),
        "conflict_korea" => include_str!("../../../data/geo/hex_conflict_korea.csv"),
        "chosin" => include_str!("../../../data/geo/hex_chosin.csv"),
        "kb_pusan" => include_str!("../../../data/geo/hex_kb_pusan.csv"),
        "kb_inchon" => include_str!("../../../data/geo/hex_kb_inchon.csv"),
        "kb_chosin" => include_str!("../../../data/geo/hex_kb_chosin.csv"),
        _ => "",
    };
    text.lines().skip(1).filter_map(hex_height).collect()
}

/// Where the places of `places.csv` with a name lie: its name of 1950 or of today, without apostrophes, blanks, hyphens and what stands
/// in brackets. Namesakes are several.
pub fn places_named(name: &str) -> impl Iterator<Item = LonLat> {
    let plain = |t: &str| {
        let bare = t.split('(').next().unwrap_or_default().to_lowercase();
        bare.replace([' ', '-', '\'', '\u{2019}'], "")
    };
    let wanted = plain(name);
    include_str!("../../../data/geo/places.csv").lines().skip(1).filter_map(move |line| {
        let field: Vec<&str> = line.split(',').collect();
        field.iter().take(2).any(|name| plain(name) == wanted).then_some(())?;
        Some(LonLat { lat: field.get(2)?.parse().ok()?, lon: field.get(3)?.parse().ok()? })
    })
}

/// Railways of 1950, parsed once.
pub fn railways() -> &'static [Feature] {
    static LINES: OnceLock<Vec<Feature>> = OnceLock::new();
    LINES.get_or_init(|| features(include_str!("../../../data/geo/railways.geojson")))
}

/// Roads of 1950, parsed once.
pub fn roads() -> &'static [Feature] {
    static LINES: OnceLock<Vec<Feature>> = OnceLock::new();
    LINES.get_or_init(|| features(include_str!("../../../data/geo/roads.geojson")))
}

/// The text that describes the fit of every hex grid to the globe.
pub(crate) fn grids_text() -> &'static str {
    include_str!("../../../data/geo/grids.json")
}

/// A line of a hex file. `"14,40"` is the only quoted field, so the quotes are stepped over by hand.
fn hex_height(line: &str) -> Option<HexHeight> {
    let rest = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once("\",")?.1,
        None => line.split_once(',')?.1,
    };
    let field: Vec<&str> = rest.split(',').collect();
    let number = |i: usize| field.get(i).and_then(|t| t.parse::<f64>().ok());
    Some(HexHeight {
        at: LonLat { lat: number(0)?, lon: number(1)? },
        land: number(4)? as f32,
        mean: number(6).unwrap_or(0.0) as f32,
        high: number(7).unwrap_or(0.0) as f32,
        relief: number(8).unwrap_or(0.0) as f32,
    })
}

fn features(text: &str) -> Vec<Feature> {
    let value: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let list = value["features"].as_array().cloned().unwrap_or_default();
    list.iter().map(feature).collect()
}

fn feature(value: &Value) -> Feature {
    let properties = &value["properties"];
    let text = |key: &str| properties[key].as_str().unwrap_or_default().to_owned();
    let words = ["size", "kind", "cls"].into_iter().find_map(|key| properties[key].as_str());
    let words = words.into_iter().chain(properties["gauge"].as_str());
    let class = words.collect::<Vec<_>>().join(" ");
    let coordinates = &value["geometry"]["coordinates"];
    let lines = match value["geometry"]["type"].as_str() {
        Some("LineString") => vec![points(coordinates)],
        Some("MultiPolygon") => coordinates
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|p| p.as_array().into_iter().flatten())
            .map(points)
            .collect(),
        _ => coordinates.as_array().into_iter().flatten().map(points).collect(),
    };
    Feature { name: text("name"), class, in_1950: properties["in_1950"].as_bool().unwrap_or(true), lines }
}

fn points(value: &Value) -> Vec<LonLat> {
    let pair = |p: &Value| Some(LonLat { lon: p.get(0)?.as_f64()?, lat: p.get(1)?.as_f64()? });
    value.as_array().into_iter().flatten().filter_map(pair).collect()
}

impl Heights {
    fn parse(text: &str) -> Self {
        let mut lines = text.lines();
        let longitudes: Vec<f64> = lines
            .next()
            .unwrap_or_default()
            .split(',')
            .skip(1)
            .filter_map(|t| t.trim().parse().ok())
            .collect();
        let mut latitudes = Vec::new();
        let mut metres = Vec::new();
        for line in lines {
            let mut fields = line.split(',');
            let Some(latitude) = fields.next().and_then(|t| t.trim().parse::<f64>().ok()) else { continue };
            latitudes.push(latitude);
            metres.extend(fields.map(|t| t.trim().parse::<f32>().unwrap_or(0.0)));
        }
        let step = if longitudes.len() > 1 { longitudes[1] - longitudes[0] } else { 1.0 };
        Heights {
            west: longitudes.first().copied().unwrap_or(0.0),
            north: latitudes.first().copied().unwrap_or(0.0),
            step,
            columns: longitudes.len(),
            rows: latitudes.len(),
            metres,
        }
    }

    /// Height at a point, between the four nearest values; the edge value outside the matrix.
    pub fn at(&self, p: LonLat) -> f32 {
        if self.columns < 2 || self.rows < 2 || self.metres.len() < self.columns * self.rows {
            return 0.0;
        }
        let x = ((p.lon - self.west) / self.step).clamp(0.0, self.columns as f64 - 1.001);
        let y = ((self.north - p.lat) / self.step).clamp(0.0, self.rows as f64 - 1.001);
        let (i, j) = (x as usize, y as usize);
        let (u, v) = ((x - i as f64) as f32, (y - j as f64) as f32);
        let h = |i: usize, j: usize| self.metres[j * self.columns + i];
        let north = h(i, j) * (1.0 - u) + h(i + 1, j) * u;
        let south = h(i, j + 1) * (1.0 - u) + h(i + 1, j + 1) * u;
        north * (1.0 - v) + south * v
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_read() {
        let g = geography();
        assert_eq!(g.land[0].class, "mainland");
        assert!(g.rivers.iter().any(|r| r.name == "Naktong"));
        let paektu = g.heights.at(LonLat { lon: 128.08, lat: 42.0 });
        assert!(paektu > 1500.0, "Paektu-san reads {paektu} m");
        assert_eq!(hex_heights("kb_inchon").len(), 17 * 12);
        assert_eq!(hex_heights("conflict_korea").len(), 2800);
    }
}
