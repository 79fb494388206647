//! The words of actions, declared once: [`actions!`](crate::actions) makes an enum whose text, reading, attachments and
//! random examples all follow from one form a variant.
//!
//! A form is the canonical line of text with the fields in braces: `"place {unit} {hex}[ hidden]"`. A part in square brackets
//! is written where the `bool` field of that name is set; `{along:along|stay}` writes one of two words for a `bool`.

use crate::{Random, Rules};
use std::fmt;
use std::hash::Hash;

/// What an action must be able to do: [`actions!`](crate::actions) writes it.
pub trait ActionText<R: Rules>: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static {
    /// The forms of all actions, for completion and documentation.
    fn forms() -> &'static [&'static str];
    /// Writes the canonical text: `5/1M 1321-1618`.
    fn write(self, rules: &R, state: &R::State, out: &mut String);
    /// Reads the text; whether the action is legal is not asked. The error is one sentence.
    fn read(rules: &R, state: &R::State, text: &str) -> Result<Self, String>;
    /// The piece and the place whose click means the action.
    fn attach(self, _rules: &R, _state: &R::State) -> Attached {
        Attached::default()
    }
    /// How many, for an action with a [`Count`].
    fn count(self) -> Option<u16> {
        None
    }
    /// The same action with another [`Count`].
    #[must_use]
    fn with_count(self, _count: u16) -> Self {
        self
    }
    /// An action made up at random out of things that exist, for tests: legal or not.
    fn any(_rules: &R, _state: &R::State, _random: &mut Random) -> Option<Self> {
        None
    }
}

/// A field of an action.
pub trait Word<R: Rules>: Sized {
    /// Writes it.
    fn write(&self, rules: &R, state: &R::State, out: &mut String);
    /// Reads it; the error is one sentence that names what there is.
    fn read(rules: &R, state: &R::State, text: &str) -> Result<Self, String>;
    /// One that exists, at random, for tests.
    fn any(rules: &R, state: &R::State, random: &mut Random) -> Option<Self>;
    /// Adds the piece or the place that it is, so that a click on it means the action.
    fn attach(&self, _rules: &R, _state: &R::State, _to: &mut Attached) {}
    /// How many, if it is a [`Count`].
    fn count(&self) -> Option<u16> {
        None
    }
    /// Sets how many, if it is a [`Count`].
    fn set_count(&mut self, _count: u16) {}
}

/// The piece (by its id in the scene) and the place whose click means an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attached {
    /// A piece of the scene.
    pub piece: Option<String>,
    /// A place of the map or the panels.
    pub place: Option<String>,
}

/// How many: an action with a count in a legal list stands for every count from 1 to this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(pub u16);

impl<R: Rules> Word<R> for Count {
    fn write(&self, _: &R, _: &R::State, out: &mut String) {
        out.push_str(&self.0.to_string());
    }
    fn read(_: &R, _: &R::State, text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(0) | Err(_) => Err(format!("\"{text}\" is not a number from 1 on")),
            Ok(count) => Ok(Self(count)),
        }
    }
    fn any(_: &R, _: &R::State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below(12) as u16 + 1))
    }
    fn count(&self) -> Option<u16> {
        Some(self.0)
    }
    fn set_count(&mut self, count: u16) {
        self.0 = count;
    }
}

impl<R: Rules> Word<R> for bool {
    fn write(&self, _: &R, _: &R::State, out: &mut String) {
        out.push_str(if *self { "yes" } else { "no" });
    }
    fn read(_: &R, _: &R::State, text: &str) -> Result<Self, String> {
        match text {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(format!("\"{text}\" is neither yes nor no")),
        }
    }
    fn any(_: &R, _: &R::State, random: &mut Random) -> Option<Self> {
        Some(random.below(2) == 1)
    }
}

macro_rules! number_words {
    ($($t:ty),*) => { $(impl<R: Rules> Word<R> for $t {
        fn write(&self, _: &R, _: &R::State, out: &mut String) {
            out.push_str(&self.to_string());
        }
        fn read(_: &R, _: &R::State, text: &str) -> Result<Self, String> {
            text.parse().map_err(|_| format!("\"{text}\" is not a number from 0 to {}", <$t>::MAX))
        }
        fn any(_: &R, _: &R::State, random: &mut Random) -> Option<Self> {
            <$t>::try_from(random.below(20)).ok()
        }
    })* };
}
number_words!(u8, u16);

