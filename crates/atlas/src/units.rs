//! Counters on a drawn map.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::counter::{Counter, counter_group, weaves};
use crate::draw::{Layout, Theme};

/// Puts counters on a drawing in the style of its theme: each at its place, later ones of a stack a little to the upper right. Counters whose place the
/// layout does not know are left out and returned.
pub fn with_units<'a>(
    svg: &str,
    layout: &Layout,
    units: &[(&'a str, Counter<'_>)],
    theme: Theme,
) -> (String, Vec<&'a str>) {
    let places: BTreeMap<&str, (f64, f64)> =
        layout.places.iter().map(|p| (p.id.as_str(), (p.x, p.y))).collect();
    let mut stacks: BTreeMap<&str, f64> = BTreeMap::new();
    let mut lost = Vec::new();
    let mut out = svg.strip_suffix("</svg>").unwrap_or(svg).to_owned();
    out.push_str("<defs>");
    weaves(&mut out);
    // On paper counters are grey like everything else; nations keep their corner marks and weaves.
    let grey = if theme == Theme::Print { " filter=\"url(#grey)\"" } else { "" };
    out.push_str("<filter id=\"grey\"><feColorMatrix type=\"saturate\" values=\"0\"/></filter></defs>");
    let _ = write!(out, "<g class=\"units\"{grey}>");
    let scale = layout.counter / 100.0;
    for (place, counter) in units {
        let Some(&(x, y)) = places.get(place) else {
            lost.push(*place);
            continue;
        };
        let height = stacks.entry(place).or_default();
        let (x, y) = (x - layout.counter / 2.0 + *height, y - layout.counter / 2.0 - *height);
        *height += layout.counter * 0.11;
        let _ = write!(out, "<g transform=\"translate({x:.1} {y:.1}) scale({scale:.3})\">");
        counter_group(&mut out, counter);
        out.push_str("</g>");
    }
    out.push_str("</g></svg>");
    (out, lost)
}
