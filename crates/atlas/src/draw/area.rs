//! An area map as a drawing.

use std::fmt::Write as _;

use board::{Area, AreaId, AreaMap};

use super::area_legend::{legend, roundel};
use super::frame::{Entry, MARGIN, Strip, enlarged, frame};
use super::labels::{Name, Placer, Room, Style, text};
use super::regions::{Regions, globe};
use super::sheet::{FAR_SIZE, TELEPHONE};
use super::terrain::ICONS;
use super::theme::{Colours, Theme};
use super::tracks::Track;
use super::{Layers, Layout, NameAt, PlaceAt, lines, style};
use crate::contour;
use crate::counter::escape;
use crate::geo::{LonLat, geography, hex_heights};
use crate::picture;
use crate::project::{Point, Projection};
use crate::raster::Raster;
use crate::relief::{Base, Survey, survey};

/// The part of the globe on the sheet, and drawing units per degree of latitude.
const WEST: f64 = 123.55;
const EAST: f64 = 131.45;
const NORTH: f64 = 43.42;
const SOUTH: f64 = 33.02;
const UNIT: f64 = 240.0;
const CELL: f64 = 3.0;
/// Names are larger than on hex maps, which are looked at from nearer.
const SCALE: f64 = 1.5;
/// How far from a town counters lie, if there is room.
const ROOM: f64 = 70.0;
/// Track spaces: width and height, and what lies between them.
const SPACE: (f64, f64) = (142.0, 96.0);
const GAP: f64 = 16.0;

pub(super) struct Drawing<'a> {
    pub(super) map: &'a AreaMap,
    pub(super) c: &'static Colours,
    layers: Layers,
    pub(super) projection: Projection,
    pub(super) size: (f64, f64),
    pub(super) base: Base,
    pub(super) shapes: Vec<Shape>,
    /// Which area every cell belongs to: its number and one, nought for none.
    cells: Raster,
    tracks: Vec<Track>,
}

/// The outline of an area and the middle of its counters.
pub(super) struct Shape {
    pub(super) rings: Vec<Vec<Point>>,
    middle: Point,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(game: &str, map: &'a AreaMap, theme: Theme, layers: Layers) -> Self {
        let projection = Projection::plain(WEST, NORTH, UNIT);
        let corner = projection.point(LonLat { lon: EAST, lat: SOUTH });
        let size = (corner.x, corner.y);
        let rivers: Vec<Vec<Point>> = geography()
            .rivers
            .iter()
            .filter(|r| r.class == "major")
            .flat_map(|r| &r.lines)
            .map(|line| line.iter().map(|p| projection.point(*p)).collect())
            .collect();
        let base = survey(&Survey {
            size,
            projection: &projection,
            ground: &[],
            bridges: &[],
            straits: &[],
            heights: &hex_heights("fire_and_ice"),
            spacing: UNIT * 11.4 / 111.2,
            rivers: &rivers,
            cell: CELL,
        });
        let regions = Regions::of(map, &projection, &base.shore, size);
        let mut drawing = Drawing {
            map,
            c: theme.colours(),
            layers,
            projection,
            size,
            base,
            shapes: Vec::new(),
            cells: regions.cells,
            tracks: Track::of(game, &map.id),
        };
        drawing.shapes = map.ids().map(|id| drawing.shape(id, &drawing.cells)).collect();
        drawing
    }

    /// Contour of an area's cells, and where its counters lie: far from the edge and off the town with its name.
    fn shape(&self, id: AreaId, cells: &Raster) -> Shape {
        let area = self.map.get(id);
        if area.has("track") {
            return self.space(id);
        }
        let mut mask = outside_of(cells, f32::from(id.0 + 1));
        // Beyond the frame is outside, so that the middle lies on the sheet.
        for j in 0..mask.height {
            for i in 0..mask.width {
                let p = mask.point(i, j);
                if p.x < 0.0 || p.y < 0.0 || p.x > self.size.0 || p.y > self.size.1 {
                    mask.values[j * mask.width + i] = 1.0;
                }
            }
        }
        let depth = mask.distance();
        let spot = |k: usize| depth.point(k % depth.width, k / depth.width);
        let town = area.label.map(|p| self.projection.point(globe(p)));
        let worth = |k: &usize| {
            let deep = f64::from(depth.values[*k]);
            let crowded = town.map_or(0.0, |t| (ROOM - t.distance(spot(*k))).max(0.0));
            if deep <= 0.0 { -ROOM } else { deep.min(ROOM * 0.8) + deep * 0.02 - crowded * 0.8 }
        };
        let best = (0..depth.values.len()).max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap_or(0);
        let middle = spot(best);
        let rings = contour::outlines(&lead_of(cells, f32::from(id.0 + 1), self.size), 0.0)
            .iter()
            .map(|r| contour::simplify_ring(r, 0.7))
            .filter(|r| r.len() > 4 && crate::relief::area(r).abs() > 40.0)
            .collect();
        Shape { rings, middle }
    }

