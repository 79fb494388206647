//! Random play, as fast as the rules allow: what `bench` measures.

use crate::{Dice, Options, Play, Random, Rules, Seed, SetupError};

/// What a series of random games came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Playout {
    /// Whole games played.
    pub games: u64,
    /// Actions played.
    pub actions: u64,
    /// Log sentences written.
    pub lines: u64,
    /// The longest legal list met.
    pub widest: usize,
    /// Bytes of a position in memory.
    pub bytes: usize,
}

/// A game of more actions than this is taken to run for ever.
pub const MOST_ACTIONS: u64 = 200_000;

/// Plays games at random one after the other: legal list, choice, apply, log. `more` is asked every thousand actions
/// and after each game; games cut short by it are not counted as games.
pub fn run<R: Rules>(
    rules: &R,
    scenario: &str,
    options: &Options,
    seed: u64,
    more: &mut dyn FnMut(&Playout) -> bool,
) -> Result<Playout, SetupError> {
    let mut done = Playout { bytes: size_of::<R::State>(), ..Playout::default() };
    let mut random = Random::new(seed);
    let mut legal = Vec::new();
    loop {
        let mut play = Play::new(Dice::seeded(Seed::from_number(random.next())));
        let mut state = rules.setup(scenario, options, &mut play)?;
        let mut length = 0;
        while let Some(seat) = rules.to_act(&state).first() {
            legal.clear();
            rules.legal(&state, seat, &mut legal);
            done.widest = done.widest.max(legal.len());
            let Some(&action) = legal.get(random.below(legal.len())) else { break };
            play.begin();
            if rules.apply(&mut state, seat, action, &mut play).is_err() {
                break;
            }
            done.lines += play.lines().count() as u64;
            done.actions += 1;
            length += 1;
            if length >= MOST_ACTIONS || (done.actions.is_multiple_of(1000) && !more(&done)) {
                return Ok(done);
            }
        }
        done.games += 1;
        if !more(&done) {
            return Ok(done);
        }
    }
}
