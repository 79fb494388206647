//! 3.41207-3.41210, 3.422 Sea, rail, air and water in detail; what costs points and trenches.

use crate::common::*;
use conflict_korea::actions::Action;
use conflict_korea::frames::{Airborne, Command, Strikes, Voyage};
use conflict_korea::state::{BY_RECON, NO_ORDER, SPECIAL};
use testkit::Table;

/// A force of these units alone on the map, in its side's first or second orders phase.
fn lone(scenario: &str, ids: &[&str], at: &str, first: bool) -> (State, ForceId) {
    let mut st = start(scenario);
    only(&mut st, &[]);
    let f = form(&mut st, ids, at);
    orders(&mut st, f.side(), first);
    (st, f)
}

/// 3.41207 Ships need deep ocean beside the hex: not inland, not on an estuary. [proves: ck 3.41207-coast]
#[test]
fn ships_need_deep_ocean() {
    for at in ["23,53", "12,39"] {
        let (st, _) = lone("chromite", &["US-9RCT"], at, true);
        Table::of(game(), st).act(&format!("force {at}a")).refuses("embark", "ck 3.41207", "deep ocean");
    }
    let (mut st, f) = lone("chromite", &["US-9RCT"], "26,59", true);
    let mut table = Table::of(game(), st.clone());
    table.act("force 26,59a").act("embark");
    assert!(!table.offers("land 23,53") && !table.offers("land 26,59"));
    table.refuses("land 23,53", "ck 3.41207", "another hex beside deep ocean");
    st.force_mut(f).set(SPECIAL, true);
    Table::of(game(), st).act("force 26,59a").refuses("embark", "ck 3.41207", "not moved");
    let (st, _) = lone("chromite", &["NK-3Div"], "17,28", true);
    Table::of(game(), st).act("force 17,28a").refuses("embark", "ck 3.41207", "only the United Nations");
}

/// 3.41207 A force may wait at sea in coastal waters or at a waypoint; two at most in a hex, and the point of a port is not
/// given back. [proves: ck 3.41207-waypoints, ck 3.41207-afloat]
#[test]
fn a_force_waits_at_sea() {
    let (mut st, f) = lone("chromite", &["US-9RCT"], "26,59", true);
    let mut table = Table::of(game(), st.clone());
    table.act("force 26,59a").act("embark");
    assert!(["11,41", "19,24", "27,59"].iter().all(|w| table.offers(&format!("sail {w}"))));
    table.refuses("sail 34,30", "ck 3.41207", "coastal waters or at a waypoint");
    table.act("sail 27,59");
    let at_sea = table.state();
    assert_eq!((at_sea.force(f).hex, at_sea.force(f).points, at_sea.sealift), (hex("27,59"), 0, 2));
    // At sea it has no allowance and no trenches, is supplied at the plain rate, and does not patrol.
    let mut next = at_sea.clone();
    scope(&next).dawn(&mut next);
    assert_eq!(next.force(f).allowance, 0);
    assert!(!next.unit(unit(&next, "US-9RCT")).has(ENTRENCHED));
    set(&mut next, "US-9RCT", 60, Experience::Green, false);
    next.stock[1] = 100;
    let nets = [scope(&next).net(&next, COM), scope(&next).net(&next, UN)];
    let mut play = dice(&[41]);
    scope(&next).resupply(&mut next, &nets, &mut play);
    all_drawn(&mut play);
    assert_eq!((readiness(&next, "US-9RCT"), next.stock[1]), (70, 100));
    let before = next.owner;
    scope(&next).ground.korea.iter().for_each(|i| next.owner.set(i, false));
    let none = next.owner;
    scope(&next).patrol(&mut next, &nets);
    assert_eq!(next.owner, none, "no patrols from the sea");
    next.owner = before;
    // It goes on for nothing, also in storms.
    next.weather = storm();
    orders(&mut next, UN, true);
    let mut table = Table::of(game(), next);
    table.act("force 27,59a").act("embark").act("land 23,58");
    assert_eq!((table.state().force(f).hex, table.state().sealift), (hex("23,58"), 4));
    for ids in [["US-19RCT"], ["US-21RCT"]] {
        let other = form(&mut st, &ids, "36,65");
        st.put(other, hex("27,59"));
    }
    let mut table = Table::of(game(), st);
    table.act("force 26,59a").act("embark").refuses("sail 27,59", "ck 3.41205", "two forces wait");
}