/// A piece of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'a> {
    Literal(&'a str),
    Field(&'a str),
    /// A literal that is there when the field of its name is set.
    Flag(&'a str),
    /// One of two words.
    Either(&'a str, &'a str, &'a str),
}

fn parts(form: &str) -> Vec<Part<'_>> {
    let mut out = Vec::new();
    let mut rest = form;
    while !rest.is_empty() {
        let (open, close) = match rest.find(['{', '[']) {
            Some(0) => {
                (0, rest.find(if rest.starts_with('{') { '}' } else { ']' }).unwrap_or(rest.len() - 1))
            }
            Some(n) => {
                out.push(Part::Literal(&rest[..n]));
                rest = &rest[n..];
                continue;
            }
            None => {
                out.push(Part::Literal(rest));
                break;
            }
        };
        let inner = &rest[open + 1..close];
        out.push(match (rest.starts_with('{'), inner.split_once(':')) {
            (true, Some((name, words))) => {
                let (yes, no) = words.split_once('|').unwrap_or((words, ""));
                Part::Either(name, yes, no)
            }
            (true, None) => Part::Field(inner),
            (false, _) => Part::Flag(inner),
        });
        rest = &rest[close + 1..];
    }
    out
}

/// Writes a form; `field` writes a field by its name, `flag` reads a `bool` field.
pub fn write_form(
    form: &str,
    out: &mut String,
    field: &mut dyn FnMut(&str, &mut String),
    flag: &dyn Fn(&str) -> bool,
) {
    for part in parts(form) {
        match part {
            Part::Literal(text) => out.push_str(text),
            Part::Field(name) => field(name, out),
            Part::Flag(text) if flag(&flag_name(text)) => out.push_str(text),
            Part::Flag(_) => {}
            Part::Either(name, yes, no) => out.push_str(if flag(name) { yes } else { no }),
        }
    }
}

/// The name of the field behind `[ by road]`: `by_road`.
fn flag_name(text: &str) -> String {
    text.trim().replace([' ', '-'], "_")
}

/// How a text fits a form: the text of every field.
pub struct Found<'t>(Vec<(String, &'t str)>);

impl<'t> Found<'t> {
    /// The text of a field; `yes` or `no` for flags.
    #[must_use]
    pub fn get(&self, name: &str) -> &'t str {
        self.0.iter().find(|(n, _)| n == name).map_or("", |&(_, text)| text)
    }
}

/// All ways in which a text fits a form, fields as short as possible first.
#[must_use]
pub fn fits<'t>(form: &str, text: &'t str) -> Vec<Found<'t>> {
    let mut found = Vec::new();
    fit(&parts(form), text, &mut Vec::new(), &mut found);
    found
}

