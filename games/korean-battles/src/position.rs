//! The readable form of a position (documented in `docs/korean-battles.md`); `reading` is the way back.

use crate::data::Scenario;
use crate::hidden::VEIL_COUNTERS;
use crate::state::{
    BROKEN, Bridge, Combat, DEAD, DUE, LEFT, NOBODY, OFF_MAP, RED, State, UN, UNKNOWN, UNPLACED, WAITING,
    flag,
};
use serde_json::{Map, Value, json};

/// The marks of a unit and their names in a position.
pub(crate) const MARKS: [(u16, &str); 6] = [
    (flag::MOVED, "moved"),
    (flag::ATTACKED, "attacked"),
    (flag::ADVANCED, "advanced"),
    (flag::RETREATED, "retreated"),
    (flag::ENTERED, "entered"),
    (flag::TARGETED, "attacked_by_enemy"),
];
/// What can have become of a unit that is not on the map.
pub(crate) const FATES: [(u16, &str); 7] = [
    (DEAD, "dead"),
    (DUE, "due"),
    (WAITING, "waiting"),
    (LEFT, "left"),
    (UNPLACED, "unplaced"),
    (BROKEN, "broken"),
    (UNKNOWN, "unknown"),
];

impl Scenario {
    fn side_key(&self, side: u8) -> &str {
        if side == UN { "un" } else { &self.red }
    }
    fn labels(&self, hexes: impl Iterator<Item = u16>) -> Value {
        hexes.map(|h| Value::from(self.ground.label(h))).collect()
    }
    fn ids(&self, units: impl Iterator<Item = u8>) -> Value {
        units.map(|u| Value::from(self.units[u as usize].id.as_str())).collect()
    }
    fn city_names(&self, bits: u8) -> Value {
        let named = self.cities.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
        named.map(|(_, c)| Value::from(c.name.as_str())).collect()
    }

    /// The position as JSON.
    pub(crate) fn position(&self, st: &State) -> Value {
        let mut out = json!({
            "game": "korean-battles",
            "scenario": self.id,
            "options": self.option_values(st),
            "turn": st.turn,
            "player": self.side_key(st.player),
            "phase": st.phase,
            "units": self.units_of(st),
            "support": self.by_side(|side| markers(&st.hand[side as usize][..7])),
            "air_supply": {
                "left": st.air_left,
                "on": self.ids((0..self.units.len() as u8).filter(|&u| st.has(u, flag::AIR))),
                "less": st.air_less,
            },
            "control": self.by_side(|side| self.labels(self.tracked.iter().copied().filter(|&h| self.holds(st, side, h)))),
        });
        let fields = out.as_object_mut();
        if let Some(fields) = fields {
            self.rarer_fields(st, fields);
        }
        out
    }

    fn by_side(&self, value: impl Fn(u8) -> Value) -> Value {
        let mut out = Map::new();
        for side in [UN, RED] {
            out.insert(self.side_key(side).to_owned(), value(side));
        }
        Value::Object(out)
    }

    fn option_values(&self, st: &State) -> Value {
        let mut out = Map::new();
        let mut put = |key: &str, value: String| out.insert(key.to_owned(), value.into());
        if self.naktong_link {
            let (die, won, junctions) = st.link;
            put("naktong-link", if die == 0 { "none".to_owned() } else { die.to_string() });
            put("naktong-won", if won { "on" } else { "off" }.to_owned());
            put("naktong-junctions", junctions.to_string());
        }
        if self.divisions.iter().any(|d| d.optional) {
            put("acceleration", if st.accelerated { "on" } else { "off" }.to_owned());
        }
        Value::Object(out)
    }

    fn units_of(&self, st: &State) -> Value {
        let mut out = Map::new();
        for unit in 0..self.units.len() as u8 {
            if st.veil & VEIL_COUNTERS != 0 && st.hidden(unit) {
                continue;
            }
            if let Some(value) = self.unit_value(st, unit) {
                out.insert(self.units[unit as usize].id.clone(), value);
            }
        }
        Value::Object(out)
    }

    fn unit_value(&self, st: &State, unit: u8) -> Option<Value> {
        let at = st.at[unit as usize];
        if at >= OFF_MAP {
            let fate = FATES.iter().find(|f| f.0 == at)?.1;
            if at == LEFT && st.step(unit) > 0 {
                return Some(json!({ "fate": fate, "step": st.step(unit) + 1 }));
            }
            return Some(fate.into());
        }
        let mut out = Map::new();
        out.insert("at".to_owned(), self.ground.label(at).into());
        if st.step(unit) > 0 {
            out.insert("step".to_owned(), (st.step(unit) + 1).into());
        }
        if st.hidden(unit) {
            out.insert("hidden".to_owned(), true.into());
            out.insert("counter".to_owned(), st.tag(unit).into());
        }
        for (mark, name) in MARKS {
            if st.has(unit, mark) {
                out.insert(name.to_owned(), true.into());
            }
        }
        Some(Value::Object(out))
    }

