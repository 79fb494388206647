//! The rules of Chosin, one module a chapter.

mod airborne;
mod basics;
mod columns;
mod combat;
mod common;
mod conformance;
mod corners;
mod costs;
mod edges;
mod events;
mod fire;
mod guide;
mod habits;
mod judgement;
mod movement;
mod options;
mod phases;
mod presses;
mod results;
mod studies;
mod supply;
mod victory;
mod what_if;
