//! Whether the procedures of a laid position go with its phase, and how a phase begins in one that has none.

use crate::frames::Frame;
use crate::game::{Chosin, enemy};
use crate::movement::units;
use crate::sequence::Sequence;
use crate::state::{COM, Occasion, Phase, State, UN, UnitBits, UnitId, off};
use board::HexId;
use engine::PositionError;

type Laid<T> = Result<T, PositionError>;

/// The frame of a phase for a position that does not say what is under way.
pub(crate) fn begin_phase(game: &Chosin, state: &mut State) -> Laid<()> {
    state.push(Sequence);
    let side = state.player();
    match game.phase_frame(state.phase, side) {
        Some(frame) => {
            state.frames.push(frame);
            Ok(())
        }
        None => Err(PositionError::new("phase", "a position begins in a phase with decisions")),
    }
}

/// Whether every frame goes with what is on the map.
pub(crate) fn frames_fit(game: &Chosin, state: &State) -> Laid<()> {
    if state.phase == Phase::Over {
        return if state.frames.is_empty() || state.frames[..] == [Frame::Sequence(Sequence)] {
            Ok(())
        } else {
            Err(PositionError::new("frames", "the game is over"))
        };
    }
    for (place, frame) in state.frames.iter().enumerate() {
        let before = place.checked_sub(1).map(|i| state.frames[i]);
        if !fits(game, state, before, *frame) {
            return Err(PositionError::new(
                format!("frames[{place}]"),
                "does not go with the phase and the units",
            ));
        }
    }
    let decided = state.frames.last().is_some_and(|f| {
        use engine::Decision;
        !f.seats(game, state).is_empty() || state.air.to_lose > 0
    });
    if !decided {
        return Err(PositionError::new("frames", "nobody would have to decide"));
    }
    Ok(())
}

/// Whether this is a counter of a side.
fn belongs(game: &Chosin, unit: UnitId, side: u8) -> bool {
    game.data.quick.get(unit.index()).is_some_and(|quick| quick.side == side)
}

