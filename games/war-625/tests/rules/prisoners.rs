//! Defenders who leave, prisoners, captured equipment and exchange.

use crate::common::war;

/// S-18: leavers hold their fire, take the extra hits and must pass the capture roll.
// [proves: war DR-1, war DR-2, war DR-3, war DR-4]
#[test]
fn s_18_defenders_leave() {
    let mut game = war()
        .control("SUW", "NK")
        .units("SUW", "4 NK infantry; NK armor; NK artillery")
        .tokens("SUW", 1)
        .units("TJN", "3 ROK infantry")
        .start();
    for unit in ["4 NK infantry", "NK armor", "NK artillery"] {
        game.march(unit, "SUW-TJN");
    }
    game.close();
    game.pick("TJN");
    game.leave("2 ROK infantry", "TJN", "TAE");
    game.dice(&[3, 2, 3, 4, 5, 6, 4]);
    game.done_leaving();
    game.all_dice_used();
    assert_eq!(game.control("TJN"), "NK");
    assert_eq!(game.stack("TJN"), ["4 NK infantry", "1 NK artillery", "1 NK armor"]);
    assert_eq!(game.count("TAE", "ROK infantry"), 1);
    assert_eq!(game.everywhere("ROK infantry"), 1);
}

/// Where a defender may go: an adjacent friendly area without a battle; nowhere means staying.
// [proves: war DR-1]
#[test]
fn where_leavers_go() {
    let mut game = war()
        .control("SUW", "NK")
        .control("CJU", "NK")
        .units("SUW", "2 NK infantry")
        .tokens("SUW", 1)
        .units("CJU", "NK infantry")
        .tokens("CJU", 1)
        .units("TJN", "ROK infantry")
        .units("TAE", "ROK infantry")
        .start();
    game.march("2 NK infantry", "SUW-TJN");
    game.march("NK infantry", "CJU-TAE");
    game.close();
    game.pick("TJN");
    game.refuses("DR-1", |g| g.leave("ROK infantry", "TJN", "TAE"));
    game.refuses("DR-1", |g| g.leave("ROK infantry", "TJN", "CJU"));
    game.refuses("DR-1", |g| g.leave("ROK infantry", "TJN", "PUS"));
    game.dice(&[6, 6, 4]);
    game.leave("ROK infantry", "TJN", "KUN");
    assert_eq!(game.count("KUN", "ROK infantry"), 1);
}

/// Aircraft do not leave with the land units.
// [proves: war DR-5]
#[test]
fn aircraft_do_not_leave() {
    let mut game = war()
        .control("SUW", "NK")
        .units("SUW", "2 NK infantry")
        .tokens("SUW", 1)
        .units("TJN", "ROK infantry; ROK fighter")
        .start();
    game.march("2 NK infantry", "SUW-TJN");
    game.close();
    game.pick("TJN");
    game.refuses("DR-5|DR-1", |g| g.leave("ROK fighter", "TJN", "TAE"));
    game.dice(&[6, 6, 6, 6]);
    game.leave("ROK infantry", "TJN", "TAE");
}

/// S-19: the capture roll, a prisoner and a captured gun.
// [proves: war PW-1, war PW-2, war PW-3, war DR-4]
#[test]
fn s_19_capture() {
    let mut game = war()
        .control("SUW", "NK")
        .units("SUW", "3 NK infantry")
        .tokens("SUW", 1)
        .units("CJU", "2 ROK infantry; ROK artillery")
        .units("PYO", "NK infantry")
        .start();
    game.march("3 NK infantry", "SUW-CJU");
    game.close();
    game.pick("CJU");
    game.leave("2 ROK infantry", "CJU", "TAE");
    game.dice(&[2, 3, 5, 1, 3, 2]);
    game.leave("ROK artillery", "CJU", "TAE");
    game.salvage(true);
    game.all_dice_used();
    assert_eq!(game.control("CJU"), "NK");
    assert_eq!(game.stack("CJU"), ["3 NK infantry", "1 NK artillery"]);
    assert_eq!(game.captives("CJU", "ROK"), 1);
    assert_eq!(game.everywhere("ROK infantry") + game.everywhere("ROK artillery"), 0);
    game.skip_to("NK", "non-combat");
    game.refuses("PW-2|CL-28|CL-04", |g| g.march("NK artillery", "CJU-SUW"));
}

/// The captor may decline a captured piece.
// [proves: war PW-2]
#[test]
fn declining_salvage() {
    let mut game = war()
        .control("SUW", "NK")
        .units("SUW", "2 NK infantry")
        .tokens("SUW", 1)
        .units("CJU", "ROK armor")
        .start();
    game.march("2 NK infantry", "SUW-CJU");
    game.close();
    game.pick("CJU");
    game.dice(&[6, 6, 3]);
    game.leave("ROK armor", "CJU", "TAE");
    game.salvage(false);
    assert_eq!(game.everywhere("NK armor") + game.everywhere("ROK armor"), 0);
}

/// Without an attacking land unit left nobody is captured.
// [proves: war PW-1]
#[test]
fn aircraft_capture_nobody() {
    let mut game = war()
        .control("SUW", "NK")
        .units("SUW", "2 NK fighter")
        .tokens("SUW", 1)
        .units("CJU", "ROK infantry")
        .start();
    game.fly("2 NK fighter", "SUW-CJU", "battle");
    game.close();
    game.pick("CJU");
    game.dice(&[6, 6, 2]);
    game.leave("ROK infantry", "CJU", "TAE");
    assert_eq!(game.count("TAE", "ROK infantry"), 1);
}

