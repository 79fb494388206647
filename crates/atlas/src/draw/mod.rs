//! Drawing maps as SVG.

mod area;
mod area_legend;
mod area_lines;
mod features;
mod frame;
mod hex;
mod labels;
mod legend;
mod lines;
mod marks;
mod places;
mod regions;
mod sheet;
mod terrain;
mod theme;
mod tracks;
mod ways;

pub use theme::Theme;

use board::Map;
use serde::Serialize;

use crate::project::Point;
use crate::source::Sheet;

/// Which parts of a drawing are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Layers {
    /// Shaded relief (themes without relief ignore it).
    pub relief: bool,
    /// Hex numbers.
    pub numbers: bool,
    /// Names.
    pub names: bool,
    /// The strip with title, legend and scale.
    pub strip: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Layers { relief: true, numbers: true, names: true, strip: true }
    }
}

/// Where everything lies on the drawing, for a client that puts counters on it and asks what is under a click.
#[derive(Clone, Debug, Serialize)]
pub struct Layout {
    /// The drawing's `viewBox`: x, y, width, height.
    pub view: [f64; 4],
    /// Width and height of the map itself, whose upper left corner is the origin.
    pub body: [f64; 2],
    /// The hexes' shape, missing on an area map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexShape>,
    /// A fitting width for counters.
    pub counter: f64,
    /// Every hex, area, zone, box and track space.
    pub places: Vec<PlaceAt>,
    /// The names that are shown while the whole map is in view and those on the drawing are too small to read.
    pub names: Vec<NameAt>,
}

/// A name for the whole map.
#[derive(Clone, Debug, Serialize)]
pub struct NameAt {
    /// The name.
    pub text: String,
    /// The middle of its line.
    pub x: f64,
    /// The middle of its line.
    pub y: f64,
    /// The size of its letters in drawing units; set larger or smaller, it keeps that much farther from its place or nearer to it.
    pub size: f64,
    /// The place that it names.
    pub of: [f64; 2],
}

impl NameAt {
    /// Names of one size at their places.
    fn list(placed: Vec<(labels::Name, Point)>, size: f64) -> Vec<NameAt> {
        let at = |(name, p): (labels::Name, Point)| {
            let [x, y] = pair(p);
            NameAt { text: name.text, x, y, size: (size * 10.0).round() / 10.0, of: pair(name.at) }
        };
        placed.into_iter().map(at).collect()
    }
}

/// The shape all hexes share.
#[derive(Clone, Debug, Serialize)]
pub struct HexShape {
    /// Distance between neighbouring centres.
    pub size: f64,
    /// True for flat tops.
    pub flat: bool,
    /// The six corners around a centre.
    pub corners: [[f64; 2]; 6],
}

/// A place on the drawing.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceAt {
    /// Printed hex number or area code.
    pub id: String,
    /// Name for people, empty if it has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its terrain in words, hexes only.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub terrain: String,
    /// What else is there in words: roads, ports, supply.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Where counters are centred.
    pub x: f64,
    /// Where counters are centred.
    pub y: f64,
    /// Outlines as flat lists of x and y, areas only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rings: Vec<Vec<f64>>,
    /// True for sea.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sea: bool,
}

/// Draws a game's map as one SVG document.
pub fn draw(game: &str, map: &Map, theme: Theme, layers: Layers) -> String {
    let grid = Sheet::find(game, map.id()).map_or("", |s| s.grid);
    match map {
        Map::Hex(map) => hex::Drawing::new(game, map, grid, theme, layers).svg(),
        Map::Area(map) => area::Drawing::new(game, map, theme, layers).svg(),
    }
}

/// Where the drawing of a hex map contradicts the map: links over water, land drawn as sea and the like. Nothing for an area map.
pub fn faults(game: &str, map: &Map) -> Vec<String> {
    let grid = Sheet::find(game, map.id()).map_or("", |s| s.grid);
    match map {
        Map::Hex(map) => hex::Drawing::new(game, map, grid, Theme::Standard, Layers::default()).faults(),
        Map::Area(_) => Vec::new(),
    }
}

/// Where everything lies on the drawing that [`draw`] makes of the same map.
pub fn layout(game: &str, map: &Map) -> Layout {
    let grid = Sheet::find(game, map.id()).map_or("", |s| s.grid);
    let layers = Layers::default();
    match map {
        Map::Hex(map) => hex::Drawing::new(game, map, grid, Theme::Standard, layers).layout(),
        Map::Area(map) => area::Drawing::new(game, map, Theme::Standard, layers).layout(),
    }
}

/// The styles of a drawing.
fn style(c: &theme::Colours, scale: f64) -> String {
    let w = c.weight;
    let serif = "font-family:'Times New Roman','Liberation Serif',Georgia,serif";
    let sans = "font-family:Arial,'Liberation Sans',Helvetica,sans-serif";
    format!(
        "text{{paint-order:stroke;stroke-linejoin:round}}\
.nc,.nt,.nm,.nw,.nr{{text-anchor:middle;stroke:{halo};stroke-width:3.4px;stroke-opacity:.85}}\
.nc{{{sans};font-weight:700;font-size:{nc:.1}px;letter-spacing:1px;fill:{ink}}}\
.nt{{{serif};font-weight:700;font-size:{nt:.1}px;fill:{ink}}}\
.nm{{{serif};font-style:italic;font-size:{nm:.1}px;fill:{ink}}}\
.nw{{{serif};font-style:italic;font-size:{nw:.1}px;letter-spacing:1.2px;fill:{water}}}\
.nr{{{serif};font-style:italic;font-size:22px;letter-spacing:7px;fill:{water};stroke:none}}\
.ns{{{serif};font-weight:700;text-anchor:middle;font-size:30px;letter-spacing:14px;fill:{soft};fill-opacity:.5}}\
.ng{{{serif};font-style:italic;text-anchor:middle;font-size:15px;letter-spacing:6px;fill:{mark};stroke:{halo};stroke-width:2.8px;stroke-opacity:.75}}\
.hn{{{sans};font-size:{hn:.1}px;text-anchor:middle;fill:{number};stroke:{halo};stroke-width:2px;stroke-opacity:.6}}\
.tt{{{serif};font-weight:700;font-size:34px;letter-spacing:.6px;fill:{ink}}}\
.ts{{{serif};font-style:italic;font-size:17px;fill:{soft}}}\
.tl{{{sans};font-size:12.5px;fill:{ink}}}\
.tk{{{sans};font-size:11px;text-anchor:middle;fill:{ink}}}\
.td{{{sans};font-size:9.5px;text-anchor:middle;fill:{soft}}}\
.tn{{{serif};font-weight:700;font-size:14px;fill:{ink}}}\
.l{{fill:none}}.s{{stroke:none;fill:currentColor}}",
        halo = c.halo,
        ink = c.ink,
        water = c.water_text,
        soft = c.soft,
        number = c.number,
        // Without relief under them the ranges' names need ink.
        mark = if c.relief.is_some() { c.mark[2] } else { c.ink },
        hn = 8.4 * w,
        nc = 17.0 * scale,
        nt = 12.5 * scale,
        nm = 10.5 * scale,
        nw = 12.0 * scale,
    )
}

fn pair(p: Point) -> [f64; 2] {
    let tenth = |v: f64| (v * 10.0).round() / 10.0;
    [tenth(p.x), tenth(p.y)]
}
