//! Counters: one symbol sheet, and a drawing of any piece from its keys.
//!
//! A counter is a hundred units wide. The symbol stands in the middle with the size above it, the unit's number to the left, its
//! parent to the right and its factors large below; a corner mark and a weave tell the nation besides its colour.

mod badges;
mod glyphs;
mod specimen;

pub use badges::{BADGES, Badge};
pub use glyphs::{ALIASES, GLYPHS, Glyph, NATION_ALIASES, NATIONS, Nation, SIZE_SIGNS, SIZES, Size};

pub use specimen::specimen;

use std::fmt::Write as _;

/// Which side of a counter shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// Full strength.
    #[default]
    Full,
    /// After losses: the same with a stripe.
    Reduced,
    /// Seen by an opponent: the nation's back and a question mark.
    Hidden,
    /// A dummy, as its owner sees it.
    Dummy,
}

/// What a counter shows.
#[derive(Clone, Debug, Default)]
pub struct Counter<'a> {
    /// Nation key: see [`NATIONS`].
    pub nation: &'a str,
    /// Unit type key: see [`GLYPHS`].
    pub symbol: &'a str,
    /// Size key or printed sign, empty for none.
    pub size: &'a str,
    /// Text left of the symbol: the unit.
    pub left: &'a str,
    /// Text right of the symbol: its parent.
    pub right: &'a str,
    /// The factors below.
    pub factors: &'a str,
    /// Which side shows.
    pub face: Face,
    /// Status badges: see [`BADGES`].
    pub status: &'a [&'a str],
}

/// The glyph of a key or of one of its other names; `unknown` if there is none.
pub fn glyph(key: &str) -> &'static Glyph {
    let key = ALIASES.iter().find(|(from, _)| *from == key).map_or(key, |(_, to)| to);
    let unknown = || GLYPHS.iter().find(|g| g.key == "unknown").unwrap_or(&GLYPHS[0]);
    GLYPHS.iter().find(|g| g.key == key).unwrap_or_else(unknown)
}

/// The nation of a key or of one of its other names; the neutral one if there is none.
pub fn nation(key: &str) -> &'static Nation {
    let key = NATION_ALIASES.iter().find(|(from, _)| *from == key).map_or(key, |(_, to)| to);
    NATIONS.iter().find(|n| n.key == key).unwrap_or(&NATIONS[NATIONS.len() - 1])
}

/// The size of a key or printed sign.
pub fn size(key: &str) -> Option<&'static Size> {
    let key = SIZE_SIGNS.iter().find(|(sign, _)| *sign == key).map_or(key, |(_, to)| to);
    SIZES.iter().find(|s| s.key == key)
}

/// The badge of a key.
pub fn badge(key: &str) -> Option<&'static Badge> {
    BADGES.iter().find(|b| b.key == key)
}

/// One SVG document with every symbol a counter is put together from: `unit-*`, `size-*`, `badge-*`, `face-*`, `back-*`,
/// `stripe`. A client draws a counter with a few `use` elements and its texts.
pub fn symbol_sheet() -> String {
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\"><defs>");
    weaves(&mut out);
    out.push_str("</defs>");
    symbols(&mut out);
    out.push_str("</svg>");
    out
}

/// A counter as a document of its own, `pixels` wide.
pub fn counter_svg(counter: &Counter<'_>, pixels: u32) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{pixels}\" viewBox=\"0 0 100 100\"><defs>"
    );
    weaves(&mut out);
    out.push_str("</defs>");
    counter_group(&mut out, counter);
    out.push_str("</svg>");
    out
}

/// Strokes of a drawing: attributes, not a style sheet, so that symbols look the same wherever they are put.
const STROKE: &str = "fill=\"none\" stroke=\"currentColor\" stroke-width=\"3.2\"";
const LETTERS: &str = "font-family=\"Arial,'Liberation Sans',Helvetica,sans-serif\" font-weight=\"700\"";

/// A drawing of the tables with its filled parts filled.
fn art(drawing: &str) -> String {
    drawing.replace("class=\"f\"", "fill=\"currentColor\" stroke=\"none\"")
}

