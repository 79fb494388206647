//! What the officer does in situations in which it once did something foolish.

use crate::common::{RULES, Setup, war};
use engine::{ActionText, Memory, Random, Rules, Seat, SeatSet, View};
use players::Budget;
use war_625::War625;

/// The actions of a nation's officer until the phase is over.
fn phase(setup: Setup, seat: u8) -> Vec<String> {
    let mut game = setup.start();
    game.free_dice();
    let levels = players::levels::<War625>();
    let officer = levels.iter().find(|l| l.level().level == "officer").expect("an officer");
    let (seat, mut memory, mut random) = (Seat(seat), Memory::default(), Random::new(1));
    let now = game.moment();
    let mut acts = Vec::new();
    while game.moment() == now && RULES.to_act(game.table.state()).contains(seat) {
        let view = View::of(&*RULES, game.table.state(), SeatSet::one(seat));
        let budget = Budget::new(officer.level().millis);
        let action = officer.choose(&RULES, &view, seat, &mut random, &mut memory, &budget);
        let mut text = String::new();
        action.write(&RULES, game.table.state(), &mut text);
        game.table.act_for(seat, &text);
        acts.push(text);
    }
    acts
}
const NK: u8 = 0;
const CHINA: u8 = 1;
const ROK: u8 = 2;
const US: u8 = 3;

fn has(acts: &[String], word: &str) -> bool {
    acts.iter().any(|a| a.starts_with(word))
}

#[test]
fn warships_leave_the_track() {
    let acts = phase(
        war().turn_of("US").phase("non-combat").track("TR1", "US battleship").track("TR3", "US destroyer"),
        US,
    );
    assert!(has(&acts, "go 1 TR2"), "{acts:?}");
    assert!(has(&acts, "go 1 Z7") || has(&acts, "go 1 Z12"), "{acts:?}");
}

/// Hamhung is worth three, has a factory and no guns; Pyongyang has guns.
#[test]
fn bombers_raid_what_has_no_guns() {
    let base = war().turn(3).turn_of("US").units("JAP", "US bomber").units("PYO", "NK anti-aircraft");
    let acts = phase(base.clone(), US);
    assert!(has(&acts, "fly 1 HAM bomb"), "{acts:?}");
    let all = base.units("HAM", "NK anti-aircraft").units("CHO", "NK anti-aircraft");
    assert!(!has(&phase(all, US), "fly"), "guns everywhere");
}

/// An empty port with a factory, troops and ships off it: the landing is made, with a token only where it is needed.
#[test]
fn an_empty_port_is_landed_on() {
    let base = war()
        .turn(6)
        .china_at_war(5)
        .turn_of("US")
        .units("JAP", "4 US infantry; US artillery")
        .tokens("JAP", 3)
        .zone("Z12", "2 US transport; US destroyer")
        .units("CHO", "6 NK infantry")
        .units("WON", "6 NK infantry");
    let acts = phase(base.clone(), US);
    assert!(has(&acts, "assault 1 HAM") || has(&acts, "assault 2 HAM"), "{acts:?}");
    let weak = base.units("HAM", "NK infantry");
    let acts = phase(weak, US);
    assert!(
        acts.iter().any(|a| a.starts_with("load") && a.contains("token")),
        "a token pays for it: {acts:?}"
    );
    assert!(acts.iter().any(|a| a.starts_with("assault")), "{acts:?}");
}

/// The date starts China's clock in turn 5: Ongjin's regiment does not walk over the parallel in June 1950.
#[test]
fn nobody_wakes_china() {
    let ongjin = |turn: u32| phase(war().turn(turn).turn_of("ROK").units("ONG", "ROK infantry"), ROK);
    assert!(!has(&ongjin(1), "go"), "{:?}", ongjin(1));
    assert!(has(&ongjin(4), "go"), "a crossing in turn 4 costs nothing");
}

#[test]
fn china_enters_unless_an_ambush_is_near() {
    let base = |turn: u32| {
        war().turn(turn).phase("intervention").clock(5).permission().hidden(&[("ANJ", 9), ("HUI", 9)])
    };
    assert!(has(&phase(base(6), CHINA), "declare war"));
}

#[test]
fn guns_are_bought_for_bare_factories() {
    let base = war().turn(3).phase("purchase").treasury("NK", 25).units("PYO", "NK anti-aircraft");
    let bought = phase(base.clone().units("JAP", "US bomber"), NK);
    assert!(has(&bought, "buy 1 NK anti-aircraft"), "{bought:?}");
    assert!(!has(&phase(base, NK), "buy 1 NK anti-aircraft"), "nobody raids");
}

/// A gun with nothing else to do fires, and for the last token too.
#[test]
fn idle_guns_fire() {
    let held = "12 ROK infantry";
    let base = war().units("CRW", "2 NK infantry; 3 NK artillery").tokens("CRW", 1);
    let acts = phase(base.units("SEO", held).units("KAE", held).units("CHU", held), NK);
    assert!(has(&acts, "snipe 3 "), "{acts:?}");
}

/// In turn 35 infantry would come after the war, a fighter just before its end.
#[test]
fn late_money_goes_into_aircraft() {
    let late = |turn: u32| phase(war().turn(turn).turn_of("US").phase("purchase").treasury("US", 36), US);
    let acts = late(35);
    assert!(has(&acts, "buy 1 US fighter") && !acts.iter().any(|a| a.contains("infantry")), "{acts:?}");
    assert!(late(10).iter().any(|a| a.contains("infantry")));
    assert_eq!(late(37), ["done"]);
}
