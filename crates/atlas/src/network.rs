//! Railways and roads as nets: the real ones of `data/geo` on a map's sheet, and the map's own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use board::{HexId, HexMap, Side};

use crate::compare::Town;
use crate::geo::{Feature, LonLat, railways, roads};
use crate::project::Point;
use crate::waters::{Sheet, hex_at};

/// What a line carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Rail,
    Road,
}

impl Way {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Way::Rail => "rail",
            Way::Road => "road",
        }
    }

    /// The real lines.
    pub(crate) fn real(self) -> &'static [Feature] {
        if self == Way::Rail { railways() } else { roads() }
    }

    /// The links of a map that stand for it.
    pub(crate) fn kinds(self) -> Side {
        match self {
            Way::Rail => Side::RAIL.with(Side::NARROW_RAIL),
            Way::Road => Side::MAIN_ROAD.with(Side::ROAD).with(Side::TRAIL),
        }
    }
}

/// The real net on a sheet: points a few kilometres apart, joined along lines and where lines meet.
pub(crate) struct Net {
    pub(crate) way: Way,
    points: Vec<Point>,
    joints: Vec<Vec<usize>>,
    /// Within this distance of a line, in hexes, a town lies on it.
    reach: f64,
}

/// A real line between two towns that passes no other.
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) hexes: f64,
    pub(crate) line: Vec<Point>,
}

const SEOUL: LonLat = LonLat { lon: 127.0, lat: 37.6 };

impl Net {
    /// The net of one kind on a sheet, of the real lines that are wanted.
    pub(crate) fn of(way: Way, sheet: &Sheet, wanted: impl Fn(&Feature) -> bool) -> Net {
        let kilometre = 1.0 / sheet.scale(SEOUL);
        let (step, meet) = (3.0 * kilometre, 2.0 * kilometre);
        let reach = (4.0 * kilometre).max(0.45);
        let mut net = Net { way, points: Vec::new(), joints: Vec::new(), reach };
        for line in way.real().iter().filter(|f| wanted(f)).flat_map(|f| &f.lines) {
            let line: Vec<Point> = line.iter().map(|g| sheet.point(*g)).collect();
            net.add(&line, step);
        }
        net.join(meet);
        net
    }

    fn add(&mut self, line: &[Point], step: f64) {
        let mut before: Option<usize> = None;
        for (i, p) in line.iter().enumerate() {
            let last = if i == 0 { *p } else { line[i - 1] };
            let pieces = (last.distance(*p) / step).ceil().max(1.0) as usize;
            for k in 1..=pieces {
                self.points.push(last.toward(*p, k as f64 / pieces as f64));
                self.joints.push(Vec::new());
                let here = self.points.len() - 1;
                if let Some(b) = before {
                    self.joints[b].push(here);
                    self.joints[here].push(b);
                }
                before = Some(here);
            }
        }
    }

