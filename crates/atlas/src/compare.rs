//! Compares every town, river, railway and road of a map with `data/geo`, and lists what differs.
//!
//! Where the two differ on purpose, a line `differs SUBJECT | reason` of the facts decides it. A difference that nobody decided fails, and so
//! does a decision about something that does not differ. What a map leaves off altogether is said once: `omits rail narrow | reason` or `omits
//! road track | reason` for a class of `data/geo`, `omits rail NAME | reason` for one of its lines. A brook that `data/geo` does not name must
//! run downhill over the lowest points of the hexes that it parts.

use std::collections::{BTreeMap, BTreeSet};

use board::{HexId, HexMap, Side};

use crate::check::{Finding, courses};
use crate::geo::{Feature, HexHeight, hex_heights, places_named};
use crate::network::{Edge, Net, Way};
use crate::project::Point;
use crate::waters::{self, End, River, Sheet};

/// How far a town may stand from its real place, in hexes: a hex has room for one town, and roads want theirs in reach.
const TOWN: f64 = 1.5;
/// How far a river may leave its real course, in hexes.
const COURSE: f64 = 2.0;
/// How far a mouth may lie from the real one, in hexes.
const MOUTH: f64 = 2.5;
/// A town within this distance of a river, in hexes, is compared with its real bank.
const NEAR: f64 = 1.2;
/// A way may be longer than the real one by this share and by [`SPARE`] hexes.
const DETOUR: f64 = 1.5;
const SPARE: f64 = 2.0;

/// A town of the map and where it really lies.
#[derive(Debug)]
pub(crate) struct Town {
    pub(crate) name: String,
    pub(crate) hexes: Vec<HexId>,
    /// On the sheet, in hexes.
    pub(crate) at: Point,
}

/// What a comparison found: nothing, or the words of a difference.
type Outcome = (String, Option<String>);

/// Every comparison of a map with the geography. A finding holds if the two agree or the facts decide the difference.
pub fn compare(map: &HexMap, grid: &str, text: &str) -> Vec<Finding> {
    let Some(sheet) = Sheet::of(map, grid) else { return Vec::new() };
    let (towns, mut all) = towns(map, &sheet, text);
    let rivers = rivers(map, grid, text);
    let heights = hex_heights(grid);
    all.extend(
        rivers.iter().flat_map(|r| [course(map, &sheet, &heights, r), mouth(map, &sheet, r)]).flatten(),
    );
    for river in &rivers {
        all.extend(towns.iter().flat_map(|t| banks(map, river, t, text)));
    }
    let carried = |way: &Way| map.features().iter().any(|f| f.kind.any(way.kinds()));
    for way in [Way::Rail, Way::Road].into_iter().filter(carried) {
        let left_off = omitted(text, way, &mut all);
        let net = Net::of(way, &sheet, |_| true);
        let edges = Net::of(way, &sheet, |f| !left_off.iter().any(|o| omits(o, f))).edges(map, &towns);
        all.extend(lines(map, &net, &towns, &edges));
        all.extend(crossings(map, &net, &towns, &edges, &rivers, text));
    }
    decided(all, text)
}

/// What a map leaves off on purpose, classes of lines or single ones, from lines `omits WAY WHAT | reason` of the facts. One that names
/// nothing of `data/geo`, or gives no reason, is a difference of its own.
fn omitted<'t>(text: &'t str, way: Way, all: &mut Vec<Outcome>) -> Vec<&'t str> {
    let mut out = Vec::new();
    for line in text.lines().filter_map(|l| l.strip_prefix("omits ")?.strip_prefix(way.word())) {
        let (what, why) = line.split_once('|').unwrap_or((line, ""));
        let what = what.trim();
        let known = way.real().iter().any(|f| omits(what, f)) && !why.trim().is_empty();
        let fault = (!known).then(|| "no such line or class in data/geo, or no reason".to_owned());
        all.push((format!("omits {} {what}", way.word()), fault));
        out.push(what);
    }
    out
}

fn omits(what: &str, line: &Feature) -> bool {
    line.name == what || line.class.split([' ', ',']).any(|word| word == what)
}

