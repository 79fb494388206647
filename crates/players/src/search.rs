//! The general's search for a plan: evolved and raced until the time is up, never finished early.
//!
//! 1. The plans that the game proposes are raced, six fates at a time, the worse half dropped.
//! 2. Plans evolve: a child takes another option for one to three genes of a good plan (where a unit goes, whether an attack
//!    is made), or is a fresh plan of the game. What has done well when it was tried before, and what looks promising to the
//!    game, is tried more often. A child races against the best plan with the fates that one has met and is dropped as soon as
//!    it is clearly worse.
//! 3. Finalists meet fresh fates, so that nobody wins by having been lucky in the choosing, halved until two are left; then
//!    these go on to the end.

use crate::playout::{Candidate, Question};
use crate::race::{Effort, Runner, best, finals, six};
use engine::{Gene, Judgement, Random, SHARES};
use std::collections::BTreeMap;

/// How many plans the game is asked for at first.
const PLANS: usize = 8;
/// How many good plans are kept while plans evolve.
const POOL: usize = 6;
/// How many plans meet in the finals, the first one among them.
const FINALISTS: usize = 4;
/// The shares of the search after which plans no longer evolve, and those at first are no longer raced.
const EVOLVING: f32 = 0.62;
const OPENING: f32 = 0.3;
/// Chances in ten that a child is a fresh plan of the game.
const FRESH: usize = 2;
/// So many children in a row that come out as plans did that are there: there is nothing to search for.
const NOTHING_NEW: u32 = 12;
/// How fast the promise of an option fades in the drawing of lots.
const WARMTH: f32 = 1.0;

/// What a search found.
pub(crate) struct Found<P> {
    pub(crate) plan: P,
    /// The plan that came next, and by how much it was worse.
    pub(crate) second: Option<(P, f64)>,
    pub(crate) value: f64,
    pub(crate) playouts: u32,
}

/// A gene and the option it takes.
type Change = (usize, u8);

/// A plan of the game with its genes.
struct Root<P> {
    plan: P,
    genes: Vec<Gene>,
    /// How children came out against their parents, by gene and option: sum and number.
    tried: BTreeMap<Change, (f64, f64)>,
}

struct Search<'q, R: Judgement> {
    q: &'q Question<'q, R>,
    state: &'q R::State,
    random: Random,
    roots: Vec<Root<R::Plan>>,
    effort: Effort<'q>,
    /// Fates from 0 on that the best plan has met.
    met: u32,
    /// How many children in a row were nothing new.
    twins: u32,
}

/// Searches for a plan with the share `most` of the budget.
pub(crate) fn search<'q, R: Judgement>(
    q: &'q Question<'q, R>,
    state: &'q R::State,
    random: &mut Random,
    most: f32,
) -> Found<R::Plan> {
    let mut plans = Vec::new();
    q.rules.plans(state, q.seat, PLANS, random, &mut plans);
    let mut s = Search {
        q,
        state,
        random: Random::new(random.next()),
        roots: Vec::new(),
        effort: Effort::new(q.thinking, most),
        met: 0,
        twins: 0,
    };
    let only = plans.len() == 1;
    let mut pool: Vec<Runner<R>> = plans.into_iter().map(|plan| s.root(plan)).collect();
    if only && s.genes(0).is_empty() || s.effort.is_over() {
        let plan = pool.swap_remove(0).candidate.plan;
        return Found { plan, second: None, value: f64::NAN, playouts: 0 };
    }
    s.open(&mut pool);
    while s.effort.done() < EVOLVING && s.evolve(&mut pool) {
        if pool.len() == 1 && s.twins >= NOTHING_NEW {
            // Whatever is planned, the same is done: there is nothing to choose.
            break;
        }
    }
    s.judge(pool)
}

