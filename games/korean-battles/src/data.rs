//! The data files, read and checked: counters, scenarios, pools, entry hexes.

use crate::crt::Crt;
use crate::files::{
    ArrivalRow, CrtFile, DivisionRow, NearRow, ParametersFile, ScenarioFile, ScoreRow, SetupRow, SupportFile,
    TerrainFile, UnitRow, UnitsFile,
};
use crate::ground::{Ground, half_points};
use crate::state::{HexBits, NOBODY, RED, UN, UNITS, UnitBits};
use board::HexMap;
use engine::{DataError, Files};

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Infantry,
    Armor,
    Motorcycle,
    Hq,
    Depot,
    Cadre,
    Engineer,
    Police,
    Railroad,
    AntiTank,
    AntiAircraft,
    Dummy,
}

/// How large a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Size {
    Dummy,
    Cadre,
    Depot,
    Hq,
    Company,
    Battalion,
    Regiment,
    Brigade,
    Division,
}

/// A counter. [rule: kb 2.0, kb 2.3, kb 2.3.2-strengths, kb 2.3.2-movement, kb 2.3.2-mobile, kb 3.0]
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) name: String,
    pub(crate) nation: String,
    pub(crate) kind: Kind,
    pub(crate) kind_name: String,
    pub(crate) size: Size,
    pub(crate) size_name: String,
    pub(crate) side: u8,
    /// Attack, defence, movement of each step.
    pub(crate) faces: Vec<[u8; 3]>,
    pub(crate) mobile: bool,
    pub(crate) zoc: bool,
    pub(crate) usmc: bool,
    pub(crate) commando: bool,
    pub(crate) hideable: bool,
    /// The division that this regiment comes from.
    pub(crate) division: u8,
    /// Its regiments, for a division that can be exchanged.
    pub(crate) regiments: Vec<u8>,
    pub(crate) setup: Option<Place>,
    pub(crate) arrival: Option<Arrival>,
    /// Points for its death and the side that gets them.
    pub(crate) dead: (u8, i32),
    /// Points for the United Nations when it leaves by the exit.
    pub(crate) exit_points: i32,
    /// Points for the Communist side if it is on the map at the end.
    pub(crate) left_points: i32,
    pub(crate) no_zoc_first_turn: bool,
    pub(crate) may_not_move_first_turn: bool,
}

impl Unit {
    /// 20.0 A unit that may share its hex with a larger one. [rule: kb hidden-stacking]
    #[inline]
    pub(crate) fn small(&self) -> bool {
        self.size <= Size::Battalion
    }
    #[inline]
    pub(crate) fn dummy(&self) -> bool {
        self.kind == Kind::Dummy
    }
    /// Regiment or larger.
    pub(crate) fn formation(&self) -> bool {
        self.size >= Size::Regiment
    }
}

/// What the hot paths ask of a unit, in a few bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quick {
    pub(crate) side: u8,
    pub(crate) small: bool,
    pub(crate) dummy: bool,
    pub(crate) mobile: bool,
    pub(crate) commando: bool,
    pub(crate) depot: bool,
    pub(crate) hq: bool,
    /// Movement in half points of each step.
    pub(crate) allowance: [u8; 4],
}

impl Quick {
    fn of(unit: &Unit) -> Self {
        let mut allowance = [0; 4];
        for (a, face) in allowance.iter_mut().zip(&unit.faces) {
            *a = face[2].saturating_mul(2);
        }
        Self {
            side: unit.side,
            small: unit.small(),
            dummy: unit.dummy(),
            mobile: unit.mobile,
            commando: unit.commando,
            depot: unit.kind == Kind::Depot,
            hq: unit.kind == Kind::Hq,
            allowance,
        }
    }
}

/// Where a unit is set up.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) at: Vec<u16>,
    /// In or next to a hex with a unit of its own side.
    pub(crate) beside: bool,
    pub(crate) step: u8,
    pub(crate) default: Option<u16>,
    pub(crate) default_hidden: bool,
}

/// Where a reinforcement comes in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    /// At named hexes, paying the cost of entry.
    At(Vec<u16>),
    /// On a unit's hex.
    On(u8),
    /// Placed in one of these hexes, free of cost.
    Placed(Vec<u16>),
}

/// Why a reinforcement comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    Turn,
    Airfield,
    ArmyCadre,
    MarineCadre,
}

/// A reinforcement's arrival.
#[derive(Debug, Clone)]
pub(crate) struct Arrival {
    pub(crate) turn: u8,
    pub(crate) accelerated: Option<u8>,
    /// Takes part only when the 26th Army is accelerated.
    pub(crate) only_accelerated: bool,
    pub(crate) entry: Entry,
    pub(crate) step: u8,
    pub(crate) optional: Option<u8>,
    pub(crate) when: When,
}

