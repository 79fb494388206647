//! The data files, read and checked. Every fault names its file and place.

use crate::charts::Charts;
use crate::crt::Crt;
use crate::data::{Kind, Parameters, Quick, Scenario, Size, Unit};
use crate::files::{
    CrtFile, ParametersFile, ScenarioFile, ScoreRow, SupportFile, TerrainChart, TerrainFile, Trait, UnitRow,
    UnitsFile,
};
use crate::ground::{Ground, half_points};
use crate::range::MOST;
use crate::roster::{
    allotments, arrival, chinese, cities, city_scores, dates, entries, hex_lines, place, tracked, withdrawals,
};
use crate::state::{Hex, HexSet, NOBODY, RED, Side, UN, UNITS, UnitId};
use board::HexMap;
use engine::{DataError, Files};
use std::sync::atomic::{AtomicU64, Ordering};

/// How many scenarios have been loaded: each has a number of its own.
static LOADED: AtomicU64 = AtomicU64::new(0);

/// The side of a nation or side word.
pub(crate) fn side_of(word: &str) -> Option<Side> {
    match word {
        "un" | "us" | "rok" | "cw" => Some(UN),
        "nk" | "cn" => Some(RED),
        _ => None,
    }
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
    /// Its text, to say in which line something stands.
    pub(crate) text: &'a str,
    pub(crate) turns: u8,
    /// How far from an entry hex the hexes lie that open a turn later.
    pub(crate) widened: u8,
    pub(crate) ground: &'a Ground,
    pub(crate) ids: Vec<&'a str>,
}

impl Names<'_> {
    pub(crate) fn error(&self, message: impl Into<String>) -> DataError {
        DataError::new(self.file.clone(), message)
    }
    /// An error about a word of the file, with the line where it stands first.
    fn error_at(&self, word: &str, message: String) -> DataError {
        let quoted = format!("\"{word}\"");
        match self.text.lines().position(|line| line.contains(&quoted)) {
            Some(line) => self.error(format!("line {}, {message}", line + 1)),
            None => self.error(message),
        }
    }
    pub(crate) fn side(&self, place: &str, word: &str) -> Result<Side, DataError> {
        side_of(word).ok_or_else(|| self.error_at(word, format!("{place}: there is no side \"{word}\"")))
    }
    pub(crate) fn hex(&self, place: &str, label: &str) -> Result<Hex, DataError> {
        let hex = self.ground.hex(label);
        let hex = hex.ok_or_else(|| self.error_at(label, format!("{place}: there is no hex {label}")))?;
        if !self.ground.land[hex.index()] {
            return Err(self.error_at(label, format!("{place}: {label} is water")));
        }
        Ok(hex)
    }
    pub(crate) fn hexes(&self, place: &str, labels: &[String]) -> Result<Vec<Hex>, DataError> {
        labels.iter().map(|l| self.hex(place, l)).collect()
    }
    pub(crate) fn unit(&self, place: &str, id: &str) -> Result<UnitId, DataError> {
        let at = self.ids.iter().position(|i| *i == id);
        at.map(|i| UnitId(i as u8))
            .ok_or_else(|| self.error_at(id, format!("{place}: there is no unit {id}")))
    }
}

pub(crate) fn cost(file: &str, text: &str) -> Result<u8, DataError> {
    half_points(text)
        .ok_or_else(|| DataError::new(file, format!("\"{text}\" is not a number of movement points")))
}

