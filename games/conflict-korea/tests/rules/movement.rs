//! 3.4, 5 Movement and organisation.

use crate::common::*;
use conflict_korea::data::Mission;
use conflict_korea::state::{BLOCKED, NO_ORDER, SPECIAL};
use testkit::Table;

/// The 24th Division alone on the map at Taegu, with 24 points and readiness 90.
fn at_taegu() -> (State, ForceId) {
    let mut st = start("chromite");
    let f = force(&st, "US-19RCT");
    only(&mut st, &[f]);
    for id in ["US-19RCT", "US-21RCT", "US-11FAB", "US-6TankBn"] {
        set(&mut st, id, 90, Experience::Seasoned, false);
    }
    for label in ["22,53", "22,52"] {
        st.owner.set(hex(label).index(), true);
    }
    fresh(&mut st, f, 24);
    orders(&mut st, UN, true);
    (st, f)
}

/// Marches hex by hex.
fn march(st: State, way: &[&str]) -> State {
    let mut table = Table::of(game(), st);
    for label in way {
        let from = table.state().forces_of(UN).next().map(|f| table.state().force(f).hex);
        let from = scope(table.state()).ground.label(from.unwrap_or(hex(label))).to_string();
        table.act(&format!("force {from}a")).act(&format!("go {label}"));
    }
    table.state().clone()
}

/// M1 [proves: ck 3.413, ck 3.41204, ck 3.411]
#[test]
fn roads_and_bridges_are_cheap() {
    let (st, f) = at_taegu();
    let st = march(st, &["22,53", "22,52"]);
    assert_eq!((st.force(f).points, readiness(&st, "US-19RCT")), (19, 85));
}

/// M2 [proves: ck 3.41201]
#[test]
fn storms_and_refugees_close_the_roads_but_not_the_bridges() {
    for closed in [true, false] {
        let (mut st, f) = at_taegu();
        if closed {
            st.weather = storm();
        } else {
            st.refugees = true;
        }
        let st = march(st, &["22,53", "22,52"]);
        assert_eq!((st.force(f).points, readiness(&st, "US-19RCT")), (17, 83));
    }
    let mut st = start("tomorrows-war");
    st.weather = storm();
    assert!(scope(&st).roads_open(&st, COM), "in 1995 storms close no roads");
}

/// M3 [proves: ck 3.41204, ck 3.41206, ck 3.411-back]
#[test]
fn an_enemy_river_hex_has_no_bridge() {
    let (mut st, f) = at_taegu();
    st.owner.set(hex("22,52").index(), false);
    let mut st = march(st, &["22,53"]);
    assert_eq!(st.force(f).points, 22);
    let mut play = dice(&[]);
    scope(&st).march(&mut st, f, hex("22,52"), &mut play);
    assert_eq!(st.force(f).points, 15);
    assert!(play.is_final(), "it can't be taken back");
    assert!(st.owner.has(hex("22,52").index()), "it belongs to its occupier");
}

/// 3.411 A step into enemy ground is final, one on friendly ground far from the enemy is not. [proves: ck 3.411, ck 3.411-back]
#[test]
fn steps_into_enemy_ground_are_final() {
    for enemy in [false, true] {
        let (mut st, f) = at_taegu();
        for h in st.seen[1].iter_mut() {
            *h = conflict_korea::state::BY_CONTACT;
        }
        st.owner.set(hex("22,53").index(), !enemy);
        let mut play = dice(&[]);
        scope(&st).march(&mut st, f, hex("22,53"), &mut play);
        assert_eq!(play.is_final(), enemy);
    }
}

/// M4 [proves: ck 3.41202]
#[test]
fn leaving_the_enemy_costs_four_points() {
    let mut st = start("dragon-wakes");
    let f = force(&st, "RK-13");
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st);
    table.act("force 14,37a").act("go 14,38");
    assert_eq!(table.state().force(f).points, 12);
}

/// M5 [proves: ck 3.413]
#[test]
fn the_chinese_move_easily_in_rough_ground() {
    let st = start("cold-steel");
    let f = force(&st, "CH-112");
    assert_eq!(st.force(f).points, 12);
    let mut table = Table::of(game(), st);
    table.act("force 10,23a").act("go 11,23");
    assert_eq!(table.state().force(f).points, 6);
}

