//! The rules of Korean Battles, situation by situation: position, action, dice, expectation.
//!
//! `K01` and so on number the situations of the game's specification.

mod allotments;
mod chosin;
mod combat;
mod common;
mod conformance;
mod crt;
mod data;
mod generals;
mod golden;
mod habits;
mod hidden;
mod ledger;
mod movement;
mod position;
mod printed;
mod reinforcements;
mod retreat;
mod scene;
mod secrecy;
mod sequence;
mod setup;
mod studies;
mod supply;
mod support;
mod victory;
