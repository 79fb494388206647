//! Set-ups, reinforcements and scenarios, read and checked.

use crate::data::{
    Arrival, COM, Due, Entry, KINDS, Mission, Opening, Scenario, Spot, Start, UN, UnitDef, Weather, World,
};
use crate::files::{LineRow, PossessionRow, ReinforcementsFile, ScenarioFile, Share};
use crate::ground::{Ground, HexBits};
use crate::load::pieces;
use board::HexId;
use engine::rows::{DataFile, Spanned};
use engine::{DataError, Files};
use std::collections::BTreeMap;

/// Reads the places of a file.
pub(crate) struct Places<'a> {
    pub(crate) sheet: &'a DataFile<'a>,
    pub(crate) ground: &'a Ground,
}

impl Places<'_> {
    pub(crate) fn hex(&self, at: &Spanned<String>, field: &str) -> Result<HexId, DataError> {
        let hex = self.ground.map.hex(at.get_ref());
        hex.ok_or_else(|| self.sheet.wrong(at, field, format!("there is no hex {}", at.get_ref())))
    }
    pub(crate) fn land(&self, at: &Spanned<String>, field: &str) -> Result<HexId, DataError> {
        let hex = self.hex(at, field)?;
        if self.ground.is_land(hex) {
            return Ok(hex);
        }
        Err(self.sheet.wrong(at, field, format!("{} is not land", at.get_ref())))
    }
    pub(crate) fn lands(&self, list: &[Spanned<String>], field: &str) -> Result<Vec<HexId>, DataError> {
        list.iter().map(|at| self.land(at, field)).collect()
    }
}

pub(crate) fn find_unit(
    sheet: &DataFile<'_>,
    units: &[UnitDef],
    at: &Spanned<String>,
    field: &str,
) -> Result<u8, DataError> {
    let found = units.iter().position(|u| u.id == *at.get_ref());
    let found = found
        .ok_or_else(|| sheet.wrong(at, field, format!("there is no unit {} in this war", at.get_ref())))?;
    Ok(found as u8)
}

/// 5 Strength per cent of the authorised pieces, rounded half up.
fn entry(sheet: &DataFile<'_>, row: &LineRow, world: &World) -> Result<Entry, DataError> {
    let unit = find_unit(sheet, &world.units, &row.unit, "unit")?;
    let parts: Vec<u32> = row.strength.get_ref().split('/').filter_map(|n| n.parse().ok()).collect();
    let Ok(shares) = <[u32; 3]>::try_from(parts) else {
        return Err(sheet.wrong(&row.strength, "strength", "expected three percentages: inf/gun/tank"));
    };
    if shares.iter().any(|&s| s > 100) {
        return Err(sheet.wrong(&row.strength, "strength", "a percentage is above 100"));
    }
    let mut pieces = world.units[unit as usize].pieces;
    for (count, kind) in pieces.iter_mut().zip(&world.equipment) {
        let share = match kind.share {
            Share::Inf => shares[0],
            Share::Gun => shares[1],
            Share::Tank => shares[2],
        };
        *count = ((u32::from(*count) * share + 50) / 100) as u8;
    }
    let readiness: u8 = sheet.number(&row.readiness, "readiness", 0..=100)?;
    Ok(Entry { unit, pieces, readiness, experience: row.experience })
}

/// Consecutive lines of one force, which must be of one side and within the limits of a force.
fn group<'a>(rows: &'a [LineRow], same: impl Fn(&LineRow, &LineRow) -> bool + 'a) -> Vec<&'a [LineRow]> {
    rows.chunk_by(move |a, b| a.force.get_ref() == b.force.get_ref() && same(a, b)).collect()
}

fn force_name(
    sheet: &DataFile<'_>,
    world: &mut World,
    row: &LineRow,
    side: u8,
    units: &[Entry],
) -> Result<u16, DataError> {
    let infantry = units.iter().filter(|e| world.units[e.unit as usize].kind.infantry()).count();
    let (most, most_infantry) =
        (world.numbers.movement.units_in_force, world.numbers.movement.infantry_in_force);
    if units.len() > most as usize || infantry > most_infantry as usize {
        return Err(sheet.wrong(&row.force, "force", "more units or infantry units than a force may have"));
    }
    let strongest = units.iter().max_by_key(|e| {
        let def = &world.units[e.unit as usize];
        (world.organisations[def.organisation as usize].lethality, std::cmp::Reverse(e.unit))
    });
    let Some(lead) = strongest.map(|e| world.units[e.unit as usize].clone()) else {
        return Err(sheet.wrong(&row.force, "force", "a force has units"));
    };
    if lead.nation.side() != side {
        return Err(sheet.wrong(&row.unit, "unit", "the unit belongs to the other side"));
    }
    let size =
        if units.len() > 2 { "division" } else { &world.organisations[lead.organisation as usize].size };
    let size = size.to_owned();
    Ok(world.name(row.force.get_ref(), lead.nation, lead.kind, &size, true))
}