/// 3.41207, 4.253 Two forces at most assault from the sea in a turn; a cancelled assault no longer counts, and the force may
/// go on. [proves: ck 3.41207-defended, ck 3.41203-cancel]
#[test]
fn two_forces_assault_from_the_sea() {
    let (mut st, f) = lone("chromite", &["US-9RCT"], "26,59", true);
    form(&mut st, &["NK-18Div"], "12,41");
    st.seen[1][hex("12,41").index()] = BY_RECON;
    st.mined = 0;
    let mut full = st.clone();
    full.sea_assaults = 2;
    let mut table = Table::of(game(), full);
    table.act("force 26,59a").act("embark").refuses("land 12,41", "ck 4.253", "two forces");
    let mut table = Table::of(game(), st);
    table.act("force 26,59a").act("embark").act("land 12,41");
    let at = table.state().force(f).hex;
    assert!(scope(table.state()).ground.is_ocean(at) && table.state().sea_assaults == 1);
    assert_eq!(scope(table.state()).target(table.state(), f), Some(hex("12,41")));
    let label = scope(table.state()).ground.label(at).to_string();
    table.act(&format!("force {label}a")).act("cancel assault");
    assert_eq!((table.state().force(f).order, table.state().sea_assaults), (NO_ORDER, 0));
    table.act(&format!("force {label}a")).act("embark").act("land 26,59");
    assert_eq!(table.state().force(f).hex, hex("26,59"));
}

/// 3.41207 With a point too few a force must end in a working port. [proves: ck 3.41207-owed, ck 3.41207-mines]
#[test]
fn a_point_owed_is_paid_in_a_port() {
    let (mut st, _) = lone("chromite", &["US-9RCT"], "26,59", true);
    st.sealift = 1;
    let mut table = Table::of(game(), st.clone());
    table.act("force 26,59a").act("embark");
    table.refuses("land 27,44", "ck 3.41207", "working port").refuses(
        "sail 27,59",
        "ck 3.41207",
        "working port",
    );
    assert!(table.offers("land 36,65"), "every coast of Japan is a port");
    table.act("land 23,58");
    assert_eq!(table.state().sealift, 0);
    // From a mined port it is three points: one is two too few.
    let port = scope(&st).ground.port(hex("26,59")).unwrap_or_default();
    st.mined = 1 << port;
    assert_eq!(scope(&st).lift_cost(&st, st.forces_of(UN).next().unwrap_or_default()), 3);
    Table::of(game(), st).act("force 26,59a").refuses("embark", "ck 3.41207", "not enough");
}

/// 3.41207 A force that is lost as it leaves an open beach owes nothing: no sealift point is missing afterwards.
/// [proves: ck 3.41207-owed]
#[test]
fn a_force_lost_on_the_beach_owes_no_point() {
    let (mut st, force) = lone("chromite", &["US-9RCT"], "26,59", true);
    let port = scope(&st).ground.port(hex("26,59")).unwrap_or_default();
    (st.mined, st.sealift) = (1 << port, 2);
    let regiment = unit(&st, "US-9RCT");
    st.unit_mut(regiment).pieces = [0; 16];
    st.unit_mut(regiment).pieces[kind("R")] = 1;
    assert!(scope(&st).may_embark(&st, force).is_ok(), "one point of three may be owed");
    scope(&st).land(&mut st, force, hex("36,65"), &mut dice(&[1]));
    assert!(!st.force(force).exists());
    assert_eq!(st.sealift, 0);
    scope(&st).check(&st).expect("a sound position");
}

/// 3.41207 In 1995 one Marine unit alone a turn, without sealift points. [proves: ck 3.41207-1995]
#[test]
fn in_1995_one_marine_unit_goes_by_sea() {
    let (mut st, f) = lone("tomorrows-war", &["M5-4MarRgt"], "36,65", true);
    form(&mut st, &["R5-1Div"], "36,65");
    let second = form(&mut st, &["M5-9MarRgt"], "36,68");
    let mut table = Table::of(game(), st);
    table.act("force 36,65b").refuses("embark", "ck 3.41207", "only one Marine unit");
    table.act("done").act("force 36,65a").act("embark").act("land 26,59");
    assert_eq!((table.state().force(f).hex, table.state().sealift), (hex("26,59"), 4));
    assert!(scope(table.state()).may_embark(table.state(), second).is_err(), "one a turn");
    table.act("force 36,68a").refuses("embark", "ck 3.41207", "already");
}

