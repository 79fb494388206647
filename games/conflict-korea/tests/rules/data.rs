//! The data files: what is in them, and what is refused with file, line and field.

use crate::common::*;
use conflict_korea::data::Spot;

fn refused(file: &str, from: &str, to: &str) -> String {
    let mut files = conflict_korea::files();
    let text = files.get(file).unwrap_or_else(|e| panic!("{e}")).to_owned();
    assert!(text.contains(from), "{file} has no {from}");
    files.replace(file, text.replacen(from, to, 1)).unwrap_or_else(|e| panic!("{e}"));
    match ConflictKorea::new(&files) {
        Err(e) => e.to_string(),
        Ok(_) => panic!("{file} with {to} is accepted"),
    }
}

/// Sums of appendix I and J, and the counts of the map. [proves: ck 1.3, ck 1.4]
#[test]
fn the_data_are_those_of_the_reconstruction() {
    let world = game().scope_of(0).world;
    let sums = |key: &str| {
        let o = world.organisations.iter().find(|o| o.key == key).unwrap_or_else(|| panic!("{key}"));
        let s: u32 = o
            .pieces
            .iter()
            .zip(&world.equipment)
            .map(|(&n, e)| u32::from(n) * u32::from(e.survivability))
            .sum();
        (o.lethality, s)
    };
    assert_eq!(sums("US-RCT"), (216, 468));
    assert_eq!(sums("NK-DIVA"), (694, 1550));
    assert_eq!(sums("CH-DIV"), (270, 1002));
    assert_eq!(sums("RK5-MECH"), (1622, 2102));
    assert_eq!(sums("MC5-RGT"), (570, 657));
    assert_eq!(sums("NK5-ARTY"), (774, 270));
    let g = &world.ground;
    assert_eq!((g.korea.len(), g.japan.len(), g.urban.len(), g.ports.len()), (922, 24, 7, 15));
    assert_eq!(game().scope_of(3).ground.urban.len(), 27);
    let north = g.korea.iter().filter(|&i| g.row[i] <= 36).count();
    assert_eq!(north, 526);
    assert!(
        g.coastal.has(hex("12,41").index()) && !g.coastal.has(hex("12,39").index()),
        "an estuary is no coast"
    );
}

/// 6.22 Every reinforcement has a place of its own or a general one. [proves: ck 6.22]
#[test]
fn reinforcements_have_places() {
    let world = game().scope_of(0).world;
    assert_eq!(world.units.len(), 214);
    let stated = world.arrivals.iter().filter(|a| matches!(a.spot, Spot::Hex(_))).count();
    assert!(stated > 30 && world.arrivals.len() > stated);
    assert_eq!(game().scope_of(3).world.units.len(), 143);
}

/// Unknown keys, values out of range and names that do not exist are refused with their place.
#[test]
fn faults_name_file_line_and_field() {
    let fault =
        refused("parameters.toml", "road               = { value = 1,", "road               = { value = 99,");
    assert!(fault.starts_with("parameters.toml: line 10, movement.road: 99 is not from 1 to 24"), "{fault}");
    let fault = refused("parameters.toml", "disengage ", "disengaged ");
    assert!(fault.contains("parameters.toml") && fault.contains("disengaged"), "{fault}");
    let fault = refused("equipment.toml", "survivability = 10,", "survivability = 15,");
    assert!(fault.contains("line") && fault.contains("survivability: 15 is not from 0 to 14"), "{fault}");
    let fault = refused("scenarios/cold-steel.toml", "unit = \"CH-148\"", "unit = \"CH-999\"");
    assert!(fault.contains("there is no unit CH-999"), "{fault}");
    let fault = refused("scenarios/dragon-wakes.toml", "at = \"5,36\"", "at = \"0,50\"");
    assert!(fault.contains("0,50 is not land"), "{fault}");
    let fault = refused("weather.toml", "[ 90,  10,   0]", "[ 90,  20,   0]");
    assert!(fault.contains("add up to 100"), "{fault}");
    let fault = refused("air.toml", "id = \"A02\"", "id = \"A01\"");
    assert!(fault.contains("given twice"), "{fault}");
    let fault = refused("organisations.toml", "{ MA = 18, R = 27, W = 18 }", "{ QQ = 18, R = 27, W = 18 }");
    assert!(fault.contains("no equipment of this code"), "{fault}");
}

