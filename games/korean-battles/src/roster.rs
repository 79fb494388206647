//! The lists of a scenario file as the rules read them: set-up, arrivals, divisions, cities, entry hexes, the turn track.

use crate::crt::Crt;
use crate::data::{Arrival, City, CityScore, Division, Entry, EntryHex, Place, Unit, When, Withdrawal};
use crate::files::{ArrivalRow, DivisionRow, NearRow, ScenarioFile, ScoreRow, SetupRow};
use crate::ground::Ground;
use crate::load::{Names, cost};
use crate::state::Hex;
use engine::DataError;

pub(crate) fn place(row: &SetupRow, names: &Names<'_>) -> Result<Place, DataError> {
    let field = format!("setup.{}", row.unit);
    if row.at.is_empty() && row.beside.is_none() {
        return Err(names.error(format!("{field}: it needs `at` or `beside`")));
    }
    Ok(Place {
        at: names.hexes(&field, &row.at)?,
        beside: row.beside.is_some(),
        step: u8::from(row.depleted),
        default: row.default.as_ref().map(|h| names.hex(&field, h)).transpose()?,
        default_hidden: row.default_hidden,
    })
}

pub(crate) fn arrival(row: &ArrivalRow, names: &Names<'_>) -> Result<Arrival, DataError> {
    let field = format!("reinforcements.{}", row.unit);
    let when = match row.when.as_deref() {
        None => When::Turn,
        Some("airfield") => When::Airfield,
        Some("army-cadre") => When::ArmyCadre,
        Some("marine-cadre") => When::MarineCadre,
        Some(other) => return Err(names.error(format!("{field}: unknown `when` \"{other}\""))),
    };
    let entry = match &row.on {
        Some(unit) => Entry::On(names.unit(&field, unit)?),
        None => Entry::At(names.hexes(&field, &row.at)?),
    };
    if row.step == Some(0) || (row.step.is_some() && row.depleted) {
        return Err(
            names.error(format!("{field}: `step` counts faces from 1, and says more than `depleted`"))
        );
    }
    if (row.turn.is_none() && when != When::MarineCadre)
        || row.turn.is_some_and(|t| t == 0 || t > names.turns)
    {
        return Err(names.error(format!("{field}: `turn` is one of the turns 1 to {}", names.turns)));
    }
    Ok(Arrival {
        turn: row.turn.unwrap_or(u8::MAX),
        accelerated: row.accelerated_turn,
        only_accelerated: false,
        entry,
        step: row.step.map_or(u8::from(row.depleted), |s| s - 1),
        optional: None,
        when,
    })
}

fn near(row: &NearRow, names: &Names<'_>, field: &str) -> Result<Entry, DataError> {
    if let Some(unit) = &row.on {
        return Ok(Entry::On(names.unit(field, unit)?));
    }
    if let Some(centre) = &row.near {
        let centre = names.hex(field, centre)?;
        let mut around = names.ground.within(centre, row.radius);
        around.retain(|&h| names.ground.land[h.index()]);
        return Ok(Entry::Placed(around));
    }
    Ok(Entry::At(names.hexes(field, &row.at)?))
}

fn hexes_of(entry: &Entry) -> Vec<Hex> {
    match entry {
        Entry::At(hexes) | Entry::Placed(hexes) => hexes.clone(),
        Entry::On(_) => Vec::new(),
    }
}

/// 29 The Chinese divisions: where regiments and counters begin or come in. [rule: kb 29-ch-setup]
pub(crate) fn chinese(
    file: &ScenarioFile,
    units: &mut [Unit],
    names: &Names<'_>,
) -> Result<Vec<Division>, DataError> {
    let mut out = Vec::new();
    for row in file.chinese.iter().flat_map(|c| &c.division) {
        out.push(division(row, units, names)?);
    }
    Ok(out)
}

