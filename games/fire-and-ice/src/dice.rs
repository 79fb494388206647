//! 5.4: dice, leaders' re-rolls, quality markers.

use crate::actions::Action;
use crate::game::{FireAndIce, not_now};
use crate::names::{Now, seats};
use crate::state::{COM, PieceBits, PieceId, State, mark};
use engine::{Ask, Decision, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// A fresh defender chooses its die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die;

/// A side may have dice rolled again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rerolls {
    /// Attacker or defender.
    pub role: u8,
}

/// A natural 1 or best number marks a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceQuality {
    /// Attacker or defender.
    pub role: u8,
}

/// A side has markers of enemy supporters count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invoking {
    /// Attacker or defender.
    pub role: u8,
}

/// A side with both kinds of quality marker says which counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kinds {
    /// Attacker or defender.
    pub role: u8,
}

impl Decision<FireAndIce> for Die {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        seats(game.unit(state.combat.defender).side)
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let unit = now.state.combat.defender;
        Ask::new("fi 5.4.1", say!("{unit} is fresh: roll a D10 and be spent, or a D6 and stay fresh?", unit))
            .piece(unit)
    }
    fn candidates(&self, _: Now<'_>, out: &mut Vec<Action>) {
        out.extend([false, true].map(|ten| Action::Roll { ten }));
    }
    fn check(&self, _: Now<'_>, action: Action) -> Result<(), Illegal> {
        if matches!(action, Action::Roll { .. }) { Ok(()) } else { Err(not_now()) }
    }
    /// 5.4.1 A fresh defender's D10 costs its freshness. [rule: fi 5.4.1-fresh]
    fn perform(&self, _: &FireAndIce, state: &mut State, _: Seat, action: Action, _: &mut Play) {
        state.frames.pop();
        if let Action::Roll { ten: true } = action {
            state.combat.faces[1] = 10;
            state.piece_mut(state.combat.defender).marks |= mark::SPENT;
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Roll { ten: true })
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action).dice()
    }
}

impl Rerolls {
    /// 6.1 Own Great Leaders and enemy Incompetent ones that have not been used. [rule: fi 6.1a]
    fn leaders(self, state: &State) -> PieceBits {
        let combat = &state.combat;
        let role = usize::from(self.role);
        let mut out = PieceBits::default();
        for (side, marker) in [(role, mark::GREAT), (1 - role, mark::INCOMPETENT)] {
            for id in combat.participants(side).iter() {
                let late = !combat.late.is_some() || combat.late.index() == id;
                out.set(id, state.pieces[id].has(marker) && !combat.rerolled.has(id) && late);
            }
        }
        out
    }
}

