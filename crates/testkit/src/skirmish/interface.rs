//! How Skirmish is written, read and drawn.

use super::{Action, COLUMNS, DEAD, Frame, Kind, PER_SIDE, ROWS, Skirmish, State, UNITS, Unit};
use super::{hex_name, neighbours, side_of, unit_name};
use engine::flat::{Array, Stack};
use engine::scene::{
    ActionKind, Face, OverlayDef, OverlayMark, Piece, PieceDef, Points, Prompt, Reach, SceneAction,
};
use engine::{Overlay, PositionError, Rules, Scene, Seat, Sheet, View};
use serde_json::{Value, json};
use std::fmt::Write;

pub(super) fn write(action: Action, out: &mut String) {
    let _ = match action {
        Action::Unit(unit) => write!(out, "unit {}", unit_name(unit)),
        Action::Move(hex) => write!(out, "move {}", hex_name(hex)),
        Action::Attack(unit) => write!(out, "attack {}", unit_name(unit)),
        Action::Stay => write!(out, "stay"),
        Action::Commit => write!(out, "commit"),
        Action::Decline => write!(out, "decline"),
        Action::End => write!(out, "end"),
    };
}

fn read_hex(text: &str) -> Option<u8> {
    (0..COLUMNS * ROWS).find(|&h| hex_name(h) == text)
}

fn read_unit(text: &str) -> Option<u8> {
    (0..UNITS as u8).find(|&u| unit_name(u) == text)
}

pub(super) fn read(text: &str) -> Result<Action, String> {
    let (verb, object) = text.split_once(' ').unwrap_or((text, ""));
    let unit = || read_unit(object).ok_or_else(|| format!("there is no unit \"{object}\""));
    match verb {
        "unit" => unit().map(Action::Unit),
        "attack" => unit().map(Action::Attack),
        "move" => read_hex(object).map(Action::Move).ok_or_else(|| format!("there is no hex \"{object}\"")),
        "stay" => Ok(Action::Stay),
        "commit" => Ok(Action::Commit),
        "decline" => Ok(Action::Decline),
        "end" => Ok(Action::End),
        _ => {
            Err(format!("\"{text}\" is no action; there are: unit, move, attack, stay, commit, decline, end"))
        }
    }
}

pub(super) fn sheet() -> Sheet {
    let unit = |u: u8| PieceDef {
        id: unit_name(u),
        name: format!("{} company", unit_name(u)),
        side: side_of(u),
        nation: ["nk", "us"][side_of(u) as usize].to_owned(),
        symbol: "infantry".to_owned(),
        size: "company".to_owned(),
        left: (u as usize % PER_SIDE + 1).to_string(),
        front: "1".to_owned(),
        ..PieceDef::default()
    };
    Sheet {
        map: "skirmish/field".to_owned(),
        pieces: (0..UNITS as u8).map(unit).collect(),
        overlays: vec![OverlayDef { id: "zoc".to_owned(), title: "Zones of control".to_owned() }],
    }
}

pub(super) fn zones(state: &State) -> Overlay {
    let alive = state.units.iter().enumerate().filter(|(_, u)| u.at != DEAD);
    let mark =
        |(i, hex): (u8, u8)| OverlayMark { at: hex_name(hex), side: Some(side_of(i)), label: String::new() };
    Overlay {
        marks: alive.flat_map(|(i, u)| neighbours(u.at).map(move |h| (i as u8, h))).map(mark).collect(),
    }
}

pub(super) fn scene<'a>(rules: &'a Skirmish, view: &'a View<State>) -> Scene<'a> {
    let state = view.state();
    let to_act = rules.to_act(state);
    let mine = to_act.intersection(view.seats());
    let piece = |(i, unit): (usize, &Unit)| Piece {
        id: unit_name(i as u8).into(),
        def: i as u16,
        at: hex_name(unit.at).into(),
        face: if unit.kind == Kind::Unknown { Face::Hidden } else { Face::Front },
        count: 1,
        factors: (unit.kind == Kind::Dummy).then(|| "dummy".into()),
        status: if unit.done { vec!["moved"] } else { Vec::new() },
    };
    let (prompt, chosen) = match state.frame() {
        _ if to_act.is_empty() => ("The game is over.".into(), None),
        _ if mine.is_empty() => ("The other side decides.".into(), None),
        Frame::Choose => ("Choose a unit, or end your turn.".into(), None),
        Frame::Unit(unit) => (format!("Move {} or attack with it.", unit_name(unit)).into(), Some(unit)),
        Frame::Reserve { target, .. } => {
            (format!("Commit your reserve for {}?", unit_name(target)).into(), None)
        }
    };
    let mut actions = Vec::new();
    let mut legal = Vec::new();
    if let Some(seat) = mine.first() {
        rules.legal(state, seat, &mut legal);
        actions.extend(legal.iter().map(|&a| offer(seat, a)));
    }
    let from = chosen.map(|u| state.units[u as usize].at);
    let step = |hex: u8| {
        let direct = neighbours(hex).find(|&h| Some(h) == from);
        let through = neighbours(hex)
            .find(|&h| state.occupant(h).is_none() && from.is_some_and(|f| neighbours(f).any(|n| n == h)));
        direct.map(|h| (1, h)).or(through.map(|h| (2, h)))
    };
    let reach = legal.iter().filter_map(|a| match a {
        Action::Move(hex) => step(*hex).map(|(cost, from)| Reach {
            at: hex_name(*hex).into(),
            cost: cost.to_string().into(),
            from: hex_name(from).into(),
        }),
        _ => None,
    });
    Scene {
        turn: u16::from(state.turn),
        turns: u16::from(state.turns),
        turn_label: format!("Turn {}", state.turn).into(),
        phases: vec!["Red".into(), "Blue".into()],
        phase: state.side,
        active_side: Some(state.side),
        prompt: Prompt {
            text: prompt,
            rule: "sk 1".into(),
            piece: chosen.map(|u| unit_name(u).into()),
            place: None,
        },
        pieces: state.units.iter().enumerate().filter(|(_, u)| u.at != DEAD).map(piece).collect(),
        points: (0..2).map(|side| Points { side, total: state.real(side), reasons: Vec::new() }).collect(),
        reach: reach.collect(),
        actions,
        ..Scene::default()
    }
}

