//! 11.5 Strengths, the columns of a land combat and their reasons, stacks in excess.

use crate::common::{Board, board, event, game, working};
use chosin::inside::{ODDS, ground, odds_column, shifted};
use engine::Rules;
use serde_json::json;

type Table = testkit::Table<'static, chosin::Chosin>;

/// Lays a position, attacks a hex with these units and stops where the table is chosen.
fn attack(laid: Board, hex: &str, units: &[&str]) -> Table {
    let mut table = laid.lay();
    table.act(&format!("attack {hex}"));
    for unit in units {
        table.act(&format!("add {unit}"));
    }
    table.act("lock");
    table
}

#[test]
fn e20_w12_terrain_is_capped_before_the_entrenchment() {
    // [proves: ch 11.54, ch 11.558, ch 29.3]
    let hamhung = [("us-17-7", "3212"), ("c-172-58", "3213"), ("c-173-58", "3313"), ("c-174-58", "3113")];
    let laid = || board("com-combat").units(&hamhung);
    let table = attack(laid(), "3212", &["c-172-58", "c-173-58"]);
    assert_eq!(
        (working(&table, "Terrain"), working(&table, "Entrenchment")),
        ("-3".to_owned(), String::new())
    );
    let table = attack(laid(), "3212", &["c-172-58", "c-173-58", "c-174-58"]);
    assert_eq!(working(&table, "Terrain"), "-2", "one of them does not cross");
    let table = attack(laid().set("/entrenched", json!(["3212"])), "3212", &["c-172-58", "c-173-58"]);
    assert_eq!(
        (working(&table, "Terrain"), working(&table, "Entrenchment")),
        ("-3".to_owned(), "-2".to_owned())
    );
    let wonsan = [("rok-1m", "5614"), ("c-172-58", "5714"), ("c-173-58", "5715")];
    let laid = || board("com-combat").units(&wonsan).set("/entrenched", json!(["5614"]));
    let table = attack(laid(), "5614", &["c-172-58"]);
    assert_eq!(
        (working(&table, "Terrain"), working(&table, "Entrenchment")),
        ("-3".to_owned(), "-2".to_owned())
    );
    let table = attack(laid(), "5614", &["c-172-58", "c-173-58"]);
    assert_eq!(working(&table, "Terrain"), "-2", "city alone");
}

#[test]
fn e21_half_of_the_strength_must_be_motorized() {
    // [proves: ch 11.412, ch 11.42]
    let units = [
        ("us-64-3", "3414"),
        ("rok-1-cap", "3414"),
        ("rok-1m", "3515"),
        ("us-x-hq", "3212"),
        ("c-172-58", "3415"),
    ];
    let laid = || board("un-combat").units(&units);
    assert!(attack(laid(), "3415", &["us-64-3", "rok-1-cap"]).offers("table mobile"), "three of six");
    attack(laid(), "3415", &["us-64-3", "rok-1m"]).refuses(
        "table mobile",
        "ch 11.412",
        "half of the attack strength",
    );
}

#[test]
fn e48_armour_is_halved_in_rough() {
    // [proves: ch 30.1, ch 30.2, ch 11.52, ch 20.21]
    let odds = |hq: bool, armor: &str, hex: &str| {
        let mut laid =
            board("un-combat").units(&[("us-64-3", "2017"), ("c-172-58", hex)]).option("armor", armor);
        if hq {
            laid = laid.units(&[("us-1m-hq", "2017")]);
        }
        working(&attack(laid, hex, &["us-64-3"]), "Odds")
    };
    assert!(odds(true, "off", "2016").starts_with("3 to"), "rule 30 is not used");
    assert!(odds(true, "on", "2016").starts_with("2 to"));
    assert!(odds(true, "on", "2117").starts_with("3 to"), "along the road");
    assert!(odds(false, "off", "2016").starts_with("1 1/2 to"), "out of supply: half, fractions kept");
    assert!(odds(false, "on", "2016").starts_with("1 to"));
}

#[test]
fn w3_w4_stacking_limits() {
    // [proves: ch 8.1, ch 8.11, ch 8.2, ch 8.3, ch 8.4, ch 8.5]
    let over = |units: &[&str], phase: &str, hex: &str, foe: (&str, &str)| {
        let mut laid = board(phase).units(&[foe]);
        for unit in units {
            laid = laid.units(&[(*unit, hex)]);
        }
        let mut table = attack(laid, hex, &[foe.0]);
        table.dice(&[3]).act("table probe");
        table.legal().iter().any(|l| l.starts_with("excess"))
    };
    let un = |units: &[&str]| over(units, "com-combat", "3414", ("c-172-58", "3415"));
    assert!(!un(&["us-5-1m", "us-7-1m", "us-3-b1"]));
    assert!(!un(&["us-3-b1", "us-3-b2", "us-3-b3"]));
    assert!(!un(&["us-5-1m", "us-3-b1", "us-3-b2"]));
    assert!(!un(&["us-5-1m", "rok-bn-1", "cw-41rmc"]), "nationalities may mix");
    assert!(un(&["us-5-1m", "us-7-1m", "us-17-7"]));
    assert!(un(&["us-3-b1", "us-3-b2", "us-3-b3", "us-3-b4"]));
    let com = |units: &[&str], hex: &str, foe: &str| over(units, "un-combat", hex, ("us-17-7", foe));
    assert!(!com(&["c-172-58", "c-173-58", "c-ixart"], "3013", "3113"));
    assert!(com(&["c-172-58", "c-173-58", "c-174-58"], "3013", "3113"));
    assert!(com(&["c-172-58", "c-173-58", "c-ixart"], "1216", "1217"), "two in rough");
}

