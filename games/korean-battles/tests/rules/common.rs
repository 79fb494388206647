//! Positions in the making, and what a test of these battles does at the table.

use engine::{Dice, Illegal, Picture, Play, Rules, Seat, SeatSet, Seed, View};
use korean_battles::KoreanBattles;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use testkit::Table;

pub(crate) type State = <KoreanBattles as Rules>::State;

/// A game in progress.
pub(crate) type Board = Table<'static, KoreanBattles>;

static RULES: LazyLock<KoreanBattles> = LazyLock::new(KoreanBattles::default);

/// The game with its own data.
pub(crate) fn rules() -> &'static KoreanBattles {
    &RULES
}

/// A position in the making.
#[derive(Clone)]
pub(crate) struct Setup(Value);

fn scenario(id: &str, player: &str) -> Setup {
    Setup(json!({
        "game": "korean-battles", "scenario": id, "turn": 1, "player": player, "phase": "movement", "units": {}, "support": {},
    }))
}
/// Pusan Perimeter, empty, with supplied North Korean depots far behind the lines.
pub(crate) fn pusan() -> Setup {
    scenario("pusan", "nk").unit("nk-dep-a", "3706").unit("nk-dep-c", "0301")
}
/// Inchon, empty, with a supplied depot far behind the lines.
pub(crate) fn inchon() -> Setup {
    scenario("inchon", "un").unit("nk-dep-b", "1412").unit("nk-dep-c", "1701")
}
/// The Chosin Few, empty.
pub(crate) fn chosin() -> Setup {
    scenario("chosin", "cn")
}

impl Setup {
    fn set(mut self, key: &str, value: Value) -> Self {
        self.0[key] = value;
        self
    }
    pub(crate) fn turn(self, turn: u16) -> Self {
        self.set("turn", json!(turn))
    }
    pub(crate) fn player(self, side: &str) -> Self {
        self.set("player", json!(side))
    }
    pub(crate) fn phase(self, phase: &str) -> Self {
        self.set("phase", json!(phase))
    }
    /// A unit at full strength, face up.
    pub(crate) fn unit(self, id: &str, hex: &str) -> Self {
        self.with(id, json!({ "at": hex }))
    }
    /// A unit on a later face.
    pub(crate) fn weak(self, id: &str, hex: &str, step: u8) -> Self {
        self.with(id, json!({ "at": hex, "step": step }))
    }
    /// A face-down counter.
    pub(crate) fn hidden(self, id: &str, hex: &str) -> Self {
        self.with(id, json!({ "at": hex, "hidden": true }))
    }
    /// A unit with everything said of it.
    pub(crate) fn with(mut self, id: &str, value: Value) -> Self {
        self.0["units"][id] = value;
        self
    }
    /// Units that are dead, due, waiting or gone.
    pub(crate) fn off(self, what: &str, ids: &[&str]) -> Self {
        ids.iter().fold(self, |s, id| s.with(id, json!(what)))
    }
    /// Takes a unit out of the position again.
    pub(crate) fn without(mut self, id: &str) -> Self {
        if let Some(units) = self.0["units"].as_object_mut() {
            units.remove(id);
        }
        self
    }
    /// The markers in a side's hand.
    pub(crate) fn hand(mut self, side: &str, values: &[u8]) -> Self {
        self.0["support"][side] = json!(values);
        self
    }
    pub(crate) fn field(self, key: &str, value: Value) -> Self {
        self.set(key, value)
    }
    pub(crate) fn json(&self) -> &Value {
        &self.0
    }
    pub(crate) fn load(&self) -> Board {
        Table::lay(rules(), &self.0)
    }
    /// The refusal of a position that can't be.
    pub(crate) fn refused(&self) -> String {
        Board::cannot_lay(rules(), &self.0)
    }
}

/// A scenario from its first decision.
pub(crate) fn start(scenario: &str, options: &[(&str, &str)]) -> Board {
    Table::start(rules(), scenario, options)
}
/// A scenario with both sides placed as history had it.
pub(crate) fn historical(scenario: &str, options: &[(&str, &str)]) -> Board {
    let mut board = start(scenario, options);
    board.place_all().place_all();
    board
}

