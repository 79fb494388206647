//! 11.9 Results of combat, one by one, with the choices, retreats and advances that follow.

use crate::common::{Board, board, marked, place, points};
use engine::Seat;

type Table = testkit::Table<'static, chosin::Chosin>;

/// A fight on the open plain south of Hamhung, without headquarters: the Chinese defend with half of 4 each.
fn fight(phase: &str, more: &[(&str, &str)]) -> Board {
    board(phase).units(more)
}

fn resolve(laid: Board, hex: &str, units: &[&str], table: &str, die: u32) -> Table {
    let mut laid = laid.lay();
    laid.act(&format!("attack {hex}"));
    for unit in units {
        laid.act(&format!("add {unit}"));
    }
    laid.act("lock").dice(&[die]).act(&format!("table {table}"));
    laid
}

/// The 17th Infantry, fed by X Corps, at 3415 against two Chinese regiments at 3416: 4 to 4.
const EVEN: [(&str, &str); 4] =
    [("us-17-7", "3415"), ("us-x-hq", "3212"), ("c-172-58", "3416"), ("c-173-58", "3416")];

#[test]
fn ar_sends_the_attackers_back_and_the_defenders_may_follow() {
    // [proves: ch 11.9-AR]
    let mut table = resolve(fight("un-combat", &EVEN), "3416", &["us-17-7"], "mobile", 3);
    assert!(table.said("at 1:1: AR"), "{:?}", table.log());
    assert_eq!(table.to_act().first(), Some(Seat(0)), "the owner retreats");
    table.refuses("retreat us-17-7 3416", "ch 11.11", "the enemy stands");
    table.act("retreat us-17-7 3414");
    assert!(!marked(&table, "us-17-7", "disrupted"), "AR disrupts nobody");
    table.refuses("advance c-172-58 3516", "ch 11.72", "one the enemy left");
    table.act("advance c-172-58 3415");
    assert_eq!((place(&table, "c-172-58"), place(&table, "us-17-7")), ("3415".to_owned(), "3414".to_owned()));
    table.refuses("advance c-172-58 3514", "ch 11.72", "as far as it may");
}

#[test]
fn at_disrupts_the_attackers_and_drives_them_two_hexes() {
    // [proves: ch 11.9-AT, ch 11.13]
    let units = [("us-17-7", "3415"), ("us-x-hq", "3212"), ("c-172-58", "3416")];
    let mut table = resolve(fight("com-combat", &units), "3415", &["c-172-58"], "mobile", 1);
    assert!(table.said("at 1:3: AT"), "{:?}", table.log());
    assert!(marked(&table, "c-172-58", "disrupted"));
    table.act("retreat c-172-58 3417");
    table.refuses("retreat c-172-58 3416", "ch 11.13", "come back");
    table.act("retreat c-172-58 3418");
    table.act("advance us-17-7 3416");
    assert_eq!((place(&table, "c-172-58"), place(&table, "us-17-7")), ("3418".to_owned(), "3416".to_owned()));
}

#[test]
fn az_eliminates_the_attackers() {
    // [proves: ch 11.9-AZ]
    let units = [("us-17-7", "3415"), ("us-x-hq", "3212"), ("c-172-58", "3416")];
    let mut table = resolve(fight("com-combat", &units), "3415", &["c-172-58"], "assault", 1);
    assert!(table.said("at 1:3: AZ"), "{:?}", table.log());
    assert_eq!((place(&table, "c-172-58"), points(&table, 0)), ("eliminated".to_owned(), 2));
    table.act("advance us-17-7 3416");
    assert_eq!(place(&table, "us-17-7"), "3416");
}

#[test]
fn dd_disrupts_the_defenders_who_retreat_one_hex() {
    // [proves: ch 11.9-DD]
    let units = [("us-17-7", "3415"), ("us-32-7", "3415"), ("us-x-hq", "3212"), ("c-172-58", "3416")];
    let mut table = resolve(fight("un-combat", &units), "3416", &["us-17-7", "us-32-7"], "assault", 6);
    assert!(table.said("at 3:1: DD"), "{:?}", table.log());
    assert!(marked(&table, "c-172-58", "disrupted"));
    assert_eq!(table.to_act().first(), Some(Seat(1)), "the owner retreats");
    table.act("retreat c-172-58 3417").act("advance us-17-7 3416");
    assert_eq!((place(&table, "c-172-58"), place(&table, "us-17-7")), ("3417".to_owned(), "3416".to_owned()));
    table.refuses("advance us-17-7 3516", "ch 11.72", "as far as it may");
}

