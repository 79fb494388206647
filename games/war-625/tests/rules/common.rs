//! A small language for situations: lay out a position, move, roll, look.

use engine::{Dice, Illegal, Play, Rules, Seat, Seed};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use war_625::{State, War};

static RULES: LazyLock<War> = LazyLock::new(|| War::embedded().expect("the embedded data is sound"));

/// A position under construction: combat movement of North Korea's first turn, with an empty map.
#[derive(Clone)]
pub struct Setup {
    position: Value,
}

/// An empty map in the first turn.
pub fn war() -> Setup {
    Setup {
        position: json!({
            "game": "war-625", "scenario": "war", "options": {}, "turn": 1, "nation": "NK", "phase": "combat-move",
            "treasury": {}, "areas": {}, "zones": {}, "track": {}, "purchases": [], "china": {},
        }),
    }
}

/// The scenario's own start with these options.
pub fn scenario(options: &[(&str, &str)]) -> Game {
    let chosen = options.iter().fold(engine::Options::default(), |all, (o, v)| all.with(o, v));
    let info = RULES.info().scenario("war").expect("the scenario");
    let mut play = Play::new(Dice::seeded(Seed::from_number(1)));
    let state = RULES.setup("war", &chosen.complete(info).expect("known options"), &mut play).expect("a set-up");
    Game { state, play, free: false, refusal: None, trial: false }
}

/// `a; b; c` as a list.
fn items(text: &str) -> Vec<String> {
    text.split(';').map(str::trim).filter(|s| !s.is_empty()).map(str::to_owned).collect()
}

impl Setup {
    fn set(mut self, path: &[&str], value: Value) -> Self {
        let mut at = &mut self.position;
        for key in path {
            if at.is_null() {
                *at = Value::Object(Map::new());
            }
            at = at.as_object_mut().expect("an object").entry((*key).to_owned()).or_insert(Value::Null);
        }
        *at = value;
        self
    }
    pub fn option(self, option: &str, value: &str) -> Self {
        self.set(&["options", option], json!(value))
    }
    pub fn turn(self, turn: u32) -> Self {
        self.set(&["turn"], json!(turn))
    }
    pub fn turn_of(self, nation: &str) -> Self {
        self.set(&["nation"], json!(nation))
    }
    pub fn phase(self, phase: &str) -> Self {
        self.set(&["phase"], json!(phase))
    }
    pub fn treasury(self, nation: &str, ipc: u32) -> Self {
        self.set(&["treasury", nation], json!(ipc))
    }
    pub fn units(self, area: &str, units: &str) -> Self {
        self.set(&["areas", area, "units"], json!(items(units)))
    }
    pub fn tokens(self, area: &str, tokens: u32) -> Self {
        self.set(&["areas", area, "tokens"], json!(tokens))
    }
    pub fn control(self, area: &str, nation: &str) -> Self {
        self.set(&["areas", area, "control"], json!(nation))
    }
    pub fn taken_now(self, area: &str) -> Self {
        self.set(&["areas", area, "held"], json!(false))
    }
    pub fn prisoners(self, area: &str, nation: &str, count: u32) -> Self {
        self.set(&["areas", area, "prisoners"], json!([format!("{count} {nation}")]))
    }
    pub fn isolated(self, area: &str, nation: &str, level: u32) -> Self {
        self.set(&["areas", area, "isolation", nation], json!(level))
    }
    pub fn struck_at(self, area: &str, ipc: u32, lost: u32) -> Self {
        self.set(&["areas", area, "struck"], json!(true))
            .set(&["areas", area, "ipc"], json!(ipc))
            .set(&["areas", area, "factory_loss"], json!(lost))
    }
    pub fn zone(self, zone: &str, units: &str) -> Self {
        self.set(&["zones", zone], json!(items(units)))
    }
    pub fn track(self, space: &str, units: &str) -> Self {
        self.set(&["track", space], json!(items(units)))
    }
    pub fn purchases(self, units: &str) -> Self {
        self.set(&["purchases"], json!(items(units)))
    }
    pub fn clock(self, turn: u32) -> Self {
        self.set(&["china", "clock"], json!(turn))
    }
    pub fn permission(self) -> Self {
        self.set(&["china", "permission"], json!(true))
    }
    pub fn china_at_war(self, since: u32) -> Self {
        self.set(&["china", "war"], json!(since))
    }
    pub fn hidden(self, split: &[(&str, u32)]) -> Self {
        let split: BTreeMap<_, _> = split.iter().copied().collect();
        self.set(&["china", "hidden"], json!(split))
    }
    pub fn soviet_entered(self) -> Self {
        self.set(&["soviet"], json!(true))
    }
    pub fn weapons(self, bought: u32, stock: u32) -> Self {
        self.set(&["atomic"], json!({ "authorised": true, "bought": bought, "stock": stock }))
    }
    /// Loads the position.
    pub fn start(self) -> Game {
        let state = RULES.read_position(&self.position).unwrap_or_else(|e| panic!("{e}\n{}", self.position));
        let play = Play::new(Dice::seeded(Seed::from_number(1)));
        Game { state, play, free: false, refusal: None, trial: false }
    }
}

/// A game in progress. Dice must be laid down before they are rolled, unless [`Game::free_dice`] was called.
#[derive(Clone)]
pub struct Game {
    pub state: State,
    play: Play,
    free: bool,
    trial: bool,
    refusal: Option<Illegal>,
}
