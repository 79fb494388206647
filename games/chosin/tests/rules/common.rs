//! Positions for the tests: units in hexes, everything else as the dossier's situations have it.

use chosin::Chosin;
use engine::scene::scene_of;
use engine::{Seat, SeatSet, View};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use testkit::Table;

/// The game as shipped, read once.
pub(crate) fn game() -> &'static Chosin {
    static GAME: OnceLock<Chosin> = OnceLock::new();
    GAME.get_or_init(Chosin::shipped)
}

/// Events by name.
pub(crate) mod event {
    pub(crate) const BUG_OUT: u8 = 0;
    pub(crate) const MORALE_CRACKS: u8 = 1;
    pub(crate) const REFUGEES: u8 = 2;
    pub(crate) const BAD_WEATHER: u8 = 4;
    pub(crate) const NO_COMMUNICATIONS: u8 = 6;
    pub(crate) const REDEPLOYED: u8 = 7;
    pub(crate) const UN_RALLIES: u8 = 11;
    pub(crate) const RUNNING_DOGS: u8 = 12;
    pub(crate) const YALU: u8 = 13;
}

/// A position in the making.
pub(crate) struct Board {
    json: Value,
    stacks: BTreeMap<String, Vec<String>>,
}

/// An empty map on 2 December in a phase: depots in 3511 and 5614, open stacks, no air units.
pub(crate) fn board(phase: &str) -> Board {
    let air = json!({
        "boxes": [[0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]],
        "ready": [0, 0, 0], "to_ground": 0, "to_lose": 0, "yonpo_lost": false, "unbased": 0, "kept": 0,
        "arrived": 4, "over": []
    });
    let json = json!({
        "game": "chosin", "scenario": "advancing", "turn": 6, "phase": phase, "options": { "open": "on" },
        "stacks": {}, "depots": [{ "at": "3511" }, { "at": "5614" }], "fleet": "3610", "air": air,
        "events": { "current": 255, "once": 0, "redeployed": 0, "skipped": false },
    });
    Board { json, stacks: BTreeMap::new() }
}

impl Board {
    /// Puts units in hexes; of one hex the first named is on top.
    pub(crate) fn units(mut self, list: &[(&str, &str)]) -> Self {
        for (unit, hex) in list {
            self.stacks.entry((*hex).to_owned()).or_default().push((*unit).to_owned());
        }
        self
    }
    pub(crate) fn set(mut self, pointer: &str, value: Value) -> Self {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = if parent.is_empty() { &mut self.json } else { self.json.pointer_mut(parent).unwrap() };
        match parent {
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
            other => other[key] = value,
        }
        self
    }
    pub(crate) fn option(self, option: &str, value: &str) -> Self {
        self.set(&format!("/options/{option}"), json!(value))
    }
    /// Scenario options of 38 chosen before play.
    pub(crate) fn chosen(self, options: &[&str]) -> Self {
        self.option("what-if", "on").set("/chosen", json!(options))
    }
    /// The second scenario with a deployment.
    pub(crate) fn envelopment(self, deployment: &str) -> Self {
        self.set("/scenario", json!("envelopment")).set("/deployment", json!(deployment))
    }
    /// Units off the map by place.
    pub(crate) fn off(self, place: &str, units: &[&str]) -> Self {
        self.set("/off", json!({ place: units }))
    }
    /// Supplies dropped on a hex.
    pub(crate) fn dropped(self, hex: &str) -> Self {
        self.set("/drops", json!([{ "at": hex, "used": true }, {}]))
    }
    pub(crate) fn no_depots(self) -> Self {
        self.set("/depots/0/stock", json!("gone")).set("/depots/1/stock", json!("gone"))
    }
    /// TAC over a hex, none of which has attacked.
    pub(crate) fn over(self, hex: &str, tac: u8) -> Self {
        self.set("/air/over", json!([{ "hex": hex_number(hex), "kind": 0, "count": tac, "used": 0 }]))
    }
    pub(crate) fn turn(self, turn: u8) -> Self {
        self.set("/turn", json!(turn)).set("/air/arrived", json!(turn))
    }
    pub(crate) fn event(self, event: u8) -> Self {
        self.set("/events/current", json!(event))
    }
    pub(crate) fn marks(mut self, unit: &str, marks: &[&str]) -> Self {
        if self.json.get("marks").is_none() {
            self.json["marks"] = json!({});
        }
        self.set(&format!("/marks/{unit}"), json!(marks))
    }
    pub(crate) fn disrupted(self, unit: &str) -> Self {
        self.marks(unit, &["disrupted"])
    }
    /// Air units: kind 0 TAC, 1 SAC, 2 MAC; mission 0 reserve, 1 interdiction, 2 strike, 3 support, 4 supply, 5 transfer.
    pub(crate) fn air(self, kind: usize, mission: usize, count: u8) -> Self {
        self.set(&format!("/air/boxes/{kind}/{mission}"), json!(count))
    }
    pub(crate) fn score(self, un: i16, com: i16) -> Self {
        let points = |n: i16| json!([n, 0, 0, 0, 0, 0, 0]);
        self.set("/score", json!({ "points": [points(un), points(com)], "first_control": 0 }))
    }
    /// The position as it is written.
    pub(crate) fn json(mut self) -> Value {
        self.json["stacks"] = json!(self.stacks);
        self.json
    }
    pub(crate) fn lay(self) -> Table<'static, Chosin> {
        Table::lay(game(), &self.json())
    }
}

