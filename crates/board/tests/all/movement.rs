//! Movement range, cheapest paths, zones, stacking and supply on small maps told by hand.

use board::{Direction, HexId, HexMap, HexSet, Leg, MoveRules, Passage, Scratch, Side, Tracer, Zones};

const TEXT: &str = r#"
map 1
id hand
hexes flat
number CCRR
columns 01..07 right
rows 01..05 down
shift even
legend . clear
legend ^ mountain
legend ~ sea
terrain rows
  01 ...^...
  02 ...^...
  03 .......
  04 ...^...
  05 ~~~^...
river 0403/0303 0403/0304
road 0103-0202-0303-0403-0503
"#;

/// Half points: clear 2, mountain 6, river 4 more, road 1 whatever lies there.
struct Walk<'a> {
    map: &'a HexMap,
    zone: HexSet,
    full: HexSet,
    zone_to_zone: Option<u16>,
    stop_in_zone: bool,
}

impl MoveRules for Walk<'_> {
    fn cost(&self, from: HexId, direction: Direction, to: HexId) -> Option<u16> {
        let side = self.map.side(from, direction);
        if side.any(Side::ROAD) {
            return Some(1);
        }
        let ground = match self.map.terrain_name(to) {
            "clear" => 2,
            "mountain" => 6,
            _ => return None,
        };
        Some(if side.any(Side::RIVER) { ground + 4 } else { ground })
    }

    fn zone(&self, from: HexId, to: HexId) -> Option<u16> {
        if self.zone.contains(from) && self.zone.contains(to) { self.zone_to_zone } else { Some(0) }
    }

    fn must_stop(&self, hex: HexId) -> bool {
        self.stop_in_zone && self.zone.contains(hex)
    }

    fn may_end(&self, hex: HexId) -> bool {
        !self.full.contains(hex)
    }
}

fn map() -> HexMap {
    HexMap::parse("hand.map", TEXT).unwrap()
}

fn walk(map: &HexMap) -> Walk<'_> {
    Walk { map, zone: HexSet::default(), full: HexSet::default(), zone_to_zone: Some(0), stop_in_zone: false }
}

fn set(map: &HexMap, hexes: &str) -> HexSet {
    hexes.split_whitespace().map(|hex| map.hex(hex).unwrap()).collect()
}

fn cost(map: &HexMap, rules: &Walk<'_>, from: &str, to: &str, budget: u16) -> Option<u16> {
    let mut scratch = Scratch::new(map.len());
    scratch.range(map.grid(), map.hex(from).unwrap(), budget, rules).cost(map.hex(to).unwrap())
}

fn path(map: &HexMap, rules: &Walk<'_>, from: &str, to: &str, budget: u16) -> String {
    let mut scratch = Scratch::default();
    let mut path = Vec::new();
    let (from, to) = (map.hex(from).unwrap(), map.hex(to).unwrap());
    scratch.path(map.grid(), from, to, budget, rules, &mut path);
    path.iter().map(|hex| map.label(*hex).to_string()).collect::<Vec<_>>().join("-")
}

#[test]
fn roads_carry_over_rivers_and_ground_does_not() {
    let map = map();
    let rules = walk(&map);
    assert_eq!(cost(&map, &rules, "0103", "0503", 4), Some(4));
    assert_eq!(path(&map, &rules, "0103", "0503", 4), "0103-0202-0303-0403-0503");
    assert_eq!(cost(&map, &rules, "0103", "0503", 3), None, "one point short");
    assert_eq!(cost(&map, &rules, "0304", "0403", 8), Some(3), "by the road rather than over the river");
    assert_eq!(cost(&map, &rules, "0104", "0105", 99), None, "sea");
}

#[test]
fn a_zone_can_stop_the_move_cost_points_or_bar_the_way() {
    let map = map();
    let mut rules = walk(&map);
    rules.zone = set(&map, "0303 0403");
    assert_eq!(cost(&map, &rules, "0202", "0403", 9), Some(2));
    rules.zone_to_zone = Some(4);
    assert_eq!(cost(&map, &rules, "0202", "0403", 9), Some(6));
    rules.zone_to_zone = None;
    assert_eq!(
        cost(&map, &rules, "0202", "0403", 9),
        Some(9),
        "out of the zone to 0304 and back over the river"
    );
    rules.stop_in_zone = true;
    assert_eq!(cost(&map, &rules, "0202", "0303", 9), Some(1));
    assert_eq!(cost(&map, &rules, "0202", "0503", 9), None, "0403 stops it");
    assert_eq!(cost(&map, &rules, "0403", "0503", 9), Some(1), "the hex it starts in does not");
}

#[test]
fn a_full_hex_can_be_passed_but_not_held() {
    let map = map();
    let mut rules = walk(&map);
    rules.full = set(&map, "0303");
    let mut scratch = Scratch::new(map.len());
    let reach = scratch.range(map.grid(), map.hex("0202").unwrap(), 2, &rules);
    let full = map.hex("0303").unwrap();
    assert!(reach.hexes().any(|(hex, _)| hex == full));
    assert!(!reach.destinations().any(|(hex, _)| hex == full));
    assert_eq!(reach.cost(map.hex("0403").unwrap()), Some(2));
    assert!(!reach.may_end(full) && reach.may_end(map.hex("0403").unwrap()));
    let costs: Vec<u16> = reach.hexes().map(|(_, cost)| cost).collect();
    assert!(costs.is_sorted(), "cheapest first");
}

