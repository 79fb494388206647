//! The marks of game features, the names of seas, and their entries in the legend.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use board::{HexId, Side, Top};

use super::frame::Entry;
use super::hex::Drawing;
use super::labels::{Placer, Room, Style, text};
use super::lines;
use super::theme::Colours;
use crate::contour;
use crate::counter::escape;
use crate::geo::LonLat;
use crate::project::{HEX, Point};
use crate::relief::Base;

/// Which tags are drawn, with icon, colour key and the legend's words.
const TAG_ICONS: [(&str, &str, &str); 10] = [
    ("supply-source", "source", "Supply source"),
    ("entry", "entry", "Entry hex"),
    ("exit", "exit", "Exit hex"),
    ("port", "port", "Port"),
    ("airfield", "airfield", "Airfield"),
    ("invasion-box", "invasion", "Invasion box"),
    ("victory", "victory", "Victory hex"),
    ("objective", "victory", "Objective"),
    ("deploy", "deploy", "Deployment hex"),
    ("supply-source-16", "source16", "Source, scenario 16"),
];

fn side_colour(value: &str, c: &Colours) -> (&'static str, &'static str) {
    let communist = matches!(value, "nk" | "com" | "ch");
    if c.on_paper() {
        return if communist { ("#111111", "#ffffff") } else { ("#ffffff", "#111111") };
    }
    match value {
        "un" => ("#2c5f97", "#ffffff"),
        _ if communist => ("#8e2f1f", "#ffffff"),
        "gold" => ("#e7c35a", "#2b2620"),
        _ => ("#fbf7ea", "#2b2620"),
    }
}

fn icon(out: &mut String, p: Point, name: &str, colours: (&str, &str)) {
    let _ = write!(
        out,
        "<g transform=\"translate({:.1} {:.1}) scale(.84)\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.300\"><use href=\"#i-{name}\"/></g>",
        p.x, p.y, colours.0, colours.1
    );
}

/// Whether a tag's value belongs to the time that the map shows: a map named `...-1995` shows that year, any other the fifties.
fn of_this_era(d: &Drawing<'_>, value: &str) -> bool {
    match value {
        "1995" => d.map.id.ends_with("-1995"),
        "1950s" => !d.map.id.ends_with("-1995"),
        _ => true,
    }
}

/// The marks of ports, airfields, sources and the like, up to six in the corners of a hex, none over another or over a ferry's.
pub(super) fn icons(out: &mut String, d: &Drawing<'_>, placer: &mut Placer, ferries: &[Point]) {
    outlined(out, d, "mig-alley", "MiG Alley");
    outlined(out, d, "japan", "");
    // A filled icon carries its strokes in the colour of its lines.
    let _ = write!(out, "<g class=\"icons\">");
    let mut taken: Vec<Point> = ferries.to_vec();
    for (tag, name, _) in TAG_ICONS {
        let mut seen = BTreeSet::new();
        for t in d.map.tags().iter().filter(|t| t.name == tag && of_this_era(d, &t.value)) {
            for &h in t.hexes.iter().filter(|h| seen.insert(**h)) {
                let colours = side_colour(if name == "victory" { "gold" } else { &t.value }, d.c);
                let free = |p: &Point| {
                    taken.iter().all(|q| p.distance(*q) > APART)
                        && ferries.iter().all(|q| p.distance(*q) > APART + 3.0)
                };
                let p = (0..6).map(|slot| slot_of(d, h, slot)).find(free).unwrap_or_else(|| slot_of(d, h, 0));
                taken.push(p);
                let _ = write!(out, "<g color=\"{}\">", colours.1);
                icon(out, p, name, colours);
                out.push_str("</g>");
                placer.keep_clear(Room::around(p, 7.5, 7.5));
            }
        }
    }
    out.push_str("</g>");
}

/// How far apart the middles of two marks stand at least: they are fifteen units wide.
const APART: f64 = 15.0;

/// Places for icons, in the corners of the hex, clear of the counter's square.
fn slot_of(d: &Drawing<'_>, h: HexId, slot: u8) -> Point {
    let c = d.centre(h);
    let turns: [f64; 6] = match d.map.grid().spec().top {
        Top::Flat => [120.0, 60.0, 180.0, 0.0, -60.0, -120.0],
        Top::Pointed => [150.0, 30.0, 90.0, -30.0, -150.0, -90.0],
    };
    let a = turns[usize::from(slot) % 6].to_radians();
    Point::new(c.x + HEX * 0.455 * a.cos(), c.y + HEX * 0.455 * a.sin())
}

