//! The lakes of a map: as they were in 1950, laid beside its roads, along its dammed rivers, or in its hexes.

use std::collections::BTreeMap;

use crate::contour;
use crate::geo::geography;
use crate::project::{HEX, Point, Projection};
use crate::raster::Raster;
use crate::relief::{Base, Survey, area, contains, outlines, signed};

/// The lakes of a survey, and those that are a dammed river of the map.
pub(crate) fn lakes(s: &Survey<'_>) -> (Vec<Vec<Point>>, Vec<Vec<Point>>) {
    if s.ground.iter().any(|g| g.lake) {
        (lakes_of_hexes(s, &outlines(s, &lake_shore(s))), Vec::new())
    } else {
        real_lakes(s)
    }
}

impl Base {
    /// Lakes that are drawn larger than others that are really larger by a fifth or more.
    pub(crate) fn wrong_lakes(&self, projection: &Projection) -> Vec<String> {
        let mut drawn: Vec<(&str, f64, f64)> = Vec::new();
        for lake in geography().lakes.iter().filter(|l| l.in_1950 && !l.name.is_empty()) {
            let rings = lake.lines.iter().map(|line| line.iter().map(|p| projection.point(*p)).collect());
            let Some((real, at)) = rings.map(|ring: Vec<Point>| (area(&ring).abs(), middle(&ring))).next()
            else {
                continue;
            };
            let near = |ring: &&Vec<Point>| middle(ring).distance(at) < HEX * 1.5;
            let nearest = self.lakes.iter().filter(near);
            let nearest = nearest.min_by(|a, b| middle(a).distance(at).total_cmp(&middle(b).distance(at)));
            drawn.extend(nearest.map(|ring| (lake.name.as_str(), real, area(ring).abs())));
        }
        let pairs = drawn.iter().flat_map(|a| drawn.iter().map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| a.1 > b.1 * 1.2 && a.2 <= b.2)
            .map(|(a, b)| format!("{} is drawn no larger than {}", a.0, b.0))
            .collect()
    }
}

/// The middle of a ring's points.
fn middle(ring: &[Point]) -> Point {
    let n = ring.len().max(1) as f64;
    Point::new(ring.iter().map(|p| p.x).sum::<f64>() / n, ring.iter().map(|p| p.y).sum::<f64>() / n)
}

/// Lakes of a map that has hexes for them. One that has a single hex is drawn no larger than it really is, or a small one would fill its hex like
/// a large one.
fn lakes_of_hexes(s: &Survey<'_>, rings: &[Vec<Point>]) -> Vec<Vec<Point>> {
    let real: Vec<(Point, f64)> = geography()
        .lakes
        .iter()
        .filter(|l| l.in_1950)
        .flat_map(|lake| &lake.lines)
        .map(|line| line.iter().map(|p| s.projection.point(*p)).collect::<Vec<Point>>())
        .map(|ring| (middle(&ring), area(&ring).abs()))
        .collect();
    let drawn = |ring: &Vec<Point>| {
        let hexes: Vec<Point> =
            s.ground.iter().filter(|g| g.lake && contains(ring, g.at)).map(|g| g.at).collect();
        let [at] = hexes[..] else { return ring.clone() };
        let near = real.iter().filter(|(middle, _)| middle.distance(at) < HEX * 1.5);
        let nearest = near.min_by(|a, b| a.0.distance(at).total_cmp(&b.0.distance(at)));
        let share = nearest.map_or(1.0, |(_, real)| (real / area(ring).abs()).sqrt().clamp(0.5, 1.0));
        ring.iter().map(|p| at.toward(*p, share)).collect()
    };
    rings.iter().map(drawn).collect()
}

/// The lakes of 1950 as they were, for a map whose hexes know none, and those that are a dammed river of the map: it runs along hexsides, not quite
/// where it really does, so the lake is laid along it.
fn real_lakes(s: &Survey<'_>) -> (Vec<Vec<Point>>, Vec<Vec<Point>>) {
    let (w, h) = s.size;
    let near = |ring: &Vec<Point>| ring.iter().any(|p| p.x > 0.0 && p.y > 0.0 && p.x < w && p.y < h);
    let rings = geography().lakes.iter().filter(|l| l.in_1950).flat_map(|lake| &lake.lines);
    let rings = rings
        .map(|line| line.iter().map(|p| s.projection.point(*p)).collect::<Vec<Point>>())
        .filter(near)
        .map(|ring| rounded(&contour::simplify_ring(&ring, 0.6)))
        .filter(|ring| ring.len() > 4 && area(ring).abs() > HEX * HEX * 0.02);
    let (mut lakes, mut reservoirs) = (Vec::new(), Vec::new());
    for ring in rings {
        match dammed(s, &ring) {
            Some(along) => reservoirs.extend(reservoir(&ring, &along, s.bridges)),
            None => lakes.extend(beside_ways(&ring, s.bridges)),
        }
    }
    (lakes, reservoirs)
}

