//! Hexes and areas, terrain, paths, zones of control, supply traces, map files.
//!
//! ```
//! use board::Map;
//! let text = r#"
//! map 1
//! id example
//! title "A small example"
//! hexes flat
//! number CCRR
//! columns 01..04 right
//! rows 01..03 down
//! shift even
//! legend . clear
//! legend ^ mountain
//! legend ~ sea
//! terrain rows
//!   01 ..^^
//!   02 .^.~
//!   03 ...~
//! river "Nam" 0101/0102 0102/0201
//! road "Coast road" 0102-0202-0303
//! place 0102 city Masan
//! tag port 0303
//! "#;
//! let map = Map::parse("example.map", text)?.into_hex().unwrap();
//! let masan = map.hex("0102").unwrap();
//! assert_eq!(map.terrain_name(masan), "clear");
//! assert_eq!(map.place(masan).unwrap().name, "Masan");
//! assert!(map.between(masan, map.hex("0202").unwrap()).any(board::Side::ROAD));
//! assert_eq!(Map::parse("copy.map", &map.to_string())?.to_string(), map.to_string());
//!
//! let error = Map::parse("example.map", &text.replace("0202-0303", "0303")).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "example.map, line 18, road: hexes 0102 and 0303 are not neighbours"
//! );
//! # Ok::<(), board::MapError>(())
//! ```
//!
//! # Moving and supplying
//!
//! A game tells what a step costs and keeps one [`Scratch`] and one [`Wave`]; searches on them do not
//! allocate. Points are whole numbers in the smallest unit of the game, here half points.
//!
//! ```
//! use board::{Direction, HexId, HexMap, MoveRules, Scratch, Side, Wave, Zones};
//! use engine::flat::Bits;
//!
//! struct Infantry<'a> {
//!     map: &'a HexMap,
//!     enemy: &'a Zones,
//! }
//!
//! impl MoveRules for Infantry<'_> {
//!     const LEAST_STEP: u16 = 1;
//!     fn cost(&self, from: HexId, direction: Direction, to: HexId) -> Option<u16> {
//!         if self.map.side(from, direction).any(Side::ROAD) {
//!             return Some(1);
//!         }
//!         match self.map.terrain_name(to) {
//!             "clear" => Some(2),
//!             "mountain" => Some(6),
//!             _ => None,
//!         }
//!     }
//!     fn must_stop(&self, hex: HexId) -> bool {
//!         self.enemy.covers(hex)
//!     }
//! }
//!
//! # let text = "map 1\nid m\nhexes flat\nnumber CCRR\ncolumns 01..05 right\nrows 01..03 down\nshift even\n\
//! #     legend . clear\nlegend ^ mountain\nterrain rows\n 01 ..^..\n 02 ..^..\n 03 .....\nroad 0102-0202-0303-0402\n";
//! let map = HexMap::parse("example.map", text)?;
//! let hex = |printed| map.hex(printed).unwrap();
//! let mut enemy = Zones::new(map.len());
//! enemy.add(map.grid(), hex("0501"), |_, _| true);
//!
//! let mut scratch = Scratch::new(map.len());
//! let reach = scratch.range(map.grid(), hex("0102"), 4, &Infantry { map: &map, enemy: &enemy });
//! assert_eq!(reach.cost(hex("0402")), Some(3));
//! assert_eq!(reach.cost(hex("0302")), None, "six half points for the mountain");
//! let mut path = Vec::new();
//! reach.path(hex("0402"), &mut path);
//! assert_eq!(path, ["0102", "0202", "0303", "0402"].map(hex));
//!
//! // Any length along the road, then at most one hex to the unit.
//! let mut open = Bits::<1>::default();
//! map.grid().hexes().for_each(|hex| open.set(hex.index(), true));
//! let (mut wave, mut off_road) = (Wave::default(), open);
//! let roads = |hex| {
//!     Direction::ALL.into_iter().filter(|d| map.side(hex, *d).any(Side::ROAD)).fold(0, |ways, d| ways | 1 << d.index())
//! };
//! wave.flood(map.grid(), [hex("0102")].into_iter(), None, &mut off_road, roads);
//! let on_road = map.grid().hexes().filter(|hex| !off_road.has(hex.index()));
//! let mut unsupplied = open;
//! wave.flood(map.grid(), on_road, Some(1), &mut unsupplied, |_| Wave::ALL);
//! assert!(!unsupplied.has(hex("0402").index()) && !unsupplied.has(hex("0503").index()));
//! assert!(unsupplied.has(hex("0501").index()), "two hexes from the road");
//! # Ok::<(), board::MapError>(())
//! ```

mod areas;
mod format;
mod grid;
mod hex;
mod hexmap;
mod layers;
mod lines;
mod movement;
mod set;
mod shape;
mod spec;
mod wave;
mod zones;

pub use areas::{Area, AreaId, AreaMap, Border, Corner, Point};
pub use format::{Map, MapError};
pub use grid::HexGrid;
pub use hex::{Direction, HexId, Side};
pub use hexmap::{Course, Feature, HexMap, Misfit, North, Place, Tag, Terrain, TerrainClass, TerrainLayout};
pub use layers::{LayerReach, LayerRules, LayerScratch, Start};
pub use movement::{FORBIDDEN, MoveRules, Reach, Scratch, StepCosts};
pub use set::HexSet;
pub use spec::{Axis, GridError, GridSpec, Label, Notch, Numbering, Parity, Span, Top};
pub use wave::Wave;
pub use zones::Zones;