/// M6 [proves: ck 3.41205]
#[test]
fn a_hex_holds_two_forces() {
    let (mut st, f) = at_taegu();
    let [a, b] = ["US-9RCT", "US-27RCT"].map(|id| {
        let u = unit(&st, id);
        *st.unit_mut(u) = Unit {
            status: Status::OnMap,
            readiness: 90,
            pieces: scope(&st).world.units[u.index()].pieces,
            ..Unit::default()
        };
        st.roster[1].push(u);
        u
    });
    scope(&st).raise(&mut st, UN, 0, &[a], hex("22,53"));
    assert_eq!(scope(&st).entry_cost(&st, f, hex("23,53"), hex("22,53")), Some(3), "one there: a point more");
    scope(&st).raise(&mut st, UN, 0, &[b], hex("22,53"));
    let mut table = Table::of(game(), st);
    table.act("force 23,53a").refuses("go 22,53", "ck 3.41205", "two forces");
}

/// The 3rd Division with its tanks beside the 9th ROK Regiment, which is not dug in.
fn at_pochon(first: bool) -> (State, ForceId) {
    let mut st = start("dragon-wakes");
    let f = force(&st, "NK-3Div");
    set(&mut st, "NK-3Div", 90, Experience::Seasoned, true);
    set(&mut st, "NK-109TankRgt", 90, Experience::Seasoned, true);
    set(&mut st, "RK-9", 50, Experience::Green, false);
    orders(&mut st, COM, first);
    (st, f)
}

/// M7 [proves: ck 3.41203]
#[test]
fn an_assault_needs_six_points() {
    let (mut st, f) = at_pochon(true);
    set(&mut st, "RK-9", 80, Experience::Green, true);
    assert!(!scope(&st).overwhelms(&st, f, hex("16,37")));
    st.force_mut(f).points = 5;
    let mut table = Table::of(game(), st.clone());
    table.act("force 16,36a").refuses("assault 16,37", "ck 3.41203", "needs 6");
    table.act("done");
    assert_eq!(table.state(), &st, "nothing is spent");
}

/// W1 [proves: ck 3.41203, ck 3.411]
#[test]
fn an_assault_is_plotted_to_the_southwest() {
    let mut st = start("dragon-wakes");
    let (rok, nk) = (force(&st, "RK-7"), force(&st, "NK-4Div"));
    only(&mut st, &[rok, nk]);
    put(&mut st, rok, "15,38");
    put(&mut st, nk, "14,39");
    set(&mut st, "RK-7", 85, Experience::Green, true);
    set(&mut st, "RK-16FAB", 85, Experience::Green, true);
    all_seen(&mut st);
    fresh(&mut st, rok, 11);
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st);
    table.act("force 15,38a").act("assault 14,39");
    let st = table.state();
    assert_eq!((st.force(rok).points, scope(st).target(st, rok)), (10, Some(hex("14,39"))));
    assert_eq!([readiness(st, "RK-7"), readiness(st, "RK-16FAB")], [84, 84]);
    assert!(table.said("10SW"));
}

/// M8 [proves: ck 3.41203, ck 4.251, ck 3.41203-overrun]
#[test]
fn a_weak_defender_is_overrun() {
    let (st, f) = at_pochon(true);
    let l = scope(&st).attacking(&st, f).lethality;
    let s = scope(&st).defending(&st, hex("16,37")).survivability;
    assert_eq!((l * 10 / conflict_korea::strength::SCALE, s / conflict_korea::strength::SCALE), (11160, 366));
    let mut table = Table::of(game(), st);
    table.act("force 16,36a").dice(&[50]).act("assault 16,37");
    let st = table.state();
    assert_eq!((st.force(f).hex, st.force(f).points, readiness(st, "NK-3Div")), (hex("16,37"), 13, 85));
    assert_eq!(st.unit(unit(st, "RK-9")).status, Status::Destroyed);
    assert_eq!((st.pools[4][kind("R")], st.pools[4][kind("W")]), (13, 6));
}

