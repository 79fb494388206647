//! The map as the rules read it: what every step costs, how terrain supports and defends, where roads lead.

use crate::files::{Points, TerrainFile};
use crate::state::{COM, HEXES, HexBits, UN};
use board::{Direction, HexId, HexMap, Side};
use engine::DataError;
use std::sync::OnceLock;

/// How far a headquarters that is overrun goes back at least (9.1).
const DISPLACED: u32 = 3;

/// A step that nobody may take.
pub(crate) const PROHIBITED: u8 = Points::NO;

/// What a kind of terrain does (4.1, 8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terrain {
    pub(crate) cost: u8,
    pub(crate) defence: i16,
    pub(crate) tank: u8,
    pub(crate) artillery: u8,
}

/// The four ports with an invasion box, in the order of the boxes: Inch'on, Kunsan, Pusan, Kangnung.
pub(crate) const BOXES: [&str; 4] = ["2151", "2264", "4371", "4046"];

/// A compiled map. Costs are in half movement points.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) map: HexMap,
    /// The whole map, not that of scenario 16.
    pub(crate) full: bool,
    /// Cost of a step by hex and direction, with roads and without (after an atomic strike).
    steps: [Vec<[u8; 6]>; 2],
    /// The same the other way: what the neighbour pays to come here.
    backs: [Vec<[u8; 6]>; 2],
    /// Sets of hexes from which the same difference of ids leads to a neighbour.
    shifts: Vec<(i32, HexBits)>,
    /// Neighbours along road, rail or cities: where the list of a hex begins, and all lists.
    joints: Vec<u16>,
    joined: Vec<HexId>,
    /// Hexes that a side's pieces can never enter.
    closed: [HexBits; 2],
    /// Hexes of each row or a lower one, by row number.
    rows: Vec<HexBits>,
    /// River along the hexside; a road or rail across it, one bit a direction.
    pub(crate) river: Vec<u8>,
    pub(crate) bridge: Vec<u8>,
    /// Directions in which a line of communication follows road, rail or cities.
    pub(crate) links: Vec<u8>,
    /// Hexes from which a headquarters' line may begin: road, rail, city.
    pub(crate) served: HexBits,
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) land: HexBits,
    pub(crate) china: HexBits,
    pub(crate) north: HexBits,
    pub(crate) town: HexBits,
    pub(crate) city: HexBits,
    pub(crate) port: HexBits,
    /// Within reach of the fleet's guns: Yellow Sea, Sea of Japan; by the coast, and by all-sea hexes.
    pub(crate) guns: [[HexBits; 2]; 2],
    pub(crate) seoul: Vec<HexId>,
    pub(crate) pyongyang: Vec<HexId>,
    /// The ports of the invasion boxes.
    pub(crate) boxes: [HexId; 4],
    /// Communist sources.
    pub(crate) sources: Vec<HexId>,
    pub(crate) enemy_zone: u8,
    pub(crate) box_step: u8,
    pub(crate) defence_river: i16,
    pub(crate) defence_bridge: i16,
    pub(crate) defence_position: i16,
    pub(crate) defence_trenches: i16,
    labels: Vec<String>,
    /// What lies three hexes or more to the rear of a hex, by side: worked out when it is first asked for.
    behind: [Vec<OnceLock<Box<HexBits>>>; 2],
}

fn bits(set: impl IntoIterator<Item = HexId>) -> HexBits {
    let mut out = HexBits::default();
    set.into_iter().for_each(|h| out.set(h.index(), true));
    out
}

/// Adds those of a set that lie in `from`, moved by a difference of ids that is no multiple of 64.
#[inline]
fn shift_into(out: &mut HexBits, set: &HexBits, from: &HexBits, by: i32) {
    let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
    let last = out.0.len();
    let at = |i: usize| set.0[i] & from.0[i];
    if by > 0 {
        for i in words..last {
            let low = if i > words { at(i - words - 1) >> (64 - bits) } else { 0 };
            out.0[i] |= at(i - words) << bits | low;
        }
    } else {
        for i in 0..last - words {
            let high = if i + words + 1 < last { at(i + words + 1) << (64 - bits) } else { 0 };
            out.0[i] |= at(i + words) >> bits | high;
        }
    }
}

