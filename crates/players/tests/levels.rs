//! The levels on the reference game: each plays legal actions within its budget, and a better one wins more.

use engine::{Dice, Level, Memory, Options, Play, Player, Random, Rules, Seat, SeatSet, Seed, View};
use players::{Budget, levels};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use testkit::skirmish::Skirmish;

/// Plays one game; the first player is Red. The winner as a side, if there is one.
fn game(red: &dyn Player<Skirmish>, blue: &dyn Player<Skirmish>, millis: u32, seed: u64) -> Option<String> {
    let rules = Skirmish::default();
    let options = Options::default().complete(&rules.info().scenarios[0]).unwrap();
    let mut play = Play::muted(Dice::seeded(Seed::from_number(seed)));
    let mut state = rules.setup("field", &options, &mut play).unwrap();
    let mut random = Random::new(seed);
    let mut memories = [Memory::default(), Memory::default()];
    while let Some(seat) = rules.to_act(&state).first() {
        let view = View::of(&rules, &state, SeatSet::one(seat));
        let player = if seat == Seat(0) { red } else { blue };
        let begun = Instant::now();
        let memory = &mut memories[seat.index()];
        let action = player.choose(&rules, &view, seat, &mut random, memory, &Budget::new(millis));
        let taken = begun.elapsed().as_millis();
        assert!(taken <= u128::from(millis) + 100, "{} took {taken} ms of {millis}", player.level().level);
        play.begin();
        rules
            .apply(&mut state, seat, action, &mut play)
            .unwrap_or_else(|e| panic!("{}: {e}", player.level().level));
    }
    rules.outcome(&state).winner
}

/// Wins of the first level against the second over `games`, sides swapped.
fn wins(first: &str, second: &str, games: u64) -> (u64, u64) {
    let all = levels::<Skirmish>();
    let find = |name: &str| all.iter().find(|p| p.level().level == name).unwrap().as_ref();
    compare(find(first), find(second), games)
}

fn compare(a: &dyn Player<Skirmish>, b: &dyn Player<Skirmish>, games: u64) -> (u64, u64) {
    let mut score = (0, 0);
    for seed in 0..games {
        let swapped = seed % 2 == 1;
        let winner = if swapped { game(b, a, 50, seed) } else { game(a, b, 50, seed) };
        match (winner.as_deref(), swapped) {
            (Some("red"), false) | (Some("blue"), true) => score.0 += 1,
            (Some(_), _) => score.1 += 1,
            (None, _) => {}
        }
    }
    score
}

#[test]
fn a_recruit_beats_chance() {
    let (recruit, random) = wins("recruit", "random", 60);
    assert!(recruit > 2 * random, "{recruit} to {random}");
}

#[test]
fn rules_and_an_evaluation_make_an_opponent_that_beats_chance() {
    let (flat, random) = compare(&players::Flat::default(), &players::RandomPlayer::default(), 20);
    assert!(flat > 2 * random, "{flat} to {random}");
}

#[test]
fn a_general_beats_chance_within_its_budget() {
    let (general, random) = wins("general", "random", 20);
    assert!(general > random, "{general} to {random}");
}

#[test]
fn levels_are_named_and_sorted_by_their_budgets() {
    let all = levels::<Skirmish>();
    let names: Vec<&Level> = all.iter().map(|p| p.level()).collect();
    assert_eq!(
        names.iter().map(|l| l.level.as_str()).collect::<Vec<_>>(),
        ["random", "recruit", "sergeant", "officer", "colonel", "general"]
    );
    assert!(names.windows(2).all(|p| p[0].millis < p[1].millis));
}

#[test]
fn a_cancelled_general_answers_at_once() {
    let rules = Skirmish::default();
    let options = Options::default().complete(&rules.info().scenarios[0]).unwrap();
    let mut play = Play::muted(Dice::seeded(Seed::from_number(1)));
    let state = rules.setup("field", &options, &mut play).unwrap();
    let view = View::of(&rules, &state, SeatSet::one(Seat(0)));
    let cancel = Arc::new(AtomicBool::new(true));
    let budget = Budget::new(60_000).cancelled_by(cancel);
    let begun = Instant::now();
    let general = players::General::default();
    let action = Player::<Skirmish>::choose(
        &general,
        &rules,
        &view,
        Seat(0),
        &mut Random::new(1),
        &mut Memory::default(),
        &budget,
    );
    assert!(begun.elapsed().as_millis() < 100);
    let mut legal = Vec::new();
    rules.legal(&state, Seat(0), &mut legal);
    assert!(legal.contains(&action));
}
