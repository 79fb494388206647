//! Rivers as lines: where they end, which bank a hex lies on, what crosses them, and whether they can be walked around.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use board::{Course, HexId, HexMap, Side};

use crate::geo::{HexHeight, LonLat, geography, places_named};
use crate::project::{HEX, Lattice, Point, Projection};

const RIVERS: Side = Side::RIVER.with(Side::MAJOR_RIVER);

/// A corner of the grid, known by its rounded place on the sheet.
type CornerKey = (i32, i32);

/// Left or right, looking downstream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bank {
    /// The left bank.
    Left,
    /// The right bank.
    Right,
}

impl Bank {
    /// `left` or `right`.
    pub fn word(self) -> &'static str {
        match self {
            Bank::Left => "left",
            Bank::Right => "right",
        }
    }
}

/// Where a river's line stops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// In the sea or an estuary.
    Sea,
    /// In a lake or reservoir.
    Lake,
    /// In another river.
    River,
    /// At the edge of the map.
    Edge,
    /// On dry land: a source, or a fault.
    Field,
}

impl End {
    /// The word in facts.
    pub fn word(self) -> &'static str {
        match self {
            End::Sea => "sea",
            End::Lake => "lake",
            End::River => "river",
            End::Edge => "edge",
            End::Field => "field",
        }
    }
}

/// One connected stretch of a named river.
#[derive(Debug)]
pub struct Reach {
    /// Its ends: the corner and what lies there.
    pub ends: Vec<(CornerKey, End)>,
    joints: BTreeMap<CornerKey, BTreeSet<CornerKey>>,
}

fn key((x, y): (f64, f64)) -> CornerKey {
    ((x * 1000.0).round() as i32, (y * 1000.0).round() as i32)
}

fn spot((x, y): CornerKey) -> Point {
    Point::new(f64::from(x) / 1000.0, f64::from(y) / 1000.0)
}

/// The two corners of the hexside between neighbours.
fn corners(map: &HexMap, a: HexId, b: HexId) -> Option<(CornerKey, CornerKey)> {
    let d = map.grid().direction(a, b)?.index();
    let around = map.grid().corners(a);
    Some((key(around[d]), key(around[(d + 1) % 6])))
}

/// Water that a river can run into.
fn water(map: &HexMap, hex: HexId) -> Option<End> {
    match map.terrain_name(hex) {
        "sea" | "ocean" | "estuary" => Some(End::Sea),
        "lake" | "reservoir" => Some(End::Lake),
        _ => None,
    }
}

/// The hexes that meet in each corner.
fn corner_hexes(map: &HexMap) -> BTreeMap<CornerKey, Vec<HexId>> {
    let mut all: BTreeMap<CornerKey, Vec<HexId>> = BTreeMap::new();
    for hex in map.grid().hexes() {
        for at in map.grid().corners(hex) {
            all.entry(key(at)).or_default().push(hex);
        }
    }
    all
}

/// Every hexside of the rivers with this name.
fn sides_of<'a>(map: &'a HexMap, name: &'a str) -> impl Iterator<Item = (HexId, HexId)> + 'a {
    map.features().iter().filter(move |f| f.kind.any(RIVERS) && f.name == name).flat_map(|f| {
        match &f.course {
            Course::Sides(sides) => sides.clone(),
            Course::Chains(_) => Vec::new(),
        }
    })
}

/// The names of all rivers along hexsides, once each.
pub fn names(map: &HexMap) -> BTreeSet<&str> {
    map.features().iter().filter(|f| f.kind.any(RIVERS)).map(|f| f.name.as_str()).collect()
}