/// The row of a printed number.
fn row_of(label: &str) -> u16 {
    label.get(2..).and_then(|r| r.parse().ok()).unwrap_or(0)
}

impl Ground {
    /// Compiles the map; `full` is false for scenario 16, whose map begins with row 27.
    pub(crate) fn new(map: &HexMap, file: &TerrainFile, full: bool) -> Result<Self, DataError> {
        let grid = map.grid();
        if grid.len() != HEXES {
            return Err(DataError::new(
                "maps/korea.map",
                format!("the map has {} hexes, not {HEXES}", grid.len()),
            ));
        }
        let classes = classes(map, file)?;
        let labels: Vec<String> = grid.hexes().map(|h| map.label(h).to_string()).collect();
        let there = |h: HexId| full || row_of(&labels[h.index()]) >= 27;
        let class = |h: HexId| classes[map.terrain(h).index()];
        let land = bits(grid.hexes().filter(|&h| class(h).cost != PROHIBITED && there(h)));
        let named = |h: HexId, name: &str| map.terrain_name(h) == name && there(h);
        let tagged =
            |name: &str, value: &str| bits(map.tagged(name, Some(value)).iter().filter(|&h| there(h)));
        let hex = |label: &str| {
            map.hex(label).ok_or_else(|| DataError::new("maps/korea.map", format!("there is no hex {label}")))
        };
        let mut boxes = [HexId::NONE; 4];
        for (at, label) in boxes.iter_mut().zip(BOXES) {
            *at = hex(label)?;
        }
        let sea = bits(grid.hexes().filter(|&h| map.terrain_name(h) == "sea"));
        let mut ground = Self {
            steps: [Vec::new(), Vec::new()],
            backs: [Vec::new(), Vec::new()],
            shifts: Vec::new(),
            full,
            joints: vec![0],
            joined: Vec::new(),
            closed: [HexBits::default(); 2],
            rows: vec![HexBits::default(); 79],
            river: Vec::new(),
            bridge: Vec::new(),
            links: Vec::new(),
            served: HexBits::default(),
            terrain: grid.hexes().map(class).collect(),
            china: tagged("nation", "china"),
            north: tagged("nation", "north"),
            town: bits(grid.hexes().filter(|&h| named(h, "town"))),
            city: bits(grid.hexes().filter(|&h| named(h, "city"))),
            port: bits(map.tagged("port", None).iter().filter(|&h| there(h))),
            guns: [[HexBits::default(); 2]; 2],
            seoul: map.tagged("city", Some("seoul")).iter().collect(),
            pyongyang: map.tagged("city", Some("pyongyang")).iter().collect(),
            boxes,
            sources: map
                .tagged(if full { "supply-source" } else { "supply-source-16" }, Some("com"))
                .iter()
                .collect(),
            enemy_zone: file.enemy_zone.cost.0,
            box_step: file.boxes.cost.0,
            defence_river: file.defence.river.value.0,
            defence_bridge: file.defence.bridged_river.value.0,
            defence_position: file.defence.position.value.0,
            defence_trenches: file.defence.trenches.value.0,
            land,
            labels,
            behind: std::array::from_fn(|_| vec![OnceLock::new(); HEXES]),
            map: map.clone(),
        };
        for h in grid.hexes() {
            ground.add(file, h);
        }
        ground.index();
        for (sea_box, name) in ["yellow-sea", "sea-of-japan"].into_iter().enumerate() {
            let coast: Vec<HexId> = map.tagged("coast", Some(name)).iter().collect();
            ground.guns[sea_box][0] = ground.within(&bits(coast.iter().copied()), 2);
            let shore = |h: HexId| sea.has(h.index()) && coast.iter().any(|&c| grid.distance(c, h) <= 1);
            ground.guns[sea_box][1] = ground.within(&bits(grid.hexes().filter(|&h| shore(h))), 2);
        }
        Ok(ground)
    }

