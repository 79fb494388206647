//! Rivers, borders, roads and railways as lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use board::{Course, HexId, Side, Top};

use super::hex::Drawing;
use super::labels::{Placer, Room, Style};
use super::lines;
use crate::contour;
use crate::counter::escape;
use crate::project::{HEX, Point};
use crate::raster::hash;

/// The lines of a map, joined and smoothed.
pub(super) struct Lines {
    /// Per river: its name and its softened chains, wide ones marked.
    rivers: Vec<(String, bool, Vec<Vec<Point>>)>,
    /// The last reaches into the sea, wide ones marked.
    mouths: Vec<(bool, [Point; 2])>,
    /// River hexes as a game without river hexsides has them: chains of centres.
    streams: Vec<(String, Vec<Vec<Point>>)>,
    ways: Vec<(Side, Vec<Vec<Point>>)>,
    borders: Vec<(Side, Vec<Vec<Point>>)>,
    bridges: Vec<(Point, Point)>,
}

impl Lines {
    pub(super) fn of(d: &Drawing<'_>) -> Lines {
        let mut rivers = Vec::new();
        let mut reaches = Vec::new();
        let (mut ways, mut borders): (BTreeMap<Side, Vec<_>>, BTreeMap<Side, Vec<_>>) =
            (BTreeMap::new(), BTreeMap::new());
        let mut left = BTreeSet::new();
        let mut bridges: BTreeMap<(HexId, HexId), (Point, Point)> = BTreeMap::new();
        for feature in d.map.features() {
            match &feature.course {
                Course::Sides(sides) => {
                    let segments: Vec<(Point, Point)> =
                        sides.iter().filter_map(|&(a, b)| hexside(d, a, b)).collect();
                    match feature.kind {
                        Side::RIVER | Side::MAJOR_RIVER => {
                            let soft =
                                lines::chains(&segments).iter().map(|c| contour::soften(c, 2)).collect();
                            let wide = feature.kind == Side::MAJOR_RIVER;
                            let plain = feature.name.split(" (").next().unwrap_or_default();
                            reaches.extend(
                                lines::chains(&segments).iter().flat_map(|c| mouths(d, c)).map(|m| (wide, m)),
                            );
                            rivers.push((plain.to_owned(), wide, soft));
                        }
                        Side::BRIDGE | Side::RAIL_BRIDGE => {
                            for (&(a, b), line) in sides.iter().zip(&segments) {
                                bridges.insert((a.min(b), a.max(b)), *line);
                            }
                        }
                        kind => borders.entry(kind).or_default().extend(segments),
                    }
                }
                Course::Chains(list) => {
                    let steps = ways.entry(feature.kind).or_default();
                    for chain in list {
                        steps.extend(way_out(d, chain, &mut left));
                        // A trail that shares a hexside with a road is not drawn twice.
                        let road = Side::ROAD.with(Side::MAIN_ROAD);
                        let hidden =
                            |s: &&[HexId]| feature.kind == Side::TRAIL && d.map.between(s[0], s[1]).any(road);
                        let pairs = chain.windows(2).filter(|s| !hidden(s));
                        steps.extend(pairs.map(|s| (way_point(d, s[0]), way_point(d, s[1]))));
                    }
                }
            }
        }
        let streams = streams(d);
        let joined = |all: BTreeMap<Side, Vec<(Point, Point)>>| {
            all.into_iter().map(|(k, s)| (k, lines::chains(&s))).collect()
        };
        Lines {
            rivers,
            mouths: reaches,
            streams,
            ways: joined(ways),
            borders: joined(borders),
            bridges: bridges.into_values().collect(),
        }
    }

    /// Names rather stand beside roads than on them.
    pub(super) fn keep_off(&self, placer: &mut Placer) {
        for chain in self.ways.iter().flat_map(|(_, chains)| chains) {
            let length = lines::length(chain);
            let mut at = 4.0;
            while at < length {
                if let Some(p) = lines::stretch(chain, at, at + 0.1).first() {
                    placer.rather_not(Room::around(*p, 4.0, 4.0));
                }
                at += 8.0;
            }
        }
    }

