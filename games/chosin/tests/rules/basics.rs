//! 1.0 What the game is made of, 2.0 the order of its phases, 13.0 the air boxes.

use crate::common::{board, game, hex_number, marked, place, scene};
use chosin::Chosin;
use engine::{Random, Rules, Seat, SeatSet, View};
use serde_json::json;

#[test]
fn each_side_commands_its_own() {
    // [proves: ch 1.1]
    let units = [
        ("us-3-b1", "3212"),
        ("rok-1m", "5614"),
        ("cw-41rmc", "3410"),
        ("c-172-58", "1323"),
        ("nk-p1", "2219"),
    ];
    let table = board("un-movement").units(&units).lay();
    assert!(["us-3-b1", "rok-1m", "cw-41rmc"].iter().all(|u| table.offers(&format!("move {u}"))));
    table.refuses("move c-172-58", "ch 1.1", "no unit of yours");
    let table = board("com-movement").units(&units).lay();
    assert!(["c-172-58", "nk-p1"].iter().all(|u| table.offers(&format!("move {u}"))));
    table.refuses("move us-3-b1", "ch 1.1", "no unit of yours");
}

#[test]
fn a_turn_is_a_day_and_the_campaign_ends_on_time() {
    // [proves: ch 1.2, ch 2.2, ch S1 1.1]
    let at = |turn: u8, quick: &str| {
        board("com-recovery")
            .turn(turn)
            .units(&[("us-3-b1", "2018"), ("c-172-58", "1323")])
            .option("quick", quick)
            .lay()
    };
    for (turn, date) in [(1, "27 Nov"), (4, "30 Nov"), (5, "1 Dec"), (14, "10 Dec"), (28, "24 Dec")] {
        let table = at(turn, "off");
        let english = engine::Catalogue::default();
        assert_eq!(engine::moment_in(table.rules(), table.state(), &english).label, date);
    }
    let mut table = at(27, "off");
    table.dice(&[6, 6]).act("end");
    assert_eq!(table.at("/turn"), 28);
    let mut table = at(28, "off");
    table.act("end");
    assert!(table.to_act().is_empty() && table.at("/phase") == "over");
    let drawn = scene(&table);
    let phase = &drawn["phases"][drawn["phase"].as_u64().unwrap() as usize];
    assert_eq!(phase, "Communist recovery", "the last phase stays in sight");
    let mut table = at(13, "on");
    table.dice(&[6, 6]).act("end");
    assert_eq!(table.at("/turn"), 14);
    let mut table = at(14, "on");
    table.act("end");
    assert!(table.to_act().is_empty(), "the quick game ends on 10 December");
    assert!(size_of::<chosin::State>() < 8192);
}

#[test]
fn counters_carry_nation_size_and_name() {
    // [proves: ch 1.5, ch 1.53, ch 1.9]
    let sheet = engine::sheet_of(game(), "advancing");
    let of = |id: &str| sheet.pieces.iter().find(|p| p.id == id).unwrap_or_else(|| panic!("{id}"));
    let nations = [
        ("us-3-b1", "us"),
        ("us-5-1m", "usmc"),
        ("cw-41rmc", "cw"),
        ("rok-1m", "rok"),
        ("c-172-58", "ccf"),
        ("nk-p1", "nk"),
    ];
    for (id, nation) in nations {
        assert_eq!(of(id).nation, nation, "{id}");
    }
    let sizes = [
        ("c-20-hq", "army"),
        ("us-x-hq", "corps"),
        ("us-1m-hq", "division"),
        ("us-5art", "brigade"),
        ("us-5-1m", "regiment"),
        ("us-3-b1", "battalion"),
        ("us-58mp", "company"),
    ];
    for (id, size) in sizes {
        assert_eq!(of(id).size, size, "{id}");
    }
    let labels = [
        ("us-2se", "2SE"),
        ("cw-41rmc", "41RMC"),
        ("us-1maw", "1MAW"),
        ("rok-cav-cap", "Cav"),
        ("us-5-1m", "5"),
    ];
    for (id, label) in labels {
        assert_eq!(of(id).left, label, "{id}");
    }
    assert_eq!((of("us-5-1m").front.as_str(), of("us-5-1m").back.as_deref()), ("5-6-8", Some("2-3-6")));
    assert_eq!(of("us-3-b1").back, None, "breakdown battalions have no reverse");
}