#[test]
fn dz_plus_eliminates_and_carries_the_attackers_three_hexes() {
    // [proves: ch 11.9-DZ+, ch 7.6, ch 11.72]
    let units = [
        ("us-17-7", "3415"),
        ("us-5-1m", "3415"),
        ("us-7-1m", "3516"),
        ("us-x-hq", "3212"),
        ("c-172-58", "3416"),
        ("c-173-58", "3419"),
    ];
    let mut table =
        resolve(fight("un-combat", &units), "3416", &["us-17-7", "us-5-1m", "us-7-1m"], "mobile", 6);
    assert!(table.said("at 7:1: DZ+"), "{:?}", table.log());
    assert_eq!(place(&table, "c-172-58"), "eliminated");
    table.acts(&["advance us-17-7 3416", "advance us-17-7 3417", "advance us-17-7 3418"]);
    assert_eq!(place(&table, "us-17-7"), "3418", "the third hex, in a zone of control, for nothing");
    assert!(!marked(&table, "us-17-7", "disrupted"));
    table.act("done");
    assert!(table.offers("attack 3419"), "and a breakthrough: {:?}", table.legal());
}

#[test]
fn probes_cost_one_unit_that_its_owner_names() {
    // [proves: ch 11.9-NE, ch 11.10]
    let two = [
        ("us-17-7", "3415"),
        ("us-3-b1", "3415"),
        ("us-x-hq", "3212"),
        ("c-172-58", "3416"),
        ("c-173-58", "3416"),
    ];
    let probe = |die| resolve(fight("un-combat", &two), "3416", &["us-17-7", "us-3-b1"], "probe", die);
    let table = probe(3);
    assert!(table.said("at 1:1: NE"), "{:?}", table.log());
    assert!(["us-17-7", "c-172-58", "c-173-58"].iter().all(|u| !marked(&table, u, "disrupted")));
    let mut table = probe(1);
    assert!(table.said("at 1:1: RA"), "{:?}", table.log());
    assert_eq!(
        (table.legal(), table.to_act().first()),
        (vec!["disrupt us-3-b1".to_owned(), "disrupt us-17-7".to_owned()], Some(Seat(0)))
    );
    table.act("disrupt us-17-7");
    assert!(marked(&table, "us-17-7", "disrupted"));
    let mut table = probe(6);
    assert!(table.said("at 1:1: RF"), "{:?}", table.log());
    assert_eq!(
        (table.legal(), table.to_act().first()),
        (vec!["disrupt c-172-58".to_owned(), "disrupt c-173-58".to_owned()], Some(Seat(1)))
    );
    table.act("disrupt c-173-58");
    assert!(marked(&table, "c-173-58", "disrupted") && !marked(&table, "c-172-58", "disrupted"));
    assert_eq!(
        (place(&table, "us-17-7"), place(&table, "c-173-58")),
        ("3415".to_owned(), "3416".to_owned()),
        "nobody moves"
    );
}

#[test]
fn an_advance_may_leave_the_map_but_a_retreat_never() {
    // [proves: ch 9.4, ch 11.11]
    let units = [
        ("us-3-b1", "6112"),
        ("c-172-58", "6012"),
        ("c-173-58", "6012"),
        ("c-174-58", "6011"),
        ("us-17-7", "2017"),
    ];
    let mut table =
        resolve(fight("com-combat", &units), "6112", &["c-172-58", "c-173-58", "c-174-58"], "mobile", 5);
    assert!(table.said("at 4:1: DR+"), "4 1/2 against 1: {:?}", table.log());
    assert!(
        table.legal().iter().all(|l| l.starts_with("retreat us-3-b1 61")),
        "along the edge: {:?}",
        table.legal()
    );
    while table.legal().iter().any(|l| l.starts_with("retreat")) {
        let step = table.legal()[0].clone();
        table.act(&step);
    }
    table.refuses("advance c-172-58 out", "ch 9.4", "cannot leave");
    table.act("advance c-172-58 6112").act("advance c-172-58 out");
    assert_eq!((place(&table, "c-172-58"), points(&table, 1) >= 2), ("exited".to_owned(), true));
    let un = [
        ("c-172-58", "6112"),
        ("us-5-1m", "6012"),
        ("us-7-1m", "6012"),
        ("us-3-b1", "6011"),
        ("us-3-hq", "5912"),
    ];
    let mut table = resolve(fight("un-combat", &un), "6112", &["us-5-1m", "us-7-1m", "us-3-b1"], "mobile", 5);
    while table.legal().iter().any(|l| l.starts_with("retreat")) {
        let step = table.legal()[0].clone();
        table.act(&step);
    }
    table.act("advance us-5-1m 6112");
    table.refuses("advance us-5-1m out", "ch 9.4", "cannot leave");
}