pub(crate) fn arrivals(files: &Files, world: &mut World) -> Result<(), DataError> {
    let file = if world.era.modern() { "reinforcements-1995.toml" } else { "reinforcements-1950s.toml" };
    let (sheet, raw): (_, ReinforcementsFile) = DataFile::read(files, file)?;
    for (rows, side) in [(&raw.united_nations, UN), (&raw.north_korea, COM), (&raw.china, COM)] {
        let due = |row: &LineRow| match (&row.turn, &row.after) {
            (Some(turn), None) => Ok(Due::Turn(sheet.number(turn, "turn", 2..=45)?)),
            (None, Some(after)) => Ok(Due::AfterChina(sheet.number(after, "after", 0..=44)?)),
            _ => Err(sheet.wrong(&row.force, "force", "a line has either `turn` or `after`")),
        };
        let mut last = None;
        for lines in group(rows, |a, b| {
            a.at.get_ref() == b.at.get_ref()
                && a.turn.as_ref().map(Spanned::get_ref) == b.turn.as_ref().map(Spanned::get_ref)
        }) {
            let first = &lines[0];
            let spot = match first.at.get_ref().as_str() {
                "north" => Spot::North,
                "south" => Spot::South,
                _ => Spot::Hex(Places { sheet: &sheet, ground: &world.ground }.land(&first.at, "at")?),
            };
            let units: Vec<Entry> =
                lines.iter().map(|row| entry(&sheet, row, world)).collect::<Result<_, _>>()?;
            let name = force_name(&sheet, world, first, side, &units)?;
            let due = due(first)?;
            if let (Some(Due::Turn(before)), Due::Turn(now)) = (last, due)
                && before > now
            {
                return Err(sheet.wrong(&first.force, "turn", "lines stand in the order of their turns"));
            }
            last = Some(due);
            world.arrivals.push(Arrival { side, due, spot, name, units });
        }
    }
    if world.arrivals.len() > crate::state::ARRIVALS {
        return Err(DataError::new(file, format!("there are more than {} forces", crate::state::ARRIVALS)));
    }
    Ok(())
}

fn possession(sheet: &DataFile<'_>, row: &PossessionRow, ground: &Ground) -> Result<HexBits, DataError> {
    let mut owner = HexBits::default();
    if let Some(north) = &row.north_to_row {
        let north = sheet.number(north, "possession.north_to_row", 0..=69)?;
        let mut com = HexBits::default();
        for at in &row.also_com {
            com.set(Places { sheet, ground }.land(at, "possession.also_com")?.index(), true);
        }
        ground.korea.iter().for_each(|i| owner.set(i, i32::from(ground.row[i]) > north && !com.has(i)));
        return Ok(owner);
    }
    let mut listed = HexBits::default();
    for column in row.un.iter().chain(&row.com).flatten() {
        let x: u8 = sheet.number(&column.column, "possession.column", 0..=39)?;
        for span in &column.rows {
            let text = span.get_ref();
            let (from, to) = text.split_once("..").unwrap_or((text, text));
            let (Ok(from), Ok(to)) = (from.parse::<u8>(), to.parse::<u8>()) else {
                return Err(sheet.wrong(span, "possession.rows", "expected a row or a range such as 20..24"));
            };
            let inside = |i: &usize| ground.column[*i] == x && (from..=to).contains(&ground.row[*i]);
            ground.korea.iter().filter(inside).for_each(|i| listed.set(i, true));
        }
    }
    for from in row.un_from.iter().flatten() {
        let x: u8 = sheet.number(&from.column, "possession.column", 0..=39)?;
        let y: u8 = sheet.number(&from.row, "possession.row", 0..=69)?;
        ground
            .korea
            .iter()
            .filter(|&i| ground.column[i] == x && ground.row[i] >= y)
            .for_each(|i| listed.set(i, true));
    }
    let listed_is_un = row.com.is_none();
    ground.korea.iter().for_each(|i| owner.set(i, listed.has(i) == listed_is_un));
    Ok(owner)
}

pub(crate) fn scenario(
    files: &Files,
    file: &'static str,
    worlds: &mut [World; 2],
) -> Result<Scenario, DataError> {
    let (sheet, raw): (_, ScenarioFile) = DataFile::read(files, file)?;
    let world = &mut worlds[usize::from(raw.era.modern())];
    let turns = world.turns.len() as i64;
    let first_turn: u8 = sheet.number(&raw.first_turn, "first_turn", 1..=turns)?;
    let last_turn: u8 = sheet.number(&raw.last_turn, "last_turn", i64::from(first_turn)..=turns)?;
    let mut openings = Vec::new();
    for (rows, side) in [(&raw.setup.communist, COM), (&raw.setup.united_nations, UN)] {
        for lines in group(rows, |a, b| a.at.get_ref() == b.at.get_ref()) {
            let first = &lines[0];
            let hex = Places { sheet: &sheet, ground: &world.ground }.land(&first.at, "at")?;
            let units: Vec<Entry> =
                lines.iter().map(|row| entry(&sheet, row, world)).collect::<Result<_, _>>()?;
            let name = force_name(&sheet, world, first, side, &units)?;
            openings.push(Opening { side, hex, name, units });
        }
    }
    let start = start(&sheet, &raw, world)?;
    check_openings(&sheet, &openings, &start, world)?;
    Ok(Scenario {
        first_turn,
        last_turn,
        minutes: sheet.number(&raw.minutes, "minutes", 1..=6000)?,
        difficulty: sheet.number(&raw.difficulty, "difficulty", 1..=5)?,
        id: raw.id,
        title: raw.title,
        blurb: raw.blurb,
        era: raw.era,
        un_first_phase: raw.un_first_phase,
        start,
        openings,
    })
}

