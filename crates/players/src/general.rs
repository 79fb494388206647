//! The general: searches for the best plan of a phase ([`crate::search`]) and weighs answers of their own action by action
//! ([`crate::answer`]), both by playouts and for as long as it may. Decisions inside a stretch follow the chosen plan.

use crate::answer::weigh;
use crate::officer::{Kept, Thought, keep_to_plan};
use crate::playout::Question;
use crate::search::{Found, search};
use engine::{Judgement, Level, Memory, Player, Random, Seat, Thinking, View};

/// The share of the budget after which no new playout begins, and the milliseconds that are kept for the last of them.
const RESERVE: f32 = 0.9;
/// The share of the budget that an answer of its own takes: there are many of them in a turn.
const ANSWER: f32 = 0.12;
/// No search takes more than this part of what is left of its turn: something is kept for what comes later in it.
const PART: f32 = 3.0;
/// How many budgets of a decision a side may use up in one game turn: of 8 s each, less than a minute in all.
const TURN: f32 = 6.5;

/// Searches over phase plans.
pub struct General {
    level: Level,
}

impl Default for General {
    fn default() -> Self {
        let title =
            "General: searches over plans, dice and what it can't see, for as long as it may".to_owned();
        Self { level: Level { level: "general".to_owned(), title, millis: 8_000 } }
    }
}

impl General {
    /// The colonel: the same search in less time.
    #[must_use]
    pub fn colonel() -> Self {
        let title = "Colonel: compares plans for a moment before it takes one".to_owned();
        Self { level: Level { level: "colonel".to_owned(), title, millis: 3_000 } }
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
        let side = rules.info().seats[seat.index()].side;
        // Seats of one side share its turn. A search that is counted in playouts has no turn to keep to.
        let seats = rules.info().seats.iter().filter(|s| s.side == side).count();
        let whole = if thinking.playouts().is_some() { f32::MAX } else { TURN / seats as f32 };
        let left = |used: f32| whole - used;
        let q = Question { rules, view, seat, side, luck: random.next(), thinking };
        let make = |state: &R::State, random: &mut Random, used: f32| {
            let most = RESERVE.min(left(used) / PART);
            let found = search(&q, state, random, most);
            if found.playouts > 0 {
                thinking.report(1.0, &told(rules, state, seat, &found));
            }
            Thought { plan: found.plan, took: took(thinking) }
        };
        keep_to_plan(
            rules,
            view,
            seat,
            random,
            memory,
            make,
            |state, legal, action, kept: &mut Kept<R::Plan>| {
                if !rules.is_answer(state, seat) || legal.len() < 2 {
                    return action;
                }
                let before = thinking.spent();
                let most = before + ANSWER.min(left(kept.used) / PART);
                let (action, playouts) = weigh(&q, state, &kept.plan, legal, action, most);
                kept.used += took(thinking) - if thinking.playouts().is_some() { 0.0 } else { before };
                if playouts > 0 {
                    thinking.report(1.0, &format!("{playouts} playouts of single answers"));
                }
                action
            },
        )
    }
}

fn took(thinking: &dyn Thinking) -> f32 {
    if thinking.playouts().is_some() { 0.0 } else { thinking.spent() }
}

