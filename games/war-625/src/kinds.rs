//! Nations, kinds of units, and the packed description of a stack of identical units.

pub use crate::cargo::Cargo;
pub(crate) use crate::cargo::Item;
use engine::Arg;
use serde::{Deserialize, Serialize};

/// Areas of the map.
pub(crate) const AREAS: usize = 45;
/// Sea zones.
pub(crate) const ZONES: usize = 12;
/// Areas and zones together: everywhere an aircraft can be.
pub(crate) const WHERE: usize = AREAS + ZONES;
/// The bits of all sea zones.
pub(crate) const SEA: u64 = ((1 << ZONES) - 1) << AREAS;
/// Spaces of the Supply Track.
pub(crate) const SPACES: usize = 3;
/// All places.
pub(crate) const PLACES: usize = WHERE + SPACES;
/// Nations.
pub(crate) const NATIONS: usize = 6;
/// The first space of the Supply Track.
pub(crate) const TRACK: Place = Place(WHERE as u8);
/// No place.
pub(crate) const NOWHERE: Place = Place(63);

/// A place: an area, a sea zone or a space of the Supply Track, in the order of the map file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(pub(crate) u8);

impl Place {
    /// Its index among all places.
    #[inline]
    pub(crate) const fn i(self) -> usize {
        self.0 as usize
    }
    /// The index of a sea zone among the zones.
    #[inline]
    pub(crate) const fn zone(self) -> usize {
        self.0 as usize - AREAS
    }
    /// The index of a space of the Supply Track.
    #[inline]
    pub(crate) const fn space(self) -> usize {
        self.0 as usize - WHERE
    }
    #[inline]
    pub(crate) const fn is_area(self) -> bool {
        (self.0 as usize) < AREAS
    }
    #[inline]
    pub(crate) const fn is_zone(self) -> bool {
        self.0 as usize >= AREAS && (self.0 as usize) < WHERE
    }
    /// Whether it is an area or a zone.
    #[inline]
    pub(crate) const fn on_map(self) -> bool {
        (self.0 as usize) < WHERE
    }
    #[inline]
    pub(crate) const fn on_track(self) -> bool {
        self.0 as usize >= WHERE && (self.0 as usize) < PLACES
    }
    /// The space of the Track so many steps nearer to Korea.
    pub(crate) const fn left(self, steps: u8) -> Self {
        Self(self.0 + steps)
    }
    pub(crate) fn areas() -> impl Iterator<Item = Self> {
        (0..AREAS as u8).map(Self)
    }
    pub(crate) fn zones() -> impl Iterator<Item = Self> {
        (AREAS as u8..WHERE as u8).map(Self)
    }
    pub(crate) fn spaces() -> impl Iterator<Item = Self> {
        (WHERE as u8..PLACES as u8).map(Self)
    }
}

impl From<Place> for Arg {
    fn from(place: Place) -> Self {
        Self::place(place.0.into())
    }
}

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Side {
    /// North Korea, China, the Soviet Union.
    #[default]
    Communist = 0,
    /// South Korea, the United States, the United Nations.
    Allied = 1,
}

impl Side {
    /// The other side.
    #[inline]
    pub(crate) const fn enemy(self) -> Self {
        match self {
            Self::Communist => Self::Allied,
            Self::Allied => Self::Communist,
        }
    }
    /// The nations of a side in the order of dice.
    #[inline]
    pub(crate) const fn nations(self) -> [Nation; 3] {
        match self {
            Self::Communist => [Nation::Nk, Nation::Ch, Nation::Su],
            Self::Allied => [Nation::Rok, Nation::Us, Nation::Un],
        }
    }
}

/// The nations in the order of dice (DI-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Nation {
    /// North Korea.
    #[default]
    Nk = 0,
    /// China.
    Ch = 1,
    /// The Soviet Union.
    Su = 2,
    /// South Korea.
    Rok = 3,
    /// The United States.
    Us = 4,
    /// The United Nations.
    Un = 5,
}