/// The connected stretches of a river and where they end.
pub fn reaches(map: &HexMap, name: &str) -> Vec<Reach> {
    let mut joints: BTreeMap<CornerKey, BTreeSet<CornerKey>> = BTreeMap::new();
    for (a, b) in sides_of(map, name).filter_map(|(a, b)| corners(map, a, b)) {
        joints.entry(a).or_default().insert(b);
        joints.entry(b).or_default().insert(a);
    }
    let others: BTreeSet<CornerKey> = names(map)
        .into_iter()
        .filter(|other| *other != name)
        .flat_map(|other| sides_of(map, other))
        .filter_map(|(a, b)| corners(map, a, b))
        .flat_map(|(a, b)| [a, b])
        .collect();
    let meeting = corner_hexes(map);
    let end_at = |corner: &CornerKey| {
        let hexes = meeting.get(corner).map_or(&[][..], Vec::as_slice);
        hexes.iter().filter_map(|h| water(map, *h)).min().unwrap_or(if others.contains(corner) {
            End::River
        } else if hexes.len() < 3 {
            End::Edge
        } else {
            End::Field
        })
    };
    let mut left: BTreeSet<CornerKey> = joints.keys().copied().collect();
    let mut out = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut queue, mut part) = (VecDeque::from([first]), BTreeMap::new());
        while let Some(at) = queue.pop_front() {
            let next = joints[&at].clone();
            queue.extend(next.iter().filter(|n| left.remove(n)));
            part.insert(at, next);
        }
        let ends = part.iter().filter(|(_, n)| n.len() == 1).map(|(c, _)| (*c, end_at(c))).collect();
        out.push(Reach { ends, joints: part });
    }
    out
}

/// What is wrong with a river's ends, if anything: no mouth, or more than one end on dry land. One of its parts that begins in a field where
/// another ends in one is a gap.
pub fn fault(map: &HexMap, name: &str) -> Option<String> {
    let reaches = reaches(map, name);
    let dry = |r: &Reach| r.ends.iter().filter(|(_, e)| *e == End::Field).count();
    let lost = reaches.iter().any(|r| dry(r) == r.ends.len());
    if !lost && reaches.iter().map(dry).sum::<usize>() <= 1 {
        return None;
    }
    let ends: Vec<&str> = reaches.iter().flat_map(|r| &r.ends).map(|(_, e)| e.word()).collect();
    Some(format!("ends in {}", ends.join(", ")))
}

/// A river of a map as one line, beside the real river that it stands for.
#[derive(Debug)]
pub struct River<'a> {
    map: &'a HexMap,
    sheet: Sheet,
    line: Vec<Point>,
    real: Option<Vec<Point>>,
    mouth: End,
}

