//! 4.2 Ground combat.

use crate::common::*;
use conflict_korea::data::{Kind, Nation, Temperature};
use conflict_korea::state::{BLOCKED, FIRED};
use conflict_korea::strength::{SCALE, loss_ratio};
use testkit::Table;

/// A strength with three decimals, as the situations give it.
fn milli(parts: u64) -> u64 {
    parts * 1000 / SCALE
}

fn plot(st: &mut State, force: ForceId, target: &str) {
    let from = st.force(force).hex;
    let d = scope(st).ground.direction(from, hex(target)).unwrap_or_else(|| panic!("{target}"));
    scope(st).spend(st, force, 1);
    st.force_mut(force).order = d as u8;
}

/// G1 [proves: ck 4.2, ck 4.21, ck 4.23, ck 4.24, ck 4.25, ck 4.251, ck 4.252]
#[test]
fn the_fourth_division_breaks_the_border() {
    let mut st = start("dragon-wakes");
    st.weather.visibility = Visibility::Cloudy;
    let f = force(&st, "NK-4Div");
    plot(&mut st, f, "15,37");
    let b = scope(&st).balance(&st, hex("15,37"), &[f]);
    assert_eq!((milli(b.attack.lethality), milli(b.defence.survivability)), (1_165_600, 1_464_000));
    assert_eq!((milli(b.defence.lethality), milli(b.attack.survivability)), (134_640, 2_256_000));
    assert_eq!((b.defender_loss, b.attacker_loss), (40, 3));
    let mut table = Table::of(game(), st);
    // No pieces lost on either side, the first retreat hex, no bug out, both attackers learn, then who is first.
    table.dice(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 50, 50, 50, 50]).act("end phase");
    assert_eq!(table.dice_left(), 0, "{:?}", table.log());
    let st = table.state();
    assert_eq!(
        (readiness(st, "NK-4Div"), readiness(st, "NK-107TankRgt"), readiness(st, "RK-1")),
        (86, 86, 40)
    );
    assert_eq!((st.force(f).hex, st.force(f).points), (hex("15,37"), 17));
    assert_eq!(st.force(force(st, "RK-1")).hex, hex("15,38"));
    let seasoned = ["NK-4Div", "NK-107TankRgt"].map(|id| st.unit(unit(st, id)).experience);
    assert_eq!(seasoned, [Experience::Veteran; 2]);
    assert!(table.said("lethality 1165.6") && table.said("loses 40 %") && table.said("is taken"));
}

/// G2 [proves: ck 4.251]
#[test]
fn a_regiment_that_is_not_dug_in_is_destroyed() {
    let mut st = start("dragon-wakes");
    let f = force(&st, "NK-4Div");
    set(&mut st, "RK-1", 74, Experience::Green, false);
    plot(&mut st, f, "15,37");
    let b = scope(&st).balance(&st, hex("15,37"), &[f]);
    assert_eq!((milli(b.defence.survivability), b.defender_loss), (541_680, 100));
    let mut play = dice(&[]);
    scope(&st).ground_combat(&mut st, &mut play);
    assert_eq!(st.unit(unit(&st, "RK-1")).status, Status::Destroyed);
    assert_eq!(st.pools[4], [0; 16], "nothing is left for the pool");
    assert_eq!(st.force(f).hex, hex("15,37"));
}

/// G3 [proves: ck 4.253, ck 4.25, ck 3.41207]
#[test]
fn the_marines_land_at_inchon() {
    let mut st = start("chromite");
    orders(&mut st, UN, true);
    st.seen[1][hex("12,41").index()] = conflict_korea::state::BY_RECON;
    let f = force(&st, "MC-1MarRCT");
    let mut table = Table::of(game(), st);
    table.act("force 36,65a").act("embark").act("land 12,41");
    let mut st = table.state().clone();
    assert_eq!((st.sealift, st.sea_assaults), (2, 1));
    let b = scope(&st).balance(&st, hex("12,41"), &[f]);
    assert_eq!(milli(b.attack.lethality + b.attack_naval), 1_461_750);
    assert_eq!((milli(b.defence.survivability), b.defender_loss), (1_338_750, 55));
    assert_eq!(
        (milli(b.defence.lethality), milli(b.attack.survivability), b.attacker_loss),
        (76_725, 1_883_750, 2)
    );
    // Two regiments with guns, rifles and weapons, the artillery, the tanks; the defender's rifles and weapons.
    let pieces = [0; 3 + 3 + 1 + 1 + 2];
    let mut play = dice(&pieces);
    // Retreat is sure, the first hex; green troops: 60 is more than 55; nobody learns with 60.
    play.dice_mut().script([1, 60, 60, 60, 60, 60]);
    scope(&st).ground_combat(&mut st, &mut play);
    assert_eq!(
        (readiness(&st, "MC-1MarRCT"), readiness(&st, "MC-5MarRCT"), readiness(&st, "NK-226MarRgt")),
        (93, 88, 20)
    );
    assert_eq!(st.force(force(&st, "NK-226MarRgt")).hex, hex("12,40"));
    assert_eq!((st.force(f).hex, st.force(f).points), (hex("12,41"), 0));
    assert_eq!(st.unit(unit(&st, "MC-1MarRCT")).experience, Experience::Seasoned);
}

