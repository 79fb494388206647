//! Aircraft: flights, anti-aircraft fire, the sky, air support, raids, drops and carriers.

use crate::common::{Game, war};

/// S-12: the sky and the ground are two fights, and enemy aircraft must be matched.
// [proves: war AC-1, war AC-2, war AC-3, war AC-5, war CAS-2, war CL-19]
#[test]
fn s_12_sky_and_ground() {
    let mut game = war()
        .turn_of("US")
        .units("SUW", "2 US infantry; 3 US fighter")
        .tokens("SUW", 1)
        .control("TJN", "NK")
        .control("KUN", "NK")
        .units("TJN", "2 NK infantry; 2 NK fighter")
        .start();
    game.march("2 US infantry", "SUW-TJN");
    game.fly("3 US fighter", "SUW-TJN", "battle");
    game.close();
    game.pick("TJN");
    game.no_leavers();
    game.sky("2 NK fighter");
    game.refuses("CAS-2", |g| g.sky("1 US fighter"));
    game.refuses("CAS-2", |g| g.sky(""));
    game.dice(&[2, 5, 1, 6, 2, 2, 3, 2, 4]);
    game.sky("2 US fighter");
    game.lose("US infantry");
    game.all_dice_used();
    assert_eq!(game.fighting("TJN"), ["1 NK fighter", "1 US infantry", "2 US fighter"]);
    // The last NK fighter may fly out or fight.
    assert!(game.offers_fly_out("NK fighter", "KUN"));
    game.fly_out("NK fighter", "KUN");
    assert_eq!(game.count("KUN", "NK fighter"), 1);
    assert_eq!(game.control("TJN"), "ROK");
}

/// A side with nobody in the sky does not reply, and hits spill over to aircraft on ground duty.
// [proves: war AC-5, war AC-2, war AC-1]
#[test]
fn an_empty_sky_does_not_reply() {
    let mut game = war()
        .turn_of("US")
        .units("SUW", "US infantry; 2 US fighter")
        .tokens("SUW", 1)
        .control("TJN", "NK")
        .units("TJN", "NK infantry; NK fighter")
        .start();
    game.march("US infantry", "SUW-TJN");
    game.fly("2 US fighter", "SUW-TJN", "battle");
    game.close();
    game.pick("TJN");
    game.no_leavers();
    game.sky("");
    // The sky: one US fighter hits the NK fighter over the ground. Then infantry (supported) and fighter, and one defender.
    game.dice(&[2, 6, 6, 6]);
    game.sky("1 US fighter");
    game.all_dice_used();
    assert_eq!(game.fighting("TJN"), ["1 NK infantry", "1 US infantry", "2 US fighter"]);
}

/// When the enemy has no aircraft left, all join the ground fight in the next round.
// [proves: war AC-4, war AC-2, war AC-3]
#[test]
fn a_clear_sky_frees_the_aircraft() {
    let mut game = war()
        .turn_of("US")
        .units("SUW", "US infantry; US bomber; US chopper")
        .tokens("SUW", 1)
        .control("TJN", "NK")
        .units("TJN", "2 NK infantry; NK fighter")
        .start();
    game.march("US infantry", "SUW-TJN");
    game.fly("US bomber", "SUW-TJN", "battle");
    game.fly("US chopper", "SUW-TJN", "battle");
    game.close();
    game.pick("TJN");
    game.no_leavers();
    game.sky("NK fighter");
    // Sky: chopper 1 hits (it needs 1), bomber 2 misses (it needs 1), NK fighter 3 misses (it needs 2).
    // Ground: the infantry has no supporter and misses on 2; two defenders miss.
    game.dice(&[1, 2, 3, 2, 6, 6]);
    game.sky("US chopper; US bomber");
    game.all_dice_used();
    assert_eq!(game.fighting("TJN"), ["2 NK infantry", "1 US infantry", "1 US chopper", "1 US bomber"]);
    // Round 2: infantry supported hits on 2, chopper 1 hits, bomber 5 misses.
    game.go_on(&[2, 1, 5, 6, 6]);
    assert_eq!(game.control("TJN"), "ROK");
}

