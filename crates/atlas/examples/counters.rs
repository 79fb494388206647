//! Draws every counter symbol, nation, size, face and badge on one page: `counters OUT.png [WIDTH]`.

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let out = args.first().map_or("counters.png", String::as_str);
    let width = args.get(1).and_then(|w| w.parse().ok()).unwrap_or(1600);
    let page = atlas::counter::specimen();
    let done = atlas::png(&page, width).and_then(|png| std::fs::write(out, png).map_err(|e| e.to_string()));
    if let Err(why) = done {
        eprintln!("{why}");
        std::process::exit(1);
    }
}
