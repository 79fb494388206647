//! The options: twelve-sided dice, atomic weaponry, Soviet entry, host options, seats; and the end of the war.

use crate::common::{Setup, war};

fn twelve() -> Setup {
    war().option("dice", "d12")
}

/// S-43: values on twelve, national infantry, and the tank destroyer's choice.
// [proves: war DZ-1, war DZ-2, war DZ-3]
#[test]
fn s_43_tank_destroyer() {
    let mut game = twelve()
        .turn_of("US")
        .units("SUW", "US infantry; US armor; US tank-destroyer")
        .tokens("SUW", 1)
        .control("TJN", "NK")
        .units("TJN", "NK infantry; NK armor")
        .start();
    for unit in ["US infantry", "US armor", "US tank-destroyer"] {
        game.march(unit, "SUW-TJN");
    }
    game.close();
    game.battle("TJN", &[4, 7, 6, 5, 7]);
    game.all_dice_used();
    game.direct("NK armor");
    assert_eq!(game.control("TJN"), "ROK");
    assert_eq!(game.stack("TJN"), ["1 US infantry", "1 US armor", "1 US tank-destroyer"]);
}

/// The hit of a tank destroyer may be left to the owner, and never goes to infantry by order.
// [proves: war DZ-3]
#[test]
fn tank_destroyer_hits_by_choice() {
    let mut game = twelve()
        .units("CRW", "NK tank-destroyer")
        .tokens("CRW", 1)
        .units("SEO", "ROK infantry; ROK armor; ROK mechanized")
        .start();
    game.refuses("AR-3", |g| g.snipe("NK tank-destroyer", "CRW", "SEO"));
    game.march("NK tank-destroyer", "CRW-SEO");
    game.close();
    game.battle("SEO", &[6, 12, 12, 12]);
    assert_eq!(game.directions(), ["ROK mechanized", "ROK armor"]);
    game.decline();
    assert_eq!(game.losses(), ["ROK infantry", "ROK mechanized", "ROK armor"]);
    game.lose("ROK infantry");
}

/// Tank destroyers are for sale only with twelve-sided dice, and do not support infantry.
// [proves: war DZ-1, war DZ-3, war FP-2]
#[test]
fn tank_destroyers_for_sale() {
    war()
        .phase("purchase")
        .treasury("NK", 25)
        .start()
        .refuses("DZ-1|DZ-3|FP-1", |g| g.buy("NK", "tank-destroyer"));
    let mut game = twelve().phase("purchase").treasury("NK", 25).start();
    game.buy("NK", "2 tank-destroyer");
    assert_eq!(game.treasury("NK"), 7);
    let mut game = twelve()
        .units("CRW", "NK infantry; NK tank-destroyer")
        .tokens("CRW", 1)
        .units("SEO", "ROK infantry; ROK mechanized")
        .start();
    game.march("NK infantry", "CRW-SEO");
    game.march("NK tank-destroyer", "CRW-SEO");
    game.close();
    // The infantry attacks at 2 without support: 3 misses.
    game.battle("SEO", &[3, 7, 12, 12]);
    assert_eq!(game.fighting("SEO").len(), 4);
}

/// Infantry by nation on twelve: Chinese defend at 3, others at 4; Americans attack at 3, others at 2.
// [proves: war DZ-2]
#[test]
fn national_infantry() {
    let defend = |setup: Setup, unit: &str| {
        let mut game = setup
            .turn(8)
            .turn_of("UN")
            .units("SUW", "UN infantry")
            .tokens("SUW", 1)
            .units("PUS", "UN mechanized")
            .control("TJN", "NK")
            .units("TJN", unit)
            .start();
        game.march("UN infantry", "SUW-TJN");
        game.close();
        game.battle("TJN", &[3, 4]);
        game.count_fighting("TJN", "UN infantry")
    };
    assert_eq!(defend(twelve(), "NK infantry"), 0, "NK infantry hits on 4; the UN 3 missed");
    assert_eq!(defend(twelve().china_at_war(6), "CH infantry"), 1, "Chinese infantry misses on 4");
    let mut game = twelve()
        .turn_of("US")
        .units("SUW", "US infantry")
        .tokens("SUW", 1)
        .control("TJN", "NK")
        .units("TJN", "NK infantry")
        .start();
    game.march("US infantry", "SUW-TJN");
    game.close();
    game.battle("TJN", &[3, 12]);
    assert_eq!(game.control("TJN"), "ROK", "American infantry hits on 3");
    let mut game = twelve().phase("purchase").treasury("CH", 2).start();
    game.buy("CH", "infantry");
    assert_eq!(game.treasury("CH"), 0);
}

