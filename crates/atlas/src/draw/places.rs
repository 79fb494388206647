//! Towns, cities, icons' room and names: what stands on the hexes, clear of the square on which counters lie.

use std::fmt::Write as _;

use board::HexId;

use super::features::Lines;
use super::hex::Drawing;
use super::labels::{Name, Placer, Room, Style};
use super::lines;
use crate::contour;
use crate::project::{HEX, Point};
use crate::relief::Base;

/// Half the width of the square that a counter covers.
pub(super) const COUNTER: f64 = HEX * 0.31;

impl Drawing<'_> {
    /// Cities colour their whole hex, towns a little, so that both show under a counter.
    pub(super) fn cities(&self, out: &mut String) {
        let c = self.c;
        for (d, opacity) in [
            (self.hexes_at(|h| self.is_city(h)), 0.34),
            (self.hexes_at(|h| self.is_town(h) && !self.is_city(h)), 0.10),
        ] {
            lines::element(out, &d, &format!("fill=\"{}\" fill-opacity=\"{opacity}\"", c.city_tint));
        }
    }

    /// The edge of a city's hex.
    pub(super) fn city_limits(&self, out: &mut String) {
        let c = self.c;
        let mut d = String::new();
        for h in self.map.grid().hexes().filter(|h| self.is_city(*h)) {
            let centre = self.centre(h);
            let inner: Vec<Point> = self.corners(h).iter().map(|q| centre.toward(*q, 0.93)).collect();
            contour::path(&mut d, &inner, true);
        }
        lines::element(
            out,
            &d,
            &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" stroke-opacity=\".7\"", c.city),
        );
    }

    pub(super) fn towns(&self, out: &mut String) {
        let c = self.c;
        let mut d = String::new();
        for h in self.map.grid().hexes().filter(|h| self.is_city(*h)) {
            let centre = self.centre(h);
            let inner: Vec<Point> = self.corners(h).iter().map(|q| centre.toward(*q, 0.5)).collect();
            contour::path(&mut d, &inner, true);
        }
        lines::element(
            out,
            &d,
            &format!(
                "fill=\"url(#built)\" stroke=\"{}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"",
                c.city
            ),
        );
        let _ = write!(out, "<g fill=\"{}\" stroke=\"{}\" stroke-width=\"2\">", c.halo, c.city);
        for h in self.map.grid().hexes().filter(|h| self.is_town(*h)) {
            let p = self.centre(h);
            let _ = write!(out, "<circle cx=\"{:.0}\" cy=\"{:.0}\" r=\"5.5\"/>", p.x, p.y);
        }
        out.push_str("</g>");
    }

    /// Which hexes hold a town or a city, asked of the terrain, the tags and the places once.
    pub(super) fn built_up(&self) -> Vec<u8> {
        let mut out: Vec<u8> = self.looks.iter().map(|look| look.built).collect();
        for place in self.map.places().iter().filter(|p| p.kind == "town") {
            for h in place.hexes.iter().filter(|h| !self.look(**h).lake) {
                out[h.index()] = out[h.index()].max(1);
            }
        }
        for h in self.map.tagged("city", Some("")).iter() {
            out[h.index()] = 2;
        }
        out
    }

    pub(super) fn is_city(&self, h: HexId) -> bool {
        self.built[h.index()] == 2
    }

    pub(super) fn is_town(&self, h: HexId) -> bool {
        self.built[h.index()] == 1
    }

    pub(super) fn placer(&self) -> Placer {
        let mut placer = Placer::new(self.size, 1.0);
        for h in self.map.grid().hexes() {
            if self.layers.numbers && self.is_numbered(h) {
                placer.rather_not(Room::around(self.number_at(h), 10.0, 4.0));
            }
            // Names stay off the counters' square of a town, and rather off every other.
            let square = Room::around(self.centre(h), COUNTER, COUNTER);
            if self.is_town(h) || self.is_city(h) {
                placer.keep_clear(square);
            } else if !self.look(h).water {
                placer.rather_not(square);
            }
        }
        placer
    }

    pub(super) fn names(&self, out: &mut String, lines: &Lines, placer: &mut Placer, base: Option<&Base>) {
        let mut names = Vec::new();
        for place in self.map.places().iter().filter(|p| p.kind != "box") {
            let (style, rank, clear) = match place.kind.as_str() {
                "city" => (Style::City, 0, COUNTER),
                "town" => (Style::Town, 1, COUNTER),
                "airfield" | "port" => (Style::Minor, 3, 10.0),
                "water" => (Style::Water, 2, 4.0),
                "region" => (Style::City, 1, 0.0),
                _ => (Style::Minor, 4, COUNTER * 0.8),
            };
            let centres: Vec<Point> = place.hexes.iter().map(|h| self.centre(*h)).collect();
            let n = centres.len() as f64;
            let at = Point::new(
                centres.iter().map(|p| p.x).sum::<f64>() / n,
                centres.iter().map(|p| p.y).sum::<f64>() / n,
            );
            names.push(Name {
                text: place.name.clone(),
                style,
                at,
                clear: if centres.len() > 2 { HEX * 0.7 } else { clear },
                rank,
            });
        }
        super::marks::seas(out, self, placer, base);
        self.regions(out, placer, base);
        let (mut first, mut rest): (Vec<Name>, Vec<Name>) = names.into_iter().partition(|n| n.rank < 2);
        // A name stands on its place's side of the parallel, if there is room.
        let parallel = lines.parallel();
        let mut homeless = placer.write_where(out, &mut first, |name, room| {
            let ends = [room.x0, room.x1].map(|x| [room.y0 + 1.0, room.y1 - 1.0].map(|y| Point::new(x, y)));
            let ends = ends.concat();
            let here =
                !parallel.iter().any(|side| ends.iter().any(|end| lines::cross((name.at, *end), *side)));
            here.then_some(0.0)
        });
        placer.write(out, &mut homeless);
        lines.write_names(out, placer);
        placer.write(out, &mut rest);
    }
}