/// M9 [proves: ck 3.41203, ck 3.41203-cancel]
#[test]
fn a_failed_overrun_plots_an_assault() {
    let (st, f) = at_pochon(true);
    let mut table = Table::of(game(), st);
    table.act("force 16,36a").dice(&[51]).act("assault 16,37");
    let st = table.state();
    assert_eq!((st.force(f).hex, st.force(f).points, readiness(st, "NK-3Div")), (hex("16,36"), 17, 89));
    assert_eq!(scope(st).target(st, f), Some(hex("16,37")));
    assert!(table.said("17S"));
    table.act("force 16,36a").act("cancel assault");
    assert_eq!(table.state().force(f).order, NO_ORDER);
    assert_eq!(table.state().force(f).points, 17, "the point is not given back");
    table.act("force 16,36a").act("assault 16,37");
    assert_eq!(table.dice_left(), 0, "the second attempt on a hex plots without a roll");
    assert_eq!(table.state().force(f).points, 16);
}

/// M10 [proves: ck 5.1, ck 3.41203]
#[test]
fn in_the_second_phase_a_failed_overrun_ends_the_movement() {
    let (st, f) = at_pochon(false);
    let mut table = Table::of(game(), st);
    table.act("force 16,36a").dice(&[51]).act("assault 16,37");
    let st = table.state();
    assert_eq!((st.force(f).points, readiness(st, "NK-3Div"), st.force(f).order), (0, 90, NO_ORDER));
    table.refuses("air operations", "ck 3.21", "no air");
}

/// 3.41203 Units that change forces take the failed attempt with them: shuffling buys no second one.
/// [proves: ck 3.41203-overrun]
#[test]
fn a_transfer_buys_no_second_overrun() {
    let mut st = start("chromite");
    only(&mut st, &[]);
    let a = form(&mut st, &["US-9RCT", "US-72TankBn"], "23,53");
    let b = form(&mut st, &["US-23RCT"], "23,53");
    let target = hex("22,53");
    assert!(st.tries(a, target));
    let tanks = unit(&st, "US-72TankBn");
    scope(&st).transfer(&mut st, a, tanks, &mut dice(&[]));
    assert!(st.force(b).units.contains(&tanks));
    assert!(!st.tries(b, target), "it was tried by those who came");
    assert!(st.tries(b, hex("24,53")), "another hex was not");
}

/// M11 [proves: ck 3.411, ck 5.22, ck 3.411-bug-out]
#[test]
fn a_force_without_an_allowance_bugs_out() {
    let mut st = start("dragon-wakes");
    let f = force(&st, "RK-17");
    set(&mut st, "RK-17", 50, Experience::Seasoned, false);
    assert_eq!(scope(&st).allowance(&st, f), 0);
    (st.force_mut(f).points, st.force_mut(f).allowance) = (0, 0);
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st);
    table.act("force 5,37a");
    // Rifle platoons are lost above 70, weapons platoons above 56: thirty and forty-four in a hundred.
    table.dice(&[8, 5]).act("bug out");
    let st = table.state();
    assert_eq!((st.force(f).points, readiness(st, "RK-17")), (6, 50));
    assert_eq!((pieces(st, "RK-17", "R"), pieces(st, "RK-17", "W")), (19, 7));
    let mut copy = st.clone();
    let mut play = dice(&[0, 0]);
    scope(st).bug_out(&mut copy, unit(st, "RK-17"), &mut play);
    let thresholds: Vec<u32> = play.dice().drawn().iter().map(|d| d.at_most).collect();
    assert_eq!(thresholds, [30, 44]);
}

/// M12 [proves: ck 3.41208, ck 3.41208-attack]
#[test]
fn trains_are_attacked_from_the_air() {
    let mut st = start("dragon-wakes");
    st.interdiction = [0, 20];
    let mut table = Table::of(game(), st);
    table.act("force 17,28a").dice(&[20, 71, 12, 18, 8, 81, 45]).act("entrain");
    let st = table.state();
    assert_eq!(st.unit(unit(st, "NK-15Div")).status, Status::Destroyed);
    assert_eq!(st.destroyed[0][..], [unit(st, "NK-15Div")]);
    assert_eq!(st.pools[5][kind("LA")], 0, "nothing comes back to the pool");
    assert!(st.stack(hex("17,28")) == 0 && table.prompt().contains("First orders"));
}

