//! What will probably come of an action: the action is run under every possible script of dice.
//!
//! No game writes its odds a second time; whatever `apply` does is what the preview says.

use crate::{
    Dice, Illegal, Picture, Play, Random, Seat, SeatSet, Thinking, Unhurried, View, read, scene::action_text,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};

/// Beyond this many scripts an exact table is given up for a sample.
const MOST_SCRIPTS: usize = 8_000;
/// How many runs a sample of dice has.
const SAMPLES: usize = 2_000;
/// How many positions that could lie behind a view are tried.
const TRUTHS: usize = 24;
/// How many runs the average over the other side's answers has.
const ANSWERS: usize = 600;
/// How many quiet decisions a preview follows towards the dice.
const MOST_QUIET: usize = 12;
/// How much work a table may be: sentences and dice of all its runs, and so much for each run itself. The clock is only behind
/// it: a table that depended on how fast it is made would be another one every time.
const MOST_WORK: usize = 200_000;
const SAMPLE_WORK: usize = 60_000;
const RUN: usize = 8;
/// After so many scripts it can be told whether the rest will be too many.
const PILOT: usize = 64;

/// The outcomes of an action with their probabilities, likeliest first.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Outcomes {
    /// Whether every script of dice was run, and what the seat can't see made no difference in any position tried.
    /// If not, the table is an estimate from `samples` runs.
    pub exact: bool,
    /// How many runs the table rests on.
    pub samples: usize,
    /// The outcomes, if the other side adds nothing.
    pub outcomes: Vec<OutcomeLine>,
    /// The outcomes on average over what the other side may do before the dice; empty where it is not asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<OutcomeLine>,
}

/// One outcome.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OutcomeLine {
    /// From 0 to 1.
    pub probability: f64,
    /// What happens.
    pub text: String,
}

/// The outcomes of `action` as far as the seats of `view` can tell.
///
/// Where something is hidden from them, several positions that could lie behind the view are tried, each under every
/// script of dice. Where there are too many scripts, dice are sampled. The sample is always the same for the same view.
pub fn outcomes<R: Picture>(
    rules: &R,
    view: &View<R::State>,
    seat: Seat,
    action: R::Action,
) -> Result<Outcomes, Illegal> {
    outcomes_within(rules, view, seat, action, &Unhurried)
}

/// [`outcomes`], but no longer than the budget lasts: what was run until then is the estimate, and never less than one run.
/// A budget of some seconds is not used up: what a table rests on is bounded by counting, so that it is the same every time.
pub fn outcomes_within<R: Picture>(
    rules: &R,
    view: &View<R::State>,
    seat: Seat,
    action: R::Action,
    thinking: &dyn Thinking,
) -> Result<Outcomes, Illegal> {
    let mut random = Random::new(fingerprint(rules, view, action));
    let alone = unanswered(rules, view, seat, action, &mut random, thinking)?;
    let answered = answered(rules, view, seat, action, &mut random, thinking)?;
    Ok(Outcomes { answered, ..alone })
}

/// What a table may still cost.
struct Effort<'a> {
    left: usize,
    thinking: &'a dyn Thinking,
}

impl Effort<'_> {
    /// Counts a run.
    fn add(&mut self, play: &Play) {
        self.left = self.left.saturating_sub(RUN + play.lines().count() + play.dice().drawn().len());
    }
    fn is_over(&self) -> bool {
        self.left == 0 || self.thinking.spent() >= 1.0
    }
}

/// The outcomes if the other side adds nothing.
fn unanswered<R: Picture>(
    rules: &R,
    view: &View<R::State>,
    seat: Seat,
    action: R::Action,
    random: &mut Random,
    thinking: &dyn Thinking,
) -> Result<Outcomes, Illegal> {
    let first = rules.sample(view, random);
    let knows_all = first == *view.state() && rules.sample(view, random) == first;
    let truths = if knows_all { 1 } else { TRUTHS };
    let mut tables: Vec<Outcomes> = Vec::new();
    let mut effort = Effort { left: MOST_WORK, thinking };
    for number in 0..truths {
        let truth = if number == 0 { first.clone() } else { rules.sample(view, random) };
        match enumerate(rules, &truth, seat, action, MOST_SCRIPTS / truths, &mut effort)? {
            Some(table) => tables.push(table),
            None => return sampled(rules, view, seat, action, random, thinking),
        }
        if number + 1 < truths && effort.is_over() {
            return Ok(Outcomes { exact: false, ..mean(tables) });
        }
    }
    Ok(mean(tables))
}

/// The outcomes on average over what the other side may do before the dice, each of its choices as likely as the others.
fn answered<R: Picture>(
    rules: &R,
    view: &View<R::State>,
    seat: Seat,
    action: R::Action,
    random: &mut Random,
    thinking: &dyn Thinking,
) -> Result<Vec<OutcomeLine>, Illegal> {
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    let mut runs = 0;
    let mut effort = Effort { left: SAMPLE_WORK, thinking };
    while runs < ANSWERS && (runs == 0 || !effort.is_over()) {
        let state = rules.sample(view, random);
        let mut play = Play::new(Dice::imagined(Random::new(random.next())));
        let mut others = Others { random, asked: false };
        let text = run(rules, state, seat, action, &mut play, Some(&mut others))?;
        effort.add(&play);
        if !others.asked {
            return Ok(Vec::new());
        }
        *sums.entry(text).or_default() += 1.0;
        runs += 1;
    }
    sums.values_mut().for_each(|sum| *sum /= runs as f64);
    Ok(table(sums, false, runs).outcomes)
}

