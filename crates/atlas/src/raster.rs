//! Small rasters that the relief and the coast are computed on.

use crate::project::Point;

/// A grid of numbers laid over the drawing.
#[derive(Clone, Debug)]
pub struct Raster {
    /// Cells across.
    pub width: usize,
    /// Cells down.
    pub height: usize,
    /// Drawing units per cell.
    pub cell: f64,
    /// The drawing's point at the centre of the first cell.
    pub origin: Point,
    /// The values, row by row.
    pub values: Vec<f32>,
}

impl Raster {
    /// A raster of one value that covers a rectangle of the drawing.
    pub fn covering(from: Point, to: Point, cell: f64, value: f32) -> Raster {
        let width = ((to.x - from.x) / cell).ceil() as usize + 1;
        let height = ((to.y - from.y) / cell).ceil() as usize + 1;
        Raster { width, height, cell, origin: from, values: vec![value; width * height] }
    }

    /// A raster of the same shape with another value.
    #[must_use]
    pub fn like(&self, value: f32) -> Raster {
        Raster { values: vec![value; self.values.len()], ..*self }
    }

    /// The value of a cell.
    pub fn at(&self, i: usize, j: usize) -> f32 {
        self.values[j * self.width + i]
    }

    /// The value of a cell, the nearest one for a cell outside.
    pub fn clamped(&self, i: isize, j: isize) -> f32 {
        let i = i.clamp(0, self.width as isize - 1) as usize;
        let j = j.clamp(0, self.height as isize - 1) as usize;
        self.values[j * self.width + i]
    }

    /// The drawing's point of a cell.
    pub fn point(&self, i: usize, j: usize) -> Point {
        Point::new(self.origin.x + i as f64 * self.cell, self.origin.y + j as f64 * self.cell)
    }

    /// The cell coordinates of a point, with fractions.
    pub fn cell_of(&self, p: Point) -> (f64, f64) {
        ((p.x - self.origin.x) / self.cell, (p.y - self.origin.y) / self.cell)
    }

    /// The value at a point, between its four cells.
    pub fn sample(&self, p: Point) -> f32 {
        let (x, y) = self.cell_of(p);
        let x = x.clamp(0.0, self.width as f64 - 1.001);
        let y = y.clamp(0.0, self.height as f64 - 1.001);
        let (i, j) = (x as usize, y as usize);
        let (u, v) = ((x - i as f64) as f32, (y - j as f64) as f32);
        let (i1, j1) = ((i + 1).min(self.width - 1), (j + 1).min(self.height - 1));
        let north = self.at(i, j) * (1.0 - u) + self.at(i1, j) * u;
        let south = self.at(i, j1) * (1.0 - u) + self.at(i1, j1) * u;
        north * (1.0 - v) + south * v
    }

    /// Calls `f` for every cell within `radius` of a point, with the distance as a share of the radius.
    pub fn around(&mut self, p: Point, radius: f64, mut f: impl FnMut(&mut f32, f64)) {
        let mut values = std::mem::take(&mut self.values);
        self.each_around(p, radius, |k, d| f(&mut values[k], d));
        self.values = values;
    }

    /// The same with the cell's index, so that several rasters of one shape are changed in one pass.
    pub fn each_around(&self, p: Point, radius: f64, mut f: impl FnMut(usize, f64)) {
        let (x, y) = self.cell_of(p);
        let reach = radius / self.cell;
        let low = |c: f64| (c - reach).floor().max(0.0) as usize;
        let (i1, j1) = (
            (x + reach).ceil().min(self.width as f64 - 1.0),
            (y + reach).ceil().min(self.height as f64 - 1.0),
        );
        if i1 < 0.0 || j1 < 0.0 {
            return;
        }
        for j in low(y)..=j1 as usize {
            let down = (j as f64 - y) / reach;
            for i in low(x)..=i1 as usize {
                let across = (i as f64 - x) / reach;
                let square = across * across + down * down;
                if square < 1.0 {
                    f(j * self.width + i, square.sqrt());
                }
            }
        }
    }

    /// Sets every cell inside the rings (even-odd) to a value.
    pub fn fill(&mut self, rings: &[Vec<Point>], value: f32) {
        let mut crossings: Vec<Vec<f32>> = vec![Vec::new(); self.height];
        for ring in rings {
            for k in 0..ring.len() {
                let a = self.cell_of(ring[k]);
                let b = self.cell_of(ring[(k + 1) % ring.len()]);
                let (top, bottom) = if a.1 < b.1 { (a, b) } else { (b, a) };
                let first = top.1.ceil().max(0.0);
                let mut j = first;
                while j < bottom.1 && j < self.height as f64 {
                    let t = (j - top.1) / (bottom.1 - top.1);
                    crossings[j as usize].push((top.0 + (bottom.0 - top.0) * t) as f32);
                    j += 1.0;
                }
            }
        }
        for (j, row) in crossings.iter_mut().enumerate() {
            row.sort_by(f32::total_cmp);
            for pair in row.chunks_exact(2) {
                let from = pair[0].ceil().max(0.0) as usize;
                let to = (pair[1].floor() + 1.0).clamp(0.0, self.width as f32) as usize;
                for i in from..to.max(from) {
                    self.values[j * self.width + i] = value;
                }
            }
        }
    }

    /// Sets every cell a line touches to a value.
    pub fn trace(&mut self, line: &[Point], value: f32) {
        for pair in line.windows(2) {
            let steps = (pair[0].distance(pair[1]) / self.cell * 2.0).ceil().max(1.0);
            let mut k = 0.0;
            while k <= steps {
                let (x, y) = self.cell_of(pair[0].toward(pair[1], k / steps));
                let (i, j) = (x.round(), y.round());
                if i >= 0.0 && j >= 0.0 && (i as usize) < self.width && (j as usize) < self.height {
                    self.values[j as usize * self.width + i as usize] = value;
                }
                k += 1.0;
            }
        }
    }