    fn add(&mut self, file: &TerrainFile, hex: HexId) {
        let grid = self.map.grid();
        let near = *grid.neighbours(hex);
        let sides = *self.map.sides(hex);
        let mut row = [PROHIBITED; 6];
        let mut plain = row;
        let (mut river, mut bridge, mut links) = (0, 0, 0);
        for d in 0..6 {
            let to = near[d];
            if !to.is_some() || !self.land.has(to.index()) || !self.land.has(hex.index()) {
                continue;
            }
            let side = sides[d];
            let wet = side.any(Side::RIVER) || side.any(Side::MAJOR_RIVER);
            let (road, rail) = (side.any(Side::ROAD.with(Side::MAIN_ROAD)), side.any(Side::RAIL));
            let ground = self.terrain[to.index()].cost;
            plain[d] = ground + if wet { file.river.cost.0 } else { 0 };
            row[d] = if road {
                file.road.cost.0
            } else if rail {
                file.rail.cost.0
            } else {
                plain[d]
            };
            river |= u8::from(wet) << d;
            bridge |= u8::from(wet && (road || rail)) << d;
            let cities = self.city.has(hex.index()) && self.city.has(to.index());
            links |= u8::from(road || rail || cities) << d;
        }
        self.steps[0].push(row);
        self.steps[1].push(plain);
        self.river.push(river);
        self.bridge.push(bridge);
        self.links.push(links);
        self.served.set(hex.index(), links != 0 || self.city.has(hex.index()));
    }

    /// Works out what follows from hexes and steps for all searches alike.
    fn index(&mut self) {
        for hex in self.map.grid().hexes() {
            let near = *self.near(hex);
            for kind in 0..2 {
                let back = std::array::from_fn(|d| match near[d].is_some() {
                    true => self.steps[kind][near[d].index()][Direction::new(d).opposite().index()],
                    false => PROHIBITED,
                });
                self.backs[kind].push(back);
            }
            for (d, to) in near.into_iter().enumerate().filter(|(_, to)| to.is_some()) {
                let by = i32::from(to.0) - i32::from(hex.0);
                let at = self.shifts.iter().position(|s| s.0 == by).unwrap_or_else(|| {
                    self.shifts.push((by, HexBits::default()));
                    self.shifts.len() - 1
                });
                self.shifts[at].1.set(hex.index(), true);
                if self.links[hex.index()] >> d & 1 == 1 {
                    self.joined.push(to);
                }
            }
            self.joints.push(self.joined.len() as u16);
            for side in [UN, COM] {
                let open = self.land.has(hex.index()) && (side == COM || !self.china.has(hex.index()));
                self.closed[usize::from(side)].set(hex.index(), !open);
            }
            for row in self.row(hex) as usize..self.rows.len() {
                self.rows[row].set(hex.index(), true);
            }
        }
    }

