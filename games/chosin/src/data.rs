//! The game's data as the rules read it: counters, tables, lists. `load` makes it from the files under `data/`.

use crate::ground::Ground;
use crate::state::{HexBits, UnitBits, UnitId};
use crate::tables::{Barrage, CombatTable};
use board::HexId;

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Hq,
    MotorizedMarine,
    Artillery,
    Armor,
    Amphibious,
    MotorizedInfantry,
    SpecialOperations,
    MilitaryPolice,
    Marine,
    Infantry,
    Airfield,
    Port,
    ArmoredCavalry,
    CombatEngineer,
    Partisan,
    EliteInfantry,
    Cavalry,
    AntiAircraft,
    Commando,
    Airborne,
}

impl Kind {
    pub(crate) const ALL: [(Kind, &'static str); 20] = [
        (Kind::Hq, "hq"),
        (Kind::MotorizedMarine, "motorized-marine"),
        (Kind::Artillery, "artillery"),
        (Kind::Armor, "armor"),
        (Kind::Amphibious, "amphibious"),
        (Kind::MotorizedInfantry, "motorized-infantry"),
        (Kind::SpecialOperations, "special-operations"),
        (Kind::MilitaryPolice, "military-police"),
        (Kind::Marine, "marine"),
        (Kind::Infantry, "infantry"),
        (Kind::Airfield, "airfield"),
        (Kind::Port, "port"),
        (Kind::ArmoredCavalry, "armored-cavalry"),
        (Kind::CombatEngineer, "combat-engineer"),
        (Kind::Partisan, "partisan"),
        (Kind::EliteInfantry, "elite-infantry"),
        (Kind::Cavalry, "cavalry"),
        (Kind::AntiAircraft, "anti-aircraft"),
        (Kind::Commando, "commando"),
        (Kind::Airborne, "airborne"),
    ];
}

/// Whose a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nation {
    Us,
    Cw,
    Rok,
    Ccf,
    Nk,
}

impl Nation {
    pub(crate) const ALL: [(Nation, &'static str); 5] = [
        (Nation::Us, "us"),
        (Nation::Cw, "cw"),
        (Nation::Rok, "rok"),
        (Nation::Ccf, "ccf"),
        (Nation::Nk, "nk"),
    ];
}

/// A counter. [rule: ch 1.5, ch 1.52, ch 1.53, ch 1.9]
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) name: String,
    pub(crate) nation: Nation,
    pub(crate) marine: bool,
    pub(crate) kind: Kind,
    pub(crate) size: String,
    pub(crate) side: u8,
    /// 8.11 Regiment or larger.
    pub(crate) regiment: bool,
    /// Attack, defence, movement of front and back; without a back both are the front's.
    pub(crate) faces: [[u8; 3]; 2],
    pub(crate) has_back: bool,
    pub(crate) radius: u8,
    pub(crate) barrage: [u8; 2],
    /// Which kind of battalion it is (5.2), 0 for none.
    pub(crate) part: u8,
    /// What it breaks down into: kinds of battalions.
    pub(crate) parts: Vec<u8>,
    pub(crate) third: bool,
    pub(crate) pool: bool,
    /// Whether its front is the book's.
    pub(crate) from_book: bool,
    /// Points for its death and for its exit.
    pub(crate) dead: u8,
    pub(crate) exited: u8,
    /// How it comes on: the list entry of its arrival.
    pub(crate) entry: Entry,
}

/// What the hot paths ask of a unit, in a few bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quick {
    pub(crate) side: u8,
    pub(crate) kind: Kind,
    pub(crate) nation: Nation,
    pub(crate) regiment: bool,
    pub(crate) has_back: bool,
    pub(crate) marine: bool,
    pub(crate) radius: u8,
    pub(crate) barrage: [u8; 2],
    pub(crate) faces: [[u8; 3]; 2],
}

