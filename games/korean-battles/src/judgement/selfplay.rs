//! Learns from games of the players against themselves. Both print what then goes into `data/judgement.toml`:
//!
//! `SCENARIO=pusan GAMES=800 cargo test --release -p korean-battles --lib fit -- --ignored --nocapture` fits the
//! evaluation: officers who try other plans now and then play, and the weights are those that foretell the end best.
//!
//! `SCENARIO=pusan SIDE=un GAMES=100 cargo test --release -p korean-battles --lib tune -- --ignored --nocapture` tunes
//! one side's weights: each in turn is made larger and smaller, and what wins more on two sets of games is kept.

use super::Plan;
use super::evaluation::FEATURES;
use crate::rules::{Action, KoreanBattles};
use crate::state::{Phase, State};
use engine::{Dice, Files, Judgement, Options, Play, Random, Rules, Seed};

/// How often an officer tries another plan than the most sensible one, while it learns.
const CURIOSITY: f32 = 0.35;
/// What holds the fitted weights small, for each position.
const RIDGE: f64 = 0.01;
/// How much better a tuned weight must do: twice the lead in games, plus a twelfth of the lead in points.
const BETTER: f32 = 0.12;

/// What can be seen at the end of each player turn, with the share of the game still to come; and the final points.
struct Played {
    seen: Vec<(f32, [f32; FEATURES.len()])>,
    points: [i32; 2],
}

/// What was seen, what came of it, and whether it is held back.
type Row = (Vec<f64>, f64, bool);

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_owned())
}

/// Plays a game between two officers, each of whom tries another plan with the chance `curiosity`.
fn game(rules: &KoreanBattles, scenario: &str, seed: u64, curiosity: f32) -> Played {
    let info = rules.info().scenarios.iter().find(|s| s.scenario == scenario).expect("a scenario");
    let options = Options::default().complete(info).expect("options");
    let mut play = Play::muted(Dice::seeded(Seed::from_number(seed)));
    let mut st = rules.setup(scenario, &options, &mut play).expect("set-up");
    let mut random = Random::new(seed ^ 0x5eed);
    let mut plans: [Option<(u64, Plan)>; 2] = [None, None];
    let mut played = Played { seen: Vec::new(), points: [0; 2] };
    let mut legal: Vec<Action> = Vec::new();
    while let Some(seat) = rules.to_act(&st).first() {
        legal.clear();
        rules.legal(&st, seat, &mut legal);
        let stretch = rules.stretch(&st);
        let kept = &mut plans[seat.index()];
        if kept.as_ref().is_none_or(|k| k.0 != stretch) {
            let mut choice = Vec::new();
            let many = if random.unit() < curiosity { 8 } else { 1 };
            rules.plans(&st, seat, many, &mut random, &mut choice);
            let chosen = random.below(choice.len());
            *kept = Some((stretch, choice.swap_remove(chosen)));
        }
        let Some((_, plan)) = kept else { continue };
        let action = rules.follow(&st, seat, plan, &legal, &mut random);
        let before: (u8, u8, Phase) = (st.turn, st.player, st.phase);
        play.begin();
        rules.apply(&mut st, seat, action, &mut play).expect("legal");
        if (st.turn, st.player) != (before.0, before.1) && before.2 != Phase::Setup && st.phase != Phase::Over
        {
            played.seen.push(look(rules, &st));
        }
    }
    let points = rules.outcome(&st).points;
    played.points = [points[0], points[1]];
    played
}

fn look(rules: &KoreanBattles, st: &State) -> (f32, [f32; FEATURES.len()]) {
    let judge = rules.judge(st);
    (judge.left(st), judge.features(st))
}

