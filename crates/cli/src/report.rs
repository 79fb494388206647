//! The report of `parallel38 simulate`: shares with intervals, times, habits; printed and as files.

use crate::Done;
use crate::chart;
use crate::elo::{Elo, Sprt, elo};
use crate::simulate::Args;
use engine::{Game, Habits, Tally};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// One game's result.
#[derive(Clone, Serialize)]
pub(crate) struct GameResult {
    pub(crate) number: usize,
    pub(crate) seed: u64,
    /// The level that played each side.
    pub(crate) sides: Vec<String>,
    pub(crate) winner: Option<String>,
    /// Which of the two players won: 0 or 1.
    pub(crate) winner_player: Option<usize>,
    /// Which of the two players had the first side.
    #[serde(skip)]
    pub(crate) first_side: usize,
    pub(crate) result: String,
    pub(crate) points: Vec<i32>,
    pub(crate) turns: u16,
    pub(crate) actions: usize,
    pub(crate) seconds: f64,
    /// The first [`OPENING`] actions.
    #[serde(skip)]
    pub(crate) opening: Vec<String>,
}

/// How many actions count as a game's opening.
pub(crate) const OPENING: usize = 20;

/// How long a level thought.
#[derive(Clone, Default)]
pub(crate) struct Thought {
    micros: Vec<u32>,
    overrun: Duration,
    /// Seconds of deciding, one for each game turn of each player.
    pub(crate) turns: Vec<f32>,
}

impl Thought {
    /// Notes a decision that took so long of a budget of so many milliseconds, if it had one.
    pub(crate) fn decided(&mut self, taken: Duration, millis: Option<u32>) {
        self.micros.push(taken.as_micros().min(u128::from(u32::MAX)) as u32);
        let over = millis.map_or(Duration::ZERO, |m| taken.saturating_sub(Duration::from_millis(m.into())));
        self.overrun = self.overrun.max(over);
    }
}

/// Games played.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) results: Vec<GameResult>,
    pub(crate) thoughts: BTreeMap<String, Thought>,
    /// Habits by level and side, each as side 0.
    pub(crate) conduct: BTreeMap<(String, usize), Habits>,
}

impl Played {
    pub(crate) fn add(&mut self, other: Self) {
        self.results.extend(other.results);
        for (level, thought) in other.thoughts {
            let all = self.thoughts.entry(level).or_default();
            all.micros.extend(thought.micros);
            all.turns.extend(thought.turns);
            all.overrun = all.overrun.max(thought.overrun);
        }
        for (who, habits) in other.conduct {
            self.conduct.entry(who).or_default().add(0, &habits, 0);
        }
    }
    pub(crate) fn sort(&mut self) {
        self.results.sort_by_key(|r| r.number);
    }
    /// The first player's score in each finished pair of games, or in each game where sides are not swapped.
    pub(crate) fn scores(&self, single: bool) -> Vec<f64> {
        let mut pairs: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        self.results.iter().for_each(|r| pairs.entry(r.seed).or_default().push(r.score()));
        let whole = if single { 1 } else { 2 };
        pairs.values().filter(|p| p.len() == whole).map(|p| p.iter().sum::<f64>() / whole as f64).collect()
    }
}

