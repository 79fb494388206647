//! Chinese entry, hidden infantry and neutral Manchuria.

use crate::common::war;

/// S-30: the clock by date, its modifier, and withholding.
// [proves: war CE-1, war CE-2, war CE-4, war DZ-7]
#[test]
fn s_30_the_clock_by_date() {
    let mut game = war().turn(4).turn_of("UN").phase("purchase").treasury("UN", 1).start();
    assert_eq!(game.clock(), None);
    game.dice(&[5]);
    game.skip_to("NK", "purchase");
    game.all_dice_used();
    assert_eq!(game.turn(), 5);
    assert_eq!(game.clock(), Some(5));
    assert!(!game.permission());
    game.dice(&[5]);
    game.skip_to_turn(6, "NK", "intervention");
    assert!(game.permission(), "5 + 1 = 6");
    game.withhold();
    assert!(!game.at_war("CH"));
    game.skip_to_turn(7, "NK", "intervention");
    assert!(game.permission());
    game.declare_war();
    assert!(game.at_war("CH"));
}

/// The sixth roll cannot fail.
// [proves: war CE-2]
#[test]
fn the_sixth_roll_is_certain() {
    let mut game = war().turn(4).turn_of("UN").phase("purchase").treasury("UN", 1).start();
    game.dice(&[1, 1, 1, 1, 1, 1]);
    game.skip_to_turn(10, "NK", "intervention");
    assert!(game.permission());
    game.all_dice_used();
}

/// S-31: an Allied land unit north of the parallel starts the clock, even if it is beaten.
// [proves: war CE-1, war CE-2]
#[test]
fn s_31_the_clock_by_crossing() {
    let mut game = war()
        .turn(3)
        .turn_of("US")
        .zone("Z10", "US transport: infantry, token")
        .units("WON", "3 NK infantry")
        .start();
    game.assault("US infantry", "Z10", "WON");
    game.close();
    game.battle("WON", &[6, 1, 6, 6]);
    game.all_dice_used();
    assert_eq!(game.everywhere("US infantry"), 0);
    assert_eq!(game.clock(), Some(3));
    game.dice(&[6]);
    game.skip_to_turn(4, "NK", "intervention");
    assert!(game.permission());
}

/// Walking in counts, sniping and flying do not, and a second crossing changes nothing.
// [proves: war CE-1, war CE-3, war AR-3]
#[test]
fn what_starts_the_clock() {
    let mut walk = war().turn_of("ROK").units("CHU", "ROK infantry").start();
    walk.march("ROK infantry", "CHU-HWA");
    walk.close();
    walk.settle();
    assert_eq!(walk.clock(), Some(1));

    let mut snipe = war()
        .turn_of("ROK")
        .units("CHU", "ROK artillery; ROK fighter")
        .tokens("CHU", 2)
        .units("HWA", "NK infantry")
        .units("CRW", "NK infantry")
        .start();
    snipe.snipe("ROK artillery", "CHU", "HWA");
    snipe.fly("ROK fighter", "CHU-CRW", "battle");
    snipe.close();
    snipe.battle("HWA", &[6]);
    snipe.battle("CRW", &[3, 6]);
    assert_eq!(snipe.clock(), None);

    let mut again = war().turn(3).turn_of("ROK").clock(2).units("CHU", "ROK infantry").start();
    again.march("ROK infantry", "CHU-HWA");
    again.close();
    again.settle();
    assert_eq!(again.clock(), Some(2));
    // First roll was in turn 3: in turn 4 the modifier is 1.
    again.dice(&[5]);
    again.skip_to_turn(4, "NK", "intervention");
    assert!(again.permission());
}

/// The hidden infantry: 18 in at most three of the ten areas, or none.
// [proves: war HC-1]
#[test]
fn writing_the_hidden_infantry() {
    let mut game = crate::common::scenario(&[]);
    game.refuses("HC-1", |g| g.hide("PYO", 18));
    game.refuses("HC-1", |g| g.hide("YON", 18));
    game.refuses("HC-1", |g| g.hide("MUK", 18));
    game.hide("HUI", 8);
    game.hide("SIN", 6);
    game.refuses("HC-1", |g| g.done_hiding());
    game.refuses("HC-1", |g| g.hide("CHA", 5));
    game.hide("CHA", 4);
    game.refuses("HC-1", |g| g.hide("KAN", 1));
    game.done_hiding();
    assert_eq!(game.moment(), ("NK", "purchase"));
    let mut none = crate::common::scenario(&[]);
    // Three empty lines, and the paper is folded.
    (0..4).for_each(|_| none.done_hiding());
    assert_eq!(none.moment(), ("NK", "purchase"));
}

