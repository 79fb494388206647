//! 6, 8, 2.1 The general phase in detail, secrets, options.

use crate::common::*;
use conflict_korea::data::{Kind, Mission, Nation, Temperature};
use conflict_korea::state::{AIR_SUPPLIED, AirId, SUPPLIED};
use engine::{Judgement, Random, Seat, SeatSet, View};
use testkit::Table;

fn seen_by(st: &State, side: u8) -> State {
    game().redact(st, SeatSet::one(Seat(side)))
}

/// The cells of a report in one line.
fn report(st: &State, seats: SeatSet, id: &str) -> String {
    let view = View::of(game(), st, seats);
    let scene = engine::scene_of(game(), &view);
    let panel = scene.panels.iter().find(|p| p.id == id);
    serde_json::to_string(&panel).unwrap_or_default()
}

/// 6.12 Ten a turn; nine north of row 30; twice on roads and railways, three times in cities and working ports; inland Japan
/// has the plain rate. Storms close roads, not railways. [proves: ck 6.12-rate]
#[test]
fn united_nations_rates() {
    let mut st = start("chromite");
    scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, true));
    st.mined = 0;
    let gain = |st: &State, at: &str| scope(st).supply_gain(st, Nation::Us, hex(at));
    // 14,59 Kwangju has a road; 27,44 is a beach without one; 9,23 is on row 23 with a railway; 17,28 Wonsan is a port.
    assert_eq!([gain(&st, "26,59"), gain(&st, "23,58"), gain(&st, "17,28")], [30, 30, 27]);
    assert_eq!([gain(&st, "22,53"), gain(&st, "9,23")], [20, 18]);
    assert_eq!([gain(&st, "36,65"), gain(&st, "37,66")], [30, 10]);
    let bare = |h: HexId| scope(&st).ground.roads[h.index()] | scope(&st).ground.rails[h.index()] == 0;
    let wild = scope(&st)
        .ground
        .korea
        .iter()
        .map(|i| HexId(i as u16))
        .find(|&h| bare(h) && scope(&st).ground.row(h) == 45 && !scope(&st).ground.urban.has(h.index()));
    assert_eq!(wild.map(|h| scope(&st).supply_gain(&st, Nation::Rok, h)), Some(10));
    let port = scope(&st).ground.port(hex("17,28")).unwrap_or_default();
    st.mined = 1 << port;
    assert_eq!(gain(&st, "17,28"), 18, "a mined port is a place on the railway");
    st.weather = storm();
    let road_only =
        |h: &HexId| scope(&st).ground.roads[h.index()] != 0 && scope(&st).ground.rails[h.index()] == 0;
    let road =
        scope(&st).ground.korea.iter().map(|i| HexId(i as u16)).find(|h| {
            road_only(h) && scope(&st).ground.row(*h) == 45 && scope(&st).ground.port(*h).is_none()
        });
    assert_eq!(road.map(|h| scope(&st).supply_gain(&st, Nation::Us, h)), Some(10), "no roads in storms");
    assert_eq!(gain(&st, "9,23"), 18, "but railways");
}

/// 6.11 Eight to twelve by capability; one less south of row 50; North Koreans double on roads, Chinese outside cities; three
/// times in cities and supply points. [proves: ck 6.11-rate]
#[test]
fn communist_rates() {
    let mut st = start("cold-steel");
    let rates = [0u8, 1, 2, 3, 4].map(|c| {
        st.choices.capability = c;
        scope(&st).supply_gain(&st, Nation::Cn, hex("14,33"))
    });
    assert_eq!(rates, [16, 18, 20, 22, 24]);
    st.choices.capability = 2;
    let gain = |nation, at: &str| scope(&st).supply_gain(&st, nation, hex(at));
    assert_eq!([gain(Nation::Nk, "7,29"), gain(Nation::Nk, "2,20"), gain(Nation::Cn, "9,17")], [30, 30, 30]);
    assert_eq!([gain(Nation::Cn, "26,59"), gain(Nation::Cn, "16,51")], [27, 18]);
    assert_eq!(
        [gain(Nation::Nk, "18,50"), gain(Nation::Nk, "18,51")],
        [20, 18],
        "row 50 is not south of row 50"
    );
}

