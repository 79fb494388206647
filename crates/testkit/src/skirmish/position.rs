//! The readable form of a position, and what makes one sound.

use super::picture::place;
use super::{Dummies, Frame, Hex, Kind, Skirmish, State, Unit, UnitId};
use engine::flat::{Array, Stack};
use engine::{Options, PositionError, Rules, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position as people write it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    game: String,
    scenario: String,
    #[serde(default)]
    options: Options,
    turn: u8,
    /// 0 is Red, 1 is Blue.
    side: u8,
    reserve: [bool; 2],
    flares: [bool; 2],
    shells: [u8; 2],
    units: BTreeMap<String, Entry>,
    /// The procedure under way.
    #[serde(default)]
    #[schemars(with = "Vec<serde_json::Value>")]
    frames: Stack<Frame, 4>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Entry {
    at: String,
    kind: Kind,
    #[serde(default)]
    shown: bool,
    #[serde(default)]
    unseen: bool,
    #[serde(default)]
    done: bool,
}

pub(super) fn write(rules: &Skirmish, state: &State) -> Position {
    let entry = |id: UnitId| {
        let Unit { at, kind, shown, unseen, done } = *state.unit(id);
        (id.name(), Entry { at: place(at), kind, shown, unseen, done })
    };
    Position {
        game: rules.info().game.clone(),
        scenario: rules.scenario(state).to_owned(),
        options: Options::default().with("long", if state.turns == 12 { "on" } else { "off" }),
        turn: state.turn,
        side: state.side,
        reserve: state.reserve,
        flares: state.flares,
        shells: state.shells,
        units: UnitId::all().map(entry).collect(),
        frames: state.frames,
    }
}

pub(super) fn lay(rules: &Skirmish, position: &Position) -> Result<State, PositionError> {
    let wrong = |field: &str, message: &str| Err(PositionError::new(field, message));
    if rules.info().scenario(&position.scenario).is_none() {
        return wrong("scenario", "is field or night");
    }
    let long = position.options.on("long");
    let mut state = State {
        units: units(position)?,
        frames: position.frames,
        reserve: position.reserve,
        flares: position.flares,
        shells: position.shells,
        turn: position.turn,
        turns: if long { 12 } else { 6 },
        side: position.side,
        night: position.scenario == "night",
    };
    if !(1..=state.turns + 1).contains(&state.turn) {
        return wrong("turn", "is not one of the turns of the game");
    }
    if state.side > 1 {
        return wrong("side", "0 is Red, 1 is Blue");
    }
    if state.frames.is_empty() {
        state.frames.push(Frame::default());
    }
    if !state.night
        && (state.units.iter().any(|u| u.unseen) || state.flares != [false; 2] || state.shells != [0; 2])
    {
        return wrong("scenario", "unseen units, flares and shells belong to the night");
    }
    if let Some(at) = state.frames.iter().enumerate().position(|(i, f)| !frame_is_sound(&state, i, *f)) {
        return wrong(&format!("frames[{at}]"), "does not go with the units and the turn");
    }
    sound(&state).map_err(|e| PositionError::new("units", e))?;
    Ok(state)
}

fn units(position: &Position) -> Result<Array<Unit, { super::UNITS }>, PositionError> {
    if let Some(name) = position.units.keys().find(|n| UnitId::named(n).is_none()) {
        return Err(PositionError::new(format!("units.{name}"), "there is no such unit"));
    }
    let mut units = Array::filled(Unit::default());
    for id in UnitId::all() {
        let path = format!("units.{}", id.name());
        let entry = position.units.get(&id.name());
        let entry = entry.ok_or_else(|| PositionError::new(path.clone(), "is missing"))?;
        let at = match entry.at.as_str() {
            "dead" => super::DEAD,
            hex => Hex::named(hex).ok_or_else(|| {
                PositionError::new(format!("{path}.at"), format!("there is no hex \"{hex}\""))
            })?,
        };
        let Entry { kind, shown, unseen, done, .. } = *entry;
        units[id.index()] = Unit { at, kind, shown, unseen: unseen && at != super::DEAD, done };
    }
    Ok(units)
}

/// Whether a frame fits what is on the field, in its place on the stack.
fn frame_is_sound(state: &State, place: usize, frame: Frame) -> bool {
    let there = |unit: UnitId| unit.index() < super::UNITS && state.alive(unit);
    match frame {
        Frame::Choose(_) => place == 0,
        Frame::Chosen(c) => place == 1 && there(c.unit) && c.unit.side() == state.side,
        Frame::Reserve(r) => {
            place == 1 && there(r.attacker) && there(r.target) && r.attacker.side() != r.target.side()
        }
        Frame::Dummies(d) => place == 1 && state.night && state.turn == 1 && d.chosen().0 <= 3,
        Frame::Dusk(_) => place == 1 && state.night && state.side == 0,
        Frame::Flare(_) => false,
    }
}

/// What holds of every position: one dummy a side (once named), nobody shares a hex.
pub(super) fn sound(state: &State) -> Result<(), String> {
    for side in 0..2u8 {
        let own = UnitId::all().filter(|u| u.side() == side);
        let dummies = own.filter(|&u| state.unit(u).kind == Kind::Dummy).count();
        let wanted = usize::from(!Dummies::pending(state, Seat(side)));
        if dummies != wanted {
            return Err(format!("side {side} has {dummies} dummies"));
        }
        if UnitId::all().any(|u| state.unit(u).kind == Kind::Unknown) {
            return Err("every unit is real or a dummy".to_owned());
        }
    }
    for unit in UnitId::all().filter(|&u| state.alive(u)) {
        let at = state.unit(unit).at;
        if Hex::all().all(|h| h != at) || state.occupant(at) != Some(unit) {
            return Err(format!("{} shares its hex or is off the field", unit.name()));
        }
    }
    Ok(())
}
