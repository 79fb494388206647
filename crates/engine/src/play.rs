//! What `apply` is handed: the dice and the log in one, so that every sentence carries the dice that led to it.

use crate::{Arg, Dice, Draw, Seat, SeatSet, Sentence};

/// The dice and the log of one action.
///
/// Sentences are kept as data; nothing is put into words before somebody looks. A muted `Play` (for search) keeps none.
#[derive(Clone, Debug)]
pub struct Play {
    dice: Dice,
    muted: bool,
    revealed: bool,
    beat: u16,
    entries: Vec<Entry>,
    spots: Vec<Arg>,
    effects: Vec<Effect>,
    attached: usize,
}

/// What a sentence did to a piece, for pictures and counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It went from a place to another.
    Moved {
        /// The piece.
        unit: Arg,
        /// From where.
        from: Arg,
        /// To where.
        to: Arg,
    },
    /// It came into play.
    Placed {
        /// The piece.
        unit: Arg,
        /// Where.
        at: Arg,
    },
    /// It lost so many steps (or strength points) and is still there.
    Reduced {
        /// The piece.
        unit: Arg,
        /// How many.
        steps: u16,
    },
    /// It was eliminated.
    Lost {
        /// The piece.
        unit: Arg,
    },
    /// It left the map alive: withdrawn, exited, evacuated.
    Left {
        /// The piece.
        unit: Arg,
    },
    /// It was turned up.
    Shown {
        /// The piece.
        unit: Arg,
    },
}

#[derive(Clone, Debug)]
struct Entry {
    seat: Option<Seat>,
    rule: &'static str,
    audience: SeatSet,
    outcome: bool,
    beat: u16,
    text: Sentence,
    dice: (u32, u32),
    spots: (u32, u32),
    effects: (u32, u32),
}

/// One sentence of the log, as a reader borrows it.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Who did it; none for what happens by itself.
    pub seat: Option<Seat>,
    /// The rule that made it so, such as `kb 7.53`.
    pub rule: &'static str,
    /// The sentence.
    pub text: &'a Sentence,
    /// The dice that led to it.
    pub dice: &'a [Draw],
    /// Who may read it.
    pub audience: SeatSet,
    /// Whether the sentence says what came of an action (previews group by these).
    pub outcome: bool,
    /// Which part of a long resolution it belongs to, from 0.
    pub beat: u16,
    /// What happened to pieces.
    pub effects: &'a [Effect],
    pub(crate) spots: &'a [Arg],
}

impl Play {
    /// A play that keeps its log.
    #[must_use]
    pub fn new(dice: Dice) -> Self {
        Self {
            dice,
            muted: false,
            revealed: false,
            beat: 0,
            entries: Vec::new(),
            spots: Vec::new(),
            effects: Vec::new(),
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
        self.beat = 0;
        self.entries.clear();
        self.spots.clear();
        self.effects.clear();
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

    /// Rolls many dice of `sides` sides at once and says how many show `at_most` or less: one entry in log and record.
    pub fn hits(&mut self, dice: u32, sides: u32, at_most: u32, label: &'static str) -> u32 {
        self.dice.hits(dice, sides, at_most, label)
    }
    /// Draws one thing from a cup that holds `counts[i]` of kind `i`; says which kind. The cup must not be empty.
    pub fn pick(&mut self, counts: &[u16], label: &'static str) -> usize {
        self.dice.pick(counts, label)
    }

    /// Logs a sentence for everybody.
    pub fn say(&mut self, seat: Seat, rule: &'static str, text: impl Into<Sentence>) -> &mut Self {
        self.entry(Some(seat), rule, SeatSet::ALL, false, text)
    }
    /// Logs what happened by itself.
    pub fn note(&mut self, rule: &'static str, text: impl Into<Sentence>) -> &mut Self {
        self.entry(None, rule, SeatSet::ALL, false, text)
    }
    /// Logs what came of an action: the words by which a preview groups its outcomes.
    pub fn outcome(&mut self, rule: &'static str, text: impl Into<Sentence>) -> &mut Self {
        self.entry(None, rule, SeatSet::ALL, true, text)
    }
    /// Logs a sentence that only `audience` may read. Dice drawn before it go with it, unseen by the others.
    pub fn whisper(
        &mut self,
        audience: SeatSet,
        seat: Seat,
        rule: &'static str,
        text: impl Into<Sentence>,
    ) -> &mut Self {
        self.entry(Some(seat), rule, audience, false, text)
    }
    /// Adds a place to the last sentence, for the map.
    pub fn on(&mut self, place: impl Into<Arg>) -> &mut Self {
        if let (false, Some(last)) = (self.muted, self.entries.last_mut()) {
            self.spots.push(place.into());
            last.spots.1 += 1;
        }
        self
    }
    /// Adds to the last sentence what it did to a piece.
    pub fn effect(&mut self, effect: Effect) -> &mut Self {
        if let (false, Some(last)) = (self.muted, self.entries.last_mut()) {
            self.effects.push(effect);
            last.effects.1 += 1;
        }
        self
    }
    /// Begins the next part of a long resolution: a client plays the parts one by one.
    pub fn beat(&mut self) {
        self.beat = self.beat.saturating_add(1);
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
        text: impl Into<Sentence>,
    ) -> &mut Self {
        if self.muted {
            return self;
        }
        let drawn = self.dice.drawn().len();
        let (spot, effect) = (self.spots.len() as u32, self.effects.len() as u32);
        self.entries.push(Entry {
            seat,
            rule,
            audience,
            outcome,
            beat: self.beat,
            text: text.into(),
            dice: (self.attached as u32, drawn as u32),
            spots: (spot, spot),
            effects: (effect, effect),
        });
        self.attached = drawn;
        self
    }

    /// The sentences of this action.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = Line<'_>> {
        let span = |(from, to): (u32, u32)| from as usize..to as usize;
        self.entries.iter().map(move |e| Line {
            seat: e.seat,
            rule: e.rule,
            text: &e.text,
            dice: &self.dice.drawn()[span(e.dice)],
            audience: e.audience,
            outcome: e.outcome,
            beat: e.beat,
            effects: &self.effects[span(e.effects)],
            spots: &self.spots[span(e.spots)],
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
    use crate::say;

    #[test]
    fn a_sentence_carries_its_dice_places_and_audience() {
        let mut dice = Dice::enumerated();
        dice.script([4, 2, 6]);
        let mut play = Play::new(dice);
        play.d6("combat");
        play.say(Seat(0), "kb 7.1", say!("attacks {hex}", hex = 1321)).on(Arg::place(1321));
        play.draw(3, "chit");
        play.beat();
        play.whisper(SeatSet::one(Seat(1)), Seat(1), "kb 8.1", say!("draws a chit"));
        let lines: Vec<_> = play.lines().collect();
        assert_eq!(lines[0].text.pattern(), "attacks {hex}");
        assert_eq!(lines[0].dice[0].roll, 4);
        assert_eq!(lines[0].spots, [Arg::place(1321)]);
        assert_eq!(lines[1].dice.len(), 1, "the second draw belongs to the second sentence");
        assert_eq!((lines[0].beat, lines[1].beat), (0, 1));
        assert!(!lines[1].audience.contains(Seat(0)));
        assert!(play.is_final());
        play.begin();
        assert!(!play.is_final());
        assert_eq!(play.lines().count(), 0);
    }
}
