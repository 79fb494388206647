//! `parallel38 train`: tunes the numbers that players go by, in a league against those who were best before, or fits the
//! evaluation to how games ended. What it finds is a data file, and it says whether that is better on fresh games.

use crate::elo::Sprt;
use crate::league::League;
use crate::play::scenario;
use crate::registry::{JUDGEMENT, judgement, with_judgement};
use crate::{Done, chart, fit, numbers};
use engine::{Game, Memory, Options, Random, Registry, Seed, Unhurried};
use indicatif::{ProgressBar, ProgressStyle};
use players::Evolution;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    #[arg(required_unless_present = "worker")]
    game: Option<String>,
    /// The scenario; without it the first
    scenario: Option<String>,
    /// The side to train, such as un; without it all sides in turn, each against the others
    #[arg(long)]
    side: Option<String>,
    /// How long
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// Games of each candidate in a generation
    #[arg(long, default_value_t = 16)]
    pub(crate) games: usize,
    /// How many games at once
    #[arg(long, default_value_t = 1)]
    pub(crate) jobs: usize,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The level that plays
    #[arg(long, default_value = "officer")]
    pub(crate) level: String,
    /// Another data folder whose players are among the opponents from the start; may be given again
    #[arg(long, value_name = "DIR")]
    against: Vec<PathBuf>,
    /// Shares the games with workers over a PostgreSQL: postgres://user@host/database
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Plays the games of other programs' trainings, one after the other, until it is stopped
    #[arg(long, requires = "database", conflicts_with_all = ["game", "fit"])]
    worker: bool,
    /// Fits the evaluation to how games end instead of tuning weights
    #[arg(long, conflicts_with = "database")]
    fit: bool,
    /// Where to write: DIR/GAME/judgement.toml, which --data and simulate's LEVEL:DIR read, and a chart
    #[arg(long, value_name = "DIR", default_value = "trained")]
    out: PathBuf,
}

/// Seeds from here on are kept for the final comparison.
const FRESH_SEEDS: u64 = 1_000_000_000;
/// The share of the time that is kept for the final comparison, and how many games it takes at most.
const FOR_PROOF: f64 = 0.25;
const MOST_PROOF: usize = 400;
/// After so many generations the best guess joins the hall of fame.
const FAME: usize = 3;
/// How much the margin counts beside the result, and the margin that counts half of it.
const MARGIN: (f64, f64) = (0.3, 6.0);
/// The first step, as a share of a weight.
const STEP: f64 = 0.3;

/// A side that learns.
struct Pupil {
    side: u8,
    name: String,
    start: Vec<(String, f64)>,
    evolution: Evolution,
    /// Those who were best, the weights as shipped first.
    hall: Vec<Head>,
    /// The mean and the best worth of each generation.
    scores: Vec<(f64, f64)>,
}

/// Numbers to play by: the file, and the game that reads it.
#[derive(Clone)]
pub(crate) struct Head {
    pub(crate) text: Arc<str>,
    pub(crate) game: Arc<dyn Game>,
}

/// A game to be played: who plays each side, and its seed.
pub(crate) struct Round<'a> {
    pub(crate) heads: [&'a Head; 2],
    pub(crate) seed: u64,
}

/// A weight as many steps away from its start: by factors where it is positive, else by sums.
fn moved(start: f64, steps: f64) -> f64 {
    let value = if start > 0.0 { start * steps.clamp(-3.0, 3.0).exp() } else { start + steps };
    (value * 1_000.0).round() / 1_000.0
}

impl Pupil {
    /// The file with the weights at a point.
    fn written(&self, text: &str, point: &[f64]) -> String {
        let values = self.start.iter().zip(point);
        values.fold(text.to_owned(), |text, ((path, start), &steps)| {
            numbers::put(&text, path, &format!("{:?}", moved(*start, steps)))
        })
    }
}

/// The school: who plays what, and with which files.
pub(crate) struct School<'a> {
    pub(crate) games: &'a Registry,
    pub(crate) game: &'a str,
    pub(crate) scenario: String,
    pub(crate) data: Option<&'a Path>,
    pub(crate) args: &'a Args,
    pub(crate) until: Instant,
    /// When the final comparison must end, too.
    end: Instant,
    /// Who else plays its games.
    league: Option<League>,
}