/// Where a unit is: a hex, or a place off the map.
pub(crate) fn place(table: &Table<'_, Chosin>, unit: &str) -> String {
    let position = table.position();
    for field in ["stacks", "off"] {
        for (place, units) in position[field].as_object().unwrap() {
            if units.as_array().unwrap().iter().any(|u| u == unit) {
                return place.clone();
            }
        }
    }
    String::new()
}

/// Whether a unit carries a mark.
pub(crate) fn marked(table: &Table<'_, Chosin>, unit: &str, mark: &str) -> bool {
    table.at(&format!("/marks/{unit}")).as_array().is_some_and(|m| m.iter().any(|w| w == mark))
}

/// What both seats together see, as it goes to a client.
pub(crate) fn scene(table: &Table<'_, Chosin>) -> Value {
    let view = View::of(table.rules(), table.state(), SeatSet::ALL);
    serde_json::to_value(scene_of(table.rules(), &view)).unwrap()
}

/// What one seat reads of the last action.
pub(crate) fn heard_by(table: &Table<'_, Chosin>, seat: u8) -> String {
    let read = |text| engine::read(table.rules(), table.state(), SeatSet::one(Seat(seat)), text);
    table.play().lines().map(|line| read(line.text)).collect::<Vec<_>>().join(" ")
}

/// Whether the scene shows a unit as supplied.
pub(crate) fn supplied(table: &Table<'_, Chosin>, unit: &str) -> bool {
    let scene = scene(table);
    let piece = scene["pieces"].as_array().unwrap().iter().find(|p| p["id"] == unit);
    let status = piece.unwrap_or_else(|| panic!("{unit} is not in the scene"))["status"].clone();
    !status.as_array().is_some_and(|s| s.iter().any(|w| w == "out-of-supply"))
}

/// The hexes that the chosen unit reaches and their cost in movement points.
pub(crate) fn reach(table: &Table<'_, Chosin>) -> BTreeMap<String, String> {
    let word = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let scene = scene(table);
    let reach = scene["reach"].as_array().cloned().unwrap_or_default();
    reach.iter().map(|r| (word(&r["at"]), word(&r["cost"]))).collect()
}

/// A line of the sum of the combat under way: `Odds`, `Terrain`, `Column`; empty where there is none.
pub(crate) fn working(table: &Table<'_, Chosin>, label: &str) -> String {
    let scene = scene(table);
    let lines = scene["workings"].as_array().cloned().unwrap_or_default();
    let found = lines.iter().find(|w| w["label"] == label);
    found.map_or_else(String::new, |w| w["value"].as_str().unwrap_or_default().to_owned())
}

/// The number by which a laid position names a hex in raw procedures.
pub(crate) fn hex_number(label: &str) -> u16 {
    let (row, column): (u16, u16) = (label[..2].parse().unwrap(), label[2..].parse().unwrap());
    if row < 29 { (row - 5) * 23 + column - 1 } else { 24 * 23 + (row - 29) * 34 + column - 1 }
}

/// Points of a side won in play.
pub(crate) fn points(table: &Table<'_, Chosin>, side: usize) -> i64 {
    table.at(&format!("/score/points/{side}")).as_array().unwrap().iter().filter_map(Value::as_i64).sum()
}

/// The attack of the classic situation: Marines at 1817 and the 17th at 1717 against a Chinese stack at 1718, everybody supplied.
pub(crate) fn hagaru(defenders: &[&str]) -> Board {
    let mut units = vec![
        ("us-5-1m", "1817"),
        ("us-7-1m", "1817"),
        ("us-17-7", "1717"),
        ("us-1m-hq", "2017"),
        ("c-20-hq", "1520"),
    ];
    units.extend(defenders.iter().map(|d| (*d, "1718")));
    board("un-combat").units(&units)
}
