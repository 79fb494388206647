//! 6, 8 The general phase and victory.

use crate::common::*;
use conflict_korea::data::{Nation, Temperature};
use conflict_korea::ground::HexBits;
use conflict_korea::state::{BY_FIRE, BY_MOVER, China, level_of};
use conflict_korea::supply::shares;
use conflict_korea::weather::next_freeze;

/// A unit alone at a hex of its side, with the rest of the map empty; the whole map is its side's when `all`.
fn alone(scenario: &str, id: &str, at: &str, readiness: u8, all: bool) -> State {
    let mut st = start(scenario);
    let f = force(&st, id);
    only(&mut st, &[f]);
    let side = f.side();
    let u = unit(&st, id);
    for other in st.units_of(f).filter(|o| *o != u).collect::<Vec<_>>() {
        scope(&st).destroy(&mut st, other, false, &mut dice(&[]));
    }
    if all {
        scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, side == UN));
    }
    put(&mut st, f, at);
    set(&mut st, id, readiness, Experience::Green, false);
    st.destroyed = [engine::flat::Stack::default(); 2];
    st
}

fn resupply(st: &mut State, rolls: &[u32]) {
    let nets = [scope(st).net(st, COM), scope(st).net(st, UN)];
    let mut play = dice(rolls);
    scope(st).resupply(st, &nets, &mut play);
    all_drawn(&mut play);
}

/// W5, W6 [proves: ck 6.11, ck 6.1]
#[test]
fn interdiction_starves_the_front() {
    for (rolls, readiness_after, stock) in [(&[40, 40][..], 78, 74), (&[41][..], 55, 75)] {
        let mut st = alone("chromite", "NK-3Div", "22,52", 60, true);
        st.stock[0] = 75;
        st.interdiction[1] = 20;
        assert_eq!(scope(&st).supply_chance(&st, COM, hex("22,52")), 40);
        resupply(&mut st, rolls);
        assert_eq!((readiness(&st, "NK-3Div"), st.stock[0]), (readiness_after, stock));
    }
}

/// W7, 6.13 [proves: ck 6.13]
#[test]
fn allowances_follow_readiness() {
    let mut st = start("chromite");
    let table = |st: &mut State, id: &str| {
        [50, 51, 74, 75].map(|r| {
            let f = force(st, id);
            for u in st.units_of(f).collect::<Vec<_>>() {
                st.unit_mut(u).readiness = r;
            }
            scope(st).allowance(st, f)
        })
    };
    assert_eq!(table(&mut st, "US-9RCT"), [0, 12, 12, 24]);
    assert_eq!(table(&mut st, "RK-11"), [0, 9, 9, 18]);
    assert_eq!(table(&mut st, "NK-3Div"), [0, 9, 9, 18]);
    let mut st = start("cold-steel");
    assert_eq!(table(&mut st, "CH-112"), [9, 9, 9, 12]);
    let mut st = start("tomorrows-war");
    assert_eq!(table(&mut st, "R5-1Div"), [0, 12, 12, 24]);
    // W7: an average of 75 when the turn begins.
    let mut st = start("chromite");
    let f = force(&st, "US-9RCT");
    for (n, u) in st.units_of(f).enumerate() {
        st.unit_mut(u).readiness = if n == 0 { 76 } else { 75 };
    }
    assert_eq!(st.readiness(f), 75);
    st.force_mut(f).points = 0;
    scope(&st).dawn(&mut st);
    assert_eq!((st.force(f).points, st.force(f).allowance), (24, 24));
}