/// 3.41207 A force that begins a turn at sea counts among the sea moves when it goes on: one in 1995. [proves: ck 3.41207-1995]
#[test]
fn a_force_afloat_in_1995_is_the_one_of_its_turn() {
    let (mut st, afloat) = lone("tomorrows-war", &["M5-4MarRgt"], "27,59", true);
    let second = form(&mut st, &["M5-9MarRgt"], "36,68");
    let mut other = st.clone();
    scope(&st).land(&mut st, afloat, hex("26,59"), &mut dice(&[]));
    assert!(scope(&st).may_embark(&st, second).is_err(), "the one that came from the sea was it");
    assert!(scope(&other).may_embark(&other, afloat).is_ok());
    scope(&other).land(&mut other, second, hex("26,59"), &mut dice(&[]));
    assert!(scope(&other).may_embark(&other, afloat).is_err(), "it waits for the next turn");
    // Who put to sea this turn may go on.
    let (mut st, f) = lone("tomorrows-war", &["M5-9MarRgt"], "36,68", true);
    scope(&st).sail(&mut st, f, hex("27,59"), &mut dice(&[]));
    assert!(scope(&st).may_embark(&st, f).is_ok());
    assert_eq!(st.sea_moves, 1);
}

/// 3.41207 A force with orders to assault from the sea may choose another beach: it is not counted twice. [proves: ck 3.41207-defended]
#[test]
fn an_assault_from_the_sea_may_turn_elsewhere() {
    let (mut st, f) = lone("chromite", &["MC-1MarRCT"], "36,65", true);
    form(&mut st, &["NK-17Div"], "12,41");
    form(&mut st, &["NK-27Bde"], "13,52");
    all_seen(&mut st);
    // Another force has orders for a beach.
    st.sea_assaults = 1;
    let mut table = Table::of(game(), st);
    table.act("force 36,65a").act("embark").act("land 12,41");
    assert_eq!((table.state().sea_assaults, table.state().force(f).hex), (2, hex("12,42")));
    table.act("force 12,42a").act("embark").act("land 13,52");
    let st = table.state();
    assert_eq!((st.sea_assaults, scope(st).target(st, f)), (2, Some(hex("13,52"))));
    assert_eq!(st.sea_moves, 1);
}

/// 5.1 No trains, ships or aircraft in the second phase; Marines may still cross water. [proves: ck 5.1-transport, ck 5.1-crossing]
#[test]
fn the_second_phase_has_no_transport() {
    let (st, _) = lone("chromite", &["US-9RCT"], "26,59", false);
    let mut table = Table::of(game(), st);
    table.act("force 26,59a");
    table.refuses("embark", "ck 5.1", "no sea movement").refuses("entrain", "ck 5.1", "no rail movement");
    let (st, _) = lone("cold-steel", &["US-187RCT"], "13,40", false);
    Table::of(game(), st).act("force 13,40a").refuses("fly", "ck 5.1", "no air movement");
    let (st, f) = lone("cold-steel", &["MC-1MarRCT"], "12,39", false);
    let mut table = Table::of(game(), st);
    table.act("force 12,39a").act("cross 11,39 to 12,40");
    assert_eq!(table.state().force(f).hex, hex("12,40"));
}

