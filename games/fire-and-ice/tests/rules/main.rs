//! The rules of Korea: Fire and Ice, chapter by chapter. The names of the tests are those of the situations they lay out.

mod air;
mod chits;
mod combat;
mod conformance;
mod counting;
mod edges;
mod files;
mod losses;
mod markers;
mod month;
mod movement;
mod scene;
mod selfplay;
mod situations;
mod studies;
mod support;
mod table;
