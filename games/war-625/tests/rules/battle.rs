//! Land battles: rounds, artillery, sniping, losses, retreats and capture.

use crate::common::war;

/// S-06: an empty enemy area is walked into without token and dice.
// [proves: war CL-06, war ST-4, war CL-01, war TS-4]
#[test]
fn s_06_walking_into_an_empty_area() {
    let mut game = war().control("CHU", "NK").units("CHU", "NK infantry").start();
    game.march("NK infantry", "CHU-WJU");
    assert_eq!(game.control("WJU"), "ROK", "it falls in Combat, not before");
    game.close();
    assert_eq!(game.control("WJU"), "NK");
    assert_eq!(game.count("WJU", "NK infantry"), 1);
}

/// An area with aircraft in it is not empty, one with prisoners, tokens and a factory is.
// [proves: war CL-06, war PW-4]
#[test]
fn what_counts_as_empty() {
    let game = war().control("CHU", "NK").units("CHU", "NK infantry").units("WJU", "ROK fighter").start();
    game.refuses("ST-1|ST-2", |g| g.march("NK infantry", "CHU-WJU"));
    let mut game = war()
        .turn_of("US")
        .control("SUW", "NK")
        .tokens("SUW", 2)
        .prisoners("SUW", "ROK", 1)
        .units("INC", "US infantry")
        .start();
    game.march("US infantry", "INC-SUW");
    game.close();
    assert_eq!(game.control("SUW"), "ROK");
    assert_eq!(game.count("SUW", "ROK infantry"), 1, "the prisoner is free");
    assert_eq!(game.tokens("SUW"), 0, "the loser's tokens are destroyed");
}

/// S-08: both sides fire before losses are removed.
// [proves: war CL-11, war FP-1, war CL-13, war TS-4]
#[test]
fn s_08_simultaneous_fire() {
    let mut game = war().units("KSG", "2 NK infantry").tokens("KSG", 1).units("KNG", "ROK infantry").start();
    game.march("2 NK infantry", "KSG-KNG");
    game.close();
    game.battle("KNG", &[1, 4, 2]);
    assert_eq!(game.control("KNG"), "NK");
    assert_eq!(game.count("KNG", "NK infantry"), 1);
    assert_eq!(game.count("KNG", "ROK infantry"), 0);
    assert_eq!(game.tokens("KSG"), 0);
}

/// S-09: attacking artillery fires first, and what it hits does not fire.
// [proves: war AF-1, war FP-4]
#[test]
fn s_09_artillery_first() {
    let mut game =
        war().units("HWA", "NK infantry; NK artillery").tokens("HWA", 1).units("CHU", "ROK infantry").start();
    game.march("NK infantry", "HWA-CHU");
    game.march("NK artillery", "HWA-CHU");
    game.close();
    game.battle("CHU", &[3]);
    assert_eq!(game.control("CHU"), "NK");
    assert_eq!(game.stack("CHU"), ["1 NK infantry", "1 NK artillery"]);
}

/// S-10: defending artillery fires second, and what it hits does not fire.
// [proves: war AF-1, war AF-2]
#[test]
fn s_10_defending_artillery_second() {
    let mut game = war()
        .units("CRW", "NK infantry; NK artillery")
        .tokens("CRW", 1)
        .units("SEO", "ROK infantry; ROK artillery")
        .start();
    game.march("NK infantry", "CRW-SEO");
    game.march("NK artillery", "CRW-SEO");
    game.close();
    game.battle("SEO", &[5, 2]);
    game.dice(&[6]);
    game.lose("NK infantry");
    assert_eq!(game.fighting("SEO"), ["1 NK artillery", "1 ROK infantry", "1 ROK artillery"]);
    game.all_dice_used();
}

/// Artillery fires first in later rounds too.
// [proves: war AF-1]
#[test]
fn artillery_fires_first_in_every_round() {
    let mut game =
        war().units("HWA", "NK infantry; NK artillery").tokens("HWA", 1).units("CHU", "ROK infantry").start();
    game.march("NK infantry", "HWA-CHU");
    game.march("NK artillery", "HWA-CHU");
    game.close();
    game.battle("CHU", &[4, 6, 6]);
    game.go_on(&[3]);
    assert_eq!(game.control("CHU"), "NK");
}