/// A Chinese regiment against a battalion in clear, nobody with a headquarters.
fn plain(phase: &str) -> Board {
    board(phase).units(&[("us-17-7", "3416"), ("c-172-58", "3415")])
}

#[test]
fn events_shift_attacks_of_one_side() {
    // [proves: ch 3.3-11-12, ch 3.3-13-14, ch 3.3-23-26, ch 3.3-45]
    let un = |event: u8| attack(plain("un-combat").event(event), "3415", &["us-17-7"]);
    let com = |event: u8| attack(plain("com-combat").event(event), "3416", &["c-172-58"]);
    assert_eq!(working(&un(event::BUG_OUT), "Bug out"), "-1");
    assert_eq!(working(&com(event::BUG_OUT), "Bug out"), "");
    assert_eq!(working(&com(event::MORALE_CRACKS), "Morale cracks"), "-1");
    assert_eq!(working(&un(event::MORALE_CRACKS), "Morale cracks"), "");
    assert_eq!(working(&un(event::BAD_WEATHER), "Bad weather"), "-1");
    assert_eq!(working(&com(event::BAD_WEATHER), "Bad weather"), "-1");
    assert_eq!(working(&com(event::RUNNING_DOGS), "Running dogs"), "+1");
    assert_eq!(working(&un(event::RUNNING_DOGS), "Running dogs"), "");
}

#[test]
fn special_operations_and_engineers_help_an_attack_once() {
    // [proves: ch 32.1, ch 36.0, ch 36.2, ch 36.3]
    let laid =
        |hex: &str| board("un-combat").units(&[("us-8227", "2017"), ("us-17-7", "2017"), ("c-172-58", hex)]);
    assert_eq!(working(&attack(laid("2016"), "2016", &["us-8227", "us-17-7"]), "Special operations"), "+1");
    assert_eq!(
        working(&attack(laid("2016"), "2016", &["us-17-7"]), "Special operations"),
        "",
        "it must take part"
    );
    assert_eq!(
        working(&attack(laid("1917"), "1917", &["us-8227"]), "Special operations"),
        "",
        "clear ground"
    );
    let off = laid("2016").option("special-operations", "off");
    assert_eq!(working(&attack(off, "2016", &["us-8227"]), "Special operations"), "");
    let laid = |hex: &str| {
        board("un-combat")
            .units(&[("us-19e", "3414"), ("us-2se", "3414"), ("c-172-58", hex)])
            .option("extras", "on")
    };
    assert_eq!(working(&attack(laid("3415"), "3415", &["us-19e"]), "Combat engineers"), "", "open ground");
    let dug = laid("3415").set("/entrenched", json!(["3415"]));
    assert_eq!(working(&attack(dug, "3415", &["us-19e"]), "Combat engineers"), "+1");
    let rough = || {
        board("un-combat")
            .units(&[("us-19e", "2017"), ("us-17-7", "2017"), ("c-172-58", "2016")])
            .option("extras", "on")
    };
    assert_eq!(working(&attack(rough(), "2016", &["us-19e"]), "Combat engineers"), "+1");
    assert_eq!(working(&attack(rough(), "2016", &["us-17-7"]), "Combat engineers"), "", "it must take part");
    let mut port = laid("3415").lay();
    port.act("attack 3415");
    port.refuses("add us-2se", "ch 11.2", "no attack strength");
}

#[test]
fn surprise_gives_a_column_to_chinese_infantry_and_nothing_else_in_scenario_two() {
    // [proves: ch S2 5.4, ch 38.5.4]
    let surprise = json!({ "left": 1, "declared": 1 });
    let laid = |unit: &str| {
        board("com-combat")
            .turn(3)
            .units(&[("us-17-7", "3416"), (unit, "3415")])
            .envelopment("historical")
            .set("/surprise", surprise.clone())
    };
    assert_eq!(working(&attack(laid("c-172-58"), "3416", &["c-172-58"]), "Surprise"), "+1");
    assert_eq!(
        working(&attack(laid("c-ixcav"), "3416", &["c-ixcav"]), "Surprise"),
        "",
        "cavalry does not surprise"
    );
    let guns = laid("c-172-58").chosen(&["artillery"]);
    assert_eq!(working(&attack(guns, "3416", &["c-172-58"]), "Surprise"), "", "38.5.4 gives it up");
    let march = |scenario: &str| {
        let mut table = board("com-movement")
            .turn(3)
            .units(&[("us-17-7", "1618"), ("c-172-58", "1720"), ("c-173-58", "5223")])
            .set("/scenario", json!(scenario))
            .set("/surprise", surprise.clone())
            .lay();
        let fed = crate::common::supplied(&table, "c-173-58");
        table.act("march c-172-58");
        (table.offers("to 1719"), fed)
    };
    assert_eq!(march("advancing"), (true, true));
    assert_eq!(march("envelopment"), (false, false), "zones stand and nobody is fed");
}

