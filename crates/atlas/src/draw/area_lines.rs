//! The lines of an area map: borders, sea zones, rivers and the parallel.

use super::area::Drawing;
use super::lines;
use super::regions::sea_borders;
use crate::contour;
use crate::geo::{LonLat, geography};
use crate::project::Point;
use crate::raster::Raster;

impl Drawing<'_> {
    /// The outlines of the areas without what has a line of its own: the coast, the national borders and the parallel.
    pub(super) fn inner_borders(&self) -> String {
        const NEAR: f32 = 9.0;
        let mut lined = self.base.shore.like(0.0);
        for line in self.national_borders().iter().chain([&self.parallel().to_vec()]) {
            lined.trace(line, 1.0);
        }
        let far = lined.distance();
        let told = |p: Point| far.sample(p) < NEAR || self.base.shore.sample(p) < 0.12;
        let told = |a: Point, b: Point| told(a) && told(b) && told(a.toward(b, 0.5));
        // Where a border ends it runs on to the line, or the coast, that it was left off for.
        let on_to = |end: Point| {
            let line = nearest(&lined, end, f64::from(NEAR) * 2.0, |v| v > 0.0);
            line.or_else(|| self.mouth(end))
        };
        let mut path = String::new();
        let mut write = |line: &mut Vec<Point>| {
            if let (Some(first), Some(last)) = (line.first().copied(), line.last().copied()) {
                line.extend(on_to(last));
                line.splice(..0, on_to(first));
                contour::path(&mut path, line, false);
                line.clear();
            }
        };
        for id in self.map.ids().filter(|id| !self.map.get(*id).sea && !self.map.get(*id).has("track")) {
            for ring in &self.shapes[id.index()].rings {
                let n = ring.len();
                let edge = |k: usize| (ring[k % n], ring[(k + 1) % n]);
                // From a stretch that has its own line on, so that no border begins in its middle.
                let first = (0..n).find(|k| told(edge(*k).0, edge(*k).1)).unwrap_or(0);
                let mut line: Vec<Point> = Vec::new();
                for (a, b) in (first..first + n).map(edge) {
                    if told(a, b) {
                        write(&mut line);
                        continue;
                    }
                    if line.is_empty() {
                        line.push(a);
                    }
                    line.push(b);
                }
                write(&mut line);
            }
        }
        path
    }

    /// The borders of Korea, China and the Soviet Union as they really run.
    fn national_borders(&self) -> Vec<Vec<Point>> {
        let real = |name: &str| !name.contains("demarcation") && !name.contains("parallel");
        let lines = geography().borders.iter().filter(|b| real(&b.name)).flat_map(|b| &b.lines);
        lines.map(|line| line.iter().map(|p| self.projection.point(*p)).collect()).collect()
    }

    /// Both ends of the 38th parallel.
    fn parallel(&self) -> [Point; 2] {
        [124.6, 128.9].map(|lon| self.projection.point(LonLat { lon, lat: 38.0 }))
    }

    /// Drawn before the land, because the lines start inland.
    pub(super) fn sea_lines(&self, out: &mut String) {
        let mut d = String::new();
        for line in sea_borders(self.map, &self.projection) {
            contour::path(&mut d, &on_sheet(&line, self.size), false);
        }
        let c = self.c;
        lines::element(
            out,
            &d,
            &format!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-dasharray=\"10 6\" stroke-opacity=\".65\"",
                c.shore,
                1.8 * c.weight
            ),
        );
    }

    /// Rivers, the parallel and the national borders.
    pub(super) fn land_lines(&self, out: &mut String) {
        let c = self.c;
        let (mut water, mut border) = (String::new(), String::new());
        for river in geography().rivers.iter().filter(|r| r.class == "major") {
            for line in &river.lines {
                let mut points: Vec<Point> = line.iter().map(|p| self.projection.point(*p)).collect();
                points.extend(points.last().and_then(|end| self.mouth(*end)));
                if let Some(mouth) = points.first().and_then(|end| self.mouth(*end)) {
                    points.insert(0, mouth);
                }
                contour::path(&mut water, &contour::simplify(&points, 0.6), false);
            }
        }
        for line in self.national_borders() {
            contour::path(&mut border, &contour::simplify(&line, 0.6), false);
        }
        out.push_str("<g clip-path=\"url(#onland)\" fill=\"none\" stroke-linejoin=\"round\">");
        lines::element(
            out,
            &water,
            &format!("stroke=\"{}\" stroke-width=\"{:.1}\" stroke-opacity=\".75\"", c.water, 1.7 * c.weight),
        );
        lines::element(
            out,
            &border,
            &format!("stroke=\"{}\" stroke-width=\"7\" stroke-opacity=\".75\"", c.halo),
        );
        lines::element(
            out,
            &border,
            &format!("stroke=\"{}\" stroke-width=\"3.2\" stroke-dasharray=\"12 4 3 4 3 4\"", c.border),
        );
        let [a, b] = self.parallel();
        let parallel = format!("M{:.1} {:.1}L{:.1} {:.1}", a.x, a.y, b.x, b.y);
        lines::element(
            out,
            &parallel,
            &format!("stroke=\"{}\" stroke-width=\"8\" stroke-opacity=\".75\"", c.halo),
        );
        lines::element(
            out,
            &parallel,
            &format!("stroke=\"{}\" stroke-width=\"4\" stroke-dasharray=\"16 6 3 6\"", c.parallel),
        );
        out.push_str("</g>");
    }

    /// The nearest water, for a line that ends a little short of it.
    fn mouth(&self, end: Point) -> Option<Point> {
        let shore = &self.base.shore;
        nearest(shore, end, 26.0, |v| v < -0.05).filter(|_| shore.sample(end) > 0.0)
    }
}

/// The nearest cell that passes, within so many drawing units.
fn nearest(raster: &Raster, from: Point, reach: f64, pass: impl Fn(f32) -> bool) -> Option<Point> {
    let mut best: Option<(f64, usize)> = None;
    raster.each_around(from, reach, |k, far| {
        if pass(raster.values[k]) && best.is_none_or(|(b, _)| far < b) {
            best = Some((far, k));
        }
    });
    best.map(|(_, k)| raster.point(k % raster.width, k / raster.width))
}

/// The part of a line that lies on the sheet; its ends may lie beyond.
fn on_sheet(line: &[Point], size: (f64, f64)) -> Vec<Point> {
    let outside = |p: &Point| p.x < 0.0 || p.y < 0.0 || p.x > size.0 || p.y > size.1;
    let mut line = line.to_vec();
    for _ in 0..2 {
        if let [.., a, b] = line[..]
            && outside(&b)
            && !outside(&a)
        {
            // Half of what is too much, again and again, comes near enough to the frame.
            let (mut inner, mut outer) = (a, b);
            for _ in 0..20 {
                let half = inner.toward(outer, 0.5);
                if outside(&half) { outer = half } else { inner = half }
            }
            line.pop();
            line.push(outer);
        }
        line.reverse();
    }
    line
}
