//! A hex map: terrain, hexside features, links, places and tags on a grid.

use crate::format::is_word;
use crate::{Axis, Direction, HexGrid, HexId, HexSet, Side};
use std::fmt;

/// A terrain class of one map: an index into its legend.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Terrain(pub u8);

impl Terrain {
    /// The class as an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A line of the legend: the letter in the terrain block and the name of the class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerrainClass {
    /// The letter in the terrain block.
    pub letter: char,
    /// The name, a lower-case word such as `mountain`.
    pub name: String,
}

/// How the terrain block of the file is laid out; kept so that a rewritten file looks the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TerrainLayout {
    /// Whether a line of the block is a row or a column of the map.
    pub lines: Axis,
    /// Whether the letters of a line begin with the highest number.
    pub reversed: bool,
}

/// Which edge of the sheet is north.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum North {
    /// The upper edge.
    #[default]
    Up,
    /// The right edge.
    Right,
    /// The lower edge.
    Down,
    /// The left edge.
    Left,
}

impl North {
    /// All four with their words in map files.
    pub const ALL: [(North, &'static str); 4] =
        [(North::Up, "up"), (North::Right, "right"), (North::Down, "down"), (North::Left, "left")];
}

/// A named place on one or several hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The hexes, in the order of the file.
    pub hexes: Vec<HexId>,
    /// What it is: `city`, `town`, `port`, `airfield`, `pass`, `name` ...
    pub kind: String,
    /// Its name.
    pub name: String,
}

/// A word, with or without a value, attached to hexes: `port`, `entry=nk`, `nation=china`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The word.
    pub name: String,
    /// The value after the equals sign, empty without one.
    pub value: String,
    /// The hexes that carry it.
    pub hexes: Vec<HexId>,
}

/// The course of a feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Course {
    /// Chains of neighbouring hexes, for roads and railways.
    Chains(Vec<Vec<HexId>>),
    /// Hexsides, each as the two hexes it parts, for rivers, bridges and borders.
    Sides(Vec<(HexId, HexId)>),
}

/// A river, road, border and so on with its name and course. Drawing and listing use it;
/// rules ask [`HexMap::side`], which holds the same as bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// A single feature of [`Side::KINDS`].
    pub kind: Side,
    /// Its name, empty if it has none.
    pub name: String,
    /// Where it runs.
    pub course: Course,
}

/// Why something cannot be put on a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// The two hexes, as printed, do not touch.
    NotNeighbours(String, String),
    /// The hexside between the two hexes, as printed, stands twice in one feature.
    SideTwice(String, String),
    /// A chain has fewer than two hexes.
    ShortChain,
    /// The feature is written the wrong way: links are chains, everything else is hexsides.
    WrongCourse(&'static str),
    /// The side value is not a single kind of feature.
    NotOneKind,
    /// The hex, as printed, already carries this.
    Twice(String),
    /// A kind, tag or value is not a plain word, or a name is empty; a file could not hold it.
    NotAWord(String),
    /// No hexes are given.
    NoHexes,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::NotNeighbours(a, b) => write!(f, "hexes {a} and {b} are not neighbours"),
            Misfit::SideTwice(a, b) => write!(f, "hexside {a}/{b} is listed twice"),
            Misfit::ShortChain => write!(f, "a chain needs at least two hexes"),
            Misfit::WrongCourse(kind) => match Side::from_keyword(kind) {
                Some(side) if side.any(Side::LINKS) => {
                    write!(f, "a {kind} is written as a chain of hexes joined by -")
                }
                _ => write!(f, "a {kind} is written as hexsides with / between the two hexes"),
            },
            Misfit::NotOneKind => write!(f, "a feature must be of exactly one kind"),
            Misfit::Twice(hex) => write!(f, "hex {hex} is listed twice"),
            Misfit::NotAWord(word) => write!(f, "`{word}` is not a plain word"),
            Misfit::NoHexes => write!(f, "no hexes are given"),
        }
    }
}

impl std::error::Error for Misfit {}

/// A hex map. The arrays that rules read are flat: a byte of terrain a hex, sixteen bits a hexside.
#[derive(Clone, Debug)]
pub struct HexMap {
    /// Short name, used by programs.
    pub id: String,
    /// Title for people.
    pub title: String,
    /// Remarks kept with the map: sources, licences, what is reconstructed.
    pub notes: Vec<String>,
    /// Which edge of the sheet is north.
    pub north: North,
    /// How the terrain block is written.
    pub layout: TerrainLayout,
    grid: HexGrid,
    legend: Vec<TerrainClass>,
    terrain: Vec<u8>,
    sides: Vec<[Side; 6]>,
    features: Vec<Feature>,
    places: Vec<Place>,
    tags: Vec<Tag>,
}