impl<R: Judgement> Search<'_, R> {
    fn root(&mut self, plan: R::Plan) -> Runner<R> {
        self.roots.push(Root { plan: plan.clone(), genes: Vec::new(), tried: BTreeMap::new() });
        Runner::new(Candidate { action: None, plan }, self.roots.len() - 1, Vec::new())
    }

    /// The genes of a root, laid out when they are first asked for.
    fn genes(&mut self, root: usize) -> &[Gene] {
        let root = &mut self.roots[root];
        if root.genes.is_empty() {
            root.genes = self.q.rules.genome(self.state, self.q.seat, &root.plan);
        }
        &root.genes
    }

    /// Races the plans that the game proposed; the first of them stays whatever happens.
    fn open(&mut self, pool: &mut Vec<Runner<R>>) {
        while self.effort.done() < OPENING {
            let mut all: Vec<_> = pool.iter_mut().collect();
            if !six(self.q, &mut self.effort, &mut all, self.met) {
                return;
            }
            self.met += SHARES;
            drop_twins(pool);
            sort(pool);
            if pool.len() <= 3 {
                return;
            }
            pool.truncate(1 + (pool.len() - 1).div_ceil(2));
        }
    }

    /// One child: made, raced against the best, and taken into the pool if it is good. False when time is up.
    fn evolve(&mut self, pool: &mut Vec<Runner<R>>) -> bool {
        // The best plan meets more fates as time goes by: the longer the search, the finer the comparison.
        let wanted = SHARES * (2 + (self.effort.playouts / (40 * SHARES)).min(14));
        while self.met < wanted {
            let best = leader(pool);
            if !six(self.q, &mut self.effort, &mut [&mut pool[best]], self.met) {
                return false;
            }
            if best != 0 && !six(self.q, &mut self.effort, &mut [&mut pool[0]], self.met) {
                return false;
            }
            self.met += SHARES;
        }
        let parent = [leader(pool), self.random.below(pool.len())][usize::from(self.random.below(3) == 0)];
        let Some((mut child, changed)) = self.child(&pool[parent]) else {
            return self.fresh(pool);
        };
        let good = self.challenge(&mut child, pool);
        let gain = child.ahead(&pool[parent], 0);
        for gene in changed {
            let seen = self.roots[child.root].tried.entry(gene).or_default();
            seen.0 += gain.0 * gain.2 as f64;
            seen.1 += gain.2 as f64;
        }
        admit(pool, child, good);
        !self.effort.is_over()
    }

    fn fresh(&mut self, pool: &mut Vec<Runner<R>>) -> bool {
        let mut plans = Vec::new();
        self.q.rules.plans(self.state, self.q.seat, PLANS, &mut self.random, &mut plans);
        let Some(plan) = plans.pop().filter(|_| !plans.is_empty()) else {
            return !self.effort.is_over();
        };
        let mut child = self.root(plan);
        let good = self.challenge(&mut child, pool);
        admit(pool, child, good);
        !self.effort.is_over()
    }

    /// Races a child against the best; true if it has met all its fates and did not fall behind.
    fn challenge(&mut self, child: &mut Runner<R>, pool: &mut [Runner<R>]) -> bool {
        let best = leader(pool);
        let mut from = 0;
        while from < self.met {
            let mut both = [&mut *child, &mut pool[best]];
            if !six(self.q, &mut self.effort, &mut both, from) {
                return false;
            }
            from += SHARES;
            self.q.thinking.report(self.effort.done().min(1.0), "trying other plans");
            let (mean, error, _) = child.ahead(&pool[best], 0);
            if pool.iter().any(|p| child.is_twin(p)) {
                self.twins += 1;
                return false;
            }
            self.twins = 0;
            if mean + error < 0.0 {
                return false;
            }
        }
        true
    }

    /// A child of a plan: other options for one to three genes. None where it is time for a fresh plan.
    fn child(&mut self, parent: &Runner<R>) -> Option<(Runner<R>, Vec<Change>)> {
        let root = parent.root;
        let count = self.genes(root).len();
        if count == 0 || self.random.below(10) < FRESH {
            return None;
        }
        let mut choice = parent.choice.clone();
        choice.resize(count, 0);
        let mut changed = Vec::new();
        for _ in 0..[1, 1, 2, 3][self.random.below(4)] {
            let (gene, option) = self.mutation(root, &choice);
            choice[gene] = option;
            changed.push((gene, option));
        }
        let plan = self.q.rules.express(self.state, self.q.seat, &self.roots[root].plan, &choice);
        Some((Runner::new(Candidate { action: None, plan }, root, choice), changed))
    }

    /// A gene and another option for it, drawn by lots: by the game's promise and by what came of it before.
    fn mutation(&mut self, root: usize, choice: &[u8]) -> Change {
        let Root { genes, tried, .. } = &self.roots[root];
        let mut all: Vec<Vec<(f32, u8)>> = Vec::with_capacity(genes.len());
        for (g, gene) in genes.iter().enumerate() {
            let now = gene.options.get(choice[g] as usize).copied().unwrap_or(0.0);
            let others = gene.options.iter().enumerate().filter(|(o, _)| *o != choice[g] as usize);
            let lot = |(o, &promise): (usize, &f32)| {
                let (sum, n) = tried.get(&(g, o as u8)).copied().unwrap_or_default();
                let seen = (sum / (n + 12.0)) as f32;
                (((promise - now).min(0.5) / WARMTH + seen).clamp(-4.0, 3.0).exp(), o as u8)
            };
            all.push(others.map(lot).collect());
        }
        // The gene by its best option, then an option of it: many options must not crowd out a gene with few.
        let heads: Vec<f32> = all.iter().map(|lots| lots.iter().map(|l| l.0).fold(0.0, f32::max)).collect();
        let gene = draw(&heads, &mut self.random);
        let lots: Vec<f32> = all[gene].iter().map(|l| l.0).collect();
        let option = all[gene].get(draw(&lots, &mut self.random)).map_or(choice[gene], |l| l.1);
        (gene, option)
    }

    /// The finals, and the verdict.
    fn judge(mut self, mut pool: Vec<Runner<R>>) -> Found<R::Plan> {
        // What was met while plans were chosen counts only where there was no time for more.
        let fresh = pool.iter().map(Runner::reach).max().unwrap_or(0).div_ceil(SHARES) * SHARES;
        if self.effort.done() < 1.0 && pool.len() > 1 {
            sort(&mut pool);
            pool.truncate(FINALISTS);
            finals(self.q, &mut self.effort, &mut pool, fresh);
        }
        let enough = pool[0].runs_from(fresh) >= 2 * SHARES as usize;
        let from = if enough { fresh } else { 0 };
        let (won, second) = best(&pool, from);
        let lead = second.map_or(0.0, |s| pool[won].ahead(&pool[s], from).0);
        let value = pool[won].mean();
        let second = second.map(|s| (pool[s].candidate.plan.clone(), lead));
        let plan = pool.swap_remove(won).candidate.plan;
        Found { plan, second, value, playouts: self.effort.playouts }
    }
}

