//! A small language for situations on the testkit's table: lay out a position, move, roll, look.

use engine::{Dice, Habits, Judge, Play, Rules, Seat, SeatSet, Seed};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::LazyLock;
use testkit::Table;
use war_625::{State, War625};

pub(crate) static RULES: LazyLock<War625> =
    LazyLock::new(|| War625::new(&war_625::files()).expect("the data is sound"));

/// A position under construction: combat movement of North Korea's first turn, with an empty map.
#[derive(Clone)]
pub(crate) struct Setup {
    position: Value,
}

/// An empty map in the first turn.
pub(crate) fn war() -> Setup {
    Setup {
        position: json!({
            "game": "war-625", "scenario": "war", "options": {}, "turn": 1, "nation": "NK", "phase": "combat-move",
            "treasury": {}, "areas": {}, "zones": {}, "track": {}, "purchases": [], "china": {},
        }),
    }
}

/// The scenario's own start with these options.
pub(crate) fn scenario(options: &[(&str, &str)]) -> Game {
    Game::new(Table::start(&RULES, "war", options))
}

/// A position from a file.
pub(crate) fn load(text: &str) -> Game {
    Setup { position: serde_json::from_str(text).expect("JSON") }.start()
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
    pub(crate) fn option(self, option: &str, value: &str) -> Self {
        self.set(&["options", option], json!(value))
    }
    pub(crate) fn turn(self, turn: u32) -> Self {
        self.set(&["turn"], json!(turn))
    }
    pub(crate) fn turn_of(self, nation: &str) -> Self {
        self.set(&["nation"], json!(nation))
    }
    pub(crate) fn phase(self, phase: &str) -> Self {
        self.set(&["phase"], json!(phase))
    }
    pub(crate) fn treasury(self, nation: &str, ipc: u32) -> Self {
        self.set(&["treasury", nation], json!(ipc))
    }
    pub(crate) fn units(self, area: &str, units: &str) -> Self {
        self.set(&["areas", area, "units"], json!(items(units)))
    }
    pub(crate) fn tokens(self, area: &str, tokens: u32) -> Self {
        self.set(&["areas", area, "tokens"], json!(tokens))
    }
    pub(crate) fn control(self, area: &str, nation: &str) -> Self {
        self.set(&["areas", area, "control"], json!(nation))
    }
    pub(crate) fn taken_now(self, area: &str) -> Self {
        self.set(&["areas", area, "held"], json!(false))
    }
    pub(crate) fn prisoners(self, area: &str, nation: &str, count: u32) -> Self {
        self.set(&["areas", area, "prisoners"], json!([format!("{count} {nation}")]))
    }
    pub(crate) fn isolated(self, area: &str, nation: &str, level: u32) -> Self {
        self.set(&["areas", area, "isolation", nation], json!(level))
    }
    pub(crate) fn struck_at(self, area: &str, ipc: u32, lost: u32) -> Self {
        self.set(&["areas", area, "struck"], json!(true))
            .set(&["areas", area, "ipc"], json!(ipc))
            .set(&["areas", area, "factory_loss"], json!(lost))
    }
    pub(crate) fn zone(self, zone: &str, units: &str) -> Self {
        self.set(&["zones", zone], json!(items(units)))
    }
    pub(crate) fn track(self, space: &str, units: &str) -> Self {
        self.set(&["track", space], json!(items(units)))
    }
    pub(crate) fn purchases(self, units: &str) -> Self {
        self.set(&["purchases"], json!(items(units)))
    }
    pub(crate) fn clock(self, turn: u32) -> Self {
        self.set(&["china", "clock"], json!(turn))
    }
    pub(crate) fn permission(self) -> Self {
        self.set(&["china", "permission"], json!(true))
    }
    pub(crate) fn china_at_war(self, since: u32) -> Self {
        self.set(&["china", "war"], json!(since))
    }
    pub(crate) fn hidden(self, split: &[(&str, u32)]) -> Self {
        let split: BTreeMap<_, _> = split.iter().copied().collect();
        self.set(&["china", "hidden"], json!(split))
    }
    pub(crate) fn soviet_entered(self) -> Self {
        self.set(&["soviet"], json!(true))
    }
    pub(crate) fn weapons(self, bought: u32, stock: u32) -> Self {
        self.set(&["atomic"], json!({ "authorised": true, "bought": bought, "stock": stock }))
    }
    /// Loads the position.
    pub(crate) fn start(self) -> Game {
        Game::new(Table::lay(&RULES, &self.position))
    }
    /// The position as it would be laid.
    pub(crate) fn json(self) -> Value {
        self.position
    }
}