fn fit<'t>(
    parts: &[Part<'_>],
    text: &'t str,
    taken: &mut Vec<(String, &'t str)>,
    found: &mut Vec<Found<'t>>,
) {
    let Some((part, rest)) = parts.split_first() else {
        if text.is_empty() && found.len() < 32 {
            found.push(Found(taken.clone()));
        }
        return;
    };
    let mut go = |name: String, value: &'t str, text: &'t str| {
        taken.push((name, value));
        fit(rest, text, taken, found);
        taken.pop();
    };
    match *part {
        Part::Literal(literal) => {
            if let Some(after) = text.strip_prefix(literal) {
                fit(rest, after, taken, found);
            }
        }
        Part::Field(name) => {
            let ends = text.char_indices().map(|(i, c)| i + c.len_utf8());
            for end in ends {
                go(name.to_owned(), &text[..end], &text[end..]);
            }
        }
        Part::Flag(literal) => {
            if let Some(after) = text.strip_prefix(literal) {
                go(flag_name(literal), "yes", after);
            }
            go(flag_name(literal), "no", text);
        }
        Part::Either(name, yes, no) => {
            if let Some(after) = text.strip_prefix(yes) {
                go(name.to_owned(), "yes", after);
            }
            if let Some(after) = text.strip_prefix(no) {
                go(name.to_owned(), "no", after);
            }
        }
    }
}

/// Declares the actions of a game: each variant with its fields and the form of its text.
///
/// ```ignore
/// engine::actions! {
///     /// One small decision. The order is the order of legal lists.
///     pub enum Action for Skirmish {
///         /// Chooses a unit.
///         Unit { unit: UnitId } = "unit {unit}";
///         /// Moves it, perhaps at night.
///         Move { hex: Hex, by_night: bool } = "move {hex}[ by night]";
///         /// Ends the turn.
///         End = "end";
///     }
/// }
/// ```
#[macro_export]
macro_rules! actions {
    ($(#[$meta:meta])* $vis:vis enum $name:ident for $game:ty {
        $( $(#[$doc:meta])* $variant:ident $({ $($field:ident : $ty:ty),* $(,)? })? = $form:literal; )*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        $vis enum $name { $( $(#[$doc])* $variant $({ $($field: $ty),* })? ),* }

        #[allow(unused_variables, unused_mut, unused_assignments, clippy::redundant_closure_call, clippy::needless_return)]
        impl $crate::ActionText<$game> for $name {
            fn forms() -> &'static [&'static str] {
                &[$($form),*]
            }
            fn write(self, rules: &$game, state: &<$game as $crate::Rules>::State, out: &mut String) {
                match self { $(
                    Self::$variant $({ $($field),* })? => $crate::action::write_form(
                        $form,
                        out,
                        &mut |name: &str, out: &mut String| { $($(
                            if name == stringify!($field) {
                                return <$ty as $crate::Word<$game>>::write(&$field, rules, state, out);
                            }
                        )*)? },
                        &|name: &str| { $($(
                            if name == stringify!($field) {
                                let mut text = String::new();
                                <$ty as $crate::Word<$game>>::write(&$field, rules, state, &mut text);
                                return text == "yes";
                            }
                        )*)? false },
                    ),
                )* }
            }
            fn read(rules: &$game, state: &<$game as $crate::Rules>::State, text: &str) -> Result<Self, String> {
                let mut fault = None;
                $( for found in $crate::action::fits($form, text) {
                    let built = (|| -> Result<Self, String> {
                        Ok(Self::$variant $({ $(
                            $field: <$ty as $crate::Word<$game>>::read(rules, state, found.get(stringify!($field)))?
                        ),* })?)
                    })();
                    match built {
                        Ok(action) => return Ok(action),
                        Err(why) => fault = fault.or(Some(why)),
                    }
                } )*
                Err(fault.unwrap_or_else(|| $crate::action::no_action(text, Self::forms())))
            }
            fn attach(self, rules: &$game, state: &<$game as $crate::Rules>::State) -> $crate::Attached {
                let mut to = $crate::Attached::default();
                match self { $(
                    Self::$variant $({ $($field),* })? => { $($(
                        <$ty as $crate::Word<$game>>::attach(&$field, rules, state, &mut to);
                    )*)? }
                )* }
                to
            }
            fn count(self) -> Option<u16> {
                let mut count = None;
                match self { $(
                    Self::$variant $({ $($field),* })? => { $($(
                        count = count.or(<$ty as $crate::Word<$game>>::count(&$field));
                    )*)? }
                )* }
                count
            }
            fn with_count(mut self, count: u16) -> Self {
                match &mut self { $(
                    Self::$variant $({ $($field),* })? => { $($(
                        <$ty as $crate::Word<$game>>::set_count($field, count);
                    )*)? }
                )* }
                self
            }
            fn any(rules: &$game, state: &<$game as $crate::Rules>::State, random: &mut $crate::Random) -> Option<Self> {
                let mut pick = random.below(Self::forms().len());
                $( if pick == 0 {
                    return Some(Self::$variant $({ $(
                        $field: <$ty as $crate::Word<$game>>::any(rules, state, random)?
                    ),* })?);
                }
                pick = pick.wrapping_sub(1); )*
                None
            }
        }
    };
}

/// The sentence for a text that is no action, with the words that begin one.
#[must_use]
pub fn no_action(text: &str, forms: &[&str]) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let near: Vec<&str> =
        forms.iter().copied().filter(|f| !first.is_empty() && f.split(' ').next() == Some(first)).collect();
    if !near.is_empty() {
        return format!("\"{text}\" is no action; it goes: {}", near.join(", "));
    }
    let mut words: Vec<&str> = Vec::new();
    for word in forms.iter().filter_map(|f| f.split(' ').next()) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    format!("\"{text}\" is no action; there are: {}", words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one<'t>(form: &str, text: &'t str, field: &str) -> Vec<&'t str> {
        fits(form, text).iter().map(|f| f.get(field)).collect()
    }

    #[test]
    fn a_text_fits_its_form_and_no_other() {
        assert_eq!(
            one("place {unit} {hex}[ hidden]", "place us-5 1321 hidden", "unit")[..2],
            ["us-5", "us-5"]
        );
        assert_eq!(
            one("place {unit} {hex}[ hidden]", "place us-5 1321 hidden", "hidden")[..2],
            ["yes", "no"]
        );
        assert_eq!(one("bridge {unit} {a}/{b}", "bridge e 0804/0805", "b"), ["0805"]);
        assert!(fits("retreat", "retreat us-5").is_empty());
        assert!(fits("move {unit}", "move ").is_empty(), "a field is never empty");
    }

    #[test]
    fn one_of_two_words_is_read_and_written() {
        assert_eq!(one("lift {to} {along:along|stay}", "lift TR2 stay", "along"), ["no"]);
        let mut out = String::new();
        write_form("lift {to} {along:along|stay}", &mut out, &mut |_, o| o.push_str("TR2"), &|n| {
            n == "along"
        });
        assert_eq!(out, "lift TR2 along");
        out.clear();
        write_form("go[ by road]", &mut out, &mut |_, _| {}, &|n| n == "by_road");
        assert_eq!(out, "go by road");
    }

    #[test]
    fn a_wrong_text_is_answered_with_what_there_is() {
        let forms = ["move {unit}", "move on", "end"];
        assert_eq!(no_action("move", &forms), "\"move\" is no action; it goes: move {unit}, move on");
        assert_eq!(no_action("fly", &forms), "\"fly\" is no action; there are: move, end");
    }
}
