//! The committed maps are those their sources build, hold every fact, and can be drawn.

use std::path::{Path, PathBuf};

use atlas::check::{coast_fit, facts, sound};
use atlas::compare::compare;
use atlas::source::{SHEETS, Sheet, build, build_era};
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
        let built = build_era(&read(&format!("data/maps-src/{}.toml", sheet.source)), sheet.era)
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
        let text = read(&format!("data/maps-src/facts/{}.facts", sheet.facts()));
        let map = committed(sheet);
        let mut findings = facts(&map, sheet.grid, &text);
        assert!(findings.len() > 20, "{}: only {} facts", sheet.source, findings.len());
        if let Map::Hex(map) = &map {
            let off_net: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("# off-net ")).collect();
            // The ground of another era is that of the first.
            if sheet.era.is_empty() {
                findings.extend(compare(map, sheet.grid, &text));
            }
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

/// The facts that fail once a piece of a source is replaced.
fn broken_by(game: &str, map: &str, right: &str, wrong: &str) -> Vec<String> {
    let sheet = Sheet::find(game, map).expect("a known map");
    let source = read(&format!("data/maps-src/{}.toml", sheet.source));
    assert!(source.contains(right), "{game}: `{right}` is not in the source");
    let built = build(&source.replacen(right, wrong, 1)).expect("still a map");
    let text = read(&format!("data/maps-src/facts/{}.facts", sheet.source));
    let mut findings = facts(&built, sheet.grid, &text);
    if let Map::Hex(map) = &built {
        findings.extend(compare(map, sheet.grid, &text));
        findings.extend(sound(
            map,
            &text.lines().filter_map(|l| l.strip_prefix("# off-net ")).collect::<Vec<_>>(),
        ));
    }
    findings.into_iter().filter(|f| !f.holds).map(|f| f.fact).collect()
}

#[test]
fn a_river_with_a_gap_is_found_out() {
    // Without the last hexside the Ch'ongch'on ends in a field and can be walked around.
    let broken = broken_by("fire-and-ice", "korea", " 0928/1028 1027/1028", "");
    assert!(broken.iter().any(|f| f == "river-reaches-sea sea Ch'ongch'on"), "{broken:?}");
    assert!(broken.iter().any(|f| f == "no-way-round 1127 1229 20"), "{broken:?}");
    assert!(broken.iter().any(|f| f.starts_with("Ch'ongch'on runs from its source")), "{broken:?}");
}

#[test]
fn a_town_on_the_wrong_bank_is_found_out() {
    // The Naktong east of Waegwan instead of west of it.
    let broken =
        broken_by("fire-and-ice", "korea", "3663/3764 3664/3764 3764/3765", "3764/3864 3764/3863 3763/3764");
    assert!(broken.iter().any(|f| f == "bank 3764 left Naktong"), "{broken:?}");
    // A town that no fact decides is compared with the real river.
    let moved = broken_by(
        "fire-and-ice",
        "korea",
        "hex = \"3868\"\nname = \"Ch'angnyong\"",
        "hex = \"3667\"\nname = \"Ch'angnyong\"",
    );
    assert!(moved.iter().any(|f| f == "bank 3667 Ch'angnyong Naktong"), "{moved:?}");
}

#[test]
fn a_line_that_is_missing_or_was_never_there_is_found_out() {
    // Without its own road the way from Kumch'on to Songju leads over the Naktong and back.
    let broken = broken_by("fire-and-ice", "korea", "3462-3563-3564-3664", "3462-3563");
    assert!(broken.iter().any(|f| f == "road Kumch'on - Songju over Naktong"), "{broken:?}");
    // The line to Andong that was taken up.
    let broken =
        broken_by("conflict-korea", "korea", "20,49-21,48-21,47\"", "20,49-21,48-21,47-22,48-23,48-24,48\"");
    assert!(broken.iter().any(|f| f == "rail Andong - Hamchang"), "{broken:?}");
}

#[test]
fn a_decision_about_nothing_is_found_out() {
    let sheet = Sheet::find("korean-battles", "inchon").expect("the Inchon map");
    let Map::Hex(map) = committed(sheet) else { panic!("a hex map") };
    let text = read(&format!("data/maps-src/facts/{}.facts", sheet.facts()));
    let stale = format!("{text}\ndiffers place 0708 Sosa | it stands where it should\n");
    let broken: Vec<String> =
        compare(&map, sheet.grid, &stale).into_iter().filter(|f| !f.holds).map(|f| f.fact).collect();
    assert_eq!(broken, ["differs place 0708 Sosa"]);
    // Without its line the airfield is taken for the town of the name, seven miles off.
    let unsaid: Vec<String> = compare(&map, sheet.grid, &text.replace("# real Kimpo", "# Kimpo"))
        .into_iter()
        .filter(|f| !f.holds)
        .map(|f| f.fact)
        .collect();
    assert_eq!(unsaid, ["place 0805 Kimpo"]);
}

