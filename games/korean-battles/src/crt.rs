//! The two integrated combat results tables (7.3, 7.6).

use crate::files::{CrtChart, CrtFile};
use engine::{DataError, Sentence, say};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A result of combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CombatResult {
    /// All attackers eliminated.
    Ae,
    /// One attacker depleted.
    Paren,
    /// Attackers retreat that many hexes.
    A(u8),
    /// No effect.
    #[default]
    None,
    /// An attacker and a defender depleted.
    Ex,
    /// Defenders retreat that many hexes.
    D(u8),
    /// All defenders eliminated.
    De,
}

impl CombatResult {
    /// As the table has it.
    pub(crate) fn told(self) -> Sentence {
        match self {
            Self::Ae => say!("Ae"),
            Self::Paren => say!("(A)"),
            Self::A(n) => say!("A{n}", n),
            Self::None => say!("no effect"),
            Self::Ex => say!("Ex"),
            Self::D(n) => say!("D{n}", n),
            Self::De => say!("De"),
        }
    }
    /// Whether the defender loses a step or ground.
    pub(crate) fn hurts_defender(self) -> bool {
        matches!(self, Self::Ex | Self::D(_) | Self::De)
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ae => f.write_str("Ae"),
            Self::Paren => f.write_str("(A)"),
            Self::A(n) => write!(f, "A{n}"),
            Self::None => f.write_str("no effect"),
            Self::Ex => f.write_str("Ex"),
            Self::D(n) => write!(f, "D{n}"),
            Self::De => f.write_str("De"),
        }
    }
}

fn result(text: &str) -> Option<CombatResult> {
    Some(match text {
        "Ae" => CombatResult::Ae,
        "(A)" => CombatResult::Paren,
        "A1" => CombatResult::A(1),
        "A2" => CombatResult::A(2),
        "A3" => CombatResult::A(3),
        "." => CombatResult::None,
        "Ex" => CombatResult::Ex,
        "D2" => CombatResult::D(2),
        "D3" => CombatResult::D(3),
        "De" => CombatResult::De,
        _ => return None,
    })
}

/// A terrain line: which terrains use it, and the column of each differential.
#[derive(Debug)]
struct Line {
    terrains: Vec<String>,
    /// The differentials of each column, lowest and highest.
    columns: Vec<(i32, i32)>,
}

/// The table of one map.
#[derive(Debug)]
pub(crate) struct Crt {
    results: [[CombatResult; 12]; 6],
    lines: Vec<Line>,
}

impl Crt {
    pub(crate) fn new(file: &CrtFile, chart: &CrtChart) -> Result<Self, DataError> {
        let bad = |message: String| DataError::new("crt.toml", message);
        let mut results = [[CombatResult::None; 12]; 6];
        let r = &file.result;
        let dice = [&r.die_1, &r.die_2, &r.die_3, &r.die_4, &r.die_5, &r.die_6];
        for (die, (row, list)) in results.iter_mut().zip(dice).enumerate() {
            let name = format!("result.die_{}", die + 1);
            if list.len() != 12 {
                return Err(bad(format!("{name} has {} columns, not 12", list.len())));
            }
            for (cell, text) in row.iter_mut().zip(list) {
                *cell = result(text).ok_or_else(|| bad(format!("{name}: \"{text}\" is no result")))?;
            }
        }
        let mut lines = Vec::new();
        for line in &chart.line {
            let mut columns = Vec::new();
            for text in &line.differential {
                let numbers: Result<Vec<i32>, _> = text.split(',').map(|n| n.trim().parse::<i32>()).collect();
                match numbers.as_deref() {
                    Ok([only]) => columns.push((*only, *only)),
                    Ok([low, .., high]) => columns.push((*low, *high)),
                    _ => return Err(bad(format!("the differential \"{text}\" is unclear"))),
                }
            }
            if columns.is_empty() || columns.len() > 12 {
                return Err(bad(format!("the line {:?} must have 1 to 12 columns", line.terrain)));
            }
            lines.push(Line { terrains: line.terrain.clone(), columns });
        }
        Ok(Self { results, lines })
    }

    /// The line of a terrain, by its name.
    pub(crate) fn line(&self, terrain: &str) -> Option<u8> {
        self.lines.iter().position(|l| l.terrains.iter().any(|t| t == terrain)).map(|i| i as u8)
    }
    /// How far a line lies to the left of a full one: the larger, the better for the defender.
    pub(crate) fn shift(&self, line: u8) -> u8 {
        12 - self.lines[line as usize].columns.len() as u8
    }
    /// The column (1 to 12) of a differential. The first number of a line means that or less, the last that or more.
    /// [rule: kb crt, kb 7.3]
    pub(crate) fn column(&self, line: u8, differential: i32) -> u8 {
        let columns = &self.lines[line as usize].columns;
        let at = columns.iter().position(|&(_, high)| differential <= high).unwrap_or(columns.len() - 1);
        at as u8 + 1
    }
    /// The result of a column and a die.
    pub(crate) fn result(&self, column: u8, die: u32) -> CombatResult {
        self.results[die as usize - 1][column as usize - 1]
    }
    /// The names of a line.
    pub(crate) fn names(&self, line: u8) -> String {
        self.lines[line as usize].terrains.join(", ")
    }
}
