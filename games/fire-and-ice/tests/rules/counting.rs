//! What the computer players take for the chances of a combat.

use fire_and_ice::inside::{Attack, Spread, odds};

fn mean(spread: &Spread) -> f32 {
    spread.iter().enumerate().map(|(i, p)| p * (i as f32 - 5.0)).sum()
}

#[test]
fn every_roll_is_counted_once() {
    let odds = odds();
    for spread in odds.spreads() {
        let sum: f32 = spread.iter().sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
    }
}

#[test]
fn a_choice_of_three_chits_and_a_six_against_it_help_the_attacker() {
    let odds = odds();
    let of = |three, ten| mean(odds.spread(Attack::Hasty, three, ten, 0.0));
    assert!(of(true, true) > of(false, true) && of(false, false) > of(false, true));
}

/// The hasty cup has six chits of row A, five of row B and one of row C (5.3.1): of tank level 6 come 2, 4 and 5.
#[test]
fn support_is_the_mean_over_the_cup() {
    let comes = odds().share(Attack::Hasty, 0, 6, 1);
    assert!((comes - (6.0 * 2.0 + 5.0 * 4.0 + 5.0) / 12.0).abs() < 1e-4, "{comes}");
}