#[test]
fn what_a_map_leaves_off_is_a_line_or_a_class_of_the_geography() {
    let sheet = Sheet::find("fire-and-ice", "korea").expect("the theatre");
    let Map::Hex(map) = committed(sheet) else { panic!("a hex map") };
    let text = read(&format!("data/maps-src/facts/{}.facts", sheet.facts()));
    let broken = |text: &str| -> Vec<String> {
        compare(&map, sheet.grid, text).into_iter().filter(|f| !f.holds).map(|f| f.fact).collect()
    };
    assert_eq!(
        broken(&format!("{text}\nomits rail Orient Express | never came so far\n")),
        ["omits rail Orient Express"]
    );
    // Were the narrow gauge wanted, its lines would be missed one by one.
    let wanted = broken(&text.replace("omits rail narrow", "# narrow"));
    assert!(wanted.iter().any(|f| f == "rail Haeju - Yonan"), "{wanted:?}");
    assert!(wanted.iter().any(|f| f == "rail Ich'on - Suwon"), "{wanted:?}");
}

#[test]
fn a_brook_without_a_name_runs_downhill() {
    // The Paegamni-gang led on over the edge of the plateau, whose other slope drains to the Songch'on.
    let right = "1715/1716";
    let broken = broken_by("chosin", "chosin", right, "1715/1716 1715/1815 1715/1814 1714/1715 1614/1714");
    assert!(broken.iter().any(|f| f == "course Paegamni-gang"), "{broken:?}");
}

#[test]
fn a_false_crossing_is_found_out() {
    // The railway through the north-west of Seoul instead of along the south bank.
    let broken =
        broken_by("fire-and-ice", "korea", "2151-2250-2350-2450-2550\"", "2151-2250-2350-2449-2550\"");
    assert!(broken.iter().any(|f| f == "crossings 2151 2550 rail 0"), "{broken:?}");
}

#[test]
fn a_road_in_the_sea_and_a_way_round_through_river_hexes_are_found_out() {
    let wet = broken_by("chosin", "chosin", "3511-3410-3411", "3511-3510-3410-3411");
    assert!(wet.iter().any(|f| f == "link-on-land road"), "{wet:?}");
    let round = broken_by("conflict-korea", "korea", "hexes = \"12,39 13,39", "hexes = \"13,39");
    assert!(round.iter().any(|f| f == "no-way-round 12,37 13,40 24"), "{round:?}");
}

