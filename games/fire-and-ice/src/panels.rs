//! Boxes, tracks and tables beside the map.

use crate::actions::{Pool, SPOTS};
use crate::game::FireAndIce;
use crate::names::{BASE_WORDS, at};
use crate::sequence::STEP_WORDS;
use crate::setup::{AIR_BOXES, BASES};
use crate::state::{AirBox, Base, COM, China, Commander, Sea, State, Step, UN, did, mark};
use engine::scene::{Cell, Panel, PanelBody, Text};
use engine::{Eyes, Sentence, say};

/// The steps of a month.
const MONTH: [Step; 11] = [
    Step::Weather,
    Step::Foreign,
    Step::Supply,
    Step::FlipHqUn,
    Step::FlipHqCom,
    Step::BuyUn,
    Step::BuyCom,
    Step::AirReinforcements,
    Step::CommitCom,
    Step::CommitUn,
    Step::Strategic,
];

/// The steps of a week.
const WEEK: [Step; 15] = [
    Step::Fleet,
    Step::Invasion,
    Step::Evacuation,
    Step::ReinforceUn,
    Step::ReinforceCom,
    Step::FlipUn,
    Step::StrategicCom,
    Step::ActivateCom,
    Step::FlipCom,
    Step::StrategicUn,
    Step::ActivateUn,
    Step::ScrapCom,
    Step::ScrapUn,
    Step::CheckCom,
    Step::CheckUn,
];

/// What one does in a step.
fn hint(step: Step) -> Sentence {
    match step {
        Step::Weather => say!("a D10 decides; aircraft come home"),
        Step::Foreign => say!("whoever is behind may ask for help"),
        Step::Supply => say!("supply is what the infrastructure gives"),
        Step::FlipHqUn | Step::FlipHqCom => say!("pay to make headquarters fresh"),
        Step::BuyUn | Step::BuyCom => say!("airfields, positions, shortages"),
        Step::AirReinforcements => say!("aircraft and airfields arrive"),
        Step::CommitCom | Step::CommitUn => say!("lay aircraft on missions"),
        Step::Strategic => say!("air fights and strikes"),
        Step::Fleet => say!("the fleet stays or changes seas"),
        Step::Invasion => say!("one landing in the whole game"),
        Step::Evacuation => say!("up to five units leave by sea"),
        Step::ReinforceUn | Step::ReinforceCom => say!("arrivals and rebuilding"),
        Step::FlipUn | Step::FlipCom => say!("units with a line become fresh"),
        Step::StrategicCom | Step::StrategicUn => say!("fresh pieces march behind the front"),
        Step::ActivateCom | Step::ActivateUn => say!("one headquarters after the other"),
        Step::ScrapCom | Step::ScrapUn => say!("units may be broken up"),
        Step::CheckUn => say!("one objective action, then the verdict"),
        _ => say!("one objective action"),
    }
}

/// The bases in the order of the display.
const DISPLAY: [Base; 5] = [Base::Japan, Base::South, Base::Carriers, Base::North, Base::China];

/// All panels.
pub(crate) fn panels<'a>(game: &'a FireAndIce, state: &'a State, eyes: &Eyes<'_>) -> Vec<Panel<'a>> {
    let mut out = Vec::new();
    // While aircraft are laid on it the air display comes first, else last.
    let flying = matches!(state.step, Step::CommitCom | Step::CommitUn | Step::Strategic);
    if flying {
        air_display(game, state, eyes, &mut out);
    }
    out.extend([
        checklist("month", eyes.text(&say!("The month, step by step")), &MONTH, state, eyes),
        checklist("week", eyes.text(&say!("The week, step by step")), &WEEK, state, eyes),
        headquarters(game, state, eyes),
        objectives(game, state, eyes),
        tracks(state, eyes),
        situation(state, eyes),
        cup(game, state, eyes),
    ]);
    out.extend(SPOTS.iter().filter(|s| s.0 != "gone").map(|&(id, _)| boxed(id, eyes.text(&title(id)))));
    out.push(boxed("waiting", eyes.text(&say!("Arrivals to be placed"))));
    if !flying {
        air_display(game, state, eyes, &mut out);
    }
    out
}

fn boxed<'a>(id: &'a str, title: Text<'a>) -> Panel<'a> {
    Panel { id: id.into(), title, body: PanelBody::Box }
}

fn title(id: &str) -> Sentence {
    match id {
        "box-inchon" => say!("Inch'on invasion box"),
        "box-kunsan" => say!("Kunsan invasion box"),
        "box-pusan" => say!("Pusan invasion box"),
        "box-kangnung" => say!("Kangnung invasion box"),
        "sea" => say!("Sea Transport"),
        "replacements" => say!("Replacements box"),
        _ => say!("Destroyed box"),
    }
}

