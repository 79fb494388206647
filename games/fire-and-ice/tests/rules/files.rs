//! Data files: what is wrong is said with file, line and field; positions likewise.

use crate::table::{Lay, game};
use fire_and_ice::{FireAndIce, LEDGER, files};
use serde_json::json;
use testkit::Table;

fn fault(file: &str, from: &str, to: &str) -> String {
    let mut all = files();
    let text = all.get(file).unwrap_or_default().replacen(from, to, 1);
    all.replace(file, text).unwrap_or_else(|e| panic!("{e}"));
    FireAndIce::new(&all).err().map_or_else(String::new, |e| e.to_string())
}

#[test]
fn faults_name_file_line_and_field() {
    let unknown = fault("units.toml", "label = \"1\"", "lable = \"1\"");
    assert!(
        unknown.starts_with("units.toml: ") && unknown.contains("line 9") && unknown.contains("lable"),
        "{unknown}"
    );
    let range = fault("aircraft.toml", "station = 3", "station = 7");
    assert!(
        range.contains("aircraft.toml") && range.contains("line") && range.contains("7 is not from 1 to 6"),
        "{range}"
    );
    let unit = fault("schedule.toml", "\"nk-41\"", "\"nk-40\"");
    assert!(unit.contains("schedule.toml: line 8: row.units: there is no unit \"nk-40\""), "{unit}");
    let hex = fault("scenarios/invasion.toml", "\"2644\"", "\"0001\"");
    assert!(hex.contains("scenarios/invasion.toml: line") && hex.contains("no land hex"), "{hex}");
    let key = fault("parameters.toml", "initial = {", "intial = {");
    assert!(key.contains("parameters.toml: movement.initial is missing"), "{key}");
    let cost = fault("terrain.toml", "cost = \"3\"", "cost = \"many\"");
    assert!(cost.contains("terrain.toml") && cost.contains("not a number of movement points"), "{cost}");
}

// [proves: fi 1.0-china]
#[test]
fn positions_are_refused_with_their_field() {
    let refuse = |lay: Lay| Table::cannot_lay(game(), &lay.0);
    let base = || Lay::of("campaign").set("/step", json!("StrategicCom"));
    assert!(refuse(base().set("/units/rok-1", json!({ "at": "0101" }))).starts_with("units.rok-1.at"));
    assert!(refuse(base().set("/units/rok-1", json!({ "at": "1943" }))).starts_with("units"));
    assert!(refuse(base().set("/turn", json!(60))).starts_with("turn"));
    assert!(refuse(base().set("/united_nations/tank", json!(21))).starts_with("united_nations.tank"));
    assert!(
        refuse(base().set("/objectives", json!([{ "hex": "2549", "side": "com", "value": 2 }])))
            .starts_with("objectives")
    );
    let mut sealed = crate::table::start("campaign").position();
    sealed["points"] = json!(3);
    assert!(Table::cannot_lay(game(), &sealed).starts_with("procedure"));
}

#[test]
fn the_game_is_ready_for_the_program() {
    let all = files();
    let rules = FireAndIce::new(&all).unwrap_or_else(|e| panic!("{e}"));
    let maps = fire_and_ice::maps(&all);
    let entry = engine::Entry::new(rules, LEDGER, maps, players::levels(), all.fingerprint());
    let entry = entry.and_then(|e| e.with_papers(&all)).unwrap_or_else(|e| panic!("{e}"));
    let registry = engine::Registry::default().with(entry);
    assert!(registry.game("fire-and-ice").is_ok());
}

#[test]
fn the_guided_game_plays_to_its_end() {
    use engine::Rules;
    let papers = engine::Papers::read(&files(), game().info()).unwrap_or_else(|e| panic!("{e}"));
    let guide = &papers.guides[0];
    let seed = guide.seed.trim_start_matches("n:").parse().unwrap_or_else(|e| panic!("{e}"));
    let mut t = crate::table::start(&guide.scenario);
    t.seed(seed);
    for (seat, action) in guide.steps.iter().flat_map(|step| &step.play) {
        let seat = game().info().seat(seat).unwrap_or_else(|| panic!("no seat {seat}"));
        t.act_for(seat, action);
    }
    assert_eq!(crate::table::spot(&t, "nk-3"), "2548");
    assert_eq!(crate::table::spot(&t, "rok-7"), "2745");
    assert_eq!(t.at("/points"), json!(1));
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<fire_and_ice::State>() < 12_000, "{}", size_of::<fire_and_ice::State>());
}

#[test]
fn the_ledger_reads() {
    let ledger = engine::Ledger::parse(LEDGER).unwrap_or_else(|e| panic!("{e}"));
    assert!(ledger.rules.len() >= 200);
}
