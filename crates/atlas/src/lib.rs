//! Builds the maps from geography and draws maps and counters.

pub mod contour;
pub mod counter;
pub mod geo;
pub mod picture;
pub mod project;
pub mod raster;
pub mod relief;
pub mod source;