impl<'a> River<'a> {
    /// The longest line of a river, from source to mouth. The flow follows the real river of the given name; without one it runs to the
    /// wettest end.
    pub fn of(map: &'a HexMap, grid: &str, name: &str, real: Option<&str>) -> Option<River<'a>> {
        let sheet = Sheet::of(map, grid)?;
        let real = real.and_then(|r| sheet.course(r));
        let (line, ends) = longest(map, name).or_else(|| through_hexes(map, name, real.as_deref()?))?;
        let flows_back = match &real {
            Some(real) => along(real, line[0]) > along(real, *line.last()?),
            None => ends.0 < ends.1,
        };
        let (line, mouth) =
            if flows_back { (line.into_iter().rev().collect(), ends.0) } else { (line, ends.1) };
        Some(River { map, sheet, line, real, mouth })
    }

    /// The bank on which a hex lies on the map, and its distance from the river in hexes.
    pub fn bank(&self, hex: HexId) -> (Bank, f64) {
        let (x, y) = self.map.grid().centre(hex);
        bank_of(&self.line, Point::new(x, y))
    }

    /// The bank of the real river on which a place of that name really lies: of several, the one nearest to the hex.
    pub fn real_bank(&self, name: &str, hex: HexId) -> Option<Bank> {
        let (x, y) = self.map.grid().centre(hex);
        let off = |p: &Point| p.distance(Point::new(x, y));
        let all = places_named(name).map(|g| self.sheet.point(g));
        self.bank_at(all.min_by(|a, b| off(a).total_cmp(&off(b)))?)
    }

    /// The bank of the real river on which a point of the sheet lies.
    pub(crate) fn bank_at(&self, at: Point) -> Option<Bank> {
        let real = self.real.as_ref().filter(|r| r.len() > 1)?;
        Some(bank_of(real, at).0)
    }

    pub(crate) fn line(&self) -> &[Point] {
        &self.line
    }

    pub(crate) fn real(&self) -> Option<&[Point]> {
        self.real.as_deref().filter(|r| r.len() > 1)
    }

    /// What it runs into on the map.
    pub(crate) fn mouth(&self) -> End {
        self.mouth
    }

    /// How often a real line crosses the real river where the map has it too, and how often of that within a hex of its source or mouth.
    pub(crate) fn real_crossings(&self, way: &[Point]) -> (usize, usize) {
        const SAME: f64 = 1.5;
        let Some(real) = self.real() else { return (0, 0) };
        let mut all = Vec::new();
        for w in way.windows(2) {
            let met = real.windows(2).filter_map(|r| meet(w[0], w[1], r[0], r[1]));
            all.extend(met.filter(|p| nearest(&self.line, *p).2 < SAME));
        }
        (all.len(), all.iter().filter(|p| self.at_an_end(**p)).count())
    }

    /// How many hexsides of the river a way from hex to hex crosses, and how many of them within a hex of its source or mouth.
    pub(crate) fn crossed(&self, path: &[HexId], name: &str) -> (usize, usize) {
        let sides: BTreeSet<(HexId, HexId)> =
            sides_of(self.map, name).flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        let middle = |w: &[HexId]| {
            let ((ax, ay), (bx, by)) = (self.map.grid().centre(w[0]), self.map.grid().centre(w[1]));
            Point::new(f64::midpoint(ax, bx), f64::midpoint(ay, by))
        };
        let all: Vec<Point> = path.windows(2).filter(|w| sides.contains(&(w[0], w[1]))).map(middle).collect();
        (all.len(), all.iter().filter(|p| self.at_an_end(**p)).count())
    }

    /// Whether a point lies within a hex of the source or the mouth, of the map's river or of the real one.
    fn at_an_end(&self, p: Point) -> bool {
        let near =
            |line: &[Point]| [line.first(), line.last()].iter().flatten().any(|e| e.distance(p) <= 1.0);
        near(&self.line) || self.real().is_some_and(near)
    }
}

/// Where two stretches meet, if they do.
fn meet(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    let ((ux, uy), (vx, vy)) = ((b.x - a.x, b.y - a.y), (d.x - c.x, d.y - c.y));
    let turn = ux * vy - uy * vx;
    if turn.abs() < 1e-12 {
        return None;
    }
    let t = ((c.x - a.x) * vy - (c.y - a.y) * vx) / turn;
    let s = ((c.x - a.x) * uy - (c.y - a.y) * ux) / turn;
    ((0.0..1.0).contains(&t) && (0.0..1.0).contains(&s)).then(|| a.toward(b, t))
}

/// The longest line along hexsides of a river, and what lies at its two ends.
fn longest(map: &HexMap, name: &str) -> Option<(Vec<Point>, (End, End))> {
    let reach = reaches(map, name).into_iter().max_by_key(|r| r.joints.len())?;
    let start = reach.ends.first().map(|(c, _)| *c).or_else(|| reach.joints.keys().next().copied())?;
    let (end, back) = farthest(&reach, farthest(&reach, start).0);
    let mut path = vec![end];
    while let Some(before) = back.get(path.last()?) {
        path.push(*before);
    }
    let at = |c: &CornerKey| reach.ends.iter().find(|(e, _)| e == c).map_or(End::Field, |(_, e)| *e);
    let ends = (at(path.first()?), at(path.last()?));
    (path.len() > 1).then(|| (path.iter().map(|c| spot(*c)).collect(), ends))
}

/// The names of the rivers that run through hexes.
pub(crate) fn hex_rivers(map: &HexMap) -> Vec<String> {
    map.tags().iter().filter(|t| t.name == "river").map(|t| t.value.clone()).collect()
}

/// Whether a river runs through a hex: it has both banks.
pub(crate) fn on_river_hex(map: &HexMap, hex: HexId) -> bool {
    map.has_tag(hex, "river")
}

/// A river through hexes, ordered along its real course, and what its first and last hex lie at.
fn through_hexes(map: &HexMap, name: &str, real: &[Point]) -> Option<(Vec<Point>, (End, End))> {
    let tag = map.tags().iter().find(|t| t.name == "river" && t.value == name)?;
    let centre = |h: HexId| {
        let (x, y) = map.grid().centre(h);
        Point::new(x, y)
    };
    let mut hexes = tag.hexes.clone();
    hexes.sort_by(|a, b| along(real, centre(*a)).total_cmp(&along(real, centre(*b))));
    let end = |hex: HexId| {
        let around = map.grid().neighbours(hex);
        let other = |n: &HexId| {
            map.tags().iter().any(|t| t.name == "river" && t.value != name && t.hexes.contains(n))
        };
        let wet = around.iter().filter(|n| n.is_some()).filter_map(|n| water(map, *n)).min();
        wet.unwrap_or_else(|| {
            if around.iter().any(|n| n.is_some() && other(n)) || other(&hex) {
                End::River
            } else if map.grid().on_edge(hex) {
                End::Edge
            } else {
                End::Field
            }
        })
    };
    let ends = (end(*hexes.first()?), end(*hexes.last()?));
    (hexes.len() > 1).then(|| (hexes.into_iter().map(centre).collect(), ends))
}

/// How far along a line, in its stretches, a point lies.
fn along(line: &[Point], p: Point) -> f64 {
    let (i, t, _) = nearest(line, p);
    i as f64 + t
}

/// The hex that holds a point of the sheet.
pub(crate) fn hex_at(map: &HexMap, p: Point) -> Option<HexId> {
    let off = |h: &HexId| {
        let (x, y) = map.grid().centre(*h);
        p.distance(Point::new(x, y))
    };
    map.grid().hexes().min_by(|a, b| off(a).total_cmp(&off(b))).filter(|h| off(h) < 0.75)
}

/// The hexes on both sides of a hexside, given by its corners.
pub(crate) fn hexes_beside(map: &HexMap, a: Point, b: Point) -> Vec<HexId> {
    let (m, dx, dy) = (a.toward(b, 0.5), (b.x - a.x) * 0.5, (b.y - a.y) * 0.5);
    [Point::new(m.x - dy, m.y + dx), Point::new(m.x + dy, m.y - dx)]
        .into_iter()
        .filter_map(|p| hex_at(map, p))
        .collect()
}

/// The globe in the units of the grid's centres.
#[derive(Debug)]
pub(crate) struct Sheet {
    projection: Projection,
    shift: Point,
}

impl Sheet {
    pub(crate) fn of(map: &HexMap, grid: &str) -> Option<Sheet> {
        let lattice = Lattice::of(grid);
        let first = map.grid().hexes().next()?;
        let (column, row) = map.grid().column_row(first);
        let (a, b) = if lattice.flat { (column, row) } else { (row, column) };
        let drawn = lattice.to_drawing(lattice.fit_units(i32::from(a), i32::from(b)));
        let (x, y) = map.grid().centre(first);
        let shift = Point::new(x - drawn.x / HEX, y - drawn.y / HEX);
        Some(Sheet { projection: Projection::hex(grid, Point::new(0.0, 0.0))?, shift })
    }