/// Puts differences and decisions together.
fn decided(all: Vec<Outcome>, text: &str) -> Vec<Finding> {
    let mut decisions: BTreeMap<&str, &str> = text
        .lines()
        .filter_map(|l| l.strip_prefix("differs ")?.split_once('|'))
        .map(|(subject, why)| (subject.trim(), why.trim()))
        .collect();
    let mut out = Vec::new();
    for (subject, difference) in all {
        let decision = difference.as_ref().and_then(|_| decisions.remove(subject.as_str()));
        let holds = difference.is_none() || decision.is_some_and(|why| !why.is_empty());
        let about = decision.map_or("data/geo".to_owned(), |why| format!("decided: {why}"));
        out.push(Finding { fact: subject, about, found: difference.unwrap_or_default(), holds });
    }
    for (subject, why) in decisions {
        let found = "nothing differs there: take the decision out".to_owned();
        out.push(Finding { fact: format!("differs {subject}"), about: why.to_owned(), found, holds: false });
    }
    out
}

impl Town {
    /// Its hex nearest to the real place.
    pub(crate) fn hex(&self, map: &HexMap) -> HexId {
        let off = |h: &HexId| off(map, &[*h], self.at);
        self.hexes.iter().copied().min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(self.hexes[0])
    }
}

/// The middle of a place's hexes that is nearest to a point, and how far off.
fn off(map: &HexMap, hexes: &[HexId], at: Point) -> f64 {
    let centre = |h: &HexId| {
        let (x, y) = map.grid().centre(*h);
        Point::new(x, y).distance(at)
    };
    hexes.iter().map(centre).fold(f64::INFINITY, f64::min)
}

/// Every town with its real place, the nearest of several namesakes.
fn towns(map: &HexMap, sheet: &Sheet, text: &str) -> (Vec<Town>, Vec<Outcome>) {
    let (mut towns, mut out): (Vec<Town>, Vec<Outcome>) = (Vec::new(), Vec::new());
    for place in map.places().iter().filter(|p| matches!(p.kind.as_str(), "city" | "town" | "airfield")) {
        let name =
            reals(text).find(|(here, _)| *here == place.name).map_or(place.name.as_str(), |(_, real)| real);
        let real = places_named(name).map(|g| sheet.point(g));
        let nearest = real.min_by(|a, b| off(map, &place.hexes, *a).total_cmp(&off(map, &place.hexes, *b)));
        let subject = format!("place {} {}", map.label(place.hexes[0]), place.name);
        let Some(at) = nearest else {
            out.push((subject, Some("data/geo has no such place".to_owned())));
            continue;
        };
        let far = off(map, &place.hexes, at);
        out.push((subject, (far > TOWN).then(|| format!("{far:.1} hexes from its real place"))));
        let twice = towns.iter().any(|t| t.name == place.name && t.hexes == place.hexes);
        if place.kind != "airfield" && far <= 2.0 * TOWN && !twice {
            towns.push(Town { name: place.name.clone(), hexes: place.hexes.clone(), at });
        }
    }
    (towns, out)
}

/// Places that `data/geo` knows by another name, from lines `# real NAME = NAME OF PLACES.CSV` of the facts.
fn reals(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|l| l.strip_prefix("# real ")?.split_once(" = "))
}

/// A river of the map with the real one, if the facts name it.
struct Compared<'a> {
    name: String,
    real: Option<&'a str>,
    river: Option<River<'a>>,
}

fn rivers<'a>(map: &'a HexMap, grid: &str, text: &'a str) -> Vec<Compared<'a>> {
    let named = waters::names(map).into_iter().map(str::to_owned).chain(waters::hex_rivers(map));
    named
        .map(|name| {
            let real = courses(text).find(|(river, _)| *river == name).map(|(_, real)| real);
            let river = River::of(map, grid, &name, real);
            Compared { name, real, river }
        })
        .collect()
}

/// How far a brook without a name in `data/geo` may seem to climb, in metres: the lowest point of a hex may lie some way from its hexsides. The
/// named rivers seem to climb as much.
const CLIMB: f32 = 100.0;

/// Whether a brook runs uphill, by the lowest points of the hexes that it parts: how far, and where it is highest.
fn uphill(map: &HexMap, sheet: &Sheet, heights: &[HexHeight], line: &[Point]) -> Option<String> {
    let (mut lowest, mut worst) = (f32::INFINITY, (0.0, None));
    for step in line.windows(2) {
        let beside = waters::hexes_beside(map, step[0], step[1]);
        let beds = beside.iter().filter_map(|h| sheet.lowest(map, *h, heights));
        let bed = beds.fold(f32::INFINITY, f32::min);
        if bed.is_finite() {
            lowest = lowest.min(bed);
            if bed - lowest > worst.0 {
                worst = (bed - lowest, beside.first().copied());
            }
        }
    }
    let at = worst.1.map_or(String::new(), |h| format!(" at {}", map.label(h)));
    (worst.0 > CLIMB).then(|| format!("climbs {:.0} m{at}", worst.0))
}

