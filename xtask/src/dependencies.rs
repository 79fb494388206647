//! Every dependency that a crate declares is named in its sources: what nothing uses is built for nothing.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the workspace's crates.
fn crates(root: &Path) -> Vec<PathBuf> {
    let below = |folder: &str| fs::read_dir(root.join(folder)).expect("a folder of crates");
    let many = ["crates", "games"].into_iter().flat_map(below).map(|entry| entry.expect("a crate").path());
    many.chain(["chores", "mutants", "xtask"].map(|name| root.join(name))).collect()
}

/// The crates that a manifest depends on, as sources spell them.
fn declared(manifest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.trim_end_matches(']').ends_with("dependencies");
        } else if let Some((name, _)) = line.split_once(['.', ' ', '=']).filter(|_| inside) {
            found.push(name.replace('-', "_"));
        }
    }
    found
}

/// All source text below a folder.
fn sources(folder: &Path, out: &mut String) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push_str(&fs::read_to_string(&path).expect("a source file"));
        }
    }
}

fn names(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

#[test]
fn every_declared_dependency_is_used() {
    let root = crate::root();
    let mut unused = Vec::new();
    for krate in crates(&root) {
        let manifest = fs::read_to_string(krate.join("Cargo.toml")).expect("a manifest");
        let mut text = String::new();
        ["src", "tests", "benches", "examples"].iter().for_each(|part| sources(&krate.join(part), &mut text));
        let idle = declared(&manifest).into_iter().filter(|name| !names(&text, name));
        unused.extend(idle.map(|name| format!("{}: {name}", krate.display())));
    }
    assert!(unused.is_empty(), "{unused:#?}");
}

#[test]
fn what_a_manifest_declares_is_read() {
    let manifest = "[package]\nname = \"a\"\n[dependencies]\nboard.workspace = true\nserde_json = \"1\"\n\n[dev-dependencies]\nwar-625 = { path = \"x\" }\n[lints]\nworkspace = true\n";
    assert_eq!(declared(manifest), ["board", "serde_json", "war_625"]);
    assert!(names("use board::Hex;", "board") && !names("// dashboard", "board"));
}
