//! Every kind of fact holds on a map that is right, and names the place once that place is spoilt.

use super::*;

const HEXES: &str = "map 1\nid here\ntitle Here\nhexes flat\nnumber CCRR\ncolumns 01..05 right\nrows 01..04 down\nshift even\n\
legend . clear\nlegend ~ sea\nlegend Y city\nterrain rows\n  01 ....~\n  02 .Y..~\n  03 ....~\n  04 ....~\n\
place 0202 city Masan\nplace 0303 town Haman\ntag port 0402\n\
river \"Nam\" 0102/0103 0103/0202 0202/0203 0202/0303 0302/0303 0303/0402 0402/0403\n\
bridge 0202/0203\nroad \"Coast road\" 0202-0203-0303\n";

const AREAS: &str = "map 1\nid there\ntitle There\nareas\narea SEO \"Seoul\" ipc=4 owner=rok capital\n\
area INC \"Inchon\" ipc=2 owner=rok\narea CRW \"Chorwon\" ipc=1 owner=nk\nzone Z3 \"Kyonggi Bay\"\n\
border SEO INC land\nborder SEO CRW land parallel\nborder INC Z3 coast\n";

/// A fact, a piece of the map or of the fact itself, and what spoils it. Where a hex lies does not change with the map: there the fact is spoilt.
const CASES: [(&str, &str, &str); 25] = [
    ("terrain 0202 city", "02 .Y..~", "02 ....~"),
    ("land 0402", "02 .Y..~", "02 .Y.~~"),
    ("sea 0501", "01 ....~", "01 ....."),
    ("coast 0401", "01 ....~\n  02 .Y..~", "01 .....\n  02 .Y..."),
    ("edge 0101", "edge 0101", "edge 0202"),
    ("tag 0402 port", "tag port 0402", "tag port 0401"),
    ("place 0202 Masan", "place 0202 city Masan", "place 0302 city Masan"),
    ("near 0202 42.2 124.6 2", "42.2 124.6", "37.5 127.0"),
    ("on 0203 road", "0202-0203-0303", "0202-0302-0303"),
    ("side 0202 0203 bridge", "bridge 0202/0203", "bridge 0302/0303"),
    ("no-side 0302 0303 bridge", "bridge 0202/0203", "bridge 0302/0303"),
    ("distance 0101 0303 3", "0303 3", "0303 2"),
    ("joined 0202 0303 road", "0202-0203-0303", "0202-0203"),
    (
        "bank 0202 left Nam",
        "0102/0103 0103/0202 0202/0203 0202/0303 0302/0303 0303/0402 0402/0403",
        "0101/0102 0102/0201 0201/0202 0201/0302 0301/0302 0302/0401 0401/0402",
    ),
    ("crossings 0202 0303 road 1", "0103/0202 0202/0203", "0103/0202"),
    ("river-reaches-sea sea Nam", " 0402/0403", ""),
    ("link-on-land road", "0202-0203-0303", "0202-0203-0303-0402-0502"),
    ("no-way-round 0202 0203 9", "0103/0202 0202/0203", "0103/0202"),
    ("larger 0501 0202", "02 .Y..~", "02 .Y..."),
    ("share city 4 8", "02 .Y..~", "02 ....~"),
    ("area SEO capital", " capital", ""),
    ("border SEO CRW parallel", " parallel", ""),
    ("no-border INC CRW", "coast\n", "coast\nborder INC CRW land\n"),
    ("steps land INC CRW 2", "coast\n", "coast\nborder INC CRW land\n"),
    ("total ipc owner=rok 6", "ipc=2", "ipc=3"),
];

fn map(text: &str) -> Map {
    Map::parse("test.map", text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The facts that fail, as the check names them.
fn broken(text: &str, fact: &str) -> Vec<String> {
    facts(&map(text), "fire_and_ice", fact).into_iter().filter(|f| !f.holds).map(|f| f.fact).collect()
}

#[test]
fn every_kind_of_fact_finds_its_spoilt_place() {
    for (kind, _) in Fact::KINDS {
        assert!(CASES.iter().any(|(fact, _, _)| fact.split(' ').next() == Some(kind)), "no case of {kind}");
    }
    for (fact, right, wrong) in CASES {
        let text = if AREAS.contains(right) { AREAS } else { HEXES };
        assert!(text.contains(right) || fact.contains(right), "{fact}: `{right}` stands nowhere");
        assert_eq!(broken(text, fact), [""; 0], "{fact} holds");
        let spoilt = (text.replacen(right, wrong, 1), fact.replacen(right, wrong, 1));
        let (there, said) = if text.contains(right) { (spoilt.0.as_str(), fact) } else { (text, &*spoilt.1) };
        assert_eq!(broken(there, said), [said.to_owned()], "{fact} with {wrong}");
    }
}

#[test]
fn what_is_unsound_on_any_map_is_named() {
    let unsound = |text: &str| -> Vec<String> {
        let Map::Hex(map) = map(text) else { panic!("a hex map") };
        sound(&map, &[]).into_iter().map(|f| f.fact).collect()
    };
    assert_eq!(unsound(HEXES), [""; 0]);
    for (right, wrong, named) in [
        ("bridge 0202/0203", "bridge 0302/0303", "bridge 0302/0303 joins a road over a river"),
        ("0202-0203-0303", "0202-0203-0303-0402-0502", "Coast road 0502 stays on land"),
        (" 0302/0303", "", "Nam runs from its source to water, another river or the edge"),
        ("place 0303 town", "place 0404 town", "0404 Haman is on the road net"),
        ("tag port 0402", "tag port 0502", "port 0502 can be entered"),
    ] {
        let found = unsound(&HEXES.replacen(right, wrong, 1));
        assert!(found.iter().any(|f| f == named), "{wrong}: {found:?}");
    }
}
