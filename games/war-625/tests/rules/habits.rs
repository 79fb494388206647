//! Bad habits, counted where they are and not where they are not.

use crate::common::{Game, war};

fn passed_over(game: Game) -> (u64, u64) {
    ended(game, "useful action passed over")
}
/// Ends the phase of the nation to act; lapses and occasions of a habit.
fn ended(mut game: Game, habit: &str) -> (u64, u64) {
    game.act("done");
    game.habit(habit)
}

/// 8.1: money that could have been infantry. The Track takes until the third turn after (4.3).
#[test]
fn money_is_left_lying() {
    let purchase = |turn: u32, nation: &str, ipc: u32| {
        passed_over(war().turn(turn).turn_of(nation).phase("purchase").treasury(nation, ipc).start())
    };
    assert_eq!(purchase(3, "NK", 3), (1, 1), "an infantry costs 3");
    assert_eq!(purchase(3, "NK", 2), (0, 1));
    assert_eq!(purchase(3, "US", 3), (1, 1));
    assert_eq!(purchase(37, "US", 3), (0, 1), "it would come after the war");
}

#[test]
fn a_purchase_is_not_placed() {
    let place = || war().phase("place").purchases("NK infantry");
    assert_eq!(passed_over(place().start()), (1, 1));
    let mut game = place().start();
    game.act("place 1 NK infantry PYO");
    assert_eq!(game.habit("useful action passed over").0, 0);
}

/// 8.1: an attack with nine chances in ten; one to one has a quarter.
#[test]
fn a_good_attack_is_passed_over() {
    let seoul = |units: &str, tokens: u32| {
        passed_over(war().units("CRW", units).tokens("CRW", tokens).units("SEO", "ROK infantry").start())
    };
    assert_eq!(seoul("6 NK infantry; 2 NK armor", 1), (1, 1));
    assert_eq!(seoul("NK infantry", 1), (0, 1));
    let guarded = war()
        .units("CRW", "6 NK infantry; 2 NK armor")
        .tokens("CRW", 1)
        .units("SEO", "ROK infantry")
        .units("SUW", "12 ROK infantry");
    assert_eq!(passed_over(guarded.start()), (0, 1), "Seoul could not be held");
}

#[test]
fn an_empty_area_is_not_walked_into() {
    let base = || war().units("CRW", "NK infantry");
    assert_eq!(passed_over(base().start()), (1, 1), "Kaesong and Seoul stand open");
    // Kaesong, Chunchon and Seoul itself lie next to the garrison or hold it.
    assert_eq!(passed_over(base().units("SEO", "ROK infantry").start()), (0, 1));
}

/// 8.1: sniping is free damage while a token is to spare.
#[test]
fn a_gun_stands_idle() {
    let guns = |tokens: u32| {
        passed_over(
            war().units("CRW", "NK artillery").tokens("CRW", tokens).units("SEO", "4 ROK infantry").start(),
        )
    };
    assert_eq!(guns(2), (1, 1));
    assert_eq!(guns(1), (0, 1), "the last token is kept");
}

#[test]
fn troops_wait_where_a_transport_could_lift_them() {
    let track =
        |units: &str| passed_over(war().turn_of("US").phase("non-combat").track("TR1", units).start());
    assert_eq!(track("US transport; US infantry"), (1, 1));
    let japan =
        war().turn_of("US").phase("non-combat").units("JAP", "US infantry").zone("Z7", "US transport");
    assert_eq!(passed_over(japan.start()), (1, 1));
    let no_troops = war().turn_of("US").phase("non-combat").zone("Z7", "US transport");
    assert_eq!(passed_over(no_troops.start()), (0, 1));
}

/// 8.2: three infantry may stay at a port behind the front; inland they are wanted at it.
#[test]
fn troops_stay_in_the_rear() {
    let rear = |area: &str, units: &str| {
        passed_over(war().phase("non-combat").units(area, units).units("SEO", "ROK infantry").start())
    };
    assert_eq!(rear("TOK", "NK infantry"), (1, 1), "Tokchon is two areas behind Chorwon");
    assert_eq!(rear("HAM", "3 NK infantry"), (0, 1), "a guard on the coast");
    assert_eq!(rear("HAM", "4 NK infantry"), (1, 1));
    assert_eq!(rear("CRW", "NK infantry"), (0, 1), "at the front");
}

/// One to one wins a quarter; one against three far less than a fifth.
#[test]
fn a_hopeless_attack_is_made() {
    let attack = |defenders: &str| {
        let mut game = war().units("CRW", "NK infantry").tokens("CRW", 1).units("SEO", defenders).start();
        game.march("NK infantry", "CRW-SEO");
        game.close();
        game.free_dice();
        game.act("battle SEO");
        game.habit("hopeless attack")
    };
    assert_eq!(attack("3 ROK infantry").0, 1);
    assert_eq!(attack("ROK infantry").0, 0);
}