impl HexMap {
    /// A map all of the first terrain class of the legend. A legend holds 1 to 255 classes;
    /// what is beyond is dropped, and an empty one becomes `. clear`.
    pub fn new(id: &str, title: &str, grid: HexGrid, mut legend: Vec<TerrainClass>) -> HexMap {
        legend.truncate(255);
        if legend.is_empty() {
            legend.push(TerrainClass { letter: '.', name: "clear".to_owned() });
        }
        let hexes = grid.len();
        let lines = if grid.spec().top == crate::Top::Flat && grid.spec().rows.reversed {
            Axis::Column
        } else {
            Axis::Row
        };
        HexMap {
            id: id.to_owned(),
            title: title.to_owned(),
            notes: Vec::new(),
            north: North::Up,
            layout: TerrainLayout { lines, reversed: false },
            grid,
            legend,
            terrain: vec![0; hexes],
            sides: vec![[Side::NONE; 6]; hexes],
            features: Vec::new(),
            places: Vec::new(),
            tags: Vec::new(),
        }
    }

    /// The grid.
    #[inline]
    pub fn grid(&self) -> &HexGrid {
        &self.grid
    }

    /// How many hexes there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.terrain.len()
    }

    /// Never: a map has at least one hex.
    pub fn is_empty(&self) -> bool {
        self.terrain.is_empty()
    }

    /// The hex with this printed number.
    pub fn hex(&self, printed: &str) -> Option<HexId> {
        self.grid.hex(printed)
    }

    /// The printed number of a hex.
    pub fn label(&self, hex: HexId) -> crate::Label {
        self.grid.label(hex)
    }

    /// The terrain classes in the order of the file.
    pub fn legend(&self) -> &[TerrainClass] {
        &self.legend
    }

    /// The class with this name.
    pub fn class(&self, name: &str) -> Option<Terrain> {
        self.legend.iter().position(|class| class.name == name).map(|at| Terrain(at as u8))
    }

    /// The terrain of a hex.
    #[inline]
    pub fn terrain(&self, hex: HexId) -> Terrain {
        Terrain(self.terrain[hex.index()])
    }

    /// The name of a hex's terrain.
    pub fn terrain_name(&self, hex: HexId) -> &str {
        &self.legend[self.terrain(hex).index()].name
    }

    /// Gives a hex its terrain; says whether the legend has that class.
    pub fn set_terrain(&mut self, hex: HexId, terrain: Terrain) -> bool {
        let known = terrain.index() < self.legend.len();
        if known {
            self.terrain[hex.index()] = terrain.0;
        }
        known
    }

    /// The features of all six hexsides, in the order of [`Direction::ALL`].
    #[inline]
    pub fn sides(&self, hex: HexId) -> &[Side; 6] {
        &self.sides[hex.index()]
    }

    /// The features of one hexside.
    #[inline]
    pub fn side(&self, hex: HexId, direction: Direction) -> Side {
        self.sides[hex.index()][direction.index()]
    }

    /// The features between two hexes, nothing if they do not touch.
    pub fn between(&self, a: HexId, b: HexId) -> Side {
        self.grid.direction(a, b).map_or(Side::NONE, |direction| self.side(a, direction))
    }

    /// Every river, road and so on in the order of the file.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Lays a feature on the map; the map is unchanged if it does not fit.
    pub fn add_feature(&mut self, feature: Feature) -> Result<(), Misfit> {
        let pairs = self.pairs_of(&feature)?;
        for (a, b, direction) in pairs {
            let mine = &mut self.sides[a.index()][direction.index()];
            *mine = mine.with(feature.kind);
            let theirs = &mut self.sides[b.index()][direction.opposite().index()];
            *theirs = theirs.with(feature.kind);
        }
        self.features.push(feature);
        Ok(())
    }

    fn pairs_of(&self, feature: &Feature) -> Result<Vec<(HexId, HexId, Direction)>, Misfit> {
        let word = feature.kind.keyword().ok_or(Misfit::NotOneKind)?;
        let mut pairs = Vec::new();
        match &feature.course {
            Course::Chains(chains) if feature.kind.any(Side::LINKS) => {
                for chain in chains {
                    if chain.len() < 2 {
                        return Err(Misfit::ShortChain);
                    }
                    for step in chain.windows(2) {
                        pairs.push((step[0], step[1], self.touching(step[0], step[1])?));
                    }
                }
            }
            Course::Sides(sides) if !feature.kind.any(Side::LINKS) => {
                let mut seen = std::collections::BTreeSet::new();
                for &(a, b) in sides {
                    pairs.push((a, b, self.touching(a, b)?));
                    if !seen.insert((a.min(b), a.max(b))) {
                        let (a, b) = (self.label(a).to_string(), self.label(b).to_string());
                        return Err(Misfit::SideTwice(a, b));
                    }
                }
            }
            _ => return Err(Misfit::WrongCourse(word)),
        }
        Ok(pairs)
    }

    fn touching(&self, a: HexId, b: HexId) -> Result<Direction, Misfit> {
        self.grid
            .direction(a, b)
            .ok_or_else(|| Misfit::NotNeighbours(self.label(a).to_string(), self.label(b).to_string()))
    }

    /// Every named place in the order of the file.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The first place on a hex, in the order of the file.
    pub fn place(&self, hex: HexId) -> Option<&Place> {
        self.places.iter().find(|place| place.hexes.contains(&hex))
    }

    /// The hexes of every place with this name.
    pub fn place_hexes(&self, name: &str) -> HexSet {
        let named = self.places.iter().filter(|place| place.name == name);
        named.flat_map(|place| place.hexes.iter().copied()).collect()
    }

    /// Adds a place.
    pub fn add_place(&mut self, place: Place) -> Result<(), Misfit> {
        check_word(&place.kind)?;
        if place.name.trim().is_empty() {
            return Err(Misfit::NotAWord(place.name));
        }
        self.unlisted(&place.hexes, |map, hex| {
            map.places.iter().any(|p| p.kind == place.kind && p.name == place.name && p.hexes.contains(&hex))
        })?;
        self.places.push(place);
        Ok(())
    }

    /// Every tag in the order of the file.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// Whether a hex carries a tag of this name, with whatever value.
    pub fn has_tag(&self, hex: HexId, name: &str) -> bool {
        self.tags.iter().any(|tag| tag.name == name && tag.hexes.contains(&hex))
    }

    /// The value of a hex's tag, empty for a tag without value.
    pub fn tag_value(&self, hex: HexId, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|tag| tag.name == name && tag.hexes.contains(&hex)).map(|tag| tag.value.as_str())
    }

    /// The hexes with a tag, of any value, or of one.
    pub fn tagged(&self, name: &str, value: Option<&str>) -> HexSet {
        let mut set = HexSet::new(self.len());
        for tag in &self.tags {
            if tag.name == name && value.is_none_or(|value| value == tag.value) {
                set.extend(tag.hexes.iter().copied());
            }
        }
        set
    }

    /// Adds a tag to hexes. A hex carries a name and value at most once.
    pub fn add_tag(&mut self, tag: Tag) -> Result<(), Misfit> {
        check_word(&tag.name)?;
        if !tag.value.is_empty() && !is_word(&tag.value) {
            return Err(Misfit::NotAWord(tag.value));
        }
        self.unlisted(&tag.hexes, |map, hex| {
            map.tags.iter().any(|t| t.name == tag.name && t.value == tag.value && t.hexes.contains(&hex))
        })?;
        self.tags.push(tag);
        Ok(())
    }

    fn unlisted(&self, hexes: &[HexId], listed: impl Fn(&HexMap, HexId) -> bool) -> Result<(), Misfit> {
        if hexes.is_empty() {
            return Err(Misfit::NoHexes);
        }
        let mut own = HexSet::default();
        for &hex in hexes {
            if !own.insert(hex) || listed(self, hex) {
                return Err(Misfit::Twice(self.label(hex).to_string()));
            }
        }
        Ok(())
    }
}

/// Kinds and tags must not look like hex numbers, or the file would read differently.
fn check_word(word: &str) -> Result<(), Misfit> {
    let plain = is_word(word) && !word.starts_with(|sign: char| sign.is_ascii_digit());
    if plain { Ok(()) } else { Err(Misfit::NotAWord(word.to_owned())) }
}
