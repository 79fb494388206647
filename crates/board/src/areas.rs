//! An area map: named areas with typed borders.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An area of one map: a dense index in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AreaId(pub u16);

impl AreaId {
    /// The id as an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What kind of border two areas share: a set of kinds as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Border(pub u8);

impl Border {
    /// Land on both sides.
    pub const LAND: Border = Border(1);
    /// Sea on both sides.
    pub const SEA: Border = Border(1 << 1);
    /// Land on one side, sea on the other.
    pub const COAST: Border = Border(1 << 2);
    /// A river along the border.
    pub const RIVER: Border = Border(1 << 3);
    /// The 38th parallel.
    pub const PARALLEL: Border = Border(1 << 4);
    /// A national border.
    pub const NATIONAL: Border = Border(1 << 5);
    /// Nothing crosses.
    pub const IMPASSABLE: Border = Border(1 << 6);

    /// Every kind with its word in map files.
    pub const KINDS: [(Border, &'static str); 7] = [
        (Border::LAND, "land"),
        (Border::SEA, "sea"),
        (Border::COAST, "coast"),
        (Border::RIVER, "river"),
        (Border::PARALLEL, "parallel"),
        (Border::NATIONAL, "national"),
        (Border::IMPASSABLE, "impassable"),
    ];

    /// Whether this set and the other share a kind.
    #[inline]
    pub const fn any(self, of: Border) -> bool {
        self.0 & of.0 != 0
    }

    /// Both sets together.
    #[inline]
    pub const fn with(self, other: Border) -> Border {
        Border(self.0 | other.0)
    }

    /// The kind with this word.
    pub fn from_keyword(word: &str) -> Option<Border> {
        Border::KINDS.iter().find(|(_, name)| *name == word).map(|(kind, _)| *kind)
    }
}

impl fmt::Debug for Border {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = f.debug_set();
        for (kind, word) in Border::KINDS {
            if self.any(kind) {
                list.entry(&format_args!("{word}"));
            }
        }
        list.finish()
    }
}

/// A point on the globe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
}

/// A corner of an outline: a shared node of the map or a point of its own.
#[derive(Clone, PartialEq, Debug)]
pub enum Corner {
    /// Index into [`AreaMap::nodes`].
    Node(usize),
    /// A point that belongs to this outline alone.
    Free(Point),
}

/// One area or sea zone.
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    /// Its short code, unique on the map.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Whether it is a sea zone.
    pub sea: bool,
    /// Where its label stands.
    pub label: Option<Point>,
    /// Words with or without a value: `ipc=3`, `capital`, `roundel=allied`.
    pub attributes: Vec<(String, String)>,
    /// Outlines, each a closed ring of corners.
    pub rings: Vec<Vec<Corner>>,
}

impl Area {
    /// A land area without attributes.
    pub fn new(code: &str, name: &str) -> Area {
        Area {
            code: code.to_owned(),
            name: name.to_owned(),
            sea: false,
            label: None,
            attributes: Vec::new(),
            rings: Vec::new(),
        }
    }

    /// The value of an attribute, empty for one without value.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(word, _)| word == name).map(|(_, value)| value.as_str())
    }

    /// Whether the area has the attribute.
    pub fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }
}

/// A map of areas. Neighbours are kept sorted, so that every walk has a fixed order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AreaMap {
    /// Short name, used by programs.
    pub id: String,
    /// Title for people.
    pub title: String,
    /// Remarks kept with the map.
    pub notes: Vec<String>,
    areas: Vec<Area>,
    neighbours: Vec<Vec<(AreaId, Border)>>,
    nodes: Vec<(String, Point)>,
}

impl AreaMap {
    /// A map without areas.
    pub fn new(id: &str, title: &str) -> AreaMap {
        AreaMap { id: id.to_owned(), title: title.to_owned(), ..AreaMap::default() }
    }

    /// How many areas there are.
    pub fn len(&self) -> usize {
        self.areas.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.areas.is_empty()
    }

    /// Every area's id in the order of the file.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = AreaId> + ExactSizeIterator + use<> {
        (0..self.areas.len() as u16).map(AreaId)
    }

    /// Every area in the order of the file.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// One area.
    pub fn get(&self, id: AreaId) -> &Area {
        &self.areas[id.index()]
    }

    /// The area with this code.
    pub fn area(&self, code: &str) -> Option<AreaId> {
        self.areas.iter().position(|area| area.code == code).map(|at| AreaId(at as u16))
    }

    /// Adds an area; `None` if the code is taken or the map is full.
    pub fn add_area(&mut self, area: Area) -> Option<AreaId> {
        if self.area(&area.code).is_some() || self.areas.len() >= usize::from(u16::MAX) {
            return None;
        }
        self.areas.push(area);
        self.neighbours.push(Vec::new());
        Some(AreaId(self.areas.len() as u16 - 1))
    }

    /// Adds an outline to an area.
    pub fn add_ring(&mut self, area: AreaId, ring: Vec<Corner>) {
        self.areas[area.index()].rings.push(ring);
    }

    /// Makes two areas neighbours; says whether they were not before and are not the same.
    pub fn add_border(&mut self, a: AreaId, b: AreaId, border: Border) -> bool {
        if a == b || self.border(a, b).is_some() {
            return false;
        }
        for (from, to) in [(a, b), (b, a)] {
            let list = &mut self.neighbours[from.index()];
            let at = list.partition_point(|(area, _)| *area < to);
            list.insert(at, (to, border));
        }
        true
    }

    /// The neighbours of an area with the kind of border, in the order of ids.
    #[inline]
    pub fn neighbours(&self, area: AreaId) -> &[(AreaId, Border)] {
        &self.neighbours[area.index()]
    }

    /// The border two areas share.
    pub fn border(&self, a: AreaId, b: AreaId) -> Option<Border> {
        let list = &self.neighbours[a.index()];
        list.binary_search_by_key(&b, |(area, _)| *area).ok().map(|at| list[at].1)
    }

    /// Shared corners of outlines: name and point.
    pub fn nodes(&self) -> &[(String, Point)] {
        &self.nodes
    }

    /// The node with this name.
    pub fn node(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|(known, _)| known == name)
    }

    /// Adds a node; `None` if the name is taken.
    pub fn add_node(&mut self, name: &str, point: Point) -> Option<usize> {
        if self.node(name).is_some() {
            return None;
        }
        self.nodes.push((name.to_owned(), point));
        Some(self.nodes.len() - 1)
    }

    /// Where a corner of an outline lies.
    pub fn corner(&self, corner: &Corner) -> Point {
        match corner {
            Corner::Node(at) => self.nodes[*at].1,
            Corner::Free(point) => *point,
        }
    }

    /// Steps from one area to every other, `None` where no way leads. `open` says whether one may
    /// step from an area across a border into the next.
    pub fn distances(
        &self,
        from: AreaId,
        mut open: impl FnMut(AreaId, AreaId, Border) -> bool,
    ) -> Vec<Option<u16>> {
        let mut steps = vec![None; self.areas.len()];
        let mut queue = vec![from];
        steps[from.index()] = Some(0);
        let mut head = 0;
        while head < queue.len() {
            let here = queue[head];
            head += 1;
            let next = steps[here.index()].map(|n: u16| n + 1);
            for &(there, border) in self.neighbours(here) {
                if steps[there.index()].is_none() && open(here, there, border) {
                    steps[there.index()] = next;
                    queue.push(there);
                }
            }
        }
        steps
    }
}