impl Quick {
    pub(crate) fn of(unit: &Unit) -> Self {
        Self {
            side: unit.side,
            kind: unit.kind,
            nation: unit.nation,
            regiment: unit.regiment,
            has_back: unit.has_back,
            marine: unit.marine,
            radius: unit.radius,
            barrage: unit.barrage,
            faces: unit.faces,
        }
    }
    /// 8.2 Regular or elite infantry, of which a Communist stack holds two at most.
    pub(crate) fn stacks_as_infantry(&self) -> bool {
        matches!(self.kind, Kind::Infantry | Kind::EliteInfantry | Kind::Commando)
    }
    /// A Chinese infantry or elite infantry unit (11.412, S1 5.31, 38.5.4).
    pub(crate) fn chinese_infantry(&self) -> bool {
        self.nation == Nation::Ccf && matches!(self.kind, Kind::Infantry | Kind::EliteInfantry)
    }
    /// 11.412 Armour and motorized types of the UN.
    pub(crate) fn mobile_type(&self) -> bool {
        self.side == crate::state::UN
            && matches!(
                self.kind,
                Kind::Armor | Kind::ArmoredCavalry | Kind::MotorizedInfantry | Kind::MotorizedMarine
            )
    }
    /// 30.1, 15.24 Armour and armoured cavalry.
    pub(crate) fn armored(&self) -> bool {
        matches!(self.kind, Kind::Armor | Kind::ArmoredCavalry)
    }
    /// 20.8 Partisans and special operations are always in supply.
    pub(crate) fn always_supplied(&self) -> bool {
        matches!(self.kind, Kind::Partisan | Kind::SpecialOperations)
    }
    /// 38.6.2 Motorized, airborne and Marine infantry.
    pub(crate) fn less_road_bound(&self) -> bool {
        matches!(self.kind, Kind::MotorizedInfantry | Kind::MotorizedMarine | Kind::Marine | Kind::Airborne)
    }
}

/// Where reinforcements come on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    East,
    Port,
    North,
    Coast,
}

impl Entry {
    pub(crate) const ALL: [(Entry, &'static str); 4] =
        [(Entry::East, "east"), (Entry::Port, "port"), (Entry::North, "north"), (Entry::Coast, "coast")];
}

/// Where a unit may be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    At,
    Near,
    OneEach,
    Third,
    Garrison,
    Us,
    Coast,
    Twenty,
    TwentySeven,
    Army,
    North,
    ArmyNorth,
    Partisan,
    PartisanFree,
    Behind,
}

impl Zone {
    pub(crate) const ALL: [(Zone, &'static str); 15] = [
        (Zone::At, "at"),
        (Zone::Near, "near"),
        (Zone::OneEach, "one-each"),
        (Zone::Third, "third"),
        (Zone::Garrison, "garrison"),
        (Zone::Us, "us"),
        (Zone::Coast, "coast"),
        (Zone::Twenty, "20"),
        (Zone::TwentySeven, "27"),
        (Zone::Army, "army"),
        (Zone::North, "north"),
        (Zone::ArmyNorth, "army-north"),
        (Zone::Partisan, "partisan"),
        (Zone::PartisanFree, "partisan-free"),
        (Zone::Behind, "behind"),
    ];
}

/// A line of a set-up list.
#[derive(Clone, Debug)]
pub(crate) struct Posting {
    pub(crate) unit: UnitId,
    pub(crate) zone: Zone,
    pub(crate) hexes: Vec<HexId>,
    pub(crate) default: HexId,
    pub(crate) option: Option<Choice>,
}

/// What must be chosen for a posting to be in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Airfields,
    Port,
    Extras,
    /// A scenario option, by its index.
    Option(u8),
}

/// A line of an arrival list.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    pub(crate) turn: u8,
    pub(crate) hold: bool,
    pub(crate) units: Vec<UnitId>,
}

/// Air units that come on a turn: TAC, SAC, MAC.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AirArrival {
    pub(crate) turn: u8,
    pub(crate) units: [u8; 3],
}

/// An event of the table.
#[derive(Clone, Debug)]
pub(crate) struct EventInfo {
    pub(crate) title: String,
    pub(crate) effect: String,
}

/// A scenario option of 38.5 or 38.6.
#[derive(Clone, Debug)]
pub(crate) struct OptionRow {
    pub(crate) side: u8,
    pub(crate) rule: String,
    pub(crate) pays: u8,
    pub(crate) title: String,
    pub(crate) blurb: String,
}

/// Scenario options by name, as the rules ask for them; the order is that of the file, which `load` checks.
pub(crate) mod option {
    pub(crate) const CHALLENGE: u8 = 1;
    pub(crate) const RESERVES: u8 = 2;
    pub(crate) const ARTILLERY: u8 = 3;
    pub(crate) const ARMY_42: u8 = 4;
    pub(crate) const INTELLIGENCE: u8 = 5;
    pub(crate) const OFF_ROAD: u8 = 6;
    pub(crate) const EMERGENCY: u8 = 7;
    pub(crate) const EVACUEES: u8 = 9;
    pub(crate) const ALL: [&str; 10] = [
        "nk-army",
        "challenge",
        "reserves",
        "artillery",
        "army-42",
        "intelligence",
        "off-road",
        "emergency",
        "cavalry",
        "evacuees",
    ];
}

