//! The map, compiled for the rules: what every hex is and what every hexside carries.

use crate::state::{HEXES, HexBits};
use board::{Direction, HexId, HexMap, Side};
use engine::DataError;

/// Terrain classes in the order of the chart.
pub(crate) const CLEAR: u8 = 0;
pub(crate) const ROUGH: u8 = 1;
pub(crate) const SWAMP: u8 = 2;
pub(crate) const CITY: u8 = 3;
pub(crate) const SEA: u8 = 4;
pub(crate) const LAKE: u8 = 5;
/// No bridge.
pub(crate) const NO_BRIDGE: u8 = u8::MAX;

/// A hexside as the mover sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The hex beyond, [`HexId::NONE`] at the end of the map.
    pub(crate) to: HexId,
    /// Whether a land unit may cross: the hex beyond is land.
    pub(crate) open: bool,
    /// 0 none, 1 minor, 2 major river.
    pub(crate) river: u8,
    pub(crate) road: bool,
    pub(crate) rail: bool,
    /// Part of the line of 6.82.
    pub(crate) main_line: bool,
    pub(crate) bridge: u8,
}

/// The map.
#[derive(Debug)]
pub struct Ground {
    pub(crate) map: HexMap,
    pub(crate) terrain: Vec<u8>,
    pub(crate) edges: Vec<[Edge; 6]>,
    /// The land around each hex, for floods: six hexes, the hex itself in the place of water and the end of the map.
    pub(crate) near: Vec<[HexId; 6]>,
    /// In which of the six directions a road, and a road or railway, leads from each hex.
    pub(crate) roads: Vec<u8>,
    pub(crate) lines: Vec<u8>,
    pub(crate) axial: Vec<(i16, i16)>,
    pub(crate) labels: Vec<String>,
    /// The two hexes of every bridge.
    pub(crate) bridges: Vec<(HexId, HexId)>,
    /// The bridges of each hex, one bit each.
    pub(crate) bridges_at: Vec<u64>,
    pub(crate) land: HexBits,
    pub(crate) town: HexBits,
    pub(crate) road_or_rail: HexBits,
    pub(crate) coast: HexBits,
    pub(crate) port: HexBits,
    pub(crate) airfield: HexBits,
    /// 6.82 Hexes of the main line.
    pub(crate) main_line: HexBits,
    /// Where a unit can be carried from: ports, airfields, coast and main line.
    pub(crate) station: HexBits,
    pub(crate) sources: [Vec<HexId>; 2],
    pub(crate) north: Vec<HexId>,
    pub(crate) east: Vec<HexId>,
    pub(crate) south: HexBits,
    pub(crate) deploy: [Vec<HexId>; 2],
    pub(crate) yonpo: HexId,
    pub(crate) hungnam: Vec<HexId>,
}

