//! The data files, read and checked. Every fault names its file, line and field.

use crate::data::{AirType, Arrival, Chit, Data, Month, Numbers, Plane, Unit, Wave};
use crate::files::{
    AircraftFile, ChitRow, ChitsFile, Levels, Name, ParametersFile, ScenarioFile, ScheduleFile, ScheduleRow,
    SideWord, Small, TableWord, TerrainFile, TurnsFile, UnitsFile, Value,
};
use crate::ground::Ground;
use crate::setup;
use crate::state::{AIRCRAFT, AirId, COM, PIECES, PieceId, UN};
use board::{HexId, HexMap};
use engine::{DataError, Files};
use std::collections::BTreeMap;

/// The scenarios' files, in the order of their indices.
pub(crate) const SCENARIOS: [&str; 4] = ["invasion", "inchon", "chinese", "campaign"];

/// A file being read: finds what its names mean and says where one is wrong.
pub(crate) struct Reading<'a> {
    pub(crate) file: &'a str,
    text: &'a str,
    units: &'a [Unit],
    planes: &'a [Plane],
}

impl Reading<'_> {
    pub(crate) fn error(&self, name: &Name, message: impl std::fmt::Display) -> DataError {
        let line = self.text[..name.span().start.min(self.text.len())].matches('\n').count() + 1;
        DataError::new(self.file, format!("line {line}: {message}"))
    }
    pub(crate) fn piece(&self, field: &str, name: &Name) -> Result<PieceId, DataError> {
        let at = self.units.iter().position(|u| &u.id == name.get_ref());
        at.map(|i| PieceId(i as u8))
            .ok_or_else(|| self.error(name, format!("{field}: there is no unit \"{}\"", name.get_ref())))
    }
    pub(crate) fn plane(&self, field: &str, name: &Name) -> Result<AirId, DataError> {
        let at = self.planes.iter().position(|p| &p.id == name.get_ref());
        at.map(|i| AirId(i as u8))
            .ok_or_else(|| self.error(name, format!("{field}: there is no aircraft \"{}\"", name.get_ref())))
    }
    pub(crate) fn hex(&self, field: &str, name: &Name, ground: &Ground) -> Result<HexId, DataError> {
        let hex = ground.map.hex(name.get_ref());
        hex.filter(|h| ground.land.has(h.index())).ok_or_else(|| {
            self.error(name, format!("{field}: \"{}\" is no land hex of the map", name.get_ref()))
        })
    }
    fn pieces(&self, field: &str, names: &[Name]) -> Result<Vec<PieceId>, DataError> {
        names.iter().map(|n| self.piece(field, n)).collect()
    }
    fn planes(&self, field: &str, names: &[Name]) -> Result<Vec<AirId>, DataError> {
        names.iter().map(|n| self.plane(field, n)).collect()
    }
}

/// Reads everything.
pub(crate) fn load(files: &Files) -> Result<Data, DataError> {
    let units = units(files)?;
    let (types, planes) = aircraft(files)?;
    let chits_file: ChitsFile = files.toml("chits.toml")?;
    let terrain: TerrainFile = files.toml("terrain.toml")?;
    let map = HexMap::parse("maps/korea.map", files.get("maps/korea.map")?)
        .map_err(|e| DataError::new("maps/korea.map", e.to_string()))?;
    let grounds = [Ground::new(&map, &terrain, false)?, Ground::new(&map, &terrain, true)?];
    let months = months(files)?;
    let reading = |file| -> Result<Reading<'_>, DataError> {
        Ok(Reading { file, text: files.get(file)?, units: &units, planes: &planes })
    };
    let schedule = schedule(files, &reading("schedule.toml")?, &months)?;
    let parameters: ParametersFile = files.toml("parameters.toml")?;
    let names = reading("parameters.toml")?;
    let waves = waves(&parameters, &names)?;
    let forces = &parameters.forces;
    let china_aircraft = names.planes("forces.china_aircraft", &forces.china_aircraft.ids)?;
    let soviet_pieces = names.pieces("forces.soviet_units", &forces.soviet_units.ids)?;
    let soviet_aircraft = names.planes("forces.soviet_aircraft", &forces.soviet_aircraft.ids)?;
    let roc_pieces = names.pieces("forces.roc_units", &forces.roc_units.ids)?;
    let fighters = names.planes("forces.fighters", &forces.fighters.ids)?;
    let numbers = numbers(&parameters, &chits_file)?;
    let perimeter = ["3965", "3871", "4371", "4663"].iter().filter_map(|h| map.hex(h)).collect();
    let row = |l: &Levels| l.levels.map(|n| n.0);
    let p = &chits_file.planning;
    let mut data = Data {
        planning: [row(&p.a), row(&p.b), row(&p.c), row(&p.d), row(&p.defender_meeting), row(&p.defender)],
        events: [chits_file.events.a.results, chits_file.events.b.results, chits_file.events.c.results],
        chits: chits_file.hasty.iter().chain(&chits_file.prepared).map(chit).collect(),
        scenarios: Vec::new(),
        grounds,
        types,
        months,
        schedule,
        waves,
        china_aircraft,
        soviet_pieces,
        soviet_aircraft,
        roc_pieces,
        fighters,
        numbers,
        perimeter,
        units: Vec::new(),
        planes: Vec::new(),
    };
    if chits_file.hasty.len() != 12 || chits_file.prepared.len() != 12 {
        return Err(DataError::new("chits.toml", "hasty, prepared: each cup holds twelve chits"));
    }
    let mut scenarios = Vec::new();
    for (index, id) in SCENARIOS.iter().enumerate() {
        let name = format!("scenarios/{id}.toml");
        let file: ScenarioFile = files.toml(&name)?;
        let reading = Reading { file: &name, text: files.get(&name)?, units: &units, planes: &planes };
        let ground = &data.grounds[usize::from(file.rules.full_map)];
        scenarios.push(setup::scenario(index as u8, &file, &reading, ground, &units)?);
    }
    data.scenarios = scenarios;
    data.units = units;
    data.planes = planes;
    Ok(data)
}

