//! The Supply Track.

use crate::common::war;

/// S-34: the set-up moves on by its transports.
// [proves: war TR-3, war TR-6]
#[test]
fn s_34_lift_on_the_track() {
    let mut game = crate::common::scenario(&[]);
    game.done_hiding();
    game.skip_to("US", "non-combat");
    game.lift("TR1", &["US infantry", "US armor"], "stay");
    game.lift("TR1", &["US infantry", "token"], "along");
    game.lift("TR2", &["US infantry", "US artillery"], "stay");
    assert_eq!(game.on_track("TR2", "US infantry"), 2);
    assert_eq!(game.on_track("TR2", "US armor"), 1);
    assert_eq!(game.on_track("TR2", "token"), 1);
    assert_eq!(game.on_track("TR3", "US infantry"), 1);
    assert_eq!(game.on_track("TR3", "US artillery"), 1);
    assert_eq!(game.on_track("TR1", "US infantry"), 0);
    assert_eq!(game.on_track("TR1", "US transport"), 2);
    assert_eq!(game.on_track("TR2", "US transport"), 4);
    // The units lifted have had their space for this turn.
    game.refuses("TR-3|TR-6", |g| g.lift("TR2", &["US armor"], "stay"));
    // In turn 2 the guns and the 5th Regimental Combat Team can be in Pusan.
    game.skip_to_turn(2, "US", "non-combat");
    game.lift_to("TR3", &["US infantry", "US artillery"], "stay", "PUS");
    assert_eq!((game.count("PUS", "US infantry"), game.count("PUS", "US artillery")), (1, 1));
}

/// Land units and tokens do not move without lift, and a transport lifts once a game turn.
// [proves: war TR-6]
#[test]
fn no_lift_no_movement() {
    let mut game = war()
        .turn_of("US")
        .phase("non-combat")
        .track("TR1", "4 US infantry; US transport; 2 token")
        .track("TR2", "US infantry; token")
        .start();
    game.lift("TR1", &["US infantry", "US infantry"], "stay");
    game.refuses("TR-6|CL-04", |g| g.lift("TR1", &["US infantry"], "stay"));
    game.refuses("TR-6|CL-04", |g| g.lift("TR2", &["US infantry"], "stay"));
    game.refuses("TR-6", |g| g.march("US infantry", "TR2-TR3"));
    assert_eq!(game.on_track("TR2", "US infantry"), 3);
}

/// Loads on the Track are those of the sea.
// [proves: war TR-6, war SE-1]
#[test]
fn loads_on_the_track() {
    let game = war()
        .turn_of("US")
        .phase("non-combat")
        .track("TR1", "3 US infantry; US armor; US artillery; US transport; 4 token")
        .start();
    game.refuses("SE-1|TR-6|unreadable", |g| g.lift("TR1", &["US infantry", "US infantry", "token"], "stay"));
    game.refuses("SE-1|TR-6", |g| g.lift("TR1", &["US armor", "US artillery"], "stay"));
    game.refuses("SE-1|TR-6|unreadable", |g| g.lift("TR1", &["token", "token", "token", "token"], "stay"));
    let mut tokens = game;
    tokens.lift("TR1", &["token", "token", "token"], "stay");
    assert_eq!(tokens.on_track("TR2", "token"), 3);
}

/// Allies use each other's unused lift, but only the owner moves the ship.
// [proves: war TR-6]
#[test]
fn allies_share_lift() {
    let mut game =
        war().turn_of("UN").phase("non-combat").track("TR1", "2 UN infantry; US transport").start();
    game.refuses("TR-6", |g| g.lift("TR1", &["UN infantry", "UN infantry"], "along"));
    game.lift("TR1", &["UN infantry", "UN infantry"], "stay");
    assert_eq!(game.on_track("TR2", "UN infantry"), 2);
    assert_eq!(game.on_track("TR1", "US transport"), 1);
}

/// S-35: aircraft move two spaces, and take infantry along; the rest waits for a ship.
// [proves: war TR-4, war TR-5, war TR-6]
#[test]
fn s_35_aircraft_on_the_track() {
    let mut game = war()
        .turn_of("US")
        .phase("non-combat")
        .track("TR1", "US fighter")
        .track("TR2", "US bomber; 3 US infantry")
        .start();
    game.step("US fighter", "TR1", "TR3");
    assert_eq!(game.on_track("TR3", "US fighter"), 1);
    game.airlift("US bomber", "TR2", &["US infantry", "US infantry"], "PUS");
    assert_eq!((game.count("PUS", "US bomber"), game.count("PUS", "US infantry")), (1, 2));
    assert_eq!(game.on_track("TR2", "US infantry"), 1);
    game.refuses("TR-6", |g| g.march("US infantry", "TR2-TR3"));
    game.refuses("TR-4|TR-3", |g| g.step("US fighter", "TR3", "PUS"));
}

