//! 4 Combat in detail: order, advance, rivers, reports, green troops.

use crate::common::*;
use conflict_korea::data::Mission;
use conflict_korea::state::{BLOCKED, BUGGED, BY_MOVER, BY_STRIKE, NO_ORDER, SUPPLIED, WEAK};
use conflict_korea::strength::SCALE;
use engine::{Seat, SeatSet};
use testkit::Table;

/// A force has orders for a hex beside it.
fn plot(st: &mut State, force: ForceId, target: &str) {
    let d = scope(st).ground.direction(st.force(force).hex, hex(target));
    st.force_mut(force).order = d.unwrap_or_else(|| panic!("{target}")) as u8;
}

fn fights(play: &Play) -> usize {
    play.lines().filter(|l| l.text.pattern().contains("attack: lethality")).count()
}

/// 4.2 One side first, by lot; who had to retreat no longer attacks. [proves: ck 4.2-order]
#[test]
fn one_whole_side_assaults_before_the_other() {
    for (roll, retreats) in [(1, true), (2, false)] {
        let mut st = start("dragon-wakes");
        let (nk, rok) = (force(&st, "NK-4Div"), force(&st, "RK-1"));
        only(&mut st, &[nk, rok]);
        plot(&mut st, nk, "15,37");
        plot(&mut st, rok, "15,36");
        // Dug in the regiment is driven out with a ratio of 40; if it attacks first the division's 100 destroys it.
        let mut play = dice(&[roll]);
        scope(&st).ground_combat(&mut st, &mut play);
        assert_eq!(play.dice().drawn().first().map(|d| d.label), Some("which side assaults first"));
        assert_eq!((fights(&play), st.force(rok).exists()), (1, retreats), "roll {roll}");
        let done = [COM, UN].into_iter().flat_map(|s| st.forces_of(s)).all(|f| st.force(f).order == NO_ORDER);
        assert!(done);
    }
}

/// 4.2 Into an empty hex go the strongest, two at most, for nothing. [proves: ck 4.2-advance, ck 4.2-vacated]
#[test]
fn the_two_strongest_advance() {
    let mut st = start("chromite");
    only(&mut st, &[]);
    let mut forces = [
        form(&mut st, &["US-72TankBn"], "15,41"),
        form(&mut st, &["US-9RCT"], "14,42"),
        form(&mut st, &["US-19RCT", "US-21RCT"], "13,41"),
    ];
    forces.iter().for_each(|&f| plot(&mut st, f, "14,41"));
    forces.sort_by_key(|&f| scope(&st).attacking(&st, f).lethality);
    let [weak, middle, strong] = forces;
    let (points, home) = (st.force(strong).points, st.force(weak).hex);
    let mut play = dice(&[]);
    scope(&st).ground_combat(&mut st, &mut play);
    let inside: Vec<ForceId> = st.in_hex(hex("14,41")).collect();
    assert_eq!((inside, st.force(strong).points), (vec![strong, middle], points));
    assert_eq!(st.force(weak).hex, home);
    assert!(st.owner.has(hex("14,41").index()), "the hex changes hands");
    assert!(play.lines().any(|l| l.text.pattern().contains("no enemy holds")));
}

/// 4.24 A river halves everything but artillery: of a regimental combat team's 216 points 90 are guns. [proves: ck 4.24-river]
#[test]
fn artillery_fires_over_rivers() {
    let mut st = start("chromite");
    only(&mut st, &[]);
    let f = form(&mut st, &["US-9RCT"], "14,42");
    let u = unit(&st, "US-9RCT");
    let pieces = |halved| scope(&st).attacking_pieces(&st, u, halved);
    assert_eq!((pieces(false).lethality, pieces(true).lethality), (2 * 216, 2 * 90 + 126));
    assert_eq!(pieces(false).survivability, pieces(true).survivability);
    // 90 per cent of 216, and of 90 + 63 out of the Naktong at 22,53, which freezes with the line.
    assert_eq!(scope(&st).attacking(&st, f).lethality * 10 / SCALE, 1944);
    put(&mut st, f, "22,53");
    assert_eq!(scope(&st).attacking(&st, f).lethality * 10 / SCALE, 1377);
    st.freeze = 60;
    assert_eq!(scope(&st).attacking(&st, f).lethality * 10 / SCALE, 1944);
}

