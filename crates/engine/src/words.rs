//! Sentences as data: a template in the code with typed arguments, rendered when somebody looks.
//!
//! A log line, a prompt, a label, a refusal is a [`Sentence`]: an English template that the code spells out once
//! ([`say!`](crate::say)), and arguments that are numbers and names of things. Search and random play render nothing. A
//! [`Catalogue`] maps templates and names to another language; what a looker may not know shows its cover.

use crate::{Seat, SeatSet};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

/// What kind of thing an argument is. Games number their own classes from [`Class::OWN`] on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class(pub u8);

impl Class {
    /// A whole number.
    pub const NUMBER: Self = Self(0);
    /// A number of halves, shown as `3 1/2`.
    pub const HALVES: Self = Self(1);
    /// A side, by its index.
    pub const SIDE: Self = Self(2);
    /// A seat, by its index.
    pub const SEAT: Self = Self(3);
    /// A piece, by the game's own number.
    pub const UNIT: Self = Self(4);
    /// A place (hex, area, box), by the game's own number.
    pub const PLACE: Self = Self(5);
    /// The first class that a game may give a meaning of its own: terrain, phases, kinds of units.
    pub const OWN: u8 = 16;
}

/// An argument of a sentence: a thing by number, and who may know which one it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arg {
    /// What kind of thing.
    pub class: Class,
    /// Who may know it; the others read its cover name.
    pub known: SeatSet,
    /// Which one.
    pub id: u32,
}

impl Arg {
    /// A thing of a class that everybody may know.
    #[must_use]
    pub const fn new(class: Class, id: u32) -> Self {
        Self { class, known: SeatSet::ALL, id }
    }
    /// A whole number.
    #[must_use]
    pub const fn number(number: i32) -> Self {
        Self::new(Class::NUMBER, number.cast_unsigned())
    }
    /// A piece by the game's own number.
    #[must_use]
    pub const fn unit(id: u32) -> Self {
        Self::new(Class::UNIT, id)
    }
    /// A place by the game's own number.
    #[must_use]
    pub const fn place(id: u32) -> Self {
        Self::new(Class::PLACE, id)
    }
    /// A side.
    #[must_use]
    pub const fn side(side: u8) -> Self {
        Self::new(Class::SIDE, side as u32)
    }
    /// A thing of the game's own: a kind of terrain, a phase. `class` counts from 0.
    #[must_use]
    pub const fn term(class: u8, id: u32) -> Self {
        Self::new(Class(Class::OWN + class), id)
    }
    /// The same thing, known to these seats only.
    #[must_use]
    pub const fn only(self, known: SeatSet) -> Self {
        Self { known, ..self }
    }
    /// The number that it is, for numbers and halves.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.id.cast_signed()
    }
}

/// A number of halves, written as `3 1/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halves(pub i32);

impl From<Halves> for Arg {
    fn from(halves: Halves) -> Self {
        Self::new(Class::HALVES, halves.0.cast_unsigned())
    }
}
impl From<Seat> for Arg {
    fn from(seat: Seat) -> Self {
        Self::new(Class::SEAT, u32::from(seat.0))
    }
}

macro_rules! numbers {
    ($($t:ty),*) => { $(impl From<$t> for Arg {
        #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_lossless, trivial_numeric_casts)]
        fn from(number: $t) -> Self {
            Self::number(number as i32)
        }
    })* };
}
numbers!(u8, u16, u32, usize, i8, i16, i32, i64);

/// The most arguments that one sentence holds; a longer list ends with "and others".
const MOST: usize = 8;

/// A template with the names of its arguments, as the code spells them.
pub(crate) type Phrase = (&'static str, &'static [&'static str]);

/// A sentence: a template and its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    text: &'static str,
    names: &'static [&'static str],
    len: u8,
    cut: bool,
    slots: [u8; MOST],
    args: [Arg; MOST],
}

/// What can stand for a name in a template: one thing, or several ([`many`]).
pub trait Fill {
    /// Puts the thing (or things) into a slot of the sentence.
    fn fill(self, slot: u8, sentence: &mut Sentence);
}

