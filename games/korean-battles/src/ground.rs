//! The map as the rules read it: what every step costs, where supply runs, how far hexes lie apart.

use crate::files::{TerrainChart, TerrainRow};
use crate::state::{HEXES, Hex, NOWHERE};
use board::{HexId, HexMap, Side};
use engine::DataError;

/// A step that nobody of that kind may take.
pub(crate) const PROHIBITED: u8 = u8::MAX;

/// What runs along a hexside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Water {
    /// A river of any kind.
    pub(crate) river: bool,
    /// The Han.
    pub(crate) wide: bool,
    /// A bridge printed on the map.
    pub(crate) bridge: bool,
}

/// A step: where it leads and what it costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) to: Hex,
    pub(crate) cost: u8,
}

/// A compiled map. Costs are in half movement points.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) map: HexMap,
    pub(crate) hexes: usize,
    pub(crate) near: Vec<[Hex; 6]>,
    /// Steps by kind (leg, mobile), hex left and direction.
    steps: [Vec<[Edge; 6]>; 2],
    /// The same with a bridge on the hexside.
    bridged: [Vec<[u8; 6]>; 2],
    pub(crate) water: Vec<[Water; 6]>,
    /// Cost of the hex's own terrain, for entry from outside the map.
    pub(crate) enter: [Vec<u8>; 2],
    pub(crate) land: Vec<bool>,
    /// Hexes that a United Nations line of supply may enter.
    pub(crate) supply: Vec<bool>,
    /// Directions over which it may leave a hex, one bit each.
    pub(crate) supply_sides: Vec<u8>,
    pub(crate) road: Vec<bool>,
    /// Hexes with a river along a hexside.
    pub(crate) shore: Vec<bool>,
    pub(crate) ice: Vec<bool>,
    pub(crate) fort: Vec<bool>,
    axial: Vec<(i16, i16)>,
    pub(crate) labels: Vec<String>,
    pub(crate) terrain: Vec<u8>,
}

/// Movement points as half points: `"1/2"` is 1, `"2"` is 4, `"no"` is prohibited.
pub(crate) fn half_points(text: &str) -> Option<u8> {
    match text.trim() {
        "no" => Some(PROHIBITED),
        "1/2" => Some(1),
        whole => whole.parse::<u8>().ok().filter(|&n| n < 100).map(|n| n * 2),
    }
}

/// Half points as printed: `3 1/2`.
pub(crate) fn printed(halves: u8) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "1/2".to_owned(),
        (whole, _) => format!("{whole} 1/2"),
    }
}

struct Key {
    hex: Vec<[u8; 2]>,
    hex_supply: Vec<bool>,
    river: [u8; 2],
    river_supply: bool,
    wide: [u8; 2],
    road: [u8; 2],
    trail: [u8; 2],
    spoiled: bool,
}

fn costs(file: &str, row: &TerrainRow) -> Result<[u8; 2], DataError> {
    let read = |text: &str| {
        half_points(text).ok_or_else(|| {
            DataError::new(file, format!("{}: \"{text}\" is not a number of movement points", row.terrain))
        })
    };
    Ok([read(&row.leg)?, read(&row.mobile)?])
}

fn key(chart: &TerrainChart, map: &HexMap, file: &str) -> Result<Key, DataError> {
    let mut hex = Vec::new();
    let mut hex_supply = Vec::new();
    for class in map.legend() {
        let row = chart.hex.iter().find(|r| r.terrain == class.name).ok_or_else(|| {
            DataError::new(
                "terrain.toml",
                format!("the terrain \"{}\" of {file} is not in the key", class.name),
            )
        })?;
        hex.push(costs("terrain.toml", row)?);
        hex_supply.push(row.supply);
    }
    let side = |names: [&str; 2]| -> Result<([u8; 2], bool), DataError> {
        match chart.side.iter().find(|r| names.contains(&r.terrain.as_str())) {
            Some(row) => Ok((costs("terrain.toml", row)?, row.supply)),
            None => Ok(([0, 0], true)),
        }
    };
    let (river, river_supply) = side(["minor-river", "frozen-river"])?;
    let (wide, _) = side(["han-river", "han-river"])?;
    let way = |row: &crate::files::RoadRow| -> Result<[u8; 2], DataError> {
        let read = |t: &str| {
            half_points(t).ok_or_else(|| DataError::new("terrain.toml", "a road's cost is unclear"))
        };
        Ok([read(&row.leg)?, read(&row.mobile)?])
    };
    Ok(Key {
        hex,
        hex_supply,
        river,
        river_supply,
        wide,
        road: way(&chart.road)?,
        trail: way(&chart.trail)?,
        spoiled: chart.rivers_spoil_roads,
    })
}

impl Key {
    /// 5.2 Terrain, hexsides, roads and trails in one number. [rule: kb 5.2, kb 5.2.1, kb 5.2.2, kb 12.0-ice]
    fn step(&self, kind: usize, terrain: usize, side: Side, bridge: bool) -> u8 {
        let ground = self.hex[terrain][kind];
        if ground == PROHIBITED || side.any(Side::IMPASSABLE) {
            return PROHIBITED;
        }
        let river = side.any(Side::RIVER) || side.any(Side::MAJOR_RIVER);
        let open = !river || bridge || !self.spoiled;
        if open && side.any(Side::ROAD.with(Side::MAIN_ROAD)) {
            return self.road[kind];
        }
        if open && side.any(Side::TRAIL) {
            return self.trail[kind];
        }
        if !river || bridge {
            return ground;
        }
        let water = if side.any(Side::MAJOR_RIVER) { self.wide[kind] } else { self.river[kind] };
        if water == PROHIBITED { PROHIBITED } else { ground + water }
    }
}