/// 6.1 The net runs over friendly land to a source; water does not carry it. [proves: ck 6.1-net]
#[test]
fn the_net_needs_friendly_land() {
    let mut st = start("chromite");
    scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, false));
    st.owner.set(hex("26,59").index(), true);
    st.owner.set(hex("26,58").index(), true);
    st.owner.set(hex("14,40").index(), true);
    st.mined = 0;
    let net = scope(&st).net(&st, UN);
    assert!(net.has(hex("26,59").index()) && net.has(hex("26,58").index()) && net.has(hex("37,66").index()));
    assert!(!net.has(hex("14,40").index()) && !net.has(hex("22,53").index()));
    let port = scope(&st).ground.port(hex("26,59")).unwrap_or_default();
    st.mined = 1 << port;
    assert!(!scope(&st).net(&st, UN).has(hex("26,58").index()), "a mined port is no source");
    let com = scope(&st).net(&st, COM);
    assert!(com.has(hex("14,41").index()) && !com.has(hex("14,40").index()));
}

/// 6.12 Who is supplied by air keeps his readiness and gets no replacements; not in storms. [proves: ck 6.12-air]
#[test]
fn supply_by_air_brings_no_replacements() {
    for stormy in [false, true] {
        let mut st = start("chromite");
        only(&mut st, &[]);
        form(&mut st, &["US-9RCT"], "14,33");
        scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, false));
        st.owner.set(hex("14,33").index(), true);
        set(&mut st, "US-9RCT", 80, Experience::Green, false);
        if stormy {
            st.weather = storm();
        }
        let u = unit(&st, "US-9RCT");
        st.unit_mut(u).pieces[kind("R")] = 20;
        st.pools[0] = [50; 16];
        st.stock[1] = 50;
        let nets = [scope(&st).net(&st, COM), scope(&st).net(&st, UN)];
        scope(&st).resupply(&mut st, &nets, &mut dice(&[]));
        scope(&st).replace(&mut st, &mut dice(&[]));
        assert_eq!((st.unit(u).has(AIR_SUPPLIED), st.unit(u).has(SUPPLIED)), (!stormy, false));
        assert_eq!((readiness(&st, "US-9RCT"), st.stock[1]), if stormy { (75, 50) } else { (80, 49) });
        assert_eq!(pieces(&st, "US-9RCT", "R"), 20);
    }
}

/// 6.21 Pools begin at their dates, have their extras, and hold 255 of a kind. [proves: ck 6.21-pools]
#[test]
fn pools_begin_at_their_dates() {
    let pool = |turn: u8, nation: Nation, before: u8| {
        let mut st = start("dragon-wakes");
        only(&mut st, &[]);
        st.turn = turn;
        st.pools[nation as usize] = [before; 16];
        scope(&st).replace(&mut st, &mut dice(&[]));
        st.pools[nation as usize][kind("R")]
    };
    assert_eq!([pool(2, Nation::Us, 0), pool(3, Nation::Us, 0), pool(5, Nation::Us, 0)], [0, 27, 27 + 18]);
    assert_eq!([pool(5, Nation::Usmc, 0), pool(6, Nation::Usmc, 0)], [0, 9]);
    assert_eq!(
        [pool(9, Nation::Cw, 0), pool(10, Nation::Cw, 0), pool(16, Nation::Un, 0), pool(17, Nation::Un, 0)],
        [0, 12, 0, 6]
    );
    assert_eq!([pool(1, Nation::Rok, 0), pool(1, Nation::Nk, 0)], [27, 18]);
    assert_eq!(pool(3, Nation::Us, 240), 255);
}

