//! Order of play, income, purchase, factories and placement.

use crate::common::war;

/// S-01: income comes first, and follows the areas held.
// [proves: war TS-1, war CL-02, war OP-1, war CE-7, war CL-37, war SU-1]
#[test]
fn s_01_income_follows_control() {
    let mut game = crate::common::scenario(&[]);
    game.write_hidden(&[("HUI", 8), ("SIN", 6), ("CHA", 4)]);
    assert_eq!(game.moment(), ("NK", "purchase"));
    assert_eq!((game.count("CHO", "NK infantry"), game.count("CHY", "NK infantry")), (2, 0), "SU-1");
    assert_eq!(game.treasury("NK"), 25);
    assert_eq!(game.treasury("CH"), 6, "a third of Manchuria while neutral");

    let mut game = war()
        .turn_of("NK")
        .phase("place")
        .control("SEO", "NK")
        .control("KAE", "NK")
        .control("CHU", "NK")
        .control("KNG", "NK")
        .control("ONG", "NK")
        .start();
    game.skip_to("ROK", "purchase");
    assert_eq!(game.treasury("ROK"), 18);
    game.skip_to("US", "purchase");
    assert_eq!(game.treasury("US"), 36);
    game.skip_to("UN", "purchase");
    assert_eq!(game.treasury("UN"), 12);
    game.skip_to("NK", "purchase");
    assert_eq!(game.turn(), 2);
    assert_eq!(game.treasury("NK"), 32);
}

/// The order of nations and phases of one game turn.
// [proves: war OP-1, war OP-2, war TS-1, war TS-2, war TS-3, war TS-5, war TS-6]
#[test]
fn a_game_turn_runs_through_four_nations() {
    let mut game = war()
        .turn_of("NK")
        .phase("purchase")
        .units("PYO", "NK infantry")
        .units("PUS", "ROK infantry")
        .start();
    let mut seen = vec![game.moment()];
    while game.turn() == 1 {
        game.quiet();
        if seen.last() != Some(&game.moment()) && game.turn() == 1 {
            seen.push(game.moment());
        }
    }
    let phases = ["purchase", "combat-move", "non-combat", "place"];
    let mut at = 0;
    for nation in ["NK", "ROK", "US", "UN"] {
        for phase in phases {
            // A phase without anything to decide may pass by itself, but never out of order.
            if let Some(found) = seen[at..].iter().position(|m| *m == (nation, phase)) {
                assert_eq!(found, 0, "{nation} {phase} comes out of order in {seen:?}");
                at += 1;
            }
        }
    }
    assert_eq!(at, seen.len(), "{seen:?}");
    assert!(seen.contains(&("UN", "purchase")));
}

/// S-02: any mix up to the treasury; Chinese infantry cost 2.
// [proves: war CL-03, war CE-6, war TS-2, war FP-1]
#[test]
fn s_02_purchase_up_to_the_treasury() {
    let mut game = war().phase("purchase").treasury("NK", 25).treasury("CH", 6).start();
    game.buy("NK", "5 infantry, armor, 3 token");
    game.refuses("CL-03", |g| g.buy("NK", "armor"));
    game.buy("NK", "token");
    assert_eq!(game.treasury("NK"), 0);
    game.refuses("CL-03", |g| g.buy("NK", "token"));
    game.buy("CH", "3 infantry");
    assert_eq!(game.treasury("CH"), 0);
    game.refuses("CL-03", |g| g.buy("CH", "infantry"));
}

/// Unspent money is kept for the next turn.
// [proves: war TS-2, war CL-03]
#[test]
fn savings_are_kept() {
    let mut game = war().turn_of("UN").phase("purchase").treasury("UN", 12).start();
    game.buy("UN", "infantry");
    assert_eq!(game.treasury("UN"), 9);
    game.skip_to("NK", "purchase");
    game.skip_to("UN", "purchase");
    assert_eq!(game.treasury("UN"), 9 + 12);
}

