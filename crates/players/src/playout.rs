//! One playout: a candidate is carried out on a position that could be the truth and played on as far as the game says
//! ([`Judgement::far_enough`]: past the other side's answer), then evaluated.
//!
//! Eyes are honest: whoever acts in a playout, the searcher included, plans and decides on a sample of its own view of the
//! imagined truth, so that what is hidden is worth something. What happens is decided by what was drawn for the playout
//! ([`Fate`]): two candidates with the same fate differ by what they do, not by their luck.

use crate::officer::Kept;
use engine::{ActionText, Dice, Judgement, Play, Random, SHARES, Seat, SeatSet, Thinking, View};

/// No playout goes on for more actions than this.
const LONGEST_PLAYOUT: usize = 4_000;
/// How many of the enemy's plans a candidate meets in turn.
const REPLIES: u64 = 3;

/// What is searched for: who decides, and what it knows.
pub(crate) struct Question<'a, R: Judgement> {
    pub(crate) rules: &'a R,
    pub(crate) view: &'a View<R::State>,
    pub(crate) seat: Seat,
    pub(crate) side: u8,
    /// All fates follow from it.
    pub(crate) luck: u64,
    pub(crate) thinking: &'a dyn Thinking,
}

/// What could be done: an action now, or none, and the plan that is followed from there.
pub(crate) struct Candidate<R: Judgement> {
    pub(crate) action: Option<R::Action>,
    pub(crate) plan: R::Plan,
}

/// Everything about a playout that is not the candidate's doing, by its number. Six fates in a row share a luck, so that
/// each die shows every face once among them ([`Dice::shared`]); the enemy's plan changes with the luck.
#[derive(Clone, Copy)]
pub(crate) struct Fate(pub(crate) u32);

impl Fate {
    fn luck(self, base: u64) -> u64 {
        base.wrapping_add(u64::from(self.0 / SHARES).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
    fn reply(self) -> usize {
        (u64::from(self.0 / SHARES) % REPLIES) as usize
    }
}

/// Plays a candidate out. None if the budget ran out on the way.
pub(crate) fn playout<R: Judgement>(
    q: &Question<'_, R>,
    candidate: &Candidate<R>,
    fate: Fate,
) -> Option<f32> {
    let rules = q.rules;
    let luck = fate.luck(q.luck);
    let mut random = Random::new(luck.wrapping_add(fate.0.into()));
    let truth = rules.sample(q.view, &mut random);
    let mut state = truth.clone();
    let mut play = Play::muted(Dice::shared(Random::new(luck ^ 0xd1ce), fate.0));
    let own = rules.stretch(&state);
    let mut first = candidate.action;
    let mut current: Vec<Option<Kept<R::Plan>>> = Vec::new();
    current.resize_with(rules.info().seats.len(), || None);
    let mut legal = Vec::new();
    let (mut passed, mut last) = (0, own);
    let mut to_act = rules.to_act(&state);
    for step in 0..LONGEST_PLAYOUT {
        let Some(actor) = to_act.first() else { break };
        let stretch = rules.stretch(&state);
        if stretch != last {
            last = stretch;
            passed += 1;
            // Luck begins anew with each stretch: what plans have in common there meets the same luck, whatever came before.
            let anew = luck ^ stretch.wrapping_mul(0xff51_afd7_ed55_8ccd);
            random = Random::new(anew.wrapping_add(fate.0.into()));
            play = Play::muted(Dice::shared(Random::new(anew ^ 0xd1ce), fate.0));
            if rules.far_enough(&truth, &state, passed) {
                break;
            }
        }
        if step % 16 == 0 && q.thinking.spent() >= 1.0 {
            return None;
        }
        rules.legal_of(&state, actor, to_act, &mut legal);
        let action = match first.take_if(|_| actor == q.seat) {
            Some(action) => action,
            None if legal.len() == 1 && legal[0].count().is_none() => legal[0],
            None => {
                let eyes = rules.sample(&View::of(rules, &state, SeatSet::one(actor)), &mut random);
                if actor == q.seat && stretch == own {
                    rules.follow(&eyes, actor, &candidate.plan, &legal, &mut random)
                } else {
                    let kept = &mut current[actor.index()];
                    let kept = match kept {
                        Some(kept) if kept.stretch == stretch => kept,
                        _ => {
                            let enemy = rules.info().seats[actor.index()].side != q.side;
                            let reply = if enemy && passed < 8 { fate.reply() } else { 0 };
                            let plan = some_plan(rules, &eyes, actor, reply, &mut random);
                            kept.insert(Kept::new(stretch, plan))
                        }
                    };
                    rules.follow(&eyes, actor, &kept.plan, &legal, &mut random)
                }
            }
        };
        play.begin();
        to_act = if action.count().is_none() && legal.binary_search(&action).is_ok() {
            rules.apply_listed(&mut state, actor, action, &mut play)
        } else {
            rules.apply(&mut state, actor, action, &mut play).ok()?;
            rules.to_act(&state)
        };
    }
    Some(rules.evaluate(&state, q.side))
}

/// The plan of this number, or the last there is.
fn some_plan<R: Judgement>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    number: usize,
    random: &mut Random,
) -> R::Plan {
    let mut plans = Vec::with_capacity(number + 1);
    rules.plans(state, seat, number + 1, random, &mut plans);
    let at = number.min(plans.len() - 1);
    plans.swap_remove(at)
}

/// Plays candidates out with fates, on the threads allowed; the results are in the order of the jobs whoever was first.
pub(crate) fn run<R: Judgement>(q: &Question<'_, R>, jobs: &[(&Candidate<R>, Fate)]) -> Vec<Option<f32>> {
    let threads = q.thinking.cores().min(jobs.len());
    if threads <= 1 {
        return jobs.iter().map(|&(candidate, fate)| playout(q, candidate, fate)).collect();
    }
    let mut out = vec![None; jobs.len()];
    let share = jobs.len().div_ceil(threads);
    std::thread::scope(|scope| {
        for (jobs, out) in jobs.chunks(share).zip(out.chunks_mut(share)) {
            scope.spawn(move || {
                for (&(candidate, fate), value) in jobs.iter().zip(out) {
                    *value = playout(q, candidate, fate);
                }
            });
        }
    });
    out
}
