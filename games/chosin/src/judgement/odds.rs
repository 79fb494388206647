//! What attacks are worth: the six rows of a table, each with what it costs and gains.

use crate::game::{Chosin, enemy};
use crate::movement::units;
use crate::state::{Combat, State, UnitBits, UnitId};
use crate::tables::{CombatResult, odds_column, shifted};
use board::HexId;

/// What disrupting a unit is worth, as a share of its points.
pub(super) fn hurt(game: &Chosin, state: &State, unit: UnitId) -> f32 {
    let points = f32::from(game.data.unit(unit).dead);
    let dies = state.field.disrupted(unit) || !game.data.quick(unit).has_back;
    let share = game.weights_of(state, game.side(unit)).hurt;
    if dies { points } else { share * points + 0.2 }
}

fn all(game: &Chosin, state: &State, who: &UnitBits) -> f32 {
    units(who).map(|u| hurt(game, state, u)).sum()
}
fn dead(game: &Chosin, who: &UnitBits) -> f32 {
    units(who).map(|u| f32::from(game.data.unit(u).dead)).sum()
}
fn least(game: &Chosin, state: &State, who: &UnitBits) -> f32 {
    units(who).map(|u| hurt(game, state, u)).fold(f32::INFINITY, f32::min).min(12.0)
}

/// What a result is worth to the attacker.
fn worth(game: &Chosin, state: &State, result: CombatResult, combat: &Combat) -> f32 {
    let (a, d) = (&combat.attackers, &combat.defenders);
    let ground = game.weights_of(state, combat.side).ground;
    match result {
        CombatResult::AA => -all(game, state, a) - ground,
        CombatResult::AR => -ground,
        CombatResult::AT => -all(game, state, a) - 2.0 * ground,
        CombatResult::AZ => -dead(game, a) - ground,
        CombatResult::BB => all(game, state, d) - all(game, state, a),
        CombatResult::BD => (all(game, state, d) - all(game, state, a)).min(ground),
        CombatResult::DD => all(game, state, d) + ground,
        CombatResult::DR => ground,
        CombatResult::DRPlus => 2.0 * ground,
        CombatResult::DTPlus => all(game, state, d) + 2.0 * ground,
        CombatResult::DZ | CombatResult::DZPlus => dead(game, d) + ground,
        CombatResult::NE => 0.0,
        CombatResult::RA => -least(game, state, a),
        CombatResult::RF => least(game, state, d),
    }
}

/// The mean worth of an attack in a column of a table.
pub(super) fn mean(game: &Chosin, state: &State, combat: &Combat, table: usize, column: u8) -> f32 {
    let rows = &game.data.tables[table].rows;
    rows.iter().map(|row| worth(game, state, row[column.min(8) as usize], combat)).sum::<f32>() / 6.0
}

/// The best table of those open, with its worth.
pub(super) fn best_table(
    game: &Chosin,
    state: &State,
    combat: &Combat,
    column: u8,
    mobile: bool,
) -> (usize, f32) {
    let tables = if mobile { 3 } else { 2 };
    let worths = (0..tables).map(|t| (t, mean(game, state, combat, t, column)));
    worths.fold((0, f32::NEG_INFINITY), |best, next| if next.1 > best.1 { next } else { best })
}

/// What an attack on a hex by everybody who could join would be worth, support left aside.
pub(super) fn prospect(game: &Chosin, state: &State, side: u8, hex: HexId, bonus: i8) -> f32 {
    let data = &game.data;
    let mut combat = Combat { side, target: hex.0, ..Combat::default() };
    for near in data.ground.around(hex) {
        let mut room = if data.ground.rough(near) { 2 } else { 3 };
        for unit in state.field.units_in(near) {
            let able = game.side(unit) == side
                && game.factors(state, unit)[0] > 0
                && !state.field.has(unit, crate::state::flag::ATTACKED | crate::state::flag::RAILED);
            if able && room > 0 {
                combat.attackers.set(unit.index(), true);
                room -= 1;
            }
        }
    }
    if combat.attackers.is_empty() {
        return -10.0;
    }
    state.field.units_in(hex).for_each(|u| combat.defenders.set(u.index(), true));
    column_worth(game, state, &combat, bonus)
}

/// What an attack on a hex would be worth if a unit came to a hex beside it, with those who could join it now.
pub(super) fn prospect_with(
    game: &Chosin,
    state: &State,
    unit: UnitId,
    from: HexId,
    target: HexId,
    bonus: i8,
) -> f32 {
    let mut combat = Combat { side: game.side(unit), target: target.0, ..Combat::default() };
    for near in game.data.ground.around(target) {
        let mut room = if game.data.ground.rough(near) { 2 } else { 3 };
        room -= i32::from(near == from);
        for other in state.field.units_in(near).filter(|u| *u != unit && game.side(*u) == combat.side) {
            if game.factors(state, other)[0] > 0 && room > 0 {
                combat.attackers.set(other.index(), true);
                room -= 1;
            }
        }
    }
    combat.attackers.set(unit.index(), true);
    state.field.units_in(target).for_each(|u| combat.defenders.set(u.index(), true));
    column_worth(game, state, &combat, bonus)
}

/// The worth of a combat as it stands, with so many columns more.
pub(super) fn column_worth(game: &Chosin, state: &State, combat: &Combat, bonus: i8) -> f32 {
    let data = &game.data;
    let (foe, hex) = (enemy(combat.side), HexId(combat.target));
    let (mine, theirs) = (data.supply(state, combat.side), data.supply(state, foe));
    let attack: u16 = units(&combat.attackers).map(|u| data.attack(state, &mine, u, hex)).sum();
    let defence: u16 = units(&combat.defenders).map(|u| data.defence(state, &theirs, u)).sum();
    let left = data.terrain_shift(state, &combat.attackers, hex, foe) + data.entrenchment_shift(state, hex);
    let right = data.surprise_column(state, &combat.attackers) as i8 + bonus;
    let column = shifted(odds_column(attack, defence), right - left as i8);
    let mobile = data.mobile(state, &mine, &combat.attackers, hex);
    best_table(game, state, combat, column, mobile).1
}