/// S-32: revealed at the declaration: with a token in friendly areas, in ambush in Allied ones.
// [proves: war HC-1, war HC-3, war CE-5, war CL-30, war ST-4]
#[test]
fn s_32_the_reveal() {
    let mut game = war()
        .turn(6)
        .phase("intervention")
        .clock(5)
        .permission()
        .hidden(&[("HUI", 8), ("SIN", 6), ("CHA", 4)])
        .control("HUI", "ROK")
        .units("HUI", "2 ROK infantry")
        .start();
    game.declare_war();
    assert_eq!((game.count("SIN", "CH infantry"), game.tokens("SIN")), (6, 1));
    assert_eq!((game.count("CHA", "CH infantry"), game.tokens("CHA")), (4, 1));
    assert_eq!(game.treasury("CH"), 18, "the war income at once");
    game.pass_to_combat();
    game.battle("HUI", &[1, 2, 2, 3, 4, 5, 6, 6, 2, 5]);
    game.all_dice_used();
    assert_eq!(game.control("HUI"), "NK");
    assert_eq!(game.count("HUI", "CH infantry"), 7);
    assert_eq!(game.count("HUI", "ROK infantry"), 0);
}

/// An Allied-held area without units falls to the hidden infantry in Combat; before that they touch nothing.
// [proves: war HC-2, war HC-3]
#[test]
fn hidden_infantry_touch_nothing_until_revealed() {
    let written = |turn_of: &str, phase: &str| {
        war().turn(6).turn_of(turn_of).phase(phase).clock(5).permission().hidden(&[("HUI", 18)])
    };
    let mut walk = written("ROK", "combat-move").units("TOK", "ROK infantry").control("TOK", "ROK").start();
    walk.march("ROK infantry", "TOK-HUI");
    walk.close();
    walk.settle();
    assert_eq!(walk.control("HUI"), "ROK", "no battle, no defence");
    let mut game = written("NK", "intervention").control("HUI", "ROK").start();
    game.declare_war();
    assert_eq!(game.control("HUI"), "ROK", "they fall on it in Combat");
    game.skip_to("NK", "non-combat");
    assert_eq!(game.control("HUI"), "NK");
    assert_eq!(game.count("HUI", "CH infantry"), 18);
}

/// In a friendly area the revealed infantry act in the same turn.
// [proves: war HC-3, war CE-4]
#[test]
fn revealed_infantry_act_at_once() {
    let mut game = war()
        .turn(6)
        .phase("intervention")
        .clock(5)
        .permission()
        .hidden(&[("TOK", 18)])
        .control("ANJ", "US")
        .units("ANJ", "US infantry")
        .start();
    game.declare_war();
    game.skip_to("NK", "combat-move");
    game.march("3 CH infantry", "TOK-ANJ");
    game.close();
    game.battle("ANJ", &[2, 6, 6, 6]);
    assert_eq!(game.control("ANJ"), "NK");
    assert_eq!(game.tokens("TOK"), 0, "the free token was spent");
}

/// The ambushers may retreat to any adjacent Communist area.
// [proves: war HC-3, war CL-17]
#[test]
fn ambushers_retreat() {
    let mut game = war()
        .turn(6)
        .phase("intervention")
        .clock(5)
        .permission()
        .hidden(&[("HUI", 18)])
        .control("HUI", "ROK")
        .control("ANJ", "ROK")
        .units("HUI", "2 ROK infantry")
        .start();
    game.declare_war();
    game.pass_to_combat();
    game.battle("HUI", &[6; 20]);
    assert_eq!(game.retreats(), ["SIN", "TOK", "KAN", "CHA", "MUK", "TUN"]);
    game.retreat("KAN");
    assert_eq!(game.count("KAN", "CH infantry"), 18);
}

/// S-33: the first blow is one better in attack and defence, for Chinese units, for one game turn.
// [proves: war CE-5, war FP-2]
#[test]
fn s_33_the_first_blow() {
    let attack = |turn: u32| {
        let mut game = war()
            .turn(turn)
            .china_at_war(6)
            .units("CRW", "3 CH infantry; NK armor")
            .tokens("CRW", 1)
            .units("SEO", "5 ROK infantry")
            .start();
        game.march("3 CH infantry", "CRW-SEO");
        game.march("NK armor", "CRW-SEO");
        game.close();
        // Supported infantry 3, the others 2 and 2, armor 4.
        game.battle("SEO", &[3, 2, 2, 4, 6, 6, 6, 6, 6]);
        game.count_fighting("SEO", "ROK infantry")
    };
    assert_eq!(attack(6), 2, "3, 2 and 2 hit, the armor misses on 4");
    assert_eq!(attack(7), 5, "2, 1 and 1: all miss");
    let defence = |turn: u32| {
        let mut game = war()
            .turn(turn)
            .turn_of("US")
            .china_at_war(6)
            .units("CRW", "2 CH infantry")
            .units("SEO", "3 US infantry")
            .tokens("SEO", 1)
            .start();
        game.march("3 US infantry", "SEO-CRW");
        game.close();
        game.battle("CRW", &[6, 6, 6, 3, 3]);
        game.count_fighting("CRW", "US infantry")
    };
    assert_eq!(defence(6), 1);
    assert_eq!(defence(7), 3);
}