/// What a search says of itself: playouts, value, the plan and the second best.
fn told<R: Judgement>(rules: &R, state: &R::State, seat: Seat, found: &Found<R::Plan>) -> String {
    let mut out = format!("{} playouts, value {:+.1}", found.playouts, found.value);
    let words = rules.words(state, seat, &found.plan);
    if !words.is_empty() {
        out.push_str(": ");
        out.push_str(&words);
    }
    if let Some((second, behind)) = &found.second {
        let words = rules.words(state, seat, second);
        out.push_str(&format!("; second best, {behind:.1} behind"));
        if !words.is_empty() {
            out.push_str(": ");
            out.push_str(&words);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::officer::first_plan;
    use engine::{Counted, Dice, Options, Play, Rules, SeatSet, Seed, Unhurried};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use testkit::skirmish::{Action, Skirmish, State};

    /// A clock that goes on by one part in so many with each look at it.
    struct Looks {
        seen: AtomicUsize,
        whole: usize,
        note: Mutex<String>,
    }

    impl Looks {
        fn new(whole: usize) -> Self {
            Self { seen: AtomicUsize::new(0), whole, note: Mutex::default() }
        }
        /// The playouts that the last note tells of.
        fn playouts(&self) -> u32 {
            self.note.lock().unwrap().split(' ').next().unwrap().parse().unwrap_or(0)
        }
    }

    impl Thinking for Looks {
        fn spent(&self) -> f32 {
            self.seen.fetch_add(1, Ordering::Relaxed) as f32 / self.whole as f32
        }
        fn report(&self, _progress: f32, note: &str) {
            note.clone_into(&mut self.note.lock().unwrap());
        }
    }

    fn begun(seed: u64) -> (Skirmish, State) {
        let rules = Skirmish::default();
        let options = Options::default().complete(&rules.info().scenarios[0]).unwrap();
        let mut play = Play::muted(Dice::seeded(Seed::from_number(seed)));
        let state = rules.setup("field", &options, &mut play).unwrap();
        (rules, state)
    }

    /// The first decision of a game, with a memory, by a budget.
    fn decide(seed: u64, memory: &mut Memory, thinking: &dyn Thinking) -> Action {
        let (rules, state) = begun(seed);
        let seat = rules.to_act(&state).first().unwrap();
        let view = View::of(&rules, &state, SeatSet::one(seat));
        General::default().choose(&rules, &view, seat, &mut Random::new(seed), memory, thinking)
    }

    /// Looks at the clock in the first decision, with so many budgets used up in this turn or another before.
    fn looks(used: f32, other_turn: bool) -> usize {
        let (rules, state) = begun(1);
        let seat = rules.to_act(&state).first().unwrap();
        let plan = first_plan(&rules, &state, seat, &mut Random::new(1));
        let turn = rules.turn(&state) + u16::from(other_turn);
        let mut memory = Memory::default();
        memory.put(Kept { stretch: u64::MAX, plan, turn, used });
        let clock = Looks::new(300);
        decide(1, &mut memory, &clock);
        clock.seen.load(Ordering::Relaxed)
    }

    #[test]
    fn a_turn_whose_time_is_used_up_is_searched_no_further() {
        let fresh = looks(0.0, false);
        assert!(fresh > 250, "a search goes on until its time is up: {fresh} looks at the clock");
        assert!(looks(TURN + 0.1, false) < 12, "no time is left for this turn");
        assert_eq!(looks(TURN + 0.1, true), fresh, "what another turn took does not count");
    }

    #[test]
    fn a_turn_takes_less_than_a_minute() {
        let budget = General::default().level.millis as f32 / 1_000.0;
        assert!(budget < 10.0);
        assert!((TURN + 1.0 - RESERVE) * budget < 60.0, "the last search may run to the end of its budget");
    }

    #[test]
    fn with_more_time_more_is_played_out() {
        let (short, long) = (Looks::new(150), Looks::new(1_500));
        decide(3, &mut Memory::default(), &short);
        decide(3, &mut Memory::default(), &long);
        let (few, many) = (short.playouts(), long.playouts());
        assert!(few > 0 && many > 5 * few, "ten times the time: {few} and {many} playouts");
    }

    #[test]
    fn counted_in_playouts_the_same_seed_gives_the_same_answer() {
        for seed in 0..2 {
            let counted = Counted { playouts: 60, within: &Unhurried };
            let mut memory = Memory::default();
            let first = decide(seed, &mut memory, &counted);
            assert_eq!(decide(seed, &mut memory, &counted), first, "asked again with the plan in mind");
            assert_eq!(decide(seed, &mut Memory::default(), &counted), first, "asked again from the start");
            let cores = crate::Budget::new(u32::MAX).on(3);
            let threads = Counted { playouts: 60, within: &cores };
            assert_eq!(decide(seed, &mut Memory::default(), &threads), first, "on three threads");
        }
    }
}