    /// Joins points of different lines that lie close together.
    fn join(&mut self, meet: f64) {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|a, b| self.points[*a].x.total_cmp(&self.points[*b].x));
        for (k, a) in order.iter().enumerate() {
            for b in &order[k + 1..] {
                if self.points[*b].x - self.points[*a].x > meet {
                    break;
                }
                if self.points[*a].distance(self.points[*b]) <= meet && !self.joints[*a].contains(b) {
                    self.joints[*a].push(*b);
                    self.joints[*b].push(*a);
                }
            }
        }
    }

    /// The points at which a town lies on the net.
    fn stops(&self, town: &Town) -> Vec<usize> {
        self.within(town, self.reach)
    }

    /// The points of the net within so many hexes of a town.
    fn within(&self, town: &Town, hexes: f64) -> Vec<usize> {
        (0..self.points.len()).filter(|k| self.points[*k].distance(town.at) <= hexes).collect()
    }

    /// Shortest ways over the net from some points: the length to every point and the point before it. Points of `closed` are reached, not passed.
    fn search(&self, from: &[usize], closed: &BTreeSet<usize>) -> (Vec<f64>, Vec<usize>) {
        let (mut length, mut before) =
            (vec![f64::INFINITY; self.points.len()], vec![usize::MAX; self.points.len()]);
        let mut queue: BTreeSet<(u64, usize)> = BTreeSet::new();
        let rank = |l: f64| (l * 1e6) as u64;
        for k in from {
            length[*k] = 0.0;
            queue.insert((0, *k));
        }
        while let Some((at, k)) = queue.pop_first() {
            if at > rank(length[k]) || closed.contains(&k) {
                continue;
            }
            for n in &self.joints[k] {
                let next = length[k] + self.points[k].distance(self.points[*n]);
                if next < length[*n] {
                    length[*n] = next;
                    before[*n] = k;
                    queue.insert((rank(next), *n));
                }
            }
        }
        (length, before)
    }

    /// Every real line between two towns of the map that passes no third, once each, as far as it stays on the sheet.
    pub(crate) fn edges(&self, map: &HexMap, towns: &[Town]) -> Vec<Edge> {
        let stops: Vec<Vec<usize>> = towns.iter().map(|t| self.stops(t)).collect();
        let mut out = Vec::new();
        for from in 0..towns.len() {
            let mine: BTreeSet<usize> = stops[from].iter().copied().collect();
            let others = stops.iter().flatten().copied().filter(|k| !mine.contains(k)).collect();
            let (length, before) = self.search(&stops[from], &others);
            for to in from + 1..towns.len() {
                let shared = stops[to].iter().any(|k| mine.contains(k));
                let nearest = stops[to].iter().min_by(|a, b| length[**a].total_cmp(&length[**b]));
                let Some(last) = nearest.filter(|k| length[**k].is_finite() && !shared) else { continue };
                let mut line = vec![towns[to].at, self.points[*last]];
                let mut k = *last;
                while before[k] != usize::MAX {
                    k = before[k];
                    line.push(self.points[k]);
                }
                line.push(towns[from].at);
                if line.iter().all(|p| hex_at(map, *p).is_some()) {
                    out.push(Edge { from, to, hexes: length[*last], line });
                }
            }
        }
        out
    }

    /// The real way between two towns over the net, in hexes.
    pub(crate) fn real(&self, a: &Town, b: &Town) -> Option<f64> {
        self.between(&self.stops(a), &self.stops(b))
    }

    /// The same for lines that pass the towns within a hex: on the map they run through them.
    pub(crate) fn passing(&self, a: &Town, b: &Town) -> Option<f64> {
        self.between(&self.within(a, 1.0), &self.within(b, 1.0))
    }

    fn between(&self, from: &[usize], to: &[usize]) -> Option<f64> {
        let (length, _) = self.search(from, &BTreeSet::new());
        let to = to.iter().map(|k| length[*k]);
        Some(to.fold(f64::INFINITY, f64::min)).filter(|l| l.is_finite())
    }

    /// The shortest way over the map's own links between two places; of equally short ones the one with the fewest rivers.
    pub(crate) fn on_map(&self, map: &HexMap, from: &[HexId], to: &[HexId]) -> Option<Vec<HexId>> {
        let rivers = Side::RIVER.with(Side::MAJOR_RIVER);
        let mut best: BTreeMap<HexId, (usize, usize)> = from.iter().map(|h| (*h, (0, 0))).collect();
        let mut before: BTreeMap<HexId, HexId> = BTreeMap::new();
        let mut queue: BTreeSet<(usize, usize, HexId)> = from.iter().map(|h| (0, 0, *h)).collect();
        while let Some((steps, crossed, at)) = queue.pop_first() {
            if to.contains(&at) {
                let mut path = vec![at];
                while let Some(b) = path.last().and_then(|h| before.get(h)) {
                    path.push(*b);
                }
                path.reverse();
                return Some(path);
            }
            for (k, n) in map.grid().neighbours(at).iter().enumerate() {
                let side = map.sides(at)[k];
                if !n.is_some() || !side.any(self.way.kinds()) {
                    continue;
                }
                let cost = (steps + 1, crossed + usize::from(side.any(rivers)));
                if best.get(n).is_none_or(|old| cost < *old) {
                    best.insert(*n, cost);
                    before.insert(*n, at);
                    queue.insert((cost.0, cost.1, *n));
                }
            }
        }
        None
    }

    /// The map's own lines between two towns that pass no third, with their hexes, once each.
    pub(crate) fn map_edges(&self, map: &HexMap, towns: &[Town]) -> Vec<(usize, usize, usize)> {
        let mut owner: BTreeMap<HexId, usize> = BTreeMap::new();
        for (k, town) in towns.iter().enumerate() {
            for hex in &town.hexes {
                owner.entry(*hex).or_insert(k);
            }
        }
        let mut out = Vec::new();
        for (from, town) in towns.iter().enumerate() {
            let mut steps: BTreeMap<HexId, usize> = town.hexes.iter().map(|h| (*h, 0)).collect();
            let mut queue: VecDeque<HexId> = town.hexes.iter().copied().collect();
            while let Some(at) = queue.pop_front() {
                for (k, n) in map.grid().neighbours(at).iter().enumerate() {
                    if !n.is_some() || !map.sides(at)[k].any(self.way.kinds()) || steps.contains_key(n) {
                        continue;
                    }
                    steps.insert(*n, steps[&at] + 1);
                    match owner.get(n).copied() {
                        Some(to) if to > from => out.push((from, to, steps[n])),
                        Some(_) => {}
                        None => queue.push_back(*n),
                    }
                }
            }
        }
        out
    }
}
