//! Crests and valley floors, computed from the heights that the repository has: the per-hex means of a grid and the five-minute matrix.
//!
//! Water finds the valley floors: every cell drains to its lowest neighbour, over the lowest sill where it lies in a hollow, and a floor is where much
//! ground drains through. Crests are the floors of the same ground turned upside down.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::contour;
use crate::geo::{HexHeight, LonLat, geography};
use crate::project::{Point, Projection};
use crate::raster::Raster;

/// A crest or a valley floor on the drawing.
#[derive(Debug)]
pub(crate) struct ReliefLine {
    /// True for a crest, false for a valley floor.
    pub(crate) crest: bool,
    /// The line with its heights in metres.
    pub(crate) points: Vec<(Point, f32)>,
}

/// Heights on a sheet: the mean of the ground, and how far its highest and lowest points are from it.
pub(crate) struct Field {
    mean: Raster,
    above: Raster,
    below: Raster,
}

/// How many entries of the height file drain through the highest cell of a floor, or lie on the two slopes of the lowest of a crest.
const GATHERED: f64 = 2.5;
/// Ground that is not higher than this, in metres, is the sea.
const SEA: f32 = 1.5;
/// Cells between two entries of the height file.
const FINE: f64 = 6.0;

impl Field {
    /// Heights over a rectangle of the drawing; `spacing` is the distance between entries of the height file.
    pub(crate) fn of(
        corners: (Point, Point),
        projection: &Projection,
        heights: &[HexHeight],
        spacing: f64,
    ) -> Field {
        let mut mean = Raster::covering(corners.0, corners.1, spacing / FINE, 0.0);
        let (mut weight, mut above, mut below) = (mean.like(0.0), mean.like(0.0), mean.like(0.0));
        let shape = mean.like(0.0);
        for h in heights.iter().filter(|h| h.land > 0.1) {
            let p = projection.point(h.at);
            let low = h.high - h.relief;
            let (up, down) = ((h.high - h.mean).max(0.0), (h.mean - low).max(0.0));
            shape.each_around(p, spacing * 1.4, |k, d| {
                let bell = (-3.5 * d * d).exp() as f32;
                mean.values[k] += h.mean * bell;
                above.values[k] += up * bell;
                below.values[k] += down * bell;
                weight.values[k] += bell;
            });
        }
        // Beyond the grid, and a little within it, the matrix speaks.
        const SHARE: f32 = 0.15;
        for k in 0..mean.values.len() {
            let at = projection.lonlat(mean.point(k % mean.width, k / mean.width));
            let w = weight.values[k] + SHARE;
            mean.values[k] = (mean.values[k] + matrix(at) * SHARE) / w;
            above.values[k] /= w;
            below.values[k] /= w;
        }
        Field { mean, above, below }
    }

    /// Cuts known rivers into the ground, so that floors follow them and crests keep off.
    pub(crate) fn carve<'r>(&mut self, rivers: impl Iterator<Item = &'r [Point]>) {
        let mut bed = self.mean.like(0.0);
        rivers.for_each(|river| bed.trace(river, 1.0));
        let far = bed.distance();
        let reach = (self.mean.cell * FINE * 0.5) as f32;
        for (k, v) in self.mean.values.iter_mut().enumerate() {
            let near = (1.0 - far.values[k] / reach).max(0.0);
            *v -= near * (30.0 + self.below.values[k]);
        }
    }

    /// Every crest and valley floor.
    pub(crate) fn lines(&self) -> Vec<ReliefLine> {
        let mut out = Vec::new();
        for crest in [false, true] {
            let sign = if crest { -1.0 } else { 1.0 };
            let ground: Vec<f32> = self.mean.values.iter().map(|v| v * sign).collect();
            for chain in channels(&ground, self.mean.width, GATHERED * FINE * FINE) {
                let line: Vec<Point> =
                    chain.iter().map(|k| self.mean.point(k % self.mean.width, k / self.mean.width)).collect();
                let points = contour::soften(&evened(&line), 1).into_iter();
                let points = points.map(|p| {
                    let off = if crest { self.above.sample(p) } else { -self.below.sample(p) };
                    (p, self.mean.sample(p) + off)
                });
                out.push(ReliefLine { crest, points: points.collect() });
            }
        }
        out
    }
}

/// The height of the five-minute matrix, drawn from a little around the point, so that its cells do not show as facets.
pub(crate) fn matrix(at: LonLat) -> f32 {
    const STEP: f64 = 0.045;
    const AROUND: [(f64, f64); 5] = [(0.0, 0.0), (STEP, 0.0), (-STEP, 0.0), (0.0, STEP), (0.0, -STEP)];
    let height = |(x, y): (f64, f64)| geography().heights.at(LonLat { lon: at.lon + x, lat: at.lat + y });
    (AROUND.map(height).iter().sum::<f32>() / 5.0).max(1.0)
}

