//! The readable position: what lies where, in words. The format is described in `docs/war-625.md`.

use crate::china::{Begin, Hidden};
use crate::data::bit;
use crate::game::War625;
use crate::kinds::{Cargo, Item, Kind, Nation, PRISONER, Place, Status, Unit};
use crate::names::read_kind;
use crate::purchase::{MOST, MOST_TOKENS};
use crate::sequence::Step;
use crate::state::{Opts, Route, State};
use engine::{Dice, Options, Play, PositionError, Rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The nations' turns by their first nation.
const GROUPS: [&str; 4] = ["NK", "ROK", "US", "UN"];

/// Names of the phases in which a position can begin, with the step that follows.
const PHASES: [(&str, Step); 8] = [
    ("set-up", Step::Start),
    ("intervention", Step::China),
    ("purchase", Step::Purchase),
    ("combat-move", Step::CombatMove),
    ("combat", Step::Combat),
    ("non-combat", Step::NonCombat),
    ("place", Step::Place),
    ("over", Step::Over),
];

/// A position as people write it. Everything may be left out that has its usual value.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// `war-625`.
    game: String,
    /// `war`.
    scenario: String,
    options: Options,
    /// From 1.
    turn: Option<u8>,
    /// Whose turn it is: NK (with China), ROK, US, UN.
    nation: Option<String>,
    /// The position is the start of this phase.
    phase: Option<String>,
    /// Unspent IPC by nation.
    treasury: BTreeMap<String, u16>,
    /// Bombing damage that comes off the next income, by nation.
    damage: BTreeMap<String, u16>,
    areas: BTreeMap<String, AreaEntry>,
    /// Units by zone.
    zones: BTreeMap<String, Vec<String>>,
    /// Units and tokens by space of the Supply Track.
    track: BTreeMap<String, Vec<String>>,
    /// Bought and not yet placed.
    purchases: Vec<String>,
    china: ChinaEntry,
    /// Whether the Soviet force has entered.
    soviet: bool,
    atomic: AtomicEntry,
    /// Written by the program in the middle of a phase: the procedure under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<BTreeMap<String, Value>>,
}

/// An area.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct AreaEntry {
    /// The nation that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    control: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    units: Vec<String>,
    #[serde(skip_serializing_if = "is_zero")]
    tokens: u16,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    prisoners: Vec<String>,
    /// 1 freshly cut, 2 starved, by nation.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    isolation: BTreeMap<String, u8>,
    /// Nations whose breakout from here is used up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    breakout: Vec<String>,
    /// What it is worth after atomic strikes.
    #[serde(skip_serializing_if = "Option::is_none")]
    ipc: Option<u8>,
    #[serde(skip_serializing_if = "is_zero")]
    factory_loss: u16,
    /// The nation whose factory stands here first.
    #[serde(skip_serializing_if = "Option::is_none")]
    factory: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    struck: bool,
    /// False when it was taken in this very turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<bool>,
}

fn is_zero(n: &u16) -> bool {
    *n == 0
}

/// The Chinese entry.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct ChinaEntry {
    /// The turn in which the clock started.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<u8>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    permission: bool,
    /// The turn of entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    war: Option<u8>,
    /// Hidden infantry by area.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    hidden: BTreeMap<String, u8>,
}

/// Atomic weaponry.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct AtomicEntry {
    authorised: bool,
    bought: u8,
    stock: u8,
    used: u8,
}

/// A fault in a field.
pub(crate) fn fault(field: impl Into<String>, message: impl Into<String>) -> PositionError {
    PositionError::new(field, message)
}

type Laid<T> = Result<T, PositionError>;

fn within(field: &str, value: u32, least: u32, most: u32) -> Laid<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(fault(field, format!("this is a number from {least} to {most}")))
}

fn nation_of(field: &str, id: &str) -> Laid<Nation> {
    Nation::parse(id).ok_or_else(|| fault(field, format!("there is no nation \"{id}\"")))
}