impl Nation {
    pub(crate) const ALL: [Self; NATIONS] = [Self::Nk, Self::Ch, Self::Su, Self::Rok, Self::Us, Self::Un];
    #[inline]
    pub(crate) const fn from_index(i: u8) -> Self {
        match i {
            0 => Self::Nk,
            1 => Self::Ch,
            2 => Self::Su,
            3 => Self::Rok,
            4 => Self::Us,
            _ => Self::Un,
        }
    }
    #[inline]
    pub(crate) const fn side(self) -> Side {
        if (self as u8) < 3 { Side::Communist } else { Side::Allied }
    }
    /// HO-4 The seat that commands the nation: the Soviet Union is China's. [rule: war HO-4]
    #[inline]
    pub(crate) const fn seat(self) -> engine::Seat {
        engine::Seat(match self {
            Self::Nk => 0,
            Self::Ch | Self::Su => 1,
            Self::Rok => 2,
            Self::Us => 3,
            Self::Un => 4,
        })
    }
    pub(crate) const fn id(self) -> &'static str {
        ["NK", "CH", "SU", "ROK", "US", "UN"][self as usize]
    }
    pub(crate) fn parse(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|n| n.id() == id)
    }
}

/// Kinds of units in the order of dice and losses, then what is bought but does not fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Kind {
    /// Infantry.
    #[default]
    Infantry = 0,
    /// Mechanized.
    Mechanized = 1,
    /// Artillery.
    Artillery = 2,
    /// Armor.
    Armor = 3,
    /// Tank destroyer (D12).
    TankDestroyer = 4,
    /// Anti-aircraft gun.
    AntiAircraft = 5,
    /// Fighter.
    Fighter = 6,
    /// Chopper.
    Chopper = 7,
    /// Bomber.
    Bomber = 8,
    /// Battleship.
    Battleship = 9,
    /// Carrier.
    Carrier = 10,
    /// Destroyer.
    Destroyer = 11,
    /// Transport.
    Transport = 12,
    /// Submarine.
    Submarine = 13,
    /// Supply token in a purchase; among units: a prisoner of war.
    Token = 14,
    /// Factory.
    Factory = 15,
}

/// Among units the number of the token stands for prisoners.
pub(crate) const PRISONER: Kind = Kind::Token;

impl Kind {
    pub(crate) const ALL: [Self; 16] = [
        Self::Infantry,
        Self::Mechanized,
        Self::Artillery,
        Self::Armor,
        Self::TankDestroyer,
        Self::AntiAircraft,
        Self::Fighter,
        Self::Chopper,
        Self::Bomber,
        Self::Battleship,
        Self::Carrier,
        Self::Destroyer,
        Self::Transport,
        Self::Submarine,
        Self::Token,
        Self::Factory,
    ];
    #[inline]
    pub(crate) const fn from_index(i: u8) -> Self {
        Self::ALL[(i & 15) as usize]
    }
    pub(crate) const fn id(self) -> &'static str {
        [
            "infantry",
            "mechanized",
            "artillery",
            "armor",
            "tank-destroyer",
            "anti-aircraft",
            "fighter",
            "chopper",
            "bomber",
            "battleship",
            "carrier",
            "destroyer",
            "transport",
            "submarine",
            "token",
            "factory",
        ][self as usize]
    }
    /// So many of them, in words.
    pub(crate) const fn words(self, count: u16) -> &'static str {
        if count == 1 {
            return match self {
                Self::TankDestroyer => "tank destroyer",
                Self::Token => "supply token",
                _ => self.id(),
            };
        }
        match self {
            Self::TankDestroyer => "tank destroyers",
            Self::Fighter => "fighters",
            Self::Chopper => "choppers",
            Self::Bomber => "bombers",
            Self::Battleship => "battleships",
            Self::Carrier => "carriers",
            Self::Destroyer => "destroyers",
            Self::Transport => "transports",
            Self::Submarine => "submarines",
            Self::Token => "supply tokens",
            Self::Factory => "factories",
            _ => self.id(),
        }
    }
    pub(crate) fn parse(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.id() == id)
    }
    #[inline]
    pub(crate) const fn is_land(self) -> bool {
        (self as u8) <= 5
    }
    #[inline]
    pub(crate) const fn is_air(self) -> bool {
        matches!(self as u8, 6..=8)
    }
    #[inline]
    pub(crate) const fn is_sea(self) -> bool {
        matches!(self as u8, 9..=13)
    }
    /// Land units other than infantry.
    #[inline]
    pub(crate) const fn is_heavy(self) -> bool {
        matches!(self as u8, 1..=5)
    }
    /// Fighters and choppers use carriers and fly defensive support.
    #[inline]
    pub(crate) const fn is_light_plane(self) -> bool {
        matches!(self as u8, 6..=7)
    }
    pub(crate) const fn snipes(self) -> bool {
        matches!(self, Self::Artillery | Self::Armor)
    }
}