fn offer(seat: Seat, action: Action) -> SceneAction<'static> {
    let mut text = String::new();
    write(action, &mut text);
    let (kind, rule) = match action {
        Action::Unit(_) => (ActionKind::Select, "sk 1"),
        Action::Move(_) => (ActionKind::Move, "sk 2"),
        Action::Attack(_) => (ActionKind::Attack, "sk 3"),
        Action::Stay => (ActionKind::Done, "sk 1"),
        Action::Commit | Action::Decline => (ActionKind::Choose, "sk 3"),
        Action::End => (ActionKind::EndPhase, "sk 1"),
    };
    SceneAction {
        label: text.clone().into(),
        text: text.into(),
        kind,
        seat: seat.0,
        piece: match action {
            Action::Unit(u) | Action::Attack(u) => Some(unit_name(u).into()),
            _ => None,
        },
        place: if let Action::Move(hex) = action { Some(hex_name(hex).into()) } else { None },
        rule,
        dice: matches!(action, Action::Attack(_) | Action::Commit | Action::Decline),
        ..SceneAction::default()
    }
}

pub(super) fn position(state: &State) -> Value {
    let unit = |(i, u): (usize, &Unit)| {
        let at = if u.at == DEAD { "dead".to_owned() } else { hex_name(u.at) };
        (unit_name(i as u8), json!({"at": at, "kind": u.kind, "shown": u.shown, "done": u.done}))
    };
    let units: serde_json::Map<String, Value> = state.units.iter().enumerate().map(unit).collect();
    json!({
        "game": "skirmish",
        "scenario": "field",
        "options": {"long": if state.turns == 12 { "on" } else { "off" }},
        "turn": state.turn,
        "side": state.side,
        "reserve": state.reserve,
        "units": units,
        "frames": state.frames,
    })
}

pub(super) fn read_position(position: &Value) -> Result<State, PositionError> {
    fn field<T: serde::de::DeserializeOwned>(
        value: &Value,
        path: &str,
        name: &str,
    ) -> Result<T, PositionError> {
        let full = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let found = value.get(name).ok_or_else(|| PositionError::new(full.clone(), "is missing"))?;
        serde_json::from_value(found.clone()).map_err(|e| PositionError::new(full, e.to_string()))
    }
    let mut units = Array::filled(Unit::default());
    for (i, unit) in units.iter_mut().enumerate() {
        let path = format!("units.{}", unit_name(i as u8));
        let entry = position.pointer(&format!("/units/{}", unit_name(i as u8)));
        let entry = entry.ok_or_else(|| PositionError::new(path.clone(), "is missing"))?;
        let at: String = field(entry, &path, "at")?;
        unit.at = match at.as_str() {
            "dead" => DEAD,
            hex => read_hex(hex).ok_or_else(|| {
                PositionError::new(format!("{path}.at"), format!("there is no hex \"{hex}\""))
            })?,
        };
        unit.kind = field(entry, &path, "kind")?;
        unit.shown = field(entry, &path, "shown")?;
        unit.done = field(entry, &path, "done")?;
    }
    let frames: Stack<Frame, 4> = field(position, "", "frames")?;
    let long = position.pointer("/options/long").and_then(Value::as_str) == Some("on");
    let turns = if long { 12 } else { 6 };
    let (turn, side): (u8, u8) = (field(position, "", "turn")?, field(position, "", "side")?);
    if !(1..=turns + 1).contains(&turn) {
        return Err(PositionError::new("turn", format!("{turn} is not one of the {turns} turns")));
    }
    if side > 1 {
        return Err(PositionError::new("side", "0 is Red, 1 is Blue"));
    }
    let exists = |unit: u8| units.get(unit as usize).is_some_and(|u: &Unit| u.at != DEAD);
    let sound = |frame: &Frame| match *frame {
        Frame::Choose => true,
        Frame::Unit(unit) => exists(unit) && side_of(unit) == side,
        Frame::Reserve { attacker, target } => exists(attacker) && exists(target),
    };
    if frames.first() != Some(&Frame::Choose) || !frames.iter().all(sound) {
        return Err(PositionError::new("frames", "must begin with choose and name units on the field"));
    }
    let state = State { units, frames, reserve: field(position, "", "reserve")?, turn, turns, side };
    Skirmish::default().check(&state).map_err(|e| PositionError::new("units", e))?;
    Ok(state)
}
