//! What the game says of itself: sides, scenarios, options.

use crate::data::Data;
use crate::state::rule;
use engine::{GameInfo, OptionInfo, Options, ScenarioInfo, SeatInfo, SideInfo};

/// An optional rule as an option of the match (4.11).
struct Switch {
    id: &'static str,
    bit: u32,
    title: &'static str,
    blurb: &'static str,
}

const SWITCHES: [Switch; 15] = [
    Switch {
        id: "quick",
        bit: rule::QUICK,
        title: "Quick game",
        blurb: "Ends on 10 December; units in the Hungnam perimeter count as exited (S1 5.4).",
    },
    Switch {
        id: "meeting",
        bit: rule::MEETING,
        title: "Meeting engagements",
        blurb: "Units may attack while they move (26).",
    },
    Switch {
        id: "split-barrage",
        bit: rule::SPLIT,
        title: "Split barrage",
        blurb: "Artillery may divide its fire (27).",
    },
    Switch {
        id: "integrity",
        bit: rule::INTEGRITY,
        title: "Organizational integrity",
        blurb: "Headquarters serve their own nations only (28).",
    },
    Switch {
        id: "entrenchments",
        bit: rule::ENTRENCH,
        title: "Entrenchments",
        blurb: "Supplied units may dig in (29).",
    },
    Switch {
        id: "armor",
        bit: rule::ARMOR,
        title: "Armor",
        blurb: "Armor is halved against rough, swamp and cities off the road (30).",
    },
    Switch {
        id: "partisans",
        bit: rule::PARTISANS,
        title: "Partisans",
        blurb: "Partisans march like the Chinese and are only probed (31).",
    },
    Switch {
        id: "special-operations",
        bit: rule::SPECIAL,
        title: "Special operations",
        blurb: "Special operations march like the Chinese and attack hard ground better (32).",
    },
    Switch {
        id: "amphibious",
        bit: rule::AMPHIBIOUS,
        title: "Amphibious units",
        blurb: "Amphibious battalions move along the coast and carry a passenger (33).",
    },
    Switch {
        id: "port",
        bit: rule::PORT,
        title: "Port unit",
        blurb: "Two regiments a turn leave by sea only with the port brigade in a port (34).",
    },
    Switch {
        id: "airfields",
        bit: rule::AIRFIELDS,
        title: "Airfields",
        blurb: "Two TAC depend on airfield groups (35).",
    },
    Switch {
        id: "extras",
        bit: rule::EXTRAS,
        title: "Strategic extras",
        blurb: "19th Engineers, UN partisans and, if the Communists wish, the 42nd Army (36, 39).",
    },
    Switch {
        id: "atomic",
        bit: rule::ATOMIC,
        title: "Atomic weapons",
        blurb: "The UN may call for atomic bombs, at a price (37).",
    },
    Switch {
        id: "open",
        bit: rule::OPEN,
        title: "Open stacks",
        blurb: "Both sides see every unit (without 21).",
    },
    Switch {
        id: "what-if",
        bit: rule::WHAT_IF,
        title: "Scenario options",
        blurb: "Both sides choose in secret from the options of 38 before play.",
    },
];

const FOG: Switch = Switch {
    id: "fog",
    bit: rule::FOG,
    title: "Fog of war markers",
    blurb: "Nine markers hide Communist stacks altogether (25).",
};

/// The optional rules that a set of options turns on. [rule: ch S2 4.0]
pub(crate) fn rules(scenario: u8, options: &Options) -> u32 {
    let all = SWITCHES.iter().chain([&FOG]);
    let chosen = all.filter(|s| options.on(s.id)).fold(0, |rules, s| rules | s.bit);
    if scenario == 1 { chosen | rule::FOG } else { chosen }
}

/// The options that stand for a set of optional rules.
pub(crate) fn options(scenario: u8, rules: u32) -> Options {
    let fog = (scenario == 0).then_some(&FOG);
    SWITCHES.iter().chain(fog).fold(Options::default(), |options, s| {
        options.with(s.id, if rules & s.bit != 0 { "on" } else { "off" })
    })
}

/// The ids of the scenarios.
pub(crate) const SCENARIOS: [&str; 2] = ["advancing", "envelopment"];

/// The catalogue entry.
pub(crate) fn info(data: &Data) -> GameInfo {
    let side = |side: &str, name: &str, nation: &str| SideInfo {
        side: side.to_owned(),
        name: name.to_owned(),
        nation: nation.to_owned(),
    };
    let seat = |seat: &str, name: &str, side| SeatInfo { seat: seat.to_owned(), name: name.to_owned(), side };
    let scenario = |id: &str, title: &str, blurb: &str, fog: bool| ScenarioInfo {
        scenario: id.to_owned(),
        title: title.to_owned(),
        blurb: blurb.to_owned(),
        turns: data.turns.into(),
        seats: vec!["un".to_owned(), "com".to_owned()],
        sides: Vec::new(),
        seat_names: Vec::new(),
        minutes: 480,
        difficulty: 4,
        options: SWITCHES
            .iter()
            .chain(fog.then_some(&FOG))
            .map(|s| OptionInfo::switch(s.id, s.title, s.blurb, rule::DEFAULT & s.bit != 0))
            .collect(),
    };
    GameInfo {
        game: "chosin".to_owned(),
        title: "Chosin: X Corps Escapes the Trap".to_owned(),
        blurb: "Northeast Korea, winter 1950: nine Chinese divisions against the Marines and X Corps, day by day.".to_owned(),
        version: 1,
        sides: vec![side("un", "United Nations", "us"), side("com", "Communists", "ccf")],
        seats: vec![seat("un", "United Nations", 0), seat("com", "Communists", 1)],
        scenarios: vec![
            scenario(
                SCENARIOS[0],
                "Advancing to the Rear",
                "27 November to 24 December 1950 as it was: the Chinese strike first and by surprise, X Corps fights its way to the ships. Among the options is a quick game of 14 days.",
                true,
            ),
            scenario(
                SCENARIOS[1],
                "The Great Envelopment",
                "The Chinese choose their strength in secret and hide behind nine markers; the United Nations may try to go on to the Yalu.",
                false,
            ),
        ],
    }
}