// Writing.

impl War625 {
    /// Writes a position. What the readable part cannot say of a phase in progress stands under `details`.
    pub(crate) fn write_position(&self, s: &State) -> Position {
        let by_nation = |values: &[u16]| {
            let rows = Nation::ALL.into_iter().filter(|&n| values[n as usize] > 0);
            rows.map(|n| (n.id().to_owned(), values[n as usize])).collect()
        };
        let areas = Place::areas().map(|a| (self.c.id(a).to_owned(), self.write_area(s, a)));
        let mut position = Position {
            game: "war-625".to_owned(),
            scenario: "war".to_owned(),
            options: self.write_options(s.opts),
            turn: Some(s.turn),
            nation: Some(GROUPS[s.group as usize & 3].to_owned()),
            phase: Some(self.phase_name(s).to_owned()),
            treasury: by_nation(&s.treasury[..]),
            damage: by_nation(&s.damage[..]),
            areas: areas.filter(|(_, entry)| *entry != AreaEntry::default()).collect(),
            zones: self.write_places(s, Place::zones()),
            track: self.write_places(s, Place::spaces()),
            purchases: self.write_purchases(s),
            china: self.write_china(s),
            soviet: s.soviet == 2,
            atomic: AtomicEntry {
                authorised: s.atomic.authorised,
                bought: s.atomic.bought,
                stock: s.atomic.stock,
                used: s.atomic.used,
            },
            details: None,
        };
        position.details = self.write_details(s, &position);
        position
    }
    /// The fields that reading the rest would not give back.
    fn write_details(&self, s: &State, position: &Position) -> Option<BTreeMap<String, Value>> {
        if self.lay_position(position).is_ok_and(|read| read == *s) {
            return None;
        }
        let whole = serde_json::to_value(s).unwrap_or_default();
        let plain =
            self.lay_parts(position).map_or(Value::Null, |p| serde_json::to_value(p).unwrap_or_default());
        let Value::Object(fields) = whole else { return None };
        Some(fields.into_iter().filter(|(key, field)| plain.get(key) != Some(field)).collect())
    }
    fn write_options(&self, o: Opts) -> Options {
        let switch = |on: bool| if on { "on" } else { "off" };
        Options::default()
            .with("dice", if o.d12 { "d12" } else { "d6" })
            .with("atomic", switch(o.atomic))
            .with("soviet", switch(o.soviet))
            .with("length", &o.length.to_string())
            .with("armistice", switch(o.armistice))
            .with("capitals", switch(o.capitals))
            .with("resign", switch(o.resign))
    }
    fn write_area(&self, s: &State, area: Place) -> AreaEntry {
        let a = area.i();
        let printed = &self.c.area[a];
        let stacks = |prisoners: bool| s.at(area).filter(move |(u, _)| u.is_prisoner() == prisoners);
        let first = if printed.factory { printed.owner + 1 } else { 0 };
        let cut = Nation::ALL.into_iter().filter(|&n| s.iso(area, n) > 0);
        let out_of = Nation::ALL.into_iter().filter(|&n| s.breakout[n as usize] & bit(area) != 0);
        let lost = s.friendly[s.active() as usize] & !s.held & bit(area) != 0;
        AreaEntry {
            control: (s.control[a] != printed.owner).then(|| s.nation_at(area).id().to_owned()),
            units: stacks(false).map(|(u, n)| self.stack_text(s, u, n)).collect(),
            tokens: s.tokens[a],
            prisoners: stacks(true).map(|(u, n)| self.captive_text(s, u, n)).collect(),
            isolation: cut.map(|n| (n.id().to_owned(), s.iso(area, n))).collect(),
            breakout: out_of.map(|n| n.id().to_owned()).collect(),
            ipc: (s.ipc[a] != printed.ipc).then_some(s.ipc[a]),
            factory_loss: s.atomic_loss[a].into(),
            factory: (s.factory[a] != first && s.factory[a] > 0)
                .then(|| Nation::from_index(s.factory[a] - 1).id().to_owned()),
            struck: s.struck & bit(area) != 0,
            held: lost.then_some(false),
        }
    }
    /// `2 ROK of CH (moved)`.
    fn captive_text(&self, s: &State, unit: Unit, count: u16) -> String {
        let mut text = format!("{count} {}", unit.nation().id());
        if unit.captor() as u8 != s.control[unit.place().i()] {
            let _ = write!(text, " of {}", unit.captor().id());
        }
        if unit.status() != Status::Ready {
            text.push_str(" (moved)");
        }
        text
    }
    /// `3 NK infantry`, `US transport: US infantry, token (range 1)`.
    fn stack_text(&self, s: &State, unit: Unit, count: u16) -> String {
        let mut text = String::new();
        if count > 1 {
            let _ = write!(text, "{count} ");
        }
        let _ = write!(text, "{} {}", unit.nation().id(), unit.kind().id());
        for (i, item) in unit.cargo().items().enumerate() {
            text.push_str(if i == 0 { ": " } else { ", " });
            match item {
                Item::Token => text.push_str("token"),
                Item::Prisoner(nation) => {
                    let _ = write!(text, "{} prisoner", nation.id());
                }
                Item::Infantry | Item::Heavy(_) => {
                    let _ = write!(text, "{} {}", unit.nation().id(), item.kind().unwrap_or_default().id());
                }
            }
        }
        let start = text.len();
        text.push_str(" (");
        self.details(s, unit.loaded(Cargo::EMPTY), &mut text);
        if text.len() == start + 2 {
            text.truncate(start);
        } else {
            text.push(')');
        }
        text
    }
    fn write_places(&self, s: &State, places: impl Iterator<Item = Place>) -> BTreeMap<String, Vec<String>> {
        let written = places.map(|place| {
            let mut list: Vec<String> = s.at(place).map(|(u, n)| self.stack_text(s, u, n)).collect();
            match s.tokens[place.i()] {
                0 => {}
                1 => list.push("token".to_owned()),
                n => list.push(format!("{n} token")),
            }
            (self.c.id(place).to_owned(), list)
        });
        written.filter(|(_, list)| !list.is_empty()).collect()
    }
    fn write_purchases(&self, s: &State) -> Vec<String> {
        let all = Nation::ALL.into_iter().flat_map(|n| Kind::ALL.into_iter().map(move |k| (n, k)));
        let bought = all.map(|(n, k)| (s.bought(n, k), n, k)).filter(|(count, ..)| *count > 0);
        bought.map(|(count, n, k)| format!("{count} {} {}", n.id(), k.id())).collect()
    }
    fn write_china(&self, s: &State) -> ChinaEntry {
        let hidden = self.c.hidden_areas.iter().zip(s.china.hidden.iter()).filter(|&(_, &n)| n > 0);
        ChinaEntry {
            clock: (s.china.clock > 0).then_some(s.china.clock),
            permission: s.china.permission,
            war: (s.china.war && s.china.entry > 0).then_some(s.china.entry),
            hidden: hidden.map(|(&a, &n)| (self.c.id(a).to_owned(), n)).collect(),
        }
    }
}

