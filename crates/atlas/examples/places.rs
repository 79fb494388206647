//! Prints the layout of a map as JSON: `places GAME MAP`.

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, map] = &args[..] else { return eprintln!("places GAME MAP") };
    let file = format!("games/{game}/data/maps/{map}.map");
    let read = std::fs::read_to_string(&file).map_err(|e| e.to_string());
    match read.and_then(|text| board::Map::parse(&file, &text).map_err(|e| e.to_string())) {
        Ok(map) => println!("{}", serde_json::to_string(&atlas::layout(game, &map)).unwrap_or_default()),
        Err(why) => eprintln!("{file}: {why}"),
    }
}