/// What a test of these battles does at the table.
pub(crate) trait Battle {
    /// Everything the seat to act may do, as text.
    fn options(&self) -> BTreeSet<String>;
    /// An action that must be refused and change nothing; gives the refusal.
    fn refusal(&self, text: &str) -> Illegal;
    /// The rest of one side's set-up as history had it.
    fn place_all(&mut self) -> &mut Self;
    /// Places every unit face up in the first hex on offer, dummies apart.
    fn place_units(&mut self) -> &mut Self;
    /// The Chinese divisions' forms: those named as counters, the others as regiments.
    fn form_up(&mut self, counters: &[&str]) -> &mut Self;
    /// A cadre that has a choice of hexes takes the first.
    fn settle_cadres(&mut self) -> &mut Self;
    fn info(&self) -> &'static engine::GameInfo;
    /// The seat to act.
    fn seat(&self) -> Seat;
    fn over(&self) -> bool;
    /// The side to act, as the position calls it: `un`, `nk`, `cn`.
    fn side(&self) -> &'static str;
    /// Turn and phase.
    fn moment(&self) -> (u16, String);
    /// What follows `prefix` in the legal actions that begin with it.
    fn choices(&self, prefix: &str) -> BTreeSet<String>;
    fn field(&self, id: &str, key: &str) -> Value;
    /// Where a unit is, if it is on the map.
    fn where_is(&self, id: &str) -> Option<String>;
    /// `dead`, `due`, `waiting`, `left`; empty for a unit on the map or without part in the game.
    fn fate(&self, id: &str) -> String;
    /// Which face is up, from 1.
    fn step(&self, id: &str) -> u64;
    fn is_hidden(&self, id: &str) -> bool;
    /// The markers in a side's hand, lowest first.
    fn hand(&self, side: &str) -> Vec<u64>;
    /// The points so far: (un, communist).
    fn points(&self) -> (i32, i32);
    /// The badges on a unit's counter.
    fn badges(&self, id: &str) -> Vec<&'static str>;
    fn supplied(&self, id: &str) -> bool;
    /// The hexes in a side's zone of control.
    fn zone(&self, side: &str) -> BTreeSet<String>;
    /// The hexes that `id` can reach, with costs as printed, after choosing it.
    fn reach(&self, id: &str) -> BTreeMap<String, String>;
    /// The hexes that the chosen unit can reach.
    fn reach_now(&self) -> BTreeMap<String, String>;
    /// Moves a unit.
    fn go(&mut self, id: &str, hex: &str) -> &mut Self;
    /// Declares an attack and confirms it.
    fn attack(&mut self, hex: &str, units: &[&str]) -> &mut Self;
    /// No human wave and no (further) support, until something else is to be decided.
    fn quietly(&mut self) -> &mut Self;
    /// Plays every marker in hand as its turn comes.
    fn spend_all(&mut self) -> &mut Self;
    /// No human wave.
    fn quietly_waves(&mut self) -> &mut Self;
    /// Resists stiffly with whatever may, as long as it is asked.
    fn stand_fast(&mut self) -> &mut Self;
    /// Retreats by the first ways on offer.
    fn fall_back(&mut self) -> &mut Self;
    /// An attack without waves or support, with this die.
    fn battle(&mut self, hex: &str, units: &[&str], die: u32) -> &mut Self;
    /// The result of the last combat, as the table prints it; a dot is ".".
    fn result(&self) -> String;
    /// Every hex in which the retreat under way can end for `id`, by any choice of steps.
    fn retreat_ends(&self, id: &str) -> BTreeSet<String>;
    /// Passes, declines and ends until that moment: turn, side and the words of the phase.
    fn until(&mut self, turn: u16, side: &str, phase: &str) -> &mut Self;
    /// The action that does least.
    fn idle(&mut self) -> &mut Self;
    /// Runs to the end of the game doing nothing more.
    fn finish(&mut self) -> engine::Outcome;
    fn walk(&self, id: &str, ends: &mut BTreeSet<String>);
}