/// Where one is among steps, and what each is for.
fn checklist<'a>(
    id: &'static str,
    title: Text<'a>,
    steps: &[Step],
    state: &State,
    eyes: &Eyes<'_>,
) -> Panel<'a> {
    let last = steps.last().copied().unwrap_or(state.step);
    let cell = |&step: &Step| {
        let done = step < state.step && state.step <= last;
        Cell {
            id: format!("{id}-{}", step as u8).into(),
            label: eyes.term(STEP_WORDS[step as usize]),
            note: eyes.text(&if done { say!("done") } else { hint(step) }),
            current: step == state.step,
        }
    };
    Panel { id: id.into(), title, body: PanelBody::Track(steps.iter().map(cell).collect()) }
}

fn table<'a>(
    id: &'static str,
    title: Text<'a>,
    columns: Vec<Text<'a>>,
    rows: Vec<Vec<Text<'a>>>,
) -> Panel<'a> {
    Panel { id: id.into(), title, body: PanelBody::Table { columns, rows } }
}

/// Every headquarters: where it is, whether it can still act, how many units it takes, what refreshing it costs. Whom
/// it reaches now stands in its own detail and, as an overlay, on the map.
fn headquarters<'a>(game: &'a FireAndIce, state: &'a State, eyes: &Eyes<'_>) -> Panel<'a> {
    let ground = game.ground(state);
    let mut rows = Vec::new();
    for id in game.hqs_of(UN).chain(game.hqs_of(COM)) {
        let (unit, piece) = (game.unit(id), state.piece(id));
        if !piece.at.in_play() {
            continue;
        }
        let at = match piece.at.on_map() {
            Some(hex) => Text::from(ground.label(hex)),
            None => eyes.text(&title(SPOTS.iter().find(|s| s.1 == piece.at).map_or("", |s| s.0))),
        };
        let able = if piece.done(did::DISPLACED) {
            say!("displaced, out of use this month")
        } else if piece.done(did::BARRED) {
            say!("interdicted, out of use this turn")
        } else if piece.has(mark::SPENT) {
            say!("spent")
        } else {
            say!("fresh")
        };
        rows.push(vec![
            eyes.term(&unit.name),
            at,
            eyes.text(&able),
            game.slots(state, unit.side).to_string().into(),
            game.refresh_cost(state, id).to_string().into(),
        ]);
    }
    let columns =
        [say!("Headquarters"), say!("At"), say!("State"), say!("Takes units"), say!("Refresh costs supply")];
    let columns = columns.iter().map(|c| eyes.text(c)).collect();
    table("headquarters", eyes.text(&say!("Headquarters")), columns, rows)
}

/// The objective markers: whose, worth what, and what stands between them and a claim.
fn objectives<'a>(game: &'a FireAndIce, state: &'a State, eyes: &Eyes<'_>) -> Panel<'a> {
    let name = |side: u8| eyes.text(&if side == UN { say!("UN") } else { say!("Communist") });
    let row = |marker: &crate::state::Objective| {
        let worth = match marker.value {
            0 => eyes.text(&say!("hidden")),
            value => value.to_string().into(),
        };
        vec![
            eyes.text(&say!("{hex}", hex = at(marker.hex))),
            name(marker.side),
            worth,
            name(game.controller(state, marker.hex)),
            eyes.text(&game.claim_words(state, marker)),
        ]
    };
    let columns = [say!("At"), say!("Whose"), say!("Worth"), say!("Held by"), say!("At the next check")];
    let columns = columns.iter().map(|c| eyes.text(c)).collect();
    let rows = state.objectives.iter().map(row).collect();
    table("objectives", eyes.text(&say!("Objectives")), columns, rows)
}

fn tracks<'a>(state: &State, eyes: &Eyes<'_>) -> Panel<'a> {
    let number = |n: u8| Text::from(n.to_string());
    let [un, com] = &state.sides;
    let row = |name: Sentence, one: u8, two: Option<u8>| {
        vec![eyes.text(&name), number(one), two.map_or_else(|| "".into(), number)]
    };
    let mut rows = vec![
        row(say!("Supply"), un.supply, Some(com.supply)),
        row(say!("Infrastructure"), un.infrastructure, Some(com.infrastructure)),
        row(say!("Tank level"), un.tank, Some(com.tank)),
        row(say!("Artillery level"), un.artillery, Some(com.artillery)),
        row(say!("Bombardment level"), state.bombardment, None),
        row(say!("Amphibious points"), state.amphibious, None),
    ];
    for i in 0..3 {
        let [one, two] = [UN, COM].map(|side| Pool::of(side, i));
        let name = say!("Replacements {one} / {two}", one, two);
        rows.push(row(name, un.replacements[i], Some(com.replacements[i])));
    }
    table("tracks", eyes.text(&say!("Tracks")), both_sides(eyes), rows)
}

/// The headings of a table with a column a side.
fn both_sides<'a>(eyes: &Eyes<'_>) -> Vec<Text<'a>> {
    vec!["".into(), eyes.text(&say!("UN")), eyes.text(&say!("Communist"))]
}