pub(crate) fn run(games: &Registry, data: Option<&Path>, args: &Args) -> Done {
    let league = args.database.as_deref().map(League::join).transpose()?;
    let slug = match (&args.game, &league) {
        (Some(slug), _) => slug,
        (None, Some(league)) => return league.work(games, data),
        (None, None) => return Err("which game?".to_owned()),
    };
    let game = games.game(slug).map_err(|e| e.to_string())?;
    if !(args.minutes > 0.0 && args.minutes < 100_000.0) || args.games == 0 {
        return Err("--minutes and --games are more than nothing".to_owned());
    }
    if !game.levels().iter().any(|l| l.level == args.level) {
        return Err(format!("--level {}: there is no such level", args.level));
    }
    let scenario = scenario(games, slug, args.scenario.as_deref())?;
    game.sheet(&scenario).map_err(|e| e.to_string())?;
    let text = judgement(data, slug)?;
    let length = Duration::from_secs_f64(args.minutes * 60.0);
    let begun = Instant::now();
    let until = begun + if args.fit { length } else { length.mul_f64(1.0 - FOR_PROOF) };
    let school = School { games, game: slug, scenario, data, args, until, end: begun + length, league };
    let folder = args.out.join(slug);
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let (text, drawn) =
        if args.fit { fit::fit(&school, &text, game.as_ref())? } else { tune(&school, &text, game)? };
    let save = |path: PathBuf, text: &str| {
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
    };
    save(folder.join(JUDGEMENT), &text)?;
    save(args.out.join("training.svg"), &drawn)?;
    println!("written to {}", args.out.display());
    Ok(())
}

/// A bar over the time that is left.
pub(crate) fn bar(until: Instant) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {elapsed} of {len} s, {msg}");
    ProgressBar::new(until.saturating_duration_since(Instant::now()).as_secs())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn tune(school: &School<'_>, text: &str, game: &Arc<dyn Game>) -> Result<(String, String), String> {
    let args = school.args;
    let sides = game.info().sides.iter().enumerate();
    let wanted = sides.filter(|(_, s)| args.side.as_ref().is_none_or(|w| *w == s.side));
    let shipped = Head { text: text.into(), game: game.clone() };
    let mut hall = vec![shipped.clone()];
    for folder in &args.against {
        if !folder.is_dir() {
            return Err(format!("--against {}: there is no such folder", folder.display()));
        }
        hall.push(school.head(&judgement(Some(folder), school.game)?)?);
    }
    let mut pupils: Vec<Pupil> = wanted
        .map(|(i, s)| {
            let start = game.weights(&school.scenario, i as u8);
            let evolution = Evolution::new(vec![0.0; start.len()], STEP);
            let hall = hall.clone();
            Pupil { side: i as u8, name: s.name.clone(), start, evolution, hall, scores: Vec::new() }
        })
        .filter(|p| !p.start.is_empty())
        .collect();
    if pupils.is_empty() {
        return Err(match &args.side {
            Some(side) => format!("--side {side}: {} has no such side with weights of its own", school.game),
            None => format!("{} has no weights to tune", school.game),
        });
    }
    let mut random = Random::new(args.seed ^ 0x7ea1);
    let bar = bar(school.until);
    let mut generation = 0;
    while Instant::now() < school.until {
        let turn = generation % pupils.len();
        school.teach(&mut pupils, turn, text, generation, &mut random)?;
        bar.set_position(bar.elapsed().as_secs());
        bar.set_message(format!("generation {}: {}", generation + 1, told(&pupils)));
        generation += 1;
    }
    bar.finish_and_clear();
    println!("{generation} generations: {}", told(&pupils));
    let mut better = text.to_owned();
    for (i, pupil) in pupils.iter().enumerate() {
        let tried = pupil.written(text, pupil.evolution.mean());
        let share = school.end.saturating_duration_since(Instant::now()) / (pupils.len() - i) as u32;
        if school.prove(pupil, &tried, &shipped, Instant::now() + share)? {
            better = pupil.written(&better, pupil.evolution.mean());
        }
    }
    let lines: Vec<_> = pupils.iter().map(|p| (p.name.as_str(), p.scores.as_slice())).collect();
    let title = format!("{} {}: worth of each generation's best and mean", school.game, school.scenario);
    Ok((better, chart::curves(&title, &lines)))
}

fn told(pupils: &[Pupil]) -> String {
    let one = |p: &Pupil| {
        let (mean, best) = p.scores.last().copied().unwrap_or_default();
        format!("{} {mean:.2} (best {best:.2}, step {:.2})", p.name, p.evolution.step())
    };
    pupils.iter().map(one).collect::<Vec<_>>().join(", ")
}

