//! The ground under the hexes: the coast as a line, and heights in layers with shading from the north-west.
//!
//! Heights come from the per-hex means and the five-minute matrix; crests climb to the highest and valley floors fall to the lowest points of their
//! hexes, along lines computed from the same heights (`skeleton`). A hex's terrain decides how strongly its ground is modelled, and the map's
//! rivers cut valleys: the ground never contradicts the hexes above it.

use crate::contour;
use crate::geo::{Feature, HexHeight, geography};
use crate::project::{HEX, Point, Projection};
use crate::raster::{Raster, noise};
use crate::skeleton::{Field, matrix};

/// What a place of the map says about the ground.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// The centre of the hex.
    pub at: Point,
    /// True if the map calls it land.
    pub land: bool,
    /// True if it is land and all its neighbours are: no arm of the sea reaches it.
    pub inland: bool,
    /// True if the map calls it a lake.
    pub lake: bool,
    /// How rugged its terrain is, from 0 (marsh) to 1 (mountain).
    pub rugged: f32,
}

/// Everything the ground is computed from.
pub struct Survey<'a> {
    /// Width and height of the map's body.
    pub size: (f64, f64),
    /// Where the drawing lies on the globe.
    pub projection: &'a Projection,
    /// The hexes; empty on an area map.
    pub ground: &'a [Ground],
    /// The middles of the hexsides between two land hexes, and points of roads: never under water.
    pub bridges: &'a [Point],
    /// The middles of narrow hexsides between two hexes of sea: never under land.
    pub straits: &'a [Point],
    /// Heights by hex.
    pub heights: &'a [HexHeight],
    /// Drawing units between two entries of `heights`.
    pub spacing: f64,
    /// River lines in drawing units.
    pub rivers: &'a [Vec<Point>],
    /// Drawing units per cell of the coast raster.
    pub cell: f64,
}

/// The ground, ready to be drawn.
#[derive(Debug)]
pub struct Base {
    /// Land outlines and lagoons, to be filled even-odd.
    pub land: Vec<Vec<Point>>,
    /// Lakes, to be filled even-odd.
    pub lakes: Vec<Vec<Point>>,
    /// Dammed rivers of the map, wider than their lines: drawn over these.
    pub reservoirs: Vec<Vec<Point>>,
    /// Positive on land; about one at half a hex from the shore.
    pub shore: Raster,
    /// Heights in metres.
    pub heights: Raster,
}

/// Ground beyond the body, so that the coast does not bend at the frame.
const BLEED: f64 = HEX;

/// Computes coast and heights.
pub fn survey(s: &Survey<'_>) -> Base {
    let shore = shore(s);
    let mut land = outlines(s, &shore);
    if !s.ground.is_empty() {
        land.retain(|ring| {
            area(ring).abs() > HEX * HEX * 4.0 || s.ground.iter().any(|hex| contains(ring, hex.at))
        });
    }
    let (lakes, reservoirs) = crate::lakes::lakes(s);
    Base { land, lakes, reservoirs, heights: heights(s, &shore), shore }
}

/// The outlines of what is positive in a field, without the smallest.
pub(crate) fn outlines(s: &Survey<'_>, field: &Raster) -> Vec<Vec<Point>> {
    let rings = contour::outlines(field, 0.0);
    let rings = rings.iter().map(|ring| contour::simplify_ring(ring, s.cell * 0.14));
    rings.filter(|ring| ring.len() > 4 && area(ring).abs() > HEX * HEX * 0.012).collect()
}

/// Whether a point lies inside a ring: islands and lagoons that hold no hex of the map are left out.
pub(crate) fn contains(ring: &[Point], p: Point) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crosses = |(a, b): &(&Point, &Point)| {
        (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x
    };
    ring.iter().zip(next).filter(crosses).count() % 2 == 1
}

/// The signed area of a ring.
pub fn area(ring: &[Point]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>() / 2.0
}