/// Anti-aircraft guns on twelve: bombers at 2, others at 1.
// [proves: war DZ-4]
#[test]
fn flak_on_twelve() {
    let raid = |die: u32| {
        let mut game =
            twelve().turn_of("US").units("JAP", "US bomber").units("HAM", "NK anti-aircraft").start();
        game.fly("US bomber", "JAP-Z12-Z10-HAM", "bomb");
        if die > 2 {
            game.dice(&[die, 1]);
        } else {
            game.dice(&[die]);
        }
        game.close();
        game.settle();
        game.all_dice_used();
        game.everywhere("US bomber")
    };
    assert_eq!(raid(2), 0);
    assert_eq!(raid(3), 1);
    let mut game = twelve()
        .turn_of("US")
        .units("SUW", "2 US fighter")
        .tokens("SUW", 1)
        .control("TJN", "NK")
        .units("TJN", "NK anti-aircraft")
        .start();
    game.fly("2 US fighter", "SUW-TJN", "battle");
    game.dice(&[2, 1]);
    game.close();
    assert_eq!(game.everywhere("US fighter"), 1);
}

/// The sky and the shore on twelve.
// [proves: war DZ-5, war AC-3]
#[test]
fn dogfights_and_bombardment_on_twelve() {
    let mut game = twelve()
        .turn_of("US")
        .units("SUW", "US infantry; US fighter; US chopper; US bomber")
        .tokens("SUW", 1)
        .control("TJN", "NK")
        .units("TJN", "NK infantry; 3 NK fighter")
        .start();
    game.march("US infantry", "SUW-TJN");
    for unit in ["US fighter", "US chopper", "US bomber"] {
        game.fly(unit, "SUW-TJN", "battle");
    }
    game.close();
    game.pick("TJN");
    game.no_leavers();
    game.sky("3 NK fighter");
    // Sky: fighter 2 hits, chopper 2 hits, bomber 2 misses; three NK fighters miss on 3. Ground: infantry 4 misses, 12.
    game.dice(&[2, 2, 2, 3, 3, 3, 4, 12]);
    game.sky("US fighter; US chopper; US bomber");
    game.all_dice_used();
    assert_eq!(game.count_fighting("TJN", "NK fighter"), 1);

    let mut game = twelve()
        .turn_of("US")
        .zone("Z3", "US battleship; US destroyer; US transport: infantry, token")
        .control("INC", "NK")
        .units("INC", "3 NK infantry")
        .start();
    game.assault("US infantry", "Z3", "INC");
    game.close();
    // Both ships hit; then two rounds of one infantry a side, without a way back to sea.
    game.battle("INC", &[4, 2, 12, 12, 3, 12]);
    game.all_dice_used();
    assert_eq!(game.control("INC"), "ROK");
}

/// Snipers hit on 4 of twelve; the modifiers stay one.
// [proves: war DZ-6]
#[test]
fn sniping_on_twelve() {
    let mut game = twelve()
        .control("SEO", "NK")
        .units("SEO", "NK artillery; NK armor")
        .tokens("SEO", 1)
        .units("SUW", "3 ROK infantry")
        .start();
    game.snipe("NK artillery", "SEO", "SUW");
    game.snipe("NK armor", "SEO", "SUW");
    game.dice(&[4, 5]);
    game.close();
    game.settle();
    assert_eq!(game.count("SUW", "ROK infantry"), 2);
    let mut game = twelve()
        .units("CRW", "NK infantry; NK armor")
        .tokens("CRW", 1)
        .units("SEO", "ROK infantry; ROK infantry")
        .start();
    game.march("NK infantry", "CRW-SEO");
    game.march("NK armor", "CRW-SEO");
    game.close();
    game.battle("SEO", &[3, 7, 5, 5]);
    assert_eq!(game.count_fighting("SEO", "ROK infantry"), 1, "2 + 1 with support");
}

