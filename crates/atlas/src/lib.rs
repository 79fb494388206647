//! Builds the maps from geography and draws maps and counters.

pub mod check;
pub mod contour;
pub mod counter;
pub mod draw;
pub mod geo;
pub mod picture;
pub mod png_image;
pub mod project;
pub mod raster;
pub mod relief;
pub mod source;
pub mod units;

pub use counter::{Counter, counter_svg, symbol_sheet};
pub use draw::{Layers, Layout, Theme, draw, layout};
pub use png_image::png;
pub use units::with_units;