/// W8, P15, P16 [proves: ck 6.7]
#[test]
fn ports_are_mined_and_swept() {
    let mined = |turn, at: &str, roll| {
        let mut st = alone("chromite", "NK-3Div", "22,52", 80, true);
        (st.turn, st.mined) = (turn, 0);
        let port = scope(&st).ground.port(hex(at)).unwrap_or_default();
        // One die for every port that can be mined; the one asked for gets the roll, the others 100.
        let open = scope(&st).ground.ports.iter().filter(|&&h| scope(&st).ground.row(h) <= 36 || turn >= 14);
        let rolls: Vec<u32> = open.map(|&h| if h == hex(at) { roll } else { 100 }).collect();
        let mut play = dice(&rolls);
        scope(&st).mines(&mut st, &mut play);
        st.mined >> port & 1 == 1
    };
    assert!(mined(11, "17,28", 31) && mined(12, "17,28", 32) && !mined(11, "17,28", 32));
    assert!(!mined(13, "12,41", 1) && mined(14, "12,41", 1), "southern ports from the first of October");
    let mut st = alone("chromite", "US-9RCT", "23,56", 80, true);
    st.mined = 1;
    scope(&st).mines(&mut st, &mut dice(&[50]));
    assert_eq!(st.mined, 0, "swept");
    let mut st = start("tomorrows-war");
    scope(&st).mines(&mut st, &mut dice(&[]));
    let com = scope(&st).ground.ports.iter().filter(|h| !scope(&st).friendly(&st, UN, **h)).count() as u32;
    assert_eq!(st.mined.count_ones(), com, "in 1995 all Communist ports");
}

/// W9 [proves: ck 8.4]
#[test]
fn the_stockpile_of_1995_is_lowered() {
    let info = game().info().scenario("tomorrows-war").map(|s| Options::default().complete(s));
    let Some(Ok(options)) = info else { panic!("tomorrows-war") };
    // Six weather dice, at least six forecast dice, then the stockpile.
    for (roll, stock) in [(10, 91), (1, 100)] {
        let mut play = dice(&[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, roll]);
        let st = game().setup("tomorrows-war", &options, &mut play).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(st.stock, [100, stock]);
    }
}

/// W11 [proves: ck 8.1, ck 8.2, ck 8.3, ck 8.4]
#[test]
fn scenarios_have_their_lengths() {
    let all: Vec<(u8, u8)> =
        game().scenarios.iter().map(|s| (s.first_turn, s.last_turn - s.first_turn + 1)).collect();
    assert_eq!(all, [(1, 45), (12, 34), (21, 25), (1, 16)]);
    for (scenario, level) in [("dragon-wakes", 0), ("chromite", -6), ("cold-steel", 5), ("tomorrows-war", 1)]
    {
        let st = start(scenario);
        assert_eq!(scope(&st).level(&st), level, "{scenario}");
    }
    let st = start("dragon-wakes");
    assert!(!st.owner.has(hex("26,42").index()), "commandos on the east coast");
    let st = start("chromite");
    assert!(
        ["MC-1MarRCT", "US-31RCT"]
            .iter()
            .all(|id| scope(&st).ground.japan.has(st.force(force(&st, id)).hex.index()))
    );
    let st = start("cold-steel");
    assert_eq!(st.china, China { trigger: 15, first: 17 });
}

/// Baselines, W12 [proves: ck 8.0]
#[test]
fn a_hundred_hexes_are_a_level() {
    let mut st = start("dragon-wakes");
    let s = scope(&st);
    assert_eq!((s.holdings(&st, UN), s.holdings(&st, COM)), ((392, 887), (530, 728)));
    assert_eq!(s.world.baseline, 159);
    let plain: Vec<usize> =
        s.ground.korea.iter().filter(|&i| st.owner.has(i) && !s.ground.urban.has(i)).take(100).collect();
    plain[..99].iter().for_each(|&i| st.owner.set(i, false));
    assert_eq!((s.difference(&st), s.level(&st)), (-198, 0));
    st.owner.set(plain[99], false);
    assert_eq!((s.difference(&st), s.level(&st)), (-200, -1));
    let st = start("tomorrows-war");
    let s = scope(&st);
    assert_eq!(
        (s.holdings(&st, UN), s.holdings(&st, COM), s.world.baseline),
        ((406, 2089), (516, 1506), 583)
    );
}

