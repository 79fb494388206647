//! Evolution of numbers by covariance matrix adaptation (CMA-ES, Hansen's tutorial, with the Cholesky factor in place of the
//! symmetric root): draws points around a mean, learns from their order where to go, how far, and in which directions the
//! good ones lie together.

use engine::Random;

/// A search for the point of highest worth.
pub struct Evolution {
    mean: Vec<f64>,
    /// The step.
    sigma: f64,
    covariance: Vec<Vec<f64>>,
    /// Where the mean has been going: in steps of one size, and as it is.
    path: (Vec<f64>, Vec<f64>),
    /// The Cholesky factor of the covariance that the last points were drawn with.
    factor: Vec<Vec<f64>>,
    generation: u32,
}

impl Evolution {
    /// A search around `mean` with a first step `sigma`.
    #[must_use]
    pub fn new(mean: Vec<f64>, sigma: f64) -> Self {
        let n = mean.len();
        let unit: Vec<Vec<f64>> =
            (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
        let path = (vec![0.0; n], vec![0.0; n]);
        Self { mean, sigma, covariance: unit.clone(), path, factor: unit, generation: 0 }
    }
    /// The middle of the distribution: the best guess.
    #[must_use]
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }
    /// The step.
    #[must_use]
    pub fn step(&self) -> f64 {
        self.sigma
    }
    /// How many points a generation should have.
    #[must_use]
    pub fn size(&self) -> usize {
        4 + (3.0 * (self.mean.len().max(1) as f64).ln()) as usize
    }

    /// Draws `count` points.
    pub fn ask(&mut self, count: usize, random: &mut Random) -> Vec<Vec<f64>> {
        self.factor = cholesky(&self.covariance);
        let n = self.mean.len();
        let mut point = || {
            let z: Vec<f64> = (0..n).map(|_| normal(random)).collect();
            (0..n).map(|i| self.mean[i] + self.sigma * dot(&self.factor[i][..=i], &z)).collect()
        };
        (0..count).map(|_| point()).collect()
    }

    /// Learns from the points of the last [`Evolution::ask`], the best first.
    pub fn tell(&mut self, ranked: &[Vec<f64>]) {
        let n = self.mean.len();
        let dim = n as f64;
        let mu = (ranked.len() / 2).max(1);
        let raw: Vec<f64> = (0..mu).map(|i| (mu as f64 + 0.5).ln() - ((i + 1) as f64).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let mass = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let (cs, cc) =
            ((mass + 2.0) / (dim + mass + 5.0), (4.0 + mass / dim) / (dim + 4.0 + 2.0 * mass / dim));
        let c1 = 2.0 / ((dim + 1.3).powi(2) + mass);
        let cmu = (1.0 - c1).min(2.0 * (mass - 2.0 + 1.0 / mass) / ((dim + 2.0).powi(2) + mass));
        let damping = 1.0 + 2.0 * (((mass - 1.0) / (dim + 1.0)).sqrt() - 1.0).max(0.0) + cs;
        let expected = dim.sqrt() * (1.0 - 1.0 / (4.0 * dim) + 1.0 / (21.0 * dim * dim));
        let steps: Vec<Vec<f64>> = ranked[..mu]
            .iter()
            .map(|x| x.iter().zip(&self.mean).map(|(x, m)| (x - m) / self.sigma).collect())
            .collect();
        let step: Vec<f64> =
            (0..n).map(|i| weights.iter().zip(&steps).map(|(w, s)| w * s[i]).sum()).collect();
        self.mean.iter_mut().zip(&step).for_each(|(m, s)| *m += self.sigma * s);
        self.generation += 1;
        let plain = forward(&self.factor, &step);
        let keep = (cs * (2.0 - cs) * mass).sqrt();
        self.path.0.iter_mut().zip(&plain).for_each(|(p, s)| *p = (1.0 - cs) * *p + keep * s);
        let length = dot(&self.path.0, &self.path.0).sqrt();
        let faded = 1.0 - (1.0 - cs).powi(2 * self.generation.cast_signed());
        let steady = length / faded.sqrt() < (1.4 + 2.0 / (dim + 1.0)) * expected;
        let keep = if steady { (cc * (2.0 - cc) * mass).sqrt() } else { 0.0 };
        self.path.1.iter_mut().zip(&step).for_each(|(p, s)| *p = (1.0 - cc) * *p + keep * s);
        let lost = if steady { 0.0 } else { c1 * cc * (2.0 - cc) };
        for i in 0..n {
            for j in 0..n {
                let together: f64 = weights.iter().zip(&steps).map(|(w, s)| w * s[i] * s[j]).sum();
                let old = self.covariance[i][j];
                self.covariance[i][j] =
                    (1.0 - c1 - cmu + lost) * old + c1 * self.path.1[i] * self.path.1[j] + cmu * together;
            }
        }
        self.sigma *= ((cs / damping) * (length / expected - 1.0)).clamp(-0.7, 0.7).exp();
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A number from the normal distribution.
fn normal(random: &mut Random) -> f64 {
    let radius = (-2.0 * f64::from(1.0 - random.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * f64::from(random.unit())).cos()
}

/// The lower triangle whose product with itself is the matrix.
fn cholesky(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut out = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let rest = matrix[i][j] - dot(&out[i][..j], &out[j][..j]);
            out[i][j] = if i == j { rest.max(1e-12).sqrt() } else { rest / out[j][j] };
        }
    }
    out
}

/// Solves `factor x = b`.
fn forward(factor: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let mut x: Vec<f64> = Vec::with_capacity(b.len());
    for (i, row) in factor.iter().enumerate() {
        x.push((b[i] - dot(&row[..i], &x)) / row[i]);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Evolves towards the least of a function; how far off the mean ends.
    fn least(of: impl Fn(&[f64]) -> f64, start: Vec<f64>, generations: usize) -> f64 {
        let mut evolution = Evolution::new(start, 0.5);
        let mut random = Random::new(7);
        for _ in 0..generations {
            let mut points = evolution.ask(evolution.size() * 2, &mut random);
            points.sort_by(|a, b| of(a).total_cmp(&of(b)));
            evolution.tell(&points);
        }
        of(evolution.mean())
    }

    #[test]
    fn it_finds_the_bottom_of_a_bowl_and_of_a_long_bent_valley() {
        assert!(least(|x| x.iter().map(|x| x * x).sum(), vec![3.0; 8], 120) < 1e-6);
        let long = |x: &[f64]| x.iter().enumerate().map(|(i, x)| 10f64.powi(i as i32) * x * x).sum();
        assert!(least(long, vec![1.0; 5], 200) < 1e-6, "directions of very different scale");
        let rosenbrock = |x: &[f64]| 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2);
        assert!(least(rosenbrock, vec![-1.0, 1.0], 200) < 1e-4);
    }

    #[test]
    fn a_factor_times_itself_is_the_matrix() {
        let matrix = vec![vec![4.0, 2.0], vec![2.0, 5.0]];
        let factor = cholesky(&matrix);
        assert_eq!(factor, [[2.0, 0.0], [1.0, 2.0]]);
        assert_eq!(forward(&factor, &[4.0, 6.0]), [2.0, 2.0]);
    }
}
