//! What is kept of long matches, packed into bytes: numbers by their length, and the program's own texts by number.

use crate::words::Phrase;
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

/// The most texts that are numbered. A program has some thousands of them; bytes that pretend more are not read.
const MOST: usize = 50_000;

/// Every text of the program that was packed so far.
static KNOWN: LazyLock<RwLock<Numbered>> = LazyLock::new(RwLock::default);

/// Texts by number. Those of a program do not end, so that reading them back takes no memory.
#[derive(Default)]
pub(crate) struct Numbered {
    numbers: HashMap<Phrase, u32>,
    phrases: Vec<Phrase>,
}

impl Numbered {
    fn number(&mut self, phrase: Phrase) -> u32 {
        let next = self.phrases.len() as u32;
        let number = *self.numbers.entry(phrase).or_insert(next);
        if number == next {
            self.phrases.push(phrase);
        }
        number
    }
    pub(crate) fn phrases(&self) -> &[Phrase] {
        &self.phrases
    }
}

/// Where a text's number comes from and leads to: one for the program as it runs, and one for bytes that outlive it.
pub(crate) trait Phrases {
    fn number(&mut self, phrase: Phrase) -> u32;
    fn phrase(&self, number: u32) -> Option<Phrase>;
}

/// The numbers of the program as it runs.
pub(crate) struct Running;

impl Phrases for Running {
    fn number(&mut self, phrase: Phrase) -> u32 {
        let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner).numbers.get(&phrase).copied();
        known.unwrap_or_else(|| KNOWN.write().unwrap_or_else(PoisonError::into_inner).number(phrase))
    }
    fn phrase(&self, number: u32) -> Option<Phrase> {
        KNOWN.read().unwrap_or_else(PoisonError::into_inner).phrases.get(number as usize).copied()
    }
}

impl Phrases for Numbered {
    fn number(&mut self, phrase: Phrase) -> u32 {
        Self::number(self, phrase)
    }
    fn phrase(&self, number: u32) -> Option<Phrase> {
        self.phrases.get(number as usize).copied()
    }
}

/// A text of the program that was written down by it. One that was not used since it began is kept for good.
fn recalled(text: &str, names: &[&str]) -> Option<Phrase> {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(&number) = known.numbers.get(&(text, names)) {
        return Some(known.phrases[number as usize]);
    }
    if known.phrases.len() >= MOST {
        return None;
    }
    let lasting = |text: &str| -> &'static str { text.to_owned().leak() };
    let names: Vec<&'static str> = names.iter().map(|name| lasting(name)).collect();
    let phrase = (lasting(text), &*names.leak());
    known.number(phrase);
    Some(phrase)
}

/// Writes down the texts that bytes refer to.
pub(crate) fn put_phrases(out: &mut Vec<u8>, phrases: &[Phrase]) {
    put(out, phrases.len() as u64);
    for (text, names) in phrases {
        put_text(out, text);
        put(out, names.len() as u64);
        names.iter().for_each(|name| put_text(out, name));
    }
}

/// Reads them back.
pub(crate) fn take_phrases(bytes: &mut Bytes<'_>) -> Option<Numbered> {
    let mut found = Numbered::default();
    for _ in 0..bytes.number()? {
        let text = bytes.text()?;
        let names = (0..bytes.number()?).map(|_| bytes.text()).collect::<Option<Vec<_>>>()?;
        // By their order alone: a text that stands twice has two numbers.
        found.phrases.push(recalled(text, &names)?);
    }
    Some(found)
}

/// Seven bits a byte, the lowest first.
pub(crate) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(crate) fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Bytes that are read from their beginning. Whatever they are, reading ends with `None` at worst.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
    /// A number of a type that may be too small for it.
    pub(crate) fn small<T: TryFrom<u64>>(&mut self) -> Option<T> {
        T::try_from(self.number()?).ok()
    }
    pub(crate) fn part(&mut self, length: usize) -> Option<&'a [u8]> {
        let (part, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(part)
    }
    pub(crate) fn text(&mut self) -> Option<&'a str> {
        let length = self.small()?;
        std::str::from_utf8(self.part(length)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_read_back_and_what_is_cut_off_does_not() {
        let mut out = Vec::new();
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            put(&mut out, number);
        }
        put_text(&mut out, "Ch'ŏnan");
        let mut bytes = Bytes(&out);
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            assert_eq!(bytes.number(), Some(number));
        }
        assert_eq!(bytes.text(), Some("Ch'ŏnan"));
        assert_eq!(bytes.number(), None);
        assert_eq!(Bytes(&[0xac, 0x02]).small::<u16>(), Some(300));
        assert_eq!(Bytes(&[0xac, 0x02]).small::<u8>(), None);
        assert_eq!(Bytes(&[0x80; 12]).number(), None);
        assert_eq!(Bytes(&[5, b'a']).text(), None);
        assert_eq!(Bytes(&[2, 0xff, 0xff]).text(), None);
    }

    #[test]
    fn a_text_keeps_its_number_and_comes_back_from_what_was_written() {
        let phrase: Phrase = ("{unit} is packed for a test", &["unit"]);
        let other: Phrase = ("{unit} is packed for a test", &[]);
        let number = Running.number(phrase);
        assert_ne!(Running.number(other), number, "the names belong to it");
        assert_eq!((Running.number(phrase), Running.phrase(number)), (number, Some(phrase)));
        assert_eq!(Running.phrase(u32::MAX), None);
        let mut out = Vec::new();
        put_phrases(&mut out, &[phrase, ("never said before", &["by", "anybody"])]);
        let read = take_phrases(&mut Bytes(&out)).unwrap();
        assert_eq!(read.phrases(), [phrase, ("never said before", &["by", "anybody"])]);
        let again = take_phrases(&mut Bytes(&out)).unwrap();
        assert!(std::ptr::eq(again.phrases()[1].0, read.phrases()[1].0), "it is kept once");
        assert!(take_phrases(&mut Bytes(&out[..out.len() - 1])).is_none());
    }
}
