//! 1 The turn, 2 movement, 7 shells.

use super::combat::{self, Reserve};
use super::night::Dusk;
use super::{Action, Frame, Hex, Skirmish, State, UnitId};
use engine::flat::Stack;
use engine::scene::ActionKind;
use engine::{Arg, Ask, Count, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 1 A side chooses a unit, fires shells, or ends its turn. [rule: sk 1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choose;

impl Decision<Skirmish> for Choose {
    fn seats(&self, _: &Skirmish, state: &State) -> SeatSet {
        SeatSet::one(Seat(state.side))
    }
    fn ask(&self, _: Now<'_, Skirmish>) -> Ask {
        Ask::new("sk 1", say!("Choose a unit, or end your turn."))
    }
    fn candidates(&self, now: Now<'_, Skirmish>, out: &mut Vec<Action>) {
        out.extend(UnitId::all().map(|unit| Action::Unit { unit }));
        let count = Count(now.state.shells[now.seat.index()].into());
        out.extend(UnitId::all().map(|target| Action::Shell { count, target }));
        out.push(Action::End);
    }
    fn check(&self, now: Now<'_, Skirmish>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Unit { unit } => may_choose(now, unit),
            Action::Shell { count, target } => may_shell(now, count, target),
            Action::End => Ok(()),
            _ => Err(Illegal::new("sk 1", say!("choose a unit first"))),
        }
    }
    fn perform(&self, _: &Skirmish, state: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Unit { unit } => state.frames.push(Frame::Chosen(Chosen { unit })),
            Action::Shell { count, target } => shell(state, seat, count, target, play),
            _ => end_turn(state, seat, play),
        }
    }
    fn offer(&self, _: Now<'_, Skirmish>, action: Action) -> Offer {
        match action {
            Action::Unit { unit } => Offer::new(ActionKind::Select, "sk 1", say!("Choose {unit}", unit)),
            Action::Shell { count, target } => {
                let label = say!("Fire up to {n} {n|shell|shells} at {target}", n = count.0, target);
                Offer::new(ActionKind::Add, "sk 7", label).dice()
            }
            _ => Offer::new(ActionKind::EndPhase, "sk 1", say!("End the turn")),
        }
    }
}

fn may_choose(now: Now<'_, Skirmish>, unit: UnitId) -> Result<(), Illegal> {
    if unit.seat() != now.seat || !now.state.alive(unit) {
        return Err(Illegal::new("sk 1", say!("that is no unit of yours")));
    }
    if now.state.unit(unit).done {
        return Err(Illegal::new("sk 1", say!("{unit} has acted in this turn", unit)));
    }
    Ok(())
}

/// 7 Shells [rule: sk 7]: any number of those left at an enemy in sight; each hits on a one.
fn may_shell(now: Now<'_, Skirmish>, count: Count, target: UnitId) -> Result<(), Illegal> {
    let left = now.state.shells[now.seat.index()];
    if count.0 == 0 || count.0 > u16::from(left) {
        return Err(Illegal::new("sk 7", say!("{left} {left|shell is|shells are} left", left)));
    }
    let target_seen = now.state.alive(target) && !now.state.unit(target).unseen;
    if target.seat() == now.seat || !target_seen {
        return Err(Illegal::new("sk 7", say!("shells are fired at enemies in sight")));
    }
    Ok(())
}

fn shell(state: &mut State, seat: Seat, count: Count, target: UnitId, play: &mut Play) {
    state.shells[seat.index()] -= count.0 as u8;
    let at = state.unit(target).at;
    let hits = play.hits(count.0.into(), 6, 1, "shells");
    play.say(
        seat,
        "sk 7",
        say!("fires {n} {n|shell|shells} at {target}: {hits} {hits|hit|hits}.", n = count.0, target, hits),
    )
    .on(at);
    if hits > 0 && combat::show(state, target, play) {
        combat::destroy(state, target);
        play.outcome("sk 7", say!("{target} is destroyed.", target))
            .on(at)
            .effect(Effect::Lost { unit: target.into() });
    }
}

fn end_turn(state: &mut State, seat: Seat, play: &mut Play) {
    play.say(seat, "sk 1", say!("ends its turn."));
    state.side = 1 - state.side;
    state.units.iter_mut().for_each(|u| u.done = false);
    if state.side == 0 && state.night {
        state.frames.push(Frame::Dusk(Dusk::default()));
    } else if state.side == 0 {
        state.turn += 1;
    }
}

/// 2 The chosen unit moves, attacks or stays. [rule: sk 2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    pub(super) unit: UnitId,
}