/// S-13: fighters and choppers are called from next door, join in round two and go home.
// [proves: war DAS-1, war DAS-2, war DAS-3]
#[test]
fn s_13_defensive_air_support() {
    let mut game = war()
        .control("SEO", "NK")
        .units("SEO", "3 NK infantry")
        .tokens("SEO", 1)
        .units("SUW", "2 ROK infantry")
        .units("TJN", "US fighter; US bomber")
        .start();
    game.march("3 NK infantry", "SEO-SUW");
    game.close();
    game.pick("SUW");
    game.refuses("DAS-3|DAS-1", |g| g.call("US bomber", "TJN"));
    game.call("US fighter", "TJN");
    game.done_calling();
    // Round 1: NK 1, 6, 6; ROK 6, 6. The fighter does not fire.
    game.dice(&[1, 6, 6, 6, 6]);
    game.no_leavers();
    game.all_dice_used();
    assert_eq!(game.fighting("SUW"), ["3 NK infantry", "1 ROK infantry"]);
    // Round 2: NK 6, 6, 6; ROK 6; US fighter 3 hits.
    game.go_on(&[6, 6, 6, 6, 3]);
    assert_eq!(game.fighting("SUW"), ["2 NK infantry", "1 ROK infantry", "1 US fighter"]);
    game.retreat("SEO");
    assert_eq!(game.count("TJN", "US fighter"), 1);
    assert_eq!(game.count("SUW", "US fighter"), 0);
}

/// Not from a base that is attacked itself, not from two areas away, and each aircraft once in an enemy turn.
// [proves: war DAS-1]
#[test]
fn who_can_be_called() {
    let mut game = war()
        .control("SEO", "NK")
        .control("SUW", "NK")
        .units("SEO", "NK infantry")
        .units("SUW", "2 NK infantry")
        .tokens("SEO", 1)
        .tokens("SUW", 2)
        .units("WJU", "ROK infantry")
        .units("CJU", "ROK infantry; US fighter")
        .units("TAE", "US fighter")
        .start();
    game.march("NK infantry", "SEO-WJU");
    game.march("NK infantry", "SUW-CJU");
    game.close();
    game.pick("WJU");
    assert!(game.callable().is_empty(), "Chungju is under attack and Taegu is not adjacent");

    let mut game = war()
        .control("SUW", "NK")
        .control("CHU", "NK")
        .units("SUW", "NK infantry")
        .units("CHU", "NK infantry")
        .tokens("SUW", 1)
        .tokens("CHU", 1)
        .units("TJN", "ROK infantry")
        .units("WJU", "ROK infantry")
        .units("CJU", "US fighter")
        .start();
    game.march("NK infantry", "SUW-TJN");
    game.march("NK infantry", "CHU-WJU");
    game.close();
    game.pick("TJN");
    game.call("US fighter", "CJU");
    game.done_calling();
    game.dice(&[6, 6]);
    game.no_leavers();
    game.retreat("SUW");
    game.pick("WJU");
    assert!(game.callable().is_empty(), "the fighter has been called this turn");
}

/// Aircraft on a carrier in an adjacent zone can be called too.
// [proves: war DAS-1, war CL-27]
#[test]
fn carriers_give_air_support() {
    let mut game = war()
        .units("KSG", "NK infantry")
        .tokens("KSG", 1)
        .units("KNG", "ROK infantry")
        .zone("Z9", "US carrier; US fighter")
        .start();
    game.march("NK infantry", "KSG-KNG");
    game.close();
    game.pick("KNG");
    game.call("US fighter", "Z9");
    game.done_calling();
    game.dice(&[6, 6]);
    game.no_leavers();
    game.go_on(&[6, 6, 3]);
    assert_eq!(game.control("KNG"), "ROK");
    assert_eq!(game.aboard("Z9", "US carrier", "US fighter"), 1);
}

/// S-14: anti-aircraft fire along the path, in path order.
// [proves: war AG-1, war FP-5, war BO-5]
#[test]
fn s_14_anti_aircraft_fire() {
    let raid = |dice: &[u32]| {
        let mut game = war()
            .turn_of("US")
            .units("JAP", "US bomber")
            .units("WON", "NK anti-aircraft")
            .units("PYO", "NK anti-aircraft")
            .start();
        game.fly("US bomber", "JAP-Z12-Z10-WON-PYO", "bomb");
        game.dice(dice);
        game.close();
        game.settle();
        game.all_dice_used();
        game
    };
    // What the statistics are told.
    let lost = |game: &Game| {
        let mut effects = game.table.play().lines().flat_map(|line| line.effects);
        effects.any(|e| matches!(e, engine::Effect::Lost { .. }))
    };
    let game = raid(&[4, 1]);
    assert_eq!(game.everywhere("US bomber"), 0);
    assert_eq!(game.damage("NK"), 0);
    assert!(lost(&game));
    let game = raid(&[1]);
    assert_eq!(game.everywhere("US bomber"), 0);
    // Surviving both: the raid die follows.
    let game = raid(&[4, 2, 3]);
    assert_eq!(game.everywhere("US bomber"), 1);
    assert_eq!(game.damage("NK"), 3);
    assert!(!lost(&game));
}