    /// River lines, for the valleys of the relief.
    pub(super) fn beds(&self) -> Vec<Vec<Point>> {
        let hexsides = self.rivers.iter().flat_map(|(_, _, chains)| chains.iter().cloned());
        hexsides.chain(self.streams.iter().flat_map(|(_, chains)| chains.iter().cloned())).collect()
    }

    pub(super) fn write_water(&self, out: &mut String, d: &Drawing<'_>) {
        let c = d.c;
        for (wide, casing, water) in [(true, 13.0, 9.5), (false, 5.6, 3.6)] {
            let mut path = String::new();
            for (_, _, chains) in self.rivers.iter().filter(|(_, w, _)| *w == wide) {
                chains.iter().for_each(|chain| contour::path(&mut path, chain, false));
            }
            let mut into_sea = String::new();
            self.mouths
                .iter()
                .filter(|(w, _)| *w == wide)
                .for_each(|(_, m)| contour::path(&mut into_sea, m, false));
            let line = |colour: &str, width: f64| {
                format!(
                    "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.1}\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
                )
            };
            // Casing of river and mouth first, then their water, so that nothing parts the two.
            let clip = if d.projection.is_some() { " clip-path=\"url(#onland)\"" } else { "" };
            for (colour, width) in [(c.shore, casing), (if wide { c.sea } else { c.river }, water)] {
                lines::element(out, &path, &line(colour, width * c.weight));
                lines::element(out, &into_sea, &(line(colour, width * c.weight) + clip));
            }
        }
        let mut path = String::new();
        self.streams
            .iter()
            .flat_map(|(_, chains)| chains)
            .for_each(|chain| lines::flowing(&mut path, chain, |_| false));
        lines::element(
            out,
            &path,
            &format!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
                c.water,
                5.0 * c.weight
            ),
        );
    }

    pub(super) fn write_borders(&self, out: &mut String, d: &Drawing<'_>) {
        for (kind, chains) in &self.borders {
            let mut path = String::new();
            chains.iter().for_each(|chain| contour::path(&mut path, &contour::soften(chain, 1), false));
            let (colour, dash, width) = match *kind {
                Side::PARALLEL => (d.c.parallel, "14 5 2.500 5", 3.4),
                Side::BORDER => (d.c.border, "10 4 2.500 4 2.500 4", 2.6),
                _ => (d.c.ink, "4 3", 2.0),
            };
            lines::element(
                out,
                &path,
                &format!(
                    "fill=\"none\" stroke=\"{}\" stroke-opacity=\".7\" stroke-width=\"{}\"",
                    d.c.halo,
                    width + 3.0
                ),
            );
            lines::element(
                out,
                &path,
                &format!(
                    "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\""
                ),
            );
        }
    }

    pub(super) fn write_ways(&self, out: &mut String, d: &Drawing<'_>) {
        let c = d.c;
        let w = c.weight;
        // Railways stand a little beside the roads that share their hexes.
        let flat = d.map.grid().spec().top == Top::Flat;
        let beside = if flat { "translate(7 0)" } else { "translate(0 7)" };
        // Lines pass exactly through towns and through hexes where ways of any kind meet.
        let ways = |h: HexId| d.map.sides(h).iter().filter(|s| s.any(Side::LINKS)).count();
        let hexes = d.map.grid().hexes().filter(|h| d.is_town(*h) || d.is_city(*h) || ways(*h) > 2);
        let towns: BTreeSet<(i64, i64)> = hexes.map(|h| rounded(way_point(d, h))).collect();
        let town = |p: Point| towns.contains(&rounded(p));
        for (kind, chains) in &self.ways {
            let mut path = String::new();
            chains.iter().for_each(|chain| lines::flowing(&mut path, chain, town));
            let line = |colour: &str, width: f64, dash: &str| {
                format!(
                    "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"{dash}",
                    width * w
                )
            };
            match *kind {
                Side::TRAIL => {
                    lines::element(out, &path, &line(c.road_case, 3.6, " stroke-opacity=\".6\""));
                    lines::element(out, &path, &line(c.trail, 1.8, " stroke-dasharray=\"6 3.500\""));
                }
                Side::RAIL | Side::NARROW_RAIL => {
                    let thin = if *kind == Side::RAIL { 1.6 } else { 1.0 };
                    let _ = write!(out, "<g transform=\"{beside}\">");
                    lines::element(out, &path, &line(c.road_case, 4.0, " stroke-opacity=\".5\""));
                    lines::element(out, &path, &line(c.rail, thin, ""));
                    lines::element(out, &path, &line(c.rail, 5.6, " stroke-dasharray=\"1.300 8.700\""));
                    out.push_str("</g>");
                }
                kind => {
                    let wide = if kind == Side::MAIN_ROAD { 3.8 } else { 2.8 };
                    lines::element(
                        out,
                        &path,
                        &line(c.road_case, wide + 2.4, " stroke-opacity=\".85\" stroke-linecap=\"round\""),
                    );
                    lines::element(out, &path, &line(c.road, wide, " stroke-linecap=\"round\""));
                }
            }
        }
        let mut path = String::new();
        for (a, b) in &self.bridges {
            bridge(&mut path, *a, *b);
        }
        lines::element(
            out,
            &path,
            &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-opacity=\".8\"", c.halo),
        );
        lines::element(
            out,
            &path,
            &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"", c.ink, 2.1 * w),
        );
    }

    /// River names along the water, once per river, where nothing stands in the way.
    pub(super) fn write_names(&self, out: &mut String, placer: &mut Placer) {
        let all = self.rivers.iter().map(|(n, _, c)| (n, c)).chain(self.streams.iter().map(|(n, c)| (n, c)));
        for (k, (name, chains)) in all.enumerate() {
            let longest = chains.iter().max_by(|a, b| lines::length(a).total_cmp(&lines::length(b)));
            let (Some(chain), false) = (longest, name.is_empty()) else { continue };
            let smooth = calm(chain);
            let (whole, want) = (lines::length(&smooth), Style::Water.width(name) * 1.12);
            if whole < want {
                continue;
            }
            for share in [0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6, 0.05] {
                let from = (whole - want) * share;
                let mut piece = lines::stretch(&smooth, from, from + want);
                let (Some(first), Some(last)) = (piece.first(), piece.last()) else { continue };
                if first.x > last.x {
                    piece.reverse();
                }
                let rooms: Vec<Room> =
                    piece.iter().map(|p| Room::around(Point::new(p.x, p.y - 6.0), 8.0, 7.0)).collect();
                if !rooms.iter().all(|r| placer.is_free(r)) || bent(&piece) {
                    continue;
                }
                rooms.into_iter().for_each(|r| placer.keep_clear(r));
                let mut d = String::new();
                contour::path(&mut d, &piece, false);
                let _ = write!(
                    out,
                    "<path id=\"r{k}\" d=\"{d}\" fill=\"none\"/><text class=\"nw\" dy=\"-5\"><textPath href=\"#r{k}\" startOffset=\"50%\">{}</textPath></text>",
                    escape(name)
                );
                break;
            }
        }
    }
}

