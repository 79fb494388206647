//! The data files, read and checked. Every fault names its file, line and field; nothing is clamped.

use crate::data::{
    AirDef, Basing, COM, Commander, Equipment, Era, Freeze, KINDS, Kind, Month, Name, Nation, Organisation,
    Pieces, Pools, Scenario, Script, Tables, TerrainEffect, Turn, UN, UnitDef, World,
};
use crate::files::{
    AirFile, CommanderRow, EquipmentFile, JudgementFile, Numbers, OrganisationsFile, PiecesRow, PoolsFile,
    ScriptRow, TablesFile, TerrainFile, TurnsFile, UnitsFile, WeatherFile, Weights,
};
use crate::ground::{Ground, HexBits};
use crate::load_scenarios::{Places, arrivals, find_unit, scenario};
use crate::state::{AIR, UNITS};
use board::HexId;
use engine::rows::{DataFile, Spanned};
use engine::{DataError, Files};

/// The scenario files, in the order of the catalogue.
pub(crate) const SCENARIOS: [&str; 4] = [
    "scenarios/dragon-wakes.toml",
    "scenarios/chromite.toml",
    "scenarios/cold-steel.toml",
    "scenarios/tomorrows-war.toml",
];

/// Both worlds and the four scenarios.
pub(crate) fn load(files: &Files) -> Result<([World; 2], Vec<Scenario>), DataError> {
    let mut worlds = [world(files, Era::Fifties)?, world(files, Era::Nineties)?];
    let scenarios: Vec<Scenario> =
        SCENARIOS.iter().map(|file| scenario(files, file, &mut worlds)).collect::<Result<_, _>>()?;
    // 8.0 The baseline is the possession of the first scenario of each war.
    for world in &mut worlds {
        if let Some(first) = scenarios.iter().find(|s| s.era == world.era) {
            world.baseline = world.points(&first.start.owner);
        }
    }
    Ok((worlds, scenarios))
}

impl World {
    /// 8.0 Points of the United Nations less those of the Communists for a possession. [rule: ck 8.0]
    pub(crate) fn points(&self, owner: &HexBits) -> i32 {
        let v = &self.numbers.victory;
        let count = |word: u64| word.count_ones() as i32;
        let words = self.ground.korea.0.iter().zip(&self.ground.urban.0).zip(&owner.0);
        let words = words.map(|((korea, urban), owner)| {
            let (hexes, cities) = (2 * count(korea & owner) - count(*korea), korea & urban);
            hexes * v.hex + (2 * count(cities & owner) - count(cities)) * (v.urban - v.hex)
        });
        words.sum()
    }
    /// The number of a name, which is made when it is new.
    pub(crate) fn name(&mut self, text: &str, nation: Nation, kind: Kind, size: &str, free: bool) -> u16 {
        let known = self.names.iter().position(|n| n.text == text && n.nation.side() == nation.side());
        known.unwrap_or_else(|| {
            self.names.push(Name { text: text.to_owned(), nation, kind, size: size.to_owned(), free });
            self.names.len() - 1
        }) as u16
    }
}

fn world(files: &Files, era: Era) -> Result<World, DataError> {
    let ground = Ground::new("maps/korea.map", files.get("maps/korea.map")?, era)?;
    let equipment = equipment(files)?;
    let organisations = organisations(files, &equipment)?;
    let numbers = Numbers::load(files)?;
    let units = units(files, era, &organisations)?;
    let tables = tables(files, era, &ground, &units, &equipment)?;
    let mut world = World {
        era,
        numbers,
        tables,
        equipment,
        organisations,
        units,
        names: Vec::new(),
        air: air(files, era)?,
        arrivals: Vec::new(),
        turns: turns(files, era)?,
        baseline: 0,
        ground,
    };
    for unit in 0..world.units.len() {
        let def = world.units[unit].clone();
        let size = world.organisations[def.organisation as usize].size.clone();
        world.units[unit].force_name = world.name(&def.name, def.nation, def.kind, &size, false);
    }
    arrivals(files, &mut world)?;
    let raw: TablesFile = files.toml("tables.toml")?;
    for text in &raw.names.task_forces {
        world.name(text, Nation::Us, Kind::Inf, "brigade", true);
    }
    for text in &raw.names.groups {
        world.name(text, Nation::Nk, Kind::Inf, "corps", true);
    }
    Ok(world)
}