/// Movement columns: UN, Korean, Chinese, and the first two with the rough cost of 38.6.2.
pub(crate) const COLUMNS: usize = 5;
/// Terrain in the order of the chart.
pub(crate) const TERRAINS: usize = 4;

/// The terrain effects chart, in half points. [rule: ch 1.6, ch terrain-chart]
#[derive(Clone, Debug, Default)]
pub(crate) struct Chart {
    pub(crate) hex: [[u8; TERRAINS]; COLUMNS],
    pub(crate) road: [u8; COLUMNS],
    pub(crate) road_rough: [u8; COLUMNS],
    pub(crate) rail: [u8; COLUMNS],
    /// Minor, major.
    pub(crate) river: [[u8; 2]; COLUMNS],
    /// By zone class: 0 UN, 1 Korean, 2 Chinese.
    pub(crate) leave_zone: [u8; 3],
    pub(crate) zone_to_zone: [u8; 3],
    pub(crate) interdicted: u8,
    pub(crate) meeting: u8,
    /// Columns to the left by defending side.
    pub(crate) hex_shift: [[u8; TERRAINS]; 2],
    pub(crate) town_shift: [u8; 2],
    pub(crate) river_shift: [[u8; 2]; 2],
    pub(crate) cap: u8,
    pub(crate) entrenchment: u8,
}

/// What a step over a hexside costs one movement column, in halves, before anything that changes in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Over the ground; [`Step::CLOSED`] where nobody may go.
    pub(crate) plain: u8,
    /// Along a road or railway; [`Step::CLOSED`] where there is none.
    pub(crate) fast: u8,
    /// The bridge that the road or railway crosses on.
    pub(crate) bridge: u8,
}

impl Step {
    pub(crate) const CLOSED: u8 = u8::MAX;
}

/// The steps from every hex for every movement column.
pub(crate) fn steps(ground: &Ground, chart: &Chart) -> [Vec<[Step; 6]>; COLUMNS] {
    std::array::from_fn(|column| {
        let step = |edge: &crate::ground::Edge| {
            if !edge.open {
                return Step { plain: Step::CLOSED, fast: Step::CLOSED, bridge: edge.bridge };
            }
            let river = if edge.river == 0 { 0 } else { chart.river[column][edge.river as usize - 1] };
            let road = edge.road.then(|| chart.road_to(column, ground.terrain(edge.to)));
            let rail = edge.rail.then_some(chart.rail[column]);
            Step {
                plain: chart.hex[column][ground.terrain(edge.to) as usize] + river,
                fast: [road, rail].into_iter().flatten().min().unwrap_or(Step::CLOSED),
                bridge: edge.bridge,
            }
        };
        ground.edges.iter().map(|edges| edges.each_ref().map(step)).collect()
    })
}

impl Chart {
    /// 6.61 What a step along a road into terrain costs.
    pub(crate) fn road_to(&self, column: usize, terrain: u8) -> u8 {
        let hard = matches!(terrain, crate::ground::ROUGH | crate::ground::SWAMP);
        if hard { self.road_rough[column] } else { self.road[column] }
    }
}

/// Single numbers of the rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters {
    pub(crate) stack: u8,
    pub(crate) stack_regiments: u8,
    pub(crate) stack_infantry: u8,
    pub(crate) stack_rough: u8,
    pub(crate) range: u8,
    pub(crate) naval_range: u8,
    pub(crate) fleet: u8,
    /// By side: attacking, defending.
    pub(crate) support: [[u8; 2]; 2],
    /// Attacking, defending.
    pub(crate) cas: [u8; 2],
    pub(crate) air: [u8; 3],
    pub(crate) supply_markers: u8,
    pub(crate) first_turn_cas: u8,
    pub(crate) first_turn_supply: u8,
    /// TAC, SAC.
    pub(crate) strike: [u8; 2],
    pub(crate) zone: u8,
    pub(crate) zone_surprised: u8,
    pub(crate) yonpo_loss: u8,
    pub(crate) air_arrivals: Vec<AirArrival>,
    pub(crate) recovery: u8,
    pub(crate) depot: u8,
    pub(crate) demolition: u8,
    pub(crate) repair: u8,
    pub(crate) repair_engineer: u8,
    pub(crate) entrench: [u8; 2],
    pub(crate) fallout: u8,
    pub(crate) transfer: u8,
    pub(crate) transfer_without_port_unit: u8,
    pub(crate) evacuation: u8,
    pub(crate) refugees: u8,
    pub(crate) lead_recovery: u8,
    pub(crate) lead_event: u8,
    pub(crate) lead_great: u8,
    /// 28.14 Chinese and North Korean units that an army headquarters serves in a phase.
    pub(crate) army: [u8; 2],
    pub(crate) fog_markers: u8,
}