/// How far, in half hexes, the coast may leave the line of hexsides between land and sea.
const FREE: f32 = 0.36;

/// Distance from the real coast, held near the hexsides that part land from sea: where the two disagree, the coast bends along the
/// hexsides, and land hexes that touch are joined.
fn shore(s: &Survey<'_>) -> Raster {
    let mut field = signed(s, geography().land.iter());
    if s.ground.is_empty() {
        field.blur(1);
        return field;
    }
    let hexes = hex_shore(s);
    for j in 0..field.height {
        for i in 0..field.width {
            let k = j * field.width + i;
            let p = field.point(i, j);
            if hexes.values[k].abs() > 1.0 {
                field.values[k] = hexes.values[k];
                continue;
            }
            // A line bent by hexsides alone would look ruled: let it waver a little.
            let waver = 0.16 * noise(p.x / (HEX * 0.45), p.y / (HEX * 0.45), 5)
                + 0.07 * noise(p.x / (HEX * 0.16), p.y / (HEX * 0.16), 6);
            let h = hexes.values[k] + waver * (1.0 - hexes.values[k].abs()).max(0.0);
            field.values[k] = field.values[k].clamp(h - FREE, h + FREE);
        }
    }
    field.blur(1);
    field
}

/// Distance from the line of hexsides between land and sea in half hexes, positive on land, with its corners rounded. Beyond the
/// map the nearest hex decides.
fn hex_shore(s: &Survey<'_>) -> Raster {
    let from = Point::new(-BLEED, -BLEED);
    let to = Point::new(s.size.0 + BLEED, s.size.1 + BLEED);
    let mut land = Raster::covering(from, to, s.cell, 0.0);
    let mut nearest = land.like(f32::INFINITY);
    for hex in s.ground {
        let (x, y) = land.cell_of(hex.at);
        let reach = (HEX * 1.9 / s.cell).ceil();
        let (width, height) = (land.width as f64 - 1.0, land.height as f64 - 1.0);
        for j in (y - reach).max(0.0) as usize..=(y + reach).min(height) as usize {
            for i in (x - reach).max(0.0) as usize..=(x + reach).min(width) as usize {
                let (across, down) = (i as f64 - x, j as f64 - y);
                let d = (across * across + down * down) as f32;
                let k = j * land.width + i;
                if d < nearest.values[k] {
                    nearest.values[k] = d;
                    land.values[k] = f32::from(u8::from(hex.land));
                }
            }
        }
    }
    let mut field = signed_mask(&land, s.cell);
    let rounds = (HEX * 0.1 / s.cell).round().max(1.0) as usize;
    for _ in 0..3 {
        field.blur(rounds);
    }
    for at in s.bridges {
        field.around(*at, HEX * 0.3, |v, d| *v = v.max((0.75 * (1.0 - d * d)) as f32));
    }
    for at in s.straits {
        field.around(*at, HEX * 0.3, |v, d| *v = v.min((-0.75 * (1.0 - d * d)) as f32));
    }
    field
}

/// Distance from the outlines in half hexes, positive inside, between -1 and 1.
pub(crate) fn signed<'f>(s: &Survey<'_>, features: impl Iterator<Item = &'f Feature>) -> Raster {
    let from = Point::new(-BLEED, -BLEED);
    let to = Point::new(s.size.0 + BLEED, s.size.1 + BLEED);
    let mut inner = Raster::covering(from, to, s.cell, 0.0);
    for feature in features {
        let rings: Vec<Vec<Point>> =
            feature.lines.iter().map(|line| line.iter().map(|p| s.projection.point(*p)).collect()).collect();
        inner.fill(&rings, 1.0);
    }
    signed_mask(&inner, s.cell)
}

