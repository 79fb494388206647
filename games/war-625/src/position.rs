//! The readable position: what lies where, in words. The format is described in `docs/war-625.md`.

use crate::War625;
use crate::data::bit;
use crate::kinds::{AREAS, Cargo, Item, Kind, Nation, PRISONER, SPACES, Status, TRACK, Unit, ZONES};
use crate::state::{Frame, Opts, State, Step};
use crate::text::read_kind;
use engine::{Dice, Play, PositionError};
use serde_json::{Map, Value, json};
use std::fmt::Write;

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
const GROUPS: [&str; 4] = ["NK", "ROK", "US", "UN"];

fn fault(field: impl Into<String>, message: impl Into<String>) -> PositionError {
    PositionError::new(field, message)
}

impl War625 {
    /// Writes a position. What the readable part cannot say of a phase in progress stands under `details`.
    pub(crate) fn write_position(&self, s: &State) -> Value {
        let mut out = Map::new();
        out.insert("game".into(), json!("war-625"));
        out.insert("scenario".into(), json!("war"));
        out.insert("options".into(), self.write_options(s.opts));
        out.insert("turn".into(), json!(s.turn));
        out.insert("nation".into(), json!(GROUPS[s.group as usize & 3]));
        out.insert("phase".into(), json!(self.phase_id(s)));
        let by_nation = |values: &[u16]| {
            let rows = Nation::ALL.into_iter().filter(|&n| values[n as usize] > 0);
            Value::Object(rows.map(|n| (n.id().to_owned(), json!(values[n as usize]))).collect())
        };
        out.insert("treasury".into(), by_nation(&s.treasury[..]));
        out.insert("damage".into(), by_nation(&s.damage[..]));
        let areas = (0..AREAS as u8).filter_map(|a| Some((self.c.id(a).to_owned(), self.write_area(s, a)?)));
        out.insert("areas".into(), Value::Object(areas.collect()));
        out.insert("zones".into(), self.write_places(s, AREAS as u8, ZONES));
        out.insert("track".into(), self.write_places(s, TRACK, SPACES));
        out.insert("purchases".into(), self.write_purchases(s));
        out.insert("china".into(), self.write_china(s));
        out.insert("soviet".into(), json!(s.soviet == 2));
        let atomic = s.atomic;
        out.insert(
            "atomic".into(),
            json!({ "authorised": atomic.authorised, "bought": atomic.bought, "stock": atomic.stock, "used": atomic.used }),
        );
        let mut value = Value::Object(out);
        self.write_details(s, &mut value);
        value
    }
    /// Adds the fields that reading the rest would not give back.
    fn write_details(&self, s: &State, value: &mut Value) {
        if self.parse_position(value).is_ok_and(|read| read == *s) {
            return;
        }
        let whole = serde_json::to_value(s).unwrap_or_default();
        let plain = match value.as_object().map(|root| self.read_root(root)) {
            Some(Ok((read, _))) => serde_json::to_value(read).unwrap_or_default(),
            _ => Value::Null,
        };
        let Value::Object(fields) = whole else { return };
        let differ: Map<String, Value> =
            fields.into_iter().filter(|(key, field)| plain.get(key) != Some(field)).collect();
        value["details"] = Value::Object(differ);
    }
    fn phase_id(&self, s: &State) -> &'static str {
        match s.frame() {
            Frame::Over => "over",
            _ if s.frames.contains(&Frame::Hidden) => "set-up",
            _ => self.phase_name(s),
        }
    }
    fn write_options(&self, o: Opts) -> Value {
        let switch = |on: bool| if on { "on" } else { "off" };
        json!({
            "dice": if o.d12 { "d12" } else { "d6" },
            "atomic": switch(o.atomic),
            "soviet": switch(o.soviet),
            "length": o.length.to_string(),
            "armistice": switch(o.armistice),
            "capitals": switch(o.capitals),
            "resign": switch(o.resign),
        })
    }
    fn write_area(&self, s: &State, area: u8) -> Option<Value> {
        let a = area as usize;
        let mut out = Map::new();
        let printed = &self.c.area[a];
        if s.control[a] != printed.owner {
            out.insert("control".into(), json!(s.nation_at(area).id()));
        }
        let units: Vec<String> =
            s.at(area).filter(|(u, _)| !u.is_prisoner()).map(|(u, n)| self.stack_text(s, u, n)).collect();
        if !units.is_empty() {
            out.insert("units".into(), json!(units));
        }
        if s.tokens[a] > 0 {
            out.insert("tokens".into(), json!(s.tokens[a]));
        }
        let held: Vec<String> =
            s.at(area).filter(|(u, _)| u.is_prisoner()).map(|(u, n)| self.captive_text(s, u, n)).collect();
        if !held.is_empty() {
            out.insert("prisoners".into(), json!(held));
        }
        let cut: Map<String, Value> = Nation::ALL
            .into_iter()
            .filter(|&n| s.iso(area, n) > 0)
            .map(|n| (n.id().to_owned(), json!(s.iso(area, n))))
            .collect();
        if !cut.is_empty() {
            out.insert("isolation".into(), Value::Object(cut));
        }
        let out_of: Vec<_> = Nation::ALL
            .into_iter()
            .filter(|&n| s.breakout[n as usize] & bit(area) != 0)
            .map(Nation::id)
            .collect();
        if !out_of.is_empty() {
            out.insert("breakout".into(), json!(out_of));
        }
        if s.ipc[a] != printed.ipc {
            out.insert("ipc".into(), json!(s.ipc[a]));
        }
        if s.atomic_loss[a] > 0 {
            out.insert("factory_loss".into(), json!(s.atomic_loss[a]));
        }
        let first = if printed.factory { printed.owner + 1 } else { 0 };
        if s.factory[a] != first && s.factory[a] > 0 {
            out.insert("factory".into(), json!(Nation::from_index(s.factory[a] - 1).id()));
        }
        if s.struck & bit(area) != 0 {
            out.insert("struck".into(), json!(true));
        }
        if s.friendly[s.active() as usize] & !s.held & bit(area) != 0 {
            out.insert("held".into(), json!(false));
        }
        (!out.is_empty()).then_some(Value::Object(out))
    }
    /// `2 ROK of CH (moved)`.
    fn captive_text(&self, s: &State, unit: Unit, count: u16) -> String {
        let mut text = format!("{count} {}", unit.nation().id());
        if unit.captor() as u8 != s.control[unit.place() as usize] {
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
        let _ = write!(text, "{}", self.label(unit));
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
    fn write_places(&self, s: &State, first: u8, count: usize) -> Value {
        let mut out = Map::new();
        for place in first..first + count as u8 {
            let mut list: Vec<String> = s.at(place).map(|(u, n)| self.stack_text(s, u, n)).collect();
            match s.tokens[place as usize] {
                0 => {}
                1 => list.push("token".to_owned()),
                n => list.push(format!("{n} token")),
            }
            if !list.is_empty() {
                out.insert(self.c.id(place).to_owned(), json!(list));
            }
        }
        Value::Object(out)
    }
    fn write_purchases(&self, s: &State) -> Value {
        let mut list = Vec::new();
        for nation in Nation::ALL {
            for kind in Kind::ALL {
                let n = s.bought(nation, kind);
                if n > 0 {
                    list.push(format!("{n} {} {}", nation.id(), kind.id()));
                }
            }
        }
        json!(list)
    }
    fn write_china(&self, s: &State) -> Value {
        let mut out = Map::new();
        if s.china.clock > 0 {
            out.insert("clock".into(), json!(s.china.clock));
        }
        if s.china.permission {
            out.insert("permission".into(), json!(true));
        }
        if s.china.war && s.china.entry > 0 {
            out.insert("war".into(), json!(s.china.entry));
        }
        let hidden: Map<String, Value> = self
            .c
            .hidden_areas
            .iter()
            .zip(s.china.hidden.iter())
            .filter(|&(_, &n)| n > 0)
            .map(|(&a, &n)| (self.c.id(a).to_owned(), json!(n)))
            .collect();
        if !hidden.is_empty() {
            out.insert("hidden".into(), Value::Object(hidden));
        }
        Value::Object(out)
    }

    /// Reads a position; the error names the field.
    pub(crate) fn parse_position(&self, v: &Value) -> Result<State, PositionError> {
        let root = v.as_object().ok_or_else(|| fault("position", "a position is an object"))?;
        let (mut s, phase) = self.read_root(root)?;
        match root.get("details") {
            Some(details) => s = self.read_rest(&s, details)?,
            None => {
                self.check_parts(&s)?;
                self.enter_phase(&mut s, phase)?;
            }
        }
        self.check_loaded(&s)?;
        Ok(s)
    }
    /// Reads everything but the procedure.
    fn read_root<'a>(&self, root: &'a Map<String, Value>) -> Result<(State, &'a str), PositionError> {
        const KNOWN: [&str; 15] = [
            "game",
            "scenario",
            "options",
            "turn",
            "nation",
            "phase",
            "treasury",
            "damage",
            "areas",
            "zones",
            "track",
            "purchases",
            "china",
            "soviet",
            "atomic",
        ];
        if let Some(key) = root.keys().find(|k| !KNOWN.contains(&k.as_str()) && *k != "details") {
            return Err(fault(key.clone(), "there is no such field"));
        }
        if root.get("game").and_then(Value::as_str) != Some("war-625") {
            return Err(fault("game", "this must be \"war-625\""));
        }
        if root.get("scenario").is_some_and(|s| s != "war") {
            return Err(fault("scenario", "there is one scenario: \"war\""));
        }
        let mut s = self.bare(self.read_options(root.get("options"))?);
        s.turn = whole(root.get("turn"), "turn", 1, self.c.date.len() as u64)?.unwrap_or(1) as u8;
        let nation = word(root.get("nation"), "nation")?.unwrap_or("NK");
        let group = GROUPS.iter().position(|g| *g == nation || (nation == "CH" && *g == "NK"));
        s.group = group.ok_or_else(|| fault("nation", format!("there is no turn of \"{nation}\"")))? as u8;
        self.read_money(&mut s, root)?;
        self.read_china(&mut s, root)?;
        let mut lost = 0;
        for (id, area) in entries(root.get("areas"), "areas")? {
            let place = self.c.place(id).filter(|&p| (p as usize) < AREAS);
            let place = place.ok_or_else(|| fault(format!("areas.{id}"), "there is no such area"))?;
            self.read_area(&mut s, place, area, &mut lost)?;
        }
        for (group, first, count) in [("zones", AREAS as u8, ZONES), ("track", TRACK, SPACES)] {
            for (id, list) in entries(root.get(group), group)? {
                let place = self.c.place(id).filter(|p| (first..first + count as u8).contains(p));
                let place = place.ok_or_else(|| fault(format!("{group}.{id}"), "there is no such place"))?;
                self.read_units(&mut s, place, list, &format!("{group}.{id}"))?;
            }
        }
        self.read_purchases(&mut s, root.get("purchases"))?;
        s.held = s.friendly[s.active() as usize] & !lost;
        Ok((s, word(root.get("phase"), "phase")?.unwrap_or("intervention")))
    }
    /// Puts the recorded details of a phase in progress over the rest.
    fn read_rest(&self, s: &State, details: &Value) -> Result<State, PositionError> {
        let mut whole = serde_json::to_value(s).unwrap_or_default();
        for (key, field) in details.as_object().into_iter().flatten() {
            whole[key] = field.clone();
        }
        serde_json::from_value(whole).map_err(|e| fault("details", e.to_string()))
    }
    /// Begins the phase as if the turn had come to it. A roll that waits is left to the players.
    fn enter_phase(&self, s: &mut State, phase: &str) -> Result<(), PositionError> {
        let found = PHASES.iter().find(|(name, _)| *name == phase);
        let (_, step) = found.ok_or_else(|| fault("phase", format!("there is no phase \"{phase}\"")))?;
        s.step = *step;
        match phase {
            "set-up" => s.frames.push(Frame::Hidden),
            "combat" => return Err(fault("phase", "a position begins before Combat or after it")),
            "over" => {
                s.frames.clear();
                s.frames.push(Frame::Over);
            }
            _ => {}
        }
        let rolls = s.group == 0 && s.china.clock > 0 && !s.china.permission && !s.china.war;
        if *step == Step::China && rolls && s.turn >= s.china.first_roll {
            s.frames.push(Frame::Begin);
            return Ok(());
        }
        let mut play = Play::muted(Dice::enumerated());
        self.advance(s, &mut play);
        Ok(())
    }
    fn read_options(&self, v: Option<&Value>) -> Result<Opts, PositionError> {
        let mut options = engine::Options::default();
        for (option, value) in entries(v, "options")? {
            let text = value.as_str().map(str::to_owned).unwrap_or_else(|| value.to_string());
            options = options.with(option, &text);
        }
        let full = options.complete(&self.info.scenarios[0]).map_err(|e| fault("options", e))?;
        Ok(self.options_of(&full))
    }
    fn read_money(&self, s: &mut State, root: &Map<String, Value>) -> Result<(), PositionError> {
        for (field, damage) in [("treasury", false), ("damage", true)] {
            for (id, value) in entries(root.get(field), field)? {
                let path = format!("{field}.{id}");
                let nation =
                    Nation::parse(id).ok_or_else(|| fault(path.clone(), "there is no such nation"))?;
                let n = whole(Some(value), &path, 0, 60_000)?.unwrap_or(0) as u16;
                if damage {
                    s.damage[nation as usize] = n;
                } else {
                    s.treasury[nation as usize] = n;
                }
            }
        }
        if let Some(atomic) = root.get("atomic").and_then(Value::as_object) {
            let count = |key: &str| {
                whole(atomic.get(key), &format!("atomic.{key}"), 0, 250).map(|n| n.unwrap_or(0) as u8)
            };
            s.atomic.authorised = atomic.get("authorised").and_then(Value::as_bool).unwrap_or(false);
            s.atomic.bought = count("bought")?;
            s.atomic.stock = count("stock")?;
            s.atomic.used = count("used")?;
        }
        s.soviet = if root.get("soviet").and_then(Value::as_bool).unwrap_or(false) { 2 } else { 0 };
        Ok(())
    }
    fn read_china(&self, s: &mut State, root: &Map<String, Value>) -> Result<(), PositionError> {
        let china = entries(root.get("china"), "china")?;
        for (key, value) in china {
            let path = format!("china.{key}");
            match key.as_str() {
                "clock" => {
                    s.china.clock = whole(Some(value), &path, 1, 99)?.unwrap_or(0) as u8;
                    let by_date = s.china.clock >= self.c.clock.date_turn;
                    s.china.first_roll =
                        s.china.clock + if by_date { 0 } else { self.c.clock.crossing_delay };
                }
                "permission" => s.china.permission = value.as_bool().unwrap_or(false),
                "war" => {
                    s.china.entry = whole(Some(value), &path, 1, 99)?.unwrap_or(1) as u8;
                    (s.china.war, s.china.permission, s.china.revealed) = (true, true, true);
                }
                "hidden" => {
                    let mut sum = 0;
                    for (id, n) in entries(Some(value), &path)? {
                        let index = self.c.hidden_areas.iter().position(|&a| self.c.id(a) == id);
                        let index =
                            index.ok_or_else(|| fault(format!("{path}.{id}"), "nobody can hide there"))?;
                        let n = whole(Some(n), &format!("{path}.{id}"), 0, u64::from(self.c.hidden_count))?
                            .unwrap_or(0);
                        s.china.hidden[index] = n as u8;
                        sum += n;
                    }
                    if sum > u64::from(self.c.hidden_count) {
                        return Err(fault(
                            path,
                            format!("there are {} hidden infantry", self.c.hidden_count),
                        ));
                    }
                }
                _ => return Err(fault(path, "there is no such field")),
            }
        }
        Ok(())
    }
    fn read_area(&self, s: &mut State, area: u8, v: &Value, lost: &mut u64) -> Result<(), PositionError> {
        let path = format!("areas.{}", self.c.id(area));
        let a = area as usize;
        let fields = entries(Some(v), &path)?;
        let nation = |path: &str, v: &Value| {
            let id = v.as_str().unwrap_or_default();
            Nation::parse(id).ok_or_else(|| fault(path, format!("there is no nation \"{id}\"")))
        };
        if let Some(control) = v.get("control") {
            s.set_control(area, nation(&format!("{path}.control"), control)?);
        }
        for (key, value) in fields {
            let path = format!("{path}.{key}");
            match key.as_str() {
                "control" => {}
                "units" => self.read_units(s, area, value, &path)?,
                "tokens" => s.tokens[a] = whole(Some(value), &path, 0, 9_999)?.unwrap_or(0) as u16,
                "prisoners" => self.read_prisoners(s, area, value, &path)?,
                "isolation" => {
                    for (id, n) in entries(Some(value), &path)? {
                        let level = whole(Some(n), &format!("{path}.{id}"), 0, 2)?.unwrap_or(0) as u8;
                        s.set_iso(area, nation(&path, &json!(id))?, level);
                    }
                }
                "breakout" => {
                    for id in value.as_array().into_iter().flatten() {
                        s.breakout[nation(&path, id)? as usize] |= bit(area);
                    }
                }
                "ipc" => s.ipc[a] = whole(Some(value), &path, 0, 99)?.unwrap_or(0) as u8,
                "factory_loss" => s.atomic_loss[a] = whole(Some(value), &path, 0, 250)?.unwrap_or(0) as u8,
                "factory" => s.factory[a] = nation(&path, value)? as u8 + 1,
                "struck" if value.as_bool() == Some(true) => s.struck |= bit(area),
                "held" if value.as_bool() == Some(false) => *lost |= bit(area),
                "struck" | "held" => {}
                _ => return Err(fault(path, "there is no such field")),
            }
        }
        Ok(())
    }
    fn read_prisoners(&self, s: &mut State, area: u8, v: &Value, path: &str) -> Result<(), PositionError> {
        for (i, text) in list(v, path)?.into_iter().enumerate() {
            let path = format!("{path}[{i}]");
            let moved = text.contains("(moved)");
            let plain = text.replace("(moved)", "");
            let words: Vec<_> = plain.split_whitespace().collect();
            let (count, rest) = leading(&words);
            let (who, captor) = match rest {
                [who] => (*who, s.nation_at(area)),
                [who, "of", captor] => {
                    let captor = Nation::parse(captor);
                    (*who, captor.ok_or_else(|| fault(path.clone(), "the captor is no nation"))?)
                }
                _ => return Err(fault(path, "prisoners are written \"2 ROK\"")),
            };
            let nation = Nation::parse(who)
                .ok_or_else(|| fault(path.clone(), format!("there is no nation \"{who}\"")))?;
            if nation.side() == s.side_at(area) || captor.side() == nation.side() {
                return Err(fault(path, "prisoners are held by the other side"));
            }
            let status = if moved { Status::Moved } else { Status::Ready };
            s.add(Unit::new(area, nation, PRISONER).held_by(captor).doing(status), count);
        }
        Ok(())
    }
    fn read_units(&self, s: &mut State, place: u8, v: &Value, path: &str) -> Result<(), PositionError> {
        for (i, text) in list(v, path)?.into_iter().enumerate() {
            self.read_stack(s, place, &text).map_err(|e| fault(format!("{path}[{i}]"), e))?;
        }
        Ok(())
    }
    /// Reads `3 NK infantry`, `US transport: US infantry, token (moved)`, `3 token`.
    fn read_stack(&self, s: &mut State, place: u8, text: &str) -> Result<(), String> {
        let (body, states) = match text.split_once('(') {
            Some((body, rest)) => (body.trim(), rest.trim_end().trim_end_matches(')')),
            None => (text.trim(), ""),
        };
        let (head, load) = body.split_once(':').unwrap_or((body, ""));
        let words: Vec<_> = head.split_whitespace().collect();
        let (count, rest) = leading(&words);
        if rest == ["token"] {
            s.tokens[place as usize] = s.tokens[place as usize].saturating_add(count);
            return Ok(());
        }
        let [nation, kind] = rest else { return Err(format!("\"{text}\" is not \"3 NK infantry\"")) };
        let nation = Nation::parse(nation).ok_or_else(|| format!("there is no nation \"{nation}\""))?;
        let kind = read_kind(kind).map_err(|_| format!("no kind \"{kind}\""))?;
        if kind as u8 > Kind::Submarine as u8 || !self.c.values(s.opts.d12, nation, kind).exists {
            return Err(format!("{} has no {}", nation.id(), kind.id()));
        }
        let area = (place as usize) < AREAS;
        if (kind.is_sea() && area) || (kind.is_land() && !area && place < TRACK) {
            return Err(format!("{} cannot stand here", kind.id()));
        }
        let range = if kind.is_land() { 0 } else { self.c.values(s.opts.d12, nation, kind).moves };
        let unit = Unit::new(place, nation, kind).ranging(range);
        let mut cargo = Cargo::EMPTY;
        for item in load.split(',').map(str::trim).filter(|i| !i.is_empty()) {
            cargo = self.read_item(s, unit, cargo, item)?;
        }
        let unit = self.read_details(unit.loaded(cargo), states)?;
        s.add(unit, count);
        Ok(())
    }
    /// One thing aboard: an item of a cargo, or a plane on a carrier, which stands in the zone.
    fn read_item(&self, s: &mut State, carrier: Unit, mut cargo: Cargo, text: &str) -> Result<Cargo, String> {
        let words: Vec<_> = text.split_whitespace().collect();
        let (count, rest) = leading(&words);
        let (nation, kind) = match rest {
            [kind] => (carrier.nation(), *kind),
            [nation, kind] => {
                (Nation::parse(nation).ok_or_else(|| format!("there is no nation \"{nation}\""))?, *kind)
            }
            _ => return Err(format!("\"{text}\" is nothing to carry")),
        };
        let kind = if kind == "prisoner" {
            PRISONER
        } else {
            read_kind(kind).map_err(|_| format!("no kind \"{kind}\""))?
        };
        if carrier.kind() == Kind::Carrier && kind.is_light_plane() {
            let range = self.c.values(s.opts.d12, nation, kind).moves;
            s.add(Unit::new(carrier.place(), nation, kind).ranging(range), count);
            return Ok(cargo);
        }
        let item = match (kind, text.contains("prisoner")) {
            (_, true) => Item::Prisoner(nation),
            (Kind::Token, _) => Item::Token,
            (Kind::Infantry, _) => Item::Infantry,
            (kind, _) if kind.is_heavy() => Item::Heavy(kind),
            _ => return Err(format!("\"{text}\" can't be carried")),
        };
        let own = matches!(item, Item::Token | Item::Prisoner(_)) || nation == carrier.nation();
        if !own {
            return Err("a carrier takes units of its own nation".to_owned());
        }
        for _ in 0..count {
            let full = || "that is more than it can carry".to_owned();
            let fits = |c: &Cargo| {
                let tokens = c.items().all(|i| i == Item::Token)
                    && c.tokens() <= self.c.carry[carrier.kind() as usize];
                c.fits(&self.c.loads[carrier.kind() as usize]) || tokens
            };
            cargo = cargo.with(item).filter(fits).ok_or_else(full)?;
        }
        Ok(cargo)
    }
    fn read_purchases(&self, s: &mut State, v: Option<&Value>) -> Result<(), PositionError> {
        let Some(v) = v else { return Ok(()) };
        for (i, text) in list(v, "purchases")?.into_iter().enumerate() {
            let path = format!("purchases[{i}]");
            let words: Vec<_> = text.split_whitespace().collect();
            let (count, rest) = leading(&words);
            let [nation, kind] = rest else {
                return Err(fault(path, "a purchase is written \"3 NK infantry\""));
            };
            let nation =
                Nation::parse(nation).ok_or_else(|| fault(path.clone(), "there is no such nation"))?;
            let kind = read_kind(kind).map_err(|e| fault(path, e))?;
            *s.bought_mut(nation, kind) += count;
        }
        Ok(())
    }
}

