//! S1, S2 The set-ups, 38.0 the scenario options, 39.0 what of the strategic game works on this map.

use crate::common::{board, game, marked, place, points};
use engine::{Rules, Seat};
use serde_json::json;

type Table = testkit::Table<'static, chosin::Chosin>;

/// The start of a scenario with options of the match and scenario options of both sides, set up as in history.
fn start(scenario: &str, rules: &[(&str, &str)], un: &[&str], com: &[&str]) -> Table {
    let mut table = testkit::Table::start(game(), scenario, rules);
    if rules.contains(&("what-if", "on")) {
        un.iter().for_each(|o| {
            table.act(&format!("choose {o}"));
        });
        table.act("end");
    }
    if scenario == "envelopment" {
        table.act("deploy historical");
    }
    if rules.contains(&("what-if", "on")) || rules.contains(&("extras", "on")) {
        com.iter().for_each(|o| {
            table.act(&format!("choose {o}"));
        });
        table.act("end");
    }
    table.acts(&["default", "end", "default", "end"]);
    table
}
const WHAT_IF: [(&str, &str); 2] = [("what-if", "on"), ("open", "on")];

#[test]
fn arrivals_are_those_of_the_lists() {
    // [proves: ch S1 3.2, ch S1 4.2.1, ch S1 4.2.2]
    let table = start("advancing", &[("open", "on")], &[], &[]);
    let due = table.at("/due");
    let on = |turn: u8| -> Vec<&str> {
        due.as_object().unwrap().iter().filter(|(_, t)| **t == turn).map(|(u, _)| u.as_str()).collect()
    };
    assert_eq!(on(7), ["c-226-76", "c-227-76", "c-228-76", "c-229-77", "c-230-77", "c-231-77", "c-26-hq"]);
    assert_eq!(on(9), ["us-17-7", "us-32-7", "us-7-art", "us-7-hq", "us-73-7"]);
    assert_eq!(
        on(12),
        ["c-241-81", "c-242-81", "c-243-81", "c-268-90", "c-269-90", "c-270-90", "c-ixaa", "c-ixart"]
    );
    assert_eq!(on(15), ["rok-1-cap", "rok-cap-hq", "rok-cav-cap", "rok-i-hq"]);
    assert_eq!(due.as_object().unwrap().len(), 7 + 5 + 8 + 4);
    let mut table =
        board("un-reinforcement").turn(15).units(&[("us-3-b1", "3212")]).off("due", &["rok-1-cap"]).lay();
    table.act("set rok-1-cap");
    table.refuses("place 1101", "ch 4.31", "may not come on");
    table.act("place 3410");
}

#[test]
fn airfield_and_port_units_come_with_their_rules() {
    // [proves: ch S1 3.1.9]
    let table = start("advancing", &[("open", "on")], &[], &[]);
    for unit in ["us-6151", "us-1maw", "us-2se"] {
        assert_eq!(place(&table, unit), "out", "{unit}");
    }
    let table = start("advancing", &[("open", "on"), ("airfields", "on"), ("port", "on")], &[], &[]);
    assert_eq!(
        (place(&table, "us-6151"), place(&table, "us-1maw"), place(&table, "us-2se")),
        ("3612".to_owned(), "5416".to_owned(), "3410".to_owned())
    );
}

#[test]
fn units_break_down_before_they_are_placed() {
    // [proves: ch 5.6]
    let mut table = testkit::Table::start(game(), "advancing", &[]);
    table.refuses("break us-3-b1", "ch 5.2", "does not break down");
    table.act("break us-5-1m");
    assert!(table.offers("set usmc-lead-1") && table.offers("set usmc-bn-1"), "{:?}", table.legal());
    table.act("set usmc-lead-1");
    table.refuses("place 2017", "ch S1 3.1.1", "may not be set up");
    table.act("place 1321");
    table.refuses("form us-5-1m 1321", "ch S1 2.0", "first everything is set up");
    table.acts(&["set us-7-1m", "place 1321"]);
    table.refuses("break us-7-1m", "ch 5.6", "before it is placed");
}

