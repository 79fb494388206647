//! The drawings on counters, as data: unit types, sizes, nations and badges.

/// A unit type: its key, its name for legends, whether it stands in the NATO box, and its drawing in a 60 by 40 field.
#[derive(Clone, Copy, Debug)]
pub struct Glyph {
    /// The key games use.
    pub key: &'static str,
    /// What a legend calls it.
    pub name: &'static str,
    /// True if the drawing is framed by the unit box.
    pub boxed: bool,
    /// SVG, stroked and unfilled unless it says otherwise.
    pub art: &'static str,
}

const fn boxed(key: &'static str, name: &'static str, art: &'static str) -> Glyph {
    Glyph { key, name, boxed: true, art }
}

const fn free(key: &'static str, name: &'static str, art: &'static str) -> Glyph {
    Glyph { key, name, boxed: false, art }
}

/// Every unit type, after the NATO standard for ground units; aircraft and ships are plan and side views.
pub const GLYPHS: &[Glyph] = &[
    boxed("infantry", "Infantry", r#"<path d="M0 0 60 40M0 40 60 0"/>"#),
    boxed("armor", "Armour", r#"<rect x="12" y="11" width="36" height="18" rx="9"/>"#),
    boxed(
        "mechanized",
        "Mechanised infantry",
        r#"<path d="M0 0 60 40M0 40 60 0"/><rect x="12" y="11" width="36" height="18" rx="9"/>"#,
    ),
    boxed("motorized", "Motorised infantry", r#"<path d="M0 0 60 40M0 40 60 0M30 0V40"/>"#),
    boxed("artillery", "Artillery", r#"<circle cx="30" cy="20" r="8.5" class="f"/>"#),
    boxed(
        "heavy-artillery",
        "Heavy artillery",
        r#"<circle cx="30" cy="20" r="8.5" class="f"/><path d="M16 20H44" transform="translate(0 14)"/>"#,
    ),
    boxed(
        "sp-artillery",
        "Self-propelled artillery",
        r#"<circle cx="30" cy="20" r="6" class="f"/><rect x="10" y="9" width="40" height="22" rx="11"/>"#,
    ),
    boxed(
        "rocket-artillery",
        "Rocket artillery",
        r#"<circle cx="30" cy="27" r="7" class="f"/><path d="M20 17 30 9 40 17M20 10 30 2 40 10"/>"#,
    ),
    boxed("mortar", "Mortar", r#"<circle cx="30" cy="30" r="5"/><path d="M30 25V6M23 13 30 5 37 13"/>"#),
    boxed("cavalry", "Cavalry", r#"<path d="M0 40 60 0"/>"#),
    boxed("recon", "Reconnaissance", r#"<path d="M0 40 60 0"/>"#),
    boxed(
        "armored-recon",
        "Armoured reconnaissance",
        r#"<path d="M0 40 60 0"/><rect x="12" y="11" width="36" height="18" rx="9"/>"#,
    ),
    boxed("engineer", "Engineers", r#"<path d="M12 29V13H48V29M30 13V27" stroke-width="4.5"/>"#),
    boxed(
        "headquarters",
        "Headquarters",
        r#"<path d="M0 0H60V12H0Z" class="f"/><path d="M18 17V36M18 26.5H28M28 17V36M45 36A8 9.5 0 1 1 45.1 36M46 30 51 37" stroke-width="4"/>"#,
    ),
    boxed(
        "airborne",
        "Airborne infantry",
        r#"<path d="M0 0 60 40M0 40 60 0"/><path d="M16 37Q23 26 30 37Q37 26 44 37" stroke-width="3.6"/>"#,
    ),
    boxed(
        "marine",
        "Marine infantry",
        r#"<path d="M0 0 60 40M0 40 60 0"/><path d="M30 24V38M25 28H35M21 32Q23 38 30 38Q37 38 39 32" stroke-width="3.4"/>"#,
    ),
    boxed(
        "commando",
        "Commandos",
        r#"<path d="M0 0 60 40M0 40 60 0"/><path d="M22 33 30 25 38 33 30 40Z" class="f"/>"#,
    ),
    boxed("ranger", "Rangers", r#"<path d="M0 0 60 40M0 40 60 0"/><path d="M23 3H37L30 15Z" class="f"/>"#),
    boxed(
        "mountain",
        "Mountain infantry",
        r#"<path d="M0 0 60 40M0 40 60 0"/><path d="M21 40 30 25 39 40Z" class="f"/>"#,
    ),
    boxed("anti-tank", "Anti-tank", r#"<path d="M0 40 30 2 60 40"/>"#),
    boxed("anti-aircraft", "Anti-aircraft", r#"<path d="M4 40Q4 14 30 14Q56 14 56 40"/>"#),
    boxed(
        "security",
        "Security troops",
        r#"<path d="M0 0 60 40M0 40 60 0"/><path d="M0 0H14V40H0Z" class="f"/>"#,
    ),
    boxed(
        "border",
        "Border constabulary",
        r#"<path d="M0 0 60 40M0 40 60 0"/><path d="M0 31H60V40H0Z" class="f"/>"#,
    ),
    boxed("garrison", "Garrison", r#"<path d="M10 32V14H17V20H25V14H35V20H43V14H50V32Z" class="f"/>"#),
    boxed(
        "police",
        "Military police",
        r#"<path d="M12 31V10L20 22 28 10V31M36 31V10H43Q50 10 50 16Q50 22 43 22H36" stroke-width="4"/>"#,
    ),
    boxed("cadre", "Cadre", r#"<path d="M0 0 60 40M0 40 60 0" stroke-dasharray="6 5"/>"#),
    boxed(
        "railroad",
        "Railway troops",
        r#"<path d="M6 15H54M6 25H54M13 10V30M22 10V30M30 10V30M38 10V30M47 10V30" stroke-width="2.8"/>"#,
    ),
    boxed("supply", "Supply", r#"<path d="M0 30H60"/>"#),
    boxed("depot", "Supply depot", r#"<path d="M0 30H60"/><circle cx="30" cy="15" r="8" class="f"/>"#),
    boxed(
        "truck",
        "Transport column",
        r#"<path d="M8 27V12H36V27M36 17H45L51 23V27H8"/><circle cx="17" cy="29" r="5" class="f"/><circle cx="43" cy="29" r="5" class="f"/>"#,
    ),
    boxed(
        "bridging",
        "Bridging",
        r#"<path d="M8 12Q14 20 20 20H40Q46 20 52 12M8 30Q14 22 20 22"/><path d="M40 22Q46 22 52 30"/>"#,
    ),
    boxed("signals", "Signals", r#"<path d="M0 0 30 26V14L60 40"/>"#),
    boxed("medical", "Medical", r#"<path d="M30 0V40M0 20H60"/>"#),
    boxed("aviation", "Army aviation", r#"<path d="M12 10V30L48 10V30Z" class="f"/>"#),
    boxed(
        "partisan",
        "Partisans",
        r#"<path d="M0 0 60 40M0 40 60 0" stroke-dasharray="9 4"/><circle cx="30" cy="20" r="8" class="f"/>"#,
    ),
    boxed(
        "special-operations",
        "Special operations",
        r#"<path d="M0 0 60 40M0 40 60 0"/><path d="M30 6 34 17 45 17 36 24 40 35 30 28 20 35 24 24 15 17 26 17Z" class="f"/>"#,
    ),
    boxed("dummy", "Dummy", r#"<path d="M10 20H50" stroke-dasharray="5 5"/>"#),
    boxed(
        "unknown",
        "Unknown unit",
        r#"<path d="M22 13Q22 5 30 5Q39 5 39 13Q39 18 33 21Q30 23 30 27" stroke-width="4.5"/><circle cx="30" cy="34" r="3" class="f"/>"#,
    ),
    free(
        "leader",
        "Leader",
        r#"<path d="M30 1 35.5 14.5 50 15.5 39 25 42.5 39 30 31.5 17.5 39 21 25 10 15.5 24.5 14.5Z" class="f"/>"#,
    ),
    free(
        "fighter",
        "Fighter",
        r#"<path d="M30 1 33 12 56 25V30L33 25 32.5 32 39 37V40H21V37L27.5 32 27 25 4 30V25L27 12Z" class="f"/>"#,
    ),
    free(
        "bomber",
        "Bomber",
        r#"<path d="M30 0 33 5V13H60V20L33 23 32 32 41 36V40H19V36L28 32 27 23 0 20V13H27V5Z" class="f"/><path d="M13 9V13M22 9V13M38 9V13M47 9V13" stroke-width="4"/>"#,
    ),
    free(
        "attack-aircraft",
        "Attack aircraft",
        r#"<path d="M30 1 33 9V13L58 17V23L33 24 32 32 40 36V39H20V36L28 32 27 24 2 23V17L27 13V9Z" class="f"/>"#,
    ),
    free(
        "air-transport",
        "Transport aircraft",
        r#"<path d="M30 0Q35 3 35 12L60 17V23L35 23V32L43 37V40H17V37L25 32V23L0 23V17L25 12Q25 3 30 0Z" class="f"/>"#,
    ),
    free(
        "helicopter",
        "Helicopter",
        r#"<path d="M6 9H54M30 9V15" stroke-width="3.4"/><path d="M18 15H38Q47 16 47 25Q47 30 40 30H24L4 24V19H18Z" class="f"/><path d="M17 36H45M24 30V36M38 30V36" stroke-width="3"/>"#,
    ),
    free(
        "battleship",
        "Battleship",
        r#"<path d="M0 26H60L53 36H8Z" class="f"/><path d="M10 26V20H18L19 26M26 26V10H34V26M42 26V20H50L51 26" class="f"/><path d="M2 18H12M48 18H58M30 10V2" stroke-width="3"/>"#,
    ),
    free(
        "cruiser",
        "Cruiser",
        r#"<path d="M0 26H60L54 36H7Z" class="f"/><path d="M12 26V21H20V26M27 26V12H34V26M44 26V21H50V26" class="f"/><path d="M5 19H14M30 12V3" stroke-width="3"/>"#,
    ),
    free(
        "carrier",
        "Aircraft carrier",
        r#"<path d="M0 19H60V24L53 35H9L0 24Z" class="f"/><path d="M36 19V10H45V19" class="f"/><path d="M41 10V3" stroke-width="3"/>"#,
    ),
    free(
        "destroyer",
        "Destroyer",
        r#"<path d="M4 27H58L51 36H10Z" class="f"/><path d="M26 27V16H36V27" class="f"/><path d="M31 16V6M13 27V22H19" stroke-width="3.4"/>"#,
    ),
    free(
        "naval-transport",
        "Transport ship",
        r#"<path d="M2 24H58L50 37H10Z" class="f"/><path d="M14 24V14H25V24M33 24V18H47V24" class="f"/><path d="M19 14V5M40 18V10" stroke-width="3"/>"#,
    ),
    free(
        "submarine",
        "Submarine",
        r#"<path d="M1 26Q8 18 24 18V9H34V18Q52 18 59 26Q50 34 30 34Q10 34 1 26Z" class="f"/><path d="M29 9V3H35" stroke-width="3"/>"#,
    ),
    free(
        "minesweeper",
        "Minesweeper",
        r#"<path d="M4 27H56L50 36H10Z" class="f"/><path d="M22 27V19H32V27" class="f"/><circle cx="46" cy="15" r="6" class="f"/><path d="M46 6V9M37 15H40M52 15H55" stroke-width="3"/>"#,
    ),
    free("factory", "Factory", r#"<path d="M6 37V18L18 25V18L30 25V18L42 25V5H50V37Z" class="f"/>"#),
    free("marker", "Marker", r#"<circle cx="30" cy="20" r="14"/>"#),
    free(
        "chit",
        "Chit",
        r#"<circle cx="30" cy="20" r="17"/><circle cx="30" cy="20" r="12" stroke-dasharray="4 3"/>"#,
    ),
    free(
        "bridge",
        "Bridge",
        r#"<path d="M3 12Q10 19 16 19H44Q50 19 57 12M3 32Q10 25 16 25H44Q50 25 57 32" stroke-width="4"/>"#,
    ),
    free(
        "air-strike",
        "Air strike",
        r#"<path d="M30 1 33 12 56 25V30L33 25 32.5 32 39 37V40H21V37L27.5 32 27 25 4 30V25L27 12Z" class="f"/>"#,
    ),
    free(
        "barrage",
        "Barrage",
        r#"<path d="M30 3 34 14 45 8 41 19 54 22 42 27 47 38 35 32 30 40 25 32 13 38 18 27 6 22 19 19 15 8 26 14Z" class="f"/>"#,
    ),
    free(
        "atomic",
        "Atomic bomb",
        r#"<path d="M30 20 20 3A20 20 0 0 1 40 3ZM30 20 10 20A20 20 0 0 0 20 37ZM30 20 40 37A20 20 0 0 0 50 20Z" class="f"/>"#,
    ),
];

/// Other words games use for the same drawing.
pub const ALIASES: &[(&str, &str)] = &[
    ("armour", "armor"),
    ("tank", "armor"),
    ("mech", "mechanized"),
    ("mechanised", "mechanized"),
    ("motorised", "motorized"),
    ("hq", "headquarters"),
    ("anti-air", "anti-aircraft"),
    ("aa", "anti-aircraft"),
    ("at", "anti-tank"),
    ("mp", "police"),
    ("rail", "railroad"),
    ("reconnaissance", "recon"),
    ("transport", "naval-transport"),
    ("transport-air", "air-transport"),
    ("transport-plane", "air-transport"),
    ("ship", "destroyer"),
    ("plane", "fighter"),
    ("guerrilla", "partisan"),
    ("special", "special-operations"),
    ("hidden", "unknown"),
];

/// A size mark: its key, its name, and how many of which stroke.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The key games use.
    pub key: &'static str,
    /// What a legend calls it.
    pub name: &'static str,
    /// `o` dot, `i` bar, `x` cross.
    pub stroke: char,
    /// How many.
    pub count: u8,
}

const fn size(key: &'static str, name: &'static str, stroke: char, count: u8) -> Size {
    Size { key, name, stroke, count }
}

/// Every size, smallest first.
pub const SIZES: &[Size] = &[
    size("squad", "Squad", 'o', 1),
    size("section", "Section", 'o', 2),
    size("platoon", "Platoon", 'o', 3),
    size("company", "Company", 'i', 1),
    size("battalion", "Battalion", 'i', 2),
    size("regiment", "Regiment", 'i', 3),
    size("brigade", "Brigade", 'x', 1),
    size("division", "Division", 'x', 2),
    size("corps", "Corps", 'x', 3),
    size("army", "Army", 'x', 4),
    size("army-group", "Army group", 'x', 5),
];

/// Size marks by the printed sign.
pub const SIZE_SIGNS: &[(&str, &str)] = &[
    ("•••", "platoon"),
    ("I", "company"),
    ("II", "battalion"),
    ("III", "regiment"),
    ("X", "brigade"),
    ("XX", "division"),
    ("XXX", "corps"),
    ("XXXX", "army"),
    ("XXXXX", "army-group"),
];

/// A nation's colours and its corner mark, so that no side is told by colour alone.
#[derive(Clone, Copy, Debug)]
pub struct Nation {
    /// The key games use.
    pub key: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The counter's face.
    pub face: &'static str,
    /// Lines and text.
    pub ink: &'static str,
    /// The inside of the unit box.
    pub field: &'static str,
    /// Band and back of the counter.
    pub band: &'static str,
    /// Corner mark in a 22 by 22 field.
    pub corner: &'static str,
    /// Pattern of the face: lines or dots in a 12 by 12 tile; empty for plain.
    pub weave: &'static str,
}

/// Every nation of the five games.
pub const NATIONS: &[Nation] = &[
    Nation {
        key: "us",
        name: "United States",
        face: "#c9cf9f",
        ink: "#1d2412",
        field: "#f3f3df",
        band: "#56652f",
        corner: r#"<path d="M11 2 13.6 8.4 20.5 8.9 15.2 13.3 16.9 20 11 16.3 5.1 20 6.8 13.3 1.500 8.9 8.400 8.4Z"/>"#,
        weave: "",
    },
    Nation {
        key: "usmc",
        name: "US Marine Corps",
        face: "#9fb184",
        ink: "#131c0c",
        field: "#eef0d6",
        band: "#33471f",
        corner: r#"<path d="M0 0H22L0 22Z"/>"#,
        weave: r#"<path d="M0 12 12 0" stroke-width="1.2"/>"#,
    },
    Nation {
        key: "rok",
        name: "Republic of Korea",
        face: "#b4cbd6",
        ink: "#12232d",
        field: "#eef4f4",
        band: "#2f5d78",
        corner: r#"<path d="M2 11A9 9 0 0 1 20 11A4.500 4.500 0 0 1 11 11A4.500 4.500 0 0 0 2 11Z"/><circle cx="11" cy="11" r="9" fill="none" stroke-width="2"/>"#,
        weave: r#"<circle cx="6" cy="6" r="1.1" stroke="none" fill="currentColor"/>"#,
    },
    Nation {
        key: "cw",
        name: "Commonwealth",
        face: "#d9c7a2",
        ink: "#2b2010",
        field: "#f6efdc",
        band: "#7b5a2b",
        corner: r#"<path d="M8 1H14V21H8ZM1 8H21V14H1Z"/>"#,
        weave: r#"<path d="M0 6H12" stroke-width="1.1"/>"#,
    },
    Nation {
        key: "un",
        name: "United Nations",
        face: "#a9c9e6",
        ink: "#0f2238",
        field: "#edf4fb",
        band: "#2c5f97",
        corner: r#"<circle cx="11" cy="11" r="8" fill="none" stroke-width="3.4"/>"#,
        weave: r#"<path d="M6 0V12" stroke-width="1.1"/>"#,
    },
    Nation {
        key: "nk",
        name: "North Korea",
        face: "#dca68d",
        ink: "#3a0f08",
        field: "#fbeee2",
        band: "#8e2f1f",
        corner: r#"<path d="M11 1 21 11 11 21 1 11Z"/>"#,
        weave: "",
    },
    Nation {
        key: "ccf",
        name: "Chinese forces",
        face: "#d9695a",
        ink: "#2c0605",
        field: "#fdeac0",
        band: "#7a1414",
        corner: r#"<path d="M0 9 9 0H16L0 16ZM0 20 20 0H22V5L5 22H0Z"/>"#,
        weave: r#"<path d="M0 0 12 12" stroke-width="1.2"/>"#,
    },
    Nation {
        key: "su",
        name: "Soviet Union",
        face: "#b99bab",
        ink: "#260b1b",
        field: "#f4eaf0",
        band: "#5d2347",
        corner: r#"<path d="M2 2H20V20H2Z"/>"#,
        weave: r#"<path d="M0 3H12M0 9H12" stroke-width="1"/>"#,
    },
    Nation {
        key: "roc",
        name: "Republic of China",
        face: "#c8bfe0",
        ink: "#1d1436",
        field: "#f3f0fa",
        band: "#4b3c86",
        corner: r#"<path d="M11 0 13 7 20 4 15 10 22 13 14 14 15 22 11 15 7 22 8 14 0 13 7 10 2 4 9 7Z"/>"#,
        weave: r#"<circle cx="3" cy="3" r="1" stroke="none" fill="currentColor"/><circle cx="9" cy="9" r="1" stroke="none" fill="currentColor"/>"#,
    },
    Nation {
        key: "neutral",
        name: "Marker",
        face: "#efe9d8",
        ink: "#2a2620",
        field: "#fbf8ee",
        band: "#6b6355",
        corner: "",
        weave: "",
    },
];

/// Nations by the other names games use.
pub const NATION_ALIASES: &[(&str, &str)] = &[
    ("usa", "us"),
    ("uk", "cw"),
    ("ch", "ccf"),
    ("cn", "ccf"),
    ("cpv", "ccf"),
    ("cpla", "ccf"),
    ("china", "ccf"),
    ("nkpa", "nk"),
    ("kpa", "nk"),
    ("ussr", "su"),
    ("soviet", "su"),
    ("japan", "us"),
    ("communist", "nk"),
    ("com", "nk"),
    ("allied", "us"),
];