impl School<'_> {
    /// One generation of a pupil: its candidates meet the same opponents with the same seeds.
    fn teach(
        &self,
        pupils: &mut [Pupil],
        turn: usize,
        text: &str,
        generation: usize,
        random: &mut Random,
    ) -> Result<(), String> {
        let others: Vec<Head> = {
            let other = pupils.iter().find(|p| p.side != pupils[turn].side);
            let known = self.args.against.len() + 1;
            other.map_or_else(|| pupils[turn].hall[..known].to_vec(), |p| p.hall.clone())
        };
        let rounds: Vec<(Head, u64)> = (0..self.args.games)
            .map(|k| {
                // Every other game against the newest, the rest against anybody who was ever the best.
                let newest = others.len() - 1;
                let who = if k % 2 == 0 { newest } else { random.below(others.len()) };
                let number = (generation * self.args.games + k) as u64;
                (others[who].clone(), self.args.seed.wrapping_add(number) % FRESH_SEEDS)
            })
            .collect();
        let pupil = &mut pupils[turn];
        let points = pupil.evolution.ask(pupil.evolution.size(), random);
        let heads = points
            .iter()
            .map(|point| self.head(&pupil.written(text, point)))
            .collect::<Result<Vec<_>, _>>()?;
        let worth = self.worth(&heads, pupil.side, &rounds)?;
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|&a, &b| worth[b].total_cmp(&worth[a]));
        let ranked: Vec<_> = order.iter().map(|&i| points[i].clone()).collect();
        pupil.evolution.tell(&ranked);
        pupil.scores.push((worth.iter().sum::<f64>() / worth.len() as f64, worth[order[0]]));
        if pupil.scores.len().is_multiple_of(FAME) {
            let text = pupil.written(text, pupil.evolution.mean());
            pupil.hall.push(self.head(&text)?);
        }
        Ok(())
    }

    /// Somebody who plays by the numbers of a file.
    fn head(&self, text: &str) -> Result<Head, String> {
        Ok(Head { text: text.into(), game: with_judgement(self.data, self.game, text)? })
    }

    /// The worth of each candidate over the rounds.
    fn worth(&self, heads: &[Head], side: u8, rounds: &[(Head, u64)]) -> Result<Vec<f64>, String> {
        let meet = |own| rounds.iter().map(move |(other, seed)| Round::of(side, own, other, *seed));
        let games: Vec<Round<'_>> = heads.iter().flat_map(meet).collect();
        let ends = self.play_all(&games)?;
        let mean = |ends: &[End]| ends.iter().map(|e| e.worth(side)).sum::<f64>() / ends.len() as f64;
        Ok(ends.chunks(rounds.len()).map(mean).collect())
    }

    /// Plays games on the threads allowed, or has them played by whoever shares the database.
    fn play_all(&self, rounds: &[Round<'_>]) -> Result<Vec<End>, String> {
        match &self.league {
            Some(league) => league.play_all(self, rounds),
            None => self.share(rounds.len(), |k| {
                let games = rounds[k].heads.map(|h| &h.game);
                play(games, &self.scenario, &self.args.level, rounds[k].seed)
            }),
        }
    }

    /// Does jobs on the threads allowed.
    pub(crate) fn share<T: Send>(
        &self,
        jobs: usize,
        job: impl Fn(usize) -> Result<T, String> + Sync,
    ) -> Result<Vec<T>, String> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            while let Some(n) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < jobs) {
                done.push((n, job(n)?));
            }
            Ok(done)
        };
        let mut all: Vec<(usize, T)> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.args.jobs.clamp(1, 64)).map(|_| scope.spawn(work)).collect();
            let ended = threads.into_iter().map(|t| t.join().map_err(|_| "a game broke off".to_owned())?);
            ended.collect::<Result<Vec<_>, String>>().map(|v| v.into_iter().flatten().collect())
        })?;
        all.sort_by_key(|a| a.0);
        Ok(all.into_iter().map(|a| a.1).collect())
    }

    /// Whether new weights are better than those as shipped, on fresh seeds, against the other side as shipped. What is not
    /// decided when the time is up is not better.
    fn prove(&self, pupil: &Pupil, text: &str, shipped: &Head, until: Instant) -> Result<bool, String> {
        let new = self.head(text)?;
        let test = Sprt { lower: 0.0, upper: 30.0 };
        let mut scores = Vec::new();
        let (mut wins, mut before) = (0.0, 0.0);
        while scores.is_empty()
            || scores.len() < MOST_PROOF && test.verdict(&scores).is_none() && Instant::now() < until
        {
            let first = FRESH_SEEDS + self.args.seed + scores.len() as u64;
            let seeds = first..first + self.args.games as u64;
            let both = |seed| [&new, shipped].map(|own| Round::of(pupil.side, own, shipped, seed));
            let ends = self.play_all(&seeds.flat_map(both).collect::<Vec<_>>())?;
            for pair in ends.chunks(2) {
                let (now, then) = (pair[0].score(pupil.side), pair[1].score(pupil.side));
                wins += now;
                before += then;
                scores.push(0.5 + (now - then) / 2.0);
            }
        }
        let n = scores.len() as f64;
        let kept = test.verdict(&scores) == Some(true);
        println!(
            "{}: {:.1} % of {n} fresh games against the shipped enemy, {:.1} % with the shipped weights: {}",
            pupil.name,
            wins / n * 100.0,
            before / n * 100.0,
            if kept { "kept" } else { "not kept" }
        );
        Ok(kept)
    }
}

