//! The game's data as the rules read it. `load` makes it from the files.

use crate::files::{
    BaseNeed, CommanderWord, EventWord, LongRange, NationWord, ScenarioRules, SizeWord, StartWord, TypeField,
};
use crate::ground::Ground;
use crate::state::{AirBox, AirId, COM, PieceId, State, UN};
use engine::rows::Source;

pub(crate) type Nation = NationWord;
pub(crate) type Size = SizeWord;

impl Nation {
    /// The side of a nation.
    pub(crate) fn side(self) -> u8 {
        if matches!(self, Nation::Nk | Nation::Prc | Nation::Su) { COM } else { UN }
    }
    /// 4.3 United States and United Nations Minor Powers: they may bug out. [rule: fi 1.0-sides]
    pub(crate) fn may_bug_out(self) -> bool {
        matches!(self, Nation::Us | Nation::Cw | Nation::Tk | Nation::Roc | Nation::Un)
    }
    /// 5.6 The replacement points of its own: their place on the track. [rule: fi 5.6-replacement]
    pub(crate) fn points(self) -> Option<usize> {
        match self {
            Nation::Rok | Nation::Nk => Some(0),
            Nation::Us | Nation::Prc => Some(1),
            Nation::Su => Some(2),
            _ => None,
        }
    }
}

/// The replacement points that serve every nation of a side: UN, PRC.
pub(crate) const fn wildcard(side: u8) -> usize {
    if side == UN { 2 } else { 1 }
}

/// A counter.
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) name: String,
    pub(crate) nation: Nation,
    pub(crate) size: Size,
    pub(crate) side: u8,
    /// The division of a cadre or regiment, counted from 0.
    pub(crate) division: Option<u8>,
    pub(crate) source: Source,
}

impl Unit {
    #[inline]
    pub(crate) fn hq(&self) -> bool {
        self.size == Size::Hq
    }
    pub(crate) fn task_force(&self) -> bool {
        self.size == Size::TaskForce
    }
}

/// A type of aircraft with its values on missions, in the order of the missions from MiG Alley on.
#[derive(Debug)]
pub(crate) struct AirType {
    pub(crate) name: String,
    pub(crate) side: u8,
    pub(crate) mig_alley: i16,
    pub(crate) top_cover: i16,
    pub(crate) interdiction: i16,
    pub(crate) ground_support: i16,
    pub(crate) strategic: i16,
    pub(crate) station: u8,
    pub(crate) base: BaseNeed,
    pub(crate) long_range: LongRange,
    pub(crate) book: Vec<TypeField>,
    pub(crate) atomic: bool,
}

impl AirType {
    /// What it is worth on a mission before anything is taken off; nothing where it may not fly it.
    #[inline]
    pub(crate) fn value(&self, mission: AirBox) -> i16 {
        match mission {
            AirBox::MigAlley => self.mig_alley,
            AirBox::TopCover => self.top_cover,
            AirBox::Interdiction => self.interdiction,
            AirBox::GroundSupport => self.ground_support,
            AirBox::Infrastructure | AirBox::Airfield => self.strategic,
            AirBox::Atomic if self.atomic => self.strategic,
            _ => 0,
        }
    }
}

/// An aircraft.
#[derive(Debug)]
pub(crate) struct Plane {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) kind: usize,
    pub(crate) elite: bool,
    pub(crate) source: Source,
}

/// A combat chit (5.2.1).
#[derive(Debug)]
pub(crate) struct Chit {
    pub(crate) name: String,
    pub(crate) die: u8,
    pub(crate) modifier: i16,
    pub(crate) events: usize,
    pub(crate) planning: usize,
    pub(crate) advance: u8,
}

impl Chit {
    /// What its die and modifier come to on the average.
    pub(crate) fn mean(&self) -> f32 {
        f32::from(self.die + 1) / 2.0 + f32::from(self.modifier)
    }
}

/// A month (3.0, 14.1).
#[derive(Debug)]
pub(crate) struct Month {
    pub(crate) name: String,
    pub(crate) first: u8,
    pub(crate) weeks: Vec<String>,
    pub(crate) winter: bool,
    pub(crate) rain: u8,
}

/// What the schedule brings at one time for one side.
#[derive(Debug)]
pub(crate) struct Arrival {
    pub(crate) month: Option<usize>,
    pub(crate) turn: Option<u8>,
    pub(crate) side: u8,
    pub(crate) only: Option<String>,
    pub(crate) pieces: Vec<PieceId>,
    pub(crate) aircraft: Vec<AirId>,
    pub(crate) withdrawn: Vec<AirId>,
    pub(crate) fleet: bool,
    pub(crate) commander: Option<CommanderWord>,
    /// Plain and improved airfields in Japan, South Korea, North Korea, China.
    pub(crate) fields: [[u8; 2]; 4],
    pub(crate) tank: i16,
    pub(crate) artillery: i16,
    pub(crate) bombardment: i16,
    pub(crate) amphibious: i16,
    pub(crate) infrastructure: i16,
    pub(crate) replacements: [u8; 3],
}