/// The edge of a tagged region as a broken line, with its name.
fn outlined(out: &mut String, d: &Drawing<'_>, tag: &str, name: &str) {
    let set = d.map.tagged(tag, None);
    let inside = |h: HexId| set.contains(h);
    let mut segments = Vec::new();
    for h in d.map.grid().hexes().filter(|h| inside(*h)) {
        let corners = d.corners(h);
        for (k, n) in d.map.grid().neighbours(h).iter().enumerate() {
            if n.is_some() && !inside(*n) {
                segments.push((corners[k], corners[(k + 1) % 6]));
            }
        }
    }
    let mut path = String::new();
    lines::chains(&segments).iter().for_each(|c| contour::path(&mut path, &contour::soften(c, 1), false));
    lines::element(
        out,
        &path,
        &format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"3\" stroke-dasharray=\"12 6\" stroke-opacity=\".75\"",
            d.c.border
        ),
    );
    // The name stands at the lower left, on water where there is some.
    let corner = |h: &HexId| {
        (d.look(*h).water, d.map.grid().column_row(*h).1, std::cmp::Reverse(d.map.grid().column_row(*h).0))
    };
    let lowest = d.map.grid().hexes().filter(|h| inside(*h)).max_by_key(corner);
    if let (Some(h), false) = (lowest, name.is_empty()) {
        let p = d.centre(h);
        let _ = write!(
            out,
            "<text class=\"nw\" x=\"{:.0}\" y=\"{:.0}\" style=\"fill:{};font-size:24px;font-weight:700\">{}</text>",
            p.x + HEX * 1.1,
            p.y - HEX * 0.03,
            d.c.border,
            escape(name)
        );
    }
}

/// Seas and straits, where the water is wide enough for the words.
pub(super) fn seas(out: &mut String, d: &Drawing<'_>, placer: &mut Placer, base: Option<&Base>) {
    const SEAS: [(&str, f64, f64); 12] = [
        ("Yellow Sea", 36.6, 125.2),
        ("Yellow Sea", 37.38, 126.66),
        ("Sea of Japan", 38.9, 129.6),
        ("Sea of Japan", 39.55, 127.78),
        ("Sea of Japan", 40.3, 130.2),
        ("Sea of Japan", 35.5, 129.5),
        ("Korea Strait", 34.55, 128.9),
        ("Korea Strait", 34.98, 128.97),
        ("Korea Bay", 39.2, 124.6),
        ("East Korea Bay", 39.42, 127.95),
        ("Kyonggi Bay", 37.45, 125.75),
        ("Cheju Strait", 33.9, 126.5),
    ];
    let (Some(projection), Some(base)) = (&d.projection, base) else { return };
    let mut used = BTreeSet::new();
    for (name, lat, lon) in SEAS {
        let p = projection.point(LonLat { lon, lat });
        let w = Style::Region.width(name);
        let room = Room::around(p, w / 2.0, 13.0);
        let wet =
            (0..=8).all(|k| base.shore.sample(Point::new(room.x0 + w * f64::from(k) / 8.0, p.y)) < -0.25);
        if used.contains(name) || !wet || !placer.is_free(&room) {
            continue;
        }
        used.insert(name);
        placer.keep_clear(room);
        text(out, p, Style::Region, name, 1.0);
    }
}