/// 6.22 Rebuilt units appear at the first place of their nation that has room. [proves: ck 6.22-places]
#[test]
fn rebuilt_units_appear_where_there_is_room() {
    for (id, first, second) in
        [("NK-4Div", "7,29", "18,24"), ("RK-1", "26,59", "23,53"), ("US-9RCT", "26,59", "")]
    {
        for full in [false, true] {
            let mut st = start("dragon-wakes");
            only(&mut st, &[]);
            (0..scope(&st).world.arrivals.len()).for_each(|i| st.arrived.set(i, true));
            let u = unit(&st, id);
            let side = scope(&st).world.units[u.index()].nation.side();
            *st.unit_mut(u) = Unit { status: Status::Rebuilt, readiness: 75, ..Unit::default() };
            st.unit_mut(u).pieces[kind("R")] = 20;
            st.rebuilt[side as usize].push(u);
            if full {
                let others = if side == COM { ["NK-3Div", "NK-1Div"] } else { ["RK-13", "RK-12"] };
                others.iter().for_each(|other| {
                    form(&mut st, &[other], first);
                });
            }
            scope(&st).reinforce(&mut st, &mut dice(&[]));
            match (full, second) {
                (true, "") => assert_eq!(st.unit(u).status, Status::Rebuilt, "Pusan is full: it waits"),
                (true, place) | (false, place) => {
                    let at = if full { place } else { first };
                    assert_eq!(st.force(force(&st, id)).hex, hex(at), "{id}");
                }
            }
        }
    }
}

