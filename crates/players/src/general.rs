//! The general: tries several plans against several positions that could be the truth, plays each on as far as the game
//! says ([`Judgement::far_enough`]: past the other side's answer), and takes the plan that comes out best. Playouts come
//! in sixes whose dice show each face once ([`Dice::shared`]).
//!
//! Plans are compared with the game's first plan by sequential halving: all are tried a little, the better half a little
//! more, until one is left or the budget is spent; a plan must come out clearly ahead to be taken instead. Decisions
//! inside a stretch follow the chosen plan, so that a turn costs one search a phase.

use crate::officer::{Kept, first_plan, keep_to_plan};
use engine::{Dice, Judgement, Level, Memory, Play, Player, Random, SHARES, Seat, Thinking, View};

/// How many plans are compared.
const PLANS: usize = 8;
/// Playouts of one plan in the first round.
const FIRST_ROUND: u32 = SHARES;
/// Playouts of a plan in the last round at most, so that easy choices do not use up the whole budget.
const MOST_PLAYOUTS: u32 = 96;
/// No playout goes on for more actions than this.
const LONGEST_PLAYOUT: usize = 4_000;
/// How many standard errors a plan must come out ahead of the first one.
const DOUBT: f64 = 0.7;
/// The share of the budget after which no new playout begins.
const RESERVE: f32 = 0.85;
/// How many budgets of a decision the plans of one game turn may use up: of 8 s each, less than a minute in all.
const TURN: f32 = 6.5;

/// Searches over phase plans.
pub struct General {
    level: Level,
}

impl Default for General {
    fn default() -> Self {
        let title = "General: searches over plans, dice and what it can't see".to_owned();
        Self { level: Level { level: "general".to_owned(), title, millis: 8_000 } }
    }
}

/// A plan on trial against the first one.
struct Trial<P> {
    plan: P,
    /// How much better it came out than the first plan with the same luck: sum, sum of squares, times tried.
    sum: f64,
    squares: f64,
    runs: usize,
}

impl<P> Trial<P> {
    fn new(plan: P) -> Self {
        Self { plan, sum: 0.0, squares: 0.0, runs: 0 }
    }
    fn note(&mut self, better_by: f64) {
        self.sum += better_by;
        self.squares += better_by * better_by;
        self.runs += 1;
    }
    fn mean(&self) -> f64 {
        if self.runs == 0 { f64::NEG_INFINITY } else { self.sum / self.runs as f64 }
    }
    /// The mean less its error: few playouts must not talk the general out of the sensible plan.
    fn sure(&self) -> f64 {
        if self.runs < 2 {
            return f64::NEG_INFINITY;
        }
        let n = self.runs as f64;
        let variance = (self.squares / n - self.mean() * self.mean()).max(0.0);
        self.mean() - DOUBT * (variance / n).sqrt()
    }
}

impl<R: Judgement> Player<R> for General {
    fn level(&self) -> &Level {
        &self.level
    }
    fn choose(
        &self,
        rules: &R,
        view: &View<R::State>,
        seat: Seat,
        random: &mut Random,
        memory: &mut Memory,
        thinking: &dyn Thinking,
    ) -> R::Action {
        keep_to_plan(rules, view, seat, random, memory, |state, random, used| {
            let most = RESERVE.min(TURN - used);
            (search(rules, view, state, seat, random, thinking, most), thinking.spent())
        })
    }
}

/// Sequential halving over the plans that the game proposes, each measured against the first. No playout begins when the
/// share `most` of the budget is spent.
fn search<R: Judgement>(
    rules: &R,
    view: &View<R::State>,
    state: &R::State,
    seat: Seat,
    random: &mut Random,
    thinking: &dyn Thinking,
    most: f32,
) -> R::Plan {
    let mut plans = Vec::new();
    rules.plans(state, seat, PLANS, random, &mut plans);
    let first = plans.remove(0);
    let mut trials: Vec<_> = plans.into_iter().map(Trial::new).collect();
    let side = rules.info().seats[seat.index()].side;
    let mut rounds = FIRST_ROUND;
    let mut playouts = 0;
    let mut luck = 0;
    'search: while !trials.is_empty() && rounds <= MOST_PLAYOUTS {
        for k in 0..rounds {
            if thinking.spent() > most {
                break 'search;
            }
            if k % SHARES == 0 {
                luck = random.next();
            }
            // The same truth and the same dice for every plan: the plans are compared, not their luck.
            let truth = rules.sample(view, random);
            let Some(usual) = playout(rules, &truth, seat, side, &first, (luck, k), thinking) else {
                break 'search;
            };
            for trial in &mut trials {
                if thinking.spent() > most {
                    break 'search;
                }
                if let Some(value) = playout(rules, &truth, seat, side, &trial.plan, (luck, k), thinking) {
                    trial.note(f64::from(value - usual));
                }
                playouts += 1;
            }
            thinking.report(thinking.spent().min(1.0), "comparing plans");
        }
        if trials.len() == 1 && rounds * 2 > MOST_PLAYOUTS {
            break;
        }
        trials.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        trials.truncate(trials.len().div_ceil(2));
        rounds *= 2;
    }
    thinking.report(1.0, &format!("{playouts} playouts"));
    let best = trials.into_iter().max_by(|a, b| a.sure().total_cmp(&b.sure()));
    best.filter(|b| b.sure() > 0.0).map_or(first, |b| b.plan)
}