/// What a stack is doing in this nation's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum Status {
    Ready = 0,
    /// Moved, fought, sniped, captured or arrived: stays for the rest of the turn.
    Moved = 1,
    /// Attacks by land: `from` is the origin, `via` the area it enters from.
    Attack = 2,
    /// Landed from the zone `from`.
    Landed = 3,
    /// Dropped by a plane based in `from`.
    Dropped = 4,
    /// Fires into the adjacent area `via`.
    Snipe = 5,
    /// An aircraft in a battle; `from` is its base.
    Battle = 6,
    Bomb = 7,
    Economic = 8,
    Military = 9,
    /// Carries infantry to be dropped on an enemy area.
    Drop = 10,
    /// In the air after combat: has to land.
    Flown = 11,
    /// Defensive air support from `from`.
    Das = 12,
    /// Has flown defensive support in this enemy turn.
    DasUsed = 13,
    /// Leaves the battle for `via` after this round.
    Leaving = 14,
    /// A submerged submarine; a transport that assaults the area `via`.
    Special = 15,
}

const STATUSES: [Status; 16] = [
    Status::Ready,
    Status::Moved,
    Status::Attack,
    Status::Landed,
    Status::Dropped,
    Status::Snipe,
    Status::Battle,
    Status::Bomb,
    Status::Economic,
    Status::Military,
    Status::Drop,
    Status::Flown,
    Status::Das,
    Status::DasUsed,
    Status::Leaving,
    Status::Special,
];

/// A stack of identical units without its number: place, kind, nation, what it does, range, origin, cargo, way.
///
/// Packed so that the order of numbers is the order of places, then of dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Unit(pub(crate) u64);

impl std::fmt::Debug for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}@{} {} {:?} r{} f{} c{:02x} v{}",
            self.nation().id(),
            self.place().0,
            self.kind().id(),
            self.status(),
            self.range(),
            self.from().0,
            self.cargo().0,
            self.via().0
        )
    }
}