/// G4 [proves: ck 4.253, ck 5.22]
#[test]
fn a_landing_that_fails_goes_back_to_japan() {
    let mut st = start("chromite");
    let f = force(&st, "US-32RCT");
    let nk = force(&st, "NK-18Div");
    only(&mut st, &[f, nk]);
    put(&mut st, nk, "12,41");
    st.put(f, hex("11,41"));
    st.force_mut(f).order = scope(&st).ground.direction(hex("11,41"), hex("12,41")).unwrap_or(6) as u8;
    st.sea_assaults = 1;
    set(&mut st, "NK-18Div", 80, Experience::Seasoned, true);
    set(&mut st, "NK-25Bde", 80, Experience::Seasoned, true);
    let b = scope(&st).balance(&st, hex("12,41"), &[f]);
    let lost = u32::from(b.attacker_loss);
    assert!(lost < 70);
    // Pieces: 70 is above both ratios. The defender holds with 100, nobody learns.
    let attackers = ["US-31RCT", "US-32RCT", "US-31FAB", "US-73TankBn"];
    let kinds: usize =
        attackers.iter().map(|id| st.unit(unit(&st, id)).pieces.iter().filter(|n| **n > 0).count()).sum();
    let theirs: usize = ["NK-18Div", "NK-25Bde"]
        .iter()
        .map(|id| st.unit(unit(&st, id)).pieces.iter().filter(|n| **n > 0).count())
        .sum();
    let mut play = dice(&vec![0; kinds + theirs]);
    play.dice_mut().script([100]);
    play.dice_mut().script(vec![100; 6]);
    // Bugging out with 70: rifles (30 per cent lost) survive, weapons, guns and tanks are lost.
    for id in attackers {
        for (k, &n) in st.unit(unit(&st, id)).pieces.iter().enumerate().filter(|(_, n)| **n > 0) {
            play.dice_mut().script([if k == kind("R") { 0 } else { u32::from(n) }]);
        }
    }
    scope(&st).ground_combat(&mut st, &mut play);
    all_drawn(&mut play);
    assert_eq!(st.force(f).hex, hex("36,65"));
    assert_eq!(
        (pieces(&st, "US-32RCT", "R"), pieces(&st, "US-32RCT", "W"), pieces(&st, "US-32RCT", "MA")),
        (27, 0, 0)
    );
    assert!(readiness(&st, "US-32RCT") <= 50);
    assert_eq!(st.unit(unit(&st, "US-31FAB")).status, Status::Destroyed);
}

/// 40 and 38 Army against 2 Div at 9,23.
fn at_chongchon(freeze: i8) -> (State, [ForceId; 2]) {
    let mut st = start("cold-steel");
    st.freeze = freeze;
    let armies = [force(&st, "CH-118"), force(&st, "CH-112")];
    for id in ["CH-118", "CH-119", "CH-120", "CH-40ArmyArty"] {
        set(&mut st, id, 90, Experience::Veteran, false);
    }
    for id in ["CH-112", "CH-113", "CH-114", "CH-38ArmyArty"] {
        set(&mut st, id, 95, Experience::Veteran, false);
    }
    armies.iter().for_each(|&f| plot(&mut st, f, "9,23"));
    (st, armies)
}

