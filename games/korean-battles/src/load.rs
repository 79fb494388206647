//! The data files, read and checked. Every fault names its file and place.

use crate::crt::Crt;
use crate::data::{Kind, Parameters, Quick, Scenario, Size, Unit};
use crate::files::{
    CrtFile, ParametersFile, ScenarioFile, ScoreRow, SupportFile, TerrainFile, UnitRow, UnitsFile,
};
use crate::ground::{Ground, half_points};
use crate::lists::{
    allotments, arrival, chinese, cities, city_scores, dates, entries, hex_lines, place, tracked, withdrawals,
};
use crate::state::{HexBits, NOBODY, RED, UN, UNITS, UnitBits};
use board::HexMap;
use engine::{DataError, Files};

/// The side of a nation or side word.
pub(crate) fn side_of(word: &str) -> u8 {
    if matches!(word, "nk" | "cn") { RED } else { UN }
}

fn kind(word: &str) -> Option<Kind> {
    Some(match word {
        "infantry" => Kind::Infantry,
        "armor" => Kind::Armor,
        "motorcycle" => Kind::Motorcycle,
        "hq" => Kind::Hq,
        "depot" => Kind::Depot,
        "cadre" => Kind::Cadre,
        "engineer" => Kind::Engineer,
        "police" => Kind::Police,
        "railroad" => Kind::Railroad,
        "anti-tank" => Kind::AntiTank,
        "anti-aircraft" => Kind::AntiAircraft,
        "dummy" => Kind::Dummy,
        _ => return None,
    })
}

fn size(word: &str) -> Option<Size> {
    Some(match word {
        "I" => Size::Company,
        "II" => Size::Battalion,
        "III" => Size::Regiment,
        "X" => Size::Brigade,
        "XX" => Size::Division,
        "HQ" => Size::Hq,
        "depot" => Size::Depot,
        "cadre" => Size::Cadre,
        "dummy" => Size::Dummy,
        _ => return None,
    })
}

/// `10-9-3` as three numbers.
fn face(text: &str) -> Option<[u8; 3]> {
    let numbers: Vec<u8> = text.split('-').map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

/// Reads names of hexes and units and says where one is wrong.
pub(crate) struct Names<'a> {
    pub(crate) file: String,
    pub(crate) ground: &'a Ground,
    pub(crate) ids: Vec<&'a str>,
}

impl Names<'_> {
    pub(crate) fn error(&self, message: impl Into<String>) -> DataError {
        DataError::new(self.file.clone(), message)
    }
    pub(crate) fn hex(&self, place: &str, label: &str) -> Result<u16, DataError> {
        let hex =
            self.ground.hex(label).ok_or_else(|| self.error(format!("{place}: there is no hex {label}")))?;
        if !self.ground.land[hex as usize] {
            return Err(self.error(format!("{place}: {label} is water")));
        }
        Ok(hex)
    }
    pub(crate) fn hexes(&self, place: &str, labels: &[String]) -> Result<Vec<u16>, DataError> {
        labels.iter().map(|l| self.hex(place, l)).collect()
    }
    pub(crate) fn unit(&self, place: &str, id: &str) -> Result<u8, DataError> {
        let at = self.ids.iter().position(|i| *i == id);
        at.map(|i| i as u8).ok_or_else(|| self.error(format!("{place}: there is no unit {id}")))
    }
}

pub(crate) fn cost(file: &str, text: &str) -> Result<u8, DataError> {
    half_points(text)
        .ok_or_else(|| DataError::new(file, format!("\"{text}\" is not a number of movement points")))
}

