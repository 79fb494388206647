//! The three combat results tables (11.4, 11.9) and the barrage and air strike table (10.0).

use serde::{Deserialize, Serialize};

/// A result of land combat. [rule: ch crt]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CombatResult {
    /// Attackers disrupted, retreat one.
    AA,
    /// Attackers retreat one.
    AR,
    /// Attackers disrupted, retreat two.
    AT,
    /// Attackers eliminated.
    AZ,
    /// Both sides disrupted.
    BB,
    /// The defender picks BB or DR.
    BD,
    /// Defenders disrupted, retreat one.
    DD,
    /// Defenders retreat one.
    DR,
    /// Defenders retreat two; breakthrough.
    DRPlus,
    /// Defenders disrupted, retreat two; breakthrough.
    DTPlus,
    /// Defenders eliminated.
    DZ,
    /// Defenders eliminated; breakthrough.
    DZPlus,
    #[default]
    NE,
    /// One attacker disrupted.
    RA,
    /// One defender disrupted.
    RF,
}

impl CombatResult {
    /// In words, for who does not know the codes (11.9).
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            CombatResult::AA => "The attackers are disrupted and retreat",
            CombatResult::AR => "The attackers retreat",
            CombatResult::AT => "The attackers are disrupted and retreat two hexes",
            CombatResult::AZ => "The attackers are eliminated",
            CombatResult::BB => "Both sides are disrupted",
            CombatResult::BD => "The defender stands, and both sides are disrupted, or gives way",
            CombatResult::DD => "The defenders are disrupted and retreat",
            CombatResult::DR => "The defenders retreat",
            CombatResult::DRPlus => "The defenders retreat two hexes; breakthrough",
            CombatResult::DTPlus => "The defenders are disrupted and retreat two hexes; breakthrough",
            CombatResult::DZ => "The defenders are eliminated",
            CombatResult::DZPlus => "The defenders are eliminated; breakthrough",
            CombatResult::NE => "Nothing happens",
            CombatResult::RA => "One attacker is disrupted",
            CombatResult::RF => "One defender is disrupted",
        }
    }
    pub(crate) const ALL: [(CombatResult, &'static str); 15] = [
        (CombatResult::AA, "AA"),
        (CombatResult::AR, "AR"),
        (CombatResult::AT, "AT"),
        (CombatResult::AZ, "AZ"),
        (CombatResult::BB, "BB"),
        (CombatResult::BD, "B/D"),
        (CombatResult::DD, "DD"),
        (CombatResult::DR, "DR"),
        (CombatResult::DRPlus, "DR+"),
        (CombatResult::DTPlus, "DT+"),
        (CombatResult::DZ, "DZ"),
        (CombatResult::DZPlus, "DZ+"),
        (CombatResult::NE, "NE"),
        (CombatResult::RA, "RA"),
        (CombatResult::RF, "RF"),
    ];
    pub(crate) fn code(self) -> &'static str {
        Self::ALL.iter().find(|(r, _)| *r == self).map_or("", |(_, code)| code)
    }
    pub(crate) fn read(code: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, c)| *c == code).map(|(r, _)| *r)
    }
    /// 11.8 Whether it allows a breakthrough.
    pub(crate) fn plus(self) -> bool {
        matches!(self, CombatResult::DRPlus | CombatResult::DTPlus | CombatResult::DZPlus)
    }
}

/// Odds columns: 1:3, 1:2, 1:1 to 7:1.
pub const ODDS: [&str; 9] = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"];

/// A combat results table: die, then column.
#[derive(Clone, Debug, Default)]
pub(crate) struct CombatTable {
    pub(crate) rows: [[CombatResult; 9]; 6],
}

impl CombatTable {
    pub(crate) fn result(&self, column: u8, die: u8) -> CombatResult {
        self.rows[usize::from(die.clamp(1, 6)) - 1][usize::from(column.min(8))]
    }
}

/// 11.51 The column of the odds, rounded in the defender's favour and clamped to 1:3 and 7:1. [rule: ch 11.51]
///
/// Strengths are in quarters, so that half of a half is still whole.
pub fn odds_column(attack: u16, defence: u16) -> u8 {
    if defence == 0 {
        return 8;
    }
    if attack >= defence {
        return (attack / defence).clamp(1, 7) as u8 + 1;
    }
    let against = defence.div_ceil(attack.max(1));
    if against <= 2 { 1 } else { 0 }
}

/// 11.53 The column after all shifts, clamped again. [rule: ch 11.53]
pub fn shifted(column: u8, shift: i8) -> u8 {
    (column as i8 + shift).clamp(0, 8) as u8
}

/// A result of barrage, air strike or interdiction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FireResult {
    #[default]
    None,
    /// Collateral damage on this die or less.
    C(u8),
    /// One unit.
    R,
    /// Two units.
    D,
    /// All units.
    DD,
}

impl FireResult {
    pub(crate) fn read(code: &str) -> Option<Self> {
        Some(match code {
            "-" => FireResult::None,
            "C1" => FireResult::C(1),
            "C2" => FireResult::C(2),
            "C3" => FireResult::C(3),
            "R" => FireResult::R,
            "D" => FireResult::D,
            "DD" => FireResult::DD,
            _ => return None,
        })
    }
    pub(crate) fn code(self) -> &'static str {
        match self {
            FireResult::None => "no effect",
            FireResult::C(1) => "C1",
            FireResult::C(2) => "C2",
            FireResult::C(_) => "C3",
            FireResult::R => "R",
            FireResult::D => "D",
            FireResult::DD => "DD",
        }
    }
}

/// What fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shooter {
    Artillery,
    Tac,
    Sac,
}

/// The barrage and air strike table. [rule: ch barrage-table, ch 10.0, ch 10.4]
#[derive(Clone, Debug, Default)]
pub(crate) struct Barrage {
    /// The fewest points for each column by shooter.
    pub(crate) columns: [[u8; 6]; 3],
    pub(crate) rows: [[FireResult; 6]; 8],
}

impl Barrage {
    /// The column of so many points, `None` below the table.
    pub(crate) fn column(&self, shooter: Shooter, points: u8) -> Option<u8> {
        let least = &self.columns[shooter as usize];
        (0..6u8).rev().find(|&c| least[c as usize] != 0 && points >= least[c as usize])
    }
    /// The result of a modified die; a column left of A has no effect. [rule: ch 1.7]
    pub(crate) fn result(&self, column: i8, die: i8) -> FireResult {
        match usize::try_from(column) {
            Ok(column) => self.rows[die.clamp(0, 7) as usize][column.min(5)],
            Err(_) => FireResult::None,
        }
    }
}
