//! The shapes of the data files, as they are written. Unknown keys are refused; a value out of range is refused with its
//! file, line and field.

use engine::rows;
use engine::rows::{DataFile, Source, Spanned};
use engine::{DataError, Files};
use serde::Deserialize;
use std::collections::BTreeMap;

rows! {
    /// A number with its origin.
    struct Marked {
        value: Spanned<i64>,
        #[serde(rename = "source")]
        _source: Source,
    }
}

/// Groups of numbers: the shape in the file and the loaded numbers in one declaration.
macro_rules! numbers {
    ($($group:ident $raw:ident $key:ident { $($field:ident: $range:expr,)* })*) => {
        $(
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct $raw { $($field: Marked,)* }
            #[derive(Clone, Copy, Debug)]
            #[allow(missing_docs, reason = "the names are those of the file, which explains them")]
            pub struct $group { $(pub $field: i32,)* }
        )*
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct NumbersFile { $($key: $raw,)* }
        /// All single numbers of the rules (`parameters.toml`).
        #[derive(Clone, Copy, Debug)]
        pub struct Numbers { $(pub $key: $group,)* }
        impl Numbers {
            pub fn load(files: &Files) -> Result<Self, DataError> {
                let (sheet, raw): (_, NumbersFile) = DataFile::read(files, "parameters.toml")?;
                Ok(Self { $($key: $group { $(
                    $field: sheet.number(&raw.$key.$field.value, concat!(stringify!($key), ".", stringify!($field)), $range)?,
                )* },)* })
            }
        }
    };
}

numbers! {
    Order RawOrder order { even_chance: 0..=100, stockpile_divisor: 1..=100, least: 0..=100, most: 0..=100, }
    Movement RawMovement movement {
        road: 1..=24, road_rough: 1..=24, road_rough_1995: 1..=24, bridged_river: 0..=24, unbridged_river: 0..=24,
        unbridged_in_storm: 0..=24, disengage: 0..=24, congestion: 0..=24, enemy_hex: 0..=24, assault_needs: 1..=24,
        assault_costs: 0..=24, bug_out_allowance: 0..=24, bug_out_readiness: 0..=100, bug_out_survival: 0..=10,
        amphibious_needs: 0..=24, forces_in_hex: 2..=2, units_in_force: 1..=6, infantry_in_force: 1..=6,
        column_seen_above: 0..=100,
    }
    Rail RawRail rail { forces_a_turn: 0..=100, attack_least: 0..=100, attack_most: 0..=100, }
    Sea RawSea sea {
        points_a_turn: 0..=100, start_in_port: 0..=10, start_elsewhere: 0..=10, returned_in_port: 0..=10,
        assaults_a_turn: 0..=100, forces_a_turn_1995: 0..=100,
    }
    Drop RawDrop drop { cloudy: 0..=100, }
    Combat RawCombat combat {
        constant: 1..=1000, entrench_readiness: 0..=100, entrench_lethality: 100..=1000, entrench_survival: 100..=1000,
        attacker_readiness: 0..=100, weather_readiness: 0..=100, support_readiness: 0..=100, support_range: 0..=10,
        retreat_per_loss: 0..=10, retreat_green: 0..=100, experience_chance: 0..=100, overrun_ratio: 1..=10,
        overrun_chance: 0..=100,
    }
    Strike RawStrike strike {
        entrenched: 0..=100, beside_marines: 100..=1000, survivability_from: 0..=100, readiness_floor: 0..=100,
        hidden_china_turns: 0..=100, exaggeration: 0..=100, small_loss_below: 0..=100, great_loss_above: 0..=100,
        flak_per_unit_1995: 0..=100,
    }
    Air RawAir air {
        cil_most: 0..=255, cil_divisor: 1..=100, level_divisor: 1..=100, other_missions: 0..=100, loss_factor: 0..=100,
        loss_most: 0..=100, field_clear: 0..=50, field_clear_1995: 0..=50, field_room: 0..=50, field_room_1995: 0..=50,
    }
    Supply RawSupply supply {
        raise_to: 0..=100, decline: 0..=100, starve: 0..=100, interdiction_rows: 1..=100, last_row: 0..=100,
        seoul_row: 0..=100, seoul_failure: 0..=100, un_rate: 0..=100, com_south_row: 0..=100, un_north_row: 0..=100,
        far_penalty: 0..=100, road_factor: 1..=10, city_factor: 1..=10, air_us_turn: 0..=100, air_all_turn: 0..=100,
        air_1995_turn: 0..=100,
    }
    Stockpile RawStockpile stockpile {
        most: 1..=200, com_base: 0..=100, com_turns_a_step: 1..=100, com_after_entry: 0..=100, com_once: 0..=100,
        com_once_after: 0..=100, un_first: 0..=100, un_most: 0..=100, com_1995: 0..=100, un_1995: 0..=100, storm: 0..=100,
    }
    Replacements RawReplacements replacements { pool_most: 0..=255, rebuild_thirds: 0..=3, rebuilt_readiness: 0..=100, }
    Patrol RawPatrol patrol { readiness: 0..=100, lethality: 0..=10_000, }
    Spotting RawSpotting spotting { column_fair: 0..=100, column_cloudy: 0..=100, column_storm: 0..=100, wrong_report: 1..=100, }
    China RawChina china {
        chance: 0..=100, least_delay: 1..=20, most_delay: 1..=20, last_row_north: 0..=69, deadline: 1..=45,
        supply_points_left: 0..=7,
    }
    Guerrillas RawGuerrillas guerrillas { distance: 0..=50, chance: 0..=100, chance_beside: 0..=100, back_chance: 0..=100, }
    Mines RawMines mines { first_turn: 1..=100, chance: 0..=100, south_turn: 1..=100, sweep: 0..=100, }
    Refugees RawRefugees refugees { hexes: 0..=1000, forces: 0..=100, }
    Victory RawVictory victory { hex: 0..=1000, urban: 0..=1000, level: 1..=10_000, handicap_1995: 0..=10, }
}

