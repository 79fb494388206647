//! The actions of a match with what was said in them: most of a long match's memory, so they are packed.

use crate::journal::Entry;
use crate::packing::{Bytes, Numbered, Phrases, Running, put, put_phrases, put_text, take_phrases};
use crate::{Seat, SeatSet};
use std::sync::Arc;

/// About so many actions stand on a page.
const PAGE: usize = 32;

/// The actions of a match, in their order. Copies share the pages that are full.
#[derive(Clone, Default)]
pub(crate) struct Steps {
    /// The number of the first action of each page, and its actions, each with its length before it.
    pages: Vec<(usize, Arc<[u8]>)>,
    /// The last page, which grows.
    open: Vec<u8>,
    /// How many actions stand on full pages, and on all.
    full: usize,
    len: usize,
}

/// An action without what was said in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step<'a> {
    pub(crate) seat: Seat,
    /// Who saw something of it; the last bit is the public's.
    pub(crate) seen: SeatSet,
    pub(crate) text: &'a str,
}

/// The actions of a page.
fn records(page: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Bytes(page);
    std::iter::from_fn(move || {
        let length = rest.small()?;
        rest.part(length)
    })
}

fn step<'a>(bytes: &mut Bytes<'a>) -> Option<Step<'a>> {
    Some(Step { seat: Seat(bytes.small()?), seen: SeatSet(bytes.small()?), text: bytes.text()? })
}

fn unpack<'a>(record: &'a [u8], phrases: &impl Phrases) -> Option<(Step<'a>, Vec<Entry>)> {
    let mut bytes = Bytes(record);
    let step = step(&mut bytes)?;
    let log = (0..bytes.number()?).map(|_| Entry::unpack(&mut bytes, phrases)).collect::<Option<_>>()?;
    bytes.0.is_empty().then_some((step, log))
}

fn pack(step: Step<'_>, log: &[Entry], phrases: &mut impl Phrases, out: &mut Vec<u8>) {
    let mut record = Vec::with_capacity(64);
    put(&mut record, u64::from(step.seat.0));
    put(&mut record, u64::from(step.seen.0));
    put_text(&mut record, step.text);
    put(&mut record, log.len() as u64);
    log.iter().for_each(|entry| entry.pack(phrases, &mut record));
    put(out, record.len() as u64);
    out.extend_from_slice(&record);
}

impl Steps {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn push(&mut self, step: Step<'_>, log: &[Entry]) {
        pack(step, log, &mut Running, &mut self.open);
        self.len += 1;
    }

    /// What has been pushed so far will not be taken out again: closes the page, if it is full.
    pub(crate) fn settle(&mut self) {
        if self.len >= self.full + PAGE {
            self.pages.push((self.full, self.open.as_slice().into()));
            self.open = Vec::new();
            self.full = self.len;
        }
    }

    fn record(&self, index: usize) -> Option<&[u8]> {
        if index >= self.full {
            return records(&self.open).nth(index - self.full);
        }
        let page = self.pages.partition_point(|(first, _)| *first <= index).checked_sub(1)?;
        let (first, page) = &self.pages[page];
        records(page).nth(index - first)
    }

