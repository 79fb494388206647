//! The map of an era, compiled for the rules: terrain, roads, rails, rivers, coasts and marked hexes as flat arrays.
//! Hexes are written `x,y`; ids rise with x, then with y.

use crate::data::Era;
use crate::state::HEXES;
use board::{HexId, HexMap, HexSet, Side as Edge};
use engine::DataError;
use engine::flat::Bits;

/// A set of hexes of this map, in place.
pub type HexBits = Bits<{ HEXES.div_ceil(64) }>;

/// Goes through a set of hexes in their order.
#[inline]
pub fn each_hex(set: &HexBits, mut tell: impl FnMut(HexId)) {
    for (i, &word) in set.0.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            tell(HexId((i * 64) as u16 + rest.trailing_zeros() as u16));
            rest &= rest - 1;
        }
    }
}

/// What a hex is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Terrain {
    Open,
    Rough,
    Mountain,
    Urban,
    Reservoir,
    Estuary,
    Ocean,
    OutOfPlay,
}

impl Terrain {
    #[inline]
    pub fn is_land(self) -> bool {
        self <= Self::Urban
    }
    pub fn word(self) -> &'static str {
        ["open", "rough", "mountain", "urban", "reservoir", "estuary", "ocean", "out of play"][self as usize]
    }
}

/// A field for aircraft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Airfield {
    pub hex: HexId,
    pub major: bool,
}

/// The map of one era.
#[derive(Clone, Debug)]
pub struct Ground {
    pub map: HexMap,
    pub terrain: Vec<Terrain>,
    pub next: Vec<[HexId; 6]>,
    /// A bit for each direction that a road or a railway leads through.
    pub roads: Vec<u8>,
    pub rails: Vec<u8>,
    pub row: Vec<u8>,
    pub column: Vec<u8>,
    pub land: HexBits,
    /// Land of Korea: it has an owner and counts for victory. Japan doesn't.
    pub korea: HexBits,
    pub japan: HexBits,
    pub river: HexBits,
    pub coastal: HexBits,
    /// Ocean that touches land a force can land on.
    pub landing_water: HexBits,
    pub urban: HexBits,
    pub sources: HexBits,
    pub mig_alley: HexBits,
    /// Ports of Korea, in the order of their hexes.
    pub ports: Vec<HexId>,
    pub fields: Vec<Airfield>,
    /// Ports and airfields: places that guerrillas leave alone.
    pub guarded: HexBits,
    /// Columns that lie half a hex lower than their neighbours.
    pub low: u64,
    /// What movement asks of a hex, in one number: [`LAND`], [`RIVER`], [`WAY`], [`COAST`], [`JAPAN`] and the terrain.
    pub lie: Vec<u8>,
    labels: Vec<String>,
    names: Vec<Option<String>>,
}

/// The terrain of land in [`Ground::lie`].
pub const TERRAIN: u8 = 3;
pub const LAND: u8 = 4;
pub const RIVER: u8 = 8;
/// A road or a railway touches the hex.
pub const WAY: u8 = 16;
pub const COAST: u8 = 32;
pub const JAPAN: u8 = 64;

fn bits(set: &HexSet) -> HexBits {
    let mut out = HexBits::default();
    (0..HEXES as u16).map(HexId).filter(|&h| set.contains(h)).for_each(|h| out.set(h.index(), true));
    out
}

impl Ground {
    /// Compiles the map for an era. 1.4, 4.2 Terrain, roads, rivers and marks of the map. [rule: ck 1.4, ck 4.2]
    pub fn new(file: &str, text: &str, era: Era) -> Result<Self, DataError> {
        let map = HexMap::parse(file, text).map_err(|e| DataError::new(file, e.to_string()))?;
        if map.len() != HEXES {
            return Err(DataError::new(file, format!("the map has {} hexes, not {HEXES}", map.len())));
        }
        let word = match era {
            Era::Fifties => "1950s",
            Era::Nineties => "1995",
        };
        let urban = bits(&map.tagged("urban", Some(word)));
        let japan = bits(&map.tagged("japan", None));
        let mut ground = Self {
            terrain: Vec::with_capacity(HEXES),
            next: map.grid().hexes().map(|h| *map.grid().neighbours(h)).collect(),
            roads: Vec::with_capacity(HEXES),
            rails: Vec::with_capacity(HEXES),
            row: map.grid().hexes().map(|h| map.grid().column_row(h).1 as u8).collect(),
            column: map.grid().hexes().map(|h| map.grid().column_row(h).0 as u8).collect(),
            land: HexBits::default(),
            korea: HexBits::default(),
            japan,
            river: bits(&map.tagged("river", None)),
            coastal: HexBits::default(),
            landing_water: HexBits::default(),
            urban,
            sources: bits(&map.tagged("supply-source", Some("com"))),
            mig_alley: bits(&map.tagged("mig-alley", None)),
            ports: Vec::new(),
            fields: Vec::new(),
            guarded: HexBits::default(),
            low: 0,
            lie: Vec::with_capacity(HEXES),
            labels: map.grid().hexes().map(|h| map.label(h).to_string()).collect(),
            names: map.grid().hexes().map(|h| map.place(h).map(|p| p.name.clone())).collect(),
            map,
        };
        ground.read_hexes(file)?;
        ground.read_marks(word);
        ground.read_lie();
        Ok(ground)
    }

