//! The charts agree with one another and with the numbers of the rules text.

use board::{AreaId, AreaMap, Border};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use toml::{Table, Value};
use war_625::{War625, files};

fn chart(name: &str) -> Table {
    let path = format!("{}/data/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the chart exists");
    text.parse().expect("the chart is TOML")
}

fn rows(table: &Table, key: &str) -> Vec<Table> {
    table[key]
        .as_array()
        .expect("an array of rows")
        .iter()
        .map(|row| row.as_table().expect("a row").clone())
        .collect()
}

fn text<'a>(row: &'a Table, key: &str) -> &'a str {
    row[key].as_str().expect("a text")
}

fn number(row: &Table, key: &str) -> i64 {
    row.get(key).map_or(0, |value| value.as_integer().expect("a number"))
}

fn list(row: &Table, key: &str) -> Vec<String> {
    row[key].as_array().expect("a list").iter().map(|v| v.as_str().expect("a text").to_owned()).collect()
}

type Graph = BTreeMap<String, Vec<String>>;

/// The map file, which alone says what borders what.
fn map() -> AreaMap {
    AreaMap::parse("korea.map", include_str!("../../data/maps/korea.map")).expect("the map")
}

/// The places of the map without the Supply Track, each with its neighbours over borders of these kinds.
fn graph(kinds: Border, closed: &[&str]) -> Graph {
    let map = map();
    let places = map.ids().filter(|&id| !map.get(id).has("track"));
    let near = |id: AreaId| {
        map.neighbours(id)
            .iter()
            .filter(|(_, border)| border.any(kinds))
            .map(|(n, _)| map.get(*n).code.clone())
            .collect()
    };
    let open = |id: &AreaId| !closed.contains(&map.get(*id).code.as_str());
    places.filter(open).map(|id| (map.get(id).code.clone(), near(id))).collect()
}
/// Land borders only.
fn land() -> Graph {
    graph(Border::LAND, &[])
}
/// Everything an aircraft can enter: areas, zones and the coasts between them, without the closed areas.
fn air(closed: &[&str]) -> Graph {
    graph(Border::LAND.with(Border::SEA).with(Border::COAST), closed)
}
fn sea() -> Graph {
    graph(Border::SEA, &[])
}

fn steps(graph: &Graph, from: &str, to: &str) -> usize {
    let mut queue = VecDeque::from([(from.to_owned(), 0)]);
    let mut seen = BTreeSet::from([from.to_owned()]);
    while let Some((place, distance)) = queue.pop_front() {
        if place == to {
            return distance;
        }
        for next in graph.get(&place).into_iter().flatten() {
            if graph.contains_key(next) && seen.insert(next.clone()) {
                queue.push_back((next.clone(), distance + 1));
            }
        }
    }
    panic!("no way from {from} to {to}")
}

#[test]
fn borders_are_mutual() {
    for graph in [land(), sea(), air(&[])] {
        for (place, neighbours) in &graph {
            for other in neighbours {
                assert!(graph[other].contains(place), "{other} does not list {place}");
            }
        }
    }
}

/// 25 IPC and twenty areas on either side of the parallel: a front on the parallel is a draw.
#[test]
fn north_and_south_are_level() {
    let map = map();
    let ipc = |a: &board::Area| a.attribute("ipc").and_then(|n| n.parse::<i64>().ok()).expect("a number");
    for side in ["north", "south"] {
        let here: Vec<_> = map.areas().iter().filter(|a| a.attribute("side") == Some(side)).collect();
        assert_eq!(here.len(), 20);
        assert_eq!(here.iter().map(|a| ipc(a)).sum::<i64>(), 25);
    }
    let manchuria = list(chart("areas")["abroad"].as_table().expect("abroad"), "manchuria");
    assert_eq!(manchuria, ["MUK", "TUN", "YEN"]);
    assert_eq!(manchuria.iter().map(|id| ipc(map.get(map.area(id).expect("an area")))).sum::<i64>(), 18);
}