/// The schedule of victory points apart from those of units. [rule: ch victory-schedule]
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule {
    pub(crate) airfield_exited: u8,
    pub(crate) airfield_lost: u8,
    pub(crate) depot: u8,
    pub(crate) collateral: u8,
    pub(crate) yalu: u8,
    pub(crate) source: u8,
    pub(crate) source_turn: u8,
    pub(crate) bomb: u8,
    pub(crate) minimal: u8,
    pub(crate) maximum: u8,
    pub(crate) first_control: Vec<(HexId, u8)>,
    /// Cities, then towns.
    pub(crate) end_control: Vec<(HexId, u8)>,
    pub(crate) levels: Vec<(i32, String)>,
}

/// Late scenario options (38.3, 38.4): from which turn, and how many turns until the units come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Late {
    pub(crate) from_turn: u8,
    pub(crate) delay: u8,
}

/// Everything the files say.
#[derive(Debug)]
pub(crate) struct Data {
    /// Which data of this program's run: what is remembered between questions belongs to one.
    pub(crate) number: u64,
    pub(crate) ground: Ground,
    pub(crate) units: Vec<Unit>,
    pub(crate) quick: Vec<Quick>,
    pub(crate) side_units: [UnitBits; 2],
    pub(crate) hqs: UnitBits,
    /// Whether any counter jumps (17.0): none of the shipped ones does.
    pub(crate) airborne: bool,
    pub(crate) chart: Chart,
    pub(crate) steps: [Vec<[Step; 6]>; COLUMNS],
    pub(crate) parameters: Parameters,
    pub(crate) schedule: Schedule,
    /// Probe, Assault, Mobile.
    pub(crate) tables: [CombatTable; 3],
    pub(crate) barrage: Barrage,
    pub(crate) events: Vec<EventInfo>,
    /// The event of every roll: index into `events`, or 255.
    pub(crate) event_of: [[u8; 7]; 7],
    pub(crate) turns: u8,
    pub(crate) quick_turns: u8,
    pub(crate) surprise_last: u8,
    /// 1.2 A turn is a day. [rule: ch 1.2]
    pub(crate) dates: Vec<String>,
    pub(crate) notes: Vec<String>,
    pub(crate) un_setup: Vec<Posting>,
    /// Historical, minimal, maximum.
    pub(crate) com_setup: [Vec<Posting>; 3],
    pub(crate) disrupted: Vec<UnitId>,
    pub(crate) depot_hexes: Vec<HexId>,
    pub(crate) depot_default: HexId,
    pub(crate) fixed_depot: HexId,
    pub(crate) fleet_default: HexId,
    pub(crate) un_arrivals: Vec<Arrival>,
    pub(crate) com_arrivals: [Vec<Arrival>; 3],
    pub(crate) emergency: Vec<Arrival>,
    pub(crate) emergency_air: AirArrival,
    pub(crate) evacuees: Vec<Arrival>,
    pub(crate) evacuees_late: Late,
    pub(crate) reserves: Vec<Arrival>,
    pub(crate) reserves_late: Late,
    pub(crate) options: Vec<OptionRow>,
    /// Where every hex of a zone lies, worked out once: deployment hexes and edges.
    pub(crate) zones: ZoneHexes,
    /// The counters of each kind of battalion that a unit breaks down into.
    pub(crate) of_part: Vec<UnitBits>,
    /// 14.13 The hexes of an interdiction zone around each hex, as usual and while surprise lasts.
    pub(crate) discs: [Vec<Vec<HexId>>; 2],
}

/// The set-up zones that do not depend on units.
#[derive(Debug, Default)]
pub(crate) struct ZoneHexes {
    pub(crate) garrison: HexBits,
    pub(crate) coast: HexBits,
    pub(crate) twenty: HexBits,
    pub(crate) twenty_seven: HexBits,
    pub(crate) north: HexBits,
    /// Rough and neither on nor beside a road.
    pub(crate) partisan: HexBits,
    /// Where reinforcements come on, by [`Entry`].
    pub(crate) entry: [HexBits; 4],
}

impl Data {
    #[inline]
    pub(crate) fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }
    #[inline]
    pub(crate) fn quick(&self, unit: UnitId) -> &Quick {
        &self.quick[unit.index()]
    }
    /// The unit with this id.
    pub(crate) fn find(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|u| u.id == id).map(|i| UnitId(i as u8))
    }
    pub(crate) fn all_units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
}