/// S-11: one supporter for one infantry.
// [proves: war FP-2, war IN-1, war CAS-1, war CL-12]
#[test]
fn s_11_infantry_support() {
    let mut game = war()
        .turn_of("US")
        .units("SUW", "3 US infantry; US armor; US fighter")
        .tokens("SUW", 1)
        .control("TJN", "NK")
        .units("TJN", "4 NK infantry")
        .start();
    game.march("3 US infantry", "SUW-TJN");
    game.march("US armor", "SUW-TJN");
    game.fly("US fighter", "SUW-TJN", "battle");
    game.close();
    game.battle("TJN", &[2, 2, 2, 3, 4, 1, 3, 5, 6]);
    game.all_dice_used();
    game.lose("US infantry");
    assert_eq!(game.fighting("TJN"), ["1 NK infantry", "2 US infantry", "1 US armor", "1 US fighter"]);
}

/// Support ends with the supporter: judged in every round.
// [proves: war IN-1, war FP-2]
#[test]
fn support_is_judged_every_round() {
    let mut game =
        war().units("CRW", "NK infantry; NK armor").tokens("CRW", 1).units("SEO", "3 ROK infantry").start();
    game.march("NK infantry", "CRW-SEO");
    game.march("NK armor", "CRW-SEO");
    game.close();
    // Round 1: supported infantry misses on 3, armor misses on 4; one of three defenders hits.
    game.battle("SEO", &[3, 4, 2, 5, 6]);
    game.lose("NK armor");
    // Round 2: without the armor a 2 misses.
    game.go_on(&[2, 6, 6, 6]);
    assert_eq!(game.fighting("SEO"), ["1 NK infantry", "3 ROK infantry"]);
}

/// S-16: sniping.
// [proves: war AR-3, war AR-4, war FP-4]
#[test]
fn s_16_sniping() {
    let mut game = war()
        .control("SEO", "NK")
        .units("SEO", "2 NK artillery")
        .tokens("SEO", 1)
        .units("SUW", "2 ROK infantry")
        .units("PYO", "NK infantry")
        .start();
    game.snipe("2 NK artillery", "SEO", "SUW");
    game.close();
    game.battle("SUW", &[2, 3]);
    game.all_dice_used();
    assert_eq!(game.tokens("SEO"), 0);
    assert_eq!(game.stack("SUW"), ["1 ROK infantry"]);
    assert_eq!(game.control("SUW"), "ROK");
    game.skip_to("NK", "non-combat");
    game.refuses("AR-4|CL-28|CL-04", |g| g.march("NK artillery", "SEO-KAE"));
    game.refuses("AR-4|CL-28|CL-04", |g| g.march("NK artillery", "SEO-CRW"));
}

/// Only artillery and armor snipe, only over a land border, only at land units, and only with a token.
// [proves: war AR-3, war AR-4, war ST-1]
#[test]
fn sniping_conditions() {
    let game = war()
        .control("SEO", "NK")
        .units("SEO", "NK armor; NK infantry; NK mechanized")
        .tokens("SEO", 1)
        .units("SUW", "ROK infantry")
        .units("WJU", "ROK fighter")
        .start();
    game.refuses("AR-3", |g| g.snipe("NK infantry", "SEO", "SUW"));
    game.refuses("AR-3", |g| g.snipe("NK mechanized", "SEO", "SUW"));
    game.refuses("AR-3", |g| g.snipe("NK armor", "SEO", "WJU"));
    game.refuses("AR-3", |g| g.snipe("NK armor", "SEO", "TJN"));
    let mut sniped = game;
    sniped.snipe("NK armor", "SEO", "SUW");
    sniped.refuses("AR-4|CL-04", |g| g.march("NK armor", "SEO-SUW"));
    let poor = war().control("SEO", "NK").units("SEO", "NK armor").units("SUW", "ROK infantry").start();
    poor.refuses("ST-1|ST-2", |g| g.snipe("NK armor", "SEO", "SUW"));
}