rows! {
    /// `terrain.toml`.
    struct TerrainFile {
        #[serde(rename = "source")]
        _source: Source,
        terrain: Vec<TerrainRow>,
    }

    struct TerrainRow {
        name: Spanned<String>,
        cost: Spanned<i64>,
        cost_china: Spanned<i64>,
        soft: Spanned<i64>,
        hard: Spanned<i64>,
        strike: Spanned<i64>,
        drop: Spanned<i64>,
        rough: bool,
    }

    /// `equipment.toml`.
    struct EquipmentFile {
        #[serde(rename = "source")]
        _source: Source,
        equipment: Vec<EquipmentRow>,
    }

    struct EquipmentRow {
        code: Spanned<String>,
        name: String,
        lethality: Spanned<i64>,
        survivability: Spanned<i64>,
        class: Class,
        artillery: bool,
        strength: Share,
    }
}

/// Which terrain column protects a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    Hard,
    Soft,
}

/// Which strength percentage of a set-up line counts for a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Share {
    Inf,
    Gun,
    Tank,
}

/// Numbers of pieces by the code of the equipment.
pub type PiecesRow = BTreeMap<String, Spanned<i64>>;

rows! {
    /// `organisations.toml`.
    struct OrganisationsFile {
        #[serde(rename = "source")]
        _source: Source,
        organisation: Vec<OrganisationRow>,
    }

    struct OrganisationRow {
        key: Spanned<String>,
        #[serde(rename = "type")]
        kind: crate::data::Kind,
        size: String,
        name: String,
        equipment: PiecesRow,
    }

    /// `units.toml`.
    struct UnitsFile {
        #[serde(rename = "source")]
        _source: Source,
        unit: Vec<UnitRow>,
    }

    struct UnitRow {
        id: Spanned<String>,
        name: String,
        nation: crate::data::Nation,
        organisation: Spanned<String>,
        era: crate::data::Era,
    }

    /// A set-up or reinforcement line.
    struct LineRow {
        turn: Option<Spanned<i64>>,
        after: Option<Spanned<i64>>,
        at: Spanned<String>,
        force: Spanned<String>,
        unit: Spanned<String>,
        strength: Spanned<String>,
        readiness: Spanned<i64>,
        experience: crate::data::Experience,
    }

    /// `reinforcements-*.toml`.
    struct ReinforcementsFile {
        #[serde(rename = "source")]
        _source: Source,
        united_nations: Vec<LineRow>,
        north_korea: Vec<LineRow>,
        china: Vec<LineRow>,
    }

    /// `scenarios/*.toml`.
    struct ScenarioFile {
        id: String,
        title: String,
        era: crate::data::Era,
        first_turn: Spanned<i64>,
        last_turn: Spanned<i64>,
        un_first_phase: bool,
        minutes: Spanned<i64>,
        difficulty: Spanned<i64>,
        blurb: String,
        #[serde(rename = "source")]
        _source: Source,
        start: StartRow,
        pools: BTreeMap<crate::data::Nation, PiecesRow>,
        gone: GoneRow,
        orders: OrdersRow,
        possession: PossessionRow,
        setup: SetupRow,
    }

    struct StartRow {
        com_stockpile: Spanned<i64>,
        un_stockpile: RangeRow,
        cil: Spanned<i64>,
        unil: Spanned<i64>,
        temperature: crate::data::Temperature,
        visibility: crate::data::Visibility,
        freeze_row: Spanned<i64>,
        mined: Vec<Spanned<String>>,
        china: crate::data::ChinaStart,
        china_trigger: Option<Spanned<i64>>,
        china_first: Option<Spanned<i64>>,
        com_knows_un: bool,
        air: crate::data::Mission,
    }

    struct RangeRow {
        least: Spanned<i64>,
        most: Spanned<i64>,
    }

    struct GoneRow {
        for_good: Vec<Spanned<String>>,
        to_rebuild: Vec<Spanned<String>>,
    }

    struct OrdersRow {
        superiority: Vec<Spanned<String>>,
        interdiction: Vec<Spanned<String>>,
        ground_attack: Vec<Spanned<String>>,
    }

    struct PossessionRow {
        north_to_row: Option<Spanned<i64>>,
        #[serde(default)]
        also_com: Vec<Spanned<String>>,
        un: Option<Vec<ColumnRow>>,
        com: Option<Vec<ColumnRow>>,
        un_from: Option<Vec<FromRow>>,
    }

    struct ColumnRow {
        column: Spanned<i64>,
        rows: Vec<Spanned<String>>,
    }

    struct FromRow {
        column: Spanned<i64>,
        row: Spanned<i64>,
    }

    struct SetupRow {
        communist: Vec<LineRow>,
        united_nations: Vec<LineRow>,
    }

    /// `air.toml`.
    struct AirFile {
        #[serde(rename = "source")]
        _source: Source,
        #[serde(rename = "1950s")]
        fifties: AirEra,
        #[serde(rename = "1995")]
        nineties: AirEra,
    }

    struct AirEra {
        unit: Vec<AirRow>,
    }

    struct AirRow {
        id: Spanned<String>,
        name: String,
        aircraft: String,
        service: crate::data::Service,
        base: crate::data::Basing,
        jet: bool,
        a2g: Spanned<i64>,
        a2a: Spanned<i64>,
        long_range: bool,
        all_weather: bool,
        present: Vec<[Spanned<i64>; 2]>,
        in_korea: Option<[Spanned<i64>; 2]>,
    }

    /// `weather.toml`.
    struct WeatherFile {
        #[serde(rename = "source")]
        _source: Source,
        month: Vec<MonthRow>,
        freeze: FreezeRow,
        forecast: ForecastRow,
    }

    struct MonthRow {
        month: Spanned<i64>,
        cold_mild_hot: Spanned<[u8; 3]>,
        fair_cloudy_storms: Spanned<[u8; 3]>,
    }

    struct FreezeRow {
        cold: Spanned<i64>,
        cold_least_row: Spanned<i64>,
        mild: Spanned<i64>,
        hot: Spanned<i64>,
        thawed: Spanned<i64>,
        last_row: Spanned<i64>,
        coastal_rows: Spanned<i64>,
    }

    struct ForecastRow {
        accuracy: Spanned<[u8; 3]>,
    }

    /// `turns.toml`.
    struct TurnsFile {
        #[serde(rename = "source")]
        _source: Source,
        #[serde(rename = "1950s")]
        fifties: TurnsEra,
        #[serde(rename = "1995")]
        nineties: TurnsEra,
    }

    struct TurnsEra {
        turn: Vec<TurnRow>,
    }

    struct TurnRow {
        turn: Spanned<i64>,
        date: String,
        month: Spanned<i64>,
        level: Option<Spanned<String>>,
        d: Option<Spanned<i64>>,
        #[serde(default)]
        event: String,
    }

    /// `pools.toml`.
    struct PoolsFile {
        #[serde(rename = "source")]
        _source: Source,
        #[serde(rename = "1950s")]
        fifties: PoolsEra,
        #[serde(rename = "1995")]
        nineties: PoolsEra,
    }

    struct PoolsEra {
        rate: Vec<RateRow>,
        from_turn: BTreeMap<crate::data::Nation, Spanned<i64>>,
        extra: Vec<ExtraRow>,
    }

    /// One kind of equipment and what each nation receives of it.
    struct RateRow {
        equipment: Spanned<String>,
        #[serde(default)]
        us: u8,
        #[serde(default)]
        usmc: u8,
        #[serde(default)]
        cw: u8,
        #[serde(default)]
        un: u8,
        #[serde(default)]
        rok: u8,
        #[serde(default)]
        nk: u8,
        #[serde(default)]
        cn: u8,
    }

    struct ExtraRow {
        turn: Spanned<i64>,
        nation: crate::data::Nation,
        pieces: PiecesRow,
    }

    /// `tables.toml`.
    struct TablesFile {
        allowance: AllowanceRow,
        capability: CapabilityRow,
        commandos: CommandosRow,
        naval: StepsRow,
        cil: StepsRow,
        air_weather: AirWeatherRow,
        recon_1995: ReconRow,
        appearance: AppearanceRow,
        places: PlacesRow,
        names: NamesRow,
    }

    struct AllowanceRow {
        #[serde(rename = "source")]
        _source: Source,
        rok: Spanned<[u8; 3]>,
        other: Spanned<[u8; 3]>,
        nk: Spanned<[u8; 3]>,
        cn: Spanned<[u8; 3]>,
        all_1995: Spanned<[u8; 3]>,
    }

    struct CapabilityRow {
        #[serde(rename = "source")]
        _source: Source,
        strength_tenths: Spanned<[u8; 5]>,
        rate: Spanned<[u8; 5]>,
        stockpile: Spanned<[u8; 5]>,
    }

    struct CommandosRow {
        #[serde(rename = "source")]
        _source: Source,
        factor: Spanned<Vec<u8>>,
    }

    struct StepsRow {
        #[serde(rename = "source")]
        _source: Source,
        from: Vec<[u8; 2]>,
    }

    struct AirWeatherRow {
        #[serde(rename = "source")]
        _source: Source,
        long_all_weather: Spanned<[u8; 3]>,
        long: Spanned<[u8; 3]>,
        short_all_weather: Spanned<[u8; 3]>,
        short_japan: Spanned<[u8; 3]>,
        short_near: Spanned<[u8; 3]>,
    }

    struct ReconRow {
        #[serde(rename = "source")]
        _source: Source,
        com_road: Spanned<i64>,
        com_other: Spanned<i64>,
        un: Spanned<Vec<[u8; 2]>>,
    }

    struct AppearanceRow {
        #[serde(rename = "source")]
        _source: Source,
        south: Vec<Spanned<String>>,
        south_1995: Vec<Spanned<String>>,
        north: Vec<Spanned<String>>,
        north_1995: Vec<Spanned<String>>,
        allies: Vec<Spanned<String>>,
        china: Vec<Spanned<String>>,
    }

    struct PlacesRow {
        #[serde(rename = "source")]
        _source: Source,
        seoul: Spanned<String>,
        reverting: Vec<Spanned<String>>,
        waypoints: Vec<Spanned<String>>,
        japan_refuge: Vec<Spanned<String>>,
        airborne: Spanned<String>,
        smith: Spanned<String>,
    }

    struct NamesRow {
        #[serde(rename = "source")]
        _source: Source,
        task_forces: Vec<String>,
        groups: Vec<String>,
    }

    /// `judgement.toml`.
    struct JudgementFile {
        #[serde(rename = "source")]
        _source: Source,
        commander: [CommanderRow; 5],
        weights: Weights,
        script: Vec<ScriptRow>,
    }

    struct ScriptRow {
        scenario: Spanned<String>,
        side: SideWord,
        from: u8,
        to: u8,
        posture: Posture,
        #[serde(default)]
        line: Vec<Spanned<String>>,
        #[serde(default)]
        landing: Vec<Spanned<String>>,
        lost: Option<Spanned<String>>,
        ahead: Option<u8>,
        behind: Option<u8>,
    }

    struct CommanderRow {
        noise: Spanned<i64>,
        least_loss: Spanned<i64>,
        least_ratio: Spanned<i64>,
        bundle: Spanned<i64>,
        restless: Spanned<i64>,
        least_readiness: Spanned<i64>,
        reserve: Spanned<i64>,
        supply: Spanned<i64>,
        exploit: Spanned<i64>,
        guns: Spanned<i64>,
        wary: bool,
        china: Spanned<i64>,
    }
}

/// What the commander's judgements weigh against each other, in points of a city's hundred.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    pub fade: f32,
    pub unseen: f32,
    pub sated: f32,
    pub pull: f32,
    pub guard: f32,
    pub guard_advance: f32,
    pub home: f32,
    pub hold: f32,
    pub ground: f32,
    pub city: f32,
    pub crowd: f32,
    pub danger: f32,
    pub point: f32,
    pub tired: f32,
    pub cut_off: f32,
    pub way: f32,
    pub dug_in: f32,
    pub rest: f32,
    pub guns: f32,
    pub garrison: f32,
    pub enough: f32,
    pub worn: f32,
    pub caution_hold: f32,
    pub caution_withdraw: f32,
    pub line: f32,
    pub back_a_hex: f32,
    pub around_line: u8,
    pub landing: f32,
}

/// 8.3 What an army is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Posture {
    Advance,
    Hold,
    Withdraw,
}

impl Posture {
    /// By one's own lethality over the enemy's.
    pub fn of(ratio: f32) -> Self {
        match ratio {
            1.3.. => Self::Advance,
            0.7.. => Self::Hold,
            _ => Self::Withdraw,
        }
    }
}

/// A side as it is written in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideWord {
    Com,
    Un,
}