/// One die for each aircraft and area, however many guns; fighters and choppers are shot at as well.
// [proves: war AG-1, war FI-1, war CP-1]
#[test]
fn every_aircraft_is_shot_at_once_per_area() {
    let mut game = war()
        .turn_of("US")
        .units("SUW", "US infantry; US fighter; US chopper")
        .tokens("SUW", 1)
        .control("TJN", "NK")
        .units("TJN", "NK infantry; 3 NK anti-aircraft")
        .start();
    game.march("US infantry", "SUW-TJN");
    game.fly("US fighter", "SUW-TJN", "battle");
    game.fly("US chopper", "SUW-TJN", "battle");
    game.dice(&[2, 1]);
    game.close();
    game.all_dice_used();
    assert_eq!(game.everywhere("US fighter"), 1);
    assert_eq!(game.everywhere("US chopper"), 0);
}

/// S-15: raids are capped by the area's value and come off the next income.
// [proves: war BO-6, war CL-31, war CL-02]
#[test]
fn s_15_factory_raid() {
    let mut game = war().turn_of("US").units("JAP", "2 US bomber").start();
    game.fly("2 US bomber", "JAP-Z12-Z10-HAM", "bomb");
    game.dice(&[2, 6]);
    game.close();
    game.settle();
    game.all_dice_used();
    assert_eq!(game.damage("NK"), 3);
    game.skip_to("NK", "purchase");
    assert_eq!(game.treasury("NK"), 22);
    assert_eq!(game.damage("NK"), 0);
}

/// Only bombers raid, and only factories of the enemy.
// [proves: war BO-6, war BO-7]
#[test]
fn who_raids_what() {
    let game = war().turn_of("US").units("JAP", "US bomber; US fighter").start();
    game.refuses("BO-6|CL-08", |g| g.fly("US fighter", "JAP-Z12-Z10-HAM", "bomb"));
    game.refuses("BO-6", |g| g.fly("US bomber", "JAP-Z12-Z10-WON", "bomb"));
    game.refuses("BO-6|CL-08", |g| g.fly("US bomber", "JAP-Z12-Z8-POH-TAE", "bomb"));
}

/// One mission a turn: a bomber that carries does not fight, one that raided does not carry.
// [proves: war BO-7, war FP-12]
#[test]
fn one_mission_for_a_bomber() {
    let mut game = war()
        .turn_of("US")
        .units("JAP", "US bomber; US infantry")
        .tokens("JAP", 2)
        .units("WON", "NK infantry")
        .start();
    game.load_air("US bomber", "JAP", "US infantry");
    game.refuses("BO-7", |g| g.fly("US bomber", "JAP-Z12-Z10-HAM", "bomb"));
    game.refuses("BO-7", |g| g.fly("US bomber", "JAP-Z12-Z10-WON", "battle"));
}

/// S-45: parachutists fight as attackers; their bomber does not.
// [proves: war BO-4, war BO-7, war BO-2, war BO-1, war CE-1, war CL-17]
#[test]
fn s_45_parachute_drop() {
    let mut game = war()
        .turn_of("US")
        .units("TAE", "US bomber; 2 US infantry")
        .tokens("TAE", 1)
        .units("SAR", "NK infantry")
        .start();
    game.load_air("US bomber", "TAE", "US infantry");
    game.load_air("US bomber", "TAE", "US infantry");
    game.fly_to("US bomber", "TAE", "SAR", "drop");
    game.close();
    game.battle("SAR", &[1, 6, 2]);
    game.all_dice_used();
    assert_eq!(game.tokens("TAE"), 0);
    assert_eq!(game.control("SAR"), "US");
    assert_eq!(game.count("SAR", "US infantry"), 1);
    assert_eq!(game.everywhere("US bomber"), 1);
    assert_eq!(game.clock(), Some(1));
}

