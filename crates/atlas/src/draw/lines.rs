//! Lines made of hexsides and of links between hexes: joined into long chains, then smoothed, so that nothing zigzags.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::contour::number;
use crate::project::Point;

/// A point rounded so that it can be compared.
type Key = (i64, i64);

fn key(p: Point) -> Key {
    ((p.x * 10.0).round() as i64, (p.y * 10.0).round() as i64)
}

/// Joins segments end to end. Chains break where three or more segments meet.
pub(crate) fn chains(segments: &[(Point, Point)]) -> Vec<Vec<Point>> {
    let mut links: BTreeMap<Key, Vec<(Key, usize)>> = BTreeMap::new();
    let mut points: BTreeMap<Key, Point> = BTreeMap::new();
    let mut seen = std::collections::BTreeSet::new();
    for (n, (a, b)) in segments.iter().enumerate() {
        let (ka, kb) = (key(*a), key(*b));
        if ka == kb || !seen.insert((ka.min(kb), ka.max(kb))) {
            continue;
        }
        points.insert(ka, *a);
        points.insert(kb, *b);
        links.entry(ka).or_default().push((kb, n));
        links.entry(kb).or_default().push((ka, n));
    }
    let mut used = vec![false; segments.len()];
    let mut out = Vec::new();
    let starts: Vec<Key> = links.iter().filter(|(_, l)| l.len() != 2).map(|(k, _)| *k).collect();
    // Ends and junctions first, then whatever closed rings remain.
    for start in starts.into_iter().chain(links.keys().copied().collect::<Vec<_>>()) {
        for &(next, n) in &links[&start] {
            if used[n] {
                continue;
            }
            used[n] = true;
            let mut chain = vec![points[&start], points[&next]];
            let mut here = next;
            while links[&here].len() == 2 {
                let Some(&(on, m)) = links[&here].iter().find(|(_, m)| !used[*m]) else { break };
                used[m] = true;
                chain.push(points[&on]);
                here = on;
            }
            out.push(chain);
        }
    }
    out
}