/// Snipers fire before the first round: what they hit does not fire.
// [proves: war AR-3, war DR-5]
#[test]
fn snipers_fire_before_the_battle() {
    let mut game = war()
        .control("SEO", "NK")
        .units("SEO", "NK infantry; NK artillery")
        .tokens("SEO", 1)
        .units("SUW", "2 ROK infantry")
        .start();
    game.march("NK infantry", "SEO-SUW");
    game.snipe("NK artillery", "SEO", "SUW");
    game.close();
    // Snipe 2 hits; then one attacker and one defender.
    game.battle("SUW", &[2, 1, 5]);
    assert_eq!(game.control("SUW"), "NK");
    assert_eq!(game.stack("SEO"), ["1 NK artillery"]);
}

/// S-22: all go back together to one area they came from.
// [proves: war CL-17, war CL-14]
#[test]
fn s_22_attackers_retreat() {
    let mut game = war()
        .units("CRW", "2 NK infantry")
        .tokens("CRW", 1)
        .control("KAE", "NK")
        .units("KAE", "NK infantry")
        .tokens("KAE", 1)
        .control("CHU", "NK")
        .units("SEO", "3 ROK infantry")
        .start();
    game.march("2 NK infantry", "CRW-SEO");
    game.march("NK infantry", "KAE-SEO");
    game.close();
    game.battle("SEO", &[6, 6, 6, 6, 6, 6]);
    assert_eq!(game.retreats(), ["CRW", "KAE"]);
    game.refuses("CL-17", |g| g.retreat("CHU"));
    game.retreat("KAE");
    assert_eq!(game.count("KAE", "NK infantry"), 3);
    assert_eq!(game.count("CRW", "NK infantry"), 0);
    assert_eq!(game.control("SEO"), "ROK");
}

/// Those who came through a friendly area go back to it, not to where they set out from.
// [proves: war CL-17, war FP-3]
#[test]
fn mechanized_attackers_go_back_the_way_they_came_in() {
    let mut game = war()
        .units("WON", "NK mechanized")
        .tokens("WON", 1)
        .control("KAE", "NK")
        .units("SEO", "2 ROK infantry")
        .start();
    game.march("NK mechanized", "WON-SEO");
    game.close();
    game.battle("SEO", &[6, 6, 6]);
    assert_eq!(game.retreats(), ["CRW"], "it entered from Chorwon");
    game.refuses("CL-17", |g| g.retreat("WON"));
    game.refuses("CL-17", |g| g.retreat("KAE"));
    game.retreat("CRW");
    assert_eq!(game.count("CRW", "NK mechanized"), 1);
    assert_eq!(game.control("SEO"), "ROK");
}

/// A battle in which nobody can roll a die ends: the attackers go back.
// [proves: war CL-14, war SL-5, war DI-1]
#[test]
fn a_battle_without_dice_ends() {
    // Starved anti-aircraft guns fight at 0 on both sides.
    let mut game = war()
        .control("KWA", "NK")
        .units("KWA", "NK anti-aircraft")
        .tokens("KWA", 1)
        .isolated("KWA", "NK", 2)
        .units("CIN", "ROK anti-aircraft")
        .isolated("CIN", "ROK", 2)
        .start();
    game.march("NK anti-aircraft", "KWA-CIN");
    game.close();
    game.battle("CIN", &[]);
    game.settle();
    assert_eq!(game.count("KWA", "NK anti-aircraft"), 1);
    assert_eq!(game.control("CIN"), "ROK");
    assert!(!game.table.ruled("war CL-11"), "where nobody rolls there is nothing to tell");
}

