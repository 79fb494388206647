//! What the contract offers beyond turns and dice, each shown in Skirmish by night.

use engine::{Entry, Match, Order, Registry, Scope, Seat, SeatSet, Seed};
use serde_json::json;
use testkit::skirmish::{LEDGER, Skirmish};
use testkit::{Suite, Table, mutations};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

fn night() -> Box<dyn Match> {
    let entry = Entry::new(Skirmish::default(), LEDGER, Vec::new(), Vec::new(), String::new()).unwrap();
    let registry = Registry::default().with(entry);
    registry
        .game("skirmish")
        .unwrap()
        .start("night", &engine::Options::default(), Seed::from_number(3))
        .unwrap()
}

fn after_setup() -> Box<dyn Match> {
    let mut m = night();
    m.act(Some(RED), "dummy red-1").unwrap();
    m.act(Some(BLUE), "dummy blue-1").unwrap();
    m
}

#[test]
fn the_suite_passes_by_day_and_by_night() {
    Suite::new(&Skirmish::default(), LEDGER).games(60).translatable().run();
}

#[test]
fn changed_positions_are_refused_or_can_be_played_on() {
    let loaded = mutations(&Skirmish::default(), 3_000, 1);
    assert!(loaded > 100, "only {loaded} of the changed positions loaded");
}

/// [proves: sk 4] Both name their dummies in any order, each takes its own choice back whatever the other does.
#[test]
fn seats_choose_in_secret_at_the_same_time_each_with_its_own_undo() {
    let mut m = night();
    assert_eq!(m.to_act(), SeatSet::one(RED).with(BLUE));
    m.act(Some(RED), "dummy red-1").unwrap();
    assert!(
        !m.seen_by(0, SeatSet::one(BLUE))
            || m.position(SeatSet::one(BLUE))["units"]["red-1"]["kind"] == "unknown"
    );
    assert!(m.can_undo(SeatSet::one(RED)) && !m.can_undo(SeatSet::one(BLUE)));
    m.undo(SeatSet::one(RED)).unwrap();
    m.act(Some(RED), "dummy red-2").unwrap();
    m.act(Some(BLUE), "dummy blue-3").unwrap();
    assert_eq!(m.position(SeatSet::ALL)["units"]["red-2"]["kind"], "dummy");
    assert!(!m.can_undo(SeatSet::one(RED)), "once both have chosen, the choices stand");
    assert_eq!(m.to_act(), SeatSet::one(RED));
}

/// [proves: sk 8] Blue interrupts Red's decision, and nobody ever waits for it.
#[test]
fn a_seat_may_interrupt_and_is_not_waited_for() {
    let mut m = after_setup();
    m.act(Some(RED), "unit red-2").unwrap();
    assert_eq!(m.to_act(), SeatSet::one(RED));
    assert_eq!(m.may_act(), SeatSet::one(RED).with(BLUE));
    assert_eq!(m.legal(BLUE), ["flare"]);
    assert_eq!(m.act(Some(BLUE), "end").unwrap_err().rule.as_deref(), Some("sk 8"));
    let told = m.act(Some(BLUE), "flare").unwrap();
    assert_eq!(told[1].text, "red-4 is seen in 0104.");
    assert_eq!(told[1].effects[0].kind, "shown");
    assert_eq!(m.to_act(), SeatSet::one(RED), "red goes on where it was");
    assert!(m.legal(RED).contains(&"stay".to_owned()));
    assert!(m.act(Some(BLUE), "flare").is_err(), "once a game");
}

/// [proves: sk 6] The list comes from what Red knows; the move meets the unseen, stops before it and shows it.
#[test]
fn a_move_that_meets_the_unseen_succeeds_in_part_and_reveals() {
    let rules = Skirmish::default();
    let mut table = Table::start(&rules, "night", &[]);
    table.acts(&["dummy red-1", "dummy blue-1"]);
    let mut position = table.position();
    position["units"]["blue-4"]["at"] = json!("0303");
    let mut table = Table::lay(&rules, &position);
    table.act("unit red-3");
    assert!(table.offers("move 0303"), "as far as red knows the hex is free");
    assert_eq!(table.position_for(RED)["units"]["blue-4"]["at"], "unseen");
    table.act("move 0303");
    assert!(table.said("red-3 meets blue-4 and stops."), "{:?}", table.log());
    assert_eq!(table.at("/units/red-3/at"), "0202", "half-way there");
    assert_eq!(table.position_for(RED)["units"]["blue-4"]["at"], "0303");
}

