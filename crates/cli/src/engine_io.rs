//! `parallel38 engine`: the protocol on standard input and output.

use crate::Done;
use engine::protocol::{LONGEST_LINE, Outside, Session};
use engine::{Registry, Seed, Thinking};
use players::Budget;
use std::io::{BufRead, Write};

/// Randomness and time of this machine.
struct Machine;

/// A seed from the machine's own randomness.
pub(crate) fn fresh_seed() -> Seed {
    let mut bytes = [0; 32];
    if getrandom::fill(&mut bytes).is_err() {
        // No randomness to be had: the clock at least makes one game differ from the next.
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        bytes[..16].copy_from_slice(&now.as_nanos().to_le_bytes());
    }
    Seed(bytes)
}

impl Outside for Machine {
    fn seed(&mut self) -> Seed {
        fresh_seed()
    }
    fn budget(&mut self, millis: u32) -> Box<dyn Thinking> {
        Box::new(Budget::new(millis))
    }
}

pub(crate) fn run(games: Registry) -> Done {
    let mut session = Session::new(games, Box::new(Machine));
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let mut line = Vec::new();
    let said = |e: std::io::Error| e.to_string();
    while read_line(&mut input, &mut line).map_err(said)? {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let reply = session.answer_line(&line);
        let sent = output
            .write_all(reply.as_bytes())
            .and_then(|()| output.write_all(b"\n"))
            .and_then(|()| output.flush());
        if sent.is_err() {
            // The reader has gone; there is nobody left to tell.
            return Ok(());
        }
    }
    Ok(())
}

/// Reads a line without its end; false at the end of the input. Of a line that is too long, only enough is kept to
/// tell that it is.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = chunk.iter().position(|&b| b == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = (LONGEST_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(chunk.len(), |e| e + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_and_clipped() {
        let long = [vec![b'x'; LONGEST_LINE + 500], b"\nshort\n\nlast".to_vec()].concat();
        let mut input = std::io::BufReader::new(&long[..]);
        let mut line = Vec::new();
        assert!(read_line(&mut input, &mut line).unwrap());
        assert_eq!(line.len(), LONGEST_LINE + 1);
        let mut rest = Vec::new();
        while read_line(&mut input, &mut line).unwrap() {
            rest.push(String::from_utf8(line.clone()).unwrap());
        }
        assert_eq!(rest, ["short", "", "last"]);
    }
}
