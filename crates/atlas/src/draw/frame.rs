//! What stands around the map: the frame with its degrees, and the strip below with title, legend and scale.

use std::fmt::Write as _;

use super::theme::Colours;
use super::tracks::Track;
use crate::counter::escape;
use crate::project::{Point, Projection};

/// Width of the margin around the map's body.
pub(crate) const MARGIN: f64 = 30.0;

/// An entry of the legend: a drawing in a field of 34 by 24 and a text.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) art: String,
    pub(crate) text: String,
}

/// The strip below the map.
#[derive(Debug)]
pub(crate) struct Strip<'a> {
    pub(crate) title: &'a str,
    pub(crate) subtitle: &'a str,
    pub(crate) entries: &'a [Entry],
    pub(crate) tracks: &'a [Track],
    /// Drawing units per kilometre.
    pub(crate) km: f64,
    /// How much larger than usual the strip is.
    pub(crate) large: f64,
}

/// Paper around the map's body, over whatever hangs out of it: cheaper to draw than a clip, which costs a layer of the whole picture.
pub(crate) fn margins(out: &mut String, c: &Colours, view: [f64; 4], size: (f64, f64)) {
    let [x, y, w, h] = view;
    let _ = write!(
        out,
        "<path d=\"M{x:.1} {y:.1}h{w:.1}v{h:.1}h-{w:.1}ZM0 0H{:.1}V{:.1}H0Z\" fill=\"{}\" fill-rule=\"evenodd\"/>",
        size.0, size.1, c.paper
    );
}

const TITLE_WIDTH: f64 = 430.0;
const ENTRY_HEIGHT: f64 = 27.0;
/// Sheets wider than this have a larger strip.
const USUAL_WIDTH: f64 = 1300.0;

/// The usual enlargement of the strip under a map of this width.
pub(crate) fn enlarged(width: f64) -> f64 {
    (width / USUAL_WIDTH).max(1.0)
}

impl Strip<'_> {
    /// Wide enough for the longest text, so that no entry runs into its neighbour.
    fn entry_width(&self) -> f64 {
        let letters = self.entries.iter().map(|e| e.text.chars().count()).max().unwrap_or(0);
        (letters as f64 * 6.7 + 62.0).max(150.0)
    }

    fn columns(&self, width: f64) -> usize {
        let room = if width > 1000.0 { width - TITLE_WIDTH } else { width };
        ((room / self.entry_width()) as usize).max(1)
    }

    fn rows(&self, width: f64) -> usize {
        self.entries.len().div_ceil(self.columns(width)).max(1)
    }

    /// Height of the strip under a map of this width.
    pub(crate) fn height(&self, width: f64) -> f64 {
        let width = width / self.large;
        let tracks: f64 = self.tracks.iter().map(|t| t.height(width)).sum();
        (self.legend_height(width) + tracks) * self.large
    }

    fn legend_height(&self, width: f64) -> f64 {
        let legend = self.rows(width) as f64 * ENTRY_HEIGHT + 26.0;
        if width > 1000.0 { legend.max(132.0) } else { legend + 128.0 }
    }

    /// Writes the strip with its upper left corner at a point.
    pub(crate) fn write(&self, out: &mut String, c: &Colours, width: f64, at: Point) {
        let large = self.large;
        let width = width / large;
        let _ = write!(
            out,
            "<g transform=\"translate({:.1} {:.1}) scale({large:.3})\"><text class=\"tt\" x=\"0\" y=\"44\">{}</text>",
            at.x,
            at.y,
            escape(self.title)
        );
        let _ = write!(out, "<text class=\"ts\" x=\"1\" y=\"68\">{}</text>", escape(self.subtitle));
        self.scale(out, c, large);
        let wide = width > 1000.0;
        let (left, first) = if wide { (TITLE_WIDTH, 20.0) } else { (0.0, 146.0) };
        // Read downwards: ground, lines and marks stay together.
        let rows = self.rows(width);
        for (k, entry) in self.entries.iter().enumerate() {
            let x = left + (k / rows) as f64 * self.entry_width();
            let y = first + (k % rows) as f64 * ENTRY_HEIGHT;
            let _ = write!(
                out,
                "<g transform=\"translate({x:.1} {y:.1})\">{}<text class=\"tl\" x=\"42\" y=\"16.500\">{}</text></g>",
                entry.art,
                escape(&entry.text)
            );
        }
        let mut top = self.legend_height(width);
        for track in self.tracks {
            track.write(out, c, width, top);
            top += track.height(width);
        }
        out.push_str("</g>");
    }

    fn scale(&self, out: &mut String, c: &Colours, large: f64) {
        let km = self.km / large;
        let step = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0].into_iter().find(|s| s * km >= 42.0).unwrap_or(100.0);
        let w = step * km;
        let _ = write!(
            out,
            "<g transform=\"translate(2 92)\" fill=\"{0}\" stroke=\"{0}\" stroke-width=\".8\">",
            c.ink
        );
        for k in 0..4 {
            let fill = if k % 2 == 0 { c.ink } else { c.paper };
            let _ = write!(
                out,
                "<rect x=\"{:.1}\" y=\"0\" width=\"{w:.1}\" height=\"6\" fill=\"{fill}\"/>",
                w * f64::from(k)
            );
        }
        out.push_str("</g>");
        for k in [0.0, 2.0, 4.0] {
            let unit = if k == 4.0 { " km" } else { "" };
            let _ = write!(
                out,
                "<text class=\"tk\" x=\"{:.1}\" y=\"112\">{}{unit}</text>",
                2.0 + w * k,
                step * k
            );
        }
    }
}

