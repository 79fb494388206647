//! The position: flat, without strings, cloned as one copy of memory.

use crate::field::Field;
use crate::frames::Frame;
use board::HexId;
use engine::flat::{Array, Bits, Stack};
use serde::{Deserialize, Serialize};

pub(crate) use crate::kinds::*;

/// The United Nations side and seat.
pub(crate) const UN: u8 = 0;
/// The Communist side and seat.
pub(crate) const COM: u8 = 1;
/// Neither side.
pub(crate) const NOBODY: u8 = 2;

/// Room for pieces.
pub(crate) const PIECES: usize = 144;
/// Room for aircraft.
pub(crate) const AIRCRAFT: usize = 48;
/// Hexes of the map.
pub(crate) const HEXES: usize = 48 * 78;
/// Words of a set of hexes.
pub(crate) const HEX_WORDS: usize = HEXES.div_ceil(64);

/// A set of hexes.
pub(crate) type HexBits = Bits<HEX_WORDS>;
/// A set of pieces.
pub(crate) type PieceBits = Bits<3>;
/// A set of aircraft.
pub(crate) type AirBits = Bits<1>;

/// A unit or headquarters: its place in `units.toml`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PieceId(pub u8);

impl PieceId {
    /// No piece.
    pub const NONE: PieceId = PieceId(u8::MAX);
    /// As an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// Whether it is a piece at all.
    #[inline]
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != u8::MAX
    }
}

impl Default for PieceId {
    fn default() -> Self {
        Self::NONE
    }
}

/// An aircraft: its place in `aircraft.toml`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AirId(pub u8);

impl AirId {
    /// No aircraft.
    pub const NONE: AirId = AirId(u8::MAX);
    /// As an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// Whether it is an aircraft at all.
    #[inline]
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != u8::MAX
    }
}

impl Default for AirId {
    fn default() -> Self {
        Self::NONE
    }
}

/// Where a piece is: a hex, or one of the boxes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Spot(pub u16);

impl Spot {
    /// Inch'on invasion box; Kunsan, Pusan and Kangnung follow.
    pub const BOX: u16 = 60_000;
    /// Sea Transport.
    pub const SEA: Spot = Spot(60_010);
    /// The Replacements box.
    pub const REPLACEMENTS: Spot = Spot(60_011);
    /// The Destroyed box.
    pub const DESTROYED: Spot = Spot(60_012);
    /// Has not arrived yet.
    pub const COMING: Spot = Spot(60_013);
    /// Out of play for good.
    pub const GONE: Spot = Spot(60_014);
    /// Waits to be placed: a reinforcement or an intervention force.
    pub const WAITING: Spot = Spot(60_015);

    /// A hex.
    #[inline]
    #[must_use]
    pub const fn hex(hex: HexId) -> Spot {
        Spot(hex.0)
    }
    /// An invasion box.
    #[must_use]
    #[inline]
    pub const fn invasion_box(index: u8) -> Spot {
        Spot(Self::BOX + index as u16)
    }
    /// The hex, if it is one.
    #[inline]
    #[must_use]
    pub fn on_map(self) -> Option<HexId> {
        ((self.0 as usize) < HEXES).then_some(HexId(self.0))
    }
    /// The number of the invasion box, if it is one.
    #[inline]
    #[must_use]
    pub fn in_box(self) -> Option<u8> {
        (Self::BOX..Self::BOX + 4).contains(&self.0).then(|| (self.0 - Self::BOX) as u8)
    }
    /// On the map or in an invasion box: where pieces act.
    #[inline]
    #[must_use]
    pub fn in_play(self) -> bool {
        self.on_map().is_some() || self.in_box().is_some()
    }
}

impl Default for Spot {
    fn default() -> Self {
        Self::COMING
    }
}