/// 6.22 Air units are there from their turn to their last. [proves: ck 6.22-air]
#[test]
fn air_units_come_and_go() {
    let mut st = start("dragon-wakes");
    let mut there = |turn: u8| {
        st.turn = turn;
        scope(&st).wings(&st, UN).map(|a| scope(&st).air_def(a).id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(there(1), ["A01", "A02", "A03"]);
    assert!(there(16).contains(&"A09".to_owned()) && !there(17).contains(&"A09".to_owned()));
    assert!(
        there(18).contains(&"A16".to_owned())
            && !there(19).contains(&"A16".to_owned())
            && there(25).contains(&"A16".to_owned())
    );
}

/// 4.11 On 25 June 1950 everything fights the enemy's air force: no interdiction, no strikes. [proves: ck 4.11-first-turn]
#[test]
fn the_first_day_is_for_the_enemy_air_force() {
    let st = start("dragon-wakes");
    assert!(scope(&st).wings(&st, UN).all(|a| st.wings[a.0 as usize].mission == Mission::Superiority));
    let mut table = Table::of(game(), st);
    table.act("end phase");
    let st = table.state();
    assert_eq!((st.interdiction[1], st.cil, st.phase), (0, 0, Phase::SecondA));
}

/// 4.1 Air losses of the 1950s are made good. [proves: ck 4.1-losses]
#[test]
fn air_losses_of_the_fifties_are_made_good() {
    let mut st = start("chromite");
    let before: Vec<(u8, u8)> = st.wings.iter().map(|w| (w.a2g, w.a2a)).collect();
    scope(&st).air_war(&mut st, &mut dice(&[]));
    scope(&st).strike(&mut st, AirId(2), hex("22,52"), &mut dice(&[]));
    let after: Vec<(u8, u8)> = st.wings.iter().map(|w| (w.a2g, w.a2a)).collect();
    assert_eq!(before, after);
}

/// 3.21 The whole table of weather and bases: fair, cloudy, storms. [proves: ck 3.21-weather]
#[test]
fn weather_takes_its_share_of_every_kind() {
    let rows = [
        ("A03", 30, [30, 30, 15]), // long range, all weather
        ("A02", 22, [22, 11, 7]),  // long range
        ("A06", 20, [20, 10, 6]),  // carrier
        ("A05", 16, [8, 5, 4]),    // Japan
    ];
    let mut st = start("chromite");
    for (id, full, shares) in rows {
        let a = scope(&st).world.air.iter().position(|d| d.id == id).unwrap_or_default();
        assert_eq!(i32::from(st.wings[a].a2g), full);
        st.wings[a].mission = Mission::Interdiction;
        let found = [Visibility::Fair, Visibility::Cloudy, Visibility::Storms].map(|v| {
            st.weather.visibility = v;
            scope(&st).air_strength(&st, AirId(a as u8)).0
        });
        assert_eq!(found, shares, "{id}");
    }
    let st = start("tomorrows-war");
    let mut cloudy = st.clone();
    cloudy.weather.visibility = Visibility::Cloudy;
    let a2a = |st: &State, id: &str| {
        let a = scope(st).world.air.iter().position(|d| d.id == id).unwrap_or_default();
        scope(st).air_strength_on(st, AirId(a as u8), Mission::Superiority).1
    };
    assert_eq!([a2a(&cloudy, "N01"), a2a(&cloudy, "N03"), a2a(&st, "N03")], [24, 7, 14]);
    assert_eq!(a2a(&st, "U01"), 24, "long range is not halved in 1995");
}

/// 6.4 The months of the book. [proves: ck 6.4-months]
#[test]
fn every_month_has_its_weather() {
    let st = start("dragon-wakes");
    let rows = &scope(&st).world.tables.months;
    let expected: [([u8; 3], [u8; 3]); 12] = [
        ([90, 10, 0], [70, 15, 15]),
        ([80, 20, 0], [70, 15, 15]),
        ([50, 50, 0], [70, 15, 15]),
        ([20, 80, 0], [70, 15, 15]),
        ([5, 75, 20], [65, 20, 15]),
        ([0, 100, 0], [0, 100, 0]),
        ([0, 25, 75], [50, 25, 25]),
        ([0, 20, 80], [55, 20, 25]),
        ([5, 40, 55], [60, 20, 20]),
        ([20, 70, 10], [70, 15, 15]),
        ([50, 50, 0], [70, 15, 15]),
        ([80, 20, 0], [70, 15, 15]),
    ];
    for (month, (temperature, visibility)) in (1..).zip(expected) {
        assert_eq!(
            (rows[month].temperature, rows[month].visibility),
            (temperature, visibility),
            "month {month}"
        );
    }
    // Turn 12 is in September: 5 is cold, 6 mild, 46 hot; 60 fair, 80 cloudy, 81 stormy.
    for (rolls, t, v) in [
        ([5, 60], Temperature::Cold, Visibility::Fair),
        ([6, 61], Temperature::Mild, Visibility::Cloudy),
        ([45, 80], Temperature::Mild, Visibility::Cloudy),
        ([46, 81], Temperature::Hot, Visibility::Storms),
    ] {
        let mut play = dice(&rolls);
        let w = scope(&st).draw_weather(12, &mut play);
        assert_eq!((w.temperature, w.visibility), (t, v), "{rolls:?}");
    }
}

/// 6.4 A turn's weather is the one drawn three turns before, and the freeze line follows it. [proves: ck 6.4, ck 3.12]
#[test]
fn the_queue_of_weather_moves_up() {
    let mut st = start("cold-steel");
    let cold = Weather { temperature: Temperature::Cold, visibility: Visibility::Fair };
    st.coming = [storm(), cold, Weather::default()];
    st.freeze = 22;
    // Turn 25 is in December: cold up to 80, fair up to 70. Then six forecasts, all right.
    let mut play = dice(&[80, 70, 1, 1, 1, 1, 1, 1]);
    scope(&st).turn_weather(&mut st, &mut play);
    all_drawn(&mut play);
    assert_eq!((st.weather, st.coming), (storm(), [cold, Weather::default(), cold]));
    assert_eq!((st.freeze, st.forecast), (18, st.coming));
}

/// 6.5 China's decision is known to the Communists at once and to the United Nations when it comes; both hear the warning.
/// [proves: ck 6.5-secret]
#[test]
fn the_united_nations_do_not_know_what_china_does() {
    for (roll, first) in [(66, 14), (67, 0)] {
        let mut st = start("chromite");
        let us = force(&st, "US-9RCT");
        put(&mut st, us, "15,36");
        let mut play = if first > 0 { dice(&[roll, 1]) } else { dice(&[roll]) };
        scope(&st).parallel(&mut st, &mut play);
        all_drawn(&mut play);
        assert_eq!(st.china.first, first);
        assert_eq!((seen_by(&st, COM).china.first, seen_by(&st, UN).china.first), (first, 0));
        let told: Vec<bool> = play.lines().map(|l| l.audience.contains(Seat(UN))).collect();
        assert_eq!(told, [true, false], "the warning, and what it is worth");
        scope(&st).parallel(&mut st, &mut dice(&[]));
        assert_eq!(st.china.trigger, 12, "decided once");
    }
    // A ship off the northern coast does not count.
    let mut st = start("chromite");
    only(&mut st, &[]);
    let us = form(&mut st, &["US-9RCT"], "26,59");
    st.put(us, hex("19,24"));
    scope(&st).parallel(&mut st, &mut dice(&[]));
    assert_eq!(st.china.trigger, 0);
    let mut st = start("chromite");
    only(&mut st, &[]);
    form(&mut st, &["US-9RCT"], "14,37");
    scope(&st).parallel(&mut st, &mut dice(&[]));
    assert_eq!(st.china.trigger, 0, "row 37 is south of the parallel");
}

/// 6.6 What the Communists no longer watch comes back with 50 per cent; ports and airfields never change; seven hexes are near.
/// [proves: ck 6.6-back]
#[test]
fn unwatched_ground_comes_back() {
    for (roll, back) in [(50, true), (51, false)] {
        let mut st = start("chromite");
        only(&mut st, &[]);
        form(&mut st, &["US-9RCT"], "17,47");
        scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, true));
        // P'yongyang and Hungnam revert; everything farther than seven hexes rolls, with 100.
        st.owner.set(hex("17,45").index(), false);
        let s = scope(&st);
        let rolls: Vec<u32> = s
            .ground
            .korea
            .iter()
            .map(|i| HexId(i as u16))
            .filter(|&h| s.ground.port(h).is_none() && s.ground.field(h).is_none() && h != hex("17,47"))
            .filter(|&h| !["7,29", "18,24"].contains(&s.ground.label(h).to_string().as_str()))
            .filter_map(|h| match s.ground.distance(h, hex("17,47")) {
                _ if h == hex("17,45") => Some(roll),
                0..=7 => None,
                _ => Some(100),
            })
            .collect();
        let mut play = dice(&rolls);
        scope(&st).guerrillas(&mut st, &mut play);
        all_drawn(&mut play);
        assert_eq!(st.owner.has(hex("17,45").index()), back);
        assert!(st.owner.has(hex("12,41").index()), "a port stays");
        assert!(!st.owner.has(hex("7,29").index()) && !st.owner.has(hex("18,24").index()));
    }
}

