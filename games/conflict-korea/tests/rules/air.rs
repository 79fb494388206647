//! 3.21, 4.1 The air war.

use crate::common::*;
use conflict_korea::air::{after_loss, air_loss, effective};
use conflict_korea::data::{Basing, Mission};
use conflict_korea::state::AirId;
use engine::scene::scene_of;
use engine::{Seat, SeatSet, View};
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
    // Infantry calls them: 26 by the guns of the Marines alone, or by other infantry.
    for other in ["MC-11MarFAB", "MC-1MarTankBn", "US-9RCT"] {
        let mut st = st.clone();
        only(&mut st, &[nk]);
        form(&mut st, &[other], "15,42");
        assert_eq!(scope(&st).strike_lethality(&st, a, hex("15,41"), false), 26, "{other}");
    }
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

/// 8.4 Before September 1950 the program sends propeller aircraft with a field in Korea against a strong stack beside the
/// United Nations, and everything else to interdiction; in storms nobody flies close to the ground.
/// [proves: ck 2.112]
#[test]
fn the_program_strikes_only_what_presses() {
    let mut st = start("dragon-wakes");
    st.turn = 5;
    let (division, constables) = (force(&st, "NK-4Div"), force(&st, "NK-3BCBde"));
    let regiment = force(&st, "RK-1");
    only(&mut st, &[division, constables, regiment]);
    all_seen(&mut st);
    for id in ["A01", "A04", "A05", "A08", "A11"] {
        let a = air(&st, id);
        st.wings[a.0 as usize].base = Basing::Korea;
    }
    let flown = |st: &State| {
        let mut st = st.clone();
        scope(&st).program_missions(&mut st, UN);
        let on = |id: &str| st.wings[air(&st, id).0 as usize].mission == Mission::GroundAttack;
        let all = ["A01", "A02", "A03", "A04", "A05", "A06", "A07", "A08", "A11"];
        all.into_iter().filter(|id| on(id)).collect::<Vec<_>>()
    };
    assert_eq!(flown(&st), ["A04", "A08", "A11"]);
    let mut stormy = st.clone();
    stormy.weather = storm();
    assert!(flown(&stormy).is_empty());
    // A few constables are not worth it, nor is a division that nobody sees.
    put(&mut st, division, "7,29");
    put(&mut st, constables, "15,36");
    all_seen(&mut st);
    assert!(flown(&st).is_empty());
    put(&mut st, division, "14,36");
    st.seen = [conflict_korea::sparse::Sparse::default(), conflict_korea::sparse::Sparse::default()];
    assert!(flown(&st).is_empty());
}

/// 8.4 From September 1950 on fighters, the best first, until they hold the Communist level down; a higher level takes more
/// of them. [proves: ck 2.112]
#[test]
fn the_program_sends_enough_fighters_and_no_more() {
    for (cil, wanted) in [(0, 50), (5, 50), (8, 55)] {
        let mut st = start("chromite");
        st.cil = cil;
        scope(&st).program_missions(&mut st, UN);
        let strengths: Vec<i32> = scope(&st)
            .wings(&st, UN)
            .filter(|a| st.wings[a.0 as usize].mission == Mission::Superiority)
            .map(|a| scope(&st).air_strength(&st, a).1)
            .collect();
        let (sum, least) = (strengths.iter().sum::<i32>(), strengths.iter().min().copied().unwrap_or(0));
        assert!(sum >= wanted && sum - least < wanted, "level {cil}: {strengths:?}");
    }
    // A hundred points are more than there are: every short-range unit goes, and no bomber.
    let mut st = start("chromite");
    st.cil = 35;
    scope(&st).program_missions(&mut st, UN);
    for a in scope(&st).wings(&st, UN) {
        let flies = st.wings[a.0 as usize].mission == Mission::Superiority;
        assert_eq!(flies, !scope(&st).air_def(a).long_range);
    }
}

/// 8.4 1995: fighters clear the sky, bombers interdict; from the fifth turn on two of five United Nations units attack
/// ground, and the Communists interdict. [proves: ck 2.112]
#[test]
fn the_program_clears_the_sky_of_1995_first() {
    let mut st = start("tomorrows-war");
    let missions = |st: &State, side: u8| {
        let mut st = st.clone();
        scope(&st).program_missions(&mut st, side);
        let all: Vec<AirId> = scope(&st).wings(&st, side).collect();
        all.into_iter().map(|a| (a, st.wings[a.0 as usize].mission)).collect::<Vec<_>>()
    };
    for side in [COM, UN] {
        for (a, mission) in missions(&st, side) {
            let sky = scope(&st);
            let def = sky.air_def(a);
            let fighter = def.a2a >= def.a2g;
            let wanted = if fighter { Mission::Superiority } else { Mission::Interdiction };
            assert_eq!(mission, wanted, "{}", def.id);
        }
    }
    st.turn = 5;
    assert!(missions(&st, COM).iter().all(|(_, m)| *m == Mission::Interdiction));
    let un = missions(&st, UN);
    let attacking = un.iter().filter(|(_, m)| *m == Mission::GroundAttack).count();
    assert_eq!(attacking, un.len() * 2 / 5 + usize::from(un.len() * 2 % 5 > 0), "two of five");
    assert!(un.iter().all(|(_, m)| *m != Mission::Superiority));
    assert!(un.iter().any(|(a, m)| scope(&st).air_def(*a).id == "U14" && *m == Mission::Interdiction));
}

/// 3.21 While missions are given, every air unit lies in the box of its mission and can be laid into the two others; nobody else
/// sees the display. [proves: ck 3.21]
#[test]
fn missions_are_boxes_of_the_air_display() {
    let mut st = start("chromite");
    st.wings[3].mission = Mission::Interdiction;
    orders(&mut st, UN, true);
    let look = |st: &State, eyes: SeatSet| {
        let view = View::of(game(), st, eyes);
        let scene = scene_of(game(), &view);
        let there = scene.pieces.iter().filter(|p| p.id.starts_with('w'));
        let there: Vec<_> = there.map(|p| (p.id.to_string(), p.at.to_string())).collect();
        let laid = scene.actions.iter().filter(|a| a.piece.as_deref() == Some("w3"));
        let laid: Vec<_> = laid.filter_map(|a| a.place.as_deref().map(str::to_owned)).collect();
        let boxes = scene.panels.iter().filter(|p| p.id.starts_with("air-")).count();
        (there, laid, boxes)
    };
    let un = SeatSet::one(Seat(UN));
    assert_eq!(look(&st, un).2, 0, "not before the air operations are opened");
    let mut table = Table::of(game(), st);
    table.act("air operations");
    let (there, laid, boxes) = look(table.state(), un);
    assert_eq!(there.len(), scope(table.state()).wings(table.state(), UN).count());
    assert!(there.contains(&("w3".to_owned(), "air-interdiction".to_owned())));
    assert_eq!((laid, boxes), (vec!["air-superiority".to_owned(), "air-ground-attack".to_owned()], 3));
    table.act("order A04 superiority");
    assert!(look(table.state(), un).0.contains(&("w3".to_owned(), "air-superiority".to_owned())));
    for eyes in [SeatSet::one(Seat(COM)), SeatSet::NONE] {
        let (there, _, boxes) = look(table.state(), eyes);
        assert!(there.is_empty() && boxes == 0, "the missions are the United Nations' own business");
    }
}
