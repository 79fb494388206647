//! A board to try situations on: build a position, act in the words of a record, look at what became of it.

use engine::{Dice, Illegal, Play, Rules, Seat, SeatSet, Seed, View};
use korean_battles::KoreanBattles;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

pub(crate) type State = <KoreanBattles as Rules>::State;

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
        Board::load(&self.0).unwrap_or_else(|e| panic!("the position is refused: {e}"))
    }
    /// The refusal of a position that can't be.
    pub(crate) fn refused(&self) -> String {
        match Board::load(&self.0) {
            Ok(_) => panic!("the position is accepted"),
            Err(e) => e,
        }
    }
}

/// A game in progress.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) state: State,
    pub(crate) play: Play,
    /// Every sentence since the start.
    pub(crate) log: Vec<String>,
}

impl Board {
    /// A position from its readable form.
    pub(crate) fn load(position: &Value) -> Result<Self, String> {
        let state = rules().read_position(position).map_err(|e| e.to_string())?;
        Ok(Self { state, play: fresh_dice(38), log: Vec::new() })
    }
    /// A scenario from its first decision.
    pub(crate) fn start(scenario: &str, options: &[(&str, &str)]) -> Self {
        let info = rules().info().scenario(scenario).expect("the scenario exists");
        let chosen = options.iter().fold(engine::Options::default(), |o, (k, v)| o.with(k, v));
        let chosen = chosen.complete(info).expect("the options fit");
        let mut play = fresh_dice(38);
        let state = rules().setup(scenario, &chosen, &mut play).expect("the scenario sets up");
        Self { state, play, log: Vec::new() }
    }
    /// A scenario with both sides placed as history had it.
    pub(crate) fn historical(scenario: &str, options: &[(&str, &str)]) -> Self {
        let mut board = Self::start(scenario, options);
        board.place_all();
        board.place_all();
        board
    }
    /// The rest of one side's set-up as history had it.
    pub(crate) fn place_all(&mut self) -> &mut Self {
        self.act("setup default");
        if self.moment().0 == 0 && self.can("done") {
            self.act("done");
        }
        self
    }
    /// Places every unit face up in the first hex on offer, dummies apart.
    pub(crate) fn place_units(&mut self) -> &mut Self {
        while let Some(text) =
            self.legal().into_iter().find(|t| t.starts_with("place ") && !t.ends_with("hidden"))
        {
            self.act(&text);
        }
        self
    }
    /// The Chinese divisions' forms: those named as counters, the others as regiments.
    pub(crate) fn form_up(&mut self, counters: &[&str]) -> &mut Self {
        while let Some(text) = self.legal().into_iter().find(|t| t.starts_with("form ")) {
            let unit = text.split(' ').nth(1).expect("a division").to_owned();
            let form = if counters.contains(&unit.as_str()) { "division" } else { "regiments" };
            self.act(&format!("form {unit} {form}"));
        }
        self
    }
    /// A cadre that has a choice of hexes takes the first.
    pub(crate) fn settle_cadres(&mut self) -> &mut Self {
        while !self.can("pass") {
            let Some(text) = self.legal().into_iter().find(|t| t.starts_with("enter ")) else { break };
            self.act(&text);
        }
        self
    }

