//! Boxes, tracks and tables beside the map.

use crate::actions::{Pool, SPOTS};
use crate::game::FireAndIce;
use crate::names::{BASE_WORDS, BOX_WORDS, WEATHER_WORDS};
use crate::sequence::STEP_WORDS;
use crate::setup::{AIR_BOXES, BASES};
use crate::state::{AirBox, Base, COM, China, Commander, Sea, State, Step, UN, did, mark};
use engine::scene::{Cell, Panel, PanelBody, Text};

/// The steps of a month, and what one does there.
const MONTH: [(Step, &str); 11] = [
    (Step::Weather, "a D10 decides; aircraft come home"),
    (Step::Foreign, "whoever is behind may ask for help"),
    (Step::Supply, "supply is what the infrastructure gives"),
    (Step::FlipHqUn, "pay to make headquarters fresh"),
    (Step::FlipHqCom, "pay to make headquarters fresh"),
    (Step::BuyUn, "airfields, positions, shortages"),
    (Step::BuyCom, "airfields, positions, shortages"),
    (Step::AirReinforcements, "aircraft and airfields arrive"),
    (Step::CommitCom, "lay aircraft on missions"),
    (Step::CommitUn, "lay aircraft on missions"),
    (Step::Strategic, "air fights and strikes"),
];

/// The steps of a week, likewise.
const WEEK: [(Step, &str); 15] = [
    (Step::Fleet, "the fleet stays or changes seas"),
    (Step::Invasion, "one landing in the whole game"),
    (Step::Evacuation, "up to five units leave by sea"),
    (Step::ReinforceUn, "arrivals and rebuilding"),
    (Step::ReinforceCom, "arrivals and rebuilding"),
    (Step::FlipUn, "units with a line become fresh"),
    (Step::StrategicCom, "fresh pieces march behind the front"),
    (Step::ActivateCom, "one headquarters after the other"),
    (Step::FlipCom, "units with a line become fresh"),
    (Step::StrategicUn, "fresh pieces march behind the front"),
    (Step::ActivateUn, "one headquarters after the other"),
    (Step::ScrapCom, "units may be broken up"),
    (Step::ScrapUn, "units may be broken up"),
    (Step::CheckCom, "one objective action"),
    (Step::CheckUn, "one objective action, then the verdict"),
];

/// The bases in the order of the display.
const DISPLAY: [Base; 5] = [Base::Japan, Base::South, Base::Carriers, Base::North, Base::China];

/// All panels.
pub(crate) fn panels<'a>(game: &'a FireAndIce, state: &'a State) -> Vec<Panel<'a>> {
    let mut out = vec![
        checklist("month", "The month, step by step", &MONTH, state),
        checklist("week", "The week, step by step", &WEEK, state),
        headquarters(game, state),
        objectives(game, state),
        tracks(state),
        situation(state),
        cup(game, state),
    ];
    out.extend(SPOTS.iter().filter(|s| s.0 != "gone").map(|&(id, _)| boxed(id, title(id))));
    out.push(boxed("waiting", "Arrivals to be placed"));
    air_display(game, state, &mut out);
    out
}

fn boxed<'a>(id: &'a str, title: &'a str) -> Panel<'a> {
    Panel { id: id.into(), title: title.into(), body: PanelBody::Box }
}

fn title(id: &str) -> &'static str {
    match id {
        "box-inchon" => "Inch'on invasion box",
        "box-kunsan" => "Kunsan invasion box",
        "box-pusan" => "Pusan invasion box",
        "box-kangnung" => "Kangnung invasion box",
        "sea" => "Sea Transport",
        "replacements" => "Replacements box",
        _ => "Destroyed box",
    }
}

/// Where one is among steps, and what each is for.
fn checklist<'a>(
    id: &'static str,
    title: &'static str,
    steps: &[(Step, &'static str)],
    state: &State,
) -> Panel<'a> {
    let last = steps.last().map_or(state.step, |s| s.0);
    let cell = |&(step, note): &(Step, &'static str)| Cell {
        id: format!("{id}-{}", step as u8).into(),
        label: STEP_WORDS[step as usize].into(),
        note: if step < state.step && state.step <= last { "done".into() } else { note.into() },
        current: step == state.step,
    };
    Panel { id: id.into(), title: title.into(), body: PanelBody::Track(steps.iter().map(cell).collect()) }
}

