//! `cargo xtask mutants GAME`: breaks a game's rules on purpose (see `mutants/src/main.rs`).

use std::process::Command;

/// Hands over to the tool.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let status = Command::new("cargo")
        .current_dir(crate::root())
        .args(["run", "--quiet", "--package", "mutants", "--"])
        .args(args)
        .status()
        .map_err(|e| format!("cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("mutants failed".to_owned()) }
}
