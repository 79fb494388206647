//! What once went wrong in play, each with its rule.

use crate::common::{Game, RULES, war};
use engine::{Entry, Registry, Rules, Seat, SeatSet, Seed, View};
use testkit::Table;
use war_625::{LEDGER, War625, files, maps};

/// The seas off Manchuria with a Chinese fleet in them.
fn chinese_fleet() -> crate::common::Setup {
    war()
        .turn(3)
        .zone("Z1", "CH transport: CH infantry, token; CH submarine; CH carrier: CH fighter; NK submarine")
}

/// Neutral China makes no war by ship, under water or from a deck.
// [proves: war CE-7]
#[test]
fn neutral_china_makes_no_war_at_sea() {
    let game = chinese_fleet().zone("Z2", "US transport").start();
    assert_eq!(game.seat(), "nk", "China has nothing to do in combat movement");
    assert!(!game.legal().iter().any(|a| a.contains(" CH ")));
    game.refuses("CE-7|OP-1", |g| g.sail("CH submarine", "Z1-Z2"));
    game.refuses("CE-7|OP-1", |g| g.sail("CH transport", "Z1-Z2"));
    game.refuses("CE-7|OP-1", |g| g.sail("CH carrier", "Z1-Z2"));
    game.refuses("CE-7|OP-1", |g| g.fly_to("CH fighter", "Z1", "Z2", "battle"));
    game.refuses("CE-7|OP-1", |g| g.assault_with("CH", "infantry", "Z1", "ANJ"));
    let mut at_war = chinese_fleet().china_at_war(2).zone("Z2", "US transport").start();
    at_war.sail("CH submarine", "Z1-Z2");
    assert_eq!(at_war.at_sea("Z2", "CH submarine"), 1);
}

/// After combat neutral China's ships stay off Manchuria too.
// [proves: war CE-7]
#[test]
fn neutral_ships_stay_on_their_shore() {
    let game = chinese_fleet().phase("non-combat").start();
    game.refuses("CE-7|CL-09", |g| g.sail("CH submarine", "Z1-Z2"));
    game.refuses("CE-7|CL-09", |g| g.sail("CH transport", "Z1-Z2"));
    let mut korean = chinese_fleet().phase("non-combat").start();
    korean.sail("NK submarine", "Z1-Z2");
    assert_eq!(korean.at_sea("Z2", "NK submarine"), 1);
}

/// Nobody attacks neutral Chinese ships, and they do not take part in a battle around them.
// [proves: war CE-7]
#[test]
fn nobody_attacks_neutral_ships() {
    let base =
        || war().turn(3).turn_of("US").zone("Z1", "CH destroyer; CH transport").zone("Z2", "US destroyer");
    let mut game = base().units("INC", "US fighter").start();
    game.refuses("CL-08|CL-07", |g| g.fly_to("US fighter", "INC", "Z1", "battle"));
    game.sail("US destroyer", "Z2-Z1");
    game.close();
    assert_eq!(game.moment(), ("US", "non-combat"), "there is no battle");
    let mut among = war()
        .turn(3)
        .turn_of("US")
        .zone("Z1", "CH destroyer; NK transport")
        .zone("Z2", "US destroyer")
        .start();
    among.sail("US destroyer", "Z2-Z1");
    among.close();
    // The US destroyer hits on 2; the NK transport answers on 1. The Chinese destroyer looks on.
    among.battle("Z1", &[2, 6]);
    among.all_dice_used();
    assert_eq!(among.at_sea("Z1", "NK transport"), 0);
    assert_eq!(among.at_sea("Z1", "CH destroyer"), 1);
}

/// North Korean troops do not embark in neutral Manchuria.
// [proves: war CE-7]
#[test]
fn nobody_embarks_in_neutral_manchuria() {
    for phase in ["combat-move", "non-combat"] {
        let position = war().phase(phase).units("MUK", "NK infantry").zone("Z1", "NK transport");
        let mut neutral = position.clone().start();
        neutral.refuses("CE-7", |g| g.load("NK transport", "Z1", "NK infantry", "MUK"));
        neutral.act("select Z1 NK transport");
        assert!(!neutral.legal().iter().any(|a| a.starts_with("load")), "nor is it offered");
        let mut at_war = position.turn(6).china_at_war(5).start();
        at_war.load("NK transport", "Z1", "NK infantry", "MUK");
        assert_eq!(at_war.cargo("Z1", "NK transport"), ["infantry"]);
    }
}

