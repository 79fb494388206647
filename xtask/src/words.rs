//! `cargo xtask words`: every template of the program with where it stands; fails on one put together from pieces.
//!
//! A sentence for people is a literal handed to `say!`. What is listed here is all that a catalogue of another language has to
//! translate, besides the names in the data files.

use std::path::{Path, PathBuf};

/// A template: where it stands and its text.
#[derive(Debug, PartialEq, Eq)]
struct Template {
    file: String,
    line: usize,
    text: String,
}

/// Lists the templates, or with `--check` only counts them.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(bad) = args.iter().find(|a| *a != "--check") {
        return Err(format!("cargo xtask words takes --check and nothing else, not {bad}"));
    }
    let root = crate::root();
    let mut templates = Vec::new();
    let mut faults = Vec::new();
    for file in sources(&root)? {
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
        let rules = without_tests(&text);
        for template in in_source(&name, rules) {
            if let Some(fault) = fault(&template.text) {
                faults.push(format!("{}:{}: {fault}: {:?}", template.file, template.line, template.text));
            }
            templates.push(template);
        }
    }
    if args.is_empty() {
        for Template { file, line, text } in &templates {
            println!("{file}:{line}\t{text}");
        }
    }
    println!("{} templates", templates.len());
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The source files whose sentences people read: the engine and the games.
fn sources(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    collect(&root.join("crates/engine/src"), &mut found)?;
    let games = root.join("games");
    let entries = std::fs::read_dir(&games).map_err(|e| format!("{}: {e}", games.display()))?;
    for entry in entries.filter_map(Result::ok) {
        let source = entry.path().join("src");
        if source.is_dir() {
            collect(&source, &mut found)?;
        }
    }
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for path in entries.filter_map(Result::ok).map(|e| e.path()) {
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// What stands before the unit tests of a file.
fn without_tests(text: &str) -> &str {
    text.split("\n#[cfg(test)]").next().unwrap_or(text)
}

/// The templates of a source file: the literal after each `say!(`.
fn in_source(file: &str, text: &str) -> Vec<Template> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("say!(") {
        let before = text[..at].rsplit('\n').next().unwrap_or("");
        if before.trim_start().starts_with("//") {
            continue;
        }
        let rest = text[at + 5..].trim_start();
        let Some(literal) = rest.strip_prefix('"') else { continue };
        let line = text[..at].matches('\n').count() + 1;
        // An empty cell has nothing to translate.
        let template = unquoted(literal);
        if !template.is_empty() {
            found.push(Template { file: file.to_owned(), line, text: template });
        }
    }
    found
}

/// The text of a string literal, from behind its opening quote.
fn unquoted(literal: &str) -> String {
    let mut out = String::new();
    let mut chars = literal.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => match chars.next() {
                Some('\n') => while chars.next_if(|c| c.is_whitespace()).is_some() {},
                Some('n') => out.push('\n'),
                Some(other) => out.push(other),
                None => break,
            },
            c => out.push(c),
        }
    }
    out
}

/// What shows that a template is only a piece of a sentence.
fn fault(template: &str) -> Option<&'static str> {
    if template != template.trim() {
        return Some("begins or ends with a space, as a piece of a sentence would");
    }
    let mut depth = 0;
    let said = template.chars().any(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0 && c != '}' && (c.is_alphanumeric() || "-+:".contains(c))
    });
    let single = template.starts_with('{') && template.matches('{').count() == 1;
    // How many of what, and a word that goes with a number.
    let counted = ["|", "{n}", "{count}"].iter().any(|mark| template.contains(mark));
    if said || single || counted { None } else { Some("has no word of its own") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_found_where_they_stand() {
        let source = "fn a() {\n    play.say(seat, \"x 1\", say!(\"{unit} moves \\\n        on\", unit));\n    // say!(\"no\")\n}\n";
        let found = in_source("a.rs", source);
        assert_eq!(
            found,
            [Template { file: "a.rs".to_owned(), line: 2, text: "{unit} moves on".to_owned() }]
        );
    }

    #[test]
    fn pieces_of_sentences_are_faults() {
        assert_eq!(fault("{unit} moves"), None);
        assert_eq!(fault("{n}"), None, "a bare number or name");
        assert_eq!(fault("{n} {n|point|points}"), None, "the word goes with the number");
        assert_eq!(fault("{n} {kind}"), None, "how many of what");
        assert_eq!(fault("{unit}: {mission}"), None, "a heading and what stands under it");
        assert!(fault(" and then").is_some());
        assert!(fault("{a}{b}").is_some());
        assert!(fault("{a} {b}").is_some());
    }
}
