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

mod areas;
mod format;
mod grid;
mod hex;
mod hexmap;
mod movement;
mod set;
mod shape;
mod trace;

pub use areas::{Area, AreaId, AreaMap, Border, Corner, Point};
pub use format::{Map, MapError};
pub use grid::{Axis, GridError, GridSpec, HexGrid, Label, Notch, Numbering, Parity, Span, Top};
pub use hex::{Direction, HexId, Side};
pub use hexmap::{Course, Feature, HexMap, Misfit, North, Place, Tag, Terrain, TerrainClass, TerrainLayout};
pub use movement::{MoveRules, Reach, Scratch};
pub use set::HexSet;
pub use trace::{Flood, Leg, Passage, Tracer};
