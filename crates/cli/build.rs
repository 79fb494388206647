//! Collects the rule tags of every game's sources and tests, so that the program can show the ledger's table.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    for folder in ["src", "tests"] {
        for game in fs::read_dir(&root).into_iter().flatten().flatten() {
            collect(&game.path().join(folder), &mut files);
        }
    }
    files.sort();
    let mut lines = String::new();
    for path in files {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let Ok(name) = path.strip_prefix(&root) else { continue };
        for (number, line) in
            text.lines().enumerate().filter(|(_, l)| l.contains("[rule: ") || l.contains("[proves: "))
        {
            lines.push_str(&format!("games/{}\t{}\t{}\n", name.display(), number + 1, line.trim()));
        }
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("tags.tsv");
    if let Err(e) = fs::write(&out, lines) {
        println!("cargo::error={}: {e}", out.display());
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}