/// 3.41210 Only a lone Marine infantry unit with 24 points crosses, and not onto the enemy. [proves: ck 3.41210]
#[test]
fn who_may_cross_water() {
    let cross = "cross 11,39 to 12,40";
    let (st, _) = lone("cold-steel", &["US-9RCT"], "12,39", true);
    Table::of(game(), st).act("force 12,39a").refuses(cross, "ck 3.41210", "Marine infantry");
    let (st, _) = lone("cold-steel", &["MC-1MarRCT", "MC-5MarRCT"], "12,39", true);
    Table::of(game(), st).act("force 12,39a").refuses(cross, "ck 3.41210", "Marine infantry");
    let (mut st, f) = lone("cold-steel", &["MC-1MarRCT"], "12,39", true);
    let mut tired = st.clone();
    tired.force_mut(f).points = 23;
    Table::of(game(), tired).act("force 12,39a").refuses(cross, "ck 3.41210", "full allowance");
    // Into the water it goes at no cost, also from beside the enemy.
    let mut beside = st.clone();
    form(&mut beside, &["NK-17Div"], "13,38");
    all_seen(&mut beside);
    assert_eq!(scope(&beside).leaving_cost(&beside, f, hex("12,39")), 4);
    assert_eq!(scope(&beside).may_cross(&beside, f, hex("11,39"), hex("12,40")).ok(), Some(2));
    form(&mut st, &["NK-17Div"], "12,40");
    let mut unseen = st.clone();
    st.seen[1][hex("12,40").index()] = BY_RECON;
    Table::of(game(), st).act("force 12,39a").refuses(cross, "ck 3.41210", "an enemy holds");
    // Unseen defenders turn it back: it stays and knows of them.
    let mut play = dice(&[]);
    scope(&unseen).cross(&mut unseen, f, hex("11,39"), hex("12,40"), &mut play);
    assert_eq!((unseen.force(f).hex, unseen.force(f).points), (hex("12,39"), 24));
    assert!(unseen.known_enemy(UN, hex("12,40")) && play.is_final());
}

/// 3.41208 Trains need a friendly line and room at the end; an unseen enemy stops them before him.
/// [proves: ck 3.41208-line, ck 3.411-spotting]
#[test]
fn trains_need_a_line_and_room() {
    let (mut st, f) = lone("chromite", &["US-9RCT"], "23,53", true);
    scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, true));
    let mut table = Table::of(game(), st.clone());
    table.act("force 23,53a").act("entrain");
    assert!(table.offers("rail 14,40"));
    table.act("rail 14,40");
    assert_eq!((table.state().force(f).hex, table.state().force(f).points), (hex("14,40"), 0));
    let mut full = st.clone();
    form(&mut full, &["US-19RCT"], "14,40");
    form(&mut full, &["US-21RCT"], "14,40");
    let mut table = Table::of(game(), full);
    table.act("force 23,53a").act("entrain");
    assert!(!table.offers("rail 14,40") && table.offers("rail 14,41"), "two forces fill a hex");
    // An enemy that nobody has seen stands beside Seoul.
    form(&mut st, &["NK-17Div"], "15,39");
    st.seen = [conflict_korea::sparse::Sparse::default(), conflict_korea::sparse::Sparse::default()];
    let mut table = Table::of(game(), st.clone());
    table.act("force 23,53a").act("entrain").act("rail 14,40");
    let end = table.state().force(f).hex;
    assert_eq!(end, hex("14,41"), "one hex before");
    assert!(table.state().known_enemy(UN, hex("15,39")));
    // Without a friendly line there is no train; nor for a force that has moved.
    let mut moved = st.clone();
    moved.force_mut(f).spent = 1;
    Table::of(game(), moved).act("force 23,53a").refuses("entrain", "ck 3.41208", "not moved");
    scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, i == hex("23,53").index()));
    Table::of(game(), st).act("force 23,53a").refuses("entrain", "ck 3.41208", "no friendly railway");
}

/// 3.41209 A drop on the enemy is a fight at once: it must overwhelm him or is lost. [proves: ck 3.41209-enemy]
#[test]
fn a_drop_on_the_enemy_wins_or_dies() {
    for (readiness_there, wins) in [(5, true), (90, false)] {
        let (mut st, f) = lone("cold-steel", &["US-187RCT"], "13,40", true);
        let enemy = form(&mut st, &["NK-17Div"], "14,38");
        set(&mut st, "NK-17Div", readiness_there, Experience::Green, false);
        let mut table = Table::of(game(), st);
        // Open ground, fair: 5 per cent; nothing is lost.
        table.act("force 13,40a").act("fly").dice(&[0, 0, 0]).act("drop 14,38");
        let st = table.state();
        assert_eq!((st.force(f).exists(), st.force(enemy).exists()), (wins, !wins));
        assert_eq!(st.owner.has(hex("14,38").index()), wins);
        assert!(st.dropped && (!wins || st.force(f).hex == hex("14,38")));
    }
    let (st, _) = lone("cold-steel", &["US-187RCT"], "14,38", true);
    Table::of(game(), st).act("force 14,38a").refuses("fly", "ck 3.41209", "airfield");
    let (st, _) = lone("cold-steel", &["US-9RCT"], "13,40", true);
    Table::of(game(), st).act("force 13,40a").refuses("fly", "ck 3.41209", "only 187 RCT");
}