/// W14 [proves: ck 3.12]
#[test]
fn forecasts_are_right_so_often() {
    for (rolls, right) in [([85, 85, 70, 70, 55, 55], true), ([86, 86, 71, 71, 56, 56], false)] {
        let mut st = start("dragon-wakes");
        let mut play =
            if right { dice(&rolls) } else { dice(&rolls.iter().flat_map(|&r| [r, 1]).collect::<Vec<_>>()) };
        scope(&st).make_forecast(&mut st, &mut play);
        all_drawn(&mut play);
        for ahead in 0..3 {
            let (truth, told) = (st.coming[ahead], st.forecast[ahead]);
            assert_eq!(truth.temperature == told.temperature, right);
            assert_eq!(truth.visibility == told.visibility, right);
        }
    }
}

/// P1, P2 [proves: ck 6.11, ck 6.1]
#[test]
fn cut_off_units_starve() {
    for (lost, left) in [(true, 0), (false, 81)] {
        let mut st = alone("dragon-wakes", "NK-15Div", "22,52", 40, false);
        let all = [12, 18, 8, 81, 45].map(|n| if lost { n } else { 0 });
        resupply(&mut st, &all);
        let u = unit(&st, "NK-15Div");
        assert_eq!(st.unit(u).pieces[kind("R")], left);
        assert!(lost || readiness(&st, "NK-15Div") == 50);
    }
    let mut st = alone("cold-steel", "CH-112", "22,52", 60, false);
    resupply(&mut st, &[]);
    assert_eq!(readiness(&st, "CH-112"), 60, "the Chinese go without");
}

/// P3 [proves: ck 6.11]
#[test]
fn the_chinese_recover_fast_off_the_roads() {
    let mut st = alone("cold-steel", "CH-112", "14,33", 70, true);
    (st.stock[0], st.interdiction[1]) = (100, 0);
    resupply(&mut st, &[31]);
    assert_eq!(readiness(&st, "CH-112"), 90);
    let s = scope(&st);
    assert_eq!(s.supply_gain(&st, Nation::Cn, hex("14,40")), 30, "tripled in a city");
    assert_eq!(s.supply_gain(&st, Nation::Nk, hex("22,52")), 18);
}

/// P4 [proves: ck 6.11, ck 6.11-seoul]
#[test]
fn seoul_throttles_the_south() {
    for (roll, fed) in [(50, false), (51, true)] {
        let mut st = alone("chromite", "NK-3Div", "14,41", 60, true);
        st.owner.set(hex("14,40").index(), true);
        (st.stock[0], st.interdiction[1]) = (100, 0);
        let rolls: &[u32] = if fed { &[roll, 100] } else { &[roll] };
        resupply(&mut st, rolls);
        assert_eq!(readiness(&st, "NK-3Div"), if fed { 80 } else { 55 });
    }
}

/// P5 [proves: ck 6.12]
#[test]
fn the_united_nations_recover_on_the_railway() {
    let mut st = alone("cold-steel", "US-9RCT", "9,23", 60, true);
    st.stock[1] = 55;
    resupply(&mut st, &[55, 41]);
    assert_eq!((readiness(&st, "US-9RCT"), st.stock[1]), (78, 55));
}

/// P6, P7 [proves: ck 6.12, ck 6.143, ck 6.12-air]
#[test]
fn supply_by_air_comes_late() {
    let cases = [("US-9RCT", 3, true), ("US-9RCT", 2, false), ("RK-11", 25, false), ("RK-11", 26, true)];
    for (id, turn, flown) in cases {
        let mut st = alone("chromite", id, "23,56", 60, true);
        (st.turn, st.stock[1]) = (turn, 50);
        resupply(&mut st, &[51]);
        assert_eq!(
            (readiness(&st, id), st.stock[1]),
            if flown { (60, 49) } else { (55, 50) },
            "{id} on turn {turn}"
        );
    }
}

