//! The map file: what is read, what is written, and what is refused with which words.

use board::{Axis, Border, Map, Side};

const DOCUMENT: &str = include_str!("../../../../docs/map-format.md");

fn documented_maps() -> Vec<&'static str> {
    DOCUMENT.split("```map\n").skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

fn fault(text: &str) -> String {
    Map::parse("x.map", text).expect_err("the map should be refused").to_string()
}

fn with(old: &str, new: &str) -> String {
    let text = documented_maps()[0];
    assert!(text.contains(old), "the document no longer holds {old}");
    fault(&text.replacen(old, new, 1))
}

fn with_area(old: &str, new: &str) -> String {
    let text = documented_maps()[1];
    assert!(text.contains(old), "the document no longer holds {old}");
    fault(&text.replacen(old, new, 1))
}

#[test]
fn documented_examples_are_read_and_written_back() {
    assert_eq!(documented_maps().len(), 2);
    for text in documented_maps() {
        let map = Map::parse("doc.map", text).unwrap();
        let again = Map::parse("again.map", &map.to_string()).unwrap();
        assert_eq!(map.to_string(), again.to_string());
    }
}

#[test]
fn documented_hex_map_says_what_it_shows() {
    let map = Map::parse("doc.map", documented_maps()[0]).unwrap().into_hex().unwrap();
    let hex = |printed| map.hex(printed).unwrap();
    assert_eq!(map.len(), 22);
    assert!(map.hex("0501").is_none(), "cut out");
    assert_eq!(map.terrain_name(hex("0203")), "city");
    assert_eq!(map.terrain_name(hex("0603")), "sea");
    assert_eq!(map.layout.lines, Axis::Row);
    assert_eq!(map.tag_value(hex("0103"), "entry"), Some("nk"));
    assert_eq!(map.tagged("entry", Some("nk")).len(), 4);
    assert_eq!(map.between(hex("0102"), hex("0101")), Side::RIVER.with(Side::BRIDGE).with(Side::ROAD));
    assert!(map.between(hex("0203"), hex("0304")).any(Side::ROAD), "the chain runs over the line's end");
    assert_eq!(map.place_hexes("Upper valley").len(), 2);
}

#[test]
fn documented_area_map_says_what_it_shows() {
    let map = Map::parse("doc.map", documented_maps()[1]).unwrap().into_area().unwrap();
    let (seoul, chorwon) = (map.area("SEO").unwrap(), map.area("CRW").unwrap());
    assert_eq!(map.border(chorwon, seoul), Some(Border::LAND.with(Border::PARALLEL)));
    assert_eq!(map.get(seoul).attribute("ipc"), Some("4"));
    assert!(map.get(map.area("Z3").unwrap()).sea);
    let steps = map.distances(chorwon, |_, _, border| border.any(Border::LAND));
    assert_eq!(steps[map.area("INC").unwrap().index()], Some(2));
    assert_eq!(steps[map.area("Z3").unwrap().index()], None);
}

#[test]
fn hex_map_faults_name_line_and_field() {
    for (old, new, message) in [
        ("0304-0404", "0304-0504", "x.map, line 29, road: hexes 0304 and 0504 are not neighbours"),
        ("0304-0404", "0304-0404-", "x.map, line 28, road: the last chain ends with - and leads nowhere"),
        ("0302-0402", "0302-0702", "x.map, line 30, trail: `0702` is not a hex of this map"),
        (
            "road \"Coast road\" 0101-0102-0202-0203-\n  0304-0404",
            "road 0101",
            "x.map, line 28, road: a chain needs at least two hexes",
        ),
        (
            "bridge 0101/0102",
            "bridge 0101-0102",
            "x.map, line 27, bridge: `0101-0102` is not a hexside; a bridge is written with / between two hexes",
        ),
        ("0302-0301", "0302/0301", "x.map, line 30, trail: a trail is a chain of hexes joined by -"),
        (
            "0102/0201 0201/0202",
            "0102/0201 0201/0102",
            "x.map, line 26, river: hexside 0201/0102 is listed twice",
        ),
        ("tag port 0203", "tag port 0203 0203", "x.map, line 23, tag: hex 0203 is listed twice"),
        (
            "tag port 0203",
            "tag port",
            "x.map, line 23, tag: expected a word and hexes, as in port 0109 or entry=nk 0301",
        ),
        ("tag port 0203", "tag port 0501", "x.map, line 23, tag: `0501` is not a hex of this map"),
        (
            "0101..0104",
            "0104..0101",
            "x.map, line 25, tag: `0104..0101` must rise along one column or one row",
        ),
        (
            "place 0203 city Masan",
            "place 0203 city",
            "x.map, line 21, place: expected hexes, a kind and a name, as in 1908 city Taegu",
        ),
        (
            "  02 .^^..^",
            "  02 .^^.?^",
            "x.map, line 18, terrain: the letter `?` at 0502 is not in the legend",
        ),
        ("  02 .^^..^", "  02 .^^..^^", "x.map, line 18, terrain: row 02 needs 6 letters but has 7"),
        ("  02 .^^..^", "  03 .^^..^", "x.map, line 19, terrain: row 03 is given twice"),
        ("  02 .^^..^", "  09 .^^..^", "x.map, line 18, terrain: `09` is not a row of this map"),
        ("  02 .^^..^\n", "", "x.map, line 16, terrain: hex 0102 has no terrain"),
        ("legend Y city", "legend ^ city", "x.map, line 14, legend: the letter `^` is already in the legend"),
        (
            "legend Y city",
            "legend Y clear",
            "x.map, line 14, legend: the terrain `clear` is already in the legend",
        ),
        ("shift even", "shift both", "x.map, line 9, shift: expected `odd` or `even`"),
        ("shift even\n", "", "x.map, line 30, shift: the file has no `shift` line"),
        (
            "columns 01..06 right",
            "columns 06..01 right",
            "x.map, line 7, columns: the columns end before they begin",
        ),
        ("number CCRR", "number CRX", "x.map, line 6, number: expected a pattern such as CCRR, RRCC or C,R"),
        ("id example", "id one\nid two", "x.map, line 3, id: this is given twice"),
        ("north up", "nord up", "x.map, line 11, nord: `nord` is not a keyword of hex maps"),
        ("\"The lower Nam\"", "\"The lower Nam", "x.map, line 3, title: a quotation mark is not closed"),
        ("map 1", "map 2", "x.map, line 1, map: the file must begin with `map 1`"),
    ] {
        assert_eq!(with(old, new), message);
    }
    assert_eq!(fault(""), "x.map, line 1, map: the file is empty; it must begin with `map 1`");
}

