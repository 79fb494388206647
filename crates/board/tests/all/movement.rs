//! Movement range, cheapest paths, zones, stacking and supply on small maps told by hand.

use board::{Direction, HexId, HexMap, HexSet, MoveRules, Scratch, Side, Wave, Zones};
use engine::flat::Bits;

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

/// The hexes of a set of printed numbers, as flat bits.
fn bits(map: &HexMap, hexes: &str) -> Bits<1> {
    let mut bits = Bits::default();
    set(map, hexes).iter().for_each(|hex| bits.set(hex.index(), true));
    bits
}

/// The directions in which a hex has a road.
fn roads(map: &HexMap, hex: HexId) -> u8 {
    let along = Direction::ALL.into_iter().filter(|d| map.side(hex, *d).any(Side::ROAD));
    along.fold(0, |ways, d| ways | 1 << d.index())
}

/// Any length along the road from 0103, then so many hexes over any open ground.
fn road_bound(map: &HexMap, open: &Bits<1>, steps: u16) -> Bits<1> {
    let (mut wave, mut free) = (Wave::default(), *open);
    let source = map.hex("0103").unwrap();
    wave.flood(map.grid(), [source].into_iter(), None, &mut free, |hex| roads(map, hex));
    let road = map.grid().hexes().filter(|hex| open.has(hex.index()) && !free.has(hex.index()));
    let mut rest = *open;
    wave.flood(map.grid(), road, Some(steps), &mut rest, |_| Wave::ALL);
    Bits([open.0[0] & !rest.0[0]])
}

#[test]
fn a_road_bound_line_runs_any_length_and_leaves_the_road_for_so_many_hexes() {
    let map = map();
    let mut open = Bits::<1>::default();
    map.grid().hexes().for_each(|hex| open.set(hex.index(), true));
    assert_eq!(road_bound(&map, &open, 0), bits(&map, "0103 0202 0303 0403 0503"));
    let near = road_bound(&map, &open, 1);
    let has = |found: &Bits<1>, printed| found.has(map.hex(printed).unwrap().index());
    assert!(has(&near, "0603") && !has(&near, "0703"));
    // An enemy on the road cuts it; the units beyond have to reach the near part.
    open.set(map.hex("0403").unwrap().index(), false);
    let cut = road_bound(&map, &open, 1);
    assert!(has(&cut, "0402"), "a step from 0303 where the road is cut");
    assert!(!has(&cut, "0503"));
}

#[test]
fn sources_that_are_not_open_count_for_nothing() {
    let map = map();
    let mut open = Bits::<1>::default();
    let clear = map.grid().hexes().filter(|hex| map.terrain_name(*hex) == "clear");
    clear.for_each(|hex| open.set(hex.index(), true));
    let closed = || set(&map, "0105 0402").iter().collect::<Vec<_>>().into_iter();
    let (mut wave, mut free) = (Wave::default(), open);
    wave.flood(map.grid(), closed(), None, &mut free, |_| Wave::ALL);
    assert_eq!(free, open);
    assert!(wave.spread(map.grid(), closed(), &open).is_empty());
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