/// The river of the map that a lake is a part of, if its real bed lies in the lake and the map's bed near it.
fn dammed(s: &Survey<'_>, ring: &[Point]) -> Option<Vec<Point>> {
    let beds = geography().rivers.iter().flat_map(|r| r.lines.iter().flatten());
    if s.ground.is_empty() || !beds.map(|p| s.projection.point(*p)).any(|p| contains(ring, p)) {
        return None;
    }
    let off = |line: &[Point]| {
        let all: f64 = ring.iter().map(|p| along(line, *p).1).sum();
        all / ring.len() as f64
    };
    let nearest = s.rivers.iter().map(|line| (off(line), line)).min_by(|a, b| a.0.total_cmp(&b.0))?;
    (nearest.0 < HEX * 0.9).then(|| nearest.1.clone())
}

/// How far along a line its point nearest to another lies, and how far from that.
fn along(line: &[Point], p: Point) -> (f64, f64) {
    let (mut best, mut before) = ((0.0, f64::INFINITY), 0.0);
    for step in line.windows(2) {
        let long = step[0].distance(step[1]);
        let (dx, dy) = (step[1].x - step[0].x, step[1].y - step[0].y);
        let t = ((p.x - step[0].x) * dx + (p.y - step[0].y) * dy) / (long * long).max(1e-9);
        let t = t.clamp(0.0, 1.0);
        let off = step[0].toward(step[1], t).distance(p);
        if off < best.1 {
            best = (before + t * long, off);
        }
        before += long;
    }
    best
}

/// A lake laid along the line of its river: as wide at each point as the water that really lies beside it, and no wider than the river where a
/// road crosses.
fn reservoir(ring: &[Point], line: &[Point], ways: &[Point]) -> Option<Vec<Point>> {
    const STEP: f64 = HEX * 0.1;
    const CELL: f64 = 2.0;
    let mut water: BTreeMap<i64, f64> = BTreeMap::new();
    let (x0, x1) = span(ring.iter().map(|p| p.x));
    let (y0, y1) = span(ring.iter().map(|p| p.y));
    for j in 0..((y1 - y0) / CELL) as i32 {
        for i in 0..((x1 - x0) / CELL) as i32 {
            let p = Point::new(x0 + f64::from(i) * CELL, y0 + f64::from(j) * CELL);
            if contains(ring, p) {
                *water.entry((along(line, p).0 / STEP) as i64).or_default() += CELL * CELL / STEP;
            }
        }
    }
    let (first, last) = (*water.keys().next()?, *water.keys().next_back()?);
    let wide = |k: i64| water.get(&k).copied().unwrap_or(0.0);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for k in first..=last + 1 {
        let (at, before) = (point_at(line, k as f64 * STEP), point_at(line, (k as f64 - 0.5) * STEP));
        let after = point_at(line, (k as f64 + 0.5) * STEP);
        let (dx, dy) = (after.x - before.x, after.y - before.y);
        let long = dx.hypot(dy).max(1e-9);
        let mean = (-3..=3).map(|d| wide(k + d)).sum::<f64>() / 7.0;
        let crossed = ways.iter().any(|p| p.distance(at) < HEX * 0.25);
        let half = if crossed { 1.5 } else { (mean / 2.0).clamp(2.0, HEX * 0.2) };
        left.push(Point::new(at.x - dy / long * half, at.y + dx / long * half));
        right.push(Point::new(at.x + dy / long * half, at.y - dx / long * half));
    }
    left.extend(right.into_iter().rev());
    (left.len() > 8).then(|| rounded(&left))
}

/// The point so far along a line.
fn point_at(line: &[Point], far: f64) -> Point {
    let mut left = far.max(0.0);
    for step in line.windows(2) {
        let long = step[0].distance(step[1]);
        if left <= long {
            return step[0].toward(step[1], left / long.max(1e-9));
        }
        left -= long;
    }
    line[line.len() - 1]
}

/// A ring with its corners cut off twice.
fn rounded(ring: &[Point]) -> Vec<Point> {
    let mut ring = ring.to_vec();
    for _ in 0..2 {
        let next = ring.iter().cycle().skip(1);
        ring = ring.iter().zip(next).flat_map(|(a, b)| [a.toward(*b, 0.25), a.toward(*b, 0.75)]).collect();
    }
    contour::simplify_ring(&ring, 0.2)
}