/// Every border between a northern and a southern area is the 38th parallel, and no other is.
#[test]
fn the_parallel_runs_on_borders() {
    let map = map();
    let side = |id: AreaId| map.get(id).attribute("side");
    let mut pairs = BTreeSet::new();
    for id in map.ids() {
        for &(other, border) in map.neighbours(id) {
            let crosses =
                side(id) == Some("south") && side(other) == Some("north") && border.any(Border::LAND);
            let drawn = border.any(Border::PARALLEL) && side(id) == Some("south");
            assert_eq!(crosses, drawn, "{} {}", map.get(id).code, map.get(other).code);
            if crosses {
                pairs.insert((map.get(id).code.as_str(), map.get(other).code.as_str()));
            }
        }
    }
    let expected = [
        ("ONG", "CHY"),
        ("ONG", "HAE"),
        ("KAE", "HAE"),
        ("KAE", "SAR"),
        ("KAE", "CRW"),
        ("SEO", "CRW"),
        ("CHU", "CRW"),
        ("CHU", "HWA"),
        ("CHU", "KSG"),
        ("KNG", "KSG"),
    ];
    assert_eq!(pairs, expected.into_iter().collect());
}

#[test]
fn distances_on_the_map() {
    let land = land();
    for (from, to, distance) in [
        ("PYO", "SEO", 3),
        ("CRW", "PUS", 5),
        ("PYO", "PUS", 6),
        ("MUK", "PYO", 3),
        ("MUK", "SEO", 5),
        ("TUN", "HAM", 2),
        ("SEO", "SIN", 5),
        ("HAM", "SEO", 4),
        ("KWA", "SEO", 4),
        ("PUS", "SIN", 8),
    ] {
        assert_eq!(steps(&land, from, to), distance, "by land {from}-{to}");
    }
    let allied = air(&["MUK", "TUN", "YEN", "VLA"]);
    for (from, to, distance) in [
        ("JAP", "PUS", 3),
        ("JAP", "TAE", 4),
        ("JAP", "WON", 3),
        ("JAP", "HAM", 3),
        ("JAP", "CHO", 3),
        ("JAP", "PYO", 4),
        ("JAP", "SEO", 5),
        ("JAP", "INC", 5),
        ("JAP", "SIN", 6),
        ("TAE", "PYO", 6),
        ("PUS", "PYO", 6),
    ] {
        assert_eq!(steps(&allied, from, to), distance, "by air {from}-{to}");
    }
    assert_eq!(steps(&air(&["JAP", "VLA"]), "MUK", "SEO"), 5);
    let sea = sea();
    for (from, to, distance) in [
        ("Z7", "Z6", 1),
        ("Z7", "Z10", 2),
        ("Z7", "Z9", 2),
        ("Z7", "Z8", 2),
        ("Z7", "Z11", 2),
        ("Z7", "Z3", 3),
        ("Z7", "Z1", 5),
        ("Z10", "Z9", 1),
    ] {
        assert_eq!(steps(&sea, from, to), distance, "by sea {from}-{to}");
    }
}

fn pool(name: &str) -> Vec<Table> {
    rows(chart("forces")[name].as_table().expect("a pool"), "kind")
}

fn values(name: &str) -> BTreeMap<String, [i64; 4]> {
    pool(name)
        .iter()
        .map(|k| {
            let line = [number(k, "cost"), number(k, "move"), number(k, "attack"), number(k, "defence")];
            (text(k, "name").to_owned(), line)
        })
        .collect()
}

