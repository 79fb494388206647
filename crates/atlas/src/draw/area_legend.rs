//! The legend of an area map.

use super::frame::Entry;
use super::theme::Colours;

/// The colour of a side's roundel; on paper black and grey.
pub(super) fn roundel(side: &str, c: &Colours) -> &'static str {
    match (side == "nk", c.on_paper()) {
        (true, true) => "#111111",
        (false, true) => "#8a8a8a",
        (true, false) => "#a3261b",
        (false, false) => "#2c5f97",
    }
}

pub(super) fn legend(c: &Colours) -> Vec<Entry> {
    let entry = |art: String, text: &str| Entry { art, text: text.to_owned() };
    let swatch = |colour: &str| {
        format!(
            "<path d=\"M2 1.500H32V22.500H2Z\" fill=\"{}\"/><path d=\"M2 1.500H32V22.500H2Z\" fill=\"{colour}\" fill-opacity=\".4\" stroke=\"{}\"/>",
            c.flat_land, c.soft
        )
    };
    let mut list = Vec::new();
    // On paper without colours areas are not tinted.
    if !c.on_paper() {
        for (colour, text) in [
            ("#c0533b", "North Korean at start"),
            ("#4a86a6", "South Korean at start"),
            ("#d9a13c", "Manchuria"),
            ("#8a5a86", "Soviet Union"),
            ("#7c8d4a", "Japan (US bases)"),
        ] {
            list.push(entry(swatch(colour), text));
        }
    }
    list.push(entry(format!("<circle cx=\"17\" cy=\"12\" r=\"10.5\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/><text class=\"tk\" x=\"17\" y=\"16.800\" style=\"font-weight:700;font-size:14px\">2</text>", c.halo, c.city), "Income (IPC)"));
    list.push(entry(format!("<g transform=\"translate(17 13)\"><path d=\"M-8 8V-2L-3 2V-2L2 2V-2L5 0V-9H8V8Z\" fill=\"{}\"/></g>", c.city), "Factory"));
    for (side, text) in [("nk", "Roundel, North Korea"), ("allied", "Roundel, Allied")] {
        let colour = roundel(side, c);
        list.push(entry(format!("<g transform=\"translate(17 12)\"><circle r=\"8.5\" fill=\"{colour}\"/><circle r=\"5\" fill=\"{}\"/><circle r=\"2.4\" fill=\"{colour}\"/></g>", c.halo), text));
    }
    list.push(entry(format!("<g transform=\"translate(17 12)\"><path d=\"M0 -9 2.500 -3 9 -2.500 4 1.800 5.600 8 0 4.600-5.600 8-4 1.800-9 -2.500-2.500 -3Z\" fill=\"{}\" stroke=\"{}\"/></g>", c.star(), c.ink), "Capital"));
    list.push(entry(
        format!(
            "<path d=\"M0 12H34\" stroke=\"{}\" stroke-width=\"4\" stroke-dasharray=\"16 6 3 6\"/>",
            c.parallel
        ),
        "38th parallel",
    ));
    list.push(entry(
        format!(
            "<path d=\"M0 12H34\" stroke=\"{}\" stroke-width=\"3.2\" stroke-dasharray=\"12 4 3 4\"/>",
            c.border
        ),
        "National border",
    ));
    list.push(entry(
        format!(
            "<path d=\"M0 12H34\" stroke=\"{}\" stroke-width=\"1.8\" stroke-dasharray=\"10 6\"/>",
            c.shore
        ),
        "Sea zone border",
    ));
    list
}