/// G5 [proves: ck 4.24, ck 4.25, ck 4.22, ck 4.25-artillery]
#[test]
fn two_armies_hit_the_second_division() {
    let (mut st, armies) = at_chongchon(22);
    let b = scope(&st).balance(&st, hex("9,23"), &armies);
    assert_eq!(
        (milli(b.attack.lethality), b.defence.survivability * 100_000 / SCALE),
        (1_854_315, 318_765_625)
    );
    assert_eq!((milli(b.defence.lethality), milli(b.defence_support)), (953_184, 432_000));
    assert_eq!((milli(b.attack.survivability), b.defender_loss, b.attacker_loss), (7_993_650, 29, 9));
    // Each division has three kinds, each army artillery one; 9 RCT three and 72 Tank Bn two. 50 is above both ratios.
    let mut play = dice(&[0; 2 * (3 * 3 + 1) + 3 + 2]);
    // Seasoned defenders: 58 per cent to retreat, 50 does; the first class of hexes has one or more.
    play.dice_mut().script([50]);
    let before = st.clone();
    let open = {
        let mut probe = dice(&[]);
        scope(&before).retreat_hex(&before, force(&before, "US-9RCT"), &mut probe);
        probe.dice().drawn().len()
    };
    play.dice_mut().script(vec![1; open]);
    scope(&st).ground_combat(&mut st, &mut play);
    assert_eq!(
        ["CH-118", "CH-112"].map(|id| readiness(&st, id)),
        [75, 80],
        "from 90 and 95 before the order"
    );
    assert_eq!((readiness(&st, "US-9RCT"), readiness(&st, "US-72TankBn")), (51, 56));
    assert_eq!(["US-503FAB", "US-17FAB", "US-90FAB"].map(|id| readiness(&st, id)), [86; 3]);
    assert_eq!(st.force(force(&st, "US-9RCT")).hex, hex("9,24"));
    assert_eq!(armies.map(|f| st.force(f).hex), [hex("9,23"); 2]);
}

/// G6 [proves: ck 4.24, ck 3.12]
#[test]
fn a_frozen_river_halves_nothing() {
    let (st, armies) = at_chongchon(23);
    let b = scope(&st).balance(&st, hex("9,23"), &armies);
    assert_eq!((milli(b.attack.lethality), b.defender_loss), (2_323_845, 36));
}

/// G7 [proves: ck 4.22, ck 2.111, ck 4.22-capability]
#[test]
fn capability_changes_the_ratios() {
    let (mut st, armies) = at_chongchon(22);
    st.choices.capability = 3;
    let b = scope(&st).balance(&st, hex("9,23"), &armies);
    assert_eq!((b.defender_loss, b.attacker_loss), (32, 8));
}

/// G8 [proves: ck 4.22]
#[test]
fn armies_fight_one_after_the_other() {
    let mut st = start("cold-steel");
    let (cn, nk, us) = (force(&st, "CH-118"), force(&st, "NK-17Div"), force(&st, "US-9RCT"));
    only(&mut st, &[cn, nk, us]);
    put(&mut st, nk, "8,22");
    put(&mut st, us, "9,22");
    put(&mut st, cn, "8,23");
    for id in ["US-9RCT", "US-72TankBn"] {
        set(&mut st, id, 90, Experience::Veteran, true);
    }
    for f in [cn, nk] {
        st.force_mut(f).order = scope(&st).ground.direction(st.force(f).hex, hex("9,22")).unwrap_or(6) as u8;
    }
    let alone = |st: &State, f: ForceId| scope(st).balance(st, hex("9,22"), &[f]);
    let both = scope(&st).balance(&st, hex("9,22"), &[cn, nk]).attack.lethality;
    assert_eq!(both, alone(&st, cn).attack.lethality + alone(&st, nk).attack.lethality);
    // Nobody loses pieces, the defenders (58 per cent at most) hold with 100, nobody learns.
    let quiet = |f: ForceId, st: &State| -> Vec<u32> {
        let kinds = |f: ForceId| -> usize {
            st.units_of(f).map(|u| st.unit(u).pieces.iter().filter(|n| **n > 0).count()).sum()
        };
        let learners = st.units_of(f).filter(|u| st.unit(*u).experience != Experience::Veteran).count();
        [vec![0; kinds(f) + kinds(us)], vec![100; 1 + learners]].concat()
    };
    for (roll, order) in [(1, [nk, cn]), (2, [cn, nk])] {
        // What the first combat alone would leave, and what the second army then meets.
        let mut first = st.clone();
        first.force_mut(order[1]).order = conflict_korea::state::NO_ORDER;
        let mut play = dice(&quiet(order[0], &st));
        scope(&first).ground_combat(&mut first, &mut play);
        all_drawn(&mut play);
        let losses = [alone(&st, order[0]).defender_loss, alone(&first, order[1]).defender_loss];
        let mut after = st.clone();
        let rolls = [vec![roll], quiet(order[0], &st), quiet(order[1], &st)].concat();
        let mut play = dice(&rolls);
        scope(&after).ground_combat(&mut after, &mut play);
        all_drawn(&mut play);
        assert_eq!(readiness(&after, "US-9RCT"), 90 - losses[0] - losses[1], "two combats, never added up");
        let fights = play.lines().filter(|l| l.text.pattern().contains("attack: lethality")).count();
        assert_eq!(fights, 2);
    }
}

