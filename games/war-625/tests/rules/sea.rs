//! Ships: movement, battles, submarines, transports and landings.

use crate::common::war;

/// S-23: a landing with bombardment; landed troops never retreat.
// [proves: war CL-20, war CL-22, war CL-18, war CL-30, war FP-8, war FP-10, war ST-2]
#[test]
fn s_23_inchon() {
    let mut game = war()
        .turn(4)
        .turn_of("US")
        .zone(
            "Z3",
            "US battleship; US destroyer; US transport: infantry, infantry; US transport: armor, token",
        )
        .control("INC", "NK")
        .units("INC", "2 NK infantry")
        .start();
    game.assault("infantry+infantry", "Z3", "INC");
    game.assault("armor", "Z3", "INC");
    game.close();
    game.battle("INC", &[2, 2, 2, 4, 5, 3]);
    game.all_dice_used();
    assert_eq!(game.control("INC"), "ROK");
    assert_eq!(game.stack("INC"), ["2 US infantry", "1 US armor"]);
    assert_eq!(game.tokens("INC"), 0, "the token aboard was paid");
}

/// A transport may land a part of its load: the rest stays aboard, and the ship goes no further.
// [proves: war CL-21, war CL-20]
#[test]
fn a_landing_in_part() {
    let mut game =
        war().turn_of("US").zone("Z3", "US transport: infantry, armor").control("INC", "NK").start();
    game.act("select Z3 US transport [infantry+armor]");
    game.act("assault 1 INC armor");
    game.close();
    assert_eq!(game.control("INC"), "ROK", "nobody held it");
    assert_eq!(game.stack("INC"), ["1 US armor"]);
    assert_eq!(game.cargo("Z3", "US transport"), ["infantry"]);
    let moves = game.legal().iter().any(|a| a.starts_with("select Z3"));
    assert!(!moves, "after unloading it does not move");
}

/// Landed units fight on; units that came by land into the same battle may go back.
// [proves: war CL-18, war CL-17]
#[test]
fn landed_units_do_not_retreat() {
    let mut game = war()
        .turn_of("US")
        .zone("Z3", "US transport: infantry, token")
        .control("INC", "NK")
        .units("INC", "2 NK infantry")
        .start();
    game.assault("US infantry", "Z3", "INC");
    game.close();
    game.battle("INC", &[6, 6, 6, 6, 1, 1]);
    game.all_dice_used();
    assert_eq!(game.everywhere("US infantry"), 0, "there was no way back");

    let mut game = war()
        .turn_of("US")
        .zone("Z3", "US transport: infantry, token")
        .units("SUW", "US infantry")
        .tokens("SUW", 1)
        .control("INC", "NK")
        .units("INC", "2 NK infantry")
        .start();
    game.assault("US infantry", "Z3", "INC");
    game.march("US infantry", "SUW-INC");
    game.close();
    game.battle("INC", &[6, 6, 6, 6]);
    assert_eq!(game.retreats(), ["SUW"]);
    // The landed infantry fights on alone, and this time takes one along.
    game.dice(&[1, 1, 6]);
    game.retreat("SUW");
    game.all_dice_used();
    assert_eq!(game.count("SUW", "US infantry"), 1);
    assert_eq!(game.count("INC", "US infantry"), 0);
    assert_eq!(game.count("INC", "NK infantry"), 1);
}

/// A landing needs a token aboard, when the enemy is there.
// [proves: war ST-2, war CL-20]
#[test]
fn a_landing_needs_a_token_aboard() {
    let shore = |units: &str| {
        war()
            .turn_of("US")
            .zone("Z3", "US transport: infantry, infantry")
            .control("INC", "NK")
            .units("INC", units)
            .start()
    };
    shore("NK infantry").refuses("ST-1|ST-2", |g| g.assault("US infantry", "Z3", "INC"));
    let mut empty = shore("");
    empty.assault("infantry+infantry", "Z3", "INC");
    empty.close();
    empty.settle();
    assert_eq!(empty.control("INC"), "ROK");
}