/// Cargo limits of aircraft, and only what stands with them.
// [proves: war BO-1, war BO-2, war CP-1, war FP-12]
#[test]
fn cargo_of_aircraft() {
    let mut game = war()
        .turn_of("US")
        .phase("non-combat")
        .units("TAE", "US bomber; US chopper; 2 US infantry; US artillery")
        .tokens("TAE", 3)
        .units("PUS", "US infantry")
        .start();
    game.refuses("BO-1|CP-1", |g| g.load_air("US bomber", "TAE", "US artillery"));
    game.refuses("BO-2", |g| {
        g.act("select TAE US bomber");
        g.act("load infantry PUS");
    });
    game.load_air("US bomber", "TAE", "US infantry");
    game.load_air("US bomber", "TAE", "token");
    game.refuses("BO-1", |g| g.load_air("US bomber", "TAE", "token"));
    game.load_air("US chopper", "TAE", "token");
    game.refuses("CP-1|BO-1", |g| g.load_air("US chopper", "TAE", "US infantry"));
    game.refuses("CP-1|BO-1", |g| g.load_air("US chopper", "TAE", "token"));
}

/// Token drops on friendly areas along the path, troops on friendly areas too.
// [proves: war BO-3, war BO-4, war SL-6]
#[test]
fn drops_on_friendly_areas() {
    let mut game = war()
        .turn_of("US")
        .phase("non-combat")
        .units("TAE", "US bomber; US infantry")
        .tokens("TAE", 1)
        .units("SUW", "ROK infantry")
        .start();
    game.load_air("US bomber", "TAE", "US infantry");
    game.load_air("US bomber", "TAE", "token");
    game.fly_dropping("US bomber", "TAE-TJN-SUW-TJN-TAE", &[("token", "SUW"), ("US infantry", "TJN")]);
    assert_eq!(game.tokens("SUW"), 1);
    assert_eq!(game.tokens("TAE"), 0);
    assert_eq!(game.count("TJN", "US infantry"), 1);
    assert_eq!(game.count("TAE", "US bomber"), 1);
}

/// An aircraft shot down takes its cargo with it.
// [proves: war BO-5, war AG-1, war CE-1]
#[test]
fn cargo_goes_down_with_the_aircraft() {
    let mut game = war()
        .turn_of("US")
        .units("TAE", "US bomber; 2 US infantry")
        .tokens("TAE", 1)
        .units("SAR", "NK infantry; NK anti-aircraft")
        .start();
    game.load_air("US bomber", "TAE", "US infantry");
    game.load_air("US bomber", "TAE", "US infantry");
    game.fly_to("US bomber", "TAE", "SAR", "drop");
    game.dice(&[1]);
    game.close();
    game.settle();
    assert_eq!(game.everywhere("US bomber") + game.everywhere("US infantry"), 0);
    assert_eq!(game.clock(), None, "shot down infantry did not cross the parallel");
}

/// Choppers set infantry down in an enemy area and do not fight.
// [proves: war CP-1, war BO-4]
#[test]
fn air_assault_by_chopper() {
    let mut game = war()
        .turn_of("US")
        .units("SUW", "US chopper; US infantry")
        .tokens("SUW", 1)
        .control("TJN", "NK")
        .units("TJN", "NK infantry")
        .start();
    game.load_air("US chopper", "SUW", "US infantry");
    game.fly_to("US chopper", "SUW", "TJN", "drop");
    game.close();
    game.battle("TJN", &[1, 6]);
    game.all_dice_used();
    assert_eq!(game.control("TJN"), "ROK");
    assert_eq!(game.count("TJN", "US infantry"), 1);
}

/// S-46: aircraft attack alone but capture nothing.
// [proves: war CL-15, war ST-1, war CL-08]
#[test]
fn s_46_aircraft_alone() {
    let mut game = war()
        .turn_of("US")
        .control("WON", "US")
        .units("WON", "3 US fighter")
        .tokens("WON", 1)
        .units("TOK", "NK infantry")
        .start();
    game.fly("3 US fighter", "WON-TOK", "battle");
    game.close();
    game.battle("TOK", &[3, 5, 6, 4]);
    game.all_dice_used();
    assert_eq!(game.tokens("WON"), 0);
    assert_eq!(game.control("TOK"), "NK");
    assert_eq!(game.count("TOK", "NK infantry"), 0);
    game.skip_to("NK", "purchase");
    assert_eq!(game.count("WON", "US fighter"), 3);
}