/// One hit removes any unit, and the owner chooses which.
// [proves: war CL-12, war CL-13, war CL-16]
#[test]
fn the_owner_chooses_losses() {
    let mut game = war()
        .units("CRW", "3 NK infantry; NK armor; NK fighter")
        .tokens("CRW", 1)
        .units("SEO", "2 ROK infantry; ROK artillery")
        .start();
    game.march("3 NK infantry", "CRW-SEO");
    game.march("NK armor", "CRW-SEO");
    game.fly("NK fighter", "CRW-SEO", "battle");
    game.close();
    // Defending artillery first: a miss. Then five attackers miss, two infantry hit.
    game.battle("SEO", &[3, 6, 6, 6, 6, 6, 1, 2]);
    assert_eq!(game.losses(), ["NK infantry", "NK armor", "NK fighter"]);
    game.lose("NK fighter");
    game.lose("NK armor");
    assert_eq!(game.fighting("SEO"), ["3 NK infantry", "2 ROK infantry", "1 ROK artillery"]);
}

/// S-37: who gets a captured area, and the fall of a capital.
// [proves: war CL-30, war CL-32]
#[test]
fn s_37_capitals() {
    let mut game = war()
        .turn_of("US")
        .treasury("NK", 7)
        .control("SEO", "NK")
        .units("SUW", "US infantry")
        .units("SAR", "US infantry")
        .control("SAR", "US")
        .start();
    game.march("US infantry", "SUW-SEO");
    game.march("US infantry", "SAR-PYO");
    game.close();
    game.settle();
    assert_eq!(game.control("SEO"), "ROK");
    assert_eq!(game.control("PYO"), "US");
    assert_eq!(game.treasury("US"), 7);
    assert_eq!(game.treasury("NK"), 0);
    game.dice(&[1]);
    game.skip_to("NK", "purchase");
    assert_eq!(game.treasury("NK"), 25 - 4 - 1, "the government moves on");
    game.buy("NK", "infantry");
    game.skip_to("NK", "place");
    game.place("NK infantry", "HAM");
}

/// A joint attack of North Korea and China: North Korea takes what it owned first and what it shares.
// [proves: war CL-30, war OP-1, war CL-34]
#[test]
fn a_joint_communist_attack() {
    let at_war = || {
        war()
            .turn(8)
            .china_at_war(6)
            .control("KAE", "NK")
            .tokens("KAE", 1)
            .tokens("CRW", 1)
            .units("SEO", "ROK infantry")
    };
    let mut game = at_war().units("CRW", "CH infantry").units("KAE", "NK infantry").start();
    game.march("CH infantry", "CRW-SEO");
    game.march("NK infantry", "KAE-SEO");
    game.close();
    game.battle("SEO", &[1, 6, 6]);
    assert_eq!(game.control("SEO"), "NK");
    let mut game = at_war().units("CRW", "2 CH infantry").start();
    game.march("2 CH infantry", "CRW-SEO");
    game.close();
    game.battle("SEO", &[1, 6, 6]);
    assert_eq!(game.control("SEO"), "CH");
}

/// Allied defenders fight together; the nation with most land units names the losses, South Korea first when equal.
// [proves: war CL-34, war CL-33, war DI-1]
#[test]
fn mixed_defenders_have_one_commander() {
    let mut game = war()
        .units("CRW", "NK infantry; NK armor")
        .tokens("CRW", 1)
        .units("SEO", "ROK infantry; US infantry")
        .start();
    game.march("NK infantry", "CRW-SEO");
    game.march("NK armor", "CRW-SEO");
    game.close();
    game.battle("SEO", &[2, 6, 6, 6]);
    assert_eq!(game.seat(), "rok", "equal numbers: South Korea commands");
    assert_eq!(game.losses(), ["ROK infantry", "US infantry"]);
    game.lose("US infantry");
    assert_eq!(game.fighting("SEO"), ["1 NK infantry", "1 NK armor", "1 ROK infantry"]);
}

