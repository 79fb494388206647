//! Runs the game's tests once for each mutant, the quick ones first.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::find::Mutant;
use crate::tree::{SWITCH, Tree};

/// A test that takes longer waits until the quick ones have noticed nothing.
const SLOW: Duration = Duration::from_secs(1);
/// A run may take so many times as long as with no mutant, and this much more: beyond that the mutant is noticed.
const PATIENCE: (u32, Duration) = (3, Duration::from_secs(20));

/// A test binary of the game.
struct Binary {
    path: PathBuf,
    quick: Vec<String>,
    slow: Vec<String>,
    takes: Duration,
}

/// What the tests said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Noticed,
    Nothing,
}

/// The tests of the game.
pub(crate) struct Judge {
    binaries: Vec<Binary>,
    folder: PathBuf,
}

impl Judge {
    /// Builds the tests and runs them with no mutant on: all must pass.
    pub(crate) fn new(tree: &Tree) -> Result<Judge, String> {
        let out = tree.cargo(&["test", "--no-run", "--quiet", "--tests", "--message-format", "json"])?;
        if !out.status.success() {
            return Err(String::from_utf8_lossy(&out.stderr).into_owned());
        }
        let text = String::from_utf8_lossy(&out.stdout);
        let made = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        let paths = made.filter_map(|v| v["executable"].as_str().map(PathBuf::from));
        let folder = tree.copy.join("games").join(&tree.game);
        let binaries: Result<Vec<Binary>, String> = paths.map(|path| unbroken(&path, &folder)).collect();
        let binaries = binaries?;
        let count: usize = binaries.iter().map(|b| b.quick.len() + b.slow.len()).sum();
        let takes: Duration = binaries.iter().map(|b| b.takes).sum();
        println!("== {count} tests pass with no mutant on, in {:.0} s", takes.as_secs_f64());
        if count == 0 {
            return Err("the game has no tests".to_owned());
        }
        Ok(Judge { binaries, folder })
    }

    /// Tries all mutants, as many at once as there are cores; gives those that nothing noticed.
    pub(crate) fn try_all(&self, mutants: &[Mutant]) -> Result<Vec<Mutant>, String> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let missed = Mutex::new(Vec::new());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(|| {
                    while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let begun = Instant::now();
                        let noticed = self.notices(mutant);
                        let number = done.fetch_add(1, Ordering::Relaxed) + 1;
                        let word = if noticed { "noticed" } else { "MISSED " };
                        let seconds = begun.elapsed().as_secs_f64();
                        println!("{number:>4} of {}  {word} {seconds:>5.1} s  {mutant}", mutants.len());
                        if !noticed {
                            missed.lock().expect("no worker panics").push(mutant.clone());
                        }
                    }
                });
            }
        });
        let mut missed = missed.into_inner().map_err(|e| e.to_string())?;
        missed.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        Ok(missed)
    }

    fn notices(&self, mutant: &Mutant) -> bool {
        let quick = self.binaries.iter().map(|b| (b, &b.quick));
        let slow = self.binaries.iter().map(|b| (b, &b.slow));
        quick.chain(slow).filter(|(_, tests)| !tests.is_empty()).any(|(binary, tests)| {
            let limit = binary.takes * PATIENCE.0 + PATIENCE.1;
            run(&binary.path, &self.folder, tests, Some(mutant.switch), limit, |_, _| {}) == Said::Noticed
        })
    }
}

/// Runs a binary with no mutant on, and finds out how long each of its tests takes.
fn unbroken(path: &Path, folder: &Path) -> Result<Binary, String> {
    let begun = Instant::now();
    let mut binary =
        Binary { path: path.to_owned(), quick: Vec::new(), slow: Vec::new(), takes: Duration::ZERO };
    let said = run(path, folder, &[], None, Duration::from_secs(1800), |test, took| {
        if took > SLOW { binary.slow.push(test.to_owned()) } else { binary.quick.push(test.to_owned()) }
    });
    binary.takes = begun.elapsed();
    if said == Said::Noticed {
        return Err(format!("{} fails with no mutant on", path.display()));
    }
    Ok(binary)
}

/// Runs tests one after the other until one fails, telling of each that passes.
fn run(
    path: &Path,
    folder: &Path,
    tests: &[String],
    switch: Option<usize>,
    limit: Duration,
    mut passed: impl FnMut(&str, Duration),
) -> Said {
    let mut command = Command::new(path);
    command.current_dir(folder).env("CARGO_MANIFEST_DIR", folder).args(["--test-threads", "1"]);
    if !tests.is_empty() {
        command.arg("--exact").args(tests);
    }
    if let Some(switch) = switch {
        command.env(SWITCH, switch.to_string());
    }
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = spawned else { return Said::Noticed };
    let lines = lines_of(&mut child);
    let begun = Instant::now();
    let mut since = begun;
    let said = loop {
        let Some(left) = limit.checked_sub(begun.elapsed()) else { break Said::Noticed };
        match lines.recv_timeout(left) {
            Ok(line) if line.ends_with("FAILED") => break Said::Noticed,
            Ok(line) => {
                if let Some(test) = line.strip_prefix("test ").and_then(|l| l.strip_suffix(" ... ok")) {
                    passed(test, since.elapsed());
                }
                since = Instant::now();
            }
            Err(mpsc::RecvTimeoutError::Timeout) => break Said::Noticed,
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                let clean = child.wait().is_ok_and(|status| status.success());
                break if clean { Said::Nothing } else { Said::Noticed };
            }
        }
    };
    drop(child.kill());
    drop(child.wait());
    said
}

fn lines_of(child: &mut Child) -> mpsc::Receiver<String> {
    let (send, receive) = mpsc::channel();
    if let Some(out) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
    }
    receive
}