/// 3.41208 A train goes over friendly rail and never beside the enemy. [proves: ck 3.41208]
#[test]
fn trains_stay_clear_of_the_enemy() {
    let st = start("dragon-wakes");
    let mut table = Table::of(game(), st);
    table.act("force 17,28a").act("entrain");
    assert!(table.offers("rail 15,34"), "Pyonggang side of the line");
    table.refuses("rail 15,36", "ck 3.41208", "clear of the enemy");
    table.act("rail 15,34");
    let st = table.state();
    let f = force(st, "NK-15Div");
    assert_eq!((st.force(f).hex, st.force(f).points, st.railed[0]), (hex("15,34"), 0, 1));
    assert_eq!(readiness(st, "NK-15Div"), 80, "no readiness is lost");
}

/// M13 [proves: ck 3.41208, ck 6.143]
#[test]
fn five_forces_go_by_rail() {
    let mut st = start("dragon-wakes");
    st.railed = [5, 0];
    st.stock = [50, 50];
    let mut table = Table::of(game(), st);
    table.act("force 17,28a").refuses("entrain", "ck 3.41208", "5 forces");
    let mut st = table.state().clone();
    scope(&st).stockpiles(&mut st, &mut dice(&[]));
    assert_eq!(st.stock[0], 50 - 5 + 10);
}

/// 187 RCT alone at Kimp'o in the clouds of turn 21.
fn at_kimpo() -> (State, ForceId) {
    let mut st = start("cold-steel");
    let f = force(&st, "US-187RCT");
    only(&mut st, &[f]);
    put(&mut st, f, "13,40");
    let u = unit(&st, "US-187RCT");
    st.unit_mut(u).pieces = scope(&st).world.units[u.index()].pieces;
    st.weather.visibility = Visibility::Cloudy;
    st.cil = 2;
    for w in st.wings.iter_mut() {
        w.mission = Mission::Interdiction;
    }
    orders(&mut st, UN, true);
    (st, f)
}

/// M14 [proves: ck 3.41209, ck 3.41209-losses]
#[test]
fn a_drop_in_mig_alley_is_costly() {
    let (st, f) = at_kimpo();
    assert_eq!(scope(&st).drop_loss(&st, hex("9,22")), 22);
    let mut table = Table::of(game(), st.clone());
    table.act("force 13,40a").act("fly").dice(&[12, 27, 18]).act("drop 9,22");
    assert!(!table.state().force(f).exists(), "every piece is lost");
    let mut table = Table::of(game(), st);
    table.act("force 13,40a").act("fly").dice(&[0, 0, 0]).act("drop 9,22");
    let st = table.state();
    assert_eq!((st.force(f).hex, st.force(f).points), (hex("9,22"), 0));
    assert!(st.owner.has(hex("9,22").index()));
}

/// M15 [proves: ck 3.41209, ck 6.143, ck 3.41209-losses]
#[test]
fn a_flight_to_a_friendly_airfield_costs_a_stockpile_point() {
    let (mut st, f) = at_kimpo();
    st.stock = [50, 50];
    let mut table = Table::of(game(), st);
    table.act("force 13,40a").act("fly").act("drop 14,42");
    let mut st = table.state().clone();
    assert_eq!((st.force(f).hex, pieces(&st, "US-187RCT", "R")), (hex("14,42"), 27));
    scope(&st).stockpiles(&mut st, &mut dice(&[]));
    assert_eq!(st.stock[1], 50 - 1 + 15);
}

/// 3.41209 Only 187 RCT flies, and not in storms. [proves: ck 3.41209]
#[test]
fn nothing_flies_in_storms() {
    let (mut st, _) = at_kimpo();
    st.weather = storm();
    let mut table = Table::of(game(), st);
    table.act("force 13,40a").refuses("fly", "ck 3.41209", "not in storms");
}

