//! Supply tokens, supply lines, isolation and breakout.

use crate::common::{Setup, war};

/// S-05: one token for each origin of an attack.
// [proves: war ST-1, war ST-2]
#[test]
fn s_05_a_token_for_every_origin() {
    let seoul = |kaesong: u32| {
        war()
            .units("CRW", "3 NK infantry")
            .tokens("CRW", 1)
            .control("KAE", "NK")
            .units("KAE", "2 NK infantry")
            .tokens("KAE", kaesong)
            .units("SEO", "ROK infantry")
            .start()
    };
    let mut game = seoul(0);
    game.march("3 NK infantry", "CRW-SEO");
    game.refuses("ST-1|ST-2", |g| g.march("NK infantry", "KAE-SEO"));
    let mut game = seoul(1);
    game.march("3 NK infantry", "CRW-SEO");
    game.march("2 NK infantry", "KAE-SEO");
    game.close();
    assert_eq!((game.tokens("CRW"), game.tokens("KAE")), (0, 0));
}

/// S-07: carried tokens die with their carrier; the paid one was spent before.
// [proves: war ST-3, war ST-2, war FP-3, war ME-1]
#[test]
fn s_07_carried_tokens_are_lost_with_the_unit() {
    let mut game = war()
        .units("HWA", "NK mechanized; 2 NK infantry")
        .tokens("HWA", 3)
        .units("CHU", "ROK infantry")
        .start();
    game.carry("NK mechanized", "HWA", 2);
    game.march("NK mechanized", "HWA-CHU");
    game.march("2 NK infantry", "HWA-CHU");
    game.close();
    assert_eq!(game.tokens("HWA"), 0, "one paid, two carried");
    game.battle("CHU", &[1, 6, 6, 1]);
    game.lose("NK mechanized");
    assert_eq!(game.control("CHU"), "NK");
    assert_eq!(game.tokens("CHU"), 0);
}

/// Carried tokens lie in the area when its units have won it.
// [proves: war ST-2, war FP-7]
#[test]
fn carried_tokens_arrive() {
    let mut game = war()
        .units("HWA", "NK mechanized; NK infantry")
        .tokens("HWA", 4)
        .units("CHU", "ROK infantry")
        .start();
    game.carry("NK mechanized", "HWA", 2);
    game.carry("NK infantry", "HWA", 1);
    game.refuses("ST-2", |g| g.carry("NK infantry", "HWA", 1));
    game.march("NK mechanized", "HWA-CHU");
    game.march("NK infantry", "HWA-CHU");
    game.close();
    game.battle("CHU", &[1, 6, 6]);
    assert_eq!(game.tokens("CHU"), 3);
    assert_eq!(game.tokens("HWA"), 0);
}

/// A token cannot be carried off when an attack needs it, and does not move alone.
// [proves: war ST-1, war ST-2, war FP-7]
#[test]
fn committed_tokens_stay() {
    let mut game = war().units("HWA", "2 NK infantry").tokens("HWA", 1).units("CHU", "ROK infantry").start();
    game.march("NK infantry", "HWA-CHU");
    game.refuses("ST-1|ST-2", |g| g.carry("NK infantry", "HWA", 1));
}

/// In non-combat movement tokens travel with units and lie down at once.
// [proves: war ST-2, war FP-7, war ME-1]
#[test]
fn tokens_travel_with_units() {
    let mut game = war()
        .phase("non-combat")
        .units("PYO", "NK infantry; NK mechanized; NK artillery")
        .tokens("PYO", 5)
        .start();
    game.carry("NK infantry", "PYO", 1);
    game.march("NK infantry", "PYO-SAR");
    assert_eq!(game.tokens("SAR"), 1);
    game.carry("NK mechanized", "PYO", 2);
    game.march("NK mechanized", "PYO-SAR-HAE");
    assert_eq!(game.tokens("HAE"), 2);
    game.carry("NK artillery", "PYO", 1);
    game.refuses("ST-2", |g| g.carry("NK artillery", "PYO", 1));
    assert_eq!(game.tokens("PYO"), 2 - 1);
}

/// S-17: an attack and a snipe between the same two areas share a token, a second target costs a second one.
// [proves: war ST-1, war AR-3]
#[test]
fn s_17_one_token_for_each_pair() {
    let game = |tokens| {
        war()
            .control("SEO", "NK")
            .units("SEO", "2 NK infantry; NK artillery; NK armor")
            .tokens("SEO", tokens)
            .units("SUW", "ROK infantry")
            .units("WJU", "ROK infantry")
            .start()
    };
    let mut rich = game(3);
    rich.march("2 NK infantry", "SEO-SUW");
    rich.snipe("NK artillery", "SEO", "SUW");
    rich.snipe("NK armor", "SEO", "WJU");
    rich.close();
    assert_eq!(rich.tokens("SEO"), 1);
    let mut poor = game(1);
    poor.march("2 NK infantry", "SEO-SUW");
    poor.snipe("NK artillery", "SEO", "SUW");
    poor.refuses("ST-1|ST-2", |g| g.snipe("NK armor", "SEO", "WJU"));
}

