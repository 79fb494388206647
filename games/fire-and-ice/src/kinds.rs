//! The small words of a position: boxes of the air display, weather, commanders, seas, steps, ends.

use crate::state::{COM, UN};
use serde::{Deserialize, Serialize};

/// The boxes of the air display.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum AirBox {
    /// Has not arrived.
    #[default]
    Coming,
    /// Available.
    Available,
    /// Damaged.
    Damaged,
    /// Out of the game.
    Gone,
    /// MiG Alley.
    MigAlley,
    /// Infrastructure Strike.
    Infrastructure,
    /// Airfield Strike.
    Airfield,
    /// Atomic Strike.
    Atomic,
    /// Top Cover.
    TopCover,
    /// Interdiction.
    Interdiction,
    /// Ground Support.
    GroundSupport,
}

impl AirBox {
    /// The missions, in the order of the display.
    pub const MISSIONS: [AirBox; 7] = [
        AirBox::MigAlley,
        AirBox::Infrastructure,
        AirBox::Airfield,
        AirBox::Atomic,
        AirBox::TopCover,
        AirBox::Interdiction,
        AirBox::GroundSupport,
    ];
    /// The strategic missions that strike.
    pub const STRIKES: [AirBox; 3] = [AirBox::Infrastructure, AirBox::Airfield, AirBox::Atomic];
    /// Whether it is a mission.
    #[must_use]
    pub fn mission(self) -> bool {
        self >= AirBox::MigAlley
    }
    /// 10.1 Whether the mission needs improved airfields.
    #[must_use]
    pub fn strategic(self) -> bool {
        (AirBox::MigAlley..=AirBox::Atomic).contains(&self)
    }
}

/// Where aircraft fly from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Base {
    /// Japan.
    #[default]
    Japan,
    /// South Korea.
    South,
    /// North Korea.
    North,
    /// China.
    China,
    /// The carriers of the 7th Fleet.
    Carriers,
}

impl Base {
    /// The four boxes with airfields.
    pub const FIELDS: [Base; 4] = [Base::Japan, Base::South, Base::North, Base::China];
    /// Whose it is.
    #[must_use]
    pub fn side(self) -> u8 {
        if matches!(self, Base::North | Base::China) { COM } else { UN }
    }
}

/// An aircraft.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Air {
    /// Its box.
    pub at: AirBox,
    /// Where it flies from, while on a mission.
    pub base: Base,
    /// Whether it uses an improved airfield, while on a mission.
    pub improved: bool,
    /// Reduced: every value is one less.
    pub reduced: bool,
}

/// Airfields of a box: plain and improved, whole and damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fields {
    /// Undamaged: plain, improved.
    pub whole: [u8; 2],
    /// Damaged: plain, improved.
    pub damaged: [u8; 2],
}

/// The weather of a month (14.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Weather {
    /// Nothing special.
    #[default]
    Clear,
    /// Aircraft are worth one less.
    Rain,
    /// Winter without snow.
    Winter,
    /// Nobody flies.
    Snow,
}

/// Who commands the United Nations (14.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Commander {
    /// Nobody special.
    #[default]
    None,
    /// MacArthur.
    MacArthur,
    /// MacArthur is relieved, Ridgway comes next month.
    Relieved,
    /// Ridgway.
    Ridgway,
}

/// Where the 7th Fleet lies (11.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Sea {
    /// Not there yet.
    #[default]
    None,
    /// Yellow Sea.
    Yellow,
    /// Sea of Japan.
    Japan,
}

/// How far the Chinese intervention is (12.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum China {
    /// Out.
    #[default]
    Out,
    /// May come in any Foreign Intervention step.
    Delayed,
    /// In.
    In,
}

/// The steps of the sequence of play (3.0), in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Step {
    /// The first decision of scenario 17.
    FirstFleet,
    /// The waves of scenario 18.
    FirstWaves,
    /// A1.
    Weather,
    /// A2.
    Foreign,
    /// A3a.
    Supply,
    /// A3b, United Nations.
    FlipHqUn,
    /// A3b, Communist.
    FlipHqCom,
    /// A3c, United Nations.
    BuyUn,
    /// A3c, Communist.
    BuyCom,
    /// A4.
    AirReinforcements,
    /// A5.
    CommitCom,
    /// A6.
    CommitUn,
    /// A7.
    Strategic,
    /// B1.
    Fleet,
    /// B2.
    Invasion,
    /// B3.
    Evacuation,
    /// B4, United Nations.
    ReinforceUn,
    /// B4, Communist.
    ReinforceCom,
    /// B5a, flips of the United Nations.
    FlipUn,
    /// Communist strategic moves.
    StrategicCom,
    /// Communist activations.
    #[default]
    ActivateCom,
    /// B5b, flips of the Communist side.
    FlipCom,
    /// United Nations strategic moves.
    StrategicUn,
    /// United Nations activations.
    ActivateUn,
    /// C1, Communist.
    ScrapCom,
    /// C1, United Nations.
    ScrapUn,
    /// C2, Communist.
    CheckCom,
    /// C2, United Nations.
    CheckUn,
    /// C2: 21 points, the last turn.
    Verdict,
    /// C3.
    Advance,
}

/// How the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum End {
    /// It goes on.
    #[default]
    Playing,
    /// 21 points at a check, for a side.
    Points(u8),
    /// Every invasion port is Communist (13.1).
    Ports,
    /// The last turn is over; a side, or nobody, has won.
    Time(u8),
}
