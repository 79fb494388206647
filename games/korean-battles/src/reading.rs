//! Reads and checks a position (documented in `docs/korean-battles.md`).

use crate::data::Scenario;
use crate::position::{FATES, MARKS};
use crate::rules::KoreanBattles;
use crate::state::{Bridge, Frame, NOBODY, Phase, RED, State, UN, UNKNOWN, UNPLACED, flag};
use engine::{Options, PositionError};
use serde_json::Value;

fn bad(field: impl Into<String>, message: impl Into<String>) -> PositionError {
    PositionError::new(field, message)
}

/// Reads the fields of a position one after the other.
struct Reader<'a> {
    scenario: &'a Scenario,
    json: &'a Value,
}

impl KoreanBattles {
    /// Reads and checks a position; the error names the field.
    pub(crate) fn load(&self, json: &Value) -> Result<State, PositionError> {
        if !json.is_object() {
            return Err(bad("", "a position is a JSON object"));
        }
        if let Some(game) = json.get("game")
            && game != "korean-battles"
        {
            return Err(bad("game", "this is no position of korean-battles"));
        }
        let wanted =
            json.get("scenario").and_then(Value::as_str).ok_or_else(|| bad("scenario", "it is missing"))?;
        let scenario = self.scenarios.iter().find(|s| s.id == wanted);
        let scenario =
            scenario.ok_or_else(|| bad("scenario", format!("there is no scenario \"{wanted}\"")))?;
        let info = engine::Rules::info(self).scenario(&scenario.id);
        let options = match json.get("options") {
            Some(value) => {
                serde_json::from_value(value.clone()).map_err(|e| bad("options", e.to_string()))?
            }
            None => Options::default(),
        };
        let options = match info {
            Some(info) => options.complete(info).map_err(|e| bad("options", e))?,
            None => options,
        };
        let mut st = State::empty(scenario.index);
        st.take_options(&options);
        Reader { scenario, json }.read(&mut st)?;
        Ok(st)
    }
}

