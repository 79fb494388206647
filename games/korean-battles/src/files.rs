//! The shapes of the data files, as they are written.

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub(crate) struct UnitsFile {
    pub(crate) unit: Vec<UnitRow>,
}

#[derive(Deserialize)]
pub(crate) struct UnitRow {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) name: String,
    pub(crate) nation: String,
    pub(crate) kind: String,
    pub(crate) size: String,
    pub(crate) faces: Vec<String>,
    pub(crate) mobile: bool,
    pub(crate) zoc: bool,
    #[serde(default)]
    pub(crate) traits: Vec<String>,
    pub(crate) division: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct SupportFile {
    pub(crate) pool: BTreeMap<String, PoolRow>,
}

#[derive(Deserialize)]
pub(crate) struct PoolRow {
    pub(crate) counts: [u8; 7],
}

#[derive(Deserialize)]
pub(crate) struct TerrainFile {
    pub(crate) temperate: TerrainChart,
    pub(crate) frozen: TerrainChart,
}

#[derive(Deserialize)]
pub(crate) struct TerrainChart {
    pub(crate) hex: Vec<TerrainRow>,
    pub(crate) side: Vec<TerrainRow>,
    pub(crate) road: RoadRow,
    pub(crate) trail: RoadRow,
    pub(crate) rivers_spoil_roads: bool,
}

#[derive(Deserialize)]
pub(crate) struct TerrainRow {
    pub(crate) terrain: String,
    pub(crate) leg: String,
    pub(crate) mobile: String,
    pub(crate) supply: bool,
}

#[derive(Deserialize)]
pub(crate) struct RoadRow {
    pub(crate) leg: String,
    pub(crate) mobile: String,
}

#[derive(Deserialize)]
pub(crate) struct CrtFile {
    pub(crate) result: BTreeMap<String, toml::Value>,
    pub(crate) temperate: CrtChart,
    pub(crate) frozen: CrtChart,
}

#[derive(Deserialize)]
pub(crate) struct CrtChart {
    pub(crate) line: Vec<CrtLine>,
}

#[derive(Deserialize)]
pub(crate) struct CrtLine {
    pub(crate) terrain: Vec<String>,
    pub(crate) differential: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct Number {
    pub(crate) value: u8,
}

#[derive(Deserialize)]
pub(crate) struct Points {
    pub(crate) value: String,
}

#[derive(Deserialize)]
pub(crate) struct ParametersFile {
    pub(crate) supply: SupplyParameters,
    pub(crate) support: SupportParameters,
    pub(crate) engineer: EngineerParameters,
    pub(crate) marines: MarineParameters,
    pub(crate) levels: Levels,
}

#[derive(Deserialize)]
pub(crate) struct SupplyParameters {
    pub(crate) air_supply_counters: Number,
    pub(crate) air_supply_cost_next_turn: Number,
}

#[derive(Deserialize)]
pub(crate) struct SupportParameters {
    pub(crate) loss_per_headquarters: Number,
    pub(crate) loss_per_depot: Number,
    pub(crate) loss_per_critical_hex: Number,
    pub(crate) loss_per_division_counter: Number,
    pub(crate) acceleration_markers_lost: Number,
}

#[derive(Deserialize)]
pub(crate) struct EngineerParameters {
    pub(crate) reach: Points,
}

#[derive(Deserialize)]
pub(crate) struct MarineParameters {
    pub(crate) cadre_after_steps: Number,
}

#[derive(Deserialize)]
pub(crate) struct Levels {
    pub(crate) band: Vec<Band>,
}

#[derive(Deserialize)]
pub(crate) struct Band {
    pub(crate) at_least: Option<i32>,
    pub(crate) level: String,
}

#[derive(Deserialize)]
pub(crate) struct ScenarioFile {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) map: String,
    pub(crate) chart: String,
    pub(crate) turns: u8,
    pub(crate) year: u16,
    pub(crate) sides: Vec<String>,
    pub(crate) sets_up: Vec<String>,
    pub(crate) rules: RulesRow,
    pub(crate) track: Track,
    pub(crate) supply: BTreeMap<String, SupplyRow>,
    pub(crate) control: BTreeMap<String, Vec<String>>,
    pub(crate) cities: BTreeMap<String, Vec<String>>,
    pub(crate) critical: Critical,
    pub(crate) setup: SetupTable,
    pub(crate) reinforcements: BTreeMap<String, Vec<ArrivalRow>>,
    pub(crate) entry: EntryTable,
    pub(crate) withdrawals: Option<Withdrawals>,
    #[serde(default)]
    pub(crate) faces: BTreeMap<String, Vec<String>>,
    pub(crate) first_turn: Option<FirstTurn>,
    pub(crate) chinese: Option<Chinese>,
    pub(crate) exit: Option<ExitRow>,
    pub(crate) victory: Victory,
}

#[derive(Deserialize)]
pub(crate) struct RulesRow {
    pub(crate) hidden_units: bool,
    pub(crate) human_wave: bool,
    pub(crate) rebuilding: bool,
    pub(crate) engineer_bridges: bool,
    pub(crate) breakdown: Vec<String>,
    pub(crate) dummies_beside_un: bool,
    pub(crate) naktong_link: bool,
}

#[derive(Deserialize)]
pub(crate) struct Track {
    pub(crate) turn: Vec<TrackRow>,
}

#[derive(Deserialize)]
pub(crate) struct TrackRow {
    pub(crate) turn: u8,
    pub(crate) date: String,
    pub(crate) un: Option<u8>,
    pub(crate) nk: Option<u8>,
    pub(crate) cn: Option<u8>,
}