fn registry() -> Registry {
    let files = files();
    let rules = War625::new(&files).expect("the data is sound");
    let entry = Entry::new(rules, LEDGER, maps(&files), Vec::new(), files.fingerprint());
    Registry::default().with(entry.expect("the ledger is sound"))
}

/// While North Korea and China move side by side, each takes back its own last action.
// [proves: war OP-1]
#[test]
fn undo_in_the_common_turn() {
    let position =
        war().turn(6).china_at_war(5).units("CRW", "2 NK infantry").units("SAR", "2 CH infantry").json();
    let registry = registry();
    let mut game = registry
        .game("war-625")
        .expect("the game")
        .load_position(&position, Seed::from_number(1))
        .expect("laid");
    let (korea, china) = (SeatSet::one(Seat(0)), SeatSet::one(Seat(1)));
    assert_eq!(game.to_act(), SeatSet(0b11));
    let start = game.position(SeatSet::ALL);
    game.act(Some(Seat(0)), "select CRW NK infantry").expect("legal");
    game.act(Some(Seat(1)), "select SAR CH infantry").expect("legal beside it");
    game.act(Some(Seat(0)), "go 1 SEO").expect("legal");
    game.act(Some(Seat(1)), "go 2 KAE").expect("legal");
    assert!(game.can_undo(korea) && game.can_undo(china));
    game.undo(korea).expect("North Korea takes its move back");
    let after = game.position(SeatSet::ALL);
    assert_eq!(after["areas"]["KAE"]["units"][0], "2 CH infantry (attack, from SAR, to SAR)");
    assert!(after["areas"]["SEO"]["units"].is_null());
    game.undo(korea).expect("and its choice");
    game.undo(china).expect("China too");
    game.undo(china).expect("and its choice");
    assert_eq!(game.position(SeatSet::ALL), start);
}

/// What a seat has in hand goes back when the other seat's action leaves it nothing to do.
#[test]
fn a_choice_without_use_goes_back() {
    let mut game = war()
        .turn(6)
        .china_at_war(5)
        .units("CRW", "NK artillery; CH artillery")
        .tokens("CRW", 1)
        .units("SEO", "ROK infantry")
        .units("KAE", "ROK infantry")
        .units("CHU", "ROK infantry")
        .start();
    game.table.act_for(Seat(0), "select CRW NK artillery");
    game.table.act_for(Seat(1), "select CRW CH artillery");
    game.table.act_for(Seat(1), "go 1 SEO");
    assert!(game.table.legal_for(Seat(0)).iter().any(|a| a == "go 1 SEO"), "the group is open to both");
    game.table.act_for(Seat(0), "go 1 SEO");
}

/// A position with purchases that a nation cannot make is refused, with its field.
// [proves: war FP-6]
#[test]
fn purchases_that_cannot_be() {
    let place = |bought: &str| war().turn_of("US").phase("place").purchases(bought).json();
    assert!(Table::cannot_lay(&*RULES, &place("1 US factory")).starts_with("purchases[0]"));
    assert!(Table::cannot_lay(&*RULES, &place("1 ROK prisoner")).starts_with("purchases[0]"));
    assert!(Table::cannot_lay(&*RULES, &place("2 SU infantry")).starts_with("purchases[0]"));
    assert!(Table::cannot_lay(&*RULES, &place("501 US infantry")).starts_with("purchases[0]"));
}