impl Battle for Board {
    fn options(&self) -> BTreeSet<String> {
        self.legal().into_iter().collect()
    }
    fn refusal(&self, text: &str) -> Illegal {
        assert!(!self.offers(text), "\"{text}\" is in the legal list");
        let action = engine::read_action(rules(), self.state(), text)
            .unwrap_or_else(|e| panic!("\"{text}\" does not read: {e}"));
        let mut copy = self.state().clone();
        let mut play = Play::new(Dice::seeded(Seed::from_number(1)));
        let refusal = rules().apply(&mut copy, self.seat(), action, &mut play).expect_err(text);
        assert!(copy == *self.state(), "\"{text}\" was refused and changed the position");
        refusal
    }
    fn place_all(&mut self) -> &mut Self {
        self.act("setup default");
        if self.moment().0 == 0 && self.offers("done") {
            self.act("done");
        }
        self
    }
    fn place_units(&mut self) -> &mut Self {
        while let Some(text) =
            self.options().into_iter().find(|t| t.starts_with("place ") && !t.ends_with("hidden"))
        {
            self.act(&text);
        }
        self
    }
    fn form_up(&mut self, counters: &[&str]) -> &mut Self {
        while let Some(text) = self.options().into_iter().find(|t| t.starts_with("form ")) {
            let unit = text.split(' ').nth(1).expect("a division").to_owned();
            let form = if counters.contains(&unit.as_str()) { "division" } else { "regiments" };
            self.act(&format!("form {unit} {form}"));
        }
        self
    }
    fn settle_cadres(&mut self) -> &mut Self {
        while !self.offers("pass") {
            let Some(text) = self.options().into_iter().find(|t| t.starts_with("enter ")) else { break };
            self.act(&text);
        }
        self
    }

