//! The shapes of the data files, as they are written. Unknown keys are refused; every value says where it comes from:
//! a field with a leading underscore is read only so that a row without it is refused.

use engine::DataError;
use engine::rows;
use engine::rows::{DataFile, Source, Spanned};

/// Movement points in halves: `4`, `1/2`.
pub(crate) fn points(file: &DataFile<'_>, value: &Text, field: &str) -> Result<u8, DataError> {
    let text = value.get_ref();
    let halves = if text == "1/2" { Some(1) } else { text.parse::<u8>().ok().and_then(|n| n.checked_mul(2)) };
    let halves = halves.filter(|n| *n <= 40);
    halves.ok_or_else(|| file.wrong(value, field, format!("`{text}` is not 1/2 or a whole number up to 20")))
}

type Text = Spanned<String>;
type Int = Spanned<i64>;

rows! {
    /// A single number with its source.
    struct Number {
        value: Int,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct UnitsFile {
        unit: Vec<UnitRow>,
    }

    struct UnitRow {
        id: Text,
        label: String,
        name: String,
        nation: Text,
        #[serde(default)]
        branch: Option<Text>,
        kind: Text,
        size: Text,
        front: Text,
        #[serde(default)]
        back: Option<Text>,
        #[serde(default)]
        radius: Option<Int>,
        #[serde(default)]
        barrage: Option<[Int; 2]>,
        #[serde(default)]
        part: Option<Text>,
        #[serde(default)]
        parts: Vec<Text>,
        #[serde(default)]
        third: bool,
        #[serde(default)]
        pool: bool,
        values: Source,
        #[serde(rename = "reverse")]
        _reverse: Source,
    }

    struct CrtFile {
        columns: Spanned<Vec<String>>,
        #[serde(rename = "columns_source")]
        _columns_source: Source,
        probe: CrtTable,
        assault: CrtTable,
        mobile: CrtTable,
    }

    struct CrtTable {
        #[serde(rename = "source")]
        _source: Source,
        die: Spanned<Vec<Vec<Text>>>,
    }

    struct BarrageFile {
        #[serde(rename = "source")]
        _source: Source,
        columns: Spanned<Vec<String>>,
        artillery: [Int; 6],
        tac: [Int; 6],
        sac: [Int; 6],
        die: Spanned<Vec<Vec<Text>>>,
    }

    struct TerrainFile {
        hex: Vec<TerrainRow>,
        town: ShiftRow,
        road: CostRow,
        road_rough: CostRow,
        rail: CostRow,
        minor_river: SideRow,
        major_river: SideRow,
        leave_zone: CostRow,
        zone_to_zone: CostRow,
        interdicted: PointsRow,
        meeting: PointsRow,
        less_road_bound_rough: PointsRow,
        cap: Number,
        entrenchment: Number,
    }

    struct TerrainRow {
        terrain: Text,
        un: Text,
        korean: Text,
        ccf: Text,
        un_defends: Int,
        com_defends: Int,
        #[serde(rename = "points")]
        _points: Source,
        #[serde(rename = "shifts")]
        _shifts: Source,
    }

    struct SideRow {
        un: Text,
        korean: Text,
        ccf: Text,
        un_defends: Int,
        com_defends: Int,
        #[serde(rename = "points")]
        _points: Source,
        #[serde(rename = "shifts")]
        _shifts: Source,
    }

    struct ShiftRow {
        un_defends: Int,
        com_defends: Int,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct CostRow {
        un: Text,
        korean: Text,
        ccf: Text,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct PointsRow {
        value: Text,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct ParametersFile {
        stacking: StackingRows,
        fire: FireRows,
        air: AirRows,
        dice: DiceRows,
        naval: NavalRows,
        lead: LeadRows,
        integrity: IntegrityRows,
        fog: FogRows,
        rail: RailRows,
    }

    struct RailRows {
        #[serde(rename = "source")]
        _source: Source,
        lines: Vec<Vec<Text>>,
    }

    struct StackingRows {
        units: Number,
        un_regiments: Number,
        com_infantry: Number,
        rough: Number,
    }

    struct FireRows {
        artillery_range: Number,
        naval_range: Number,
        fleet_barrage: Number,
        un_attack_support: Number,
        un_defence_support: Number,
        com_attack_support: Number,
        com_defence_support: Number,
        cas_attack: Number,
        cas_defence: Number,
    }

    struct AirRows {
        tac: Number,
        sac: Number,
        mac: Number,
        supply_markers: Number,
        first_turn_cas: Number,
        first_turn_supply: Number,
        strike_tac: Number,
        strike_sac: Number,
        zone: Number,
        zone_surprised: Number,
        yonpo_loss: Number,
        arrival: Vec<AirArrivalRow>,
    }

    struct AirArrivalRow {
        turn: Int,
        #[serde(default)]
        tac: Option<Int>,
        #[serde(default)]
        sac: Option<Int>,
        #[serde(default)]
        mac: Option<Int>,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct DiceRows {
        recovery_at_least: Number,
        depot: Number,
        demolition: Number,
        repair: Number,
        repair_engineer: Number,
        entrench_un: Number,
        entrench_com: Number,
        fallout: Number,
    }

    struct NavalRows {
        transfer: Number,
        transfer_without_port_unit: Number,
        evacuation: Number,
        refugees: Number,
    }

    struct LeadRows {
        recovery: Number,
        event: Number,
        great: Number,
    }

    struct IntegrityRows {
        chinese: Number,
        koreans: Number,
    }

    struct FogRows {
        markers: Number,
    }

    struct EventsFile {
        event: Vec<EventRow>,
    }

    struct EventRow {
        id: Text,
        rolls: Vec<Int>,
        title: String,
        effect: String,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct VictoryFile {
        dead: Vec<ScoreRow>,
        exited: Vec<ScoreRow>,
        airfield_tac_exited: Number,
        airfield_tac_lost: Number,
        depot_captured: Number,
        collateral: Number,
        yalu_attack: Number,
        source_occupied: Number,
        source_turn: Number,
        bomb_received: Number,
        minimal_bonus: Number,
        maximum_bonus: Number,
        first_control: Vec<HexScore>,
        end_control: Vec<HexScore>,
        end_control_town: Number,
        levels: Vec<LevelRow>,
    }

    struct ScoreRow {
        nations: Vec<Text>,
        #[serde(default)]
        kinds: Option<Vec<Text>>,
        #[serde(default)]
        sizes: Option<Vec<Text>>,
        points: Int,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct HexScore {
        hex: Text,
        points: Int,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct LevelRow {
        at_least: Int,
        level: String,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct TrackFile {
        first: Text,
        #[serde(rename = "source")]
        _source: Source,
        turns: Number,
        quick_turns: Number,
        surprise_last: Number,
        note: Vec<NoteRow>,
    }

    struct NoteRow {
        turn: Int,
        text: String,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct SetupFile {
        un: Vec<PlaceRow>,
        depot: DepotRow,
        fixed_depot: FixedRow,
        fleet: FleetRow,
        historical: Vec<PlaceRow>,
        minimal: Vec<PlaceRow>,
        maximum: Vec<PlaceRow>,
        start_disrupted: DisruptedRow,
    }

    struct PlaceRow {
        unit: Text,
        zone: Text,
        #[serde(default)]
        hexes: Vec<Text>,
        default: Text,
        #[serde(default)]
        option: Option<Text>,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct DepotRow {
        #[serde(rename = "zone")]
        _zone: String,
        hexes: Vec<Text>,
        default: Text,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct FixedRow {
        hex: Text,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct FleetRow {
        default: Text,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct DisruptedRow {
        units: Vec<Text>,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct ArrivalsFile {
        un: Vec<ArrivalRow>,
        historical: Vec<ArrivalRow>,
        minimal: Vec<ArrivalRow>,
        maximum: Vec<ArrivalRow>,
        emergency: Vec<ArrivalRow>,
        emergency_air: AirArrivalRow,
        evacuees: Vec<ArrivalRow>,
        evacuees_late: LateRow,
        reserves: Vec<ArrivalRow>,
        reserves_late: LateRow,
    }

    struct ArrivalRow {
        turn: Int,
        at: Text,
        #[serde(default)]
        hold: bool,
        units: Vec<Text>,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct LateRow {
        from_turn: Int,
        delay: Int,
        #[serde(rename = "source")]
        _source: Source,
    }

    struct OptionsFile {
        option: Vec<OptionRow>,
    }

    struct OptionRow {
        id: Text,
        side: Text,
        rule: String,
        pays: Int,
        title: String,
        blurb: String,
        #[serde(rename = "source")]
        _source: Source,
    }
}