/// S-36: a roundel area is closed by an enemy ship off its coast, or by the enemy in it; Japan is always open.
// [proves: war TR-7]
#[test]
fn s_36_arrival() {
    let setup = |submarine: &str| {
        war()
            .turn_of("US")
            .phase("non-combat")
            .control("PUS", "NK")
            .control("INC", "NK")
            .zone("Z8", submarine)
            .track("TR3", "2 US infantry; US transport; US fighter")
            .start()
    };
    let closed = setup("NK submarine");
    for area in ["PUS", "INC", "POH"] {
        closed.refuses("TR-7", |g| g.lift_to("TR3", &["US infantry"], "stay", area));
        closed.refuses("TR-7", |g| g.step("US fighter", "TR3", area));
    }
    let mut japan = closed;
    japan.lift_to("TR3", &["US infantry", "US infantry"], "stay", "JAP");
    assert_eq!(japan.count("JAP", "US infantry"), 2);
    for zone in ["NK submarine (submerged)", ""] {
        let mut open = setup(zone);
        open.lift_to("TR3", &["US infantry"], "stay", "POH");
        assert_eq!(open.count("POH", "US infantry"), 1);
    }
}

/// An area taken this turn is not yet a port; a ship that goes along is put into its sea zone.
// [proves: war TR-7]
#[test]
fn ports_and_ships() {
    let game = war()
        .turn_of("US")
        .phase("non-combat")
        .taken_now("INC")
        .track("TR3", "US infantry; US transport")
        .start();
    game.refuses("TR-7", |g| g.lift_to("TR3", &["US infantry"], "along", "INC"));
    let mut game = game;
    game.lift_to("TR3", &["US infantry"], "along", "PUS");
    assert_eq!(game.at_sea("Z6", "US transport"), 1);
    assert_eq!(game.count("PUS", "US infantry"), 1);
    game.refuses("TR-7|CL-28|CL-04", |g| g.march("US infantry", "PUS-TAE"));
}

/// Ships go back one space, or from the waters of Japan to the last space; loaded transports do not.
// [proves: war TR-8]
#[test]
fn ships_go_back() {
    let mut game = war()
        .turn_of("US")
        .phase("non-combat")
        .track("TR2", "US destroyer; US infantry")
        .zone("Z7", "US transport; US carrier; US fighter")
        .zone("Z6", "US transport")
        .start();
    game.step("US destroyer", "TR2", "TR1");
    assert_eq!(game.on_track("TR1", "US destroyer"), 1);
    game.step("US carrier", "Z7", "TR3");
    assert_eq!(game.on_track("TR3", "US fighter"), 1);
    game.step("US transport", "Z7", "TR3");
    game.refuses("TR-8", |g| g.step("US transport", "Z6", "TR3"));
    game.refuses("TR-3|TR-8", |g| g.step("US destroyer", "TR1", "TR2"));
    let loaded = war().turn_of("US").phase("non-combat").zone("Z7", "US transport: infantry").start();
    loaded.refuses("TR-8", |g| g.step("US transport", "Z7", "TR3"));
}

/// Only a ship that began its turn off Japan goes back to the Track.
// [proves: war TR-8]
#[test]
fn a_ship_that_has_sailed_does_not_go_back() {
    let mut game = war().turn_of("US").zone("Z6", "US destroyer").zone("Z7", "US battleship").start();
    game.sail("US destroyer", "Z6-Z7");
    game.skip_to("US", "non-combat");
    game.refuses("TR-8|CL-09", |g| g.step("US destroyer", "Z7", "TR3"));
    game.step("US battleship", "Z7", "TR3");
}

/// A carrier's aircraft go with it one space or fly on alone.
// [proves: war TR-8, war TR-4]
#[test]
fn carriers_on_the_track() {
    let mut game = war().turn_of("US").phase("non-combat").track("TR2", "US carrier; 2 US fighter").start();
    game.step("US carrier", "TR2", "TR3");
    assert_eq!(game.on_track("TR3", "US fighter"), 2);
    let mut game = war().turn_of("US").phase("non-combat").track("TR2", "US carrier; 2 US fighter").start();
    game.step("US fighter", "TR2", "PUS");
    assert_eq!(game.count("PUS", "US fighter"), 1);
}

/// A chopper takes one item along, a bomber tokens as well.
// [proves: war TR-5, war TR-4]
#[test]
fn airlift_of_tokens() {
    let mut game = war()
        .turn_of("US")
        .phase("non-combat")
        .track("TR1", "US chopper; US bomber; 2 US infantry; 2 token")
        .start();
    game.refuses("TR-6|TR-5|CP-1", |g| g.airlift("US chopper", "TR1", &["US infantry", "token"], "TR3"));
    game.airlift("US chopper", "TR1", &["US infantry"], "TR3");
    game.airlift("US bomber", "TR1", &["token", "token"], "TR3");
    assert_eq!(game.on_track("TR3", "US infantry"), 1);
    assert_eq!(game.on_track("TR3", "token"), 2);
    assert_eq!((game.on_track("TR3", "US chopper"), game.on_track("TR3", "US bomber")), (1, 1));
    assert_eq!(game.on_track("TR1", "US infantry"), 1);
}