fn division(row: &DivisionRow, units: &mut [Unit], names: &Names<'_>) -> Result<Division, DataError> {
    let field = format!("chinese.division {}", row.division);
    let unit = names.unit(&field, &row.division)?;
    let regiments = row.regiments.iter().map(|r| names.unit(&field, r)).collect::<Result<Vec<_>, _>>()?;
    let accelerated = row.accelerated.as_ref().map(|a| a.turn);
    let start = row.start.as_ref().map_or(0, |s| s.count as usize);
    if let Some(place) = &row.start {
        let at = hexes_of(&near(place, names, &field)?);
        for (i, &r) in regiments.iter().take(start).enumerate() {
            let default = row.default.get(i).map(|h| names.hex(&field, h)).transpose()?;
            units[r.index()].setup =
                Some(Place { at: at.clone(), beside: false, step: 0, default, default_hidden: false });
        }
    }
    let mut rest = regiments.iter().skip(start);
    for later in &row.later {
        for &r in rest.by_ref().take(later.count as usize) {
            units[r.index()].arrival = Some(Arrival {
                turn: later.turn.unwrap_or(1),
                accelerated,
                only_accelerated: row.optional,
                entry: near(later, names, &field)?,
                step: 0,
                optional: None,
                when: When::Turn,
            });
        }
    }
    let entry = near(&row.whole, names, &field)?;
    let default = row.whole.default.as_ref().map(|h| names.hex(&field, h)).transpose()?;
    match row.whole.turn {
        Some(turn) => {
            units[unit.index()].arrival = Some(Arrival {
                turn,
                accelerated,
                only_accelerated: row.optional,
                entry,
                step: 0,
                optional: None,
                when: When::Turn,
            });
        }
        None => {
            units[unit.index()].setup =
                Some(Place { at: hexes_of(&entry), beside: false, step: 0, default, default_hidden: false });
        }
    }
    let forces = row.forces.iter().map(|f| names.unit(&field, f)).collect::<Result<Vec<_>, _>>()?;
    Ok(Division { unit, regiments, start, forces, optional: row.optional })
}

pub(crate) fn cities(file: &ScenarioFile, names: &Names<'_>) -> Result<Vec<City>, DataError> {
    let read = |(name, labels): (&String, &Vec<String>)| {
        Ok(City { name: name.clone(), title: capital(name), hexes: names.hexes("cities", labels)? })
    };
    file.cities.iter().map(read).collect()
}

pub(crate) fn city_scores(
    rows: &[ScoreRow],
    cities: &[City],
    names: &Names<'_>,
) -> Result<Vec<CityScore>, DataError> {
    let read = |row: &ScoreRow| {
        let wanted = row.city.clone().unwrap_or_default();
        let city = cities.iter().position(|c| c.name == wanted);
        let city = city.ok_or_else(|| names.error(format!("victory: there is no city \"{wanted}\"")))?;
        Ok(CityScore {
            to: names.side("victory", &row.to)?,
            points: row.points,
            city,
            from_turn: row.from_turn.unwrap_or(1),
            sizes: row.sizes.clone().unwrap_or_default(),
            supplied: row.supplied,
        })
    };
    rows.iter().map(read).collect()
}

pub(crate) fn tracked(
    file: &ScenarioFile,
    names: &Names<'_>,
    cities: &[City],
    critical: &[Hex],
) -> Result<(Vec<Hex>, [u16; 2]), DataError> {
    let mut tracked: Vec<Hex> = cities.iter().flat_map(|c| c.hexes.iter().copied()).collect();
    tracked.extend(critical);
    let mut held = [Vec::new(), Vec::new()];
    for (side, labels) in &file.control {
        let hexes = names.hexes("control", labels)?;
        tracked.extend(&hexes);
        held[names.side("control", side)?.index()].extend(hexes);
    }
    tracked.sort_unstable();
    tracked.dedup();
    if tracked.len() > 16 {
        return Err(names.error("control: at most 16 hexes can be held"));
    }
    let bits = |list: &[Hex]| {
        let held = list.iter().filter_map(|h| tracked.iter().position(|t| t == h));
        held.fold(0u16, |bits, i| bits | 1 << i)
    };
    let control = [bits(&held[0]), bits(&held[1])];
    Ok((tracked, control))
}

