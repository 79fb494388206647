//! The readable position: what lies where, in words. The format is described in `docs/war-625.md`.

use crate::War625;
use crate::data::bit;
use crate::kinds::{AREAS, Cargo, Item, Kind, Nation, SPACES, Status, TRACK, Unit, ZONES};
use crate::state::{Frame, Opts, State};
use engine::PositionError;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The nations' turns by their first nation.
pub(crate) const GROUPS: [&str; 4] = ["NK", "ROK", "US", "UN"];

/// A fault in a field.
pub(crate) fn fault(field: impl Into<String>, message: impl Into<String>) -> PositionError {
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
        let kind = if unit.kind() == crate::kinds::PRISONER { "prisoner" } else { unit.kind().id() };
        let _ = write!(text, "{} {kind}", unit.nation().id());
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
}
