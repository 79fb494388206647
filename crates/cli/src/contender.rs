//! A player of `simulate`: a level with its budget and its data, or another program that speaks the protocol.

use engine::{Counted, Game, Match, Memory, Options, Registry, Seat, Seed, Unhurried};
use players::Budget;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

/// How long a decision may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// As long as the level's own budget.
    Own,
    Millis(u32),
    /// By the work of the search, whatever the clock says.
    Playouts(u32),
}

/// Who thinks.
enum Head {
    /// This program, with its own data.
    Here,
    /// This program, with another data folder.
    Data(Arc<dyn Game>),
    /// Another program: its command line.
    Program(Vec<String>),
}

/// A player as `--players` names it.
pub(crate) struct Contender {
    /// The text, which is its name in the report.
    pub(crate) name: String,
    level: String,
    length: Length,
    /// The level's own budget in milliseconds.
    own: u32,
    cores: usize,
    head: Head,
}

impl Contender {
    /// Reads `LEVEL`, `LEVEL@MILLIS`, `LEVEL@PLAYOUTSp`, each with `:DIR` or `:program:COMMAND` after it; `program:COMMAND`
    /// alone is the other program's general.
    pub(crate) fn parse(text: &str, game: &dyn Game, cores: usize) -> Result<Self, String> {
        let bad = |why: &str| format!("--players {text}: {why}");
        let (who, rest) = match text.split_once(':') {
            Some(("program", _)) => ("general", Some(text)),
            Some((who, rest)) => (who, Some(rest)),
            None => (text, None),
        };
        let (level, length) = match who.split_once('@') {
            None => (who, Length::Own),
            Some((level, long)) => {
                let number = |t: &str| t.parse::<u32>().ok().filter(|&n| n > 0);
                let length = match long.strip_suffix('p') {
                    Some(playouts) => number(playouts).map(Length::Playouts),
                    None => number(long).map(Length::Millis),
                };
                (level, length.ok_or_else(|| bad("after @ come milliseconds, or playouts with a p"))?)
            }
        };
        let head = match rest {
            None => Head::Here,
            Some(rest) => match rest.strip_prefix("program:") {
                Some(command) => Head::Program(command.split_whitespace().map(str::to_owned).collect()),
                None => Head::Data(other_data(game, Path::new(rest)).map_err(|e| bad(&e))?),
            },
        };
        if matches!(&head, Head::Program(words) if words.is_empty()) {
            return Err(bad("the program's command is missing"));
        }
        let levels = game.levels();
        let known = levels.iter().find(|l| l.level == level);
        if known.is_none() && !matches!(head, Head::Program(_)) {
            let all: Vec<_> = levels.iter().map(|l| l.level.as_str()).collect();
            return Err(bad(&format!("there are {}", all.join(", "))));
        }
        let own = known.map_or(8_000, |l| l.millis);
        Ok(Self { name: text.to_owned(), level: level.to_owned(), length, own, cores, head })
    }

    /// The milliseconds that a decision may take; none where it is measured in playouts.
    pub(crate) fn millis(&self) -> Option<u32> {
        match self.length {
            Length::Own => Some(self.own),
            Length::Millis(millis) => Some(millis),
            Length::Playouts(_) => None,
        }
    }

    /// Sits down at a match that begins.
    pub(crate) fn sit(
        &self,
        game: &str,
        scenario: &str,
        options: &Options,
        seed: u64,
    ) -> Result<Sitting<'_>, String> {
        let mirror = match &self.head {
            Head::Here => Mirror::None,
            Head::Data(own) => {
                let own = own.start(scenario, options, Seed::from_number(seed));
                Mirror::Data(own.map_err(|e| format!("{}: {e}", self.name))?)
            }
            Head::Program(words) => {
                Mirror::Program(Box::new(Program::start(words, game, scenario, options, seed)?))
            }
        };
        Ok(Sitting { player: self, mirror, memories: BTreeMap::new() })
    }
}

/// The game with the data of another folder.
fn other_data(game: &dyn Game, folder: &Path) -> Result<Arc<dyn Game>, String> {
    let folder = PathBuf::from(folder);
    if !folder.is_dir() {
        return Err("there is no such level and no such folder".to_owned());
    }
    let games: Registry = crate::registry::games(Some(&folder))?;
    games.game(&game.info().game).cloned().map_err(|e| e.to_string())
}

/// The match as a contender with a head of its own follows it.
enum Mirror {
    None,
    Data(Box<dyn Match>),
    Program(Box<Program>),
}

/// A contender in one match.
pub(crate) struct Sitting<'a> {
    player: &'a Contender,
    mirror: Mirror,
    memories: BTreeMap<usize, Memory>,
}