/// Markers on a piece.
pub(crate) mod mark {
    /// Spent: done until flipped.
    pub(crate) const SPENT: u16 = 1;
    /// Disrupted (6.2e).
    pub(crate) const DISRUPTED: u16 = 1 << 1;
    /// Routed (6.2f).
    pub(crate) const ROUTED: u16 = 1 << 2;
    /// Bug Out (6.2g).
    pub(crate) const BUG_OUT: u16 = 1 << 3;
    /// Out of communication (6.2i).
    pub(crate) const OOC: u16 = 1 << 4;
    /// Low Morale (6.2j).
    pub(crate) const LOW_MORALE: u16 = 1 << 5;
    /// Poor or Penal (5.4.2).
    pub(crate) const BAD: u16 = 1 << 6;
    /// Elite or Guards (5.4.2).
    pub(crate) const GOOD: u16 = 1 << 7;
    /// Great Leader (6.1a).
    pub(crate) const GREAT: u16 = 1 << 8;
    /// Incompetent Leader (6.1a).
    pub(crate) const INCOMPETENT: u16 = 1 << 9;
    /// Ammo Shortage (6.1b).
    pub(crate) const AMMO: u16 = 1 << 10;
    /// Ammo Out.
    pub(crate) const AMMO_OUT: u16 = 1 << 11;
    /// Fuel Shortage (6.1c).
    pub(crate) const FUEL: u16 = 1 << 12;
    /// Fuel Out.
    pub(crate) const FUEL_OUT: u16 = 1 << 13;
}

/// What a piece did in this turn or activation.
pub(crate) mod did {
    /// Chosen in the current activation.
    pub(crate) const ACTIVE: u16 = 1;
    /// Its initial move is over.
    pub(crate) const MOVED: u16 = 1 << 1;
    /// Its early exploitation is over.
    pub(crate) const EXPLOITED: u16 = 1 << 2;
    /// Placed its combat chit in this game turn (5.1).
    pub(crate) const DECLARED: u16 = 1 << 3;
    /// Advanced after a combat of this activation.
    pub(crate) const ADVANCED: u16 = 1 << 4;
    /// Chosen in the current reserve activation.
    pub(crate) const RESERVE: u16 = 1 << 5;
    /// Its reserve move is over.
    pub(crate) const RESERVE_MOVED: u16 = 1 << 6;
    /// A headquarters that may not be tried again in this turn.
    pub(crate) const BARRED: u16 = 1 << 7;
    /// A displaced headquarters: not usable again in this month (9.1).
    pub(crate) const DISPLACED: u16 = 1 << 8;
    /// Fought a Meeting Engagement in this activation.
    pub(crate) const MEETING: u16 = 1 << 9;
    /// Its strategic move is over.
    pub(crate) const STRATEGIC: u16 = 1 << 10;
    /// Was asked about in this flip step.
    pub(crate) const ASKED: u16 = 1 << 11;
    /// A headquarters that moved in its activation.
    pub(crate) const HQ_MOVED: u16 = 1 << 12;
    /// Has not left the hex of its arrival.
    pub(crate) const ARRIVED: u16 = 1 << 13;

    /// Forgotten after each activation.
    pub(crate) const ACTIVATION: u16 =
        ACTIVE | MOVED | EXPLOITED | ADVANCED | RESERVE | RESERVE_MOVED | MEETING | HQ_MOVED;
}

/// A piece in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Piece {
    /// Where it is.
    pub at: Spot,
    /// Its markers.
    pub marks: u16,
    /// What it did.
    pub did: u16,
}

impl Piece {
    /// Whether it carries one of these markers.
    #[inline]
    #[must_use]
    pub const fn has(&self, marks: u16) -> bool {
        self.marks & marks != 0
    }
    /// Whether it did one of these.
    #[inline]
    #[must_use]
    pub const fn done(&self, what: u16) -> bool {
        self.did & what != 0
    }
}

/// The tracks of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tracks {
    /// Infrastructure.
    pub infrastructure: u8,
    /// Supply left in this month.
    pub supply: u8,
    /// Tank support level.
    pub tank: u8,
    /// Artillery support level.
    pub artillery: u8,
    /// Replacements: RoK, US, UN or NK, PRC, SU.
    pub replacements: [u8; 3],
}

/// An objective marker on the map. Its value is drawn when it is revealed: nobody knows it before (12.1.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Objective {
    /// Where it lies.
    pub hex: HexId,
    /// Whose it is.
    pub side: u8,
    /// 1, 3 or 5 when revealed, else 0.
    pub value: u8,
}

impl Default for Objective {
    fn default() -> Self {
        Self { hex: HexId::NONE, side: NOBODY, value: 0 }
    }
}