    pub(crate) fn get(&self, index: usize) -> Option<Step<'_>> {
        step(&mut Bytes(self.record(index)?))
    }

    /// What was said in an action.
    pub(crate) fn log(&self, index: usize) -> Vec<Entry> {
        self.record(index).and_then(|record| unpack(record, &Running)).map(|(_, log)| log).unwrap_or_default()
    }

    fn records(&self) -> impl Iterator<Item = &[u8]> {
        let pages = self.pages.iter().map(|(_, page)| &**page).chain([self.open.as_slice()]);
        pages.flat_map(records)
    }

    /// All actions.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Step<'_>> {
        self.records().filter_map(|record| step(&mut Bytes(record)))
    }

    /// What was said in all actions.
    pub(crate) fn said(&self) -> impl Iterator<Item = Entry> {
        self.records().filter_map(|record| unpack(record, &Running)).flat_map(|(_, log)| log)
    }

    /// Takes out an action that has not been settled.
    pub(crate) fn remove(&mut self, index: usize) {
        let before: usize = {
            let kept = records(&self.open).take(index.saturating_sub(self.full));
            kept.map(|record| packed_length(record.len())).sum()
        };
        let Some(record) = records(&self.open[before..]).next() else { return };
        let end = before + packed_length(record.len());
        self.open.drain(before..end);
        self.len -= 1;
    }

    /// Takes the full pages before an action away, as far as they lie before it.
    pub(crate) fn split_before(&mut self, index: usize) -> Self {
        let end = |i: usize| self.pages.get(i + 1).map_or(self.full, |(first, _)| *first);
        let count = (0..self.pages.len()).take_while(|&i| end(i) <= index).count();
        let kept = self.pages.split_off(count);
        let len = kept.first().map_or(self.full, |(first, _)| *first);
        let before =
            Self { pages: std::mem::replace(&mut self.pages, kept), full: len, len, ..Self::default() };
        self.shift(|number| number - len);
        before
    }

    /// Puts these actions before all others.
    pub(crate) fn put_before(&mut self, mut before: Self) {
        if !before.open.is_empty() {
            before.pages.push((before.full, before.open.into()));
        }
        let len = before.len;
        self.shift(|number| number + len);
        before.pages.append(&mut self.pages);
        self.pages = before.pages;
    }

    fn shift(&mut self, by: impl Fn(usize) -> usize) {
        self.pages.iter_mut().for_each(|(first, _)| *first = by(*first));
        self.full = by(self.full);
        self.len = by(self.len);
    }

    /// The actions from one on, in bytes that this very program can read when it runs again.
    pub(crate) fn write_from(&self, index: usize) -> Vec<u8> {
        let (mut phrases, mut written) = (Numbered::default(), Vec::new());
        for record in self.records().skip(index) {
            if let Some((step, log)) = unpack(record, &Running) {
                pack(step, &log, &mut phrases, &mut written);
            }
        }
        let mut out = Vec::new();
        put_phrases(&mut out, phrases.phrases());
        out.extend_from_slice(&written);
        out
    }

    /// Reads such bytes, and puts their actions after the others, until there are `most`.
    pub(crate) fn read(&mut self, bytes: &[u8], most: usize) -> Option<()> {
        let mut bytes = Bytes(bytes);
        let phrases = take_phrases(&mut bytes)?;
        while !bytes.0.is_empty() && self.len < most {
            let length = bytes.small()?;
            let (step, log) = unpack(bytes.part(length)?, &phrases)?;
            self.push(step, &log);
            self.settle();
        }
        Some(())
    }
}

