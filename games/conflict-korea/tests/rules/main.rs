//! The rules of Conflict: Korea, chapter by chapter.

mod air;
mod combat;
mod common;
mod conformance;
mod data;
mod fighting;
mod general;
mod judgement;
mod movement;
mod resolutions;
mod studies;
mod transport;