/// The sea must be won first: if it is not, the landing is off and the troops stay aboard.
// [proves: war CL-20, war CL-26, war CL-23]
#[test]
fn a_failed_sea_battle_cancels_the_landing() {
    let mut game = war()
        .turn_of("US")
        .zone("Z4", "US destroyer; US transport: infantry, token")
        .zone("Z3", "NK destroyer")
        .control("INC", "NK")
        .units("INC", "NK infantry")
        .start();
    game.sail("US destroyer", "Z4-Z3");
    game.sail("US transport", "Z4-Z3");
    game.assault("US infantry", "Z3", "INC");
    game.close();
    game.battle("Z3", &[6, 6]);
    game.retreat("Z4");
    game.settle();
    assert_eq!(game.control("INC"), "NK");
    assert_eq!(game.count("INC", "NK infantry"), 1);
    assert_eq!(game.cargo("Z4", "US transport"), ["infantry"], "the token of the group is spent");
    assert_eq!(game.clock(), None);
}

/// Ships that fought this turn do not bombard.
// [proves: war CL-22, war CL-20]
#[test]
fn ships_that_fought_do_not_bombard() {
    let mut game = war()
        .turn_of("US")
        .zone("Z4", "US battleship; US transport: infantry, token")
        .zone("Z3", "NK transport")
        .control("INC", "NK")
        .units("INC", "NK infantry")
        .start();
    game.sail("US battleship", "Z4-Z3");
    game.sail("US transport", "Z4-Z3");
    game.assault("US infantry", "Z3", "INC");
    game.close();
    // At sea: battleship 4 hits (transports do not fire when attacking); the NK transport 6 misses.
    game.battle("Z3", &[4, 6]);
    game.all_dice_used();
    // No bombardment: infantry 1 hits, defender misses.
    game.battle("INC", &[1, 6]);
    game.all_dice_used();
    assert_eq!(game.control("INC"), "ROK");
}

/// S-24: what a transport carries.
// [proves: war SE-1, war FP-10, war CL-21]
#[test]
fn s_24_loads() {
    let game = war()
        .turn_of("US")
        .phase("non-combat")
        .zone("Z6", "US transport")
        .units("PUS", "3 US infantry; 2 US armor; US artillery; US mechanized; US anti-aircraft")
        .tokens("PUS", 5)
        .start();
    let legal = |items: &[&str]| {
        let mut game = game.clone();
        game.load("US transport", "Z6", &items.join("+"), "PUS");
        assert_eq!(game.cargo("Z6", "US transport").len(), items.len());
    };
    let refused = |items: &[&str]| {
        game.refuses("SE-1|unreadable", |g| g.load("US transport", "Z6", &items.join("+"), "PUS"));
    };
    legal(&["US infantry", "US infantry"]);
    legal(&["token", "token", "token"]);
    legal(&["US infantry", "US anti-aircraft"]);
    legal(&["token", "US mechanized"]);
    legal(&["US infantry", "token"]);
    legal(&["US armor"]);
    refused(&["US infantry", "US infantry", "token"]);
    refused(&["US armor", "US artillery"]);
    refused(&["token", "token", "US armor"]);
    refused(&["token", "token", "token", "token"]);
}

/// A transport loads, sails and unloads in one phase; then it stops, and its cargo has moved.
// [proves: war CL-21, war CL-28, war CL-09]
#[test]
fn a_ferry_trip() {
    let mut game = war()
        .turn_of("US")
        .phase("non-combat")
        .zone("Z7", "US transport")
        .units("JAP", "US infantry")
        .start();
    game.load("US transport", "Z7", "US infantry", "JAP");
    game.sail("US transport", "Z7-Z6");
    game.unload("US infantry", "Z6", "PUS");
    assert_eq!(game.count("PUS", "US infantry"), 1);
    game.refuses("CL-21|CL-28", |g| g.sail("US transport", "Z6-Z7"));
    game.refuses("CL-21|CL-28|CL-04", |g| g.march("US infantry", "PUS-TAE"));
}