/// 3.41209, 4.24 What comes from the air does not attack across the river of its airfield. [proves: ck 3.41209-enemy]
#[test]
fn a_river_at_the_airfield_does_not_halve_a_drop() {
    // Taejon lies on the Kum. 187 RCT: (12 x 5 + 27 x 2 + 18 x 4) x 0.9 = 167.4, across a river 110.7.
    let (mut st, f) = lone("cold-steel", &["US-187RCT"], "17,49", true);
    let s = scope(&st);
    assert!(s.river_halves(&st, hex("17,49")));
    // 987 x 0.07 = 69.09 of survivability in open ground: twice that lies between.
    form(&mut st, &["NK-17Div"], "14,38");
    set(&mut st, "NK-17Div", 7, Experience::Green, false);
    Table::of(game(), st.clone()).act("force 17,49a").act("fly");
    s.drop(&mut st, f, hex("14,38"), &mut dice(&[0, 0, 0]));
    assert_eq!(st.force(f).hex, hex("14,38"));
    assert_eq!(st.unit(unit(&st, "NK-17Div")).status, Status::Destroyed);
}

/// 3.41209 Losses by ground: open and urban 5, rough 10, mountain 25; 5 more in clouds. [proves: ck 3.41209-losses]
#[test]
fn drops_cost_by_ground() {
    let (mut st, _) = lone("cold-steel", &["US-187RCT"], "13,40", true);
    let at = |st: &State, label| scope(st).drop_loss(st, hex(label));
    // 14,38 open, 22,52 rough, 16,37 mountain, 12,41 urban.
    assert_eq!([at(&st, "14,38"), at(&st, "22,52"), at(&st, "16,37")], [5, 10, 25]);
    assert_eq!(at(&st, "12,41"), 5, "urban");
    st.weather.visibility = Visibility::Cloudy;
    assert_eq!(at(&st, "14,38"), 10);
}

/// 3.41202 Lone commandos of 1995 leave the enemy for nothing; with others they pay as everybody. [proves: ck 3.41202-commandos]
#[test]
fn commandos_slip_away() {
    let mut st = start("tomorrows-war");
    only(&mut st, &[]);
    let cdo = form(&mut st, &["N5-401"], "14,38");
    form(&mut st, &["R5-1Div"], "14,37");
    all_seen(&mut st);
    assert_eq!(scope(&st).leaving_cost(&st, cdo, hex("14,38")), 0);
    let u = unit(&st, "N5-402");
    let pieces = scope(&st).world.units[u.index()].pieces;
    *st.unit_mut(u) = Unit { status: Status::OnMap, force: cdo, readiness: 90, pieces, ..Unit::default() };
    st.force_mut(cdo).units.push(u);
    assert_eq!(scope(&st).leaving_cost(&st, cdo, hex("14,38")), 4);
}

/// 3.413 In 1995 rough roads cost one point. [proves: ck 3.413-1995]
#[test]
fn roads_are_better_in_1995() {
    for (scenario, id, cost) in [("chromite", "US-9RCT", 3), ("tomorrows-war", "M5-4MarRgt", 2)] {
        let (mut st, f) = lone(scenario, &[id], "22,53", true);
        st.owner.set(hex("22,52").index(), true);
        assert_eq!(scope(&st).entry_cost(&st, f, hex("22,53"), hex("22,52")), Some(cost), "{scenario}");
    }
}

/// 3.413, 3.41204 Terrain off the road, rivers without a bridge in fair weather and in storms. [proves: ck 3.413, ck 3.41204]
#[test]
fn rivers_without_bridges_cost_four_or_six() {
    let (mut st, f) = lone("chromite", &["US-9RCT"], "23,53", true);
    scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, true));
    // Any inland river hex without road and railway; frozen rivers cost nothing.
    let s = scope(&st);
    let rivers = s.ground.river.iter().map(|i| HexId(i as u16));
    let mut open = rivers.filter(|&h| !s.ground.has_way(h) && !s.ground.coastal.has(h.index()));
    let river = open.next().unwrap_or_else(|| panic!("every river has a bridge"));
    let beside = s.ground.neighbours(river).map(|(_, n)| n).find(|&n| s.ground.is_land(n));
    let from = beside.unwrap_or(river);
    let dry = i32::from(s.world.tables.terrain[s.ground.terrain(river) as usize].cost);
    let cost = |st: &State| s.entry_cost(st, f, from, river).map(i32::from);
    assert_eq!(cost(&st), Some(dry + 4));
    st.weather = storm();
    assert_eq!(cost(&st), Some(dry + 6));
    st.freeze = 69;
    assert_eq!(cost(&st), Some(dry));
    let table = s.world.tables.terrain;
    assert_eq!(table.map(|t| (t.cost, t.cost_china)), [(2, 2), (3, 2), (4, 3), (2, 2)]);
}

