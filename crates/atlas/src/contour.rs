//! Lines where a raster crosses a level, and the paths made of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::project::Point;
use crate::raster::Raster;

/// The closed outlines of everything above a level. The raster is treated as surrounded by lower ground.
pub fn outlines(field: &Raster, level: f32) -> Vec<Vec<Point>> {
    let (w, h) = (field.width as isize, field.height as isize);
    let at = |i: isize, j: isize| {
        if i < 0 || j < 0 || i >= w || j >= h { level - 1.0 } else { field.at(i as usize, j as usize) }
    };
    let point = |i: isize, j: isize| {
        Point::new(field.origin.x + i as f64 * field.cell, field.origin.y + j as f64 * field.cell)
    };
    // Each crossing lies on a cell edge: (i, j, 0) runs right from (i, j), (i, j, 1) runs down.
    let mut next: BTreeMap<(isize, isize, u8), (isize, isize, u8)> = BTreeMap::new();
    for j in -1..h {
        for i in -1..w {
            let corner = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            let mask = corner.iter().enumerate().fold(0u8, |m, (k, v)| m | (u8::from(*v >= level) << k));
            let (top, right, bottom, left) = ((i, j, 0), (i + 1, j, 1), (i, j + 1, 0), (i, j, 1));
            // Directed so that high ground is on the right hand.
            let pairs: &[_] = &match mask {
                1 => vec![(top, left)],
                2 => vec![(right, top)],
                3 => vec![(right, left)],
                4 => vec![(bottom, right)],
                5 => vec![(top, left), (bottom, right)],
                6 => vec![(bottom, top)],
                7 => vec![(bottom, left)],
                8 => vec![(left, bottom)],
                9 => vec![(top, bottom)],
                10 => vec![(right, top), (left, bottom)],
                11 => vec![(right, bottom)],
                12 => vec![(left, right)],
                13 => vec![(top, right)],
                14 => vec![(left, top)],
                _ => vec![],
            };
            next.extend(pairs.iter().copied());
        }
    }
    let place = |(i, j, d): (isize, isize, u8)| {
        let (i2, j2) = if d == 0 { (i + 1, j) } else { (i, j + 1) };
        let (a, b) = (at(i, j), at(i2, j2));
        let t = if (b - a).abs() < 1e-9 { 0.5 } else { f64::from(((level - a) / (b - a)).clamp(0.02, 0.98)) };
        point(i, j).toward(point(i2, j2), t)
    };
    let mut rings = Vec::new();
    while let Some((&start, _)) = next.iter().next() {
        let mut ring = Vec::new();
        let mut here = start;
        while let Some(after) = next.remove(&here) {
            ring.push(place(here));
            here = after;
        }
        if ring.len() > 3 {
            rings.push(ring);
        }
    }
    rings
}

/// Drops points that lie within `tolerance` of the line between their neighbours (Douglas and Peucker).
pub fn simplify(line: &[Point], tolerance: f64) -> Vec<Point> {
    if line.len() < 3 {
        return line.to_vec();
    }
    let mut keep = vec![false; line.len()];
    keep[0] = true;
    keep[line.len() - 1] = true;
    let mut open = vec![(0, line.len() - 1)];
    while let Some((a, b)) = open.pop() {
        let far =
            (a + 1..b).map(|k| (k, off_line(line[k], line[a], line[b]))).max_by(|x, y| x.1.total_cmp(&y.1));
        if let Some((k, d)) = far
            && d > tolerance
        {
            keep[k] = true;
            open.push((a, k));
            open.push((k, b));
        }
    }
    line.iter().zip(&keep).filter(|(_, k)| **k).map(|(p, _)| *p).collect()
}

/// The same for a ring: it is cut at its first point and at the point farthest from it.
pub fn simplify_ring(ring: &[Point], tolerance: f64) -> Vec<Point> {
    let far =
        (1..ring.len()).max_by(|a, b| ring[0].distance(ring[*a]).total_cmp(&ring[0].distance(ring[*b])));
    let Some(far) = far else { return ring.to_vec() };
    let mut out = simplify(&ring[..=far], tolerance);
    let mut back = ring[far..].to_vec();
    back.push(ring[0]);
    let back = simplify(&back, tolerance);
    out.extend(&back[1..back.len().saturating_sub(1)]);
    out
}

fn off_line(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let len2 = dx * dx + dy * dy;
    if len2 < 1e-12 {
        return p.distance(a);
    }
    let t = (((p.x - a.x) * dx + (p.y - a.y) * dy) / len2).clamp(0.0, 1.0);
    p.distance(Point::new(a.x + dx * t, a.y + dy * t))
}

/// Cuts the corners of a line (Chaikin), keeping its ends.
pub fn soften(line: &[Point], rounds: usize) -> Vec<Point> {
    let mut line = line.to_vec();
    for _ in 0..rounds {
        if line.len() < 3 {
            break;
        }
        let mut out = vec![line[0]];
        for k in 0..line.len() - 1 {
            if k > 0 {
                out.push(line[k].toward(line[k + 1], 0.25));
            }
            if k + 2 < line.len() {
                out.push(line[k].toward(line[k + 1], 0.75));
            }
        }
        out.push(line[line.len() - 1]);
        line = out;
    }
    line
}

/// Writes a number with one decimal, without a trailing zero.
pub fn number(out: &mut String, v: f64) {
    let tenths = (v * 10.0).round() as i64;
    if tenths % 10 == 0 {
        let _ = write!(out, "{}", tenths / 10);
    } else {
        let sign = if tenths < 0 { "-" } else { "" };
        let _ = write!(out, "{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10);
    }
}

/// Writes the path data of a line: absolute start, relative steps, in tenths of a unit.
pub fn path(out: &mut String, line: &[Point], closed: bool) {
    let tenth = |v: f64| (v * 10.0).round() as i64;
    let Some(first) = line.first() else { return };
    let (mut x, mut y) = (tenth(first.x), tenth(first.y));
    out.push('M');
    number(out, x as f64 / 10.0);
    out.push(' ');
    number(out, y as f64 / 10.0);
    let mut command = false;
    for p in &line[1..] {
        let (nx, ny) = (tenth(p.x), tenth(p.y));
        if (nx, ny) == (x, y) {
            continue;
        }
        out.push(if command { ' ' } else { 'l' });
        command = true;
        number(out, (nx - x) as f64 / 10.0);
        out.push(' ');
        number(out, (ny - y) as f64 / 10.0);
        (x, y) = (nx, ny);
    }
    if closed {
        out.push('z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hill_has_one_closed_outline() {
        let mut r = Raster::covering(Point::new(0.0, 0.0), Point::new(40.0, 40.0), 1.0, 0.0);
        r.around(Point::new(20.0, 20.0), 12.0, |v, d| *v = 1.0 - d as f32);
        let rings = outlines(&r, 0.5);
        assert_eq!(rings.len(), 1);
        for p in &rings[0] {
            assert!((p.distance(Point::new(20.0, 20.0)) - 6.0).abs() < 0.6, "{p:?}");
        }
    }

    #[test]
    fn numbers_are_short() {
        let mut s = String::new();
        number(&mut s, -0.35);
        s.push(' ');
        number(&mut s, 12.0);
        assert_eq!(s, "-0.4 12");
    }
}
