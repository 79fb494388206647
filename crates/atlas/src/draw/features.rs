//! Rivers, borders, roads and railways as lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use board::{Course, HexId, Side};

use super::hex::Drawing;
use super::labels::{Placer, Room, Style};
use super::lines;
use crate::contour;
use crate::counter::escape;
use crate::geo::LonLat;
use crate::project::{HEX, Point};
use crate::relief::{Base, contains};

/// River hexes by the name of their river.
type Streams = Vec<(String, Vec<Vec<Point>>)>;

/// How many steps a river takes from its spring to its full width.
const THIN: usize = 5;
/// The widths of a river through hexes: its banks and its water.
pub(super) const STREAM: (f64, f64) = (6.6, 4.6);

/// The lines of a map, joined and smoothed.
pub(super) struct Lines {
    /// Per river: its name and its softened chains, wide ones marked.
    rivers: Vec<(String, bool, Vec<Vec<Point>>)>,
    /// The last reaches into the sea or a lake.
    mouths: Vec<[Point; 2]>,
    /// Where rivers leave the map.
    ways_out: Vec<Point>,
    /// Where rivers begin on dry ground: they are thin there.
    springs: Vec<Point>,
    /// River hexes as a game without river hexsides has them: chains of centres.
    streams: Streams,
    /// Where rivers through hexes meet: both pass there.
    meetings: Vec<Point>,
    borders: Vec<(Side, Vec<Vec<Point>>)>,
    /// Borders that run in rivers.
    banks: Vec<Vec<Point>>,
}

impl Lines {
    pub(super) fn of(d: &Drawing<'_>) -> Lines {
        let mut rivers = Vec::new();
        let mut reaches = Vec::new();
        let mut courses = Vec::new();
        let mut borders: BTreeMap<Side, Vec<(Point, Point)>> = BTreeMap::new();
        let mut banks = Vec::new();
        for feature in d.map.features() {
            let Course::Sides(sides) = &feature.course else { continue };
            let segments: Vec<(Point, Point)> = sides.iter().filter_map(|&(a, b)| hexside(d, a, b)).collect();
            match feature.kind {
                Side::RIVER | Side::MAJOR_RIVER => {
                    let soft = lines::chains(&segments).iter().map(|c| contour::soften(c, 2)).collect();
                    let wide = feature.kind == Side::MAJOR_RIVER;
                    // A map may list a river in parts: its name is one.
                    let plain = feature.name.split(" (").next().unwrap_or_default();
                    let plain = plain.trim_end_matches(" upper").trim_end_matches(" lower");
                    reaches.extend(lines::chains(&segments).iter().flat_map(|c| mouths(d, c)));
                    rivers.push((plain.to_owned(), wide, soft));
                    courses.extend(segments);
                }
                Side::BRIDGE | Side::RAIL_BRIDGE | Side::FERRY => {}
                // A border in a river is a band along the water, not a line over it.
                Side::BORDER => {
                    for (&(a, b), line) in sides.iter().zip(&segments) {
                        let wet = d.map.between(a, b).any(Side::RIVER.with(Side::MAJOR_RIVER));
                        if wet {
                            banks.push(*line);
                        } else {
                            borders.entry(Side::BORDER).or_default().push(*line);
                        }
                    }
                }
                kind => borders.entry(kind).or_default().extend(segments),
            }
        }
        let borders = borders.into_iter().map(|(k, s)| (k, lines::chains(&s))).collect();
        let Courses { streams, mut springs, meetings } = courses_through_hexes(d);
        springs.extend(dry_ends(d, &courses));
        let ends = rivers.iter().flat_map(|(_, _, chains): &(_, _, Vec<Vec<Point>>)| chains);
        let ends = ends.flat_map(|chain| [chain.first(), chain.last()]).flatten();
        let ways_out = ends.filter(|p| touching(d, **p).len() < 3).copied().collect();
        Lines {
            rivers,
            mouths: reaches,
            ways_out,
            springs,
            streams,
            meetings,
            borders,
            banks: lines::chains(&banks),
        }
    }

    /// The hexsides of the 38th parallel.
    pub(super) fn parallel(&self) -> Vec<(Point, Point)> {
        let chains = self.borders.iter().filter(|(kind, _)| *kind == Side::PARALLEL).flat_map(|(_, c)| c);
        chains.flat_map(|chain| chain.windows(2).map(|p| (p[0], p[1]))).collect()
    }

    /// River lines, for the valleys of the relief.
    pub(super) fn beds(&self) -> Vec<Vec<Point>> {
        let hexsides = self.rivers.iter().flat_map(|(_, _, chains)| chains.iter().cloned());
        hexsides.chain(self.streams.iter().flat_map(|(_, chains)| chains.iter().cloned())).collect()
    }