/// 6.8 More than ten hexes lost in a turn fill the roads. [proves: ck 6.8-causes]
#[test]
fn eleven_hexes_fill_the_roads() {
    for (lost, crowded) in [(10, false), (11, true)] {
        let mut st = start("dragon-wakes");
        scope(&st).dawn(&mut st);
        let s = scope(&st);
        let plain: Vec<usize> =
            s.ground.korea.iter().filter(|&i| st.owner.has(i) && !s.ground.urban.has(i)).take(lost).collect();
        plain.into_iter().for_each(|i| st.owner.set(i, false));
        scope(&st).refugees(&mut st, &mut dice(&[]));
        assert_eq!(st.refugees, crowded);
    }
}

/// 6.141 The United Nations' shipments end at fifteen. [proves: ck 6.141]
#[test]
fn shipments_end_at_fifteen() {
    let mut st = start("dragon-wakes");
    let mut at = |turn| {
        st.turn = turn;
        (scope(&st).shipment(&st, COM), scope(&st).shipment(&st, UN))
    };
    assert_eq!(
        [at(1), at(4), at(5), at(13), at(14), at(45)],
        [(10, 2), (10, 5), (11, 6), (13, 14), (13, 15), (21, 15)]
    );
}

/// 6.31 Who patrols: supplied or readiness 75, and lethality 30. [proves: ck 6.31]
#[test]
fn patrols_need_supply_or_readiness_and_strength() {
    let walks = |readiness, rifles, supplied: bool| {
        let mut st = start("chromite");
        only(&mut st, &[]);
        form(&mut st, &["US-9RCT"], "14,41");
        let u = unit(&st, "US-9RCT");
        st.unit_mut(u).pieces = [0; 16];
        st.unit_mut(u).pieces[kind("R")] = rifles;
        set(&mut st, "US-9RCT", readiness, Experience::Green, false);
        st.owner.set(hex("15,41").index(), false);
        let mut nets = [scope(&st).net(&st, COM), scope(&st).net(&st, UN)];
        nets[1].set(hex("14,41").index(), supplied);
        scope(&st).patrol(&mut st, &nets);
        st.owner.has(hex("15,41").index())
    };
    assert!(walks(75, 27, false) && !walks(74, 27, false) && walks(74, 27, true));
    // Twenty rifles at 75 are exactly 30 points, nineteen are not.
    assert!(walks(75, 20, true) && !walks(75, 19, true));
}