/// A leading number and the rest; without one the number is 1.
fn leading<'a, 'b>(words: &'b [&'a str]) -> (u16, &'b [&'a str]) {
    match words.split_first().and_then(|(first, rest)| Some((first.parse().ok()?, rest))) {
        Some((n, rest)) => (n, rest),
        None => (1, words),
    }
}

fn entries<'a>(v: Option<&'a Value>, path: &str) -> Result<Vec<(&'a String, &'a Value)>, PositionError> {
    match v {
        None => Ok(Vec::new()),
        Some(v) => Ok(v.as_object().ok_or_else(|| fault(path, "this is an object"))?.iter().collect()),
    }
}

fn list(v: &Value, path: &str) -> Result<Vec<String>, PositionError> {
    let items = v.as_array().ok_or_else(|| fault(path, "this is a list"))?;
    items
        .iter()
        .enumerate()
        .map(|(i, item)| {
            item.as_str().map(str::to_owned).ok_or_else(|| fault(format!("{path}[{i}]"), "this is a text"))
        })
        .collect()
}

fn word<'a>(v: Option<&'a Value>, path: &str) -> Result<Option<&'a str>, PositionError> {
    v.map(|v| v.as_str().ok_or_else(|| fault(path, "this is a text"))).transpose()
}

fn whole(v: Option<&Value>, path: &str, least: u64, most: u64) -> Result<Option<u64>, PositionError> {
    v.map(|v| {
        v.as_u64()
            .filter(|n| (least..=most).contains(n))
            .ok_or_else(|| fault(path, format!("this is a number from {least} to {most}")))
    })
    .transpose()
}