/// G9 [proves: ck 4.25, ck 4.25-weather]
#[test]
fn heat_wears_everybody_down() {
    for (hot, less) in [(false, 5), (true, 10)] {
        let mut st = start("dragon-wakes");
        st.weather.temperature = if hot { Temperature::Hot } else { Temperature::Mild };
        let f = force(&st, "NK-4Div");
        plot(&mut st, f, "15,37");
        let b = scope(&st).balance(&st, hex("15,37"), &[f]);
        let before = readiness(&st, "NK-4Div");
        scope(&st).ground_combat(&mut st, &mut dice(&[]));
        assert_eq!(before - readiness(&st, "NK-4Div"), b.attacker_loss + less);
    }
}

/// G10 [proves: ck 4.25, ck 4.25-naval]
#[test]
fn naval_gunfire_grows() {
    let mut st = start("chromite");
    let mut fire = |turn, w: Weather| {
        (st.turn, st.weather) = (turn, w);
        milli(scope(&st).naval(&st, hex("12,41"))) / 1000
    };
    let fair = Weather::default();
    assert_eq!(
        [fire(9, fair), fire(10, fair), fire(10, storm()), fire(22, fair), fire(5, fair)],
        [50, 100, 50, 125, 0]
    );
    assert_eq!(scope(&st).naval(&st, hex("14,40")), 0, "Seoul is not beside deep ocean");
}

/// Seoul's neighbour with one ROK force and a strong attacker.
fn retreating(green: bool) -> (State, ForceId) {
    let mut st = start("dragon-wakes");
    let (rok, nk) = (force(&st, "RK-1"), force(&st, "NK-4Div"));
    only(&mut st, &[rok, nk]);
    put(&mut st, nk, "15,36");
    put(&mut st, rok, "15,37");
    set(&mut st, "RK-1", 80, if green { Experience::Green } else { Experience::Seasoned }, true);
    (st, rok)
}

/// G11 [proves: ck 4.252]
#[test]
fn a_green_unit_makes_a_retreat_likelier() {
    for (roll, leaves) in [(40, true), (41, false)] {
        let (mut st, rok) = retreating(true);
        for id in ["NK-4Div", "NK-107TankRgt"] {
            set(&mut st, id, 25, Experience::Seasoned, false);
        }
        let nk = force(&st, "NK-4Div");
        plot(&mut st, nk, "15,37");
        assert_eq!(scope(&st).balance(&st, hex("15,37"), &[nk]).defender_loss, 10);
        let mut play = dice(&[0; 9]);
        play.dice_mut().script([roll]);
        // The first retreat hex and no green troops that break, or nobody who retreats; nobody learns.
        play.dice_mut().script(if leaves { vec![1, 100, 100, 100] } else { vec![100; 3] });
        scope(&st).ground_combat(&mut st, &mut play);
        all_drawn(&mut play);
        assert_eq!(st.force(rok).hex == hex("15,37"), !leaves);
        assert_eq!(st.retreats, u8::from(leaves));
    }
}

