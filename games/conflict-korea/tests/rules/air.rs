//! 3.21, 4.1 The air war.

use crate::common::*;
use conflict_korea::air::{after_loss, air_loss, effective};
use conflict_korea::data::{Basing, Mission};
use conflict_korea::state::AirId;
use testkit::Table;

fn air(st: &State, id: &str) -> AirId {
    let found = scope(st).world.air.iter().position(|a| a.id == id);
    AirId(found.unwrap_or_else(|| panic!("{id}")) as u8)
}

fn mission(st: &mut State, id: &str, mission: Mission) {
    let a = air(st, id);
    st.wings[a.0 as usize].mission = mission;
}

fn all_on(st: &mut State, mission: Mission) {
    st.wings.iter_mut().for_each(|w| w.mission = mission);
}

/// W3, A5 [proves: ck 4.11, ck 4.11-cil]
#[test]
fn the_interdiction_level_grows_and_is_fought_down() {
    for (turn, cil, air_to_air, then) in [(10, 0, 40, 2), (30, 190, 23, 196)] {
        let mut st = start("chromite");
        all_on(&mut st, Mission::Interdiction);
        (st.turn, st.cil) = (turn, cil);
        let a = air(&st, "A01");
        let wing = &mut st.wings[a.0 as usize];
        (wing.mission, wing.base, wing.a2a) = (Mission::Superiority, Basing::Korea, air_to_air);
        assert_eq!(scope(&st).superiority(&st, UN), i32::from(air_to_air));
        assert_eq!(scope(&st).projected_cil(&st), then, "shown before it happens");
        scope(&st).air_war(&mut st, &mut dice(&[]));
        assert_eq!(st.cil, then);
    }
    let st = start("chromite");
    let steps = &scope(&st).world.tables.cil;
    let grows = [1u8, 9, 10, 25, 26, 45].map(|t| conflict_korea::data::step_of(steps, t));
    assert_eq!(grows, [0, 0, 10, 10, 15, 15]);
}

/// W13, A3 [proves: ck 4.11, ck 4.11-effective]
#[test]
fn fighters_protect_bombers_from_interception() {
    assert_eq!(effective(10, 25, 20), 10);
    assert_eq!([6, 20, 30].map(|cil| effective(18, 6, cil)), [18, 4, 0]);
}

/// W4 [proves: ck 4.11]
#[test]
fn interdiction_lowers_the_stockpile() {
    for (roll, left) in [(21, 55), (1, 75)] {
        let mut st = start("chromite");
        all_on(&mut st, Mission::Superiority);
        (st.cil, st.stock) = (0, [75, 60]);
        // Two hundred points of air-to-ground strength: 30 + 30 + 30 + 30 + 30 + 22 + 20 + 8.
        for id in ["A03", "A09", "A10", "A14", "A15", "A02", "A06", "A07"] {
            mission(&mut st, id, Mission::Interdiction);
        }
        assert_eq!(scope(&st).interdiction_level(&st, UN), 20);
        let mut play = dice(&[roll]);
        st.turn = 9;
        st.wings.iter_mut().filter(|w| w.mission == Mission::Superiority).for_each(|w| w.a2a = 0);
        // A06 flies from turn 2, A09 and A10 from turn 3, A14 and A15 from turns 7 and 8.
        scope(&st).air_war(&mut st, &mut play);
        assert_eq!((st.interdiction[1], st.stock[0]), (20, left));
        all_drawn(&mut play);
    }
}

/// W10 [proves: ck 4.12]
#[test]
fn both_sides_interdict_in_1995() {
    let mut st = start("tomorrows-war");
    all_on(&mut st, Mission::Interdiction);
    st.wings.iter_mut().for_each(|w| (w.a2g, w.a2a) = (0, 0));
    st.stock = [100, 95];
    let [ours, theirs] = ["U01", "N01"].map(|id| air(&st, id).0 as usize);
    st.wings[ours].a2g = 200;
    assert_eq!([scope(&st).interdiction_level(&st, UN), scope(&st).interdiction_level(&st, COM)], [20, 0]);
    let mut play = dice(&[21]);
    scope(&st).air_war(&mut st, &mut play);
    all_drawn(&mut play);
    assert_eq!((st.interdiction, st.stock), ([0, 20], [80, 95]));
    // And the other way round.
    (st.wings[ours].a2g, st.wings[theirs].a2g) = (0, 50);
    let mut play = dice(&[6]);
    scope(&st).air_war(&mut st, &mut play);
    all_drawn(&mut play);
    assert_eq!((st.interdiction, st.stock), ([5, 0], [80, 90]));
}