impl Decision<FireAndIce> for Rerolls {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        if self.leaders(state).is_empty() {
            SeatSet::NONE
        } else {
            seats(state.combat.side(self.role.into()))
        }
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let [one, two] = now.state.combat.dice;
        Ask::new(
            "fi 6.1a",
            say!("The attacker rolled {one}, the defender {two}: have a leader change it?", one, two),
        )
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        out.extend(self.leaders(now.state).iter().map(|u| Action::Reroll { unit: PieceId(u as u8) }));
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Reroll { unit } if self.leaders(now.state).has(unit.index()) => Ok(()),
            Action::Reroll { unit } => {
                Err(Illegal::new("fi 6.1a", say!("{unit} has no leader to use now", unit)))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        let Action::Reroll { unit } = action else {
            state.frames.pop();
            return;
        };
        state.combat.rerolled.set(unit.index(), true);
        let role = state.combat.role(game.unit(unit).side);
        let die = play.roll(state.combat.faces[role].into(), "re-roll");
        state.combat.dice[role] = die as u8;
        play.say(who, "fi 6.1a", say!("{unit}: the die is rolled again and shows {die}", unit, die));
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        let offer = crate::offers::offer(now, action);
        if action == Action::Done { offer } else { offer.dice() }
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}

impl PlaceQuality {
    /// 5.4.2 What a natural number brings: 1 a bad marker, the best number of the die a good one. [rule: fi 5.4.2-natural]
    fn marker(self, state: &State) -> u16 {
        let role = usize::from(self.role);
        match state.combat.dice[role] {
            1 => mark::BAD,
            n if n == state.combat.faces[role] => mark::GOOD,
            _ => 0,
        }
    }
    fn units(self, state: &State) -> PieceBits {
        let mut out = PieceBits::default();
        if self.marker(state) != 0 {
            for id in state.combat.participants(self.role.into()).iter() {
                out.set(id, !state.pieces[id].has(mark::BAD | mark::GOOD));
            }
        }
        out
    }
}

impl Decision<FireAndIce> for PlaceQuality {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        if self.units(state).is_empty() { SeatSet::NONE } else { seats(state.combat.side(self.role.into())) }
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let red = now.state.combat.side(self.role.into()) == COM;
        let text = match (self.marker(now.state) == mark::GOOD, red) {
            (true, false) => say!("The best number: which unit becomes an elite unit?"),
            (true, true) => say!("The best number: which unit becomes a Guards unit?"),
            (false, false) => say!("A natural 1: which unit becomes a poor unit?"),
            (false, true) => say!("A natural 1: which unit becomes a penal unit?"),
        };
        Ask::new("fi 5.4.2-natural", text)
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        out.extend(self.units(now.state).iter().map(|u| Action::Quality { unit: PieceId(u as u8) }));
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Quality { unit } if self.units(now.state).has(unit.index()) => Ok(()),
            Action::Quality { unit } => Err(Illegal::new(
                "fi 5.4.2-natural",
                say!("{unit} took no part, or has a quality marker", unit),
            )),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, _: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        let marker = self.marker(state);
        if let Action::Quality { unit } = action {
            state.piece_mut(unit).marks |= marker;
            let text = match (marker == mark::GOOD, state.combat.side(self.role.into()) == COM) {
                (true, false) => say!("{unit} becomes an elite unit", unit),
                (true, true) => say!("{unit} becomes a Guards unit", unit),
                (false, false) => say!("{unit} becomes a poor unit", unit),
                (false, true) => say!("{unit} becomes a penal unit", unit),
            };
            play.say(who, "fi 5.4.2-natural", text);
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}

impl Invoking {
    /// 8.3 Enemy supporters with a quality marker that does not count yet. [rule: fi 8.3-invoke]
    fn units(self, state: &State) -> PieceBits {
        let role = 1 - usize::from(self.role);
        let mut out = PieceBits::default();
        for id in state.combat.support[role].units.iter() {
            let marked = state.pieces[id].has(mark::BAD | mark::GOOD) && state.pieces[id].at.in_play();
            out.set(id, marked && !state.combat.invoked.has(id));
        }
        out
    }
}

impl Decision<FireAndIce> for Invoking {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        if self.units(state).is_empty() { SeatSet::NONE } else { seats(state.combat.side(self.role.into())) }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 8.3-invoke", say!("Which quality markers of enemy supporters count?"))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        out.extend(self.units(now.state).iter().map(|u| Action::Invoke { unit: PieceId(u as u8) }));
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Invoke { unit } if self.units(now.state).has(unit.index()) => Ok(()),
            Action::Invoke { unit } => Err(Illegal::new(
                "fi 8.3-invoke",
                say!("{unit} is no enemy supporter with a quality marker", unit),
            )),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, _: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Invoke { unit } => {
                state.combat.invoked.set(unit.index(), true);
                play.say(who, "fi 8.3-invoke", say!("the marker of {unit} counts", unit));
            }
            _ => {
                state.frames.pop();
            }
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}

impl Kinds {
    /// 5.4.2 The kinds in force: the lead's, and those of supporters that were invoked. [rule: fi 5.4.2-kinds]
    fn there(self, state: &State) -> u16 {
        let combat = &state.combat;
        let role = usize::from(self.role);
        let lead = state.piece(combat.lead(role)).marks;
        let others = combat.support[role].units.iter().filter(|&id| combat.invoked.has(id));
        (others.fold(lead, |marks, id| marks | state.pieces[id].marks)) & (mark::BAD | mark::GOOD)
    }
}

impl Decision<FireAndIce> for Kinds {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        if self.there(state) == mark::BAD | mark::GOOD {
            seats(state.combat.side(self.role.into()))
        } else {
            SeatSet::NONE
        }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 5.4.2-kinds", say!("Elite and poor units take part: which kind counts?"))
    }
    fn candidates(&self, _: Now<'_>, out: &mut Vec<Action>) {
        out.extend([false, true].map(|good| Action::Count { good }));
    }
    fn check(&self, _: Now<'_>, action: Action) -> Result<(), Illegal> {
        if matches!(action, Action::Count { .. }) { Ok(()) } else { Err(not_now()) }
    }
    fn perform(&self, _: &FireAndIce, state: &mut State, _: Seat, action: Action, _: &mut Play) {
        state.frames.pop();
        if let Action::Count { good } = action {
            state.combat.quality[usize::from(self.role)] = if good { mark::GOOD } else { mark::BAD };
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        state.combat.quality[usize::from(self.role)] = self.there(state);
        true
    }
}