#[test]
fn nobody_has_to_attack() {
    // [proves: ch 7.6]
    let mut table = fight("un-combat", &EVEN).lay();
    assert_eq!(table.legal(), ["attack 3416", "end"]);
    table.act("end");
    assert_eq!(table.at("/phase"), "com-movement", "{}", table.at("/phase"));
    let mut table = fight("un-combat", &EVEN).lay();
    table.quietly_until(|t| t.at("/phase") != "un-combat");
    assert!(!table.ruled("ch 11.1"), "whoever lets things happen attacks nobody: {:?}", table.log());
}

#[test]
fn a_lake_bars_attacks_but_not_shells() {
    // [proves: ch 11.26]
    let units = [
        ("us-17-7", "1117"),
        ("us-32-7", "1220"),
        ("us-3-art", "1220"),
        ("us-1m-hq", "1117"),
        ("us-x-hq", "1220"),
        ("c-172-58", "1217"),
    ];
    let mut table = board("un-combat").units(&units).dropped("1220").lay();
    table.act("attack 1217");
    table.refuses("add us-32-7", "ch 11.26", "not beside");
    table.acts(&["add us-17-7", "lock", "table probe"]);
    assert!(table.offers("fire us-3-art"), "three hexes over the reservoir: {:?}", table.legal());
}

#[test]
fn guns_need_supply_and_a_factor_to_support() {
    // [proves: ch 11.557, ch 10.23]
    let units = [
        ("us-17-7", "3415"),
        ("us-3-art", "3414"),
        ("us-5art", "3317"),
        ("us-x-hq", "3414"),
        ("c-172-58", "3416"),
        ("c-173-58", "3318"),
    ];
    let mut table = board("un-combat").units(&units).lay();
    table.acts(&["attack 3416", "add us-17-7", "lock", "table probe"]);
    assert!(
        table.offers("fire us-3-art") && crate::common::supplied(&table, "us-5art"),
        "{:?}",
        table.legal()
    );
    let mut table =
        board("un-combat").units(&units).units(&[("c-174-58", "3315"), ("c-175-59", "3216")]).lay();
    table.acts(&["attack 3416", "add us-17-7", "lock", "table probe"]);
    table.refuses("fire us-5art", "ch 11.557", "out of supply");
    let guns = [
        ("us-3-b1", "1420"),
        ("c-172-58", "1421"),
        ("c-ixart", "1422"),
        ("c-5art", "1422"),
        ("c-20-hq", "1323"),
    ];
    let mut table = board("com-combat").units(&guns).disrupted("c-ixart").lay();
    table.acts(&["attack 1420", "add c-172-58", "lock", "table probe"]);
    table.refuses("fire c-ixart", "ch 10.23", "no barrage factor");
    let mut table = board("com-barrage").units(&guns).disrupted("c-ixart").lay();
    table.act("barrage 1420");
    table.refuses("fire c-ixart", "ch 10.23", "no barrage factor");
}

#[test]
fn what_was_not_used_serves_the_breakthrough() {
    // [proves: ch 11.84, ch 14.3]
    let units = [
        ("us-17-7", "3414"),
        ("us-x-hq", "3212"),
        ("us-3-art", "3414"),
        ("c-172-58", "3415"),
        ("c-173-58", "3417"),
    ];
    let mut table = board("un-combat").units(&units).air(0, 3, 3).lay();
    table.acts(&["attack 3415", "add us-17-7", "lock", "table mobile", "cas 2"]);
    table.dice(&[5]).act("done");
    assert!(table.said("at 4:1: DR+"), "2:1 and two columns: {:?}", table.log());
    table.acts(&["retreat c-172-58 3315", "retreat c-172-58 3215"]);
    table.acts(&[
        "advance us-17-7 3415",
        "advance us-17-7 3416",
        "attack 3417",
        "add us-17-7",
        "lock",
        "table probe",
    ]);
    table.refuses("cas 2", "ch 11.55", "1 TAC");
    table.act("cas 1");
    assert!(table.offers("fire us-3-art"), "its fire is still unused: {:?}", table.legal());
}

#[test]
fn who_has_one_unit_to_lose_is_not_asked_which() {
    // [proves: ch 11.10]
    let one = [("us-17-7", "3415"), ("us-x-hq", "3212"), ("c-172-58", "3416")];
    let table = resolve(fight("un-combat", &one), "3416", &["us-17-7"], "probe", 1);
    assert!(table.said("RA") && marked(&table, "us-17-7", "disrupted"), "{:?}", table.log());
    assert_eq!(table.to_act().first(), Some(Seat(0)));
    assert!(table.offers("end"), "the phase goes on: {:?}", table.legal());
}