    fn rarer_fields(&self, st: &State, out: &mut Map<String, Value>) {
        let mut put = |key: &str, value: Value| {
            let empty = match &value {
                Value::Array(a) => a.is_empty(),
                Value::Object(o) => {
                    o.values().all(|v| v.as_array().is_some_and(Vec::is_empty) || v == &json!(0))
                }
                Value::Null => true,
                _ => false,
            };
            if !empty {
                out.insert(key.to_owned(), value);
            }
        };
        let used = |side: u8| {
            let s = side as usize;
            let spent: Vec<u8> =
                (0..7).map(|v| st.stock[s][v].saturating_sub(st.hand[s][v] + st.pool[s][v])).collect();
            markers(&spent)
        };
        put("used", self.by_side(used));
        if st.stock != self.pool {
            put("stock", self.by_side(|s| json!(st.stock[s as usize])));
        }
        put("in_hand", self.by_side(|s| st.hand[s as usize][7].into()));
        let counters = (0..self.units.len() as u8).filter(|&u| st.veil & VEIL_COUNTERS != 0 && st.hidden(u));
        put("face_down", self.labels(counters.filter(|&u| st.on_map(u)).map(|u| st.hex(u))));
        let bridge = |b: &Bridge| {
            let side = format!("{}/{}", self.ground.label(b.a), self.ground.label(b.b));
            Value::from(if b.unit == NOBODY {
                side
            } else {
                format!("{side} {}", self.units[b.unit as usize].id)
            })
        };
        put("bridges", st.bridges.iter().map(bridge).collect());
        put("bombarded", self.labels(st.bombarded.iter().map(|h| h as u16)));
        put("entries", self.labels(st.entries.iter().copied()));
        put("widened", self.ids(st.widened.iter().map(|u| u as u8)));
        put(
            "formed",
            self.ids(
                self.divisions
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| st.formed >> i & 1 == 1)
                    .map(|(_, d)| d.unit),
            ),
        );
        let l = &st.ledger;
        put("lost_support", self.by_side(|s| l.lost_support[s as usize].into()));
        put("points", self.by_side(|s| l.carried[s as usize].into()));
        put("events", self.events(st));
        if !st.frames.is_empty() || st.combat != Combat::default() {
            put("procedure", json!({ "frames": st.frames, "combat": st.combat }));
        }
    }

    fn events(&self, st: &State) -> Value {
        let l = &st.ledger;
        let bits = |count: usize, bits: u8| (0..count).filter(move |i| bits >> i & 1 == 1);
        let mut out = Map::new();
        let mut put = |key: &str, value: Value| {
            if value.as_array().is_none_or(|a| !a.is_empty()) {
                out.insert(key.to_owned(), value);
            }
        };
        if l.overdue != [0, 0] {
            put("overdue", json!(l.overdue));
        }
        put("taken", self.city_names(l.taken));
        put("held_by_un", self.city_names(l.un_held));
        put("held_by_communists", self.city_names(l.red_cities));
        put("raided", self.city_names(l.raided));
        put("critical_lost", self.labels(bits(self.critical.len(), l.critical).map(|i| self.critical[i])));
        let sources = bits(self.fragile_sources.len(), l.lost_sources).map(|i| self.fragile_sources[i]);
        put("sources_lost", self.labels(sources));
        let early = bits(self.withdrawals.len(), l.died_early).map(|i| self.withdrawals[i].unit);
        put("died_early", self.ids(early));
        put(
            "optional",
            self.ids(bits(self.optional_points.len(), l.optional).map(|i| self.optional_points[i].0)),
        );
        if l.cadre_done {
            put("cadre_strengthened", true.into());
        }
        Value::Object(out)
    }
}

fn markers(counts: &[u8]) -> Value {
    let values = counts.iter().enumerate().flat_map(|(v, &n)| std::iter::repeat_n(v as u64 + 1, n as usize));
    values.collect::<Vec<_>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::NOWHERE;

    #[test]
    fn fates_and_marks_have_distinct_names() {
        for (i, fate) in FATES.iter().enumerate() {
            assert!(FATES[i + 1..].iter().all(|f| f.1 != fate.1 && f.0 != fate.0));
            assert!(fate.0 >= OFF_MAP && fate.0 != NOWHERE);
        }
    }
}