    fn info(&self) -> &'static engine::GameInfo {
        rules().info()
    }
    fn seat(&self) -> Seat {
        rules().to_act(self.state()).first().expect("somebody is to act")
    }
    fn over(&self) -> bool {
        rules().to_act(self.state()).is_empty()
    }
    fn side(&self) -> &'static str {
        if self.info().seat_id(self.seat()) == "un" {
            return "un";
        }
        if rules().scenario(self.state()) == "chosin" { "cn" } else { "nk" }
    }
    fn moment(&self) -> (u16, String) {
        let moment = engine::moment_in(rules(), self.state(), &engine::Catalogue::default());
        (rules().turn(self.state()), moment.phase.into_owned())
    }
    fn choices(&self, prefix: &str) -> BTreeSet<String> {
        let head = format!("{prefix} ");
        self.options().iter().filter_map(|t| t.strip_prefix(&head)).map(str::to_owned).collect()
    }

    fn field(&self, id: &str, key: &str) -> Value {
        self.position()["units"][id][key].clone()
    }
    fn where_is(&self, id: &str) -> Option<String> {
        self.field(id, "at").as_str().map(str::to_owned)
    }
    fn fate(&self, id: &str) -> String {
        self.position()["units"][id].as_str().unwrap_or_default().to_owned()
    }
    fn step(&self, id: &str) -> u64 {
        assert!(self.where_is(id).is_some(), "{id} is not on the map");
        self.field(id, "step").as_u64().unwrap_or(1)
    }
    fn is_hidden(&self, id: &str) -> bool {
        self.field(id, "hidden").as_bool().unwrap_or(false)
    }
    fn hand(&self, side: &str) -> Vec<u64> {
        let mut values: Vec<u64> = self.position()["support"][side]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_u64)
            .collect();
        values.sort_unstable();
        values
    }
    fn points(&self) -> (i32, i32) {
        let view = View::of(rules(), self.state(), SeatSet::ALL);
        let scene = engine::scene_of(rules(), &view);
        let total = |side: u8| scene.points.iter().find(|p| p.side == side).map_or(0, |p| p.total);
        (total(0), total(1))
    }
    fn badges(&self, id: &str) -> Vec<&'static str> {
        let view = View::of(rules(), self.state(), SeatSet::ALL);
        let scene = engine::scene_of(rules(), &view);
        let sheet = engine::sheet_of(rules(), rules().scenario(self.state()));
        let piece = scene.pieces.iter().find(|p| sheet.pieces[p.def as usize].id == id);
        piece.unwrap_or_else(|| panic!("{id} is not in the scene")).status.clone()
    }
    fn supplied(&self, id: &str) -> bool {
        !self.badges(id).contains(&"out-of-supply")
    }

    fn zone(&self, side: &str) -> BTreeSet<String> {
        let view = View::of(rules(), self.state(), SeatSet::ALL);
        let overlay =
            rules().overlay(&view, &format!("zoc-{}", if side == "un" { "un" } else { "communist" }));
        overlay.expect("the overlay exists").marks.into_iter().map(|m| m.at).collect()
    }

    fn reach(&self, id: &str) -> BTreeMap<String, String> {
        let mut board = self.clone();
        board.act(&format!("move {id}"));
        board.reach_now()
    }
    fn reach_now(&self) -> BTreeMap<String, String> {
        let view = View::of(rules(), self.state(), SeatSet::ALL);
        engine::scene_of(rules(), &view)
            .reach
            .iter()
            .map(|r| (r.at.to_string(), r.cost.to_string()))
            .collect()
    }
    fn go(&mut self, id: &str, hex: &str) -> &mut Self {
        self.act(&format!("move {id}")).act(&format!("to {hex}"))
    }
    fn attack(&mut self, hex: &str, units: &[&str]) -> &mut Self {
        self.act(&format!("attack {hex}"));
        for id in units {
            self.act(&format!("add {id}"));
        }
        self.act("fight")
    }
    fn quietly(&mut self) -> &mut Self {
        while !self.over() {
            let legal = self.options();
            if legal.contains("decline") {
                self.act("decline");
            } else if legal.iter().any(|t| t.starts_with("wave ")) {
                self.act("done");
            } else {
                break;
            }
        }
        self
    }
    fn spend_all(&mut self) -> &mut Self {
        while !self.over() {
            let legal = self.options();
            if let Some(text) = legal.iter().find(|t| t.starts_with("support ")) {
                self.act(text);
            } else if legal.contains("decline") {
                self.act("decline");
            } else {
                break;
            }
        }
        self
    }
    fn quietly_waves(&mut self) -> &mut Self {
        if self.options().iter().any(|t| t.starts_with("wave ")) {
            self.act("done");
        }
        self
    }
    fn stand_fast(&mut self) -> &mut Self {
        while !self.over() {
            let Some(text) =
                self.options().into_iter().find(|t| t.starts_with("stand ") || t.starts_with("lose "))
            else {
                break;
            };
            self.act(&text);
        }
        self
    }
    fn fall_back(&mut self) -> &mut Self {
        self.act("retreat");
        while !self.over() {
            let legal = self.options();
            let Some(text) = legal.iter().find(|t| t.starts_with("to ") || t.starts_with("retreat ")) else {
                break;
            };
            self.act(text);
        }
        self
    }
    fn battle(&mut self, hex: &str, units: &[&str], die: u32) -> &mut Self {
        self.dice(&[die]).attack(hex, units).quietly()
    }
    fn result(&self) -> String {
        let text = self.told().iter().rev().find_map(|l| result_in(l));
        text.unwrap_or_else(|| panic!("no combat result in {:?}", self.told()))
    }
    fn retreat_ends(&self, id: &str) -> BTreeSet<String> {
        let mut ends = BTreeSet::new();
        self.walk(id, &mut ends);
        ends
    }
    fn walk(&self, id: &str, ends: &mut BTreeSet<String>) {
        let steps = if self.over() { BTreeSet::new() } else { self.choices("to") };
        if steps.is_empty() {
            ends.insert(self.where_is(id).unwrap_or_else(|| self.fate(id)));
        }
        for hex in steps {
            let mut board = self.clone();
            board.act(&format!("to {hex}"));
            board.walk(id, ends);
        }
    }
    fn until(&mut self, turn: u16, side: &str, phase: &str) -> &mut Self {
        for _ in 0..400 {
            if self.over()
                || (self.moment().0 == turn && self.side() == side && self.moment().1.contains(phase))
            {
                return self;
            }
            self.idle();
        }
        panic!("turn {turn}, {side}, {phase} never comes; it is {:?} of {}", self.moment(), self.side());
    }
    fn idle(&mut self) -> &mut Self {
        let legal = self.options();
        let quiet = ["pass", "decline", "done", "stay", "refuse"].iter().find(|t| legal.contains(**t));
        match quiet {
            Some(text) => self.act(text),
            None => {
                let first = legal.first().expect("something is legal").clone();
                self.act(&first)
            }
        }
    }
    fn finish(&mut self) -> engine::Outcome {
        for _ in 0..4000 {
            if self.over() {
                return engine::outcome_of(rules(), self.state());
            }
            self.idle();
        }
        panic!("the game does not end");
    }
}

/// The table's code in a sentence of the log.
fn result_in(line: &str) -> Option<String> {
    let words = line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';'));
    let codes = ["De", "D3", "D2", "Ex", "A1", "A2", "A3", "(A)", "Ae"];
    for word in words {
        let word = word.strip_suffix('.').filter(|w| !w.is_empty()).unwrap_or(word);
        if let Some(code) = codes.iter().find(|c| **c == word) {
            return Some((*code).to_owned());
        }
    }
    line.contains("no effect").then(|| ".".to_owned())
}

/// A set of texts, to compare with.
pub(crate) fn set(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().map(|t| (*t).to_owned()).collect()
}