/// M16 [proves: ck 3.41210]
#[test]
fn marines_cross_an_estuary() {
    let mut st = start("cold-steel");
    let f = force(&st, "MC-1MarRCT");
    only(&mut st, &[f]);
    put(&mut st, f, "12,39");
    fresh(&mut st, f, 24);
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st);
    table.act("force 12,39a").refuses("cross 11,39 to 10,39", "ck 3.41210", "can't be entered");
    table.act("cross 11,39 to 12,40");
    assert_eq!((table.state().force(f).hex, table.state().force(f).points), (hex("12,40"), 22));
}

/// M17 [proves: ck 3.422, ck 1.3, ck 3.422-limits]
#[test]
fn a_force_has_four_infantry_units_and_six_in_all() {
    let mut st = start("chromite");
    only(&mut st, &[]);
    let four = form(&mut st, &["US-19RCT", "US-21RCT", "US-9RCT", "US-23RCT"], "23,53");
    let rest = ["US-5CavRCT", "US-72TankBn", "US-503FAB", "US-82FAB"];
    form(&mut st, &rest, "23,53");
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st);
    table.act("force 23,53b").act("organise");
    table.refuses("transfer US-5CavRCT", "ck 3.422", "infantry");
    table.act("transfer US-72TankBn");
    table.act("force 23,53b").act("organise").act("transfer US-503FAB");
    assert_eq!(table.state().force(four).units.len(), 6, "a tank and an artillery unit are accepted");
    table.act("force 23,53b").act("organise").refuses("transfer US-82FAB", "ck 3.422", "6");
}

/// M18 [proves: ck 3.422]
#[test]
fn a_transfer_takes_the_fewer_points() {
    let mut st = start("chromite");
    let (a, b) = (force(&st, "US-19RCT"), force(&st, "US-5CavRCT"));
    only(&mut st, &[a, b]);
    put(&mut st, b, "23,53");
    (st.force_mut(a).points, st.force_mut(b).points) = (18, 7);
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st);
    table.act("force 23,53b").act("organise").act("transfer US-82FAB");
    let st = table.state();
    assert_eq!((st.force(a).points, st.force(b).points), (7, 7));
    assert_eq!(st.unit(unit(st, "US-82FAB")).force, a);
}

/// 3.422 Armies never mix; a unit alone in its hex forms a new force. [proves: ck 3.422]
#[test]
fn armies_never_mix() {
    let mut st = start("chromite");
    let (us, rok) = (force(&st, "US-19RCT"), force(&st, "RK-11"));
    put(&mut st, rok, "23,53");
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st);
    table.act("force 23,53b").act("organise").refuses("transfer RK-11", "ck 3.422", "never form one force");
    table.act("done");
    let st = table.state();
    assert!(st.force(us).exists());
    let mut st = start("chromite");
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st);
    table.act("force 23,53a").act("organise").act("transfer US-19RCT");
    let st = table.state();
    let new = force(st, "US-19RCT");
    assert_ne!(new, force(st, "US-21RCT"));
    assert_eq!(st.force(new).points, 24);
}

/// M19 [proves: ck 3.422, ck 3.422-smith]
#[test]
fn task_force_smith_dissolves() {
    let mut st = start("dragon-wakes");
    only(&mut st, &[]);
    st.turn = 1;
    scope(&st).reinforce(&mut st, &mut dice(&[]));
    let (smith, other) = (force(&st, "US-TFSmith"), force(&st, "US-34RCT"));
    assert_eq!(
        (pieces(&st, "US-34RCT", "R"), pieces(&st, "US-34RCT", "W"), pieces(&st, "US-34RCT", "MA")),
        (18, 12, 12)
    );
    assert_eq!(st.force(smith).hex, hex("26,59"));
    let rct = unit(&st, "US-34RCT");
    assert!(scope(&st).may_transfer(&st, other, rct).is_err(), "nothing joins Task Force Smith");
    let u = unit(&st, "US-TFSmith");
    scope(&st).transfer(&mut st, smith, u, &mut dice(&[]));
    assert_eq!(st.unit(u).status, Status::Gone);
    assert_eq!(
        (pieces(&st, "US-34RCT", "R"), pieces(&st, "US-34RCT", "W"), pieces(&st, "US-34RCT", "MA")),
        (24, 16, 18)
    );
}