/// 4.24 The table of the book: soft and hard in halves. [proves: ck 4.24]
#[test]
fn ground_shelters_soft_and_hard() {
    let st = start("chromite");
    let table = scope(&st).world.tables.terrain.map(|t| (t.soft, t.hard));
    assert_eq!(table, [(2, 2), (4, 2), (4, 1), (6, 4)], "open, rough, mountain, urban");
}

/// 4.25 The report shows every term to the side whose unit it is: pieces, readiness, experience, capability, trenches.
/// [proves: ck 4.25-report]
#[test]
fn the_report_can_be_checked_by_hand() {
    let mut st = start("dragon-wakes");
    let nk = force(&st, "NK-4Div");
    for id in ["NK-4Div", "NK-107TankRgt"] {
        set(&mut st, id, 94, Experience::Seasoned, false);
    }
    plot(&mut st, nk, "15,37");
    let mut table = Table::of(game(), st);
    table.act("end phase");
    // 12 x 3 + 36 x 5 + 16 x 4 + 81 x 2 + 63 x 4 = 694, times 0.94 times 1.25.
    let own = "NKPA 4 Div: pieces 694 and 1550, readiness 94 %, seasoned (x1.25), capability 1: lethality 815.45, survivability 1821.25";
    // 27 x 2 + 12 x 4 = 102; (27 x 10 + 12 x 8) x 2 on rough ground = 732; 0.8, and 1.65 and 2.5 in trenches.
    let his = "ROK 1 Rgt: pieces 102 and 732, readiness 80 %, green, capability 1, dug in: lethality 134.64, survivability 1464";
    for (words, reader) in [(own, COM), (his, UN)] {
        let line = table.log().iter().position(|(_, text)| text.contains(words));
        assert!(line.is_some(), "{words}: {:?}", table.log());
        let mut lines = table.play().lines().filter(|l| l.text.pattern().contains("pieces {l} and {s}"));
        assert!(lines.any(|l| l.audience == SeatSet::one(Seat(reader))));
    }
}

/// 4.251 Green and seasoned units gain a level with 50, not with 51; veterans roll no more. [proves: ck 4.251-experience]
#[test]
fn survivors_learn() {
    for (roll, gained) in [(50, true), (51, false)] {
        let mut st = start("dragon-wakes");
        let (nk, rok) = (force(&st, "NK-766Rgt"), force(&st, "RK-1"));
        only(&mut st, &[nk, rok]);
        put(&mut st, nk, "15,36");
        set(&mut st, "NK-766Rgt", 60, Experience::Veteran, false);
        set(&mut st, "RK-1", 80, Experience::Seasoned, true);
        plot(&mut st, nk, "15,37");
        // Two kinds of pieces each, none lost; the defender holds with 100.
        let mut play = dice(&[0, 0, 0, 0, 100, roll]);
        scope(&st).ground_combat(&mut st, &mut play);
        all_drawn(&mut play);
        let then = st.unit(unit(&st, "RK-1")).experience;
        assert_eq!(then, if gained { Experience::Veteran } else { Experience::Seasoned });
    }
}

/// 4.252 A green unit of a retreating force bugs out with the loss ratio; a force that breaks up on the way is not counted
/// among those driven off. [proves: ck 4.252-green, ck 6.8-causes]
#[test]
fn green_troops_break_on_retreat() {
    for (roll, breaks) in [(40, true), (41, false)] {
        let mut st = start("dragon-wakes");
        let (nk, rok) = (force(&st, "NK-4Div"), force(&st, "RK-1"));
        only(&mut st, &[nk, rok]);
        for id in ["NK-4Div", "NK-107TankRgt"] {
            set(&mut st, id, 94, Experience::Seasoned, false);
        }
        plot(&mut st, nk, "15,37");
        assert_eq!(scope(&st).balance(&st, hex("15,37"), &[nk]).defender_loss, 40);
        // Seven kinds of the attackers, two of the defender: nothing lost. The first hex; then the green roll.
        let mut play = dice(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, roll]);
        // Whoever breaks loses every piece; nobody learns.
        play.dice_mut().script(if breaks { vec![27, 12, 100, 100] } else { vec![100, 100] });
        scope(&st).ground_combat(&mut st, &mut play);
        all_drawn(&mut play);
        assert_eq!(st.force(rok).exists(), !breaks);
        assert_eq!(st.retreats, u8::from(!breaks));
    }
}