/// Plays a plan to the end of its stretch and on as far as the game says, everybody by their first plan, and evaluates.
/// None if the budget ran out on the way.
fn playout<R: Judgement>(
    rules: &R,
    truth: &R::State,
    seat: Seat,
    side: u8,
    plan: &R::Plan,
    (luck, share): (u64, u32),
    thinking: &dyn Thinking,
) -> Option<f32> {
    let mut state = truth.clone();
    let mut random = Random::new(luck.wrapping_add(share.into()));
    let mut play = Play::muted(Dice::shared(Random::new(luck ^ 0xd1ce), share));
    let mut legal = Vec::new();
    let own = rules.stretch(&state);
    let mut current: Vec<Option<Kept<R::Plan>>> = Vec::new();
    current.resize_with(rules.info().seats.len(), || None);
    let mut passed = 0;
    let mut last = own;
    for step in 0..LONGEST_PLAYOUT {
        let Some(actor) = rules.to_act(&state).first() else { break };
        let stretch = rules.stretch(&state);
        if stretch != last {
            last = stretch;
            passed += 1;
            if rules.far_enough(truth, &state, passed) {
                break;
            }
        }
        if step % 16 == 0 && thinking.spent() >= 1.0 {
            return None;
        }
        legal.clear();
        rules.legal(&state, actor, &mut legal);
        let action = if legal.len() == 1 {
            legal[0]
        } else if actor == seat && stretch == own {
            rules.follow(&state, actor, plan, &legal, &mut random)
        } else {
            let kept = &mut current[actor.index()];
            if kept.as_ref().is_none_or(|k| k.stretch != stretch) {
                let plan = first_plan(rules, &state, actor, &mut random);
                *kept = Some(Kept { stretch, plan, turn: 0, used: 0.0 });
            }
            match kept {
                Some(kept) => rules.follow(&state, actor, &kept.plan, &legal, &mut random),
                None => legal[0],
            }
        };
        play.begin();
        rules.apply(&mut state, actor, action, &mut play).ok()?;
    }
    Some(rules.evaluate(&state, side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Options, Rules, SeatSet, Seed};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use testkit::skirmish::Skirmish;

    /// Counts how often somebody looks at the clock; it stands still.
    #[derive(Default)]
    struct Looks(AtomicUsize);

    impl Thinking for Looks {
        fn spent(&self) -> f32 {
            self.0.fetch_add(1, Ordering::Relaxed);
            0.0
        }
    }

    /// Looks at the clock in one decision of the opening, with so many budgets used up in turn `turn` before.
    fn looks(used: f32, other_turn: bool) -> usize {
        let rules = Skirmish::default();
        let options = Options::default().complete(&rules.info().scenarios[0]).unwrap();
        let mut play = Play::muted(Dice::seeded(Seed::from_number(1)));
        let state = rules.setup("field", &options, &mut play).unwrap();
        let seat = rules.to_act(&state).first().unwrap();
        let view = View::of(&rules, &state, SeatSet::one(seat));
        let mut random = Random::new(1);
        let mut memory = Memory::default();
        let plan = first_plan(&rules, &state, seat, &mut random);
        let turn = rules.moment(&state).turn + u16::from(other_turn);
        memory.put(Kept { stretch: u64::MAX, plan, turn, used });
        let clock = Looks::default();
        General::default().choose(&rules, &view, seat, &mut random, &mut memory, &clock);
        clock.0.load(Ordering::Relaxed)
    }

    #[test]
    fn a_turn_whose_time_is_used_up_is_searched_no_further() {
        let fresh = looks(0.0, false);
        assert!(fresh > 50, "a search looks at the clock often: {fresh}");
        assert!(looks(TURN + 0.1, false) < 5, "no time is left for this turn");
        assert_eq!(looks(TURN + 0.1, true), fresh, "what another turn took does not count");
    }

    #[test]
    fn a_turn_takes_less_than_a_minute() {
        let budget = General::default().level.millis as f32 / 1_000.0;
        assert!(budget < 10.0);
        assert!((TURN + 1.0 - RESERVE) * budget < 60.0, "the last search may run to the end of its budget");
    }
}
