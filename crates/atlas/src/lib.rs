//! Builds the maps from geography and draws maps and counters.

pub mod check;
pub mod compare;
pub mod contour;
pub mod counter;
pub mod draw;
pub mod geo;
mod lakes;
mod network;
pub mod picture;
pub mod png_image;
pub mod project;
pub mod raster;
pub mod relief;
mod skeleton;
pub mod source;
pub mod units;
pub mod waters;

pub use counter::{Counter, counter_svg, symbol_sheet};
pub use draw::{Layers, Layout, Theme, draw, faults, layout};
pub use png_image::png;
pub use units::with_units;
