//! What `apply` is handed: the dice and the log in one, so that every sentence carries the dice that led to it.

use crate::{Dice, Draw, Seat, SeatSet};
use std::fmt;

/// The dice and the log of one action.
///
/// Sentences go into one reused string: a game that plays itself a million times allocates nothing for them.
/// A muted `Play` (for search) keeps no sentences at all, and formats none.
#[derive(Clone, Debug)]
pub struct Play {
    dice: Dice,
    muted: bool,
    revealed: bool,
    text: String,
    entries: Vec<Entry>,
    places: Vec<(u32, u32)>,
    attached: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    seat: Option<Seat>,
    rule: &'static str,
    audience: SeatSet,
    outcome: bool,
    text: (u32, u32),
    dice: (u32, u32),
    places: (u32, u32),
}

/// One sentence of the log, as a reader borrows it.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Who did it; none for what happens by itself.
    pub seat: Option<Seat>,
    /// The rule that made it so, such as `kb 7.53`.
    pub rule: &'static str,
    /// The sentence.
    pub text: &'a str,
    /// The dice that led to it.
    pub dice: &'a [Draw],
    /// Who may read it.
    pub audience: SeatSet,
    /// Whether the sentence says what came of an action (previews group by these).
    pub outcome: bool,
    log: &'a Play,
    places: (u32, u32),
}

impl<'a> Line<'a> {
    /// The places that the sentence is about, for the map.
    pub fn places(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let log = self.log;
        log.places[self.places.0 as usize..self.places.1 as usize]
            .iter()
            .map(move |&(from, to)| &log.text[from as usize..to as usize])
    }
}

impl Play {
    /// A play that keeps its log.
    #[must_use]
    pub fn new(dice: Dice) -> Self {
        Self {
            dice,
            muted: false,
            revealed: false,
            text: String::new(),
            entries: Vec::new(),
            places: Vec::new(),
            attached: 0,
        }
    }
    /// A play that keeps no log: for search.
    #[must_use]
    pub fn muted(dice: Dice) -> Self {
        Self { muted: true, ..Self::new(dice) }
    }
    /// Clears log, revelation and drawn dice before the next action. Memory is kept.
    pub fn begin(&mut self) {
        self.dice.forget();
        self.revealed = false;
        self.text.clear();
        self.entries.clear();
        self.places.clear();
        self.attached = 0;
    }

    /// Rolls a six-sided die.
    pub fn d6(&mut self, label: &'static str) -> u32 {
        self.dice.d6(label)
    }
    /// Rolls a die of `sides` sides: 1 to `sides`.
    pub fn roll(&mut self, sides: u32, label: &'static str) -> u32 {
        self.dice.roll(sides, label)
    }
    /// Draws one of `n` things: 0 to `n - 1`.
    pub fn draw(&mut self, n: usize, label: &'static str) -> usize {
        self.dice.draw(n, label)
    }

    /// Logs a sentence for everybody.
    pub fn say(&mut self, seat: Seat, rule: &'static str, text: fmt::Arguments<'_>) -> &mut Self {
        self.entry(Some(seat), rule, SeatSet::ALL, false, text)
    }
    /// Logs what happened by itself.
    pub fn note(&mut self, rule: &'static str, text: fmt::Arguments<'_>) -> &mut Self {
        self.entry(None, rule, SeatSet::ALL, false, text)
    }
    /// Logs what came of an action: the words by which a preview groups its outcomes.
    pub fn outcome(&mut self, rule: &'static str, text: fmt::Arguments<'_>) -> &mut Self {
        self.entry(None, rule, SeatSet::ALL, true, text)
    }
    /// Logs a sentence that only `audience` may read. Dice drawn before it go with it, unseen by the others.
    pub fn whisper(
        &mut self,
        audience: SeatSet,
        seat: Seat,
        rule: &'static str,
        text: fmt::Arguments<'_>,
    ) -> &mut Self {
        self.entry(Some(seat), rule, audience, false, text)
    }
    /// Adds a place to the last sentence, for the map.
    pub fn at(&mut self, place: impl fmt::Display) -> &mut Self {
        use fmt::Write;
        if let (false, Some(last)) = (self.muted, self.entries.last_mut()) {
            let from = self.text.len() as u32;
            let _ = write!(self.text, "{place}");
            self.places.push((from, self.text.len() as u32));
            last.places.1 += 1;
        }
        self
    }
    /// Says that somebody learned something hidden: this action can't be undone.
    pub fn reveal(&mut self) {
        self.revealed = true;
    }

    fn entry(
        &mut self,
        seat: Option<Seat>,
        rule: &'static str,
        audience: SeatSet,
        outcome: bool,
        text: fmt::Arguments<'_>,
    ) -> &mut Self {
        use fmt::Write;
        if self.muted {
            return self;
        }
        let from = self.text.len() as u32;
        let _ = self.text.write_fmt(text);
        let drawn = self.dice.drawn().len();
        let place = self.places.len() as u32;
        self.entries.push(Entry {
            seat,
            rule,
            audience,
            outcome,
            text: (from, self.text.len() as u32),
            dice: (self.attached as u32, drawn as u32),
            places: (place, place),
        });
        self.attached = drawn;
        self
    }

    /// The sentences of this action.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = Line<'_>> {
        self.entries.iter().map(|e| Line {
            seat: e.seat,
            rule: e.rule,
            text: &self.text[e.text.0 as usize..e.text.1 as usize],
            dice: &self.dice.drawn()[e.dice.0 as usize..e.dice.1 as usize],
            audience: e.audience,
            outcome: e.outcome,
            log: self,
            places: e.places,
        })
    }
    /// Whether the action must stand: dice were rolled or something hidden was seen.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.revealed || !self.dice.drawn().is_empty()
    }
    /// The dice.
    #[must_use]
    pub fn dice(&self) -> &Dice {
        &self.dice
    }
    /// The dice, to script or turn them.
    pub fn dice_mut(&mut self) -> &mut Dice {
        &mut self.dice
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_carries_its_dice_places_and_audience() {
        let mut dice = Dice::enumerated();
        dice.script([4, 2, 6]);
        let mut play = Play::new(dice);
        play.d6("combat");
        play.say(Seat(0), "kb 7.1", format_args!("attacks {}", 1321)).at("1321");
        play.draw(3, "chit");
        play.whisper(SeatSet::one(Seat(1)), Seat(1), "kb 8.1", format_args!("draws a chit"));
        let lines: Vec<_> = play.lines().collect();
        assert_eq!(lines[0].text, "attacks 1321");
        assert_eq!(lines[0].dice[0].roll, 4);
        assert_eq!(lines[0].places().collect::<Vec<_>>(), ["1321"]);
        assert_eq!(lines[1].dice.len(), 1, "the second draw belongs to the second sentence");
        assert!(!lines[1].audience.contains(Seat(0)));
        assert!(play.is_final());
        play.begin();
        assert!(!play.is_final());
        assert_eq!(play.lines().count(), 0);
    }
}