fn units(files: &Files) -> Result<Vec<Unit>, DataError> {
    let file: UnitsFile = files.toml("units.toml")?;
    let mut divisions: Vec<String> = Vec::new();
    let mut out: Vec<Unit> = Vec::new();
    let text = files.get("units.toml")?;
    for row in file.unit {
        let reading = Reading { file: "units.toml", text, units: &out, planes: &[] };
        if out.iter().any(|u| &u.id == row.id.get_ref()) || out.len() == PIECES {
            return Err(reading.error(&row.id, "unit.id: listed twice, or too many counters"));
        }
        let division = row.division.map(|d| {
            let at = divisions.iter().position(|x| *x == d).unwrap_or_else(|| {
                divisions.push(d);
                divisions.len() - 1
            });
            at as u8
        });
        out.push(Unit {
            id: row.id.into_inner(),
            label: row.label,
            name: row.name,
            nation: row.nation,
            size: row.size,
            side: row.nation.side(),
            division,
            source: row.source,
        });
    }
    Ok(out)
}

fn side(word: SideWord) -> u8 {
    if word == SideWord::Com { COM } else { UN }
}

fn aircraft(files: &Files) -> Result<(Vec<AirType>, Vec<Plane>), DataError> {
    let file: AircraftFile = files.toml("aircraft.toml")?;
    let text = files.get("aircraft.toml")?;
    let ids: Vec<String> = file.types.iter().map(|t| t.id.clone()).collect();
    let types = file.types.into_iter().map(|t| AirType {
        atomic: t.id == "b-29",
        name: t.name,
        side: side(t.side),
        mig_alley: t.mig_alley.0,
        top_cover: t.top_cover.0,
        interdiction: t.interdiction.0,
        ground_support: t.ground_support.0,
        strategic: t.strategic.0,
        station: t.station.0 as u8,
        base: t.base,
        long_range: t.long_range,
        book: t.book,
    });
    let mut planes: Vec<Plane> = Vec::new();
    for row in file.aircraft {
        let reading = Reading { file: "aircraft.toml", text, units: &[], planes: &planes };
        if planes.iter().any(|p| &p.id == row.id.get_ref()) || planes.len() == AIRCRAFT {
            return Err(reading.error(&row.id, "aircraft.id: listed twice, or too many aircraft"));
        }
        let kind = ids.iter().position(|i| i == row.kind.get_ref()).ok_or_else(|| {
            reading.error(&row.kind, format!("aircraft.type: there is no type \"{}\"", row.kind.get_ref()))
        })?;
        planes.push(Plane {
            id: row.id.into_inner(),
            name: row.name,
            kind,
            elite: row.elite,
            source: row.source,
        });
    }
    Ok((types.collect(), planes))
}

fn chit(row: &ChitRow) -> Chit {
    Chit {
        name: row.chit.clone(),
        die: row.die.0 as u8,
        modifier: row.modifier.0,
        events: match row.events {
            TableWord::A => 0,
            TableWord::B => 1,
            TableWord::C => 2,
        },
        planning: row.planning as usize,
        advance: row.advance.0 as u8,
    }
}

