//! Edges of the rules that nothing else looks at: found by breaking the rules on purpose (`cargo xtask mutants war-625`).

use crate::common::{RULES, war};
use engine::{Seat, SeatSet, View};
use serde_json::{Value, json};

/// Of an exchange come back as many as were agreed, not all who are held.
// [proves: war PW-6]
#[test]
fn an_exchange_returns_the_number_agreed() {
    let mut game = war()
        .turn(3)
        .turn_of("ROK")
        .phase("intervention")
        .prisoners("PYO", "ROK", 2)
        .prisoners("PUS", "NK", 3)
        .start();
    game.offer_exchange(1, 1);
    game.answer(true);
    game.return_all();
    assert_eq!((game.captives("PYO", "ROK"), game.captives("PUS", "NK")), (1, 2));
}

/// A nation without money for anything is not asked what it buys.
// [proves: war TS-2]
#[test]
fn who_has_no_money_is_not_asked_to_buy() {
    let asked = |ipc: u32| war().turn_of("US").phase("purchase").treasury("US", ipc).start().moment();
    assert_ne!(asked(0), ("US", "purchase"));
    assert_eq!(asked(1), ("US", "purchase"), "a supply token costs 1");
}

/// A position tells which areas have used up their breakout, and which were taken in this turn.
// [proves: war BR-1, war FP-6]
#[test]
fn a_position_tells_of_breakouts_and_of_areas_taken_now() {
    let mut game = war()
        .turn(4)
        .turn_of("ROK")
        .units("KWA", "2 ROK infantry")
        .units("TAE", "ROK infantry")
        .control("KUN", "NK")
        .control("CIN", "NK")
        .units("CIN", "NK infantry")
        .isolated("KWA", "ROK", 1)
        .start();
    game.march("2 ROK infantry", "KWA-CIN");
    assert_eq!(game.table.at("/areas/KWA/breakout"), json!(["ROK"]));
    assert_eq!(game.table.at("/areas/TAE/breakout"), Value::Null);
    let taken = war().control("SEO", "NK").units("SEO", "NK infantry").taken_now("SEO");
    let game = taken.units("CRW", "NK infantry").start();
    assert_eq!(game.table.at("/areas/SEO/held"), json!(false));
    assert_eq!(game.table.at("/areas/CRW/held"), Value::Null);
}

/// No more bombers go out with atomic weapons than there are weapons.
// [proves: war AT-4]
#[test]
fn a_weapon_for_each_bomber() {
    let mut game = war()
        .option("atomic", "on")
        .turn(9)
        .turn_of("US")
        .china_at_war(6)
        .weapons(1, 1)
        .units("JAP", "3 US bomber")
        .start();
    game.act("select JAP US bomber");
    assert!(game.legal().iter().any(|a| a == "fly 1 PYO economic"), "{:?}", game.legal());
    assert!(!game.legal().iter().any(|a| a.ends_with("economic") && !a.starts_with("fly 1 ")));
}

/// The board tells dice and hits of every round.
// [proves: war CL-14]
#[test]
fn the_board_tells_dice_and_hits() {
    let mut game =
        war().units("KSG", "4 NK infantry").tokens("KSG", 1).units("KNG", "2 ROK infantry").start();
    game.march("4 NK infantry", "KSG-KNG");
    game.close();
    game.battle("KNG", &[1, 6, 6, 6, 6, 6]);
    game.all_dice_used();
    let view = View::of(&*RULES, game.state(), SeatSet::one(Seat(0)));
    let scene = engine::scene_of(&*RULES, &view);
    let rounds = scene.battle.expect("a battle").rounds;
    assert!(rounds.iter().any(|row| row[..] == ["Round 1", "4 dice, 1 hit", "2 dice, no hit"]), "{rounds:?}");
}

/// A token aboard one of several planes pays for all of them, and their number stays.
// [proves: war BO-4, war ST-2]
#[test]
fn a_token_aboard_pays_for_all_planes_of_the_group() {
    let mut game = war()
        .turn(4)
        .turn_of("US")
        .units("TAE", "2 US bomber: infantry, token")
        .units("SAR", "NK infantry")
        .start();
    game.act("select TAE US bomber [infantry+token]");
    game.act("fly 2 SAR drop");
    assert_eq!(game.everywhere("US bomber"), 2);
    assert_eq!(game.everywhere("US infantry"), 2);
}

