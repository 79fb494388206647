//! The procedures of the game: steps of a turn, decisions that wait, steps of a battle.

use crate::kinds::{AREAS, NOWHERE, Nation, Side, Unit};
use engine::flat::Array;
use serde::{Deserialize, Serialize};

/// Where a nation's turn stands (1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Step {
    #[default]
    Start,
    China,
    Atomic,
    Talks,
    Income,
    Purchase,
    CombatMove,
    Combat,
    NonCombat,
    Place,
    Supply,
    Over,
}

/// A procedure that waits for somebody's decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Frame {
    /// The base: the sequence of play goes on by itself.
    #[default]
    Turn,
    Hidden,
    /// A loaded position waits before the clock's roll.
    Begin,
    China,
    Atomic,
    Talks,
    Offer {
        give: u8,
        take: u8,
    },
    Return {
        side: Side,
        left: u8,
    },
    Purchase,
    CombatMove,
    Combat,
    NonCombat,
    Place,
    Selected {
        unit: Unit,
        seat: u8,
    },
    Battle,
    Das,
    Bombard,
    Leave,
    Duty {
        side: Side,
    },
    Direct {
        side: Side,
        left: u16,
    },
    Loss {
        side: Side,
        left: u16,
        at: Target,
    },
    FlyOut,
    Submerge {
        side: Side,
    },
    Salvage,
    Decide,
    Armistice {
        agreed: u8,
    },
    Resign {
        side: Side,
        agreed: u8,
    },
    Over,
}

/// Which units a hit can fall on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Target {
    /// Staying land units and aircraft on ground duty, then leavers (DR-3).
    #[default]
    Ground,
    /// Land units alone: snipers and bombardment.
    Land,
    /// Aircraft in the sky, then the others (AC-5).
    Sky,
    /// Ships and aircraft at sea.
    Fleet,
    /// Ships alone: submarines' hits.
    Ships,
}

/// The steps of a battle (1.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Stage {
    #[default]
    Support,
    Snipe,
    Bombard,
    BombardFire,
    Round,
    Leave,
    DutyDefender,
    DutyAttacker,
    Sky,
    FirstStrike,
    AttackerGuns,
    DefenderGuns,
    Fire,
    Captures,
    Planes,
    SubmergeAttacker,
    SubmergeDefender,
    Check,
    Decide,
    End,
    Spoils,
    Over,
}

/// The battle that is being fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Battle {
    pub(crate) place: u8,
    pub(crate) stage: Stage,
    pub(crate) round: u8,
    /// Whether a die was rolled in this round (CL-14).
    pub(crate) rolled: bool,
    /// Whether only snipers fire here.
    pub(crate) only_snipe: bool,
    /// How it ended: 0 not yet, 1 captured, 2 held, 3 the attackers go to `goal`.
    pub(crate) result: u8,
    pub(crate) goal: u8,
    /// Places from which some attacker came in, living or not (CL-17, CL-26).
    pub(crate) entries: u64,
    /// The attackers' commander at the start: who takes what falls.
    pub(crate) leader: Nation,
    /// Whether submarines of the attacker and of the defender struck first in this round (CL-24).
    pub(crate) first: [bool; 2],
    /// Captured land units by kind and nation.
    pub(crate) captured: Array<u8, 36>,
    /// Dice and hits of the attacker and of the defender in the last rounds.
    pub(crate) history: Array<[u8; 4], 10>,
}

impl Default for Battle {
    fn default() -> Self {
        Self {
            place: NOWHERE,
            stage: Stage::Support,
            round: 0,
            rolled: false,
            only_snipe: false,
            result: 0,
            goal: NOWHERE,
            entries: 0,
            leader: Nation::Nk,
            first: [false; 2],
            captured: Array::default(),
            history: Array::default(),
        }
    }
}

impl Battle {
    pub(crate) const fn is_sea(&self) -> bool {
        self.place as usize >= AREAS
    }
}
