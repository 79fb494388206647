//! Draws a built map (or the counters) into a folder, to look at: `look GAME MAP THEME OUT [WIDTH [X,Y,W,H]]`.

use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Err(why) = run(&args) {
        eprintln!("{why}");
        std::process::exit(1);
    }
}

fn run(args: &[String]) -> Result<(), String> {
    let [game, map, theme, out, rest @ ..] = args else {
        return Err("look GAME MAP THEME OUT [WIDTH]".to_owned());
    };
    let file = format!("games/{game}/data/maps/{map}.map");
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
    let parsed = board::Map::parse(&file, &text).map_err(|e| e.to_string())?;
    let theme = atlas::Theme::from_name(theme).ok_or("no such theme")?;
    let start = Instant::now();
    let svg = atlas::draw(game, &parsed, theme, atlas::Layers::default());
    println!("{game} {map}: {} kB in {:?}", svg.len() / 1024, start.elapsed());
    std::fs::write(format!("{out}.svg"), &svg).map_err(|e| e.to_string())?;
    // A window of the drawing instead of the whole.
    let svg = match rest.get(1) {
        Some(window) => windowed(&svg, window)?,
        None => svg,
    };
    let width = rest.first().and_then(|w| w.parse().ok()).unwrap_or(1600);
    let start = Instant::now();
    let picture = atlas::png(&svg, width)?;
    println!("picture: {} kB in {:?}", picture.len() / 1024, start.elapsed());
    std::fs::write(format!("{out}.png"), picture).map_err(|e| e.to_string())
}

fn windowed(svg: &str, window: &str) -> Result<String, String> {
    let (_, rest) = svg.split_once("><title>").ok_or("the drawing has no title")?;
    let numbers: Vec<&str> = window.split(',').collect();
    let [x, y, w, h] = numbers[..] else { return Err("a window is X,Y,W,H".to_owned()) };
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {w} {h}\" width=\"{w}\" height=\"{h}\"><title>{rest}"
    ))
}
