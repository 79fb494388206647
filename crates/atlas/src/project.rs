//! Where a hex or a place lies on the drawing: the fit of each grid to latitude and longitude, and its inverse.

use serde_json::Value;

use crate::geo::{LonLat, grids_text};

/// Distance between the centres of two neighbouring hexes in drawing units.
pub const HEX: f64 = 60.0;
const ROOT: f64 = 0.866_025_403_784_438_6;

/// A point on the drawing; x grows east, y grows south.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Point {
    /// Units from the left edge.
    pub x: f64,
    /// Units from the top edge.
    pub y: f64,
}

impl Point {
    /// A point.
    pub const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    /// The point a share `t` of the way to another.
    #[must_use]
    pub fn toward(self, other: Point, t: f64) -> Point {
        Point::new(self.x + (other.x - self.x) * t, self.y + (other.y - self.y) * t)
    }

    /// Distance to another point.
    #[must_use]
    pub fn distance(self, other: Point) -> f64 {
        let (across, down) = (self.x - other.x, self.y - other.y);
        (across * across + down * down).sqrt()
    }
}

/// How a hex grid lies on the drawing: always north up, whichever way the sheet's numbers run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// True if the first number counts columns (flat-topped hexes), false if it counts rows (pointed tops).
    pub flat: bool,
    /// True if lines with an even first number are shifted, false if the odd ones are.
    pub even_shifted: bool,
    /// 1 if the first number grows east (flat) or south (pointed), -1 if it grows north.
    pub first_sign: f64,
    /// 1 if the second number grows south (flat) or east (pointed), -1 if it grows west.
    pub second_sign: f64,
}

impl Lattice {
    /// The lattice of a named grid fit.
    pub fn of(grid: &str) -> Lattice {
        let (flat, even_shifted, first_sign, second_sign) = match grid {
            "conflict_korea" => (true, false, 1.0, 1.0),
            "chosin" | "kb_chosin" => (false, true, 1.0, -1.0),
            "kb_pusan" => (false, true, -1.0, 1.0),
            _ => (true, true, 1.0, 1.0),
        };
        Lattice { flat, even_shifted, first_sign, second_sign }
    }

    fn shift(&self, first: i32) -> f64 {
        if (first.rem_euclid(2) == 0) == self.even_shifted { 0.5 } else { 0.0 }
    }

    /// The centre of a hex in fit units (X, Y of the geographic README).
    pub fn fit_units(&self, first: i32, second: i32) -> (f64, f64) {
        let along = f64::from(second) + self.shift(first);
        let across = ROOT * f64::from(first);
        if self.flat { (across, along) } else { (along, across) }
    }

    /// Fit units to drawing units, before the origin is moved.
    pub fn to_drawing(self, (x, y): (f64, f64)) -> Point {
        let (sx, sy) = self.signs();
        Point::new(x * sx * HEX, y * sy * HEX)
    }

    fn to_fit(self, p: Point) -> (f64, f64) {
        let (sx, sy) = self.signs();
        (p.x / (sx * HEX), p.y / (sy * HEX))
    }

    fn signs(self) -> (f64, f64) {
        if self.flat { (self.first_sign, self.second_sign) } else { (self.second_sign, self.first_sign) }
    }

    /// The six corners of a hex around the origin, clockwise on the drawing.
    pub fn corners(&self) -> [Point; 6] {
        let r = HEX / (2.0 * ROOT);
        let turn = if self.flat { 0.0 } else { 30.0 };
        std::array::from_fn(|i| {
            let a = (turn + 60.0 * i as f64).to_radians();
            Point::new(r * a.cos(), r * a.sin())
        })
    }
}

/// A fit of the drawing to the globe.
#[derive(Clone, Debug)]
pub struct Projection {
    kind: Kind,
    origin: Point,
}

#[derive(Clone, Debug)]
enum Kind {
    Hex { lattice: Lattice, lon: [f64; 3], lat: [f64; 3], warp: Warp },
    Plain { west: f64, north: f64, unit: f64, squeeze: f64 },
}

/// The bend of a fit in degrees, kept as a table: a coast has tens of thousands of points and a fit hundreds of bells.
#[derive(Clone, Debug)]
struct Warp {
    first: (f64, f64),
    columns: usize,
    rows: usize,
    degrees: Vec<(f64, f64)>,
}

impl Warp {
    /// Steps of the table in fit units; the bells are several units wide.
    const STEP: f64 = 0.5;

    /// Tabulates bells (x, y, degrees east, degrees north) of the given width.
    fn new(bells: &[[f64; 4]], width: f64) -> Warp {
        let span = |k: usize| {
            let all = bells.iter().map(|b| b[k]);
            let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
            if low > high { (0.0, 0.0) } else { (low - 4.0 * width, high + 4.0 * width) }
        };
        let ((x0, x1), (y0, y1)) = (span(0), span(1));
        let count = |a: f64, b: f64| ((b - a) / Warp::STEP).ceil() as usize + 2;
        let (columns, rows) = (count(x0, x1), count(y0, y1));
        let mut degrees = vec![(0.0, 0.0); columns * rows];
        // A bell is the product of two, so that its exponentials are few.
        let bell = |d: f64| (-d * d / (2.0 * width * width)).exp();
        for b in bells {
            let across: Vec<f64> = (0..columns).map(|i| bell(x0 + i as f64 * Warp::STEP - b[0])).collect();
            for j in 0..rows {
                let down = bell(y0 + j as f64 * Warp::STEP - b[1]);
                for (cell, a) in degrees[j * columns..(j + 1) * columns].iter_mut().zip(&across) {
                    cell.0 += b[2] * a * down;
                    cell.1 += b[3] * a * down;
                }
            }
        }
        Warp { first: (x0, y0), columns, rows, degrees }
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let u = ((x - self.first.0) / Warp::STEP).clamp(0.0, self.columns as f64 - 1.001);
        let v = ((y - self.first.1) / Warp::STEP).clamp(0.0, self.rows as f64 - 1.001);
        let (i, j) = (u as usize, v as usize);
        let (u, v) = (u - i as f64, v - j as f64);
        let cell = |i: usize, j: usize| self.degrees[j * self.columns + i];
        let mix = |a: (f64, f64), b: (f64, f64), t: f64| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
        mix(mix(cell(i, j), cell(i + 1, j), u), mix(cell(i, j + 1), cell(i + 1, j + 1), u), v)
    }
}

