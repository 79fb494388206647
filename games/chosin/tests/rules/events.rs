//! 3.3 The random events that change more than a column.

use crate::common::{Board, board, event, marked, place, points};
use serde_json::json;

type Table = testkit::Table<'static, chosin::Chosin>;

/// The evening before a turn's events: the next `end` rolls them.
fn evening(units: &[(&str, &str)]) -> Board {
    board("com-recovery").units(units)
}
fn roll(laid: Board, dice: &[u32]) -> Table {
    let mut table = laid.lay();
    table.dice(dice).act("end");
    table
}
const QUIET: [(&str, &str); 2] = [("us-3-b1", "3212"), ("c-172-58", "1323")];

#[test]
fn morale_cracks_when_the_un_leads_by_ten() {
    // [proves: ch 3.3-13-14]
    let after = |un: i16| roll(evening(&QUIET).score(un, 5), &[1, 3]).at("/events/current");
    assert_eq!(after(15), event::MORALE_CRACKS);
    assert_eq!(after(14), 255);
    let barrage = |event: u8| {
        let units = [("c-ixart", "1322"), ("c-20-hq", "1323"), ("us-17-7", "1321"), ("us-3-b1", "3212")];
        let mut table = board("com-barrage").units(&units).event(event).lay();
        table.acts(&["barrage 1321", "fire c-ixart"]).dice(&[5]).act("done");
        marked(&table, "us-17-7", "disrupted")
    };
    assert!(barrage(255), "two points, column B, die 5: R");
    assert!(!barrage(event::MORALE_CRACKS), "column A");
    assert!(barrage(event::RUNNING_DOGS), "that event leaves barrages alone");
}

#[test]
fn the_third_division_stands_for_two_turns() {
    // [proves: ch 3.3-34-36]
    let units = [
        ("us-3-b1", "3511"),
        ("us-7-3", "3212"),
        ("us-17-7", "3313"),
        ("c-172-58", "1323"),
        ("us-3-hq", "5614"),
    ];
    let after = |un: i16, once: u8| {
        let laid = evening(&units)
            .marks("us-3-b1", &["third-division"])
            .score(un, 0)
            .set("/events/once", json!(once));
        roll(laid, &[3, 4])
    };
    assert_eq!(after(0, 0).at("/events/current"), 255, "only if the UN leads");
    assert_eq!(after(1, 1).at("/events/current"), 255, "only once");
    let mut table = after(1, 0);
    assert_eq!((table.at("/events/redeployed"), table.at("/events/once")), (json!(2), json!(1)));
    table.quietly_until(|t| t.at("/phase") == "un-movement");
    for text in ["move us-3-b1", "march us-7-3", "ship us-3-b1 out", "entrain us-3-b1"] {
        table.refuses(text, "ch 3.3-34-36", "redeployed");
    }
    assert!(table.offers("move us-17-7"), "others move");
    table.dice(&[6, 6, 6, 6]).quietly_until(|t| t.at("/turn") == 8 && t.at("/phase") == "un-movement");
    table.refuses("move us-3-b1", "ch 3.3-34-36", "redeployed");
    table.quietly_until(|t| t.at("/turn") == 9 && t.at("/phase") == "un-movement");
    assert!(table.offers("move us-3-b1"));
}

#[test]
fn the_third_division_defends_but_neither_attacks_nor_fires_first() {
    // [proves: ch 3.3-34-36]
    let standing = json!({ "current": event::REDEPLOYED, "once": 1, "redeployed": 2, "skipped": false });
    let units = [
        ("us-3-b1", "3415"),
        ("us-17-7", "3415"),
        ("us-3-art", "3414"),
        ("us-5art", "3414"),
        ("us-x-hq", "3212"),
        ("c-172-58", "3416"),
    ];
    let third = ["third-division"];
    let laid = |phase: &str| {
        board(phase).units(&units).marks("us-3-b1", &third).set("/events", standing.clone()).lay()
    };
    let mut table = laid("un-combat");
    table.act("attack 3416");
    table.refuses("add us-3-b1", "ch 3.3-34-36", "redeployed");
    table.acts(&["add us-17-7", "lock", "table probe"]);
    table.refuses("fire us-3-art", "ch 3.3-34-36", "redeployed");
    let mut table = laid("un-barrage");
    table.act("barrage 3416");
    table.refuses("fire us-3-art", "ch 3.3-34-36", "redeployed");
    let mut table = laid("com-combat");
    table.acts(&["attack 3415", "add c-172-58", "lock", "table probe"]);
    assert!(table.offers("fire us-3-art"), "it fires in defence: {:?}", table.legal());
    table.act("done").dice(&[]);
    let mut table = laid("com-combat");
    table.acts(&["attack 3415", "add c-172-58", "lock", "table assault"]);
    table.dice(&[1]).act("done");
    assert!(table.said("AZ"), "{:?}", table.log());
    table.refuses("advance us-3-b1 3416", "ch 3.3-34-36", "redeployed");
    assert!(table.offers("advance us-17-7 3416"));
}

#[test]
fn more_troops_come_to_working_ports_without_ships() {
    // [proves: ch 3.3-41]
    let mut table = roll(evening(&QUIET), &[4, 1]);
    table.acts(&["set rok-bn-1", "place 3511", "set rok-bn-2"]);
    table.refuses("place 3212", "ch 4.31", "may not come on");
    table.act("place 5614");
    assert_eq!(
        (place(&table, "rok-bn-1"), place(&table, "rok-bn-2")),
        ("3511".to_owned(), "5614".to_owned())
    );
    assert_eq!(table.at("/used/shipped"), 0);
    let taken = [("c-172-58", "3511"), ("c-173-58", "3410"), ("c-174-58", "5614"), ("us-3-b1", "3212")];
    let table = roll(evening(&taken).no_depots(), &[4, 1]);
    assert_eq!(place(&table, "rok-bn-1"), "reorganization", "no port, no troops");
    let rest: Vec<String> = (1..=7).map(|i| format!("rok-bn-{i}")).collect();
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    let table = roll(evening(&QUIET).off("gone", &rest), &[4, 1]);
    assert!(table.offers("set rok-bn-8") && !table.offers("set rok-bn-1"), "as many as the box holds");
}