/// A wave of the Chinese intervention.
#[derive(Debug)]
pub(crate) struct Wave {
    pub(crate) halves: u8,
    pub(crate) pieces: Vec<PieceId>,
}

/// The numbers of `parameters.toml`. Movement is in half points.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    pub(crate) initial: u8,
    pub(crate) reserve: u8,
    pub(crate) early: u8,
    pub(crate) strategic: u8,
    pub(crate) headquarters: u8,
    pub(crate) surprise: u8,
    pub(crate) keep_away: u32,
    pub(crate) declaration: [u8; 4],
    pub(crate) low_morale: u8,
    pub(crate) activation: u8,
    pub(crate) reserve_un_winter: u8,
    pub(crate) communication: u8,
    pub(crate) communication_un_winter: u8,
    pub(crate) division: u8,
    pub(crate) cadre: u8,
    pub(crate) road: u32,
    pub(crate) units: u8,
    pub(crate) units_peng: u8,
    pub(crate) units_ridgway: u8,
    pub(crate) chits: usize,
    pub(crate) cap: i16,
    pub(crate) tie: i16,
    pub(crate) retreat: u8,
    pub(crate) loss_replacements: u8,
    pub(crate) loss_points: u8,
    pub(crate) defender_adjacency: i16,
    pub(crate) bombardment_planning: i16,
    pub(crate) track: i16,
    pub(crate) supply_track: i16,
    pub(crate) least_infrastructure: [i16; 2],
    pub(crate) flip: [[u8; 2]; 2],
    pub(crate) refresh: [[u8; 2]; 2],
    pub(crate) repair: [u8; 2],
    pub(crate) position: u8,
    pub(crate) trenches: u8,
    pub(crate) shortage: u8,
    pub(crate) out: u8,
    pub(crate) per_airfield: u8,
    pub(crate) per_airfield_soviet: u8,
    pub(crate) aircraft_repair: [u32; 2],
    pub(crate) atomic_strikes: u8,
    pub(crate) evacuated: u8,
    pub(crate) landing_bombardment: u32,
    pub(crate) drop: u32,
    pub(crate) automatic: i8,
    pub(crate) perimeter_city: i8,
    pub(crate) pyongyang: i8,
    pub(crate) objective_reach: u32,
    pub(crate) levels: [i8; 3],
    pub(crate) aid: [[u8; 4]; 6],
    pub(crate) china: [u8; 3],
    pub(crate) soviet: [u8; 4],
    pub(crate) fighters: u32,
    /// SNAFU markers of each kind for a side: leader, fuel, ammo.
    pub(crate) snafu: [u16; 3],
    /// Objective markers of value 1, 3, 5.
    pub(crate) objectives: [u16; 3],
}

/// Rows of [`Numbers::aid`].
pub(crate) mod aid {
    pub(crate) const INFRASTRUCTURE: usize = 0;
    pub(crate) const REPLACEMENTS: usize = 1;
    pub(crate) const TANK: usize = 2;
    pub(crate) const ARTILLERY: usize = 3;
    pub(crate) const RECALLED: usize = 4;
    pub(crate) const AIRCRAFT: usize = 5;
}

/// A scenario, ready to begin.
#[derive(Debug)]
pub(crate) struct Scenario {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) blurb: String,
    pub(crate) first: u8,
    pub(crate) last: u8,
    pub(crate) start: StartWord,
    pub(crate) rules: ScenarioRules,
    pub(crate) state: State,
}

/// Everything that never changes in a game.
#[derive(Debug)]
pub(crate) struct Data {
    /// The map of scenario 16 and the whole map.
    pub(crate) grounds: [Ground; 2],
    pub(crate) units: Vec<Unit>,
    pub(crate) types: Vec<AirType>,
    pub(crate) planes: Vec<Plane>,
    pub(crate) chits: Vec<Chit>,
    /// Planning of rows A to D, then of defenders in Meeting Engagements and other combats.
    pub(crate) planning: [[i16; 3]; 6],
    pub(crate) events: [[EventWord; 10]; 3],
    pub(crate) months: Vec<Month>,
    pub(crate) schedule: Vec<Arrival>,
    pub(crate) waves: Vec<Wave>,
    pub(crate) china_aircraft: Vec<AirId>,
    pub(crate) soviet_pieces: Vec<PieceId>,
    pub(crate) soviet_aircraft: Vec<AirId>,
    pub(crate) roc_pieces: Vec<PieceId>,
    pub(crate) fighters: Vec<AirId>,
    pub(crate) numbers: Numbers,
    pub(crate) scenarios: Vec<Scenario>,
    pub(crate) perimeter: Vec<board::HexId>,
}