fn start(sheet: &DataFile<'_>, raw: &ScenarioFile, world: &World) -> Result<Start, DataError> {
    let s = &raw.start;
    let most = i64::from(world.numbers.stockpile.most);
    let ids = |list: &[Spanned<String>], field: &str| {
        list.iter().map(|at| find_unit(sheet, &world.units, at, field)).collect::<Result<Vec<u8>, _>>()
    };
    let mut mined = 0u16;
    for at in &s.mined {
        let hex = Places { sheet, ground: &world.ground }.land(at, "start.mined")?;
        let port = world.ground.port(hex);
        mined |= 1 << port.ok_or_else(|| sheet.wrong(at, "start.mined", "this hex is no port"))?;
    }
    // Who comes later has interdiction until its owner says otherwise (5.6).
    let first = *raw.first_turn.get_ref() as u8;
    let mut missions: Vec<Mission> =
        world.air.iter().map(|a| if a.present(first) { s.air } else { Mission::Interdiction }).collect();
    let orders = [&raw.orders.superiority, &raw.orders.interdiction, &raw.orders.ground_attack];
    for (list, mission) in orders.into_iter().zip(Mission::ALL) {
        for at in list {
            let found = world.air.iter().position(|a| a.id == *at.get_ref());
            let found =
                found.ok_or_else(|| sheet.wrong(at, "orders", "there is no such air unit in this war"))?;
            missions[found] = mission;
        }
    }
    let mut pools = [[0; KINDS]; 7];
    if world.era.modern() {
        pools = world.tables.pools.rates;
    }
    for (nation, row) in &raw.pools {
        pools[*nation as usize] = pieces(sheet, row, &world.equipment)?;
    }
    let turn = |at: &Option<Spanned<i64>>, field| match at {
        Some(at) => sheet.number::<u8>(at, field, 1..=45),
        None => Ok(0),
    };
    Ok(Start {
        com_stockpile: sheet.number(&s.com_stockpile, "start.com_stockpile", 0..=most)?,
        un_stockpile: [
            sheet.number(&s.un_stockpile.least, "start.un_stockpile", 0..=most)?,
            sheet.number(
                &s.un_stockpile.most,
                "start.un_stockpile",
                *s.un_stockpile.least.get_ref()..=most,
            )?,
        ],
        cil: sheet.number(&s.cil, "start.cil", 0..=200)?,
        unil: sheet.number(&s.unil, "start.unil", 0..=200)?,
        weather: Weather { temperature: s.temperature, visibility: s.visibility },
        freeze: sheet.number(&s.freeze_row, "start.freeze_row", -1..=69)?,
        mined,
        china: s.china,
        trigger: turn(&s.china_trigger, "start.china_trigger")?,
        first_china: turn(&s.china_first, "start.china_first")?,
        com_knows_un: s.com_knows_un,
        pools,
        gone: ids(&raw.gone.for_good, "gone.for_good")?,
        to_rebuild: ids(&raw.gone.to_rebuild, "gone.to_rebuild")?,
        missions,
        owner: possession(sheet, &raw.possession, &world.ground)?,
    })
}

/// Every unit stands once, at most two forces in a hex, and every force on its own side's ground.
fn check_openings(
    sheet: &DataFile<'_>,
    openings: &[Opening],
    start: &Start,
    world: &World,
) -> Result<(), DataError> {
    let mut seen = BTreeMap::new();
    let mut stacks: BTreeMap<HexId, (u8, usize)> = BTreeMap::new();
    for opening in openings {
        let label = world.ground.label(opening.hex);
        for entry in &opening.units {
            let id = &world.units[entry.unit as usize].id;
            if seen.insert(entry.unit, ()).is_some() {
                return Err(DataError::new(sheet.name, format!("setup: the unit {id} stands twice")));
            }
        }
        let held = start.owner.has(opening.hex.index()) || world.ground.japan.has(opening.hex.index());
        if held != (opening.side == UN) {
            return Err(DataError::new(sheet.name, format!("setup: {label} belongs to the other side")));
        }
        let stack = stacks.entry(opening.hex).or_insert((opening.side, 0));
        stack.1 += 1;
        if stack.0 != opening.side || stack.1 > world.numbers.movement.forces_in_hex as usize {
            return Err(DataError::new(sheet.name, format!("setup: too many forces in {label}")));
        }
    }
    for unit in start.gone.iter().chain(&start.to_rebuild) {
        if seen.insert(*unit, ()).is_some() {
            let id = &world.units[*unit as usize].id;
            return Err(DataError::new(
                sheet.name,
                format!("gone: the unit {id} stands in the set-up or is listed twice"),
            ));
        }
    }
    Ok(())
}