    pub(super) fn write_water(&self, out: &mut String, d: &Drawing<'_>, base: Option<&Base>) {
        let c = d.c;
        let mut band = String::new();
        self.banks.iter().for_each(|chain| contour::path(&mut band, &contour::soften(chain, 2), false));
        lines::element(
            out,
            &band,
            &format!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"15\" stroke-opacity=\".3\" stroke-linejoin=\"round\"",
                c.border
            ),
        );
        let reaches: Vec<(bool, Reach)> = self
            .rivers
            .iter()
            .flat_map(|(_, wide, chains)| chains.iter().map(move |chain| (*wide, chain)))
            .map(|(wide, chain)| (wide, self.reach(chain, base)))
            .collect();
        // All banks before all water, and the wide rivers last, so that no bank parts two rivers where they meet. A bank ends round at the
        // shore, and its water runs on into the shallows.
        let layers =
            [(false, c.shore, 5.6), (true, c.shore, 13.0), (false, c.river, 3.6), (true, c.sea, 9.5)];
        for (wide, colour, width) in layers {
            let width = width * c.weight;
            let beyond = if colour == c.shore { -width / 2.0 } else { 1.0 };
            let drawn: Vec<Vec<Point>> =
                reaches.iter().filter(|(w, _)| *w == wide).map(|(_, r)| r.as_far_as(beyond)).collect();
            write_growing(out, &self.growing(drawn.iter().map(Vec::as_slice)), colour, width);
        }
        let meets = |p: Point| self.meetings.iter().any(|m| m.distance(p) < 0.5);
        let sampled = self.streams.iter().flat_map(|(_, chains)| chains);
        let sampled: Vec<Vec<Point>> =
            sampled.map(|chain| ashore(&lines::sampled(chain, meets), base)).collect();
        let path = self.growing(sampled.iter().map(Vec::as_slice));
        for (colour, width) in [(c.shore, STREAM.0), (c.river, STREAM.1)] {
            write_growing(out, &path, colour, width * c.weight);
        }
    }

    /// A river's line with its mouths: it ends where the drawn shore is, which is not quite where its hexsides end.
    fn reach(&self, chain: &[Point], base: Option<&Base>) -> Reach {
        let mouth = |end: Option<&Point>| {
            let end = end?;
            self.mouths.iter().find(|m| m[0].distance(*end) < 0.5).map(|m| into_water(m, base))
        };
        let (head, tail) = (mouth(chain.first()), mouth(chain.last()));
        let goes_on = |end: Option<&Point>| end.is_some_and(|p| self.ways_out.contains(p));
        let wet_ends = [head.is_some() || goes_on(chain.first()), tail.is_some() || goes_on(chain.last())];
        // Where the lake lies aside, the river turns to it before its last corner.
        let aside =
            |m: &Option<(Point, bool)>| if m.is_some_and(|(_, aside)| aside) { HEX * 0.4 } else { 0.0 };
        let own = lines::stretch(chain, aside(&head), lines::length(chain) - aside(&tail));
        let first_at = own.first().zip(head).map_or(0.0, |(a, (b, _))| a.distance(b));
        let last_at = first_at + lines::length(&own);
        let line: Vec<Point> = head.map(|m| m.0).into_iter().chain(own).chain(tail.map(|m| m.0)).collect();
        let length = lines::length(&line);
        let is_wet =
            |at: f64| lines::stretch(&line, at, at + 0.01).first().is_some_and(|p| drowned(*p, base));
        // From the end of its hexsides on to the shore; or back to it, where that lies in the water already.
        let shore = |from: f64, outward: f64| {
            let wet = is_wet(from);
            let step = if wet { -1.5 * outward } else { 1.5 * outward };
            let mut steps =
                (0..).map(|k| from + f64::from(k) * step).take_while(|at| *at >= 0.0 && *at <= length);
            steps.find(|at| is_wet(*at) != wet)
        };
        let from = if head.is_some() { shore(first_at, -1.0).unwrap_or(0.0) } else { 0.0 };
        let to = if tail.is_some() { shore(last_at, 1.0).unwrap_or(length) } else { length };
        Reach { line, from, to, wet_ends }
    }

    /// The paths of river lines: first what has its full width, then the reaches below the springs, each a little thinner.
    fn growing<'l>(&self, chains: impl Iterator<Item = &'l [Point]>) -> Vec<String> {
        let mut paths = vec![String::new(); THIN + 1];
        for chain in chains {
            let length = lines::length(chain);
            let is_spring = |p: Option<&Point>| {
                p.is_some_and(|p| self.springs.iter().any(|s| s.distance(*p) < HEX * 0.08))
            };
            let young = (HEX * 2.2).min(length * 0.5);
            let (mut from, mut to) = (0.0, length);
            for (here, at_end) in [(is_spring(chain.first()), false), (is_spring(chain.last()), true)] {
                if !here {
                    continue;
                }
                for k in 0..THIN {
                    let (a, b) = (k as f64 / THIN as f64 * young, (k + 1) as f64 / THIN as f64 * young);
                    let (a, b) = if at_end { (length - b, length - a) } else { (a, b) };
                    contour::path(&mut paths[THIN - k], &lines::stretch(chain, a, b), false);
                }
                if at_end { to = length - young } else { from = young }
            }
            contour::path(&mut paths[0], &lines::stretch(chain, from, to), false);
        }
        paths
    }

    pub(super) fn write_borders(&self, out: &mut String, d: &Drawing<'_>) {
        if self.borders.iter().any(|(kind, _)| *kind == Side::PARALLEL) {
            real_parallel(out, d);
        }
        for (kind, chains) in &self.borders {
            let mut path = String::new();
            chains.iter().for_each(|chain| contour::path(&mut path, &contour::soften(chain, 1), false));
            let (colour, dash, width) = match *kind {
                Side::PARALLEL => (d.c.parallel, "9 6", 2.4),
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
            let spots = (0..=16).filter_map(|n| {
                let from = (whole - want) * f64::from(n) / 16.0;
                let mut piece = lines::stretch(&smooth, from, from + want);
                if piece.first()?.x > piece.last()?.x {
                    piece.reverse();
                }
                let rooms: Vec<Room> =
                    piece.iter().map(|p| Room::around(Point::new(p.x, p.y - 6.0), 8.0, 7.0)).collect();
                let free = !bent(&piece) && rooms.iter().all(|r| placer.is_free(r));
                // The straightest and emptiest stretch, rather about the middle.
                let covered: f64 = rooms.iter().map(|r| placer.covered(r)).sum::<f64>() / rooms.len() as f64;
                let crooked = 1.0 - piece.first()?.distance(*piece.last()?) / want;
                let cost = covered + 900.0 * crooked + 4.0 * f64::from((n - 8i32).abs());
                free.then_some((cost, piece, rooms))
            });
            let Some((_, piece, rooms)) = spots.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
            rooms.into_iter().for_each(|r| placer.keep_clear(r));
            let mut d = String::new();
            contour::path(&mut d, &piece, false);
            let _ = write!(
                out,
                "<path id=\"r{k}\" d=\"{d}\" fill=\"none\"/><text class=\"nw\" dy=\"-5\"><textPath href=\"#r{k}\" startOffset=\"50%\">{}</textPath></text>",
                escape(name)
            );
        }
    }
}