/// Any count up to the most is legal, and what is refused is refused for what is true.
// [proves: war CL-03, war CL-04]
#[test]
fn counts_beyond_six() {
    let mut game = war().phase("purchase").treasury("NK", 27).start();
    game.act("buy 2 NK armor");
    assert_eq!(game.treasury("NK"), 15);
    game.table.refuses("buy 3 NK armor", "war CL-03", "holds 15 IPC, and one costs 6");
    game.act("buy 5 NK infantry");
    let mut march = war().phase("non-combat").units("PYO", "12 NK infantry").start();
    march.act("select PYO NK infantry");
    march.table.refuses("go 13 SAR", "war CL-04", "12 of them");
    march.act("go 9 SAR");
    assert_eq!((march.count("SAR", "NK infantry"), march.count("PYO", "NK infantry")), (9, 3));
    let mut place = war().phase("place").purchases("11 NK infantry").start();
    place.act("place 8 NK infantry PYO");
    assert_eq!(place.count("PYO", "NK infantry"), 8);
}

/// Two fighters are not sent out on one free place of a deck.
// [proves: war CL-08, war CL-27]
#[test]
fn one_deck_place_takes_one_fighter() {
    // From Pusan a fighter reaches Sinuiju in eight steps and has none left to come back; Korea Bay is next door.
    let base = |planes: &str| {
        war()
            .turn_of("US")
            .units("PUS", "2 US fighter (range 8)")
            .tokens("PUS", 2)
            .units("SIN", "NK infantry")
            .zone("Z1", planes)
            .start()
    };
    let mut game = base("US carrier: US fighter");
    game.act("select PUS US fighter");
    let listed: Vec<_> = game.legal().into_iter().filter(|a| a.contains(" SIN battle")).collect();
    if let Some(first) = listed.first() {
        assert!(first.starts_with("fly 1 "), "{first}");
        game.table.refuses("fly 2 SIN battle", "war CL-27", "1 can go");
        game.act("fly 1 SIN battle");
        let mut again = game.clone();
        again.refuses("CL-08|CL-27|CL-04", |g| {
            g.act("select PUS US fighter");
            g.act("fly 1 SIN battle");
        });
        again.free_dice();
    } else {
        panic!("one fighter can go: {:?}", game.legal());
    }
}

/// A transport that has unloaded in part unloads the rest in the same area, and goes no further.
// [proves: war CL-21]
#[test]
fn the_rest_is_unloaded_too() {
    let mut game = war().turn_of("US").phase("non-combat").zone("Z6", "US transport: 2 US infantry").start();
    game.unload("infantry", "Z6", "PUS");
    assert_eq!(game.cargo("Z6", "US transport"), ["infantry"]);
    let after = game.clone();
    after.refuses("CL-21", |g| g.sail("US transport", "Z6-Z8"));
    after.refuses("CL-21", |g| g.unload("infantry", "Z6", "MAS"));
    game.unload("infantry", "Z6", "PUS");
    assert_eq!(game.count("PUS", "US infantry"), 2);
}

/// Submarines that meet nothing but aircraft have nothing to hit and roll no dice.
// [proves: war CL-23, war CL-24]
#[test]
fn submarines_without_a_target_do_not_fire() {
    let mut game =
        war().turn_of("US").units("PUS", "US fighter").tokens("PUS", 1).zone("Z6", "NK submarine").start();
    game.fly_to("US fighter", "PUS", "Z6", "battle");
    game.close();
    // The fighter misses; the submarine does not answer.
    game.battle("Z6", &[6]);
    game.all_dice_used();
    assert!(!game.table.log().iter().any(|(_, line)| line.contains("submarines strike")));
}

/// S-14 the other way: a player flies past guns of its own choice, step by step, and they fire in that order.
// [proves: war CL-07, war AG-1]
#[test]
fn a_way_of_ones_own() {
    let base = || {
        war()
            .turn_of("US")
            .units("JAP", "US bomber")
            .units("WON", "NK anti-aircraft")
            .units("PYO", "NK anti-aircraft")
            .units("HAM", "NK anti-aircraft")
    };
    let mut game = base().start();
    game.act("select JAP US bomber");
    game.act("way 1 Z12");
    assert!(game.legal().iter().all(|a| a.starts_with("step ") || a.starts_with("stop ")));
    game.table.refuses("step SEO", "war CL-08", "next to theirs");
    game.act("step Z10");
    game.act("step HAM");
    game.act("step YON");
    game.act("step WON");
    game.act("step PYO");
    game.table.refuses("stop drop", "war BO-4", "no infantry");
    game.act("stop bomb");
    // Hamhung and Wonsan miss, Pyongyang hits: three gun areas in the order of the way.
    game.dice(&[6, 6, 1]);
    game.close();
    game.all_dice_used();
    assert_eq!(game.everywhere("US bomber"), 0);
    // By itself the bomber passes one gun area only, the target's own.
    let mut safe = base().start();
    safe.fly_to("US bomber", "JAP", "PYO", "bomb");
    safe.dice(&[1]);
    safe.close();
    safe.all_dice_used();
}