impl Chosen {
    /// A viewer who can't see the unit does not see that it was chosen.
    pub(super) fn forget(frames: &mut Stack<Frame, 4>, unit: UnitId) {
        if frames.last() == Some(&Frame::Chosen(Self { unit })) {
            frames.pop();
        }
    }
}

impl Decision<Skirmish> for Chosen {
    fn seats(&self, _: &Skirmish, state: &State) -> SeatSet {
        SeatSet::one(Seat(state.side))
    }
    fn ask(&self, _: Now<'_, Skirmish>) -> Ask {
        Ask::new("sk 2", say!("Move {unit} or attack with it.", unit = self.unit)).piece(self.unit)
    }
    fn candidates(&self, _: Now<'_, Skirmish>, out: &mut Vec<Action>) {
        out.extend(Hex::all().map(|hex| Action::Move { hex }));
        out.extend(UnitId::all().map(|target| Action::Attack { target }));
        out.push(Action::Stay);
    }
    fn check(&self, now: Now<'_, Skirmish>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Move { hex } => match way(now.state, self.unit, hex) {
                Some(_) => Ok(()),
                None => Err(Illegal::new("sk 2", say!("it can't get there through free hexes in two steps"))),
            },
            Action::Attack { target } => combat::may_attack(now.state, self.unit, target),
            Action::Stay => Ok(()),
            _ => Err(Illegal::new(
                "sk 2",
                say!("{unit} is chosen: it moves, attacks or stays", unit = self.unit),
            )),
        }
    }
    fn perform(&self, _: &Skirmish, state: &mut State, seat: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        state.units[self.unit.index()].done = true;
        match action {
            Action::Move { hex } => march(state, seat, self.unit, hex, play),
            Action::Attack { target } => {
                let at = state.unit(target).at;
                play.say(seat, "sk 3", say!("{unit} attacks {target}.", unit = self.unit, target)).on(at);
                if combat::show(state, self.unit, play) && combat::show(state, target, play) {
                    state.frames.push(Frame::Reserve(Reserve { attacker: self.unit, target }));
                }
            }
            _ => {}
        }
    }
    fn offer(&self, now: Now<'_, Skirmish>, action: Action) -> Offer {
        match action {
            Action::Move { hex } => {
                let steps = way(now.state, self.unit, hex).map_or(0, |w| 1 + u8::from(w.is_some()));
                Offer::new(ActionKind::Move, "sk 2", say!("Move to {hex}", hex))
                    .cost(say!("{steps} {steps|step|steps}", steps))
            }
            Action::Attack { target } => {
                Offer::new(ActionKind::Attack, "sk 3", say!("Attack {target}", target)).dice()
            }
            _ => Offer::new(ActionKind::Done, "sk 1", say!("Stay")),
        }
    }
}

/// 2 Movement [rule: sk 2]: one or two hexes through hexes that look free. The hex between, if the way has one.
pub(super) fn way(state: &State, unit: UnitId, to: Hex) -> Option<Option<Hex>> {
    let from = state.unit(unit).at;
    let free = |h: Hex| h != from && state.known_occupant(h, unit.side()).is_none();
    if !free(to) {
        return None;
    }
    if from.neighbours().any(|h| h == to) {
        return Some(None);
    }
    from.neighbours().find(|&h| free(h) && h.neighbours().any(|n| n == to)).map(Some)
}

/// Goes step by step; where somebody lurks, the unit stops before it and shows it. [rule: sk 6]
fn march(state: &mut State, seat: Seat, unit: UnitId, to: Hex, play: &mut Play) {
    let Some(between) = way(state, unit, to) else { return };
    if UnitId::all().any(|u| u.seat() != seat && state.unit(u).unseen) {
        // That nobody was met is news as well, so the step can't be taken back.
        play.reveal();
    }
    let from = state.unit(unit).at;
    let mut met = None;
    for hex in between.into_iter().chain([to]) {
        met = state.occupant(hex);
        if met.is_some() {
            break;
        }
        state.units[unit.index()].at = hex;
    }
    let reached = state.unit(unit).at;
    let known = if state.unit(unit).unseen { SeatSet::one(seat) } else { SeatSet::ALL };
    let name = Arg::from(unit).only(known);
    play.whisper(
        known,
        seat,
        "sk 2",
        say!("{unit} moves from {from} to {reached}.", unit = name, from, reached),
    )
    .on(reached)
    .effect(Effect::Moved { unit: name, from: from.into(), to: reached.into() });
    if let Some(lurker) = met {
        state.units[lurker.index()].unseen = false;
        play.outcome("sk 6", say!("{unit} meets {lurker} and stops.", unit, lurker))
            .on(state.unit(lurker).at);
    }
}