/// Entry, capture and raid dice stay six-sided.
// [proves: war DZ-7]
#[test]
fn six_sided_dice_remain() {
    let mut game = twelve().turn(4).turn_of("UN").phase("purchase").treasury("UN", 1).start();
    game.free_dice();
    game.skip_to("NK", "purchase");
    assert_eq!(game.dice_of("Chinese entry"), [6]);
    let mut game = twelve().turn_of("US").units("JAP", "US bomber").start();
    game.fly("US bomber", "JAP-Z12-Z10-HAM", "bomb");
    game.free_dice();
    game.close();
    game.settle();
    assert_eq!(game.last_sides(), 6);
    let mut game = twelve()
        .control("SUW", "NK")
        .units("SUW", "NK infantry")
        .tokens("SUW", 1)
        .units("TJN", "ROK infantry")
        .start();
    game.march("NK infantry", "SUW-TJN");
    game.close();
    game.pick("TJN");
    game.dice(&[12, 6]);
    game.leave("ROK infantry", "TJN", "TAE");
    assert_eq!(game.last_sides(), 6);
}

/// S-40: authorisation, price, delivery and what an economic strike does.
// [proves: war AT-1, war AT-2, war AT-3, war AT-4, war AT-5, war AT-6, war AT-7, war FA-3, war CE-8]
#[test]
fn s_40_economic_strike() {
    let mut game = war()
        .option("atomic", "on")
        .turn(8)
        .turn_of("US")
        .phase("intervention")
        .units("JAP", "US bomber")
        .units("PYO", "NK anti-aircraft")
        .start();
    game.dice(&[8]);
    game.ask_for_weapons();
    assert_eq!(game.moment(), ("US", "purchase"));
    let before = game.treasury("US");
    game.buy_weapon();
    assert_eq!(game.treasury("US"), before - 6);
    assert_eq!(game.weapons_left(), 33);
    game.skip_to("US", "combat-move");
    game.fly_to("US bomber", "JAP", "PYO", "atomic-economic");
    game.dice(&[3, 7]);
    game.close();
    game.settle();
    game.all_dice_used();
    assert_eq!(game.ipc("PYO"), 0);
    assert!(game.struck("PYO"));
    assert!(game.at_war("CH"));
    let mut later = war().phase("place").struck_at("PYO", 0, 7).purchases("20 NK infantry").start();
    later.place("7 NK infantry", "PYO");
    later.refuses("FA-3|FA-1", |g| g.place("NK infantry", "PYO"));
}

/// Not before January 1951, not without the option, 8 or more, once a turn, 34 in all.
// [proves: war AT-1, war AT-2, war AT-3]
#[test]
fn authorisation() {
    let early =
        war().option("atomic", "on").turn(7).turn_of("US").phase("purchase").treasury("US", 36).start();
    early.refuses("AT-1|AT-2|AT-3", |g| g.buy_weapon());
    let mut failed = war().option("atomic", "on").turn(8).turn_of("US").phase("intervention").start();
    failed.dice(&[7]);
    failed.ask_for_weapons();
    assert_eq!(failed.moment(), ("US", "purchase"));
    failed.refuses("AT-2|AT-3", |g| g.buy_weapon());
    let off = war().turn(8).turn_of("US").phase("purchase").treasury("US", 36).start();
    off.refuses("AT-1|AT-2|AT-3", |g| g.buy_weapon());
    let mut last = war()
        .option("atomic", "on")
        .turn(9)
        .turn_of("US")
        .phase("purchase")
        .treasury("US", 36)
        .weapons(33, 0)
        .start();
    last.buy_weapon();
    last.refuses("AT-2|AT-3", |g| g.buy_weapon());
}

/// A weapon shot down is gone without effect.
// [proves: war AT-4, war AT-7]
#[test]
fn a_weapon_shot_down() {
    let mut game = war()
        .option("atomic", "on")
        .turn(9)
        .turn_of("US")
        .weapons(1, 1)
        .units("JAP", "US bomber; US fighter")
        .units("PYO", "NK anti-aircraft")
        .start();
    game.refuses("AT-4|ST-1|CL-08", |g| g.fly_to("US fighter", "JAP", "PYO", "atomic-economic"));
    game.fly_to("US bomber", "JAP", "PYO", "atomic-economic");
    game.dice(&[1]);
    game.close();
    game.settle();
    assert_eq!(game.ipc("PYO"), 4);
    assert!(!game.struck("PYO") && !game.at_war("CH"));
    assert_eq!(game.weapons_left(), 33);
}

