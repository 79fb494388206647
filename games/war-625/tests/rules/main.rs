//! The rules, situation by situation: position, action, dice, expectation.

mod air;
mod battle;
mod china;
mod common;
mod conformance;
mod data;
mod economy;
mod edges;
mod fights;
mod habits;
mod mended;
mod officer;
mod options;
mod orders;
mod positions;
mod prisoners;
mod sea;
mod study;
mod supply;
mod track;