#[test]
fn a_unit_is_in_one_hex_or_box_and_boxes_hold_any_number() {
    // [proves: ch 1.4, ch 8.46]
    let twice = board("un-movement").units(&[("us-3-b1", "3212"), ("us-3-b1", "3113")]).json();
    assert!(testkit::Table::cannot_lay(game(), &twice).contains("stands twice"));
    let both = board("un-movement").units(&[("us-3-b1", "3212")]).off("exited", &["us-3-b1"]).json();
    assert!(testkit::Table::cannot_lay(game(), &both).contains("stands twice"));
    let gone = ["us-5-1m", "us-7-1m", "us-17-7", "us-32-7", "us-3-art"];
    let mut table =
        board("un-movement").units(&[("us-3-b1", "3511"), ("us-3-b2", "3212")]).off("exited", &gone).lay();
    table.act("ship us-3-b1 out");
    assert_eq!(table.at("/off/exited").as_array().unwrap().len(), 6);
}

#[test]
fn markers_are_unlimited_but_for_four_kinds() {
    // [proves: ch 1.54, ch 16.3]
    let units = [("us-3-b1", "3212"), ("us-3-b2", "2017"), ("us-3-b3", "2016")];
    let mut table = board("un-movement").units(&units).air(2, 4, 3).lay();
    table.acts(&["drop 3212", "drop 2017"]);
    table.refuses("drop 2016", "ch 6.1", "movement phase");
    let hexes = ["1723", "1822", "1622", "1523", "1923", "2022", "1422", "1323", "1020", "1017"];
    let mut table = testkit::Table::start(game(), "envelopment", &[]);
    table.acts(&["deploy historical", "default", "end", "default"]);
    for hex in &hexes[..9] {
        table.act(&format!("mask {hex}"));
    }
    table.refuses("mask 1017", "ch 25.1", "every marker is in use");
    let bombs = json!({ "called": true, "bombs": 4, "attacks": 0, "struck": [], "fallout": [], "end": 0 });
    let four = board("un-strike").units(&units).option("atomic", "on").set("/atomic", bombs).json();
    assert!(testkit::Table::cannot_lay(game(), &four).starts_with("atomic"));
}

#[test]
fn the_administrative_phase_clears_what_the_player_turn_left() {
    // [proves: ch 2.1.b9]
    let mut table = board("un-recovery")
        .units(&[("us-3-b1", "3212"), ("us-5art", "3212"), ("c-172-58", "1323")])
        .marks("us-3-b1", &["forced", "railed", "moved"])
        .marks("us-5art", &["fired-un"])
        .lay();
    table.act("end");
    assert!(["forced", "railed", "moved"].iter().all(|m| !marked(&table, "us-3-b1", m)));
    assert!(marked(&table, "us-5art", "fired-un"), "fire missions are counted by the game turn");
}

#[test]
fn interdiction_comes_after_recovery_and_ends_with_communist_movement() {
    // [proves: ch 2.1.b10, ch 2.1.c4, ch 14.11]
    let units = [("us-17-7", "3212"), ("c-172-58", "1323"), ("us-3-b1", "1322")];
    let mut table = board("un-recovery").units(&units).air(0, 1, 3).lay();
    table.act("end");
    assert_eq!(table.at("/phase"), "un-interdiction");
    table.acts(&["interdict 3 tac 1520", "end"]);
    table.quietly_until(|t| t.at("/phase") == "com-movement");
    assert_eq!(table.at("/air/over/0/hex"), hex_number("1520"));
    table.act("end");
    assert_eq!(table.at("/phase"), "com-combat");
    assert_eq!((table.at("/air/over"), table.at("/air/boxes/0/0")), (json!([]), json!(3)));
}

#[test]
fn interdicting_groups_are_five_tac_or_three_sac() {
    // [proves: ch 14.12, ch 8.6]
    let units = [("us-17-7", "3212"), ("c-172-58", "1520")];
    let mut table = board("un-interdiction").units(&units).air(0, 1, 8).air(1, 1, 4).lay();
    table.refuses("interdict 6 tac 1520", "ch 14.12", "5 more");
    table.act("interdict 4 tac 1520");
    table.refuses("interdict 2 tac 1520", "ch 14.12", "1 more");
    table.refuses("interdict 1 sac 1520", "ch 14.12", "do not mix");
    table.refuses("interdict 4 sac 1720", "ch 14.12", "3 more");
    table.acts(&["interdict 3 sac 1720", "interdict 4 tac 2017"]);
    assert_eq!(table.at("/air/over").as_array().unwrap().len(), 3, "several hexes each hold a group");
}