/// The definitions a counter refers to, for use inside another drawing.
pub fn weaves(out: &mut String) {
    for n in NATIONS.iter().filter(|n| !n.weave.is_empty()) {
        let _ = write!(
            out,
            "<pattern id=\"weave-{}\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\"><g fill=\"none\" stroke=\"currentColor\" color=\"{}\" opacity=\".34\">{}</g></pattern>",
            n.key, n.band, n.weave
        );
    }
}

fn symbols(out: &mut String) {
    // Other names stand beside the keys, so that a client finds either.
    let glyphs =
        GLYPHS.iter().map(|g| (g.key, g)).chain(ALIASES.iter().map(|(from, _)| (*from, glyph(from))));
    for (key, g) in glyphs {
        let _ = write!(out, "<symbol id=\"unit-{key}\" viewBox=\"-2 -2 64 44\" overflow=\"visible\">");
        unit(out, g, "none");
        out.push_str("</symbol>");
    }
    for s in SIZES {
        let _ = write!(out, "<symbol id=\"size-{}\" viewBox=\"0 0 60 12\" overflow=\"visible\">", s.key);
        size_mark(out, s);
        out.push_str("</symbol>");
    }
    for b in BADGES {
        let _ = write!(out, "<symbol id=\"badge-{}\" viewBox=\"0 0 24 24\" overflow=\"visible\">", b.key);
        badge_mark(out, b);
        out.push_str("</symbol>");
    }
    let nations = NATIONS
        .iter()
        .map(|n| (n.key, n))
        .chain(NATION_ALIASES.iter().map(|(from, _)| (*from, nation(from))));
    for (key, n) in nations {
        let _ = write!(out, "<symbol id=\"face-{key}\" viewBox=\"0 0 100 100\" overflow=\"visible\">");
        face(out, n, n.face);
        out.push_str("</symbol>");
        let _ = write!(out, "<symbol id=\"back-{key}\" viewBox=\"0 0 100 100\" overflow=\"visible\">");
        back(out, n);
        out.push_str("</symbol>");
        let _ = write!(out, "<symbol id=\"stripe-{key}\" viewBox=\"0 0 100 100\" overflow=\"visible\">");
        stripe(out, n);
        out.push_str("</symbol>");
    }
}

/// Writes a counter as a group in a field of 100 by 100.
pub fn counter_group(out: &mut String, c: &Counter<'_>) {
    let n = nation(c.nation);
    let _ = write!(out, "<g color=\"{}\">", n.ink);
    match c.face {
        Face::Hidden => back(out, n),
        Face::Dummy => {
            back(out, n);
            text(out, 49.0, 85.0, 14.0, "middle", 74.0, "DUMMY", n.field);
        }
        Face::Full | Face::Reduced => front(out, c, n),
    }
    for (k, key) in c.status.iter().take(4).enumerate() {
        if let Some(b) = badge(key) {
            let _ = write!(out, "<g transform=\"translate({} -3) scale(1.32)\">", 70.0 - 30.0 * k as f64);
            badge_mark(out, b);
            out.push_str("</g>");
        }
    }
    out.push_str("</g>");
}

fn front(out: &mut String, c: &Counter<'_>, n: &Nation) {
    face(out, n, n.face);
    if c.face == Face::Reduced {
        stripe(out, n);
    }
    if let Some(s) = size(c.size) {
        out.push_str("<g transform=\"translate(20 5)\">");
        size_mark(out, s);
        out.push_str("</g>");
    }
    out.push_str("<g transform=\"translate(25 20.5) scale(.833)\">");
    unit(out, glyph(c.symbol), n.field);
    out.push_str("</g>");
    side_text(out, 12.6, c.left);
    side_text(out, 86.0, c.right);
    text(out, 50.0, 91.0, 36.0, "middle", 94.0, c.factors, n.ink);
}

/// The light line around every counter: with the dark rim inside it, one of the two stands out on any ground.
pub const KEYLINE: &str = "#fffaf0";

