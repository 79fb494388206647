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