/// 3.423 [proves: ck 3.423]
#[test]
fn a_force_of_two_units_may_be_renamed() {
    let mut st = start("chromite");
    orders(&mut st, UN, true);
    let f = force(&st, "US-19RCT");
    let lone = force(&st, "US-17RCT");
    let mut table = Table::of(game(), st);
    table.act("force 23,53a").act("organise").act("rename us TF Able");
    let st = table.state();
    assert_eq!(scope(st).world.names[st.force(f).name as usize].text, "TF Able");
    assert_eq!(scope(st).may_rename(st, lone, st.force(f).name).map_err(|e| e.rule), Err("ck 3.423"));
}

/// Four forces in clean ports.
fn in_ports() -> State {
    let mut st = start("chromite");
    st.weather = Weather::default();
    orders(&mut st, UN, true);
    st
}

/// W2 [proves: ck 3.41207, ck 6.143, ck 3.41207-points]
#[test]
fn four_forces_go_from_port_to_port() {
    let mut st = in_ports();
    let forces = ["MC-1MarRCT", "US-31RCT", "US-17RCT", "US-92AFAB", "RK-22"].map(|id| force(&st, id));
    only(&mut st, &forces);
    put(&mut st, forces[4], "27,51");
    st.stock = [50, 50];
    let mut table = Table::of(game(), st);
    for (from, to, left) in
        [("36,65a", "26,59", 3), ("36,68a", "26,59", 2), ("36,64a", "23,58", 1), ("36,69a", "23,58", 0)]
    {
        table.act(&format!("force {from}")).act("embark").act(&format!("land {to}"));
        assert_eq!(table.state().sealift, left);
    }
    table.act("force 27,51a").refuses("embark", "ck 3.41207", "not enough sealift points");
    table.act("done");
    let mut st = table.state().clone();
    scope(&st).stockpiles(&mut st, &mut dice(&[]));
    assert_eq!(st.stock[1], 50 - 4 + 13);
}

/// M20 [proves: ck 3.41207, ck 3.41207-storms]
#[test]
fn nothing_puts_to_sea_in_storms() {
    let mut st = start("cold-steel");
    let f = force(&st, "US-96FAB");
    st.weather = storm();
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st.clone());
    table.act("force 17,28b").refuses("embark", "ck 3.41207", "in storms");
    st.put(f, hex("18,28"));
    st.force_mut(f).set(SPECIAL, true);
    assert!(scope(&st).may_embark(&st, f).is_ok(), "a force at sea may go on");
}

/// M21 [proves: ck 3.41207, ck 6.7, ck 3.41207-mines]
#[test]
fn a_mined_port_is_closed() {
    let mut st = start("cold-steel");
    let f = force(&st, "US-96FAB");
    st.put(f, hex("18,28"));
    let port = scope(&st).ground.port(hex("17,28")).unwrap_or_default();
    st.mined |= 1 << port;
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st);
    table.act("force 18,28a").act("embark").refuses("land 17,28", "ck 3.41207", "mined");
}

/// 3.41207 A start from a beach costs three points and losses. [proves: ck 3.41207, ck 5.22, ck 3.41207-points]
#[test]
fn a_beach_costs_three_points_and_losses() {
    let mut st = start("cold-steel");
    let f = force(&st, "RK-22");
    only(&mut st, &[f]);
    put(&mut st, f, "27,44");
    for id in ["RK-22", "RK-23", "RK-26", "RK-5FAB"] {
        set(&mut st, id, 80, Experience::Seasoned, false);
    }
    orders(&mut st, UN, true);
    let mut table = Table::of(game(), st);
    table.act("force 27,44a").act("embark").dice(&[0, 0, 0, 0, 0, 0, 0]).act("land 26,59");
    let st = table.state();
    assert_eq!((st.sealift, readiness(st, "RK-22"), st.force(f).hex), (2, 50, hex("26,59")));
}