#[test]
fn eighth_army_draws_supplied_regiments_away() {
    // [proves: ch 3.3-42]
    let units = [
        ("us-3-b1", "3212"),
        ("c-20-hq", "1323"),
        ("c-172-58", "1322"),
        ("c-173-58", "1422"),
        ("c-174-58", "5223"),
        ("c-ixcav", "1322"),
    ];
    let mut table = roll(evening(&units).disrupted("c-173-58"), &[4, 2, 3]);
    table.refuses("withdraw c-174-58", "ch 3.3-42", "in supply");
    table.refuses("withdraw c-ixcav", "ch 3.3-42", "infantry");
    table.acts(&["withdraw c-172-58", "withdraw c-173-58"]);
    assert_eq!(
        (place(&table, "c-172-58"), place(&table, "c-173-58")),
        ("gone".to_owned(), "gone".to_owned())
    );
    assert_eq!((points(&table, 0), points(&table, 1)), (0, 0), "nobody scores");
    assert_eq!(table.at("/events/once"), 2, "it is remembered");
    let after = roll(evening(&units).set("/events/once", json!(1)), &[4, 2, 1]);
    assert_eq!(after.at("/events/once"), 3, "beside the other event of that kind");
    let table = roll(evening(&units).set("/events/once", json!(2)), &[4, 2]);
    assert_eq!(table.at("/events/current"), 255, "once in a game");
}

#[test]
fn a_rally_helps_the_un_alone() {
    // [proves: ch 3.3-44]
    let laid = |phase: &str, unit: &str, event: u8| {
        let units = [("us-17-7", "3414"), ("us-x-hq", "3212"), ("c-172-58", "1322"), ("c-20-hq", "1323")];
        let mut table = board(phase).units(&units).disrupted(unit).event(event).lay();
        table.dice(&[3]).act(&format!("recover {unit}"));
        !marked(&table, unit, "disrupted")
    };
    assert!(laid("un-recovery", "us-17-7", event::UN_RALLIES), "3+1");
    assert!(!laid("un-recovery", "us-17-7", 255));
    assert!(!laid("com-recovery", "c-172-58", event::UN_RALLIES));
}

#[test]
fn bad_weather_hinders_recovery_on_both_sides() {
    // [proves: ch 3.3-23-26, ch 12.323]
    let recovers = |phase: &str, unit: &str, event: u8, die: u32| {
        let units = [("us-17-7", "3414"), ("us-x-hq", "3212"), ("c-172-58", "1322"), ("c-20-hq", "1323")];
        let mut table = board(phase).units(&units).disrupted(unit).event(event).lay();
        table.dice(&[die]).act(&format!("recover {unit}"));
        !marked(&table, unit, "disrupted")
    };
    for (phase, unit) in [("un-recovery", "us-17-7"), ("com-recovery", "c-172-58")] {
        assert!(recovers(phase, unit, 255, 4), "{unit}: 4 is enough");
        assert!(!recovers(phase, unit, event::BAD_WEATHER, 4), "{unit}: 4-1 is not");
        assert!(recovers(phase, unit, event::BAD_WEATHER, 5), "{unit}: 5-1");
    }
}

#[test]
fn the_strategic_game_ignores_two_events() {
    // [proves: ch 39.6]
    let extras = || {
        evening(&[("us-3-b1", "3212"), ("c-20-hq", "1323"), ("c-172-58", "1322")])
            .option("extras", "on")
            .score(5, 0)
    };
    assert_eq!(roll(extras(), &[3, 4]).at("/events/current"), 255);
    assert_eq!(roll(extras(), &[4, 2]).at("/events/current"), 255);
    assert_eq!(
        roll(extras(), &[4, 4]).at("/events/current"),
        event::UN_RALLIES,
        "one roll, all others apply"
    );
}

#[test]
fn a_battalion_belongs_to_the_division_that_it_was_made_from() {
    // [proves: ch 3.3-34-36] whatever counter serves for it
    let laid = |regiment: &str| {
        let pool = ["us-3-b1", "us-3-b2", "us-3-b3"];
        let mut table = board("un-reorganization")
            .units(&[(regiment, "3212"), ("us-5-1m", "5614")])
            .off("reorganization", &pool)
            .set(
                "/events",
                json!({ "current": event::REDEPLOYED, "once": 1, "redeployed": 2, "skipped": false }),
            )
            .lay();
        table.act(&format!("break {regiment}"));
        assert_eq!(place(&table, "us-3-b1"), "3212");
        table.act("end");
        table
    };
    assert!(laid("us-17-7").offers("move us-3-b1"), "a battalion of the 7th Division");
    laid("us-65-3").refuses("move us-3-b1", "ch 3.3-34-36", "redeployed");
}

#[test]
fn troops_that_find_no_port_go_back_to_the_box() {
    // [proves: ch 3.3-41, ch 5.5] counters that began on the map and were lost among them
    let taken = [("c-172-58", "3511"), ("c-173-58", "3410"), ("c-174-58", "5614"), ("us-3-b1", "3212")];
    let table = roll(evening(&taken).no_depots().off("reorganization", &["rok-26-b1", "rok-26-b2"]), &[4, 1]);
    assert_eq!(place(&table, "rok-26-b1"), "reorganization");
}