/// The printed force pools, line by line: cost, move, attack, defence.
#[test]
fn force_pools_are_the_books() {
    let expected = [
        ("Infantry", [3, 1, 1, 2]),
        ("Chinese Infantry", [2, 1, 1, 2]),
        ("Mechanized", [4, 2, 2, 2]),
        ("Artillery", [5, 1, 3, 2]),
        ("Armor", [6, 1, 3, 3]),
        ("Anti-Aircraft", [5, 1, 1, 1]),
        ("Fighter", [10, 8, 3, 3]),
        ("Chopper", [5, 4, 1, 1]),
        ("Bomber", [15, 12, 4, 2]),
        ("Battleship", [20, 2, 4, 4]),
        ("Carrier", [16, 2, 1, 3]),
        ("Destroyer", [9, 2, 2, 2]),
        ("Transport", [8, 2, 0, 1]),
        ("Submarine", [8, 2, 2, 2]),
        ("Supply Token", [1, 0, 0, 0]),
        ("Factory", [15, 0, 0, 0]),
    ];
    let d6: BTreeMap<_, _> = expected.iter().map(|(name, line)| ((*name).to_owned(), *line)).collect();
    assert_eq!(values("d6"), d6);
    let expected = [
        ("Infantry", [3, 1, 2, 4]),
        ("Chinese Infantry", [2, 1, 2, 3]),
        ("US Infantry", [3, 1, 3, 4]),
        ("Tank Destroyer", [9, 1, 6, 5]),
        ("Mechanized", [4, 2, 3, 4]),
        ("Artillery", [5, 1, 6, 4]),
        ("Armor", [6, 1, 6, 6]),
        ("Anti-Aircraft", [5, 1, 2, 2]),
        ("Fighter", [10, 8, 6, 6]),
        ("Chopper", [5, 4, 2, 2]),
        ("Bomber", [15, 12, 8, 5]),
        ("Battleship", [20, 2, 8, 8]),
        ("Carrier", [16, 2, 3, 5]),
        ("Destroyer", [9, 2, 4, 4]),
        ("Transport", [8, 2, 0, 2]),
        ("Submarine", [8, 2, 5, 3]),
        ("Supply Token", [1, 0, 0, 0]),
        ("Factory", [15, 0, 0, 0]),
    ];
    let d12: BTreeMap<_, _> = expected.iter().map(|(name, line)| ((*name).to_owned(), *line)).collect();
    assert_eq!(values("d12"), d12);
}

/// A bomber takes two items, a chopper one, of infantry and tokens in any mix.
#[test]
fn what_aircraft_carry() {
    let forces = chart("forces");
    for (kind, items) in [("bomber", 2), ("chopper", 1)] {
        let loads = rows(forces["loads"].as_table().expect("loads"), kind);
        assert!(
            loads
                .iter()
                .all(|l| number(l, "infantry") + number(l, "token") == items && number(l, "heavy") == 0)
        );
    }
}

/// Special numbers of the pools: dogfight, bombardment, anti-aircraft and sniping.
#[test]
fn special_numbers() {
    let special = |p: &str, kind: &str, key: &str| {
        let row = pool(p).into_iter().find(|k| text(k, "kind") == kind).expect("the kind");
        number(&row, key)
    };
    for (kind, key, d6, d12) in [
        ("fighter", "dogfight", 2, 2),
        ("bomber", "dogfight", 1, 1),
        ("chopper", "dogfight", 1, 2),
        ("battleship", "bombard", 2, 4),
        ("destroyer", "bombard", 1, 2),
        ("anti-aircraft", "aa", 1, 1),
        ("anti-aircraft", "aa_bomber", 1, 2),
        ("artillery", "snipe", 2, 4),
        ("armor", "snipe", 2, 4),
        ("carrier", "lift", 2, 2),
    ] {
        assert_eq!(special("d6", kind, key), d6, "{kind} {key}");
        assert_eq!(special("d12", kind, key), d12, "{kind} {key} on twelve");
    }
}

