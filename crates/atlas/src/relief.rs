//! The ground under the hexes: the coast as a line, and heights in layers with shading from the north-west.
//!
//! Heights come from the per-hex means and the five-minute matrix. Neither shows single ridges, so each hex adds
//! roughness of its own in proportion to its measured relief and to its terrain, and rivers cut valleys: the ground then
//! never contradicts the hexes above it.

use crate::contour;
use crate::geo::{Feature, HexHeight, geography};
use crate::project::{HEX, Point, Projection};
use crate::raster::{Raster, noise};

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
    let outlines = |field: &Raster| -> Vec<Vec<Point>> {
        let rings = contour::outlines(field, 0.0);
        let rings = rings.iter().map(|ring| contour::simplify_ring(ring, s.cell * 0.18));
        rings.filter(|ring| ring.len() > 4 && area(ring).abs() > HEX * HEX * 0.012).collect()
    };
    let land = outlines(&shore);
    let lakes = outlines(&lake_shore(s));
    Base { land, lakes, heights: heights(s, &shore), shore }
}

/// The signed area of a ring.
pub fn area(ring: &[Point]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>() / 2.0
}

/// Distance from the real coast, bent where the map says land or sea at a hex centre.
fn shore(s: &Survey<'_>) -> Raster {
    let mut field = signed(s, geography().land.iter());
    // Corrections go by what the coast says before any of them.
    let real = field.clone();
    for hex in s.ground {
        correct(&mut field, &real, hex.at, hex.land, 0.55);
    }
    for hex in s.ground.iter().filter(|h| h.inland) {
        field.around(hex.at, HEX * 0.62, |v, _| *v = v.max(0.3));
    }
    field.blur(1);
    field
}

/// The same for lakes. A map with lake hexes has its lakes there and nowhere else.
fn lake_shore(s: &Survey<'_>) -> Raster {
    let mut field = signed(s, geography().lakes.iter().filter(|l| l.in_1950));
    let lakes: Vec<Point> = s.ground.iter().filter(|g| g.lake).map(|g| g.at).collect();
    if lakes.is_empty() {
        return field;
    }
    let real = field.clone();
    for hex in s.ground {
        correct(&mut field, &real, hex.at, hex.lake, 0.72);
    }
    let mut near = field.like(-2.0);
    for at in lakes {
        near.around(at, HEX, |v, d| *v = v.max((2.4 - 3.2 * d) as f32));
    }
    field.values.iter_mut().zip(&near.values).for_each(|(v, n)| *v = v.min(*n));
    field.blur(1);
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

/// Distance from the outlines in half hexes, positive inside, between -1 and 1.
fn signed<'f>(s: &Survey<'_>, features: impl Iterator<Item = &'f Feature>) -> Raster {
    let from = Point::new(-BLEED, -BLEED);
    let to = Point::new(s.size.0 + BLEED, s.size.1 + BLEED);
    let mut inner = Raster::covering(from, to, s.cell, 0.0);
    for feature in features {
        let rings: Vec<Vec<Point>> =
            feature.lines.iter().map(|line| line.iter().map(|p| s.projection.point(*p)).collect()).collect();
        inner.fill(&rings, 1.0);
    }
    let mut outer = inner.clone();
    outer.values.iter_mut().for_each(|v| *v = 1.0 - *v);
    let (inside, outside) = (outer.distance(), inner.distance());
    let mut field = inner.like(0.0);
    let (reach, half_cell) = ((HEX / 2.0) as f32, s.cell as f32 / 2.0);
    for k in 0..field.values.len() {
        let d =
            if inner.values[k] > 0.0 { inside.values[k] - half_cell } else { half_cell - outside.values[k] };
        field.values[k] = (d / reach).clamp(-1.0, 1.0);
    }
    field
}

fn heights(s: &Survey<'_>, shore: &Raster) -> Raster {
    let cell = (HEX / 12.0).max(s.cell);
    let from = Point::new(0.0, 0.0);
    let to = Point::new(s.size.0, s.size.1);
    let mut ground = Raster::covering(from, to, cell, 0.0);
    let (mut weight, mut relief) = (ground.like(0.0), ground.like(0.0));
    for h in s.heights.iter().filter(|h| h.land > 0.1) {
        let p = s.projection.point(h.at);
        let bell = |d: f64| (-3.5 * d * d).exp() as f32;
        ground.around(p, s.spacing * 1.5, |v, d| *v += h.mean * bell(d));
        weight.around(p, s.spacing * 1.5, |v, d| *v += bell(d));
        relief.around(p, s.spacing * 1.5, |v, d| *v += h.relief * bell(d));
    }
    let rugged = ruggedness(s, &ground);
    let valley = valleys(s, &ground);
    let step = s.spacing.max(HEX);
    for j in 0..ground.height {
        for i in 0..ground.width {
            let k = j * ground.width + i;
            let p = ground.point(i, j);
            let coarse = geography().heights.at(s.projection.lonlat(p)).max(1.0);
            let w = weight.values[k];
            let mean = (ground.values[k] + coarse * 0.15) / (w + 0.15);
            let spread = (relief.values[k] + 150.0 * 0.05) / (w + 0.05);
            let open = (valley.values[k] / (step as f32 * 0.55)).clamp(0.0, 1.0);
            let rough = spread * rugged.values[k] * (0.25 + 0.75 * open);
            let base = mean * (0.80 + 0.20 * open) * (0.55 + 0.45 * rugged.values[k].min(1.0));
            let near = shore.sample(p).clamp(0.0, 1.0);
            ground.values[k] = (base + rough * ridges(p, step)).max(0.0) * (0.25 + 0.75 * near.sqrt());
        }
    }
    ground
}

fn ruggedness(s: &Survey<'_>, shape: &Raster) -> Raster {
    if s.ground.is_empty() {
        return shape.like(0.8);
    }
    let (mut sum, mut weight) = (shape.like(0.0), shape.like(1e-4));
    for hex in s.ground {
        let bell = |d: f64| (-4.0 * d * d).exp() as f32;
        sum.around(hex.at, HEX, |v, d| *v += hex.rugged * bell(d));
        weight.around(hex.at, HEX, |v, d| *v += bell(d));
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
fn ridges(p: Point, step: f64) -> f32 {
    let (mut x, mut y) = (p.x / (step * 1.15), p.y / (step * 1.15));
    let (wx, wy) = (noise(x * 0.7, y * 0.7, 11), noise(x * 0.7, y * 0.7, 23));
    x += f64::from(wx) * 0.55;
    y += f64::from(wy) * 0.55;
    let (mut sum, mut gain) = (0.0, 0.62);
    for octave in 0..4u32 {
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