/// A line much calmer than its hexsides, for text.
fn calm(chain: &[Point]) -> Vec<Point> {
    let every: Vec<Point> = chain.iter().step_by(7).chain(chain.last()).copied().collect();
    let mut line = contour::soften(&every, 3);
    line.dedup_by(|a, b| a.distance(*b) < 0.5);
    line
}

/// Too crooked for text: the ends are much nearer than the line is long, or it runs almost straight up.
fn bent(line: &[Point]) -> bool {
    let (Some(a), Some(b)) = (line.first(), line.last()) else { return true };
    a.distance(*b) < 0.86 * lines::length(line)
}

fn rounded(p: Point) -> (i64, i64) {
    (p.x.round() as i64, p.y.round() as i64)
}

/// The reaches by which a river that ends at the sea runs on into it.
fn mouths(d: &Drawing<'_>, chain: &[Point]) -> Vec<[Point; 2]> {
    let sea_beyond = |end: &Point| {
        let touches = |h: &HexId| d.look(*h).water && (d.centre(*h).distance(*end) - HEX * 0.577).abs() < 1.0;
        let beside = d.map.grid().hexes().find(touches);
        beside.map(|h| [*end, end.toward(d.centre(h), 0.62)])
    };
    [chain.first(), chain.last()].into_iter().flatten().filter_map(sea_beyond).collect()
}