/// S-03: ten and the area's value at an own factory, half the value at a captured one, nothing where it was just taken.
// [proves: war FA-1, war FA-2, war CL-29, war FP-7]
#[test]
fn s_03_factory_limits() {
    let game = || {
        war()
            .phase("place")
            .control("SEO", "NK")
            .control("TAE", "NK")
            .taken_now("TAE")
            .purchases("20 NK infantry; 3 NK token")
            .start()
    };
    let mut pyongyang = game();
    pyongyang.place("14 NK infantry", "PYO");
    pyongyang.refuses("FA-1", |g| g.place("NK infantry", "PYO"));
    pyongyang.place("NK token", "PYO");
    pyongyang.place("2 NK infantry", "SEO");
    pyongyang.refuses("FA-2", |g| g.place("NK infantry", "SEO"));
    pyongyang.place("NK token", "SEO");
    pyongyang.refuses("CL-29|FA-2", |g| g.place("NK infantry", "TAE"));
    let mut hamhung = game();
    hamhung.place("13 NK infantry", "HAM");
    hamhung.refuses("FA-1", |g| g.place("NK infantry", "HAM"));
    assert_eq!(hamhung.count("HAM", "NK infantry"), 13);
}

/// New units need a factory.
// [proves: war FA-4, war FA-1]
#[test]
fn no_factory_no_units() {
    let game = war().phase("place").purchases("NK infantry").start();
    game.refuses("FA-4|FA-1", |g| g.place("NK infantry", "SAR"));
    game.refuses("FA-4|FA-1", |g| g.place("NK infantry", "MUK"));
}

/// S-04: South Korean infantry, guns and tokens go to factories, tanks and aircraft to the Track.
// [proves: war TR-2, war FA-4]
#[test]
fn s_04_south_korean_placement() {
    let mut game = war().turn_of("ROK").phase("purchase").treasury("ROK", 26).start();
    game.buy("ROK", "infantry, artillery, armor, fighter, 2 token");
    assert_eq!(game.treasury("ROK"), 0);
    game.skip_to("ROK", "place");
    game.refuses("TR-2|FA-4|TS-6", |g| g.place("ROK armor", "PUS"));
    game.refuses("TR-2|FA-4|TS-6", |g| g.place("ROK fighter", "TAE"));
    game.refuses("TR-2|FA-4", |g| g.place("ROK infantry", "TR1"));
    game.place("ROK infantry", "PUS");
    game.place("ROK artillery", "TAE");
    game.place("ROK token", "PUS");
    game.place("ROK token", "TAE");
    assert_eq!((game.count("PUS", "ROK infantry"), game.count("TAE", "ROK artillery")), (1, 1));
    assert_eq!((game.tokens("PUS"), game.tokens("TAE")), (1, 1));
    assert_eq!((game.on_track("TR1", "ROK armor"), game.on_track("TR1", "ROK fighter")), (1, 1));
}

/// American and UN purchases go to the first space of the Track and nowhere else.
// [proves: war TR-1, war TR-3, war FA-4]
#[test]
fn allied_reinforcements_use_the_track() {
    let mut game = war().turn_of("US").phase("purchase").treasury("US", 14).start();
    game.buy("US", "infantry, fighter, token");
    game.refuses("OP-1", |g| g.place("US infantry", "PUS"));
    game.skip_to("UN", "purchase");
    assert_eq!(game.on_track("TR1", "US fighter"), 1);
    assert_eq!(game.on_track("TR1", "US infantry"), 1);
    assert_eq!(game.on_track("TR1", "token"), 1);
}

/// A factory for sale: three nations, an area worth something, one to an area, at work from the next turn.
// [proves: war FP-6, war FA-1]
#[test]
fn factories_can_be_built() {
    let game = war().turn_of("US").phase("purchase").treasury("US", 36).start();
    game.refuses("FP-6", |g| g.buy("US", "factory"));
    let game = war().turn_of("UN").phase("purchase").treasury("UN", 36).start();
    game.refuses("FP-6", |g| g.buy("UN", "factory"));

    let mut game = war()
        .phase("place")
        .control("KAE", "NK")
        .taken_now("KAE")
        .purchases("NK factory; NK infantry")
        .start();
    game.refuses("FP-6", |g| g.place("NK factory", "PYO"));
    game.refuses("FP-6", |g| g.place("NK factory", "TOK"));
    game.refuses("FP-6", |g| g.place("NK factory", "KAE"));
    game.place("NK factory", "WON");
    game.refuses("FP-6|FA-1|FA-4", |g| g.place("NK infantry", "WON"));
    game.place("NK infantry", "PYO");
    game.skip_to("NK", "purchase");
    assert_eq!(game.turn(), 2);
    game.buy("NK", "infantry");
    game.skip_to("NK", "place");
    game.place("NK infantry", "WON");
    assert_eq!(game.count("WON", "NK infantry"), 1);
}