impl Unit {
    fn read(row: &UnitRow, file: &ScenarioFile) -> Result<Self, DataError> {
        let bad = |what: &str| DataError::new("units.toml", format!("{}: {what}", row.id));
        let texts = file.faces.get(&row.id).unwrap_or(&row.faces);
        let faces: Vec<[u8; 3]> = texts.iter().filter_map(|t| face(t)).collect();
        if faces.len() != texts.len() || faces.is_empty() || faces.len() > 4 {
            return Err(bad("a counter has one to four faces, each attack-defence-movement"));
        }
        let first = file.first_turn.as_ref();
        let fits = |line: &ScoreRow| {
            (line.nations.is_empty() || line.nations.contains(&row.nation))
                && line.kinds.as_ref().is_none_or(|k| k.contains(&row.kind))
                && line.sizes.as_ref().is_none_or(|s| s.contains(&row.size))
                && line.mobile.is_none_or(|m| m == row.mobile)
        };
        let score = |lines: &[ScoreRow]| {
            lines.iter().find(|l| fits(l)).map_or((UN, 0), |l| (side_of(&l.to), l.points))
        };
        let is_unit = row.kind != "dummy";
        let own = side_of(&row.nation);
        let exit = file.exit.as_ref().map_or(0, |e| score(&e.points).1);
        Ok(Self {
            id: row.id.clone(),
            label: row.label.clone(),
            name: row.name.clone(),
            nation: row.nation.clone(),
            kind: kind(&row.kind).ok_or_else(|| bad("unknown kind"))?,
            kind_name: row.kind.clone(),
            size: size(&row.size).ok_or_else(|| bad("unknown size"))?,
            size_name: row.size.clone(),
            side: own,
            faces,
            mobile: row.mobile,
            zoc: row.zoc,
            usmc: row.traits.iter().any(|t| t == "usmc"),
            commando: row.traits.iter().any(|t| t == "commando"),
            hideable: row.traits.iter().any(|t| t == "hideable"),
            division: NOBODY,
            regiments: Vec::new(),
            setup: None,
            arrival: None,
            dead: if is_unit { score(&file.victory.dead) } else { (UN, 0) },
            exit_points: if own == UN { exit } else { 0 },
            left_points: if own == UN { score(&file.victory.left_on_map).1 } else { 0 },
            no_zoc_first_turn: first.is_some_and(|f| f.no_zoc.contains(&row.id)),
            may_not_move_first_turn: first.is_some_and(|f| f.may_not_move.contains(&row.id)),
        })
    }
}

/// Which counters take part in a scenario, in the order of the list.
fn roster<'a>(units: &'a UnitsFile, file: &ScenarioFile) -> Vec<&'a UnitRow> {
    let mut ids: Vec<&str> = Vec::new();
    let rows = file.setup.un.iter().chain(&file.setup.nk).chain(&file.setup.cn);
    ids.extend(rows.map(|r| r.unit.as_str()));
    ids.extend(file.reinforcements.values().flatten().map(|r| r.unit.as_str()));
    for division in file.chinese.iter().flat_map(|c| &c.division) {
        ids.push(&division.division);
        ids.extend(division.regiments.iter().map(String::as_str));
    }
    let count = file.setup.dummies.as_ref().map_or(0, |d| d.count as usize);
    let mut dummies = 0;
    let takes_part = |row: &&UnitRow| {
        if row.kind == "dummy" {
            dummies += 1;
            return dummies <= count;
        }
        let broken = file.rules.breakdown.contains(&row.nation);
        let regiment = row.division.as_ref().is_some_and(|d| broken && ids.contains(&d.as_str()));
        regiment || ids.contains(&row.id.as_str())
    };
    units.unit.iter().filter(takes_part).collect()
}

impl Scenario {
    pub(crate) fn load(files: &Files, index: u8, id: &str) -> Result<Self, DataError> {
        let name = format!("scenarios/{id}.toml");
        let file: ScenarioFile = files.toml(&name)?;
        let terrain: TerrainFile = files.toml("terrain.toml")?;
        let tables: CrtFile = files.toml("crt.toml")?;
        let frozen = file.chart == "frozen";
        let map_name = format!("maps/{}.map", file.map);
        let map = HexMap::parse(&map_name, files.get(&map_name)?)
            .map_err(|e| DataError::new(map_name.clone(), e.to_string()))?;
        let chart = if frozen { &terrain.frozen } else { &terrain.temperate };
        let ground = Ground::new(&map, chart, &map_name)?;
        let crt = Crt::new(&tables, if frozen { &tables.frozen } else { &tables.temperate })?;
        let units_file: UnitsFile = files.toml("units.toml")?;
        let rows = roster(&units_file, &file);
        if rows.len() > UNITS - 1 {
            return Err(DataError::new(
                name,
                format!("{} units take part; {} are the most", rows.len(), UNITS - 1),
            ));
        }
        let units = rows.iter().map(|r| Unit::read(r, &file)).collect::<Result<Vec<_>, _>>()?;
        let pools: SupportFile = files.toml("support.toml")?;
        let parameters = parameters(files)?;
        let scenario = Builder { name: name.clone(), file, rows, units, frozen, index, pools, parameters }
            .finish(ground, crt)?;
        scenario.within_limits().map_err(|message| DataError::new(name, message))?;
        Ok(scenario)
    }
}

