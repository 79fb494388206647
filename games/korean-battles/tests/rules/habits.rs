//! Bad habits, counted where they are and not where they are not.

use crate::common::{Battle, Board, Setup, inchon, pusan, rules};
use engine::Judge;
use engine::{Dice, Habits, Memory, Options, Play, Random, Rules, SeatSet, Seed, Tally, Unhurried, View};

/// Plays and counts; gives lapses and occasions of a habit of the side that plays first.
fn conduct(setup: &Setup, texts: &[&str], habit: &str) -> (u64, u64) {
    let mut board = setup.load();
    let side = board.seat().0;
    let mut habits = Habits::default();
    for text in texts {
        watched(&mut board, text, &mut habits);
    }
    let index = rules().habits().iter().position(|h| h.habit == habit).expect("a habit of the game");
    let Tally { occasions, lapses } = habits.count(side, index);
    (lapses, occasions)
}

fn watched(board: &mut Board, text: &str, habits: &mut Habits) {
    let (before, seat) = (board.state().clone(), board.seat());
    let action = engine::read_action(rules(), &before, text).expect("an action");
    board.act(text);
    rules().watch(&before, seat, action, board.state(), habits);
}

#[test]
fn a_good_attack_is_passed_over() {
    let passed = |setup: Setup| conduct(&setup, &["pass"], "useful action passed over");
    let weak = || pusan().player("un").phase("attack").unit("nk-12div-30", "1005").unit("us-9-2", "1105");
    let strong = || weak().unit("us-9-2", "1004").unit("us-38-2", "1105").unit("us-23-2", "1006");
    assert_eq!(passed(strong()), (1, 1), "9 against 2 in clear is +7: column 10");
    assert_eq!(passed(weak()), (0, 1), "2 against 2 in clear is 0: column 6");
    let unknown = strong().without("nk-12div-30").hidden("nk-12div-30", "1005");
    assert_eq!(passed(unknown), (0, 1), "nobody knows what stands there");
}

#[test]
fn a_hopeless_attack_is_made() {
    let fight = |setup: Setup| conduct(&setup, &["attack 1005", "add us-9-2", "fight"], "hopeless attack");
    let base = || pusan().player("un").phase("attack").unit("nk-12div-30", "1005");
    assert_eq!(fight(base().weak("us-9-2", "1105", 2)), (1, 1), "1 against 2 in clear is -1: column 5");
    assert_eq!(fight(base().unit("us-9-2", "1105")), (0, 1), "2 against 2: column 6");
    let supported = base().weak("us-9-2", "1105", 2).hand("un", &[1]);
    assert_eq!(fight(supported), (0, 1), "a marker makes it 0");
}

#[test]
fn a_key_hex_is_left_empty() {
    let turn = |setup: Setup| conduct(&setup, &["pass"], "key hex left empty");
    let base = || inchon().turn(3).phase("mobile-combat").unit("nk-42-1", "0208");
    assert_eq!(
        turn(base().unit("usmc-1", "0310")),
        (1, 2),
        "0109, two hexes from a unit that could stand there"
    );
    assert_eq!(turn(base().unit("usmc-1", "0109")), (0, 2), "the only unit stands on one of them");
    let busy = base().unit("usmc-1", "0209");
    assert_eq!(turn(busy), (0, 2), "the only unit near has an enemy before it");
    let nobody = base().unit("usmc-1", "0710");
    assert_eq!(turn(nobody), (0, 2), "nobody is near enough to stand there");
    let far = inchon().turn(3).phase("mobile-combat").unit("nk-42-1", "1207").unit("usmc-1", "0310");
    assert_eq!(turn(far), (0, 0), "no enemy is near");
}

#[test]
fn a_unit_sits_out_of_supply() {
    let turn = |setup: Setup| conduct(&setup, &["pass"], "idle without supply");
    let base = || pusan().player("un").phase("mobile-combat").unit("us-7-1c", "2205");
    assert_eq!(turn(base()), (0, 1), "a line of supply on its own side of the Naktong");
    assert_eq!(turn(base().unit("us-5-1c", "2104")), (1, 2), "no line crosses the Naktong");
    let moved = base().phase("movement").unit("us-5-1c", "2104");
    let march = ["move us-5-1c", "to 2004", "pass", "pass", "pass", "pass", "pass"];
    assert_eq!(conduct(&moved, &march, "idle without supply"), (0, 2), "it is on its way");
    let engaged = base().unit("us-5-1c", "2104").unit("nk-9div-85", "2103");
    assert_eq!(turn(engaged), (0, 2), "it has an enemy before it");
}

