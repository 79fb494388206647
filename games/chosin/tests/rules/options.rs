//! 25.0 to 37.0 The optional rules: markers, meeting engagements, entrenchments, ports, airfields, engineers, fallout.

use crate::common::{Board, board, event, marked, place, points, reach, supplied};
use engine::Seat;
use serde_json::json;

/// Two Chinese regiments in a box under a marker at 1723.
fn masked(phase: &str, more: &[(&str, &str)]) -> Board {
    board(phase)
        .units(&[("c-172-58", "1723"), ("c-173-58", "1723")])
        .units(more)
        .option("fog", "on")
        .option("open", "off")
        .set("/fog", json!(["1723"]))
        .set("/boxes", json!({ "c-172-58": 1, "c-173-58": 1 }))
}

#[test]
fn a_box_moves_as_one_and_may_drop_units() {
    // [proves: ch 25.2.1, ch 25.2.5]
    let mut table =
        masked("com-movement", &[("us-3-b1", "3212"), ("c-174-58", "1723"), ("us-17-7", "1520")]).lay();
    table.act("move c-172-58");
    table.refuses("join c-174-58", "ch 25.2.1", "a box moves by itself");
    table.act("to 1722");
    assert_eq!(
        (place(&table, "c-172-58"), place(&table, "c-173-58"), table.at("/fog/0")),
        ("1722".to_owned(), "1722".to_owned(), json!("1722"))
    );
    table.acts(&["leave c-173-58", "to 1721", "done"]);
    assert_eq!((table.at("/boxes"), table.at("/fog/0")), (json!({ "c-172-58": 1 }), json!("1721")));
    table.refuses("move c-173-58", "ch 6.1", "has moved");
    let view = table.position_for(Seat(0));
    assert!(view["stacks"].get("1721").is_none(), "what the box holds is not seen");
    let slow = masked("com-movement", &[("us-3-b1", "3212")]).disrupted("c-173-58");
    let mut table = slow.lay();
    table.act("move c-172-58");
    assert_eq!(reach(&table).get("1720"), None, "the box is as slow as its slowest unit");
    let zone = masked("un-movement", &[("us-3-b1", "1722")]);
    let mut table = zone.lay();
    table.act("move us-3-b1");
    assert_eq!(
        reach(&table).get("1721").map(String::as_str),
        Some("5"),
        "boxed units keep their zones of control"
    );
}

#[test]
fn a_unit_that_dug_holds_its_box() {
    // [proves: ch 25.2.1, ch 29.2]
    let table = masked("com-movement", &[("us-3-b1", "3212")]).marks("c-173-58", &["dug"]).lay();
    table.refuses("move c-172-58", "ch 29.2", "digs in");
}

#[test]
fn a_marker_goes_when_its_units_fight_or_are_fired_at() {
    // [proves: ch 25.2.4, ch 25.2.5]
    let gone = |table: &testkit::Table<'static, chosin::Chosin>| {
        assert_eq!(
            (table.at("/fog/0"), table.at("/boxes")),
            (json!("out"), json!(null)),
            "{:?}",
            table.log()
        );
    };
    let mut table = masked("com-combat", &[("us-17-7", "1722")]).lay();
    table.acts(&["attack 1722", "add c-172-58", "lock"]);
    gone(&table);
    let mut table = masked("un-combat", &[("us-17-7", "1722")]).lay();
    table.acts(&["attack 1723", "add us-17-7", "lock"]);
    gone(&table);
    let mut table = masked("un-strike", &[("us-17-7", "3212")]).air(0, 2, 1).lay();
    table.dice(&[2]).act("strike 1 tac 1723");
    gone(&table);
    let mut table = masked("un-barrage", &[("us-11m", "1721"), ("us-1m-hq", "1721")]).dropped("1721").lay();
    table.acts(&["barrage 1723", "fire us-11m"]).dice(&[2]).act("done");
    gone(&table);
    let mut table = masked("un-movement", &[("us-17-7", "3212")]).lay();
    table.act_for(Seat(1), "unmask 1723");
    gone(&table);
    let mut table = masked("com-movement", &[("us-17-7", "3212")]).over("1722", 1).lay();
    table.acts(&["move c-172-58", "to 1722"]).dice(&[1]).act("intercept 1 tac");
    gone(&table);
    let mut table = board("com-combat")
        .units(&[("nk-p1", "1723"), ("us-17-7", "1722"), ("us-1m-hq", "1722")])
        .option("fog", "on")
        .set("/fog", json!(["1723"]))
        .set("/boxes", json!({ "nk-p1": 1 }))
        .lay();
    table.acts(&["attack 1722", "add nk-p1", "lock"]).dice(&[1]).act("table assault");
    assert_eq!((place(&table, "nk-p1"), table.at("/fog/0")), ("eliminated".to_owned(), json!("out")));
}

