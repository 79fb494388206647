//! The loaded data: equipment, organisations, units, air units, scenarios and tables, ready for the rules.

use crate::files::{Class, Numbers, Share};
use crate::ground::{Ground, HexBits};
use board::HexId;
use serde::{Deserialize, Serialize};

/// How many kinds of equipment there are.
pub const KINDS: usize = 16;
/// Pieces by kind of equipment.
pub type Pieces = [u8; KINDS];

/// The two wars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Era {
    #[serde(rename = "1950s")]
    Fifties,
    #[serde(rename = "1995")]
    Nineties,
}

impl Era {
    pub fn modern(self) -> bool {
        self == Self::Nineties
    }
}

/// A side: 0 the Communists, 1 the United Nations. Seats have the same numbers.
pub const COM: u8 = 0;
/// The United Nations.
pub const UN: u8 = 1;

/// A nation with its own replacement pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Nation {
    Us,
    Usmc,
    Cw,
    Un,
    Rok,
    Nk,
    Cn,
}

impl Nation {
    pub const ALL: [Self; 7] = [Self::Us, Self::Usmc, Self::Cw, Self::Un, Self::Rok, Self::Nk, Self::Cn];

    pub fn side(self) -> u8 {
        if matches!(self, Self::Nk | Self::Cn) { COM } else { UN }
    }
    /// 4.22 Command control: ROK, North Korea and China are an army each, the other United Nations one together.
    pub fn army(self) -> u8 {
        match self {
            Self::Us | Self::Usmc | Self::Cw | Self::Un => 0,
            Self::Rok => 1,
            Self::Nk => 2,
            Self::Cn => 3,
        }
    }
    pub fn word(self) -> &'static str {
        ["US", "USMC", "CW", "UN", "ROK", "NKPA", "CPLA"][self as usize]
    }
    /// The key of its counters' colour.
    pub fn colour(self) -> &'static str {
        ["us", "usmc", "cw", "un", "rok", "nk", "ccf"][self as usize]
    }
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Inf,
    Mot,
    Mech,
    Mar,
    Abn,
    Cdo,
    Arm,
    Arty,
    Harty,
    Avn,
}

impl Kind {
    pub const ALL: [Self; 10] = [
        Self::Inf,
        Self::Mot,
        Self::Mech,
        Self::Mar,
        Self::Abn,
        Self::Cdo,
        Self::Arm,
        Self::Arty,
        Self::Harty,
        Self::Avn,
    ];

    /// 3.422 What counts as infantry in a force.
    pub fn infantry(self) -> bool {
        self <= Self::Cdo
    }
    pub fn word(self) -> &'static str {
        [
            "infantry",
            "motorised infantry",
            "mechanised infantry",
            "Marines",
            "airborne infantry",
            "commandos",
            "armour",
            "artillery",
            "heavy artillery",
            "aviation",
        ][self as usize]
    }
    /// The key of its symbol.
    pub fn symbol(self) -> &'static str {
        [
            "infantry",
            "motorized",
            "mechanized",
            "marine",
            "airborne",
            "commando",
            "armor",
            "artillery",
            "artillery",
            "aviation",
        ][self as usize]
    }
}

/// 4.21 What a unit has been through.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Experience {
    #[default]
    Green,
    Seasoned,
    Veteran,
}

impl Experience {
    /// Strength in quarters: 1, 1 1/4, 1 1/2.
    pub fn quarters(self) -> u64 {
        4 + self as u64
    }
    pub fn word(self) -> &'static str {
        ["green", "seasoned", "veteran"][self as usize]
    }
    pub fn next(self) -> Self {
        if self == Self::Green { Self::Seasoned } else { Self::Veteran }
    }
}

/// 6.4 How warm it is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Temperature {
    Cold,
    #[default]
    Mild,
    Hot,
}

/// 6.4 What can be seen.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    #[default]
    Fair,
    Cloudy,
    Storms,
}

/// Temperature and visibility of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Weather {
    pub temperature: Temperature,
    pub visibility: Visibility,
}

impl Weather {
    pub fn storm(self) -> bool {
        self.visibility == Visibility::Storms
    }
}

/// Where China stands when a scenario begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChinaStart {
    Waiting,
    In,
    None,
}

/// 3.21 What an air unit does.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Mission {
    Superiority,
    #[default]
    Interdiction,
    GroundAttack,
}