    /// Distance in drawing units from every cell to the nearest cell with a positive value (Felzenszwalb's transform).
    #[must_use]
    pub fn distance(&self) -> Raster {
        const FAR: f32 = 1e12;
        let mut out = self.like(FAR);
        for (o, v) in out.values.iter_mut().zip(&self.values) {
            if *v > 0.0 {
                *o = 0.0;
            }
        }
        let mut line = vec![0.0f32; self.width.max(self.height)];
        for i in 0..self.width {
            for (j, v) in line[..self.height].iter_mut().enumerate() {
                *v = out.at(i, j);
            }
            lower_envelope(&mut line[..self.height]);
            for (j, v) in line[..self.height].iter().enumerate() {
                out.values[j * self.width + i] = *v;
            }
        }
        for j in 0..self.height {
            lower_envelope(&mut out.values[j * self.width..(j + 1) * self.width]);
        }
        let cell = self.cell as f32;
        out.values.iter_mut().for_each(|v| *v = v.sqrt().min(1e5) * cell);
        out
    }

    /// Averages each cell with its neighbours within `reach` cells, twice: close to a Gaussian.
    pub fn blur(&mut self, reach: usize) {
        for _ in 0..2 {
            let (w, h) = (self.width, self.height);
            for j in 0..h {
                box_blur(&mut self.values, j * w, 1, w, reach);
            }
            for i in 0..w {
                box_blur(&mut self.values, i, w, h, reach);
            }
        }
    }
}

fn box_blur(values: &mut [f32], start: usize, step: usize, count: usize, reach: usize) {
    let old: Vec<f32> = (0..count).map(|k| values[start + k * step]).collect();
    let at = |k: isize| old[k.clamp(0, count as isize - 1) as usize];
    let reach = reach as isize;
    let mut sum: f32 = (-reach..=reach).map(at).sum();
    let n = (2 * reach + 1) as f32;
    for k in 0..count as isize {
        values[start + k as usize * step] = sum / n;
        sum += at(k + reach + 1) - at(k - reach);
    }
}

/// One dimension of the squared distance transform.
fn lower_envelope(f: &mut [f32]) {
    let n = f.len();
    if n == 0 {
        return;
    }
    let (mut v, mut z) = (vec![0usize; n], vec![0.0f32; n + 1]);
    let mut k = 0;
    z[0] = f32::NEG_INFINITY;
    z[1] = f32::INFINITY;
    let meet = |q: usize, p: usize| {
        ((f[q] + (q * q) as f32) - (f[p] + (p * p) as f32)) / (2.0 * (q as f32 - p as f32))
    };
    for q in 1..n {
        let mut s = meet(q, v[k]);
        while s <= z[k] && k > 0 {
            k -= 1;
            s = meet(q, v[k]);
        }
        k += 1;
        v[k] = q;
        z[k] = s;
        z[k + 1] = f32::INFINITY;
    }
    let mut out = vec![0.0f32; n];
    k = 0;
    for (q, o) in out.iter_mut().enumerate() {
        while z[k + 1] < q as f32 {
            k += 1;
        }
        let d = q as f32 - v[k] as f32;
        *o = d * d + f[v[k]];
    }
    f.copy_from_slice(&out);
}

/// Smooth noise between -1 and 1, the same on every machine.
pub fn noise(x: f64, y: f64, seed: u32) -> f32 {
    let (i, j) = (x.floor(), y.floor());
    let (u, v) = ((x - i) as f32, (y - j) as f32);
    let fade = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (fu, fv) = (fade(u), fade(v));
    let slope = |di: i32, dj: i32| {
        let h = hash(i as i32 + di, j as i32 + dj, seed);
        let (x, y) = directions()[(h & 0xff) as usize];
        x * (u - di as f32) + y * (v - dj as f32)
    };
    let north = slope(0, 0) * (1.0 - fu) + slope(1, 0) * fu;
    let south = slope(0, 1) * (1.0 - fu) + slope(1, 1) * fu;
    (north * (1.0 - fv) + south * fv) * 1.5
}

/// The slopes of the noise: directions all around.
fn directions() -> &'static [(f32, f32); 256] {
    static ALL: std::sync::OnceLock<[(f32, f32); 256]> = std::sync::OnceLock::new();
    ALL.get_or_init(|| {
        std::array::from_fn(|k| {
            let a = k as f32 / 256.0 * std::f32::consts::TAU;
            (a.cos(), a.sin())
        })
    })
}

/// A fixed scramble of two numbers and a seed.
pub fn hash(i: i32, j: i32, seed: u32) -> u32 {
    let mut h = (i as u32).wrapping_mul(0x9E37_79B1)
        ^ (j as u32).wrapping_mul(0x85EB_CA77)
        ^ seed.wrapping_mul(0xC2B2_AE3D);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2C1B_3C6D);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297A_2D39);
    h ^ (h >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_grows_from_a_filled_square() {
        let mut r = Raster::covering(Point::new(0.0, 0.0), Point::new(100.0, 100.0), 1.0, 0.0);
        let square = vec![
            Point::new(20.0, 20.0),
            Point::new(40.0, 20.0),
            Point::new(40.0, 40.0),
            Point::new(20.0, 40.0),
        ];
        r.fill(&[square], 1.0);
        let d = r.distance();
        assert_eq!(d.at(30, 30), 0.0);
        assert!((d.at(60, 30) - 20.0).abs() < 1.5, "{}", d.at(60, 30));
        assert!((d.at(70, 80) - 50.0).abs() < 2.0, "{}", d.at(70, 80));
    }
}