fn table<'a>(
    id: &'static str,
    title: &'static str,
    columns: &[&'static str],
    rows: Vec<Vec<Text<'a>>>,
) -> Panel<'a> {
    let columns = columns.iter().map(|c| Text::from(*c)).collect();
    Panel { id: id.into(), title: title.into(), body: PanelBody::Table { columns, rows } }
}

/// Every headquarters: where it is, whether it can still act, how many units it takes, what refreshing it costs. Whom
/// it reaches now stands in its own detail and, as an overlay, on the map.
fn headquarters<'a>(game: &'a FireAndIce, state: &'a State) -> Panel<'a> {
    let ground = game.ground(state);
    let mut rows = Vec::new();
    for id in game.pieces_of(UN).chain(game.pieces_of(COM)) {
        let (unit, piece) = (game.unit(id), state.piece(id));
        if !unit.hq() || !piece.at.in_play() {
            continue;
        }
        let at = match piece.at.on_map() {
            Some(hex) => ground.label(hex),
            None => SPOTS.iter().find(|s| s.1 == piece.at).map_or("", |s| title(s.0)),
        };
        let able = if piece.done(did::DISPLACED) {
            "displaced, out of use this month"
        } else if piece.done(did::BARRED) {
            "interdicted, out of use this turn"
        } else if piece.has(mark::SPENT) {
            "spent"
        } else {
            "fresh"
        };
        rows.push(vec![
            Text::from(&unit.name),
            at.into(),
            able.into(),
            game.slots(state, unit.side).to_string().into(),
            game.refresh_cost(state, id).to_string().into(),
        ]);
    }
    table(
        "headquarters",
        "Headquarters",
        &["Headquarters", "At", "State", "Takes units", "Refresh costs supply"],
        rows,
    )
}

/// The objective markers: whose, worth what, and what stands between them and a claim.
fn objectives<'a>(game: &'a FireAndIce, state: &'a State) -> Panel<'a> {
    let ground = game.ground(state);
    let name = |side: u8| Text::from(if side == UN { "UN" } else { "Communist" });
    let row = |marker: &crate::state::Objective| {
        let (place, label) = (ground.place(marker.hex), ground.label(marker.hex));
        let at = if place == label { label.into() } else { format!("{label} {place}").into() };
        let worth = if marker.value == 0 { "hidden".into() } else { marker.value.to_string().into() };
        vec![
            at,
            name(marker.side),
            worth,
            name(game.controller(state, marker.hex)),
            game.claim_words(state, marker).into(),
        ]
    };
    table(
        "objectives",
        "Objectives",
        &["At", "Whose", "Worth", "Held by", "At the next check"],
        state.objectives.iter().map(row).collect(),
    )
}

fn tracks(state: &State) -> Panel<'_> {
    let number = |n: u8| Text::from(n.to_string());
    let [un, com] = &state.sides;
    let mut rows = vec![
        vec!["Supply".into(), number(un.supply), number(com.supply)],
        vec!["Infrastructure".into(), number(un.infrastructure), number(com.infrastructure)],
        vec!["Tank level".into(), number(un.tank), number(com.tank)],
        vec!["Artillery level".into(), number(un.artillery), number(com.artillery)],
        vec!["Bombardment level".into(), number(state.bombardment), "".into()],
        vec!["Amphibious points".into(), number(state.amphibious), "".into()],
    ];
    for i in 0..3 {
        let both = [UN, COM].map(|s| Pool::WORDS[usize::from(s)][i].to_uppercase());
        let label = format!("Replacements {} / {}", both[0], both[1]);
        rows.push(vec![label.into(), number(un.replacements[i]), number(com.replacements[i])]);
    }
    table("tracks", "Tracks", &["", "UN", "Communist"], rows)
}