impl Projection {
    /// The fit of a named grid, with the drawing's origin at `origin` (in unmoved drawing units).
    pub fn hex(grid: &str, origin: Point) -> Option<Projection> {
        let all: Value = serde_json::from_str(grids_text()).ok()?;
        let fit = all.get(grid)?;
        let three = |axis: &str| -> Option<[f64; 3]> {
            let a = fit.get(axis)?;
            Some([a["c0"].as_f64()?, a["cX"].as_f64()?, a["cY"].as_f64()?])
        };
        let point = |p: &Value| -> Option<[f64; 4]> {
            Some([p.get(0)?.as_f64()?, p.get(1)?.as_f64()?, p.get(2)?.as_f64()?, p.get(3)?.as_f64()?])
        };
        let points: Vec<[f64; 4]> = fit["warp"]["points"].as_array()?.iter().filter_map(point).collect();
        let warp = Warp::new(&points, fit["warp"]["L"].as_f64().unwrap_or(5.0));
        let kind = Kind::Hex { lattice: Lattice::of(grid), lon: three("lon")?, lat: three("lat")?, warp };
        Some(Projection { kind, origin })
    }

    /// A plain projection: `unit` drawing units per degree of latitude, true to scale at latitude 38.
    pub fn plain(west: f64, north: f64, unit: f64) -> Projection {
        let kind = Kind::Plain { west, north, unit, squeeze: 38f64.to_radians().cos() };
        Projection { kind, origin: Point::new(0.0, 0.0) }
    }

    /// Where a point of the drawing lies on the globe.
    pub fn lonlat(&self, p: Point) -> LonLat {
        let q = Point::new(p.x + self.origin.x, p.y + self.origin.y);
        match &self.kind {
            Kind::Plain { west, north, unit, squeeze } => {
                LonLat { lon: west + q.x / (unit * squeeze), lat: north - q.y / unit }
            }
            Kind::Hex { lattice, .. } => self.fit_to_globe(lattice.to_fit(q)),
        }
    }

    fn fit_to_globe(&self, (x, y): (f64, f64)) -> LonLat {
        let Kind::Hex { lon, lat, warp, .. } = &self.kind else {
            return LonLat { lon: 0.0, lat: 0.0 };
        };
        let (east, north) = warp.at(x, y);
        LonLat { lon: lon[0] + lon[1] * x + lon[2] * y + east, lat: lat[0] + lat[1] * x + lat[2] * y + north }
    }

    /// Where a point of the globe lies on the drawing. The warp has no closed inverse; a few fixed-point steps suffice
    /// because it bends the map by less than three hexes.
    pub fn point(&self, g: LonLat) -> Point {
        let q = match &self.kind {
            Kind::Plain { west, north, unit, squeeze } => {
                Point::new((g.lon - west) * unit * squeeze, (north - g.lat) * unit)
            }
            Kind::Hex { lattice, lon, lat, .. } => {
                let det = lon[1] * lat[2] - lon[2] * lat[1];
                let solve =
                    |a: f64, b: f64| ((a * lat[2] - b * lon[2]) / det, (b * lon[1] - a * lat[1]) / det);
                let mut at = solve(g.lon - lon[0], g.lat - lat[0]);
                for _ in 0..8 {
                    let here = self.fit_to_globe(at);
                    let (dx, dy) = solve(g.lon - here.lon, g.lat - here.lat);
                    at = (at.0 + dx, at.1 + dy);
                }
                lattice.to_drawing(at)
            }
        };
        Point::new(q.x - self.origin.x, q.y - self.origin.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_returns_to_the_point() {
        for grid in ["fire_and_ice", "conflict_korea", "chosin", "kb_pusan", "kb_inchon", "kb_chosin"] {
            let fit = Projection::hex(grid, Point::new(0.0, 0.0)).expect("a known grid");
            let lattice = Lattice::of(grid);
            for (a, b) in [(10, 10), (14, 7), (5, 3)] {
                let p = lattice.to_drawing(lattice.fit_units(a, b));
                let back = fit.point(fit.lonlat(p));
                assert!(p.distance(back) < 1.0, "{grid} {a},{b}: {p:?} against {back:?}");
            }
        }
    }

    #[test]
    fn north_is_up_on_every_grid() {
        for grid in ["fire_and_ice", "conflict_korea", "chosin", "kb_pusan", "kb_inchon", "kb_chosin"] {
            let fit = Projection::hex(grid, Point::new(0.0, 0.0)).expect("a known grid");
            let lattice = Lattice::of(grid);
            let p = lattice.to_drawing(lattice.fit_units(10, 10));
            let here = fit.lonlat(p);
            assert!(fit.lonlat(Point::new(p.x, p.y - HEX)).lat > here.lat, "{grid}: up is north");
            assert!(fit.lonlat(Point::new(p.x + HEX, p.y)).lon > here.lon, "{grid}: right is east");
        }
    }
}
