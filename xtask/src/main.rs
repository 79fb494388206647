//! The project's own chores.

mod atlas;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.first().map(String::as_str) {
        Some("atlas") => atlas::run(&args[1..]),
        _ => Err("usage: cargo xtask atlas [--check]".to_owned()),
    };
    if let Err(why) = done {
        eprintln!("{why}");
        std::process::exit(1);
    }
}