fn situation(state: &State) -> Panel<'_> {
    let row = |name: &'static str, value: &'static str| vec![Text::from(name), Text::from(value)];
    let yes = |b: bool| if b { "yes" } else { "no" };
    let commander = match state.commander {
        Commander::None => "nobody",
        Commander::MacArthur => "MacArthur",
        Commander::Relieved => "MacArthur relieved, Ridgway next month",
        Commander::Ridgway => "Ridgway",
    };
    let fleet = match state.fleet {
        Sea::None => "not there",
        Sea::Yellow => "Yellow Sea",
        Sea::Japan => "Sea of Japan",
    };
    let china = match state.china {
        China::Out => "out",
        China::Delayed => "ready",
        China::In => "in",
    };
    let rows = vec![
        row("Weather", WEATHER_WORDS[state.weather as usize]),
        row("UN commander", commander),
        row("Peng", yes(state.peng)),
        row("7th Fleet", fleet),
        row("China", china),
        row("Soviet Union in", yes(state.soviet)),
        row("Republic of China in", yes(state.roc)),
        row("Atomic release", yes(state.atomic)),
        row("Invasion made", yes(state.invaded)),
    ];
    table("situation", "Situation", &["", ""], rows)
}

fn cup<'a>(game: &'a FireAndIce, state: &State) -> Panel<'a> {
    let cup = game.cup_of_snafu(state);
    let names = ["Leader", "Fuel", "Ammo"];
    let row = |kind: usize| {
        vec![names[kind].into(), cup[kind].to_string().into(), cup[3 + kind].to_string().into()]
    };
    let mut rows: Vec<Vec<Text<'a>>> = (0..3).map(row).collect();
    let chits = |first: u8| {
        let out = state.declared.iter().filter(|d| (first..first + 12).contains(&d.chit)).count();
        Text::from((12 - out).to_string())
    };
    rows.push(vec!["Meeting and Hasty chits".into(), chits(0), "".into()]);
    rows.push(vec!["Prepared and Deliberate chits".into(), chits(12), "".into()]);
    table("cup", "Cups", &["", "UN", "Communist"], rows)
}

/// Where an aircraft lies on the display: a box, or the cell of its mission and base.
pub(crate) fn air_place(at: AirBox, base: Base) -> String {
    let id = AIR_BOXES[at as usize].0;
    if at.mission() { format!("air-{id}-{}", base_word(base)) } else { format!("air-{id}") }
}

fn base_word(base: Base) -> &'static str {
    BASES.iter().find(|b| b.1 == base).map_or("", |b| b.0)
}

/// Missions by airfields: a row a mission, a cell a base from which somebody flies or could fly.
fn air_display<'a>(game: &'a FireAndIce, state: &'a State, out: &mut Vec<Panel<'a>>) {
    let room = |base: Base| {
        if base == Base::Carriers {
            return None;
        }
        Some(game.free_fields(state, base))
    };
    let serves = |base: Base| match base {
        Base::Carriers => state.fleet != Sea::None,
        _ => state.fields[base as usize] != crate::state::Fields::default(),
    };
    let flown = |base: Base| state.air.iter().any(|a| a.at.mission() && a.base == base);
    let bases: Vec<Base> = DISPLAY.into_iter().filter(|&b| serves(b) || flown(b)).collect();
    let field = |&base: &Base| Cell {
        id: format!("airfields-{}", base_word(base)).into(),
        label: BASE_WORDS[base as usize].into(),
        note: match room(base) {
            Some([plain, improved]) => format!("free: {plain} plain, {improved} improved").into(),
            None => "no airfield needed".into(),
        },
        current: false,
    };
    out.push(Panel {
        id: "airfields".into(),
        title: "Air display: airfields".into(),
        body: PanelBody::Track(bases.iter().map(field).collect()),
    });
    for mission in AirBox::MISSIONS {
        let open = |base: &&Base| !mission.strategic() || **base != Base::Carriers;
        let cell = |&base: &Base| Cell {
            id: air_place(mission, base).into(),
            label: BASE_WORDS[base as usize].into(),
            ..Cell::default()
        };
        out.push(Panel {
            id: format!("air-{}", AIR_BOXES[mission as usize].0).into(),
            title: format!("Air display: {}", BOX_WORDS[mission as usize]).into(),
            body: PanelBody::Track(bases.iter().filter(open).map(cell).collect()),
        });
    }
    out.push(boxed("air-available", "Aircraft available"));
    out.push(boxed("air-damaged", "Aircraft damaged"));
}