/// 3.11-3.16, 3.4, 3.42 The reports are there. [proves: ck 3.1, ck 3.11, ck 3.13, ck 3.14, ck 3.15, ck 3.4, ck 3.42, ck 2.1]
#[test]
fn reports_can_be_read() {
    use engine::{Picture, Seat, SeatSet, View};
    let st = start("cold-steel");
    let view = View::of(game(), &st, SeatSet::one(Seat(UN)));
    let scene = engine::scene_of(game(), &view);
    let ids: Vec<&str> = scene.panels.iter().map(|p| p.id.as_ref()).collect();
    assert_eq!(ids, ["strategic", "weather", "fields", "options", "air"]);
    // 1.4 The status line: Cold Steel begins with the United Nations five levels ahead.
    assert!(scene.turn_label.ends_with(", level U-5"), "{}", scene.turn_label);
    for overlay in ["possession", "supply-un", "supply-com", "frozen", "spotted"] {
        assert!(game().overlay(&view, overlay).is_some_and(|o| !o.marks.is_empty()), "{overlay}");
    }
    let seoul = engine::detail_in(game(), &view, "14,40", &engine::Catalogue::default()).unwrap_or_default();
    assert!(seoul.title.contains("Seoul") && seoul.sections.len() > 2);
    let equipment =
        seoul.sections.iter().flat_map(|s| &s.rows).flatten().any(|cell| cell.contains("Heavy SP Gun 18/18"));
    assert!(equipment, "{seoul:?}");
    assert!(engine::detail_in(game(), &view, "99,99", &engine::Catalogue::default()).is_none());
}