/// How long a record is with its length before it.
fn packed_length(length: usize) -> usize {
    let mut out = Vec::with_capacity(4);
    put(&mut out, length as u64);
    out.len() + length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arg, Dice, Effect, Halves, Play, many, say};

    /// What is said in the action of a number: something of everything that can be said.
    fn said(number: u32) -> Vec<Entry> {
        let mut dice = Dice::enumerated();
        dice.script([3, 1, 4]);
        let mut play = Play::new(dice);
        for part in 0..number % 4 {
            let unit = Arg::unit(number).only(SeatSet(part as u16 + 1));
            play.d6("combat");
            play.say(
                Seat(1),
                "kb 7.1",
                say!("{unit} attacks at {odds}, {n} left", unit, odds = Halves(-3), n = number),
            )
            .on(Arg::place(1321))
            .effect(Effect::Moved { unit, from: Arg::place(1), to: Arg::place(70_000) })
            .effect(Effect::Reduced { unit, steps: 300 });
            play.beat();
            play.hits(40, 6, 2, "barrage");
            let units = many((0..part * 4).map(Arg::unit));
            play.whisper(SeatSet(6), Seat(0), "kb 8.1", say!("{units} stay", units));
            play.note("kb 9", "it snows").effect(Effect::Lost { unit }).effect(Effect::Left { unit });
            play.effect(Effect::Placed { unit, at: Arg::place(3) }).effect(Effect::Shown { unit });
        }
        crate::journal::entries(&play).into()
    }

    fn text(number: u32) -> String {
        format!("to {}", 1_300 + number)
    }

    fn push(steps: &mut Steps, number: u32) {
        let (seat, seen) = (Seat(number as u8 % 3), SeatSet(number as u16));
        steps.push(Step { seat, seen, text: &text(number) }, &said(number));
    }

    /// Whether the steps are those of these numbers.
    fn check(steps: &Steps, numbers: &[u32]) {
        assert_eq!(steps.len(), numbers.len());
        assert_eq!(steps.iter().count(), numbers.len());
        assert_eq!(steps.said().count(), numbers.iter().map(|&n| said(n).len()).sum::<usize>());
        for (i, &number) in numbers.iter().enumerate() {
            let step = steps.get(i).unwrap();
            assert_eq!((step.seat, step.seen), (Seat(number as u8 % 3), SeatSet(number as u16)));
            assert_eq!((step.text, steps.log(i)), (&*text(number), said(number)));
        }
        assert_eq!(steps.get(numbers.len()), None);
    }

    #[test]
    fn all_that_was_said_comes_back_page_by_page() {
        let mut steps = Steps::default();
        let numbers: Vec<u32> = (0..300).collect();
        for &number in &numbers {
            push(&mut steps, number);
            if number % 10 == 9 {
                steps.settle();
            }
        }
        assert_eq!(steps.pages.len(), 7, "pages of 40");
        check(&steps, &numbers);
        let copy = steps.clone();
        assert!(Arc::ptr_eq(&copy.pages[0].1, &steps.pages[0].1));
    }

    #[test]
    fn what_is_not_settled_can_be_taken_out() {
        let mut steps = Steps::default();
        let mut numbers: Vec<u32> = (0..100).collect();
        for &number in &numbers {
            push(&mut steps, number);
            if number == 69 {
                steps.settle();
            }
        }
        for index in [99, 70, 80, 70] {
            steps.remove(index);
            numbers.remove(index);
            check(&steps, &numbers);
        }
    }

    #[test]
    fn the_first_pages_go_and_come_back_through_bytes() {
        let mut steps = Steps::default();
        let numbers: Vec<u32> = (0..200).collect();
        for &number in &numbers {
            push(&mut steps, number);
            steps.settle();
        }
        let written = [steps.write_from(100), steps.write_from(0)];
        let gone = steps.split_before(130);
        check(&gone, &numbers[..128]);
        check(&steps, &numbers[128..]);
        assert_eq!(steps.split_before(31).len(), 0);
        let mut read = Steps::default();
        read.read(&written[1], usize::MAX).unwrap();
        check(&read, &numbers);
        let mut few = Steps::default();
        few.read(&written[1], 77).unwrap();
        check(&few, &numbers[..77]);
        let mut late = Steps::default();
        late.read(&written[0], usize::MAX).unwrap();
        check(&late, &numbers[100..]);
        late.put_before(gone);
        push(&mut late, 7);
        late.settle();
        let all: Vec<u32> = (0..128).chain(100..200).chain([7]).collect();
        check(&late, &all);
        for cut in [0, 1, written[0].len() / 2, written[0].len() - 1] {
            let whole = Steps::default().read(&written[0][..cut], usize::MAX);
            assert!(whole.is_none(), "cut off after {cut}");
        }
    }

    #[test]
    fn an_action_takes_little_room() {
        let mut steps = Steps::default();
        let mut play = Play::new(Dice::enumerated());
        play.say(Seat(0), "kb 5.1", say!("{unit} moves to {to}", unit = Arg::unit(7), to = Arg::place(1321)));
        let log = crate::journal::entries(&play);
        for _ in 0..PAGE {
            steps.push(Step { seat: Seat(0), seen: SeatSet::ALL, text: "to 1321" }, &log);
        }
        steps.settle();
        assert!(steps.pages[0].1.len() < PAGE * 40, "{} bytes", steps.pages[0].1.len());
    }
}