/// G12 [proves: ck 4.252, ck 4.252-blocked]
#[test]
fn who_cannot_retreat_fights_a_second_round() {
    let (mut st, rok) = retreating(false);
    scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, i == hex("15,37").index()));
    for id in ["NK-4Div", "NK-107TankRgt"] {
        set(&mut st, id, 90, Experience::Seasoned, false);
    }
    let nk = force(&st, "NK-4Div");
    plot(&mut st, nk, "15,37");
    assert_eq!(scope(&st).balance(&st, hex("15,37"), &[nk]).defender_loss, 30);
    // Nothing lost, 25 retreats (60 per cent), nothing lost in the second round, nobody learns.
    let mut play = dice(&[0; 9]);
    play.dice_mut().script([25, 0, 0, 100, 100, 100]);
    scope(&st).ground_combat(&mut st, &mut play);
    all_drawn(&mut play);
    let second: Vec<u32> =
        play.dice().drawn().iter().filter(|d| d.label == "second round").map(|d| d.at_most).collect();
    assert_eq!(second, [30, 30], "the same ratio again: 31 loses nothing");
    assert_eq!(st.force(rok).hex, hex("15,37"));
    assert!(st.force(rok).has(BLOCKED), "marked for 5.21");
    assert_eq!(readiness(&st, "RK-1"), 80 - 30 - 30);
    assert_eq!(st.retreats, 0, "it has not left its hex");
}

/// G13 [proves: ck 4.252, ck 4.252-hexes]
#[test]
fn communists_retreat_northward() {
    let mut st = start("dragon-wakes");
    let (nk, north, west) = (force(&st, "NK-4Div"), force(&st, "NK-3Div"), force(&st, "NK-1Div"));
    only(&mut st, &[nk, north, west]);
    put(&mut st, nk, "15,33");
    put(&mut st, north, "15,32");
    put(&mut st, west, "14,33");
    st.owner.set(hex("16,33").index(), true);
    assert!(!st.owner.has(hex("15,34").index()), "the south is friendly and empty");
    let mut play = dice(&[1]);
    assert_eq!(scope(&st).retreat_hex(&st, nk, &mut play), Some(hex("15,32")));
    all_drawn(&mut play);
    let mut play = dice(&[2]);
    assert_eq!(scope(&st).retreat_hex(&st, nk, &mut play), Some(hex("14,33")), "the other of two");
}

/// 4.252 No retreat into water or an open unbridged river. [proves: ck 4.252, ck 4.252-hexes]
#[test]
fn rivers_without_bridges_bar_a_retreat() {
    let mut st = start("cold-steel");
    let us = force(&st, "US-187RCT");
    only(&mut st, &[us]);
    // South, southeast and southwest of 9,24 are 9,25 (no bridge), 10,25 (no bridge) and 8,25.
    put(&mut st, us, "9,24");
    st.freeze = -1;
    let mut play = dice(&[]);
    assert_eq!(scope(&st).retreat_hex(&st, us, &mut play), Some(hex("8,25")));
}

/// G14 [proves: ck 4.2]
#[test]
fn an_empty_target_is_entered_without_combat() {
    let mut st = start("dragon-wakes");
    let (rok, nk) = (force(&st, "RK-1"), force(&st, "NK-4Div"));
    plot(&mut st, nk, "15,37");
    put(&mut st, rok, "15,41");
    let before = (st.force(nk).points, readiness(&st, "NK-4Div"));
    scope(&st).ground_combat(&mut st, &mut dice(&[]));
    assert_eq!(st.force(nk).hex, hex("15,37"));
    assert_eq!((st.force(nk).points, readiness(&st, "NK-4Div")), before);
}

/// G15 [proves: ck 4.22, ck 4.22-commandos]
#[test]
fn commandos_strike_hard_at_first() {
    let mut st = start("tomorrows-war");
    set(&mut st, "N5-401", 94, Experience::Veteran, false);
    let u = unit(&st, "N5-401");
    let mut at = |turn| {
        st.turn = turn;
        milli(scope(&st).attacking_unit(&st, u, true).lethality)
    };
    assert_eq!([at(1), at(2), at(4)], [507_600, 380_700, 126_900]);
}