/// A7, A8 [proves: ck 4.12, ck 4.1, ck 4.12-losses]
#[test]
fn air_losses_of_1995_are_permanent() {
    let mut st = start("tomorrows-war");
    all_on(&mut st, Mission::Interdiction);
    st.wings.iter_mut().for_each(|w| (w.a2g, w.a2a) = (0, 0));
    let mut fly = |id: &str, mission, a2g, a2a| {
        let a = air(&st, id).0 as usize;
        (st.wings[a].mission, st.wings[a].a2g, st.wings[a].a2a) = (mission, a2g, a2a);
        a
    };
    let [u1, u2] = [fly("U01", Mission::Superiority, 0, 120), fly("U02", Mission::GroundAttack, 0, 50)];
    let [n1, n2] = [fly("N01", Mission::Superiority, 24, 90), fly("N02", Mission::Interdiction, 0, 20)];
    // 120 and a fifth of 50 against 90 and a fifth of 20: 130 against 94.
    scope(&st).air_war(&mut st, &mut dice(&[]));
    // 7 per cent for the United Nations, 13 for the Communists, each rounded half up.
    assert_eq!([u1, u2, n1, n2].map(|a| st.wings[a].a2a), [120 - 8, 50 - 4, 90 - 12, 20 - 3]);
    assert_eq!(st.wings[n1].a2g, 21, "24 less 3.12");
    assert_eq!((air_loss(130, 94, 10, 40), air_loss(94, 130, 10, 40)), (7, 13));
    assert_eq!(after_loss(24, 13), 21);
}

/// A4 and the table of 3.21 [proves: ck 3.21]
#[test]
fn weather_and_base_change_the_strengths() {
    let mut st = start("chromite");
    let a = air(&st, "A05");
    st.wings[a.0 as usize].base = Basing::Japan;
    st.weather = storm();
    assert_eq!(scope(&st).air_strength(&st, a), (4, 3));
    st.wings[a.0 as usize].base = Basing::Korea;
    assert_eq!(scope(&st).air_strength(&st, a), (16 * 33 / 100, 12 * 33 / 100));
    let b29 = air(&st, "A14");
    st.wings[b29.0 as usize].mission = Mission::Superiority;
    assert_eq!(
        scope(&st).air_strength(&st, b29),
        (15, 1),
        "half in storms, and halved again in air superiority"
    );
}

/// 4.4.8 Marines have the first field, jets need a major one, and fields near the enemy are of no use. [proves: ck 3.21, ck 3.21-bases]
#[test]
fn bases_are_found_by_need() {
    let mut st = start("chromite");
    scope(&st).find_bases(&mut st);
    assert!(
        st.wings.iter().all(|w| w.base != Basing::Korea),
        "the enemy is within four hexes of every field"
    );
    only(&mut st, &[]);
    scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, true));
    scope(&st).find_bases(&mut st);
    let mag = st.wings[air(&st, "A12").0 as usize];
    assert_eq!(mag.base, Basing::Korea);
    assert_eq!(scope(&st).air_strength(&st, air(&st, "A12")), (26, 8));
    let jet = st.wings[air(&st, "A01").0 as usize];
    let field = scope(&st).ground.field(HexId(jet.field));
    assert!(jet.base == Basing::Korea && field.is_some_and(|f| f.major));
}

/// A1 [proves: ck 4.13, ck 4.13-lethality]
#[test]
fn terrain_and_trenches_weaken_a_strike() {
    let mut st = start("chromite");
    st.weather.visibility = Visibility::Cloudy;
    mission(&mut st, "A14", Mission::GroundAttack);
    let a = air(&st, "A14");
    // 22,52 is rough and outside MiG Alley.
    assert_eq!(scope(&st).strike_lethality(&st, a, hex("22,52"), true), 8);
    let nk = force(&st, "NK-3Div");
    only(&mut st, &[nk]);
    set(&mut st, "NK-3Div", 80, Experience::Seasoned, true);
    set(&mut st, "NK-203TankRgt", 80, Experience::Seasoned, true);
    let mut play = dice(&[0; 7]);
    play.dice_mut().script([1]);
    scope(&st).strike(&mut st, a, hex("22,52"), &mut play);
    assert_eq!(readiness(&st, "NK-3Div"), 76);
    // Survivability 10 (rifles) is hit with 8 * 5 / 10 = 4 per cent.
    let rifles = play.dice().drawn().iter().find(|d| d.at_most == 4);
    assert!(rifles.is_some(), "{:?}", play.dice().drawn());
    // Survivability 2 (heavy artillery) with 8 * 13 / 10 = 10 per cent.
    let mut st = start("dragon-wakes");
    st.weather.visibility = Visibility::Cloudy;
    mission(&mut st, "A14", Mission::GroundAttack);
    set(&mut st, "NK-ArmyArtyRgt", 80, Experience::Seasoned, true);
    let mut play = dice(&[0, 0, 1]);
    scope(&st).strike(&mut st, a, hex("15,35"), &mut play);
    let odds: Vec<u32> =
        play.dice().drawn().iter().filter(|d| d.label == "air strike").map(|d| d.at_most).collect();
    assert_eq!(odds, [9, 10], "medium artillery 8 * 12 / 10, heavy 10");
    assert_eq!(readiness(&st, "NK-ArmyArtyRgt"), 76);
}

