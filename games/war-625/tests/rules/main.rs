//! The rules, situation by situation: position, action, dice, expectation.

mod air;
mod battle;
mod china;
mod common;
mod economy;
mod fights;
mod habits;
mod options;
mod orders;
mod prisoners;
mod sea;
mod study;
mod supply;
mod track;