#[test]
fn late_options_need_the_enemys_lead_and_come_after_a_delay() {
    // [proves: ch 38.3, ch 38.4]
    let laid = |phase: &str, turn: u8, un: i16, com: i16| {
        board(phase)
            .turn(turn)
            .units(&[("us-3-b1", "3212"), ("c-172-58", "1323")])
            .option("what-if", "on")
            .score(un, com)
    };
    let mut table = laid("com-surprise", 3, 10, 0).lay();
    table.act("choose late reserves");
    assert_eq!(table.at("/due/c-232-78"), 5, "two turns later");
    assert_eq!(table.at("/due").as_object().unwrap().len(), 6);
    table.refuses("choose late reserves", "ch 38.3", "has been chosen");
    laid("com-surprise", 3, 9, 0).lay().refuses("choose late reserves", "ch 38.3", "lead by ten");
    laid("com-surprise", 3, 10, 0).envelopment("maximum").lay().refuses(
        "choose late reserves",
        "ch 38.3",
        "has these units already",
    );
    laid("com-surprise", 3, 10, 0).option("what-if", "off").lay().refuses(
        "choose late reserves",
        "ch 38.3",
        "no scenario options",
    );
    laid("com-surprise", 3, 10, 0).lay().refuses("choose late artillery", "ch 38.1", "before play");
    let mut table = laid("un-reinforcement", 11, 0, 10).lay();
    table.act("choose late evacuees");
    assert_eq!(table.at("/due/rok-22-3"), 16, "five turns later");
    laid("un-reinforcement", 10, 0, 10).lay().refuses("choose late evacuees", "ch 38.4", "too early");
    laid("un-reinforcement", 11, 0, 9).lay().refuses("choose late evacuees", "ch 38.4", "lead by ten");
    let price = board("com-recovery")
        .turn(28)
        .units(&[("us-3-b1", "2018"), ("c-172-58", "1722")])
        .option("what-if", "on")
        .set("/chosen", json!(["reserves", "evacuees"]))
        .set("/late", json!(["reserves", "evacuees"]));
    let mut table = price.lay();
    table.act("end");
    assert_eq!(table.rules().outcome(table.state()).points, [20, 20]);
}

#[test]
fn the_north_korean_army_sets_up_near_the_north_edge() {
    // [proves: ch 38.5.1]
    let mut table = testkit::Table::start(game(), "advancing", &WHAT_IF);
    table.act("end").acts(&["choose nk-army", "end", "default", "end", "set nk-766"]);
    table.refuses("place 1118", "ch S1 4.1", "may not be set up");
    table.act("place 1003").act("default");
    let on_map = ["nk-2", "nk-5", "nk-15", "nk-24", "nk-p1", "nk-p2", "nk-p3", "nk-p4", "nk-p5", "nk-p6"];
    assert!(on_map.iter().all(|u| place(&table, u).len() == 4), "four groups and six partisans");
    assert_eq!(table.rules().outcome(table.state()).points[0] - plain_points(), 10);
    let table = start("advancing", &[("open", "on")], &[], &[]);
    assert_eq!((place(&table, "nk-766"), place(&table, "nk-p5")), ("out".to_owned(), "out".to_owned()));
}

/// The UN's points for what it holds when everything is set up as in history.
fn plain_points() -> i32 {
    let table = start("advancing", &[("open", "on")], &[], &[]);
    table.rules().outcome(table.state()).points[0]
}

#[test]
fn the_air_challenge_grounds_what_its_die_says() {
    // [proves: ch 38.5.2]
    let morning = |event: &[u32], die: u32| {
        let mut table = board("com-recovery")
            .units(&[("us-3-b1", "3212"), ("c-172-58", "1323")])
            .chosen(&["challenge"])
            .air(0, 0, 6)
            .air(2, 0, 2)
            .lay();
        let mut dice = event.to_vec();
        dice.push(die);
        table.dice(&dice).act("end");
        table.at("/air/to_ground")
    };
    assert_eq!(morning(&[6, 6], 4), 4);
    assert_eq!(morning(&[2, 4], 3), 4 + 3, "weather halves eight, then the die");
    assert_eq!(morning(&[2, 4], 6), 8, "no more than there are");
}