/// Keyline and rim, body, weave and corner mark.
fn face(out: &mut String, n: &Nation, fill: &str) {
    let _ = write!(
        out,
        "<rect width=\"98\" height=\"98\" rx=\"11\" fill=\"{}\"/><rect x=\"-1\" y=\"-1\" width=\"100\" height=\"100\" rx=\"12\" fill=\"none\" stroke=\"{KEYLINE}\" stroke-width=\"2.4\"/><rect x=\"4\" y=\"4\" width=\"90\" height=\"90\" rx=\"8\" fill=\"{fill}\"/>",
        n.band
    );
    if !n.weave.is_empty() {
        let _ = write!(
            out,
            "<rect x=\"4\" y=\"4\" width=\"90\" height=\"90\" rx=\"8\" fill=\"url(#weave-{})\"/>",
            n.key
        );
    }
    let _ = write!(
        out,
        "<g transform=\"translate(6 6) scale(.8)\" color=\"{0}\" fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0\">{1}</g><path d=\"M6 13Q6 6 13 6H86\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".55\" stroke-width=\"1.6\"/><rect x=\".8\" y=\".8\" width=\"96.400\" height=\"96.400\" rx=\"10.500\" fill=\"none\" stroke=\"{2}\" stroke-width=\"1.600\"/>",
        n.band, n.corner, n.ink
    );
}

fn back(out: &mut String, n: &Nation) {
    face(out, n, n.band);
    let _ = write!(
        out,
        "<rect x=\"9\" y=\"9\" width=\"80\" height=\"80\" rx=\"6\" fill=\"none\" stroke=\"{0}\" stroke-width=\"2\" stroke-dasharray=\"5 4\"/><g transform=\"translate(3 10) scale(1.54)\" color=\"{0}\"><g {3}>{1}</g></g><g transform=\"translate(13 13) scale(.8)\" fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0\">{2}</g>",
        n.field,
        art(glyph("unknown").art),
        n.corner,
        STROKE
    );
}

fn stripe(out: &mut String, n: &Nation) {
    let _ = write!(
        out,
        "<path d=\"M1 59H97V64H1ZM1 92H97V94.500Q94 97 88 97H10Q4 97 1.500 94Z\" fill=\"{0}\"/><path d=\"M97 14V34L34 97H14Z\" fill=\"{1}\" opacity=\".72\"/>",
        n.band, n.field
    );
}

fn unit(out: &mut String, g: &Glyph, field: &str) {
    if g.boxed {
        let _ =
            write!(out, "<g {STROKE}><rect width=\"60\" height=\"40\" fill=\"{field}\" stroke=\"none\"/>");
        // Diagonals end at the corners of the frame, so the frame is drawn last.
        let _ = write!(out, "{}<rect width=\"60\" height=\"40\"/></g>", art(g.art));
    } else {
        let _ = write!(out, "<g {STROKE}>{}</g>", art(g.art));
    }
}

/// A size mark centred at 30 in a field of 60 by 12.
fn size_mark(out: &mut String, s: &Size) {
    let (step, half) = match s.stroke {
        'o' => (11.0, 0.0),
        'i' => (9.0, 0.0),
        _ => (11.5, 4.0),
    };
    let start = 30.0 - step * f64::from(s.count - 1) / 2.0;
    for k in 0..s.count {
        let x = start + step * f64::from(k);
        let _ = match s.stroke {
            'o' => write!(out, "<circle cx=\"{x}\" cy=\"6\" r=\"3.6\" fill=\"currentColor\"/>"),
            'i' => write!(out, "<path d=\"M{x} .5V11.500\" stroke=\"currentColor\" stroke-width=\"3.4\"/>"),
            _ => write!(
                out,
                "<path d=\"M{} 1.500 {} 10.500M{} 1.500 {} 10.500\" stroke=\"currentColor\" stroke-width=\"2.800\"/>",
                x - half,
                x + half,
                x + half,
                x - half
            ),
        };
    }
}