/// P8, P9 [proves: ck 6.141, ck 6.142]
#[test]
fn shipments_grow() {
    let mut st = start("chromite");
    st.choices.capability = 3;
    assert_eq!((st.turn, scope(&st).shipment(&st, COM), scope(&st).shipment(&st, UN)), (12, 13, 13));
    st.choices.capability = 2;
    st.china = China { trigger: 15, first: 0 };
    let extra = [15u8, 16, 18, 19, 20].map(|turn| {
        st.turn = turn;
        scope(&st).shipment(&st, COM) - 10 - (i32::from(turn) - 1) / 4
    });
    assert_eq!(extra, [0, 10, 10, 30, 10]);
    let st = start("tomorrows-war");
    assert_eq!((scope(&st).shipment(&st, COM), scope(&st).shipment(&st, UN)), (10, 15));
}

/// P10 [proves: ck 6.143]
#[test]
fn transport_and_storms_cost_stockpile() {
    let mut st = start("dragon-wakes");
    (st.turn, st.stock, st.railed, st.weather) = (5, [0, 40], [0, 3], storm());
    scope(&st).stockpiles(&mut st, &mut dice(&[]));
    assert_eq!(st.stock[1], 40);
    (st.stock, st.railed) = ([99, 2], [0, 5]);
    scope(&st).stockpiles(&mut st, &mut dice(&[]));
    assert_eq!(st.stock, [100, 6], "never below 0 before, never above 100 after the shipment");
}

/// P11 [proves: ck 6.21]
#[test]
fn replacements_go_where_losses_are() {
    let mut st = start("chromite");
    only(&mut st, &[]);
    // Before the first American rates there is only what the pool holds.
    st.turn = 2;
    st.pools[0] = [0; 16];
    st.pools[0][kind("R")] = 10;
    let short = [("US-9RCT", 12), ("US-19RCT", 6), ("US-21RCT", 2)];
    form(&mut st, &short.map(|(id, _)| id), "23,53");
    form(&mut st, &["US-23RCT"], "23,56");
    for (id, n) in short.into_iter().chain([("US-23RCT", 5)]) {
        let u = unit(&st, id);
        st.unit_mut(u).pieces[kind("R")] -= n;
        st.unit_mut(u).set(conflict_korea::state::SUPPLIED, id != "US-23RCT");
    }
    scope(&st).replace(&mut st, &mut dice(&[]));
    let rifles = ["US-9RCT", "US-19RCT", "US-21RCT", "US-23RCT"].map(|id| pieces(&st, id, "R"));
    assert_eq!(rifles, [15 + 6, 21 + 3, 25 + 1, 22], "6, 3, 1, and nothing for who is not supplied");
    assert_eq!(st.pools[0][kind("R")], 0);
    assert_eq!(shares(20, &[12, 6, 2]), [12, 6, 2]);
}

/// 6.21, 4.4.9 What is left of a pool is cut to 255 after the distribution: a full Chinese pool and the 255 rifle platoons of
/// the turn fill four empty divisions. [proves: ck 6.21]
#[test]
fn a_pool_is_cut_after_it_was_handed_out() {
    let mut st = start("cold-steel");
    only(&mut st, &[]);
    let divisions = ["CH-115", "CH-116", "CH-117", "CH-118"];
    form(&mut st, &divisions, "7,29");
    for id in divisions {
        let u = unit(&st, id);
        st.unit_mut(u).pieces[kind("R")] = 1;
        st.unit_mut(u).set(conflict_korea::state::SUPPLIED, true);
    }
    let china = Nation::Cn as usize;
    st.destroyed[0].clear();
    st.pools[china] = [0; 16];
    st.pools[china][kind("R")] = 255;
    scope(&st).replace(&mut st, &mut dice(&[]));
    assert_eq!(divisions.map(|id| pieces(&st, id, "R")), [81; 4]);
    assert_eq!(st.pools[china][kind("R")], (255 + 255 - 4 * 80) as u8);
}