fn situation<'a>(state: &State, eyes: &Eyes<'_>) -> Panel<'a> {
    let row = |name: Sentence, value: Sentence| vec![eyes.text(&name), eyes.text(&value)];
    let yes = |b: bool| if b { say!("yes") } else { say!("no") };
    let commander = match state.commander {
        Commander::None => say!("nobody"),
        Commander::MacArthur => say!("MacArthur"),
        Commander::Relieved => say!("MacArthur relieved, Ridgway next month"),
        Commander::Ridgway => say!("Ridgway"),
    };
    let fleet = match state.fleet {
        Sea::None => say!("not there"),
        Sea::Yellow => say!("Yellow Sea"),
        Sea::Japan => say!("Sea of Japan"),
    };
    let china = match state.china {
        China::Out => say!("out"),
        China::Delayed => say!("ready"),
        China::In => say!("in"),
    };
    let rows = vec![
        row(say!("Weather"), say!("{weather}", weather = state.weather)),
        row(say!("UN commander"), commander),
        row(say!("Peng"), yes(state.peng)),
        row(say!("7th Fleet"), fleet),
        row(say!("China"), china),
        row(say!("Soviet Union in"), yes(state.soviet)),
        row(say!("Republic of China in"), yes(state.roc)),
        row(say!("Atomic release"), yes(state.atomic)),
        row(say!("Invasion made"), yes(state.invaded)),
    ];
    table("situation", eyes.text(&say!("Situation")), vec!["".into(), "".into()], rows)
}

fn cup<'a>(game: &'a FireAndIce, state: &State, eyes: &Eyes<'_>) -> Panel<'a> {
    let cup = game.cup_of_snafu(state);
    let row = |(kind, name): (usize, Sentence)| {
        vec![eyes.text(&name), cup[kind].to_string().into(), cup[3 + kind].to_string().into()]
    };
    let names = [say!("Leader"), say!("Fuel"), say!("Ammo")];
    let mut rows: Vec<Vec<Text<'a>>> = names.into_iter().enumerate().map(row).collect();
    let chits = |first: u8| {
        let out = state.declared.iter().filter(|d| (first..first + 12).contains(&d.chit)).count();
        Text::from((12 - out).to_string())
    };
    rows.push(vec![eyes.text(&say!("Meeting and Hasty chits")), chits(0), "".into()]);
    rows.push(vec![eyes.text(&say!("Prepared and Deliberate chits")), chits(12), "".into()]);
    table("cup", eyes.text(&say!("Cups")), both_sides(eyes), rows)
}

/// Where an aircraft lies on the display: a box, or the cell of its mission and base.
pub(crate) fn air_place(at: AirBox, base: Base) -> Text<'static> {
    let id = AIR_BOXES[at as usize].0;
    match at {
        AirBox::Available => "air-available".into(),
        AirBox::Damaged => "air-damaged".into(),
        _ if at.mission() => format!("air-{id}-{}", base_word(base)).into(),
        _ => format!("air-{id}").into(),
    }
}

fn base_word(base: Base) -> &'static str {
    BASES.iter().find(|b| b.1 == base).map_or("", |b| b.0)
}

/// Missions by airfields: a row a mission, a cell a base from which somebody flies or could fly.
fn air_display<'a>(game: &'a FireAndIce, state: &'a State, eyes: &Eyes<'_>, out: &mut Vec<Panel<'a>>) {
    let serves = |base: Base| match base {
        Base::Carriers => state.fleet != Sea::None,
        _ => state.fields[base as usize] != crate::state::Fields::default(),
    };
    let flown = |base: Base| state.air.iter().any(|a| a.at.mission() && a.base == base);
    // A side that sends its aircraft out needs its own airfields and nobody else's.
    let asked = |base: Base| match state.step {
        Step::CommitCom => matches!(base, Base::North | Base::China),
        Step::CommitUn => !matches!(base, Base::North | Base::China),
        _ => true,
    };
    let bases: Vec<Base> = DISPLAY.into_iter().filter(|&b| flown(b) || serves(b) && asked(b)).collect();
    let field = |&base: &Base| {
        let [plain, improved] = game.free_fields(state, base);
        let note = match base {
            Base::Carriers => say!("no airfield needed"),
            _ => say!("free: {plain} plain, {improved} improved", plain, improved),
        };
        Cell {
            id: format!("airfields-{}", base_word(base)).into(),
            label: eyes.term(BASE_WORDS[base as usize]),
            note: eyes.text(&note),
            current: false,
        }
    };
    out.push(Panel {
        id: "airfields".into(),
        title: eyes.text(&say!("Air display: airfields")),
        body: PanelBody::Track(bases.iter().map(field).collect()),
    });
    for mission in AirBox::MISSIONS {
        let open = |base: &&Base| !mission.strategic() || **base != Base::Carriers;
        let cell = |&base: &Base| Cell {
            id: air_place(mission, base),
            label: eyes.term(BASE_WORDS[base as usize]),
            ..Cell::default()
        };
        out.push(Panel {
            id: format!("air-{}", AIR_BOXES[mission as usize].0).into(),
            title: eyes.text(&say!("Air display: {mission}", mission)),
            body: PanelBody::Track(bases.iter().filter(open).map(cell).collect()),
        });
    }
    out.push(boxed("air-available", eyes.text(&say!("Aircraft available"))));
    out.push(boxed("air-damaged", eyes.text(&say!("Aircraft damaged"))));
}