/// Writes the paths of [`Lines::growing`].
fn write_growing(out: &mut String, paths: &[String], colour: &str, width: f64) {
    for (k, path) in paths.iter().enumerate() {
        let width = width * (1.0 - 0.62 * k as f64 / THIN as f64);
        lines::element(
            out,
            path,
            &format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.1}\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
            ),
        );
    }
}

/// The hexes that meet in a corner.
fn touching(d: &Drawing<'_>, corner: Point) -> Vec<HexId> {
    d.map.grid().hexes().filter(|h| (d.centre(*h).distance(corner) - HEX * 0.577).abs() < 1.0).collect()
}

/// The ends of rivers that touch neither water nor another river nor the edge of the map.
fn dry_ends(d: &Drawing<'_>, segments: &[(Point, Point)]) -> Vec<Point> {
    let ends: Vec<Point> =
        lines::chains(segments).iter().flat_map(|chain| [chain[0], chain[chain.len() - 1]]).collect();
    let alone = |p: &&Point| ends.iter().filter(|q| q.distance(**p) < 1.0).count() == 1;
    let dry = |p: &&Point| {
        let touching = touching(d, **p);
        touching.len() == 3 && touching.iter().all(|h| !d.look(*h).water && !d.look(*h).lake)
    };
    ends.iter().filter(alone).filter(dry).copied().collect()
}

