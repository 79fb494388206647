//! Makes a state out of a position; the error names the field (documented in `docs/korean-battles.md`).

use crate::actions::Hexside;
use crate::data::{Kind, Scenario};
use crate::game::KoreanBattles;
use crate::position::{BySide, Counter, Events, FATES, Position, UnitEntry};
use crate::state::{
    Bridge, Hex, NOBODY, NOWHERE, Phase, RED, Side, State, UN, UNKNOWN, UNPLACED, UnitId, UnitSet, flag,
};
use engine::{Decision, PositionError, Rules};

pub(crate) type Found<T> = Result<T, PositionError>;

pub(crate) fn bad<T>(field: impl Into<String>, message: impl Into<String>) -> Found<T> {
    Err(PositionError::new(field, message))
}

/// Reads and checks a position.
pub(crate) fn lay(game: &KoreanBattles, position: &Position) -> Found<State> {
    if position.game != game.info().game {
        return bad("game", "this is no position of korean-battles");
    }
    let Some(scenario) = game.scenarios.iter().find(|s| s.id == position.scenario) else {
        return bad("scenario", format!("there is no scenario \"{}\"", position.scenario));
    };
    let mut st = State::empty(scenario.index);
    if let Some(info) = game.info().scenario(&scenario.id) {
        let options = position.options.complete(info).map_err(|e| PositionError::new("options", e))?;
        st.take_options(&options);
    }
    let reader = Reader { sc: scenario, position };
    reader.read(&mut st)?;
    reader.read_procedure(game, &mut st)?;
    // A phase that would pass by itself waits for its player here: the dice of what follows are the match's.
    st.held = st.top().is_some_and(|frame| frame.seats(game, &st).is_empty());
    Ok(st)
}

/// Reads the fields of a position one after the other.
pub(crate) struct Reader<'a> {
    pub(crate) sc: &'a Scenario,
    pub(crate) position: &'a Position,
}