impl Mission {
    pub const ALL: [Self; 3] = [Self::Superiority, Self::Interdiction, Self::GroundAttack];
    pub fn word(self) -> &'static str {
        ["superiority", "interdiction", "ground-attack"][self as usize]
    }
    pub fn title(self) -> &'static str {
        ["air superiority", "interdiction", "ground attack"][self as usize]
    }
    /// Its box on the air display.
    pub fn place(self) -> &'static str {
        ["air-superiority", "air-interdiction", "air-ground-attack"][self as usize]
    }
}

impl Service {
    /// The colour of its counters.
    pub fn colour(self, side: u8) -> &'static str {
        match self {
            _ if side == COM => "nk",
            Self::Marine => "usmc",
            _ => "us",
        }
    }
}

/// Whose aircraft they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Service {
    AirForce,
    Naval,
    Marine,
}

/// Where an air unit is based.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Basing {
    #[default]
    Japan,
    Korea,
    Carrier,
    North,
}

/// A kind of equipment.
#[derive(Clone, Debug)]
pub struct Equipment {
    pub code: String,
    pub name: String,
    pub lethality: u8,
    pub survivability: u8,
    pub class: Class,
    pub artillery: bool,
    pub share: Share,
}

/// What a unit is entitled to.
#[derive(Clone, Debug)]
pub struct Organisation {
    pub key: String,
    pub name: String,
    pub kind: Kind,
    pub size: String,
    pub pieces: Pieces,
    /// Σ lethality of the authorised pieces.
    pub lethality: u32,
}

/// A unit of the order of battle.
#[derive(Clone, Debug)]
pub struct UnitDef {
    pub id: String,
    pub name: String,
    pub nation: Nation,
    pub organisation: u8,
    pub kind: Kind,
    pub pieces: Pieces,
    /// The name of a force that is made of it alone.
    pub force_name: u16,
}

/// A name that a force can bear, with the counter that goes with it.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub nation: Nation,
    pub kind: Kind,
    pub size: String,
    /// Whether a force may be renamed to it (3.423).
    pub free: bool,
}

/// An air unit.
#[derive(Clone, Debug)]
pub struct AirDef {
    pub id: String,
    pub name: String,
    pub aircraft: String,
    pub side: u8,
    pub service: Service,
    pub base: Basing,
    pub jet: bool,
    pub a2g: u8,
    pub a2a: u8,
    pub in_korea: Option<[u8; 2]>,
    pub long_range: bool,
    pub all_weather: bool,
    pub present: Vec<[u8; 2]>,
}

impl AirDef {
    pub fn present(&self, turn: u8) -> bool {
        self.present.iter().any(|[from, to]| (*from..=*to).contains(&turn))
    }
}

/// A unit as it enters play.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub unit: u8,
    pub pieces: Pieces,
    pub readiness: u8,
    pub experience: Experience,
}

/// A force of a set-up.
#[derive(Clone, Debug)]
pub struct Opening {
    pub side: u8,
    pub hex: HexId,
    pub name: u16,
    pub units: Vec<Entry>,
}

/// When a reinforcement is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    Turn(u8),
    /// So many turns after the first Chinese turn.
    AfterChina(u8),
}

/// Where a reinforcement appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    Hex(HexId),
    North,
    South,
}

/// A force that comes later.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub side: u8,
    pub due: Due,
    pub spot: Spot,
    pub name: u16,
    pub units: Vec<Entry>,
}

/// A turn of the calendar.
#[derive(Clone, Debug)]
pub struct Turn {
    pub date: String,
    pub month: u8,
    pub level: Option<String>,
    pub difference: Option<i32>,
    pub event: String,
}

/// The weather of a month in per cent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Month {
    pub temperature: [u8; 3],
    pub visibility: [u8; 3],
}

/// 6.4, 3.12 How the freeze line moves.
#[derive(Clone, Copy, Debug)]
pub struct Freeze {
    /// By temperature: cold, mild, hot.
    pub change: [i8; 3],
    pub cold_least: i8,
    pub thawed: i8,
    pub last: i8,
    pub coastal: i8,
}

/// 6.21 What a nation's pool receives.
#[derive(Clone, Debug, Default)]
pub struct Pools {
    pub rates: [Pieces; 7],
    pub from_turn: [u8; 7],
    pub extras: Vec<(u8, Nation, Pieces)>,
}

/// What terrain does.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerrainEffect {
    pub cost: u8,
    pub cost_china: u8,
    /// In halves.
    pub soft: u8,
    /// In halves.
    pub hard: u8,
    pub strike: u8,
    pub drop: u8,
    pub rough: bool,
}

