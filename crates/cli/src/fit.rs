//! The evaluation fitted to how games end: ridge regression of the final value on what can be seen on the way.

use crate::train::{School, bar};
use crate::{chart, numbers};
use engine::{Game, Memory, Options, Random, Seed, Unhurried};
use std::collections::BTreeMap;
use std::time::Instant;

/// How often a decision is taken without a plan, so that the games see more than one way of playing.
const CURIOSITY: f32 = 0.05;
/// How strongly weights are drawn towards nothing, as a share of the positions.
const RIDGE: f64 = 0.002;
/// Every so many games one is held back, to see how well the others foretell it.
const HELD_BACK: u64 = 5;

/// What was seen in a position, how its game ended, and whether it is held back.
type Row = (Vec<f64>, f64, bool);

/// Plays until the time is up and writes the weights into the file. Gives back the file and a chart.
pub(crate) fn fit(school: &School<'_>, text: &str, game: &dyn Game) -> Result<(String, String), String> {
    let bar = bar(school.until);
    let mut rows: Vec<Row> = Vec::new();
    let mut games = 0u64;
    while Instant::now() < school.until {
        let first = games;
        let found = school.share(school.args.games, |k| watch(school, game, first + k as u64))?;
        games += school.args.games as u64;
        rows.extend(found.into_iter().flatten());
        bar.set_position(bar.elapsed().as_secs());
        bar.set_message(format!("{games} games, {} positions", rows.len()));
    }
    bar.finish_and_clear();
    if rows.first().is_none_or(|r| r.0.is_empty()) {
        return Err(format!("{} has no evaluation that can be fitted", school.game));
    }
    let (weights, base) = regress(&rows.iter().filter(|r| !r.2).collect::<Vec<_>>());
    let held: Vec<_> = rows.iter().filter(|r| r.2).collect();
    let told = |r: &Row| base + r.0.iter().zip(&weights).map(|(x, w)| x * w).sum::<f64>();
    let mean = held.iter().map(|r| r.1).sum::<f64>() / held.len().max(1) as f64;
    let miss: f64 = held.iter().map(|r| (r.1 - told(r)).powi(2)).sum();
    let all: f64 = held.iter().map(|r| (r.1 - mean).powi(2)).sum();
    let share = 1.0 - miss / all.max(1e-9);
    println!(
        "{games} games, {} positions; of the spread in games held back, {share:.2} is foretold",
        rows.len()
    );
    let whole: Vec<f64> = weights.iter().copied().chain([base]).collect();
    let written = game.fitted(&school.scenario, &whole);
    let text = written.iter().fold(text.to_owned(), |text, (path, value)| numbers::put(&text, path, value));
    let dots: Vec<(f64, f64)> = held.iter().take(400).map(|r| (told(r), r.1)).collect();
    let title =
        format!("{} {}: foretold and final value, {share:.2} of the spread", school.game, school.scenario);
    Ok((text, chart::dots(&title, &dots)))
}

/// One game, with what was seen at the start of each phase.
fn watch(school: &School<'_>, game: &dyn Game, number: u64) -> Result<Vec<Row>, String> {
    let seed = school.args.seed.wrapping_add(number);
    let mut table = game
        .start(&school.scenario, &Options::default(), Seed::from_number(seed))
        .map_err(|e| e.to_string())?;
    let mut random = Random::new(seed ^ 0xf17);
    let mut memories: BTreeMap<u8, Memory> = BTreeMap::new();
    let (mut seen, mut last) = (Vec::new(), (0, String::new()));
    while let Some(seat) = table.to_act().first() {
        let status = table.status();
        if status.turn > 0 && (status.turn, &status.phase) != (last.0, &last.1) {
            last = (status.turn, status.phase);
            seen.push(table.features().into_iter().map(f64::from).collect::<Vec<_>>());
        }
        let level = if random.unit() < CURIOSITY { "recruit" } else { school.args.level.as_str() };
        let memory = memories.entry(seat.0).or_default();
        let chosen =
            table.choose(seat, level, random.next(), memory, &Unhurried).map_err(|e| e.to_string())?;
        table.act(Some(seat), &chosen.action).map_err(|e| e.to_string())?;
    }
    let end = f64::from(table.evaluate(0));
    Ok(seen.into_iter().map(|seen| (seen, end, number.is_multiple_of(HELD_BACK))).collect())
}

/// Ridge regression on columns brought to one scale: the weights, and what is added to them.
fn regress(rows: &[&Row]) -> (Vec<f64>, f64) {
    let n = rows.len().max(1) as f64;
    let width = rows.first().map_or(0, |r| r.0.len());
    let average = |of: &dyn Fn(&Row) -> f64| rows.iter().map(|r| of(r)).sum::<f64>() / n;
    let centre: Vec<f64> = (0..width).map(|i| average(&|r| r.0[i])).collect();
    let scale: Vec<f64> = (0..width).map(|i| average(&|r| (r.0[i] - centre[i]).powi(2)).sqrt()).collect();
    let mean = average(&|r| r.1);
    let used: Vec<usize> = (0..width).filter(|&i| scale[i] > 1e-9).collect();
    let mut a = vec![vec![0.0; used.len()]; used.len()];
    let mut b = vec![0.0; used.len()];
    for (row, want, _) in rows {
        let z: Vec<f64> = used.iter().map(|&i| (row[i] - centre[i]) / scale[i]).collect();
        for (i, x) in z.iter().enumerate() {
            a[i].iter_mut().zip(&z).for_each(|(cell, y)| *cell += x * y);
            b[i] += x * (want - mean);
        }
    }
    (0..used.len()).for_each(|i| a[i][i] += RIDGE * n);
    let mut weights = vec![0.0; width];
    used.iter().zip(solve(a, b)).for_each(|(&i, w)| weights[i] = w / scale[i]);
    let base = mean - weights.iter().zip(&centre).map(|(w, c)| w * c).sum::<f64>();
    (weights, base)
}

/// Solves `a x = b` for a symmetric positive matrix by elimination.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        for j in i + 1..n {
            let factor = a[j][i] / a[i][i];
            let row = a[i].clone();
            a[j].iter_mut().zip(&row).skip(i).for_each(|(x, r)| *x -= factor * r);
            b[j] -= factor * b[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values made by a known rule are foretold by it: 2 a - 3 b + 5, a third column being constant.
    #[test]
    fn a_fit_finds_the_rule_that_made_the_values() {
        let mut random = Random::new(3);
        let rows: Vec<Row> = (0..500)
            .map(|_| {
                let (a, b) = (f64::from(random.unit()), f64::from(random.unit()));
                (vec![a, b, 1.0], 2.0 * a - 3.0 * b + 5.0, false)
            })
            .collect();
        let (weights, base) = regress(&rows.iter().collect::<Vec<_>>());
        assert!((weights[0] - 2.0).abs() < 0.02 && (weights[1] + 3.0).abs() < 0.02, "{weights:?}");
        assert_eq!(weights[2], 0.0, "what never changes tells nothing");
        assert!((base - 5.0).abs() < 0.02);
    }
}