/// S-41: a military strike.
// [proves: war AT-8, war AT-6, war VI-3]
#[test]
fn s_41_military_strike() {
    let mut game = war()
        .option("atomic", "on")
        .turn(38)
        .turn_of("US")
        .china_at_war(6)
        .weapons(1, 1)
        .units("JAP", "US bomber")
        .units("HUI", "4 CH infantry; CH artillery; CH fighter")
        .start();
    game.fly_to("US bomber", "JAP", "HUI", "atomic-military");
    game.dice(&[8, 7, 12, 3, 9]);
    game.close();
    game.settle();
    game.all_dice_used();
    assert_eq!(game.stack("HUI"), ["2 CH infantry", "1 CH artillery", "1 CH fighter", "1 US bomber"]);
    assert_eq!(game.ipc("HUI"), 1);
    assert_eq!(game.points(), (25, 25), "the Communists still score Huichon");
    let taken = war().option("atomic", "on").turn(38).struck_at("HUI", 1, 0).control("HUI", "ROK").start();
    assert_eq!(taken.points(), (24, 25), "the Allies do not");
}

/// An economic strike lowers the count of who holds the area.
// [proves: war VI-3, war AT-5, war AT-6]
#[test]
fn strikes_lower_the_count() {
    let struck = war().turn(38).struck_at("PYO", 1, 3).start();
    assert_eq!(struck.points(), (22, 25));
    let taken = war().turn(38).struck_at("PYO", 1, 3).control("PYO", "US").start();
    assert_eq!(taken.points(), (21, 25));
}

/// Targets: Communist areas of Korea, Manchuria only at war.
// [proves: war AT-8, war CE-7]
#[test]
fn atomic_targets() {
    let setup = || {
        war()
            .option("atomic", "on")
            .turn(9)
            .turn_of("US")
            .weapons(1, 1)
            .units("JAP", "US bomber")
            .units("SIN", "")
    };
    setup().start().refuses("AT-8|CE-7|CL-07", |g| g.fly_to("US bomber", "JAP", "MUK", "atomic-economic"));
    setup().start().refuses("AT-8|CL-08", |g| g.fly_to("US bomber", "JAP", "TAE", "atomic-economic"));
    let mut war = setup().china_at_war(6).control("SIN", "ROK").start();
    war.fly_to("US bomber", "JAP", "MUK", "atomic-economic");
}

/// S-42: the Soviet force comes with the Chinese declaration and may act at once.
// [proves: war SV-1, war SV-2]
#[test]
fn s_42_soviet_entry() {
    let mut game = war()
        .option("soviet", "on")
        .turn(6)
        .phase("intervention")
        .clock(5)
        .permission()
        .control("CHO", "ROK")
        .start();
    game.declare_war();
    assert_eq!(game.stack("VLA"), ["6 SU mechanized", "6 SU fighter", "3 SU bomber"]);
    assert_eq!(game.tokens("VLA"), 12);
    game.skip_to("NK", "combat-move");
    game.march("SU mechanized", "VLA-CHO");
    game.close();
    game.settle();
    assert_eq!(game.control("CHO"), "NK");
    let mut off = war().turn(6).phase("intervention").clock(5).permission().start();
    off.declare_war();
    assert!(off.stack("VLA").is_empty());
}

/// The Soviet Union collects nothing and buys nothing; what it alone takes pays nobody.
// [proves: war SV-1, war CL-30]
#[test]
fn the_soviet_union_has_no_income() {
    let mut game = war()
        .option("soviet", "on")
        .turn(8)
        .china_at_war(6)
        .soviet_entered()
        .control("SEO", "SU")
        .turn_of("UN")
        .phase("place")
        .start();
    game.skip_to("NK", "purchase");
    assert_eq!(game.treasury("SU"), 0);
    assert_eq!(game.treasury("NK"), 25);
    game.refuses("SV-1|FP-1|CL-03", |g| g.buy("SU", "token"));
}

/// Atomic use brings the Soviet force in the next Communist turn, once only.
// [proves: war SV-1, war AT-7, war CE-8]
#[test]
fn atomic_use_brings_both() {
    let mut game = war()
        .option("atomic", "on")
        .option("soviet", "on")
        .turn(9)
        .turn_of("US")
        .weapons(1, 1)
        .hidden(&[("HUI", 18)])
        .units("JAP", "US bomber")
        .start();
    game.fly_to("US bomber", "JAP", "HAM", "atomic-military");
    game.close();
    game.settle();
    assert!(game.at_war("CH"));
    assert_eq!(game.count("HUI", "CH infantry"), 0);
    game.skip_to("NK", "purchase");
    assert_eq!(game.count("HUI", "CH infantry"), 18);
    assert_eq!(game.count("VLA", "SU mechanized"), 6);
}

