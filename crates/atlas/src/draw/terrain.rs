//! Terrain as the drawing knows it, and the marks that tell it without colour.

/// What a terrain class looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// 0 flat, 1 hill or rough, 2 mountain, 3 marsh.
    pub(crate) relief: usize,
    /// Sea.
    pub(crate) water: bool,
    /// Lake or reservoir.
    pub(crate) lake: bool,
    /// Outside the game or the country.
    pub(crate) veil: bool,
    /// 0 none, 1 town, 2 city.
    pub(crate) built: u8,
}

impl Look {
    /// The look of a terrain class by its name.
    pub(crate) fn of(name: &str) -> Look {
        let plain = Look { relief: 0, water: false, lake: false, veil: false, built: 0 };
        let foreign = name.strip_prefix("china-");
        let look = match foreign.unwrap_or(name) {
            "hill" | "rough" => Look { relief: 1, ..plain },
            "mountain" => Look { relief: 2, ..plain },
            "marsh" | "swamp" => Look { relief: 3, ..plain },
            "sea" | "ocean" | "estuary" => Look { water: true, ..plain },
            "lake" | "reservoir" => Look { lake: true, ..plain },
            "town" => Look { built: 1, ..plain },
            "city" | "urban" => Look { built: 2, ..plain },
            "out-of-play" => Look { relief: 2, veil: true, ..plain },
            _ => plain,
        };
        Look { veil: look.veil || foreign.is_some(), ..look }
    }

    /// How rugged the ground is drawn.
    pub(crate) fn rugged(self) -> f32 {
        if self.lake || self.water {
            return 0.02;
        }
        [0.16, 0.55, 1.0, 0.04][self.relief]
    }
}

/// Definitions of the marks; each is drawn around a hex centre.
pub(crate) const MARKS: &str = concat!(
    // Mountains: peaks with hachures on the lee side.
    r#"<g id="m20"><path d="M-21 9 -13 -5 -6 7M-9 1.500 1 -15 11 3M6 -5 13 5 21 11"/><path d="M-13 -5-10 5M-11.500 -3-7.500 4M1 -15 3 -2M2.500 -12 6.500 -1M4.500 -9 9 1" stroke-width=".8"/></g>"#,
    r#"<g id="m21"><path d="M-18 -3-9 -17 1 0M-3 -6 6 -17 16 -1M-14 14-6 3 3 15M4 12 11 4 18 13"/><path d="M-9 -17-7 -6M-7.500 -14-3.500 -5M6 -17 8.500 -6M8 -14 12 -5M-6 3-4 12M11 4 12.500 11" stroke-width=".8"/></g>"#,
    r#"<g id="m22"><path d="M-22 4-15 -8-8 3M-2 -10 7 -19 15 -7M-6 13 3 -1 13 14"/><path d="M-15 -8-13 1M7 -19 8 -10M9 -16 12 -9M3 -1 5 10M5 2 9.500 11" stroke-width=".8"/></g>"#,
    // Hills and rough ground: rounded tops.
    r#"<g id="m10"><path d="M-19 -2Q-13 -12-7 -3M1 -11Q8 -20 14 -10M-6 14Q1 4 8 13M-8 -6-5 -2M13 -13 17 -8"/></g>"#,
    r#"<g id="m11"><path d="M-14 -10Q-8 -19-2 -10M5 -2Q12 -11 18 -1M-17 12Q-11 3-4 12M-3 -13 1 -8M17 -4 20 1"/></g>"#,
    // Marsh: tufts over short level lines.
    r#"<g id="m30"><path d="M-18 -6H-6M-12 -6V-13M-12 -6-16 -11M-12 -6-8 -11M4 -12H16M10 -12V-19M10 -12 6 -17M10 -12 14 -17M-8 11H4M-2 11V4M-2 11-6 6M-2 11 2 6M9 7H19M14 7V1M14 7 10 3M14 7 18 3"/></g>"#,
    // Reservoir: ice.
    r#"<g id="mi0"><path d="M-17 -6-4 -9 3 -3 16 -8M-15 9-7 4 2 8 15 4M-4 -9-7 4M3 -3 2 8"/></g>"#,
);

/// Which mark a hex gets, or none for plain ground.
pub(crate) fn mark(look: Look, scramble: u32) -> Option<&'static str> {
    if look.lake {
        return Some("mi0");
    }
    if look.water || look.built > 0 {
        return None;
    }
    match look.relief {
        1 => Some(["m10", "m11"][scramble as usize % 2]),
        2 => Some(["m20", "m21", "m22"][scramble as usize % 3]),
        3 => Some("m30"),
        _ => None,
    }
}

/// Icons of game features in a field of 16 by 16 around the origin.
pub(crate) const ICONS: &str = concat!(
    r#"<g id="i-port"><circle r="8.500"/><path d="M0 -5V5M-3 -3H3M-4.500 1.500Q-4 5.500 0 5.500Q4 5.500 4.500 1.500" class="l"/><circle cy="-5.500" r="1.300" class="l"/></g>"#,
    r#"<g id="i-airfield"><circle r="8.500"/><path d="M0 -6 1.200 -1.800 6 1V2.600L1.200 1.400 1 4 3 5.400V6.600H-3V5.400L-1 4-1.200 1.400-6 2.600V1L-1.200 -1.800Z" class="s"/></g>"#,
    r#"<g id="i-source"><circle r="8.500"/><path d="M0 -6 1.700 -1.900 6 -1.600 2.700 1.200 3.800 5.500 0 3.200-3.800 5.500-2.700 1.200-6 -1.600-1.700 -1.900Z" class="s"/></g>"#,
    r#"<g id="i-source16"><circle r="6.500"/><path d="M0 -4.500 1.300 -1.400 4.500 -1.200 2 .9 2.900 4.200 0 2.400-2.900 4.200-2 .9-4.500 -1.200-1.300 -1.400Z" class="l"/></g>"#,
    r#"<g id="i-entry"><circle r="8.500"/><path d="M-5 0H3M0 -4 4.500 0 0 4" class="l" stroke-width="2"/></g>"#,
    r#"<g id="i-exit"><circle r="8.500"/><path d="M-4 -5V5M-1 0H6M3 -3 6.500 0 3 3" class="l"/></g>"#,
    r#"<g id="i-victory"><circle r="8.500"/><path d="M-3.500 6V-5.500H4.500L2.500 -2.700 4.500 0H-3.500" class="l"/></g>"#,
    r#"<g id="i-invasion"><circle r="8.500"/><path d="M-5.500 1H5.500L3.500 5H-3.500ZM0 1V-5.500L4 -1" class="l"/></g>"#,
    r#"<g id="i-ferry"><circle r="8.500"/><path d="M-6 1.500H6L4 5.500H-4ZM-2.500 1.500V-2.500H2.500V1.500M0 -2.500V-5.500" class="l"/></g>"#,
    r#"<g id="i-deploy"><circle r="8.500"/><path d="M-5 -3H5V4H-5ZM-5 -3 5 4M-5 4 5 -3" class="l"/></g>"#,
);
