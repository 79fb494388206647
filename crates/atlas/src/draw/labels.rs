//! Names on the map: the important ones choose their place first, nobody covers anybody.

use std::fmt::Write as _;

use crate::counter::escape;
use crate::project::Point;

/// A rectangle on the drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) x0: f64,
    pub(crate) y0: f64,
    pub(crate) x1: f64,
    pub(crate) y1: f64,
}

impl Room {
    pub(crate) fn around(p: Point, half_width: f64, half_height: f64) -> Room {
        Room { x0: p.x - half_width, y0: p.y - half_height, x1: p.x + half_width, y1: p.y + half_height }
    }

    /// Its corners as a flat list of x and y, in tenths.
    pub(crate) fn ring(&self) -> Vec<f64> {
        let corners = [self.x0, self.y0, self.x1, self.y0, self.x1, self.y1, self.x0, self.y1];
        corners.map(|v| (v * 10.0).round() / 10.0).to_vec()
    }

    fn overlap(&self, other: &Room) -> f64 {
        let w = self.x1.min(other.x1) - self.x0.max(other.x0);
        let h = self.y1.min(other.y1) - self.y0.max(other.y0);
        if w > 0.0 && h > 0.0 { w * h } else { 0.0 }
    }

    fn inside(&self, size: (f64, f64)) -> bool {
        self.x0 >= 2.0 && self.y0 >= 2.0 && self.x1 <= size.0 - 2.0 && self.y1 <= size.1 - 2.0
    }
}

/// How a name is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    City,
    Town,
    Minor,
    Water,
    Region,
    State,
    Range,
}

impl Style {
    pub(crate) fn size(self) -> f64 {
        match self {
            Style::City => 17.0,
            Style::Town => 12.5,
            Style::Minor => 10.5,
            Style::Water => 12.0,
            Style::Region => 22.0,
            Style::State => 30.0,
            Style::Range => 15.0,
        }
    }

    pub(crate) fn class(self) -> &'static str {
        match self {
            Style::City => "nc",
            Style::Town => "nt",
            Style::Minor => "nm",
            Style::Water => "nw",
            Style::Region => "nr",
            Style::State => "ns",
            Style::Range => "ng",
        }
    }

    /// Width of a text, from the mean width of letters.
    pub(crate) fn width(self, text: &str) -> f64 {
        let (letter, gap) = match self {
            Style::City => (0.72, 1.0),
            Style::Region => (0.66, 7.0),
            Style::State => (0.68, 14.0),
            Style::Range => (0.52, 6.0),
            Style::Water => (0.50, 1.2),
            _ => (0.53, 0.0),
        };
        text.chars().count() as f64 * (self.size() * letter + gap)
    }
}

/// A name that wants a place.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) style: Style,
    pub(crate) at: Point,
    /// Distance to keep from the point itself.
    pub(crate) clear: f64,
    /// Lower chooses first.
    pub(crate) rank: u8,
}

/// Places names one after another.
#[derive(Debug)]
pub(crate) struct Placer {
    size: (f64, f64),
    /// How much larger than usual names are set.
    scale: f64,
    /// Other names and symbols: never to be covered.
    hard: Vec<Room>,
    /// Hex numbers and the like, better not covered, with how much it matters.
    soft: Vec<(Room, f64)>,
}

impl Placer {
    pub(crate) fn new(size: (f64, f64), scale: f64) -> Placer {
        Placer { size, scale, hard: Vec::new(), soft: Vec::new() }
    }

    pub(crate) fn keep_clear(&mut self, room: Room) {
        self.hard.push(room);
    }

    pub(crate) fn rather_not(&mut self, room: Room) {
        self.soft.push((room, 1.0));
    }

    /// Something small that a name would hide altogether: a bridge.
    pub(crate) fn hardly(&mut self, room: Room) {
        self.soft.push((room, 4.0));
    }

    /// How much of what had better not be covered a rectangle covers.
    pub(crate) fn covered(&self, room: &Room) -> f64 {
        self.soft.iter().map(|(r, matters)| r.overlap(room) * matters).sum()
    }

    /// Whether a rectangle covers nothing hard.
    pub(crate) fn is_free(&self, room: &Room) -> bool {
        room.inside(self.size) && self.hard.iter().all(|r| r.overlap(room) == 0.0)
    }

