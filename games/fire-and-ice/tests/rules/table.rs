//! Positions for the tests: an empty map, and what a test puts on it.

use fire_and_ice::{FireAndIce, files};
use serde_json::{Value, json};
use std::sync::OnceLock;
use testkit::Table;

/// The game, made once.
pub(crate) fn game() -> &'static FireAndIce {
    static GAME: OnceLock<FireAndIce> = OnceLock::new();
    GAME.get_or_init(|| FireAndIce::new(&files()).unwrap_or_else(|e| panic!("{e}")))
}

/// The start of a scenario.
pub(crate) fn start(scenario: &str) -> Table<'static, FireAndIce> {
    Table::start(game(), scenario, &[])
}

/// A position to be laid.
pub(crate) struct Lay(pub(crate) Value);

impl Lay {
    /// The map of a scenario without any piece, at the beginning of a step.
    pub(crate) fn empty(scenario: &str, turn: u8, step: &str) -> Self {
        let mut lay = Self::of(scenario).set("/turn", json!(turn)).set("/step", json!(step));
        if let Some(units) = lay.0["units"].as_object_mut() {
            for entry in units.values_mut() {
                *entry = json!({ "at": "coming" });
            }
        }
        if let Some(aircraft) = lay.0["aircraft"].as_object_mut() {
            for entry in aircraft.values_mut() {
                *entry = json!({ "at": "coming" });
            }
        }
        lay.set("/objectives", json!([])).set("/surprise", json!("none"))
    }
    /// The first position of a scenario, its procedure left out.
    pub(crate) fn of(scenario: &str) -> Self {
        let mut position = start(scenario).position();
        if let Some(fields) = position.as_object_mut() {
            fields.remove("procedure");
        }
        Self(position)
    }
    /// Sets a value by its pointer.
    #[track_caller]
    pub(crate) fn set(mut self, pointer: &str, value: Value) -> Self {
        match self.0.pointer_mut(pointer) {
            Some(place) => *place = value,
            None => panic!("there is no {pointer}"),
        }
        self
    }
    /// Puts fresh pieces on the map.
    pub(crate) fn put(mut self, pieces: &[(&str, &str)]) -> Self {
        for (id, at) in pieces {
            self = self.set(&format!("/units/{id}"), json!({ "at": at }));
        }
        self
    }
    /// Puts a piece with markers on the map.
    pub(crate) fn marked(self, id: &str, at: &str, marks: &[&str]) -> Self {
        self.set(&format!("/units/{id}"), json!({ "at": at, "marks": marks }))
    }
    /// Puts an aircraft on a mission.
    pub(crate) fn fly(self, id: &str, mission: &str, base: &str) -> Self {
        self.set(&format!("/aircraft/{id}"), json!({ "at": mission, "base": base }))
    }
    /// Sets tank and artillery of a side.
    pub(crate) fn levels(self, side: &str, tank: u8, artillery: u8) -> Self {
        self.set(&format!("/{side}/tank"), json!(tank)).set(&format!("/{side}/artillery"), json!(artillery))
    }
    /// On the table.
    #[track_caller]
    pub(crate) fn table(self) -> Table<'static, FireAndIce> {
        Table::lay(game(), &self.0)
    }
}

/// Whether a unit carries a marker.
pub(crate) fn has(table: &Table<'_, FireAndIce>, unit: &str, marker: &str) -> bool {
    let marks = table.at(&format!("/units/{unit}/marks"));
    marks.as_array().is_some_and(|m| m.iter().any(|x| x == marker))
}

/// Where a unit is.
pub(crate) fn spot(table: &Table<'_, FireAndIce>, unit: &str) -> String {
    table.at(&format!("/units/{unit}/at")).as_str().unwrap_or_default().to_owned()
}

/// Where an aircraft is.
pub(crate) fn air(table: &Table<'_, FireAndIce>, id: &str) -> String {
    table.at(&format!("/aircraft/{id}/at")).as_str().unwrap_or_default().to_owned()
}

/// Answers as little as possible until something holds: done where that is an answer, else the first on the list.
#[track_caller]
pub(crate) fn on(table: &mut Table<'_, FireAndIce>, holds: impl Fn(&Table<'_, FireAndIce>) -> bool) {
    for _ in 0..600 {
        if holds(table) {
            return;
        }
        let list = table.legal();
        assert!(!list.is_empty(), "the game is over before that");
        let answer = list.iter().find(|a| *a == "done").unwrap_or(&list[0]).clone();
        table.act(&answer);
    }
    panic!("it does not come to that: {}", table.prompt());
}

/// Goes on until an action is on offer.
#[track_caller]
pub(crate) fn until(table: &mut Table<'_, FireAndIce>, action: &str) {
    on(table, |t| t.offers(action));
}

/// Both sides choose their support, everything or nothing each; the modifiers of attacker and defender.
#[track_caller]
pub(crate) fn support(table: &mut Table<'_, FireAndIce>, first: &[&str], all: [bool; 2]) -> [i32; 2] {
    let mut log = String::new();
    for action in first {
        table.act(action);
        note(table, &mut log);
    }
    for (begin, all) in [("Attack on", all[0]), ("Defence of", all[1])] {
        for action in ["everything", "done"] {
            if table.prompt().starts_with(begin) && (all || action == "done") && table.offers(action) {
                table.act(action);
                note(table, &mut log);
            }
        }
    }
    let number = |what: &str| {
        // A side with nothing to choose is not asked: its modifier is that of chit and terrain.
        let Some(line) = log.lines().rfind(|l| l.contains(what)) else { return 0 };
        line.rsplit(' ').next().and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{line}"))
    };
    [number("the attack on"), number("the defence of")]
}

fn note(table: &Table<'_, FireAndIce>, log: &mut String) {
    for (_, line) in table.log() {
        log.push_str(line);
        log.push('\n');
    }
}