/// Where a road passes through a hex: near its centre, at the centre of towns. The small step aside keeps a straight row of hexes
/// from becoming a ruler line, and is the same for every road in the hex.
fn way_point(d: &Drawing<'_>, h: HexId) -> Point {
    let p = d.centre(h);
    if d.is_town(h) || d.is_city(h) {
        return p;
    }
    let (column, row) = d.map.grid().column_row(h);
    let scramble = hash(i32::from(column), i32::from(row), 77);
    let step = |bits: u32| f64::from(bits & 0xff) / 255.0 * 15.0 - 7.5;
    Point::new(p.x + step(scramble), p.y + step(scramble >> 8))
}

/// The hexside between two neighbours.
fn hexside(d: &Drawing<'_>, a: HexId, b: HexId) -> Option<(Point, Point)> {
    let k = d.map.grid().direction(a, b)?.index();
    let corners = d.corners(a);
    Some((corners[k], corners[(k + 1) % 6]))
}

/// The last steps of a chain that leaves the map: on to the frame.
fn way_out(d: &Drawing<'_>, chain: &[HexId], left: &mut BTreeSet<HexId>) -> Vec<(Point, Point)> {
    let mut out = Vec::new();
    for (end, before) in [(chain.first(), chain.get(1)), (chain.last(), chain.iter().rev().nth(1))] {
        let (Some(&end), Some(&before)) = (end, before) else { continue };
        let marked = ["entry", "supply-source", "exit", "edge"].iter().any(|t| d.map.has_tag(end, t));
        let ways = d.map.sides(end).iter().filter(|s| s.any(Side::LINKS)).count();
        let leaves = d.map.grid().on_edge(end) && !d.map.has_tag(end, "port") && (marked || ways == 1);
        // One way out a hex, whichever of its roads comes first.
        if !leaves || !left.insert(end) {
            continue;
        }
        let (from, p) = (way_point(d, before), way_point(d, end));
        let outward = d
            .map
            .grid()
            .neighbours(end)
            .iter()
            .enumerate()
            .filter(|(_, n)| !n.is_some())
            .map(|(k, _)| {
                let corners = d.corners(end);
                corners[k].toward(corners[(k + 1) % 6], 0.5)
            })
            .max_by(|a, b| a.distance(from).total_cmp(&b.distance(from)));
        out.extend(outward.map(|o| (p, p.toward(o, 1.3))));
    }
    out
}

/// Games with river hexes: hexes tagged `river=<name>` in order along the stream are joined where they touch.
fn streams(d: &Drawing<'_>) -> Vec<(String, Vec<Vec<Point>>)> {
    let mut out = Vec::new();
    for tag in d.map.tags().iter().filter(|t| t.name == "river") {
        let mut segments = Vec::new();
        for (k, a) in tag.hexes.iter().enumerate() {
            for b in &tag.hexes[k + 1..] {
                if d.map.grid().distance(*a, *b) == 1 {
                    segments.push((way_point(d, *a), way_point(d, *b)));
                }
            }
        }
        let name = tag.value.split('-').map(capital).collect::<Vec<_>>().join(" ");
        out.push((name, lines::chains(&segments)));
    }
    out
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default() + letters.as_str()
}

/// Two brackets across a hexside.
fn bridge(out: &mut String, a: Point, b: Point) {
    let m = a.toward(b, 0.5);
    let n = a.distance(b).max(1.0);
    let (ux, uy) = ((b.x - a.x) / n, (b.y - a.y) / n);
    for s in [-1.0, 1.0] {
        let at = |along: f64, across: f64| {
            Point::new(m.x + ux * along * s - uy * across, m.y + uy * along * s + ux * across)
        };
        contour::path(out, &[at(8.5, -8.5), at(5.0, -5.0), at(5.0, 5.0), at(8.5, 8.5)], false);
    }
}
