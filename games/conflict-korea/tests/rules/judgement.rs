//! The computer commander, the briefings and the guided game.

use crate::common::*;
use conflict_korea::actions::Action;
use conflict_korea::state::BY_CONTACT;
use engine::{Judge, Judgement, Papers, Random, Seat, SeatSet, View};
use testkit::Table;

/// Plays a scenario by the plans of both sides, each made and followed by what it sees; says after how many actions.
fn self_play(scenario: &str, turns: u8, seed: u64) -> (State, usize) {
    let mut st = start(scenario);
    let last = st.turn + turns;
    let mut random = Random::new(seed);
    let mut play = Play::muted(Dice::seeded(Seed::from_number(seed)));
    let mut kept = None;
    let mut legal = Vec::new();
    for count in 0.. {
        let Some(seat) = game().to_act(&st).first().filter(|_| st.turn < last) else { return (st, count) };
        let view = View::of(game(), &st, SeatSet::one(seat));
        let known = game().sample(&view, &mut random);
        let stretch = game().stretch(&st);
        if kept.as_ref().is_none_or(|(s, _)| *s != stretch) {
            let mut plans = Vec::new();
            game().plans(&known, seat, 1, &mut random, &mut plans);
            kept = plans.pop().map(|plan| (stretch, plan));
        }
        let Some((_, plan)) = &kept else { panic!("there is no plan") };
        game().legal(view.state(), seat, &mut legal);
        let action = game().follow(&known, seat, plan, &legal, &mut random);
        play.begin();
        game().apply(&mut st, seat, action, &mut play).unwrap_or_else(|e| panic!("{action:?}: {:?}", e.rule));
        assert!(count < 20_000, "following a plan does not end");
    }
    unreachable!("the loop ends by itself")
}

/// 8.1 The invader gains ground, and the Perimeter of September holds.
#[test]
fn the_invasion_gains_ground() {
    let (st, _) = self_play("dragon-wakes", 4, 38);
    assert!(scope(&st).difference(&st) <= -40, "D {}", scope(&st).difference(&st));
    let (st, _) = self_play("chromite", 2, 38);
    assert!(scope(&st).friendly(&st, UN, hex("26,59")), "Pusan is held");
}

/// 8.5 The calibration: Seoul is attacked by turn 2, the invader stands at the Naktong after turn 10 and Pusan is held, and
/// after turn 16 the tide has turned. Of two hundred games three in four fit or more (`docs/conflict-korea.md`).
#[test]
fn the_war_takes_its_course() {
    let checks = [(2, -3..=-1), (10, -7..=-5), (16, -1..=4)];
    let mut fits = [0; 3];
    let mut pusan = 0;
    for seed in 1..=8 {
        for (check, (turns, levels)) in checks.iter().enumerate() {
            let (st, _) = self_play("dragon-wakes", *turns, seed);
            fits[check] += u32::from(levels.contains(&scope(&st).level(&st)));
            pusan += u32::from(*turns == 10 && scope(&st).friendly(&st, UN, hex("26,59")));
        }
    }
    assert!(fits.iter().all(|&n| n >= 5), "of eight games after turns 2, 10 and 16: {fits:?}");
    assert!(pusan >= 6, "Pusan is held in three of four games: {pusan} of 8");
}

/// The whole of the shortest scenario is played to its end.
#[test]
fn the_computer_plays_to_the_end() {
    let (st, _) = self_play("tomorrows-war", 20, 5);
    assert_eq!(st.phase, Phase::Over);
}

/// 8.3 A better capability asks for more before it attacks; sure things are attacked, hopeless ones are not.
#[test]
fn an_assault_must_promise_enough() {
    let mut st = start("dragon-wakes");
    let f = force(&st, "NK-4Div");
    let mut plans = Vec::new();
    game().plans(&st, Seat(COM), 1, &mut Random::new(1), &mut plans);
    orders(&mut st, COM, true);
    let mut legal = Vec::new();
    game().legal(&st, Seat(COM), &mut legal);
    let action = game().follow(&st, Seat(COM), &plans[0], &legal, &mut Random::new(1));
    assert!(matches!(action, Action::Select { .. }), "the first turn is for attacking: {action:?}");
    // One ROK regiment against a dug-in division has no business attacking.
    let rok = force(&st, "RK-1");
    only(&mut st, &[f, rok]);
    st.seen[1][hex("15,36").index()] = BY_CONTACT;
    orders(&mut st, UN, true);
    plans.clear();
    game().plans(&st, Seat(UN), 1, &mut Random::new(1), &mut plans);
    let chosen = format!("{:?}", plans[0]);
    assert!(!chosen.contains("Assault"), "{chosen}");
    assert!(game().evaluate(&st, COM) > game().evaluate(&st, UN));
}