/// How a kind of hexside or link stands in the legend.
pub(super) fn legend_line(d: &Drawing<'_>, kind: Side) -> Option<Entry> {
    let c = d.c;
    let line = |d: &str, a: String| format!("<path d=\"{d}\" fill=\"none\" {a}/>");
    let wave = "M0 16C8 4 14 22 34 9";
    let stroke = |colour: &str, width: f64| format!("stroke=\"{colour}\" stroke-width=\"{width}\"");
    let (text, art) = match kind {
        Side::RIVER => ("River", line(wave, stroke(c.shore, 5.6)) + &line(wave, stroke(c.river, 3.6))),
        Side::MAJOR_RIVER => {
            ("Major river", line(wave, stroke(c.shore, 11.0)) + &line(wave, stroke(c.sea, 8.0)))
        }
        Side::BRIDGE => ("Bridge", line("M6 4 10 8V16L6 20M28 4 24 8V16L28 20", stroke(c.ink, 2.2))),
        Side::FERRY => (
            "Ferry",
            format!(
                "<g transform=\"translate(17 12)\" color=\"{0}\" fill=\"{1}\" stroke=\"{0}\" stroke-width=\"1.3\"><use href=\"#i-ferry\"/></g>",
                c.ink, c.halo
            ),
        ),
        Side::ROAD | Side::MAIN_ROAD => ("Road", line("M0 12Q17 4 34 12", stroke(c.road, 3.0))),
        Side::TRAIL => {
            ("Trail", line("M0 12Q17 4 34 12", stroke(c.trail, 1.8) + " stroke-dasharray=\"6 3.500\""))
        }
        Side::RAIL => (
            "Railway",
            line("M0 12H34", stroke(c.rail, 1.6))
                + &line("M0 12H34", stroke(c.rail, 5.6) + " stroke-dasharray=\"1.300 6\""),
        ),
        Side::NARROW_RAIL => (
            "Narrow gauge",
            line("M0 12H34", stroke(c.rail, 1.0))
                + &line("M0 12H34", stroke(c.rail, 4.4) + " stroke-dasharray=\"1.100 11\""),
        ),
        // A border in a river is a band along the water.
        Side::BORDER if !super::features::has_dry_border(d) => (
            "Border, in its river",
            line(wave, format!("stroke=\"{}\" stroke-width=\"12\" stroke-opacity=\".3\"", c.border))
                + &line(wave, stroke(c.shore, 5.6))
                + &line(wave, stroke(c.river, 3.6)),
        ),
        Side::BORDER => {
            ("Border", line("M0 12H34", stroke(c.border, 2.6) + " stroke-dasharray=\"10 4 2.500 4\""))
        }
        Side::PARALLEL => (
            "38th parallel",
            line("M0 15H34", stroke(c.parallel, 2.4) + " stroke-dasharray=\"9 6\"")
                + &line("M0 8H34", stroke(c.parallel, 1.1)),
        ),
        _ => return None,
    };
    Some(Entry { art, text: text.to_owned() })
}

/// Lines that no hexside of the legend stands for.
pub(super) fn legend_more(d: &Drawing<'_>) -> Vec<Entry> {
    let c = d.c;
    let line = |path: &str, colour: &str, width: f64, dash: &str| {
        format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\"/>"
        )
    };
    let has = |name: &str| d.map.tags().iter().any(|t| t.name == name);
    let mut out = Vec::new();
    let mut add = |there: bool, art: String, text: &str| {
        if there {
            out.push(Entry { art, text: text.to_owned() });
        }
    };
    let wave = "M0 16C8 4 14 22 34 9";
    let (banks, water) = super::features::STREAM;
    let river = line(wave, c.shore, banks, "none") + &line(wave, c.river, water, "none");
    add(has("river"), river, "River hex, bridged by its road");
    add(d.has_gaps(), line("M12 7 22 17M12 17 22 7", c.ink, 2.2, "none"), "Crossing without a bridge");
    add(has("mig-alley"), line("M0 12H34", c.border, 3.0, "12 6"), "MiG Alley");
    add(has("sheet-edge"), line("M0 12H34", c.ink, 1.8, "3 7"), "Edge of a sheet");
    out
}

/// The icons that occur on the map.
pub(super) fn legend_icons(d: &Drawing<'_>) -> Vec<Entry> {
    let mut out = Vec::new();
    for (tag, name, words) in TAG_ICONS {
        let mut values: Vec<&str> =
            d.map.tags().iter().filter(|t| t.name == tag).map(|t| t.value.as_str()).collect();
        values.sort_unstable();
        values.dedup();
        if !matches!(tag, "supply-source" | "entry") {
            values.truncate(1);
        }
        for value in values {
            let colours = side_colour(if name == "victory" { "gold" } else { value }, d.c);
            let mut art = format!("<g color=\"{}\">", colours.1);
            icon(&mut art, Point::new(17.0, 12.0), name, colours);
            art.push_str("</g>");
            let whose = match value {
                "un" => ", UN",
                "nk" => ", NK",
                "ch" => ", Chinese",
                "com" => ", Communist",
                _ => "",
            };
            out.push(Entry { art, text: format!("{words}{whose}") });
        }
    }
    out
}