    /// Track spaces stand in a row in the south-west corner, the first one at the right end.
    fn space(&self, id: AreaId) -> Shape {
        let track: Vec<AreaId> = self.map.ids().filter(|i| self.map.get(*i).has("track")).collect();
        let place = track.iter().rev().position(|i| *i == id).unwrap_or(0) as f64;
        let (x, y) = (GAP + place * (SPACE.0 + GAP), self.size.1 - SPACE.1 - 14.0);
        let ring = [(x, y), (x + SPACE.0, y), (x + SPACE.0, y + SPACE.1), (x, y + SPACE.1)];
        Shape {
            rings: vec![ring.iter().map(|&(x, y)| Point::new(x, y)).collect()],
            middle: Point::new(x + SPACE.0 / 2.0, y + SPACE.1 / 2.0 + 8.0),
        }
    }

    fn view(&self) -> [f64; 4] {
        let entries = legend(self.c);
        let strip = if self.layers.strip { self.strip(&entries).height(self.size.0) } else { 0.0 };
        [-MARGIN, -MARGIN, self.size.0 + 2.0 * MARGIN, self.size.1 + 2.0 * MARGIN + strip]
    }

    fn strip<'s>(&'s self, entries: &'s [Entry]) -> Strip<'s> {
        let subtitle = self.map.notes.first().map_or("", String::as_str);
        let (title, tracks) = (&self.map.title, &self.tracks);
        Strip { title, subtitle, entries, tracks, km: UNIT / 111.2, large: enlarged(self.size.0) }
    }

    pub(super) fn layout(&self) -> Layout {
        let tenth = |v: f64| (v * 10.0).round() / 10.0;
        let places = self.map.ids().map(|id| {
            let (area, shape) = (self.map.get(id), &self.shapes[id.index()]);
            let rings = shape
                .rings
                .iter()
                .map(|r| r.iter().flat_map(|p| [tenth(p.x), tenth(p.y)]).collect())
                .collect();
            PlaceAt {
                id: area.code.clone(),
                name: area.name.clone(),
                terrain: String::new(),
                note: note(area),
                x: tenth(shape.middle.x),
                y: tenth(shape.middle.y),
                rings,
                sea: area.sea,
            }
        });
        Layout {
            view: self.view(),
            body: [self.size.0, self.size.1],
            hex: None,
            counter: 40.0,
            places: places.collect(),
            names: self.far_names(),
        }
    }