/// Draws one of some lots by their weights.
fn draw(lots: &[f32], random: &mut Random) -> usize {
    let mut at = random.unit() * lots.iter().sum::<f32>();
    let drawn = lots.iter().position(|l| {
        at -= l;
        at < 0.0
    });
    drawn.unwrap_or(lots.len().saturating_sub(1))
}

/// The runner that is ahead of the first by most; the first if none is.
fn leader<R: Judgement>(pool: &[Runner<R>]) -> usize {
    let ahead = |i: usize| pool[i].ahead(&pool[0], 0).0;
    (1..pool.len()).filter(|&i| ahead(i) > 0.0).max_by(|&a, &b| ahead(a).total_cmp(&ahead(b))).unwrap_or(0)
}

/// Drops plans that came out exactly as an earlier one did.
fn drop_twins<R: Judgement>(pool: &mut Vec<Runner<R>>) {
    let mut at = 1;
    while at < pool.len() {
        if pool[..at].iter().any(|p| pool[at].is_twin(p)) {
            pool.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Sorts all but the first by how far they are ahead of it.
fn sort<R: Judgement>(pool: &mut [Runner<R>]) {
    let (first, rest) = pool.split_at_mut(1);
    rest.sort_by(|a, b| b.ahead(&first[0], 0).0.total_cmp(&a.ahead(&first[0], 0).0));
}

/// Takes a good child into the pool in place of the worst.
fn admit<R: Judgement>(pool: &mut Vec<Runner<R>>, child: Runner<R>, good: bool) {
    if !good {
        return;
    }
    pool.push(child);
    sort(pool);
    pool.truncate(POOL);
}