impl GameResult {
    /// The first player's score: 1 for a win, one half for a draw.
    fn score(&self) -> f64 {
        match self.winner_player {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }
}

/// What the sequential test came to.
#[derive(Serialize)]
struct Tested {
    #[serde(flatten)]
    test: Sprt,
    log_odds: f64,
    /// Whether the first player is stronger by the upper difference rather than the lower; none: not decided.
    stronger: Option<bool>,
}

/// The first player's strength against the second, on the whole and on each side.
fn strength(game: &dyn Game, names: &[String], single: bool, played: &Played) -> Vec<Elo> {
    let scores = played.scores(single);
    let each = if single { 1 } else { 2 };
    let mut out = vec![elo(format!("{} against {}", names[0], names[1]), &scores, each)];
    for (i, side) in game.info().sides.iter().take(2).enumerate() {
        let own = played.results.iter().filter(|r| (r.first_side == 0) == (i == 0));
        let own: Vec<f64> = own.map(GameResult::score).collect();
        if !own.is_empty() {
            out.push(elo(format!("as {}", side.name), &own, 1));
        }
    }
    out
}

/// A share of games with its 95 per cent interval (Wilson).
#[derive(Serialize)]
struct Share {
    who: String,
    wins: usize,
    share: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct Times {
    level: String,
    decisions: usize,
    mean_ms: f64,
    p99_ms: f64,
    most_ms: f64,
    most_over_budget_ms: f64,
    /// Seconds that one player spends deciding within one game turn.
    turns: usize,
    turn_mean_s: f64,
    turn_p99_s: f64,
    turn_most_s: f64,
}

/// How often somebody fell into a bad habit.
#[derive(Serialize)]
struct Lapses {
    habit: &'static str,
    /// The level, with its side where both players have the same one.
    who: String,
    #[serde(flatten)]
    count: Tally,
    rate: f64,
}

#[derive(Serialize)]
pub(crate) struct Report {
    game: String,
    scenario: String,
    players: Vec<String>,
    games: usize,
    draws: usize,
    /// How many games began differently, in their first [`OPENING`] actions.
    openings: usize,
    by_player: Vec<Share>,
    by_side: Vec<Share>,
    /// The first player's strength against the second, on the whole and on each side.
    elo: Vec<Elo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Tested>,
    mean_points: Vec<f64>,
    results: BTreeMap<String, usize>,
    times: Vec<Times>,
    /// The most memory that this process has had, where the system tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_memory_mb: Option<f64>,
    /// What each habit counts, in the game's own words.
    habits: BTreeMap<&'static str, &'static str>,
    lapses: Vec<Lapses>,
}

fn share(who: String, wins: usize, games: usize) -> Share {
    let (n, p, z) = (games as f64, wins as f64 / games as f64, 1.96_f64);
    let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    Share { who, wins, share: p, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// Puts a report of the games together.
pub(crate) fn report(
    game: &dyn Game,
    name: &str,
    names: &[String],
    args: &Args,
    played: &mut Played,
) -> Report {
    let info = game.info();
    let results = &played.results;
    let n = results.len();
    let equal = names[0] == names[1];
    let scores = played.scores(args.no_swap);
    let sprt =
        args.sprt.map(|test| Tested { test, log_odds: test.odds(&scores), stronger: test.verdict(&scores) });
    let player = |i: usize| {
        let label = if equal { format!("{} #{}", names[i], i + 1) } else { names[i].clone() };
        share(label, results.iter().filter(|r| r.winner_player == Some(i)).count(), n)
    };
    let side = |s: &engine::SideInfo| {
        share(s.name.clone(), results.iter().filter(|r| r.winner.as_ref() == Some(&s.side)).count(), n)
    };
    let mean = |i: usize| {
        results.iter().map(|r| f64::from(r.points.get(i).copied().unwrap_or(0))).sum::<f64>() / n as f64
    };
    let mut words = BTreeMap::new();
    results.iter().for_each(|r| *words.entry(r.result.clone()).or_insert(0) += 1);
    Report {
        game: info.game.clone(),
        scenario: name.to_owned(),
        players: names.to_vec(),
        games: n,
        draws: results.iter().filter(|r| r.winner.is_none()).count(),
        openings: results.iter().map(|r| &r.opening).collect::<BTreeSet<_>>().len(),
        by_player: (0..2).map(player).collect(),
        by_side: info.sides.iter().map(side).collect(),
        elo: strength(game, names, args.no_swap, played),
        sprt,
        mean_points: (0..info.sides.len()).map(mean).collect(),
        results: words,
        times: played.thoughts.iter_mut().map(|(level, t)| times(level, t)).collect(),
        peak_memory_mb: peak_memory_mb(),
        habits: game.habits().iter().map(|h| (h.habit, h.counts)).collect(),
        lapses: lapses(game, equal, &played.conduct),
    }
}

fn times(level: &str, t: &mut Thought) -> Times {
    t.micros.sort_unstable();
    t.turns.sort_unstable_by(f32::total_cmp);
    let rank = |count: usize, q: f64| ((count.max(1) - 1) as f64 * q) as usize;
    let decision = |q: f64| f64::from(t.micros.get(rank(t.micros.len(), q)).copied().unwrap_or(0)) / 1_000.0;
    let turn = |q: f64| f64::from(t.turns.get(rank(t.turns.len(), q)).copied().unwrap_or(0.0));
    let mean = |sum: f64, count: usize| sum / count.max(1) as f64;
    Times {
        level: level.to_owned(),
        decisions: t.micros.len(),
        mean_ms: mean(t.micros.iter().map(|&m| f64::from(m)).sum(), t.micros.len()) / 1_000.0,
        p99_ms: decision(0.99),
        most_ms: decision(1.0),
        most_over_budget_ms: t.overrun.as_secs_f64() * 1_000.0,
        turns: t.turns.len(),
        turn_mean_s: mean(t.turns.iter().map(|&s| f64::from(s)).sum(), t.turns.len()),
        turn_p99_s: turn(0.99),
        turn_most_s: turn(1.0),
    }
}

/// The habits of each level, and with equal levels of each side.
fn lapses(game: &dyn Game, equal: bool, conduct: &BTreeMap<(String, usize), Habits>) -> Vec<Lapses> {
    let mut by: BTreeMap<String, Habits> = BTreeMap::new();
    for ((level, side), habits) in conduct {
        let who = if equal { format!("{level}, {}", game.info().sides[*side].name) } else { level.clone() };
        by.entry(who).or_default().add(0, habits, 0);
    }
    let all = game.habits().iter().enumerate();
    all.flat_map(|(i, habit)| {
        by.iter().map(move |(who, habits)| {
            let count = habits.count(0, i);
            Lapses { habit: habit.habit, who: who.clone(), count, rate: count.rate() }
        })
    })
    .collect()
}

/// The most memory the process has had, in megabytes, where `/proc` tells it.
fn peak_memory_mb() -> Option<f64> {
    peak_of(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn peak_of(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1_024.0)
}

impl Report {
    pub(crate) fn print(&self) {
        println!("{} {}: {} games, {} drawn", self.game, self.scenario, self.games, self.draws);
        for s in self.by_player.iter().chain(&self.by_side) {
            let (share, low, high) = (s.share * 100.0, s.low * 100.0, s.high * 100.0);
            println!("  {:<24} won {:>5} = {share:>5.1} % (95 %: {low:.1} to {high:.1})", s.who, s.wins);
        }
        self.print_strength();
        println!("  {} different openings in their first {OPENING} actions", self.openings);
        let points: Vec<_> = self.mean_points.iter().map(|p| format!("{p:.1}")).collect();
        println!("  mean points {}", points.join(" to "));
        for (result, count) in &self.results {
            println!("  {count:>5} x {result}");
        }
        for t in &self.times {
            println!(
                "  {}: {} decisions, mean {:.3} ms, p99 {:.2} ms, most {:.1} ms, {:.1} ms over budget at most",
                t.level, t.decisions, t.mean_ms, t.p99_ms, t.most_ms, t.most_over_budget_ms
            );
            println!(
                "  {}: {} turns, mean {:.3} s, p99 {:.2} s, most {:.2} s",
                t.level, t.turns, t.turn_mean_s, t.turn_p99_s, t.turn_most_s
            );
        }
        if let Some(peak) = self.peak_memory_mb {
            println!("  peak memory {peak:.0} MB");
        }
        let mut last = "";
        for l in &self.lapses {
            if l.habit != last {
                println!("  {}: {}", l.habit, self.habits.get(l.habit).unwrap_or(&""));
                last = l.habit;
            }
            let Tally { occasions, lapses } = l.count;
            println!("    {:<24} {:.2} % ({lapses} of {occasions})", l.who, l.rate * 100.0);
        }
    }

    fn print_strength(&self) {
        let shown = |elo: Option<f64>, beyond: &str| elo.map_or(beyond.to_owned(), |e| format!("{e:+.0}"));
        for e in &self.elo {
            println!(
                "  Elo {} (95 %: {} to {}), score {:.1} % of {} games: {}",
                shown(e.elo, "beyond measure"),
                shown(e.low, "-"),
                shown(e.high, "-"),
                e.score * 100.0,
                e.games,
                e.who
            );
        }
        if let Some(Tested { test, log_odds, stronger }) = &self.sprt {
            let verdict = match stronger {
                Some(true) => "the first player is stronger",
                Some(false) => "the first player is not stronger",
                None => "not decided",
            };
            println!(
                "  SPRT {:+.0} against {:+.0} Elo: {verdict} (log odds {log_odds:.2})",
                test.lower, test.upper
            );
        }
    }

    /// Writes results.json, results.csv and chart.svg.
    pub(crate) fn write(&self, folder: &Path, results: &[GameResult]) -> Done {
        let save = |name: &str, text: String| {
            let path = folder.join(name);
            std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
        };
        let json = serde_json::json!({ "report": self, "games": results });
        save("results.json", serde_json::to_string_pretty(&json).map_err(|e| e.to_string())?)?;
        save("results.csv", csv(results))?;
        save("chart.svg", self.chart(results))?;
        println!("  written to {}", folder.display());
        Ok(())
    }

    fn chart(&self, results: &[GameResult]) -> String {
        let shares: Vec<_> = self
            .by_player
            .iter()
            .chain(&self.by_side)
            .map(|s| (s.who.as_str(), s.share, s.low, s.high))
            .collect();
        let rates: Vec<_> = self.lapses.iter().map(|l| (format!("{}: {}", l.who, l.habit), l.rate)).collect();
        let margins: Vec<i32> = results
            .iter()
            .map(|r| r.points.first().copied().unwrap_or(0) - r.points.get(1).copied().unwrap_or(0))
            .collect();
        let strength = self.elo.iter().filter_map(|e| {
            let (elo, low, high) = (e.elo?, e.low?, e.high?);
            Some(format!("Elo {elo:+.0} (95 %: {low:+.0} to {high:+.0}), {}", e.who))
        });
        let times = self.times.iter().map(|t| {
            format!(
                "{}: a decision {:.2} ms (p99 {:.1}, most {:.1}), a turn {:.2} s (p99 {:.2}, most {:.2})",
                t.level, t.mean_ms, t.p99_ms, t.most_ms, t.turn_mean_s, t.turn_p99_s, t.turn_most_s
            )
        });
        let mut notes: Vec<String> = strength.chain(times).collect();
        notes.extend(self.peak_memory_mb.map(|peak| format!("peak memory {peak:.0} MB")));
        let title = format!(
            "{} {}, {} against {}, {} games",
            self.game, self.scenario, self.players[0], self.players[1], self.games
        );
        chart::draw(&title, &shares, &margins, &rates, &notes)
    }
}

fn csv(results: &[GameResult]) -> String {
    let mut csv = "number,seed,first_side,second_side,winner,winner_player,result,points_first,points_second,turns,actions,seconds\n".to_owned();
    for r in results {
        let point = |i: usize| r.points.get(i).copied().unwrap_or(0);
        let _ = writeln!(
            csv,
            "{},{},{},{},{},{},\"{}\",{},{},{},{},{:.3}",
            r.number,
            r.seed,
            r.sides.first().map_or("", String::as_str),
            r.sides.get(1).map_or("", String::as_str),
            r.winner.as_deref().unwrap_or(""),
            r.winner_player.map_or(String::new(), |p| p.to_string()),
            r.result.replace('"', "'"),
            point(0),
            point(1),
            r.turns,
            r.actions,
            r.seconds
        );
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wilson's interval for 150 of 200, from the formula by hand: centre 0.7453, half width 0.0597.
    #[test]
    fn an_interval_is_wilsons() {
        let share = share("officer".to_owned(), 150, 200);
        assert!((share.share - 0.75).abs() < 1e-12);
        assert!((share.low - 0.6857).abs() < 1e-3 && (share.high - 0.8051).abs() < 1e-3);
    }

    #[test]
    fn times_have_a_mean_a_99th_hundredth_and_a_most() {
        let mut thought = Thought::default();
        (1..=100).for_each(|ms| thought.decided(Duration::from_millis(ms), Some(90)));
        thought.turns = vec![3.0, 1.0, 2.0];
        let t = times("general", &mut thought);
        assert_eq!((t.decisions, t.mean_ms, t.p99_ms, t.most_ms), (100, 50.5, 99.0, 100.0));
        assert_eq!(t.most_over_budget_ms, 10.0);
        assert_eq!((t.turns, t.turn_mean_s, t.turn_most_s), (3, 2.0, 3.0));
    }

    #[test]
    fn the_peak_of_memory_is_read_where_the_system_tells_it() {
        assert_eq!(peak_of("Name:\tx\nVmHWM:\t  204800 kB\nVmRSS:\t 1 kB\n"), Some(200.0));
        assert_eq!(peak_of("Name:\tx\n"), None);
    }
}
