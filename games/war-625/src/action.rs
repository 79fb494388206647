//! The decisions of the game, each a small value. Their order is the order of the legal list.

use crate::kinds::{Cargo, Kind, Nation, Unit};

/// What an aircraft is sent out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mission {
    /// Fights in a battle.
    Battle,
    /// Bombs a factory.
    Bomb,
    /// Drops the infantry it carries on an enemy area.
    Drop,
    /// Atomic strike at the economy.
    Economic,
    /// Atomic strike at the troops.
    Military,
}

/// One decision. Fields are small numbers: places are indices of areas, zones and track spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Action {
    /// Ends this seat's part of the phase or step.
    Done,
    HiddenPut {
        area: u8,
        count: u8,
    },
    DeclareWar,
    Withhold,
    AtomicRoll,
    AtomicPass,
    PowOffer {
        give: u8,
        take: u8,
    },
    Accept,
    Decline,
    PowReturn {
        nation: Nation,
        area: u8,
    },
    OfferArmistice,
    Resign,
    Buy {
        nation: Nation,
        kind: Kind,
        count: u8,
    },
    BuyWeapon,
    /// Chooses a stack to act with.
    Select(Unit),
    /// The chosen land units, ships or prisoners go.
    Go {
        to: u8,
        count: u16,
    },
    /// Mechanized units go with as many infantry aboard.
    Ride {
        to: u8,
        count: u16,
    },
    /// Aircraft go out on a mission, past as few guns as they can, or by the shortest way.
    Fly {
        to: u8,
        direct: bool,
        mission: Mission,
        count: u16,
    },
    /// Aircraft land, or on the Track arrive.
    Land {
        to: u8,
        count: u16,
    },
    /// Loaded aircraft fly over a friendly area and let items fall.
    DropAt {
        to: u8,
        cargo: Cargo,
    },
    /// One token is taken along by each of so many units.
    Carry {
        count: u16,
    },
    /// Loads one carrier from an area (its own area for aircraft).
    Load {
        from: u8,
        cargo: Cargo,
    },
    /// A transport lands what it carries in a friendly area.
    Unload {
        to: u8,
        cargo: Cargo,
    },
    /// A transport will land its troops on an enemy shore.
    Assault {
        to: u8,
        count: u16,
        /// What goes ashore.
        cargo: Cargo,
    },
    Snipe {
        target: u8,
        count: u16,
    },
    /// A carrier goes with planes aboard.
    Sail {
        to: u8,
        planes: u8,
    },
    /// A transport or plane on the Track lifts a load one space (planes: up to two), staying behind or going along.
    Lift {
        to: u8,
        along: bool,
        cargo: Cargo,
    },
    PickBattle {
        place: u8,
    },
    CallSupport(Unit),
    Bombard(Unit),
    Leave {
        unit: Unit,
        to: u8,
        count: u16,
    },
    Sky {
        unit: Unit,
        count: u16,
    },
    Lose(Unit),
    Direct(Unit),
    FlyOut {
        unit: Unit,
        to: u8,
    },
    Submerge(Unit),
    Salvage {
        kind: Kind,
        nation: Nation,
        take: bool,
    },
    Continue,
    Retreat {
        to: u8,
    },
    Place {
        nation: Nation,
        kind: Kind,
        to: u8,
        count: u8,
    },
}