    pub(crate) fn point(&self, at: LonLat) -> Point {
        let p = self.projection.point(at);
        Point::new(p.x / HEX + self.shift.x, p.y / HEX + self.shift.y)
    }

    /// A real river from source to mouth.
    fn course(&self, real: &str) -> Option<Vec<Point>> {
        let river = geography().rivers.iter().find(|r| r.name == real)?;
        Some(river.lines.iter().flatten().map(|g| self.point(*g)).collect())
    }

    /// The lowest point of a hex in metres, from the entry of the height file that is nearest to its centre.
    pub(crate) fn lowest(&self, map: &HexMap, hex: HexId, heights: &[HexHeight]) -> Option<f32> {
        let (x, y) = map.grid().centre(hex);
        let at = self.projection.lonlat(Point::new((x - self.shift.x) * HEX, (y - self.shift.y) * HEX));
        let far = |h: &HexHeight| (h.at.lat - at.lat).hypot((h.at.lon - at.lon) * 0.78);
        let nearest = heights.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
        (nearest.land > 0.1).then_some(nearest.high - nearest.relief)
    }

    /// Kilometres a hex, about the middle of Korea.
    pub(crate) fn scale(&self, near: LonLat) -> f64 {
        let north = LonLat { lat: near.lat + 0.1, ..near };
        11.1 / self.point(near).distance(self.point(north)).max(1e-6)
    }