/// A2 [proves: ck 4.13, ck 4.13-lethality]
#[test]
fn marines_call_their_own_aircraft() {
    let mut st = start("cold-steel");
    let (usmc, nk) = (force(&st, "MC-5MarRCT"), force(&st, "NK-17TankBde"));
    only(&mut st, &[usmc, nk]);
    put(&mut st, nk, "15,41");
    put(&mut st, usmc, "15,42");
    for id in ["NK-46Div", "NK-17TankBde"] {
        set(&mut st, id, 60, Experience::Green, false);
    }
    mission(&mut st, "A12", Mission::GroundAttack);
    let a = air(&st, "A12");
    st.wings[a.0 as usize].base = Basing::Korea;
    assert_eq!(scope(&st).strike_lethality(&st, a, hex("15,41"), false), 39);
    let mut play = dice(&[0; 12]);
    scope(&st).strike(&mut st, a, hex("15,41"), &mut play);
    let odds: Vec<u32> =
        play.dice().drawn().iter().filter(|d| d.label == "air strike").map(|d| d.at_most).collect();
    assert!(odds.contains(&19) && odds.contains(&31), "rifles 19, medium tanks 31: {odds:?}");
    assert_eq!(readiness(&st, "NK-46Div"), 50, "not below 50");
    set(&mut st, "NK-46Div", 90, Experience::Green, false);
    scope(&st).strike(&mut st, a, hex("15,41"), &mut dice(&[0; 12]));
    assert_eq!(readiness(&st, "NK-46Div"), 90 - 19);
}

/// A6 [proves: ck 4.13, ck 4.13-hidden]
#[test]
fn hidden_chinese_are_not_found_at_first() {
    for (turn, found) in [(22, false), (23, true)] {
        let mut st = start("cold-steel");
        st.seen[1] = conflict_korea::sparse::Sparse::default();
        st.turn = turn;
        let f = force(&st, "CH-1ArtyDiv");
        assert_eq!(st.force(f).hex, hex("8,22"));
        assert_eq!(scope(&st).findable(&st, UN, f), found);
        mission(&mut st, "A03", Mission::GroundAttack);
        let a = air(&st, "A03");
        let mut play = dice(&[]);
        scope(&st).strike(&mut st, a, hex("8,22"), &mut play);
        assert_eq!(st.known_enemy(UN, hex("8,22")), found);
    }
}

/// A9 [proves: ck 4.13]
#[test]
fn the_ground_shoots_back_in_1995() {
    for (roll, lost) in [(60, 1), (61, 0)] {
        let mut st = start("tomorrows-war");
        let f = force(&st, "N5-105");
        only(&mut st, &[f]);
        assert_eq!(st.force(f).units.len(), 6);
        let a = air(&st, "U02");
        (st.wings[a.0 as usize].mission, st.wings[a.0 as usize].a2g) = (Mission::GroundAttack, 0);
        let mut play = dice(&[1, roll]);
        let before = st.wings[a.0 as usize].a2a;
        scope(&st).strike(&mut st, a, hex("11,35"), &mut play);
        all_drawn(&mut play);
        assert_eq!(before - st.wings[a.0 as usize].a2a, lost);
    }
}

/// 3.21, 2.112 Missions are the player's in the first phase, unless the program flies. [proves: ck 3.21, ck 2.112]
#[test]
fn the_program_may_fly() {
    let mut st = start("chromite");
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st.clone());
    table.act("air operations").act("order A04 superiority").act("done");
    let a = air(&st, "A04");
    assert_eq!(table.state().wings[a.0 as usize].mission, Mission::Superiority);
    orders(&mut st, COM, true);
    Table::of(game(), st.clone()).refuses("air operations", "ck 3.21", "no air");
    orders(&mut st, UN, true);
    st.choices.program_air = true;
    Table::of(game(), st.clone()).refuses("air operations", "ck 2.112", "program");
    scope(&st).program_missions(&mut st, UN);
    let sum = scope(&st).superiority(&st, UN);
    assert!(sum >= 50, "ten a turn are held down: {sum}");
    let bombers = ["A02", "A03", "A09"].map(|id| st.wings[air(&st, id).0 as usize].mission);
    assert_eq!(bombers, [Mission::Interdiction; 3], "long-range units interdict");
}
