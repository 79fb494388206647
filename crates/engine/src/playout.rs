//! Random play, as fast as the rules allow: what `bench` measures.

use crate::{ActionText, Dice, Options, Play, Random, Rules, Seed, SetupError};

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

/// One of the counts that a listed action stands for, the most as often as all others together.
pub fn any_count<R: Rules, A: ActionText<R>>(action: A, random: &mut Random) -> A {
    match action.count() {
        Some(most) if most > 1 && random.below(2) == 0 => {
            action.with_count(random.below(most as usize) as u16 + 1)
        }
        _ => action,
    }
}

/// A few of the counts that a listed action stands for: one to six, and the most. What players look at.
pub fn few_counts<R: Rules, A: ActionText<R>>(action: A) -> impl Iterator<Item = A> {
    let most = action.count();
    let few = most.map_or(0, |most| most.min(6));
    let last = most.is_none_or(|most| most > 6).then_some(action);
    (1..=few).map(move |n| action.with_count(n)).chain(last)
}

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
        let mut to_act = rules.to_act(&state);
        while let Some(seat) = to_act.first() {
            rules.legal_of(&state, seat, to_act, &mut legal);
            done.widest = done.widest.max(legal.len());
            let Some(&action) = legal.get(random.below(legal.len())) else { break };
            let action = any_count::<R, _>(action, &mut random);
            play.begin();
            to_act = rules.apply_listed(&mut state, seat, action, &mut play);
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
