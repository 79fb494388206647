//! Strength from games: Elo differences with intervals, and the sequential test that says when enough was played.

use serde::Serialize;

/// 95 per cent of a normal distribution lie within so many standard deviations.
const WITHIN: f64 = 1.96;
/// The odds at which the sequential test decides: wrong once in twenty, either way.
const DECIDED: f64 = 2.944_438_979_166_44;
/// The variance of a pair's score is never taken to be smaller: a few equal pairs prove nothing.
const LEAST_VARIANCE: f64 = 0.02;

/// A difference in strength.
#[derive(Clone, Serialize)]
pub(crate) struct Elo {
    /// Where: the whole, or the side that the first player had.
    pub(crate) who: String,
    pub(crate) games: usize,
    /// Points a game: 1 for a win, one half for a draw.
    pub(crate) score: f64,
    /// None where it is beyond measure: everything won or lost.
    pub(crate) elo: Option<f64>,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
}

fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Mean and variance of one score.
fn moments(scores: &[f64]) -> (f64, f64) {
    let n = scores.len().max(1) as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, variance)
}

/// The difference that these scores show; each is of `each` games that belong together. The interval is Wilson's, with as
/// many games as a share with this spread would have.
pub(crate) fn elo(who: String, scores: &[f64], each: usize) -> Elo {
    let games = scores.len() * each;
    let (mean, variance) = moments(scores);
    let error = variance / scores.len().max(1) as f64;
    let spread = mean * (1.0 - mean);
    let n = if error > 0.0 && spread > 0.0 { (spread / error).min(4.0 * games as f64) } else { games as f64 };
    let z = WITHIN;
    let centre = (mean + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z * (spread / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    Elo {
        who,
        games,
        score: mean,
        elo: elo_of(mean),
        low: elo_of(centre - half),
        high: elo_of(centre + half),
    }
}

/// A sequential test of "the first player is `lower` Elo stronger" against "`upper`".
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Sprt {
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

impl Sprt {
    /// Reads `0,30`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let bad = || format!("--sprt {text}: two Elo differences, such as 0,30");
        let (lower, upper) = text.split_once(',').ok_or_else(bad)?;
        let number = |t: &str| t.trim().parse::<f64>().ok().filter(|x| x.abs() < 2_000.0).ok_or_else(bad);
        let (lower, upper) = (number(lower)?, number(upper)?);
        if lower < upper { Ok(Self { lower, upper }) } else { Err(bad()) }
    }
    /// The logarithm of the odds between the two, after these scores.
    pub(crate) fn odds(self, scores: &[f64]) -> f64 {
        let (mean, variance) = moments(scores);
        let (s0, s1) = (score_of(self.lower), score_of(self.upper));
        scores.len() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance.max(LEAST_VARIANCE))
    }
    /// Whether it is decided: stronger, or not; none while it is open.
    pub(crate) fn verdict(self, scores: &[f64]) -> Option<bool> {
        let odds = self.odds(scores);
        (odds.abs() >= DECIDED).then_some(odds > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition of the scale: 10 to 1 is 400 points, and three games of four 190.8.
    #[test]
    fn the_scale_is_elos() {
        assert!((elo_of(10.0 / 11.0).unwrap() - 400.0).abs() < 1e-9);
        assert!((elo_of(0.75).unwrap() - 190.848_5).abs() < 1e-3);
        assert!((score_of(190.848_5) - 0.75).abs() < 1e-6);
        assert_eq!(elo_of(1.0), None, "nobody knows how much stronger somebody is who wins everything");
    }

    #[test]
    fn an_interval_holds_its_value_and_shrinks_with_games() {
        let scores = |n: usize| (0..n).map(|k| [1.0, 0.5, 1.0, 0.5, 0.0][k % 5]).collect::<Vec<_>>();
        let width = |n: usize| {
            let e = elo("x".to_owned(), &scores(n), 2);
            assert!(e.low < e.elo && e.elo < e.high && e.games == 2 * n);
            e.high.unwrap() - e.low.unwrap()
        };
        let (few, many) = (width(25), width(100));
        assert!((few / many - 2.0).abs() < 0.25, "four times the games, half the width: {few} {many}");
        assert!(elo("x".to_owned(), &[1.0; 20], 2).low.unwrap() > 100.0, "all won is at least much stronger");
    }

    #[test]
    fn the_sequential_test_decides_for_the_stronger_and_against_the_equal() {
        let test = Sprt::parse("0,50").unwrap();
        let strong: Vec<f64> = (0..60).map(|k| [1.0, 0.5, 1.0, 0.5][k % 4]).collect();
        let equal: Vec<f64> = (0..200).map(|k| [0.5, 1.0, 0.5, 0.0][k % 4]).collect();
        assert_eq!(test.verdict(&strong), Some(true));
        assert_eq!(test.verdict(&equal), Some(false));
        assert_eq!(test.verdict(&strong[..4]), None, "four pairs decide nothing");
        assert!(Sprt::parse("30,0").is_err() && Sprt::parse("x").is_err());
    }
}
