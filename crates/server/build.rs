//! Lists the client's files, so that they become part of the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

const KINDS: [&str; 8] = ["html", "js", "css", "svg", "json", "webmanifest", "png", "txt"];
/// Folders and files of `web` that only its developers need.
const NOT_SERVED: [&str; 6] =
    ["node_modules", "tests", "test-results", "package.json", "package-lock.json", "tsconfig.json"];

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let web = here.join("../../web");
    println!("cargo::rerun-if-changed={}", web.display());
    let mut files = Vec::new();
    collect(&web, &web, &mut files);
    files.sort();
    let mut list = String::from("&[\n");
    for (name, path) in &files {
        println!("cargo::rerun-if-changed={}", path.display());
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default()).join("web.rs");
    if let Err(error) = fs::write(&out, list) {
        println!("cargo::error={}: {error}", out.display());
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        if name.starts_with('.') || NOT_SERVED.contains(&name) {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().and_then(|e| e.to_str()).is_some_and(|e| KINDS.contains(&e))
            && let (Ok(inside), Ok(whole)) = (path.strip_prefix(root), path.canonicalize())
        {
            files.push((format!("/{}", inside.to_string_lossy().replace('\\', "/")), whole));
        }
    }
}