/// What the evaluation is to foretell: the margin, and some more for the winner.
fn target(points: [i32; 2]) -> f64 {
    let margin = points[0] - points[1];
    f64::from(margin) + f64::from(super::evaluation::VICTORY) * f64::from(margin.signum())
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

#[test]
#[ignore = "learns; not a check"]
fn fit() {
    let rules = KoreanBattles::new(&crate::files()).expect("data");
    let scenario = setting("SCENARIO", "chosin");
    let games: u64 = setting("GAMES", "1200").parse().expect("a number");
    let first: u64 = setting("SEED", "20001").parse().expect("a number");
    let mut rows: Vec<Row> = Vec::new();
    for number in 0..games {
        let played = game(&rules, &scenario, first + number, CURIOSITY);
        let want = target(played.points);
        for (left, seen) in played.seen {
            let end = seen.iter().map(|&f| f64::from(f));
            let start = seen.iter().map(|&f| f64::from(f * left));
            rows.push((end.chain(start).collect(), want, number % 5 == 0));
        }
    }
    let (weights, base) = regress(rows.iter().filter(|r| !r.2));
    let held: Vec<_> = rows.iter().filter(|r| r.2).collect();
    let mean = held.iter().map(|r| r.1).sum::<f64>() / held.len() as f64;
    let told = |r: &[f64]| base + r.iter().zip(&weights).map(|(x, w)| x * w).sum::<f64>();
    let miss: f64 = held.iter().map(|r| (r.1 - told(&r.0)).powi(2)).sum();
    let all: f64 = held.iter().map(|r| (r.1 - mean).powi(2)).sum();
    println!(
        "# {games} games, {} positions; of the spread in games held back, {:.2} is foretold",
        rows.len(),
        1.0 - miss / all
    );
    println!("[evaluation.{scenario}]");
    for (i, name) in FEATURES.iter().enumerate() {
        let extra = if i == 0 { base } else { 0.0 };
        println!("{name} = [{:.4}, {:.4}]", weights[i] + extra, weights[FEATURES.len() + i]);
    }
}

/// Ridge regression on columns brought to one scale: the weights, and what is added to them.
fn regress<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> (Vec<f64>, f64) {
    let n = rows.clone().count() as f64;
    let width = 2 * FEATURES.len();
    let average = |of: &dyn Fn(&Row) -> f64| rows.clone().map(of).sum::<f64>() / n;
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
    let found = solve(a, b);
    let mut weights = vec![0.0; width];
    used.iter().zip(found).for_each(|(&i, w)| weights[i] = w / scale[i]);
    let base = mean - weights.iter().zip(&centre).map(|(w, c)| w * c).sum::<f64>();
    (weights, base)
}

/// The files with some weights of one side replaced.
fn with(section: &str, changed: &toml::Table) -> KoreanBattles {
    let mut files: Files = crate::files();
    let mut table: toml::Table = files.toml("judgement.toml").expect("weights");
    let all = table["weights"].as_table_mut().expect("weights");
    let own = all.entry(section).or_insert_with(|| toml::Table::new().into());
    own.as_table_mut().expect("weights").extend(changed.clone());
    files.replace("judgement.toml", table.to_string()).expect("weights");
    KoreanBattles::new(&files).expect("data")
}

/// How a side does over some games.
fn worth(rules: &KoreanBattles, scenario: &str, side: usize, games: u64, first: u64) -> f32 {
    let mut sum = 0.0;
    for seed in first..first + games {
        let points = game(rules, scenario, seed, 0.0).points;
        let margin = (points[side] - points[1 - side]) as f32;
        sum += if margin == 0.0 { 0.0 } else { margin.signum() } + margin / 12.0;
    }
    sum / games as f32
}

#[test]
#[ignore = "learns; not a check"]
fn tune() {
    let scenario = setting("SCENARIO", "chosin");
    let side = setting("SIDE", "un");
    let games: u64 = setting("GAMES", "100").parse().expect("a number");
    let section = format!("{scenario}-{side}");
    let index = usize::from(side != "un");
    let mut changed = toml::Table::new();
    let both = |changed: &toml::Table| {
        let rules = with(&section, changed);
        [1_001, 5_001].map(|first| worth(&rules, &scenario, index, games, first))
    };
    let file: toml::Table = crate::files().toml("judgement.toml").expect("weights");
    let mut now = file["weights"]["common"].as_table().expect("weights").clone();
    now.extend(file["weights"].get(&section).and_then(|t| t.as_table()).cloned().unwrap_or_default());
    let mut best = both(&changed);
    println!("# as it is: {best:?}");
    for (name, value) in &now {
        let Some(value) = value.as_float() else { continue };
        let others: [f64; 2] = if value == 0.0 { [0.5, 1.5] } else { [value * 0.55, value * 1.7] };
        for other in others {
            let mut tried = changed.clone();
            tried.insert(name.clone(), toml::Value::Float((other * 1_000.0).round() / 1_000.0));
            let found = both(&tried);
            let ahead = [found[0] - best[0], found[1] - best[1]];
            if ahead[0] + ahead[1] > BETTER && ahead[0].min(ahead[1]) > -BETTER / 4.0 {
                (changed, best) = (tried, found);
                println!("# {best:?}");
                break;
            }
        }
    }
    println!("[weights.{section}]\n{changed}");
}
