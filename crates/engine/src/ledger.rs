//! The rule ledger: every rule of a game, where the code enforces it and which test proves it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game's ledger, `games/<slug>/rules.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// What rule ids begin with in code, tests and logs: `kb`.
    pub prefix: String,
    /// The rules, in the order of the book.
    #[serde(default, rename = "rule")]
    pub rules: Vec<LedgerRule>,
}

/// A rule.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LedgerRule {
    /// The number in the book, or ours: `7.53`.
    pub id: String,
    /// A few words.
    pub title: String,
    /// What it says, in our words.
    pub summary: String,
    /// `book`, or `ours` where the book is silent.
    pub source: String,
    /// `done` or `open`.
    pub status: String,
}

/// A tag found in code or tests: `[rule: kb 7.53]`, `[proves: kb 7.53]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The full id: `kb 7.53`.
    pub id: String,
    /// Whether it stands in a test.
    pub proves: bool,
    /// File and line.
    pub place: String,
}

/// A row of the ledger's table: a rule with the places that enforce and prove it.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The rule.
    pub rule: &'a LedgerRule,
    /// Where the code enforces it.
    pub enforced: Vec<&'a str>,
    /// Which tests prove it.
    pub proved: Vec<&'a str>,
}

impl Ledger {
    /// Reads a ledger.
    pub fn parse(text: &str) -> Result<Self, String> {
        let ledger: Self = toml::from_str(text).map_err(|e| e.to_string().trim().replace('\n', " "))?;
        for (i, rule) in ledger.rules.iter().enumerate() {
            if !matches!(rule.status.as_str(), "done" | "open") {
                return Err(format!("rule {}: status is \"{}\", not done or open", rule.id, rule.status));
            }
            if ledger.rules[..i].iter().any(|r| r.id == rule.id) {
                return Err(format!("rule {} is listed twice", rule.id));
            }
        }
        Ok(ledger)
    }
    /// The rule of a full id such as `kb 7.53`.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&LedgerRule> {
        let number = id.strip_prefix(&self.prefix)?.strip_prefix(' ')?;
        self.rules.iter().find(|r| r.id == number)
    }
    /// Joins the rules with the tags found in the sources.
    #[must_use]
    pub fn rows<'a>(&'a self, tags: &'a [Tag]) -> Vec<Row<'a>> {
        let places = |id: &str, proves: bool| {
            let full = format!("{} {id}", self.prefix);
            tags.iter().filter(|t| t.proves == proves && t.id == full).map(|t| t.place.as_str()).collect()
        };
        self.rules
            .iter()
            .map(|rule| Row { rule, enforced: places(&rule.id, false), proved: places(&rule.id, true) })
            .collect()
    }
    /// What is wrong: rules marked done that lack code or test, and tags of rules that do not exist.
    #[must_use]
    pub fn faults(&self, tags: &[Tag]) -> Vec<String> {
        let mut faults = Vec::new();
        for row in self.rows(tags).iter().filter(|r| r.rule.status == "done") {
            if row.enforced.is_empty() {
                faults.push(format!("{} {} is marked done, but no code names it", self.prefix, row.rule.id));
            }
            if row.proved.is_empty() {
                faults.push(format!("{} {} is marked done, but no test names it", self.prefix, row.rule.id));
            }
        }
        let ours = |t: &&Tag| t.id.split(' ').next() == Some(&self.prefix);
        for tag in tags.iter().filter(ours).filter(|t| self.find(&t.id).is_none()) {
            faults.push(format!("{}: there is no rule {}", tag.place, tag.id));
        }
        faults
    }
}

/// Finds the tags in one source file.
#[must_use]
pub fn tags(path: &str, text: &str) -> Vec<Tag> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for (mark, proves) in [("[rule: ", false), ("[proves: ", true)] {
            for after in line.split(mark).skip(1) {
                let Some(ids) = after.split(']').next() else { continue };
                found.extend(ids.split(',').map(|id| Tag {
                    id: id.trim().to_owned(),
                    proves,
                    place: format!("{path}:{}", number + 1),
                }));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_done_rule_without_code_or_test_is_a_fault_and_so_is_an_unknown_id() {
        let rule = |id, status| {
            format!(
                "[[rule]]\nid = \"{id}\"\ntitle = \"t\"\nsummary = \"s\"\nsource = \"book\"\nstatus = \"{status}\"\n"
            )
        };
        let ledger =
            Ledger::parse(&format!("prefix = \"kb\"\n{}{}", rule("1.1", "done"), rule("1.2", "open")))
                .unwrap();
        let code = tags("src/a.rs", concat!("/// 1.1 Stacking [rul", "e: kb 1.1, kb 9.9]\n"));
        assert_eq!(code.len(), 2);
        let faults = ledger.faults(&code);
        assert_eq!(
            faults,
            ["kb 1.1 is marked done, but no test names it", "src/a.rs:1: there is no rule kb 9.9"]
        );
        let test = tags("tests/a.rs", concat!("// [pro", "ves: kb 1.1]\n"));
        assert!(ledger.faults(&[code[0].clone(), test[0].clone()]).is_empty());
        assert!(Ledger::parse("prefix = \"kb\"\n[[rule]]\nid = \"1\"\n").is_err());
    }
}
