//! The chances of a battle.

/// Chances of a land battle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Odds {
    /// The attackers take the area.
    pub win: f64,
}