impl Sitting<'_> {
    /// Chooses an action for a seat.
    pub(crate) fn choose(&mut self, table: &dyn Match, seat: Seat, random: u64) -> Result<String, String> {
        let player = self.player;
        let table: &dyn Match = match &mut self.mirror {
            Mirror::Program(program) => return program.choose(player, random),
            Mirror::Data(own) => &**own,
            Mirror::None => table,
        };
        let memory = self.memories.entry(seat.index()).or_default();
        let clock = Budget::new(player.millis().unwrap_or(u32::MAX)).on(player.cores);
        let chosen = match player.length {
            Length::Playouts(playouts) => {
                let counted =
                    Counted { playouts, within: if player.cores > 1 { &clock } else { &Unhurried } };
                table.choose(seat, &player.level, random, memory, &counted)
            }
            _ => table.choose(seat, &player.level, random, memory, &clock),
        };
        chosen.map(|c| c.action).map_err(|e| format!("{}: {e}", player.name))
    }

    /// Follows an action that was played.
    pub(crate) fn follow(&mut self, seat: Seat, action: &str, table: &dyn Match) -> Result<(), String> {
        let name = &self.player.name;
        let lost = |e: String| format!("{name} can't follow \"{action}\": {e}");
        let to_act = match &mut self.mirror {
            Mirror::None => return Ok(()),
            Mirror::Data(own) => {
                own.act(Some(seat), action).map_err(|e| lost(e.to_string()))?;
                own.status().to_act
            }
            Mirror::Program(program) => program.act(table.info().seat_id(seat), action).map_err(lost)?,
        };
        if to_act == table.status().to_act {
            return Ok(());
        }
        Err(lost("it plays by other rules or other dice, and the matches have gone apart".to_owned()))
    }
}

/// Another program that holds the same match.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    name: String,
}

impl Program {
    fn start(
        words: &[String],
        game: &str,
        scenario: &str,
        options: &Options,
        seed: u64,
    ) -> Result<Self, String> {
        let name = words.join(" ");
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{name}: {e}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{name}: it can't be spoken to"));
        };
        let mut program = Self { child, input, output: BufReader::new(output), name };
        let new = json!({"cmd": "new", "game": game, "scenario": scenario, "options": options, "seed": seed});
        program.ask(&new)?;
        Ok(program)
    }

    fn ask(&mut self, request: &Value) -> Result<Value, String> {
        let said = |e: std::io::Error| format!("{}: {e}", self.name);
        writeln!(self.input, "{request}").and_then(|()| self.input.flush()).map_err(said)?;
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(said)?;
        let reply: Value =
            serde_json::from_str(&line).map_err(|_| format!("{}: it gave no answer", self.name))?;
        if reply["ok"] == true {
            return Ok(reply);
        }
        let why = reply["error"]["message"].as_str().unwrap_or("it says no");
        Err(format!("{}: {why}", self.name))
    }

    fn act(&mut self, seat: &str, action: &str) -> Result<Vec<String>, String> {
        let reply = self.ask(&json!({"cmd": "act", "match": "m1", "seat": seat, "action": action}))?;
        serde_json::from_value(reply["status"]["to_act"].clone()).map_err(|e| e.to_string())
    }

    fn choose(&mut self, player: &Contender, random: u64) -> Result<String, String> {
        let mut request = json!({"cmd": "choose", "match": "m1", "player": player.level});
        match player.length {
            Length::Own => {}
            Length::Millis(millis) => request["millis"] = millis.into(),
            Length::Playouts(playouts) => {
                request["seed"] = random.into();
                request["playouts"] = playouts.into();
            }
        }
        let reply = self.ask(&request)?;
        reply["action"].as_str().map(str::to_owned).ok_or_else(|| format!("{}: it chose nothing", self.name))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It ends by itself when its input does; nobody waits for one that doesn't.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Contender, String> {
        let games = crate::registry::games(None).unwrap();
        Contender::parse(text, games.game("korean-battles").unwrap().as_ref(), 1)
    }

    #[test]
    fn a_contender_is_read_with_its_level_budget_and_head() {
        let general = read("general@1000").unwrap();
        assert_eq!(
            (general.level.as_str(), general.length, general.millis()),
            ("general", Length::Millis(1000), Some(1000))
        );
        assert_eq!(read("general@250p").unwrap().length, Length::Playouts(250));
        assert_eq!(read("officer").unwrap().millis(), Some(2_000));
        let program = read("officer@50:program:old/parallel38 engine").unwrap();
        assert!(matches!(&program.head, Head::Program(words) if words == &["old/parallel38", "engine"]));
        assert_eq!(read("program:bot").unwrap().level, "general");
        for bad in ["god", "general@", "general@x", "officer:/no/such/folder", "program:", "general@0"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