/// What an unseen unit does is no news to the enemy.
#[test]
fn what_a_seat_does_not_see_is_no_change_for_it() {
    let mut m = after_setup();
    m.act(Some(RED), "unit red-4").unwrap();
    m.act(Some(RED), "move 0203").unwrap();
    for index in [2, 3] {
        assert!(m.seen_by(index, SeatSet::one(RED)));
        assert!(!m.seen_by(index, SeatSet::one(BLUE)), "action {index}");
        assert!(!m.seen_by(index, SeatSet::NONE));
    }
    assert!(m.log(3, SeatSet::one(BLUE)).is_empty());
    m.act(Some(RED), "unit red-2").unwrap();
    m.act(Some(RED), "move 0202").unwrap();
    assert!(m.seen_by(5, SeatSet::one(BLUE)));
}

/// [proves: sk 7] Any number up to the most, as one family with a stepper.
#[test]
fn a_quantity_is_one_action_for_every_count() {
    let mut m = after_setup();
    let family = m.quantities(RED);
    assert_eq!(family.len(), 3, "three enemies are in sight");
    assert_eq!((family[0].1.least, family[0].1.most), (1, 6));
    assert_eq!(family[0].1.form, "shell {n} blue-1");
    assert_eq!(m.act(Some(RED), "shell 7 blue-2").unwrap_err().message, "6 shells are left");
    m.script(&[1]).unwrap();
    let told = m.act(Some(RED), "shell 4 blue-2").unwrap();
    assert_eq!(told[0].text, "fires 4 shells at blue-2: 1 hit.");
    assert_eq!((told[0].dice[0].dice, told[0].dice[0].at_most, told[0].dice[0].roll), (Some(4), Some(1), 1));
    assert_eq!(told[1].text, "blue-2 is destroyed.");
    assert_eq!(m.quantities(RED)[0].1.most, 2);
}

/// [proves: sk 9] A resolution that nobody decides is told in beats.
#[test]
fn a_long_resolution_comes_in_beats() {
    let rules = Skirmish::default();
    let mut position = Table::start(&rules, "night", &[]).acts(&["dummy red-1", "dummy blue-1"]).position();
    position["side"] = json!(1);
    position["units"]["red-1"]["at"] = json!("0301");
    position["units"]["blue-3"]["at"] = json!("0404");
    let entry = Entry::new(Skirmish::default(), LEDGER, Vec::new(), Vec::new(), String::new()).unwrap();
    let mut m = Registry::default().with(entry).load_position(&position, Seed::from_number(1)).unwrap();
    m.script(&[1, 6]).unwrap();
    let told = m.act(Some(BLUE), "end").unwrap();
    let dusk: Vec<_> = told.iter().filter(|e| e.rule == "sk 9").map(|e| (e.beat, e.text.as_str())).collect();
    assert_eq!(dusk, [(1, "red-1 runs."), (2, "blue-3 stays alone at dusk.")]);
    assert_eq!(told[1].effects[0].kind, "lost");
}

/// [proves: sk 3] Details on demand tell a seat what it may know and no more.
#[test]
fn a_thing_can_be_inspected_as_far_as_the_seat_knows_it() {
    let m = after_setup();
    let own = m.inspect(SeatSet::one(RED), "red-1").unwrap();
    assert_eq!(own.sections[0].rows[1], ["What", "a dummy"]);
    let other = m.inspect(SeatSet::one(BLUE), "red-1").unwrap();
    assert_eq!(other.sections[0].rows[1], ["What", "unknown"]);
    assert_eq!(m.inspect(SeatSet::one(BLUE), "moon").unwrap_err().code, "unknown-thing");
}

