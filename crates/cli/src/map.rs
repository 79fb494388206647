//! `parallel38 map`: a map as a picture, with a scenario's set-up on it if asked.

use crate::Done;
use atlas::counter::{Counter, Face};
use atlas::{Layers, Layout, Theme};
use engine::scene::PieceDef;
use engine::{Options, Registry, SeatSet, Seed, Sheet};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The map; without it the first of the game, or that of the scenario of --units
    map: Option<String>,
    /// Writes an SVG file
    #[arg(long, value_name = "FILE", required_unless_present = "png")]
    svg: Option<PathBuf>,
    /// Writes a PNG file
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Width of the PNG in pixels
    #[arg(long, default_value_t = 2400)]
    width: u32,
    /// Draws a scenario's set-up on it
    #[arg(long, value_name = "SCENARIO")]
    units: Option<String>,
    /// standard, contrast or print
    #[arg(long, default_value = "standard")]
    theme: String,
}

pub(crate) fn run(games: &Registry, args: &Args) -> Done {
    let theme = Theme::from_name(&args.theme).ok_or_else(|| {
        let all: Vec<_> = Theme::ALL.iter().map(|(_, name)| *name).collect();
        format!("--theme {}: there are {}", args.theme, all.join(", "))
    })?;
    if !(100..=12_000).contains(&args.width) {
        return Err(format!("--width {}: from 100 to 12000 pixels", args.width));
    }
    let sheet = args.units.as_ref().map(|scenario| sheet(games, &args.game, scenario)).transpose()?;
    let named =
        args.map.clone().or_else(|| sheet.as_ref().and_then(|s| s.map.rsplit('/').next().map(str::to_owned)));
    let (name, text) = find(games, &args.game, named.as_deref())?;
    let map =
        board::Map::parse(&format!("{}/maps/{name}.map", args.game), &text).map_err(|e| e.to_string())?;
    let mut svg = atlas::draw(&args.game, &map, theme, Layers::default());
    if let (Some(scenario), Some(sheet)) = (&args.units, &sheet) {
        let pieces = pieces(games, &args.game, scenario)?;
        svg = with_pieces(&svg, &atlas::layout(&args.game, &map), sheet, &pieces, theme);
    }
    let save = |path: &PathBuf, bytes: &[u8]| {
        std::fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
    };
    if let Some(path) = &args.svg {
        save(path, svg.as_bytes())?;
    }
    if let Some(path) = &args.png {
        save(path, &atlas::png(&svg, args.width)?)?;
    }
    Ok(())
}

/// A map of a game by name, or its first.
fn find(games: &Registry, game: &str, wanted: Option<&str>) -> Result<(String, String), String> {
    let maps = games.game(game).map_err(|e| e.to_string())?.maps().to_vec();
    let all: Vec<_> = maps.iter().map(|(n, _)| n.clone()).collect();
    let found = maps.into_iter().find(|(n, _)| wanted.is_none_or(|w| w == n));
    found.ok_or_else(|| {
        format!("{game} has no map \"{}\" (it has: {})", wanted.unwrap_or_default(), all.join(", "))
    })
}

fn sheet(games: &Registry, game: &str, scenario: &str) -> Result<Sheet, String> {
    games.game(game).and_then(|g| g.sheet(scenario)).map_err(|e| e.to_string())
}

/// The pieces of a scenario at its start. Where the set-up is a decision, both sides take the historical one.
fn pieces(games: &Registry, game: &str, scenario: &str) -> Result<Vec<serde_json::Value>, String> {
    let said = |e: engine::Refusal| e.to_string();
    let begun = games.game(game).and_then(|g| g.start(scenario, &Options::default(), Seed::from_number(1)));
    let mut table = begun.map_err(said)?;
    while let Some(seat) = table.to_act().first().filter(|_| table.status().turn == 0) {
        let legal = table.legal(seat);
        let historical = legal.iter().find(|a| a.starts_with("setup default")).or(legal.last());
        let Some(action) = historical.cloned() else { break };
        table.act(Some(seat), &action).map_err(said)?;
    }
    let mut scene: serde_json::Value =
        serde_json::from_str(&table.scene(SeatSet::ALL)).map_err(|e| e.to_string())?;
    Ok(scene["pieces"].as_array_mut().map(std::mem::take).unwrap_or_default())
}

/// The counters of the pieces, each with its place.
fn with_pieces(
    svg: &str,
    layout: &Layout,
    sheet: &Sheet,
    pieces: &[serde_json::Value],
    theme: Theme,
) -> String {
    let shown: Vec<_> = pieces.iter().filter_map(|piece| Shown::of(piece, sheet)).collect();
    let counters: Vec<_> = shown.iter().map(|s| (s.place, s.counter())).collect();
    atlas::with_units(svg, layout, &counters, theme).0
}

/// A piece of a scene with what its counter shows.
struct Shown<'a> {
    place: &'a str,
    def: &'a PieceDef,
    face: Face,
    factors: String,
}

impl<'a> Shown<'a> {
    fn of(piece: &'a serde_json::Value, sheet: &'a Sheet) -> Option<Self> {
        let place = piece["at"].as_str()?;
        let def = sheet.pieces.get(piece["def"].as_u64()? as usize)?;
        let face = match piece["face"].as_str() {
            Some("back") => Face::Reduced,
            Some("hidden") => Face::Hidden,
            _ => Face::Full,
        };
        let printed =
            if face == Face::Reduced { def.back.as_deref().unwrap_or(&def.front) } else { &def.front };
        let factors = match piece["count"].as_u64() {
            Some(count) => format!("{count}x"),
            None => piece["factors"].as_str().unwrap_or(printed).to_owned(),
        };
        Some(Self { place, def, face, factors })
    }
    fn counter(&self) -> Counter<'_> {
        Counter {
            nation: &self.def.nation,
            symbol: &self.def.symbol,
            size: &self.def.size,
            left: &self.def.left,
            right: &self.def.right,
            factors: &self.factors,
            face: self.face,
            status: &[],
        }
    }
}
