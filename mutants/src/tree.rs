//! A copy of the project in which the sample is planted.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::find::{Edit, Mutant};

/// The name of the variable that switches a mutant on.
pub(crate) const SWITCH: &str = "P38_MUTANT";
/// Of so many mutants for each that is wanted, some do not build.
const SPARE: (usize, usize) = (5, 4);

/// The copy.
pub(crate) struct Tree {
    /// Where the copy and results are kept.
    pub(crate) folder: PathBuf,
    /// The copy itself.
    pub(crate) copy: PathBuf,
    /// The game's slug.
    pub(crate) game: String,
    src: PathBuf,
}

impl Tree {
    /// Copies what differs from the last time, so that the rest need not be built again.
    pub(crate) fn copy(root: &Path, game: &str) -> Result<Tree, String> {
        let folder = target(root).join("mutants");
        let copy = folder.join("tree");
        let listed = Command::new("git")
            .current_dir(root)
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .output()
            .map_err(|e| format!("git: {e}"))?;
        for name in String::from_utf8_lossy(&listed.stdout).split('\0').filter(|n| !n.is_empty()) {
            let Ok(bytes) = std::fs::read(root.join(name)) else { continue };
            write(&copy.join(name), &bytes)?;
        }
        let src = root.join("games").join(game).join("src");
        Ok(Tree { folder, copy, game: game.to_owned(), src })
    }

    /// Plants a sample and builds it; what does not build is left out.
    pub(crate) fn plant(&mut self, all: &[Mutant], wanted: usize, seed: u64) -> Result<Vec<Mutant>, String> {
        let mut sample = chosen(all, wanted * SPARE.0 / SPARE.1 + 1, seed);
        loop {
            let planted = self.write_sample(&sample)?;
            let faults = self.faults()?;
            let Some(faults) = faults else { break };
            let before = sample.len();
            sample.retain(|m| {
                let spans = planted.iter().filter(|p| p.switch == m.switch);
                !spans.into_iter().any(|p| faults.iter().any(|f| f.file == p.file && p.covers(f.line)))
            });
            println!("== {} mutants do not build and are left out", before - sample.len());
            if sample.len() == before {
                return Err("the copy does not build, and no mutant is to blame".to_owned());
            }
        }
        sample.truncate(wanted);
        Ok(sample)
    }

    /// Writes the game's sources with the sample in them, each mutant on lines of its own.
    fn write_sample(&self, sample: &[Mutant]) -> Result<Vec<Planted>, String> {
        let into = self.copy.join("games").join(&self.game).join("src");
        let mut planted = Vec::new();
        let mut files: Vec<&PathBuf> = sample.iter().map(|m| &m.file).collect();
        files.sort();
        files.dedup();
        self.restore(&into, &files)?;
        for file in files {
            let text = std::fs::read_to_string(self.src.join(file)).map_err(|e| e.to_string())?;
            let mut here: Vec<&Mutant> = sample.iter().filter(|m| &m.file == file).collect();
            here.sort_by_key(|m| m.edit.bytes().start);
            write(&into.join(file), planted_text(&text, &here, &mut planted).as_bytes())?;
        }
        let lib = std::fs::read_to_string(self.src.join("lib.rs")).map_err(|e| e.to_string())?;
        write(&into.join("lib.rs"), format!("{lib}\nmod mutant;\n").as_bytes())?;
        write(&into.join("mutant.rs"), switch_module().as_bytes())?;
        Ok(planted)
    }

    /// Files in which no mutant is planted any more stand as they are.
    fn restore(&self, into: &Path, but: &[&PathBuf]) -> Result<(), String> {
        let listed = Command::new("git")
            .current_dir(&self.src)
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .output()
            .map_err(|e| format!("git: {e}"))?;
        for name in
            String::from_utf8_lossy(&listed.stdout).split('\0').filter(|n| !n.is_empty() && *n != "lib.rs")
        {
            let Ok(bytes) = std::fs::read(self.src.join(name)) else { continue };
            if !but.iter().any(|file| file.as_os_str() == name) {
                write(&into.join(name), &bytes)?;
            }
        }
        Ok(())
    }

