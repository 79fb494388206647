//! Lines, statements and words of a map file.

use super::Fault;

/// A word of a statement and the line on which it stands.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) quoted: bool,
}

/// A keyword and its words, with those of the indented lines that follow.
#[derive(Clone, Debug)]
pub(super) struct Statement<'a> {
    pub(super) line: usize,
    pub(super) keyword: &'a str,
    pub(super) words: Vec<Word>,
}

impl Statement<'_> {
    pub(super) fn words(&self) -> Vec<&str> {
        self.words.iter().map(|word| word.text.as_str()).collect()
    }

    pub(super) fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.line, self.keyword, message)
    }

    pub(super) fn fault_at(&self, word: &Word, message: impl Into<String>) -> Fault {
        Fault::new(word.line, self.keyword, message)
    }

    /// All words as one text, for titles and notes.
    pub(super) fn joined(&self) -> String {
        self.words().join(" ")
    }
}

/// No map needs more; a file that was never one must not keep the reader busy for minutes.
const MOST_STATEMENTS: usize = 20_000;

/// Splits a file into statements. A line that begins with a blank continues the statement above
/// it; a line whose first sign is `#` is a remark for readers of the file.
pub(super) fn statements<'a>(text: &'a str, faults: &mut Vec<Fault>) -> Vec<Statement<'a>> {
    let mut list: Vec<Statement<'a>> = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        let content = raw.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let continued = raw.starts_with([' ', '\t']);
        let rest = if continued {
            content
        } else {
            if list.len() >= MOST_STATEMENTS {
                let message = format!("the file has more than {MOST_STATEMENTS} statements");
                faults.push(Fault::new(line, "text", message));
                break;
            }
            let (keyword, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
            list.push(Statement { line, keyword, words: Vec::new() });
            rest
        };
        match list.last_mut() {
            Some(statement) => split_words(rest, line, statement, faults),
            None => {
                let message = "an indented line must continue a statement above it";
                faults.push(Fault::new(line, "text", message));
            }
        }
    }
    list
}

fn split_words(rest: &str, line: usize, into: &mut Statement<'_>, faults: &mut Vec<Fault>) {
    let mut signs = rest.chars().peekable();
    while let Some(&sign) = signs.peek() {
        if sign.is_whitespace() {
            signs.next();
            continue;
        }
        let quoted = sign == '"';
        let mut text = String::new();
        if !quoted {
            while let Some(sign) = signs.next_if(|sign| !sign.is_whitespace()) {
                text.push(sign);
            }
        } else if !read_quoted(&mut signs, &mut text) {
            faults.push(Fault::new(line, into.keyword, "a quotation mark is not closed"));
        }
        into.words.push(Word { line, text, quoted });
    }
}

/// Reads from the opening to the closing mark; says whether the closing mark was there.
fn read_quoted(signs: &mut impl Iterator<Item = char>, text: &mut String) -> bool {
    signs.next();
    while let Some(sign) = signs.next() {
        match sign {
            '"' => return true,
            '\\' => text.extend(signs.next()),
            _ => text.push(sign),
        }
    }
    false
}

/// A text in quotation marks, on one line.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => out.extend(['\\', sign]),
            _ if sign.is_control() || sign == '\u{2028}' || sign == '\u{2029}' => out.push(' '),
            _ => out.push(sign),
        }
    }
    out.push('"');
    out
}

/// Whether a text is a plain word of the format: letters, digits and `_ - + . ' : ( )`.
pub(crate) fn is_word(text: &str) -> bool {
    let allowed = |sign: char| sign.is_alphanumeric() || "_-+.':()".contains(sign);
    !text.is_empty() && text.chars().all(allowed)
}

/// A column or row range such as `01..37`.
pub(super) fn range(text: &str) -> Option<(u16, u16)> {
    let (first, last) = text.split_once("..")?;
    let number = |part: &str| {
        let plain = part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        if plain { part.parse::<u16>().ok() } else { None }
    };
    Some((number(first)?, number(last)?))
}