/// Tables that hold for every scenario of an era.
#[derive(Clone, Debug)]
pub struct Tables {
    pub terrain: [TerrainEffect; 4],
    /// 6.13 by army: others, ROK, North Korea, China.
    pub allowance: [[u8; 3]; 4],
    pub strength_tenths: [u8; 5],
    pub rates: [u8; 5],
    pub bonus: [u8; 5],
    pub commandos: Vec<u8>,
    pub naval: Vec<[u8; 2]>,
    pub cil: Vec<[u8; 2]>,
    /// 3.21 by row: long range all weather, long range, short range all weather, short range in Japan, short range near.
    pub air_weather: [[u8; 3]; 5],
    pub recon_com: [u8; 2],
    pub recon_un: Vec<[u8; 2]>,
    pub south: Vec<HexId>,
    pub north: Vec<HexId>,
    pub allies: Vec<HexId>,
    pub china: Vec<HexId>,
    pub seoul: HexId,
    pub reverting: Vec<HexId>,
    pub waypoints: Vec<HexId>,
    pub refuge: Vec<HexId>,
    pub airborne: Option<u8>,
    pub smith: Option<u8>,
    pub months: [Month; 13],
    pub freeze: Freeze,
    pub forecast: [u8; 3],
    pub pools: Pools,
    /// By capability.
    pub commanders: [Commander; 5],
    pub weights: crate::files::Weights,
    pub scripts: Vec<Script>,
}

/// How a computer commander of one capability plays: a column of the table in `judgement.toml`.
#[derive(Clone, Copy, Debug)]
pub struct Commander {
    pub noise: u8,
    pub least_loss: u8,
    /// In tenths.
    pub least_ratio: u8,
    pub bundle: u8,
    pub restless: u8,
    pub least_readiness: u8,
    pub reserve: u8,
    pub supply: u8,
    pub exploit: u8,
    pub guns: u8,
    pub wary: bool,
    pub china: u8,
}

/// The value of a table of steps for a turn: the last step that has begun.
pub fn step_of(steps: &[[u8; 2]], turn: u8) -> u8 {
    steps.iter().rev().find(|[from, _]| *from <= turn).map_or(0, |[_, value]| *value)
}

/// What a scenario begins with.
#[derive(Clone, Debug)]
pub struct Start {
    pub com_stockpile: u8,
    pub un_stockpile: [u8; 2],
    pub cil: u8,
    pub unil: u8,
    pub weather: Weather,
    pub freeze: i8,
    pub mined: u16,
    pub china: ChinaStart,
    pub trigger: u8,
    pub first_china: u8,
    pub com_knows_un: bool,
    pub pools: [Pieces; 7],
    pub gone: Vec<u8>,
    pub to_rebuild: Vec<u8>,
    pub missions: Vec<Mission>,
    /// Hexes of Korea that the United Nations hold.
    pub owner: HexBits,
}

/// Everything about one era that scenarios share.
#[derive(Debug)]
pub struct World {
    pub era: Era,
    pub ground: Ground,
    pub numbers: Numbers,
    pub tables: Tables,
    pub equipment: Vec<Equipment>,
    pub organisations: Vec<Organisation>,
    pub units: Vec<UnitDef>,
    pub names: Vec<Name>,
    pub air: Vec<AirDef>,
    pub arrivals: Vec<Arrival>,
    pub turns: Vec<Turn>,
    /// 8.0 Points of the United Nations less those of the Communists at the start of the war.
    pub baseline: i32,
}

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub blurb: String,
    pub era: Era,
    pub first_turn: u8,
    pub last_turn: u8,
    pub un_first_phase: bool,
    pub minutes: u16,
    pub difficulty: u8,
    pub start: Start,
    pub openings: Vec<Opening>,
}

/// 8.3 What the course of a scenario asks of a side, turn by turn.
#[derive(Clone, Debug)]
pub struct Script {
    pub scenario: String,
    pub side: u8,
    pub from: u8,
    pub to: u8,
    pub posture: crate::files::Posture,
    /// Where a side that falls back or holds makes its stand.
    pub line: Vec<HexId>,
    /// Coasts behind the enemy that are worth a landing.
    pub landing: Vec<HexId>,
    /// Only while the side does not hold this hex.
    pub lost: Option<HexId>,
    /// Only while the side is ahead by so many levels.
    pub ahead: Option<u8>,
    /// Only while it is behind by so many levels.
    pub behind: Option<u8>,
}