    /// The best place for a name: the centre line of its text, or nothing if every place covers another name.
    fn place(&self, name: &Name, burden: &impl Fn(&Name, &Room) -> Option<f64>) -> Option<(Point, Room)> {
        let (w, h) = (name.style.width(&name.text) * self.scale, name.style.size() * self.scale);
        let mut best: Option<(f64, Point, Room)> = None;
        // Only what lies about the name can be covered by it.
        let reach = name.clear * 3.4 + w + h;
        let about = Room::around(name.at, reach, reach);
        let soft: Vec<&(Room, f64)> = self.soft.iter().filter(|(r, _)| r.overlap(&about) > 0.0).collect();
        for ring in [1.0, 1.6, 2.3, 3.4] {
            let dx = name.clear * ring + w / 2.0 + 2.0;
            let dy = name.clear * ring + h * 0.55;
            let side = name.clear * 0.7 * ring + w / 2.0;
            // A little above the middle a name passes between the next hexes' numbers and their counters.
            let spots = [
                (dx, 0.0),
                (dx, -5.0),
                (side, -dy * 0.8),
                (side, dy * 0.8),
                (0.0, dy),
                (0.0, -dy),
                (-dx, 0.0),
                (-dx, -5.0),
                (-side, -dy * 0.8),
                (-side, dy * 0.8),
            ];
            for (k, (x, y)) in spots.into_iter().enumerate() {
                let centre = Point::new(name.at.x + x, name.at.y + y);
                let room = Room::around(centre, w / 2.0 + 1.5, h * 0.52);
                let Some(burden) = burden(name, &room).filter(|_| self.is_free(&room)) else { continue };
                let covered: f64 = soft.iter().map(|(r, matters)| r.overlap(&room) * matters).sum();
                let cost = covered + burden + 9.0 * k as f64 + 420.0 * (ring - 1.0);
                if best.as_ref().is_none_or(|b| cost < b.0) {
                    best = Some((cost, centre, room));
                }
            }
        }
        best.map(|(_, p, r)| (p, r))
    }

    /// Finds places for names without writing them, the most important first; names that find none are left out.
    pub(crate) fn arrange(&mut self, names: &mut [Name]) -> Vec<(Name, Point)> {
        names.sort_by(|a, b| a.rank.cmp(&b.rank).then(a.at.y.total_cmp(&b.at.y)));
        let mut out = Vec::new();
        for name in names.iter() {
            if let Some((p, room)) = self.place(name, &|_, _| Some(0.0)) {
                self.hard.push(room);
                out.push((name.clone(), p));
            }
        }
        out
    }

    /// Writes every name that finds a place, the most important first.
    pub(crate) fn write(&mut self, out: &mut String, names: &mut [Name]) {
        self.write_where(out, names, |_, _| Some(0.0));
    }

    /// Writes every name that finds a place that suits it, which has no burden where it does not; a large name that finds none tries again as a small one. Gives back those that found none.
    pub(crate) fn write_where(
        &mut self,
        out: &mut String,
        names: &mut [Name],
        burden: impl Fn(&Name, &Room) -> Option<f64>,
    ) -> Vec<Name> {
        let mut homeless = Vec::new();
        names.sort_by(|a, b| {
            a.rank.cmp(&b.rank).then(a.at.y.total_cmp(&b.at.y)).then(a.at.x.total_cmp(&b.at.x))
        });
        for name in names.iter() {
            let small = Name { style: Style::Town, ..name.clone() };
            let found = self.place(name, &burden).map(|spot| (name.style, spot));
            if let Some((style, (p, room))) =
                found.or_else(|| self.place(&small, &burden).map(|spot| (small.style, spot)))
            {
                self.hard.push(room);
                text(out, p, style, &name.text, self.scale);
            } else {
                homeless.push(name.clone());
            }
        }
        homeless
    }
}

/// One name centred on a point.
pub(crate) fn text(out: &mut String, p: Point, style: Style, words: &str, scale: f64) {
    let baseline = p.y + style.size() * scale * 0.35;
    let words = match style {
        Style::City | Style::Region | Style::State => words.to_uppercase(),
        _ => words.to_owned(),
    };
    let _ = write!(
        out,
        "<text class=\"{}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        style.class(),
        p.x,
        baseline,
        escape(&words)
    );
}