    /// Where the copy does not build; nothing when it does.
    fn faults(&self) -> Result<Option<Vec<Fault>>, String> {
        println!("== building {} with its sample", self.game);
        let out = self.cargo(&["check", "--quiet", "--tests", "--message-format", "json"])?;
        if out.status.success() {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&out.stdout);
        let mut faults = Vec::new();
        for line in text.lines() {
            let Ok(value) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let message = &value["message"];
            if message["level"] != "error" {
                continue;
            }
            for span in message["spans"].as_array().into_iter().flatten() {
                let (Some(file), Some(line)) = (span["file_name"].as_str(), span["line_start"].as_u64())
                else {
                    continue;
                };
                if let Some((_, below)) = file.split_once(&format!("{}/src/", self.game)) {
                    faults.push(Fault { file: below.into(), line: usize::try_from(line).unwrap_or(0) });
                }
            }
        }
        if faults.is_empty() {
            return Err(format!("the copy does not build:\n{}", String::from_utf8_lossy(&out.stderr)));
        }
        Ok(Some(faults))
    }

    /// Cargo on the game in the copy, with a build folder of its own: cargo would take the broken game for the real one.
    pub(crate) fn cargo(&self, args: &[&str]) -> Result<std::process::Output, String> {
        Command::new("cargo")
            .current_dir(&self.copy)
            .env("CARGO_TARGET_DIR", self.folder.join("build"))
            .args(args)
            .args(["--package", &self.game])
            .output()
            .map_err(|e| format!("cargo: {e}"))
    }
}

/// Where the compiler complained.
struct Fault {
    file: PathBuf,
    line: usize,
}

/// Lines of the copy on which a mutant stands.
struct Planted {
    switch: usize,
    file: PathBuf,
    lines: (usize, usize),
}

impl Planted {
    fn covers(&self, line: usize) -> bool {
        self.lines.0 <= line && line <= self.lines.1
    }
}

/// A sample drawn by lot, of which no two stand in each other.
fn chosen(all: &[Mutant], wanted: usize, seed: u64) -> Vec<Mutant> {
    let mut lots: Vec<(u64, &Mutant)> = all.iter().map(|m| (lot(&m.key, seed), m)).collect();
    lots.sort_by_key(|(lot, _)| *lot);
    let mut out: Vec<Mutant> = Vec::new();
    for (_, mutant) in lots {
        let bytes = mutant.edit.bytes();
        let apart = |other: &Mutant| {
            let there = other.edit.bytes();
            other.file != mutant.file || bytes.end < there.start || there.end < bytes.start
        };
        if out.iter().all(apart) {
            out.push(Mutant { switch: out.len() + 1, ..mutant.clone() });
        }
        if out.len() == wanted {
            break;
        }
    }
    out
}

/// A number that depends on the place and the seed alone (FNV-1a, stirred): a file that changes keeps the lots of the others.
fn lot(key: &str, seed: u64) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash =
        key.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn planted_text(text: &str, mutants: &[&Mutant], planted: &mut Vec<Planted>) -> String {
    let mut out = String::new();
    let mut done = 0;
    for mutant in mutants {
        let bytes = mutant.edit.bytes();
        out.push_str(&text[done..bytes.start]);
        out.push('\n');
        let first = out.matches('\n').count() + 1;
        let on = format!("crate::mutant::on({})", mutant.switch);
        match &mutant.edit {
            Edit::Insert(_, words) => out.push_str(&words.replacen("{}", &on, 1)),
            Edit::Replace(range, broken) => {
                out.push_str(&format!("(if {on} {{ {broken} }} else {{ {} }})", &text[range.clone()]));
            }
        }
        let last = out.matches('\n').count() + 1;
        out.push('\n');
        planted.push(Planted { switch: mutant.switch, file: mutant.file.clone(), lines: (first, last) });
        done = bytes.end;
    }
    out.push_str(&text[done..]);
    out
}

fn switch_module() -> String {
    format!(
        "//! Which mutant is on.\n\npub(crate) fn on(n: u32) -> bool {{\n    static ON: std::sync::OnceLock<u32> = std::sync::OnceLock::new();\n    \
         *ON.get_or_init(|| std::env::var(\"{SWITCH}\").ok().and_then(|n| n.parse().ok()).unwrap_or(0)) == n\n}}\n"
    )
}

/// The project's build folder.
fn target(root: &Path) -> PathBuf {
    let set = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    std::path::absolute(set.unwrap_or_else(|| root.join("target"))).unwrap_or_else(|_| root.join("target"))
}

/// Writes a file unless it stands there already, so that cargo sees only real changes.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if std::fs::read(path).is_ok_and(|now| now == bytes) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    std::fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
}