// Laying.

impl War625 {
    /// Makes a state of a position; the error names the field.
    pub(crate) fn lay_position(&self, p: &Position) -> Laid<State> {
        let mut s = self.lay_parts(p)?;
        match &p.details {
            Some(details) => s = self.lay_details(&s, details)?,
            None => {
                self.check_parts(&s)?;
                self.enter_phase(&mut s, p.phase.as_deref().unwrap_or("intervention"))?;
            }
        }
        self.check_loaded(&s)?;
        Ok(s)
    }
    /// Lays everything but the procedure.
    fn lay_parts(&self, p: &Position) -> Laid<State> {
        if p.game != "war-625" {
            return Err(fault("game", "this must be \"war-625\""));
        }
        if !p.scenario.is_empty() && p.scenario != "war" {
            return Err(fault("scenario", "there is one scenario: \"war\""));
        }
        let options = p.options.complete(&self.info.scenarios[0]).map_err(|e| fault("options", e))?;
        let mut s = self.bare(self.options_of(&options));
        s.turn = p.turn.unwrap_or(1);
        within("turn", s.turn.into(), 1, s.opts.length.into())?;
        let nation = p.nation.as_deref().unwrap_or("NK");
        let group = GROUPS.iter().position(|g| *g == nation || (nation == "CH" && *g == "NK"));
        s.group = group.ok_or_else(|| fault("nation", format!("there is no turn of \"{nation}\"")))? as u8;
        self.lay_money(&mut s, p)?;
        self.lay_china(&mut s, &p.china)?;
        let mut lost = 0;
        for (id, area) in &p.areas {
            let place = self.c.place(id).filter(|a| a.is_area());
            let place = place.ok_or_else(|| fault(format!("areas.{id}"), "there is no such area"))?;
            self.lay_area(&mut s, place, area, &mut lost)?;
        }
        for (group, places) in [("zones", &p.zones), ("track", &p.track)] {
            for (id, list) in places {
                let fits = |a: &Place| if group == "zones" { a.is_zone() } else { a.on_track() };
                let place = self.c.place(id).filter(fits);
                let place = place.ok_or_else(|| fault(format!("{group}.{id}"), "there is no such place"))?;
                self.lay_units(&mut s, place, list, &format!("{group}.{id}"))?;
            }
        }
        self.lay_purchases(&mut s, &p.purchases)?;
        s.held = s.friendly[s.active() as usize] & !lost;
        Ok(s)
    }
    /// Puts the recorded details of a phase in progress over the rest.
    fn lay_details(&self, s: &State, details: &BTreeMap<String, Value>) -> Laid<State> {
        let mut whole = serde_json::to_value(s).unwrap_or_default();
        for (key, field) in details {
            match whole.get_mut(key) {
                Some(old) => *old = field.clone(),
                None => return Err(fault(format!("details.{key}"), "there is no such field")),
            }
        }
        serde_json::from_value(whole).map_err(|e| fault("details", e.to_string()))
    }
    /// Begins the phase as if the turn had come to it. A roll that waits is left to the players.
    fn enter_phase(&self, s: &mut State, phase: &str) -> Laid<()> {
        let found = PHASES.iter().find(|(name, _)| *name == phase);
        let (_, step) = found.ok_or_else(|| fault("phase", format!("there is no phase \"{phase}\"")))?;
        s.step = *step;
        match phase {
            "set-up" => s.frames.push(Hidden.into()),
            "combat" => return Err(fault("phase", "a position begins before Combat or after it")),
            "over" => {
                s.frames.clear();
                return Ok(());
            }
            _ => {}
        }
        let rolls = s.group == 0 && s.china.clock > 0 && !s.china.permission && !s.china.war;
        if *step == Step::China && rolls && s.turn >= s.china.first_roll {
            s.frames.push(Begin.into());
            return Ok(());
        }
        self.settle(s, &mut Play::muted(Dice::enumerated()));
        Ok(())
    }
    fn lay_money(&self, s: &mut State, p: &Position) -> Laid<()> {
        for (field, values) in [("treasury", &p.treasury), ("damage", &p.damage)] {
            for (id, &n) in values {
                let path = format!("{field}.{id}");
                let nation = nation_of(&path, id)?;
                within(&path, n.into(), 0, 9_999)?;
                let kept = if field == "damage" { &mut s.damage } else { &mut s.treasury };
                kept[nation as usize] = n;
            }
        }
        let a = &p.atomic;
        let total = u32::from(self.c.atomic.weapon.total);
        within("atomic.bought", a.bought.into(), 0, total)?;
        within("atomic.stock", a.stock.into(), 0, a.bought.into())?;
        within("atomic.used", a.used.into(), 0, u32::from(a.bought))?;
        if !s.opts.atomic && (a.authorised || a.bought > 0) {
            return Err(fault("atomic", "atomic weapons come with their option"));
        }
        s.atomic.authorised = a.authorised;
        (s.atomic.bought, s.atomic.stock, s.atomic.used) = (a.bought, a.stock, a.used);
        if p.soviet && !s.opts.soviet {
            return Err(fault("soviet", "the Soviet force comes with its option"));
        }
        s.soviet = if p.soviet { 2 } else { 0 };
        Ok(())
    }
    fn lay_china(&self, s: &mut State, china: &ChinaEntry) -> Laid<()> {
        let turns = u32::from(s.opts.length);
        if let Some(clock) = china.clock {
            within("china.clock", clock.into(), 1, turns)?;
            let by_date = clock >= self.c.clock.date_turn;
            s.china.clock = clock;
            s.china.first_roll = clock + if by_date { 0 } else { self.c.clock.crossing_delay };
        }
        s.china.permission = china.permission;
        if let Some(war) = china.war {
            within("china.war", war.into(), 1, turns)?;
            s.china.entry = war;
            (s.china.war, s.china.permission, s.china.revealed) = (true, true, true);
        }
        let all = u32::from(self.c.hidden_count);
        let mut sum = 0;
        for (id, &n) in &china.hidden {
            let path = format!("china.hidden.{id}");
            let index = self.c.hidden_areas.iter().position(|&a| self.c.id(a) == id);
            let index = index.ok_or_else(|| fault(path.clone(), "nobody can hide there"))?;
            within(&path, n.into(), 1, all)?;
            s.china.hidden[index] = n;
            sum += u32::from(n);
        }
        if sum > all || china.hidden.len() > self.c.hidden_most as usize {
            let most = self.c.hidden_most;
            return Err(fault(
                "china.hidden",
                format!("there are {all} hidden infantry, in {most} areas at most"),
            ));
        }
        if s.china.revealed && sum > 0 {
            return Err(fault("china.hidden", "nobody is hidden once China is at war"));
        }
        Ok(())
    }
    fn lay_area(&self, s: &mut State, area: Place, entry: &AreaEntry, lost: &mut u64) -> Laid<()> {
        let path = format!("areas.{}", self.c.id(area));
        let a = area.i();
        let field = |name: &str| format!("{path}.{name}");
        if let Some(control) = &entry.control {
            s.set_control(area, nation_of(&field("control"), control)?);
        }
        self.lay_units(s, area, &entry.units, &field("units"))?;
        within(&field("tokens"), entry.tokens.into(), 0, MOST_TOKENS.into())?;
        s.tokens[a] += entry.tokens;
        self.lay_prisoners(s, area, &entry.prisoners, &field("prisoners"))?;
        for (id, &level) in &entry.isolation {
            let path = format!("{path}.isolation.{id}");
            within(&path, level.into(), 0, 2)?;
            s.set_iso(area, nation_of(&path, id)?, level);
        }
        for (i, id) in entry.breakout.iter().enumerate() {
            s.breakout[nation_of(&format!("{path}.breakout[{i}]"), id)? as usize] |= bit(area);
        }
        if let Some(ipc) = entry.ipc {
            within(&field("ipc"), ipc.into(), 0, 99)?;
            s.ipc[a] = ipc;
        }
        within(&field("factory_loss"), entry.factory_loss.into(), 0, 250)?;
        s.atomic_loss[a] = entry.factory_loss as u8;
        if let Some(factory) = &entry.factory {
            s.factory[a] = nation_of(&field("factory"), factory)? as u8 + 1;
        }
        if entry.struck {
            s.struck |= bit(area);
        }
        if entry.held == Some(false) {
            *lost |= bit(area);
        }
        Ok(())
    }
    fn lay_prisoners(&self, s: &mut State, area: Place, list: &[String], path: &str) -> Laid<()> {
        for (i, text) in list.iter().enumerate() {
            let path = format!("{path}[{i}]");
            let moved = text.ends_with("(moved)");
            let plain = text.trim_end_matches("(moved)");
            let words: Vec<_> = plain.split_whitespace().collect();
            let (count, rest) = leading(&words);
            let (who, captor) = match rest {
                [who] => (*who, s.nation_at(area)),
                [who, "of", captor] => (*who, nation_of(&path, captor)?),
                _ => return Err(fault(path, "prisoners are written \"2 ROK\"")),
            };
            let nation = nation_of(&path, who)?;
            if nation.side() == s.side_at(area) || captor.side() == nation.side() {
                return Err(fault(path, "prisoners are held by the other side"));
            }
            let count = believable(&path, count)?;
            let status = if moved { Status::Moved } else { Status::Ready };
            s.add(Unit::new(area, nation, PRISONER).held_by(captor).doing(status), count);
        }
        Ok(())
    }
    fn lay_units(&self, s: &mut State, place: Place, list: &[String], path: &str) -> Laid<()> {
        for (i, text) in list.iter().enumerate() {
            self.lay_stack(s, place, text).map_err(|e| fault(format!("{path}[{i}]"), e))?;
        }
        Ok(())
    }
    /// Lays `3 NK infantry`, `US transport: US infantry, token (moved)`, `3 token`.
    fn lay_stack(&self, s: &mut State, place: Place, text: &str) -> Result<(), String> {
        let (body, states) = match text.split_once('(') {
            Some((body, rest)) => (body.trim(), rest.trim_end().trim_end_matches(')')),
            None => (text.trim(), ""),
        };
        let (head, load) = body.split_once(':').unwrap_or((body, ""));
        let words: Vec<_> = head.split_whitespace().collect();
        let (count, rest) = leading(&words);
        if rest == ["token"] {
            if place.is_zone() || !states.is_empty() || !load.is_empty() {
                return Err("tokens lie on land or on the Track".to_owned());
            }
            let sum = s.tokens[place.i()].saturating_add(count);
            if sum == 0 || sum > MOST_TOKENS {
                return Err(format!("there are 1 to {MOST_TOKENS} tokens in a place"));
            }
            s.tokens[place.i()] = sum;
            return Ok(());
        }
        let count = believable("", count).map_err(|e| e.message)?;
        let [nation, kind] = rest else { return Err(format!("\"{text}\" is not \"3 NK infantry\"")) };
        let nation = Nation::parse(nation).ok_or_else(|| format!("there is no nation \"{nation}\""))?;
        let kind = read_kind(kind).map_err(|_| format!("no kind \"{kind}\""))?;
        if kind == PRISONER || !self.c.values(s.opts.d12, nation, kind).exists {
            return Err(format!("{} has no {} here", nation.id(), words.last().unwrap_or(&"")));
        }
        if (kind.is_sea() && place.is_area()) || (kind.is_land() && place.is_zone()) {
            return Err(format!("{} cannot stand here", kind.id()));
        }
        let unit = Unit::new(place, nation, kind);
        let unit = unit.ranging(self.full_range(s, unit));
        let mut cargo = Cargo::EMPTY;
        for item in load.split(',').map(str::trim).filter(|i| !i.is_empty()) {
            cargo = self.lay_item(s, unit, cargo, item)?;
        }
        let routes = &mut s.routes;
        let route = |way: Route| {
            let known = routes.iter().position(|r| *r == way);
            known.or_else(|| routes.try_push(way).then(|| routes.len() - 1))
        };
        let unit = self.read_details(unit.loaded(cargo), states, route)?;
        let all = believable("", s.count(unit) + count).map_err(|e| e.message)?;
        debug_assert!(all >= count);
        if s.is_full() {
            return Err("the map holds no more different units".to_owned());
        }
        s.add(unit, count);
        Ok(())
    }
    /// One thing aboard: an item of a cargo, or a plane on a carrier, which stands in the zone.
    fn lay_item(&self, s: &mut State, carrier: Unit, mut cargo: Cargo, text: &str) -> Result<Cargo, String> {
        let words: Vec<_> = text.split_whitespace().collect();
        let (count, rest) = leading(&words);
        let (nation, word) = match rest {
            [kind] => (carrier.nation(), *kind),
            [nation, kind] => {
                (Nation::parse(nation).ok_or_else(|| format!("there is no nation \"{nation}\""))?, *kind)
            }
            _ => return Err(format!("\"{text}\" is nothing to carry")),
        };
        let kind = Kind::parse(word);
        if carrier.kind() == Kind::Carrier && kind.is_some_and(Kind::is_light_plane) {
            let plane = Unit::new(carrier.place(), nation, kind.unwrap_or_default());
            let count = believable("", count).map_err(|e| e.message)?;
            s.add(plane.ranging(self.full_range(s, plane)), count);
            return Ok(cargo);
        }
        let item = match (word, kind) {
            ("prisoner", _) => Item::Prisoner(nation),
            (_, Some(Kind::Token)) => Item::Token,
            (_, Some(Kind::Infantry)) => Item::Infantry,
            (_, Some(kind)) if kind.is_heavy() => Item::Heavy(kind),
            _ => return Err(format!("\"{text}\" can't be carried")),
        };
        let own = matches!(item, Item::Token | Item::Prisoner(_)) || nation == carrier.nation();
        if !own {
            return Err("a carrier takes units of its own nation".to_owned());
        }
        for _ in 0..count.min(9) {
            let fits = |c: &Cargo| self.can_carry(carrier.kind(), *c);
            cargo =
                cargo.with(item).filter(fits).ok_or_else(|| "that is more than it can carry".to_owned())?;
        }
        Ok(cargo)
    }
    /// What a nation may buy, and no more than can be bought.
    fn lay_purchases(&self, s: &mut State, list: &[String]) -> Laid<()> {
        for (i, text) in list.iter().enumerate() {
            let path = format!("purchases[{i}]");
            let words: Vec<_> = text.split_whitespace().collect();
            let (count, rest) = leading(&words);
            let [nation, kind] = rest else {
                return Err(fault(path, "a purchase is written \"3 NK infantry\""));
            };
            let nation = nation_of(&path, nation)?;
            let known = Kind::parse(kind).filter(|&k| self.on_sale(s, nation, k));
            let kind =
                known.ok_or_else(|| fault(path.clone(), format!("{} cannot buy \"{kind}\"", nation.id())))?;
            let sum = believable(&path, s.bought(nation, kind).saturating_add(count))?;
            *s.bought_mut(nation, kind) = sum;
        }
        Ok(())
    }
    /// Whether a kind of unit can carry a load.
    pub(crate) fn can_carry(&self, kind: Kind, cargo: Cargo) -> bool {
        let tokens = cargo.items().all(|i| i == Item::Token) && cargo.tokens() <= self.c.carry[kind as usize];
        cargo.fits(&self.c.loads[kind as usize]) || tokens
    }
}

/// So many pieces of one description that they can be believed.
fn believable(field: &str, count: u16) -> Laid<u16> {
    if (1..=MOST).contains(&count) {
        return Ok(count);
    }
    Err(fault(field, format!("there are 1 to {MOST} of a piece")))
}

/// A leading number and the rest; without one the number is 1.
fn leading<'a, 'b>(words: &'b [&'a str]) -> (u16, &'b [&'a str]) {
    match words.split_first().and_then(|(first, rest)| Some((first.parse().ok()?, rest))) {
        Some((n, rest)) => (n, rest),
        None => (1, words),
    }
}