fn equipment(files: &Files) -> Result<Vec<Equipment>, DataError> {
    let (sheet, raw): (_, EquipmentFile) = DataFile::read(files, "equipment.toml")?;
    if raw.equipment.len() != KINDS {
        return Err(DataError::new(
            sheet.name,
            format!("there are {} kinds, not {KINDS}", raw.equipment.len()),
        ));
    }
    let mut out: Vec<Equipment> = Vec::new();
    for row in raw.equipment {
        if out.iter().any(|e| e.code == *row.code.get_ref()) {
            return Err(sheet.wrong(&row.code, "code", "this code is given twice"));
        }
        out.push(Equipment {
            lethality: sheet.number(&row.lethality, "lethality", 0..=100)?,
            // 5.22 A piece survives with 7 per cent for each point: more than 14 would be more than sure.
            survivability: sheet.number(&row.survivability, "survivability", 0..=14)?,
            code: row.code.into_inner(),
            name: row.name,
            class: row.class,
            artillery: row.artillery,
            share: row.strength,
        });
    }
    Ok(out)
}

/// Numbers of pieces by code.
pub(crate) fn pieces(
    sheet: &DataFile<'_>,
    row: &PiecesRow,
    equipment: &[Equipment],
) -> Result<Pieces, DataError> {
    let mut out = [0; KINDS];
    for (code, count) in row {
        let kind = equipment.iter().position(|e| e.code == *code);
        let kind = kind.ok_or_else(|| sheet.wrong(count, code, "there is no equipment of this code"))?;
        out[kind] = sheet.number(count, code, 0..=255)?;
    }
    Ok(out)
}

fn organisations(files: &Files, equipment: &[Equipment]) -> Result<Vec<Organisation>, DataError> {
    let (sheet, raw): (_, OrganisationsFile) = DataFile::read(files, "organisations.toml")?;
    let mut out: Vec<Organisation> = Vec::new();
    for row in raw.organisation {
        if out.iter().any(|o| o.key == *row.key.get_ref()) {
            return Err(sheet.wrong(&row.key, "key", "this organisation is given twice"));
        }
        let pieces = pieces(&sheet, &row.equipment, equipment)?;
        let lethality =
            pieces.iter().zip(equipment).map(|(&n, e)| u32::from(n) * u32::from(e.lethality)).sum();
        out.push(Organisation {
            key: row.key.into_inner(),
            name: row.name,
            kind: row.kind,
            size: row.size,
            pieces,
            lethality,
        });
    }
    Ok(out)
}

/// [rule: ck 10.0]
fn units(files: &Files, era: Era, organisations: &[Organisation]) -> Result<Vec<UnitDef>, DataError> {
    let (sheet, raw): (_, UnitsFile) = DataFile::read(files, "units.toml")?;
    let mut out: Vec<UnitDef> = Vec::new();
    for row in raw.unit {
        let key = row.organisation.get_ref();
        let found = organisations.iter().position(|o| o.key == *key);
        let found = found
            .ok_or_else(|| sheet.wrong(&row.organisation, "organisation", format!("there is no {key}")))?;
        if row.era != era {
            continue;
        }
        if out.iter().any(|u| u.id == *row.id.get_ref()) {
            return Err(sheet.wrong(&row.id, "id", "this unit is given twice"));
        }
        if out.len() == UNITS {
            return Err(sheet.wrong(&row.id, "id", format!("there are more than {UNITS} units of this era")));
        }
        let organisation = &organisations[found];
        out.push(UnitDef {
            id: row.id.into_inner(),
            name: row.name,
            nation: row.nation,
            organisation: found as u8,
            kind: organisation.kind,
            pieces: organisation.pieces,
            force_name: 0,
        });
    }
    Ok(out)
}

fn air(files: &Files, era: Era) -> Result<Vec<AirDef>, DataError> {
    let (sheet, raw): (_, AirFile) = DataFile::read(files, "air.toml")?;
    let rows = if era.modern() { raw.nineties } else { raw.fifties }.unit;
    let mut out: Vec<AirDef> = Vec::new();
    for row in rows {
        if out.len() == AIR || out.iter().any(|a| a.id == *row.id.get_ref()) {
            return Err(sheet.wrong(&row.id, "id", format!("given twice, or more than {AIR} air units")));
        }
        let strength = |at: &Spanned<i64>, field| sheet.number::<u8>(at, field, 0..=200);
        let mut present = Vec::new();
        for [from, to] in &row.present {
            let turn = |at: &Spanned<i64>| sheet.number::<u8>(at, "present", 1..=45);
            present.push([turn(from)?, turn(to)?]);
        }
        let in_korea = match &row.in_korea {
            Some([g, a]) => Some([strength(g, "in_korea")?, strength(a, "in_korea")?]),
            None => None,
        };
        out.push(AirDef {
            side: if row.base == Basing::North { COM } else { UN },
            a2g: strength(&row.a2g, "a2g")?,
            a2a: strength(&row.a2a, "a2a")?,
            id: row.id.into_inner(),
            name: row.name,
            aircraft: row.aircraft,
            service: row.service,
            base: row.base,
            jet: row.jet,
            in_korea,
            long_range: row.long_range,
            all_weather: row.all_weather,
            present,
        });
    }
    Ok(out)
}

