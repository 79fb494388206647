//! `cargo xtask atlas`: builds the map files from `data/maps-src`; with `--check`, only says what is wrong.

use std::path::{Path, PathBuf};

use ::atlas::source::{SHEETS, build};

/// Runs the chore.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let root = root();
    let check = args.iter().any(|a| a == "--check");
    if let Some(unknown) = args.iter().find(|a| *a != "--check") {
        return Err(format!("`{unknown}` is not an option of atlas; there is only --check"));
    }
    for sheet in &SHEETS {
        let path = root.join("data/maps-src").join(format!("{}.toml", sheet.source));
        let map = build(&read(&path)?).map_err(|e| format!("{}: {e}", path.display()))?;
        let text = map.to_string();
        board::Map::parse(&sheet.file(), &text).map_err(|e| e.to_string())?;
        let file = root.join(sheet.file());
        let same = std::fs::read_to_string(&file).is_ok_and(|old| old == text);
        if check && !same {
            return Err(format!("{} differs from its source; run `cargo xtask atlas`", sheet.file()));
        }
        if !same {
            write(&file, &text)?;
            println!("wrote {}", sheet.file());
        }
    }
    Ok(())
}

/// The repository: the parent of this package.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let fault = |e: std::io::Error| format!("{}: {e}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    std::fs::write(path, text).map_err(fault)
}