/// Whether a river keeps to its real course, or runs downhill if `data/geo` does not name it.
fn course(map: &HexMap, sheet: &Sheet, heights: &[HexHeight], compared: &Compared) -> Option<Outcome> {
    let subject = format!("course {}", compared.name);
    let Some(real) = compared.real else {
        let line = compared.river.as_ref().map_or(&[][..], River::line);
        return Some((subject, uphill(map, sheet, heights, line)));
    };
    let Some((line, truth)) = compared.river.as_ref().and_then(|r| Some((r.line(), r.real()?))) else {
        return Some((subject, Some(format!("data/geo has no river {real}"))));
    };
    let far = |p: &Point| waters::nearest(truth, *p).2;
    let worst = line.iter().max_by(|a, b| far(a).total_cmp(&far(b)))?;
    let at = waters::hex_at(map, *worst).map_or(String::new(), |h| format!(" at {}", map.label(h)));
    let hexes = far(worst);
    Some((subject, (hexes > COURSE).then(|| format!("{hexes:.1} hexes from the real {real}{at}"))))
}

/// Whether a river ends where and in what it really ends.
fn mouth(map: &HexMap, sheet: &Sheet, compared: &Compared) -> Option<Outcome> {
    let river = compared.river.as_ref()?;
    let (real, last) = (*river.real()?.last()?, *river.line().last()?);
    let subject = format!("mouth {}", compared.name);
    let found = river.mouth();
    if waters::hex_at(map, real).is_none() {
        let leaves = matches!(found, End::Edge | End::Lake) || last.distance(real) < MOUTH;
        return Some((
            subject,
            (!leaves).then(|| format!("leaves the sheet; here it ends in {}", found.word())),
        ));
    }
    let truth = if sheet.joins_another(compared.real?, real) { End::River } else { End::Sea };
    let hexes = last.distance(real);
    let difference = if found != truth && !(truth == End::Sea && found == End::Edge) {
        Some(format!("ends in {}, really in {}", found.word(), truth.word()))
    } else if hexes > MOUTH {
        Some(format!("{hexes:.1} hexes from the real mouth"))
    } else {
        None
    };
    Some((subject, difference))
}

/// Whether a town lies on its real bank. A `bank` fact decides too.
fn banks(map: &HexMap, compared: &Compared, town: &Town, text: &str) -> Vec<Outcome> {
    let Some(river) = &compared.river else { return Vec::new() };
    let Some(truth) = river.bank_at(town.at) else { return Vec::new() };
    let mut out = Vec::new();
    for hex in town.hexes.iter().filter(|h| !waters::on_river_hex(map, **h)) {
        let (bank, hexes) = river.bank(*hex);
        let label = map.label(*hex).to_string();
        let said = |l: &str| {
            let words: Vec<&str> = l.split('|').next().unwrap_or_default().split_whitespace().collect();
            words.first() == Some(&"bank")
                && words.get(1) == Some(&label.as_str())
                && l.contains(&compared.name)
        };
        if hexes > NEAR || text.lines().any(said) {
            continue;
        }
        let differs = (bank != truth).then(|| format!("{} bank, really the {}", bank.word(), truth.word()));
        out.push((format!("bank {label} {} {}", town.name, compared.name), differs));
    }
    out
}