/// Carrier aircraft and raids need no token; aircraft from an area do.
// [proves: war ST-4, war ST-1]
#[test]
fn what_needs_a_token() {
    let mut game = war()
        .turn_of("US")
        .zone("Z10", "US carrier; US fighter")
        .units("JAP", "US fighter; US bomber")
        .units("WON", "NK infantry")
        .start();
    game.refuses("ST-1|ST-2", |g| g.fly_to("US fighter", "JAP", "WON", "battle"));
    game.fly("US bomber", "JAP-Z12-Z10-HAM", "bomb");
    game.fly("US fighter", "Z10-WON", "battle");
}

/// Tokens in an area that changes hands are destroyed; a retreating attacker keeps what it carries.
// [proves: war ST-3, war CL-30]
#[test]
fn tokens_of_the_loser_are_destroyed() {
    let fight = || {
        let mut game = war()
            .units("CRW", "NK infantry; NK armor")
            .tokens("CRW", 2)
            .units("SEO", "ROK infantry")
            .tokens("SEO", 4)
            .start();
        game.carry("NK infantry", "CRW", 1);
        game.march("NK infantry", "CRW-SEO");
        game.march("NK armor", "CRW-SEO");
        game.close();
        game
    };
    let mut won = fight();
    won.battle("SEO", &[6, 3, 6]);
    assert_eq!(won.tokens("SEO"), 1, "the one carried in");
    let mut beaten = fight();
    beaten.battle("SEO", &[6, 6, 6]);
    beaten.retreat("CRW");
    assert_eq!(beaten.tokens("CRW"), 1);
    assert_eq!(beaten.tokens("SEO"), 4);
}

/// Leavers take the tokens along only when nobody stays.
// [proves: war ST-3, war DR-1]
#[test]
fn leavers_and_tokens() {
    let fight = |leavers: &str, dice: &[u32]| {
        let mut game = war()
            .control("SUW", "NK")
            .units("SUW", "2 NK infantry")
            .tokens("SUW", 1)
            .units("TJN", "2 ROK infantry")
            .tokens("TJN", 3)
            .start();
        game.march("2 NK infantry", "SUW-TJN");
        game.close();
        game.pick("TJN");
        game.dice(dice);
        game.leave(leavers, "TJN", "TAE");
        game.done_leaving();
        game
    };
    let all = fight("2 ROK infantry", &[6, 6, 4, 4]);
    assert_eq!(all.tokens("TAE"), 2, "each survivor takes one");
    assert_eq!(all.control("TJN"), "NK");
    assert_eq!(all.tokens("TJN"), 0);
    let one = fight("ROK infantry", &[6, 6, 6, 4]);
    assert_eq!(one.tokens("TAE"), 0);
    assert_eq!(one.tokens("TJN"), 3);
}

/// Kwangju cut off by the fall of Kunsan and Chinju: the situation of S-27 to S-29 before China's and Korea's moves.
fn kwangju() -> Setup {
    war()
        .turn(4)
        .units("KWA", "2 ROK infantry")
        .control("KUN", "NK")
        .units("KUN", "3 NK infantry")
        .tokens("KUN", 3)
        .control("TJN", "NK")
        .control("SUW", "NK")
        .control("SEO", "NK")
        .control("KAE", "NK")
        .units("MAS", "2 ROK infantry")
        .units("TAE", "2 ROK infantry")
}

/// S-27: full strength in the turn of the cut and the victim's next own turn, one less from then on.
// [proves: war SL-1, war SL-4, war SL-5, war BR-2]
#[test]
fn s_27_isolation() {
    let mut game = kwangju().start();
    game.march("NK infantry", "KUN-CIN");
    game.close();
    game.settle();
    game.skip_to("ROK", "purchase");
    assert_eq!(game.isolation("KWA", "ROK"), 1);
    game.skip_to("US", "purchase");
    assert_eq!(game.isolation("KWA", "ROK"), 2);
    game.chinese_roll(1);
    game.skip_to("NK", "combat-move");
    assert_eq!(game.turn(), 5);
    game.march("2 NK infantry", "KUN-KWA");
    game.close();
    game.battle("KWA", &[6, 6, 2, 1]);
    game.all_dice_used();
    assert_eq!(game.fighting("KWA"), ["1 NK infantry", "2 ROK infantry"], "the 2 misses, the 1 hits");
}

