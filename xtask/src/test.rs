//! `cargo xtask test`: everything that must hold before a change lands, with a count of each at the end.

use std::path::Path;
use std::process::{Command, Stdio};

/// What a step came to: its name and how many things it checked.
struct Step {
    name: &'static str,
    passed: usize,
}

/// Runs all steps; stops at the first that fails.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(bad) = args.iter().find(|a| *a != "--no-web") {
        return Err(format!("cargo xtask test takes --no-web and nothing else, not {bad}"));
    }
    let mut steps = vec![
        plain("format", "cargo", &["fmt", "--all", "--check"])?,
        plain(
            "lints",
            "cargo",
            &["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"],
        )?,
        unit_tests()?,
        counted("doc tests", "cargo", &["test", "--quiet", "--doc", "--workspace"])?,
        plain("ledger", "cargo", &["run", "--quiet", "--package", "parallel38", "--", "rules", "--check"])?,
        own("maps", crate::atlas::run)?,
        own("schema", crate::schema::run)?,
        own("wire types", crate::types::run)?,
    ];
    if args.is_empty() {
        steps.extend(web()?);
    }
    println!();
    for step in &steps {
        println!("{:<14} {:>5} passed", step.name, step.passed);
    }
    println!("{} passed, 0 failed", steps.iter().map(|s| s.passed).sum::<usize>());
    Ok(())
}

/// The ledger's table, which fails on a rule marked done that lacks code or test.
pub(crate) fn ledger(args: &[String]) -> Result<(), String> {
    let mut all = vec!["run", "--quiet", "--package", "parallel38", "--", "rules", "--check"];
    all.extend(args.iter().map(String::as_str));
    plain("ledger", "cargo", &all).map(|_| ())
}

fn own(name: &'static str, chore: fn(&[String]) -> Result<(), String>) -> Result<Step, String> {
    println!("== {name}");
    chore(&["--check".to_owned()])?;
    Ok(Step { name, passed: 1 })
}

/// Unit, property, conformance and integration tests.
fn unit_tests() -> Result<Step, String> {
    install_packages(&[("psql", "postgresql"), ("/usr/lib/postgresql", "postgresql")])?;
    if Command::new("cargo")
        .args(["nextest", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
    {
        return counted(
            "tests",
            "cargo",
            &["nextest", "run", "--workspace", "--no-fail-fast", "--status-level", "slow"],
        );
    }
    counted("tests", "cargo", &["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"])
}

/// Type check and browser tests of the client.
fn web() -> Result<Vec<Step>, String> {
    let web = crate::root().join("web");
    if !web.join("package.json").exists() {
        return Ok(Vec::new());
    }
    install_packages(&[("chromium", "chromium")])?;
    plain("program", "cargo", &["build", "--quiet", "--package", "parallel38"])?;
    in_folder("packages", &web, "npm", &["ci", "--no-audit", "--no-fund", "--ignore-scripts"], false)?;
    Ok(vec![
        in_folder("web types", &web, "npm", &["run", "--silent", "types"], false)?,
        in_folder("browser", &web, "npm", &["test", "--silent"], true)?,
    ])
}

/// Installs the Debian packages whose programs (or folders) are missing.
fn install_packages(wanted: &[(&str, &str)]) -> Result<(), String> {
    let there = |name: &str| {
        if name.starts_with('/') {
            return Path::new(name).exists();
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|p| p.join(name).exists())
    };
    let missing: Vec<&str> =
        wanted.iter().filter(|(program, _)| !there(program)).map(|&(_, package)| package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("== installing {}", missing.join(" "));
    let quiet = |args: &[&str]| {
        Command::new("apt-get")
            .args(args)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdout(Stdio::null())
            .status()
    };
    let updated = quiet(&["update", "-qq"]).is_ok_and(|s| s.success());
    let installed = updated
        && quiet(&[&["install", "-y", "-qq"], missing.as_slice()].concat()).is_ok_and(|s| s.success());
    if installed {
        Ok(())
    } else {
        Err(format!("these Debian packages are needed and can't be installed: {}", missing.join(", ")))
    }
}

fn plain(name: &'static str, program: &str, args: &[&str]) -> Result<Step, String> {
    in_folder(name, &crate::root(), program, args, false)
}

fn counted(name: &'static str, program: &str, args: &[&str]) -> Result<Step, String> {
    in_folder(name, &crate::root(), program, args, true)
}

/// Runs a program, passing its output on; `count` sums up the passed tests it reports.
fn in_folder(
    name: &'static str,
    folder: &Path,
    program: &str,
    args: &[&str],
    count: bool,
) -> Result<Step, String> {
    println!("== {name}: {program} {}", args.join(" "));
    let mut command = Command::new(program);
    command.args(args).current_dir(folder);
    if !count {
        let status = command.status().map_err(|e| format!("{name}: {program}: {e}"))?;
        return if status.success() { Ok(Step { name, passed: 1 }) } else { Err(format!("{name} failed")) };
    }
    let output = command
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .output()
        .map_err(|e| format!("{name}: {program}: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    println!("{text}");
    if !output.status.success() {
        return Err(format!("{name} failed"));
    }
    let passed = passed(&text);
    if passed == 0 { Err(format!("{name}: no test ran")) } else { Ok(Step { name, passed }) }
}

/// The sum of the numbers before the word "passed".
fn passed(text: &str) -> usize {
    text.lines()
        .filter_map(|line| {
            let before = line.split(" passed").next().filter(|b| b.len() < line.len())?;
            before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse::<usize>().ok()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::passed;

    #[test]
    fn closing_lines_of_the_runners_are_counted() {
        assert_eq!(passed("test result: ok. 12 passed; 0 failed\n\ntest result: ok. 3 passed; 0 failed"), 15);
        assert_eq!(passed("     Summary [   0.2s] 41 tests run: 41 passed, 0 skipped"), 41);
        assert_eq!(passed("nothing passed"), 0);
    }
}