#[test]
fn air_units_fly_the_missions_of_their_kind() {
    // [proves: ch 13.2, ch 13.3, ch 13.5, ch 17.0]
    let table = board("un-air").units(&[("us-17-7", "3212"), ("c-172-58", "1520")]).lay();
    let laid = || {
        board("un-air")
            .units(&[("us-17-7", "3212"), ("c-172-58", "1520")])
            .air(0, 0, 10)
            .air(1, 0, 2)
            .air(2, 0, 2)
            .set("/air/ready", json!([10, 2, 2]))
            .lay()
    };
    table.refuses("assign 1 tac strike", "ch 13.0", "0 are left");
    let mut table = laid();
    for (air, mission) in [
        ("tac", "supply"),
        ("tac", "transfer"),
        ("sac", "support"),
        ("mac", "strike"),
        ("mac", "interdiction"),
        ("tac", "reserve"),
    ] {
        table.refuses(&format!("assign 1 {air} {mission}"), "ch 13.2", "does not fly that mission");
    }
    table.refuses("assign 1 mac parachute", "ch 17.0", "jumps");
    table.acts(&[
        "assign 10 tac support",
        "assign 1 sac strike",
        "assign 1 sac interdiction",
        "assign 1 mac supply",
        "assign 1 mac transfer",
    ]);
    assert_eq!(table.at("/air/boxes/0/3"), 10, "a box holds any number");
    table.refuses("assign 1 tac strike", "ch 13.0", "0 are left");
    let mut table = board("com-recovery")
        .units(&[("us-17-7", "3212"), ("c-172-58", "1520")])
        .air(0, 2, 4)
        .air(2, 4, 1)
        .lay();
    table.dice(&[6, 6]).act("end");
    assert_eq!(
        (table.at("/air/boxes/0/0"), table.at("/air/boxes/2/0")),
        (json!(4), json!(1)),
        "unused ones return"
    );
}

#[test]
fn air_units_arrive_in_the_reserve_box_and_fly_at_once() {
    // [proves: ch 4.323, ch S1 3.2]
    for (before, kind, gain) in [(3, 1, 1), (8, 0, 2), (13, 0, 1), (23, 0, 1), (5, 0, 0)] {
        let mut table =
            board("com-recovery").turn(before).units(&[("us-17-7", "3212"), ("c-172-58", "1520")]).lay();
        table.dice(&[6, 6]).act("end");
        assert_eq!(table.at(&format!("/air/boxes/{kind}/0")), gain, "turn {}", before + 1);
        if gain > 0 {
            let air = ["tac", "sac"][kind];
            assert!(table.offers(&format!("assign {gain} {air} strike")), "{:?}", table.legal());
        }
    }
}

#[test]
fn the_un_leaves_by_air_and_sea_alone() {
    // [proves: ch 9.2]
    let units = [("us-3-b1", "3511"), ("us-3-b2", "3612"), ("us-3-b3", "6113"), ("us-17-7", "3308")];
    let mut table = board("un-movement").units(&units).air(2, 5, 1).lay();
    table.acts(&["ship us-3-b1 out", "fly us-3-b2 out", "move us-3-b3"]);
    table.refuses("exit", "ch 9.12", "Communist");
    table.act("done");
    assert_eq!(
        (place(&table, "us-3-b1"), place(&table, "us-3-b2")),
        ("exited".to_owned(), "exited".to_owned())
    );
    table.refuses("fly us-3-b1 out", "ch 1.1", "on the map");
}

#[test]
fn dropped_supplies_fall_to_who_enters() {
    // [proves: ch 16.4]
    let mut table =
        board("com-movement").units(&[("c-172-58", "2018"), ("us-3-b1", "3212")]).dropped("2017").lay();
    table.acts(&["move c-172-58", "to 2017"]);
    assert_eq!(table.at("/drops/0"), json!({ "at": "", "used": true }));
    table.act("done").quietly_until(|t| t.at("/turn") == 7);
    assert_eq!(table.at("/drops/0/used"), false, "the marker is back next turn");
}

#[test]
fn every_bridge_of_the_map_is_known() {
    // [proves: ch terrain-chart]
    let files = chosin::files();
    let mut listed = false;
    let mut all: Vec<&str> = Vec::new();
    for line in files.get("maps/chosin.map").unwrap().lines() {
        listed =
            line.starts_with("bridge") || line.starts_with("rail-bridge") || listed && line.starts_with("  ");
        if listed {
            all.extend(line.split_whitespace().filter(|w| w.contains('/')));
        }
    }
    all.sort_unstable();
    all.dedup();
    assert!(all.len() > 40 && all.contains(&"2117/2217"), "{all:?}");
    let table = board("un-movement").units(&[("us-3-b1", "3212")]).set("/blown", json!(all)).lay();
    assert_eq!(table.at("/blown").as_array().unwrap().len(), all.len());
    let marks = scene(&table)["markers"].as_array().unwrap().iter().filter(|m| m["kind"] == "bridge").count();
    assert_eq!(marks, all.len(), "each is shown");
    let unknown =
        board("un-movement").units(&[("us-3-b1", "3212")]).set("/blown", json!(["3212/3213"])).json();
    assert!(testkit::Table::cannot_lay(game(), &unknown).starts_with("blown"));
}