#[test]
fn a_source_of_supply_has_nobody_near_it() {
    let turn = |setup: Setup| conduct(&setup, &["pass"], "source unguarded");
    let base = || inchon().turn(3).phase("mobile-combat").unit("nk-42-1", "0208");
    assert_eq!(turn(base().unit("usmc-1", "0710")), (1, 1), "an enemy is near, and nobody of ours");
    assert_eq!(turn(base().unit("usmc-1", "0109")), (0, 1), "it has a guard");
    let far = inchon().turn(3).phase("mobile-combat").unit("nk-42-1", "1207");
    assert_eq!(turn(far.unit("usmc-1", "0710")), (0, 0), "no enemy is near");
}

/// Dossier 8: officers rebuild every turn, keep out of hopeless columns, man what they hold and mind their supply.
#[test]
fn officers_have_hardly_any_bad_habits() {
    let mut all = Habits::default();
    for scenario in ["pusan", "inchon", "chosin"] {
        for seed in 0..3 {
            all.add(0, &officers(scenario, seed), 0);
            all.add(0, &officers(scenario, seed), 1);
        }
    }
    for (i, habit) in rules().habits().iter().enumerate().take(4) {
        let count = all.count(0, i);
        assert!(count.occasions > 100, "{}: {count:?}", habit.habit);
        assert!(count.rate() < 0.03, "{}: {count:?}", habit.habit);
    }
}

/// North Korea does not march out of Seoul on the first day: three units that fight stay in its seven hexes.
#[test]
fn a_garrison_stays_in_seoul_on_the_first_day() {
    const SEOUL: [&str; 7] = ["1106", "1205", "1206", "1305", "1306", "1405", "1406"];
    const POSTS: [&str; 3] = ["nk-hq", "nk-dep", "nk-dummy"];
    for seed in 20..26 {
        let (_, state) = officers_until("inchon", seed, 2);
        let position = serde_json::to_value(rules().position(&state)).expect("a position");
        let units = position["units"].as_object().expect("units");
        let stays = |(id, unit): &(&String, &serde_json::Value)| {
            let here = unit["at"].as_str().is_some_and(|at| SEOUL.contains(&at));
            here && id.starts_with("nk-") && !POSTS.iter().any(|post| id.contains(post))
        };
        let there: Vec<_> = units.iter().filter(stays).map(|(id, _)| id).collect();
        assert!(there.len() >= 3, "seed {seed}: only {there:?} stay");
    }
}

/// A game between two officers.
fn officers(scenario: &str, seed: u64) -> Habits {
    officers_until(scenario, seed, u16::MAX).0
}

/// A game between two officers up to the start of a game turn.
fn officers_until(scenario: &str, seed: u64, turn: u16) -> (Habits, korean_battles::State) {
    let levels = players::levels::<korean_battles::KoreanBattles>();
    let officer = levels.iter().find(|p| p.level().level == "officer").expect("a level");
    let info = rules().info().scenarios.iter().find(|s| s.scenario == scenario).expect("a scenario");
    let options = Options::default().complete(info).expect("options");
    let mut play = Play::muted(Dice::seeded(Seed::from_number(seed)));
    let mut state = rules().setup(scenario, &options, &mut play).expect("set-up");
    let (mut random, mut memories) = (Random::new(seed), [Memory::default(), Memory::default()]);
    let mut habits = Habits::default();
    while let Some(seat) = rules().to_act(&state).first().filter(|_| rules().turn(&state) < turn) {
        let view = View::of(rules(), &state, SeatSet::one(seat));
        let memory = &mut memories[seat.index()];
        let action = officer.choose(rules(), &view, seat, &mut random, memory, &Unhurried);
        let before = state.clone();
        play.begin();
        rules().apply(&mut state, seat, action, &mut play).expect("legal");
        rules().watch(&before, seat, action, &state, &mut habits);
    }
    (habits, state)
}