/// 3.422 A force about to assault takes units only with six points left; the unit brings the fewer points and its moves with
/// it. [proves: ck 3.422-assault, ck 3.422-points]
#[test]
fn an_assaulting_force_takes_units_with_six_points() {
    for (points, open) in [(5, false), (6, true)] {
        let (mut st, a) = lone("chromite", &["US-19RCT"], "23,53", true);
        let b = form(&mut st, &["US-9RCT", "US-82FAB"], "23,53");
        // The force about to assault has 5 points left: what counts are those of the unit that joins it.
        (st.force_mut(a).points, st.force_mut(a).order) = (5, 0);
        (st.force_mut(b).points, st.force_mut(b).spent) = (points, 3);
        let guns = unit(&st, "US-82FAB");
        assert_eq!(scope(&st).may_transfer(&st, b, guns).is_ok(), open);
        if open {
            scope(&st).transfer(&mut st, b, guns, &mut dice(&[]));
            assert_eq!((st.force(a).points, st.force(a).spent, st.force(a).order), (5, 3, 0));
            assert!(!st.force(a).unmoved(), "a mixed force has moved if one part has");
        }
    }
}

/// 4.23 Trenches are lost by spending points, by rail and by retreat, not by a transfer. [proves: ck 4.23-left]
#[test]
fn trenches_are_left_behind() {
    let dug = |st: &State| st.unit(unit(st, "US-9RCT")).has(ENTRENCHED);
    let set_up = || {
        let (mut st, _) = lone("chromite", &["US-9RCT", "US-19RCT"], "23,53", true);
        for i in scope(&st).ground.korea.iter() {
            st.owner.set(i, true);
        }
        set(&mut st, "US-9RCT", 90, Experience::Green, true);
        st
    };
    let mut table = Table::of(game(), set_up());
    table.act("force 23,53a").act("organise").act("transfer US-19RCT");
    assert!(dug(table.state()), "a transfer breaks nothing");
    table.act("force 23,53a").act("go 22,53");
    assert!(!dug(table.state()));
    let mut table = Table::of(game(), set_up());
    table.act("force 23,53a").act("entrain").act("rail 23,53");
    assert!(!dug(table.state()), "whoever entrains and stays has left them too");
}

/// 3.411 What is out of reach is refused, and so is the sea. [proves: ck 3.411]
#[test]
fn a_march_needs_its_points() {
    let (mut st, f) = lone("chromite", &["US-9RCT"], "23,53", true);
    let table = Table::of(game(), st.clone());
    let mut table = table;
    table.act("force 23,53a");
    table.refuses("go 14,40", "ck 3.411", "too far").refuses("go 27,59", "ck 3.411", "on land");
    table.refuses("go 23,53", "ck 3.411", "stands there").refuses("assault 22,53", "ck 3.41203", "no enemy");
    table.refuses("cancel assault", "ck 3.41203", "no assault").refuses(
        "bug out",
        "ck 3.411",
        "without an allowance",
    );
    table.refuses("organise", "ck 3.422", "nobody");
    st.force_mut(f).points = 0;
    st.force_mut(f).allowance = 0;
    st.force_mut(f).spent = 2;
    orders(&mut st, UN, true);
    let other = form(&mut st, &["US-19RCT"], "23,53");
    assert!(other.is_some());
    Table::of(game(), st).act("force 23,53a").refuses("bug out", "ck 3.411", "has moved");
}