impl Ground {
    pub(crate) fn new(file: &str, text: &str) -> Result<Self, DataError> {
        let map = HexMap::parse(file, text).map_err(|e| DataError::new(file, e.to_string()))?;
        if map.len() > HEXES {
            return Err(DataError::new(file, format!("{} hexes; {HEXES} are the most", map.len())));
        }
        let bits = |tag: &str| -> HexBits { set(map.tagged(tag, None).iter()) };
        let list = |tag: &str, value: &str| -> Vec<HexId> { map.tagged(tag, Some(value)).iter().collect() };
        let city = bits("city");
        let mut terrain = Vec::with_capacity(map.len());
        for hex in map.grid().hexes() {
            terrain.push(match map.terrain_name(hex) {
                "clear" if city.has(hex.index()) => CITY,
                "clear" => CLEAR,
                "rough" => ROUGH,
                "swamp" => SWAMP,
                "sea" => SEA,
                "lake" => LAKE,
                other => return Err(DataError::new(file, format!("unknown terrain {other}"))),
            });
        }
        let land = set(map.grid().hexes().filter(|h| terrain[h.index()] < SEA));
        let yonpo = map.place_hexes("Yonpo").iter().next();
        let yonpo = yonpo.ok_or_else(|| DataError::new(file, "there is no place Yonpo"))?;
        let mut ground = Ground {
            axial: map.grid().hexes().map(|h| axial(&map, h)).collect(),
            labels: map.grid().hexes().map(|h| map.label(h).to_string()).collect(),
            town: bits("town"),
            coast: bits("coast"),
            port: bits("port"),
            airfield: bits("airfield"),
            sources: [list("supply-source", "un"), list("supply-source", "com")],
            north: list("edge", "north"),
            east: list("edge", "east"),
            south: set(list("edge", "south").into_iter()),
            deploy: [list("deploy", "20"), list("deploy", "27")],
            hungnam: map.place_hexes("Hungnam").iter().collect(),
            yonpo,
            main_line: HexBits::default(),
            station: HexBits::default(),
            road_or_rail: HexBits::default(),
            bridges: Vec::new(),
            bridges_at: Vec::new(),
            edges: Vec::new(),
            near: Vec::new(),
            roads: Vec::new(),
            lines: Vec::new(),
            terrain,
            land,
            map,
        };
        ground.lay_edges(file)?;
        for bits in [ground.port, ground.airfield, ground.coast] {
            bits.iter().for_each(|h| ground.station.set(h, true));
        }
        Ok(ground)
    }

    fn lay_edges(&mut self, file: &str) -> Result<(), DataError> {
        let roads = Side::ROAD.with(Side::MAIN_ROAD).with(Side::TRAIL);
        let rails = Side::RAIL.with(Side::NARROW_RAIL);
        for hex in self.map.grid().hexes() {
            let mut edges = [None; 6];
            for direction in Direction::ALL {
                let side = self.map.side(hex, direction);
                let to = self.map.grid().neighbours(hex)[direction.index()];
                let river = if side.any(Side::MAJOR_RIVER) { 2 } else { u8::from(side.any(Side::RIVER)) };
                let (road, rail) = (side.any(roads), side.any(rails));
                if road || rail {
                    self.road_or_rail.set(hex.index(), true);
                }
                let bridge = if river > 0 && (road || rail) { self.bridge(hex, to) } else { NO_BRIDGE };
                edges[direction.index()] = Some(Edge {
                    to,
                    open: to.is_some() && self.land.has(to.index()) && self.land.has(hex.index()),
                    river,
                    road,
                    rail,
                    main_line: false,
                    bridge,
                });
            }
            let edges = edges.map(|e| e.expect("six directions"));
            let mask = |fits: &dyn Fn(&Edge) -> bool| {
                edges.iter().enumerate().map(|(d, e)| u8::from(fits(e)) << d).sum::<u8>()
            };
            self.near.push(edges.map(|e| if e.open { e.to } else { hex }));
            self.roads.push(mask(&|e| e.road));
            self.lines.push(mask(&|e| e.road || e.rail));
            self.edges.push(edges);
        }
        if self.bridges.len() > 64 {
            return Err(DataError::new(file, format!("{} bridges; 64 are the most", self.bridges.len())));
        }
        self.bridges_at = vec![0; self.map.len()];
        for (i, (a, b)) in self.bridges.iter().enumerate() {
            self.bridges_at[a.index()] |= 1 << i;
            self.bridges_at[b.index()] |= 1 << i;
        }
        Ok(())
    }

    /// The number of the bridge between two hexes, given when it is first met.
    fn bridge(&mut self, a: HexId, b: HexId) -> u8 {
        let pair = (a.min(b), a.max(b));
        let known = self.bridges.iter().position(|p| *p == pair);
        known.unwrap_or_else(|| {
            self.bridges.push(pair);
            self.bridges.len() - 1
        }) as u8
    }

