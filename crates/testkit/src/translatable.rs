//! Whether all that people read on a picture could be read in another language.

use engine::{Catalogue, Picture, View, detail_in, moment_in, scene_in, sheet_in};
use serde_json::Value;

/// The fields of sheets, scenes and details that hold words for people.
const READ: [&str; 15] = [
    "title",
    "label",
    "note",
    "notes",
    "columns",
    "rows",
    "heads",
    "cost",
    "phases",
    "turn_label",
    "value",
    "strength",
    "name",
    "rounds",
    "text",
];

/// The sheet of a scenario.
pub(crate) fn sheet<R: Picture>(rules: &R, scenario: &str) -> Result<(), String> {
    let sheet = sheet_in(rules, scenario, &Catalogue::marking());
    walk("sheet", &serde_json::to_value(sheet).map_err(|e| e.to_string())?)
}

/// The scene of a view, and all about the first of its pieces.
pub(crate) fn scene<R: Picture>(rules: &R, view: &View<R::State>) -> Result<(), String> {
    let marking = Catalogue::marking();
    let scene = scene_in(rules, view, &marking);
    let moment = moment_in(rules, view.state(), &marking);
    for (field, text) in [("moment.label", &moment.label), ("moment.phase", &moment.phase)] {
        words(field, &Value::String(text.to_string()))?;
    }
    walk("scene", &serde_json::to_value(&scene).map_err(|e| e.to_string())?)?;
    let Some(detail) = scene.pieces.first().and_then(|p| detail_in(rules, view, &p.id, &marking)) else {
        return Ok(());
    };
    walk("detail", &serde_json::to_value(detail).map_err(|e| e.to_string())?)
}

/// Follows a value to the fields that people read; `path` says where it stands.
fn walk(path: &str, value: &Value) -> Result<(), String> {
    match value {
        Value::Object(fields) => fields.iter().try_for_each(|(key, value)| {
            let path = format!("{path}.{key}");
            if READ.contains(&key.as_str()) && !is_code(&path) {
                words(&path, value)
            } else {
                walk(&path, value)
            }
        }),
        Value::Array(all) => all.iter().try_for_each(|value| walk(path, value)),
        _ => Ok(()),
    }
}

/// Whether a field with the name of one that people read holds what programs read: the text of an action, a badge's letters.
fn is_code(path: &str) -> bool {
    ["actions.text", "markers.label"].iter().any(|code| path.ends_with(code))
}

/// Every letter in a text, or in the texts of a list, must have come through the catalogue.
fn words(path: &str, value: &Value) -> Result<(), String> {
    match value {
        Value::String(text) if untouched(text) => {
            Err(format!("{path}: \"{text}\" holds words that no catalogue can translate"))
        }
        Value::Array(all) => all.iter().try_for_each(|value| words(path, value)),
        Value::Object(_) => walk(path, value),
        _ => Ok(()),
    }
}

/// Whether a letter stands outside the marks.
fn untouched(text: &str) -> bool {
    let [open, close] = Catalogue::MARKS;
    let mut depth = 0;
    text.chars().any(|c| {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
        }
        depth == 0 && c.is_alphabetic()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_outside_the_marks_are_found() {
        assert!(untouched("Turn \u{27e6}3\u{27e7}"));
        assert!(!untouched("\u{27e6}Turn \u{27e6}3\u{27e7} ends\u{27e7} 4-5"));
        let scene = json!({ "panels": [{ "id": "money", "title": "Money" }] });
        assert_eq!(walk("scene", &scene).unwrap_err().split(':').next(), Some("scene.panels.title"));
        let actions = json!({ "actions": [{ "text": "end" }], "markers": [{ "label": "B" }] });
        assert!(walk("scene", &actions).is_ok());
    }
}
