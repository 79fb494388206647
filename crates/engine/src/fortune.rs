//! What dice bring on average: the judgement of the position after an action, over every script of dice or a sample.

use crate::{Dice, Judge, Play, Random, Seat};

/// Beyond this many scripts dice are sampled.
const MOST_SCRIPTS: usize = 64;
/// How many runs a sample has.
const SAMPLES: usize = 64;

/// How well each side stands on average after an action, in the game's own judgement; none if no dice decide about it.
pub(crate) fn expected<R: Judge>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    action: R::Action,
    sides: usize,
) -> Option<Vec<f32>> {
    let mut sums = vec![0.0; sides];
    let mut play = Play::muted(Dice::enumerated());
    for _ in 0..MOST_SCRIPTS {
        let after = run(rules, state, seat, action, &mut play)?;
        let share = play.dice().script_probability() as f32;
        add(rules, &after, share, &mut sums);
        if !play.dice_mut().next_script() {
            return Some(sums);
        }
    }
    sums.fill(0.0);
    let mut random = Random::new(38);
    for _ in 0..SAMPLES {
        let mut play = Play::muted(Dice::imagined(Random::new(random.next())));
        let after = run(rules, state, seat, action, &mut play)?;
        add(rules, &after, 1.0 / SAMPLES as f32, &mut sums);
    }
    Some(sums)
}

/// The position after an action; none if it is refused or no dice were rolled.
fn run<R: Judge>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    action: R::Action,
    play: &mut Play,
) -> Option<R::State> {
    play.begin();
    let mut after = state.clone();
    rules.apply(&mut after, seat, action, play).ok()?;
    (!play.dice().drawn().is_empty()).then_some(after)
}

fn add<R: Judge>(rules: &R, state: &R::State, share: f32, sums: &mut [f32]) {
    for (side, sum) in sums.iter_mut().enumerate() {
        *sum += rules.evaluate(state, side as u8) * share;
    }
}