impl Ground {
    pub(crate) fn new(map: &HexMap, chart: &TerrainChart, file: &str) -> Result<Self, DataError> {
        let key = key(chart, map, file)?;
        let grid = map.grid();
        let hexes = grid.len();
        if hexes > HEXES {
            return Err(DataError::new(file, format!("the map has {hexes} hexes; {HEXES} are the most")));
        }
        let mut g = Self {
            hexes,
            near: Vec::with_capacity(hexes),
            steps: [Vec::new(), Vec::new()],
            bridged: [Vec::new(), Vec::new()],
            water: Vec::new(),
            enter: [Vec::new(), Vec::new()],
            land: Vec::new(),
            supply: Vec::new(),
            supply_sides: Vec::new(),
            road: Vec::new(),
            shore: Vec::new(),
            ice: Vec::new(),
            fort: Vec::new(),
            axial: Vec::new(),
            labels: Vec::new(),
            terrain: Vec::new(),
            map: map.clone(),
        };
        for hex in grid.hexes() {
            g.add(map, &key, hex);
        }
        Ok(g)
    }

    fn add(&mut self, map: &HexMap, key: &Key, hex: HexId) {
        let grid = map.grid();
        let terrain = map.terrain(hex).index();
        let near = grid.neighbours(hex);
        let sides = map.sides(hex);
        self.near.push(std::array::from_fn(|d| if near[d].is_some() { Hex(near[d].0) } else { NOWHERE }));
        for kind in 0..2 {
            let cost = |d: usize, bridge: bool| {
                if !near[d].is_some() {
                    return PROHIBITED;
                }
                key.step(kind, map.terrain(near[d]).index(), sides[d], bridge || sides[d].any(Side::BRIDGE))
            };
            let edge = |d: usize| Edge {
                to: if near[d].is_some() { Hex(near[d].0) } else { NOWHERE },
                cost: cost(d, false),
            };
            self.steps[kind].push(std::array::from_fn(edge));
            self.bridged[kind].push(std::array::from_fn(|d| cost(d, true)));
            self.enter[kind].push(key.hex[terrain][kind]);
        }
        let water: [Water; 6] = std::array::from_fn(|d| Water {
            river: sides[d].any(Side::RIVER) || sides[d].any(Side::MAJOR_RIVER),
            wide: sides[d].any(Side::MAJOR_RIVER),
            bridge: sides[d].any(Side::BRIDGE),
        });
        let open = (0..6).filter(|&d| !water[d].river || water[d].bridge || key.river_supply);
        self.supply_sides.push(open.fold(0, |mask, d| mask | 1 << d));
        self.shore.push(water.iter().any(|w| w.river));
        self.water.push(water);
        self.land.push(key.hex[terrain][0] != PROHIBITED);
        self.supply.push(key.hex_supply[terrain] && key.hex[terrain][0] != PROHIBITED);
        self.road.push(sides.iter().any(|s| s.any(Side::ROAD.with(Side::MAIN_ROAD))));
        self.ice.push(map.terrain_name(hex) == "reservoir");
        self.fort.push(map.has_tag(hex, "fortification"));
        let (q, r) = grid.axial(hex);
        self.axial.push((q as i16, r as i16));
        self.labels.push(map.label(hex).to_string());
        self.terrain.push(terrain as u8);
    }

    /// What a step costs without engineers.
    #[inline]
    pub(crate) fn step(&self, kind: usize, from: Hex, direction: usize) -> u8 {
        self.steps[kind][from.index()][direction].cost
    }
    /// A step in a direction.
    #[inline]
    pub(crate) fn edge(&self, kind: usize, from: Hex, direction: usize) -> Edge {
        self.steps[kind][from.index()][direction]
    }
    /// What a step costs over an engineers' bridge.
    #[inline]
    pub(crate) fn step_bridged(&self, kind: usize, from: Hex, direction: usize) -> u8 {
        self.bridged[kind][from.index()][direction]
    }
    /// Every hex.
    pub(crate) fn all(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..self.hexes as u16).map(Hex)
    }
    /// How many hexes apart.
    #[inline]
    pub(crate) fn distance(&self, a: Hex, b: Hex) -> u8 {
        let ((q1, r1), (q2, r2)) = (self.axial[a.index()], self.axial[b.index()]);
        let (dq, dr) = (q1 - q2, r1 - r2);
        dq.abs().max(dr.abs()).max((dq + dr).abs()) as u8
    }
    /// The direction from a hex to its neighbour.
    #[inline]
    pub(crate) fn direction(&self, from: Hex, to: Hex) -> Option<usize> {
        self.near[from.index()].iter().position(|&n| n == to)
    }
    pub(crate) fn label(&self, hex: Hex) -> &str {
        self.labels.get(hex.index()).map_or("", String::as_str)
    }
    pub(crate) fn hex(&self, label: &str) -> Option<Hex> {
        self.map.hex(label).map(|h| Hex(h.0))
    }
    pub(crate) fn terrain_name(&self, hex: Hex) -> &str {
        self.map.terrain_name(HexId(hex.0))
    }
    pub(crate) fn neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.near[hex.index()].iter().copied().filter(|&n| n != NOWHERE)
    }
    /// The hexes within a radius, in rising order.
    pub(crate) fn within(&self, hex: Hex, radius: u8) -> Vec<Hex> {
        self.all().filter(|&h| self.distance(hex, h) <= radius).collect()
    }
    /// The name of a place, or the hex number.
    pub(crate) fn place(&self, hex: Hex) -> &str {
        self.map.place(HexId(hex.0)).map_or_else(|| self.label(hex), |p| &p.name)
    }
}