/// A position survives being written and read, and a fault in one names its field.
#[test]
fn positions_name_what_is_wrong() {
    let st = start("chromite");
    let position = game().position(&st);
    assert_eq!(game().lay(position.clone()).as_ref(), Ok(&st));
    let fault = |change: &dyn Fn(&mut conflict_korea::Position)| {
        let mut p = position.clone();
        change(&mut p);
        game().lay(p).err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert!(fault(&|p| p.turn = 3).starts_with("turn: "));
    assert!(fault(&|p| p.stockpiles = [200, 0]).starts_with("stockpiles: "));
    assert!(fault(&|p| p.forces[0].at = "11,41".to_owned()).starts_with("forces"));
    assert!(fault(&|p| p.deciding = "rail 99,99a".to_owned()).starts_with("deciding: "));
    assert!(fault(&|p| p.mined = vec!["14,40".to_owned()]).contains("no port"));
}

/// A position is flat and small, and so is the scene of a full order of battle.
#[test]
fn positions_and_scenes_are_small() {
    use engine::{Seat, SeatSet, View};
    assert!(size_of::<State>() < 40_000, "{} bytes", size_of::<State>());
    for scenario in ["dragon-wakes", "chromite", "cold-steel", "tomorrows-war"] {
        let st = start(scenario);
        for side in [COM, UN] {
            let view = View::of(game(), &st, SeatSet::one(Seat(side)));
            let scene = engine::scene_of(game(), &view);
            let bytes = serde_json::to_string(&scene).map(|s| s.len()).unwrap_or(usize::MAX);
            assert!(bytes < 60_000, "{scenario}: {bytes} bytes");
        }
    }
}

/// 5.6 Air units that come later start with interdiction. [proves: ck 3.0]
#[test]
fn late_air_units_interdict() {
    use conflict_korea::data::Mission;
    let st = start("dragon-wakes");
    let missions = [0, 10].map(|i| st.wings[i].mission);
    assert_eq!(missions, [Mission::Superiority, Mission::Interdiction]);
}

/// The bar, the log, the moment and the chart count turns alike: from 1, in a scenario that begins in the middle of the war too.
#[test]
fn turns_are_counted_from_the_start_of_the_scenario() {
    for (scenario, turns) in
        [("dragon-wakes", 45), ("chromite", 34), ("cold-steel", 25), ("tomorrows-war", 16)]
    {
        let info = game().info().scenario(scenario).unwrap_or_else(|| panic!("{scenario}"));
        let options = Options::default().complete(info).unwrap_or_else(|e| panic!("{e}"));
        let mut play = Play::new(Dice::seeded(Seed::from_number(625)));
        let st = game().setup(scenario, &options, &mut play).unwrap_or_else(|e| panic!("{e}"));
        let view = engine::View::of(game(), &st, engine::SeatSet::ALL);
        let scene = engine::scene_of(game(), &view);
        assert_eq!((scene.turn, scene.turns, game().turn(&st)), (1, turns, 1), "{scenario}");
        let read = |s| engine::read(game(), &st, engine::SeatSet::ALL, s);
        let told: Vec<String> = play.lines().map(|line| read(line.text)).collect();
        assert!(told.iter().any(|line| line.starts_with("turn 1, ")), "{scenario}: {told:?}");
        let sheet = engine::sheet_of(game(), scenario);
        let chart = sheet.charts.iter().find(|c| c.id == "history").unwrap_or_else(|| panic!("no history"));
        assert_eq!((chart.rows.len(), chart.rows[0][0].as_str()), (turns as usize, "1"), "{scenario}");
        let date = scope(&st).world.turns[st.turn as usize - 1].date.as_str();
        assert_eq!(chart.rows[0][1], date, "{scenario}");
    }
}

/// Columns of bits grow and are flooded as hex after hex would be.
#[test]
fn planes_are_what_neighbours_make_of_them() {
    use conflict_korea::ground::HexBits;
    use conflict_korea::plane::Plane;
    let ground = game().scope_of(0).ground;
    let one = |hex: HexId| {
        let mut bits = HexBits::default();
        bits.set(hex.index(), true);
        bits
    };
    for hex in (0..2800).map(HexId) {
        let grown: HexBits = Plane::from(&one(hex)).grown(ground).into();
        let mut around: Vec<usize> = ground.neighbours(hex).map(|(_, n)| n.index()).collect();
        around.push(hex.index());
        around.sort_unstable();
        assert_eq!(grown.iter().collect::<Vec<_>>(), around, "{}", ground.label(hex));
    }
    for start in ["14,40", "34,60", "0,0"].map(hex) {
        let flooded: HexBits = Plane::from(&one(start)).flood(ground, &Plane::from(&ground.land)).into();
        let (mut wet, mut queue) = (HexBits::default(), vec![start]);
        while let Some(hex) = queue.pop().filter(|&h| ground.is_land(h)) {
            wet.set(hex.index(), true);
            queue.extend(
                ground.neighbours(hex).map(|(_, n)| n).filter(|n| ground.is_land(*n) && !wet.has(n.index())),
            );
        }
        assert_eq!(flooded, wet, "{}", ground.label(start));
    }
}

/// 3.15, 2.111 The report of options tells of China only where there was something to choose. [proves: ck 3.15]
#[test]
fn options_without_china_do_not_mention_it() {
    for (scenario, told) in
        [("dragon-wakes", true), ("chromite", true), ("cold-steel", false), ("tomorrows-war", false)]
    {
        let st = start(scenario);
        let view = engine::View::of(game(), &st, engine::SeatSet::one(engine::Seat(UN)));
        let scene = serde_json::to_value(engine::scene_of(game(), &view)).unwrap_or_default();
        let panels = scene["panels"].as_array().cloned().unwrap_or_default();
        let options = panels.iter().find(|p| p["id"] == "options").map(ToString::to_string);
        let options = options.unwrap_or_default();
        assert!(options.contains("Challenging"), "{scenario}: {options}");
        assert_eq!(options.contains("Chinese intervention"), told, "{scenario}: {options}");
    }
}

/// 3.21 Only who gives air missions is asked for them. [proves: ck 3.21]
#[test]
fn only_who_flies_is_asked_for_missions() {
    let prompt = |scenario: &str, side: u8, first: bool, program: bool| {
        let mut st = start(scenario);
        st.choices.program_air = program;
        orders(&mut st, side, first);
        testkit::Table::of(game(), st).prompt()
    };
    let asked = |text: String| text.contains("air missions");
    assert!(asked(prompt("chromite", UN, true, false)) && asked(prompt("tomorrows-war", COM, true, false)));
    assert!(!asked(prompt("dragon-wakes", COM, true, false)), "no air force in 1950");
    assert!(!asked(prompt("chromite", UN, true, true)), "the program flies");
    assert!(!asked(prompt("chromite", UN, false, false)), "not in the second phase");
}

/// 3.42 Supply is that of the last general phase: on the first turn there was none. [proves: ck 3.42]
#[test]
fn supply_is_told_after_a_general_phase() {
    let mut st = start("dragon-wakes");
    let told = |st: &State| {
        let view = engine::View::of(game(), st, engine::SeatSet::one(engine::Seat(COM)));
        let detail =
            engine::detail_in(game(), &view, "15,36", &engine::Catalogue::default()).unwrap_or_default();
        let rows: Vec<String> =
            detail.sections.iter().flat_map(|s| &s.rows).map(|row| row.join("|")).collect();
        rows.into_iter().find(|row| row.contains("4 Div") && row.contains("Rifle")).unwrap_or_default()
    };
    assert!(told(&st).contains("|not yet asked|"), "{}", told(&st));
    st.turn = 2;
    assert!(told(&st).contains("|no|"), "{}", told(&st));
    let unit = unit(&st, "NK-4Div");
    st.unit_mut(unit).set(conflict_korea::state::SUPPLIED, true);
    assert!(told(&st).contains("|supplied|"), "{}", told(&st));
}

/// 3.42 What a unit has of each kind and what it should have; a kind that is gone is told, one it never had is not.
/// [proves: ck 3.42]
#[test]
fn reports_tell_what_is_lost_and_nothing_else() {
    let mut st = start("dragon-wakes");
    let lost = unit(&st, "NK-4Div");
    let due = scope(&st).world.units[lost.index()].pieces;
    st.unit_mut(lost).pieces[kind("R")] = 0;
    let view = engine::View::of(game(), &st, engine::SeatSet::one(engine::Seat(COM)));
    let detail = engine::detail_in(game(), &view, "15,36", &engine::Catalogue::default()).unwrap_or_default();
    let rows: Vec<String> = detail.sections.iter().flat_map(|s| &s.rows).map(|row| row.join("|")).collect();
    let row = rows.into_iter().find(|row| row.contains("4 Div")).unwrap_or_default();
    assert!(row.contains(&format!("Rifle Platoon 0/{}", due[kind("R")])), "{row}");
    assert!(!row.contains("0/0"), "{row}");
}