/// The Marines of a meeting engagement with a gun beside them.
fn meeting() -> Board {
    let units = [
        ("us-5-1m", "1917"),
        ("us-11m", "1917"),
        ("us-1m-hq", "2017"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1718"),
    ];
    board("un-movement").units(&units).option("meeting", "on").air(0, 3, 2)
}

#[test]
fn guns_and_planes_of_a_meeting_engagement_do_nothing_else() {
    // [proves: ch 14.34, ch 26.6]
    let mut table = meeting().lay();
    table.acts(&["move us-5-1m", "to 1817", "meet 1718", "table probe"]);
    assert!(table.offers("cas 2"), "{:?}", table.legal());
    table.act("cas 2").dice(&[3]).act("fire us-11m");
    assert!(
        ["fired-un", "fired-com", "moved"].iter().all(|m| marked(&table, "us-11m", m)),
        "{:?}",
        table.at("/marks")
    );
    assert_eq!((table.at("/air/boxes/0/3"), table.at("/air/boxes/0/0")), (json!(0), json!(2)));
    let mut table = meeting().lay();
    table.acts(&["move us-11m", "to 1817", "done", "move us-5-1m", "to 1817", "meet 1718", "table probe"]);
    table.refuses("fire us-11m", "ch 11.55", "decided first");
    table.dice(&[3]).act("cas 1");
    assert!(table.ruled("ch 11.1"), "a gun that moved is not asked: {:?}", table.log());
}

#[test]
fn a_meeting_engagement_shifts_one_column_and_stops_those_it_hits() {
    // [proves: ch 26.3, ch 26.8]
    let mut table = meeting().air(0, 3, 0).lay();
    table.acts(&["move us-5-1m", "to 1817", "meet 1718", "table probe"]);
    table.dice(&[1]).act("done");
    assert!(table.said("at 1:2: AR"), "5 to 4 is 1:1, one column left: {:?}", table.log());
    table.acts(&["retreat us-5-1m 1917", "done"]);
    assert!(marked(&table, "us-5-1m", "moved"), "a retreat ends its march");
    let mut table = meeting().air(0, 3, 0).lay();
    table.acts(&["move us-5-1m", "to 1817", "meet 1718", "table probe"]);
    table.dice(&[4]).act("done");
    assert!(table.said("at 1:2: NE"), "{:?}", table.log());
    assert!(!marked(&table, "us-5-1m", "moved") && table.offers("to 1917"), "otherwise it goes on");
    table.refuses("meet 1718", "ch 26.4", "one meeting engagement");
}

#[test]
fn entrenching_needs_supply_time_and_no_enemy_zone() {
    // [proves: ch 29.1, ch 29.2, ch 29.3]
    let un = [
        ("us-17-7", "3212"),
        ("us-3-art", "3113"),
        ("us-x-hq", "3212"),
        ("us-3-b1", "3414"),
        ("c-172-58", "3415"),
        ("us-3-b2", "1417"),
    ];
    let laid = || board("un-reorganization").units(&un).option("entrenchments", "on");
    let table = laid().lay();
    table.refuses("entrench us-3-b1", "ch 29.2", "zone of control");
    table.refuses("entrench us-3-b2", "ch 29.1", "out of supply");
    board("un-reorganization").units(&un).lay().refuses(
        "entrench us-17-7",
        "ch 29.1",
        "without that optional rule",
    );
    let mut table = laid().lay();
    table.dice(&[5]).act("entrench us-17-7");
    assert_eq!(table.at("/entrenched"), json!([]));
    table.refuses("entrench us-17-7", "ch 29.1", "has tried");
    table.dice(&[4]).act("entrench us-x-hq");
    assert_eq!(table.at("/entrenched"), json!(["3212"]), "another unit of the hex tries again");
    table.dice(&[1]).act("entrench us-3-art").act("end");
    table.refuses("move us-17-7", "ch 29.2", "digs in");
    table.act("end");
    let mut table = laid()
        .set("/phase", json!("un-barrage"))
        .units(&[("c-173-58", "3115")])
        .marks("us-3-art", &["dug"])
        .lay();
    table.refuses("barrage 3115", "ch 10.3", "nothing can fire");
    table.act("end");
    let com = [("c-172-58", "1322"), ("c-20-hq", "1323"), ("us-3-b1", "3212")];
    for (die, done) in [(3, json!(["1322"])), (4, json!([]))] {
        let mut table = board("com-reorganization").units(&com).option("entrenchments", "on").lay();
        table.dice(&[die]).act("entrench c-172-58");
        assert_eq!(table.at("/entrenched"), done);
    }
    let mut table = board("un-movement")
        .units(&[("us-17-7", "3212"), ("us-3-b1", "3212")])
        .set("/entrenched", json!(["3212"]))
        .lay();
    table.acts(&["move us-17-7", "to 3113", "done"]);
    assert_eq!(table.at("/entrenched"), json!(["3212"]));
    table.acts(&["move us-3-b1", "to 3113"]);
    assert_eq!(table.at("/entrenched"), json!([]), "the last unit has left");
}

#[test]
fn battalions_of_a_unit_that_dug_stay_too() {
    // [proves: ch 29.2]
    let mut table = board("un-reorganization")
        .units(&[("us-5-1m", "3212"), ("us-x-hq", "3212")])
        .option("entrenchments", "on")
        .lay();
    table.dice(&[6]).act("entrench us-5-1m").acts(&["break us-5-1m", "end"]);
    let battalion = table.at("/stacks/3212/0").as_str().unwrap().to_owned();
    table.refuses(&format!("move {battalion}"), "ch 29.2", "digs in");
}

/// Three regiments in Hungnam with or without the port brigade somewhere.
fn port(brigade: &[(&str, &str)]) -> Board {
    let units = [("us-17-7", "3511"), ("us-32-7", "3511"), ("us-5-1m", "3410")];
    board("un-movement").units(&units).units(brigade).option("port", "on")
}

#[test]
fn two_regiments_leave_only_where_the_port_brigade_works() {
    // [proves: ch 34.0, ch 34.1, ch 34.2, ch 34.3, ch 34.4]
    let two = |laid: Board| {
        let mut table = laid.lay();
        table.act("ship us-17-7 out");
        table.offers("ship us-32-7 out")
    };
    assert!(!two(port(&[])), "one without it");
    assert!(!two(port(&[("us-2se", "3212")])), "it must stand in a port");
    assert!(two(port(&[("us-2se", "3410")])));
    assert!(two(port(&[("us-2se", "5614")])), "any port of the map");
    assert!(
        two(port(&[("us-2se", "5614"), ("c-172-58", "5613")]).disrupted("us-2se")),
        "disrupted and in a zone of control"
    );
    assert!(!two(port(&[("us-2se", "3410")]).event(event::REFUGEES)), "refugees leave one");
    assert!(two(port(&[]).option("port", "off")), "two where rule 34 is not used");
    let mut table = port(&[("us-2se", "3410")]).lay();
    table.acts(&["ship us-17-7 out", "ship us-32-7 out"]);
    table.refuses("move us-2se", "ch 34.2", "works the port");
    let mut table = port(&[("us-2se", "3410")]).lay();
    table.acts(&["move us-2se", "to 3411", "to 3410", "done", "ship us-17-7 out"]);
    table.refuses("ship us-32-7 out", "ch 19.3", "full");
    let mut table = port(&[("us-2se", "3410")]).lay();
    table.act("ship us-17-7 out");
    table.refuses("ship us-2se out", "ch 19.3", "full");
    let mut table = port(&[("us-2se", "3410")]).lay();
    table.acts(&["ship us-2se 5614"]);
    table.refuses("ship us-17-7 out", "ch 19.3", "full");
    let mut table = board("un-movement")
        .units(&[("us-17-7", "3308"), ("us-32-7", "3307"), ("us-2se", "3410")])
        .option("port", "on")
        .lay();
    table.act("evacuate us-17-7");
    table.refuses("evacuate us-32-7", "ch 19.3", "one regiment");
    let table =
        board("un-movement").units(&[("us-x-hq", "3411"), ("us-3-b1", "3312")]).option("port", "on").lay();
    assert!(supplied(&table, "us-3-b1"), "the depot feeds without a brigade");
}

/// Both airfield groups, with TAC in reserve, before allocation.
fn fields(units: &[(&str, &str)]) -> Board {
    board("com-recovery")
        .units(&[("us-x-hq", "3414"), ("us-3-hq", "5416"), ("c-172-58", "1323")])
        .units(units)
        .option("airfields", "on")
        .air(0, 0, 6)
}

#[test]
fn tac_depend_on_airfield_groups_in_supply() {
    // [proves: ch 35.0, ch 35.1, ch 35.2]
    let flying = |laid: Board| {
        let mut table = laid.lay();
        table.dice(&[6, 6]).act("end");
        (table.at("/air/ready/0"), table.at("/air/unbased"))
    };
    assert_eq!(flying(fields(&[("us-6151", "3612"), ("us-1maw", "5416")])), (json!(6), json!(0)));
    assert_eq!(
        flying(fields(&[("us-6151", "3512"), ("us-1maw", "5416")])),
        (json!(5), json!(1)),
        "off its field"
    );
    let one = fields(&[("us-6151", "3612"), ("us-1maw", "3612")]);
    assert_eq!(flying(one), (json!(5), json!(1)), "both at one field");
    let cut = fields(&[
        ("us-6151", "3612"),
        ("us-1maw", "5416"),
        ("c-173-58", "3513"),
        ("c-174-58", "3512"),
        ("c-175-59", "3713"),
    ]);
    assert_eq!(flying(cut), (json!(5), json!(1)), "out of supply");
    let both = fields(&[("us-6151", "2017"), ("us-1maw", "2016")]);
    assert_eq!(flying(both), (json!(4), json!(2)));
    let hurt = fields(&[("us-6151", "3612"), ("us-1maw", "5416")]).disrupted("us-6151");
    assert_eq!(flying(hurt), (json!(6), json!(0)), "a disrupted group works");
    let mut table = board("com-movement")
        .units(&[("c-172-58", "3513"), ("us-3-b1", "4319")])
        .air(0, 0, 8)
        .option("airfields", "on")
        .lay();
    table.acts(&["move c-172-58", "to 3612"]);
    assert_eq!(table.at("/air/to_lose"), 0, "13.9 is not used");
}

#[test]
fn an_airfield_group_moves_only_with_a_tac_in_reserve() {
    // [proves: ch 35.11]
    let laid = |kept: u8| {
        board("un-movement")
            .units(&[("us-6151", "3612"), ("us-1maw", "5416")])
            .option("airfields", "on")
            .air(0, 0, 2)
            .set("/air/kept", json!(kept))
    };
    laid(0).lay().refuses("move us-6151", "ch 35.11", "no TAC was left");
    let mut table = laid(1).lay();
    table.acts(&["move us-6151", "to 3512", "done"]);
    table.refuses("move us-1maw", "ch 35.11", "no TAC was left");
    let mut table = fields(&[("us-6151", "3612"), ("us-1maw", "5416")]).lay();
    table.dice(&[6, 6]).act("end").acts(&["assign 5 tac support", "end"]);
    assert_eq!(table.at("/air/kept"), 1);
}

#[test]
fn a_tac_goes_with_its_airfield_group() {
    // [proves: ch 35.21, ch 35.22]
    let mut table = board("un-movement")
        .units(&[("us-6151", "3511"), ("us-3-b1", "3212")])
        .option("airfields", "on")
        .air(0, 0, 6)
        .set("/air/kept", json!(1))
        .lay();
    table.act("ship us-6151 out");
    assert_eq!((points(&table, 0), table.at("/air/to_lose")), (3 + 3, json!(1)));
    table.act("lose reserve");
    assert_eq!(table.at("/air/boxes/0/0"), 5);
    let mut table = board("com-combat")
        .units(&[("us-6151", "3416"), ("c-172-58", "3415"), ("c-173-58", "3415"), ("c-174-58", "3317")])
        .option("airfields", "on")
        .air(0, 0, 6)
        .lay();
    table.acts(&["attack 3416", "add c-172-58", "add c-173-58", "lock"]).dice(&[6]).act("table assault");
    assert!(table.said("DZ"), "3 against a half: {:?}", table.log());
    assert_eq!((points(&table, 1), table.at("/air/to_lose")), (6 + 6, json!(1)));
}

#[test]
fn engineers_repair_on_three_and_the_port_brigade_not_at_all() {
    // [proves: ch 36.0, ch 36.1, ch 36.3]
    let laid = |more: &[(&str, &str)]| {
        board("un-reorganization")
            .units(&[("us-1m-hq", "2317")])
            .units(more)
            .option("extras", "on")
            .set("/blown", json!(["2117/2217"]))
    };
    for (die, blown) in [(3, json!([])), (4, json!(["2117/2217"]))] {
        let mut table = laid(&[("us-19e", "2217")]).lay();
        table.dice(&[die]).act("repair us-19e 2117/2217");
        assert_eq!(table.at("/blown"), blown);
    }
    laid(&[("us-19e", "2217")]).disrupted("us-19e").lay().refuses(
        "repair us-19e 2117/2217",
        "ch 23.3",
        "effective",
    );
    let cut = board("un-reorganization")
        .units(&[("us-19e", "2217")])
        .option("extras", "on")
        .set("/blown", json!(["2117/2217"]));
    cut.lay().refuses("repair us-19e 2117/2217", "ch 23.3", "out of supply");
    laid(&[("us-2se", "2217")]).lay().refuses("repair us-2se 2117/2217", "ch 23.3", "effective headquarters");
}

/// Fallout on a hex.
fn fallout(phase: &str, hex: &str) -> Board {
    let atomic = json!({ "called": true, "bombs": 0, "attacks": 1, "struck": [], "fallout": [crate::common::hex_number(hex)], "end": 0 });
    board(phase).option("atomic", "on").set("/atomic", atomic)
}

#[test]
fn fallout_doubles_costs_and_shuts_what_men_built() {
    // [proves: ch 37.9]
    let mut table = fallout("un-movement", "3113").units(&[("us-3-b1", "3212"), ("us-3-b2", "5614")]).lay();
    table.act("move us-3-b1");
    let found = reach(&table);
    assert_eq!(
        (found["3113"].as_str(), found["3313"].as_str()),
        ("1", "1/2"),
        "the road into it costs twice a half"
    );
    let mut table = fallout("un-movement", "2118").units(&[("us-3-b1", "2017"), ("c-172-58", "2118")]).lay();
    table.act("move us-3-b1");
    assert_eq!(reach(&table)["2117"], "6", "one of road and two of zones, twice");
    let mut table = fallout("un-movement", "3411").units(&[("us-3-b1", "3511"), ("us-3-b2", "5614")]).lay();
    table.refuses("ship us-3-b1 out", "ch 19.1", "not in a friendly port");
    table.act("end");
    let table = fallout("un-movement", "2417")
        .units(&[("us-1m-hq", "2017"), ("c-172-58", "1217"), ("c-173-58", "1220")])
        .lay();
    assert!(!supplied(&table, "us-1m-hq"), "no line runs through it");
    let mut table = fallout("com-combat", "3212").units(&[("us-17-7", "3212"), ("c-172-58", "3113")]).lay();
    table.acts(&["attack 3212", "add c-172-58", "lock"]);
    assert_eq!(crate::common::working(&table, "Terrain"), "", "a city as clear ground");
    let mut table = fallout("com-recovery", "3113")
        .units(&[("us-17-7", "3212"), ("us-32-7", "3313"), ("c-172-58", "3112")])
        .lay();
    table.dice(&[3, 4, 6, 6]).act("end");
    assert!(
        marked(&table, "us-17-7", "disrupted") && !marked(&table, "c-172-58", "disrupted"),
        "{:?}",
        table.log()
    );
    assert!(!marked(&table, "us-32-7", "disrupted"), "two hexes away nobody is hurt");
}

#[test]
fn guns_that_fired_are_not_used_in_a_meeting_engagement() {
    // [proves: ch 26.6] those used for one conduct no other combat in the game turn
    let units = [
        ("us-17-7", "1817"),
        ("us-11m", "1817"),
        ("us-1m-hq", "2017"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1719"),
    ];
    let met = |marks: &[&str], fleet: [u8; 2]| {
        let mut table =
            board("com-movement").units(&units).option("meeting", "on").set("/fleet_used", json!(fleet));
        table = table.marks("us-11m", marks);
        let mut table = table.lay();
        table.acts(&["move c-172-58", "to 1718", "meet 1817"]).dice(&[3]).act("table probe");
        table
    };
    assert!(met(&[], [0, 0]).offers("fire us-11m"));
    let table = met(&["fired-un", "barraged"], [0, 0]);
    assert!(table.ruled("ch 11.1"), "nobody is asked: {:?}", table.log());
}

#[test]
fn nations_do_not_meet_the_enemy_together_without_communications() {
    // [proves: ch 3.3-32-33, ch 26.0]
    let laid = |second: &str| {
        let units = [("us-17-7", "1817"), (second, "1817"), ("us-1m-hq", "2017"), ("c-172-58", "1718")];
        let mut table =
            board("un-movement").units(&units).option("meeting", "on").event(event::NO_COMMUNICATIONS).lay();
        table.acts(&["move us-17-7", &format!("join {second}")]);
        table
    };
    laid("rok-1-cap").refuses("meet 1718", "ch 3.3-32-33", "nations do not attack together");
    laid("us-5-1m").refuses("meet 1718", "ch 3.3-32-33", "nations do not attack together");
    assert!(laid("us-32-7").offers("meet 1718"));
}

#[test]
fn nobody_in_a_stack_with_a_marker_is_examined() {
    // [proves: ch 21.1, ch 25.1] those outside the box neither
    let laid = |fog: &str| {
        board("com-movement")
            .units(&[("c-172-58", "1723"), ("c-176-59", "1723"), ("us-3-b1", "3212")])
            .option("fog", "on")
            .option("open", "off")
            .set("/fog", json!([fog]))
            .set("/boxes", json!({ "c-176-59": 1 }))
    };
    let seen =
        |table: &testkit::Table<'_, chosin::Chosin>| table.position_for(Seat(0))["stacks"]["1723"].clone();
    let mut table = laid("1723").lay();
    let stand_in = seen(&table);
    assert_eq!(stand_in.as_array().map(Vec::len), Some(1), "a unit is there beside the marker");
    assert_ne!(stand_in, json!(["c-172-58"]), "nobody knows which");
    table.acts(&["move c-176-59", "to 1722", "done"]);
    assert_eq!(seen(&table), json!(["c-172-58"]), "the marker has gone on");
}

#[test]
fn fallout_leaves_no_town_to_control() {
    // [proves: ch 37.9] 37.9 (1): any city or town in the hex is ignored for the remainder of the game
    let units = [("c-172-58", "3112"), ("us-3-b1", "5614")];
    let taken = |laid: Board| {
        let mut table = laid.units(&units).lay();
        table.acts(&["move c-172-58", "to 3212", "done", "end"]);
        points(&table, 1)
    };
    assert_eq!(taken(board("com-movement")), 3, "first control of Hamhung");
    assert_eq!(taken(fallout("com-movement", "3313")), 0);
}
