//! Status badges and markers, as data.

/// A status badge in a 24 by 24 field: dark on a light disc with a dark rim.
#[derive(Clone, Copy, Debug)]
pub struct Badge {
    /// The key games use.
    pub key: &'static str,
    /// What a legend calls it.
    pub name: &'static str,
    /// The disc's colour.
    pub disc: &'static str,
    /// SVG.
    pub art: &'static str,
}

const fn badge(key: &'static str, name: &'static str, disc: &'static str, art: &'static str) -> Badge {
    Badge { key, name, disc, art }
}

/// Every status of the five games.
pub const BADGES: &[Badge] = &[
    badge("moved", "Has moved", "#fffdf2", r#"<path d="M4 12H15M11 7 17 12 11 17" stroke-width="3.4"/>"#),
    badge("attacked", "Has attacked", "#fffdf2", r#"<path d="M6 6 18 18M18 6 6 18" stroke-width="3.4"/>"#),
    badge("spent", "Spent", "#d8d3c6", r#"<path d="M5 12H19" stroke-width="4.4"/>"#),
    badge("disrupted", "Disrupted", "#f7c948", r#"<path d="M14 3 7 13H12L10 21 18 10H12.500Z" class="f"/>"#),
    badge(
        "disorganized",
        "Disorganised",
        "#f7c948",
        r#"<path d="M4 9Q8 4 12 9T20 9M4 16Q8 11 12 16T20 16" stroke-width="2.8"/>"#,
    ),
    badge(
        "out-of-supply",
        "Out of supply",
        "#f2a03d",
        r#"<path d="M8 8H16V20H8ZM10 8V5H14V8" stroke-width="2.4"/><path d="M3 21 21 3" stroke-width="3"/>"#,
    ),
    badge(
        "isolated",
        "Isolated",
        "#f2a03d",
        r#"<circle cx="12" cy="12" r="7" stroke-dasharray="4 3" stroke-width="3"/><circle cx="12" cy="12" r="2.4" class="f"/>"#,
    ),
    badge(
        "low-supply",
        "Low on supply",
        "#f6d28b",
        r#"<path d="M8 8H16V20H8ZM10 8V5H14V8" stroke-width="2.4"/><path d="M8 16H16" stroke-width="2.4"/>"#,
    ),
    badge(
        "air-supply",
        "Supplied by air",
        "#cfe6f2",
        r#"<path d="M4 11A8 8 0 0 1 20 11Z" class="f"/><path d="M5 11 12 20 19 11M12 11V20" stroke-width="1.8"/>"#,
    ),
    badge(
        "hidden",
        "Hidden from the enemy",
        "#ffffff",
        r#"<path d="M3 12Q12 4 21 12Q12 20 3 12Z" stroke-width="2"/><circle cx="12" cy="12" r="2.800" class="f"/><path d="M4 20 20 4" stroke-width="2.600"/>"#,
    ),
    badge(
        "spotted",
        "Spotted",
        "#ffffff",
        r#"<path d="M3 12Q12 4 21 12Q12 20 3 12Z" stroke-width="2"/><circle cx="12" cy="12" r="3.200" class="f"/>"#,
    ),
    badge("dug-in", "Dug in", "#e3cfa5", r#"<path d="M3 16H7L9 9H15L17 16H21" stroke-width="3"/>"#),
    badge(
        "entrenched",
        "Entrenched",
        "#e3cfa5",
        r#"<path d="M3 9H7V16H11V9H15V16H19V9H22" stroke-width="2.800"/>"#,
    ),
    badge(
        "fortified",
        "Fortified",
        "#e3cfa5",
        r#"<path d="M4 20V8H8V11H10V8H14V11H16V8H20V20Z" class="f"/>"#,
    ),
    badge(
        "suppressed",
        "Suppressed",
        "#f7c948",
        r#"<path d="M12 4V15M7 11 12 17 17 11M5 20H19" stroke-width="2.800"/>"#,
    ),
    badge("broken", "Broken", "#e57f62", r#"<path d="M13 3 9 10 14 13 10 21" stroke-width="3"/>"#),
    badge(
        "retreated",
        "Has retreated",
        "#fffdf2",
        r#"<path d="M20 12H9M13 7 7 12 13 17" stroke-width="3.4"/>"#,
    ),
    badge("reinforcement", "Reinforcement", "#d4e8c2", r#"<path d="M12 5V19M5 12H19" stroke-width="3.6"/>"#),
    badge(
        "replacement",
        "Replacements",
        "#d4e8c2",
        r#"<path d="M6 9A7 7 0 0 1 18 8M18 15A7 7 0 0 1 6 16M18 3V8H13M6 21V16H11" stroke-width="2.200"/>"#,
    ),
    badge(
        "interdicted",
        "Interdicted",
        "#f2a03d",
        r#"<path d="M6 4 18 20M4 18 20 6" stroke-width="2.200"/><circle cx="12" cy="12" r="8" stroke-width="2.200"/>"#,
    ),
    badge("activated", "Activated", "#fffdf2", r#"<path d="M5 13 10 18 19 6" stroke-width="3.400"/>"#),
    badge(
        "may-not-move",
        "May not move",
        "#fffdf2",
        r#"<circle cx="12" cy="12" r="8" stroke-width="2.600"/><path d="M6.500 6.500 17.500 17.500" stroke-width="2.600"/>"#,
    ),
    badge(
        "march",
        "March order",
        "#cfe6f2",
        r#"<path d="M4 7 9 12 4 17M11 7 16 12 11 17" stroke-width="3"/>"#,
    ),
    badge("assault", "Assault", "#e57f62", r#"<path d="M12 3V21M6 10 12 3 18 10" stroke-width="3.200"/>"#),
    badge(
        "reserve",
        "In reserve",
        "#cfe6f2",
        r#"<path d="M8 20V5H13A4 4 0 0 1 13 13H8M12 13 17 20" stroke-width="2.800"/>"#,
    ),
    badge(
        "prisoner",
        "Prisoners",
        "#d8d3c6",
        r#"<path d="M7 4V20M12 4V20M17 4V20M5 4H19M5 20H19" stroke-width="2"/>"#,
    ),
    badge(
        "controlled",
        "Controlled",
        "#fffdf2",
        r#"<path d="M7 21V3M7 4H18L15 8 18 12H7" stroke-width="2.400"/>"#,
    ),
    badge(
        "bridge-blown",
        "Bridge blown",
        "#f2a03d",
        r#"<path d="M3 10H9M15 10H21M3 15H9M15 15H21M10 6 14 19" stroke-width="2.400"/>"#,
    ),
    badge(
        "fatigued",
        "Fatigued",
        "#d8d3c6",
        r#"<path d="M5 7H13L5 17H13M15 11H20L15 18H20" stroke-width="2.200"/>"#,
    ),
    badge(
        "victory",
        "Victory",
        "#f7d774",
        r#"<path d="M12 2 15 9 22 9.500 16.500 14 18.500 21 12 17 5.500 21 7.500 14 2 9.500 9 9Z" class="f"/>"#,
    ),
    badge(
        "advanced",
        "Has advanced",
        "#fffdf2",
        r#"<path d="M4 12H13M10 7 15 12 10 17M19 5V19" stroke-width="3"/>"#,
    ),
    badge(
        "face-down",
        "Face down to the enemy",
        "#ffffff",
        r#"<path d="M3 12Q12 4 21 12Q12 20 3 12Z" stroke-width="2"/><circle cx="12" cy="12" r="2.8" class="f"/><path d="M4 20 20 4" stroke-width="2.6"/>"#,
    ),
    badge("attacker", "Attacks now", "#e57f62", r#"<path d="M5 19 17 7M11 6H18V13" stroke-width="3.2"/>"#),
    badge(
        "human-wave",
        "Human wave",
        "#e57f62",
        r#"<path d="M3 9Q7 4 11 9T19 9M3 15Q7 10 11 15T19 15M3 21Q7 16 11 21T19 21" stroke-width="2.2"/>"#,
    ),
    badge(
        "attack",
        "Attacked hex",
        "#e57f62",
        r#"<path d="M12 2 14.500 9 22 8 16.500 13 19 20 12 16 5 20 7.500 13 2 8 9.500 9Z" class="f"/>"#,
    ),
    badge(
        "bombardment",
        "Bombarded hex",
        "#f2a03d",
        r#"<circle cx="12" cy="12" r="3.6" class="f"/><path d="M12 2V6M12 18V22M2 12H6M18 12H22M5 5 8 8M16 16 19 19M19 5 16 8M8 16 5 19" stroke-width="2.4"/>"#,
    ),
    badge(
        "support",
        "Support fire",
        "#f7d774",
        r#"<path d="M12 3V13M7 9 12 14 17 9" stroke-width="3"/><path d="M5 20H19" stroke-width="3.4"/>"#,
    ),
    badge("control", "Control", "#fffdf2", r#"<path d="M7 21V3M7 4H18L15 8 18 12H7" stroke-width="2.4"/>"#),
    badge(
        "objective",
        "Objective",
        "#f7d774",
        r#"<circle cx="12" cy="12" r="9" stroke-width="2.2"/><circle cx="12" cy="12" r="5" stroke-width="2.2"/><circle cx="12" cy="12" r="1.8" class="f"/>"#,
    ),
    badge(
        "bridge",
        "Bridge",
        "#e3cfa5",
        r#"<path d="M3 6Q8 10 8 10H16Q16 10 21 6M3 18Q8 14 8 14H16Q16 14 21 18" stroke-width="2.6"/>"#,
    ),
    badge(
        "trenches",
        "Trenches",
        "#e3cfa5",
        r#"<path d="M3 9H7V16H11V9H15V16H19V9H22" stroke-width="2.8"/>"#,
    ),
    badge("position", "Prepared position", "#e3cfa5", r#"<path d="M3 17Q12 4 21 17" stroke-width="3"/>"#),
    badge(
        "bug-out",
        "Bugging out",
        "#f7c948",
        r#"<path d="M20 5 9 16M9 8V16H17M4 20H20" stroke-width="2.8"/>"#,
    ),
    badge(
        "forced-march",
        "Forced march",
        "#cfe6f2",
        r#"<path d="M3 7 8 12 3 17M9 7 14 12 9 17M15 7 20 12 15 17" stroke-width="2.6"/>"#,
    ),
    badge(
        "damaged",
        "Damaged",
        "#f2a03d",
        r#"<path d="M4 4 9 10 6 13 12 14 10 20 20 12 14 11 18 4 12 8Z" class="f"/>"#,
    ),
    badge(
        "mined",
        "Mined",
        "#d8d3c6",
        r#"<circle cx="12" cy="13" r="5.500" class="f"/><path d="M12 3V7M4 8 7 10M20 8 17 10M4 18 7 16M20 18 17 16" stroke-width="2.4"/>"#,
    ),
    badge(
        "carried",
        "Carried by ship",
        "#cfe6f2",
        r#"<path d="M3 12H21L18 18H6ZM11 12V5L17 12" stroke-width="2.4"/>"#,
    ),
    badge(
        "landed",
        "Landed",
        "#cfe6f2",
        r#"<path d="M3 20Q7 16 12 20T21 20M12 3V14M7 10 12 15 17 10" stroke-width="2.6"/>"#,
    ),
    badge(
        "paradrop",
        "Air drop",
        "#cfe6f2",
        r#"<path d="M4 11A8 8 0 0 1 20 11Z" class="f"/><path d="M5 11 12 20 19 11" stroke-width="2"/>"#,
    ),
    badge(
        "paired",
        "Paired",
        "#d4e8c2",
        r#"<circle cx="8.500" cy="12" r="5.500" stroke-width="2.4"/><circle cx="15.500" cy="12" r="5.500" stroke-width="2.4"/>"#,
    ),
    badge(
        "planned",
        "Planned",
        "#cfe6f2",
        r#"<path d="M6 3H18V21H6ZM9 8H15M9 12H15M9 16H13" stroke-width="2"/>"#,
    ),
    badge("ready", "Ready", "#d4e8c2", r#"<path d="M5 13 10 18 19 6" stroke-width="3.4"/>"#),
    badge(
        "cadre",
        "Cadre",
        "#d8d3c6",
        r#"<path d="M4 7H20V17H4ZM4 7 20 17M4 17 20 7" stroke-width="1.8" stroke-dasharray="3 2"/>"#,
    ),
    badge(
        "barrage",
        "Barrage",
        "#f2a03d",
        r#"<circle cx="12" cy="12" r="3.6" class="f"/><path d="M12 2V6M12 18V22M2 12H6M18 12H22M5 5 8 8M16 16 19 19M19 5 16 8M8 16 5 19" stroke-width="2.4"/>"#,
    ),
    badge(
        "fallout",
        "Fallout",
        "#f7d774",
        r#"<path d="M12 12 7 3A10 10 0 0 1 17 3ZM12 12 2 12A10 10 0 0 0 7 21ZM12 12 17 21A10 10 0 0 0 22 12Z" class="f"/>"#,
    ),
];