#[test]
fn several_starts_share_one_range() {
    let map = map();
    let rules = walk(&map);
    let starts =
        [(map.hex("0103").unwrap(), 0), (map.hex("0703").unwrap(), 3), (map.hex("0101").unwrap(), 9)];
    let mut scratch = Scratch::default();
    let reach = scratch.range_from(map.grid(), &starts, 5, &rules);
    assert_eq!(reach.cost(map.hex("0603").unwrap()), Some(5));
    assert_eq!(reach.cost(map.hex("0503").unwrap()), Some(4));
    assert_eq!(reach.cost(map.hex("0101").unwrap()), Some(4), "not by the start that had spent too much");
}

#[test]
fn of_equal_paths_the_lowest_last_direction_wins() {
    let map = map();
    let rules = walk(&map);
    assert_eq!(path(&map, &rules, "0701", "0703", 9), "0701-0702-0703", "the only short way");
    // By 0602 the last step runs south (direction 3), by 0503 it runs south-east (direction 2).
    assert_eq!(path(&map, &rules, "0502", "0603", 9), "0502-0503-0603");
}

fn open(_: HexId, _: Direction, _: HexId) -> Passage {
    Passage::Open
}

#[test]
fn a_road_bound_line_runs_any_length_and_leaves_the_road_for_so_many_hexes() {
    let map = map();
    let (sources, mut reached) = (set(&map, "0103"), HexSet::default());
    let mut tracer = Tracer::new(map.len());
    tracer.trace(&map, &sources, &[Leg::along(Side::ROAD)], open, &mut reached);
    assert_eq!(reached, with_room(&map, "0103 0202 0303 0403 0503"));
    tracer.trace(&map, &sources, &[Leg::along(Side::ROAD), Leg::within(1)], open, &mut reached);
    assert!(reached.contains(map.hex("0603").unwrap()) && !reached.contains(map.hex("0703").unwrap()));
    // An enemy on the road cuts it; the units beyond have to reach the near part.
    let enemy = map.hex("0403").unwrap();
    let cut = |_: HexId, _: Direction, to: HexId| if to == enemy { Passage::Closed } else { Passage::Open };
    tracer.trace(&map, &sources, &[Leg::along(Side::ROAD), Leg::within(1)], cut, &mut reached);
    assert!(reached.contains(map.hex("0402").unwrap()), "a step from 0303 where the road is cut");
    assert!(!reached.contains(map.hex("0503").unwrap()));
}

fn with_room(map: &HexMap, hexes: &str) -> HexSet {
    let mut room = HexSet::new(map.len());
    room.union_with(&set(map, hexes));
    room
}

#[test]
fn a_line_may_end_in_an_enemy_zone_but_not_run_through() {
    let map = map();
    let zone = set(&map, "0401 0402 0403 0404 0405");
    let passage = |_: HexId, _: Direction, to: HexId| match (map.terrain_name(to), zone.contains(to)) {
        ("sea", _) => Passage::Closed,
        (_, true) => Passage::Ends,
        _ => Passage::Open,
    };
    let mut tracer = Tracer::default();
    let flood = tracer.flood(map.grid(), &set(&map, "0103"), None, passage);
    let (near, far) = (map.hex("0403").unwrap(), map.hex("0503").unwrap());
    assert_eq!(flood.distance(near), Some(3));
    assert!(flood.ends(near) && !flood.contains(far));
    let mut line = Vec::new();
    assert!(flood.line(near, &mut line));
    assert_eq!(line.len(), 4);
    assert_eq!(line[0], map.hex("0103").unwrap());
    assert!(!flood.line(far, &mut line) && line.is_empty());
    let mut reached = HexSet::default();
    tracer.trace(&map, &set(&map, "0103"), &[Leg::ANY, Leg::within(3)], passage, &mut reached);
    assert!(
        reached.contains(near) && !reached.contains(far),
        "the next leg does not begin where a line ends"
    );
}

#[test]
fn a_limited_spread_stops_after_so_many_hexes() {
    let map = map();
    let open: HexSet = map.grid().hexes().filter(|hex| map.terrain_name(*hex) == "clear").collect();
    let (mut tracer, mut reached) = (Tracer::default(), HexSet::default());
    tracer.spread(map.grid(), &set(&map, "0101"), &open, Some(2), &mut reached);
    let expected: HexSet =
        map.grid().within(map.hex("0101").unwrap(), 2).filter(|hex| open.contains(*hex)).collect();
    assert_eq!(reached.iter().collect::<Vec<_>>(), expected.iter().collect::<Vec<_>>());
    tracer.spread(map.grid(), &set(&map, "0105 0402"), &open, None, &mut reached);
    assert!(reached.is_empty(), "sources that are not open count for nothing");
}

#[test]
fn zones_of_two_pieces_overlap_and_go_with_them() {
    let map = map();
    let (grid, hex) = (map.grid(), |printed| map.hex(printed).unwrap());
    let everywhere = |_: Direction, _: HexId| true;
    let not_to_sea = |_: Direction, to: HexId| map.terrain_name(to) != "sea";
    let mut zones = Zones::new(map.len());
    zones.add(grid, hex("0303"), everywhere);
    zones.add(grid, hex("0104"), not_to_sea);
    assert_eq!(zones.count(hex("0203")), 2);
    assert!(zones.covers(hex("0403")) && !zones.covers(hex("0303")), "a zone does not cover its own hex");
    assert!(!zones.covers(hex("0105")), "it ends at the shore");
    zones.remove(grid, hex("0303"), everywhere);
    assert!(zones.covers(hex("0203")) && !zones.covers(hex("0403")));
    zones.remove(grid, hex("0104"), not_to_sea);
    assert_eq!(zones, Zones::new(map.len()));
}
