//! A scenario as the rules read it: counters, entry hexes, cities, pools. `load` makes it from the data files.

use crate::crt::Crt;
use crate::ground::Ground;
use crate::state::{Hex, HexSet, Side, UnitId};

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
    pub(crate) side: Side,
    /// Attack, defence, movement of each step.
    pub(crate) faces: Vec<[u8; 3]>,
    pub(crate) mobile: bool,
    pub(crate) zoc: bool,
    pub(crate) usmc: bool,
    pub(crate) commando: bool,
    pub(crate) hideable: bool,
    /// The division that this regiment comes from.
    pub(crate) division: UnitId,
    /// Its regiments, for a division that can be exchanged.
    pub(crate) regiments: Vec<UnitId>,
    pub(crate) setup: Option<Place>,
    pub(crate) arrival: Option<Arrival>,
    /// Points for its death and the side that gets them.
    pub(crate) dead: (Side, i32),
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
    pub(crate) side: Side,
    pub(crate) small: bool,
    pub(crate) dummy: bool,
    pub(crate) mobile: bool,
    pub(crate) commando: bool,
    pub(crate) depot: bool,
    pub(crate) hq: bool,
    pub(crate) engineer: bool,
    /// Movement in half points of each step.
    pub(crate) allowance: [u8; 4],
}

impl Quick {
    pub(crate) fn of(unit: &Unit) -> Self {
        let mut allowance = [0; 4];
        for (a, face) in allowance.iter_mut().zip(&unit.faces) {
            *a = face[2] * 2;
        }
        Self {
            side: unit.side,
            small: unit.small(),
            dummy: unit.dummy(),
            mobile: unit.mobile,
            commando: unit.commando,
            depot: unit.kind == Kind::Depot,
            hq: unit.kind == Kind::Hq,
            engineer: unit.kind == Kind::Engineer,
            allowance,
        }
    }
}

/// Where a unit is set up.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) at: Vec<Hex>,
    /// In or next to a hex with a unit of its own side.
    pub(crate) beside: bool,
    pub(crate) step: u8,
    pub(crate) default: Option<Hex>,
    pub(crate) default_hidden: bool,
}

/// Where a reinforcement comes in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    /// At named hexes, paying the cost of entry.
    At(Vec<Hex>),
    /// On a unit's hex.
    On(UnitId),
    /// Placed in one of these hexes, free of cost.
    Placed(Vec<Hex>),
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
    pub(crate) unit: UnitId,
    pub(crate) regiments: Vec<UnitId>,
    /// How many regiments are set up.
    pub(crate) start: usize,
    pub(crate) forces: Vec<UnitId>,
    pub(crate) optional: bool,
}

/// A hex where reinforcements enter.
#[derive(Debug)]
pub(crate) struct EntryHex {
    pub(crate) hex: Hex,
    pub(crate) adjacent: Vec<Hex>,
    pub(crate) widened: Vec<Hex>,
}

/// A city that scores.
#[derive(Debug)]
pub(crate) struct City {
    /// As data and positions call it.
    pub(crate) name: String,
    /// As people call it.
    pub(crate) title: String,
    pub(crate) hexes: Vec<Hex>,
}

/// A unit to be withdrawn.
#[derive(Debug)]
pub(crate) struct Withdrawal {
    pub(crate) unit: UnitId,
    pub(crate) turn: u8,
    pub(crate) overdue: i32,
    pub(crate) dead_less: u8,
}

/// A line of the victory table about a city.
#[derive(Debug)]
pub(crate) struct CityScore {
    pub(crate) to: Side,
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
    /// Bridges an engineer may lay in a game turn.
    pub(crate) bridges: u8,
    /// Units rebuilt in a player turn.
    pub(crate) rebuilds: u8,
    /// Markers a side may play in one combat.
    pub(crate) slots: u8,
    pub(crate) dummies: u8,
    pub(crate) dummy_movement: u8,
    /// How far from a closed entry hex units may come in a turn later.
    pub(crate) widened: u8,
    pub(crate) levels: Vec<(i32, String)>,
}

/// A scenario, compiled. [rule: kb 1.0, kb 2.1, kb 2.2, kb 2.4]
#[derive(Debug)]
pub(crate) struct Scenario {
    pub(crate) index: u8,
    /// Tells these data from others that were loaded.
    pub(crate) number: u64,
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) map: String,
    pub(crate) frozen: bool,
    pub(crate) turns: u8,
    /// The side of the first player turn.
    pub(crate) first: Side,
    /// The side that sets up first.
    pub(crate) sets_up: Side,
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
    /// What the charts hold.
    pub(crate) charts: crate::charts::Charts,
    /// The table's line of each hex's own terrain.
    pub(crate) hex_line: Vec<u8>,
    /// The lines of hexsides: wide river, river, bridge, reservoir.
    pub(crate) wide_line: u8,
    pub(crate) river_line: u8,
    pub(crate) bridge_line: u8,
    pub(crate) ice_line: u8,
    pub(crate) units: Vec<Unit>,
    pub(crate) quick: Vec<Quick>,
    /// The units of each side, in order.
    pub(crate) of_side: [Vec<UnitId>; 2],
    pub(crate) divisions: Vec<Division>,
    pub(crate) dummies: Vec<UnitId>,
    pub(crate) sources: [Vec<Hex>; 2],
    pub(crate) fragile_sources: Vec<Hex>,
    pub(crate) symbols: Vec<Hex>,
    /// Hexes whose ground lets a side's lines of supply pass.
    pub(crate) line_ground: [HexSet; 2],
    /// Hexes whose control counts.
    pub(crate) tracked: Vec<Hex>,
    /// The number of each hex among the tracked ones.
    pub(crate) track_of: Vec<u8>,
    pub(crate) control: [u16; 2],
    pub(crate) cities: Vec<City>,
    pub(crate) critical: Vec<Hex>,
    pub(crate) entry_hexes: Vec<EntryHex>,
    pub(crate) entry_costs: Vec<(Hex, u8)>,
    pub(crate) on_unit_cost: u8,
    pub(crate) on_unit_lost: Option<Hex>,
    pub(crate) support_cuts: Vec<(u8, u8)>,
    pub(crate) withdrawals: Vec<Withdrawal>,
    pub(crate) exit: Option<(Hex, u8)>,
    pub(crate) optional_points: Vec<(UnitId, i32)>,
    pub(crate) held_at_end: Vec<CityScore>,
    pub(crate) ever_taken: Vec<CityScore>,
    pub(crate) retaken: Vec<CityScore>,
    pub(crate) raided: Vec<CityScore>,
    pub(crate) cleared: Vec<CityScore>,
    /// Hexes that the Communist set-up names: closed to the United Nations' free placement.
    pub(crate) red_setup_hexes: Vec<Hex>,
    pub(crate) pool: [[u8; 7]; 2],
    pub(crate) parameters: Parameters,
}

impl Scenario {
    /// The counter of that id.
    pub(crate) fn unit_named(&self, id: &str) -> Option<UnitId> {
        self.ids().find(|u| self.units[u.index()].id == id)
    }
    /// Bridges that can stand at the same time.
    pub(crate) fn most_bridges(&self) -> usize {
        self.quick.iter().filter(|q| q.engineer).count() * usize::from(self.parameters.bridges)
    }
}
