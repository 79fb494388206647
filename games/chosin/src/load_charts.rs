//! The tables, the terrain chart and the single numbers, read and checked.

use crate::data::{COLUMNS, Chart, Parameters, TERRAINS};
use crate::files::{
    BarrageFile, CostRow, CrtFile, CrtTable, Number, ParametersFile, SideRow, TerrainFile, points,
};
use crate::load::{FILE_COLUMNS, air_arrival};
use crate::tables::{Barrage, CombatResult, CombatTable, FireResult, ODDS};
use engine::rows::DataFile;
use engine::{DataError, Files};

/// Spreads the three columns of the file over the five of the rules.
fn spread(three: [u8; FILE_COLUMNS]) -> [u8; COLUMNS] {
    [three[0], three[1], three[2], three[0], three[1]]
}

fn costs(sheet: &DataFile<'_>, row: &CostRow, field: &str) -> Result<[u8; FILE_COLUMNS], DataError> {
    Ok([points(sheet, &row.un, field)?, points(sheet, &row.korean, field)?, points(sheet, &row.ccf, field)?])
}

/// The terrain effects chart.
pub(crate) fn chart(files: &Files) -> Result<Chart, DataError> {
    let (sheet, file): (DataFile<'_>, TerrainFile) = DataFile::read(files, "terrain.toml")?;
    let mut chart = Chart::default();
    const NAMES: [&str; TERRAINS] = ["clear", "rough", "swamp", "city"];
    if file.hex.len() != TERRAINS {
        return Err(DataError::new(sheet.name, "hex: clear, rough, swamp and city are the lines"));
    }
    for (index, row) in file.hex.iter().enumerate() {
        if row.terrain.get_ref() != NAMES[index] {
            return Err(sheet.wrong(
                &row.terrain,
                "hex.terrain",
                format!("this line is for {}", NAMES[index]),
            ));
        }
        let three = [
            points(&sheet, &row.un, "hex.un")?,
            points(&sheet, &row.korean, "hex.korean")?,
            points(&sheet, &row.ccf, "hex.ccf")?,
        ];
        for (column, cost) in spread(three).into_iter().enumerate() {
            chart.hex[column][index] = cost;
        }
        chart.hex_shift[0][index] = sheet.number(&row.un_defends, "hex.un_defends", 0..=6)?;
        chart.hex_shift[1][index] = sheet.number(&row.com_defends, "hex.com_defends", 0..=6)?;
    }
    let off_road = points(&sheet, &file.less_road_bound_rough.value, "less_road_bound_rough")?;
    chart.hex[3][1] = off_road;
    chart.hex[4][1] = off_road;
    chart.road = spread(costs(&sheet, &file.road, "road")?);
    chart.road_rough = spread(costs(&sheet, &file.road_rough, "road_rough")?);
    chart.rail = spread(costs(&sheet, &file.rail, "rail")?);
    river(&sheet, &file.minor_river, 0, "minor_river", &mut chart)?;
    river(&sheet, &file.major_river, 1, "major_river", &mut chart)?;
    chart.leave_zone = costs(&sheet, &file.leave_zone, "leave_zone")?;
    chart.zone_to_zone = costs(&sheet, &file.zone_to_zone, "zone_to_zone")?;
    chart.interdicted = points(&sheet, &file.interdicted.value, "interdicted")?;
    chart.meeting = points(&sheet, &file.meeting.value, "meeting")?;
    chart.town_shift = [
        sheet.number(&file.town.un_defends, "town.un_defends", 0..=6)?,
        sheet.number(&file.town.com_defends, "town.com_defends", 0..=6)?,
    ];
    chart.cap = sheet.number(&file.cap.value, "cap", 0..=8)?;
    chart.entrenchment = sheet.number(&file.entrenchment.value, "entrenchment", 0..=8)?;
    let free = |row: &[u8; COLUMNS]| row.contains(&0);
    if chart.hex.iter().any(|c| c.contains(&0))
        || free(&chart.road)
        || free(&chart.road_rough)
        || free(&chart.rail)
    {
        return Err(DataError::new(
            sheet.name,
            "no step may be free: every hex, road and rail cost is at least 1/2",
        ));
    }
    Ok(chart)
}

fn river(
    sheet: &DataFile<'_>,
    row: &SideRow,
    class: usize,
    field: &str,
    chart: &mut Chart,
) -> Result<(), DataError> {
    let three =
        [points(sheet, &row.un, field)?, points(sheet, &row.korean, field)?, points(sheet, &row.ccf, field)?];
    for (column, cost) in spread(three).into_iter().enumerate() {
        chart.river[column][class] = cost;
    }
    chart.river_shift[0][class] = sheet.number(&row.un_defends, field, 0..=6)?;
    chart.river_shift[1][class] = sheet.number(&row.com_defends, field, 0..=6)?;
    Ok(())
}

/// The three combat results tables.
pub(crate) fn tables(files: &Files) -> Result<[CombatTable; 3], DataError> {
    let (sheet, file): (DataFile<'_>, CrtFile) = DataFile::read(files, "crt.toml")?;
    if file.columns.get_ref()[..] != ODDS {
        return Err(sheet.wrong(&file.columns, "columns", "the columns are 1:3, 1:2, 1:1 to 7:1"));
    }
    let read = |table: &CrtTable, name: &str| -> Result<CombatTable, DataError> {
        let mut out = CombatTable::default();
        if table.die.get_ref().len() != 6 {
            return Err(sheet.wrong(&table.die, name, "a table has six lines"));
        }
        for (line, row) in table.die.get_ref().iter().zip(&mut out.rows) {
            if line.len() != 9 {
                return Err(sheet.wrong(&table.die, name, "every line has nine results"));
            }
            for (code, cell) in line.iter().zip(row) {
                let result = CombatResult::read(code.get_ref());
                *cell = result
                    .ok_or_else(|| sheet.wrong(code, name, format!("`{}` is no result", code.get_ref())))?;
            }
        }
        Ok(out)
    };
    Ok([read(&file.probe, "probe")?, read(&file.assault, "assault")?, read(&file.mobile, "mobile")?])
}

/// The barrage and air strike table.
pub(crate) fn barrage(files: &Files) -> Result<Barrage, DataError> {
    let (sheet, file): (DataFile<'_>, BarrageFile) = DataFile::read(files, "barrage.toml")?;
    if file.columns.get_ref()[..] != ["A", "B", "C", "D", "E", "F"] {
        return Err(sheet.wrong(&file.columns, "columns", "the columns are A to F"));
    }
    let mut out = Barrage::default();
    for (row, (name, points)) in
        [("artillery", &file.artillery), ("tac", &file.tac), ("sac", &file.sac)].into_iter().enumerate()
    {
        for (column, least) in points.iter().enumerate() {
            out.columns[row][column] = sheet.number(least, name, 0..=40)?;
        }
    }
    if file.die.get_ref().len() != 8 || file.die.get_ref().iter().any(|r| r.len() != 6) {
        return Err(sheet.wrong(&file.die, "die", "there are eight lines of six results"));
    }
    for (line, row) in file.die.get_ref().iter().zip(&mut out.rows) {
        for (code, cell) in line.iter().zip(row) {
            let result = FireResult::read(code.get_ref());
            *cell = result
                .ok_or_else(|| sheet.wrong(code, "die", format!("`{}` is no result", code.get_ref())))?;
        }
    }
    Ok(out)
}

/// The single numbers.
pub(crate) fn parameters(sheet: &DataFile<'_>, file: &ParametersFile) -> Result<Parameters, DataError> {
    let n = |number: &Number, field: &str, most: i64| sheet.number(&number.value, field, 0..=most);
    let (s, f, a, d, v) = (&file.stacking, &file.fire, &file.air, &file.dice, &file.naval);
    Ok(Parameters {
        stack: n(&s.units, "stacking.units", 8)?,
        stack_regiments: n(&s.un_regiments, "stacking.un_regiments", 8)?,
        stack_infantry: n(&s.com_infantry, "stacking.com_infantry", 8)?,
        stack_rough: n(&s.rough, "stacking.rough", 8)?,
        range: n(&f.artillery_range, "fire.artillery_range", 10)?,
        naval_range: n(&f.naval_range, "fire.naval_range", 10)?,
        fleet: n(&f.fleet_barrage, "fire.fleet_barrage", 7)?,
        support: [
            [
                n(&f.un_attack_support, "fire.un_attack_support", 8)?,
                n(&f.un_defence_support, "fire.un_defence_support", 8)?,
            ],
            [
                n(&f.com_attack_support, "fire.com_attack_support", 8)?,
                n(&f.com_defence_support, "fire.com_defence_support", 8)?,
            ],
        ],
        cas: [n(&f.cas_attack, "fire.cas_attack", 8)?, n(&f.cas_defence, "fire.cas_defence", 8)?],
        air: [n(&a.tac, "air.tac", 12)?, n(&a.sac, "air.sac", 4)?, n(&a.mac, "air.mac", 4)?],
        supply_markers: n(&a.supply_markers, "air.supply_markers", 2)?,
        first_turn_cas: n(&a.first_turn_cas, "air.first_turn_cas", 6)?,
        first_turn_supply: n(&a.first_turn_supply, "air.first_turn_supply", 2)?,
        strike: [n(&a.strike_tac, "air.strike_tac", 8)?, n(&a.strike_sac, "air.strike_sac", 8)?],
        zone: n(&a.zone, "air.zone", 6)?,
        zone_surprised: n(&a.zone_surprised, "air.zone_surprised", 6)?,
        yonpo_loss: n(&a.yonpo_loss, "air.yonpo_loss", 12)?,
        air_arrivals: a.arrival.iter().map(|r| air_arrival(sheet, r)).collect::<Result<_, _>>()?,
        recovery: n(&d.recovery_at_least, "dice.recovery_at_least", 6)?,
        depot: n(&d.depot, "dice.depot", 6)?,
        demolition: n(&d.demolition, "dice.demolition", 6)?,
        repair: n(&d.repair, "dice.repair", 6)?,
        repair_engineer: n(&d.repair_engineer, "dice.repair_engineer", 6)?,
        entrench: [n(&d.entrench_un, "dice.entrench_un", 6)?, n(&d.entrench_com, "dice.entrench_com", 6)?],
        fallout: n(&d.fallout, "dice.fallout", 6)?,
        transfer: n(&v.transfer, "naval.transfer", 20)?,
        transfer_without_port_unit: n(&v.transfer_without_port_unit, "naval.transfer_without_port_unit", 20)?,
        evacuation: n(&v.evacuation, "naval.evacuation", 20)?,
        refugees: n(&v.refugees, "naval.refugees", 20)?,
        lead_recovery: n(&file.lead.recovery, "lead.recovery", 200)?,
        lead_event: n(&file.lead.event, "lead.event", 200)?,
        lead_great: n(&file.lead.great, "lead.great", 200)?,
        army: [
            n(&file.integrity.chinese, "integrity.chinese", 60)?,
            n(&file.integrity.koreans, "integrity.koreans", 60)?,
        ],
        fog_markers: n(&file.fog.markers, "fog.markers", 9)?,
    })
}