#[test]
fn the_documents_tell_how_well_each_grid_meets_the_coast() {
    let told = read("docs/maps.md");
    let names = [
        ("fire-and-ice", "Fire and Ice"),
        ("conflict-korea", "Conflict: Korea"),
        ("chosin", "Chosin"),
        ("korean-battles-pusan", "Korean Battles, Pusan"),
        ("korean-battles-inchon", "Korean Battles, Inchon"),
        ("korean-battles-chosin", "Korean Battles, Chosin"),
    ];
    for (source, name) in names {
        let sheet = SHEETS.iter().find(|s| s.source == source && s.era.is_empty()).expect("a sheet");
        let Map::Hex(map) = committed(sheet) else { panic!("a hex map") };
        let (wrong, all, islands) = coast_fit(&map, sheet.grid).expect("a grid with a fit");
        let row = format!("| {name} | {all} | {wrong} | {islands} |");
        assert!(told.contains(&row), "docs/maps.md lacks `{row}`");
    }
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
        assert_eq!(layout.places.iter().filter(|p| p.terrain != "box").count(), places);
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

#[test]
fn no_drawing_contradicts_its_map() {
    for sheet in &SHEETS {
        let faults = atlas::faults(sheet.game, &committed(sheet));
        assert!(faults.is_empty(), "{}:\n{}", sheet.source, faults.join("\n"));
    }
}

/// Relative luminance of `#rrggbb` after WCAG 2.
fn luminance(rgb: [f64; 3]) -> f64 {
    let part = |v: f64| {
        let v = v / 255.0;
        if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(rgb[0]) + 0.7152 * part(rgb[1]) + 0.0722 * part(rgb[2])
}

fn hex(colour: &str) -> [f64; 3] {
    std::array::from_fn(|k| {
        f64::from(u8::from_str_radix(&colour[1 + 2 * k..3 + 2 * k], 16).expect("a colour"))
    })
}

/// Every counter is edged in its nation's colour and a keyline around it: of the two, one must stand out from the ground. The three sheets have
/// every kind of ground between them: owned areas, plain, hills, mountains, marsh, cities, rivers, lakes and the sea.
#[test]
fn every_counter_stands_out_on_every_ground() {
    let ratio = |a: [f64; 3], b: [f64; 3]| {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        if a > b { a / b } else { b / a }
    };
    for (game, map) in [("war-625", "korea"), ("korean-battles", "inchon"), ("korean-battles", "chosin")] {
        let sheet = Sheet::find(game, map).expect("a known map");
        for theme in Theme::ALL.map(|(theme, _)| theme) {
            let picture = atlas::png(&well_formed(sheet, theme), 360).expect("a picture");
            let mut reader = png::Decoder::new(&picture[..]).read_info().expect("a PNG");
            let mut pixels = vec![0; reader.output_buffer_size()];
            let info = reader.next_frame(&mut pixels).expect("a frame");
            for pixel in pixels.chunks_exact(info.color_type.samples()).step_by(37) {
                let ground = [pixel[0], pixel[1], pixel[2]].map(f64::from);
                for nation in atlas::counter::NATIONS {
                    let edge = ratio(hex(atlas::counter::KEYLINE), ground);
                    let best = ratio(hex(nation.band), ground).max(edge);
                    assert!(
                        best >= 2.0,
                        "{} {} on {ground:?} in {theme:?}: {best:.2}",
                        sheet.source,
                        nation.key
                    );
                }
            }
        }
    }
}

#[test]
fn a_telephone_reads_ten_cities_of_the_theatre() {
    let sheet = Sheet::find("fire-and-ice", "korea").expect("the theatre");
    let layout = atlas::layout(sheet.game, &committed(sheet));
    let scale = 390.0 / layout.view[2];
    assert!(layout.names.len() >= 10, "{:?}", layout.names);
    assert!(layout.names.iter().all(|n| n.size * scale > 10.0), "too small: {:?}", layout.names);
    for city in ["Seoul", "P'yongyang", "Pusan", "Inch'on", "Taegu", "Taejon"] {
        assert!(layout.names.iter().any(|n| n.text == city), "{city} is missing: {:?}", layout.names);
    }
}

#[test]
fn the_great_cities_are_named_before_the_small_ones() {
    // In 1995 there are more cities than a telephone has room for.
    let sheet = Sheet::find("conflict-korea", "korea-1995").expect("the theatre of 1995");
    let layout = atlas::layout(sheet.game, &committed(sheet));
    for city in ["Seoul", "Pyongyang", "Pusan", "Taejon"] {
        let name = layout.names.iter().find(|n| n.text == city);
        let name = name.unwrap_or_else(|| panic!("{city} is missing: {:?}", layout.names));
        let place = layout.places.iter().find(|p| p.name == city).expect("its hex");
        let apart = (name.of[0] - place.x).hypot(name.of[1] - place.y);
        assert!(apart < 60.0, "{city}'s name belongs to {:?}, it lies at {}, {}", name.of, place.x, place.y);
    }
}

#[test]
fn boxes_have_places_for_counters() {
    let sheet = Sheet::find("fire-and-ice", "korea").expect("the theatre");
    let layout = atlas::layout(sheet.game, &committed(sheet));
    for id in ["box-inchon", "box-kunsan", "box-pusan", "box-kangnung", "sea"] {
        assert!(layout.places.iter().any(|p| p.id == id), "{id}");
    }
}

/// A date as the tracks have it: months of three letters, years of two digits.
fn short(date: &str) -> String {
    let months = [
        "January",
        "February",
        "March",
        "April",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let short = months.iter().fold(date.to_owned(), |text, month| text.replace(month, &month[..3]));
    short
        .replace(" 1950", " 50")
        .replace(" 1951", " 51")
        .replace(" 1952", " 52")
        .replace(" 1953", " 53")
        .replace(" 1995", " 95")
}

fn table(path: &str) -> toml::Table {
    read(path).parse().unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The words under a key of every row of a list.
fn words(list: &toml::Value, key: &str) -> Vec<String> {
    let rows = list.as_array().expect("a list");
    rows.iter().map(|row| short(row[key].as_str().expect("a text"))).collect()
}

/// The dates of the turns as each game's own files have them.
fn turns_of(map: &str) -> Vec<String> {
    let (game, name) = map.split_once('/').expect("game and map");
    match game {
        "korean-battles" => {
            words(&table(&format!("games/{game}/data/scenarios/{name}.toml"))["track"]["turn"], "date")
        }
        "conflict-korea" => {
            let era = if name.ends_with("1995") { "1995" } else { "1950s" };
            words(&table("games/conflict-korea/data/turns.toml")[era]["turn"], "date")
        }
        "war-625" => words(&table("games/war-625/data/timeline.toml")["turn"], "month"),
        "fire-and-ice" => {
            let file = table("games/fire-and-ice/data/turns.toml");
            let months = file["month"].as_array().expect("a list");
            let weeks = |m: &toml::Value| {
                let month = short(m["month"].as_str().expect("a month"));
                let weeks = m["weeks"].as_array().expect("a list").clone();
                weeks.into_iter().map(move |w| format!("{month}, {}", w.as_str().expect("a week")))
            };
            months.iter().flat_map(weeks).collect()
        }
        _ => {
            let file = table("games/chosin/data/track.toml");
            let count = file["turns"]["value"].as_integer().expect("a number");
            let first: i64 = file["first"]
                .as_str()
                .and_then(|d| d.strip_suffix(" Nov"))
                .expect("a day")
                .parse()
                .expect("a day");
            let day = |k: i64| {
                if first + k <= 30 { format!("{} Nov", first + k) } else { format!("{} Dec", first + k - 30) }
            };
            (0..count).map(day).collect()
        }
    }
}

#[test]
fn the_turn_tracks_of_the_sheets_are_those_of_the_games() {
    let file = table("data/maps-src/tracks.toml");
    let tracks = file["track"].as_array().expect("tracks");
    let mut seen = 0;
    for track in tracks.iter().filter(|t| t.get("cells").is_some()) {
        let map = track["map"].as_str().expect("a map");
        let cells: Vec<String> = track["cells"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|c| c.as_str().expect("a text").to_owned())
            .collect();
        assert_eq!(cells, turns_of(map), "{map}");
        seen += 1;
    }
    assert_eq!(seen, SHEETS.len(), "every sheet has its turn track");
    let sheet = Sheet::find("korean-battles", "inchon").expect("the Inchon map");
    let svg = atlas::draw(sheet.game, &committed(sheet), Theme::Standard, Layers::default());
    assert!(svg.contains(">29 Sep<") && svg.contains(">Points: a marker"), "tracks are drawn");
}

/// Where the line of a name begins on a drawing.
fn name_at(svg: &str, name: &str) -> (f64, f64) {
    let end = svg.find(&format!(">{name}</text>")).unwrap_or_else(|| panic!("{name} is missing"));
    let element = &svg[svg[..end].rfind("<text").expect("an element")..end];
    let number = |key: &str| -> f64 {
        let from = element.find(key).expect("a place") + key.len();
        let text = &element[from..];
        text[..text.find('"').expect("its end")].parse().expect("a number")
    };
    (number(" x=\""), number(" y=\""))
}

#[test]
fn names_of_the_area_map_stand_on_their_side_of_the_parallel() {
    let sheet = Sheet::find("war-625", "korea").expect("the map of areas");
    let svg = atlas::draw(sheet.game, &committed(sheet), Theme::Standard, Layers::default());
    // The sheet begins at 43.42 degrees north and has 240 units a degree.
    let parallel = (43.42 - 38.0) * 240.0;
    for north in ["Haeju", "Chorwon", "Hwachon", "Kansong"] {
        assert!(name_at(&svg, north).1 < parallel, "{north}");
    }
    for south in ["Kaesong", "Ongjin", "Chunchon"] {
        assert!(name_at(&svg, south).1 - 8.0 > parallel, "{south}");
    }
    let layout = atlas::layout(sheet.game, &committed(sheet));
    let soviet = layout.places.iter().find(|p| p.name == "Vladivostok").expect("the Soviet area");
    let (x, _) = name_at(&svg, "Vladivostok");
    let west = soviet.rings.iter().flat_map(|r| r.iter().step_by(2)).copied().fold(f64::INFINITY, f64::min);
    assert!(x > west, "Vladivostok's name stands in its own area");
}

#[test]
fn names_of_the_theatre_stand_on_their_side_of_the_parallel() {
    let sheet = Sheet::find("fire-and-ice", "korea").expect("the theatre");
    let map = committed(sheet);
    let Map::Hex(map) = &map else { panic!("a hex map") };
    let svg = atlas::draw(sheet.game, &committed(sheet), Theme::Standard, Layers::default());
    let hexes = atlas::layout(sheet.game, &committed(sheet)).places;
    let nation = |x: f64, y: f64| {
        let apart = |k: &usize| (hexes[*k].x - x).hypot(hexes[*k].y - y);
        let near = (0..hexes.len()).filter(|k| !hexes[*k].id.starts_with("box"));
        let id = &hexes[near.min_by(|a, b| apart(a).total_cmp(&apart(b))).expect("a hex")].id;
        map.tag_value(map.grid().hex(id).expect("its number"), "nation")
    };
    for (name, other) in
        [("KAESONG", "north"), ("Ch'unch'on", "north"), ("Yonch'on", "south"), ("Yangyang", "south")]
    {
        let (x, y) = name_at(&svg, name);
        // The letters stand on their line: no part of the name may lie in the other country.
        for (dx, dy) in [(0.0, -1.0), (0.0, -11.0), (24.0, -6.0)] {
            assert_ne!(nation(x + dx, y + dy), Some(other), "{name} at {x}, {y}");
        }
    }
}