/// 4.253 Land and sea attack together with the ships' guns; if the hex is held only those from the sea go back.
/// [proves: ck 4.253-together]
#[test]
fn land_and_sea_attack_together() {
    let mut st = start("chromite");
    only(&mut st, &[]);
    let nk = form(&mut st, &["NK-18Div", "NK-25Bde"], "12,41");
    for id in ["NK-18Div", "NK-25Bde"] {
        set(&mut st, id, 90, Experience::Veteran, true);
    }
    let (land, sea) = (form(&mut st, &["US-9RCT"], "13,41"), form(&mut st, &["US-19RCT"], "36,65"));
    st.put(sea, hex("11,41"));
    st.sea_assaults = 1;
    [land, sea].iter().for_each(|&f| plot(&mut st, f, "12,41"));
    let b = scope(&st).balance(&st, hex("12,41"), &[land, sea]);
    assert_eq!(b.attack_naval / SCALE, 100, "one combat with naval gunfire");
    let kinds = |f: ForceId| -> usize {
        st.units_of(f).map(|u| st.unit(u).pieces.iter().filter(|n| **n > 0).count()).sum()
    };
    let mut play = dice(&vec![0; kinds(land) + kinds(sea) + kinds(nk)]);
    // The defender holds; two green regiments learn nothing; the landing force bugs out without a loss.
    play.dice_mut().script([100, 100, 100, 0, 0, 0]);
    scope(&st).ground_combat(&mut st, &mut play);
    all_drawn(&mut play);
    assert_eq!(fights(&play), 1);
    assert_eq!((st.force(land).hex, st.force(sea).hex), (hex("13,41"), hex("36,65")));
    assert!(st.force(sea).has(BUGGED) && !st.force(land).has(BUGGED), "5.22 is for those from the sea");
}

/// 4.253 The refuge in Japan: 36,65, then 36,68, then any other hex of Japan. [proves: ck 4.253]
#[test]
fn japan_takes_them_back() {
    let mut st = start("chromite");
    only(&mut st, &[]);
    for (ids, at) in
        [(["US-9RCT"], "36,65"), (["US-21RCT"], "36,65"), (["US-23RCT"], "36,68"), (["US-5CavRCT"], "36,68")]
    {
        form(&mut st, &ids, at);
    }
    let f = form(&mut st, &["US-19RCT"], "26,59");
    st.put(f, hex("11,41"));
    scope(&st).back_to_japan(&mut st, f, &mut dice(&[]));
    assert_eq!(st.force(f).hex, hex("36,64"), "the first by column and row");
}

/// 4.252 A blocked force is a held one: it may learn, and it keeps its hex. [proves: ck 4.252-blocked]
#[test]
fn a_full_rear_blocks_a_retreat() {
    let mut st = start("dragon-wakes");
    let (nk, rok) = (force(&st, "NK-4Div"), force(&st, "RK-1"));
    only(&mut st, &[nk, rok]);
    // Every friendly neighbour holds two forces already, or is the enemy's.
    let around: Vec<HexId> = scope(&st).ground.neighbours(hex("15,37")).map(|(_, n)| n).collect();
    around.iter().for_each(|n| st.owner.set(n.index(), false));
    st.owner.set(hex("15,38").index(), true);
    form(&mut st, &["RK-13"], "15,38");
    assert_eq!(scope(&st).retreat_hex(&st, rok, &mut dice(&[])), Some(hex("15,38")));
    form(&mut st, &["RK-12"], "15,38");
    assert_eq!(scope(&st).retreat_hex(&st, rok, &mut dice(&[])), None);
    plot(&mut st, nk, "15,37");
    scope(&st).ground_combat(&mut st, &mut dice(&[]));
    assert!(!st.force(rok).exists() || st.force(rok).has(BLOCKED));
}

/// 4.252 Communists go to enemy ground when there is no other, never onto the enemy. [proves: ck 4.252-hexes]
#[test]
fn communists_retreat_anywhere_without_the_enemy() {
    let mut st = start("dragon-wakes");
    let nk = force(&st, "NK-4Div");
    only(&mut st, &[nk]);
    put(&mut st, nk, "17,45");
    scope(&st).ground.neighbours(hex("17,45")).for_each(|(_, n)| st.owner.set(n.index(), true));
    form(&mut st, &["RK-13"], "17,44");
    // North (17,44) is held; northeast 18,45 and northwest 16,45 are enemy ground without anybody.
    let mut play = dice(&[1]);
    assert_eq!(scope(&st).retreat_hex(&st, nk, &mut play), Some(hex("18,45")));
    all_drawn(&mut play);
    st.owner.set(hex("17,46").index(), false);
    assert_eq!(scope(&st).retreat_hex(&st, nk, &mut dice(&[])), Some(hex("17,46")), "friendly ground first");
}