impl Scenario {
    /// What the position has room for: a file that asks for more is refused by name.
    fn within_limits(&self) -> Result<(), String> {
        let limits = [
            ("cities", self.cities.len(), 8),
            ("critical.hexes", self.critical.len(), 8),
            ("supply.un.until_enemy_enters", self.fragile_sources.len(), 8),
            ("supply sources", self.sources[0].len().max(self.sources[1].len()), 16),
            ("withdrawals.unit", self.withdrawals.len(), 2),
            ("optional reinforcements", self.optional_points.len(), 8),
            ("chinese.division", self.divisions.len(), 16),
            ("setup.dummies", self.dummies.len(), 12),
        ];
        for (what, count, most) in limits {
            if count > most {
                return Err(format!("{what}: {count} are listed and {most} are the most"));
            }
        }
        for pool in &self.pool {
            let markers: u32 = pool.iter().map(|&n| u32::from(n)).sum();
            if markers > 99 {
                return Err(format!("a support pool of {markers} markers is too large"));
            }
        }
        for unit in &self.units {
            let setup = unit.setup.as_ref().map_or(0, |p| p.step);
            let arrival = unit.arrival.as_ref().map_or(0, |a| a.step);
            if usize::from(setup.max(arrival)) >= unit.faces.len() {
                return Err(format!("{}: it is to appear on a face that it does not have", unit.id));
            }
        }
        Ok(())
    }
}

fn parameters(files: &Files) -> Result<Parameters, DataError> {
    let p: ParametersFile = files.toml("parameters.toml")?;
    let reach = cost("parameters.toml", &p.engineer.reach.value)?;
    let levels = p.levels.band.into_iter().map(|b| (b.at_least.unwrap_or(i32::MIN), b.level)).collect();
    Ok(Parameters {
        air_counters: p.supply.air_supply_counters.value,
        air_cost: p.supply.air_supply_cost_next_turn.value,
        per_hq: p.support.loss_per_headquarters.value,
        per_depot: p.support.loss_per_depot.value,
        per_critical: p.support.loss_per_critical_hex.value,
        per_division: p.support.loss_per_division_counter.value,
        acceleration: p.support.acceleration_markers_lost.value,
        engineer_reach: reach,
        cadre_steps: p.marines.cadre_after_steps.value,
        levels,
    })
}

struct Builder<'a> {
    name: String,
    file: ScenarioFile,
    rows: Vec<&'a UnitRow>,
    units: Vec<Unit>,
    frozen: bool,
    index: u8,
    pools: SupportFile,
    parameters: Parameters,
}