impl Reader<'_> {
    fn field(&self, key: &str) -> Option<&Value> {
        self.json.get(key).filter(|v| !v.is_null())
    }
    fn number(&self, field: &str, value: &Value, most: u64) -> Result<u8, PositionError> {
        let n = value.as_u64().filter(|&n| n <= most);
        n.map(|n| n as u8).ok_or_else(|| bad(field, format!("it must be a number from 0 to {most}")))
    }
    fn hex(&self, field: &str, value: &Value) -> Result<u16, PositionError> {
        let text = value.as_str().ok_or_else(|| bad(field, "a hex is written as text, such as \"1105\""))?;
        let hex = self.scenario.ground.hex(text);
        hex.ok_or_else(|| bad(field, format!("there is no hex {text} on the {} map", self.scenario.map)))
    }
    fn unit(&self, field: &str, value: &Value) -> Result<u8, PositionError> {
        let id = value.as_str().unwrap_or("");
        let at = self.scenario.units.iter().position(|u| u.id == id);
        at.map(|i| i as u8).ok_or_else(|| bad(field, format!("there is no unit \"{id}\" in this scenario")))
    }
    fn list<'v>(&self, field: &str, value: Option<&'v Value>) -> Result<&'v [Value], PositionError> {
        match value {
            None => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(_) => Err(bad(field, "it must be a list")),
        }
    }
    fn side(&self, field: &str, key: &str) -> Result<u8, PositionError> {
        match key {
            "un" => Ok(UN),
            red if red == self.scenario.red => Ok(RED),
            _ => {
                Err(bad(field, format!("there is no side \"{key}\"; there are un and {}", self.scenario.red)))
            }
        }
    }
    fn by_side(&self, key: &str) -> Result<Vec<(u8, String, &Value)>, PositionError> {
        let Some(value) = self.field(key) else { return Ok(Vec::new()) };
        let sides = value.as_object().ok_or_else(|| bad(key, "it must be an object by side"))?;
        let read = |(side, value)| {
            let side: &String = side;
            Ok((self.side(&format!("{key}.{side}"), side)?, format!("{key}.{side}"), value))
        };
        sides.iter().map(read).collect()
    }

    fn read(&self, st: &mut State) -> Result<(), PositionError> {
        let sc = self.scenario;
        st.turn = match self.field("turn") {
            Some(v) => self.number("turn", v, sc.turns.into())?,
            None => 1,
        };
        st.player = match self.field("player") {
            Some(v) => self.side("player", v.as_str().unwrap_or(""))?,
            None => sc.first,
        };
        st.phase = match self.field("phase") {
            Some(v) => serde_json::from_value(v.clone()).map_err(|_| {
                bad("phase", "it must be movement, combat, attack, mobile-movement, mobile-combat or rebuild")
            })?,
            None => Phase::Movement,
        };
        if (st.turn == 0) != (st.phase == Phase::Setup) {
            return Err(bad("turn", "turn 0 is the set-up, and the set-up is turn 0"));
        }
        self.read_units(st)?;
        self.read_markers(st)?;
        self.read_control(st)?;
        self.read_lists(st)?;
        self.read_events(st)?;
        self.read_procedure(st)
    }

    fn read_units(&self, st: &mut State) -> Result<(), PositionError> {
        let Some(units) = self.field("units") else { return Ok(()) };
        let units = units.as_object().ok_or_else(|| bad("units", "it must be an object by unit"))?;
        for (id, value) in units {
            let field = format!("units.{id}");
            let unit = self.unit(&field, &Value::from(id.as_str()))?;
            self.read_unit(st, unit, &field, value)?;
        }
        for unit in 0..self.scenario.units.len() as u8 {
            self.scenario.note_early_death(st, unit);
        }
        self.scenario.rebuild(st);
        for hex in 0..self.scenario.ground.hexes as u16 {
            self.check_hex(st, hex)?;
        }
        self.number_counters(st);
        Ok(())
    }

    fn read_fate(&self, st: &mut State, unit: u8, field: &str, fate: &str) -> Result<(), PositionError> {
        let known = FATES.iter().find(|f| f.1 == fate && f.0 != UNKNOWN);
        let known = known.ok_or_else(|| {
            bad(
                field,
                format!(
                    "\"{fate}\" is no state of a unit; there are dead, due, waiting, left, unplaced, broken"
                ),
            )
        })?;
        st.at[unit as usize] = known.0;
        if known.0 == UNPLACED {
            let step = self.scenario.units[unit as usize].setup.as_ref().map_or(0, |p| p.step);
            st.set_step(unit, step);
        }
        Ok(())
    }

    fn read_unit(&self, st: &mut State, unit: u8, field: &str, value: &Value) -> Result<(), PositionError> {
        let def = &self.scenario.units[unit as usize];
        if let Some(fate) = value.as_str().or_else(|| value.get("fate").and_then(Value::as_str)) {
            self.read_fate(st, unit, field, fate)?;
        } else {
            let at = value.get("at").ok_or_else(|| bad(format!("{field}.at"), "it is missing"))?;
            let hex = self.hex(&format!("{field}.at"), at)?;
            if !self.scenario.ground.land[hex as usize] {
                return Err(bad(format!("{field}.at"), "that hex is water"));
            }
            st.at[unit as usize] = hex;
        }
        if let Some(step) = value.get("step") {
            let step = self.number(&format!("{field}.step"), step, 4)?;
            if step == 0 || usize::from(step) > def.faces.len() {
                return Err(bad(
                    format!("{field}.step"),
                    format!("the counter has {} faces", def.faces.len()),
                ));
            }
            st.set_step(unit, step - 1);
        }
        let yes = |key: &str| value.get(key).and_then(Value::as_bool).unwrap_or(false);
        if yes("hidden") {
            if !self.scenario.hidden_units || !def.hideable || !st.on_map(unit) {
                return Err(bad(format!("{field}.hidden"), "that unit may not be face down"));
            }
            st.mark(unit, flag::HIDDEN);
            let tag =
                value.get("counter").map_or(Ok(0), |v| self.number(&format!("{field}.counter"), v, 63))?;
            st.set_tag(unit, tag);
        }
        for (mark, name) in MARKS {
            if yes(name) {
                st.mark(unit, mark);
            }
        }
        Ok(())
    }

    fn check_hex(&self, st: &State, hex: u16) -> Result<(), PositionError> {
        let sc = self.scenario;
        let Some(first) = st.units_in(hex).next() else { return Ok(()) };
        let label = sc.ground.label(hex);
        if let Some(other) = st.units_in(hex).find(|&u| sc.side(u) != sc.side(first)) {
            let field = format!("units.{}.at", sc.units[other as usize].id);
            return Err(bad(field, format!("both sides stand in {label}")));
        }
        // A unit on its way may stand where it could not stay.
        if !sc.stack_is_legal(st, hex) && self.field("procedure").is_none() {
            let last = st.units_in(hex).last().unwrap_or(first);
            let field = format!("units.{}.at", sc.units[last as usize].id);
            return Err(bad(
                field,
                format!("at most two units, one of them small, may share {label} (20.0)"),
            ));
        }
        Ok(())
    }

    /// Face-down counters without a number get one, by their hexes.
    fn number_counters(&self, st: &mut State) {
        if st.phase == Phase::Setup {
            return;
        }
        let mut counters: Vec<u8> = self.scenario.deployed(st, RED).filter(|&u| st.hidden(u)).collect();
        counters.sort_by_key(|&u| (st.hex(u), u));
        let mut next = 1;
        for &unit in &counters {
            if st.tag(unit) == 0 {
                while counters.iter().any(|&u| st.tag(u) == next) {
                    next += 1;
                }
                st.set_tag(unit, next.min(63));
            }
        }
    }

    fn read_values(&self, field: &str, value: &Value) -> Result<[u8; 7], PositionError> {
        let mut out = [0u8; 7];
        for item in self.list(field, Some(value))? {
            let v = item
                .as_u64()
                .filter(|v| (1..=7).contains(v))
                .ok_or_else(|| bad(field, "a marker is 1 to 7"))?;
            out[v as usize - 1] = out[v as usize - 1].saturating_add(1);
        }
        Ok(out)
    }

    fn read_markers(&self, st: &mut State) -> Result<(), PositionError> {
        st.stock = self.scenario.pool;
        for (side, field, value) in self.by_side("stock")? {
            let counts: [u8; 7] =
                serde_json::from_value(value.clone()).map_err(|e| bad(field.clone(), e.to_string()))?;
            if (0..7).any(|v| counts[v] > self.scenario.pool[side as usize][v]) {
                return Err(bad(field, "there are more markers than the pool has"));
            }
            st.stock[side as usize] = counts;
        }
        st.pool = st.stock;
        let mut draw = |side: u8, field: &str, counts: [u8; 7]| {
            for (v, (pool, count)) in st.pool[side as usize].iter_mut().zip(counts).enumerate() {
                let left = pool.checked_sub(count);
                *pool = left.ok_or_else(|| bad(field, format!("the pool has fewer +{} markers", v + 1)))?;
            }
            Ok(())
        };
        for (side, field, value) in self.by_side("used")? {
            draw(side, &field, self.read_values(&field, value)?)?;
        }
        for (side, field, value) in self.by_side("support")? {
            let counts = self.read_values(&field, value)?;
            draw(side, &field, counts)?;
            st.hand[side as usize][..7].copy_from_slice(&counts);
        }
        if self.field("in_hand").is_some() || self.field("face_down").is_some() {
            return Err(bad(
                "in_hand",
                "this is a position as one side sees it; only a whole one can be played",
            ));
        }
        st.air_left = self.scenario.parameters.air_counters;
        if let Some(air) = self.field("air_supply") {
            if let Some(left) = air.get("left") {
                st.air_left =
                    self.number("air_supply.left", left, self.scenario.parameters.air_counters.into())?;
            }
            if let Some(less) = air.get("less") {
                st.air_less = self.number("air_supply.less", less, 9)?;
            }
            for id in self.list("air_supply.on", air.get("on"))? {
                let unit = self.unit("air_supply.on", id)?;
                st.mark(unit, flag::AIR);
            }
        }
        Ok(())
    }

    fn read_control(&self, st: &mut State) -> Result<(), PositionError> {
        let sc = self.scenario;
        st.control = sc.control;
        for (side, field, value) in self.by_side("control")? {
            for item in self.list(&field, Some(value))? {
                let hex = self.hex(&field, item)?;
                let i = sc.track_of[hex as usize];
                if i == u8::MAX {
                    return Err(bad(field, format!("nobody needs to hold {}", sc.ground.label(hex))));
                }
                st.control[side as usize] |= 1 << i;
                st.control[1 - side as usize] &= !(1 << i);
            }
        }
        for unit in 0..sc.units.len() as u8 {
            if st.on_map(unit) && !sc.units[unit as usize].dummy() && !st.hidden(unit) {
                let i = sc.track_of[st.hex(unit) as usize];
                if i != u8::MAX {
                    st.control[sc.side(unit) as usize] |= 1 << i;
                    st.control[1 - sc.side(unit) as usize] &= !(1 << i);
                }
            }
        }
        for (c, city) in sc.cities.iter().enumerate() {
            let starts_un = city.hexes.iter().all(|&h| {
                let i = sc.track_of[h as usize];
                sc.control[UN as usize] >> i & 1 == 1
            });
            let un = city.hexes.iter().all(|&h| sc.holds(st, UN, h));
            let red = city.hexes.iter().all(|&h| sc.holds(st, RED, h));
            st.ledger.un_held |= u8::from(un || starts_un) << c;
            st.ledger.red_cities |= u8::from(red) << c;
            st.ledger.taken |= u8::from(red && starts_un) << c;
        }
        for (i, &hex) in sc.fragile_sources.iter().enumerate() {
            st.ledger.lost_sources |= u8::from(sc.holds(st, RED, hex)) << i;
        }
        Ok(())
    }

    fn read_lists(&self, st: &mut State) -> Result<(), PositionError> {
        for item in self.list("bridges", self.field("bridges"))? {
            let text = item.as_str().unwrap_or("");
            let (side, by) = text.split_once(' ').unwrap_or((text, ""));
            let (a, b) =
                side.split_once('/').ok_or_else(|| bad("bridges", "a bridge is written as 0804/0805"))?;
            let (a, b) = (self.hex("bridges", &a.into())?, self.hex("bridges", &b.into())?);
            if self.scenario.ground.direction(a, b).is_none() {
                return Err(bad("bridges", format!("the hexes of {side} are not neighbours")));
            }
            let unit = if by.is_empty() { NOBODY } else { self.unit("bridges", &by.into())? };
            if !st.bridges.try_push(Bridge { a: a.min(b), b: a.max(b), unit }) {
                return Err(bad("bridges", "there are two bridges at most"));
            }
        }
        for item in self.list("bombarded", self.field("bombarded"))? {
            let hex = self.hex("bombarded", item)?;
            st.bombarded.set(hex as usize, true);
        }
        for item in self.list("entries", self.field("entries"))? {
            let hex = self.hex("entries", item)?;
            st.entries.try_push(hex);
        }
        for item in self.list("widened", self.field("widened"))? {
            let unit = self.unit("widened", item)?;
            st.widened.set(unit as usize, true);
        }
        let divisions = &self.scenario.divisions;
        for item in self.list("formed", self.field("formed"))? {
            let unit = self.unit("formed", item)?;
            let i = divisions
                .iter()
                .position(|d| d.unit == unit)
                .ok_or_else(|| bad("formed", "that is no division"))?;
            st.formed |= 1 << i;
        }
        for (side, field, value) in self.by_side("lost_support")? {
            st.ledger.lost_support[side as usize] = self.number(&field, value, 20)?;
        }
        for (side, field, value) in self.by_side("points")? {
            let points = value
                .as_i64()
                .filter(|p| p.abs() <= 1000)
                .ok_or_else(|| bad(field, "it must be a number"))?;
            st.ledger.carried[side as usize] = points as i16;
        }
        Ok(())
    }

    fn read_events(&self, st: &mut State) -> Result<(), PositionError> {
        let Some(events) = self.field("events") else { return Ok(()) };
        let sc = self.scenario;
        if let Some(overdue) = events.get("overdue") {
            st.ledger.overdue =
                serde_json::from_value(overdue.clone()).map_err(|e| bad("events.overdue", e.to_string()))?;
        }
        let cities = |key: &str| -> Result<u8, PositionError> {
            let field = format!("events.{key}");
            let mut bits = 0;
            for item in self.list(&field, events.get(key))? {
                let at = sc.cities.iter().position(|c| Some(c.name.as_str()) == item.as_str());
                bits |= 1 << at.ok_or_else(|| bad(field.clone(), "there is no such city"))?;
            }
            Ok(bits)
        };
        st.ledger.taken |= cities("taken")?;
        st.ledger.un_held |= cities("held_by_un")?;
        if events.get("held_by_communists").is_some() {
            st.ledger.red_cities = cities("held_by_communists")?;
        }
        st.ledger.raided |= cities("raided")?;
        let hexes = |key: &str, known: &[u16]| -> Result<u8, PositionError> {
            let field = format!("events.{key}");
            let mut bits = 0;
            for item in self.list(&field, events.get(key))? {
                let hex = self.hex(&field, item)?;
                bits |= 1
                    << known
                        .iter()
                        .position(|&k| k == hex)
                        .ok_or_else(|| bad(field.clone(), "not such a hex"))?;
            }
            Ok(bits)
        };
        st.ledger.critical |= hexes("critical_lost", &sc.critical)?;
        st.ledger.lost_sources |= hexes("sources_lost", &sc.fragile_sources)?;
        for item in self.list("events.died_early", events.get("died_early"))? {
            let unit = self.unit("events.died_early", item)?;
            if let Some(i) = sc.withdrawals.iter().position(|w| w.unit == unit) {
                st.ledger.died_early |= 1 << i;
            }
        }
        for item in self.list("events.optional", events.get("optional"))? {
            let unit = self.unit("events.optional", item)?;
            if let Some(i) = sc.optional_points.iter().position(|o| o.0 == unit) {
                st.ledger.optional |= 1 << i;
            }
        }
        st.ledger.cadre_done = events.get("cadre_strengthened").and_then(Value::as_bool).unwrap_or(false);
        Ok(())
    }

    fn read_procedure(&self, st: &mut State) -> Result<(), PositionError> {
        let Some(procedure) = self.field("procedure") else { return Ok(()) };
        let part = |key: &str| procedure.get(key).cloned().unwrap_or(Value::Null);
        st.frames =
            serde_json::from_value(part("frames")).map_err(|e| bad("procedure.frames", e.to_string()))?;
        st.combat =
            serde_json::from_value(part("combat")).map_err(|e| bad("procedure.combat", e.to_string()))?;
        self.check_procedure(st).map_err(|message| bad("procedure", message))
    }

    /// A procedure that nobody could have begun is refused.
    fn check_procedure(&self, st: &State) -> Result<(), String> {
        let sc = self.scenario;
        let on_map = |u: u8| (u as usize) < sc.units.len() && st.on_map(u);
        let hex = |h: u16| (h as usize) < sc.ground.hexes;
        let c = &st.combat;
        let fights = st.frames.first().is_some_and(|f| {
            !matches!(f, Frame::Arrive(_) | Frame::Moving { .. } | Frame::Exit(_) | Frame::Nothing)
        });
        if st.frames.len() > 4
            || fights != c.active
            || (st.frames.len() > 1 && st.frames[0] != Frame::Aftermath)
        {
            return Err("the frames do not fit together".to_owned());
        }
        let known = |units: &crate::state::UnitBits| units.iter().all(|u| u < sc.units.len());
        let paths = c.path.iter().chain(c.paths.iter().flat_map(|p| p.iter())).chain(c.advanced.iter());
        if !hex(c.target)
            || c.side > 1
            || c.length > 3
            || c.path_count > 2
            || !(hex(c.start) && hex(c.cleared))
            || !paths.copied().all(hex)
            || ![c.attackers, c.defenders, c.waves, c.weak, c.pending].iter().all(known)
            || !c.pending.iter().all(|u| st.on_map(u as u8))
            || c.chain.len() > 4
            || !c.chain.iter().all(|&(u, h)| on_map(u) && hex(h))
            || c.markers.iter().flatten().any(|&m| m > 7)
        {
            return Err("the combat names what does not exist".to_owned());
        }
        for frame in st.frames.iter() {
            let fine = match *frame {
                Frame::Moving { unit, spent, .. } => {
                    on_map(unit) && sc.side(unit) == st.player && spent <= sc.allowance(st, unit)
                }
                Frame::Exit(unit) | Frame::Displace(unit) => on_map(unit),
                Frame::Arrive(unit) => (unit as usize) < sc.units.len() && sc.side(unit) == UN,
                Frame::Retreat { unit, left, .. } => {
                    on_map(unit) && (1..=3).contains(&left) && c.path.len() + usize::from(left) <= 4
                }
                Frame::Support(slot) => slot < 4,
                Frame::Nothing => false,
                _ => true,
            };
            if !fine {
                return Err("a frame names what does not exist".to_owned());
            }
        }
        let mut actions = Vec::new();
        if sc.decider(st).is_some() {
            sc.list(st, &mut actions);
        }
        if actions.is_empty() && !st.frames.is_empty() {
            return Err("nobody has a decision to take in it".to_owned());
        }
        Ok(())
    }
}