#[test]
fn reserves_chosen_beforehand_come_when_the_communists_like() {
    // [proves: ch 38.5.3]
    let mut table = start("advancing", &WHAT_IF, &[], &["reserves"]);
    assert_eq!(table.at("/due/c-232-78"), 2, "from 28 November on");
    table.quietly_until(|t| t.at("/turn") == 2 && t.at("/phase") == "com-reinforcement");
    table.acts(&["hold c-232-78", "set c-233-78", "place 0514"]);
    assert_eq!((place(&table, "c-233-78"), table.at("/due/c-232-78")), ("0514".to_owned(), json!(3)));
    table.refuses("choose late reserves", "ch 4.1", "placed first");
    let listed =
        board("com-reinforcement").turn(7).units(&[("us-3-b1", "3212")]).off("due", &["c-26-hq"]).lay();
    listed.refuses("hold c-26-hq", "ch 4.1", "comes now");
}

#[test]
fn better_intelligence_shows_everything_before_the_first_turn() {
    // [proves: ch 38.6.1]
    let mut table = testkit::Table::start(game(), "envelopment", &[("what-if", "on")]);
    table.acts(&["choose intelligence", "end", "deploy historical", "end", "default", "end", "default"]);
    table.refuses("mask 1723", "ch 25.1", "no fog of war markers");
    table.act("end");
    let seen = table.position_for(Seat(0));
    assert_eq!(seen["stacks"]["1723"], table.at("/stacks/1723"), "whole stacks are seen");
    assert_eq!(table.legal(), ["done"]);
    table.act("done");
    assert_ne!(
        table.position_for(Seat(0))["stacks"]["1723"],
        table.at("/stacks/1723"),
        "no longer afterwards"
    );
}

#[test]
fn emergency_reinforcements_come_by_die_and_in_secret() {
    // [proves: ch 38.6.3]
    for (air, land, days) in [(1, 2, [8, 15]), (3, 4, [9, 16]), (5, 6, [10, 17])] {
        let mut table = testkit::Table::start(game(), "advancing", &WHAT_IF);
        table.acts(&["choose emergency", "end", "end", "default", "end", "default"]);
        table.dice(&[air, land]).act("end");
        assert_eq!(table.at("/emergency"), json!(days));
        assert_eq!(table.at("/due/us-2mbde"), days[1]);
        assert_eq!(table.position_for(Seat(1))["emergency"], json!([0, 0]), "only the UN knows");
    }
    let mut table = board("com-recovery")
        .turn(7)
        .units(&[("us-3-b1", "3212"), ("c-172-58", "1323")])
        .chosen(&["emergency"])
        .set("/emergency", json!([8, 15]))
        .lay();
    table.dice(&[6, 6]).act("end");
    assert_eq!(
        [0, 1, 2].map(|kind| table.at(&format!("/air/boxes/{kind}/0"))),
        [json!(2), json!(1), json!(1)]
    );
    let mut table = board("un-reinforcement")
        .turn(15)
        .units(&[("us-3-b1", "3212"), ("c-172-58", "3308")])
        .chosen(&["emergency"])
        .off("due", &["us-2mbde"])
        .lay();
    table.act("set us-2mbde");
    table.refuses("place 3308", "ch 4.31", "may not come on");
    table.refuses("place 3212", "ch 4.31", "may not come on");
    table.act("place 3307");
}

#[test]
fn cavalry_sets_up_beside_us_units_and_evacuees_wait_for_12_december() {
    // [proves: ch 38.6.4, ch 38.6.5]
    let mut table = testkit::Table::start(game(), "advancing", &WHAT_IF);
    table.acts(&["choose cavalry", "choose evacuees", "end", "end", "default"]);
    assert_eq!(
        ["us-1-2", "us-2-2", "us-3-2"].map(|u| place(&table, u)),
        ["3414", "3616", "5616"].map(str::to_owned)
    );
    let mut table = testkit::Table::start(game(), "advancing", &WHAT_IF);
    table.acts(&[
        "choose cavalry",
        "choose evacuees",
        "end",
        "end",
        "set us-x-hq",
        "place 3212",
        "set us-1-2",
    ]);
    table.refuses("place 2017", "ch S1 3.1.1", "may not be set up");
    table.acts(&["place 3113", "default", "end", "default", "end"]);
    assert_eq!(
        ["rok-3-hq", "rok-22-3", "rok-23-3", "rok-18-cap"].map(|u| table.at(&format!("/due/{u}"))),
        [16, 16, 16, 16].map(|n| json!(n))
    );
    let mut late = board("un-reinforcement")
        .turn(16)
        .units(&[("us-3-b1", "3212")])
        .chosen(&["evacuees"])
        .off("due", &["rok-22-3"])
        .lay();
    late.act("hold rok-22-3");
    assert_eq!(late.at("/due/rok-22-3"), 17, "any later turn");
}