    pub(super) fn svg(&self) -> String {
        let v = self.view();
        let c = self.c;
        let (w, h) = self.size;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.1} {:.1} {:.1} {:.1}\" width=\"{:.0}\" height=\"{:.0}\"><title>{}</title><style>{}</style>",
            v[0],
            v[1],
            v[2],
            v[3],
            v[2],
            v[3],
            escape(&self.map.title),
            style(c, SCALE)
        );
        let mut land = String::new();
        lines::rings(&mut land, &self.base.land);
        let _ = write!(
            out,
            "<defs><path id=\"land\" d=\"{land}\" fill-rule=\"evenodd\"/><clipPath id=\"onland\"><use href=\"#land\" clip-rule=\"evenodd\"/></clipPath>{ICONS}</defs>"
        );
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            v[0] - 1.0,
            v[1] - 1.0,
            v[2] + 2.0,
            v[3] + 2.0,
            c.paper
        );
        self.ground(&mut out);
        self.areas(&mut out);
        let _ = write!(
            out,
            "<use href=\"#land\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>",
            c.shore,
            1.5 * c.weight
        );
        self.land_lines(&mut out);
        self.track(&mut out);
        self.names(&mut out);
        super::frame::margins(&mut out, c, v, self.size);
        frame(&mut out, c, self.size, Some(&self.projection));
        if self.layers.strip {
            let entries = legend(c);
            self.strip(&entries).write(&mut out, c, w, Point::new(0.0, h + MARGIN));
        }
        out.push_str("</svg>");
        out
    }

    fn ground(&self, out: &mut String) {
        let c = self.c;
        let _ = write!(
            out,
            "<rect width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            self.size.0, self.size.1, c.sea
        );
        for (width, colour) in [44.0, 28.0, 13.0].into_iter().zip(c.shallows) {
            let _ = write!(
                out,
                "<use href=\"#land\" fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"/>"
            );
        }
        self.sea_lines(out);
        // What lies on the ground is drawn inside one clip: each costs a layer of the whole picture.
        let _ = write!(out, "<use href=\"#land\" fill=\"{}\"/><g clip-path=\"url(#onland)\">", c.flat_land);
        if let (Some((tints, strength)), true) = (&c.relief, self.layers.relief) {
            let r = &self.base.heights;
            let half = r.cell / 2.0;
            let _ = write!(
                out,
                "<image x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" preserveAspectRatio=\"none\" style=\"image-rendering:smooth\" href=\"{}\"/>",
                r.origin.x - half,
                r.origin.y - half,
                r.width as f64 * r.cell,
                r.height as f64 * r.cell,
                picture::shaded(r, tints, *strength)
            );
        }
    }

    /// Every area tinted by its first owner, with its own element for the client, then the lines between them, and the end of what is clipped to
    /// the land.
    fn areas(&self, out: &mut String) {
        for id in self.map.ids().filter(|id| !self.map.get(*id).sea && !self.map.get(*id).has("track")) {
            let area = self.map.get(id);
            let mut d = String::new();
            lines::rings(&mut d, &self.shapes[id.index()].rings);
            let (tint, opacity) = owner_tint(area, self.c);
            let _ = write!(
                out,
                "<path data-place=\"{}\" d=\"{d}\" fill-rule=\"evenodd\" fill=\"{tint}\" fill-opacity=\"{opacity}\"/>",
                area.code,
            );
        }
        lines::element(
            out,
            &self.inner_borders(),
            &format!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-opacity=\".8\" stroke-linejoin=\"round\"",
                self.c.ink,
                1.5 * self.c.weight
            ),
        );
        out.push_str("</g>");
    }

    fn track(&self, out: &mut String) {
        let c = self.c;
        for id in self.map.ids().filter(|id| self.map.get(*id).has("track")) {
            let area = self.map.get(id);
            let p = self.shapes[id.index()].rings[0][0];
            let _ = write!(
                out,
                "<g transform=\"translate({:.1} {:.1})\"><rect data-place=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"{}\" fill-opacity=\".88\" stroke=\"{}\" stroke-width=\"1.6\"/><text class=\"tl\" x=\"{:.1}\" y=\"20\" text-anchor=\"middle\" style=\"font-weight:700;font-size:15px\">{}</text><path d=\"M-3 50h-10m0 0 5-4m-5 4 5 4\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/></g>",
                p.x,
                p.y,
                area.code,
                SPACE.0,
                SPACE.1,
                c.paper,
                c.ink,
                SPACE.0 / 2.0,
                escape(&area.name),
                c.ink
            );
        }
        if let Some(last) = self.map.ids().rev().find(|id| self.map.get(*id).has("track")) {
            let p = self.shapes[last.index()].rings[0][0];
            let _ = write!(
                out,
                "<text class=\"nw\" x=\"{:.1}\" y=\"{:.1}\" style=\"text-anchor:start;font-size:14px;letter-spacing:.4px\">Supply track: one space to the left each turn, then Korea</text>",
                p.x,
                p.y - 8.0
            );
        }
    }

    fn names(&self, out: &mut String) {
        let mut placer = Placer::new(self.size, SCALE);
        let (mut names, mut owners) = (Vec::new(), Vec::new());
        for id in self.map.ids() {
            let (area, shape) = (self.map.get(id), &self.shapes[id.index()]);
            let Some(at) = area.label.map(|p| self.projection.point(globe(p))) else { continue };
            if area.sea {
                let words = format!("{} {}", area.code.replace('Z', ""), area.name);
                let half = Style::Water.width(&words) * SCALE / 2.0;
                // On open water, if need be a little aside.
                let wet = |p: &Point| {
                    (-6..=6).all(|k| {
                        let x = p.x + half * f64::from(k) / 6.0;
                        [-9.0, 9.0].iter().all(|y| self.base.shore.sample(Point::new(x, p.y + y)) < -0.1)
                    })
                };
                let aside = (0..=8).flat_map(|k| [-8.0, 8.0].map(|step| f64::from(k) * step));
                let at = aside.map(|x| Point::new(at.x + x, at.y)).find(wet).unwrap_or(at);
                text(out, at, Style::Water, &words, SCALE);
                placer.keep_clear(Room::around(at, half + 8.0, 12.0));
                continue;
            }
            let at = Point::new(at.x.clamp(24.0, self.size.0 - 24.0), at.y.clamp(24.0, self.size.1 - 24.0));
            self.marker(out, area, at, &mut placer);
            placer.rather_not(Room::around(shape.middle, 62.0, 46.0));
            let capital = area.has("capital") || area.attribute("side") == Some("outside");
            let style = if capital { Style::City } else { Style::Town };
            names.push(Name { text: area.name.clone(), style, at, clear: 18.0, rank: u8::from(!capital) });
            owners.push((area.name.clone(), id, area.attribute("owner").unwrap_or_default()));
        }
        for shape in
            self.map.ids().filter(|id| self.map.get(*id).has("track")).map(|id| &self.shapes[id.index()])
        {
            placer.keep_clear(Room::around(shape.middle, SPACE.0 / 2.0, SPACE.1 / 2.0));
        }
        // A name stands in its own country or on the sea, never on another's land, and better in its own area than in the next.
        const ABROAD: f64 = 6000.0;
        let burden = |name: &Name, room: &Room| {
            let (_, own, owner) = owners.iter().find(|(n, _, _)| *n == name.text)?;
            let spots = (0..=8).flat_map(|k| {
                let x = room.x0 + (room.x1 - room.x0) * f64::from(k) / 8.0;
                [room.y0, room.y1].map(|y| Point::new(x, y))
            });
            let inland = self.base.shore.sample(name.at) > 1.0;
            let mut abroad = 0.0;
            for there in spots.map(|p| self.area_at(p)) {
                match there {
                    Some(there) if there == *own => {}
                    Some(there) if self.map.get(there).attribute("owner") != Some(*owner) => return None,
                    // The sea is nobody's, but a place that does not lie on it has no business there.
                    None if !inland => {}
                    _ => abroad += ABROAD / 18.0,
                }
            }
            Some(abroad)
        };
        if self.layers.names {
            placer.write_where(out, &mut names, burden);
        }
    }

    /// The area of a point of land.
    fn area_at(&self, p: Point) -> Option<AreaId> {
        let (i, j) = self.cells.cell_of(p);
        let there = self.cells.clamped(i.round() as isize, j.round() as isize);
        let area = self.map.ids().find(|id| f32::from(id.0 + 1) == there)?;
        (self.base.shore.sample(p) >= 0.0).then_some(area)
    }

    /// The names of the two capitals and of whatever else finds room, for a view of the whole map.
    fn far_names(&self) -> Vec<NameAt> {
        let size = FAR_SIZE * self.size.0 / TELEPHONE;
        let mut placer = Placer::new(self.size, size / Style::City.size());
        let land = self.map.ids().map(|id| self.map.get(id)).filter(|a| !a.sea && !a.has("track"));
        let mut names: Vec<Name> = land
            .filter_map(|area| {
                let at = self.projection.point(globe(area.label?));
                let income = area.attribute("ipc").and_then(|v| v.parse::<u8>().ok()).unwrap_or(0);
                let worth = if area.has("capital") { 9 } else { income.min(8) };
                Some(Name { text: area.name.clone(), style: Style::City, at, clear: 16.0, rank: 9 - worth })
            })
            .filter(|name| name.rank < 8)
            .collect();
        NameAt::list(placer.arrange(&mut names), size)
    }

    /// The town with its income, and beside it factory, roundel and capital.
    fn marker(&self, out: &mut String, area: &Area, at: Point, placer: &mut Placer) {
        let c = self.c;
        let ipc = area.attribute("ipc").unwrap_or("0");
        let _ = write!(
            out,
            "<g transform=\"translate({:.1} {:.1})\"><circle r=\"12.5\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2.4\"/><text class=\"tk\" y=\"6\" style=\"font-weight:700;font-size:17px\">{}</text>",
            at.x,
            at.y,
            c.halo,
            c.city,
            escape(ipc)
        );
        placer.keep_clear(Room::around(at, 13.5, 13.5));
        let mut x = -25.0;
        let mut beside = |out: &mut String, art: &str| {
            let _ = write!(out, "<g transform=\"translate({x} 0)\">{art}</g>");
            placer.keep_clear(Room::around(Point::new(at.x + x, at.y), 9.5, 9.5));
            x -= 20.0;
        };
        if area.has("factory") {
            beside(
                out,
                &format!(
                    "<path d=\"M-8 8V-2L-3 2V-2L2 2V-2L5 0V-9H8V8Z\" fill=\"{0}\" stroke=\"{1}\" stroke-width=\".8\"/>",
                    c.city, c.halo
                ),
            );
        }
        if let Some(side) = area.attribute("roundel") {
            let colour = roundel(side, c);
            beside(
                out,
                &format!(
                    "<circle r=\"8.5\" fill=\"{colour}\" stroke=\"{0}\"/><circle r=\"5\" fill=\"{0}\"/><circle r=\"2.4\" fill=\"{colour}\"/>",
                    c.halo
                ),
            );
        }
        if area.has("capital") {
            beside(
                out,
                &format!(
                    "<path d=\"M0 -9 2.500 -3 9 -2.500 4 1.800 5.600 8 0 4.600-5.600 8-4 1.800-9 -2.500-2.500 -3Z\" fill=\"{}\" stroke=\"{}\" stroke-width=\".9\"/>",
                    c.star(),
                    c.ink
                ),
            );
        }
        out.push_str("</g>");
    }
}