/// Whether real lines are on the map, and the map's lines real: between towns that follow each other on either.
fn lines(map: &HexMap, net: &Net, towns: &[Town], edges: &[Edge]) -> Vec<Outcome> {
    let mut out = Vec::new();
    let word = net.way.word();
    let mut told = BTreeSet::new();
    let mut tell = |a: usize, b: usize, difference: Option<String>| {
        let (a, b) = (&towns[a].name, &towns[b].name);
        let subject = format!("{word} {} - {}", a.min(b), a.max(b));
        if told.insert(subject.clone()) {
            out.push((subject, difference));
        }
    };
    for edge in edges {
        let found = net.on_map(map, &towns[edge.from].hexes, &towns[edge.to].hexes);
        let apart = off(map, &towns[edge.from].hexes, towns[edge.to].at).max(edge.hexes);
        let steps = found.as_ref().map(|path| path.len() - 1);
        let difference = match steps {
            None => Some("the map has no such line".to_owned()),
            Some(s) if s as f64 > DETOUR * apart + SPARE => {
                Some(format!("{s} hexes on the map, really {apart:.1}"))
            }
            Some(_) => None,
        };
        tell(edge.from, edge.to, difference);
    }
    for (from, to, steps) in net.map_edges(map, towns) {
        let real = net.real(&towns[from], &towns[to]);
        let long = |hexes: f64| hexes > DETOUR * steps as f64 + SPARE;
        let passes = || net.passing(&towns[from], &towns[to]).is_some_and(|hexes| !long(hexes));
        let difference = match real {
            Some(hexes) if !long(hexes) => None,
            _ if passes() => None,
            Some(hexes) => Some(format!("{steps} hexes on the map, really {hexes:.1}")),
            None => Some(format!("{steps} hexes on the map, no such line in 1950")),
        };
        tell(from, to, difference);
    }
    out
}

/// Whether a line crosses the rivers of the map as it really did. Real lines are straight between way-points, so that a line
/// along a river seems to cross it to and fro: the count must not be higher than the real one, and odd or even as that is. Within a hex of a
/// river's source or mouth they cannot tell: what crosses there may or may not be counted. Rivers that run through hexes have no crossings; their towns'
/// banks are compared.
fn crossings(
    map: &HexMap,
    net: &Net,
    towns: &[Town],
    edges: &[Edge],
    rivers: &[Compared],
    text: &str,
) -> Vec<Outcome> {
    let mut out = Vec::new();
    let word = net.way.word();
    let mut told = BTreeSet::new();
    let along = waters::names(map);
    for edge in edges {
        let (a, b) = (&towns[edge.from], &towns[edge.to]);
        let Some(path) = net.on_map(map, &[a.hex(map)], &[b.hex(map)]) else { continue };
        if path.len() as f64 - 1.0 > DETOUR * edge.hexes.max(1.0) + SPARE
            || decided_by_fact(map, a, b, net, text)
        {
            continue;
        }
        for compared in rivers {
            let Some(river) = compared
                .river
                .as_ref()
                .filter(|r| along.contains(compared.name.as_str()) && r.real().is_some())
            else {
                continue;
            };
            let (here, ends_here) = river.crossed(&path, &compared.name);
            let (real, ends_there) = river.real_crossings(&edge.line);
            let over = [a, b].iter().filter(|t| other_bank(map, river, t)).count();
            let agrees = |here: usize, real: usize| here <= real && (here + real).is_multiple_of(2);
            let differs = !(0..=ends_here)
                .any(|h| (0..=ends_there + over).any(|r| agrees(here - h, real - ends_there + r)));
            let subject = format!(
                "{word} {} - {} over {}",
                (&a.name).min(&b.name),
                (&a.name).max(&b.name),
                compared.name
            );
            if (here, real) != (0, 0) && told.insert(subject.clone()) {
                out.push((subject, differs.then(|| format!("{here} crossings, really {real}"))));
            }
        }
    }
    out
}

/// Whether a town stands on the other bank than it really does: decided elsewhere, and every line to it crosses once more or less.
fn other_bank(map: &HexMap, river: &River, town: &Town) -> bool {
    let (bank, hexes) = river.bank(town.hex(map));
    hexes <= NEAR && river.bank_at(town.at).is_some_and(|truth| truth != bank)
}

/// Whether a `crossings` fact says how often the line between two towns crosses rivers.
fn decided_by_fact(map: &HexMap, a: &Town, b: &Town, net: &Net, text: &str) -> bool {
    let holds = |town: &Town, label: &str| town.hexes.iter().any(|h| map.label(*h).to_string() == label);
    text.lines().any(|line| {
        let words: Vec<&str> = line.split('|').next().unwrap_or_default().split_whitespace().collect();
        let ["crossings", from, to, kinds, _] = words[..] else { return false };
        let kinds = kinds.split('+').filter_map(Side::from_keyword).fold(Side::NONE, Side::with);
        kinds.any(net.way.kinds()) && ((holds(a, from) && holds(b, to)) || (holds(a, to) && holds(b, from)))
    })
}