impl<T: Into<Arg>> Fill for T {
    #[inline]
    fn fill(self, slot: u8, sentence: &mut Sentence) {
        sentence.push(slot, self.into());
    }
}

/// Several things for one name of a template: shown as `A, B and C`.
pub struct Many<I>(I);

/// Several things for one name of a template: shown as `A, B and C`.
pub fn many<I: IntoIterator>(things: I) -> Many<I> {
    Many(things)
}

impl<I: IntoIterator> Fill for Many<I>
where
    I::Item: Into<Arg>,
{
    fn fill(self, slot: u8, sentence: &mut Sentence) {
        for thing in self.0 {
            sentence.push(slot, thing.into());
        }
    }
}

impl Sentence {
    /// A template with the names of its arguments; [`say!`](crate::say) is the way to make one.
    #[must_use]
    #[inline]
    pub const fn template(text: &'static str, names: &'static [&'static str]) -> Self {
        Self { text, names, len: 0, cut: false, slots: [0; MOST], args: [Arg::new(Class::NUMBER, 0); MOST] }
    }
    #[inline]
    fn push(&mut self, slot: u8, arg: Arg) {
        let Some(free) = self.args.get_mut(self.len as usize) else {
            self.cut = true;
            return;
        };
        *free = arg;
        self.slots[self.len as usize] = slot;
        self.len += 1;
    }
    /// Its template.
    pub(crate) fn phrase(&self) -> Phrase {
        (self.text, self.names)
    }
    /// Its arguments, each with the slot that it fills, and whether there were more.
    pub(crate) fn filled(&self) -> (impl Iterator<Item = (u8, Arg)>, bool) {
        let filled = (0..self.len as usize).map(|i| (self.slots[i], self.args[i]));
        (filled, self.cut)
    }
    /// A sentence of these parts.
    pub(crate) fn of(phrase: Phrase, filled: impl Iterator<Item = (u8, Arg)>, cut: bool) -> Self {
        let mut sentence = Self::template(phrase.0, phrase.1);
        filled.for_each(|(slot, arg)| sentence.push(slot, arg));
        sentence.cut |= cut;
        sentence
    }
    /// Whether there is nothing to read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
    /// The template as the code spells it.
    #[must_use]
    pub fn pattern(&self) -> &'static str {
        self.text
    }
    /// Writes the sentence for a looker.
    pub fn render(&self, eyes: &Eyes<'_>, out: &mut String) {
        eyes.catalogue.open(out);
        let mut rest = eyes.catalogue.get(self.text);
        // Templates are short: a look at each byte is quicker than a search that is set up for long texts.
        let find = |text: &str, sign: u8| text.bytes().position(|b| b == sign);
        while let Some(open) = find(rest, b'{') {
            out.push_str(&rest[..open]);
            let Some(close) = find(&rest[open..], b'}') else { break };
            self.fill(&rest[open + 1..open + close], eyes, out);
            rest = &rest[open + close + 1..];
        }
        out.push_str(rest);
        eyes.catalogue.close(out);
    }
    /// One slot: `{name}`, or `{name|one|many}` for words that go with a number.
    fn fill(&self, slot: &str, eyes: &Eyes<'_>, out: &mut String) {
        let mut parts = slot.split('|');
        let name = parts.next().unwrap_or_default();
        let Some(index) = self.names.iter().position(|n| *n == name) else { return };
        let filled = (0..self.len as usize).filter(|&i| self.slots[i] as usize == index);
        let mut args = filled.map(|i| self.args[i]).peekable();
        if let (Some(one), Some(several)) = (parts.next(), parts.next()) {
            out.push_str(if args.peek().is_some_and(|a| a.value() == 1) { one } else { several });
            return;
        }
        let mut count = 0;
        while let Some(arg) = args.next() {
            let (i, last) = (count, args.peek().is_none() && !self.cut);
            count += 1;
            match (i, last) {
                (0, _) => {}
                (_, true) => out.push_str(eyes.catalogue.get(" and ")),
                (_, false) => out.push_str(", "),
            }
            eyes.name(arg, out);
        }
        if self.cut && count > 1 {
            out.push_str(eyes.catalogue.get(" and others"));
        }
    }
}