/// 4.13 Any enemy hex may be struck, empty or not; what is found is spotted, friendly land is no target.
/// [proves: ck 4.13-anywhere]
#[test]
fn a_strike_may_find_nothing() {
    let mut st = start("chromite");
    let nk = force(&st, "NK-3Div");
    only(&mut st, &[nk]);
    st.seen[1] = conflict_korea::sparse::Sparse::default();
    let air = conflict_korea::state::AirId(2);
    st.wings[2].mission = Mission::GroundAttack;
    assert!(scope(&st).strike_targets(&st, UN).has(hex("7,29").index()), "it need not look occupied");
    assert!(!scope(&st).strike_targets(&st, UN).has(hex("26,59").index()));
    let mut play = dice(&[]);
    let before = st.clone();
    scope(&st).strike(&mut st, air, hex("7,29"), &mut play);
    assert_eq!(st, before, "nothing found, nothing changed");
    assert!(play.lines().all(|l| l.audience == SeatSet::one(Seat(UN))), "only the pilots know");
    scope(&st).strike(&mut st, air, hex("22,52"), &mut dice(&[]));
    assert_eq!(st.seen[1][hex("22,52").index()], BY_STRIKE);
}

/// 4.13 Pilots report up to half as much again; explosions tell the truth: below 9 per cent one, above 20 three.
/// [proves: ck 4.13-reports]
#[test]
fn pilots_exaggerate() {
    // The engineer's arithmetic: rifles only, 100 of them, so that losses are per cents.
    for (lost, more, told, blasts) in
        [(8, 1, 8, 1), (8, 51, 12, 1), (9, 1, 9, 2), (20, 51, 30, 2), (21, 1, 21, 3), (90, 51, 100, 3)]
    {
        let mut st = start("chromite");
        only(&mut st, &[]);
        form(&mut st, &["NK-104SecBde"], "15,41");
        let u = unit(&st, "NK-104SecBde");
        st.unit_mut(u).pieces = [0; 16];
        st.unit_mut(u).pieces[kind("R")] = 100;
        st.wings.iter_mut().for_each(|w| w.mission = Mission::Interdiction);
        st.wings[2].mission = Mission::GroundAttack;
        st.phase = Phase::Strikes;
        st.frames.clear();
        st.frames.push(Frame::Sequence(Sequence));
        st.frames.push(Frame::Strikes(conflict_korea::frames::Strikes { air: 2 }));
        let mut table = Table::of(game(), st);
        table.dice(&[lost, more]).act("strike 15,41");
        let word = if blasts == 1 { "explosion" } else { "explosions" };
        assert!(
            table.said(&format!("pilots report {told} % destroyed, {blasts} {word}")),
            "{:?}",
            table.log()
        );
        assert!(table.said(&format!("{lost} % of the strength there is lost")), "the owner knows the truth");
    }
    // 41 of 200 are 20.5 per cent: more than 20.
    let mut st = start("chromite");
    only(&mut st, &[]);
    form(&mut st, &["NK-104SecBde"], "15,41");
    let u = unit(&st, "NK-104SecBde");
    st.unit_mut(u).pieces = [0; 16];
    st.unit_mut(u).pieces[kind("R")] = 200;
    st.wings[2].mission = Mission::GroundAttack;
    let mut play = dice(&[41, 1]);
    scope(&st).strike(&mut st, conflict_korea::state::AirId(2), hex("15,41"), &mut play);
    let pilots = play.lines().find(|l| l.audience == SeatSet::one(Seat(UN))).map(|l| l.text.clone());
    let told = pilots.map(|text| engine::read(game(), &st, SeatSet::ALL, &text)).unwrap_or_default();
    assert!(told.ends_with("pilots report 20 % destroyed, 3 explosions"), "{told}");
}