fn turns(files: &Files, era: Era) -> Result<Vec<Turn>, DataError> {
    let (sheet, raw): (_, TurnsFile) = DataFile::read(files, "turns.toml")?;
    let rows = if era.modern() { raw.nineties } else { raw.fifties }.turn;
    let mut out = Vec::new();
    for row in rows {
        if *row.turn.get_ref() != out.len() as i64 + 1 {
            return Err(sheet.wrong(&row.turn, "turn", "turns are numbered from 1 without gaps"));
        }
        if let Some(level) = row.level.as_ref().filter(|l| !is_level(l.get_ref())) {
            return Err(sheet.wrong(level, "level", "a level is 0, U-n or C-n"));
        }
        out.push(Turn {
            month: sheet.number(&row.month, "month", 1..=12)?,
            date: row.date,
            level: row.level.map(Spanned::into_inner),
            difference: row.d.map(|d| sheet.number(&d, "d", -10_000..=10_000)).transpose()?,
            event: row.event,
        });
    }
    Ok(out)
}

fn is_level(text: &str) -> bool {
    text == "0"
        || ["U-", "C-"]
            .iter()
            .any(|p| text.strip_prefix(p).is_some_and(|n| n.parse::<u8>().is_ok_and(|n| n > 0)))
}

fn tables(
    files: &Files,
    era: Era,
    ground: &Ground,
    units: &[UnitDef],
    equipment: &[Equipment],
) -> Result<Tables, DataError> {
    let (sheet, raw): (_, TablesFile) = DataFile::read(files, "tables.toml")?;
    let places = Places { sheet: &sheet, ground };
    let (commanders, weights, scripts) = commanders(files, ground)?;
    let appearance = |now: &[Spanned<String>], later: &[Spanned<String>], field| {
        let mut all = places.lands(now, field)?;
        if era.modern() {
            all.extend(places.lands(later, field)?);
        }
        Ok::<_, DataError>(all)
    };
    let per_cent = |at: &Spanned<[u8; 3]>, field: &str| {
        let fits = at.get_ref().iter().all(|&n| n <= 100);
        fits.then_some(*at.get_ref()).ok_or_else(|| sheet.wrong(at, field, "a percentage is above 100"))
    };
    let a = &raw.allowance;
    let allowances = if era.modern() { [&a.all_1995; 4] } else { [&a.other, &a.rok, &a.nk, &a.cn] };
    let mut allowance = [[0; 3]; 4];
    for (out, row) in allowance.iter_mut().zip(allowances) {
        if row.get_ref().iter().any(|&mp| mp > 24) {
            return Err(sheet.wrong(row, "allowance", "an allowance is above 24"));
        }
        *out = *row.get_ref();
    }
    let fives = |at: &Spanned<[u8; 5]>, field: &str, most: u8| {
        let fits = at.get_ref().iter().all(|&n| n <= most);
        fits.then_some(*at.get_ref())
            .ok_or_else(|| sheet.wrong(at, field, format!("a value is above {most}")))
    };
    let w = &raw.air_weather;
    let fifties = |at: &Spanned<String>, field| match era {
        Era::Fifties => find_unit(&sheet, units, at, field).map(Some),
        Era::Nineties => Ok(None),
    };
    let (months, freeze, forecast) = weather(files)?;
    Ok(Tables {
        terrain: terrain(files)?,
        allowance,
        strength_tenths: fives(&raw.capability.strength_tenths, "capability.strength_tenths", 20)?,
        rates: fives(&raw.capability.rate, "capability.rate", 50)?,
        bonus: fives(&raw.capability.stockpile, "capability.stockpile", 50)?,
        commandos: raw.commandos.factor.get_ref().clone(),
        naval: raw.naval.from,
        cil: raw.cil.from,
        air_weather: [
            per_cent(&w.long_all_weather, "air_weather.long_all_weather")?,
            per_cent(&w.long, "air_weather.long")?,
            per_cent(&w.short_all_weather, "air_weather.short_all_weather")?,
            per_cent(&w.short_japan, "air_weather.short_japan")?,
            per_cent(&w.short_near, "air_weather.short_near")?,
        ],
        recon_com: [
            sheet.number(&raw.recon_1995.com_road, "recon_1995.com_road", 0..=100)?,
            sheet.number(&raw.recon_1995.com_other, "recon_1995.com_other", 0..=100)?,
        ],
        recon_un: raw.recon_1995.un.get_ref().clone(),
        south: appearance(&raw.appearance.south, &raw.appearance.south_1995, "appearance.south")?,
        north: appearance(&raw.appearance.north, &raw.appearance.north_1995, "appearance.north")?,
        allies: places.lands(&raw.appearance.allies, "appearance.allies")?,
        china: places.lands(&raw.appearance.china, "appearance.china")?,
        seoul: places.land(&raw.places.seoul, "places.seoul")?,
        reverting: places.lands(&raw.places.reverting, "places.reverting")?,
        waypoints: waypoints(&places, &raw.places.waypoints)?,
        refuge: places.lands(&raw.places.japan_refuge, "places.japan_refuge")?,
        airborne: fifties(&raw.places.airborne, "places.airborne")?,
        smith: fifties(&raw.places.smith, "places.smith")?,
        months,
        freeze,
        forecast,
        pools: pools(files, era, equipment)?,
        commanders,
        weights,
        scripts,
    })
}

