//! The log of a match as data: put into words when somebody reads it.

use crate::packing::{Bytes, Phrases, put};
use crate::play::Effect;
use crate::record::{Die, EffectLine};
use crate::view::read;
use crate::{Arg, Class, Draw, Event, Picture, Play, Seat, SeatSet, Sentence};

/// A sentence of the log, kept.
#[derive(Clone, Debug, PartialEq)]
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

/// Which parts a packed sentence has beside its text and rule.
mod has {
    pub(super) const SEAT: u64 = 1;
    pub(super) const AUDIENCE: u64 = 2;
    pub(super) const BEAT: u64 = 4;
    pub(super) const CUT: u64 = 8;
    pub(super) const DICE: u64 = 16;
    pub(super) const SPOTS: u64 = 32;
    pub(super) const EFFECTS: u64 = 64;
}

impl Entry {
    /// Writes it down.
    pub(crate) fn pack(&self, phrases: &mut impl Phrases, out: &mut Vec<u8>) {
        let (filled, cut) = self.text.filled();
        let parts = [
            (has::SEAT, self.seat.is_some()),
            (has::AUDIENCE, self.audience != SeatSet::ALL),
            (has::BEAT, self.beat > 0),
            (has::CUT, cut),
            (has::DICE, !self.dice.is_empty()),
            (has::SPOTS, !self.spots.is_empty()),
            (has::EFFECTS, !self.effects.is_empty()),
        ];
        let parts: u64 = parts.iter().filter(|part| part.1).map(|part| part.0).sum();
        put(out, parts);
        put(out, phrases.number(self.text.phrase()).into());
        put(out, phrases.number((self.rule, &[])).into());
        if let Some(seat) = self.seat {
            put(out, seat.0.into());
        }
        if parts & has::AUDIENCE != 0 {
            put(out, self.audience.0.into());
        }
        if parts & has::BEAT != 0 {
            put(out, self.beat.into());
        }
        let filled: Vec<_> = filled.collect();
        put_list(out, true, &filled, |(slot, arg), out| {
            put(out, slot.into());
            put_arg(out, arg);
        });
        put_list(out, parts & has::DICE != 0, &self.dice, |draw, out| put_draw(draw, phrases, out));
        put_list(out, parts & has::SPOTS != 0, &self.spots, |spot, out| put_arg(out, spot));
        put_list(out, parts & has::EFFECTS != 0, &self.effects, put_effect);
    }

    /// Reads it back.
    pub(crate) fn unpack(bytes: &mut Bytes<'_>, phrases: &impl Phrases) -> Option<Self> {
        let parts = bytes.number()?;
        let phrase = phrases.phrase(bytes.small()?)?;
        let rule = phrases.phrase(bytes.small()?)?.0;
        let seat = if parts & has::SEAT == 0 { None } else { Some(Seat(bytes.small()?)) };
        let audience = if parts & has::AUDIENCE == 0 { SeatSet::ALL } else { SeatSet(bytes.small()?) };
        let beat = if parts & has::BEAT == 0 { 0 } else { bytes.small()? };
        let filled = take_list(bytes, true, |bytes| Some((bytes.small()?, take_arg(bytes)?)))?;
        Some(Self {
            seat,
            rule,
            audience,
            beat,
            text: Sentence::of(phrase, filled.into_iter(), parts & has::CUT != 0),
            dice: take_list(bytes, parts & has::DICE != 0, |bytes| take_draw(bytes, phrases))?,
            spots: take_list(bytes, parts & has::SPOTS != 0, take_arg)?,
            effects: take_list(bytes, parts & has::EFFECTS != 0, take_effect)?,
        })
    }

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

fn put_list<T: Copy>(out: &mut Vec<u8>, any: bool, list: &[T], mut put_one: impl FnMut(T, &mut Vec<u8>)) {
    if any {
        put(out, list.len() as u64);
        list.iter().for_each(|&one| put_one(one, out));
    }
}

fn take_list<T>(
    bytes: &mut Bytes<'_>,
    any: bool,
    take_one: impl Fn(&mut Bytes<'_>) -> Option<T>,
) -> Option<Box<[T]>> {
    let count = if any { bytes.number()? } else { 0 };
    (0..count).map(|_| take_one(bytes)).collect()
}

/// An argument: its class with whether everybody may know it, its number, and who may.
fn put_arg(out: &mut Vec<u8>, arg: Arg) {
    let secret = arg.known != SeatSet::ALL;
    put(out, u64::from(arg.class.0) << 1 | u64::from(secret));
    put(out, arg.id.into());
    if secret {
        put(out, arg.known.0.into());
    }
}

fn take_arg(bytes: &mut Bytes<'_>) -> Option<Arg> {
    let class = bytes.number()?;
    let id = bytes.small()?;
    let known = if class & 1 == 0 { SeatSet::ALL } else { SeatSet(bytes.small()?) };
    Some(Arg { class: Class((class >> 1).try_into().ok()?), known, id })
}

fn put_draw(draw: Draw, phrases: &mut impl Phrases, out: &mut Vec<u8>) {
    let many = draw.dice != 1 || draw.at_most != 0;
    put(out, u64::from(draw.sides) << 2 | u64::from(many) << 1 | u64::from(draw.cup));
    put(out, draw.roll.into());
    put(out, phrases.number((draw.label, &[])).into());
    if many {
        put(out, draw.dice.into());
        put(out, draw.at_most.into());
    }
}

fn take_draw(bytes: &mut Bytes<'_>, phrases: &impl Phrases) -> Option<Draw> {
    let head = bytes.number()?;
    let roll = bytes.small()?;
    let label = phrases.phrase(bytes.small()?)?.0;
    let (dice, at_most) = if head & 2 == 0 { (1, 0) } else { (bytes.small()?, bytes.small()?) };
    Some(Draw { sides: (head >> 2).try_into().ok()?, roll, label, dice, at_most, cup: head & 1 == 1 })
}

fn put_effect(effect: Effect, out: &mut Vec<u8>) {
    let (kind, unit) = match effect {
        Effect::Moved { unit, .. } => (0, unit),
        Effect::Placed { unit, .. } => (1, unit),
        Effect::Reduced { unit, .. } => (2, unit),
        Effect::Lost { unit } => (3, unit),
        Effect::Left { unit } => (4, unit),
        Effect::Shown { unit } => (5, unit),
    };
    put(out, kind);
    put_arg(out, unit);
    match effect {
        Effect::Moved { from, to, .. } => {
            put_arg(out, from);
            put_arg(out, to);
        }
        Effect::Placed { at, .. } => put_arg(out, at),
        Effect::Reduced { steps, .. } => put(out, steps.into()),
        Effect::Lost { .. } | Effect::Left { .. } | Effect::Shown { .. } => {}
    }
}

fn take_effect(bytes: &mut Bytes<'_>) -> Option<Effect> {
    let kind = bytes.number()?;
    let unit = take_arg(bytes)?;
    Some(match kind {
        0 => Effect::Moved { unit, from: take_arg(bytes)?, to: take_arg(bytes)? },
        1 => Effect::Placed { unit, at: take_arg(bytes)? },
        2 => Effect::Reduced { unit, steps: bytes.small()? },
        3 => Effect::Lost { unit },
        4 => Effect::Left { unit },
        5 => Effect::Shown { unit },
        _ => return None,
    })
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