/// The same from a mask of ones and noughts.
fn signed_mask(inner: &Raster, cell: f64) -> Raster {
    let mut outer = inner.clone();
    outer.values.iter_mut().for_each(|v| *v = 1.0 - *v);
    let (inside, outside) = (outer.distance(), inner.distance());
    let mut field = inner.like(0.0);
    let (reach, half_cell) = ((HEX / 2.0) as f32, cell as f32 / 2.0);
    for k in 0..field.values.len() {
        let d =
            if inner.values[k] > 0.0 { inside.values[k] - half_cell } else { half_cell - outside.values[k] };
        field.values[k] = (d / reach).clamp(-1.6, 1.6);
    }
    field
}

fn heights(s: &Survey<'_>, shore: &Raster) -> Raster {
    let cell = (HEX / 12.0).max(s.cell);
    let from = Point::new(0.0, 0.0);
    let to = Point::new(s.size.0, s.size.1);
    let shape = Raster::covering(from, to, cell, 0.0);
    let (mut ground, mut weight, mut relief) = (shape.like(0.0), shape.like(0.0), shape.like(0.0));
    for h in s.heights.iter().filter(|h| h.land > 0.1) {
        let p = s.projection.point(h.at);
        shape.each_around(p, s.spacing * 1.5, |k, d| {
            let bell = (-3.5 * d * d).exp() as f32;
            ground.values[k] += h.mean * bell;
            weight.values[k] += bell;
            relief.values[k] += h.relief * bell;
        });
    }
    let rugged = ruggedness(s, &ground);
    let valley = valleys(s, &ground);
    let crests = skeleton(s, &ground);
    let step = s.spacing.max(HEX);
    for j in 0..ground.height {
        for i in 0..ground.width {
            let k = j * ground.width + i;
            let p = ground.point(i, j);
            let coarse = matrix(s.projection.lonlat(p));
            let w = weight.values[k];
            let mean = (ground.values[k] + coarse * 0.15) / (w + 0.15);
            let spread = (relief.values[k] + 150.0 * 0.05) / (w + 0.05);
            let open = (valley.values[k] / (step as f32 * 0.45)).clamp(0.0, 1.0);
            let strong = rugged.values[k] * (0.3 + 0.7 * open);
            // The grain between the crests is small against them.
            let detail = crests.values[k] * (0.35 + 0.9 * strong) + spread * strong * 0.16 * grain(p, step);
            let base = mean * (0.82 + 0.18 * open) * (0.62 + 0.38 * rugged.values[k].min(1.0));
            let near = shore.sample(p).clamp(0.0, 1.0);
            ground.values[k] = (base + detail).max(0.0) * (0.25 + 0.75 * near.sqrt());
        }
    }
    ground
}

/// Metres above or below the mean of the surroundings: up to the crests, down to the valley floors, in straight slopes between.
fn skeleton(s: &Survey<'_>, shape: &Raster) -> Raster {
    let from = Point::new(-BLEED, -BLEED);
    let to = Point::new(s.size.0 + BLEED, s.size.1 + BLEED);
    let mut field = Field::of((from, to), s.projection, s.heights, s.spacing);
    field.carve(s.rivers.iter().map(Vec::as_slice));
    let all = field.lines();
    let [(high, to_crest), (low, to_floor)] = [true, false].map(|crest| {
        let (mut sum, mut weight, mut trace) = (shape.like(0.0), shape.like(1e-6), shape.like(0.0));
        for line in all.iter().filter(|l| l.crest == crest) {
            for pair in line.points.windows(2) {
                let steps = (pair[0].0.distance(pair[1].0) / (HEX * 0.25)).ceil().max(1.0);
                let mut t = 0.0;
                while t <= steps {
                    let share = t / steps;
                    let z = pair[0].1 + (pair[1].1 - pair[0].1) * share as f32;
                    let at = pair[0].0.toward(pair[1].0, share);
                    shape.each_around(at, s.spacing * 0.9, |k, d| {
                        let bell = (1.0 - d * d) as f32;
                        let bell = bell * bell * bell;
                        weight.values[k] += bell;
                        sum.values[k] += z * bell;
                    });
                    t += 1.0;
                }
            }
            trace.trace(&line.points.iter().map(|(p, _)| *p).collect::<Vec<_>>(), 1.0);
        }
        sum.values.iter_mut().zip(&weight.values).for_each(|(v, w)| *v /= w);
        (sum, trace.distance())
    });
    let mut out = shape.like(0.0);
    let lone = shape.cell as f32;
    for (k, v) in out.values.iter_mut().enumerate() {
        let (up, down) = (to_crest.values[k] + lone, to_floor.values[k] + lone);
        let climb = (high.values[k] - low.values[k]).max(0.0);
        *v = low.values[k] + climb * down / (up + down);
    }
    let mut mean = out.clone();
    mean.blur((s.spacing * 0.5 / shape.cell).round().max(1.0) as usize);
    out.values.iter_mut().zip(&mean.values).for_each(|(v, m)| *v -= m);
    out.blur(1);
    out
}