/// By how much a label leads before the next one among the cells around each: the borders of three areas meet in one point, where shares
/// alone would leave a hole.
fn lead_of(cells: &Raster, label: f32, size: (f64, f64)) -> Raster {
    const WEIGHTS: [f32; 5] = [1.0, 2.0, 3.0, 2.0, 1.0];
    let mut out = cells.like(-1.0);
    let mine = || (0..cells.values.len()).filter(|k| cells.values[*k] == label);
    let (left, right) =
        mine().fold((usize::MAX, 0), |(a, b), k| (a.min(k % cells.width), b.max(k % cells.width)));
    let (top, bottom) =
        mine().fold((usize::MAX, 0), |(a, b), k| (a.min(k / cells.width), b.max(k / cells.width)));
    for j in top.saturating_sub(3)..(bottom.saturating_add(4)).min(cells.height) {
        for i in left.saturating_sub(3)..(right.saturating_add(4)).min(cells.width) {
            let p = cells.point(i, j);
            if p.x < 0.0 || p.y < 0.0 || p.x > size.0 || p.y > size.1 {
                continue;
            }
            let mut shares: Vec<(f32, f32)> = Vec::with_capacity(4);
            for (y, wy) in (-2..).zip(WEIGHTS) {
                for (x, wx) in (-2..).zip(WEIGHTS) {
                    let there = cells.clamped(i as isize + x, j as isize + y);
                    match shares.iter_mut().find(|(l, _)| *l == there) {
                        Some((_, share)) => *share += wx * wy / 81.0,
                        None => shares.push((there, wx * wy / 81.0)),
                    }
                }
            }
            let of = |own: bool| {
                shares.iter().filter(|(l, _)| (*l == label) == own).map(|(_, s)| *s).fold(0.0, f32::max)
            };
            out.values[j * out.width + i] = of(true) - of(false);
        }
    }
    out
}