/// A standing order answers its question at once, within its scope, and is recorded as the action it became.
#[test]
fn standing_orders_answer_for_a_seat() {
    let rules = Skirmish::default();
    let mut position = Table::start(&rules, "field", &[]).position();
    for (unit, at) in [("red-1", "0301"), ("blue-1", "0401"), ("red-2", "0303"), ("blue-2", "0403")] {
        position["units"][unit]["at"] = json!(at);
        position["units"][unit]["kind"] = json!("real");
    }
    for (unit, kind) in [("red-3", "dummy"), ("red-4", "real"), ("blue-3", "dummy"), ("blue-4", "real")] {
        position["units"][unit]["kind"] = json!(kind);
    }
    let entry = Entry::new(Skirmish::default(), LEDGER, Vec::new(), Vec::new(), String::new()).unwrap();
    let mut m = Registry::default().with(entry).load_position(&position, Seed::from_number(1)).unwrap();
    let order = Order {
        question: "reserve".to_owned(),
        when: Scope::Except("0403".to_owned()),
        until: None,
        answer: None,
    };
    m.give_order(BLUE, order.clone()).unwrap();
    assert_eq!(m.orders(BLUE), [order]);
    assert!(m.orders(RED).is_empty());
    m.act(Some(RED), "unit red-1").unwrap();
    m.act(Some(RED), "attack blue-1").unwrap();
    let (seat, answer) = m.due().expect("the order answers");
    assert_eq!((seat, answer.as_str()), (BLUE, "decline"));
    m.act(Some(seat), &answer).unwrap();
    assert_eq!(m.record(true).actions.last().unwrap(), &("blue".to_owned(), "decline".to_owned()));
    m.act(Some(RED), "unit red-2").unwrap();
    m.act(Some(RED), "attack blue-2").unwrap();
    assert_eq!(m.due(), None, "in 0403 blue wants to be asked");
    m.revoke_order(BLUE, 0).unwrap();
    assert!(m.orders(BLUE).is_empty());
}

/// Names and notes are a seat's own, are kept with the match, and are no actions.
#[test]
fn notes_are_kept_and_are_no_actions() {
    let mut m = after_setup();
    let length = m.length();
    m.jot(RED, "0303", "trap?").unwrap();
    m.jot(BLUE, "red-2", "the brave one").unwrap();
    assert_eq!(m.length(), length);
    assert_eq!(m.notes(SeatSet::one(RED)).len(), 1);
    assert_eq!(m.notes(SeatSet::one(RED))[0].text, "trap?");
    assert!(m.notes(SeatSet::NONE).is_empty());
    m.jot(RED, "0303", "").unwrap();
    assert!(m.notes(SeatSet::one(RED)).is_empty());
    assert_eq!(m.jot(RED, "0303", &"x".repeat(401)).unwrap_err().code, "long-note");
    assert_eq!(m.record(true).notes.len(), 1);
}

/// A scripted die that does not fit leaves nothing behind.
#[test]
fn a_die_that_does_not_fit_is_not_recorded() {
    let mut m = after_setup();
    m.script(&[9]).unwrap();
    assert_eq!(m.act(Some(RED), "shell 2 blue-2").unwrap_err().code, "bad-dice");
    let record = m.record(true);
    assert!(record.dice.is_empty());
    let entry = Entry::new(Skirmish::default(), LEDGER, Vec::new(), Vec::new(), String::new()).unwrap();
    Registry::default().with(entry).load_record(&record).unwrap();
}

/// Why an action is refused is told before anybody tries it.
#[test]
fn why_not_is_answered_without_playing() {
    let m = after_setup();
    let why = m.why_not(RED, "unit blue-1").unwrap();
    assert_eq!((why.rule.as_deref(), why.message.as_str()), (Some("sk 1"), "that is no unit of yours"));
    assert!(m.why_not(RED, "unit red-1").is_none());
    assert_eq!(m.why_not(RED, "fly").unwrap().code, "bad-action");
}
