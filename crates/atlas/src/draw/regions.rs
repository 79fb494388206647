//! Which area or sea zone each point of an area map belongs to.
//!
//! The map file gives coarse outlines; land belongs to the outline it lies in, or to the nearest one of its own country. Countries
//! part on the real Yalu and Tumen, and sea zones on the lines of the map file.

use std::collections::VecDeque;

use board::{AreaId, AreaMap};

use crate::geo::{LonLat, geography};
use crate::project::{Point, Projection};
use crate::raster::{Raster, noise};

/// Labels of every cell: the area's number plus one, 0 for none.
pub(super) struct Regions {
    pub(super) cells: Raster,
}

/// Country of an area: Korea, Japan, or the mainland beyond the Yalu and the Tumen.
fn country(map: &AreaMap, id: AreaId) -> u8 {
    let area = map.get(id);
    match (area.attribute("side"), area.attribute("owner")) {
        (Some("outside"), Some("us")) => 3,
        (Some("outside"), Some("su")) => 4,
        (Some("outside"), _) => 2,
        _ => 1,
    }
}

/// Korea's areas end at the parallel: what began as the North's lies north of it, what began as the South's south of it.
fn keeps_side(map: &AreaMap, label: f32, north: bool) -> bool {
    match map.get(AreaId(label as u16 - 1)).attribute("owner") {
        Some("nk") => north,
        Some("rok") => !north,
        _ => true,
    }
}

pub(super) fn globe(p: board::Point) -> LonLat {
    LonLat { lon: p.lon, lat: p.lat }
}

impl Regions {
    /// Labels land by outline and country, sea by zone.
    pub(super) fn of(map: &AreaMap, projection: &Projection, shore: &Raster, size: (f64, f64)) -> Regions {
        let countries = countries(projection, shore);
        let coarse = coarse(map, projection, shore);
        let mut cells = shore.like(0.0);
        let parallel = projection.point(LonLat { lon: 127.0, lat: 38.0 }).y;
        for j in 0..shore.height {
            for i in 0..shore.width {
                let k = j * shore.width + i;
                let p = shore.point(i, j);
                if shore.values[k] <= 0.0 {
                    continue;
                }
                // Straight borders wander a little, except the parallel, which is straight.
                let calm = ((p.y - parallel).abs() / 30.0 - 0.4).clamp(0.0, 1.0);
                let aside = |seed| f64::from(noise(p.x / 46.0, p.y / 46.0, seed)) * 15.0 * calm;
                let label = nearest(&coarse, Point::new(p.x + aside(5), p.y + aside(9)));
                let fits = label > 0.0
                    && keeps_side(map, label, p.y < parallel)
                    && (countries.values[k] == 0.0
                        || f32::from(country(map, AreaId(label as u16 - 1))) == countries.values[k]);
                if fits {
                    cells.values[k] = label;
                }
            }
        }
        let home = |label: f32| f32::from(country(map, AreaId(label as u16 - 1)));
        spread(&mut cells, |k, label| {
            let there = countries.values[k];
            let north = shore.point(k % shore.width, k / shore.width).y < parallel;
            shore.values[k] <= 0.0 || keeps_side(map, label, north) && (there == 0.0 || there == home(label))
        });
        for (k, v) in cells.values.iter_mut().enumerate() {
            if shore.values[k] <= 0.0 {
                *v = 0.0;
            }
        }
        zones(map, projection, shore, size, &mut cells);
        Regions { cells }
    }
}

fn nearest(r: &Raster, p: Point) -> f32 {
    let (x, y) = r.cell_of(p);
    r.clamped(x.round() as isize, y.round() as isize)
}

/// The coarse outlines as labels.
fn coarse(map: &AreaMap, projection: &Projection, shape: &Raster) -> Raster {
    let mut out = shape.like(0.0);
    for id in map.ids() {
        for ring in &map.get(id).rings {
            let points: Vec<Point> = ring.iter().map(|c| projection.point(globe(map.corner(c)))).collect();
            out.fill(&[points], f32::from(id.0 + 1));
        }
    }
    // Tsushima is nearer to Pusan than to Kyushu, but Japanese.
    if let Some(japan) = map.area("JAP") {
        let box_of = |w: f64, s: f64, e: f64, n: f64| -> Vec<Point> {
            [(w, s), (e, s), (e, n), (w, n)]
                .iter()
                .map(|&(lon, lat)| projection.point(LonLat { lon, lat }))
                .collect()
        };
        out.fill(&[box_of(128.9, 32.5, 129.75, 34.85)], f32::from(japan.0 + 1));
    }
    out
}

/// 1 Korea, 2 China, 3 Japan, 4 Soviet Union, 0 islands in between: found by filling from a point until a border stops it.
fn countries(projection: &Projection, shore: &Raster) -> Raster {
    let mut walls = shore.like(0.0);
    for line in
        geography().borders.iter().filter(|b| !b.name.contains("demarcation") && !b.name.contains("parallel"))
    {
        for part in &line.lines {
            let points: Vec<Point> = part.iter().map(|p| projection.point(*p)).collect();
            walls.trace(&points, 1.0);
            let doubled: Vec<Point> = points.iter().map(|p| Point::new(p.x, p.y + shore.cell)).collect();
            walls.trace(&doubled, 1.0);
        }
    }
    let mut out = shore.like(0.0);
    for (value, lat, lon) in [
        (1.0, 39.0, 126.2),
        (2.0, 41.5, 125.2),
        (2.0, 42.9, 128.8),
        (4.0, 43.2, 131.3),
        (3.0, 33.4, 130.6),
        (3.0, 34.3, 131.2),
    ] {
        flood(&mut out, projection.point(LonLat { lon, lat }), value, |k| {
            shore.values[k] > 0.0 && walls.values[k] == 0.0
        });
    }
    out
}