/// 2.1 Random capability is one of five, told to the Communists and not to the United Nations. [proves: ck 2.1-random]
#[test]
fn random_capability_is_a_secret() {
    for (roll, word) in [(1, "Pushover"), (5, "Hideous")] {
        let info = game().info().scenario("cold-steel").map(|s| {
            Options::default().with("capability", "random").complete(s).unwrap_or_else(|e| panic!("{e}"))
        });
        let mut play = dice(&[roll]);
        let st = game()
            .setup("cold-steel", &info.unwrap_or_default(), &mut play)
            .unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(u32::from(st.choices.capability), roll - 1);
        let line = play.lines().find(|l| l.rule == "ck 2.111");
        assert!(line.is_some_and(|l| !l.audience.contains(Seat(UN)) && l.audience.contains(Seat(COM))));
        assert_eq!(seen_by(&st, UN).choices.capability, 2);
        assert!(report(&st, SeatSet::one(Seat(UN)), "options").contains("Random"));
        assert!(report(&st, SeatSet::one(Seat(COM)), "options").contains(word));
        let mut over = st.clone();
        over.phase = Phase::Over;
        over.frames.clear();
        assert!(report(&over, SeatSet::one(Seat(UN)), "options").contains(word), "shown at the end");
    }
}

/// 2.112 Where people see everything the computer still goes by what its side has spotted. [proves: ck 2.112-computer]
#[test]
fn the_computer_plays_by_limited_intelligence() {
    let mut st = start("cold-steel");
    only(&mut st, &[]);
    let us = form(&mut st, &["US-9RCT", "US-19RCT", "US-21RCT", "US-72TankBn"], "14,41");
    let nk = form(&mut st, &["NK-17Div"], "14,38");
    set(&mut st, "NK-17Div", 51, Experience::Green, false);
    scope(&st).ground.korea.iter().for_each(|i| st.owner.set(i, scope(&st).ground.row(HexId(i as u16)) > 40));
    scope(&st).occupy(&mut st, COM, hex("14,38"));
    st.seen = [conflict_korea::sparse::Sparse::default(), conflict_korea::sparse::Sparse::default()];
    st.choices.complete = true;
    orders(&mut st, UN, true);
    assert!(st.known_enemy(UN, hex("14,38")), "a person sees it");
    assert!(!st.as_spotted().known_enemy(UN, hex("14,38")));
    let assaults = |st: &State| {
        let mut plans = Vec::new();
        game().plans(st, Seat(UN), 1, &mut Random::new(7), &mut plans);
        format!("{:?}", plans[0]).matches(&format!("Assault({:?})", hex("14,38"))).count()
    };
    assert_eq!(assaults(&st), 0, "a computer does not plan against what it has not seen");
    assert_eq!(scope(&st).program_target(&st, UN), None);
    st.seen[1][hex("14,38").index()] = conflict_korea::state::BY_CONTACT;
    assert!(st.force(us).exists() && st.force(nk).exists());
    assert_eq!(assaults(&st), 1, "what is spotted is attacked");
}

/// 10.0 There is no ROK unit numbered 4, and Communist artillery of 1950 does not support from afar. [proves: ck 10.0]
#[test]
fn notes_of_the_designer() {
    let world = game().scope_of(0).world;
    let rok: Vec<&str> = world
        .units
        .iter()
        .filter(|u| u.nation == Nation::Rok)
        .map(|u| u.name.split(' ').next().unwrap_or(""))
        .collect();
    assert!(rok.len() > 30 && !rok.contains(&"4"));
    assert!(world.units.iter().all(|u| u.nation.side() == UN || u.kind != Kind::Harty));
    assert!(world.units.iter().any(|u| u.kind == Kind::Harty));
    let later = game().scope_of(3).world;
    assert!(
        later.units.iter().any(|u| u.nation == Nation::Nk && u.kind == Kind::Harty),
        "1995 is another war"
    );
}