/// Before entry the Soviet area is closed to everybody; afterwards it is enemy land for the Allies.
// [proves: war SV-2]
#[test]
fn the_soviet_area() {
    war()
        .phase("non-combat")
        .units("CHO", "NK infantry")
        .start()
        .refuses("SV-2", |g| g.march("NK infantry", "CHO-VLA"));
    let allied = || {
        war().option("soviet", "on").turn(8).turn_of("US").control("CHO", "ROK").units("CHO", "US infantry")
    };
    allied().start().refuses("SV-2", |g| g.march("US infantry", "CHO-VLA"));
    let mut entered = allied().china_at_war(6).soviet_entered().start();
    entered.march("US infantry", "CHO-VLA");
    entered.close();
    entered.settle();
    assert_eq!(entered.control("VLA"), "US");
}

/// S-38: the truce count.
// [proves: war VI-1, war VI-2, war VI-4, war OP-2]
#[test]
fn s_38_the_truce_count() {
    let mut game = war().turn(38).turn_of("UN").phase("place").control("HAE", "ROK").start();
    game.skip_to_end();
    assert_eq!(game.points(), (24, 26));
    assert_eq!(game.winner(), Some("allied".to_owned()));
    let mut level = war().turn(38).turn_of("UN").phase("place").start();
    level.skip_to_end();
    assert_eq!(level.points(), (25, 25));
    assert_eq!(level.winner(), None);
    let mut early = war().turn(37).turn_of("UN").phase("place").start();
    early.free_dice();
    early.skip_to("NK", "purchase");
    assert_eq!(early.turn(), 38);
}

/// S-39: only Korea counts, whoever of the side holds it.
// [proves: war VI-2, war CE-7]
#[test]
fn s_39_only_korea_counts() {
    let mut game = war().turn(38).turn_of("UN").phase("place").china_at_war(6).control("KAE", "CH").start();
    game.skip_to_end();
    assert_eq!(game.points(), (26, 24));
    assert_eq!(game.winner(), Some("communist".to_owned()));
}

/// The host's short war.
// [proves: war HO-1]
#[test]
fn a_short_war() {
    for turns in [14, 20] {
        let mut game =
            war().option("length", &turns.to_string()).turn(turns).turn_of("UN").phase("place").start();
        game.skip_to_end();
        assert_eq!(game.points(), (25, 25));
    }
}

/// An agreed armistice: from turn 14, with the option, when the other side agrees; the count comes at the end of the turn.
// [proves: war HO-2, war VI-4]
#[test]
fn an_agreed_armistice() {
    let at = |turn: u32, option: &str| {
        war()
            .option("armistice", option)
            .turn(turn)
            .turn_of("UN")
            .phase("purchase")
            .treasury("UN", 1)
            .control("HAE", "ROK")
            .start()
    };
    at(13, "on").refuses("HO-2", |g| g.offer_armistice());
    at(14, "off").refuses("HO-2", |g| g.offer_armistice());
    let mut game = at(14, "on");
    game.offer_armistice();
    game.answer(true);
    assert!(!game.over(), "the turn is played to its end");
    game.skip_to_end();
    assert_eq!(game.winner(), Some("allied".to_owned()));
    let mut refused = at(14, "on");
    refused.offer_armistice();
    refused.answer(false);
    refused.refuses("HO-2", |g| g.offer_armistice());
    refused.free_dice();
    refused.skip_to("NK", "purchase");
    assert_eq!(refused.turn(), 15);
}

/// A side may give up; with several seats all of them must.
// [proves: war VI-4, war HO-4]
#[test]
fn resignation() {
    let at = |option: &str| {
        war().option("resign", option).turn_of("ROK").phase("purchase").treasury("ROK", 1).start()
    };
    at("off").refuses("VI-4", |g| g.resign());
    let mut alone = at("on");
    alone.resign();
    alone.answer(false);
    assert!(!alone.over(), "the other seats of the side have a say");
    let mut game = at("on");
    game.resign();
    game.answer(true);
    assert!(game.over());
    assert_eq!(game.winner(), Some("communist".to_owned()));
}

/// Five people: each nation is commanded by its own seat.
// [proves: war HO-4]
#[test]
fn every_nation_its_own_seat() {
    let mut game = war().turn_of("ROK").phase("purchase").start();
    for (nation, seat) in [("ROK", "rok"), ("US", "us"), ("UN", "un")] {
        game.skip_to(nation, "purchase");
        assert_eq!(game.seat(), seat);
    }
}