    fn read_hexes(&mut self, file: &str) -> Result<(), DataError> {
        for hex in self.map.grid().hexes() {
            let terrain = match self.map.terrain_name(hex) {
                _ if self.urban.has(hex.index()) => Terrain::Urban,
                "urban" | "open" | "japan" => Terrain::Open,
                "rough" => Terrain::Rough,
                "mountain" => Terrain::Mountain,
                "estuary" => Terrain::Estuary,
                "reservoir" => Terrain::Reservoir,
                "ocean" => Terrain::Ocean,
                "out-of-play" => Terrain::OutOfPlay,
                other => return Err(DataError::new(file, format!("the terrain {other} is not known here"))),
            };
            self.terrain.push(terrain);
            self.land.set(hex.index(), terrain.is_land());
            self.korea.set(hex.index(), terrain.is_land() && !self.japan.has(hex.index()));
            let mask = |kind: Edge| {
                let sides = self.map.sides(hex).iter().enumerate();
                sides.filter(|(_, side)| side.any(kind)).fold(0u8, |mask, (d, _)| mask | 1 << d)
            };
            let (road, rail) = (mask(Edge::ROAD), mask(Edge::RAIL));
            self.roads.push(road);
            self.rails.push(rail);
        }
        for hex in self.map.grid().hexes() {
            let touches = |t: Terrain| self.neighbours(hex).any(|(_, n)| self.terrain[n.index()] == t);
            let coastal = self.land.has(hex.index()) && touches(Terrain::Ocean);
            self.coastal.set(hex.index(), coastal);
        }
        for hex in self.map.grid().hexes() {
            let ocean = self.terrain[hex.index()] == Terrain::Ocean;
            let lands = ocean && self.neighbours(hex).any(|(_, n)| self.coastal.has(n.index()));
            self.landing_water.set(hex.index(), lands);
        }
        Ok(())
    }

    fn read_marks(&mut self, word: &str) {
        let ports = self.map.tagged("port", None);
        let fields = self.map.tagged("airfield", Some(word));
        let major = self.map.tagged("major-airfield", Some(word));
        for hex in self.map.grid().hexes() {
            if ports.contains(hex) && self.korea.has(hex.index()) {
                self.ports.push(hex);
            }
            if fields.contains(hex) {
                self.fields.push(Airfield { hex, major: major.contains(hex) });
            }
        }
    }

    /// What the searches ask of every hex, worked out once.
    fn read_lie(&mut self) {
        for hex in self.map.grid().hexes() {
            let (i, terrain) = (hex.index(), self.terrain(hex));
            let marks = [
                (terrain.is_land(), LAND | terrain as u8 & TERRAIN),
                (self.river.has(i), RIVER),
                (self.has_way(hex), WAY),
                (self.coastal.has(i), COAST),
                (self.japan.has(i), JAPAN),
            ];
            self.lie.push(marks.into_iter().filter(|(on, _)| *on).fold(0, |lie, (_, mark)| lie | mark));
            // South-west and south-east of a hex: one of them is on the map.
            let lower = |n: HexId| n.is_some() && self.row(n) > self.row(hex);
            if lower(self.next[i][2]) || lower(self.next[i][4]) {
                self.low |= 1 << self.column[i];
            }
        }
        let fields = self.fields.iter().map(|f| f.hex);
        for hex in self.ports.iter().copied().chain(fields).collect::<Vec<_>>() {
            self.guarded.set(hex.index(), true);
        }
    }

    /// The hexes around one, with their directions: N, NE, SE, S, SW, NW.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = (usize, HexId)> + '_ {
        self.next[hex.index()].iter().copied().enumerate().filter(|(_, n)| n.is_some())
    }
    /// The direction from a hex to its neighbour.
    #[inline]
    pub fn direction(&self, from: HexId, to: HexId) -> Option<usize> {
        self.next[from.index()].iter().position(|&n| n == to)
    }
    /// How many hexes apart two hexes are.
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u32 {
        self.map.grid().distance(a, b)
    }
    #[inline]
    pub fn terrain(&self, hex: HexId) -> Terrain {
        self.terrain[hex.index()]
    }
    #[inline]
    pub fn is_land(&self, hex: HexId) -> bool {
        self.land.has(hex.index())
    }
    #[inline]
    pub fn is_ocean(&self, hex: HexId) -> bool {
        self.terrain(hex) == Terrain::Ocean
    }
    #[inline]
    pub fn row(&self, hex: HexId) -> i32 {
        i32::from(self.row[hex.index()])
    }
    /// Whether a road leads through the hexside.
    #[inline]
    pub fn road(&self, from: HexId, direction: usize) -> bool {
        self.roads[from.index()] >> direction & 1 == 1
    }
    /// Whether a railway leads through the hexside.
    #[inline]
    pub fn rail(&self, from: HexId, direction: usize) -> bool {
        self.rails[from.index()] >> direction & 1 == 1
    }
    /// Whether a road or a railway touches the hex: its river has a bridge (3.41204).
    #[inline]
    pub fn has_way(&self, hex: HexId) -> bool {
        self.roads[hex.index()] | self.rails[hex.index()] != 0
    }
    /// The number of a port of Korea.
    #[inline]
    pub fn port(&self, hex: HexId) -> Option<usize> {
        self.ports.binary_search(&hex).ok()
    }
    /// The airfield in a hex.
    #[inline]
    pub fn field(&self, hex: HexId) -> Option<Airfield> {
        self.fields.iter().copied().find(|f| f.hex == hex)
    }
    /// The hex as printed: `14,40`.
    #[inline]
    pub fn label(&self, hex: HexId) -> &str {
        &self.labels[hex.index()]
    }
    /// The name of the place in a hex, if it has one.
    #[inline]
    pub fn place_name(&self, hex: HexId) -> Option<&str> {
        self.names[hex.index()].as_deref()
    }
}
