//! A hex map as a drawing.

use std::fmt::Write as _;

use board::{HexId, HexMap, Side, Top};

use super::features::Lines;
use super::frame::{Entry, MARGIN, Strip, enlarged, frame};
use super::labels::{Placer, Room};
use super::terrain::{ICONS, Look, MARKS, mark};
use super::theme::{Colours, Theme};
use super::tracks::Track;
use super::ways::Ways;
use super::{HexShape, Layers, Layout, PlaceAt, lines, pair, style};
use crate::contour;
use crate::geo::hex_heights;
use crate::picture;
use crate::project::{HEX, Lattice, Point, Projection};
use crate::raster::hash;
use crate::relief::{Base, Ground, Survey, survey};

/// How far apart the lines of the veil are.
const VEIL_LINES: f64 = 9.0;

/// How the lines of the veil are drawn.
pub(super) fn veil_stroke(c: &Colours) -> String {
    format!("fill=\"none\" stroke=\"{}\" stroke-width=\".8\" stroke-opacity=\".28\"", c.soft)
}

/// Everything that is known before the ground is computed.
pub(super) struct Drawing<'a> {
    pub(super) map: &'a HexMap,
    pub(super) c: &'static Colours,
    pub(super) looks: Vec<Look>,
    /// By hex: 1 for a town, 2 for a city.
    pub(super) built: Vec<u8>,
    pub(super) size: (f64, f64),
    pub(super) projection: Option<Projection>,
    pub(super) grid: &'a str,
    pub(super) layers: Layers,
    tracks: Vec<Track>,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(game: &str, map: &'a HexMap, grid: &'a str, theme: Theme, layers: Layers) -> Self {
        let classes: Vec<Look> = map.legend().iter().map(|class| Look::of(&class.name)).collect();
        let looks = map.grid().hexes().map(|h| classes[map.terrain(h).index()]).collect();
        let (w, h) = map.grid().size();
        let mut drawing = Drawing {
            map,
            c: theme.colours(),
            looks,
            built: Vec::new(),
            size: (w * HEX, h * HEX),
            projection: None,
            grid,
            layers,
            tracks: Track::of(game, &map.id),
        };
        drawing.projection = drawing.fit();
        drawing.built = drawing.built_up();
        drawing
    }

    /// The fit of the grid, moved so that it agrees with the sheet's own coordinates.
    fn fit(&self) -> Option<Projection> {
        let lattice = Lattice::of(self.grid);
        let hex = HexId(0);
        let (column, row) = self.map.grid().column_row(hex);
        let (first, second) = if lattice.flat { (column, row) } else { (row, column) };
        let there = lattice.to_drawing(lattice.fit_units(i32::from(first), i32::from(second)));
        let here = self.centre(hex);
        Projection::hex(self.grid, Point::new(there.x - here.x, there.y - here.y))
    }

    pub(super) fn centre(&self, hex: HexId) -> Point {
        let (x, y) = self.map.grid().centre(hex);
        Point::new(x * HEX, y * HEX)
    }

    pub(super) fn corners(&self, hex: HexId) -> [Point; 6] {
        self.map.grid().corners(hex).map(|(x, y)| Point::new(x * HEX, y * HEX))
    }

    pub(super) fn look(&self, hex: HexId) -> Look {
        self.looks[hex.index()]
    }

    fn view(&self) -> [f64; 4] {
        let strip = if self.layers.strip && self.notch().is_none() { self.strip_height() } else { 0.0 };
        [-MARGIN, -MARGIN, self.size.0 + 2.0 * MARGIN, self.size.1 + 2.0 * MARGIN + strip]
    }

    fn strip_height(&self) -> f64 {
        let entries = self.legend();
        self.strip(&entries).height(self.size.0)
    }

    fn strip<'s>(&'s self, entries: &'s [Entry]) -> Strip<'s> {
        let subtitle = self.map.notes.first().map_or("", String::as_str);
        let large = if self.notch().is_some() { 1.3 } else { enlarged(self.size.0) };
        let (title, tracks) = (&self.map.title, &self.tracks);
        Strip { title, subtitle, entries, tracks, km: self.units_per_km(), large }
    }

    fn units_per_km(&self) -> f64 {
        let Some(p) = &self.projection else { return HEX / 5.0 };
        let (x, y) = (self.size.0 / 2.0, self.size.1 / 2.0);
        let (a, b) = (p.lonlat(Point::new(x, y - HEX)), p.lonlat(Point::new(x, y + HEX)));
        let north_south = (a.lat - b.lat).abs() * 111.2;
        let (a, b) = (p.lonlat(Point::new(x - HEX, y)), p.lonlat(Point::new(x + HEX, y)));
        let east_west = (a.lon - b.lon).abs() * 111.2 * a.lat.to_radians().cos();
        4.0 * HEX / (north_south + east_west).max(0.1)
    }

    pub(super) fn layout(&self) -> Layout {
        let places = self.map.grid().hexes().map(|h| {
            let [x, y] = pair(self.centre(h));
            let name = self.map.place(h).map_or(String::new(), |p| p.name.clone());
            PlaceAt {
                id: self.map.label(h).to_string(),
                name,
                terrain: self.map.terrain_name(h).replace('-', " "),
                note: self.note(h),
                x,
                y,
                rings: Vec::new(),
                sea: self.look(h).water,
            }
        });
        let first = self.centre(HexId(0));
        let corners = self.corners(HexId(0)).map(|p| pair(Point::new(p.x - first.x, p.y - first.y)));
        let flat = self.map.grid().spec().top == Top::Flat;
        Layout {
            view: self.view(),
            body: [self.size.0, self.size.1],
            hex: Some(HexShape { size: HEX, flat, corners }),
            counter: HEX * 0.62,
            places: places.chain(self.box_places()).collect(),
            names: self.far_names(),
        }
    }

    /// What a reader without the picture should know of a hex: its links and its tags.
    fn note(&self, h: HexId) -> String {
        let here = self.map.sides(h).iter().fold(Side::NONE, |all, s| all.with(*s));
        let links = Side::KINDS
            .iter()
            .filter(|(kind, _)| kind.any(Side::LINKS) && here.any(*kind))
            .map(|(_, word)| (*word).to_owned());
        let worth = [
            "supply-source",
            "entry",
            "exit",
            "port",
            "airfield",
            "objective",
            "victory",
            "invasion-box",
            "river",
        ];
        let tags =
            self.map.tags().iter().filter(|t| worth.contains(&t.name.as_str()) && t.hexes.contains(&h));
        let tags = tags.map(|t| {
            if t.value.is_empty() { t.name.clone() } else { format!("{}{}", t.name, whose(&t.value)) }
        });
        links.chain(tags).collect::<Vec<_>>().join(", ").replace('-', " ")
    }

    pub(super) fn svg(&self) -> String {
        let (lines, ways) = (Lines::of(self), Ways::of(self));
        let base = self.projection.as_ref().map(|p| self.ground(p, &lines, &ways));
        let v = self.view();
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.1} {:.1} {:.1} {:.1}\" width=\"{:.0}\" height=\"{:.0}\">",
            v[0], v[1], v[2], v[3], v[2], v[3]
        );
        let _ = write!(
            out,
            "<title>{}</title><style>{}</style>",
            crate::counter::escape(&self.map.title),
            style(self.c, 1.0)
        );
        self.definitions(&mut out, base.as_ref());
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            v[0] - 1.0,
            v[1] - 1.0,
            v[2] + 2.0,
            v[3] + 2.0,
            self.c.paper
        );
        self.sea_and_land(&mut out, base.as_ref());
        self.terrain(&mut out);
        self.lakes(&mut out, base.as_ref());
        self.shore(&mut out, base.as_ref());
        self.outside(&mut out);
        lines.write_water(&mut out, self, base.as_ref());
        if let Some(base) = &base {
            self.water_area(&mut out, &base.reservoirs);
        }
        self.hex_grid(&mut out);
        self.sheet_edges(&mut out);
        lines.write_borders(&mut out, self);
        ways.write(&mut out, self);
        self.towns(&mut out);
        // Numbers lie under names and marks, and step aside for them.
        let mut above = String::new();
        let mut placer = self.placer();
        ways.keep_off(&mut placer);
        self.write_boxes(&mut above, &mut placer);
        super::marks::icons(&mut above, self, &mut placer, &ways.ferry_points());
        if self.layers.names {
            self.names(&mut above, &lines, &mut placer, base.as_ref());
        }
        self.numbers(&mut out, &placer);
        out.push_str(&above);
        super::frame::margins(&mut out, self.c, v, self.size);
        frame(&mut out, self.c, self.size, self.projection.as_ref());
        if self.layers.strip {
            let entries = self.legend();
            match self.notch() {
                Some([x, y, w, _]) => self.strip(&entries).write(&mut out, self.c, w, Point::new(x, y)),
                None => self.strip(&entries).write(
                    &mut out,
                    self.c,
                    self.size.0,
                    Point::new(0.0, self.size.1 + MARGIN),
                ),
            }
        }
        out.push_str("</svg>");
        out
    }

    /// Places where the drawing contradicts the map: links over water, hexsides between land hexes under water, hex centres on the
    /// wrong side of the coast.
    pub(super) fn faults(&self) -> Vec<String> {
        let (lines, ways) = (Lines::of(self), Ways::of(self));
        let Some(projection) = &self.projection else { return Vec::new() };
        let base = self.ground(projection, &lines, &ways);
        let near = |p: Point| {
            let hex = self.map.grid().hex_at_point(p.x / HEX, p.y / HEX);
            hex.map_or(String::new(), |h| self.map.label(h).to_string())
        };
        let wet = ways.over_water(&base.shore);
        let mut out: Vec<String> = wet.iter().map(|p| format!("a link over water in {}", near(*p))).collect();
        let dry = |h: HexId| !self.look(h).water;
        for h in self.map.grid().hexes() {
            if (base.shore.sample(self.centre(h)) > 0.0) != dry(h) {
                out.push(format!("{} is drawn on the wrong side of the coast", self.map.label(h)));
            }
            for n in self.map.grid().neighbours(h).iter().filter(|n| n.is_some() && **n > h) {
                let middle = self.centre(h).toward(self.centre(*n), 0.5);
                if dry(h) && dry(*n) && base.shore.sample(middle) < 0.0 {
                    out.push(format!("{}/{} is drawn as water", self.map.label(h), self.map.label(*n)));
                }
                if !dry(h) && !dry(*n) && base.shore.sample(middle) > 0.0 {
                    out.push(format!("{}/{} is drawn as land", self.map.label(h), self.map.label(*n)));
                }
            }
        }
        out.extend(base.wrong_lakes(projection));
        out
    }

    /// The middles of hexsides between land hexes of which one touches the sea.
    fn dry_middles(&self) -> Vec<Point> {
        let dry = |h: HexId| h.is_some() && !self.look(h).water;
        let coastal =
            |h: HexId| self.map.grid().neighbours(h).iter().any(|n| n.is_some() && self.look(*n).water);
        let mut out = Vec::new();
        for h in self.map.grid().hexes().filter(|h| dry(*h) && coastal(*h)) {
            let joined = self.map.grid().neighbours(h).iter().filter(|n| dry(**n));
            out.extend(joined.map(|n| self.centre(h).toward(self.centre(*n), 0.5)));
        }
        out
    }

    /// The middles of hexsides between two hexes of sea that have land at both ends.
    fn straits(&self) -> Vec<Point> {
        let wet = |h: HexId| h.is_some() && self.look(h).water;
        let mut out = Vec::new();
        for h in self.map.grid().hexes().filter(|h| wet(*h)) {
            let around = self.map.grid().neighbours(h);
            for k in (0..6).filter(|k| wet(around[*k]) && around[*k] > h) {
                let ends = [around[(k + 1) % 6], around[(k + 5) % 6]];
                if ends.iter().all(|n| n.is_some() && !self.look(*n).water) {
                    out.push(self.centre(h).toward(self.centre(around[k]), 0.5));
                }
            }
        }
        out
    }

    fn ground(&self, projection: &Projection, lines: &Lines, ways: &Ways) -> Base {
        let ground: Vec<Ground> = self
            .map
            .grid()
            .hexes()
            .map(|h| {
                let look = self.look(h);
                let dry = |n: &HexId| !n.is_some() || !self.look(*n).water;
                let inland = !look.water && self.map.grid().neighbours(h).iter().all(dry);
                Ground {
                    at: self.centre(h),
                    land: !look.water,
                    inland,
                    lake: look.lake,
                    rugged: self.ground_look(h).rugged(),
                }
            })
            .collect();
        let many = self.map.len() > 1500;
        survey(&Survey {
            size: self.size,
            projection,
            ground: &ground,
            bridges: &[self.dry_middles(), ways.points()].concat(),
            straits: &self.straits(),
            heights: &hex_heights(self.grid),
            spacing: HEX,
            rivers: &lines.beds(),
            cell: if many { HEX / 18.0 } else { HEX / 28.0 },
        })
    }

    /// The look of the ground itself: a town stands, and a lake lies, in the kind of ground that most of its neighbours have, so that it is
    /// no bright hole among mountains.
    fn ground_look(&self, h: HexId) -> Look {
        let look = self.look(h);
        if look.built == 0 && !look.lake {
            return look;
        }
        let mut count = [0u8; 4];
        for n in self.map.grid().neighbours(h).iter().filter(|n| n.is_some()) {
            let there = self.look(*n);
            if !there.water && !there.lake && there.built == 0 {
                count[there.relief] += 1;
            }
        }
        // Marsh is no building ground; of equal counts the lower ground wins.
        let relief = [0, 1, 2].into_iter().rev().max_by_key(|k| count[*k]).unwrap_or(0);
        Look { relief, ..look }
    }

    fn definitions(&self, out: &mut String, base: Option<&Base>) {
        let _ = write!(out, "<defs>{MARKS}{ICONS}");
        let c = self.c;
        let _ = write!(
            out,
            "<pattern id=\"built\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(18)\"><rect width=\"7\" height=\"7\" fill=\"{}\" fill-opacity=\".28\"/><rect x=\"1\" y=\"1\" width=\"4.200\" height=\"4.200\" fill=\"{}\" fill-opacity=\".62\"/></pattern>",
            c.halo, c.city
        );
        if let Some(base) = base {
            let mut d = String::new();
            lines::rings(&mut d, &base.land);
            let _ = write!(
                out,
                "<path id=\"land\" d=\"{d}\" fill-rule=\"evenodd\"/><clipPath id=\"onland\"><use href=\"#land\" clip-rule=\"evenodd\"/></clipPath>"
            );
        }
        out.push_str("</defs>");
    }

    fn sea_and_land(&self, out: &mut String, base: Option<&Base>) {
        let (w, h) = self.size;
        let c = self.c;
        let _ = write!(out, "<rect width=\"{w:.1}\" height=\"{h:.1}\" fill=\"{}\"/>", c.sea);
        let Some(base) = base else {
            let _ =
                write!(out, "<path d=\"{}\" fill=\"{}\"/><g>", self.hexes_where(|l| !l.water), c.flat_land);
            return;
        };
        for (width, colour) in [54.0, 34.0, 16.0].into_iter().zip(c.shallows) {
            let _ = write!(
                out,
                "<use href=\"#land\" fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"/>"
            );
        }
        // Everything on the ground is drawn inside one clip: each costs a layer of the whole picture.
        let _ = write!(out, "<use href=\"#land\" fill=\"{}\"/><g clip-path=\"url(#onland)\">", c.flat_land);
        if let (Some((tints, strength)), true) = (&c.relief, self.layers.relief) {
            let r = &base.heights;
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

    /// One path of all hexes whose look passes.
    fn hexes_where(&self, pass: impl Fn(Look) -> bool) -> String {
        self.hexes_at(|h| pass(self.look(h)))
    }

    /// One path of all hexes that pass.
    pub(super) fn hexes_at(&self, pass: impl Fn(HexId) -> bool) -> String {
        let mut d = String::new();
        for h in self.map.grid().hexes().filter(|h| pass(*h)) {
            contour::path(&mut d, &self.corners(h), true);
        }
        d
    }

    /// Pale paper and thin slanting lines over what lies outside the game. Lines of their own are drawn faster than a pattern.
    fn veil(&self, out: &mut String) {
        let c = self.c;
        lines::element(
            out,
            &self.hexes_at(|h| self.is_veiled(h)),
            &format!("fill=\"{}\" fill-opacity=\".55\"", c.veil),
        );
        let veiled = self.map.grid().hexes().filter(|h| self.is_veiled(*h)).map(|h| self.corners(h));
        lines::element(out, &lines::hatch(veiled, VEIL_LINES), &veil_stroke(c));
    }

    /// Land out of play, and the fringe of it that reaches into hexes of water.
    fn is_veiled(&self, h: HexId) -> bool {
        let neighbours = self.map.grid().neighbours(h);
        let mut shores = neighbours.iter().filter(|n| n.is_some() && !self.look(**n).water).peekable();
        let fringe = self.look(h).water && shores.peek().is_some();
        self.look(h).veil || fringe && shores.all(|n| self.look(*n).veil)
    }

    /// Washes, marks and cities, and the end of what is clipped to the land.
    fn terrain(&self, out: &mut String) {
        for (k, (colour, opacity)) in self.c.wash.iter().enumerate() {
            let d = self.hexes_at(|h| {
                let l = self.ground_look(h);
                l.relief == k && !l.water && !l.veil
            });
            lines::element(out, &d, &format!("fill=\"{colour}\" fill-opacity=\"{opacity}\""));
        }
        self.veil(out);
        for k in 1..4 {
            let _ = write!(
                out,
                "<g fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-opacity=\".72\" stroke-linejoin=\"round\">",
                self.c.mark[k],
                1.25 * self.c.weight
            );
            for h in self.map.grid().hexes() {
                let look = self.look(h);
                let (column, row) = self.map.grid().column_row(h);
                let scramble = hash(i32::from(column), i32::from(row), 7);
                if look.relief == k
                    && !look.veil
                    && let Some(id) = mark(look, scramble)
                {
                    let p = self.centre(h);
                    let _ = write!(out, "<use href=\"#{id}\" x=\"{:.0}\" y=\"{:.0}\"/>", p.x, p.y + 3.0);
                }
            }
            out.push_str("</g>");
        }
        self.cities(out);
        self.city_limits(out);
        out.push_str("</g>");
    }

    fn lakes(&self, out: &mut String, base: Option<&Base>) {
        let c = self.c;
        match base {
            Some(base) => self.water_area(out, &base.lakes),
            None => lines::element(out, &self.hexes_where(|l| l.lake), &self.water_style()),
        }
        let _ =
            write!(out, "<g fill=\"none\" stroke=\"{}\" stroke-opacity=\".5\" stroke-width=\".9\">", c.water);
        for h in self.map.grid().hexes().filter(|h| self.look(*h).lake) {
            let p = self.centre(h);
            let _ = write!(out, "<use href=\"#mi0\" x=\"{:.0}\" y=\"{:.0}\"/>", p.x, p.y);
        }
        out.push_str("</g>");
    }

    fn water_area(&self, out: &mut String, rings: &[Vec<Point>]) {
        let mut d = String::new();
        lines::rings(&mut d, rings);
        lines::element(out, &d, &self.water_style());
    }

    fn water_style(&self) -> String {
        let (water, shore) = (self.c.shallows[0], self.c.shore);
        format!("fill=\"{water}\" fill-rule=\"evenodd\" stroke=\"{shore}\" stroke-width=\"1.4\"")
    }

    fn shore(&self, out: &mut String, base: Option<&Base>) {
        if base.is_some() {
            let _ = write!(
                out,
                "<use href=\"#land\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
                self.c.shore,
                1.5 * self.c.weight
            );
        }
    }

    /// Paper over everything beyond the hexes, so that half hexes at the edge and notches are not taken for playable ground.
    fn outside(&self, out: &mut String) {
        let mut segments = Vec::new();
        for h in self.map.grid().hexes() {
            let corners = self.corners(h);
            for (k, next) in self.map.grid().neighbours(h).iter().enumerate() {
                if !next.is_some() {
                    segments.push((corners[k], corners[(k + 1) % 6]));
                }
            }
        }
        let (w, h) = self.size;
        // A title in a notch wants clean paper.
        let opacity = if self.notch().is_some() { 1.0 } else { 0.9 };
        let mut d = format!("M-1 -1H{:.1}V{:.1}H-1Z", w + 1.0, h + 1.0);
        lines::chains(&segments).iter().for_each(|chain| contour::path(&mut d, chain, true));
        lines::element(
            out,
            &d,
            &format!(
                "fill=\"{}\" fill-opacity=\"{opacity}\" fill-rule=\"evenodd\" stroke=\"{}\" stroke-width=\"1.6\" stroke-opacity=\".75\"",
                self.c.paper, self.c.grid
            ),
        );
    }

    /// The notch of the sheet, where the title stands if there is one: x, y, width, height.
    fn notch(&self) -> Option<[f64; 4]> {
        let notch = self.map.grid().spec().notches.first()?;
        let columns = f64::from(notch.columns.1 - notch.columns.0 + 1);
        let rows = f64::from(notch.rows.1 - notch.rows.0 + 1);
        // Only a notch in the upper left corner is known to any sheet.
        let at_corner =
            self.map.grid().spec().columns.reversed && notch.rows.0 == self.map.grid().spec().rows.first;
        at_corner.then_some([HEX * 0.6, HEX * 0.5, (columns - 1.2) * HEX, rows * HEX * 0.866])
    }

    fn hex_grid(&self, out: &mut String) {
        let mut d = String::new();
        let mut d_sea = String::new();
        for h in self.map.grid().hexes() {
            let corners = self.corners(h);
            for (k, next) in self.map.grid().neighbours(h).iter().enumerate() {
                if next.is_some() && *next < h {
                    continue;
                }
                let water = self.look(h).water && (!next.is_some() || self.look(*next).water);
                let line = [corners[k], corners[(k + 1) % 6]];
                contour::path(if water { &mut d_sea } else { &mut d }, &line, false);
            }
        }
        let w = self.c.weight;
        lines::element(
            out,
            &d,
            &format!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2}\" stroke-opacity=\".5\"",
                self.c.grid,
                0.8 * w
            ),
        );
        lines::element(
            out,
            &d_sea,
            &format!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2}\" stroke-opacity=\".26\"",
                self.c.grid,
                0.7 * w
            ),
        );
    }

    /// Hex numbers, above the ways and with a halo; the open sea has none. One that a name or a mark would cover steps aside as far as its hex has
    /// room.
    fn numbers(&self, out: &mut String, placer: &Placer) {
        const ASIDE: [(f64, f64); 12] = [
            (0.0, 0.0),
            (3.0, 0.0),
            (-3.0, 0.0),
            (6.0, 0.0),
            (-6.0, 0.0),
            (9.0, 0.0),
            (-9.0, 0.0),
            (12.0, 0.0),
            (-12.0, 0.0),
            (0.0, 5.5),
            (6.0, 5.5),
            (-6.0, 5.5),
        ];
        for h in self.map.grid().hexes().filter(|h| self.layers.numbers && self.is_numbered(*h)) {
            let at = self.number_at(h);
            let free = |p: &Point| placer.is_free(&Room::around(*p, 9.0, 3.2));
            let p = ASIDE.iter().map(|(x, y)| Point::new(at.x + x, at.y + y)).find(free).unwrap_or(at);
            let _ = write!(
                out,
                "<text class=\"hn\" x=\"{:.0}\" y=\"{:.0}\">{}</text>",
                p.x,
                p.y + 3.0,
                self.map.label(h)
            );
        }
    }

    /// Land, and the water next to it.
    pub(super) fn is_numbered(&self, h: HexId) -> bool {
        let dry = |n: &HexId| n.is_some() && !self.look(*n).water;
        !self.in_box(h) && (dry(&h) || self.map.grid().neighbours(h).iter().any(dry))
    }

    pub(super) fn number_at(&self, h: HexId) -> Point {
        let p = self.centre(h);
        let up = if self.map.grid().spec().top == Top::Flat { 0.405 } else { 0.44 };
        Point::new(p.x, p.y - HEX * up)
    }
}

/// Whose something is, in words, where the map file has a nation's letters.
fn whose(value: &str) -> String {
    let name = match value {
        "un" => "the United Nations",
        "us" => "the United States",
        "cn" | "ch" | "ccf" => "China",
        "nk" => "North Korea",
        "rok" => "South Korea",
        other => return format!(" {other}"),
    };
    format!(" of {name}")
}
