//! The data files as they are written.

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub(crate) struct Areas {
    pub(crate) area: Vec<AreaRow>,
}
#[derive(Deserialize)]
pub(crate) struct AreaRow {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) region: String,
    pub(crate) owner: String,
    pub(crate) ipc: u8,
    pub(crate) land: Vec<String>,
    pub(crate) sea: Vec<String>,
    #[serde(default)]
    pub(crate) factory: bool,
    pub(crate) roundel: Option<String>,
    #[serde(default)]
    pub(crate) source_of_supply: bool,
    #[serde(default)]
    pub(crate) note: String,
}
#[derive(Deserialize)]
pub(crate) struct Zones {
    pub(crate) zone: Vec<ZoneRow>,
}
#[derive(Deserialize)]
pub(crate) struct ZoneRow {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) sea: Vec<String>,
    pub(crate) coast: Vec<String>,
}
#[derive(Deserialize)]
pub(crate) struct Track {
    pub(crate) space: Vec<SpaceRow>,
    pub(crate) speed: Speed,
    pub(crate) arrival: Arrival,
}
#[derive(Deserialize)]
pub(crate) struct SpaceRow {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) note: String,
}
#[derive(Deserialize)]
pub(crate) struct Speed {
    pub(crate) aircraft: u8,
}
#[derive(Deserialize)]
pub(crate) struct Arrival {
    pub(crate) areas: Vec<String>,
    pub(crate) base: String,
    pub(crate) base_zones: Vec<String>,
    pub(crate) return_zones: Vec<String>,
}
#[derive(Deserialize)]
pub(crate) struct Nations {
    pub(crate) nation: Vec<NationRow>,
    pub(crate) placement: Vec<PlacementRow>,
}
#[derive(Deserialize)]
pub(crate) struct NationRow {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) adjective: String,
    pub(crate) side: String,
    pub(crate) capital: String,
}
#[derive(Deserialize)]
pub(crate) struct PlacementRow {
    pub(crate) nation: String,
    pub(crate) factory: Vec<String>,
    pub(crate) track: Vec<String>,
}
#[derive(Deserialize)]
pub(crate) struct Forces {
    pub(crate) d6: RawPool,
    pub(crate) d12: RawPool,
    pub(crate) loads: BTreeMap<String, Vec<LoadRow>>,
    pub(crate) carry: BTreeMap<String, u8>,
}
#[derive(Deserialize)]
pub(crate) struct RawPool {
    pub(crate) sides: u8,
    pub(crate) support: u8,
    pub(crate) kind: Vec<KindRow>,
}
#[derive(Deserialize)]
pub(crate) struct KindRow {
    pub(crate) kind: String,
    pub(crate) cost: u8,
    #[serde(default, rename = "move")]
    pub(crate) moves: u8,
    #[serde(default)]
    pub(crate) attack: u8,
    #[serde(default)]
    pub(crate) defence: u8,
    #[serde(default)]
    pub(crate) snipe: u8,
    #[serde(default)]
    pub(crate) dogfight: u8,
    #[serde(default)]
    pub(crate) bombard: u8,
    #[serde(default)]
    pub(crate) aa: u8,
    #[serde(default)]
    pub(crate) aa_bomber: u8,
    #[serde(default)]
    pub(crate) lift: u8,
    pub(crate) nations: Vec<String>,
    pub(crate) buyers: Vec<String>,
}
#[derive(Deserialize)]
pub(crate) struct LoadRow {
    pub(crate) infantry: u8,
    pub(crate) token: u8,
    pub(crate) heavy: u8,
}
#[derive(Deserialize)]
pub(crate) struct Setup {
    pub(crate) piece: Vec<PieceRow>,
    pub(crate) token: Vec<TokenRow>,
}
#[derive(Deserialize)]
pub(crate) struct PieceRow {
    pub(crate) nation: String,
    pub(crate) kind: String,
    pub(crate) at: String,
}
#[derive(Deserialize)]
pub(crate) struct TokenRow {
    pub(crate) at: String,
    pub(crate) count: u8,
}
#[derive(Deserialize)]
pub(crate) struct China {
    pub(crate) clock: Clock,
    pub(crate) hidden: Hidden,
}
/// The Chinese clock.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Clock {
    pub(crate) die: u8,
    pub(crate) target: u8,
    pub(crate) step: u8,
    pub(crate) date_turn: u8,
    pub(crate) crossing_delay: u8,
    pub(crate) entry_bonus: u8,
}
#[derive(Deserialize)]
pub(crate) struct Hidden {
    pub(crate) count: u8,
    pub(crate) most_areas: u8,
    pub(crate) areas: Vec<String>,
    pub(crate) token_per_area: u8,
    pub(crate) default: Vec<HiddenRow>,
}
#[derive(Deserialize)]
pub(crate) struct HiddenRow {
    pub(crate) area: String,
    pub(crate) count: u8,
}
#[derive(Deserialize)]
pub(crate) struct Economy {
    pub(crate) nation: Vec<MoneyRow>,
    pub(crate) factory: FactoryRules,
    pub(crate) bombing: Bombing,
    pub(crate) capital: Capital,
}
#[derive(Deserialize)]
pub(crate) struct MoneyRow {
    pub(crate) id: String,
    pub(crate) treasury: u16,
    pub(crate) base: u16,
    pub(crate) neutral_share: u16,
    pub(crate) collects: bool,
}
/// Limits of factories (FA-1, FA-2).
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FactoryRules {
    pub(crate) original: u8,
    pub(crate) captured_numerator: u8,
    pub(crate) captured_denominator: u8,
    pub(crate) least_ipc: u8,
    pub(crate) tokens_count: bool,
}
#[derive(Deserialize)]
pub(crate) struct Bombing {
    pub(crate) die: u8,
}
#[derive(Deserialize)]
pub(crate) struct Capital {
    pub(crate) takes_treasury: bool,
}
#[derive(Deserialize)]
pub(crate) struct Combat {
    pub(crate) modifiers: Modifiers,
    pub(crate) defensive_air_support: Das,
}
#[derive(Deserialize)]
pub(crate) struct Modifiers {
    pub(crate) isolation: i8,
}
#[derive(Deserialize)]
pub(crate) struct Das {
    pub(crate) joins_in_round: u8,
}
#[derive(Deserialize)]
pub(crate) struct Prisoners {
    pub(crate) die: u8,
    pub(crate) result: Vec<CaptureRow>,
    pub(crate) salvage: Vec<String>,
}
#[derive(Deserialize)]
pub(crate) struct CaptureRow {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) result: String,
}
/// Atomic weaponry.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Atomic {
    pub(crate) authorisation: Authorisation,
    pub(crate) weapon: Weapon,
    pub(crate) economic: EconomicStrike,
    pub(crate) military: MilitaryStrike,
}
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Authorisation {
    pub(crate) first_turn: u8,
    pub(crate) die: u8,
    pub(crate) target: u8,
}
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Weapon {
    pub(crate) cost: u8,
    pub(crate) total: u8,
}
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct EconomicStrike {
    pub(crate) die: u8,
}
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct MilitaryStrike {
    pub(crate) die: u8,
    pub(crate) infantry: u8,
    pub(crate) other: u8,
}
#[derive(Deserialize)]
pub(crate) struct Soviet {
    pub(crate) area: String,
    pub(crate) tokens: u8,
    pub(crate) piece: Vec<SovietRow>,
}
#[derive(Deserialize)]
pub(crate) struct SovietRow {
    pub(crate) kind: String,
    pub(crate) count: u8,
}
#[derive(Deserialize)]
pub(crate) struct OptionFile {
    pub(crate) option: Vec<OptionRow>,
}
/// An option of a match.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct OptionRow {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) values: Vec<String>,
    pub(crate) summary: String,
    pub(crate) first_turn: Option<u8>,
}
#[derive(Deserialize)]
pub(crate) struct Timeline {
    pub(crate) turns: u8,
    pub(crate) turn: Vec<TurnRow>,
}
#[derive(Deserialize)]
pub(crate) struct TurnRow {
    pub(crate) month: String,
    pub(crate) label: String,
    pub(crate) event: Option<String>,
}
