//! The general on these battles: longer thought can come to another plan, which it tells in words.

use crate::common::rules;
use engine::{
    Counted, Dice, Judgement, Memory, Options, Play, Player, Random, Rules, SeatSet, Seed, Thinking,
    Unhurried, View,
};
use std::sync::Mutex;

/// Keeps the last note.
#[derive(Default)]
struct Listener(Mutex<String>);

impl Thinking for Listener {
    fn spent(&self) -> f32 {
        Unhurried.spent()
    }
    fn report(&self, _progress: f32, note: &str) {
        note.clone_into(&mut self.0.lock().expect("a lock"));
    }
}

/// What a general says of the plan of its first movement phase in Chosin after so many playouts.
fn plan(seed: u64, playouts: u32) -> String {
    let info = rules().info().scenarios.iter().find(|s| s.scenario == "chosin").expect("a scenario");
    let options = Options::default().complete(info).expect("options");
    let mut play = Play::muted(Dice::seeded(Seed::from_number(seed)));
    let mut state = rules().setup("chosin", &options, &mut play).expect("set-up");
    let (mut random, mut memory) = (Random::new(seed), Memory::default());
    let officer = players::Officer::default();
    while rules().turn(&state) == 0 {
        let seat = rules().to_act(&state).first().expect("a seat");
        let view = View::of(rules(), &state, SeatSet::one(seat));
        let action = officer.choose(rules(), &view, seat, &mut random, &mut Memory::default(), &Unhurried);
        play.begin();
        rules().apply(&mut state, seat, action, &mut play).expect("legal");
    }
    let seat = rules().to_act(&state).first().expect("a seat");
    let view = View::of(rules(), &state, SeatSet::one(seat));
    let listener = Listener::default();
    let counted = Counted { playouts, within: &listener };
    players::General::default().choose(rules(), &view, seat, &mut random, &mut memory, &counted);
    listener.0.into_inner().expect("a lock")
}

#[test]
fn longer_thought_comes_to_other_plans_and_tells_them_in_words() {
    let mut changed = 0;
    for seed in 1..=4 {
        let (short, long) = (plan(seed, 20), plan(seed, 200));
        let words =
            |note: &str| note.split(';').next().and_then(|n| n.split_once(": ")).map(|n| n.1.to_owned());
        assert!(long.contains("playouts, value ") && long.contains("; second best, "), "{long}");
        let told = words(&long).expect("a plan in words");
        assert!(told.contains(" to "), "moves by unit and hex: {told}");
        changed += u32::from(words(&short) != Some(told));
        let made: u32 = long.split(' ').next().and_then(|n| n.parse().ok()).expect("a number of playouts");
        assert!((180..=240).contains(&made), "{made} playouts of 200");
    }
    assert!(changed > 0, "ten times the playouts never came to another plan");
}

/// The set-up that a side makes by a plan, and who set up.
fn set_up(scenario: &str, number: usize) -> Vec<<korean_battles::KoreanBattles as Rules>::Action> {
    let info = rules().info().scenarios.iter().find(|s| s.scenario == scenario).expect("a scenario");
    let options = Options::default().complete(info).expect("options");
    let mut play = Play::muted(Dice::seeded(Seed::from_number(1)));
    let mut state = rules().setup(scenario, &options, &mut play).expect("set-up");
    let side = rules().to_act(&state);
    let seat = side.first().expect("a seat");
    let mut plans = Vec::new();
    rules().plans(&state, seat, 8, &mut Random::new(1), &mut plans);
    assert_eq!(plans.len(), 8, "a search has something to choose from");
    let (mut legal, mut made) = (Vec::new(), Vec::new());
    while rules().turn(&state) == 0 && rules().to_act(&state) == side {
        rules().legal(&state, seat, &mut legal);
        let action =
            rules().follow(&state, seat, &plans[number], &legal, &mut Random::new(made.len() as u64));
        play.begin();
        rules().apply(&mut state, seat, action, &mut play).expect("legal");
        made.push(action);
    }
    made
}

#[test]
fn set_ups_are_plans_that_a_search_can_choose_from() {
    let mut all: Vec<_> = (0..8).map(|number| set_up("pusan", number)).collect();
    assert_eq!(set_up("pusan", 3), all[3], "a plan is carried out alike each time");
    all.sort();
    all.dedup();
    assert!(all.len() > 3, "{} ways to set up", all.len());
}