/// What is bought this turn cannot move or fight this turn: it appears after both.
// [proves: war TS-6, war CL-29]
#[test]
fn new_units_wait_for_the_next_turn() {
    let mut game = war().phase("purchase").treasury("NK", 3).tokens("PYO", 1).start();
    game.buy("NK", "infantry");
    game.skip_to("NK", "place");
    assert_eq!(game.count("PYO", "NK infantry"), 0);
    game.place("NK infantry", "PYO");
    game.skip_to("ROK", "purchase");
    assert_eq!(game.count("PYO", "NK infantry"), 1);
}

/// New fighters at a factory area or on a carrier in its zone; ships in the zone unless the enemy is there.
// [proves: war CL-35, war FA-4]
#[test]
fn new_aircraft_and_ships() {
    let mut game = war()
        .phase("place")
        .zone("Z10", "NK carrier")
        .purchases("2 NK fighter; NK bomber; NK destroyer")
        .start();
    game.place("NK fighter", "HAM");
    game.place_aboard("NK fighter", "Z10");
    game.refuses("CL-35|FP-9|FA-4", |g| g.place_aboard("NK bomber", "Z10"));
    game.place("NK bomber", "PYO");
    game.place("NK destroyer", "Z10");
    assert_eq!(game.at_sea("Z10", "NK destroyer"), 1);
    assert_eq!(game.aboard("Z10", "NK carrier", "NK fighter"), 1);

    let game =
        war().phase("place").zone("Z10", "US destroyer").zone("Z11", "").purchases("NK destroyer").start();
    game.refuses("FA-4|CL-28|CL-29", |g| g.place("NK destroyer", "Z10"));
}

/// Purchases that cannot be placed are paid back.
// [proves: war FA-4]
#[test]
fn unplaceable_purchases_are_refunded() {
    let mut game = war()
        .turn_of("ROK")
        .phase("place")
        .control("SEO", "NK")
        .control("TAE", "NK")
        .control("PUS", "NK")
        .purchases("2 ROK infantry")
        .start();
    game.skip_to("US", "purchase");
    assert_eq!(game.treasury("ROK"), 6);
}

/// Allies stand in each other's areas, and the money is the controller's.
// [proves: war CL-33]
#[test]
fn income_is_the_controllers() {
    let mut game = war().turn_of("UN").phase("non-combat").units("TAE", "2 US infantry").start();
    game.skip_to("US", "purchase");
    assert_eq!(game.treasury("US"), 36, "Taegu pays South Korea");
    assert_eq!(game.treasury("ROK"), 25);
}

/// Host option: a nation without its capital neither collects nor builds.
// [proves: war HO-3]
#[test]
fn classic_capitals() {
    let lost = |option: &str| {
        let mut game =
            war().option("capitals", option).turn_of("NK").phase("place").control("SEO", "NK").start();
        game.skip_to("US", "purchase");
        game.treasury("ROK")
    };
    assert_eq!(lost("off"), 21);
    assert_eq!(lost("on"), 0);
    let mut game = war()
        .option("capitals", "on")
        .turn_of("ROK")
        .phase("purchase")
        .treasury("ROK", 10)
        .control("SEO", "NK")
        .start();
    assert_ne!(game.moment(), ("ROK", "purchase"), "it has nothing to buy");
    game.skip_to("US", "purchase");
    assert_eq!(game.treasury("ROK"), 10);
    assert_eq!(game.everywhere("ROK infantry"), 0);
}
