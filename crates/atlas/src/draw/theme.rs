//! Colours. The contrast and print themes are drawings of their own: no relief, heavier lines, patterns in black.

use crate::picture::Tints;

/// How a map is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// An Army Map Service sheet of 1950.
    #[default]
    Standard,
    /// Flat, strong colours and heavy lines.
    Contrast,
    /// Black on white paper.
    Print,
}

impl Theme {
    /// All themes with their names.
    pub const ALL: [(Theme, &'static str); 3] =
        [(Theme::Standard, "standard"), (Theme::Contrast, "contrast"), (Theme::Print, "print")];

    /// The theme of a name.
    pub fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.iter().find(|(_, n)| *n == name).map(|(t, _)| *t)
    }

    pub(crate) fn colours(self) -> &'static Colours {
        match self {
            Theme::Standard => &STANDARD,
            Theme::Contrast => &CONTRAST,
            Theme::Print => &PRINT,
        }
    }
}

/// The colours of a theme.
#[derive(Debug)]
pub(crate) struct Colours {
    pub(crate) paper: &'static str,
    pub(crate) ink: &'static str,
    pub(crate) soft: &'static str,
    pub(crate) sea: &'static str,
    pub(crate) shallows: [&'static str; 3],
    pub(crate) shore: &'static str,
    pub(crate) water: &'static str,
    pub(crate) river: &'static str,
    pub(crate) water_text: &'static str,
    pub(crate) road: &'static str,
    pub(crate) road_case: &'static str,
    pub(crate) trail: &'static str,
    pub(crate) rail: &'static str,
    pub(crate) grid: &'static str,
    pub(crate) number: &'static str,
    pub(crate) border: &'static str,
    pub(crate) parallel: &'static str,
    pub(crate) halo: &'static str,
    pub(crate) city: &'static str,
    pub(crate) city_tint: &'static str,
    pub(crate) flat_land: &'static str,
    /// Tint over the relief and the colour of the pattern, by kind of terrain: flat, hill, mountain, marsh.
    pub(crate) wash: [(&'static str, f64); 4],
    pub(crate) mark: [&'static str; 4],
    pub(crate) veil: &'static str,
    pub(crate) relief: Option<(Tints, f32)>,
    pub(crate) weight: f64,
}

impl Colours {
    /// Whether nothing but black, grey and white is printed: what colour tells elsewhere is told by filling here.
    pub(crate) fn on_paper(&self) -> bool {
        self.road == self.ink
    }

    /// The star of a capital.
    pub(crate) fn star(&self) -> &'static str {
        if self.on_paper() { self.halo } else { "#c9952b" }
    }
}

const STANDARD: Colours = Colours {
    paper: "#f6f0df",
    ink: "#2b2620",
    soft: "#6d6353",
    sea: "#cfe0e4",
    shallows: ["#d7e6e8", "#e0ecea", "#e8f1ea"],
    shore: "#4f7f93",
    water: "#4a86a6",
    river: "#8fbdd0",
    water_text: "#2b6384",
    road: "#a8422a",
    road_case: "#f8efdc",
    trail: "#a8422a",
    rail: "#24201b",
    grid: "#5d5748",
    number: "#5b5446",
    border: "#7a2f62",
    parallel: "#7a2f62",
    halo: "#f8f3e4",
    city: "#3b3129",
    city_tint: "#c9603a",
    flat_land: "#e6e3c5",
    wash: [("#e9ecc8", 0.30), ("#d9bd84", 0.30), ("#b08a5c", 0.26), ("#b8d3cf", 0.50)],
    mark: ["#8b8a5b", "#7d5c2e", "#5f3f20", "#3e7f8f"],
    veil: "#efe9da",
    relief: Some((
        [
            [206, 214, 172],
            [219, 220, 179],
            [230, 221, 181],
            [231, 212, 168],
            [222, 195, 150],
            [209, 177, 136],
            [194, 161, 127],
        ],
        0.58,
    )),
    weight: 1.0,
};

const CONTRAST: Colours = Colours {
    paper: "#ffffff",
    ink: "#000000",
    soft: "#222222",
    sea: "#9fd3ff",
    shallows: ["#9fd3ff", "#9fd3ff", "#9fd3ff"],
    shore: "#00324f",
    water: "#0057a8",
    river: "#4aa3ff",
    water_text: "#00376e",
    road: "#b00000",
    road_case: "#ffffff",
    trail: "#b00000",
    rail: "#000000",
    grid: "#000000",
    number: "#000000",
    border: "#6a00a8",
    parallel: "#6a00a8",
    halo: "#ffffff",
    city: "#000000",
    city_tint: "#ff8a5c",
    flat_land: "#ffffff",
    wash: [("#ffffff", 1.0), ("#ffe7a3", 1.0), ("#d9a05b", 1.0), ("#bfeee0", 1.0)],
    mark: ["#666666", "#6b4a00", "#3d1f00", "#005c5c"],
    veil: "#d5d5d5",
    relief: None,
    weight: 1.35,
};

const PRINT: Colours = Colours {
    paper: "#ffffff",
    ink: "#111111",
    soft: "#444444",
    sea: "#dcdcdc",
    shallows: ["#d2d2d2", "#c9c9c9", "#bfbfbf"],
    shore: "#333333",
    water: "#555555",
    river: "#ffffff",
    water_text: "#333333",
    road: "#111111",
    road_case: "#ffffff",
    trail: "#111111",
    rail: "#111111",
    grid: "#8a8a8a",
    number: "#555555",
    border: "#111111",
    parallel: "#111111",
    halo: "#ffffff",
    city: "#111111",
    city_tint: "#777777",
    flat_land: "#ffffff",
    wash: [("#ffffff", 0.0), ("#f1f1f1", 0.7), ("#d9d9d9", 0.8), ("#ffffff", 0.0)],
    mark: ["#777777", "#666666", "#333333", "#555555"],
    veil: "#eeeeee",
    relief: None,
    weight: 1.0,
};