    /// Whether a real river ends, there, in another one.
    pub(crate) fn joins_another(&self, real: &str, mouth: Point) -> bool {
        const MEETS: f64 = 0.5;
        geography().rivers.iter().filter(|r| r.name != real).any(|r| {
            let line: Vec<Point> = r.lines.iter().flatten().map(|g| self.point(*g)).collect();
            // Two rivers may share their mouth; the one that runs on has not ended there.
            let on = line.last().is_some_and(|last| last.distance(mouth) > MEETS);
            on && line.len() > 1 && nearest(&line, mouth).2 < MEETS
        })
    }
}

type Back = BTreeMap<CornerKey, CornerKey>;

fn farthest(reach: &Reach, from: CornerKey) -> (CornerKey, Back) {
    let mut back = Back::new();
    let (mut seen, mut queue, mut last) = (BTreeSet::from([from]), VecDeque::from([from]), from);
    while let Some(at) = queue.pop_front() {
        last = at;
        for next in reach.joints[&at].iter().filter(|n| seen.insert(**n)) {
            back.insert(*next, at);
            queue.push_back(*next);
        }
    }
    (last, back)
}

/// The segment of a line nearest to a point, the share of the way along it, and the distance.
pub(crate) fn nearest(line: &[Point], p: Point) -> (usize, f64, f64) {
    let mut best = (0, 0.0, f64::INFINITY);
    for (i, w) in line.windows(2).enumerate() {
        let (dx, dy) = (w[1].x - w[0].x, w[1].y - w[0].y);
        let length = dx * dx + dy * dy;
        let t = if length > 0.0 { ((p.x - w[0].x) * dx + (p.y - w[0].y) * dy) / length } else { 0.0 };
        let t = t.clamp(0.0, 1.0);
        let d = p.distance(w[0].toward(w[1], t));
        if d < best.2 - 1e-9 {
            best = (i, t, d);
        }
    }
    best
}

/// Which bank of a line that flows from its first to its last point a place lies on, and how far off. On the sheet y grows south.
fn bank_of(line: &[Point], p: Point) -> (Bank, f64) {
    let (i, t, d) = nearest(line, p);
    let turn = |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let side = |k: usize| turn(line[k], line[k + 1], p);
    // Nearest to a corner of the line, the two segments may disagree: the sharper side of the bend decides.
    let corner = if t >= 1.0 && i + 2 < line.len() {
        Some(i)
    } else if t <= 0.0 && i > 0 {
        Some(i - 1)
    } else {
        None
    };
    let value = match corner {
        Some(k) if turn(line[k], line[k + 1], line[k + 2]) > 0.0 => side(k).min(side(k + 1)),
        Some(k) => side(k).max(side(k + 1)),
        None => side(i),
    };
    (if value < 0.0 { Bank::Left } else { Bank::Right }, d)
}

/// Along the shortest way of links between two hexes: how many hexsides with a river it crosses (fewest among equally short ways).
pub fn crossings(map: &HexMap, from: HexId, to: HexId, kinds: Side) -> Option<usize> {
    let mut best: BTreeMap<HexId, (usize, usize)> = BTreeMap::from([(from, (0, 0))]);
    let mut queue = BTreeSet::from([(0, 0, from)]);
    while let Some((steps, crossed, at)) = queue.pop_first() {
        if at == to {
            return Some(crossed);
        }
        for (k, n) in map.grid().neighbours(at).iter().enumerate() {
            let side = map.sides(at)[k];
            if !n.is_some() || !side.any(kinds) {
                continue;
            }
            let cost = (steps + 1, crossed + usize::from(side.any(RIVERS)));
            if best.get(n).is_none_or(|old| cost < *old) {
                best.insert(*n, cost);
                queue.insert((cost.0, cost.1, *n));
            }
        }
    }
    None
}

/// The shortest way on land of at most so many steps that crosses no river: none should exist between two banks.
pub fn way_round(map: &HexMap, from: HexId, to: HexId, limit: usize) -> Option<Vec<HexId>> {
    let mut back: BTreeMap<HexId, HexId> = BTreeMap::new();
    let (mut seen, mut queue) = (BTreeSet::from([from]), VecDeque::from([(from, 0)]));
    while let Some((at, steps)) = queue.pop_front() {
        if at == to {
            let mut path = vec![to];
            while let Some(before) = path.last().and_then(|h| back.get(h)) {
                path.push(*before);
            }
            path.reverse();
            return Some(path);
        }
        if steps == limit {
            continue;
        }
        for (k, n) in map.grid().neighbours(at).iter().enumerate() {
            let open = n.is_some()
                && !map.sides(at)[k].any(RIVERS)
                && !map.has_tag(*n, "river")
                && water(map, *n).is_none()
                && map.terrain_name(*n) != "out-of-play";
            if open && seen.insert(*n) {
                back.insert(*n, at);
                queue.push_back((*n, steps + 1));
            }
        }
    }
    None
}