/// P12 [proves: ck 6.21, ck 6.22, ck 6.21-rebuild]
#[test]
fn a_destroyed_regiment_is_rebuilt() {
    for (rifles, rebuilt) in [(17, false), (18, true)] {
        let mut st = start("dragon-wakes");
        let f = force(&st, "RK-17");
        only(&mut st, &[f]);
        let u = unit(&st, "RK-17");
        scope(&st).destroy(&mut st, u, false, &mut dice(&[]));
        // Twenty-seven rifles a turn would always do: the situation is one without this turn's rate.
        st.pools[4] = [0; 16];
        st.turn = 0;
        st.pools[4][kind("R")] = rifles;
        st.pools[4][kind("W")] = 5;
        scope(&st).replace(&mut st, &mut dice(&[]));
        assert_eq!(st.unit(u).status == Status::Rebuilt, rebuilt);
        if rebuilt {
            scope(&st).reinforce(&mut st, &mut dice(&[]));
            assert_eq!(st.force(force(&st, "RK-17")).hex, hex("26,59"));
            assert_eq!((pieces(&st, "RK-17", "R"), pieces(&st, "RK-17", "W")), (18, 5));
            assert_eq!((st.unit(u).experience, readiness(&st, "RK-17")), (Experience::Green, 75));
        }
    }
}

/// P13, 6.22 [proves: ck 6.22]
#[test]
fn who_finds_no_room_waits() {
    let mut st = start("dragon-wakes");
    let (a, b) = (force(&st, "RK-23"), force(&st, "RK-22"));
    only(&mut st, &[a, b]);
    put(&mut st, a, "26,59");
    put(&mut st, b, "26,59");
    let u = unit(&st, "US-34RCT");
    st.unit_mut(u).status = Status::Rebuilt;
    st.rebuilt[1].push(u);
    st.turn = 30;
    (0..scope(&st).world.arrivals.len()).for_each(|i| st.arrived.set(i, true));
    scope(&st).reinforce(&mut st, &mut dice(&[]));
    assert_eq!(st.unit(u).status, Status::Rebuilt);
    let china = hex("0,22");
    st.owner.set(china.index(), true);
    assert!(scope(&st).may_appear(&st, Nation::Cn, china) && !scope(&st).may_appear(&st, Nation::Nk, china));
}

/// P14 [proves: ck 6.31]
#[test]
fn patrols_take_empty_hexes() {
    let mut st = alone("chromite", "US-9RCT", "14,41", 80, false);
    let nets = [HexBits::default(), scope(&st).net(&st, UN)];
    assert!(!st.owner.has(hex("15,41").index()));
    scope(&st).patrol(&mut st, &nets);
    assert!(st.owner.has(hex("15,41").index()), "empty ground beside the patrol");
    assert!(!st.owner.has(hex("14,40").index()), "a city must be entered");
}

/// P17, P18 [proves: ck 6.6]
#[test]
fn guerrillas_rise_behind_the_lines() {
    let mut st = alone("chromite", "US-9RCT", "14,40", 80, true);
    st.mined = 0;
    scope(&st).guerrillas(&mut st, &mut dice(&[]));
    assert!(!st.owner.has(hex("7,29").index()), "P'yongyang without a force reverts");
    for (roll, turns) in [(20, true), (21, false)] {
        let mut st = alone("chromite", "US-9RCT", "14,40", 80, false);
        scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, false));
        // One hex eight away from the force, among Communist ones.
        let far = hex("14,48");
        assert_eq!(scope(&st).ground.distance(hex("14,40"), far), 8);
        st.owner.set(hex("14,40").index(), true);
        st.owner.set(far.index(), true);
        // Communist hexes beside the two and near the force may come back: they get 100.
        let near: Vec<HexId> = scope(&st).ground.korea.iter().map(|i| HexId(i as u16)).collect();
        let rolls: Vec<u32> = near
            .iter()
            .filter_map(|&h| {
                let s = scope(&st);
                let safe = s.ground.port(h).is_some() || s.ground.field(h).is_some();
                let beside = s.ground.neighbours(h).any(|(_, n)| st.owner.has(n.index()));
                let back =
                    !st.owner.has(h.index()) && beside && !safe && s.ground.distance(h, hex("14,40")) <= 7;
                if h == far { Some(roll) } else { back.then_some(100) }
            })
            .collect();
        let mut play = dice(&rolls);
        scope(&st).guerrillas(&mut st, &mut play);
        all_drawn(&mut play);
        assert_eq!(!st.owner.has(far.index()), turns);
    }
    let mut st = start("tomorrows-war");
    let before = st.owner;
    scope(&st).guerrillas(&mut st, &mut dice(&[]));
    assert_eq!(before, st.owner, "not in 1995");
}