#[test]
fn the_set_up_adds_up() {
    let setup = chart("setup");
    let mut count: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    let areas: BTreeSet<_> = air(&[]).into_keys().chain(["TR1", "TR2", "TR3"].map(str::to_owned)).collect();
    for piece in rows(&setup, "piece") {
        assert!(ids.insert(text(&piece, "id").to_owned()), "two pieces {}", text(&piece, "id"));
        assert!(areas.contains(text(&piece, "at")), "no place {}", text(&piece, "at"));
        *count.entry((text(&piece, "nation").to_owned(), text(&piece, "kind").to_owned())).or_default() += 1;
    }
    for (nation, kind, n) in [
        ("NK", "infantry", 16),
        ("NK", "mechanized", 1),
        ("NK", "artillery", 3),
        ("NK", "armor", 2),
        ("NK", "anti-aircraft", 1),
        ("NK", "fighter", 2),
        ("NK", "transport", 1),
        ("CH", "infantry", 6),
        ("ROK", "infantry", 11),
        ("ROK", "artillery", 1),
        ("ROK", "destroyer", 1),
        ("US", "infantry", 7),
        ("US", "transport", 11),
        ("US", "fighter", 5),
        ("UN", "transport", 3),
    ] {
        assert_eq!(count[&(nation.to_owned(), kind.to_owned())], n, "{nation} {kind}");
    }
    let tokens = |places: &[&str]| -> i64 {
        rows(&setup, "token")
            .iter()
            .filter(|t| places.contains(&text(t, "at")))
            .map(|t| number(t, "count"))
            .sum()
    };
    assert_eq!(tokens(&["HAE", "SAR", "CRW", "HWA", "KSG", "PYO", "CHO"]), 15);
    assert_eq!(tokens(&["JAP"]), 8);
}

/// SU-1: the units of the Changyon line stand in Chongjin and Changyon is empty.
// [proves: war SU-1]
#[test]
fn changyon_starts_empty() {
    let at = |place: &str| rows(&chart("setup"), "piece").iter().filter(|p| text(p, "at") == place).count();
    assert_eq!(at("CHY"), 0);
    assert_eq!(at("CHO"), 2);
}

#[test]
fn thirty_eight_months() {
    let timeline = chart("timeline");
    let turns = rows(&timeline, "turn");
    assert_eq!(number(&timeline, "turns"), 38);
    assert_eq!(turns.len(), 38);
    assert_eq!(text(&turns[0], "month"), "Jun 1950");
    assert_eq!(text(&turns[4], "month"), "Oct 1950");
    assert_eq!(text(&turns[7], "month"), "Jan 1951");
    assert_eq!(text(&turns[37], "month"), "Jul 1953");
    for (n, turn) in turns.iter().enumerate() {
        assert_eq!(number(turn, "turn"), n as i64 + 1);
    }
}

/// Every row is marked `book` or `ours`, by itself or by its file, and exceptions name columns or items of the row.
#[test]
fn every_value_says_where_it_comes_from() {
    for file in [
        "areas",
        "track",
        "nations",
        "forces",
        "setup",
        "timeline",
        "economy",
        "combat",
        "prisoners",
        "china",
        "atomic",
        "soviet",
        "options",
    ] {
        let table = chart(file);
        let default = table.get("source").and_then(Value::as_str);
        for rows in table.values().filter_map(Value::as_array) {
            for row in rows.iter().filter_map(Value::as_table) {
                let source = row.get("source").and_then(Value::as_str).or(default);
                assert!(matches!(source, Some("book" | "ours")), "{file}: {row}");
            }
        }
    }
}

/// The hidden infantry may be written in the ten areas marked for it, and the default split is a legal one.
#[test]
fn hidden_infantry_areas() {
    let china = chart("china");
    let hidden = china["hidden"].as_table().expect("hidden");
    let map = map();
    let marked: BTreeSet<_> =
        map.areas().iter().filter(|a| a.has("hidden")).map(|a| a.code.as_str()).collect();
    assert_eq!(
        marked,
        BTreeSet::from(["SIN", "ANJ", "TOK", "HUI", "KAN", "CHA", "HYE", "HAM", "SON", "CHO"])
    );
    let split = rows(hidden, "default");
    assert_eq!(split.iter().map(|s| number(s, "count")).sum::<i64>(), 18);
    assert!(split.len() <= 3 && split.iter().all(|s| marked.contains(text(s, "area"))));
    assert_eq!(list(hidden, "names").len(), 18);
}

