//! Roads and railways, and how they cross rivers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use board::{Course, HexId, Side};

use super::features::hexside;
use super::hex::Drawing;
use super::labels::{Placer, Room};
use super::lines;
use crate::contour;
use crate::project::{HEX, Point};
use crate::raster::{Raster, hash};

const ROADS: Side = Side::ROAD.with(Side::MAIN_ROAD).with(Side::TRAIL);
const RAILS: Side = Side::RAIL.with(Side::NARROW_RAIL);
const RIVERS: Side = Side::RIVER.with(Side::MAJOR_RIVER);
/// How far a railway keeps from the road whose hexes it shares.
const BESIDE: f64 = 7.0;

/// The links of a map as lines, and their crossings.
pub(super) struct Ways {
    lines: Vec<(Side, Vec<Vec<Point>>)>,
    bridges: Vec<(Point, Point)>,
    ferries: Vec<(Point, Point)>,
    unbridged: Vec<(Point, Point)>,
    /// Points that lines pass through exactly: towns, and hexes where ways of any kind meet.
    fixed: BTreeSet<(i64, i64)>,
}

impl Ways {
    pub(super) fn of(d: &Drawing<'_>) -> Ways {
        let count = |h: HexId| d.map.sides(h).iter().filter(|s| s.any(Side::LINKS)).count();
        let hexes = d.map.grid().hexes().filter(|h| d.is_town(*h) || d.is_city(*h) || count(*h) > 2);
        let fixed: BTreeSet<(i64, i64)> = hexes.map(|h| rounded(way_point(d, h))).collect();
        let rails = |h: HexId| d.map.sides(h).iter().filter(|s| s.any(RAILS)).count();
        let stops = d.map.grid().hexes().filter(|h| d.is_town(*h) || d.is_city(*h) || rails(*h) > 2);
        let stops: BTreeSet<(i64, i64)> = stops.map(|h| rounded(way_point(d, h))).collect();
        let stop = |p: Point| stops.contains(&rounded(p));
        let mut roads: BTreeMap<Side, Vec<(Point, Point)>> = BTreeMap::new();
        let mut tracks: BTreeMap<Side, Vec<Vec<Point>>> = BTreeMap::new();
        let (mut left, mut gone, mut laid) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for feature in d.map.features() {
            let Course::Chains(list) = &feature.course else { continue };
            for chain in list {
                if feature.kind.any(RAILS) {
                    let out = way_out(d, chain, &mut gone);
                    let laid_here = tracks.entry(feature.kind).or_default();
                    laid_here.extend(runs(chain, &mut laid).iter().map(|run| track(d, run, &out, stop)));
                    continue;
                }
                let out = way_out(d, chain, &mut left);
                let steps = roads.entry(feature.kind).or_default();
                steps.extend(out);
                // A trail that shares a hexside with a road is not drawn twice.
                let road = Side::ROAD.with(Side::MAIN_ROAD);
                let hidden =
                    |s: &&[HexId]| feature.kind == Side::TRAIL && d.map.between(s[0], s[1]).any(road);
                let pairs = chain.windows(2).filter(|s| !hidden(s));
                steps.extend(pairs.map(|s| (way_point(d, s[0]), way_point(d, s[1]))));
            }
        }
        let roads = roads.into_iter().map(|(k, s)| (k, lines::chains(&s)));
        let (bridges, ferries, unbridged) = crossings(d);
        Ways { lines: roads.chain(tracks).collect(), bridges, ferries, unbridged, fixed }
    }

    /// Names rather stand beside roads than on them.
    pub(super) fn keep_off(&self, placer: &mut Placer) {
        self.points().iter().for_each(|p| placer.rather_not(Room::around(*p, 4.0, 4.0)));
        for (a, b) in self.bridges.iter().chain(&self.unbridged) {
            placer.hardly(Room::around(a.toward(*b, 0.5), 8.0, 8.0));
        }
        self.ferry_points().iter().for_each(|p| placer.keep_clear(Room::around(*p, 7.5, 7.5)));
    }

    /// Where the ferries' marks stand.
    pub(super) fn ferry_points(&self) -> Vec<Point> {
        self.ferries.iter().map(|(a, b)| a.toward(*b, 0.5)).collect()
    }

    /// Points along all links, a few units apart.
    pub(super) fn points(&self) -> Vec<Point> {
        let mut out = Vec::new();
        for chain in self.lines.iter().flat_map(|(_, chains)| chains) {
            for pair in chain.windows(2) {
                let steps = (pair[0].distance(pair[1]) / 6.0).ceil().max(1.0) as u32;
                out.extend((0..steps).map(|k| pair[0].toward(pair[1], f64::from(k) / f64::from(steps))));
            }
        }
        out
    }