/// 3.411 A march ends where it discovers somebody; one that runs into him becomes an assault. [proves: ck 3.411, ck 6.32, ck 3.411-spotting]
#[test]
fn a_march_meets_the_unseen() {
    let mut st = start("cold-steel");
    let (us, nk) = (force(&st, "US-187RCT"), force(&st, "NK-10Div"));
    only(&mut st, &[us, nk]);
    put(&mut st, us, "15,40");
    put(&mut st, nk, "15,37");
    st.seen = [conflict_korea::sparse::Sparse::default(), conflict_korea::sparse::Sparse::default()];
    fresh(&mut st, us, 24);
    orders(&mut st, UN, true);
    assert!(!st.known_enemy(UN, hex("15,37")));
    let mut seen = st.clone();
    scope(&st).march(&mut seen, us, hex("15,36"), &mut dice(&[]));
    assert_eq!(seen.force(us).hex, hex("15,38"), "it stops beside the enemy");
    assert!(seen.known_enemy(UN, hex("15,37")) && seen.known_enemy(COM, hex("15,38")));
    put(&mut st, us, "15,38");
    let mut play = dice(&[]);
    let mut met = st.clone();
    let pace = scope(&st).pace(&st, us);
    scope(&st).step(&mut met, us, &pace, hex("15,37"), &mut play);
    assert_eq!(scope(&met).target(&met, us), Some(hex("15,37")));
    st.force_mut(us).points = 5;
    scope(&st).step(&mut st.clone(), us, &pace, hex("15,37"), &mut play);
    let before = st.force(us).points;
    scope(&st.clone()).step(&mut st, us, &pace, hex("15,37"), &mut play);
    assert_eq!((st.force(us).points, st.known_enemy(UN, hex("15,37"))), (before, true));
}

/// G18 [proves: ck 5.21]
#[test]
fn green_troops_break_along_the_front() {
    for (roll, breaks) in [(55, true), (56, false)] {
        let mut st = start("dragon-wakes");
        let (rok, nk) = (force(&st, "RK-1"), force(&st, "NK-4Div"));
        only(&mut st, &[rok, nk]);
        put(&mut st, nk, "15,36");
        put(&mut st, rok, "15,37");
        set(&mut st, "RK-1", 45, Experience::Green, false);
        all_seen(&mut st);
        fresh(&mut st, rok, 18);
        // The step costs points and readiness: it starts with what it has left to be at 45 when it moves.
        st.force_mut(rok).set(BLOCKED, true);
        orders(&mut st, UN, false);
        let cost = scope(&st).step_cost(&st, rok, hex("15,37"), hex("14,37")).unwrap_or(0);
        set(&mut st, "RK-1", 45 + cost, Experience::Green, false);
        let mut play = dice(&[roll, 0, 0]);
        let pace = scope(&st).pace(&st, rok);
        scope(&st).step(&mut st, rok, &pace, hex("14,37"), &mut play);
        let drawn = play.dice().drawn().len();
        assert_eq!(drawn > 1, breaks, "{:?}", play.dice().drawn());
    }
}

/// 3.0, 3.22 The United Nations have no first phase on the first turn of three scenarios. [proves: ck 3.0, ck 3.22, ck 2.0, ck 2.2]
#[test]
fn the_first_phase_is_withheld() {
    for (scenario, withheld) in
        [("dragon-wakes", true), ("chromite", false), ("cold-steel", true), ("tomorrows-war", true)]
    {
        let st = start(scenario);
        let leader = st.leader;
        let mut table = Table::of(game(), st);
        table.act("end phase");
        let phase = table.state().phase;
        assert_eq!(phase != Phase::FirstB, withheld, "{scenario}");
        assert!(!withheld || leader == COM);
    }
}

/// 3.3 The game ends early only where that was agreed on. [proves: ck 3.3]
#[test]
fn an_early_end_must_be_agreed_on() {
    let st = start("dragon-wakes");
    Table::of(game(), st).refuses("end the game", "ck 3.3", "not agreed");
    let mut table = Table::start(game(), "dragon-wakes", &[("early-end", "on")]);
    table.act("end the game").act("done").act("end the game").act("confirm");
    assert!(table.to_act().is_empty());
    assert_eq!((table.state().turn, table.state().ended_by), (1, 1));
}
