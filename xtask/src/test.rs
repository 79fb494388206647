//! `cargo xtask test`: everything that must hold before a change lands, with a count of each at the end.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Clippy is the compiler of everything here: what is built for the tests is linted as it is built, where a check of its own would
/// read all of it a second time. (`cargo clippy` hands its work over by the same two variables.)
const LINTED: [(&str, &str); 2] =
    [("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"), ("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__")];

/// What a step came to: its name, how many things it checked, and how long it took.
struct Step {
    name: &'static str,
    passed: usize,
    seconds: f64,
}

/// Runs all steps; stops at the first that fails.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(bad) = args.iter().find(|a| *a != "--no-web") {
        return Err(format!("cargo xtask test takes --no-web and nothing else, not {bad}"));
    }
    let with_web = args.is_empty() && crate::root().join("web/package.json").exists();
    // Fetching leaves the processor alone: it goes on beside the first builds.
    let fetched = std::thread::spawn(move || fetch(with_web));
    let mut steps = vec![
        plain("format", "cargo", &["fmt", "--all", "--check"])?,
        plain("lints", "cargo", &["build", "--quiet", "--workspace", "--all-targets"])?,
        fetched.join().map_err(|_| "fetching what the tests need failed".to_owned())??,
        unit_tests()?,
        doc_tests()?,
        built("ledger", "parallel38", &["rules", "--check"])?,
        built("maps", "chores", &["atlas", "--check"])?,
        built("schemas", "chores", &["schema", "--check"])?,
        built("wire types", "chores", &["types", "--check"])?,
        own("words", crate::words::run)?,
    ];
    if with_web {
        steps.extend(web()?);
    }
    println!();
    for step in &steps {
        println!("{:<14} {:>5} passed {:>7.1} s", step.name, step.passed, step.seconds);
    }
    println!("{} passed, 0 failed", steps.iter().map(|s| s.passed).sum::<usize>());
    Ok(())
}

/// Runs a program of the workspace that has been built before.
fn built(name: &'static str, program: &str, args: &[&str]) -> Result<Step, String> {
    plain(name, &programs().join(program).to_string_lossy(), args)
}

/// Where the programs of the workspace are built.
fn programs() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR");
    target.map_or_else(|| crate::root().join("target"), PathBuf::from).join("debug")
}

fn own(name: &'static str, chore: fn(&[String]) -> Result<(), String>) -> Result<Step, String> {
    println!("== {name}");
    let begun = Instant::now();
    chore(&["--check".to_owned()])?;
    Ok(Step { name, passed: 1, seconds: begun.elapsed().as_secs_f64() })
}

/// Unit, property, conformance and integration tests.
fn unit_tests() -> Result<Step, String> {
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
            &[
                "nextest",
                "run",
                "--workspace",
                "--lib",
                "--bins",
                "--tests",
                "--no-fail-fast",
                "--status-level",
                "slow",
            ],
        );
    }
    counted("tests", "cargo", &["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"])
}

/// The examples of the documentation. `--doc` by itself would build the whole workspace a second time, since its units differ from those
/// of the other tests; among all tests nothing is built twice, and only an example has a line in its name.
fn doc_tests() -> Result<Step, String> {
    counted("doc tests", "cargo", &["test", "--quiet", "--workspace", "--", " (line "])
}

/// The Debian and npm packages that the tests need.
fn fetch(with_web: bool) -> Result<Step, String> {
    let begun = Instant::now();
    install_packages(&[("psql", "postgresql"), ("/usr/lib/postgresql", "postgresql")])?;
    if with_web {
        // The browser without windows does the same with a third less of the processor; where it can't be had, the whole one serves.
        let shell = "chromium-headless-shell";
        install_packages(&[(shell, shell)]).or_else(|_| install_packages(&[("chromium", "chromium")]))?;
        let web = crate::root().join("web");
        in_folder("packages", &web, "npm", &["ci", "--no-audit", "--no-fund", "--ignore-scripts"], false)?;
    }
    Ok(Step { name: "packages", passed: 1, seconds: begun.elapsed().as_secs_f64() })
}

/// Type check and browser tests of the client.
fn web() -> Result<Vec<Step>, String> {
    let web = crate::root().join("web");
    Ok(vec![
        in_folder("web types", &web, "npm", &["run", "--silent", "check"], false)?,
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
    let said = |e: std::io::Error| format!("{name}: {program}: {e}");
    let begun = Instant::now();
    if !count {
        let status =
            Command::new(program).args(args).current_dir(folder).envs(LINTED).status().map_err(said)?;
        let seconds = begun.elapsed().as_secs_f64();
        return if status.success() {
            Ok(Step { name, passed: 1, seconds })
        } else {
            Err(format!("{name} failed"))
        };
    }
    let (success, text) = streamed(program, args, folder).map_err(said)?;
    if !success {
        return Err(format!("{name} failed"));
    }
    let passed = passed(&text);
    let seconds = begun.elapsed().as_secs_f64();
    if passed == 0 { Err(format!("{name}: no test ran")) } else { Ok(Step { name, passed, seconds }) }
}

/// Runs a program, showing each line of its output as it comes; gives back whether it succeeded and what it said.
fn streamed(program: &str, args: &[&str], folder: &Path) -> std::io::Result<(bool, String)> {
    // Test runners write their closing lines to either stream, so both become one.
    let mut child = Command::new("sh")
        .args(["-c", "exec \"$0\" \"$@\" 2>&1", program])
        .args(args)
        .current_dir(folder)
        .envs(LINTED)
        // The browser tests take the programs that were built with everything else.
        .env("P38_PROGRAM", programs().join("parallel38"))
        .env("P38_SKIRMISH", programs().join("examples/skirmish"))
        // The same made-up inputs each time, so that what passes today passes tomorrow; other numbers look elsewhere.
        .env("PROPTEST_RNG_SEED", std::env::var("PROPTEST_RNG_SEED").unwrap_or_else(|_| "38".to_owned()))
        .stdout(Stdio::piped())
        .spawn()?;
    let mut text = String::new();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            println!("{line}");
            text.push_str(&line);
            text.push('\n');
        }
    }
    Ok((child.wait()?.success(), text))
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
