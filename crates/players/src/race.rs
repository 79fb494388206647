//! Candidates raced against each other: all with the same fates, compared by what they differ in.

use crate::playout::{Candidate, Fate, Question, run};
use engine::{Judgement, SHARES};

/// How many standard errors a candidate must come out ahead of the first one to be taken instead: so many, and more the fewer
/// playouts the error itself was guessed from.
const DOUBT: f64 = 0.3;
const MORE_DOUBT: f64 = 3.0;

/// A candidate and how it came out, by fate.
pub(crate) struct Runner<R: Judgement> {
    pub(crate) candidate: Candidate<R>,
    values: Vec<f32>,
    /// The plan it descends from, and the options of its genes.
    pub(crate) root: usize,
    pub(crate) choice: Vec<u8>,
}

impl<R: Judgement> Runner<R> {
    pub(crate) fn new(candidate: Candidate<R>, root: usize, choice: Vec<u8>) -> Self {
        Self { candidate, values: Vec::new(), root, choice }
    }
    /// How many fates from `from` on it has met.
    pub(crate) fn runs_from(&self, from: u32) -> usize {
        self.values.iter().skip(from as usize).filter(|v| !v.is_nan()).count()
    }
    /// One more than the last fate it has met.
    pub(crate) fn reach(&self) -> u32 {
        self.values.len() as u32
    }
    fn note(&mut self, fate: Fate, value: f32) {
        let at = fate.0 as usize;
        if self.values.len() <= at {
            self.values.resize(at + 1, f32::NAN);
        }
        self.values[at] = value;
    }
    /// The mean over all its fates.
    pub(crate) fn mean(&self) -> f64 {
        let met = self.values.iter().filter(|v| !v.is_nan());
        let (sum, n) = met.fold((0.0, 0.0), |(sum, n), &v| (sum + f64::from(v), n + 1.0));
        if n > 0.0 { sum / n } else { f64::NEG_INFINITY }
    }
    /// How much better it came out than another with the same fates from `from` on: the mean, its error, how many.
    pub(crate) fn ahead(&self, other: &Self, from: u32) -> (f64, f64, usize) {
        let both = self.values.iter().zip(&other.values).skip(from as usize);
        let (mut sum, mut squares, mut n) = (0.0, 0.0, 0usize);
        for (a, b) in both.filter(|(a, b)| !a.is_nan() && !b.is_nan()) {
            let d = f64::from(a - b);
            sum += d;
            squares += d * d;
            n += 1;
        }
        if n == 0 {
            return (0.0, f64::INFINITY, 0);
        }
        let mean = sum / n as f64;
        let variance = (squares / n as f64 - mean * mean).max(0.0);
        (mean, (variance / n as f64).sqrt(), n)
    }
    /// Whether it came out exactly as another did, fate by fate: it does the same things.
    pub(crate) fn is_twin(&self, other: &Self) -> bool {
        let mut both =
            self.values.iter().zip(&other.values).filter(|(a, b)| !a.is_nan() && !b.is_nan()).peekable();
        both.peek().is_some() && both.all(|(a, b)| a == b)
    }
    /// How much better than another it surely is: few playouts must not talk a general out of the sensible plan.
    pub(crate) fn surely_ahead(&self, other: &Self, from: u32) -> f64 {
        let (mean, error, n) = self.ahead(other, from);
        let doubt = DOUBT + MORE_DOUBT / n.max(1) as f64;
        if n < SHARES as usize { f64::NEG_INFINITY } else { mean - doubt * error }
    }
}

/// How much of a search is done: by the clock, or by its playouts.
pub(crate) struct Effort<'a> {
    thinking: &'a dyn engine::Thinking,
    /// The share of the budget it may use up to.
    most: f32,
    begun: f32,
    limit: Option<u32>,
    pub(crate) playouts: u32,
}

impl<'a> Effort<'a> {
    /// A search that may use up to the share `most` of the budget.
    pub(crate) fn new(thinking: &'a dyn engine::Thinking, most: f32) -> Self {
        let limit = thinking.playouts().map(|n| (n as f32 * most).ceil() as u32);
        Self { thinking, most, begun: thinking.spent(), limit, playouts: 0 }
    }
    /// The share of the search that is over, at least 1 when it has to end.
    pub(crate) fn done(&self) -> f32 {
        let spent = self.thinking.spent();
        match self.limit {
            _ if spent >= 1.0 => 1.0,
            Some(limit) => self.playouts as f32 / limit.max(1) as f32,
            None if self.most <= self.begun => 1.0,
            None => (spent - self.begun) / (self.most - self.begun),
        }
    }
    pub(crate) fn is_over(&self) -> bool {
        self.done() >= 1.0
    }
}

/// Plays some runners out with six fates from `from` on, as far as they have not met them. False when time ran out.
///
/// By the clock each playout looks at it, so that a budget is kept to a playout; by count, six are played at once.
pub(crate) fn six<R: Judgement>(
    q: &Question<'_, R>,
    effort: &mut Effort<'_>,
    runners: &mut [&mut Runner<R>],
    from: u32,
) -> bool {
    let missing = |runner: &Runner<R>, fate: u32| {
        runner.values.get(fate as usize).is_none_or(|v| v.is_nan()).then_some(Fate(fate))
    };
    let mut todo: Vec<(usize, Fate)> = Vec::new();
    for fate in from..from + SHARES {
        todo.extend(runners.iter().enumerate().filter_map(|(i, r)| Some((i, missing(r, fate)?))));
    }
    let batch = if q.thinking.playouts().is_some() { todo.len() } else { q.thinking.cores() * 2 };
    for part in todo.chunks(batch.max(1)) {
        if effort.is_over() {
            return false;
        }
        let jobs: Vec<_> = part.iter().map(|&(i, fate)| (&runners[i].candidate, fate)).collect();
        let values = run(q, &jobs);
        for (&(i, fate), value) in part.iter().zip(values) {
            let Some(value) = value else { return false };
            runners[i].note(fate, value);
            effort.playouts += 1;
        }
    }
    !effort.is_over()
}

/// Halves a field of runners again and again with fates from `from` on, until the time is up. The first runner is never
/// dropped: it is what the others must beat.
pub(crate) fn finals<R: Judgement>(
    q: &Question<'_, R>,
    effort: &mut Effort<'_>,
    field: &mut Vec<Runner<R>>,
    from: u32,
) {
    let mut fate = from;
    let mut rounds = 1;
    'race: loop {
        for _ in 0..rounds {
            let mut all: Vec<_> = field.iter_mut().collect();
            if !six(q, effort, &mut all, fate) {
                break 'race;
            }
            fate += SHARES;
            q.thinking.report(effort.done().min(1.0), "comparing plans");
        }
        if field.len() > 2 {
            let (first, rest) = field.split_at_mut(1);
            rest.sort_by(|a, b| b.ahead(&first[0], from).0.total_cmp(&a.ahead(&first[0], from).0));
            field.truncate(1 + (field.len() - 1).div_ceil(2));
            rounds *= 2;
        }
    }
}

/// The best of a field by the fates from `from` on: the one surely ahead of the first by most, else the first; and the next
/// best.
pub(crate) fn best<R: Judgement>(field: &[Runner<R>], from: u32) -> (usize, Option<usize>) {
    let mut order: Vec<(f64, usize)> =
        (1..field.len()).map(|i| (field[i].surely_ahead(&field[0], from), i)).collect();
    order.push((0.0, 0));
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    (order[0].1, order.get(1).map(|o| o.1))
}