/// P19 [proves: ck 6.8, ck 3.41201, ck 6.8-causes]
#[test]
fn a_lost_city_fills_the_roads() {
    let mut st = start("dragon-wakes");
    scope(&st).dawn(&mut st);
    scope(&st).refugees(&mut st, &mut dice(&[]));
    assert!(!st.refugees);
    st.owner.set(hex("17,49").index(), false);
    scope(&st).refugees(&mut st, &mut dice(&[]));
    assert!(st.refugees && !scope(&st).roads_open(&st, UN) && scope(&st).roads_open(&st, COM));
    // The next turn begins: the roads stay closed through both its orders phases.
    st.turn += 1;
    scope(&st).dawn(&mut st);
    for first in [true, false] {
        orders(&mut st, UN, first);
        assert!(!scope(&st).roads_open(&st, UN));
    }
    let mut st = start("dragon-wakes");
    scope(&st).dawn(&mut st);
    st.retreats = 4;
    scope(&st).refugees(&mut st, &mut dice(&[]));
    assert!(!st.refugees, "more than four");
    st.retreats = 5;
    scope(&st).refugees(&mut st, &mut dice(&[]));
    assert!(st.refugees);
}

/// P20 [proves: ck 6.4]
#[test]
fn the_freeze_line_follows_the_temperature() {
    let st = start("dragon-wakes");
    let freeze = &scope(&st).world.tables.freeze;
    let mut row = -1;
    let rows = [Temperature::Cold, Temperature::Cold, Temperature::Mild, Temperature::Hot].map(|t| {
        row = next_freeze(freeze, row, t);
        row
    });
    assert_eq!(rows, [21, 26, 22, 13]);
    assert_eq!(next_freeze(freeze, -1, Temperature::Hot), -1);
}

/// P21 [proves: ck 3.12]
#[test]
fn coasts_freeze_further_north() {
    let mut st = start("cold-steel");
    st.freeze = 22;
    let s = scope(&st);
    let coast: Vec<HexId> = s
        .ground
        .coastal
        .iter()
        .map(|i| HexId(i as u16))
        .filter(|&h| !s.ground.japan.has(h.index()))
        .collect();
    let at = |row| coast.iter().copied().find(|&h| s.ground.row(h) == row);
    assert_eq!(at(18).map(|h| s.frozen(&st, h)), Some(false));
    assert_eq!(at(17).map(|h| s.frozen(&st, h)), Some(true));
    assert!(s.frozen(&st, hex("10,22")) && !s.frozen(&st, hex("10,23")));
}

/// P22 [proves: ck 6.5, ck 2.111, ck 6.5-trigger]
#[test]
fn china_comes_when_the_parallel_is_crossed() {
    let mut st = start("chromite");
    st.choices.fixed_china = true;
    st.turn = 14;
    let us = force(&st, "US-9RCT");
    put(&mut st, us, "14,36");
    scope(&st).parallel(&mut st, &mut dice(&[1]));
    assert_eq!(st.china, China { trigger: 14, first: 16 });
    st.turn = 15;
    scope(&st).reinforce(&mut st, &mut dice(&[]));
    let armies = ["CH-112", "CH-115", "CH-118", "CH-124"].map(|id| st.unit(unit(&st, id)).status);
    assert_eq!(armies, [Status::OnMap; 4], "on the map at the start of turn 16");
}