fn fits(game: &Chosin, state: &State, before: Option<Frame>, frame: Frame) -> bool {
    use crate::barrage::Cause;
    let side = state.player();
    let phase = state.phase;
    let on_map = |u: UnitId, side: u8| belongs(game, u, side) && state.field.on_map(u);
    let hex = |h: u16| usize::from(h) < game.data.ground.len();
    let land = |h: u16| hex(h) && game.data.ground.is_land(HexId(h));
    let after = |f: fn(&Frame) -> bool| before.as_ref().is_some_and(f);
    let in_phase = || matches!(before, Some(Frame::Sequence(_)));
    match frame {
        Frame::Sequence(_) => before.is_none(),
        Frame::Options(f) => in_phase() && phase == Phase::Setup && f.side < 2,
        Frame::Deploying(_) => in_phase() && phase == Phase::Setup && state.scenario == 1,
        Frame::Posting(f) => {
            let unit =
                !f.unit.is_some() || belongs(game, f.unit, f.side) && state.field.at(f.unit) == off::UNPLACED;
            in_phase() && phase == Phase::Setup && f.side < 2 && unit
        }
        Frame::Inspecting(_) => in_phase() && phase == Phase::Setup,
        Frame::Event(f) => {
            in_phase()
                && phase == Phase::Events
                && f.left <= 3
                && usize::from(f.event) < game.data.events.len()
        }
        Frame::Reinforcement(f) => {
            let unit =
                !f.unit.is_some() || belongs(game, f.unit, f.side) && state.field.at(f.unit) == off::DUE;
            in_phase()
                && matches!(phase, Phase::UnReinforcement | Phase::ComReinforcement)
                && f.side == side
                && unit
        }
        Frame::Allocation(_) => in_phase() && phase == Phase::UnAir,
        Frame::LoseTac(_)
        | Frame::Dropping(_)
        | Frame::Unmasking(_)
        | Frame::Resolve(_)
        | Frame::Fallout(_) => false,
        Frame::Reorganization(f) => {
            in_phase()
                && matches!(phase, Phase::UnReorganization | Phase::ComReorganization)
                && f.side == side
        }
        Frame::Movement(f) => in_phase() && moving(phase) && f.side == side,
        Frame::Moving(f) => {
            let one = units(&f.group).next().map(|u| state.field.at.get(u.index()).copied());
            // While a combat or an attack from the air is under way some of them may be dead or thrown back.
            let halted = state.frames.last() != Some(&frame);
            let together = units(&f.group).all(|u| {
                let here = state.field.on_map(u) && Some(Some(state.field.at(u).0)) == one;
                belongs(game, u, side) && (halted || here)
            });
            after(|b| matches!(b, Frame::Movement(_)))
                && !f.group.is_empty()
                && together
                && (hex(f.goal) || f.goal == off::OUT.0)
        }
        Frame::Entrained(f) => after(|b| matches!(b, Frame::Movement(_))) && side == UN && on_map(f.unit, UN),
        Frame::Jumping(f) => {
            after(|b| matches!(b, Frame::Movement(_)))
                && side == UN
                && belongs(game, f.unit, UN)
                && (state.field.on_map(f.unit) || state.field.at(f.unit) == off::ASIDE)
        }
        Frame::Swimming(f) => {
            after(|b| matches!(b, Frame::Movement(_)))
                && side == UN
                && on_map(f.unit, UN)
                && (!f.passenger.is_some() || on_map(f.passenger, UN) && f.passenger != f.unit)
        }
        Frame::Sailing(_) => after(|b| matches!(b, Frame::Movement(_))) && side == UN,
        Frame::Interception(f) => {
            after(|b| matches!(b, Frame::Moving(_)))
                && side == COM
                && land(f.hex)
                && group_fits(game, state, &f.group, before)
        }
        Frame::Strikes(_) => in_phase() && phase == Phase::UnStrike,
        Frame::Victims(f) => {
            let here =
                units(&f.targets).all(|u| on_map(u, enemy(f.by.min(1))) && state.field.at(u).0 == f.hex);
            let under = match f.source {
                Cause::Barrage => after(|b| matches!(b, Frame::Barrages(_))),
                Cause::Strike => after(|b| matches!(b, Frame::Strikes(_))),
                Cause::Interdiction => after(|b| matches!(b, Frame::Interception(_))),
            };
            under && f.by < 2 && land(f.hex) && here && f.left > 0
        }
        Frame::Collateral(f) => {
            let near = land(f.hex) && game.data.ground.around(HexId(f.hex)).any(|h| state.field.holds(UN, h));
            after(|b| matches!(b, Frame::Strikes(_) | Frame::Interception(_))) && near
        }
        Frame::Barrages(f) => {
            in_phase() && matches!(phase, Phase::UnBarrage | Phase::ComBarrage) && f.side == side
        }
        Frame::Gunfire(f) => {
            after(|b| matches!(b, Frame::Barrages(_))) && f.side == side && land(f.hex) && f.points < 100
        }
        Frame::Combats(f) => {
            in_phase() && matches!(phase, Phase::UnCombat | Phase::ComCombat) && f.side == side
        }
        Frame::Gather(_) => under_combat(before) && combat_fits(game, state, false),
        Frame::Table(_) | Frame::AirSupport(_) | Frame::Choice(_) | Frame::Support(_) => {
            under_combat(before) && combat_fits(game, state, true)
        }
        Frame::Excess(f) => under_combat(before) && combat_fits(game, state, true) && f.left > 0,
        Frame::PickLoss(_) | Frame::Retreats(_) | Frame::Advance(_) | Frame::Breakthrough(_) => {
            under_combat(before) && aftermath_fits(game, state)
        }
        Frame::Recovery(f) => {
            in_phase() && matches!(phase, Phase::UnRecovery | Phase::ComRecovery) && f.side == side
        }
        Frame::Interdictions(_) => in_phase() && phase == Phase::UnInterdiction,
        Frame::Surprise(_) => in_phase() && phase == Phase::ComSurprise,
    }
}

fn moving(phase: Phase) -> bool {
    matches!(phase, Phase::UnMovement | Phase::ComMovement)
}