/// A line from cell to cell without its steps: each point between its neighbours, three times.
fn evened(line: &[Point]) -> Vec<Point> {
    let mut line = line.to_vec();
    for _ in 0..3 {
        let old = line.clone();
        for k in 1..old.len().saturating_sub(1) {
            line[k] = old[k].toward(old[k - 1].toward(old[k + 1], 0.5), 0.6);
        }
    }
    line
}

/// The cells around one, nothing beyond the edge.
fn around(k: usize, width: usize, height: usize) -> impl Iterator<Item = usize> {
    const STEPS: [(isize, isize); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
    let (i, j) = ((k % width) as isize, (k / width) as isize);
    STEPS.into_iter().filter_map(move |(di, dj)| {
        let (x, y) = (i + di, j + dj);
        let inside = x >= 0 && y >= 0 && x < width as isize && y < height as isize;
        inside.then(|| y as usize * width + x as usize)
    })
}

/// Where every cell drains to, and the cells in the order in which water rising from the edge, the sea and the lowest ground reaches them: downhill by
/// the steepest way, out of a hollow over its lowest sill.
fn drainage(ground: &[f32], width: usize) -> (Vec<usize>, Vec<usize>) {
    let height = ground.len() / width;
    // Metres to whole centimetres, which have an order.
    let level = |k: usize| (ground[k] * 100.0) as i64;
    let (mut to, mut order) = (vec![usize::MAX; ground.len()], Vec::with_capacity(ground.len()));
    let mut reached = vec![false; ground.len()];
    let mut queue = BinaryHeap::new();
    let lowest = (0..ground.len()).min_by(|a, b| ground[*a].total_cmp(&ground[*b]));
    let open = |k: &usize| {
        let (i, j) = (k % width, k / width);
        i == 0 || j == 0 || i + 1 == width || j + 1 == height || ground[*k].abs() < SEA
    };
    for k in (0..ground.len()).filter(open).chain(lowest) {
        if to[k] == usize::MAX {
            to[k] = k;
            queue.push(Reverse((level(k), k)));
        }
    }
    while let Some(Reverse((water, k))) = queue.pop() {
        order.push(k);
        reached[k] = true;
        let drop = |n: &usize| {
            let aside = n % width != k % width && n / width != k / width;
            (ground[k] - ground[*n]) * if aside { std::f32::consts::FRAC_1_SQRT_2 } else { 1.0 }
        };
        let below = around(k, width, height).filter(|n| reached[*n] && ground[*n] < ground[k]);
        if let (true, Some(n)) = (to[k] != k, below.max_by(|a, b| drop(a).total_cmp(&drop(b)))) {
            to[k] = n;
        }
        for n in around(k, width, height) {
            if to[n] == usize::MAX {
                to[n] = k;
                queue.push(Reverse((level(n).max(water), n)));
            }
        }
    }
    (to, order)
}

/// The chains of cells through which at least so many others drain, each from its head to where it joins another.
fn channels(ground: &[f32], width: usize, gathered: f64) -> Vec<Vec<usize>> {
    let (to, order) = drainage(ground, width);
    let mut flow = vec![1.0f64; ground.len()];
    let mut fed = vec![false; ground.len()];
    for &k in order.iter().rev() {
        if to[k] != k {
            flow[to[k]] += flow[k];
            fed[to[k]] |= flow[k] >= gathered;
        }
    }
    let mut done = vec![false; ground.len()];
    let mut out = Vec::new();
    // The longest way down first, so that a tributary joins the main stream and not the other way round.
    for &head in order.iter().rev().filter(|k| flow[**k] >= gathered && !fed[**k]) {
        let mut chain = vec![head];
        let mut k = head;
        while !std::mem::replace(&mut done[k], true) && to[k] != k {
            k = to[k];
            chain.push(k);
        }
        if chain.len() > 3 {
            out.push(chain);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn water_gathers_in_the_trough_and_leaves_over_the_lowest_sill() {
        // A trough along the middle row that falls to the east, behind a sill at its end.
        let (width, height) = (12, 9);
        let slope = |i: usize, j: usize| 10.0 * (j as f32 - 4.0).abs() + (width - i) as f32;
        let mut ground: Vec<f32> = (0..width * height).map(|k| slope(k % width, k / width)).collect();
        for j in 0..height {
            ground[j * width + 10] += 30.0;
        }
        let chains = channels(&ground, width, 9.0);
        let longest = chains.iter().max_by_key(|c| c.len()).expect("a floor");
        assert!(longest.iter().all(|k| k / width == 4), "it keeps to the trough: {longest:?}");
        let (to, _) = drainage(&ground, width);
        let mut k = 4 * width + 3;
        while to[k] != k {
            k = to[k];
        }
        assert!(k % width == 0 || k % width == width - 1 || k / width == 0 || k / width == height - 1);
    }
}