impl From<&'static str> for Sentence {
    fn from(text: &'static str) -> Self {
        Self::template(text, &[])
    }
}

/// A sentence: `say!("{unit} moves {from}-{to} for {mp} MP", unit, from, to = hex, mp = Halves(5))`.
///
/// The template is a literal: no sentence is put together from pieces. `{n|hit|hits}` chooses a word by the number `n`.
#[macro_export]
macro_rules! say {
    ($text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        #[allow(unused_mut)]
        let mut sentence = $crate::Sentence::template($text, &[$(stringify!($name)),*]);
        $crate::say!(@fill sentence 0u8 $(, $name $(= $value)?)*);
        sentence
    }};
    (@fill $s:ident $slot:expr) => {};
    (@fill $s:ident $slot:expr, $name:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::words::Fill::fill($value, $slot, &mut $s);
        $crate::say!(@fill $s $slot + 1u8 $(, $($rest)*)?);
    };
    (@fill $s:ident $slot:expr, $name:ident $(, $($rest:tt)*)?) => {
        $crate::words::Fill::fill($name, $slot, &mut $s);
        $crate::say!(@fill $s $slot + 1u8 $(, $($rest)*)?);
    };
}

/// Who gives things their names.
pub trait Naming {
    /// Writes the name of a thing, in English.
    fn name(&self, arg: Arg, out: &mut String);
    /// Writes what somebody reads who may not know the thing.
    fn cover(&self, arg: Arg, out: &mut String);
}

/// A looker: whose eyes, which language, and who names things.
pub struct Eyes<'a> {
    /// The seats that look.
    pub seats: SeatSet,
    /// Their language.
    pub catalogue: &'a Catalogue,
    /// Names of things.
    pub names: &'a dyn Naming,
}

impl Eyes<'_> {
    fn name(&self, arg: Arg, out: &mut String) {
        use fmt::Write;
        match arg.class {
            Class::NUMBER => {
                let _ = write!(out, "{}", arg.value());
            }
            Class::HALVES => {
                let _ = match (arg.value() / 2, arg.value() % 2) {
                    (whole, 0) => write!(out, "{whole}"),
                    (0, _) => write!(out, "1/2"),
                    (whole, _) => write!(out, "{whole} 1/2"),
                };
            }
            _ if self.catalogue.is_english() => self.english(arg, out),
            _ => {
                let mut name = String::new();
                self.english(arg, &mut name);
                out.push_str(&self.term(&name));
            }
        }
    }
    fn english(&self, arg: Arg, out: &mut String) {
        if arg.known == SeatSet::ALL || !arg.known.intersection(self.seats).is_empty() {
            self.names.name(arg, out);
        } else {
            self.names.cover(arg, out);
        }
    }
    /// A sentence as these eyes read it.
    #[must_use]
    pub fn read(&self, sentence: &Sentence) -> String {
        let mut out = String::with_capacity(sentence.text.len() + 16);
        sentence.render(self, &mut out);
        out
    }
    /// A sentence for a picture: borrowed from the code where it needs no filling in.
    #[must_use]
    pub fn text(&self, sentence: &Sentence) -> Cow<'static, str> {
        if self.catalogue.is_english() && sentence.names.is_empty() {
            return Cow::Borrowed(sentence.text);
        }
        Cow::Owned(self.read(sentence))
    }
    /// A name that stands in a data file, in the looker's language.
    #[must_use]
    pub fn term<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if self.catalogue.is_english() || name.is_empty() {
            return Cow::Borrowed(name);
        }
        let mut out = String::with_capacity(name.len());
        self.catalogue.open(&mut out);
        out.push_str(self.catalogue.get(name));
        self.catalogue.close(&mut out);
        Cow::Owned(out)
    }
}