fn months(files: &Files) -> Result<Vec<Month>, DataError> {
    let file: TurnsFile = files.toml("turns.toml")?;
    let mut next = 1;
    let mut out = Vec::new();
    for row in file.month {
        if row.first.0 != next || row.weeks.is_empty() {
            let what = format!("month {}: its first turn must be {next} and it must have turns", row.month);
            return Err(DataError::new("turns.toml", what));
        }
        next += row.weeks.len() as i16;
        out.push(Month {
            name: row.month,
            first: row.first.0 as u8,
            weeks: row.weeks,
            winter: row.winter,
            rain: row.rain.0 as u8,
        });
    }
    Ok(out)
}

fn schedule(files: &Files, names: &Reading<'_>, months: &[Month]) -> Result<Vec<Arrival>, DataError> {
    let file: ScheduleFile = files.toml("schedule.toml")?;
    file.row.iter().enumerate().map(|(at, row)| arrival(at, row, names, months)).collect()
}

fn arrival(
    at: usize,
    row: &ScheduleRow,
    names: &Reading<'_>,
    months: &[Month],
) -> Result<Arrival, DataError> {
    let month = match &row.month {
        Some(name) => Some(months.iter().position(|m| &m.name == name.get_ref()).ok_or_else(|| {
            names.error(name, format!("row.month: there is no month \"{}\"", name.get_ref()))
        })?),
        None => None,
    };
    if month.is_some() == row.turn.is_some() {
        let what = format!("row {}: either month or turn must be given", at + 1);
        return Err(DataError::new("schedule.toml", what));
    }
    let own = side(row.side);
    let pair = |p: [engine::rows::Whole<0, 9>; 2]| p.map(|n| n.0 as u8);
    let replacements =
        if own == UN { [row.rok, row.us, row.un] } else { [row.nk, row.prc, Default::default()] };
    Ok(Arrival {
        month,
        turn: row.turn.map(|t| t.0 as u8),
        side: own,
        only: row.only.clone(),
        pieces: names.pieces("row.units", &row.units)?,
        aircraft: names.planes("row.aircraft", &row.aircraft)?,
        withdrawn: names.planes("row.withdrawn", &row.withdrawn)?,
        fleet: row.fleet,
        commander: row.commander,
        fields: [pair(row.japan), pair(row.south_korea), [0; 2], pair(row.china)],
        tank: row.tank.0,
        artillery: row.artillery.0,
        bombardment: row.bombardment.0,
        amphibious: row.amphibious.0,
        infrastructure: row.infrastructure.0,
        replacements: replacements.map(|n| n.0 as u8),
    })
}

fn waves(file: &ParametersFile, names: &Reading<'_>) -> Result<Vec<Wave>, DataError> {
    let wave = |row: &crate::files::WaveRow| -> Result<Wave, DataError> {
        let mut pieces = names.pieces("wave.headquarters", &row.headquarters)?;
        pieces.extend(names.pieces("wave.units", &row.units)?);
        Ok(Wave { halves: row.points.0 as u8 * 2, pieces })
    };
    file.wave.iter().map(wave).collect()
}

/// A table of `parameters.toml` whose keys are all taken once.
struct Table<'a, T> {
    name: &'static str,
    rows: &'a BTreeMap<String, Value<T>>,
    taken: std::cell::RefCell<Vec<&'static str>>,
}

impl<'a, T: Copy> Table<'a, T> {
    fn new(name: &'static str, rows: &'a BTreeMap<String, Value<T>>) -> Self {
        Self { name, rows, taken: Default::default() }
    }
    fn get(&self, key: &'static str) -> Result<T, DataError> {
        self.taken.borrow_mut().push(key);
        let missing = || DataError::new("parameters.toml", format!("{}.{key} is missing", self.name));
        self.rows.get(key).map(|v| v.value).ok_or_else(missing)
    }
    fn done(self) -> Result<(), DataError> {
        match self.rows.keys().find(|k| !self.taken.borrow().contains(&k.as_str())) {
            Some(key) => Err(DataError::new("parameters.toml", format!("{}.{key} is unknown", self.name))),
            None => Ok(()),
        }
    }
}

impl Table<'_, Small> {
    fn n(&self, key: &'static str) -> Result<u8, DataError> {
        Ok(self.get(key)?.0 as u8)
    }
    fn halves(&self, key: &'static str) -> Result<u8, DataError> {
        Ok(self.n(key)? * 2)
    }
}