/// P23, P24 [proves: ck 6.5, ck 6.91, ck 8.0, ck 6.5-trigger, ck 8.0-china]
#[test]
fn china_may_bluff() {
    let mut st = start("chromite");
    let rok = force(&st, "RK-11");
    put(&mut st, rok, "14,36");
    scope(&st).parallel(&mut st, &mut dice(&[]));
    assert_eq!(st.china.trigger, 0, "ROK forces alone trigger nothing");
    let us = force(&st, "US-9RCT");
    put(&mut st, us, "15,36");
    scope(&st).parallel(&mut st, &mut dice(&[67]));
    assert_eq!(st.china, China { trigger: 12, first: 0 });
    st.turn = 26;
    assert!(!scope(&st).ends(&st));
    st.turn = 27;
    assert!(scope(&st).ends(&st));
    scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, true));
    st.owner.set(hex("7,29").index(), false);
    assert!(scope(&st).level(&st) > 0);
    assert_eq!(scope(&st).final_level(&st), 0, "a city is left");
    st.owner.set(hex("7,29").index(), true);
    assert!(scope(&st).final_level(&st) > 0);
    ["0,22", "2,20", "9,17"].iter().for_each(|h| st.owner.set(hex(h).index(), false));
    assert_eq!(scope(&st).final_level(&st), 0, "three supply points are left");
}

/// P25 [proves: ck 2.2, ck 5.0]
#[test]
fn the_smaller_stockpile_moves_first() {
    for (phase, roll, leader) in
        [(Phase::Dawn, 35, COM), (Phase::Dawn, 36, UN), (Phase::Strikes, 65, COM), (Phase::Strikes, 66, UN)]
    {
        let mut st = start("chromite");
        st.stock = [80, 50];
        settle(&mut st, phase, &[roll]);
        assert_eq!(st.leader, leader, "{phase:?} {roll}");
        assert_eq!(st.mover(), Some(leader));
    }
    let mut st = start("chromite");
    st.stock = [100, 0];
    assert_eq!((scope(&st).communists_first(&st, true), scope(&st).communists_first(&st, false)), (5, 95));
}

/// P26 [proves: ck 8.0, ck 8.0-1995]
#[test]
fn the_level_of_1995_has_a_handicap() {
    // So many plain hexes change hands: each moves the difference by two.
    for (hexes, to_un, stock, difference, level) in [
        (60, true, [90, 60], 120, 1),
        (0, true, [100, 91], 0, 1),
        (100, false, [50, 50], -200, 0),
        (200, false, [50, 50], -400, -1),
    ] {
        let mut st = start("tomorrows-war");
        st.stock = stock;
        let s = scope(&st);
        let plain = s.ground.korea.iter().filter(|&i| st.owner.has(i) != to_un && !s.ground.urban.has(i));
        plain.take(hexes).collect::<Vec<_>>().into_iter().for_each(|i| st.owner.set(i, to_un));
        assert_eq!((s.difference(&st), s.level(&st)), (difference, level));
        assert_eq!(s.final_level(&st), level, "China has no part in 1995");
    }
}

/// P27, 6.34 [proves: ck 6.34, ck 6.32]
#[test]
fn two_reports_make_level_two() {
    assert_eq!([0, BY_MOVER, BY_FIRE, BY_MOVER | BY_FIRE].map(level_of), [0, 1, 1, 2]);
}