/// A Chinese division: counter or regiments.
#[derive(Debug)]
pub(crate) struct Division {
    pub(crate) unit: u8,
    pub(crate) regiments: Vec<u8>,
    /// How many regiments are set up.
    pub(crate) start: usize,
    pub(crate) forces: Vec<u8>,
    pub(crate) optional: bool,
}

/// A hex where reinforcements enter.
#[derive(Debug)]
pub(crate) struct EntryHex {
    pub(crate) hex: u16,
    pub(crate) adjacent: Vec<u16>,
    pub(crate) widened: Vec<u16>,
}

/// A city that scores.
#[derive(Debug)]
pub(crate) struct City {
    pub(crate) name: String,
    pub(crate) hexes: Vec<u16>,
}

/// A unit to be withdrawn.
#[derive(Debug)]
pub(crate) struct Withdrawal {
    pub(crate) unit: u8,
    pub(crate) turn: u8,
    pub(crate) overdue: i32,
    pub(crate) dead_less: u8,
}

/// A line of the victory table about a city.
#[derive(Debug)]
pub(crate) struct CityScore {
    pub(crate) to: u8,
    pub(crate) points: i32,
    pub(crate) city: usize,
    pub(crate) from_turn: u8,
    pub(crate) sizes: Vec<String>,
    pub(crate) supplied: bool,
}

/// The numbers that the rules name.
#[derive(Debug)]
pub(crate) struct Parameters {
    pub(crate) air_counters: u8,
    pub(crate) air_cost: u8,
    pub(crate) per_hq: u8,
    pub(crate) per_depot: u8,
    pub(crate) per_critical: u8,
    pub(crate) per_division: u8,
    pub(crate) acceleration: u8,
    pub(crate) engineer_reach: u8,
    pub(crate) cadre_steps: u8,
    pub(crate) levels: Vec<(i32, String)>,
}

/// A scenario, compiled. [rule: kb 1.0, kb 2.1, kb 2.2, kb 2.4]
#[derive(Debug)]
pub(crate) struct Scenario {
    pub(crate) index: u8,
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) map: String,
    pub(crate) frozen: bool,
    pub(crate) turns: u8,
    /// The side of the first player turn.
    pub(crate) first: u8,
    /// The side that sets up first.
    pub(crate) sets_up: u8,
    pub(crate) red: String,
    pub(crate) hidden_units: bool,
    pub(crate) human_wave: bool,
    pub(crate) rebuilding: bool,
    pub(crate) engineer_bridges: bool,
    pub(crate) breakdown: Vec<String>,
    pub(crate) dummies_beside_un: bool,
    pub(crate) naktong_link: bool,
    pub(crate) dates: Vec<String>,
    pub(crate) allotment: [Vec<u8>; 2],
    pub(crate) ground: Ground,
    pub(crate) crt: Crt,
    /// The table's line of each hex's own terrain.
    pub(crate) hex_line: Vec<u8>,
    /// The lines of hexsides: wide river, river, bridge, reservoir.
    pub(crate) wide_line: u8,
    pub(crate) river_line: u8,
    pub(crate) bridge_line: u8,
    pub(crate) ice_line: u8,
    pub(crate) units: Vec<Unit>,
    pub(crate) quick: Vec<Quick>,
    /// For each large unit with a choice of set-up hexes, the large units that could take one of them, itself among them.
    pub(crate) rivals: Vec<UnitBits>,
    pub(crate) divisions: Vec<Division>,
    pub(crate) dummies: Vec<u8>,
    pub(crate) dummy_defaults: Vec<u16>,
    pub(crate) sources: [Vec<u16>; 2],
    pub(crate) fragile_sources: Vec<u16>,
    pub(crate) symbols: Vec<u16>,
    /// Hexes whose ground lets a side's lines of supply pass.
    pub(crate) line_ground: [HexBits; 2],
    /// Hexes whose control counts.
    pub(crate) tracked: Vec<u16>,
    /// The number of each hex among the tracked ones.
    pub(crate) track_of: Vec<u8>,
    pub(crate) control: [u16; 2],
    pub(crate) cities: Vec<City>,
    pub(crate) critical: Vec<u16>,
    pub(crate) entry_hexes: Vec<EntryHex>,
    pub(crate) entry_costs: Vec<(u16, u8)>,
    pub(crate) on_unit_cost: u8,
    pub(crate) on_unit_lost: Option<u16>,
    pub(crate) support_cuts: Vec<(u8, u8)>,
    pub(crate) withdrawals: Vec<Withdrawal>,
    pub(crate) exit: Option<(u16, u8)>,
    pub(crate) optional_points: Vec<(u8, i32)>,
    pub(crate) held_at_end: Vec<CityScore>,
    pub(crate) ever_taken: Vec<CityScore>,
    pub(crate) retaken: Vec<CityScore>,
    pub(crate) raided: Vec<CityScore>,
    pub(crate) cleared: Vec<CityScore>,
    /// Hexes that the Communist set-up names: closed to the United Nations' free placement.
    pub(crate) red_setup_hexes: Vec<u16>,
    pub(crate) pool: [[u8; 7]; 2],
    pub(crate) parameters: Parameters,
}

