//! A page with every symbol, nation, size, face and badge, for the documentation and for looking at changes.

use std::fmt::Write as _;

use super::{BADGES, Counter, Face, GLYPHS, NATIONS, SIZES, counter_group, weaves};

/// The page as one SVG document.
pub fn specimen() -> String {
    let mut body = String::new();
    let mut place = Place { x: 0.0, y: 0.0 };
    for (k, g) in GLYPHS.iter().enumerate() {
        let nation = NATIONS[k % 7].key;
        let size = if g.boxed { SIZES[k % SIZES.len()].key } else { "" };
        place.put(
            &mut body,
            &Counter {
                nation,
                symbol: g.key,
                size,
                left: "5",
                right: "1M",
                factors: "8-7-5",
                ..Counter::default()
            },
        );
    }
    place.line();
    for n in NATIONS {
        let unit = |face, status| Counter {
            nation: n.key,
            symbol: "infantry",
            size: "III",
            left: "27",
            right: "25",
            factors: "2-3-4",
            face,
            status,
        };
        place.put(&mut body, &unit(Face::Full, &["moved"]));
        place.put(&mut body, &unit(Face::Reduced, &["out-of-supply", "disrupted"]));
        place.put(&mut body, &unit(Face::Hidden, &[]));
        place.put(&mut body, &unit(Face::Dummy, &[]));
    }
    place.line();
    for b in BADGES {
        place.put(
            &mut body,
            &Counter {
                nation: "us",
                symbol: "armor",
                size: "battalion",
                left: "70",
                right: "1Cav",
                factors: "10-12-8",
                face: Face::Full,
                status: &[b.key],
            },
        );
    }
    let mut defs = String::new();
    weaves(&mut defs);
    let height = place.y + 116.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1640 {height}\" width=\"1640\" height=\"{height}\"><defs>{defs}</defs><rect width=\"1640\" height=\"{height}\" fill=\"#efe8d3\"/>{body}</svg>"
    )
}

struct Place {
    x: f64,
    y: f64,
}

impl Place {
    fn put(&mut self, out: &mut String, counter: &Counter<'_>) {
        if self.x > 1540.0 {
            self.line();
        }
        let _ = write!(out, "<g transform=\"translate({} {})\">", self.x + 10.0, self.y + 10.0);
        counter_group(out, counter);
        out.push_str("</g>");
        self.x += 116.0;
    }

    fn line(&mut self) {
        self.x = 0.0;
        self.y += 116.0;
    }
}