/// S-47: nobody fights out of or into neutral Manchuria, and its tokens stay there.
// [proves: war CE-7, war AR-3]
#[test]
fn s_47_neutral_manchuria() {
    let setup = || {
        war()
            .turn(4)
            .units("MUK", "NK artillery")
            .tokens("MUK", 1)
            .control("SIN", "ROK")
            .units("SIN", "2 US infantry")
            .tokens("SIN", 1)
    };
    let game = setup().start();
    game.refuses("CE-7", |g| g.snipe("NK artillery", "MUK", "SIN"));
    let mut game = setup().phase("non-combat").start();
    game.refuses("CE-7|ST-2", |g| g.carry("NK artillery", "MUK", 1));
    game.march("NK artillery", "MUK-HUI");
    assert_eq!(game.count("HUI", "NK artillery"), 1);
    assert_eq!(game.tokens("MUK"), 1);
    let game = setup().turn_of("US").start();
    game.refuses("CE-7", |g| g.march("US infantry", "SIN-MUK"));
}

/// Tokens in neutral Manchuria do not leave by sea either.
// [proves: war CE-7]
#[test]
fn tokens_of_neutral_manchuria_are_not_shipped() {
    let port = || war().turn(6).phase("non-combat").tokens("MUK", 2).zone("Z1", "NK transport");
    let ships = |mut game: crate::common::Game| {
        game.act("select Z1 NK transport");
        game.legal().contains(&"load token MUK".to_owned())
    };
    assert!(!ships(port().start()));
    assert!(ships(port().china_at_war(5).start()));
}

/// A crossing in turn n gives the first roll, without a modifier, in turn n + 1.
// [proves: war CE-2, war CE-3]
#[test]
fn the_first_roll_after_a_crossing_has_no_modifier() {
    let mut game = war().turn(2).turn_of("US").control("CRW", "NK").units("SEO", "US infantry").start();
    game.march("US infantry", "SEO-CRW");
    game.dice(&[5]);
    game.skip_to_turn(3, "NK", "purchase");
    assert_eq!(game.clock(), Some(2));
    assert!(!game.permission(), "5 + 0");
    game.dice(&[5]);
    game.skip_to_turn(4, "NK", "intervention");
    assert!(game.permission(), "5 + 1");
}

/// Neutral China moves inside Manchuria only and builds at Mukden.
// [proves: war CE-7, war FA-4]
#[test]
fn neutral_china() {
    let mut game = war().phase("non-combat").units("MUK", "2 CH infantry").start();
    game.refuses("CE-7", |g| g.march("CH infantry", "MUK-SIN"));
    game.march("CH infantry", "MUK-TUN");
    let mut game = war().phase("place").purchases("CH infantry").start();
    game.refuses("CE-7|FA-4|FA-1|FA-2", |g| g.place("CH infantry", "PYO"));
    game.place("CH infantry", "MUK");
    let game = war().units("MUK", "CH infantry").tokens("MUK", 1).control("SIN", "ROK").start();
    game.refuses("CE-7", |g| g.march("CH infantry", "MUK-SIN"));
}

/// North Koreans find shelter in neutral Manchuria and come out only into Communist areas.
// [proves: war CE-7]
#[test]
fn shelter_in_manchuria() {
    let mut game = war().phase("non-combat").units("SIN", "NK infantry").start();
    game.march("NK infantry", "SIN-MUK");
    assert_eq!(game.count("MUK", "NK infantry"), 1);
    let game = war()
        .control("SIN", "ROK")
        .units("MUK", "NK infantry; NK fighter")
        .tokens("MUK", 2)
        .units("CRW", "NK infantry")
        .start();
    game.refuses("CE-7", |g| g.march("NK infantry", "MUK-SIN"));
    let game = war()
        .control("SIN", "ROK")
        .units("SIN", "ROK infantry")
        .units("MUK", "NK fighter")
        .tokens("MUK", 2)
        .units("CRW", "NK infantry")
        .start();
    game.refuses("CE-7", |g| g.fly("NK fighter", "MUK-SIN", "battle"));
}

/// At war Manchuria is ordinary enemy land for the Allies, worth money to who takes it.
// [proves: war CE-7, war CL-30]
#[test]
fn manchuria_at_war() {
    let mut game =
        war().turn(8).china_at_war(6).turn_of("US").control("SIN", "ROK").units("SIN", "US infantry").start();
    game.march("US infantry", "SIN-MUK");
    game.close();
    game.settle();
    assert_eq!(game.control("MUK"), "US");
    game.skip_to("US", "purchase");
    assert_eq!(game.treasury("US"), 36 + 8);
    assert_eq!(game.treasury("CH"), 10);
}
