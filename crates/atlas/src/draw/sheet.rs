//! What a sheet shows beside its hexes: boxes for units off the map, the edges of the printed sheets, and the names of states, ranges
//! and bays.

use std::fmt::Write as _;

use board::{HexId, Place};

use super::hex::Drawing;
use super::labels::{Name, Placer, Room, Style, text};
use super::{NameAt, PlaceAt, lines, pair};
use crate::contour;
use crate::counter::escape;
use crate::geo::LonLat;
use crate::project::{HEX, Point};
use crate::relief::{Base, contains};

/// Widths in CSS pixels of a telephone and of the names that it shows of a whole map.
pub(super) const TELEPHONE: f64 = 390.0;
pub(super) const FAR_SIZE: f64 = 11.5;

impl Drawing<'_> {
    /// Places of kind `box`: spaces of their own on hexes that nobody enters.
    fn boxes(&self) -> impl Iterator<Item = (&Place, Room)> {
        self.map.places().iter().filter(|p| p.kind == "box").map(|place| {
            let mut room = Room::around(self.centre(place.hexes[0]), 0.0, 0.0);
            for h in &place.hexes {
                let p = self.centre(*h);
                room.x0 = room.x0.min(p.x - HEX * 0.5);
                room.x1 = room.x1.max(p.x + HEX * 0.5);
                room.y0 = room.y0.min(p.y - HEX * 0.4);
                room.y1 = room.y1.max(p.y + HEX * 0.4);
            }
            (place, room)
        })
    }

    /// The boxes as places for counters: `Inch'on box` is `box-inchon`, any other has its first word, as `sea` for `Sea Transport`.
    pub(super) fn box_places(&self) -> Vec<PlaceAt> {
        let spot = |(place, room): (&Place, Room)| {
            let [x, y] =
                pair(Point::new(f64::midpoint(room.x0, room.x1), f64::midpoint(room.y0, room.y1) + 8.0));
            PlaceAt {
                id: box_id(&place.name),
                name: place.name.clone(),
                terrain: "box".to_owned(),
                note: String::new(),
                x,
                y,
                // Under the name is room for counters in rows.
                rings: vec![room.ring()],
                sea: true,
            }
        };
        self.boxes().map(spot).collect()
    }

    pub(super) fn write_boxes(&self, out: &mut String, placer: &mut Placer) {
        let c = self.c;
        for (place, room) in self.boxes() {
            let _ = write!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"7\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>",
                room.x0,
                room.y0,
                room.x1 - room.x0,
                room.y1 - room.y0,
                c.paper,
                c.ink
            );
            let _ = write!(
                out,
                "<text class=\"nt\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                f64::midpoint(room.x0, room.x1),
                room.y0 + 15.0,
                escape(&place.name)
            );
            placer.keep_clear(room);
        }
    }

    pub(super) fn in_box(&self, h: HexId) -> bool {
        self.map.places().iter().any(|p| p.kind == "box" && p.hexes.contains(&h))
    }

    /// The southern edge of the hexes tagged `sheet-edge=<north>-<south>`: where two printed sheets meet.
    pub(super) fn sheet_edges(&self, out: &mut String) {
        for tag in self.map.tags().iter().filter(|t| t.name == "sheet-edge") {
            let mut segments = Vec::new();
            for h in &tag.hexes {
                let (corners, here) = (self.corners(*h), self.centre(*h));
                for (k, n) in self.map.grid().neighbours(*h).iter().enumerate() {
                    if n.is_some() && !tag.hexes.contains(n) && self.centre(*n).y > here.y {
                        segments.push((corners[k], corners[(k + 1) % 6]));
                    }
                }
            }
            let mut path = String::new();
            lines::chains(&segments).iter().for_each(|chain| contour::path(&mut path, chain, false));
            lines::element(
                out,
                &path,
                &format!(
                    "fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" stroke-opacity=\".55\" stroke-dasharray=\"3 7\" stroke-linecap=\"round\"",
                    self.c.ink
                ),
            );
            let (Some(first), Some((north, south))) = (tag.hexes.first(), tag.value.split_once('-')) else {
                continue;
            };
            let y = self.centre(*first).y + HEX * 0.5;
            for (name, dy) in [(north, -14.0), (south, 30.0)] {
                let _ = write!(
                    out,
                    "<text class=\"tl\" x=\"14\" y=\"{:.1}\" style=\"font-weight:700\">Sheet {}</text>",
                    y + dy,
                    escape(name)
                );
            }
        }
    }

    /// States and ranges, light and wide, where there is room for the words.
    pub(super) fn regions(&self, out: &mut String, placer: &mut Placer, base: Option<&Base>) {
        const STATES: [(&str, f64, f64); 3] =
            [("China", 41.35, 125.35), ("China", 42.5, 127.4), ("Soviet Union", 43.05, 131.0)];
        const RANGES: [(&str, f64, f64); 7] = [
            ("Hamgyong Range", 41.45, 129.1),
            ("Nangnim Range", 40.55, 126.85),
            ("Nangnim Range", 40.3, 126.72),
            ("T'aebaek Range", 37.35, 128.95),
            ("T'aebaek Range", 36.3, 129.2),
            ("Sobaek Range", 36.45, 127.95),
            ("Kaema Plateau", 40.85, 127.75),
        ];
        let (Some(projection), Some(base)) = (&self.projection, base) else { return };
        let mut used: Vec<&str> = Vec::new();
        let both = [(&STATES[..], Style::State), (&RANGES[..], Style::Range)];
        for (list, style) in both {
            for (name, lat, lon) in list {
                let p = projection.point(LonLat { lon: *lon, lat: *lat });
                let w = style.width(name);
                let room = Room::around(p, w / 2.0, style.size() * 0.55);
                let lake = |p: Point| base.lakes.iter().any(|ring| contains(ring, p));
                let ashore = |p: Point| base.shore.sample(p) > 0.1 && !lake(p);
                let dry = (0..=12).all(|k| {
                    let x = room.x0 + w * f64::from(k) / 12.0;
                    [room.y0, p.y, room.y1].iter().all(|y| ashore(Point::new(x, *y)))
                });
                if used.contains(name) || !dry || !placer.is_free(&room) {
                    continue;
                }
                used.push(name);
                placer.keep_clear(room);
                text(out, p, style, name, 1.0);
            }
        }
    }

    /// The names that a telephone shows of the whole map, larger than any on the drawing itself: the capitals first, then the great cities.
    pub(super) fn far_names(&self) -> Vec<NameAt> {
        const CAPITALS: [&str; 2] = ["Seoul", "Pyongyang"];
        const GREAT: [&str; 9] =
            ["Pusan", "Taegu", "Inchon", "Taejon", "Kwangju", "Wonsan", "Hamhung", "Sinuiju", "Chongjin"];
        let scale = self.size.0 / TELEPHONE * FAR_SIZE / Style::City.size();
        let mut placer = Placer::new(self.size, scale);
        let cities =
            self.map.places().iter().filter(|p| {
                p.kind == "city" || (p.kind == "town" && p.hexes.iter().any(|h| self.is_city(*h)))
            });
        let mut names: Vec<Name> = cities
            .map(|place| {
                let n = place.hexes.len() as f64;
                let sum = place.hexes.iter().map(|h| self.centre(*h));
                let at = sum.fold(Point::new(0.0, 0.0), |a, p| Point::new(a.x + p.x / n, a.y + p.y / n));
                let worth = place.hexes.len() > 1
                    || place.hexes.iter().any(|h| {
                        ["objective", "invasion-box", "victory"].iter().any(|t| self.map.has_tag(*h, t))
                    });
                let plain = place.name.replace('\'', "");
                let rank = match plain.as_str() {
                    name if CAPITALS.contains(&name) => 0,
                    name if GREAT.contains(&name) => 1,
                    _ if worth => 2,
                    _ => 3,
                };
                Name { text: place.name.clone(), style: Style::City, at, clear: HEX * 0.5, rank }
            })
            .collect();
        NameAt::list(placer.arrange(&mut names), FAR_SIZE * self.size.0 / TELEPHONE)
    }
}

fn box_id(name: &str) -> String {
    let plain = name.to_lowercase().replace('\'', "");
    match plain.strip_suffix(" box") {
        Some(whose) => format!("box-{}", whose.replace(' ', "-")),
        None => plain.split(' ').next().unwrap_or_default().to_owned(),
    }
}