#[derive(Deserialize)]
pub(crate) struct SupplyRow {
    #[serde(default)]
    pub(crate) sources: Vec<String>,
    #[serde(default)]
    pub(crate) symbols: Vec<String>,
    #[serde(default)]
    pub(crate) until_enemy_enters: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct Critical {
    pub(crate) hexes: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct SetupTable {
    #[serde(default)]
    pub(crate) un: Vec<SetupRow>,
    #[serde(default)]
    pub(crate) nk: Vec<SetupRow>,
    #[serde(default)]
    pub(crate) cn: Vec<SetupRow>,
    pub(crate) dummies: Option<DummiesRow>,
}

#[derive(Deserialize)]
pub(crate) struct SetupRow {
    pub(crate) unit: String,
    #[serde(default)]
    pub(crate) at: Vec<String>,
    pub(crate) beside: Option<String>,
    #[serde(default)]
    pub(crate) depleted: bool,
    pub(crate) default: Option<String>,
    #[serde(default)]
    pub(crate) default_hidden: bool,
}

#[derive(Deserialize)]
pub(crate) struct DummiesRow {
    pub(crate) count: u8,
    pub(crate) default: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct ArrivalRow {
    pub(crate) unit: String,
    pub(crate) turn: Option<u8>,
    #[serde(default)]
    pub(crate) at: Vec<String>,
    pub(crate) on: Option<String>,
    #[serde(default)]
    pub(crate) depleted: bool,
    pub(crate) step: Option<u8>,
    #[serde(default)]
    pub(crate) optional: bool,
    #[serde(default)]
    pub(crate) entry_points: u8,
    pub(crate) accelerated_turn: Option<u8>,
    pub(crate) when: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct EntryTable {
    pub(crate) hexes: Vec<EntryRow>,
    #[serde(default)]
    pub(crate) other: Vec<EntryCost>,
    pub(crate) on_unit_cost: Option<String>,
    pub(crate) on_unit_lost: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct EntryRow {
    pub(crate) hex: String,
    pub(crate) cost: String,
    pub(crate) adjacent: Vec<String>,
    pub(crate) widened: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct EntryCost {
    pub(crate) hex: String,
    pub(crate) cost: String,
}

#[derive(Deserialize)]
pub(crate) struct Withdrawals {
    pub(crate) support: Vec<SupportCut>,
    pub(crate) unit: Vec<WithdrawalRow>,
}

#[derive(Deserialize)]
pub(crate) struct SupportCut {
    pub(crate) turn: u8,
    pub(crate) less: u8,
}

#[derive(Deserialize)]
pub(crate) struct WithdrawalRow {
    pub(crate) unit: String,
    pub(crate) turn: u8,
    pub(crate) overdue: u8,
    pub(crate) dead_before_less: u8,
}

#[derive(Deserialize)]
pub(crate) struct FirstTurn {
    pub(crate) no_zoc: Vec<String>,
    pub(crate) may_not_move: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct Chinese {
    pub(crate) division: Vec<DivisionRow>,
}

#[derive(Deserialize)]
pub(crate) struct DivisionRow {
    pub(crate) division: String,
    pub(crate) regiments: Vec<String>,
    pub(crate) start: Option<NearRow>,
    #[serde(default)]
    pub(crate) default: Vec<String>,
    #[serde(default)]
    pub(crate) later: Vec<NearRow>,
    pub(crate) whole: NearRow,
    #[serde(default)]
    pub(crate) forces: Vec<String>,
    pub(crate) accelerated: Option<Accelerated>,
    #[serde(default)]
    pub(crate) optional: bool,
}

#[derive(Deserialize)]
pub(crate) struct Accelerated {
    pub(crate) turn: u8,
}

#[derive(Deserialize)]
pub(crate) struct NearRow {
    pub(crate) turn: Option<u8>,
    #[serde(default)]
    pub(crate) count: u8,
    pub(crate) near: Option<String>,
    #[serde(default)]
    pub(crate) radius: u8,
    pub(crate) on: Option<String>,
    #[serde(default)]
    pub(crate) at: Vec<String>,
    pub(crate) default: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct ExitRow {
    pub(crate) hex: String,
    pub(crate) from_turn: u8,
    pub(crate) points: Vec<ScoreRow>,
}

#[derive(Deserialize)]
pub(crate) struct Victory {
    pub(crate) dead: Vec<ScoreRow>,
    #[serde(default)]
    pub(crate) held_at_end: Vec<ScoreRow>,
    #[serde(default)]
    pub(crate) ever_taken: Vec<ScoreRow>,
    #[serde(default)]
    pub(crate) retaken: Vec<ScoreRow>,
    #[serde(default)]
    pub(crate) raided: Vec<ScoreRow>,
    #[serde(default)]
    pub(crate) cleared: Vec<ScoreRow>,
    #[serde(default)]
    pub(crate) left_on_map: Vec<ScoreRow>,
}

#[derive(Deserialize, Clone)]
pub(crate) struct ScoreRow {
    pub(crate) to: String,
    pub(crate) points: i32,
    #[serde(default)]
    pub(crate) nations: Vec<String>,
    pub(crate) kinds: Option<Vec<String>>,
    pub(crate) sizes: Option<Vec<String>>,
    pub(crate) mobile: Option<bool>,
    pub(crate) city: Option<String>,
    pub(crate) from_turn: Option<u8>,
    #[serde(default)]
    pub(crate) supplied: bool,
}