/// 0 on the cells of a label and 1 around them, no larger than need be.
fn outside_of(cells: &Raster, label: f32) -> Raster {
    let (mut west, mut east, mut north, mut south) = (cells.width, 0, cells.height, 0);
    for (k, _) in cells.values.iter().enumerate().filter(|(_, v)| **v == label) {
        let (i, j) = (k % cells.width, k / cells.width);
        (west, east, north, south) = (west.min(i), east.max(i), north.min(j), south.max(j));
    }
    // A rim of three cells keeps the blurred edge inside; an absent label leaves an empty mask.
    let (west, north) = (west.saturating_sub(3).min(east), north.saturating_sub(3).min(south));
    let (east, south) = ((east + 3).min(cells.width - 1), (south + 3).min(cells.height - 1));
    let (width, height) = (east - west + 1, south - north + 1);
    let values = (0..width * height).map(|k| {
        let same = cells.at(west + k % width, north + k / width) == label;
        if same { 0.0 } else { 1.0 }
    });
    Raster { width, height, cell: cells.cell, origin: cells.point(west, north), values: values.collect() }
}

/// What a reader without the picture should know of an area.
fn note(area: &Area) -> String {
    let words = area
        .attributes
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "side" | "owner" | "track" | "next"));
    let words = words.map(|(key, value)| match key.as_str() {
        "ipc" => format!("income {value}"),
        _ if value.is_empty() => key.clone(),
        _ => format!("{key} {value}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn owner_tint(area: &Area, c: &Colours) -> (&'static str, f64) {
    if c.on_paper() {
        return ("#ffffff", 0.0);
    }
    let strong = if c.relief.is_none() { 0.6 } else { 0.26 };
    match area.attribute("owner") {
        Some("nk") => ("#c0533b", strong),
        Some("rok") => ("#4a86a6", strong),
        Some("ch") => ("#d9a13c", strong),
        Some("su") => ("#8a5a86", strong),
        Some("us") => ("#7c8d4a", strong),
        _ => ("#ffffff", 0.0),
    }
}