/// S-28: a breakout costs no token and restores the line.
// [proves: war BR-1, war SL-4, war SL-6, war ST-4]
#[test]
fn s_28_breakout() {
    let mut game = kwangju()
        .turn_of("ROK")
        .control("CIN", "NK")
        .units("CIN", "NK infantry")
        .isolated("KWA", "ROK", 1)
        .start();
    game.march("2 ROK infantry", "KWA-CIN");
    game.close();
    game.battle("CIN", &[1, 5, 3]);
    game.all_dice_used();
    assert_eq!(game.control("CIN"), "ROK");
    game.skip_to("US", "purchase");
    assert_eq!(game.isolation("CIN", "ROK"), 0);
}

/// A breakout works once per isolation, and a failed one leaves the units starved.
// [proves: war BR-1, war BR-2]
#[test]
fn a_failed_breakout() {
    let mut game = kwangju()
        .turn_of("ROK")
        .control("CIN", "NK")
        .units("CIN", "2 NK infantry")
        .isolated("KWA", "ROK", 1)
        .start();
    game.march("2 ROK infantry", "KWA-CIN");
    game.close();
    game.battle("CIN", &[6, 6, 6, 6]);
    game.retreat("KWA");
    game.skip_to("US", "purchase");
    assert_eq!(game.isolation("KWA", "ROK"), 2);
    game.free_dice();
    game.skip_to("ROK", "combat-move");
    game.refuses("ST-1|ST-2|BR-1", |g| g.march("ROK infantry", "KWA-CIN"));
}

/// Starved units have no breakout.
// [proves: war BR-1]
#[test]
fn breakout_only_in_the_first_turn() {
    let game = kwangju()
        .turn_of("ROK")
        .control("CIN", "NK")
        .units("CIN", "NK infantry")
        .isolated("KWA", "ROK", 2)
        .start();
    game.refuses("ST-1|ST-2|BR-1", |g| g.march("ROK infantry", "KWA-CIN"));
}

/// S-29: a token dropped on starved units is spent for them, also when an ally brought it.
// [proves: war SL-4, war SL-6, war BO-3]
#[test]
fn s_29_relief_by_air() {
    let mut game = kwangju()
        .turn_of("US")
        .phase("non-combat")
        .control("CIN", "NK")
        .units("CIN", "NK infantry")
        .isolated("KWA", "ROK", 2)
        .units("JAP", "US bomber")
        .tokens("JAP", 1)
        .start();
    game.load_air("US bomber", "JAP", "token");
    game.fly_dropping("US bomber", "JAP-Z7-Z5-KWA-Z5-Z7-JAP", &[("token", "KWA")]);
    game.skip_to("UN", "purchase");
    assert_eq!(game.tokens("KWA"), 0);
    assert_eq!(game.isolation("KWA", "ROK"), 1);
    game.chinese_roll(1);
    game.skip_to("NK", "combat-move");
    game.march("2 NK infantry", "KUN-KWA");
    game.close();
    game.battle("KWA", &[6, 6, 2, 3]);
    game.all_dice_used();
    assert_eq!(game.count_fighting("KWA", "NK infantry"), 1, "they defend at 2 again");
}

/// A token is spent for an area once in a game turn.
// [proves: war SL-4]
#[test]
fn one_token_a_game_turn() {
    let mut game = kwangju()
        .turn_of("ROK")
        .phase("place")
        .control("CIN", "NK")
        .units("CIN", "NK infantry")
        .isolated("KWA", "ROK", 1)
        .tokens("KWA", 2)
        .start();
    game.skip_to("US", "purchase");
    assert_eq!((game.tokens("KWA"), game.isolation("KWA", "ROK")), (1, 1));
    game.skip_to("UN", "purchase");
    assert_eq!((game.tokens("KWA"), game.isolation("KWA", "ROK")), (1, 1));
}

/// A blocked line that is broken open ends the isolation.
// [proves: war SL-1, war SL-6]
#[test]
fn a_reopened_line() {
    let mut game = kwangju()
        .turn_of("US")
        .control("CIN", "NK")
        .isolated("KWA", "ROK", 2)
        .units("MAS", "2 ROK infantry; US infantry")
        .start();
    game.march("US infantry", "MAS-CIN");
    game.close();
    game.settle();
    game.skip_to("UN", "purchase");
    assert_eq!(game.isolation("KWA", "ROK"), 0);
}

/// Ongjin is cut off from the start; Cheju and Japan never are.
// [proves: war SL-1, war SL-3]
#[test]
fn ongjin_and_the_islands() {
    let mut game = war()
        .phase("place")
        .units("ONG", "ROK infantry")
        .units("CJD", "ROK infantry")
        .units("JAP", "US infantry")
        .start();
    game.skip_to("ROK", "purchase");
    assert_eq!(game.isolation("ONG", "ROK"), 1);
    game.free_dice();
    game.skip_to("US", "purchase");
    assert_eq!(game.isolation("ONG", "ROK"), 2);
    assert_eq!(game.isolation("CJD", "ROK"), 0);
    game.skip_to("UN", "purchase");
    assert_eq!(game.isolation("JAP", "US"), 0);
}