#[test]
fn prices_are_paid_at_the_end() {
    // [proves: ch 38.5.1, ch 38.5.2, ch 38.5.3, ch 38.5.4, ch 38.6.1, ch 38.6.2, ch 38.6.3, ch 38.6.4, ch 38.6.5]
    let prices = [
        ("nk-army", [10, 0]),
        ("challenge", [20, 0]),
        ("reserves", [20, 0]),
        ("artillery", [40, 0]),
        ("intelligence", [0, 10]),
        ("off-road", [0, 10]),
        ("emergency", [0, 20]),
        ("cavalry", [0, 10]),
        ("evacuees", [0, 20]),
    ];
    for (option, paid) in prices {
        let mut table = board("com-recovery")
            .turn(28)
            .units(&[("us-3-b1", "2018"), ("c-172-58", "1722")])
            .chosen(&[option])
            .lay();
        assert_eq!((points(&table, 0), points(&table, 1)), (0, 0), "no lead during play");
        table.act("end");
        assert_eq!(table.rules().outcome(table.state()).points, paid, "{option}");
    }
}

#[test]
fn options_are_announced_only_where_they_bind_the_enemy() {
    // [proves: ch 38.1, ch 38.6.2]
    let mut table = testkit::Table::start(game(), "advancing", &WHAT_IF);
    table.acts(&["choose off-road", "choose emergency", "end", "end", "default", "end"]);
    assert!(
        table.told().iter().any(|l| l.contains("have chosen") && l.contains("road")),
        "{:?}",
        table.told()
    );
    assert_eq!(table.position_for(Seat(1))["chosen"], json!(["off-road"]));
}

#[test]
fn the_strategic_extras_open_like_the_scenario() {
    // [proves: ch 39.5, ch 39.7]
    let mut table = testkit::Table::start(game(), "advancing", &[("extras", "on"), ("open", "on")]);
    table.act("end").act("set us-19e");
    table.refuses("place 1417", "ch S1 3.1.1", "may not be set up");
    table.acts(&["place 3312", "default", "end", "default", "end", "set rok-1g"]);
    table.refuses("place 1723", "ch S1 3.1.1", "may not be set up");
    table.refuses("place 1722", "ch S1 3.1.1", "may not be set up");
    // A regiment at 1822 holds 1821 in its zone of control: 1820 lies beside that.
    table.refuses("place 1820", "ch S1 3.1.1", "may not be set up");
    table.acts(&["place 4525", "end"]);
    assert_eq!((table.at("/turn"), table.at("/phase")), (json!(1), json!("com-surprise")));
    assert_eq!(
        (table.at("/air/boxes/0/3"), table.at("/air/boxes/2/4")),
        (json!(3), json!(1)),
        "three TAC and a MAC"
    );
}

#[test]
fn the_42nd_army_starts_with_three_regiments_disrupted() {
    // [proves: ch 39.8]
    let mut table = testkit::Table::start(game(), "advancing", &[("extras", "on"), ("open", "on")]);
    table.acts(&["choose army-42", "end", "default", "end", "set c-42-hq"]);
    table.refuses("place 1720", "ch S1 4.1", "may not be set up");
    table.acts(&["place 0917", "default"]);
    assert_eq!(["c-372-124", "c-375-125", "c-378-126"].map(|u| marked(&table, u, "disrupted")), [true; 3]);
    table.refuses("disrupt c-370-124", "ch 39.8", "three regiments");
    let mut table = testkit::Table::start(game(), "envelopment", &[("extras", "on"), ("what-if", "on")]);
    table.acts(&["end", "deploy minimal"]);
    table.refuses("choose army-42", "ch 39.8", "minimal");
    let mut table = testkit::Table::start(game(), "advancing", &WHAT_IF);
    table.act("end");
    table.refuses("choose army-42", "ch 39.8", "needs the strategic extras");
}

#[test]
fn nothing_is_revealed_before_the_first_side_has_set_up() {
    // [proves: ch S1 2.0]
    let mut table = testkit::Table::start(game(), "advancing", &[]);
    assert!(!table.play().is_final(), "the start shows nobody anything");
    table.acts(&["default", "end"]);
    assert!(table.play().is_final(), "the Communists have seen the set-up of the UN");
}
