//! The shapes of the data files, as they are written: a key that nothing reads is refused.

use engine::rows;
use engine::rows::Source;
use serde::Deserialize;
use std::collections::BTreeMap;

rows! {
    struct UnitsFile {
        unit: Vec<UnitRow>,
    }

    struct UnitRow {
        id: String,
        label: String,
        name: String,
        nation: String,
        kind: String,
        size: String,
        faces: Vec<String>,
        mobile: bool,
        zoc: bool,
        #[serde(default)]
        traits: Vec<Trait>,
        division: Option<String>,
        #[serde(rename = "front")]
        _front: Source,
        #[serde(rename = "reverse")]
        _reverse: Source,
    }
}

/// What sets a counter apart. Engineers and airborne units are known by their kind and arrival.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Trait {
    Usmc,
    Engineer,
    Commando,
    Airborne,
    Hideable,
}

rows! {
    struct SupportFile {
        #[serde(rename = "source")]
        _source: Source,
        slots: u8,
        #[serde(rename = "slots_source")]
        _slots_source: Source,
        pool: BTreeMap<String, PoolRow>,
    }

    struct PoolRow {
        counts: [u8; 7],
    }

    struct TerrainFile {
        temperate: TerrainChart,
        frozen: TerrainChart,
    }

    struct TerrainChart {
        maps: Vec<String>,
        hex: Vec<TerrainRow>,
        side: Vec<TerrainRow>,
        road: RoadRow,
        trail: RoadRow,
        rivers_spoil_roads: bool,
    }

    struct TerrainRow {
        /// The letter of the map files, for hexes.
        code: Option<char>,
        /// Columns to the left on the combat table, as `crt.toml` must have it.
        shift: u8,
        #[serde(rename = "source")]
        _source: Source,
        terrain: String,
        leg: String,
        mobile: String,
        supply: bool,
    }

    struct RoadRow {
        /// Columns to the left of a clear hex with a road in it, as `crt.toml` must have it.
        clear_hex_shift: Option<u8>,
        #[serde(rename = "source")]
        _source: Source,
        leg: String,
        mobile: String,
    }

    struct CrtFile {
        result: Results,
        temperate: CrtChart,
        frozen: CrtChart,
    }

    struct Results {
        #[serde(rename = "source")]
        _source: Source,
        die_1: Vec<String>,
        die_2: Vec<String>,
        die_3: Vec<String>,
        die_4: Vec<String>,
        die_5: Vec<String>,
        die_6: Vec<String>,
    }

    struct CrtChart {
        maps: Vec<String>,
        #[serde(rename = "source")]
        _source: Source,
        #[serde(rename = "alignment")]
        _alignment: Source,

        line: Vec<CrtLine>,
    }

    struct CrtLine {
        terrain: Vec<String>,
        differential: Vec<String>,
    }

    struct Number {
        #[serde(rename = "source")]
        _source: Source,
        value: u8,
    }

    struct Points {
        #[serde(rename = "source")]
        _source: Source,
        value: String,
    }

    struct ParametersFile {
        supply: SupplyParameters,
        support: SupportParameters,
        engineer: EngineerParameters,
        rebuild: RebuildParameters,
        hidden: HiddenParameters,
        entry: EntryParameters,
        marines: MarineParameters,
        levels: Levels,
    }

    struct SupplyParameters {
        air_supply_counters: Number,
        air_supply_cost_next_turn: Number,
    }

    struct SupportParameters {
        loss_per_headquarters: Number,
        loss_per_depot: Number,
        loss_per_critical_hex: Number,
        loss_per_division_counter: Number,
        acceleration_markers_lost: Number,
    }

    struct RebuildParameters {
        per_player_turn: Number,
    }

    struct HiddenParameters {
        dummies: Number,
        dummy_movement: Number,
    }

    struct EntryParameters {
        widened_radius: Number,
    }

    struct EngineerParameters {
        bridges_per_engineer_and_turn: Number,
        reach: Points,
    }

    struct MarineParameters {
        cadre_after_steps: Number,
    }

    struct Levels {
        band: Vec<Band>,
    }

    struct Band {
        #[serde(rename = "source")]
        _source: Source,
        at_least: Option<i32>,
        level: String,
    }

    struct ScenarioFile {
        id: String,
        title: String,
        map: String,
        chart: String,
        turns: u8,
        year: u16,
        sides: Vec<String>,
        sets_up: Vec<String>,
        rules: RulesRow,
        track: Track,
        supply: BTreeMap<String, SupplyRow>,
        control: BTreeMap<String, Vec<String>>,
        cities: BTreeMap<String, Vec<String>>,
        critical: Critical,
        setup: SetupTable,
        reinforcements: BTreeMap<String, Vec<ArrivalRow>>,
        entry: EntryTable,
        withdrawals: Option<Withdrawals>,
        #[serde(default)]
        faces: BTreeMap<String, Vec<String>>,
        first_turn: Option<FirstTurn>,
        chinese: Option<Chinese>,
        exit: Option<ExitRow>,
        victory: Victory,
    }

    struct RulesRow {
        hidden_units: bool,
        human_wave: bool,
        rebuilding: bool,
        engineer_bridges: bool,
        breakdown: Vec<String>,
        dummies_beside_un: bool,
        naktong_link: bool,
    }

    struct Track {
        #[serde(rename = "source")]
        _source: Source,
        turn: Vec<TrackRow>,
    }

    struct TrackRow {
        turn: u8,
        date: String,
        un: Option<u8>,
        nk: Option<u8>,
        cn: Option<u8>,
    }

    struct SupplyRow {
        #[serde(rename = "source")]
        _source: Source,
        #[serde(default)]
        sources: Vec<String>,
        #[serde(default)]
        symbols: Vec<String>,
        #[serde(default)]
        until_enemy_enters: Vec<String>,
    }

    struct Critical {
        hexes: Vec<String>,
    }

    struct SetupTable {
        #[serde(default)]
        un: Vec<SetupRow>,
        #[serde(default)]
        nk: Vec<SetupRow>,
        #[serde(default)]
        cn: Vec<SetupRow>,
    }

    struct SetupRow {
        unit: String,
        #[serde(default)]
        at: Vec<String>,
        beside: Option<String>,
        #[serde(default)]
        depleted: bool,
        default: Option<String>,
        #[serde(default)]
        default_hidden: bool,
    }

    struct ArrivalRow {
        unit: String,
        turn: Option<u8>,
        #[serde(default)]
        at: Vec<String>,
        on: Option<String>,
        #[serde(default)]
        depleted: bool,
        step: Option<u8>,
        #[serde(default)]
        optional: bool,
        #[serde(default)]
        entry_points: u8,
        accelerated_turn: Option<u8>,
        when: Option<String>,
    }

    struct EntryTable {
        hexes: Vec<EntryRow>,
        #[serde(default)]
        other: Vec<EntryCost>,
        on_unit_cost: Option<String>,
        on_unit_lost: Option<String>,
    }

    struct EntryRow {
        #[serde(rename = "list")]
        _list: Source,
        hex: String,
        cost: String,
        adjacent: Vec<String>,
        widened: Vec<String>,
    }

    struct EntryCost {
        hex: String,
        cost: String,
    }

    struct Withdrawals {
        support: Vec<SupportCut>,
        unit: Vec<WithdrawalRow>,
    }

    struct SupportCut {
        turn: u8,
        less: u8,
    }

    struct WithdrawalRow {
        unit: String,
        turn: u8,
        overdue: u8,
        dead_before_less: u8,
    }

    struct FirstTurn {
        no_zoc: Vec<String>,
        may_not_move: Vec<String>,
    }

    struct Chinese {
        division: Vec<DivisionRow>,
    }

    struct DivisionRow {
        division: String,
        regiments: Vec<String>,
        start: Option<NearRow>,
        #[serde(default)]
        default: Vec<String>,
        #[serde(default)]
        later: Vec<NearRow>,
        whole: NearRow,
        #[serde(default)]
        forces: Vec<String>,
        accelerated: Option<Accelerated>,
        #[serde(default)]
        optional: bool,
    }

    struct Accelerated {
        turn: u8,
    }

    struct NearRow {
        turn: Option<u8>,
        #[serde(default)]
        count: u8,
        near: Option<String>,
        #[serde(default)]
        radius: u8,
        on: Option<String>,
        #[serde(default)]
        at: Vec<String>,
        default: Option<String>,
    }

    struct ExitRow {
        hex: String,
        from_turn: u8,
        points: Vec<ScoreRow>,
    }

    struct Victory {
        dead: Vec<ScoreRow>,
        #[serde(default)]
        held_at_end: Vec<ScoreRow>,
        #[serde(default)]
        ever_taken: Vec<ScoreRow>,
        #[serde(default)]
        retaken: Vec<ScoreRow>,
        #[serde(default)]
        raided: Vec<ScoreRow>,
        #[serde(default)]
        cleared: Vec<ScoreRow>,
        #[serde(default)]
        left_on_map: Vec<ScoreRow>,
    }

    #[derive(Clone)]
    struct ScoreRow {
        to: String,
        points: i32,
        #[serde(default)]
        nations: Vec<String>,
        kinds: Option<Vec<String>>,
        sizes: Option<Vec<String>>,
        mobile: Option<bool>,
        city: Option<String>,
        from_turn: Option<u8>,
        #[serde(default)]
        supplied: bool,
    }
}

impl Victory {
    /// Every line of the table.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &ScoreRow> {
        let lists = [
            &self.dead,
            &self.held_at_end,
            &self.ever_taken,
            &self.retaken,
            &self.raided,
            &self.cleared,
            &self.left_on_map,
        ];
        lists.into_iter().flatten()
    }
}