impl<'a> Round<'a> {
    /// A game of somebody on a side against somebody else.
    fn of(side: u8, own: &'a Head, other: &'a Head, seed: u64) -> Self {
        Self { heads: if side == 0 { [own, other] } else { [other, own] }, seed }
    }
}

/// Plays a game in which each side goes by the numbers of its own game.
pub(crate) fn play(
    heads: [&Arc<dyn Game>; 2],
    scenario: &str,
    level: &str,
    seed: u64,
) -> Result<End, String> {
    let start = |game: &Arc<dyn Game>| {
        game.start(scenario, &Options::default(), Seed::from_number(seed)).map_err(|e| e.to_string())
    };
    let mut tables = [start(heads[0])?, start(heads[1])?];
    let mut random = Random::new(seed ^ 0x5eed);
    let mut memories: BTreeMap<u8, Memory> = BTreeMap::new();
    while let Some(seat) = tables[0].to_act().first() {
        let side = usize::from(tables[0].info().seats[seat.index()].side != 0);
        let memory = memories.entry(seat.0).or_default();
        let chosen = tables[side].choose(seat, level, random.next(), memory, &Unhurried);
        let action = chosen.map_err(|e| e.to_string())?.action;
        for table in &mut tables {
            table.act(Some(seat), &action).map_err(|e| e.to_string())?;
        }
    }
    let over = tables[0].status().over.ok_or("the game ended without an outcome")?;
    let sides = &tables[0].info().sides;
    let winner = over.winner.as_ref().and_then(|w| sides.iter().position(|s| s.side == *w));
    let point = |i: usize| f64::from(over.points.get(i).copied().unwrap_or(0));
    Ok(End { winner: winner.map(|w| w as u8), margin: point(0) - point(1) })
}

/// How a game ended.
#[derive(Serialize, Deserialize)]
pub(crate) struct End {
    pub(crate) winner: Option<u8>,
    /// The first side's points less the second's.
    pub(crate) margin: f64,
}

impl End {
    fn score(&self, side: u8) -> f64 {
        self.winner.map_or(0.5, |w| f64::from(u8::from(w == side)))
    }
    fn worth(&self, side: u8) -> f64 {
        let margin = if side == 0 { self.margin } else { -self.margin };
        self.score(side) + MARGIN.0 * margin / (margin.abs() + MARGIN.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_move_by_factors_and_never_change_their_sign() {
        assert_eq!(moved(0.5, 0.0), 0.5);
        assert_eq!(moved(0.5, 1.0), 1.359);
        assert!(moved(0.5, -100.0) > 0.0);
        assert_eq!((moved(0.0, 0.25), moved(-0.2, 0.1)), (0.25, -0.1));
    }

    #[test]
    fn a_result_counts_more_than_its_margin() {
        let narrow = End { winner: Some(0), margin: 1.0 };
        let wide = End { winner: Some(1), margin: -40.0 };
        assert!(narrow.worth(0) > 0.5 && narrow.worth(1) < 0.5 && wide.worth(1) > narrow.worth(0));
        assert!((narrow.worth(0) + narrow.worth(1) - 1.0).abs() < 1e-12);
    }
}
