//! The committed maps are those their sources build, hold every fact, and can be drawn.

use std::path::{Path, PathBuf};

use atlas::check::{facts, sound};
use atlas::source::{SHEETS, Sheet, build};
use atlas::{Layers, Theme};
use board::Map;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn committed(sheet: &Sheet) -> Map {
    Map::parse(&sheet.file(), &read(&sheet.file())).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn the_committed_maps_are_what_their_sources_build() {
    for sheet in &SHEETS {
        let built = build(&read(&format!("data/maps-src/{}.toml", sheet.source)))
            .unwrap_or_else(|e| panic!("{}: {e}", sheet.source));
        assert!(
            built.to_string() == read(&sheet.file()),
            "{} differs from its source; run cargo xtask atlas",
            sheet.file()
        );
    }
}

#[test]
fn every_fact_of_every_map_holds() {
    for sheet in &SHEETS {
        let text = read(&format!("data/maps-src/facts/{}.facts", sheet.source));
        let map = committed(sheet);
        let mut findings = facts(&map, sheet.grid, &text);
        assert!(findings.len() > 50, "{}: only {} facts", sheet.source, findings.len());
        if let Map::Hex(map) = &map {
            let off_net: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("# off-net ")).collect();
            findings.extend(sound(map, &off_net));
        }
        let broken: Vec<String> = findings.iter().filter(|f| !f.holds).map(ToString::to_string).collect();
        assert!(broken.is_empty(), "{}:\n{}", sheet.source, broken.join("\n"));
    }
}

#[test]
fn a_wrong_map_is_found_out() {
    let sheet = Sheet::find("korean-battles", "pusan").expect("the Pusan map");
    let source = read(&format!("data/maps-src/{}.toml", sheet.source));
    let wrong = source.replace("19 HHHCCCCYCCCC", "19 HHHCCCCCCCCC");
    let map = build(&wrong).expect("still a map");
    let text = read(&format!("data/maps-src/facts/{}.facts", sheet.source));
    let broken: Vec<String> =
        facts(&map, sheet.grid, &text).into_iter().filter(|f| !f.holds).map(|f| f.fact).collect();
    assert_eq!(broken, ["terrain 1908 city"]);
}

fn well_formed(sheet: &Sheet, theme: Theme) -> String {
    let svg = atlas::draw(sheet.game, &committed(sheet), theme, Layers::default());
    assert!(svg.len() < 2_000_000, "{} {theme:?}: {} bytes", sheet.source, svg.len());
    let tree = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default());
    assert!(tree.is_ok(), "{} {theme:?} is not well formed", sheet.source);
    svg
}

#[test]
fn every_map_is_drawn() {
    SHEETS.iter().for_each(|sheet| drop(well_formed(sheet, Theme::Standard)));
}

#[test]
fn the_other_themes_have_drawings_of_their_own() {
    let sheet = Sheet::find("korean-battles", "inchon").expect("the Inchon map");
    let drawings: Vec<String> = Theme::ALL.iter().map(|(theme, _)| well_formed(sheet, *theme)).collect();
    assert!(drawings[0].contains("<image"), "the standard theme has relief");
    assert!(!drawings[1].contains("<image") && !drawings[2].contains("<image"), "the others are flat");
    assert_eq!(drawings[0], well_formed(sheet, Theme::Standard), "a drawing is always the same");
}

#[test]
fn the_layout_agrees_with_the_drawing() {
    for sheet in &SHEETS {
        let map = committed(sheet);
        let layout = atlas::layout(sheet.game, &map);
        let svg = atlas::draw(sheet.game, &map, Theme::Standard, Layers::default());
        let [x, y, w, h] = layout.view;
        assert!(svg.contains(&format!("viewBox=\"{x:.1} {y:.1} {w:.1} {h:.1}\"")), "{}", sheet.source);
        let places = match &map {
            Map::Hex(map) => map.len(),
            Map::Area(map) => map.len(),
        };
        assert_eq!(layout.places.len(), places);
        for p in &layout.places {
            assert!(
                p.x >= 0.0 && p.y >= 0.0 && p.x <= layout.body[0] && p.y <= layout.body[1],
                "{} {}",
                sheet.source,
                p.id
            );
            assert!(layout.hex.is_some() || !p.rings.is_empty(), "{} {} has no outline", sheet.source, p.id);
        }
    }
}

#[test]
fn pusan_shows_its_port() {
    let sheet = Sheet::find("korean-battles", "pusan").expect("the Pusan map");
    let svg = atlas::draw(sheet.game, &committed(sheet), Theme::Standard, Layers::default());
    for words in [">PUSAN<", ">TAEGU<", ">Waegwan<", ">Naktong<", ">0216<", "#i-port", "#i-airfield"] {
        assert!(svg.contains(words), "{words} is missing");
    }
}

#[test]
fn a_map_of_nowhere_is_drawn_too() {
    let hexes = "map 1\nid somewhere\ntitle Somewhere\nhexes flat\nnumber CCRR\ncolumns 01..03 right\nrows 01..02 down\nshift even\n\
legend . clear\nlegend ~ sea\nlegend w lake\nterrain rows\n  01 .~w\n  02 ...\nplace 0102 city Here\nroad 0102-0202-0302\nriver 0101/0102\n";
    let areas = "map 1\nid elsewhere\ntitle Elsewhere\nareas\narea A \"First\"\narea B \"Second\" track\nzone Z \"Water\" at=37,125\nborder A Z coast\n";
    for text in [hexes, areas] {
        let map = Map::parse("test.map", text).unwrap_or_else(|e| panic!("{e}"));
        let svg = atlas::draw("no-such-game", &map, Theme::Standard, Layers::default());
        assert!(resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).is_ok());
        let _ = atlas::layout("no-such-game", &map);
    }
}