impl Builder<'_> {
    fn finish(mut self, ground: Ground, crt: Crt) -> Result<Scenario, DataError> {
        let ids: Vec<&str> = self.rows.iter().map(|r| r.id.as_str()).collect();
        let names = Names { file: self.name.clone(), ground: &ground, ids };
        link_divisions(&mut self.units, &self.rows, &names);
        let mut optional_points = Vec::new();
        read_places(&self.file, &mut self.units, &names, &mut optional_points)?;
        let divisions = chinese(&self.file, &mut self.units, &names)?;
        let file = &self.file;
        let red = file.sides.iter().find(|s| *s != "un").cloned().unwrap_or_default();
        let cities = cities(file, &names)?;
        let city_scores = |rows: &[ScoreRow]| city_scores(rows, &cities, &names);
        let (held_at_end, ever_taken) =
            (city_scores(&file.victory.held_at_end)?, city_scores(&file.victory.ever_taken)?);
        let (retaken, raided) = (city_scores(&file.victory.retaken)?, city_scores(&file.victory.raided)?);
        let cleared = city_scores(&file.victory.cleared)?;
        let critical = names.hexes("critical", &file.critical.hexes)?;
        let (tracked, control) = tracked(file, &names, &cities, &critical)?;
        let mut track_of = vec![u8::MAX; ground.hexes];
        for (i, &h) in tracked.iter().enumerate() {
            track_of[h as usize] = i as u8;
        }
        let (entry_hexes, entry_costs) = entries(file, &names, &ground)?;
        let supply = |side: &str| file.supply.get(side);
        let sources = |side: &str| names.hexes("supply", supply(side).map_or(&[], |s| &s.sources));
        let red_setup = file.setup.nk.iter().chain(&file.setup.cn);
        let red_labels: Vec<String> = red_setup.flat_map(|r| r.at.clone()).collect();
        let hex_line = hex_lines(&ground, &crt, self.frozen)?;
        let line = |name: &str| crt.line(name).unwrap_or(0);
        let withdrawals = withdrawals(file, &names)?;
        let tag = |side: &str| {
            let pool = self.pools.pool.get(side).map(|p| p.counts);
            pool.ok_or_else(|| DataError::new("support.toml", format!("there is no pool.{side}")))
        };
        let dummies: Vec<u8> =
            (0..self.units.len() as u8).filter(|&u| self.units[u as usize].dummy()).collect();
        let dummy_labels = file.setup.dummies.as_ref().map_or(&[][..], |d| &d.default);
        let exit = match &file.exit {
            Some(e) => Some((names.hex("exit", &e.hex)?, e.from_turn)),
            None => None,
        };
        let on_lost = file.entry.on_unit_lost.as_ref().map(|h| names.hex("entry", h)).transpose()?;
        Ok(Scenario {
            index: self.index,
            id: file.id.clone(),
            title: file.title.clone(),
            map: file.map.clone(),
            frozen: self.frozen,
            turns: file.turns,
            first: file.sides.first().map_or(UN, |s| side_of(s)),
            sets_up: file.sets_up.first().map_or(UN, |s| side_of(s)),
            hidden_units: file.rules.hidden_units,
            human_wave: file.rules.human_wave,
            rebuilding: file.rules.rebuilding,
            engineer_bridges: file.rules.engineer_bridges,
            breakdown: file.rules.breakdown.clone(),
            dummies_beside_un: file.rules.dummies_beside_un,
            naktong_link: file.rules.naktong_link,
            dates: dates(file, &names)?,
            allotment: allotments(file),
            wide_line: line("han-river"),
            river_line: line(if self.frozen { "frozen-river" } else { "minor-river" }),
            bridge_line: line("bridge"),
            ice_line: line("frozen-reservoir"),
            hex_line,
            divisions,
            dummies,
            dummy_defaults: names.hexes("setup.dummies", dummy_labels)?,
            sources: [sources("un")?, sources(&red)?],
            fragile_sources: names.hexes("supply", supply("un").map_or(&[], |s| &s.until_enemy_enters))?,
            symbols: names.hexes("supply", supply(&red).map_or(&[], |s| &s.symbols))?,
            tracked,
            track_of,
            control,
            critical,
            entry_hexes,
            entry_costs,
            on_unit_cost: file.entry.on_unit_cost.as_ref().map_or(Ok(2), |c| cost(&self.name, c))?,
            on_unit_lost: on_lost,
            support_cuts: file
                .withdrawals
                .iter()
                .flat_map(|w| w.support.iter().map(|c| (c.turn, c.less)))
                .collect(),
            withdrawals,
            exit,
            optional_points,
            held_at_end,
            ever_taken,
            retaken,
            raided,
            cleared,
            cities,
            red_setup_hexes: names.hexes("setup", &red_labels)?,
            pool: [tag("un")?, tag(&red)?],
            red,
            rivals: rivals(&self.units),
            quick: self.units.iter().map(Quick::of).collect(),
            units: self.units,
            parameters: self.parameters,
            line_ground: [hexes_with(&ground.supply), hexes_with(&ground.land)],
            ground,
            crt,
        })
    }
}

fn hexes_with(what: &[bool]) -> HexBits {
    let mut out = HexBits::default();
    what.iter().enumerate().for_each(|(hex, &yes)| out.set(hex, yes));
    out
}

fn rivals(units: &[Unit]) -> Vec<UnitBits> {
    let choice = |u: &Unit| match &u.setup {
        Some(place) if !u.small() && place.at.len() > 1 => place.at.clone(),
        _ => Vec::new(),
    };
    let places: Vec<Vec<u16>> = units.iter().map(choice).collect();
    let mut out = vec![UnitBits::default(); units.len()];
    for (i, mine) in places.iter().enumerate() {
        for (j, theirs) in places.iter().enumerate() {
            if units[i].side == units[j].side && mine.iter().any(|h| theirs.contains(h)) {
                out[i].set(j, true);
            }
        }
    }
    out
}

fn link_divisions(units: &mut [Unit], rows: &[&UnitRow], names: &Names<'_>) {
    for (i, row) in rows.iter().enumerate() {
        let division = row.division.as_ref().and_then(|d| names.ids.iter().position(|id| id == d));
        if let Some(division) = division {
            units[i].division = division as u8;
            units[division].regiments.push(i as u8);
        }
    }
}

fn read_places(
    file: &ScenarioFile,
    units: &mut [Unit],
    names: &Names<'_>,
    optional: &mut Vec<(u8, i32)>,
) -> Result<(), DataError> {
    for row in file.setup.un.iter().chain(&file.setup.nk).chain(&file.setup.cn) {
        let unit = names.unit("setup", &row.unit)?;
        units[unit as usize].setup = Some(place(row, names)?);
    }
    for row in file.reinforcements.values().flatten() {
        let unit = names.unit("reinforcements", &row.unit)?;
        let mut arrival = arrival(row, names)?;
        if row.optional {
            arrival.optional = Some(optional.len() as u8);
            optional.push((unit, i32::from(row.entry_points)));
        }
        units[unit as usize].arrival = Some(arrival);
    }
    Ok(())
}