impl Reader<'_> {
    fn hex(&self, field: &str, label: &str) -> Found<Hex> {
        match self.sc.ground.hex(label) {
            Some(hex) => Ok(hex),
            None => bad(field, format!("there is no hex {label} on the {} map", self.sc.map)),
        }
    }
    fn hexes(&self, field: &str, labels: &[String]) -> Found<Vec<Hex>> {
        labels.iter().map(|label| self.hex(field, label)).collect()
    }
    fn unit(&self, field: &str, id: &str) -> Found<UnitId> {
        match self.sc.unit_named(id) {
            Some(unit) => Ok(unit),
            None => bad(field, format!("there is no unit \"{id}\" in this scenario")),
        }
    }
    fn units(&self, field: &str, ids: &[String]) -> Found<Vec<UnitId>> {
        ids.iter().map(|id| self.unit(field, id)).collect()
    }
    fn side(&self, field: &str, key: &str) -> Found<Side> {
        match key {
            "un" => Ok(UN),
            red if red == self.sc.red => Ok(RED),
            _ => bad(field, format!("there is no side \"{key}\"; there are un and {}", self.sc.red)),
        }
    }
    fn by_side<'v, T>(&self, key: &str, values: &'v BySide<T>) -> Found<Vec<(Side, String, &'v T)>> {
        let read = |(side, value): (&String, &'v T)| {
            let field = format!("{key}.{side}");
            Ok((self.side(&field, side)?, field, value))
        };
        values.iter().map(read).collect()
    }
    fn at_most(&self, field: &str, value: u8, most: u8) -> Found<u8> {
        if value <= most { Ok(value) } else { bad(field, format!("it must be a number from 0 to {most}")) }
    }

    fn read(&self, st: &mut State) -> Found<()> {
        let (sc, p) = (self.sc, self.position);
        st.turn = self.at_most("turn", p.turn, sc.turns)?;
        st.player = p.player.as_ref().map_or(Ok(sc.first), |key| self.side("player", key))?;
        st.phase = p.phase;
        if (st.turn == 0) != (st.phase == Phase::Setup) {
            return bad("turn", "turn 0 is the set-up, and the set-up is turn 0");
        }
        self.read_units(st)?;
        self.read_markers(st)?;
        self.read_air(st)?;
        self.read_control(st)?;
        self.read_bridges(st)?;
        self.read_lists(st)?;
        self.check_forms(st)?;
        p.events.as_ref().map_or(Ok(()), |events| self.read_events(st, events))
    }

    fn read_units(&self, st: &mut State) -> Found<()> {
        for (id, entry) in &self.position.units {
            let field = format!("units.{id}");
            let unit = self.unit(&field, id)?;
            match entry {
                UnitEntry::Nothing => return bad(field, "it must be a word such as \"dead\", or an object"),
                UnitEntry::Fate(fate) => self.read_fate(st, unit, &field, fate)?,
                UnitEntry::Counter(counter) => self.read_counter(st, unit, &field, counter)?,
            }
        }
        for unit in self.sc.ids() {
            self.sc.note_early_death(st, unit);
            let late = st.player != self.sc.sets_up && self.sc.side(unit) == self.sc.sets_up;
            if st.at[unit.index()] == UNPLACED && late {
                return bad(format!("units.{}", self.sc.units[unit.index()].id), "its side has set up");
            }
        }
        self.sc.rebuild(st);
        self.number_counters(st)
    }

    fn read_fate(&self, st: &mut State, unit: UnitId, field: &str, fate: &str) -> Found<()> {
        let Some(known) = FATES.iter().find(|f| f.1 == fate && f.0 != UNKNOWN) else {
            let all = "dead, due, waiting, left, unplaced, broken";
            return bad(field, format!("\"{fate}\" is no state of a unit; there are {all}"));
        };
        if known.0 == UNPLACED && st.phase != Phase::Setup {
            return bad(field, "a unit is unplaced during the set-up only");
        }
        st.at[unit.index()] = known.0;
        if known.0 == UNPLACED {
            st.set_step(unit, self.sc.units[unit.index()].setup.as_ref().map_or(0, |p| p.step));
        }
        Ok(())
    }

    fn read_counter(&self, st: &mut State, unit: UnitId, field: &str, counter: &Counter) -> Found<()> {
        let def = &self.sc.units[unit.index()];
        let mut counter = counter.clone();
        match (&counter.fate, &counter.at) {
            (Some(fate), None) => {
                self.read_fate(st, unit, field, fate)?;
                if counter.hidden || counter.marks().iter().any(|(_, m)| **m) {
                    return bad(field, "a unit that is off the map has done nothing");
                }
            }
            (None, Some(at)) => {
                let at_field = format!("{field}.at");
                let hex = self.hex(&at_field, at)?;
                if !self.sc.ground.land[hex.index()] {
                    return bad(at_field, "that hex is water");
                }
                st.at[unit.index()] = hex;
            }
            (Some(_), Some(_)) => return bad(format!("{field}.at"), "a unit with a fate stands in no hex"),
            (None, None) => return bad(format!("{field}.at"), "it is missing"),
        }
        if let Some(step) = counter.step {
            if step == 0 || usize::from(step) > def.faces.len() {
                return bad(format!("{field}.step"), format!("the counter has {} faces", def.faces.len()));
            }
            st.set_step(unit, step - 1);
        }
        if def.dummy() && st.on_map(unit) && !counter.hidden {
            return bad(format!("{field}.hidden"), "a dummy lies face down");
        }
        if counter.hidden {
            if !self.sc.hidden_units || !(self.sc.hides(unit) || def.dummy()) {
                return bad(format!("{field}.hidden"), "that unit may not be face down");
            }
            st.mark(unit, flag::HIDDEN);
        }
        match counter.counter {
            None => {}
            Some(_) if !counter.hidden => {
                return bad(format!("{field}.counter"), "only a face-down counter has a number");
            }
            Some(tag) => st.set_tag(unit, self.at_most(&format!("{field}.counter"), tag, 63)?),
        }
        for (mark, set) in counter.marks() {
            if *set {
                st.mark(unit, mark);
            }
        }
        Ok(())
    }

    /// Face-down counters without a number get one, by their hexes; no two have the same.
    fn number_counters(&self, st: &mut State) -> Found<()> {
        if st.phase == Phase::Setup {
            return Ok(());
        }
        let mut counters: Vec<UnitId> = self.sc.deployed(st, RED).filter(|&u| st.hidden(u)).collect();
        counters.sort_by_key(|&u| (st.hex(u), u));
        for (i, &unit) in counters.iter().enumerate() {
            let twin = counters[..i].iter().find(|&&u| st.tag(u) != 0 && st.tag(u) == st.tag(unit));
            if twin.is_some() {
                let id = &self.sc.units[unit.index()].id;
                return bad(format!("units.{id}.counter"), "another counter has this number");
            }
        }
        let mut next = 1;
        for &unit in &counters {
            if st.tag(unit) == 0 {
                while counters.iter().any(|&u| st.tag(u) == next) {
                    next += 1;
                }
                st.set_tag(unit, next);
            }
        }
        Ok(())
    }

    /// 11.0, 29 A division takes part itself or as its regiments, never as both; during the set-up, Chinese ones only
    /// once their form is settled.
    fn check_forms(&self, st: &State) -> Found<()> {
        let there = |u: UnitId| !matches!(st.at[u.index()], NOWHERE | crate::state::BROKEN);
        for unit in self.sc.ids().filter(|&u| there(u)) {
            let id = &self.sc.units[unit.index()].id;
            let chinese = self.sc.division_of(unit);
            let division =
                chinese.map_or(self.sc.units[unit.index()].division, |i| self.sc.divisions[i].unit);
            if division != NOBODY && division != unit && there(division) {
                let whole = &self.sc.units[division.index()].id;
                return bad(format!("units.{id}"), format!("its division {whole} takes part as one counter"));
            }
            if let Some(i) = chinese.filter(|_| st.phase == Phase::Setup)
                && st.formed >> i & 1 == 0
            {
                return bad(format!("units.{id}"), "the form of its division is not settled");
            }
        }
        Ok(())
    }

    fn values(&self, field: &str, values: &[u8]) -> Found<[u8; 7]> {
        let mut out = [0u8; 7];
        for &value in values {
            let Some(count) = usize::from(value).checked_sub(1).and_then(|v| out.get_mut(v)) else {
                return bad(field, "a marker is 1 to 7");
            };
            *count = count.saturating_add(1);
        }
        Ok(out)
    }

    fn read_markers(&self, st: &mut State) -> Found<()> {
        let p = self.position;
        st.stock = self.sc.pool;
        for (side, field, counts) in self.by_side("stock", &p.stock)? {
            if (0..7).any(|v| counts[v] > self.sc.pool[side.index()][v]) {
                return bad(field, "there are more markers than the pool has");
            }
            st.stock[side.index()] = *counts;
        }
        st.pool = st.stock;
        let mut draw = |side: Side, field: &str, counts: [u8; 7]| {
            for (v, (pool, count)) in st.pool[side.index()].iter_mut().zip(counts).enumerate() {
                let Some(left) = pool.checked_sub(count) else {
                    return bad(field, format!("the pool has fewer +{} markers", v + 1));
                };
                *pool = left;
            }
            Ok(())
        };
        for (side, field, values) in self.by_side("used", &p.used)? {
            draw(side, &field, self.values(&field, values)?)?;
        }
        for (side, field, values) in self.by_side("support", &p.support)? {
            let counts = self.values(&field, values)?;
            draw(side, &field, counts)?;
            st.hand[side.index()][..7].copy_from_slice(&counts);
        }
        if !p.in_hand.is_empty() || !p.face_down.is_empty() {
            return bad("in_hand", "this is a position as one side sees it; only a whole one can be played");
        }
        Ok(())
    }

    fn read_air(&self, st: &mut State) -> Found<()> {
        st.air_left = self.sc.parameters.air_counters;
        let Some(air) = &self.position.air_supply else { return Ok(()) };
        if let Some(left) = air.left {
            st.air_left = self.at_most("air_supply.left", left, self.sc.parameters.air_counters)?;
        }
        st.air_less = self.at_most("air_supply.less", air.less, 9)?;
        for unit in self.units("air_supply.on", &air.on)? {
            if self.sc.side(unit) != UN || !st.on_map(unit) {
                return bad("air_supply.on", "Air Supply is flown to United Nations units on the map");
            }
            st.mark(unit, flag::AIR);
        }
        Ok(())
    }

    fn hold(&self, st: &mut State, side: Side, hex: Hex) -> bool {
        let i = self.sc.track_of[hex.index()];
        if i == u8::MAX {
            return false;
        }
        st.control[side.index()] |= 1 << i;
        st.control[side.other().index()] &= !(1 << i);
        true
    }

    fn read_control(&self, st: &mut State) -> Found<()> {
        let sc = self.sc;
        st.control = sc.control;
        let mut named = Vec::new();
        for (side, field, labels) in self.by_side("control", &self.position.control)? {
            for hex in self.hexes(&field, labels)? {
                let label = sc.ground.label(hex);
                if named.iter().any(|&(h, s)| h == hex && s != side) {
                    return bad(field, format!("both sides hold {label}"));
                }
                named.push((hex, side));
                if !self.hold(st, side, hex) {
                    return bad(field, format!("nobody needs to hold {label}"));
                }
            }
        }
        for unit in sc.ids() {
            if st.on_map(unit) && !sc.units[unit.index()].dummy() && !st.hidden(unit) {
                self.hold(st, sc.side(unit), st.hex(unit));
            }
        }
        for (c, city) in sc.cities.iter().enumerate() {
            let starts_un = city.hexes.iter().all(|&h| sc.control[0] >> sc.track_of[h.index()] & 1 == 1);
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

    fn read_bridges(&self, st: &mut State) -> Found<()> {
        let (sc, field) = (self.sc, "bridges");
        for text in &self.position.bridges {
            let (side, by) = text.split_once(' ').unwrap_or((text, ""));
            let Some((a, b)) = side.split_once('/') else {
                return bad(field, "a bridge is written as 0804/0805");
            };
            let over = Hexside::between(self.hex(field, a)?, self.hex(field, b)?);
            let Some(d) = sc.ground.direction(over.a, over.b) else {
                return bad(field, format!("the hexes of {side} are not neighbours"));
            };
            let water = sc.ground.water[over.a.index()][d];
            if !water.river || water.bridge || !sc.engineer_bridges {
                return bad(field, format!("there is no river to bridge at {side}"));
            }
            let unit = if by.is_empty() { NOBODY } else { self.unit(field, by)? };
            if unit != NOBODY && sc.units[unit.index()].kind != Kind::Engineer {
                return bad(field, format!("{by} is no engineer"));
            }
            let same = st.bridges.iter().filter(|x| x.unit == unit && unit != NOBODY).count();
            if sc.engineers_bridge(st, over.a, over.b) || same >= usize::from(sc.parameters.bridges) {
                return bad(field, format!("{text} is one bridge too many"));
            }
            if st.bridges.len() >= sc.most_bridges()
                || !st.bridges.try_push(Bridge { a: over.a, b: over.b, unit })
            {
                return bad(field, format!("there are {} bridges at most", sc.most_bridges()));
            }
        }
        Ok(())
    }

    fn read_lists(&self, st: &mut State) -> Found<()> {
        let p = self.position;
        for hex in self.hexes("bombarded", &p.bombarded)? {
            st.bombarded.set(hex, true);
        }
        for hex in self.hexes("entries", &p.entries)? {
            if !st.entries.try_push(hex) {
                return bad("entries", "more units than exist have entered");
            }
        }
        st.widened = self.units("widened", &p.widened)?.into_iter().collect();
        for unit in self.units("formed", &p.formed)? {
            let Some(i) = self.sc.divisions.iter().position(|d| d.unit == unit) else {
                return bad("formed", format!("{} is no division", self.sc.units[unit.index()].id));
            };
            st.formed |= 1 << i;
        }
        st.rebuilt = p.rebuilt;
        let most = if st.phase == Phase::Rebuild { self.sc.parameters.rebuilds } else { 1 };
        if p.rebuilt >= most {
            return bad("rebuilt", "no more units can have been rebuilt now");
        }
        for (side, field, &lost) in self.by_side("lost_support", &p.lost_support)? {
            st.ledger.lost_support[side.index()] = self.at_most(&field, lost, 20)?;
        }
        for (side, field, &points) in self.by_side("points", &p.points)? {
            if points.unsigned_abs() > 1000 {
                return bad(field, "it must be a number from -1000 to 1000");
            }
            st.ledger.carried[side.index()] = points;
        }
        Ok(())
    }

    fn cities(&self, field: &str, names: &[String]) -> Found<u8> {
        let mut bits = 0;
        for name in names {
            match self.sc.cities.iter().position(|c| c.name == *name) {
                Some(city) => bits |= 1 << city,
                None => return bad(field, format!("there is no city \"{name}\"")),
            }
        }
        Ok(bits)
    }
    fn known(&self, field: &str, labels: &[String], known: &[Hex]) -> Found<u8> {
        let mut bits = 0;
        for hex in self.hexes(field, labels)? {
            match known.iter().position(|&k| k == hex) {
                Some(i) => bits |= 1 << i,
                None => return bad(field, format!("{} is no such hex", self.sc.ground.label(hex))),
            }
        }
        Ok(bits)
    }
    fn among(&self, field: &str, ids: &[String], known: &[UnitId]) -> Found<u8> {
        let mut bits = 0;
        for unit in self.units(field, ids)? {
            match known.iter().position(|&k| k == unit) {
                Some(i) => bits |= 1 << i,
                None => return bad(field, format!("{} is no such unit", self.sc.units[unit.index()].id)),
            }
        }
        Ok(bits)
    }

    fn read_events(&self, st: &mut State, events: &Events) -> Found<()> {
        let sc = self.sc;
        for (i, &turns) in events.overdue.unwrap_or_default().iter().enumerate() {
            let most = if i < sc.withdrawals.len() { sc.turns } else { 0 };
            st.ledger.overdue[i] = self.at_most("events.overdue", turns, most)?;
        }
        st.ledger.taken |= self.cities("events.taken", &events.taken)?;
        st.ledger.un_held |= self.cities("events.held_by_un", &events.held_by_un)?;
        if let Some(held) = &events.held_by_communists {
            st.ledger.red_cities = self.cities("events.held_by_communists", held)?;
        }
        st.ledger.raided |= self.cities("events.raided", &events.raided)?;
        let raiders: UnitSet = self.units("events.raiders", &events.raiders)?.into_iter().collect();
        if raiders.iter().any(|u| !st.on_map(u) || !st.hidden(u) || sc.quick[u.index()].dummy) {
            return bad("events.raiders", "a raider lies face down and is no dummy");
        }
        st.ledger.raiders = raiders;
        st.ledger.critical |= self.known("events.critical_lost", &events.critical_lost, &sc.critical)?;
        st.ledger.lost_sources |=
            self.known("events.sources_lost", &events.sources_lost, &sc.fragile_sources)?;
        let withdrawn: Vec<UnitId> = sc.withdrawals.iter().map(|w| w.unit).collect();
        st.ledger.died_early |= self.among("events.died_early", &events.died_early, &withdrawn)?;
        let optional: Vec<UnitId> = sc.optional_points.iter().map(|o| o.0).collect();
        st.ledger.optional |= self.among("events.optional", &events.optional, &optional)?;
        st.ledger.cadre_done = events.cadre_strengthened;
        Ok(())
    }
}