pub(crate) type Entries = (Vec<EntryHex>, Vec<(Hex, u8)>);

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().collect::<String>() + letters.as_str())
}

pub(crate) fn entries(file: &ScenarioFile, names: &Names<'_>, ground: &Ground) -> Result<Entries, DataError> {
    let land = |labels: &[String]| -> Result<Vec<Hex>, DataError> {
        let find =
            |l: &String| ground.hex(l).ok_or_else(|| names.error(format!("entry: there is no hex {l}")));
        let all = labels.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        Ok(all.into_iter().filter(|&h| ground.land[h.index()]).collect())
    };
    let mut hexes = Vec::new();
    let mut costs = Vec::new();
    for row in &file.entry.hexes {
        let hex = names.hex("entry", &row.hex)?;
        if row.cost != "terrain" {
            costs.push((hex, cost(&names.file, &row.cost)?));
        }
        let widened = land(&row.widened)?;
        if let Some(&far) = widened.iter().find(|&&h| ground.distance(hex, h) > names.widened) {
            let (from, to) = (&row.hex, ground.label(far));
            return Err(names.error(format!(
                "entry.hexes.widened: {to} is more than {} hexes from {from}",
                names.widened
            )));
        }
        hexes.push(EntryHex { hex, adjacent: land(&row.adjacent)?, widened });
    }
    for row in &file.entry.other {
        costs.push((names.hex("entry", &row.hex)?, cost(&names.file, &row.cost)?));
    }
    Ok((hexes, costs))
}

pub(crate) fn withdrawals(file: &ScenarioFile, names: &Names<'_>) -> Result<Vec<Withdrawal>, DataError> {
    let rows = file.withdrawals.iter().flat_map(|w| &w.unit);
    let read = |row: &crate::files::WithdrawalRow| {
        if row.turn == 0 || row.turn > file.turns {
            return Err(names.error(format!("withdrawals.unit: turn {} is none of the turns", row.turn)));
        }
        Ok(Withdrawal {
            unit: names.unit("withdrawals", &row.unit)?,
            turn: row.turn,
            overdue: i32::from(row.overdue),
            dead_less: row.dead_before_less,
        })
    };
    rows.map(read).collect()
}

pub(crate) fn dates(file: &ScenarioFile, names: &Names<'_>) -> Result<Vec<String>, DataError> {
    let whole = file.track.turn.iter().enumerate().all(|(i, t)| t.turn as usize == i + 1);
    if !whole || file.track.turn.len() != file.turns as usize {
        return Err(names.error(format!("track.turn must list the turns 1 to {} in order", file.turns)));
    }
    Ok(file.track.turn.iter().map(|t| format!("{} {}", t.date, file.year)).collect())
}

pub(crate) fn allotments(file: &ScenarioFile, names: &Names<'_>) -> Result<[Vec<u8>; 2], DataError> {
    let (mut un, mut red) = (Vec::new(), Vec::new());
    for row in &file.track.turn {
        let (Some(ours), Some(theirs), true) =
            (row.un, row.nk.or(row.cn), row.nk.is_none() || row.cn.is_none())
        else {
            return Err(names.error(format!("track.turn: turn {} needs the markers of both sides", row.turn)));
        };
        un.push(ours);
        red.push(theirs);
    }
    Ok([un, red])
}

/// The table's line for the terrain of every hex; on the frozen map a clear hex with a road has its own.
pub(crate) fn hex_lines(ground: &Ground, crt: &Crt, frozen: bool) -> Result<Vec<u8>, DataError> {
    let line = |hex: Hex| {
        let terrain = ground.terrain_name(hex);
        let name = if frozen && terrain == "clear" && ground.road[hex.index()] { "road" } else { terrain };
        if !ground.land[hex.index()] {
            return Ok(0);
        }
        crt.line(name).ok_or_else(|| DataError::new("crt.toml", format!("there is no line for \"{name}\"")))
    };
    ground.all().map(line).collect()
}