/// A flight needs a place to land: one allowance for there and back.
// [proves: war CL-07, war CL-08]
#[test]
fn flights_need_a_landing_place() {
    let game = war()
        .turn_of("US")
        .units("JAP", "US chopper; US fighter")
        .tokens("JAP", 2)
        .units("WON", "NK infantry")
        .units("SIN", "NK infantry")
        .start();
    game.refuses("CL-08|CL-07", |g| g.fly_to("US chopper", "JAP", "WON", "battle"));
    game.refuses("CL-08|CL-07", |g| g.fly_to("US fighter", "JAP", "SIN", "battle"));
    let mut fighter = game;
    fighter.fly_to("US fighter", "JAP", "WON", "battle");
}

/// Aircraft may not land where the area was taken this turn; without a place they are lost.
// [proves: war CL-08, war CL-28]
#[test]
fn no_landing_in_areas_just_taken() {
    let mut game = war()
        .turn_of("US")
        .units("SUW", "US infantry; US fighter")
        .tokens("SUW", 1)
        .control("TJN", "NK")
        .units("TJN", "NK infantry")
        .start();
    game.march("US infantry", "SUW-TJN");
    game.fly("US fighter", "SUW-TJN", "battle");
    game.close();
    game.battle("TJN", &[1, 3, 6]);
    game.skip_to("US", "non-combat");
    game.refuses("CL-08", |g| g.land("US fighter", "TJN", "TJN"));
    game.land("US fighter", "TJN", "SUW");
    assert_eq!(game.count("SUW", "US fighter"), 1);
}

/// Nobody flies over neutral Manchuria but the Communists, and nobody over the closed Soviet area.
// [proves: war CL-07, war CE-7, war SV-2]
#[test]
fn neutral_skies() {
    let game = war()
        .turn_of("US")
        .phase("non-combat")
        .control("SIN", "ROK")
        .control("KAN", "ROK")
        .units("SIN", "US fighter")
        .start();
    game.refuses("CE-7|CL-07|CL-08", |g| g.fly("US fighter", "SIN-MUK", "land"));
    let mut game = war().phase("non-combat").units("SIN", "NK fighter").start();
    game.fly("NK fighter", "SIN-MUK", "land");
    let mut game = war().phase("non-combat").units("SIN", "NK chopper").start();
    game.fly("NK chopper", "SIN-MUK-TUN-YEN", "land");
    let game = war().phase("non-combat").units("YEN", "CH fighter").start();
    game.refuses("CE-7|CL-08", |g| g.fly("CH fighter", "YEN-CHO", "land"));
    game.refuses("SV-2|CL-08", |g| g.fly("CH fighter", "YEN-VLA", "land"));
}

/// S-26: a carrier has room for two, of any Allied nation, and never for a bomber.
// [proves: war CL-27, war CL-08, war FP-9]
#[test]
fn s_26_carrier_room() {
    let game = war()
        .turn_of("UN")
        .phase("non-combat")
        .zone("Z7", "US carrier; US fighter; US chopper")
        .units("JAP", "UN fighter; UN bomber")
        .start();
    game.refuses("CL-27|CL-08|FP-9", |g| g.fly("UN fighter", "JAP-Z7", "land"));
    let game = war()
        .turn_of("UN")
        .phase("non-combat")
        .zone("Z7", "US carrier; US fighter")
        .units("JAP", "UN fighter; UN bomber")
        .start();
    game.refuses("CL-27|CL-08|FP-9", |g| g.fly("UN bomber", "JAP-Z7", "land"));
    let mut room = game;
    room.fly("UN fighter", "JAP-Z7", "land");
    assert_eq!(room.aboard("Z7", "US carrier", "UN fighter"), 1);
}

/// Called aircraft that have joined fire, and can be chosen as losses like any others.
// [proves: war DAS-2, war CL-16]
#[test]
fn called_aircraft_can_be_lost() {
    let mut game = war()
        .control("WJU", "NK")
        .units("WJU", "2 NK infantry")
        .tokens("WJU", 1)
        .units("SAM", "ROK infantry")
        .units("KNG", "US fighter")
        .start();
    game.march("2 NK infantry", "WJU-SAM");
    game.close();
    game.pick("SAM");
    game.call("US fighter", "KNG");
    game.dice(&[6, 6, 6]);
    game.no_leavers();
    // Round 2: both attackers hit; infantry and fighter are lost, the fighter having fired.
    game.go_on(&[1, 1, 6, 6]);
    assert_eq!(game.control("SAM"), "NK");
    assert_eq!(game.everywhere("US fighter") + game.everywhere("ROK infantry"), 0);
}