/// Another language: templates and names, each with its translation. Empty for English.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    words: HashMap<String, String>,
    /// Whether all that went through it stands in [`Catalogue::MARKS`].
    marks: bool,
}

impl Catalogue {
    /// A catalogue of these translations.
    #[must_use]
    pub fn new(translations: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { words: translations.into_iter().collect(), marks: false }
    }
    /// What a marking catalogue puts around each sentence and name.
    pub const MARKS: [char; 2] = ['\u{27e6}', '\u{27e7}'];
    /// English with marks around every sentence and name that a translation could reach: what stands outside of them on a
    /// picture could never be translated. For tests.
    #[must_use]
    pub fn marking() -> Self {
        Self { marks: true, ..Self::default() }
    }
    fn is_english(&self) -> bool {
        self.words.is_empty() && !self.marks
    }
    fn open(&self, out: &mut String) {
        if self.marks {
            out.push(Self::MARKS[0]);
        }
    }
    fn close(&self, out: &mut String) {
        if self.marks {
            out.push(Self::MARKS[1]);
        }
    }
    /// The translation of a template or name; itself where there is none.
    #[must_use]
    pub fn get<'a>(&'a self, english: &'a str) -> &'a str {
        self.words.get(english).map_or(english, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Things;
    impl Naming for Things {
        fn name(&self, arg: Arg, out: &mut String) {
            out.push_str(match arg.class {
                Class::UNIT => ["the 5th Marines", "the 7th Marines", "the 1st Marines"][arg.id as usize],
                Class::PLACE => "1321",
                _ => "?",
            });
        }
        fn cover(&self, _arg: Arg, out: &mut String) {
            out.push_str("a face-down counter");
        }
    }

    fn read(sentence: &Sentence, seats: SeatSet, catalogue: &Catalogue) -> String {
        Eyes { seats, catalogue, names: &Things }.read(sentence)
    }

    #[test]
    fn a_template_is_filled_with_names_numbers_and_lists() {
        let english = Catalogue::default();
        let hits = 1;
        let one = say!(
            "{units} lose {hits} {hits|step|steps} at {at}",
            units = many([0, 1, 2].map(Arg::unit)),
            hits,
            at = Arg::place(0)
        );
        assert_eq!(
            read(&one, SeatSet::ALL, &english),
            "the 5th Marines, the 7th Marines and the 1st Marines lose 1 step at 1321"
        );
        let two = say!("{hits} {hits|hit|hits} for {mp} MP", hits = 2, mp = Halves(7));
        assert_eq!(read(&two, SeatSet::ALL, &english), "2 hits for 3 1/2 MP");
    }

    #[test]
    fn who_may_not_know_reads_the_cover() {
        let owner = SeatSet::one(Seat(1));
        let moved = say!("{unit} moves", unit = Arg::unit(0).only(owner));
        let english = Catalogue::default();
        assert_eq!(read(&moved, owner, &english), "the 5th Marines moves");
        assert_eq!(read(&moved, SeatSet::one(Seat(0)), &english), "a face-down counter moves");
        assert_eq!(read(&moved, SeatSet::NONE, &english), "a face-down counter moves");
    }

    #[test]
    fn a_catalogue_changes_the_words_and_their_order_and_no_code() {
        let other = Catalogue::new([
            ("{unit} moves to {to}".to_owned(), "{to}: {unit} rueckt ein".to_owned()),
            ("the 5th Marines".to_owned(), "das 5. Regiment".to_owned()),
        ]);
        let moved = say!("{unit} moves to {to}", unit = Arg::unit(0), to = Arg::place(0));
        assert_eq!(read(&moved, SeatSet::ALL, &other), "1321: das 5. Regiment rueckt ein");
    }

    #[test]
    fn a_list_too_long_for_a_sentence_says_so() {
        let many = say!("{units} retreat", units = many((0..12).map(|_| Arg::unit(0))));
        assert!(read(&many, SeatSet::ALL, &Catalogue::default()).ends_with(" and others retreat"));
    }
}