/// A game on the table. Dice must be laid down before they are rolled, unless [`Game::free_dice`] was called. They are laid one
/// by one, as they would fall; where the rules throw several at once, the table is told how many of those hit.
pub(crate) struct Game {
    pub(crate) table: Table<'static, War625>,
    dice: VecDeque<u32>,
    told: VecDeque<u32>,
    free: bool,
    trial: bool,
    refusal: Option<(&'static str, String)>,
    rolled: Vec<(u32, &'static str)>,
    fell: usize,
    habits: Habits,
}

impl Clone for Game {
    fn clone(&self) -> Self {
        Self {
            table: Table::of(&RULES, self.table.state().clone()),
            dice: self.dice.clone(),
            told: self.told.clone(),
            free: self.free,
            trial: self.trial,
            refusal: self.refusal.clone(),
            rolled: self.rolled.clone(),
            fell: self.fell,
            habits: self.habits.clone(),
        }
    }
}

/// A stack as a position writes it.
struct Stack {
    count: usize,
    unit: String,
    load: Vec<String>,
    states: String,
}

/// Reads `3 NK infantry: token (moved)`.
fn read_stack(text: &str) -> Stack {
    let (body, states) = text.split_once(" (").map_or((text, ""), |(b, s)| (b, s.trim_end_matches(')')));
    let (head, load) = body.split_once(": ").unwrap_or((body, ""));
    let (count, unit) = match head.split_once(' ') {
        Some((n, unit)) if n.parse::<usize>().is_ok() => (n.parse().expect("a number"), unit),
        _ => (1, head),
    };
    let load =
        load.split(", ").filter(|i| !i.is_empty()).map(|i| i.rsplit(' ').next().unwrap_or(i).to_owned());
    Stack { count, unit: unit.to_owned(), load: load.collect(), states: states.to_owned() }
}

const NATIONS: [&str; 6] = ["NK", "CH", "SU", "ROK", "US", "UN"];
const KINDS: [&str; 15] = [
    "infantry",
    "mechanized",
    "artillery",
    "armor",
    "tank-destroyer",
    "anti-aircraft",
    "fighter",
    "chopper",
    "bomber",
    "battleship",
    "carrier",
    "destroyer",
    "transport",
    "submarine",
    "prisoner",
];

impl Game {
    fn new(table: Table<'static, War625>) -> Self {
        Self {
            table,
            dice: VecDeque::new(),
            told: VecDeque::new(),
            free: false,
            trial: false,
            refusal: None,
            rolled: Vec::new(),
            fell: 0,
            habits: Habits::default(),
        }
    }
    pub(crate) fn state(&self) -> &State {
        self.table.state()
    }

    // Playing.

    /// Every action anybody may take now.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.table.to_act().iter().flat_map(|seat| self.table.legal_for(seat)).collect()
    }
    /// What distinguishes the first stack of a unit in a place.
    pub(crate) fn details(&self, place: &str, unit: &str) -> Option<String> {
        let stack = self.stacks(place).into_iter().find(|s| s.unit == unit)?;
        let mut parts = Vec::new();
        let states: Vec<_> = stack.states.split(", ").filter(|s| !s.is_empty()).collect();
        let status = states.iter().take_while(|s| !s.contains(' ')).map(|s| (*s).to_owned());
        parts.extend(status);
        if !stack.load.is_empty() {
            parts.push(stack.load.join("+"));
        }
        parts.extend(states.iter().filter(|s| s.contains(' ')).map(|s| (*s).to_owned()));
        Some(parts.join(", ")).filter(|d| !d.is_empty())
    }
    /// The dice of the last action, if there were any.
    pub(crate) fn fell(&self) -> Option<usize> {
        Some(self.fell).filter(|&n| n > 0)
    }
    /// Plays an action for whoever may.
    #[track_caller]
    pub(crate) fn act(&mut self, text: &str) {
        if self.refusal.is_some() {
            return;
        }
        let action = match engine::read_action(&*RULES, self.state(), text) {
            Ok(action) => action,
            Err(why) => return self.refused(text, "unreadable", why),
        };
        let mut refusal = ("war OP-1", "nobody is to act".to_owned());
        for seat in self.table.to_act().iter() {
            match RULES.allows(self.state(), seat, action) {
                Ok(_) => return self.play(seat, action, text),
                Err(no) if refusal.0 != "war OP-1" && no.rule == "war OP-1" => {}
                Err(no) => {
                    refusal = (no.rule, engine::read(&*RULES, self.state(), SeatSet::ALL, &no.why));
                }
            }
        }
        self.refused(text, refusal.0, refusal.1);
    }
    #[track_caller]
    fn refused(&mut self, text: &str, rule: &'static str, why: String) {
        if self.trial {
            self.refusal = Some((rule, why));
            return;
        }
        panic!("\"{text}\" is refused: {why} [{rule}]\n{:?}\nlegal: {:#?}", self.moment(), self.legal());
    }
    #[track_caller]
    fn play(&mut self, seat: Seat, action: war_625::Action, text: &str) {
        let (script, used) = self.script(seat, action, text);
        let before = self.state().clone();
        self.table.dice(&script).act_for(seat, text);
        RULES.watch(&before, seat, action, self.table.state(), &mut self.habits);
        self.dice.drain(..used);
        let told = script.len().min(self.told.len());
        self.told.drain(..told);
        assert_eq!(self.table.dice_left(), 0, "\"{text}\" leaves dice");
        assert_eq!(RULES.check(self.state()), Ok(()), "after \"{text}\"");
    }
    /// What the table is to be told of the dice laid down: one number a throw. The action is tried as often as it throws dice.
    #[track_caller]
    fn script(&mut self, seat: Seat, action: war_625::Action, text: &str) -> (Vec<u32>, usize) {
        let (mut script, mut used) = (Vec::new(), 0);
        loop {
            let mut dice = Dice::seeded(Seed::from_number(1 + self.rolled.len() as u64));
            dice.script(script.iter().copied());
            let mut play = Play::muted(dice);
            RULES.apply(&mut self.state().clone(), seat, action, &mut play).expect("it is legal");
            let drawn = play.dice().drawn().to_vec();
            let Some(draw) = drawn.get(script.len()) else {
                self.fell = drawn.iter().map(|d| d.dice as usize).sum();
                self.rolled.extend(drawn.iter().flat_map(|d| (0..d.dice).map(|_| (d.sides, d.label))));
                return (script, used);
            };
            if let Some(&told) = self.told.get(script.len()) {
                script.push(told);
                continue;
            }
            if self.free && used == self.dice.len() {
                script.push(draw.roll);
                continue;
            }
            let fallen: Vec<u32> = self.dice.iter().skip(used).take(draw.dice as usize).copied().collect();
            assert!(
                fallen.len() == draw.dice as usize,
                "\"{text}\" rolls {} dice for {} where {} are left: {drawn:?}",
                draw.dice,
                draw.label,
                fallen.len()
            );
            used += fallen.len();
            // Atomic weapons kill with high numbers; everything else hits with low ones.
            let hits = |roll: &&u32| match draw.label {
                "atomic strike" => **roll > draw.sides - draw.at_most,
                _ => **roll <= draw.at_most,
            };
            let one = draw.dice == 1 && draw.at_most == 0;
            script.push(if one { fallen[0] } else { fallen.iter().filter(hits).count() as u32 });
        }
    }
    /// Lapses and occasions of a habit, of both sides together.
    pub(crate) fn habit(&self, habit: &str) -> (u64, u64) {
        let index = RULES.habits().iter().position(|h| h.habit == habit).expect("a habit of the game");
        let both = [0, 1].map(|side| self.habits.count(side, index));
        (both[0].lapses + both[1].lapses, both[0].occasions + both[1].occasions)
    }
    /// The play is refused by one of the rules named (`A|B`), and nothing else.
    #[track_caller]
    pub(crate) fn refuses(&self, rules: &str, play: impl Fn(&mut Game)) {
        let mut trial = self.clone();
        trial.trial = true;
        play(&mut trial);
        let refusal = trial.refusal.unwrap_or_else(|| panic!("{rules} does not forbid it"));
        let known = rules.split('|').any(|r| refusal.0 == r || refusal.0 == format!("war {r}"));
        assert!(known, "refused by {refusal:?}, not by {rules}");
    }
    /// Lays down dice.
    pub(crate) fn dice(&mut self, rolls: &[u32]) {
        self.dice.extend(rolls);
    }
    /// Lays down what the program is told: one number a throw, for many dice how many hit.
    pub(crate) fn tell(&mut self, throws: &[u32]) {
        self.told.extend(throws);
    }
    #[track_caller]
    pub(crate) fn all_dice_used(&self) {
        assert!(self.dice.is_empty() && self.told.is_empty(), "dice are left over");
    }
    /// From now on dice may fall as they like.
    pub(crate) fn free_dice(&mut self) {
        self.free = true;
    }
    pub(crate) fn chinese_roll(&mut self, roll: u32) {
        self.dice(&[roll]);
    }
    /// Does nothing more in the decision at hand.
    pub(crate) fn quiet(&mut self) {
        let seat = self.table.to_act().first().expect("somebody is to act");
        let action = RULES.quiet(self.state(), seat).expect("there is a quiet action");
        self.act(&engine::action_text(&*RULES, self.state(), action));
    }
    /// Passes on to a nation's phase.
    #[track_caller]
    pub(crate) fn skip_to(&mut self, nation: &str, phase: &str) {
        self.skip_while(|g| g.moment() != (nation, phase));
    }
    #[track_caller]
    pub(crate) fn skip_to_turn(&mut self, turn: u64, nation: &str, phase: &str) {
        self.skip_while(|g| g.turn() != turn || g.moment() != (nation, phase));
    }
    #[track_caller]
    pub(crate) fn skip_to_end(&mut self) {
        self.skip_while(|g| !g.over());
    }
    #[track_caller]
    fn skip_while(&mut self, more: impl Fn(&Self) -> bool) {
        for _ in 0..3000 {
            if !more(self) {
                return;
            }
            assert!(!self.over(), "the war ends before that moment");
            self.quiet();
        }
        panic!("that moment never comes; it is {:?} of turn {}", self.moment(), self.turn());
    }
    /// Ends the phase for everybody in it.
    pub(crate) fn close(&mut self) {
        let start = (self.turn(), self.moment());
        while (self.turn(), self.moment()) == start && self.refusal.is_none() {
            self.act("done");
        }
    }
    /// Passes on to the Combat phase of this turn.
    #[track_caller]
    pub(crate) fn pass_to_combat(&mut self) {
        self.skip_while(|g| g.moment().1 != "combat");
    }
    /// Scripted dice that have not been rolled.
    pub(crate) fn dice_left(&self) -> usize {
        self.dice.len()
    }
    /// Plays on quietly until the Combat phase is over.
    pub(crate) fn settle(&mut self) {
        while self.moment().1 == "combat" {
            self.quiet();
        }
    }
    // Looking.

    fn json(&self) -> Value {
        self.table.position()
    }
    pub(crate) fn moment(&self) -> (&'static str, &'static str) {
        let v = self.json();
        let nation = ["NK", "ROK", "US", "UN"].into_iter().find(|n| v["nation"] == *n).expect("a nation");
        let phases =
            ["set-up", "intervention", "purchase", "combat-move", "combat", "non-combat", "place", "over"];
        (nation, phases.into_iter().find(|p| v["phase"] == *p).expect("a phase"))
    }
    pub(crate) fn turn(&self) -> u64 {
        self.json()["turn"].as_u64().expect("a turn")
    }
    pub(crate) fn seat(&self) -> &str {
        RULES.info().seat_id(RULES.to_act(self.state()).first().expect("somebody is to act"))
    }
    pub(crate) fn over(&self) -> bool {
        RULES.to_act(self.state()).is_empty()
    }
    pub(crate) fn winner(&self) -> Option<String> {
        RULES.outcome(self.state()).winner
    }
    /// Communist and Allied points.
    pub(crate) fn points(&self) -> (i32, i32) {
        let points = RULES.outcome(self.state()).points;
        (points[0], points[1])
    }
    fn stacks(&self, place: &str) -> Vec<Stack> {
        let v = self.json();
        let list = [&v["areas"][place]["units"], &v["zones"][place], &v["track"][place]];
        list.into_iter()
            .filter_map(Value::as_array)
            .flatten()
            .filter_map(Value::as_str)
            .filter(|s| !is_token(s))
            .map(read_stack)
            .collect()
    }
    fn everything(&self) -> Vec<Stack> {
        let v = self.json();
        let places: Vec<String> = ["areas", "zones", "track"]
            .iter()
            .filter_map(|k| v[*k].as_object())
            .flat_map(|o| o.keys().cloned())
            .collect();
        places.iter().flat_map(|p| self.stacks(p)).collect()
    }
    pub(crate) fn count(&self, place: &str, unit: &str) -> usize {
        self.stacks(place).iter().filter(|s| s.unit == unit).map(|s| s.count).sum()
    }
    pub(crate) fn count_fighting(&self, place: &str, unit: &str) -> usize {
        self.count(place, unit)
    }
    /// Units everywhere, those aboard included.
    pub(crate) fn everywhere(&self, unit: &str) -> usize {
        let (nation, kind) = unit.split_once(' ').expect("nation and kind");
        let aboard = |s: &Stack| {
            let carries = s.unit.starts_with(nation) && s.unit != unit;
            let items = s.load.iter().filter(|i| *i == kind).count();
            if carries { items * s.count } else { 0 }
        };
        self.everything().iter().map(|s| if s.unit == unit { s.count } else { aboard(s) }).sum()
    }
    fn summary(stacks: &[Stack]) -> Vec<String> {
        let mut out = Vec::new();
        for nation in NATIONS {
            for kind in KINDS {
                let unit = format!("{nation} {kind}");
                let n: usize = stacks.iter().filter(|s| s.unit == unit).map(|s| s.count).sum();
                if n > 0 && kind != "prisoner" {
                    out.push(format!("{n} {unit}"));
                }
            }
        }
        out
    }
    /// All units of a place by nation and kind.
    pub(crate) fn stack(&self, place: &str) -> Vec<String> {
        Self::summary(&self.stacks(place))
    }
    /// The units in a battle, without aircraft that have been called and not come yet.
    pub(crate) fn fighting(&self, place: &str) -> Vec<String> {
        let waiting = self.json()["details"]["battle"]["round"].as_u64().is_some_and(|r| r < 2);
        let stacks: Vec<_> = self
            .stacks(place)
            .into_iter()
            .filter(|s| !(waiting && s.states.starts_with("support")))
            .collect();
        Self::summary(&stacks)
    }
    pub(crate) fn at_sea(&self, zone: &str, unit: &str) -> usize {
        let (unit, wanted) = unit.split_once(" (").map_or((unit, ""), |(u, d)| (u, d.trim_end_matches(')')));
        let fits = |s: &&Stack| s.unit == unit && s.states.contains("submerged") == (wanted == "submerged");
        self.stacks(zone).iter().filter(fits).map(|s| s.count).sum()
    }
    pub(crate) fn aboard(&self, zone: &str, carrier: &str, plane: &str) -> usize {
        assert!(self.count(zone, carrier) > 0, "no {carrier} in {zone}");
        self.count(zone, plane)
    }
    pub(crate) fn cargo(&self, place: &str, carrier: &str) -> Vec<String> {
        let stack = self.stacks(place).into_iter().find(|s| s.unit == carrier).expect("the carrier");
        stack.load
    }
    pub(crate) fn on_track(&self, space: &str, unit: &str) -> usize {
        if unit == "token" {
            let v = self.json();
            let tokens = v["track"][space]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .find(|s| is_token(s));
            return tokens.map_or(0, |s| s.split_once(' ').map_or(1, |(n, _)| n.parse().expect("a number")));
        }
        self.count(space, unit)
    }
    fn number(&self, path: &[&str]) -> u64 {
        let v = path.iter().fold(self.json(), |v, key| v[*key].clone());
        v.as_u64().unwrap_or(0)
    }
    pub(crate) fn tokens(&self, area: &str) -> u64 {
        self.number(&["areas", area, "tokens"])
    }
    pub(crate) fn treasury(&self, nation: &str) -> u64 {
        self.number(&["treasury", nation])
    }
    pub(crate) fn damage(&self, nation: &str) -> u64 {
        self.number(&["damage", nation])
    }
    pub(crate) fn isolation(&self, area: &str, nation: &str) -> u64 {
        self.number(&["areas", area, "isolation", nation])
    }
    pub(crate) fn captives(&self, area: &str, nation: &str) -> usize {
        let v = self.json();
        let held = v["areas"][area]["prisoners"].as_array().cloned().unwrap_or_default();
        held.iter()
            .filter_map(Value::as_str)
            .map(read_stack)
            .filter(|s| s.unit.starts_with(nation))
            .map(|s| s.count)
            .sum()
    }
    pub(crate) fn ipc(&self, area: &str) -> u64 {
        let v = self.json();
        v["areas"][area]["ipc"].as_u64().unwrap_or_else(|| printed(area, "ipc").parse().expect("a number"))
    }
    pub(crate) fn struck(&self, area: &str) -> bool {
        self.json()["areas"][area]["struck"] == json!(true)
    }
    pub(crate) fn control(&self, area: &str) -> String {
        let v = self.json();
        v["areas"][area]["control"]
            .as_str()
            .map_or_else(|| printed(area, "owner").to_uppercase(), str::to_owned)
    }
    pub(crate) fn clock(&self) -> Option<u64> {
        self.json()["china"]["clock"].as_u64()
    }
    pub(crate) fn permission(&self) -> bool {
        self.json()["china"]["permission"] == json!(true)
    }
    pub(crate) fn at_war(&self, nation: &str) -> bool {
        assert_eq!(nation, "CH");
        let v = self.json();
        v["china"].get("war").is_some() || v["details"]["china"]["war"] == json!(true)
    }
    pub(crate) fn weapons_left(&self) -> u64 {
        34 - self.number(&["atomic", "bought"])
    }
    /// Sides of the dice rolled for something.
    pub(crate) fn dice_of(&self, label: &str) -> Vec<u32> {
        self.rolled.iter().filter(|(_, l)| l.contains(label)).map(|(s, _)| *s).collect()
    }
    pub(crate) fn last_sides(&self) -> u32 {
        self.rolled.last().expect("dice were rolled").0
    }
}

/// Whether an entry of a place is its tokens.
fn is_token(text: &str) -> bool {
    text == "token" || text.ends_with(" token") && text.split(' ').count() == 2 && !text.contains(':')
}

/// An attribute of an area on the map.
fn printed(area: &str, key: &str) -> String {
    let map = board::AreaMap::parse("korea.map", include_str!("../../data/maps/korea.map")).expect("the map");
    let place = map.area(area).expect("the area");
    map.get(place).attribute(key).expect("the attribute").to_owned()
}