/// Path data of slanting lines so far apart over convex shapes, rising to the right; lines of shapes that touch are joined.
pub(crate) fn hatch(shapes: impl Iterator<Item = [Point; 6]>, apart: f64) -> String {
    let step = apart * std::f64::consts::SQRT_2;
    // By line, which x + y tells: pieces as x - y.
    let mut pieces: BTreeMap<i64, Vec<(f64, f64)>> = BTreeMap::new();
    for shape in shapes {
        let along = shape.map(|p| p.x + p.y);
        let low = along.iter().copied().fold(f64::INFINITY, f64::min);
        let high = along.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for k in (low / step).ceil() as i64..=(high / step).floor() as i64 {
            let at = k as f64 * step;
            let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
            for n in 0..6 {
                let (p, q) = (shape[n], shape[(n + 1) % 6]);
                let (a, b) = (p.x + p.y - at, q.x + q.y - at);
                if a * b <= 0.0 && a != b {
                    let cut = p.toward(q, a / (a - b));
                    (from, to) = (from.min(cut.x - cut.y), to.max(cut.x - cut.y));
                }
            }
            if from < to {
                pieces.entry(k).or_default().push((from, to));
            }
        }
    }
    let mut out = String::new();
    for (k, mut line) in pieces {
        line.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut joined: Vec<(f64, f64)> = Vec::new();
        for (from, to) in line {
            match joined.last_mut() {
                Some(last) if from < last.1 + 0.5 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        let at = k as f64 * step;
        let end = |t: f64| Point::new(f64::midpoint(at, t), f64::midpoint(at, -t));
        joined.iter().for_each(|(from, to)| crate::contour::path(&mut out, &[end(*from), end(*to)], false));
    }
    out
}

/// Path data through a chain of hex centres: straight at the ends, with each centre between as the control point of a curve from
/// hexside to hexside. At towns the curve passes through the centre itself.
pub(crate) fn flowing(out: &mut String, chain: &[Point], town: impl Fn(Point) -> bool) {
    let pair = |out: &mut String, p: Point| {
        number(out, p.x);
        out.push(' ');
        number(out, p.y);
    };
    let curve = |out: &mut String, control: Point, to: Point| {
        out.push('Q');
        pair(out, control);
        out.push(' ');
        pair(out, to);
    };
    let Some((first, last)) = chain.first().zip(chain.last()) else { return };
    out.push('M');
    pair(out, *first);
    for k in 1..chain.len().saturating_sub(1) {
        let (p, enter, leave) =
            (chain[k], chain[k - 1].toward(chain[k], 0.5), chain[k].toward(chain[k + 1], 0.5));
        out.push('L');
        pair(out, enter);
        if town(p) {
            let aside = |s: f64| Point::new(p.x + (leave.x - enter.x) * s, p.y + (leave.y - enter.y) * s);
            curve(out, aside(-0.22), p);
            curve(out, aside(0.22), leave);
        } else {
            curve(out, p, leave);
        }
    }
    out.push('L');
    pair(out, *last);
}

/// The points of the line that [`flowing`] draws, a few units apart.
pub(crate) fn sampled(chain: &[Point], town: impl Fn(Point) -> bool) -> Vec<Point> {
    const PARTS: u32 = 7;
    let Some((first, last)) = chain.first().zip(chain.last()) else { return Vec::new() };
    let mut out = vec![*first];
    let curve = |out: &mut Vec<Point>, a: Point, control: Point, b: Point| {
        for k in 1..=PARTS {
            let t = f64::from(k) / f64::from(PARTS);
            out.push(a.toward(control, t).toward(control.toward(b, t), t));
        }
    };
    for k in 1..chain.len().saturating_sub(1) {
        let (p, enter, leave) =
            (chain[k], chain[k - 1].toward(chain[k], 0.5), chain[k].toward(chain[k + 1], 0.5));
        out.push(enter);
        if town(p) {
            let aside = |s: f64| Point::new(p.x + (leave.x - enter.x) * s, p.y + (leave.y - enter.y) * s);
            curve(&mut out, enter, aside(-0.22), p);
            curve(&mut out, p, aside(0.22), leave);
        } else {
            curve(&mut out, enter, p, leave);
        }
    }
    let before = out.last().copied().unwrap_or(*first);
    out.extend((1..=PARTS).map(|k| before.toward(*last, f64::from(k) / f64::from(PARTS))));
    out
}

/// Rings drawn as closed paths.
pub(crate) fn rings(out: &mut String, rings: &[Vec<Point>]) {
    for ring in rings {
        crate::contour::path(out, ring, true);
    }
}

/// A path element.
pub(crate) fn element(out: &mut String, d: &str, attributes: &str) {
    if !d.is_empty() {
        let _ = write!(out, "<path d=\"{d}\" {attributes}/>");
    }
}

/// Whether two segments cross.
pub(crate) fn cross(a: (Point, Point), b: (Point, Point)) -> bool {
    let side =
        |s: (Point, Point), p: Point| (s.1.x - s.0.x) * (p.y - s.0.y) - (s.1.y - s.0.y) * (p.x - s.0.x);
    side(a, b.0) * side(a, b.1) < 0.0 && side(b, a.0) * side(b, a.1) < 0.0
}

/// The length of a line.
pub(crate) fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|p| p[0].distance(p[1])).sum()
}

/// The stretch of a line between two distances from its start.
pub(crate) fn stretch(line: &[Point], from: f64, to: f64) -> Vec<Point> {
    let mut out = Vec::new();
    let mut walked = 0.0;
    for pair in line.windows(2) {
        let step = pair[0].distance(pair[1]);
        let (a, b) = (from - walked, to - walked);
        if b >= 0.0 && a <= step && step > 0.0 {
            if out.is_empty() {
                out.push(pair[0].toward(pair[1], (a / step).clamp(0.0, 1.0)));
            }
            out.push(pair[0].toward(pair[1], (b / step).clamp(0.0, 1.0)));
        }
        walked += step;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_cross_only_where_both_are_parted() {
        let p = |x: f64, y: f64| Point::new(x, y);
        assert!(cross((p(0.0, 0.0), p(2.0, 2.0)), (p(0.0, 2.0), p(2.0, 0.0))));
        assert!(!cross((p(0.0, 0.0), p(0.9, 0.9)), (p(0.0, 2.0), p(2.0, 0.0))));
        assert!(!cross((p(0.0, 0.0), p(2.0, 2.0)), (p(0.0, 2.0), p(0.9, 1.1))));
    }

    #[test]
    fn chains_break_only_at_junctions() {
        let p = |x: f64, y: f64| Point::new(x, y);
        let line = [
            (p(0.0, 0.0), p(1.0, 0.0)),
            (p(2.0, 0.0), p(1.0, 0.0)),
            (p(2.0, 0.0), p(3.0, 0.0)),
            (p(2.0, 0.0), p(2.0, 1.0)),
        ];
        let mut lengths: Vec<usize> = chains(&line).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [2, 2, 3]);
    }
}