impl Unit {
    pub(crate) const fn new(place: Place, nation: Nation, kind: Kind) -> Self {
        Self((place.0 as u64) << 56 | (kind as u64) << 52 | (nation as u64) << 48)
    }
    #[inline]
    const fn byte(self, shift: u32) -> u8 {
        (self.0 >> shift) as u8
    }
    #[inline]
    const fn put(self, shift: u32, value: u8) -> Self {
        Self(self.0 & !(0xff << shift) | (value as u64) << shift)
    }
    #[inline]
    pub(crate) const fn place(self) -> Place {
        Place(self.byte(56))
    }
    #[inline]
    pub(crate) const fn kind(self) -> Kind {
        Kind::from_index(self.byte(52) & 15)
    }
    #[inline]
    pub(crate) const fn nation(self) -> Nation {
        Nation::from_index(self.byte(48) & 15)
    }
    #[inline]
    pub(crate) const fn side(self) -> Side {
        self.nation().side()
    }
    #[inline]
    pub(crate) const fn status(self) -> Status {
        STATUSES[(self.byte(44) & 15) as usize]
    }
    #[inline]
    pub(crate) const fn range(self) -> u8 {
        self.byte(40) & 15
    }
    /// Origin of a move, or [`NOWHERE`].
    #[inline]
    pub(crate) const fn from(self) -> Place {
        let raw = self.byte(32);
        if raw == 0 { NOWHERE } else { Place(raw - 1) }
    }
    #[inline]
    pub(crate) const fn cargo(self) -> Cargo {
        Cargo(self.byte(24))
    }
    /// Way, target or destination, or [`NOWHERE`].
    #[inline]
    pub(crate) const fn via(self) -> Place {
        let raw = self.byte(16);
        if raw == 0 { NOWHERE } else { Place(raw - 1) }
    }
    #[inline]
    pub(crate) const fn at(self, place: Place) -> Self {
        self.put(56, place.0)
    }
    #[inline]
    pub(crate) const fn doing(self, status: Status) -> Self {
        self.put(40, (status as u8) << 4 | self.range())
    }
    #[inline]
    pub(crate) const fn ranging(self, range: u8) -> Self {
        self.put(40, (self.status() as u8) << 4 | range)
    }
    #[inline]
    pub(crate) const fn coming(self, from: Place) -> Self {
        self.put(32, if from.0 == NOWHERE.0 { 0 } else { from.0 + 1 })
    }
    #[inline]
    pub(crate) const fn loaded(self, cargo: Cargo) -> Self {
        self.put(24, cargo.0)
    }
    #[inline]
    pub(crate) const fn by(self, via: Place) -> Self {
        self.put(16, if via.0 == NOWHERE.0 { 0 } else { via.0 + 1 })
    }
    /// Whether an aircraft fights in the sky this round (kept in the byte of the way).
    #[inline]
    pub(crate) const fn in_sky(self) -> bool {
        self.kind().is_air() && self.byte(16) == 1
    }
    pub(crate) const fn to_sky(self, sky: bool) -> Self {
        self.put(16, sky as u8)
    }
    /// The number of the way of its own that an aircraft was sent out on (kept in the byte of the way).
    #[inline]
    pub(crate) const fn route(self) -> Option<usize> {
        let raw = self.byte(16);
        if self.kind().is_air() && raw >= 2 { Some(raw as usize - 2) } else { None }
    }
    pub(crate) const fn on_route(self, route: usize) -> Self {
        self.put(16, route as u8 + 2)
    }
    #[inline]
    pub(crate) fn is_submerged(self) -> bool {
        self.kind() == Kind::Submarine && self.status() == Status::Special
    }
    #[inline]
    pub(crate) fn assaults(self) -> bool {
        self.kind() == Kind::Transport && self.status() == Status::Special
    }
    /// What a transport that assaults puts ashore: the marks are kept in place of its range.
    pub(crate) fn landing_party(self) -> Cargo {
        self.cargo().marked(self.range())
    }
    /// Whether a transport on the Track has used its lift this game turn.
    pub(crate) const fn lift_used(self) -> bool {
        self.byte(16) == 2
    }
    pub(crate) const fn using_lift(self, used: bool) -> Self {
        self.put(16, if used { 2 } else { 0 })
    }
    #[inline]
    pub(crate) fn is_prisoner(self) -> bool {
        self.kind() == PRISONER
    }
    /// The nation that holds a prisoner.
    #[inline]
    pub(crate) const fn captor(self) -> Nation {
        Nation::from_index(self.byte(16).saturating_sub(1))
    }
    pub(crate) const fn held_by(self, captor: Nation) -> Self {
        self.put(16, captor as u8 + 1)
    }
    /// The stack with its number, as stored.
    #[inline]
    pub(crate) const fn times(self, count: u16) -> u64 {
        self.0 | count as u64
    }
}

/// A stored stack taken apart.
#[inline]
pub(crate) const fn unpack(stack: u64) -> (Unit, u16) {
    (Unit(stack & !0xffff), stack as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_units_are_named_in_the_plural_and_troops_as_they_are() {
        assert_eq!((Kind::Token.words(1), Kind::Token.words(4)), ("supply token", "supply tokens"));
        assert_eq!(
            (Kind::TankDestroyer.words(1), Kind::TankDestroyer.words(2)),
            ("tank destroyer", "tank destroyers")
        );
        assert_eq!((Kind::Infantry.words(1), Kind::Infantry.words(3)), ("infantry", "infantry"));
        assert_eq!(Kind::Factory.words(2), "factories");
    }
}
