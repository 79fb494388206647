//! Standing orders: answers that a seat leaves for a kind of question. They are given for it at once, and recorded as the
//! actions they became; no rule knows of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A standing order of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The kind of question it answers, as the scene's prompt names it.
    pub question: String,
    /// When it answers.
    #[serde(default)]
    pub when: Scope,
    /// The last turn in which it holds; none: until it is revoked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u16>,
    /// The action it answers with; none: the quiet one (decline, done).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

/// When a standing order answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Whenever the question is asked.
    #[default]
    Always,
    /// When less than this is at stake.
    Below(i32),
    /// Everywhere but in this place, where the seat wants to be asked.
    Except(String),
    /// In this place only.
    Only(String),
}

impl Order {
    /// Whether it answers a question of that kind, with so much at stake, in that place, in that turn.
    #[must_use]
    pub fn answers(&self, question: &str, value: i32, place: &str, turn: u16) -> bool {
        let scope = match &self.when {
            Scope::Always => true,
            Scope::Below(limit) => value < *limit,
            Scope::Except(asked) => asked != place,
            Scope::Only(here) => here == place,
        };
        self.question == question && scope && self.until.is_none_or(|last| turn <= last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_answers_its_question_in_its_scope_and_time_only() {
        let order = |when, until| Order { question: "interdict".to_owned(), when, until, answer: None };
        assert!(order(Scope::Always, None).answers("interdict", 9, "1321", 3));
        assert!(!order(Scope::Always, None).answers("support", 9, "1321", 3));
        assert!(!order(Scope::Always, Some(2)).answers("interdict", 9, "1321", 3));
        assert!(order(Scope::Below(5), Some(3)).answers("interdict", 4, "1321", 3));
        assert!(!order(Scope::Below(5), None).answers("interdict", 5, "1321", 3));
        assert!(!order(Scope::Except("1321".to_owned()), None).answers("interdict", 0, "1321", 1));
        assert!(order(Scope::Only("1321".to_owned()), None).answers("interdict", 0, "1321", 1));
        assert!(!order(Scope::Only("1321".to_owned()), None).answers("interdict", 0, "1322", 1));
    }
}