/// A lake off the roads that the map leads through its hexes: moved as little as need be, as a cartographer does, or left out.
fn beside_ways(ring: &[Point], ways: &[Point]) -> Option<Vec<Point>> {
    const STEP: f64 = HEX * 0.08;
    const CLEAR: f64 = HEX * 0.09;
    let mut moves: Vec<(f64, f64)> = (-12..=12)
        .flat_map(|x| (-12..=12).map(move |y| (f64::from(x) * STEP, f64::from(y) * STEP)))
        .filter(|(x, y)| x.hypot(*y) < HEX)
        .collect();
    moves.sort_by(|a, b| a.0.hypot(a.1).total_cmp(&b.0.hypot(b.1)));
    let around = [(0.0, 0.0), (CLEAR, 0.0), (-CLEAR, 0.0), (0.0, CLEAR), (0.0, -CLEAR)];
    let (x0, x1) = span(ring.iter().map(|p| p.x));
    let (y0, y1) = span(ring.iter().map(|p| p.y));
    let near = |p: &&Point| {
        p.x > x0 - 2.0 * HEX && p.x < x1 + 2.0 * HEX && p.y > y0 - 2.0 * HEX && p.y < y1 + 2.0 * HEX
    };
    let ways: Vec<&Point> = ways.iter().filter(near).collect();
    let free = |(x, y): &(f64, f64)| {
        ways.iter()
            .all(|p| around.iter().all(|(dx, dy)| !contains(ring, Point::new(p.x + dx - x, p.y + dy - y))))
    };
    let (x, y) = moves.into_iter().find(free)?;
    Some(ring.iter().map(|p| Point::new(p.x + x, p.y + y)).collect())
}

/// The least and the greatest of some numbers.
fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
}

/// The same for lakes. A map with lake hexes has its lakes there and nowhere else.
fn lake_shore(s: &Survey<'_>) -> Raster {
    let mut field = signed(s, geography().lakes.iter().filter(|l| l.in_1950));
    let real = field.clone();
    for hex in s.ground {
        correct(&mut field, &real, hex.at, hex.lake, 0.72);
    }
    let mut near = field.like(-2.0);
    for hex in s.ground.iter().filter(|g| g.lake) {
        near.around(hex.at, HEX, |v, d| *v = v.max((2.4 - 3.2 * d) as f32));
    }
    field.values.iter_mut().zip(&near.values).for_each(|(v, n)| *v = v.min(*n));
    field.blur(2);
    field
}

/// Bends a field at a hex centre that lies on the wrong side, or too near the line, just as far as needed.
fn correct(field: &mut Raster, real: &Raster, at: Point, inside: bool, radius: f64) {
    const CLEAR: f32 = 0.42;
    let here = real.sample(at);
    let missing = if inside { CLEAR - here } else { CLEAR + here };
    if missing > 0.0 {
        let pull = if inside { missing } else { -missing };
        let bell = |d: f64| ((1.0 - d * d) * (1.0 - d * d)) as f32;
        field.around(at, HEX * radius * 1.35, |v, d| *v += pull * bell(d));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Real lakes of 1950 on the drawing, grown or shrunk about their middles.
    fn drawn(projection: &Projection, sizes: [(&str, f64); 2]) -> Base {
        let lake = |(name, share): (&str, f64)| {
            let lake = geography().lakes.iter().find(|l| l.name.contains(name)).expect("a lake");
            let ring: Vec<Point> = lake.lines[0].iter().map(|p| projection.point(*p)).collect();
            let at = middle(&ring);
            ring.iter().map(|p| at.toward(*p, share)).collect::<Vec<Point>>()
        };
        let empty = Raster::covering(Point::new(0.0, 0.0), Point::new(1.0, 1.0), 1.0, 0.0);
        Base {
            land: Vec::new(),
            lakes: sizes.map(lake).to_vec(),
            reservoirs: Vec::new(),
            shore: empty.clone(),
            heights: empty,
        }
    }

    #[test]
    fn a_small_lake_drawn_as_large_as_a_large_one_is_named() {
        let projection = Projection::hex("conflict_korea", Point::new(0.0, 0.0)).expect("a grid");
        let right = drawn(&projection, [("Chosin", 1.0), ("Fusen", 1.0)]);
        assert!(right.wrong_lakes(&projection).is_empty());
        let wrong = drawn(&projection, [("Chosin", 0.8), ("Fusen", 1.4)]);
        let said = wrong.wrong_lakes(&projection);
        assert_eq!(said, ["Chosin (Changjin) Reservoir is drawn no larger than Fusen (Pujon) Reservoir"]);
    }
}