/// 6.9, 6.92 [proves: ck 6.9, ck 6.92]
#[test]
fn conquest_ends_the_game() {
    let mut st = start("chromite");
    assert!(!scope(&st).ends(&st));
    scope(&st).ground.urban.iter().for_each(|i| st.owner.set(i, false));
    assert!(scope(&st).ends(&st), "no city is left");
    scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, true));
    assert!(scope(&st).ends(&st), "all Korea");
    let mut st = start("tomorrows-war");
    st.turn = 16;
    assert!(scope(&st).ends(&st));
    let mut st = start("cold-steel");
    st.turn = 44;
    assert!(!scope(&st).ends(&st));
    st.turn = 45;
    assert!(scope(&st).ends(&st));
}

/// 6.33 Reconnaissance of 1995, cities by spies. [proves: ck 6.33]
#[test]
fn satellites_see_the_roads() {
    let mut st = start("tomorrows-war");
    st.turn = 4;
    scope(&st).spot(&mut st, &mut dice(&[]));
    let s = scope(&st);
    for i in s.ground.korea.iter() {
        let h = HexId(i as u16);
        if st.owner.has(i) {
            let contact = s.ground.neighbours(h).any(|(_, n)| st.holder(n) == Some(COM));
            assert!(s.ground.urban.has(i) || contact || st.level(COM, h) == 0, "{}", s.ground.label(h));
            assert!(!s.ground.urban.has(i) || st.level(COM, h) > 0);
        } else {
            assert!(s.ground.roads[i] == 0 || st.level(UN, h) > 0);
        }
    }
}

/// 6.32, 7.0 What is hidden stays hidden; complete intelligence hides nothing on the map. [proves: ck 6.32, ck 7.0, ck 2.112]
#[test]
fn each_side_sees_what_it_has_spotted() {
    use engine::{Seat, SeatSet};
    let st = start("cold-steel");
    let un = game().redact(&st, SeatSet::one(Seat(UN)));
    let army = force(&st, "CH-76");
    assert!(!un.force(army).exists(), "26 Army lies hidden");
    let front = force(&st, "CH-118");
    assert!(
        un.force(front).exists() && un.force(front).units.is_empty(),
        "40 Army is seen, its units are not"
    );
    assert!(un.force(force(&st, "US-9RCT")).units.len() == 2, "one's own forces are known");
    let mut open = st;
    open.choices.complete = true;
    let un = game().redact(&open, SeatSet::one(Seat(UN)));
    assert_eq!(un.force(army).units.len(), 5);
}

/// 6.0 The whole general phase runs in its order. [proves: ck 6.0]
#[test]
fn the_general_phase_goes_in_order() {
    let mut st = start("chromite");
    let mut play = dice(&[]);
    scope(&st).general(&mut st, &mut play);
    let rules: Vec<&str> = play.lines().map(|l| l.rule).collect();
    let at =
        |rule: &str| rules.iter().position(|r| *r == rule).unwrap_or_else(|| panic!("{rule}: {rules:?}"));
    let order = ["ck 6.1", "ck 6.141", "ck 6.32", "ck 6.4", "ck 6.6"].map(at);
    assert!(order.is_sorted(), "{order:?}");
}

/// 6.32 Of a Communist force that spent more than twelve points three in four are seen in fair weather, and none that spent
/// twelve.
/// [proves: ck 6.32-columns]
#[test]
fn long_columns_are_seen() {
    for (visibility, most) in [(Visibility::Fair, 75), (Visibility::Cloudy, 50), (Visibility::Storms, 25)] {
        for (spent, roll, seen) in [(13, most, true), (13, most + 1, false), (12, 1, false)] {
            let mut st = start("cold-steel");
            let f = force(&st, "CH-76");
            only(&mut st, &[f]);
            st.weather.visibility = visibility;
            st.force_mut(f).spent = spent;
            let at = st.force(f).hex;
            let rolls: &[u32] = if spent > 12 { &[roll, 2] } else { &[2] };
            let mut play = dice(rolls);
            scope(&st).spot(&mut st, &mut play);
            all_drawn(&mut play);
            assert_eq!(st.level(UN, at) > 0, seen, "{spent} points, {roll}");
        }
    }
}