/// The 38th parallel as it really runs, thin, beside the hexsides that stand for it in the rules.
fn real_parallel(out: &mut String, d: &Drawing<'_>) {
    let Some(projection) = &d.projection else { return };
    let line: Vec<Point> = (0..=84)
        .map(|k| projection.point(LonLat { lon: 124.6 + f64::from(k) * 0.05, lat: 38.0 }))
        .filter(|p| p.x > -HEX && p.x < d.size.0 + HEX)
        .collect();
    let mut path = String::new();
    contour::path(&mut path, &line, false);
    lines::element(
        out,
        &path,
        &format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-opacity=\".75\"",
            d.c.parallel,
            1.1 * d.c.weight
        ),
    );
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

/// A line as far as it lies on land, in small steps, with a little of the shallows.
fn ashore(line: &[Point], base: Option<&Base>) -> Vec<Point> {
    let Some(base) = base else { return line.to_vec() };
    let length = lines::length(line);
    let mut out = Vec::new();
    let mut at = 0.0;
    while at <= length {
        let here = lines::stretch(line, at, at + 0.01);
        out.extend(here.first().filter(|p| base.shore.sample(**p) > -0.04));
        at += 4.0;
    }
    contour::simplify(&out, 0.3)
}

/// A river's line with the part of it that is dry.
struct Reach {
    line: Vec<Point>,
    from: f64,
    to: f64,
    /// Whether it runs on beyond its first and its last point, into water or off the map.
    wet_ends: [bool; 2],
}

impl Reach {
    /// The line up to so far beyond the shore, or less far where that is negative.
    fn as_far_as(&self, beyond: f64) -> Vec<Point> {
        let [head, tail] = self.wet_ends.map(|wet| if wet { beyond } else { 0.0 });
        lines::stretch(&self.line, (self.from - head).max(0.0), self.to + tail)
    }
}

/// Whether a point lies in the drawn sea or in a drawn lake.
fn drowned(p: Point, base: Option<&Base>) -> bool {
    base.is_some_and(|base| base.shore.sample(p) <= 0.0 || base.lakes.iter().any(|ring| contains(ring, p)))
}

/// The point to which a river runs on: that of its mouth, or the nearest shore of a lake that is drawn smaller than its hexes and lies aside.
fn into_water(mouth: &[Point; 2], base: Option<&Base>) -> (Point, bool) {
    let [end, beyond] = *mouth;
    let on_way = (0..=20).any(|k| drowned(end.toward(beyond, f64::from(k) / 20.0), base));
    let shores = base.iter().flat_map(|base| base.lakes.iter().flatten());
    let nearest = shores.min_by(|a, b| a.distance(end).total_cmp(&b.distance(end)));
    nearest.filter(|p| !on_way && p.distance(end) < HEX).map_or((beyond, false), |p| (*p, true))
}

/// The reaches by which a river that ends at the sea or a lake runs on into it.
fn mouths(d: &Drawing<'_>, chain: &[Point]) -> Vec<[Point; 2]> {
    let sea_beyond = |end: &Point| {
        let wet = |h: HexId| d.look(h).water || d.look(h).lake;
        let touches = |h: &HexId| wet(*h) && (d.centre(*h).distance(*end) - HEX * 0.577).abs() < 1.0;
        let beside = d.map.grid().hexes().find(touches);
        beside.map(|h| [*end, end.toward(d.centre(h), 0.62)])
    };
    [chain.first(), chain.last()].into_iter().flatten().filter_map(sea_beyond).collect()
}

/// Whether the map has a border that does not run in a river.
pub(super) fn has_dry_border(d: &Drawing<'_>) -> bool {
    let rivers = Side::RIVER.with(Side::MAJOR_RIVER);
    d.map.features().iter().filter(|f| f.kind == Side::BORDER).any(|f| match &f.course {
        Course::Sides(sides) => sides.iter().any(|&(a, b)| !d.map.between(a, b).any(rivers)),
        Course::Chains(_) => true,
    })
}

/// The hexside between two neighbours.
pub(super) fn hexside(d: &Drawing<'_>, a: HexId, b: HexId) -> Option<(Point, Point)> {
    let k = d.map.grid().direction(a, b)?.index();
    let corners = d.corners(a);
    Some((corners[k], corners[(k + 1) % 6]))
}

/// Rivers through hexes, where they begin, and where they meet.
struct Courses {
    streams: Streams,
    springs: Vec<Point>,
    meetings: Vec<Point>,
}

