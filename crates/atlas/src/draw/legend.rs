//! The legend of a hex map: its terrain, its lines and its marks, as far as they occur.

use std::fmt::Write as _;

use board::Side;

use super::frame::Entry;
use super::hex::Drawing;
use super::terrain::{Look, mark};
use crate::project::Point;

/// Terrain in the order of a legend: from low ground to high, then what is built, then water, then what lies outside.
const ORDER: [&str; 19] = [
    "clear",
    "open",
    "rough",
    "hill",
    "mountain",
    "marsh",
    "swamp",
    "town",
    "city",
    "urban",
    "lake",
    "reservoir",
    "estuary",
    "sea",
    "ocean",
    "japan",
    "china-rough",
    "out-of-play",
    "prohibited",
];

impl Drawing<'_> {
    pub(super) fn legend(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut classes: Vec<_> = self.map.legend().iter().collect();
        classes.sort_by_key(|class| ORDER.iter().position(|w| *w == class.name).unwrap_or(ORDER.len()));
        for class in classes {
            if class.name.starts_with("china-") && class.name != "china-rough" {
                continue;
            }
            let text = if class.name.starts_with("china-") { "China" } else { &class.name };
            entries.push(Entry { art: self.swatch(Look::of(&class.name)), text: capital(text) });
        }
        for (kind, _) in Side::KINDS {
            if self.map.features().iter().any(|f| f.kind == kind)
                && let Some(entry) = super::marks::legend_line(self, kind)
            {
                entries.push(entry);
            }
        }
        entries.extend(super::marks::legend_more(self));
        entries.extend(super::marks::legend_icons(self));
        entries
    }

    fn swatch(&self, look: Look) -> String {
        let c = self.c;
        let (wash, opacity) = c.wash[look.relief];
        let ground = c.relief.map_or(c.flat_land.to_owned(), |(t, _)| {
            let [r, g, b] = t[[1, 3, 5, 1][look.relief]];
            format!("rgb({r},{g},{b})")
        });
        let mut art = String::from("<g transform=\"translate(17 12) scale(.54)\">");
        let frame = "d=\"M-28 -20H28V20H-28Z\"";
        if look.water || look.lake {
            let _ = write!(
                art,
                "<path {frame} fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"/>",
                if look.lake { c.shallows[0] } else { c.sea },
                c.soft
            );
        } else {
            let _ = write!(
                art,
                "<path {frame} fill=\"{ground}\"/><path {frame} fill=\"{wash}\" fill-opacity=\"{opacity}\" stroke=\"{}\" stroke-width=\"1.5\"/>",
                c.soft
            );
        }
        if look.veil {
            let field =
                [(-28.0, -20.0), (0.0, -20.0), (28.0, -20.0), (28.0, 20.0), (0.0, 20.0), (-28.0, 20.0)];
            let lines = super::lines::hatch(std::iter::once(field.map(|(x, y)| Point::new(x, y))), 9.0);
            let _ = write!(art, "<path {frame} fill=\"{}\" fill-opacity=\".55\"/>", c.veil);
            super::lines::element(&mut art, &lines, &super::hex::veil_stroke(c));
        }
        if let Some(id) = mark(look, 0).filter(|_| !look.veil) {
            let colour = if look.lake { c.water } else { c.mark[look.relief] };
            let _ =
                write!(art, "<use href=\"#{id}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\"/>");
        }
        match look.built {
            1 => {
                let _ = write!(
                    art,
                    "<circle r=\"8\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"/>",
                    c.halo, c.city
                );
            }
            2 => {
                let _ = write!(
                    art,
                    "<path d=\"M-20 -13H20V13H-20Z\" fill=\"url(#built)\" stroke=\"{}\" stroke-width=\"2.4\"/>",
                    c.city
                );
            }
            _ => {}
        }
        art.push_str("</g>");
        art
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    (first + letters.as_str()).replace('-', " ")
}