/// Sets every cell that can be reached from a point to a value.
fn flood(out: &mut Raster, from: Point, value: f32, open: impl Fn(usize) -> bool) {
    let (x, y) = out.cell_of(from);
    if x < 0.0 || y < 0.0 || x >= out.width as f64 || y >= out.height as f64 {
        return;
    }
    let start = y as usize * out.width + x as usize;
    let mut queue = VecDeque::from([start]);
    while let Some(k) = queue.pop_front() {
        if out.values[k] != 0.0 || !open(k) {
            continue;
        }
        out.values[k] = value;
        let (i, j) = (k % out.width, k / out.width);
        if i > 0 {
            queue.push_back(k - 1);
        }
        if i + 1 < out.width {
            queue.push_back(k + 1);
        }
        if j > 0 {
            queue.push_back(k - out.width);
        }
        if j + 1 < out.height {
            queue.push_back(k + out.width);
        }
    }
}

/// Gives every unlabelled cell the label of the nearest one that may spread to it.
fn spread(cells: &mut Raster, may: impl Fn(usize, f32) -> bool) {
    let (w, h) = (cells.width, cells.height);
    let mut queue: VecDeque<usize> = (0..w * h).filter(|k| cells.values[*k] > 0.0).collect();
    while let Some(k) = queue.pop_front() {
        let label = cells.values[k];
        let (i, j) = ((k % w) as isize, (k / w) as isize);
        for (di, dj) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let (x, y) = (i + di, j + dj);
            if x < 0 || y < 0 || x >= w as isize || y >= h as isize {
                continue;
            }
            let n = y as usize * w + x as usize;
            if cells.values[n] == 0.0 && may(n, label) {
                cells.values[n] = label;
                queue.push_back(n);
            }
        }
    }
}

/// A line between two sea zones, from the map's notes: `sea border Z1 Z2: CAC 38.9,123.5`.
pub(super) fn sea_borders(map: &AreaMap, projection: &Projection) -> Vec<Vec<Point>> {
    let point = |word: &str| -> Option<Point> {
        if let Some(node) = map.node(word) {
            return Some(projection.point(globe(map.nodes()[node].1)));
        }
        let (lat, lon) = word.split_once(',')?;
        Some(projection.point(LonLat { lat: lat.parse().ok()?, lon: lon.parse().ok()? }))
    };
    let lines: Vec<(bool, Vec<Point>)> = map
        .notes
        .iter()
        .filter_map(|n| n.strip_prefix("sea border ")?.split_once(": "))
        .map(|(_, line)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let from_coast = words.first().is_some_and(|w| map.node(w).is_some());
            (from_coast, words.into_iter().filter_map(point).collect())
        })
        .collect();
    let ends: Vec<Point> = lines.iter().flat_map(|(_, l)| [l.first(), l.last()]).flatten().copied().collect();
    let meets = |p: Point| ends.iter().filter(|q| q.distance(p) < 1.0).count() > 1;
    lines
        .iter()
        .map(|(from_coast, line)| {
            let mut line = line.clone();
            if let [.., a, b] = line[..]
                && !meets(b)
            {
                line.push(a.toward(b, 1.0 + 900.0 / a.distance(b).max(1.0)));
            }
            if let (true, [a, b, ..]) = (*from_coast, &line[..]) {
                // The coarse node may lie off the real shore: run on into the land.
                let inland = b.toward(*a, 1.0 + 70.0 / a.distance(*b).max(1.0));
                line.insert(0, inland);
            }
            line
        })
        .collect()
}

fn zones(map: &AreaMap, projection: &Projection, shore: &Raster, size: (f64, f64), cells: &mut Raster) {
    let mut walls = shore.like(0.0);
    for line in sea_borders(map, projection) {
        walls.trace(&line, 1.0);
    }
    let mut sea = shore.like(0.0);
    for id in map.ids().filter(|id| map.get(*id).sea) {
        if let Some(at) = map.get(id).label {
            // Beyond the sheet no coast is known: water must not creep round the frame.
            let on_sheet = |k: usize| {
                let p = shore.point(k % shore.width, k / shore.width);
                p.x >= 0.0 && p.y >= 0.0 && p.x <= size.0 && p.y <= size.1
            };
            let open = |k: usize| shore.values[k] <= 0.0 && walls.values[k] == 0.0 && on_sheet(k);
            flood(&mut sea, projection.point(globe(at)), f32::from(id.0 + 1), open);
        }
    }
    spread(&mut sea, |k, _| shore.values[k] <= 0.0);
    for (k, v) in cells.values.iter_mut().enumerate() {
        if shore.values[k] <= 0.0 {
            *v = sea.values[k];
        }
    }
}
