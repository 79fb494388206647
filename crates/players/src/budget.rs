//! A budget with a clock: how long a decision may take, and a flag that ends it at once.

use engine::Thinking;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whom to tell of progress: a share from 0 to 1 and a few words.
pub type Report = Box<dyn Fn(f32, &str) + Send + Sync>;

/// So many milliseconds from now, or until cancelled.
pub struct Budget {
    begun: Instant,
    millis: u32,
    cancel: Arc<AtomicBool>,
    report: Option<Report>,
    cores: usize,
}

impl Budget {
    /// A budget that begins now.
    #[must_use]
    pub fn new(millis: u32) -> Self {
        Self { begun: Instant::now(), millis: millis.max(1), cancel: Arc::default(), report: None, cores: 1 }
    }
    /// A budget that ends at once when `cancel` is set.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Arc<AtomicBool>) -> Self {
        self.cancel = cancel;
        self
    }
    /// Tells somebody of progress.
    #[must_use]
    pub fn reporting(mut self, report: Report) -> Self {
        self.report = Some(report);
        self
    }
    /// A budget for a search on so many threads.
    #[must_use]
    pub fn on(mut self, cores: usize) -> Self {
        self.cores = cores.max(1);
        self
    }
    /// How long it has run.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

impl Thinking for Budget {
    fn spent(&self) -> f32 {
        if self.cancel.load(Ordering::Relaxed) {
            return 1.0;
        }
        self.begun.elapsed().as_secs_f32() * 1_000.0 / self.millis as f32
    }
    fn report(&self, progress: f32, note: &str) {
        if let Some(report) = &self.report {
            report(progress, note);
        }
    }
    fn cores(&self) -> usize {
        self.cores
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_spends_the_whole_budget() {
        let cancel = Arc::new(AtomicBool::new(false));
        let budget = Budget::new(60_000).cancelled_by(cancel.clone());
        assert!(budget.spent() < 0.5);
        cancel.store(true, Ordering::Relaxed);
        assert!(budget.spent() >= 1.0);
    }
}