fn numbers(file: &ParametersFile, chits: &ChitsFile) -> Result<Numbers, DataError> {
    let movement = Table::new("movement", &file.movement);
    let declaration = Table::new("declaration", &file.declaration);
    let reach = Table::new("reach", &file.reach);
    let activation = Table::new("activation", &file.activation);
    let combat = Table::new("combat", &file.combat);
    let levels = Table::new("levels", &file.levels);
    let air = Table::new("air", &file.air);
    let sea = Table::new("sea", &file.sea);
    let victory = Table::new("victory", &file.victory);
    let aid = Table::new("aid", &file.aid);
    let coming = Table::new("intervention", &file.intervention);
    let supply = &file.supply;
    let pair = |v: &Value<[Small; 2]>| v.value.map(|n| n.0 as u8);
    let one = |v: &Value<Small>| v.value.0 as u8;
    let row = |key| -> Result<[u8; 4], DataError> { Ok(aid.get(key)?.map(|n| n.0 as u8)) };
    // The coast's reach is compiled into the map; the chart keeps its number for the reader.
    if combat.n("bombardment_reach")? != 2 {
        return Err(DataError::new("parameters.toml", "combat.bombardment_reach: the map is compiled for 2"));
    }
    let numbers = Numbers {
        initial: movement.halves("initial")?,
        reserve: movement.halves("reserve")?,
        early: movement.halves("early")?,
        strategic: movement.halves("strategic")?,
        headquarters: movement.halves("headquarters")?,
        surprise: movement.halves("surprise")?,
        keep_away: movement.n("keep_away")?.into(),
        declaration: [
            declaration.halves("meeting")?,
            declaration.halves("hasty")?,
            declaration.halves("prepared")?,
            movement.halves("initial")?,
        ],
        low_morale: declaration.halves("low_morale")?,
        activation: reach.halves("activation")?,
        reserve_un_winter: reach.halves("reserve_un_winter")?,
        communication: reach.halves("communication")?,
        communication_un_winter: reach.halves("communication_un_winter")?,
        division: reach.halves("division")?,
        cadre: reach.halves("cadre")?,
        road: reach.n("road")?.into(),
        units: activation.n("units")?,
        units_peng: activation.n("peng")?,
        units_ridgway: activation.n("ridgway")?,
        chits: usize::from(activation.n("chits_of_surprise")?).min(3),
        cap: combat.n("cap")?.into(),
        tie: combat.n("tie")?.into(),
        retreat: combat.n("retreat")?,
        loss_replacements: combat.n("replacements")?,
        loss_points: combat.n("points")?,
        defender_adjacency: combat.n("defender_adjacency")?.into(),
        bombardment_planning: combat.n("bombardment_planning")?.into(),
        track: levels.n("track")?.into(),
        supply_track: levels.n("supply")?.into(),
        least_infrastructure: [
            levels.n("least_infrastructure_un")?.into(),
            levels.n("least_infrastructure_com")?.into(),
        ],
        flip: [pair(&supply.flip_un), pair(&supply.flip_com)],
        refresh: [pair(&supply.refresh_un), pair(&supply.refresh_com)],
        repair: [one(&supply.airfield), one(&supply.improved_airfield)],
        position: one(&supply.position),
        trenches: one(&supply.trenches),
        shortage: one(&supply.shortage),
        out: one(&supply.out),
        per_airfield: air.n("per_airfield")?,
        per_airfield_soviet: air.n("per_airfield_soviet")?,
        aircraft_repair: [air.n("repair_un")?.into(), air.n("repair_com")?.into()],
        atomic_strikes: air.n("atomic_strikes")?.min(5),
        evacuated: sea.n("evacuated")?,
        landing_bombardment: sea.n("landing_bombardment")?.into(),
        drop: sea.n("drop")?.into(),
        automatic: victory.n("automatic")? as i8,
        perimeter_city: victory.n("perimeter_city")? as i8,
        pyongyang: victory.n("pyongyang")? as i8,
        objective_reach: victory.n("objective_reach")?.into(),
        levels: [victory.n("marginal")? as i8, victory.n("substantial")? as i8, victory.n("decisive")? as i8],
        aid: [
            row("infrastructure")?,
            row("replacements")?,
            row("tank")?,
            row("artillery")?,
            row("recalled")?,
            row("aircraft")?,
        ],
        china: [coming.n("china_artillery")?, coming.n("china_replacements")?, coming.n("china_airfields")?],
        soviet: [
            coming.n("soviet_tank")?,
            coming.n("soviet_artillery")?,
            coming.n("soviet_replacements")?,
            coming.n("soviet_airfields")?,
        ],
        fighters: coming.n("fighters")?.into(),
        snafu: [&chits.snafu.leader, &chits.snafu.fuel, &chits.snafu.ammo].map(|v| v.value.0 as u16),
        objectives: [&chits.objectives.ones, &chits.objectives.threes, &chits.objectives.fives]
            .map(|v| v.value.0 as u16),
    };
    let tables = [movement, declaration, reach, activation, combat, levels, air, sea, victory, coming];
    tables.into_iter().try_for_each(Table::done)?;
    aid.done()?;
    if numbers.objectives.iter().sum::<u16>() > 12 {
        return Err(DataError::new("chits.toml", "objectives: twelve markers of each colour are the most"));
    }
    Ok(numbers)
}