impl Unit {
    fn read(row: &UnitRow, file: &ScenarioFile, text: &str) -> Result<Self, DataError> {
        let bad = |what: &str| {
            let quoted = format!("\"{}\"", row.id);
            let line = text.lines().position(|l| l.contains(&quoted)).map_or(0, |n| n + 1);
            DataError::new("units.toml", format!("line {line}, {}: {what}", row.id))
        };
        let texts = file.faces.get(&row.id).unwrap_or(&row.faces);
        let faces: Vec<[u8; 3]> = texts.iter().filter_map(|t| face(t)).collect();
        if faces.len() != texts.len() || faces.is_empty() || faces.len() > 4 {
            return Err(bad("`faces`: a counter has one to four, each attack-defence-movement"));
        }
        if faces.iter().any(|f| usize::from(f[2]) * 2 >= MOST || f[0].max(f[1]) > 99) {
            return Err(bad("`faces`: strengths up to 99 and movement up to 31 can be played"));
        }
        let first = file.first_turn.as_ref();
        let fits = |line: &ScoreRow| {
            (line.nations.is_empty() || line.nations.contains(&row.nation))
                && line.kinds.as_ref().is_none_or(|k| k.contains(&row.kind))
                && line.sizes.as_ref().is_none_or(|s| s.contains(&row.size))
                && line.mobile.is_none_or(|m| m == row.mobile)
        };
        let score = |lines: &[ScoreRow]| {
            lines.iter().find(|l| fits(l)).map_or((UN, 0), |l| (side_of(&l.to).unwrap_or(UN), l.points))
        };
        let is_unit = row.kind != "dummy";
        let own = side_of(&row.nation)
            .filter(|_| row.nation != "un")
            .ok_or_else(|| bad("`nation`: there is no such nation"))?;
        let exit = file.exit.as_ref().map_or(0, |e| score(&e.points).1);
        Ok(Self {
            id: row.id.clone(),
            label: row.label.clone(),
            name: row.name.clone(),
            nation: row.nation.clone(),
            kind: kind(&row.kind).ok_or_else(|| bad("`kind`: there is no such kind"))?,
            kind_name: row.kind.clone(),
            size: size(&row.size).ok_or_else(|| bad("`size`: there is no such size"))?,
            size_name: row.size.clone(),
            side: own,
            faces,
            mobile: row.mobile,
            zoc: row.zoc,
            usmc: row.traits.contains(&Trait::Usmc),
            commando: row.traits.contains(&Trait::Commando),
            hideable: row.traits.contains(&Trait::Hideable),
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
fn roster<'a>(units: &'a UnitsFile, file: &ScenarioFile, dummies: u8) -> Vec<&'a UnitRow> {
    let mut ids: Vec<&str> = Vec::new();
    let rows = file.setup.un.iter().chain(&file.setup.nk).chain(&file.setup.cn);
    ids.extend(rows.map(|r| r.unit.as_str()));
    ids.extend(file.reinforcements.values().flatten().map(|r| r.unit.as_str()));
    for division in file.chinese.iter().flat_map(|c| &c.division) {
        ids.push(&division.division);
        ids.extend(division.regiments.iter().map(String::as_str));
    }
    let count = if file.rules.hidden_units { dummies } else { 0 };
    let mut met = 0;
    let takes_part = |row: &&UnitRow| {
        if row.kind == "dummy" {
            met += 1;
            return met <= count;
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
        let frozen = match file.chart.as_str() {
            "frozen" => true,
            "temperate" => false,
            other => {
                return Err(DataError::new(
                    name,
                    format!("chart: \"{other}\" is neither temperate nor frozen"),
                ));
            }
        };
        let map_name = format!("maps/{}.map", file.map);
        let map = HexMap::parse(&map_name, files.get(&map_name)?)
            .map_err(|e| DataError::new(map_name.clone(), e.to_string()))?;
        let chart = if frozen { &terrain.frozen } else { &terrain.temperate };
        let ground = Ground::new(&map, chart, &map_name)?;
        let table = if frozen { &tables.frozen } else { &tables.temperate };
        let crt = Crt::new(&tables, table)?;
        let charts = Charts::new(table, chart);
        agree(chart, &table.maps, &map, &crt, &file.map)?;
        let units_file: UnitsFile = files.toml("units.toml")?;
        let parameters = parameters(files)?;
        let rows = roster(&units_file, &file, parameters.dummies);
        check_dummies(&rows, &parameters, &file)?;
        if rows.len() > UNITS - 1 {
            return Err(DataError::new(
                name,
                format!("{} units take part; {} are the most", rows.len(), UNITS - 1),
            ));
        }
        let text = files.get("units.toml")?;
        let units = rows.iter().map(|r| Unit::read(r, &file, text)).collect::<Result<Vec<_>, _>>()?;
        let pools: SupportFile = files.toml("support.toml")?;
        let text = files.get(&name)?;
        let scenario =
            Builder { name: name.clone(), text, file, rows, units, frozen, index, pools, parameters }
                .finish(ground, crt, charts)?;
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
            ("parameters.toml: hidden.dummies", self.dummies.len(), 12),
            ("bridges of all engineers", self.most_bridges(), 8),
            ("reinforcements", self.units.iter().filter(|u| u.arrival.is_some()).count(), 48),
        ];
        for (what, count, most) in limits {
            if count > most {
                return Err(format!("{what}: {count} are listed and {most} are the most"));
            }
        }
        for pool in &self.pool {
            let markers: u32 = pool.iter().map(|&n| u32::from(n)).sum();
            if markers > 99 || pool.iter().any(|&n| n > 15) {
                return Err(format!("support.toml: a pool of {markers} markers is too large"));
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

/// Charts and maps say the same: letters, shifts, which maps a chart is for.
fn agree(
    chart: &TerrainChart,
    table: &[String],
    map: &HexMap,
    crt: &Crt,
    name: &str,
) -> Result<(), DataError> {
    let bad = |message: String| Err(DataError::new("terrain.toml", message));
    if !chart.maps.iter().any(|m| m == name) || !table.iter().any(|m| m == name) {
        return bad(format!("maps: {name} is not among the maps of its chart here and in crt.toml"));
    }
    for row in chart.hex.iter().chain(&chart.side) {
        let shift = crt.line(&row.terrain).map_or(0, |l| crt.shift(l));
        if row.shift != shift {
            return bad(format!("{}: shift {} stands against {shift} in crt.toml", row.terrain, row.shift));
        }
    }
    for class in map.legend() {
        let row = chart.hex.iter().find(|r| r.terrain == class.name);
        if row.is_some_and(|r| r.code != Some(class.letter)) {
            return bad(format!("{}: its code is not the letter of the map {name}", class.name));
        }
    }
    match (chart.road.clear_hex_shift, crt.line("road")) {
        (given, line) if given != line.map(|l| crt.shift(l)) => {
            bad("road.clear_hex_shift: it does not agree with crt.toml".to_owned())
        }
        _ if chart.trail.clear_hex_shift.is_some() => {
            bad("trail.clear_hex_shift: only roads have it".to_owned())
        }
        _ => Ok(()),
    }
}

/// 16.0 The dummies exist and move as the parameters say.
fn check_dummies(rows: &[&UnitRow], parameters: &Parameters, file: &ScenarioFile) -> Result<(), DataError> {
    let dummies: Vec<_> = rows.iter().filter(|r| r.kind == "dummy").collect();
    let wanted = if file.rules.hidden_units { usize::from(parameters.dummies) } else { 0 };
    if dummies.len() != wanted {
        let message = format!("hidden.dummies: {wanted} are wanted and units.toml has {}", dummies.len());
        return Err(DataError::new("parameters.toml", message));
    }
    let slow =
        |r: &&&&UnitRow| r.faces.iter().any(|f| face(f).map(|f| f[2]) != Some(parameters.dummy_movement));
    match dummies.iter().find(slow) {
        Some(row) => Err(DataError::new(
            "units.toml",
            format!("{}: `faces`: parameters.toml gives dummies another movement", row.id),
        )),
        None => Ok(()),
    }
}

fn parameters(files: &Files) -> Result<Parameters, DataError> {
    let p: ParametersFile = files.toml("parameters.toml")?;
    let reach = cost("parameters.toml", &p.engineer.reach.value)?;
    let slots = files.toml::<SupportFile>("support.toml")?.slots;
    if !(1..=2).contains(&slots) {
        return Err(DataError::new("support.toml", format!("slots: {slots} is not 1 or 2")));
    }
    if usize::from(reach) >= MOST {
        return Err(DataError::new(
            "parameters.toml",
            "engineer.reach: 31 movement points are the most".to_owned(),
        ));
    }
    if p.rebuild.per_player_turn.value == 0 || p.engineer.bridges_per_engineer_and_turn.value == 0 {
        return Err(DataError::new("parameters.toml", "rebuild, engineer: it must be 1 at least".to_owned()));
    }
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
        bridges: p.engineer.bridges_per_engineer_and_turn.value,
        rebuilds: p.rebuild.per_player_turn.value,
        slots,
        dummies: p.hidden.dummies.value,
        dummy_movement: p.hidden.dummy_movement.value,
        widened: p.entry.widened_radius.value,
        levels,
    })
}

struct Builder<'a> {
    name: String,
    text: &'a str,
    file: ScenarioFile,
    rows: Vec<&'a UnitRow>,
    units: Vec<Unit>,
    frozen: bool,
    index: u8,
    pools: SupportFile,
    parameters: Parameters,
}

impl Builder<'_> {
    fn finish(mut self, ground: Ground, crt: Crt, charts: Charts) -> Result<Scenario, DataError> {
        let ids: Vec<&str> = self.rows.iter().map(|r| r.id.as_str()).collect();
        let names = Names {
            file: self.name.clone(),
            text: self.text,
            turns: self.file.turns,
            widened: self.parameters.widened,
            ground: &ground,
            ids,
        };
        if self.file.turns == 0 || self.file.turns > 99 {
            return Err(names.error("turns: 1 to 99 can be played"));
        }
        link_divisions(&mut self.units, &self.rows, &names);
        let mut optional_points = Vec::new();
        read_places(&self.file, &mut self.units, &names, &mut optional_points)?;
        let divisions = chinese(&self.file, &mut self.units, &names)?;
        let file = &self.file;
        let (first, sets_up) =
            (two_sides(&names, "sides", &file.sides)?, two_sides(&names, "sets_up", &file.sets_up)?);
        let red = file.sides.iter().find(|s| *s != "un").cloned().unwrap_or_default();
        for line in file.victory.lines().chain(file.exit.iter().flat_map(|e| &e.points)) {
            check_line(&names, line)?;
        }
        for word in file.supply.keys().chain(file.reinforcements.keys()).chain(&file.rules.breakdown) {
            names.side("supply, reinforcements, rules.breakdown", word)?;
        }
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
            track_of[h.index()] = i as u8;
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
        let ids = (0..self.units.len() as u8).map(UnitId);
        let dummies: Vec<UnitId> = ids.filter(|u| self.units[u.index()].dummy()).collect();
        let exit = match &file.exit {
            Some(e) => Some((names.hex("exit", &e.hex)?, e.from_turn)),
            None => None,
        };
        let on_lost = file.entry.on_unit_lost.as_ref().map(|h| names.hex("entry", h)).transpose()?;
        Ok(Scenario {
            index: self.index,
            number: LOADED.fetch_add(1, Ordering::Relaxed),
            charts,
            id: file.id.clone(),
            title: file.title.clone(),
            map: file.map.clone(),
            frozen: self.frozen,
            turns: file.turns,
            first,
            sets_up,
            hidden_units: file.rules.hidden_units,
            human_wave: file.rules.human_wave,
            rebuilding: file.rules.rebuilding,
            engineer_bridges: file.rules.engineer_bridges,
            breakdown: file.rules.breakdown.clone(),
            dummies_beside_un: file.rules.dummies_beside_un,
            naktong_link: file.rules.naktong_link,
            dates: dates(file, &names)?,
            allotment: allotments(file, &names)?,
            wide_line: line("han-river"),
            river_line: line(if self.frozen { "frozen-river" } else { "minor-river" }),
            bridge_line: line("bridge"),
            ice_line: line("frozen-reservoir"),
            hex_line,
            divisions,
            dummies,
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
            quick: self.units.iter().map(Quick::of).collect(),
            of_side: [UN, RED].map(|side| {
                let mine = self.units.iter().enumerate().filter(|(_, u)| u.side == side);
                mine.map(|(i, _)| UnitId(i as u8)).collect()
            }),
            units: self.units,
            parameters: self.parameters,
            line_ground: [hexes_with(&ground.supply), hexes_with(&ground.land)],
            ground,
            crt,
        })
    }
}

fn hexes_with(what: &[bool]) -> HexSet {
    let mut out = HexSet::default();
    what.iter().enumerate().for_each(|(hex, &yes)| out.set(Hex(hex as u16), yes));
    out
}

/// The words of a line of the victory table exist.
fn check_line(names: &Names<'_>, line: &ScoreRow) -> Result<(), DataError> {
    names.side("victory", &line.to)?;
    line.nations.iter().try_for_each(|n| names.side("victory.nations", n).map(|_| ()))?;
    let none =
        |what: &str, word: &str| names.error_at(word, format!("victory: there is no {what} \"{word}\""));
    if let Some(word) = line.kinds.iter().flatten().find(|w| kind(w).is_none()) {
        return Err(none("kind", word));
    }
    if let Some(word) = line.sizes.iter().flatten().find(|w| size(w).is_none()) {
        return Err(none("size", word));
    }
    if !(-1000..=1000).contains(&line.points) {
        return Err(names.error(format!("victory: {} points are too many", line.points)));
    }
    Ok(())
}

/// Both sides, each once; gives the first.
fn two_sides(names: &Names<'_>, field: &str, words: &[String]) -> Result<Side, DataError> {
    let sides = words.iter().map(|w| names.side(field, w)).collect::<Result<Vec<_>, _>>()?;
    match sides[..] {
        [first, second] if first != second => Ok(first),
        _ => Err(names.error(format!("{field}: it lists both sides"))),
    }
}

fn link_divisions(units: &mut [Unit], rows: &[&UnitRow], names: &Names<'_>) {
    for (i, row) in rows.iter().enumerate() {
        let division = row.division.as_ref().and_then(|d| names.ids.iter().position(|id| id == d));
        if let Some(division) = division {
            units[i].division = UnitId(division as u8);
            units[division].regiments.push(UnitId(i as u8));
        }
    }
}

fn read_places(
    file: &ScenarioFile,
    units: &mut [Unit],
    names: &Names<'_>,
    optional: &mut Vec<(UnitId, i32)>,
) -> Result<(), DataError> {
    for row in file.setup.un.iter().chain(&file.setup.nk).chain(&file.setup.cn) {
        let unit = names.unit("setup", &row.unit)?;
        units[unit.index()].setup = Some(place(row, names)?);
    }
    for row in file.reinforcements.values().flatten() {
        let unit = names.unit("reinforcements", &row.unit)?;
        let mut arrival = arrival(row, names)?;
        if row.optional {
            arrival.optional = Some(optional.len() as u8);
            optional.push((unit, i32::from(row.entry_points)));
        }
        units[unit.index()].arrival = Some(arrival);
    }
    Ok(())
}