/// Why the game does not load with a file changed.
fn fault(file: &str, from: &str, to: &str) -> String {
    let mut files = files();
    let old = files.get(file).expect("a file").to_owned();
    assert!(old.contains(from), "{file} has no \"{from}\"");
    files.replace(file, old.replacen(from, to, 1)).expect("a data file");
    match War625::new(&files) {
        Ok(_) => panic!("{file} loads with {to}"),
        Err(e) => e.to_string(),
    }
}

/// A key that nothing reads is refused in every file of the rules, with file, line and key.
#[test]
fn unknown_keys_are_refused() {
    // What is for people to read (briefings, pictures, the guided game) and the puzzles are checked where they are read.
    let for_people = |f: &str| {
        ["brief", "picture", "guide"].iter().any(|head| f.starts_with(head)) || f.ends_with("puzzles.toml")
    };
    for file in files().names().filter(|f| f.ends_with(".toml") && !for_people(f)) {
        let old = files().get(file).expect("a file").to_owned();
        let first =
            old.lines().find(|l| l.starts_with("source =") || l.starts_with("scenario =")).expect("a key");
        let why = fault(file, first, &format!("{first_key} = 1\n{first}", first_key = "surplus"));
        assert!(why.starts_with(file) && why.contains("surplus") && why.contains("line"), "{why}");
    }
    let row = fault("forces.toml", "cost = 3,", "cost = 3, colour = 1,");
    assert!(row.contains("colour") && row.contains("line"), "{row}");
}

/// Nothing is clamped: a value out of range is an error that names its field.
#[test]
fn values_out_of_range_are_refused() {
    for (file, from, to, field) in [
        ("forces.toml", "move = 8,", "move = 13,", "d6.kind[6].move"),
        ("forces.toml", "attack = 3, defence = 3,", "attack = 7, defence = 3,", "d6.kind[4].attack"),
        ("forces.toml", "attack = 3, defence = 3,", "attack = 200, defence = 3,", "attack"),
        ("forces.toml", "heavy = 1 }", "heavy = 2 }", "loads.transport[2].heavy"),
        ("forces.toml", "infantry = 2, token = 0", "infantry = 2, token = 1", "loads"),
        ("forces.toml", "mechanized = 2\n", "mechanized = 3\n", "carry.mechanized"),
        ("forces.toml", "sides = 6", "sides = 60", "d6.sides"),
        ("prisoners.toml", "to = 6", "to = 7", "result[2].to"),
        ("prisoners.toml", "from = 4", "from = 5", "the face 4"),
        ("china.toml", "most_areas = 3", "most_areas = 11", "hidden.most_areas"),
        ("china.toml", "count = 8 }", "count = 9 }", "hidden.default"),
        ("economy.toml", "neutral_share = 3", "neutral_share = 0", "neutral_share"),
        ("economy.toml", "captured_denominator = 2", "captured_denominator = 0", "captured_denominator"),
        ("track.toml", "base_zones = [\"Z7\"", "base_zones = [\"PUS\"", "arrival.base_zones"),
        ("areas.toml", "SEO = \"", "XXX = \"", "note"),
        ("setup.toml", "kind = \"armor\", at = \"CRW\"", "kind = \"armor\", at = \"Z1\"", "piece["),
        ("timeline.toml", "turn = 3 ,", "turn = 4 ,", "turn[2].turn"),
        ("maps/korea.map", "ipc=2 owner=nk", "ipc=200 owner=nk", "SIN"),
        ("maps/korea.map", "owner=nk", "owner=gb", "SIN"),
    ] {
        let why = fault(file, from, to);
        assert!(why.starts_with(file) && why.contains(field), "{file} {to}: {why}");
    }
}