fn ruggedness(s: &Survey<'_>, shape: &Raster) -> Raster {
    if s.ground.is_empty() {
        return shape.like(0.8);
    }
    let (mut sum, mut weight) = (shape.like(0.0), shape.like(1e-4));
    for hex in s.ground {
        shape.each_around(hex.at, HEX, |k, d| {
            let bell = (-4.0 * d * d).exp() as f32;
            sum.values[k] += hex.rugged * bell;
            weight.values[k] += bell;
        });
    }
    sum.values.iter_mut().zip(&weight.values).for_each(|(v, w)| *v /= w);
    sum
}

fn valleys(s: &Survey<'_>, shape: &Raster) -> Raster {
    let mut bed = shape.like(0.0);
    for river in s.rivers {
        bed.trace(river, 1.0);
    }
    bed.distance()
}

/// Ridged noise between about -0.5 and 0.8: sharp crests, rounded valleys.
fn grain(p: Point, step: f64) -> f32 {
    let (mut x, mut y) = (p.x / (step * 0.6), p.y / (step * 0.6));
    let (wx, wy) = (noise(x * 0.7, y * 0.7, 11), noise(x * 0.7, y * 0.7, 23));
    x += f64::from(wx) * 0.55;
    y += f64::from(wy) * 0.55;
    let (mut sum, mut gain) = (0.0, 0.62);
    for octave in 0..3u32 {
        let n = 1.0 - noise(x, y, 100 + octave).abs() * 2.2;
        sum += n * gain;
        gain *= 0.5;
        (x, y) = (x * 2.03 + 5.2, y * 2.03 + 1.3);
    }
    (sum - 0.35) * 0.75
}

/// Light from the north-west on every cell, from 0 (shadow) to 1 (full light); level ground is 0.5.
pub fn light(heights: &Raster) -> Raster {
    let mut out = heights.like(0.5);
    let scale = slope_scale(heights);
    for j in 0..heights.height as isize {
        for i in 0..heights.width as isize {
            let dx = heights.clamped(i + 1, j) - heights.clamped(i - 1, j);
            let dy = heights.clamped(i, j + 1) - heights.clamped(i, j - 1);
            let (gx, gy) = (dx * scale, dy * scale);
            // Light direction (-1, -1, 1.2) against the normal (-gx, -gy, 1).
            let lit = (gx + gy + 1.2) / ((gx * gx + gy * gy + 1.0).sqrt() * 1.855);
            out.values[j as usize * heights.width + i as usize] =
                (0.5 + (lit - 0.647) * 0.95).clamp(0.0, 1.0);
        }
    }
    out
}

/// Slopes are drawn relative to the sheet's own ruggedness, so that a low map still shows its ground.
fn slope_scale(heights: &Raster) -> f32 {
    let mut steps: Vec<f32> =
        heights.values.windows(2).map(|p| (p[1] - p[0]).abs()).filter(|d| *d > 0.5).collect();
    if steps.is_empty() {
        return 0.01;
    }
    let k = steps.len() * 9 / 10;
    steps.select_nth_unstable_by(k, f32::total_cmp);
    0.42 / steps[k].max(2.0)
}