#[test]
fn area_map_faults_name_line_and_field() {
    for (old, new, message) in [
        (
            "border SEO INC land",
            "border SEO PUS land",
            "x.map, line 9, border: `PUS` is not an area of this map",
        ),
        (
            "border SEO INC land",
            "border SEO SEO land",
            "x.map, line 9, border: an area has no border with itself",
        ),
        (
            "border SEO CRW land parallel",
            "border INC SEO land",
            "x.map, line 10, border: this border is given twice",
        ),
        (
            "border INC Z3 coast",
            "border INC Z3 sea",
            "x.map, line 11, border: a border between these two must be `coast`",
        ),
        ("area CRW", "area SEO", "x.map, line 7, area: the code `SEO` is already taken"),
        (
            "at=37.47,126.64",
            "at=north",
            "x.map, line 6, area: `north` is not a point; write latitude,longitude",
        ),
        ("CIS K2", "CIS K9", "x.map, line 14, ring: `K9` is neither a node nor a point"),
        ("node K1", "nodes K1", "x.map, line 12, nodes: `nodes` is not a keyword of area maps"),
    ] {
        assert_eq!(with_area(old, new), message);
    }
}

#[test]
fn check_lists_every_fault_in_the_order_of_lines() {
    let text =
        documented_maps()[0].replace("tag port 0203", "tag port 9999").replace("0302-0402", "0302-0101");
    let lines: Vec<usize> = Map::check("x.map", &text).iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [23, 30]);
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_line() {
    let error = Map::parse_bytes("x.map", b"map 1\nid a\n\xff\xfe").unwrap_err();
    assert_eq!(error.to_string(), "x.map, line 3, text: the line is not valid UTF-8");
}

/// Every map under `games/`, with its path.
fn maps_of_the_games() -> Vec<(String, String)> {
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut found = Vec::new();
    for game in std::fs::read_dir(games).into_iter().flatten().flatten() {
        for file in std::fs::read_dir(game.path().join("data/maps")).into_iter().flatten().flatten() {
            let path = file.path();
            if path.extension().is_some_and(|ending| ending == "map") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path.display().to_string(), text));
            }
        }
    }
    found
}

#[test]
fn every_map_of_the_games_is_read_and_written_back() {
    for (path, text) in maps_of_the_games() {
        let map = Map::parse(&path, &text).unwrap_or_else(|error| panic!("{error}"));
        let written = map.to_string();
        assert_eq!(Map::parse(&path, &written).unwrap().to_string(), written);
    }
}

#[test]
fn doubts_name_loose_roads_and_idle_bridges() {
    let text = documented_maps()[0]
        .replace("0302-0301", "0302-0303")
        .replace("bridge 0101/0102", "bridge 0202/0203");
    let told: Vec<String> = Map::doubts("x.map", &text).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "x.map, line 27, bridge: the bridge 0202/0203 crosses no water",
            "x.map, line 30, trail: the trail ends loose in 0402",
            "x.map, line 30, trail: the trail ends loose in 0303"
        ]
    );
}

#[test]
fn endless_files_are_refused() {
    let mut text = documented_maps()[0].to_owned();
    for number in 0..30_000 {
        text += &format!("tag t{number} 0101\n");
    }
    assert_eq!(fault(&text), "x.map, line 20006, text: the file has more than 20000 statements");
}