/// A transport takes only troops of its own nation, and nothing in a hostile zone.
// [proves: war CL-21]
#[test]
fn whose_troops() {
    let game = war()
        .turn_of("US")
        .phase("non-combat")
        .zone("Z6", "US transport")
        .units("PUS", "ROK infantry")
        .start();
    game.refuses("CL-21", |g| g.load("US transport", "Z6", "ROK infantry", "PUS"));
    let game =
        war().turn_of("US").zone("Z6", "US transport; NK submarine").units("PUS", "US infantry").start();
    game.refuses("CL-21", |g| g.load("US transport", "Z6", "US infantry", "PUS"));
}

/// Cargo sinks with the ship, and takes no hits itself.
// [proves: war CL-21, war CL-23]
#[test]
fn cargo_sinks_with_the_ship() {
    let mut game = war().zone("Z5", "2 NK submarine").zone("Z6", "US transport: infantry, infantry").start();
    game.sail("2 NK submarine", "Z5-Z6");
    game.close();
    game.battle("Z6", &[2, 6]);
    game.all_dice_used();
    assert_eq!(game.everywhere("US transport") + game.everywhere("US infantry"), 0);
}

/// S-25: submarines strike first, unless an enemy destroyer is there.
// [proves: war CL-24, war FP-11, war CL-23]
#[test]
fn s_25_first_strike() {
    let mut alone = war().zone("Z5", "NK submarine").zone("Z6", "US transport").start();
    alone.sail("NK submarine", "Z5-Z6");
    alone.close();
    alone.battle("Z6", &[2]);
    alone.all_dice_used();
    assert_eq!(alone.everywhere("US transport"), 0);
    assert_eq!(alone.everywhere("NK submarine"), 1);

    let mut guarded = war().zone("Z5", "NK submarine").zone("Z6", "US transport; US destroyer").start();
    guarded.sail("NK submarine", "Z5-Z6");
    guarded.close();
    guarded.battle("Z6", &[2, 2, 4]);
    guarded.all_dice_used();
    guarded.lose("US transport");
    assert_eq!(guarded.everywhere("US transport"), 0);
    assert_eq!(guarded.everywhere("NK submarine"), 0);
    assert_eq!(guarded.everywhere("US destroyer"), 1);
}

/// Submarines hit ships only.
// [proves: war CL-12, war CL-24]
#[test]
fn submarines_hit_ships_only() {
    let mut game = war().zone("Z5", "NK submarine").zone("Z6", "US carrier; US fighter").start();
    game.sail("NK submarine", "Z5-Z6");
    game.close();
    // First strike sinks the carrier, not the fighter, which fires back and misses; the submarine dives.
    game.battle("Z6", &[2, 6]);
    game.submerge("NK submarine");
    game.settle();
    assert_eq!(game.everywhere("US carrier"), 0);
    assert_eq!(game.everywhere("US fighter"), 1);
}

/// A submarine may submerge after a round where there is no enemy destroyer, and comes up in its owner's next turn.
// [proves: war CL-25, war CL-10]
#[test]
fn submerging() {
    let mut game = war().zone("Z5", "NK submarine").zone("Z6", "US battleship").start();
    game.sail("NK submarine", "Z5-Z6");
    game.close();
    game.battle("Z6", &[6, 6]);
    game.submerge("NK submarine");
    game.settle();
    assert_eq!(game.at_sea("Z6", "NK submarine (submerged)"), 1);
    // Submerged submarines neither block nor fight: no battle in the US turn, and a landing zone is not hostile.
    game.skip_to("US", "combat-move");
    game.close();
    assert_ne!(game.moment().1, "combat");
    game.skip_to("NK", "purchase");
    assert_eq!(game.at_sea("Z6", "NK submarine (submerged)"), 0);
    assert_eq!(game.at_sea("Z6", "NK submarine"), 1);

    let mut guarded = war().zone("Z5", "NK submarine").zone("Z6", "US destroyer").start();
    guarded.sail("NK submarine", "Z5-Z6");
    guarded.close();
    guarded.battle("Z6", &[6, 6]);
    guarded.refuses("CL-25|OP-1|CL-26", |g| g.submerge("NK submarine"));
    assert!(!guarded.legal().iter().any(|a| a.starts_with("submerge")));
}