fn badge_mark(out: &mut String, b: &Badge) {
    let _ = write!(
        out,
        "<circle cx=\"12\" cy=\"12\" r=\"12.500\" fill=\"#fff\"/><circle cx=\"12\" cy=\"12\" r=\"11\" fill=\"{}\" stroke=\"#1b1712\" stroke-width=\"1.600\"/><g fill=\"none\" stroke=\"#1b1712\" color=\"#1b1712\" transform=\"translate(2.400 2.400) scale(.8)\">{}</g>",
        b.disc,
        b.art.replace("class=\"f\"", "fill=\"#1b1712\" stroke=\"none\"")
    );
}

/// Short text beside the symbol; turned upright when it is longer than three letters.
fn side_text(out: &mut String, x: f64, s: &str) {
    let n = s.chars().count();
    if n == 0 {
        return;
    }
    if n <= 3 {
        let room = 20.0;
        let width = n as f64 * 8.9;
        let fit = if width > room {
            format!(" textLength=\"{room}\" lengthAdjust=\"spacingAndGlyphs\"")
        } else {
            String::new()
        };
        let _ = write!(
            out,
            "<text {LETTERS} fill=\"currentColor\" x=\"{x}\" y=\"43\" font-size=\"14.5\" text-anchor=\"middle\"{fit}>{}</text>",
            escape(s)
        );
    } else {
        let turn = if x < 50.0 { -90 } else { 90 };
        let fit = if n > 5 { " textLength=\"44\" lengthAdjust=\"spacingAndGlyphs\"" } else { "" };
        let _ = write!(
            out,
            "<text {LETTERS} fill=\"currentColor\" font-size=\"14.500\" text-anchor=\"middle\" transform=\"translate({x} 43) rotate({turn})\" dy=\"5\"{fit}>{}</text>",
            escape(s)
        );
    }
}

#[allow(clippy::too_many_arguments)]
fn text(out: &mut String, x: f64, y: f64, font: f64, anchor: &str, room: f64, s: &str, fill: &str) {
    if s.is_empty() {
        return;
    }
    let width: f64 = s
        .chars()
        .map(|c| if matches!(c, '-' | '.' | '(' | ')' | '/' | ' ') { 0.34 } else { 0.6 })
        .sum::<f64>()
        * font;
    let fit = if width > room {
        format!(" textLength=\"{room}\" lengthAdjust=\"spacingAndGlyphs\"")
    } else {
        String::new()
    };
    let _ = write!(
        out,
        "<text {LETTERS} fill=\"{fill}\" x=\"{x}\" y=\"{y}\" font-size=\"{font}\" text-anchor=\"{anchor}\"{fit}>{}</text>",
        escape(s)
    );
}

/// Text made safe for SVG.
pub fn escape(s: &str) -> String {
    s.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alias_leads_to_a_drawing() {
        for (_, to) in ALIASES {
            assert!(GLYPHS.iter().any(|g| g.key == *to), "{to}");
        }
        for (_, to) in NATION_ALIASES {
            assert!(NATIONS.iter().any(|n| n.key == *to), "{to}");
        }
        for (_, to) in SIZE_SIGNS {
            assert!(SIZES.iter().any(|s| s.key == *to), "{to}");
        }
    }

    #[test]
    fn the_sheet_and_every_counter_are_well_formed() {
        let options = resvg::usvg::Options::default();
        assert!(
            resvg::usvg::Tree::from_str(
                &symbol_sheet().replace("width=\"0\" height=\"0\"", "width=\"9\" height=\"9\""),
                &options
            )
            .is_ok()
        );
        for g in GLYPHS {
            for face in [Face::Full, Face::Reduced, Face::Hidden, Face::Dummy] {
                let c = Counter {
                    nation: "nk",
                    symbol: g.key,
                    size: "XX",
                    left: "<&",
                    right: "1MAR",
                    factors: "8-7-5",
                    face,
                    status: &["moved", "spent"],
                };
                let svg = counter_svg(&c, 48);
                assert!(resvg::usvg::Tree::from_str(&svg, &options).is_ok(), "{}: {svg}", g.key);
            }
        }
    }
}