/// The neat line with ticks and degrees where meridians and parallels leave the map.
pub(crate) fn frame(out: &mut String, c: &Colours, size: (f64, f64), projection: Option<&Projection>) {
    let (w, h) = size;
    let _ = write!(
        out,
        "<g fill=\"none\" stroke=\"{0}\"><rect x=\"0\" y=\"0\" width=\"{w:.1}\" height=\"{h:.1}\" stroke-width=\"1.400\"/><rect x=\"-6\" y=\"-6\" width=\"{1:.1}\" height=\"{2:.1}\" stroke-width=\"2.600\"/></g>",
        c.ink,
        w + 12.0,
        h + 12.0
    );
    let Some(projection) = projection else { return };
    let across = (projection.lonlat(Point::new(w, h / 2.0)).lon
        - projection.lonlat(Point::new(0.0, h / 2.0)).lon)
        .abs();
    let step = if across > 3.0 {
        1.0
    } else if across > 1.2 {
        0.5
    } else {
        0.25
    };
    for (edge, vertical) in [(0.0, false), (h, false), (0.0, true), (w, true)] {
        let long = if vertical { h } else { w };
        let value = |t: f64| {
            let p = if vertical { Point::new(edge, t) } else { Point::new(t, edge) };
            let g = projection.lonlat(p);
            if vertical { g.lat } else { g.lon }
        };
        let mut t = 0.0;
        while t + 2.0 <= long {
            let (a, b) = (value(t) / step, value(t + 2.0) / step);
            if a.floor() != b.floor() && t > 14.0 && t < long - 14.0 {
                let degrees = a.max(b).floor() * step;
                tick(out, c, edge, t + 1.0, vertical, edge > 0.0, degrees);
            }
            t += 2.0;
        }
    }
}

fn tick(out: &mut String, c: &Colours, edge: f64, along: f64, vertical: bool, far: bool, degrees: f64) {
    let outward = if far { 6.0 } else { -6.0 };
    let whole = degrees.floor();
    let minutes = ((degrees - whole) * 60.0).round();
    let text = if minutes == 0.0 { format!("{whole}°") } else { format!("{whole}°{minutes}′") };
    if vertical {
        let _ = write!(out, "<path d=\"M{edge:.1} {along:.1}h{outward}\" stroke=\"{}\"/>", c.ink);
        let _ = write!(
            out,
            "<text class=\"td\" transform=\"translate({:.1} {along:.1}) rotate(-90)\">{text}</text>",
            if far { edge + 18.0 } else { edge - 10.0 }
        );
    } else {
        let _ = write!(out, "<path d=\"M{along:.1} {edge:.1}v{outward}\" stroke=\"{}\"/>", c.ink);
        let _ = write!(
            out,
            "<text class=\"td\" x=\"{along:.1}\" y=\"{:.1}\">{text}</text>",
            if far { edge + 18.0 } else { edge - 10.0 }
        );
    }
}