/// Briefings for both sides of all scenarios; the guided game can be played as it says.
#[test]
fn papers_are_complete_and_playable() {
    let papers = Papers::read(&conflict_korea::files(), game().info()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(papers.briefings.len(), 8);
    assert!(papers.briefings.iter().all(|b| b.advice.len() == 3));
    for guide in &papers.guides {
        let mut table = Table::start(game(), &guide.scenario, &[]);
        for (_, action) in guide.steps.iter().flat_map(|s| &s.play) {
            table.act(action);
        }
    }
}

/// 8.3 North Korea goes south and the United Nations fall back in the first weeks, whatever each knows of the other; later the
/// balance of strength decides. Every script belongs to a scenario.
/// [proves: ck x-posture]
#[test]
fn the_computer_follows_the_course_of_the_war() {
    use conflict_korea::files::Posture;
    let mut st = start("dragon-wakes");
    let posture = |st: &State, side| scope(st).outlook(st, side).posture;
    assert_eq!([posture(&st, COM), posture(&st, UN)], [Posture::Advance, Posture::Withdraw]);
    st.turn = 8;
    assert_eq!(posture(&st, UN), Posture::Hold);
    // From the winter on the United Nations hold their line while they are even, and strike back while they are behind.
    st.turn = 30;
    assert_eq!((scope(&st).level(&st), posture(&st, UN)), (0, Posture::Hold));
    let lost: Vec<usize> = scope(&st).cities(&st, UN).iter().take(2).collect();
    lost.into_iter().for_each(|city| st.owner.set(city, false));
    assert_eq!((scope(&st).level(&st), posture(&st, UN)), (-2, Posture::Advance));
    // 8.1 The Communists are content with a level.
    assert_eq!(posture(&st, COM), Posture::Hold);
    st = start("dragon-wakes");
    let ratios = [1.3, 1.29, 0.7, 0.69].map(Posture::of);
    assert_eq!(ratios, [Posture::Advance, Posture::Hold, Posture::Hold, Posture::Withdraw]);
    for script in &scope(&st).world.tables.scripts {
        let known = game().info().scenario(&script.scenario).is_some();
        assert!(known && script.from <= script.to, "{script:?}");
    }
}

/// 8.3 The table of five: what a commander asks of an assault, and how many forces he brings.
/// [proves: ck x-commanders]
#[test]
fn commanders_differ_by_capability() {
    let st = start("dragon-wakes");
    let table = |field: fn(&conflict_korea::data::Commander) -> u8| {
        scope(&st).world.tables.commanders.each_ref().map(field)
    };
    assert_eq!(table(|c| c.noise), [40, 25, 10, 5, 0]);
    assert_eq!(table(|c| c.least_loss), [8, 10, 12, 12, 12]);
    assert_eq!(table(|c| c.least_ratio), [6, 9, 12, 14, 15]);
    assert_eq!(table(|c| c.bundle), [1, 2, 4, 6, 12]);
    assert_eq!(table(|c| c.restless), [30, 15, 5, 0, 0]);
    assert_eq!(table(|c| c.least_readiness), [50, 60, 65, 70, 75]);
    assert_eq!(table(|c| c.reserve), [0, 5, 10, 15, 20]);
    // A pushover does not move in the second phase; the United Nations play by the middle row.
    let mut weak = st.clone();
    weak.choices.capability = 0;
    orders(&mut weak, COM, false);
    let mut plans = Vec::new();
    game().plans(&weak, Seat(COM), 1, &mut Random::new(1), &mut plans);
    assert!(!format!("{:?}", plans[0]).contains("Go("), "{:?}", plans[0]);
    assert_eq!(scope(&weak).commander(&weak, UN).bundle, 4);
    assert_eq!(scope(&weak).commander(&weak, COM).bundle, 1);
}

/// The part of a plan that can be decided otherwise: an assault left out or forced, a force sent elsewhere, another stress. A
/// plan changed in one place can be followed to the end of the phase like any other.
#[test]
fn plans_can_be_changed_part_by_part() {
    let mut st = start("dragon-wakes");
    orders(&mut st, COM, true);
    let mut random = Random::new(1);
    let mut plans = Vec::new();
    game().plans(&st, Seat(COM), 1, &mut random, &mut plans);
    let genome = game().genome(&st, Seat(COM), &plans[0]);
    assert!(genome.len() > 10 && genome.iter().all(|g| g.options.len() > 1), "{genome:?}");
    let same = game().express(&st, Seat(COM), &plans[0], &vec![0; genome.len()]);
    let words = game().words(&st, Seat(COM), &plans[0]);
    assert_eq!(game().words(&st, Seat(COM), &same), words);
    assert!(words.contains("assault") && words.ends_with("forces move"), "{words}");
    let assaults = |plan: &conflict_korea::Plan| format!("{plan:?}").matches("Assault(").count();
    let (mut more, mut fewer) = (0, 0);
    for gene in 0..genome.len() {
        let mut choice = vec![0; genome.len()];
        choice[gene] = 1;
        let other = game().express(&st, Seat(COM), &plans[0], &choice);
        // The parts of the first plan are worked out and those of the others not.
        more += u32::from(assaults(&other) > assaults(&same));
        fewer += u32::from(assaults(&other) < assaults(&same));
        let (mut st, mut legal) = (st.clone(), Vec::new());
        let mut play = Play::muted(Dice::seeded(Seed::from_number(1)));
        for steps in 0.. {
            game().legal(&st, Seat(COM), &mut legal);
            let action = game().follow(&st, Seat(COM), &other, &legal, &mut random);
            if action == Action::EndPhase {
                break;
            }
            play.begin();
            game().apply(&mut st, Seat(COM), action, &mut play).unwrap_or_else(|e| panic!("{e}"));
            assert!(steps < 1000, "gene {gene} does not end");
        }
    }
    assert!(more > 0 && fewer > 0, "{more} plans with more assaults, {fewer} with fewer");
    assert!(!game().is_answer(&st, Seat(COM)));
    st.frames.push(Frame::Strikes(conflict_korea::frames::Strikes { air: 0 }));
    assert!(game().is_answer(&st, Seat(UN)), "a strike is weighed target by target");
}

/// 8.1, 8.2 The typical mistakes are counted: a regiment that assaults a division in its trenches, guns in the front line,
/// commandos after the third turn, a port of which nobody takes care.
#[test]
fn typical_mistakes_are_counted() {
    use engine::Habits;
    let lapses = |st: &State, side: u8, habit: &str| {
        let mut habits = Habits::default();
        game().watch(st, Seat(side), Action::EndPhase, st, &mut habits);
        let number =
            game().habits().iter().position(|h| h.habit == habit).unwrap_or_else(|| panic!("{habit}"));
        let count = habits.count(side, number);
        (count.lapses, count.lapses <= count.occasions)
    };
    let mut st = start("dragon-wakes");
    let (nk, rok) = (force(&st, "NK-4Div"), force(&st, "RK-1"));
    only(&mut st, &[nk, rok]);
    put(&mut st, nk, "15,36");
    put(&mut st, rok, "15,37");
    set(&mut st, "NK-4Div", 100, Experience::Veteran, true);
    all_seen(&mut st);
    orders(&mut st, UN, true);
    assert_eq!(lapses(&st, UN, "hopeless assault"), (0, true), "nobody assaults");
    st.force_mut(rok).order = 0;
    assert_eq!(scope(&st).target(&st, rok), Some(hex("15,36")));
    assert_eq!(lapses(&st, UN, "hopeless assault"), (1, true));
    orders(&mut st, COM, false);
    assert!(lapses(&st, COM, "port without a garrison").0 > 0, "one division guards no port");
    let mut st = start("tomorrows-war");
    let guns = [COM, UN]
        .into_iter()
        .flat_map(|s| st.forces_of(s))
        .find(|&f| conflict_korea::names::look(st.force(f).look).1 == conflict_korea::data::Kind::Harty);
    let guns = guns.unwrap_or_else(|| panic!("1995 has guns"));
    let enemy = st.forces_of(1 - guns.side()).next().unwrap_or_else(|| panic!("and enemies"));
    only(&mut st, &[guns, enemy]);
    put(&mut st, enemy, "15,36");
    put(&mut st, guns, "15,38");
    all_seen(&mut st);
    orders(&mut st, guns.side(), false);
    assert_eq!(lapses(&st, guns.side(), "artillery in the front line"), (0, true));
    put(&mut st, guns, "15,37");
    assert_eq!(lapses(&st, guns.side(), "artillery in the front line"), (1, true));
}

/// 4.23, 6.32 Whether an enemy is dug in nobody can see: what is imagined behind a view, and so every preview, has it both
/// ways. [proves: ck 6.32]
#[test]
fn trenches_are_imagined_both_ways() {
    let st = start("dragon-wakes");
    let view = View::of(game(), &st, SeatSet::one(Seat(COM)));
    let mut random = Random::new(38);
    let dug_in = (0..40)
        .filter(|_| {
            let imagined = game().sample(&view, &mut random);
            let units: Vec<UnitId> =
                imagined.in_hex(hex("15,37")).flat_map(|f| imagined.units_of(f)).collect();
            assert!(!units.is_empty(), "somebody stands there");
            units.iter().any(|&u| imagined.unit(u).has(ENTRENCHED))
        })
        .count();
    assert!((8..=32).contains(&dug_in), "{dug_in} of 40");
}
