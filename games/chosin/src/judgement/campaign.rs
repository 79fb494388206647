//! The plan by phase of the campaign: what a side is about, by the date and by how its troops stand.

use super::fights;
use super::outlook::port_distance;
use crate::game::Chosin;
use crate::state::{COM, State, UN, UnitId};

/// What a side is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// UN: the troops at the reservoir pull back on the road as one block; the others keep the road and the ports open.
    Breakout,
    /// UN: a ring around the ports; whoever does not fight goes aboard.
    Hold,
    /// UN: the ships leave full every day.
    Embark,
    /// Communists: ring the troops at the reservoir and block their road.
    Ring,
    /// Communists: press after them to the coast.
    Pursue,
    /// Communists: race for cities and towns; spare regiments go on to the south.
    Race,
}

/// So far from a port the UN is still in the trap.
const TRAPPED: u8 = 9;
/// The turn on which the Communists begin to race: 13 December, in the quick game 4 December.
pub(crate) fn race(game: &Chosin, state: &State) -> u8 {
    (u16::from(game.turns(state)) * 5 / 8) as u8
}

impl Stage {
    pub(crate) fn of(game: &Chosin, state: &State, side: u8) -> Self {
        let trapped = game.on_map(state, UN).any(|u| is_trapped(game, state, u));
        match side {
            UN if trapped && state.turn < race(game, state) => Self::Breakout,
            UN if slack(game, state) > 0 => Self::Hold,
            UN => Self::Embark,
            _ if state.turn >= race(game, state) => Self::Race,
            _ if trapped => Self::Ring,
            _ => Self::Pursue,
        }
    }

    /// In a few words, for the side itself.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Breakout => {
                "Bring the reservoir troops down the road as one block; ship what does not fight every day."
            }
            Self::Hold => "Hold a ring around the ports; ship what does not fight every day.",
            Self::Embark => "Fill the ships every day; the strongest go last.",
            Self::Ring => "Ring the troops at the reservoir, block their road, destroy single battalions.",
            Self::Pursue => "Press after them to the coast, and rest what is disrupted.",
            Self::Race => "Take cities and towns; spare regiments march off the south edge in time.",
        }
    }
}

/// Whether a fighting unit of the UN is still far from the ports.
pub(crate) fn is_trapped(game: &Chosin, state: &State, unit: UnitId) -> bool {
    fights(game, unit) && state.field.on_map(unit) && port_distance(game, state, unit) > TRAPPED
}

/// Ships that could stay empty from now on if everybody is to get away, in thirds of a regiment.
pub(crate) fn slack(game: &Chosin, state: &State) -> i32 {
    let left = i32::from(game.turns(state)) - i32::from(state.turn);
    let room = left * i32::from(3 * game.data.parameters.transfer);
    let waiting: i32 = game.on_map(state, UN).map(|u| i32::from(game.thirds(u))).sum();
    room - waiting
}

/// Whether a Communist unit must set out for the south edge now to leave the map in time.
pub(crate) fn bound_south(game: &Chosin, state: &State, south: u16, unit: UnitId) -> bool {
    /// Steps of the map in one's eyes that a regiment goes in a day, marching hard.
    const DAY: i32 = 8;
    let left = i32::from(game.turns(state)) - i32::from(state.turn);
    let held = state.field.at(unit);
    let dear = game.data.schedule.end_control.iter().any(|(h, p)| *h == held && *p > 2);
    let days = (i32::from(south) + DAY - 1) / DAY;
    game.side(unit) == COM
        && state.turn + 3 >= race(game, state)
        && !dear
        && game.data.unit(unit).exited >= 2
        && game.data.quick(unit).radius == 0
        && (days - 1..=days + 2).contains(&left)
}