    pub(crate) fn info(&self) -> &'static engine::GameInfo {
        rules().info()
    }
    /// The seat to act.
    pub(crate) fn seat(&self) -> Seat {
        rules().to_act(&self.state).first().expect("somebody is to act")
    }
    pub(crate) fn over(&self) -> bool {
        rules().to_act(&self.state).is_empty()
    }
    /// The side to act, as the position calls it: `un`, `nk`, `cn`.
    pub(crate) fn side(&self) -> &'static str {
        if self.info().seat_id(self.seat()) == "un" {
            return "un";
        }
        if rules().scenario(&self.state) == "chosin" { "cn" } else { "nk" }
    }
    /// Turn and phase.
    pub(crate) fn moment(&self) -> (u16, String) {
        let moment = rules().moment(&self.state);
        (moment.turn, moment.phase.into_owned())
    }
    /// Everything the seat to act may do, as text.
    pub(crate) fn legal(&self) -> BTreeSet<String> {
        self.legal_of(self.seat())
    }
    pub(crate) fn legal_of(&self, seat: Seat) -> BTreeSet<String> {
        let mut actions = Vec::new();
        rules().legal(&self.state, seat, &mut actions);
        actions
            .iter()
            .map(|&action| {
                let mut text = String::new();
                rules().write_action(&self.state, action, &mut text);
                text
            })
            .collect()
    }
    pub(crate) fn can(&self, text: &str) -> bool {
        self.legal().contains(text)
    }
    /// What follows `prefix` in the legal actions that begin with it.
    pub(crate) fn choices(&self, prefix: &str) -> BTreeSet<String> {
        let head = format!("{prefix} ");
        self.legal().iter().filter_map(|t| t.strip_prefix(&head)).map(str::to_owned).collect()
    }
    fn try_act(&mut self, text: &str) -> Result<(), Illegal> {
        let action = rules()
            .read_action(&self.state, text)
            .unwrap_or_else(|e| panic!("\"{text}\" does not read: {e}; legal: {:?}", self.legal()));
        self.play.begin();
        let seat = self.seat();
        rules().apply(&mut self.state, seat, action, &mut self.play)?;
        self.log.extend(self.play.lines().map(|l| l.text.to_owned()));
        let fault = self.play.dice_mut().take_fault();
        assert_eq!(fault, None, "after \"{text}\"");
        rules().check(&self.state).unwrap_or_else(|e| panic!("after \"{text}\": {e}"));
        Ok(())
    }
    /// Plays an action for whoever is to act.
    pub(crate) fn act(&mut self, text: &str) -> &mut Self {
        if let Err(e) = self.try_act(text) {
            panic!("\"{text}\" is refused: {e}; legal: {:?}", self.legal());
        }
        self
    }
    pub(crate) fn acts(&mut self, texts: &[&str]) -> &mut Self {
        for text in texts {
            self.act(text);
        }
        self
    }
    /// An action that must be refused and change nothing; gives the refusal.
    pub(crate) fn refuses(&mut self, text: &str) -> Illegal {
        assert!(!self.can(text), "\"{text}\" is in the legal list");
        let before = self.state.clone();
        let action = rules()
            .read_action(&self.state, text)
            .unwrap_or_else(|e| panic!("\"{text}\" does not read: {e}"));
        self.play.begin();
        let seat = self.seat();
        let refusal = rules().apply(&mut self.state, seat, action, &mut self.play).expect_err(text);
        assert!(self.state == before, "\"{text}\" was refused and changed the position");
        refusal
    }
    /// The next dice.
    pub(crate) fn roll(&mut self, rolls: &[u32]) -> &mut Self {
        self.play.dice_mut().script(rolls.iter().copied());
        self
    }

    /// The position in its readable form.
    pub(crate) fn position(&self) -> Value {
        rules().position(&self.state)
    }
    pub(crate) fn field(&self, id: &str, key: &str) -> Value {
        self.position()["units"][id][key].clone()
    }
    /// Where a unit is, if it is on the map.
    pub(crate) fn at(&self, id: &str) -> Option<String> {
        self.field(id, "at").as_str().map(str::to_owned)
    }
    /// `dead`, `due`, `waiting`, `left`; empty for a unit on the map or without part in the game.
    pub(crate) fn fate(&self, id: &str) -> String {
        self.position()["units"][id].as_str().unwrap_or_default().to_owned()
    }
    /// Which face is up, from 1.
    pub(crate) fn step(&self, id: &str) -> u64 {
        assert!(self.at(id).is_some(), "{id} is not on the map");
        self.field(id, "step").as_u64().unwrap_or(1)
    }
    pub(crate) fn is_hidden(&self, id: &str) -> bool {
        self.field(id, "hidden").as_bool().unwrap_or(false)
    }
    /// The markers in a side's hand, lowest first.
    pub(crate) fn hand(&self, side: &str) -> Vec<u64> {
        let mut values: Vec<u64> = self.position()["support"][side]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_u64)
            .collect();
        values.sort_unstable();
        values
    }
    /// The points so far: (un, communist).
    pub(crate) fn points(&self) -> (i32, i32) {
        let view = View::of(rules(), &self.state, SeatSet::ALL);
        let scene = rules().scene(&view);
        let total = |side: u8| scene.points.iter().find(|p| p.side == side).map_or(0, |p| p.total);
        (total(0), total(1))
    }
    /// The badges on a unit's counter.
    pub(crate) fn badges(&self, id: &str) -> Vec<&'static str> {
        let view = View::of(rules(), &self.state, SeatSet::ALL);
        let scene = rules().scene(&view);
        let sheet = rules().sheet(rules().scenario(&self.state));
        let piece = scene.pieces.iter().find(|p| sheet.pieces[p.def as usize].id == id);
        piece.unwrap_or_else(|| panic!("{id} is not in the scene")).status.clone()
    }
    pub(crate) fn supplied(&self, id: &str) -> bool {
        !self.badges(id).contains(&"out-of-supply")
    }

    /// The hexes in a side's zone of control.
    pub(crate) fn zone(&self, side: &str) -> BTreeSet<String> {
        let view = View::of(rules(), &self.state, SeatSet::ALL);
        let overlay =
            rules().overlay(&view, &format!("zoc-{}", if side == "un" { "un" } else { "communist" }));
        overlay.expect("the overlay exists").marks.into_iter().map(|m| m.at).collect()
    }

    /// The hexes that `id` can reach, with costs as printed, after choosing it.
    pub(crate) fn reach(&self, id: &str) -> BTreeMap<String, String> {
        let mut board = self.clone();
        board.act(&format!("move {id}"));
        board.reach_now()
    }
    /// The hexes that the chosen unit can reach.
    pub(crate) fn reach_now(&self) -> BTreeMap<String, String> {
        let view = View::of(rules(), &self.state, SeatSet::ALL);
        rules().scene(&view).reach.iter().map(|r| (r.at.to_string(), r.cost.to_string())).collect()
    }
    /// Moves a unit.
    pub(crate) fn go(&mut self, id: &str, hex: &str) -> &mut Self {
        self.act(&format!("move {id}")).act(&format!("to {hex}"))
    }
    /// Declares an attack and confirms it.
    pub(crate) fn attack(&mut self, hex: &str, units: &[&str]) -> &mut Self {
        self.act(&format!("attack {hex}"));
        for id in units {
            self.act(&format!("add {id}"));
        }
        self.act("fight")
    }
    /// No human wave and no (further) support, until something else is to be decided.
    pub(crate) fn quietly(&mut self) -> &mut Self {
        while !self.over() {
            let legal = self.legal();
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
    /// Plays every marker in hand as its turn comes.
    pub(crate) fn spend_all(&mut self) -> &mut Self {
        while !self.over() {
            let legal = self.legal();
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
    /// No human wave.
    pub(crate) fn quietly_waves(&mut self) -> &mut Self {
        if self.legal().iter().any(|t| t.starts_with("wave ")) {
            self.act("done");
        }
        self
    }
    /// Resists stiffly with whatever may, as long as it is asked.
    pub(crate) fn stand_fast(&mut self) -> &mut Self {
        while !self.over() {
            let Some(text) =
                self.legal().into_iter().find(|t| t.starts_with("stand ") || t.starts_with("lose "))
            else {
                break;
            };
            self.act(&text);
        }
        self
    }
    /// Retreats by the first ways on offer.
    pub(crate) fn fall_back(&mut self) -> &mut Self {
        self.act("retreat");
        while !self.over() {
            let legal = self.legal();
            let Some(text) = legal.iter().find(|t| t.starts_with("to ") || t.starts_with("retreat ")) else {
                break;
            };
            self.act(text);
        }
        self
    }
    /// An attack without waves or support, with this die.
    pub(crate) fn battle(&mut self, hex: &str, units: &[&str], die: u32) -> &mut Self {
        self.roll(&[die]).attack(hex, units).quietly()
    }
    /// The result of the last combat, as the table prints it; a dot is ".".
    pub(crate) fn result(&self) -> String {
        let text = self.log.iter().rev().find_map(|l| result_in(l));
        text.unwrap_or_else(|| panic!("no combat result in {:?}", self.log))
    }
    /// Every hex in which the retreat under way can end for `id`, by any choice of steps.
    pub(crate) fn retreat_ends(&self, id: &str) -> BTreeSet<String> {
        let mut ends = BTreeSet::new();
        self.walk(id, &mut ends);
        ends
    }
    fn walk(&self, id: &str, ends: &mut BTreeSet<String>) {
        let steps = if self.over() { BTreeSet::new() } else { self.choices("to") };
        if steps.is_empty() {
            ends.insert(self.at(id).unwrap_or_else(|| self.fate(id)));
        }
        for hex in steps {
            let mut board = self.clone();
            board.act(&format!("to {hex}"));
            board.walk(id, ends);
        }
    }
    /// Passes, declines and ends until that moment: turn, side and the words of the phase.
    pub(crate) fn until(&mut self, turn: u16, side: &str, phase: &str) -> &mut Self {
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
    /// The action that does least.
    pub(crate) fn idle(&mut self) -> &mut Self {
        let legal = self.legal();
        let quiet = ["pass", "decline", "done", "stay", "refuse"].iter().find(|t| legal.contains(**t));
        match quiet {
            Some(text) => self.act(text),
            None => {
                let first = legal.first().expect("something is legal").clone();
                self.act(&first)
            }
        }
    }
    /// Runs to the end of the game doing nothing more.
    pub(crate) fn finish(&mut self) -> engine::Outcome {
        for _ in 0..4000 {
            if self.over() {
                return rules().outcome(&self.state);
            }
            self.idle();
        }
        panic!("the game does not end");
    }
}

fn fresh_dice(seed: u64) -> Play {
    Play::new(Dice::seeded(Seed::from_number(seed)))
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