/// G16 [proves: ck 4.251]
#[test]
fn a_unit_without_readiness_is_removed() {
    let mut st = start("dragon-wakes");
    let (rok, nk) = (force(&st, "RK-1"), force(&st, "NK-766Rgt"));
    only(&mut st, &[rok, nk]);
    put(&mut st, nk, "15,36");
    put(&mut st, rok, "15,37");
    set(&mut st, "RK-1", 30, Experience::Green, false);
    set(&mut st, "NK-766Rgt", 76, Experience::Seasoned, false);
    let u = unit(&st, "RK-1");
    st.unit_mut(u).pieces = [0; 16];
    st.unit_mut(u).pieces[kind("R")] = 20;
    plot(&mut st, nk, "15,37");
    assert_eq!(scope(&st).balance(&st, hex("15,37"), &[nk]).defender_loss, 35);
    // No piece is lost on either side; the attacker does not learn.
    let mut play = dice(&[0, 0, 0, 100]);
    scope(&st).ground_combat(&mut st, &mut play);
    all_drawn(&mut play);
    assert_eq!(st.unit(u).status, Status::Destroyed);
    assert_eq!(st.pools[4][kind("R")], 10, "half of what is left");
    assert_eq!(st.force(nk).hex, hex("15,37"));
}

/// G17, P27 [proves: ck 4.25, ck 6.32, ck 6.34, ck 4.25-artillery]
#[test]
fn heavy_artillery_supports_and_is_seen() {
    let mut st = start("cold-steel");
    let [a, b, c] = ["CH-118", "CH-112", "CH-196"].map(|id| force(&st, id));
    let [near, far, guns] = ["US-9RCT", "US-19RCT", "US-90FAB"].map(|id| force(&st, id));
    only(&mut st, &[a, b, c, near, far, guns]);
    let distance = |to| scope(&st).ground.distance(hex("7,24"), hex(to));
    assert_eq!([distance("9,23"), distance("5,24")], [2, 2]);
    assert_eq!(readiness(&st, "US-90FAB"), 90);
    plot(&mut st, a, "9,23");
    plot(&mut st, b, "9,23");
    plot(&mut st, c, "5,24");
    scope(&st).ground_combat(&mut st, &mut dice(&[]));
    assert_eq!(readiness(&st, "US-90FAB"), 90 - 4 - 4, "it supports both");
    assert!(st.unit(unit(&st, "US-90FAB")).has(FIRED));
    // What else stands beside the guns would see them anyway.
    let beside = |st: &State, f: ForceId| {
        st.force(f).exists() && scope(st).ground.distance(st.force(f).hex, hex("7,24")) <= 1
    };
    assert!([a, b, c].iter().all(|&f| !beside(&st, f)));
    scope(&st).spot(&mut st, &mut dice(&[]));
    assert_eq!(st.level(COM, hex("7,24")), 1);
    // A force that moves beside the hex sees it too: two methods.
    put(&mut st, a, "7,23");
    scope(&st).sight(&mut st, a, &mut dice(&[]));
    assert_eq!(st.level(COM, hex("7,24")), 2);
}

/// 4.4.5 The constant of the loss ratio: an equal in the open and dug in on rough ground. [proves: ck 4.25]
#[test]
fn a_regiment_against_its_equal() {
    assert_eq!(loss_ratio(50, 216, 468), 23);
    assert_eq!(loss_ratio(50, 216, 468 * 5), 5);
    assert_eq!(loss_ratio(50, 1, 0), 100);
    assert_eq!(loss_ratio(50, 1_000_000, 1), 100);
}

/// 4.23 Trenches are dug by ready units that did not just arrive. [proves: ck 4.23, ck 6.13]
#[test]
fn ready_units_dig_in() {
    let mut st = start("dragon-wakes");
    assert!(st.unit(unit(&st, "RK-1")).has(ENTRENCHED), "readiness 80");
    assert!(!st.unit(unit(&st, "RK-25")).has(ENTRENCHED), "readiness 70");
    st.turn = 1;
    scope(&st).reinforce(&mut st, &mut dice(&[]));
    scope(&st).dawn(&mut st);
    assert!(!st.unit(unit(&st, "US-34RCT")).has(ENTRENCHED), "it has just come");
    scope(&st).dawn(&mut st);
    assert!(st.unit(unit(&st, "US-34RCT")).has(ENTRENCHED));
}