/// Ships stop where the enemy is; submarines pass unless a destroyer is there.
// [proves: war CL-09]
#[test]
fn sea_movement() {
    let mut game = war()
        .turn_of("US")
        .zone("Z5", "US destroyer")
        .zone("Z6", "NK transport")
        .zone("Z8", "NK transport")
        .start();
    game.refuses("CL-09", |g| g.sail("US destroyer", "Z5-Z6-Z8"));
    game.sail("US destroyer", "Z5-Z6");
    let mut game = war()
        .turn_of("US")
        .zone("Z5", "US submarine")
        .zone("Z6", "NK transport")
        .zone("Z8", "NK transport")
        .start();
    game.sail("US submarine", "Z5-Z6-Z8");
    let game = war()
        .turn_of("US")
        .zone("Z5", "US submarine")
        .zone("Z6", "NK destroyer")
        .zone("Z8", "NK transport")
        .start();
    game.refuses("CL-09", |g| g.sail("US submarine", "Z5-Z6-Z8"));
    let game = war().turn_of("US").phase("non-combat").zone("Z7", "US destroyer").start();
    game.refuses("CL-09", |g| g.sail("US destroyer", "Z7-Z5-Z4-Z3"));
}

/// Ships that meet fight, unless they leave in combat movement.
// [proves: war CL-10]
#[test]
fn ships_that_stay_fight() {
    let shared = || war().turn_of("US").zone("Z6", "US destroyer; NK destroyer").start();
    let mut stay = shared();
    stay.close();
    stay.battle("Z6", &[2, 6]);
    assert_eq!(stay.everywhere("NK destroyer"), 0);
    let mut leave = shared();
    leave.sail("US destroyer", "Z6-Z7");
    leave.close();
    assert_ne!(leave.moment().1, "combat");
    assert_eq!(leave.everywhere("NK destroyer") + leave.everywhere("US destroyer"), 2);
}

/// Attackers go back together to a zone they came from; defenders stay.
// [proves: war CL-26, war CL-14]
#[test]
fn retreat_at_sea() {
    let mut game = war()
        .turn_of("US")
        .zone("Z7", "US destroyer")
        .zone("Z5", "US destroyer")
        .zone("Z6", "NK battleship")
        .start();
    game.sail("US destroyer", "Z7-Z6");
    game.sail("US destroyer", "Z5-Z6");
    game.close();
    game.battle("Z6", &[6, 6, 6]);
    assert_eq!(game.retreats(), ["Z5", "Z7"]);
    game.retreat("Z5");
    assert_eq!(game.at_sea("Z5", "US destroyer"), 2);
}

/// Nobody goes back into a zone with enemy ships in it.
// [proves: war CL-26]
#[test]
fn no_retreat_into_a_hostile_zone() {
    let mut game = war()
        .turn_of("US")
        .zone("Z7", "US destroyer")
        .zone("Z5", "US destroyer; NK transport")
        .zone("Z6", "NK battleship")
        .start();
    game.sail("US destroyer", "Z7-Z6");
    game.sail("US destroyer", "Z5-Z6");
    game.close();
    game.battle("Z6", &[6, 6, 6]);
    assert_eq!(game.retreats(), ["Z7"]);
}

/// Aircraft fight at sea; a carrier's defend its zone, and need a place when it sinks.
// [proves: war CL-27, war CL-23, war AC-1]
#[test]
fn aircraft_at_sea() {
    let mut game =
        war().turn_of("NK").units("WON", "2 NK fighter").zone("Z10", "US carrier; US fighter").start();
    game.fly("2 NK fighter", "WON-Z10", "battle");
    game.close();
    game.pick("Z10");
    game.sky("");
    // Both sides over the ships: two fighters attack at 3, then fighter 3 and carrier 3 defend.
    game.dice(&[3, 6, 6, 6]);
    game.sky("");
    assert_eq!(game.losses(), ["US fighter", "US carrier"]);
    game.lose("US carrier");
    // The nearest friendly place is out of reach of one step: nothing Allied is adjacent to Z10.
    assert_eq!(game.everywhere("US carrier"), 0);
}