/// Communist sources: Pyongyang, their roundels, Manchuria. A source in enemy hands gives nothing.
// [proves: war SL-2]
#[test]
fn communist_sources() {
    let state = |setup: Setup, area: &str| {
        let mut game = setup.turn_of("UN").phase("place").start();
        game.free_dice();
        game.skip_to("NK", "purchase");
        game.isolation(area, "NK")
    };
    // Changjin touches no source, but Kanggye and Hyesan, which are.
    assert_eq!(state(war().units("CHA", "NK infantry"), "CHA"), 0);
    let ring = |setup: Setup| {
        ["HAM", "HUI", "HYE", "KAN", "TOK", "YON"].iter().fold(setup, |s, area| s.control(area, "ROK"))
    };
    assert_eq!(state(ring(war().units("CHA", "NK infantry")), "CHA"), 1);
    let open = |area: &str| ring(war().units("CHA", "NK infantry")).control(area, "NK");
    assert_eq!(state(open("KAN"), "CHA"), 0, "a roundel");
    assert_eq!(state(open("YON"), "CHA"), 0, "by Wonsan to Pyongyang");
    assert_eq!(state(open("HUI"), "CHA"), 0, "to Manchuria");
    assert_eq!(state(open("YON").control("PYO", "ROK").control("WON", "ROK"), "CHA"), 1);
}

/// Allied sources: Seoul, Pusan, Pohang, Inchon, and Taegu while South Korea holds its factory.
// [proves: war SL-3]
#[test]
fn allied_sources() {
    let cut = |held: &[&str]| {
        let south = [
            "KAE", "SEO", "INC", "CHU", "KNG", "SUW", "WJU", "SAM", "CJU", "AND", "TJN", "KUN", "KWA", "CIN",
            "TAE", "POH", "MAS", "PUS",
        ];
        let setup = south.iter().filter(|a| !held.contains(a)).fold(war(), |s, area| s.control(area, "NK"));
        let mut game = setup.units("AND", "ROK infantry").phase("place").start();
        game.skip_to("ROK", "purchase");
        game.isolation("AND", "ROK")
    };
    assert_eq!(cut(&["AND"]), 1);
    assert_eq!(cut(&["AND", "TAE"]), 0, "a South Korean factory");
    assert_eq!(cut(&["AND", "POH"]), 0, "a roundel");
    assert_eq!(cut(&["AND", "CJU", "SUW", "INC"]), 0);
    assert_eq!(cut(&["AND", "CJU", "SUW", "SEO"]), 0);
    assert_eq!(cut(&["AND", "CJU", "SUW"]), 1);
}

/// Units bring their isolation along; the pair takes the highest value.
// [proves: war SL-4, war SL-5]
#[test]
fn attackers_keep_the_state_of_their_origin() {
    let mut game = kwangju()
        .turn_of("ROK")
        .control("CIN", "NK")
        .units("CIN", "NK infantry")
        .isolated("KWA", "ROK", 2)
        .tokens("KWA", 1)
        .start();
    game.march("2 ROK infantry", "KWA-CIN");
    game.close();
    // Attack 1 less 1 is 0: the attackers roll no dice at all.
    game.battle("CIN", &[6]);
    game.all_dice_used();
    assert_eq!(game.fighting("CIN"), ["1 NK infantry", "2 ROK infantry"]);
}

/// Relief by sea: a token landed on the coast is spent like one from the air.
// [proves: war SL-6, war CL-21]
#[test]
fn relief_by_sea() {
    let mut game = kwangju()
        .turn_of("US")
        .phase("non-combat")
        .control("CIN", "NK")
        .units("CIN", "NK infantry")
        .isolated("KWA", "ROK", 2)
        .zone("Z5", "US transport: token")
        .start();
    game.unload("token", "Z5", "KWA");
    assert_eq!(game.tokens("KWA"), 1);
    game.skip_to("UN", "purchase");
    assert_eq!((game.tokens("KWA"), game.isolation("KWA", "ROK")), (0, 1));
}

/// Aircraft share the isolation of the area they stand in.
// [proves: war SL-5, war SL-4]
#[test]
fn starved_aircraft() {
    let fight = |level: u32| {
        let mut game =
            kwangju().units("KWA", "ROK fighter").control("CIN", "NK").isolated("KWA", "ROK", level).start();
        game.march("2 NK infantry", "KUN-KWA");
        game.close();
        game.battle("KWA", &[6, 6, 3]);
        game.count("KWA", "NK infantry")
    };
    assert_eq!(fight(0), 1, "a fighter defends at 3");
    assert_eq!(fight(2), 2, "and at 2 when starved");
}