/// Battles wait where somebody attacks, and nowhere else.
// [proves: war TS-4]
#[test]
fn battles_wait_where_somebody_attacks() {
    let mut game = war()
        .turn_of("ROK")
        .units("SEO", "3 ROK infantry")
        .tokens("SEO", 1)
        .units("CRW", "NK infantry")
        .units("HWA", "NK infantry")
        .start();
    game.march("3 ROK infantry", "SEO-CRW");
    game.close();
    assert_eq!(game.legal(), ["battle CRW"]);
}

/// A snipe waits where it is aimed at, and nowhere else.
// [proves: war AR-3, war TS-4]
#[test]
fn a_snipe_waits_at_its_target_alone() {
    let mut game = war()
        .turn_of("ROK")
        .units("SEO", "ROK infantry; ROK artillery")
        .tokens("SEO", 1)
        .units("CRW", "NK infantry")
        .units("HWA", "NK infantry")
        .start();
    game.snipe("ROK artillery", "SEO", "CRW");
    game.close();
    assert_eq!(game.legal(), ["battle CRW"]);
}

/// Where a zone serves two landings its owner names the ships that bombard: ships with guns, once.
// [proves: war CL-22]
#[test]
fn ships_without_guns_are_not_named() {
    let mut game = war()
        .turn(4)
        .turn_of("US")
        .zone("Z3", "US battleship; 2 US transport: infantry, token; US carrier")
        .control("INC", "NK")
        .units("INC", "NK infantry")
        .control("SUW", "NK")
        .units("SUW", "NK infantry")
        .start();
    game.act("select Z3 US transport [infantry+token]");
    game.act("assault 1 INC");
    game.act("select Z3 US transport [infantry+token]");
    game.act("assault 1 SUW");
    game.close();
    game.act("battle INC");
    assert_eq!(game.legal(), ["done", "bombard Z3 US battleship"]);
    game.table.refuses("bombard Z3 US carrier", "war CL-22", "ships with guns");
    game.table.refuses("battle SUW", "war CL-22", "named first");
}

/// What a stack is said to be doing must be possible for it.
#[test]
fn impossible_doings_are_refused() {
    let lay = |areas: Value, zones: Value| {
        let position = json!({
            "game": "war-625", "scenario": "war", "turn": 4, "nation": "US", "phase": "combat-move",
            "areas": areas, "zones": zones,
        });
        engine::lay(&*RULES, &position)
    };
    let held = |units: &str| lay(json!({ "PYO": { "units": ["NK infantry", units] } }), json!({}));
    held("US bomber (bomb, range 6, from JAP)").expect("a raid");
    for wrong in [
        "US fighter (bomb, range 3, from JAP)",
        "UN bomber (bomb, range 6, from JAP)",
        "US bomber (bomb, range 6)",
        "US infantry (drop, from JAP)",
        "UN bomber (drop, infantry, range 6, from JAP)",
        "US bomber (drop, infantry, range 6)",
        "US bomber (leaving, range 6, to SAR)",
        "NK infantry (leaving)",
        "NK infantry (leaving, to Z3)",
        "US infantry (leaving, to SAR)",
    ] {
        assert!(held(wrong).is_err(), "{wrong}");
    }
    let inchon = json!({ "INC": { "control": "NK", "units": ["NK infantry"] } });
    let sea = |ship: &str| lay(inchon.clone(), json!({ "Z3": [ship] }));
    for wrong in [
        "US destroyer (assault, range 1, to INC)",
        "NK transport (assault, range 1, to INC): NK infantry",
        "US transport (assault, range 1): US infantry",
    ] {
        assert!(sea(wrong).is_err(), "{wrong}");
    }
}

/// Hidden infantry are written down before the first turn, by the Communists, before China's war.
// [proves: war HC-1]
#[test]
fn the_set_up_has_its_time() {
    let lay = |more: Value| {
        let mut position = json!({ "game": "war-625", "scenario": "war", "phase": "set-up" });
        position.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        engine::lay(&*RULES, &position)
    };
    lay(json!({})).expect("the set-up");
    assert!(lay(json!({ "turn": 2 })).is_err());
    assert!(lay(json!({ "nation": "US" })).is_err());
    assert!(lay(json!({ "china": { "war": 1 } })).is_err());
}