    /// What a step costs; `plain` where an atomic strike took roads and bridges away.
    #[inline]
    pub(crate) fn step(&self, from: HexId, direction: Direction, plain: bool) -> u8 {
        self.steps[usize::from(plain)][from.index()][direction.index()]
    }
    /// Costs of all steps out of each hex, or with `back` into it; with roads, and after an atomic strike.
    #[inline]
    pub(crate) fn steps(&self, back: bool) -> [&[[u8; 6]]; 2] {
        let tables = if back { &self.backs } else { &self.steps };
        [&tables[0], &tables[1]]
    }
    /// The hexes next to a hex along road, rail or cities.
    #[inline]
    pub(crate) fn joined(&self, hex: HexId) -> &[HexId] {
        let (from, to) = (self.joints[hex.index()], self.joints[hex.index() + 1]);
        &self.joined[usize::from(from)..usize::from(to)]
    }
    /// A set with all neighbours of its hexes: 64 hexes at a time.
    pub(crate) fn grown(&self, set: &HexBits) -> HexBits {
        let mut out = *set;
        for (by, from) in &self.shifts {
            shift_into(&mut out, set, from, *by);
        }
        out
    }
    /// Hexes that a side's pieces can never enter.
    #[inline]
    pub(crate) fn closed(&self, side: u8) -> &HexBits {
        &self.closed[usize::from(side)]
    }
    /// The hexes in front of a row, seen from a side: lower rows for the United Nations, higher ones for the Communist side.
    pub(crate) fn in_front(&self, side: u8, row: i16) -> HexBits {
        let row = row.clamp(1, 78) as usize;
        if side == UN {
            return self.rows[row - 1];
        }
        let mut out = self.rows[78];
        out.0.iter_mut().zip(self.rows[row].0).for_each(|(all, behind)| *all &= !behind);
        out
    }
    /// The hexes within so many hexes of any of these.
    #[inline]
    pub(crate) fn within(&self, of: &HexBits, radius: u32) -> HexBits {
        (0..radius).fold(*of, |set, _| self.grown(&set))
    }
    /// How many hexes apart.
    #[inline]
    pub(crate) fn distance(&self, a: HexId, b: HexId) -> u32 {
        self.map.grid().distance(a, b)
    }
    #[inline]
    pub(crate) fn near(&self, hex: HexId) -> &[HexId; 6] {
        self.map.grid().neighbours(hex)
    }
    /// The direction from a hex to its neighbour.
    #[inline]
    pub(crate) fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        self.map.grid().direction(from, to)
    }
    #[inline]
    pub(crate) fn label(&self, hex: HexId) -> &str {
        self.labels.get(hex.index()).map_or("", String::as_str)
    }
    /// The row number: ids count down a column of 78 hexes.
    #[inline]
    pub(crate) fn row(&self, hex: HexId) -> i16 {
        (hex.0 % 78) as i16 + 1
    }
    /// 1.0 Whether a side's pieces may ever stand there: land, and no China for the United Nations. [rule: fi 1.0-china]
    #[inline]
    pub(crate) fn open(&self, side: u8, hex: HexId) -> bool {
        !self.closed(side).has(hex.index())
    }
    /// 1.0 In North Korea, China counting with it. [rule: fi 1.0-korea]
    #[inline]
    pub(crate) fn northern(&self, hex: HexId) -> bool {
        self.north.has(hex.index()) || self.china.has(hex.index())
    }
    /// 1.0 "North" for the Communist side, "south" for the United Nations: the directions to the rear. [rule: fi 1.0-directions]
    #[inline]
    pub(crate) fn rear(side: u8, direction: Direction) -> bool {
        matches!((side, direction.index()), (COM, 0 | 1 | 5) | (UN, 2..=4))
    }
    /// The hexes at least so far away that steps to the rear alone lead to.
    pub(crate) fn behind(&self, side: u8, from: HexId) -> &HexBits {
        self.behind[usize::from(side)][from.index()].get_or_init(|| {
            let mut seen = HexBits::default();
            let mut queue = vec![from];
            while let Some(here) = queue.pop() {
                for direction in Direction::ALL.into_iter().filter(|d| Self::rear(side, *d)) {
                    let to = self.near(here)[direction.index()];
                    if to.is_some() && !seen.has(to.index()) {
                        seen.set(to.index(), true);
                        queue.push(to);
                    }
                }
            }
            let hexes = seen.iter().map(|i| HexId(i as u16));
            Box::new(bits(hexes.filter(|&to| self.distance(from, to) >= DISPLACED)))
        })
    }
    #[inline]
    pub(crate) fn river(&self, from: HexId, to: HexId) -> bool {
        self.direction(from, to).is_some_and(|d| self.river[from.index()] >> d.index() & 1 == 1)
    }
    #[inline]
    pub(crate) fn bridged(&self, from: HexId, to: HexId) -> bool {
        self.direction(from, to).is_some_and(|d| self.bridge[from.index()] >> d.index() & 1 == 1)
    }
    /// Whether a road or rail leads from one hex into the next.
    pub(crate) fn road(&self, from: HexId, to: HexId) -> bool {
        let side = self.map.between(from, to);
        side.any(Side::ROAD.with(Side::MAIN_ROAD)) || side.any(Side::RAIL)
    }
    /// The name of the place, or the hex number.
    #[inline]
    pub(crate) fn place(&self, hex: HexId) -> &str {
        self.map.place(hex).map_or_else(|| self.label(hex), |p| &p.name)
    }
}

fn classes(map: &HexMap, file: &TerrainFile) -> Result<Vec<Terrain>, DataError> {
    map.legend()
        .iter()
        .map(|class| {
            let row = file.hex.iter().find(|r| r.terrain == class.name).ok_or_else(|| {
                DataError::new(
                    "terrain.toml",
                    format!("hex: the terrain \"{}\" of the map is missing", class.name),
                )
            })?;
            Ok(Terrain {
                cost: row.cost.0,
                defence: row.defence.0,
                tank: row.tank.0 as u8,
                artillery: row.artillery.0 as u8,
            })
        })
        .collect()
}
