//! Draws a built map into a folder, to look at: `look GAME MAP THEME OUT [WIDTH [X,Y,W,H ...]]`. Each window, in pixels, becomes
//! a picture of its own, `OUT-0.png` and so on.

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
        return Err("look GAME MAP THEME OUT [WIDTH [X,Y,W,H ...]]".to_owned());
    };
    let file = format!("games/{game}/data/maps/{map}.map");
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
    let parsed = board::Map::parse(&file, &text).map_err(|e| e.to_string())?;
    let theme = atlas::Theme::from_name(theme).ok_or("no such theme")?;
    let start = Instant::now();
    let svg = atlas::draw(game, &parsed, theme, atlas::Layers::default());
    println!("{game} {map}: {} kB in {:?}", svg.len() / 1024, start.elapsed());
    std::fs::write(format!("{out}.svg"), &svg).map_err(|e| e.to_string())?;
    let width = rest.first().and_then(|w| w.parse().ok()).unwrap_or(1600);
    let start = Instant::now();
    let picture = atlas::png(&svg, width)?;
    println!("picture: {} kB in {:?}", picture.len() / 1024, start.elapsed());
    let windows = rest.get(1..).unwrap_or_default();
    for (k, window) in windows.iter().enumerate() {
        std::fs::write(format!("{out}-{k}.png"), cut(&picture, window)?).map_err(|e| e.to_string())?;
    }
    std::fs::write(format!("{out}.png"), picture).map_err(|e| e.to_string())
}

/// A part of a picture: X,Y,W,H in its pixels.
fn cut(picture: &[u8], window: &str) -> Result<Vec<u8>, String> {
    let numbers: Vec<usize> = window.split(',').filter_map(|n| n.parse().ok()).collect();
    let [x, y, w, h] = numbers[..] else { return Err("a window is X,Y,W,H".to_owned()) };
    let mut reader = png::Decoder::new(picture).read_info().map_err(|e| e.to_string())?;
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels).map_err(|e| e.to_string())?;
    let (width, height) = (info.width as usize, info.height as usize);
    let (w, h) = (w.min(width.saturating_sub(x)), h.min(height.saturating_sub(y)));
    let n = info.color_type.samples();
    let rows: Vec<u8> =
        (y..y + h).flat_map(|j| &pixels[(j * width + x) * n..(j * width + x + w) * n]).copied().collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, w as u32, h as u32);
    encoder.set_color(info.color_type);
    let mut writer = encoder.write_header().map_err(|e| e.to_string())?;
    writer.write_image_data(&rows).map_err(|e| e.to_string())?;
    writer.finish().map_err(|e| e.to_string())?;
    Ok(out)
}
