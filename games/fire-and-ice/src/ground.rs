//! The map as the rules read it: what every step costs, how terrain supports and defends, where roads lead.

use crate::files::{Points, TerrainFile};
use crate::state::{COM, HEXES, HexBits, UN};
use board::{Direction, HexId, HexMap, Side};
use engine::DataError;

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
    /// Cost of a step by hex and direction, with roads and without (after an atomic strike).
    steps: Vec<[u8; 6]>,
    plain: Vec<[u8; 6]>,
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
}

fn bits(set: impl IntoIterator<Item = HexId>) -> HexBits {
    let mut out = HexBits::default();
    set.into_iter().for_each(|h| out.set(h.index(), true));
    out
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
            steps: Vec::new(),
            plain: Vec::new(),
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
            map: map.clone(),
        };
        for h in grid.hexes() {
            ground.add(file, h);
        }
        for (sea_box, name) in ["yellow-sea", "sea-of-japan"].into_iter().enumerate() {
            let coast: Vec<HexId> = map.tagged("coast", Some(name)).iter().collect();
            ground.guns[sea_box][0] = ground.within(&coast, 2);
            let shore = |h: HexId| sea.has(h.index()) && coast.iter().any(|&c| grid.distance(c, h) <= 1);
            let water: Vec<HexId> = grid.hexes().filter(|&h| shore(h)).collect();
            ground.guns[sea_box][1] = ground.within(&water, 2);
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
        self.steps.push(row);
        self.plain.push(plain);
        self.river.push(river);
        self.bridge.push(bridge);
        self.links.push(links);
        self.served.set(hex.index(), links != 0 || self.city.has(hex.index()));
    }

    /// What a step costs; `plain` where an atomic strike took roads and bridges away.
    #[inline]
    pub(crate) fn step(&self, from: HexId, direction: Direction, plain: bool) -> u8 {
        let table = if plain { &self.plain } else { &self.steps };
        table[from.index()][direction.index()]
    }
    /// The hexes within so many hexes of any of these.
    pub(crate) fn within(&self, of: &[HexId], radius: u32) -> HexBits {
        let mut out = bits(of.iter().copied());
        let mut edge: Vec<HexId> = of.to_vec();
        for _ in 0..radius {
            let mut next = Vec::new();
            for &h in &edge {
                for &n in self.map.grid().neighbours(h) {
                    if n.is_some() && !out.has(n.index()) {
                        out.set(n.index(), true);
                        next.push(n);
                    }
                }
            }
            edge = next;
        }
        out
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
    pub(crate) fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        self.map.grid().direction(from, to)
    }
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
        self.land.has(hex.index()) && (side == COM || !self.china.has(hex.index()))
    }
    /// 1.0 In North Korea, China counting with it. [rule: fi 1.0-korea]
    pub(crate) fn northern(&self, hex: HexId) -> bool {
        self.north.has(hex.index()) || self.china.has(hex.index())
    }
    /// 1.0 "North" for the Communist side, "south" for the United Nations: the directions to the rear. [rule: fi 1.0-directions]
    pub(crate) fn rear(side: u8, direction: Direction) -> bool {
        matches!((side, direction.index()), (COM, 0 | 1 | 5) | (UN, 2..=4))
    }
    pub(crate) fn river(&self, from: HexId, to: HexId) -> bool {
        self.direction(from, to).is_some_and(|d| self.river[from.index()] >> d.index() & 1 == 1)
    }
    pub(crate) fn bridged(&self, from: HexId, to: HexId) -> bool {
        self.direction(from, to).is_some_and(|d| self.bridge[from.index()] >> d.index() & 1 == 1)
    }
    /// Whether a road or rail leads from one hex into the next.
    pub(crate) fn road(&self, from: HexId, to: HexId) -> bool {
        let side = self.map.between(from, to);
        side.any(Side::ROAD.with(Side::MAIN_ROAD)) || side.any(Side::RAIL)
    }
    /// The name of the place, or the hex number.
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
