//! The games of the program, with the user's own data files in place of ours where given.

use engine::{DataError, Entry, Files, Registry};
use std::path::Path;

/// Puts one game together: data files, overrides, rules, players.
macro_rules! entry {
    ($data:expr, $slug:literal, $game:ident, $rules:ident) => {{
        let files = replaced($data, $slug, $game::files())?;
        let named = |e: DataError| format!("{}/{e}", $slug);
        let rules = $game::$rules::new(&files).map_err(named)?;
        Entry::new(rules, $game::LEDGER, $game::maps(&files), players::levels(), files.fingerprint())
            .map_err(named)?
    }};
}

/// All games. The error is one sentence that names the file.
pub(crate) fn games(data: Option<&Path>) -> Result<Registry, String> {
    if let Some(folder) = data.filter(|d| !d.is_dir()) {
        return Err(format!("--data {}: there is no such folder", folder.display()));
    }
    Ok(Registry::default()
        .with(entry!(data, "korean-battles", korean_battles, KoreanBattles))
        .with(entry!(data, "war-625", war_625, War625)))
}

/// Lays the files of `DIR/<slug>` over those of the game.
fn replaced(data: Option<&Path>, slug: &str, mut files: Files) -> Result<Files, String> {
    let Some(folder) = data.map(|d| d.join(slug)).filter(|f| f.is_dir()) else { return Ok(files) };
    let mut found = Vec::new();
    list(&folder, &folder, &mut found).map_err(|e| format!("--data {}: {e}", folder.display()))?;
    for name in found {
        let path = folder.join(&name);
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        files.replace(&name, text).map_err(|e| format!("{}: {}", path.display(), e.message))?;
    }
    Ok(files)
}

fn list(root: &Path, folder: &Path, found: &mut Vec<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, found)?;
        } else if let Ok(name) = path.strip_prefix(root) {
            found.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
    found.sort();
    Ok(())
}
