//! Reads map files and tells what is wrong or doubtful: `cargo run -p board --example doubts FILE...`

use board::Map;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut sound = true;
    for file in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                sound = false;
                continue;
            }
        };
        let faults = Map::check(&file, &text);
        sound &= faults.is_empty();
        faults.iter().for_each(|fault| eprintln!("{fault}"));
        Map::doubts(&file, &text).iter().for_each(|doubt| println!("{doubt}"));
    }
    if sound { ExitCode::SUCCESS } else { ExitCode::from(2) }
}