#[test]
fn faults_in_data_name_file_line_and_field() {
    // [proves: ch 1.6]
    let fault = |file: &str, from: &str, to: &str| {
        let mut files = chosin::files();
        let text = files.get(file).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        let text = text.replacen(from, to, 1);
        files.replace(file, text).unwrap();
        Chosin::new(&files).err().map(|e| e.to_string()).unwrap_or_default()
    };
    let unknown = fault("units.toml", "size = \"XX\"", "sise = \"XX\"");
    assert!(unknown.starts_with("units.toml: line 11") && unknown.contains("sise"), "{unknown}");
    let range = fault("parameters.toml", "units = { value = 3", "units = { value = 9");
    assert_eq!(range, "parameters.toml: line 3, stacking.units: 9 is not from 0 to 8");
    let hex = fault("setup.toml", "default = \"1618\"", "default = \"1519\"");
    assert!(hex.contains("default: 1519 is water"), "{hex}");
    let result = fault("crt.toml", "\"AZ\"", "\"AX\"");
    assert!(result.contains("assault: `AX` is no result"), "{result}");
    let source = fault("victory.toml", "points = 4, source = \"ours\"", "points = 4, source = \"mine\"");
    assert!(source.contains("mine"), "{source}");
    assert!(fault("terrain.toml", "un = \"4\"", "un = \"x\"").contains("hex.un"));
    assert!(fault("arrivals.toml", "us-7-hq", "us-9-hq").contains("there is no unit us-9-hq"));
}

#[test]
fn a_hidden_march_is_nobodys_business() {
    // [proves: ch 21.1]
    let mut table = board("com-movement")
        .units(&[("c-172-58", "1723"), ("c-173-58", "1723"), ("us-3-b1", "3212")])
        .option("open", "off")
        .lay();
    table.act("move c-173-58");
    let seen = table.position_for(Seat(0));
    assert_eq!(seen["frames"][2]["Moving"]["group"], json!([]), "{}", seen["frames"]);
    // Whoever imagines the truth behind that picture has somebody march.
    let view = View::of(game(), table.state(), SeatSet::one(Seat(0)));
    let imagined = game().sample(&view, &mut Random::new(1));
    assert_eq!(game().to_act(&imagined), SeatSet::one(Seat(1)));
    // The first Communist counter is what a looker's picture puts in the place of a hidden one.
    let mut table = board("com-movement")
        .units(&[("c-172-58", "1723"), ("c-20-hq", "1723"), ("us-3-b1", "3212")])
        .option("open", "off")
        .lay();
    table.act("move c-20-hq");
    assert_ne!(table.at("/frames/2/Moving/group"), json!([]), "the Communists know who marches");
    let seen = table.position_for(Seat(0));
    assert_eq!(seen["frames"][2]["Moving"]["group"], json!([]), "{}", seen["frames"]);
}

/// What an overlay says of a hex: the side and the letters.
fn marked_as(laid: crate::common::Board, overlay: &str, hex: &str) -> Option<(Option<u8>, String)> {
    let table = laid.lay();
    let view = View::of(table.rules(), table.state(), SeatSet::ALL);
    let marks = engine::Picture::overlay(table.rules(), &view, overlay).map(|o| o.marks).unwrap_or_default();
    marks.into_iter().find(|m| m.at == hex).map(|m| (m.side, m.label))
}

#[test]
fn overlays_tell_which_bases_work_and_who_controls_objectives() {
    // [proves: ch 19.1, ch 15.21, ch 20.62, ch 24.2]
    let held = |unit: &str, at: &str| {
        board("com-movement").units(&[("us-3-b1", "3414"), ("c-172-58", "1323"), (unit, at)])
    };
    let free = || held("c-173-58", "1322");
    assert_eq!(marked_as(free(), "bases", "3511"), Some((Some(0), "PD".to_owned())));
    assert_eq!(marked_as(free(), "bases", "3612"), Some((Some(0), "A".to_owned())));
    assert_eq!(marked_as(free(), "bases", "1323"), None);
    assert_eq!(marked_as(held("c-173-58", "3612"), "bases", "3612"), Some((None, "A".to_owned())));
    // Hamhung: eight points, for nobody while nobody stands there, for whoever does and has a way to a source.
    assert_eq!(marked_as(free(), "control", "3212"), Some((None, "8".to_owned())));
    assert_eq!(marked_as(held("us-3-b2", "3212"), "control", "3212"), Some((Some(0), "8".to_owned())));
}
