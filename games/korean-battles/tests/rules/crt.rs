//! Every cell of both combat tables, played out on the map.

use crate::common::{Battle, Setup, chosin, inchon, pusan};
use crate::printed::column_result;

/// Markers that add up to `sum`, out of values the pool has.
fn markers(sum: i32, highest: i32) -> Vec<u8> {
    match sum {
        ..=0 => vec![],
        s if s <= highest => vec![s as u8],
        s => vec![highest as u8, (s - highest) as u8],
    }
}

/// Plays one attack at exactly `differential`; `even` is the differential without support.
struct Ground {
    setup: Setup,
    attackers: &'static [&'static str],
    hex: &'static str,
    even: i32,
    sides: (&'static str, &'static str),
    highest: (i32, i32),
    shift: i32,
}

impl Ground {
    fn check_line(&self, what: &str) {
        for differential in -7..=11 {
            for die in 1..=6 {
                let delta = differential - self.even;
                let setup = self
                    .setup
                    .clone()
                    .hand(self.sides.0, &markers(delta, self.highest.0))
                    .hand(self.sides.1, &markers(-delta, self.highest.1));
                let mut board = setup.load();
                board.dice(&[die]).attack(self.hex, self.attackers).quietly_waves().spend_all();
                let expected = column_result(differential, self.shift, die as usize);
                assert_eq!(board.result(), expected, "{what}, differential {differential}, die {die}");
            }
        }
    }
}

fn pusan_line(from: &'static str, hex: &'static str, shift: i32) -> Ground {
    let setup = pusan().phase("attack").unit("nk-4", from).unit("rok-8", hex);
    Ground { setup, attackers: &["nk-4"], hex, even: 2, sides: ("nk", "un"), highest: (5, 7), shift }
}

/// [proves: kb crt, kb 7.3, kb 2.2]
#[test]
fn every_line_of_the_pusan_and_inchon_table() {
    pusan_line("1105", "1005", 0).check_line("clear");
    pusan_line("0712", "0812", 1).check_line("bridge");
    pusan_line("1104", "1105", 2).check_line("minor river");
    pusan_line("1006", "1106", 2).check_line("marsh");
    pusan_line("1108", "1107", 2).check_line("town");
    pusan_line("1606", "1706", 2).check_line("hill");
    pusan_line("1807", "1908", 3).check_line("city");
    pusan_line("1008", "1108", 4).check_line("mountain");
    let han = inchon().turn(9).player("nk").phase("attack").unit("nk-78", "0905").unit("us-31-7", "0906");
    let ground = Ground {
        setup: han,
        attackers: &["nk-78"],
        hex: "0906",
        even: -1,
        sides: ("nk", "un"),
        highest: (5, 7),
        shift: 3,
    };
    for differential in -7..=8 {
        for die in 1..=6 {
            let delta = differential - ground.even;
            let mut board =
                ground.setup.clone().hand("nk", &markers(delta, 5)).hand("un", &markers(-delta, 7)).load();
            board.dice(&[die]).attack("0906", ground.attackers).spend_all();
            assert_eq!(
                board.result(),
                column_result(differential, 3, die as usize),
                "Han, {differential}, die {die}"
            );
        }
    }
}

fn chosin_line(from: &'static str, hex: &'static str, shift: i32) -> Ground {
    let setup = chosin().turn(2).phase("attack").unit("cn-58", from).unit("us-31-7", hex);
    Ground { setup, attackers: &["cn-58"], hex, even: 4, sides: ("cn", "un"), highest: (4, 7), shift }
}

/// K73 [proves: kb crt, kb 7.3, kb 7.4]
#[test]
fn every_line_of_the_chosin_table() {
    for (from, hex, shift, what) in [
        ("1106", "1107", 1, "a road in clear"),
        ("0409", "0408", 2, "clear"),
        ("0906", "0907", 3, "town"),
        ("0604", "0605", 3, "frozen marsh"),
        ("0707", "0806", 4, "attacked from the ice"),
        ("0908", "0909", 5, "frozen mountain"),
        ("0708", "0707", 2, "on the ice"),
        ("1108", "1107", 2, "across a frozen river"),
    ] {
        let ground = chosin_line(from, hex, shift);
        for differential in -7..=11 {
            for die in 1..=6 {
                let delta = differential - ground.even;
                let mut board = ground
                    .setup
                    .clone()
                    .hand("cn", &markers(delta, 4))
                    .hand("un", &markers(-delta, 7))
                    .load();
                board.dice(&[die]).attack(hex, ground.attackers).spend_all();
                let expected = column_result(differential, shift, die as usize);
                assert_eq!(board.result(), expected, "{what}, differential {differential}, die {die}");
            }
        }
    }
}

/// K79 [proves: kb 7.4, kb crt]
#[test]
fn the_frozen_changjin_helps_only_if_all_cross_it() {
    let position = chosin()
        .turn(6)
        .phase("attack")
        .unit("us-17-7", "1107")
        .unit("cn-172", "1108")
        .unit("cn-173", "1207");
    let mut two = position.load();
    two.battle("1107", &["cn-172", "cn-173"], 1);
    assert_eq!(two.result(), ".", "0, shift 2: column 4");
    let mut three = position.unit("cn-174", "1106").load();
    three.battle("1107", &["cn-172", "cn-173", "cn-174"], 1);
    assert_eq!(three.result(), "D2", "+3, a road in clear: column 7");
}

/// A bridged attack on a hill is still an attack on a hill. [proves: kb 7.4]
#[test]
fn a_bridge_lowers_nothing() {
    pusan_line("0414", "0415", 2).check_line("the hill behind the bridge of Kupo");
    pusan_line("2114", "2213", 2).check_line("the town behind the bridge of Yongchon");
}

/// No map has fortifications: the defence is never doubled. [proves: kb 7.5]
#[test]
fn nothing_is_fortified() {
    let sheet = engine::sheet_of(crate::common::rules(), "inchon");
    assert!(!serde_json::to_string(&sheet).unwrap().contains("fort"));
    let mut board = inchon()
        .turn(9)
        .phase("attack")
        .unit("usmc-1", "1107")
        .unit("usmc-5", "1207")
        .unit("nk-18-22", "1206")
        .load();
    board.battle("1206", &["usmc-1", "usmc-5"], 2);
    assert_eq!(board.result(), "D2", "16 against 4, not against 8");
}