fn commanders(files: &Files, ground: &Ground) -> Result<([Commander; 5], Weights, Vec<Script>), DataError> {
    let (sheet, raw): (_, JudgementFile) = DataFile::read(files, "judgement.toml")?;
    let read = |row: &CommanderRow| {
        let number = |at: &Spanned<i64>, field, least, most| sheet.number::<u8>(at, field, least..=most);
        Ok::<_, DataError>(Commander {
            noise: number(&row.noise, "noise", 0, 100)?,
            least_loss: number(&row.least_loss, "least_loss", 0, 100)?,
            least_ratio: number(&row.least_ratio, "least_ratio", 0, 100)?,
            bundle: number(&row.bundle, "bundle", 1, 12)?,
            restless: number(&row.restless, "restless", 0, 100)?,
            least_readiness: number(&row.least_readiness, "least_readiness", 0, 100)?,
            reserve: number(&row.reserve, "reserve", 0, 100)?,
            supply: number(&row.supply, "supply", 0, 4)?,
            exploit: number(&row.exploit, "exploit", 0, 3)?,
            guns: number(&row.guns, "guns", 0, 4)?,
            wary: row.wary,
            china: number(&row.china, "china", 0, 3)?,
        })
    };
    let [a, b, c, d, e] = &raw.commander;
    let places = Places { sheet: &sheet, ground };
    let scripts = raw.script.iter().map(|row| script(&places, row)).collect::<Result<_, _>>()?;
    Ok(([read(a)?, read(b)?, read(c)?, read(d)?, read(e)?], raw.weights, scripts))
}

fn script(places: &Places<'_>, row: &ScriptRow) -> Result<Script, DataError> {
    if row.from > row.to {
        return Err(places.sheet.wrong(&row.scenario, "script", "it ends before it begins"));
    }
    Ok(Script {
        scenario: row.scenario.get_ref().clone(),
        side: row.side as u8,
        from: row.from,
        to: row.to,
        posture: row.posture,
        line: places.lands(&row.line, "script.line")?,
        landing: places.lands(&row.landing, "script.landing")?,
        lost: row.lost.as_ref().map(|at| places.hex(at, "script.lost")).transpose()?,
        ahead: row.ahead,
        behind: row.behind,
    })
}

fn waypoints(places: &Places<'_>, list: &[Spanned<String>]) -> Result<Vec<HexId>, DataError> {
    let mut out = Vec::new();
    for at in list {
        let hex = places.hex(at, "places.waypoints")?;
        if !places.ground.is_ocean(hex) {
            return Err(places.sheet.wrong(at, "places.waypoints", "a waypoint lies on deep ocean"));
        }
        out.push(hex);
    }
    Ok(out)
}