/// The side of a nation or side word.
fn side_of(word: &str) -> u8 {
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
struct Names<'a> {
    file: String,
    ground: &'a Ground,
    ids: Vec<&'a str>,
}

impl Names<'_> {
    fn error(&self, message: impl Into<String>) -> DataError {
        DataError::new(self.file.clone(), message)
    }
    fn hex(&self, place: &str, label: &str) -> Result<u16, DataError> {
        let hex =
            self.ground.hex(label).ok_or_else(|| self.error(format!("{place}: there is no hex {label}")))?;
        if !self.ground.land[hex as usize] {
            return Err(self.error(format!("{place}: {label} is water")));
        }
        Ok(hex)
    }
    fn hexes(&self, place: &str, labels: &[String]) -> Result<Vec<u16>, DataError> {
        labels.iter().map(|l| self.hex(place, l)).collect()
    }
    fn unit(&self, place: &str, id: &str) -> Result<u8, DataError> {
        let at = self.ids.iter().position(|i| *i == id);
        at.map(|i| i as u8).ok_or_else(|| self.error(format!("{place}: there is no unit {id}")))
    }
}

fn cost(file: &str, text: &str) -> Result<u8, DataError> {
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
        Builder { name, file, rows, units, frozen, index, pools, parameters }.finish(ground, crt)
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

fn place(row: &SetupRow, names: &Names<'_>) -> Result<Place, DataError> {
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

fn arrival(row: &ArrivalRow, names: &Names<'_>) -> Result<Arrival, DataError> {
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
    Ok(Arrival {
        turn: row.turn.unwrap_or(u8::MAX),
        accelerated: row.accelerated_turn,
        only_accelerated: false,
        entry,
        step: row.step.map_or(u8::from(row.depleted), |s| s.saturating_sub(1)),
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
        around.retain(|&h| names.ground.land[h as usize]);
        return Ok(Entry::Placed(around));
    }
    Ok(Entry::At(names.hexes(field, &row.at)?))
}

fn hexes_of(entry: &Entry) -> Vec<u16> {
    match entry {
        Entry::At(hexes) | Entry::Placed(hexes) => hexes.clone(),
        Entry::On(_) => Vec::new(),
    }
}

/// 29 The Chinese divisions: where regiments and counters begin or come in. [rule: kb 29-ch-setup]
fn chinese(file: &ScenarioFile, units: &mut [Unit], names: &Names<'_>) -> Result<Vec<Division>, DataError> {
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
            units[r as usize].setup =
                Some(Place { at: at.clone(), beside: false, step: 0, default, default_hidden: false });
        }
    }
    let mut rest = regiments.iter().skip(start);
    for later in &row.later {
        for &r in rest.by_ref().take(later.count as usize) {
            units[r as usize].arrival = Some(Arrival {
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
            units[unit as usize].arrival = Some(Arrival {
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
            units[unit as usize].setup =
                Some(Place { at: hexes_of(&entry), beside: false, step: 0, default, default_hidden: false });
        }
    }
    let forces = row.forces.iter().map(|f| names.unit(&field, f)).collect::<Result<Vec<_>, _>>()?;
    Ok(Division { unit, regiments, start, forces, optional: row.optional })
}

fn cities(file: &ScenarioFile, names: &Names<'_>) -> Result<Vec<City>, DataError> {
    let read = |(name, labels): (&String, &Vec<String>)| {
        Ok(City { name: name.clone(), hexes: names.hexes("cities", labels)? })
    };
    file.cities.iter().map(read).collect()
}

fn city_scores(rows: &[ScoreRow], cities: &[City], names: &Names<'_>) -> Result<Vec<CityScore>, DataError> {
    let read = |row: &ScoreRow| {
        let wanted = row.city.clone().unwrap_or_default();
        let city = cities.iter().position(|c| c.name == wanted);
        let city = city.ok_or_else(|| names.error(format!("victory: there is no city \"{wanted}\"")))?;
        Ok(CityScore {
            to: side_of(&row.to),
            points: row.points,
            city,
            from_turn: row.from_turn.unwrap_or(1),
            sizes: row.sizes.clone().unwrap_or_default(),
            supplied: row.supplied,
        })
    };
    rows.iter().map(read).collect()
}

fn tracked(
    file: &ScenarioFile,
    names: &Names<'_>,
    cities: &[City],
    critical: &[u16],
) -> Result<(Vec<u16>, [u16; 2]), DataError> {
    let mut tracked: Vec<u16> = cities.iter().flat_map(|c| c.hexes.iter().copied()).collect();
    tracked.extend(critical);
    let mut held = [Vec::new(), Vec::new()];
    for (side, labels) in &file.control {
        let hexes = names.hexes("control", labels)?;
        tracked.extend(&hexes);
        held[side_of(side) as usize].extend(hexes);
    }
    tracked.sort_unstable();
    tracked.dedup();
    if tracked.len() > 16 {
        return Err(names.error("control: at most 16 hexes can be held"));
    }
    let bits = |list: &[u16]| {
        let held = list.iter().filter_map(|h| tracked.iter().position(|t| t == h));
        held.fold(0u16, |bits, i| bits | 1 << i)
    };
    let control = [bits(&held[0]), bits(&held[1])];
    Ok((tracked, control))
}

type Entries = (Vec<EntryHex>, Vec<(u16, u8)>);

fn entries(file: &ScenarioFile, names: &Names<'_>, ground: &Ground) -> Result<Entries, DataError> {
    let land = |labels: &[String]| -> Result<Vec<u16>, DataError> {
        let find =
            |l: &String| ground.hex(l).ok_or_else(|| names.error(format!("entry: there is no hex {l}")));
        let all = labels.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        Ok(all.into_iter().filter(|&h| ground.land[h as usize]).collect())
    };
    let mut hexes = Vec::new();
    let mut costs = Vec::new();
    for row in &file.entry.hexes {
        let hex = names.hex("entry", &row.hex)?;
        if row.cost != "terrain" {
            costs.push((hex, cost(&names.file, &row.cost)?));
        }
        hexes.push(EntryHex { hex, adjacent: land(&row.adjacent)?, widened: land(&row.widened)? });
    }
    for row in &file.entry.other {
        costs.push((names.hex("entry", &row.hex)?, cost(&names.file, &row.cost)?));
    }
    Ok((hexes, costs))
}

fn withdrawals(file: &ScenarioFile, names: &Names<'_>) -> Result<Vec<Withdrawal>, DataError> {
    let rows = file.withdrawals.iter().flat_map(|w| &w.unit);
    let read = |row: &crate::files::WithdrawalRow| {
        Ok(Withdrawal {
            unit: names.unit("withdrawals", &row.unit)?,
            turn: row.turn,
            overdue: i32::from(row.overdue),
            dead_less: row.dead_before_less,
        })
    };
    rows.map(read).collect()
}

fn dates(file: &ScenarioFile, names: &Names<'_>) -> Result<Vec<String>, DataError> {
    let whole = file.track.turn.iter().enumerate().all(|(i, t)| t.turn as usize == i + 1);
    if !whole || file.track.turn.len() != file.turns as usize {
        return Err(names.error(format!("track.turn must list the turns 1 to {} in order", file.turns)));
    }
    Ok(file.track.turn.iter().map(|t| format!("{} {}", t.date, file.year)).collect())
}

fn allotments(file: &ScenarioFile) -> [Vec<u8>; 2] {
    let red = |t: &crate::files::TrackRow| t.nk.or(t.cn).unwrap_or(0);
    let un = file.track.turn.iter().map(|t| t.un.unwrap_or(0)).collect();
    [un, file.track.turn.iter().map(red).collect()]
}

/// The table's line for the terrain of every hex; on the frozen map a clear hex with a road has its own.
fn hex_lines(ground: &Ground, crt: &Crt, frozen: bool) -> Result<Vec<u8>, DataError> {
    let line = |hex: u16| {
        let terrain = ground.terrain_name(hex);
        let name = if frozen && terrain == "clear" && ground.road[hex as usize] { "road" } else { terrain };
        if !ground.land[hex as usize] {
            return Ok(0);
        }
        crt.line(name).ok_or_else(|| DataError::new("crt.toml", format!("there is no line for \"{name}\"")))
    };
    (0..ground.hexes as u16).map(line).collect()
}