    /// Points of links that lie over drawn water.
    pub(super) fn over_water(&self, shore: &Raster) -> Vec<Point> {
        let mut all = self.points();
        all.retain(|p| shore.sample(*p) < 0.0);
        all
    }

    pub(super) fn write(&self, out: &mut String, d: &Drawing<'_>) {
        let (c, w) = (d.c, d.c.weight);
        let through = |p: Point| self.fixed.contains(&rounded(p));
        for (kind, chains) in &self.lines {
            let mut path = String::new();
            for chain in chains {
                if kind.any(RAILS) {
                    contour::path(&mut path, chain, false);
                } else {
                    lines::flowing(&mut path, chain, through);
                }
            }
            let line = |colour: &str, width: f64, more: &str| {
                format!(
                    "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"{more}",
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
                    lines::element(out, &path, &line(c.road_case, 4.0, " stroke-opacity=\".5\""));
                    lines::element(out, &path, &line(c.rail, thin, ""));
                    let sleepers = if *kind == Side::RAIL { (5.6, "1.300 8.700") } else { (4.4, "1.100 15") };
                    let dashes = format!(" stroke-dasharray=\"{}\"", sleepers.1);
                    lines::element(out, &path, &line(c.rail, sleepers.0, &dashes));
                }
                kind => {
                    let wide = if kind == Side::MAIN_ROAD { 3.8 } else { 2.8 };
                    let round = " stroke-linecap=\"round\"";
                    lines::element(
                        out,
                        &path,
                        &line(c.road_case, wide + 2.4, &format!(" stroke-opacity=\".85\"{round}")),
                    );
                    lines::element(out, &path, &line(c.road, wide, round));
                }
            }
        }
        self.write_crossings(out, d);
    }

    fn write_crossings(&self, out: &mut String, d: &Drawing<'_>) {
        let (c, w) = (d.c, d.c.weight);
        let (mut bridges, mut gaps) = (String::new(), String::new());
        self.bridges.iter().for_each(|(a, b)| bridge(&mut bridges, *a, *b));
        self.unbridged.iter().for_each(|(a, b)| gap(&mut gaps, *a, *b));
        let halo = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-opacity=\".8\"", c.halo);
        for path in [&bridges, &gaps] {
            lines::element(out, path, &halo);
            lines::element(
                out,
                path,
                &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"", c.ink, 2.1 * w),
            );
        }
        for (a, b) in &self.ferries {
            let p = a.toward(*b, 0.5);
            let _ = write!(
                out,
                "<g transform=\"translate({:.1} {:.1}) scale(.8)\" color=\"{2}\" fill=\"{3}\" stroke=\"{2}\" stroke-width=\"1.5\"><use href=\"#i-ferry\"/></g>",
                p.x, p.y, c.ink, c.halo
            );
        }
    }
}

fn rounded(p: Point) -> (i64, i64) {
    (p.x.round() as i64, p.y.round() as i64)
}

impl Drawing<'_> {
    /// Whether a road or railway of the map crosses a river without a bridge or a ferry.
    pub(super) fn has_gaps(&self) -> bool {
        !crossings(self).2.is_empty()
    }
}

/// Hexsides with a bridge, with a ferry, and with a link that nothing carries over the river.
type Crossings = (Vec<(Point, Point)>, Vec<(Point, Point)>, Vec<(Point, Point)>);

fn crossings(d: &Drawing<'_>) -> Crossings {
    let mut out = Crossings::default();
    for h in d.map.grid().hexes() {
        for (n, side) in d.map.grid().neighbours(h).iter().zip(d.map.sides(h)) {
            if !n.is_some() || *n < h {
                continue;
            }
            let Some(line) = hexside(d, h, *n) else { continue };
            if side.any(Side::BRIDGE.with(Side::RAIL_BRIDGE)) {
                out.0.push(line);
            } else if side.any(Side::FERRY) {
                out.1.push(line);
            } else if side.any(Side::LINKS) && side.any(RIVERS) {
                out.2.push(line);
            }
        }
    }
    out
}

/// The stretches of a chain that no other line has laid yet.
fn runs(chain: &[HexId], laid: &mut BTreeSet<(HexId, HexId)>) -> Vec<Vec<HexId>> {
    let mut out: Vec<Vec<HexId>> = Vec::new();
    let mut open = false;
    for pair in chain.windows(2) {
        let fresh = laid.insert((pair[0].min(pair[1]), pair[0].max(pair[1])));
        match out.last_mut() {
            Some(run) if fresh && open => run.push(pair[1]),
            _ if fresh => out.push(pair.to_vec()),
            _ => {}
        }
        open = fresh;
    }
    out
}

