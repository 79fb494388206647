//! The data files as they are written.

use engine::rows;
use engine::rows::Source;
use std::collections::BTreeMap;

/// The columns of a row that come from elsewhere than the rest.
pub(crate) type Columns = Vec<String>;

rows! {
    struct Areas {
        #[serde(rename = "source")]
        _source: Source,
        abroad: Abroad,
        note: BTreeMap<String, String>,
        #[serde(rename = "book")]
        _book: BTreeMap<String, Columns>,
    }

    struct Abroad {
        manchuria: Vec<String>,
        soviet: Vec<String>,
        japan: Vec<String>,
    }

    struct Track {
        #[serde(rename = "source")]
        _source: Source,
        note: BTreeMap<String, String>,
        speed: Speed,
        arrival: Arrival,
    }

    struct Speed {
        aircraft: u8,
    }

    struct Arrival {
        base: String,
        base_zones: Vec<String>,
        return_zones: Vec<String>,
    }

    struct Nations {
        #[serde(rename = "source")]
        _source: Source,
        nation: Vec<NationRow>,
        placement: Vec<PlacementRow>,
    }

    struct NationRow {
        id: String,
        name: String,
        adjective: String,
        side: String,
    }

    struct PlacementRow {
        #[serde(default, rename = "source")]
        _source: Option<Source>,
        #[serde(default, rename = "ours")]
        _ours: Columns,
        nation: String,
        factory: Vec<String>,
        track: Vec<String>,
    }

    struct Forces {
        #[serde(rename = "source")]
        _source: Source,
        d6: RawPool,
        d12: RawPool,
        loads: BTreeMap<String, Vec<LoadRow>>,
        carry: BTreeMap<String, u8>,
    }

    struct RawPool {
        sides: u8,
        support: i8,
        kind: Vec<KindRow>,
    }

    struct KindRow {
        #[serde(rename = "name")]
        _name: String,
        #[serde(default, rename = "ours")]
        _ours: Columns,
        kind: String,
        cost: u8,
        #[serde(default, rename = "move")]
        moves: u8,
        #[serde(default)]
        attack: i8,
        #[serde(default)]
        defence: i8,
        #[serde(default)]
        snipe: i8,
        #[serde(default)]
        dogfight: i8,
        #[serde(default)]
        bombard: i8,
        #[serde(default)]
        aa: u8,
        #[serde(default)]
        aa_bomber: u8,
        #[serde(default)]
        lift: u8,
        nations: Vec<String>,
        buyers: Vec<String>,
    }

    struct LoadRow {
        #[serde(default, rename = "source")]
        _source: Option<Source>,
        infantry: u8,
        token: u8,
        heavy: u8,
    }

    struct Setup {
        #[serde(rename = "source")]
        _source: Source,
        piece: Vec<PieceRow>,
        token: Vec<TokenRow>,
    }

    struct PieceRow {
        #[serde(rename = "id")]
        _id: String,
        #[serde(default, rename = "aboard")]
        _aboard: String,
        #[serde(default, rename = "book")]
        _book: Columns,
        name: String,
        nation: String,
        kind: String,
        at: String,
    }

    struct TokenRow {
        side: String,
        at: String,
        count: u8,
    }

    struct China {
        #[serde(rename = "source")]
        _source: Source,
        clock: Clock,
        hidden: Hidden,
    }

    /// The Chinese clock.
    #[derive(Clone, Debug)]
    struct Clock {
        die: u8,
        target: u8,
        step: u8,
        date_turn: u8,
        crossing_delay: u8,
        entry_bonus: u8,
    }

    struct Hidden {
        names: Vec<String>,
        count: u8,
        most_areas: u8,
        token_per_area: u8,
        default: Vec<HiddenRow>,
    }

    struct HiddenRow {
        area: String,
        count: u8,
    }

    struct Economy {
        #[serde(rename = "source")]
        _source: Source,
        nation: Vec<MoneyRow>,
        factory: FactoryRules,
        bombing: Bombing,
        capital: Capital,
    }

    struct MoneyRow {
        id: String,
        treasury: u16,
        base: u16,
        neutral_share: u16,
        collects: bool,
    }

    /// Limits of factories (FA-1, FA-2).
    #[derive(Clone, Debug)]
    struct FactoryRules {
        original: u8,
        captured_numerator: u8,
        captured_denominator: u8,
        least_ipc: u8,
        tokens_count: bool,
    }

    struct Bombing {
        die: u8,
    }

    struct Capital {
        takes_treasury: bool,
    }

    struct Combat {
        #[serde(rename = "source")]
        _source: Source,
        modifiers: Modifiers,
        defensive_air_support: Das,
    }

    struct Modifiers {
        isolation: i8,
    }

    struct Das {
        joins_in_round: u8,
    }

    struct Prisoners {
        #[serde(default, rename = "ours")]
        _ours: Columns,
        #[serde(rename = "source")]
        _source: Source,
        die: u8,
        result: Vec<CaptureRow>,
        salvage: Vec<String>,
    }

    struct CaptureRow {
        from: u8,
        to: u8,
        result: String,
    }

    /// Atomic weaponry.
    #[derive(Clone, Debug)]
    struct Atomic {
        #[serde(rename = "source")]
        _source: Source,
        authorisation: Authorisation,
        weapon: Weapon,
        economic: EconomicStrike,
        military: MilitaryStrike,
    }

    #[derive(Clone, Debug)]
    struct Authorisation {
        first_turn: u8,
        die: u8,
        target: u8,
    }

    #[derive(Clone, Debug)]
    struct Weapon {
        cost: u8,
        total: u8,
    }

    #[derive(Clone, Debug)]
    struct EconomicStrike {
        die: u8,
    }

    #[derive(Clone, Debug)]
    struct MilitaryStrike {
        die: u8,
        infantry: u8,
        other: u8,
    }

    struct Soviet {
        #[serde(rename = "source")]
        _source: Source,
        area: String,
        tokens: u8,
        piece: Vec<SovietRow>,
    }

    struct SovietRow {
        name: String,
        kind: String,
        count: u8,
    }

    struct OptionFile {
        scenario: Vec<ScenarioRow>,
        option: Vec<OptionRow>,
    }

    struct ScenarioRow {
        #[serde(rename = "source")]
        _source: Source,
        id: String,
        name: String,
        turns: u8,
    }

    /// An option of a match.
    #[derive(Clone, Debug)]
    struct OptionRow {
        #[serde(rename = "source")]
        _source: Source,
        id: String,
        name: String,
        values: Vec<String>,
        summary: String,
        first_turn: Option<u8>,
    }

    struct Timeline {
        #[serde(rename = "source")]
        _source: Source,
        turns: u8,
        turn: Vec<TurnRow>,
    }

    struct TurnRow {
        turn: u8,
        month: String,
        label: String,
        event: Option<String>,
    }
}