fn terrain(files: &Files) -> Result<[TerrainEffect; 4], DataError> {
    let (sheet, raw): (_, TerrainFile) = DataFile::read(files, "terrain.toml")?;
    let mut out = [TerrainEffect::default(); 4];
    let mut seen = [false; 4];
    for row in &raw.terrain {
        let which = ["open", "rough", "mountain", "urban"].iter().position(|n| *n == row.name.get_ref());
        let which = which.filter(|&w| !seen[w]);
        let which = which.ok_or_else(|| sheet.wrong(&row.name, "name", "not a terrain, or given twice"))?;
        let number = |at: &Spanned<i64>, field, least, most| sheet.number::<u8>(at, field, least..=most);
        seen[which] = true;
        out[which] = TerrainEffect {
            cost: number(&row.cost, "cost", 1, 24)?,
            cost_china: number(&row.cost_china, "cost_china", 1, 24)?,
            soft: number(&row.soft, "soft", 1, 20)?,
            hard: number(&row.hard, "hard", 1, 20)?,
            strike: number(&row.strike, "strike", 0, 100)?,
            drop: number(&row.drop, "drop", 0, 100)?,
            rough: row.rough,
        };
    }
    if seen.contains(&false) {
        return Err(DataError::new(sheet.name, "open, rough, mountain and urban must all be there"));
    }
    Ok(out)
}

fn weather(files: &Files) -> Result<([Month; 13], Freeze, [u8; 3]), DataError> {
    let (sheet, raw): (_, WeatherFile) = DataFile::read(files, "weather.toml")?;
    let mut months = [Month::default(); 13];
    for row in &raw.month {
        let month: usize = sheet.number(&row.month, "month", 1..=12)?;
        for at in [&row.cold_mild_hot, &row.fair_cloudy_storms] {
            if at.get_ref().iter().map(|&n| u32::from(n)).sum::<u32>() != 100 {
                return Err(sheet.wrong(at, "month", "the three percentages must add up to 100"));
            }
        }
        months[month] = Month {
            temperature: *row.cold_mild_hot.get_ref(),
            visibility: *row.fair_cloudy_storms.get_ref(),
        };
    }
    if let Some(missing) = (1..=12).find(|&m| months[m].temperature == [0; 3]) {
        return Err(DataError::new(sheet.name, format!("month {missing} is missing")));
    }
    let f = &raw.freeze;
    let row = |at: &Spanned<i64>, field| sheet.number::<i8>(at, field, -69..=69);
    let freeze = Freeze {
        change: [row(&f.cold, "freeze.cold")?, row(&f.mild, "freeze.mild")?, row(&f.hot, "freeze.hot")?],
        cold_least: row(&f.cold_least_row, "freeze.cold_least_row")?,
        thawed: row(&f.thawed, "freeze.thawed")?,
        last: row(&f.last_row, "freeze.last_row")?,
        coastal: row(&f.coastal_rows, "freeze.coastal_rows")?,
    };
    let accuracy = raw.forecast.accuracy;
    if accuracy.get_ref().iter().any(|&n| n > 100) {
        return Err(sheet.wrong(&accuracy, "forecast.accuracy", "a percentage is above 100"));
    }
    Ok((months, freeze, accuracy.into_inner()))
}

fn pools(files: &Files, era: Era, equipment: &[Equipment]) -> Result<Pools, DataError> {
    let (sheet, raw): (_, PoolsFile) = DataFile::read(files, "pools.toml")?;
    let raw = if era.modern() { raw.nineties } else { raw.fifties };
    let mut out = Pools { from_turn: [u8::MAX; 7], ..Pools::default() };
    for row in &raw.rate {
        let kind = equipment.iter().position(|e| e.code == *row.equipment.get_ref());
        let kind =
            kind.ok_or_else(|| sheet.wrong(&row.equipment, "equipment", "there is no such equipment"))?;
        let nations = [row.us, row.usmc, row.cw, row.un, row.rok, row.nk, row.cn];
        for (rates, rate) in out.rates.iter_mut().zip(nations) {
            rates[kind] = rate;
        }
    }
    for (nation, turn) in &raw.from_turn {
        out.from_turn[*nation as usize] = sheet.number(turn, "from_turn", 1..=45)?;
    }
    for row in &raw.extra {
        let turn: u8 = sheet.number(&row.turn, "extra.turn", 1..=45)?;
        out.extras.push((turn, row.nation, pieces(&sheet, &row.pieces, equipment)?));
    }
    Ok(out)
}