/// The kinds of attack, in the order of their planning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Attack {
    /// Meeting Engagement.
    #[default]
    Meeting,
    /// Hasty Attack.
    Hasty,
    /// Prepared Attack.
    Prepared,
    /// Deliberate Attack.
    Deliberate,
}

impl Attack {
    /// All kinds.
    pub const ALL: [Attack; 4] = [Attack::Meeting, Attack::Hasty, Attack::Prepared, Attack::Deliberate];
}

/// A declared combat: the chit on its hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Declared {
    /// The target.
    pub hex: HexId,
    /// The unit that declared it.
    pub unit: PieceId,
    /// What kind.
    pub kind: Attack,
    /// The chit, 0 to 11 of the hasty cup, 12 to 23 of the prepared one.
    pub chit: u8,
}

impl Default for Declared {
    fn default() -> Self {
        Self { hex: HexId::NONE, unit: PieceId::NONE, kind: Attack::Meeting, chit: 0 }
    }
}

/// The current activation (9.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Activation {
    /// Its headquarters.
    pub hq: PieceId,
    /// Choices of units left.
    pub slots: u8,
    /// The reserve headquarters of the other side.
    pub reserve: PieceId,
    /// Choices of reserve units left.
    pub reserve_slots: u8,
    /// The unit on the move.
    pub mover: PieceId,
    /// Half points it has left.
    pub left: u8,
    /// Whether it has moved at all.
    pub stepped: bool,
}

/// What one side puts into a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Support {
    /// Adjacent units that take part.
    pub units: PieceBits,
    /// Tank modifier.
    pub tank: u8,
    /// Artillery modifier.
    pub artillery: u8,
    /// Bombardment modifier.
    pub bombardment: u8,
    /// Aircraft chosen.
    pub aircraft: AirBits,
    /// Air modifier, known once the aircraft came through.
    pub air: u8,
    /// The road is used for tanks (5.3.1).
    pub road: bool,
}

/// The combat under way (5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Combat {
    /// Where, who, how, which chit.
    pub declared: Declared,
    /// The attacking side.
    pub attacker: u8,
    /// The unit attacked.
    pub defender: PieceId,
    /// What attacker and defender put in.
    pub support: [Support; 2],
    /// Natural dice of attacker and defender, 0 before the roll.
    pub dice: [u8; 2],
    /// Sides of these dice.
    pub faces: [u8; 2],
    /// Leaders whose re-roll is used up.
    pub rerolled: PieceBits,
    /// Supporters whose quality marker the other player invokes.
    pub invoked: PieceBits,
    /// The marker kind that each side uses where it has both: 0 not yet, else the marker.
    pub quality: [u16; 2],
    /// The losing side, [`NOBODY`] before.
    pub loser: u8,
    /// What is still to be paid.
    pub due: u8,
    /// Replacements and points paid.
    pub paid: [u8; 2],
    /// The unit that goes back, and how far it has gone.
    pub retreating: PieceId,
    /// Hexes it has gone.
    pub gone: u8,
    /// Whether it entered an enemy zone on the way.
    pub zone: bool,
    /// Units that have gone back.
    pub retreated: PieceBits,
    /// Units that entered a box as surplus of the combat: eliminated.
    pub eliminated: PieceBits,
    /// A Leader marker placed by the event: its re-roll changes the total alone.
    pub late: PieceId,
}

impl Default for Combat {
    fn default() -> Self {
        Self {
            declared: Declared::default(),
            attacker: NOBODY,
            defender: PieceId::NONE,
            support: [Support::default(); 2],
            dice: [0; 2],
            faces: [0; 2],
            rerolled: PieceBits::default(),
            invoked: PieceBits::default(),
            quality: [0; 2],
            loser: NOBODY,
            due: 0,
            paid: [0; 2],
            retreating: PieceId::NONE,
            gone: 0,
            zone: false,
            retreated: PieceBits::default(),
            eliminated: PieceBits::default(),
            late: PieceId::NONE,
        }
    }
}

/// A tactical mission in the air and who has shot at it (10.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Mission {
    /// Whose mission it is.
    pub owner: u8,
    /// The aircraft that fly it.
    pub fliers: AirBits,
    /// Top Cover aircraft that have shot.
    pub shot: AirBits,
    /// Whether the interdiction succeeded.
    pub stopped: bool,
}