/// Games with river hexes: hexes tagged `river=<name>` are joined where they touch. A stream keeps beside the roads of its hexes, and
/// runs on into the sea next to its last hex.
fn courses_through_hexes(d: &Drawing<'_>) -> Courses {
    let mut aside: BTreeMap<HexId, Point> = BTreeMap::new();
    let (mut out, mut springs, mut meetings) = (Vec::new(), Vec::new(), Vec::new());
    for tag in d.map.tags().iter().filter(|t| t.name == "river") {
        let mut segments = Vec::new();
        for (k, a) in tag.hexes.iter().enumerate() {
            for b in tag.hexes[k + 1..].iter().filter(|b| d.map.grid().distance(*a, **b) == 1) {
                // Where another river comes in between two hexes, this one runs by there and takes no short cut.
                let beside =
                    |c: &HexId| d.map.grid().distance(*a, *c) == 1 && d.map.grid().distance(*b, *c) == 1;
                if !tag.hexes.iter().any(|c| beside(c) && many(d, *c)) {
                    segments.push((d.centre(*a), d.centre(*b)));
                }
            }
        }
        let mut chains = lines::chains(&segments);
        for chain in &mut chains {
            let mut before = Point::new(0.0, 0.0);
            let mut last = None;
            for p in chain.iter_mut() {
                let Some(h) = d.map.grid().hex_at_point(p.x / HEX, p.y / HEX) else { continue };
                let step = *aside.entry(h).or_insert_with(|| beside_roads(d, h, before));
                *p = Point::new(p.x + step.x, p.y + step.y);
                (before, last) = (step, Some(h));
            }
            let first = chain.first().and_then(|p| d.map.grid().hex_at_point(p.x / HEX, p.y / HEX));
            let sea = |h: HexId| {
                let near = d.map.grid().neighbours(h).iter().find(|n| n.is_some() && d.look(**n).water);
                near.map(|n| d.centre(*n))
            };
            // Into the river of the next hex, if it does not end at the sea.
            let other = |h: HexId| {
                let joins = |n: &&HexId| n.is_some() && d.map.has_tag(**n, "river") && !tag.hexes.contains(n);
                let next = d.map.grid().neighbours(h).iter().find(joins).filter(|_| !many(d, h))?;
                let step = aside.get(next).copied().unwrap_or(Point::new(0.0, 0.0));
                Some(Point::new(d.centre(*next).x + step.x, d.centre(*next).y + step.y))
            };
            let (head, tail) = (chain[0], chain[chain.len() - 1]);
            if let Some(at) = last.and_then(other) {
                chain.push(at);
                meetings.push(at);
            } else if let Some(at) = first.and_then(other) {
                chain.insert(0, at);
                meetings.push(at);
            }
            if let Some(at) = last.and_then(sea) {
                chain.push(chain[chain.len() - 1].toward(at, 0.75));
            } else if let Some(at) = first.and_then(sea) {
                chain.insert(0, chain[0].toward(at, 0.75));
            }
            let alone = |h: Option<HexId>| h.is_some_and(|h| !many(d, h) && !d.map.grid().on_edge(h));
            springs.extend((chain[0] == head && alone(first)).then_some(head));
            springs.extend((chain[chain.len() - 1] == tail && alone(last)).then_some(tail));
        }
        let name = tag.value.split('-').map(capital).collect::<Vec<_>>().join(" ");
        out.push((name, chains));
    }
    let shared = aside.iter().filter(|(h, _)| many(d, **h));
    meetings.extend(shared.map(|(h, step)| Point::new(d.centre(*h).x + step.x, d.centre(*h).y + step.y)));
    Courses { streams: out, springs, meetings }
}

/// Whether several rivers share a hex: they meet there already.
fn many(d: &Drawing<'_>, h: HexId) -> bool {
    d.map.tags().iter().filter(|t| t.name == "river" && t.hexes.contains(&h)).count() > 1
}

/// The step from a hex's centre to where its river runs: away from its roads and railways, and on the side where it came from.
fn beside_roads(d: &Drawing<'_>, h: HexId, before: Point) -> Point {
    let centre = d.centre(h);
    let rays: Vec<f64> = d
        .map
        .grid()
        .neighbours(h)
        .iter()
        .zip(d.map.sides(h))
        .filter(|(n, side)| n.is_some() && side.any(Side::LINKS))
        .map(|(n, _)| {
            let p = d.centre(*n);
            (p.y - centre.y).atan2(p.x - centre.x)
        })
        .collect();
    if rays.is_empty() {
        return Point::new(0.0, 0.0);
    }
    let reach = HEX * 0.27;
    let spots = (0..12).map(|k| {
        let a = f64::from(k) * std::f64::consts::TAU / 12.0 + 0.1;
        let p = Point::new(reach * a.cos(), reach * a.sin());
        let near: f64 = rays.iter().map(|r| (a - r).cos().max(0.0).powi(3)).sum();
        (near * 40.0 + p.distance(before), p)
    });
    spots.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(centre, |(_, p)| p)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default() + letters.as_str()
}
