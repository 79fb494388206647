//! The log of a match as data: put into words when somebody reads it.

use crate::play::Effect;
use crate::record::{Die, EffectLine};
use crate::view::read;
use crate::{Arg, Draw, Event, Picture, Play, Seat, SeatSet, Sentence};

/// A sentence of the log, kept.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    seat: Option<Seat>,
    rule: &'static str,
    audience: SeatSet,
    beat: u16,
    text: Sentence,
    dice: Box<[Draw]>,
    spots: Box<[Arg]>,
    effects: Box<[Effect]>,
}

/// The sentences of the action that was just played.
pub(crate) fn entries(play: &Play) -> Box<[Entry]> {
    play.lines()
        .map(|line| Entry {
            seat: line.seat,
            rule: line.rule,
            audience: line.audience,
            beat: line.beat,
            text: line.text.clone(),
            dice: line.dice.into(),
            spots: line.spots.into(),
            effects: line.effects.into(),
        })
        .collect()
}

/// Whether these seats read what was said to those.
pub(crate) fn may_read(audience: SeatSet, seats: SeatSet) -> bool {
    audience == SeatSet::ALL || !audience.intersection(seats).is_empty()
}

impl Entry {
    pub(crate) fn may_read(&self, seats: SeatSet) -> bool {
        may_read(self.audience, seats)
    }

    pub(crate) fn audience(&self) -> SeatSet {
        self.audience
    }

    /// The sentence as these seats read it.
    pub(crate) fn event<R: Picture>(&self, rules: &R, state: &R::State, seats: SeatSet) -> Event {
        let id = |arg: Arg| {
            let mut out = String::new();
            rules.id(state, arg, &mut out);
            out
        };
        Event {
            seat: self.seat.map(|s| rules.info().seat_id(s).to_owned()),
            text: read(rules, state, seats, &self.text),
            rule: self.rule.to_owned(),
            dice: self.dice.iter().map(die).collect(),
            at: self.spots.iter().map(|spot| id(*spot)).collect(),
            beat: self.beat,
            effects: self.effects.iter().map(|e| effect(*e, seats, &id)).collect(),
        }
    }
}

fn die(draw: &Draw) -> Die {
    let many = draw.at_most > 0 || draw.dice != 1;
    Die {
        sides: draw.sides,
        roll: draw.roll,
        label: draw.label.to_owned(),
        dice: many.then_some(draw.dice),
        at_most: many.then_some(draw.at_most),
        cup: draw.cup,
    }
}

fn effect(effect: Effect, seats: SeatSet, id: &dyn Fn(Arg) -> String) -> EffectLine {
    let piece = |unit: Arg| {
        let knows = unit.known == SeatSet::ALL || !unit.known.intersection(seats).is_empty();
        if knows { id(unit) } else { String::new() }
    };
    let line = |kind: &str, unit: Arg| EffectLine {
        kind: kind.to_owned(),
        piece: piece(unit),
        ..EffectLine::default()
    };
    match effect {
        Effect::Moved { unit, from, to } => EffectLine { from: id(from), to: id(to), ..line("moved", unit) },
        Effect::Placed { unit, at } => EffectLine { to: id(at), ..line("placed", unit) },
        Effect::Reduced { unit, steps } => EffectLine { steps, ..line("reduced", unit) },
        Effect::Lost { unit } => line("lost", unit),
        Effect::Left { unit } => line("left", unit),
        Effect::Shown { unit } => line("shown", unit),
    }
}