/// A position of the game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The scenario, as an index.
    pub scenario: u8,
    /// Options as bits.
    pub options: u8,
    /// The game turn.
    pub turn: u8,
    /// Where the sequence stands.
    pub step: Step,
    /// Whether that step has begun.
    pub begun: bool,
    /// The weather.
    pub weather: Weather,
    /// Victory points: positive for the Communist side, negative for the United Nations.
    pub points: i8,
    /// The colour that the point marker showed last.
    pub colour: u8,
    /// The tracks of both sides.
    pub sides: [Tracks; 2],
    /// Bombardment level.
    pub bombardment: u8,
    /// Amphibious points.
    pub amphibious: u8,
    /// The commander of the United Nations.
    pub commander: Commander,
    /// Whether Peng commands.
    pub peng: bool,
    /// The fleet.
    pub fleet: Sea,
    /// The Chinese intervention.
    pub china: China,
    /// The turn in which China came in.
    pub china_turn: u8,
    /// Whether the Soviet Union is in.
    pub soviet: bool,
    /// Whether the Republic of China is in.
    pub roc: bool,
    /// Whether atomic weapons are released.
    pub atomic: bool,
    /// Atomic strikes made.
    pub atomic_used: u8,
    /// Whether Chinese airfields were ever struck.
    pub china_struck: bool,
    /// Whether the invasion has been made.
    pub invaded: bool,
    /// Whether the 187th has dropped in this month.
    pub dropped: bool,
    /// The F-86 arrive with the next air reinforcements, or have come.
    pub fighters: bool,
    /// P'yongyang has been scored (17).
    pub pyongyang: bool,
    /// Perimeter cities that have been scored (16).
    pub perimeter: u8,
    /// The side with surprise in this turn (14.6).
    pub surprise: u8,
    /// Units evacuated in this turn.
    pub evacuated: u8,
    /// Airfields in Japan, South Korea, North Korea, China.
    pub fields: [Fields; 4],
    /// Pieces.
    pub pieces: Array<Piece, PIECES>,
    /// Aircraft.
    pub air: Array<Air, AIRCRAFT>,
    /// Hexes under Communist control.
    pub control: HexBits,
    /// Prepared positions.
    pub positions: HexBits,
    /// Trenches.
    pub trenches: HexBits,
    /// Hexes struck by atomic weapons.
    pub struck: Stack<HexIdSlot, 5>,
    /// Objective markers.
    pub objectives: Stack<Objective, 24>,
    /// Declared combats.
    pub declared: Stack<Declared, 24>,
    /// The current activation.
    pub act: Activation,
    /// The current combat.
    pub combat: Combat,
    /// The mission in the air.
    pub mission: Mission,
    /// How the game stands.
    pub end: End,
    /// Procedures under way.
    pub frames: Stack<Frame, 32>,
    /// Units and zones by hex, which follow from the pieces: no part of what is written down.
    #[serde(skip)]
    pub(crate) field: Field,
}

/// A hex in a stack: [`HexId`] with a default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexIdSlot(pub HexId);

impl Default for HexIdSlot {
    fn default() -> Self {
        Self(HexId::NONE)
    }
}

/// The other side.
#[inline]
#[must_use]
pub(crate) const fn other(side: u8) -> u8 {
    1 - side
}

impl State {
    /// A piece.
    #[inline]
    #[must_use]
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }
    /// A piece, to change.
    #[inline]
    pub fn piece_mut(&mut self, id: PieceId) -> &mut Piece {
        &mut self.pieces[id.index()]
    }
    /// The hex of a piece, if it is on the map.
    #[inline]
    #[must_use]
    pub fn hex_of(&self, id: PieceId) -> Option<HexId> {
        self.piece(id).at.on_map()
    }
    /// Whether a hex was struck by an atomic weapon.
    #[inline]
    #[must_use]
    pub fn is_struck(&self, hex: HexId) -> bool {
        self.struck.iter().any(|s| s.0 == hex)
    }
    /// The points of a side, as it would count them.
    #[must_use]
    pub fn points_of(&self, side: u8) -> i32 {
        let points = i32::from(self.points);
        (if side == COM { points } else { -points }).max(0)
    }
    /// The objective marker on a hex.
    #[must_use]
    #[inline]
    pub fn objective(&self, hex: HexId) -> Option<&Objective> {
        self.objectives.iter().find(|o| o.hex == hex)
    }
}