/// Dice come in the order of types, supported infantry first, then nations.
// [proves: war DI-1]
#[test]
fn order_of_dice() {
    let mut game = war()
        .turn(8)
        .china_at_war(6)
        .units("CRW", "2 CH infantry; NK infantry; NK armor; NK mechanized")
        .tokens("CRW", 1)
        .units("SEO", "4 ROK infantry")
        .start();
    for unit in ["2 CH infantry", "NK infantry", "NK armor", "NK mechanized"] {
        game.march(unit, "CRW-SEO");
    }
    game.close();
    // One supported infantry (hits on 2), two unsupported (miss on 2), mechanized (hits on 2), armor (hits on 3).
    game.battle("SEO", &[2, 2, 2, 2, 3, 6, 6, 6, 6]);
    assert_eq!(game.count_fighting("SEO", "ROK infantry"), 1);
}

/// Land movement: one area for most, two for mechanized, and no way through the enemy.
// [proves: war AR-1, war AR-2, war FP-3, war CL-05]
#[test]
fn land_movement() {
    let mut game =
        war().phase("non-combat").units("PYO", "NK infantry; NK armor; NK artillery; NK mechanized").start();
    for unit in ["NK infantry", "NK armor", "NK artillery"] {
        game.refuses("CL-05|AR-1", |g| g.march(unit, "PYO-SAR-HAE"));
    }
    game.march("NK mechanized", "PYO-SAR-HAE");
    assert_eq!(game.count("HAE", "NK mechanized"), 1);
    game.march("NK armor", "PYO-SAR");
    game.refuses("CL-04|CL-28|CL-05", |g| g.march("NK armor", "SAR-HAE"));
}

/// S-44: infantry rides with a mechanized unit; an enemy area on the way stops both.
// [proves: war ME-1, war AR-2, war CL-05, war FP-3, war ST-1]
#[test]
fn s_44_riding_infantry() {
    let mut game = war()
        .units("PYO", "NK mechanized; NK infantry")
        .tokens("PYO", 1)
        .units("KAE", "ROK infantry")
        .start();
    game.ride("NK mechanized", "NK infantry", "PYO-SAR-KAE");
    game.close();
    game.battle("KAE", &[1, 6, 6]);
    assert_eq!(game.stack("KAE"), ["1 NK infantry", "1 NK mechanized"]);
    assert_eq!(game.tokens("PYO"), 0);
    let game = war()
        .control("SAR", "ROK")
        .units("PYO", "NK mechanized; NK infantry")
        .tokens("PYO", 1)
        .units("KAE", "ROK infantry")
        .start();
    game.refuses("AR-2|CL-05|ME-1", |g| g.ride("NK mechanized", "NK infantry", "PYO-SAR-KAE"));
    let mut stopped = game;
    stopped.march("NK mechanized", "PYO-SAR");
    stopped.march("NK infantry", "PYO-SAR");
    stopped.close();
    stopped.settle();
    assert_eq!(stopped.stack("SAR"), ["1 NK infantry", "1 NK mechanized"]);
}

/// A unit moves in one of the two movement phases only, and combat movement leads to the enemy.
// [proves: war CL-04, war CL-28, war TS-5]
#[test]
fn one_move_a_turn() {
    let mut game = war().units("CRW", "NK infantry").units("PYO", "NK infantry").start();
    game.refuses("CL-04", |g| g.march("NK infantry", "CRW-WON"));
    game.march("NK infantry", "CRW-KAE");
    game.skip_to("NK", "non-combat");
    assert_eq!(game.control("KAE"), "NK");
    game.refuses("CL-28|CL-04", |g| g.march("NK infantry", "KAE-SAR"));
    let game = war().phase("non-combat").units("CRW", "NK infantry").start();
    game.refuses("CL-28", |g| g.march("NK infantry", "CRW-KAE"));
}

/// Japan is closed to Communists, and worth nothing.
// [proves: war CL-36, war CL-07]
#[test]
fn japan_is_closed() {
    let game = war().phase("non-combat").units("PUS", "NK fighter").control("PUS", "NK").start();
    game.refuses("CL-36|CL-07|CL-08", |g| g.fly("NK fighter", "PUS-Z6-Z7-JAP", "land"));
    let game = war().units("HAM", "NK bomber").units("JAP", "US infantry").tokens("HAM", 1).start();
    game.refuses("CL-36|CL-07", |g| g.fly("NK bomber", "HAM-Z10-Z12-JAP", "battle"));
}