/// How the others answer before the dice: anything they may do.
struct Others<'a> {
    random: &'a mut Random,
    /// Whether somebody had a choice.
    asked: bool,
}

impl Others<'_> {
    fn choose<R: Picture>(&mut self, rules: &R, state: &R::State, next: Seat) -> Option<R::Action> {
        let mut list = Vec::new();
        rules.legal(state, next, &mut list);
        self.asked |= list.len() > 1;
        list.get(self.random.below(list.len())).copied()
    }
}

/// The table that all tables agree on, or their mean as an estimate.
fn mean(tables: Vec<Outcomes>) -> Outcomes {
    let samples = tables.iter().map(|t| t.samples).sum();
    let agree = tables.iter().all(|t| t.outcomes == tables[0].outcomes);
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    let share = 1.0 / tables.len() as f64;
    if agree {
        return Outcomes { samples, ..tables.into_iter().next().unwrap_or_else(|| table(sums, true, 0)) };
    }
    for line in tables.into_iter().flat_map(|t| t.outcomes) {
        *sums.entry(line.text).or_default() += line.probability * share;
    }
    table(sums, false, samples)
}

fn sampled<R: Picture>(
    rules: &R,
    view: &View<R::State>,
    seat: Seat,
    action: R::Action,
    random: &mut Random,
    thinking: &dyn Thinking,
) -> Result<Outcomes, Illegal> {
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    let mut runs = 0;
    let mut effort = Effort { left: SAMPLE_WORK, thinking };
    while runs < SAMPLES && (runs == 0 || !effort.is_over()) {
        let state = rules.sample(view, random);
        let mut play = Play::new(Dice::imagined(Random::new(random.next())));
        *sums.entry(run(rules, state, seat, action, &mut play, None)?).or_default() += 1.0;
        effort.add(&play);
        runs += 1;
    }
    sums.values_mut().for_each(|sum| *sum /= runs as f64);
    Ok(table(sums, false, runs))
}

fn fingerprint<R: Picture>(rules: &R, view: &View<R::State>, action: R::Action) -> u64 {
    let text = action_text(rules, view.state(), action);
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.write(&serde_json::to_vec(view.state()).unwrap_or_default());
    hasher.finish()
}

fn enumerate<R: Picture>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    action: R::Action,
    most: usize,
    effort: &mut Effort<'_>,
) -> Result<Option<Outcomes>, Illegal> {
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    let mut play = Play::new(Dice::enumerated());
    let mut covered = 0.0;
    for scripts in 1..=most {
        let text = run(rules, state.clone(), seat, action, &mut play, None)?;
        let share = play.dice().script_probability();
        *sums.entry(text).or_default() += share;
        covered += share;
        effort.add(&play);
        if !play.dice_mut().next_script() {
            return Ok(Some(table(sums, true, scripts)));
        }
        if effort.is_over() || scripts == PILOT && covered * ((16 * most) as f64) < PILOT as f64 {
            break;
        }
    }
    Ok(None)
}

/// Plays the action and then quiet decisions until dice have rolled; the text is what the log calls the outcome or, where
/// it calls nothing so, what the action itself said: what quiet decisions do afterwards does not come of it.
fn run<R: Picture>(
    rules: &R,
    mut state: R::State,
    seat: Seat,
    action: R::Action,
    play: &mut Play,
    mut others: Option<&mut Others<'_>>,
) -> Result<String, Illegal> {
    play.begin();
    rules.apply(&mut state, seat, action, play)?;
    let own = play.lines().count();
    for _ in 0..MOST_QUIET {
        if !play.dice().drawn().is_empty() {
            break;
        }
        let Some(next) = rules.to_act(&state).first() else { break };
        let quiet = match others.as_deref_mut().filter(|_| next != seat) {
            Some(others) => rules.quiet(&state, next).and_then(|_| others.choose(rules, &state, next)),
            None => rules.quiet(&state, next),
        };
        let Some(quiet) = quiet else { break };
        if rules.apply(&mut state, next, quiet, play).is_err() {
            break;
        }
    }
    let all = !play.lines().any(|l| l.outcome);
    let told =
        play.lines().enumerate().filter(|(k, l)| if all { *k < own } else { l.outcome }).map(|(_, l)| l);
    let texts: Vec<_> = told.map(|l| read(rules, &state, SeatSet::one(seat), l.text)).collect();
    Ok(in_a_row(&texts))
}

/// Sentences one after the other; one that has no stop of its own gets a semicolon before the next.
fn in_a_row(texts: &[String]) -> String {
    let mut row = String::new();
    for text in texts.iter().filter(|t| !t.is_empty()) {
        if !row.is_empty() {
            row.push_str(if row.ends_with(['.', '!', '?', ';', ':']) { " " } else { "; " });
        }
        row.push_str(text);
    }
    row
}

fn table(sums: BTreeMap<String, f64>, exact: bool, samples: usize) -> Outcomes {
    let mut outcomes: Vec<_> =
        sums.into_iter().map(|(text, probability)| OutcomeLine { probability, text }).collect();
    outcomes.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    Outcomes { exact, samples, outcomes, answered: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::in_a_row;

    #[test]
    fn sentences_without_a_stop_are_told_apart() {
        let row = |texts: &[&str]| in_a_row(&texts.iter().map(|&t| t.to_owned()).collect::<Vec<_>>());
        assert_eq!(row(&["D2.", "The unit retreats", "It is lost"]), "D2. The unit retreats; It is lost");
        assert_eq!(row(&["", "It is lost", ""]), "It is lost");
        assert_eq!(row(&[]), "");
    }
}