/// 6.32 Reports of strength: below half is understrength, one in three is wrong, and after a combat they are right.
/// [proves: ck 6.32-understrength]
#[test]
fn reports_of_strength_may_be_wrong() {
    for (pieces, roll, weak) in [(13, 1, false), (13, 2, true), (13, 3, true), (14, 1, true), (14, 2, false)]
    {
        let mut st = start("dragon-wakes");
        only(&mut st, &[]);
        let rok = form(&mut st, &["RK-1"], "15,37");
        let u = unit(&st, "RK-1");
        // 27 rifles and 12 weapons are 102 points: 13 rifles and 6 weapons 50, one rifle more 52.
        st.unit_mut(u).pieces = [0; 16];
        (st.unit_mut(u).pieces[kind("R")], st.unit_mut(u).pieces[kind("W")]) = (pieces, 6);
        let mut play = dice(&[roll]);
        scope(&st).spot(&mut st, &mut play);
        all_drawn(&mut play);
        assert_eq!(st.force(rok).has(WEAK), weak, "{pieces} rifles, {roll}");
        scope(&st).report_strength(&mut st, rok, false);
        assert_eq!(st.force(rok).has(WEAK), pieces == 13, "after a combat it is right");
    }
}

/// 6.32 Levels are worked out anew: contact is level 2, what nobody sees is forgotten. [proves: ck 6.32-contact]
#[test]
fn contact_is_level_two() {
    let mut st = start("dragon-wakes");
    let (nk, rok, far) = (force(&st, "NK-4Div"), force(&st, "RK-1"), force(&st, "RK-23"));
    only(&mut st, &[nk, rok, far]);
    put(&mut st, far, "26,59");
    st.seen[0][hex("26,59").index()] = BY_MOVER;
    scope(&st).spot(&mut st, &mut dice(&[]));
    assert_eq!(
        [st.level(COM, hex("15,37")), st.level(UN, hex("15,36")), st.level(COM, hex("26,59"))],
        [2, 2, 0]
    );
    assert!(!st.unit(unit(&st, "RK-1")).has(SUPPLIED));
}

/// 6.32 Exactly half is not understrength. [proves: ck 6.32-understrength]
#[test]
fn half_a_regiment_is_not_understrength() {
    let mut st = start("dragon-wakes");
    only(&mut st, &[]);
    let rok = form(&mut st, &["RK-1"], "15,37");
    let u = unit(&st, "RK-1");
    // 27 rifles and 12 weapons are 102 points: 24 rifles and a light gun are 51.
    st.unit_mut(u).pieces = [0; 16];
    (st.unit_mut(u).pieces[kind("R")], st.unit_mut(u).pieces[kind("LA")]) = (24, 1);
    assert_eq!(scope(&st).fullness(&st, rok), (51, 102));
    scope(&st).report_strength(&mut st, rok, false);
    assert!(!st.force(rok).has(WEAK));
    scope(&st).report_strength(&mut st, rok, true);
    assert!(st.force(rok).has(WEAK), "a wrong report says the contrary");
}

/// 4.252 A retreat is told where the combat was, so that a report stays in one piece. [proves: ck 4.25-report]
#[test]
fn a_retreat_is_told_where_the_combat_was() {
    let data = conflict_korea::files();
    let rules = ConflictKorea::new(&data).unwrap_or_else(|e| panic!("{e}"));
    let maps = conflict_korea::maps(&data);
    let entry = engine::Entry::new(rules, conflict_korea::LEDGER, maps, Vec::new(), data.fingerprint());
    let games = engine::Registry::default().with(entry.unwrap_or_else(|e| panic!("{e}")));
    let Some(entry) = games.games().next() else { panic!("no game") };
    let mut told = 0;
    for seed in 1..12 {
        let begun = entry.start("dragon-wakes", &Options::default(), Seed::from_number(seed));
        let mut table = begun.unwrap_or_else(|e| panic!("{e}"));
        for order in ["force 15,36a", "assault 15,37", "end phase"] {
            table.act(Some(Seat(COM)), order).unwrap_or_else(|e| panic!("{e}"));
        }
        let log = serde_json::to_value(table.log(table.length() - 1, SeatSet::ALL)).unwrap_or_default();
        let retreats = log.as_array().into_iter().flatten();
        for event in
            retreats.filter(|e| e["text"].as_str().is_some_and(|t| t.starts_with("ROK 1 Rgt retreats")))
        {
            assert_eq!(event["at"], serde_json::json!(["15,37"]), "{event}");
            told += 1;
        }
    }
    // Twice 40 per cent and 20 for green troops: hardly anybody stays.
    assert!(told > 0);
}