/// The number of entries does not tell in how many areas China hides.
// [proves: war HC-2]
#[test]
fn every_way_of_hiding_takes_four_entries() {
    let splits: [&[&str]; 4] = [
        &["hide 18 HUI", "done", "done", "done"],
        &["hide 9 HUI", "hide 9 SIN", "done", "done"],
        &["hide 8 HUI", "hide 6 SIN", "hide 4 CHA", "done"],
        &["done", "done", "done", "done"],
    ];
    for split in splits {
        let mut game: Game = crate::common::scenario(&[]);
        for (i, entry) in split.iter().enumerate() {
            assert_eq!(game.moment().1, "set-up", "after {i} entries of {split:?}");
            game.act(entry);
        }
        assert_eq!(game.moment(), ("NK", "purchase"), "{split:?}");
    }
}

/// How many areas there are is data: what is imagined behind a view keeps to it.
// [proves: war HC-2]
#[test]
fn imagined_hiding_keeps_to_the_number_of_areas() {
    let mut files = files();
    let china = files.get("china.toml").expect("a file").replace("most_areas = 3", "most_areas = 2");
    let china = china.replace("{ area = \"CHA\", count = 4 },", "").replace("count = 6 }", "count = 10 }");
    files.replace("china.toml", china).expect("a file");
    let rules = War625::new(&files).expect("the data is sound");
    let mut table = Table::start(&rules, "war", &[]);
    table.acts(&["hide 8 HUI", "hide 10 SIN", "done"]);
    let view = View::of(&rules, table.state(), SeatSet::one(Seat(3)));
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let truth = rules.sample(&view, &mut engine::Random::new(seed));
        let position = serde_json::to_value(rules.position(&truth)).expect("JSON");
        let hidden = position["china"]["hidden"].as_object().expect("hidden").clone();
        assert!((1..=2).contains(&hidden.len()), "{hidden:?}");
        assert_eq!(hidden.values().filter_map(serde_json::Value::as_u64).sum::<u64>(), 18);
        seen.insert(hidden.len());
    }
    assert_eq!(seen.len(), 2, "one area and two are both thought of");
}

/// All about an area: who holds it, whether it is in supply, what lies beside it. All about a stack: its values.
#[test]
fn areas_and_units_tell_what_a_player_wants_to_know() {
    let rules = War625::new(&files()).expect("the data is sound");
    let table = Table::start(&rules, "war", &[]);
    let view = View::of(&rules, table.state(), SeatSet::one(Seat(0)));
    let cells = |thing: &str| {
        let detail = engine::detail_in(&rules, &view, thing, &engine::Catalogue::default())
            .unwrap_or_else(|| panic!("nothing of {thing}"));
        detail.sections.into_iter().flat_map(|s| s.rows).collect::<Vec<_>>()
    };
    let seoul = cells("SEO");
    let of = |label: &str| seoul.iter().find(|row| row[0] == label).map(|row| row[1].clone());
    assert_eq!(of("Held by").as_deref(), Some("South Korea"));
    assert!(of("Supply").is_some_and(|line| line.ends_with("source")), "{seoul:?}");
    assert_eq!(of("Kaesong").as_deref(), Some("South Korea"), "the area beside it, with its holder");
    let armor = cells("CRW NK armor");
    let value = |label: &str| armor.iter().find(|row| row[0] == label).map(|row| row[1].clone());
    assert_eq!(value("Hits when it attacks on").as_deref(), Some("3 or less"));
    assert_eq!(value("Costs").as_deref(), Some("6 IPC"));
    assert!(engine::detail_in(&rules, &view, "nowhere", &engine::Catalogue::default()).is_none());
}