#[test]
fn an_area_is_left_empty_before_the_enemy() {
    let turn = |sariwon: &str, chorwon: &str| {
        let mut game = war()
            .phase("non-combat")
            .units("SAR", sariwon)
            .units("CRW", chorwon)
            .units("SEO", "ROK infantry")
            .start();
        game.skip_to("ROK", "purchase");
        game.habit("victory area left empty")
    };
    assert_eq!(turn("2 NK infantry", ""), (1, 1), "Sariwon could spare one for Chorwon");
    assert_eq!(turn("NK infantry", ""), (0, 1), "it could not");
    assert_eq!(turn("2 NK infantry", "NK infantry"), (0, 1), "Chorwon is manned");
}

#[test]
fn units_stay_cut_off_though_the_way_is_open() {
    let wonju = || war().control("WJU", "NK").units("WJU", "2 NK infantry");
    let idle = |game: Game| ended(game, "isolated for nothing");
    assert_eq!(idle(wonju().start()), (2, 2), "Chunchon is empty and leads home");
    let ring =
        wonju().units("CHU", "5 ROK infantry").units("KNG", "5 ROK infantry").units("SEO", "5 ROK infantry");
    assert_eq!(idle(ring.start()), (0, 2), "there is no way out");
    let linked = wonju().control("CHU", "NK");
    assert_eq!(idle(linked.start()), (0, 2), "they are in supply");
}

/// Bombers that stay in Japan while Hamhung's factory has no guns; with guns there, or on their way, they are no lapse.
#[test]
fn a_bomber_stays_on_the_ground() {
    let base = || war().turn(3).turn_of("US").units("JAP", "US bomber").units("PYO", "NK anti-aircraft");
    let idle = |game: Game| ended(game, "bomber left on the ground");
    assert_eq!(idle(base().units("CHO", "NK anti-aircraft").start()), (1, 1), "Hamhung lies open");
    let guarded = base().units("CHO", "NK anti-aircraft").units("HAM", "NK anti-aircraft");
    assert_eq!(idle(guarded.start()), (0, 1));
    let mut out = base().units("CHO", "NK anti-aircraft").start();
    out.fly_to("US bomber", "JAP", "HAM", "bomb");
    out.free_dice();
    assert_eq!(idle(out), (0, 1));
}

/// Troops in Japan with a ship, and Hamhung, worth three, empty and far from any enemy.
#[test]
fn an_open_shore_is_left_alone() {
    let base = || war().turn(6).china_at_war(5).turn_of("US").zone("Z12", "US transport");
    let missed = |game: Game| ended(game, "open shore passed over");
    assert_eq!(missed(base().units("JAP", "2 US infantry").start()), (1, 1));
    assert_eq!(missed(base().start()), (0, 0), "nobody could land");
    let coast = "NK infantry";
    let held =
        base().units("JAP", "2 US infantry").units("HAM", coast).units("WON", coast).units("CHO", coast);
    assert_eq!(missed(held.start()), (0, 1), "every shore of the east worth two has a guard");
}

/// A crossing in turn 3 starts the clock; in turn 4 the date would start it as soon (CE-1).
#[test]
fn the_parallel_is_crossed_too_early() {
    let cross = |turn: u32| {
        let mut game = war().turn(turn).turn_of("ROK").units("CHU", "ROK infantry").start();
        game.march("ROK infantry", "CHU-HWA");
        ended(game, "parallel crossed early")
    };
    assert_eq!(cross(3), (1, 1));
    assert_eq!(cross(4), (0, 0));
    assert_eq!(
        ended(war().turn(3).turn_of("ROK").units("CHU", "ROK infantry").start(), "parallel crossed early"),
        (0, 1)
    );
}

/// One transport takes two of five aboard.
#[test]
fn troops_wait_in_japan_without_a_ship() {
    let japan = |ships: &str| {
        let base = war()
            .turn_of("US")
            .phase("non-combat")
            .units("JAP", "5 US infantry")
            .units("PUS", "3 US infantry");
        ended(base.zone("Z7", ships).start(), "troops left in Japan")
    };
    assert_eq!(japan("US transport"), (3, 8));
    assert_eq!(japan("3 US transport"), (0, 8));
}

#[test]
fn a_warship_stays_on_the_track() {
    let base =
        || war().turn_of("US").phase("non-combat").track("TR1", "US battleship").zone("Z7", "US destroyer");
    assert_eq!(ended(base().start(), "warship left on the Track"), (1, 2));
    let mut game = base().start();
    game.act("select TR1 US battleship");
    game.act("go 1 TR2");
    assert_eq!(ended(game, "warship left on the Track"), (0, 2));
}

/// China waits: for an enemy who comes to its hidden infantry, or for nothing.
#[test]
fn entry_is_put_off() {
    let wait = |allies: &str| {
        let base = war().turn(7).phase("intervention").clock(5).permission().hidden(&[("ANJ", 18)]);
        let mut game =
            base.units("PYO", allies).control("PYO", if allies.is_empty() { "NK" } else { "US" }).start();
        game.act("withhold");
        game.habit("entry put off")
    };
    assert_eq!(wait(""), (1, 1));
    assert_eq!(wait("3 US infantry"), (0, 1));
}