/// 8.0, 4.8 The level is compared with history: that of the last turn, at the end that of this one. [proves: ck 8.0-history]
#[test]
fn history_stands_beside_the_level() {
    let mut st = start("chromite");
    let both = SeatSet::ALL;
    // Turn 11 ended at C-6, turn 12 at C-5.
    let now = report(&st, both, "strategic");
    assert!(now.contains("History, end of last turn") && now.contains("\"C-6\""), "{now}");
    st.phase = Phase::Over;
    st.frames.clear();
    let end = report(&st, both, "strategic");
    assert!(end.contains("History, end of this turn") && end.contains("\"C-5\""), "{end}");
    let levels: Vec<Option<String>> = scope(&st).world.turns.iter().map(|t| t.level.clone()).collect();
    assert_eq!(levels.len(), 45);
    assert_eq!(
        [&levels[0], &levels[9], &levels[19], &levels[44]].map(|l| l.clone().unwrap_or_default()),
        ["C-1", "C-6", "U-5", "0"]
    );
}

/// 1.5 A saved game goes on with the options it was begun with. [proves: ck 1.5]
#[test]
fn options_are_kept_with_the_game() {
    let info = game().info().scenario("chromite");
    let Some(info) = info else { panic!("chromite") };
    for (option, value) in [
        ("china", "fixed"),
        ("capability", "hairy"),
        ("air", "program"),
        ("intelligence", "complete"),
        ("early-end", "on"),
    ] {
        let options = Options::default().with(option, value).complete(info).unwrap_or_else(|e| panic!("{e}"));
        let mut play = dice(&[]);
        let st = game().setup("chromite", &options, &mut play).unwrap_or_else(|e| panic!("{e}"));
        let back = game().lay(game().position(&st)).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(back.choices, st.choices);
        assert_ne!(st.choices, start("chromite").choices, "{option} does something");
    }
}

/// 3.12 The weather report says what the weather does. [proves: ck 3.12-report]
#[test]
fn the_weather_report_tells_effects() {
    let mut st = start("chromite");
    let both = SeatSet::ALL;
    let fair = report(&st, both, "weather");
    for words in ["85 % sure", "70 % sure", "55 % sure", "no effect", "\"open\"", "\"none\"", "\"50 %\""] {
        assert!(fair.contains(words), "{words}: {fair}");
    }
    st.weather = storm();
    st.freeze = 22;
    let stormy = report(&st, both, "weather");
    for words in ["closed by storms", "5 readiness more for all who fight", "\"22\"", "coast 17", "\"25 %\""]
    {
        assert!(stormy.contains(words), "{words}: {stormy}");
    }
    st.weather = Weather { temperature: Temperature::Hot, visibility: Visibility::Fair };
    assert!(report(&st, both, "weather").contains("south of the freeze line"));
}

/// 4.4.3 In 1995 Communist interdiction bites the further north: at row 40 a level of 30 takes 30 of a stockpile of 100, at row
/// 10 it takes 60; in the 1950s the United Nations' chance is the stockpile. [proves: ck 6.12, ck 4.12]
#[test]
fn interdiction_of_1995_works_both_ways() {
    let mut st = start("tomorrows-war");
    (st.stock, st.interdiction) = ([100, 100], [30, 15]);
    let odds = |st: &State, side, at: &str| scope(st).supply_chance(st, side, hex(at));
    assert_eq!([odds(&st, UN, "14,40"), odds(&st, UN, "29,10")], [70, 40]);
    assert_eq!(
        [odds(&st, COM, "14,40"), odds(&st, COM, "14,41")],
        [80, 79],
        "15 x 41 / 30 is 20.5: floor of 79.5"
    );
    let mut st = start("chromite");
    (st.stock, st.interdiction) = ([100, 64], [30, 15]);
    assert_eq!(odds(&st, UN, "14,40"), 64);
}
