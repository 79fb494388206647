//! The shapes of the data files, as they are written. Unknown keys and values out of range are refused by the reader,
//! which names the line and column.

use engine::rows;
use engine::rows::{Source, Whole};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// A name that must be found elsewhere; it remembers where it stands.
pub(crate) type Name = toml::Spanned<String>;

/// A small number, 0 to 99.
pub(crate) type Small = Whole<0, 99>;

/// Movement points in halves: `"1/2"` is 1, `"2"` is 4; `"no"` forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Points(pub(crate) u8);

impl Points {
    pub(crate) const NO: u8 = u8::MAX;
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.as_str() {
            "no" => Ok(Self(Self::NO)),
            "1/2" => Ok(Self(1)),
            whole => match whole.parse::<u8>() {
                Ok(n) if n <= 20 => Ok(Self(n * 2)),
                _ => Err(D::Error::custom(format!("\"{text}\" is not a number of movement points"))),
            },
        }
    }
}

rows! {
    struct UnitsFile {
        unit: Vec<UnitRow>,
    }

    struct UnitRow {
        id: Name,
        label: String,
        name: String,
        nation: NationWord,
        size: SizeWord,
        division: Option<String>,
        source: Source,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum NationWord {
    Rok,
    Us,
    Cw,
    Tk,
    Roc,
    Un,
    Nk,
    Prc,
    Su,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum SizeWord {
    #[serde(rename = "XX")]
    Division,
    #[serde(rename = "X")]
    Brigade,
    #[serde(rename = "III")]
    Regiment,
    #[serde(rename = "cadre")]
    Cadre,
    #[serde(rename = "TF")]
    TaskForce,
    #[serde(rename = "HQ")]
    Hq,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SideWord {
    Un,
    Com,
}

rows! {
    struct AircraftFile {
        #[serde(rename = "type")]
        types: Vec<TypeRow>,
        aircraft: Vec<AircraftRow>,
    }

    struct TypeRow {
        id: String,
        name: String,
        side: SideWord,
        mig_alley: Whole<0, 9>,
        top_cover: Whole<0, 9>,
        interdiction: Whole<0, 9>,
        ground_support: Whole<0, 9>,
        strategic: Whole<0, 9>,
        station: Whole<1, 6>,
        base: BaseNeed,
        long_range: LongRange,
        book: Vec<TypeField>,
    }
}

/// The fields of a type that the text gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TypeField {
    MigAlley,
    TopCover,
    Interdiction,
    GroundSupport,
    Strategic,
    Station,
    Base,
    LongRange,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BaseNeed {
    Any,
    Improved,
    Carriers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LongRange {
    Never,
    Japan,
    China,
}

rows! {
    struct AircraftRow {
        id: Name,
        name: String,
        #[serde(rename = "type")]
        kind: Name,
        #[serde(default)]
        elite: bool,
        source: Source,
    }

    struct ChitsFile {
        hasty: Vec<ChitRow>,
        prepared: Vec<ChitRow>,
        planning: Planning,
        events: Events,
        snafu: Snafu,
        objectives: Objectives,
    }

    struct ChitRow {
        chit: String,
        die: Whole<6, 10>,
        modifier: Whole<-9, 9>,
        events: TableWord,
        planning: RowWord,
        advance: Whole<0, 9>,
        #[serde(rename = "source")]
        _source: Source,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum TableWord {
    A,
    B,
    C,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum RowWord {
    A,
    B,
    C,
    D,
}

rows! {
    struct Planning {
        a: Levels,
        b: Levels,
        c: Levels,
        d: Levels,
        defender_meeting: Levels,
        defender: Levels,
    }

    struct Levels {
        levels: [Whole<0, 20>; 3],
        #[serde(rename = "source")]
        _source: Source,
    }

    struct Events {
        a: EventTable,
        b: EventTable,
        c: EventTable,
    }

    struct EventTable {
        results: [EventWord; 10],
        #[serde(rename = "source")]
        _source: Source,
    }
}

/// A result of a random event table (5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EventWord {
    AttackerReporters,
    DefenderReporters,
    AttackerTank,
    AttackerReplacement,
    DefenderAlone,
    AttackerSnafu,
    DefenderSnafu,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Value<T> {
    pub(crate) value: T,
    #[serde(rename = "source")]
    pub(crate) _source: Source,
}

rows! {
    struct Snafu {
        leader: Value<Small>,
        fuel: Value<Small>,
        ammo: Value<Small>,
    }

    struct Objectives {
        ones: Value<Whole<0, 12>>,
        threes: Value<Whole<0, 12>>,
        fives: Value<Whole<0, 12>>,
    }

    struct TerrainFile {
        hex: Vec<TerrainRow>,
        road: Cost,
        rail: Cost,
        river: Cost,
        enemy_zone: Cost,
        #[serde(rename = "box")]
        boxes: Cost,
        defence: Defence,
    }

    struct TerrainRow {
        terrain: String,
        cost: Points,
        defence: Whole<0, 9>,
        tank: Whole<1, 4>,
        artillery: Whole<1, 4>,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct Cost {
        cost: Points,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct Defence {
        river: Value<Small>,
        bridged_river: Value<Small>,
        position: Value<Small>,
        trenches: Value<Small>,
    }

    struct TurnsFile {
        month: Vec<MonthRow>,
    }

    struct MonthRow {
        month: String,
        first: Whole<1, 60>,
        weeks: Vec<String>,
        winter: bool,
        rain: Whole<0, 10>,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct ScheduleFile {
        row: Vec<ScheduleRow>,
    }

    struct ScheduleRow {
        month: Option<Name>,
        turn: Option<Whole<1, 60>>,
        side: SideWord,
        #[serde(default)]
        units: Vec<Name>,
        #[serde(default)]
        aircraft: Vec<Name>,
        #[serde(default)]
        withdrawn: Vec<Name>,
        #[serde(default)]
        fleet: bool,
        commander: Option<CommanderWord>,
        only: Option<String>,
        #[serde(default)]
        japan: [Whole<0, 9>; 2],
        #[serde(default)]
        south_korea: [Whole<0, 9>; 2],
        #[serde(default)]
        china: [Whole<0, 9>; 2],
        #[serde(default)]
        tank: Whole<-20, 20>,
        #[serde(default)]
        artillery: Whole<-20, 20>,
        #[serde(default)]
        bombardment: Whole<-20, 20>,
        #[serde(default)]
        amphibious: Whole<-20, 20>,
        #[serde(default)]
        infrastructure: Whole<-19, 19>,
        #[serde(default)]
        rok: Whole<0, 19>,
        #[serde(default)]
        us: Whole<0, 19>,
        #[serde(default)]
        un: Whole<0, 19>,
        #[serde(default)]
        nk: Whole<0, 19>,
        #[serde(default)]
        prc: Whole<0, 19>,
        #[serde(rename = "source")]
        _source: Source,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CommanderWord {
    None,
    Macarthur,
    Ridgway,
    Peng,
}

rows! {
    /// The numbers of `parameters.toml`, by table and key. Which keys there are is checked by the loader.
    struct ParametersFile {
        movement: BTreeMap<String, Value<Small>>,
        declaration: BTreeMap<String, Value<Small>>,
        reach: BTreeMap<String, Value<Small>>,
        activation: BTreeMap<String, Value<Small>>,
        combat: BTreeMap<String, Value<Small>>,
        levels: BTreeMap<String, Value<Small>>,
        supply: SupplyCosts,
        air: BTreeMap<String, Value<Small>>,
        sea: BTreeMap<String, Value<Small>>,
        victory: BTreeMap<String, Value<Small>>,
        aid: BTreeMap<String, Value<[Small; 4]>>,
        intervention: BTreeMap<String, Value<Small>>,
        wave: Vec<WaveRow>,
        forces: Forces,
    }

    struct SupplyCosts {
        flip_un: Value<[Small; 2]>,
        flip_com: Value<[Small; 2]>,
        refresh_un: Value<[Small; 2]>,
        refresh_com: Value<[Small; 2]>,
        airfield: Value<Small>,
        improved_airfield: Value<Small>,
        position: Value<Small>,
        trenches: Value<Small>,
        shortage: Value<Small>,
        out: Value<Small>,
    }

    struct WaveRow {
        points: Whole<1, 30>,
        headquarters: Vec<Name>,
        units: Vec<Name>,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct Forces {
        china_aircraft: Ids,
        soviet_units: Ids,
        soviet_aircraft: Ids,
        roc_units: Ids,
        fighters: Ids,
    }

    struct Ids {
        ids: Vec<Name>,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct ScenarioFile {
        id: String,
        title: String,
        blurb: String,
        #[serde(rename = "section")]
        _section: String,
        first: Whole<1, 60>,
        last: Whole<1, 60>,
        start: StartWord,
        weather: WeatherWord,
        points: Whole<-20, 20>,
        setup: Vec<SetupRow>,
        away: Vec<Name>,
        un: UnSetup,
        com: ComSetup,
        control: ControlSetup,
        rules: ScenarioRules,
        #[serde(rename = "source")]
        _source: Source,
    }
}

/// Where a scenario begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StartWord {
    Communist,
    Air,
    Infiltration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WeatherWord {
    Clear,
    Rain,
    Winter,
    Snow,
}

rows! {
    struct SetupRow {
        unit: Name,
        at: Name,
        #[serde(default)]
        spent: bool,
        #[serde(default)]
        cut_off: bool,
    }
}

type Airfields = BTreeMap<String, [Whole<0, 9>; 2]>;

rows! {
    struct UnSetup {
        rok: Whole<0, 19>,
        us: Whole<0, 19>,
        un: Whole<0, 19>,
        infrastructure: Whole<0, 19>,
        supply: Whole<0, 19>,
        tank: Whole<0, 20>,
        artillery: Whole<0, 20>,
        bombardment: Whole<0, 20>,
        amphibious: Whole<0, 20>,
        commander: CommanderWord,
        fleet: FleetWord,
        airfields: Airfields,
        available: Vec<Name>,
        damaged: Vec<DamagedRow>,
        committed: Vec<CommittedRow>,
        objectives: Vec<Name>,
        #[serde(rename = "source")]
        _source: Source,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FleetWord {
    None,
    Free,
    YellowSea,
    SeaOfJapan,
}

rows! {
    struct ComSetup {
        nk: Whole<0, 19>,
        prc: Whole<0, 19>,
        su: Whole<0, 19>,
        infrastructure: Whole<2, 19>,
        supply: Whole<0, 19>,
        tank: Whole<0, 20>,
        artillery: Whole<0, 20>,
        commander: CommanderWord,
        airfields: Airfields,
        #[serde(default)]
        airfields_damaged: Airfields,
        available: Vec<Name>,
        damaged: Vec<DamagedRow>,
        committed: Vec<CommittedRow>,
        objectives: Vec<Name>,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct DamagedRow {
        aircraft: Name,
        #[serde(default)]
        reduced: bool,
    }

    struct CommittedRow {
        aircraft: Name,
        mission: Name,
        base: Name,
    }

    struct ControlSetup {
        by: ControlWord,
        from: Option<Name>,
        #[serde(default)]
        un: Vec<Name>,
        #[serde(default)]
        north: Vec<NorthRow>,
        #[serde(rename = "source")]
        _source: Source,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ControlWord {
    Halves,
    Perimeter,
}

rows! {
    struct NorthRow {
        columns: [Whole<1, 48>; 2],
        row: Whole<1, 78>,
    }

    /// Which rules of a scenario are in force.
    #[derive(Clone, Copy, Debug)]
    struct ScenarioRules {
        full_map: bool,
        intervention: bool,
        surprise: bool,
        three_chits_first_turn: ChitsWord,
        no_zone_first_turn: bool,
        fighters_by_mig_alley: bool,
        perimeter_cities: bool,
        pyongyang: bool,
        levels: bool,
        china_in: bool,
        winner_at_end: WinnerWord,
    }
}

/// Who chooses among three chits on the first turn of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ChitsWord {
    Nobody,
    Un,
    Com,
}

/// Who wins when the last turn ends without a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WinnerWord {
    HolderOrDraw,
    Communist,
    HolderOrCommunist,
}