/// A railway's line: beside the road whose hexsides it shares, always on the same hand, but through the middle of towns and junctions. Where it leaves
/// the map it runs on beside the road that does.
fn track(d: &Drawing<'_>, run: &[HexId], out: &[(Point, Point)], stop: impl Fn(Point) -> bool) -> Vec<Point> {
    let mut points: Vec<Point> = run.iter().map(|h| way_point(d, *h)).collect();
    let beyond = |p: Option<&Point>| out.iter().find(|(end, _)| p == Some(end)).map(|(_, to)| *to);
    let (head, tail) = (beyond(points.first()), beyond(points.last()));
    points.splice(..0, head);
    points.extend(tail);
    let first = usize::from(head.is_some());
    let line = lines::sampled(&points, &stop);
    let shared = |p: Point| {
        let near = |k: &usize| {
            let middle = points[*k].toward(points[*k + 1], 0.5);
            middle.distance(p)
        };
        let step = (0..points.len() - 1).min_by(|a, b| near(a).total_cmp(&near(b)));
        // Beyond the edge as in the last step before it.
        let within = |k: usize| k.saturating_sub(first).min(run.len() - 2);
        step.map(within).is_some_and(|k| d.map.between(run[k], run[k + 1]).any(ROADS))
    };
    let fixed: Vec<Point> = points.iter().copied().filter(|p| stop(*p)).collect();
    let mut out = Vec::with_capacity(line.len());
    for (k, p) in line.iter().enumerate() {
        let (a, b) = (line[k.saturating_sub(1)], line[(k + 1).min(line.len() - 1)]);
        let n = a.distance(b).max(0.1);
        let far = fixed.iter().map(|f| f.distance(*p)).fold(HEX, f64::min);
        let aside = if shared(*p) { BESIDE * ((far - 4.0) / 15.0).clamp(0.0, 1.0) } else { 0.0 };
        out.push(Point::new(p.x - (b.y - a.y) / n * aside, p.y + (b.x - a.x) / n * aside));
    }
    contour::simplify(&eased(out, &stop), 0.25)
}

/// A line without the kinks that a step aside leaves in it, on which the sleepers of a railway would lie in a heap.
fn eased(mut line: Vec<Point>, stop: impl Fn(Point) -> bool) -> Vec<Point> {
    for _ in 0..4 {
        let old = line.clone();
        for k in (1..old.len().saturating_sub(1)).filter(|k| !stop(old[*k])) {
            line[k] = old[k].toward(old[k - 1].toward(old[k + 1], 0.5), 0.7);
        }
    }
    line.dedup_by(|a, b| a.distance(*b) < 0.8);
    line
}

/// Where a road passes through a hex: near its centre, at the centre of towns. The small step aside keeps a straight row of hexes
/// from becoming a ruler line, and is the same for every road in the hex.
pub(super) fn way_point(d: &Drawing<'_>, h: HexId) -> Point {
    let p = d.centre(h);
    if d.is_town(h) || d.is_city(h) {
        return p;
    }
    let (column, row) = d.map.grid().column_row(h);
    let scramble = hash(i32::from(column), i32::from(row), 77);
    let step = |bits: u32| f64::from(bits & 0xff) / 255.0 * 15.0 - 7.5;
    Point::new(p.x + step(scramble), p.y + step(scramble >> 8))
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
        let sides = d.map.grid().neighbours(end).iter().enumerate().filter(|(_, n)| !n.is_some());
        let outward = sides
            .map(|(k, _)| {
                let corners = d.corners(end);
                corners[k].toward(corners[(k + 1) % 6], 0.5)
            })
            .max_by(|a, b| a.distance(from).total_cmp(&b.distance(from)));
        out.extend(outward.map(|o| (p, p.toward(o, 1.3))));
    }
    out
}

/// Two brackets across a hexside.
fn bridge(out: &mut String, a: Point, b: Point) {
    let at = frame_of(a, b);
    for s in [-1.0, 1.0] {
        contour::path(
            out,
            &[at(8.5 * s, -8.5), at(5.0 * s, -5.0), at(5.0 * s, 5.0), at(8.5 * s, 8.5)],
            false,
        );
    }
}

/// A cross on a hexside that a road crosses without a bridge.
fn gap(out: &mut String, a: Point, b: Point) {
    let at = frame_of(a, b);
    contour::path(out, &[at(-5.0, -5.0), at(5.0, 5.0)], false);
    contour::path(out, &[at(-5.0, 5.0), at(5.0, -5.0)], false);
}

/// Points by their distance along and across a hexside, from its middle.
fn frame_of(a: Point, b: Point) -> impl Fn(f64, f64) -> Point {
    let (m, n) = (a.toward(b, 0.5), a.distance(b).max(1.0));
    let (ux, uy) = ((b.x - a.x) / n, (b.y - a.y) / n);
    move |along, across| Point::new(m.x + ux * along - uy * across, m.y + uy * along + ux * across)
}