/// S-20: prisoners are freed when their side takes the area.
// [proves: war PW-4, war CL-30]
#[test]
fn s_20_liberation() {
    let mut game = war()
        .turn_of("US")
        .control("SUW", "NK")
        .units("SUW", "NK infantry")
        .prisoners("SUW", "ROK", 1)
        .units("INC", "2 US infantry")
        .tokens("INC", 1)
        .start();
    game.march("2 US infantry", "INC-SUW");
    game.close();
    game.battle("SUW", &[1, 6, 6]);
    assert_eq!(game.control("SUW"), "ROK");
    assert_eq!(game.stack("SUW"), ["1 ROK infantry", "2 US infantry"]);
}

/// S-21: captures of an attacker who is wiped out return.
// [proves: war PW-5, war DR-1]
#[test]
fn s_21_captures_return() {
    let mut game = war()
        .control("CJU", "NK")
        .units("CJU", "NK infantry")
        .tokens("CJU", 1)
        .units("AND", "2 ROK infantry")
        .start();
    game.march("NK infantry", "CJU-AND");
    game.close();
    game.pick("AND");
    game.leave("ROK infantry", "AND", "TAE");
    game.dice(&[4, 5, 2]);
    game.done_leaving();
    game.all_dice_used();
    assert_eq!(game.fighting("AND"), ["1 NK infantry", "1 ROK infantry"]);
    game.go_on(&[6, 1]);
    assert_eq!(game.control("AND"), "ROK");
    assert_eq!(game.stack("AND"), ["2 ROK infantry"]);
}

/// Captures go along when the attacker retreats.
// [proves: war PW-5]
#[test]
fn captures_go_with_a_retreat() {
    let mut game = war()
        .control("CJU", "NK")
        .units("CJU", "NK infantry")
        .tokens("CJU", 1)
        .units("AND", "2 ROK infantry")
        .start();
    game.march("NK infantry", "CJU-AND");
    game.close();
    game.pick("AND");
    game.leave("ROK infantry", "AND", "TAE");
    game.dice(&[4, 5, 2]);
    game.done_leaving();
    game.retreat("CJU");
    assert_eq!(game.captives("CJU", "ROK"), 1);
    assert_eq!(game.stack("AND"), ["1 ROK infantry"]);
}

/// Prisoners are moved one area, into friendly areas only.
// [proves: war PW-3]
#[test]
fn prisoners_march() {
    let mut game = war()
        .phase("non-combat")
        .control("SUW", "NK")
        .control("SEO", "NK")
        .prisoners("SUW", "ROK", 2)
        .start();
    game.refuses("PW-3|CL-28", |g| g.march_prisoner("ROK", "SUW", "TJN"));
    game.march_prisoner("ROK", "SUW", "SEO");
    assert_eq!((game.captives("SUW", "ROK"), game.captives("SEO", "ROK")), (1, 1));
    game.refuses("PW-3|CL-04|CL-28", |g| {
        g.march_prisoner("ROK", "SEO", "CRW");
    });
}

/// Exchange at any agreed rate; freed infantry come back at a factory of their nation.
// [proves: war PW-6]
#[test]
fn exchange_of_prisoners() {
    let camps = || {
        war()
            .turn(3)
            .turn_of("ROK")
            .phase("intervention")
            .prisoners("PYO", "ROK", 2)
            .prisoners("PUS", "NK", 3)
            .start()
    };
    let mut game = camps();
    game.refuses("PW-6", |g| g.offer_exchange(4, 1));
    game.offer_exchange(3, 2);
    game.answer(true);
    game.return_all();
    assert_eq!((game.captives("PYO", "ROK"), game.captives("PUS", "NK")), (0, 0));
    assert_eq!(game.everywhere("NK infantry"), 3);
    assert_eq!(game.everywhere("ROK infantry"), 2);
    let home = |game: &crate::common::Game, areas: &[&str], unit: &str| -> usize {
        areas.iter().map(|a| game.count(a, unit)).sum()
    };
    assert_eq!(home(&game, &["PYO", "HAM", "CHO"], "NK infantry"), 3);
    assert_eq!(home(&game, &["SEO", "TAE", "PUS"], "ROK infantry"), 2);

    let mut game = camps();
    game.offer_exchange(1, 2);
    game.answer(false);
    assert_eq!((game.captives("PYO", "ROK"), game.captives("PUS", "NK")), (2, 3));
    game.refuses("PW-6|OP-1", |g| g.offer_exchange(1, 1));
}

/// Freed Americans come back at an Allied roundel area, or in Japan.
// [proves: war PW-6]
#[test]
fn returned_americans() {
    let mut game = war()
        .turn(3)
        .turn_of("US")
        .phase("intervention")
        .prisoners("PYO", "US", 1)
        .prisoners("PUS", "NK", 1)
        .control("INC", "NK")
        .start();
    game.offer_exchange(1, 1);
    game.answer(true);
    game.return_all();
    let back: usize = ["PUS", "POH"].iter().map(|a| game.count(a, "US infantry")).sum();
    assert_eq!(back, 1);
}