/// 1.4 A hex belongs to whoever stands in it, then to whoever stood there last; Japan is always the United Nations'.
/// [proves: ck 1.4-owner]
#[test]
fn ground_keeps_its_last_owner() {
    let (mut st, f) = lone("chromite", &["US-9RCT"], "23,53", true);
    st.owner.set(hex("22,53").index(), false);
    put(&mut st, f, "22,53");
    assert!(scope(&st).friendly(&st, UN, hex("22,53")));
    put(&mut st, f, "23,53");
    assert!(scope(&st).friendly(&st, UN, hex("22,53")), "it stays theirs");
    scope(&st).occupy(&mut st, COM, hex("36,65"));
    assert!(scope(&st).friendly(&st, UN, hex("36,65")) && !st.owner.has(hex("36,65").index()));
}

/// 3.41207 Two forces wait in an ocean hex at most: where all waters off a coast are full nobody else assaults from there,
/// but one of the two that wait in them does. [proves: ck 3.41207, ck 3.41207-afloat]
#[test]
fn full_waters_are_closed() {
    let (mut st, f) = lone("cold-steel", &["MC-1MarRCT"], "26,59", true);
    let ground = scope(&st).ground;
    let waters = |coast: usize| {
        let around = ground.neighbours(HexId(coast as u16)).map(|(_, n)| n);
        around.filter(|&n| ground.is_ocean(n)).collect::<Vec<_>>()
    };
    let port = |i: usize| ground.ports.contains(&HexId(i as u16));
    let coast = ground.coastal.iter().find(|&i| ground.korea.has(i) && !port(i) && waters(i).len() == 1);
    let coast = HexId(coast.unwrap_or_else(|| panic!("no coast with one hex of water")) as u16);
    let water = waters(coast.index())[0];
    form(&mut st, &["NK-17Div"], ground.label(coast));
    all_seen(&mut st);
    let first = form(&mut st, &["US-9RCT"], "26,58");
    assert!(scope(&st).may_land(&st, f, coast).is_ok());
    st.put(first, water);
    assert!(scope(&st).may_land(&st, f, coast).is_ok(), "there is room for a second");
    let second = form(&mut st, &["US-19RCT"], "26,58");
    st.put(second, water);
    let refusal = scope(&st).may_land(&st, f, coast).expect_err("the water is full");
    assert_eq!(refusal.rule, "ck 3.41207");
    assert!(scope(&st).may_land(&st, second, coast).is_ok(), "it is there already");
}

/// 3.1 What lies off the map is refused, whatever asks for it. [proves: ck 3.411, ck 3.41207, ck 3.41209, ck 3.41210, ck 4.13]
#[test]
fn nothing_goes_off_the_map() {
    let off = HexId(conflict_korea::state::HEXES as u16);
    let refused = |st: &State, seat: u8, action: Action| {
        let mut st = st.clone();
        let refusal = game().apply(&mut st, engine::Seat(seat), action, &mut dice(&[]));
        assert!(refusal.is_err(), "{action:?}");
    };
    let (mut st, f) = lone("cold-steel", &["MC-1MarRCT"], "12,39", true);
    let on = hex("12,40");
    st.frames.push(Frame::Command(Command { force: f }));
    refused(&st, UN, Action::Go { hex: off });
    refused(&st, UN, Action::Cross { water: off, exit: on });
    refused(&st, UN, Action::Cross { water: hex("11,39"), exit: off });
    // Beside the edge of the map there is no hex at all.
    let edge = hex("0,40");
    let mut shore = st.clone();
    shore.put(f, edge);
    assert!(scope(&st).ground.map.grid().on_edge(edge));
    refused(&shore, UN, Action::Cross { water: HexId::NONE, exit: on });
    refused(&shore, UN, Action::Cross { water: HexId::NONE, exit: HexId::NONE });
    st.frames.pop();
    st.frames.push(Frame::Voyage(Voyage { force: f }));
    refused(&st, UN, Action::Sail { hex: off });
    refused(&st, UN, Action::Land { hex: off });
    let (mut st, f) = lone("cold-steel", &["US-187RCT"], "26,59", true);
    st.frames.push(Frame::Airborne(Airborne { force: f }));
    refused(&st, UN, Action::Drop { hex: off });
    st.frames.clear();
    st.frames.push(Frame::Sequence(Sequence));
    st.phase = Phase::Strikes;
    st.frames.push(Frame::Strikes(Strikes { air: 0 }));
    refused(&st, UN, Action::Strike { hex: off });
}