    /// 6.82 Marks a hexside as part of the main line; says whether a railway runs there.
    pub(crate) fn mark_main_line(&mut self, a: HexId, b: HexId) -> bool {
        let (Some(there), Some(back)) = (self.direction(a, b), self.direction(b, a)) else { return false };
        self.edges[a.index()][there].main_line = true;
        self.edges[b.index()][back].main_line = true;
        for hex in [a, b] {
            self.main_line.set(hex.index(), true);
            self.station.set(hex.index(), true);
        }
        self.edges[a.index()][there].rail
    }

    #[inline]
    pub(crate) fn edge(&self, hex: HexId, direction: usize) -> Edge {
        self.edges[hex.index()][direction]
    }
    #[inline]
    pub(crate) fn terrain(&self, hex: HexId) -> u8 {
        self.terrain[hex.index()]
    }
    #[inline]
    pub(crate) fn rough(&self, hex: HexId) -> bool {
        self.terrain[hex.index()] == ROUGH
    }
    #[inline]
    /// Whether it is land.
    pub fn is_land(&self, hex: HexId) -> bool {
        self.land.has(hex.index())
    }
    /// How many hexes apart.
    #[inline]
    pub(crate) fn distance(&self, a: HexId, b: HexId) -> u8 {
        let ((q1, r1), (q2, r2)) = (self.axial[a.index()], self.axial[b.index()]);
        let (dq, dr) = (q1 - q2, r1 - r2);
        dq.abs().max(dr.abs()).max((dq + dr).abs()) as u8
    }
    /// The direction from a hex to its neighbour.
    #[inline]
    pub(crate) fn direction(&self, from: HexId, to: HexId) -> Option<usize> {
        self.edges[from.index()].iter().position(|e| e.to == to)
    }
    /// The number of a hex.
    #[inline]
    pub fn label(&self, hex: HexId) -> &str {
        self.labels.get(hex.index()).map_or("", String::as_str)
    }
    /// The hex of a number.
    #[inline]
    pub fn hex(&self, label: &str) -> Option<HexId> {
        self.map.hex(label)
    }
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.terrain.len()
    }
    /// All hexes.
    #[inline]
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + use<> {
        (0..self.terrain.len() as u16).map(HexId)
    }
    /// The neighbours of a hex that are on the map.
    #[inline]
    pub(crate) fn around(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.edges[hex.index()].iter().map(|e| e.to).filter(|h| h.is_some())
    }
    /// The hexes at most so many hexes away from one of some: rings around them, one more than the radius to get around the
    /// corner of the map, and of these who is near enough.
    pub fn around_all(&self, centres: &[HexId], radius: u8) -> HexBits {
        let (mut found, mut rim) = (set(centres.iter().copied()), set(centres.iter().copied()));
        for _ in 0..=radius {
            let mut next = HexBits::default();
            for hex in rim.iter() {
                for near in self.around(HexId(hex as u16)).filter(|h| !found.has(h.index())) {
                    if centres.iter().any(|c| self.distance(*c, near) <= radius) {
                        next.set(near.index(), true);
                    }
                }
            }
            found.0.iter_mut().zip(&next.0).for_each(|(f, n)| *f |= n);
            rim = next;
        }
        found
    }
    /// The hexes at most so many hexes away from one of a list.
    #[inline]
    pub fn within(&self, hexes: &[HexId], radius: u8) -> HexBits {
        set(self.hexes().filter(|h| hexes.iter().any(|c| self.distance(*c, *h) <= radius)))
    }
    /// The name of a place, or the hex number.
    #[inline]
    pub(crate) fn place(&self, hex: HexId) -> &str {
        self.map.place(hex).map_or_else(|| self.label(hex), |p| &p.name)
    }
}

/// A set of hexes in place.
pub(crate) fn set(hexes: impl Iterator<Item = HexId>) -> HexBits {
    let mut bits = HexBits::default();
    hexes.for_each(|h| bits.set(h.index(), true));
    bits
}

fn axial(map: &HexMap, hex: HexId) -> (i16, i16) {
    let (q, r) = map.grid().axial(hex);
    (q as i16, r as i16)
}