/// 4.25 What the 4th Division's assault promises by what its side knows of the 1st ROK Regiment: seen, no more.
/// [proves: ck 4.25-forecast]
#[test]
fn an_assault_shows_what_it_promises() {
    let mut st = start("dragon-wakes");
    let (rok, nk, beside) = (force(&st, "RK-1"), force(&st, "NK-4Div"), force(&st, "NK-3Div"));
    only(&mut st, &[rok, nk, beside]);
    st.seen[0][hex("15,37").index()] = conflict_korea::state::BY_MOVER;
    let s = scope(&st);
    // A ROK infantry unit of unknown name: the mean of its kind at readiness 80, half dug in, on rough ground.
    let kinds = s.world.units.iter().filter(|u| u.nation == Nation::Rok && u.kind == Kind::Inf);
    let all: Vec<u64> = kinds
        .map(|u| {
            u.pieces
                .iter()
                .zip(&s.world.equipment)
                .map(|(&n, e)| u64::from(n) * u64::from(e.survivability))
                .sum()
        })
        .collect();
    let mean = all.iter().sum::<u64>() as f64 / all.len() as f64;
    let survivability = mean * 0.8 * 2.0 * 1.75;
    let guessed = s.guessed_defence(&st, COM, hex("15,37")).survivability as f64 / SCALE as f64;
    assert!((guessed - survivability).abs() < 1.0, "{guessed} {survivability}");
    let b = s.forecast(&st, COM, hex("15,37"), &[nk]);
    let lethality = b.attack.lethality as f64 / SCALE as f64;
    let ratio = (50.0 * lethality / survivability + 0.5).min(100.0) as u8;
    assert!(b.defender_loss.abs_diff(ratio) <= 1, "{} {ratio}", b.defender_loss);
    // Twice the ratio for one force, the product for two.
    assert_eq!([s.chance_to_take(&st, hex("15,37"), 30), s.chance_to_take(&st, hex("15,37"), 60)], [60, 100]);
    let mut two = st.clone();
    form(&mut two, &["RK-13"], "15,37");
    assert_eq!(s.chance_to_take(&two, hex("15,37"), 30), 36);
    // What the enemy is in truth changes nothing that is shown.
    let mut strong = st.clone();
    set(&mut strong, "RK-1", 100, Experience::Veteran, true);
    assert_eq!(s.forecast(&strong, COM, hex("15,37"), &[nk]).defender_loss, b.defender_loss);
    // Complete intelligence shows the true ratios.
    st.choices.complete = true;
    let truth = s.balance(&st, hex("15,37"), &[nk]);
    assert_eq!(s.forecast(&st, COM, hex("15,37"), &[nk]), truth);
}

/// 4.25 The offer of an assault reckons with the forces that are ordered against the same hex, and with no others.
/// [proves: ck 4.25-forecast]
#[test]
fn an_offer_counts_those_who_join() {
    let mut st = start("dragon-wakes");
    let (rok, nk, beside) = (force(&st, "RK-1"), force(&st, "NK-4Div"), force(&st, "NK-3Div"));
    only(&mut st, &[rok, nk, beside]);
    put(&mut st, beside, "14,37");
    st.seen[0][hex("15,37").index()] = conflict_korea::state::BY_MOVER;
    orders(&mut st, COM, true);
    let note = |st: &State| {
        let mut table = Table::of(game(), st.clone());
        table.act("force 15,36a");
        let view = engine::View::of(game(), table.state(), engine::SeatSet::one(engine::Seat(COM)));
        let scene = serde_json::to_value(engine::scene_of(game(), &view)).unwrap_or_default();
        let actions = scene["actions"].as_array().cloned().unwrap_or_default();
        let offer = actions.iter().find(|a| a["text"] == "assault 15,37").cloned();
        offer.unwrap_or_else(|| panic!("no offer"))["note"].as_str().unwrap_or_default().to_owned()
    };
    let s = scope(&st);
    let said = |forces: &[ForceId]| {
        let b = s.forecast(&st, COM, hex("15,37"), forces);
        let odds = s.chance_to_take(&st, hex("15,37"), b.defender_loss);
        format!(
            " would lose {} % and the enemy {} %: {odds} % to take the hex",
            b.attacker_loss, b.defender_loss
        )
    };
    let alone = note(&st);
    assert!(alone.starts_with(&format!("alone it{}", said(&[nk]))), "{alone}");
    let mut joined = st.clone();
    plot(&mut joined, beside, "15,37");
    let together = note(&joined);
    assert!(together.starts_with(&format!("2 forces together{}", said(&[nk, beside]))), "{together}");
}