fn under_combat(before: Option<Frame>) -> bool {
    matches!(before, Some(Frame::Combats(_) | Frame::Moving(_)))
}

fn group_fits(game: &Chosin, state: &State, group: &UnitBits, before: Option<Frame>) -> bool {
    let Some(Frame::Moving(moving)) = before else { return false };
    units(group).all(|u| belongs(game, u, COM) && (moving.group.has(u.index()) || !state.field.on_map(u)))
}

/// Whether the combat can be one that is being made up or about to be rolled.
fn combat_fits(game: &Chosin, state: &State, declared: bool) -> bool {
    let combat = &state.combat;
    if combat.side != state.player()
        || usize::from(combat.target) >= game.data.ground.len()
        || combat.table > 2
    {
        return false;
    }
    let target = HexId(combat.target);
    let known = |u: UnitId, side: u8| belongs(game, u, side) && state.field.on_map(u);
    let beside = |u: UnitId| game.data.ground.direction(state.field.at(u), target).is_some();
    let attackers = units(&combat.attackers).all(|u| known(u, combat.side) && beside(u));
    let stack: usize = state.field.units_in(target).count();
    let defenders =
        units(&combat.defenders).all(|u| known(u, enemy(combat.side)) && state.field.at(u) == target);
    let whole = !declared || !combat.attackers.is_empty() && combat.defenders.len() == stack && stack > 0;
    let excess = units(&combat.excess).all(|u| combat.defenders.has(u.index()));
    let quiet = combat.cas <= 3
        && combat.support.iter().all(|n| *n < 60)
        && combat.pending.is_empty()
        && !combat.walker.is_some();
    let from =
        usize::from(combat.from) < game.data.ground.len() || combat.occasion == Occasion::Attack || !declared;
    attackers
        && defenders
        && whole
        && excess
        && quiet
        && from
        && state.field.holds(enemy(combat.side), target)
        && lists_fit(game, state)
}

fn lists_fit(game: &Chosin, state: &State) -> bool {
    let combat = &state.combat;
    let known = |bits: &UnitBits| bits.iter().all(|u| u < game.data.units.len());
    let hex = |h: &u16| usize::from(*h) < game.data.ground.len();
    known(&combat.winners)
        && known(&combat.may_break)
        && combat.vacated.iter().all(hex)
        && combat.trail.iter().all(hex)
        && units(&combat.may_break).all(|u| state.field.on_map(u))
}

/// Whether retreats, advances and breakthroughs go with who is there.
fn aftermath_fits(game: &Chosin, state: &State) -> bool {
    let combat = &state.combat;
    if combat.side != state.player()
        || usize::from(combat.target) >= game.data.ground.len()
        || !lists_fit(game, state)
    {
        return false;
    }
    let known = |u: UnitId| u.index() < game.data.units.len();
    let one_side = |bits: &UnitBits| {
        let mut sides = units(bits).map(|u| game.side(u));
        let first = sides.next();
        sides.all(|s| Some(s) == first)
    };
    let all_known = [&combat.attackers, &combat.defenders, &combat.pending, &combat.excess]
        .iter()
        .all(|b| units(b).all(known));
    if !all_known {
        return false;
    }
    let pending = units(&combat.pending).all(|u| state.field.on_map(u)) && one_side(&combat.pending);
    let walker = combat.walker.is_some() != combat.trail.is_empty()
        && (!combat.walker.is_some() || combat.pending.has(combat.walker.index()));
    let trail = combat.trail.len() <= usize::from(combat.length) && combat.length <= 2;
    let sides = units(&combat.attackers).all(|u| game.side(u) == combat.side)
        && units(&combat.defenders).all(|u| game.side(u) != combat.side);
    let there = |bits: &UnitBits| units(bits).all(|u| state.field.on_map(u));
    let picking = !matches!(state.frames.last(), Some(Frame::PickLoss(_)))
        || there(&combat.attackers) && there(&combat.defenders);
    pending && walker && trail && sides && one_side(&combat.winners) && combat.range <= 3 && picking
}