#[test]
fn surprise_is_declared_on_any_two_turns_of_scenario_two() {
    // [proves: ch S2 5.4]
    let laid = |turn: u8, left: u8, declared: u8| {
        board("com-surprise")
            .turn(turn)
            .units(&[("us-17-7", "3416"), ("c-172-58", "3415")])
            .envelopment("historical")
            .set("/surprise", json!({ "left": left, "declared": declared }))
            .lay()
    };
    let mut table = laid(1, 0, 0);
    table.act("surprise");
    assert_eq!(table.at("/surprise"), json!({ "left": 1, "declared": 1 }));
    assert!(laid(4, 0, 1).offers("surprise"), "need not be consecutive");
    laid(5, 0, 2).refuses("surprise", "ch S2 5.4", "has been declared");
    laid(6, 0, 1).refuses("surprise", "ch S2 5.4", "by 1 December");
}

#[test]
fn divisional_artillery_helps_supplied_chinese_infantry_in_attack_and_defence() {
    // [proves: ch 38.5.4]
    let laid = |phase: &str, hq: bool| {
        let hq = if hq { ("c-20-hq", "1323") } else { ("c-26-hq", "6130") };
        board(phase).units(&[("us-17-7", "1420"), ("c-172-58", "1421"), hq]).chosen(&["artillery"])
    };
    assert_eq!(
        working(&attack(laid("com-combat", true), "1420", &["c-172-58"]), "Divisional artillery"),
        "+1"
    );
    assert_eq!(
        working(&attack(laid("com-combat", false), "1420", &["c-172-58"]), "Divisional artillery"),
        "",
        "out of supply"
    );
    assert_eq!(working(&attack(laid("un-combat", true), "1421", &["us-17-7"]), "Divisional artillery"), "-1");
    let table = attack(laid("com-combat", true), "1420", &["c-172-58"]);
    assert_eq!(table.rules().outcome(table.state()).points[0], 40, "the price is paid at the end");
}

#[test]
fn armour_makes_up_for_the_haste_of_a_meeting_engagement() {
    // [proves: ch 30.3, ch 26.3, ch 26.5]
    let laid = |armor: &str, hq: bool| {
        let mut laid = board("un-movement")
            .units(&[("us-64-3", "3414"), ("c-172-58", "3416")])
            .option("meeting", "on")
            .option("armor", armor);
        if hq {
            laid = laid.units(&[("us-x-hq", "3212")]);
        }
        let mut table = laid.lay();
        table.acts(&["move us-64-3", "to 3415", "meet 3416"]);
        table
    };
    assert_eq!(working(&laid("off", true), "Meeting engagement"), "-1");
    assert_eq!(working(&laid("off", true), "Armor in a meeting engagement"), "");
    assert_eq!(working(&laid("on", true), "Armor in a meeting engagement"), "+1");
    assert!(working(&laid("off", true), "Odds").starts_with("3 to"));
    assert!(working(&laid("off", false), "Odds").starts_with("1 1/2 to"), "supply as it is at that moment");
}

#[test]
fn odds_are_rounded_for_the_defender() {
    // [proves: ch 11.51, ch 11.53] 14:5 is 2:1, 10:14 is 1:2; the ends are clamped before and after shifts
    assert_eq!(ODDS[odds_column(14 * 4, 5 * 4) as usize], "2:1");
    assert_eq!(ODDS[odds_column(10 * 4, 14 * 4) as usize], "1:2");
    assert_eq!(ODDS[odds_column(4, 40) as usize], "1:3");
    assert_eq!(ODDS[odds_column(4 * 4, 10 * 4) as usize], "1:3", "2.5 to one is worse than 1:2");
    assert_eq!(ODDS[odds_column(9 * 4, 4) as usize], "7:1");
    assert_eq!(ODDS[odds_column(20, 20) as usize], "1:1");
    assert_eq!(ODDS[shifted(odds_column(12, 4), 3 - 1) as usize], "5:1", "3:1 with three right and one left");
    assert_eq!(ODDS[shifted(odds_column(40, 4), -2) as usize], "5:1", "10:1 counts as 7:1");
    assert_eq!(ODDS[shifted(0, -5) as usize], "1:3");
}

#[test]
fn hexes_around_others_are_those_within_the_distance() {
    let ground = ground(game());
    for hex in ground.hexes().filter(|h| ground.is_land(*h)) {
        for radius in 1..=2 {
            assert_eq!(
                ground.around_all(&[hex], radius),
                ground.within(&[hex], radius),
                "{}",
                ground.label(hex)
            );
        }
    }
    let all: Vec<_> = ["1618", "1720", "3212"].map(|l| ground.hex(l).unwrap()).into();
    assert_eq!(ground.around_all(&all, 2), ground.within(&all, 2));
}
